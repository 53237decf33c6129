//! Names of what is copied back after a step, and the report of a body in it.

use crate::gpu::readback::{Frame, Key};
use crate::ids::PliantBodyId;
use crate::share::REPORT_WORDS;

pub const REPORT: Key = (0, 0);
pub const SKIN_VERTICES: Key = (0, 1);
pub const SKIN_BOUNDS: Key = (0, 2);
pub const REACTIONS: Key = (0, 3);
pub const EVENTS: Key = (0, 4);
pub const SENSORS: Key = (0, 5);

/// Positions and inverse masses of a body's particles.
pub fn positions_of(body: PliantBodyId) -> Key {
    (body.bits, 0)
}

/// Velocities of a body's particles.
pub fn velocities_of(body: PliantBodyId) -> Key {
    (body.bits, 1)
}

/// The report of the body in this slot.
pub fn report<'a>(frame: &'a Frame, index: u32) -> Option<&'a [u32]> {
    let words: &[u32] = bytemuck::try_cast_slice(frame.piece(REPORT)?).ok()?;
    words.get((index * REPORT_WORDS) as usize..((index + 1) * REPORT_WORDS) as usize)
}
