//! What contact between bodies keeps of an object from step to step, as a snapshot holds it.

use crate::contact::SurfacePlace;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// What a world that is being restored gives its objects.
#[derive(Default)]
pub struct Restored {
    /// The slots that its bodies and the triangles of its colliders get, in the order in which they are made.
    pub claims: VecDeque<u32>,
    /// What contact knew of them, until its buffer is laid out.
    pub contacts: Vec<SavedContacts>,
}

/// What one object keeps: a body, or a part of a collider that is triangles. All bodies come before all such parts.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct SavedContacts {
    /// Its place in the order of slots, which is the order of sums.
    pub slot: u32,
    /// How contact fails with a part of a collider: its word `REPORT_CONTACT_FAULTS`. Reports of bodies have their own.
    pub fails: u32,
    /// Whether its contacts are of the last step.
    pub is_listed: bool,
    /// Of each vertex [N/unit], as bits.
    pub stiffness: Vec<u32>,
    pub contacts: Vec<SavedContact>,
}

/// A row that presses.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct SavedContact {
    /// The point by its vertex, or the edge by its number.
    pub primary: u32,
    pub is_edge: bool,
    /// The other object, and its triangle or edge.
    pub other: u32,
    pub key: u32,
    /// The multipliers (tangential, normal), as bits.
    pub force: [u32; 4],
}

/// Where the GPU keeps an object.
#[derive(Clone, Copy)]
pub struct Place {
    pub slot: u32,
    pub first_vertex: u32,
    pub vertices: u32,
    pub surface: Option<SurfacePlace>,
}

impl SavedContacts {
    /// Of an object of which contact knows nothing.
    pub fn at(place: &Place) -> Self {
        Self {
            slot: place.slot,
            ..Self::default()
        }
    }

    /// Whether it fits an object: snapshots are not trusted.
    pub fn is_fit(&self, place: &Place) -> bool {
        let edges = place.surface.map_or(0, |surface| surface.edges);
        let inside = |c: &SavedContact| {
            let most = if c.is_edge { edges } else { place.vertices };
            let force = c.force.map(f32::from_bits);
            c.primary < most && force.iter().all(|f| f.is_finite())
        };
        let finite = |bits: &u32| (0.0..f32::INFINITY).contains(&f32::from_bits(*bits));
        let vertices = self.stiffness.len();
        (vertices == 0 || vertices == place.vertices as usize)
            && self.stiffness.iter().all(finite)
            && self.contacts.iter().all(inside)
    }
}
