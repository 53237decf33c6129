/* pliant.h: GPU deformable bodies for game engines.
 *
 * Objects. An asset is a tetrahedral mesh, checked and cooked once. A world owns bodies made from assets, colliders,
 * frames that a game animates, and attachments that hold vertices of a body to them. A skin binds a render mesh to an
 * asset.
 *
 * A frame. Set what moved, call the world's step, and go on with the game while the GPU works. Map a body's vertices
 * when you draw: you get the newest finished frame and its number, without waiting.
 *
 * Status. Every function except pliant_status_name returns int32_t: PLIANT_OK, a positive state such as
 * PLIANT_NOT_READY, or a negative PLIANT_ERROR_... Numbers never change. Outputs are written only on success.
 * pliant_last_error explains the last failure on the calling thread: which argument was wrong, its value, and what was
 * expected.
 *
 * Structs that describe something start with struct_size. Call the ..._init function, which fills in the defaults. Or
 * zero the struct and set struct_size to its sizeof: zero then means "choose for me", as each field says. struct_size
 * is always the sizeof of the header that you compiled with. A later library gives the fields that an older struct
 * lacks their defaults. A size is an error (INVALID_ARGUMENT) if it is smaller than in any version, if it ends inside a
 * field, or if it is larger than twice this version's plus 64 bytes. In a larger struct, the bytes that this library
 * does not know must be zero; it writes them as zeros.
 *
 * GPU failures. When the GPU is lost, every function of its worlds except pliant_unmap returns
 * PLIANT_ERROR_DEVICE_LOST. Destroy these worlds and make new ones. A command that the GPU refuses (PLIANT_ERROR_GPU)
 * ends only the world that sent it, in the same way.
 *
 * Handles are 64-bit values; zero is null. The handle of a removed object is refused, whatever is made later: a process
 * never gives out a handle twice.
 *
 * Data. Arrays are pointer + count + stride in bytes, so that layouts of engines pass without a copy. Vectors are
 * float[3], quaternions x y z w, strings UTF-8. Units stand in [square brackets].
 *
 * Threads:
 *   1. Functions of the library as a whole (version, errors, log): any thread.
 *   2. Cooking assets and skins: any thread, many at once.
 *   3. Functions of a world and of what is in it, mapping included: one thread at a time per world. A second one gets
 *      PLIANT_ERROR_BUSY instead of a race.
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
 * The call did what it says.
 */
#define PLIANT_OK 0

/**
 * Nothing is wrong, but the result is not there yet; ask again later.
 */
#define PLIANT_NOT_READY 1

/**
 * A pointer is null, a number is out of range or not finite, a size is wrong.
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
 * A documented limit would be passed; nothing was changed.
 */
#define PLIANT_ERROR_CAPACITY -4

/**
 * The host or the GPU has no memory left for this; nothing was changed, or the sentence says that the world is to be destroyed.
 */
#define PLIANT_ERROR_OUT_OF_MEMORY -5

/**
 * Another thread is inside a function of the same world.
 */
#define PLIANT_ERROR_BUSY -6

/**
 * No adapter fits the request, or it lacks what the library needs.
 */
#define PLIANT_ERROR_NO_DEVICE -7

/**
 * The GPU was lost; the world can only be destroyed. Any call may say so, whether its list of errors does or not. Its last
 * save goes on in a new world, see `pliant_world_restore`.
 */
#define PLIANT_ERROR_DEVICE_LOST -8

/**
 * The GPU refused a command; this is a defect of the library. The world can only be destroyed.
 */
#define PLIANT_ERROR_GPU -9

/**
 * A defect of the library was caught at the boundary; the world is lost from then on.
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
 * Elements of a kind that is not supported: those of a file (hexahedra, quadratic tetrahedra, …), or a shell where tets are needed.
 */
#define PLIANT_ERROR_MESH_UNSUPPORTED -26

/**
 * The caller's progress callback asked to stop; nothing was made.
 */
#define PLIANT_ERROR_CANCELLED -27

/**
 * Asset kind: tets, of which worlds make bodies.
 */
#define PLIANT_ASSET_BODY 0

/**
 * Asset kind: triangles without a volume. It is saved, loaded and asked about as a body is; no method moves it yet.
 */
#define PLIANT_ASSET_SHELL 1

/**
 * Executor: choose by size, by how many bodies of that size there are, and by what the adapter can hold; on a software
 * adapter always wide.
 */
#define PLIANT_EXECUTOR_DEFAULT 0

/**
 * Executor: one workgroup owns the body and runs a whole frame in one dispatch. On a software adapter a body with very
 * many sweeps, or in a world of many colliders, runs wide.
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
 * Body state: stopped because a position or velocity stopped being finite. Its vertices stay at finite positions of about
 * the substep in which it stopped; which ones is not part of the contract. Numbers that are finite but absurd (a place at
 * 1e30, an impulse of 1e38) are accepted and end here.
 */
#define PLIANT_BODY_NOT_FINITE 1

/**
 * Map mode: wait until the newest submitted frame is there.
 */
#define PLIANT_MAP_WAIT 0

/**
 * Map mode: the newest submitted frame if it is there, else `PLIANT_NOT_READY`.
 */
#define PLIANT_MAP_NO_WAIT 1

/**
 * Map mode: the newest finished frame, however old; `PLIANT_NOT_READY` only before the first.
 */
#define PLIANT_MAP_LATEST 2

/**
 * Collider shape: half-space below the plane y = 0 of the collider's frame (its local +y is outside).
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
 * An attribute that is not wanted.
 */
#define PLIANT_ABSENT 4294967295

/**
 * Simulation method: choose for me (vertex block descent).
 */
#define PLIANT_METHOD_DEFAULT 0

/**
 * Simulation method: stable neo-Hookean solid, implicit, vertex block descent.
 */
#define PLIANT_METHOD_NEO_HOOKEAN 1

/**
 * Simulation method: mass-spring system on the tet edges with a volume force, explicit Verlet. No force, a soft attachment's
 * neither, sends a vertex further in a substep than its longest edge is long at rest; what would is cut and slowed.
 */
#define PLIANT_METHOD_MASS_SPRING 2

/**
 * The most vertices a body can have.
 */
#define PLIANT_MAX_BODY_VERTICES 2097152

/**
 * The most tetrahedra a body can have.
 */
#define PLIANT_MAX_BODY_TETS 16777216

/**
 * Surface mode: a coarse cage of lattice cells around what encloses a volume, a shell if nothing does. The cheapest that looks
 * right: for games.
 */
#define PLIANT_SURFACE_CAGE 0

/**
 * Surface mode: tets whose boundary follows the surface of what encloses a volume, a shell if nothing does.
 */
#define PLIANT_SURFACE_CONFORMING 1

/**
 * Surface mode: a shell, whatever it encloses. For who knows that a mesh is cloth.
 */
#define PLIANT_SURFACE_SHELL 2

/**
 * The most triangles of a surface to be cooked; half-edges are numbered in 32 bits.
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
 * World flag: measures the GPU time of a step where the adapter can; costs wall time.
 */
#define PLIANT_WORLD_TIMESTAMPS 1

/**
 * World flag: uses no more than the limits that every WebGPU adapter has, so what fits here fits everywhere. For tests,
 * and for games that must behave the same on all machines; large bodies run slower, or do not fit.
 */
#define PLIANT_WORLD_PORTABLE_LIMITS 2

/**
 * Adapter choice: the fastest one, then any.
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
 * Adapter choice: only a software adapter (for tests and machines without a GPU).
 */
#define PLIANT_POWER_SOFTWARE 3

/**
 * No messages.
 */
#define PLIANT_LOG_OFF 0

/**
 * Defects of the library and losses of the GPU.
 */
#define PLIANT_LOG_ERROR 1

/**
 * Also what is suspicious.
 */
#define PLIANT_LOG_WARN 2

/**
 * Also what happens seldom, such as making a world.
 */
#define PLIANT_LOG_INFO 3

/**
 * Also each call that failed.
 */
#define PLIANT_LOG_DEBUG 4

/**
 * Also all messages of the libraries underneath.
 */
#define PLIANT_LOG_TRACE 5

/**
 * The version of the ABI. It changes only when something is removed or changes its meaning.
 */
#define PLIANT_ABI_VERSION 1

/**
 * The layout hash of the structs in this header.
 */
#define PLIANT_LAYOUT_HASH 9189868403019577222

