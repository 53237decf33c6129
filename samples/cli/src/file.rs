//! Reading input files and writing output files.

use crate::report::{Failure, Result, Written};
use pliant::asset::read::{self, AnyMesh, extension, read_mesh};
use pliant::asset::saved::{self, Saved};
use pliant::asset::{SurfaceMesh, TetMesh};
use std::fs::File;
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
    // A missing file is reported before a wrong extension.
    let found = std::fs::metadata(path)
        .map_err(|cause| Failure::io(format!("{} cannot be read: {cause}", path.display())))?;
    if found.is_dir() {
        let message = format!("{} is a folder, expected a mesh file", path.display());
        return Err(Failure::io(message));
    }
    if extension(path) == COOKED {
        return Ok(Content::Saved(saved::read(path)?));
    }
    if !read::is_mesh(&extension(path)) {
        let expected = format!(
            "a surface ({}), a tet mesh ({}) or a cooked file (.{COOKED})",
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

/// Refuses, before any work, an output that is the input or cannot be written.
pub fn may_write(input: &Path, output: &Path) -> Result {
    let place = |path: &Path| std::fs::canonicalize(path).ok();
    if place(output).is_some_and(|output| place(input) == Some(output)) {
        let name = output.display();
        let message = format!("{name} is the input file; choose another output file");
        return Err(Failure::usage(message));
    }
    let unusable = match std::fs::metadata(output) {
        Ok(found) if found.is_dir() => Some("it is a folder"),
        Err(_) if output.is_symlink() => Some("it is a broken link"),
        _ => None,
    };
    if let Some(why) = unusable {
        let name = output.display();
        return Err(Failure::io(format!("{name} cannot be written: {why}")));
    }
    let folder = folder_of(output);
    if !folder.is_dir() {
        let message = format!(
            "{} cannot be written: the folder {} does not exist",
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

/// Writes files. All are written under temporary names first, then renamed one by one, so a full disk or an early end
/// loses no old file. Pipes and devices cannot be renamed; they are written last. If a later step fails, the error
/// names the files that were already written.
pub fn save_all(files: &[(&Path, &[u8])]) -> Result {
    let is_stream = |path: &Path| std::fs::metadata(path).is_ok_and(|found| !found.is_file());
    let (streams, files): (Vec<_>, Vec<_>) = files.iter().partition(|(path, _)| is_stream(path));
    let whole: Result<Vec<_>> = (files.iter())
        .map(|(path, bytes)| Whole::new(path, bytes).map_err(cannot_be_written(path)))
        .collect();
    let mut others = Vec::new();
    let named = {
        // `abandon` waits until all files are renamed.
        let mut stage = stage();
        let named = whole.and_then(|whole| name_all(whole, &mut others, &mut stage));
        stage.unfinished.clear();
        if named.is_ok() && streams.is_empty() {
            stage.written = Written::All;
        }
        named
    };
    named.and_then(|()| write_all(&streams, &mut others))
}

fn cannot_be_written(path: &Path) -> impl Fn(std::io::Error) -> Failure {
    move |cause| Failure::io(format!("{} cannot be written: {cause}", path.display()))
}

/// A complete file under a temporary name.
struct Whole<'a> {
    file: tempfile::NamedTempFile,
    /// The path as the user gave it.
    path: &'a Path,
    /// The same with links resolved.
    place: PathBuf,
}

impl<'a> Whole<'a> {
    /// Writes a temporary file beside its place.
    fn new(path: &'a Path, bytes: &[u8]) -> std::io::Result<Self> {
        let place = match std::fs::symlink_metadata(path) {
            Ok(_) => std::fs::canonicalize(path)?, // fails for a broken link
            Err(_) => path.to_path_buf(),
        };
        let mut file = begun(&folder_of(&place))?;
        file.as_file_mut().write_all(bytes)?;
        file.as_file().sync_all()?; // the bytes must be on the disk before the name
        Ok(Self { file, path, place })
    }
}

/// Renames files to their final names. If one fails, it and those after it are removed.
fn name_all<'a>(files: Vec<Whole<'a>>, others: &mut Vec<&'a Path>, stage: &mut Stage) -> Result {
    for Whole { file, path, place } in files {
        let named = file.persist(&place).map_err(|e| e.error);
        let failed = |cause| cannot_be_written(path)(cause).although_written(others);
        named.map_err(failed)?;
        stage.written = Written::Part;
        others.push(path);
    }
    Ok(())
}

/// Writes to pipes and devices. The stage stays unlocked: a pipe may have no reader, and an interrupt must not wait for
/// one.
fn write_all<'a>(streams: &[(&'a Path, &[u8])], others: &mut Vec<&'a Path>) -> Result {
    for (path, bytes) in streams {
        let failed = |cause| cannot_be_written(path)(cause).although_written(others);
        // Opening a pipe waits for a reader.
        let mut stream = File::options().write(true).open(path).map_err(failed)?;
        stage().written = Written::Part;
        stream.write_all(bytes).map_err(failed)?;
        others.push(path);
    }
    stage().written = Written::All;
    Ok(())
}

/// How much is written so far.
struct Stage {
    /// Temporary files.
    unfinished: Vec<PathBuf>,
    written: Written,
}

