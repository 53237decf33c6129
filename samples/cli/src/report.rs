//! All output: facts as text or JSON on standard output, warnings and errors on standard error.

use anstyle::{AnsiColor, Style};
use pliant::asset::read::{extension, unknown_extension};
use pliant::error::{Error, Status, grouped, number};
use serde_json::{Map, Value, json};
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the JSON object was written, or begun.
static IS_TOLD: AtomicBool = AtomicBool::new(false);

/// Options of all commands: how output is written.
#[derive(Clone, Copy, clap::Args)]
pub struct Voice {
    /// Print one JSON object instead of text, also on errors.
    #[arg(long, global = true, display_order = 900)]
    json: bool,
    /// Print only warnings and errors, and the object of --json.
    #[arg(long, short, global = true, display_order = 901)]
    quiet: bool,
}

/// Why a command failed.
#[derive(Clone, Debug)]
pub struct Failure {
    code: u8,
    status: Status,
    message: String,
    is_told: bool,
}

/// How much of the output was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// Nothing: all files are as before.
    Nothing,
    /// Some files, or a part of what goes into a pipe.
    Part,
    /// All files.
    All,
}

/// The result of a command.
pub type Result<T = ()> = std::result::Result<T, Failure>;

impl Failure {
    /// A file cannot be read or written.
    pub fn io(message: impl Into<String>) -> Self {
        Error::new(Status::Io, message).into()
    }

    /// The input allows no such thing.
    pub fn argument(message: impl Into<String>) -> Self {
        Error::argument(message).into()
    }

    /// The command line is wrong.
    pub fn usage(message: impl Into<String>) -> Self {
        Self {
            code: 2,
            ..Self::argument(message)
        }
    }

    /// The extension of an output file is unknown.
    pub fn extension(output: &Path, expected: &str) -> Self {
        let name = output.display().to_string();
        Self::usage(unknown_extension(&name, &extension(output), expected).message)
    }

    /// Ctrl-C ended the work after so much was written.
    pub fn stopped(written: Written) -> Self {
        let message = match written {
            Written::Nothing => "stopped; nothing was written",
            Written::Part => "stopped; part of the output was written",
            Written::All => "stopped; all output was written",
        };
        Self {
            code: 130, // 128 + SIGINT, as shells report it
            status: Status::Cancelled,
            message: message.into(),
            is_told: false,
        }
    }

    /// Puts the name of the file before the message, unless it is there.
    pub fn of(mut self, file: &Path) -> Self {
        let name = file.display().to_string();
        if !self.message.starts_with(&name) && self.status != Status::Cancelled {
            self.message = format!("{name}: {}", self.message);
        }
        self
    }

    /// Adds that these files were written before the failure.
    pub fn although_written(mut self, files: &[&Path]) -> Self {
        for file in files {
            self.message += &format!("; {} was already written", file.display());
        }
        self
    }

    /// The same, but already reported.
    fn told(self) -> Self {
        Self {
            is_told: true,
            ..self
        }
    }

    /// The exit status.
    pub fn code(&self) -> u8 {
        self.code
    }

    /// As JSON.
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
    /// Whether progress may be shown. The bar itself checks that standard error is a terminal.
    pub fn shows_progress(&self) -> bool {
        !self.quiet
    }

    /// For errors before the options are parsed.
    pub fn of(arguments: impl IntoIterator<Item = std::ffi::OsString>) -> Self {
        let mut options = arguments.into_iter().take_while(|word| word != "--");
        let json = options.any(|word| word == "--json");
        Self { json, quiet: false }
    }

    /// Prints facts and warnings.
    pub fn tell(&self, facts: Facts) -> Result {
        facts.warnings().iter().for_each(|w| self.warn(w));
        match self {
            Self { json: true, .. } => self.tell_machine(&facts.json()),
            Self { quiet: true, .. } => Ok(()),
            _ => self.write(&facts.text()),
        }
    }