/**
 * Build flag: checks that cost time are on.
 */
#define PLIANT_BUILD_DEBUG 1

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
   * Version of the library, first number.
   */
  uint32_t major;
  /**
   * Second number.
   */
  uint32_t minor;
  /**
   * Third number.
   */
  uint32_t patch;
  /**
   * `PLIANT_BUILD_…` bits.
   */
  uint32_t build_flags;
  /**
   * FNV-1a over the name and size of every struct and the name and offset of every field. Structs are in the order
   * of their names, numbers are 32 bits, lowest byte first, and the top bit of the result is cleared. Compare it
   * with `PLIANT_LAYOUT_HASH`.
   */
  uint64_t layout_hash;
} PliantAbiInfo;

/**
 * A message. It is valid during the callback.
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
   * The handle of the call in progress; 0 if none.
   */
  uint64_t object;
  /**
   * `user_data` of its world; 0 if none.
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
   * Metres in one length unit of the caller: 1 for Unity, 0.01 for Unreal. Range 1e-6 to 1e6. Default 1.
   * Positions, sizes and velocities are in this unit; moduli stay in Pa and densities in kg/m³.
   */
  float length_unit_m;
  /**
   * Gravity [length unit/s²]. Default (`pliant_world_desc_init`): 9.81 m/s² towards -y. Zero means none.
   */
  float gravity[3];
  /**
   * `PLIANT_POWER_…`. Default: the fastest adapter.
   */
  uint32_t power_preference;
  /**
   * Substeps a step for bodies that do not say; more gives less numerical damping and costs time in proportion.
   * Range 1 to 64. Default 4.
   */
  uint32_t substeps;
  /**
   * Iterations a substep for bodies that do not say; more gives the right stiffness sooner. Range 1 to 256. Default 5.
   */
  uint32_t iterations;
  /**
   * Reserved, zero.
   */
  uint32_t reserved;
  /**
   * Part of an adapter's name, UTF-8, case ignored; NULL for any. Not kept.
   */
  const char *adapter_name;
  /**
   * PCI bus id such as `0000:65:00.0` of the wanted adapter; NULL for any. Not kept.
   */
  const char *adapter_pci_bus_id;
  /**
   * Returned with log messages of this world.
   */
  uint64_t user_data;
} PliantWorldDesc;

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
 * Numbers about a world.
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
   * The newest step the GPU has finished.
   */
  uint64_t finished_frame;
  /**
   * GPU dispatches of the last step.
   */
  uint32_t dispatch_count;
  /**
   * Bodies that are `PLIANT_BODY_NOT_FINITE`, as of `finished_frame`.
   */
  uint32_t stopped_body_count;
  /**
   * Contact planes that found no room in the last finished step, over all vertices and substeps of bodies that are not
   * stopped: a vertex keeps 3 planes, in a world with bounded colliders 8. It passes through nothing, but its way is
   * cut short. 0 is usual.
   */
  uint64_t dropped_plane_count;
  /**
   * Steps, since the world was made, whose results were not read back because all slots were mapped.
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
   * GPU time of the last finished step [ns]; 0 if it is not measured.
   */
  uint64_t gpu_step_ns;
} PliantWorldStats;

/**
 * A GPU, or a software driver that acts as one. Texts are UTF-8 and end with a zero.
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
   * PCI bus id such as `0000:65:00.0`; empty where it is not known.
   */
  uint8_t pci_bus_id[32];
  /**
   * `vulkan`, `metal`, `dx12` or `gl`.
   */
  uint8_t backend[16];
  /**
   * Workgroup memory [byte]; decides how large a body can be for the resident executor.
   */
  uint32_t max_workgroup_storage_bytes;
  /**
   * 1 if GPU times can be measured.
   */
  uint32_t supports_timestamps;
} PliantAdapterInfo;

/**
 * A tetrahedral mesh, to be cooked. Arrays are pointer + count + stride.
 */
typedef struct PliantAssetDesc {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * How many vertices.
   */
  uint32_t vertex_count;
  /**
   * Three floats a vertex [length unit]. Required. Not kept.
   */
  const float *positions;
  /**
   * Bytes between positions. Default (0): 12.
   */
  uint32_t position_stride;
  /**
   * How many tetrahedra.
   */
  uint32_t tet_count;
  /**
   * Four indices a tetrahedron; a mesh whose tetrahedra all have negative volume is mirrored engine data and is flipped.
   * Required. Not kept.
   */
  const uint32_t *tets;
  /**
   * One stiffness factor a tetrahedron [1], each in 1e-3 to 1e3, or NULL for 1. Not kept.
   */
  const float *tet_stiffness;
  /**
   * 1 drops vertices that belong to no tetrahedron instead of refusing the mesh. Default 0.
   */
  uint32_t drop_unreferenced;
  /**
   * Reserved, zero.
   */
  uint32_t reserved;
  /**
   * One density factor a tetrahedron [1], each in 1e-3 to 1e3, or NULL for 1. Not kept.
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
 * What is known about a cooked asset.
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
   * Vertices of the mesh as given, dropped ones included; of a surface, those of the tets or of the repaired surface.
   */
  uint32_t user_vertex_count;
  /**
   * Tetrahedra; 0 of a shell.
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
   * Colours: vertices of one colour are solved at once.
   */
  uint32_t colour_count;
  /**
   * Volume at rest [length unit³]; 0 of a shell.
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
   * Centroid of the volume, or of a shell's area, at rest [length unit].
   */
  float centroid[3];
  /**
   * `PLIANT_ASSET_…`.
   */
  uint32_t kind;
  /**
   * Hash of the content; equal assets have equal hashes.
   */
  uint64_t content_hash;
} PliantAssetInfo;

/**
 * A render mesh, to be bound to an asset. Arrays are pointer + count + stride, in the asset's coordinates.
 */
typedef struct PliantSkinAssetDesc {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * How many vertices. Range 1 to 16,777,215.
   */
  uint32_t vertex_count;
  /**
   * Three floats a vertex. Required. Not kept.
   */
  const float *positions;
  /**
   * Bytes between positions. Default (0): 12.
   */
  uint32_t position_stride;
  /**
   * Bytes between normals. Default (0): 12.
   */
  uint32_t normal_stride;
  /**
   * Three floats a vertex, or NULL to compute smooth ones (seams that share a position share the normal).
   */
  const float *normals;
  /**
   * Four floats a vertex (unit tangent, handedness ±1), or NULL to derive any tangent perpendicular to the normal.
   */
  const float *tangents;
  /**
   * Bytes between tangents. Default (0): 16.
   */
  uint32_t tangent_stride;
  /**
   * How many indices, three a triangle. Range 3 to 100,000,000.
   */
  uint32_t index_count;
  /**
   * Triangle indices. Required. Not kept.
   */
  const uint32_t *indices;
} PliantSkinAssetDesc;

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
 * What is known about a bound render mesh.
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
   * Indices, three a triangle.
   */
  uint32_t index_count;
  /**
   * Largest distance of a render vertex that a triangle names from the tet mesh, divided by the mesh's diagonal [1]. Above 0.05 it shows that what lies
   * outside is carried by extrapolation; above 0.1 the render mesh seems to be of another pose, scale or unit.
   */
  float farthest_outside;
  /**
   * `content_hash` of the asset it is bound to.
   */
  uint64_t asset_hash;
  /**
   * Hash of the content.
   */
  uint64_t content_hash;
} PliantSkinAssetInfo;

/**
 * The elastic material of a body.
 */
typedef struct PliantMaterialDesc {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * `PLIANT_METHOD_…`. Default: neo-Hookean. Cannot change while the body lives.
   */
  uint32_t method;
  /**
   * Young's modulus E [Pa]: more is stiffer and needs more iterations. Range 1 to 1e12. Default 1e6.
   */
  float young_modulus;
  /**
   * Poisson's ratio ν [1]: 0 squeezes without bulging, 0.49 nearly keeps volume. Range 0 to 0.495.
   * Default of `pliant_material_desc_init` 0.3.
   */
  float poisson_ratio;
  /**
   * Mass density [kg/m³]. Range 1e-3 to 1e6. Default 1000.
   */
  float density;
  /**
   * Rate at which deforming motion dies away [1/s]; falling and turning as a whole are not damped. Range 0 to 1e4. Default 0.
   */
  float damping;
  /**
   * Mass-spring only: volume stiffness D_v as a multiple of the springs' modulus [1]. Range 0 to 100.
   * Default of `pliant_material_desc_init` 1.
   */
  float volume_stiffness;
  /**
   * Reserved, zero.
   */
  uint32_t reserved;
} PliantMaterialDesc;

