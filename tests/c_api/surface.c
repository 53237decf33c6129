/* Assets cooked from surfaces: report, levels, regions, shells, saving, progress and stopping. */
// xtask: valgrind, long
#include "test.h"
#include <math.h>

enum { RINGS = 16, SEGMENTS = 24, VERTICES = (RINGS + 1) * SEGMENTS, TRIANGLES = 2 * RINGS * SEGMENTS };

/* A ball of radius 1 m with a seam: rings of vertices, split at each pole. Each vertex also has factors. */
static struct { float position[3], uv[2], factor; } ball[VERTICES];
static uint32_t ball_triangles[TRIANGLES][3];

static PliantSurfaceDesc ball_desc(void) {
    for (uint32_t v = 0; v < VERTICES; v++) {
        double polar = 3.14159265358979 * (v / SEGMENTS) / RINGS, around = 6.28318530717959 * (v % SEGMENTS) / SEGMENTS;
        double radius = v / SEGMENTS == RINGS ? 0 : sin(polar); /* the poles are points to the last bit */
        ball[v].position[0] = (float)(radius * cos(around)), ball[v].position[2] = (float)(-radius * sin(around));
        ball[v].position[1] = (float)cos(polar), ball[v].factor = ball[v].position[1] > 0 ? 4 : 1;
        ball[v].uv[0] = NAN; /* not read by the library */
    }
    for (uint32_t q = 0; q < RINGS * SEGMENTS; q++) {
        uint32_t a = q, b = q / SEGMENTS * SEGMENTS + (q + 1) % SEGMENTS, c = a + SEGMENTS, d = b + SEGMENTS;
        const uint32_t two[2][3] = {{a, c, b}, {b, c, d}};
        memcpy(ball_triangles[2 * q], two, sizeof two);
    }
    PliantSurfaceDesc desc;
    EXPECT(OK, pliant_surface_desc_init(&desc, sizeof desc));
    desc.vertex_count = VERTICES, desc.positions = ball[0].position, desc.position_stride = sizeof *ball;
    desc.index_count = 3 * TRIANGLES, desc.indices = ball_triangles[0];
    return desc;
}

static PliantSurfaceReport report_of(PliantAssetId asset) {
    PliantSurfaceReport report = {.struct_size = sizeof report};
    EXPECT(OK, pliant_asset_surface_report(asset, &report));
    return report;
}

static PliantAssetInfo info_of(PliantAssetId asset) {
    PliantAssetInfo info = {.struct_size = sizeof info};
    EXPECT(OK, pliant_asset_info(asset, &info));
    return info;
}

/* Whether the sentences about an asset contain this word. They fill exactly the size that was returned. */
static int text_has(PliantAssetId asset, const char *word) {
    char text[4096];
    uint64_t size = 0, written = 0;
    EXPECT(OK, pliant_asset_report_text(asset, NULL, 0, &size));
    memset(text, 1, sizeof text);
    EXPECT(OK, pliant_asset_report_text(asset, (uint8_t *)text, sizeof text, &written));
    EXPECT_TRUE(size == written && text[size] == 1);
    text[size] = 0;
    return strstr(text, word) != NULL;
}

/* The surface of a ball with two split poles: what was welded and dropped can be counted. */
static void a_ball(void) {
    PliantSurfaceDesc desc = ball_desc();
    PliantAssetId asset;
    EXPECT(OK, pliant_asset_create_from_surface(&desc, NULL, NULL, &asset));
    PliantSurfaceReport report = report_of(asset);
    PliantAssetInfo info = info_of(asset);
    EXPECT_TRUE(report.kind == PLIANT_ASSET_BODY && info.kind == PLIANT_ASSET_BODY && report.level == 0);
    EXPECT_TRUE(report.given_vertex_count == VERTICES && report.given_triangle_count == TRIANGLES);
    /* A pole is SEGMENTS vertices at one place, and as many triangles there have two corners in it. */
    EXPECT_TRUE(report.welded_exactly_count == 2 * (SEGMENTS - 1) && report.welded_nearly_count == 0);
    EXPECT_TRUE(report.degenerate_triangle_count == 2 * SEGMENTS);
    EXPECT_TRUE(report.solid_part_count == 1 && report.shell_part_count == 0 && report.hole_count == 0);
    EXPECT_TRUE(report.body_count == 1 && report.cage_body_count == 1 && report.tet_count == info.tet_count);
    /* Within about 10 %. */
    EXPECT_TRUE(report.tet_count > 1700 && report.tet_count < 2300);
    /* The volume of 16 frusta of 24 sides, by their cross sections of area 12 r² sin(15°): h/3 (A + B + sqrt(A B)). */
    double volume = 0;
    for (int ring = 0; ring < RINGS; ring++) {
        double a = 3.14159265358979 * ring / RINGS, b = 3.14159265358979 * (ring + 1) / RINGS;
        double s = 12 * 0.25881904510252; /* sin 15° */
        volume += (cos(a) - cos(b)) / 3 * s * (sin(a) * sin(a) + sin(b) * sin(b) + sin(a) * sin(b));
    }
    EXPECT_TRUE(fabs(report.surface_volume - volume) < 1e-5);
    EXPECT_TRUE(fabs(report.volume - info.volume) < 1e-4 && report.volume > volume); /* a cage is around it */
    /* Five tets a cube have the angles of a regular tet and of a cube's corner: arccos(1/3) = 70.5°, 54.7° and 90°. */
    EXPECT_TRUE(fabs(report.least_dihedral - 54.7356) < 0.1 && fabs(report.largest_dihedral - 90) < 0.1);
    EXPECT_TRUE(report.farthest_outside < 1e-6);
    /* The corners of a cube that touches the ball are no farther from it than the cube's diagonal. */
    double diagonal = 0;
    for (int k = 0; k < 3; k++) diagonal += (info.high[k] - info.low[k]) * (info.high[k] - info.low[k]);
    EXPECT_TRUE(report.farthest_boundary > 0 && report.farthest_boundary * sqrt(diagonal) <= sqrt(3) * report.cell_size);
    EXPECT_TRUE(text_has(asset, "were welded to it.") && text_has(asset, "tets fill 1 body"));
    EXPECT(OK, pliant_asset_release(asset));
}

