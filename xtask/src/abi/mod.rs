//! `cargo xtask abi`: holds the C ABI to `include/abi.lock`, so that a change of it is seen, and seen for what it is.

mod compare;
mod header;
mod lock;
mod measure;

use crate::build::Build;
use crate::compile::{self, with_library};
use crate::shell::{self, Failure, Result, read, root, words};
use compare::Kind;
use lock::Abi;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

const LOCK: &str = "include/abi.lock";
/// `VERSION/pliant.h` of each released version. Programs compiled with one must run with every later library of the
/// same `PLIANT_ABI_VERSION`.
const RELEASED: &str = "tests/abi/released";
/// The program that is compiled with these headers.
const CLIENT: &str = "tests/abi/client.c";
const CSHARP: &str = "tests/abi/Layout.cs";
const VERSION: &str = "PLIANT_ABI_VERSION";
const HASH: &str = "PLIANT_LAYOUT_HASH";

/// Compares header and lock, or with `bless` writes the lock.
pub fn run(bless: bool) -> Result {
    let now = measure::abi(&root().join("include"))?;
    let committed = read(&root().join(LOCK)).unwrap_or_default();
    let changes = compare::changes(&Abi::parse(&committed)?, &now);
    if committed != now.text() && !bless {
        let repeat = Some("cargo xtask abi --bless".to_owned());
        return Err(Failure {
            message: advice(&changes),
            repeat,
        });
    }
    has_its_hash(&now)?;
    for folder in released()? {
        keeps_released(&folder, &now)?;
    }
    if committed == now.text() {
        println!("    {LOCK} is what include/pliant.h gives");
        return Ok(());
    }
    changes
        .iter()
        .for_each(|(kind, said)| println!("    {kind:?}: {said}"));
    println!("    {LOCK} written");
    shell::write(&root().join(LOCK), &now.text())
}

/// The step of `cargo xtask test`: the lock, what compilers and the library say to it, and programs of older versions.
pub fn step(build: Build) -> Result {
    run(false)?;
    let lock = Abi::parse(&read(&root().join(LOCK))?)?;
    measure::assert_everywhere(&lock)?;
    exports(build, &lock)?;
    clients(build)?;
    csharp()
}

/// What changed, and what to do about it.
fn advice(changes: &[(Kind, String)]) -> String {
    let of = |kind| {
        let said = changes.iter().filter(move |change| change.0 == kind);
        said.map(|(_, said)| format!("\n    {said}"))
            .collect::<String>()
    };
    let mut text = format!("the C ABI of include/pliant.h is not that of {LOCK}");
    let (breaks, additions, names) = (of(Kind::Break), of(Kind::Addition), of(Kind::Name));
    if !breaks.is_empty() {
        text += &format!(
            "\n  BREAKS programs that were compiled before:{breaks}\n  Add beside the old instead: new fields at the end of a struct with struct_size, new functions with new names. If it must be, raise {VERSION} in src/ffi/version.rs, say so in CHANGELOG.md, and bless the lock."
        );
    }
    if !additions.is_empty() {
        text += &format!(
            "\n  adds, and old programs go on:{additions}\n  Keep {VERSION}. Where a struct grew, its first size belongs to FIRST_SIZES in src/ffi/layout.rs. Raise the minor version, and bless the lock."
        );
    }
    if !names.is_empty() {
        text += &format!("\n  changes nothing for programs:{names}\n  Bless the lock.");
    }
    if changes.is_empty() {
        text += ": the same ABI in other words. Bless the lock.";
    }
    text
}

/// The header's hash, computed here from what a C compiler says.
fn has_its_hash(abi: &Abi) -> Result {
    let (said, is) = (abi.constants.get(HASH), abi.layout_hash().to_string());
    match said == Some(&is) {
        true => Ok(()),
        false => Err(Failure::new(format!(
            "{HASH} of include/pliant.h is {}, its structs give {is}: run `cargo xtask bindings`",
            said.map_or("missing", String::as_str)
        ))),
    }
}

