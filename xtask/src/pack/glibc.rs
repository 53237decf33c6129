//! Libraries for old Linux systems: the static ones that cargo built, linked by zig against an old glibc.
//!
//! Rust's standard library runs with glibc 2.17, but a library that is linked here names the newest symbols that this
//! system has. Only the link makes the difference, so nothing is compiled anew.

use super::platform::LINUX_LIBRARIES;
use crate::abi;
use crate::build::Build;
use crate::shell::{self, Failure, Result, exists, read, root, words};
use std::path::{Path, PathBuf};

/// The oldest glibc that Rust's standard library runs with.
const GLIBC: &str = "2.17";
const ZIG: &str = "ziglang==0.17.1";
const TOOLS: &str = "target/pack-tools";
const OUT: &str = "target/pack-link/linux-x86_64";
const GODOT: &str = "bindings/godot/addons/pliant/pliant.gdextension";

/// Builds and links the libraries, and returns their folder. zig comes from PyPI, once.
pub fn build() -> Result<PathBuf> {
    Build::Shipped.make()?;
    let zig = zig()?;
    let (built, out) = (root().join(Build::Shipped.folder()), root().join(OUT));
    std::fs::create_dir_all(&out).map_err(|cause| Failure::new(format!("{OUT}: {cause}")))?;
    link(&zig, &built, &out, "pliant", &abi::function_names()?)?;
    let (from, to) = (built.join("libpliant.a"), out.join("libpliant.a"));
    std::fs::copy(from, to).map_err(|cause| Failure::new(format!("{OUT}: {cause}")))?;
    if let Some(entry) = godot_entry()? {
        let line = "cargo rustc --release --locked -p pliant_godot --lib --crate-type staticlib";
        shell::run(&mut words(line))?;
        link(&zig, &built, &out, "pliant_godot", &[entry])?;
    }
    Ok(out)
}

/// The program zig, installed if it is not there.
fn zig() -> Result<PathBuf> {
    let zig = root().join(TOOLS).join("bin/python-zig");
    if !zig.is_file() {
        let python = ["python3", "python"]
            .into_iter()
            .find(|python| exists(python));
        let python = python
            .ok_or_else(|| Failure::new("zig comes from PyPI: install Python 3 with venv"))?;
        shell::run(&mut words(&format!("{python} -m venv {TOOLS}")))?;
        shell::run(&mut words(&format!(
            "{TOOLS}/bin/python -m pip install -q {ZIG}"
        )))?;
    }
    Ok(zig)
}

/// The function that Godot's library exports, where its bindings are in the tree.
pub fn godot_entry() -> Result<Option<String>> {
    let list = root().join(GODOT);
    match list.is_file() {
        true => entry(&read(&list)?).map(Some),
        false => Ok(None),
    }
}

/// The function that Godot calls first, as its list says.
fn entry(list: &str) -> Result<String> {
    let line = list
        .lines()
        .find_map(|line| line.strip_prefix("entry_symbol"));
    let name =
        line.map(|line| line.trim_matches(|c: char| c == '=' || c == '"' || c.is_whitespace()));
    name.map(str::to_owned)
        .ok_or_else(|| Failure::new(format!("{GODOT} names no entry_symbol")))
}

/// Makes `libNAME.so` of `libNAME.a`. It exports `names` and nothing else.
fn link(zig: &Path, built: &Path, out: &Path, name: &str, names: &[String]) -> Result {
    let map = out.join(format!("{name}.map"));
    let globals: String = names.iter().map(|name| format!("{name};\n")).collect();
    shell::write(&map, &format!("{{ global:\n{globals}local: *; }};\n"))?;
    let library = out.join(format!("lib{name}.so"));
    let mut command = words(&format!("{} cc", zig.display()));
    // What zig compiles for a link, such as libunwind, stays below `target` too.
    command.env("ZIG_GLOBAL_CACHE_DIR", root().join(TOOLS).join("cache"));
    command.args([
        "-target",
        &format!("x86_64-linux-gnu.{GLIBC}"),
        "-shared",
        "-s",
        "-o",
    ]);
    command.arg(&library);
    command.args(names.iter().map(|name| format!("-Wl,-u,{name}")));
    command.arg(built.join(format!("lib{name}.a")));
    command.arg(format!("-Wl,--version-script={}", map.display()));
    command.arg(format!("-Wl,-soname,lib{name}.so"));
    command.args([
        "-Wl,--gc-sections",
        "-Wl,-z,relro",
        "-Wl,-z,now",
        "-lunwind",
    ]);
    shell::run(command.args(LINUX_LIBRARIES.split(' ')))?;
    let listing = shell::output(words("nm -D --defined-only").arg(&library))?;
    let exported = abi::exported(&listing);
    if exported != names.iter().map(String::as_str).collect() {
        return Err(Failure::new(format!(
            "{} exports {exported:?}",
            library.display()
        )));
    }
    let needed = needed(&library)?;
    match version(&needed) <= version(GLIBC) {
        true => Ok(()),
        false => Err(Failure::new(format!(
            "{} needs glibc {needed}, although it was linked against {GLIBC}",
            library.display()
        ))),
    }
}

/// The newest glibc that a library names.
pub fn needed(library: &Path) -> Result<String> {
    let listing = shell::output(words("objdump -T").arg(library))?;
    newest(&listing).ok_or_else(|| Failure::new(format!("{} names no glibc", library.display())))
}

fn newest(listing: &str) -> Option<String> {
    let names = listing.split(|c: char| c.is_whitespace() || c == '(' || c == ')');
    let versions = names.filter_map(|name| name.strip_prefix("GLIBC_"));
    let versions = versions.filter(|version| version.starts_with(|c: char| c.is_ascii_digit()));
    versions.max_by_key(|text| version(text)).map(str::to_owned)
}

fn version(text: &str) -> Vec<u32> {
    text.split('.')
        .filter_map(|number| number.parse().ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_version_is_found_by_number() {
        let listing = "0000 DF *UND* 0000 (GLIBC_2.2.5) malloc\n0000 DF *UND* 0000  GLIBC_2.17  clock\n\
            0000 DF *UND* 0000 GLIBC_2.9 pipe2\n0000 DF *UND* 0000 GLIBC_PRIVATE x\n";
        assert_eq!(newest(listing).as_deref(), Some("2.17"));
        assert_eq!(newest("nothing"), None);
    }

    #[test]
    fn godots_entry_is_found() {
        let list = "[configuration]\n\nentry_symbol = \"pliant_godot_init\"\n";
        assert_eq!(entry(list).expect("a name"), "pliant_godot_init");
        assert!(entry("[libraries]\n").is_err());
    }
}
