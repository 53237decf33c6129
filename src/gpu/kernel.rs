//! Kernels as the shader build describes them, and their pipelines.

/// A kernel file: assembled text and what it declares.
#[derive(Debug)]
pub struct KernelSource {
    /// The file's stem.
    pub label: &'static str,
    /// The assembled WGSL.
    pub wgsl: &'static str,
    /// All buffers it declares.
    pub bindings: &'static [Binding],
    /// All its entry points.
    pub entry_points: &'static [EntryPoint],
    /// Names of its override constants.
    pub overrides: &'static [&'static str],
}

/// A buffer a kernel declares.
#[derive(Debug)]
pub struct Binding {
    /// Bind group.
    pub group: u32,
    /// Place in the group.
    pub binding: u32,
    /// The variable's name.
    pub name: &'static str,
    /// How it is bound.
    pub kind: BindingKind,
}

/// How a buffer is bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BindingKind {
    /// `var<uniform>`.
    Uniform,
    /// `var<storage, read>`.
    StorageRead,
    /// `var<storage, read_write>`.
    StorageReadWrite,
}

/// An entry point of a kernel file.
#[derive(Debug)]
pub struct EntryPoint {
    /// The function's name.
    pub name: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/shaders.rs"));
