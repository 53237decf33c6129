//! Fills the table of all functions.

use super::api::PliantApi;
use super::layout;
use super::pointer::OutStruct;
use super::version::PLIANT_ABI_VERSION;
use super::{
    asset, attachment, body, ccd, collider, error, frame, log, map, model, points, query, shape,
    sheet, skin, surface, version, world,
};
use crate::error::{Error, Status};

impl PliantApi {
    /// The functions of this library.
    pub(super) fn new() -> Self {
        Self {
            abi_info: Some(version::pliant_abi_info),
            abi_struct_size: Some(version::pliant_abi_struct_size),
            debug_resource_count: Some(version::pliant_debug_resource_count),
            last_error: Some(error::pliant_last_error),
            status_name: Some(error::pliant_status_name),
            log_set: Some(log::pliant_log_set),
            world_desc_init: Some(world::pliant_world_desc_init),
            world_create: Some(world::pliant_world_create),
            world_destroy: Some(world::pliant_world_destroy),
            world_step: Some(world::pliant_world_step),
            world_wait: Some(world::pliant_world_wait),
            world_stats: Some(world::pliant_world_stats),
            world_state_hash: Some(world::pliant_world_state_hash),
            world_save: Some(world::pliant_world_save),
            world_restore: Some(world::pliant_world_restore),
            world_translate: Some(world::pliant_world_translate),
            world_set_gravity: Some(world::pliant_world_set_gravity),
            world_adapter: Some(world::pliant_world_adapter),
            world_plan_text: Some(world::pliant_world_plan_text),
            adapter_count: Some(world::pliant_adapter_count),
            adapter_get: Some(world::pliant_adapter_get),
            shutdown: Some(world::pliant_shutdown),
            asset_desc_init: Some(asset::pliant_asset_desc_init),
            asset_create: Some(asset::pliant_asset_create),
            asset_read_file: Some(asset::pliant_asset_read_file),
            asset_load: Some(asset::pliant_asset_load),
            asset_save: Some(asset::pliant_asset_save),
            asset_info: Some(asset::pliant_asset_info),
            asset_retain: Some(asset::pliant_asset_retain),
            asset_release: Some(asset::pliant_asset_release),
            skin_asset_desc_init: Some(skin::pliant_skin_asset_desc_init),
            skin_asset_create: Some(skin::pliant_skin_asset_create),
            skin_asset_read_file: Some(skin::pliant_skin_asset_read_file),
            skin_asset_from_surface: Some(skin::pliant_skin_asset_from_surface),
            skin_asset_load: Some(skin::pliant_skin_asset_load),
            skin_asset_save: Some(skin::pliant_skin_asset_save),
            skin_asset_indices: Some(skin::pliant_skin_asset_indices),
            skin_asset_info: Some(skin::pliant_skin_asset_info),
            skin_asset_retain: Some(skin::pliant_skin_asset_retain),
            skin_asset_release: Some(skin::pliant_skin_asset_release),
            ..Self::in_worlds()
        }
    }

    /// Those about what lives in a world.
    fn in_worlds() -> Self {
        Self {
            neo_hookean_desc_init: Some(model::pliant_neo_hookean_desc_init),
            mass_spring_desc_init: Some(model::pliant_mass_spring_desc_init),
            shape_matching_desc_init: Some(model::pliant_shape_matching_desc_init),
            cloth_desc_init: Some(model::pliant_cloth_desc_init),
            rigid_desc_init: Some(model::pliant_rigid_desc_init),
            body_desc_init: Some(body::pliant_body_desc_init),
            body_add: Some(body::pliant_body_add),
            body_remove: Some(body::pliant_body_remove),
            body_teleport: Some(body::pliant_body_teleport),
            body_apply_impulse: Some(body::pliant_body_apply_impulse),
            body_set_model: Some(model::pliant_body_set_model),
            body_set_inverse_masses: Some(body::pliant_body_set_inverse_masses),
            body_set_schedule: Some(body::pliant_body_set_schedule),
            body_motion: Some(body::pliant_body_motion),
            body_info: Some(body::pliant_body_info),
            vertex_layout_init: Some(body::pliant_vertex_layout_init),
            body_add_skin: Some(body::pliant_body_add_skin),
            body_remove_skins: Some(body::pliant_body_remove_skins),
            body_map_vertices: Some(map::pliant_body_map_vertices),
            body_map_particles: Some(map::pliant_body_map_particles),
            unmap: Some(map::pliant_unmap),
            collider_desc_init: Some(collider::pliant_collider_desc_init),
            collider_add: Some(collider::pliant_collider_add),
            collider_move: Some(collider::pliant_collider_move),
            collider_place: Some(collider::pliant_collider_place),
            collider_remove: Some(collider::pliant_collider_remove),
            frame_add: Some(frame::pliant_frame_add),
            frame_move: Some(frame::pliant_frame_move),
            frame_place: Some(frame::pliant_frame_place),
            frame_remove: Some(frame::pliant_frame_remove),
            attachment_desc_init: Some(attachment::pliant_attachment_desc_init),
            body_attach: Some(attachment::pliant_body_attach),
            attachment_release: Some(attachment::pliant_attachment_release),
            world_stage_time: Some(world::pliant_world_stage_time),
            collider_info: Some(collider::pliant_collider_info),
            frame_info: Some(frame::pliant_frame_info),
            attachment_info: Some(attachment::pliant_attachment_info),
            surface_desc_init: Some(surface::pliant_surface_desc_init),
            region_desc_init: Some(surface::pliant_region_desc_init),
            asset_create_from_surface: Some(surface::pliant_asset_create_from_surface),
            asset_surface_report: Some(surface::pliant_asset_surface_report),
            asset_report_text: Some(surface::pliant_asset_report_text),
            cluster_desc_init: Some(points::pliant_cluster_desc_init),
            points_desc_init: Some(points::pliant_points_desc_init),
            asset_create_from_points: Some(points::pliant_asset_create_from_points),
            asset_create_with_clusters: Some(points::pliant_asset_create_with_clusters),
            sheet_desc_init: Some(sheet::pliant_sheet_desc_init),
            asset_create_from_sheet: Some(sheet::pliant_asset_create_from_sheet),
            world_set_origin: Some(world::pliant_world_set_origin),
            world_set_wind: Some(world::pliant_world_set_wind),
            ccd_vertex_triangle: Some(ccd::pliant_ccd_vertex_triangle),
            ccd_edge_edge: Some(ccd::pliant_ccd_edge_edge),
            ..Self::of_shapes()
        }
    }

