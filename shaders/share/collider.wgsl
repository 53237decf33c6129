// A collider: a shape at the pose of a frame. COLLIDER_ROWS rows of the arena. Mirrored by src/share/collider.rs.
struct Collider {
    size: vec4<f32>,    // see the shape's file [unit]; w: collider_radius
    surface: vec4<f32>, // velocity of its surface in its own frame [unit/s]; w: collider_friction
    shape: u32,
    frame: u32, // index of the frame
    layers: u32,
    mask: u32,
    restitution: f32,
    data_row: u32, // arena row of the shape's own data; zero for shapes without
    scale: f32,    // scale of that data
    unused: u32,
}

const COLLIDER_ROWS: u32 = 4u; // arena rows of a collider

fn collider_of(a: vec4<u32>, b: vec4<u32>, c: vec4<u32>, d: vec4<u32>) -> Collider {
    let surface = bitcast<vec4<f32>>(b);
    return Collider(bitcast<vec4<f32>>(a), surface, c.x, c.y, c.z, c.w, bitcast<f32>(d.x), d.y, bitcast<f32>(d.z), d.w);
}

// Bounding radius about the frame's origin [unit]; negative for a collider without bounds.
fn collider_radius(collider: Collider) -> f32 {
    return collider.size.w;
}

fn collider_friction(collider: Collider) -> f32 {
    return collider.surface.w;
}