/**
 * A rigid transform: a point `p` of the body goes to `rotation * p + position`.
 */
typedef struct PliantPose {
  /**
   * Translation [length unit of the world].
   */
  float position[3];
  /**
   * Unit quaternion, x y z w. A length of 0.5 to 2 is brought to 1, another one refused; all zeros is the identity.
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
   * `PLIANT_EXECUTOR_…`. Default: choose.
   */
  uint32_t executor;
  /**
   * World from body at the start.
   */
  struct PliantPose pose;
  /**
   * Velocity at the start [length unit/s].
   */
  float linear_velocity[3];
  /**
   * Angular velocity at the start [rad/s], about the body's centre of mass. A neo-Hookean body that nothing holds or
   * touches keeps no spin of more than 1 rad a substep: 240 rad/s at 60 Hz and 4 substeps.
   */
  float angular_velocity[3];
  /**
   * Uniform scale of the asset [1]. Range 1e-4 to 1e4. Default (0): 1.
   */
  float scale;
  /**
   * Substeps a step. Range 1 to 64 (mass-spring: 1 to 4096), or 0, the default: as many as the world says or, for
   * mass-spring, as its stability limit asks for.
   */
  uint32_t substeps;
  /**
   * Iterations a substep. Range 1 to 256. Default: the world's. Mass-spring has none.
   */
  uint32_t iterations;
  /**
   * Friction coefficient against colliders [1], multiplied with the collider's by a geometric mean. Range 0 to 10. Default
   * of the init function 0.5.
   */
  float friction;
  /**
   * Restitution against colliders [1]: where a body hits, it leaves with at least this times the speed it came with, along
   * the normal, as a rigid body would; its own elasticity may give more. (Sweeps that do not converge can turn a body that
   * lands flat; what went into the turn is not given back.) The larger of body and collider counts. Range 0 to 1.
   * Default 0. Of a body that is held somewhere, each touching vertex bounces by itself. More of it costs nothing; above 0
   * it costs some sums over a body while it hits something, and a wide mass-spring body two dispatches a substep. The first
   * one above 0 in a world compiles its kernels anew, in the next step.
   */
  float restitution;
  /**
   * The layers this body is on, one bit each. Default (0): bit 0.
   */
  uint32_t layers;
  /**
   * The collider layers this body touches. Default (0): all.
   */
  uint32_t mask;
  /**
   * 1 to copy particle positions and velocities back each step for `pliant_body_map_particles`. Default 0.
   */
  uint32_t readback_particles;
  /**
   * What it is made of.
   */
  struct PliantMaterialDesc material;
  /**
   * Returned with whatever names this body.
   */
  uint64_t user_data;
} PliantBodyDesc;

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
 * What is known about a body.
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
   * The substep in which the body was stopped, if it was.
   */
  uint32_t stopped_substep;
  /**
   * Vertices that touch a collider at `frame`.
   */
  uint32_t touching_vertex_count;
  /**
   * Lower corner of the bounds of its vertices at `frame` [length unit, world].
   */
  float low[3];
  /**
   * Upper corner of the bounds of its vertices at `frame` [length unit, world].
   */
  float high[3];
  /**
   * Simulated vertices.
   */
  uint32_t vertex_count;
  /**
   * Tetrahedra.
   */
  uint32_t tet_count;
  /**
   * The finished step that state, contacts and bounds belong to; 0 before the first.
   */
  uint64_t frame;
  /**
   * As given when the body was added.
   */
  uint64_t user_data;
  /**
   * Substeps a step in use.
   */
  uint32_t substeps;
  /**
   * Iterations a substep in use.
   */
  uint32_t iterations;
  /**
   * `PLIANT_EXECUTOR_…` in use.
   */
  uint32_t executor;
  /**
   * Mass [kg].
   */
  float mass;
} PliantBodyInfo;

/**
 * Where skinning writes each attribute of a vertex. Offsets and stride are multiples of 4; `PLIANT_ABSENT` leaves an
 * attribute out.
 */
typedef struct PliantVertexLayout {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * Bytes from one vertex to the next. Range 12 to 2048. Default (0): what the present attributes need.
   */
  uint32_t stride;
  /**
   * Offset of three floats, position [length unit, world].
   */
  uint32_t position_offset;
  /**
   * Offset of three floats, unit normal, or `PLIANT_ABSENT`.
   */
  uint32_t normal_offset;
  /**
   * Offset of four floats, unit tangent and handedness, or `PLIANT_ABSENT`.
   */
  uint32_t tangent_offset;
  /**
   * Offset of three floats, the position one step before, for motion vectors, or `PLIANT_ABSENT`.
   */
  uint32_t previous_position_offset;
} PliantVertexLayout;

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
   * Vertices.
   */
  uint32_t vertex_count;
  /**
   * Reserved, zero.
   */
  uint32_t reserved;
  /**
   * The step these vertices belong to.
   */
  uint64_t frame;
  /**
   * First vertex, in the layout given with the skin. Valid until `pliant_unmap`; not to be written.
   */
  const uint8_t *data;
  /**
   * Bytes at `data`.
   */
  uint64_t byte_count;
  /**
   * Lower corner of the bounds of the skin's positions [length unit, world].
   */
  float low[3];
  /**
   * Upper corner of the bounds of the skin's positions [length unit, world].
   */
  float high[3];
  /**
   * What to pass to `pliant_unmap`.
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
   * Simulated vertices, in internal order.
   */
  uint32_t vertex_count;
  /**
   * The step these particles belong to.
   */
  uint64_t frame;
  /**
   * Four floats a particle: x y z [length unit, world] and inverse mass [1/kg]. Valid until `pliant_unmap`.
   */
  const float *positions;
  /**
   * Four floats a particle: x y z [length unit/s] and a private one. Valid until `pliant_unmap`.
   */
  const float *velocities;
  /**
   * `internal_from_user[u]` is where vertex `u` of the mesh as given stands in the two arrays; 0xFFFFFFFF if it was
   * dropped. Valid until `pliant_unmap`.
   */
  const uint32_t *internal_from_user;
  /**
   * Vertices of the mesh as given.
   */
  uint32_t user_vertex_count;
  /**
   * Reserved, zero.
   */
  uint32_t reserved;
  /**
   * What to pass to `pliant_unmap`.
   */
  struct PliantMapId map;
} PliantParticleView;

/**
 * How to add a collider. Colliders are never moved by bodies.
 */
typedef struct PliantColliderDesc {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * `PLIANT_SHAPE_…`; required.
   */
  uint32_t shape;
  /**
   * World from collider.
   */
  struct PliantPose pose;
  /**
   * Meaning by shape, see `PLIANT_SHAPE_…` [length unit], each used one above zero.
   */
  float size[3];
  /**
   * Friction coefficient [1]. Range 0 to 10. Default of the init function 0.5.
   */
  float friction;
  /**
   * Restitution [1], see `PliantBodyDesc`; the larger of body and collider counts. Range 0 to 1. Default 0. The first one
   * above 0 in a world compiles its kernels anew, in the next step; wide mass-spring bodies then pay two dispatches a
   * substep.
   */
  float restitution;
  /**
   * The layers this collider is on. Default (0): bit 0.
   */
  uint32_t layers;
  /**
   * The body layers this collider touches. Default (0): all.
   */
  uint32_t mask;
  /**
   * Reserved, zero.
   */
  uint32_t reserved;
  /**
   * The caller's; `pliant_collider_info` returns it.
   */
  uint64_t user_data;
} PliantColliderDesc;

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
 * A kinematic frame that vertices can be attached to.
 */
typedef struct PliantFrameId {
  /**
   * Slot + 1, generation, kind and world; zero is null.
   */
  uint64_t bits;
} PliantFrameId;

/**
 * How to hold vertices of a body: `vertex_count` vertices by index; or what is at `surface_point_count` points of the
 * surface; or, both being 0, what is at `surface_point`. At a point are the four vertices of the tet around it, which hold
 * exactly that place of a render mesh (of one tet of each part where parts overlap), or, where no tet is, the three of the
 * nearest boundary triangle.
 *
 * Points mean the same place of whatever is cooked of a surface, coarse or fine, now or after it was imported again; indices
 * do not. So store an object's pins as points of its render mesh. Points near each other share vertices on a coarse cage:
 * hold those that one frame carries by one attachment.
 */
