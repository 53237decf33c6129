//! TetGen's `.node` and `.ele`, after the chapter "TetGen's file formats" of its manual.

use super::cursor::Cursor;
use super::origin::near;
use super::scalar::Scalar;
use glam::DVec3;
use pliant_geometry::TetMesh;
use pliant_geometry::error::{Result, Status};

/// Reads a pair of TetGen files. Indices start at 0 or 1, as the first point of the `.node` file does. `name` is the
/// files' name without extension, for messages.
///
/// # Errors
/// `Format`; `MeshUnsupported` for tets of ten nodes; `MeshIndex`; `MeshEmpty`.
pub fn parse_tetgen(node: &[u8], ele: &[u8], name: &str) -> Result<TetMesh> {
    near(name, |origin| pair(node, ele, name, origin))
}

fn pair(node: &[u8], ele: &[u8], name: &str, origin: DVec3) -> Result<TetMesh> {
    let (node_name, ele_name) = (format!("{name}.node"), format!("{name}.ele"));
    let (positions, first) = points(&mut Cursor::text(node, &node_name, Some(b'#'), origin))?;
    let tets = tets(
        &mut Cursor::text(ele, &ele_name, Some(b'#'), origin),
        positions.len(),
        first,
    )?;
    Ok(TetMesh {
        positions,
        tets,
        ..TetMesh::default()
    })
}

/// Positions, and the index of the first.
fn points(c: &mut Cursor) -> Result<(Vec<[f32; 3]>, u64)> {
    let count: u64 = c.word("the number of points")?;
    let dimension: u64 = c.word("the dimension")?;
    let attributes: u64 = c.word("the number of attributes")?;
    let markers: u64 = c.word("the number of boundary markers (0 or 1)")?;
    if dimension != 3 || markers > 1 {
        let message =
            format!("expected dimension 3 and 0 or 1 markers, found {dimension} and {markers}");
        return Err(c.error(Status::Format, message));
    }
    let mut positions = Vec::with_capacity(c.reservation(count, 8));
    let mut first = 0;
    for i in 0..count {
        let index: u64 = c.word("the index of a point")?;
        if i == 0 {
            first = index;
        }
        if first > 1 || index != first + i {
            let expected = if i == 0 {
                "0 or 1".into()
            } else {
                (first + i).to_string()
            };
            let message = format!("expected point {expected}, found {index}");
            return Err(c.error(Status::Format, message));
        }
        positions.push(c.point(Scalar::F64)?);
        for _ in 0..attributes {
            c.word::<f64>("an attribute")?;
        }
        for _ in 0..markers {
            c.word::<f64>("a boundary marker")?;
        }
    }
    nothing_left(c, "points", count)?;
    Ok((positions, first))
}

fn tets(c: &mut Cursor, point_count: usize, first: u64) -> Result<Vec<[u32; 4]>> {
    let count: u64 = c.word("the number of tetrahedra")?;
    let nodes: u64 = c.word("the number of nodes a tetrahedron")?;
    let attributes: u64 = c.word("the number of attributes")?;
    if nodes != 4 {
        let message = format!("tetrahedra of {nodes} nodes are not supported, expected 4");
        return Err(c.error(Status::MeshUnsupported, message));
    }
    if count == 0 {
        return Err(c.error(Status::MeshEmpty, "no tetrahedra"));
    }
    let mut tets = Vec::with_capacity(c.reservation(count, 8));
    for _ in 0..count {
        c.word::<u64>("the index of a tetrahedron")?;
        let mut tet = [0; 4];
        for vertex in &mut tet {
            let index: u64 = c.word("the index of a point")?;
            match index.checked_sub(first).filter(|&i| i < point_count as u64) {
                Some(i) => *vertex = i as u32,
                None => {
                    let last = (first + point_count as u64).saturating_sub(1);
                    let message = format!("expected a point from {first} to {last}, found {index}");
                    return Err(c.error(Status::MeshIndex, message));
                }
            }
        }
        tets.push(tet);
        for _ in 0..attributes {
            c.word::<f64>("an attribute")?;
        }
    }
    nothing_left(c, "tetrahedra", count)?;
    Ok(tets)
}

fn nothing_left(c: &mut Cursor, what: &str, count: u64) -> Result<()> {
    if c.peek().is_empty() {
        return Ok(());
    }
    Err(c.error(
        Status::Format,
        format!("expected the end of the file after {count} {what}"),
    ))
}
