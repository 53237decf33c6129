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
    pub(crate) fn plain(file: &str, message: String) -> Self {
        Self::at(file, "", 0, 0, message)
    }

    /// A fault at a place; `text` is the whole file, of which the line is quoted.
    pub(crate) fn at(file: &str, text: &str, line: usize, column: usize, message: String) -> Self {
        let quoted = text.lines().nth(line.saturating_sub(1));
        Failure {
            file: file.to_owned(),
            line,
            column,
            message,
            source_line: quoted.unwrap_or("").to_owned(),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, line, message) = (&self.file, self.line, &self.message);
        if line == 0 {
            return write!(f, "{file}: error: {message}");
        }
        let (column, quoted) = (self.column, &self.source_line);
        write!(
            f,
            "{file}:{line}:{column}: error: {message}\n{line:5} | {quoted}"
        )
    }
}

/// Every fault of one build, in the files' order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failures(pub Vec<Failure>);

impl fmt::Display for Failures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut all = self.0.iter();
        all.try_for_each(|failure| writeln!(f, "{failure}"))?;
        write!(f, "{} shader error(s)", self.0.len())
    }
}

impl std::error::Error for Failures {}

impl From<Failure> for Failures {
    fn from(failure: Failure) -> Self {
        Failures(vec![failure])
    }
}
