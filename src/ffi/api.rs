//! All functions as a table of pointers. Written by `cargo xtask bindings`; do not edit.

use super::log::PliantLogMessage;
use crate::desc::*;
use crate::ids::*;
use crate::math::*;
use crate::view::*;
use std::ffi::{c_char, c_void};

/// All functions. New functions are added at the end, so that the table of an older header stays valid.
// Long lines, so that a function takes two.
#[rustfmt::skip]
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct PliantApi {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// Reserved, zero.
    pub reserved: u32,
    /// See `pliant_abi_info`.
    pub abi_info: Option<unsafe extern "C" fn(out_info: *mut PliantAbiInfo) -> i32>,
    /// See `pliant_abi_struct_size`.
    pub abi_struct_size: Option<unsafe extern "C" fn(name: *const c_char, out_size: *mut u32) -> i32>,
    /// See `pliant_debug_resource_count`.
    pub debug_resource_count: Option<unsafe extern "C" fn(out_count: *mut u64) -> i32>,
    /// See `pliant_last_error`.
    pub last_error: Option<unsafe extern "C" fn(buffer: *mut c_char, capacity: u64) -> i32>,
    /// See `pliant_status_name`.
    pub status_name: Option<extern "C" fn(status: i32) -> *const c_char>,
    /// See `pliant_log_set`.
    pub log_set: Option<unsafe extern "C" fn(
        callback: Option<unsafe extern "C" fn(message: *const PliantLogMessage, user_data: *mut c_void)>,
        user_data: *mut c_void, level: u32
    ) -> i32>,
    /// See `pliant_world_desc_init`.
    pub world_desc_init: Option<unsafe extern "C" fn(desc: *mut PliantWorldDesc, struct_size: u32) -> i32>,
    /// See `pliant_world_create`.
    pub world_create: Option<unsafe extern "C" fn(desc: *const PliantWorldDesc, out_world: *mut PliantWorldId) -> i32>,
    /// See `pliant_world_destroy`.
    pub world_destroy: Option<extern "C" fn(world: PliantWorldId) -> i32>,
    /// See `pliant_world_step`.
    pub world_step: Option<unsafe extern "C" fn(world: PliantWorldId, dt: f32, out_frame: *mut u64) -> i32>,
    /// See `pliant_world_wait`.
    pub world_wait: Option<extern "C" fn(world: PliantWorldId, timeout_ns: u64) -> i32>,
    /// See `pliant_world_stats`.
    pub world_stats: Option<unsafe extern "C" fn(world: PliantWorldId, out_stats: *mut PliantWorldStats) -> i32>,
    /// See `pliant_world_state_hash`.
    pub world_state_hash: Option<unsafe extern "C" fn(world: PliantWorldId, out_hash: *mut u64) -> i32>,
    /// See `pliant_world_save`.
    pub world_save: Option<unsafe extern "C" fn(
        world: PliantWorldId, buffer: *mut u8, capacity: u64, out_size: *mut u64
    ) -> i32>,
    /// See `pliant_world_restore`.
    pub world_restore: Option<unsafe extern "C" fn(world: PliantWorldId, bytes: *const u8, size: u64) -> i32>,
    /// See `pliant_world_translate`.
    pub world_translate: Option<unsafe extern "C" fn(world: PliantWorldId, saved: u64, out_handle: *mut u64) -> i32>,
    /// See `pliant_world_set_gravity`.
    pub world_set_gravity: Option<unsafe extern "C" fn(world: PliantWorldId, gravity: *const f32) -> i32>,
    /// See `pliant_world_adapter`.
    pub world_adapter: Option<unsafe extern "C" fn(world: PliantWorldId, out_info: *mut PliantAdapterInfo) -> i32>,
    /// See `pliant_world_plan_text`.
    pub world_plan_text: Option<unsafe extern "C" fn(
        world: PliantWorldId, buffer: *mut u8, capacity: u64, out_size: *mut u64
    ) -> i32>,
    /// See `pliant_adapter_count`.
    pub adapter_count: Option<unsafe extern "C" fn(out_count: *mut u32) -> i32>,
    /// See `pliant_adapter_get`.
    pub adapter_get: Option<unsafe extern "C" fn(index: u32, out_info: *mut PliantAdapterInfo) -> i32>,
    /// See `pliant_shutdown`.
    pub shutdown: Option<extern "C" fn() -> i32>,
    /// See `pliant_asset_desc_init`.
    pub asset_desc_init: Option<unsafe extern "C" fn(desc: *mut PliantAssetDesc, struct_size: u32) -> i32>,
    /// See `pliant_asset_create`.
    pub asset_create: Option<unsafe extern "C" fn(desc: *const PliantAssetDesc, out_asset: *mut PliantAssetId) -> i32>,
    /// See `pliant_asset_read_file`.
    pub asset_read_file: Option<unsafe extern "C" fn(
        path: *const c_char, drop_unreferenced: u32, out_asset: *mut PliantAssetId
    ) -> i32>,
    /// See `pliant_asset_load`.
    pub asset_load: Option<unsafe extern "C" fn(bytes: *const u8, size: u64, out_asset: *mut PliantAssetId) -> i32>,
    /// See `pliant_asset_save`.
    pub asset_save: Option<unsafe extern "C" fn(
        asset: PliantAssetId, buffer: *mut u8, capacity: u64, out_size: *mut u64
    ) -> i32>,
    /// See `pliant_asset_info`.
    pub asset_info: Option<unsafe extern "C" fn(asset: PliantAssetId, out_info: *mut PliantAssetInfo) -> i32>,
    /// See `pliant_asset_retain`.
    pub asset_retain: Option<extern "C" fn(asset: PliantAssetId) -> i32>,
    /// See `pliant_asset_release`.
    pub asset_release: Option<extern "C" fn(asset: PliantAssetId) -> i32>,
    /// See `pliant_skin_asset_desc_init`.
    pub skin_asset_desc_init: Option<unsafe extern "C" fn(desc: *mut PliantSkinAssetDesc, struct_size: u32) -> i32>,
    /// See `pliant_skin_asset_create`.
    pub skin_asset_create: Option<unsafe extern "C" fn(
        asset: PliantAssetId, desc: *const PliantSkinAssetDesc, out_skin: *mut PliantSkinAssetId
    ) -> i32>,
    /// See `pliant_skin_asset_read_file`.
    pub skin_asset_read_file: Option<unsafe extern "C" fn(
        asset: PliantAssetId, path: *const c_char, out_skin: *mut PliantSkinAssetId
    ) -> i32>,
    /// See `pliant_skin_asset_from_surface`.
    pub skin_asset_from_surface: Option<unsafe extern "C" fn(
        asset: PliantAssetId, out_skin: *mut PliantSkinAssetId
    ) -> i32>,
    /// See `pliant_skin_asset_load`.
    pub skin_asset_load: Option<unsafe extern "C" fn(
        bytes: *const u8, size: u64, out_skin: *mut PliantSkinAssetId
    ) -> i32>,
    /// See `pliant_skin_asset_save`.
    pub skin_asset_save: Option<unsafe extern "C" fn(
        skin: PliantSkinAssetId, buffer: *mut u8, capacity: u64, out_size: *mut u64
    ) -> i32>,
    /// See `pliant_skin_asset_indices`.
    pub skin_asset_indices: Option<unsafe extern "C" fn(
        skin: PliantSkinAssetId, buffer: *mut u32, capacity: u64, out_count: *mut u64
    ) -> i32>,
    /// See `pliant_skin_asset_info`.
    pub skin_asset_info: Option<unsafe extern "C" fn(
        skin: PliantSkinAssetId, out_info: *mut PliantSkinAssetInfo
    ) -> i32>,
    /// See `pliant_skin_asset_retain`.
    pub skin_asset_retain: Option<extern "C" fn(skin: PliantSkinAssetId) -> i32>,
    /// See `pliant_skin_asset_release`.
    pub skin_asset_release: Option<extern "C" fn(skin: PliantSkinAssetId) -> i32>,
    /// See `pliant_neo_hookean_desc_init`.
    pub neo_hookean_desc_init: Option<unsafe extern "C" fn(desc: *mut PliantNeoHookeanDesc, struct_size: u32) -> i32>,
    /// See `pliant_mass_spring_desc_init`.
    pub mass_spring_desc_init: Option<unsafe extern "C" fn(desc: *mut PliantMassSpringDesc, struct_size: u32) -> i32>,
    /// See `pliant_shape_matching_desc_init`.
    pub shape_matching_desc_init: Option<unsafe extern "C" fn(
        desc: *mut PliantShapeMatchingDesc, struct_size: u32
    ) -> i32>,
    /// See `pliant_cloth_desc_init`.
    pub cloth_desc_init: Option<unsafe extern "C" fn(desc: *mut PliantClothDesc, struct_size: u32) -> i32>,
    /// See `pliant_rigid_desc_init`.
    pub rigid_desc_init: Option<unsafe extern "C" fn(desc: *mut PliantRigidDesc, struct_size: u32) -> i32>,
    /// See `pliant_body_desc_init`.
    pub body_desc_init: Option<unsafe extern "C" fn(desc: *mut PliantBodyDesc, struct_size: u32) -> i32>,
    /// See `pliant_body_add`.
    pub body_add: Option<unsafe extern "C" fn(
        world: PliantWorldId, asset: PliantAssetId, desc: *const PliantBodyDesc, out_body: *mut PliantBodyId
    ) -> i32>,
    /// See `pliant_body_remove`.
    pub body_remove: Option<extern "C" fn(body: PliantBodyId) -> i32>,
    /// See `pliant_body_teleport`.
    pub body_teleport: Option<unsafe extern "C" fn(
        body: PliantBodyId, pose: *const PliantPose, linear_velocity: *const f32, angular_velocity: *const f32,
        pins: u32
    ) -> i32>,
    /// See `pliant_body_apply_impulse`.
    pub body_apply_impulse: Option<unsafe extern "C" fn(
        body: PliantBodyId, impulse: *const f32, point: *const f64
    ) -> i32>,
    /// See `pliant_body_set_model`.
    pub body_set_model: Option<unsafe extern "C" fn(body: PliantBodyId, model: u32, model_desc: *const c_void) -> i32>,
    /// See `pliant_body_set_inverse_masses`.
    pub body_set_inverse_masses: Option<unsafe extern "C" fn(
        body: PliantBodyId, vertices: *const u32, inverse_masses: *const f32, count: u32
    ) -> i32>,
    /// See `pliant_body_set_schedule`.
    pub body_set_schedule: Option<extern "C" fn(body: PliantBodyId, substeps: u32, iterations: u32) -> i32>,
    /// See `pliant_body_motion`.
    pub body_motion: Option<unsafe extern "C" fn(body: PliantBodyId, out_motion: *mut PliantBodyMotion) -> i32>,
    /// See `pliant_body_info`.
    pub body_info: Option<unsafe extern "C" fn(body: PliantBodyId, out_info: *mut PliantBodyInfo) -> i32>,
    /// See `pliant_vertex_layout_init`.
    pub vertex_layout_init: Option<unsafe extern "C" fn(layout: *mut PliantVertexLayout, struct_size: u32) -> i32>,
    /// See `pliant_body_add_skin`.
    pub body_add_skin: Option<unsafe extern "C" fn(
        body: PliantBodyId, skin: PliantSkinAssetId, layout: *const PliantVertexLayout, out_index: *mut u32
    ) -> i32>,
    /// See `pliant_body_remove_skins`.
    pub body_remove_skins: Option<extern "C" fn(body: PliantBodyId) -> i32>,
    /// See `pliant_body_map_vertices`.
    pub body_map_vertices: Option<unsafe extern "C" fn(
        body: PliantBodyId, skin_index: u32, mode: u32, out_view: *mut PliantVertexView
    ) -> i32>,
    /// See `pliant_body_map_particles`.
    pub body_map_particles: Option<unsafe extern "C" fn(
        body: PliantBodyId, mode: u32, out_view: *mut PliantParticleView
    ) -> i32>,
    /// See `pliant_unmap`.
    pub unmap: Option<extern "C" fn(map: PliantMapId) -> i32>,
    /// See `pliant_collider_desc_init`.
    pub collider_desc_init: Option<unsafe extern "C" fn(desc: *mut PliantColliderDesc, struct_size: u32) -> i32>,
    /// See `pliant_collider_add`.
    pub collider_add: Option<unsafe extern "C" fn(
        world: PliantWorldId, desc: *const PliantColliderDesc, out_collider: *mut PliantColliderId
    ) -> i32>,
    /// See `pliant_collider_move`.
    pub collider_move: Option<unsafe extern "C" fn(collider: PliantColliderId, pose: *const PliantPose) -> i32>,
    /// See `pliant_collider_place`.
    pub collider_place: Option<unsafe extern "C" fn(collider: PliantColliderId, pose: *const PliantPose) -> i32>,
    /// See `pliant_collider_remove`.
    pub collider_remove: Option<extern "C" fn(collider: PliantColliderId) -> i32>,
    /// See `pliant_frame_add`.
    pub frame_add: Option<unsafe extern "C" fn(
        world: PliantWorldId, pose: *const PliantPose, user_data: u64, out_frame: *mut PliantFrameId
    ) -> i32>,
    /// See `pliant_frame_move`.
    pub frame_move: Option<unsafe extern "C" fn(frame: PliantFrameId, pose: *const PliantPose) -> i32>,
    /// See `pliant_frame_place`.
    pub frame_place: Option<unsafe extern "C" fn(frame: PliantFrameId, pose: *const PliantPose) -> i32>,
    /// See `pliant_frame_remove`.
    pub frame_remove: Option<extern "C" fn(frame: PliantFrameId) -> i32>,
    /// See `pliant_attachment_desc_init`.
    pub attachment_desc_init: Option<unsafe extern "C" fn(desc: *mut PliantAttachmentDesc, struct_size: u32) -> i32>,
    /// See `pliant_body_attach`.
    pub body_attach: Option<unsafe extern "C" fn(
        body: PliantBodyId, desc: *const PliantAttachmentDesc, out_attachment: *mut PliantAttachmentId
    ) -> i32>,
    /// See `pliant_attachment_release`.
    pub attachment_release: Option<extern "C" fn(attachment: PliantAttachmentId) -> i32>,
    /// See `pliant_world_stage_time`.
    pub world_stage_time: Option<unsafe extern "C" fn(
        world: PliantWorldId, stage: u32, out_time: *mut PliantStageTime
    ) -> i32>,
    /// See `pliant_collider_info`.
    pub collider_info: Option<unsafe extern "C" fn(
        collider: PliantColliderId, out_info: *mut PliantColliderInfo
    ) -> i32>,
    /// See `pliant_frame_info`.
    pub frame_info: Option<unsafe extern "C" fn(frame: PliantFrameId, out_info: *mut PliantFrameInfo) -> i32>,
    /// See `pliant_attachment_info`.
    pub attachment_info: Option<unsafe extern "C" fn(
        attachment: PliantAttachmentId, out_info: *mut PliantAttachmentInfo
    ) -> i32>,
    /// See `pliant_surface_desc_init`.
    pub surface_desc_init: Option<unsafe extern "C" fn(desc: *mut PliantSurfaceDesc, struct_size: u32) -> i32>,
    /// See `pliant_region_desc_init`.
    pub region_desc_init: Option<unsafe extern "C" fn(desc: *mut PliantRegionDesc, struct_size: u32) -> i32>,
    /// See `pliant_asset_create_from_surface`.
    pub asset_create_from_surface: Option<unsafe extern "C" fn(
        desc: *const PliantSurfaceDesc,
        progress: Option<unsafe extern "C" fn(done: f32, user_data: *mut c_void) -> i32>, user_data: *mut c_void,
        out_assets: *mut PliantAssetId
    ) -> i32>,
    /// See `pliant_asset_surface_report`.
    pub asset_surface_report: Option<unsafe extern "C" fn(
        asset: PliantAssetId, out_report: *mut PliantSurfaceReport
    ) -> i32>,
    /// See `pliant_asset_report_text`.
    pub asset_report_text: Option<unsafe extern "C" fn(
        asset: PliantAssetId, buffer: *mut u8, capacity: u64, out_size: *mut u64
    ) -> i32>,
    /// See `pliant_cluster_desc_init`.
    pub cluster_desc_init: Option<unsafe extern "C" fn(desc: *mut PliantClusterDesc, struct_size: u32) -> i32>,
    /// See `pliant_points_desc_init`.
    pub points_desc_init: Option<unsafe extern "C" fn(desc: *mut PliantPointsDesc, struct_size: u32) -> i32>,
    /// See `pliant_asset_create_from_points`.
    pub asset_create_from_points: Option<unsafe extern "C" fn(
        desc: *const PliantPointsDesc, out_asset: *mut PliantAssetId
    ) -> i32>,
    /// See `pliant_asset_create_with_clusters`.
    pub asset_create_with_clusters: Option<unsafe extern "C" fn(
        asset: PliantAssetId, desc: *const PliantClusterDesc, out_asset: *mut PliantAssetId
    ) -> i32>,
    /// See `pliant_sheet_desc_init`.
    pub sheet_desc_init: Option<unsafe extern "C" fn(desc: *mut PliantSheetDesc, struct_size: u32) -> i32>,
    /// See `pliant_asset_create_from_sheet`.
    pub asset_create_from_sheet: Option<unsafe extern "C" fn(
        desc: *const PliantSheetDesc, out_asset: *mut PliantAssetId
    ) -> i32>,
    /// See `pliant_world_set_origin`.
    pub world_set_origin: Option<unsafe extern "C" fn(world: PliantWorldId, origin: *const f64) -> i32>,
    /// See `pliant_world_set_wind`.
    pub world_set_wind: Option<unsafe extern "C" fn(world: PliantWorldId, wind: *const f32) -> i32>,
    /// See `pliant_ccd_vertex_triangle`.
    pub ccd_vertex_triangle: Option<unsafe extern "C" fn(
        world: PliantWorldId, query_count: u32, points: *const f32, out_times: *mut f32
    ) -> i32>,
    /// See `pliant_ccd_edge_edge`.
    pub ccd_edge_edge: Option<unsafe extern "C" fn(
        world: PliantWorldId, query_count: u32, points: *const f32, out_times: *mut f32
    ) -> i32>,
    /// See `pliant_shape_mesh_desc_init`.
    pub shape_mesh_desc_init: Option<unsafe extern "C" fn(desc: *mut PliantShapeMeshDesc, struct_size: u32) -> i32>,
    /// See `pliant_shape_convex_desc_init`.
    pub shape_convex_desc_init: Option<unsafe extern "C" fn(desc: *mut PliantShapeConvexDesc, struct_size: u32) -> i32>,
    /// See `pliant_shape_heightfield_desc_init`.
    pub shape_heightfield_desc_init: Option<unsafe extern "C" fn(
        desc: *mut PliantShapeHeightfieldDesc, struct_size: u32
    ) -> i32>,
    /// See `pliant_shape_sdf_desc_init`.
    pub shape_sdf_desc_init: Option<unsafe extern "C" fn(desc: *mut PliantShapeSdfDesc, struct_size: u32) -> i32>,
    /// See `pliant_shape_part_desc_init`.
    pub shape_part_desc_init: Option<unsafe extern "C" fn(desc: *mut PliantShapePartDesc, struct_size: u32) -> i32>,
    /// See `pliant_shape_compound_desc_init`.
    pub shape_compound_desc_init: Option<unsafe extern "C" fn(
        desc: *mut PliantShapeCompoundDesc, struct_size: u32
    ) -> i32>,
    /// See `pliant_shape_create_mesh`.
    pub shape_create_mesh: Option<unsafe extern "C" fn(
        desc: *const PliantShapeMeshDesc, shape: *mut PliantShapeId
    ) -> i32>,
    /// See `pliant_shape_create_convex`.
    pub shape_create_convex: Option<unsafe extern "C" fn(
        desc: *const PliantShapeConvexDesc, shape: *mut PliantShapeId
    ) -> i32>,
    /// See `pliant_shape_create_heightfield`.
    pub shape_create_heightfield: Option<unsafe extern "C" fn(
        desc: *const PliantShapeHeightfieldDesc, shape: *mut PliantShapeId
    ) -> i32>,
    /// See `pliant_shape_create_sdf`.
    pub shape_create_sdf: Option<unsafe extern "C" fn(
        desc: *const PliantShapeSdfDesc, shape: *mut PliantShapeId
    ) -> i32>,
    /// See `pliant_shape_create_compound`.
    pub shape_create_compound: Option<unsafe extern "C" fn(
        desc: *const PliantShapeCompoundDesc, shape: *mut PliantShapeId
    ) -> i32>,
    /// See `pliant_shape_load`.
    pub shape_load: Option<unsafe extern "C" fn(bytes: *const u8, size: u64, out_shape: *mut PliantShapeId) -> i32>,
    /// See `pliant_shape_save`.
    pub shape_save: Option<unsafe extern "C" fn(
        shape: PliantShapeId, buffer: *mut u8, capacity: u64, out_size: *mut u64
    ) -> i32>,
    /// See `pliant_shape_info`.
    pub shape_info: Option<unsafe extern "C" fn(shape: PliantShapeId, out_info: *mut PliantShapeInfo) -> i32>,
    /// See `pliant_shape_retain`.
    pub shape_retain: Option<extern "C" fn(shape: PliantShapeId) -> i32>,
    /// See `pliant_shape_release`.
    pub shape_release: Option<extern "C" fn(shape: PliantShapeId) -> i32>,
    /// See `pliant_world_impulses`.
    pub world_impulses: Option<unsafe extern "C" fn(
        world: PliantWorldId, mode: u32, view: *mut PliantImpulseView
    ) -> i32>,
    /// See `pliant_body_grab`.
    pub body_grab: Option<unsafe extern "C" fn(
        hit: *const PliantHit, stiffness: f32, out_frame: *mut PliantFrameId
    ) -> i32>,
    /// See `pliant_query_rays`.
    pub query_rays: Option<unsafe extern "C" fn(
        world: PliantWorldId, rays: *const PliantRay, count: u32, out_ticket: *mut PliantTicketId
    ) -> i32>,
    /// See `pliant_query_closest`.
    pub query_closest: Option<unsafe extern "C" fn(
        world: PliantWorldId, points: *const PliantPointQuery, count: u32, out_ticket: *mut PliantTicketId
    ) -> i32>,
    /// See `pliant_query_overlaps`.
    pub query_overlaps: Option<unsafe extern "C" fn(
        world: PliantWorldId, shapes: *const PliantShapeQuery, count: u32, out_ticket: *mut PliantTicketId
    ) -> i32>,
    /// See `pliant_query_fetch`.
    pub query_fetch: Option<unsafe extern "C" fn(
        ticket: PliantTicketId, out_hits: *mut PliantHit, capacity: u32, out_count: *mut u32
    ) -> i32>,
    /// See `pliant_query_fetch_overlaps`.
    pub query_fetch_overlaps: Option<unsafe extern "C" fn(
        ticket: PliantTicketId, out_overlaps: *mut PliantOverlap, capacity: u32, out_count: *mut u32,
        out_dropped: *mut u64
    ) -> i32>,
    /// See `pliant_query_wait`.
    pub query_wait: Option<extern "C" fn(ticket: PliantTicketId) -> i32>,
    /// See `pliant_query_drop`.
    pub query_drop: Option<extern "C" fn(ticket: PliantTicketId) -> i32>,
    /// See `pliant_world_events`.
    pub world_events: Option<unsafe extern "C" fn(world: PliantWorldId, mode: u32, view: *mut PliantEventView) -> i32>,
    /// See `pliant_body_ignore_body`.
    pub body_ignore_body: Option<extern "C" fn(body: PliantBodyId, other: PliantBodyId, ignored: u32) -> i32>,
    /// See `pliant_body_ignore_collider`.
    pub body_ignore_collider: Option<extern "C" fn(
        body: PliantBodyId, collider: PliantColliderId, ignored: u32
    ) -> i32>,
    /// See `pliant_prepare_desc_init`.
    pub prepare_desc_init: Option<unsafe extern "C" fn(desc: *mut PliantPrepareDesc, struct_size: u32) -> i32>,
    /// See `pliant_world_prepare`.
    pub world_prepare: Option<unsafe extern "C" fn(
        world: PliantWorldId, desc: *const PliantPrepareDesc, timeout_ns: u64, out_state: *mut PliantPrepareState
    ) -> i32>,
    /// See `pliant_cache_open`.
    pub cache_open: Option<unsafe extern "C" fn(folder: *const c_char) -> i32>,
    /// See `pliant_balloon_desc_init`.
    pub balloon_desc_init: Option<unsafe extern "C" fn(desc: *mut PliantBalloonDesc, struct_size: u32) -> i32>,
}

