//! `cargo xtask bindings`: what the Rust sources of the C ABI say already, written for other languages and for the
//! library's own tables, and what `materials.toml` says of models and materials.

mod between;
mod csharp;
mod header;
mod materials;
mod pages;
mod sources;
mod statuses;
mod table;
mod wrapper;

use crate::abi;
use crate::compile::CORE;
use crate::shell::{self, Done, Failure, Result, read, root};
use sources::{FUNCTIONS, Sources};

const API: &str = "src/ffi/api.rs";
const STRUCTS: &str = "src/ffi/structs.rs";
const VERSION: &str = "src/ffi/version.rs";
const HEADER: &str = "include/pliant.h";
const WRAPPER: &str = "include/pliant.hpp";
/// Writes all files, or with `check` fails at the first that differs from what is committed.
pub fn run(check: bool) -> Result {
    let schema = materials::Schema::read()?;
    // The C ABI is read from these, and the header is made of the next two.
    for (path, text) in materials::rust(&schema)? {
        put(&path, &text, check)?;
    }
    let statuses = statuses::statuses(&read(&root().join("geometry/src/error.rs"))?)?;
    let sources = Sources::read(&statuses)?;
    let functions = table::in_order(&sources, &abi::table()?)?;
    put(API, &table::api(&sources, &functions), check)?;
    put(STRUCTS, &table::structs(&sources, &functions), check)?;
    let hash = header::layout_hash(&header::text(&sources.files)?)?;
    let version = header::with_hash(&read(&root().join(VERSION))?, hash)?;
    put(VERSION, &version, check)?;
    put(HEADER, &header::text(&sources.files)?, check)?;
    let wrapper = wrapper::text(&read(&root().join(WRAPPER))?, &functions, &schema)?;
    put(WRAPPER, &wrapper, check)?;
    let methods = csharp::methods(&sources.files, &statuses)?;
    put(&format!("{CORE}/NativeMethods.g.cs"), &methods, check)?;
    let defaults = csharp::defaults(&functions);
    put(&format!("{CORE}/Defaults.g.cs"), &defaults, check)?;
    for (path, text) in materials::engines(&schema)? {
        put(&path, &text, check)?;
    }
    put(pages::UNITY, &pages::unity()?, check)
}

/// The step of `cargo xtask test`.
pub fn check_step() -> Result<Done> {
    if !root().join(FUNCTIONS).is_dir() {
        return Ok(Done::Absent(format!("{FUNCTIONS} does not exist yet")));
    }
    run(true).map(|()| Done::Passed)
}

/// Writes a file, or with `check` fails if it is not as it should be.
fn put(path: &str, text: &str, check: bool) -> Result {
    let file = root().join(path);
    let committed = read(&file).unwrap_or_default();
    if committed == text {
        println!("    {path} is up to date");
        return Ok(());
    }
    if check {
        return Err(drift(path, &committed, text));
    }
    println!("    {path} written");
    shell::write(&file, text)
}

fn drift(path: &str, committed: &str, text: &str) -> Failure {
    let pairs = committed.lines().zip(text.lines());
    let same = pairs.take_while(|(old, new)| old == new).count();
    let line = |text: &str| text.lines().nth(same).unwrap_or("(end of file)").to_owned();
    Failure {
        message: format!(
            "{path} is not what the sources give; first at line {}:\n  committed: {}\n  sources:   {}",
            same + 1,
            line(committed),
            line(text)
        ),
        repeat: Some("cargo xtask bindings".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drift_names_the_first_line() {
        let failure = drift("a.h", "one\ntwo\n", "one\nthree\n").to_string();
        assert!(
            failure.contains("first at line 2") && failure.contains("three"),
            "{failure}"
        );
        assert!(failure.contains("cargo xtask bindings"), "{failure}");
    }

    #[test]
    fn a_file_that_differs_is_refused_and_left_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.h");
        let path = file.to_string_lossy().into_owned();
        put(&path, "one\n", false).expect("written");
        put(&path, "one\n", true).expect("the same");
        put(&path, "two\n", true).expect_err("another");
        assert_eq!(read(&file).expect("it is there"), "one\n");
    }
}
