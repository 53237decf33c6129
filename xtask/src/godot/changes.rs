//! Whether Godot's crate has changed since it passed. Its dependencies compile for minutes, and few changes meet it.

use crate::build::Crates;
use crate::shell::{self, Failure, Result, root};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

/// What the crate, the add-on and the demo are made of: folders and files. A change of the C ABI changes its lock.
const PARTS: [&str; 3] = ["bindings/godot", "include/abi.lock", "Cargo.lock"];
/// The hash of what passed last.
const PASSED: &str = "target/xtask/godot.passed";

/// The crates to test: Godot's too with the long tests, or if it has changed.
pub fn crates(is_long: bool) -> Result<Crates> {
    let passed = shell::read(&root().join(PASSED)).ok();
    match !is_long && passed == Some(hash(&root())?) {
        true => Ok(Crates::WithoutGodot),
        false => Ok(Crates::All),
    }
}

/// Keeps that it passed as it is.
pub fn passed() -> Result {
    shell::write(&root().join(PASSED), &hash(&root())?)
}

/// Of all names and bytes.
fn hash(root: &Path) -> Result<String> {
    let mut hasher = DefaultHasher::new();
    for part in PARTS {
        add(&root.join(part), &mut hasher)
            .map_err(|cause| Failure::new(format!("{part}: {cause}")))?;
    }
    Ok(format!("{:016x}\n", hasher.finish()))
}

fn add(path: &Path, hasher: &mut DefaultHasher) -> std::io::Result<()> {
    path.file_name().hash(hasher);
    if !path.is_dir() {
        std::fs::read(path)?.hash(hasher);
        return Ok(());
    }
    let entries = std::fs::read_dir(path)?.map(|entry| Ok(entry?.path()));
    let mut entries = entries.collect::<std::io::Result<Vec<_>>>()?;
    entries.sort();
    entries.len().hash(hasher);
    entries.iter().try_for_each(|entry| add(entry, hasher))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_of_a_byte_or_a_name_is_seen() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            shell::write(&folder.path().join(name), text).expect("written");
        };
        let hash = || hash(folder.path()).expect("a hash");
        write("include/abi.lock", "a");
        write("Cargo.lock", "b");
        write("bindings/godot/src/lib.rs", "c");
        let first = hash();
        assert_eq!(hash(), first);
        write("bindings/godot/src/lib.rs", "d");
        let second = hash();
        assert_ne!(second, first);
        let src = folder.path().join("bindings/godot/src");
        std::fs::rename(src.join("lib.rs"), src.join("body.rs")).expect("renamed");
        assert_ne!(hash(), second);
    }
}
