//! `include/pliant.h`, by cbindgen, and the hash of its layouts.

use crate::abi;
use crate::shell::{self, Failure, Result, read, root};
use std::path::{Path, PathBuf};

const PREAMBLE: &str = "include/preamble.h.in";
const HASH: &str = "pub const PLIANT_LAYOUT_HASH: u64 = ";

/// Whether a `mod.rs` beside the file declares it: cbindgen follows that declaration by itself.
fn has_parent_module(source: &Path) -> bool {
    let module = source.with_file_name("mod.rs");
    source != module && module.is_file()
}

/// The header.
pub fn text(sources: &[PathBuf]) -> Result<String> {
    let fault = |cause: String| Failure::new(format!("cbindgen: {cause}"));
    let config = cbindgen::Config::from_file(root().join("cbindgen.toml")).map_err(fault)?;
    let preamble = read(&root().join(PREAMBLE))?;
    let mut builder = cbindgen::Builder::new()
        .with_config(config)
        .with_header(preamble.trim_end());
    for source in sources.iter().filter(|source| !has_parent_module(source)) {
        builder = builder.with_src(source);
    }
    let bindings = builder
        .generate()
        .map_err(|cause| fault(cause.to_string()))?;
    let mut bytes = Vec::new();
    bindings.write(&mut bytes);
    String::from_utf8(bytes).map_err(|cause| fault(cause.to_string()))
}

/// The hash of a header's layouts, as a C compiler finds them.
pub fn layout_hash(header: &str) -> Result<u64> {
    let folder = root().join("target/xtask/header");
    shell::write(&folder.join("pliant.h"), header)?;
    abi::layout_hash(&folder)
}

/// A Rust text whose layout hash is this one.
pub fn with_hash(text: &str, hash: u64) -> Result<String> {
    let parts = text.split_once(HASH);
    let parts = parts.and_then(|(head, rest)| Some((head, rest.split_once(';')?.1)));
    let (head, tail) =
        parts.ok_or_else(|| Failure::new(format!("nothing starts with `{HASH}`")))?;
    let [a, b, c, d] = [48, 32, 16, 0].map(|shift| hash >> shift & 0xffff);
    Ok(format!(
        "{head}{HASH}0x{a:04x}_{b:04x}_{c:04x}_{d:04x};{tail}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_replaced() {
        let text = format!("a;\n{HASH}0x1;\nb;\n");
        let replaced = with_hash(&text, 0x29fd_0458_9b43_9439).expect("it is there");
        assert_eq!(replaced, format!("a;\n{HASH}0x29fd_0458_9b43_9439;\nb;\n"));
        assert!(with_hash("a;\n", 1).is_err());
    }
}
