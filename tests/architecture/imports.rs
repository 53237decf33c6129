//! Imports between modules go one way: those in the table under "Who may import whom" of `docs/architecture.md`.

use crate::assert_none;
use crate::source::{File, Token, files, root, tokens};
use std::collections::{BTreeMap, BTreeSet};

/// (file, module) that break the table. The list may only shrink: an entry that is no longer needed fails.
const OUTSIDE: &[(&str, &str)] = &[];

/// Crates that one module alone may name.
const HOMES: &[(&str, &str)] = &[("wgpu", "gpu"), ("pliant_mesh", "asset")];

/// The modules that each top module may use.
type Table = BTreeMap<String, Allowed>;

enum Allowed {
    Only(BTreeSet<String>),
    Not(BTreeSet<String>),
}

fn table(document: &str) -> Table {
    let section = document
        .split("## Who may import whom")
        .nth(1)
        .unwrap_or("");
    let section = section.split("\n## ").next().unwrap_or("");
    let names = |text: &str| {
        text.split(',')
            .map(|name| name.trim().to_owned())
            .collect::<BTreeSet<_>>()
    };
    let mut table = Table::new();
    for row in section
        .lines()
        .filter(|line| line.starts_with("| "))
        .skip(1)
    {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [_, modules, may_use, _] = cells[..] else {
            panic!("a row of two cells: {row}")
        };
        for module in names(modules) {
            let allowed = match may_use.strip_prefix("everything but ") {
                Some(not) => Allowed::Not(names(not)),
                None => Allowed::Only(names(may_use)),
            };
            table.insert(module, allowed);
        }
    }
    table
}

/// Every import of `file` that the table forbids. `path` is below `src/`.
fn faults(path: &str, text: &str, table: &Table) -> Vec<String> {
    let inside = path.strip_prefix("src/").unwrap_or(path);
    let module = inside
        .split('/')
        .next()
        .unwrap_or("")
        .trim_end_matches(".rs");
    let Some(allowed) = table.get(module) else {
        return vec![format!(
            "{path}: module `{module}` is not in the table of docs/architecture.md"
        )];
    };
    let tokens = tokens(text);
    let mut faults = Vec::new();
    for (used, line) in imports(inside, &tokens) {
        let is_allowed = match allowed {
            Allowed::Only(names) => names.contains(&used),
            Allowed::Not(names) => !names.contains(&used),
        };
        if used != module && !is_allowed {
            faults.push(format!("{path}:{line}: `{module}` may not use `{used}`"));
        }
    }
    for (name, home) in HOMES {
        let named = |token: &&Token| token.text == *name && !token.is_test;
        if let Some(token) = tokens.iter().find(named).filter(|_| module != *home) {
            let line = token.line;
            faults.push(format!("{path}:{line}: only `{home}` may name `{name}`"));
        }
    }
    faults
}

/// The top modules that a file names through `crate::` or enough `super::`, outside `#[cfg(test)]`.
fn imports(inside: &str, tokens: &[Token]) -> BTreeSet<(String, usize)> {
    let depth_of_file = inside.trim_end_matches("/mod.rs").split('/').count();
    let text = |at: usize| tokens.get(at).map_or("", |token| token.text.as_str());
    let (mut braces, mut inline) = (0usize, Vec::new());
    let mut found = BTreeSet::new();
    let mut at = 0;
    while at < tokens.len() {
        match text(at) {
            "mod" if text(at + 2) == "{" => inline.push(braces),
            "{" => braces += 1,
            "}" => {
                braces = braces.saturating_sub(1);
                inline.pop_if(|opened| *opened == braces);
            }
            _ => {}
        }
        let supers = (0..)
            .take_while(|n| text(at + 3 * n) == "super" && text(at + 3 * n + 1) == ":")
            .count();
        let after = if text(at) == "crate" && text(at + 1) == ":" {
            Some(at + 3)
        } else {
            None
        };
        let after = after
            .or((supers > 0 && supers >= depth_of_file + inline.len()).then_some(at + 3 * supers));
        if let Some(after) = after.filter(|_| !tokens[at].is_test) {
            found.extend(heads(tokens, after));
        }
        at += (3 * supers).max(1);
    }
    found
}

/// The first name of the path that begins at `at`, or of each path in a `{…}` list.
fn heads(tokens: &[Token], at: usize) -> Vec<(String, usize)> {
    let is_name = |token: &&Token| {
        token
            .text
            .starts_with(|c: char| c.is_alphabetic() || c == '_')
    };
    let named = |token: &Token| (token.text.clone(), token.line);
    if tokens.get(at).is_none_or(|token| token.text != "{") {
        // A lower-case name is a module; `crate::World` names an item of the root.
        return tokens
            .get(at)
            .filter(is_name)
            .map(named)
            .into_iter()
            .collect();
    }
    let (mut depth, mut is_head, mut found) = (0, false, Vec::new());
    for token in &tokens[at..] {
        match token.text.as_str() {
            "{" => (depth, is_head) = (depth + 1, depth == 0),
            "}" if depth == 1 => break,
            "}" => depth -= 1,
            "," => is_head = depth == 1,
            _ if is_head && is_name(&token) => {
                found.push(named(token));
                is_head = false;
            }
            _ => {}
        }
    }
    found
}

