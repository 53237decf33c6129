//! What Unreal's header tool would write: a `NAME.generated.h` for each header that includes one.

use crate::shell::{self, Failure, Result, read, root, write};
use std::path::Path;

/// Writes them for all headers below `source` into the folder `to`.
pub fn write_all(source: &str, to: &str) -> Result {
    for module in super::places::folders(source)? {
        for part in ["Public", "Private"] {
            for header in shell::files(&format!("{source}/{module}/{part}"), "h")? {
                let stem = header.file_stem().unwrap_or_default().to_string_lossy();
                let text = read(Path::new(&header))?;
                if let Some(generated) = generated(&stem, &text)? {
                    write(
                        &root().join(to).join(format!("{stem}.generated.h")),
                        &generated,
                    )?;
                }
            }
        }
    }
    Ok(())
}

/// The file for a header of this text, if it has one. Errors name what the real tool would refuse.
fn generated(stem: &str, text: &str) -> Result<Option<String>> {
    let wanted = format!("#include \"{stem}.generated.h\"");
    let includes: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("#include"))
        .collect();
    let has_bodies = text.contains("GENERATED_BODY()") || text.contains("UENUM(");
    if !includes.iter().any(|line| line.contains(".generated.h")) {
        return match has_bodies {
            true => Err(Failure::new(format!("{stem}.h lacks {wanted}"))),
            false => Ok(None),
        };
    }
    if includes.last() != Some(&wanted.as_str()) {
        return Err(Failure::new(format!(
            "{stem}.h: its last include must be {wanted}"
        )));
    }
    let file = format!("StubFile_{stem}");
    let mut lines =
        format!("#pragma once\n#undef CURRENT_FILE_ID\n#define CURRENT_FILE_ID {file}\n");
    let mut declared = None;
    for (index, line) in text.lines().enumerate() {
        declared = declaration(line).or(declared);
        if line.trim() != "GENERATED_BODY()" {
            continue;
        }
        let number = index + 1;
        let Some((is_class, name, base)) = declared.take() else {
            return Err(Failure::new(format!(
                "{stem}.h:{number}: GENERATED_BODY() without a class"
            )));
        };
        let body = match is_class {
            true => format!("STUB_CLASS({name}, {base}, \"{}\")", &name[1..]),
            false => String::new(),
        };
        lines += &format!("#define {file}_{number} {body}\n");
    }
    Ok(Some(lines))
}

/// Whether a line begins a class or a struct, its name and its base.
fn declaration(line: &str) -> Option<(bool, String, String)> {
    let is_class = line.starts_with("class ");
    if !(is_class || line.starts_with("struct ")) || line.ends_with(';') {
        return None;
    }
    let (head, bases) = line.split_once(" : ").unwrap_or((line, ""));
    let name = head.split(' ').rfind(|word| *word != "final")?;
    let base = bases
        .strip_prefix("public ")
        .unwrap_or("")
        .split(',')
        .next()?;
    Some((is_class, name.to_owned(), base.trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "#include \"CoreMinimal.h\"\n#include \"Ball.generated.h\"\n\nUCLASS()\n\
                          class BALLS_API UBall : public UObject\n{\n\tGENERATED_BODY()\n};\n";

    #[test]
    fn a_class_gets_its_name_and_its_base() {
        let text = generated("Ball", HEADER)
            .expect("a header")
            .expect("a file");
        assert!(
            text.contains("#define StubFile_Ball_7 STUB_CLASS(UBall, UObject, \"Ball\")"),
            "{text}"
        );
        assert!(
            generated("Plain", "#pragma once\n")
                .expect("a header")
                .is_none()
        );
    }

    #[test]
    fn what_the_real_tool_refuses_is_refused() {
        let other = HEADER.replace("Ball.generated.h", "Other.generated.h");
        let early = HEADER.replace(
            "#include \"Ball.generated.h\"\n",
            "#include \"Ball.generated.h\"\n#include \"A.h\"\n",
        );
        let none = HEADER.replace("#include \"Ball.generated.h\"\n", "");
        for text in [other, early, none] {
            assert!(generated("Ball", &text).is_err(), "{text}");
        }
    }
}
