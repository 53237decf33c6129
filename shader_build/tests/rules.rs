//! Good shaders build; each planted fault is caught at its file and line. The shaders are beside this file.

use shader_build::KernelText;
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

/// The text of a kernel.
fn text_of<'a>(output: &'a shader_build::Output, label: &str) -> &'a str {
    let found = output.kernels.iter().find(|kernel| kernel.label == label);
    &found.expect(label).text
}

#[test]
fn good_shaders_give_kernels_layouts_and_constants() {
    let output = build_with(None).expect("good shaders build");
    for wanted in [
        "pub static FALL: KernelSource",
        "label: \"kernel/fall\"",
        "group: 0, binding: 0, name: \"gravity\", kind: BindingKind::StorageRead }",
        "group: 0, binding: 1, name: \"heights\", kind: BindingKind::StorageRead }",
        "group: 0, binding: 2, name: \"bodies\", kind: BindingKind::StorageReadWrite }",
        "entry_points: &[EntryPoint { name: \"fall\", label: \"fall\" }, ]",
        "overrides: &[\"FALL_WIDTH\"]",
        "size_of::<crate::share::Body>() == 32,",
        "offset_of!(crate::share::Body, flags) == 16,",
        "offset_of!(crate::share::Body, pad) == 24,",
        "crate::share::BODY_STOPPED == 4_u32,",
        "crate::share::BODY_REST.to_bits() == 0x3f000000_u32,",
    ] {
        assert!(output.rust.contains(wanted), "{wanted}\n{}", output.rust);
    }
}

#[test]
fn a_kernel_has_what_it_reaches_and_each_declaration_stands_once() {
    let output = build_with(None).expect("good shaders build");
    let text = text_of(&output, "kernel/fall");
    assert_eq!(text.matches("fn math_double").count(), 1, "{text}");
    assert_eq!(text.matches("zero_height").count(), 2, "{text}");
    for gone in ["//", "\n\n", "BODY_REST", "BODY_STOPPED", "solver", "hard"] {
        assert!(!text.contains(gone), "{gone}\n{text}");
    }
    for once in ["fn math_double", "fn contact_limit", "fn heights_load"] {
        assert_eq!(output.rust.matches(once).count(), 1, "{once}");
    }
    assert!(!output.rust.contains("hard_energy") && !output.rust.contains("solver_unused"));
}

#[test]
fn directives_go_first() {
    let kernel = "//#use lib/math.wgsl\ndiagnostic(off, derivative_uniformity);\n\
        @compute @workgroup_size(1)\nfn go() { var x = math_double(1.0); }\n";
    let output = build_with(Some(("kernel/go.wgsl", kernel))).expect("a directive");
    let text = text_of(&output, "kernel/go");
    assert!(
        text.starts_with("diagnostic(off, derivative_uniformity);\n"),
        "{text}"
    );
}

#[test]
fn an_executor_gives_its_entry_points_to_each_kernel() {
    let output = build_with(None).expect("good shaders build");
    let entries = "entry_points: &[EntryPoint { name: \"resident\", label: \"resident_point\" }, \
        EntryPoint { name: \"resident_close\", label: \"resident_point_close\" }, ]";
    assert_eq!(output.rust.matches(entries).count(), 6);
    assert!(!output.rust.contains("kernel/resident\"") && !output.rust.contains("RESIDENT:"));
}

#[test]
fn a_kernel_has_a_text_for_each_way_to_make_its_open_choices() {
    let output = build_with(None).expect("good shaders build");
    for wanted in [
        "pub enum ContactColliders {\n    None,\n    Planes,\n    Solids,\n}",
        "pub enum ContactBodies {\n    Contacts,\n    None,\n}",
        "pub static RESIDENT_POINT: KernelFamily<(ContactColliders, ContactBodies)>",
        "KernelFamily::new(\"kernel/resident_point\",",
    ] {
        assert!(output.rust.contains(wanted), "{wanted}\n{}", output.rust);
    }
    let labels = output.kernels.iter().map(|kernel| kernel.label.as_str());
    let texts = labels.filter_map(|label| label.strip_prefix("kernel/resident_point"));
    let texts: Vec<_> = texts.collect();
    let wanted = ["none", "planes", "solids"]
        .map(|colliders| ["contacts", "none"].map(|bodies| format!("({colliders}, {bodies})")));
    assert_eq!(texts, wanted.concat());
    let text = text_of(&output, "kernel/resident_point(planes, contacts)");
    assert!(
        text.contains("return 3.0;") && text.contains("override BODIES_MOST"),
        "{text}"
    );
    let text = text_of(&output, "kernel/resident_point(none, none)");
    assert!(
        text.contains("return 2.0;") && !text.contains("BODIES_MOST"),
        "{text}"
    );
    assert_eq!(
        output.rust.matches("overrides: &[\"BODIES_MOST\"]").count(),
        3
    );
}

/// Two entry points and a function each of the solver, the door and both `none` are 6 lines; what nobody reaches does not count, nor does `memory/`.
#[test]
fn closures_of_solvers_without_contact_have_a_budget() {
    let label = "kernel/resident_point(none, none)";
    let output = build_with(None).expect("good shaders build");
    let found = output.kernels.iter().find(|kernel| kernel.label == label);
    assert_eq!(found.map(KernelText::closure), Some((5, 6)));
    let faults = |solver: &str, over: &[(&str, (usize, usize))]| {
        let output = build_with(Some(("solver/point.wgsl", solver))).expect("it builds");
        shader_build::closure_faults(&output.kernels, over).join("\n")
    };
    let solver = |lines: usize| {
        let empty = "\n".repeat(lines - 1);
        format!(
            "//#use contact/door.wgsl\nfn solver_item(i: u32) {{ var x = contact_limit(i);{empty} }}\n"
        )
    };
    let (small, large) = (&solver(1195), &solver(1196));
    assert_eq!(faults(small, &[]), "");
    assert!(faults(large, &[]).contains("reaches 5 files, 1201 lines; the budget is"));
    assert_eq!(faults(large, &[(label, (5, 1201))]), "");
    assert!(faults(large, &[(label, (5, 1200))]).contains("reaches 5 files, 1201 lines"));
    assert!(faults(large, &[(label, (6, 1300))]).contains("is down to 5 files, 1201 lines"));
    assert!(faults(small, &[(label, (5, 1201))]).contains("take it off the list"));
    assert!(faults(small, &[("kernel/rigid", (5, 1201))]).contains("is no solver's kernel"));
}

#[test]
fn an_empty_or_missing_folder_gives_nothing() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for path in [folder.path().to_owned(), folder.path().join("absent")] {
        let output = shader_build::build(&path).expect("nothing to refuse");
        assert!(output.kernels.is_empty() && !output.rust.contains("static"));
    }
}

#[test]
fn a_planted_fault_is_caught_where_it_is() {
    let faults = include_str!("faults.txt");
    assert_eq!(sections(faults).count(), 63);
    let missed = sections(faults).filter_map(|(header, text)| {
        let (path, wanted) = header.split_once(" ## ").expect("a path and a message");
        let message = build_with(Some((path, text))).expect_err(wanted);
        (!message.contains(wanted)).then(|| format!("wanted {wanted}, got\n{message}"))
    });
    let missed: Vec<_> = missed.collect();
    assert!(missed.is_empty(), "{}", missed.join("\n\n"));
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
