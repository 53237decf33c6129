// The sensors that a body is in: rows of the state after all channels, bits of numbers. Mirrored by src/share/sensor.rs.
const SENSOR_BITS: u32 = 24u;   // of a number
const SENSOR_NUMBERS: u32 = 4u; // of a row
