//! Files as bytes: asked for memory first, and named in every error.

use crate::error::{Error, Result, Status, memory_for};
use std::path::Path;

/// The extension of files of saved assets.
pub const SAVED_EXTENSION: &str = "pliant";

/// The extension of a file in lower case, empty if it has none.
pub fn extension(path: &Path) -> String {
    path.extension()
        .map(|e| e.to_string_lossy().to_ascii_lowercase())
        .unwrap_or_default()
}

/// The error of a folder that is to be read as a file.
pub fn folder(name: &str) -> Error {
    Error::new(Status::Io, format!("{name} is a folder, expected a file"))
}

/// The bytes of a file that there is memory for, and for as much again.
///
/// # Errors
/// `Io`, `OutOfMemory`.
pub fn bytes_of(path: &Path) -> Result<Vec<u8>> {
    let name = path.display();
    let unread = |e| Error::new(Status::Io, format!("{name} cannot be read: {e}"));
    // The mesh in it takes as much again.
    let found = std::fs::metadata(path).map_err(unread)?;
    if found.is_dir() {
        return Err(folder(&name.to_string()));
    }
    memory_for(&format!("the file {name}"), found.len().saturating_mul(2))?;
    std::fs::read(path).map_err(unread)
}
