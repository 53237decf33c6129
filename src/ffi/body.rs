//! Bodies.

use super::error::unexpected;
use super::model::model;
use super::pointer::{
    Out, OutStruct, array, floats, init, nullable_place, nullable_vector, pose, read, vector,
};
use super::registry::with;
use super::shared::{ASSETS, SKINS};
use crate::desc::{BodyOptions, PliantBodyDesc, PliantVertexLayout, flag, vertex_count_in_range};
use crate::error::{Result, Status};
use crate::ids::{PliantAssetId, PliantBodyId, PliantColliderId, PliantSkinAssetId, PliantWorldId};
use crate::math::PliantPose;
use crate::view::{PliantBodyInfo, PliantBodyMotion};
use crate::world::{Applied, Edit, Partner, default_model};
use std::sync::Arc;

/// Writes the defaults of a body's description: the asset chooses the model.
///
/// `desc` must not be NULL; `struct_size` is `sizeof(PliantBodyDesc)`. Thread: any. Errors: INVALID_ARGUMENT. Cost:
/// none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_body_desc_init(desc: *mut PliantBodyDesc, struct_size: u32) -> i32 {
    entry!("pliant_body_desc_init", init(desc, struct_size))
}

/// Adds a body made of an asset. The next step is the first to simulate the body.
///
/// `desc`: from `pliant_body_desc_init`; its fields give the ranges. No pointer may be NULL. The world owns the body
/// until `pliant_body_remove`, and keeps the asset alive. Thread: one at a time per world. Errors: INVALID_ARGUMENT,
/// INVALID_HANDLE, VERSION, MESH_UNSUPPORTED for an asset without the data that the model needs, INVALID_STATE for a
/// model that this version cannot simulate, CAPACITY, OUT_OF_MEMORY, BUSY, DEVICE_LOST. Cost: the next step uploads the
/// body. Now and then GPU buffers grow.
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
        let model = model(desc.model, desc.model_desc, "desc->model_desc")?;
        let asset = Arc::clone(&ASSETS.get(asset)?.cooked);
        let model = model.unwrap_or_else(|| default_model(&asset));
        let desc = BodyOptions::new(&desc, model);
        match with(world, |world| world.apply(Edit::AddBody { asset, desc }))? {
            Applied::Body(body) => out.set(body),
            other => return Err(unexpected(other)),
        }
        Ok(())
    })
}

/// Lets a body pass through another body, or touch it again.
///
/// For bodies that the game holds together by other means. `ignored`: 1 to pass, 0 to touch. Saves contain the ignored
/// pair. The pair ends with the removal of either body. Thread: one at a time per world. Errors: INVALID_ARGUMENT, also
/// if both are the same body, INVALID_HANDLE, BUSY. Cost: small; the next step rebuilds its plan. A world without
/// ignored pairs has no cost.
#[unsafe(no_mangle)]
pub extern "C" fn pliant_body_ignore_body(
    body: PliantBodyId,
    other: PliantBodyId,
    ignored: u32,
) -> i32 {
    entry!(
        "pliant_body_ignore_body",
        ignore(body, Partner::Body(other), ignored)
    )
}

/// Lets a body pass through a collider, or touch it again. An ignored sensor does not report the body.
///
/// The rest is as in `pliant_body_ignore_body`.
#[unsafe(no_mangle)]
pub extern "C" fn pliant_body_ignore_collider(
    body: PliantBodyId,
    collider: PliantColliderId,
    ignored: u32,
) -> i32 {
    entry!(
        "pliant_body_ignore_collider",
        ignore(body, Partner::Collider(collider), ignored)
    )
}

fn ignore(body: PliantBodyId, partner: Partner, ignored: u32) -> Result<()> {
    flag("ignored", ignored)?;
    let edit = Edit::Ignore {
        pair: (body, partner),
        ignored: ignored != 0,
    };
    with(body, |world| world.apply(edit)).map(drop)
}

/// Removes a body with its skins and attachments.
///
/// Mapped results of the body stay valid until they are unmapped. Thread: one at a time per world. Errors:
/// INVALID_HANDLE, BUSY, GPU, DEVICE_LOST. Cost: small.
#[unsafe(no_mangle)]
pub extern "C" fn pliant_body_remove(body: PliantBodyId) -> i32 {
    entry!("pliant_body_remove", {
        with(body, |world| world.apply(Edit::RemoveBody { body }))?;
        Ok(())
    })
}

/// Puts a body's rest shape at a pose, with a rigid motion. A stopped body is active again.
///
/// Attachments to the world move along or are released, as `pins` says (`PLIANT_TELEPORT_PINS_…`). Attachments to
/// frames do not move: place their frames too (`pliant_frame_place`), or the attachments pull the body back at once.
///
/// `pose`: world from body, not NULL. `linear_velocity` [length unit/s] and `angular_velocity` [rad/s], about the
/// centre of mass: three floats each, NULL for zero. `PliantBodyDesc.angular_velocity` says how much spin the body
/// keeps. No pointer is kept. Thread: one at a time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE, BUSY.
/// Attachments of the body that no step has seen yet are applied first. Their application can also fail with CAPACITY,
/// OUT_OF_MEMORY, GPU, DEVICE_LOST, as `pliant_world_step` does. Cost: as for adding the body, but no buffer grows.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_body_teleport(
    body: PliantBodyId,
    pose: *const PliantPose,
    linear_velocity: *const f32,
    angular_velocity: *const f32,
    pins: u32,
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
            pins,
        };
        with(body, |world| world.apply(edit))?;
        Ok(())
    })
}

