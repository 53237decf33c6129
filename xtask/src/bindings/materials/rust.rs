//! The library's own side: a struct for each model, the list of models, their init functions.

use super::names::{comment, rust_number};
use super::schema::{Field, Model, Schema, Value, Zero};
use crate::shell::{Failure, Result, words};
use std::fmt::Write;
use std::io::Write as _;
use std::process::Stdio;

const WIDTH: usize = 120;
const WRITTEN: &str = "Written by `cargo xtask bindings`; do not edit.";

/// Path and text of each file.
pub fn files(schema: &Schema) -> Result<Vec<(String, String)>> {
    let mut files = Vec::new();
    for model in &schema.models {
        let path = format!("src/desc/{}.rs", model.snake());
        files.push((path, formatted(&structure(model))?));
    }
    files.push(("src/desc/models.rs".to_owned(), formatted(&list(schema))?));
    files.push((
        "src/ffi/materials.rs".to_owned(),
        formatted(&inits(schema))?,
    ));
    Ok(files)
}

/// The lines of `pliant.hpp` that name the model of each struct.
pub fn model_of(schema: &Schema) -> String {
    let line = |model: &Model| {
        let (desc, constant) = (model.desc(), model.constant_name());
        format!("inline uint32_t model_of(const {desc} &) {{ return {constant}; }}\n")
    };
    schema.models.iter().map(line).collect()
}

