//! Wavefront OBJ surfaces, parsed by `tobj`.
//!
//! `tobj` triangulates faces as fans and resolves negative indices, but in builds with overflow checks it panics on
//! texture and normal indices far out of range, shifts coordinates when only some corners have them, and counts a face
//! of two corners as a line. So corners are checked here first, and the arrays are put together here from its
//! separate indices.

use crate::asset::SurfaceMesh;
use crate::error::{Error, Result, Status};
use std::collections::HashMap;

/// Reads the triangles of an OBJ file; objects, groups and materials are merged. Faces with more than three corners
/// become fans, points and lines are skipped. One vertex is kept for each different (position, texture coordinates,
/// normal) of a corner, so split seams stay split. Normals are scaled to unit length; normals or texture coordinates
/// that some corner lacks are left out for the whole mesh. `name` is the file's name in messages.
///
/// # Errors
/// `Format`, and `MeshEmpty` for a file without faces.
pub fn parse_obj(bytes: &[u8], name: &str) -> Result<SurfaceMesh> {
    let has = check_corners(bytes, name)?;
    let options = tobj::LoadOptions {
        triangulate: true,
        single_index: true,
        ignore_points: true,
        ignore_lines: true,
    };
    // Materials are of no use here, and files named inside files are not opened.
    let no_materials = |_: &std::path::Path| Ok(Default::default());
    let (models, _) = tobj::load_obj_buf(&mut &bytes[..], &options, no_materials)
        .map_err(|e| Error::new(Status::Format, format!("{name}: {e}")))?;
    let mut mesh = SurfaceMesh::default();
    let mut index_of_corner = HashMap::new();
    for model in &models {
        let whole = merge(&model.mesh, &has, &mut index_of_corner, &mut mesh);
        whole.ok_or_else(|| {
            Error::new(
                Status::Format,
                format!("{name}: arrays of different lengths"),
            )
        })?;
    }
    if mesh.triangles.is_empty() {
        return Err(Error::new(Status::MeshEmpty, format!("{name}: no faces")));
    }
    Ok(mesh)
}

/// Which attributes all corners of all faces have.
struct Has {
    uvs: bool,
    normals: bool,
}

/// Every face must have three corners or more, and each index must lie in what the file has defined so far.
fn check_corners(bytes: &[u8], name: &str) -> Result<Has> {
    let mut counts = [0i64; 3];
    let mut has = Has {
        uvs: true,
        normals: true,
    };
    for (i, line) in bytes.split(|b| *b == b'\n').enumerate() {
        let fail =
            |what: String| Error::new(Status::Format, format!("{name}, line {}: {what}", i + 1));
        let line = std::str::from_utf8(line).map_err(|_| fail("expected text".into()))?;
        let mut words = line.split_whitespace();
        match words.next() {
            Some("v") => counts[0] += 1,
            Some("vt") => counts[1] += 1,
            Some("vn") => counts[2] += 1,
            Some(kind @ ("f" | "l" | "p")) => {
                let mut corners = 0;
                for corner in words {
                    let present = check_corner(corner, counts).map_err(fail)?;
                    if kind == "f" {
                        has.uvs &= present[1];
                        has.normals &= present[2];
                    }
                    corners += 1;
                }
                if kind == "f" && corners < 3 {
                    return Err(fail(format!(
                        "expected a face of 3 corners or more, found {corners}"
                    )));
                }
            }
            _ => {}
        }
    }
    Ok(has)
}

/// One corner, `v`, `v/vt`, `v//vn` or `v/vt/vn`; says which of the three are there.
fn check_corner(corner: &str, counts: [i64; 3]) -> std::result::Result<[bool; 3], String> {
    let mut present = [false; 3];
    for (slot, word) in corner.split('/').enumerate() {
        let what = ["position", "texture coordinate", "normal"].get(slot);
        let Some(what) = what else {
            return Err(format!(
                "expected a corner such as 1/2/3, found {corner:.40}"
            ));
        };
        if word.is_empty() && slot > 0 {
            continue;
        }
        let count = counts[slot];
        let in_range = |i: &i64| (1..=count).contains(i) || (-count..=-1).contains(i);
        if word.parse::<i64>().ok().filter(in_range).is_none() {
            return Err(format!(
                "expected the number of one of {count} {what}s, found {word:.40}"
            ));
        }
        present[slot] = true;
    }
    Ok(present)
}

/// Adds a model, one vertex for each different corner value. `None` if its arrays do not fit together.
fn merge(
    part: &tobj::Mesh,
    has: &Has,
    index_of_corner: &mut HashMap<[u32; 8], u32>,
    mesh: &mut SurfaceMesh,
) -> Option<()> {
    let (positions, _) = part.positions.as_chunks::<3>();
    let (uvs, _) = part.texcoords.as_chunks::<2>();
    let (normals, _) = part.normals.as_chunks::<3>();
    let mut merged = Vec::with_capacity(positions.len());
    for (i, &position) in positions.iter().enumerate() {
        let uv = if has.uvs { *uvs.get(i)? } else { [0.0; 2] };
        let normal = if has.normals {
            unit(*normals.get(i)?)
        } else {
            [0.0; 3]
        };
        let [x, y, z] = position;
        let key = [x, y, z, uv[0], uv[1], normal[0], normal[1], normal[2]].map(f32::to_bits);
        let next = mesh.positions.len() as u32;
        let index = *index_of_corner.entry(key).or_insert(next);
        if index == next {
            mesh.positions.push(position);
            if has.uvs {
                mesh.uvs.push(uv);
            }
            if has.normals {
                mesh.normals.push(normal);
            }
        }
        merged.push(index);
    }
    let (triangles, _) = part.indices.as_chunks::<3>();
    for triangle in triangles {
        let [a, b, c] = triangle.map(|i| merged.get(i as usize).copied());
        mesh.triangles.push([a?, b?, c?]);
    }
    Some(())
}

/// Scaled to unit length; a zero normal stays zero.
fn unit(normal: [f32; 3]) -> [f32; 3] {
    glam::Vec3::from_array(normal)
        .normalize_or_zero()
        .to_array()
}
