//! Each rule is shown to hold on good text and to catch a planted fault, at the right file and line.

use std::path::Path;

/// A kernel that uses a library, a shared struct and an override as array and workgroup size.
const GOOD: &[(&str, &str)] = &[
    ("lib/math.wgsl", "const MATH_TWO: f32 = 2.0;\nfn math_double(x: f32) -> f32 { return MATH_TWO * x; }\n"),
    (
        "share/body.wgsl",
        "const BODY_STOPPED: u32 = 1u << 2u;\n\
         struct Body { position_mass: vec4<f32>, flags: u32, first: i32, pad: array<u32, 2>, }\n",
    ),
    ("material/soft.wgsl", "//#use lib/math.wgsl\nfn soft_energy(x: f32) -> f32 { return math_double(x); }\n"),
    (
        "kernel/fall.wgsl",
        "//#use share/body.wgsl\n//#use material/soft.wgsl\n//#use lib/math.wgsl\n\
         override WIDTH: u32 = 64u;\n\
         @group(0) @binding(0) var<uniform> gravity: vec4<f32>;\n\
         @group(0) @binding(2) var<storage, read_write> bodies: array<Body>;\n\
         @group(0) @binding(1) var<storage, read> heights: array<f32>;\n\
         var<workgroup> partial: array<f32, WIDTH>;\n\
         @compute @workgroup_size(WIDTH)\n\
         fn fall(@builtin(local_invocation_index) i: u32) {\n\
             partial[i] = soft_energy(heights[i]) + gravity.y;\n\
             workgroupBarrier();\n\
             bodies[i].position_mass.y = math_double(partial[i]);\n\
         }\n",
    ),
];

/// Builds `GOOD` with `planted` files added or put in place of those of the same path.
fn build_with(planted: &[(&str, &str)]) -> Result<shader_build::Output, String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (path, text) in GOOD.iter().chain(planted) {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new(""))).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    shader_build::build(folder.path()).map_err(|failures| failures.to_string())
}

