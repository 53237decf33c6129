//! `.meta` files of the Unity package: Unity knows a file by the GUID in its `.meta`, and adds none to an installed
//! package.

use crate::shell::{self, Failure, Result, root};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The package's root.
pub const PACKAGE: &str = "bindings/unity";
/// Each GUID with its path, so that none changes by accident.
pub const LOCK: &str = "tests/unity/guids.lock";
/// The package's name, from which new GUIDs are made.
const NAME: &str = "dev.pliant.softbody";
const END: &str = "  userData: \n  assetBundleName: \n  assetBundleVariant: \n";

/// A native library and where it is used. The files are not in git; packing puts them there.
pub struct Binary {
    /// Its path in the package.
    pub path: &'static str,
    /// Its platform, as an entry of Unity's settings.
    pub platform: &'static str,
    /// Settings of that platform.
    settings: &'static [(&'static str, &'static str)],
    /// The editor's processor and system, where it can be loaded there.
    pub editor: Option<[&'static str; 2]>,
    /// The name by which a platform is left out.
    exclude: &'static str,
}

/// All platforms.
pub const BINARIES: &[Binary] = &[
    Binary {
        path: "Runtime/Plugins/Linux/x86_64/libpliant.so",
        platform: "Standalone: Linux64",
        settings: &[("CPU", "x86_64")],
        editor: Some(["x86_64", "Linux"]),
        exclude: "Linux64",
    },
    Binary {
        path: "Runtime/Plugins/Windows/x86_64/pliant.dll",
        platform: "Standalone: Win64",
        settings: &[("CPU", "x86_64")],
        editor: Some(["x86_64", "Windows"]),
        exclude: "Win64",
    },
    Binary {
        path: "Runtime/Plugins/macOS/libpliant.dylib",
        platform: "Standalone: OSXUniversal",
        settings: &[("CPU", "AnyCPU")],
        editor: Some(["AnyCPU", "OSX"]),
        exclude: "OSXUniversal",
    },
    Binary {
        path: "Runtime/Plugins/Android/arm64-v8a/libpliant.so",
        platform: "Android: Android",
        settings: &[("CPU", "ARM64")],
        editor: None,
        exclude: "Android",
    },
    Binary {
        path: "Runtime/Plugins/iOS/libpliant.a",
        platform: "iPhone: iOS",
        settings: &[("AddToEmbeddedBinaries", "false")],
        editor: None,
        exclude: "iOS",
    },
];

/// The package's files by their paths, with `/` between folders. Binary files are empty here.
#[derive(Clone, Default)]
pub struct Package {
    /// Path and text.
    pub files: BTreeMap<String, String>,
}

impl Package {
    /// Reads the package.
    pub fn read() -> Result<Self> {
        let mut package = Self::default();
        package.add(&root().join(PACKAGE), "")?;
        Ok(package)
    }

    fn add(&mut self, folder: &Path, prefix: &str) -> Result {
        let fault = |cause: std::io::Error| Failure::new(format!("{}: {cause}", folder.display()));
        for entry in std::fs::read_dir(folder).map_err(fault)? {
            let path = entry.map_err(fault)?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let inside = format!("{prefix}{name}");
            if path.is_dir() {
                self.add(&path, &format!("{inside}/"))?;
            } else {
                let is_binary = BINARIES.iter().any(|binary| binary.path == inside);
                let bytes = if is_binary {
                    Vec::new()
                } else {
                    std::fs::read(&path).map_err(fault)?
                };
                self.files
                    .insert(inside, String::from_utf8_lossy(&bytes).into_owned());
            }
        }
        Ok(())
    }

    /// Files and folders that Unity imports, so that each must have a `.meta`.
    pub fn imported(&self) -> BTreeSet<String> {
        let named = self.files.keys().map(String::as_str);
        let all = named.chain(BINARIES.iter().map(|binary| binary.path));
        let mut found = BTreeSet::new();
        for path in all.filter(|path| !path.ends_with(".meta")) {
            let mut end = Some(path.len());
            while let Some(at) = end {
                if is_imported(&path[..at]) {
                    found.insert(path[..at].to_owned());
                }
                end = path[..at].rfind('/');
            }
        }
        found
    }

