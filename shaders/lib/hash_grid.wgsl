//#use share/cell.wgsl
// A hierarchical hash grid (Ericson 2005, section 7.2). Each box is in one cell: the cell with its centre, at the level of
// its size. Cells of level k are 2^(k - 127) wide. The boxes of a level and of all finer ones that overlap a box are in the
// cells around it, at most three along each axis.

// A point of the world is an integer cell of share/cell.wgsl and a vector p from its corner. Numbers of the grid's cells
// may wrap around: only differences and equality count.

// The level of a box: its cells are wider than the box by a hundredth, and wide enough that coordinates round to less.
fn hash_grid_level(low: vec3<f32>, high: vec3<f32>) -> u32 {
    let size = high - low;
    let centre = abs(low + 0.5 * size);
    let widest = max(size.x, max(size.y, size.z));
    let farthest = max(centre.x, max(centre.y, centre.z));
    let wanted = max(max(1.01 * widest, 1e-4 * farthest), 1e-6);
    return min((bitcast<u32>(wanted) >> 23u) + 1u, 254u);
}

fn hash_grid_width(level: u32) -> f32 {
    return bitcast<f32>(level << 23u);
}

// The level whose cells are those of the world.
const HASH_GRID_UNIT: u32 = 121u;

// The cell of a point.
fn hash_grid_cell(level: u32, cell: vec3<i32>, p: vec3<f32>) -> vec3<i32> {
    let width = hash_grid_width(level);
    if level >= HASH_GRID_UNIT + 31u {
        return vec3<i32>(floor((CELL_SIZE * vec3<f32>(cell) + p) / width));
    }
    if level < HASH_GRID_UNIT {
        return (cell << vec3<u32>(min(HASH_GRID_UNIT - level, 31u))) + vec3<i32>(floor(p / width));
    }
    let shift = vec3<u32>(level - HASH_GRID_UNIT);
    let whole = cell >> shift;
    return whole + vec3<i32>(floor((CELL_SIZE * vec3<f32>(cell - (whole << shift)) + p) / width));
}

// The first of the cells whose boxes may overlap this one, at its own level or a coarser one.
fn hash_grid_first(level: u32, cell: vec3<i32>, low: vec3<f32>) -> vec3<i32> {
    return hash_grid_cell(level, cell, low - 0.5 * hash_grid_width(level));
}

// The last of the cells whose boxes may overlap this one.
fn hash_grid_last(level: u32, cell: vec3<i32>, high: vec3<f32>) -> vec3<i32> {
    return hash_grid_cell(level, cell, high + 0.5 * hash_grid_width(level));
}

// A hash of a cell, by multiplication and shifts.
fn hash_grid_hash(level: u32, cell: vec3<i32>) -> u32 {
    let u = bitcast<vec3<u32>>(cell);
    var h = (u.x * 0x9E3779B1u) ^ (u.y * 0x85EBCA77u) ^ (u.z * 0xC2B2AE3Du) ^ (level * 0x27D4EB2Fu);
    h ^= h >> 15u;
    h *= 0x2C1B3C6Du;
    return h ^ (h >> 13u);
}
