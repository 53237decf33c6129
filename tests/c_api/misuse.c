/* Every function with null pointers, bad handles, wrong sizes, NaN and infinity, counts that overflow, a second thread and a
 * destroyed world: each gives a status and a sentence, and none crashes. */
#define _GNU_SOURCE
#include "test.h"
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static PliantWorldId world, other_world;
static PliantAssetId asset;
static PliantSkinAssetId skin;
static PliantBodyId body, stale_body, other_body;
static PliantColliderId collider;
static PliantFrameId frame, other_frame;
static PliantAttachmentId attachment;
static PliantBodyDesc body_d;
static PliantColliderDesc collider_d;
static PliantAttachmentDesc attachment_d;
static PliantNeoHookeanDesc neo_hookean_d;
static PliantMassSpringDesc mass_spring_d;
static PliantShapeMatchingDesc shape_matching_d;
static PliantClothDesc cloth_d;
static PliantBalloonDesc balloon_d;
static PliantRigidDesc rigid_d;
static PliantVertexLayout layout_d;
static PliantAssetDesc asset_d;
static PliantSkinAssetDesc skin_d;
static PliantSheetDesc sheet_d;
static PliantSurfaceDesc surface_d;
static PliantRegionDesc region_d;
static PliantPointsDesc points_d;
static PliantClusterDesc cluster_d;
static PliantShapeId shape;
static PliantShapeMeshDesc shape_mesh_d;
static PliantShapeConvexDesc shape_convex_d;
static PliantShapeHeightfieldDesc shape_heightfield_d;
static PliantShapeSdfDesc shape_sdf_d;
static PliantShapePartDesc shape_part_d;
static PliantShapeCompoundDesc shape_compound_d;
static const float heights[4] = {0, 1, 2, 3};
static PliantWorldDesc world_d;
static const PliantPose pose = {{0, 2, 0}, {0, 0, 0, 1}};
static const float down[3] = {0, -1, 0};
static const double away[3] = {1e5, -1e5, 0};
static const uint32_t triangles[2][3] = {{0, 2, 1}, {4, 5, 6}};
static const float corner_normals[8][3] = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
static const uint32_t box_triangles[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                                              {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
/* A vertex that falls onto a triangle. */
static const float swept[8][3] = {{.25f, 1, .25f}, {0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {.25f, -1, .25f}, {0, 0, 0}, {1, 0, 0}, {0, 0, 1}};
static float swept_badly[8][3], times[1];
static const PliantRay ray = {.origin = {0, 9, 0}, .direction = {0, -1, 0}, .length = 20};
static const PliantPointQuery near = {.point = {0, 9, 0}, .radius = 20};
static const PliantShapeQuery ball = {.size = {1, 1, 1}, .shape = PLIANT_SHAPE_SPHERE};
static PliantTicketId ticket;
static PliantHit hit;
static PliantOverlap overlap;
static unsigned char room[4096];
static uint32_t n32;
static uint64_t n64;

static void set_up(void) {
    world = new_world(), other_world = new_world();
    asset = cube(), asset_d = cube_desc();
    body_d = body_desc();
    body_d.layers = 2, body_d.mask = 1; /* touches no body: kernels of contact take valgrind minutes to compile */
    EXPECT(OK, pliant_world_desc_init(&world_d, sizeof world_d));
    EXPECT(OK, pliant_collider_desc_init(&collider_d, sizeof collider_d));
    EXPECT(OK, pliant_attachment_desc_init(&attachment_d, sizeof attachment_d));
    EXPECT(OK, pliant_neo_hookean_desc_init(&neo_hookean_d, sizeof neo_hookean_d));
    EXPECT(OK, pliant_mass_spring_desc_init(&mass_spring_d, sizeof mass_spring_d));
    EXPECT(OK, pliant_shape_matching_desc_init(&shape_matching_d, sizeof shape_matching_d));
    EXPECT(OK, pliant_cloth_desc_init(&cloth_d, sizeof cloth_d));
    EXPECT(OK, pliant_balloon_desc_init(&balloon_d, sizeof balloon_d));
    EXPECT(OK, pliant_rigid_desc_init(&rigid_d, sizeof rigid_d));
    EXPECT(OK, pliant_vertex_layout_init(&layout_d, sizeof layout_d));
    EXPECT(OK, pliant_skin_asset_desc_init(&skin_d, sizeof skin_d));
    skin_d.vertex_count = 8, skin_d.positions = corner_positions[0];
    skin_d.index_count = 6, skin_d.indices = triangles[0];
    EXPECT(OK, pliant_skin_asset_create(asset, &skin_d, &skin));
    EXPECT(OK, pliant_sheet_desc_init(&sheet_d, sizeof sheet_d));
    sheet_d.vertex_count = 8, sheet_d.positions = corner_positions[0];
    sheet_d.index_count = 36, sheet_d.indices = box_triangles[0];
    EXPECT(OK, pliant_surface_desc_init(&surface_d, sizeof surface_d));
    EXPECT(OK, pliant_region_desc_init(&region_d, sizeof region_d));
    EXPECT(OK, pliant_points_desc_init(&points_d, sizeof points_d));
    EXPECT(OK, pliant_cluster_desc_init(&cluster_d, sizeof cluster_d));
    EXPECT(OK, pliant_shape_mesh_desc_init(&shape_mesh_d, sizeof shape_mesh_d));
    EXPECT(OK, pliant_shape_convex_desc_init(&shape_convex_d, sizeof shape_convex_d));
    EXPECT(OK, pliant_shape_heightfield_desc_init(&shape_heightfield_d, sizeof shape_heightfield_d));
    EXPECT(OK, pliant_shape_sdf_desc_init(&shape_sdf_d, sizeof shape_sdf_d));
    EXPECT(OK, pliant_shape_part_desc_init(&shape_part_d, sizeof shape_part_d));
    EXPECT(OK, pliant_shape_compound_desc_init(&shape_compound_d, sizeof shape_compound_d));
    shape_mesh_d.vertex_count = shape_convex_d.vertex_count = shape_sdf_d.vertex_count = 8;
    shape_mesh_d.positions = shape_convex_d.positions = shape_sdf_d.positions = corner_positions[0];
    shape_mesh_d.index_count = shape_sdf_d.index_count = 36, shape_mesh_d.indices = shape_sdf_d.indices = box_triangles[0];
    shape_heightfield_d.column_count = shape_heightfield_d.row_count = 2, shape_heightfield_d.heights = heights;
    shape_sdf_d.cell_count = 4, shape_part_d.size[0] = 1;
    shape_compound_d.part_count = 1, shape_compound_d.parts = &shape_part_d;
    EXPECT(OK, pliant_shape_create_sdf(&shape_sdf_d, &shape));
    points_d.vertex_count = 8, points_d.positions = corner_positions[0];
    surface_d.vertex_count = region_d.vertex_count = 8, surface_d.positions = region_d.positions = corner_positions[0];
    surface_d.index_count = region_d.index_count = 36, surface_d.indices = region_d.indices = box_triangles[0];
    surface_d.element_count = 40; /* of a cube, which is quick */
    EXPECT(OK, pliant_body_add(world, asset, &body_d, &stale_body));
    EXPECT(OK, pliant_body_remove(stale_body));
    EXPECT(OK, pliant_body_add(world, asset, &body_d, &body));
    EXPECT(OK, pliant_body_add(other_world, asset, &body_d, &other_body));
    EXPECT(OK, pliant_body_add_skin(body, skin, NULL, &n32));
    EXPECT(OK, pliant_collider_add(world, &collider_d, &collider));
    EXPECT(OK, pliant_frame_add(world, &pose, 0, &frame));
    EXPECT(OK, pliant_frame_add(other_world, &pose, 0, &other_frame));
    EXPECT(OK, pliant_body_attach(body, &attachment_d, &attachment));
    EXPECT(OK, pliant_world_step(world, 0.01f, NULL));
    EXPECT(OK, pliant_world_step(other_world, 0.01f, NULL));
}

/* Structs that the library writes: their size is set, and the other bytes show whether it wrote. */
#define OUT(type) (&(type){.struct_size = sizeof(type)})

static void null_pointers(void) {
    EXPECT(OK, pliant_query_rays(world, &ray, 1, &ticket));
    EXPECT(OK, pliant_query_wait(ticket));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_abi_info(NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_abi_struct_size(NULL, &n32));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_abi_struct_size("PliantPose", NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_abi_struct_size("PliantNothing", &n32));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_get_api(PLIANT_ABI_VERSION, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_debug_resource_count(NULL));
    EXPECT_TRUE(pliant_last_error(NULL, 10) == PLIANT_ERROR_INVALID_ARGUMENT);
    EXPECT_TRUE(strcmp(pliant_status_name(12345), "unknown status") == 0);
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_world_desc_init(NULL, sizeof world_d));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_desc_init(NULL, sizeof body_d));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_neo_hookean_desc_init(NULL, sizeof neo_hookean_d));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_mass_spring_desc_init(NULL, sizeof mass_spring_d));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_shape_matching_desc_init(NULL, sizeof shape_matching_d));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_cloth_desc_init(NULL, sizeof cloth_d));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_balloon_desc_init(NULL, sizeof balloon_d));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_rigid_desc_init(NULL, sizeof rigid_d));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_collider_desc_init(NULL, sizeof collider_d));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_attachment_desc_init(NULL, sizeof attachment_d));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_desc_init(NULL, sizeof asset_d));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_skin_asset_desc_init(NULL, sizeof skin_d));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_sheet_desc_init(NULL, sizeof sheet_d));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_vertex_layout_init(NULL, sizeof layout_d));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_surface_desc_init(NULL, sizeof surface_d));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_region_desc_init(NULL, sizeof region_d));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_points_desc_init(NULL, sizeof points_d));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_cluster_desc_init(NULL, sizeof cluster_d));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_shape_mesh_desc_init(NULL, sizeof shape_mesh_d));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_shape_convex_desc_init(NULL, sizeof shape_convex_d));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_shape_heightfield_desc_init(NULL, sizeof shape_heightfield_d));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_shape_sdf_desc_init(NULL, sizeof shape_sdf_d));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_shape_part_desc_init(NULL, sizeof shape_part_d));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_shape_compound_desc_init(NULL, sizeof shape_compound_d));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_shape_create_mesh(NULL, &shape));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_shape_create_mesh(&shape_mesh_d, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_shape_create_convex(NULL, &shape));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_shape_create_convex(&shape_convex_d, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_shape_create_heightfield(NULL, &shape));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_shape_create_heightfield(&shape_heightfield_d, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_shape_create_sdf(NULL, &shape));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_shape_create_sdf(&shape_sdf_d, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_shape_create_compound(NULL, &shape));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_shape_create_compound(&shape_compound_d, NULL));
    PliantShapeHeightfieldDesc no_heights = shape_heightfield_d;
    no_heights.heights = NULL;
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_shape_create_heightfield(&no_heights, &shape)); /* NULL heights */
    PliantShapeCompoundDesc no_parts = shape_compound_d;
    no_parts.parts = NULL;
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_shape_create_compound(&no_parts, &shape)); /* NULL parts */
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_shape_load(NULL, 5, &shape));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_shape_load(room, sizeof room, NULL));
    EXPECT(ERROR_FORMAT, pliant_shape_load(room, sizeof room, &shape));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_shape_save(shape, room, sizeof room, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_shape_save(shape, NULL, 5, &n64));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_shape_info(shape, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_world_create(NULL, &world));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_world_create(&world_d, NULL));
    EXPECT(OK, pliant_world_step(world, 0.01f, NULL)); /* a frame number that nobody wants */
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_prepare_desc_init(NULL, sizeof(PliantPrepareDesc)));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_cache_open(NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_cache_open(""));
    EXPECT(ERROR_INVALID_STATE, pliant_cache_open("after_a_world"));
    PliantPrepareDesc no_assets = {.struct_size = sizeof no_assets, .asset_count = 2};
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_world_prepare(world, &no_assets, 0, NULL)); /* NULL assets */
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_world_stats(world, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_world_stage_time(world, 0, NULL));
    EXPECT(ERROR_INVALID_STATE, pliant_world_stage_time(world, 0, OUT(PliantStageTime))); /* not measured */
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_world_impulses(world, PLIANT_MAP_LATEST, NULL));
    EXPECT(ERROR_INVALID_STATE, pliant_world_impulses(world, PLIANT_MAP_LATEST, OUT(PliantImpulseView))); /* not measured */
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_world_events(world, PLIANT_MAP_LATEST, NULL));
    EXPECT(ERROR_INVALID_STATE, pliant_world_events(world, PLIANT_MAP_LATEST, OUT(PliantEventView))); /* not found */
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_world_state_hash(world, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_world_save(world, room, sizeof room, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_world_save(world, NULL, 5, &n64));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_world_restore(world, NULL, 5));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_world_translate(world, world.bits, NULL));
    EXPECT(ERROR_INVALID_HANDLE, pliant_world_translate(world, 0, &n64));
    EXPECT(ERROR_INVALID_HANDLE, pliant_world_translate(world, world.bits, &n64)); /* no thing in a world */
    EXPECT(ERROR_INVALID_HANDLE, pliant_world_translate(world, UINT64_MAX, &n64));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_world_set_gravity(world, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_world_set_origin(world, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_world_set_wind(world, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_ccd_vertex_triangle(world, 1, NULL, times));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_ccd_edge_edge(world, 1, NULL, times));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_ccd_vertex_triangle(world, 1, swept[0], NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_ccd_edge_edge(world, 1, swept[0], NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_query_rays(world, NULL, 1, &ticket));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_query_rays(world, &ray, 1, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_query_closest(world, NULL, 1, &ticket));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_query_closest(world, &near, 1, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_query_overlaps(world, NULL, 1, &ticket));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_query_overlaps(world, &ball, 1, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_query_fetch(ticket, &hit, 1, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_query_fetch(ticket, NULL, 1, &n32));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_query_fetch_overlaps(ticket, &overlap, 1, NULL, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_query_fetch_overlaps(ticket, NULL, 1, &n32, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_grab(NULL, 1, &frame));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_grab(&hit, 1, NULL));
    EXPECT(OK, pliant_ccd_vertex_triangle(world, 0, NULL, times));
    EXPECT(OK, pliant_ccd_edge_edge(world, 0, NULL, times));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_world_adapter(world, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_world_plan_text(world, room, sizeof room, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_world_plan_text(world, NULL, 5, &n64));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_adapter_count(NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_adapter_get(0, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_adapter_get(1000, OUT(PliantAdapterInfo)));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_create(NULL, &asset));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_create(&asset_d, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_create_from_sheet(NULL, &asset));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_create_from_sheet(&sheet_d, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_read_file(NULL, 0, &asset));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_read_file("x.msh", 0, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_load(NULL, 5, &asset));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_load(room, sizeof room, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_save(asset, room, sizeof room, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_save(asset, NULL, 5, &n64));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_info(asset, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_create_from_points(NULL, &asset));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_create_from_points(&points_d, NULL));
    PliantPointsDesc no_points = points_d;
    no_points.positions = NULL;
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_create_from_points(&no_points, &asset)); /* NULL positions */
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_create_with_clusters(asset, NULL, &asset));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_create_with_clusters(asset, &cluster_d, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_create_from_surface(NULL, NULL, NULL, &asset));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_create_from_surface(&surface_d, NULL, NULL, NULL));
    PliantSurfaceDesc nothing = surface_d;
    nothing.positions = NULL;
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_create_from_surface(&nothing, NULL, NULL, &asset));
    nothing = surface_d, nothing.indices = NULL;
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_create_from_surface(&nothing, NULL, NULL, &asset));
    nothing = surface_d, nothing.region_count = 1;
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_create_from_surface(&nothing, NULL, NULL, &asset));
    PliantRegionDesc empty = region_d;
    empty.positions = NULL, nothing.regions = &empty;
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_create_from_surface(&nothing, NULL, NULL, &asset));
    EXPECT_SAYS("pliant_asset_create_from_surface: region 0: positions is NULL, expected 8 entries");
    nothing = surface_d, nothing.regions = &region_d; /* the count is missing */
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_create_from_surface(&nothing, NULL, NULL, &asset));
    EXPECT_SAYS("pliant_asset_create_from_surface: region_count is 0 but regions is not NULL; expected NULL for no regions");
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_surface_report(asset, NULL));
    EXPECT(ERROR_INVALID_STATE, pliant_asset_surface_report(asset, OUT(PliantSurfaceReport))); /* it is of tets */
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_report_text(asset, room, sizeof room, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_report_text(asset, NULL, 5, &n64));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_skin_asset_create(asset, NULL, &skin));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_skin_asset_create(asset, &skin_d, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_skin_asset_read_file(asset, NULL, &skin));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_skin_asset_read_file(asset, "x.obj", NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_skin_asset_from_surface(asset, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_skin_asset_load(NULL, 5, &skin));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_skin_asset_load(room, sizeof room, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_skin_asset_save(skin, room, sizeof room, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_skin_asset_indices(skin, NULL, 0, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_skin_asset_info(skin, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_add(world, asset, NULL, &body));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_add(world, asset, &body_d, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_teleport(body, NULL, NULL, NULL, PLIANT_TELEPORT_PINS_FOLLOW));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_teleport(body, &pose, NULL, NULL, 2));
    EXPECT(OK, pliant_body_teleport(body, &pose, NULL, NULL, PLIANT_TELEPORT_PINS_FOLLOW));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_apply_impulse(body, NULL, NULL));
    EXPECT(OK, pliant_body_apply_impulse(body, down, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_set_model(body, PLIANT_MODEL_DEFAULT, NULL)); /* NULL is allowed otherwise */
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_set_inverse_masses(body, NULL, down, 1));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_set_inverse_masses(body, &triangles[0][0], NULL, 1));
    EXPECT(OK, pliant_body_set_inverse_masses(body, NULL, NULL, 0));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_info(body, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_motion(body, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_add_skin(body, skin, NULL, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_map_vertices(body, 0, PLIANT_MAP_WAIT, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_map_particles(body, PLIANT_MAP_WAIT, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_collider_add(world, NULL, &collider));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_collider_add(world, &collider_d, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_collider_move(collider, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_collider_place(collider, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_frame_add(world, NULL, 0, &frame));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_frame_add(world, &pose, 0, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_frame_move(frame, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_frame_place(frame, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_attach(body, NULL, &attachment));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_attach(body, &attachment_d, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_collider_info(collider, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_frame_info(frame, NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_attachment_info(attachment, NULL));
    EXPECT(OK, pliant_log_set(NULL, NULL, PLIANT_LOG_OFF)); /* nobody listens */
}

/* Runs `call`, which uses `h`, with every kind of bad handle. `good` is one of a living world. */
#define EACH_BAD_HANDLE(type, good, call)                                                          \
    do {                                                                                           \
        const uint64_t bits = (good).bits, kind = bits >> 36 & 0xF;                                \
        const uint64_t bad[] = {                                                                   \
            0,                                                                /* null */           \
            bits ^ UINT64_C(0x0000000800000000),                              /* stale */          \
            bits + 100000,                                                    /* past the table */ \
            (bits & ~(UINT64_C(0xF) << 36)) | (kind % 8 + 1) << 36,           /* wrong kind */     \
            bits & ~(UINT64_C(0xF) << 36),                                    /* no kind */        \
            bits ^ UINT64_C(0x8000000000000000),                              /* no such world */  \
            UINT64_MAX,                                                       /* garbage */        \
            UINT64_C(0x0123456789ABCDEF),                                                          \
        };                                                                                         \
        for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {                                    \
            type h = {bad[i]};                                                                     \
            EXPECT(ERROR_INVALID_HANDLE, call);                                                    \
        }                                                                                          \
    } while (0)

static void world_handles(void) {
#define WORLD(call) EACH_BAD_HANDLE(PliantWorldId, world, call)
    WORLD(pliant_world_destroy(h));
    WORLD(pliant_world_step(h, 0.01f, &n64));
    WORLD(pliant_world_wait(h, 0));
    WORLD(pliant_world_prepare(h, NULL, 0, NULL));
    WORLD(pliant_world_stats(h, OUT(PliantWorldStats)));
    WORLD(pliant_world_stage_time(h, 0, OUT(PliantStageTime)));
    WORLD(pliant_world_impulses(h, PLIANT_MAP_LATEST, OUT(PliantImpulseView)));
    WORLD(pliant_world_events(h, PLIANT_MAP_LATEST, OUT(PliantEventView)));
    WORLD(pliant_world_state_hash(h, &n64));
    WORLD(pliant_world_save(h, NULL, 0, &n64));
    WORLD(pliant_world_restore(h, room, sizeof room));
    WORLD(pliant_world_translate(h, 1, &n64));
    WORLD(pliant_world_set_gravity(h, down));
    WORLD(pliant_world_set_origin(h, away));
    WORLD(pliant_world_set_wind(h, down));
    WORLD(pliant_query_rays(h, &ray, 1, &ticket));
    WORLD(pliant_query_closest(h, &near, 1, &ticket));
    WORLD(pliant_query_overlaps(h, &ball, 1, &ticket));
    WORLD(pliant_ccd_vertex_triangle(h, 1, swept[0], times));
    WORLD(pliant_ccd_edge_edge(h, 1, swept[0], times));
    WORLD(pliant_world_adapter(h, OUT(PliantAdapterInfo)));
    WORLD(pliant_world_plan_text(h, NULL, 0, &n64));
    WORLD(pliant_body_add(h, asset, &body_d, &other_body));
    WORLD(pliant_collider_add(h, &collider_d, &collider));
    WORLD(pliant_frame_add(h, &pose, 0, &frame));
#define ASSET(call) EACH_BAD_HANDLE(PliantAssetId, asset, call)
    ASSET(pliant_asset_save(h, NULL, 0, &n64));
    ASSET(pliant_asset_info(h, OUT(PliantAssetInfo)));
    ASSET(pliant_asset_surface_report(h, OUT(PliantSurfaceReport)));
    ASSET(pliant_asset_report_text(h, NULL, 0, &n64));
    ASSET(pliant_asset_retain(h));
    ASSET(pliant_asset_create_with_clusters(h, &cluster_d, &asset));
    ASSET(pliant_asset_release(h));
    ASSET(pliant_skin_asset_create(h, &skin_d, &skin));
    ASSET(pliant_skin_asset_read_file(h, "x.obj", &skin));
    ASSET(pliant_skin_asset_from_surface(h, &skin));
    ASSET(pliant_body_add(world, h, &body_d, &body));
#define SKIN(call) EACH_BAD_HANDLE(PliantSkinAssetId, skin, call)
    SKIN(pliant_skin_asset_save(h, NULL, 0, &n64));
    SKIN(pliant_skin_asset_indices(h, NULL, 0, &n64));
    SKIN(pliant_skin_asset_info(h, OUT(PliantSkinAssetInfo)));
    SKIN(pliant_skin_asset_retain(h));
    SKIN(pliant_skin_asset_release(h));
    SKIN(pliant_body_add_skin(body, h, NULL, &n32));
#define SHAPE(call) EACH_BAD_HANDLE(PliantShapeId, shape, call)
    SHAPE(pliant_shape_save(h, NULL, 0, &n64));
    SHAPE(pliant_shape_info(h, OUT(PliantShapeInfo)));
    SHAPE(pliant_shape_retain(h));
    SHAPE(pliant_shape_release(h));
    PliantColliderDesc shaped = collider_d; /* the null handle is no shape; others name none that lives */
    shaped.shape = PLIANT_SHAPE_SDF, shaped.shape_asset = (PliantShapeId){0};
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_collider_add(world, &shaped, &collider));
    EXPECT_SAYS("pliant_collider_add: shape_asset is null, but PLIANT_SHAPE_SDF (8) needs one");
    shaped.shape_asset.bits = shape.bits ^ UINT64_C(0x0000000800000000);
    EXPECT(ERROR_INVALID_HANDLE, pliant_collider_add(world, &shaped, &collider));
    PliantShapePartDesc stale = shape_part_d;
    PliantShapeCompoundDesc of_stale = shape_compound_d;
    stale.shape = PLIANT_SHAPE_SDF, stale.shape_asset = shaped.shape_asset, of_stale.parts = &stale;
    EXPECT(ERROR_INVALID_HANDLE, pliant_shape_create_compound(&of_stale, &shape));
}

static void object_handles(void) {
    const float one = 1;
#define BODY(call) EACH_BAD_HANDLE(PliantBodyId, body, call)
    BODY(pliant_body_remove(h));
    BODY(pliant_body_teleport(h, &pose, down, down, PLIANT_TELEPORT_PINS_FOLLOW));
    BODY(pliant_body_apply_impulse(h, down, away));
    BODY(pliant_body_set_model(h, PLIANT_MODEL_NEO_HOOKEAN, &neo_hookean_d));
    BODY(pliant_body_set_inverse_masses(h, &triangles[0][0], &one, 1));
    BODY(pliant_body_set_schedule(h, 2, 2));
    BODY(pliant_body_info(h, OUT(PliantBodyInfo)));
    BODY(pliant_body_motion(h, OUT(PliantBodyMotion)));
    BODY(pliant_body_add_skin(h, skin, NULL, &n32));
    BODY(pliant_body_remove_skins(h));
    BODY(pliant_body_ignore_body(h, body, 1));
    BODY(pliant_body_ignore_body(body, h, 1));
    BODY(pliant_body_ignore_collider(h, collider, 1));
    BODY(pliant_body_map_vertices(h, 0, PLIANT_MAP_WAIT, OUT(PliantVertexView)));
    BODY(pliant_body_map_particles(h, PLIANT_MAP_WAIT, OUT(PliantParticleView)));
    BODY(pliant_body_attach(h, &attachment_d, &attachment));
    EXPECT(ERROR_INVALID_HANDLE, pliant_body_remove(stale_body));
    EXPECT(ERROR_INVALID_HANDLE, pliant_body_info(stale_body, OUT(PliantBodyInfo)));
    EXPECT(ERROR_INVALID_HANDLE, pliant_body_motion(stale_body, OUT(PliantBodyMotion)));
    EXPECT(ERROR_INVALID_STATE, pliant_body_motion(body, OUT(PliantBodyMotion)));
#define COLLIDER(call) EACH_BAD_HANDLE(PliantColliderId, collider, call)
    COLLIDER(pliant_collider_move(h, &pose));
    COLLIDER(pliant_collider_place(h, &pose));
    COLLIDER(pliant_collider_remove(h));
    COLLIDER(pliant_body_ignore_collider(body, h, 1));
    COLLIDER(pliant_collider_info(h, OUT(PliantColliderInfo)));
#define FRAME(call) EACH_BAD_HANDLE(PliantFrameId, frame, call)
    FRAME(pliant_frame_move(h, &pose));
    FRAME(pliant_frame_place(h, &pose));
    FRAME(pliant_frame_remove(h));
    FRAME(pliant_frame_info(h, OUT(PliantFrameInfo)));
#define TICKET(call) EACH_BAD_HANDLE(PliantTicketId, ticket, call)
    TICKET(pliant_query_fetch(h, &hit, 1, &n32));
    TICKET(pliant_query_fetch_overlaps(h, &overlap, 1, &n32, NULL));
    TICKET(pliant_query_wait(h));
    TICKET(pliant_query_drop(h));
    EXPECT(ERROR_INVALID_HANDLE, pliant_body_grab(&hit, 1, &frame));
#define ATTACHMENT(call) EACH_BAD_HANDLE(PliantAttachmentId, attachment, call)
    ATTACHMENT(pliant_attachment_release(h));
    ATTACHMENT(pliant_attachment_info(h, OUT(PliantAttachmentInfo)));
    PliantVertexView view = {.struct_size = sizeof view};
    EXPECT(OK, pliant_body_map_vertices(body, 0, PLIANT_MAP_WAIT, &view));
    EACH_BAD_HANDLE(PliantMapId, view.map, pliant_unmap(h));
    EXPECT(OK, pliant_unmap(view.map));
    EXPECT(ERROR_INVALID_HANDLE, pliant_unmap(view.map));
    PliantAttachmentDesc foreign = attachment_d; /* a valid frame of another world */
    foreign.frame = other_frame;
    EXPECT(ERROR_INVALID_HANDLE, pliant_body_attach(body, &foreign, &attachment));
}

/* A description of `type` with a bad size, and with a tail that a later version might have. */
#define EACH_BAD_SIZE(type, good, call)                                                            \
    do {                                                                                           \
        struct { type d; unsigned char tail[64]; } bad = {(good), {0}};                            \
        const uint32_t sizes[] = {0, 1, 3, 4, 5, 8, sizeof(type) - 4, 2 * sizeof(type) + 65,       \
                                  4000, 1u << 20, UINT32_MAX};                                     \
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {                                \
            bad.d.struct_size = sizes[i];                                                          \
            EXPECT(ERROR_INVALID_ARGUMENT, call);                                                  \
        }                                                                                          \
        bad.d.struct_size = sizeof bad, bad.tail[63] = 1;                                          \
        EXPECT(ERROR_VERSION, call);                                                               \
    } while (0)

#define EACH_BAD_OUT_SIZE(type, call)                                                              \
    do {                                                                                           \
        const uint32_t sizes[] = {0, 1, 3, 4, 5, 8, sizeof(type) - 4, 2 * sizeof(type) + 65,       \
                                  4000, 1u << 20, UINT32_MAX};                                     \
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {                                \
            type bad;                                                                              \
            memset(&bad, 0xAB, sizeof bad);                                                        \
            bad.struct_size = sizes[i];                                                            \
            EXPECT(ERROR_INVALID_ARGUMENT, call);                                                  \
            EXPECT_TRUE(((unsigned char *)&bad)[sizeof bad - 1] == 0xAB);                          \
        }                                                                                          \
    } while (0)

static void struct_sizes(void) {
    EACH_BAD_SIZE(PliantWorldDesc, world_d, pliant_world_create(&bad.d, &world));
    PliantPrepareDesc prepare_d;
    EXPECT(OK, pliant_prepare_desc_init(&prepare_d, sizeof prepare_d));
    EACH_BAD_SIZE(PliantPrepareDesc, prepare_d, pliant_world_prepare(world, &bad.d, 0, NULL));
    EACH_BAD_SIZE(PliantAssetDesc, asset_d, pliant_asset_create(&bad.d, &asset));
    EACH_BAD_SIZE(PliantSheetDesc, sheet_d, pliant_asset_create_from_sheet(&bad.d, &asset));
    EACH_BAD_SIZE(PliantSurfaceDesc, surface_d, pliant_asset_create_from_surface(&bad.d, NULL, NULL, &asset));
    PliantSurfaceDesc with_region = surface_d;
    with_region.region_count = 1;
    EACH_BAD_SIZE(PliantRegionDesc, region_d,
                  (with_region.regions = &bad.d, pliant_asset_create_from_surface(&with_region, NULL, NULL, &asset)));
    PliantRegionDesc two[2] = {region_d, region_d};
    with_region.region_count = 2, with_region.regions = two, two[1].struct_size += 8;
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_create_from_surface(&with_region, NULL, NULL, &asset));
    EACH_BAD_SIZE(PliantShapeMeshDesc, shape_mesh_d, pliant_shape_create_mesh(&bad.d, &shape));
    EACH_BAD_SIZE(PliantShapeConvexDesc, shape_convex_d, pliant_shape_create_convex(&bad.d, &shape));
    EACH_BAD_SIZE(PliantShapeHeightfieldDesc, shape_heightfield_d, pliant_shape_create_heightfield(&bad.d, &shape));
    EACH_BAD_SIZE(PliantShapeSdfDesc, shape_sdf_d, pliant_shape_create_sdf(&bad.d, &shape));
    EACH_BAD_SIZE(PliantShapeCompoundDesc, shape_compound_d, pliant_shape_create_compound(&bad.d, &shape));
    PliantShapeCompoundDesc of_part = shape_compound_d;
    EACH_BAD_SIZE(PliantShapePartDesc, shape_part_d, (of_part.parts = &bad.d, pliant_shape_create_compound(&of_part, &shape)));
    EACH_BAD_SIZE(PliantSkinAssetDesc, skin_d, pliant_skin_asset_create(asset, &bad.d, &skin));
    EACH_BAD_SIZE(PliantPointsDesc, points_d, pliant_asset_create_from_points(&bad.d, &asset));
    EACH_BAD_SIZE(PliantClusterDesc, cluster_d, pliant_asset_create_with_clusters(asset, &bad.d, &asset));
    EACH_BAD_SIZE(PliantBodyDesc, body_d, pliant_body_add(world, asset, &bad.d, &body));
    EACH_BAD_SIZE(PliantNeoHookeanDesc, neo_hookean_d, pliant_body_set_model(body, PLIANT_MODEL_NEO_HOOKEAN, &bad.d));
    EACH_BAD_SIZE(PliantMassSpringDesc, mass_spring_d, pliant_body_set_model(body, PLIANT_MODEL_MASS_SPRING, &bad.d));
    EACH_BAD_SIZE(PliantShapeMatchingDesc, shape_matching_d, pliant_body_set_model(body, PLIANT_MODEL_SHAPE_MATCHING, &bad.d));
    EACH_BAD_SIZE(PliantClothDesc, cloth_d, pliant_body_set_model(body, PLIANT_MODEL_CLOTH, &bad.d));
    EACH_BAD_SIZE(PliantBalloonDesc, balloon_d, pliant_body_set_model(body, PLIANT_MODEL_BALLOON, &bad.d));
    EACH_BAD_SIZE(PliantRigidDesc, rigid_d, pliant_body_set_model(body, PLIANT_MODEL_RIGID, &bad.d));
    EACH_BAD_SIZE(PliantVertexLayout, layout_d, pliant_body_add_skin(body, skin, &bad.d, &n32));
    EACH_BAD_SIZE(PliantColliderDesc, collider_d, pliant_collider_add(world, &bad.d, &collider));
    EACH_BAD_SIZE(PliantAttachmentDesc, attachment_d, pliant_body_attach(body, &bad.d, &attachment));
    EACH_BAD_OUT_SIZE(PliantAbiInfo, pliant_abi_info(&bad));
    EACH_BAD_OUT_SIZE(PliantWorldStats, pliant_world_stats(world, &bad));
    EACH_BAD_OUT_SIZE(PliantImpulseView, pliant_world_impulses(world, PLIANT_MAP_LATEST, &bad));
    EACH_BAD_OUT_SIZE(PliantEventView, pliant_world_events(world, PLIANT_MAP_LATEST, &bad));
    EACH_BAD_OUT_SIZE(PliantStageTime, pliant_world_stage_time(world, 0, &bad));
    EACH_BAD_OUT_SIZE(PliantAdapterInfo, pliant_world_adapter(world, &bad));
    EACH_BAD_OUT_SIZE(PliantAdapterInfo, pliant_adapter_get(0, &bad));
    EACH_BAD_OUT_SIZE(PliantAssetInfo, pliant_asset_info(asset, &bad));
    EACH_BAD_OUT_SIZE(PliantSurfaceReport, pliant_asset_surface_report(asset, &bad));
    EACH_BAD_OUT_SIZE(PliantSkinAssetInfo, pliant_skin_asset_info(skin, &bad));
    EACH_BAD_OUT_SIZE(PliantShapeInfo, pliant_shape_info(shape, &bad));
    EACH_BAD_OUT_SIZE(PliantBodyInfo, pliant_body_info(body, &bad));
    EACH_BAD_OUT_SIZE(PliantBodyMotion, pliant_body_motion(body, &bad));
    EACH_BAD_OUT_SIZE(PliantColliderInfo, pliant_collider_info(collider, &bad));
    EACH_BAD_OUT_SIZE(PliantFrameInfo, pliant_frame_info(frame, &bad));
    EACH_BAD_OUT_SIZE(PliantAttachmentInfo, pliant_attachment_info(attachment, &bad));
    EACH_BAD_OUT_SIZE(PliantVertexView, pliant_body_map_vertices(body, 0, PLIANT_MAP_WAIT, &bad));
    EACH_BAD_OUT_SIZE(PliantParticleView, pliant_body_map_particles(body, PLIANT_MAP_WAIT, &bad));
    for (uint32_t size = 0; size <= 8; size++) { /* smaller than any version's */
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_world_desc_init(&world_d, size));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_desc_init(&body_d, size));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_neo_hookean_desc_init(&neo_hookean_d, size));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_mass_spring_desc_init(&mass_spring_d, size));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_shape_matching_desc_init(&shape_matching_d, size));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_cloth_desc_init(&cloth_d, size));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_balloon_desc_init(&balloon_d, size));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_rigid_desc_init(&rigid_d, size));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_collider_desc_init(&collider_d, size));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_attachment_desc_init(&attachment_d, size));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_desc_init(&asset_d, size));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_skin_asset_desc_init(&skin_d, size));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_sheet_desc_init(&sheet_d, size));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_shape_mesh_desc_init(&shape_mesh_d, size));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_shape_convex_desc_init(&shape_convex_d, size));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_shape_heightfield_desc_init(&shape_heightfield_d, size));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_shape_sdf_desc_init(&shape_sdf_d, size));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_shape_part_desc_init(&shape_part_d, size));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_shape_compound_desc_init(&shape_compound_d, size));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_vertex_layout_init(&layout_d, size));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_surface_desc_init(&surface_d, size));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_region_desc_init(&region_d, size));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_points_desc_init(&points_d, size));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_cluster_desc_init(&cluster_d, size));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_prepare_desc_init(&prepare_d, size));
    }
    EXPECT(ERROR_VERSION, pliant_get_api(PLIANT_ABI_VERSION + 1, OUT(PliantApi)));
    EACH_BAD_OUT_SIZE(PliantApi, pliant_get_api(PLIANT_ABI_VERSION, &bad));
}

