//! Where the plugin, its stub and what is made of them lie.

use crate::shell::{self, Failure, Result, read, root};
use std::path::Path;

pub const SOURCE: &str = "bindings/unreal/Source";
pub const STUB: &str = "tests/unreal/stub";
/// Where what UHT would write, unity files and programs go.
pub const OUT: &str = "target/unreal";
/// Second numbers of the engine versions; the plugin is linked as the last one.
pub const VERSIONS: &[u32] = &[4, 5, 6];

/// All sources and headers of the plugin as one text.
pub fn all_sources() -> Result<String> {
    let mut text = String::new();
    for module in folders(SOURCE)? {
        for part in ["Public", "Private"] {
            for extension in ["h", "cpp"] {
                for file in shell::files(&format!("{SOURCE}/{module}/{part}"), extension)? {
                    text += &read(Path::new(&file))?;
                }
            }
        }
    }
    Ok(text)
}

/// Folders of a folder, sorted.
pub fn folders(path: &str) -> Result<Vec<String>> {
    let fault = |cause: std::io::Error| Failure::new(format!("{path}: {cause}"));
    let mut found = Vec::new();
    for entry in std::fs::read_dir(root().join(path)).map_err(fault)? {
        let entry = entry.map_err(fault)?;
        if entry.path().is_dir() {
            found.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    found.sort();
    Ok(found)
}
