/* A thousand worlds, one after the other, each with a body, a skin and a step, leave nothing behind. */
#include "test.h"

enum { CYCLES = 1000 };

static uint64_t alive; /* GPU objects while a world is there */

static void cycle(PliantAssetId asset, PliantSkinAssetId skin, int leave_mapped) {
    PliantWorldId world = new_world();
    PliantBodyDesc desc = body_desc();
    PliantBodyId body = {0};
    EXPECT(OK, pliant_body_add(world, asset, &desc, &body));
    uint32_t index = 9;
    EXPECT(OK, pliant_body_add_skin(body, skin, NULL, &index));
    /* Threads compile what the world may need later; the count is that of all kernels from the first cycle on. */
    EXPECT(OK, pliant_world_prepare(world, NULL, 300000000000u, NULL));
    uint64_t frame = 0;
    EXPECT(OK, pliant_world_step(world, 1.0f / 60, &frame));
    PliantVertexView view = {.struct_size = sizeof view};
    EXPECT(OK, pliant_body_map_vertices(body, index, PLIANT_MAP_WAIT, &view));
    EXPECT_TRUE(frame == 1 && view.frame == 1 && view.vertex_count == 8 && view.data != NULL);
    EXPECT(OK, pliant_debug_resource_count(&alive));
    if (!leave_mapped) EXPECT(OK, pliant_unmap(view.map));
    EXPECT(OK, pliant_world_destroy(world));
}

int main(void) {
    PliantAssetId asset = cube();
    PliantSkinAssetId skin = {0};
    EXPECT(OK, pliant_skin_asset_from_surface(asset, &skin));
    uint64_t first = 0, last = 0;
    for (int i = 0; i < CYCLES && failures == 0; i++) {
        cycle(asset, skin, i % 2);
        EXPECT(OK, pliant_debug_resource_count(i == 0 ? &first : &last));
        if (i > 0 && last != first) printf("cycle %d: %llu GPU objects, after the first cycle %llu\n", i,
                                           (unsigned long long)last, (unsigned long long)first);
        if (i > 0) EXPECT_TRUE(last == first);
    }
    EXPECT_TRUE(alive > first); /* the count works */
    EXPECT(OK, pliant_skin_asset_release(skin));
    EXPECT(OK, pliant_asset_release(asset));
    EXPECT(OK, pliant_shutdown());
    EXPECT(OK, pliant_debug_resource_count(&last));
    EXPECT_TRUE(last == 0);
    return finish("cycles");
}
