//! Shapes of colliders that are more than a few numbers: surfaces, distances on a grid, and several shapes in one.
//! Immutable, shared by any number of colliders, and saved as bytes.

mod compound;
mod grid;
mod surface;
#[cfg(test)]
mod tests;

pub use compound::{PartOptions, compound, joined};
pub use grid::{check_room, grid, grid_of_surface};
pub use surface::{HeightOptions, convex, heightfield, mesh};

use super::hash::hash_bytes;
use crate::collider::Grid;
use crate::desc::PLIANT_SHAPE_COMPOUND;
use crate::math::PliantPose;
use glam::Vec3;
use pliant_geometry::error::{Error, Result, Status};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A shape that colliders share.
#[derive(Clone, Debug, PartialEq)]
pub struct ShapeAsset {
    /// What it is made of.
    pub form: Form,
    /// Of its bytes.
    pub content_hash: u64,
}

/// What a shape is made of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Form {
    /// Triangles, both sides of which collide: a mesh, a convex hull or a heightfield.
    Surface(Surface),
    /// Distances on a grid.
    Grid(Grid),
    /// Several shapes. None of them is a compound.
    Compound(Vec<Part>),
}

/// A triangle surface.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Surface {
    /// `PLIANT_SHAPE_…`: what it was made as.
    pub kind: u32,
    /// Vertices [length unit].
    pub positions: Vec<[f32; 3]>,
    /// Vertices of the triangles.
    pub triangles: Vec<[u32; 3]>,
}

/// A shape in a compound.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// `PLIANT_SHAPE_…`.
    pub shape: u32,
    /// As in `PliantColliderDesc`.
    pub size: [f32; 3],
    /// Compound from part.
    pub pose: PliantPose,
    /// Scale of the asset.
    pub scale: [f32; 3],
    /// What is more than a size.
    #[serde(with = "shared")]
    pub asset: Option<Arc<ShapeAsset>>,
}

/// Assets of parts as their forms. There is no compound among them, so what is read is never nested deeply.
mod shared {
    use super::{Form, Grid, ShapeAsset, Surface};
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::borrow::Cow;
    use std::sync::Arc;

    #[derive(Serialize, Deserialize)]
    enum Inner<'a> {
        Surface(Cow<'a, Surface>),
        Grid(Cow<'a, Grid>),
    }

    pub fn serialize<S: Serializer>(
        asset: &Option<Arc<ShapeAsset>>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        let inner = match asset.as_ref().map(|asset| &asset.form) {
            Some(Form::Surface(surface)) => Some(Inner::Surface(Cow::Borrowed(surface))),
            Some(Form::Grid(grid)) => Some(Inner::Grid(Cow::Borrowed(grid))),
            Some(Form::Compound(_)) | None => None,
        };
        inner.serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Arc<ShapeAsset>>, D::Error> {
        let form = Option::<Inner>::deserialize(from)?.map(|inner| match inner {
            Inner::Surface(surface) => Form::Surface(surface.into_owned()),
            Inner::Grid(grid) => Form::Grid(grid.into_owned()),
        });
        let asset = form.map(|form| ShapeAsset::sound(form).map(Arc::new));
        asset.transpose().map_err(D::Error::custom)
    }
}

const MAGIC: [u8; 8] = *b"PLIANTSH";
/// Version of the bytes.
const VERSION: u32 = 1;

impl ShapeAsset {
    /// A shape whose numbers are right.
    fn new(form: Form) -> Result<Self> {
        let mut bytes = postcard::to_allocvec(&form)
            .map_err(|e| Error::new(Status::Internal, e.to_string()))?;
        bytes.resize(bytes.len().next_multiple_of(4), 0); // the hash takes whole words
        Ok(Self {
            form,
            content_hash: hash_bytes(&bytes),
        })
    }

    /// A shape whose numbers come from outside.
    fn sound(form: Form) -> Result<Self> {
        match &form {
            Form::Surface(surface) => surface::check(surface)?,
            Form::Grid(grid) => grid::check(grid)?,
            Form::Compound(parts) => compound::check(parts)?,
        }
        Self::new(form)
    }

    /// `PLIANT_SHAPE_…`.
    pub fn kind(&self) -> u32 {
        match &self.form {
            Form::Surface(surface) => surface.kind,
            Form::Grid(_) => crate::collider::GRID,
            Form::Compound(_) => PLIANT_SHAPE_COMPOUND,
        }
    }

    /// Corners of the box around it [length unit]. A compound with a half-space has no bounds: infinite ones.
    pub fn bounds(&self) -> [Vec3; 2] {
        match &self.form {
            Form::Surface(surface) => surface::bounds(&surface.positions),
            Form::Grid(grid) => [Vec3::from(grid.low), grid.high()],
            Form::Compound(parts) => compound::bounds(parts),
        }
    }

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
        let shape = match Self::sound(form) {
            Ok(shape) => shape,
            Err(e) => return damaged(&format!("is damaged: {}", e.message)),
        };
        if shape.content_hash.to_le_bytes() != head[12..20] {
            return damaged("is damaged: its hash does not match");
        }
        Ok(shape)
    }
}
