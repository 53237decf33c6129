//! The state that steps advance.

use glam::DVec3;

/// Positions and velocities of a body.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Positions [m].
    pub positions: Vec<DVec3>,
    /// Velocities [m/s]. For Verlet: half a step before the positions.
    pub velocities: Vec<DVec3>,
}

impl State {
    /// A body at rest at `positions` [m].
    pub fn still(positions: Vec<DVec3>) -> Self {
        let velocities = vec![DVec3::ZERO; positions.len()];
        Self {
            positions,
            velocities,
        }
    }
}
