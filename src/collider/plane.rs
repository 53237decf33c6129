//! Half-space below y = 0. It has no size.

use super::nearest::Nearest;
use glam::DVec3;

/// The nearest surface point to `p` [length unit].
pub fn distance(p: DVec3) -> Nearest {
    Nearest {
        normal: DVec3::Y,
        distance: p.y,
    }
}

/// Extent along its normal [length unit].
pub fn support() -> f64 {
    0.0
}
