//! Bodies.

use super::error::unexpected;
use super::pointer::{Out, OutStruct, array, floats, init, nullable_vector, pose, read, vector};
use super::registry::with;
use super::shared::{ASSETS, SKINS};
use crate::desc::{PliantBodyDesc, PliantMaterialDesc, PliantVertexLayout, vertex_count_in_range};
use crate::error::Status;
use crate::ids::{PliantAssetId, PliantBodyId, PliantSkinAssetId, PliantWorldId};
use crate::math::PliantPose;
use crate::view::PliantBodyInfo;
use crate::world::{Applied, Edit};

/// Writes the defaults of a material.
///
/// `desc` must not be NULL; `struct_size` is `sizeof(PliantMaterialDesc)`. Thread: any. Errors: INVALID_ARGUMENT. Cost: none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_material_desc_init(
    desc: *mut PliantMaterialDesc,
    struct_size: u32,
) -> i32 {
    entry!("pliant_material_desc_init", init(desc, struct_size))
}

/// Writes the defaults of a body's description, its material included.
///
/// `desc` must not be NULL; `struct_size` is `sizeof(PliantBodyDesc)`. Thread: any. Errors: INVALID_ARGUMENT. Cost: none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_body_desc_init(desc: *mut PliantBodyDesc, struct_size: u32) -> i32 {
    entry!("pliant_body_desc_init", init(desc, struct_size))
}

/// Adds a body made of an asset; it takes part from the next step on.
///
/// `desc` from `pliant_body_desc_init`; ranges at its fields. No pointer may be NULL. The world owns the body until
/// `pliant_body_remove` and keeps the asset alive. Thread: one at a time per world. Errors: INVALID_ARGUMENT,
/// INVALID_HANDLE, VERSION, MESH_UNSUPPORTED for a shell, CAPACITY, OUT_OF_MEMORY, BUSY, DEVICE_LOST. Cost: an upload of the body
/// with the next step; GPU buffers grow now and then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_body_add(
    world: PliantWorldId,
    asset: PliantAssetId,
    desc: *const PliantBodyDesc,
    out_body: *mut PliantBodyId,
) -> i32 {
    entry!("pliant_body_add", {
        let out = Out::new(out_body, "out_body")?;
        let desc = read(desc, "desc")?;
        let asset = ASSETS.get(asset)?.body()?.clone();
        match with(world, |world| world.apply(Edit::AddBody { asset, desc }))? {
            Applied::Body(body) => out.set(body),
            other => return Err(unexpected(other)),
        }
        Ok(())
    })
}

/// Removes a body with its skins and attachments.
///
/// Results of it that are mapped stay until they are unmapped. Thread: one at a time per world. Errors: INVALID_HANDLE,
/// BUSY, GPU, DEVICE_LOST. Cost: small.
#[unsafe(no_mangle)]
pub extern "C" fn pliant_body_remove(body: PliantBodyId) -> i32 {
    entry!("pliant_body_remove", {
        with(body, |world| world.apply(Edit::RemoveBody { body }))?;
        Ok(())
    })
}

/// Puts a body's rest shape at a pose, with a rigid motion; a stopped body is active again. How much spin it keeps, see
/// `PliantBodyDesc`'s `angular_velocity`.
///
/// `pose`: world from body, not NULL. `linear_velocity` [length unit/s] and `angular_velocity` [rad/s], about the centre
/// of mass: three floats each, NULL for none. Not kept. Thread: one at a time per world. Errors: INVALID_ARGUMENT,
/// INVALID_HANDLE, BUSY; where the body has attachments that no step has seen, those are applied first, and what
/// `pliant_world_step` says can come: CAPACITY, OUT_OF_MEMORY, GPU, DEVICE_LOST. Cost: as adding the body, without growth.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_body_teleport(
    body: PliantBodyId,
    pose: *const PliantPose,
    linear_velocity: *const f32,
    angular_velocity: *const f32,
) -> i32 {
    entry!("pliant_body_teleport", {
        let pose = self::pose(pose, "pose")?;
        let linear_velocity =
            nullable_vector(linear_velocity, "linear_velocity")?.unwrap_or_default();
        let angular_velocity =
            nullable_vector(angular_velocity, "angular_velocity")?.unwrap_or_default();
        let edit = Edit::TeleportBody {
            body,
            pose,
            linear_velocity,
            angular_velocity,
        };
        with(body, |world| world.apply(edit))?;
        Ok(())
    })
}

/// Gives a body the change of velocity that a rigid body of its mass would get. How much spin it keeps, see
/// `PliantBodyDesc`'s `angular_velocity`.
///
/// `impulse` [kg·length unit/s]: three floats, not NULL. `point` [length unit, world]: three floats, NULL for the centre
/// of mass. Not kept. Thread: one at a time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE, BUSY; where about a
/// million edits wait for the next step already, those are applied first, and what `pliant_world_step` says can come:
/// CAPACITY, OUT_OF_MEMORY, GPU, DEVICE_LOST. Cost: small.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_body_apply_impulse(
    body: PliantBodyId,
    impulse: *const f32,
    point: *const f32,
) -> i32 {
    entry!("pliant_body_apply_impulse", {
        let impulse = vector(impulse, "impulse")?;
        let point = nullable_vector(point, "point")?;
        with(body, |world| {
            world.apply(Edit::ImpulseBody {
                body,
                impulse,
                point,
            })
        })?;
        Ok(())
    })
}