/* `field` of a copy of `good` is set to a bad value. */
#define WITH(type, good, field, value, call)                                                       \
    do {                                                                                           \
        type bad = (good);                                                                         \
        bad.field = (value);                                                                       \
        EXPECT(ERROR_INVALID_ARGUMENT, call);                                                      \
    } while (0)

#define SURFACE(desc) pliant_asset_create_from_surface(&(desc), NULL, NULL, &asset)

/* A surface with NaN or infinity: `x`, in a field or in one of the eight `positions`. */
static void surface_numbers(float x, const float *positions) {
    const float factors[8] = {1, 1, x, 1, 1, 1, 1, 1};
    WITH(PliantSurfaceDesc, surface_d, vertex_stiffness, factors, SURFACE(bad));
    WITH(PliantSurfaceDesc, surface_d, vertex_density, factors, SURFACE(bad));
    PliantSurfaceDesc surface = surface_d;
    surface.positions = positions;
    EXPECT(ERROR_MESH_NOT_FINITE, pliant_asset_create_from_surface(&surface, NULL, NULL, &asset));
    PliantRegionDesc region = region_d;
    surface = surface_d, surface.regions = &region, surface.region_count = 1;
    region.stiffness = x;
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_create_from_surface(&surface, NULL, NULL, &asset));
    region = region_d, region.density = x;
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_create_from_surface(&surface, NULL, NULL, &asset));
    region = region_d, region.positions = positions;
    EXPECT(ERROR_MESH_NOT_FINITE, pliant_asset_create_from_surface(&surface, NULL, NULL, &asset));
}

