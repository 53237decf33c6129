/* pliant.h: GPU deformable bodies for game engines.
 *
 * Objects. An asset is a tetrahedral mesh, checked and cooked once. A world owns bodies made from assets, colliders,
 * frames that a game animates, and attachments, which hold vertices of a body in the world or to a frame. A skin binds
 * a render mesh to an asset.
 *
 * A frame of the game. Move colliders and frames, call pliant_world_step, and continue while the GPU works. To draw,
 * map a body's vertices: you get those of the newest finished step and its number, without waiting.
 *
 * Status. Every function except pliant_status_name returns int32_t: PLIANT_OK, a positive state such as
 * PLIANT_NOT_READY, or a negative PLIANT_ERROR_... Numbers never change. Outputs are written only on success.
 * pliant_last_error explains the last failure on the calling thread: which argument was wrong, its value, and what was
 * expected.
 *
 * Structs that describe something start with struct_size. Call the ..._init function, which fills in the defaults. Or
 * zero the struct and set struct_size to its sizeof: a zero field then means the default, as the field says. Where zero
 * has a meaning of its own (friction, gravity, drag), call ..._init if you set only some fields. A model's struct that
 * is zero after struct_size means its defaults. struct_size is always the sizeof of the header that you compiled with.
 * A later library uses the defaults for fields that an older struct lacks. A size is an error (INVALID_ARGUMENT) if it
 * is smaller than in any version, ends inside a field, or is larger than twice this version's size plus 64 bytes. In a
 * larger struct, bytes unknown to this library must be zero, and the library writes zeros there.
 *
 * GPU failures. When the GPU is lost, every function of its worlds except pliant_unmap returns
 * PLIANT_ERROR_DEVICE_LOST. Destroy these worlds and make new ones. A command that the GPU refuses (PLIANT_ERROR_GPU)
 * ends only the world that sent it, in the same way.
 *
 * Handles are 64-bit values; zero is null. The handle of a removed object is refused: a process never gives the same
 * handle to two objects.
 *
 * Data. Arrays are pointer + count + stride in bytes, so that arrays of engines pass without a copy. Vectors are
 * float[3], quaternions x y z w, strings UTF-8. Units are in [square brackets].
 *
 * Threads:
 *   1. Functions of the library as a whole (version, errors, log): any thread.
 *   2. Cooking assets and skins: any thread, many at once.
 *   3. Functions of a world and of its objects, mapping included: one thread at a time per world. A second thread
 *      gets PLIANT_ERROR_BUSY.
 *   4. Different worlds: at the same time.
 *   5. Reading mapped memory, pliant_unmap and pliant_world_destroy: any thread, at any time, never PLIANT_ERROR_BUSY.
 */

#ifndef PLIANT_H
#define PLIANT_H

/* Written by `cargo xtask bindings` from src/ffi; edit there. */

#include <stdint.h>

#if defined(_WIN32) && !defined(PLIANT_STATIC)
#define PLIANT_API __declspec(dllimport)
#else
#define PLIANT_API
#endif


/**
 * The call succeeded.
 */
#define PLIANT_OK 0

/**
 * No error: the result is not ready yet. Call again later.
 */
#define PLIANT_NOT_READY 1

/**
 * A pointer is null, a number is out of range or not finite, or a size is wrong.
 */
#define PLIANT_ERROR_INVALID_ARGUMENT -1

/**
 * The handle is zero, stale, of another kind or of another world.
 */
#define PLIANT_ERROR_INVALID_HANDLE -2

/**
 * The object is in a state that does not allow the call (mapped twice, already attached, …).
 */
#define PLIANT_ERROR_INVALID_STATE -3

/**
 * The call would exceed a documented limit; nothing was changed.
 */
#define PLIANT_ERROR_CAPACITY -4

/**
 * The host or the GPU has no memory left. Nothing was changed, unless `pliant_last_error` says to destroy the world.
 */
#define PLIANT_ERROR_OUT_OF_MEMORY -5

/**
 * Another thread is inside a function of the same world.
 */
#define PLIANT_ERROR_BUSY -6

/**
 * No adapter fits the request, or the adapter lacks a feature or limit that the library needs.
 */
#define PLIANT_ERROR_NO_DEVICE -7

/**
 * The GPU was lost; the world can only be destroyed. Any call may return this error, even if the call's list of
 * errors lacks the error. A new world can restore the last save (`pliant_world_restore`).
 */
#define PLIANT_ERROR_DEVICE_LOST -8

/**
 * The GPU refused a command; this is a defect of the library. The world can only be destroyed.
 */
#define PLIANT_ERROR_GPU -9

/**
 * A defect of the library was caught at the boundary. The world can only be destroyed.
 */
#define PLIANT_ERROR_INTERNAL -10

/**
 * The caller's header and the library do not match.
 */
#define PLIANT_ERROR_VERSION -11

/**
 * Bytes or a file are damaged or of an unknown format.
 */
#define PLIANT_ERROR_FORMAT -12

/**
 * The file could not be read.
 */
#define PLIANT_ERROR_IO -13

/**
 * The library was built without the feature `cook` (mesh files and surfaces).
 */
#define PLIANT_ERROR_UNAVAILABLE -14

/**
 * A mesh has an index past its vertices.
 */
#define PLIANT_ERROR_MESH_INDEX -20

/**
 * A mesh has a position that is not finite.
 */
#define PLIANT_ERROR_MESH_NOT_FINITE -21

/**
 * A mesh has inverted elements.
 */
#define PLIANT_ERROR_MESH_INVERTED -22

/**
 * A mesh has elements without volume.
 */
#define PLIANT_ERROR_MESH_ZERO_VOLUME -23

/**
 * A mesh has vertices that belong to no element.
 */
#define PLIANT_ERROR_MESH_UNREFERENCED -24

/**
 * A mesh has no elements.
 */
#define PLIANT_ERROR_MESH_EMPTY -25

/**
 * A mesh has elements of an unsupported kind: hexahedra, quadratic tetrahedra, …, or a shell where tets are
 * needed.
 */
#define PLIANT_ERROR_MESH_UNSUPPORTED -26

/**
 * The caller's progress callback asked to stop; nothing was made.
 */
#define PLIANT_ERROR_CANCELLED -27

/**
 * Default number of particles in a cluster before neighbours are added.
 */
#define DEFAULT_CLUSTER_SIZE 30

/**
 * The most triangles of a shell.
 */
#define MAX_SHELL_TRIANGLES (1 << 26)

/**
 * Vertices in a slice: one per lane.
 */
#define SLICE_WIDTH 32

/**
 * Version of the file's frame and of skins. Sections of bodies have their own versions.
 */
#define FORMAT_VERSION 2

/**
 * A vertex farther outside the tets than this fraction of the tets' diagonal [1] does not belong to the tets. The
 * worst real pair in `skin_pair_tests.rs` has 0.0105; extrapolation is visible from 0.05 on.
 */
#define FAR_OUTSIDE 0.1

/**
 * The most vertices of a render mesh.
 */
#define MAX_SKIN_VERTICES 16777215

/**
 * The most triangles of a render mesh.
 */
#define MAX_SKIN_TRIANGLES 33333333

/**
 * Asset kind: tets, from which worlds make bodies.
 */
#define PLIANT_ASSET_BODY 0

/**
 * Asset kind: triangles without a volume, simulated as cloth.
 */
#define PLIANT_ASSET_SHELL 1

/**
 * Flag of an event: the collider is a sensor. Point, normal and impulse are zero.
 */
#define PLIANT_EVENT_SENSOR 1

/**
 * Flag of an event: the impulse is unknown, because attachments or fixed vertices hold the body.
 */
#define PLIANT_EVENT_NO_IMPULSE 2

/**
 * Teleport: attachments of the body to the world move along and hold their vertices at the new positions.
 */
#define PLIANT_TELEPORT_PINS_FOLLOW 0

/**
 * Teleport: attachments of the body to the world are released.
 */
#define PLIANT_TELEPORT_PINS_DROP 1

/**
 * Executor: the library chooses by the body's size, the number of bodies of this size and the adapter's limits. On a
 * software adapter, every body runs wide.
 */
#define PLIANT_EXECUTOR_DEFAULT 0

/**
 * Executor: one workgroup owns the body and runs a whole step in one dispatch. On a software adapter, a body with very
 * many sweeps, or in a world with many colliders, runs wide instead.
 */
#define PLIANT_EXECUTOR_RESIDENT 1

/**
 * Executor: the body shares wide dispatches with all other large bodies.
 */
#define PLIANT_EXECUTOR_WIDE 2

/**
 * Body state: simulated.
 */
#define PLIANT_BODY_ACTIVE 0

/**
 * Body state: stopped, because a position or velocity was no longer finite. The vertices stay at finite positions of
 * about that substep, which are otherwise unspecified. Finite but absurd input, such as a position of 1e30 or an
 * impulse of 1e38, is accepted and leads to this state.
 */
#define PLIANT_BODY_NOT_FINITE 1

/**
 * Body state: not stepped. A stable step of this length needs more substeps than a mass-spring body can take. The body
 * does not move until the steps are shorter, or the body is softer or coarser. The log reports the state once.
 */
#define PLIANT_BODY_TOO_STIFF 2

/**
 * Contact of a body: recovery. The body intersects another body, a mesh, a convex hull or a heightfield, or one object
 * is inside the other. Cause: the caller placed the body there, or moved a collider into the body faster than the body
 * could move away. The two objects do not block each other; a weak push separates the two until they no longer
 * intersect. Other contact is unchanged. Usually no action is needed. If the recovery lasts, place the body elsewhere
 * (`pliant_body_teleport`).
 */
#define PLIANT_CONTACT_RECOVERING 1

/**
 * Contact of a body: squeezed. Colliders, or a collider and an attachment or fixed vertex, leave the body no room.
 * Positions stay finite. The body penetrates the colliders as far as necessary, and moves out once there is room.
 * Remedy: move the colliders apart.
 */
#define PLIANT_CONTACT_SQUEEZED 2

/**
 * Map mode: wait for the newest submitted step.
 */
#define PLIANT_MAP_WAIT 0

/**
 * Map mode: the newest submitted step. If the step is not finished: `PLIANT_NOT_READY`.
 */
#define PLIANT_MAP_NO_WAIT 1

/**
 * Map mode: the newest finished step, however old. Before the first finished step: `PLIANT_NOT_READY`.
 */
#define PLIANT_MAP_LATEST 2

/**
 * Time of two features that do not touch in the step.
 */
#define PLIANT_CCD_FREE 2.0

/**
 * The most queries of a call.
 */
#define PLIANT_MAX_CCD_QUERIES 16777216

/**
 * Collider shape: the half-space below y = 0 of the collider's frame; local +y is outside.
 */
#define PLIANT_SHAPE_PLANE 1

/**
 * Collider shape: sphere; `size[0]` is the radius.
 */
#define PLIANT_SHAPE_SPHERE 2

/**
 * Collider shape: capsule along local y; `size[0]` is the radius, `size[1]` the half height between the cap centres.
 */
#define PLIANT_SHAPE_CAPSULE 3

/**
 * Collider shape: cuboid; `size` holds the half extents.
 */
#define PLIANT_SHAPE_CUBOID 4

/**
 * Collider shape: the triangles of `shape_asset` (`pliant_shape_create_mesh`). Both sides of a triangle collide.
 */
#define PLIANT_SHAPE_MESH 5

/**
 * Collider shape: the convex hull of `shape_asset` (`pliant_shape_create_convex`).
 */
#define PLIANT_SHAPE_CONVEX 6

/**
 * Collider shape: the terrain of `shape_asset` (`pliant_shape_create_heightfield`).
 */
#define PLIANT_SHAPE_HEIGHTFIELD 7

/**
 * Collider shape: the signed distances on a grid of `shape_asset` (`pliant_shape_create_sdf`).
 */
#define PLIANT_SHAPE_SDF 8

/**
 * Collider shape: the compound of several shapes in `shape_asset` (`pliant_shape_create_compound`).
 */
#define PLIANT_SHAPE_COMPOUND 9

/**
 * Event: a pair begins to touch.
 */
#define PLIANT_EVENT_BEGIN 1

/**
 * Event: a pair still touches.
 */
#define PLIANT_EVENT_STAY 2

/**
 * Event: a pair no longer touches, or one side of the pair was removed.
 */
#define PLIANT_EVENT_END 4

/**
 * Event flag: also report contact of the body with itself.
 */
#define PLIANT_EVENT_SELF 8

/**
 * Self-contact: on for sheets whose layers are in their own mask, off for other bodies.
 */
#define PLIANT_SELF_CONTACT_DEFAULT 0

/**
 * Self-contact: the body touches itself.
 */
#define PLIANT_SELF_CONTACT_ON 1

/**
 * Self-contact: the body passes through itself.
 */
#define PLIANT_SELF_CONTACT_OFF 2

/**
 * Offset of an attribute that is left out.
 */
#define PLIANT_ABSENT 4294967295

/**
 * The most vertices of a body.
 */
#define PLIANT_MAX_BODY_VERTICES 2097152

/**
 * The most tetrahedra of a body.
 */
#define PLIANT_MAX_BODY_TETS 16777216

/**
 * Model: chosen by the asset. With tets: neo-Hookean; a sheet without tets: cloth.
 */
#define PLIANT_MODEL_DEFAULT 0

/**
 * Model: stable neo-Hookean solid, implicit, solved by vertex block descent. Needs tets.
 */
#define PLIANT_MODEL_NEO_HOOKEAN 1

/**
 * Model: mass-spring system on the tet edges with a volume force, explicit Verlet. In one substep, a force (soft
 * attachments included) moves a vertex by at most the rest length of its longest edge; the rest of the displacement is
 * cut off. Needs tets.
 */
#define PLIANT_MODEL_MASS_SPRING 2

/**
 * Model: shape matching. Clusters of particles move towards their rest shapes, which are turned and deformed to fit
 * the particles. Needs clusters.
 */
#define PLIANT_MODEL_SHAPE_MATCHING 3

/**
 * Model: a sheet of triangles that resists stretch and bending, solved by extended position-based dynamics. Needs a
 * sheet.
 */
#define PLIANT_MODEL_CLOTH 4

/**
 * Model: a rigid body, moved by contact within the step. Needs tets.
 */
#define PLIANT_MODEL_RIGID 5

/**
 * Model: a closed sheet, filled with a gas or with a pressure that sets the volume. Needs a sheet without holes.
 */
#define PLIANT_MODEL_BALLOON 6

/**
 * The most clusters of a body, and the most particles of all its clusters together.
 */
#define PLIANT_MAX_CLUSTER_VERTICES (1 << 26)

/**
 * Prepare flag: bodies that touch each other or themselves.
 */
#define PLIANT_PREPARE_TOUCH 1

/**
 * Prepare flag: sphere, capsule and cuboid colliders.
 */
#define PLIANT_PREPARE_SOLIDS 2

/**
 * Prepare flag: SDF colliders.
 */
#define PLIANT_PREPARE_GRIDS 4

/**
 * Prepare flag: mesh, convex hull and heightfield colliders.
 */
#define PLIANT_PREPARE_MESHES 8

/**
 * Prepare flag: bodies or colliders with a restitution above 0.
 */
#define PLIANT_PREPARE_RESTITUTION 16

/**
 * Prepare flag: events and sensors, of a world with `PLIANT_WORLD_EVENTS`.
 */
#define PLIANT_PREPARE_EVENTS 32

/**
 * Prepare flag: skins on bodies.
 */
#define PLIANT_PREPARE_SKINS 64

/**
 * Prepare flag: rays, closest points and overlaps.
 */
#define PLIANT_PREPARE_QUERIES 128

/**
 * Flag of a query: find colliders too.
 */
#define PLIANT_QUERY_COLLIDERS 1

/**
 * The most queries of a batch.
 */
#define PLIANT_MAX_QUERIES 1048576

/**
 * The most batches of a world whose answers are not fetched yet.
 */
#define PLIANT_MAX_TICKETS 64

/**
 * The most overlaps that a query reports for a shape.
 */
#define PLIANT_MAX_OVERLAPS 64

/**
 * The most parts of a compound. A compound inside counts as its own parts.
 */
#define PLIANT_MAX_SHAPE_PARTS 1024

/**
 * Deformation of a cluster: the cluster only rotates and translates.
 */
#define PLIANT_DEFORMATION_RIGID 1

/**
 * Deformation of a cluster: the cluster also stretches and shears, and keeps its volume.
 */
#define PLIANT_DEFORMATION_LINEAR 2

/**
 * Deformation of a cluster: the cluster also bends and twists.
 */
#define PLIANT_DEFORMATION_QUADRATIC 3

/**
 * Surface mode: a coarse cage of lattice cells around the parts that enclose a volume; a shell if no part does. The
 * cheapest mode that looks right, for games.
 */
#define PLIANT_SURFACE_CAGE 0

/**
 * Surface mode: tets whose boundary follows the parts that enclose a volume; a shell if no part does.
 */
#define PLIANT_SURFACE_CONFORMING 1

/**
 * Surface mode: always a shell. For a mesh known to be cloth.
 */
#define PLIANT_SURFACE_SHELL 2

/**
 * The most triangles of a surface to be cooked: half-edges are numbered in 32 bits.
 */
#define PLIANT_MAX_SURFACE_TRIANGLES (1 << 28)

/**
 * The most levels of detail of one surface.
 */
#define PLIANT_MAX_SURFACE_LEVELS 8

/**
 * The most regions of one surface.
 */
#define PLIANT_MAX_SURFACE_REGIONS 1024

/**
 * World flag: measure the GPU time of each step, if the adapter supports timestamps. Steps then take longer.
 */
#define PLIANT_WORLD_TIMESTAMPS 1

/**
 * World flag: use only the limits that every WebGPU adapter has. For tests, and for games that must behave the same on
 * all machines. Large bodies run slower or do not fit.
 */
#define PLIANT_WORLD_PORTABLE_LIMITS 2

/**
 * World flag: measure the impulses of bodies on colliders, for `pliant_world_impulses`. The flag costs two dispatches
 * a step.
 */
#define PLIANT_WORLD_IMPULSES 4

/**
 * World flag: find which pairs touch, for `pliant_world_events`. The flag costs four dispatches a step, and five in a
 * world with sensors.
 */
#define PLIANT_WORLD_EVENTS 8

/**
 * Adapter choice: the fastest adapter, else any adapter.
 */
#define PLIANT_POWER_DEFAULT 0

/**
 * Adapter choice: prefer integrated, low-power adapters.
 */
#define PLIANT_POWER_LOW 1

/**
 * Adapter choice: prefer discrete adapters.
 */
#define PLIANT_POWER_HIGH 2

/**
 * Adapter choice: only a software adapter, for tests and machines without a GPU.
 */
#define PLIANT_POWER_SOFTWARE 3

/**
 * Log level: no messages.
 */
#define PLIANT_LOG_OFF 0

/**
 * Log level: defects of the library and losses of the GPU.
 */
#define PLIANT_LOG_ERROR 1

/**
 * Log level: also suspicious input and states.
 */
#define PLIANT_LOG_WARN 2

/**
 * Log level: also rare events, such as the creation of a world.
 */
#define PLIANT_LOG_INFO 3

/**
 * Log level: also each call that failed.
 */
#define PLIANT_LOG_DEBUG 4

/**
 * Log level: also all messages of wgpu and other dependencies.
 */
#define PLIANT_LOG_TRACE 5

/**
 * The version of the ABI. The number changes only when a declaration is removed or changes its meaning.
 */
#define PLIANT_ABI_VERSION 1

/**
 * The layout hash of the structs in this header.
 */
#define PLIANT_LAYOUT_HASH 4926400963478058120

/**
 * Build flag: checks that cost time are on.
 */
#define PLIANT_BUILD_DEBUG 1

/**
 * A tetrahedral mesh, to be cooked. Arrays are pointer, count and stride.
 */
typedef struct PliantAssetDesc {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * Number of vertices. Range 1 to 2,097,152.
   */
  uint32_t vertex_count;
  /**
   * Three floats per vertex [length unit]. Required. Copied.
   */
  const float *positions;
  /**
   * Bytes from one position to the next. Default (0): 12.
   */
  uint32_t position_stride;
  /**
   * Number of tetrahedra. Range 1 to 16,777,216.
   */
  uint32_t tet_count;
  /**
   * Four indices per tetrahedron. If every tetrahedron has negative volume, the mesh counts as mirrored, and all
   * tetrahedra are flipped. Required. Copied.
   */
  const uint32_t *tets;
  /**
   * One stiffness factor per tetrahedron [1], each in 1e-3 to 1e3, or NULL for 1. Copied.
   */
  const float *tet_stiffness;
  /**
   * 1: vertices that belong to no tetrahedron are dropped. 0: a mesh with such vertices is refused. Default 0.
   */
  uint32_t drop_unreferenced;
  /**
   * Reserved, zero.
   */
  uint32_t reserved;
  /**
   * One density factor per tetrahedron [1], each in 1e-3 to 1e3, or NULL for 1. Copied.
   */
  const float *tet_density;
} PliantAssetDesc;

/**
 * A cooked, immutable tetrahedral body.
 */
typedef struct PliantAssetId {
  /**
   * Slot + 1, generation, kind and world; zero is null.
   */
  uint64_t bits;
} PliantAssetId;

/**
 * Properties of a cooked asset.
 */
typedef struct PliantAssetInfo {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * Simulated vertices.
   */
  uint32_t vertex_count;
  /**
   * Vertices of the input mesh, dropped vertices included. For a cooked surface: vertices of the tets, or of the
   * repaired surface.
   */
  uint32_t user_vertex_count;
  /**
   * Tetrahedra; 0 for a shell.
   */
  uint32_t tet_count;
  /**
   * Edges, each counted once.
   */
  uint32_t edge_count;
  /**
   * Triangles of the boundary, or of the shell.
   */
  uint32_t surface_triangle_count;
  /**
   * Colours: vertices of one colour are solved in parallel.
   */
  uint32_t colour_count;
  /**
   * Volume at rest [length unit³]; 0 for a shell.
   */
  float volume;
  /**
   * Lower corner of the bounds at rest [length unit].
   */
  float low[3];
  /**
   * Upper corner of the bounds at rest [length unit].
   */
  float high[3];
  /**
   * Centroid at rest [length unit]: of the volume, or of a shell's area.
   */
  float centroid[3];
  /**
   * `PLIANT_ASSET_…`.
   */
  uint32_t kind;
  /**
   * Hash of the content: equal assets have equal hashes.
   */
  uint64_t content_hash;
} PliantAssetInfo;

/**
 * A kinematic frame that vertices can be attached to.
 */
typedef struct PliantFrameId {
  /**
   * Slot + 1, generation, kind and world; zero is null.
   */
  uint64_t bits;
} PliantFrameId;

/**
 * How to hold vertices of a body. Choose the vertices in one of three ways: `vertex_count` vertices by index, the
 * vertices at `surface_point_count` surface points, or, with both counts 0, the vertices at `surface_point`.
 *
 * A point inside a tet selects the four vertices of the tet. Together, these vertices hold the render mesh exactly at
 * the point. Where parts overlap, the point selects one tet of each part. A point outside all tets selects the three
 * vertices of the nearest boundary triangle.
 *
 * Store an object's pins as points of its render mesh: points stay valid at every resolution and after a new import,
 * indices do not. Points near each other may share vertices of a coarse cage. Therefore use one attachment for all
 * points of one frame.
 */
