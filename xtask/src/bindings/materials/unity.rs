//! Unity's classes of materials, what the inspector leaves out, and presets as files.

use super::names::{camel, comment, csharp_number};
use super::schema::{Material, Model, Preset, Property, Schema, UnityProperty};
use crate::bindings::between::between;
use crate::bindings::table::filled as filled_lines;
use crate::shell::{Failure, Result, read, root};
use std::fmt::Write;

const ENGINE: &str = "unity";
const RUNTIME: &str = "bindings/unity/Runtime";
const EDITORS: &str = "bindings/unity/Editor/MaterialEditors.cs";
const WIDTH: usize = 120;

/// Path and text of each file.
pub fn files(schema: &Schema) -> Result<Vec<(String, String)>> {
    let mut files = Vec::new();
    for material in &schema.materials {
        let class = format!("{}Material", material.name);
        let path = format!("{RUNTIME}/Unity/{class}.cs");
        files.push((path.clone(), source(schema, material)));
        let guid = guid(&format!("{path}.meta"))?;
        for (index, preset) in material.presets.iter().enumerate() {
            if preset.is_asset {
                let path = format!("{RUNTIME}/Presets/{}.asset", preset.name);
                files.push((path, asset(material, index, preset, &guid)));
            }
        }
    }
    let editors = read(&root().join(EDITORS))?;
    let first = "            // Up to the brace written by `cargo xtask bindings`.";
    let editors = between(&editors, first, "        }", &unused(schema))?;
    files.push((EDITORS.to_owned(), editors));
    Ok(files)
}

/// The properties that Unity shows.
fn shown(material: &Material) -> impl Iterator<Item = (&Property, &UnityProperty)> {
    let all = material.properties.iter();
    all.filter_map(|property| Some((property, property.unity.as_ref()?)))
}

/// Those that a preset fills in.
fn filled(material: &Material) -> impl Iterator<Item = &Property> {
    let all = shown(material).map(|(property, _)| property);
    all.filter(|property| !property.kept)
}

fn doc(texts: &std::collections::BTreeMap<String, String>) -> &str {
    texts.get(ENGINE).map_or("", String::as_str)
}

fn summary(text: &str, indent: usize) -> String {
    let text = format!("<summary>{text}</summary>");
    comment(&text, &format!("{}/// ", " ".repeat(indent)), WIDTH)
}

