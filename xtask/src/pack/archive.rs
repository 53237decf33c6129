//! Archives that are the same bytes for the same files: sorted names, one time, no owner.

use crate::shell::{self, Failure, Result, root, words};
use flate2::Compression;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs::File;
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// The time of every file: midnight, 1 January 2020, UTC [s].
const TIME: u64 = 1_577_836_800;

/// Files by their path in the archive.
#[derive(Debug, Default)]
pub struct Tree(BTreeMap<String, Source>);

#[derive(Debug)]
enum Source {
    File(PathBuf),
    Text(String),
}

/// Compresses well, for a release, or fast, for a check.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effort {
    Small,
    Fast,
}

impl Effort {
    fn level(self) -> u32 {
        match self {
            Effort::Small => 9,
            Effort::Fast => 1,
        }
    }
}

impl Tree {
    /// Adds a file of the disk. It must be there.
    pub fn file(&mut self, path: impl Display, file: impl Into<PathBuf>) -> Result {
        let file = file.into();
        if !file.is_file() {
            return Err(Failure::new(format!(
                "{} is not there, and {path} is made of it",
                file.display()
            )));
        }
        self.add(path, Source::File(file))
    }

    /// Adds a text.
    pub fn text(&mut self, path: impl Display, text: impl Into<String>) -> Result {
        self.add(path, Source::Text(text.into()))
    }

    fn add(&mut self, path: impl Display, source: Source) -> Result {
        let path = path.to_string();
        match self.0.insert(path.clone(), source) {
            None => Ok(()),
            Some(_) => Err(Failure::new(format!(
                "two files of a package are called {path}"
            ))),
        }
    }

    /// Adds the files of a folder of the repository that git knows or would add, without those that `skip` names.
    pub fn folder(&mut self, prefix: &str, folder: &str, skip: impl Fn(&str) -> bool) -> Result {
        let line = "git ls-files -z --cached --others --exclude-standard --";
        let listing = shell::output(words(line).arg(folder))?;
        for path in listing.split('\0').filter(|path| !path.is_empty()) {
            let inner = path
                .strip_prefix(folder)
                .unwrap_or(path)
                .trim_start_matches('/');
            let file = root().join(path);
            // A file that was removed and not committed is listed too.
            if !skip(inner) && file.is_file() {
                self.file(format!("{prefix}{inner}"), file)?;
            }
        }
        Ok(())
    }

    /// Whether it holds a file of this path.
    pub fn holds(&self, path: &str) -> bool {
        self.0.contains_key(path)
    }

    /// Takes a file out again.
    pub fn remove(&mut self, path: &str) {
        self.0.remove(path);
    }

    /// All paths, sorted.
    pub fn paths(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }

    fn entries(&self) -> impl Iterator<Item = Result<(&str, Vec<u8>)>> {
        self.0.iter().map(|(path, source)| {
            let bytes = match source {
                Source::Text(text) => Ok(text.clone().into_bytes()),
                Source::File(file) => std::fs::read(file).map_err(|cause| (file, cause)),
            };
            let bytes = bytes
                .map_err(|(file, cause)| Failure::new(format!("{}: {cause}", file.display())))?;
            Ok((path.as_str(), bytes))
        })
    }

    /// Writes a `.tar.gz`.
    pub fn tar(&self, archive: &Path, effort: Effort) -> Result {
        let fault = |cause| fault(archive, cause);
        let file = BufWriter::new(create(archive)?);
        let gz = flate2::GzBuilder::new()
            .mtime(0)
            .write(file, Compression::new(effort.level()));
        let mut tar = tar::Builder::new(gz);
        for entry in self.entries() {
            let (path, bytes) = entry?;
            let mut header = tar::Header::new_gnu();
            header.set_size(bytes.len() as u64);
            header.set_mode(if is_program(path) { 0o755 } else { 0o644 });
            header.set_mtime(TIME);
            header.set_uid(0);
            header.set_gid(0);
            tar.append_data(&mut header, path, &bytes[..])
                .map_err(fault)?;
        }
        let gz = tar.into_inner().map_err(fault)?;
        gz.finish().and_then(|mut file| file.flush()).map_err(fault)
    }

    /// Writes a `.zip`.
    pub fn zip(&self, archive: &Path, effort: Effort) -> Result {
        let mut zip = zip::ZipWriter::new(BufWriter::new(create(archive)?));
        let day = zip::DateTime::from_date_and_time(2020, 1, 1, 0, 0, 0);
        let day = day.map_err(|cause| fault(archive, std::io::Error::other(cause)))?;
        for entry in self.entries() {
            let (path, bytes) = entry?;
            let options = zip::write::SimpleFileOptions::default()
                .compression_method(zip::CompressionMethod::Deflated)
                .compression_level(Some(effort.level().into()))
                .last_modified_time(day)
                .unix_permissions(if is_program(path) { 0o755 } else { 0o644 });
            zip.start_file(path, options)
                .map_err(|cause| fault(archive, std::io::Error::other(cause)))?;
            zip.write_all(&bytes)
                .map_err(|cause| fault(archive, cause))?;
        }
        let done = zip
            .finish()
            .map_err(|cause| fault(archive, std::io::Error::other(cause)))?;
        done.into_inner()
            .map(|_| ())
            .map_err(|cause| fault(archive, cause.into_error()))
    }
}

