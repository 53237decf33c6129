//! What can be wrong with a shader, and where.

use std::fmt;

/// One fault, shown as `file:line:column: error: message` with the source line below.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// File as the reader knows it, for example `shaders/lib/math.wgsl`.
    pub file: String,
    /// Line, from 1; 0 when the fault is the file's as a whole.
    pub line: usize,
    /// Column in bytes, from 1.
    pub column: usize,
    /// What is wrong and what was expected.
    pub message: String,
    /// The text of that line.
    pub source_line: String,
}

impl Failure {
    /// A fault of a file as a whole.
    pub(crate) fn plain(file: &str, message: &str) -> Self {
        Failure {
            file: file.to_owned(),
            line: 0,
            column: 0,
            message: message.to_owned(),
            source_line: String::new(),
        }
    }

    /// A fault at a place; `text` is the whole file, of which the line is quoted.
    pub(crate) fn at(file: &str, text: &str, line: usize, column: usize, message: String) -> Self {
        let source_line = text
            .lines()
            .nth(line.saturating_sub(1))
            .unwrap_or("")
            .to_owned();
        Failure {
            file: file.to_owned(),
            line,
            column,
            message,
            source_line,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line == 0 {
            return write!(f, "{}: error: {}", self.file, self.message);
        }
        writeln!(
            f,
            "{}:{}:{}: error: {}",
            self.file, self.line, self.column, self.message
        )?;
        writeln!(f, "{:5} | {}", self.line, self.source_line)?;
        write!(f, "      | {:>width$}", "^", width = self.column.max(1))
    }
}

impl std::error::Error for Failure {}

/// Every fault of one build, in the files' order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failures(pub Vec<Failure>);

impl fmt::Display for Failures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for failure in &self.0 {
            writeln!(f, "{failure}")?;
        }
        write!(f, "{} shader error(s)", self.0.len())
    }
}

impl std::error::Error for Failures {}

impl From<Failure> for Failures {
    fn from(failure: Failure) -> Self {
        Failures(vec![failure])
    }
}
