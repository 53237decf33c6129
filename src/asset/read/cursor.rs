//! Reads words and binary numbers off a byte slice, and knows where it stands when something is wrong.

use crate::error::{Error, Result, Status};
use std::str::FromStr;

/// How numbers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Words between white space.
    Ascii,
    /// Little-endian, as wide as the number's type.
    Little,
    /// Big-endian, as wide as the number's type.
    Big,
}

/// A place in a file.
pub struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
    name: &'a str,
    /// How `int`, `size` and `real` read.
    pub encoding: Encoding,
    /// A byte that starts a comment up to the end of the line, as `#` does for TetGen.
    comment: Option<u8>,
}

impl<'a> Cursor<'a> {
    /// The start of a file called `name`.
    pub fn new(bytes: &'a [u8], name: &'a str, comment: Option<u8>) -> Self {
        Self {
            bytes,
            at: 0,
            name,
            encoding: Encoding::Ascii,
            comment,
        }
    }

    /// Bytes that are left.
    pub fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// Room to reserve for `count` items that take at least `bytes_each` bytes each in the file.
    pub fn reservation(&self, count: u64, bytes_each: usize) -> usize {
        (count.min(self.left() as u64) as usize).min(self.left() / bytes_each + 1)
    }

    /// An error at this place: file, line (or byte in binary data), and the message.
    pub fn error(&self, status: Status, message: impl std::fmt::Display) -> Error {
        let place = match self.encoding {
            Encoding::Ascii => {
                let before = &self.bytes[..self.at];
                format!(
                    "line {}",
                    1 + before.iter().filter(|b| **b == b'\n').count()
                )
            }
            _ => format!("byte {}", self.at),
        };
        Error::new(status, format!("{}, {place}: {message}", self.name))
    }

    /// A `Format` error that says what was expected and what stands there.
    fn unexpected(&self, what: &str, found: &[u8]) -> Error {
        let found = String::from_utf8_lossy(&found[..found.len().min(40)]).into_owned();
        let found = if found.is_empty() {
            "the end of the file".into()
        } else {
            format!("{found:?}")
        };
        self.error(Status::Format, format!("expected {what}, found {found}"))
    }

    fn skip_space(&mut self) {
        while let Some(&b) = self.bytes.get(self.at) {
            if Some(b) == self.comment {
                self.at += self.bytes[self.at..]
                    .iter()
                    .take_while(|b| **b != b'\n')
                    .count();
            } else if b.is_ascii_whitespace() {
                self.at += 1;
            } else {
                return;
            }
        }
    }

    /// The next word without taking it; empty at the end of the file.
    pub fn peek(&mut self) -> &'a [u8] {
        self.skip_space();
        let rest = &self.bytes[self.at..];
        let is_end = |b: &u8| b.is_ascii_whitespace() || Some(*b) == self.comment;
        &rest[..rest.iter().position(is_end).unwrap_or(rest.len())]
    }

    /// The next word, as a `T`; `what` names it in the error.
    pub fn word<T: FromStr>(&mut self, what: &str) -> Result<T> {
        let word = self.peek();
        match std::str::from_utf8(word).ok().and_then(|w| w.parse().ok()) {
            Some(value) => {
                self.at += word.len();
                Ok(value)
            }
            None => Err(self.unexpected(what, word)),
        }
    }

    /// Takes the next word, which must be `expected`.
    pub fn expect(&mut self, expected: &str) -> Result<()> {
        let word = self.peek();
        if word != expected.as_bytes() {
            return Err(self.unexpected(expected, word));
        }
        self.at += word.len();
        Ok(())
    }

    /// Goes to the start of the next line; only white space may stand before it. Binary data starts there.
    pub fn next_line(&mut self) -> Result<()> {
        while let Some(&b) = self.bytes.get(self.at) {
            if !b.is_ascii_whitespace() {
                return Err(self.unexpected("the end of the line", &self.bytes[self.at..]));
            }
            self.at += 1;
            if b == b'\n' {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Goes past the next occurrence of `end`, in text or in binary data.
    pub fn skip_past(&mut self, end: &str) -> Result<()> {
        let rest = &self.bytes[self.at..];
        match rest.windows(end.len()).position(|w| w == end.as_bytes()) {
            Some(found) => {
                self.at += found + end.len();
                Ok(())
            }
            None => Err(self.error(Status::Format, format!("expected {end} somewhere below"))),
        }
    }

    fn raw<const N: usize>(&mut self, what: &str) -> Result<[u8; N]> {
        match self.bytes[self.at..].first_chunk::<N>() {
            Some(&chunk) => {
                self.at += N;
                Ok(chunk)
            }
            None => Err(self.unexpected(what, &[])),
        }
    }

    /// A number that is an `int` (32 bits) in binary files.
    pub fn int(&mut self, what: &str) -> Result<i64> {
        match self.encoding {
            Encoding::Ascii => self.word(what),
            Encoding::Little => Ok(i32::from_le_bytes(self.raw(what)?).into()),
            Encoding::Big => Ok(i32::from_be_bytes(self.raw(what)?).into()),
        }
    }

    /// An `int` that must not be negative.
    pub fn count(&mut self, what: &str) -> Result<u64> {
        let value = self.int(what)?;
        u64::try_from(value).map_err(|_| {
            self.error(
                Status::Format,
                format!("{what} is {value}, expected 0 or more"),
            )
        })
    }

    /// A number that is a `size_t` of 64 bits in binary files.
    pub fn size(&mut self, what: &str) -> Result<u64> {
        match self.encoding {
            Encoding::Ascii => self.word(what),
            Encoding::Little => Ok(u64::from_le_bytes(self.raw(what)?)),
            Encoding::Big => Ok(u64::from_be_bytes(self.raw(what)?)),
        }
    }

    /// A number that is a `double` in binary files.
    pub fn real(&mut self, what: &str) -> Result<f64> {
        match self.encoding {
            Encoding::Ascii => self.word(what),
            Encoding::Little => Ok(f64::from_le_bytes(self.raw(what)?)),
            Encoding::Big => Ok(f64::from_be_bytes(self.raw(what)?)),
        }
    }

    /// Three reals, rounded to f32.
    pub fn point(&mut self) -> Result<[f32; 3]> {
        let mut point = [0.0; 3];
        for (c, what) in
            point
                .iter_mut()
                .zip(["an x coordinate", "a y coordinate", "a z coordinate"])
        {
            *c = self.real(what)? as f32;
        }
        Ok(point)
    }
}
