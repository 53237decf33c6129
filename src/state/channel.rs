//! The registry of kept channels.

use crate::share::{STATE_ANCHOR, STATE_POSITION, STATE_RESIDUAL, STATE_VELOCITY};

/// An array of the state buffer, 16 bytes a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Channel {
    /// Its name in snapshots.
    pub name: &'static str,
    /// Its place among the arrays, `STATE_…`.
    pub number: u32,
}

impl Channel {
    /// Positions and inverse masses.
    pub const POSITION: Self = Self {
        name: "position",
        number: STATE_POSITION,
    };
    /// Velocities.
    pub const VELOCITY: Self = Self {
        name: "velocity",
        number: STATE_VELOCITY,
    };
    /// Where attachments hold vertices, in their frames.
    pub const ANCHOR: Self = Self {
        name: "anchor",
        number: STATE_ANCHOR,
    };
    /// What rounding cut off positions.
    pub const CARRY: Self = Self {
        name: "carry",
        number: STATE_RESIDUAL,
    };
}

/// The channels that live from step to step: what a snapshot holds and a growing buffer copies. They come first in the
/// buffer; all others live within a substep.
pub const KEPT: [Channel; 4] = [
    Channel::POSITION,
    Channel::VELOCITY,
    Channel::ANCHOR,
    Channel::CARRY,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_channels_come_first_and_have_names_of_their_own() {
        for (place, channel) in KEPT.iter().enumerate() {
            assert_eq!(channel.number as usize, place);
            let same = KEPT.iter().filter(|other| other.name == channel.name);
            assert_eq!(same.count(), 1);
        }
    }
}