/// Applies an impulse to a body: the velocity changes like the velocity of a rigid body of the same mass.
///
/// `impulse` [kg·length unit/s]: three floats, not NULL. `point` [length unit, world]: three doubles, NULL for the
/// centre of mass. Neither pointer is kept. `PliantBodyDesc.angular_velocity` says how much spin the body keeps.
/// Thread: one at a time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE, BUSY. If about a million edits wait for
/// the next step, the edits are applied first. Their application can also fail with CAPACITY, OUT_OF_MEMORY, GPU,
/// DEVICE_LOST, as `pliant_world_step` does. Cost: small.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_body_apply_impulse(
    body: PliantBodyId,
    impulse: *const f32,
    point: *const f64,
) -> i32 {
    entry!("pliant_body_apply_impulse", {
        let impulse = vector(impulse, "impulse")?;
        let point = nullable_place(point, "point")?;
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

/// Sets the inverse masses of single vertices.
///
/// `vertices`: `count` indices into the mesh as given. `inverse_masses` [1/kg]: one value for each vertex. 0 fixes a
/// vertex at its position, or at the position of its rigid attachment. A negative value restores the mass that the
/// model gives. If a vertex is named twice, the last value counts. Neither array may be NULL unless `count` is 0;
/// neither array is kept. Thread: one at a time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE, BUSY, and
/// CAPACITY, OUT_OF_MEMORY, GPU, DEVICE_LOST as for `pliant_body_apply_impulse`.
///
/// Cost: one pass over the body's vertices, and for a mass-spring body over its edges and tets, to find its longest
/// stable step. The next step uploads `count` values and rebuilds its plan: its CPU time grows with the number of
/// bodies and of attached vertices in the world. Do not call the function in each frame.
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

/// Sets the substeps per epoch and the iterations of a body. 0 leaves the choice to the world or the model. A
/// mass-spring body takes more substeps where its stability needs them.
///
/// Ranges: as in `PliantBodyDesc`. Thread: one at a time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE, BUSY.
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

/// Writes state, contacts and bounds of a body after the newest finished step.
///
/// `out_info`: not NULL, its `struct_size` set. Thread: one at a time per world. Errors: INVALID_ARGUMENT,
/// INVALID_HANDLE, BUSY. Cost: small; never waits.
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

/// Writes pose and velocities of a body of `PLIANT_MODEL_RIGID` after the newest finished step.
///
/// `out_motion`: not NULL, its `struct_size` set. Thread: one at a time per world. Errors: INVALID_ARGUMENT,
/// INVALID_HANDLE, BUSY, INVALID_STATE for a body of another model, NOT_READY before a step with the body has finished.
/// Cost: small; never waits.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_body_motion(
    body: PliantBodyId,
    out_motion: *mut PliantBodyMotion,
) -> i32 {
    entry!("pliant_body_motion", {
        let out = OutStruct::new(out_motion, "out_motion")?;
        out.set(with(body, |world| world.body_motion(body))?);
        Ok(())
    })
}

/// Writes the default vertex layout: position and normal, 24 bytes a vertex.
///
/// `layout` must not be NULL; `struct_size` is `sizeof(PliantVertexLayout)`. Thread: any. Errors: INVALID_ARGUMENT.
/// Cost: none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_vertex_layout_init(
    layout: *mut PliantVertexLayout,
    struct_size: u32,
) -> i32 {
    entry!("pliant_vertex_layout_init", init(layout, struct_size))
}

/// Puts a render mesh on a body. From the next step on, each step writes the mesh's vertices.
///
/// `skin`: bound to the body's asset. `layout`: where to write each attribute; NULL for the default; not kept.
/// `out_index`: receives the skin's number on this body, counted from 0; not NULL. Thread: one at a time per world.
/// Errors: INVALID_ARGUMENT, INVALID_HANDLE, INVALID_STATE for a skin of another asset, VERSION, CAPACITY,
/// OUT_OF_MEMORY, BUSY. Cost: an upload. Then each step takes GPU time and a copy back for each vertex.
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
/// Mapped results of the skins stay valid until they are unmapped. Thread: one at a time per world. Errors:
/// INVALID_HANDLE, BUSY, GPU, DEVICE_LOST. Cost: small.
#[unsafe(no_mangle)]
pub extern "C" fn pliant_body_remove_skins(body: PliantBodyId) -> i32 {
    entry!("pliant_body_remove_skins", {
        with(body, |world| world.apply(Edit::RemoveSkins { body }))?;
        Ok(())
    })
}