/* Shapes with NaN or infinity, in a field or in one of eight positions. */
static void shape_numbers(void) {
    const float bad_numbers[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < 3; i++) {
        const float x = bad_numbers[i];
        float positions[8][3];
        memcpy(positions, corner_positions, sizeof positions);
        positions[6][1] = x;
        PliantShapeMeshDesc mesh = shape_mesh_d;
        PliantShapeConvexDesc hull = shape_convex_d;
        PliantShapeSdfDesc field = shape_sdf_d;
        mesh.positions = hull.positions = field.positions = positions[0];
        EXPECT(ERROR_MESH_NOT_FINITE, pliant_shape_create_mesh(&mesh, &shape));
        EXPECT(ERROR_MESH_NOT_FINITE, pliant_shape_create_convex(&hull, &shape));
        EXPECT(ERROR_MESH_NOT_FINITE, pliant_shape_create_sdf(&field, &shape));
        const float values[8] = {-1, 1, 1, 1, 1, x, 1, 1};
        PliantShapeSdfDesc given = {.struct_size = sizeof given, .counts = {2, 2, 2}, .values = values, .spacing = 1};
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_shape_create_sdf(&given, &shape));
        const float good[8] = {-1, 1, 1, 1, 1, 1, 1, 1};
        given.values = good;
        WITH(PliantShapeSdfDesc, given, spacing, x, pliant_shape_create_sdf(&bad, &shape));
        WITH(PliantShapeSdfDesc, given, low[2], x, pliant_shape_create_sdf(&bad, &shape));
        WITH(PliantShapeHeightfieldDesc, shape_heightfield_d, spacing[1], x, pliant_shape_create_heightfield(&bad, &shape));
        PliantShapeCompoundDesc compound = shape_compound_d;
        WITH(PliantShapePartDesc, shape_part_d, size[0], x, (compound.parts = &bad, pliant_shape_create_compound(&compound, &shape)));
        WITH(PliantShapePartDesc, shape_part_d, scale[0], x, (compound.parts = &bad, pliant_shape_create_compound(&compound, &shape)));
        WITH(PliantShapePartDesc, shape_part_d, pose.position[0], x, (compound.parts = &bad, pliant_shape_create_compound(&compound, &shape)));
    }
}

