//! Mapped results.

use super::pointer::OutStruct;
use super::registry::{unmap, with};
use crate::desc::check_map_mode;
use crate::ids::{PliantBodyId, PliantMapId};
use crate::view::{PliantParticleView, PliantVertexView};

/// Maps the vertices of a skin for reading.
///
/// `skin_index`: from `pliant_body_add_skin`. `mode`: `PLIANT_MAP_…`. `out_view`: not NULL, its `struct_size` set.
/// `frame` of the view is the step to which the vertices belong; later edits do not change these vertices. The pointers
/// of the view are valid until `pliant_unmap` or the end of the world. Unmap every view: while the results of four
/// steps are mapped, the results of further steps are skipped, and WAIT fails with INVALID_STATE. Returns NOT_READY if
/// the result does not exist yet.
///
/// Thread: one at a time per world; any thread may read and unmap the mapped memory. Errors: INVALID_ARGUMENT,
/// INVALID_HANDLE, also if the world is destroyed meanwhile, CAPACITY, OUT_OF_MEMORY, INVALID_STATE, BUSY, GPU,
/// DEVICE_LOST. Cost: none for NO_WAIT and LATEST; WAIT blocks until the GPU is done.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_body_map_vertices(
    body: PliantBodyId,
    skin_index: u32,
    mode: u32,
    out_view: *mut PliantVertexView,
) -> i32 {
    entry!("pliant_body_map_vertices", {
        let out = OutStruct::new(out_view, "out_view")?;
        check_map_mode(mode)?;
        out.set(with(body, |world| {
            world.map_vertices(body, skin_index, mode)
        })?);
        Ok(())
    })
}

/// Maps positions and velocities of a body's particles for reading. The body must have `readback_particles`.
///
/// The rest is as for `pliant_body_map_vertices`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_body_map_particles(
    body: PliantBodyId,
    mode: u32,
    out_view: *mut PliantParticleView,
) -> i32 {
    entry!("pliant_body_map_particles", {
        let out = OutStruct::new(out_view, "out_view")?;
        check_map_mode(mode)?;
        out.set(with(body, |world| world.map_particles(body, mode))?);
        Ok(())
    })
}

/// Unmaps a result. The pointers of the view become invalid.
///
/// Thread: any, also while another thread is inside a function of the world, and after the world was lost. Errors:
/// INVALID_HANDLE, also after the world was destroyed. Cost: none.
#[unsafe(no_mangle)]
pub extern "C" fn pliant_unmap(map: PliantMapId) -> i32 {
    entry!("pliant_unmap", unmap(map))
}
