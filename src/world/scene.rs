//! What a world holds, as the host knows it. Positions and velocities live on the GPU only.

use crate::asset::{Asset, SkinAsset};
use crate::collider::Shape;
use crate::desc::{PliantBodyDesc, PliantColliderDesc, PliantVertexLayout};
use crate::ids::{PliantAttachmentId, PliantBodyId, PliantFrameId};
use crate::math::PliantPose;
use crate::slots::Slots;
use crate::solver::pack::Tables;
use glam::Vec3;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A body.
#[derive(Clone, Debug)]
pub struct Body {
    /// What it was cooked from.
    pub asset: Arc<Asset>,
    /// Everything that can be snapshotted.
    pub data: BodyData,
    /// Slot in the GPU's body array.
    pub index: u32,
    /// First vertex in the GPU's state arrays.
    pub first_vertex: u32,
    /// Arena rows of its tables.
    pub tables: Tables,
    /// Longest stable step [s] of an explicit method; infinite for an implicit one.
    pub stable_step: f64,
    /// Substeps in the present plan.
    pub substeps: u32,
    /// Its render meshes.
    pub skins: Vec<Skin>,
}

impl Body {
    /// Where its vertices are in the GPU's state arrays.
    pub fn vertices(&self) -> std::ops::Range<u32> {
        self.first_vertex..self.first_vertex + self.asset.rest_positions.len() as u32
    }
}

/// The part of a body that a snapshot holds.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BodyData {
    /// As it was added, with later changes.
    pub desc: PliantBodyDesc,
    /// Inverse masses [1/kg] that the caller set, by internal vertex.
    pub inverse_masses: BTreeMap<u32, f32>,
    /// The step before which the body was last put somewhere.
    pub jumped: u64,
}

/// A render mesh on a body.
#[derive(Clone, Debug)]
pub struct Skin {
    /// What it was bound from.
    pub asset: Arc<SkinAsset>,
    /// Where its attributes go.
    pub layout: PliantVertexLayout,
    /// Its slot among all skins of the world.
    pub index: u32,
}

/// A collider.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Collider {
    /// As it was added; `pose` is where it is.
    pub desc: PliantColliderDesc,
    /// Where it will be at the end of the next step.
    pub goal: PliantPose,
}

impl Collider {
    /// Radius of a ball about its origin that holds it [length unit]; `None` if nothing does.
    pub fn bounding_radius(&self) -> Option<f32> {
        let size = Vec3::from_array(self.desc.size).as_dvec3();
        let radius = Shape::from_number(self.desc.shape)?.bounding_radius(size)?;
        Some(radius as f32)
    }
}

/// A kinematic frame.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Frame {
    /// Where it is.
    pub pose: PliantPose,
    /// Where it will be at the end of the next step.
    pub goal: PliantPose,
    /// The caller's.
    pub user_data: u64,
}

/// Vertices held by a frame or the world.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Attachment {
    /// Whose vertices.
    pub body: PliantBodyId,
    /// Which, internal indices.
    pub vertices: Vec<u32>,
    /// What carries them; `None` is the world.
    pub frame: Option<PliantFrameId>,
    /// Spring stiffness a vertex [N/m], 0 for rigid.
    pub stiffness: f32,
    /// The caller's.
    pub user_data: u64,
}

/// Everything in a world.
#[derive(Debug)]
pub struct Scene {
    /// Bodies.
    pub bodies: Slots<Body>,
    /// Colliders.
    pub colliders: Slots<Collider>,
    /// Frames.
    pub frames: Slots<Frame>,
    /// Attachments.
    pub attachments: Slots<Attachment>,
    /// Gravity [length unit/s²].
    pub gravity: [f32; 3],
}

impl Scene {
    /// An empty scene of the world with this number.
    pub fn new(world: u32, gravity: [f32; 3]) -> Self {
        Self {
            bodies: Slots::new(world),
            colliders: Slots::new(world),
            frames: Slots::new(world),
            attachments: Slots::new(world),
            gravity,
        }
    }

    /// See `Slots::follow`.
    pub fn follow(&mut self, later: &Scene) {
        self.bodies.follow(&later.bodies);
        self.colliders.follow(&later.colliders);
        self.frames.follow(&later.frames);
        self.attachments.follow(&later.attachments);
    }

    /// How many colliders have no bounds: those meet vertices only.
    pub fn unbounded_colliders(&self) -> usize {
        let unbounded = |c: &&Collider| c.bounding_radius().is_none();
        self.colliders.values().filter(unbounded).count()
    }

    /// All bodies with their handles.
    pub fn bodies(&self) -> impl Iterator<Item = (PliantBodyId, &Body)> {
        self.bodies.iter()
    }

    /// Attachments of one body with their handles.
    pub fn attachments_of(
        &self,
        body: PliantBodyId,
    ) -> impl Iterator<Item = (PliantAttachmentId, &Attachment)> {
        self.attachments
            .iter()
            .filter(move |(_, a): &(PliantAttachmentId, &Attachment)| a.body == body)
    }
}