    /// Those about shapes of colliders.
    fn of_shapes() -> Self {
        Self {
            shape_mesh_desc_init: Some(shape::pliant_shape_mesh_desc_init),
            shape_convex_desc_init: Some(shape::pliant_shape_convex_desc_init),
            shape_heightfield_desc_init: Some(shape::pliant_shape_heightfield_desc_init),
            shape_sdf_desc_init: Some(shape::pliant_shape_sdf_desc_init),
            shape_part_desc_init: Some(shape::pliant_shape_part_desc_init),
            shape_compound_desc_init: Some(shape::pliant_shape_compound_desc_init),
            shape_create_mesh: Some(shape::pliant_shape_create_mesh),
            shape_create_convex: Some(shape::pliant_shape_create_convex),
            shape_create_heightfield: Some(shape::pliant_shape_create_heightfield),
            shape_create_sdf: Some(shape::pliant_shape_create_sdf),
            shape_create_compound: Some(shape::pliant_shape_create_compound),
            shape_load: Some(shape::pliant_shape_load),
            shape_save: Some(shape::pliant_shape_save),
            shape_info: Some(shape::pliant_shape_info),
            shape_retain: Some(shape::pliant_shape_retain),
            shape_release: Some(shape::pliant_shape_release),
            world_impulses: Some(world::pliant_world_impulses),
            ..Self::of_queries()
        }
    }

    /// Those about places.
    fn of_queries() -> Self {
        Self {
            body_grab: Some(attachment::pliant_body_grab),
            query_rays: Some(query::pliant_query_rays),
            query_closest: Some(query::pliant_query_closest),
            query_overlaps: Some(query::pliant_query_overlaps),
            query_fetch: Some(query::pliant_query_fetch),
            query_fetch_overlaps: Some(query::pliant_query_fetch_overlaps),
            query_wait: Some(query::pliant_query_wait),
            query_drop: Some(query::pliant_query_drop),
            world_events: Some(world::pliant_world_events),
            body_ignore_body: Some(body::pliant_body_ignore_body),
            body_ignore_collider: Some(body::pliant_body_ignore_collider),
            ..Self::default()
        }
    }
}

// SAFETY: it is `repr(C)` and made of integers and nullable function pointers. Callers pass only its size.
unsafe impl layout::Plain for PliantApi {
    const LAYOUT: &'static layout::StructLayout = &layout::StructLayout {
        name: "PliantApi",
        size: size_of::<PliantApi>(),
        // Two numbers and 75 functions.
        first_size: 608,
        fields: &[],
    };
}

/// Fills a table with all functions, for callers that load the library at run time and look up one symbol only.
///
/// `version`: `PLIANT_ABI_VERSION` of the caller's header. `out_api`: not NULL, its `struct_size` set. Functions that
/// this library lacks are NULL; the others are valid while the library is loaded. Thread: any. Errors:
/// INVALID_ARGUMENT, and VERSION, after which only `pliant_last_error` may be used. Cost: none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_get_api(version: u32, out_api: *mut PliantApi) -> i32 {
    entry!("pliant_get_api", {
        let out = OutStruct::new(out_api, "out_api")?;
        if !out.size().is_multiple_of(8) {
            let message = "out_api->struct_size ends inside a field, expected sizeof(PliantApi)";
            return Err(Error::argument(message));
        }
        if version != PLIANT_ABI_VERSION {
            let message =
                format!("version is {version}, this library has ABI version {PLIANT_ABI_VERSION}");
            return Err(Error::new(Status::Version, message));
        }
        out.set(PliantApi::new());
        Ok(())
    })
}
