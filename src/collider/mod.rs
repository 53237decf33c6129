//! Collider shapes: convex solids with an exact signed distance, each in the collider's own frame.
//!
//! Each kind has one file here, beside `shaders/collider/`, and one entry in the registry below. The formulas are plain
//! f64; tests hold the shaders to them.

pub mod capsule;
pub mod cuboid;
pub mod plane;
pub mod sphere;
#[cfg(test)]
mod tests;

use glam::DVec3;

/// The registry: every kind of shape with its permanent number, which is never reused and never renumbered.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// Half-space, [`plane`].
    Plane = 1,
    /// Ball, [`sphere`].
    Sphere = 2,
    /// Ball swept along a segment, [`capsule`].
    Capsule = 3,
    /// Box, [`cuboid`].
    Cuboid = 4,
}

/// The nearest place of a shape's surface, as seen from a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// Unit outward normal there [1].
    pub normal: DVec3,
    /// Signed distance of the point: negative inside [length unit].
    pub distance: f64,
}

impl Shape {
    /// Every kind there is.
    pub const ALL: [Shape; 4] = [Shape::Plane, Shape::Sphere, Shape::Capsule, Shape::Cuboid];

    /// The kind with this permanent number; `None` for a number that no kind has.
    pub fn from_number(number: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|shape| shape.number() == number)
    }

    /// The permanent number.
    pub fn number(self) -> u32 {
        self as u32
    }

    /// The nearest place of the surface to `p`. `size` [length unit] means what the shape's file says.
    pub fn distance(self, size: DVec3, p: DVec3) -> Nearest {
        match self {
            Shape::Plane => plane::distance(p),
            Shape::Sphere => sphere::distance(size, p),
            Shape::Capsule => capsule::distance(size, p),
            Shape::Cuboid => cuboid::distance(size, p),
        }
    }

    /// How far the shape reaches from its origin along a unit direction [length unit]; for the half-space 0, which
    /// only holds along its normal (infinite elsewhere).
    pub fn support(self, size: DVec3, n: DVec3) -> f64 {
        match self {
            Shape::Plane => plane::support(),
            Shape::Sphere => sphere::support(size),
            Shape::Capsule => capsule::support(size, n),
            Shape::Cuboid => cuboid::support(size, n),
        }
    }

    /// Radius of the smallest ball about the origin that holds the shape [length unit]; `None` if there is none.
    pub fn bounding_radius(self, size: DVec3) -> Option<f64> {
        match self {
            Shape::Plane => None,
            Shape::Sphere => Some(sphere::bounding_radius(size)),
            Shape::Capsule => Some(capsule::bounding_radius(size)),
            Shape::Cuboid => Some(cuboid::bounding_radius(size)),
        }
    }
}
