//! Reads the shader folder and joins a file with what it uses, remembering where each line came from.

use crate::{Declaration, Failure, declarations};
use std::collections::BTreeMap;
use std::path::Path;

/// Folders of pure library files.
pub const LIBRARIES: [&str; 5] = ["lib", "share", "material", "constraint", "collider"];
/// Folders of the files that may hold entry points and bindings.
pub const KERNELS: [&str; 2] = ["primitive", "kernel"];

/// One shader file.
#[derive(Debug)]
pub struct Source {
    /// Its folder under the root, for example `kernel/own`.
    pub folder: String,
    /// Its name without `.wgsl`.
    pub stem: String,
    /// As an error names it: `shaders/lib/math.wgsl`.
    pub shown: String,
    /// Its text.
    pub text: String,
    /// What it declares at top level.
    pub declarations: Vec<Declaration>,
}

impl Source {
    /// A fault at a line and column, both from 1.
    pub fn at(&self, line: usize, column: usize, message: String) -> Failure {
        Failure::at(&self.shown, &self.text, line, column, message)
    }

    /// A fault of one of this file's declarations, which `says` goes on about.
    pub fn fault(&self, name: &str, says: &str) -> Failure {
        let place = self.declarations.iter().find(|found| found.name == name);
        let (line, column) = place.map_or((1, 1), |place| (place.line, place.column));
        self.at(line, column, format!("`{name}` {says}"))
    }

    /// Its first folder under the root, for example `kernel`.
    pub fn family(&self) -> &str {
        self.folder.split('/').next().unwrap_or("")
    }

    /// Whether it lies in one of these folders.
    pub fn is_in(&self, families: &[&str]) -> bool {
        families.contains(&self.family())
    }

    /// Whether it is a kernel.
    pub fn has_entry(&self) -> bool {
        self.declarations.iter().any(|found| found.is_entry)
    }

    /// What its names begin with: its stem. All files of a choice, which is a folder in `kernel` other than `stage`, have
    /// the choice's name.
    pub fn home(&self) -> &str {
        let inner = self.folder.strip_prefix("kernel/");
        inner.filter(|name| *name != "stage").unwrap_or(&self.stem)
    }
}

/// Every shader file, by its path under the root with forward slashes.
pub struct Sources(Files);

impl Sources {
    /// Reads every `*.wgsl` under `root`; none if the folder does not exist.
    pub fn read(root: &Path) -> Result<Self, Failure> {
        let mut sources = BTreeMap::new();
        if root.is_dir() {
            read_folder(root, "", &mut sources)?;
        }
        Ok(Sources(sources))
    }

    /// The files in the order of their paths.
    pub fn files(&self) -> impl Iterator<Item = &Source> {
        self.0.values()
    }

    fn in_folder(&self, folder: &str) -> Vec<&Source> {
        self.files().filter(|file| file.folder == folder).collect()
    }
}

type Files = BTreeMap<String, Source>;

fn read_folder(folder: &Path, prefix: &str, into: &mut Files) -> Result<(), Failure> {
    let fault = |path: &Path, cause: std::io::Error| {
        Failure::plain(&path.display().to_string(), cause.to_string())
    };
    for entry in std::fs::read_dir(folder).map_err(|cause| fault(folder, cause))? {
        let path = entry.map_err(|cause| fault(folder, cause))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let relative = format!("{prefix}{name}");
        if path.is_dir() {
            read_folder(&path, &format!("{relative}/"), into)?;
        } else if let Some(stem) = name.strip_suffix(".wgsl") {
            let text = std::fs::read_to_string(&path).map_err(|cause| fault(&path, cause))?;
            let source = Source {
                folder: prefix.trim_end_matches('/').to_owned(),
                stem: stem.to_owned(),
                shown: format!("shaders/{relative}"),
                declarations: declarations(&text),
                text,
            };
            into.insert(relative, source);
        }
    }
    Ok(())
}

