/* What a caller is told without asking: of a body that stops, of one that is too stiff, of a point far off the mesh. And
 * what is said of the struct of another model. */
#include "test.h"

static char heard[8][600];
static int count;

static void hear(const PliantLogMessage *message, void *user_data) {
    (void)user_data;
    if (message->level == PLIANT_LOG_WARN && count < 8) snprintf(heard[count++], sizeof *heard, "%s", message->text);
}

/* Steps, and waits for the results; the next step sees them. */
static void steps(PliantWorldId world, int number) {
    for (int i = 0; i < number; i++) {
        EXPECT(OK, pliant_world_step(world, 1.0f / 60, NULL));
        EXPECT(OK, pliant_world_wait(world, UINT64_MAX));
    }
}

static void stopped(PliantAssetId asset) {
    const float huge[3] = {1e38f, 1e38f, 0};
    const PliantPose pose = {{0, 2, 0}, {0, 0, 0, 1}};
    PliantWorldId world = new_world();
    PliantBodyDesc desc = body_desc();
    PliantBodyId sound, body;
    EXPECT(OK, pliant_body_add(world, asset, &desc, &sound));
    desc.user_data = 77;
    EXPECT(OK, pliant_body_add(world, asset, &desc, &body));
    steps(world, 2);
    count = 0;
    for (int times = 1; times <= 2; times++) {
        EXPECT(OK, pliant_body_apply_impulse(body, huge, NULL));
        steps(world, 4);
        EXPECT_TRUE(count == times); /* once each time */
        EXPECT_TRUE(strstr(heard[times - 1], "user_data 77") && strstr(heard[times - 1], "pliant_body_teleport revives it"));
        EXPECT(OK, pliant_body_teleport(body, &pose, NULL, NULL, PLIANT_TELEPORT_PINS_FOLLOW));
        steps(world, 2);
        EXPECT_TRUE(count == times);
    }
    EXPECT(OK, pliant_world_destroy(world));
}

static void too_stiff(PliantAssetId asset) {
    PliantWorldId world = new_world();
    PliantBodyDesc desc = body_desc();
    PliantMassSpringDesc springs;
    PliantBodyId body;
    PliantBodyInfo info = {.struct_size = sizeof info};
    EXPECT(OK, pliant_mass_spring_desc_init(&springs, sizeof springs));
    springs.young_modulus = 1e12f, springs.density = 1e-3f;
    desc.model = PLIANT_MODEL_MASS_SPRING, desc.model_desc = &springs, desc.substeps = 1;
    EXPECT(OK, pliant_body_add(world, asset, &desc, &body));
    count = 0;
    steps(world, 2);
    EXPECT(OK, pliant_body_info(body, &info));
    EXPECT_TRUE(info.state == PLIANT_BODY_TOO_STIFF && count == 1 && strstr(heard[0], "stays where it is"));
    EXPECT(OK, pliant_world_destroy(world));
}

static void far_off(PliantAssetId asset) {
    PliantWorldId world = new_world();
    PliantBodyDesc body_d = body_desc();
    PliantBodyId body;
    EXPECT(OK, pliant_body_add(world, asset, &body_d, &body));
    for (int far = 0; far <= 1; far++) {
        PliantAttachmentDesc desc;
        PliantAttachmentId attachment;
        EXPECT(OK, pliant_attachment_desc_init(&desc, sizeof desc));
        desc.surface_point[1] = far ? 100 : 1.5f;
        count = 0;
        EXPECT(OK, pliant_body_attach(body, &desc, &attachment));
        EXPECT_TRUE(count == far && (!far || strstr(heard[0], "surface point 0 of an attachment is 99 length units")));
        EXPECT(OK, pliant_attachment_release(attachment));
    }
    EXPECT(OK, pliant_world_destroy(world));
}

/* Each init function says whose struct it is; another model's is refused, also if its size is another. */
static void other_model(PliantAssetId asset) {
    PliantWorldId world = new_world();
    PliantBodyDesc desc = body_desc();
    PliantBodyId body;
    PliantNeoHookeanDesc jelly;
    PliantClothDesc cloth;
    EXPECT(OK, pliant_neo_hookean_desc_init(&jelly, sizeof jelly));
    EXPECT(OK, pliant_cloth_desc_init(&cloth, sizeof cloth));
    EXPECT_TRUE(jelly.model == PLIANT_MODEL_NEO_HOOKEAN && cloth.model == PLIANT_MODEL_CLOTH);
    desc.model = PLIANT_MODEL_MASS_SPRING, desc.model_desc = &jelly;
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_add(world, asset, &desc, &body));
    EXPECT_SAYS("pliant_body_add: desc->model_desc is a PliantNeoHookeanDesc (its model is PLIANT_MODEL_NEO_HOOKEAN), but the "
                "body's model is PLIANT_MODEL_MASS_SPRING: call pliant_mass_spring_desc_init");
    desc.model_desc = &cloth;
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_add(world, asset, &desc, &body));
    EXPECT_SAYS("pliant_body_add: desc->model_desc is a PliantClothDesc (its model is PLIANT_MODEL_CLOTH), but the body's model "
                "is PLIANT_MODEL_MASS_SPRING: call pliant_mass_spring_desc_init");
    desc.model = PLIANT_MODEL_NEO_HOOKEAN, desc.model_desc = &jelly, jelly.model = 0; /* not said */
    EXPECT(OK, pliant_body_add(world, asset, &desc, &body));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_set_model(body, PLIANT_MODEL_SHAPE_MATCHING, &cloth));
    EXPECT_SAYS("pliant_body_set_model: model_desc is a PliantClothDesc (its model is PLIANT_MODEL_CLOTH), but the body's model "
                "is PLIANT_MODEL_SHAPE_MATCHING: call pliant_shape_matching_desc_init");
    jelly.model = 77;
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_set_model(body, PLIANT_MODEL_NEO_HOOKEAN, &jelly));
    EXPECT_SAYS("pliant_body_set_model: model_desc->model is 77, expected PLIANT_MODEL_NEO_HOOKEAN (1) in a "
                "PliantNeoHookeanDesc, or 0: call pliant_neo_hookean_desc_init");
    jelly.struct_size = 0;
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_set_model(body, PLIANT_MODEL_NEO_HOOKEAN, &jelly));
    EXPECT_SAYS("pliant_body_set_model: model_desc->struct_size is 0: call pliant_neo_hookean_desc_init(model_desc, "
                "sizeof(PliantNeoHookeanDesc)) first");
    EXPECT(OK, pliant_world_destroy(world));
}

int main(void) {
    PliantAssetId asset = cube();
    EXPECT(OK, pliant_log_set(hear, NULL, PLIANT_LOG_WARN));
    stopped(asset);
    too_stiff(asset);
    far_off(asset);
    other_model(asset);
    EXPECT(OK, pliant_log_set(NULL, NULL, PLIANT_LOG_OFF));
    EXPECT(OK, pliant_asset_release(asset));
    EXPECT(OK, pliant_shutdown());
    return finish("warnings");
}
