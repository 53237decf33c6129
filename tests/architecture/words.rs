//! `docs/glossary.md` has one entry a word, and a file in `shaders/` a name of two words or one that stands there.

use crate::assert_none;
use crate::source::{File, files, root};
use std::collections::BTreeSet;

/// The words of the page: what stands in the first column of its tables, in small letters.
fn words(page: &str) -> Vec<String> {
    let rows = page.lines().filter_map(|line| line.strip_prefix("| "));
    let rows = rows.filter(|row| *row != "word | meaning |");
    let first = rows.filter_map(|row| row.split(" | ").next());
    let words = first.flat_map(|cell| cell.split(", "));
    words.map(|word| word.trim().to_lowercase()).collect()
}

/// Words with two entries.
fn doubles(page: &str) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let twice = words(page)
        .into_iter()
        .filter(|word| !seen.insert(word.clone()));
    twice
        .map(|word| format!("docs/glossary.md: `{word}` has two entries"))
        .collect()
}

/// The folders that some file needs: the files of such a choice have the folder's name before their own.
fn choices(files: &[File]) -> BTreeSet<&str> {
    let lines = files.iter().flat_map(|file| file.text.lines());
    lines
        .filter_map(|line| line.strip_prefix("//#needs").map(str::trim))
        .collect()
}

/// Files whose name is one word that the page does not have. A plural stands there as its singular.
fn unknown(page: &str, files: &[File]) -> Vec<String> {
    let known: BTreeSet<String> = words(page).into_iter().collect();
    let choices = choices(files);
    let is_known = |stem: &str| {
        known.contains(stem)
            || stem
                .strip_suffix('s')
                .is_some_and(|one| known.contains(one))
    };
    let faults = files.iter().filter_map(|file| {
        let inside = file.path.strip_prefix("shaders/")?;
        let (folder, name) = inside.rsplit_once('/')?;
        let stem = name.strip_suffix(".wgsl")?;
        let is_fine = stem.contains('_') || choices.contains(folder) || is_known(stem);
        (!is_fine).then(|| {
            format!(
                "{}: `{stem}` is one word, not in docs/glossary.md",
                file.path
            )
        })
    });
    faults.collect()
}

#[test]
fn names_of_shaders_are_two_words_or_in_the_glossary() {
    let page = std::fs::read_to_string(root().join("docs/glossary.md")).expect("the page");
    assert!(words(&page).len() > 50, "the words were not found");
    let mut faults = doubles(&page);
    faults.extend(unknown(&page, &files(&["shaders"], "wgsl")));
    assert_none(&faults);
}

#[test]
fn planted_words_are_seen() {
    let page = "| word | meaning |\n|---|---|\n| sweep, island | x |\n| island | y |\n";
    assert_eq!(
        doubles(page),
        ["docs/glossary.md: `island` has two entries"]
    );
    let file = |path: &str, text: &str| File {
        path: path.to_owned(),
        text: text.to_owned(),
    };
    let all = [
        file("shaders/solver/sweep.wgsl", "//#needs memory/scratch\n"),
        file("shaders/kernel/islands.wgsl", ""),
        file("shaders/contact/broad_phase.wgsl", ""),
        file("shaders/memory/scratch/buffers.wgsl", ""),
        file("shaders/contact/comb.wgsl", ""),
        file("shaders/memory/position/copied.wgsl", ""),
    ];
    let found = unknown(page, &all);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].starts_with("shaders/contact/comb.wgsl"));
}
