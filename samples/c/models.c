/* One mesh under three models, side by side; then one of the bodies changes its model. Build and run after the demo:
 *   cc -std=c11 -Iinclude samples/c/models.c -Ltarget/release -Wl,-rpath,$PWD/target/release -lpliant -o target/models
 *   target/models
 */
#include "pliant.h"
#include <stdio.h>
#include <stdlib.h>

static void check(int32_t status) {
    char text[1025] = "";
    if (status == PLIANT_OK) return;
    pliant_last_error(text, sizeof text);
    fprintf(stderr, "%s: %s\n", pliant_status_name(status), text), exit(1);
}

/* Prints how high each body is from its lowest to its highest vertex, and returns 0 if one was stopped or is squashed. */
static int show(const char *when, const PliantBodyId *bodies, int count) {
    int fine = 1;
    printf("%-18s", when);
    for (int i = 0; i < count; i++) {
        PliantBodyInfo info = {.struct_size = sizeof info};
        check(pliant_body_info(bodies[i], &info));
        printf("  model %u: y from %.3f to %.3f", info.model, info.low[1], info.high[1]);
        fine &= info.state == PLIANT_BODY_ACTIVE && info.high[1] - info.low[1] > 0.5;
    }
    printf("\n");
    return fine;
}

int main(void) {
    static const float corners[8][3] = { /* a cube of 1 m */
        {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};
    static const uint32_t triangles[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                                              {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    PliantWorldDesc world_desc = {.struct_size = sizeof world_desc, .gravity = {0, -9.81f, 0}};
    PliantColliderDesc floor_desc = {.struct_size = sizeof floor_desc, .shape = PLIANT_SHAPE_PLANE, .friction = 0.5f};
    PliantSurfaceDesc surface_desc = {.struct_size = sizeof surface_desc, .vertex_count = 8, .positions = corners[0],
                                      .index_count = 36, .indices = triangles[0], .element_count = 500};
    /* The struct of each model, from its init function: then what is changed. */
    PliantNeoHookeanDesc jelly;
    PliantMassSpringDesc springs;
    PliantShapeMatchingDesc shape;
    check(pliant_neo_hookean_desc_init(&jelly, sizeof jelly));
    check(pliant_mass_spring_desc_init(&springs, sizeof springs));
    check(pliant_shape_matching_desc_init(&shape, sizeof shape));
    jelly.young_modulus = 1e5f, jelly.poisson_ratio = 0.4f, jelly.damping = 2;       /* [Pa], [1], [1/s] */
    springs.young_modulus = 1e5f, springs.volume_stiffness = 1, springs.damping = 2; /* [Pa], [1], [1/s] */
    shape.alpha = 0.4f, shape.beta = 0.5f, shape.damping = 2;                        /* [1], [1], [1/s] */

    const uint32_t models[3] = {PLIANT_MODEL_NEO_HOOKEAN, PLIANT_MODEL_MASS_SPRING, PLIANT_MODEL_SHAPE_MATCHING};
    const void *descs[3] = {&jelly, &springs, &shape};
    PliantWorldId world;
    PliantColliderId floor;
    PliantAssetId asset;
    PliantBodyId bodies[3];
    check(pliant_world_create(&world_desc, &world));
    check(pliant_collider_add(world, &floor_desc, &floor));
    check(pliant_asset_create_from_surface(&surface_desc, NULL, NULL, &asset)); /* one asset for all */
    for (int i = 0; i < 3; i++) {
        PliantBodyDesc body_desc;
        check(pliant_body_desc_init(&body_desc, sizeof body_desc));
        body_desc.model = models[i], body_desc.model_desc = descs[i];
        body_desc.pose.position[0] = 2 * i, body_desc.pose.position[1] = 0.3;
        check(pliant_body_add(world, asset, &body_desc, &bodies[i]));
    }
    int fine = 1;
    for (int frame = 1; frame <= 60; frame++) {
        /* The springs become jelly while they run: place and motion stay. */
        if (frame == 31) check(pliant_body_set_model(bodies[1], PLIANT_MODEL_NEO_HOOKEAN, &jelly));
        check(pliant_world_step(world, 1.0f / 60, NULL));
        if (frame % 15) continue;
        check(pliant_world_wait(world, UINT64_MAX));
        fine &= show(frame <= 30 ? "three models" : "after the change", bodies, 3);
    }
    if (!fine) fprintf(stderr, "a body has not kept its shape\n");
    check(pliant_world_destroy(world)), check(pliant_asset_release(asset));
    return fine ? 0 : 1;
}
