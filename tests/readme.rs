//! What the README quotes is what the files say.

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
