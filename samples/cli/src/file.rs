//! Files that go in and come out.

use crate::report::{Failure, Result};
use pliant::asset::read::{self, AnyMesh, extension, read_mesh};
use pliant::asset::saved::Saved;
use pliant::asset::{SurfaceMesh, TetMesh};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The extension of cooked files.
pub const COOKED: &str = "pliant";

/// What a file holds.
pub enum Content {
    /// A tet mesh.
    Tets(TetMesh),
    /// A surface.
    Surface(SurfaceMesh),
    /// A cooked body, shell or bound render mesh.
    Saved(Saved),
}

/// Reads a file by its extension.
pub fn open(path: &Path) -> Result<Content> {
    if path.is_dir() {
        let message = format!("{} is a folder, expected a mesh file", path.display());
        return Err(Failure::io(message));
    }
    if extension(path) == COOKED {
        let saved = Saved::from_bytes(&read::bytes_of(path)?);
        let damaged = |cause| Failure::from(cause).of(path);
        return Ok(Content::Saved(saved.map_err(damaged)?));
    }
    if !read::is_mesh(&extension(path)) {
        let expected = format!(
            "{} for a surface, {} for tets, .{COOKED} for what was cooked",
            read::SURFACE_FILES,
            read::TETS_FILES
        );
        let name = path.display().to_string();
        return Err(read::unknown_extension(&name, &extension(path), &expected).into());
    }
    let mesh = read_mesh(path).map_err(|cause| Failure::from(cause).of(path))?;
    Ok(match mesh {
        AnyMesh::Tets(tets) => Content::Tets(tets),
        AnyMesh::Surface(surface) => Content::Surface(surface),
    })
}

/// Refuses to write over what is read, before any work.
pub fn may_write(input: &Path, output: &Path) -> Result {
    let place = |path: &Path| std::fs::canonicalize(path).ok();
    if place(output).is_some_and(|output| place(input) == Some(output)) {
        let name = output.display();
        let message = format!("{name} is the file that is read; write to another one");
        return Err(Failure::argument(message));
    }
    let folder = folder_of(output);
    if !folder.is_dir() {
        let message = format!(
            "{} cannot be written: there is no folder {}; make it first",
            output.display(),
            folder.display()
        );
        return Err(Failure::io(message));
    }
    Ok(())
}

fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder.to_owned(),
        _ => ".".into(),
    }
}

/// Writes a file. It takes its name only when it is whole, so that a full disk costs nothing that was there.
pub fn save(path: &Path, bytes: &[u8]) -> Result {
    let failed = |cause: std::io::Error| {
        Failure::io(format!("{} cannot be written: {cause}", path.display()))
    };
    // What a link stands for is written, and what is no file, such as a pipe, is not replaced.
    let real = std::fs::canonicalize(path).unwrap_or(path.to_owned());
    if std::fs::metadata(&real).is_ok_and(|found| !found.is_file()) {
        return std::fs::write(&real, bytes).map_err(failed);
    }
    let mut whole = begun(&folder_of(&real)).map_err(failed)?;
    whole.write_all(bytes).map_err(failed)?;
    whole.persist(&real).map_err(|e| failed(e.error))?;
    *self::unfinished() = None;
    Ok(())
}

/// The file that is being written.
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

fn unfinished() -> MutexGuard<'static, Option<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

fn begun(folder: &Path) -> std::io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".pliant-");
    // As any new file: what the user's mask leaves of it.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // Held until the name is known, so that `abandon` misses no file.
    let mut unfinished = unfinished();
    let made = builder.tempfile_in(folder)?;
    *unfinished = Some(made.path().to_owned());
    Ok(made)
}

/// Removes what is half written. The program is to end now: nothing can be saved any more.
pub fn abandon() {
    let mut unfinished = unfinished();
    if let Some(path) = unfinished.take() {
        // Where it has its name already, there is nothing to remove.
        let _ = std::fs::remove_file(path);
    }
    // Nor is another file begun.
    std::mem::forget(unfinished);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_half_written_is_removed_and_what_was_there_stays() {
        let folder = tempfile::tempdir().unwrap();
        let names = || std::fs::read_dir(folder.path()).unwrap().count();
        save(&folder.path().join("whole"), b"whole").unwrap();
        assert_eq!(*unfinished(), None);
        let half = begun(folder.path()).unwrap();
        assert_eq!(names(), 2);
        abandon();
        assert!(!half.path().exists() && names() == 1);
    }
}
