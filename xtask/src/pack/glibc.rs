//! A library for old Linux systems: linked by zig against an old glibc, in a folder of its own.

use crate::shell::{self, Failure, Result, exists, root, words};
use std::path::{Path, PathBuf};

/// The oldest glibc that Rust's own standard library runs with.
const GLIBC: &str = "2.17";
const TOOLS: &str = "target/pack-tools";
const TARGET: &str = "x86_64-unknown-linux-gnu";
const BUILD: &str = "target/pack-build";
/// Crates and their libraries, of those that the workspace has.
const CRATES: [(&str, &str); 2] = [
    ("pliant", "Cargo.toml"),
    ("pliant_godot", "bindings/godot/Cargo.toml"),
];

/// Builds the libraries and returns their folder. zig and cargo-zigbuild come from PyPI, once.
pub fn build() -> Result<PathBuf> {
    if !root().join(TOOLS).join("bin/cargo-zigbuild").is_file() {
        let python = ["python3", "python"]
            .into_iter()
            .find(|python| exists(python));
        let python = python
            .ok_or_else(|| Failure::new("zig comes from PyPI: install Python 3 with venv"))?;
        shell::run(&mut words(&format!("{python} -m venv {TOOLS}")))?;
        shell::run(&mut words(&format!(
            "{TOOLS}/bin/python -m pip install -q ziglang==0.17.1 cargo-zigbuild==0.24.1"
        )))?;
    }
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", root().join(TOOLS).join("bin").display());
    for (name, _) in CRATES
        .iter()
        .filter(|(_, manifest)| root().join(manifest).is_file())
    {
        let line =
            format!("cargo zigbuild --release --locked -p {name} --lib --target {TARGET}.{GLIBC}");
        let mut command = words(&line);
        shell::run(
            command
                .env("PATH", &path)
                .env("CARGO_TARGET_DIR", root().join(BUILD)),
        )?;
    }
    let folder = root().join(BUILD).join(TARGET).join("release");
    let needed = needed(&folder.join("libpliant.so"))?;
    match version(&needed) <= version(GLIBC) {
        true => Ok(folder),
        false => Err(Failure::new(format!(
            "the library needs glibc {needed}, although it was linked against {GLIBC}"
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
}