    /// The GUID of each path that has a `.meta`.
    pub fn guids(&self) -> BTreeMap<String, String> {
        let metas = self.files.iter();
        let metas = metas.filter_map(|(path, text)| Some((path.strip_suffix(".meta")?, text)));
        metas
            .map(|(path, text)| (path.to_owned(), guid_in(text)))
            .collect()
    }
}

/// Whether Unity imports a file or folder. What ends in `~` or begins with `.` is hidden; a sample is imported when it
/// has been copied into a project, without its outer folder.
fn is_imported(path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').collect();
    let hidden = |part: &&str| part.starts_with('.') || part.ends_with('~');
    match parts[0] {
        "Samples~" => parts.len() > 2 && !parts[1..].iter().any(hidden),
        _ => !parts.iter().any(hidden),
    }
}

/// The GUID that a `.meta` says.
fn guid_in(meta: &str) -> String {
    let line = meta.lines().find_map(|line| line.strip_prefix("guid: "));
    line.unwrap_or_default().to_owned()
}

/// `cargo xtask unity-meta`: writes what is missing, and changes nothing that is there.
pub fn run() -> Result {
    let package = Package::read()?;
    let mut guids = package.guids();
    for path in package.imported() {
        if guids.contains_key(&path) {
            continue;
        }
        let guid = new_guid(&path)?;
        let is_folder = !package.files.contains_key(&path) && binary(&path).is_none();
        let file = root().join(PACKAGE).join(format!("{path}.meta"));
        shell::write(&file, &text(&path, is_folder, &guid))?;
        println!("    written: {PACKAGE}/{path}.meta");
        guids.insert(path, guid);
    }
    let old = read_lock()?;
    let now: BTreeSet<&String> = guids.values().collect();
    for (path, guid) in &old {
        if guids.get(path).is_some_and(|found| found != guid) {
            return Err(Failure::new(format!(
                "{PACKAGE}/{path}.meta has another GUID than {LOCK} says, {guid}: restore it, because scenes of users name it"
            )));
        }
        if !now.contains(guid) {
            return Err(Failure::new(format!(
                "the GUID {guid} of {path} is gone: a file that was moved takes its .meta along; if it is deleted for good, delete its line in {LOCK}"
            )));
        }
    }
    let lines: String = guids
        .iter()
        .map(|(path, guid)| format!("{guid} {path}\n"))
        .collect();
    shell::write(&root().join(LOCK), &lines)
}

/// The committed GUIDs by their paths.
pub fn read_lock() -> Result<BTreeMap<String, String>> {
    let file = root().join(LOCK);
    let text = if file.is_file() {
        shell::read(&file)?
    } else {
        String::new()
    };
    let pairs = text.lines().filter_map(|line| line.split_once(' '));
    Ok(pairs
        .map(|(guid, path)| (path.to_owned(), guid.to_owned()))
        .collect())
}

/// The first half of the SHA-256 of the package's name and the path.
fn new_guid(path: &str) -> Result<String> {
    let file = root().join("target/xtask/guid.txt");
    shell::write(&file, &format!("{NAME}/{path}"))?;
    let said = shell::output(shell::words("sha256sum").arg(&file))?;
    match said.get(..32) {
        Some(guid) => Ok(guid.to_owned()),
        None => Err(Failure::new(format!("sha256sum says {said:?}"))),
    }
}

fn binary(path: &str) -> Option<&'static Binary> {
    BINARIES.iter().find(|binary| binary.path == path)
}

