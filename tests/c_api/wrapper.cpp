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
    HOLDS(VALUE(pliant::info(attachment)).vertex_count == 1);
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

/* What the library says about itself. */
static void library() {
    HOLDS(std::string(pliant::status_name(PLIANT_ERROR_BUSY)) == "PLIANT_ERROR_BUSY");
    auto adapters = VALUE(pliant::adapters());
    HOLDS(!adapters.empty() && adapters[0].name[0] != 0);
    int heard = 0;
    auto hear = [](const PliantLogMessage *, void *count) { ++*static_cast<int *>(count); };
    DONE(pliant::set_log(hear, &heard, PLIANT_LOG_DEBUG));
    HOLDS(pliant_world_wait(PliantWorldId{}, 0) == PLIANT_ERROR_INVALID_HANDLE);
    DONE(pliant::set_log(nullptr, nullptr, PLIANT_LOG_OFF));
    HOLDS(heard == 1);
}

/* Sheets and bare particles; a second owner keeps what the first lets go of. */
static void other_assets() {
    auto sheet_desc = pliant::defaults<PliantSheetDesc>();
    sheet_desc.vertex_count = 4;
    sheet_desc.positions = corners[0];
    sheet_desc.index_count = 3;
    sheet_desc.indices = face;
    sheet_desc.drop_unreferenced = 1;
    HOLDS(VALUE(VALUE(pliant::Asset::create_from_sheet(sheet_desc)).info()).kind == PLIANT_ASSET_SHELL);
    auto points_desc = pliant::defaults<PliantPointsDesc>();
    points_desc.vertex_count = 8;
    points_desc.positions = box[0];
    auto points = VALUE(pliant::Asset::create_from_points(points_desc));
    auto cluster_desc = pliant::defaults<PliantClusterDesc>();
    cluster_desc.cluster_size = 5;
    auto other = VALUE(points.with_clusters(cluster_desc));
    HOLDS(other.id().bits != points.id().bits && VALUE(other.info()).vertex_count == 8);
    auto shared = VALUE(points.share());
    HOLDS(shared.id().bits == points.id().bits);
    points.reset();
    HOLDS(VALUE(shared.info()).vertex_count == 8);
    HOLDS(STATUS(points.share()) == PLIANT_ERROR_INVALID_HANDLE);
    auto skin = skins(assets());
    auto same = VALUE(skin.share());
    skin.reset();
    HOLDS(VALUE(same.info()).vertex_count > 3);
}

/* Every kind of shared shape, made, saved and loaded. */
static void shapes() {
    auto mesh_desc = pliant::defaults<PliantShapeMeshDesc>();
    mesh_desc.vertex_count = 8;
    mesh_desc.positions = box[0];
    mesh_desc.index_count = 36;
    mesh_desc.indices = faces[0];
    auto mesh = VALUE(pliant::Shape::create(mesh_desc));
    auto convex_desc = pliant::defaults<PliantShapeConvexDesc>();
    convex_desc.vertex_count = 8;
    convex_desc.positions = box[0];
    auto convex = VALUE(pliant::Shape::create(convex_desc));
    const float heights[4] = {0, 0, 0, 1};
    auto field_desc = pliant::defaults<PliantShapeHeightfieldDesc>();
    field_desc.column_count = 2;
    field_desc.row_count = 2;
    field_desc.heights = heights;
    auto field = VALUE(pliant::Shape::create(field_desc));
    auto sdf_desc = pliant::defaults<PliantShapeSdfDesc>();
    sdf_desc.vertex_count = 8;
    sdf_desc.positions = box[0];
    sdf_desc.index_count = 36;
    sdf_desc.indices = faces[0];
    auto sdf = VALUE(pliant::Shape::create(sdf_desc));
    auto part = pliant::defaults<PliantShapePartDesc>();
    part.shape = PLIANT_SHAPE_CONVEX;
    part.shape_asset = convex.id();
    auto compound_desc = pliant::defaults<PliantShapeCompoundDesc>();
    compound_desc.part_count = 1;
    compound_desc.parts = &part;
    auto compound = VALUE(pliant::Shape::create(compound_desc));
    const uint32_t kinds[] = {PLIANT_SHAPE_MESH, PLIANT_SHAPE_CONVEX, PLIANT_SHAPE_HEIGHTFIELD, PLIANT_SHAPE_SDF, PLIANT_SHAPE_COMPOUND};
    const pliant::Shape *made[] = {&mesh, &convex, &field, &sdf, &compound};
    for (int k = 0; k < 5; ++k) {
        auto bytes = VALUE(made[k]->save());
        auto loaded = VALUE(pliant::Shape::load(bytes.data(), bytes.size()));
        HOLDS(VALUE(loaded.info()).kind == kinds[k]);
        HOLDS(VALUE(loaded.info()).content_hash == VALUE(made[k]->info()).content_hash);
        auto shared = VALUE(loaded.share());
        loaded.reset();
        HOLDS(VALUE(shared.info()).kind == kinds[k]);
    }
}

/* A tet in the air above a floor, which no body touches. */
static pliant::Body add_tet(pliant::World &world, const pliant::Asset &asset, double height) {
    auto desc = pliant::defaults<PliantBodyDesc>();
    desc.pose = pliant::at(0, height, 0);
    desc.layers = 2;
    desc.mask = 1;
    desc.events = PLIANT_EVENT_BEGIN;
    return VALUE(world.add_body(asset, desc));
}

