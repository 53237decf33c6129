#include "pliant.h"
#include <stdio.h>
#include <stdlib.h>

static void check(int32_t status) {
    char text[1025] = "";
    if (status == PLIANT_OK) return;
    pliant_last_error(text, sizeof text); /* which argument was wrong, and what was expected */
    fprintf(stderr, "%s: %s\n", pliant_status_name(status), text), exit(1);
}

int main(void) {
    static const float corners[8][3] = { /* the mesh that the game draws: a cube of 1 m */
        {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};
    static const uint32_t triangles[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                                              {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    /* Zero means the default, but where 0 has a meaning of its own: then begin with _init. */
    PliantWorldDesc world_desc = {.struct_size = sizeof world_desc, .gravity = {0, -9.81f, 0}};
    PliantSurfaceDesc surface_desc = {.struct_size = sizeof surface_desc, .vertex_count = 8, .positions = corners[0],
                                      .index_count = 36, .indices = triangles[0], .element_count = 500};
    PliantSkinAssetDesc skin_desc = {.struct_size = sizeof skin_desc, .vertex_count = 8, .positions = corners[0],
                                     .index_count = 36, .indices = triangles[0]};
    PliantColliderDesc floor_desc = {.struct_size = sizeof floor_desc, .shape = PLIANT_SHAPE_PLANE, .friction = 0.5f};
    PliantNeoHookeanDesc jelly = {.struct_size = sizeof jelly, .young_modulus = 5e4f, .poisson_ratio = 0.3f}; /* [Pa] */
    PliantBodyDesc body_desc;
    check(pliant_body_desc_init(&body_desc, sizeof body_desc));
    body_desc.model = PLIANT_MODEL_NEO_HOOKEAN, body_desc.model_desc = &jelly, body_desc.pose.position[1] = 1;

    PliantWorldId world;
    PliantAssetId asset;
    PliantSkinAssetId skin;
    PliantColliderId floor;
    PliantBodyId body;
    uint32_t skin_index;
    check(pliant_world_create(&world_desc, &world));
    check(pliant_asset_create_from_surface(&surface_desc, NULL, NULL, &asset)); /* about 500 tets */
    check(pliant_skin_asset_create(asset, &skin_desc, &skin));                  /* the mesh follows them */
    check(pliant_collider_add(world, &floor_desc, &floor));                     /* the half-space below y = 0 */
    check(pliant_body_add(world, asset, &body_desc, &body));
    check(pliant_body_add_skin(body, skin, NULL, &skin_index));

    for (int frame = 1; frame <= 120; frame++) {
        check(pliant_world_step(world, 1.0f / 60, NULL)); /* queues the work and returns */
        PliantVertexView view = {.struct_size = sizeof view};
        check(pliant_body_map_vertices(body, skin_index, PLIANT_MAP_WAIT, &view)); /* PLIANT_MAP_LATEST does not wait */
        const float *vertex = (const float *)view.data; /* position and normal of the first vertex */
        if (frame % 20 == 0) printf("frame %3d: corner at y = %.3f, top at y = %.3f\n", frame, vertex[1], view.high[1]);
        check(pliant_unmap(view.map));
    }
    check(pliant_world_destroy(world)), check(pliant_skin_asset_release(skin)), check(pliant_asset_release(asset));
    return 0;
}
