//! What the README quotes is what the files say.

/// What the README shows of cooking is a part of the sample, byte for byte, and whole functions of it.
#[test]
fn the_readme_quotes_the_cooking_of_a_render_mesh() {
    let readme = include_str!("../README.md");
    let sample = include_str!("../samples/c/cook_surface.c");
    let (_, behind) = readme
        .split_once("## A body of a render mesh, in C")
        .unwrap();
    let (_, code) = behind.split_once("```c\n").unwrap();
    let (code, _) = code.split_once("```").unwrap();
    assert!(
        sample.contains(&format!("\n\n{code}\n"))
            && code.contains("pliant_asset_create_from_surface"),
        "README.md and samples/c/cook_surface.c differ: quote it again"
    );
}

/// The C program in the README is the sample, byte for byte.
#[test]
fn the_readme_quotes_the_c_sample() {
    let readme = include_str!("../README.md");
    let sample = include_str!("../samples/c/hello_drop.c");
    assert!(
        readme.contains(&format!("```c\n{sample}```")),
        "README.md and samples/c/hello_drop.c differ: quote it again"
    );
}
