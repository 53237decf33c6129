//! Runs programs in the repository's root, prints their command lines, and keeps them for error messages.

use crate::times;
use std::fmt;
use std::io::PipeReader;
use std::path::{Path, PathBuf};
use std::process::{ChildStdout, Command, Stdio};
use std::time::Instant;

/// Letters of a command line that are kept beside its time.
const NOTED: usize = 100;

/// Why a task stopped, and how to repeat it.
#[derive(Debug)]
pub struct Failure {
    /// What is wrong and what to do.
    pub message: String,
    /// The exact command that failed, if one did.
    pub repeat: Option<String>,
}

impl Failure {
    /// A failure without a command.
    pub fn new(message: impl Into<String>) -> Self {
        Failure {
            message: message.into(),
            repeat: None,
        }
    }

    /// The failure of a program that has explained itself.
    pub fn said() -> Self {
        Failure::new("")
    }

    /// Whether the failure has been explained already.
    pub fn is_said(&self) -> bool {
        self.message.is_empty()
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error: {}", self.message)?;
        match &self.repeat {
            Some(command) => write!(f, "\nto repeat: (cd {} && {command})", root().display()),
            None => Ok(()),
        }
    }
}

/// What a step that did not fail did.
pub enum Done {
    /// It ran.
    Passed,
    /// What it checks does not exist yet.
    Absent(String),
}

/// What a task gives.
pub type Result<T = ()> = std::result::Result<T, Failure>;

#[cfg(test)]
thread_local! {
    /// What a test of this thread takes for the repository's root.
    static ROOT: std::cell::RefCell<Option<PathBuf>> = const { std::cell::RefCell::new(None) };
}

/// Does work of this thread on a copy of the repository.
#[cfg(test)]
pub fn at<T>(copy: &Path, work: impl FnOnce() -> T) -> T {
    ROOT.set(Some(copy.to_owned()));
    let done = work();
    ROOT.set(None);
    done
}

/// The repository's root.
pub fn root() -> PathBuf {
    #[cfg(test)]
    if let Some(copy) = ROOT.with_borrow(Clone::clone) {
        return copy;
    }
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask).to_owned()
}

/// A command in the repository's root, from words separated by single spaces. Cargo builds into `target`, whatever the
/// user's configuration says, because that is where programs are looked for.
pub fn words(line: &str) -> Command {
    let mut words = line.split(' ');
    let program = words.next().unwrap_or_default();
    let mut command = Command::new(program);
    command.args(words).current_dir(root());
    if program == "cargo" {
        command.env("CARGO_TARGET_DIR", root().join("target"));
    }
    command
}

/// Runs a command with its output passed through.
pub fn run(command: &mut Command) -> Result {
    let line = shown(command);
    println!("    $ {line}");
    let status = timed(command, &line, Command::status)?;
    check(command, line, status.map(|status| status.success()))
}

/// Runs a command in the folders of `with_folders`, and notes how long it took. Cargo's tests are noted one by one.
fn timed<T>(
    command: &mut Command,
    line: &str,
    run: impl FnOnce(&mut Command) -> std::io::Result<T>,
) -> Result<std::io::Result<T>> {
    let began = Instant::now();
    let done = run(with_folders(command)?);
    if command.get_program() != "cargo" {
        let line: String = line.chars().take(NOTED).collect();
        times::note(line, began.elapsed().as_secs_f64());
    }
    Ok(done)
}

/// Runs a command whose standard output goes to `read`.
pub fn run_and_read(
    command: &mut Command,
    read: impl FnOnce(ChildStdout) -> std::io::Result<()>,
) -> Result {
    let line = shown(command);
    println!("    $ {line}");
    let status = timed(command, &line, |command| {
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        child.stdout.take().map(read).transpose()?;
        child.wait()
    })?;
    check(command, line, status.map(|status| status.success()))
}

/// Runs a command whose standard output and errors go to `read` as one text.
pub fn run_and_read_all(
    command: &mut Command,
    read: impl FnOnce(PipeReader) -> std::io::Result<()>,
) -> Result {
    let line = shown(command);
    println!("    $ {line}");
    let run = |command: &mut Command| {
        let (output, end) = std::io::pipe()?;
        let mut child = command.stdout(end.try_clone()?).stderr(end).spawn()?;
        // The command keeps its ends of the pipe, which would never close.
        command.stdout(Stdio::null()).stderr(Stdio::null());
        read(output)?;
        child.wait()
    };
    let status = timed(command, &line, run)?;
    check(command, line, status.map(|status| status.success()))
}

/// Runs a program that ends with status 1 once it has told the user what is wrong.
pub fn run_that_explains(command: &mut Command) -> Result {
    let line = shown(command);
    println!("    $ {line}");
    let status = timed(command, &line, Command::status)?;
    match status.as_ref().ok().and_then(|status| status.code()) {
        Some(1) => Err(Failure::said()),
        _ => check(command, line, status.map(|status| status.success())),
    }
}

