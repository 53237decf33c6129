//! The numbers of a `DataArray`: text, base64 or raw bytes, plain or packed by zlib.

use crate::read::cursor::{Cursor, Encoding};
use crate::read::scalar::Scalar;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use pliant_geometry::error::{Error, Result, Status};
use std::borrow::Cow;
use std::ops::Range;

/// How the file stores binary arrays.
pub struct Storage {
    /// Byte order of numbers and headers.
    pub encoding: Encoding,
    /// Type of the numbers in a header.
    pub header: Scalar,
    /// Whether blocks are packed by zlib.
    pub packed: bool,
}

/// Where the numbers of an array are in the file.
pub enum Place {
    /// Words in this range.
    Text(Range<usize>),
    /// Base64 in this range; the array may end earlier.
    Base64(Range<usize>),
    /// Bytes in this range; the array may end earlier.
    Raw(Range<usize>),
}

/// The numbers of a data array, and how many bytes of the file they take.
pub fn numbers(
    file: &[u8],
    place: &Place,
    kind: Scalar,
    storage: &Storage,
    name: &str,
) -> Result<(Vec<f64>, usize)> {
    let mut numbers = Vec::new();
    let (bytes, taken) = match place {
        Place::Text(range) => {
            let mut cursor = Cursor::within(file, range.clone(), name);
            while !cursor.peek().is_empty() {
                numbers.push(cursor.scalar(kind, "a number")?);
            }
            return Ok((numbers, range.len()));
        }
        Place::Base64(range) => unpack(file[range.clone()].trim_ascii(), true, storage),
        Place::Raw(range) => unpack(&file[range.clone()], false, storage),
    }
    .map_err(|what| {
        let (Place::Text(range) | Place::Base64(range) | Place::Raw(range)) = place;
        let message = format!("{name}, array at byte {}: {what}", range.start);
        Error::new(Status::Format, message)
    })?;
    let mut cursor = Cursor::new(&bytes, name, None);
    cursor.encoding = storage.encoding;
    numbers.reserve_exact(bytes.len() / kind.size());
    while cursor.left() >= kind.size() {
        numbers.push(cursor.scalar(kind, "a number")?);
    }
    Ok((numbers, taken))
}

/// The bytes after a header, and how many bytes of `source` they and the header take.
fn unpack<'a>(
    source: &'a [u8],
    is_base64: bool,
    storage: &Storage,
) -> std::result::Result<(Cow<'a, [u8]>, usize), String> {
    let size = storage.header.size();
    if !storage.packed {
        let (head, _) = run(source, 0, size, is_base64)?;
        let length = header(&head, storage)?[0];
        // Header and bytes are one run of base64.
        let (whole, taken) = run(source, 0, length.saturating_add(size), is_base64)?;
        return Ok((cut(whole, size), taken));
    }
    // The number of blocks, their size, the size of the last if it is smaller; then the packed size of each.
    let (head, _) = run(source, 0, 3 * size, is_base64)?;
    let head = header(&head, storage)?;
    let [count, block_size, last_size] = head[..] else {
        return Err("expected a header of three numbers".into());
    };
    let (sizes, start) = run(
        source,
        0,
        count.saturating_add(3).saturating_mul(size),
        is_base64,
    )?;
    let sizes = header(&sizes, storage)?.split_off(3);
    let total = sizes
        .iter()
        .fold(0usize, |total, size| total.saturating_add(*size));
    let (packed, taken) = run(source, start, total, is_base64)?;
    let mut bytes = Vec::new();
    let mut at = 0;
    for (i, size) in sizes.iter().enumerate() {
        let expected = match i + 1 == count && last_size > 0 {
            true => last_size,
            false => block_size,
        };
        // Deflate packs at most 1032 to 1, so the length of the file bounds the memory.
        let block = &packed[at..at + size];
        let block = miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(block, expected);
        let block =
            block.map_err(|e| format!("block {i} is not {expected} bytes packed by zlib: {e}"))?;
        if block.len() != expected {
            return Err(format!(
                "expected {expected} bytes in block {i}, found {}",
                block.len()
            ));
        }
        bytes.extend(block);
        at += size;
    }
    Ok((bytes.into(), taken))
}

/// `length` bytes from `at` in `source`, and where they end there.
fn run(
    source: &[u8],
    at: usize,
    length: usize,
    is_base64: bool,
) -> std::result::Result<(Cow<'_, [u8]>, usize), String> {
    let taken = match is_base64 {
        true => length.div_ceil(3).saturating_mul(4),
        false => length,
    };
    let Some(part) = at.checked_add(taken).and_then(|end| source.get(at..end)) else {
        let left = source.len() - at;
        return Err(format!(
            "expected {taken} bytes behind byte {at} of it, found {left}"
        ));
    };
    if !is_base64 {
        return Ok((part.into(), at + taken));
    }
    // Only the header of a longer run may be wanted. Each group of four letters decodes to three bytes by itself.
    let mut bytes = BASE64_STANDARD
        .decode(part)
        .map_err(|e| format!("expected base64: {e}"))?;
    if bytes.len() < length {
        return Err(format!(
            "expected base64 of {length} bytes, found {}",
            bytes.len()
        ));
    }
    bytes.truncate(length);
    Ok((bytes.into(), at + taken))
}

/// `bytes` without the first ones.
fn cut(bytes: Cow<'_, [u8]>, first: usize) -> Cow<'_, [u8]> {
    match bytes {
        Cow::Borrowed(bytes) => bytes[first..].into(),
        Cow::Owned(mut bytes) => {
            bytes.drain(..first);
            bytes.into()
        }
    }
}

/// The numbers of a header.
fn header(bytes: &[u8], storage: &Storage) -> std::result::Result<Vec<usize>, String> {
    let mut cursor = Cursor::new(bytes, "", None);
    cursor.encoding = storage.encoding;
    let mut numbers = Vec::with_capacity(bytes.len() / storage.header.size());
    while cursor.left() >= storage.header.size() {
        let number = cursor
            .scalar(storage.header, "a size")
            .map_err(|e| e.message)?;
        // The cast saturates.
        numbers.push(number as usize);
    }
    Ok(numbers)
}
