// A kinematic surface: a body that a frame moves. KINEMATIC_SURFACE_ROWS rows of the arena. Mirrored by
// src/share/kinematic_surface.rs.
struct KinematicSurface {
    scale: vec4<f32>, // of the asset along its axes; w: zero
    low: vec4<f32>,   // box around the surface in its frame [unit]; w: zero
    high: vec4<f32>,
    frame: u32, // index of the frame
    unused0: u32,
    unused1: u32,
    unused2: u32,
}

const KINEMATIC_SURFACE_ROWS: u32 = 4u; // arena rows of a surface

fn kinematic_surface_of(a: vec4<u32>, b: vec4<u32>, c: vec4<u32>, d: vec4<u32>) -> KinematicSurface {
    let high = bitcast<vec4<f32>>(c);
    return KinematicSurface(bitcast<vec4<f32>>(a), bitcast<vec4<f32>>(b), high, d.x, d.y, d.z, d.w);
}
