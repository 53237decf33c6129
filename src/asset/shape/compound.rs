//! Several shapes in one.

use super::form::{Form, Part, ShapeAsset};
use crate::desc::{PLIANT_MAX_SHAPE_PARTS, check_shape, check_shape_asset};
use crate::math::PliantPose;
use glam::{DQuat, DVec3, Quat};
use pliant_geometry::error::{Error, Result, Status};
use std::sync::Arc;

/// A shape to be put into a compound.
#[derive(Clone, Debug, PartialEq)]
pub struct PartOptions {
    /// `PLIANT_SHAPE_…`.
    pub shape: u32,
    /// As in `PliantColliderDesc`.
    pub size: [f32; 3],
    /// Compound from part.
    pub pose: PliantPose,
    /// As in `PliantColliderDesc`.
    pub scale: [f32; 3],
    /// The asset that `shape` asks for.
    pub asset: Option<Arc<ShapeAsset>>,
}

/// A compound. Parts that are compounds are taken apart.
///
/// # Errors
/// `MeshEmpty` (no parts), `InvalidArgument` that begins with `parts[i].`, `Capacity`.
pub fn compound(given: &[PartOptions]) -> Result<ShapeAsset> {
    let mut parts = Vec::new();
    for (at, part) in given.iter().enumerate() {
        let checked = part.checked();
        let checked =
            checked.map_err(|e| Error::new(e.status, format!("parts[{at}].{}", e.message)))?;
        checked.put_in(&mut parts);
    }
    if parts.is_empty() {
        return Err(Error::new(
            Status::MeshEmpty,
            "a compound needs a part or more",
        ));
    }
    room(parts.len())?;
    ShapeAsset::new(Form::Compound(parts))
}

fn room(parts: usize) -> Result<()> {
    if parts > PLIANT_MAX_SHAPE_PARTS as usize {
        let message =
            format!("the compound has {parts} parts, expected at most {PLIANT_MAX_SHAPE_PARTS}");
        return Err(Error::new(Status::Capacity, message));
    }
    Ok(())
}

impl PartOptions {
    fn checked(&self) -> Result<Part> {
        let scale = check_shape(self.shape, &self.size, &self.scale)?;
        check_shape_asset(self.shape, self.asset.as_ref().map(|asset| asset.kind()))?;
        Ok(Part {
            shape: self.shape,
            size: self.size,
            pose: self.pose.checked("pose")?,
            scale,
            asset: self.asset.clone(),
        })
    }
}

impl Part {
    /// Adds it, or the parts that it is made of.
    fn put_in(self, parts: &mut Vec<Part>) {
        match self.asset.as_ref().map(|asset| &asset.form) {
            Some(Form::Compound(inner)) => {
                let placed = |part: &Part| part.placed(&self.pose, self.scale[0]);
                parts.extend(inner.iter().map(placed));
            }
            _ => parts.push(self),
        }
    }

    /// The part in a frame around it, scaled there.
    pub fn placed(&self, pose: &PliantPose, scale: f32) -> Part {
        let position = DVec3::from(self.pose.position) * f64::from(scale);
        Part {
            size: self.size.map(|s| s * scale),
            pose: joined(
                pose,
                &PliantPose {
                    position: position.to_array(),
                    ..self.pose
                },
            ),
            scale: match &self.asset {
                Some(_) => self.scale.map(|s| s * scale),
                None => self.scale,
            },
            ..self.clone()
        }
    }
}

/// Where a frame in a frame is.
pub fn joined(outer: &PliantPose, inner: &PliantPose) -> PliantPose {
    let [a, b] = [outer, inner].map(|pose| {
        let [x, y, z, w] = pose.rotation.map(f64::from);
        DQuat::from_xyzw(x, y, z, w).normalize()
    });
    let position = DVec3::from(outer.position) + a * DVec3::from(inner.position);
    PliantPose {
        position: position.to_array(),
        rotation: (a * b).normalize().as_quat().to_array(),
    }
}

/// Checks parts from outside.
pub fn check(parts: &[Part]) -> Result<()> {
    room(parts.len())?;
    for part in parts {
        let options = PartOptions {
            shape: part.shape,
            size: part.size,
            pose: part.pose,
            scale: part.scale,
            asset: part.asset.clone(),
        };
        // Rounding may turn a rotation that was normalised twice.
        let checked = options.checked()?;
        let turned = Quat::from_array(checked.pose.rotation) - Quat::from_array(part.pose.rotation);
        if turned.length() > 1e-5 || checked.scale != part.scale {
            return Err(Error::argument(
                "a part of a compound is not as it is saved",
            ));
        }
    }
    match parts {
        [] => Err(Error::argument("a compound has no parts")),
        _ => Ok(()),
    }
}
