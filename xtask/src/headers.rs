//! Compiles the C and C++ headers as a strict user would.

use crate::compile::{self, C, CPP, Language, MINGW};
use crate::shell::{self, Done, Result, exists, root, words};

/// Each header with the languages it must compile in.
const HEADERS: &[(&str, &[Language])] = &[("pliant.h", &[C, CPP]), ("pliant.hpp", &[CPP])];

/// Compiles every header with gcc and clang in every language. It is included twice, which tests its guard.
pub fn run() -> Result<Done> {
    if !root().join("include/pliant.h").is_file() {
        return Ok(Done::Absent(
            "include/pliant.h does not exist yet".to_owned(),
        ));
    }
    for (header, languages) in HEADERS {
        if !root().join("include").join(header).is_file() {
            println!("    SKIPPED: include/{header} does not exist yet");
            continue;
        }
        for language in *languages {
            let stem = header.replace('.', "_");
            let source = format!("target/xtask/include_{stem}.{}", language.name);
            // One declaration, because a pedantic compiler refuses a file without any.
            let text = format!(
                "#include \"{header}\"\n#include \"{header}\"\nint pliant_header_check(void);\n"
            );
            shell::write(&root().join(&source), &text)?;
            compile::check(language, &source)?;
        }
    }
    wrapper()?;
    Ok(Done::Passed)
}

/// How engines compile C++.
const ENGINES: [&str; 4] = [
    "-std=c++17",
    "-std=c++17 -fno-rtti -fno-exceptions -DPLIANT_NO_EXCEPTIONS",
    "-std=c++20 -fno-rtti",
    "-std=c++20 -fno-rtti -fno-exceptions -DPLIANT_NO_EXCEPTIONS",
];

/// Compiles every call of `pliant.hpp`, after the macros of engines and systems, as engines do: C++17 and C++20, gcc,
/// clang and mingw, with and without exceptions and type information; and after the real `windows.h`.
fn wrapper() -> Result {
    let flags = "-Wall -Wextra -pedantic -Werror -Iinclude -fsyntax-only";
    for compiler in ["g++", "clang++", MINGW.1] {
        if !exists(compiler) {
            println!("    SKIPPED: {compiler} is not there");
            continue;
        }
        for engine in ENGINES {
            let line = format!("{compiler} {engine} {flags} tests/c_api/macros.cpp");
            shell::run(&mut words(&line))?;
        }
    }
    if exists(MINGW.1) {
        let line = format!(
            "{} -std=c++17 {flags} -include windows.h -include rpcndr.h",
            MINGW.1
        );
        shell::run(words(&line).arg("tests/c_api/wrapper.cpp"))?;
    }
    Ok(())
}
