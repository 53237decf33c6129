//! Box with half extents `size` [length unit] about the origin.

use super::nearest::Nearest;
use glam::DVec3;

/// The nearest surface point to `p` [length unit]; between equally near faces, that of the first axis.
pub fn distance(size: DVec3, p: DVec3) -> Nearest {
    let side = DVec3::select(p.cmpge(DVec3::ZERO), DVec3::ONE, DVec3::NEG_ONE);
    let beyond = p.abs() - size;
    let outside = beyond.max(DVec3::ZERO);
    if let Some(direction) = outside.try_normalize() {
        return Nearest {
            normal: side * direction,
            distance: outside.length(),
        };
    }
    let deepest = beyond.max_element();
    let axis = [DVec3::X, DVec3::Y, DVec3::Z][beyond
        .to_array()
        .iter()
        .position(|b| *b >= deepest)
        .unwrap_or(0)];
    Nearest {
        normal: side * axis,
        distance: deepest,
    }
}

/// Extent along the unit direction `n` [length unit].
pub fn support(size: DVec3, n: DVec3) -> f64 {
    size.dot(n.abs())
}

/// Half of the box's diagonal [length unit].
pub fn bounding_radius(size: DVec3) -> f64 {
    size.length()
}
