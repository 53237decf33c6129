//! Files that go in and come out.

use crate::report::{Failure, Result};
use pliant::asset::read::{self, AnyMesh, extension, read_mesh};
use pliant::asset::saved::Saved;
use pliant::asset::{SurfaceMesh, TetMesh};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The extension of cooked files.
pub use pliant::asset::saved::EXTENSION as COOKED;

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
    // Before anything is said of its name.
    let found = std::fs::metadata(path)
        .map_err(|cause| Failure::io(format!("{} cannot be read: {cause}", path.display())))?;
    if found.is_dir() {
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
        return Err(Failure::usage(message));
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

/// Writes a file; see [`save_all`].
pub fn save(path: &Path, bytes: &[u8]) -> Result {
    save_all(&[(path, bytes)])
}

/// Writes files. They take their names one after the other when all are whole: a full disk, or an end before that, costs nothing that was
/// there. Where a name cannot be taken, those before it are written, which the error says.
pub fn save_all(files: &[(&Path, &[u8])]) -> Result {
    let whole: Result<Vec<_>> = (files.iter())
        .map(|(path, bytes)| written(path, bytes).map_err(cannot_be_written(path)))
        .collect();
    // Whoever wants to abandon the work waits for all names.
    let mut stage = stage();
    let named = whole.and_then(|whole| name_all(whole.into_iter().flatten(), &mut stage));
    stage.unfinished.clear();
    named
}

fn cannot_be_written(path: &Path) -> impl Fn(std::io::Error) -> Failure {
    move |cause| Failure::io(format!("{} cannot be written: {cause}", path.display()))
}

/// A whole file that has not taken its name.
struct Whole {
    file: tempfile::NamedTempFile,
    name: PathBuf,
}

/// Writes a file beside its place. What is no file, such as a pipe, is not replaced but written to.
fn written(path: &Path, bytes: &[u8]) -> std::io::Result<Option<Whole>> {
    let name = match std::fs::symlink_metadata(path) {
        Ok(_) => std::fs::canonicalize(path)?, // what a link stands for; one to nothing is not replaced
        Err(_) => path.to_path_buf(),
    };
    if std::fs::metadata(&name).is_ok_and(|found| !found.is_file()) {
        return std::fs::write(&name, bytes).map(|()| None);
    }
    let mut file = begun(&folder_of(&name))?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?; // else the name could be on the disk before the bytes are
    Ok(Some(Whole { file, name }))
}

/// Those that have no name when one fails are removed.
fn name_all(files: impl Iterator<Item = Whole>, stage: &mut Stage) -> Result {
    let mut others = Vec::new();
    for Whole { file, name } in files {
        let named = file.persist(&name).map_err(|e| e.error);
        let failed = |cause| cannot_be_written(&name)(cause).although_written(&others);
        named.map_err(failed)?;
        stage.has_named = true;
        others.push(name);
    }
    Ok(())
}

/// How far writing has come.
struct Stage {
    /// Files that are being written.
    unfinished: Vec<PathBuf>,
    /// Whether a file is in its place.
    has_named: bool,
}

static STAGE: Mutex<Stage> = Mutex::new(Stage {
    unfinished: Vec::new(),
    has_named: false,
});

fn stage() -> MutexGuard<'static, Stage> {
    STAGE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn begun(folder: &Path) -> std::io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".pliant-");
    // As any new file: what the user's mask leaves of it.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // Held until the name is known, so that `abandon` misses no file.
    let mut stage = stage();
    let made = builder.tempfile_in(folder)?;
    stage.unfinished.push(made.path().to_owned());
    Ok(made)
}

/// Removes what is half written, and tells whether anything is in its place already. The program is to end now: nothing can be
/// saved any more.
pub fn abandon() -> bool {
    let mut stage = stage();
    for path in stage.unfinished.drain(..) {
        // Where it has its name already, there is nothing to remove.
        let _ = std::fs::remove_file(path);
    }
    let has_named = stage.has_named;
    // Nor is another file begun.
    std::mem::forget(stage);
    has_named
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One test, since the stage is the program's.
    #[test]
    fn files_take_their_names_together_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let [one, other] = ["one", "other"].map(|name| folder.path().join(name));
        let names = || std::fs::read_dir(folder.path()).unwrap().count();
        std::fs::write(&one, b"old").unwrap();
        // The second has no folder to be written to: the first stays what it was.
        let lost = folder.path().join("none/lost");
        let failed = save_all(&[(&one, b"new"), (&lost, b"new")]);
        assert!(failed.is_err() && !stage().has_named);
        assert_eq!(
            (std::fs::read(&one).unwrap(), names()),
            (b"old".to_vec(), 1)
        );
        assert!(stage().unfinished.is_empty());
        save_all(&[(&one, b"new"), (&other, b"other")]).unwrap();
        assert_eq!(std::fs::read(&one).unwrap(), b"new");
        assert_eq!(std::fs::read(&other).unwrap(), b"other");
        // Where the second cannot take its name, the error names the first.
        let taken = folder.path().join("taken");
        let whole = [&one, &taken].map(|path| written(path, b"newer").unwrap().unwrap());
        std::fs::create_dir(&taken).unwrap();
        let failed = name_all(whole.into_iter(), &mut stage()).unwrap_err();
        let said = format!("; {} is written", one.display());
        assert!(format!("{failed:?}").contains(&said), "{failed:?}");
        assert_eq!(std::fs::read(&one).unwrap(), b"newer");
        std::fs::remove_dir(&taken).unwrap();
        // A link to nothing stays one.
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(folder.path().join("nothing"), &taken).unwrap();
            assert!(save(&taken, b"new").is_err() && taken.is_symlink());
            std::fs::remove_file(&taken).unwrap();
        }
        stage().unfinished.clear();
        // An end half way removes all that is half written, and nothing else.
        let half = [(); 2].map(|()| begun(folder.path()).unwrap());
        assert_eq!(names(), 4);
        assert!(abandon(), "two files are in their places");
        assert!(half.iter().all(|half| !half.path().exists()) && names() == 2);
    }
}