/* Finite numbers of a surface that are out of range. */
static void surface_ranges(void) {
    const float factors[2][8] = {{1, 1, 1, 1, 1, 1, 1, 9e-4f}, {1, 1, 1, 1, 1, 1, 1, 1001}};
    for (int i = 0; i < 2; i++) {
        WITH(PliantSurfaceDesc, surface_d, vertex_stiffness, factors[i], SURFACE(bad));
        WITH(PliantSurfaceDesc, surface_d, vertex_density, factors[i], SURFACE(bad));
        PliantRegionDesc region = region_d;
        region.stiffness = factors[i][7];
        PliantSurfaceDesc surface = surface_d;
        surface.regions = &region, surface.region_count = 1;
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_create_from_surface(&surface, NULL, NULL, &asset));
    }
    EXPECT_SAYS("pliant_asset_create_from_surface: region 0: stiffness is 1001, expected 0.001 to 1000");
    WITH(PliantSurfaceDesc, surface_d, cell_size, -1, SURFACE(bad));
    EXPECT_SAYS("pliant_asset_create_from_surface: cell_size is -1, expected a length above 0, or 0 to find it from element_count");
    WITH(PliantSurfaceDesc, surface_d, mode, 3, SURFACE(bad));
    EXPECT_SAYS("pliant_asset_create_from_surface: mode is 3, expected PLIANT_SURFACE_CAGE (0), PLIANT_SURFACE_CONFORMING (1) or "
                "PLIANT_SURFACE_SHELL (2)");
    WITH(PliantSurfaceDesc, surface_d, level_count, 9, SURFACE(bad));
    WITH(PliantSurfaceDesc, surface_d, level_count, 3, SURFACE(bad)); /* 40 tets, 5, none */
    EXPECT_SAYS("pliant_asset_create_from_surface: 3 levels starting at 40 tets, each with an eighth of the one before, would end below 1 tet: ask for "
                "fewer levels or more tets");
    WITH(PliantSurfaceDesc, surface_d, thread_count, 65, SURFACE(bad));
    WITH(PliantSurfaceDesc, surface_d, region_count, 1025, SURFACE(bad));
    WITH(PliantSurfaceDesc, surface_d, position_stride, 11, SURFACE(bad));
    WITH(PliantSurfaceDesc, surface_d, vertex_stiffness_stride, 3, SURFACE(bad));
    WITH(PliantSurfaceDesc, surface_d, vertex_density_stride, 3, SURFACE(bad));
    PliantSurfaceDesc tiny = surface_d;
    tiny.cell_size = 1e-9f; /* a cube of 1 m has 10²⁷ such cells */
    EXPECT(ERROR_CAPACITY, pliant_asset_create_from_surface(&tiny, NULL, NULL, &asset));
    for (tiny.mode = PLIANT_SURFACE_CAGE; tiny.mode <= PLIANT_SURFACE_CONFORMING; tiny.mode++) {
        tiny.cell_size = 0.002f; /* fits a grid but no body: 10⁹ tets would end the process */
        EXPECT(ERROR_CAPACITY, pliant_asset_create_from_surface(&tiny, NULL, NULL, &asset));
        tiny.cell_size = 0, tiny.element_count = PLIANT_MAX_BODY_TETS; /* the most tets of a body have too many vertices */
        EXPECT(ERROR_CAPACITY, pliant_asset_create_from_surface(&tiny, NULL, NULL, &asset));
    }
}