#[test]
fn good_shaders_give_kernels_layouts_and_constants() {
    let output = build_with(&[]).expect("good shaders build");
    for wanted in [
        "pub const FALL: crate::gpu::kernel::KernelSource",
        "label: \"kernel/fall\"",
        "group: 0, binding: 0, name: \"gravity\", kind: crate::gpu::kernel::BindingKind::Uniform",
        "group: 0, binding: 1, name: \"heights\", kind: crate::gpu::kernel::BindingKind::StorageRead ",
        "group: 0, binding: 2, name: \"bodies\", kind: crate::gpu::kernel::BindingKind::StorageReadWrite",
        "EntryPoint { name: \"fall\" }",
        "overrides: &[\"WIDTH\"]",
        "size_of::<crate::share::Body>() == 32,",
        "offset_of!(crate::share::Body, flags) == 16,",
        "offset_of!(crate::share::Body, pad) == 24,",
        "crate::share::BODY_STOPPED == 4_u32",
    ] {
        assert!(output.rust.contains(wanted), "no `{wanted}` in\n{}", output.rust);
    }
    let (name, text) = &output.wgsl[0];
    assert_eq!((name.as_str(), output.wgsl.len()), ("kernel_fall.wgsl", 1));
    assert_eq!(text.matches("fn math_double").count(), 1, "an include comes once");
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
    let entry = "@compute @workgroup_size(1)\nfn go() {}\n";
    let nine: String = (0..9)
        .map(|i| format!("@group(0) @binding({i}) var<storage, read_write> b{i}: array<u32>;\n"))
        .collect();
    let uses: String = (0..9).map(|i| format!("b{i}[0] = 1u;")).collect();
    let nine = format!("{nine}@compute @workgroup_size(1)\nfn nine() {{ {uses} }}");
    let cases: &[(&str, &str, &str)] = &[
        // (path, text, what the message must contain)
        ("lib/a.wgsl", "\nvar<workgroup> a_w: array<u32, 4>;", "lib/a.wgsl:2:16: error: a library is pure"),
        ("lib/a.wgsl", "@group(0) @binding(0) var<storage> a_b: array<u32>;", "lib/a.wgsl:1:36: error: a library is pure"),
        ("collider/go.wgsl", entry, "collider/go.wgsl:2:4: error: a library is pure: no entry point"),
        ("constraint/distance.wgsl", "\n/* fn x() {} */ fn eval() {}", "distance.wgsl:2:20: error: `eval` must start"),
        ("constraint/distance.wgsl", "fn distances() {}", "`distances` must start"),
        ("share/body_state.wgsl", "struct State { a: u32 }", "must start with its file's name: `BodyState`"),
        ("share/body.wgsl", "struct Bodyguard { a: u32 }", "`Bodyguard` must start"),
        ("lib/a.wgsl", "const TWO: u32 = 2u;", "must start with its file's name: `A`"),
        ("share/body.wgsl", "struct Body { p: vec3<f32>, m: f32 }", "body.wgsl:1:8: error: field `p` of shared struct"),
        ("share/body.wgsl", "struct Body { p: mat4x4<f32> }", "field `p` of shared struct"),
        ("share/body.wgsl", "const BODY_N = 3;", "`BODY_N` must be a u32, i32 or f32"),
        ("lib/b.wgsl", "//#use lib/c.wgsl\nfn b() { c(); }", "no file `shaders/lib/c.wgsl`"),
        ("lib/math.wgsl", "\n//#use material/soft.wgsl", "cycle: shaders/lib/math.wgsl -> shaders/material/soft.wgsl"),
        ("lib/b.wgsl", "//#use kernel/fall.wgsl", "lib/b.wgsl:1:1: error: `kernel/fall.wgsl` has an entry point"),
        ("misc/b.wgsl", "", "not in a known folder"),
        ("lib/Bad.wgsl", "", "must be in snake_case"),
        ("lib/math.wgsl", "fn math_double(x: f32) -> f32 {\n  return y;\n}", "lib/math.wgsl:2:10: error: no definition in scope"),
        ("lib/math.wgsl", "fn math_double(x: f32) -> f32 {\n  if x > 0.0 { return x; }\n}", "lib/math.wgsl:"),
        ("kernel/go.wgsl", "//#use lib/math.wgsl\n@compute @workgroup_size(1)\nfn go() { let x = 1u + 1.0; }", "kernel/go.wgsl:3:"),
        ("kernel/go.wgsl", "enable f16;\n@compute @workgroup_size(1)\nfn go() { var x = 1h; }", "kernel/go.wgsl:"),
        ("kernel/go.wgsl", "@compute @workgroup_size(512)\nfn go() {}", "kernel/go.wgsl:2:1: error: `go` has 512 invocations"),
        ("kernel/go.wgsl", "@fragment\nfn go() {}", "not a compute entry point"),
        ("kernel/nine.wgsl", &nine, "uses 9 storage"),
        ("primitive/fall.wgsl", "@compute @workgroup_size(1)\nfn other() {}", "has the same name as"),
        (
            "kernel/go.wgsl",
            "@group(0) @binding(0) var<uniform> a: u32;\n@group(0) @binding(0) var<uniform> b: u32;\n\
             @compute @workgroup_size(1)\nfn go() { let x = a; }",
            "`a` and `b` share @group(0) @binding(0)",
        ),
    ];
    for (path, text, wanted) in cases {
        let message = build_with(&[(path, text)]).expect_err(wanted);
        assert!(message.contains(wanted), "wanted `{wanted}`, got\n{message}");
        assert!(message.ends_with("shader error(s)"), "{message}");
    }
}

#[test]
fn declarations_know_their_lines() {
    let text = "// fn no() {}\n@compute\nfn a(x: u32) {\n  if true { }\n}\nstruct B {\n  c: u32,\n}\n";
    let found = shader_build::declarations(text);
    let brief: Vec<_> = found.iter().map(|d| (d.name.as_str(), d.line, d.end_line, d.is_entry)).collect();
    assert_eq!(brief, [("a", 3, 5, true), ("B", 6, 8, false)]);
}