#[rustfmt::skip]
impl PliantApi {
    /// The functions of this library.
    pub(super) fn new() -> Self {
        Self {
            struct_size: 0,
            reserved: 0,
            abi_info: Some(super::version::pliant_abi_info),
            abi_struct_size: Some(super::version::pliant_abi_struct_size),
            debug_resource_count: Some(super::version::pliant_debug_resource_count),
            last_error: Some(super::error::pliant_last_error),
            status_name: Some(super::error::pliant_status_name),
            log_set: Some(super::log::pliant_log_set),
            world_desc_init: Some(super::world::pliant_world_desc_init),
            world_create: Some(super::world::pliant_world_create),
            world_destroy: Some(super::world::pliant_world_destroy),
            world_step: Some(super::world::pliant_world_step),
            world_wait: Some(super::world::pliant_world_wait),
            world_stats: Some(super::world::pliant_world_stats),
            world_state_hash: Some(super::world::pliant_world_state_hash),
            world_save: Some(super::world::pliant_world_save),
            world_restore: Some(super::world::pliant_world_restore),
            world_translate: Some(super::world::pliant_world_translate),
            world_set_gravity: Some(super::world::pliant_world_set_gravity),
            world_adapter: Some(super::world::pliant_world_adapter),
            world_plan_text: Some(super::world::pliant_world_plan_text),
            adapter_count: Some(super::world::pliant_adapter_count),
            adapter_get: Some(super::world::pliant_adapter_get),
            shutdown: Some(super::world::pliant_shutdown),
            asset_desc_init: Some(super::asset::pliant_asset_desc_init),
            asset_create: Some(super::asset::pliant_asset_create),
            asset_read_file: Some(super::asset::pliant_asset_read_file),
            asset_load: Some(super::asset::pliant_asset_load),
            asset_save: Some(super::asset::pliant_asset_save),
            asset_info: Some(super::asset::pliant_asset_info),
            asset_retain: Some(super::asset::pliant_asset_retain),
            asset_release: Some(super::asset::pliant_asset_release),
            skin_asset_desc_init: Some(super::skin::pliant_skin_asset_desc_init),
            skin_asset_create: Some(super::skin::pliant_skin_asset_create),
            skin_asset_read_file: Some(super::skin::pliant_skin_asset_read_file),
            skin_asset_from_surface: Some(super::skin::pliant_skin_asset_from_surface),
            skin_asset_load: Some(super::skin::pliant_skin_asset_load),
            skin_asset_save: Some(super::skin::pliant_skin_asset_save),
            skin_asset_indices: Some(super::skin::pliant_skin_asset_indices),
            skin_asset_info: Some(super::skin::pliant_skin_asset_info),
            skin_asset_retain: Some(super::skin::pliant_skin_asset_retain),
            skin_asset_release: Some(super::skin::pliant_skin_asset_release),
            neo_hookean_desc_init: Some(super::materials::pliant_neo_hookean_desc_init),
            mass_spring_desc_init: Some(super::materials::pliant_mass_spring_desc_init),
            shape_matching_desc_init: Some(super::materials::pliant_shape_matching_desc_init),
            cloth_desc_init: Some(super::materials::pliant_cloth_desc_init),
            rigid_desc_init: Some(super::materials::pliant_rigid_desc_init),
            body_desc_init: Some(super::body::pliant_body_desc_init),
            body_add: Some(super::body::pliant_body_add),
            body_remove: Some(super::body::pliant_body_remove),
            body_teleport: Some(super::body::pliant_body_teleport),
            body_apply_impulse: Some(super::body::pliant_body_apply_impulse),
            body_set_model: Some(super::model::pliant_body_set_model),
            body_set_inverse_masses: Some(super::body::pliant_body_set_inverse_masses),
            body_set_schedule: Some(super::body::pliant_body_set_schedule),
            body_motion: Some(super::body::pliant_body_motion),
            body_info: Some(super::body::pliant_body_info),
            vertex_layout_init: Some(super::body::pliant_vertex_layout_init),
            body_add_skin: Some(super::body::pliant_body_add_skin),
            body_remove_skins: Some(super::body::pliant_body_remove_skins),
            body_map_vertices: Some(super::map::pliant_body_map_vertices),
            body_map_particles: Some(super::map::pliant_body_map_particles),
            unmap: Some(super::map::pliant_unmap),
            collider_desc_init: Some(super::collider::pliant_collider_desc_init),
            collider_add: Some(super::collider::pliant_collider_add),
            collider_move: Some(super::collider::pliant_collider_move),
            collider_place: Some(super::collider::pliant_collider_place),
            collider_remove: Some(super::collider::pliant_collider_remove),
            frame_add: Some(super::frame::pliant_frame_add),
            frame_move: Some(super::frame::pliant_frame_move),
            frame_place: Some(super::frame::pliant_frame_place),
            frame_remove: Some(super::frame::pliant_frame_remove),
            attachment_desc_init: Some(super::attachment::pliant_attachment_desc_init),
            body_attach: Some(super::attachment::pliant_body_attach),
            attachment_release: Some(super::attachment::pliant_attachment_release),
            world_stage_time: Some(super::world::pliant_world_stage_time),
            collider_info: Some(super::collider::pliant_collider_info),
            frame_info: Some(super::frame::pliant_frame_info),
            attachment_info: Some(super::attachment::pliant_attachment_info),
            surface_desc_init: Some(super::surface::pliant_surface_desc_init),
            region_desc_init: Some(super::surface::pliant_region_desc_init),
            asset_create_from_surface: Some(super::surface::pliant_asset_create_from_surface),
            asset_surface_report: Some(super::surface::pliant_asset_surface_report),
            asset_report_text: Some(super::surface::pliant_asset_report_text),
            cluster_desc_init: Some(super::points::pliant_cluster_desc_init),
            points_desc_init: Some(super::points::pliant_points_desc_init),
            asset_create_from_points: Some(super::points::pliant_asset_create_from_points),
            asset_create_with_clusters: Some(super::points::pliant_asset_create_with_clusters),
            sheet_desc_init: Some(super::sheet::pliant_sheet_desc_init),
            asset_create_from_sheet: Some(super::sheet::pliant_asset_create_from_sheet),
            world_set_origin: Some(super::world::pliant_world_set_origin),
            world_set_wind: Some(super::world::pliant_world_set_wind),
            ccd_vertex_triangle: Some(super::ccd::pliant_ccd_vertex_triangle),
            ccd_edge_edge: Some(super::ccd::pliant_ccd_edge_edge),
            shape_mesh_desc_init: Some(super::shape::pliant_shape_mesh_desc_init),
            shape_convex_desc_init: Some(super::shape::pliant_shape_convex_desc_init),
            shape_heightfield_desc_init: Some(super::shape::pliant_shape_heightfield_desc_init),
            shape_sdf_desc_init: Some(super::shape::pliant_shape_sdf_desc_init),
            shape_part_desc_init: Some(super::shape::pliant_shape_part_desc_init),
            shape_compound_desc_init: Some(super::shape::pliant_shape_compound_desc_init),
            shape_create_mesh: Some(super::shape::pliant_shape_create_mesh),
            shape_create_convex: Some(super::shape::pliant_shape_create_convex),
            shape_create_heightfield: Some(super::shape::pliant_shape_create_heightfield),
            shape_create_sdf: Some(super::shape::pliant_shape_create_sdf),
            shape_create_compound: Some(super::shape::pliant_shape_create_compound),
            shape_load: Some(super::shape::pliant_shape_load),
            shape_save: Some(super::shape::pliant_shape_save),
            shape_info: Some(super::shape::pliant_shape_info),
            shape_retain: Some(super::shape::pliant_shape_retain),
            shape_release: Some(super::shape::pliant_shape_release),
            world_impulses: Some(super::world::pliant_world_impulses),
            body_grab: Some(super::attachment::pliant_body_grab),
            query_rays: Some(super::query::pliant_query_rays),
            query_closest: Some(super::query::pliant_query_closest),
            query_overlaps: Some(super::query::pliant_query_overlaps),
            query_fetch: Some(super::query::pliant_query_fetch),
            query_fetch_overlaps: Some(super::query::pliant_query_fetch_overlaps),
            query_wait: Some(super::query::pliant_query_wait),
            query_drop: Some(super::query::pliant_query_drop),
            world_events: Some(super::world::pliant_world_events),
            body_ignore_body: Some(super::body::pliant_body_ignore_body),
            body_ignore_collider: Some(super::body::pliant_body_ignore_collider),
            prepare_desc_init: Some(super::prepare::pliant_prepare_desc_init),
            world_prepare: Some(super::prepare::pliant_world_prepare),
            cache_open: Some(super::prepare::pliant_cache_open),
            balloon_desc_init: Some(super::materials::pliant_balloon_desc_init),
        }
    }
}
