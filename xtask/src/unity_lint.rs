//! What must hold of the Unity package, as far as files alone tell.

use crate::shell::{self, Done, Failure, Result, root};
use crate::unity_meta::{self, BINARIES, Package};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Keys of an assembly definition, the same from Unity 2022.3 to 6.
const ASMDEF: &[&str] = &[
    "name",
    "rootNamespace",
    "references",
    "includePlatforms",
    "excludePlatforms",
    "allowUnsafeCode",
    "overrideReferences",
    "precompiledReferences",
    "autoReferenced",
    "defineConstraints",
    "versionDefines",
    "noEngineReferences",
];
const PACKAGE_JSON: &[&str] = &[
    "name",
    "version",
    "displayName",
    "description",
    "unity",
    "keywords",
    "author",
    "license",
    "dependencies",
    "samples",
];
/// Assemblies of Unity that ours may name.
const FOREIGN: &[&str] = &["UnityEngine.TestRunner", "UnityEditor.TestRunner"];
/// Unity's own resources.
const BUILTIN: &[&str] = &[
    "0000000000000000e000000000000000",
    "0000000000000000f000000000000000",
];
/// Files whose text names others by their GUIDs.
const YAML: &[&str] = &["asset", "unity", "prefab", "mat"];

/// The step of `cargo xtask test`.
pub fn run() -> Result<Done> {
    let package = Package::read()?;
    let version = version(&shell::read(&root().join("Cargo.toml"))?)?;
    let faults = faults(&package, &unity_meta::read_lock()?, &version);
    println!("    {} files looked at", package.files.len());
    match faults.is_empty() {
        true => Ok(Done::Passed),
        false => Err(Failure::new(format!(
            "{}:\n  {}",
            unity_meta::PACKAGE,
            faults.join("\n  ")
        ))),
    }
}

/// The version of all crates.
fn version(manifest: &str) -> Result<String> {
    let table: toml::Table = manifest
        .parse()
        .map_err(|cause| Failure::new(format!("Cargo.toml: {cause}")))?;
    let version = table.get("workspace").and_then(|w| w.get("package"));
    let version = version.and_then(|package| package.get("version"));
    let version = version.and_then(toml::Value::as_str);
    version
        .map(String::from)
        .ok_or_else(|| Failure::new("Cargo.toml: no workspace.package.version"))
}

/// All that is wrong.
fn faults(package: &Package, lock: &BTreeMap<String, String>, version: &str) -> Vec<String> {
    let mut faults = metas(package);
    faults.extend(guids(package, lock));
    faults.extend(plugins(package));
    faults.extend(asmdefs(package));
    faults.extend(manifest(package, version));
    faults.extend(sources(package));
    faults.extend(assets(package));
    faults.extend(names(package));
    faults
}

/// Each file and folder has a `.meta`, and each `.meta` has a file or folder.
fn metas(package: &Package) -> Vec<String> {
    let imported = package.imported();
    let with_meta: BTreeSet<String> = package.guids().into_keys().collect();
    let lacking = imported.difference(&with_meta);
    let lacking = lacking.map(|path| format!("{path} has no .meta: run `cargo xtask unity-meta`"));
    let left = with_meta.difference(&imported);
    lacking
        .chain(
            left.map(|path| {
                format!("{path}.meta is left over: its file is gone, or is not imported")
            }),
        )
        .collect()
}

/// GUIDs are 32 small hex digits, unique, and those of the lock.
fn guids(package: &Package, lock: &BTreeMap<String, String>) -> Vec<String> {
    let (mut faults, mut seen) = (Vec::new(), BTreeMap::new());
    let guids = package.guids();
    for (path, guid) in &guids {
        let is_hex = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
        if guid.len() != 32 || !guid.chars().all(is_hex) {
            faults.push(format!("{path}.meta: {guid:?} is not 32 hex digits"));
        }
        if let Some(other) = seen.insert(guid, path) {
            faults.push(format!("{path} and {other} have one GUID: delete the .meta of the newer one and run `cargo xtask unity-meta`"));
        }
    }
    if guids != *lock {
        let differs = |path: &&String| guids.get(*path) != lock.get(*path);
        let paths: BTreeSet<&String> = guids.keys().chain(lock.keys()).filter(differs).collect();
        faults.push(format!(
            "{} does not agree about {paths:?}: run `cargo xtask unity-meta`",
            unity_meta::LOCK
        ));
    }
    faults
}

/// One entry of a native library's `platformData`.
#[derive(Debug, Default)]
struct Platform {
    name: String,
    is_enabled: bool,
    settings: BTreeMap<String, String>,
}

fn platforms(meta: &str) -> Vec<Platform> {
    let mut found: Vec<Platform> = Vec::new();
    let mut lines = meta.lines();
    while let Some(line) = lines.next() {
        if line.trim() == "- first:" {
            let name = lines.next().unwrap_or_default().trim().to_owned();
            found.push(Platform {
                name,
                ..Platform::default()
            });
        } else if let (Some(platform), Some((key, value))) =
            (found.last_mut(), line.trim().split_once(": "))
        {
            match key {
                "enabled" => platform.is_enabled = value == "1",
                _ => drop(platform.settings.insert(key.to_owned(), value.to_owned())),
            }
        }
    }
    found
}

