//! Holds tests/unreal/members.md to the stub: every name of Unreal that the plugin uses stands in the table with where
//! it was read, and everything in the table is in the stub.

use crate::shell::{self, Failure, Result, read, root, words, write};
use std::collections::BTreeSet;

const TABLE: &str = "tests/unreal/members.md";
/// What the stub includes of the system. Its names are not Unreal's.
const SYSTEM: &str = "#include <math.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n\
                      #include <string.h>\n#include <initializer_list>\n#include <new>\n#include <type_traits>\n";

/// Compares table and stub, as the oldest and the newest version.
pub fn run() -> Result {
    let text = read(&root().join(TABLE))?;
    let sources = identifiers(&super::places::all_sources()?);
    let mut stub = macros()?;
    for version in [
        super::places::VERSIONS.first(),
        super::places::VERSIONS.last(),
    ]
    .into_iter()
    .flatten()
    {
        let all = names("stub", "#include \"Stub/Editor.h\"\n", *version)?;
        stub.extend(all.difference(&names("system", SYSTEM, *version)?).cloned());
    }
    let (wanted, known) = (used(&stub, &sources), entries(&text)?);
    let missing: Vec<&String> = wanted.difference(&known).collect();
    let stale: Vec<&String> = known.difference(&wanted).collect();
    println!("    {} names of Unreal in {TABLE}", known.len());
    if missing.is_empty() && stale.is_empty() {
        return Ok(());
    }
    Err(Failure::new(format!(
        "{TABLE} differs from the stub and the sources. It lacks {missing:?}, and it names {stale:?}, which are not in both"
    )))
}

/// Qualified names of a translation unit, as clang lists them.
fn names(stem: &str, text: &str, version: u32) -> Result<BTreeSet<String>> {
    let path = root()
        .join(super::places::OUT)
        .join(format!("{stem}_names.cpp"));
    write(&path, text)?;
    let line = format!(
        "clang++ -std=c++20 -I{} -DENGINE_MINOR_VERSION={version} -fsyntax-only -Xclang -ast-list",
        super::places::STUB
    );
    let listing = shell::output(words(&line).arg(path))?;
    Ok(listing.lines().map(str::to_owned).collect())
}

/// Macros that the stub defines.
fn macros() -> Result<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    for header in shell::files(&format!("{}/Stub", super::places::STUB), "h")? {
        for line in read(&header)?.lines() {
            let Some(rest) = line.strip_prefix("#define ") else {
                continue;
            };
            let name = rest
                .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
                .next();
            found.extend(name.map(str::to_owned));
        }
    }
    Ok(found)
}

/// Words of a text that may be names.
fn identifiers(text: &str) -> BTreeSet<String> {
    let is_end = |c: char| !c.is_ascii_alphanumeric() && c != '_';
    text.split(is_end)
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Names of the stub that sources use. Single letters, constructors, what is our own and parameters of templates are
/// left out.
fn used(stub: &BTreeSet<String>, sources: &BTreeSet<String>) -> BTreeSet<String> {
    let is_name = |name: &&String| {
        let mut parts = name.rsplit("::");
        let (last, class) = (parts.next().unwrap_or_default(), parts.next());
        let is_plain = name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '_' || c == ':');
        let is_type = last.len() > 1
            && last.starts_with(['F', 'U', 'A', 'I', 'E', 'T'])
            && last[1..].starts_with(|c: char| c.is_ascii_uppercase());
        let is_constant = last.contains('_') && last.starts_with(|c: char| c.is_ascii_uppercase());
        let is_function = FUNCTIONS.contains(&last);
        let has_place = class.is_some()
            || is_type
            || is_constant
            || is_function
            || last.chars().all(|c| c.is_ascii_uppercase());
        let is_written = WRITTEN.contains(&last) && class != Some("UObject");
        let is_ours =
            is_written || name.to_ascii_lowercase().contains("stub") || OURS.contains(&last);
        is_plain
            && has_place
            && !is_ours
            && last.len() > 1
            && class != Some(last)
            && sources.contains(last)
    };
    let mut found: BTreeSet<String> = stub.iter().filter(is_name).cloned().collect();
    let classes = found.iter().filter_map(|name| name.rsplit_once("::"));
    let classes: Vec<String> = classes.map(|(class, _)| class.to_owned()).collect();
    found.extend(classes);
    found
}

/// Free functions and variables of Unreal in the stub.
const FUNCTIONS: &[&str] = &[
    "MoveTemp",
    "Forward",
    "NewObject",
    "GetDefault",
    "Cast",
    "MakeShared",
    "MakeShareable",
    "DrawWireSphere",
    "check",
    "GetDefaultLightingChannelMask",
    "GUnrealEd",
    "GNullColorVertexBuffer",
    "GFrameNumberRenderThread",
    "SNew",
    "ForceInit",
];
/// What Unreal's header tool writes for each class; the table has it once, at UObject.
const WRITTEN: &[&str] = &["GetClass", "StaticClass", "Super", "ThisClass"];
/// Macros of the engine that only disturb.
const OURS: &[&str] = &["IN", "OUT", "PI"];

/// Names in the table's rows: `| class | members | versions | read in |`. `-` as class are free names.
fn entries(text: &str) -> Result<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    for line in text.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [class, members, versions, read_in] = cells[..] else {
            return Err(Failure::new(format!(
                "{TABLE}: a row has four cells: {line}"
            )));
        };
        if versions.is_empty() || !MARKS.iter().any(|mark| read_in.starts_with(mark)) {
            return Err(Failure::new(format!(
                "{TABLE}: a row says at which version and where it was read ({MARKS:?}): {line}"
            )));
        }
        let class = class.trim_matches('`');
        if class != "-" {
            found.insert(class.to_owned());
        }
        for member in members
            .split(' ')
            .map(|member| member.trim_matches('`'))
            .filter(|member| !member.is_empty())
        {
            found.insert(match class {
                "-" => member.to_owned(),
                class => format!("{class}::{member}"),
            });
        }
    }
    Ok(found)
}

/// How a row was read.
const MARKS: &[&str] = &[
    "ext RMC",
    "ext SA",
    "ext rope",
    "hdr",
    "doc",
    "not verified",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn set(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn names_that_sources_use_are_asked_for() {
        let stub = set(&[
            "FBox",
            "FBox::Add",
            "FBox::Gone",
            "FBox::FBox",
            "StubFile",
            "Corner",
            "FBox::StubAdd",
            "PF_Odd",
            "TArray<T>",
        ]);
        let sources = identifiers("FBox Box; Box.Add(PF_Odd); Corner StubAdd StubFile TArray");
        assert_eq!(used(&stub, &sources), set(&["FBox", "FBox::Add", "PF_Odd"]));
    }

    #[test]
    fn rows_become_names() {
        let text = "| name | members |\n| `FBox` | `Add` `Min` | 5.4-5.6 | hdr |\n| `-` | `Cast` | 5.4 | not verified |\n";
        assert_eq!(
            entries(text).expect("rows"),
            set(&["Cast", "FBox", "FBox::Add", "FBox::Min"])
        );
        assert!(entries("| `FBox` | `Add` | 5.4 | seen somewhere |\n").is_err());
        assert!(entries("| `FBox` | `Add` | | hdr |\n").is_err());
    }
}
