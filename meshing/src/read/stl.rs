//! Stereolithography: triangles without shared vertices, ASCII or binary (little-endian).
//! Why not a crate: `docs/decisions/0013-readers.md`.

use super::cursor::{Cursor, Encoding};
use super::origin::near;
use super::scalar::Scalar;
use glam::DVec3;
use pliant_geometry::SurfaceMesh;
use pliant_geometry::error::{Result, Status};

/// Header and count of a binary file [byte].
const HEAD: usize = 84;
/// A triangle of a binary file: normal, three corners, an attribute [byte].
const TRIANGLE: u64 = 50;

/// Reads the triangles of an STL file, three vertices each; words may be in capitals. Facet normals are left out: the
/// corners tell them, and many files have zeros there. `name` is the file's name in messages.
///
/// # Errors
/// `Format`, and `MeshEmpty` for a file without triangles.
pub fn parse_stl(bytes: &[u8], name: &str) -> Result<SurfaceMesh> {
    near(name, |origin| surface(bytes, name, origin))
}

fn surface(bytes: &[u8], name: &str, origin: DVec3) -> Result<SurfaceMesh> {
    let head = &bytes[..bytes.len().min(HEAD)];
    let count = head
        .last_chunk::<4>()
        .map_or(0, |count| u32::from_le_bytes(*count).into());
    let is_whole = bytes.len() >= HEAD && (bytes.len() - HEAD) as u64 == count * TRIANGLE;
    let mut cursor = Cursor::text(bytes, name, None, origin);
    // A binary header may start with `solid` too. But text has no zero bytes, and a count below 2^24 has one.
    let is_binary = is_whole || head.contains(&0);
    let positions = match !is_binary && cursor.peek().eq_ignore_ascii_case(b"solid") {
        true => ascii(&mut cursor)?,
        false => {
            cursor = Cursor::new(bytes, name, None);
            cursor.origin = origin;
            binary(&mut cursor)?
        }
    };
    if positions.is_empty() {
        return Err(cursor.error(Status::MeshEmpty, "no triangles"));
    }
    let corners = 0..positions.len() as u32;
    Ok(SurfaceMesh {
        triangles: corners.step_by(3).map(|i| [i, i + 1, i + 2]).collect(),
        positions,
        ..Default::default()
    })
}

/// The corners of any number of solids.
fn ascii(c: &mut Cursor) -> Result<Vec<[f32; 3]>> {
    let mut positions = Vec::new();
    while !c.peek().is_empty() {
        c.expect_in_any_case("solid")?;
        c.line();
        while c.peek().eq_ignore_ascii_case(b"facet") {
            for word in ["facet", "normal"] {
                c.expect_in_any_case(word)?;
            }
            for _ in 0..3 {
                // Not read as numbers: some programs write `-nan` for a degenerate triangle.
                c.word::<String>("a coordinate of a normal")?;
            }
            for word in ["outer", "loop"] {
                c.expect_in_any_case(word)?;
            }
            for _ in 0..3 {
                c.expect_in_any_case("vertex")?;
                positions.push(c.point(Scalar::F32)?);
            }
            for word in ["endloop", "endfacet"] {
                c.expect_in_any_case(word)?;
            }
        }
        c.expect_in_any_case("endsolid")?;
        c.line();
    }
    Ok(positions)
}

fn binary(c: &mut Cursor) -> Result<Vec<[f32; 3]>> {
    c.encoding = Encoding::Little;
    c.take(80, "`solid` or a header")?;
    let count = c.scalar(Scalar::U32, "the number of triangles")? as u64;
    let mut positions = Vec::with_capacity(3 * c.reservation(count, TRIANGLE as usize));
    for _ in 0..count {
        c.take(12, "a normal")?;
        for _ in 0..3 {
            positions.push(c.point(Scalar::F32)?);
        }
        c.take(2, "the attribute of a triangle")?;
    }
    Ok(positions)
}
