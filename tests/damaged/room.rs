//! How much memory the cook of a surface may hold: what it works on, times what each part of that takes.

use super::surfaces::bounds;
use pliant::asset::SurfaceMesh;
use pliant::asset::from_surface::{Mode, SurfaceOptions};

/// A cell of a cage's lattice holds 64 fine points: a bit each, and a count of 4 bytes for 64 of them: 12 bytes; a grid point of
/// its own while cells are counted, and the 16th part of a list for 4,096 points: less than 1 more [byte].
const EACH_CAGE_CELL: usize = 13;
/// A cell of the body-centred lattice has two vertices, each with a bit in the set of those inside and in the grown one, and a count
/// in that: 5/8 of a byte; the octree has 8/7 of a bit and while it joins cells as much again [byte].
const EACH_STUFFING_CELL: usize = 1;
/// A cell of a cage has five tets. Its 64 fine points take each 12 bytes for the cell, 4 in the sets, 1 for being solid, and
/// 3 links of 8 in a vector that doubles (48) with 8 a link across cells in another (16 at the most for one in four): 69, for a tet 883;
/// the cooked body and what checks it take 600 more. A tet that is cut has up to four lattice vertices of its own: 150 bytes
/// each with the lists of its cuts, which is less [byte].
const EACH_TET: usize = 1_500;
/// Repaired (390 measured at a million) and bound with three vertices of its own (700 each): 2,500. In both meshers it has up to
/// 528 places that are looked at for its distance: 32 bytes in a vector that doubles and 16 twice [byte].
const EACH_TRIANGLE: usize = 2_500;
const EACH_PLACE: usize = 96;
/// A cell that a triangle reaches into: 12 bytes in a vector that doubles, and 4 in the sets, 1 for being deep, 4 for links over the
/// surface in one that doubles with three each: 12 + 12 + 5 + 48 [byte].
const EACH_FRAGMENT: usize = 77;
/// Whatever is asked: tables, reports and messages [byte].
const ANYTHING: usize = 1 << 20;

/// A lattice of no more cells than this is made for any body, or of 64 for each tet that it may have.
const FEW_CELLS: usize = 1 << 21;
/// The most cells that the lattice of a cage may have.
const MOST_CELLS: f64 = (1 << 25) as f64;
/// Tets that a mesh may have where it must be refined: twice those that are wanted, and 15 % more.
const MOST_TETS: f64 = 2.3;
/// A body that is stuffed and becomes a cage after all has this many times fewer tets: 12 a cell to 5.
const STUFFED: f64 = 2.4;
/// A triangle's places along an edge, at most.
const MOST_ALONG: usize = 32;

/// The bound; `made` is the number of tets that came out.
pub fn allowed(mesh: &SurfaceMesh, options: &SurfaceOptions, made: usize) -> usize {
    let wanted = MOST_TETS * options.elements as f64;
    let cells = cells(mesh, options, wanted);
    let each_cell = match options.mode {
        Mode::Conforming => EACH_STUFFING_CELL,
        _ => 0,
    } + EACH_CAGE_CELL;
    let tets = wanted.max(STUFFED * made as f64) as usize;
    let triangles = mesh.triangles.len();
    let places = triangles * (MOST_ALONG * (MOST_ALONG + 1) / 2);
    ANYTHING
        + each_cell * cells
        + EACH_TET * tets
        + EACH_TRIANGLE * (triangles + mesh.positions.len())
        + EACH_PLACE * places.min(cells_of_triangles(tets))
        + EACH_FRAGMENT * fragments(mesh, options, tets)
}

/// Places in triangles are two spacings apart, so that a tet's cell has few of one sheet of the surface.
fn cells_of_triangles(tets: usize) -> usize {
    100 * tets
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

/// The most cells that a lattice around a body may have.
fn cells(mesh: &SurfaceMesh, options: &SurfaceOptions, wanted: f64) -> usize {
    let found = 2 * FEW_CELLS.max(64 * wanted as usize);
    if !(options.spacing > 0.0 && options.spacing.is_finite()) {
        return found;
    }
    // A box is covered with up to four points more along each axis; larger lattices are refused before they are made. One that is stuffed
    // may have 8 times as many cells, that take a thirteenth each.
    let [low, high] = bounds(mesh);
    let counts = (high - low) / options.spacing + 4.0;
    found.max(counts.element_product().min(MOST_CELLS) as usize)
}
