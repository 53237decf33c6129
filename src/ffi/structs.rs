//! Every struct of the C ABI with its fields, by name. Written by `cargo xtask bindings`; do not edit.

use super::layout::{Description, Field, Plain, StructLayout, first_size, size_of_field};
use super::log::PliantLogMessage;
use crate::desc::*;
use crate::ids::*;
use crate::math::*;
use crate::view::*;

layouts! {
    PliantAbiInfo { struct_size, abi_version, major, minor, patch, build_flags, layout_hash }
    PliantAdapterInfo {
        struct_size, device_type, vendor, device, name, driver, pci_bus_id, backend, max_workgroup_storage_bytes,
        supports_timestamps,
    }
    PliantAssetDesc {
        struct_size, vertex_count, positions, position_stride, tet_count, tets, tet_stiffness, drop_unreferenced,
        reserved, tet_density,
    }
    PliantAssetId { bits }
    PliantAssetInfo {
        struct_size, vertex_count, user_vertex_count, tet_count, edge_count, surface_triangle_count, colour_count,
        volume, low, high, centroid, kind, content_hash,
    }
    PliantAttachmentDesc {
        struct_size, vertex_count, vertices, surface_point, stiffness, frame, use_target, reserved, target, user_data,
        surface_points, surface_point_count, surface_point_stride,
    }
    PliantAttachmentId { bits }
    PliantAttachmentInfo { struct_size, vertex_count, body, frame, stiffness, reserved, user_data }
    PliantBalloonDesc {
        struct_size, model, stretch_stiffness, bending_stiffness, area_density, thickness, damping, drag, lift,
        volume_factor, bulk_modulus, gas_pressure, outside_pressure,
    }
    PliantBodyDesc {
        struct_size, executor, pose, linear_velocity, angular_velocity, scale, substeps, iterations, friction,
        restitution, layers, mask, readback_particles, model, self_contact, model_desc, user_data, events,
        event_threshold, thickness, reserved,
    }
    PliantBodyId { bits }
    PliantBodyInfo {
        struct_size, state, stopped_substep, touching_vertex_count, low, high, vertex_count, tet_count, frame,
        user_data, substeps, iterations, executor, mass, near_collider_count, model, energy_rise_count, contact,
        clamped_vertex_count, pressure, volume, reserved,
    }
    PliantBodyMotion { struct_size, reserved, frame, pose, linear_velocity, angular_velocity }
    PliantClothDesc {
        struct_size, model, stretch_stiffness, bending_stiffness, area_density, thickness, damping, drag, lift,
        max_stretch, tether_count,
    }
    PliantClusterDesc { struct_size, cluster_size, cluster_count, vertex_count, seed, starts, vertices }
    PliantColliderDesc {
        struct_size, shape, pose, size, scale, friction, restitution, layers, mask, surface_velocity, is_sensor,
        shape_asset, user_data, events, event_threshold,
    }
    PliantColliderId { bits }
    PliantColliderImpulse { collider, user_data, impulse, angular_impulse, dropped, reserved }
    PliantColliderInfo {
        struct_size, shape, pose, goal, size, scale, friction, restitution, layers, mask, surface_velocity, is_sensor,
        user_data,
    }
    PliantEvent { kind, flags, body, other_body, collider, user_data, other_user_data, point, normal, impulse }
    PliantEventView { struct_size, count, frame, events, stride, dropped_count, skipped_step_count, reserved }
    PliantFrameId { bits }
    PliantFrameInfo { struct_size, attachment_count, pose, goal, user_data }
    PliantHit { body, collider, user_data, point, distance, normal, weights, vertices, reserved }
    PliantImpulseView { struct_size, count, frame, impulses, stride, reserved }
    PliantLogMessage { struct_size, level, object, user_data, text, text_size }
    PliantMapId { bits }
    PliantMassSpringDesc { struct_size, model, young_modulus, density, damping, volume_stiffness, reserved }
    PliantNeoHookeanDesc { struct_size, model, young_modulus, poisson_ratio, density, damping, reserved }
    PliantOverlap { query, reserved, body, collider, user_data }
    PliantParticleView {
        struct_size, vertex_count, frame, origin, positions, velocities, internal_from_user, user_vertex_count,
        reserved, map,
    }
    PliantPointQuery { point, radius, mask, flags, reserved }
    PliantPointsDesc { struct_size, vertex_count, positions, position_stride, reserved, volumes, clusters }
    PliantPose { position, rotation }
    PliantPrepareDesc { struct_size, flags, assets, models, asset_count, thread_count }
    PliantPrepareState { struct_size, done_count, kernel_count, reserved }
    PliantRay { origin, direction, length, mask, flags }
    PliantRegionDesc { struct_size, vertex_count, positions, position_stride, index_count, indices, stiffness, density }
    PliantRigidDesc { struct_size, model, density, mass, inertia, inertia_products }
    PliantShapeCompoundDesc { struct_size, part_count, parts }
    PliantShapeConvexDesc { struct_size, vertex_count, positions, position_stride, reserved }
    PliantShapeHeightfieldDesc {
        struct_size, column_count, row_count, other_diagonal, spacing, heights, height_stride, reserved,
    }
    PliantShapeId { bits }
    PliantShapeInfo {
        struct_size, kind, vertex_count, triangle_count, grid_counts, part_count, low, high, content_hash,
    }
    PliantShapeMatchingDesc { struct_size, model, deformation, alpha, beta, density, damping }
    PliantShapeMeshDesc { struct_size, vertex_count, positions, position_stride, index_count, indices }
    PliantShapePartDesc { struct_size, shape, pose, size, scale, shape_asset }
    PliantShapeQuery { pose, size, shape, mask, flags }
    PliantShapeSdfDesc {
        struct_size, vertex_count, positions, position_stride, index_count, indices, cell_count, counts, values, low,
        spacing,
    }
    PliantSheetDesc {
        struct_size, vertex_count, positions, position_stride, index_count, indices, drop_unreferenced, reserved,
    }
    PliantSkinAssetDesc {
        struct_size, vertex_count, positions, position_stride, normal_stride, normals, tangents, tangent_stride,
        index_count, indices,
    }
    PliantSkinAssetId { bits }
    PliantSkinAssetInfo { struct_size, vertex_count, index_count, farthest_outside, asset_hash, content_hash }
    PliantStageTime { struct_size, stage_count, frame, nanoseconds, label }
    PliantSurfaceDesc {
        struct_size, vertex_count, positions, position_stride, index_count, indices, mode, element_count, cell_size,
        level_count, vertex_stiffness, vertex_density, vertex_stiffness_stride, vertex_density_stride, regions,
        region_count, thread_count,
    }
    PliantSurfaceReport {
        struct_size, kind, level, given_vertex_count, given_triangle_count, unreferenced_vertex_count,
        welded_exactly_count, welded_nearly_count, weld_radius, degenerate_triangle_count, duplicate_triangle_count,
        two_sided_triangle_count, flat_triangle_count, cut_edge_count, one_sided_edge_count, split_vertex_count,
        separated_side_count, flipped_triangle_count, inside_out_part_count, hole_count, closed_hole_count,
        cap_triangle_count, largest_opening, solid_part_count, cavity_count, shell_part_count, left_out_part_count,
        body_count, cage_body_count, unresolved_body_count, flat_body_count, tet_count, cell_size, least_dihedral,
        largest_dihedral, surface_volume, volume, farthest_outside, farthest_boundary, near_body_count, piece_count,
        farthest_surface,
    }
    PliantTicketId { bits }
    PliantVertexLayout { struct_size, stride, position_offset, normal_offset, tangent_offset, previous_position_offset }
    PliantVertexView { struct_size, stride, vertex_count, reserved, frame, data, byte_count, origin, low, high, map }
    PliantWorldDesc {
        struct_size, flags, length_unit_m, gravity, power_preference, epochs, iterations, event_capacity, adapter_name,
        adapter_pci_bus_id, user_data,
    }
    PliantWorldId { bits }
    PliantWorldStats {
        struct_size, body_count, collider_count, skin_count, vertex_count, tet_count, frame, finished_frame,
        dispatch_count, stopped_body_count, dropped_plane_count, readback_skipped_count, gpu_bytes, step_cpu_ns,
        gpu_step_ns, unlisted_body_count, reserved, dropped_pair_count, dropped_event_count, late_kernel_count,
    }
}

