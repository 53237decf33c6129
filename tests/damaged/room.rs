//! Upper bound of the peak memory of a cook: counts of what it works on, times the bytes of each.

use super::surfaces::bounds;
use pliant::asset::SurfaceMesh;
use pliant::asset::from_surface::{Mode, SurfaceOptions};

/// For each cell of the lattice of a cage [byte]. A point set takes 8 bytes for each node of 4,096 points, and 8 for
/// ranks. A cell has 64 fine points in four sets, one with ranks (40/64), and results of the threads (24/64).
const EACH_CAGE_CELL: f64 = 1.0;
/// For each cell of the body-centred lattice [byte], rounded up. Its two vertices are in three sets, one with ranks
/// (64/4,096), and in results (24/4,096); the octree has three sets of cells and their eighths (30/4,096).
const EACH_STUFFING_CELL: f64 = 1.0 / 32.0;
/// For each tet [byte]. In a cage five tets share a cell. An isolated cell takes 2,600 bytes for its points and their
/// node, 520 a tet. At other times it takes less: 500 for its neighbours, or 2,300 for its boundary and the tree around
/// that. A cut tet has up to four lattice vertices of its own, 150 bytes each. Connected cells take a fourth
/// (`cooking_takes_64_mb_and_200_bytes_a_tet`).
const EACH_TET: usize = 600;
/// For each triangle in repair [byte]: measured at a million.
const EACH_TRIANGLE: usize = 390;
/// For each vertex in repair and binding [byte]: `skin::memory`.
const EACH_VERTEX: usize = 800;
/// For each sample point of a triangle [byte]: 32 in a vector that doubles, 16 twice, and 32 if it is far from the
/// mesh.
const EACH_PLACE: usize = 128;
/// For each pair of a triangle and a cell that it reaches into [byte]: 36 for lists, 6 for sets, 36 for links between
/// cells.
const EACH_FRAGMENT: usize = 78;
/// For any cook [byte]: reports and messages, and 2^16 crossings of 32 bytes in a vector that doubles and copies.
const ANYTHING: usize = (1 << 20) + 3 * (32 << 16);

/// Most cells in the lattice of a cage, and most points in any lattice.
const MOST_CELLS: f64 = (1 << 25) as f64;
const MOST_POINTS: f64 = (1 << 28) as f64;
/// A refined mesh may have twice the wanted tets, and 15 % more.
const MOST_TETS: f64 = 2.3;
/// Most tets if no number was asked for.
const MOST_BY_DEFAULT: usize = 200_000;
/// A conforming mesh has 12 tets a cell, a cage only 5. A body may be stuffed first and become a cage after all.
const STUFFED: f64 = 2.4;
/// Most sample points of a triangle: rows of 64 to 1 steps with their ends, less two corners.
const MOST_PLACES_EACH: usize = 2_142;
/// Most sample points of all triangles, without corners and middles.
const MOST_PLACES: usize = 1 << 19;

/// The bound [byte]; `made` is the number of tets in the result.
pub fn allowed(mesh: &SurfaceMesh, options: &SurfaceOptions, made: usize) -> usize {
    let elements = match options.elements {
        0 => MOST_BY_DEFAULT,
        elements => elements,
    };
    let wanted = MOST_TETS * elements as f64;
    let tets = wanted.max(STUFFED * made as f64) as usize;
    let triangles = mesh.triangles.len();
    let places = triangles * MOST_PLACES_EACH;
    ANYTHING
        + lattices(mesh, options) as usize
        + EACH_TET * tets
        + EACH_TRIANGLE * triangles
        + EACH_VERTEX * mesh.positions.len()
        + EACH_PLACE
            * places
                .min(cells_of_triangles(tets))
                .min(MOST_PLACES + 4 * triangles)
        + EACH_FRAGMENT * fragments(mesh, options, tets)
}

/// Sample points are half a spacing apart, so a cell has only a few for each sheet of the surface.
fn cells_of_triangles(tets: usize) -> usize {
    400 * tets
}

/// Pairs of a triangle and a cell that it reaches into. A triangle reaches into at most three cells of a column along
/// the axis that it faces most. Without a given spacing, the number of cells limits them. More than 2^22 and 16 a
/// triangle are refused.
fn fragments(mesh: &SurfaceMesh, options: &SurfaceOptions, tets: usize) -> usize {
    let triangles = mesh.triangles.len();
    let most = (1 << 22) + 16 * triangles;
    if !(options.spacing > 0.0 && options.spacing.is_finite()) {
        return most.min(triangles * (16 + tets / 5));
    }
    let [low, high] = bounds(mesh);
    let [x, y, z] = ((high - low) / options.spacing + 4.0).to_array();
    let columns = (x * y).max(y * z).max(z * x);
    (triangles as f64 * 3.0 * columns).min(most as f64) as usize
}

/// Memory of the tables of lattices [byte]. A given spacing covers the bounding box with up to four more points along
/// each axis; larger lattices are refused before they are made. Without one, the largest lattice is assumed.
fn lattices(mesh: &SurfaceMesh, options: &SurfaceOptions) -> f64 {
    let cells = match options.spacing > 0.0 && options.spacing.is_finite() {
        true => {
            let [low, high] = bounds(mesh);
            ((high - low) / options.spacing + 4.0).element_product()
        }
        false => f64::INFINITY,
    };
    let stuffed = match options.mode {
        Mode::Conforming => EACH_STUFFING_CELL * cells.min(MOST_POINTS),
        _ => 0.0,
    };
    EACH_CAGE_CELL * cells.min(MOST_CELLS) + stuffed
}
