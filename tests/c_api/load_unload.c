/* Loads and unloads the library a hundred times in one process, and uses it each time through one symbol.
 *
 * This program may be linked to the library, which would keep it loaded, so a copy in another file is loaded instead.
 * Each time runs on a thread of its own, because the runtime keeps a library while a thread lives that has used its
 * thread-local values. Nothing may pin the library: each time it must really be gone. */
#define _GNU_SOURCE
#include "test.h"
#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>

#ifndef RTLD_DEEPBIND
#define RTLD_DEEPBIND 0 /* only Linux looks in the whole program first */
#endif

enum { TIMES = 100, EACH_WORLD = 10 };

static char copy_path[] = "/tmp/pliant_copy_XXXXXX";
static void *library;

static void copy_library(void) {
    Dl_info linked;
    int out = mkstemp(copy_path);
    EXPECT_TRUE(out >= 0 && dladdr((void *)(uintptr_t)&pliant_abi_info, &linked) != 0);
    FILE *in = fopen(linked.dli_fname, "rb");
    EXPECT_TRUE(in != NULL);
    static char buffer[1 << 16];
    for (size_t n; in && (n = fread(buffer, 1, sizeof buffer, in)) > 0;) EXPECT_TRUE(write(out, buffer, n) == (ssize_t)n);
    if (in) fclose(in);
    close(out);
}

/* RTLD_DEEPBIND: the copy's functions call each other, not those that this program is linked to. Their sentences stay in the
 * copy, so only the status is tested. */
#define API(call) EXPECT_TRUE((call) == PLIANT_OK)

/* Opens the copy and gets its functions through the one symbol. */
static void *load(PliantApi *api) {
    void *opened = dlopen(copy_path, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
    EXPECT_TRUE(opened != NULL);
    if (!opened) return NULL;
    int32_t (*get_api)(uint32_t, PliantApi *) = NULL;
    void *symbol = dlsym(opened, "pliant_get_api");
    memcpy(&get_api, &symbol, sizeof symbol);
    API(get_api(PLIANT_ABI_VERSION, api));
    return opened;
}

static void use_world(const PliantApi *api) {
    PliantWorldDesc world_desc;
    PliantBodyDesc body;
    PliantAssetDesc mesh = cube_desc();
    PliantWorldId world = {0};
    PliantAssetId asset = {0};
    PliantBodyId id = {0};
    API(api->world_desc_init(&world_desc, sizeof world_desc));
    API(api->body_desc_init(&body, sizeof body));
    API(api->world_create(&world_desc, &world));
    API(api->asset_create(&mesh, &asset));
    API(api->body_add(world, asset, &body, &id));
    API(api->world_step(world, 0.01f, NULL));
    API(api->world_wait(world, UINT64_C(60000000000)));
    API(api->world_destroy(world));
    API(api->asset_release(asset));
}

static void hear(const PliantLogMessage *message, void *count) {
    (void)message;
    ++*(int *)count;
}

/* A call that logs, on a thread that outlives the library. None of the library's code may run when that thread ends. */
static void *log_and_unload(void *unloaded) {
    PliantApi api = {.struct_size = sizeof api};
    void *own = load(&api);
    if (!own) return NULL;
    int heard = 0;
    API(api.log_set(hear, &heard, PLIANT_LOG_DEBUG));
    EXPECT_TRUE(api.world_wait((PliantWorldId){0}, 0) == PLIANT_ERROR_INVALID_HANDLE);
    EXPECT_TRUE(heard == 1);
    API(api.log_set(NULL, NULL, PLIANT_LOG_OFF));
    EXPECT_TRUE(dlclose(own) == 0);
    *(int *)unloaded += dlopen(copy_path, RTLD_NOW | RTLD_NOLOAD) == NULL;
    return NULL;
}

static void *use(void *with_world) {
    PliantApi api = {.struct_size = sizeof api};
    library = load(&api);
    if (!library) return NULL;
    PliantAbiInfo info = {.struct_size = sizeof info};
    API(api.abi_info(&info));
    EXPECT_TRUE(info.layout_hash == PLIANT_LAYOUT_HASH);
    char text[1025] = "x";
    EXPECT_TRUE(api.world_wait((PliantWorldId){0}, 0) == PLIANT_ERROR_INVALID_HANDLE);
    API(api.last_error(text, sizeof text));
    EXPECT_TRUE(strstr(text, "pliant_world_wait") == text);
    if (with_world) use_world(&api);
    API(api.shutdown());
    return NULL;
}

int main(void) {
    copy_library();
    int unloaded = 0;
    pthread_t speaker;
    EXPECT_TRUE(pthread_create(&speaker, NULL, log_and_unload, &unloaded) == 0);
    EXPECT_TRUE(pthread_join(speaker, NULL) == 0);
    EXPECT_TRUE(unloaded == 1);
    unloaded = 0;
    for (int i = 0; i < TIMES && failures == 0; i++) {
        pthread_t thread;
        EXPECT_TRUE(pthread_create(&thread, NULL, use, i % EACH_WORLD == 0 ? &library : NULL) == 0);
        EXPECT_TRUE(pthread_join(thread, NULL) == 0);
        EXPECT_TRUE(dlclose(library) == 0);
        void *still = dlopen(copy_path, RTLD_NOW | RTLD_NOLOAD);
        unloaded += still == NULL;
        if (still) dlclose(still);
    }
    remove(copy_path);
    printf("really gone after %d of %d times\n", unloaded, TIMES);
    EXPECT_TRUE(unloaded == TIMES);
    return finish("load_unload");
}
