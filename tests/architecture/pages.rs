//! The pages for who changes the code name files that exist.

use crate::assert_none;
use crate::source::root;
use std::path::Path;

const PAGES: &[&str] = &[
    "CONTRIBUTING.md",
    "docs/architecture.md",
    "shaders/README.md",
];
/// Where a page's short paths begin.
const FOLDERS: &[&str] = &["", "shaders/", "shaders/kernel/", "src/world/"];
/// How a path ends, if it is one.
const ENDS: &[&str] = &["/", ".rs", ".wgsl", ".md", ".toml", ".c", ".hpp", ".h"];

/// The paths that a page names in single backticks, each with its line. One with a placeholder or a star is no path.
fn paths(page: &str) -> Vec<(usize, String)> {
    let is_path = |text: &&str| {
        let is_name = text
            .chars()
            .all(|c| c.is_alphanumeric() || "._/-~".contains(c));
        is_name && ENDS.iter().any(|end| text.ends_with(end)) && text.len() > 2
    };
    let mut is_code = false;
    let mut found = Vec::new();
    for (line, number) in page.lines().zip(1..) {
        is_code ^= line.starts_with("```");
        let quoted = line.split('`').skip(1).step_by(2).filter(is_path);
        if !is_code {
            found.extend(quoted.map(|path| (number, path.to_owned())));
        }
    }
    found
}

/// Paths that lead nowhere: neither from one of the folders nor from that of the path before.
fn faults(name: &str, page: &str, exists: &dyn Fn(&str) -> bool) -> Vec<String> {
    let mut last = String::new();
    let mut faults = Vec::new();
    for (line, path) in paths(page) {
        let folders = FOLDERS.iter().copied().chain([last.as_str()]);
        let whole: Vec<String> = folders.map(|folder| format!("{folder}{path}")).collect();
        match whole.iter().find(|whole| exists(whole)) {
            Some(found) => {
                let folder = found.trim_end_matches('/').rsplit_once('/');
                last = folder.map_or(String::new(), |(folder, _)| format!("{folder}/"));
            }
            None => faults.push(format!("{name}:{line}: `{path}` is nowhere")),
        }
    }
    faults
}

#[test]
fn pages_name_files_that_exist() {
    let exists = |path: &str| root().join(path).exists();
    let read = |name: &Path| std::fs::read_to_string(name).expect("a page");
    let all = PAGES.iter();
    let faults = all.flat_map(|name| faults(name, &read(&root().join(name)), &exists));
    assert_none(&faults.collect::<Vec<_>>());
}

#[test]
fn a_planted_path_is_seen() {
    let exists = |path: &str| ["shaders/a/b.wgsl", "shaders/a/c.wgsl", "src/d/"].contains(&path);
    let page =
        "`a/b.wgsl`, `c.wgsl`\n`src/d/`, `a_function`, `src/<e>.rs`\n```\n`no.rs`\n```\n`f.rs`";
    assert_eq!(faults("x.md", page, &exists), ["x.md:6: `f.rs` is nowhere"]);
}