typedef struct PliantAttachmentDesc {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * Number of entries in `vertices`; 0 to attach by points.
   */
  uint32_t vertex_count;
  /**
   * Indices into the mesh given to the asset, each once. NULL when `vertex_count` is 0. Copied.
   */
  const uint32_t *vertices;
  /**
   * A point on or near the body's surface at rest [length unit, asset coordinates before scale], such as a vertex of
   * the render mesh. Used when `vertices` and `surface_points` are both absent.
   */
  float surface_point[3];
  /**
   * Spring stiffness of each vertex [N/m]. Range 0 to 1e12. 0 is rigid: the vertices follow the frame exactly. A
   * vertex with inverse mass 0 follows only a rigid attachment.
   */
  float stiffness;
  /**
   * The frame that the vertices follow; the null handle holds the vertices in the world.
   */
  struct PliantFrameId frame;
  /**
   * 1: the attached point moves to `target`. 0: the vertices keep their present offset from the frame or the world.
   */
  uint32_t use_target;
  /**
   * Reserved, zero.
   */
  uint32_t reserved;
  /**
   * Target of the attached point [length unit, frame or world]. Used when `use_target` is 1.
   */
  double target[3];
  /**
   * For the caller's use: a value that `pliant_attachment_info` returns.
   */
  uint64_t user_data;
  /**
   * Three floats per point, as in `surface_point`. NULL when `surface_point_count` is 0. Copied.
   */
  const float *surface_points;
  /**
   * Number of points. Range 0 to 2,097,152. `use_target` needs a single point.
   */
  uint32_t surface_point_count;
  /**
   * Bytes from one point to the next. Default (0): 12.
   */
  uint32_t surface_point_stride;
} PliantAttachmentDesc;

/**
 * A body in a world.
 */
typedef struct PliantBodyId {
  /**
   * Slot + 1, generation, kind and world; zero is null.
   */
  uint64_t bits;
} PliantBodyId;

/**
 * An attachment of vertices to a point or a frame.
 */
typedef struct PliantAttachmentId {
  /**
   * Slot + 1, generation, kind and world; zero is null.
   */
  uint64_t bits;
} PliantAttachmentId;

/**
 * Properties of an attachment.
 */
typedef struct PliantAttachmentInfo {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * Number of vertices that the attachment holds.
   */
  uint32_t vertex_count;
  /**
   * The body of the attachment.
   */
  struct PliantBodyId body;
  /**
   * The frame that the vertices follow; the null handle is the world.
   */
  struct PliantFrameId frame;
  /**
   * Spring stiffness of each vertex [N/m]; 0 is rigid.
   */
  float stiffness;
  /**
   * Reserved, zero.
   */
  uint32_t reserved;
  /**
   * `PliantAttachmentDesc.user_data` of the attachment.
   */
  uint64_t user_data;
} PliantAttachmentInfo;

/**
 * A collider in a world.
 */
typedef struct PliantColliderId {
  /**
   * Slot + 1, generation, kind and world; zero is null.
   */
  uint64_t bits;
} PliantColliderId;

/**
 * The result of a ray or a point. If the query found nothing, `body` and `collider` are null handles, and all other
 * fields are zero.
 */
typedef struct PliantHit {
  /**
   * The body, or the null handle.
   */
  struct PliantBodyId body;
  /**
   * The collider, or the null handle.
   */
  struct PliantColliderId collider;
  /**
   * `user_data` of the body or collider.
   */
  uint64_t user_data;
  /**
   * The point on the surface [length unit, world].
   */
  double point[3];
  /**
   * Distance from the ray's origin, or from the point [length unit].
   */
  double distance;
  /**
   * Outward unit normal of the surface at the point [1]. For a sheet, the order of its triangles' corners determines
   * the side.
   */
  float normal[3];
  /**
   * Barycentric coordinates of the point in its triangle [1]: 0 or more, with a sum of 1. Zeros for a collider.
   */
  float weights[3];
  /**
   * Vertices of the triangle, as indices into the mesh given to the asset. Zeros for a collider.
   */
  uint32_t vertices[3];
  /**
   * Zero.
   */
  uint32_t reserved;
} PliantHit;

/**
 * A rigid transform. A point `p` of the body moves to `rotation * p + position`.
 */
typedef struct PliantPose {
  /**
   * Translation [length unit of the world]. Precision at 10⁷ length units is the same as at the origin.
   */
  double position[3];
  /**
   * Unit quaternion, x y z w. A quaternion with a length from 0.5 to 2 is normalised; other lengths are refused. All
   * zeros: the identity.
   */
  float rotation[4];
} PliantPose;

/**
 * How to add a body to a world.
 */
typedef struct PliantBodyDesc {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * `PLIANT_EXECUTOR_…`. Default (0): the library chooses.
   */
  uint32_t executor;
  /**
   * Pose at the start: world from body.
   */
  struct PliantPose pose;
  /**
   * Velocity at the start [length unit/s].
   */
  float linear_velocity[3];
  /**
   * Angular velocity at the start [rad/s], about the centre of mass. A free neo-Hookean body keeps a spin of at most
   * 1 rad per substep: 240 rad/s at 60 Hz with 4 substeps.
   */
  float angular_velocity[3];
  /**
   * Uniform scale of the asset [1]. Range 1e-4 to 1e4. Default (0): 1.
   */
  float scale;
  /**
   * Substeps per epoch (`PliantWorldDesc.epochs`). A step has at most 64 substeps; for mass-spring, at most 4096. A
   * mass-spring body takes more substeps than the caller sets if its stability needs them. A body that needs more than
   * 4096 is not stepped (`PLIANT_BODY_TOO_STIFF`). Default (0): 1; for cloth, as many as keep each substep within 1 ms.
   */
  uint32_t substeps;
  /**
   * Iterations per substep. Range 1 to 256. Default (0): the value of the world; for cloth, 1. A neo-Hookean body
   * takes 1 as 2: one iteration forwards and one backwards. With 4 or more, a neo-Hookean body gets coarse
   * corrections, except while another body is near, or a collider is near a free body (docs/limits.md). Mass-spring
   * bodies ignore the field.
   */
  uint32_t iterations;
  /**
   * Friction coefficient against colliders and other bodies [1]. A contact uses the geometric mean of both values.
   * Range 0 to 10. Default of the init function: 0.5.
   */
  float friction;
  /**
   * Restitution against colliders and other bodies [1]. After a hit, the speed of the body along the normal is at
   * least this fraction of the approach speed. The elasticity of the body may return more. Speed that unconverged
   * sweeps turned into spin is not returned. A contact uses the larger of both values. Range 0 to 1. Default 0.
   *
   * If attachments or fixed vertices hold the body, each vertex that touches a collider bounces alone. Such a body
   * does not bounce off bodies, meshes, convex hulls and heightfields.
   *
   * Every value above 0 has the same cost: sums over the body during a hit, two dispatches a step where bodies may
   * touch, and two more per substep for a wide mass-spring body. After the first value above 0 in a world, the next
   * step recompiles the world's kernels.
   */
  float restitution;
  /**
   * Layers that this body is on, one bit each. Default (0): bit 0.
   */
  uint32_t layers;
  /**
   * Layers of colliders and bodies that this body touches. Two bodies touch if the mask of each contains a layer of
   * the other. Default (0): all layers. 0 cannot mean no layer: to touch nothing, use a layer that is in no mask.
   */
  uint32_t mask;
  /**
   * 1: each step copies the positions and velocities of the particles back, for `pliant_body_map_particles`. Default 0.
   */
  uint32_t readback_particles;
  /**
   * `PLIANT_MODEL_…`. Default (0): the asset chooses.
   */
  uint32_t model;
  /**
   * `PLIANT_SELF_CONTACT_…`. Parts that are near each other at rest apply no force to each other. Self-contact costs
   * as much as contact with another body nearby. Default (0): the asset chooses.
   */
  uint32_t self_contact;
  /**
   * Parameters of the model: its struct, such as `PliantNeoHookeanDesc`, from the init function of the struct. NULL,
   * or zeros after `struct_size`: the defaults. Read during the call, not kept.
   */
  const void *model_desc;
  /**
   * For the caller's use: a value that `pliant_body_info` returns and messages about the body show.
   */
  uint64_t user_data;
  /**
   * `PLIANT_EVENT_…` bits: the events that the body's contacts report, in a world with `PLIANT_WORLD_EVENTS`. A pair
   * reports an event if either side asks for the event. Default 0: no events.
   */
  uint32_t events;
  /**
   * Smallest impulse in a step that counts as touching [N s]. If both sides ask for events, the smaller value
   * counts. Default 0: any impulse.
   */
  float event_threshold;
  /**
   * Distance that the surface keeps from colliders [length unit]. Two bodies keep the sum of their distances. Range
   * 0 to 1e6. Default (0): a hundredth of the mean edge length from bodies, meshes, convex hulls and heightfields; 0
   * from other colliders. Default (0) for cloth: the thickness of the model.
   */
  float thickness;
  /**
   * Reserved, zero.
   */
  uint32_t reserved;
} PliantBodyDesc;

/**
 * A simulated world.
 */
typedef struct PliantWorldId {
  /**
   * Slot + 1, generation, kind and world; zero is null.
   */
  uint64_t bits;
} PliantWorldId;

/**
 * Properties and state of a body.
 */
typedef struct PliantBodyInfo {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * `PLIANT_BODY_…`.
   */
  uint32_t state;
  /**
   * The substep in which the body stopped, for a body in the state `PLIANT_BODY_NOT_FINITE`.
   */
  uint32_t stopped_substep;
  /**
   * Vertices that touch a collider at the end of the step `frame`. Meshes, convex hulls, heightfields and other
   * bodies do not count.
   */
  uint32_t touching_vertex_count;
  /**
   * Lower corner of the bounds of the body's vertices after the step `frame` [length unit, world].
   */
  double low[3];
  /**
   * Upper corner of the bounds of the body's vertices after the step `frame` [length unit, world].
   */
  double high[3];
  /**
   * Simulated vertices.
   */
  uint32_t vertex_count;
  /**
   * Tetrahedra.
   */
  uint32_t tet_count;
  /**
   * The finished step to which state, contacts and bounds belong; 0 before the first finished step.
   */
  uint64_t frame;
  /**
   * `PliantBodyDesc.user_data` of the body.
   */
  uint64_t user_data;
  /**
   * Substeps per step that the body takes.
   */
  uint32_t substeps;
  /**
   * Iterations per substep that the body takes.
   */
  uint32_t iterations;
  /**
   * Executor of the body: `PLIANT_EXECUTOR_…`.
   */
  uint32_t executor;
  /**
   * Mass [kg].
   */
  float mass;
  /**
   * Bounded colliders against which the body's vertices and faces were tested in the step `frame`: the colliders
   * near the body, or all colliders if the body's list of near colliders was full.
   */
  uint32_t near_collider_count;
  /**
   * Model of the body: `PLIANT_MODEL_…`.
   */
  uint32_t model;
  /**
   * Number of times that a neo-Hookean body gained energy by itself. Usually 0; otherwise use more substeps or
   * iterations. A teleport resets the number.
   *
   * The energy of a body is checked in every eighth step if the body is free and away from all colliders. A body
   * that is held by fixed vertices or pins in the world, or is near planes, is also checked: the energy then
   * includes gravity's. These planes must be at rest, without surface velocity and without restitution. A body is
   * not checked while a frame holds the body, a bounded collider is near, or a plane pushes the body out.
   * Afterwards, and after edits, the comparison begins anew.
   *
   * A rise counts above 2.4e-4 of a scale: modulus times volume plus mass times (size/s)². Near planes, or if the
   * body is held, weight times size is added to the scale. Energy from other bodies counts as a rise.
   */
  uint32_t energy_rise_count;
  /**
   * Contact problem in the step `frame`: `PLIANT_CONTACT_…`. Usually 0: no problem.
   */
  uint32_t contact;
  /**
   * Vertices whose displacement was shortened in the last substep of the step `frame`. Other bodies, meshes, convex
   * hulls and heightfields shorten displacements; so does the bound of a vertex for the step, even if nothing is
   * near. Other colliders do not count. If the number stays large, the body moves slower than it should.
   */
  uint32_t clamped_vertex_count;
  /**
   * Pressure inside a balloon minus the pressure outside, after the step `frame` [Pa]. A pressure below 0 pulls the
   * skin inward. 0 for other models.
   */
  float pressure;
  /**
   * Volume inside a balloon after the step `frame` [length unit³]; 0 for other models.
   */
  float volume;
  /**
   * Reserved, zero.
   */
  uint32_t reserved;
} PliantBodyInfo;

/**
 * Pose and velocities of a rigid body.
 */
typedef struct PliantBodyMotion {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * Reserved, zero.
   */
  uint32_t reserved;
  /**
   * The finished step to which pose and velocities belong, counted from 1.
   */
  uint64_t frame;
  /**
   * Pose: world from the asset at the body's scale.
   */
  struct PliantPose pose;
  /**
   * Velocity of the body's centre of mass [length unit/s].
   */
  float linear_velocity[3];
  /**
   * Angular velocity [rad/s].
   */
  float angular_velocity[3];
} PliantBodyMotion;

/**
 * Layout of a skinned vertex. Offsets and stride are in bytes, multiples of 4. `PLIANT_ABSENT` leaves an attribute
 * out. All zeros means 24 bytes: position, then normal.
 */
typedef struct PliantVertexLayout {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * Bytes from one vertex to the next. Range 12 to 2048. Default (0): the smallest stride that holds the attributes.
   */
  uint32_t stride;
  /**
   * Offset of the position, three floats [length unit, from the world's origin: `pliant_world_set_origin`]. Required.
   */
  uint32_t position_offset;
  /**
   * Offset of the unit normal, three floats, or `PLIANT_ABSENT`.
   */
  uint32_t normal_offset;
  /**
   * Offset of the tangent, four floats (unit tangent, handedness), or `PLIANT_ABSENT`.
   */
  uint32_t tangent_offset;
  /**
   * Offset of the position one step before, three floats, for motion vectors, or `PLIANT_ABSENT`. The previous
   * position has the same origin as the position.
   */
  uint32_t previous_position_offset;
} PliantVertexLayout;

/**
 * A render mesh bound to an asset.
 */
typedef struct PliantSkinAssetId {
  /**
   * Slot + 1, generation, kind and world; zero is null.
   */
  uint64_t bits;
} PliantSkinAssetId;

/**
 * A shape that colliders share.
 */
typedef struct PliantShapeId {
  /**
   * Slot + 1, generation, kind and world; zero is null.
   */
  uint64_t bits;
} PliantShapeId;

/**
 * How to add a collider. Bodies never move colliders.
 */
typedef struct PliantColliderDesc {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * `PLIANT_SHAPE_…`. Default of the init function: a plane. 0 is refused.
   */
  uint32_t shape;
  /**
   * Pose: world from collider.
   */
  struct PliantPose pose;
  /**
   * Size [length unit]. `PLIANT_SHAPE_…` says which entries a shape uses. Each used entry is above zero. Shapes with
   * a `shape_asset` ignore the size.
   */
  float size[3];
  /**
   * Scale of `shape_asset` along its axes [1]. Meshes, convex hulls and heightfields take any values but 0; a
   * negative value mirrors the shape. SDFs and compounds take three equal values above 0. Shapes without a
   * `shape_asset` take no scale. Default (zeros): 1.
   */
  float scale[3];
  /**
   * Friction coefficient [1]. Range 0 to 10. Default of the init function: 0.5.
   */
  float friction;
  /**
   * Restitution [1], see `PliantBodyDesc`. A contact uses the larger value of body and collider. Range 0 to 1.
   * Default 0. After the first value above 0 in a world, the next step recompiles the world's kernels. Wide
   * mass-spring bodies then take two more dispatches per substep.
   */
  float restitution;
  /**
   * Layers that this collider is on, one bit each. Default (0): bit 0.
   */
  uint32_t layers;
  /**
   * Layers of the bodies that this collider touches. Default (0): all layers. 0 cannot mean no layer: to touch
   * nothing, use a layer that is in no mask.
   */
  uint32_t mask;
  /**
   * Velocity of the surface in the collider's frame [length unit/s], as of a conveyor belt. Friction moves the
   * bodies on the surface; the collider does not move. The component along the contact normal has no effect. Meshes,
   * convex hulls and heightfields ignore the velocity. Default: zero.
   */
  float surface_velocity[3];
  /**
   * 1: the collider is a sensor. Bodies pass through a sensor. Events report the bodies in the sensor, if the
   * collider or the body asks for events. Meshes, convex hulls and heightfields cannot be sensors. Default 0.
   */
  uint32_t is_sensor;
  /**
   * Data of the shape, for `PLIANT_SHAPE_MESH` and all later values of `shape`; null for earlier values. The
   * collider keeps the data alive.
   */
  struct PliantShapeId shape_asset;
  /**
   * For the caller's use: a value that `pliant_collider_info` returns.
   */
  uint64_t user_data;
  /**
   * `PLIANT_EVENT_…` bits: the events that the collider's contacts report, as in `PliantBodyDesc`. Default 0: no events.
   */
  uint32_t events;
  /**
   * Smallest impulse in a step that counts as touching [N s], as in `PliantBodyDesc`. Default 0: any impulse.
   */
  float event_threshold;
} PliantColliderDesc;

/**
 * Properties and state of a collider.
 */
typedef struct PliantColliderInfo {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * `PLIANT_SHAPE_…`.
   */
  uint32_t shape;
  /**
   * Pose at the end of the newest step: world from collider.
   */
  struct PliantPose pose;
  /**
   * Pose at the end of the next step: world from collider.
   */
  struct PliantPose goal;
  /**
   * Size [length unit], as in `PliantColliderDesc`.
   */
  float size[3];
  /**
   * Scale of the collider's `shape_asset` [1].
   */
  float scale[3];
  /**
   * Friction coefficient [1].
   */
  float friction;
  /**
   * Restitution [1].
   */
  float restitution;
  /**
   * Layers that the collider is on.
   */
  uint32_t layers;
  /**
   * Layers of the bodies that the collider touches.
   */
  uint32_t mask;
  /**
   * Velocity of the surface in the collider's frame [length unit/s].
   */
  float surface_velocity[3];
  /**
   * 1 if the collider is a sensor.
   */
  uint32_t is_sensor;
  /**
   * `PliantColliderDesc.user_data` of the collider.
   */
  uint64_t user_data;
} PliantColliderInfo;

/**
 * Properties and state of a frame.
 */
typedef struct PliantFrameInfo {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * Number of attachments to the frame.
   */
  uint32_t attachment_count;
  /**
   * Pose at the end of the newest step: world from frame.
   */
  struct PliantPose pose;
  /**
   * Pose at the end of the next step: world from frame.
   */
  struct PliantPose goal;
  /**
   * The `user_data` given to `pliant_frame_add`.
   */
  uint64_t user_data;
} PliantFrameInfo;

/**
 * A message, valid during the callback.
 */
typedef struct PliantLogMessage {
  /**
   * Size of this struct in bytes as the library knows it.
   */
  uint32_t struct_size;
  /**
   * `PLIANT_LOG_…`.
   */
  uint32_t level;
  /**
   * The handle given to the call in progress; 0 if there is no handle.
   */
  uint64_t object;
  /**
   * `user_data` of the message's world; 0 if there is no world.
   */
  uint64_t user_data;
  /**
   * UTF-8, zero-terminated.
   */
  const char *text;
  /**
   * Bytes of the text, without the zero.
   */
  uint64_t text_size;
} PliantLogMessage;

/**
 * A mapped result, to be unmapped.
 */
typedef struct PliantMapId {
  /**
   * Slot + 1, generation, kind and world; zero is null.
   */
  uint64_t bits;
} PliantMapId;

/**
 * Skinned vertices of one finished step, mapped for reading.
 */
typedef struct PliantVertexView {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * Bytes from one vertex to the next.
   */
  uint32_t stride;
  /**
   * Number of vertices.
   */
  uint32_t vertex_count;
  /**
   * Reserved, zero.
   */
  uint32_t reserved;
  /**
   * The step to which the vertices belong.
   */
  uint64_t frame;
  /**
   * First vertex, in the skin's layout. Valid until `pliant_unmap`. Read only.
   */
  const uint8_t *data;
  /**
   * Size of `data` [byte].
   */
  uint64_t byte_count;
  /**
   * Origin of all positions of the view [length unit, world]: the world's origin in the step `frame`
   * (`pliant_world_set_origin`).
   */
  double origin[3];
  /**
   * Lower corner of the bounds of the skin's positions [length unit, from `origin`].
   */
  float low[3];
  /**
   * Upper corner of the bounds of the skin's positions [length unit, from `origin`].
   */
  float high[3];
  /**
   * Handle for `pliant_unmap`.
   */
  struct PliantMapId map;
} PliantVertexView;

/**
 * Simulated particles of one finished step, mapped for reading.
 */
typedef struct PliantParticleView {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * Number of simulated vertices, in internal order.
   */
  uint32_t vertex_count;
  /**
   * The step to which the particles belong.
   */
  uint64_t frame;
  /**
   * Origin of the positions [length unit, world]: a point near the body, which changes as the body moves.
   */
  double origin[3];
  /**
   * Four floats per particle: x y z [length unit, from `origin`], inverse mass [1/kg]. Valid until `pliant_unmap`.
   */
  const float *positions;
  /**
   * Four floats per particle: x y z [length unit/s], and a private value. Valid until `pliant_unmap`.
   */
  const float *velocities;
  /**
   * `internal_from_user[u]` is the index of input vertex `u` in the two arrays, or 0xFFFFFFFF if the vertex was
   * dropped. Valid until `pliant_unmap`.
   */
  const uint32_t *internal_from_user;
  /**
   * Number of vertices of the input mesh.
   */
  uint32_t user_vertex_count;
  /**
   * Reserved, zero.
   */
  uint32_t reserved;
  /**
   * Handle for `pliant_unmap`.
   */
  struct PliantMapId map;
} PliantParticleView;

/**
 * Parameters of `PLIANT_MODEL_NEO_HOOKEAN`.
 */
typedef struct PliantNeoHookeanDesc {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * The model of this struct; the init function sets the field. Default (0): not checked. Another model is refused.
   */
  uint32_t model;
  /**
   * Young's modulus E [Pa]. A larger modulus makes the body stiffer and needs more iterations. Range 1 to 1e12.
   * Default (0): 1e6.
   */
  float young_modulus;
  /**
   * Poisson's ratio ν [1]. With 0, a squeezed body does not bulge. With 0.49, the body nearly keeps its volume.
   * Range 0 to 0.495. Default of `pliant_neo_hookean_desc_init`: 0.3.
   */
  float poisson_ratio;
  /**
   * Mass density [kg/m³]. Range 1e-3 to 1e6. Default (0): 1000.
   */
  float density;
  /**
   * Decay rate of deforming motion [1/s]. Translation and rotation of the whole body are not damped. Range 0 to 1e4.
   * Default 0.
   */
  float damping;
  /**
   * Reserved, zero.
   */
  uint32_t reserved;
} PliantNeoHookeanDesc;

/**
 * Parameters of `PLIANT_MODEL_MASS_SPRING`.
 */
