/* Continuous collision detection in batches: a vertex against triangles, an edge against edges. */
// xtask: valgrind, long
#include "test.h"

static const float corners[3][3] = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}};

/* A vertex at x moves from one height to another; the triangle rests. */
static void fall(float query[8][3], float x, float from, float to) {
    for (int end = 0; end < 2; end++) {
        float vertex[3] = {x, end ? to : from, 0.25f};
        memcpy(query[4 * end], vertex, sizeof vertex);
        memcpy(query[4 * end + 1], corners, sizeof corners);
    }
}

int main(void) {
    PliantWorldId world = new_world();
    float queries[3][8][3], times[3] = {-1, -1, -1};
    fall(queries[0], 0.25f, 1, -3);    /* through the triangle, a quarter of the step in */
    fall(queries[1], 0.9f, 1, -3);     /* beside it */
    fall(queries[2], 0.25f, 1, 0.01f); /* not as far */
    EXPECT(OK, pliant_ccd_vertex_triangle(world, 3, queries[0][0], times));
    EXPECT_TRUE(times[0] <= 0.25f && times[0] > 0.2499f);
    EXPECT_TRUE(times[1] == PLIANT_CCD_FREE && times[2] == PLIANT_CCD_FREE);

    /* Edges that cross, seen from above; one of them comes down by 2 from a height of 1. */
    float edges[8][3] = {{-1, 0, 0}, {1, 0, 0}, {0, 1, -1}, {0, 1, 1}, {-1, 0, 0}, {1, 0, 0}, {0, -1, -1}, {0, -1, 1}};
    EXPECT(OK, pliant_ccd_edge_edge(world, 1, edges[0], times));
    EXPECT_TRUE(times[0] <= 0.5f && times[0] > 0.499f);

    queries[1][2][1] = -2e18f;
    times[0] = 7;
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_ccd_vertex_triangle(world, 3, queries[0][0], times));
    EXPECT_SAYS("pliant_ccd_vertex_triangle: query 1 point 2 coordinate 1 is -2e18, expected -1e18 to 1e18");
    EXPECT_TRUE(times[0] == 7);
    EXPECT(ERROR_CAPACITY, pliant_ccd_edge_edge(world, PLIANT_MAX_CCD_QUERIES + 1, edges[0], times));
    EXPECT(OK, pliant_world_destroy(world));
    EXPECT(OK, pliant_shutdown());
    return finish("ccd");
}
