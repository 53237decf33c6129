//! What `bindings/materials.toml` says.

use super::names::{number, screaming, snake};
use crate::shell::{Failure, Result, read, root};
use serde::Deserialize;
use std::collections::BTreeMap;

pub const FILE: &str = "bindings/materials.toml";

/// Models, and the materials that engines show.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Schema {
    #[serde(rename = "model")]
    pub models: Vec<Model>,
    #[serde(rename = "material")]
    pub materials: Vec<Material>,
}

/// A model of bodies.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Model {
    pub name: String,
    pub number: u32,
    /// A variant of `Section`.
    pub needs: String,
    terms: Option<String>,
    /// Documentation of `PLIANT_MODEL_…`.
    pub constant: String,
    /// Documentation of the variant of `Model`.
    pub variant: String,
    doc: Option<String>,
    /// Documentation of the defaults.
    pub default: Option<String>,
    /// Whether a reserved word ends the struct.
    #[serde(default)]
    pub reserved: bool,
    /// A function by hand that checks more.
    pub check: Option<String>,
    #[serde(rename = "field")]
    pub fields: Vec<Field>,
}

/// What 0 means in a field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Zero {
    /// A number like others.
    #[default]
    Number,
    /// The default.
    Default,
    /// Something of its own, though it is outside the range.
    Own,
}

/// A number, or an expression of Rust.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum Value {
    Number(f64),
    Expression(String),
}

/// A parameter of a model.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Field {
    pub name: String,
    #[serde(rename = "type")]
    kind: Option<String>,
    doc: String,
    pub range: Option<[f64; 2]>,
    /// Whether the range is without its low end.
    #[serde(default)]
    pub above: bool,
    /// The constant with all values that it may have.
    pub choices: Option<String>,
    pub default: Value,
    #[serde(default)]
    pub zero: Zero,
    range_text: Option<String>,
    default_text: Option<String>,
    /// Its unit in tables of pages.
    pub unit: Option<String>,
    /// What more of it does.
    pub more: Option<String>,
    /// What tables say instead of range and default.
    pub shown: Option<Shown>,
}

/// Range and default in words.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shown {
    pub range: String,
    pub default: String,
}

/// A class of materials in engines.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Material {
    /// The part of its name that all engines share.
    pub name: String,
    /// By engine.
    pub doc: BTreeMap<String, String>,
    /// Of its presets, by engine; an engine without has none.
    pub presets_doc: BTreeMap<String, String>,
    /// Models that its bodies may have; engines save the places of those to choose from.
    #[serde(rename = "model")]
    models: Vec<Choice>,
    #[serde(rename = "preset")]
    pub presets: Vec<Preset>,
    #[serde(rename = "property")]
    pub properties: Vec<Property>,
}

/// A model that a material may have.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    pub name: String,
    /// By engine.
    #[serde(default)]
    pub doc: BTreeMap<String, String>,
    /// Properties. A body that has one of them above 0 takes the model, which is none to choose.
    #[serde(default)]
    when: Vec<String>,
}

/// A known material; engines save its place, counted from 1.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preset {
    pub name: String,
    /// The first of the material if none is given.
    pub model: Option<String>,
    /// Whether Unity's package has it as a file.
    #[serde(default)]
    pub is_asset: bool,
    /// By property.
    pub values: BTreeMap<String, f64>,
    /// By engine.
    #[serde(default)]
    pub doc: BTreeMap<String, String>,
}

/// A number that users set.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Property {
    pub name: String,
    /// The field of the models that it is, unless it has the same name.
    field: Option<String>,
    /// Its value where no preset says another.
    #[serde(default)]
    pub default: f64,
    /// Whether presets leave it as it is.
    #[serde(default)]
    pub kept: bool,
    /// The name that it stands under with others; Unreal has its category.
    pub group: Option<String>,
    pub godot: Option<GodotProperty>,
    pub unity: Option<UnityProperty>,
    pub unreal: Option<UnrealProperty>,
}

