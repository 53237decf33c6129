/* Shared by the C tests: counted checks that print their line, and a small body. */
#ifndef TEST_H
#define TEST_H
#include "pliant.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int checks, failures;

/* The call must return `expected`; a failure must leave a sentence that starts with the function's name. */
static void expect(int32_t status, int32_t expected, const char *call, int line) {
    char text[1025] = "";
    checks++;
    pliant_last_error(text, sizeof text);
    if (status != expected) {
        failures++;
        printf("line %d: %s\n  returned %s, expected %s; last error: %s\n", line, call, pliant_status_name(status),
               pliant_status_name(expected), text);
        return;
    }
    size_t name = strcspn(call, "(");
    if (status != PLIANT_OK && (strncmp(text, call, name) != 0 || strlen(text) < name + 10)) {
        failures++;
        printf("line %d: %s\n  returned %s as expected, but the last error is: \"%s\"\n", line, call,
               pliant_status_name(status), text);
    }
}
#define EXPECT(expected, call) expect((call), PLIANT_##expected, #call, __LINE__)

static void expect_true(int condition, const char *text, int line) {
    checks++;
    if (!condition) {
        failures++;
        printf("line %d: not true: %s\n", line, text);
    }
}
#define EXPECT_TRUE(condition) expect_true((condition) ? 1 : 0, #condition, __LINE__)

/* The last error of this thread, word for word. */
static inline void expect_says(const char *expected, int line) {
    char text[1025] = "";
    checks++;
    pliant_last_error(text, sizeof text);
    if (strcmp(text, expected) != 0) {
        failures++;
        printf("line %d: the last error is\n  %s\nexpected\n  %s\n", line, text, expected);
    }
}
#define EXPECT_SAYS(text) expect_says(text, __LINE__)

static int finish(const char *name) {
    printf("%s: %d checks, %d failures\n", name, checks, failures);
    return failures ? 1 : 0;
}

static const float corner_positions[8][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0},
                                             {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};
static const uint32_t corner_tets[5][4] = {{0, 1, 3, 5}, {0, 3, 2, 6}, {0, 5, 6, 4}, {3, 6, 5, 7}, {0, 3, 6, 5}};

static inline PliantAssetDesc cube_desc(void) {
    PliantAssetDesc desc;
    pliant_asset_desc_init(&desc, sizeof desc);
    desc.vertex_count = 8, desc.positions = corner_positions[0];
    desc.tet_count = 5, desc.tets = corner_tets[0];
    return desc;
}

static inline PliantAssetId cube(void) {
    PliantAssetDesc desc = cube_desc();
    PliantAssetId asset = {0};
    EXPECT(OK, pliant_asset_create(&desc, &asset));
    return asset;
}

static inline PliantWorldId new_world(void) {
    PliantWorldDesc desc;
    PliantWorldId world = {0};
    EXPECT(OK, pliant_world_desc_init(&desc, sizeof desc));
    EXPECT(OK, pliant_world_create(&desc, &world));
    return world;
}

static inline PliantBodyDesc body_desc(void) {
    PliantBodyDesc desc;
    EXPECT(OK, pliant_body_desc_init(&desc, sizeof desc));
    desc.pose.position[1] = 2;
    desc.readback_particles = 1;
    return desc;
}
#endif
