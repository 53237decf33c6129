/* Cubes that fall through a sensor and onto each other: which pairs begin, go on and end to touch. Build and run after the demo:
 *   cc -std=c11 -Iinclude samples/c/events.c -Ltarget/release -Wl,-rpath,$PWD/target/release -lpliant -o target/events
 *   target/events
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

static const float corners[8][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};
static const uint32_t triangles[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                                          {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};

/* Bodies and colliders are named by their user data. */
enum { LOWER = 1, UPPER, GHOST, GROUND, GATE };
static const char *const names[] = {"", "the lower cube", "the upper cube", "the ghost", "the floor", "the gate"};

static PliantBodyId drop(PliantWorldId world, PliantAssetId asset, uint64_t name, double x, double y) {
    PliantBodyDesc desc;
    PliantBodyId body;
    check(pliant_body_desc_init(&desc, sizeof desc));
    desc.scale = 0.4f, desc.user_data = name;
    desc.pose.position[0] = x, desc.pose.position[1] = y;
    desc.events = PLIANT_EVENT_BEGIN | PLIANT_EVENT_END; /* and PLIANT_EVENT_STAY, for each step of touching */
    check(pliant_body_add(world, asset, &desc, &body));
    return body;
}

static PliantColliderId add(PliantWorldId world, uint64_t name, uint32_t shape, double y, uint32_t is_sensor) {
    PliantColliderDesc desc;
    PliantColliderId collider;
    check(pliant_collider_desc_init(&desc, sizeof desc));
    desc.shape = shape, desc.pose.position[1] = y, desc.user_data = name, desc.is_sensor = is_sensor;
    desc.size[0] = 2, desc.size[1] = 0.25f, desc.size[2] = 2; /* of the gate: vertices are tested, so it is as thick as a body */
    check(pliant_collider_add(world, &desc, &collider));
    return collider;
}

int main(void) {
    PliantWorldDesc world_desc = {.struct_size = sizeof world_desc, .gravity = {0, -9.81f, 0}, .flags = PLIANT_WORLD_EVENTS};
    PliantSurfaceDesc surface_desc = {.struct_size = sizeof surface_desc, .vertex_count = 8, .positions = corners[0],
                                      .index_count = 36, .indices = triangles[0], .element_count = 40};
    PliantWorldId world;
    PliantAssetId asset;
    check(pliant_world_create(&world_desc, &world));
    check(pliant_asset_create_from_surface(&surface_desc, NULL, NULL, &asset));
    add(world, GROUND, PLIANT_SHAPE_PLANE, 0, 0);
    add(world, GATE, PLIANT_SHAPE_CUBOID, 1.2, 1);
    const PliantBodyId lower = drop(world, asset, LOWER, 0, 0.05);
    drop(world, asset, UPPER, 0.1, 1.6);
    const PliantBodyId ghost = drop(world, asset, GHOST, -0.35, 0.5);
    check(pliant_body_ignore_body(ghost, lower, 1)); /* it falls through a side of the lower cube, to the floor */

    int begun = 0, passed = 0, met = 0;
    for (int frame = 1; frame <= 90; frame++) {
        PliantEventView view = {.struct_size = sizeof view};
        check(pliant_world_step(world, 1.0f / 60, NULL));
        check(pliant_world_events(world, PLIANT_MAP_WAIT, &view)); /* PLIANT_MAP_LATEST does not wait */
        for (uint32_t k = 0; k < view.count; k++) {
            const PliantEvent *event = (const PliantEvent *)((const char *)view.events + k * view.stride);
            const int begins = event->kind == PLIANT_EVENT_BEGIN;
            printf("frame %2d: %s %s %s", (int)view.frame, names[event->user_data],
                   event->flags & PLIANT_EVENT_SENSOR ? (begins ? "enters" : "leaves") : (begins ? "touches" : "leaves"),
                   names[event->other_user_data]);
            if (begins && !(event->flags & PLIANT_EVENT_SENSOR)) printf(" and gets %.1f N s upwards", event->impulse[1]);
            printf("\n");
            begun += begins && event->user_data == LOWER && event->other_user_data == UPPER;
            passed += !begins && event->other_user_data == GATE;
            met += event->user_data == LOWER && event->other_user_data == GHOST;
        }
    }
    check(pliant_world_destroy(world)), check(pliant_asset_release(asset));
    return begun > 0 && passed == 1 && met == 0 ? 0 : 1;
}
