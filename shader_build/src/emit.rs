//! Reflects kernels and writes `shaders.rs`.

use crate::Failure;
use crate::assemble::{Assembled, Source};
use crate::validate::Validated;
use naga::{AddressSpace, StorageAccess};
use std::collections::BTreeMap;
use std::fmt::Write;

/// What `shaders.rs` says of one file with entry points.
pub struct Kernel {
    /// `shaders/kernel/integrate.wgsl`.
    shown: String,
    /// `INTEGRATE`.
    constant: String,
    /// Name of the assembled file beside `shaders.rs`.
    pub file_name: String,
    /// The assembled text.
    pub wgsl: String,
    bindings: BTreeMap<(u32, u32), (String, &'static str)>,
    entry_points: Vec<String>,
    overrides: Vec<String>,
}

impl Kernel {
    /// Reads bindings, entry points and overrides off a validated module.
    pub fn reflect(
        file: &Source,
        assembled: &Assembled,
        module: &Validated,
    ) -> Result<Self, Failure> {
        let ir = &module.ir;
        let mut bindings = BTreeMap::new();
        for (_, variable) in ir.global_variables.iter() {
            let Some(at) = variable.binding else { continue };
            let name = variable.name.clone().unwrap_or_default();
            let kind = match variable.space {
                AddressSpace::Uniform => "Uniform",
                AddressSpace::Storage { access } if access.contains(StorageAccess::STORE) => {
                    "StorageReadWrite"
                }
                AddressSpace::Storage { .. } => "StorageRead",
                _ => {
                    let message =
                        format!("binding `{name}` is neither a uniform nor a storage buffer");
                    return Err(Failure::plain(&file.shown, &message));
                }
            };
            let place = (at.group, at.binding);
            if let Some((other, _)) = bindings.insert(place, (name.clone(), kind)) {
                let message = format!(
                    "`{other}` and `{name}` share @group({}) @binding({})",
                    at.group, at.binding
                );
                return Err(Failure::plain(&file.shown, &message));
            }
        }
        let overrides = ir
            .overrides
            .iter()
            .filter_map(|(_, constant)| constant.name.clone());
        Ok(Kernel {
            shown: file.shown.clone(),
            constant: file.stem.to_ascii_uppercase(),
            file_name: format!("{}_{}.wgsl", file.family, file.stem),
            wgsl: assembled.text.clone(),
            bindings,
            entry_points: ir
                .entry_points
                .iter()
                .map(|entry| entry.name.clone())
                .collect(),
            overrides: overrides.collect(),
        })
    }

    fn write(&self, into: &mut String) -> std::fmt::Result {
        let Kernel {
            shown,
            constant,
            file_name,
            ..
        } = self;
        let label = shown
            .trim_start_matches("shaders/")
            .trim_end_matches(".wgsl");
        writeln!(into, "/// `{shown}` with what it uses.")?;
        writeln!(into, "#[allow(dead_code)]")?;
        writeln!(
            into,
            "pub const {constant}: crate::gpu::kernel::KernelSource = crate::gpu::kernel::KernelSource {{"
        )?;
        writeln!(into, "    label: {label:?},")?;
        writeln!(
            into,
            "    wgsl: include_str!(concat!(env!(\"OUT_DIR\"), \"/{file_name}\")),"
        )?;
        writeln!(into, "    bindings: &[")?;
        for ((group, binding), (name, kind)) in &self.bindings {
            writeln!(
                into,
                "        crate::gpu::kernel::Binding {{ group: {group}, binding: {binding}, name: {name:?}, \
                 kind: crate::gpu::kernel::BindingKind::{kind} }},"
            )?;
        }
        writeln!(into, "    ],")?;
        writeln!(into, "    entry_points: &[")?;
        for name in &self.entry_points {
            writeln!(
                into,
                "        crate::gpu::kernel::EntryPoint {{ name: {name:?} }},"
            )?;
        }
        writeln!(into, "    ],")?;
        writeln!(into, "    overrides: &{:?},", self.overrides)?;
        writeln!(into, "}};")
    }
}

/// Two kernels of one stem would need one Rust name.
pub fn name_clashes(kernels: &[Kernel]) -> Vec<Failure> {
    let mut seen: BTreeMap<&str, &str> = BTreeMap::new();
    let mut failures = Vec::new();
    for kernel in kernels {
        if let Some(other) = seen.insert(&kernel.constant, &kernel.shown) {
            let message = format!(
                "has the same name as {other}; both would be {}",
                kernel.constant
            );
            failures.push(Failure::plain(&kernel.shown, &message));
        }
    }
    failures
}

/// The text of `shaders.rs`.
pub fn rust(kernels: &[Kernel], layouts: &[String]) -> String {
    let mut text = String::from("// Written by shader_build at build time; do not edit.\n\n");
    for kernel in kernels {
        // Writing to a String cannot fail.
        let _ = kernel.write(&mut text);
        text.push('\n');
    }
    if !kernels.is_empty() {
        let names: Vec<String> = kernels.iter().map(|k| format!("&{}", k.constant)).collect();
        let _ = writeln!(
            text,
            "/// Every kernel, in the order of their files.\n#[allow(dead_code)]\n\
             pub const KERNELS: &[&crate::gpu::kernel::KernelSource] = &[{}];\n",
            names.join(", ")
        );
    }
    for layout in layouts {
        text.push_str(layout);
    }
    text
}
