//! A kind lives in one place: its two mirrored files and its family's registry spell its name, nothing else does.

use crate::assert_none;
use crate::source::{File, files, tokens};
use std::collections::BTreeSet;

const FAMILIES: [&str; 2] = ["element", "collider"];
/// (file, kind) that break the rule today. It may only shrink: an entry that is no longer needed fails.
const OUTSIDE: &[(&str, &str)] = &[
    ("shaders/solver/verlet/elastic_force.wgsl", "mass_spring"),
    ("shaders/solver/vbd/sweep.wgsl", "neo_hookean"),
];

/// A kind, by its family and the stem of its files.
type Kind = (String, String);

/// A file of `shaders/element/` that is no kind: what kinds and solvers tell each other.
const TYPES: &str = "element_types";

/// The kind whose shader this is: every kind has one. The registry is called like its family and is no kind.
fn kind_of(path: &str) -> Option<Kind> {
    let ["shaders", family, name] = path.split('/').collect::<Vec<_>>()[..] else {
        return None;
    };
    let stem = name.strip_suffix(".wgsl")?;
    let is_kind = FAMILIES.contains(&family) && stem != family && stem != TYPES;
    is_kind.then(|| (family.to_owned(), stem.to_owned()))
}

fn is_home(path: &str, (family, stem): &Kind) -> bool {
    // The creation structs declare the public constants and check what depends on them.
    path.starts_with("src/desc/")
        || path.ends_with("/tests.rs")
        || path.contains("/tests/")
        || path == format!("src/{family}/mod.rs")
        || path == format!("src/{family}/{family}.rs")
        || path == format!("src/{family}/{stem}.rs")
        || path == format!("shaders/{family}/{family}.wgsl")
        || path == format!("shaders/{family}/{stem}.wgsl")
}

/// Whether a whole file is under `#[cfg(test)]`: those may name any kind.
fn is_test(path: &str) -> bool {
    path.contains("/tests/") || path.ends_with("/tests.rs") || path.ends_with("_tests.rs")
}

/// Whether a Rust text spells the kind: its type, its constant, or its module in a path. A plain word such as
/// `distance` stays free for variables.
fn rust_spells(text: &str, stem: &str) -> bool {
    let camel: String = stem
        .split('_')
        .map(|word| word[..1].to_ascii_uppercase() + &word[1..])
        .collect();
    let constant = format!("_{}", stem.to_ascii_uppercase());
    let tokens = tokens(text);
    let is_colon = |at: Option<usize>| {
        at.and_then(|at| tokens.get(at))
            .is_some_and(|token| token.text == ":")
    };
    tokens
        .iter()
        .enumerate()
        .filter(|(_, token)| !token.is_test)
        .any(|(at, token)| {
            let in_path = (is_colon(at.checked_sub(1)) && is_colon(at.checked_sub(2)))
                || (is_colon(Some(at + 1)) && is_colon(Some(at + 2)));
            token.text == camel
                || (token.text.starts_with("PLIANT_") && token.text.ends_with(&constant))
                || (token.text == stem && in_path)
        })
}

/// The stem as a type's name begins: `round_box` gives `RoundBox`.
fn camel(stem: &str) -> String {
    let upper = |word: &str| word[..1].to_uppercase() + &word[1..];
    stem.split('_').map(upper).collect()
}

/// Whether a WGSL text uses the kind's file, calls one of its functions or names one of its types. `longer`: stems of other
/// files that begin with the kind's, such as `plane_update`.
fn wgsl_spells(text: &str, (family, stem): &Kind, longer: &[&str]) -> bool {
    let uses = format!("//#use {family}/{stem}.wgsl");
    let code = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or(""))
        .collect::<Vec<_>>()
        .join("\n");
    let mut words = code.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    text.lines().any(|line| line.trim() == uses)
        || words.any(|word| {
            let ends = |rest: &str| !rest.starts_with(|c: char| c.is_ascii_lowercase());
            if longer
                .iter()
                .any(|other| word.starts_with(other) || word.starts_with(&camel(other)))
            {
                return false;
            }
            let is_type = word.strip_prefix(&camel(stem)).is_some_and(ends);
            let is_function = word
                .strip_prefix(stem.as_str())
                .is_some_and(|rest| rest.starts_with('_'))
                && code.contains(&format!("{word}("));
            is_type || is_function
        })
}