/* Cells are twice as large in each level. The levels equal those of a call for each, bit for bit. */
static void levels(void) {
    PliantSurfaceDesc desc = ball_desc();
    desc.element_count = 4000, desc.level_count = 3;
    PliantAssetId assets[4] = {{0}, {0}, {0}, {77}};
    EXPECT(OK, pliant_asset_create_from_surface(&desc, NULL, NULL, assets));
    EXPECT_TRUE(assets[3].bits == 77);
    desc.level_count = 0;
    for (uint32_t level = 0; level < 3; level++) {
        PliantAssetId alone;
        desc.element_count = 4000u >> 3 * level;
        EXPECT(OK, pliant_asset_create_from_surface(&desc, NULL, NULL, &alone));
        EXPECT_TRUE(info_of(alone).content_hash == info_of(assets[level]).content_hash);
        EXPECT_TRUE(report_of(assets[level]).level == level);
        EXPECT(OK, pliant_asset_release(alone));
        EXPECT(OK, pliant_asset_release(assets[level]));
        EXPECT(ERROR_INVALID_HANDLE, pliant_asset_release(assets[level]));
    }
    desc = ball_desc(), desc.cell_size = 0.25f, desc.level_count = 2; /* a size works like a count */
    EXPECT(OK, pliant_asset_create_from_surface(&desc, NULL, NULL, assets));
    EXPECT_TRUE(report_of(assets[0]).cell_size == 0.25f && report_of(assets[1]).cell_size == 0.5f);
    EXPECT(OK, pliant_asset_release(assets[0]));
    EXPECT(OK, pliant_asset_release(assets[1]));
}

/* The mass of a body of density 1 [kg/m³] made of an asset. */
static double mass_of(PliantAssetId asset) {
    PliantWorldId world = new_world();
    PliantBodyDesc desc = body_desc();
    desc.layers = 2, desc.mask = 1; /* touches no body: kernels of contact take valgrind minutes to compile */
    PliantNeoHookeanDesc light;
    EXPECT(OK, pliant_neo_hookean_desc_init(&light, sizeof light));
    light.density = 1, desc.model = PLIANT_MODEL_NEO_HOOKEAN, desc.model_desc = &light;
    PliantBodyId body;
    EXPECT(OK, pliant_body_add(world, asset, &desc, &body));
    PliantBodyInfo info = {.struct_size = sizeof info};
    EXPECT(OK, pliant_body_info(body, &info));
    EXPECT(OK, pliant_world_destroy(world));
    return info.mass;
}

/* A box around everything doubles the mass; a second one, which counts last, triples it. Vertex factors of 1 below and 4 above
 * give 2.5, because half of a symmetric cage is above. The tolerance is the ring of triangles at the equator, where the
 * factor changes, and the tets there: a sixteenth of the ball and a layer of cells. */
