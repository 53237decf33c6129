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
    let program = read(&root().join(SAMPLE))?;
    let page = read(&root().join(PAGE))?;
    let (lists, scripts) = (blocks(&page, "cmake"), blocks(&page, "sh"));
    if lists.len() != 1 || scripts.len() != 2 {
        return Err(Failure::new(format!(
            "{PAGE} has {} blocks of CMake and {} of sh, expected 1 and 2",
            lists.len(),
            scripts.len()
        )));
    }
    for (index, script) in scripts.iter().enumerate() {
        let game = folder.join(format!("game{index}"));
        shell::write(&game.join("first_drop.c"), &program)?;
        shell::write(&game.join("CMakeLists.txt"), lists[0])?;
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

/// The code blocks of a language in a page.
fn blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let start = format!("```{language}\n");
    let parts = page.split(start.as_str()).skip(1);
    parts.filter_map(|part| part.split("```").next()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_found_by_language() {
        let page = "a\n```sh\none\n```\n```cmake\ntwo\n```\n```sh\nthree\n```\n";
        assert_eq!(blocks(page, "sh"), ["one\n", "three\n"]);
        assert_eq!(blocks(page, "cmake"), ["two\n"]);
    }
}