/// A `.meta`, as Unity writes it.
fn text(path: &str, is_folder: bool, guid: &str) -> String {
    let head = format!("fileFormatVersion: 2\nguid: {guid}\n");
    let extension = path.rsplit('.').next().unwrap_or_default();
    let plain = |importer: &str| format!("{head}{importer}:\n  externalObjects: {{}}\n{END}");
    match (binary(path), extension) {
        _ if is_folder => {
            format!("{head}folderAsset: yes\nDefaultImporter:\n  externalObjects: {{}}\n{END}")
        }
        (Some(binary), _) => head + &plugin(binary) + END,
        (_, "cs") => format!(
            "{head}MonoImporter:\n  externalObjects: {{}}\n  serializedVersion: 2\n  defaultReferences: []\n  executionOrder: 0\n  icon: {{instanceID: 0}}\n{END}"
        ),
        (_, "asmdef") => plain("AssemblyDefinitionImporter"),
        (_, "json") if path == "package.json" => plain("PackageManifestImporter"),
        (_, "asset" | "mat" | "physicMaterial") => format!(
            "{head}NativeFormatImporter:\n  externalObjects: {{}}\n  mainObjectFileID: 11400000\n{END}"
        ),
        (_, "md" | "txt" | "json") => plain("TextScriptImporter"),
        _ => plain("DefaultImporter"),
    }
}

/// Settings of a native library: on in its own platform and in the editor of its own system, off everywhere else.
fn plugin(own: &Binary) -> String {
    let mut text = String::from(
        "PluginImporter:\n  externalObjects: {}\n  serializedVersion: 2\n  iconMap: {}\n  executionOrder: {}\n  \
         defineConstraints: []\n  isPreloaded: 0\n  isOverridable: 1\n  isExplicitlyReferenced: 0\n  validateReferences: 1\n  \
         platformData:\n  - first:\n      : Any\n    second:\n      enabled: 0\n      settings:\n",
    );
    let mut excluded: Vec<(&str, bool)> = vec![
        ("Editor", own.editor.is_none()),
        ("WebGL", true),
        ("Win", true),
    ];
    let others = BINARIES.iter();
    excluded.extend(others.map(|other| (other.exclude, other.path != own.path)));
    excluded.sort_unstable();
    for (name, is_out) in excluded {
        text += &format!("        Exclude {name}: {}\n", u8::from(is_out));
    }
    text += "  - first:\n      Any: \n    second:\n      enabled: 0\n      settings: {}\n";
    let [cpu, os] = own.editor.unwrap_or(["AnyCPU", "AnyOS"]);
    let editor = [
        ("CPU", cpu),
        ("DefaultValueInitialized", "true"),
        ("OS", os),
    ];
    text += &entry("Editor: Editor", own.editor.is_some(), &editor);
    for other in BINARIES {
        let is_own = other.path == own.path;
        let settings = if is_own {
            other.settings
        } else {
            &[("CPU", "None")]
        };
        text += &entry(other.platform, is_own, settings);
    }
    text
}

fn entry(platform: &str, is_enabled: bool, settings: &[(&str, &str)]) -> String {
    let enabled = u8::from(is_enabled);
    let mut text = format!(
        "  - first:\n      {platform}\n    second:\n      enabled: {enabled}\n      settings:\n"
    );
    for (name, value) in settings {
        text += &format!("        {name}: {value}\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_unity_imports_needs_a_meta() {
        let yes = [
            "Runtime",
            "Runtime/A.cs",
            "package.json",
            "Samples~/Hello/Hello.cs",
        ];
        let no = [
            "Samples~",
            "Samples~/Hello",
            "Documentation~",
            "Documentation~/a.md",
            ".a",
            "x~/a.cs",
        ];
        assert!(yes.iter().all(|path| is_imported(path)));
        assert!(!no.iter().any(|path| is_imported(path)));
    }

    #[test]
    fn a_new_guid_is_the_hash_of_name_and_path() {
        // As `printf dev.pliant.softbody/Runtime/Unity/SoftMaterial.cs | sha256sum` says.
        let guid = new_guid("Runtime/Unity/SoftMaterial.cs").expect("a GUID");
        assert_eq!(guid, GUID);
    }
    const GUID: &str = "6abae3a0a2de7a3d4a5c7b98dc14dcfb";
}