/// Changes stiffness, density and damping of a body that runs; its method stays.
///
/// `material` from `pliant_material_desc_init`; not NULL, not kept. Thread: one at a time per world.
/// Errors: INVALID_ARGUMENT, INVALID_HANDLE, INVALID_STATE for another method, VERSION, BUSY; CAPACITY,
/// OUT_OF_MEMORY, GPU, DEVICE_LOST as `pliant_body_apply_impulse`. Cost: small; one pass over the vertices if the density
/// changes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_body_set_material(
    body: PliantBodyId,
    material: *const PliantMaterialDesc,
) -> i32 {
    entry!("pliant_body_set_material", {
        let material = read(material, "material")?;
        with(body, |world| {
            world.apply(Edit::SetMaterial { body, material })
        })?;
        Ok(())
    })
}

/// Sets inverse masses of single vertices.
///
/// `vertices`: `count` indices into the mesh as given; `inverse_masses` [1/kg]: one each, 0 fixes a vertex where it is, or
/// where a rigid attachment takes it, a negative one restores what the material gives; of a vertex named twice the last one
/// counts. Neither may be NULL unless `count` is 0; not kept. Thread: one at a time per world. Errors: INVALID_ARGUMENT,
/// INVALID_HANDLE, BUSY; CAPACITY, OUT_OF_MEMORY, GPU, DEVICE_LOST as `pliant_body_apply_impulse`. Cost: one pass over the
/// body's vertices, of a mass-spring body also over its edges and tets (its longest stable step); an upload of `count` values;
/// and the next step plans anew: CPU time that grows with the number of bodies and of attached vertices in the world. Not for
/// each frame.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_body_set_inverse_masses(
    body: PliantBodyId,
    vertices: *const u32,
    inverse_masses: *const f32,
    count: u32,
) -> i32 {
    entry!("pliant_body_set_inverse_masses", {
        vertex_count_in_range("count", count, 0)?;
        let vertices = array::<u32, 1>(vertices, count, 4, "vertices")?.into_flattened();
        let values = floats::<1>(
            inverse_masses,
            count,
            4,
            "inverse_masses",
            Status::InvalidArgument,
        )?;
        let inverse_masses = values.into_flattened();
        with(body, |world| {
            world.apply(Edit::SetInverseMasses {
                body,
                vertices,
                inverse_masses,
            })
        })?;
        Ok(())
    })
}

/// Sets substeps and iterations of a body; 0 means the world's, or the method's, choice.
///
/// Ranges as in `PliantBodyDesc`. Thread: one at a time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE, BUSY.
/// Cost: the next step's plan is rebuilt.
#[unsafe(no_mangle)]
pub extern "C" fn pliant_body_set_schedule(
    body: PliantBodyId,
    substeps: u32,
    iterations: u32,
) -> i32 {
    entry!("pliant_body_set_schedule", {
        with(body, |world| {
            world.apply(Edit::SetSchedule {
                body,
                substeps,
                iterations,
            })
        })?;
        Ok(())
    })
}

/// Writes what is known about a body: state, contacts and bounds of the newest finished step.
///
/// `out_info` with its `struct_size` set; not NULL. Thread: one at a time per world. Errors: INVALID_ARGUMENT,
/// INVALID_HANDLE, BUSY. Cost: small; does not wait.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_body_info(
    body: PliantBodyId,
    out_info: *mut PliantBodyInfo,
) -> i32 {
    entry!("pliant_body_info", {
        let out = OutStruct::new(out_info, "out_info")?;
        out.set(with(body, |world| world.body_info(body))?);
        Ok(())
    })
}

/// Writes the default vertex layout: position and normal, 24 bytes a vertex.
///
/// `layout` must not be NULL; `struct_size` is `sizeof(PliantVertexLayout)`. Thread: any. Errors: INVALID_ARGUMENT. Cost: none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_vertex_layout_init(
    layout: *mut PliantVertexLayout,
    struct_size: u32,
) -> i32 {
    entry!("pliant_vertex_layout_init", init(layout, struct_size))
}

/// Puts a render mesh on a body; its vertices are written after each step from the next one on.
///
/// `skin` must be bound to the body's asset. `layout`: where to write each attribute; NULL for the default, not kept.
/// `out_index` gets the skin's number on this body, counted from 0; not NULL. Thread: one at a time per world.
/// Errors: INVALID_ARGUMENT, INVALID_HANDLE, INVALID_STATE for a skin of another asset, VERSION, CAPACITY,
/// OUT_OF_MEMORY, BUSY. Cost: an upload; then GPU time and a
/// copy back for each vertex and step.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_body_add_skin(
    body: PliantBodyId,
    skin: PliantSkinAssetId,
    layout: *const PliantVertexLayout,
    out_index: *mut u32,
) -> i32 {
    entry!("pliant_body_add_skin", {
        let out = Out::new(out_index, "out_index")?;
        let layout = if layout.is_null() {
            Default::default()
        } else {
            read(layout, "layout")?
        };
        let skin = SKINS.get(skin)?;
        match with(body, |world| {
            world.apply(Edit::AddSkin { body, skin, layout })
        })? {
            Applied::Skin(index) => out.set(index),
            other => return Err(unexpected(other)),
        }
        Ok(())
    })
}

/// Removes all skins of a body.
///
/// Results of them that are mapped stay until they are unmapped. Thread: one at a time per world. Errors: INVALID_HANDLE,
/// BUSY, GPU, DEVICE_LOST. Cost: small.
#[unsafe(no_mangle)]
pub extern "C" fn pliant_body_remove_skins(body: PliantBodyId) -> i32 {
    entry!("pliant_body_remove_skins", {
        with(body, |world| world.apply(Edit::RemoveSkins { body }))?;
        Ok(())
    })
}
