//! What is said, and where: facts for a person or a machine on standard output, everything else on standard error.

use anstyle::{AnsiColor, Style};
use pliant::asset::read::{extension, unknown_extension};
use pliant::error::{Error, Status, grouped};
use serde_json::{Map, Value, json};
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the one object is told, or begun.
static IS_TOLD: AtomicBool = AtomicBool::new(false);

/// How much is said, and how.
#[derive(Clone, Copy, clap::Args)]
pub struct Voice {
    /// Writes one JSON object to standard output instead of sentences, whatever goes wrong.
    #[arg(long, global = true)]
    json: bool,
    /// Says nothing but warnings and errors; the object of --json is written all the same.
    #[arg(long, short, global = true)]
    quiet: bool,
}

/// Why nothing came out.
#[derive(Clone, Debug)]
pub struct Failure {
    code: u8,
    status: Status,
    message: String,
    is_told: bool,
}

/// How much of what was asked for is in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// All is as it was.
    Nothing,
    /// Some files, or some of what goes into a pipe.
    Part,
    /// All files.
    All,
}

/// What a command gives.
pub type Result<T = ()> = std::result::Result<T, Failure>;

impl Failure {
    /// A file cannot be read or written.
    pub fn io(message: impl Into<String>) -> Self {
        Error::new(Status::Io, message).into()
    }

    /// What was asked for is not possible.
    pub fn argument(message: impl Into<String>) -> Self {
        Error::argument(message).into()
    }

    /// The command line says what cannot be meant.
    pub fn usage(message: impl Into<String>) -> Self {
        Self {
            code: 2,
            ..Self::argument(message)
        }
    }

    /// The extension of a file that is to be written stands for nothing that can be.
    pub fn extension(output: &Path, expected: &str) -> Self {
        let name = output.display().to_string();
        Self::usage(unknown_extension(&name, &extension(output), expected).message)
    }

    /// Ctrl-C has ended the work, when so much was written.
    pub fn stopped(written: Written) -> Self {
        let message = match written {
            Written::Nothing => "stopped; nothing was written",
            Written::Part => "stopped; part of what was asked for is written",
            Written::All => "stopped; what was asked for is written",
        };
        Self {
            code: 130, // as shells tell of what an interrupt has ended
            status: Status::Cancelled,
            message: message.into(),
            is_told: false,
        }
    }

    /// Begins the message with the file's name, if it does not yet.
    pub fn of(mut self, file: &Path) -> Self {
        let name = file.display().to_string();
        if !self.message.starts_with(&name) && self.status != Status::Cancelled {
            self.message = format!("{name}: {}", self.message);
        }
        self
    }

    /// Says that these files were written before it happened.
    pub fn although_written(mut self, files: &[&Path]) -> Self {
        for file in files {
            self.message += &format!("; {} is written", file.display());
        }
        self
    }

    /// The same, with nothing left to say.
    fn told(self) -> Self {
        Self {
            is_told: true,
            ..self
        }
    }

    /// The exit status that it ends the program with.
    pub fn code(&self) -> u8 {
        self.code
    }

    /// For machines.
    fn json(&self) -> Value {
        json!({ "status": self.status.name().to_string_lossy(), "message": self.message })
    }
}

impl From<Error> for Failure {
    fn from(Error { status, message }: Error) -> Self {
        let (code, message) = match status {
            Status::Cancelled => return Failure::stopped(Written::Nothing),
            _ => (1, message),
        };
        Self {
            code,
            status,
            message,
            is_told: false,
        }
    }
}

impl From<viewer::RenderError> for Failure {
    fn from(error: viewer::RenderError) -> Self {
        let status = match error {
            viewer::RenderError::Size { .. } => return Failure::usage(error.to_string()),
            viewer::RenderError::NoAdapter(_) => Status::NoDevice,
            viewer::RenderError::File { .. } => Status::Io,
            viewer::RenderError::Device(_) => Status::Gpu,
            _ => Status::InvalidArgument,
        };
        Error::new(status, error.to_string()).into()
    }
}

impl Voice {
    /// Whether progress may be shown; the bar itself looks whether standard error is a terminal.
    pub fn shows_progress(&self) -> bool {
        !self.quiet
    }

    /// For what comes before the options are read.
    pub fn of(arguments: impl IntoIterator<Item = std::ffi::OsString>) -> Self {
        let mut options = arguments.into_iter().take_while(|word| word != "--");
        let json = options.any(|word| word == "--json");
        Self { json, quiet: false }
    }

    /// Tells facts and sentences.
    pub fn tell(&self, facts: Facts) -> Result {
        facts.warnings().iter().for_each(|w| self.warn(w));
        match self {
            Self { json: true, .. } => self.tell_machine(&facts.json()),
            Self { quiet: true, .. } => Ok(()),
            _ => self.write(&facts.text()),
        }
    }

    /// Writes the one object. An interrupt that comes meanwhile, or after it, adds no second.
    fn tell_machine(&self, object: &Value) -> Result {
        match IS_TOLD.swap(true, Ordering::Relaxed) {
            true => Ok(()),
            false => self.write(&format!("{object}\n")),
        }
    }

