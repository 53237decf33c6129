/* pliant.hpp: the C++17 side of pliant.h. Header only.
 *
 * Errors. Functions throw pliant::Error, which carries the status and the library's sentence. Engines that build
 * without exceptions define PLIANT_NO_EXCEPTIONS: functions then return a pliant::Result, which must be looked at.
 *
 * Lifetimes. World, Asset, SkinAsset and Shape are owners: move-only, and their destructors let go. Bodies, colliders, frames
 * and attachments are plain values. They end with remove() or release(), or with their world, and do not keep the world
 * alive. After that a call with one fails with PLIANT_ERROR_INVALID_HANDLE. A body keeps its Asset and its SkinAssets
 * alive, so those owners may go first. share() of an Asset, SkinAsset or Shape makes a second owner of it. The memory that
 * a VertexView or ParticleView points to ends with the view or with its world: keep the World until the last view is
 * gone. Declare the World first, so that it is destroyed last.
 *
 * Not ready. A result that the GPU has not finished is no error: an empty view, a struct of zeros whose frame is 0, or false.
 *
 * Threads: as pliant.h says. Macros of engines and systems, such as check, Status or min, may be defined. */
#ifndef PLIANT_HPP
#define PLIANT_HPP

#include "pliant.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#ifndef PLIANT_NO_EXCEPTIONS
#include <exception>
#include <stdexcept>
#endif

