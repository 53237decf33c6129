/* Drops a soft body on a floor, beside a pinned and a kinematic one, and writes the last frame as an OBJ file.
 *   hello_drop [TET_MESH|COOKED.pliant [RENDER_MESH.obj [OUT.obj]]]
 * Without a mesh it builds a bar of four cubes. Without a render mesh it shows the surface of the tets.
 *   cc -std=c11 -Iinclude samples/c/hello_drop.c -Ltarget/release -Wl,-rpath,$PWD/target/release -lpliant -lm -o target/hello_drop
 */
#include "pliant.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { CELLS = 4, STEPS = 120, PINNED = 1, KINEMATIC = 2, BODIES = 3 };

static void check(int32_t status) {
    if (status == PLIANT_OK) return;
    char text[1025] = "";
    pliant_last_error(text, sizeof text); /* names the function and the argument */
    fprintf(stderr, "%s: %s\n", pliant_status_name(status), text);
    exit(1);
}

static void warn(const PliantLogMessage *message, void *user_data) { /* such as a render mesh that does not fit the tets */
    (void)user_data, printf("warning: %s\n", message->text);
}
static uint32_t *indices_for(uint64_t count) {
    uint32_t *indices = malloc(count * sizeof *indices);
    if (!indices) fprintf(stderr, "no memory\n"), exit(1);
    return indices;
}
/* A bar of cubes of five tets each, mirrored from cube to cube so that the faces of neighbours match. */
static PliantAssetId bar_asset(void) {
    static const uint32_t five[2][5][4] = {
        {{0, 1, 3, 5}, {0, 3, 2, 6}, {0, 5, 6, 4}, {3, 6, 5, 7}, {0, 3, 6, 5}},
        {{1, 0, 4, 2}, {1, 3, 2, 7}, {1, 5, 7, 4}, {2, 4, 7, 6}, {1, 2, 4, 7}}};
    static float positions[4 * (CELLS + 1)][3];
    static uint32_t tets[CELLS][5][4];
    for (uint32_t v = 0; v < 4 * (CELLS + 1); v++)
        positions[v][0] = (float)(v / 4), positions[v][1] = (float)(v & 1), positions[v][2] = (float)(v >> 1 & 1);
    for (uint32_t i = 0; i < CELLS * 20; i++) {
        uint32_t cell = i / 20, c = five[cell % 2][i / 4 % 5][i % 4]; /* bits of c: x, y, z */
        tets[cell][i / 4 % 5][i % 4] = 4 * (cell + (c & 1)) + (c >> 1);
    }
    PliantAssetDesc desc;
    check(pliant_asset_desc_init(&desc, sizeof desc));
    desc.vertex_count = 4 * (CELLS + 1), desc.positions = positions[0];
    desc.tet_count = 5 * CELLS, desc.tets = tets[0][0];
    PliantAssetId asset;
    check(pliant_asset_create(&desc, &asset));
    return asset;
}

static void write_obj(const char *path, PliantSkinAssetId skin, const PliantVertexView *views) {
    uint64_t count;
    check(pliant_skin_asset_indices(skin, NULL, 0, &count));
    uint32_t *indices = indices_for(count);
    check(pliant_skin_asset_indices(skin, indices, count, &count));
    FILE *file = fopen(path, "w");
    if (!file) fprintf(stderr, "cannot write %s\n", path), exit(1);
    for (int b = 0; b < BODIES; b++) {
        for (uint32_t v = 0; v < views[b].vertex_count; v++) { /* position and normal: the default layout */
            const float *f = (const float *)(views[b].data + (size_t)v * views[b].stride);
            fprintf(file, "v %.6g %.6g %.6g\nvn %.4g %.4g %.4g\n", f[0], f[1], f[2], f[3], f[4], f[5]);
        }
        const uint32_t first = 1 + (uint32_t)b * views[b].vertex_count;
        for (uint64_t i = 0; i < count; i++)
            fprintf(file, "%s %u//%u%s", i % 3 ? "" : "f", first + indices[i], first + indices[i], i % 3 == 2 ? "\n" : "");
    }
    free(indices);
    printf("%s %s\n", fclose(file) ? "could not finish" : "wrote", path);
}

