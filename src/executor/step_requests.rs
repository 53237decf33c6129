//! What a world asks of a step beside its motion.

/// What a step finds for the host after the solvers.
#[derive(Clone, Copy, Debug, Default)]
pub struct StepRequests {
    /// What each body got from colliders.
    pub momentum: bool,
    /// Events that there is room for; zero: nobody asks.
    pub events: u32,
    /// Sensors: the arena row of the first, and how many.
    pub sensors: (u32, u32),
}
