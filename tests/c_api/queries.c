/* Queries of places: rays, nearest points and overlaps are submitted, waited for and fetched; a hit can be dragged. */
#include "test.h"

/* Straight down from above, to colliders too. */
static PliantRay down(double x, double z) {
    PliantRay ray = {.origin = {x, 9, z}, .direction = {0, -2, 0}, .length = 20, .flags = PLIANT_QUERY_COLLIDERS};
    return ray;
}

int main(void) {
    PliantWorldId world = new_world();
    PliantAssetId asset = cube();
    PliantBodyDesc desc = body_desc();
    desc.layers = 2, desc.mask = 1; /* touches no body: kernels of contact take valgrind minutes to compile */
    PliantBodyId body;
    PliantColliderDesc floor_desc;
    PliantColliderId floor;
    desc.user_data = 7;
    EXPECT(OK, pliant_collider_desc_init(&floor_desc, sizeof floor_desc));
    EXPECT(OK, pliant_collider_add(world, &floor_desc, &floor));
    EXPECT(OK, pliant_body_add(world, asset, &desc, &body)); /* from y = 2 to y = 3 */

    PliantRay rays[2] = {down(0.25, 0.5), down(4, 0)};
    PliantHit hits[2];
    PliantTicketId ticket, other;
    uint32_t count = 9;
    EXPECT(OK, pliant_query_rays(world, rays, 2, &ticket));
    EXPECT(OK, pliant_query_wait(ticket));
    EXPECT(ERROR_CAPACITY, pliant_query_fetch(ticket, hits, 1, &count));
    EXPECT_TRUE(count == 2);
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_query_fetch(ticket, NULL, 2, &count));
    EXPECT(ERROR_INVALID_STATE, pliant_query_fetch_overlaps(ticket, NULL, 0, &count, NULL));
    EXPECT(OK, pliant_query_fetch(ticket, hits, 2, &count));
    EXPECT(ERROR_INVALID_HANDLE, pliant_query_fetch(ticket, hits, 2, &count));
    EXPECT_TRUE(hits[0].body.bits == body.bits && hits[0].collider.bits == 0 && hits[0].user_data == 7);
    EXPECT_TRUE(hits[0].point[1] > 2.99999 && hits[0].point[1] < 3.00001 && hits[0].normal[1] > 0.999f);
    double x = 0;
    for (int k = 0; k < 3; k++) x += hits[0].weights[k] * corner_positions[hits[0].vertices[k]][0];
    EXPECT_TRUE(x > 0.24999 && x < 0.25001);
    EXPECT_TRUE(hits[1].collider.bits == floor.bits && hits[1].body.bits == 0 && hits[1].distance > 8.99999);

    PliantPointQuery point = {.point = {0.5, 3.5, 0.5}, .radius = 1};
    EXPECT(OK, pliant_query_closest(world, &point, 1, &ticket));
    EXPECT(OK, pliant_query_wait(ticket));
    EXPECT(OK, pliant_query_fetch(ticket, hits, 2, &count));
    EXPECT_TRUE(count == 1 && hits[0].body.bits == body.bits);
    EXPECT_TRUE(hits[0].distance > 0.49999 && hits[0].distance < 0.50001);

    PliantShapeQuery shapes[2] = {
        {.pose = {.position = {0.5, 3.4, 0.5}}, .size = {0.5f, 0, 0}, .shape = PLIANT_SHAPE_SPHERE},
        {.pose = {.position = {0.5, 1, 0.5}}, .size = {1, 1.1f, 1}, .shape = PLIANT_SHAPE_CUBOID,
         .flags = PLIANT_QUERY_COLLIDERS}};
    PliantOverlap overlaps[3];
    uint64_t dropped = 9;
    EXPECT(OK, pliant_query_overlaps(world, shapes, 2, &ticket));
    EXPECT(OK, pliant_query_wait(ticket));
    EXPECT(ERROR_CAPACITY, pliant_query_fetch_overlaps(ticket, overlaps, 2, &count, &dropped));
    EXPECT_TRUE(count == 3 && dropped == 0);
    EXPECT(OK, pliant_query_fetch_overlaps(ticket, overlaps, 3, &count, NULL));
    EXPECT_TRUE(overlaps[0].query == 0 && overlaps[0].body.bits == body.bits);
    EXPECT_TRUE(overlaps[1].query == 1 && overlaps[1].body.bits == body.bits && overlaps[1].user_data == 7);
    EXPECT_TRUE(overlaps[2].query == 1 && overlaps[2].collider.bits == floor.bits);

    EXPECT(OK, pliant_query_rays(world, NULL, 0, &other));
    EXPECT(OK, pliant_query_drop(other));
    EXPECT(ERROR_INVALID_HANDLE, pliant_query_wait(other));
    rays[1].direction[1] = 0;
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_query_rays(world, rays, 2, &ticket));
    EXPECT_SAYS("pliant_query_rays: rays[1].direction is zero, expected a length above 0");
    EXPECT(ERROR_CAPACITY, pliant_query_rays(world, rays, PLIANT_MAX_QUERIES + 1, &ticket));

    /* Drag the cube by the middle of its top, up by a metre. */
    rays[0] = down(0.5, 0.5);
    PliantFrameId grab;
    PliantPose pose = {.position = {0.5, 4, 0.5}};
    EXPECT(OK, pliant_query_rays(world, rays, 1, &ticket));
    EXPECT(OK, pliant_query_wait(ticket));
    EXPECT(OK, pliant_query_fetch(ticket, hits, 1, &count));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_grab(hits, 0, &grab));
    EXPECT(OK, pliant_body_grab(hits, 1e6f, &grab));
    EXPECT(ERROR_INVALID_STATE, pliant_body_grab(hits, 1e6f, &grab));
    EXPECT(OK, pliant_frame_move(grab, &pose));
    for (int step = 0; step < 60; step++) EXPECT(OK, pliant_world_step(world, 1.0f / 60, NULL));
    EXPECT(OK, pliant_query_rays(world, rays, 1, &ticket));
    EXPECT(OK, pliant_query_wait(ticket));
    EXPECT(OK, pliant_query_fetch(ticket, hits, 1, &count));
    EXPECT_TRUE(hits[0].point[1] > 3.8 && hits[0].point[1] < 4.2);
    EXPECT(OK, pliant_frame_remove(grab));

    EXPECT(OK, pliant_query_rays(world, rays, 1, &ticket));
    EXPECT(OK, pliant_world_destroy(world));
    EXPECT(ERROR_INVALID_HANDLE, pliant_query_fetch(ticket, hits, 1, &count));
    EXPECT(OK, pliant_asset_release(asset));
    EXPECT(OK, pliant_shutdown());
    return finish("queries");
}