static void numbers(void) {
    const float bad_numbers[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < 3; i++) {
        const float x = bad_numbers[i], v[3] = {0, x, 0};
        const double w[3] = {0, x, 0};
        PliantPose p = pose, q = pose;
        p.position[2] = x, q.rotation[3] = x;
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_world_step(world, x, NULL));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_world_set_gravity(world, v));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_world_set_origin(world, w));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_world_set_wind(world, v));
        PliantRay lost = ray;
        PliantPointQuery far = near;
        PliantShapeQuery bent = ball;
        PliantHit loose = {.body = body, .weights = {1, x, 0}, .vertices = {0, 1, 2}};
        PliantFrameId unused;
        lost.direction[1] = x, far.point[2] = x, bent.size[0] = x;
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_query_rays(world, &lost, 1, &ticket));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_query_closest(world, &far, 1, &ticket));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_query_overlaps(world, &bent, 1, &ticket));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_grab(&loose, 1, &unused));
        memcpy(swept_badly, swept, sizeof swept);
        memcpy(swept_badly[5], v, sizeof swept_badly[5]);
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_ccd_vertex_triangle(world, 1, swept_badly[0], times));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_ccd_edge_edge(world, 1, swept_badly[0], times));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_teleport(body, &p, NULL, NULL, PLIANT_TELEPORT_PINS_FOLLOW));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_teleport(body, &q, NULL, NULL, PLIANT_TELEPORT_PINS_FOLLOW));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_teleport(body, &pose, v, NULL, PLIANT_TELEPORT_PINS_FOLLOW));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_teleport(body, &pose, NULL, v, PLIANT_TELEPORT_PINS_FOLLOW));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_apply_impulse(body, v, NULL));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_apply_impulse(body, down, w));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_set_inverse_masses(body, &triangles[0][0], v, 2));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_collider_move(collider, &p));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_collider_place(collider, &q));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_frame_add(world, &p, 0, &frame));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_frame_move(frame, &q));
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_frame_place(frame, &q));
        WITH(PliantWorldDesc, world_d, length_unit_m, x, pliant_world_create(&bad, &world));
        WITH(PliantWorldDesc, world_d, gravity[0], x, pliant_world_create(&bad, &world));
        WITH(PliantBodyDesc, body_d, pose.position[0], x, pliant_body_add(world, asset, &bad, &body));
        WITH(PliantBodyDesc, body_d, linear_velocity[0], x, pliant_body_add(world, asset, &bad, &body));
        WITH(PliantBodyDesc, body_d, angular_velocity[0], x, pliant_body_add(world, asset, &bad, &body));
        WITH(PliantBodyDesc, body_d, scale, x, pliant_body_add(world, asset, &bad, &body));
        WITH(PliantBodyDesc, body_d, friction, x, pliant_body_add(world, asset, &bad, &body));
        WITH(PliantBodyDesc, body_d, restitution, x, pliant_body_add(world, asset, &bad, &body));
        WITH(PliantBodyDesc, body_d, event_threshold, x, pliant_body_add(world, asset, &bad, &body));
        WITH(PliantBodyDesc, body_d, thickness, x, pliant_body_add(world, asset, &bad, &body));
        PliantBodyDesc jelly = body_d;
        jelly.model = PLIANT_MODEL_NEO_HOOKEAN;
        WITH(PliantNeoHookeanDesc, neo_hookean_d, young_modulus, x, (jelly.model_desc = &bad, pliant_body_add(world, asset, &jelly, &body)));
        WITH(PliantNeoHookeanDesc, neo_hookean_d, young_modulus, x, pliant_body_set_model(body, PLIANT_MODEL_NEO_HOOKEAN, &bad));
        WITH(PliantNeoHookeanDesc, neo_hookean_d, poisson_ratio, x, pliant_body_set_model(body, PLIANT_MODEL_NEO_HOOKEAN, &bad));
        WITH(PliantNeoHookeanDesc, neo_hookean_d, density, x, pliant_body_set_model(body, PLIANT_MODEL_NEO_HOOKEAN, &bad));
        WITH(PliantNeoHookeanDesc, neo_hookean_d, damping, x, pliant_body_set_model(body, PLIANT_MODEL_NEO_HOOKEAN, &bad));
        WITH(PliantMassSpringDesc, mass_spring_d, young_modulus, x, pliant_body_set_model(body, PLIANT_MODEL_MASS_SPRING, &bad));
        WITH(PliantMassSpringDesc, mass_spring_d, density, x, pliant_body_set_model(body, PLIANT_MODEL_MASS_SPRING, &bad));
        WITH(PliantMassSpringDesc, mass_spring_d, damping, x, pliant_body_set_model(body, PLIANT_MODEL_MASS_SPRING, &bad));
        WITH(PliantMassSpringDesc, mass_spring_d, volume_stiffness, x, pliant_body_set_model(body, PLIANT_MODEL_MASS_SPRING, &bad));
        WITH(PliantShapeMatchingDesc, shape_matching_d, alpha, x, pliant_body_set_model(body, PLIANT_MODEL_SHAPE_MATCHING, &bad));
        WITH(PliantShapeMatchingDesc, shape_matching_d, beta, x, pliant_body_set_model(body, PLIANT_MODEL_SHAPE_MATCHING, &bad));
        WITH(PliantShapeMatchingDesc, shape_matching_d, density, x, pliant_body_set_model(body, PLIANT_MODEL_SHAPE_MATCHING, &bad));
        WITH(PliantShapeMatchingDesc, shape_matching_d, damping, x, pliant_body_set_model(body, PLIANT_MODEL_SHAPE_MATCHING, &bad));
        WITH(PliantBalloonDesc, balloon_d, stretch_stiffness, x, pliant_body_set_model(body, PLIANT_MODEL_BALLOON, &bad));
        WITH(PliantBalloonDesc, balloon_d, bending_stiffness, x, pliant_body_set_model(body, PLIANT_MODEL_BALLOON, &bad));
        WITH(PliantBalloonDesc, balloon_d, area_density, x, pliant_body_set_model(body, PLIANT_MODEL_BALLOON, &bad));
        WITH(PliantBalloonDesc, balloon_d, thickness, x, pliant_body_set_model(body, PLIANT_MODEL_BALLOON, &bad));
        WITH(PliantBalloonDesc, balloon_d, damping, x, pliant_body_set_model(body, PLIANT_MODEL_BALLOON, &bad));
        WITH(PliantBalloonDesc, balloon_d, drag, x, pliant_body_set_model(body, PLIANT_MODEL_BALLOON, &bad));
        WITH(PliantBalloonDesc, balloon_d, lift, x, pliant_body_set_model(body, PLIANT_MODEL_BALLOON, &bad));
        WITH(PliantBalloonDesc, balloon_d, volume_factor, x, pliant_body_set_model(body, PLIANT_MODEL_BALLOON, &bad));
        WITH(PliantBalloonDesc, balloon_d, bulk_modulus, x, pliant_body_set_model(body, PLIANT_MODEL_BALLOON, &bad));
        WITH(PliantBalloonDesc, balloon_d, gas_pressure, x, pliant_body_set_model(body, PLIANT_MODEL_BALLOON, &bad));
        WITH(PliantBalloonDesc, balloon_d, outside_pressure, x, pliant_body_set_model(body, PLIANT_MODEL_BALLOON, &bad));
        WITH(PliantClothDesc, cloth_d, stretch_stiffness, x, pliant_body_set_model(body, PLIANT_MODEL_CLOTH, &bad));
        WITH(PliantClothDesc, cloth_d, bending_stiffness, x, pliant_body_set_model(body, PLIANT_MODEL_CLOTH, &bad));
        WITH(PliantClothDesc, cloth_d, area_density, x, pliant_body_set_model(body, PLIANT_MODEL_CLOTH, &bad));
        WITH(PliantClothDesc, cloth_d, thickness, x, pliant_body_set_model(body, PLIANT_MODEL_CLOTH, &bad));
        WITH(PliantClothDesc, cloth_d, damping, x, pliant_body_set_model(body, PLIANT_MODEL_CLOTH, &bad));
        WITH(PliantClothDesc, cloth_d, drag, x, pliant_body_set_model(body, PLIANT_MODEL_CLOTH, &bad));
        WITH(PliantClothDesc, cloth_d, lift, x, pliant_body_set_model(body, PLIANT_MODEL_CLOTH, &bad));
        WITH(PliantRigidDesc, rigid_d, density, x, pliant_body_set_model(body, PLIANT_MODEL_RIGID, &bad));
        WITH(PliantRigidDesc, rigid_d, mass, x, pliant_body_set_model(body, PLIANT_MODEL_RIGID, &bad));
        WITH(PliantRigidDesc, rigid_d, inertia[0], x, pliant_body_set_model(body, PLIANT_MODEL_RIGID, &bad));
        WITH(PliantColliderDesc, collider_d, size[0], x, pliant_collider_add(world, &bad, &collider));
        WITH(PliantColliderDesc, collider_d, friction, x, pliant_collider_add(world, &bad, &collider));
        WITH(PliantColliderDesc, collider_d, restitution, x, pliant_collider_add(world, &bad, &collider));
        WITH(PliantAttachmentDesc, attachment_d, stiffness, x, pliant_body_attach(body, &bad, &attachment));
        WITH(PliantAttachmentDesc, attachment_d, surface_point[1], x, pliant_body_attach(body, &bad, &attachment));
        WITH(PliantAttachmentDesc, attachment_d, surface_points, (bad.surface_point_count = 1, v), pliant_body_attach(body, &bad, &attachment));
        WITH(PliantAttachmentDesc, attachment_d, target[1], x, pliant_body_attach(body, &bad, &attachment));
        float positions[8][3];
        memcpy(positions, corner_positions, sizeof positions);
        positions[6][1] = x;
        PliantAssetDesc mesh = asset_d;
        PliantSkinAssetDesc surface = skin_d;
        mesh.positions = surface.positions = positions[0];
        EXPECT(ERROR_MESH_NOT_FINITE, pliant_asset_create(&mesh, &asset));
        PliantSheetDesc sheet = sheet_d;
        sheet.positions = positions[0];
        EXPECT(ERROR_MESH_NOT_FINITE, pliant_asset_create_from_sheet(&sheet, &asset));
        EXPECT(ERROR_MESH_NOT_FINITE, pliant_skin_asset_create(asset, &surface, &skin));
        surface = skin_d, surface.normals = positions[0];
        EXPECT(ERROR_MESH_NOT_FINITE, pliant_skin_asset_create(asset, &surface, &skin));
        float tangents[8][4] = {{1, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 0, 1}};
        for (int axis = 0; axis < 4; axis++) { /* the fourth is a sign */
            surface = skin_d, surface.normals = corner_normals[0], surface.tangents = tangents[0];
            memcpy(tangents[7], tangents[0], sizeof tangents[0]);
            tangents[7][axis] = x;
            EXPECT(ERROR_MESH_NOT_FINITE, pliant_skin_asset_create(asset, &surface, &skin));
        }
        const float factors[] = {1, 1, x, 1, 1, 1};
        WITH(PliantAssetDesc, asset_d, tet_stiffness, factors, pliant_asset_create(&bad, &asset));
        WITH(PliantAssetDesc, asset_d, tet_density, factors, pliant_asset_create(&bad, &asset));
        PliantPointsDesc points = points_d;
        points.positions = positions[0];
        EXPECT(ERROR_MESH_NOT_FINITE, pliant_asset_create_from_points(&points, &asset));
        const float volumes[] = {1, 1, x, 1, 1, 1, 1, 1};
        WITH(PliantPointsDesc, points_d, volumes, volumes, pliant_asset_create_from_points(&bad, &asset));
        WITH(PliantSurfaceDesc, surface_d, cell_size, x, pliant_asset_create_from_surface(&bad, NULL, NULL, &asset));
        surface_numbers(x, positions[0]);
        WITH(PliantColliderDesc, collider_d, scale[0], x, pliant_collider_add(world, &bad, &collider));
    }
    surface_ranges();
    shape_numbers();
    const float bad_steps[] = {0, -0.01f, 0.21f, 1e-10f, 1e-30f};
    for (size_t i = 0; i < 5; i++) EXPECT(ERROR_INVALID_ARGUMENT, pliant_world_step(world, bad_steps[i], NULL));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_set_schedule(body, 1000000, 1));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_set_schedule(body, 1, 1000000));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_map_vertices(body, 0, 77, OUT(PliantVertexView)));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_map_vertices(body, 9, PLIANT_MAP_WAIT, OUT(PliantVertexView)));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_map_particles(body, 77, OUT(PliantParticleView)));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_log_set(NULL, NULL, 6));
    EXPECT_TRUE(pliant_body_set_model(body, PLIANT_MODEL_CLOTH, NULL) != PLIANT_OK); /* a cube has no sheet */
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_set_model(body, 9, NULL));
    EXPECT(OK, pliant_body_set_model(body, PLIANT_MODEL_MASS_SPRING, &mass_spring_d));
    EXPECT(OK, pliant_body_set_model(body, PLIANT_MODEL_NEO_HOOKEAN, NULL));
    WITH(PliantWorldDesc, world_d, adapter_name, "\xff\xfe", pliant_world_create(&bad, &world));
    PliantWorldDesc nowhere = world_d;
    nowhere.adapter_name = "an adapter that nobody makes";
    EXPECT(ERROR_NO_DEVICE, pliant_world_create(&nowhere, &world));
}

