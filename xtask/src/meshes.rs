//! `cargo xtask meshes`: the table of `docs/meshing.md`, for the user's files.

use crate::shell::{self, Failure, Result, root, words};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Arguments of `cargo xtask meshes`.
#[derive(clap::Args)]
pub struct Arguments {
    /// Folders to search for surfaces, with their subfolders.
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// File for the table, in Markdown. The table is always printed.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Meshers to run, separated by commas: conforming, cage, tetgen, ftetwild. The results of the others are kept.
    #[arg(long)]
    only: Option<String>,
    /// Only files whose path contains this.
    #[arg(long)]
    name: Option<String>,
    /// Limit for one mesher and file [s, default: 120].
    #[arg(long)]
    timeout: Option<f64>,
    /// Further arguments of benches/meshing/compare.py, after `--`: `--elements N`, `--jobs N`, ...
    #[arg(last = true)]
    others: Vec<String>,
}

impl Arguments {
    /// The arguments of the script. It runs in the repository's root, so paths are made absolute.
    fn of_script(&self) -> Result<Vec<OsString>> {
        let absolute = |path: &PathBuf| {
            let unfound = |error| Failure::new(format!("{}: {error}", path.display()));
            std::path::absolute(path).map_err(unfound)
        };
        let mut words: Vec<OsString> = Vec::new();
        for folder in &self.folders {
            words.push(absolute(folder)?.into());
        }
        let options = [
            (
                "--out",
                self.out
                    .as_ref()
                    .map(absolute)
                    .transpose()?
                    .map(OsString::from),
            ),
            ("--only", self.only.clone().map(OsString::from)),
            ("--name", self.name.clone().map(OsString::from)),
            ("--timeout", self.timeout.map(|s| s.to_string().into())),
        ];
        for (name, value) in options {
            words.extend(
                value
                    .map(|value| [name.into(), value])
                    .into_iter()
                    .flatten(),
            );
        }
        words.extend(self.others.iter().map(OsString::from));
        Ok(words)
    }
}

/// Builds the mesher, installs the others under `target/` and runs the comparison.
pub fn run(arguments: &Arguments) -> Result {
    let words_of_script = arguments.of_script()?;
    println!("[1/3] building the mesher, optimised (some minutes the first time)");
    shell::run(&mut words("cargo build --release --package meshing"))?;
    println!("[2/3] installing the other meshers from PyPI into target/meshes-python");
    let environment = root().join("target/meshes-python");
    let python = environment.join(if cfg!(windows) {
        "Scripts/python.exe"
    } else {
        "bin/python"
    });
    if !python.exists() {
        shell::run(words("python3 -m venv").arg(&environment))?;
    }
    let wanted = "install --quiet --disable-pip-version-check -r benches/meshing/requirements.txt";
    shell::run(
        from_root(&python)
            .args(["-m", "pip"])
            .args(wanted.split(' ')),
    )?;
    let program = format!("target/release/meshing{}", std::env::consts::EXE_SUFFIX);
    let mut compare = from_root(&python);
    compare.arg("benches/meshing/compare.py");
    println!("[3/3] filling every surface with each mesher");
    let program = root().join(program);
    shell::run(compare.args(words_of_script).arg("--meshing").arg(program))
}

fn from_root(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root());
    command
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        meshes: Arguments,
    }

    #[test]
    fn options_of_the_script_need_no_dashes_before_them() {
        let line = "meshes /a --out /b/x.md --only cage,conforming --timeout 15 -- --jobs 2";
        let line = Line::try_parse_from(line.split(' ')).unwrap_or_else(|error| panic!("{error}"));
        let words = line.meshes.of_script().unwrap();
        let expected = "/a --out /b/x.md --only cage,conforming --timeout 15 --jobs 2".split(' ');
        assert_eq!(words, expected.map(OsString::from).collect::<Vec<_>>());
        // A relative path is the user's, not the root's.
        let line = Line::try_parse_from(["meshes", "a"]).unwrap_or_else(|error| panic!("{error}"));
        let here = std::env::current_dir().unwrap();
        assert_eq!(
            line.meshes.of_script().unwrap(),
            [here.join("a").into_os_string()]
        );
    }
}
