//! What the host knows of a collider.

use crate::asset::shape::{Form, Part, ShapeAsset, Surface, joined};
use crate::collider::{Grid, Shape};
use crate::contact::SurfacePlace;
use crate::desc::{PliantColliderDesc, check_shape_asset};
use crate::error::{Error, Result};
use crate::executor::ContactFeatures;
use crate::math::PliantPose;
use glam::Vec3;
use std::sync::Arc;

#[derive(Clone, Debug)]
pub struct Collider {
    /// As added; `pose` is where it is now.
    pub desc: PliantColliderDesc,
    /// Where it will be at the end of the next step.
    pub goal: PliantPose,
    /// What it is made of, if that is more than a size.
    pub asset: Option<Arc<ShapeAsset>>,
    /// What the GPU knows it as: one part, or those of a compound.
    pub parts: Vec<Part>,
    /// The parts that are triangles, to the GPU bodies, in order.
    pub kinematic_surfaces: Vec<KinematicSurface>,
}

/// A part of a collider that is triangles.
#[derive(Clone, Debug)]
pub struct KinematicSurface {
    /// Place among the parts.
    pub part: usize,
    /// Slot in the GPU's body array.
    pub index: u32,
    /// First vertex in the GPU's state arrays.
    pub first_vertex: u32,
    /// Where its surface is, once it may touch something.
    pub surface: Option<SurfacePlace>,
    /// Whether its vertices are where they will stay.
    pub rests: bool,
    /// The first step whose results are of it.
    pub since: u64,
}

impl Collider {
    /// A collider of a checked description that stays where it is. Fails if the asset is not of its shape.
    pub fn new(desc: PliantColliderDesc, asset: Option<Arc<ShapeAsset>>) -> Result<Self> {
        check_shape_asset(desc.shape, asset.as_ref().map(|asset| asset.kind()))?;
        let whole = || Part {
            shape: desc.shape,
            size: desc.size,
            pose: PliantPose::default(),
            scale: desc.scale,
            asset: asset.clone(),
        };
        let parts = match asset.as_ref().map(|asset| &asset.form) {
            Some(Form::Compound(parts)) => {
                let placed = |part: &Part| part.placed(&PliantPose::default(), desc.scale[0]);
                parts.iter().map(placed).collect()
            }
            _ => vec![whole()],
        };
        if desc.is_sensor != 0 && parts.iter().any(is_surface) {
            let why = "is_sensor is 1, but a mesh, a convex hull or a heightfield has no inside that is tested: use an SDF or simple shapes";
            return Err(Error::argument(why));
        }
        Ok(Self {
            desc,
            goal: desc.pose,
            asset,
            parts,
            kinematic_surfaces: Vec::new(),
        })
    }

    /// Whether it only tells what is in it.
    pub fn is_sensor(&self) -> bool {
        self.desc.is_sensor != 0
    }

    /// What contact has to handle of it.
    pub fn features(&self) -> ContactFeatures {
        let is_solid = |part: &&Part| !self.is_sensor() && !is_surface(part);
        let solids = || self.parts.iter().filter(is_solid);
        let bounded = solids().filter(|part| bounding_radius(part).is_some());
        let grids = solids().filter(|part| grid_of(part).is_some());
        ContactFeatures {
            colliders: solids().count() as u32,
            bounded: bounded.count() as u32,
            grids: grids.count() as u32,
            ..ContactFeatures::default()
        }
    }

    /// Its parts that are triangles, each with what the GPU knows it as.
    pub fn surfaces(&self) -> impl Iterator<Item = (&Part, &Surface, &KinematicSurface)> {
        self.kinematic_surfaces.iter().filter_map(|kinematic| {
            let part = self.parts.get(kinematic.part)?;
            Some((part, surface_of(part)?, kinematic))
        })
    }

    /// Where a part of it is and will be.
    pub fn poses(&self, part: &Part) -> [PliantPose; 2] {
        let poses = [self.desc.pose, self.goal];
        match part.pose == PliantPose::default() {
            true => poses,
            false => poses.map(|pose| joined(&pose, &part.pose)),
        }
    }
}

/// Whether a part is triangles: to the GPU it is a body that a frame carries, not a collider.
pub fn is_surface(part: &Part) -> bool {
    surface_of(part).is_some()
}

/// The triangles that a part is.
pub fn surface_of(part: &Part) -> Option<&Surface> {
    match part.asset.as_ref().map(|asset| &asset.form) {
        Some(Form::Surface(surface)) => Some(surface),
        _ => None,
    }
}

/// The distances on a grid that a part is.
pub fn grid_of(part: &Part) -> Option<&Grid> {
    match part.asset.as_ref().map(|asset| &asset.form) {
        Some(Form::Grid(grid)) => Some(grid),
        _ => None,
    }
}

/// Half extents of what a part is, in its frame [length unit].
pub fn size_of_part(part: &Part) -> Vec3 {
    match grid_of(part) {
        Some(grid) => grid.half_extents() * part.scale[0],
        None => Vec3::from(part.size),
    }
}

/// Radius of a bounding ball about a part's origin [length unit]; `None` if it has no bounds.
pub fn bounding_radius(part: &Part) -> Option<f32> {
    let size = size_of_part(part);
    if grid_of(part).is_some() {
        return Some(size.length());
    }
    let radius = Shape::from_number(part.shape)?.bounding_radius(size.as_dvec3())?;
    Some(radius as f32)
}
