//! What a body may touch: another body or a collider.

use crate::ids::{PliantBodyId, PliantColliderId};
use serde::{Deserialize, Serialize};

/// The other side of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Partner {
    /// A body.
    Body(PliantBodyId),
    /// A collider.
    Collider(PliantColliderId),
}

/// A body, and what it touches.
pub type Pair = (PliantBodyId, Partner);

/// A pair in the order that it is kept in: two bodies by their handles.
pub fn ordered(body: PliantBodyId, partner: Partner) -> Pair {
    match partner {
        Partner::Body(other) if other < body => (other, Partner::Body(body)),
        _ => (body, partner),
    }
}
