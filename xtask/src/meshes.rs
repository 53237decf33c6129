//! `cargo xtask meshes`: the table of `docs/meshing.md`, made anew on the user's files.

use crate::shell::{self, Failure, Result, root, words};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds the mesher, makes a Python environment with the others under `target/` and runs the comparison with these arguments.
pub fn run(folders: &[PathBuf], arguments: &[String]) -> Result {
    shell::run(&mut words("cargo build --release --package meshing"))?;
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
    for folder in folders {
        let unfound = |error| Failure::new(format!("{}: {error}", folder.display()));
        compare.arg(std::path::absolute(folder).map_err(unfound)?);
    }
    let program = root().join(program);
    shell::run(compare.arg("--meshing").arg(program).args(arguments))
}

fn from_root(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root());
    command
}
