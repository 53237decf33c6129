//! `src/ffi/api.rs`, the table of all functions, and `src/ffi/structs.rs`, the list of all structs.

use super::sources::{Function, Sources};
use crate::shell::{Failure, Result};
use std::fmt::Write;

/// The longest line.
const WIDTH: usize = 120;
/// The table, which is not in the list of structs: it says its own size.
const TABLE: &str = "PliantApi";
/// The function that fills the table, and so is not in it.
const FILLS: &str = "pliant_get_api";
/// Functions whose output is `view` or `shape` in the table of the first header, and `out_view` or `out_shape` where
/// they are declared. The header keeps both.
const WITHOUT_OUT: &[&str] = &[
    "shape_create_mesh",
    "shape_create_convex",
    "shape_create_heightfield",
    "shape_create_sdf",
    "shape_create_compound",
    "shape_matching_load",
    "world_impulses",
    "world_events",
];

const API_HEAD: &str =
    "//! All functions as a table of pointers. Written by `cargo xtask bindings`; do not edit.

";
const API: &str = "use crate::desc::*;
use crate::ids::*;
use crate::math::*;
use crate::view::*;
use std::ffi::{c_char, c_void};

/// All functions. New functions are added at the end, so that the table of an older header stays valid.
// Long lines, so that a function takes two.
#[rustfmt::skip]
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct PliantApi {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// Reserved, zero.
    pub reserved: u32,
";
const NEW: &str = "}

#[rustfmt::skip]
impl PliantApi {
    /// The functions of this library.
    pub(super) fn new() -> Self {
        Self {
            struct_size: 0,
            reserved: 0,
";
const STRUCTS_HEAD: &str = "//! Every struct of the C ABI with its fields, by name. Written by `cargo xtask bindings`; do not edit.

use super::layout::{Description, Field, Plain, StructLayout, first_size, size_of_field};
";
const STRUCTS: &str = "use crate::desc::*;
use crate::ids::*;
use crate::math::*;
use crate::view::*;

layouts! {
";

/// The functions in the order of the table: those of the locked ABI first, then the new ones.
pub fn in_order(sources: &Sources, locked: &[String]) -> Result<Vec<Function>> {
    let all = sources.functions.iter().filter(|f| f.name != FILLS);
    let mut new: Vec<&Function> = all.collect();
    let mut ordered = Vec::new();
    for name in locked {
        let found = new
            .iter()
            .position(|function| function.short_name() == name);
        let found = found.ok_or_else(|| {
            Failure::new(format!(
                "include/abi.lock has the function pliant_{name}, which src/ffi lacks: a function may not go"
            ))
        })?;
        ordered.push(new.remove(found).clone());
    }
    ordered.extend(new.into_iter().cloned());
    Ok(ordered)
}

/// `src/ffi/api.rs`.
pub fn api(sources: &Sources, functions: &[Function]) -> String {
    let named = |name: &str| {
        let uses = |(_, kind): &(String, String)| kind.split(|c| !is_of_word(c)).any(|w| w == name);
        functions.iter().any(|f| f.parameters.iter().any(uses))
    };
    let mut text = API_HEAD.to_owned() + &imports(sources, named) + API;
    for function in functions {
        let _ = writeln!(
            text,
            "    /// See `{}`.\n{}",
            function.name,
            field(function)
        );
    }
    text += NEW;
    for function in functions {
        let Function { module, name, .. } = function;
        let short = function.short_name();
        let _ = writeln!(text, "            {short}: Some(super::{module}::{name}),");
    }
    text + "        }\n    }\n}\n"
}

/// `src/ffi/structs.rs`.
pub fn structs(sources: &Sources, functions: &[Function]) -> String {
    let mut text = STRUCTS_HEAD.to_owned() + &imports(sources, |name| name != TABLE) + STRUCTS;
    for structure in sources.structs.iter().filter(|s| s.name != TABLE) {
        let name = &structure.name;
        let line = format!("    {name} {{ {} }}\n", structure.fields.join(", "));
        if line.trim_end().chars().count() <= WIDTH {
            text += &line;
        } else {
            let fields: Vec<String> = structure.fields.iter().map(|f| format!("{f},")).collect();
            let _ = writeln!(text, "    {name} {{\n{}\n    }}", filled(&fields, 8));
        }
    }
    text += "}\n\ndescriptions! {\n";
    let mut descriptions: Vec<_> = functions
        .iter()
        .filter_map(|function| Some((function.initialises()?, &function.name)))
        .collect();
    descriptions.sort();
    for (name, init) in descriptions {
        let _ = writeln!(text, "    {name}: \"{init}\",");
    }
    text + "}\n"
}

/// The structs of other files of `src/ffi` that are named.
fn imports(sources: &Sources, is_named: impl Fn(&str) -> bool) -> String {
    let mut text = String::new();
    for structure in sources.structs.iter().filter(|s| is_named(&s.name)) {
        if let Some(module) = &structure.module {
            let _ = writeln!(text, "use super::{module}::{};", structure.name);
        }
    }
    text
}

/// A function's field in the table.
fn field(function: &Function) -> String {
    let short = function.short_name();
    let is_older = WITHOUT_OUT.contains(&short);
    let parameter = |(name, kind): &(String, String)| match name.strip_prefix("out_") {
        Some(rest) if is_older => format!("{rest}: {kind}"),
        _ => format!("{name}: {kind}"),
    };
    let parameters: Vec<String> = function.parameters.iter().map(parameter).collect();
    let safety = if function.is_unsafe { "unsafe " } else { "" };
    let start = format!("    pub {short}: Option<{safety}extern \"C\" fn(");
    let end = format!(") -> {}>,", function.result);
    let line = format!("{start}{}{end}", parameters.join(", "));
    if line.chars().count() <= WIDTH {
        return line;
    }
    let mut words: Vec<String> = parameters.iter().map(|p| format!("{p},")).collect();
    if let Some(last) = words.last_mut() {
        last.pop();
    }
    format!("{start}\n{}\n    {end}", filled(&words, 8))
}

/// Words in as few lines as have room for them.
pub fn filled(words: &[String], indent: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= WIDTH => {
                *line += " ";
                *line += word;
            }
            _ => lines.push(" ".repeat(indent) + word),
        }
    }
    lines.join("\n")
}

fn is_of_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::super::sources::tests::of;
    use super::*;

    const TEXT: &str = "pub extern \"C\" fn pliant_b(size: u64) -> i32 {}\n\
        pub extern \"C\" fn pliant_get_api(version: u32) -> i32 {}\n\
        pub unsafe extern \"C\" fn pliant_a_init(desc: *mut PliantA, struct_size: u32) -> i32 {}\n\
        #[repr(C)]\npub struct PliantA { pub size: u32 }";

    #[test]
    fn new_functions_come_last_and_none_may_go() {
        let sources = of(TEXT);
        let names = |locked: &[&str]| -> Result<Vec<String>> {
            let locked: Vec<String> = locked.iter().map(|name| (*name).to_owned()).collect();
            let ordered = in_order(&sources, &locked)?;
            Ok(ordered.into_iter().map(|function| function.name).collect())
        };
        let new_last = names(&["a_init"]).expect("both are there");
        assert_eq!(new_last, ["pliant_a_init", "pliant_b"]);
        let failure = names(&["a_init", "gone"]).expect_err("one is gone");
        assert!(failure.to_string().contains("pliant_gone"), "{failure}");
    }

    #[test]
    fn functions_become_fields_and_structs_lines() {
        let sources = of(TEXT);
        let api = api(&sources, &sources.functions[..1]);
        for line in [
            "    pub b: Option<extern \"C\" fn(size: u64) -> i32>,",
            "            b: Some(super::thing::pliant_b),",
        ] {
            assert!(api.contains(line), "{api}");
        }
        assert!(!api.contains("PliantA;"), "it is not named");
        let structs = structs(&sources, &sources.functions);
        for line in [
            "use super::thing::PliantA;",
            "    PliantA { size }",
            "    PliantA: \"pliant_a_init\",",
        ] {
            assert!(structs.contains(line), "{structs}");
        }
    }

    #[test]
    fn long_lines_are_broken_between_parameters() {
        let words: Vec<String> = (0..40).map(|n| format!("word{n},")).collect();
        let text = filled(&words, 8);
        assert!(text.lines().all(|line| line.len() <= WIDTH) && text.lines().count() == 3);
    }
}
