// Positions in a large world: the corner of an integer cell, and an f32 vector from there. Mirrored by src/share/cell.rs.
const CELL_SIZE: f32 = 0.015625; // edge of a cell [unit]: a power of two, so that multiples of it are exact
const CELL_FARTHEST: i32 = 1073741823; // cells are within this of the world's origin, so that differences are integers
