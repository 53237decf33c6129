//! Faults planted into the real package are seen.

use super::*;

fn real() -> (Package, BTreeMap<String, String>, String) {
    let package = Package::read().expect("the package");
    let lock = unity_meta::read_lock().expect("the lock");
    let version = version(&shell::read(&root().join("Cargo.toml")).expect("Cargo.toml"));
    (package, lock, version.expect("a version"))
}

/// Says that a change of the package makes a fault that says `what`.
fn seen(what: &str, change: impl Fn(&mut Package)) {
    let (mut package, lock, version) = real();
    change(&mut package);
    let found = faults(&package, &lock, &version);
    assert!(
        found.iter().any(|fault| fault.contains(what)),
        "{what}: {found:?}"
    );
}

/// Replaces text in a file, which must hold it.
fn replace(package: &mut Package, path: &str, from: &str, to: &str) {
    let text = package
        .files
        .get_mut(path)
        .unwrap_or_else(|| panic!("{path}"));
    assert!(text.contains(from), "{path} holds no {from}");
    *text = text.replacen(from, to, 1);
}

const CORE: &str = "Runtime/Core/Pliant.asmdef";
const UNITY: &str = "Runtime/Unity/Pliant.Unity.asmdef";
const LINUX: &str = "Runtime/Plugins/Linux/x86_64/libpliant.so.meta";
const SCENE: &str = "Samples~/HelloJelly/HelloJelly.unity";

#[test]
fn the_package_is_without_fault() {
    let (package, lock, version) = real();
    assert_eq!(faults(&package, &lock, &version), [""; 0]);
    assert!(package.files.len() > 40, "it was found");
}

#[test]
fn a_meta_that_is_missing_or_left_over_is_seen() {
    seen("Runtime/Core/World.cs has no .meta", |package| {
        package.files.remove("Runtime/Core/World.cs.meta");
    });
    seen("Runtime/Core has no .meta", |package| {
        package.files.remove("Runtime/Core.meta");
    });
    seen("Runtime/Core/World.cs.meta is left over", |package| {
        package.files.remove("Runtime/Core/World.cs");
    });
}

#[test]
fn a_guid_that_is_wrong_twice_there_or_changed_is_seen() {
    let world = "Runtime/Core/World.cs.meta";
    seen("is not 32 hex digits", |package| {
        replace(package, world, "guid: ", "guid: X")
    });
    seen(
        "does not agree about {\"Runtime/Core/World.cs\"}",
        |package| {
            let guid = package.guids()["Runtime/Core/World.cs"].clone();
            replace(package, world, &guid, &"0123".repeat(8));
        },
    );
    seen("have one GUID", |package| {
        let [one, other] = ["World", "Body"]
            .map(|name| package.guids()[&format!("Runtime/Core/{name}.cs")].clone());
        replace(package, world, &one, &other);
    });
}

#[test]
fn a_library_that_is_on_elsewhere_is_seen() {
    let off = "Standalone: Win64\n    second:\n      enabled: 0";
    seen("\"Standalone: Win64\"", |package| {
        replace(package, LINUX, off, &off.replace('0', "1"))
    });
    seen("is on in []", |package| {
        replace(
            package,
            LINUX,
            "Standalone: Linux64\n    second:\n      enabled: 1",
            "Standalone: Linux64\n    second:\n      enabled: 0",
        );
    });
    seen("in the editor of", |package| {
        replace(package, LINUX, "OS: Linux", "OS: Windows")
    });
    seen("no platform is known", |package| {
        package
            .files
            .insert("Runtime/Plugins/other.so".to_owned(), String::new());
    });
}

#[test]
fn an_assembly_definition_that_unity_does_not_know_is_seen() {
    seen("has the unknown key unsafe", |package| {
        replace(package, CORE, "\"allowUnsafeCode\"", "\"unsafe\"")
    });
    seen("lacks the key allowUnsafeCode", |package| {
        replace(package, CORE, "\"allowUnsafeCode\"", "\"unsafe\"")
    });
    seen("names Plaint, which does not exist", |package| {
        replace(package, UNITY, "\"Pliant\"\n", "\"Plaint\"\n")
    });
    seen("which is for the editor alone", |package| {
        replace(
            package,
            UNITY,
            "\"Pliant\"\n",
            "\"Pliant\", \"Pliant.Unity.Editor\"\n",
        );
    });
    seen("for the editor alone", |package| {
        replace(
            package,
            "Editor/Pliant.Unity.Editor.asmdef",
            "\"Editor\"",
            "\"Android\"",
        );
    });
    seen("is called", |package| {
        replace(
            package,
            CORE,
            "\"name\": \"Pliant\"",
            "\"name\": \"Pliant2\"",
        )
    });
}

#[test]
fn a_manifest_of_another_version_or_without_its_sample_is_seen() {
    seen("package.json: version is", |package| {
        replace(
            package,
            "package.json",
            "\"version\": \"",
            "\"version\": \"9",
        )
    });
    seen("has the unknown key licence", |package| {
        replace(package, "package.json", "\"license\"", "\"licence\"")
    });
    seen("does not exist", |package| {
        replace(
            package,
            "package.json",
            "Samples~/HelloJelly",
            "Samples~/HelloJello",
        )
    });
}

#[test]
fn a_source_that_names_what_it_may_not_is_seen() {
    let add = |package: &mut Package, path: &str, line: &str| {
        let text = package.files.get_mut(path).expect("a source");
        *text = format!("{line}\n{text}");
    };
    seen("which a built game lacks", |package| {
        add(package, "Runtime/Unity/SoftBody.cs", "using UnityEditor;")
    });
    seen("which its assembly may not", |package| {
        add(package, "Runtime/Core/Body.cs", "using UnityEngine;")
    });
    seen("belongs to no assembly", |package| {
        package
            .files
            .insert("Runtime/Other.cs".to_owned(), String::new());
    });
}

#[test]
fn an_asset_that_names_nothing_is_seen() {
    seen("which no .meta has", |package| {
        let guid = package.guids()["Runtime/Unity/SoftBody.cs"].clone();
        replace(package, SCENE, &guid, &"0123".repeat(8));
    });
    seen("sets youngsModulus, which", |package| {
        replace(
            package,
            "Samples~/HelloJelly/Jelly.asset",
            "youngModulus",
            "youngsModulus",
        );
    });
}

#[test]
fn names_that_differ_by_capitals_are_seen() {
    seen("are one file on Windows", |package| {
        package
            .files
            .insert("Runtime/core/world.cs".to_owned(), String::new());
    });
}
