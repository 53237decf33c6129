//! The packages of Godot, Unity and Unreal: what lies in `bindings/`, and the libraries that were built.

use super::archive::Tree;
use super::notices;
use super::platform::{Libraries, PLATFORMS};
use super::version::Version;
use crate::shell::{Failure, Result, read, root};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// A package, or why there is none.
pub struct Package {
    pub tree: Tree,
    /// What it lacks, one a line.
    pub absent: Vec<String>,
}

/// The crate of Godot's library, which holds Pliant.
const GODOT_CRATE: &str = "pliant_godot";
const HEADERS: [&str; 2] = ["include/pliant.h", "include/pliant.hpp"];
const LICENCES: [&str; 2] = ["LICENSE-MIT", "LICENSE-APACHE"];

/// Everything that the platforms at hand are made of.
fn targets(all: &[Libraries]) -> Vec<&'static str> {
    all.iter()
        .flat_map(|libraries| libraries.platform.targets)
        .copied()
        .collect()
}

/// The add-on of Godot: `addons/pliant`, which a project takes as it is. Its `.gdextension` says where libraries lie.
pub fn godot(all: &[Libraries]) -> Result<Option<Package>> {
    const FOLDER: &str = "bindings/godot/addons";
    if !root().join(FOLDER).is_dir() {
        return Ok(None);
    }
    let mut tree = Tree::default();
    let is_library = |path: &str| {
        [".so", ".dylib", ".dll"]
            .iter()
            .any(|end| path.ends_with(end))
    };
    tree.folder("addons/", FOLDER, is_library)?;
    for file in LICENCES {
        tree.file(format!("addons/pliant/{file}"), root().join(file))?;
    }
    tree.text(
        "addons/pliant/THIRD-PARTY-NOTICES.txt",
        notices::text(&[GODOT_CRATE], &targets(all))?,
    )?;
    let mut absent = Vec::new();
    let lists = tree.paths().into_iter();
    for list in lists
        .filter(|path| path.ends_with(".gdextension"))
        .collect::<Vec<_>>()
    {
        let text = read(&root().join("bindings/godot").join(&list))?;
        let libraries = named(&text, "libraries", &list);
        if libraries.is_empty() {
            return Err(Failure::new(format!("{list} names no library")));
        }
        for (tags, path) in libraries {
            match godot_library(all, &tags, &path) {
                Some(_) if tree.holds(&path) => {}
                Some(file) => tree.file(&path, file)?,
                None => absent.push(format!("{path}, for {tags}")),
            }
        }
        let mut icons = named(&text, "icons", &list).into_iter();
        if let Some((class, path)) = icons.find(|(_, path)| !tree.holds(path)) {
            return Err(Failure::new(format!(
                "{list} names {path} for {class}, and that is not there"
            )));
        }
    }
    Ok(Some(Package { tree, absent }))
}

/// The built file for these tags of Godot.
fn godot_library(all: &[Libraries], tags: &str, path: &str) -> Option<PathBuf> {
    let has = |tag: &&str| tags.split('.').any(|found| found == *tag);
    let libraries = all
        .iter()
        .find(|libraries| libraries.platform.godot.iter().all(has))?;
    libraries.file(path.rsplit('/').next()?)
}

/// Keys and paths of a section of a `.gdextension`. Paths without `res://` begin at its folder.
fn named(text: &str, section: &str, list: &str) -> Vec<(String, String)> {
    let folder = list.rsplit_once('/').map_or("", |(folder, _)| folder);
    let section = text.split(&format!("[{section}]")).nth(1).unwrap_or("");
    let lines = section.lines().take_while(|line| !line.starts_with('['));
    let pair = |line: &str| {
        let (key, path) = line.split_once('=')?;
        let path = path.trim().trim_matches('"');
        let path = match path.strip_prefix("res://") {
            Some(path) => path.to_owned(),
            None => format!("{folder}/{path}"),
        };
        Some((key.trim().to_owned(), path))
    };
    lines.filter_map(pair).collect()
}

/// The package of Unity, as `npm pack` would lay it out.
pub fn unity(all: &[Libraries], version: &Version) -> Result<Option<Package>> {
    const FOLDER: &str = "bindings/unity";
    if !root().join(FOLDER).join("package.json").is_file() {
        return Ok(None);
    }
    let mut tree = Tree::default();
    tree.folder("package/", FOLDER, |path| {
        path == "guids.lock" || is_plugin(path)
    })?;
    version.must_be_in(&format!("{FOLDER}/package.json"), "version")?;
    let mut absent = Vec::new();
    for platform in &PLATFORMS {
        let Some(folder) = platform.unity else {
            continue;
        };
        let name = platform.shared.unwrap_or(platform.fixed);
        let path = format!("package/Runtime/Plugins/{folder}/{name}");
        let libraries = all
            .iter()
            .find(|libraries| libraries.platform.name == platform.name);
        match libraries.and_then(|libraries| libraries.file(name)) {
            Some(file) => tree.file(&path, file)?,
            None => absent.push(path),
        }
    }
    let notices_path = "package/Third Party Notices.md";
    tree.remove(notices_path);
    tree.text(notices_path, notices::text(&["pliant"], &targets(all))?)?;
    for path in metas_of_nothing(&tree.paths()) {
        if !path.starts_with("package/Runtime/Plugins") {
            return Err(Failure::new(format!(
                "{path} describes nothing: remove it, or restore what it describes"
            )));
        }
        tree.remove(&path);
    }
    // Unity ignores such a file of a package.
    if let Some(path) = without_meta(&tree.paths()).first() {
        return Err(Failure::new(format!(
            "{FOLDER}: {path} has no .meta: run `cargo xtask unity-meta`"
        )));
    }
    Ok(Some(Package { tree, absent }))
}

