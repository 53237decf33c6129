/* A hill of heights and a crate of triangles as colliders, and what bodies give them. Build and run after the demo:
 *   cc -std=c11 -Iinclude samples/c/terrain.c -Ltarget/release -Wl,-rpath,$PWD/target/release -lpliant -lm -o target/terrain
 *   target/terrain
 */
#include "pliant.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define SIDE 17 /* points along the terrain, 0.5 m apart */

static void check(int32_t status) {
    char text[1025] = "";
    if (status == PLIANT_OK) return;
    pliant_last_error(text, sizeof text);
    fprintf(stderr, "%s: %s\n", pliant_status_name(status), text), exit(1);
}

static const float corners[8][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};
static const uint32_t triangles[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                                          {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};

/* A hill in the middle of 8 m by 8 m. */
static PliantShapeId hill(void) {
    float heights[SIDE * SIDE];
    PliantShapeHeightfieldDesc desc;
    PliantShapeId shape;
    for (int k = 0; k < SIDE * SIDE; k++) {
        const float x = 0.5f * (float)(k % SIDE) - 4, z = 0.5f * (float)(k / SIDE) - 4;
        heights[k] = 0.5f * expf(-0.5f * (x * x + z * z)); /* NAN would be a hole */
    }
    check(pliant_shape_heightfield_desc_init(&desc, sizeof desc));
    desc.column_count = desc.row_count = SIDE, desc.spacing[0] = desc.spacing[1] = 0.5f, desc.heights = heights;
    check(pliant_shape_create_heightfield(&desc, &shape)); /* it has its own copy of the heights */
    return shape;
}

static PliantColliderId add(PliantWorldId world, PliantShapeId shape, uint32_t kind, double x, double z) {
    PliantColliderDesc desc;
    PliantColliderId collider;
    check(pliant_collider_desc_init(&desc, sizeof desc));
    desc.shape = kind, desc.shape_asset = shape, desc.friction = 0.8f;
    desc.pose.position[0] = x, desc.pose.position[2] = z;
    check(pliant_collider_add(world, &desc, &collider));
    check(pliant_shape_release(shape)); /* the collider keeps it */
    return collider;
}

static PliantBodyId drop(PliantWorldId world, PliantAssetId asset, double x, double y, double z) {
    PliantBodyDesc desc;
    PliantBodyId body;
    check(pliant_body_desc_init(&desc, sizeof desc));
    desc.scale = 0.5f, desc.friction = 0.8f;
    desc.pose.position[0] = x - 0.25, desc.pose.position[1] = y, desc.pose.position[2] = z - 0.25;
    check(pliant_body_add(world, asset, &desc, &body));
    return body;
}

int main(void) {
    PliantWorldDesc world_desc = {.struct_size = sizeof world_desc, .gravity = {0, -9.81f, 0}};
    PliantSurfaceDesc surface_desc = {.struct_size = sizeof surface_desc, .vertex_count = 8, .positions = corners[0],
                                      .index_count = 36, .indices = triangles[0], .element_count = 40};
    PliantShapeMeshDesc crate_desc = {.struct_size = sizeof crate_desc, .vertex_count = 8, .positions = corners[0],
                                      .index_count = 36, .indices = triangles[0]};
    PliantWorldId world;
    PliantAssetId asset;
    PliantShapeId crate;
    PliantBodyId bodies[2];
    check(pliant_world_create(&world_desc, &world));
    check(pliant_asset_create_from_surface(&surface_desc, NULL, NULL, &asset));
    check(pliant_shape_create_mesh(&crate_desc, &crate));
    add(world, hill(), PLIANT_SHAPE_HEIGHTFIELD, -4, -4); /* its first point is at the origin of its frame */
    add(world, crate, PLIANT_SHAPE_MESH, 2, 2);
    bodies[0] = drop(world, asset, 0, 0.6, 0);   /* above the hilltop */
    bodies[1] = drop(world, asset, 2.5, 1.1, 2.5); /* above the crate */

    PliantBodyInfo info = {.struct_size = sizeof info};
    for (int frame = 1; frame <= 60; frame++) {
        check(pliant_world_step(world, 1.0f / 60, NULL));
        if (frame % 20) continue;
        check(pliant_world_wait(world, UINT64_MAX));
        for (int b = 0; b < 2; b++) {
            check(pliant_body_info(bodies[b], &info));
            printf("frame %2d: body %d from y = %.2f to %.2f\n", frame, b, info.low[1], info.high[1]);
        }
    }
    const int lies = info.low[1] > 0.98; /* the crate's top is at 1 m */
    check(pliant_world_destroy(world)), check(pliant_asset_release(asset));
    return lies ? 0 : 1;
}
