//! Results that a world requests of a step.

/// Results that a step finds for the host after the solvers.
#[derive(Clone, Copy, Debug, Default)]
pub struct StepRequests {
    /// The momentum that each body got from colliders.
    pub momentum: bool,
    /// Room for events; zero: not requested.
    pub events: u32,
    /// Sensors: the arena row of the first, and their number.
    pub sensors: (u32, u32),
}
