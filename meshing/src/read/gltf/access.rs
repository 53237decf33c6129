//! The numbers that the accessors of a glTF document stand for.

use super::document::{Accessor, BufferView, Document, SparsePart};
use crate::read::cursor::{Cursor, Encoding};
use crate::read::scalar::Scalar;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use glam::DMat4;
use pliant_geometry::error::{Error, Result, Status};
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::path::{Component, Path, PathBuf};

/// The buffers of a document, and how to read them.
pub struct Access<'a> {
    document: &'a Document,
    buffers: Vec<Cow<'a, [u8]>>,
    name: &'a str,
    /// Items of up to four numbers that may still be read, because a small file may place one mesh very often.
    left: Cell<u64>,
    /// Files that buffers name, each once.
    opened: RefCell<HashSet<PathBuf>>,
    /// False when a file is read a second time.
    warns: bool,
}

/// Items (vertices, indices, ...) that a file of any size may place.
const ALWAYS_ALLOWED: u64 = 1 << 20;

impl<'a> Access<'a> {
    /// Loads the buffers: the blob of a `.glb`, data URIs, and files in `folder` or below it.
    pub fn new(
        document: &'a Document,
        blob: Option<&'a [u8]>,
        folder: Option<&Path>,
        name: &'a str,
        warns: bool,
    ) -> Result<Self> {
        let mut access = Self {
            document,
            buffers: Vec::new(),
            name,
            left: Cell::new(ALWAYS_ALLOWED),
            opened: RefCell::default(),
            warns,
        };
        for (i, buffer) in document.buffers.iter().enumerate() {
            let bytes: Cow<[u8]> = match (&buffer.uri, blob) {
                (None, Some(blob)) if i == 0 => blob.into(),
                (None, _) => {
                    let what =
                        format!("expected a uri of buffer {i}, or a binary chunk for buffer 0");
                    return Err(access.error(Status::Format, what));
                }
                (Some(uri), _) => access.load(i, uri, folder)?.into(),
            };
            if (bytes.len() as u64) < buffer.byte_length {
                let what = format!(
                    "expected {} bytes in buffer {i}, found {}",
                    buffer.byte_length,
                    bytes.len()
                );
                return Err(access.error(Status::Format, what));
            }
            // And one item for each byte, which is the smallest.
            access.left.update(|left| left + bytes.len() as u64);
            access.buffers.push(bytes);
        }
        Ok(access)
    }

    /// An error of this file.
    pub fn error(&self, status: Status, what: String) -> Error {
        Error::new(status, format!("{}: {what}", self.name))
    }

    /// Warns in the log.
    pub fn warn(&self, message: &str) {
        if self.warns {
            log::warn!("{message}");
        }
    }

    /// Counts `items` against what the file may place.
    pub fn spend(&self, items: u64) -> Result<()> {
        match self.left.get().checked_sub(items) {
            Some(left) => self.left.set(left),
            None => {
                let what = "the scene places its meshes more often than a file of this size may";
                return Err(self.error(Status::Capacity, what.into()));
            }
        }
        Ok(())
    }

    fn load(&self, i: usize, uri: &str, folder: Option<&Path>) -> Result<Vec<u8>> {
        if let Some(data) = uri.strip_prefix("data:") {
            let Some((_, text)) = data.split_once(";base64,") else {
                let what = format!("expected a data uri in base64 for buffer {i}");
                return Err(self.error(Status::Format, what));
            };
            let failed = |e| {
                self.error(
                    Status::Format,
                    format!("expected base64 in buffer {i}: {e}"),
                )
            };
            return BASE64_STANDARD.decode(text).map_err(failed);
        }
        let file = unescape(uri);
        let path = Path::new(&file);
        // No address, and no file in another folder.
        let stays = path
            .components()
            .all(|c| matches!(c, Component::Normal(_) | Component::CurDir));
        let folder = folder.filter(|_| stays && !file.contains(':') && !file.contains('\\'));
        let Some(folder) = folder else {
            let what = format!("expected a file beside this one for buffer {i}, found {uri:.80}");
            return Err(self.error(Status::Format, what));
        };
        let path = folder.join(path);
        let read = path.canonicalize().and_then(|path| {
            // A device or a pipe has no end, and many buffers could name one large file.
            let refuse = |why: &str| Err(std::io::Error::other(why));
            match (
                path.is_file(),
                self.opened.borrow_mut().insert(path.clone()),
            ) {
                (false, _) => refuse("it is not a file"),
                (true, false) => refuse("another buffer named it already"),
                (true, true) => std::fs::read(&path),
            }
        });
        read.map_err(|e| {
            let what = format!("{}, buffer {i}, cannot be read: {e}", path.display());
            self.error(Status::Io, what)
        })
    }

