//! `tests/c_api/misuse.c` is a table: a row for each function of the ABI, a column for each kind of misuse. This test
//! finds cells that are missing.

use crate::assert_none;
use crate::source::root;
use std::collections::BTreeSet;

/// A kind of misuse: the C functions that try it, their lines that count, and the signatures that it concerns.
struct Column {
    tried_in: &'static [&'static str],
    counts: fn(&str) -> bool,
    concerns: fn(&Function, &Header) -> bool,
    /// Exceptions, each with its reason.
    but: &'static [&'static str],
}

const COLUMNS: &[Column] = &[
    Column {
        tried_in: &["null_pointers"],
        counts: |line| line.contains("NULL"),
        concerns: |function, _| function.parameters.contains('*'),
        but: &[],
    },
    Column {
        tried_in: &["world_handles", "object_handles"],
        // Those that run through all bad handles.
        counts: |line| !line.contains("EXPECT"),
        concerns: |function, _| !function.handles().is_empty(),
        but: &[],
    },
    Column {
        tried_in: &["struct_sizes"],
        counts: |line| line.contains("ERROR_INVALID_ARGUMENT") || line.contains("EACH_BAD"),
        concerns: |function, header| {
            let mut types = header
                .structs
                .iter()
                .filter(|s| s.fields.contains("struct_size"));
            types.any(|s| function.points_to(&s.name))
                || function.parameters.contains("struct_size")
        },
        // The library passes this struct to the caller.
        but: &["log_set"],
    },
    Column {
        tried_in: &["numbers", "shape_numbers"],
        counts: |line| line.contains("ERROR_") || line.contains("WITH("),
        concerns: |function, header| {
            let own = function.parameters.contains("float");
            own || header
                .structs
                .iter()
                .any(|s| s.has_floats() && function.reads(&s.name))
        },
        but: &[],
    },
    Column {
        tried_in: &["counts", "surface_counts", "shape_counts", "cluster_counts"],
        counts: |line| line.contains("ERROR_"),
        concerns: |function, header| {
            let mut structs = header.structs.iter();
            function.takes_a_count() || structs.any(|s| s.has_counts() && function.reads(&s.name))
        },
        but: &[],
    },
    Column {
        tried_in: &["second_thread"],
        counts: |line| line.contains("ERROR_BUSY"),
        concerns: |function, _| function.is_of_a_world(),
        // Both work whoever is inside, see `threads.c`.
        but: &["world_destroy", "unmap"],
    },
    Column {
        tried_in: &["after_destroy"],
        counts: |line| line.contains("ERROR_INVALID_HANDLE"),
        concerns: |function, _| function.is_of_a_world(),
        but: &[],
    },
];

/// A function of `PliantApi`, without the prefix.
struct Function {
    name: String,
    parameters: String,
}

impl Function {
    fn words(&self) -> impl Iterator<Item = &str> {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        self.parameters.split(move |c| !is_part(c))
    }

    /// Types of its handles passed by value.
    fn handles(&self) -> Vec<&str> {
        let ids = self
            .words()
            .filter(|w| w.starts_with("Pliant") && w.ends_with("Id"));
        ids.filter(|id| !self.points_to(id)).collect()
    }

    fn points_to(&self, kind: &str) -> bool {
        self.parameters.contains(&format!("{kind} *"))
    }

    fn reads(&self, kind: &str) -> bool {
        self.parameters.contains(&format!("const struct {kind} *"))
    }

    /// Whether a parameter is a count, a size or a capacity.
    fn takes_a_count(&self) -> bool {
        let counts = |w: &str| ["count", "size", "capacity"].contains(&w) || w.ends_with("_count");
        self.words().any(|w| counts(w) && !w.starts_with("out_"))
    }

    /// Whether it names a world, or something in one.
    fn is_of_a_world(&self) -> bool {
        let shared = ["PliantAssetId", "PliantSkinAssetId", "PliantShapeId"];
        self.handles().iter().any(|id| !shared.contains(id))
    }
}

struct Struct {
    name: String,
    fields: String,
}

impl Struct {
    /// Numbers of its own, in its poses, or behind its pointers.
    fn has_floats(&self) -> bool {
        ["float ", "double ", "PliantPose "]
            .iter()
            .any(|kind| self.fields.contains(kind))
    }

    /// Counts of what its pointers point to.
    fn has_counts(&self) -> bool {
        self.fields.contains("_count;")
    }
}

struct Header {
    functions: Vec<Function>,
    structs: Vec<Struct>,
}

