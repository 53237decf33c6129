//! Uses an SDK as a stranger does: unpacks it into a fresh folder, and builds and runs what `docs/packages.md` says.

use super::archive;
use crate::shell::{self, Failure, Result, read, root, words};
use std::path::Path;

const PAGE: &str = "docs/packages.md";
const FOLDER: &str = "target/pack/try";
/// What the page builds.
const SAMPLE: &str = "samples/c/first_drop.c";

/// Runs the page's blocks with the SDK in `archive`, whose top folder is `name`; then builds all samples and runs the one in C++.
pub fn sdk(archive: &Path, name: &str) -> Result {
    let folder = root().join(FOLDER);
    let fault = |cause: std::io::Error| Failure::new(format!("{FOLDER}: {cause}"));
    if folder.exists() {
        std::fs::remove_dir_all(&folder).map_err(fault)?;
    }
    archive::unpack(archive, &folder)?;
    let sdk = folder.join(name);
    let page = read(&root().join(PAGE))?;
    let scripts = blocks(&page, "sh", 2)?;
    for (index, script) in scripts.iter().enumerate() {
        let game = folder.join(format!("game{index}"));
        example(&game)?;
        shell::write(&game.join("build.sh"), script)?;
        let mut command = words("sh -eux build.sh");
        shell::run(command.env("SDK", &sdk).current_dir(&game))?;
    }
    let mut configure = words("cmake -S");
    configure.arg(sdk.join("samples")).args(["-B", "build"]);
    configure.arg(format!("-DCMAKE_PREFIX_PATH={}", sdk.display()));
    shell::run(configure.current_dir(&folder))?;
    shell::run(words("cmake --build build --parallel").current_dir(&folder))?;
    shell::run(words("./build/hello_drop_cpp").current_dir(&folder))
}

/// Writes the page's example for CMake, with the sample that it builds, into a folder.
pub fn example(folder: &Path) -> Result {
    let page = read(&root().join(PAGE))?;
    shell::write(
        &folder.join("CMakeLists.txt"),
        blocks(&page, "cmake", 1)?[0],
    )?;
    shell::write(&folder.join("first_drop.c"), &read(&root().join(SAMPLE))?)
}

/// The code blocks of a language in a page, which must be so many.
fn blocks<'a>(page: &'a str, language: &str, count: usize) -> Result<Vec<&'a str>> {
    let start = format!("```{language}\n");
    let parts = page.split(start.as_str()).skip(1);
    let found: Vec<_> = parts.filter_map(|part| part.split("```").next()).collect();
    match found.len() == count {
        true => Ok(found),
        false => Err(Failure::new(format!(
            "{PAGE} has {} blocks of {language}, expected {count}",
            found.len()
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_found_by_language() {
        let page = "a\n```sh\none\n```\n```cmake\ntwo\n```\n```sh\nthree\n```\n";
        let found = |language, count| blocks(page, language, count);
        assert_eq!(found("sh", 2).expect("two"), ["one\n", "three\n"]);
        assert_eq!(found("cmake", 1).expect("one"), ["two\n"]);
        assert!(found("cmake", 2).is_err() && found("c", 1).is_err());
    }
}
