//! Compiles the C and C++ headers as a strict user would.

use crate::shell::{self, Result, exists, root, words};
use crate::test::Done;

const FLAGS: &str = "-Wall -Wextra -pedantic -Werror -Wredundant-decls -fsyntax-only -Iinclude";
/// Each header with the languages it must compile in.
const HEADERS: &[(&str, &[(&str, &str)])] = &[
    ("pliant.h", &[("c", "c11"), ("c++", "c++17")]),
    ("pliant.hpp", &[("c++", "c++17")]),
];

/// Every header, twice in one file (so that its guard is tested), in every language, with gcc and clang.
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
        for (language, standard) in *languages {
            let source = format!(
                "target/xtask/include_{}.{language}",
                header.replace('.', "_")
            );
            // A line of its own, because a pedantic compiler refuses a file without a declaration.
            let text = format!(
                "#include \"{header}\"\n#include \"{header}\"\nint pliant_header_check(void);\n"
            );
            shell::write(&root().join(&source), &text)?;
            for compiler in ["gcc", "clang"].iter().filter(|compiler| exists(compiler)) {
                let line = format!("{compiler} -x {language} -std={standard} {FLAGS} {source}");
                shell::run(&mut words(&line))?;
            }
        }
    }
    Ok(Done::Passed)
}
