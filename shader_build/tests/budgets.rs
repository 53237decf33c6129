//! What a driver compiles has a budget. The lists beside this file name what is above it, and only shrink.

use shader_build::Count;
use std::collections::BTreeMap;
use std::path::Path;

/// The most nodes of a pipeline once every call is expanded, in thousands.
const NODES: u64 = 27;
/// The most copies of a function that makes more than this part [%] of a pipeline with more nodes than the budget of one.
const COPIES: u64 = 4;
const PART: u64 = 5;

/// Every pipeline with the text that it is of.
fn all() -> Vec<(String, Count)> {
    let shaders = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shaders");
    let output = shader_build::build(&shaders).expect("shaders");
    let mut all = Vec::new();
    for kernel in output.kernels {
        let pipelines = kernel.pipelines().expect("a text").into_iter();
        all.extend(pipelines.map(|pipeline| (kernel.label.clone(), pipeline)));
    }
    all
}

/// Compares what is above a budget with its list, lines of a number and a name.
fn hold(found: &BTreeMap<String, u64>, list: &str, file: &str) {
    let lines = list.lines().filter(|line| !line.starts_with('#'));
    let listed: BTreeMap<String, u64> = lines
        .map(|line| {
            let (number, name) = line.split_once(' ').expect("a number and a name");
            (name.to_owned(), number.parse().expect("a number"))
        })
        .collect();
    let mut faults = Vec::new();
    for (name, number) in found {
        match listed.get(name) {
            Some(most) if number == most => {}
            Some(most) if number < most => {
                faults.push(format!("{name} is {number}: lower its {most}"))
            }
            Some(most) => faults.push(format!("{name} is {number}, above its {most}")),
            None => faults.push(format!("{name} is {number}, above the budget")),
        }
    }
    let gone = listed.keys().filter(|name| !found.contains_key(*name));
    faults.extend(gone.map(|name| format!("{name} is within the budget: take it off the list")));
    assert!(faults.is_empty(), "{file}:\n{}", faults.join("\n"));
}

/// The time to compile a pipeline goes with these nodes.
#[test]
fn pipelines_keep_their_budgets_of_nodes() {
    let mut found = BTreeMap::new();
    for (kernel, pipeline) in all() {
        let thousands = pipeline.nodes.div_ceil(1000);
        if thousands > NODES {
            found.insert(format!("{kernel} {}", pipeline.entry), thousands);
        }
    }
    hold(&found, include_str!("nodes.txt"), "nodes.txt");
}

/// A large function stands in few places, in a loop if need be.
#[test]
fn functions_keep_their_budgets_of_copies() {
    let mut found: BTreeMap<String, u64> = BTreeMap::new();
    let pipelines = all().into_iter().map(|(_, pipeline)| pipeline);
    for pipeline in pipelines.filter(|pipeline| pipeline.nodes > 1000 * NODES) {
        for function in pipeline.functions {
            if function.copies > COPIES && 100 * function.total() > PART * pipeline.nodes {
                let most = found.entry(function.name).or_default();
                *most = function.copies.max(*most);
            }
        }
    }
    hold(&found, include_str!("copies.txt"), "copies.txt");
}

/// Solvers' kernels that reach more than their budget without contact, with files and lines. The list only shrinks.
const CLOSURES: &[(&str, (usize, usize))] = &[
    ("kernel/resident_mixed(none, none)", (28, 1630)),
    ("kernel/resident_shape(none, none)", (18, 840)),
    ("kernel/resident_vbd(none, none)", (23, 1271)),
    ("kernel/resident_vbd_small(none, none)", (23, 1271)),
    ("kernel/resident_vbd_whole(none, none)", (23, 1231)),
    ("kernel/rigid(none, none)", (17, 911)),
    ("kernel/wide(none, none)", (16, 903)),
];

/// A solver is read without contact in few files.
#[test]
fn closures_of_solvers_keep_their_budgets() {
    let shaders = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shaders");
    let output = shader_build::build(&shaders).expect("shaders");
    let faults = shader_build::closure_faults(&output.kernels, CLOSURES);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Two calls of a function that calls another twice make four copies of it.
#[test]
fn copies_and_nodes_are_those_once_every_call_is_expanded() {
    let text = "
        var<private> sum: f32;
        fn low() { sum = 1.0; }
        fn high() { low(); if sum > 0.0 { low(); } }
        @compute @workgroup_size(1) fn main() { high(); loop { high(); break; } }";
    let module = naga::front::wgsl::parse_str(text).expect("a module");
    let [main] = &shader_build::count(&module)[..] else {
        panic!("one entry point")
    };
    let found = |name: &str| {
        let found = main.functions.iter().find(|found| found.name == name);
        found.map(|found| (found.copies, found.nodes)).expect(name)
    };
    let ((low_copies, low), (high_copies, high)) = (found("low"), found("high"));
    assert_eq!((low_copies, high_copies), (4, 2));
    let own = |name: &str| {
        let functions = module.functions.iter().map(|(_, function)| function);
        let mut all = functions.chain(module.entry_points.iter().map(|entry| &entry.function));
        let function = all.find(|function| function.name.as_deref() == Some(name));
        function.map(|function| function.expressions.len() as u64)
    };
    assert!(high > 2 * low + own("high").expect("high"), "{high} {low}");
    assert!(main.nodes > 2 * high, "{} {high}", main.nodes);
}
