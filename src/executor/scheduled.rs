//! Bodies and surfaces of colliders as the schedule sees them.

use crate::asset::Asset;
use crate::element::Terms;

/// A body as the schedule sees it.
#[derive(Clone, Copy)]
pub struct Scheduled<'a> {
    /// Slot in the body array.
    pub index: u32,
    pub asset: &'a Asset,
    /// Terms of its elements, which choose its solver.
    pub terms: Terms,
    /// The kinds of its groups, as bits.
    pub kinds: u32,
    /// State rows of the multipliers of all elements of groups.
    pub multiplier_rows: u32,
    /// Requested `PLIANT_EXECUTOR_…`.
    pub executor: u32,
    pub substeps: u32,
    pub iterations: u32,
    /// Arena row of the first attachment, and their number.
    pub attachments: (u32, u32),
    /// Rounds of a sweep of a resident body; 0 for an explicit solver.
    pub rounds: u32,
    /// The coarse correction, which replaces some of the iterations; see solver/vbd/free_motion.wgsl.
    pub coarse: CoarseSize,
    /// Clusters and their parts, for shape matching.
    pub clusters: [u32; 2],
    /// Whether nothing holds the body.
    pub free: bool,
    pub damped: bool,
    /// Whether its hits are stored and restitution acts on it.
    pub bounces: bool,
    /// Patches of its surface.
    pub patches: u32,
}

/// A body's coarse correction as the plan sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CoarseSize {
    /// Parts of the sums over vertices; zero without a correction.
    pub parts: u32,
    pub nodes: u32,
}

impl CoarseSize {
    /// Whether there is a correction.
    pub fn is_some(self) -> bool {
        self.parts > 0
    }
}

/// A surface of a collider: to the GPU a body that no solver moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduledSurface {
    /// Slot in the body array.
    pub index: u32,
    pub vertices: u32,
    pub patches: u32,
}
