//! Reflects kernels and writes `shaders.rs`, in which the text of each declaration stands once.

use crate::assemble::Assembled;
use crate::reach::{KernelText, reached};
use crate::rules::camel_case;
use crate::source::{Source, Sources};
use crate::{Declaration, Failure, Keyword};
use naga::{AddressSpace, Module, StorageAccess};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// One text of a kernel.
pub struct Text<'a> {
    /// What others may know of it.
    pub shown: KernelText,
    declarations: Vec<(&'a Source, &'a Declaration)>,
}

impl<'a> Text<'a> {
    /// What the kernel reaches in its assembled text.
    pub fn new(file: &'a Source, assembled: &Assembled<'a>) -> Self {
        let declarations = reached(&assembled.files);
        let code = declarations.iter().map(|(_, found)| found.code.as_str());
        let code: Vec<&str> = code.collect();
        let made = assembled.made.iter().map(|made| made.stem.as_str());
        let made: Vec<&str> = made.collect();
        let suffix = match made.is_empty() {
            true => String::new(),
            false => format!("({})", made.join(", ")),
        };
        let mut files = BTreeMap::new();
        let is_function = |found: &Declaration| found.keyword == Keyword::Fn;
        for (file, found) in declarations.iter().filter(|(_, found)| is_function(found)) {
            *files.entry(file.path.clone()).or_default() += found.end_line + 1 - found.line;
        }
        let homes = declarations.iter();
        let homes = homes.map(|(file, found)| (found.name.clone(), file.path.clone()));
        Text {
            shown: KernelText {
                label: format!("{}/{}{suffix}", file.folder, file.stem),
                text: code.join("\n") + "\n",
                files,
                homes: homes.collect(),
                is_without: !made.is_empty() && made.iter().all(|stem| *stem == "none"),
            },
            declarations,
        }
    }

    /// The names of its entry points in WGSL, each with its label. That of an executor's begins with the kernel's name in
    /// place of the executor's.
    fn entries(&self, file: &Source) -> Vec<(&'a str, String)> {
        let entries = self.declarations.iter().filter(|(_, found)| found.is_entry);
        let labelled = entries.map(|(home, found)| {
            let name = found.name.as_str();
            let label = match name.strip_prefix(&home.stem) {
                Some(rest) if home.path != file.path => format!("{}{rest}", file.stem),
                _ => name.to_owned(),
            };
            (name, label)
        });
        labelled.collect()
    }
}

/// All kernels as Rust.
#[derive(Default)]
pub struct Library<'a> {
    /// The text of each declaration, and where it stands.
    texts: Vec<&'a str>,
    places: HashMap<&'a str, usize>,
    /// The choices that kernels leave open, each with its files.
    choices: BTreeMap<&'a str, Vec<&'a str>>,
    /// Labels of all entry points.
    labels: BTreeSet<String>,
    /// The Rust that declares the kernels, and that names all their texts.
    kernels: String,
    all: String,
}

