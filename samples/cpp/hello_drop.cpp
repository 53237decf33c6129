/* Drops a soft bar on a floor and follows its render mesh, in C++17.
 *
 *   hello_drop_cpp [TET_MESH|COOKED.pliant [RENDER_MESH.obj]]
 *   c++ -std=c++17 -Iinclude samples/cpp/hello_drop.cpp -Ltarget/release -Wl,-rpath,$PWD/target/release -lpliant -o target/hello_drop_cpp
 */
#include "pliant.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>

/// A bar of cubes of five tets each along x, mirrored from cube to cube so that the faces of neighbours match.
static pliant::Asset bar(uint32_t cubes) {
    static const uint32_t five[2][5][4] = {
        {{0, 1, 3, 5}, {0, 3, 2, 6}, {0, 5, 6, 4}, {3, 6, 5, 7}, {0, 3, 6, 5}},
        {{1, 0, 4, 2}, {1, 3, 2, 7}, {1, 5, 7, 4}, {2, 4, 7, 6}, {1, 2, 4, 7}}};
    std::vector<std::array<float, 3>> positions;
    for (uint32_t v = 0; v < 4 * (cubes + 1); ++v)
        positions.push_back({float(v / 4), float(v & 1), float(v >> 1 & 1)});
    std::vector<uint32_t> tets;
    for (uint32_t cube = 0; cube < cubes; ++cube)
        for (const auto &tet : five[cube % 2])
            for (uint32_t corner : tet) tets.push_back(4 * (cube + (corner & 1)) + (corner >> 1));
    auto desc = pliant::defaults<PliantAssetDesc>();
    desc.vertex_count = uint32_t(positions.size());
    desc.positions = positions[0].data();
    desc.tet_count = uint32_t(tets.size() / 4);
    desc.tets = tets.data();
    return pliant::Asset::create(desc);
}

static void run(int argc, char **argv) {
    // Prints warnings, such as that a render mesh does not fit the tets.
    pliant_log_set([](const PliantLogMessage *message, void *) { std::printf("warning: %s\n", message->text); }, nullptr,
                   PLIANT_LOG_WARN);
    auto world = pliant::World::create();
    auto adapter = world.adapter();
    std::printf("on %s\n", reinterpret_cast<const char *>(adapter.name));
    world.add_collider(pliant::defaults<PliantColliderDesc>()); // the half-space below y = 0

    auto asset = argc > 1 ? pliant::Asset::read_file(argv[1], true) : bar(4);
    auto skin = argc > 2 ? pliant::SkinAsset::read_file(asset, argv[2]) : pliant::SkinAsset::from_surface(asset);
    auto info = asset.info();

    auto desc = pliant::defaults<PliantBodyDesc>();
    float size = 0;
    for (int axis = 0; axis < 3; ++axis) size = std::max(size, info.high[axis] - info.low[axis]);
    desc.scale = 1 / size; // every mesh becomes 1 m large
    desc.pose = pliant::at(0, 1 - desc.scale * info.low[1], 0);
    auto jelly = pliant::defaults<PliantNeoHookeanDesc>();
    jelly.young_modulus = 2e5f;
    jelly.damping = 2;
    pliant::set_model(desc, jelly);
    auto body = world.add_body(asset, desc);
    uint32_t skin_index = body.add_skin(skin);

    std::printf("%6s %12s %12s %10s\n", "frame", "low y", "high y", "touching");
    for (int step = 1; step <= 120; ++step) {
        world.step(1.0f / 60);
        // As in a game: draws the newest finished frame. The view is unmapped at the end of the block.
        if (auto view = body.map_vertices(skin_index, step % 20 ? PLIANT_MAP_LATEST : PLIANT_MAP_WAIT); view && step % 20 == 0)
            std::printf("%6llu %12.4f %12.4f %10u\n", static_cast<unsigned long long>(view->frame), view->low[1],
                        view->high[1], body.info().touching_vertex_count);
    }
    // Errors explain themselves.
    try {
        body.remove();
        body.info();
        std::printf("a removed body has an info?\n");
    } catch (const pliant::Error &error) {
        std::printf("as it should be: %s\n", error.what());
    }
}

int main(int argc, char **argv) {
    if (!pliant::fits()) {
        std::fprintf(stderr, "pliant.h is not of the library that is loaded\n");
        return 1;
    }
    try {
        run(argc, argv);
    } catch (const pliant::Error &error) {
        std::fprintf(stderr, "%s: %s\n", pliant_status_name(error.status()), error.what());
        return 1;
    }
    return pliant_shutdown();
}
