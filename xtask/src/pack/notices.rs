//! The licence texts of everything that a package's libraries are made of.

use crate::shell::{self, Failure, Result, read, root, words};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A crate that a library is made of.
struct Package {
    name: String,
    version: String,
    license: String,
    repository: String,
    authors: String,
    folder: PathBuf,
}

/// The names of files with a licence, in capital letters.
const LICENCE_FILES: [&str; 6] = [
    "LICENSE",
    "LICENCE",
    "COPYING",
    "UNLICENSE",
    "COPYRIGHT",
    "NOTICE",
];
/// Those of packages with one licence.
const GENERAL: [&str; 4] = ["LICENSE", "LICENSE.TXT", "LICENSE.MD", "LICENCE"];
/// Texts that packages do not carry.
const LICENCES: &str = "xtask/packaging/licences";
const RULE: &str =
    "--------------------------------------------------------------------------------\n";

/// The notices of the libraries made of these crates of ours for these targets.
pub fn text(crates: &[&str], targets: &[&str]) -> Result<String> {
    let metadata = shell::output(&mut words("cargo metadata --format-version 1 --locked"))?;
    let metadata: Value = serde_json::from_str(&metadata)
        .map_err(|cause| Failure::new(format!("cargo metadata: {cause}")))?;
    let mut wanted = BTreeSet::new();
    for (name, target) in crates
        .iter()
        .flat_map(|name| targets.iter().map(move |target| (name, target)))
    {
        let line = format!(
            "cargo tree --locked -p {name} -e normal --prefix none --target {target} -f {{p}}"
        );
        wanted.extend(
            shell::output(&mut words(&line))?
                .lines()
                .filter_map(name_and_version),
        );
    }
    let packages = metadata["packages"].as_array().into_iter().flatten();
    // Our own crates have no source; their licence is the package's.
    let packages = packages
        .filter(|package| package["source"].is_string())
        .map(package);
    let mut packages: Vec<_> = packages
        .filter(|p| wanted.contains(&(p.name.clone(), p.version.clone())))
        .collect();
    packages.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    if packages.len() < 10 {
        return Err(Failure::new(format!(
            "only {} packages have notices: cargo tree has changed",
            packages.len()
        )));
    }
    let own = OwnTexts {
        mit: read(&root().join("LICENSE-MIT"))?,
        apache: read(&root().join("LICENSE-APACHE"))?,
    };
    let mut all = written(&packages, &own)?;
    if targets.iter().any(|target| target.ends_with("windows-gnu")) {
        let runtime = tidy(&read(&root().join(LICENCES).join("mingw-w64-runtime.txt"))?);
        all += &format!("{RULE}{GNU}{RULE}\n{runtime}\n");
    }
    Ok(all)
}

