//! The recipes of `docs/architecture.md`, each done on a copy of the tree. A recipe names in a list each file that it touches by
//! hand, and behind that each file that is written for it. Nothing else may change.

use crate::bindings;
use crate::shell::{at, read, root};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// What a copy needs.
const COPIED: &[&str] = &[
    "CHANGELOG.md",
    "Cargo.lock",
    "Cargo.toml",
    "bindings",
    "build.rs",
    "cbindgen.toml",
    "docs",
    "geometry/src/error.rs",
    "include",
    "shaders",
    "src",
    "tests/abi",
    "tests/c_api",
];
/// What is a link to the tree: members of the workspace, which `cargo check` asks for.
#[cfg(unix)]
const LINKED: &[&str] = &["benches", "meshing", "samples", "shader_build", "xtask"];
/// A larger file is not copied: nothing that a recipe does reads it.
const LARGEST: u64 = 1 << 20;

/// What is done by hand: after `== `, a path alone is a new file. `## before` goes on with a place in the file before which the text
/// is put, `## before last` with the last such place, `## for` with what it takes the place of.
const C_FUNCTION: &str = include_str!("recipes/c_function.txt");
const PARAMETER: &str = include_str!("recipes/parameter_of_a_model.txt");
const MODEL: &str = include_str!("recipes/model.txt");
const KIND: &str = include_str!("recipes/kind_of_element.txt");
const SOLVER: &str = include_str!("recipes/solver.txt");

/// A copy of the tree in which a recipe is done.
struct Copy {
    folder: PathBuf,
    _temporary: Option<tempfile::TempDir>,
    before: BTreeMap<String, String>,
    by_hand: BTreeSet<String>,
}

/// A recipe of the page: the files that it names. `<…>` stands for a name.
struct Recipe {
    by_hand: BTreeSet<String>,
    written: BTreeSet<String>,
}

/// The recipe under a heading of a page.
fn recipe(page: &str, heading: &str) -> Recipe {
    let title = format!("\n### {heading}\n");
    let (_, rest) = page.split_once(&title).expect("the recipe's heading");
    let section = rest.split("\n#").next().unwrap_or("");
    let (hand, written) = section.split_once("Written").unwrap_or((section, ""));
    // A line of the list begins with the file that it is about.
    let of_line = |line: &str| Some(line.strip_prefix("- `")?.split_once('`')?.0.to_owned());
    let quoted = written.split('`').skip(1).step_by(2);
    let is_path = |text: &&str| text.contains('/') && !text.contains(' ');
    Recipe {
        by_hand: hand.lines().filter_map(of_line).collect(),
        written: quoted.filter(is_path).map(str::to_owned).collect(),
    }
}

impl Copy {
    fn new() -> Self {
        let temporary = tempfile::tempdir().expect("a folder");
        let folder = temporary.path().to_owned();
        Self {
            _temporary: Some(temporary),
            ..Self::at(folder)
        }
    }

    /// A copy in this folder, which stays.
    fn at(folder: PathBuf) -> Self {
        let _ = std::fs::remove_dir_all(&folder);
        let mut before = BTreeMap::new();
        for path in COPIED {
            copy(&root().join(path), &folder.join(path));
        }
        texts(&folder, &folder, &mut before);
        Self {
            folder,
            _temporary: None,
            before,
            by_hand: BTreeSet::new(),
        }
    }

    /// Makes the changes of a file of `recipes/` by hand.
    fn follow(&mut self, changes: &str) {
        for change in format!("\n{changes}").split("\n== ").skip(1) {
            let (head, text) = change.split_once('\n').expect("a line that says where");
            let text = format!("{}\n", text.strip_suffix('\n').unwrap_or(text));
            let (path, place) = head.split_once(" ## ").unwrap_or((head, ""));
            let (how, place) = place.split_once(' ').unwrap_or_default();
            let (is_last, place) = match place.strip_prefix("last ") {
                Some(place) => (true, place.replace("\\n", "\n")),
                None => (false, place.replace("\\n", "\n")),
            };
            if how.is_empty() {
                self.write(path, &text);
                continue;
            }
            let old = self.read(path);
            let found = if is_last {
                old.rfind(&place)
            } else {
                old.find(&place)
            };
            let at = found.unwrap_or_else(|| panic!("{path} does not say {place}"));
            let (text, end) = match how {
                "for" => (text.trim_end_matches('\n'), at + place.len()),
                _ => (text.as_str(), at),
            };
            self.write(path, &format!("{}{text}{}", &old[..at], &old[end..]));
        }
    }

