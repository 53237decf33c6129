//! Geomview's OFF, text: `OFF`, with normals (`NOFF`) or colours (`COFF`), and polygons.
//! <https://people.sc.fsu.edu/~jburkardt/data/off/off.html>

use super::common::unit;
use super::cursor::Cursor;
use super::origin::near;
use super::polygon;
use super::scalar::Scalar;
use glam::DVec3;
use pliant_geometry::SurfaceMesh;
use pliant_geometry::error::{Result, Status};
use pliant_geometry::surface::point;

/// Reads the faces of an OFF file. Polygons are cut into triangles. Colours, texture coordinates and faces of one or
/// two corners are skipped. `name` is the file's name in messages.
///
/// # Errors
/// `Format`; `MeshIndex`; `MeshUnsupported` for binary files and for vertices of other dimensions; `MeshEmpty` for a
/// file without faces.
pub fn parse_off(bytes: &[u8], name: &str) -> Result<SurfaceMesh> {
    near(name, |origin| surface(bytes, name, origin))
}

fn surface(bytes: &[u8], name: &str, origin: DVec3) -> Result<SurfaceMesh> {
    let mut cursor = Cursor::text(bytes, name, Some(b'#'), origin);
    let c = &mut cursor;
    let has_normals = head(c)?;
    let vertices: u64 = c.word("the number of vertices")?;
    let faces: u64 = c.word("the number of faces")?;
    // The number of edges may follow.
    c.line();
    let mut mesh = SurfaceMesh::default();
    mesh.positions.reserve(c.reservation(vertices, 6));
    for _ in 0..vertices {
        mesh.positions.push(c.point(Scalar::F32)?);
        if has_normals {
            mesh.normals.push(unit(normal(c)?));
        }
        c.line();
    }
    mesh.triangles.reserve(c.reservation(faces, 8));
    let mut corners = Vec::new();
    for _ in 0..faces {
        corners.clear();
        for _ in 0..c.word::<u64>("the number of corners of a face")? {
            let index = c.word("the index of a vertex")?;
            corners.push(c.index(index, 0, mesh.positions.len())?);
        }
        polygon::cut(&mut mesh.triangles, &corners, |v| point(&mesh.positions, v));
        c.line();
    }
    if mesh.triangles.is_empty() {
        return Err(c.error(Status::MeshEmpty, "no faces"));
    }
    Ok(mesh)
}

/// Reads the first word, `[ST][C][N][4][n]OFF` or none, and returns whether vertices have normals.
fn head(c: &mut Cursor) -> Result<bool> {
    let word = c.peek();
    if word.first().is_some_and(u8::is_ascii_digit) && !word.ends_with(b"OFF") {
        return Ok(false);
    }
    let word: String = c.word("OFF")?;
    let kind = word.strip_suffix("OFF").map(|kind| {
        let kind = kind.strip_prefix("ST").unwrap_or(kind);
        kind.strip_prefix('C').unwrap_or(kind)
    });
    let has_normals = match kind {
        Some("") => false,
        Some("N") => true,
        Some("4" | "n" | "4n" | "N4" | "Nn" | "N4n") => {
            let message = format!("expected vertices of three coordinates, found {word}");
            return Err(c.error(Status::MeshUnsupported, message));
        }
        _ => {
            let message = format!("expected OFF, COFF or NOFF, found {word:.40}");
            return Err(c.error(Status::Format, message));
        }
    };
    if c.peek() == b"BINARY" {
        return Err(c.error(Status::MeshUnsupported, "expected text, found OFF BINARY"));
    }
    Ok(has_normals)
}

fn normal(c: &mut Cursor) -> Result<[f32; 3]> {
    let mut normal = [0.0; 3];
    for coordinate in &mut normal {
        *coordinate = c.scalar(Scalar::F32, "a coordinate of a normal")? as f32;
    }
    Ok(normal)
}