static void surface_counts(void) {
    PliantSurfaceDesc surface = surface_d;
    PliantRegionDesc region = region_d;
    const struct { uint32_t *vertices, *indices; } of[2] = {{&surface.vertex_count, &surface.index_count},
                                                            {&region.vertex_count, &region.index_count}};
    surface.regions = &region, surface.region_count = 1;
    for (int i = 0; i < 2; i++) {
        *of[i].vertices = UINT32_MAX;
        EXPECT(ERROR_CAPACITY, pliant_asset_create_from_surface(&surface, NULL, NULL, &asset));
        *of[i].vertices = 0;
        EXPECT(ERROR_MESH_EMPTY, pliant_asset_create_from_surface(&surface, NULL, NULL, &asset));
        *of[i].vertices = 7; /* triangles name vertex 7 */
        EXPECT(ERROR_MESH_INDEX, pliant_asset_create_from_surface(&surface, NULL, NULL, &asset));
        *of[i].vertices = 8, *of[i].indices = UINT32_MAX;
        EXPECT(ERROR_CAPACITY, pliant_asset_create_from_surface(&surface, NULL, NULL, &asset));
        *of[i].indices = 0;
        EXPECT(ERROR_MESH_EMPTY, pliant_asset_create_from_surface(&surface, NULL, NULL, &asset));
        *of[i].indices = 35;
        EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_create_from_surface(&surface, NULL, NULL, &asset));
        *of[i].indices = 36;
    }
    surface.element_count = 16777217;
    EXPECT(ERROR_CAPACITY, pliant_asset_create_from_surface(&surface, NULL, NULL, &asset));
    surface = surface_d, surface.vertex_count = 200000000, surface.position_stride = UINT32_MAX, surface.positions = NULL;
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_create_from_surface(&surface, NULL, NULL, &asset));
    const float at_one_place[8][3] = {{0}};
    surface = surface_d, surface.positions = at_one_place[0];
    EXPECT(ERROR_MESH_ZERO_VOLUME, pliant_asset_create_from_surface(&surface, NULL, NULL, &asset));
    PliantAssetId made = {0};
    EXPECT(OK, pliant_asset_create_from_surface(&surface_d, NULL, NULL, &made));
    EXPECT(ERROR_CAPACITY, pliant_asset_report_text(made, room, 1, &n64));
    EXPECT(OK, pliant_asset_release(made));
}

static void shape_counts(void) {
    PliantShapeMeshDesc mesh = shape_mesh_d;
    mesh.vertex_count = UINT32_MAX;
    EXPECT(ERROR_CAPACITY, pliant_shape_create_mesh(&mesh, &shape));
    mesh.vertex_count = 7; /* triangles name vertex 7 */
    EXPECT(ERROR_MESH_INDEX, pliant_shape_create_mesh(&mesh, &shape));
    mesh = shape_mesh_d, mesh.index_count = 0;
    EXPECT(ERROR_MESH_EMPTY, pliant_shape_create_mesh(&mesh, &shape));
    PliantShapeConvexDesc hull = shape_convex_d;
    hull.vertex_count = UINT32_MAX;
    EXPECT(ERROR_CAPACITY, pliant_shape_create_convex(&hull, &shape));
    hull.vertex_count = 3;
    EXPECT(ERROR_MESH_EMPTY, pliant_shape_create_convex(&hull, &shape));
    hull.vertex_count = 4; /* the side x = 0 to 1, y = 0 to 1 */
    EXPECT(ERROR_MESH_ZERO_VOLUME, pliant_shape_create_convex(&hull, &shape));
    PliantShapeHeightfieldDesc terrain = shape_heightfield_d;
    terrain.column_count = terrain.row_count = 2000;
    EXPECT(ERROR_CAPACITY, pliant_shape_create_heightfield(&terrain, &shape));
    terrain.column_count = 1;
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_shape_create_heightfield(&terrain, &shape));
    const float nothing[4] = {NAN, NAN, NAN, NAN};
    terrain = shape_heightfield_d, terrain.heights = nothing;
    EXPECT(ERROR_MESH_EMPTY, pliant_shape_create_heightfield(&terrain, &shape));
    const float values[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    PliantShapeSdfDesc field = shape_sdf_d;
    field.values = values;
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_shape_create_sdf(&field, &shape)); /* a surface too */
    field.vertex_count = field.index_count = 0, field.spacing = 1;
    for (int axis = 0; axis < 3; axis++) field.counts[axis] = 2;
    EXPECT(ERROR_MESH_EMPTY, pliant_shape_create_sdf(&field, &shape)); /* no inside */
    field.counts[1] = UINT32_MAX;
    EXPECT(ERROR_CAPACITY, pliant_shape_create_sdf(&field, &shape));
    field.counts[1] = 1;
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_shape_create_sdf(&field, &shape));
    field = shape_sdf_d, field.cell_count = 257;
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_shape_create_sdf(&field, &shape));
    field = shape_sdf_d, field.index_count = 33; /* a side is missing */
    EXPECT(ERROR_MESH_UNSUPPORTED, pliant_shape_create_sdf(&field, &shape));
    PliantShapeCompoundDesc compound = shape_compound_d;
    compound.part_count = 0;
    EXPECT(ERROR_MESH_EMPTY, pliant_shape_create_compound(&compound, &shape));
    compound.part_count = 1025;
    EXPECT(ERROR_CAPACITY, pliant_shape_create_compound(&compound, &shape));
    EXPECT(ERROR_CAPACITY, pliant_shape_save(shape, room, 1, &n64));
    EXPECT(ERROR_FORMAT, pliant_shape_load(room, 3, &shape));
}

static void cluster_counts(void) {
    PliantPointsDesc points = points_d;
    points.vertex_count = UINT32_MAX;
    EXPECT(ERROR_CAPACITY, pliant_asset_create_from_points(&points, &asset));
    points.vertex_count = 0;
    EXPECT(ERROR_MESH_EMPTY, pliant_asset_create_from_points(&points, &asset));
    points = points_d, points.position_stride = 11;
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_create_from_points(&points, &asset));
    const uint32_t starts[3] = {0, 5, 9}, vertices[9] = {0, 1, 2, 3, 4, 4, 5, 6, 7};
    PliantClusterDesc by_hand = cluster_d;
    by_hand.starts = starts, by_hand.vertices = vertices, by_hand.cluster_count = 2, by_hand.vertex_count = 9;
    PliantAssetId made;
    EXPECT(OK, pliant_asset_create_with_clusters(asset, &by_hand, &made));
    EXPECT(OK, pliant_asset_release(made));
    points = points_d, points.clusters = &by_hand;
    EXPECT(OK, pliant_asset_create_from_points(&points, &made));
    EXPECT(OK, pliant_asset_release(made));
    by_hand.cluster_count = 1; /* vertex 7 has none */
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_create_with_clusters(asset, &by_hand, &made));
    by_hand.vertex_count = 5;
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_create_with_clusters(asset, &by_hand, &made));
    EXPECT_SAYS("pliant_asset_create_with_clusters: no cluster has vertex 5, expected every vertex in at least one: add it to a cluster");
    by_hand.cluster_count = UINT32_MAX;
    EXPECT(ERROR_CAPACITY, pliant_asset_create_with_clusters(asset, &by_hand, &made));
    by_hand.cluster_count = 0;
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_create_with_clusters(asset, &by_hand, &made));
}

static void counts(void) {
    PliantAssetDesc mesh = asset_d;
    mesh.vertex_count = UINT32_MAX;
    EXPECT(ERROR_CAPACITY, pliant_asset_create(&mesh, &asset));
    mesh = asset_d, mesh.tet_count = UINT32_MAX;
    EXPECT(ERROR_CAPACITY, pliant_asset_create(&mesh, &asset));
    mesh = asset_d, mesh.vertex_count = 2000000, mesh.position_stride = UINT32_MAX, mesh.positions = NULL;
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_create(&mesh, &asset));
    mesh = asset_d, mesh.position_stride = 11;
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_create(&mesh, &asset));
    mesh = asset_d, mesh.vertex_count = 0;
    EXPECT(ERROR_MESH_EMPTY, pliant_asset_create(&mesh, &asset));
    mesh = asset_d, mesh.vertex_count = 7; /* tets name vertex 7 */
    EXPECT(ERROR_MESH_INDEX, pliant_asset_create(&mesh, &asset));
    PliantSheetDesc sheet = sheet_d;
    sheet.vertex_count = UINT32_MAX;
    EXPECT(ERROR_CAPACITY, pliant_asset_create_from_sheet(&sheet, &asset));
    sheet = sheet_d, sheet.index_count = UINT32_MAX;
    EXPECT(ERROR_CAPACITY, pliant_asset_create_from_sheet(&sheet, &asset));
    sheet = sheet_d, sheet.index_count = 4;
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_create_from_sheet(&sheet, &asset));
    sheet = sheet_d, sheet.vertex_count = 7; /* triangles name vertex 7 */
    EXPECT(ERROR_MESH_INDEX, pliant_asset_create_from_sheet(&sheet, &asset));
    PliantSkinAssetDesc surface = skin_d;
    surface.vertex_count = UINT32_MAX;
    EXPECT(ERROR_CAPACITY, pliant_skin_asset_create(asset, &surface, &skin));
    surface = skin_d, surface.index_count = UINT32_MAX;
    EXPECT(ERROR_CAPACITY, pliant_skin_asset_create(asset, &surface, &skin));
    surface = skin_d, surface.index_count = 5;
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_skin_asset_create(asset, &surface, &skin));
    surface = skin_d, surface.vertex_count = 6; /* triangles name vertex 6 */
    EXPECT(ERROR_MESH_INDEX, pliant_skin_asset_create(asset, &surface, &skin));
    PliantPrepareDesc many = {.struct_size = sizeof many, .assets = &asset, .asset_count = UINT32_MAX};
    EXPECT(ERROR_CAPACITY, pliant_world_prepare(world, &many, 0, NULL));
    surface_counts();
    shape_counts();
    cluster_counts();
    const float one = 1;
    const uint32_t far = 8;
    EXPECT(ERROR_CAPACITY, pliant_body_set_inverse_masses(body, &triangles[0][0], &one, UINT32_MAX));
    EXPECT(ERROR_CAPACITY, pliant_query_rays(world, &ray, UINT32_MAX, &ticket));
    EXPECT(ERROR_CAPACITY, pliant_query_closest(world, &near, UINT32_MAX, &ticket));
    EXPECT(ERROR_CAPACITY, pliant_query_overlaps(world, &ball, UINT32_MAX, &ticket));
    EXPECT(OK, pliant_query_rays(world, &ray, 1, &ticket));
    EXPECT(OK, pliant_query_wait(ticket));
    EXPECT(ERROR_CAPACITY, pliant_query_fetch(ticket, &hit, 0, &n32));
    EXPECT(ERROR_INVALID_STATE, pliant_query_fetch_overlaps(ticket, &overlap, 0, &n32, NULL));
    EXPECT(ERROR_CAPACITY, pliant_ccd_vertex_triangle(world, UINT32_MAX, swept[0], times));
    EXPECT(ERROR_CAPACITY, pliant_ccd_edge_edge(world, UINT32_MAX, swept[0], times));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_set_inverse_masses(body, &far, &one, 1));
    PliantAttachmentDesc hold = attachment_d;
    hold.vertices = &far, hold.vertex_count = 1;
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_attach(body, &hold, &attachment));
    const uint32_t twice[3] = {1, 2, 1};
    hold.vertices = twice, hold.vertex_count = 3;
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_attach(body, &hold, &attachment));
    EXPECT_SAYS("pliant_body_attach: vertices names vertex 1 twice, expected each vertex once");
    hold.vertex_count = 0; /* an empty list is not a surface point */
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_attach(body, &hold, &attachment));
    hold.vertices = &far, hold.vertex_count = UINT32_MAX;
    EXPECT(ERROR_CAPACITY, pliant_body_attach(body, &hold, &attachment));
    hold.vertex_count = 1, hold.vertices = NULL;
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_attach(body, &hold, &attachment));
    hold = attachment_d, hold.surface_points = corner_positions[0]; /* nor is a list of points */
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_attach(body, &hold, &attachment));
    hold.surface_point_count = UINT32_MAX;
    EXPECT(ERROR_CAPACITY, pliant_body_attach(body, &hold, &attachment));
    hold.surface_point_count = 2, hold.use_target = 1;
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_attach(body, &hold, &attachment));
    hold.use_target = 0, hold.surface_point_stride = 11;
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_attach(body, &hold, &attachment));
    hold.surface_point_stride = 0, hold.vertices = &far, hold.vertex_count = 1;
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_attach(body, &hold, &attachment));
    EXPECT_SAYS("pliant_body_attach: both vertices and surface_points are given, expected one of them");
    hold = attachment_d, hold.surface_point_count = 1;
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_attach(body, &hold, &attachment));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_read_file("x.msh", 2, &asset)); /* neither 0 nor 1 */
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_load(room, UINT64_MAX, &asset));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_skin_asset_load(room, UINT64_MAX, &skin));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_world_restore(world, room, UINT64_MAX));
    EXPECT(ERROR_CAPACITY, pliant_asset_save(asset, room, 1, &n64));
    EXPECT(ERROR_CAPACITY, pliant_skin_asset_save(skin, room, 1, &n64));
    EXPECT(ERROR_CAPACITY, pliant_skin_asset_indices(skin, (uint32_t *)room, 1, &n64));
    EXPECT(ERROR_CAPACITY, pliant_world_save(world, room, 1, &n64));
    EXPECT(ERROR_CAPACITY, pliant_world_plan_text(world, room, 1, &n64));
    memset(room, 0x5A, sizeof room); /* a pattern that shows what was written */
    EXPECT(ERROR_FORMAT, pliant_asset_load(room, sizeof room, &asset));
    EXPECT(ERROR_FORMAT, pliant_asset_load(room, 0, &asset));
    EXPECT(ERROR_FORMAT, pliant_skin_asset_load(room, sizeof room, &skin));
    EXPECT(ERROR_FORMAT, pliant_world_restore(world, room, sizeof room));
    EXPECT_TRUE(pliant_last_error((char *)room, 0) == PLIANT_ERROR_INVALID_ARGUMENT);
    EXPECT(ERROR_IO, pliant_asset_read_file("no/such/file.msh", 0, &asset));
    EXPECT(ERROR_IO, pliant_skin_asset_read_file(asset, "no/such/file.obj", &skin));
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_asset_read_file("\xff.msh", 0, &asset));
}