/// Stems of shaders that begin with a kind's and go on.
fn longer<'a>(files: &'a [File], kind: &str) -> Vec<&'a str> {
    let stems = files
        .iter()
        .filter_map(|file| file.path.strip_suffix(".wgsl"));
    let stems = stems.filter_map(|path| path.rsplit('/').next());
    let goes_on = |stem: &&str| {
        stem.strip_prefix(kind)
            .is_some_and(|rest| rest.starts_with('_'))
    };
    stems.filter(goes_on).collect()
}

fn faults(files: &[File], outside: &[(&str, &str)]) -> Vec<String> {
    let kinds: BTreeSet<Kind> = files
        .iter()
        .filter_map(|file| kind_of(&file.path))
        .collect();
    let mut found = BTreeSet::new();
    for file in files.iter().filter(|file| !is_test(&file.path)) {
        for kind in kinds.iter().filter(|kind| !is_home(&file.path, kind)) {
            let spells = match file.path.ends_with(".wgsl") {
                true => wgsl_spells(&file.text, kind, &longer(files, &kind.1)),
                false => rust_spells(&file.text, &kind.1),
            };
            if spells {
                found.insert((file.path.as_str(), kind.1.as_str()));
            }
        }
    }
    let known: BTreeSet<(&str, &str)> = outside.iter().copied().collect();
    let new = found
        .difference(&known)
        .map(|(path, kind)| format!("{path}: spells the kind `{kind}`"));
    let gone = known
        .difference(&found)
        .map(|(path, kind)| format!("{path}: no longer spells `{kind}`; shrink OUTSIDE"));
    new.chain(gone).collect()
}

#[test]
fn a_kind_lives_in_one_place() {
    let mut sources = files(&["src"], "rs");
    sources.extend(files(&["shaders"], "wgsl"));
    assert_none(&faults(&sources, OUTSIDE));
}

/// How many faults a text at `path` gives beside a kind `round_box`.
fn judge(path: &str, text: &str) -> usize {
    let file = |path: &str, text: &str| File {
        path: path.to_owned(),
        text: text.to_owned(),
    };
    let rust = file("src/collider/round_box.rs", "pub struct RoundBox;");
    let wgsl = file("shaders/collider/round_box.wgsl", "fn round_box_at() {}");
    faults(&[rust, wgsl, file(path, text)], &[]).len()
}

#[test]
fn a_planted_name_is_seen() {
    let rust = [
        "use crate::collider::RoundBox;",
        "fn f() { crate::collider::round_box::g() }",
        "fn f(s: u32) -> bool { s == PLIANT_SHAPE_ROUND_BOX }",
    ];
    for text in rust {
        assert_eq!(judge("src/contact/a.rs", text), 1, "{text}");
    }
    let wgsl = [
        "//#use collider/round_box.wgsl",
        "fn a() { round_box_at(); }",
        "fn a(sum: RoundBoxSum) {}",
    ];
    for text in wgsl {
        assert_eq!(judge("shaders/kernel/a.wgsl", text), 1, "{text}");
    }
}

#[test]
fn registries_comments_variables_and_tests_may_spell_a_kind() {
    let good = [
        ("src/collider/mod.rs", "pub use round_box::RoundBox;"),
        (
            "shaders/collider/collider.wgsl",
            "//#use collider/round_box.wgsl",
        ),
        (
            "src/desc/collider.rs",
            "pub const PLIANT_SHAPE_ROUND_BOX: u32 = 9;",
        ),
        ("src/contact/a.rs", "// RoundBox\nfn f(round_box: u32) {}"),
        (
            "src/contact/a.rs",
            "#[cfg(test)]\nmod tests { use crate::collider::RoundBox; }",
        ),
        ("src/contact/tests.rs", "use crate::collider::RoundBox;"),
    ];
    for (path, text) in good {
        assert_eq!(judge(path, text), 0, "{path}: {text}");
    }
}

#[test]
fn the_list_of_what_stands_outside_may_only_shrink() {
    assert_eq!(faults(&[], &[("src/contact/a.rs", "sphere")]).len(), 1);
}
