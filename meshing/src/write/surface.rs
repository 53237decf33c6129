//! Surfaces: Wavefront OBJ and PLY.

use super::common::{check_elements, check_length};
use pliant_geometry::SurfaceMesh;
use pliant_geometry::error::Result;
use std::fmt::Write;

fn check_surface(mesh: &SurfaceMesh) -> Result<()> {
    let count = mesh.positions.len();
    check_elements(&mesh.triangles, count)?;
    check_length("normals", mesh.normals.len(), count)?;
    check_length("texture coordinates", mesh.uvs.len(), count)?;
    check_length("tangents", mesh.tangents.len(), count)
}

/// The bytes of a text file. Numbers have the fewest digits that tell them from all other f32. Tangents are left out.
///
/// # Errors
/// `MeshEmpty`, `MeshIndex`; `InvalidArgument` if there is not one attribute for each vertex.
pub fn obj_bytes(mesh: &SurfaceMesh) -> Result<Vec<u8>> {
    check_surface(mesh)?;
    let mut file = String::new();
    // Writing to a string cannot fail.
    for [x, y, z] in &mesh.positions {
        let _ = writeln!(file, "v {x} {y} {z}");
    }
    for [u, v] in &mesh.uvs {
        let _ = writeln!(file, "vt {u} {v}");
    }
    for [x, y, z] in &mesh.normals {
        let _ = writeln!(file, "vn {x} {y} {z}");
    }
    for triangle in &mesh.triangles {
        file += "f";
        for i in triangle.map(|vertex| vertex + 1) {
            let _ = match (mesh.uvs.is_empty(), mesh.normals.is_empty()) {
                (true, true) => write!(file, " {i}"),
                (false, true) => write!(file, " {i}/{i}"),
                (true, false) => write!(file, " {i}//{i}"),
                (false, false) => write!(file, " {i}/{i}/{i}"),
            };
        }
        file += "\n";
    }
    Ok(file.into_bytes())
}

/// The bytes of a binary file, little-endian.
///
/// # Errors
/// `MeshEmpty`, `MeshIndex`; `InvalidArgument` if there is not one attribute for each vertex.
pub fn ply_bytes(mesh: &SurfaceMesh) -> Result<Vec<u8>> {
    check_surface(mesh)?;
    let mut head = format!(
        "ply\nformat binary_little_endian 1.0\nelement vertex {}\n",
        mesh.positions.len()
    );
    let mut names = vec!["x", "y", "z"];
    if !mesh.normals.is_empty() {
        names.extend(["nx", "ny", "nz"]);
    }
    if !mesh.uvs.is_empty() {
        names.extend(["s", "t"]);
    }
    if !mesh.tangents.is_empty() {
        names.extend(["tangent_x", "tangent_y", "tangent_z", "tangent_w"]);
    }
    for name in names {
        // Writing to a string cannot fail.
        let _ = writeln!(head, "property float {name}");
    }
    let _ = writeln!(head, "element face {}", mesh.triangles.len());
    head += "property list uchar uint vertex_indices\nend_header\n";
    let mut file = head.into_bytes();
    let mut numbers = |numbers: &[f32]| numbers.iter().for_each(|n| file.extend(n.to_le_bytes()));
    for (i, position) in mesh.positions.iter().enumerate() {
        numbers(position);
        mesh.normals
            .get(i)
            .into_iter()
            .for_each(|normal| numbers(normal));
        mesh.uvs.get(i).into_iter().for_each(|uv| numbers(uv));
        mesh.tangents
            .get(i)
            .into_iter()
            .for_each(|tangent| numbers(tangent));
    }
    for triangle in &mesh.triangles {
        file.push(3);
        triangle
            .iter()
            .for_each(|vertex| file.extend(vertex.to_le_bytes()));
    }
    Ok(file)
}
