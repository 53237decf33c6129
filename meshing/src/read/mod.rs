//! Readers of mesh files. Files are untrusted: their length bounds time and memory, and an error names the file, the
//! line or byte, and what was expected there.

mod common;
mod cursor;
mod directx;
mod gltf;
mod medit;
mod msh;
mod obj;
mod off;
mod origin;
mod ply;
mod polygon;
mod scalar;
mod stl;
mod tetgen;
mod vtk;

pub use common::{SURFACE_FILES, TETS_FILES, unknown_extension};
pub use directx::parse_x;
pub use gltf::parse_gltf;
pub use medit::{parse_mesh, parse_t};
pub use msh::parse_msh;
pub use obj::parse_obj;
pub use off::parse_off;
pub use ply::parse_ply;
pub use stl::parse_stl;
pub use tetgen::parse_tetgen;
pub use vtk::{parse_vtk, parse_vtu};

pub use pliant_geometry::file::{bytes_of, extension};

use pliant_geometry::error::{Error, Result, Status};
use pliant_geometry::file::{SAVED_EXTENSION, folder};
use pliant_geometry::{SurfaceMesh, TetMesh};
use std::path::Path;

/// What a mesh file holds.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyMesh {
    /// Tets.
    Tets(TetMesh),
    /// Triangles.
    Surface(SurfaceMesh),
}

/// Reads tets or a surface, as the extension of the file says.
///
/// # Errors
/// Those of [`read_tets`] and [`read_surface`].
pub fn read_mesh(path: &Path) -> Result<AnyMesh> {
    let extension = extension(path);
    if surface_parser(&extension).is_some() {
        Ok(AnyMesh::Surface(read_surface(path)?))
    } else if is_tets(&extension) {
        Ok(AnyMesh::Tets(read_tets(path)?))
    } else {
        let expected = format!("{SURFACE_FILES} for a surface, {TETS_FILES} for tets");
        let name = path.display().to_string();
        Err(no_mesh(&name, &extension, &expected))
    }
}

/// Whether files with this extension, in lower case, are read as tets or as a surface.
pub fn is_mesh(extension: &str) -> bool {
    is_tets(extension) || surface_parser(extension).is_some()
}

/// Whether files with this extension, in lower case, are read as tets.
pub fn is_tets(extension: &str) -> bool {
    matches!(extension, "node" | "ele") || tets_parser(extension).is_some()
}

/// Reads a tet mesh by the extension of its file: Gmsh `.msh` (1.0 ASCII; 2.2 and 4.1, ASCII and binary), TetGen
/// `.node` or `.ele` with the other one beside it, Medit or NETGEN `.mesh`, VTK `.vtk` and `.vtu`, or `.t` and `.tet`.
/// Volumes and orientations are not checked. A mesh far from the origin is moved near it, and the log says by how much:
/// `docs/decisions/0013-readers.md`.
///
/// # Errors
/// `Io`, `Format`, `MeshEmpty` (no tets), `MeshUnsupported` (quadratic tets, hexahedra, other versions), `MeshIndex`.
pub fn read_tets(path: &Path) -> Result<TetMesh> {
    let name = path.display().to_string();
    let extension = extension(path);
    if let "node" | "ele" = extension.as_str() {
        let nodes = content_of(&path.with_extension("node"))?;
        let elements = content_of(&path.with_extension("ele"))?;
        let stem = path.with_extension("").display().to_string();
        return parse_tetgen(&nodes, &elements, &stem);
    }
    match tets_parser(&extension) {
        Some(parse) => parse(&content_of(path)?, &name),
        None => Err(no_mesh(&name, &extension, TETS_FILES)),
    }
}

/// Reads the tets of a file's bytes; the second argument is the file's name in messages.
pub type TetsParser = fn(&[u8], &str) -> Result<TetMesh>;

/// The parser for an extension in lower case; TetGen's pairs of files have none.
pub fn tets_parser(extension: &str) -> Option<TetsParser> {
    Some(match extension {
        "msh" => parse_msh,
        "mesh" => parse_mesh,
        "t" | "tet" => parse_t,
        "vtk" => parse_vtk,
        "vtu" => parse_vtu,
        _ => return None,
    })
}

/// Reads a surface by the extension of its file: Wavefront `.obj`, glTF `.gltf` and `.glb`, `.ply`, `.stl`, `.off` or
/// DirectX `.x` (text). All objects, groups or nodes of the file become one mesh. A mesh far from the origin is moved
/// near it, and the log says by how much: `docs/decisions/0013-readers.md`.
///
/// # Errors
/// `Io`, `Format`, `MeshEmpty` (no triangles), `MeshIndex`, `MeshUnsupported` (other compressed or binary variants),
/// `Capacity` (a small glTF file that places its meshes very often).
pub fn read_surface(path: &Path) -> Result<SurfaceMesh> {
    let name = path.display().to_string();
    let extension = extension(path);
    match surface_parser(&extension) {
        Some(parse) => parse(&content_of(path)?, &name, path.parent()),
        None => Err(no_mesh(&name, &extension, SURFACE_FILES)),
    }
}

/// Reads the triangles of a file's bytes. The second argument is the file's name in messages, the third the folder of
/// files that it may name, which only glTF does.
pub type SurfaceParser = fn(&[u8], &str, Option<&Path>) -> Result<SurfaceMesh>;

/// The parser for an extension in lower case.
pub fn surface_parser(extension: &str) -> Option<SurfaceParser> {
    Some(match extension {
        "gltf" | "glb" => parse_gltf,
        "obj" => |bytes, name, _| parse_obj(bytes, name),
        "off" => |bytes, name, _| parse_off(bytes, name),
        "ply" => |bytes, name, _| parse_ply(bytes, name),
        "stl" => |bytes, name, _| parse_stl(bytes, name),
        "x" => |bytes, name, _| parse_x(bytes, name),
        _ => return None,
    })
}

/// The error of a file that is no mesh, with advice for `.pliant` files, surfaces and folders. `expected`: extensions.
pub fn no_mesh(name: &str, found: &str, expected: &str) -> Error {
    if Path::new(name).is_dir() {
        return folder(name);
    }
    let mut error = unknown_extension(name, found, expected);
    if found == SAVED_EXTENSION {
        error.message += "; .pliant files are loaded by pliant_asset_load or pliant_skin_asset_load, and `pliant convert` turns them into meshes";
    } else if expected.starts_with(TETS_FILES) && surface_parser(found).is_some() {
        error.message += "; a surface is filled with tets by pliant_asset_create_from_surface or `pliant cook`, whose .pliant file can be read instead";
    }
    error
}

/// The bytes of a mesh file, which must not be empty.
fn content_of(path: &Path) -> Result<Vec<u8>> {
    let bytes = bytes_of(path)?;
    let empty = || format!("{}: the file is empty", path.display());
    match bytes.is_empty() {
        true => Err(Error::new(Status::MeshEmpty, empty())),
        false => Ok(bytes),
    }
}

#[cfg(test)]
mod data_tests;
#[cfg(test)]
mod finite_tests;
#[cfg(test)]
mod gltf_skin_tests;
#[cfg(test)]
mod gltf_tests;
#[cfg(test)]
mod origin_tests;
#[cfg(test)]
mod polygon_tests;
#[cfg(test)]
mod surface_fault_tests;
#[cfg(test)]
mod surface_tests;
#[cfg(test)]
#[path = "read_tests.rs"]
mod tests;
#[cfg(test)]
mod tets_tests;
