//! How near a body is to the surface that it was made of.

use super::{Asset, SurfaceMesh};
use glam::{DVec3, Vec3};
use pliant_geometry::diagonal;
use pliant_geometry::error::Result;
use pliant_geometry::parallel;
use pliant_geometry::progress::Progress;
use pliant_geometry::solid::Solid;

/// How near the surface and the tets made of it are: three distances, each the largest of its kind, divided by the diagonal of
/// the tets' bounding box [1].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Fit {
    /// From a vertex of the surface as given to the nearest tet; 0 where all lie inside, as in most cages. What lies outside is
    /// carried by extrapolation. Vertices that no triangle names do not count; those of sheets without volume do. Otherwise it is
    /// `SkinAsset::farthest_outside` of the surface.
    pub farthest_outside: f64,
    /// From a corner or the middle of a triangle of the tets' boundary to the repaired surface: how much thicker (in a cage up to
    /// a cell's diagonal) or thinner what collides is than what is drawn.
    pub farthest_boundary: f64,
    /// From a place of the repaired surface to the tets' boundary: how long tips are that the tets lack, and in a cage how thick it is.
    /// Slits between parts that are narrower than a thousandth of the body's diagonal count as shut.
    pub farthest_surface: f64,
}

/// Measures a body against the surface it was made of; `both` [length unit]: from boundary to surface and back, as the
/// tetrahedraliser measured them.
///
/// # Errors
/// `Cancelled`.
pub fn fit(
    asset: &Asset,
    surface: &SurfaceMesh,
    both: [f64; 2],
    threads: usize,
    progress: &Progress,
) -> Result<Fit> {
    let named = surface.drawn_positions();
    let diagonal = diagonal(&asset.rest_positions);
    let boundary = boundary(asset, &progress.part(0.0, 0.3))?;
    let distance = |v: usize| match Vec3::from_array(named[v]).as_dvec3() {
        p if boundary.contains(p) => 0.0,
        p => (boundary.tree.nearest(p, f64::INFINITY)).map_or(0.0, |(_, square, _)| square.sqrt()),
    };
    let threads = parallel::thread_count(threads);
    let progress = progress.part(0.3, 1.0);
    let distances = parallel::map(named.len(), 256, threads, &progress, distance)?;
    Ok(Fit {
        farthest_outside: distances.into_iter().fold(0.0, f64::max) / diagonal,
        farthest_boundary: both[0] / diagonal,
        farthest_surface: both[1] / diagonal,
    })
}

/// The tets' boundary: it goes once round what is in a tet, and more often round what is in tets of parts that overlap.
fn boundary(asset: &Asset, progress: &Progress) -> Result<Solid> {
    let at = |v: u32| Vec3::from_array(asset.rest_positions[v as usize]).as_dvec3();
    let triangles = &asset.surface_triangles;
    let corners: Vec<[DVec3; 3]> = triangles.iter().map(|t| t.map(at)).collect();
    Solid::of_mesh(&corners, triangles, progress)
}

impl Fit {
    /// For a person.
    pub fn sentence(&self) -> String {
        format!(
            "The surface reaches {:.2} % of the body's diagonal out of the tets, and their boundary is up to {:.2} % from the surface, the surface up to {:.2} % from it.",
            100.0 * self.farthest_outside,
            100.0 * self.farthest_boundary,
            100.0 * self.farthest_surface
        )
    }
}
