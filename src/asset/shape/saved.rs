//! Shapes as bytes. Those that are read need not be trusted.

use super::form::{Form, ShapeAsset};
use super::{compound, grid, surface};
use pliant_geometry::error::{Error, Result, Status};

const MAGIC: [u8; 8] = *b"PLIANTSH";
/// Version of the bytes.
const VERSION: u32 = 1;

fn check(form: &Form) -> Result<()> {
    match form {
        Form::Surface(given) => surface::check(given),
        Form::Grid(given) => grid::check(given),
        Form::Compound(parts) => {
            let inner = parts.iter().filter_map(|part| part.asset.as_ref());
            inner
                .map(|asset| &asset.form)
                .try_for_each(|form| match form {
                    Form::Compound(_) => Err(Error::argument("a compound is in a compound")),
                    form => check(form),
                })?;
            compound::check(parts)
        }
    }
}

impl ShapeAsset {
    /// The shape as bytes.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let payload = postcard::to_allocvec(&self.form)
            .map_err(|e| Error::new(Status::Internal, e.to_string()))?;
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(self.content_hash.to_le_bytes());
        bytes.extend(payload);
        Ok(bytes)
    }

    /// Reads the bytes of [`Self::to_bytes`]. They need not be trusted.
    ///
    /// # Errors
    /// `Format`, `Version`.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let damaged = |why: &str| Err(Error::new(Status::Format, format!("the shape {why}")));
        let Some((head, payload)) = bytes.split_at_checked(20) else {
            return damaged("is cut short");
        };
        if head[..8] != MAGIC {
            return damaged("does not start with PLIANTSH: it is no saved shape");
        }
        if head[8..12] != VERSION.to_le_bytes() {
            let message = format!("the shape was saved in another format than {VERSION}");
            return Err(Error::new(Status::Version, message));
        }
        let read = postcard::take_from_bytes::<Form>(payload);
        let Ok((form, [])) = read else {
            return damaged("is damaged or cut short");
        };
        if let Err(e) = check(&form) {
            return damaged(&format!("is damaged: {}", e.message));
        }
        let shape = Self::new(form)?;
        if shape.content_hash.to_le_bytes() != head[12..20] {
            return damaged("is damaged: its hash does not match");
        }
        Ok(shape)
    }
}
