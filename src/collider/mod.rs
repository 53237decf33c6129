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

    /// The least signed distance of a triangle's points [length unit]. The distance of a convex solid is convex, so that
    /// golden sections, one in the other, find it whatever the shape.
    pub fn triangle_distance(self, size: DVec3, [a, b, c]: [DVec3; 3]) -> f64 {
        least(|u| {
            let (from, to) = (a.lerp(b, u), a.lerp(c, u));
            least(|v| self.distance(size, from.lerp(to, v)).distance)
        })
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

/// The least value of a convex function on 0 to 1: golden sections down to 1e-9.
fn least(f: impl Fn(f64) -> f64) -> f64 {
    let golden = 0.5 * (5.0_f64.sqrt() - 1.0);
    let (mut low, mut high) = (0.0, 1.0);
    let (mut p, mut q) = (1.0 - golden, golden);
    let (mut at_p, mut at_q) = (f(p), f(q));
    let ends = f(low).min(f(high));
    for _ in 0..43 {
        if at_p < at_q {
            (high, q, at_q) = (q, p, at_p);
            p = high - golden * (high - low);
            at_p = f(p);
        } else {
            (low, p, at_p) = (p, q, at_q);
            q = low + golden * (high - low);
            at_q = f(q);
        }
    }
    at_p.min(at_q).min(ends)
}