    fn accessor(&self, accessor: usize) -> Result<&'a Accessor> {
        self.document.accessors.get(accessor).ok_or_else(|| {
            let count = self.document.accessors.len();
            self.error(
                Status::Format,
                format!("expected an accessor below {count}, found {accessor}"),
            )
        })
    }

    /// Whether an accessor has bytes in a buffer; if not, it is all zeros.
    pub fn is_stored(&self, accessor: usize) -> bool {
        let found = self.document.accessors.get(accessor);
        found.is_some_and(|found| found.buffer_view.is_some() || found.sparse.is_some())
    }

    /// The vectors of a vertex attribute of `count` vertices.
    pub fn attribute<const N: usize>(
        &self,
        accessor: usize,
        count: usize,
    ) -> Result<Vec<[f32; N]>> {
        let vectors = self.vectors(accessor)?;
        if vectors.len() != count {
            let what = format!(
                "expected {count} items in accessor {accessor}, as there are positions, found {}",
                vectors.len()
            );
            return Err(self.error(Status::Format, what));
        }
        Ok(vectors)
    }

    /// The vectors of an accessor.
    pub fn vectors<const N: usize>(&self, accessor: usize) -> Result<Vec<[f32; N]>> {
        let found = self.accessor(accessor)?;
        let scalar = self.component(found.component_type)?;
        let vectors = self.all_items::<N>(accessor)?;
        // Integers for 0 to 1 or -1 to 1.
        let largest = match (found.normalized, scalar) {
            (true, Scalar::I8) => 127.0,
            (true, Scalar::U8) => 255.0,
            (true, Scalar::I16) => 32767.0,
            (true, Scalar::U16) => 65535.0,
            _ => return Ok(vectors.into_iter().map(|v| v.map(|c| c as f32)).collect()),
        };
        let normal = |c: f64| (c / largest).max(-1.0) as f32;
        Ok(vectors.into_iter().map(|v| v.map(normal)).collect())
    }

    /// The items of an accessor, with the sparse ones.
    fn all_items<const N: usize>(&self, accessor: usize) -> Result<Vec<[f64; N]>> {
        let found = self.accessor(accessor)?;
        let scalar = self.component(found.component_type)?;
        let mut items = self.items::<N>(accessor)?;
        if let Some(sparse) = &found.sparse {
            let kind = self.component(sparse.indices.component_type)?;
            let places = self.part::<1>(accessor, &sparse.indices, kind, sparse.count)?;
            let values = self.part::<N>(accessor, &sparse.values, scalar, sparse.count)?;
            for (item, ([place], value)) in places.into_iter().zip(values).enumerate() {
                let place = self.index(accessor, item, place, items.len())?;
                items[place as usize] = value;
            }
        }
        Ok(items)
    }

    /// The corners of a primitive of `count` vertices.
    pub fn indices(&self, accessor: usize, count: usize) -> Result<Vec<u32>> {
        let items = self.all_items::<1>(accessor)?.into_iter().enumerate();
        items
            .map(|(i, [index])| self.index(accessor, i, index, count))
            .collect()
    }

    /// The matrices of an accessor, at least `count`.
    pub fn matrices(&self, accessor: usize, count: usize) -> Result<Vec<DMat4>> {
        let items = self.all_items::<16>(accessor)?;
        if items.len() < count {
            let what = format!(
                "expected {count} matrices in accessor {accessor}, one for each joint, found {}",
                items.len()
            );
            return Err(self.error(Status::Format, what));
        }
        Ok(items.iter().map(DMat4::from_cols_array).collect())
    }

    /// One of `count` vertices or joints, named by an item of an accessor.
    pub fn index(&self, accessor: usize, item: usize, value: f64, count: usize) -> Result<u32> {
        let index = Cursor::new(&[], "", None).index(value, 0, count);
        index.map_err(|_| {
            let what = format!(
                "accessor {accessor}, item {item}: expected an index below {count}, found {value}"
            );
            self.error(Status::MeshIndex, what)
        })
    }

    fn component(&self, component_type: u32) -> Result<Scalar> {
        Ok(match component_type {
            5120 => Scalar::I8,
            5121 => Scalar::U8,
            5122 => Scalar::I16,
            5123 => Scalar::U16,
            5125 => Scalar::U32,
            5126 => Scalar::F32,
            other => {
                let what = format!("expected a component type from 5120 to 5126, found {other}");
                return Err(self.error(Status::Format, what));
            }
        })
    }

    /// The items of an accessor without the sparse ones.
    fn items<const N: usize>(&self, accessor: usize) -> Result<Vec<[f64; N]>> {
        let found = self.accessor(accessor)?;
        let shape = match N {
            16 => "MAT4",
            _ => ["SCALAR", "VEC2", "VEC3", "VEC4"][N - 1],
        };
        if found.shape != shape {
            let what = format!(
                "expected {shape} in accessor {accessor}, found {:.20}",
                found.shape
            );
            return Err(self.error(Status::Format, what));
        }
        let part = match found.buffer_view {
            // All zeros, except for the sparse ones.
            None => {
                self.spend(found.count.saturating_mul(N.div_ceil(4) as u64))?;
                return Ok(vec![[0.0; N]; found.count as usize]);
            }
            Some(buffer_view) => SparsePart {
                buffer_view,
                byte_offset: found.byte_offset,
                component_type: found.component_type,
            },
        };
        let scalar = self.component(found.component_type)?;
        self.part(accessor, &part, scalar, found.count)
    }

    /// `count` items of an accessor that start somewhere in a buffer view.
    fn part<const N: usize>(
        &self,
        accessor: usize,
        part: &SparsePart,
        scalar: Scalar,
        count: u64,
    ) -> Result<Vec<[f64; N]>> {
        let size = (N * scalar.size()) as u64;
        let (view, bytes) = self.view(part.buffer_view)?;
        let stride = view.byte_stride.unwrap_or(size);
        let last = stride.checked_mul(count.saturating_sub(1));
        let needed = last.and_then(|last| part.byte_offset.checked_add(last)?.checked_add(size));
        if stride < size || needed.is_none_or(|needed| needed > bytes.len() as u64) {
            let what = format!(
                "accessor {accessor}: expected {count} items of {size} bytes, each {stride} after the other, from byte {} of bufferView {}, \
                 which has {} bytes",
                part.byte_offset,
                part.buffer_view,
                bytes.len()
            );
            return Err(self.error(Status::Format, what));
        }
        // The bytes are in the file, but may be read often.
        self.spend(count.saturating_mul(N.div_ceil(4) as u64))?;
        let mut items = Vec::with_capacity(count as usize);
        for i in 0..count {
            let start = (part.byte_offset + stride * i) as usize;
            let mut cursor = Cursor::within(bytes, start..start + size as usize, self.name);
            cursor.encoding = Encoding::Little;
            let mut item = [0.0; N];
            for component in &mut item {
                *component = cursor.scalar(scalar, "a component")?;
            }
            items.push(item);
        }
        Ok(items)
    }

    fn view(&self, view: usize) -> Result<(&'a BufferView, &[u8])> {
        let wrong =
            |what: &str| self.error(Status::Format, format!("expected bufferView {view} {what}"));
        let found = self.document.buffer_views.get(view);
        let found = found.ok_or_else(|| wrong("to exist"))?;
        let buffer = self.buffers.get(found.buffer);
        let buffer = buffer.ok_or_else(|| wrong("to name a buffer"))?;
        let end = found.byte_offset.checked_add(found.byte_length);
        let end = end.filter(|end| *end <= buffer.len() as u64);
        let end = end.ok_or_else(|| wrong("to lie in its buffer"))?;
        Ok((found, &buffer[found.byte_offset as usize..end as usize]))
    }
}

/// Resolves `%20` and the like.
fn unescape(uri: &str) -> String {
    let mut bytes = Vec::with_capacity(uri.len());
    let mut rest = uri.as_bytes();
    while let [first, tail @ ..] = rest {
        let code = tail.first_chunk::<2>().filter(|_| *first == b'%');
        let code = code.and_then(|code| std::str::from_utf8(code).ok());
        let (byte, left) = match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => (byte, &tail[2..]),
            None => (*first, tail),
        };
        bytes.push(byte);
        rest = left;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