int main(int argc, char **argv) {
    PliantAbiInfo abi = {.struct_size = sizeof abi};
    check(pliant_abi_info(&abi));
    if (abi.layout_hash != PLIANT_LAYOUT_HASH) fprintf(stderr, "pliant.h is not of this library\n"), exit(1);
    check(pliant_log_set(warn, NULL, PLIANT_LOG_WARN));

    PliantWorldDesc world_desc;
    check(pliant_world_desc_init(&world_desc, sizeof world_desc));
    PliantWorldId world;
    check(pliant_world_create(&world_desc, &world));

    PliantAssetId asset; /* the tet mesh that is simulated, cooked here or by `pliant cook` */
    PliantSkinAssetId skin; /* the render mesh that follows it */
    if (argc > 1) check(pliant_asset_read_file(argv[1], 1, &asset));
    else asset = bar_asset();
    if (argc > 2) check(pliant_skin_asset_read_file(asset, argv[2], &skin));
    else check(pliant_skin_asset_from_surface(asset, &skin));
    PliantAssetInfo info = {.struct_size = sizeof info};
    check(pliant_asset_info(asset, &info));
    float size = fmaxf(info.high[0] - info.low[0], fmaxf(info.high[1] - info.low[1], info.high[2] - info.low[2]));

    PliantColliderDesc floor_desc; /* the half-space below y = 0 */
    check(pliant_collider_desc_init(&floor_desc, sizeof floor_desc));
    PliantColliderId floor_collider;
    check(pliant_collider_add(world, &floor_desc, &floor_collider));

    PliantBodyId bodies[BODIES];
    PliantPose frame_pose = {.position = {1.5f * KINEMATIC, 1.5f, 0}, .rotation = {0, 0, 0, 1}};
    for (int b = 0; b < BODIES; b++) {
        PliantBodyDesc desc;
        check(pliant_body_desc_init(&desc, sizeof desc));
        desc.scale = 1 / size; /* every mesh becomes 1 m large */
        PliantNeoHookeanDesc jelly;
        check(pliant_neo_hookean_desc_init(&jelly, sizeof jelly));
        jelly.young_modulus = 2e5f, jelly.damping = 2;
        desc.model = PLIANT_MODEL_NEO_HOOKEAN, desc.model_desc = &jelly;
        const float centre[3] = {1.5f * (float)b, 1.5f, 0};
        for (int k = 0; k < 3; k++) desc.pose.position[k] = centre[k] - desc.scale * info.centroid[k];
        check(pliant_body_add(world, asset, &desc, &bodies[b]));
        uint32_t skin_index;
        check(pliant_body_add_skin(bodies[b], skin, NULL, &skin_index));
    }

    PliantAttachmentDesc hold; /* the pinned body hangs by the surface triangle nearest to its top */
    check(pliant_attachment_desc_init(&hold, sizeof hold));
    for (int k = 0; k < 3; k++) hold.surface_point[k] = k == 1 ? info.high[1] : info.centroid[k];
    PliantAttachmentId attachment;
    check(pliant_body_attach(bodies[PINNED], &hold, &attachment));
    PliantFrameId frame; /* every vertex of the kinematic body follows a frame */
    check(pliant_frame_add(world, &frame_pose, 0, &frame));
    uint32_t *all = indices_for(info.user_vertex_count);
    for (uint32_t v = 0; v < info.user_vertex_count; v++) all[v] = v;
    hold.vertex_count = info.user_vertex_count, hold.vertices = all, hold.frame = frame;
    check(pliant_body_attach(bodies[KINEMATIC], &hold, &attachment));
    free(all);

    PliantPrepareState state = {.struct_size = sizeof state}; /* where a driver has not kept them, kernels take seconds */
    int32_t status;
    while ((status = pliant_world_prepare(world, NULL, 2000000000, &state)) == PLIANT_NOT_READY)
        printf("compiling kernels: %u of %u are there\n", state.done_count, state.kernel_count), fflush(stdout);
    check(status);

    printf("%6s  %-24s %-24s %-24s\n", "frame", "falling, low and high y", "pinned", "kinematic");
    PliantVertexView views[BODIES];
    for (int step = 1; step <= STEPS; step++) {
        float angle = 3.14159265f * (float)step / STEPS; /* half a turn about y while it goes up and down */
        frame_pose.position[1] = 1.5f + 0.5f * sinf(angle);
        frame_pose.rotation[1] = sinf(angle / 2), frame_pose.rotation[3] = cosf(angle / 2);
        check(pliant_frame_move(frame, &frame_pose));
        check(pliant_world_step(world, 1.0f / 60, NULL)); /* only queues */
        if (step % 20) continue;
        printf("%6d", step);
        for (int b = 0; b < BODIES; b++) {
            views[b].struct_size = sizeof views[b];
            check(pliant_body_map_vertices(bodies[b], 0, PLIANT_MAP_WAIT, &views[b]));
            printf("  %8.4f .. %8.4f    ", views[b].low[1], views[b].high[1]);
            if (step < STEPS) check(pliant_unmap(views[b].map));
        }
        printf("\n");
    }
    write_obj(argc > 3 ? argv[3] : "hello_drop.obj", skin, views);
    for (int b = 0; b < BODIES; b++) check(pliant_unmap(views[b].map));

    check(pliant_world_destroy(world));
    check(pliant_skin_asset_release(skin)), check(pliant_asset_release(asset));
    check(pliant_shutdown());
    return 0;
}
