//! Rules that no compiler knows: the plugin's descriptor, calls past the function table, and the table itself.

use crate::shell::{Failure, Result, read, root};
use serde_json::Value;

const DESCRIPTOR: &str = "bindings/unreal/Pliant.uplugin";
/// Keys of a descriptor, in order. `EngineVersion` is left out in source form.
const KEYS: &[&str] = &[
    "FileVersion",
    "Version",
    "VersionName",
    "FriendlyName",
    "Description",
    "Category",
    "CreatedBy",
    "CreatedByURL",
    "DocsURL",
    "MarketplaceURL",
    "SupportURL",
    "CanContainContent",
    "IsBetaVersion",
    "Installed",
    "EnabledByDefault",
    "Modules",
];
const MODULE_KEYS: &[&str] = &["Name", "Type", "LoadingPhase", "PlatformAllowList"];
/// Modules with type and loading phase. The runtime comes before the first levels and assets.
const MODULES: &[(&str, &str, &str)] = &[
    ("Pliant", "Runtime", "PreDefault"),
    ("PliantEditor", "Editor", "PostEngineInit"),
    ("PliantTests", "DeveloperTool", "Default"),
];
const PLATFORMS: &[&str] = &["Win64", "Linux", "Mac"];
/// The module without code.
const SDK: &str = "PliantSDK";

/// Runs all rules.
pub fn run() -> Result {
    let text = read(&root().join(DESCRIPTOR))?;
    let wrong = descriptor(&text, &super::places::folders(super::places::SOURCE)?);
    report(DESCRIPTOR, wrong)?;
    let sources = super::places::all_sources()?;
    report(super::places::SOURCE, direct_calls(&sources))?;
    let header = read(&root().join("include/pliant.h"))?;
    report("include/pliant.h", table(&header))?;
    for header in headers()? {
        let text = read(&header)?;
        report(&header.display().to_string(), unique_pointers(&text))?;
    }
    Ok(())
}

fn headers() -> Result<Vec<std::path::PathBuf>> {
    crate::shell::files(&format!("{}/Pliant/Public", super::places::SOURCE), "h")
}

fn report(what: &str, wrong: Vec<String>) -> Result {
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(Failure::new(format!("{what}: {}", wrong.join("; ")))),
    }
}

/// What is wrong with a descriptor for modules in these folders.
fn descriptor(text: &str, folders: &[String]) -> Vec<String> {
    let mut wrong = Vec::new();
    let value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(cause) => return vec![cause.to_string()],
    };
    compare("keys", &keys(&value), KEYS, &mut wrong);
    if value["FileVersion"] != 3 {
        wrong.push("FileVersion is 3".to_owned());
    }
    let version = env!("CARGO_PKG_VERSION");
    if value["VersionName"] != version {
        wrong.push(format!("VersionName is {version}, as in Cargo.toml"));
    }
    let modules = value["Modules"].as_array().cloned().unwrap_or_default();
    let mut known: Vec<&str> = MODULES.iter().map(|(name, ..)| *name).collect();
    let names: Vec<String> = modules
        .iter()
        .map(|module| string(&module["Name"]))
        .collect();
    compare("modules", &names, &known, &mut wrong);
    known.push(SDK);
    known.sort_unstable();
    compare("folders of modules", folders, &known, &mut wrong);
    for (module, (name, kind, phase)) in modules.iter().zip(MODULES) {
        compare(
            &format!("keys of {name}"),
            &keys(module),
            MODULE_KEYS,
            &mut wrong,
        );
        if string(&module["Type"]) != *kind || string(&module["LoadingPhase"]) != *phase {
            wrong.push(format!("{name} is {kind}, {phase}"));
        }
        let platforms = module["PlatformAllowList"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let platforms: Vec<String> = platforms.iter().map(string).collect();
        compare(
            &format!("platforms of {name}"),
            &platforms,
            PLATFORMS,
            &mut wrong,
        );
    }
    wrong
}

