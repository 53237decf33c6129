//! Half-space below y = 0. It has no size.

use super::Nearest;
use glam::DVec3;

/// The nearest place of the surface to `p` [length unit].
pub fn distance(p: DVec3) -> Nearest {
    Nearest {
        normal: DVec3::Y,
        distance: p.y,
    }
}

/// How far the half-space reaches along its normal [length unit].
pub fn support() -> f64 {
    0.0
}