static void regions_and_factors(void) {
    static const float box[4][3] = {{-9, -9, -9}, {27, -9, -9}, {-9, 27, -9}, {-9, -9, 27}};
    static const uint32_t faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    PliantRegionDesc regions[2];
    for (int i = 0; i < 2; i++) {
        EXPECT(OK, pliant_region_desc_init(&regions[i], sizeof regions[i]));
        regions[i].vertex_count = 4, regions[i].positions = box[0], regions[i].index_count = 12, regions[i].indices = faces[0];
        regions[i].density = 2.0f + (float)i;
    }
    PliantSurfaceDesc desc = ball_desc();
    PliantAssetId plain, heavy;
    EXPECT(OK, pliant_asset_create_from_surface(&desc, NULL, NULL, &plain));
    const double one = mass_of(plain);
    desc.regions = regions;
    for (desc.region_count = 1; desc.region_count <= 2; desc.region_count++) {
        EXPECT(OK, pliant_asset_create_from_surface(&desc, NULL, NULL, &heavy));
        EXPECT_TRUE(fabs(mass_of(heavy) / one - (1 + desc.region_count)) < 1e-5);
        EXPECT(OK, pliant_asset_release(heavy));
    }
    desc.regions = NULL, desc.region_count = 0, desc.vertex_density = &ball[0].factor, desc.vertex_density_stride = sizeof *ball;
    EXPECT(OK, pliant_asset_create_from_surface(&desc, NULL, NULL, &heavy));
    EXPECT_TRUE(fabs(mass_of(heavy) / one - 2.5) < 0.3);
    EXPECT(OK, pliant_asset_release(heavy));
    EXPECT(OK, pliant_asset_release(plain));
}

