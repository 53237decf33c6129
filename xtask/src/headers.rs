//! Compiles the C and C++ headers as a strict user would.

use crate::compile::{self, C, CPP, Language};
use crate::shell::{self, Done, Result, root};

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
    Ok(Done::Passed)
}