/// Shared libraries are marked as programs, as linkers do.
fn is_program(path: &str) -> bool {
    [".so", ".dylib", ".dll"]
        .iter()
        .any(|end| path.ends_with(end))
}

fn fault(archive: &Path, cause: std::io::Error) -> Failure {
    Failure::new(format!("{}: {cause}", archive.display()))
}

fn create(archive: &Path) -> Result<File> {
    let folder = archive.parent().unwrap_or(Path::new("."));
    let file = std::fs::create_dir_all(folder).and_then(|()| File::create(archive));
    file.map_err(|cause| fault(archive, cause))
}

/// The paths in an archive, in their order, as its own reader finds them.
pub fn listing(archive: &Path) -> Result<Vec<String>> {
    let fault = |cause| fault(archive, cause);
    let file = File::open(archive).map_err(fault)?;
    if is_zip(archive)? {
        let zip =
            zip::ZipArchive::new(file).map_err(|cause| fault(std::io::Error::other(cause)))?;
        let name = |name: zip::result::ZipResult<std::borrow::Cow<'_, str>>| match name {
            Ok(name) => Ok(name.into_owned()),
            Err(cause) => Err(fault(std::io::Error::other(cause))),
        };
        return zip.file_names().map(name).collect();
    }
    let mut tar = tar::Archive::new(flate2::read::GzDecoder::new(file));
    let entries = tar.entries().map_err(fault)?;
    let path = |entry: tar::Entry<'_, _>| Ok(entry.path()?.to_string_lossy().into_owned());
    let paths = entries.map(|entry| entry.and_then(path));
    paths.collect::<std::io::Result<_>>().map_err(fault)
}

/// Unpacks an archive into an empty folder.
pub fn unpack(archive: &Path, folder: &Path) -> Result {
    let fault = |cause| fault(archive, cause);
    let file = File::open(archive).map_err(fault)?;
    if is_zip(archive)? {
        let zip = zip::ZipArchive::new(file).and_then(|mut zip| zip.extract(folder));
        return zip.map_err(|cause| fault(std::io::Error::other(cause)));
    }
    let mut tar = tar::Archive::new(flate2::read::GzDecoder::new(file));
    tar.unpack(folder).map_err(fault)
}

/// Whether it begins as a `.zip` does.
fn is_zip(archive: &Path) -> Result<bool> {
    let mut start = [0; 2];
    let read = File::open(archive).and_then(|mut file| file.read_exact(&mut start));
    read.map_err(|cause| fault(archive, cause))?;
    Ok(start == *b"PK")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_files_give_the_same_bytes_and_can_be_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let name = |name: &str| folder.path().join(name);
        std::fs::write(name("b.so"), [0u8; 5000]).expect("a file");
        let mut bytes = Vec::new();
        for round in 0..2 {
            let mut tree = Tree::default();
            // A long name, which tar keeps in an entry of its own.
            let long = format!("a/{}.h", "x".repeat(150));
            let mut add = [("z/README.md", "hello\n"), (long.as_str(), "")];
            add.rotate_left(round);
            for (path, text) in add {
                tree.text(path, text).expect("a text");
            }
            tree.file("lib/b.so", name("b.so")).expect("a file");
            // A file that is written anew has another time.
            std::fs::write(name("b.so"), [0u8; 5000]).expect("a file");
            tree.tar(&name("a.tar.gz"), Effort::Small).expect("a tar");
            tree.zip(&name("a.zip"), Effort::Small).expect("a zip");
            for archive in ["a.tar.gz", "a.zip"] {
                assert_eq!(listing(&name(archive)).expect("its list"), tree.paths());
                bytes.push(std::fs::read(name(archive)).expect("its bytes"));
            }
        }
        assert!(bytes[0] == bytes[2] && bytes[1] == bytes[3]);
        for archive in ["a.tar.gz", "a.zip"] {
            let out = name(archive).with_extension("out");
            unpack(&name(archive), &out).expect("unpacked");
            assert_eq!(
                std::fs::read(out.join("lib/b.so")).expect("a file"),
                [0u8; 5000]
            );
        }
    }

    #[test]
    fn a_file_that_is_not_there_or_twice_there_is_said() {
        let mut tree = Tree::default();
        assert!(tree.file("a", "/no/such/file").is_err());
        tree.text("a", "").expect("a text");
        assert!(tree.text("a", "").is_err());
    }
}
