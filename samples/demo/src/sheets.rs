//! Sheets of the user's surface that are too far from its tets to follow them.

use pliant::asset::misfit::FAR_OUTSIDE;
use pliant::asset::repair::{Kind, RepairOptions, repair};
use pliant::asset::skin::bind_skin;
use pliant::asset::{Asset, SurfaceMesh};
use pliant::error::{Result, counted};

/// What is not drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Number of sheets.
    pub sheets: usize,
    /// Number of their triangles.
    pub triangles: usize,
}

impl LeftOut {
    /// The end of the skin's caption; empty if nothing is left out.
    pub fn caption(&self) -> String {
        match self.sheets {
            0 => String::new(),
            _ => format!(
                ", without {} of {}",
                counted(self.sheets, "far sheet[|s]"),
                counted(self.triangles, "triangle[|s]")
            ),
        }
    }

    /// A sentence, if something is left out.
    pub fn sentence(&self) -> Option<String> {
        let text = "sheet[ lies|s lie] too far from the tets to be carried, and [is|are] left out of the pictures.";
        (self.sheets > 0).then(|| counted(self.sheets, text))
    }
}

/// A surface without the sheets that are farther outside the tets than a render mesh should be.
pub fn near(given: &SurfaceMesh, body: &Asset) -> Result<(SurfaceMesh, LeftOut)> {
    let (repaired, _) = repair(given, &RepairOptions::default())?;
    let is_far = |sheets: &SurfaceMesh| {
        bind_skin(body, sheets).map(|skin| f64::from(skin.farthest_outside) > FAR_OUTSIDE)
    };
    let (mut drawn, mut left_out) = (given.clone(), LeftOut::default());
    let sheets = repaired.parts_of(Kind::Shell);
    if sheets.triangles.is_empty() || !is_far(&sheets)? {
        return Ok((drawn, left_out));
    }
    let mut far = vec![false; repaired.surface.positions.len()];
    for (number, part) in repaired.parts.iter().enumerate() {
        if part.kind == Kind::Shell && is_far(&repaired.part(number))? {
            left_out.sheets += 1;
            far[part.vertices.start as usize..part.vertices.end as usize].fill(true);
        }
    }
    let of_given = |v: u32| repaired.repaired_from_given[v as usize] as usize;
    let is_drawn = |t: &[u32; 3]| {
        t.iter()
            .any(|v| far.get(of_given(*v)).is_none_or(|is_far| !is_far))
    };
    drawn.triangles.retain(is_drawn);
    left_out.triangles = given.triangles.len() - drawn.triangles.len();
    Ok((drawn, left_out))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pliant::asset::from_surface::{SurfaceOptions, cook_surface};
    use pliant::asset::lattice::box_surface;
    use pliant::asset::progress::Progress;

    /// A box and a sheet of two triangles that starts so far above it [diagonals of the box].
    fn with_sheet(above: f32) -> SurfaceMesh {
        let mut surface = box_surface([2; 3], [1.0; 3]);
        let (first, height) = (surface.positions.len() as u32, 1.0 + above * 3f32.sqrt());
        for [x, z] in [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]] {
            surface.positions.push([x, height, z]);
        }
        surface
            .triangles
            .extend([[0, 1, 2], [0, 2, 3]].map(|t| t.map(|v| first + v)));
        surface
    }

    #[test]
    fn only_sheets_far_from_the_tets_are_left_out() {
        for (above, sheets) in [(0.09, 0), (0.11, 1)] {
            let given = with_sheet(above);
            let cooked = cook_surface(&given, &SurfaceOptions::default(), &Progress::NONE);
            let (body, _) = cooked.expect("cooked");
            let (drawn, left_out) = near(&given, &body).expect("drawn");
            let triangles = 2 * sheets;
            assert_eq!(left_out, LeftOut { sheets, triangles });
            assert_eq!(
                drawn.triangles,
                given.triangles[..given.triangles.len() - triangles]
            );
            let caption = ["", ", without 1 far sheet of 2 triangles"][sheets];
            assert_eq!(left_out.caption(), caption);
            assert_eq!(left_out.sentence().is_some(), sheets > 0);
        }
    }
}
