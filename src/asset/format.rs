//! Files of cooked bodies (`container.rs`) and skins, little-endian. Their bytes are not trusted.
//!
//! A header of 32 bytes, then the payload:
//!
//! | bytes | what |
//! |---|---|
//! | 0..8 | magic: `PLIANT` and two letters for the kind |
//! | 8..12 | version of the format |
//! | 12..16 | zero |
//! | 16..24 | length of the payload in bytes, a multiple of 4 |
//! | 24..32 | hash of the payload (`hash.rs`), also the content hash |
//!
//! The payload of a skin is the struct's fields in order, that of a body its sections. An array is its count and its
//! items. All are 32-bit words, so loading costs a copy.

use super::hash::{WordHash, hash_bytes};
use super::validate::validate_skin;
use super::{Asset, SkinAsset};
use bytemuck::Pod;
use pliant_geometry::error::{Error, Result, Status, memory_for};

pub(super) const ASSET_MAGIC: [u8; 8] = *b"PLIANTBD";
pub(super) const SKIN_MAGIC: [u8; 8] = *b"PLIANTSK";
/// Version of the file's frame and of skins. Sections of bodies have their own versions.
pub const FORMAT_VERSION: u32 = 2;
pub(super) const HEADER_LENGTH: usize = 32;

/// Takes the words of a payload. One walk over the fields makes both hash and file.
pub(super) trait Sink {
    fn words(&mut self, words: &[u32]);
}

impl Sink for WordHash {
    fn words(&mut self, words: &[u32]) {
        words.iter().for_each(|&w| self.word(w));
    }
}

impl Sink for Vec<u8> {
    fn words(&mut self, words: &[u32]) {
        self.extend(words.iter().flat_map(|w| w.to_le_bytes()));
    }
}

pub(super) fn put<T: Pod>(sink: &mut dyn Sink, items: &[T]) {
    sink.words(&[items.len() as u32]);
    sink.words(bytemuck::cast_slice(items));
}

fn put_skin(s: &SkinAsset, sink: &mut dyn Sink) {
    sink.words(&[s.asset_hash as u32, (s.asset_hash >> 32) as u32]);
    put(sink, &s.cage_vertices);
    put(sink, &s.weights);
    put(sink, &s.tangent_weights);
    put(sink, &s.normal_in_frame);
    put(sink, &s.tangent_in_frame);
    put(sink, &s.normal_group);
    put(sink, &s.group_starts);
    put(sink, &s.group_triangles);
    put(sink, &s.triangles);
    sink.words(&[s.farthest_outside.to_bits()]);
}

/// Reads a payload from the front. Never allocates more than there are bytes.
pub(super) struct Source<'a> {
    rest: &'a [u8],
    /// The file's byte after the last one of this source.
    end: usize,
}

impl<'a> Source<'a> {
    fn at(&self) -> usize {
        self.end - self.rest.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// The next `words` as a source of their own.
    pub(super) fn part(&mut self, words: u64, what: &str) -> Result<Source<'a>> {
        let bytes = usize::try_from(words.saturating_mul(4)).unwrap_or(usize::MAX);
        let rest = self.take(bytes, what)?;
        let end = self.at();
        Ok(Source { rest, end })
    }

    fn take(&mut self, length: usize, what: &str) -> Result<&'a [u8]> {
        match self.rest.split_at_checked(length) {
            Some((taken, rest)) => {
                self.rest = rest;
                Ok(taken)
            }
            None => Err(damaged(format!(
                "{what} at byte {} needs {length} bytes, only {} are left",
                self.at(),
                self.rest.len()
            ))),
        }
    }

    pub(super) fn word(&mut self, what: &str) -> Result<u32> {
        let taken = self.take(4, what)?;
        Ok(u32::from_le_bytes([taken[0], taken[1], taken[2], taken[3]]))
    }

    pub(super) fn point(&mut self, what: &str) -> Result<[f32; 3]> {
        let mut point = [0.0; 3];
        for c in &mut point {
            *c = f32::from_bits(self.word(what)?);
        }
        Ok(point)
    }

    pub(super) fn array<T: Pod>(&mut self, what: &str) -> Result<Vec<T>> {
        let count = self.word(what)? as usize;
        let taken = self.take(count.saturating_mul(size_of::<T>()), what)?;
        let mut items = vec![T::zeroed(); count];
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(&mut items);
        bytes.copy_from_slice(taken);
        if cfg!(target_endian = "big") {
            bytes.chunks_exact_mut(4).for_each(<[u8]>::reverse);
        }
        Ok(items)
    }
}

pub(super) fn damaged(message: String) -> Error {
    Error::new(Status::Format, format!("damaged file: {message}"))
}

