//! How the report of a body says floats and places.

use crate::share::{self, REPORT_CELL};
use glam::DVec3;

/// Maps a float to an integer with the same order; see memory/bindings.wgsl.
pub fn ordered(value: f32) -> u32 {
    let bits = value.to_bits();
    if bits & 0x8000_0000 != 0 {
        !bits
    } else {
        bits ^ 0x8000_0000
    }
}

fn unordered(bits: u32) -> f32 {
    f32::from_bits(if bits & 0x8000_0000 == 0 {
        !bits
    } else {
        bits ^ 0x8000_0000
    })
}

/// The point that three ordered integers encode.
pub fn point(words: &[u32]) -> [f32; 3] {
    [
        unordered(words[0]),
        unordered(words[1]),
        unordered(words[2]),
    ]
}

/// The corner of the cell that a body's positions are in, by its report.
pub fn corner_of(report: &[u32]) -> DVec3 {
    let at = REPORT_CELL as usize;
    share::corner([0, 1, 2].map(|axis| report[at + axis] as i32))
}
