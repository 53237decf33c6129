//! What a world keeps for queries of places.

mod answers;
mod ask;
mod ccd;
mod solids;
mod targets;

pub use ask::{Asked, points, rays, shapes};
pub use ccd::ccd;

use crate::asset::Asset;
use crate::gpu::context::Context;
use crate::gpu::query::{Batch, Queries, Question};
use crate::ids::{PliantBodyId, PliantColliderId};
use crate::share::QueryBody;
use crate::slots::Slots;
use crate::view::{PliantHit, PliantOverlap};
use glam::DVec3;
use std::sync::Arc;

/// What a world keeps for queries.
pub struct Spatial {
    context: Arc<Context>,
    /// Once there was a query.
    queries: Option<Queries>,
    /// What the GPU looks at.
    sent: Vec<QueryBody>,
    /// The same in its order.
    targets: Arc<Vec<Target>>,
    tickets: Slots<Ticket>,
}

/// A batch that was submitted.
pub struct Ticket {
    pub question: Question,
    /// `None` if there was nothing to ask, or nothing to find.
    pub batch: Option<Batch>,
    /// The answers from the host, one a question, which bodies may better.
    pub hits: Vec<PliantHit>,
    /// Origins and directions, or points.
    pub places: Vec<(DVec3, Option<DVec3>)>,
    /// Colliders that shapes overlap.
    pub overlaps: Vec<PliantOverlap>,
    pub targets: Arc<Vec<Target>>,
}

/// What shapes overlap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overlaps {
    /// By shape; bodies first.
    pub list: Vec<PliantOverlap>,
    /// Bodies that found no room: a shape is told of 64.
    pub dropped: u64,
}

impl Spatial {
    /// Nothing, in the world with this number.
    pub fn new(context: &Arc<Context>, world: u32) -> Self {
        Self {
            context: context.clone(),
            queries: None,
            sent: Vec::new(),
            targets: Arc::default(),
            tickets: Slots::new(world),
        }
    }

    /// For the world that replaces this one: what was submitted can still be fetched.
    pub fn take(&mut self, world: u32) -> Self {
        self.spoil();
        let empty = Self::new(&self.context, world);
        std::mem::replace(self, empty)
    }

    /// Whether there were queries: then surfaces stay on the GPU.
    pub fn is_used(&self) -> bool {
        self.queries.is_some()
    }

    /// Positions have changed.
    pub fn spoil(&mut self) {
        if let Some(queries) = &mut self.queries {
            queries.spoil();
        }
    }

    /// Size [byte].
    pub fn bytes(&self) -> u64 {
        self.queries.as_ref().map_or(0, Queries::bytes)
    }
}

/// What a batch may find.
pub struct Target {
    pub object: Object,
    pub user_data: u64,
}

pub enum Object {
    Body(PliantBodyId, Arc<Asset>),
    Collider(PliantColliderId),
}

impl Object {
    /// Its handle.
    pub fn bits(&self) -> u64 {
        match self {
            Self::Body(id, _) => id.bits,
            Self::Collider(id) => id.bits,
        }
    }
}
