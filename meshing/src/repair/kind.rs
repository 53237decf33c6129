//! Whether an open sheet is a solid with holes or a shell.
//!
//! Let the sheet have area A, and caps on its loops area C. For a convex body a share C / (A + C) of the ends of random
//! chords lies on the caps (Cauchy–Crofton). So that share of directions is open from inside, and the mean winding
//! number inside is A / (A + C): 1 for a closed surface, 1/2 for a flat sheet. A solid is closer to 1: C / (A + C) ≤
//! 1/4.
//!
//! A folded cloth passes this test, since its rim lies on itself. So a solid's thickness 3 V / A (a ball's radius) must
//! also be at least a quarter of the radius of its largest loop, drawn as a circle.

/// What a part of a surface is to physics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It encloses a volume. Its surface is closed and faces outward, but inward for a cavity.
    Solid,
    /// A sheet without volume.
    Shell,
}

/// Measures of a part.
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
    /// Largest rounding error of a position [length unit].
    pub rounding: f64,
}

/// The largest share of caps in a solid, and the least ratio of thickness to the loop's radius [1].
pub const QUARTER: f64 = 0.25;

impl Measure {
    /// The missing share of the surface [1].
    pub fn opening(&self) -> f64 {
        self.cap_area / (self.area + self.cap_area)
    }

    /// Whether the part encloses a volume.
    pub fn is_solid(&self) -> bool {
        let thickness = 3.0 * self.volume.abs() / self.area;
        let is_thick = is_thick(thickness, self.longest_loop);
        thickness > self.rounding && self.opening() <= QUARTER && is_thick
    }
}

/// Whether a solid is thick enough for an opening of this length [length unit].
pub fn is_thick(thickness: f64, opening: f64) -> bool {
    thickness >= QUARTER * opening / std::f64::consts::TAU
}
