//! Whether an open sheet is a solid with holes or a shell.
//!
//! Let the sheet have the area A and caps on its loops the area C. Of the ends of random straight chords of a convex
//! body a part C / (A + C) lies on the caps (Cauchy–Crofton: chords hit a surface by its area), so seen from inside that
//! part of all directions is open on average, and the mean winding number inside is A / (A + C). It is 1 for a closed surface and
//! 1/2 for a flat sheet, which encloses nothing (C = A); a solid is what lies nearer to the closed one: C / (A + C) ≤ 1/4.
//!
//! A cloth folded flat passes that, for its rim lies on itself. But it has no thickness: 3 V / A, the radius of a ball, is
//! compared with the radius of the largest loop drawn out to a circle; a solid has a quarter of it.

/// What a part of a surface is to physics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It bounds a volume; its surface is closed, and its normals point out of the matter.
    Solid,
    /// A sheet without volume.
    Shell,
}

/// What is measured on a part.
#[derive(Clone, Copy, Debug, Default)]
pub struct Measure {
    /// Area of the sheet [length unit²].
    pub area: f64,
    /// Area of the caps on all loops [length unit²].
    pub cap_area: f64,
    /// Volume inside sheet and caps, positive if the normals point outward [length unit³].
    pub volume: f64,
    /// Length of the longest loop [length unit].
    pub longest_loop: f64,
    /// What rounding can hide [length unit].
    pub rounding: f64,
}

/// The part of sheet and caps that may be caps in a solid, and of the loop's radius that a solid is thick [1].
pub const QUARTER: f64 = 0.25;

impl Measure {
    /// The part of the surface that is missing [1].
    pub fn opening(&self) -> f64 {
        self.cap_area / (self.area + self.cap_area)
    }

    /// Whether the part bounds a volume.
    pub fn is_solid(&self) -> bool {
        let thickness = 3.0 * self.volume.abs() / self.area;
        let is_thick = is_thick(thickness, self.longest_loop);
        thickness > self.rounding && self.opening() <= QUARTER && is_thick
    }
}

/// Whether a solid can be so thick with an opening of such a length [length unit].
pub fn is_thick(thickness: f64, opening: f64) -> bool {
    thickness >= QUARTER * opening / std::f64::consts::TAU
}
