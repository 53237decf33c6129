//! Runs the program in a temporary folder.

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// From (-1, -1, -1) to (1, 1, 1), outward.
pub const CUBE: &str = "\
v -1 -1 -1\nv 1 -1 -1\nv -1 1 -1\nv 1 1 -1\nv -1 -1 1\nv 1 -1 1\nv -1 1 1\nv 1 1 1\n\
f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";

/// 2 by 3.
pub const SHEET: &str = "OFF\n4 2 0\n0 0 0\n2 0 0\n2 0 3\n0 0 3\n3 0 2 1\n3 0 3 2\n";

/// The folder that the program runs in.
pub struct Folder(tempfile::TempDir);

/// The output of the program.
pub struct Told {
    pub stdout: String,
    pub stderr: String,
    pub code: Option<i32>,
}

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).expect("written");
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).expect("a file")
    }

    /// All files, sorted.
    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path()).expect("the folder");
        let name = |e: std::io::Result<std::fs::DirEntry>| e.expect("an entry").file_name();
        let mut names: Vec<_> = entries.map(|e| name(e).to_string_lossy().into()).collect();
        names.sort();
        names
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pliant"));
        command.args(arguments).current_dir(self.0.path());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        // Drivers complain on standard error if it is not set.
        if std::env::var_os("XDG_RUNTIME_DIR").is_none() {
            command.env("XDG_RUNTIME_DIR", env!("CARGO_TARGET_TMPDIR"));
        }
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Told {
        Told::of(self.command(arguments).output().expect("the program"))
    }
}

impl Told {
    pub fn of(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        Self {
            stdout: text(output.stdout),
            stderr: text(output.stderr),
            code: output.status.code(),
        }
    }

    /// Standard output of a program that succeeded without warnings.
    pub fn ok(self) -> String {
        assert_eq!(self.stderr, "");
        self.ok_with_warnings()
    }

    pub fn ok_with_warnings(self) -> String {
        assert_eq!(self.code, Some(0), "{}", self.stderr);
        self.stdout
    }

    /// Standard error of a program that ended with this status.
    pub fn error(self, code: i32) -> String {
        assert_eq!(self.code, Some(code), "{}", self.stderr);
        self.stderr
    }

    /// The JSON object on standard output.
    pub fn value(&self) -> Value {
        serde_json::from_str(&self.stdout).expect("one object")
    }

    pub fn json(self) -> Value {
        let value = self.value();
        self.ok();
        value
    }
}

pub fn number(value: &Value) -> f64 {
    value
        .as_f64()
        .unwrap_or_else(|| panic!("{value} is no number"))
}

/// Fails if two numbers differ by more than a fraction of the second.
pub fn close(found: f64, expected: f64, part: f64) {
    let error = (found - expected).abs();
    assert!(
        error <= part * expected.abs(),
        "{found}, expected {expected}"
    );
}
