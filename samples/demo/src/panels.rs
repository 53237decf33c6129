//! What is made of the user's surface, side by side: cage, conforming mesh cut open, skin.

use crate::user_files::Surface;
use anyhow::{Result, anyhow};
use pliant::asset::from_surface::{Filled, Mode, SurfaceOptions, SurfaceReport, fill_surface};
use pliant::asset::progress::Progress;
use pliant::asset::tetrahedralise::Method;
use pliant::asset::{SurfaceMesh, TetMesh};
use pliant::error::counted;
use viewer::{Image, Mesh, MeshView, Portrait, Renderer, montage, open_tets, palette};

/// Opacity of a cage, through which the skin is seen [1].
const CAGE_ALPHA: f32 = 0.22;

/// Draws the sheet, and returns what was done for the conforming mesh in it. Panels have the size of the renderer's
/// pictures; the same place is at the same pixel in each. Cage and conforming mesh are made of the surface. The skin is
/// what the cage carries: that surface or another one.
pub fn sheet(surface: &Surface, renderer: &mut Renderer) -> Result<(Image, Vec<String>)> {
    let carried = &surface.skin;
    let skin = Mesh {
        positions: carried.positions.clone(),
        normals: carried.normals.clone(),
        triangles: carried.triangles.clone(),
    };
    let triangles = counted(skin.triangles.len(), "triangle[|s]");
    let mut sentences = Vec::new();
    let (mut panels, portrait) = match &surface.filled {
        Filled::Tets(cage) => {
            let portrait = Portrait::of(&cage.positions, &cage.tets);
            let caption = format!("cage: {}", counted(cage.tets.len(), "tet[|s]"));
            let first = (around(&skin, cage, &portrait, renderer)?, caption);
            let (second, report) = conforming(&surface.given, &portrait, renderer)?;
            sentences = report.sentences_of_level();
            (vec![first, second], portrait)
        }
        Filled::Sheets(sheets) => {
            let portrait = Portrait::of(&sheets.positions, &sheets.triangles);
            let caption = format!("shell: {}", counted(sheets.triangles.len(), "triangle[|s]"));
            let lines = portrait.line_width_px(&sheets.positions, &sheets.triangles, renderer);
            let mut view = MeshView::new(&sheets.positions, &sheets.triangles).colour(palette::SKY);
            if let Some(width) = lines {
                view = view.wireframe().line_style(palette::SLATE, width);
            }
            (vec![(portrait.take(&[view], renderer)?, caption)], portrait)
        }
    };
    panels.push((
        portrait.take_surface(&skin, false, renderer)?,
        format!("skin: {triangles}{}", surface.left_out.caption()),
    ));
    let cells: Vec<_> = panels.iter().map(|(i, c)| (i, c.as_str())).collect();
    Ok((montage(&cells, cells.len()), sentences))
}

/// The skin inside its cage.
fn around(
    skin: &Mesh,
    cage: &TetMesh,
    portrait: &Portrait,
    renderer: &mut Renderer,
) -> Result<Image> {
    let boundary = open_tets(&cage.positions, &cage.tets, None).outside;
    let lines = portrait.line_width_px(&cage.positions, &boundary, renderer);
    let glass = MeshView::new(&cage.positions, &boundary)
        .wireframe()
        .colour(palette::SKY)
        .alpha(CAGE_ALPHA)
        .shadow(false)
        .line_style(palette::SLATE, lines.unwrap_or(0.25));
    Ok(portrait.take(&[MeshView::of(skin), glass], renderer)?)
}

/// Tets that follow the surface, cut open.
fn conforming(
    surface: &SurfaceMesh,
    portrait: &Portrait,
    renderer: &mut Renderer,
) -> Result<((Image, String), SurfaceReport)> {
    let options = SurfaceOptions {
        mode: Mode::Conforming,
        ..SurfaceOptions::default()
    };
    let (filled, report) = fill_surface(surface, &options, &Progress::NONE)
        .map_err(|error| anyhow!("no conforming mesh: {}", error.message))?;
    let Filled::Tets(mesh) = filled else {
        return Err(anyhow!("no conforming mesh: nothing encloses a volume"));
    };
    let opened = open_tets(&mesh.positions, &mesh.tets, Some(portrait.plane));
    let tets = counted(mesh.tets.len(), "tet[|s]");
    let caption = format!("conforming mesh, cut open: {tets}{}", caged(&report));
    let picture = portrait.take_tets(&mesh.positions, &opened, renderer)?;
    Ok(((picture, caption), report))
}

/// The part of the caption about bodies that the tets were too coarse to follow.
fn caged(report: &SurfaceReport) -> String {
    let bodies = report.tets.iter().flat_map(|made| &made.bodies);
    match bodies.filter(|body| body.method == Method::Cage).count() {
        0 => String::new(),
        count => format!(
            ", {}",
            counted(count, "bod[y|ies] too thin: [a cage|cages]")
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheets::LeftOut;

    /// A block, or only its front.
    fn block(sides: usize) -> SurfaceMesh {
        let block = viewer::shapes::cuboid([0.5, 0.4, 0.3]);
        SurfaceMesh {
            positions: block.positions,
            triangles: block.triangles[..2 * sides].to_vec(),
            ..SurfaceMesh::default()
        }
    }

    /// The panels of a block with so many sides that carries one with so many.
    fn drawn(sides: usize, carried: usize) -> Image {
        let given = block(sides);
        let options = SurfaceOptions::default();
        let (filled, _) = fill_surface(&given, &options, &Progress::NONE).expect("filled");
        let skin = block(carried);
        let surface = Surface {
            given,
            filled,
            skin,
            left_out: LeftOut::default(),
        };
        let mut renderer = Renderer::new(120, 90).expect("a renderer");
        let (image, sentences) = sheet(&surface, &mut renderer).expect("a sheet");
        let is_told = sentences
            .iter()
            .any(|s| s.contains("following the surface"));
        assert_eq!(is_told, sides == 6, "{sentences:?}");
        image
    }

    /// The pixels of one panel. Gaps are 8 pixels wide.
    fn panel(image: &Image, number: u32) -> Vec<[u8; 4]> {
        let pixels = (0..120 * 90).map(|i| image.pixel(8 + number * 128 + i % 120, 8 + i / 120));
        pixels.collect()
    }

    /// Cage and conforming mesh are of the surface. What they carry is in the first and the last panel.
    #[test]
    fn another_skin_is_drawn_where_the_skin_is() {
        let (own, other) = (drawn(6, 6), drawn(6, 1));
        let differ = [0, 1, 2].map(|number| panel(&own, number) != panel(&other, number));
        assert_eq!(differ, [true, false, true]);
    }

    #[test]
    fn a_solid_has_three_panels_and_a_sheet_two() {
        let (solid, sheet) = (drawn(6, 6), drawn(1, 1));
        // Gaps are 8 pixels wide.
        assert_eq!(solid.width(), 8 + 3 * (120 + 8));
        assert_eq!(sheet.width(), 8 + 2 * (120 + 8));
        // The block is in the middle of each panel: seen through its cage, cut, and whole.
        let middles = [0, 1, 2].map(|panel| solid.pixel(8 + panel * 128 + 60, 8 + 45));
        for (i, middle) in middles.iter().enumerate() {
            let [red, _, blue, _] = *middle;
            assert!(red > blue + 20, "panel {i}: {middle:?}");
            assert!(
                middles[..i].iter().all(|other| other != middle),
                "{middles:?}"
            );
        }
    }
}