/// The folders of released headers, oldest name first; none before the first release.
fn released() -> Result<Vec<PathBuf>> {
    let folder = root().join(RELEASED);
    let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten();
    let mut folders: Vec<_> = entries
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    Ok(folders)
}

/// A released ABI is only added to, unless the version of the ABI was raised.
fn keeps_released(folder: &Path, now: &Abi) -> Result {
    let old = measure::abi(folder)?;
    if old.constants.get(VERSION) != now.constants.get(VERSION) {
        println!("    {} has another {VERSION}", folder.display());
        return Ok(());
    }
    let mut changes = compare::changes(&old, now);
    changes.retain(|(kind, _)| *kind == Kind::Break);
    match changes.is_empty() {
        true => Ok(()),
        false => Err(Failure::new(format!(
            "{} is released. {}",
            folder.display(),
            advice(&changes)
        ))),
    }
}

/// Runs a program compiled with the current header, and with each released one, against the library.
fn clients(build: Build) -> Result {
    let released = released()?;
    if released.is_empty() {
        println!("    no header is released yet: {RELEASED} is empty");
    }
    let current = root().join("include");
    for include in [&current].into_iter().chain(&released) {
        let program = root().join("target/xtask/abi_client");
        let mut compiler = words("gcc -std=c11 -Wall -Wextra -Werror");
        compiler
            .arg("-I")
            .arg(include)
            .arg(CLIENT)
            .arg("-o")
            .arg(&program);
        shell::run(compiler.args(["-L", build.folder(), "-lpliant", "-lm"]))?;
        shell::run(&mut with_library(build, Command::new(program)))?;
    }
    Ok(())
}

/// The built library exports the functions of the lock, and nothing else: other names could collide with a game's.
fn exports(build: Build, lock: &Abi) -> Result {
    if !cfg!(target_os = "linux") {
        println!("    exported names: only on Linux, where `nm -D` tells");
        return Ok(());
    }
    let library = root().join(build.folder()).join("libpliant.so");
    let listing = shell::output(words("nm -D --defined-only").arg(library))?;
    let exported = exported(&listing);
    let wanted: BTreeSet<&str> = lock.functions.keys().map(String::as_str).collect();
    println!(
        "    {} names are exported, {} are in {LOCK}",
        exported.len(),
        wanted.len()
    );
    let faults = export_faults(&exported, &wanted);
    match faults.is_empty() {
        true => Ok(()),
        false => Err(Failure::new(faults.join("\n"))),
    }
}

/// The functions of the lock's table, in its order, without `pliant_`.
pub fn table() -> Result<Vec<String>> {
    let lock = Abi::parse(&read(&root().join(LOCK))?)?;
    let fields = lock.structs.get(lock::TABLE).map(|table| &table.fields);
    let names = fields.into_iter().flatten().map(|field| field.name.clone());
    let is_function = |name: &String| !["struct_size", "reserved"].contains(&name.as_str());
    Ok(names.filter(is_function).collect())
}

/// The hash of the layouts in a folder's `pliant.h`.
pub fn layout_hash(include: &Path) -> Result<u64> {
    Ok(measure::abi(include)?.layout_hash())
}

/// The functions of the lock.
pub fn function_names() -> Result<Vec<String>> {
    let lock = Abi::parse(&read(&root().join(LOCK))?)?;
    Ok(lock.functions.into_keys().collect())
}

/// The names in the output of `nm`.
pub fn exported(listing: &str) -> BTreeSet<&str> {
    let names = listing
        .lines()
        .filter_map(|line| line.split_whitespace().last());
    names.collect()
}

/// What is wrong where a library exports `exported`, and should `wanted`.
pub fn export_faults(exported: &BTreeSet<&str>, wanted: &BTreeSet<&str>) -> Vec<String> {
    let more = exported.difference(wanted);
    let more = more.map(|name| {
        format!("{name} is exported, but not in {LOCK}: hide it, or declare it in src/ffi")
    });
    let less = wanted.difference(exported);
    more.chain(less.map(|name| format!("{name} is in {LOCK}, but not exported")))
        .collect()
}