typedef struct PliantAttachmentDesc {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * How many entries `vertices` has; 0 to attach by points.
   */
  uint32_t vertex_count;
  /**
   * Indices into the mesh as it was given to the asset, each once. Not kept. NULL when `vertex_count` is 0.
   */
  const uint32_t *vertices;
  /**
   * A point on or near the body's surface in its rest pose [length unit, asset coordinates before scale], such as a vertex
   * of the render mesh. Used if there are no `vertices` and no `surface_points`.
   */
  float surface_point[3];
  /**
   * Spring stiffness a vertex [N/m]; 0 holds rigidly: the vertices go wherever the frame goes, also those with an inverse
   * mass of 0, which no spring moves. Range 0 to 1e12.
   */
  float stiffness;
  /**
   * The frame that carries the vertices; the null handle holds them where they are in the world.
   */
  struct PliantFrameId frame;
  /**
   * 1: the attached point goes to `target` (a world point, or a point of the frame); 0: the vertices keep their
   * present offset from the frame or the world.
   */
  uint32_t use_target;
  /**
   * Where the attached point goes [length unit]; used if `use_target` is 1.
   */
  float target[3];
  /**
   * The caller's; `pliant_attachment_info` returns it.
   */
  uint64_t user_data;
  /**
   * Three floats a point, as `surface_point`. Not kept. NULL when `surface_point_count` is 0.
   */
  const float *surface_points;
  /**
   * How many points; with more than one there is no target. Range 0 to 2,097,152.
   */
  uint32_t surface_point_count;
  /**
   * Bytes between points. Default (0): 12.
   */
  uint32_t surface_point_stride;
} PliantAttachmentDesc;

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
 * GPU time of one stage of a step: all that the bodies of one method and one executor run, or all skinning. Stages run one after
 * the other.
 */
typedef struct PliantStageTime {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * Stages that were measured in the step.
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
   * What the stage is, UTF-8, ends with a zero.
   */
  uint8_t label[64];
} PliantStageTime;

/**
 * What is known about a collider.
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
   * World from collider, at the end of the newest step.
   */
  struct PliantPose pose;
  /**
   * World from collider, at the end of the next step.
   */
  struct PliantPose goal;
  /**
   * As given when the collider was added [length unit].
   */
  float size[3];
  /**
   * Friction coefficient [1].
   */
  float friction;
  /**
   * Restitution [1].
   */
  float restitution;
  /**
   * The layers it is on.
   */
  uint32_t layers;
  /**
   * The body layers it touches.
   */
  uint32_t mask;
  /**
   * Reserved, zero.
   */
  uint32_t reserved;
  /**
   * As given when the collider was added.
   */
  uint64_t user_data;
} PliantColliderInfo;

/**
 * What is known about a frame.
 */
typedef struct PliantFrameInfo {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * Attachments to it.
   */
  uint32_t attachment_count;
  /**
   * World from frame, at the end of the newest step.
   */
  struct PliantPose pose;
  /**
   * World from frame, at the end of the next step.
   */
  struct PliantPose goal;
  /**
   * As given when the frame was added.
   */
  uint64_t user_data;
} PliantFrameInfo;

/**
 * What is known about an attachment.
 */
typedef struct PliantAttachmentInfo {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * Vertices that it holds.
   */
  uint32_t vertex_count;
  /**
   * Whose vertices.
   */
  struct PliantBodyId body;
  /**
   * What carries them; the null handle is the world.
   */
  struct PliantFrameId frame;
  /**
   * Spring stiffness a vertex [N/m]; 0 is rigid.
   */
  float stiffness;
  /**
   * Reserved, zero.
   */
  uint32_t reserved;
  /**
   * As given when the attachment was made.
   */
  uint64_t user_data;
} PliantAttachmentInfo;

/**
 * A surface inside which a body is stiffer, softer, heavier or lighter. It need not be clean or closed.
 */