namespace pliant {

/// The sentence about the last call on this thread that failed.
inline std::string last_error() {
    char text[1025] = "";
    (void)pliant_last_error(text, sizeof text);
    return text;
}

/// A description with its defaults: `auto desc = pliant::defaults<PliantBodyDesc>();`
template <class T> T defaults();
#define PLIANT_DEFAULTS(type, init)                                                                \
    template <> inline type defaults<type>() {                                                     \
        type desc;                                                                                 \
        (void)init(&desc, sizeof desc);                                                            \
        return desc;                                                                               \
    }
// Up to #undef written by `cargo xtask bindings`.
PLIANT_DEFAULTS(PliantWorldDesc, pliant_world_desc_init)
PLIANT_DEFAULTS(PliantAssetDesc, pliant_asset_desc_init)
PLIANT_DEFAULTS(PliantSkinAssetDesc, pliant_skin_asset_desc_init)
PLIANT_DEFAULTS(PliantNeoHookeanDesc, pliant_neo_hookean_desc_init)
PLIANT_DEFAULTS(PliantMassSpringDesc, pliant_mass_spring_desc_init)
PLIANT_DEFAULTS(PliantShapeMatchingDesc, pliant_shape_matching_desc_init)
PLIANT_DEFAULTS(PliantClothDesc, pliant_cloth_desc_init)
PLIANT_DEFAULTS(PliantRigidDesc, pliant_rigid_desc_init)
PLIANT_DEFAULTS(PliantBodyDesc, pliant_body_desc_init)
PLIANT_DEFAULTS(PliantVertexLayout, pliant_vertex_layout_init)
PLIANT_DEFAULTS(PliantColliderDesc, pliant_collider_desc_init)
PLIANT_DEFAULTS(PliantAttachmentDesc, pliant_attachment_desc_init)
PLIANT_DEFAULTS(PliantSurfaceDesc, pliant_surface_desc_init)
PLIANT_DEFAULTS(PliantRegionDesc, pliant_region_desc_init)
PLIANT_DEFAULTS(PliantClusterDesc, pliant_cluster_desc_init)
PLIANT_DEFAULTS(PliantPointsDesc, pliant_points_desc_init)
PLIANT_DEFAULTS(PliantSheetDesc, pliant_sheet_desc_init)
PLIANT_DEFAULTS(PliantShapeMeshDesc, pliant_shape_mesh_desc_init)
PLIANT_DEFAULTS(PliantShapeConvexDesc, pliant_shape_convex_desc_init)
PLIANT_DEFAULTS(PliantShapeHeightfieldDesc, pliant_shape_heightfield_desc_init)
PLIANT_DEFAULTS(PliantShapeSdfDesc, pliant_shape_sdf_desc_init)
PLIANT_DEFAULTS(PliantShapePartDesc, pliant_shape_part_desc_init)
PLIANT_DEFAULTS(PliantShapeCompoundDesc, pliant_shape_compound_desc_init)
PLIANT_DEFAULTS(PliantPrepareDesc, pliant_prepare_desc_init)
PLIANT_DEFAULTS(PliantBalloonDesc, pliant_balloon_desc_init)
#undef PLIANT_DEFAULTS

/// `PLIANT_MODEL_…` of the model with these parameters, written by `cargo xtask bindings`.
inline uint32_t model_of(const PliantNeoHookeanDesc &) { return PLIANT_MODEL_NEO_HOOKEAN; }
inline uint32_t model_of(const PliantMassSpringDesc &) { return PLIANT_MODEL_MASS_SPRING; }
inline uint32_t model_of(const PliantShapeMatchingDesc &) { return PLIANT_MODEL_SHAPE_MATCHING; }
inline uint32_t model_of(const PliantClothDesc &) { return PLIANT_MODEL_CLOTH; }
inline uint32_t model_of(const PliantRigidDesc &) { return PLIANT_MODEL_RIGID; }
inline uint32_t model_of(const PliantBalloonDesc &) { return PLIANT_MODEL_BALLOON; }

/// Chooses a body's model. `model` must stay until the body is added.
template <class Model> void set_model(PliantBodyDesc &desc, const Model &model) {
    desc.model = model_of(model);
    desc.model_desc = &model;
}

#ifndef PLIANT_NO_EXCEPTIONS

/// A failed call.
class Error : public std::runtime_error {
public:
    explicit Error(int32_t status) : std::runtime_error(last_error()), status_(status) {}
    /// `PLIANT_ERROR_…`.
    int32_t status() const noexcept { return status_; }

private:
    int32_t status_;
};

/// What a function returns: here the value itself.
template <class T> using Result = T;
/// What a function without a value returns.
using Outcome = void;

namespace detail {
inline void throw_if_failed(int32_t status) {
    if (status < 0) throw Error(status);
}
template <class T> T made(int32_t status, T &&value) {
    throw_if_failed(status);
    return std::forward<T>(value);
}
inline void done(int32_t status) { throw_if_failed(status); }
} // namespace detail

#else

/// What a function returns: a status, and the value if the status is `PLIANT_OK`.
template <class T> struct [[nodiscard]] Result {
    int32_t status;
    T value;
    explicit operator bool() const noexcept { return status == PLIANT_OK; }
};
/// What a function without a value returns: its status.
using Outcome = int32_t;

namespace detail {
template <class T> Result<T> made(int32_t status, T &&value) { return {status, std::forward<T>(value)}; }
[[nodiscard]] inline int32_t done(int32_t status) { return status; }
} // namespace detail

#endif

/// Whether the loaded library fits this header.
inline bool fits() noexcept {
    PliantAbiInfo info = {};
    info.struct_size = sizeof info;
    return pliant_abi_info(&info) == PLIANT_OK && info.layout_hash == PLIANT_LAYOUT_HASH;
}

/// `PLIANT_…` of a status.
inline const char *status_name(int32_t status) noexcept { return pliant_status_name(status); }

/// Sets the function that receives messages, for the whole process; null for none. It must not throw.
inline Outcome set_log(void (*callback)(const PliantLogMessage *message, void *user_data), void *user_data, uint32_t level) {
    return detail::done(pliant_log_set(callback, user_data, level));
}
/// Names a folder in which the driver's kernels are kept. Call it before the first world.
inline Outcome open_cache(const char *folder) { return detail::done(pliant_cache_open(folder)); }

/// Closes the devices that no world uses: at the end of a program, or before the library is unloaded.
inline Outcome shutdown() { return detail::done(pliant_shutdown()); }

/// How many GPU objects the process holds through the library, to find leaks.
inline Result<uint64_t> resource_count() {
    uint64_t count = 0;
    int32_t status = pliant_debug_resource_count(&count);
    return detail::made(status, std::move(count));
}

/// The adapters that worlds can run on, the best first.
inline Result<std::vector<PliantAdapterInfo>> adapters() {
    uint32_t count = 0;
    int32_t status = pliant_adapter_count(&count);
    std::vector<PliantAdapterInfo> infos(status == PLIANT_OK ? count : 0);
    for (uint32_t at = 0; at < infos.size() && status == PLIANT_OK; ++at) {
        infos[at].struct_size = sizeof infos[at];
        status = pliant_adapter_get(at, &infos[at]);
    }
    return detail::made(status, std::move(infos));
}

/// A pose at a position [length unit], without a rotation.
inline PliantPose at(double x, double y, double z) noexcept { return {{x, y, z}, {0, 0, 0, 1}}; }

namespace detail {
/// An id that `Release` lets go of, on any thread. `Release` never returns `PLIANT_ERROR_BUSY`. It fails only when the
/// id's world has ended, and then there is nothing left to let go of.
template <class Id, int32_t (*Release)(Id)> class Owner {
public:
    Owner() = default;
    explicit Owner(Id id) noexcept : id_(id) {}
    Owner(Owner &&other) noexcept : id_(std::exchange(other.id_, Id{})) {}
    Owner &operator=(Owner &&other) noexcept {
        if (this != &other) {
            reset();
            id_ = std::exchange(other.id_, Id{});
        }
        return *this;
    }
    Owner(const Owner &) = delete;
    Owner &operator=(const Owner &) = delete;
    ~Owner() { reset(); }
    /// The plain handle; still owned here.
    Id id() const noexcept { return id_; }
    explicit operator bool() const noexcept { return id_.bits != 0; }
    /// Lets go now.
    void reset() noexcept {
        if (id_.bits != 0) (void)Release(std::exchange(id_, Id{}));
    }

private:
    Id id_ = {};
};

/// Fills a buffer of unknown size: one call asks for the size, the second fills it.
template <class Items, class Call> int32_t fill(Items &items, Call call) {
    uint64_t count = 0;
    int32_t status = call(nullptr, 0, &count);
    if (status == PLIANT_OK) {
        items.resize(static_cast<std::size_t>(count));
        status = call(items.data(), count, &count);
    }
    return status;
}
template <class Item, class Call> Result<std::vector<Item>> bytes(Call call) {
    std::vector<Item> items;
    int32_t status = fill(items, call);
    return made(status, std::move(items));
}
template <class Call> Result<std::string> text(Call call) {
    std::string letters;
    int32_t status = fill(letters, [&call](char *buffer, uint64_t room, uint64_t *size) {
        return call(reinterpret_cast<uint8_t *>(buffer), room, size);
    });
    return made(status, std::move(letters));
}

/// A second owner of what `id` names.
template <class Kind, class Id> Result<Kind> shared(int32_t (*retain)(Id), Id id) {
    int32_t status = retain(id);
    return made(status, status == PLIANT_OK ? Kind(id) : Kind());
}

/// A struct that a call fills. Zeros, and no error, while it is not ready.
template <class Struct, class Call> Result<Struct> written(Call call) {
    Struct found = {};
    found.struct_size = sizeof found;
    int32_t status = call(&found);
    if (status != PLIANT_OK) found = {};
    return made(status < 0 ? status : PLIANT_OK, std::move(found));
}

/// Fetches answers into `items`, whose room is used again. False, and no error, while they are not there.
template <class Item, class Call> Result<bool> fetched(std::vector<Item> &items, Call call) {
    uint32_t count = 0;
    items.resize(items.capacity());
    int32_t status = call(items.data(), static_cast<uint32_t>(items.size()), &count);
    if (status == PLIANT_ERROR_CAPACITY) {
        items.resize(count);
        status = call(items.data(), count, &count);
    }
    items.resize(status == PLIANT_OK ? count : 0);
    bool is_there = status == PLIANT_OK;
    return made(status < 0 ? status : PLIANT_OK, std::move(is_there));
}
} // namespace detail

namespace detail {
/// Calls a callable that may throw from the library. An exception stops the work and is thrown again after the call.
template <class Tell> class Listener {
public:
    explicit Listener(Tell &tell) noexcept : tell_(&tell) {}
    static int32_t call(float done, void *self) noexcept { return static_cast<Listener *>(self)->stops(done) ? 1 : 0; }
    void rethrow() {
#ifndef PLIANT_NO_EXCEPTIONS
        if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
#endif
    }

private:
    bool stops(float done) noexcept {
#ifndef PLIANT_NO_EXCEPTIONS
        try {
            return (*tell_)(done);
        } catch (...) {
            thrown_ = std::current_exception();
            return true;
        }
#else
        return (*tell_)(done);
#endif
    }
    Tell *tell_;
#ifndef PLIANT_NO_EXCEPTIONS
    std::exception_ptr thrown_;
#endif
};

/// The listener of who wants none.
struct Silence {
    bool operator()(float) const noexcept { return false; }
};
} // namespace detail

/// A cooked body or shell; see `pliant_asset_create` and `pliant_asset_create_from_surface`.
class Asset : public detail::Owner<PliantAssetId, pliant_asset_release> {
public:
    using Owner::Owner;
    static Result<Asset> create(const PliantAssetDesc &desc) {
        PliantAssetId id = {};
        int32_t status = pliant_asset_create(&desc, &id);
        return detail::made(status, Asset(id));
    }
    /// For cloth.
    static Result<Asset> create_from_sheet(const PliantSheetDesc &desc) {
        PliantAssetId id = {};
        int32_t status = pliant_asset_create_from_sheet(&desc, &id);
        return detail::made(status, Asset(id));
    }
    /// For shape matching: particles without tets.
    static Result<Asset> create_from_points(const PliantPointsDesc &desc) {
        PliantAssetId id = {};
        int32_t status = pliant_asset_create_from_points(&desc, &id);
        return detail::made(status, Asset(id));
    }
    /// A copy with other clusters, for shape matching.
    Result<Asset> with_clusters(const PliantClusterDesc &desc) const {
        PliantAssetId made = {};
        int32_t status = pliant_asset_create_with_clusters(id(), &desc, &made);
        return detail::made(status, Asset(made));
    }
    /// A second owner.
    Result<Asset> share() const { return detail::shared<Asset>(pliant_asset_retain, id()); }
    static Result<Asset> read_file(const char *path, bool drop_unreferenced = false) {
        PliantAssetId id = {};
        int32_t status = pliant_asset_read_file(path, drop_unreferenced ? 1 : 0, &id);
        return detail::made(status, Asset(id));
    }
    static Result<Asset> load(const uint8_t *bytes, uint64_t size) {
        PliantAssetId id = {};
        int32_t status = pliant_asset_load(bytes, size, &id);
        return detail::made(status, Asset(id));
    }
    Result<std::vector<uint8_t>> save() const {
        return detail::bytes<uint8_t>(
            [this](uint8_t *buffer, uint64_t room, uint64_t *size) { return pliant_asset_save(id(), buffer, room, size); });
    }
    Result<PliantAssetInfo> info() const {
        PliantAssetInfo info = {};
        info.struct_size = sizeof info;
        int32_t status = pliant_asset_info(id(), &info);
        return detail::made(status, std::move(info));
    }
    /// Cooks a surface, its finest level only, whatever `desc.level_count` is. `tell(done)` is called on this thread
    /// with the share that is done, 0 to 1. It stops the work by returning true (`PLIANT_ERROR_CANCELLED`) or by
    /// throwing; what it throws is thrown again.
    template <class Tell = detail::Silence>
    static Result<Asset> from_surface(const PliantSurfaceDesc &desc, Tell &&tell = Tell()) {
        PliantSurfaceDesc one = desc;
        one.level_count = 1;
        Asset asset;
        int32_t status = cook(one, tell, &asset, 1);
        return detail::made(status, std::move(asset));
    }
    /// Cooks `desc.level_count` levels of detail, finest first. The levels of a shell are all the same.
    template <class Tell = detail::Silence>
    static Result<std::vector<Asset>> levels_from_surface(const PliantSurfaceDesc &desc, Tell &&tell = Tell()) {
        std::vector<Asset> assets(desc.level_count > 0 && desc.level_count <= PLIANT_MAX_SURFACE_LEVELS ? desc.level_count : 1);
        int32_t status = cook(desc, tell, assets.data(), assets.size());
        return detail::made(status, std::move(assets));
    }
    /// What cooking did to the surface.
    Result<PliantSurfaceReport> surface_report() const {
        PliantSurfaceReport report = {};
        report.struct_size = sizeof report;
        int32_t status = pliant_asset_surface_report(id(), &report);
        return detail::made(status, std::move(report));
    }
    /// The report in sentences, one a line.
    Result<std::string> report_text() const {
        return detail::text([this](uint8_t *buffer, uint64_t room, uint64_t *size) {
            return pliant_asset_report_text(id(), buffer, room, size);
        });
    }

private:
    template <class Tell> static int32_t cook(const PliantSurfaceDesc &desc, Tell &tell, Asset *assets, std::size_t count) {
        PliantAssetId ids[PLIANT_MAX_SURFACE_LEVELS] = {};
        detail::Listener<Tell> listener(tell);
        int32_t status = pliant_asset_create_from_surface(&desc, detail::Listener<Tell>::call, &listener, ids);
        for (std::size_t i = 0; i < count; ++i) assets[i] = Asset(ids[i]);
        listener.rethrow();
        return status;
    }
};

/// A render mesh bound to an asset; see `pliant_skin_asset_create`.
class SkinAsset : public detail::Owner<PliantSkinAssetId, pliant_skin_asset_release> {
public:
    using Owner::Owner;
    static Result<SkinAsset> create(const Asset &asset, const PliantSkinAssetDesc &desc) {
        PliantSkinAssetId id = {};
        int32_t status = pliant_skin_asset_create(asset.id(), &desc, &id);
        return detail::made(status, SkinAsset(id));
    }
    /// A second owner.
    Result<SkinAsset> share() const { return detail::shared<SkinAsset>(pliant_skin_asset_retain, id()); }
    Result<PliantSkinAssetInfo> info() const {
        return detail::written<PliantSkinAssetInfo>([this](PliantSkinAssetInfo *out) { return pliant_skin_asset_info(id(), out); });
    }
    static Result<SkinAsset> read_file(const Asset &asset, const char *path) {
        PliantSkinAssetId id = {};
        int32_t status = pliant_skin_asset_read_file(asset.id(), path, &id);
        return detail::made(status, SkinAsset(id));
    }
    static Result<SkinAsset> from_surface(const Asset &asset) {
        PliantSkinAssetId id = {};
        int32_t status = pliant_skin_asset_from_surface(asset.id(), &id);
        return detail::made(status, SkinAsset(id));
    }
    static Result<SkinAsset> load(const uint8_t *bytes, uint64_t size) {
        PliantSkinAssetId id = {};
        int32_t status = pliant_skin_asset_load(bytes, size, &id);
        return detail::made(status, SkinAsset(id));
    }
    Result<std::vector<uint8_t>> save() const {
        return detail::bytes<uint8_t>([this](uint8_t *buffer, uint64_t room, uint64_t *size) {
            return pliant_skin_asset_save(id(), buffer, room, size);
        });
    }
    Result<std::vector<uint32_t>> indices() const {
        return detail::bytes<uint32_t>([this](uint32_t *buffer, uint64_t room, uint64_t *count) {
            return pliant_skin_asset_indices(id(), buffer, room, count);
        });
    }
};

/// A shape that colliders share; see `pliant_shape_create_mesh`. Colliders keep it alive.
class Shape : public detail::Owner<PliantShapeId, pliant_shape_release> {
public:
    using Owner::Owner;
    static Result<Shape> create(const PliantShapeMeshDesc &desc) { return made(pliant_shape_create_mesh, desc); }
    static Result<Shape> create(const PliantShapeConvexDesc &desc) { return made(pliant_shape_create_convex, desc); }
    static Result<Shape> create(const PliantShapeHeightfieldDesc &desc) { return made(pliant_shape_create_heightfield, desc); }
    static Result<Shape> create(const PliantShapeSdfDesc &desc) { return made(pliant_shape_create_sdf, desc); }
    static Result<Shape> create(const PliantShapeCompoundDesc &desc) { return made(pliant_shape_create_compound, desc); }
    /// A second owner.
    Result<Shape> share() const { return detail::shared<Shape>(pliant_shape_retain, id()); }
    static Result<Shape> load(const uint8_t *bytes, uint64_t size) {
        PliantShapeId id = {};
        int32_t status = pliant_shape_load(bytes, size, &id);
        return detail::made(status, Shape(id));
    }
    Result<std::vector<uint8_t>> save() const {
        return detail::bytes<uint8_t>([this](uint8_t *buffer, uint64_t room, uint64_t *size) {
            return pliant_shape_save(id(), buffer, room, size);
        });
    }
    Result<PliantShapeInfo> info() const {
        PliantShapeInfo info = {};
        info.struct_size = sizeof info;
        int32_t status = pliant_shape_info(id(), &info);
        return detail::made(status, std::move(info));
    }

private:
    template <class Desc> static Result<Shape> made(int32_t (*create)(const Desc *, PliantShapeId *), const Desc &desc) {
        PliantShapeId id = {};
        int32_t status = create(&desc, &id);
        return detail::made(status, Shape(id));
    }
};

namespace detail {
/// A mapped result, unmapped in the destructor. Empty when the result is not ready. Its memory also ends with its
/// world.
template <class View> class Mapped : public Owner<PliantMapId, pliant_unmap> {
public:
    Mapped() = default;
    explicit Mapped(const View &view) noexcept : Owner(view.map), view_(view) {}
    const View *operator->() const noexcept { return &view_; }
    const View &operator*() const noexcept { return view_; }

private:
    View view_ = {};
};

/// NOT_READY is an empty view, not an error.
template <class View> Result<Mapped<View>> mapped(int32_t status, const View &view) {
    if (status == PLIANT_NOT_READY) return made(PLIANT_OK, Mapped<View>());
    return made(status, status == PLIANT_OK ? Mapped<View>(view) : Mapped<View>());
}
} // namespace detail

using VertexView = detail::Mapped<PliantVertexView>;
using ParticleView = detail::Mapped<PliantParticleView>;

/// A body of a world: a plain value that does not keep the world alive.
struct Body {
    PliantBodyId id = {};

