//! Workgroup memory holds no arrays of bool. A GPU may pack them, so that threads that write neighbours undo each other: on
//! an H100 contact let everything through.

use super::assert_none;
use super::source::{File, files};

fn faults(files: &[File]) -> Vec<String> {
    let lines = files
        .iter()
        .flat_map(|file| file.text.lines().map(move |line| (&file.path, line)));
    lines
        .filter(|(_, line)| line.contains("var<workgroup>") && line.contains("array<bool"))
        .map(|(path, line)| format!("{path}: {line}: take u32"))
        .collect()
}

#[test]
fn no_workgroup_shares_arrays_of_bool() {
    assert_none(&faults(&files(&["shaders"], "wgsl")));
}

#[test]
fn a_planted_array_is_found() {
    let file = |text: &str| File {
        path: "shaders/a.wgsl".to_owned(),
        text: text.to_owned(),
    };
    assert_eq!(
        faults(&[file("var<workgroup> a_b: array<bool, 4>;")]).len(),
        1
    );
    assert_eq!(
        faults(&[file("var<workgroup> a_b: array<u32, 4>;")]).len(),
        0
    );
}