typedef struct PliantRegionDesc {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * How many vertices. Range 1 to 268,435,456.
   */
  uint32_t vertex_count;
  /**
   * Three floats a vertex [length unit], in the coordinates of the surface to be cooked. Required. Not kept.
   */
  const float *positions;
  /**
   * Bytes between positions. Default (0): 12.
   */
  uint32_t position_stride;
  /**
   * How many indices, three a triangle. Range 3 to 805,306,368.
   */
  uint32_t index_count;
  /**
   * Triangle indices. Required. Not kept.
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
 * A triangle surface, such as a render mesh, to be repaired, filled with tets and cooked. Arrays are pointer + count + stride.
 *
 * It may be open, tangled, in parts, turned either way, with vertices split at seams: what was done about it is in the report. The
 * mesh itself stays as it is and is bound to the asset afterwards with `pliant_skin_asset_create`.
 */
typedef struct PliantSurfaceDesc {
  /**
   * Size of this struct in bytes as the caller knows it.
   */
  uint32_t struct_size;
  /**
   * How many vertices. Range 1 to 268,435,456.
   */
  uint32_t vertex_count;
  /**
   * Three floats a vertex [length unit]. Required. Not kept.
   */
  const float *positions;
  /**
   * Bytes between positions. Default (0): 12.
   */
  uint32_t position_stride;
  /**
   * How many indices, three a triangle. Range 3 to 805,306,368.
   */
  uint32_t index_count;
  /**
   * Triangle indices. Required. Not kept.
   */
  const uint32_t *indices;
  /**
   * `PLIANT_SURFACE_…`. Default (0): a cage.
   */
  uint32_t mode;
  /**
   * Wanted tets, of a body that fills many cells met within some 15 %. A conforming mesh has up to twice as many, and somewhat more, where walls,
   * necks or limbs are not resolved with so few, and each body of a cage has a cell of five at the least, and more where its thin or near
   * parts keep apart. A sentence says where a number named here is missed by more than 15 %, and why; none does where none is named, or
   * `cell_size` counts. Range 1 to 16,777,216. Default (0): 2,000 in a cage,
   * 50,000 in a conforming mesh, which then takes up to some 200,000 where it needs them to be within 1 % of the surface's
   * diagonal and 2 % of its volume, and 400,000 where a mesh of those misses a limb or does not resolve walls or necks (at most 15 % over). More
   * follow the shape more closely, and cost time in proportion here and in every step. Of a shell it says nothing.
   */
  uint32_t element_count;
  /**
   * Edge of a lattice cell [length unit], instead of a wanted count; a cage's cells are no longer than that (but for 0.03 %), so that whole ones fit into
   * the box around the body with a little room. `element_count` then only bounds (by twice it) what a conforming mesh may spend on thin
   * walls. Default (0): found from `element_count`.
   */
  float cell_size;
  /**
   * How many levels of detail are made, finest first; of each an eighth of the tets is wanted that is wanted of the one
   * before, or cells are twice as large. What is coarser than a conforming level in which a body became a cage is a cage
   * too. Range 1 to 8, and the last must have a tet. Default (0): 1.
   */
  uint32_t level_count;
  /**
   * One stiffness factor a vertex [1], each in 1e-3 to 1e3, or NULL for 1: a tet has that of the nearest place of the
   * surface. Not kept.
   */
  const float *vertex_stiffness;
  /**
   * One density factor a vertex [1], each in 1e-3 to 1e3, or NULL for 1. Not kept.
   */
  const float *vertex_density;
  /**
   * Bytes between stiffness factors, which may be a channel of a vertex. Default (0): 4.
   */
  uint32_t vertex_stiffness_stride;
  /**
   * Bytes between density factors. Default (0): 4.
   */
  uint32_t vertex_density_stride;
  /**
   * Regions, one after the other, `regions[0].struct_size` bytes apart, or NULL if there are none: their factors multiply those
   * of the vertices; where regions overlap, the last one counts. Not kept.
   */
  const struct PliantRegionDesc *regions;
  /**
   * How many regions. Range 0 to 1024.
   */
  uint32_t region_count;
  /**
   * Threads that cook; the result has the same bits whatever their number. Range 1 to 64. Default (0): as many as the
   * machine has.
   */
  uint32_t thread_count;
} PliantSurfaceDesc;

/**
 * What cooking did to a surface and what came out; see docs/decisions/0014 and 0015 for the rules. `pliant_asset_report_text`
 * says the same in sentences.
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
   * Which level of detail it is; 0 is the finest.
   */
  uint32_t level;
  /**
   * Vertices as given.
   */
  uint32_t given_vertex_count;
  /**
   * Triangles as given.
   */
  uint32_t given_triangle_count;
  /**
   * Vertices that no triangle named, dropped.
   */
  uint32_t unreferenced_vertex_count;
  /**
   * Vertices welded to one with the same position.
   */
  uint32_t welded_exactly_count;
  /**
   * Open vertices welded to one within `weld_radius`.
   */
  uint32_t welded_nearly_count;
  /**
   * The most that an open vertex could move [length unit].
   */
  float weld_radius;
  /**
   * Triangles that named one place twice, dropped.
   */
  uint32_t degenerate_triangle_count;
  /**
   * Triangles that were there already, dropped.
   */
  uint32_t duplicate_triangle_count;
  /**
   * Triangles that were the back side of another one, dropped.
   */
  uint32_t two_sided_triangle_count;
  /**
   * Triangles without an area, replaced by a vertex on their neighbour's edge.
   */
  uint32_t flat_triangle_count;
  /**
   * Edges of three triangles or more, cut into sheets.
   */
  uint32_t cut_edge_count;
  /**
   * Edges cut because the sheet has one side only.
   */
  uint32_t one_sided_edge_count;
  /**
   * Vertices added because several sheets met there.
   */
  uint32_t split_vertex_count;
  /**
   * Triangle sides that got a vertex in their middle to part sheets along a cut.
   */
  uint32_t separated_side_count;
  /**
   * Triangles turned round to agree with most of their part.
   */
  uint32_t flipped_triangle_count;
  /**
   * Parts, and volumes that open parts bound together, that were inside out and were turned.
   */
  uint32_t inside_out_part_count;
  /**
   * Loops of open edges before holes were closed.
   */
  uint32_t hole_count;
  /**
   * Of these, closed; those of shells stay.
   */
  uint32_t closed_hole_count;
  /**
   * Triangles added to close them.
   */
  uint32_t cap_triangle_count;
  /**
   * The part of a solid part's area that was missing, the largest of all [1].
   */
  float largest_opening;
  /**
   * Parts that bound a volume, by themselves or together with others.
   */
  uint32_t solid_part_count;
  /**
   * Of the volumes that they bound, cavities of others.
   */
  uint32_t cavity_count;
  /**
   * Parts without a volume.
   */
  uint32_t shell_part_count;
  /**
   * Of these, not in the tets: what is drawn of them follows the nearest tets.
   */
  uint32_t left_out_part_count;
  /**
   * Bodies of the tets; they share no vertex.
   */
  uint32_t body_count;
  /**
   * Of these, made as cages.
   */
  uint32_t cage_body_count;
  /**
   * Bodies with walls, necks or gaps thinner than the tets, or that became a cage for that: more elements would follow them.
   */
  uint32_t unresolved_body_count;
  /**
   * Bodies too flat to be filled, not in the tets.
   */
  uint32_t flat_body_count;
  /**
   * Tets.
   */
  uint32_t tet_count;
  /**
   * Edge of a lattice cell that was used [length unit]; 0 of a shell, as all that follows.
   */
  float cell_size;
  /**
   * Least dihedral angle [degree].
   */
  float least_dihedral;
  /**
   * Largest dihedral angle [degree].
   */
  float largest_dihedral;
  /**
   * Volume inside the repaired surface [length unit³], to 1 % where parts of it overlap: what they share counts once.
   */
  float surface_volume;
  /**
   * Volume of the tets [length unit³].
   */
  float volume;
  /**
   * Embedding: largest distance of a vertex of the surface as given from the nearest tet, divided by the diagonal of the tets' bounding
   * box [1]. 0 if all lie inside, as in most cages; what lies outside is carried by extrapolation, and above 0.05 it shows. Vertices
   * that no triangle names do not count.
   */
  float farthest_outside;
  /**
   * Embedding: largest distance of a corner or middle of the tets' boundary triangles from the repaired surface, divided by the same
   * diagonal [1]: how much thicker (a cage, up to a cell's diagonal) or thinner what collides is than what is drawn.
   */
  float farthest_boundary;
  /**
   * Bodies of a conforming mesh whose boundary and surface are within 1 % of the surface's diagonal of each other, and whose volume is
   * right to 2 %. Of cages none. Slits between parts that are narrower than a thousandth of the body's diagonal count as shut.
   */
  uint32_t near_body_count;
  /**
   * Connected pieces of the tets; more than `body_count` where a body falls apart, since its neck is thinner than the tets or its parts only touch.
   */
  uint32_t piece_count;
  /**
   * Embedding: largest distance of a place of the repaired surface from the tets' boundary, divided by the same diagonal [1]: how long
   * tips and walls are that a conforming mesh lacks, and in a cage how thick it is. Slits as above.
   */
  float farthest_surface;
} PliantSurfaceReport;

/**
 * Every function. New ones are added at the end, so that the table of an older header stays right.
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
   * See `pliant_material_desc_init`.
   */
  int32_t (*material_desc_init)(struct PliantMaterialDesc *desc, uint32_t struct_size);
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
                           const float *angular_velocity);
  /**
   * See `pliant_body_apply_impulse`.
   */
  int32_t (*body_apply_impulse)(struct PliantBodyId body, const float *impulse, const float *point);
  /**
   * See `pliant_body_set_material`.
   */
  int32_t (*body_set_material)(struct PliantBodyId body, const struct PliantMaterialDesc *material);
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
} PliantApi;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

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
 * `desc`: see its fields. Its arrays are read during the call and not kept. No other pointer may be NULL. The caller
 * holds the asset and lets go of it with `pliant_asset_release`. Bodies made of it keep it alive. Thread: any, many at
 * once. Errors: INVALID_ARGUMENT, VERSION, MESH_… naming the first offender, CAPACITY, OUT_OF_MEMORY. Cost: about 3 µs
 * of CPU time a tet. Save the result with `pliant_asset_save`.
 */
PLIANT_API
int32_t pliant_asset_create(const struct PliantAssetDesc *desc,
                            struct PliantAssetId *out_asset);

/**
 * Reads a tet mesh file and cooks it, or loads a .pliant file, which holds what `pliant_asset_save` or `pliant cook`
 * wrote.
 *
 * Tet meshes: Gmsh .msh 1.0, 2.2 or 4.1, TetGen .node or .ele, Medit or NETGEN .mesh, VTK .vtk or .vtu, and .t.
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
 * `bytes`: `size` [byte] of them, not NULL, not kept. They are checked as data from outside. The caller holds the
 * asset as after `pliant_asset_create`. Thread: any, many at once. Errors: INVALID_ARGUMENT, FORMAT, VERSION,
 * OUT_OF_MEMORY. Cost: a tenth of cooking.
 */
PLIANT_API
int32_t pliant_asset_load(const uint8_t *bytes,
                          uint64_t size,
                          struct PliantAssetId *out_asset);

/**
 * Saves an asset as bytes.
 *
 * Call it twice. The first call, with `buffer` NULL and `capacity` 0, writes the size [byte] to `out_size`; the second
 * fills a buffer of that size. `out_size` must not be NULL. Thread: any. Errors: INVALID_ARGUMENT, INVALID_HANDLE,
 * CAPACITY if `capacity` is too small. Cost: a copy of the asset.
 */
PLIANT_API
int32_t pliant_asset_save(struct PliantAssetId asset,
                          uint8_t *buffer,
                          uint64_t capacity,
                          uint64_t *out_size);

/**
 * Writes counts, bounds and hash of an asset.
 *
 * `out_info`: not NULL, its `struct_size` set. Thread: any. Errors: INVALID_ARGUMENT, INVALID_HANDLE.
 * Cost: one pass over its vertices.
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
 * Removes a holder of the asset. After the last one the handle is invalid. Bodies made of the asset go on.
 *
 * Thread: any. Errors: INVALID_HANDLE. Cost: frees the asset if no body uses it.
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
 * Cost: one pass over the tets for each point, or a search tree over them from eight points on. A mass-spring body
 * takes a pass over its vertices, edges and tets, to find its longest stable step. The next step plans anew and
 * uploads all attached vertices of the world: its CPU time grows with their number and with the number of bodies. To
 * move what is held, move the frame instead, which costs nothing of this.
 */
