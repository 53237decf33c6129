//! What the folders of `shaders/` may hold, and which folders each of them may use. All of it is the table below.

use crate::source::Source;

/// A folder with all below it.
struct Folder {
    path: &'static str,
    /// Functions, structs and constants only.
    is_pure: bool,
    /// Whether its files may have entry points.
    has_entries: bool,
    /// The folders and files that its files may name.
    uses: &'static [&'static [&'static str]],
}

/// Pure libraries.
const LIBRARIES: &[&str] = &["share", "lib", "collider", "element"];
const MEMORY: &[&str] = &["memory"];
const SOLVER: &[&str] = &["solver"];
const CONTACT: &[&str] = &["contact"];
/// All that a solver may use of contact.
const DOOR: &[&str] = &["contact/door.wgsl"];
/// Solvers of whole bodies read planes and contacts one by one.
const LIST: &[&str] = &["contact/list.wgsl"];
const ALL: &[&str] = &[""];

/// The nearest folder around a file decides.
const FOLDERS: &[Folder] = &[
    library("share", &[&["share"]]),
    // `lib/bounding_box.wgsl` names shapes.
    library("lib", &[&["share", "lib", "collider"]]),
    library("collider", &[&["share", "lib", "collider"]]),
    library("element", &[LIBRARIES]),
    folder("memory", &[LIBRARIES, MEMORY]),
    folder("contact", &[LIBRARIES, MEMORY, CONTACT]),
    folder("solver", &[LIBRARIES, MEMORY, SOLVER, DOOR]),
    folder("solver/rigid", &[LIBRARIES, MEMORY, SOLVER, DOOR, LIST]),
    entries(
        "executor",
        &[LIBRARIES, MEMORY, SOLVER, DOOR, &["executor"]],
    ),
    folder("query", &[LIBRARIES, MEMORY, CONTACT, &["query"]]),
    entries("kernel", &[ALL]),
];

const fn library(path: &'static str, uses: &'static [&'static [&'static str]]) -> Folder {
    Folder {
        path,
        is_pure: true,
        has_entries: false,
        uses,
    }
}

const fn folder(path: &'static str, uses: &'static [&'static [&'static str]]) -> Folder {
    Folder {
        path,
        is_pure: false,
        has_entries: false,
        uses,
    }
}

const fn entries(path: &'static str, uses: &'static [&'static [&'static str]]) -> Folder {
    Folder {
        path,
        is_pure: false,
        has_entries: true,
        uses,
    }
}

/// Whether a path is that of a folder or file, or lies below it.
fn is_below(path: &str, folder: &str) -> bool {
    let rest = path.strip_prefix(folder);
    rest.is_some_and(|rest| folder.is_empty() || rest.is_empty() || rest.starts_with('/'))
}

fn folder_of(file: &Source) -> Option<&'static Folder> {
    let around = FOLDERS
        .iter()
        .filter(|found| is_below(&file.folder, found.path));
    around.max_by_key(|found| found.path.len())
}

/// Whether a file lies in one of the folders.
pub fn is_known(file: &Source) -> bool {
    folder_of(file).is_some()
}

/// Whether a file lies in a pure library.
pub fn is_pure(file: &Source) -> bool {
    folder_of(file).is_some_and(|folder| folder.is_pure)
}

/// Whether a file may have an entry point.
pub fn may_have_entries(file: &Source) -> bool {
    folder_of(file).is_some_and(|folder| folder.has_entries)
}

/// Whether a file may name what is in another file or folder, which is given by its path.
pub fn may_name(file: &Source, path: &str) -> bool {
    // A kernel that leaves contact open meets it through the door and the list alone.
    let mut opens = file.opens.iter().map(|(_, folder)| folder.as_str());
    if is_below(path, "contact") && opens.clone().any(|folder| is_below(folder, "contact")) {
        let mut doors = DOOR.iter().chain(LIST).copied();
        return doors.any(|door| door == path) || opens.any(|folder| is_below(path, folder));
    }
    let uses = folder_of(file).map_or(&[][..], |folder| folder.uses);
    let mut uses = uses.iter().flat_map(|group| group.iter());
    uses.any(|allowed| is_below(path, allowed))
}

/// The first folders, for an error.
pub fn names() -> String {
    let first = FOLDERS.iter().filter(|folder| !folder.path.contains('/'));
    first
        .map(|folder| folder.path)
        .collect::<Vec<_>>()
        .join(", ")
}