/// A native library is on in one platform, and in the editor of that system only.
fn plugins(package: &Package) -> Vec<String> {
    let mut faults = Vec::new();
    for binary in BINARIES {
        let path = binary.path;
        let Some(meta) = package.files.get(&format!("{path}.meta")) else {
            continue;
        };
        let all = platforms(meta);
        let on = |is_editor: bool| {
            let enabled = all.iter().filter(|p| p.is_enabled);
            enabled
                .filter(|p| (p.name == "Editor: Editor") == is_editor)
                .collect::<Vec<_>>()
        };
        let names: Vec<&str> = on(false)
            .iter()
            .map(|platform| platform.name.as_str())
            .collect();
        if names != [binary.platform] {
            faults.push(format!(
                "{path} is on in {names:?}, expected {:?} alone",
                binary.platform
            ));
        }
        let editors = on(true);
        let editor = editors.first().map(|editor| {
            let setting = |key: &str| editor.settings.get(key).map_or("", String::as_str);
            [setting("CPU"), setting("OS")]
        });
        if editors.len() > 1 || editor != binary.editor {
            faults.push(format!(
                "{path} is on in the editor of {editor:?}, expected {:?}",
                binary.editor
            ));
        }
    }
    let is_native = |path: &&String| {
        [".so", ".dll", ".dylib", ".a"]
            .iter()
            .any(|end| path.ends_with(end))
            && !path.contains('~')
    };
    let foreign = package.files.keys().filter(is_native);
    let foreign =
        foreign.filter(|path| !BINARIES.iter().any(|binary| binary.path == path.as_str()));
    faults.extend(foreign.map(|path| format!("{path}: no platform is known for this library")));
    faults
}

fn strings(value: &Value) -> Vec<&str> {
    let items = value.as_array().map(Vec::as_slice).unwrap_or_default();
    items.iter().filter_map(Value::as_str).collect()
}

fn keys(place: &str, value: &Value, expected: &[&str]) -> Vec<String> {
    let found = value
        .as_object()
        .into_iter()
        .flat_map(|object| object.keys());
    let found: BTreeSet<&str> = found.map(String::as_str).collect();
    let expected: BTreeSet<&str> = expected.iter().copied().collect();
    let lacking = expected
        .difference(&found)
        .map(|key| format!("{place} lacks the key {key}"));
    let other = found
        .difference(&expected)
        .map(|key| format!("{place} has the unknown key {key}"));
    lacking.chain(other).collect()
}

/// The assembly definitions: path and content.
fn definitions(package: &Package) -> Vec<(&str, std::result::Result<Value, String>)> {
    let files = package
        .files
        .iter()
        .filter(|(path, _)| path.ends_with(".asmdef"));
    let parse = |text: &str| serde_json::from_str(text).map_err(|cause| cause.to_string());
    files
        .map(|(path, text)| (path.as_str(), parse(text)))
        .collect()
}

/// Assembly definitions have the keys that Unity knows, and name assemblies that exist.
fn asmdefs(package: &Package) -> Vec<String> {
    let (mut faults, mut known) = (Vec::new(), BTreeMap::new());
    let all = definitions(package);
    for (path, value) in &all {
        match value {
            Ok(value) => {
                faults.extend(keys(path, value, ASMDEF));
                let name = value["name"].as_str().unwrap_or_default();
                let file = path.rsplit('/').next().unwrap_or_default();
                if file != format!("{name}.asmdef") {
                    faults.push(format!("{path} is called {name:?}"));
                }
                let is_editor = strings(&value["includePlatforms"]) == ["Editor"];
                known.insert(name, is_editor);
                let in_editor = path.starts_with("Editor/") || path.contains("/Editor/");
                if is_editor != in_editor {
                    faults.push(format!("{path}: assemblies in a folder Editor, and no others, are for the editor alone"));
                }
            }
            Err(cause) => faults.push(format!("{path}: {cause}")),
        }
    }
    for (path, value) in &all {
        let Ok(value) = value else { continue };
        let is_editor = strings(&value["includePlatforms"]) == ["Editor"];
        for name in strings(&value["references"]) {
            match known.get(name) {
                Some(true) if !is_editor => faults.push(format!(
                    "{path} names {name}, which is for the editor alone"
                )),
                Some(_) => {}
                None if FOREIGN.contains(&name) => {}
                None => faults.push(format!("{path} names {name}, which does not exist")),
            }
        }
    }
    faults
}