PLIANT_API
int32_t pliant_body_attach(struct PliantBodyId body,
                           const struct PliantAttachmentDesc *desc,
                           struct PliantAttachmentId *out_attachment);

/**
 * Writes what an attachment holds and to what, and its `user_data`.
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
 * Writes the defaults of a material.
 *
 * `desc` must not be NULL; `struct_size` is `sizeof(PliantMaterialDesc)`. Thread: any. Errors: INVALID_ARGUMENT. Cost:
 * none.
 */
PLIANT_API
int32_t pliant_material_desc_init(struct PliantMaterialDesc *desc,
                                  uint32_t struct_size);

/**
 * Writes the defaults of a body's description, its material included.
 *
 * `desc` must not be NULL; `struct_size` is `sizeof(PliantBodyDesc)`. Thread: any. Errors: INVALID_ARGUMENT. Cost:
 * none.
 */
PLIANT_API
int32_t pliant_body_desc_init(struct PliantBodyDesc *desc,
                              uint32_t struct_size);

/**
 * Adds a body made of an asset. It is simulated from the next step on.
 *
 * `desc`: from `pliant_body_desc_init`; its fields give the ranges. No pointer may be NULL. The world owns the body
 * until `pliant_body_remove`, and keeps the asset alive. Thread: one at a time per world. Errors: INVALID_ARGUMENT,
 * INVALID_HANDLE, VERSION, MESH_UNSUPPORTED for a shell, CAPACITY, OUT_OF_MEMORY, BUSY, DEVICE_LOST. Cost: the next
 * step uploads the body. Now and then GPU buffers grow.
 */
PLIANT_API
int32_t pliant_body_add(struct PliantWorldId world,
                        struct PliantAssetId asset,
                        const struct PliantBodyDesc *desc,
                        struct PliantBodyId *out_body);

/**
 * Removes a body with its skins and attachments.
 *
 * Its mapped results stay valid until they are unmapped. Thread: one at a time per world. Errors: INVALID_HANDLE,
 * BUSY, GPU, DEVICE_LOST. Cost: small.
 */
PLIANT_API
int32_t pliant_body_remove(struct PliantBodyId body);

/**
 * Puts a body's rest shape at a pose, with a rigid motion. A stopped body is active again.
 *
 * `pose`: world from body, not NULL. `linear_velocity` [length unit/s] and `angular_velocity` [rad/s], about the
 * centre of mass: three floats each, NULL for zero. `PliantBodyDesc.angular_velocity` says how much spin the body
 * keeps. Nothing is kept. Thread: one at a time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE, BUSY. If no step
 * has seen the body's attachments yet, they are applied first, which can also fail with CAPACITY, OUT_OF_MEMORY, GPU,
 * DEVICE_LOST, as `pliant_world_step` does. Cost: as for adding the body, but no buffer grows.
 */
PLIANT_API
int32_t pliant_body_teleport(struct PliantBodyId body,
                             const struct PliantPose *pose,
                             const float *linear_velocity,
                             const float *angular_velocity);

/**
 * Changes a body's velocity as an impulse changes that of a rigid body of its mass.
 *
 * `impulse` [kg·length unit/s]: three floats, not NULL. `point` [length unit, world]: three floats, NULL for the
 * centre of mass. Neither is kept. `PliantBodyDesc.angular_velocity` says how much spin the body keeps. Thread: one at
 * a time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE, BUSY. If about a million edits wait for the next step,
 * they are applied first, which can also fail with CAPACITY, OUT_OF_MEMORY, GPU, DEVICE_LOST, as `pliant_world_step`
 * does. Cost: small.
 */
PLIANT_API
int32_t pliant_body_apply_impulse(struct PliantBodyId body,
                                  const float *impulse,
                                  const float *point);

/**
 * Changes stiffness, density and damping of a body while it runs. Its method cannot change.
 *
 * `material`: from `pliant_material_desc_init`, not NULL, not kept. Thread: one at a time per world. Errors:
 * INVALID_ARGUMENT, INVALID_HANDLE, INVALID_STATE for another method, VERSION, BUSY, and CAPACITY, OUT_OF_MEMORY, GPU,
 * DEVICE_LOST as for `pliant_body_apply_impulse`. Cost: small. A change of density takes a pass over the vertices.
 */
PLIANT_API
int32_t pliant_body_set_material(struct PliantBodyId body,
                                 const struct PliantMaterialDesc *material);

/**
 * Sets the inverse masses of single vertices.
 *
 * `vertices`: `count` indices into the mesh as given. `inverse_masses` [1/kg]: one for each. 0 fixes a vertex where it
 * is, or where a rigid attachment takes it. A negative value restores the mass that the material gives. If a vertex is
 * named twice, its last value counts. Neither array may be NULL unless `count` is 0; neither is kept. Thread: one at a
 * time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE, BUSY, and CAPACITY, OUT_OF_MEMORY, GPU, DEVICE_LOST as for
 * `pliant_body_apply_impulse`.
 *
 * Cost: one pass over the body's vertices, and for a mass-spring body over its edges and tets, to find its longest
 * stable step. The next step uploads `count` values and plans anew: its CPU time grows with the number of bodies and
 * of attached vertices in the world. Do not call it each frame.
 */
PLIANT_API
int32_t pliant_body_set_inverse_masses(struct PliantBodyId body,
                                       const uint32_t *vertices,
                                       const float *inverse_masses,
                                       uint32_t count);

/**
 * Sets substeps and iterations of a body. 0 leaves the choice to the world or the method.
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
 * Writes the default vertex layout: position and normal, 24 bytes a vertex.
 *
 * `layout` must not be NULL; `struct_size` is `sizeof(PliantVertexLayout)`. Thread: any. Errors: INVALID_ARGUMENT.
 * Cost: none.
 */
PLIANT_API
int32_t pliant_vertex_layout_init(struct PliantVertexLayout *layout,
                                  uint32_t struct_size);

/**
 * Puts a render mesh on a body. Each step writes its vertices, from the next one on.
 *
 * `skin`: bound to the body's asset. `layout`: where to write each attribute; NULL for the default; not kept.
 * `out_index`: receives the skin's number on this body, counted from 0; not NULL. Thread: one at a time per world.
 * Errors: INVALID_ARGUMENT, INVALID_HANDLE, INVALID_STATE for a skin of another asset, VERSION, CAPACITY,
 * OUT_OF_MEMORY, BUSY. Cost: an upload, then GPU time and a copy back for each vertex and step.
 */
PLIANT_API
int32_t pliant_body_add_skin(struct PliantBodyId body,
                             struct PliantSkinAssetId skin,
                             const struct PliantVertexLayout *layout,
                             uint32_t *out_index);

/**
 * Removes all skins of a body.
 *
 * Their mapped results stay valid until they are unmapped. Thread: one at a time per world. Errors: INVALID_HANDLE,
 * BUSY, GPU, DEVICE_LOST. Cost: small.
 */
PLIANT_API
int32_t pliant_body_remove_skins(struct PliantBodyId body);

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
 * Adds a collider. It takes part from the next step on.
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
 * Moves a collider. It reaches the pose at the end of the next step, and pushes and drags bodies on the way.
 *
 * `pose`: world from collider, not NULL, not kept. Thread: one at a time per world. Errors: INVALID_ARGUMENT,
 * INVALID_HANDLE, BUSY. Cost: none.
 */
PLIANT_API
int32_t pliant_collider_move(struct PliantColliderId collider,
                             const struct PliantPose *pose);

/**
 * Puts a collider at a pose at once. It pushes nothing on the way.
 *
 * `pose`: world from collider, not NULL, not kept. Thread: one at a time per world. Errors: INVALID_ARGUMENT,
 * INVALID_HANDLE, BUSY. Cost: none.
 */
PLIANT_API
int32_t pliant_collider_place(struct PliantColliderId collider,
                              const struct PliantPose *pose);

/**
 * Writes where a collider is, its shape, surface and layers, and its `user_data`.
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
 * Copies the sentence about the last call on this thread that failed: which argument, what value, what was expected.
 *
 * `buffer`: receives UTF-8 with a zero at the end, cut to `capacity` [byte]; 1025 is always enough; not NULL. The
 * sentence is empty before the first failure. A call that succeeds does not change it. Thread: any; each has its own
 * sentence. Errors: INVALID_ARGUMENT. Cost: a copy.
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
 * `pose`: world from frame, not kept. `user_data`: the caller's; `pliant_frame_info` returns it. No pointer may be
 * NULL. The world owns the frame until `pliant_frame_remove`. Thread: one at a time per world. Errors:
 * INVALID_ARGUMENT, OUT_OF_MEMORY, INVALID_HANDLE, CAPACITY, BUSY. Cost: small.
 */
