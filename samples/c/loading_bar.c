/* A loading bar: kernels are compiled before the game begins, and no step stalls later. The next start reads them from a folder.
 * Build: gcc -std=c99 -Iinclude samples/c/loading_bar.c -Ltarget/release -lpliant -o target/loading_bar
 * Run:   LD_LIBRARY_PATH=target/release target/loading_bar */
#include "pliant.h"
#include <stdio.h>
#include <stdlib.h>

static void check(int32_t status) {
    char text[1025] = "";
    if (status == PLIANT_OK) return;
    pliant_last_error(text, sizeof text);
    fprintf(stderr, "%s: %s\n", pliant_status_name(status), text), exit(1);
}

int main(int argc, char **argv) {
    static const float corners[8][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};
    static const uint32_t tets[5][4] = {{0, 1, 2, 4}, {3, 2, 1, 7}, {5, 4, 7, 1}, {6, 7, 4, 2}, {1, 2, 4, 7}};
    PliantAssetDesc asset_desc = {.struct_size = sizeof asset_desc, .vertex_count = 8, .positions = corners[0],
                                  .tet_count = 5, .tets = tets[0]};
    PliantColliderDesc floor_desc = {.struct_size = sizeof floor_desc, .shape = PLIANT_SHAPE_PLANE};
    PliantWorldDesc world_desc;
    PliantPrepareDesc desc;
    PliantPrepareState state = {.struct_size = sizeof state};
    PliantWorldStats stats = {.struct_size = sizeof stats};
    PliantWorldId world;
    PliantAssetId asset;
    PliantColliderId floor;
    PliantBodyId body;
    int32_t status;

    check(pliant_cache_open(argc > 1 ? argv[1] : "target/kernels")); /* before the first world */
    check(pliant_world_desc_init(&world_desc, sizeof world_desc));
    check(pliant_world_create(&world_desc, &world));
    check(pliant_asset_create(&asset_desc, &asset));

    /* What the level will have: cubes that touch each other, and round or square colliders. */
    check(pliant_prepare_desc_init(&desc, sizeof desc));
    desc.flags = PLIANT_PREPARE_TOUCH | PLIANT_PREPARE_SOLIDS;
    desc.assets = &asset, desc.asset_count = 1;
    while ((status = pliant_world_prepare(world, &desc, 100000000, &state)) == PLIANT_NOT_READY) /* 0.1 s; a game passes 0 */
        printf("\rloading: %3u %%", 100 * state.done_count / state.kernel_count), fflush(stdout);
    check(status);
    printf("\rloading: %u kernels\n", (unsigned)state.kernel_count);

    check(pliant_collider_add(world, &floor_desc, &floor));
    for (int k = 0; k < 3; k++) {
        PliantBodyDesc body_desc;
        check(pliant_body_desc_init(&body_desc, sizeof body_desc));
        body_desc.pose.position[1] = 0.5 + 1.5 * k;
        check(pliant_body_add(world, asset, &body_desc, &body));
        for (int frame = 0; frame < 20; frame++) check(pliant_world_step(world, 1.0f / 60, NULL));
    }
    check(pliant_world_stats(world, &stats));
    printf("%u steps, %u kernels were late\n", (unsigned)stats.frame, (unsigned)stats.late_kernel_count);
    check(pliant_world_destroy(world)), check(pliant_asset_release(asset));
    check(pliant_shutdown()); /* saves the kernels */
    return stats.late_kernel_count != 0;
}
