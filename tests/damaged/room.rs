//! How much memory the cook of a surface may hold: what it works on, times what each part of that takes.

use super::surfaces::bounds;
use pliant::asset::SurfaceMesh;
use pliant::asset::from_surface::{Mode, SurfaceOptions};

/// Sets of points keep 8 bytes for each node of 4,096 points, and as much for their ranks. A cell of a cage's lattice has 64 fine
/// points in four sets, one with ranks: 40/64 of a byte; and the threads' results, at 4 nodes a list, twice 8 and 8 more:
/// 24/64 [byte].
const EACH_CAGE_CELL: f64 = 1.0;
/// A cell of the body-centred lattice has two vertices, in a set of those inside, one of those deep inside and a grown one with ranks: 64/4,096
/// of a byte, 24 for results; the octree has three sets of cells at a time and eighths of those: 30 more. Less than [byte]
const EACH_STUFFING_CELL: f64 = 1.0 / 32.0;
/// Five tets of a cage have a cell. Each of its 64 fine points takes 4 bytes in the sets and 1 for being solid, its node up to 64 · 8 in four sets
/// and 64 · 4 for ranks if the cell is alone in it: 2,600, for a tet 520. Its neighbours, glued faces and corners take 500 a cell at other times.
/// The boundary of a cell that is alone has 12 triangles of 72 bytes, twice, and 50 in the tree around them: 2,300. Cells together take a
/// fourth of that (`cooking_takes_64_mb_and_200_bytes_a_tet`). A tet that is cut has up to four lattice vertices of its own: 150
/// bytes each with the lists of its cuts [byte].
const EACH_TET: usize = 600;
/// Repaired (390 measured at a million).
const EACH_TRIANGLE: usize = 390;
/// Repaired and bound with vertices of its own: `skin::memory` says 800 a vertex [byte].
const EACH_VERTEX: usize = 800;
/// In both meshers a triangle has up to 2,142 places, all together 2^19, that are looked at for its distance: 32 bytes in a vector that doubles, 16
/// twice, and 32 again for what is far [byte].
const EACH_PLACE: usize = 128;
/// A cell that a triangle reaches into: 12 bytes in a vector that doubles, and copies, 4 in the sets, 2 for being deep and solid, and three
/// links of 12 over the surface in one that doubles: 36 + 6 + 72 at the most, but what is linked is made one: 36 [byte].
const EACH_FRAGMENT: usize = 78;
/// Whatever is asked: reports and messages, and 2^16 crossings of 32 bytes in a vector that doubles, and copies [byte].
const ANYTHING: usize = (1 << 20) + 3 * (32 << 16);

/// The most cells that the lattice of a cage may have, and the most points of any.
const MOST_CELLS: f64 = (1 << 25) as f64;
const MOST_POINTS: f64 = (1 << 28) as f64;
/// Tets that a mesh may have where it must be refined: twice those that are wanted, and 15 % more.
const MOST_TETS: f64 = 2.3;
/// That who names no number gets at most.
const MOST_BY_DEFAULT: usize = 200_000;
/// A body that is stuffed and becomes a cage after all has this many times fewer tets: 12 a cell to 5.
const STUFFED: f64 = 2.4;
/// A triangle's places, at most: rows of 64 to 1 steps, and their ends, less two corners.
const MOST_PLACES_EACH: usize = 2_142;
/// And of all triangles, but for corners and middles.
const MOST_PLACES: usize = 1 << 19;

/// The bound; `made` is the number of tets that came out.
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

/// Places in triangles are half a spacing apart, so that a tet's cell has few of one sheet of the surface.
fn cells_of_triangles(tets: usize) -> usize {
    400 * tets
}

/// Cells that triangles reach into: of a column of cells along the axis that a triangle faces most, three at the most. Where the spacing
/// is found a triangle does not reach into more cells than there may be. More than 2^22 and 16 a triangle are refused.
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

/// What the tables of lattices take. Where the spacing is given, a box is covered with up to four points more along each axis; larger
/// lattices are refused before they are made. One that is searched for has as many cells as may be.
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
