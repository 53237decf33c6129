//! What the host knows of a body.

use crate::asset::{Asset, SkinAsset};
use crate::contact::SurfacePlace;
use crate::desc::{
    BodyOptions, PLIANT_SELF_CONTACT_OFF, PLIANT_SELF_CONTACT_ON, PliantVertexLayout,
};
use crate::element::Terms;
use crate::error::{Error, Result, Status};
use crate::gpu::table_cache::Key;
use crate::ids::PliantAttachmentId;
use crate::solver::Solver;
use crate::solver::pack::Tables;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

#[derive(Clone, Debug)]
pub struct Body {
    pub asset: Arc<Asset>,
    /// The part that snapshots hold.
    pub data: BodyData,
    /// Slot in the GPU's body array.
    pub index: u32,
    /// First vertex in the GPU's state arrays.
    pub first_vertex: u32,
    /// The solver of its model.
    pub solver: &'static Solver,
    /// Arena rows of its tables.
    pub tables: Tables,
    /// Kept rows of its solver, first and number.
    pub kept: (u32, u32),
    /// Its coarse correction in the current plan.
    pub coarse: Option<Key>,
    /// Where its surface is, once it may touch something.
    pub surface: Option<SurfacePlace>,
    /// Longest stable step [s] of an explicit solver; infinite for an implicit one.
    pub stable_step: f64,
    /// Substeps in the current plan.
    pub substeps: u32,
    /// Whether a step of the chosen length needs more substeps than the model takes: the body stays where it is.
    pub is_too_stiff: bool,
    pub skins: Vec<Skin>,
    /// Its attachments, in slot order.
    pub attachments: Vec<PliantAttachmentId>,
    /// Its mass [kg].
    pub mass: f32,
    /// Diagonal of its rest shape [length unit].
    pub size: f32,
}

impl Body {
    /// Its range in the GPU's state arrays.
    pub fn vertices(&self) -> std::ops::Range<u32> {
        self.first_vertex..self.first_vertex + self.asset.rest_positions.len() as u32
    }

    /// One of its skins, by number.
    pub fn skin(&self, number: u32) -> Result<&Skin> {
        let count = self.skins.len();
        self.skins.get(number as usize).ok_or_else(|| {
            Error::argument(format!(
                "skin_index is {number}, but the body has {count} (pliant_body_add_skin adds one)"
            ))
        })
    }

    /// Fails if its particles are not read back.
    pub fn check_particles(&self) -> Result<()> {
        match self.data.desc.readback_particles {
            0 => Err(Error::new(
                Status::InvalidState,
                "the body was added without readback_particles; set it to 1 in PliantBodyDesc",
            )),
            _ => Ok(()),
        }
    }

    /// Fails if it has no pose: only rigid bodies have one.
    pub fn check_rigid(&self) -> Result<()> {
        if self.solver.terms != Terms::Rigid {
            let model = self.data.desc.model.shown();
            let why =
                format!("the body's model is {model}: only one of PLIANT_MODEL_RIGID has a pose");
            return Err(Error::new(Status::InvalidState, why));
        }
        Ok(())
    }

    /// Whether nothing holds it: no attachment and no fixed vertex.
    pub fn is_free(&self, attachments: u32) -> bool {
        attachments == 0 && self.data.inverse_masses.values().all(|w| *w > 0.0)
    }

    /// Whether it touches itself: by default a sheet does, if it is in layers that it meets.
    pub fn touches_itself(&self) -> bool {
        let desc = &self.data.desc;
        match desc.self_contact {
            PLIANT_SELF_CONTACT_ON => !self.asset.surface_triangles.is_empty(),
            PLIANT_SELF_CONTACT_OFF => false,
            _ => self.asset.sheet.is_some() && desc.layers & desc.mask != 0,
        }
    }

    /// Whether restitution acts on it as a whole. `bouncy`: some colliders have one.
    pub fn bounces(&self, attachments: u32, bouncy: bool) -> bool {
        self.is_free(attachments) && (bouncy || self.data.desc.restitution > 0.0)
    }

    /// Iterations that it runs with. `default`: those of a body of its world that sets none.
    pub fn iterations(&self, default: u32) -> u32 {
        match self.data.desc.iterations {
            0 => self.solver.iterations.unwrap_or(default),
            given => given,
        }
    }
}

/// The part of a body that a snapshot holds.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BodyData {
    /// As added, with later changes.
    pub desc: BodyOptions,
    /// Inverse masses [1/kg] set by the caller, by internal vertex.
    pub inverse_masses: BTreeMap<u32, f32>,
    /// The first step after the body was last placed.
    pub jumped: u64,
}

#[derive(Clone, Debug)]
pub struct Skin {
    pub asset: Arc<SkinAsset>,
    pub layout: PliantVertexLayout,
    /// Its slot among all skins of the world.
    pub index: u32,
}
