/* A render thread drops its views, and another thread ends the world, while the simulation is inside the world. Nothing is lost,
 * and neither call returns BUSY. */
#define _GNU_SOURCE
#include "test.h"
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

enum { STEPS = 120, SLOTS = 4 };

static PliantWorldId world;
static PliantBodyId body;
static PliantAssetId asset;
static PliantSkinAssetId skin;
static atomic_int done, inside;
static const uint64_t minute = UINT64_C(60000000000);

static void breathe(void) {
    const struct timespec pause = {.tv_nsec = 200000};
    nanosleep(&pause, NULL);
}

static void set_up(void) {
    uint32_t index = 9;
    PliantBodyDesc desc = body_desc();
    world = new_world(), asset = cube();
    EXPECT(OK, pliant_skin_asset_from_surface(asset, &skin));
    EXPECT(OK, pliant_body_add(world, asset, &desc, &body));
    EXPECT(OK, pliant_body_add_skin(body, skin, NULL, &index));
    EXPECT(OK, pliant_body_set_schedule(body, 16, 16)); /* long enough for a view to be dropped meanwhile */
    EXPECT(OK, pliant_world_step(world, 0.01f, NULL));
    EXPECT(OK, pliant_world_wait(world, minute));
}

/* Steps and waits. The other thread may be mapping at that moment. */
static void *simulate(void *unused) {
    (void)unused;
    for (int i = 0; i < STEPS; i++) {
        int32_t status;
        while ((status = pliant_world_step(world, 0.01f, NULL)) == PLIANT_ERROR_BUSY) breathe();
        EXPECT_TRUE(status == PLIANT_OK);
        while ((status = pliant_world_wait(world, minute)) == PLIANT_ERROR_BUSY) breathe();
        EXPECT_TRUE(status == PLIANT_OK);
        breathe();
    }
    atomic_store(&done, 1);
    return NULL;
}

static int map_newest(PliantVertexView *view) {
    while (!atomic_load(&done)) {
        *view = (PliantVertexView){.struct_size = sizeof *view};
        int32_t status = pliant_body_map_vertices(body, 0, PLIANT_MAP_LATEST, view);
        if (status == PLIANT_OK) return 1;
        if (status != PLIANT_ERROR_BUSY) EXPECT_TRUE(status == PLIANT_NOT_READY);
    }
    return 0;
}

static void views_come_back(void) {
    int dropped = 0;
    pthread_t thread;
    EXPECT_TRUE(pthread_create(&thread, NULL, simulate, NULL) == 0);
    for (PliantVertexView view; map_newest(&view); dropped++) {
        breathe(); /* the simulation is inside most of the time */
        EXPECT(OK, pliant_unmap(view.map));
    }
    EXPECT_TRUE(pthread_join(thread, NULL) == 0);
    EXPECT_TRUE(dropped >= SLOTS);
    PliantVertexView views[SLOTS];
    for (int i = 0; i < SLOTS; i++) { /* every slot is there */
        views[i] = (PliantVertexView){.struct_size = sizeof views[i]};
        EXPECT(OK, pliant_world_step(world, 0.01f, NULL));
        EXPECT(OK, pliant_body_map_vertices(body, 0, PLIANT_MAP_WAIT, &views[i]));
    }
    for (int i = 0; i < SLOTS; i++) EXPECT(OK, pliant_unmap(views[i].map));
    printf("%d views\n", dropped);
}

static void *wait_inside(void *unused) {
    (void)unused;
    atomic_store(&inside, 1);
    int32_t status = pliant_world_wait(world, minute);
    /* The step may have come too late. */
    EXPECT_TRUE(status == PLIANT_OK || status == PLIANT_ERROR_INVALID_HANDLE);
    return NULL;
}

static void a_world_ends_whoever_is_inside(void) {
    pthread_t thread;
    for (int i = 0; i < 3; i++) EXPECT(OK, pliant_world_step(world, 0.01f, NULL));
    EXPECT_TRUE(pthread_create(&thread, NULL, wait_inside, NULL) == 0);
    while (!atomic_load(&inside)) {}
    breathe();
    EXPECT(OK, pliant_world_destroy(world));
    EXPECT(ERROR_INVALID_HANDLE, pliant_world_destroy(world));
    EXPECT(ERROR_INVALID_HANDLE, pliant_world_step(world, 0.01f, NULL));
    EXPECT_TRUE(pthread_join(thread, NULL) == 0);
    EXPECT(OK, pliant_skin_asset_release(skin));
    EXPECT(OK, pliant_asset_release(asset));
    EXPECT(OK, pliant_shutdown());
    uint64_t alive = 9;
    EXPECT(OK, pliant_debug_resource_count(&alive));
    EXPECT_TRUE(alive == 0);
}

int main(void) {
    set_up();
    views_come_back();
    a_world_ends_whoever_is_inside();
    return finish("threads");
}
