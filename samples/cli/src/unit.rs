//! Length units of files.

use crate::file::Content;
use crate::report::figure;
use glam::Vec3;
use pliant::asset::SurfaceMesh;

/// A longest side above or below these suggests another unit than metres [m].
const LONG: f64 = 100.0;
const SHORT: f64 = 1e-3;
/// So does a mass above this [kg].
const HEAVY: f64 = 1e5;

/// The length unit of a file [m].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit(f64);

impl Unit {
    /// Parses a name, or a length in metres.
    pub fn parse(text: &str) -> Result<Self, String> {
        let metres = match text {
            "m" => 1.0,
            "cm" => 0.01,
            "mm" => 0.001,
            "in" => 0.0254,
            "ft" => 0.3048,
            _ => text.parse().unwrap_or(f64::NAN),
        };
        match metres > 0.0 && metres.is_finite() {
            true => Ok(Self(metres)),
            false => {
                Err("expected m, cm, mm, in or ft, or the length of the unit in metres".into())
            }
        }
    }

    /// Converts a length of the file to metres.
    pub fn metres(self, length: f64) -> f64 {
        length * self.0
    }

    /// Converts a surface to metres.
    pub fn put_surface(self, surface: &mut SurfaceMesh) {
        self.put(&mut surface.positions);
    }

    /// Converts a mesh to metres; a cooked file is in metres already.
    pub fn put_content(self, content: &mut Content) {
        match content {
            Content::Tets(mesh) => self.put(&mut mesh.positions),
            Content::Surface(surface) => self.put_surface(surface),
            Content::Saved(_) => {}
        }
    }

    fn put(self, positions: &mut [[f32; 3]]) {
        for coordinate in positions.as_flattened_mut() {
            *coordinate = self.metres(f64::from(*coordinate)) as f32;
        }
    }
}

/// Lowest and highest corner of positions [length unit].
pub fn bounds(positions: impl Iterator<Item = [f32; 3]>) -> [Vec3; 2] {
    let points = positions.map(Vec3::from_array);
    points.fold([Vec3::INFINITY, Vec3::NEG_INFINITY], |[low, high], p| {
        [low.min(p), high.max(p)]
    })
}

/// The longest side of the box around positions [length unit].
pub fn longest(positions: &[[f32; 3]]) -> f64 {
    let [low, high] = bounds(positions.iter().copied());
    (high - low).max_element().into()
}

/// A warning that lengths may not be in metres, given the longest side [m] and the mass [kg] if they are.
pub fn doubt(longest: f64, mass: Option<f64>) -> Option<String> {
    let is_odd = longest > LONG || longest < SHORT && longest > 0.0;
    let mass = mass.filter(|mass| is_odd || *mass > HEAVY);
    let weighs = mass.map(|mass| format!(" and weighs {} kg", figure(mass, 4)));
    (is_odd || weighs.is_some()).then(|| {
        format!(
            "Taken as metres, it is {} m long{}. If the file is in another unit, cook it with --unit mm (or cm, in, ft).",
            figure(longest, 4),
            weighs.unwrap_or_default()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_has_a_name_or_a_length() {
        for (text, metres) in [("mm", 0.001), ("in", 0.0254), ("0.5", 0.5)] {
            assert_eq!(Unit::parse(text), Ok(Unit(metres)));
        }
        for wrong in ["", "km ", "0", "-1", "inf", "nan"] {
            assert!(Unit::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn only_sizes_that_games_do_not_have_are_doubted() {
        for (longest, mass, is_doubted) in [
            (100.0, Some(1e5), false),
            (101.0, None, true),
            (0.001, None, false),
            (0.0009, Some(1e-9), true),
            (50.0, Some(1.1e5), true),
            (0.0, None, false),
        ] {
            assert_eq!(
                doubt(longest, mass).is_some(),
                is_doubted,
                "{longest} {mass:?}"
            );
        }
    }
}