fn string(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn keys(value: &Value) -> Vec<String> {
    value
        .as_object()
        .map(|map| map.keys().cloned().collect())
        .unwrap_or_default()
}

/// Compares as sets.
fn compare(what: &str, found: &[String], wanted: &[&str], wrong: &mut Vec<String>) {
    let mut found: Vec<&str> = found.iter().map(String::as_str).collect();
    let mut wanted = wanted.to_vec();
    found.sort_unstable();
    wanted.sort_unstable();
    if found != wanted {
        wrong.push(format!("{what} are {found:?}, wanted {wanted:?}"));
    }
}

/// Functions of the library that sources call by name: they would have to be linked.
fn direct_calls(sources: &str) -> Vec<String> {
    let code: String = sources
        .lines()
        .map(|line| line.split("//").next().unwrap_or("").to_owned() + "\n")
        .collect();
    let mut wrong = Vec::new();
    for (at, _) in code.match_indices("pliant_") {
        let name: String = code[at..]
            .chars()
            .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
            .collect();
        let is_call = code[at + name.len()..].starts_with('(');
        if is_call
            && !code[..at].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_' || c == '"')
        {
            wrong.push(format!("{name} is called past the function table"));
        }
    }
    wrong
}

/// Functions of the header that its table lacks. `pliant_get_api` gives the table.
fn table(header: &str) -> Vec<String> {
    let Some(start) = header.find("typedef struct PliantApi {") else {
        return vec!["there is no PliantApi".to_owned()];
    };
    let (entries, functions) =
        header[start..].split_at(header[start..].find("} PliantApi;").unwrap_or(0));
    let mut wrong = Vec::new();
    for line in functions
        .lines()
        .filter(|line| !line.starts_with(" *") && !line.starts_with("  "))
    {
        let Some(at) = line.find("pliant_") else {
            continue;
        };
        let name: String = line[at..]
            .chars()
            .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
            .collect();
        let entry = format!("(*{})(", &name["pliant_".len()..]);
        if line[at + name.len()..].starts_with('(')
            && name != "pliant_get_api"
            && !entries.contains(&entry)
        {
            wrong.push(format!("the table lacks {name}"));
        }
    }
    if functions.matches("PLIANT_API").count() < 50 {
        wrong.push("its functions are not found".to_owned());
    }
    wrong
}

/// The code that UHT writes destroys members without knowing their types, which only shared pointers allow.
fn unique_pointers(text: &str) -> Vec<String> {
    match text.contains("UCLASS(") && text.contains("TUniquePtr<") {
        true => vec!["a UCLASS holds a TUniquePtr; take a TSharedPtr".to_owned()],
        false => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn modules() -> Vec<String> {
        ["Pliant", "PliantEditor", "PliantSDK", "PliantTests"]
            .map(String::from)
            .to_vec()
    }

    #[test]
    fn faults_of_a_descriptor_are_named() {
        let text = read(&root().join(DESCRIPTOR)).expect("the descriptor");
        assert_eq!(descriptor(&text, &modules()), Vec::<String>::new());
        for (from, to) in [
            ("\"FileVersion\": 3", "\"FileVersion\": 2"),
            ("\"Category\"", "\"Kategory\""),
            ("\"PreDefault\"", "\"PostDefault\""),
            ("\"Name\": \"PliantTests\"", "\"Name\": \"PliantTest\""),
            ("\"Type\": \"Editor\"", "\"Type\": \"Runtime\""),
            ("\"PlatformAllowList\"", "\"WhitelistPlatforms\""),
            ("\"VersionName\": \"", "\"VersionName\": \"9"),
            ("\"Mac\"", "\"Max\""),
        ] {
            assert!(text.contains(from), "{from}");
            let wrong = descriptor(&text.replacen(from, to, 1), &modules());
            assert!(!wrong.is_empty(), "{to}");
        }
        assert!(!descriptor(&text, &modules()[1..]).is_empty());
    }

    #[test]
    fn calls_past_the_table_are_seen() {
        assert!(direct_calls("\tpliant_world_step(World, Dt, nullptr);\n").len() == 1);
        let fine = "Api->world_step(World);\n// pliant_world_step(World) would link\nTEXT(\"pliant_get_api\")\n#include \"pliant.h\"\n";
        assert_eq!(direct_calls(fine), Vec::<String>::new());
    }

    #[test]
    fn a_function_that_the_table_lacks_is_named() {
        let header = read(&root().join("include/pliant.h")).expect("the header");
        assert_eq!(table(&header), Vec::<String>::new());
        let less = header.replace("(*world_events)(", "(*world_event)(");
        assert_eq!(table(&less), ["the table lacks pliant_world_events"]);
    }

    #[test]
    fn a_unique_pointer_in_a_class_of_unreal_is_seen() {
        assert!(!unique_pointers("UCLASS()\nclass U { TUniquePtr<F> P; };").is_empty());
        assert!(unique_pointers("struct F { TUniquePtr<F> P; };").is_empty());
    }
}