/// The struct of a model, with its defaults and checks.
fn structure(model: &Model) -> String {
    let (desc, constant) = (model.desc(), model.constant_name());
    let mut text = format!(
        "//! Parameters of `{constant}`. {WRITTEN}\n\n{}",
        imports(model)
    );
    text += &comment(&model.doc(), "/// ", WIDTH);
    let _ = write!(
        text,
        "#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable, Serialize, Deserialize)]
pub struct {desc} {{
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// The model of this struct; the init function sets the field. Default (0): not checked. Another model is refused.
    #[serde(skip)] // `Model` says it
    pub model: u32,
"
    );
    for field in &model.fields {
        text += &comment(&field.doc(model), "    /// ", WIDTH);
        let _ = writeln!(text, "    pub {}: {},", field.name, field.kind());
    }
    if model.reserved {
        text += "    /// Reserved, zero.\n    pub reserved: u32,\n";
    }
    let _ = write!(text, "}}\n\nimpl Default for {desc} {{\n");
    if let Some(doc) = &model.default {
        text += &comment(doc, "    /// ", WIDTH);
    }
    let start = format!("struct_size: size_of::<Self>() as u32,\nmodel: {constant},\n");
    let _ = write!(text, "fn default() -> Self {{\nSelf {{\n{start}");
    for field in &model.fields {
        let _ = writeln!(text, "{}: {},", field.name, default(field));
    }
    if model.reserved {
        text += "reserved: 0,\n";
    }
    text += "}\n}\n}\n\n";
    text + &checked(model, &start)
}

/// The check of a model's struct.
fn checked(model: &Model, start: &str) -> String {
    let mut text = format!(
        "impl {} {{
    /// Validates and fills in defaults. Fails with `InvalidArgument` for a value out of range.
    pub fn checked(&self) -> Result<Self> {{
        let desc = Self {{
{start}",
        model.desc()
    );
    for field in model.fields.iter().filter(|f| f.zero == Zero::Default) {
        let (name, default) = (&field.name, default(field));
        let _ = writeln!(text, "{name}: or_default(self.{name}, {default}),");
    }
    text += "..*self\n};\n";
    for field in &model.fields {
        let name = &field.name;
        if let Some(check) = check_of(field) {
            let said = format!("\"model_desc.{name}\", desc.{name}");
            let limits = match (&field.choices, field.range) {
                (Some(choices), _) => choices.clone(),
                (None, Some(range)) => range.map(|value| literal(field, value)).join(", "),
                (None, None) => String::new(),
            };
            let _ = writeln!(text, "{check}({said}, {limits})?;");
        }
    }
    if model.reserved {
        text += "reserved(\"model_desc.reserved\", desc.reserved)?;\n";
    }
    if let Some(check) = &model.check {
        let _ = writeln!(text, "desc.{check}()?;");
    }
    text + "Ok(desc)\n}\n}\n"
}

/// The function that checks a field.
fn check_of(field: &Field) -> Option<&'static str> {
    if field.choices.is_some() {
        return Some("one_of");
    }
    field.range?;
    Some(match (field.above, field.zero) {
        (true, _) => "above_to",
        (false, Zero::Own) => "zero_or_in_range",
        (false, _) => "in_range",
    })
}

fn default(field: &Field) -> String {
    match &field.default {
        Value::Number(value) => literal(field, *value),
        Value::Expression(text) => text.clone(),
    }
}

/// A number of the field's type.
fn literal(field: &Field, value: f64) -> String {
    match field.kind() {
        "f32" => rust_number(value),
        _ => format!("{value}"),
    }
}

fn imports(model: &Model) -> String {
    let mut names = vec![model.constant_name()];
    for field in &model.fields {
        names.extend(check_of(field).map(str::to_owned));
        names.extend(field.choices.clone());
        if field.zero == Zero::Default {
            names.push("or_default".to_owned());
        }
        if let Value::Expression(text) = &field.default {
            names.extend(text.starts_with("PLIANT_").then(|| text.clone()));
        }
    }
    if model.reserved {
        names.push("reserved".to_owned());
    }
    names.sort();
    names.dedup();
    format!(
        "use super::{{{}}};\nuse crate::error::Result;\nuse bytemuck::{{Pod, Zeroable}};\nuse serde::{{Deserialize, Serialize}};\n\n",
        names.join(", ")
    )
}

/// The constants of all models, and the macro that goes through them.
fn list(schema: &Schema) -> String {
    let mut text = format!(
        "//! All models. {WRITTEN}

use super::choices;

/// Model: chosen by the asset. With tets: neo-Hookean; a sheet without tets: cloth.
pub const PLIANT_MODEL_DEFAULT: u32 = 0;
"
    );
    let mut names = String::from("PLIANT_MODEL_DEFAULT");
    for model in &schema.models {
        let (constant, number) = (model.constant_name(), model.number);
        text += &comment(&model.constant, "/// ", WIDTH);
        let _ = writeln!(text, "pub const {constant}: u32 = {number};");
        names += &format!(", {constant}");
    }
    let _ = write!(
        text,
        "
/// Their numbers with their names in C.
pub(super) const MODELS: &[(u32, &str)] = choices!({names});

/// Hands a macro every model: documentation, name, number, struct, what it needs of an asset, its terms.
macro_rules! for_each_model {{
    ($take:ident) => {{
        $take! {{
"
    );
    for model in &schema.models {
        let (name, constant) = (&model.name, model.constant_name());
        let (desc, needs, terms) = (model.desc(), &model.needs, model.terms());
        text += &comment(&model.variant, "            /// ", WIDTH);
        let _ = writeln!(
            text,
            "            {name} = {constant} => {desc}, needs {needs}, terms {terms};"
        );
    }
    text + "        }\n    };\n}\npub(crate) use for_each_model;\n"
}

/// The C functions that write defaults.
fn inits(schema: &Schema) -> String {
    let mut text = format!(
        "//! Defaults of the models' parameters. {WRITTEN}\n\nuse super::pointer::init;\nuse crate::desc::*;\n"
    );
    for model in &schema.models {
        let (constant, desc, init) = (model.constant_name(), model.desc(), model.init());
        let _ = write!(
            text,
            "
/// Writes the defaults of `{constant}`.
///
/// `desc` must not be NULL; `struct_size` is `sizeof({desc})`. Thread: any. Errors: INVALID_ARGUMENT.
/// Cost: none.
#[unsafe(no_mangle)]
pub unsafe extern \"C\" fn {init}(desc: *mut {desc}, struct_size: u32) -> i32 {{
    entry!(\"{init}\", init(desc, struct_size))
}}
"
        );
    }
    text
}

/// The text as rustfmt writes it.
pub fn formatted(text: &str) -> Result<String> {
    let fault = |cause: std::io::Error| Failure::new(format!("rustfmt: {cause}"));
    let mut rustfmt = words("rustfmt --edition 2024");
    let rustfmt = rustfmt.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut running = rustfmt.spawn().map_err(fault)?;
    if let Some(mut input) = running.stdin.take() {
        input.write_all(text.as_bytes()).map_err(fault)?;
    }
    let done = running.wait_with_output().map_err(fault)?;
    match done.status.success() {
        true => Ok(String::from_utf8_lossy(&done.stdout).into_owned()),
        false => Err(Failure::new("rustfmt refuses a generated file")),
    }
}
