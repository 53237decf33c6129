//! `.mesh` files in Medit's ASCII format (Frey 2001) and NETGEN's neutral format; `.t` files as the research codes of
//! Vertex Block Descent write them.

use super::cursor::Cursor;
use super::origin::near;
use super::scalar::Scalar;
use glam::DVec3;
use pliant_geometry::TetMesh;
use pliant_geometry::error::{Result, Status};

/// Volume elements that are not read.
const UNSUPPORTED: [&str; 6] = [
    "TetrahedraP2",
    "Hexahedra",
    "HexahedraQ2",
    "Prisms",
    "Wedges",
    "Pyramids",
];

/// Reads the tets of an ASCII Medit file, or of a file in NETGEN's neutral format, which starts with a number.
/// Triangles, edges and references are skipped. `name` is the file's name in messages.
///
/// # Errors
/// `Format`; `MeshUnsupported` for other volume elements; `MeshIndex`; `MeshEmpty`.
pub fn parse_mesh(bytes: &[u8], name: &str) -> Result<TetMesh> {
    near(name, |origin| medit_or_neutral(bytes, name, origin))
}

fn medit_or_neutral(bytes: &[u8], name: &str, origin: DVec3) -> Result<TetMesh> {
    let mut cursor = Cursor::text(bytes, name, Some(b'#'), origin);
    let mesh = match cursor.peek().first().is_some_and(u8::is_ascii_digit) {
        true => neutral(&mut cursor)?,
        false => medit(&mut cursor)?,
    };
    if mesh.tets.is_empty() {
        return Err(cursor.error(Status::MeshEmpty, "no tetrahedra"));
    }
    Ok(mesh)
}

fn medit(c: &mut Cursor) -> Result<TetMesh> {
    c.expect("MeshVersionFormatted")?;
    c.word::<u32>("a version")?;
    let mut mesh = TetMesh::default();
    loop {
        match c.peek() {
            b"" | b"End" => return Ok(mesh),
            b"Dimension" => {
                c.expect("Dimension")?;
                let dimension: u32 = c.word("a dimension")?;
                if dimension != 3 {
                    let message = format!("expected dimension 3, found {dimension}");
                    return Err(c.error(Status::MeshUnsupported, message));
                }
            }
            b"Vertices" => {
                c.expect("Vertices")?;
                let count = c.word("the number of vertices")?;
                mesh.positions.reserve(c.reservation(count, 8));
                for _ in 0..count {
                    mesh.positions.push(c.point(Scalar::F64)?);
                    c.word::<i64>("the reference of a vertex")?;
                }
            }
            b"Tetrahedra" => {
                c.expect("Tetrahedra")?;
                let count = c.word("the number of tetrahedra")?;
                mesh.tets.reserve(c.reservation(count, 10));
                for _ in 0..count {
                    mesh.tets.push(tet(c, 1, mesh.positions.len())?);
                    c.word::<i64>("the reference of a tetrahedron")?;
                }
            }
            _ => skip(c)?,
        }
    }
}

/// Skips a keyword and the numbers after it.
fn skip(c: &mut Cursor) -> Result<()> {
    let keyword: String = c.word("a keyword")?;
    if !keyword.starts_with(|first: char| first.is_ascii_alphabetic()) {
        let message = format!("expected a keyword such as Vertices, found {keyword:.40}");
        return Err(c.error(Status::Format, message));
    }
    if UNSUPPORTED.contains(&keyword.as_str()) && c.peek() != b"0" {
        let message = format!("{keyword} are not supported, expected Tetrahedra");
        return Err(c.error(Status::MeshUnsupported, message));
    }
    while c
        .peek()
        .first()
        .is_some_and(|first| !first.is_ascii_alphabetic())
    {
        c.word::<f64>("a number or a keyword")?;
    }
    Ok(())
}

/// NETGEN's neutral format: points, volume elements after the number of their domain, surface elements.
fn neutral(c: &mut Cursor) -> Result<TetMesh> {
    let mut mesh = TetMesh::default();
    let count = c.word("the number of points")?;
    mesh.positions.reserve(c.reservation(count, 6));
    for _ in 0..count {
        mesh.positions.push(c.point(Scalar::F64)?);
    }
    let count = c.word("the number of volume elements")?;
    mesh.tets.reserve(c.reservation(count, 10));
    for _ in 0..count {
        c.word::<i64>("the number of a domain")?;
        mesh.tets.push(tet(c, 1, mesh.positions.len())?);
    }
    c.word::<u64>("the number of surface elements")?;
    Ok(mesh)
}

/// Four of `count` vertices; the first has the number `first` in the file.
fn tet(c: &mut Cursor, first: u64, count: usize) -> Result<[u32; 4]> {
    let mut tet = [0; 4];
    for vertex in &mut tet {
        let index = c.word("the index of a vertex")?;
        *vertex = c.index(index, first, count)?;
    }
    Ok(tet)
}

/// Reads a `.t` file: a line `Vertex i x y z` for each vertex, in order from 0, and `Tet i a b c d` for each tet.
/// `name` is the file's name in messages.
///
/// # Errors
/// `Format`, `MeshIndex`, `MeshEmpty`.
pub fn parse_t(bytes: &[u8], name: &str) -> Result<TetMesh> {
    near(name, |origin| t_lines(bytes, name, origin))
}

fn t_lines(bytes: &[u8], name: &str, origin: DVec3) -> Result<TetMesh> {
    let mut cursor = Cursor::text(bytes, name, Some(b'#'), origin);
    let c = &mut cursor;
    let mut mesh = TetMesh::default();
    loop {
        match c.peek() {
            b"" => break,
            b"Tet" => {
                c.expect("Tet")?;
                c.word::<u64>("the index of a tetrahedron")?;
                mesh.tets.push(tet(c, 0, mesh.positions.len())?);
            }
            _ => {
                c.expect("Vertex")?;
                let index: u64 = c.word("the index of a vertex")?;
                if index != mesh.positions.len() as u64 {
                    let expected = mesh.positions.len();
                    let message = format!("expected vertex {expected}, found {index}");
                    return Err(c.error(Status::Format, message));
                }
                mesh.positions.push(c.point(Scalar::F64)?);
            }
        }
    }
    if mesh.tets.is_empty() {
        return Err(c.error(Status::MeshEmpty, "no tetrahedra"));
    }
    Ok(mesh)
}