/* Whole sentences: the function, the field, its value by its name in C, what is allowed. */
static void sentences(void) {
    WITH(PliantWorldDesc, world_d, struct_size, 8, pliant_world_create(&bad, &world));
    EXPECT_SAYS("pliant_world_create: desc->struct_size is 8, expected sizeof(PliantWorldDesc), which is 64");
    WITH(PliantWorldDesc, world_d, length_unit_m, 1e7f, pliant_world_create(&bad, &world));
    EXPECT_SAYS("pliant_world_create: length_unit_m is 1e7, expected 1e-6 to 1000000");
    WITH(PliantWorldDesc, world_d, flags, 17, pliant_world_create(&bad, &world));
    EXPECT_SAYS("pliant_world_create: flags is 0x11, of which the bits 0x10 have no meaning; expected 0 or bits of "
                "PLIANT_WORLD_TIMESTAMPS (1), PLIANT_WORLD_PORTABLE_LIMITS (2), PLIANT_WORLD_IMPULSES (4) or "
                "PLIANT_WORLD_EVENTS (8)");
    WITH(PliantColliderDesc, collider_d, shape, 0, pliant_collider_add(world, &bad, &collider));
    EXPECT_SAYS("pliant_collider_add: shape is 0, expected PLIANT_SHAPE_PLANE (1), PLIANT_SHAPE_SPHERE (2), "
                "PLIANT_SHAPE_CAPSULE (3), PLIANT_SHAPE_CUBOID (4), PLIANT_SHAPE_MESH (5), PLIANT_SHAPE_CONVEX (6), "
                "PLIANT_SHAPE_HEIGHTFIELD (7), PLIANT_SHAPE_SDF (8) or PLIANT_SHAPE_COMPOUND (9)");
    PliantColliderDesc ball = collider_d;
    ball.shape = PLIANT_SHAPE_SPHERE, ball.size[0] = -1;
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_collider_add(world, &ball, &collider));
    EXPECT_SAYS("pliant_collider_add: size[0] is -1, expected a finite number above 0");
    PliantBodyDesc jelly = body_d;
    jelly.model = PLIANT_MODEL_NEO_HOOKEAN;
    WITH(PliantNeoHookeanDesc, neo_hookean_d, young_modulus, 1e13f, (jelly.model_desc = &bad, pliant_body_add(world, asset, &jelly, &body)));
    EXPECT_SAYS("pliant_body_add: model_desc.young_modulus is 1e13, expected 1 to 1e12");
    jelly.model = PLIANT_MODEL_DEFAULT, jelly.model_desc = &neo_hookean_d;
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_body_add(world, asset, &jelly, &body));
    EXPECT_SAYS("pliant_body_add: desc->model_desc is given, but model is PLIANT_MODEL_DEFAULT (0): set model to the one "
                "whose struct it is");
    WITH(PliantBodyDesc, body_d, model, 9, pliant_body_add(world, asset, &bad, &body));
    EXPECT_SAYS("pliant_body_add: model is 9, expected PLIANT_MODEL_DEFAULT (0), PLIANT_MODEL_NEO_HOOKEAN (1), "
                "PLIANT_MODEL_MASS_SPRING (2), PLIANT_MODEL_SHAPE_MATCHING (3), PLIANT_MODEL_CLOTH (4), PLIANT_MODEL_RIGID (5) or PLIANT_MODEL_BALLOON (6)");
    WITH(PliantBodyDesc, body_d, pose.rotation[3], 3, pliant_body_add(world, asset, &bad, &body));
    EXPECT_SAYS("pliant_body_add: pose.rotation has length 3, expected a unit quaternion x y z w "
                "(a length of 0.5 to 2 is brought to 1)");
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_world_step(world, 0, NULL));
    EXPECT_SAYS("pliant_world_step: dt is 0, expected 1e-9 to 0.2 s");
    const float nowhere[3] = {0, NAN, 0};
    EXPECT(ERROR_INVALID_ARGUMENT, pliant_world_set_gravity(world, nowhere));
    EXPECT_SAYS("pliant_world_set_gravity: gravity[1] is NaN, expected a finite number");
    PliantBodyId none = {0};
    EXPECT(ERROR_INVALID_HANDLE, pliant_body_remove(none));
    EXPECT_SAYS("pliant_body_remove: the PliantBodyId is 0x0, the null handle: it was never set, or the call that makes "
                "it failed");
    PliantWorldDesc picky = world_d;
    picky.adapter_name = "no such thing";
    EXPECT(ERROR_NO_DEVICE, pliant_world_create(&picky, &world));
    char text[1025] = "";
    PliantAdapterInfo best = {.struct_size = sizeof best};
    EXPECT(OK, pliant_adapter_get(0, &best));
    pliant_last_error(text, sizeof text);
    EXPECT_TRUE(strstr(text, "no adapter with \"no such thing\" in its name (adapter_name); ") != NULL);
    EXPECT_TRUE(strstr(text, (const char *)best.name) != NULL && strstr(text, "this machine has") != NULL);
}

/* Another thread waits inside the world for long steps. */
static atomic_int waiting;

static void *wait_in_world(void *unused) {
    (void)unused;
    atomic_store(&waiting, 1);
    int32_t status;
    do {
        status = pliant_world_wait(world, UINT64_C(600000000000)); /* the other thread may be looking just now */
    } while (status == PLIANT_ERROR_BUSY);
    EXPECT_TRUE(status == PLIANT_OK);
    return NULL;
}

