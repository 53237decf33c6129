//! Unstructured grids of VTK: legacy `.vtk` and XML `.vtu`, after the chapter "VTK File Formats" of the VTK book.
//! Why not a crate: `docs/decisions/0013-readers.md`.

mod array;
mod legacy;
mod xml;

pub use legacy::parse_vtk;
pub use xml::parse_vtu;

use super::cursor::Cursor;
use glam::DVec3;
use pliant_geometry::TetMesh;
use pliant_geometry::error::{Error, Result, Status};

/// Cells, as both formats store them.
#[derive(Default)]
struct Cells {
    /// Vertices of all cells, one cell after the other.
    connectivity: Vec<f64>,
    /// Where each cell ends in `connectivity`.
    ends: Vec<f64>,
    /// Type of each cell.
    types: Vec<f64>,
    /// Stiffness and density factor of each cell [1], or empty.
    factors: [Vec<f64>; 2],
}

/// Adds points, minus `origin`, and the tets among the cells to the mesh. Points, lines and faces are skipped.
fn add(mesh: &mut TetMesh, points: &[f64], cells: &Cells, origin: DVec3, name: &str) -> Result<()> {
    let fail = |status, what: String| Error::new(status, format!("{name}: {what}"));
    let first = mesh.positions.len() as u32;
    let (points, rest) = points.as_chunks::<3>();
    let cell_count = cells.types.len();
    if !rest.is_empty() || cells.ends.len() != cell_count {
        let what = format!(
            "expected three coordinates a point and a type a cell, found {} coordinates, {} cells and {cell_count} types",
            3 * points.len() + rest.len(),
            cells.ends.len()
        );
        return Err(fail(Status::Format, what));
    }
    for factors in cells.factors.iter().filter(|f| !f.is_empty()) {
        if factors.len() != cell_count {
            let found = factors.len();
            let what = format!("expected {cell_count} factors of cells, found {found}");
            return Err(fail(Status::Format, what));
        }
    }
    for (i, point) in points.iter().enumerate() {
        if !point.iter().all(|c| (*c as f32).is_finite()) {
            let what = format!("point {i}: expected coordinates that are finite, found {point:?}");
            return Err(fail(Status::Format, what));
        }
        let place = DVec3::from_array(*point) - origin;
        mesh.positions.push(place.as_vec3().to_array());
    }
    let mut start = 0;
    for (i, (end, kind)) in cells.ends.iter().zip(&cells.types).enumerate() {
        let corners = match *end >= start as f64 {
            true => cells.connectivity.get(start..*end as usize),
            false => None,
        };
        let Some(corners) = corners else {
            let most = cells.connectivity.len();
            let what = format!("expected the end of cell {i} from {start} to {most}, found {end}");
            return Err(fail(Status::Format, what));
        };
        start = *end as usize;
        if !is_tet(*kind, i, name)? {
            continue;
        }
        let tet = tet(corners, points.len()).map_err(|e| {
            let what = format!("cell {i}: {}", e.message);
            fail(e.status, what)
        })?;
        mesh.tets.push(tet.map(|vertex| first + vertex));
        for (own, factors) in [&mut mesh.tet_stiffness, &mut mesh.tet_density]
            .into_iter()
            .zip(&cells.factors)
        {
            own.extend(factors.get(i).map(|f| *f as f32));
        }
    }
    Ok(())
}

/// The vertices of a tet, which must be below `count`.
fn tet(corners: &[f64], count: usize) -> Result<[u32; 4]> {
    let Ok(corners) = <[f64; 4]>::try_from(corners) else {
        let what = format!(
            "expected 4 vertices of a tetrahedron, found {}",
            corners.len()
        );
        return Err(Error::new(Status::Format, what));
    };
    let mut tet = [0; 4];
    for (vertex, corner) in tet.iter_mut().zip(corners) {
        let index = Cursor::new(&[], "", None).index(corner, 0, count);
        *vertex = index.map_err(|_| {
            let what = format!("expected vertices below {count}, found {corner}");
            Error::new(Status::MeshIndex, what)
        })?;
    }
    Ok(tet)
}

/// Whether a cell is a tet; an error for other volume elements. The numbers are from `vtkCellType.h`.
fn is_tet(kind: f64, cell: usize, name: &str) -> Result<bool> {
    let what = match kind as i64 {
        10 => return Ok(true),
        // Empty cells, points, lines and faces: linear, quadratic, Lagrange and Bezier.
        0..=9 | 21..=23 | 28 | 30 | 32 | 34..=36 | 68..=70 | 75..=77 => return Ok(false),
        11 | 12 | 25 | 29 | 33 | 67 | 72 | 79 => "hexahedron",
        13 | 26 | 31 => "wedge",
        14 | 27 | 37 => "pyramid",
        24 | 71 | 78 => "tetrahedron of higher order",
        _ => "unknown",
    };
    let message = format!(
        "{name}: cell {cell} is of type {kind} ({what}), which is not supported, expected 10, a 4-node tetrahedron"
    );
    Err(Error::new(Status::MeshUnsupported, message))
}

/// The mesh, or an error if it has no tets.
fn not_empty(mesh: TetMesh, name: &str) -> Result<TetMesh> {
    match mesh.tets.is_empty() {
        true => Err(Error::new(
            Status::MeshEmpty,
            format!("{name}: no tetrahedra"),
        )),
        false => Ok(mesh),
    }
}
