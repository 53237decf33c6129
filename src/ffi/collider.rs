//! Colliders.

use super::error::unexpected;
use super::pointer::{Out, OutStruct, init, pose, read};
use super::registry::with;
use crate::desc::PliantColliderDesc;
use crate::ids::{PliantColliderId, PliantWorldId};
use crate::math::PliantPose;
use crate::view::PliantColliderInfo;
use crate::world::{Applied, Edit};

/// Writes the defaults of a collider's description: the half-space below y = 0.
///
/// `desc` must not be NULL; `struct_size` is `sizeof(PliantColliderDesc)`. Thread: any. Errors: INVALID_ARGUMENT. Cost:
/// none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_collider_desc_init(
    desc: *mut PliantColliderDesc,
    struct_size: u32,
) -> i32 {
    entry!("pliant_collider_desc_init", init(desc, struct_size))
}

/// Adds a collider. From the next step on, bodies collide with the collider.
///
/// `desc`: from `pliant_collider_desc_init`; its fields give the ranges. No pointer may be NULL. The world owns the
/// collider until `pliant_collider_remove`. Thread: one at a time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE,
/// VERSION, CAPACITY, OUT_OF_MEMORY, BUSY. Cost: small.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_collider_add(
    world: PliantWorldId,
    desc: *const PliantColliderDesc,
    out_collider: *mut PliantColliderId,
) -> i32 {
    entry!("pliant_collider_add", {
        let out = Out::new(out_collider, "out_collider")?;
        let desc = read(desc, "desc")?;
        let edit = match super::shape::given(desc.shape_asset)? {
            None => Edit::AddCollider { desc },
            Some(shape) => Edit::AddShape { desc, shape },
        };
        match with(world, |world| world.apply(edit))? {
            Applied::Collider(collider) => out.set(collider),
            other => return Err(unexpected(other)),
        }
        Ok(())
    })
}

/// Moves a collider. The collider arrives at the pose at the end of the next step, and pushes and drags bodies on its
/// path. No body stops a collider: a mesh, a convex hull or a heightfield penetrates a body that is squeezed against
/// something else. A mesh, hull or heightfield that rotates pushes bodies, but the friction ignores the rotation.
///
/// `pose`: world from collider, not NULL, not kept. Thread: one at a time per world. Errors: INVALID_ARGUMENT,
/// INVALID_HANDLE, BUSY. Cost: none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_collider_move(
    collider: PliantColliderId,
    pose: *const PliantPose,
) -> i32 {
    entry!("pliant_collider_move", {
        let pose = self::pose(pose, "pose")?;
        with(collider, |world| {
            world.apply(Edit::MoveCollider {
                collider,
                pose,
                teleport: false,
            })
        })?;
        Ok(())
    })
}

/// Puts a collider at a pose at once. No body on its path is pushed.
///
/// `pose`: world from collider, not NULL, not kept. Thread: one at a time per world. Errors: INVALID_ARGUMENT,
/// INVALID_HANDLE, BUSY. Cost: none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_collider_place(
    collider: PliantColliderId,
    pose: *const PliantPose,
) -> i32 {
    entry!("pliant_collider_place", {
        let pose = self::pose(pose, "pose")?;
        with(collider, |world| {
            world.apply(Edit::MoveCollider {
                collider,
                pose,
                teleport: true,
            })
        })?;
        Ok(())
    })
}

/// Writes poses, shape, surface, layers and `user_data` of a collider.
///
/// `out_info`: not NULL, its `struct_size` set. Thread: one at a time per world. Errors: INVALID_ARGUMENT,
/// INVALID_HANDLE, BUSY. Cost: none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_collider_info(
    collider: PliantColliderId,
    out_info: *mut PliantColliderInfo,
) -> i32 {
    entry!("pliant_collider_info", {
        let out = OutStruct::new(out_info, "out_info")?;
        out.set(with(collider, |world| world.collider_info(collider))?);
        Ok(())
    })
}

/// Removes a collider.
///
/// Thread: one at a time per world. Errors: INVALID_HANDLE, BUSY. Cost: none.
#[unsafe(no_mangle)]
pub extern "C" fn pliant_collider_remove(collider: PliantColliderId) -> i32 {
    entry!("pliant_collider_remove", {
        with(collider, |world| {
            world.apply(Edit::RemoveCollider { collider })
        })?;
        Ok(())
    })
}