fn without_comments(text: &str) -> String {
    let pieces = text.split("/*");
    let rest = pieces.map(|piece| piece.split_once("*/").map_or(piece, |(_, code)| code));
    rest.collect()
}

fn parsed(header: &str) -> Header {
    let code = without_comments(header);
    let of = |piece: &str| {
        let (name, rest) = piece.split_once(" {")?;
        let fields = rest.split_once("\n}")?.0.to_owned();
        Some(Struct {
            name: name.to_owned(),
            fields,
        })
    };
    let structs: Vec<Struct> = code
        .split("typedef struct ")
        .skip(1)
        .filter_map(of)
        .collect();
    let table = structs
        .iter()
        .find(|s| s.name == "PliantApi")
        .expect("the table of functions");
    let entry = |field: &str| {
        let (name, parameters) = field.split_once("(*")?.1.split_once(")(")?;
        let parameters = parameters.split_whitespace().collect::<Vec<_>>().join(" ");
        Some(Function {
            name: name.to_owned(),
            parameters,
        })
    };
    let functions = table.fields.split(';').filter_map(entry).collect();
    Header { functions, structs }
}

/// The functions of the ABI that a C function calls on lines that count.
fn called(test: &str, function: &str, counts: fn(&str) -> bool) -> BTreeSet<String> {
    let start = format!("static void {function}(void) {{");
    let body = test
        .split_once(&start)
        .and_then(|(_, rest)| rest.split_once("\n}"));
    let body = body.unwrap_or_else(|| panic!("{function} is gone")).0;
    let lines = body.lines().filter(|line| counts(line));
    let calls = lines.flat_map(|line| line.split("pliant_").skip(1));
    let calls = calls.filter_map(|call| call.split_once('('));
    calls.map(|(name, _)| name.to_owned()).collect()
}

fn faults(header: &Header, test: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for column in COLUMNS {
        let tried: BTreeSet<String> = column
            .tried_in
            .iter()
            .flat_map(|function| called(test, function, column.counts))
            .collect();
        let concerned = header
            .functions
            .iter()
            .filter(|f| (column.concerns)(f, header));
        for function in concerned.filter(|f| !column.but.contains(&f.name.as_str())) {
            if !tried.contains(&function.name) {
                let place = column.tried_in.join(" or ");
                faults.push(format!(
                    "pliant_{} is not in {place} of misuse.c",
                    function.name
                ));
            }
        }
    }
    faults
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).expect("a readable file")
}

#[test]
fn every_function_is_tried_with_every_misuse_it_allows() {
    let (header, test) = (
        parsed(&read("include/pliant.h")),
        read("tests/c_api/misuse.c"),
    );
    assert!(header.functions.len() > 70, "{}", header.functions.len());
    assert_none(&faults(&header, &test));
}

#[test]
fn a_row_that_misses_a_place_is_found_in_each_column() {
    let header = parsed(
        "typedef struct PliantBodyDesc {\n  uint32_t struct_size;\n  uint32_t vertex_count;\n  float scale;\n} PliantBodyDesc;\n\
         typedef struct PliantApi {\n  uint32_t struct_size; /* (*no)(one); */\n\
         int32_t (*body_turn)(struct PliantBodyId body,\n    const struct PliantBodyDesc *desc);\n\
         int32_t (*asset_keep)(struct PliantAssetId asset);\n} PliantApi;\n",
    );
    let columns: Vec<&str> = COLUMNS.iter().flat_map(|c| c.tried_in).copied().collect();
    let refused = "IS(ERROR_INVALID_ARGUMENT, ERROR_INVALID_HANDLE, ERROR_BUSY, NULL";
    let full = format!("{refused}, pliant_body_turn(h));\n BAD(pliant_asset_keep(h));");
    // A call that goes well is no misuse.
    let none = "EXPECT(OK, pliant_body_turn(h, &d));\n EXPECT(OK, pliant_asset_keep(h));";
    let test = |calls: &str| -> String {
        let function = |name: &&str| format!("static void {name}(void) {{\n{calls}\n}}\n");
        columns.iter().map(function).collect()
    };
    assert_eq!(faults(&header, &test(&full)), [""; 0]);
    let found = faults(&header, &test(none));
    let missing = |name: &str| found.iter().filter(|f| f.contains(name)).count();
    assert_eq!(
        (missing("pliant_body_turn"), missing("pliant_asset_keep")),
        (COLUMNS.len(), 1)
    );
}
