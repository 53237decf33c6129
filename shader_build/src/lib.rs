//! Build-time WGSL tool: assembles `shaders/`, validates it with naga, checks the house rules and emits
//! Rust that names every kernel and proves at compile time that shared structs have one layout.
//!
//! What each folder may hold and use stands in `folders.rs`. A file may begin with these lines:
//!
//! | line | says |
//! |---|---|
//! | `//#use lib/math.wgsl` | the file includes that one, once, transitively |
//! | `//#needs kernel/own` | the file calls functions of a choice: a folder whose files declare the same functions, of which a kernel uses one |
//! | `//#open kernel/own` | the kernel leaves that choice open: it is compiled with each of the files |
//!
//! A file in `kernel/` is a kernel if it has entry points, or if it uses a file of `executor/` that has. Every file is compiled
//! by itself, once with each file of the choices that it needs, so it can name nothing that its own lines do not reach.
//!
//! The library gets no texts of files. It gets each declaration once, without comments, and for each kernel the list of those
//! that its entry points reach.

mod assemble;
mod count;
mod emit;
mod error;
mod folders;
mod layout;
mod loops;
mod reach;
mod rules;
mod scan;
mod source;
mod validate;

pub use count::{Copies, Count, count};
pub use error::{Failure, Failures};
pub use reach::{BUDGET, KernelText, closure_faults};
pub use scan::{Declaration, Keyword, declarations};

use source::{Source, Sources};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What one build of a shader folder yields.
#[derive(Debug, Default)]
pub struct Output {
    /// The text of `shaders.rs`, to be `include!`d by the crate's module of kernels.
    pub rust: String,
    /// The texts of all kernels.
    pub kernels: Vec<KernelText>,
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
    let path = folder("OUT_DIR")?.join("shaders.rs");
    println!("cargo:rerun-if-changed={}", root.display());
    let output = build(&root)?;
    std::fs::write(&path, output.rust)
        .map_err(|cause| Failure::plain(&path.display().to_string(), cause.to_string()))?;
    Ok(())
}

/// Checks and assembles every `*.wgsl` file under `root`; a missing or empty folder gives empty output.
///
/// # Errors
/// Every fault found, one per file, in the files' order.
pub fn build(root: &Path) -> Result<Output, Failures> {
    let sources = Sources::read(root)?;
    let mut build = Build::default();
    for file in sources.files() {
        build.failures.extend(rules::check(file));
        let checked = build.check(&sources, file);
        build.failures.extend(checked.err());
    }
    if build.failures.is_empty() {
        let is_idle = |file: &&Source| !folders::is_pure(file) && !build.used.contains(&*file.path);
        let idle = sources.files().filter(is_idle);
        let idle = idle.map(|file| Failure::plain(&file.shown, "no kernel uses it".into()));
        build.failures.extend(idle);
    }
    // A fault of a library shows again in each file that uses it.
    let mut failures = build.failures;
    let mut places = BTreeSet::new();
    failures.retain(|failure| places.insert((failure.file.clone(), failure.line, failure.column)));
    if !failures.is_empty() {
        return Err(Failures(failures));
    }
    let rust = build.library.rust(&build.layouts);
    Ok(Output {
        rust,
        kernels: build.kernels,
    })
}

/// What is known of the files that were checked.
#[derive(Default)]
struct Build<'a> {
    failures: Vec<Failure>,
    library: emit::Library<'a>,
    kernels: Vec<KernelText>,
    layouts: String,
    /// The files in kernels, by path.
    used: BTreeSet<&'a str>,
}

impl<'a> Build<'a> {
    /// Compiles a file in each way that its open choices can be made. Stops at the first fault.
    fn check(&mut self, sources: &'a Sources, file: &'a Source) -> Result<(), Failure> {
        let (mut way, mut ways, mut texts) = (0, 1, Vec::new());
        while way < ways {
            let assembled = assemble::assemble(sources, file, way)?;
            ways = assembled.ways;
            let ir = validate::validate(file, &assembled)?;
            assemble::check_names(file, &assembled)?;
            if file.family() == "share" {
                self.layouts += &layout::reflect(file, &ir)?;
            }
            if sources.is_kernel(file) {
                self.used
                    .extend(assembled.files.iter().map(|file| file.path.as_str()));
                let text = emit::Text::new(file, &assembled);
                let ir = validate::parse_reached(file, &text.shown.text)?;
                texts.push((text, ir));
            }
            way += 1;
        }
        if !texts.is_empty() {
            self.library.add(sources, file, &texts)?;
            self.kernels
                .extend(texts.into_iter().map(|(text, _)| text.shown));
        }
        Ok(())
    }
}
