//! Every mutation of a world. Applying, recording and replaying match this list exhaustively.

use super::partner::Partner;
use crate::asset::shape::ShapeAsset;
use crate::asset::{Asset, SkinAsset};
use crate::desc::{BodyOptions, Model, PliantColliderDesc, PliantVertexLayout};
use crate::ids::{PliantAttachmentId, PliantBodyId, PliantColliderId, PliantFrameId};
use crate::math::PliantPose;
use crate::view::PliantHit;
use std::sync::Arc;

/// Which vertices an attachment holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Selection {
    /// Indices into the mesh given to the asset.
    Vertices(Vec<u32>),
    /// The vertices at these points of the rest pose [length unit, asset coordinates], see
    /// [`crate::asset::grip::Grip`].
    SurfacePoints(Vec<[f32; 3]>),
}

/// A change of a world. Fields are those of the descriptions with the same names.
#[allow(missing_docs)]
#[derive(Clone, Debug)]
pub enum Edit {
    /// Adds a body of a cooked asset.
    AddBody {
        asset: Arc<Asset>,
        desc: BodyOptions,
    },
    /// Removes a body with its skins and attachments.
    RemoveBody { body: PliantBodyId },
    /// Places a body's rest shape at a pose with the given velocities [length unit/s, rad/s]. A stopped body becomes
    /// active.
    TeleportBody {
        body: PliantBodyId,
        pose: PliantPose,
        linear_velocity: [f32; 3],
        angular_velocity: [f32; 3],
        /// `PLIANT_TELEPORT_PINS_…`.
        pins: u32,
    },
    /// Adds the velocity that an impulse [kg·length unit/s] gives a rigid body of the same mass. It acts at a world
    /// point, or at the centre of mass without one.
    ImpulseBody {
        body: PliantBodyId,
        impulse: [f32; 3],
        point: Option<[f64; 3]>,
    },
    /// Changes the model or its parameters. The body keeps its place and its motion.
    SetModel { body: PliantBodyId, model: Model },
    /// Sets inverse masses [1/kg] of vertices by user index. 0 fixes a vertex; a negative value restores the model's
    /// mass.
    SetInverseMasses {
        body: PliantBodyId,
        vertices: Vec<u32>,
        inverse_masses: Vec<f32>,
    },
    /// Sets substeps of an epoch and iterations; 0 means the world's or the model's choice.
    SetSchedule {
        body: PliantBodyId,
        substeps: u32,
        iterations: u32,
    },
    /// Adds a kinematic frame.
    AddFrame { pose: PliantPose, user_data: u64 },
    /// Moves a frame: it arrives at the end of the next step and is interpolated over the substeps, or is there at once.
    MoveFrame {
        frame: PliantFrameId,
        pose: PliantPose,
        teleport: bool,
    },
    /// Removes a frame and its attachments.
    RemoveFrame { frame: PliantFrameId },
    /// Attaches vertices to a frame or to the world.
    Attach {
        body: PliantBodyId,
        selection: Selection,
        frame: Option<PliantFrameId>,
        target: Option<[f64; 3]>,
        stiffness: f32,
        user_data: u64,
    },
    /// Holds a place that a query found by a spring [N/m] to a new frame there. It uses body, vertices, weights and point.
    Grab { hit: PliantHit, stiffness: f32 },
    /// Releases an attachment.
    Release { attachment: PliantAttachmentId },
    /// Adds a collider.
    AddCollider { desc: PliantColliderDesc },
    /// Adds a collider of a shape asset.
    AddShape {
        desc: PliantColliderDesc,
        shape: Arc<ShapeAsset>,
    },
    /// Moves a collider: sweeps it to the pose during the next step, or places it there at once.
    MoveCollider {
        collider: PliantColliderId,
        pose: PliantPose,
        teleport: bool,
    },
    /// Removes a collider.
    RemoveCollider { collider: PliantColliderId },
    /// Adds a render mesh to a body; its vertices are written after each step.
    AddSkin {
        body: PliantBodyId,
        skin: Arc<SkinAsset>,
        layout: PliantVertexLayout,
    },
    /// Lets a body pass through another body or a collider, or touch it again.
    Ignore {
        pair: (PliantBodyId, Partner),
        ignored: bool,
    },
    /// Removes all skins of a body.
    RemoveSkins { body: PliantBodyId },
    /// Sets gravity [length unit/s²].
    SetGravity { gravity: [f32; 3] },
    /// Sets the point that render vertices are relative to [length unit].
    SetOrigin { origin: [f64; 3] },
    /// Sets the velocity of the air [length unit/s], which blows at sheets.
    SetWind { wind: [f32; 3] },
}

/// What an edit made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Applied {
    /// Nothing new.
    Done,
    /// A body.
    Body(PliantBodyId),
    /// A collider.
    Collider(PliantColliderId),
    /// A frame.
    Frame(PliantFrameId),
    /// An attachment.
    Attachment(PliantAttachmentId),
    /// A skin: its number on its body.
    Skin(u32),
}
