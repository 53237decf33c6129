//! Good shaders build; each planted fault is caught at its file and line. The shaders are beside this file.

use std::path::Path;

/// Splits `== HEADER`-led text into (header, body).
fn sections(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let parts = text.split("== ").skip(1);
    parts.map(|part| part.split_once('\n').unwrap_or((part, "")))
}

/// Builds the good shaders with one more, or with one of them replaced.
fn build_with(planted: Option<(&str, &str)>) -> Result<shader_build::Output, String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (path, text) in sections(include_str!("good.txt")).chain(planted) {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new(""))).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    shader_build::build(folder.path()).map_err(|failures| failures.to_string())
}

#[test]
fn good_shaders_give_kernels_layouts_and_constants() {
    let output = build_with(None).expect("good shaders build");
    for wanted in [
        "pub const FALL: crate::gpu::kernel::KernelSource",
        "label: \"kernel/fall\"",
        "group: 0, binding: 0, name: \"gravity\", kind: BindingKind::StorageRead }",
        "group: 0, binding: 1, name: \"heights\", kind: BindingKind::StorageRead }",
        "group: 0, binding: 2, name: \"bodies\", kind: BindingKind::StorageReadWrite }",
        "entry_points: &[EntryPoint { name: \"fall\" }, ]",
        "overrides: &[\"FALL_WIDTH\"]",
        "size_of::<crate::share::Body>() == 32,",
        "offset_of!(crate::share::Body, flags) == 16,",
        "offset_of!(crate::share::Body, pad) == 24,",
        "crate::share::BODY_STOPPED == 4_u32,",
        "crate::share::BODY_REST.to_bits() == 0x3f000000_u32,",
    ] {
        assert!(output.rust.contains(wanted), "{wanted}\n{}", output.rust);
    }
    assert_eq!(output.wgsl.len(), 2);
    let (name, text) = &output.wgsl[0];
    assert_eq!(name, "kernel_fall.wgsl");
    assert_eq!(text.matches("fn math_double").count(), 1, "included once");
}

#[test]
fn an_empty_or_missing_folder_gives_nothing() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for path in [folder.path().to_owned(), folder.path().join("absent")] {
        let output = shader_build::build(&path).expect("nothing to refuse");
        assert!(output.wgsl.is_empty() && !output.rust.contains("const"));
    }
}

#[test]
fn a_planted_fault_is_caught_where_it_is() {
    let faults = include_str!("faults.txt");
    assert_eq!(sections(faults).count(), 39);
    for (header, text) in sections(faults) {
        let (path, wanted) = header.split_once(" ## ").expect("a path and a message");
        let message = build_with(Some((path, text))).expect_err(wanted);
        assert!(message.contains(wanted), "wanted {wanted}, got\n{message}");
    }
}

#[test]
fn declarations_know_their_lines() {
    let text =
        "// fn no() {}\n@compute\nfn a(x: u32) {\n  if true { }\n}\nstruct B {\n  c: u32,\n}\n";
    let found = shader_build::declarations(text);
    let lines = |d: &shader_build::Declaration| (d.line, d.end_line, d.is_entry);
    let lines: Vec<_> = found.iter().map(lines).collect();
    assert_eq!(lines, [(3, 5, true), (6, 8, false)], "{found:?}");
}