/// Runs a command and returns what it printed on its standard output.
pub fn output(command: &mut Command) -> Result<String> {
    let line = shown(command);
    println!("    $ {line}");
    let output = timed(command, &line, |command| {
        command.stderr(Stdio::inherit()).output()
    })?;
    let text = output
        .as_ref()
        .map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let text = text.unwrap_or_default();
    check(command, line, output.map(|output| output.status.success()))?;
    Ok(text)
}

/// Names folders for Vulkan drivers where the user names none. Without `XDG_RUNTIME_DIR` they print a warning at each start.
/// What Mesa's software adapter has compiled lies below `target/`, so that all programs of a run, and the next run, find it.
fn with_folders(command: &mut Command) -> Result<&mut Command> {
    if !cfg!(target_os = "linux") {
        return Ok(command);
    }
    let is_given = |name| std::env::var_os(name).is_some();
    if !is_given("XDG_RUNTIME_DIR") {
        let folder = root().join("target/xtask/runtime");
        make_private(&folder)?;
        command.env("XDG_RUNTIME_DIR", folder);
    }
    if !is_given("MESA_SHADER_CACHE_DIR") {
        let folder = root().join("target/xtask/kernels");
        make_private(&folder)?;
        command.env("MESA_SHADER_CACHE_DIR", folder);
        command.env("MESA_SHADER_CACHE_MAX_SIZE", "1G");
    }
    Ok(command)
}

/// Makes a folder that only its owner may enter, as the specification of `XDG_RUNTIME_DIR` asks.
fn make_private(folder: &Path) -> Result {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
        .create(folder)
        .map_err(|cause| Failure::new(format!("cannot make {}: {cause}", folder.display())))
}

/// Whether a program is there and answers `--version`.
pub fn exists(program: &str) -> bool {
    let mut command = Command::new(program);
    command
        .arg("--version")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// The files of a folder with this extension, sorted; none when the folder does not exist.
pub fn files(folder: &str, extension: &str) -> Result<Vec<PathBuf>> {
    let path = root().join(folder);
    if !path.is_dir() {
        return Ok(Vec::new());
    }
    let fault = |cause: std::io::Error| Failure::new(format!("{}: {cause}", path.display()));
    let mut found = Vec::new();
    for entry in std::fs::read_dir(&path).map_err(fault)? {
        let file = entry.map_err(fault)?.path();
        if file.extension().is_some_and(|found| found == extension) {
            found.push(file);
        }
    }
    found.sort();
    Ok(found)
}

/// Reads a text file of the repository.
pub fn read(path: &Path) -> Result<String> {
    std::fs::read_to_string(path)
        .map_err(|cause| Failure::new(format!("cannot read {}: {cause}", path.display())))
}

/// Writes a text file, with the folders it needs.
pub fn write(path: &Path, text: &str) -> Result {
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(path, text))
        .map_err(|cause| Failure::new(format!("cannot write {}: {cause}", path.display())))
}

/// The command line, quoted for a shell.
fn shown(command: &Command) -> String {
    let quoted = |word: &std::ffi::OsStr| {
        let word = word.to_string_lossy();
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
        let is_plain = !word.is_empty() && word.chars().all(is_plain);
        if is_plain {
            word.into_owned()
        } else {
            format!("'{}'", word.replace('\'', r"'\''"))
        }
    };
    let variables = command
        .get_envs()
        .filter_map(|(name, value)| Some(format!("{}={}", name.to_string_lossy(), quoted(value?))));
    let program = std::iter::once(quoted(command.get_program()));
    let arguments = command.get_args().map(quoted);
    variables
        .chain(program)
        .chain(arguments)
        .collect::<Vec<_>>()
        .join(" ")
}

fn check(command: &Command, line: String, succeeded: std::io::Result<bool>) -> Result {
    let program = command.get_program().to_string_lossy();
    let message = match succeeded {
        Ok(true) => return Ok(()),
        Ok(false) => format!("`{program}` failed; its output is above"),
        Err(cause) => format!("`{program}` cannot be started: {cause}"),
    };
    Err(Failure {
        message,
        repeat: Some(line),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_command_can_be_copied_from_the_message() {
        let failure =
            run(words("false").arg("two words").env("A", "b'c")).expect_err("false fails");
        assert_eq!(
            failure.repeat.as_deref(),
            Some(r"A='b'\''c' false 'two words'")
        );
    }

    #[test]
    fn a_program_that_explains_itself_has_said_all_unless_it_crashed() {
        let explained = run_that_explains(&mut words("false")).expect_err("false fails");
        assert!(explained.is_said());
        let crash = ["-c", "kill -9 $$"];
        let crashed = run_that_explains(words("sh").args(crash)).expect_err("it is killed");
        assert!(!crashed.is_said());
    }

    #[test]
    fn a_missing_program_is_named() {
        let failure = run(&mut words("no-such-program-here")).expect_err("it is not there");
        assert!(
            failure
                .to_string()
                .contains("`no-such-program-here` cannot be started")
        );
        assert!(!exists("no-such-program-here"));
    }
}