/// A property in Godot.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GodotProperty {
    pub doc: String,
    /// Least, largest and step of the slider.
    pub slider: [f64; 3],
    /// More about the slider, such as `or_greater`.
    #[serde(default)]
    pub with: Vec<String>,
    pub unit: Option<String>,
}

/// A property in Unity.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnityProperty {
    pub doc: String,
    pub unit: String,
    /// Least and largest of the slider.
    pub slider: [f64; 2],
    /// Whether it goes by powers of ten.
    #[serde(default)]
    pub logarithmic: bool,
}

/// A property in Unreal.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnrealProperty {
    pub doc: String,
    /// Its name there, if another.
    pub name: Option<String>,
    pub category: String,
    pub unit: Option<String>,
    /// Least and largest value, as texts.
    pub clamp: Vec<String>,
    /// Its value before a preset is chosen, if another.
    pub default: Option<f64>,
}

impl Schema {
    /// Reads the file, and holds it to itself.
    pub fn read() -> Result<Self> {
        let text = read(&root().join(FILE))?;
        Self::parse(&text).map_err(|fault| Failure::new(format!("{FILE}: {fault}")))
    }

    /// Reads a text.
    pub fn parse(text: &str) -> std::result::Result<Self, String> {
        let schema: Self = toml::from_str(text).map_err(|cause| cause.to_string())?;
        schema.check()?;
        Ok(schema)
    }

    /// The model of this name.
    pub fn model(&self, name: &str) -> std::result::Result<&Model, String> {
        let found = self.models.iter().find(|model| model.name == name);
        found.ok_or_else(|| format!("there is no model {name}"))
    }

    fn check(&self) -> std::result::Result<(), String> {
        for (index, model) in self.models.iter().enumerate() {
            if model.number as usize != index + 1 {
                return Err(format!("{} must have the number {}", model.name, index + 1));
            }
        }
        for material in &self.materials {
            for choice in &material.models {
                self.model(&choice.name)?;
                material.has(&choice.name, choice.when.iter())?;
            }
            for preset in &material.presets {
                material.has(&preset.name, preset.values.keys())?;
                let model = preset.model.as_deref().unwrap_or(&material.first().name);
                if !material.choices().any(|choice| choice.name == model) {
                    return Err(format!("{} has no model {model}", preset.name));
                }
            }
        }
        Ok(())
    }
}

impl Model {
    /// `neo_hookean`: its file, and the middle of its init function.
    pub fn snake(&self) -> String {
        snake(&self.name)
    }

    /// `PliantNeoHookeanDesc`.
    pub fn desc(&self) -> String {
        format!("Pliant{}Desc", self.name)
    }

    /// `PLIANT_MODEL_NEO_HOOKEAN`.
    pub fn constant_name(&self) -> String {
        format!("PLIANT_MODEL_{}", screaming(&self.name))
    }

    /// `pliant_neo_hookean_desc_init`.
    pub fn init(&self) -> String {
        format!("pliant_{}_desc_init", self.snake())
    }

    /// What its elements offer a solver, as Rust.
    pub fn terms(&self) -> String {
        let of_material = || format!("Material::{}.kind().terms", self.name);
        self.terms.clone().unwrap_or_else(of_material)
    }

    /// Documentation of its struct.
    pub fn doc(&self) -> String {
        let usual = || format!("Parameters of `{}`.", self.constant_name());
        self.doc.clone().unwrap_or_else(usual)
    }
}

impl Field {
    /// Its type in Rust.
    pub fn kind(&self) -> &str {
        self.kind.as_deref().unwrap_or("f32")
    }