    /// Writes a file by hand.
    fn write(&mut self, path: &str, text: &str) {
        std::fs::write(self.folder.join(path), text).expect("written");
        self.by_hand.insert(path.to_owned());
    }

    fn read(&self, path: &str) -> String {
        read(&self.folder.join(path)).expect("a file")
    }

    /// Runs `cargo xtask bindings` and `cargo xtask abi --bless`.
    fn generate(&self) {
        at(&self.folder, || {
            bindings::run(true).expect_err("nothing has to be written");
            bindings::run(false).expect("bindings");
            crate::abi::run(false).expect_err("the lock is not asked");
            crate::abi::run(true).expect("the lock");
            bindings::run(true).expect("a second run changes nothing");
        });
    }

    /// Functions that `pliant.hpp` should call.
    fn uncalled(&self) -> Vec<String> {
        at(&self.folder, crate::abi::tests::uncalled)
    }

    /// Builds the shaders; returns the labels of the kernels, each with how many files its budget counts.
    fn shaders(&self) -> BTreeMap<String, usize> {
        let built = shader_build::build(&self.folder.join("shaders"));
        let kernels = built.unwrap_or_else(|faults| panic!("{faults}")).kernels;
        let counted = kernels.into_iter().map(|kernel| {
            let (files, _) = kernel.closure();
            (kernel.label, files)
        });
        counted.collect()
    }

    /// Asserts that the library compiles.
    #[cfg(unix)]
    fn compiles(&self) {
        for path in LINKED {
            let link = self.folder.join(path);
            std::os::unix::fs::symlink(root().join(path), link).expect("a link");
        }
        copy(&root().join("geometry"), &self.folder.join("geometry"));
        let mut cargo = std::process::Command::new("cargo");
        cargo.args([
            "check",
            "-p",
            "pliant",
            "--lib",
            "--offline",
            "--target-dir",
        ]);
        cargo.arg(root().join("target")).current_dir(&self.folder);
        assert!(cargo.status().expect("cargo").success());
    }

    #[cfg(not(unix))]
    fn compiles(&self) {}

    /// The files that are not as they were.
    fn changed(&self) -> BTreeSet<String> {
        let mut now = BTreeMap::new();
        texts(&self.folder, &self.folder, &mut now);
        let is_other = |(path, text): &(String, String)| self.before.get(path) != Some(text);
        now.into_iter()
            .filter(is_other)
            .map(|(path, _)| path)
            .collect()
    }

    /// Asserts that the page names just what changed. `names`: what stands for `<…>`.
    fn is_as_described(&self, heading: &str, names: &[(&str, &str)]) {
        let page = read(&root().join("docs/architecture.md")).expect("the page");
        let recipe = recipe(&page, heading);
        let filled = |paths: &BTreeSet<String>| -> BTreeSet<String> {
            let fill = |path: &String| {
                let all = names.iter();
                all.fold(path.clone(), |path, (from, to)| path.replace(from, to))
            };
            paths.iter().map(fill).collect()
        };
        assert_eq!(filled(&recipe.by_hand), self.by_hand, "{heading}: by hand");
        let written: BTreeSet<String> = self.changed().difference(&self.by_hand).cloned().collect();
        let named = |path: &String| {
            let mut places = filled(&recipe.written).into_iter();
            places.any(|place| path == &place || (place.ends_with('/') && path.starts_with(&place)))
        };
        let unnamed: Vec<&String> = written.iter().filter(|path| !named(path)).collect();
        assert!(
            unnamed.is_empty(),
            "{heading}: written, but not named: {unnamed:?}"
        );
    }
}

/// Copies a file, or a folder but for what is built in it.
fn copy(from: &Path, to: &Path) {
    if from.is_dir() {
        std::fs::create_dir_all(to).expect("a folder");
        for entry in std::fs::read_dir(from).expect("a folder").flatten() {
            let name = entry.file_name();
            let is_built = ["target", "out", "obj", "bin"]
                .iter()
                .any(|built| name == *built);
            if !is_built && !name.to_string_lossy().starts_with('.') {
                copy(&entry.path(), &to.join(name));
            }
        }
    } else if from.metadata().is_ok_and(|file| file.len() < LARGEST) {
        std::fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
        std::fs::copy(from, to).expect("copied");
    }
}

