//! Detects render meshes that do not belong to the body.

use super::{Asset, SurfaceMesh};
use glam::Vec3;
use pliant_geometry::diagonal;
use pliant_geometry::error::{measured, numbers};

/// A vertex farther outside the tets than this fraction of the tets' diagonal [1] does not belong to the tets. The
/// worst real pair in `skin_pair_tests.rs` has 0.0105; extrapolation is visible from 0.05 on.
pub const FAR_OUTSIDE: f64 = 0.1;
/// A render mesh below this part of the tets' diagonal is in another unit [1]: metres beside inches are 1/39. Parts drawn
/// separately, such as eyes, are larger.
const SMALL: f64 = 1.0 / 30.0;

/// Why a render mesh may not belong to a body; `None` if it fits. `farthest_outside` is that of
/// [`SkinAsset`](super::SkinAsset).
pub fn misfit(asset: &Asset, surface: &SurfaceMesh, farthest_outside: f64) -> Option<String> {
    let what = if asset.sheet.is_some() {
        "sheet"
    } else {
        "tets"
    };
    let of_tets = diagonal(&asset.rest_positions);
    let drawn = surface.drawn_positions();
    let size = diagonal(&drawn) / of_tets;
    let why = if farthest_outside > FAR_OUTSIDE {
        let length = measured(farthest_outside * of_tets);
        format!(
            "its farthest vertex is {length} length units from the {what} ({farthest_outside:.3} of the diagonal)"
        )
    } else if size < SMALL {
        format!(
            "its diagonal is {} times that of the {what}",
            measured(size)
        )
    } else {
        return None;
    };
    Some(format!(
        "the render mesh does not fit the {what}: {why}. The render mesh reaches {}, the {what} {}. Check that both have the same pose, scale and length unit, and that the {what} cover all parts of the render mesh.",
        reach(&drawn),
        reach(&asset.rest_positions)
    ))
}

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

    /// A box scaled about its middle and moved along its diagonal, bound to tets of the box.
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

    /// Scaled by s, a corner is (s - 1) / 2 of the diagonal away; f32 positions know it to about 1e-6.
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
        // The diagonal is √21; 19.185 times it is 87.9.
        let doubt = said(39.37, 0.0).1.unwrap();
        assert!(
            doubt.contains(" is 87.9") && doubt.contains("(19.18"),
            "{doubt}"
        );
        let doubt = said(0.01, 0.0).1.unwrap();
        assert!(doubt.contains("its diagonal is 0.0"), "{doubt}");
    }
}
