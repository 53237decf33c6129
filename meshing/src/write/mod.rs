//! Writers of mesh files. The readers of `read` give back what they write to the last bit, unless it lies so far from
//! the origin that they move it.

mod common;
mod surface;
mod tets;

pub use surface::{obj_bytes, ply_bytes};
pub use tets::{msh_bytes, vtu_bytes};

use super::read::{extension, unknown_extension};
use pliant_geometry::error::{Error, Result, Status};
use pliant_geometry::{SurfaceMesh, TetMesh};
use std::path::Path;

/// Writes a tet mesh by the extension of its file: Gmsh `.msh` (4.1, binary) or VTK `.vtu`. Only `.vtu` carries
/// stiffness and density factors, as the cell arrays `tet_stiffness` and `tet_density`.
///
/// # Errors
/// `Io`, `Format` (another extension), `MeshEmpty` (no tets), `MeshIndex`, `InvalidArgument` (not one factor for each
/// tet), `MeshUnsupported` (factors in `.msh`).
pub fn write_tets(path: &Path, mesh: &TetMesh) -> Result<()> {
    let extension = extension(path);
    match tets_writer(&extension) {
        Some(bytes) => write(path, bytes(mesh)?),
        None => {
            let name = path.display().to_string();
            Err(unknown_extension(&name, &extension, TETS_FILES))
        }
    }
}

/// Extensions of files that tets are written to, for a sentence.
pub const TETS_FILES: &str = ".msh or .vtu";

/// Turns tets into the bytes of a file.
pub type TetsWriter = fn(&TetMesh) -> Result<Vec<u8>>;

/// The writer for an extension in lower case.
pub fn tets_writer(extension: &str) -> Option<TetsWriter> {
    Some(match extension {
        "msh" => msh_bytes,
        "vtu" => vtu_bytes,
        _ => return None,
    })
}

/// Writes a surface by the extension of its file: Wavefront `.obj` (text) or `.ply` (binary). OBJ has no tangents.
///
/// # Errors
/// `Io`, `Format` (another extension), `MeshEmpty` (no triangles), `MeshIndex`, `InvalidArgument` (not one attribute
/// for each vertex).
pub fn write_surface(path: &Path, mesh: &SurfaceMesh) -> Result<()> {
    let extension = extension(path);
    match surface_writer(&extension) {
        Some(bytes) => write(path, bytes(mesh)?),
        None => {
            let name = path.display().to_string();
            Err(unknown_extension(&name, &extension, SURFACE_FILES))
        }
    }
}

/// Extensions of files that surfaces are written to, for a sentence.
pub const SURFACE_FILES: &str = ".obj or .ply";

/// Turns a surface into the bytes of a file.
pub type SurfaceWriter = fn(&SurfaceMesh) -> Result<Vec<u8>>;

/// The writer for an extension in lower case.
pub fn surface_writer(extension: &str) -> Option<SurfaceWriter> {
    Some(match extension {
        "obj" => obj_bytes,
        "ply" => ply_bytes,
        _ => return None,
    })
}

fn write(path: &Path, bytes: Vec<u8>) -> Result<()> {
    std::fs::write(path, bytes).map_err(|e| {
        let message = format!("{} cannot be written: {e}", path.display());
        Error::new(Status::Io, message)
    })
}

#[cfg(test)]
mod write_tests;
