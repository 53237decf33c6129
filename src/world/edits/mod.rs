//! Every mutation of a world. Applying, recording and replaying match this list exhaustively.

mod attachments;
mod bodies;
mod colliders;
mod frames;
mod model;
mod restore;
mod settings;
mod skins;

use super::World;
use crate::asset::shape::ShapeAsset;
use crate::asset::{Asset, SkinAsset};
use crate::desc::{BodyOptions, Model, PliantColliderDesc, PliantVertexLayout};
use crate::error::Result;
use crate::ids::{PliantAttachmentId, PliantBodyId, PliantColliderId, PliantFrameId};
use crate::math::PliantPose;
use crate::view::PliantHit;
use crate::world::scene::Partner;
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

impl World {
    /// Applies a change. An error leaves the world unchanged.
    pub fn apply(&mut self, edit: Edit) -> Result<Applied> {
        self.scoped("an edit", |world| world.change(edit))
    }

    fn change(&mut self, edit: Edit) -> Result<Applied> {
        match edit {
            Edit::AddBody { asset, desc } => self.add_body(asset, &desc).map(Applied::Body),
            Edit::RemoveBody { body } => self.remove_body(body),
            Edit::TeleportBody {
                body,
                pose,
                linear_velocity,
                angular_velocity,
                pins,
            } => self.teleport_body(body, &pose, linear_velocity, angular_velocity, pins),
            Edit::ImpulseBody {
                body,
                impulse,
                point,
            } => self.impulse_body(body, impulse, point),
            Edit::SetModel { body, model } => self.set_model(body, &model),
            Edit::SetInverseMasses {
                body,
                vertices,
                inverse_masses,
            } => self.set_inverse_masses(body, &vertices, &inverse_masses),
            Edit::SetSchedule {
                body,
                substeps,
                iterations,
            } => self.set_schedule(body, substeps, iterations),
            Edit::AddFrame { pose, user_data } => self.add_frame(&pose, user_data),
            Edit::MoveFrame {
                frame,
                pose,
                teleport,
            } => self.move_frame(frame, &pose, teleport),
            Edit::RemoveFrame { frame } => self.remove_frame(frame),
            Edit::Attach {
                body,
                selection,
                frame,
                target,
                stiffness,
                user_data,
            } => self.attach(body, &selection, frame, target, stiffness, user_data),
            Edit::Grab { hit, stiffness } => self.grab(&hit, stiffness),
            Edit::Release { attachment } => self.release(attachment),
            Edit::AddCollider { desc } => self.add_collider(&desc, None),
            Edit::AddShape { desc, shape } => self.add_collider(&desc, Some(shape)),
            Edit::MoveCollider {
                collider,
                pose,
                teleport,
            } => self.move_collider(collider, &pose, teleport),
            Edit::RemoveCollider { collider } => self.remove_collider(collider),
            Edit::AddSkin { body, skin, layout } => self.add_skin(body, skin, &layout),
            Edit::Ignore { pair, ignored } => self.ignore(pair, ignored),
            Edit::RemoveSkins { body } => self.remove_skins(body),
            Edit::SetGravity { gravity } => self.set_gravity(gravity),
            Edit::SetOrigin { origin } => self.set_origin(origin),
            Edit::SetWind { wind } => self.set_wind(wind),
        }
    }
}