PLIANT_API
int32_t pliant_frame_add(struct PliantWorldId world,
                         const struct PliantPose *pose,
                         uint64_t user_data,
                         struct PliantFrameId *out_frame);

/**
 * Moves a frame. It reaches the pose at the end of the next step, interpolated over the substeps.
 *
 * `pose`: world from frame, not NULL, not kept. Thread: one at a time per world. Errors: INVALID_ARGUMENT,
 * INVALID_HANDLE, BUSY. Cost: none.
 */
PLIANT_API
int32_t pliant_frame_move(struct PliantFrameId frame,
                          const struct PliantPose *pose);

/**
 * Writes where a frame is, and its `user_data`.
 *
 * `out_info`: not NULL, its `struct_size` set. Thread: one at a time per world. Errors: INVALID_ARGUMENT,
 * INVALID_HANDLE, BUSY. Cost: a pass over the world's attachments.
 */
PLIANT_API
int32_t pliant_frame_info(struct PliantFrameId frame,
                          struct PliantFrameInfo *out_info);

/**
 * Removes a frame. What is attached to it is released.
 *
 * Thread: one at a time per world. Errors: INVALID_HANDLE, BUSY. Cost: small.
 */
PLIANT_API int32_t pliant_frame_remove(struct PliantFrameId frame);

/**
 * Sets the function that receives messages, for the whole process; NULL for none.
 *
 * `callback`: called on the thread of the call that a message is about, at the end of that call. Messages of a cook,
 * and of calls that its progress callback makes, come before the next call of that callback or at the end. Messages of
 * the library's own threads come at the end of the next call. Messages of drivers come at any time on any thread. Each
 * thread gets one message at a time. A call keeps 256 messages; beyond them debug and trace messages are dropped, and
 * a message reports that. The function must not throw. It may call the library, except this function; messages of such
 * calls are dropped.
 *
 * `user_data`: passed on; may be NULL. It and `callback` must stay valid until the next call of `pliant_log_set`
 * returns, which waits for callbacks in progress. `level`: `PLIANT_LOG_…`; less important messages are dropped before
 * they are made. Thread: any. Errors: INVALID_ARGUMENT, BUSY from inside the callback. Cost: none.
 */
PLIANT_API
int32_t pliant_log_set(void (*callback)(const struct PliantLogMessage *message, void *user_data),
                       void *user_data,
                       uint32_t level);

/**
 * Maps the vertices of a skin for reading.
 *
 * `skin_index`: from `pliant_body_add_skin`. `mode`: `PLIANT_MAP_…`. `out_view`: not NULL, its `struct_size` set. Its
 * `frame` is the step that the vertices belong to; later edits do not show in them. Its pointers are valid until
 * `pliant_unmap`, and the memory is lost with the world. Every view must be unmapped: while the results of four steps
 * are mapped, those of further steps are skipped, and WAIT fails with INVALID_STATE. Returns NOT_READY if there is no
 * such result yet.
 *
 * Thread: one at a time per world; any thread may read the mapped memory and unmap it. Errors: INVALID_ARGUMENT,
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
 * Gives a mapped result back. Its pointers become invalid.
 *
 * Thread: any, also while another one is inside a function of the world, and when the world is lost. Errors:
 * INVALID_HANDLE, also after the world was destroyed. Cost: none.
 */
PLIANT_API
int32_t pliant_unmap(struct PliantMapId map);

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
 * `desc`: see its fields. Its arrays are read during the call and not kept. No other pointer may be NULL. The caller
 * holds the skin and lets go of it with `pliant_skin_asset_release`. Bodies that carry it keep it alive. Thread: any,
 * many at once. Errors: INVALID_ARGUMENT, INVALID_HANDLE, VERSION, MESH_… (MESH_UNSUPPORTED for a shell), CAPACITY,
 * OUT_OF_MEMORY. Cost: microseconds a render vertex. Save the result with `pliant_skin_asset_save`.
 *
 * A mesh may not belong to the tets: a vertex may be farther outside them than a tenth of their diagonal, or the mesh
 * be smaller than a thirtieth of them. It is bound all the same, and a message of level `PLIANT_LOG_WARN` says so.
 */
PLIANT_API
int32_t pliant_skin_asset_create(struct PliantAssetId asset,
                                 const struct PliantSkinAssetDesc *desc,
                                 struct PliantSkinAssetId *out_skin);

/**
 * Reads a render mesh file and binds it: Wavefront .obj, glTF .gltf or .glb, .ply, .stl, .off, or DirectX .x as text.
 *
 * All meshes of the file become one, and vertices keep their order. `path`: UTF-8, not NULL. The rest is as for
 * `pliant_skin_asset_create`. Further errors: IO, FORMAT, MESH_UNSUPPORTED, CAPACITY for a glTF file that places its
 * meshes too often.
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
 * `bytes`: `size` [byte] of them, not NULL, not kept. They are checked as data from outside. Thread: any, many at
 * once. Errors: INVALID_ARGUMENT, FORMAT, VERSION, OUT_OF_MEMORY. Cost: a copy.
 */
PLIANT_API
int32_t pliant_skin_asset_load(const uint8_t *bytes,
                               uint64_t size,
                               struct PliantSkinAssetId *out_skin);

/**
 * Saves a skin as bytes.
 *
 * Call it twice. The first call, with `buffer` NULL and `capacity` 0, writes the size [byte] to `out_size`; the second
 * fills a buffer of that size. `out_size` must not be NULL. Thread: any. Errors: INVALID_ARGUMENT, INVALID_HANDLE,
 * CAPACITY. Cost: a copy.
 */
PLIANT_API
int32_t pliant_skin_asset_save(struct PliantSkinAssetId skin,
                               uint8_t *buffer,
                               uint64_t capacity,
                               uint64_t *out_size);

/**
 * Copies the triangle indices of a skin, three a triangle, in the order of the file or description that it came from.
 *
 * Call it twice. The first call, with `buffer` NULL and `capacity` 0, writes their number to `out_count`; the second
 * fills a buffer for so many. `out_count` must not be NULL. Thread: any. Errors: INVALID_ARGUMENT, INVALID_HANDLE,
 * CAPACITY. Cost: a copy.
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
 * Removes a holder of the skin. After the last one the handle is invalid. Bodies that carry the skin go on.
 *
 * Thread: any. Errors: INVALID_HANDLE. Cost: frees the skin if no body carries it.
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
 * A surface may be open, tangled or in parts. If it encloses no volume it becomes a shell (`PliantAssetInfo.kind`).
 * The same description gives the same bits. `pliant_asset_surface_report` and `pliant_asset_report_text` say what was
 * done, and so do messages of level `PLIANT_LOG_INFO`.
 *
 * `desc`: see its fields. Its arrays are read before the work begins and not kept. `out_assets`: room for
 * `desc->level_count` handles, finest level first; not NULL. The caller holds each and lets go of it with
 * `pliant_asset_release`. A shell has one level: all handles are then equal, and each counts as one holder.
 *
 * `progress`: NULL, or a function called on the calling thread now and then. `done` is the share that is done, 0 to 1,
 * rising; `user_data` is passed on and may be NULL. The function returns 0 to go on. Any other value stops the work:
 * the call returns CANCELLED and leaves nothing behind. Calls come some hundredths of a second apart at the default
 * counts, and up to a second apart for a million triangles or tets; thousands of nested parts take longer. The
 * function may call the library, which holds no lock meanwhile; messages of those calls are logged before its next
 * call (`pliant_log_set`). It must not throw, unwind or jump out of the call: catch a C++ or C# exception in it, and
 * throw it again after the call, as pliant.hpp and Pliant.cs do.
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
 * Writes what cooking did to an asset's surface, in numbers.
 *
 * `out_report`: not NULL, its `struct_size` set. The report belongs to the handle; `pliant_asset_save` does not write
 * it. Thread: any. Errors: INVALID_ARGUMENT, INVALID_HANDLE, INVALID_STATE for an asset that was made of tets or
 * loaded. Cost: none.
 */
PLIANT_API
int32_t pliant_asset_surface_report(struct PliantAssetId asset,
                                    struct PliantSurfaceReport *out_report);

