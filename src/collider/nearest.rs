//! What each shape says of a point.

use glam::DVec3;

/// The nearest surface point of a shape, seen from a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// Unit outward normal [1].
    pub normal: DVec3,
    /// Signed distance: negative inside [length unit].
    pub distance: f64,
}
