/* Every function of pliant.hpp, compiled and called with exceptions and, with PLIANT_NO_EXCEPTIONS, without. */
#include "pliant.hpp"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <type_traits>

static int checks, failures;

static void note(bool holds, const char *what, int line) {
    checks++;
    if (holds) return;
    failures++;
    std::printf("line %d: not true: %s; last error: %s\n", line, what, pliant::last_error().c_str());
}
#define HOLDS(condition) note((condition), #condition, __LINE__)

/* VALUE(call): the value that the call returns. DONE(call): a call without a value. STATUS(call): the status of a failing call. */
#ifdef PLIANT_NO_EXCEPTIONS
template <class T> static T value(pliant::Result<T> result, const char *what, int line) {
    note(static_cast<bool>(result), what, line);
    return std::move(result.value);
}
template <class T> static int32_t status(const pliant::Result<T> &result) { return result.status; }
static int32_t status(pliant::Outcome status) { return status; }
#define VALUE(call) value((call), #call, __LINE__)
#define DONE(call) note((call) == PLIANT_OK, #call, __LINE__)
#define STATUS(call) status(call)
#else
#define VALUE(call) (call)
#define DONE(call) (call)
template <class Call> static int32_t status(Call call) {
    try {
        call();
    } catch (const pliant::Error &error) {
        HOLDS(std::strlen(error.what()) > 20);
        return error.status();
    }
    return PLIANT_OK;
}
#define STATUS(call) status([&] { (void)(call); })
#endif