/// The texts below a folder, by their paths from `root`, but for what is built there.
fn texts(root: &Path, folder: &Path, into: &mut BTreeMap<String, String>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() && entry.file_name() != "target" {
            texts(root, &path, into);
        } else if let Ok(text) = std::fs::read_to_string(&path) {
            let inside = path.strip_prefix(root).expect("a path below the root");
            into.insert(inside.to_string_lossy().into_owned(), text);
        }
    }
}

/// Whether generated files say a word.
fn says(copy: &Copy, word: &str, paths: &[&str]) {
    for path in paths {
        let text = copy.read(path).to_lowercase();
        assert!(text.contains(word), "{path} does not say {word}");
    }
}

#[test]
fn a_c_function() {
    let mut copy = Copy::new();
    copy.follow(C_FUNCTION);
    copy.generate();
    let written = ["include/pliant.h", "include/abi.lock", "src/ffi/api.rs"];
    says(&copy, "frame_count", &written);
    let functions = copy.read("src/ffi/api.rs");
    let [before, new] = ["cache_open:", "frame_count:"].map(|name| functions.find(name));
    assert!(
        before.is_some() && before < new,
        "a new function comes last"
    );
    assert_eq!(copy.uncalled(), [""; 0]);
    let wrapper = copy
        .read("include/pliant.hpp")
        .replace("pliant_frame_count(", "count(");
    copy.write("include/pliant.hpp", &wrapper);
    assert_eq!(copy.uncalled(), ["pliant_frame_count"], "it is asked for");
    copy.is_as_described("A C function", &[("<file>", "frame")]);
}

#[test]
fn a_parameter_of_a_model() {
    let mut copy = Copy::new();
    copy.follow(PARAMETER);
    copy.generate();
    let written = [
        "src/desc/cloth.rs",
        "include/pliant.h",
        "docs/c_api.md",
        "bindings/godot/src/material.rs",
        "bindings/unity/Runtime/Unity/ClothMaterial.cs",
        "bindings/unreal/Source/Pliant/Public/PliantMaterial.h",
    ];
    says(&copy, "wobble", &written);
    copy.is_as_described("A parameter of a model", &[("<model>", "cloth")]);
}

#[test]
fn a_model() {
    let mut copy = Copy::new();
    copy.follow(MODEL);
    copy.generate();
    let written = [
        "src/desc/gel.rs",
        "src/desc/models.rs",
        "include/pliant.h",
        "include/pliant.hpp",
    ];
    says(&copy, "gel", &written);
    assert_eq!(copy.uncalled(), [""; 0]);
    copy.is_as_described("A model", &[("<model>", "gel")]);
}

#[test]
fn a_kind_of_element() {
    let mut copy = Copy::new();
    let before = copy.shaders();
    copy.follow(KIND);
    let kernels = copy.shaders();
    assert!(
        kernels
            .keys()
            .any(|label| label.starts_with("kernel/wide_xpbd"))
    );
    assert_eq!(kernels, before, "budgets of files do not count kinds");
    copy.is_as_described("A kind of element", &[("<kind>", "edge_pull")]);
}

#[test]
fn a_solver() {
    let mut copy = Copy::new();
    copy.follow(SOLVER);
    let kernels = copy.shaders();
    for executor in ["resident", "wide"] {
        let name = format!("kernel/{executor}_free_flight");
        let texts = kernels.keys().filter(|label| label.starts_with(&name));
        assert_eq!(texts.count(), 6, "{name}: what a world may meet");
    }
    copy.is_as_described("A solver", &[("<solver>", "free_flight")]);
}

/// All on one copy, which takes as long as the library takes to compile.
#[test]
fn what_the_recipes_make_compiles() {
    if std::env::var_os("PLIANT_LONG_TESTS").is_none_or(|long| long != "1") {
        return;
    }
    // The same path each time, so that cargo knows what it has compiled.
    let mut copy = Copy::at(root().join("target/xtask/recipes"));
    for changes in [C_FUNCTION, PARAMETER, MODEL, KIND, SOLVER] {
        copy.follow(changes);
    }
    copy.generate();
    copy.compiles();
}

#[test]
fn a_planted_recipe_is_read() {
    let page = "\n### A thing\n\n- `a/<b>.rs`: this\n- `c/d.rs`, and `e/f.rs`\n\nWritten by `cargo x`: `g/h.rs`, `i/`.\n\n### B\n- `j/k`\n";
    let found = recipe(page, "A thing");
    let set = |paths: &[&str]| paths.iter().map(|path| path.to_string()).collect();
    assert_eq!(found.by_hand, set(&["a/<b>.rs", "c/d.rs"]));
    assert_eq!(found.written, set(&["g/h.rs", "i/"]));
}
