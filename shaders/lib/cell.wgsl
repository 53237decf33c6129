//#use share/cell.wgsl
// Vectors between cells (docs/decisions/0028-far-from-the-origin.md).

// The vector from one cell to another [unit]: exact below 2^18 units.
fn cell_between(from_cell: vec3<i32>, to_cell: vec3<i32>) -> vec3<f32> {
    return CELL_SIZE * vec3<f32>(to_cell - from_cell);
}

// The part of the vector between two cells along a unit direction, given in units of 2^-30 [unit]. Its error is the rounding
// of the direction, 2^-31 of the distance; f32 would round to 2^-24 of it.
fn cell_along(direction: vec3<i32>, from_cell: vec3<i32>, to_cell: vec3<i32>) -> f32 {
    let d = to_cell - from_cell;
    let flat = cell_sum(cell_product(direction.x, d.x), cell_product(direction.y, d.y));
    let sum = cell_sum(flat, cell_product(direction.z, d.z));
    return CELL_SIZE * (4.0 * f32(bitcast<i32>(sum.y)) + f32(sum.x) / 1073741824.0);
}

// The product of two integers: the lower and the upper word of 64 bits.
fn cell_product(a: i32, b: i32) -> vec2<u32> {
    let x = bitcast<u32>(a);
    let y = bitcast<u32>(b);
    let low = (x & 0xFFFFu) * (y & 0xFFFFu);
    let second = (x >> 16u) * (y & 0xFFFFu) + (low >> 16u);
    let third = (x & 0xFFFFu) * (y >> 16u) + (second & 0xFFFFu);
    let high = (x >> 16u) * (y >> 16u) + (second >> 16u) + (third >> 16u);
    let signs = select(0u, y, a < 0) + select(0u, x, b < 0);
    return vec2<u32>((third << 16u) | (low & 0xFFFFu), high - signs);
}

fn cell_sum(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let low = a.x + b.x;
    return vec2<u32>(low, a.y + b.y + select(0u, 1u, low < a.x));
}
