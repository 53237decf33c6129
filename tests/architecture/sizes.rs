//! Budgets of size. `OVER` lists what is over budget, with its size, which may only shrink.

use crate::assert_none;
use crate::source::{files, tokens};
use std::collections::BTreeMap;

const RUST_FILE: usize = 500;
const RUST_FUNCTION: usize = 60;
const WGSL_FILE: usize = 300;
const WGSL_FUNCTION: usize = 50;
const WGSL_ENTRY: usize = 80;

/// (file, or file and function), and its size [lines]. A larger size fails; a smaller one must be written here.
const OVER: &[(&str, usize)] = &[];

/// Something measured.
#[derive(Debug, PartialEq)]
struct Size {
    place: String,
    lines: usize,
    budget: usize,
}

/// Whether nobody writes the file by hand: its first line says so.
fn is_generated(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    first.ends_with("Written by `cargo xtask bindings`; do not edit.")
}

fn rust_sizes(path: &str, text: &str) -> Vec<Size> {
    let mut sizes = vec![Size {
        place: path.to_owned(),
        lines: text.lines().count(),
        budget: RUST_FILE,
    }];
    let tokens = tokens(text);
    for at in 0..tokens.len().saturating_sub(1) {
        let name = &tokens[at + 1].text;
        if tokens[at].text != "fn" || !name.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            continue;
        }
        let (mut depth, mut body) = (0i32, None);
        for token in &tokens[at..] {
            match token.text.as_str() {
                // A declaration without a body, such as a trait's.
                ";" if depth == 0 => break,
                "{" if depth == 0 => body = Some(0),
                _ => {}
            }
            match token.text.as_str() {
                "{" | "(" | "[" => depth += 1,
                "}" | ")" | "]" => depth -= 1,
                _ => {}
            }
            if body.is_some() && depth == 0 {
                body = Some(token.line + 1 - tokens[at].line);
                break;
            }
        }
        if let Some(lines) = body {
            sizes.push(Size {
                place: format!("{path} {name}"),
                lines,
                budget: RUST_FUNCTION,
            });
        }
    }
    sizes
}

fn wgsl_sizes(path: &str, text: &str) -> Vec<Size> {
    let mut sizes = vec![Size {
        place: path.to_owned(),
        lines: text.lines().count(),
        budget: WGSL_FILE,
    }];
    let declared = shader_build::declarations(text);
    for function in declared
        .iter()
        .filter(|found| found.keyword == shader_build::Keyword::Fn)
    {
        let budget = if function.is_entry {
            WGSL_ENTRY
        } else {
            WGSL_FUNCTION
        };
        let lines = function.end_line + 1 - function.line;
        sizes.push(Size {
            place: format!("{path} {}", function.name),
            lines,
            budget,
        });
    }
    sizes
}

fn faults(sizes: &[Size], over: &[(&str, usize)]) -> Vec<String> {
    let mut known: BTreeMap<&str, usize> = over.iter().copied().collect();
    let mut faults = Vec::new();
    for Size {
        place,
        lines,
        budget,
    } in sizes.iter().filter(|size| size.lines > size.budget)
    {
        match known.remove(place.as_str()) {
            Some(listed) if listed == *lines => {}
            Some(listed) if *lines < listed => {
                faults.push(format!("{place}: is down to {lines} lines; say so in OVER"));
            }
            _ => faults.push(format!("{place}: {lines} lines; the budget is {budget}")),
        }
    }
    faults.extend(
        known
            .keys()
            .map(|place| format!("{place}: is within its budget; take it out of OVER")),
    );
    faults
}

#[test]
fn files_and_functions_keep_their_budgets() {
    let folders = [
        "geometry",
        "meshing",
        "src",
        "shader_build",
        "xtask",
        "samples",
        "tests",
        "benches",
        "bindings",
    ];
    let rust = files(&folders, "rs");
    let wgsl = files(&["shaders", "samples"], "wgsl");
    let rust = rust
        .iter()
        .filter(|file| !is_generated(&file.text))
        .flat_map(|file| rust_sizes(&file.path, &file.text));
    let wgsl = wgsl
        .iter()
        .flat_map(|file| wgsl_sizes(&file.path, &file.text));
    assert_none(&faults(&rust.chain(wgsl).collect::<Vec<_>>(), OVER));
}

/// The check of loops does not count: no crate has it. Nor has one choices, open choices, imports between folders and texts
/// that are cut to what is reached, for which the budget was raised from 900, nor counts of what a driver compiles, for which it was
/// raised from 1,650.
#[test]
fn shader_build_stays_small() {
    let lines: usize = files(&["shader_build"], "rs")
        .iter()
        .filter(|file| !file.path.ends_with("src/loops.rs"))
        .map(|file| file.text.lines().count())
        .sum();
    assert!(
        lines <= 1950,
        "shader_build has {lines} lines; beyond 1950 a ready-made crate is the better choice"
    );
}

#[test]
fn planted_sizes_are_seen() {
    let body = |lines: usize| "\n".repeat(lines - 1);
    let rust = format!(
        "fn a() -> [u8; 2] {{{}}}\ntrait T {{ fn b(); }}\nfn c() {{{}}}\n",
        body(61),
        body(60)
    );
    let sizes = rust_sizes("x.rs", &rust);
    assert_eq!(sizes.len(), 3, "the file, `a` and `c`: {sizes:?}");
    assert_eq!(faults(&sizes, &[]), ["x.rs a: 61 lines; the budget is 60"]);
    assert_eq!(faults(&rust_sizes("x.rs", &"\n".repeat(501)), &[]).len(), 1);
    let generated = "//! A. Written by `cargo xtask bindings`; do not edit.\n";
    assert!(is_generated(generated) && !is_generated(&format!("//! B.\n{generated}")));
    let wgsl = format!(
        "fn a() {{{}}}\n@compute @workgroup_size(1)\nfn b() {{{}}}\n@compute @workgroup_size(1)\nfn c() {{{}}}{}",
        body(51),
        body(80),
        body(81),
        body(100)
    );
    let found = faults(&wgsl_sizes("x.wgsl", &wgsl), &[]);
    assert_eq!(found.len(), 3, "the file, `a` and `c`: {found:?}");
}

#[test]
fn the_list_of_what_is_over_may_only_shrink() {
    let sizes = [Size {
        place: "a.rs".to_owned(),
        lines: 510,
        budget: 500,
    }];
    assert!(faults(&sizes, &[("a.rs", 510)]).is_empty());
    assert_eq!(faults(&sizes, &[("a.rs", 509)]).len(), 1, "it grew");
    assert_eq!(faults(&sizes, &[("a.rs", 511)]).len(), 1, "it shrank");
    assert_eq!(
        faults(&[], &[("a.rs", 510)]).len(),
        1,
        "it is within its budget"
    );
}
