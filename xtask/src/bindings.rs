//! `cargo xtask bindings`: the C header and the C# bindings, both from the Rust sources of the C ABI.

use crate::shell::{self, Done, Failure, Result, read, root};
use std::path::{Path, PathBuf};

const HEADER: &str = "include/pliant.h";
const PREAMBLE: &str = "include/preamble.h.in";
const CSHARP: &str = "bindings/dotnet/NativeMethods.g.cs";
/// The C# side, and its copies.
const DOTNET: &str = "bindings/dotnet";
const UNITY: &str = "bindings/unity/Runtime/Core";
const PAGE: &str = "docs/unity.md";
const PAGES: &str = "](https://github.com/pliant/pliant/blob/main/docs/";
const PAGE_COPY: &str = "bindings/unity/Documentation~/index.md";
/// Rust files and folders whose public C types and constants belong to the ABI.
const TYPES: &[&str] = &[
    "src/ids.rs",
    "src/math.rs",
    "src/view.rs",
    "src/view",
    "src/desc",
];
const FUNCTIONS: &str = "src/ffi";
/// Files of `src/ffi` that C# does not need: it imports functions by name, not through a table of pointers.
const NOT_CSHARP: &[&str] = &["src/ffi/api.rs", "src/ffi/table.rs"];

/// Writes both files, or with `check` fails when one differs from what is committed.
pub fn run(check: bool) -> Result {
    let statuses = statuses(&read(&root().join("geometry/src/error.rs"))?)?;
    let sources = sources(&statuses)?;
    let texts = [
        (HEADER, header(&sources)?),
        (CSHARP, csharp(&sources, &statuses)?),
    ];
    for (path, text) in texts {
        let file = root().join(path);
        let committed = read(&file).unwrap_or_default();
        if committed == text {
            println!("    {path} is up to date");
        } else if check {
            return Err(drift(path, &committed, &text));
        } else {
            shell::write(&file, &text)?;
            println!("    {path} written");
        }
    }
    copies(check)
}

/// Unity's package holds copies of the C# side and of its page, because a package manager does not follow links.
fn copies(check: bool) -> Result {
    let names = |folder: &str| -> Result<Vec<String>> {
        let name = |path: &PathBuf| Some(path.file_name()?.to_string_lossy().into_owned());
        Ok(shell::files(folder, "cs")?
            .iter()
            .filter_map(name)
            .collect())
    };
    let (sources, copied) = (names(DOTNET)?, names(UNITY)?);
    let beside = |name: &String| (format!("{DOTNET}/{name}"), format!("{UNITY}/{name}"));
    let mut pairs: Vec<(String, String)> = sources.iter().map(beside).collect();
    pairs.push((PAGE.to_owned(), PAGE_COPY.to_owned()));
    for (from, to) in &pairs {
        let mut text = read(&root().join(from))?;
        if from == PAGE {
            text = with_absolute_links(&text);
        }
        let old = read(&root().join(to)).unwrap_or_default();
        match (old == text, check) {
            (true, _) => {}
            (false, true) => return Err(drift(to, &old, &text)),
            (false, false) => shell::write(&root().join(to), &text)?,
        }
    }
    match copied.iter().find(|name| !sources.contains(name)) {
        None => {
            println!("    {UNITY} holds copies of {DOTNET}");
            Ok(())
        }
        Some(other) => Err(Failure::new(format!(
            "{UNITY}/{other} is a copy of nothing in {DOTNET}: delete it and its .meta"
        ))),
    }
}

/// A page whose links lead to the other pages also where those do not lie beside it.
fn with_absolute_links(page: &str) -> String {
    let mut parts = page.split("](");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_outside = part.starts_with("http") || part.starts_with('#');
        text += if is_outside { "](" } else { PAGES };
        text += part;
    }
    text
}

/// The step of `cargo xtask test`.
pub fn check_step() -> Result<Done> {
    if !root().join(FUNCTIONS).is_dir() {
        return Ok(Done::Absent(format!("{FUNCTIONS} does not exist yet")));
    }
    run(true).map(|()| Done::Passed)
}

fn drift(path: &str, committed: &str, text: &str) -> Failure {
    let pairs = committed.lines().zip(text.lines());
    let same = pairs.take_while(|(old, new)| old == new).count();
    let line = |text: &str| text.lines().nth(same).unwrap_or("(end of file)").to_owned();
    Failure {
        message: format!(
            "{path} is not what the sources give; first at line {}:\n  committed: {}\n  sources:   {}",
            same + 1,
            line(committed),
            line(text)
        ),
        repeat: Some("cargo xtask bindings".to_owned()),
    }
}

/// The Rust files that both generators read, statuses first.
fn sources(statuses: &[StatusConstant]) -> Result<Vec<PathBuf>> {
    let path = root().join("target/xtask/statuses.rs");
    let text: String = statuses.iter().map(StatusConstant::rust).collect();
    shell::write(&path, &text)?;
    let mut sources = vec![path];
    for path in TYPES {
        match root().join(path).is_dir() {
            true => sources.extend(shell::files(path, "rs")?),
            false => sources.push(root().join(path)),
        }
    }
    let functions = shell::files(FUNCTIONS, "rs")?;
    if functions.is_empty() {
        return Err(Failure::new(format!("{FUNCTIONS} holds no Rust file")));
    }
    sources.extend(functions);
    let is_test = |name: &std::ffi::OsStr| name.to_string_lossy().ends_with("tests.rs");
    sources.retain(|source| !source.file_name().is_some_and(is_test));
    Ok(sources)
}