    fn write(&self, text: &str) -> Result {
        let mut out = anstream::stdout().lock();
        let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        match written {
            // Whoever has closed the pipe, as `head` does, has read enough.
            Err(cause) if cause.kind() != ErrorKind::BrokenPipe => Err(Failure::io(format!(
                "standard output cannot be written: {cause}"
            ))),
            _ => Ok(()),
        }
    }

    /// Tells of several files, each as it went; fails if one did.
    pub fn tell_all(&self, name: &str, told: Vec<(String, Result<Facts>)>) -> Result {
        let mut last = None;
        let mut values = Vec::new();
        for (file, result) in told {
            match result {
                Ok(facts) if self.json => {
                    facts.warnings().iter().for_each(|w| self.warn(w));
                    values.push(facts.json());
                }
                Ok(facts) => self.tell(facts)?,
                Err(failure) => {
                    values.push(json!({ "file": file, "error": failure.json() }));
                    self.say_error(&failure);
                    last = Some(failure);
                }
            }
        }
        if self.json {
            self.tell_machine(&json!({ name: values }))?;
        }
        match last {
            Some(failure) => Err(failure.told()),
            None => Ok(()),
        }
    }

    fn warn(&self, message: &str) {
        let style = AnsiColor::Yellow.on_default().bold();
        anstream::eprintln!("{style}warning:{style:#} {message}");
    }

    /// Says what went wrong, if that was not said yet.
    pub fn fail(&self, failure: &Failure) -> ExitCode {
        if !failure.is_told {
            self.say_error(failure); // first, since the machine's pipe may be full
            self.tell_only_machines(failure);
        }
        ExitCode::from(failure.code)
    }

    /// Puts a failure on standard output, if a machine reads there.
    pub fn tell_only_machines(&self, failure: &Failure) {
        if self.json {
            // Whoever has closed the pipe reads it no more.
            let _ = self.tell_machine(&json!({ "error": failure.json() }));
        }
    }

    fn say_error(&self, failure: &Failure) {
        let style = AnsiColor::Red.on_default().bold();
        anstream::eprintln!("{style}error:{style:#} {}", failure.message);
    }
}

/// Named facts about one thing, in order; each both for a machine and for a person.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    title: String,
    sentences: Vec<String>,
    warnings: Vec<String>,
    rows: Vec<(&'static str, String)>,
    values: Map<String, Value>,
    parts: Vec<Facts>,
}

impl Facts {
    /// Facts below a title.
    pub fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            ..Self::default()
        }
    }

    /// Sets the title.
    pub fn title(&mut self, title: String) {
        self.title = title;
    }

    /// Adds a fact with its text for a person.
    pub fn add(&mut self, name: &'static str, value: impl Into<Value>, text: impl Into<String>) {
        self.rows.push((name, text.into()));
        self.hide(name, value);
    }

    /// Adds a whole number.
    pub fn count(&mut self, name: &'static str, count: usize) {
        self.add(name, count, grouped(count));
    }

    /// Adds what other facts say of the same thing.
    pub fn absorb(&mut self, other: Facts) {
        self.sentences.extend(other.sentences);
        self.warnings.extend(other.warnings);
        self.rows.extend(other.rows);
        self.values.extend(other.values);
    }

    /// Adds facts about parts of the thing.
    pub fn parts(&mut self, name: &'static str, parts: Vec<Facts>) {
        let values: Vec<Value> = parts.iter().map(Facts::json).collect();
        self.hide(name, values);
        self.parts = parts;
    }

    /// Adds what only a machine wants to know.
    pub fn hide(&mut self, name: &'static str, value: impl Into<Value>) {
        self.values.insert(name.into(), value.into());
    }

    /// Adds sentences.
    pub fn say(&mut self, sentences: impl IntoIterator<Item = String>) {
        self.sentences.extend(sentences);
    }

    /// Adds what the user should look at: it is said on standard error, and whatever else is left out.
    pub fn warn(&mut self, message: impl Into<String>) {
        self.warnings.push(message.into());
    }

    /// All warnings, those about parts with the parts' names.
    fn warnings(&self) -> Vec<String> {
        let of_part = |part: &Facts| {
            let all = part.warnings().into_iter();
            all.map(|w| format!("{}: {w}", part.title))
                .collect::<Vec<_>>()
        };
        let of_parts = self.parts.iter().flat_map(of_part);
        self.warnings.iter().cloned().chain(of_parts).collect()
    }

    /// As one object.
    fn json(&self) -> Value {
        let mut values = self.values.clone();
        values.insert("sentences".into(), json!(self.sentences));
        values.insert("warnings".into(), json!(self.warnings));
        Value::Object(values)
    }

    /// For a person.
    fn text(&self) -> String {
        let bold = Style::new().bold();
        let mut text = format!("{bold}{}{bold:#}\n", self.title);
        for sentence in &self.sentences {
            text += &format!("  {sentence}\n");
        }
        let width = self.rows.iter().map(|(name, _)| name.len()).max();
        for (name, value) in &self.rows {
            let name = name.replace('_', " ");
            text += &format!("  {name:width$}  {value}\n", width = width.unwrap_or(0));
        }
        self.parts.iter().for_each(|part| text += &part.text());
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_names_its_file_once() {
        let file = Path::new("a.obj");
        let named = Failure::io("no such file").of(file).of(file);
        assert_eq!(named.message, "a.obj: no such file");
    }
}
