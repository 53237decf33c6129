//! Kinematic frames: the engine animates them, and vertices are attached to them.

use super::error::unexpected;
use super::pointer::{Out, OutStruct, pose};
use super::registry::with;
use crate::ids::{PliantFrameId, PliantWorldId};
use crate::math::PliantPose;
use crate::view::PliantFrameInfo;
use crate::world::{Applied, Edit};

/// Adds a kinematic frame.
///
/// `pose`: world from frame, not kept. `user_data`: for the caller's use, a value that `pliant_frame_info` returns. No
/// pointer may be NULL. The world owns the frame until `pliant_frame_remove`. Thread: one at a time per world. Errors:
/// INVALID_ARGUMENT, OUT_OF_MEMORY, INVALID_HANDLE, CAPACITY, BUSY. Cost: small.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_frame_add(
    world: PliantWorldId,
    pose: *const PliantPose,
    user_data: u64,
    out_frame: *mut PliantFrameId,
) -> i32 {
    entry!("pliant_frame_add", {
        let out = Out::new(out_frame, "out_frame")?;
        let pose = self::pose(pose, "pose")?;
        match with(world, |world| {
            world.apply(Edit::AddFrame { pose, user_data })
        })? {
            Applied::Frame(frame) => out.set(frame),
            other => return Err(unexpected(other)),
        }
        Ok(())
    })
}

/// Moves a frame. The frame arrives at the pose at the end of the next step, interpolated over the substeps. A move by
/// many body sizes in one step (10 m with a cube of 1 m) can destroy the attached bodies. For a jump, place the frame
/// and teleport the bodies.
///
/// `pose`: world from frame, not NULL, not kept. Thread: one at a time per world. Errors: INVALID_ARGUMENT,
/// INVALID_HANDLE, BUSY. Cost: none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_frame_move(frame: PliantFrameId, pose: *const PliantPose) -> i32 {
    entry!("pliant_frame_move", {
        let pose = self::pose(pose, "pose")?;
        with(frame, |world| {
            world.apply(Edit::MoveFrame {
                frame,
                pose,
                teleport: false,
            })
        })?;
        Ok(())
    })
}

/// Puts a frame at a pose at once, as for a respawn. Attached vertices jump with the frame in the next step. Teleport
/// the attached bodies too (`pliant_body_teleport`), so that all their vertices move along. Otherwise the bodies are
/// torn and can become `PLIANT_BODY_NOT_FINITE`.
///
/// `pose`: world from frame, not NULL, not kept. Thread: one at a time per world. Errors: INVALID_ARGUMENT,
/// INVALID_HANDLE, BUSY. Cost: none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_frame_place(frame: PliantFrameId, pose: *const PliantPose) -> i32 {
    entry!("pliant_frame_place", {
        let pose = self::pose(pose, "pose")?;
        with(frame, |world| {
            world.apply(Edit::MoveFrame {
                frame,
                pose,
                teleport: true,
            })
        })?;
        Ok(())
    })
}

/// Writes poses, attachment count and `user_data` of a frame.
///
/// `out_info`: not NULL, its `struct_size` set. Thread: one at a time per world. Errors: INVALID_ARGUMENT,
/// INVALID_HANDLE, BUSY. Cost: a pass over the world's attachments.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_frame_info(
    frame: PliantFrameId,
    out_info: *mut PliantFrameInfo,
) -> i32 {
    entry!("pliant_frame_info", {
        let out = OutStruct::new(out_info, "out_info")?;
        out.set(with(frame, |world| world.frame_info(frame))?);
        Ok(())
    })
}

/// Removes a frame and releases the attachments to it.
///
/// Thread: one at a time per world. Errors: INVALID_HANDLE, BUSY. Cost: small.
#[unsafe(no_mangle)]
pub extern "C" fn pliant_frame_remove(frame: PliantFrameId) -> i32 {
    entry!("pliant_frame_remove", {
        with(frame, |world| world.apply(Edit::RemoveFrame { frame }))?;
        Ok(())
    })
}