/// `package.json` has the keys we want, this version, and samples that exist.
fn manifest(package: &Package, version: &str) -> Vec<String> {
    let text = package.files.get("package.json").map_or("", String::as_str);
    let value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(cause) => return vec![format!("package.json: {cause}")],
    };
    let mut faults = keys("package.json", &value, PACKAGE_JSON);
    for (key, expected) in [
        ("name", "dev.pliant.softbody"),
        ("version", version),
        ("unity", "2022.3"),
    ] {
        if value[key] != expected {
            faults.push(format!(
                "package.json: {key} is {}, expected {expected:?}",
                value[key]
            ));
        }
    }
    for sample in value["samples"].as_array().into_iter().flatten() {
        let path = sample["path"].as_str().unwrap_or_default();
        let inside = format!("{path}/");
        if path.is_empty() || !package.files.keys().any(|file| file.starts_with(&inside)) {
            faults.push(format!("package.json: the sample {path:?} does not exist"));
        }
        faults.extend(keys(
            "a sample in package.json",
            sample,
            &["displayName", "description", "path"],
        ));
    }
    faults
}

/// Every source belongs to an assembly, and names only what that assembly may use.
fn sources(package: &Package) -> Vec<String> {
    let mut faults = Vec::new();
    let all = definitions(package);
    for (path, text) in package
        .files
        .iter()
        .filter(|(path, _)| path.ends_with(".cs"))
    {
        let folder = |asmdef: &str| {
            asmdef
                .rsplit_once('/')
                .map(|(folder, _)| format!("{folder}/"))
        };
        let owner = all
            .iter()
            .filter(|(asmdef, _)| folder(asmdef).is_some_and(|f| path.starts_with(&f)));
        let Some((_, Ok(owner))) = owner.max_by_key(|(asmdef, _)| asmdef.matches('/').count())
        else {
            faults.push(format!("{path} belongs to no assembly definition"));
            continue;
        };
        let uses = |name: &str| text.lines().any(|line| code(line).contains(name));
        let is_editor = strings(&owner["includePlatforms"]) == ["Editor"];
        if !is_editor && uses("UnityEditor") {
            faults.push(format!(
                "{path} names UnityEditor, which a built game lacks"
            ));
        }
        if owner["noEngineReferences"] == true && (uses("UnityEngine") || uses("Unity.Collections"))
        {
            faults.push(format!(
                "{path} names the engine, which its assembly may not"
            ));
        }
    }
    faults
}

/// A line of C# without its comment.
fn code(line: &str) -> &str {
    line.split("//").next().unwrap_or_default()
}

/// Every GUID in a scene or an asset exists. What a script's asset sets is a field of that script.
fn assets(package: &Package) -> Vec<String> {
    let mut faults = Vec::new();
    let paths: BTreeMap<String, String> = package
        .guids()
        .into_iter()
        .map(|(path, guid)| (guid, path))
        .collect();
    let is_yaml = |path: &str| YAML.contains(&path.rsplit('.').next().unwrap_or_default());
    for (path, text) in package.files.iter().filter(|(path, _)| is_yaml(path)) {
        for part in text.split("guid: ").skip(1) {
            let guid = part.split([',', '}', '\n', ' ']).next().unwrap_or_default();
            if !paths.contains_key(guid) && !BUILTIN.contains(&guid) {
                faults.push(format!("{path} names {guid}, which no .meta has"));
            }
        }
        for object in text
            .split("\n--- ")
            .filter(|object| object.contains("MonoBehaviour:"))
        {
            faults.extend(fields(path, object, &paths, package));
        }
    }
    faults
}

/// The keys of a serialised script that its source does not have.
fn fields(
    path: &str,
    object: &str,
    paths: &BTreeMap<String, String>,
    package: &Package,
) -> Vec<String> {
    let script = object
        .lines()
        .find(|line| line.trim().starts_with("m_Script:"));
    let guid = script
        .and_then(|line| line.split("guid: ").nth(1))
        .and_then(|rest| rest.get(..32));
    let Some(source) = guid.and_then(|guid| paths.get(guid)) else {
        return vec![format!("{path}: a script without a GUID of ours")];
    };
    // A component may inherit fields, so all sources of its folder count.
    let folder = source.rsplit_once('/').map_or("", |(folder, _)| folder);
    let texts = package
        .files
        .iter()
        .filter(|(file, _)| file.starts_with(folder) && file.ends_with(".cs"));
    let text: String = texts.map(|(_, text)| text.as_str()).collect();
    let words: BTreeSet<&str> = text
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .collect();
    let keys = object
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split_once(':'));
    let keys = keys.map(|(key, _)| key);
    // Unity's own begin with m_; deeper ones belong to structs.
    let own = keys.filter(|key| !key.starts_with("m_") && !key.starts_with([' ', '-']));
    let own = own.filter(|key| !words.contains(key));
    own.map(|key| format!("{path} sets {key}, which {source} does not have"))
        .collect()
}

/// No two names differ by capitals alone, which Windows and macOS cannot keep apart.
fn names(package: &Package) -> Vec<String> {
    let mut seen = BTreeMap::new();
    let mut faults = Vec::new();
    for path in package.files.keys() {
        if let Some(other) = seen.insert(path.to_lowercase(), path) {
            faults.push(format!("{path} and {other} are one file on Windows"));
        }
    }
    faults
}

#[cfg(test)]
#[path = "unity_lint_tests.rs"]
mod tests;
