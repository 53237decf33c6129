//! What a shape is made of.

use crate::asset::hash::hash_bytes;
use crate::collider::{self, Grid};
use crate::desc::PLIANT_SHAPE_COMPOUND;
use crate::math::PliantPose;
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
        let asset = form.map(|form| ShapeAsset::new(form).map(Arc::new));
        asset.transpose().map_err(D::Error::custom)
    }
}

impl ShapeAsset {
    /// A shape whose numbers are right.
    pub(super) fn new(form: Form) -> Result<Self> {
        let mut bytes = postcard::to_allocvec(&form)
            .map_err(|e| Error::new(Status::Internal, e.to_string()))?;
        bytes.resize(bytes.len().next_multiple_of(4), 0); // the hash takes whole words
        Ok(Self {
            form,
            content_hash: hash_bytes(&bytes),
        })
    }

    /// `PLIANT_SHAPE_…`.
    pub fn kind(&self) -> u32 {
        match &self.form {
            Form::Surface(surface) => surface.kind,
            Form::Grid(_) => collider::GRID,
            Form::Compound(_) => PLIANT_SHAPE_COMPOUND,
        }
    }
}
