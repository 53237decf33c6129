//! What a compiler makes of the header: values and layouts, measured by a program and asserted in every compiler.

use super::header::{self, Declarations, Struct};
use super::lock::{Abi, Field, Layout};
use crate::compile::MINGW;
use crate::shell::{self, Failure, Result, exists, read, root, words};
use std::fmt::Write;
use std::path::Path;

/// Reads a folder's `pliant.h` and measures it with a C compiler.
pub fn abi(include: &Path) -> Result<Abi> {
    let declared = header::parse(&read(&include.join("pliant.h"))?)?;
    let mut compilers = ["gcc", "clang", "cc"].into_iter().filter(|c| exists(c));
    let compiler = compilers.next();
    let compiler = compiler.ok_or_else(|| Failure::new("no C compiler: install gcc or clang"))?;
    let (source, program) = ("target/xtask/abi_measure.c", "target/xtask/abi_measure");
    shell::write(&root().join(source), &measuring(&declared))?;
    let mut command = words(&format!(
        "{compiler} -std=c11 -Wall -Wextra -Werror {source} -o {program} -I"
    ));
    shell::run(command.arg(include))?;
    let said = shell::output(&mut words(&format!("./{program}")))?;
    put_together(&declared, &said)
}

/// A C program that prints a line for each number, in the order of the declarations.
fn measuring(declared: &Declarations) -> String {
    let mut text = String::from(
        "#include <inttypes.h>\n#include <stddef.h>\n#include <stdio.h>\n#include \"pliant.h\"\n\
         #define VALUE(c) (_Generic((c), float: 1, double: 1, default: 0) ? printf(\"%.9gf\\n\", (double)(c)) \
         : printf(\"%\" PRId64 \"\\n\", (int64_t)(c)))\n\
         #define SIZE(t) printf(\"%zu %zu\\n\", sizeof(t), _Alignof(t))\n\
         #define FIELD(t, f) printf(\"%zu %zu\\n\", offsetof(t, f), sizeof(((t *)0)->f))\n\
         int main(void) {\n",
    );
    for name in &declared.constants {
        let _ = writeln!(text, "    VALUE({name});");
    }
    for Struct { name, fields } in &declared.structs {
        let _ = writeln!(text, "    SIZE({name});");
        for (field, _) in fields {
            let _ = writeln!(text, "    FIELD({name}, {field});");
        }
    }
    text + "    return 0;\n}\n"
}

fn put_together(declared: &Declarations, said: &str) -> Result<Abi> {
    let fault = || Failure::new("the program that measures pliant.h printed too little");
    let mut lines = said.lines();
    let mut abi = Abi::default();
    for name in &declared.constants {
        let value = lines.next().ok_or_else(fault)?;
        abi.constants.insert(name.clone(), value.to_owned());
    }
    let mut pair = || {
        let (first, second) = lines.next()?.split_once(' ')?;
        Some((first.parse().ok()?, second.parse().ok()?))
    };
    for Struct { name, fields } in &declared.structs {
        let (size, align) = pair().ok_or_else(fault)?;
        let mut layout = Layout {
            size,
            align,
            fields: Vec::new(),
        };
        for (name, declaration) in fields {
            let (offset, size) = pair().ok_or_else(fault)?;
            let (name, declaration) = (name.clone(), declaration.clone());
            layout.fields.push(Field {
                name,
                declaration,
                offset,
                size,
            });
        }
        abi.structs.insert(name.clone(), layout);
    }
    for function in &declared.functions {
        abi.functions
            .insert(header::function_name(function).to_owned(), function.clone());
    }
    Ok(abi)
}

/// Compilers for other systems that clang is, with its own stdint.h.
const TARGETS: [&str; 6] = [
    "x86_64-pc-windows-msvc",
    "aarch64-unknown-linux-gnu",
    "aarch64-linux-android",
    "arm64-apple-macos",
    "arm64-apple-ios",
    "x86_64-apple-macos",
];

/// Asserts each number of `abi` in C11 and C++17 with gcc, clang, mingw where it is there, and clang for the systems of
/// other packages.
pub fn assert_everywhere(abi: &Abi) -> Result {
    let files = ["c", "cpp"].map(|extension| format!("target/xtask/abi_layout.{extension}"));
    shell::write(
        &root().join(&files[0]),
        &asserts(abi, "_Static_assert", "_Alignof"),
    )?;
    shell::write(
        &root().join(&files[1]),
        &asserts(abi, "static_assert", "alignof"),
    )?;
    let flags = "-fsyntax-only -Iinclude -Wall -Wextra -Werror";
    for (c, cpp) in [("gcc", "g++"), ("clang", "clang++"), MINGW] {
        if !exists(c) || !exists(cpp) {
            println!("    SKIPPED: {c} and {cpp} are not both there");
            continue;
        }
        shell::run(&mut words(&format!("{c} -std=c11 {flags} {}", files[0])))?;
        shell::run(&mut words(&format!(
            "{cpp} -std=c++17 {flags} {}",
            files[1]
        )))?;
    }
    for target in TARGETS.iter().filter(|_| exists("clang")) {
        let line = format!(
            "clang --target={target} -ffreestanding -std=c11 {flags} {}",
            files[0]
        );
        shell::run(&mut words(&line))?;
    }
    Ok(())
}

/// A file of assertions. Functions are held to their types by a pointer each.
fn asserts(abi: &Abi, word: &str, align_of: &str) -> String {
    let mut text = String::from("#include <stddef.h>\n#include \"pliant.h\"\n");
    let mut holds = |condition: String, said: String| {
        let _ = writeln!(text, "{word}({condition}, \"{said}\");");
    };
    // A comparison of floating numbers is no constant in C.
    let integers = abi.constants.iter().filter(|(_, v)| !v.ends_with('f'));
    for (name, value) in integers {
        holds(format!("{name} == {value}"), format!("{name} is {value}"));
    }
    for (
        name,
        Layout {
            size,
            align,
            fields,
        },
    ) in &abi.structs
    {
        holds(
            format!("sizeof({name}) == {size}"),
            format!("{name} has {size} bytes"),
        );
        holds(
            format!("{align_of}({name}) == {align}"),
            format!("{name} is aligned to {align} bytes"),
        );
        for Field {
            name: field,
            offset,
            size,
            ..
        } in fields
        {
            let said = format!("{name}.{field} is at {offset} and has {size} bytes");
            let size = format!("sizeof((({name} *)0)->{field}) == {size}");
            holds(
                format!("offsetof({name}, {field}) == {offset} && {size}"),
                said,
            );
        }
    }
    for (name, declaration) in &abi.functions {
        let pointer = declaration.replacen(name.as_str(), &format!("(*hold_{name})"), 1);
        let _ = writeln!(text, "extern {pointer};\n{pointer} = &{name};");
    }
    text
}
