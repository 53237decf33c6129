/* A program of its time: it is compiled with the current header and with that of each release (tests/abi/released), and
 * runs with the current library. It uses only what the first release has. */
#include "pliant.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static int failures;

static void expect(int holds, const char *what, int line) {
    char text[1025] = "";
    if (holds) return;
    failures++;
    (void)pliant_last_error(text, sizeof text);
    printf("client, line %d: not true: %s; last error: %s\n", line, what, text);
}
#define EXPECT(condition) expect((condition), #condition, __LINE__)

/* A ball falls for 0.1 s without a floor: g t²/2 exactly, or one step more by implicit Euler. */
static void drop(const PliantApi *api) {
    static const float corners[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    static const uint32_t tet[4] = {0, 1, 2, 3};
    PliantWorldDesc world_desc;
    PliantAssetDesc mesh;
    PliantBodyDesc body_desc;
    PliantWorldId world = {0};
    PliantAssetId asset = {0};
    PliantBodyId body = {0};
    PliantParticleView view = {0};
    EXPECT(api->world_desc_init(&world_desc, sizeof world_desc) == PLIANT_OK);
    EXPECT(api->asset_desc_init(&mesh, sizeof mesh) == PLIANT_OK);
    EXPECT(api->body_desc_init(&body_desc, sizeof body_desc) == PLIANT_OK);
    mesh.vertex_count = 4, mesh.positions = corners[0], mesh.tet_count = 1, mesh.tets = tet;
    body_desc.readback_particles = 1;
    EXPECT(api->world_create(&world_desc, &world) == PLIANT_OK);
    EXPECT(api->asset_create(&mesh, &asset) == PLIANT_OK);
    EXPECT(api->body_add(world, asset, &body_desc, &body) == PLIANT_OK);
    for (int step = 0; step < 10; step++) EXPECT(api->world_step(world, 0.01f, NULL) == PLIANT_OK);
    view.struct_size = sizeof view;
    EXPECT(api->body_map_particles(body, PLIANT_MAP_WAIT, &view) == PLIANT_OK);
    if (view.velocities) EXPECT(fabsf(view.velocities[1] + 0.981f) < 1e-3f);
    EXPECT(view.frame == 10);
    EXPECT(api->world_destroy(world) == PLIANT_OK);
    EXPECT(api->asset_release(asset) == PLIANT_OK);
    EXPECT(api->shutdown() == PLIANT_OK);
}

int main(void) {
    PliantAbiInfo info = {0};
    PliantApi api;
    memset(&api, 0, sizeof api);
    info.struct_size = sizeof info;
    api.struct_size = sizeof api;
    EXPECT(pliant_abi_info(&info) == PLIANT_OK);
    if (info.abi_version != PLIANT_ABI_VERSION) {
        /* What breaks has another version, and is refused. */
        EXPECT(pliant_get_api(PLIANT_ABI_VERSION, &api) == PLIANT_ERROR_VERSION);
    } else {
        EXPECT(pliant_get_api(PLIANT_ABI_VERSION, &api) == PLIANT_OK);
        if (!failures) drop(&api);
    }
    printf("client: header of layout %llx, library %u.%u.%u of layout %llx, %d failures\n",
           (unsigned long long)PLIANT_LAYOUT_HASH, info.major, info.minor, info.patch, (unsigned long long)info.layout_hash,
           failures);
    return failures ? 1 : 0;
}