static STAGE: Mutex<Stage> = Mutex::new(Stage {
    unfinished: Vec::new(),
    written: Written::Nothing,
});

fn stage() -> MutexGuard<'static, Stage> {
    STAGE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn begun(folder: &Path) -> std::io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".pliant-");
    // `create_new` gives the file the usual permissions; tempfile's own are private to the user.
    let make = |path: &Path| File::create_new(path);
    let unmade = |error: std::io::Error| {
        let message = format!(
            "no file can be created in the folder {}: {error}",
            folder.display()
        );
        std::io::Error::new(error.kind(), message)
    };
    // Locked until the name is known, so that `abandon` misses no file.
    let mut stage = stage();
    let made = builder.make_in(folder, make).map_err(unmade)?;
    stage.unfinished.push(made.path().to_owned());
    Ok(made)
}

/// Removes temporary files and returns how much was written. The program must end now: nothing can be saved any more.
pub fn abandon() -> Written {
    let mut stage = stage();
    for path in stage.unfinished.drain(..) {
        // A file that was already renamed is not found.
        let _ = std::fs::remove_file(path);
    }
    let written = stage.written;
    // Stays locked, so that no other file is begun.
    std::mem::forget(stage);
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One test, since the stage is global.
    #[test]
    fn files_take_their_names_together_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let [one, other] = ["one", "other"].map(|name| folder.path().join(name));
        let names = || std::fs::read_dir(folder.path()).unwrap().count();
        std::fs::write(&one, b"old").unwrap();
        // The folder of the second is missing: the first keeps its old content.
        let lost = folder.path().join("none/lost");
        let failed = save_all(&[(&one, b"new"), (&lost, b"new")]);
        assert!(failed.is_err() && stage().written == Written::Nothing);
        assert_eq!(
            (std::fs::read(&one).unwrap(), names()),
            (b"old".to_vec(), 1)
        );
        assert!(stage().unfinished.is_empty());
        save_all(&[(&one, b"new"), (&other, b"other")]).unwrap();
        assert_eq!(std::fs::read(&one).unwrap(), b"new");
        assert_eq!(std::fs::read(&other).unwrap(), b"other");
        assert!(stage().written == Written::All);
        // If the second cannot be renamed, the error names the first.
        let taken = folder.path().join("taken");
        let whole = [&one, &taken].map(|path| Whole::new(path, b"newer").unwrap());
        std::fs::create_dir(&taken).unwrap();
        let failed = name_all(whole.into(), &mut Vec::new(), &mut stage()).unwrap_err();
        let said = format!("; {} was already written", one.display());
        assert!(format!("{failed:?}").contains(&said), "{failed:?}");
        assert!(may_write(&one, &taken).is_err(), "a folder");
        assert_eq!(std::fs::read(&one).unwrap(), b"newer");
        assert!(stage().written == Written::Part);
        std::fs::remove_dir(&taken).unwrap();
        #[cfg(unix)]
        links_and_devices(folder.path());
        stage().unfinished.clear();
        // An early end removes temporary files only.
        let half = [(); 2].map(|()| begun(folder.path()).unwrap());
        assert_eq!(names(), 4);
        assert_eq!(abandon(), Written::Part);
        assert!(half.iter().all(|half| !half.path().exists()) && names() == 2);
    }

    #[cfg(unix)]
    fn links_and_devices(folder: &Path) {
        let [one, link, place] = ["one", "link", "place"].map(|name| folder.join(name));
        // A broken link is not replaced.
        std::os::unix::fs::symlink(&place, &link).unwrap();
        assert!(may_write(&one, &link).is_err());
        assert!(save(&link, b"new").is_err() && link.is_symlink());
        // An error names the link, not its target.
        std::fs::write(&place, b"old").unwrap();
        let whole = Whole::new(&link, b"new").unwrap();
        std::fs::remove_file(&place).unwrap();
        std::fs::create_dir(&place).unwrap();
        let failed = name_all(vec![whole], &mut Vec::new(), &mut stage()).unwrap_err();
        let said = format!("{} cannot be written", link.display());
        assert!(format!("{failed:?}").contains(&said), "{failed:?}");
        std::fs::remove_dir(&place).unwrap();
        std::fs::remove_file(&link).unwrap();
        // In a folder that takes no files, the error names the output, not the temporary file.
        let system = Path::new("/proc/pliant.obj");
        if Path::new("/proc/self").exists() {
            let failed = format!("{:?}", save(system, b"new").unwrap_err());
            let said =
                "/proc/pliant.obj cannot be written: no file can be created in the folder /proc: ";
            assert!(
                failed.contains(said) && !failed.contains("/.pliant-"),
                "{failed}"
            );
        }
        // A device is written after the files, whatever the order. This one takes nothing.
        let full = Path::new("/dev/full");
        if full.exists() {
            let failed = save_all(&[(full, b"new"), (&one, b"newest")]).unwrap_err();
            let said = format!("; {} was already written", one.display());
            assert!(format!("{failed:?}").contains(&said), "{failed:?}");
            assert_eq!(std::fs::read(&one).unwrap(), b"newest");
        }
    }
}
