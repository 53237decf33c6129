//! Reads mesh files, or fails if the library was built without readers.

use super::{SurfaceMesh, TetMesh};
use crate::error::Result;
#[cfg(feature = "cook")]
use pliant_geometry::file::SAVED_EXTENSION;
use std::path::Path;

pub use pliant_geometry::file::extension;

/// Reads the tets of a mesh file. An error about its extension also names that of cooked files, which callers read
/// themselves.
///
/// # Errors
/// Those of `pliant_mesh::read::read_tets`; `Unavailable` without the feature `cook`.
#[cfg(feature = "cook")]
pub fn read_tets(path: &Path) -> Result<TetMesh> {
    use pliant_mesh::read::{self, TETS_FILES};
    let extension = extension(path);
    if read::is_tets(&extension) {
        return read::read_tets(path);
    }
    let expected = format!("{TETS_FILES}, or a cooked .{SAVED_EXTENSION} file");
    let name = path.display().to_string();
    Err(read::no_mesh(&name, &extension, &expected))
}

/// Reads the tets of a mesh file: this library cannot.
///
/// # Errors
/// `Unavailable`.
#[cfg(not(feature = "cook"))]
pub fn read_tets(path: &Path) -> Result<TetMesh> {
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

#[cfg(all(test, feature = "cook"))]
mod tests {
    use super::*;
    use pliant_mesh::read::TETS_FILES;

    /// The extensions of a sentence.
    fn extensions(files: &str) -> impl Iterator<Item = &str> {
        files.split([' ', ',']).filter(|word| word.starts_with('.'))
    }

    #[test]
    fn an_unknown_extension_is_answered_with_all_that_are_read() {
        let said = read_tets(Path::new("body.png")).unwrap_err().message;
        assert_eq!(extensions(TETS_FILES).count(), 8);
        for extension in extensions(TETS_FILES).chain([".pliant"]) {
            assert!(said.contains(extension), "{extension}: {said}");
        }
    }

    /// The header's text of `pliant_asset_read_file` cannot quote the list, so it is held to it.
    #[test]
    fn the_header_names_every_extension() {
        let source = include_str!("../ffi/asset.rs");
        let function = source.find("fn pliant_asset_read_file").unwrap();
        let text = source[..function].rsplit("\n}\n").next().unwrap();
        let words = text.split([' ', ',', '\n']);
        let words: Vec<&str> = words.map(|word| word.trim_end_matches('.')).collect();
        for extension in extensions(TETS_FILES).chain([".pliant"]) {
            assert!(words.contains(&extension), "{extension}: {text}");
        }
    }
}
