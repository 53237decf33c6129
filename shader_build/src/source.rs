//! The shader files, and what their lines `//#` say.

use crate::{Declaration, Failure, Keyword, declarations};
use std::collections::BTreeMap;
use std::path::Path;

/// One shader file.
#[derive(Debug, PartialEq, Eq)]
pub struct Source {
    /// Its folder under the root, for example `kernel/own`.
    pub folder: String,
    /// Its name without `.wgsl`.
    pub stem: String,
    /// Its path under the root, for example `lib/math.wgsl`.
    pub path: String,
    /// As an error names it: `shaders/lib/math.wgsl`.
    pub shown: String,
    /// Its text.
    pub text: String,
    /// What it declares at top level.
    pub declarations: Vec<Declaration>,
    /// The files that it uses, by path, each with its line.
    pub uses: Vec<(usize, String)>,
    /// The choices that it needs, by folder.
    pub needs: Vec<(usize, String)>,
    /// The choices that it leaves open, by folder.
    pub opens: Vec<(usize, String)>,
}

impl Source {
    fn new(path: &str, text: String) -> Result<Self, Failure> {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let mut source = Source {
            folder: folder.to_owned(),
            stem: name.trim_end_matches(".wgsl").to_owned(),
            path: path.to_owned(),
            shown: format!("shaders/{path}"),
            declarations: declarations(&text),
            text: String::new(),
            uses: Vec::new(),
            needs: Vec::new(),
            opens: Vec::new(),
        };
        for (number, line) in (1..).zip(text.lines()) {
            let Some(line) = line.trim_start().strip_prefix("//#") else {
                continue;
            };
            let mut words = line.split_whitespace();
            let into = match words.next() {
                Some("use") => &mut source.uses,
                Some("needs") => &mut source.needs,
                Some("open") => &mut source.opens,
                _ => {
                    let message = "only `use`, `needs` and `open` follow `//#`".to_owned();
                    return Err(Failure::at(&source.shown, &text, number, 1, message));
                }
            };
            into.extend(words.map(|word| (number, word.to_owned())));
        }
        source.text = text;
        Ok(source)
    }

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

    /// The first folder of its path.
    pub fn family(&self) -> &str {
        self.folder.split('/').next().unwrap_or("")
    }

    /// The last folder of its path.
    pub fn inner_folder(&self) -> &str {
        self.folder.rsplit('/').next().unwrap_or("")
    }

    /// Whether it has an entry point.
    pub fn has_entry(&self) -> bool {
        self.declarations.iter().any(|found| found.is_entry)
    }

    /// Whether a line belongs to a directive.
    pub fn is_directive(&self, line: usize) -> bool {
        let is_in = |found: &Declaration| (found.line..=found.end_line).contains(&line);
        let mut all = self.declarations.iter();
        all.any(|found| found.keyword == Keyword::Directive && is_in(found))
    }
}

/// Every shader file, by its path under the root with forward slashes.
pub struct Sources(BTreeMap<String, Source>);

impl Sources {
    /// Reads every `*.wgsl` under `root`; none if the folder does not exist.
    pub fn read(root: &Path) -> Result<Self, Failure> {
        let mut sources = Sources(BTreeMap::new());
        if root.is_dir() {
            sources.read_folder(root, "")?;
        }
        Ok(sources)
    }

    fn read_folder(&mut self, folder: &Path, prefix: &str) -> Result<(), Failure> {
        let fault = |path: &Path, cause: std::io::Error| {
            Failure::plain(&path.display().to_string(), cause.to_string())
        };
        for entry in std::fs::read_dir(folder).map_err(|cause| fault(folder, cause))? {
            let path = entry.map_err(|cause| fault(folder, cause))?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let relative = format!("{prefix}{name}");
            if path.is_dir() {
                self.read_folder(&path, &format!("{relative}/"))?;
            } else if name.ends_with(".wgsl") {
                let text = std::fs::read_to_string(&path).map_err(|cause| fault(&path, cause))?;
                let source = Source::new(&relative, text)?;
                self.0.insert(relative, source);
            }
        }
        Ok(())
    }

    /// The files in the order of their paths.
    pub fn files(&self) -> impl Iterator<Item = &Source> {
        self.0.values()
    }

    /// A file by its path.
    pub fn get(&self, path: &str) -> Option<&Source> {
        self.0.get(path)
    }

    /// The files of a choice.
    pub fn in_folder(&self, folder: &str) -> Vec<&Source> {
        self.files().filter(|file| file.folder == folder).collect()
    }

    /// Whether a file of `kernel/` takes the entry points of another, which is an executor's.
    pub fn is_driven(file: &Source, by: &Source) -> bool {
        file.family() == "kernel" && by.has_entry() && by.family() == "executor"
    }

    /// Whether a file becomes a kernel: it has entry points, its own or those of an executor that it uses.
    pub fn is_kernel(&self, file: &Source) -> bool {
        let mut used = file.uses.iter().filter_map(|(_, path)| self.get(path));
        file.family() == "kernel" && (file.has_entry() || used.any(|by| Self::is_driven(file, by)))
    }

    /// In how many ways the choices can be made that a kernel leaves open.
    pub fn open_ways(&self, file: &Source) -> usize {
        let counts = file
            .opens
            .iter()
            .map(|(_, folder)| self.in_folder(folder).len());
        counts.product()
    }
}