/**
 * Writes what cooking did in sentences, one a line: UTF-8 without a zero at the end. It is empty if there was nothing
 * to say, or if the asset was loaded.
 *
 * Call it twice. The first call, with `buffer` NULL and `capacity` 0, writes the size [byte] to `out_size`; the second
 * fills a buffer of that size. `out_size` must not be NULL. Thread: any. Errors: INVALID_ARGUMENT, INVALID_HANDLE,
 * CAPACITY. Cost: a copy.
 */
PLIANT_API
int32_t pliant_asset_report_text(struct PliantAssetId asset,
                                 uint8_t *buffer,
                                 uint64_t capacity,
                                 uint64_t *out_size);

/**
 * Describes the library. Call it first, and refuse a library whose `layout_hash` is not `PLIANT_LAYOUT_HASH`.
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
 * `desc`: from `pliant_world_desc_init`. Its texts may be NULL and are not kept. No other pointer may be NULL. The
 * caller owns the world and ends it with `pliant_world_destroy`. At most 255 worlds live at once; a process can make
 * 16 million. Thread: any, many at once. Errors: INVALID_ARGUMENT, VERSION, NO_DEVICE, OUT_OF_MEMORY, CAPACITY. Cost:
 * the first world on an adapter opens the device and compiles the shaders, up to a second. Further ones are cheap.
 */
PLIANT_API
int32_t pliant_world_create(const struct PliantWorldDesc *desc,
                            struct PliantWorldId *out_world);

/**
 * Ends a world with everything in it. All its handles and mapped results become invalid.
 *
 * Thread: any. If another one is inside a function of the world, the handles become invalid at once, and the world
 * ends when that function returns. Errors: INVALID_HANDLE. Cost: frees its GPU memory, after the steps in progress.
 */
PLIANT_API
int32_t pliant_world_destroy(struct PliantWorldId world);

/**
 * Queues one step and returns while the GPU works on it.
 *
 * `dt` [s]: 1e-9 to 0.2. For a pause, do not step. `out_frame`: receives the number of the step, counted from 1; may
 * be NULL. Thread: one at a time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE, BUSY, OUT_OF_MEMORY, GPU,
 * DEVICE_LOST, and CAPACITY if something needs more than the adapter or the method has. A body that needs too many
 * substeps stops its whole world; the sentence names it.
 *
 * Cost: about 0.02 ms of CPU time, 0.03 ms with thousands of bodies (measured on virtual machines with an H200). A
 * thread of the world, which ends with it, records the commands of the next step while the GPU works. The call records
 * them itself in the first two steps after a change, in a step whose `dt` differs from that of the two before, in
 * steps called right after one another, and in worlds with PLIANT_WORLD_TIMESTAMPS. It then takes 0.09 to 0.2 ms from
 * 16 dispatches on. A game that passes its frame time instead of a fixed step pays this in every step.
 */
PLIANT_API
int32_t pliant_world_step(struct PliantWorldId world,
                          float dt,
                          uint64_t *out_frame);

/**
 * Waits until the newest step is finished. It is for tests and tools; a game maps results instead.
 *
 * `timeout_ns` [ns]: 0 does not wait. Returns NOT_READY if the step is not finished by then. Thread: one at a time per
 * world. Errors: INVALID_HANDLE, BUSY, GPU, DEVICE_LOST. Cost: blocks.
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
 * Errors: INVALID_ARGUMENT, also if there is no such stage, INVALID_HANDLE, INVALID_STATE if times are not measured,
 * BUSY. Cost: small; never waits. Measuring makes a step slower, because stages no longer overlap.
 *
 * A stage is all that the bodies of one method and one executor run in a step, or all skinning. It is not a single
 * dispatch: GPUs take times at the ends of a compute pass, and all 63 or more dispatches of a large body are one pass.
 * A pass for each would cost more than many of them take.
 */
PLIANT_API
int32_t pliant_world_stage_time(struct PliantWorldId world,
                                uint32_t stage,
                                struct PliantStageTime *out_time);

/**
 * Writes a hash of all positions and velocities after the newest step. Equal runs on one device have equal hashes.
 *
 * Every step computes it. Later edits do not show in it. `out_hash` must not be NULL. Returns NOT_READY before the
 * first step. Thread: one at a time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE, BUSY, DEVICE_LOST, and
 * INVALID_STATE if the results of four steps are mapped, or were when an edit overwrote the newest. Cost: waits for
 * the newest step.
 */
PLIANT_API
int32_t pliant_world_state_hash(struct PliantWorldId world,
                                uint64_t *out_hash);

/**
 * Saves the whole world as bytes.
 *
 * Call it twice. The first call, with `buffer` NULL and `capacity` 0, writes the size [byte] to `out_size`; the second
 * fills a buffer of that size. `out_size` must not be NULL. Thread: one at a time per world. Errors: INVALID_ARGUMENT,
 * INVALID_HANDLE, CAPACITY if `capacity` is too small, NOT_READY if the GPU takes longer than a minute, BUSY. Waiting
 * edits are applied first, which can also fail with CAPACITY, OUT_OF_MEMORY, GPU, DEVICE_LOST, as `pliant_world_step`
 * does. Cost: waits for the newest step and reads everything back; the second call uses what the first one read.
 */
PLIANT_API
int32_t pliant_world_save(struct PliantWorldId world,
                          uint8_t *buffer,
                          uint64_t capacity,
                          uint64_t *out_size);

/**
 * Restores a saved world. Handles from the time of the save are valid again; all others are not. In another world than
 * the saved one, `pliant_world_translate` makes valid handles of them.
 *
 * `bytes`: `size` [byte] of them from `pliant_world_save`, not NULL, not kept. They are checked as data from outside.
 * A failure leaves the world as it was. Thread: one at a time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE,
 * INVALID_STATE while a result is mapped, FORMAT, also for a save of another version, CAPACITY, BUSY, OUT_OF_MEMORY,
 * GPU, DEVICE_LOST. Cost: builds the world anew.
 */
PLIANT_API
int32_t pliant_world_restore(struct PliantWorldId world,
                             const uint8_t *bytes,
                             uint64_t size);

/**
 * Translates a handle of a saved world into the handle of the same thing in this world, after the save was restored
 * here. It is for a restore in another process, or after the device was lost.
 *
 * `saved`: the handle of a body, collider, frame or attachment, from before the save. A handle from after the save may
 * be taken for one of something added here since the restore. `out_handle`: of the same type, not NULL. Thread: one at
 * a time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE if this world has no such thing, BUSY. Cost: none.
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
 * Before the first step it describes a step of 1/60 s. Call it twice, as `pliant_world_save`. Thread: one at a time
 * per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE, CAPACITY, BUSY, OUT_OF_MEMORY, GPU, DEVICE_LOST. Cost: too much
 * for each frame; it is for tools.
 */
PLIANT_API
int32_t pliant_world_plan_text(struct PliantWorldId world,
                               uint8_t *buffer,
                               uint64_t capacity,
                               uint64_t *out_size);

/**
 * Counts the adapters that worlds can run on.
 *
 * `out_count` must not be NULL. Thread: any. Errors: INVALID_ARGUMENT. Cost: asks the drivers, tens of milliseconds.
 */
PLIANT_API
int32_t pliant_adapter_count(uint32_t *out_count);

/**
 * Describes an adapter.
 *
 * `index`: below the count of `pliant_adapter_count`. The best comes first: discrete, integrated, virtual, other,
 * software. `out_info`: not NULL, its `struct_size` set. Thread: any. Errors: INVALID_ARGUMENT. Cost: asks the
 * drivers, tens of milliseconds.
 */
PLIANT_API
int32_t pliant_adapter_get(uint32_t index,
                           struct PliantAdapterInfo *out_info);

/**
 * Closes the devices that no world uses. The next world opens one again.
 *
 * Call it at the end of a program, or before the library is unloaded. Destroy all worlds first: a world may have a
 * thread that runs code of this library. Thread: any. Errors: none. Cost: waits for the drivers.
 *
 * On Linux the library stays in memory after `dlclose` until every thread has ended that called a function of a world
 * or of adapters. Libraries underneath, such as pollster, leave thread-local values there, and their destructors are
 * code of this library. An editor that reloads the library makes such calls on threads that it ends before. Calls
 * about versions or errors leave nothing.
 */
PLIANT_API
int32_t pliant_shutdown(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* PLIANT_H */
