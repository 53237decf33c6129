//! Ball of radius `size.x` swept along y from -`size.y` to `size.y` [length unit].

use super::nearest::Nearest;
use glam::DVec3;

/// The nearest surface point to `p` [length unit]; on the axis, the one along +x.
pub fn distance(size: DVec3, p: DVec3) -> Nearest {
    let from_axis = p - DVec3::Y * p.y.clamp(-size.y, size.y);
    Nearest {
        normal: from_axis.try_normalize().unwrap_or(DVec3::X),
        distance: from_axis.length() - size.x,
    }
}

/// Extent along the unit direction `n` [length unit].
pub fn support(size: DVec3, n: DVec3) -> f64 {
    size.x + size.y * n.y.abs()
}

/// Radius of the bounding ball about the origin [length unit].
pub fn bounding_radius(size: DVec3) -> f64 {
    size.x + size.y
}
