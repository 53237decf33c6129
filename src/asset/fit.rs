//! Distances between a body and the surface that it was made of.

use super::{Asset, SurfaceMesh};
use glam::{DVec3, Vec3};
use pliant_geometry::diagonal;
use pliant_geometry::error::Result;
use pliant_geometry::parallel;
use pliant_geometry::progress::Progress;
use pliant_geometry::solid::Solid;

/// Largest distances between the surface and its tets, over the diagonal of the tets' bounding box [1].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Fit {
    /// From a vertex of the given surface to the nearest tet; 0 if all are inside, as in most cages. Vertices outside
    /// are extrapolated. Only vertices of triangles count, those of sheets included.
    pub farthest_outside: f64,
    /// From the tets' boundary (corners and middles of its triangles) to the repaired surface: how much thicker or
    /// thinner the colliding body is than the drawn one. In a cage up to a cell's diagonal.
    pub farthest_boundary: f64,
    /// From the repaired surface to the tets' boundary: the length of tips that the tets miss; in a cage also its
    /// thickness. Slits narrower than 1/1000 of the body's diagonal count as closed.
    pub farthest_surface: f64,
}

/// Measures a body against its surface. `both`: distances from boundary to surface and back, from the tetrahedraliser
/// [length unit].
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

/// The boundary, which encloses a point once, or more often where tets overlap.
fn boundary(asset: &Asset, progress: &Progress) -> Result<Solid> {
    let at = |v: u32| Vec3::from_array(asset.rest_positions[v as usize]).as_dvec3();
    let triangles = &asset.surface_triangles;
    let corners: Vec<[DVec3; 3]> = triangles.iter().map(|t| t.map(at)).collect();
    Solid::of_mesh(&corners, triangles, progress)
}

impl Fit {
    /// The distances in a sentence.
    pub fn sentence(&self) -> String {
        format!(
            "Largest distances, in % of the diagonal of the body: {:.2} % from the surface to the tets, {:.2} % from the boundary of the tets to the surface, {:.2} % from the surface to that boundary.",
            100.0 * self.farthest_outside,
            100.0 * self.farthest_boundary,
            100.0 * self.farthest_surface
        )
    }
}
