//! No circles: inside a crate no two files use each other, directly or through others. `docs/architecture.md` states
//! the rule.

use crate::assert_none;
use crate::modules::{Modules, Target};
use crate::source::{files, root};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// For each file the files that it uses, each with the first line that does.
type Uses = BTreeMap<usize, BTreeMap<usize, usize>>;

/// The root files of every crate: `src/lib.rs`, `src/main.rs`, and what the manifest names.
fn crate_roots() -> Vec<String> {
    let manifests = files(&[""], "toml");
    let manifests = manifests
        .iter()
        .filter(|file| file.path.rsplit('/').next() == Some("Cargo.toml"));
    let mut roots = BTreeSet::new();
    for manifest in manifests {
        let folder = manifest.path.trim_end_matches("Cargo.toml");
        let named = manifest.text.lines().filter_map(|line| {
            let path = line.trim().strip_prefix("path = \"")?;
            path.strip_suffix(".rs\"")
        });
        let named = named.map(|stem| format!("{stem}.rs"));
        let usual = ["src/lib.rs", "src/main.rs"].map(str::to_owned);
        let paths = usual.into_iter().chain(named);
        roots.extend(paths.map(|path| format!("{folder}{path}")));
    }
    roots.retain(|path| root().join(path).is_file());
    roots.into_iter().collect()
}

/// Which files of a crate use which.
fn uses(modules: &Modules) -> Uses {
    let mut uses = Uses::new();
    for (at, module) in modules.all.iter().enumerate() {
        let mut add = |target: usize, line: usize| {
            let file = modules.all[target].file;
            if file != module.file {
                let lines = uses.entry(module.file).or_default();
                let first = lines.entry(file).or_insert(line);
                *first = line.min(*first);
            }
        };
        for import in &module.imports {
            let target = match modules.find(at, &import.path) {
                Some(Target::Item(target)) => target,
                Some(Target::Module(target)) if import.name == "*" => target,
                // A module's name alone is no use; an item named through it is.
                _ => continue,
            };
            if !import.is_public || !modules.is_below(target, at) {
                add(target, import.line);
            }
        }
        for named in &module.named {
            if let Some(Target::Item(target)) = modules.find(at, &named.path) {
                add(target, named.line);
            }
        }
    }
    uses
}

/// The files that `from` leads to, each with the file before it on a shortest way.
fn reached(uses: &Uses, from: usize) -> BTreeMap<usize, usize> {
    let mut before = BTreeMap::new();
    let mut queue = VecDeque::from([from]);
    while let Some(at) = queue.pop_front() {
        for next in uses.get(&at).into_iter().flat_map(BTreeMap::keys) {
            if let std::collections::btree_map::Entry::Vacant(entry) = before.entry(*next) {
                entry.insert(at);
                queue.push_back(*next);
            }
        }
    }
    before
}

/// The groups of files in which each leads to each other.
fn rings(uses: &Uses) -> Vec<Vec<usize>> {
    let reached: BTreeMap<usize, _> = uses.keys().map(|at| (*at, reached(uses, *at))).collect();
    let leads = |from: usize, to: usize| reached.get(&from).is_some_and(|r| r.contains_key(&to));
    let mut rings: Vec<Vec<usize>> = Vec::new();
    for file in uses.keys().copied().filter(|file| leads(*file, *file)) {
        match rings
            .iter_mut()
            .find(|ring| leads(file, ring[0]) && leads(ring[0], file))
        {
            Some(ring) => ring.push(file),
            None => rings.push(vec![file]),
        }
    }
    rings
}

/// A shortest way from `file` back to itself: each file with the line that uses the next one.
fn circle(modules: &Modules, uses: &Uses, file: usize) -> String {
    let before = reached(uses, file);
    let mut way = vec![file];
    while let Some(at) = way.last().and_then(|last| before.get(last)) {
        way.push(*at);
        if *at == file {
            break;
        }
    }
    way.reverse();
    let steps = way.windows(2).map(|pair| {
        let line = uses[&pair[0]][&pair[1]];
        format!("{}:{line}", modules.files[pair[0]])
    });
    steps.collect::<Vec<_>>().join(" -> ")
}

