//! Ball of radius `size.x` [length unit] about the origin.

use super::nearest::Nearest;
use glam::DVec3;

/// The nearest surface point to `p` [length unit]; at the centre, the one along +y.
pub fn distance(size: DVec3, p: DVec3) -> Nearest {
    Nearest {
        normal: p.try_normalize().unwrap_or(DVec3::Y),
        distance: p.length() - size.x,
    }
}

/// Extent in any direction [length unit].
pub fn support(size: DVec3) -> f64 {
    size.x
}

/// The ball's radius [length unit].
pub fn bounding_radius(size: DVec3) -> f64 {
    size.x
}
