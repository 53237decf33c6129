//! Which sensors a body is in: rows of the state after all channels, bits of numbers.

/// Bits of a number, which an f32 holds exactly.
pub const SENSOR_BITS: u32 = 24;
/// Numbers of a row.
pub const SENSOR_NUMBERS: u32 = 4;
