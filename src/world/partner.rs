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