    /// Writes the JSON object, once: an interrupt meanwhile or later adds no second one.
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
            // A closed pipe is no error: `head` closes it when it has read enough.
            Err(cause) if cause.kind() != ErrorKind::BrokenPipe => Err(Failure::io(format!(
                "standard output cannot be written: {cause}"
            ))),
            _ => Ok(()),
        }
    }

    /// Prints facts or the error of each file; fails if one failed.
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

    /// Prints a warning.
    pub fn warn(&self, message: &str) {
        let style = AnsiColor::Yellow.on_default().bold();
        anstream::eprintln!("{style}warning:{style:#} {message}");
    }

    /// Prints a failure, unless it was printed before.
    pub fn fail(&self, failure: &Failure) -> ExitCode {
        if !failure.is_told {
            self.say_error(failure); // first, since writing to standard output may block
            self.tell_only_machines(failure);
        }
        ExitCode::from(failure.code)
    }

    /// Writes a failure to standard output if JSON was asked for.
    pub fn tell_only_machines(&self, failure: &Failure) {
        if self.json {
            // A closed pipe is no error.
            let _ = self.tell_machine(&json!({ "error": failure.json() }));
        }
    }

    fn say_error(&self, failure: &Failure) {
        let style = AnsiColor::Red.on_default().bold();
        anstream::eprintln!("{style}error:{style:#} {}", failure.message);
    }
}

/// Named facts about one thing, in order, each as JSON and as text.
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

    /// Adds a fact and its text.
    pub fn add(&mut self, name: &'static str, value: impl Into<Value>, text: impl Into<String>) {
        self.rows.push((name, text.into()));
        self.hide(name, value);
    }

    /// Adds a whole number.
    pub fn count(&mut self, name: &'static str, count: usize) {
        self.add(name, count, grouped(count));
    }

    /// Adds all of other facts about the same thing.
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

    /// Adds a fact to the JSON only.
    pub fn hide(&mut self, name: &'static str, value: impl Into<Value>) {
        self.values.insert(name.into(), value.into());
    }

    /// Adds sentences.
    pub fn say(&mut self, sentences: impl IntoIterator<Item = String>) {
        self.sentences.extend(sentences);
    }

    /// Adds a warning. It goes to standard error, also with --quiet.
    pub fn warn(&mut self, message: impl Into<String>) {
        self.warnings.push(message.into());
    }

    /// All warnings; those about parts begin with the title of the part.
    fn warnings(&self) -> Vec<String> {
        let of_part = |part: &Facts| {
            let all = part.warnings().into_iter();
            all.map(|w| format!("{}: {w}", part.title))
                .collect::<Vec<_>>()
        };
        let of_parts = self.parts.iter().flat_map(of_part);
        self.warnings.iter().cloned().chain(of_parts).collect()
    }

    /// As a JSON object.
    fn json(&self) -> Value {
        let mut values = self.values.clone();
        values.insert("sentences".into(), json!(self.sentences));
        values.insert("warnings".into(), json!(self.warnings));
        Value::Object(values)
    }

    /// As text.
    fn text(&self) -> String {
        let bold = Style::new().bold();
        let mut text = format!("{bold}{}{bold:#}\n", self.title);
        for sentence in &self.sentences {
            text += &format!("  {sentence}\n");
        }
        let width = self.rows.iter().map(|(name, _)| name.len()).max();
        for (name, value) in &self.rows {
            let name = name.replace('_', " ").replace("non ", "non-");
            text += &format!("  {name:width$}  {value}\n", width = width.unwrap_or(0));
        }
        self.parts.iter().for_each(|part| text += &part.text());
        text
    }
}

/// A number as text: so many significant digits, and commas between thousands.
pub fn figure(value: f64, digits: usize) -> String {
    let precision = digits.saturating_sub(1);
    let text = number(format!("{value:.precision$e}").parse().unwrap_or(value));
    let (sign, size) = text.split_at(usize::from(value < 0.0));
    let (whole, rest) = size.split_at(size.find(['.', 'e']).unwrap_or(size.len()));
    let whole = whole.parse().map_or_else(|_| whole.to_owned(), grouped);
    format!("{sign}{whole}{rest}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_has_few_digits_and_commas() {
        for (value, expected) in [
            (8.0, "8"),
            (0.001_199_999_8, "0.0012"),
            (1_172.104_5, "1,172.1"),
            (464_542.18, "464,542"),
            (1.137_718_5e-6, "1.13772e-6"),
            (3.2e9, "3.2e9"),
            (-4_321.0, "-4,321"),
            (f64::NEG_INFINITY, "-inf"),
        ] {
            assert_eq!(figure(value, 6), expected);
        }
        assert_eq!(figure(464_542.18, 4), "464,500");
    }

    #[test]
    fn a_failure_names_its_file_once() {
        let file = Path::new("a.obj");
        let named = Failure::io("no such file").of(file).of(file);
        assert_eq!(named.message, "a.obj: no such file");
    }
}
