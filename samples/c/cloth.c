/* A flag: cloth held along one side, in the wind. Build and run after the demo:
 *   cc -std=c11 -Iinclude samples/c/cloth.c -Ltarget/release -Wl,-rpath,$PWD/target/release -lpliant -lm -o target/cloth
 *   target/cloth
 */
#include "pliant.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define ALONG 12 /* cells along the flag, which is 1.2 m wide */
#define DOWN 8   /* and down it: 0.8 m */
#define VERTICES ((ALONG + 1) * (DOWN + 1))

static void check(int32_t status) {
    char text[1025] = "";
    if (status == PLIANT_OK) return;
    pliant_last_error(text, sizeof text);
    fprintf(stderr, "%s: %s\n", pliant_status_name(status), text), exit(1);
}

/* The flag at rest in the plane z = 0: what the game draws, and what is cooked. */
static float places[VERTICES][3];
static uint32_t indices[2 * ALONG * DOWN][3];

static void make_flag(void) {
    int count = 0;
    for (int v = 0; v < VERTICES; v++) {
        places[v][0] = 0.1f * (float)(v % (ALONG + 1));
        places[v][1] = 1 + 0.1f * (float)(v / (ALONG + 1));
    }
    for (int row = 0; row < DOWN; row++) {
        for (int column = 0; column < ALONG; column++) {
            const uint32_t a = (uint32_t)(row * (ALONG + 1) + column), b = a + 1, d = a + ALONG + 1, c = d + 1;
            /* Diagonals that take turns make the cloth alike along both sides. */
            const uint32_t even[2][3] = {{a, b, c}, {a, c, d}}, odd[2][3] = {{a, b, d}, {b, c, d}};
            for (int k = 0; k < 6; k++) indices[count + k / 3][k % 3] = ((row + column) % 2 ? odd : even)[k / 3][k % 3];
            count += 2;
        }
    }
}

int main(void) {
    make_flag();
    PliantWorldDesc world_desc = {.struct_size = sizeof world_desc, .gravity = {0, -9.81f, 0}};
    PliantSheetDesc sheet_desc = {.struct_size = sizeof sheet_desc, .vertex_count = VERTICES, .positions = places[0],
                                  .index_count = 6 * ALONG * DOWN, .indices = indices[0]};
    PliantClothDesc cloth;
    PliantBodyDesc body_desc;
    check(pliant_cloth_desc_init(&cloth, sizeof cloth));
    cloth.stretch_stiffness = 3000;  /* [N/m] */
    cloth.bending_stiffness = 2e-5f; /* [N·m] */
    cloth.area_density = 0.15f;      /* [kg/m²] */
    cloth.damping = 0.5f;            /* [1/s] */
    check(pliant_body_desc_init(&body_desc, sizeof body_desc));
    body_desc.model = PLIANT_MODEL_CLOTH, body_desc.model_desc = &cloth;

    PliantWorldId world;
    PliantAssetId asset;
    PliantBodyId body;
    uint32_t pole[DOWN + 1]; /* the vertices at x = 0 */
    for (uint32_t row = 0; row <= DOWN; row++) pole[row] = row * (ALONG + 1);
    check(pliant_world_create(&world_desc, &world));
    check(pliant_asset_create_from_sheet(&sheet_desc, &asset));
    check(pliant_body_add(world, asset, &body_desc, &body));

    PliantAttachmentDesc hold; /* the pole */
    PliantAttachmentId attachment;
    check(pliant_attachment_desc_init(&hold, sizeof hold));
    hold.vertex_count = DOWN + 1, hold.vertices = pole;
    check(pliant_body_attach(body, &hold, &attachment));

    for (int frame = 1; frame <= 60; frame++) {
        const float time = (float)frame / 60;
        const float wind[3] = {8, 0, 4 * sinf(6 * time)}; /* [m/s], which turns from side to side */
        check(pliant_world_set_wind(world, wind));
        check(pliant_world_step(world, 1.0f / 60, NULL));
        if (frame % 15) continue;
        PliantBodyInfo info = {.struct_size = sizeof info};
        check(pliant_world_wait(world, UINT64_MAX));
        check(pliant_body_info(body, &info));
        printf("frame %2d: from (%5.2f, %5.2f, %5.2f) to (%5.2f, %5.2f, %5.2f)\n", frame, info.low[0], info.low[1],
               info.low[2], info.high[0], info.high[1], info.high[2]);
        if (info.state != PLIANT_BODY_ACTIVE || info.high[0] > 1.25f || info.low[0] < -1.25f) {
            fprintf(stderr, "the flag is not at its pole\n");
            return 1;
        }
    }
    check(pliant_world_destroy(world)), check(pliant_asset_release(asset));
    return 0;
}
