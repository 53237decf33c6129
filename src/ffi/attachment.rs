//! Attachments of vertices to the world or to a frame.

use super::error::unexpected;
use super::pointer::{Out, OutStruct, array, floats, init, plain, read};
use super::registry::with;
use crate::desc::PliantAttachmentDesc;
use crate::error::{Result, Status};
use crate::ids::{PliantAttachmentId, PliantBodyId, PliantFrameId};
use crate::view::{PliantAttachmentInfo, PliantHit};
use crate::world::{Applied, Edit, Selection};

/// Writes the defaults of an attachment's description: rigid, to the world, at the surface point nearest to the origin.
///
/// `desc` must not be NULL; `struct_size` is `sizeof(PliantAttachmentDesc)`. Thread: any. Errors: INVALID_ARGUMENT.
/// Cost: none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_attachment_desc_init(
    desc: *mut PliantAttachmentDesc,
    struct_size: u32,
) -> i32 {
    entry!("pliant_attachment_desc_init", init(desc, struct_size))
}

/// Attaches vertices of a body to the world or to a frame of the same world.
///
/// `desc`: from `pliant_attachment_desc_init`; its fields give the ranges. No pointer may be NULL, except arrays of
/// `desc` that are empty. The attachment ends with `pliant_attachment_release`, with its body or with its frame.
/// Thread: one at a time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE, INVALID_STATE if a vertex is already
/// attached, VERSION, BUSY, and CAPACITY, OUT_OF_MEMORY, GPU, DEVICE_LOST as for `pliant_body_apply_impulse`.
///
/// Cost: one pass over the tets for each point, or a search tree over the tets from eight points on. A mass-spring body
/// takes a pass over its vertices, edges and tets, to find its longest stable step. The next step rebuilds its plan and
/// uploads all attached vertices of the world: its CPU time grows with the number of attached vertices and with the
/// number of bodies. To move held vertices, move the frame instead: a frame's move has none of these costs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_body_attach(
    body: PliantBodyId,
    desc: *const PliantAttachmentDesc,
    out_attachment: *mut PliantAttachmentId,
) -> i32 {
    entry!("pliant_body_attach", {
        let out = Out::new(out_attachment, "out_attachment")?;
        let desc = read(desc, "desc")?.checked()?;
        let edit = Edit::Attach {
            body,
            selection: selection(&desc)?,
            frame: (desc.frame.bits != 0).then_some(desc.frame),
            target: (desc.use_target == 1).then_some(desc.target),
            stiffness: desc.stiffness,
            user_data: desc.user_data,
        };
        match with(body, |world| world.apply(edit))? {
            Applied::Attachment(attachment) => out.set(attachment),
            other => return Err(unexpected(other)),
        }
        Ok(())
    })
}

/// # Safety
/// The arrays of `desc` are as long as it says.
unsafe fn selection(desc: &PliantAttachmentDesc) -> Result<Selection> {
    let (vertices, points) = (desc.vertex_count, desc.surface_point_count);
    // SAFETY: whoever calls this promised the arrays.
    unsafe {
        Ok(match (vertices, points) {
            (0, 0) => Selection::SurfacePoints(vec![desc.surface_point]),
            (0, _) => Selection::SurfacePoints(floats(
                desc.surface_points,
                points,
                desc.surface_point_stride,
                "surface_points",
                Status::InvalidArgument,
            )?),
            _ => {
                let vertices = array::<u32, 1>(desc.vertices, vertices, 4, "vertices")?;
                Selection::Vertices(vertices.into_flattened())
            }
        })
    }
}

/// Writes the body, frame, stiffness and `user_data` of an attachment.
///
/// `out_info`: not NULL, its `struct_size` set. Thread: one at a time per world. Errors: INVALID_ARGUMENT,
/// INVALID_HANDLE, BUSY. Cost: none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_attachment_info(
    attachment: PliantAttachmentId,
    out_info: *mut PliantAttachmentInfo,
) -> i32 {
    entry!("pliant_attachment_info", {
        let out = OutStruct::new(out_info, "out_info")?;
        out.set(with(attachment, |world| world.attachment_info(attachment))?);
        Ok(())
    })
}

/// Releases an attachment. Its vertices move freely again.
///
/// Thread: one at a time per world. Errors: INVALID_HANDLE, BUSY. Cost: as for `pliant_body_attach`.
#[unsafe(no_mangle)]
pub extern "C" fn pliant_attachment_release(attachment: PliantAttachmentId) -> i32 {
    entry!("pliant_attachment_release", {
        with(attachment, |world| {
            world.apply(Edit::Release { attachment })
        })?;
        Ok(())
    })
}

/// Grabs a body's surface at a point, as a mouse does: a spring attaches the point to a new frame at the same position.
///
/// `hit`: from a query or filled by the caller; not NULL. The hit must name a body; the call uses its `body`,
/// `vertices`, `weights` and `point`. Drag the point with `pliant_frame_move`: the point follows the frame's
/// displacement from `point`. Release the point with `pliant_frame_remove`. `stiffness`: of the spring [N/m], 1e-6 to
/// 1e12. The three vertices share the stiffness by weight, so that the triangle also keeps its direction in the frame.
/// A fixed vertex does not follow. Thread: one at a time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE,
/// INVALID_STATE for a vertex that is already attached, BUSY, and CAPACITY, OUT_OF_MEMORY, GPU, DEVICE_LOST as for
/// `pliant_body_attach`. Cost: as three attachments.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_body_grab(
    hit: *const PliantHit,
    stiffness: f32,
    out_frame: *mut PliantFrameId,
) -> i32 {
    entry!("pliant_body_grab", {
        let out = Out::new(out_frame, "out_frame")?;
        let hit = plain(hit, "hit")?;
        let edit = Edit::Grab { hit, stiffness };
        match with(hit.body, |world| world.apply(edit))? {
            Applied::Frame(frame) => out.set(frame),
            other => return Err(unexpected(other)),
        }
        Ok(())
    })
}
