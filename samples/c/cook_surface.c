/* Cooks a render mesh that is no clean solid: a ball with a wide hole at the top and a tiny one at the bottom. The tets inside a
 * smaller mesh are stiffer. For each of two levels of detail it prints what cooking did, saves and loads the level, and
 * hangs it by points of the render mesh. It prints where these points and the lowest one are after a second. The levels
 * stay as cook_surface_lod0.pliant and cook_surface_lod1.pliant.
 *   cook_surface
 *   cc -std=c11 -Iinclude samples/c/cook_surface.c -Ltarget/release -Wl,-rpath,$PWD/target/release -lpliant -lm -o target/cook_surface
 */
#include "pliant.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { RINGS = 20, SIDES = 32, LEVELS = 2, PINS = SIDES };
struct vertex { float position[3], uv[2]; }; /* as in an engine */
static struct vertex vertices[(RINGS + 1) * SIDES];
static uint32_t triangles[RINGS * SIDES][2][3];

static void check(int32_t status) {
    if (status == PLIANT_OK) return;
    char text[1025] = "";
    pliant_last_error(text, sizeof text);
    fprintf(stderr, "%s: %s\n", pliant_status_name(status), text);
    exit(1);
}

static void make_ball(void) {
    for (uint32_t v = 0; v < (RINGS + 1) * SIDES; v++) {
        float polar = 0.2f + 2.94f * (float)(v / SIDES) / RINGS, around = 6.2831853f * (float)(v % SIDES) / SIDES;
        float radius = 0.5f * sinf(polar); /* from a wide rim at the top to a ring 1.6 mm across at the bottom, both open */
        vertices[v].position[0] = radius * cosf(around), vertices[v].position[1] = 0.5f * cosf(polar);
        vertices[v].position[2] = -radius * sinf(around);
    }
    for (uint32_t a = 0; a < RINGS * SIDES; a++) {
        uint32_t b = a / SIDES * SIDES + (a + 1) % SIDES, c = a + SIDES, d = b + SIDES;
        uint32_t two[2][3] = {{a, c, b}, {b, c, d}};
        for (int i = 0; i < 6; i++) triangles[a][i / 3][i % 3] = two[i / 3][i % 3];
    }
}

/* Called on the thread that cooks. Any answer but 0 stops it, and the call returns PLIANT_ERROR_CANCELLED. */
static int32_t on_progress(float done, void *user_data) {
    int *tenths = user_data;
    for (; *tenths <= (int)(10 * done); ++*tenths) printf("%s%d %%", *tenths ? ", " : "", 10 * *tenths);
    return 0;
}

static void cook(PliantAssetId assets[LEVELS]) {
    static const float core[4][3] = {{0, 0.4f, 0}, {0.35f, -0.2f, 0}, {-0.2f, -0.2f, 0.3f}, {-0.2f, -0.2f, -0.3f}};
    static const uint32_t faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}; /* any closed mesh; here a tet */
    PliantRegionDesc region;
    check(pliant_region_desc_init(&region, sizeof region));
    region.vertex_count = 4, region.positions = core[0], region.index_count = 12, region.indices = faces[0];
    region.stiffness = 20;
    PliantSurfaceDesc desc;
    check(pliant_surface_desc_init(&desc, sizeof desc));
    desc.vertex_count = sizeof vertices / sizeof *vertices;
    desc.positions = vertices[0].position, desc.position_stride = sizeof *vertices;
    desc.index_count = sizeof triangles / sizeof(uint32_t), desc.indices = triangles[0][0];
    desc.element_count = 3000, desc.level_count = LEVELS;
    desc.regions = &region, desc.region_count = 1;
    int tenths = 0;
    check(pliant_asset_create_from_surface(&desc, on_progress, &tenths, assets));
    printf("\n");
}

static void say(PliantAssetId asset) {
    PliantAssetInfo info = {.struct_size = sizeof info};
    check(pliant_asset_info(asset, &info)); /* a sheet would be a PLIANT_ASSET_SHELL, which no body can be made of */
    PliantSurfaceReport report = {.struct_size = sizeof report};
    check(pliant_asset_surface_report(asset, &report));
    printf("level %u: kind %u, %u tets, %.2f %% of the diagonal outside of them\n", report.level, info.kind, info.tet_count,
           100 * report.farthest_outside);
    uint64_t size;
    check(pliant_asset_report_text(asset, NULL, 0, &size));
    char *text = malloc(size + 1);
    if (!text) fprintf(stderr, "no memory\n"), exit(1);
    check(pliant_asset_report_text(asset, (uint8_t *)text, size, &size));
    printf("%.*s\n", (int)size, text);
    free(text);
}

