//! Unreal's classes of materials, and their translation into models.

use super::names::{comment, cpp_number, pascal};
use super::schema::{Material, Model, Property, Schema, UnrealProperty};
use crate::shell::Result;
use std::fmt::Write;

const ENGINE: &str = "unreal";
const SOURCE: &str = "bindings/unreal/Source/Pliant";
const WRITTEN: &str = "// Written by `cargo xtask bindings`; do not edit.\n";

/// Path and text of each file.
pub fn files(schema: &Schema) -> Result<Vec<(String, String)>> {
    Ok(vec![
        (format!("{SOURCE}/Public/PliantMaterial.h"), header(schema)),
        (
            format!("{SOURCE}/Private/PliantMaterial.cpp"),
            source(schema),
        ),
        (format!("{SOURCE}/Private/PliantModel.h"), room(schema)),
        (format!("{SOURCE}/Private/PliantModel.cpp"), models(schema)),
    ])
}

/// The properties that Unreal shows.
fn shown(material: &Material) -> impl Iterator<Item = (&Property, &UnrealProperty)> {
    let all = material.properties.iter();
    all.filter_map(|property| Some((property, property.unreal.as_ref()?)))
}

fn name_of(property: &Property, shown: &UnrealProperty) -> String {
    shown.name.clone().unwrap_or_else(|| pascal(&property.name))
}

/// The class: the first material has the plain name.
fn class(schema: &Schema, material: &Material) -> String {
    match material.name == schema.materials[0].name {
        true => "UPliantMaterial".to_owned(),
        false => format!("UPliant{}Material", material.name),
    }
}

fn has_presets(material: &Material) -> bool {
    material.presets_doc.contains_key(ENGINE)
}

fn doc(texts: &std::collections::BTreeMap<String, String>) -> &str {
    texts.get(ENGINE).map_or("", String::as_str)
}

/// `PliantMaterial.h`.
fn header(schema: &Schema) -> String {
    let mut text = format!(
        "{WRITTEN}#pragma once

#include \"CoreMinimal.h\"
#include \"Engine/DataAsset.h\"
#include \"PliantMaterial.generated.h\"
"
    );
    for material in schema
        .materials
        .iter()
        .filter(|material| has_presets(material))
    {
        let models = material.choices().map(|c| (c.name.as_str(), doc(&c.doc)));
        text += &enumeration("EPliantModel", "How a body resists deformation.", models);
        let presets = material
            .presets
            .iter()
            .map(|p| (p.name.as_str(), doc(&p.doc)));
        let presets = std::iter::once(("Custom", "")).chain(presets);
        text += &enumeration("EPliantPreset", doc(&material.presets_doc), presets);
    }
    for material in &schema.materials {
        text += &declaration(schema, material);
    }
    text
}

fn enumeration<'a>(
    name: &str,
    about: &str,
    values: impl Iterator<Item = (&'a str, &'a str)>,
) -> String {
    let mut text =
        format!("\n/** {about} */\nUENUM(BlueprintType)\nenum class {name} : uint8\n{{\n");
    for (value, doc) in values {
        if !doc.is_empty() {
            let _ = writeln!(text, "\t/** {doc} */");
        }
        let _ = writeln!(text, "\t{value},");
    }
    text + "};\n"
}