pub(super) fn framed(magic: [u8; 8], hash: u64, payload: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut bytes = vec![0; HEADER_LENGTH];
    payload(&mut bytes);
    let length = (bytes.len() - HEADER_LENGTH) as u64;
    bytes[..8].copy_from_slice(&magic);
    bytes[8..12].copy_from_slice(&FORMAT_VERSION.to_le_bytes());
    bytes[16..24].copy_from_slice(&length.to_le_bytes());
    bytes[24..32].copy_from_slice(&hash.to_le_bytes());
    bytes
}

pub(super) fn unframed<'a>(
    bytes: &'a [u8],
    magic: [u8; 8],
    kind: &str,
) -> Result<(Source<'a>, u64)> {
    let Some((header, payload)) = bytes.split_at_checked(HEADER_LENGTH) else {
        let length = bytes.len();
        return Err(damaged(format!(
            "the {kind} has {length} bytes, expected at least {HEADER_LENGTH}"
        )));
    };
    let word = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|i| header[at + i]));
    let long = |at: usize| u64::from(word(at)) | u64::from(word(at + 4)) << 32;
    if header[..8] != magic {
        return Err(Error::new(
            Status::Format,
            format!("the bytes are not a {kind} saved by this library"),
        ));
    }
    if word(8) != FORMAT_VERSION {
        return Err(Error::new(
            Status::Version,
            format!(
                "the {kind} has version {}, expected {FORMAT_VERSION}: cook it again with this library",
                word(8)
            ),
        ));
    }
    if word(12) != 0 || long(16) != payload.len() as u64 || payload.len() % 4 != 0 {
        return Err(damaged(format!(
            "the header of the {kind} declares a payload of {} bytes, found {}",
            long(16),
            payload.len()
        )));
    }
    let hash = hash_bytes(payload);
    if hash != long(24) {
        return Err(damaged(format!(
            "the {kind} has hash {hash:016x}, expected {:016x} as in its header",
            long(24)
        )));
    }
    Ok((
        Source {
            rest: payload,
            end: bytes.len(),
        },
        hash,
    ))
}

pub(super) fn nothing_left(source: &Source) -> Result<()> {
    match source.rest.len() {
        0 => Ok(()),
        left => Err(damaged(format!(
            "{left} bytes follow the last field, expected none"
        ))),
    }
}

/// Peak memory of reading the bytes, the result included [byte]; tests/allocation.rs measures it.
pub fn memory(bytes: &[u8]) -> u64 {
    (1 << 14) + bytes.len() as u64 / 8 * 9
}

impl SkinAsset {
    /// The hash of all fields but `content_hash`.
    pub fn hash(&self) -> u64 {
        let mut hash = WordHash::new();
        put_skin(self, &mut hash);
        hash.finish()
    }

    /// The bound render mesh as bytes for [`SkinAsset::from_bytes`].
    pub fn to_bytes(&self) -> Vec<u8> {
        framed(SKIN_MAGIC, self.hash(), |bytes| put_skin(self, bytes))
    }

    /// Reads bytes of [`SkinAsset::to_bytes`], which need not be trusted. Call [`SkinAsset::check_fits`] before use:
    /// only the asset can tell whether the cage vertices are in range.
    ///
    /// # Errors
    /// `Format` (damaged), `Version` (of another version), `OutOfMemory`.
    pub fn from_bytes(bytes: &[u8]) -> Result<SkinAsset> {
        memory_for("the bound render mesh", memory(bytes))?;
        let (mut s, content_hash) = unframed(bytes, SKIN_MAGIC, "bound render mesh")?;
        let (low, high) = (s.word("asset_hash")?, s.word("asset_hash")?);
        let skin = SkinAsset {
            asset_hash: u64::from(low) | u64::from(high) << 32,
            cage_vertices: s.array("cage_vertices")?,
            weights: s.array("weights")?,
            tangent_weights: s.array("tangent_weights")?,
            normal_in_frame: s.array("normal_in_frame")?,
            tangent_in_frame: s.array("tangent_in_frame")?,
            normal_group: s.array("normal_group")?,
            group_starts: s.array("group_starts")?,
            group_triangles: s.array("group_triangles")?,
            triangles: s.array("triangles")?,
            farthest_outside: f32::from_bits(s.word("farthest_outside")?),
            content_hash,
        };
        nothing_left(&s)?;
        validate_skin(&skin).map_err(damaged)?;
        Ok(skin)
    }

    /// Checks that the skin was bound to `asset` and that its cage vertices exist.
    ///
    /// # Errors
    /// `InvalidArgument`.
    pub fn check_fits(&self, asset: &Asset) -> Result<()> {
        if self.asset_hash != asset.content_hash {
            return Err(Error::argument(format!(
                "the skin was bound to the asset {:016x}, not to {:016x}",
                self.asset_hash, asset.content_hash
            )));
        }
        let count = asset.rest_positions.len();
        match self
            .cage_vertices
            .as_flattened()
            .iter()
            .find(|v| **v as usize >= count)
        {
            Some(v) => Err(Error::argument(format!(
                "the skin uses cage vertex {v}, but the asset has only {count} vertices"
            ))),
            None => Ok(()),
        }
    }
}