static const float corners[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
static const uint32_t tet[4] = {0, 1, 2, 3};
static const uint32_t face[3] = {0, 2, 1};

static PliantAssetDesc tet_desc() {
    auto desc = pliant::defaults<PliantAssetDesc>();
    desc.vertex_count = 4;
    desc.positions = corners[0];
    desc.tet_count = 1;
    desc.tets = tet;
    return desc;
}

/* A saved asset loads as it was. */
static pliant::Asset assets() {
    auto made = VALUE(pliant::Asset::create(tet_desc()));
    auto bytes = VALUE(made.save());
    auto loaded = VALUE(pliant::Asset::load(bytes.data(), bytes.size()));
    HOLDS(VALUE(made.info()).content_hash == VALUE(loaded.info()).content_hash);
    HOLDS(VALUE(made.info()).tet_count == 1);
    HOLDS(STATUS(pliant::Asset::load(bytes.data(), 3)) == PLIANT_ERROR_FORMAT);
    HOLDS(STATUS(pliant::Asset::read_file("no such file.msh", true)) == PLIANT_ERROR_IO);
    return made;
}

static pliant::SkinAsset skins(const pliant::Asset &asset) {
    auto desc = pliant::defaults<PliantSkinAssetDesc>();
    desc.vertex_count = 4;
    desc.positions = corners[0];
    desc.index_count = 3;
    desc.indices = face;
    auto one_face = VALUE(pliant::SkinAsset::create(asset, desc));
    HOLDS(VALUE(one_face.indices()) == std::vector<uint32_t>(face, face + 3));
    HOLDS(STATUS(pliant::SkinAsset::read_file(asset, "no such file.obj")) == PLIANT_ERROR_IO);
    auto whole = VALUE(pliant::SkinAsset::from_surface(asset));
    auto bytes = VALUE(whole.save());
    auto loaded = VALUE(pliant::SkinAsset::load(bytes.data(), bytes.size()));
    HOLDS(VALUE(loaded.indices()).size() == 12);
    return loaded;
}

static const float box[8][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};
static const uint32_t faces[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                                      {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};

static PliantSurfaceDesc box_desc() {
    auto desc = pliant::defaults<PliantSurfaceDesc>();
    desc.vertex_count = 8;
    desc.positions = box[0];
    desc.index_count = 36;
    desc.indices = faces[0];
    desc.element_count = 320;
    return desc;
}

/* Surfaces, cooked with and without a progress callback, in levels, and stopped by an answer or an exception. */
static void surfaces() {
    auto desc = box_desc();
    auto region = pliant::defaults<PliantRegionDesc>();
    region.vertex_count = 8;
    region.positions = box[0];
    region.index_count = 36;
    region.indices = faces[0];
    region.stiffness = 2;
    desc.regions = &region;
    desc.region_count = 1;
    auto plain = VALUE(pliant::Asset::from_surface(desc));
    float last = -1;
    auto listens = [&](float done) {
        last = done;
        return false;
    };
    auto told = VALUE(pliant::Asset::from_surface(desc, listens));
    HOLDS(last == 1 && VALUE(plain.info()).content_hash == VALUE(told.info()).content_hash);
    HOLDS(VALUE(told.surface_report()).tet_count == VALUE(told.info()).tet_count);
    HOLDS(VALUE(told.report_text()).find("tets fill 1 body") != std::string::npos);
    HOLDS(VALUE(assets().report_text()).empty());
    desc.level_count = 2;
    auto levels = VALUE(pliant::Asset::levels_from_surface(desc, [](float) { return false; }));
    HOLDS(levels.size() == 2 && VALUE(levels[0].info()).content_hash == VALUE(plain.info()).content_hash);
    HOLDS(VALUE(levels[1].surface_report()).level == 1);
    desc.level_count = 9;
    HOLDS(STATUS(pliant::Asset::levels_from_surface(desc)) == PLIANT_ERROR_INVALID_ARGUMENT);
    desc.level_count = 0;
    HOLDS(STATUS(pliant::Asset::from_surface(desc, [](float done) { return done > 0.4f; })) == PLIANT_ERROR_CANCELLED);
#ifndef PLIANT_NO_EXCEPTIONS
    struct Odd {};
    int calls = 0;
    bool caught = false;
    try {
        (void)pliant::Asset::from_surface(desc, [&](float) -> bool {
            calls++;
            throw Odd();
        });
    } catch (const Odd &) {
        caught = true;
    }
    HOLDS(caught && calls == 1);
#endif
}

/* An owner lets go once, even after moves. */
static void owners() {
    auto first = VALUE(pliant::Asset::create(tet_desc()));
    const auto id = first.id();
    auto second = std::move(first);
    HOLDS(!first && second && second.id().bits == id.bits);
    first = std::move(second);
    HOLDS(first && !second);
    HOLDS(pliant_asset_retain(id) == PLIANT_OK);
    first.reset();
    HOLDS(!first && pliant_asset_release(id) == PLIANT_OK);
    HOLDS(pliant_asset_release(id) == PLIANT_ERROR_INVALID_HANDLE);
    static_assert(!std::is_copy_constructible<pliant::World>::value, "an owner has no copy");
}

static void holds(pliant::World &world, pliant::Body &body) {
    auto frame = VALUE(world.add_frame(pliant::at(0, 2, 0), 7));
    auto desc = pliant::defaults<PliantAttachmentDesc>();
    const uint32_t top = 2;
    desc.vertex_count = 1;
    desc.vertices = &top;
    desc.frame = frame;
    auto attachment = VALUE(body.attach(desc));
    DONE(pliant::move(frame, pliant::at(0, 2.1f, 0)));
    DONE(pliant::release(attachment));
    DONE(pliant::remove(frame));
    HOLDS(STATUS(pliant::remove(frame)) == PLIANT_ERROR_INVALID_HANDLE);
    auto collider = VALUE(world.add_collider(pliant::defaults<PliantColliderDesc>()));
    DONE(pliant::move(collider, pliant::at(0, -0.1f, 0)));
    DONE(pliant::place(collider, pliant::at(0, -5, 0)));
    DONE(body.ignore(collider));
    DONE(body.ignore(collider, false));
    DONE(pliant::remove(collider));
}

static void edits(pliant::Body &body) {
    const float push[3] = {1, 0, 0}, none[3] = {0, 0, 0}, fixed = 0, free = -1;
    const uint32_t vertex = 0;
    DONE(body.apply_impulse(push));
    HOLDS(STATUS(body.ignore(body)) == PLIANT_ERROR_INVALID_ARGUMENT);
    DONE(body.set_inverse_masses(&vertex, &fixed, 1));
    DONE(body.set_inverse_masses(&vertex, &free, 1));
    DONE(body.set_schedule(2, 3));
    DONE(body.set_model(pliant::defaults<PliantNeoHookeanDesc>()));
    DONE(body.teleport(pliant::at(0, 2, 0), none, none));
}

/* A world that is restored in another one continues with the same bits. */
static void snapshots(pliant::World &world, const pliant::Body &body) {
    auto saved = VALUE(world.save());
    const auto hash = VALUE(world.state_hash());
    auto other = VALUE(pliant::World::create());
    DONE(other.restore(saved));
    pliant::Body there;
    there.id.bits = VALUE(other.translate(body.id.bits));
    HOLDS(VALUE(there.info()).vertex_count == 4);
    VALUE(world.step(0.01f));
    VALUE(other.step(0.01f));
    HOLDS(VALUE(world.state_hash()) == VALUE(other.state_hash()) && VALUE(world.state_hash()) != hash);
}

static void steps() {
    auto asset = assets();
    auto skin = skins(asset);
    auto world_desc = pliant::defaults<PliantWorldDesc>();
    world_desc.flags = PLIANT_WORLD_TIMESTAMPS;
    auto world = VALUE(pliant::World::create(world_desc));
    HOLDS(VALUE(world.adapter()).name[0] != 0);
    auto desc = pliant::defaults<PliantBodyDesc>();
    desc.pose = pliant::at(0, 2, 0);
    desc.readback_particles = 1;
    auto body = VALUE(world.add_body(asset, desc));
    const auto layout = pliant::defaults<PliantVertexLayout>();
    const auto index = VALUE(body.add_skin(skin, &layout));
    HOLDS(!VALUE(body.map_vertices(index, PLIANT_MAP_LATEST)));
    HOLDS(!VALUE(body.map_particles(PLIANT_MAP_NO_WAIT)));
    holds(world, body);
    edits(body);
    const float down[3] = {0, -10, 0};
    DONE(world.set_gravity(down));
    const double origin[3] = {0, 0, 0};
    DONE(world.set_origin(origin));
    DONE(world.set_wind(down));
    HOLDS(VALUE(world.step(0.01f)) == 1);
    HOLDS(VALUE(world.wait(UINT64_C(60000000000))) == PLIANT_OK);
    {
        auto vertices = VALUE(body.map_vertices(index, PLIANT_MAP_WAIT));
        auto particles = VALUE(body.map_particles(PLIANT_MAP_WAIT));
        HOLDS(vertices && vertices->vertex_count == 4 && (*vertices).frame == 1);
        HOLDS(particles && std::fabs(particles->velocities[1] + 0.1f) < 1e-5f); /* g dt */
    }
    HOLDS(VALUE(world.stats()).body_count == 1);
    const auto timed = STATUS(world.stage_time(0));
    HOLDS(timed == PLIANT_OK || timed == PLIANT_ERROR_INVALID_STATE); /* an adapter need not have timestamps */
    snapshots(world, body);
    DONE(body.remove_skins());
    DONE(body.remove());
    HOLDS(STATUS(body.info()) == PLIANT_ERROR_INVALID_HANDLE);
    HOLDS(STATUS(world.step(0)) == PLIANT_ERROR_INVALID_ARGUMENT);
}

int main() {
    HOLDS(pliant::fits());
    owners();
    surfaces();
    steps();
    HOLDS(pliant_shutdown() == PLIANT_OK);
    std::printf("wrapper: %d checks, %d failures\n", checks, failures);
    return failures ? 1 : 0;
}
