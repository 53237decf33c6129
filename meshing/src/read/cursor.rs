//! Reads words and binary numbers from bytes, and tells the line or byte in errors.

use super::common::without_mark;
use super::scalar::Scalar;
use glam::DVec3;
use pliant_geometry::error::{Error, Result, Status};
use std::ops::Range;
use std::str::FromStr;

/// How numbers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Words between white space.
    Ascii,
    /// Binary, little-endian.
    Little,
    /// Binary, big-endian.
    Big,
}

/// A place in a file.
pub struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
    name: &'a str,
    /// How `int`, `size` and `scalar` read.
    pub encoding: Encoding,
    /// The byte that starts a comment, which goes to the end of the line.
    comment: Option<u8>,
    /// Subtracted from points in f64. Unless it is zero, words are read as f64 too.
    pub origin: DVec3,
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
            origin: DVec3::ZERO,
        }
    }

    /// The start of a text file called `name`, after a byte order mark. `origin` is subtracted from its points.
    pub fn text(bytes: &'a [u8], name: &'a str, comment: Option<u8>, origin: DVec3) -> Self {
        Self {
            at: bytes.len() - without_mark(bytes).len(),
            origin,
            ..Self::new(bytes, name, comment)
        }
    }

    /// The bytes of `range` only; errors still give places in the whole file.
    pub fn within(bytes: &'a [u8], range: Range<usize>, name: &'a str) -> Self {
        let mut cursor = Self::new(&bytes[..range.end], name, None);
        cursor.at = range.start;
        cursor
    }

    /// The number of bytes left.
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

    /// A `Format` error: what was expected, and what was found.
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

    /// Takes the next word, which must be `expected` in upper or lower case.
    pub fn expect_in_any_case(&mut self, expected: &str) -> Result<()> {
        let word = self.peek();
        if !word.eq_ignore_ascii_case(expected.as_bytes()) {
            return Err(self.unexpected(expected, word));
        }
        self.at += word.len();
        Ok(())
    }

    /// Goes to the start of the next line, where binary data starts; only white space may come before it.
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

    /// Takes the rest of this line.
    pub fn line(&mut self) -> &'a [u8] {
        let rest = &self.bytes[self.at..];
        let end = rest.iter().position(|b| *b == b'\n');
        self.at += end.map_or(rest.len(), |end| end + 1);
        rest[..end.unwrap_or(rest.len())].trim_ascii_end()
    }

    /// The next `count` bytes; `what` names them in the error.
    pub fn take(&mut self, count: u64, what: &str) -> Result<&'a [u8]> {
        if count > self.left() as u64 {
            let message = format!(
                "expected {what} of {count} bytes, found {} until the end",
                self.left()
            );
            return Err(self.error(Status::Format, message));
        }
        let start = self.at;
        self.at += count as usize;
        Ok(&self.bytes[start..self.at])
    }

    /// Goes past the next `end`, in text or in binary data.
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

    /// A number of this type. Integers beyond 2^53 are rounded; no count or index is that large.
    pub fn scalar(&mut self, scalar: Scalar, what: &str) -> Result<f64> {
        macro_rules! binary {
            ($type:ty) => {
                match self.encoding {
                    Encoding::Big => <$type>::from_be_bytes(self.raw(what)?) as f64,
                    _ => <$type>::from_le_bytes(self.raw(what)?) as f64,
                }
            };
        }
        Ok(match (self.encoding, scalar) {
            // Rounded once: through f64, the last bit could differ.
            (Encoding::Ascii, Scalar::F32) if self.origin == DVec3::ZERO => {
                self.word::<f32>(what)?.into()
            }
            (Encoding::Ascii, _) => self.word(what)?,
            (_, Scalar::I8) => binary!(i8),
            (_, Scalar::U8) => binary!(u8),
            (_, Scalar::I16) => binary!(i16),
            (_, Scalar::U16) => binary!(u16),
            (_, Scalar::I32) => binary!(i32),
            (_, Scalar::U32) => binary!(u32),
            (_, Scalar::I64) => binary!(i64),
            (_, Scalar::U64) => binary!(u64),
            (_, Scalar::F32) => binary!(f32),
            (_, Scalar::F64) => binary!(f64),
        })
    }

    /// `value` as the index of one of `count` vertices; the first has the number `first` in the file.
    pub fn index(&self, value: f64, first: u64, count: usize) -> Result<u32> {
        let index = value - first as f64;
        if index >= 0.0 && index < count as f64 && index.fract() == 0.0 {
            return Ok(index as u32);
        }
        let expected = match count {
            0 => "no vertex: the file has defined none".into(),
            _ => format!("a vertex from {first} to {}", first + count as u64 - 1),
        };
        let message = format!("expected {expected}, found {value}");
        Err(self.error(Status::MeshIndex, message))
    }

    /// Three coordinates of this type, minus the origin, rounded to f32. They must be finite.
    pub fn point(&mut self, scalar: Scalar) -> Result<[f32; 3]> {
        let mut point = [0.0; 3];
        let names = ["an x coordinate", "a y coordinate", "a z coordinate"];
        for ((c, what), origin) in point.iter_mut().zip(names).zip(self.origin.to_array()) {
            *c = (self.coordinate(scalar, what)? - origin) as f32;
        }
        Ok(point)
    }

    fn coordinate(&mut self, scalar: Scalar, what: &str) -> Result<f64> {
        let (word, start) = match self.encoding {
            Encoding::Ascii => (self.peek(), self.at),
            _ => (&[][..], self.at),
        };
        let value = self.scalar(scalar, what)?;
        if (value as f32).is_finite() {
            return Ok(value);
        }
        self.at = start;
        let number = value.to_string();
        let found = match word {
            [] => number.as_bytes(),
            word => word,
        };
        Err(self.unexpected(&format!("{what} that is finite"), found))
    }
}
