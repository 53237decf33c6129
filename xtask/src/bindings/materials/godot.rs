//! Godot's classes of materials, and presets as files.

use super::names::{comment, rust_number, snake};
use super::rust::formatted;
use super::schema::{GodotProperty, Material, Model, Preset, Property, Schema};
use crate::shell::Result;
use std::fmt::Write;

const ENGINE: &str = "godot";
const SOURCE: &str = "bindings/godot/src/material.rs";
const PRESETS: &str = "bindings/godot/addons/pliant/presets";
const WIDTH: usize = 120;

/// Path and text of each file.
pub fn files(schema: &Schema) -> Result<Vec<(String, String)>> {
    let mut files = vec![(SOURCE.to_owned(), formatted(&source(schema))?)];
    for material in &schema.materials {
        for (index, preset) in material.presets.iter().enumerate() {
            let path = format!("{PRESETS}/{}.tres", snake(&preset.name));
            let (name, number) = (&material.name, index + 1);
            let text = format!(
                "[gd_resource type=\"{name}Material\" format=3]\n\n[resource]\npreset = {number}\n"
            );
            files.push((path, text));
        }
    }
    Ok(files)
}

/// The properties that Godot shows.
fn shown(material: &Material) -> impl Iterator<Item = (&Property, &GodotProperty)> {
    let all = material.properties.iter();
    all.filter_map(|property| Some((property, property.godot.as_ref()?)))
}

/// Those that a preset fills in.
fn filled(material: &Material) -> impl Iterator<Item = &Property> {
    let all = shown(material).map(|(property, _)| property);
    all.filter(|property| !property.kept)
}

fn doc(texts: &std::collections::BTreeMap<String, String>) -> &str {
    texts.get(ENGINE).map_or("", String::as_str)
}

fn source(schema: &Schema) -> String {
    let descs = schema.materials.iter().flat_map(|m| m.of(schema));
    let mut descs: Vec<String> = descs.map(Model::desc).collect();
    descs.sort();
    let mut text = format!(
        "//! What bodies are made of: resources with values in SI units, and presets. Written by `cargo xtask bindings`; do not edit.

use crate::native::Model;
use godot::prelude::*;
use pliant::desc::{{{}}};
",
        descs.join(", ")
    );
    for material in &schema.materials {
        text += &enumerations(material);
        text += &class(material);
        text += &functions(material);
        text += &inside(schema, material);
    }
    text
}

fn enumeration<'a>(name: &str, doc: &str, values: impl Iterator<Item = &'a str>) -> String {
    let values: Vec<&str> = values.collect();
    format!(
        "
/// {doc}
#[derive(GodotConvert, Var, Export, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[godot(via = i64)]
pub enum {name} {{
    #[default]
    {},
}}
",
        values.join(",\n    ")
    )
}

fn enumerations(material: &Material) -> String {
    let name = &material.name;
    let mut text = String::new();
    if material.has_choice() {
        let models = material.choices().map(|choice| choice.name.as_str());
        text += &enumeration(
            &format!("{name}Model"),
            "How a solid resists deformation.",
            models,
        );
    }
    let presets = material.presets.iter().map(|preset| preset.name.as_str());
    let presets = std::iter::once("Custom").chain(presets);
    text += &enumeration(
        &format!("{name}Preset"),
        doc(&material.presets_doc),
        presets,
    );
    let _ = write!(text, "\nimpl {name}Preset {{\n");
    if material.has_choice() {
        let first = &material.first().name;
        let _ = write!(text, "fn model(self) -> {name}Model {{\nmatch self {{\n");
        for preset in &material.presets {
            if let Some(model) = &preset.model {
                let _ = writeln!(text, "Self::{} => {name}Model::{model},", preset.name);
            }
        }
        let _ = write!(text, "_ => {name}Model::{first},\n}}\n}}\n\n");
    }
    let names: Vec<&str> = filled(material).map(|p| p.name.as_str()).collect();
    let _ = write!(
        text,
        "{}fn numbers(self) -> Option<[f32; {}]> {{\nSome(match self {{\nSelf::Custom => return None,\n",
        comment(&format!("{}.", names.join(", ")), "    /// ", WIDTH),
        names.len()
    );
    for preset in &material.presets {
        let _ = writeln!(
            text,
            "Self::{} => [{}],",
            preset.name,
            numbers(material, preset)
        );
    }
    text + "})\n}\n}\n"
}

fn numbers(material: &Material, preset: &Preset) -> String {
    let values = filled(material).map(|p| rust_number(material.value(preset, p)));
    values.collect::<Vec<_>>().join(", ")
}