static double seconds(void) {
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void second_thread(void) {
    const float one = 1;
    double start = 0;
    EXPECT(OK, pliant_body_set_schedule(body, 16, 8));
    for (int i = 0; i < 2; i++) { /* the first step also compiles */
        start = seconds();
        EXPECT(OK, pliant_world_step(world, 0.01f, NULL));
        EXPECT(OK, pliant_world_wait(world, UINT64_C(600000000000)));
    }
    double iterations = 8 * 0.3 / (seconds() - start); /* for steps of 0.3 s, within the limit */
    EXPECT(OK, pliant_body_set_schedule(body, 16, iterations < 1 ? 1 : iterations > 256 ? 256 : (uint32_t)iterations));
    for (int i = 0; i < 4; i++) EXPECT(OK, pliant_world_step(world, 0.01f, NULL));
    pthread_t thread;
    PliantVertexView view = {.struct_size = sizeof view};
    EXPECT(OK, pliant_body_map_vertices(body, 0, PLIANT_MAP_LATEST, &view));
    EXPECT_TRUE(pthread_create(&thread, NULL, wait_in_world, NULL) == 0);
    while (!atomic_load(&waiting)) {}
    PliantWorldStats stats = {.struct_size = sizeof stats};
    const struct timespec pause = {.tv_nsec = 1000000};
    for (int i = 0; i < 5000 && pliant_world_stats(world, &stats) == PLIANT_OK; i++) nanosleep(&pause, NULL);
    EXPECT(ERROR_BUSY, pliant_world_step(world, 0.01f, NULL));
    EXPECT(ERROR_BUSY, pliant_world_wait(world, 0));
    EXPECT(ERROR_BUSY, pliant_world_prepare(world, NULL, 0, NULL));
    EXPECT(ERROR_BUSY, pliant_world_stats(world, &stats));
    EXPECT(ERROR_BUSY, pliant_world_stage_time(world, 0, OUT(PliantStageTime)));
    EXPECT(ERROR_BUSY, pliant_world_impulses(world, PLIANT_MAP_LATEST, OUT(PliantImpulseView)));
    EXPECT(ERROR_BUSY, pliant_world_events(world, PLIANT_MAP_LATEST, OUT(PliantEventView)));
    EXPECT(ERROR_BUSY, pliant_world_state_hash(world, &n64));
    EXPECT(ERROR_BUSY, pliant_world_save(world, NULL, 0, &n64));
    EXPECT(ERROR_BUSY, pliant_world_restore(world, room, sizeof room));
    EXPECT(ERROR_BUSY, pliant_world_translate(world, 1, &n64));
    EXPECT(ERROR_BUSY, pliant_world_set_gravity(world, down));
    EXPECT(ERROR_BUSY, pliant_world_set_origin(world, away));
    EXPECT(ERROR_BUSY, pliant_world_set_wind(world, down));
    EXPECT(ERROR_BUSY, pliant_query_rays(world, &ray, 1, &ticket));
    EXPECT(ERROR_BUSY, pliant_query_closest(world, &near, 1, &ticket));
    EXPECT(ERROR_BUSY, pliant_query_overlaps(world, &ball, 1, &ticket));
    EXPECT(ERROR_BUSY, pliant_query_fetch(ticket, &hit, 1, &n32));
    EXPECT(ERROR_BUSY, pliant_query_fetch_overlaps(ticket, &overlap, 1, &n32, NULL));
    EXPECT(ERROR_BUSY, pliant_query_wait(ticket));
    EXPECT(ERROR_BUSY, pliant_query_drop(ticket));
    EXPECT(ERROR_BUSY, pliant_ccd_vertex_triangle(world, 1, swept[0], times));
    EXPECT(ERROR_BUSY, pliant_ccd_edge_edge(world, 1, swept[0], times));
    EXPECT(ERROR_BUSY, pliant_world_adapter(world, OUT(PliantAdapterInfo)));
    EXPECT(ERROR_BUSY, pliant_world_plan_text(world, NULL, 0, &n64));
    EXPECT(ERROR_BUSY, pliant_body_add(world, asset, &body_d, &body));
    EXPECT(ERROR_BUSY, pliant_body_remove(body));
    EXPECT(ERROR_BUSY, pliant_body_teleport(body, &pose, NULL, NULL, PLIANT_TELEPORT_PINS_FOLLOW));
    EXPECT(ERROR_BUSY, pliant_body_apply_impulse(body, down, NULL));
    EXPECT(ERROR_BUSY, pliant_body_set_model(body, PLIANT_MODEL_NEO_HOOKEAN, &neo_hookean_d));
    EXPECT(ERROR_BUSY, pliant_body_set_inverse_masses(body, &triangles[0][0], &one, 1));
    EXPECT(ERROR_BUSY, pliant_body_set_schedule(body, 1, 1));
    EXPECT(ERROR_BUSY, pliant_body_info(body, OUT(PliantBodyInfo)));
    EXPECT(ERROR_BUSY, pliant_body_motion(body, OUT(PliantBodyMotion)));
    EXPECT(ERROR_BUSY, pliant_body_add_skin(body, skin, NULL, &n32));
    EXPECT(ERROR_BUSY, pliant_body_remove_skins(body));
    EXPECT(ERROR_BUSY, pliant_body_ignore_body(body, body, 1));
    EXPECT(ERROR_BUSY, pliant_body_ignore_collider(body, collider, 1));
    EXPECT(ERROR_BUSY, pliant_body_map_vertices(body, 0, PLIANT_MAP_LATEST, OUT(PliantVertexView)));
    EXPECT(ERROR_BUSY, pliant_body_map_particles(body, PLIANT_MAP_LATEST, OUT(PliantParticleView)));
    EXPECT(ERROR_BUSY, pliant_body_attach(body, &attachment_d, &attachment));
    EXPECT(ERROR_BUSY, pliant_attachment_release(attachment));
    EXPECT(ERROR_BUSY, pliant_collider_add(world, &collider_d, &collider));
    EXPECT(ERROR_BUSY, pliant_collider_move(collider, &pose));
    EXPECT(ERROR_BUSY, pliant_collider_place(collider, &pose));
    EXPECT(ERROR_BUSY, pliant_collider_remove(collider));
    EXPECT(ERROR_BUSY, pliant_frame_add(world, &pose, 0, &frame));
    EXPECT(ERROR_BUSY, pliant_frame_move(frame, &pose));
    EXPECT(ERROR_BUSY, pliant_frame_place(frame, &pose));
    EXPECT(ERROR_BUSY, pliant_frame_remove(frame));
    EXPECT(ERROR_BUSY, pliant_collider_info(collider, OUT(PliantColliderInfo)));
    EXPECT(ERROR_BUSY, pliant_frame_info(frame, OUT(PliantFrameInfo)));
    EXPECT(ERROR_BUSY, pliant_attachment_info(attachment, OUT(PliantAttachmentInfo)));
    EXPECT(OK, pliant_unmap(view.map)); /* never busy; nor is pliant_world_destroy, see threads.c */
    EXPECT(ERROR_INVALID_HANDLE, pliant_unmap(view.map));
    EXPECT(OK, pliant_world_stats(other_world, &stats)); /* other worlds go on, and so do assets */
    EXPECT(OK, pliant_asset_info(asset, OUT(PliantAssetInfo)));
    EXPECT_TRUE(pthread_join(thread, NULL) == 0);
    EXPECT(OK, pliant_world_stats(world, &stats));
}

static void after_destroy(void) {
    PliantVertexView view = {.struct_size = sizeof view};
    EXPECT(OK, pliant_body_map_vertices(body, 0, PLIANT_MAP_WAIT, &view));
    EXPECT(OK, pliant_world_destroy(world)); /* with a mapped result */
    const float one = 1;
    EXPECT(ERROR_INVALID_HANDLE, pliant_unmap(view.map));
    EXPECT(ERROR_INVALID_HANDLE, pliant_world_destroy(world));
    EXPECT(ERROR_INVALID_HANDLE, pliant_world_step(world, 0.01f, NULL));
    EXPECT(ERROR_INVALID_HANDLE, pliant_world_wait(world, 0));
    EXPECT(ERROR_INVALID_HANDLE, pliant_world_prepare(world, NULL, 0, NULL));
    EXPECT(ERROR_INVALID_HANDLE, pliant_world_stats(world, OUT(PliantWorldStats)));
    EXPECT(ERROR_INVALID_HANDLE, pliant_world_stage_time(world, 0, OUT(PliantStageTime)));
    EXPECT(ERROR_INVALID_HANDLE, pliant_world_impulses(world, PLIANT_MAP_LATEST, OUT(PliantImpulseView)));
    EXPECT(ERROR_INVALID_HANDLE, pliant_world_events(world, PLIANT_MAP_LATEST, OUT(PliantEventView)));
    EXPECT(ERROR_INVALID_HANDLE, pliant_world_state_hash(world, &n64));
    EXPECT(ERROR_INVALID_HANDLE, pliant_world_save(world, NULL, 0, &n64));
    EXPECT(ERROR_INVALID_HANDLE, pliant_world_restore(world, room, sizeof room));
    EXPECT(ERROR_INVALID_HANDLE, pliant_world_translate(world, 1, &n64));
    EXPECT(ERROR_INVALID_HANDLE, pliant_world_set_gravity(world, down));
    EXPECT(ERROR_INVALID_HANDLE, pliant_world_set_origin(world, away));
    EXPECT(ERROR_INVALID_HANDLE, pliant_world_set_wind(world, down));
    EXPECT(ERROR_INVALID_HANDLE, pliant_query_rays(world, &ray, 1, &ticket));
    EXPECT(ERROR_INVALID_HANDLE, pliant_query_closest(world, &near, 1, &ticket));
    EXPECT(ERROR_INVALID_HANDLE, pliant_query_overlaps(world, &ball, 1, &ticket));
    EXPECT(ERROR_INVALID_HANDLE, pliant_query_fetch(ticket, &hit, 1, &n32));
    EXPECT(ERROR_INVALID_HANDLE, pliant_query_fetch_overlaps(ticket, &overlap, 1, &n32, NULL));
    EXPECT(ERROR_INVALID_HANDLE, pliant_query_wait(ticket));
    EXPECT(ERROR_INVALID_HANDLE, pliant_query_drop(ticket));
    EXPECT(ERROR_INVALID_HANDLE, pliant_ccd_vertex_triangle(world, 1, swept[0], times));
    EXPECT(ERROR_INVALID_HANDLE, pliant_ccd_edge_edge(world, 1, swept[0], times));
    EXPECT(ERROR_INVALID_HANDLE, pliant_world_adapter(world, OUT(PliantAdapterInfo)));
    EXPECT(ERROR_INVALID_HANDLE, pliant_world_plan_text(world, NULL, 0, &n64));
    EXPECT(ERROR_INVALID_HANDLE, pliant_body_add(world, asset, &body_d, &body));
    EXPECT(ERROR_INVALID_HANDLE, pliant_body_remove(body));
    EXPECT(ERROR_INVALID_HANDLE, pliant_body_teleport(body, &pose, NULL, NULL, PLIANT_TELEPORT_PINS_FOLLOW));
    EXPECT(ERROR_INVALID_HANDLE, pliant_body_apply_impulse(body, down, NULL));
    EXPECT(ERROR_INVALID_HANDLE, pliant_body_set_model(body, PLIANT_MODEL_NEO_HOOKEAN, &neo_hookean_d));
    EXPECT(ERROR_INVALID_HANDLE, pliant_body_set_inverse_masses(body, &triangles[0][0], &one, 1));
    EXPECT(ERROR_INVALID_HANDLE, pliant_body_set_schedule(body, 1, 1));
    EXPECT(ERROR_INVALID_HANDLE, pliant_body_info(body, OUT(PliantBodyInfo)));
    EXPECT(ERROR_INVALID_HANDLE, pliant_body_motion(body, OUT(PliantBodyMotion)));
    EXPECT(ERROR_INVALID_HANDLE, pliant_body_add_skin(body, skin, NULL, &n32));
    EXPECT(ERROR_INVALID_HANDLE, pliant_body_remove_skins(body));
    EXPECT(ERROR_INVALID_HANDLE, pliant_body_ignore_body(body, body, 1));
    EXPECT(ERROR_INVALID_HANDLE, pliant_body_ignore_collider(body, collider, 1));
    EXPECT(ERROR_INVALID_HANDLE, pliant_body_map_vertices(body, 0, PLIANT_MAP_WAIT, &view));
    EXPECT(ERROR_INVALID_HANDLE, pliant_body_map_particles(body, PLIANT_MAP_WAIT, OUT(PliantParticleView)));
    EXPECT(ERROR_INVALID_HANDLE, pliant_body_attach(body, &attachment_d, &attachment));
    EXPECT(ERROR_INVALID_HANDLE, pliant_attachment_release(attachment));
    EXPECT(ERROR_INVALID_HANDLE, pliant_collider_add(world, &collider_d, &collider));
    EXPECT(ERROR_INVALID_HANDLE, pliant_collider_move(collider, &pose));
    EXPECT(ERROR_INVALID_HANDLE, pliant_collider_place(collider, &pose));
    EXPECT(ERROR_INVALID_HANDLE, pliant_collider_remove(collider));
    EXPECT(ERROR_INVALID_HANDLE, pliant_frame_add(world, &pose, 0, &frame));
    EXPECT(ERROR_INVALID_HANDLE, pliant_frame_move(frame, &pose));
    EXPECT(ERROR_INVALID_HANDLE, pliant_frame_place(frame, &pose));
    EXPECT(ERROR_INVALID_HANDLE, pliant_frame_remove(frame));
    EXPECT(ERROR_INVALID_HANDLE, pliant_collider_info(collider, OUT(PliantColliderInfo)));
    EXPECT(ERROR_INVALID_HANDLE, pliant_frame_info(frame, OUT(PliantFrameInfo)));
    EXPECT(ERROR_INVALID_HANDLE, pliant_attachment_info(attachment, OUT(PliantAttachmentInfo)));
    PliantWorldId next = new_world(); /* has another number, so no old handle is valid in it */
    EXPECT(ERROR_INVALID_HANDLE, pliant_body_info(body, OUT(PliantBodyInfo)));
    EXPECT(OK, pliant_world_destroy(next));
    EXPECT(OK, pliant_world_destroy(other_world));
    EXPECT(OK, pliant_skin_asset_retain(skin));
    EXPECT(OK, pliant_skin_asset_release(skin));
    EXPECT(OK, pliant_skin_asset_release(skin));
    EXPECT(ERROR_INVALID_HANDLE, pliant_skin_asset_release(skin));
    EXPECT(OK, pliant_asset_retain(asset));
    EXPECT(OK, pliant_asset_release(asset));
    EXPECT(OK, pliant_asset_release(asset));
    EXPECT(ERROR_INVALID_HANDLE, pliant_asset_info(asset, OUT(PliantAssetInfo)));
    EXPECT(OK, pliant_shutdown());
}

int main(void) {
    set_up();
    null_pointers();
    world_handles();
    object_handles();
    struct_sizes();
    numbers();
    counts();
    sentences();
    second_thread();
    after_destroy();
    return finish("misuse");
}
