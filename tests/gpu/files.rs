//! Real meshes of the test data. See docs/testing.md for the folder.

use super::common::skip;
use pliant::asset::{SurfaceMesh, TetMesh};
use pliant::error::Result;
use pliant_mesh::read;
pub use pliant_mesh::test_meshes::bytes;
use std::path::{Path, PathBuf};

/// The folder of real test meshes, or `None` after a line that says SKIPPED.
pub fn data() -> Option<PathBuf> {
    let folder = std::env::var_os("PLIANT_TEST_DATA").map(PathBuf::from);
    if folder.is_none() {
        skip("set PLIANT_TEST_DATA to the folder of test meshes to run this test");
    }
    folder
}

/// Whether a file holds tets, by its name. Of TetGen's pairs the `.ele` counts.
pub fn holds_tets(path: &Path) -> bool {
    extension(path) == "ele" || read::tets_parser(extension(path)).is_some()
}

/// Reads tets.
pub fn tets(path: &Path) -> Result<TetMesh> {
    let name = path.display().to_string();
    if path.extension().is_some_and(|e| e == "ele") {
        return read::parse_tetgen(&bytes(&path.with_extension("node")), &bytes(path), &name);
    }
    let parse = read::tets_parser(extension(path)).expect("a tet mesh");
    parse(&bytes(path), &name)
}

/// Reads triangles.
pub fn surface(path: &Path) -> SurfaceMesh {
    let parse = read::surface_parser(&extension(path).to_ascii_lowercase()).expect("a surface");
    parse(&bytes(path), &path.display().to_string(), path.parent()).expect("a sound file")
}

fn extension(path: &Path) -> &str {
    path.extension()
        .and_then(|e| e.to_str())
        .unwrap_or_default()
}
