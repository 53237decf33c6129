//! Build-time WGSL tool: assembles `shaders/`, validates it with naga, checks the house rules and emits
//! Rust that names every kernel and proves at compile time that shared structs have one layout.
//!
//! The folders under `shaders/` decide what a file may hold:
//!
//! | folder | holds |
//! |---|---|
//! | `lib share material constraint collider` | pure libraries: functions, structs and constants |
//! | `primitive kernel` | kernels, which have entry points, and what they use |
//! | `kernel/X`, but for `kernel/stage` | a choice: files that declare the same functions, of which a kernel uses one |
//!
//! A line `//#use lib/math.wgsl` includes that file once, transitively. A line `//#needs kernel/own` says that the file calls
//! functions of that choice. Every file is compiled by itself, once with each file of the choices it needs, so it can name
//! nothing that its own lines do not reach.

mod assemble;
mod emit;
mod error;
mod layout;
mod loops;
mod rules;
mod scan;
mod validate;

pub use error::{Failure, Failures};
pub use scan::{Declaration, Keyword, declarations};

use assemble::{KERNELS, Source, Sources};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What one build of a shader folder yields.
#[derive(Debug, Default)]
pub struct Output {
    /// The text of `shaders.rs`, to be `include!`d by the crate's `gpu` module.
    pub rust: String,
    /// Assembled WGSL, as (file name, text); `shaders.rs` includes them from beside itself.
    pub wgsl: Vec<(String, String)>,
}

/// Builds `$CARGO_MANIFEST_DIR/shaders` into `$OUT_DIR/shaders.rs`; the whole of a build script.
///
/// # Errors
/// Every fault found, with file, line and column; or that a file cannot be read or written.
pub fn run() -> Result<(), Failures> {
    let folder = |name: &str| match std::env::var_os(name) {
        Some(value) => Ok(PathBuf::from(value)),
        None => Err(Failure::plain(name, "is not set".to_owned())),
    };
    let root = folder("CARGO_MANIFEST_DIR")?.join("shaders");
    let out = folder("OUT_DIR")?;
    println!("cargo:rerun-if-changed={}", root.display());
    let output = build(&root)?;
    for (name, text) in &output.wgsl {
        write(&out.join(name), text)?;
    }
    write(&out.join("shaders.rs"), &output.rust)?;
    Ok(())
}

/// Checks and assembles every `*.wgsl` file under `root`; a missing or empty folder gives empty output.
///
/// # Errors
/// Every fault found, one per file, in the files' order.
pub fn build(root: &Path) -> Result<Output, Failures> {
    let sources = Sources::read(root)?;
    let (mut failures, mut kernels, mut layouts) = (Vec::new(), Vec::new(), String::new());
    let mut used = BTreeSet::new();
    for file in sources.files() {
        failures.extend(rules::check(file));
        let (mut way, mut ways) = (0, 1);
        while way < ways {
            let checked = assemble::assemble(&sources, file, way).and_then(|assembled| {
                ways = assembled.ways;
                let ir = validate::validate(file, &assembled)?;
                if file.family() == "share" {
                    layouts += &layout::reflect(file, &ir)?;
                }
                if file.has_entry() {
                    used.extend(assembled.files.iter().map(|file| &file.shown));
                    kernels.push(emit::Kernel::reflect(file, &assembled, &ir)?);
                }
                Ok(())
            });
            failures.extend(checked.err());
            way += 1;
        }
    }
    if failures.is_empty() {
        let is_idle = |file: &&Source| file.is_in(&KERNELS) && !used.contains(&file.shown);
        let idle = sources.files().filter(is_idle);
        failures.extend(idle.map(|file| Failure::plain(&file.shown, "no kernel uses it".into())));
    }
    // A fault of a library shows again in each file that uses it.
    let mut places = BTreeSet::new();
    failures.retain(|failure| places.insert((failure.file.clone(), failure.line, failure.column)));
    if !failures.is_empty() {
        return Err(Failures(failures));
    }
    let rust = emit::rust(&kernels, &layouts);
    let wgsl = kernels.into_iter().map(|kernel| kernel.assembled).collect();
    Ok(Output { rust, wgsl })
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text)
        .map_err(|cause| Failure::plain(&path.display().to_string(), cause.to_string()))
}