/// What mingw-w64 links into every library.
const GNU: &str = "The libraries for Windows: the runtime of mingw-w64, whose notices follow, and libgcc
(https://gcc.gnu.org, GPL-3.0-or-later with the GCC Runtime Library Exception, which frees programs of its terms)
";

/// Texts for crates that carry none.
struct OwnTexts {
    mit: String,
    apache: String,
}

fn name_and_version(line: &str) -> Option<(String, String)> {
    let mut words = line.split_whitespace();
    let (name, version) = (words.next()?, words.next()?.strip_prefix('v')?);
    Some((name.to_owned(), version.to_owned()))
}

fn package(value: &Value) -> Package {
    let text = |field: &str| value[field].as_str().unwrap_or("").to_owned();
    let authors = value["authors"].as_array().into_iter().flatten();
    let authors: Vec<_> = authors.filter_map(Value::as_str).collect();
    let manifest = text("manifest_path");
    Package {
        name: text("name"),
        version: text("version"),
        license: text("license"),
        repository: text("repository"),
        authors: authors.join(", "),
        folder: Path::new(&manifest)
            .parent()
            .unwrap_or(Path::new(""))
            .to_owned(),
    }
}

fn written(packages: &[Package], own: &OwnTexts) -> Result<String> {
    let mut list = String::new();
    let mut users: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in packages {
        let Package {
            name,
            version,
            license,
            repository,
            ..
        } = package;
        list += &format!("{name} {version} ({license}) {repository}\n");
        for text in texts(package, own)? {
            users
                .entry(text)
                .or_default()
                .push(format!("{name} {version}"));
        }
    }
    // In the order of the first package that uses each.
    let mut texts: Vec<_> = users
        .into_iter()
        .map(|(text, users)| (users, text))
        .collect();
    texts.sort();
    let texts: String = texts
        .iter()
        .map(|(users, text)| format!("{RULE}{}\n{RULE}\n{text}\n", users.join(", ")))
        .collect();
    Ok(format!("{HEAD}{list}\n{texts}"))
}

const HEAD: &str = "Pliant is made of these packages of others. Where a package may be used under one of several licences, the text
below is that of the one chosen: MIT if it is among them. The libraries also hold the standard library of Rust
(https://www.rust-lang.org, MIT or Apache-2.0, Copyright (c) The Rust Project Contributors). The source of packages under
MPL-2.0 is at the address beside their names.

";

/// The texts that go along with a package.
fn texts(package: &Package, own: &OwnTexts) -> Result<Vec<String>> {
    let allows = |names: &[&str]| {
        let parsed = spdx::Expression::parse_mode(&package.license, spdx::ParseMode::LAX);
        parsed.is_ok_and(|parsed| parsed.evaluate(|one| names.contains(&one.to_string().as_str())))
    };
    let (is_mit, is_apache) = (allows(&["MIT"]), allows(&["Apache-2.0"]));
    let mut files = licence_files(&package.folder);
    let names_mit = |name: &String| name.to_uppercase().contains("MIT");
    let is_general = |name: &String| GENERAL.contains(&&*name.to_uppercase());
    if is_mit {
        let is_notice = |name: &String| name.to_uppercase().starts_with("NOTICE");
        let some = files.iter().any(names_mit);
        files.retain(|name| {
            is_notice(name)
                || if some {
                    names_mit(name)
                } else {
                    is_general(name)
                }
        });
    }
    let texts = files
        .iter()
        .map(|name| read(&package.folder.join(name)).map(|text| tidy(&text)));
    let mut texts: Vec<_> = texts.collect::<Result<_>>()?;
    let has_licence = files
        .iter()
        .any(|name| !name.to_uppercase().starts_with("NOTICE"));
    match (has_licence, is_mit, is_apache) {
        (true, ..) => {}
        (false, true, _) => texts.push(mit_text(package, &own.mit)),
        (false, false, true) => texts.push(tidy(&own.apache)),
        _ if standard(&package.license).is_file() => {
            texts.push(tidy(&read(&standard(&package.license))?));
        }
        _ => {
            let Package {
                name,
                version,
                license,
                ..
            } = package;
            return Err(Failure::new(format!(
                "{name} {version} ({license}) carries no licence text that xtask/src/pack/notices.rs knows to find; put one into xtask/packaging/licences"
            )));
        }
    }
    Ok(texts)
}

/// The text of a licence that packages name and do not carry.
fn standard(license: &str) -> PathBuf {
    root().join(LICENCES).join(format!("{license}.txt"))
}

/// The terms of the MIT licence with the package's authors as holders.
fn mit_text(package: &Package, terms: &str) -> String {
    let holder = match package.authors.as_str() {
        "" => format!("the authors of {}", package.name),
        authors => authors.to_owned(),
    };
    let terms = terms
        .lines()
        .map(|line| match line.starts_with("Copyright") {
            true => format!("Copyright (c) {holder}\n"),
            false => format!("{line}\n"),
        });
    tidy(&terms.collect::<String>())
}

fn licence_files(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let files = entries.filter(|entry| entry.path().is_file());
    let names = files.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let is_licence = |name: &String| {
        LICENCE_FILES
            .iter()
            .any(|start| name.to_uppercase().starts_with(start))
    };
    let mut names: Vec<_> = names.filter(is_licence).collect();
    names.sort();
    names
}

/// Line ends and spaces as everywhere, so that equal texts are one.
fn tidy(text: &str) -> String {
    let lines = text.lines().map(str::trim_end);
    lines
        .collect::<Vec<_>>()
        .join("\n")
        .trim_matches('\n')
        .to_owned()
        + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(folder: &Path, license: &str) -> Package {
        let text = |text: &str| text.to_owned();
        Package {
            name: text("a"),
            version: text("1.0.0"),
            license: text(license),
            repository: text(""),
            authors: text("Ada"),
            folder: folder.to_owned(),
        }
    }

    #[test]
    fn every_package_has_the_text_of_its_licence() {
        let folder = tempfile::tempdir().expect("a folder");
        let own = OwnTexts {
            mit: "MIT\nCopyright (c) us\nterms\n".into(),
            apache: "Apache\n".into(),
        };
        let found = |license: &str| texts(&package(folder.path(), license), &own);
        assert_eq!(
            found("MIT").expect("made"),
            ["MIT\nCopyright (c) Ada\nterms\n"]
        );
        assert_eq!(found("Apache-2.0").expect("made"), ["Apache\n"]);
        assert!(found("Zlib").is_err() && found("Apache-2.0 AND Zlib").is_err());
        let write = |name: &str| {
            std::fs::write(folder.path().join(name), format!("{name} \r\n")).expect("a file")
        };
        write("LICENSE-MIT");
        write("license-apache");
        write("NOTICE");
        assert_eq!(
            found("MIT OR Apache-2.0").expect("files"),
            ["LICENSE-MIT\n", "NOTICE\n"]
        );
        assert_eq!(found("MIT AND Apache-2.0").expect("files").len(), 3);
    }
}