impl<'a> Library<'a> {
    /// Adds a kernel with its texts, each with the module that was parsed from it.
    pub fn add(
        &mut self,
        sources: &'a Sources,
        file: &'a Source,
        texts: &[(Text<'a>, Module)],
    ) -> Result<(), Failure> {
        let entries = texts.first().map(|(text, _)| text.entries(file));
        for (name, label) in entries.into_iter().flatten() {
            if !self.labels.insert(label.clone()) {
                let message = format!("`{name}` would be the second entry point called `{label}`");
                return Err(Failure::plain(&file.shown, message));
            }
        }
        let mut rust = Vec::new();
        for (text, ir) in texts {
            rust.push(self.source(file, text, ir)?);
        }
        for (_, folder) in &file.opens {
            let stems = sources
                .in_folder(folder)
                .into_iter()
                .map(|file| file.stem.as_str());
            self.choices.insert(folder, stems.collect());
        }
        let constant = file.stem.to_ascii_uppercase();
        let opens = file.opens.iter().map(|(_, folder)| path_name(folder));
        let (kind, value) = match opens.reduce(|all, next| format!("({all}, {next})")) {
            None => ("KernelSource".to_owned(), rust.join("")),
            Some(ways) => {
                let label = format!("{}/{}", file.folder, file.stem);
                let sources = rust.join(", &");
                (
                    format!("KernelFamily<{ways}>"),
                    format!("KernelFamily::new({label:?}, &[&{sources}])"),
                )
            }
        };
        self.kernels += &format!(
            "/// `{}` with what it uses.\n#[allow(dead_code)]\npub static {constant}: {kind} = {value};\n\n",
            file.shown
        );
        self.all += &match file.opens.is_empty() {
            true => format!("    &{constant},\n"),
            false => (0..texts.len())
                .map(|way| format!("    {constant}.texts[{way}],\n"))
                .collect(),
        };
        Ok(())
    }

    /// The Rust of one text.
    fn source(&mut self, file: &Source, text: &Text<'a>, ir: &Module) -> Result<String, Failure> {
        let code = text
            .declarations
            .iter()
            .map(|(_, found)| found.code.as_str());
        let parts: Vec<_> = code.map(|code| self.place(code)).collect();
        let entry = |(name, label)| format!("EntryPoint {{ name: {name:?}, label: {label:?} }}, ");
        let entries: String = text.entries(file).into_iter().map(entry).collect();
        let overrides = ir.overrides.iter();
        let overrides = overrides.filter_map(|(_, found)| found.name.as_ref());
        let overrides: Vec<_> = overrides.collect();
        let label = &text.shown.label;
        let bindings = bindings(file, ir)?;
        Ok(format!(
            "KernelSource {{
    label: {label:?},
    declarations: &DECLARATIONS,
    parts: &{parts:?},
    bindings: &[\n{bindings}    ],
    entry_points: &[{entries}],
    overrides: &{overrides:?},
}}"
        ))
    }

    /// Where a declaration's text stands.
    fn place(&mut self, code: &'a str) -> usize {
        *self.places.entry(code).or_insert_with(|| {
            self.texts.push(code);
            self.texts.len() - 1
        })
    }

    /// The text of `shaders.rs`.
    pub fn rust(&self, layouts: &str) -> String {
        let mut rust = "// Written by shader_build at build time; do not edit.\n\n".to_owned();
        if self.kernels.is_empty() {
            return rust + layouts;
        }
        let texts: String = self
            .texts
            .iter()
            .map(|text| format!("    {text:?},\n"))
            .collect();
        rust += &format!(
            "/// What kernels declare, each text once.\nstatic DECLARATIONS: [&str; {}] = [\n{texts}];\n\n",
            self.texts.len()
        );
        rust.extend(
            self.choices
                .iter()
                .map(|(folder, stems)| choice(folder, stems)),
        );
        rust += &self.kernels;
        rust += "/// Every text of every kernel.\n#[allow(dead_code)]\n";
        rust += &format!("pub static ALL: &[&KernelSource] = &[\n{}];\n\n", self.all);
        rust + layouts
    }
}

/// The enumeration of a choice's files.
fn choice(folder: &str, stems: &[&str]) -> String {
    let (name, count) = (path_name(folder), stems.len());
    let files = stems
        .iter()
        .map(|stem| format!("    {},\n", camel_case(stem)));
    let files: String = files.collect();
    format!(
        "/// The files of `shaders/{folder}`.
#[allow(dead_code)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum {name} {{\n{}}}
impl Choice for {name} {{
    const COUNT: usize = {count};
    fn position(self) -> usize {{ self as usize }}
}}\n\n",
        files
    )
}

/// `contact/colliders` becomes `ContactColliders`.
fn path_name(folder: &str) -> String {
    folder.split('/').map(camel_case).collect()
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
            "        Binding {{ group: {group}, binding: {binding}, name: {name:?}, \
             kind: BindingKind::{kind} }},\n"
        );
        if lines.insert((group, binding), line).is_some() {
            return Err(file.fault(name, "has the @group and @binding of another"));
        }
    }
    Ok(lines.into_values().collect())
}