descriptions! {
    PliantAssetDesc: "pliant_asset_desc_init",
    PliantAttachmentDesc: "pliant_attachment_desc_init",
    PliantBalloonDesc: "pliant_balloon_desc_init",
    PliantBodyDesc: "pliant_body_desc_init",
    PliantClothDesc: "pliant_cloth_desc_init",
    PliantClusterDesc: "pliant_cluster_desc_init",
    PliantColliderDesc: "pliant_collider_desc_init",
    PliantMassSpringDesc: "pliant_mass_spring_desc_init",
    PliantNeoHookeanDesc: "pliant_neo_hookean_desc_init",
    PliantPointsDesc: "pliant_points_desc_init",
    PliantPrepareDesc: "pliant_prepare_desc_init",
    PliantRegionDesc: "pliant_region_desc_init",
    PliantRigidDesc: "pliant_rigid_desc_init",
    PliantShapeCompoundDesc: "pliant_shape_compound_desc_init",
    PliantShapeConvexDesc: "pliant_shape_convex_desc_init",
    PliantShapeHeightfieldDesc: "pliant_shape_heightfield_desc_init",
    PliantShapeMatchingDesc: "pliant_shape_matching_desc_init",
    PliantShapeMeshDesc: "pliant_shape_mesh_desc_init",
    PliantShapePartDesc: "pliant_shape_part_desc_init",
    PliantShapeSdfDesc: "pliant_shape_sdf_desc_init",
    PliantSheetDesc: "pliant_sheet_desc_init",
    PliantSkinAssetDesc: "pliant_skin_asset_desc_init",
    PliantSurfaceDesc: "pliant_surface_desc_init",
    PliantVertexLayout: "pliant_vertex_layout_init",
    PliantWorldDesc: "pliant_world_desc_init",
}
