//! Where the lists of a plan are in the arena.

use std::collections::BTreeMap;

/// Rows of the arena: the first and their number.
pub type Range = (u32, u32);

/// What bodies ignore: rows, by the body's slot.
pub type IgnoredRows = BTreeMap<u32, Range>;

/// Where the lists are in the arena.
#[derive(Default)]
pub struct Lists {
    pub work: Option<Range>,
    /// Attachments, in body order.
    pub held: Option<Range>,
    pub colliders: Option<Range>,
    /// Surfaces of colliders.
    pub kinematic: Option<Range>,
    pub sensors: Option<Range>,
    /// What bodies ignore, and where each body's part is.
    pub ignored: Option<Range>,
    pub ignored_rows: IgnoredRows,
}

impl Lists {
    /// Forgets the lists that each plan stores anew.
    pub fn take(&mut self) -> impl Iterator<Item = Range> {
        let all = [
            self.work.take(),
            self.held.take(),
            self.colliders.take(),
            self.kinematic.take(),
            self.sensors.take(),
        ];
        all.into_iter().flatten()
    }
}
