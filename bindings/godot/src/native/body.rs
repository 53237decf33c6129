//! What is in a world: bodies, colliders, frames and attachments. Each ends with its world, or with `remove`.

use super::{Particles, Result, Shape, SkinAsset, Vertices, World, check, size};
use crate::native::asset::Asset;
use pliant::desc::{
    PLIANT_TELEPORT_PINS_FOLLOW, PliantAttachmentDesc, PliantBalloonDesc, PliantBodyDesc,
    PliantClothDesc, PliantColliderDesc, PliantMassSpringDesc, PliantNeoHookeanDesc,
    PliantRigidDesc, PliantShapeMatchingDesc, PliantVertexLayout,
};
use pliant::ffi::attachment::{pliant_attachment_release, pliant_body_attach};
use pliant::ffi::body::{
    pliant_body_add, pliant_body_add_skin, pliant_body_apply_impulse, pliant_body_info,
    pliant_body_remove, pliant_body_teleport,
};
use pliant::ffi::collider::{
    pliant_collider_add, pliant_collider_move, pliant_collider_place, pliant_collider_remove,
};
use pliant::ffi::frame::{
    pliant_frame_add, pliant_frame_move, pliant_frame_place, pliant_frame_remove,
};
use pliant::ffi::model::pliant_body_set_model;
use pliant::ids::{PliantAttachmentId, PliantBodyId, PliantColliderId, PliantFrameId};
use pliant::math::PliantPose;
use pliant::view::PliantBodyInfo;
use std::ffi::c_void;
use std::ptr::{self, from_ref};

/// A model with its parameters.
#[derive(Clone, Copy, Debug)]
pub enum Model {
    NeoHookean(PliantNeoHookeanDesc),
    MassSpring(PliantMassSpringDesc),
    ShapeMatching(PliantShapeMatchingDesc),
    Rigid(PliantRigidDesc),
    Cloth(PliantClothDesc),
    Balloon(PliantBalloonDesc),
}

impl Model {
    fn pointer(&self) -> *const c_void {
        match self {
            Self::NeoHookean(desc) => from_ref(desc).cast(),
            Self::MassSpring(desc) => from_ref(desc).cast(),
            Self::ShapeMatching(desc) => from_ref(desc).cast(),
            Self::Rigid(desc) => from_ref(desc).cast(),
            Self::Cloth(desc) => from_ref(desc).cast(),
            Self::Balloon(desc) => from_ref(desc).cast(),
        }
    }

    /// `PLIANT_MODEL_…`.
    fn number(&self) -> u32 {
        match self {
            Self::NeoHookean(_) => pliant::desc::PLIANT_MODEL_NEO_HOOKEAN,
            Self::MassSpring(_) => pliant::desc::PLIANT_MODEL_MASS_SPRING,
            Self::ShapeMatching(_) => pliant::desc::PLIANT_MODEL_SHAPE_MATCHING,
            Self::Rigid(_) => pliant::desc::PLIANT_MODEL_RIGID,
            Self::Cloth(_) => pliant::desc::PLIANT_MODEL_CLOTH,
            Self::Balloon(_) => pliant::desc::PLIANT_MODEL_BALLOON,
        }
    }
}

/// A body in a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Body(PliantBodyId);

impl Body {
    /// Adds a body. The model's struct takes the place of `desc.model_desc`.
    pub fn add(
        world: &World,
        asset: &Asset,
        mut desc: PliantBodyDesc,
        model: &Model,
    ) -> Result<Self> {
        let mut id = PliantBodyId::default();
        (desc.model, desc.model_desc) = (model.number(), model.pointer());
        // SAFETY: the description and the model's struct live during the call.
        check(unsafe { pliant_body_add(world.id(), asset.id(), &desc, &mut id) })?;
        Ok(Self(id))
    }

    /// Puts the render mesh on the body.
    pub fn add_skin(self, skin: &SkinAsset, layout: &PliantVertexLayout) -> Result<()> {
        let mut index = 0;
        // SAFETY: the layout lives during the call.
        check(unsafe { pliant_body_add_skin(self.0, skin.id(), layout, &mut index) })
    }

    /// Removes the body. A world that is gone has removed it already.
    pub fn remove(self) {
        pliant_body_remove(self.0);
    }

    /// Changes the model's parameters.
    pub fn set_model(self, model: &Model) -> Result<()> {
        // SAFETY: the model's struct lives during the call.
        check(unsafe { pliant_body_set_model(self.0, model.number(), model.pointer()) })
    }

