//! Models and materials: everything that `bindings/materials.toml` says, written for Rust, C++ and the engines.

mod godot;
mod names;
mod pages;
mod rust;
mod schema;
mod unity;
mod unreal;

pub use rust::model_of;
pub use schema::Schema;

use crate::shell::Result;

/// All files that the library itself needs, with their texts; then the C ABI can be read.
pub fn rust(schema: &Schema) -> Result<Vec<(String, String)>> {
    rust::files(schema)
}

/// All files of engines and pages, with their texts.
pub fn engines(schema: &Schema) -> Result<Vec<(String, String)>> {
    let mut files = godot::files(schema)?;
    files.extend(unity::files(schema)?);
    files.extend(unreal::files(schema)?);
    files.extend(pages::files(schema)?);
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::{read, root};

    fn schema(text: &str) -> Schema {
        Schema::parse(text).expect("a schema")
    }

    fn committed() -> String {
        read(&root().join(schema::FILE)).expect("the schema")
    }

    /// The files that are others after a change of the schema.
    fn changed(from: &str, to: &str) -> Vec<String> {
        let text = committed();
        assert!(text.contains(from), "{from}");
        let all = |text: &str| {
            let schema = schema(text);
            let mut files = rust(&schema).expect("files of Rust");
            files.extend(engines(&schema).expect("files of engines"));
            files
        };
        let pairs = all(&text).into_iter().zip(all(&text.replacen(from, to, 1)));
        let others = pairs.filter(|(was, is)| was != is);
        let name = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
        others.map(|((path, _), _)| name(&path)).collect()
    }

    #[test]
    fn a_change_of_the_schema_reaches_all_that_says_it_and_nothing_else() {
        assert_eq!(
            changed("[0, 0.495]\ndefault = 0.3", "[0, 0.4]\ndefault = 0.3"),
            ["neo_hookean.rs"]
        );
        assert_eq!(
            changed("young_modulus = 4e4", "young_modulus = 5e4"),
            [
                "material.rs",
                "SoftMaterial.cs",
                "Foam.asset",
                "PliantMaterial.cpp"
            ]
        );
        assert_eq!(
            changed(
                "name = \"max_stretch\"\n[",
                "name = \"most_stretch\"\nfield = \"max_stretch\"\n["
            ),
            [
                "material.rs",
                "ClothMaterial.cs",
                "PliantMaterial.h",
                "PliantModel.cpp"
            ]
        );
        assert_eq!(
            changed("default = 1e6", "default = 2e6"),
            ["neo_hookean.rs"]
        );
    }

    #[test]
    fn a_schema_that_contradicts_itself_is_refused() {
        for (from, to, fault) in [
            ("number = 5", "number = 7", "must have the number 5"),
            (
                "model = \"Rigid\"\n",
                "model = \"Cloth\"\n",
                "Wood has no model Cloth",
            ),
            ("{ young_modulus", "{ young", "has no property young"),
            (
                "when = [\"volume_factor\"",
                "when = [\"fullness\"",
                "Balloon has no property fullness",
            ),
            ("slider =", "sliders =", "unknown field"),
        ] {
            let text = committed().replacen(from, to, 1);
            let said = Schema::parse(&text).expect_err(fault);
            assert!(said.contains(fault), "{said}");
        }
    }
}
