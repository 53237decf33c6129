//! What a kernel reaches from its entry points, and the budget of it.

use crate::source::Source;
use crate::{Declaration, Keyword};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Files that a solver's kernel without contact may reach, and their lines.
pub const BUDGET: (usize, usize) = (15, 1200);
/// Folders whose files do not count.
const FREE: [&str; 2] = ["share", "memory"];
/// The folder whose files do not count either, and those of them that do. The others are kinds: a solver has as many as
/// models need, and each file has its own limit of lines.
const KINDS: (&str, [&str; 2]) = (
    "element",
    ["element/element.wgsl", "element/element_types.wgsl"],
);

/// One text of a kernel.
#[derive(Debug, Default)]
pub struct KernelText {
    /// Folder and stem, and what is chosen where the kernel leaves choices open: `kernel/resident_xpbd(planes, none)`.
    pub label: String,
    /// The text that the library compiles.
    pub text: String,
    /// The files of its functions, by path, with the lines of those that it reaches.
    pub files: BTreeMap<String, usize>,
    /// The file of each declaration, by name.
    pub homes: BTreeMap<String, String>,
    /// Whether choices are open, and the file `none` is chosen of each.
    pub is_without: bool,
}

impl KernelText {
    /// Files and lines that it reaches by calls, beside `share/`, `memory/` and kinds of elements.
    pub fn closure(&self) -> (usize, usize) {
        let (kinds, counted) = KINDS;
        let is_free = |path: &str| {
            let folder = path.split('/').next().unwrap_or_default();
            FREE.contains(&folder) || (folder == kinds && !counted.contains(&path))
        };
        let counted = self.files.iter().filter(|(path, _)| !is_free(path));
        counted.fold((0, 0), |(files, all), (_, lines)| (files + 1, all + lines))
    }

    /// Whether it is the text of a solver's kernel for where nothing is near.
    fn is_budgeted(&self) -> bool {
        self.is_without && self.files.keys().any(|path| path.starts_with("solver/"))
    }
}

/// What is wrong with the closures of kernels. `over` lists those that may reach more than [`BUDGET`], with files and lines:
/// a list that only shrinks.
pub fn closure_faults(kernels: &[KernelText], over: &[(&str, (usize, usize))]) -> Vec<String> {
    let mut faults = Vec::new();
    let mut left: BTreeMap<&str, (usize, usize)> = over.iter().copied().collect();
    for kernel in kernels.iter().filter(|kernel| kernel.is_budgeted()) {
        let (label, found) = (kernel.label.as_str(), kernel.closure());
        let fits = |limit: (usize, usize)| found.0 <= limit.0 && found.1 <= limit.1;
        let (files, lines) = found;
        match left.remove(label) {
            Some(listed) if listed == found && !fits(BUDGET) => {}
            Some(_) if fits(BUDGET) => faults.push(format!(
                "{label}: is within its budget; take it off the list"
            )),
            Some(listed) if fits(listed) => {
                faults.push(format!(
                    "{label}: is down to {files} files, {lines} lines; say so"
                ));
            }
            None if fits(BUDGET) => {}
            _ => faults.push(format!(
                "{label}: reaches {files} files, {lines} lines; the budget is {BUDGET:?}"
            )),
        }
    }
    faults.extend(
        left.keys()
            .map(|label| format!("{label}: is no solver's kernel without contact")),
    );
    faults
}

/// The declarations that the entry points of the files reach, in the files' order, directives first. All buffers are among
/// them, so that kernels with the same bindings share a layout.
pub fn reached<'a>(files: &[&'a Source]) -> Vec<(&'a Source, &'a Declaration)> {
    let all = || {
        files
            .iter()
            .flat_map(|file| file.declarations.iter().map(move |found| (*file, found)))
    };
    let by_name: HashMap<&str, &Declaration> = all()
        .map(|(_, found)| (found.name.as_str(), found))
        .collect();
    let is_root = |found: &&Declaration| found.is_entry || found.keyword == Keyword::Buffer;
    let mut left: Vec<&Declaration> = all().map(|(_, found)| found).filter(is_root).collect();
    let mut seen: HashSet<&str> = left.iter().map(|found| found.name.as_str()).collect();
    while let Some(found) = left.pop() {
        let next = found
            .mentions
            .iter()
            .filter_map(|name| by_name.get(name.as_str()));
        left.extend(next.filter(|next| seen.insert(&next.name)));
    }
    let mut heads = BTreeSet::new();
    let directives = all().filter(|(_, found)| found.keyword == Keyword::Directive);
    let directives = directives.filter(|(_, found)| heads.insert(&found.code));
    let others = all().filter(|(_, found)| found.keyword != Keyword::Directive);
    let others = others.filter(|(_, found)| seen.contains(found.name.as_str()));
    let directives: Vec<_> = directives.collect();
    directives.into_iter().chain(others).collect()
}