typedef struct PliantMassSpringDesc {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * The model of this struct; the init function sets the field. Default (0): not checked. Another model is refused.
   */
  uint32_t model;
  /**
   * Young's modulus E of the springs [Pa]. With the default volume stiffness, the solid has a modulus of 1.11 E and
   * a Poisson's ratio of 0.39. A larger modulus needs more substeps. Range 1 to 1e12. Default (0): 1e6.
   */
  float young_modulus;
  /**
   * Mass density [kg/m³]. Range 1e-3 to 1e6. Default (0): 1000.
   */
  float density;
  /**
   * Decay rate of deforming motion [1/s]. Translation and rotation of the whole body are not damped. Range 0 to 1e4.
   * Default 0.
   */
  float damping;
  /**
   * Volume stiffness D_v [1], as a multiple of the springs' modulus. Range 0 to 100. Default of
   * `pliant_mass_spring_desc_init`: 1.
   */
  float volume_stiffness;
  /**
   * Reserved, zero.
   */
  uint32_t reserved;
} PliantMassSpringDesc;

/**
 * Parameters of `PLIANT_MODEL_SHAPE_MATCHING` (Müller, Heidelberger, Teschner, Gross: Meshless deformations based on
 * shape matching, ACM TOG 24(3), 2005).
 */
typedef struct PliantShapeMatchingDesc {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * The model of this struct; the init function sets the field. Default (0): not checked. Another model is refused.
   */
  uint32_t model;
  /**
   * `PLIANT_DEFORMATION_…`. Default (0): linear.
   */
  uint32_t deformation;
  /**
   * Stiffness α [1]: the fraction of the distance to its goal that a particle moves in a substep of 1/60 s. In
   * shorter substeps, particles move less, so that the sag stays equal. The sag is about g/k with k = 3600 α / (1 −
   * α) [1/s²], and more where few particles carry the body. 1 is stiffest. `iterations` has no effect. Above 0, at
   * most 1. Default (0): 0.5.
   */
  float alpha;
  /**
   * Softness β [1]. The goal of a particle is a weighted mean of two fits: the linear or quadratic fit, which keeps
   * the volume, has the weight β; the rigid fit has the weight 1 − β. With a larger β, the body follows deformation
   * more and recovers more slowly. Use 0.9 or less: with 1, only the volume recovers, and a body flows apart under
   * its own weight. 0: rigid. Range 0 to 1. Default of `pliant_shape_matching_desc_init`: 0.3.
   */
  float beta;
  /**
   * Mass density [kg/m³]. Range 1e-3 to 1e6. Default (0): 1000.
   */
  float density;
  /**
   * Decay rate of deforming motion [1/s]. Translation and rotation of the whole body are not damped. Range 0 to 1e4.
   * Default 0.
   */
  float damping;
} PliantShapeMatchingDesc;

/**
 * Parameters of `PLIANT_MODEL_CLOTH`.
 */
typedef struct PliantClothDesc {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * The model of this struct; the init function sets the field. Default (0): not checked. Another model is refused.
   */
  uint32_t model;
  /**
   * Stretch stiffness [N/m]: Young's modulus times thickness. This product is the force on a strip of 1 m width per
   * unit of strain. A larger stiffness needs more substeps. Range 1e-3 to 1e9. Default (0): 1e4.
   */
  float stretch_stiffness;
  /**
   * Bending stiffness [N·m]: the moment on an edge of 1 m per unit of curvature [1/m]. Range 0 to 1e6. Default of
   * `pliant_cloth_desc_init`: 1e-4.
   */
  float bending_stiffness;
  /**
   * Mass per area [kg/m²]. Range 1e-6 to 1e5. Default (0): 0.2.
   */
  float area_density;
  /**
   * Distance that the cloth keeps from colliders [length unit]. Two bodies keep the sum of their distances.
   * `PliantBodyDesc.thickness` overrides this distance. Above 0, at most 1e6. Default (0): 1 mm.
   */
  float thickness;
  /**
   * Decay rate of deforming motion [1/s]. Translation and rotation of the whole body are not damped. Range 0 to 1e4.
   * Default 0.
   */
  float damping;
  /**
   * Drag coefficient of the triangles, along the wind [1]. If drag and lift are 0, the wind has no effect. Range 0
   * to 100. Default of `pliant_cloth_desc_init`: 1.
   */
  float drag;
  /**
   * Lift coefficient of the triangles, across the wind [1]. Range 0 to 100. Default of `pliant_cloth_desc_init`:
   * 0.5.
   */
  float lift;
  /**
   * Largest stretch, as a limit on the distance from held vertices [1]. The distance of a vertex from a rigid
   * attachment or a fixed vertex is at most (1 + `max_stretch`) times the shortest path between the two over the
   * cloth at rest. One iteration is enough, at any resolution. Below the limit, `stretch_stiffness` acts alone.
   * Bodies that lie on the cloth can push it a little beyond the limit. The field has no effect on a cloth that
   * nothing holds. 0: no limit. Range 0 to 10. Default 0.
   */
  float max_stretch;
  /**
   * Number of attachments, the nearest ones, from which `max_stretch` limits the distance of each vertex. An
   * attachment whose vertices are not connected by edges counts once for each connected part. Fewer attachments cost
   * less, and the cloth sags more. Range 1 to 16. Default (0): 4.
   */
  uint32_t tether_count;
} PliantClothDesc;

/**
 * Parameters of `PLIANT_MODEL_RIGID`: a rigid body, such as a crate. Contact moves the body within the step, like a
 * soft body.
 *
 * The inertia is the inertia of the solid that the tets fill, as far as positive masses at the vertices can represent it.
 * A mesh with a vertex inside has the exact inertia. With corners alone, the inertia is too large.
 */
typedef struct PliantRigidDesc {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * The model of this struct; the init function sets the field. Default (0): not checked. Another model is refused.
   */
  uint32_t model;
  /**
   * Mass density [kg/m³]. No effect if `mass` is given. Range 1e-3 to 1e6. Default (0): 1000.
   */
  float density;
  /**
   * Mass [kg]. Range 1e-6 to 1e9. Default (0): the density times the volume.
   */
  float mass;
  /**
   * Moments of inertia about the centre of mass, along x, y and z of the mesh [kg length unit²]. No moment may
   * exceed the sum of the other two. Moments that positive masses at the vertices cannot represent are refused. In a
   * box with vertices only at the corners and in the middle, the ratio of the second moments of mass is fixed. A box
   * of 2 × 2 × 2 cells can represent the inertia of any masses within the box. Default (0, 0, 0): the moments of the
   * solid.
   */
  float inertia[3];
  /**
   * Elements yz, zx and xy of the inertia tensor [kg length unit²]. No effect if `inertia` is zero. Default 0.
   */
  float inertia_products[3];
} PliantRigidDesc;

/**
 * Parameters of `PLIANT_MODEL_BALLOON`: a skin like cloth, and one constraint on the volume inside (Bender, Müller, Macklin:
 * Position-based simulation methods in computer graphics, Eurographics tutorials, 2015). The sheet must be closed. Seen from
 * outside, the triangles are counter-clockwise. `pliant_body_set_model` may change all parameters in each step, for example
 * `volume_factor` to inflate the balloon. `PliantBodyInfo` contains the pressure and the volume.
 */
typedef struct PliantBalloonDesc {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * The model of this struct; the init function sets the field. Default (0): not checked. Another model is refused.
   */
  uint32_t model;
  /**
   * Stretch stiffness of the skin [N/m]: Young's modulus times thickness. This product is the force on a strip of 1
   * m width per unit of strain. A larger stiffness needs more substeps. Range 1e-3 to 1e9. Default (0): 300.
   */
  float stretch_stiffness;
  /**
   * Bending stiffness of the skin [N·m]: the moment on an edge of 1 m per unit of curvature [1/m]. Range 0 to 1e6.
   * Default of `pliant_balloon_desc_init`: 1e-5.
   */
  float bending_stiffness;
  /**
   * Mass per area of the skin [kg/m²]. The filling has no mass. Range 1e-6 to 1e5. Default (0): 0.3.
   */
  float area_density;
  /**
   * Distance that the skin keeps from colliders [length unit]. Two bodies keep the sum of their distances.
   * `PliantBodyDesc.thickness` overrides this distance. Above 0, at most 1e6. Default (0): 1 mm.
   */
  float thickness;
  /**
   * Decay rate of deforming motion [1/s]. Translation and rotation of the whole body are not damped. Range 0 to 1e4.
   * Default of `pliant_balloon_desc_init`: 2.
   */
  float damping;
  /**
   * Drag coefficient of the triangles, along the wind [1]. If drag and lift are 0, the wind has no effect. Range 0
   * to 100. Default of `pliant_balloon_desc_init`: 0.5.
   */
  float drag;
  /**
   * Lift coefficient of the triangles, across the wind [1]. Range 0 to 100. Default 0.
   */
  float lift;
  /**
   * Volume of the filling, in volumes at rest [1]. Above 1, the skin is under tension, and the balloon is firm.
   * Below 1, the skin is slack. A new factor is reached at 4 a second at most: a doubling takes 0.17 s. Must be 1
   * with a gas. Range 1e-3 to 1000. Default (0): 1.
   */
  float volume_factor;
  /**
   * Bulk modulus κ of the filling [Pa]. The pressure is κ (`volume_factor` − V/V₀), with the volume V and the volume
   * at rest V₀. A smaller modulus yields more. Default 0: hard, the volume is exactly `volume_factor` V₀. Range 0 to
   * 1e12.
   */
  float bulk_modulus;
  /**
   * Gauge pressure of a gas inside, at the volume at rest [Pa]: the pressure above `outside_pressure`. The gas keeps
   * its temperature: (`outside_pressure` + pressure) times volume is constant. A larger pressure inflates the
   * balloon further. Default 0: no gas, `volume_factor` sets the volume. Range 0 to 1e9.
   */
  float gas_pressure;
  /**
   * Absolute pressure around the balloon [Pa], with a gas. At the pressure of the atmosphere, the gas is hard to
   * squeeze; at a smaller pressure, the gas is soft. 0: empty space. Range 0 to 1e9. Default of
   * `pliant_balloon_desc_init`: 1.01325e5.
   */
  float outside_pressure;
} PliantBalloonDesc;

/**
 * How to group particles into overlapping clusters for shape matching: by k-means and one ring of neighbours, or by hand.
 */
typedef struct PliantClusterDesc {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * Wanted number of particles in a cluster before neighbours are added. Larger clusters are stiffer and cost less.
   * A body of one cluster deforms only as the fit of this cluster does. Range 1 to 2,097,152. Default (0): 30.
   */
  uint32_t cluster_size;
  /**
   * Number of clusters in `starts`. Without `starts`: the wanted number of clusters, or 0 to derive the number from
   * `cluster_size`.
   */
  uint32_t cluster_count;
  /**
   * Number of entries of `vertices`.
   */
  uint32_t vertex_count;
  /**
   * Seed for the choice among equally good groupings. Default 0.
   */
  uint64_t seed;
  /**
   * Clusters by hand: cluster c has the entries of `vertices` from `starts[c]` to before `starts[c + 1]`. The array
   * has `cluster_count` + 1 entries; the first entry is 0, the last entry is `vertex_count`. NULL: k-means makes the
   * clusters. Copied.
   */
  const uint32_t *starts;
  /**
   * Vertices of the clusters by hand, as indices into the vertices given to the asset. Every vertex must be in at
   * least one cluster. Copied.
   */
  const uint32_t *vertices;
} PliantClusterDesc;

/**
 * Particles without tetrahedra, to be cooked for shape matching.
 */
typedef struct PliantPointsDesc {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * Number of particles. Range 1 to 2,097,152.
   */
  uint32_t vertex_count;
  /**
   * Three floats per particle [length unit]. Required. Copied.
   */
  const float *positions;
  /**
   * Bytes from one position to the next. Default (0): 12.
   */
  uint32_t position_stride;
  /**
   * Reserved, zero.
   */
  uint32_t reserved;
  /**
   * The volume of each particle [length unit³], above zero. The mass is the volume times the density. NULL: the cube
   * of the mean distance to the nearest particle, as in a lattice. Copied.
   */
  const float *volumes;
  /**
   * How to group the particles into clusters, or NULL for the defaults. Copied.
   */
  const struct PliantClusterDesc *clusters;
} PliantPointsDesc;

/**
 * Assets and features that a world will get.
 */
typedef struct PliantPrepareDesc {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * `PLIANT_PREPARE_…` bits. Default 0: half-spaces and the world's present features. Each bit may double the number
   * of kernels: kernels with and without the feature.
   */
  uint32_t flags;
  /**
   * Assets of future bodies; NULL for none. Not kept.
   */
  const struct PliantAssetId *assets;
  /**
   * `PLIANT_MODEL_…` of each asset; NULL for `PLIANT_MODEL_DEFAULT`. Not kept. List an asset with two models twice.
   */
  const uint32_t *models;
  /**
   * Number of `assets`, and of `models`. Range 0 to 4096. Default 0.
   */
  uint32_t asset_count;
  /**
   * Threads that compile. Range 1 to 64. Default (0): as many as the processor has, at most 8. Use 1 for drivers
   * that fail when several threads compile.
   */
  uint32_t thread_count;
} PliantPrepareDesc;

/**
 * Progress of `pliant_world_prepare`.
 */
typedef struct PliantPrepareState {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * Kernels that are ready, for a loading bar.
   */
  uint32_t done_count;
  /**
   * Number of kernels requested. The number changes only with the request and the content of the world.
   */
  uint32_t kernel_count;
  /**
   * Reserved, zero.
   */
  uint32_t reserved;
} PliantPrepareState;

/**
 * A ray. The query finds the first surface along the ray.
 */
typedef struct PliantRay {
  /**
   * Start of the ray [length unit, world].
   */
  double origin[3];
  /**
   * Direction, of any length above zero [1].
   */
  float direction[3];
  /**
   * Length of the ray [length unit]. Above 0, up to 1e18; infinity counts as 1e18.
   */
  float length;
  /**
   * Layers of bodies and colliders that the query finds. Default (0): all layers. 0 cannot mean no layer.
   */
  uint32_t mask;
  /**
   * `PLIANT_QUERY_…` bits.
   */
  uint32_t flags;
} PliantRay;

/**
 * A submitted batch of queries. The ticket ends when its answers are fetched.
 */
typedef struct PliantTicketId {
  /**
   * Slot + 1, generation, kind and world; zero is null.
   */
  uint64_t bits;
} PliantTicketId;

/**
 * A point. The query finds the nearest point on any surface.
 */
typedef struct PliantPointQuery {
  /**
   * The point [length unit, world].
   */
  double point[3];
  /**
   * Search radius [length unit]. Above 0, up to 1e18; infinity counts as 1e18.
   */
  float radius;
  /**
   * Layers of bodies and colliders that the query finds. Default (0): all layers. 0 cannot mean no layer.
   */
  uint32_t mask;
  /**
   * `PLIANT_QUERY_…` bits.
   */
  uint32_t flags;
  /**
   * Reserved, zero.
   */
  uint32_t reserved;
} PliantPointQuery;

/**
 * A sphere, capsule or cuboid. The query finds the bodies whose surfaces the shape overlaps.
 */
typedef struct PliantShapeQuery {
  /**
   * Pose: world from shape.
   */
  struct PliantPose pose;
  /**
   * Size [length unit]. `PLIANT_SHAPE_…` says which entries a shape uses. Each used entry is above zero.
   */
  float size[3];
  /**
   * `PLIANT_SHAPE_SPHERE`, `PLIANT_SHAPE_CAPSULE` or `PLIANT_SHAPE_CUBOID`.
   */
  uint32_t shape;
  /**
   * Layers of bodies and colliders that the query finds. Default (0): all layers. 0 cannot mean no layer.
   */
  uint32_t mask;
  /**
   * `PLIANT_QUERY_…` bits.
   */
  uint32_t flags;
} PliantShapeQuery;

/**
 * A body or collider that a shape overlaps.
 */
typedef struct PliantOverlap {
  /**
   * Index of the shape in the batch.
   */
  uint32_t query;
  /**
   * Zero.
   */
  uint32_t reserved;
  /**
   * The body, or the null handle.
   */
  struct PliantBodyId body;
  /**
   * The collider, or the null handle.
   */
  struct PliantColliderId collider;
  /**
   * `user_data` of the body or collider.
   */
  uint64_t user_data;
} PliantOverlap;

/**
 * A mesh of triangles that collide from both sides. The mesh may be open. Its triangles may intersect each other and
 * face either side. Vertices at the same position are merged. Triangles without area are left out.
 */
typedef struct PliantShapeMeshDesc {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * Number of vertices. Range 1 to 2,097,152.
   */
  uint32_t vertex_count;
  /**
   * Three floats per vertex [length unit]. Required. Copied.
   */
  const float *positions;
  /**
   * Bytes from one position to the next. Default (0): 12.
   */
  uint32_t position_stride;
  /**
   * Number of indices, three per triangle. Range 3 to 50,331,648.
   */
  uint32_t index_count;
  /**
   * Triangle indices. Required. Copied.
   */
  const uint32_t *indices;
} PliantShapeMeshDesc;

/**
 * Points whose convex hull collides.
 */
typedef struct PliantShapeConvexDesc {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * Number of points. Range 4 to 2,097,152.
   */
  uint32_t vertex_count;
  /**
   * Three floats per point [length unit]. Required. Copied.
   */
  const float *positions;
  /**
   * Bytes from one point to the next. Default (0): 12.
   */
  uint32_t position_stride;
  /**
   * Reserved, zero.
   */
  uint32_t reserved;
} PliantShapeConvexDesc;

/**
 * A terrain: heights along y over the points of a grid. The first point is at the origin of the collider's frame.
 * Columns follow x and rows follow z.
 */
typedef struct PliantShapeHeightfieldDesc {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * Number of points along x: 2 or more. `column_count` times `row_count` is at most 2,097,152.
   */
  uint32_t column_count;
  /**
   * Number of points along z: 2 or more.
   */
  uint32_t row_count;
  /**
   * The diagonal that divides each cell. 0: from the first corner to the opposite corner. 1: between the other two
   * corners. Default 0.
   */
  uint32_t other_diagonal;
  /**
   * Distance between columns, and between rows [length unit]. Default (zeros): 1.
   */
  float spacing[2];
  /**
   * Heights [length unit], row by row; NaN is a hole. Required. Copied.
   */
  const float *heights;
  /**
   * Bytes from one height to the next. Default (0): 4.
   */
  uint32_t height_stride;
  /**
   * Reserved, zero.
   */
  uint32_t reserved;
} PliantShapeHeightfieldDesc;

/**
 * Signed distances at the points of a grid: either measured from a closed surface, or given.
 */
typedef struct PliantShapeSdfDesc {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * Number of vertices of the surface. Range 1 to 2,097,152. 0 if `values` are given.
   */
  uint32_t vertex_count;
  /**
   * Three floats per vertex [length unit]. NULL if `values` are given. Copied.
   */
  const float *positions;
  /**
   * Bytes from one position to the next. Default (0): 12.
   */
  uint32_t position_stride;
  /**
   * Number of indices, three per triangle. Range 3 to 50,331,648.
   */
  uint32_t index_count;
  /**
   * Triangle indices of the surface, which must enclose a volume. Copied.
   */
  const uint32_t *indices;
  /**
   * Number of cells along the longest side of the surface's box. Twice the number takes eight times the memory and
   * time, and halves the rounding of corners. Range 4 to 256. Default (0): 32.
   */
  uint32_t cell_count;
  /**
   * Number of points of the grid along x, y and z, if `values` are given: 2 or more each, at most 16,777,216 in all.
   */
  uint32_t counts[3];
  /**
   * Signed distances [length unit], negative inside; x runs fastest, then y. NULL to measure a surface. The whole
   * solid must be inside the grid. If values grow faster than distance anywhere, all values are scaled down. Copied.
   */
  const float *values;
  /**
   * The grid's first point [length unit].
   */
  float low[3];
  /**
   * Distance between neighbouring points [length unit].
   */
  float spacing;
} PliantShapeSdfDesc;

/**
 * A shape in a compound.
 */
typedef struct PliantShapePartDesc {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * `PLIANT_SHAPE_…`. Default of the init function: a sphere. 0 is refused.
   */
  uint32_t shape;
  /**
   * Pose: compound from part.
   */
  struct PliantPose pose;
  /**
   * As in `PliantColliderDesc`.
   */
  float size[3];
  /**
   * As in `PliantColliderDesc`.
   */
  float scale[3];
  /**
   * As in `PliantColliderDesc`. The compound keeps the shape alive.
   */
  struct PliantShapeId shape_asset;
} PliantShapePartDesc;

/**
 * Several shapes that move as one.
 */
typedef struct PliantShapeCompoundDesc {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * Number of parts. Range 1 to 1024.
   */
  uint32_t part_count;
  /**
   * Parts, `parts[0].struct_size` bytes apart. Required. Copied.
   */
  const struct PliantShapePartDesc *parts;
} PliantShapeCompoundDesc;

/**
 * Properties of a shape.
 */
typedef struct PliantShapeInfo {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * `PLIANT_SHAPE_…`, from `PLIANT_SHAPE_MESH` on.
   */
  uint32_t kind;
  /**
   * Vertices of a mesh, convex hull or heightfield that belong to a triangle.
   */
  uint32_t vertex_count;
  /**
   * Triangles with an area.
   */
  uint32_t triangle_count;
  /**
   * Points of the grid of an SDF along x, y and z.
   */
  uint32_t grid_counts[3];
  /**
   * Parts of a compound. No part is itself a compound.
   */
  uint32_t part_count;
  /**
   * Lower corner of the bounds [length unit]; infinite for a compound with a half-space.
   */
  float low[3];
  /**
   * Upper corner of the bounds [length unit].
   */
  float high[3];
  /**
   * Hash of the content.
   */
  uint64_t content_hash;
} PliantShapeInfo;

/**
 * A surface without volume, to be cooked for cloth. An edge has at most two triangles. Both triangles must face the
 * same side.
 */
typedef struct PliantSheetDesc {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * Number of vertices. Range 1 to 2,097,152.
   */
  uint32_t vertex_count;
  /**
   * Three floats per vertex [length unit]: the rest shape. Required. Copied.
   */
  const float *positions;
  /**
   * Bytes from one position to the next. Default (0): 12.
   */
  uint32_t position_stride;
  /**
   * Number of indices, three per triangle. Range 3 to 201,326,592.
   */
  uint32_t index_count;
  /**
   * Triangle indices. Required. Copied.
   */
  const uint32_t *indices;
  /**
   * 1: vertices that belong to no triangle are dropped. 0: a mesh with such vertices is refused. Default 0.
   */
  uint32_t drop_unreferenced;
  /**
   * Reserved, zero.
   */
  uint32_t reserved;
} PliantSheetDesc;

/**
 * A render mesh in the asset's coordinates, to be bound to the asset. Arrays are pointer, count and stride.
 */