/* Saves an asset and replaces it by the one that is loaded from the bytes. `pliant info`, `pliant view` and hello_drop read the file too. */
static PliantAssetId saved_and_loaded(PliantAssetId asset, int level) {
    uint64_t size;
    check(pliant_asset_save(asset, NULL, 0, &size));
    uint8_t *bytes = malloc(size);
    if (!bytes) fprintf(stderr, "no memory\n"), exit(1);
    check(pliant_asset_save(asset, bytes, size, &size));
    char path[40];
    snprintf(path, sizeof path, "cook_surface_lod%d.pliant", level);
    FILE *file = fopen(path, "wb");
    const int is_whole = file && fwrite(bytes, 1, size, file) == size;
    if (!file || fclose(file) || !is_whole) fprintf(stderr, "cannot write %s\n", path), exit(1);
    PliantAssetId loaded;
    check(pliant_asset_load(bytes, size, &loaded)); /* or pliant_asset_read_file with the path */
    free(bytes);
    PliantAssetInfo was = {.struct_size = sizeof was}, is = {.struct_size = sizeof is};
    check(pliant_asset_info(asset, &was));
    check(pliant_asset_info(loaded, &is));
    if (was.content_hash != is.content_hash) fprintf(stderr, "the loaded asset is another one\n"), exit(1);
    check(pliant_asset_release(asset));
    printf("%s: %llu bytes\n", path, (unsigned long long)size);
    return loaded;
}

/* Hangs a body by points of the render mesh. Store pins in this way: they hold for whatever is cooked. */
static void hang(PliantWorldId world, PliantAssetId asset) {
    PliantSkinAssetDesc mesh;
    check(pliant_skin_asset_desc_init(&mesh, sizeof mesh));
    mesh.vertex_count = sizeof vertices / sizeof *vertices;
    mesh.positions = vertices[0].position, mesh.position_stride = sizeof *vertices;
    mesh.index_count = sizeof triangles / sizeof(uint32_t), mesh.indices = triangles[0][0];
    PliantSkinAssetId skin;
    check(pliant_skin_asset_create(asset, &mesh, &skin));
    PliantBodyDesc body_desc;
    check(pliant_body_desc_init(&body_desc, sizeof body_desc));
    PliantNeoHookeanDesc jelly;
    check(pliant_neo_hookean_desc_init(&jelly, sizeof jelly));
    jelly.young_modulus = 2e5f, body_desc.pose.position[1] = 2;
    body_desc.model = PLIANT_MODEL_NEO_HOOKEAN, body_desc.model_desc = &jelly;
    PliantBodyId body;
    check(pliant_body_add(world, asset, &body_desc, &body));
    uint32_t index;
    check(pliant_body_add_skin(body, skin, NULL, &index));
    PliantAttachmentDesc hold;
    check(pliant_attachment_desc_init(&hold, sizeof hold));
    hold.surface_points = vertices[0].position, hold.surface_point_count = PINS; /* the rim */
    hold.surface_point_stride = sizeof *vertices;
    PliantAttachmentId attachment;
    check(pliant_body_attach(body, &hold, &attachment));
    for (int step = 0; step < 60; step++) check(pliant_world_step(world, 1.0f / 60, NULL));
    PliantVertexView view = {.struct_size = sizeof view};
    check(pliant_body_map_vertices(body, index, PLIANT_MAP_WAIT, &view));
    float worst = 0;
    for (uint32_t v = 0; v < PINS; v++)
        for (int k = 0; k < 3; k++) {
            const float *now = (const float *)(view.data + (size_t)v * view.stride);
            worst = fmaxf(worst, fabsf(now[k] - vertices[v].position[k] - (k == 1 ? 2 : 0)));
        }
    printf("pins off by %.1e m, lowest vertex %.3f m below their height\n", worst, vertices[0].position[1] + 2 - view.low[1]);
    if (!(worst < 1e-5f)) exit(1);
    check(pliant_unmap(view.map));
    check(pliant_body_remove(body));
    check(pliant_skin_asset_release(skin));
}

int main(int argc, char **argv) {
    if (argc > 1) {
        fprintf(stderr, "%s takes no file: it makes a ball and cooks that. `pliant cook %s` cooks yours.\n", argv[0], argv[1]);
        return 2;
    }
    make_ball();
    PliantAssetId assets[LEVELS];
    cook(assets);
    PliantWorldDesc world_desc;
    check(pliant_world_desc_init(&world_desc, sizeof world_desc));
    PliantWorldId world;
    check(pliant_world_create(&world_desc, &world));
    for (int level = 0; level < LEVELS; level++) {
        say(assets[level]);
        assets[level] = saved_and_loaded(assets[level], level);
        hang(world, assets[level]);
        check(pliant_asset_release(assets[level]));
    }
    check(pliant_world_destroy(world));
    check(pliant_shutdown());
    return 0;
}