fn class(material: &Material) -> String {
    let name = &material.name;
    let known = match name.as_str() {
        "Cloth" => "A known cloth",
        _ => "A known material",
    };
    let mut text = format!(
        "
/// {}
#[derive(GodotClass)]
#[class(tool, init, base=Resource)]
pub struct {name}Material {{
    /// {known}. Choosing one fills in all values below; changing one of them makes it custom.
    #[export]
    #[var(set = set_preset)]
    preset: {name}Preset,
",
        doc(&material.doc)
    );
    if material.has_choice() {
        let _ = write!(
            text,
            "    /// How it resists deformation. Neo-Hookean bodies follow Young's modulus best. Rigid
    /// ones do not deform: crates that rest on soft bodies, however heavy these are.
    #[export]
    #[var(set = set_model)]
    model: {name}Model,
"
        );
    }
    let mut group = None;
    for (property, shown) in shown(material) {
        text += &comment(&shown.doc, "    /// ", WIDTH);
        if group != property.group.as_ref() {
            group = property.group.as_ref();
            let name = group.map_or("", String::as_str);
            let _ = writeln!(text, "    #[export_group(name = \"{name}\")]");
        }
        let mut range: Vec<String> = shown.slider.iter().map(|v| rust_number(*v)).collect();
        range.extend(shown.with.iter().cloned());
        range.extend(shown.unit.iter().map(|unit| format!("suffix = \"{unit}\"")));
        let (range, property_name) = (range.join(", "), &property.name);
        let _ = write!(
            text,
            "    #[export(range = ({range}))]\n    #[var(set = set_{property_name})]\n"
        );
        let initial = material.initial(property);
        if initial != 0.0 {
            let _ = writeln!(text, "    #[init(val = {})]", rust_number(initial));
        }
        let _ = writeln!(text, "    {property_name}: f32,");
    }
    text + "    version: u32,\n    base: Base<Resource>,\n}\n"
}

/// What Godot calls.
fn functions(material: &Material) -> String {
    let name = &material.name;
    let kind = if name == "Cloth" { "cloth" } else { "material" };
    let fields: Vec<String> = filled(material)
        .map(|p| format!("self.{}", p.name))
        .collect();
    let model = match material.has_choice() {
        true => "self.model = preset.model();\n",
        false => "",
    };
    let mut text = format!(
        "
#[godot_api]
impl {name}Material {{
    /// A {kind} with the values of a preset.
    #[func]
    fn make(preset: {name}Preset) -> Gd<Self> {{
        let mut made = Self::new_gd();
        made.bind_mut().set_preset(preset);
        made
    }}

    #[func]
    fn set_preset(&mut self, preset: {name}Preset) {{
        self.preset = preset;
        if let Some(numbers) = preset.numbers() {{
            {model}[{}] = numbers;
        }}
        self.note_change();
    }}
",
        fields.join(", ")
    );
    let mut setters = Vec::new();
    if material.has_choice() {
        setters.push(("model", format!("{name}Model")));
    }
    setters.extend(shown(material).map(|(p, _)| (p.name.as_str(), "f32".to_owned())));
    for (property, kind) in setters {
        let _ = write!(
            text,
            "
    #[func]
    fn set_{property}(&mut self, value: {kind}) {{
        self.put(|this| &mut this.{property}, value);
    }}
"
        );
    }
    text + "}\n"
}

/// What the add-on calls.
fn inside(schema: &Schema, material: &Material) -> String {
    let has = |name: &str| shown(material).any(|(property, _)| property.name == name);
    let of_body = |name: &str| match has(name) {
        true => format!("self.{name}"),
        false => "0.0".to_owned(),
    };
    let described = described(schema, material);
    format!(
        "
impl {}Material {{
    /// Sets a value. A new one leaves the preset, and is told to the editor and to bodies.
    fn put<T: PartialEq>(&mut self, at: impl Fn(&mut Self) -> &mut T, value: T) {{
        if *at(self) != value {{
            *at(self) = value;
            self.preset = Default::default();
            self.note_change();
        }}
    }}

    fn note_change(&mut self) {{
        self.version = self.version.wrapping_add(1);
        self.base_mut().emit_changed();
    }}

    /// As the library wants it.
    pub fn model_of(&self) -> Model {{
        {described}
    }}

    /// Friction and bounce.
    pub fn surface(&self) -> (f32, f32) {{
        ({}, {})
    }}

    /// A number that changes with any value.
    pub fn version(&self) -> u32 {{
        self.version
    }}
}}
",
        material.name,
        of_body("friction"),
        of_body("bounce")
    )
}

/// What makes the model of a material.
fn described(schema: &Schema, material: &Material) -> String {
    let mut taken = String::new();
    for (model, when) in material.taken(schema) {
        let when: Vec<String> = when
            .iter()
            .map(|p| format!("self.{} > 0.0", p.name))
            .collect();
        let (when, model) = (when.join(" || "), description(material, model));
        let _ = writeln!(taken, "if {when} {{\nreturn {model};\n}}");
    }
    let models: Vec<&Model> = material.chosen(schema).collect();
    let chosen = match &models[..] {
        [only] => description(material, only),
        all => {
            let arms = all.iter().map(|model| {
                let (class, name) = (&material.name, &model.name);
                format!(
                    "{class}Model::{name} => {},\n",
                    description(material, model)
                )
            });
            format!("match self.model {{\n{}}}\n", arms.collect::<String>())
        }
    };
    taken + &chosen
}

fn description(material: &Material, model: &Model) -> String {
    let mut text = format!("Model::{}({} {{\n", model.name, model.desc());
    for (field, property) in material.sets(model) {
        if property.godot.is_some() {
            let _ = writeln!(text, "{}: self.{},", field.name, property.name);
        }
    }
    text + "..Default::default()\n})"
}