/// A text ready for naga, with the origin of each of its lines.
#[derive(Default)]
pub struct Assembled<'a> {
    /// The joined text.
    pub text: String,
    /// For each line, the file and the line there (from 1).
    lines: Vec<(&'a Source, usize)>,
    /// The files in it.
    pub files: Vec<&'a Source>,
    /// The choices that its files need, each with the file and line that says so.
    needs: Vec<(&'a str, &'a Source, usize)>,
    /// How many ways there are to make those choices that the file leaves open.
    pub ways: usize,
}

impl<'a> Assembled<'a> {
    /// A fault at a line and column (both from 1) of the joined text, moved to where that line came from.
    pub fn fault(&self, line: usize, column: usize, message: String) -> Failure {
        match self.lines.get(line.saturating_sub(1)).or(self.lines.last()) {
            Some((source, line)) => source.at(*line, column, message),
            None => Failure::plain("shaders", message),
        }
    }
}

/// Joins `file` with the files it uses, each once, used before user. A choice that it leaves open is made in the given way.
pub fn assemble<'a>(
    sources: &'a Sources,
    file: &'a Source,
    way: usize,
) -> Result<Assembled<'a>, Failure> {
    let mut into = Assembled {
        ways: 1,
        ..Assembled::default()
    };
    append(sources, file, &mut vec![file], &mut into)?;
    let mut next = 0;
    while let Some((folder, needing, line)) = into.needs.get(next).copied() {
        next += 1;
        let choices = sources.in_folder(folder);
        let chosen = into.files.iter().filter(|used| used.folder == folder);
        match (chosen.count(), choices.len()) {
            (_, 0) => return Err(needing.at(line, 1, format!("no choice `shaders/{folder}`"))),
            (1, _) => {}
            (0, count) if !file.has_entry() => {
                into.ways = into.ways.max(count);
                append(sources, choices[way % count], &mut vec![file], &mut into)?;
            }
            (used, _) => {
                let message = format!("uses {used} files of `{folder}`: exactly one is needed");
                return Err(Failure::plain(&file.shown, message));
            }
        }
    }
    Ok(into)
}

fn append<'a>(
    sources: &'a Sources,
    file: &'a Source,
    open: &mut Vec<&'a Source>,
    into: &mut Assembled<'a>,
) -> Result<(), Failure> {
    for (number, line) in (1..).zip(file.text.lines()) {
        if let Some(folder) = line.strip_prefix("//#needs").map(str::trim) {
            if file.is_in(&LIBRARIES) {
                return Err(file.at(number, 1, "a library needs no choice".to_owned()));
            }
            into.needs.push((folder, file, number));
        }
        let Some(wanted) = line.trim_start().strip_prefix("//#use").map(str::trim) else {
            continue;
        };
        let fault = |message: String| Err(file.at(number, 1, message));
        let Some(used) = sources.0.get(wanted) else {
            return fault(format!("no file `shaders/{wanted}` to use"));
        };
        if open.iter().any(|above| above.shown == used.shown) {
            let chain: Vec<&str> = open.iter().map(|above| above.shown.as_str()).collect();
            return fault(format!("cycle: {} -> {}", chain.join(" -> "), used.shown));
        }
        if used.has_entry() {
            return fault(format!("`{wanted}` cannot be used: it has an entry point"));
        }
        if file.is_in(&LIBRARIES) && !used.is_in(&LIBRARIES) {
            return fault(format!("a library cannot use `{wanted}`, which is not one"));
        }
        if !into.files.iter().any(|done| done.shown == used.shown) {
            open.push(used);
            append(sources, used, open, into)?;
            open.pop();
        }
    }
    into.files.push(file);
    let origin = format!("// from {}", file.shown);
    let numbered = (1..).zip(file.text.lines());
    for (number, line) in std::iter::once((1, origin.as_str())).chain(numbered) {
        into.text.extend([line, "\n"]);
        into.lines.push((file, number));
    }
    Ok(())
}