/// A class with its enums.
fn source(schema: &Schema, material: &Material) -> String {
    let name = &material.name;
    let mut text = String::from(
        "// Written by `cargo xtask bindings`; do not edit.\nusing UnityEngine;\n\nnamespace Pliant.Unity\n{\n",
    );
    if material.has_choice() {
        text += &summary("How a body is simulated.", 4);
        let choices = material
            .choices()
            .map(|choice| (choice.name.as_str(), doc(&choice.doc)));
        text += &enumeration(&format!("{name}Model"), choices);
    }
    text += &summary(doc(&material.presets_doc), 4);
    let known = material
        .presets
        .iter()
        .map(|preset| (preset.name.as_str(), doc(&preset.doc)));
    let custom = std::iter::once(("Custom", "The numbers are your own."));
    text += &enumeration(&format!("{name}Preset"), custom.chain(known));
    let class = format!(
        "{} Change a field at run time and call <see cref=\"Changed\"/>.",
        doc(&material.doc)
    );
    text += &summary(&class, 4);
    let _ = write!(
        text,
        "    [CreateAssetMenu(menuName = \"Pliant/{name} Material\", fileName = \"{name} Material\")]
    public sealed class {name}Material : ScriptableObject
    {{
"
    );
    text += &fields(material);
    text += &presets(material);
    text += &changes(schema, material);
    for (model, when) in material.taken(schema) {
        text += &taken(model, &when);
    }
    for model in material.of(schema) {
        text += "\n";
        text += &description(material, model);
    }
    text + "    }\n}\n"
}

fn enumeration<'a>(name: &str, values: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let mut text = format!("    public enum {name}\n    {{\n");
    for (number, (value, doc)) in values.enumerate() {
        text += &summary(doc, 8);
        let _ = writeln!(text, "        {value} = {number},");
    }
    text + "    }\n\n"
}

fn fields(material: &Material) -> String {
    let (name, first) = (&material.name, &material.presets[0].name);
    let mut text = summary("The preset that the numbers come from.", 8);
    let _ = writeln!(
        text,
        "        public {name}Preset preset = {name}Preset.{first};"
    );
    if material.has_choice() {
        text += &summary("How bodies are simulated.", 8);
        let model = &material.first().name;
        let _ = writeln!(
            text,
            "        public {name}Model model = {name}Model.{model};"
        );
    }
    let mut group = None;
    for (property, shown) in shown(material) {
        text += &summary(&shown.doc, 8);
        if group != property.group.as_ref() {
            group = property.group.as_ref();
            let name = group.map_or("", String::as_str);
            let _ = writeln!(text, "        [Header(\"{name}\")]");
        }
        let [low, high] = shown.slider.map(csharp_number);
        let logarithmic = if shown.logarithmic { ", true" } else { "" };
        let initial = match material.initial(property) {
            0.0 => String::new(),
            value => format!(" = {}", csharp_number(value)),
        };
        let _ = writeln!(
            text,
            "        [Unit(\"{}\", {low}, {high}{logarithmic})] public float {}{initial};",
            shown.unit,
            camel(&property.name)
        );
    }
    text
}

fn presets(material: &Material) -> String {
    let name = &material.name;
    let mut text = format!(
        "
        /// <summary>Raised by <see cref=\"Changed\"/>.</summary>
        internal int version;

        /// <summary>A material with the numbers of a preset.</summary>
        public static {name}Material Make({name}Preset preset)
        {{
            {name}Material made = CreateInstance<{name}Material>();
            made.name = preset.ToString();
            made.Apply(preset);
            return made;
        }}

        /// <summary>Takes the numbers of a preset. Custom changes none.</summary>
        public void Apply({name}Preset chosen)
        {{
            preset = chosen;
            switch (chosen)
            {{
"
    );
    for preset in &material.presets {
        let mut values = Vec::new();
        if material.has_choice() {
            values.push(format!("{name}Model.{}", preset.model(material)));
        }
        values.extend(filled(material).map(|p| csharp_number(material.value(preset, p))));
        let case = &preset.name;
        let _ = writeln!(
            text,
            "                case {name}Preset.{case}: Set({}); break;",
            values.join(", ")
        );
    }
    text += "            }\n            Changed();\n        }\n\n";
    let mut parameters = Vec::new();
    let mut lines = String::new();
    if material.has_choice() {
        parameters.push(format!("{name}Model model"));
        lines += "            this.model = model;\n";
    }
    for property in filled(material).map(|property| camel(&property.name)) {
        parameters.push(format!("float {property}"));
        let _ = writeln!(lines, "            this.{property} = {property};");
    }
    if let Some((_, all)) = parameters.split_last_mut() {
        all.iter_mut().for_each(|parameter| parameter.push(','));
    }
    let list = filled_lines(&parameters, 12);
    let _ = write!(
        text,
        "        void Set(\n{list})\n        {{\n{lines}        }}\n"
    );
    text
}

fn changes(schema: &Schema, material: &Material) -> String {
    let of_body = shown(material).map(|(property, _)| property);
    let of_body = of_body.filter(|property| material.is_of_body(schema, property));
    let names: Vec<&str> = of_body.map(|property| property.name.as_str()).collect();
    let count = if names.len() == 1 { "counts" } else { "count" };
    let names = names.join(" and ");
    let names = names[..1].to_ascii_uppercase() + &names[1..];
    let doc = format!(
        "Tells running bodies that fields have changed. {names} {count} from the next time that a body is enabled."
    );
    format!(
        "
{}        public void Changed()
        {{
            version++;
        }}

        void OnValidate()
        {{
            Changed();
        }}
",
        summary(&doc, 8)
    )
}

/// Whether a body takes a model by itself.
fn taken(model: &Model, when: &[&Property]) -> String {
    let when: Vec<String> = when
        .iter()
        .map(|property| format!("{} > 0", camel(&property.name)))
        .collect();
    format!(
        "
        internal bool Is{}
        {{
            get {{ return {}; }}
        }}
",
        model.name,
        when.join(" || ")
    )
}

fn description(material: &Material, model: &Model) -> String {
    let (desc, name) = (model.desc(), &model.name);
    let mut text = format!(
        "        internal {desc} {name}()\n        {{\n            {desc} desc = Defaults.{name}();\n"
    );
    for (field, property) in material.sets(model) {
        if property.unity.is_some() {
            let _ = writeln!(
                text,
                "            desc.{} = {};",
                field.name,
                camel(&property.name)
            );
        }
    }
    text + "            return desc;\n        }\n"
}

/// For each model the properties that it does not use, which the inspector leaves out.
fn unused(schema: &Schema) -> String {
    let mut text = String::new();
    for material in schema
        .materials
        .iter()
        .filter(|material| material.has_choice())
    {
        let line = |model: &Model| {
            let mut names = vec!["m_Script".to_owned(), "preset".to_owned()];
            let is_unused = |property: &Property| {
                let is_set = material
                    .sets(model)
                    .any(|(_, set)| set.name == property.name);
                !is_set && !material.is_of_body(schema, property)
            };
            let all = shown(material).map(|(property, _)| property);
            names.extend(all.filter(|p| is_unused(p)).map(|p| camel(&p.name)));
            let names: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
            format!("return new[] {{ {} }};", names.join(", "))
        };
        let mut models = material.chosen(schema);
        let first = models.next().map(line).unwrap_or_default();
        for model in models {
            let (class, name) = (&material.name, &model.name);
            let _ = writeln!(
                text,
                "            if (model == {class}Model.{name}) {}",
                line(model)
            );
        }
        let _ = writeln!(text, "            {first}");
    }
    text
}

/// The GUID of a class, by which files name it.
fn guid(meta: &str) -> Result<String> {
    let text = read(&root().join(meta))?;
    let guid = text.lines().find_map(|line| line.strip_prefix("guid: "));
    let guid = guid.ok_or_else(|| Failure::new(format!("{meta} has no GUID")))?;
    Ok(guid.to_owned())
}

/// A preset as a file.
fn asset(material: &Material, index: usize, preset: &Preset, guid: &str) -> String {
    let mut text = format!(
        "%YAML 1.1
%TAG !u! tag:unity3d.com,2011:
--- !u!114 &11400000
MonoBehaviour:
  m_ObjectHideFlags: 0
  m_CorrespondingSourceObject: {{fileID: 0}}
  m_PrefabInstance: {{fileID: 0}}
  m_PrefabAsset: {{fileID: 0}}
  m_GameObject: {{fileID: 0}}
  m_Enabled: 1
  m_EditorHideFlags: 0
  m_Script: {{fileID: 11500000, guid: {guid}, type: 3}}
  m_Name: {}
  m_EditorClassIdentifier: 
  preset: {}
",
        preset.name,
        index + 1
    );
    if material.has_choice() {
        let model = preset.model(material);
        let place = material.choices().position(|choice| choice.name == model);
        let _ = writeln!(text, "  model: {}", place.unwrap_or_default());
    }
    for (property, _) in shown(material) {
        let value = material.value(preset, property);
        let _ = writeln!(text, "  {}: {value}", camel(&property.name));
    }
    text
}