    Outcome remove() { return detail::done(pliant_body_remove(id)); }
    Outcome teleport(const PliantPose &pose, const float *linear_velocity = nullptr, const float *angular_velocity = nullptr,
                     uint32_t pins = PLIANT_TELEPORT_PINS_FOLLOW) {
        return detail::done(pliant_body_teleport(id, &pose, linear_velocity, angular_velocity, pins));
    }
    Outcome apply_impulse(const float *impulse, const double *point = nullptr) {
        return detail::done(pliant_body_apply_impulse(id, impulse, point));
    }
    /// Lets it pass through another body or a collider, or touch it again.
    Outcome ignore(Body other, bool ignored = true) { return detail::done(pliant_body_ignore_body(id, other.id, ignored)); }
    Outcome ignore(PliantColliderId collider, bool ignored = true) {
        return detail::done(pliant_body_ignore_collider(id, collider, ignored));
    }
    /// Changes the model, or its parameters: `body.set_model(pliant::defaults<PliantMassSpringDesc>());`.
    template <class Model> Outcome set_model(const Model &model) {
        return detail::done(pliant_body_set_model(id, model_of(model), &model));
    }
    Outcome set_inverse_masses(const uint32_t *vertices, const float *inverse_masses, uint32_t count) {
        return detail::done(pliant_body_set_inverse_masses(id, vertices, inverse_masses, count));
    }
    Outcome set_schedule(uint32_t substeps, uint32_t iterations) {
        return detail::done(pliant_body_set_schedule(id, substeps, iterations));
    }
    Result<PliantBodyInfo> info() const {
        PliantBodyInfo info = {};
        info.struct_size = sizeof info;
        int32_t status = pliant_body_info(id, &info);
        return detail::made(status, std::move(info));
    }
    /// How a rigid body stands and moves; its frame is 0 before a step that it was in has finished.
    Result<PliantBodyMotion> motion() const {
        return detail::written<PliantBodyMotion>([this](PliantBodyMotion *out) { return pliant_body_motion(id, out); });
    }
    Result<uint32_t> add_skin(const SkinAsset &skin, const PliantVertexLayout *layout = nullptr) {
        uint32_t index = 0;
        int32_t status = pliant_body_add_skin(id, skin.id(), layout, &index);
        return detail::made(status, std::move(index));
    }
    Outcome remove_skins() { return detail::done(pliant_body_remove_skins(id)); }
    Result<PliantAttachmentId> attach(const PliantAttachmentDesc &desc) {
        PliantAttachmentId attachment = {};
        int32_t status = pliant_body_attach(id, &desc, &attachment);
        return detail::made(status, std::move(attachment));
    }
    /// Returns an empty view if the result is not ready.
    Result<VertexView> map_vertices(uint32_t skin_index, uint32_t mode) const {
        PliantVertexView view = {};
        view.struct_size = sizeof view;
        int32_t status = pliant_body_map_vertices(id, skin_index, mode, &view);
        return detail::mapped(status, view);
    }
    /// Returns an empty view if the result is not ready.
    Result<ParticleView> map_particles(uint32_t mode) const {
        PliantParticleView view = {};
        view.struct_size = sizeof view;
        int32_t status = pliant_body_map_particles(id, mode, &view);
        return detail::mapped(status, view);
    }
};

/// A world; see `pliant_world_create`.
class World : public detail::Owner<PliantWorldId, pliant_world_destroy> {
public:
    using Owner::Owner;
    static Result<World> create(const PliantWorldDesc &desc = defaults<PliantWorldDesc>()) {
        PliantWorldId id = {};
        int32_t status = pliant_world_create(&desc, &id);
        return detail::made(status, World(id));
    }
    /// Queues a step of `dt` [s] and returns its number.
    Result<uint64_t> step(float dt) {
        uint64_t frame = 0;
        int32_t status = pliant_world_step(id(), dt, &frame);
        return detail::made(status, std::move(frame));
    }
    /// `PLIANT_OK` or `PLIANT_NOT_READY`.
    Result<int32_t> wait(uint64_t timeout_ns) {
        int32_t status = pliant_world_wait(id(), timeout_ns);
        return detail::made(status < 0 ? status : PLIANT_OK, std::move(status));
    }
    /// Compiles kernels before a step needs them. Call it until its `done_count` is its `kernel_count`.
    Result<PliantPrepareState> prepare(const PliantPrepareDesc &desc = defaults<PliantPrepareDesc>(), uint64_t timeout_ns = 0) {
        PliantPrepareState state = {};
        state.struct_size = sizeof state;
        int32_t status = pliant_world_prepare(id(), &desc, timeout_ns, &state);
        return detail::made(status < 0 ? status : PLIANT_OK, std::move(state));
    }
    Result<PliantWorldStats> stats() const {
        PliantWorldStats stats = {};
        stats.struct_size = sizeof stats;
        int32_t status = pliant_world_stats(id(), &stats);
        return detail::made(status, std::move(stats));
    }
    /// GPU time of one stage of the newest finished step. The world must have `PLIANT_WORLD_TIMESTAMPS`.
    Result<PliantStageTime> stage_time(uint32_t stage) const {
        PliantStageTime time = {};
        time.struct_size = sizeof time;
        int32_t status = pliant_world_stage_time(id(), stage, &time);
        return detail::made(status, std::move(time));
    }
    /// What bodies gave each collider in the newest finished step. The world must have `PLIANT_WORLD_IMPULSES`. Valid until
    /// the next step or call of this kind; its frame is 0 while none has finished. `item(view, k)` is its k-th.
    Result<PliantImpulseView> impulses(uint32_t mode) {
        return detail::written<PliantImpulseView>(
            [this, mode](PliantImpulseView *out) { return pliant_world_impulses(id(), mode, out); });
    }
    /// Which pairs began, went on or ended to touch. The world must have `PLIANT_WORLD_EVENTS`. Valid as impulses are.
    Result<PliantEventView> events(uint32_t mode) {
        return detail::written<PliantEventView>([this, mode](PliantEventView *out) { return pliant_world_events(id(), mode, out); });
    }
    /// The GPU passes of the next step, for people.
    Result<std::string> plan_text() {
        return detail::text([this](uint8_t *buffer, uint64_t room, uint64_t *size) {
            return pliant_world_plan_text(id(), buffer, room, size);
        });
    }
    Result<uint64_t> state_hash() const {
        uint64_t hash = 0;
        int32_t status = pliant_world_state_hash(id(), &hash);
        return detail::made(status, std::move(hash));
    }
    Result<std::vector<uint8_t>> save() const {
        return detail::bytes<uint8_t>(
            [this](uint8_t *buffer, uint64_t room, uint64_t *size) { return pliant_world_save(id(), buffer, room, size); });
    }
    /// Translates a handle of a saved world into the one of this world, after that save was restored here.
    Result<uint64_t> translate(uint64_t saved) const {
        uint64_t handle = 0;
        int32_t status = pliant_world_translate(id(), saved, &handle);
        return detail::made(status, std::move(handle));
    }
    Outcome restore(const std::vector<uint8_t> &bytes) {
        return detail::done(pliant_world_restore(id(), bytes.data(), bytes.size()));
    }
    Outcome set_gravity(const float *gravity) { return detail::done(pliant_world_set_gravity(id(), gravity)); }
    Outcome set_origin(const double *origin) { return detail::done(pliant_world_set_origin(id(), origin)); }
    /// Get the answers with `fetch`.
    Result<PliantTicketId> query_rays(const PliantRay *rays, uint32_t count) {
        PliantTicketId ticket = {};
        int32_t status = pliant_query_rays(id(), rays, count, &ticket);
        return detail::made(status, std::move(ticket));
    }
    /// Get the answers with `fetch`.
    Result<PliantTicketId> query_closest(const PliantPointQuery *points, uint32_t count) {
        PliantTicketId ticket = {};
        int32_t status = pliant_query_closest(id(), points, count, &ticket);
        return detail::made(status, std::move(ticket));
    }
    /// Get the answers with `fetch`.
    Result<PliantTicketId> query_overlaps(const PliantShapeQuery *shapes, uint32_t count) {
        PliantTicketId ticket = {};
        int32_t status = pliant_query_overlaps(id(), shapes, count, &ticket);
        return detail::made(status, std::move(ticket));
    }
    /// `points`: 24 floats a query; `times`: one.
    Outcome ccd_vertex_triangle(uint32_t query_count, const float *points, float *times) {
        return detail::done(pliant_ccd_vertex_triangle(id(), query_count, points, times));
    }
    Outcome ccd_edge_edge(uint32_t query_count, const float *points, float *times) {
        return detail::done(pliant_ccd_edge_edge(id(), query_count, points, times));
    }
    Outcome set_wind(const float *wind) { return detail::done(pliant_world_set_wind(id(), wind)); }
    Result<PliantAdapterInfo> adapter() const {
        PliantAdapterInfo info = {};
        info.struct_size = sizeof info;
        int32_t status = pliant_world_adapter(id(), &info);
        return detail::made(status, std::move(info));
    }
    Result<Body> add_body(const Asset &asset, const PliantBodyDesc &desc) {
        Body body;
        int32_t status = pliant_body_add(id(), asset.id(), &desc, &body.id);
        return detail::made(status, std::move(body));
    }
    Result<PliantColliderId> add_collider(const PliantColliderDesc &desc) {
        PliantColliderId collider = {};
        int32_t status = pliant_collider_add(id(), &desc, &collider);
        return detail::made(status, std::move(collider));
    }
    Result<PliantFrameId> add_frame(const PliantPose &pose, uint64_t user_data = 0) {
        PliantFrameId frame = {};
        int32_t status = pliant_frame_add(id(), &pose, user_data, &frame);
        return detail::made(status, std::move(frame));
    }
};

inline Outcome move(PliantColliderId collider, const PliantPose &pose) { return detail::done(pliant_collider_move(collider, &pose)); }
inline Outcome place(PliantColliderId collider, const PliantPose &pose) { return detail::done(pliant_collider_place(collider, &pose)); }
inline Outcome remove(PliantColliderId collider) { return detail::done(pliant_collider_remove(collider)); }
inline Result<PliantColliderInfo> info(PliantColliderId collider) {
    PliantColliderInfo info = {};
    info.struct_size = sizeof info;
    int32_t status = pliant_collider_info(collider, &info);
    return detail::made(status, std::move(info));
}
inline Outcome move(PliantFrameId frame, const PliantPose &pose) { return detail::done(pliant_frame_move(frame, &pose)); }
inline Outcome place(PliantFrameId frame, const PliantPose &pose) { return detail::done(pliant_frame_place(frame, &pose)); }
inline Outcome remove(PliantFrameId frame) { return detail::done(pliant_frame_remove(frame)); }
inline Result<PliantFrameInfo> info(PliantFrameId frame) {
    PliantFrameInfo info = {};
    info.struct_size = sizeof info;
    int32_t status = pliant_frame_info(frame, &info);
    return detail::made(status, std::move(info));
}
inline Result<PliantAttachmentInfo> info(PliantAttachmentId attachment) {
    PliantAttachmentInfo info = {};
    info.struct_size = sizeof info;
    int32_t status = pliant_attachment_info(attachment, &info);
    return detail::made(status, std::move(info));
}
inline Outcome release(PliantAttachmentId attachment) { return detail::done(pliant_attachment_release(attachment)); }

/// Grabs a hit of a body by a spring [N/m] to a new frame. Drag it with `move`, let go with `remove`.
inline Result<PliantFrameId> grab(const PliantHit &hit, float stiffness) {
    PliantFrameId frame = {};
    int32_t status = pliant_body_grab(&hit, stiffness, &frame);
    return detail::made(status, std::move(frame));
}

/// Fetches the answers of a batch and ends its ticket. False, and the ticket goes on, until the GPU is done.
inline Result<bool> fetch(PliantTicketId ticket, std::vector<PliantHit> &hits) {
    return detail::fetched(hits, [ticket](PliantHit *out, uint32_t room, uint32_t *count) {
        return pliant_query_fetch(ticket, out, room, count);
    });
}
/// `dropped`: how many bodies found no room, or null.
inline Result<bool> fetch(PliantTicketId ticket, std::vector<PliantOverlap> &overlaps, uint64_t *dropped = nullptr) {
    return detail::fetched(overlaps, [ticket, dropped](PliantOverlap *out, uint32_t room, uint32_t *count) {
        return pliant_query_fetch_overlaps(ticket, out, room, count, dropped);
    });
}
/// Waits for the answers, for tools. False if the GPU takes longer than a minute.
inline Result<bool> wait(PliantTicketId ticket) {
    int32_t status = pliant_query_wait(ticket);
    bool is_there = status == PLIANT_OK;
    return detail::made(status < 0 ? status : PLIANT_OK, std::move(is_there));
}
/// Ends a ticket without its answers.
inline Outcome drop(PliantTicketId ticket) { return detail::done(pliant_query_drop(ticket)); }

/// The k-th event, or impulse on a collider, of a view: k below its count.
inline const PliantEvent &item(const PliantEventView &view, uint32_t k) noexcept {
    return *reinterpret_cast<const PliantEvent *>(reinterpret_cast<const char *>(view.events) + std::size_t(k) * view.stride);
}
inline const PliantColliderImpulse &item(const PliantImpulseView &view, uint32_t k) noexcept {
    return *reinterpret_cast<const PliantColliderImpulse *>(reinterpret_cast<const char *>(view.impulses) +
                                                           std::size_t(k) * view.stride);
}

} // namespace pliant
#endif
