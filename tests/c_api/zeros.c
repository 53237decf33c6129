/* A model's struct of zeros means the defaults, as NULL and its init function do. */
#include "test.h"

/* The state after some steps of a body that falls on a floor, or of cloth that is blown off. */
static uint64_t outcome(PliantAssetId asset, uint32_t model, const void *model_desc) {
    PliantWorldId world = new_world();
    PliantBodyDesc desc = body_desc();
    PliantBodyId body = {0};
    PliantColliderDesc floor_desc;
    PliantColliderId floor = {0};
    const float wind[3] = {3, 0, 1};
    EXPECT(OK, pliant_collider_desc_init(&floor_desc, sizeof floor_desc));
    EXPECT(OK, pliant_collider_add(world, &floor_desc, &floor));
    EXPECT(OK, pliant_world_set_wind(world, wind));
    desc.model = model, desc.model_desc = model_desc, desc.pose.position[1] = 0.05;
    desc.angular_velocity[0] = 3;
    EXPECT(OK, pliant_body_add(world, asset, &desc, &body));
    for (int i = 0; i < 10; i++) EXPECT(OK, pliant_world_step(world, 1.0f / 60, NULL));
    EXPECT(OK, pliant_world_wait(world, UINT64_MAX));
    uint64_t hash = 0;
    EXPECT(OK, pliant_world_state_hash(world, &hash));
    EXPECT(OK, pliant_world_destroy(world));
    return hash;
}

/* Zeros, NULL and `desc` from its init function are the same; with another value it differs. */
#define SAME(asset, model, Desc, init, field, other)                                  \
    do {                                                                              \
        Desc zeros = {.struct_size = sizeof zeros}, desc;                             \
        EXPECT(OK, init(&desc, sizeof desc));                                         \
        const uint64_t expected = outcome(asset, model, &desc);                       \
        EXPECT_TRUE(outcome(asset, model, &zeros) == expected);                       \
        EXPECT_TRUE(outcome(asset, model, NULL) == expected);                         \
        desc.field = (other);                                                         \
        EXPECT_TRUE(outcome(asset, model, &desc) != expected);                        \
    } while (0)

static PliantAssetId sheet(void) {
    static const float positions[9][3] = {{0, 0, 0}, {.5f, 0, 0}, {1, 0, 0}, {0, 0, .5f}, {.5f, 0, .5f},
                                          {1, 0, .5f}, {0, 0, 1}, {.5f, 0, 1}, {1, 0, 1}};
    static const uint32_t triangles[8][3] = {{0, 3, 4}, {0, 4, 1}, {1, 4, 5}, {1, 5, 2},
                                             {3, 6, 7}, {3, 7, 4}, {4, 7, 8}, {4, 8, 5}};
    PliantSheetDesc desc = {.struct_size = sizeof desc, .vertex_count = 9, .positions = positions[0],
                            .index_count = 24, .indices = triangles[0]};
    PliantAssetId asset = {0};
    EXPECT(OK, pliant_asset_create_from_sheet(&desc, &asset));
    return asset;
}

/* A closed sheet: a tetrahedron. */
static PliantAssetId closed(void) {
    static const float positions[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    static const uint32_t triangles[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    PliantSheetDesc desc = {.struct_size = sizeof desc, .vertex_count = 4, .positions = positions[0],
                            .index_count = 12, .indices = triangles[0]};
    PliantAssetId asset = {0};
    EXPECT(OK, pliant_asset_create_from_sheet(&desc, &asset));
    return asset;
}

int main(void) {
    PliantAssetId solid = cube(), cloth = sheet(), balloon = closed();
    SAME(solid, PLIANT_MODEL_NEO_HOOKEAN, PliantNeoHookeanDesc, pliant_neo_hookean_desc_init, poisson_ratio, 0.1f);
    SAME(solid, PLIANT_MODEL_MASS_SPRING, PliantMassSpringDesc, pliant_mass_spring_desc_init, volume_stiffness, 0.1f);
    SAME(solid, PLIANT_MODEL_SHAPE_MATCHING, PliantShapeMatchingDesc, pliant_shape_matching_desc_init, beta, 0.9f);
    SAME(cloth, PLIANT_MODEL_CLOTH, PliantClothDesc, pliant_cloth_desc_init, drag, 3);
    SAME(balloon, PLIANT_MODEL_BALLOON, PliantBalloonDesc, pliant_balloon_desc_init, volume_factor, 2);
    EXPECT(OK, pliant_asset_release(solid));
    EXPECT(OK, pliant_asset_release(cloth));
    EXPECT(OK, pliant_asset_release(balloon));
    EXPECT(OK, pliant_shutdown());
    return finish("zeros");
}