/// A fault for each circle.
fn faults(modules: &Modules) -> Vec<String> {
    let uses = uses(modules);
    let fault = |ring: &Vec<usize>| {
        let paths: Vec<&String> = ring.iter().map(|file| &modules.files[*file]).collect();
        let circles = ring.iter().map(|file| circle(modules, &uses, *file));
        let shortest = circles.min_by_key(|circle| circle.matches(" -> ").count());
        format!(
            "{} files use each other in a circle: {} -> back; all: {paths:?}",
            ring.len(),
            shortest.unwrap_or_default()
        )
    };
    rings(&uses).iter().map(fault).collect()
}

fn read(path: &str) -> Option<String> {
    std::fs::read_to_string(root().join(path)).ok()
}

#[test]
fn no_files_of_a_crate_use_each_other_in_a_circle() {
    let roots = crate_roots();
    assert!(roots.len() >= 7, "{roots:?}");
    let all = roots
        .iter()
        .flat_map(|root| faults(&Modules::of(root, &read)));
    assert_none(&all.collect::<Vec<_>>());
}

/// The faults of a crate made of these files.
fn judge(files: &[(&str, &str)]) -> Vec<String> {
    let read = |path: &str| {
        let found = files.iter().find(|(name, _)| *name == path);
        found.map(|(_, text)| text.to_string())
    };
    faults(&Modules::of("src/lib.rs", &read))
}

const ROOT: (&str, &str) = ("src/lib.rs", "mod a;\nmod b;\npub use a::A;");
const B: (&str, &str) = (
    "src/b.rs",
    "use crate::a::A;\npub struct B(A);\npub fn b() {}",
);

#[test]
fn a_planted_circle_is_seen_however_it_is_written() {
    let ways = [
        "use crate::b::B; pub struct A;",
        "use super::b::B; pub struct A;",
        "use crate::{x, b::{self, B as C}}; pub struct A;",
        "use super::b; pub struct A; fn f() { b::b(); }",
        "use crate::b::*; pub struct A;",
        "pub struct A; fn f() -> super::b::B { todo!() }",
        "pub struct A; fn f() { crate::b::b() }",
        "pub struct A; mod inside { use super::super::b::B; }",
        "pub use super::b::B; pub struct A;",
    ];
    for text in ways {
        let faults = judge(&[ROOT, ("src/a.rs", text), B]);
        assert_eq!(faults.len(), 1, "{text}: {faults:?}");
        assert!(faults[0].contains("src/b.rs:1 -> "), "{faults:?}");
    }
    let three = [
        ("src/lib.rs", "mod a; mod b; mod c;"),
        ("src/a.rs", "pub struct A(crate::b::B);"),
        ("src/b.rs", "pub struct B(crate::c::C);"),
        ("src/c.rs", "pub struct C(crate::a::A);"),
    ];
    assert!(judge(&three)[0].starts_with("3 files"));
}

#[test]
fn tests_comments_and_names_of_modules_are_no_use() {
    let ways = [
        "// crate::b::B\npub struct A;",
        "pub struct A; #[cfg(test)] mod tests { use crate::b::B; }",
        "pub struct A; #[cfg(test)] use crate::b::B;",
        "use super::b; pub struct A;",
        "pub struct A; fn f(x: X) { x.b(); let B = 1; }",
        "use other::b::B; pub struct A;",
    ];
    for text in ways {
        assert_eq!(judge(&[ROOT, ("src/a.rs", text), B]), [""; 0], "{text}");
    }
}

#[test]
fn a_parent_either_is_used_by_its_modules_or_uses_them() {
    let child = (
        "src/a.rs",
        "use super::Shared; pub struct A; pub fn f(s: Shared) {}",
    );
    let parent = |text| judge(&[("src/lib.rs", text), child]).len();
    assert_eq!(parent("mod a; pub use a::{A, f}; pub struct Shared;"), 0);
    assert_eq!(parent("mod a; pub(crate) use a::*; pub struct Shared;"), 0);
    assert_eq!(parent("mod a; use a::A; pub struct Shared;"), 1);
    assert_eq!(
        parent("mod a; pub struct Shared; fn g() { a::f(Shared) }"),
        1
    );
    // What is re-exported may not be used beside that.
    assert_eq!(parent("mod a; pub use a::A; pub struct Shared(A);"), 1);
    assert_eq!(parent("mod a; pub use a::*; pub struct Shared(A);"), 1);
    // A re-export is not the file that defines the name.
    let files = [
        (
            "src/lib.rs",
            "mod a; mod shared; pub use shared::Shared; use a::A; fn g(a: A) {}",
        ),
        ("src/shared.rs", "pub struct Shared;"),
        child,
    ];
    assert_eq!(judge(&files), [""; 0]);
}