typedef struct PliantSkinAssetDesc {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * Number of vertices. Range 1 to 16,777,215.
   */
  uint32_t vertex_count;
  /**
   * Three floats per vertex [length unit]. Required. Copied.
   */
  const float *positions;
  /**
   * Bytes from one position to the next. Default (0): 12.
   */
  uint32_t position_stride;
  /**
   * Bytes from one normal to the next. Default (0): 12.
   */
  uint32_t normal_stride;
  /**
   * Three floats per vertex, or NULL to compute smooth normals. Vertices at the same position then share a normal.
   * Copied.
   */
  const float *normals;
  /**
   * Four floats per vertex (unit tangent, handedness ±1), or NULL for any tangent perpendicular to the normal.
   * Copied.
   */
  const float *tangents;
  /**
   * Bytes from one tangent to the next. Default (0): 16.
   */
  uint32_t tangent_stride;
  /**
   * Number of indices, three per triangle. Range 3 to 100,000,000.
   */
  uint32_t index_count;
  /**
   * Triangle indices. Required. Copied.
   */
  const uint32_t *indices;
} PliantSkinAssetDesc;

/**
 * Properties of a bound render mesh.
 */
typedef struct PliantSkinAssetInfo {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * Render vertices.
   */
  uint32_t vertex_count;
  /**
   * Number of indices, three per triangle.
   */
  uint32_t index_count;
  /**
   * Largest distance of a render vertex from the tets, divided by the tets' diagonal [1]. Vertices outside follow by
   * extrapolation. Extrapolation is visible above 0.05. Above 0.1, the render mesh probably has another pose, scale
   * or unit. Vertices without a triangle do not count.
   */
  float farthest_outside;
  /**
   * `content_hash` of the asset to which the mesh is bound.
   */
  uint64_t asset_hash;
  /**
   * Hash of the content.
   */
  uint64_t content_hash;
} PliantSkinAssetInfo;

/**
 * A surface inside which a body is stiffer, softer, heavier or lighter. The surface may be dirty or open.
 */
typedef struct PliantRegionDesc {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * Number of vertices. Range 1 to 268,435,456.
   */
  uint32_t vertex_count;
  /**
   * Three floats per vertex [length unit], in the coordinates of the surface to be cooked. Required. Copied.
   */
  const float *positions;
  /**
   * Bytes from one position to the next. Default (0): 12.
   */
  uint32_t position_stride;
  /**
   * Number of indices, three per triangle. Range 3 to 805,306,368.
   */
  uint32_t index_count;
  /**
   * Triangle indices. Required. Copied.
   */
  const uint32_t *indices;
  /**
   * Stiffness factor of the tets inside [1]. Range 1e-3 to 1e3. Default (0): 1.
   */
  float stiffness;
  /**
   * Density factor of the tets inside [1]. Range 1e-3 to 1e3. Default (0): 1.
   */
  float density;
} PliantRegionDesc;

/**
 * A triangle surface, such as a render mesh, to be repaired, filled with tets and cooked. Arrays are pointer, count
 * and stride.
 *
 * The surface may be open, tangled, in parts, inside out, or split at seams. The report lists the repairs. Bind the
 * original mesh to the asset afterwards with `pliant_skin_asset_create`.
 */
typedef struct PliantSurfaceDesc {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * Number of vertices. Range 1 to 268,435,456.
   */
  uint32_t vertex_count;
  /**
   * Three floats per vertex [length unit]. Required. Copied.
   */
  const float *positions;
  /**
   * Bytes from one position to the next. Default (0): 12.
   */
  uint32_t position_stride;
  /**
   * Number of indices, three per triangle. Range 3 to 805,306,368.
   */
  uint32_t index_count;
  /**
   * Triangle indices. Required. Copied.
   */
  const uint32_t *indices;
  /**
   * `PLIANT_SURFACE_…`. Default (0): a cage.
   */
  uint32_t mode;
  /**
   * Wanted number of tets; a body that fills many cells usually gets this number within 15 %. More tets follow the shape
   * more closely. Time for cooking and for every step grows in proportion. Range 1 to 16,777,216. Ignored by a shell.
   *
   * A cage gives each body at least one cell (five tets), and more where thin or close parts must stay apart.
   * Default (0): 2,000.
   *
   * A conforming mesh may take a little over twice the number to resolve walls, necks or limbs. Default (0): 50,000.
   * The default grows to 200,000 tets where needed to stay within 1 % of the surface's diagonal and 2 % of its
   * volume, and to 400,000 (plus 15 %) where 200,000 still miss a limb, wall or neck.
   *
   * Unless `cell_size` is set, the report says where and why the number of tets differs from `element_count` by more
   * than 15 %.
   */
  uint32_t element_count;
  /**
   * Edge of a lattice cell [length unit]; overrides `element_count`. Cells of a cage may be shorter, so that a whole
   * number of cells fits the body's box with a little room. Cells are at most 0.03 % longer. With a cell size,
   * `element_count` only limits the tets that a conforming mesh adds for thin walls: to twice `element_count`.
   * Default (0): derived from `element_count`.
   */
  float cell_size;
  /**
   * Number of levels of detail, finest first. Each level is to have an eighth of the tets of the level before, or
   * cells twice as large. A body that became a cage in a conforming level is a cage in all coarser levels. Range 1
   * to 8; the last level must still have a tet. Default (0): 1.
   */
  uint32_t level_count;
  /**
   * One stiffness factor per vertex [1], each in 1e-3 to 1e3, or NULL for 1. A tet takes the value at the nearest
   * point of the surface. Copied.
   */
  const float *vertex_stiffness;
  /**
   * One density factor per vertex [1], each in 1e-3 to 1e3, or NULL for 1. Copied.
   */
  const float *vertex_density;
  /**
   * Bytes from one stiffness factor to the next, such as the stride of a vertex channel. Default (0): 4.
   */
  uint32_t vertex_stiffness_stride;
  /**
   * Bytes from one density factor to the next. Default (0): 4.
   */
  uint32_t vertex_density_stride;
  /**
   * Regions, `regions[0].struct_size` bytes apart, or NULL for none. The factors of regions multiply the factors of
   * vertices. Where regions overlap, the last region counts. Copied.
   */
  const struct PliantRegionDesc *regions;
  /**
   * Number of regions. Range 0 to 1024.
   */
  uint32_t region_count;
  /**
   * Threads that cook. The result is bit-identical for any number. Range 1 to 64. Default (0): one per processor.
   */
  uint32_t thread_count;
} PliantSurfaceDesc;

/**
 * The result of cooking a surface, and the repairs made. `pliant_asset_report_text` writes the report as text;
 * docs/decisions/0014 and 0015 give the rules.
 */
typedef struct PliantSurfaceReport {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * `PLIANT_ASSET_…`.
   */
  uint32_t kind;
  /**
   * Level of detail; 0 is the finest.
   */
  uint32_t level;
  /**
   * Vertices of the input.
   */
  uint32_t given_vertex_count;
  /**
   * Triangles of the input.
   */
  uint32_t given_triangle_count;
  /**
   * Vertices dropped because no triangle uses them.
   */
  uint32_t unreferenced_vertex_count;
  /**
   * Vertices welded to another vertex at the same position.
   */
  uint32_t welded_exactly_count;
  /**
   * Vertices on open edges welded to a vertex within `weld_radius`.
   */
  uint32_t welded_nearly_count;
  /**
   * The farthest that a vertex on an open edge may move [length unit].
   */
  float weld_radius;
  /**
   * Triangles dropped because two of their corners coincide.
   */
  uint32_t degenerate_triangle_count;
  /**
   * Triangles dropped as duplicates.
   */
  uint32_t duplicate_triangle_count;
  /**
   * Triangles dropped as the back side of another triangle.
   */
  uint32_t two_sided_triangle_count;
  /**
   * Triangles without area, replaced by a vertex on their neighbour's edge.
   */
  uint32_t flat_triangle_count;
  /**
   * Edges of three or more triangles, cut into sheets.
   */
  uint32_t cut_edge_count;
  /**
   * Edges cut because the sheet has only one side, like a Möbius strip.
   */
  uint32_t one_sided_edge_count;
  /**
   * Vertices added where several sheets met.
   */
  uint32_t split_vertex_count;
  /**
   * Triangle edges that got a vertex in the middle, to separate sheets along a cut.
   */
  uint32_t separated_side_count;
  /**
   * Triangles flipped to agree with most of their part.
   */
  uint32_t flipped_triangle_count;
  /**
   * Inside-out parts that were flipped. Open parts that bound a volume together count by volume.
   */
  uint32_t inside_out_part_count;
  /**
   * Holes before closing: loops of open edges.
   */
  uint32_t hole_count;
  /**
   * Holes that were closed. Holes of shells stay open.
   */
  uint32_t closed_hole_count;
  /**
   * Triangles added to close holes.
   */
  uint32_t cap_triangle_count;
  /**
   * Largest missing fraction of a solid part's area, before closing [1].
   */
  float largest_opening;
  /**
   * Parts that bound a volume, alone or with other parts.
   */
  uint32_t solid_part_count;
  /**
   * Cavities: volumes inside other volumes.
   */
  uint32_t cavity_count;
  /**
   * Parts without a volume.
   */
  uint32_t shell_part_count;
  /**
   * Shell parts left out of the tets. A skin on these parts follows the nearest tets.
   */
  uint32_t left_out_part_count;
  /**
   * Bodies in the tets. Two bodies share no vertex.
   */
  uint32_t body_count;
  /**
   * Bodies that were made as cages.
   */
  uint32_t cage_body_count;
  /**
   * Bodies with walls, necks or gaps thinner than the tets, and bodies that became cages for this reason. More
   * elements would resolve these parts.
   */
  uint32_t unresolved_body_count;
  /**
   * Bodies left out because they are too flat to be filled.
   */
  uint32_t flat_body_count;
  /**
   * Tets.
   */
  uint32_t tet_count;
  /**
   * Edge of a lattice cell [length unit]. This field and all fields below are 0 for a shell.
   */
  float cell_size;
  /**
   * Smallest dihedral angle [degree].
   */
  float least_dihedral;
  /**
   * Largest dihedral angle [degree].
   */
  float largest_dihedral;
  /**
   * Volume inside the repaired surface [length unit³]. Overlaps count once, to 1 %.
   */
  float surface_volume;
  /**
   * Volume of the tets [length unit³].
   */
  float volume;
  /**
   * Largest distance of an input vertex from the nearest tet, divided by the diagonal of the tets' bounding box [1].
   * 0 if all vertices lie inside, as in most cages. Vertices outside follow by extrapolation. Extrapolation is
   * visible above 0.05. Vertices without a triangle do not count.
   */
  float farthest_outside;
  /**
   * Largest distance of the tets' boundary (triangle corners and centres) from the repaired surface, divided by the
   * same diagonal [1]: how much thicker or thinner the colliding shape is than the drawn shape. For a cage, up to a
   * cell's diagonal.
   */
  float farthest_boundary;
  /**
   * Bodies of a conforming mesh whose boundary and surface are within 1 % of the surface's diagonal of each other,
   * with a volume correct to 2 %. Cages do not count. Slits narrower than 1/1000 of the body's diagonal count as
   * shut.
   */
  uint32_t near_body_count;
  /**
   * Connected pieces of the tets. More than `body_count` if a body is in pieces, because its neck is thinner than
   * the tets or its parts only touch.
   */
  uint32_t piece_count;
  /**
   * Largest distance of the repaired surface from the tets' boundary, divided by the same diagonal [1]: how long the
   * tips and walls are that a conforming mesh lacks, or how thick a cage is. Narrow slits count as shut, as in
   * `near_body_count`.
   */
  float farthest_surface;
} PliantSurfaceReport;

/**
 * A description of the library.
 */
typedef struct PliantAbiInfo {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * `PLIANT_ABI_VERSION` of the library.
   */
  uint32_t abi_version;
  /**
   * Major version of the library.
   */
  uint32_t major;
  /**
   * Minor version.
   */
  uint32_t minor;
  /**
   * Patch version.
   */
  uint32_t patch;
  /**
   * `PLIANT_BUILD_…` bits.
   */
  uint32_t build_flags;
  /**
   * FNV-1a over the name and size of every struct and the name and offset of every field. Structs are sorted by
   * name. Numbers are 32 bits, lowest byte first. The top bit of the hash is cleared. Compare the hash with
   * `PLIANT_LAYOUT_HASH`.
   */
  uint64_t layout_hash;
} PliantAbiInfo;

/**
 * How to create a world.
 */
typedef struct PliantWorldDesc {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * `PLIANT_WORLD_…` bits. Default 0.
   */
  uint32_t flags;
  /**
   * Metres in one length unit of the caller: 1 for Unity, 0.01 for Unreal. Range 1e-6 to 1e6. Default (0): 1.
   * Positions, sizes and velocities use this unit; moduli stay in Pa and densities in kg/m³.
   */
  float length_unit_m;
  /**
   * Gravity [length unit/s²]. Default of `pliant_world_desc_init`: 9.81 m/s² towards -y. Zero: no gravity.
   */
  float gravity[3];
  /**
   * `PLIANT_POWER_…`. Default (0): the fastest adapter.
   */
  uint32_t power_preference;
  /**
   * Number of epochs, the equal parts of a step. All bodies are at the same instant when an epoch begins. Each body
   * takes one or more substeps per epoch. More epochs give less numerical damping. The cost grows in proportion.
   * Range 1 to 64. Default (0): 4.
   */
  uint32_t epochs;
  /**
   * Iterations per substep, for bodies that do not set `PliantBodyDesc.iterations`. With more iterations, bodies get
   * closer to their true stiffness. The cost grows in proportion. Range 1 to 256. Default (0): 5.
   */
  uint32_t iterations;
  /**
   * The most pairs that a step reports. A pair is a body with a body, mesh, convex hull or heightfield, and takes 64
   * bytes. Further pairs are only counted (`PliantWorldStats.dropped_event_count`). Range 1 to 65536. Default (0): 1024.
   */
  uint32_t event_capacity;
  /**
   * Part of the wanted adapter's name, UTF-8, case ignored; NULL for any adapter. Copied.
   */
  const char *adapter_name;
  /**
   * PCI bus id of the wanted adapter, such as `0000:65:00.0`; NULL for any adapter. Copied.
   */
  const char *adapter_pci_bus_id;
  /**
   * For the caller's use: a value that the log callback gets with each message of the world.
   */
  uint64_t user_data;
} PliantWorldDesc;

/**
 * Statistics of a world.
 */
typedef struct PliantWorldStats {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * Bodies in the world.
   */
  uint32_t body_count;
  /**
   * Colliders in the world.
   */
  uint32_t collider_count;
  /**
   * Skins on all bodies.
   */
  uint32_t skin_count;
  /**
   * Simulated vertices of all bodies.
   */
  uint64_t vertex_count;
  /**
   * Tetrahedra of all bodies.
   */
  uint64_t tet_count;
  /**
   * The newest submitted step, counted from 1; 0 before the first.
   */
  uint64_t frame;
  /**
   * The newest step that the GPU has finished.
   */
  uint64_t finished_frame;
  /**
   * GPU dispatches of the last step.
   */
  uint32_t dispatch_count;
  /**
   * Bodies in the state `PLIANT_BODY_NOT_FINITE` after the step `finished_frame`.
   */
  uint32_t stopped_body_count;
  /**
   * Contact planes dropped for lack of room in the last finished step, over all vertices and substeps of running
   * bodies. A vertex stores 3 planes, or 8 in a world with bounded colliders. A vertex with more planes stops early,
   * but passes through no collider. Usually 0.
   */
  uint64_t dropped_plane_count;
  /**
   * Steps since the world's creation whose results were not read back, because all slots for results were mapped.
   */
  uint64_t readback_skipped_count;
  /**
   * GPU memory held by this world [byte].
   */
  uint64_t gpu_bytes;
  /**
   * CPU time of the last step call [ns].
   */
  uint64_t step_cpu_ns;
  /**
   * GPU time of the last finished step [ns]; 0 if not measured.
   */
  uint64_t gpu_step_ns;
  /**
   * Bodies that were tested against all colliders in the last finished step, because their list of near colliders
   * was full. The result is correct, but the step is slow. Usually 0.
   */
  uint32_t unlisted_body_count;
  /**
   * Reserved, zero.
   */
  uint32_t reserved;
  /**
   * Feature pairs of bodies dropped for lack of room in the last finished step, plus 1 for each body, patch or
   * vertex with too many features near. The vertices then stop early or do not move; no surfaces pass through each
   * other. Usually 0.
   */
  uint64_t dropped_pair_count;
  /**
   * Touching pairs of the last finished step that got no event, because there were more than
   * `PliantWorldDesc.event_capacity`.
   */
  uint64_t dropped_event_count;
  /**
   * Kernels that steps compiled or waited for, since the world's first step or since `pliant_world_prepare` first
   * returned OK. Each such kernel can delay a step by seconds. 0 if the world was prepared for all its content. The
   * log gives the cause.
   */
  uint64_t late_kernel_count;
} PliantWorldStats;

/**
 * A GPU, or a software driver that acts as one. Strings are UTF-8 and zero-terminated.
 */
typedef struct PliantAdapterInfo {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * 0 other, 1 integrated, 2 discrete, 3 virtual, 4 CPU.
   */
  uint32_t device_type;
  /**
   * PCI vendor id.
   */
  uint32_t vendor;
  /**
   * PCI device id.
   */
  uint32_t device;
  /**
   * Name of the adapter.
   */
  uint8_t name[128];
  /**
   * Name and version of the driver.
   */
  uint8_t driver[128];
  /**
   * PCI bus id such as `0000:65:00.0`; empty if unknown.
   */
  uint8_t pci_bus_id[32];
  /**
   * `vulkan`, `metal`, `dx12` or `gl`.
   */
  uint8_t backend[16];
  /**
   * Workgroup memory [byte]. This memory limits the size of resident bodies.
   */
  uint32_t max_workgroup_storage_bytes;
  /**
   * 1 if GPU times can be measured.
   */
  uint32_t supports_timestamps;
} PliantAdapterInfo;

/**
 * GPU time of one stage of a step: all bodies of one solver and executor, or all skinning. Stages run one after the
 * other.
 */
typedef struct PliantStageTime {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * Number of stages measured in the step.
   */
  uint32_t stage_count;
  /**
   * The step, counted from 1.
   */
  uint64_t frame;
  /**
   * GPU time of the stage [ns].
   */
  uint64_t nanoseconds;
  /**
   * Name of the stage, UTF-8, zero-terminated.
   */
  uint8_t label[64];
} PliantStageTime;

/**
 * The impulse of all bodies on a collider in a step.
 */
typedef struct PliantColliderImpulse {
  /**
   * The collider.
   */
  struct PliantColliderId collider;
  /**
   * `PliantColliderDesc.user_data` of the collider.
   */
  uint64_t user_data;
  /**
   * Impulse on the collider [N s]. The impulse divided by the length of the step is the mean force.
   */
  float impulse[3];
  /**
   * Angular impulse on the collider, about the collider's origin [N m s].
   */
  float angular_impulse[3];
  /**
   * 1 if the impulse is incomplete: the collider touched a body that fixed vertices or attachments hold, or a body that
   * touched more than four colliders.
   */
  uint32_t dropped;
  /**
   * Reserved, zero.
   */
  uint32_t reserved;
} PliantColliderImpulse;

/**
 * Impulses of bodies on colliders in a step. The view is valid until the next step or the next
 * `pliant_world_impulses`.
 */
typedef struct PliantImpulseView {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * Number of impulses: one for each collider of the world in the step, in the order of the colliders' slots.
   */
  uint32_t count;
  /**
   * The step to which the impulses belong.
   */
  uint64_t frame;
  /**
   * The impulses, `stride` bytes apart.
   */
  const struct PliantColliderImpulse *impulses;
  /**
   * Bytes from one impulse to the next.
   */
  uint32_t stride;
  /**
   * Reserved, zero.
   */
  uint32_t reserved;
} PliantImpulseView;

/**
 * A pair that begins to touch, still touches, or no longer touches.
 */
typedef struct PliantEvent {
  /**
   * `PLIANT_EVENT_BEGIN`, `PLIANT_EVENT_STAY` or `PLIANT_EVENT_END`.
   */
  uint32_t kind;
  /**
   * Bits: `PLIANT_EVENT_SENSOR` and `PLIANT_EVENT_NO_IMPULSE`.
   */
  uint32_t flags;
  /**
   * A body. At `PLIANT_EVENT_END`, the body may have been removed.
   */
  struct PliantBodyId body;
  /**
   * The other body, or the same body where a body touches itself; null if the other side is a collider. Of two
   * bodies, `body` has the lower handle.
   */
  struct PliantBodyId other_body;
  /**
   * The collider; null if the other side is a body.
   */
  struct PliantColliderId collider;
  /**
   * `PliantBodyDesc.user_data` of the body.
   */
  uint64_t user_data;
  /**
   * `user_data` of the other side.
   */
  uint64_t other_user_data;
  /**
   * Mean position of the contact, weighted by impulse [length unit, world]. At `PLIANT_EVENT_END`: the last position.
   */
  double point[3];
  /**
   * Mean normal [1], from the other side to the body.
   */
  float normal[3];
  /**
   * Impulse on the body in the step [N s]. The impulse divided by the length of the step is the mean force. The
   * other side gets the opposite impulse. Zero at `PLIANT_EVENT_END`.
   */
  float impulse[3];
} PliantEvent;

/**
 * The events of a step. The view is valid until the next step or the next `pliant_world_events`.
 */
typedef struct PliantEventView {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * Number of events. The events are sorted by handles.
   */
  uint32_t count;
  /**
   * The step to which the events belong.
   */
  uint64_t frame;
  /**
   * The events, `stride` bytes apart.
   */
  const struct PliantEvent *events;
  /**
   * Bytes from one event to the next.
   */
  uint32_t stride;
  /**
   * Touching pairs of bodies that got no event, because there were more than `PliantWorldDesc.event_capacity`. Equal
   * runs drop the same pairs. A dropped pair that was reported before gets an end event.
   */
  uint32_t dropped_count;
  /**
   * Steps between the last reported step and this step. Contacts that existed only in the steps between are not reported.
   */
  uint32_t skipped_step_count;
  /**
   * Reserved, zero.
   */
  uint32_t reserved;
} PliantEventView;

/**
 * All functions. New functions are added at the end, so that the table of an older header stays valid.
 */
