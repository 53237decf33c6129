//! Readers of mesh files. Files are untrusted: time and memory are bounded by the length of the file, and an error
//! names the file, the line or byte, and what was expected there.

mod cursor;
mod msh;
mod obj;
mod tetgen;

pub use msh::parse_msh;
pub use obj::parse_obj;
pub use tetgen::parse_tetgen;

use super::{SurfaceMesh, TetMesh};
use crate::error::{Error, Result, Status};
use std::path::Path;

/// Reads a tet mesh by the extension of its file: Gmsh `.msh` (1.0 ASCII; 2.2 and 4.1, ASCII and binary), or TetGen
/// `.node` or `.ele`, with the other one beside it. Nothing is checked that cooking checks.
///
/// # Errors
/// `Io`, `Format`, `MeshEmpty` (no tets), `MeshUnsupported` (quadratic tets, hexahedra, other versions), `MeshIndex`.
pub fn read_tets(path: &Path) -> Result<TetMesh> {
    let name = path.display().to_string();
    match extension(path).as_str() {
        "msh" => parse_msh(&bytes_of(path)?, &name),
        "node" | "ele" => {
            let nodes = bytes_of(&path.with_extension("node"))?;
            let elements = bytes_of(&path.with_extension("ele"))?;
            parse_tetgen(
                &nodes,
                &elements,
                &path.with_extension("").display().to_string(),
            )
        }
        other => Err(unknown_extension(&name, other, ".msh, .node or .ele")),
    }
}

/// Reads a surface by the extension of its file: Wavefront `.obj`.
///
/// # Errors
/// `Io`, `Format`, `MeshEmpty` (no triangles).
pub fn read_surface(path: &Path) -> Result<SurfaceMesh> {
    let name = path.display().to_string();
    match extension(path).as_str() {
        "obj" => parse_obj(&bytes_of(path)?, &name),
        other => Err(unknown_extension(&name, other, ".obj")),
    }
}

fn extension(path: &Path) -> String {
    path.extension()
        .map(|e| e.to_string_lossy().to_ascii_lowercase())
        .unwrap_or_default()
}

fn unknown_extension(name: &str, found: &str, expected: &str) -> Error {
    let what = match found {
        "" => "no extension".into(),
        found => format!("the extension .{found}"),
    };
    let message = format!("{name}: the file has {what}, expected {expected}");
    Error::new(Status::Format, message)
}

fn bytes_of(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).map_err(|e| {
        Error::new(
            Status::Io,
            format!("{} cannot be read: {e}", path.display()),
        )
    })
}

#[cfg(test)]
#[path = "read_tests.rs"]
mod tests;
