//! Mapped results.

use super::pointer::OutStruct;
use super::registry::{unmap, with};
use crate::desc::check_map_mode;
use crate::ids::{PliantBodyId, PliantMapId};
use crate::view::{PliantParticleView, PliantVertexView};

/// Maps the vertices of a skin for reading.
///
/// `skin_index` from `pliant_body_add_skin`. `mode`: `PLIANT_MAP_…`. `out_view` with its `struct_size` set, not NULL; it says
/// which step the vertices belong to; edits after that step do not show in them. Its pointers are valid until `pliant_unmap`,
/// which is required: results of further steps are skipped while those of four steps are mapped, and WAIT then fails with
/// INVALID_STATE. Returns NOT_READY when there is no such result yet. Thread: one at a time per world; the mapped memory
/// itself may be read by any, and unmapped by any. Errors: INVALID_ARGUMENT, INVALID_HANDLE (also where the world is destroyed
/// meanwhile), CAPACITY, OUT_OF_MEMORY, INVALID_STATE, BUSY, GPU, DEVICE_LOST. Cost: none for NO_WAIT and LATEST; WAIT blocks
/// until the GPU is done.
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
/// Otherwise as `pliant_body_map_vertices`.
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

/// Gives a mapped result back; its pointers are invalid from then on.
///
/// Thread: any, also while another one is inside a function of the world, and when the world is lost. Errors: INVALID_HANDLE,
/// also once the world is destroyed. Cost: none.
#[unsafe(no_mangle)]
pub extern "C" fn pliant_unmap(map: PliantMapId) -> i32 {
    entry!("pliant_unmap", unmap(map))
}
