//! The C SDK: headers, libraries, samples, and what CMake and pkg-config read.

use super::archive::Tree;
use super::notices;
use super::platform::{Libraries, Platform};
use super::version::Version;
use crate::shell::{Failure, Result, files, read, root};

const TEMPLATES: &str = "xtask/packaging/sdk";
/// Templates and where their texts go.
const TEXTS: [(&str, &str); 6] = [
    ("README.md.in", "README.md"),
    ("pliant.pc.in", "lib/pkgconfig/pliant.pc"),
    ("pliant-static.pc.in", "lib/pkgconfig/pliant-static.pc"),
    (
        "pliantConfig.cmake.in",
        "lib/cmake/pliant/pliantConfig.cmake",
    ),
    (
        "pliantConfigVersion.cmake.in",
        "lib/cmake/pliant/pliantConfigVersion.cmake",
    ),
    ("samples.cmake.in", "samples/CMakeLists.txt"),
];
/// Everything in an SDK but its libraries and the samples in C.
const FILES: [&str; 12] = [
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "THIRD-PARTY-NOTICES.txt",
    "include/pliant.h",
    "include/pliant.hpp",
    "lib/cmake/pliant/pliantConfig.cmake",
    "lib/cmake/pliant/pliantConfigVersion.cmake",
    "lib/pkgconfig/pliant-static.pc",
    "lib/pkgconfig/pliant.pc",
    "samples/CMakeLists.txt",
    "samples/cpp/hello_drop.cpp",
];

/// What a user of the libraries of mingw-w64 must know.
const NOTE: &str = "
- mingw-w64 built the libraries. MSVC links the DLL, by `lib/pliant.dll.lib`; the static library is for GCC only.";

/// The SDK's name, which is also its folder in the archive.
pub fn name(libraries: &Libraries, version: &Version) -> String {
    format!("pliant-sdk-{}-{}", version.text, libraries.platform.name)
}

/// All files in its folder `lib`.
fn libraries_of(platform: &Platform) -> impl Iterator<Item = &'static str> {
    let fixed = [platform.fixed]
        .into_iter()
        .chain(platform.imports.iter().copied());
    platform.shared.into_iter().chain(fixed)
}

/// Its files. `system`: what a machine must have to run them.
pub fn tree(libraries: &Libraries, version: &Version, system: &str) -> Result<Tree> {
    let platform = libraries.platform;
    let top = name(libraries, version);
    let mut tree = Tree::default();
    for header in [
        "include/pliant.h",
        "include/pliant.hpp",
        "LICENSE-MIT",
        "LICENSE-APACHE",
    ] {
        tree.file(format!("{top}/{header}"), root().join(header))?;
    }
    for sample in [files("samples/c", "c")?, files("samples/cpp", "cpp")?].concat() {
        let path = sample.strip_prefix(root()).unwrap_or(&sample);
        tree.file(format!("{top}/{}", path.display()), &sample)?;
    }
    for library in libraries_of(platform) {
        tree.file(
            format!("{top}/lib/{library}"),
            libraries.folder.join(library),
        )?;
    }
    let needs = libraries.needs()?;
    for (template, path) in TEXTS {
        let text = read(&root().join(TEMPLATES).join(template))?;
        let values = [
            ("@VERSION@", version.text.as_str()),
            ("@MAJOR@", version.major()),
            ("@MINOR@", version.minor()),
            ("@PLATFORM@", platform.name),
            ("@SHARED@", platform.shared.unwrap_or("")),
            ("@STATIC@", platform.fixed),
            ("@IMPORT@", platform.imports.first().copied().unwrap_or("")),
            ("@NEEDS@", needs.as_str()),
            ("@SYSTEM@", system),
            ("@NOTE@", if libraries.is_gnu() { NOTE } else { "" }),
        ];
        let text = values
            .iter()
            .fold(text, |text, (name, value)| text.replace(name, value));
        tree.text(format!("{top}/{path}"), text)?;
    }
    tree.text(
        format!("{top}/THIRD-PARTY-NOTICES.txt"),
        notices::text(&["pliant"], platform.targets)?,
    )?;
    Ok(tree)
}

/// Fails unless the archive holds exactly what an SDK holds.
pub fn check(paths: &[String], libraries: &Libraries, version: &Version) -> Result {
    let wanted = wanted(libraries, version)?;
    if wanted == paths {
        return Ok(());
    }
    let more: Vec<_> = paths.iter().filter(|path| !wanted.contains(path)).collect();
    let less: Vec<_> = wanted.iter().filter(|path| !paths.contains(path)).collect();
    Err(Failure::new(format!(
        "the SDK holds {more:?} too much, and lacks {less:?}"
    )))
}

/// What an SDK holds, sorted.
fn wanted(libraries: &Libraries, version: &Version) -> Result<Vec<String>> {
    let platform = libraries.platform;
    let top = name(libraries, version);
    let mut wanted = FILES.map(|file| format!("{top}/{file}")).to_vec();
    wanted.extend(libraries_of(platform).map(|library| format!("{top}/lib/{library}")));
    for sample in files("samples/c", "c")? {
        let name = sample
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        wanted.push(format!("{top}/samples/c/{name}"));
    }
    wanted.sort();
    Ok(wanted)
}

#[cfg(test)]
mod tests {
    use super::super::platform::PLATFORMS;
    use super::*;

    #[test]
    fn a_file_too_many_and_a_file_too_few_are_named() {
        let version = Version {
            text: "1.2.3".to_owned(),
        };
        for platform in &PLATFORMS {
            let libraries = Libraries {
                platform,
                folder: root(),
            };
            let whole = wanted(&libraries, &version).expect("the list");
            check(&whole, &libraries, &version).expect("all of them");
            let fault = |paths: &[String]| {
                check(paths, &libraries, &version)
                    .expect_err("another list")
                    .to_string()
            };
            for at in [0, 9, whole.len() - 1] {
                let mut less = whole.clone();
                let lost = less.remove(at);
                assert!(fault(&less).contains(&format!("lacks [{lost:?}]")));
            }
            let mut more = whole.clone();
            more.push("stray.o".to_owned());
            assert!(fault(&more).contains("[\"stray.o\"] too much"));
        }
    }
}