/* An open sheet is not refused. It becomes a shell, which moves as cloth. */
static void a_sheet(void) {
    static const float square[4][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    static const uint32_t halves[2][3] = {{0, 1, 2}, {0, 2, 3}};
    PliantSurfaceDesc desc;
    EXPECT(OK, pliant_surface_desc_init(&desc, sizeof desc));
    desc.vertex_count = 4, desc.positions = square[0], desc.index_count = 6, desc.indices = halves[0];
    desc.level_count = 2;
    PliantAssetId sheets[2], loaded;
    EXPECT(OK, pliant_asset_create_from_surface(&desc, NULL, NULL, sheets));
    EXPECT_TRUE(sheets[0].bits == sheets[1].bits); /* one level, held twice */
    EXPECT(OK, pliant_asset_release(sheets[0]));
    PliantAssetInfo info = info_of(sheets[1]);
    EXPECT_TRUE(info.kind == PLIANT_ASSET_SHELL && info.tet_count == 0 && info.surface_triangle_count == 2);
    EXPECT_TRUE(info.vertex_count == 4 && info.edge_count == 5 && info.volume == 0 && info.centroid[0] == 0.5f);
    PliantSurfaceReport report = report_of(sheets[1]);
    EXPECT_TRUE(report.kind == PLIANT_ASSET_SHELL && report.shell_part_count == 1 && report.tet_count == 0);
    EXPECT_TRUE(text_has(sheets[1], "The result is a shell with 4 open edges"));
    uint8_t bytes[4096];
    uint64_t size;
    EXPECT(OK, pliant_asset_save(sheets[1], bytes, sizeof bytes, &size));
    EXPECT(OK, pliant_asset_load(bytes, size, &loaded));
    EXPECT_TRUE(info_of(loaded).content_hash == info.content_hash && info_of(loaded).kind == PLIANT_ASSET_SHELL);
    EXPECT(ERROR_INVALID_STATE, pliant_asset_surface_report(loaded, &report));
    EXPECT_TRUE(pliant_asset_report_text(loaded, NULL, 0, &size) == PLIANT_OK && size == 0);
    EXPECT(ERROR_FORMAT, pliant_asset_load(bytes, 40, &loaded));
    PliantWorldId world = new_world();
    PliantBodyDesc body_d = body_desc();
    body_d.layers = 2, body_d.mask = 1;
    PliantBodyId body;
    PliantSkinAssetId skin;
    EXPECT(OK, pliant_body_add(world, sheets[1], &body_d, &body)); /* by default it is cloth */
    body_d.model = PLIANT_MODEL_NEO_HOOKEAN;
    EXPECT(ERROR_MESH_UNSUPPORTED, pliant_body_add(world, sheets[1], &body_d, &body));
    EXPECT_SAYS("pliant_body_add: model is PLIANT_MODEL_NEO_HOOKEAN (1), which needs tetrahedra, and the asset has none: choose "
                "another model, or make the asset by pliant_asset_create, or of a closed surface by "
                "pliant_asset_create_from_surface in mode PLIANT_SURFACE_CAGE or PLIANT_SURFACE_CONFORMING");
    body_d.model = PLIANT_MODEL_DEFAULT;
    PliantSheetDesc sheet_d;
    PliantAssetId made;
    EXPECT(OK, pliant_sheet_desc_init(&sheet_d, sizeof sheet_d));
    EXPECT(ERROR_MESH_EMPTY, pliant_asset_create_from_sheet(&sheet_d, &made));
    sheet_d.vertex_count = 4, sheet_d.positions = square[0], sheet_d.index_count = 6, sheet_d.indices = halves[0];
    EXPECT(OK, pliant_asset_create_from_sheet(&sheet_d, &made));
    EXPECT_TRUE(info_of(made).surface_triangle_count == 2 && info_of(made).kind == PLIANT_ASSET_SHELL);
    EXPECT(OK, pliant_asset_release(made));
    EXPECT(OK, pliant_world_set_wind(world, (float[3]){3, 0, 0}));
    EXPECT(OK, pliant_world_step(world, 1.0f / 60, NULL));
    PliantSurfaceDesc closed = ball_desc();
    PliantAssetId hull;
    closed.mode = PLIANT_SURFACE_SHELL;
    EXPECT(OK, pliant_asset_create_from_surface(&closed, NULL, NULL, &hull));
    EXPECT_TRUE(text_has(hull, "The result is a shell with 0 open edges, as asked for"));
    EXPECT(OK, pliant_body_add(world, hull, &body_d, &body));
    EXPECT(OK, pliant_asset_release(hull));
    EXPECT(OK, pliant_skin_asset_from_surface(sheets[1], &skin));
    EXPECT(OK, pliant_skin_asset_release(skin));
    EXPECT(OK, pliant_world_destroy(world));
    EXPECT(OK, pliant_asset_release(loaded));
    EXPECT(OK, pliant_asset_release(sheets[1]));
}

/* What a progress callback saw, and when it stops the cook. */
struct seen { int calls; float last, stop_at; int rises; PliantAssetId inside; };

static int watched, heard; /* calls of `watch`, and messages of the failures in them */

static void hear(const PliantLogMessage *message, void *user_data) {
    (void)user_data;
    heard += strncmp(message->text, "pliant_asset_info: ", 19) == 0;
}

static int32_t watch(float done, void *user_data) {
    struct seen *seen = user_data;
    seen->rises &= heard == watched++; /* messages do not wait for the end of the cook */
    seen->calls++, seen->rises &= done >= seen->last && done <= 1, seen->last = done;
    PliantAssetInfo info = {.struct_size = sizeof info};
    seen->rises &= pliant_asset_info(seen->inside, &info) == PLIANT_OK; /* the library may be called */
    (void)pliant_asset_info(seen->inside, NULL); /* and a failure here is not one of the cook */
    return done >= seen->stop_at;
}

static void progress(void) {
    PliantSurfaceDesc desc = ball_desc();
    PliantAssetId untouched[2] = {{5}, {5}}, made;
    EXPECT(OK, pliant_log_set(hear, NULL, PLIANT_LOG_DEBUG));
    struct seen all = {.stop_at = 2, .rises = 1, .inside = cube()};
    EXPECT(OK, pliant_asset_create_from_surface(&desc, watch, &all, &made));
    EXPECT_TRUE(all.calls > 10 && all.rises && all.last == 1);
    const float stops[] = {0, 0.03f, 0.5f, 0.9f, 1};
    for (int i = 0; i < 5; i++) {
        for (desc.level_count = 1; desc.level_count <= 2; desc.level_count++) {
            struct seen some = {.stop_at = stops[i], .rises = 1, .inside = all.inside};
            EXPECT(ERROR_CANCELLED, pliant_asset_create_from_surface(&desc, watch, &some, untouched));
            EXPECT_SAYS("pliant_asset_create_from_surface: the progress callback asked to stop; nothing was made");
            EXPECT_TRUE(untouched[0].bits == 5 && untouched[1].bits == 5 && some.last >= stops[i] && some.rises);
        }
    }
    EXPECT_TRUE(heard == watched);
    EXPECT(OK, pliant_log_set(NULL, NULL, PLIANT_LOG_OFF));
    EXPECT(OK, pliant_asset_release(made));
    EXPECT(OK, pliant_asset_release(all.inside));
}

/* A description of zeros and a mesh equals the one with the defaults. The bits do not depend on the number of threads. */
static void zeros_mean_the_defaults(void) {
    const PliantSurfaceDesc full = ball_desc();
    PliantSurfaceDesc zero = {.struct_size = sizeof zero, .vertex_count = full.vertex_count, .positions = full.positions,
                              .position_stride = full.position_stride, .index_count = full.index_count, .indices = full.indices,
                              .thread_count = 3};
    PliantAssetId one, other;
    EXPECT(OK, pliant_asset_create_from_surface(&full, NULL, NULL, &one));
    EXPECT(OK, pliant_asset_create_from_surface(&zero, NULL, NULL, &other));
    EXPECT_TRUE(info_of(one).content_hash == info_of(other).content_hash);
    EXPECT(OK, pliant_asset_release(one));
    EXPECT(OK, pliant_asset_release(other));
}

int main(void) {
    a_ball();
    levels();
    regions_and_factors();
    a_sheet();
    progress();
    zeros_mean_the_defaults();
    EXPECT(OK, pliant_shutdown());
    return finish("surface");
}
