//! Collider shapes: convex solids with an exact signed distance, in the collider's own frame, and distances on a grid.
//!
//! Each shape has a file here, one in `shaders/collider/`, and a number in the registry below. The formulas are f64;
//! tests compare the shaders with them.

pub mod capsule;
pub mod cuboid;
mod nearest;
pub mod plane;
pub mod sdf;
pub mod search;
pub mod sphere;
#[cfg(test)]
mod tests;

pub use nearest::Nearest;
pub use sdf::{Grid, MOST_POINTS};

use glam::DVec3;

/// The number of the shape that a [`Grid`] gives, [`sdf`].
pub const GRID: u32 = 8;

/// The registry: every convex solid with its permanent number, never reused or renumbered.
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

impl Shape {
    /// Every shape.
    pub const ALL: [Shape; 4] = [Shape::Plane, Shape::Sphere, Shape::Capsule, Shape::Cuboid];

    /// The shape with this number, if any.
    pub fn from_number(number: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|shape| shape.number() == number)
    }

    /// The permanent number.
    pub fn number(self) -> u32 {
        self as u32
    }

    /// The nearest surface point to `p`. The shape's file defines `size` [length unit].
    pub fn distance(self, size: DVec3, p: DVec3) -> Nearest {
        match self {
            Shape::Plane => plane::distance(p),
            Shape::Sphere => sphere::distance(size, p),
            Shape::Capsule => capsule::distance(size, p),
            Shape::Cuboid => cuboid::distance(size, p),
        }
    }

    /// The smallest signed distance over a triangle [length unit]. The distance of a convex solid is convex, so nested
    /// golden-section searches find it.
    pub fn triangle_distance(self, size: DVec3, [a, b, c]: [DVec3; 3]) -> f64 {
        least(|u| {
            let (from, to) = (a.lerp(b, u), a.lerp(c, u));
            least(|v| self.distance(size, from.lerp(to, v)).distance)
        })
    }

    /// Extent from the origin along a unit direction [length unit]. For the half-space 0, valid only along its normal
    /// (infinite elsewhere).
    pub fn support(self, size: DVec3, n: DVec3) -> f64 {
        match self {
            Shape::Plane => plane::support(),
            Shape::Sphere => sphere::support(size),
            Shape::Capsule => capsule::support(size, n),
            Shape::Cuboid => cuboid::support(size, n),
        }
    }

    /// Radius of the smallest ball about the origin around the shape [length unit]; `None` if unbounded.
    pub fn bounding_radius(self, size: DVec3) -> Option<f64> {
        match self {
            Shape::Plane => None,
            Shape::Sphere => Some(sphere::bounding_radius(size)),
            Shape::Capsule => Some(capsule::bounding_radius(size)),
            Shape::Cuboid => Some(cuboid::bounding_radius(size)),
        }
    }
}

/// The minimum of a convex function on 0 to 1: golden-section search down to 1e-9.
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
