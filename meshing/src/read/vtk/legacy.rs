//! Legacy `.vtk`: versions 1.0 to 5.1, ASCII and binary (big-endian).

use super::{Cells, add, not_empty};
use crate::read::cursor::{Cursor, Encoding};
use crate::read::origin::near;
use crate::read::scalar::Scalar;
use glam::DVec3;
use pliant_geometry::TetMesh;
use pliant_geometry::error::{Result, Status};

/// Reads the tets of a legacy VTK file; points, lines, faces, point data and cell data are skipped. `name` is the
/// file's name in messages.
///
/// # Errors
/// `Format`; `MeshUnsupported` for volume elements other than 4-node tets and for other data sets; `MeshIndex`;
/// `MeshEmpty`.
pub fn parse_vtk(bytes: &[u8], name: &str) -> Result<TetMesh> {
    near(name, |origin| tets(bytes, name, origin))
}

fn tets(bytes: &[u8], name: &str, origin: DVec3) -> Result<TetMesh> {
    let mut cursor = Cursor::text(bytes, name, None, origin);
    let c = &mut cursor;
    for word in ["#", "vtk", "DataFile", "Version"] {
        c.expect(word)?;
    }
    let version: f32 = c.word("a version")?;
    c.line();
    // The title.
    c.line();
    let encoding = match c.word::<String>("ASCII or BINARY")?.as_str() {
        "ASCII" => Encoding::Ascii,
        "BINARY" => Encoding::Big,
        other => {
            let message = format!("expected ASCII or BINARY, found {other:.40}");
            return Err(c.error(Status::Format, message));
        }
    };
    c.expect("DATASET")?;
    let kind: String = c.word("UNSTRUCTURED_GRID")?;
    if kind != "UNSTRUCTURED_GRID" {
        let message = format!("expected a data set UNSTRUCTURED_GRID, found {kind:.40}");
        return Err(c.error(Status::MeshUnsupported, message));
    }
    let mut file = File {
        encoding,
        version,
        points: None,
        cells: None,
        types: None,
    };
    while !file.section(c)? {}
    let File {
        points: Some(points),
        cells: Some(mut cells),
        types: Some(types),
        ..
    } = file
    else {
        return Err(c.error(
            Status::Format,
            "expected POINTS, CELLS and CELL_TYPES before the end",
        ));
    };
    cells.types = types;
    let mut mesh = TetMesh::default();
    add(&mut mesh, &points, &cells, origin, name)?;
    not_empty(mesh, name)
}

/// What was read so far.
struct File {
    encoding: Encoding,
    version: f32,
    points: Option<Vec<f64>>,
    cells: Option<Cells>,
    types: Option<Vec<f64>>,
}

impl File {
    /// Reads one section; true when nothing more is needed.
    fn section(&mut self, c: &mut Cursor) -> Result<bool> {
        if self.points.is_some() && self.cells.is_some() && self.types.is_some() {
            return Ok(true);
        }
        match c.peek() {
            b"" => return Ok(true),
            b"POINTS" => {
                c.expect("POINTS")?;
                let count: u64 = c.word("the number of points")?;
                let kind = scalar(c)?;
                self.points =
                    Some(self.numbers(c, kind, count.saturating_mul(3), "a coordinate")?);
            }
            b"CELLS" => {
                c.expect("CELLS")?;
                self.cells = Some(self.cells(c)?);
            }
            b"CELL_TYPES" => {
                c.expect("CELL_TYPES")?;
                let count = c.word("the number of cells")?;
                self.types = Some(self.numbers(c, Scalar::I32, count, "the type of a cell")?);
            }
            b"METADATA" => while !c.line().is_empty() {},
            _ => {
                c.expect("FIELD")?;
                c.word::<String>("the name of a field")?;
                for _ in 0..c.word::<u64>("the number of arrays")? {
                    c.word::<String>("the name of an array")?;
                    let components: u64 = c.word("the number of components")?;
                    let tuples: u64 = c.word("the number of tuples")?;
                    let kind = scalar(c)?;
                    self.numbers(
                        c,
                        kind,
                        components.saturating_mul(tuples),
                        "a number of a field",
                    )?;
                }
            }
        }
        Ok(false)
    }

    /// Before version 5 a cell is a count and its vertices. Since then there is an array of starts and one of vertices.
    fn cells(&self, c: &mut Cursor) -> Result<Cells> {
        let count: u64 = c.word("the number of cells")?;
        let size: u64 = c.word("the size of the cells")?;
        let mut cells = Cells::default();
        if self.version >= 5.0 {
            c.expect("OFFSETS")?;
            let kind = scalar(c)?;
            // One more than cells; the first is 0.
            cells.ends = self
                .numbers(c, kind, count, "an offset")?
                .split_off(1.min(count as usize));
            c.expect("CONNECTIVITY")?;
            let kind = scalar(c)?;
            cells.connectivity = self.numbers(c, kind, size, "a vertex of a cell")?;
            return Ok(cells);
        }
        let numbers = self.numbers(c, Scalar::I32, size, "a vertex of a cell")?;
        let mut rest = &numbers[..];
        while let [length, tail @ ..] = rest {
            let whole = *length >= 0.0 && *length <= tail.len() as f64;
            let (cell, after) = tail.split_at(if whole { *length as usize } else { 0 });
            if !whole {
                let message = format!(
                    "expected cell {} of at most {} vertices, found {length}",
                    cells.ends.len(),
                    tail.len()
                );
                return Err(c.error(Status::Format, message));
            }
            cells.connectivity.extend(cell);
            cells.ends.push(cells.connectivity.len() as f64);
            rest = after;
        }
        if cells.ends.len() as u64 != count {
            let message = format!("expected {count} cells, found {}", cells.ends.len());
            return Err(c.error(Status::Format, message));
        }
        Ok(cells)
    }

    fn numbers(&self, c: &mut Cursor, kind: Scalar, count: u64, what: &str) -> Result<Vec<f64>> {
        let bytes_each = match self.encoding {
            Encoding::Ascii => 2,
            _ => {
                c.next_line()?;
                kind.size()
            }
        };
        c.encoding = self.encoding;
        let mut numbers = Vec::with_capacity(c.reservation(count, bytes_each));
        for _ in 0..count {
            numbers.push(c.scalar(kind, what)?);
        }
        c.encoding = Encoding::Ascii;
        Ok(numbers)
    }
}

fn scalar(c: &mut Cursor) -> Result<Scalar> {
    let name: String = c.word("a type such as float")?;
    Scalar::from_name(&name).ok_or_else(|| {
        let message = format!("expected a type such as float or int, found {name:.40}");
        c.error(Status::Format, message)
    })
}