fn is_plugin(path: &str) -> bool {
    path.starts_with("Runtime/Plugins/") && !path.ends_with(".meta")
}

/// Files and folders of a Unity package that need a `.meta`: all but hidden ones.
fn described(paths: &[String]) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for path in paths.iter().filter(|path| !path.ends_with(".meta")) {
        let parts: Vec<&str> = path.split('/').collect();
        let is_hidden = |part: &&str| part.ends_with('~') || part.starts_with('.');
        let seen = parts.iter().position(is_hidden).unwrap_or(parts.len());
        all.extend((2..=seen).map(|count| parts[..count].join("/")));
    }
    all
}

fn without_meta(paths: &[String]) -> Vec<String> {
    let has = |path: &String| paths.contains(&format!("{path}.meta"));
    described(paths)
        .into_iter()
        .filter(|path| !has(path))
        .collect()
}

fn metas_of_nothing(paths: &[String]) -> Vec<String> {
    let described = described(paths);
    let metas = paths
        .iter()
        .filter_map(|path| Some((path, path.strip_suffix(".meta")?)));
    let is_hidden = |path: &str| {
        path.split('/')
            .any(|part| part.ends_with('~') || part.starts_with('.'))
    };
    let lost = metas.filter(|(_, of)| !described.contains(*of) && !is_hidden(of));
    lost.map(|(path, _)| path.clone()).collect()
}

/// The plugin of Unreal: the folder `Pliant`, for the folder Plugins of a project.
pub fn unreal(all: &[Libraries], version: &Version) -> Result<Option<Package>> {
    const FOLDER: &str = "bindings/unreal";
    let plugin = format!("{FOLDER}/Pliant.uplugin");
    if !root().join(&plugin).is_file() {
        return Ok(None);
    }
    let mut tree = Tree::default();
    tree.folder("Pliant/", FOLDER, |path| {
        path.starts_with("Source/PliantSDK/lib/")
    })?;
    version.must_be_in(&plugin, "VersionName")?;
    for header in HEADERS {
        let path = format!("Pliant/Source/PliantSDK/{header}");
        tree.remove(&path);
        tree.file(path, root().join(header))?;
    }
    for file in LICENCES {
        tree.file(format!("Pliant/{file}"), root().join(file))?;
    }
    tree.text(
        "Pliant/ThirdPartyNotices.txt",
        notices::text(&["pliant"], &targets(all))?,
    )?;
    let mut absent = Vec::new();
    for platform in &PLATFORMS {
        let Some((folder, name)) = platform.unreal.zip(platform.shared) else {
            continue;
        };
        let path = format!("Pliant/Source/PliantSDK/lib/{folder}/{name}");
        let libraries = all
            .iter()
            .find(|libraries| libraries.platform.name == platform.name);
        match libraries.and_then(|libraries| libraries.file(name)) {
            Some(file) => tree.file(&path, file)?,
            None => absent.push(path),
        }
    }
    let json: serde_json::Value = serde_json::from_str(&read(&root().join(&plugin))?)
        .map_err(|cause| Failure::new(format!("{plugin}: {cause}")))?;
    for module in json["Modules"].as_array().into_iter().flatten() {
        let name = module["Name"].as_str().unwrap_or("");
        let rules = format!("Pliant/Source/{name}/{name}.Build.cs");
        if !tree.holds(&rules) {
            return Err(Failure::new(format!(
                "{plugin} names the module {name}, and {rules} is not there"
            )));
        }
    }
    let icon = "Pliant/Resources/Icon128.png";
    absent.extend((!tree.holds(icon)).then(|| icon.to_owned()));
    Ok(Some(Package { tree, absent }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_meta_and_a_meta_without_file_are_seen() {
        let paths = |paths: &[&str]| {
            paths
                .iter()
                .map(|path| path.to_string())
                .collect::<Vec<_>>()
        };
        let good = paths(&[
            "package/A",
            "package/A.meta",
            "package/B/c.cs",
            "package/B.meta",
            "package/B/c.cs.meta",
            "package/S~/x.cs",
        ]);
        assert_eq!(without_meta(&good), [""; 0]);
        assert_eq!(metas_of_nothing(&good), [""; 0]);
        let bad = paths(&[
            "package/B/c.cs",
            "package/B/c.cs.meta",
            "package/gone.meta",
            "package/D/.hidden",
        ]);
        assert_eq!(without_meta(&bad), ["package/B", "package/D"]);
        assert_eq!(metas_of_nothing(&bad), ["package/gone.meta"]);
    }

    #[test]
    fn godots_list_of_libraries_is_read() {
        let text = "[configuration]\nentry_symbol = \"e\"\n[libraries]\n\
            linux.debug.x86_64 = \"res://addons/pliant/bin/libpliant_godot.so\"\nmacos = \"bin/x.dylib\"\n\n[icons]\nSoftBody = \"res://a.svg\"\n";
        let found = named(text, "libraries", "addons/pliant/pliant.gdextension");
        let wanted = [
            ("linux.debug.x86_64", "addons/pliant/bin/libpliant_godot.so"),
            ("macos", "addons/pliant/bin/x.dylib"),
        ];
        assert_eq!(
            found,
            wanted.map(|(tags, path)| (tags.to_owned(), path.to_owned()))
        );
    }
}