fn declaration(schema: &Schema, material: &Material) -> String {
    let class = class(schema, material);
    let mut members = Vec::new();
    if has_presets(material) {
        let model = &material.first().name;
        members.push(format!(
            "\t/** Choosing one fills in the rest. */
\tUPROPERTY(EditAnywhere, BlueprintReadOnly, Category = \"Material\")
\tEPliantPreset Preset = EPliantPreset::Custom;

\tUPROPERTY(EditAnywhere, BlueprintReadWrite, Category = \"Material\")
\tEPliantModel Model = EPliantModel::{model};
"
        ));
    }
    for (property, shown) in shown(material) {
        let mut meta: Vec<String> = Vec::new();
        meta.extend(shown.unit.iter().map(|unit| format!("Units = \"{unit}\"")));
        let ends = ["ClampMin", "ClampMax"].iter().zip(&shown.clamp);
        meta.extend(ends.map(|(end, value)| format!("{end} = \"{value}\"")));
        let value = shown.default.unwrap_or_else(|| material.initial(property));
        members.push(format!(
            "\t/** {} */\n\tUPROPERTY(EditAnywhere, BlueprintReadWrite, Category = \"{}\", meta = ({}))\n\tfloat {} = {};\n",
            shown.doc,
            shown.category,
            meta.join(", "),
            name_of(property, shown),
            cpp_number(value)
        ));
    }
    if has_presets(material) {
        members.push(format!(
            "\t/** Fills in the numbers of a preset. */
\tUFUNCTION(BlueprintCallable, Category = \"Pliant\")
\tvoid SetPreset(EPliantPreset NewPreset);

\t/** A new material of a preset, for bodies that Blueprints make. */
\tUFUNCTION(BlueprintCallable, Category = \"Pliant\")
\tstatic {class}* MakePreset(EPliantPreset NewPreset);

#if WITH_EDITOR
\tvirtual void PostEditChangeProperty(FPropertyChangedEvent& Event) override;
#endif
"
        ));
    }
    format!(
        "\n{}UCLASS(BlueprintType)\nclass PLIANT_API {class} : public UDataAsset\n{{\n\tGENERATED_BODY()\n\npublic:\n{}}};\n",
        comment(&format!("/** {} */", doc(&material.doc)), "", 1000),
        members.join("\n")
    )
}

/// `PliantMaterial.cpp`.
fn source(schema: &Schema) -> String {
    let mut text = format!("{WRITTEN}#include \"PliantMaterial.h\"\n");
    for material in schema
        .materials
        .iter()
        .filter(|material| has_presets(material))
    {
        text += &presets(schema, material);
    }
    text
}

/// The table of presets and what chooses from it.
fn presets(schema: &Schema, material: &Material) -> String {
    let class = class(schema, material);
    let filled = || shown(material).filter(|(property, _)| !property.kept);
    let names: Vec<String> = filled()
        .map(|(property, shown)| name_of(property, shown))
        .collect();
    let mut rows = String::new();
    for preset in &material.presets {
        let values = filled().map(|(property, _)| cpp_number(material.value(preset, property)));
        let values = values.collect::<Vec<_>>().join(", ");
        let (name, model) = (&preset.name, preset.model(material));
        let _ = writeln!(
            rows,
            "\t\t{{EPliantPreset::{name}, EPliantModel::{model}, {values}}},"
        );
    }
    let lines = names
        .iter()
        .map(|name| format!("\t\t\t{name} = Known.{name};\n"));
    let fields = names.join(", ");
    let assigned: String = lines.collect();
    PRESETS
        .replace("@class", &class)
        .replace("@fields", &fields)
        .replace("@rows", &rows)
        .replace("@assigned", &assigned)
}

const PRESETS: &str = "
namespace
{
	struct FPreset
	{
		EPliantPreset Name;
		EPliantModel Model;
		/** In SI units. */
		float @fields;
	};

	/** The same numbers in all engines. */
	const FPreset Presets[] = {
@rows	};
}

void @class::SetPreset(EPliantPreset NewPreset)
{
	Preset = NewPreset;
	for (const FPreset& Known : Presets)
	{
		if (Known.Name == NewPreset)
		{
			Model = Known.Model;
@assigned		}
	}
}

@class* @class::MakePreset(EPliantPreset NewPreset)
{
	@class* Material = NewObject<@class>();
	Material->SetPreset(NewPreset);
	return Material;
}

#if WITH_EDITOR
void @class::PostEditChangeProperty(FPropertyChangedEvent& Event)
{
	Super::PostEditChangeProperty(Event);
	const FName Changed = Event.GetPropertyName();
	if (Changed == GET_MEMBER_NAME_CHECKED(@class, Preset))
	{
		SetPreset(Preset);
	}
	else if (Changed != NAME_None)
	{
		Preset = EPliantPreset::Custom;
	}
}
#endif
";

/// `PliantModel.h`.
fn room(schema: &Schema) -> String {
    let mut classes: Vec<String> = schema.materials.iter().map(|m| class(schema, m)).collect();
    let mut members = String::new();
    let mut functions = Vec::new();
    for material in &schema.materials {
        for model in material.of(schema) {
            let _ = writeln!(members, "\t{} {};", model.desc(), model.name);
        }
        let (class, first) = (
            class(schema, material),
            material.presets[0].name.to_lowercase(),
        );
        let about = match functions.is_empty() {
            true => "Writes a material's model here and points the body to it.".to_owned(),
            false => format!("The same for {}.", material.name.to_lowercase()),
        };
        functions.push(format!(
            "\t/** {about} Null: {first}. */\n\tvoid Describe(const PliantApi& Api, const {class}* Material, PliantBodyDesc& Desc);\n"
        ));
    }
    classes.sort();
    let classes = classes.iter().map(|class| format!("class {class};\n"));
    format!(
        "{WRITTEN}#pragma once

#include \"CoreMinimal.h\"
#include \"PliantHeader.h\"

{}
/** Room for the parameters of any model. It must live while a description points to it. */
struct FPliantModelDesc
{{
{members}
{}}};
",
        classes.collect::<String>(),
        functions.concat()
    )
}

/// `PliantModel.cpp`.
fn models(schema: &Schema) -> String {
    let mut text =
        format!("{WRITTEN}#include \"PliantModel.h\"\n\n#include \"PliantMaterial.h\"\n");
    for material in &schema.materials {
        let class = class(schema, material);
        let (first, none) = (&material.presets[0].name, has_presets(material));
        let none = match none {
            true => format!("{class}::MakePreset(EPliantPreset::{first})"),
            false => format!("GetDefault<{class}>()"),
        };
        let _ = write!(
            text,
            "
void FPliantModelDesc::Describe(const PliantApi& Api, const {class}* Given, PliantBodyDesc& Desc)
{{
	const {class}* Material = Given != nullptr ? Given : {none};
"
        );
        for (property, shown) in shown(material) {
            if material.is_of_body(schema, property) {
                let name = name_of(property, shown);
                let _ = writeln!(text, "\tDesc.{} = Material->{name};", property.field());
            }
        }
        for (model, when) in material.taken(schema) {
            text += &taken(material, model, &when);
        }
        let models: Vec<&Model> = material.chosen(schema).collect();
        match &models[..] {
            [only] => text += &description(material, only, "\t"),
            all => {
                text += "\tswitch (Material->Model)\n\t{\n";
                for model in all {
                    let _ = writeln!(text, "\tcase EPliantModel::{}:", model.name);
                    text += &description(material, model, "\t\t");
                    text += "\t\tbreak;\n";
                }
                text += "\t}\n";
            }
        }
        text += "}\n";
    }
    text
}

/// A model that a body takes by itself.
fn taken(material: &Material, model: &Model, when: &[&Property]) -> String {
    let above = |property: &&Property| {
        let shown = property.unreal.as_ref()?;
        Some(format!("Material->{} > 0.0f", name_of(property, shown)))
    };
    let when: Vec<String> = when.iter().filter_map(above).collect();
    format!(
        "\tif ({})\n\t{{\n{}\t\treturn;\n\t}}\n",
        when.join(" || "),
        description(material, model, "\t\t")
    )
}

fn description(material: &Material, model: &Model, indent: &str) -> String {
    let name = &model.name;
    let mut text = format!(
        "{indent}Api.{}_desc_init(&{name}, sizeof({name}));\n",
        model.snake()
    );
    for (field, property) in material.sets(model) {
        if let Some(shown) = &property.unreal {
            let from = name_of(property, shown);
            let _ = writeln!(text, "{indent}{name}.{} = Material->{from};", field.name);
        }
    }
    let constant = model.constant_name();
    let _ = write!(
        text,
        "{indent}Desc.model = {constant};\n{indent}Desc.model_desc = &{name};\n"
    );
    text
}
