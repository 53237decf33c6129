//! The tree in `docs/architecture.md` and the folders on disk are the same.

use crate::assert_none;
use crate::source::root;
use std::collections::BTreeSet;

/// The first word of each line in the code block under "## Tree".
fn documented(document: &str) -> BTreeSet<String> {
    let section = document.split("## Tree").nth(1).unwrap_or("");
    let block = section.split("```").nth(1).unwrap_or("");
    let words = block
        .lines()
        .filter_map(|line| line.split_whitespace().next());
    words.map(str::to_owned).collect()
}

/// What the page must show: top-level folders, the folders inside `src`, `shaders`, `samples` and `bindings`, and the
/// files directly in `src`. Empty folders do not count, because git keeps none.
fn real() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for parent in ["", "src/", "shaders/", "samples/", "bindings/"] {
        for entry in std::fs::read_dir(root().join(parent))
            .into_iter()
            .flatten()
            .flatten()
        {
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_ours = !name.starts_with('.') && name != "target" && name != "out";
            let path = format!("{parent}{name}");
            if entry.path().is_dir() && is_ours && holds_a_file(&entry.path()) {
                found.insert(format!("{path}/"));
            } else if parent == "src/" && entry.path().is_file() {
                found.insert(path);
            }
        }
    }
    found
}

fn holds_a_file(folder: &std::path::Path) -> bool {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| entry.path())
        .any(|path| path.is_file() || holds_a_file(&path))
}

fn faults(documented: &BTreeSet<String>, real: &BTreeSet<String>) -> Vec<String> {
    let missing = real
        .difference(documented)
        .map(|path| format!("{path} is not in the page's tree"));
    let gone = documented
        .difference(real)
        .map(|path| format!("{path} is in the page's tree, not on disk"));
    missing.chain(gone).collect()
}

#[test]
fn the_page_shows_the_tree_as_it_is() {
    let page = std::fs::read_to_string(root().join("docs/architecture.md")).expect("the page");
    let mut documented = documented(&page);
    assert!(documented.len() > 10, "the tree was not found");
    // The page may also name files outside `src`, if they exist.
    documented.retain(|path| {
        path.ends_with('/') || path.starts_with("src/") || !root().join(path).is_file()
    });
    assert_none(&faults(&documented, &real()));
}

#[test]
fn a_planted_difference_is_seen() {
    let page =
        documented("x\n## Tree\n\n```\nsrc/  code\nsrc/gpu/  wgpu\n```\n## Next\n```\nno/\n```");
    let set = |paths: &[&str]| {
        paths
            .iter()
            .map(|path| path.to_string())
            .collect::<BTreeSet<_>>()
    };
    assert_eq!(page, set(&["src/", "src/gpu/"]));
    assert!(faults(&page, &set(&["src/", "src/gpu/"])).is_empty());
    assert_eq!(faults(&page, &set(&["src/"])).len(), 1);
    assert_eq!(
        faults(&page, &set(&["src/", "src/gpu/", "src/skin/"])).len(),
        1
    );
}
