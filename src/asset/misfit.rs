//! Whether a render mesh belongs to the body that is to carry it.

use super::{Asset, SurfaceMesh};
use glam::Vec3;
use pliant_geometry::diagonal;
use pliant_geometry::error::{measured, numbers};

/// A render mesh with a vertex farther outside the tets than this part of their diagonal was not made for them, or they lack a part of
/// it [1]: it is moved by as much, or about its middle a fifth larger. Of real render meshes beside their tets the worst has 0.0105
/// (`skin_pair_tests.rs`); from 0.05 on what is extrapolated shows.
pub const FAR_OUTSIDE: f64 = 0.1;
/// One with less than this part of the tets' diagonal, which hides inside them, is in another unit [1]: metres beside inches are 39 times
/// fewer, beside centimetres 100 times. What is drawn apart on a body, as an eye, is larger.
const SMALL: f64 = 1.0 / 30.0;

/// Why a render mesh may not belong to a body, if it may not; `farthest_outside` is what [`SkinAsset`](super::SkinAsset) has.
pub fn misfit(asset: &Asset, surface: &SurfaceMesh, farthest_outside: f64) -> Option<String> {
    let of_tets = diagonal(&asset.rest_positions);
    let drawn = surface.drawn_positions();
    let size = diagonal(&drawn) / of_tets;
    let why = if farthest_outside > FAR_OUTSIDE {
        let length = measured(farthest_outside * of_tets);
        format!(
            "its farthest vertex is {length} length units outside them, {farthest_outside:.3} of their diagonal, and is carried by extrapolation"
        )
    } else if size < SMALL {
        format!("its diagonal is {} of theirs", measured(size))
    } else {
        return None;
    };
    Some(format!(
        "the render mesh does not fit the tets: {why}. It reaches {}, they {}: are both in the same pose, scale and length unit, and do the tets have all its parts?",
        reach(&drawn),
        reach(&asset.rest_positions)
    ))
}

/// From where to where positions reach.
fn reach(positions: &[[f32; 3]]) -> String {
    let points = || positions.iter().copied().map(Vec3::from_array);
    let [low, high] = [points().reduce(Vec3::min), points().reduce(Vec3::max)]
        .map(|corner| numbers(&corner.unwrap_or_default().to_array()));
    format!("from {low} to {high}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asset::CookOptions;
    use crate::asset::cook::cook;
    use crate::asset::skin::bind_skin;
    use pliant_geometry::lattice::{Split, beam_lattice, box_surface};

    /// What is said of a box made larger about its middle and moved along its diagonal, on tets of the box.
    fn said(larger: f32, moved: f32) -> (f32, Option<String>) {
        let size = Vec3::new(2.0, 1.0, 4.0);
        let tets = beam_lattice([2, 1, 4], size.to_array(), Split::Five);
        let body = cook(&tets, &CookOptions::default()).unwrap().0;
        let mut mesh = box_surface([2, 1, 4], size.to_array());
        let low = tets.positions.iter().copied().map(Vec3::from_array);
        let middle = low.reduce(Vec3::min).unwrap() + 0.5 * size;
        for p in &mut mesh.positions {
            let from_middle = Vec3::from_array(*p) - middle;
            *p = (middle + larger * from_middle + moved * size).to_array();
        }
        let outside = bind_skin(&body, &mesh).unwrap().farthest_outside;
        (outside, misfit(&body, &mesh, f64::from(outside)))
    }

    /// A corner of a box made s times as large is (s - 1) / 2 of the diagonal from the old one, and one moved along the diagonal as
    /// far as that says, both on the diagonal's line: single precision knows them to some 1e-6.
    #[test]
    fn what_does_not_fit_is_doubted() {
        for (larger, moved, outside, is_doubted) in [
            (1.0, 0.0, 0.0, false),
            (1.19, 0.0, 0.095, false),
            (1.21, 0.0, 0.105, true),
            (1.0, 0.099, 0.099, false),
            (1.0, -0.101, 0.101, true),
            (0.034, 0.0, 0.0, false),
            (0.033, 0.0, 0.0, true),
            (39.37, 0.0, 19.185, true),
        ] {
            let (found, doubt) = said(larger, moved);
            assert!(
                (found - outside).abs() < 1e-5 * larger,
                "{larger} {moved}: {found}"
            );
            assert_eq!(doubt.is_some(), is_doubted, "{larger} {moved}: {doubt:?}");
        }
        // The diagonal is the root of 21, of which 19.185 times are 87.9.
        let doubt = said(39.37, 0.0).1.unwrap();
        assert!(
            doubt.contains(" is 87.9") && doubt.contains(", 19.18"),
            "{doubt}"
        );
        let doubt = said(0.01, 0.0).1.unwrap();
        assert!(doubt.contains("its diagonal is 0.0"), "{doubt}");
    }
}