    /// Puts the rest shape at a pose, with a velocity [m/s]. What holds it in the world goes along.
    pub fn teleport(self, pose: &PliantPose, velocity: [f32; 3]) -> Result<()> {
        let (none, velocity) = (ptr::null(), velocity.as_ptr());
        // SAFETY: the pose and three numbers live during the call; the angular velocity may be NULL.
        check(unsafe {
            pliant_body_teleport(self.0, pose, velocity, none, PLIANT_TELEPORT_PINS_FOLLOW)
        })
    }

    /// Applies an impulse [N s] at a point [m, world], or at the centre of mass.
    pub fn apply_impulse(self, impulse: [f32; 3], point: Option<[f64; 3]>) -> Result<()> {
        let point = point.as_ref().map_or(ptr::null(), |point| point.as_ptr());
        // SAFETY: both arrays have three numbers and live during the call; the point may be NULL.
        check(unsafe { pliant_body_apply_impulse(self.0, impulse.as_ptr(), point) })
    }

    /// State, mass and bounds after the newest finished step.
    pub fn info(self) -> Result<PliantBodyInfo> {
        let mut info = PliantBodyInfo {
            struct_size: size::<PliantBodyInfo>(),
            ..Default::default()
        };
        // SAFETY: the struct has the size that it says.
        check(unsafe { pliant_body_info(self.0, &mut info) })?;
        Ok(info)
    }

    /// Render vertices of the newest finished step.
    pub fn vertices(self) -> Result<Option<Vertices>> {
        Vertices::map(self.0)
    }

    /// Particles of the newest finished step.
    pub fn particles(self) -> Result<Option<Particles>> {
        Particles::map(self.0)
    }

    /// Attaches vertices to a frame. `points`: places on the surface at rest, three floats each [m, asset].
    pub fn attach(self, frame: Frame, points: &[[f32; 3]], stiffness: f32) -> Result<Attachment> {
        let desc = PliantAttachmentDesc {
            surface_points: points.as_ptr().cast(),
            surface_point_count: points.len() as u32,
            stiffness,
            frame: frame.0,
            ..Default::default()
        };
        let mut id = PliantAttachmentId::default();
        // SAFETY: the points live during the call, as many as the description says.
        check(unsafe { pliant_body_attach(self.0, &desc, &mut id) })?;
        Ok(Attachment(id))
    }
}

/// Vertices that are held.
#[derive(Clone, Copy, Debug)]
pub struct Attachment(PliantAttachmentId);

impl Attachment {
    /// Lets go.
    pub fn release(self) {
        pliant_attachment_release(self.0);
    }
}

/// A frame that vertices are attached to.
#[derive(Clone, Copy, Debug)]
pub struct Frame(PliantFrameId);

impl Frame {
    /// Adds a frame at a pose.
    pub fn add(world: &World, pose: &PliantPose) -> Result<Self> {
        let mut id = PliantFrameId::default();
        // SAFETY: the pose lives during the call.
        check(unsafe { pliant_frame_add(world.id(), pose, 0, &mut id) })?;
        Ok(Self(id))
    }

    /// Moves it there within the next step.
    pub fn move_to(self, pose: &PliantPose) -> Result<()> {
        // SAFETY: the pose lives during the call.
        check(unsafe { pliant_frame_move(self.0, pose) })
    }

    /// Puts it there at once.
    pub fn place(self, pose: &PliantPose) -> Result<()> {
        // SAFETY: the pose lives during the call.
        check(unsafe { pliant_frame_place(self.0, pose) })
    }

    /// Removes it with its attachments.
    pub fn remove(self) {
        pliant_frame_remove(self.0);
    }
}

/// A collider in a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Collider(PliantColliderId);

impl Collider {
    /// Adds a collider; `shape` is what it is made of, if its kind needs that.
    pub fn add(world: &World, mut desc: PliantColliderDesc, shape: Option<&Shape>) -> Result<Self> {
        let mut id = PliantColliderId::default();
        desc.shape_asset = shape.map(Shape::id).unwrap_or_default();
        // SAFETY: the description lives during the call.
        check(unsafe { pliant_collider_add(world.id(), &desc, &mut id) })?;
        Ok(Self(id))
    }

    /// The handle as a number, to look it up by.
    pub fn bits(self) -> u64 {
        self.0.bits
    }

    /// Moves it there within the next step, pushing what is on the way.
    pub fn move_to(self, pose: &PliantPose) -> Result<()> {
        // SAFETY: the pose lives during the call.
        check(unsafe { pliant_collider_move(self.0, pose) })
    }

    /// Puts it there at once.
    pub fn place(self, pose: &PliantPose) -> Result<()> {
        // SAFETY: the pose lives during the call.
        check(unsafe { pliant_collider_place(self.0, pose) })
    }

    /// Removes it.
    pub fn remove(self) {
        pliant_collider_remove(self.0);
    }
}