    /// Its documentation with range and default.
    pub fn doc(&self, model: &Model) -> String {
        let range = self.range_text.clone().or_else(|| {
            let [low, high] = self.range?.map(number);
            Some(match self.above {
                true => format!("Above {low}, at most {high}."),
                false => format!("Range {low} to {high}."),
            })
        });
        let default = self.default_text.clone().or_else(|| {
            let Value::Number(value) = self.default else {
                return None;
            };
            let shown = number(value);
            Some(match self.zero {
                Zero::Default => format!("Default (0): {shown}."),
                _ if value == 0.0 => "Default 0.".to_owned(),
                _ => format!("Default of `{}`: {shown}.", model.init()),
            })
        });
        let all = [Some(self.doc.clone()), range, default];
        let all: Vec<String> = all.into_iter().flatten().collect();
        all.join(" ")
    }
}

impl Material {
    /// Fails if a property is unknown that `of` names.
    fn has<'a>(
        &self,
        of: &str,
        mut names: impl Iterator<Item = &'a String>,
    ) -> std::result::Result<(), String> {
        let is_known = |name: &&String| self.properties.iter().any(|p| p.name == **name);
        let unknown = names.find(|name| !is_known(name));
        unknown.map_or(Ok(()), |name| Err(format!("{of} has no property {name}")))
    }

    /// The models to choose from.
    pub fn choices(&self) -> impl Iterator<Item = &Choice> {
        self.models.iter().filter(|choice| choice.when.is_empty())
    }

    /// The model that a new one has.
    pub fn first(&self) -> &Choice {
        &self.models[0]
    }

    /// Whether there is more than one to choose from.
    pub fn has_choice(&self) -> bool {
        self.choices().count() > 1
    }

    /// What they are.
    pub fn chosen<'a>(&'a self, schema: &'a Schema) -> impl Iterator<Item = &'a Model> {
        self.choices()
            .filter_map(|choice| schema.model(&choice.name).ok())
    }

    /// The models that a body takes by itself, each with the properties of which one is above 0 then.
    pub fn taken<'a>(
        &'a self,
        schema: &'a Schema,
    ) -> impl Iterator<Item = (&'a Model, Vec<&'a Property>)> {
        let taken = self.models.iter().filter(|choice| !choice.when.is_empty());
        taken.filter_map(|choice| {
            let when = self
                .properties
                .iter()
                .filter(|p| choice.when.contains(&p.name));
            Some((schema.model(&choice.name).ok()?, when.collect()))
        })
    }

    /// The value that a new material has.
    pub fn initial(&self, property: &Property) -> f64 {
        self.value(&self.presets[0], property)
    }

    /// Whether no model has the property: it is the body's.
    pub fn is_of_body(&self, schema: &Schema, property: &Property) -> bool {
        let is_field = |model: &Model| model.fields.iter().any(|f| f.name == property.field());
        !self.of(schema).any(is_field)
    }

    /// The fields of a model that it sets, each with the property.
    pub fn sets<'a>(&'a self, model: &'a Model) -> impl Iterator<Item = (&'a Field, &'a Property)> {
        let property = |field: &'a Field| {
            let found = self.properties.iter().find(|p| p.field() == field.name);
            found.map(|property| (field, property))
        };
        model.fields.iter().filter_map(property)
    }

    /// All models that its bodies may have.
    pub fn of<'a>(&'a self, schema: &'a Schema) -> impl Iterator<Item = &'a Model> {
        let models = self.models.iter();
        models.filter_map(|choice| schema.model(&choice.name).ok())
    }

    /// A property's value in a preset.
    pub fn value(&self, preset: &Preset, property: &Property) -> f64 {
        let value = preset.values.get(&property.name);
        value.copied().unwrap_or(property.default)
    }
}

impl Preset {
    /// The model that it has.
    pub fn model<'a>(&'a self, material: &'a Material) -> &'a str {
        self.model.as_deref().unwrap_or(&material.first().name)
    }
}

impl Property {
    /// The field of the models that it is.
    pub fn field(&self) -> &str {
        self.field.as_deref().unwrap_or(&self.name)
    }
}