typedef struct PliantApi {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * Reserved, zero.
   */
  uint32_t reserved;
  /**
   * See `pliant_abi_info`.
   */
  int32_t (*abi_info)(struct PliantAbiInfo *out_info);
  /**
   * See `pliant_abi_struct_size`.
   */
  int32_t (*abi_struct_size)(const char *name, uint32_t *out_size);
  /**
   * See `pliant_debug_resource_count`.
   */
  int32_t (*debug_resource_count)(uint64_t *out_count);
  /**
   * See `pliant_last_error`.
   */
  int32_t (*last_error)(char *buffer, uint64_t capacity);
  /**
   * See `pliant_status_name`.
   */
  const char *(*status_name)(int32_t status);
  /**
   * See `pliant_log_set`.
   */
  int32_t (*log_set)(void (*callback)(const struct PliantLogMessage *message, void *user_data),
                     void *user_data,
                     uint32_t level);
  /**
   * See `pliant_world_desc_init`.
   */
  int32_t (*world_desc_init)(struct PliantWorldDesc *desc, uint32_t struct_size);
  /**
   * See `pliant_world_create`.
   */
  int32_t (*world_create)(const struct PliantWorldDesc *desc, struct PliantWorldId *out_world);
  /**
   * See `pliant_world_destroy`.
   */
  int32_t (*world_destroy)(struct PliantWorldId world);
  /**
   * See `pliant_world_step`.
   */
  int32_t (*world_step)(struct PliantWorldId world, float dt, uint64_t *out_frame);
  /**
   * See `pliant_world_wait`.
   */
  int32_t (*world_wait)(struct PliantWorldId world, uint64_t timeout_ns);
  /**
   * See `pliant_world_stats`.
   */
  int32_t (*world_stats)(struct PliantWorldId world, struct PliantWorldStats *out_stats);
  /**
   * See `pliant_world_state_hash`.
   */
  int32_t (*world_state_hash)(struct PliantWorldId world, uint64_t *out_hash);
  /**
   * See `pliant_world_save`.
   */
  int32_t (*world_save)(struct PliantWorldId world,
                        uint8_t *buffer,
                        uint64_t capacity,
                        uint64_t *out_size);
  /**
   * See `pliant_world_restore`.
   */
  int32_t (*world_restore)(struct PliantWorldId world, const uint8_t *bytes, uint64_t size);
  /**
   * See `pliant_world_translate`.
   */
  int32_t (*world_translate)(struct PliantWorldId world, uint64_t saved, uint64_t *out_handle);
  /**
   * See `pliant_world_set_gravity`.
   */
  int32_t (*world_set_gravity)(struct PliantWorldId world, const float *gravity);
  /**
   * See `pliant_world_adapter`.
   */
  int32_t (*world_adapter)(struct PliantWorldId world, struct PliantAdapterInfo *out_info);
  /**
   * See `pliant_world_plan_text`.
   */
  int32_t (*world_plan_text)(struct PliantWorldId world,
                             uint8_t *buffer,
                             uint64_t capacity,
                             uint64_t *out_size);
  /**
   * See `pliant_adapter_count`.
   */
  int32_t (*adapter_count)(uint32_t *out_count);
  /**
   * See `pliant_adapter_get`.
   */
  int32_t (*adapter_get)(uint32_t index, struct PliantAdapterInfo *out_info);
  /**
   * See `pliant_shutdown`.
   */
  int32_t (*shutdown)(void);
  /**
   * See `pliant_asset_desc_init`.
   */
  int32_t (*asset_desc_init)(struct PliantAssetDesc *desc, uint32_t struct_size);
  /**
   * See `pliant_asset_create`.
   */
  int32_t (*asset_create)(const struct PliantAssetDesc *desc, struct PliantAssetId *out_asset);
  /**
   * See `pliant_asset_read_file`.
   */
  int32_t (*asset_read_file)(const char *path,
                             uint32_t drop_unreferenced,
                             struct PliantAssetId *out_asset);
  /**
   * See `pliant_asset_load`.
   */
  int32_t (*asset_load)(const uint8_t *bytes, uint64_t size, struct PliantAssetId *out_asset);
  /**
   * See `pliant_asset_save`.
   */
  int32_t (*asset_save)(struct PliantAssetId asset,
                        uint8_t *buffer,
                        uint64_t capacity,
                        uint64_t *out_size);
  /**
   * See `pliant_asset_info`.
   */
  int32_t (*asset_info)(struct PliantAssetId asset, struct PliantAssetInfo *out_info);
  /**
   * See `pliant_asset_retain`.
   */
  int32_t (*asset_retain)(struct PliantAssetId asset);
  /**
   * See `pliant_asset_release`.
   */
  int32_t (*asset_release)(struct PliantAssetId asset);
  /**
   * See `pliant_skin_asset_desc_init`.
   */
  int32_t (*skin_asset_desc_init)(struct PliantSkinAssetDesc *desc, uint32_t struct_size);
  /**
   * See `pliant_skin_asset_create`.
   */
  int32_t (*skin_asset_create)(struct PliantAssetId asset,
                               const struct PliantSkinAssetDesc *desc,
                               struct PliantSkinAssetId *out_skin);
  /**
   * See `pliant_skin_asset_read_file`.
   */
  int32_t (*skin_asset_read_file)(struct PliantAssetId asset,
                                  const char *path,
                                  struct PliantSkinAssetId *out_skin);
  /**
   * See `pliant_skin_asset_from_surface`.
   */
  int32_t (*skin_asset_from_surface)(struct PliantAssetId asset, struct PliantSkinAssetId *out_skin);
  /**
   * See `pliant_skin_asset_load`.
   */
  int32_t (*skin_asset_load)(const uint8_t *bytes, uint64_t size, struct PliantSkinAssetId *out_skin);
  /**
   * See `pliant_skin_asset_save`.
   */
  int32_t (*skin_asset_save)(struct PliantSkinAssetId skin,
                             uint8_t *buffer,
                             uint64_t capacity,
                             uint64_t *out_size);
  /**
   * See `pliant_skin_asset_indices`.
   */
  int32_t (*skin_asset_indices)(struct PliantSkinAssetId skin,
                                uint32_t *buffer,
                                uint64_t capacity,
                                uint64_t *out_count);
  /**
   * See `pliant_skin_asset_info`.
   */
  int32_t (*skin_asset_info)(struct PliantSkinAssetId skin, struct PliantSkinAssetInfo *out_info);
  /**
   * See `pliant_skin_asset_retain`.
   */
  int32_t (*skin_asset_retain)(struct PliantSkinAssetId skin);
  /**
   * See `pliant_skin_asset_release`.
   */
  int32_t (*skin_asset_release)(struct PliantSkinAssetId skin);
  /**
   * See `pliant_neo_hookean_desc_init`.
   */
  int32_t (*neo_hookean_desc_init)(struct PliantNeoHookeanDesc *desc, uint32_t struct_size);
  /**
   * See `pliant_mass_spring_desc_init`.
   */
  int32_t (*mass_spring_desc_init)(struct PliantMassSpringDesc *desc, uint32_t struct_size);
  /**
   * See `pliant_shape_matching_desc_init`.
   */
  int32_t (*shape_matching_desc_init)(struct PliantShapeMatchingDesc *desc, uint32_t struct_size);
  /**
   * See `pliant_cloth_desc_init`.
   */
  int32_t (*cloth_desc_init)(struct PliantClothDesc *desc, uint32_t struct_size);
  /**
   * See `pliant_rigid_desc_init`.
   */
  int32_t (*rigid_desc_init)(struct PliantRigidDesc *desc, uint32_t struct_size);
  /**
   * See `pliant_body_desc_init`.
   */
  int32_t (*body_desc_init)(struct PliantBodyDesc *desc, uint32_t struct_size);
  /**
   * See `pliant_body_add`.
   */
  int32_t (*body_add)(struct PliantWorldId world,
                      struct PliantAssetId asset,
                      const struct PliantBodyDesc *desc,
                      struct PliantBodyId *out_body);
  /**
   * See `pliant_body_remove`.
   */
  int32_t (*body_remove)(struct PliantBodyId body);
  /**
   * See `pliant_body_teleport`.
   */
  int32_t (*body_teleport)(struct PliantBodyId body,
                           const struct PliantPose *pose,
                           const float *linear_velocity,
                           const float *angular_velocity,
                           uint32_t pins);
  /**
   * See `pliant_body_apply_impulse`.
   */
  int32_t (*body_apply_impulse)(struct PliantBodyId body, const float *impulse, const double *point);
  /**
   * See `pliant_body_set_model`.
   */
  int32_t (*body_set_model)(struct PliantBodyId body, uint32_t model, const void *model_desc);
  /**
   * See `pliant_body_set_inverse_masses`.
   */
  int32_t (*body_set_inverse_masses)(struct PliantBodyId body,
                                     const uint32_t *vertices,
                                     const float *inverse_masses,
                                     uint32_t count);
  /**
   * See `pliant_body_set_schedule`.
   */
  int32_t (*body_set_schedule)(struct PliantBodyId body, uint32_t substeps, uint32_t iterations);
  /**
   * See `pliant_body_motion`.
   */
  int32_t (*body_motion)(struct PliantBodyId body, struct PliantBodyMotion *out_motion);
  /**
   * See `pliant_body_info`.
   */
  int32_t (*body_info)(struct PliantBodyId body, struct PliantBodyInfo *out_info);
  /**
   * See `pliant_vertex_layout_init`.
   */
  int32_t (*vertex_layout_init)(struct PliantVertexLayout *layout, uint32_t struct_size);
  /**
   * See `pliant_body_add_skin`.
   */
  int32_t (*body_add_skin)(struct PliantBodyId body,
                           struct PliantSkinAssetId skin,
                           const struct PliantVertexLayout *layout,
                           uint32_t *out_index);
  /**
   * See `pliant_body_remove_skins`.
   */
  int32_t (*body_remove_skins)(struct PliantBodyId body);
  /**
   * See `pliant_body_map_vertices`.
   */
  int32_t (*body_map_vertices)(struct PliantBodyId body,
                               uint32_t skin_index,
                               uint32_t mode,
                               struct PliantVertexView *out_view);
  /**
   * See `pliant_body_map_particles`.
   */
  int32_t (*body_map_particles)(struct PliantBodyId body,
                                uint32_t mode,
                                struct PliantParticleView *out_view);
  /**
   * See `pliant_unmap`.
   */
  int32_t (*unmap)(struct PliantMapId map);
  /**
   * See `pliant_collider_desc_init`.
   */
  int32_t (*collider_desc_init)(struct PliantColliderDesc *desc, uint32_t struct_size);
  /**
   * See `pliant_collider_add`.
   */
  int32_t (*collider_add)(struct PliantWorldId world,
                          const struct PliantColliderDesc *desc,
                          struct PliantColliderId *out_collider);
  /**
   * See `pliant_collider_move`.
   */
  int32_t (*collider_move)(struct PliantColliderId collider, const struct PliantPose *pose);
  /**
   * See `pliant_collider_place`.
   */
  int32_t (*collider_place)(struct PliantColliderId collider, const struct PliantPose *pose);
  /**
   * See `pliant_collider_remove`.
   */
  int32_t (*collider_remove)(struct PliantColliderId collider);
  /**
   * See `pliant_frame_add`.
   */
  int32_t (*frame_add)(struct PliantWorldId world,
                       const struct PliantPose *pose,
                       uint64_t user_data,
                       struct PliantFrameId *out_frame);
  /**
   * See `pliant_frame_move`.
   */
  int32_t (*frame_move)(struct PliantFrameId frame, const struct PliantPose *pose);
  /**
   * See `pliant_frame_place`.
   */
  int32_t (*frame_place)(struct PliantFrameId frame, const struct PliantPose *pose);
  /**
   * See `pliant_frame_remove`.
   */
  int32_t (*frame_remove)(struct PliantFrameId frame);
  /**
   * See `pliant_attachment_desc_init`.
   */
  int32_t (*attachment_desc_init)(struct PliantAttachmentDesc *desc, uint32_t struct_size);
  /**
   * See `pliant_body_attach`.
   */
  int32_t (*body_attach)(struct PliantBodyId body,
                         const struct PliantAttachmentDesc *desc,
                         struct PliantAttachmentId *out_attachment);
  /**
   * See `pliant_attachment_release`.
   */
  int32_t (*attachment_release)(struct PliantAttachmentId attachment);
  /**
   * See `pliant_world_stage_time`.
   */
  int32_t (*world_stage_time)(struct PliantWorldId world,
                              uint32_t stage,
                              struct PliantStageTime *out_time);
  /**
   * See `pliant_collider_info`.
   */
  int32_t (*collider_info)(struct PliantColliderId collider, struct PliantColliderInfo *out_info);
  /**
   * See `pliant_frame_info`.
   */
  int32_t (*frame_info)(struct PliantFrameId frame, struct PliantFrameInfo *out_info);
  /**
   * See `pliant_attachment_info`.
   */
  int32_t (*attachment_info)(struct PliantAttachmentId attachment,
                             struct PliantAttachmentInfo *out_info);
  /**
   * See `pliant_surface_desc_init`.
   */
  int32_t (*surface_desc_init)(struct PliantSurfaceDesc *desc, uint32_t struct_size);
  /**
   * See `pliant_region_desc_init`.
   */
  int32_t (*region_desc_init)(struct PliantRegionDesc *desc, uint32_t struct_size);
  /**
   * See `pliant_asset_create_from_surface`.
   */
  int32_t (*asset_create_from_surface)(const struct PliantSurfaceDesc *desc,
                                       int32_t (*progress)(float done, void *user_data),
                                       void *user_data,
                                       struct PliantAssetId *out_assets);
  /**
   * See `pliant_asset_surface_report`.
   */
  int32_t (*asset_surface_report)(struct PliantAssetId asset, struct PliantSurfaceReport *out_report);
  /**
   * See `pliant_asset_report_text`.
   */
  int32_t (*asset_report_text)(struct PliantAssetId asset,
                               uint8_t *buffer,
                               uint64_t capacity,
                               uint64_t *out_size);
  /**
   * See `pliant_cluster_desc_init`.
   */
  int32_t (*cluster_desc_init)(struct PliantClusterDesc *desc, uint32_t struct_size);
  /**
   * See `pliant_points_desc_init`.
   */
  int32_t (*points_desc_init)(struct PliantPointsDesc *desc, uint32_t struct_size);
  /**
   * See `pliant_asset_create_from_points`.
   */
  int32_t (*asset_create_from_points)(const struct PliantPointsDesc *desc,
                                      struct PliantAssetId *out_asset);
  /**
   * See `pliant_asset_create_with_clusters`.
   */
  int32_t (*asset_create_with_clusters)(struct PliantAssetId asset,
                                        const struct PliantClusterDesc *desc,
                                        struct PliantAssetId *out_asset);
  /**
   * See `pliant_sheet_desc_init`.
   */
  int32_t (*sheet_desc_init)(struct PliantSheetDesc *desc, uint32_t struct_size);
  /**
   * See `pliant_asset_create_from_sheet`.
   */
  int32_t (*asset_create_from_sheet)(const struct PliantSheetDesc *desc,
                                     struct PliantAssetId *out_asset);
  /**
   * See `pliant_world_set_origin`.
   */
  int32_t (*world_set_origin)(struct PliantWorldId world, const double *origin);
  /**
   * See `pliant_world_set_wind`.
   */
  int32_t (*world_set_wind)(struct PliantWorldId world, const float *wind);
  /**
   * See `pliant_ccd_vertex_triangle`.
   */
  int32_t (*ccd_vertex_triangle)(struct PliantWorldId world,
                                 uint32_t query_count,
                                 const float *points,
                                 float *out_times);
  /**
   * See `pliant_ccd_edge_edge`.
   */
  int32_t (*ccd_edge_edge)(struct PliantWorldId world,
                           uint32_t query_count,
                           const float *points,
                           float *out_times);
  /**
   * See `pliant_shape_mesh_desc_init`.
   */
  int32_t (*shape_mesh_desc_init)(struct PliantShapeMeshDesc *desc, uint32_t struct_size);
  /**
   * See `pliant_shape_convex_desc_init`.
   */
  int32_t (*shape_convex_desc_init)(struct PliantShapeConvexDesc *desc, uint32_t struct_size);
  /**
   * See `pliant_shape_heightfield_desc_init`.
   */
  int32_t (*shape_heightfield_desc_init)(struct PliantShapeHeightfieldDesc *desc,
                                         uint32_t struct_size);
  /**
   * See `pliant_shape_sdf_desc_init`.
   */
  int32_t (*shape_sdf_desc_init)(struct PliantShapeSdfDesc *desc, uint32_t struct_size);
  /**
   * See `pliant_shape_part_desc_init`.
   */
  int32_t (*shape_part_desc_init)(struct PliantShapePartDesc *desc, uint32_t struct_size);
  /**
   * See `pliant_shape_compound_desc_init`.
   */
  int32_t (*shape_compound_desc_init)(struct PliantShapeCompoundDesc *desc, uint32_t struct_size);
  /**
   * See `pliant_shape_create_mesh`.
   */
  int32_t (*shape_create_mesh)(const struct PliantShapeMeshDesc *desc, struct PliantShapeId *shape);
  /**
   * See `pliant_shape_create_convex`.
   */
  int32_t (*shape_create_convex)(const struct PliantShapeConvexDesc *desc,
                                 struct PliantShapeId *shape);
  /**
   * See `pliant_shape_create_heightfield`.
   */
  int32_t (*shape_create_heightfield)(const struct PliantShapeHeightfieldDesc *desc,
                                      struct PliantShapeId *shape);
  /**
   * See `pliant_shape_create_sdf`.
   */
  int32_t (*shape_create_sdf)(const struct PliantShapeSdfDesc *desc, struct PliantShapeId *shape);
  /**
   * See `pliant_shape_create_compound`.
   */
  int32_t (*shape_create_compound)(const struct PliantShapeCompoundDesc *desc,
                                   struct PliantShapeId *shape);
  /**
   * See `pliant_shape_load`.
   */
  int32_t (*shape_load)(const uint8_t *bytes, uint64_t size, struct PliantShapeId *out_shape);
  /**
   * See `pliant_shape_save`.
   */
  int32_t (*shape_save)(struct PliantShapeId shape,
                        uint8_t *buffer,
                        uint64_t capacity,
                        uint64_t *out_size);
  /**
   * See `pliant_shape_info`.
   */
  int32_t (*shape_info)(struct PliantShapeId shape, struct PliantShapeInfo *out_info);
  /**
   * See `pliant_shape_retain`.
   */
  int32_t (*shape_retain)(struct PliantShapeId shape);
  /**
   * See `pliant_shape_release`.
   */
  int32_t (*shape_release)(struct PliantShapeId shape);
  /**
   * See `pliant_world_impulses`.
   */
  int32_t (*world_impulses)(struct PliantWorldId world,
                            uint32_t mode,
                            struct PliantImpulseView *view);
  /**
   * See `pliant_body_grab`.
   */
  int32_t (*body_grab)(const struct PliantHit *hit, float stiffness, struct PliantFrameId *out_frame);
  /**
   * See `pliant_query_rays`.
   */
  int32_t (*query_rays)(struct PliantWorldId world,
                        const struct PliantRay *rays,
                        uint32_t count,
                        struct PliantTicketId *out_ticket);
  /**
   * See `pliant_query_closest`.
   */
  int32_t (*query_closest)(struct PliantWorldId world,
                           const struct PliantPointQuery *points,
                           uint32_t count,
                           struct PliantTicketId *out_ticket);
  /**
   * See `pliant_query_overlaps`.
   */
  int32_t (*query_overlaps)(struct PliantWorldId world,
                            const struct PliantShapeQuery *shapes,
                            uint32_t count,
                            struct PliantTicketId *out_ticket);
  /**
   * See `pliant_query_fetch`.
   */
  int32_t (*query_fetch)(struct PliantTicketId ticket,
                         struct PliantHit *out_hits,
                         uint32_t capacity,
                         uint32_t *out_count);
  /**
   * See `pliant_query_fetch_overlaps`.
   */
  int32_t (*query_fetch_overlaps)(struct PliantTicketId ticket,
                                  struct PliantOverlap *out_overlaps,
                                  uint32_t capacity,
                                  uint32_t *out_count,
                                  uint64_t *out_dropped);
  /**
   * See `pliant_query_wait`.
   */
  int32_t (*query_wait)(struct PliantTicketId ticket);
  /**
   * See `pliant_query_drop`.
   */
  int32_t (*query_drop)(struct PliantTicketId ticket);
  /**
   * See `pliant_world_events`.
   */
  int32_t (*world_events)(struct PliantWorldId world, uint32_t mode, struct PliantEventView *view);
  /**
   * See `pliant_body_ignore_body`.
   */
  int32_t (*body_ignore_body)(struct PliantBodyId body, struct PliantBodyId other, uint32_t ignored);
  /**
   * See `pliant_body_ignore_collider`.
   */
  int32_t (*body_ignore_collider)(struct PliantBodyId body,
                                  struct PliantColliderId collider,
                                  uint32_t ignored);
  /**
   * See `pliant_prepare_desc_init`.
   */
  int32_t (*prepare_desc_init)(struct PliantPrepareDesc *desc, uint32_t struct_size);
  /**
   * See `pliant_world_prepare`.
   */
  int32_t (*world_prepare)(struct PliantWorldId world,
                           const struct PliantPrepareDesc *desc,
                           uint64_t timeout_ns,
                           struct PliantPrepareState *out_state);
  /**
   * See `pliant_cache_open`.
   */
  int32_t (*cache_open)(const char *folder);
  /**
   * See `pliant_balloon_desc_init`.
   */
  int32_t (*balloon_desc_init)(struct PliantBalloonDesc *desc, uint32_t struct_size);
} PliantApi;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Writes the defaults of a tet mesh's description: no mesh.
 *
 * `desc` must not be NULL; `struct_size` is `sizeof(PliantAssetDesc)`. Thread: any. Errors: INVALID_ARGUMENT. Cost:
 * none.
 */
PLIANT_API
int32_t pliant_asset_desc_init(struct PliantAssetDesc *desc,
                               uint32_t struct_size);

/**
 * Cooks a tet mesh into a body that worlds share.
 *
 * `desc`: the fields give the ranges. The arrays are read during the call and not kept. No other pointer may be NULL.
 * The caller holds the asset and releases it with `pliant_asset_release`. Bodies made of the asset keep the asset
 * alive. Thread: any, many at once. Errors: INVALID_ARGUMENT, VERSION, MESH_… (the message names the first fault),
 * CAPACITY, OUT_OF_MEMORY. Cost: about 3 µs of CPU time a tet. Save the result with `pliant_asset_save`.
 */
PLIANT_API
int32_t pliant_asset_create(const struct PliantAssetDesc *desc,
                            struct PliantAssetId *out_asset);

/**
 * Reads a tet mesh file and cooks it, or loads a .pliant file, written by `pliant_asset_save` or `pliant cook`.
 *
 * Tet meshes: Gmsh .msh 1.0, 2.2 or 4.1, TetGen .node or .ele, Medit or NETGEN .mesh, VTK .vtk or .vtu, .t and .tet.
 * `path`: UTF-8, not NULL. `drop_unreferenced`: as in `PliantAssetDesc`; no effect on a .pliant file. The rest is as
 * for `pliant_asset_create` and `pliant_asset_load`. Further errors: IO, FORMAT, MESH_UNSUPPORTED.
 */
PLIANT_API
int32_t pliant_asset_read_file(const char *path,
                               uint32_t drop_unreferenced,
                               struct PliantAssetId *out_asset);

/**
 * Loads an asset, a body or a shell, from the bytes of `pliant_asset_save`.
 *
 * `bytes`: `size` bytes, not NULL, not kept, checked as untrusted data. The caller holds the asset as after
 * `pliant_asset_create`. Thread: any, many at once. Errors: INVALID_ARGUMENT, FORMAT, VERSION, OUT_OF_MEMORY. Cost: a
 * tenth of cooking.
 */
PLIANT_API
int32_t pliant_asset_load(const uint8_t *bytes,
                          uint64_t size,
                          struct PliantAssetId *out_asset);

/**
 * Saves an asset as bytes.
 *
 * Call the function twice. The first call, with `buffer` NULL and `capacity` 0, writes the size [byte] to `out_size`.
 * The second call fills a buffer of this size. `out_size` must not be NULL. Thread: any. Errors: INVALID_ARGUMENT,
 * INVALID_HANDLE, CAPACITY if `capacity` is too small. Cost: a copy of the asset.
 */
PLIANT_API
int32_t pliant_asset_save(struct PliantAssetId asset,
                          uint8_t *buffer,
                          uint64_t capacity,
                          uint64_t *out_size);

