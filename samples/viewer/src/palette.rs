//! A small set of colours that stay apart from each other and from the default floor.
//! All are sRGB, 0..=1.

/// Warm red-orange.
pub const CORAL: [f32; 3] = [0.91, 0.38, 0.30];
/// Blue-green.
pub const TEAL: [f32; 3] = [0.13, 0.60, 0.60];
/// Golden yellow.
pub const AMBER: [f32; 3] = [0.95, 0.68, 0.20];
/// Soft violet.
pub const VIOLET: [f32; 3] = [0.52, 0.42, 0.80];
/// Leaf green.
pub const LEAF: [f32; 3] = [0.45, 0.68, 0.32];
/// Clear sky blue.
pub const SKY: [f32; 3] = [0.26, 0.55, 0.88];
/// Rose pink.
pub const ROSE: [f32; 3] = [0.90, 0.47, 0.62];
/// Dark slate, for cages and wires.
pub const SLATE: [f32; 3] = [0.16, 0.20, 0.26];
/// Neutral grey, for colliders.
pub const STONE: [f32; 3] = [0.62, 0.64, 0.67];

/// The colours for bodies, in the order in which to hand them out.
pub const BODIES: [[f32; 3]; 7] = [CORAL, TEAL, AMBER, VIOLET, LEAF, SKY, ROSE];

/// The colour of the `index`-th body; starts again after the last one.
pub fn body(index: usize) -> [f32; 3] {
    BODIES[index % BODIES.len()]
}

/// sRGB (0..=1) to linear light, by the sRGB transfer function (IEC 61966-2-1).
pub(crate) fn linear(srgb: [f32; 3]) -> [f32; 3] {
    srgb.map(|c| {
        let c = c.clamp(0.0, 1.0);
        if c <= 0.04045 {
            c / 12.92
        } else {
            ((c + 0.055) / 1.055).powf(2.4)
        }
    })
}
