//! Reflects kernels and writes `shaders.rs`.

use crate::Failure;
use crate::assemble::{Assembled, Source};
use naga::{AddressSpace, EntryPoint, Module, StorageAccess};
use std::collections::BTreeMap;

/// What `shaders.rs` says of one file with entry points.
pub struct Kernel {
    /// Name beside `shaders.rs` and text of the assembled file.
    pub assembled: (String, String),
    /// The Rust that declares it.
    rust: String,
}

impl Kernel {
    /// Reads bindings, entry points and overrides off a validated module.
    pub fn reflect(file: &Source, assembled: &Assembled, ir: &Module) -> Result<Self, Failure> {
        let file_name = format!("{}_{}.wgsl", file.family(), file.stem);
        let constant = file.stem.to_ascii_uppercase();
        let entry = |entry: &EntryPoint| format!("EntryPoint {{ name: {:?} }}, ", entry.name);
        let entries: String = ir.entry_points.iter().map(entry).collect();
        let overrides = ir.overrides.iter();
        let overrides = overrides.filter_map(|(_, found)| found.name.as_ref());
        let overrides: Vec<_> = overrides.collect();
        let rust = format!(
            "/// `{shown}` with what it uses.
#[allow(dead_code)]
pub const {constant}: crate::gpu::kernel::KernelSource = {{
    use crate::gpu::kernel::*;
    KernelSource {{
        label: \"{family}/{stem}\",
        wgsl: include_str!(concat!(env!(\"OUT_DIR\"), \"/{file_name}\")),
        bindings: &[\n{bindings}        ],
        entry_points: &[{entries}],
        overrides: &{overrides:?},
    }}
}};\n\n",
            shown = file.shown,
            family = file.family(),
            stem = file.stem,
            bindings = bindings(file, ir)?,
        );
        Ok(Kernel {
            assembled: (file_name, assembled.text.clone()),
            rust,
        })
    }
}

/// One line of Rust a binding, in the order of group and number.
fn bindings(file: &Source, ir: &Module) -> Result<String, Failure> {
    let mut lines = BTreeMap::new();
    for (_, variable) in ir.global_variables.iter() {
        let Some(at) = variable.binding else { continue };
        let (name, group, binding) = (variable.name.as_deref().unwrap_or(""), at.group, at.binding);
        let kind = match variable.space {
            AddressSpace::Storage { access } if access.contains(StorageAccess::STORE) => {
                "StorageReadWrite"
            }
            AddressSpace::Storage { .. } => "StorageRead",
            _ => return Err(file.fault(name, "is not a storage buffer: parameters are immediates")),
        };
        let line = format!(
            "            Binding {{ group: {group}, binding: {binding}, name: {name:?}, \
             kind: BindingKind::{kind} }},\n"
        );
        if lines.insert((group, binding), line).is_some() {
            return Err(file.fault(name, "has the @group and @binding of another"));
        }
    }
    Ok(lines.into_values().collect())
}

/// The text of `shaders.rs`.
pub fn rust(kernels: &[Kernel], layouts: &str) -> String {
    let sources: String = kernels.iter().map(|kernel| kernel.rust.as_str()).collect();
    format!("// Written by shader_build at build time; do not edit.\n\n{sources}{layouts}")
}
