//! What the C ABI is made of, read from the Rust sources: functions, structs and the files that declare them.

use super::statuses::{StatusConstant, documentation};
use crate::shell::{self, Failure, Result, read, root};
use std::path::{Path, PathBuf};
use syn::spanned::Spanned;

/// Rust files and folders whose public C types and constants belong to the ABI.
const TYPES: &[&str] = &[
    "src/ids.rs",
    "src/math.rs",
    "src/view.rs",
    "src/view",
    "src/desc",
];
/// The folder of the C functions.
pub const FUNCTIONS: &str = "src/ffi";

/// A C function.
#[derive(Clone, Debug)]
pub struct Function {
    /// The module of `src/ffi` that has it.
    pub module: String,
    pub name: String,
    pub is_unsafe: bool,
    /// Name and type of each parameter.
    pub parameters: Vec<(String, String)>,
    /// The type of the result.
    pub result: String,
    /// The lines of its documentation.
    pub documentation: Vec<String>,
}

impl Function {
    /// Its name without `pliant_`.
    pub fn short_name(&self) -> &str {
        self.name.strip_prefix("pliant_").unwrap_or(&self.name)
    }

    /// The struct whose defaults it writes, if that is what it does.
    pub fn initialises(&self) -> Option<&str> {
        let [(_, pointer), (size, _)] = &self.parameters[..] else {
            return None;
        };
        let is_init = self.name.ends_with("_init") && size == "struct_size";
        pointer.strip_prefix("*mut ").filter(|_| is_init)
    }
}

/// A struct of the C ABI.
#[derive(Clone, Debug)]
pub struct Struct {
    /// The module of `src/ffi` that has it; `None` for those of the folders of types.
    pub module: Option<String>,
    pub name: String,
    /// The names of its fields.
    pub fields: Vec<String>,
}

/// All that declares the C ABI.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// The files, statuses first.
    pub files: Vec<PathBuf>,
    /// In the order of the files.
    pub functions: Vec<Function>,
    /// In the order of their names.
    pub structs: Vec<Struct>,
}

impl Sources {
    /// Reads them.
    pub fn read(statuses: &[StatusConstant]) -> Result<Self> {
        let mut sources = Self {
            files: files(statuses)?,
            ..Self::default()
        };
        for path in &sources.files {
            let fault = |cause: syn::Error| Failure::new(format!("{}: {cause}", path.display()));
            let file = syn::parse_file(&read(path)?).map_err(fault)?;
            for item in &file.items {
                sources.functions.extend(function(path, item));
                sources.structs.extend(structure(path, item));
            }
        }
        sources.structs.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(sources)
    }
}

/// The Rust files that all generators read, statuses first.
fn files(statuses: &[StatusConstant]) -> Result<Vec<PathBuf>> {
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

/// The module of `src/ffi` that a file is, if it lies there.
fn module_of(path: &Path) -> Option<String> {
    let is_function = path.parent() == Some(&root().join(FUNCTIONS));
    let stem = path.file_stem()?.to_string_lossy().into_owned();
    is_function.then_some(stem)
}

/// The C function that an item is.
fn function(path: &Path, item: &syn::Item) -> Option<Function> {
    let syn::Item::Fn(item) = item else {
        return None;
    };
    let signature = &item.sig;
    let name = signature.ident.to_string();
    if signature.abi.is_none() || !name.starts_with("pliant_") {
        return None;
    }
    let parameter = |input: &syn::FnArg| match input {
        syn::FnArg::Typed(typed) => Some((text(&typed.pat), text(&typed.ty))),
        syn::FnArg::Receiver(_) => None,
    };
    let result = match &signature.output {
        syn::ReturnType::Default => "()".to_owned(),
        syn::ReturnType::Type(_, result) => text(result),
    };
    Some(Function {
        module: module_of(path)?,
        name,
        is_unsafe: signature.unsafety.is_some(),
        parameters: signature.inputs.iter().filter_map(parameter).collect(),
        result,
        documentation: item.attrs.iter().filter_map(documentation).collect(),
    })
}

/// The struct of the C ABI that an item is.
fn structure(path: &Path, item: &syn::Item) -> Option<Struct> {
    let syn::Item::Struct(item) = item else {
        return None;
    };
    let (name, is_public) = (
        item.ident.to_string(),
        matches!(item.vis, syn::Visibility::Public(_)),
    );
    let is_c = item.attrs.iter().any(|attribute| {
        attribute.path().is_ident("repr")
            && attribute
                .parse_args::<syn::Ident>()
                .is_ok_and(|repr| repr == "C")
    });
    let field = |field: &syn::Field| field.ident.as_ref().map(syn::Ident::to_string);
    (is_public && is_c && name.starts_with("Pliant")).then(|| Struct {
        module: module_of(path),
        name,
        fields: item.fields.iter().filter_map(field).collect(),
    })
}

/// The text of a part of a file, in one line.
fn text(part: &impl Spanned) -> String {
    let text = part.span().source_text().unwrap_or_default();
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut text = words.join(" ");
    // What rustfmt puts on lines of their own.
    for (broken, whole) in [("( ", "("), ("< ", "<"), (", )", ")"), (", >", ">")] {
        text = text.replace(broken, whole);
    }
    text
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// What a file of `src/ffi` declares.
    pub fn of(text: &str) -> Sources {
        let file = syn::parse_file(text).expect("Rust");
        let path = root().join("src/ffi/thing.rs");
        Sources {
            files: Vec::new(),
            functions: file
                .items
                .iter()
                .filter_map(|item| function(&path, item))
                .collect(),
            structs: file
                .items
                .iter()
                .filter_map(|item| structure(&path, item))
                .collect(),
        }
    }

    #[test]
    fn functions_and_structs_are_read_as_they_are_written() {
        let sources = of(
            "/// Writes the defaults of a thing: none.\n///\n/// More.\n\
             #[unsafe(no_mangle)]\npub unsafe extern \"C\" fn pliant_thing_init(\n    thing: *mut PliantThing,\n    \
             struct_size: u32,\n) -> i32 { 0 }\nfn pliant_no() {}\n\
             pub extern \"C\" fn pliant_call(\n call: Option<\n unsafe extern \"C\" fn(\n a: u32,\n) -> i32,\n>) -> u8 {}\n\
             #[repr(C)]\npub struct PliantThing { pub struct_size: u32, pub at: [f32; 3] }\npub struct PliantNo;",
        );
        let [init, call] = &sources.functions[..] else {
            panic!("{:?}", sources.functions);
        };
        assert_eq!(init.initialises(), Some("PliantThing"));
        assert!(init.is_unsafe && init.module == "thing");
        assert_eq!(
            call.parameters[0].1,
            "Option<unsafe extern \"C\" fn(a: u32) -> i32>"
        );
        assert_eq!((call.initialises(), call.result.as_str()), (None, "u8"));
        let [thing] = &sources.structs[..] else {
            panic!("{:?}", sources.structs);
        };
        assert_eq!(thing.fields, ["struct_size", "at"]);
    }
}
