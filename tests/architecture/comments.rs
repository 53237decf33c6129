//! Comments in `shaders/` and `src/` name files that exist.

use crate::assert_none;
use crate::source::{File, files, root};

/// Where a comment's short paths begin, beside the folder of its file.
const FOLDERS: &[&str] = &["", "shaders/", "shaders/kernel/", "src/"];
/// How a path ends, if it is one.
const ENDS: &[&str] = &[".rs", ".wgsl"];

/// The paths in a line's comment. What stands behind a placeholder or a star is none.
fn paths(line: &str) -> Vec<&str> {
    let Some((_, comment)) = line
        .split_once("//")
        .filter(|(code, _)| !code.contains('"'))
    else {
        return Vec::new();
    };
    let is_part = |c: char| c.is_alphanumeric() || "._/-".contains(c);
    let is_path = |text: &&str| ENDS.iter().any(|end| text.ends_with(end));
    let words = comment.split(|c| !is_part(c) && !"*<>{},…".contains(c));
    let words = words.map(|word| word.trim_matches(['.', ',']));
    words
        .filter(|word| word.chars().all(is_part))
        .filter(is_path)
        .collect()
}

/// Paths that lead nowhere: neither from one of the folders, nor from that of the file or of the path before.
fn faults(files: &[File], exists: &dyn Fn(&str) -> bool) -> Vec<String> {
    let folder_of = |path: &str| {
        path.rsplit_once('/')
            .map_or(String::new(), |(folder, _)| format!("{folder}/"))
    };
    let mut faults = Vec::new();
    for file in files {
        let own = folder_of(&file.path);
        let mut last = String::new();
        for (line, number) in file.text.lines().zip(1..) {
            for path in paths(line) {
                let folders = [&own, &last].map(String::as_str);
                let folders = FOLDERS.iter().chain(&folders);
                let mut whole = folders.map(|folder| format!("{folder}{path}"));
                let found = whole.find(|whole| exists(whole));
                match found {
                    Some(found) => last = folder_of(&found),
                    None => faults.push(format!("{}:{number}: `{path}` is nowhere", file.path)),
                }
            }
        }
    }
    faults
}

#[test]
fn comments_name_files_that_exist() {
    let mut all = files(&["shaders"], "wgsl");
    all.extend(files(&["src"], "rs"));
    assert_none(&faults(&all, &|path| root().join(path).is_file()));
}

#[test]
fn a_planted_comment_is_seen() {
    let file = |path: &str, text: &str| File {
        path: path.to_owned(),
        text: text.to_owned(),
    };
    let exists = |path: &str| ["src/a/b.rs", "src/a/c.rs", "shaders/lib/d.wgsl"].contains(&path);
    let all = [
        file(
            "shaders/lib/d.wgsl",
            "//#use lib/d.wgsl\n// Mirrored by src/a/b.rs and\n// c.rs; see src/<e>.rs, *_f.rs.\n// src/a/g.rs.\n",
        ),
        file(
            "src/a/b.rs",
            "//! As c.rs.\nlet x = \"//h.rs\"; // d.wgsl\n",
        ),
    ];
    let found = faults(&all, &exists);
    let gone = ["shaders/lib/d.wgsl:4: `src/a/g.rs` is nowhere"];
    assert_eq!(found, gone);
}