/// The C# structs, constants and imports are those of the lock. Needs no library.
fn csharp() -> Result {
    let program = compile::csharp("abi_layout", &[root().join(CSHARP)])?;
    shell::run(words("mono").arg(program).arg(LOCK))
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// Functions that `pliant.hpp` does not call, each with the reason.
    const NOT_IN_CPP: &[(&str, &str)] = &[
        (
            "pliant_get_api",
            "for who loads the library by hand; the wrapper calls linked functions",
        ),
        (
            "pliant_abi_struct_size",
            "for other languages; C++ compiles the structs of the header",
        ),
    ];

    /// Functions that are neither called by the wrapper nor excused, and excuses of those that are called.
    fn uncovered<'a>(functions: impl Iterator<Item = &'a String>, wrapper: &str) -> Vec<&'a str> {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let words: BTreeSet<&str> = wrapper.split(|c| !is_word(c)).collect();
        let is_excused = |name: &str| NOT_IN_CPP.iter().any(|(excused, _)| *excused == name);
        let names = functions.map(String::as_str);
        names
            .filter(|name| words.contains(name) == is_excused(name))
            .collect()
    }

    fn lock_and_wrapper() -> (Abi, String) {
        let lock = Abi::parse(&read(&root().join(LOCK)).expect("the lock")).expect("its lines");
        let wrapper = read(&root().join("include/pliant.hpp")).expect("the wrapper");
        (lock, wrapper)
    }

    /// What `pliant.hpp` lacks.
    pub fn uncalled() -> Vec<String> {
        let (lock, wrapper) = lock_and_wrapper();
        let names = uncovered(lock.functions.keys(), &wrapper);
        names.into_iter().map(str::to_owned).collect()
    }

    #[test]
    fn the_wrapper_calls_every_function() {
        assert_eq!(uncalled(), [""; 0], "call them in pliant.hpp");
        let (lock, wrapper) = lock_and_wrapper();
        let less = wrapper.replace("pliant_world_events", "pliant_world_event");
        assert_eq!(
            uncovered(lock.functions.keys(), &less),
            ["pliant_world_events"]
        );
        let more = wrapper + "pliant_get_api(1, &api);";
        assert_eq!(uncovered(lock.functions.keys(), &more), ["pliant_get_api"]);
    }

    #[test]
    fn the_lock_is_read_as_it_was_written() {
        let text = read(&root().join(LOCK)).expect("the lock");
        let abi = Abi::parse(&text).expect("its lines");
        assert_eq!(abi.text(), text);
        assert!(abi.functions.len() > 50 && abi.structs.len() > 50 && abi.constants.len() > 80);
        assert!(
            abi.structs
                .values()
                .all(|layout| layout.fields.iter().all(|f| f.size > 0))
        );
        has_its_hash(&abi).expect("the hash");
    }

    #[test]
    fn a_change_is_told_with_what_to_do() {
        let said = advice(&[(Kind::Addition, "A.b is new".into())]);
        assert!(
            said.contains("A.b is new") && said.contains("Keep PLIANT_ABI_VERSION"),
            "{said}"
        );
        let said = advice(&[(Kind::Break, "A.b is gone".into())]);
        assert!(
            said.contains("A.b is gone") && said.contains("raise PLIANT_ABI_VERSION"),
            "{said}"
        );
    }

    #[test]
    fn a_name_too_many_or_too_few_is_seen() {
        let found = exported("0001 T pliant_abi_info\n0002 T rust_eh_personality\n");
        let wanted = BTreeSet::from(["pliant_abi_info", "pliant_shutdown"]);
        let faults = export_faults(&found, &wanted);
        assert_eq!(faults.len(), 2);
        assert!(faults[0].starts_with("rust_eh_personality is exported"));
        assert!(faults[1].starts_with("pliant_shutdown is in"));
    }
}