/**
 * Writes counts, bounds and hash of an asset.
 *
 * `out_info`: not NULL, its `struct_size` set. Thread: any. Errors: INVALID_ARGUMENT, INVALID_HANDLE. Cost: one pass
 * over the vertices.
 */
PLIANT_API
int32_t pliant_asset_info(struct PliantAssetId asset,
                          struct PliantAssetInfo *out_info);

/**
 * Adds a holder of the asset.
 *
 * Thread: any. Errors: INVALID_HANDLE, CAPACITY. Cost: none.
 */
PLIANT_API int32_t pliant_asset_retain(struct PliantAssetId asset);

/**
 * Removes a holder of the asset. After the last holder is removed, the handle is invalid. Bodies made of the asset remain.
 *
 * Thread: any. Errors: INVALID_HANDLE. Cost: frees the asset if no body uses the asset.
 */
PLIANT_API
int32_t pliant_asset_release(struct PliantAssetId asset);

/**
 * Writes the defaults of an attachment's description: rigid, to the world, at the surface point nearest to the origin.
 *
 * `desc` must not be NULL; `struct_size` is `sizeof(PliantAttachmentDesc)`. Thread: any. Errors: INVALID_ARGUMENT.
 * Cost: none.
 */
PLIANT_API
int32_t pliant_attachment_desc_init(struct PliantAttachmentDesc *desc,
                                    uint32_t struct_size);

/**
 * Attaches vertices of a body to the world or to a frame of the same world.
 *
 * `desc`: from `pliant_attachment_desc_init`; its fields give the ranges. No pointer may be NULL, except arrays of
 * `desc` that are empty. The attachment ends with `pliant_attachment_release`, with its body or with its frame.
 * Thread: one at a time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE, INVALID_STATE if a vertex is already
 * attached, VERSION, BUSY, and CAPACITY, OUT_OF_MEMORY, GPU, DEVICE_LOST as for `pliant_body_apply_impulse`.
 *
 * Cost: one pass over the tets for each point, or a search tree over the tets from eight points on. A mass-spring body
 * takes a pass over its vertices, edges and tets, to find its longest stable step. The next step rebuilds its plan and
 * uploads all attached vertices of the world: its CPU time grows with the number of attached vertices and with the
 * number of bodies. To move held vertices, move the frame instead: a frame's move has none of these costs.
 */
PLIANT_API
int32_t pliant_body_attach(struct PliantBodyId body,
                           const struct PliantAttachmentDesc *desc,
                           struct PliantAttachmentId *out_attachment);

/**
 * Writes the body, frame, stiffness and `user_data` of an attachment.
 *
 * `out_info`: not NULL, its `struct_size` set. Thread: one at a time per world. Errors: INVALID_ARGUMENT,
 * INVALID_HANDLE, BUSY. Cost: none.
 */
PLIANT_API
int32_t pliant_attachment_info(struct PliantAttachmentId attachment,
                               struct PliantAttachmentInfo *out_info);

/**
 * Releases an attachment. Its vertices move freely again.
 *
 * Thread: one at a time per world. Errors: INVALID_HANDLE, BUSY. Cost: as for `pliant_body_attach`.
 */
PLIANT_API int32_t pliant_attachment_release(struct PliantAttachmentId attachment);

/**
 * Grabs a body's surface at a point, as a mouse does: a spring attaches the point to a new frame at the same position.
 *
 * `hit`: from a query or filled by the caller; not NULL. The hit must name a body; the call uses its `body`,
 * `vertices`, `weights` and `point`. Drag the point with `pliant_frame_move`: the point follows the frame's
 * displacement from `point`. Release the point with `pliant_frame_remove`. `stiffness`: of the spring [N/m], 1e-6 to
 * 1e12. The three vertices share the stiffness by weight, so that the triangle also keeps its direction in the frame.
 * A fixed vertex does not follow. Thread: one at a time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE,
 * INVALID_STATE for a vertex that is already attached, BUSY, and CAPACITY, OUT_OF_MEMORY, GPU, DEVICE_LOST as for
 * `pliant_body_attach`. Cost: as three attachments.
 */
PLIANT_API
int32_t pliant_body_grab(const struct PliantHit *hit,
                         float stiffness,
                         struct PliantFrameId *out_frame);

/**
 * Writes the defaults of a body's description: the asset chooses the model.
 *
 * `desc` must not be NULL; `struct_size` is `sizeof(PliantBodyDesc)`. Thread: any. Errors: INVALID_ARGUMENT. Cost:
 * none.
 */
PLIANT_API
int32_t pliant_body_desc_init(struct PliantBodyDesc *desc,
                              uint32_t struct_size);

/**
 * Adds a body made of an asset. The next step is the first to simulate the body.
 *
 * `desc`: from `pliant_body_desc_init`; its fields give the ranges. No pointer may be NULL. The world owns the body
 * until `pliant_body_remove`, and keeps the asset alive. Thread: one at a time per world. Errors: INVALID_ARGUMENT,
 * INVALID_HANDLE, VERSION, MESH_UNSUPPORTED for an asset without the data that the model needs, INVALID_STATE for a
 * model that this version cannot simulate, CAPACITY, OUT_OF_MEMORY, BUSY, DEVICE_LOST. Cost: the next step uploads the
 * body. Now and then GPU buffers grow.
 */
PLIANT_API
int32_t pliant_body_add(struct PliantWorldId world,
                        struct PliantAssetId asset,
                        const struct PliantBodyDesc *desc,
                        struct PliantBodyId *out_body);

/**
 * Lets a body pass through another body, or touch it again.
 *
 * For bodies that the game holds together by other means. `ignored`: 1 to pass, 0 to touch. Saves contain the ignored
 * pair. The pair ends with the removal of either body. Thread: one at a time per world. Errors: INVALID_ARGUMENT, also
 * if both are the same body, INVALID_HANDLE, BUSY. Cost: small; the next step rebuilds its plan. A world without
 * ignored pairs has no cost.
 */
PLIANT_API
int32_t pliant_body_ignore_body(struct PliantBodyId body,
                                struct PliantBodyId other,
                                uint32_t ignored);

/**
 * Lets a body pass through a collider, or touch it again. An ignored sensor does not report the body.
 *
 * The rest is as in `pliant_body_ignore_body`.
 */
PLIANT_API
int32_t pliant_body_ignore_collider(struct PliantBodyId body,
                                    struct PliantColliderId collider,
                                    uint32_t ignored);

/**
 * Removes a body with its skins and attachments.
 *
 * Mapped results of the body stay valid until they are unmapped. Thread: one at a time per world. Errors:
 * INVALID_HANDLE, BUSY, GPU, DEVICE_LOST. Cost: small.
 */
PLIANT_API
int32_t pliant_body_remove(struct PliantBodyId body);

/**
 * Puts a body's rest shape at a pose, with a rigid motion. A stopped body is active again.
 *
 * Attachments to the world move along or are released, as `pins` says (`PLIANT_TELEPORT_PINS_…`). Attachments to
 * frames do not move: place their frames too (`pliant_frame_place`), or the attachments pull the body back at once.
 *
 * `pose`: world from body, not NULL. `linear_velocity` [length unit/s] and `angular_velocity` [rad/s], about the
 * centre of mass: three floats each, NULL for zero. `PliantBodyDesc.angular_velocity` says how much spin the body
 * keeps. No pointer is kept. Thread: one at a time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE, BUSY.
 * Attachments of the body that no step has seen yet are applied first. Their application can also fail with CAPACITY,
 * OUT_OF_MEMORY, GPU, DEVICE_LOST, as `pliant_world_step` does. Cost: as for adding the body, but no buffer grows.
 */
PLIANT_API
int32_t pliant_body_teleport(struct PliantBodyId body,
                             const struct PliantPose *pose,
                             const float *linear_velocity,
                             const float *angular_velocity,
                             uint32_t pins);

/**
 * Applies an impulse to a body: the velocity changes like the velocity of a rigid body of the same mass.
 *
 * `impulse` [kg·length unit/s]: three floats, not NULL. `point` [length unit, world]: three doubles, NULL for the
 * centre of mass. Neither pointer is kept. `PliantBodyDesc.angular_velocity` says how much spin the body keeps.
 * Thread: one at a time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE, BUSY. If about a million edits wait for
 * the next step, the edits are applied first. Their application can also fail with CAPACITY, OUT_OF_MEMORY, GPU,
 * DEVICE_LOST, as `pliant_world_step` does. Cost: small.
 */
PLIANT_API
int32_t pliant_body_apply_impulse(struct PliantBodyId body,
                                  const float *impulse,
                                  const double *point);

/**
 * Sets the inverse masses of single vertices.
 *
 * `vertices`: `count` indices into the mesh as given. `inverse_masses` [1/kg]: one value for each vertex. 0 fixes a
 * vertex at its position, or at the position of its rigid attachment. A negative value restores the mass that the
 * model gives. If a vertex is named twice, the last value counts. Neither array may be NULL unless `count` is 0;
 * neither array is kept. Thread: one at a time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE, BUSY, and
 * CAPACITY, OUT_OF_MEMORY, GPU, DEVICE_LOST as for `pliant_body_apply_impulse`.
 *
 * Cost: one pass over the body's vertices, and for a mass-spring body over its edges and tets, to find its longest
 * stable step. The next step uploads `count` values and rebuilds its plan: its CPU time grows with the number of
 * bodies and of attached vertices in the world. Do not call the function in each frame.
 */
PLIANT_API
int32_t pliant_body_set_inverse_masses(struct PliantBodyId body,
                                       const uint32_t *vertices,
                                       const float *inverse_masses,
                                       uint32_t count);

/**
 * Sets the substeps per epoch and the iterations of a body. 0 leaves the choice to the world or the model. A
 * mass-spring body takes more substeps where its stability needs them.
 *
 * Ranges: as in `PliantBodyDesc`. Thread: one at a time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE, BUSY.
 * Cost: the next step's plan is rebuilt.
 */
PLIANT_API
int32_t pliant_body_set_schedule(struct PliantBodyId body,
                                 uint32_t substeps,
                                 uint32_t iterations);

/**
 * Writes state, contacts and bounds of a body after the newest finished step.
 *
 * `out_info`: not NULL, its `struct_size` set. Thread: one at a time per world. Errors: INVALID_ARGUMENT,
 * INVALID_HANDLE, BUSY. Cost: small; never waits.
 */
PLIANT_API
int32_t pliant_body_info(struct PliantBodyId body,
                         struct PliantBodyInfo *out_info);

/**
 * Writes pose and velocities of a body of `PLIANT_MODEL_RIGID` after the newest finished step.
 *
 * `out_motion`: not NULL, its `struct_size` set. Thread: one at a time per world. Errors: INVALID_ARGUMENT,
 * INVALID_HANDLE, BUSY, INVALID_STATE for a body of another model, NOT_READY before a step with the body has finished.
 * Cost: small; never waits.
 */
PLIANT_API
int32_t pliant_body_motion(struct PliantBodyId body,
                           struct PliantBodyMotion *out_motion);

/**
 * Writes the default vertex layout: position and normal, 24 bytes a vertex.
 *
 * `layout` must not be NULL; `struct_size` is `sizeof(PliantVertexLayout)`. Thread: any. Errors: INVALID_ARGUMENT.
 * Cost: none.
 */
PLIANT_API
int32_t pliant_vertex_layout_init(struct PliantVertexLayout *layout,
                                  uint32_t struct_size);

/**
 * Puts a render mesh on a body. From the next step on, each step writes the mesh's vertices.
 *
 * `skin`: bound to the body's asset. `layout`: where to write each attribute; NULL for the default; not kept.
 * `out_index`: receives the skin's number on this body, counted from 0; not NULL. Thread: one at a time per world.
 * Errors: INVALID_ARGUMENT, INVALID_HANDLE, INVALID_STATE for a skin of another asset, VERSION, CAPACITY,
 * OUT_OF_MEMORY, BUSY. Cost: an upload. Then each step takes GPU time and a copy back for each vertex.
 */
PLIANT_API
int32_t pliant_body_add_skin(struct PliantBodyId body,
                             struct PliantSkinAssetId skin,
                             const struct PliantVertexLayout *layout,
                             uint32_t *out_index);

/**
 * Removes all skins of a body.
 *
 * Mapped results of the skins stay valid until they are unmapped. Thread: one at a time per world. Errors:
 * INVALID_HANDLE, BUSY, GPU, DEVICE_LOST. Cost: small.
 */
PLIANT_API
int32_t pliant_body_remove_skins(struct PliantBodyId body);

/**
 * Computes for each query a time before which a moving vertex and triangle certainly do not touch.
 *
 * `points`: eight points of three floats per query [length unit]: the vertex and the triangle's corners at the start
 * of a step, then the same four points at the end of the step. The motion between is linear. Coordinates from -1e18 to
 * 1e18. `out_times`: room for `query_count` floats. From 0 to 1: a fraction of the step [1], never later than the
 * first contact. `PLIANT_CCD_FREE`: no contact in the step. For contact at a moderate speed, the time is early by less
 * than a thousandth of its value. Features that come within about 1e-6 of their size without contact may also get a
 * time. `query_count`: 0 to `PLIANT_MAX_CCD_QUERIES`. No pointer may be NULL, except `points` if `query_count` is 0.
 * Thread: one at a time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE, CAPACITY, OUT_OF_MEMORY, GPU,
 * DEVICE_LOST, BUSY, and NOT_READY if the GPU takes longer than a minute. Cost: per query, an upload of 96 bytes and
 * some microseconds of one GPU thread. The call waits for the result and the steps before it.
 */
PLIANT_API
int32_t pliant_ccd_vertex_triangle(struct PliantWorldId world,
                                   uint32_t query_count,
                                   const float *points,
                                   float *out_times);

/**
 * Computes for each query a time before which two moving edges certainly do not touch.
 *
 * `points`: both ends of the first edge, then both ends of the second edge, at the start of a step; then the same four
 * points at the end of the step. The rest is as in `pliant_ccd_vertex_triangle`.
 */
PLIANT_API
int32_t pliant_ccd_edge_edge(struct PliantWorldId world,
                             uint32_t query_count,
                             const float *points,
                             float *out_times);

/**
 * Writes the defaults of a collider's description: the half-space below y = 0.
 *
 * `desc` must not be NULL; `struct_size` is `sizeof(PliantColliderDesc)`. Thread: any. Errors: INVALID_ARGUMENT. Cost:
 * none.
 */
PLIANT_API
int32_t pliant_collider_desc_init(struct PliantColliderDesc *desc,
                                  uint32_t struct_size);

/**
 * Adds a collider. From the next step on, bodies collide with the collider.
 *
 * `desc`: from `pliant_collider_desc_init`; its fields give the ranges. No pointer may be NULL. The world owns the
 * collider until `pliant_collider_remove`. Thread: one at a time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE,
 * VERSION, CAPACITY, OUT_OF_MEMORY, BUSY. Cost: small.
 */
PLIANT_API
int32_t pliant_collider_add(struct PliantWorldId world,
                            const struct PliantColliderDesc *desc,
                            struct PliantColliderId *out_collider);

/**
 * Moves a collider. The collider arrives at the pose at the end of the next step, and pushes and drags bodies on its
 * path. No body stops a collider: a mesh, a convex hull or a heightfield penetrates a body that is squeezed against
 * something else. A mesh, hull or heightfield that rotates pushes bodies, but the friction ignores the rotation.
 *
 * `pose`: world from collider, not NULL, not kept. Thread: one at a time per world. Errors: INVALID_ARGUMENT,
 * INVALID_HANDLE, BUSY. Cost: none.
 */
PLIANT_API
int32_t pliant_collider_move(struct PliantColliderId collider,
                             const struct PliantPose *pose);

/**
 * Puts a collider at a pose at once. No body on its path is pushed.
 *
 * `pose`: world from collider, not NULL, not kept. Thread: one at a time per world. Errors: INVALID_ARGUMENT,
 * INVALID_HANDLE, BUSY. Cost: none.
 */
PLIANT_API
int32_t pliant_collider_place(struct PliantColliderId collider,
                              const struct PliantPose *pose);

/**
 * Writes poses, shape, surface, layers and `user_data` of a collider.
 *
 * `out_info`: not NULL, its `struct_size` set. Thread: one at a time per world. Errors: INVALID_ARGUMENT,
 * INVALID_HANDLE, BUSY. Cost: none.
 */
PLIANT_API
int32_t pliant_collider_info(struct PliantColliderId collider,
                             struct PliantColliderInfo *out_info);

/**
 * Removes a collider.
 *
 * Thread: one at a time per world. Errors: INVALID_HANDLE, BUSY. Cost: none.
 */
PLIANT_API int32_t pliant_collider_remove(struct PliantColliderId collider);

/**
 * Copies the error message of the last failed call on this thread: which argument, its value, and what was expected.
 *
 * `buffer`: receives UTF-8 with a zero at the end, cut to `capacity` [byte]; 1025 is always enough; not NULL. The
 * message is empty before the first failure. A successful call does not change the message. Thread: any; each thread
 * has its own message. Errors: INVALID_ARGUMENT. Cost: a copy.
 */
PLIANT_API
int32_t pliant_last_error(char *buffer,
                          uint64_t capacity);

/**
 * Returns the name of a status, such as `PLIANT_ERROR_BUSY`, or `unknown status`.
 *
 * Never NULL. The text is UTF-8 and lives as long as the library. Thread: any. Cost: none.
 */
PLIANT_API const char *pliant_status_name(int32_t status);

/**
 * Adds a kinematic frame.
 *
 * `pose`: world from frame, not kept. `user_data`: for the caller's use, a value that `pliant_frame_info` returns. No
 * pointer may be NULL. The world owns the frame until `pliant_frame_remove`. Thread: one at a time per world. Errors:
 * INVALID_ARGUMENT, OUT_OF_MEMORY, INVALID_HANDLE, CAPACITY, BUSY. Cost: small.
 */
PLIANT_API
int32_t pliant_frame_add(struct PliantWorldId world,
                         const struct PliantPose *pose,
                         uint64_t user_data,
                         struct PliantFrameId *out_frame);

/**
 * Moves a frame. The frame arrives at the pose at the end of the next step, interpolated over the substeps. A move by
 * many body sizes in one step (10 m with a cube of 1 m) can destroy the attached bodies. For a jump, place the frame
 * and teleport the bodies.
 *
 * `pose`: world from frame, not NULL, not kept. Thread: one at a time per world. Errors: INVALID_ARGUMENT,
 * INVALID_HANDLE, BUSY. Cost: none.
 */
PLIANT_API
int32_t pliant_frame_move(struct PliantFrameId frame,
                          const struct PliantPose *pose);

/**
 * Puts a frame at a pose at once, as for a respawn. Attached vertices jump with the frame in the next step. Teleport
 * the attached bodies too (`pliant_body_teleport`), so that all their vertices move along. Otherwise the bodies are
 * torn and can become `PLIANT_BODY_NOT_FINITE`.
 *
 * `pose`: world from frame, not NULL, not kept. Thread: one at a time per world. Errors: INVALID_ARGUMENT,
 * INVALID_HANDLE, BUSY. Cost: none.
 */
PLIANT_API
int32_t pliant_frame_place(struct PliantFrameId frame,
                           const struct PliantPose *pose);

/**
 * Writes poses, attachment count and `user_data` of a frame.
 *
 * `out_info`: not NULL, its `struct_size` set. Thread: one at a time per world. Errors: INVALID_ARGUMENT,
 * INVALID_HANDLE, BUSY. Cost: a pass over the world's attachments.
 */
PLIANT_API
int32_t pliant_frame_info(struct PliantFrameId frame,
                          struct PliantFrameInfo *out_info);

/**
 * Removes a frame and releases the attachments to it.
 *
 * Thread: one at a time per world. Errors: INVALID_HANDLE, BUSY. Cost: small.
 */
PLIANT_API int32_t pliant_frame_remove(struct PliantFrameId frame);

/**
 * Sets the function that receives messages, for the whole process; NULL for none.
 *
 * `callback`: called at the end of the call that a message is about, on the thread of the call. Messages of a cook
 * come before the next call of the cook's progress callback, or at the end of the cook. The same holds for messages of
 * calls that the progress callback makes. Messages of the library's own threads come at the end of the next call.
 * Messages of drivers come at any time on any thread. Each thread gets one message at a time. A call stores 256
 * messages. Further debug and trace messages are dropped, and a message reports the drop. `callback` must not throw.
 * `callback` may call the library, except this function; messages of such calls are dropped.
 *
 * `user_data`: passed to `callback`; may be NULL. `user_data` and `callback` must stay valid until the next call of
 * `pliant_log_set` returns. This call waits for callbacks in progress. `level`: `PLIANT_LOG_…`; less important
 * messages are not made. Thread: any. Errors: INVALID_ARGUMENT, BUSY from inside the callback. Cost: none.
 */
PLIANT_API
int32_t pliant_log_set(void (*callback)(const struct PliantLogMessage *message, void *user_data),
                       void *user_data,
                       uint32_t level);

/**
 * Maps the vertices of a skin for reading.
 *
 * `skin_index`: from `pliant_body_add_skin`. `mode`: `PLIANT_MAP_…`. `out_view`: not NULL, its `struct_size` set.
 * `frame` of the view is the step to which the vertices belong; later edits do not change these vertices. The pointers
 * of the view are valid until `pliant_unmap` or the end of the world. Unmap every view: while the results of four
 * steps are mapped, the results of further steps are skipped, and WAIT fails with INVALID_STATE. Returns NOT_READY if
 * the result does not exist yet.
 *
 * Thread: one at a time per world; any thread may read and unmap the mapped memory. Errors: INVALID_ARGUMENT,
 * INVALID_HANDLE, also if the world is destroyed meanwhile, CAPACITY, OUT_OF_MEMORY, INVALID_STATE, BUSY, GPU,
 * DEVICE_LOST. Cost: none for NO_WAIT and LATEST; WAIT blocks until the GPU is done.
 */
PLIANT_API
int32_t pliant_body_map_vertices(struct PliantBodyId body,
                                 uint32_t skin_index,
                                 uint32_t mode,
                                 struct PliantVertexView *out_view);

/**
 * Maps positions and velocities of a body's particles for reading. The body must have `readback_particles`.
 *
 * The rest is as for `pliant_body_map_vertices`.
 */
PLIANT_API
int32_t pliant_body_map_particles(struct PliantBodyId body,
                                  uint32_t mode,
                                  struct PliantParticleView *out_view);

/**
 * Unmaps a result. The pointers of the view become invalid.
 *
 * Thread: any, also while another thread is inside a function of the world, and after the world was lost. Errors:
 * INVALID_HANDLE, also after the world was destroyed. Cost: none.
 */
PLIANT_API
int32_t pliant_unmap(struct PliantMapId map);

/**
 * Writes the defaults of `PLIANT_MODEL_NEO_HOOKEAN`.
 *
 * `desc` must not be NULL; `struct_size` is `sizeof(PliantNeoHookeanDesc)`. Thread: any. Errors: INVALID_ARGUMENT.
 * Cost: none.
 */
PLIANT_API
int32_t pliant_neo_hookean_desc_init(struct PliantNeoHookeanDesc *desc,
                                     uint32_t struct_size);

/**
 * Writes the defaults of `PLIANT_MODEL_MASS_SPRING`.
 *
 * `desc` must not be NULL; `struct_size` is `sizeof(PliantMassSpringDesc)`. Thread: any. Errors: INVALID_ARGUMENT.
 * Cost: none.
 */