/* Rays, nearest points and overlaps, asked in batches; a hit is dragged. */
static void queries() {
    auto asset = assets();
    auto world = VALUE(pliant::World::create());
    auto body = add_tet(world, asset, 2);
    PliantRay rays[40] = {};
    for (auto &ray : rays) ray = {{0.2, 9, 0.2}, {0, -1, 0}, 20, 0, 0};
    std::vector<PliantHit> hits;
    auto ticket = VALUE(world.query_rays(rays, 40));
    HOLDS(VALUE(pliant::wait(ticket)));
    HOLDS(VALUE(pliant::fetch(ticket, hits)) && hits.size() == 40);
    HOLDS(hits[39].body.bits == body.id.bits && std::fabs(hits[39].point[1] - 2.6) < 1e-5); /* on x + y + z = 1 */
    HOLDS(STATUS(pliant::fetch(ticket, hits)) == PLIANT_ERROR_INVALID_HANDLE);
    PliantPointQuery point = {};
    point.point[1] = 1.5;
    point.radius = 1;
    ticket = VALUE(world.query_closest(&point, 1));
    bool was_empty = true;
    while (!VALUE(pliant::fetch(ticket, hits))) was_empty = was_empty && hits.empty();
    HOLDS(was_empty && hits.size() == 1 && std::fabs(hits[0].distance - 0.5) < 1e-5);
    PliantShapeQuery sphere = {};
    sphere.pose = pliant::at(0.1, 2.1, 0.1);
    sphere.shape = PLIANT_SHAPE_SPHERE;
    sphere.size[0] = 0.5f;
    std::vector<PliantOverlap> overlaps;
    uint64_t dropped = 9;
    ticket = VALUE(world.query_overlaps(&sphere, 1));
    HOLDS(VALUE(pliant::wait(ticket)));
    HOLDS(VALUE(pliant::fetch(ticket, overlaps, &dropped)) && overlaps.size() == 1 && dropped == 0);
    ticket = VALUE(world.query_rays(rays, 1));
    DONE(pliant::drop(ticket));
    HOLDS(STATUS(pliant::wait(ticket)) == PLIANT_ERROR_INVALID_HANDLE);
    hits[0].body = body.id;
    auto grabbed = VALUE(pliant::grab(hits[0], 1e4f));
    HOLDS(VALUE(pliant::info(grabbed)).user_data == 0);
    DONE(pliant::place(grabbed, pliant::at(0, 3, 0)));
    DONE(pliant::remove(grabbed));
    /* A vertex that goes through a triangle's plane halfway, and edges that do not move. */
    const float points[24] = {0.2f, 1, 0.2f, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0.2f, -1, 0.2f, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    float time = -1;
    DONE(world.ccd_vertex_triangle(1, points, &time));
    HOLDS(time > 0.499f && time <= 0.5f);
    const float edges[24] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 1};
    DONE(world.ccd_edge_edge(1, edges, &time));
    HOLDS(time == PLIANT_CCD_FREE);
}

/* A body meets the floor: the event that it begins, the impulse that the floor gets. A rigid one tells its motion. */
static void touches() {
    auto asset = assets();
    auto desc = pliant::defaults<PliantWorldDesc>();
    desc.flags = PLIANT_WORLD_IMPULSES | PLIANT_WORLD_EVENTS;
    auto world = VALUE(pliant::World::create(desc));
    HOLDS(VALUE(world.events(PLIANT_MAP_NO_WAIT)).frame == 0 && VALUE(world.impulses(PLIANT_MAP_NO_WAIT)).frame == 0);
    auto collider_desc = pliant::defaults<PliantColliderDesc>();
    collider_desc.user_data = 5;
    auto floor = VALUE(world.add_collider(collider_desc));
    HOLDS(VALUE(pliant::info(floor)).user_data == 5);
    auto body = add_tet(world, asset, 0.01);
    HOLDS(VALUE(world.plan_text()).find('\n') != std::string::npos);
    HOLDS(STATUS(body.motion()) == PLIANT_ERROR_INVALID_STATE);
    int begun = 0;
    double given = 0;
    for (int step = 0; step < 20; ++step) {
        VALUE(world.step(0.01f));
        auto events = VALUE(world.events(PLIANT_MAP_WAIT));
        for (uint32_t k = 0; k < events.count; ++k) {
            begun += pliant::item(events, k).kind == PLIANT_EVENT_BEGIN && pliant::item(events, k).other_user_data == 5;
        }
        auto impulses = VALUE(world.impulses(PLIANT_MAP_WAIT));
        HOLDS(impulses.count == 1 && pliant::item(impulses, 0).collider.bits == floor.bits);
        given += pliant::item(impulses, 0).impulse[1];
    }
    HOLDS(begun == 1 && given < 0);
    DONE(body.remove());
    auto rigid = pliant::defaults<PliantRigidDesc>();
    auto crate_desc = pliant::defaults<PliantBodyDesc>();
    crate_desc.pose = pliant::at(0, 9, 0);
    crate_desc.layers = 2;
    crate_desc.mask = 1;
    pliant::set_model(crate_desc, rigid);
    auto crate = VALUE(world.add_body(asset, crate_desc));
    HOLDS(VALUE(crate.motion()).frame == 0);
    auto frame = VALUE(world.step(0.01f));
    HOLDS(VALUE(world.wait(UINT64_C(60000000000))) == PLIANT_OK);
    auto motion = VALUE(crate.motion());
    HOLDS(motion.frame == frame && std::fabs(motion.linear_velocity[1] + 0.0981f) < 1e-5f); /* g dt */
    HOLDS(VALUE(pliant::resource_count()) > 0);
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
    library();
    owners();
    other_assets();
    shapes();
    surfaces();
    steps();
    queries();
    touches();
    DONE(pliant::shutdown());
    std::printf("wrapper: %d checks, %d failures\n", checks, failures);
    return failures ? 1 : 0;
}
