// A hierarchical hash grid (Ericson 2005, section 7.2): each box is in the one cell, of its own size's level, that has
// its centre. Cells of level k are 2^(k - 127) wide. The boxes of a level and of all finer ones that overlap a box are
// in the cells around it, at most three along each axis.

// The level of a box: its cells are wider than the box by a hundredth, and wide enough that coordinates round to less.
fn grid_level(low: vec3<f32>, high: vec3<f32>) -> u32 {
    let size = high - low;
    let centre = abs(low + 0.5 * size);
    let widest = max(size.x, max(size.y, size.z));
    let farthest = max(centre.x, max(centre.y, centre.z));
    let wanted = max(max(1.01 * widest, 1e-4 * farthest), 1e-6);
    return min((bitcast<u32>(wanted) >> 23u) + 1u, 254u);
}

fn grid_width(level: u32) -> f32 {
    return bitcast<f32>(level << 23u);
}

// The cell of a point.
fn grid_cell(level: u32, p: vec3<f32>) -> vec3<i32> {
    return vec3<i32>(floor(p / grid_width(level)));
}

// The first of the cells whose boxes may overlap this one, at its own level or a coarser one.
fn grid_first(level: u32, low: vec3<f32>) -> vec3<i32> {
    return grid_cell(level, low - 0.5 * grid_width(level));
}

// The last of them.
fn grid_last(level: u32, high: vec3<f32>) -> vec3<i32> {
    return grid_cell(level, high + 0.5 * grid_width(level));
}

// A hash of a cell, by multiplication and shifts.
fn grid_hash(level: u32, cell: vec3<i32>) -> u32 {
    let u = bitcast<vec3<u32>>(cell);
    var h = (u.x * 0x9E3779B1u) ^ (u.y * 0x85EBCA77u) ^ (u.z * 0xC2B2AE3Du) ^ (level * 0x27D4EB2Fu);
    h ^= h >> 15u;
    h *= 0x2C1B3C6Du;
    return h ^ (h >> 13u);
}