PLIANT_API
int32_t pliant_mass_spring_desc_init(struct PliantMassSpringDesc *desc,
                                     uint32_t struct_size);

/**
 * Writes the defaults of `PLIANT_MODEL_SHAPE_MATCHING`.
 *
 * `desc` must not be NULL; `struct_size` is `sizeof(PliantShapeMatchingDesc)`. Thread: any. Errors: INVALID_ARGUMENT.
 * Cost: none.
 */
PLIANT_API
int32_t pliant_shape_matching_desc_init(struct PliantShapeMatchingDesc *desc,
                                        uint32_t struct_size);

/**
 * Writes the defaults of `PLIANT_MODEL_CLOTH`.
 *
 * `desc` must not be NULL; `struct_size` is `sizeof(PliantClothDesc)`. Thread: any. Errors: INVALID_ARGUMENT.
 * Cost: none.
 */
PLIANT_API
int32_t pliant_cloth_desc_init(struct PliantClothDesc *desc,
                               uint32_t struct_size);

/**
 * Writes the defaults of `PLIANT_MODEL_RIGID`.
 *
 * `desc` must not be NULL; `struct_size` is `sizeof(PliantRigidDesc)`. Thread: any. Errors: INVALID_ARGUMENT.
 * Cost: none.
 */
PLIANT_API
int32_t pliant_rigid_desc_init(struct PliantRigidDesc *desc,
                               uint32_t struct_size);

/**
 * Writes the defaults of `PLIANT_MODEL_BALLOON`.
 *
 * `desc` must not be NULL; `struct_size` is `sizeof(PliantBalloonDesc)`. Thread: any. Errors: INVALID_ARGUMENT.
 * Cost: none.
 */
PLIANT_API
int32_t pliant_balloon_desc_init(struct PliantBalloonDesc *desc,
                                 uint32_t struct_size);

/**
 * Changes a body's model, or the parameters of its model. Positions and velocities stay.
 *
 * `model`: `PLIANT_MODEL_…`, not 0. `model_desc`: the struct of this model, such as `PliantNeoHookeanDesc`, from the
 * init function of the struct. NULL, or zeros after `struct_size`: the defaults. Not kept. With another model, masses
 * change only if the density changes, attachments stay, and the body's substeps must be within the range of the new
 * model. Thread: one at a time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE, MESH_UNSUPPORTED for an asset
 * without the data that the model needs, INVALID_STATE for a model that this version cannot simulate, VERSION, BUSY,
 * and CAPACITY, OUT_OF_MEMORY, GPU, DEVICE_LOST as for `pliant_body_apply_impulse`. Cost: small for the same model. A
 * change of density takes a pass over the vertices. Another model uploads the asset's tables, unless another body of
 * the asset has that model, and the next step rebuilds its plan. Another Poisson's ratio also rebuilds the plan, and
 * the tables of the coarse correction (docs/limits.md).
 */
PLIANT_API
int32_t pliant_body_set_model(struct PliantBodyId body,
                              uint32_t model,
                              const void *model_desc);

/**
 * Writes the defaults of a description of clusters: about 30 particles each before they overlap.
 *
 * `desc` must not be NULL; `struct_size` is `sizeof(PliantClusterDesc)`. Thread: any. Errors: INVALID_ARGUMENT. Cost:
 * none.
 */
PLIANT_API
int32_t pliant_cluster_desc_init(struct PliantClusterDesc *desc,
                                 uint32_t struct_size);

/**
 * Writes the defaults of a description of particles: none.
 *
 * `desc` must not be NULL; `struct_size` is `sizeof(PliantPointsDesc)`. Thread: any. Errors: INVALID_ARGUMENT. Cost:
 * none.
 */
PLIANT_API
int32_t pliant_points_desc_init(struct PliantPointsDesc *desc,
                                uint32_t struct_size);

/**
 * Cooks particles without tetrahedra into an asset for `PLIANT_MODEL_SHAPE_MATCHING`.
 *
 * `desc`: the fields give the ranges. The arrays are read during the call and not kept. No other pointer may be NULL.
 * The caller holds the asset as after `pliant_asset_create`. Particles collide as points, without a surface between
 * them. Thread: any, many at once. Errors: INVALID_ARGUMENT, VERSION, MESH_EMPTY, MESH_NOT_FINITE, CAPACITY,
 * OUT_OF_MEMORY. Cost: about 20 µs of CPU time a particle.
 */
PLIANT_API
int32_t pliant_asset_create_from_points(const struct PliantPointsDesc *desc,
                                        struct PliantAssetId *out_asset);

/**
 * Copies an asset, with other clusters.
 *
 * An asset without clusters needs no call of this function: a body with `PLIANT_MODEL_SHAPE_MATCHING` then makes
 * default clusters. `asset` itself does not change. `desc`: the fields give the ranges. The arrays are read during the
 * call and not kept. `out_asset`: not NULL; the caller holds the new asset as after `pliant_asset_create`. Thread:
 * any. Errors: INVALID_ARGUMENT, INVALID_HANDLE, VERSION, MESH_UNSUPPORTED for a sheet, which has no volume, CAPACITY,
 * OUT_OF_MEMORY. Cost: a copy, and about 20 µs of CPU time a vertex.
 */
PLIANT_API
int32_t pliant_asset_create_with_clusters(struct PliantAssetId asset,
                                          const struct PliantClusterDesc *desc,
                                          struct PliantAssetId *out_asset);

/**
 * Writes the defaults of a description for `pliant_world_prepare`: the world's present content.
 *
 * `desc` must not be NULL; `struct_size` is `sizeof(PliantPrepareDesc)`. Thread: any. Errors: INVALID_ARGUMENT. Cost: none.
 */
PLIANT_API
int32_t pliant_prepare_desc_init(struct PliantPrepareDesc *desc,
                                 uint32_t struct_size);

/**
 * Compiles the GPU programs, called kernels, for the world's content and the assets and features of `desc`. Returns
 * NOT_READY until all kernels are compiled, then OK. A game calls the function in each frame, draws a loading bar, and
 * may step the world meanwhile.
 *
 * After OK, no step compiles as long as the world only has the assets and models that `desc` names or that the world
 * had before, in any number, held or not, and only features that the flags allow. Without this call, the first step
 * and each later step that needs new kernels compile them, which can take seconds. The log and
 * `PliantWorldStats.late_kernel_count` report such kernels.
 *
 * `desc`: from `pliant_prepare_desc_init`; NULL for the world's present content. Pass the same description in each
 * call. `timeout_ns` [ns]: how long to wait; 0 does not wait. Other calls of this world get BUSY during the wait.
 * `out_state`: its `struct_size` set; may be NULL. Thread: one at a time per world. Errors: INVALID_ARGUMENT,
 * INVALID_HANDLE, CAPACITY for more than 4096 assets, MESH_UNSUPPORTED if an asset lacks the data that its model
 * needs, VERSION, BUSY, OUT_OF_MEMORY, GPU, DEVICE_LOST. Cost: threads of the library compile, for seconds where the
 * driver has no kernels cached. These threads continue without further calls, until the world is destroyed.
 */
PLIANT_API
int32_t pliant_world_prepare(struct PliantWorldId world,
                             const struct PliantPrepareDesc *desc,
                             uint64_t timeout_ns,
                             struct PliantPrepareState *out_state);

/**
 * Stores compiled kernels in a folder. The next start of the program reads the kernels instead of compiling: tenths of
 * a second instead of seconds. Call the function once per process, before the first world.
 *
 * `folder`: a path in UTF-8, not NULL and not empty, not kept. The folder is made if it is missing. Only programs that
 * you trust may write to the folder, because a driver runs the code in the files. Each adapter and version of the
 * library has a file of at most 64 MB; files of old versions may be deleted. A damaged file is no error: the log
 * reports the damage, and the library writes a new file. Files are written when nothing is left to compile, and by
 * `pliant_shutdown`.
 *
 * Only Vulkan gives its kernels to a program. On Metal and Direct3D 12 the call succeeds, the log says that the driver's
 * own cache is used, and the folder stays empty. Thread: any. Errors: INVALID_ARGUMENT, INVALID_STATE if a world was made
 * or a cache opened before, IO if the folder cannot be written. Cost: writes a small file and deletes it; the first world
 * on an adapter reads the kernels.
 */
PLIANT_API
int32_t pliant_cache_open(const char *folder);

/**
 * Asks for the first surface that each ray hits.
 *
 * A ray finds the surfaces of bodies from both sides, and colliders with `PLIANT_QUERY_COLLIDERS`. A ray that starts
 * in a collider hits the collider at distance 0. The query sees bodies as the steps and edits before the call leave
 * them, and colliders at their present poses. `rays`: `count` rays, not NULL unless `count` is 0; copied. `count`: 0
 * to `PLIANT_MAX_QUERIES`. `out_ticket`: not NULL; end the ticket with `pliant_query_fetch` or `pliant_query_drop`. At
 * most `PLIANT_MAX_TICKETS` tickets wait at once. Thread: one at a time per world. Errors: INVALID_ARGUMENT that names
 * the ray, INVALID_HANDLE, CAPACITY, OUT_OF_MEMORY, GPU, DEVICE_LOST, BUSY. Cost: does not wait. The first batch after
 * a step builds a tree over the surfaces of all bodies. The first batch of a world compiles kernels, and from then on
 * surfaces stay on the GPU: about 100 bytes a triangle of an asset.
 */
PLIANT_API
int32_t pliant_query_rays(struct PliantWorldId world,
                          const struct PliantRay *rays,
                          uint32_t count,
                          struct PliantTicketId *out_ticket);

/**
 * Asks for the nearest point on a surface to each given point.
 *
 * `points`: `count` points. A given point inside a body also finds the nearest point of its surface. The rest is as in
 * `pliant_query_rays`.
 */
PLIANT_API
int32_t pliant_query_closest(struct PliantWorldId world,
                             const struct PliantPointQuery *points,
                             uint32_t count,
                             struct PliantTicketId *out_ticket);

/**
 * Asks which bodies each shape overlaps.
 *
 * `shapes`: `count` shapes. A shape overlaps a body if the shape touches the body's surface. A shape wholly inside the
 * body does not overlap. Fetch the answers with `pliant_query_fetch_overlaps`. The rest is as in `pliant_query_rays`.
 */
PLIANT_API
int32_t pliant_query_overlaps(struct PliantWorldId world,
                              const struct PliantShapeQuery *shapes,
                              uint32_t count,
                              struct PliantTicketId *out_ticket);

/**
 * Fetches the hits of rays or points and ends the ticket: one hit for each ray or point, in the same order.
 *
 * `out_hits`: room for `capacity` hits. `out_count`: not NULL; the number of hits. Handles in hits may be stale if
 * their objects were removed since. Thread: one at a time per world. Errors: NOT_READY until the GPU is done,
 * INVALID_HANDLE, also for a ticket that has ended, INVALID_STATE for a ticket of overlaps, CAPACITY if there are more
 * than `capacity` hits (`out_count` is then written), GPU, DEVICE_LOST, BUSY. The ticket stays valid after all of
 * these errors except INVALID_HANDLE. Cost: never waits.
 */
PLIANT_API
int32_t pliant_query_fetch(struct PliantTicketId ticket,
                           struct PliantHit *out_hits,
                           uint32_t capacity,
                           uint32_t *out_count);

/**
 * Fetches the overlaps of shapes, sorted by shape, and ends the ticket.
 *
 * `out_overlaps`: room for `capacity` entries. `out_count`: not NULL; the number of entries. `out_dropped`: NULL, or
 * receives the number of overlaps left out, because a shape gets at most `PLIANT_MAX_OVERLAPS`. The rest is as in
 * `pliant_query_fetch`.
 */
PLIANT_API
int32_t pliant_query_fetch_overlaps(struct PliantTicketId ticket,
                                    struct PliantOverlap *out_overlaps,
                                    uint32_t capacity,
                                    uint32_t *out_count,
                                    uint64_t *out_dropped);

/**
 * Waits until the answers of a ticket are ready. For tools.
 *
 * Thread: one at a time per world. Errors: INVALID_HANDLE, NOT_READY if the GPU takes longer than a minute, GPU,
 * DEVICE_LOST, BUSY. Cost: waits for the GPU, and for the steps before the batch.
 */
PLIANT_API
int32_t pliant_query_wait(struct PliantTicketId ticket);

/**
 * Ends a ticket without its answers.
 *
 * Thread: one at a time per world. Errors: INVALID_HANDLE, BUSY. Cost: none.
 */
PLIANT_API int32_t pliant_query_drop(struct PliantTicketId ticket);

/**
 * Writes the defaults of a mesh's description: no triangles.
 *
 * `desc` must not be NULL; `struct_size` is `sizeof(PliantShapeMeshDesc)`. Thread: any. Errors: INVALID_ARGUMENT. Cost:
 * none.
 */
PLIANT_API
int32_t pliant_shape_mesh_desc_init(struct PliantShapeMeshDesc *desc,
                                    uint32_t struct_size);

/**
 * Writes the defaults of a convex hull's description: no points.
 *
 * `desc` must not be NULL; `struct_size` is `sizeof(PliantShapeConvexDesc)`. Thread: any. Errors: INVALID_ARGUMENT.
 * Cost: none.
 */
PLIANT_API
int32_t pliant_shape_convex_desc_init(struct PliantShapeConvexDesc *desc,
                                      uint32_t struct_size);

/**
 * Writes the defaults of a heightfield's description: no heights, a spacing of 1.
 *
 * `desc` must not be NULL; `struct_size` is `sizeof(PliantShapeHeightfieldDesc)`. Thread: any. Errors:
 * INVALID_ARGUMENT. Cost: none.
 */
PLIANT_API
int32_t pliant_shape_heightfield_desc_init(struct PliantShapeHeightfieldDesc *desc,
                                           uint32_t struct_size);

/**
 * Writes the defaults of a distance field's description: no surface, 32 cells.
 *
 * `desc` must not be NULL; `struct_size` is `sizeof(PliantShapeSdfDesc)`. Thread: any. Errors: INVALID_ARGUMENT. Cost:
 * none.
 */
PLIANT_API
int32_t pliant_shape_sdf_desc_init(struct PliantShapeSdfDesc *desc,
                                   uint32_t struct_size);

/**
 * Writes the defaults of a part of a compound: a sphere without a size, at the compound's origin.
 *
 * `desc` must not be NULL; `struct_size` is `sizeof(PliantShapePartDesc)`. Thread: any. Errors: INVALID_ARGUMENT. Cost:
 * none.
 */
PLIANT_API
int32_t pliant_shape_part_desc_init(struct PliantShapePartDesc *desc,
                                    uint32_t struct_size);

/**
 * Writes the defaults of a compound's description: no parts.
 *
 * `desc` must not be NULL; `struct_size` is `sizeof(PliantShapeCompoundDesc)`. Thread: any. Errors: INVALID_ARGUMENT.
 * Cost: none.
 */
PLIANT_API
int32_t pliant_shape_compound_desc_init(struct PliantShapeCompoundDesc *desc,
                                        uint32_t struct_size);

/**
 * Makes a shape of triangles that collide from both sides, for `PLIANT_SHAPE_MESH`.
 *
 * `desc`: the fields give the ranges. The arrays are read during the call and not kept. No other pointer may be NULL.
 * The caller holds the shape and releases it with `pliant_shape_release`; colliders keep the shape alive. Thread: any,
 * many at once. Errors: INVALID_ARGUMENT, VERSION, MESH_EMPTY, MESH_INDEX, MESH_NOT_FINITE, CAPACITY, OUT_OF_MEMORY.
 * Cost: about 1 µs of CPU time a triangle.
 */
PLIANT_API
int32_t pliant_shape_create_mesh(const struct PliantShapeMeshDesc *desc,
                                 struct PliantShapeId *out_shape);

/**
 * Makes the convex hull of points, for `PLIANT_SHAPE_CONVEX`. Points inside the hull are left out.
 *
 * The rest is as in `pliant_shape_create_mesh`. Errors: INVALID_ARGUMENT, VERSION, MESH_EMPTY, MESH_ZERO_VOLUME if all
 * points lie in a plane, MESH_NOT_FINITE, CAPACITY, OUT_OF_MEMORY. Cost: about 1 µs of CPU time a point.
 */
PLIANT_API
int32_t pliant_shape_create_convex(const struct PliantShapeConvexDesc *desc,
                                   struct PliantShapeId *out_shape);

/**
 * Makes a terrain of heights over a grid, for `PLIANT_SHAPE_HEIGHTFIELD`. A terrain has no thickness: like a mesh, the
 * terrain collides from both sides.
 *
 * The rest is as in `pliant_shape_create_mesh`. Errors: INVALID_ARGUMENT, VERSION, MESH_EMPTY if there are only holes,
 * CAPACITY, OUT_OF_MEMORY. Cost: about 1 µs of CPU time a height.
 */
PLIANT_API
int32_t pliant_shape_create_heightfield(const struct PliantShapeHeightfieldDesc *desc,
                                        struct PliantShapeId *out_shape);

/**
 * Makes a field of signed distances, for `PLIANT_SHAPE_SDF`: measured from a closed surface, or given. Corners sharper
 * than a cell are rounded. Vertices of bodies collide with the field; faces between vertices do not.
 *
 * The rest is as in `pliant_shape_create_mesh`. Errors: INVALID_ARGUMENT, VERSION, MESH_EMPTY, MESH_INDEX,
 * MESH_NOT_FINITE, MESH_UNSUPPORTED for an open surface, MESH_ZERO_VOLUME if no point of the grid is inside, CAPACITY,
 * OUT_OF_MEMORY. Cost: some µs of CPU time a point of the grid, on all processors; 16 bytes of GPU memory a point in
 * each world that uses the shape. Save the result with `pliant_shape_save`.
 */
PLIANT_API
int32_t pliant_shape_create_sdf(const struct PliantShapeSdfDesc *desc,
                                struct PliantShapeId *out_shape);

/**
 * Makes one shape of several, for `PLIANT_SHAPE_COMPOUND`. A compound among the parts is replaced by its own parts.
 * When the collider turns, each part moves along a straight line within a step.
 *
 * The rest is as in `pliant_shape_create_mesh`. Errors: INVALID_ARGUMENT, INVALID_HANDLE for a `shape_asset` that is
 * stale, VERSION, MESH_EMPTY, CAPACITY, OUT_OF_MEMORY. Cost: small.
 */
PLIANT_API
int32_t pliant_shape_create_compound(const struct PliantShapeCompoundDesc *desc,
                                     struct PliantShapeId *out_shape);

/**
 * Loads a shape from the bytes of `pliant_shape_save`.
 *
 * `bytes`: `size` bytes, not NULL, not kept, checked as untrusted data. The caller holds the shape as after
 * `pliant_shape_create_mesh`. Thread: any, many at once. Errors: INVALID_ARGUMENT, FORMAT, VERSION, OUT_OF_MEMORY.
 * Cost: a copy.
 */
PLIANT_API
int32_t pliant_shape_load(const uint8_t *bytes,
                          uint64_t size,
                          struct PliantShapeId *out_shape);

/**
 * Saves a shape as bytes.
 *
 * Call the function twice. The first call, with `buffer` NULL and `capacity` 0, writes the size [byte] to `out_size`.
 * The second call fills a buffer of this size. `out_size` must not be NULL. Thread: any. Errors: INVALID_ARGUMENT,
 * INVALID_HANDLE, CAPACITY if `capacity` is too small. Cost: a copy.
 */
PLIANT_API
int32_t pliant_shape_save(struct PliantShapeId shape,
                          uint8_t *buffer,
                          uint64_t capacity,
                          uint64_t *out_size);

/**
 * Writes kind, counts, bounds and hash of a shape.
 *
 * `out_info`: not NULL, its `struct_size` set. Thread: any. Errors: INVALID_ARGUMENT, INVALID_HANDLE. Cost: one pass
 * over the vertices.
 */
PLIANT_API
int32_t pliant_shape_info(struct PliantShapeId shape,
                          struct PliantShapeInfo *out_info);

/**
 * Adds a holder of the shape.
 *
 * Thread: any. Errors: INVALID_HANDLE, CAPACITY. Cost: none.
 */
PLIANT_API int32_t pliant_shape_retain(struct PliantShapeId shape);

/**
 * Removes a holder of the shape. After the last holder is removed, the handle is invalid. Colliders and compounds made
 * of the shape remain.
 *
 * Thread: any. Errors: INVALID_HANDLE. Cost: frees the shape if no object uses the shape.
 */
PLIANT_API
int32_t pliant_shape_release(struct PliantShapeId shape);

/**
 * Writes the defaults of a sheet's description: no mesh.
 *
 * `desc` must not be NULL; `struct_size` is `sizeof(PliantSheetDesc)`. Thread: any. Errors: INVALID_ARGUMENT. Cost:
 * none.
 */
PLIANT_API
int32_t pliant_sheet_desc_init(struct PliantSheetDesc *desc,
                               uint32_t struct_size);

/**
 * Cooks a surface without volume into an asset for `PLIANT_MODEL_CLOTH`.
 *
 * `desc`: the fields give the ranges. The arrays are read during the call and not kept. No other pointer may be NULL.
 * The mesh is not repaired. To repair a mesh, call `pliant_asset_create_from_surface` with `PLIANT_SURFACE_SHELL`. The
 * caller holds the asset as after `pliant_asset_create`. Thread: any, many at once. Errors: INVALID_ARGUMENT, VERSION,
 * MESH_… (the message names the first fault), CAPACITY, OUT_OF_MEMORY. Cost: about 3 µs of CPU time a triangle.
 */
PLIANT_API
int32_t pliant_asset_create_from_sheet(const struct PliantSheetDesc *desc,
                                       struct PliantAssetId *out_asset);

/**
 * Writes the defaults of a render mesh's description: no mesh.
 *
 * `desc` must not be NULL; `struct_size` is `sizeof(PliantSkinAssetDesc)`. Thread: any. Errors: INVALID_ARGUMENT.
 * Cost: none.
 */
PLIANT_API
int32_t pliant_skin_asset_desc_init(struct PliantSkinAssetDesc *desc,
                                    uint32_t struct_size);

/**
 * Binds a render mesh to an asset: each render vertex follows the tets around it, inside or outside the tet mesh.
 *
 * `desc`: the fields give the ranges. The arrays are read during the call and not kept. No other pointer may be NULL.
 * The caller holds the skin and releases it with `pliant_skin_asset_release`. Bodies with the skin keep the skin
 * alive. Thread: any, many at once. Errors: INVALID_ARGUMENT, INVALID_HANDLE, VERSION, MESH_…, CAPACITY,
 * OUT_OF_MEMORY. Cost: microseconds a render vertex. Save the result with `pliant_skin_asset_save`.
 *
 * A message of level `PLIANT_LOG_WARN` reports a mesh that may not belong to the tets: a vertex is outside the tets by
 * more than a tenth of the tets' diagonal, or the mesh is smaller than a thirtieth of the tets. The mesh is bound
 * nevertheless.
 */
PLIANT_API
int32_t pliant_skin_asset_create(struct PliantAssetId asset,
                                 const struct PliantSkinAssetDesc *desc,
                                 struct PliantSkinAssetId *out_skin);

