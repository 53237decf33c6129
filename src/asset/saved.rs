//! Saved bytes of any kind, recognised by their first eight.

use super::format::{ASSET_MAGIC, SKIN_MAGIC};
use super::{Asset, SkinAsset};
use pliant_geometry::error::{Error, Result, Status};
use std::path::Path;

pub use pliant_geometry::file::SAVED_EXTENSION as EXTENSION;
use pliant_geometry::file::bytes_of;

/// What saved bytes hold.
#[derive(Clone, Debug, PartialEq)]
pub enum Saved {
    /// A cooked body, of tets or of a sheet.
    Body(Box<Asset>),
    /// A render mesh bound to a body.
    Skin(Box<SkinAsset>),
}

impl Saved {
    /// Reads bytes of any asset's `to_bytes`. They need not be trusted.
    ///
    /// # Errors
    /// `Format` (damaged, or something else), `Version` (of another version), `OutOfMemory`.
    pub fn from_bytes(bytes: &[u8]) -> Result<Saved> {
        match bytes.first_chunk() {
            Some(&ASSET_MAGIC) => Ok(Saved::Body(Box::new(Asset::from_bytes(bytes)?))),
            Some(&SKIN_MAGIC) => Ok(Saved::Skin(Box::new(SkinAsset::from_bytes(bytes)?))),
            _ => {
                let message = "the bytes are not a body or bound render mesh saved by this library";
                Err(Error::new(Status::Format, message))
            }
        }
    }
}

impl TryFrom<Saved> for Asset {
    type Error = Error;

    fn try_from(saved: Saved) -> Result<Self> {
        match saved {
            Saved::Body(asset) => Ok(*asset),
            Saved::Skin(_) => {
                let message = "the bytes are a bound render mesh, expected a body or shell";
                Err(Error::new(Status::Format, message))
            }
        }
    }
}

/// Reads a saved file.
///
/// # Errors
/// Those of [`bytes_of`] and [`Saved::from_bytes`], after the file's name.
pub fn read(path: &Path) -> Result<Saved> {
    Saved::from_bytes(&bytes_of(path)?).map_err(|error| {
        let message = format!("{}: {}", path.display(), error.message);
        Error::new(error.status, message)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asset::cook::cook;
    use crate::asset::shell::cook_shell;
    use crate::asset::skin::bind_skin;
    use crate::asset::{CookOptions, SurfaceMesh};
    use pliant_geometry::shapes::lattice;

    #[test]
    fn each_kind_comes_back_as_itself() {
        let options = CookOptions::default();
        let body = cook(&lattice([1, 1, 1], 1.0), &options).unwrap().0;
        let surface = SurfaceMesh {
            positions: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
            triangles: vec![[0, 1, 2]],
            ..Default::default()
        };
        let shell = cook_shell(&surface, &options).unwrap().0;
        let skin = bind_skin(&body, &surface).unwrap();
        let read = |bytes: Vec<u8>| Saved::from_bytes(&bytes).unwrap();
        assert_eq!(read(skin.to_bytes()), Saved::Skin(Box::new(skin)));
        assert_eq!(read(body.to_bytes()), Saved::Body(Box::new(body)));
        assert_eq!(read(shell.to_bytes()), Saved::Body(Box::new(shell)));
        for other in [&b""[..], b"PLIANT", b"PLIANTXX and more", b"solid"] {
            let error = Saved::from_bytes(other).unwrap_err();
            assert_eq!(error.status, Status::Format);
        }
    }
}
