//! Reads mesh files, or fails if the library was built without readers.

use super::{SurfaceMesh, TetMesh};
use crate::error::Result;
use std::path::Path;

pub use pliant_geometry::file::extension;

/// Reads the tets of a mesh file.
///
/// # Errors
/// Those of `pliant_mesh::read::read_tets`; `Unavailable` without the feature `cook`.
pub fn read_tets(path: &Path) -> Result<TetMesh> {
    #[cfg(feature = "cook")]
    return pliant_mesh::read::read_tets(path);
    #[cfg(not(feature = "cook"))]
    Err(without_cook(&format!("{} cannot be read", path.display())))
}

/// Reads the triangles of a mesh file.
///
/// # Errors
/// Those of `pliant_mesh::read::read_surface`; `Unavailable` without the feature `cook`.
pub fn read_surface(path: &Path) -> Result<SurfaceMesh> {
    #[cfg(feature = "cook")]
    return pliant_mesh::read::read_surface(path);
    #[cfg(not(feature = "cook"))]
    Err(without_cook(&format!("{} cannot be read", path.display())))
}

/// The error of a call that needs a reader or the mesher.
#[cfg(not(feature = "cook"))]
pub fn without_cook(what: &str) -> crate::error::Error {
    let message = format!(
        "{what}: this library was built without the feature `cook`; make a .pliant file with `pliant cook` and load that"
    );
    crate::error::Error::new(crate::error::Status::Unavailable, message)
}