/// Faults that are not listed, and listed ones that are gone.
fn unlisted(faults: Vec<String>, outside: &[(&str, &str)]) -> Vec<String> {
    let is_about = |fault: &str, (path, used): &(&str, &str)| {
        fault.starts_with(&format!("{path}:")) && fault.ends_with(&format!("may not use `{used}`"))
    };
    let gone = outside
        .iter()
        .filter(|known| !faults.iter().any(|fault| is_about(fault, known)));
    let gone = gone.map(|(path, used)| format!("{path}: no longer uses `{used}`; shrink OUTSIDE"));
    let gone: Vec<String> = gone.collect();
    let new = faults
        .into_iter()
        .filter(|fault| !outside.iter().any(|known| is_about(fault, known)));
    new.chain(gone).collect()
}

#[test]
fn imports_go_one_way() {
    let document = std::fs::read_to_string(root().join("docs/architecture.md")).expect("the page");
    let table = table(&document);
    assert!(table.len() > 15, "the table was not found");
    let is_test = |path: &str| path.ends_with("/tests.rs") || path.ends_with("_tests.rs");
    let is_checked = |file: &&File| file.path != "src/lib.rs" && !is_test(&file.path);
    let sources = files(&["src"], "rs");
    let checked = sources.iter().filter(is_checked);
    let faults = checked.flat_map(|file| faults(&file.path, &file.text, &table));
    assert_none(&unlisted(faults.collect(), OUTSIDE));
}

#[test]
fn the_list_of_imports_outside_the_table_may_only_shrink() {
    let fault = || vec!["src/a.rs:3: `a` may not use `b`".to_owned()];
    assert!(unlisted(fault(), &[("src/a.rs", "b")]).is_empty());
    assert_eq!(
        unlisted(fault(), &[("src/a.rs", "c")]).len(),
        2,
        "another module"
    );
    assert_eq!(
        unlisted(Vec::new(), &[("src/a.rs", "b")]).len(),
        1,
        "it is gone"
    );
}

#[test]
fn planted_imports_are_seen() {
    let table = table(
        "## Who may import whom\n\n| folder | may use |\n|---|---|\n| math, error | error |\n\
         | gpu | math, error |\n| world | everything but ffi |\n\n## Rules\n| x | y |\n",
    );
    let count = |path: &str, text: &str| faults(path, text, &table).len();
    // Allowed: oneself, what the table names, comments, strings and test code.
    assert_eq!(
        count(
            "src/gpu/a.rs",
            "use crate::math::X; use crate::gpu::Y; use super::b;"
        ),
        0
    );
    assert_eq!(
        count(
            "src/math.rs",
            "// crate::gpu\n#[cfg(test)]\nmod tests { use crate::gpu::A; }"
        ),
        0
    );
    assert_eq!(
        count("src/world/a.rs", "use crate::gpu::A; use crate::math::B;"),
        0
    );
    // Forbidden, in each way that Rust can say it.
    assert_eq!(count("src/math.rs", "use crate::gpu::A;"), 1);
    assert_eq!(
        count(
            "src/math.rs",
            "fn f() -> crate::gpu::A { g!(crate::world::B) }"
        ),
        2
    );
    assert_eq!(
        count(
            "src/math.rs",
            "use crate::{error::{E, gpu}, gpu::A, world};"
        ),
        2
    );
    assert_eq!(count("src/math.rs", "use super::gpu::A;"), 1);
    assert_eq!(count("src/gpu/a.rs", "use super::super::world::A;"), 1);
    assert_eq!(
        count(
            "src/gpu/a.rs",
            "mod m { use super::super::super::{world::A}; use super::b; }"
        ),
        1
    );
    assert_eq!(count("src/gpu/mod.rs", "use super::world;"), 1);
    assert_eq!(count("src/world/a.rs", "use crate::ffi::A;"), 1);
    assert_eq!(count("src/world/a.rs", "fn f(d: &wgpu::Device) {}"), 1);
    assert_eq!(count("src/gpu/a.rs", "fn f(d: &wgpu::Device) {}"), 0);
    assert_eq!(
        count("src/other.rs", ""),
        1,
        "a module that is not in the table"
    );
}

#[test]
fn a_crate_named_away_from_its_home_is_seen() {
    let table =
        table("## Who may import whom\n\n| folder | may use |\n|---|---|\n| asset, world | |\n");
    let count = |path: &str| faults(path, "use pliant_mesh::read;", &table).len();
    assert_eq!([count("src/asset/a.rs"), count("src/world/a.rs")], [0, 1]);
}
