//! The C# side: `NativeMethods.g.cs`, by csbindgen, and `Defaults.g.cs`.

use super::sources::Function;
use super::statuses::StatusConstant;
use crate::shell::{Failure, Result, read, root};
use std::path::{Path, PathBuf};

/// Files of `src/ffi` that C# does not need: it imports functions by name, not through a table of pointers.
const NOT_CSHARP: &[&str] = &["src/ffi/api.rs", "src/ffi/table.rs"];
/// Names of structs that are others in `Defaults`.
const NAMES: &[(&str, &str)] = &[("Cluster", "Clusters")];

/// `NativeMethods.g.cs`.
pub fn methods(sources: &[PathBuf], statuses: &[StatusConstant]) -> Result<String> {
    let path: &Path = &root().join("target/xtask/NativeMethods.g.cs");
    let mut builder = csbindgen::Builder::default()
        .csharp_dll_name("pliant")
        .csharp_namespace("Pliant")
        .csharp_class_name("NativeMethods")
        .csharp_class_accessibility("public")
        // Delegates and IntPtr: the compilers of Unity and Mono do not know function pointers and nint.
        .csharp_use_function_pointer(false)
        .csharp_use_nint_types(false)
        .csharp_generate_const_filter(|name| name.starts_with("PLIANT_"));
    // csbindgen leaves out negative constants, so the statuses go into a partial class of their own.
    let imported = |path: &&PathBuf| !NOT_CSHARP.iter().any(|other| path.ends_with(other));
    for source in sources[1..].iter().filter(imported) {
        builder = builder.input_extern_file(source);
    }
    let constants: String = statuses.iter().map(StatusConstant::csharp).collect();
    let class = "public static unsafe partial class NativeMethods";
    builder = builder.csharp_file_footer(format!(
        "namespace Pliant\n{{\n    {class}\n    {{\n{constants}    }}\n}}"
    ));
    builder
        .generate_csharp_file(path)
        .map_err(|cause| Failure::new(format!("csbindgen: {cause}")))?;
    Ok(documented(&read(path)?, class))
}

/// Adds the documentation that csbindgen leaves out: of the class, and of the types of callbacks.
fn documented(text: &str, class: &str) -> String {
    let mut documented = String::new();
    let mut has_class = false;
    for line in text.lines() {
        let (code, first) = (line.trim_start(), !has_class);
        if code == class && first {
            has_class = true;
            documented += "    /// <summary>The C ABI: functions and constants by their names in pliant.h.</summary>\n";
        }
        if code.starts_with("[UnmanagedFunctionPointer(") {
            documented += "        /// <summary>A callback. The function that its name begins with says when it is called.</summary>\n";
        }
        documented += line;
        documented += "\n";
    }
    documented
}

/// `Defaults.g.cs`: a function for each struct that has defaults.
pub fn defaults(functions: &[Function]) -> String {
    let all = functions.iter().filter_map(|function| {
        let described = function.initialises()?;
        Some(default(function, described))
    });
    let all: Vec<String> = all.collect();
    format!(
        "// Written by `cargo xtask bindings`; do not edit.\n\nnamespace Pliant\n{{\n    \
         /// <summary>Descriptions with their defaults, and poses.</summary>\n    \
         public static unsafe partial class Defaults\n    {{\n{}    }}\n}}\n",
        all.join("\n")
    )
}

fn default(function: &Function, described: &str) -> String {
    let name = described.strip_prefix("Pliant").unwrap_or(described);
    let name = name.strip_suffix("Desc").unwrap_or(name);
    let known = NAMES.iter().find(|(other, _)| *other == name);
    let name = known.map_or(name, |(_, name)| name);
    let (variable, init) = (&function.parameters[0].0, &function.name);
    format!(
        "        /// <summary>{}</summary>
        public static {described} {name}()
        {{
            Library.RequireFit();
            {described} {variable};
            Library.Check(NativeMethods.{init}(&{variable}, (uint)sizeof({described})));
            return {variable};
        }}
",
        summary(function)
    )
}

/// The first line of a function's documentation without its verb: what it writes.
fn summary(function: &Function) -> String {
    let line = function
        .documentation
        .first()
        .map_or("", |line| line.trim());
    let line = line.strip_prefix("Writes the ").unwrap_or(line);
    let mut text = String::new();
    for (index, part) in line.split('`').enumerate() {
        let is_code = index % 2 == 1;
        text += &if is_code {
            format!("<c>{part}</c>")
        } else {
            part.to_owned()
        };
    }
    text[..1].to_ascii_uppercase() + &text[1..]
}

#[cfg(test)]
mod tests {
    use super::super::sources::tests::of;
    use super::*;

    #[test]
    fn the_class_and_the_callbacks_are_documented() {
        let class = "    public static class N\n";
        let callback = "        [UnmanagedFunctionPointer(x)]\n        public delegate void d();\n";
        let text = documented(&format!("{class}{callback}{class}"), class.trim());
        let lines: Vec<_> = text.lines().map(str::trim).collect();
        assert!(lines[0].starts_with("/// <summary>The C ABI") && lines[1] == class.trim());
        assert!(lines[2].starts_with("/// <summary>A callback") && lines.len() == 6);
    }

    #[test]
    fn a_function_that_writes_defaults_becomes_one_that_returns_them() {
        let sources = of("/// Writes the defaults of `A`: none.\n\
             pub unsafe extern \"C\" fn pliant_cluster_init(desc: *mut PliantClusterDesc, struct_size: u32) -> i32 {}\n\
             pub extern \"C\" fn pliant_shutdown() -> i32 {}");
        let text = defaults(&sources.functions);
        for line in [
            "/// <summary>Defaults of <c>A</c>: none.</summary>",
            "public static PliantClusterDesc Clusters()",
            "Library.Check(NativeMethods.pliant_cluster_init(&desc, (uint)sizeof(PliantClusterDesc)));",
        ] {
            assert!(text.contains(line), "{text}");
        }
        assert!(!text.contains("shutdown"), "{text}");
    }
}