/// A variant of the enum `Status` as a constant: the C ABI has no enums.
#[derive(Debug, PartialEq)]
struct StatusConstant {
    /// `PLIANT_OK`, positive `PLIANT_…`, negative `PLIANT_ERROR_…`.
    name: String,
    number: i32,
    documentation: Vec<String>,
}

impl StatusConstant {
    fn rust(&self) -> String {
        let lines: String = self
            .documentation
            .iter()
            .map(|line| format!("///{line}\n"))
            .collect();
        format!("{lines}pub const {}: i32 = {};\n", self.name, self.number)
    }

    fn csharp(&self) -> String {
        let documentation = self.documentation.join(" ");
        format!(
            "        /// <summary>{documentation} </summary>\n        public const int {} = {};\n",
            self.name, self.number
        )
    }
}

/// Reads the variants of `Status` in their order.
fn statuses(error_rs: &str) -> Result<Vec<StatusConstant>> {
    let fault = |message: String| Failure::new(format!("geometry/src/error.rs: {message}"));
    let file = syn::parse_file(error_rs).map_err(|cause| fault(cause.to_string()))?;
    let found = file.items.into_iter().find_map(|item| match item {
        syn::Item::Enum(item) if item.ident == "Status" => Some(item),
        _ => None,
    });
    let variants = found
        .ok_or_else(|| fault("no enum `Status`".to_owned()))?
        .variants;
    let constant = |variant: &syn::Variant| {
        let name = variant.ident.to_string();
        let number = variant
            .discriminant
            .as_ref()
            .and_then(|(_, value)| integer(value));
        let number = number.ok_or_else(|| fault(format!("`{name}` must have a number")))?;
        let prefix = if number < 0 { "PLIANT_ERROR" } else { "PLIANT" };
        let name = format!("{prefix}_{}", screaming(&name));
        let documentation = variant.attrs.iter().filter_map(documentation).collect();
        Ok(StatusConstant {
            name,
            number,
            documentation,
        })
    };
    variants.iter().map(constant).collect()
}

fn integer(expression: &syn::Expr) -> Option<i32> {
    match expression {
        syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Int(value),
            ..
        }) => value.base10_parse().ok(),
        syn::Expr::Unary(syn::ExprUnary {
            op: syn::UnOp::Neg(_),
            expr,
            ..
        }) => integer(expr).map(|value| -value),
        _ => None,
    }
}

fn documentation(attribute: &syn::Attribute) -> Option<String> {
    let value = &attribute
        .meta
        .require_name_value()
        .ok()
        .filter(|m| m.path.is_ident("doc"))?
        .value;
    match value {
        syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Str(text),
            ..
        }) => Some(text.value()),
        _ => None,
    }
}

/// `OutOfMemory` becomes `OUT_OF_MEMORY`.
fn screaming(camel: &str) -> String {
    let mut name = String::new();
    for c in camel.chars() {
        if c.is_ascii_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.push(c.to_ascii_uppercase());
    }
    name
}

/// Whether a `mod.rs` beside the file declares it: cbindgen follows that declaration by itself.
fn has_parent_module(source: &Path) -> bool {
    let module = source.with_file_name("mod.rs");
    source != module && module.is_file()
}

fn header(sources: &[PathBuf]) -> Result<String> {
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

fn csharp(sources: &[PathBuf], statuses: &[StatusConstant]) -> Result<String> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_become_constants_with_their_documentation() {
        let text = "pub enum Status {\n/// Fine.\nOk = 0,\n/// Later.\nNotReady = 1,\n\
                    /// Full.\nOutOfMemory = -5 }";
        let constants = statuses(text).expect("an enum with numbers");
        let rust: String = constants.iter().map(StatusConstant::rust).collect();
        let wanted = "/// Fine.\npub const PLIANT_OK: i32 = 0;\n/// Later.\npub const PLIANT_NOT_READY: i32 = 1;\n\
                      /// Full.\npub const PLIANT_ERROR_OUT_OF_MEMORY: i32 = -5;\n";
        assert_eq!(rust, wanted);
        assert!(
            constants[2]
                .csharp()
                .contains("public const int PLIANT_ERROR_OUT_OF_MEMORY = -5;")
        );
        assert!(
            statuses("pub enum Status { Ok }").is_err(),
            "a number is permanent"
        );
    }

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
    fn links_of_the_copied_page_lead_to_the_repository() {
        let page = with_absolute_links("[a](limits.md) [b](#b) [c](https://c)");
        let here = "https://github.com/pliant/pliant/blob/main/docs/limits.md";
        assert_eq!(page, format!("[a]({here}) [b](#b) [c](https://c)"));
    }

    #[test]
    fn drift_names_the_first_line() {
        let failure = drift("a.h", "one\ntwo\n", "one\nthree\n").to_string();
        assert!(
            failure.contains("first at line 2") && failure.contains("three"),
            "{failure}"
        );
        assert!(failure.contains("cargo xtask bindings"), "{failure}");
    }
}