/**
 * Reads a render mesh file and binds it: Wavefront .obj, glTF .gltf or .glb, .ply, .stl, .off, or DirectX .x as text.
 *
 * All meshes of the file become one mesh. Vertices keep their order. `path`: UTF-8, not NULL. The rest is as for
 * `pliant_skin_asset_create`. Further errors: IO, FORMAT, MESH_UNSUPPORTED, CAPACITY for a glTF file with too many
 * instances of its meshes.
 */
PLIANT_API
int32_t pliant_skin_asset_read_file(struct PliantAssetId asset,
                                    const char *path,
                                    struct PliantSkinAssetId *out_skin);

/**
 * Binds an asset's own boundary, for callers without a render mesh: smooth normals, no texture coordinates.
 *
 * `out_skin` must not be NULL. Thread: any, many at once. Errors: INVALID_ARGUMENT, INVALID_HANDLE, OUT_OF_MEMORY. The
 * rest is as for `pliant_skin_asset_create`.
 */
PLIANT_API
int32_t pliant_skin_asset_from_surface(struct PliantAssetId asset,
                                       struct PliantSkinAssetId *out_skin);

/**
 * Loads a skin from the bytes of `pliant_skin_asset_save`.
 *
 * `bytes`: `size` bytes, not NULL, not kept, checked as untrusted data. Thread: any, many at once. Errors:
 * INVALID_ARGUMENT, FORMAT, VERSION, OUT_OF_MEMORY. Cost: a copy.
 */
PLIANT_API
int32_t pliant_skin_asset_load(const uint8_t *bytes,
                               uint64_t size,
                               struct PliantSkinAssetId *out_skin);

/**
 * Saves a skin as bytes.
 *
 * Call the function twice. The first call, with `buffer` NULL and `capacity` 0, writes the size [byte] to `out_size`.
 * The second call fills a buffer of this size. `out_size` must not be NULL. Thread: any. Errors: INVALID_ARGUMENT,
 * INVALID_HANDLE, CAPACITY. Cost: a copy.
 */
PLIANT_API
int32_t pliant_skin_asset_save(struct PliantSkinAssetId skin,
                               uint8_t *buffer,
                               uint64_t capacity,
                               uint64_t *out_size);

/**
 * Copies the triangle indices of a skin, three a triangle, in the order of its file or description.
 *
 * Call the function twice. The first call, with `buffer` NULL and `capacity` 0, writes the number of indices to
 * `out_count`. The second call fills a buffer of this size. `out_count` must not be NULL. Thread: any. Errors:
 * INVALID_ARGUMENT, INVALID_HANDLE, CAPACITY. Cost: a copy.
 */
PLIANT_API
int32_t pliant_skin_asset_indices(struct PliantSkinAssetId skin,
                                  uint32_t *buffer,
                                  uint64_t capacity,
                                  uint64_t *out_count);

/**
 * Writes counts and hashes of a skin.
 *
 * `out_info`: not NULL, its `struct_size` set. Thread: any. Errors: INVALID_ARGUMENT, INVALID_HANDLE. Cost: none.
 */
PLIANT_API
int32_t pliant_skin_asset_info(struct PliantSkinAssetId skin,
                               struct PliantSkinAssetInfo *out_info);

/**
 * Adds a holder of the skin.
 *
 * Thread: any. Errors: INVALID_HANDLE, CAPACITY. Cost: none.
 */
PLIANT_API int32_t pliant_skin_asset_retain(struct PliantSkinAssetId skin);

/**
 * Removes a holder of the skin. After the last holder is removed, the handle is invalid. Bodies with the skin remain.
 *
 * Thread: any. Errors: INVALID_HANDLE. Cost: frees the skin if no body has the skin.
 */
PLIANT_API
int32_t pliant_skin_asset_release(struct PliantSkinAssetId skin);

/**
 * Writes the defaults of a surface's description: no mesh, a cage of 2,000 tets.
 *
 * `desc` must not be NULL; `struct_size` is `sizeof(PliantSurfaceDesc)`. Thread: any. Errors: INVALID_ARGUMENT. Cost:
 * none.
 */
PLIANT_API
int32_t pliant_surface_desc_init(struct PliantSurfaceDesc *desc,
                                 uint32_t struct_size);

/**
 * Writes the defaults of a region's description: no mesh, factors of 1.
 *
 * `desc` must not be NULL; `struct_size` is `sizeof(PliantRegionDesc)`. Thread: any. Errors: INVALID_ARGUMENT. Cost:
 * none.
 */
PLIANT_API
int32_t pliant_region_desc_init(struct PliantRegionDesc *desc,
                                uint32_t struct_size);

/**
 * Repairs a surface, fills it with tets and cooks them into assets that worlds share: one for each level of detail.
 *
 * A surface may be open, tangled or in parts. A surface without volume becomes a shell (`PliantAssetInfo.kind`). The
 * same description gives the same bits. `pliant_asset_surface_report`, `pliant_asset_report_text` and messages of
 * level `PLIANT_LOG_INFO` describe the repairs and the result.
 *
 * `desc`: the fields give the ranges. The arrays are read before the work begins and not kept. `out_assets`: room for
 * `desc->level_count` handles, finest level first; not NULL. The caller holds each asset and releases it with
 * `pliant_asset_release`. A shell has one level: all handles are then equal, and each counts as one holder.
 *
 * `progress`: NULL, or a function called on the calling thread now and then. `done` is the fraction done, rising from
 * 0 to 1; `user_data` is passed on and may be NULL. The function returns 0 to continue. Any other value stops the
 * work: the call returns CANCELLED and leaves nothing behind. Calls come some hundredths of a second apart at the
 * default counts, and up to a second apart for a million triangles or tets; thousands of nested parts take longer. The
 * function may call the library, which holds no lock meanwhile. Messages of such calls are logged before the next call
 * of the function (`pliant_log_set`). The function must not throw, unwind or jump out of the call: catch a C++ or C#
 * exception inside the function, and throw the exception again after the call, as pliant.hpp and Pliant.cs do.
 *
 * Thread: any, many at once. Errors: INVALID_ARGUMENT, VERSION, MESH_EMPTY, MESH_INDEX, MESH_NOT_FINITE,
 * MESH_ZERO_VOLUME for a mesh scaled to nothing, CAPACITY, OUT_OF_MEMORY, CANCELLED. Cost: tenths of a second for
 * 2,000 tets of a common render mesh, a second for 50,000. Save the result with `pliant_asset_save`.
 */
PLIANT_API
int32_t pliant_asset_create_from_surface(const struct PliantSurfaceDesc *desc,
                                         int32_t (*progress)(float done, void *user_data),
                                         void *user_data,
                                         struct PliantAssetId *out_assets);

/**
 * Writes the report of cooking an asset's surface, in numbers.
 *
 * `out_report`: not NULL, its `struct_size` set. The report belongs to the handle; `pliant_asset_save` does not save
 * the report. Thread: any. Errors: INVALID_ARGUMENT, INVALID_HANDLE, INVALID_STATE for an asset that was made of tets
 * or loaded. Cost: none.
 */
PLIANT_API
int32_t pliant_asset_surface_report(struct PliantAssetId asset,
                                    struct PliantSurfaceReport *out_report);

/**
 * Writes the report of cooking as text, a sentence a line: UTF-8 without a zero at the end. The text is empty if there
 * is nothing to report or the asset was loaded.
 *
 * Call the function twice. The first call, with `buffer` NULL and `capacity` 0, writes the size [byte] to `out_size`.
 * The second call fills a buffer of this size. `out_size` must not be NULL. Thread: any. Errors: INVALID_ARGUMENT,
 * INVALID_HANDLE, CAPACITY. Cost: a copy.
 */
PLIANT_API
int32_t pliant_asset_report_text(struct PliantAssetId asset,
                                 uint8_t *buffer,
                                 uint64_t capacity,
                                 uint64_t *out_size);

/**
 * Fills a table with all functions, for callers that load the library at run time and look up one symbol only.
 *
 * `version`: `PLIANT_ABI_VERSION` of the caller's header. `out_api`: not NULL, its `struct_size` set. Functions that
 * this library lacks are NULL; the others are valid while the library is loaded. Thread: any. Errors:
 * INVALID_ARGUMENT, and VERSION, after which only `pliant_last_error` may be used. Cost: none.
 */
PLIANT_API
int32_t pliant_get_api(uint32_t version,
                       struct PliantApi *out_api);

/**
 * Describes the library. Call this function first. Refuse a library whose `layout_hash` is not `PLIANT_LAYOUT_HASH`.
 *
 * `out_info`: not NULL, its `struct_size` set. Thread: any. Errors: INVALID_ARGUMENT. Cost: none.
 */
PLIANT_API
int32_t pliant_abi_info(struct PliantAbiInfo *out_info);

/**
 * Writes the size [byte] of the struct with this name, such as `PliantBodyDesc`, in this library.
 *
 * No pointer may be NULL. Thread: any. Errors: INVALID_ARGUMENT, also for an unknown name. Cost: none.
 */
PLIANT_API
int32_t pliant_abi_struct_size(const char *name,
                               uint32_t *out_size);

/**
 * Counts the GPU objects that the process holds through the library, such as buffers and pipelines, to find leaks.
 *
 * `out_count` must not be NULL. Thread: any. Errors: INVALID_ARGUMENT. Cost: a walk through wgpu's tables; not for
 * each frame.
 */
PLIANT_API
int32_t pliant_debug_resource_count(uint64_t *out_count);

/**
 * Writes the defaults of a world's description.
 *
 * `desc` must not be NULL; `struct_size` is `sizeof(PliantWorldDesc)`. Thread: any. Errors: INVALID_ARGUMENT. Cost:
 * none.
 */
PLIANT_API
int32_t pliant_world_desc_init(struct PliantWorldDesc *desc,
                               uint32_t struct_size);

/**
 * Makes an empty world on a GPU.
 *
 * `desc`: from `pliant_world_desc_init`. The strings in `desc` may be NULL and are not kept. No other pointer may be
 * NULL. The caller owns the world and ends the world with `pliant_world_destroy`. At most 255 worlds live at once; a
 * process can make 16 million. Thread: any, many at once. Errors: INVALID_ARGUMENT, VERSION, NO_DEVICE, OUT_OF_MEMORY,
 * CAPACITY. Cost: the first world on an adapter opens the device, up to a second. Further worlds are cheap. Kernels
 * are compiled later: see `pliant_world_prepare`.
 */
PLIANT_API
int32_t pliant_world_create(const struct PliantWorldDesc *desc,
                            struct PliantWorldId *out_world);

/**
 * Destroys a world and all objects in the world. All handles and mapped results of the world become invalid.
 *
 * Thread: any. If another thread is inside a function of the world, the handles become invalid at once, and the world
 * ends when that function returns. Errors: INVALID_HANDLE. Cost: frees the world's GPU memory after the steps in
 * progress. The last world of a device waits for kernels that are being compiled.
 */
PLIANT_API
int32_t pliant_world_destroy(struct PliantWorldId world);

/**
 * Queues one step and returns while the GPU works on the step. The call waits only if eight steps are queued already.
 *
 * `dt` [s]: 1e-9 to 0.2. For a pause, do not step. `out_frame`: receives the number of the step, counted from 1; may be
 * NULL. Thread: one at a time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE, BUSY, OUT_OF_MEMORY, GPU (also if none
 * of eight steps finishes within 60 s; 600 s on a software adapter, here and wherever a call waits), DEVICE_LOST, and
 * CAPACITY if the world needs more than the adapter has room for; the error message says what. A body that needs too
 * many substeps stays where it is (`PLIANT_BODY_TOO_STIFF`), and the world goes on.
 *
 * A step compiles missing kernels and waits for them: the first step, and each step with something new. The wait lasts
 * seconds if the driver has no kernels cached. `pliant_world_prepare` compiles kernels ahead.
 *
 * Cost: about 0.02 ms of CPU time, 0.03 ms with thousands of bodies (measured on virtual machines with an H200). A
 * thread of the world records the commands of the next step while the GPU works. The thread ends with the world. In
 * some steps, the call itself records the commands, and takes 0.09 to 0.2 ms from 16 dispatches on: in the first two
 * steps after a change, if `dt` differs from `dt` of the two steps before, if steps are called right after one
 * another, and in worlds with PLIANT_WORLD_TIMESTAMPS. A game that passes its frame time instead of a fixed step pays
 * this cost in every step.
 */
PLIANT_API
int32_t pliant_world_step(struct PliantWorldId world,
                          float dt,
                          uint64_t *out_frame);

/**
 * Waits until the newest step is finished. For tests and tools; a game maps results instead.
 *
 * `timeout_ns` [ns]: 0 does not wait. Returns NOT_READY if the step is not finished after this time. Thread: one at a
 * time per world. Errors: INVALID_HANDLE, BUSY, GPU, DEVICE_LOST. Cost: blocks.
 */
PLIANT_API
int32_t pliant_world_wait(struct PliantWorldId world,
                          uint64_t timeout_ns);

/**
 * Writes counts, frames, memory and times of a world.
 *
 * `out_stats`: not NULL, its `struct_size` set. Thread: one at a time per world. Errors: INVALID_ARGUMENT,
 * INVALID_HANDLE, BUSY. Cost: small; never waits.
 */
PLIANT_API
int32_t pliant_world_stats(struct PliantWorldId world,
                           struct PliantWorldStats *out_stats);

/**
 * Writes the GPU time of one stage of the newest finished step. The world must have `PLIANT_WORLD_TIMESTAMPS`.
 *
 * `stage`: 0 to below `stage_count`, which every successful call writes. The first 32 stages are measured. `out_time`:
 * not NULL, its `struct_size` set. Returns NOT_READY before a step has finished. Thread: one at a time per world.
 * Errors: INVALID_ARGUMENT, also for a stage that does not exist, INVALID_HANDLE, INVALID_STATE if times are not
 * measured, BUSY. Cost: small; never waits. Measuring makes a step slower, because stages no longer overlap.
 *
 * A stage is one of three: the work of all bodies of one method and one executor, in a step, or in an epoch where
 * bodies may touch each other; a part of the contact between bodies; or all skinning. A stage is not a single
 * dispatch: GPUs measure times at the ends of a compute pass, and the 63 or more dispatches of a large body are one
 * pass. A pass for each dispatch would cost more time than many dispatches take.
 */
PLIANT_API
int32_t pliant_world_stage_time(struct PliantWorldId world,
                                uint32_t stage,
                                struct PliantStageTime *out_time);

/**
 * Shows the impulse and angular impulse of all bodies on each collider in the newest finished step. The world must have
 * `PLIANT_WORLD_IMPULSES`.
 *
 * The sum over all colliders is the momentum that the bodies lose, without gravity's part. The impulse of a body that
 * touches several colliders is divided among them by their normals. Bodies held by attachments or fixed vertices are
 * left out (`dropped`). Wind on cloth counts as contact. `mode`: `PLIANT_MAP_…`; only `PLIANT_MAP_WAIT` waits.
 * `out_view`: not NULL, its `struct_size` set. The data of the view belong to the library and are valid until the next
 * step, the next call of this function, a restore or the end of the world. Returns NOT_READY before a step has
 * finished. Thread: one at a time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE, INVALID_STATE if the world
 * measures no impulses, BUSY, DEVICE_LOST. Cost: small.
 */
PLIANT_API
int32_t pliant_world_impulses(struct PliantWorldId world,
                              uint32_t mode,
                              struct PliantImpulseView *out_view);

/**
 * Shows which pairs began, continued or ceased to touch in the newest finished step, and which bodies are in sensors. The
 * world must have `PLIANT_WORLD_EVENTS`; bodies and colliders choose their events (`PliantBodyDesc.events`).
 *
 * The step is compared with the last reported step. Each step is reported once: a second call without a new step shows
 * no events. Call the function after each step; steps between two calls are not reported (`skipped_step_count`). A
 * touching pair ceases to touch when its distance exceeds twice the distance that contact keeps. Impulses between
 * bodies are the impulses of contact forces, without momentum that was restored to an island of bodies. Impulses on
 * colliders are divided as in `pliant_world_impulses`. After a restore, all touching pairs begin again. `mode`:
 * `PLIANT_MAP_…`; only `PLIANT_MAP_WAIT` waits. `out_view`: not NULL, its `struct_size` set. The data of the view
 * belong to the library and are valid until the next step, the next call of this function, a restore or the end of the
 * world. Returns NOT_READY before a step has finished. Thread: one at a time per world. Errors: INVALID_ARGUMENT,
 * INVALID_HANDLE, INVALID_STATE if the world finds no events, BUSY, DEVICE_LOST. Cost: small.
 */
PLIANT_API
int32_t pliant_world_events(struct PliantWorldId world,
                            uint32_t mode,
                            struct PliantEventView *out_view);

/**
 * Writes a hash of all positions and velocities after the newest step. Equal runs on one device have equal hashes.
 *
 * Every step computes the hash. Later edits do not change the hash. `out_hash` must not be NULL. Returns NOT_READY
 * before the first step. Thread: one at a time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE, BUSY, DEVICE_LOST,
 * and INVALID_STATE if the results of four steps are mapped, or were mapped when an edit overwrote the newest step.
 * Cost: waits for the newest step.
 */
PLIANT_API
int32_t pliant_world_state_hash(struct PliantWorldId world,
                                uint64_t *out_hash);

/**
 * Saves the whole world as bytes.
 *
 * Call the function twice. The first call, with `buffer` NULL and `capacity` 0, writes the size [byte] to `out_size`.
 * The second call fills a buffer of this size. `out_size` must not be NULL. Thread: one at a time per world. Errors:
 * INVALID_ARGUMENT, INVALID_HANDLE, CAPACITY if `capacity` is too small, NOT_READY if the GPU takes longer than a
 * minute, BUSY. Waiting edits are applied first. Their application can also fail with CAPACITY, OUT_OF_MEMORY, GPU,
 * DEVICE_LOST, as `pliant_world_step` does. Cost: waits for the newest step and reads everything back; the second call
 * uses the data that the first call read.
 */
PLIANT_API
int32_t pliant_world_save(struct PliantWorldId world,
                          uint8_t *buffer,
                          uint64_t capacity,
                          uint64_t *out_size);

/**
 * Restores a saved world. Handles from the time of the save are valid again; all other handles are invalid. In a world
 * other than the saved world, `pliant_world_translate` turns saved handles into valid handles. A save does not contain the
 * contact forces between bodies. Therefore bodies that touch each other continue with other bits than without the restore.
 *
 * `bytes`: `size` bytes from `pliant_world_save`, not NULL, not kept, checked as untrusted data. A failure leaves the
 * world as it was. Thread: one at a time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE, INVALID_STATE while a
 * result is mapped, FORMAT, also for a save of another version, CAPACITY, BUSY, OUT_OF_MEMORY, GPU, DEVICE_LOST. Cost:
 * builds the world anew.
 */
PLIANT_API
int32_t pliant_world_restore(struct PliantWorldId world,
                             const uint8_t *bytes,
                             uint64_t size);

/**
 * Translates a handle of a saved world into the handle of the same object in this world, after the save was restored
 * here. For a restore in another process, or after the device was lost.
 *
 * `saved`: the handle of a body, collider, frame or attachment, from before the save. A handle from after the save may
 * be mistaken for the handle of an object that was added here since the restore. `out_handle`: of the same type, not
 * NULL. Thread: one at a time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE if this world has no such object,
 * BUSY. Cost: none.
 */
PLIANT_API
int32_t pliant_world_translate(struct PliantWorldId world,
                               uint64_t saved,
                               uint64_t *out_handle);

/**
 * Sets gravity from the next step on.
 *
 * `gravity`: three floats [length unit/s²], not NULL, not kept. Thread: one at a time per world.
 * Errors: INVALID_ARGUMENT, INVALID_HANDLE, BUSY. Cost: none.
 */
PLIANT_API int32_t pliant_world_set_gravity(struct PliantWorldId world, const float *gravity);

/**
 * Sets the origin of render vertices, from the next step on: a floating origin. Single floats have 24 bits: they
 * resolve 1 mm at 8 km and 0.01 mm at 100 m. A large world keeps the origin near the camera. The simulation does not
 * depend on the origin. The first origin is zero.
 *
 * Views of vertices name the origin of their step. `previous_position` is relative to the new origin at once.
 *
 * `origin`: three doubles [length unit, world], not NULL, not kept. Thread: one at a time per world. Errors:
 * INVALID_ARGUMENT, INVALID_HANDLE, BUSY. Cost: none.
 */
PLIANT_API
int32_t pliant_world_set_origin(struct PliantWorldId world,
                                const double *origin);

/**
 * Sets the velocity of the air from the next step on. The air moves cloth by drag and lift (`PliantClothDesc`).
 * Default: still air.
 *
 * `wind`: three floats [length unit/s], not NULL, not kept. Thread: one at a time per world. Errors: INVALID_ARGUMENT,
 * INVALID_HANDLE, BUSY. Cost: none.
 */
PLIANT_API
int32_t pliant_world_set_wind(struct PliantWorldId world,
                              const float *wind);

/**
 * Describes the adapter that the world runs on.
 *
 * `out_info`: not NULL, its `struct_size` set. Thread: one at a time per world. Errors: INVALID_ARGUMENT,
 * INVALID_HANDLE, BUSY. Cost: none.
 */
PLIANT_API
int32_t pliant_world_adapter(struct PliantWorldId world,
                             struct PliantAdapterInfo *out_info);

/**
 * Writes the GPU passes of the next step as text for people: UTF-8 without a zero at the end.
 *
 * Before the first step, the text describes a step of 1/60 s. Call the function twice, as `pliant_world_save`. Thread:
 * one at a time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE, CAPACITY, BUSY, OUT_OF_MEMORY, GPU, DEVICE_LOST.
 * Cost: too high for each frame; for tools.
 */
PLIANT_API
int32_t pliant_world_plan_text(struct PliantWorldId world,
                               uint8_t *buffer,
                               uint64_t capacity,
                               uint64_t *out_size);

/**
 * Counts the adapters that worlds can run on.
 *
 * `out_count` must not be NULL. Thread: any. Errors: INVALID_ARGUMENT. Cost: a query of the drivers, tens of
 * milliseconds.
 */
PLIANT_API
int32_t pliant_adapter_count(uint32_t *out_count);

/**
 * Describes an adapter.
 *
 * `index`: below the count of `pliant_adapter_count`. The best adapter comes first: discrete, integrated, virtual,
 * other, software. `out_info`: not NULL, its `struct_size` set. Thread: any. Errors: INVALID_ARGUMENT. Cost: a query
 * of the drivers, tens of milliseconds.
 */
PLIANT_API
int32_t pliant_adapter_get(uint32_t index,
                           struct PliantAdapterInfo *out_info);

/**
 * Closes the devices that no world uses. The next world opens a device again.
 *
 * Call the function at the end of a program, or before the library is unloaded. Destroy all worlds first: a world may
 * have a thread that runs code of this library. Thread: any. Errors: none. Cost: waits for the drivers and for threads
 * that compile, and writes the files of `pliant_cache_open`.
 *
 * On Linux the library stays in memory after `dlclose` until every thread that called a function of a world or of adapters
 * has ended. Dependencies such as pollster leave thread-local values on these threads, and the destructors are code of
 * this library. An editor that reloads the library should make such calls on threads that end before the reload. Calls
 * about versions or errors leave no such values.
 */
PLIANT_API
int32_t pliant_shutdown(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* PLIANT_H */
