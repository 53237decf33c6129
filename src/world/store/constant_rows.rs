//! Constants of bodies that have no room in their records, in the arena.

use crate::desc::Model;
use crate::error::Result;
use crate::executor::Row;
use crate::gpu::context::Context;
use crate::gpu::state::State;
use std::collections::BTreeMap;

/// The rows of all bodies.
#[derive(Default)]
pub struct ConstantRows {
    /// Arena rows: first and number.
    range: Option<(u32, u32)>,
    /// What they hold.
    rows: Vec<Row>,
    /// Where those of a body begin among them, by slot.
    places: BTreeMap<u32, u32>,
    /// What those of a body were made of, by slot.
    made: BTreeMap<u32, (ConstantKey, Vec<Row>)>,
}

/// What the rows of a body are made of.
#[derive(Clone, PartialEq)]
pub struct ConstantKey {
    pub asset: u64,
    pub model: Model,
    pub scale: f32,
    pub held: Vec<Vec<u32>>,
}

impl ConstantRows {
    /// The arena row of a body's first; zero if it has none.
    pub fn row(&self, index: u32) -> u32 {
        let first = self.range.map_or(0, |(first, _)| first);
        self.places.get(&index).map_or(0, |place| first + place)
    }

    /// The rows of a body, if they were made of the same.
    pub fn known(&self, index: u32, key: &ConstantKey) -> Option<Vec<Row>> {
        let (made, rows) = self.made.get(&index)?;
        (made == key).then(|| rows.clone())
    }

    /// Stores the rows of these bodies, by slot, unless the arena has them.
    pub fn store(
        &mut self,
        context: &Context,
        state: &mut State,
        bodies: impl Iterator<Item = (u32, ConstantKey, Vec<Row>)>,
    ) -> Result<()> {
        let (mut rows, mut places) = (Vec::new(), BTreeMap::new());
        self.made.clear();
        for (index, key, own) in bodies.filter(|(.., own)| !own.is_empty()) {
            places.insert(index, rows.len() as u32);
            rows.extend(&own);
            self.made.insert(index, (key, own));
        }
        if self.places == places && self.rows == rows {
            return Ok(());
        }
        match self.range.filter(|(_, count)| *count == rows.len() as u32) {
            Some((first, _)) => state.arena.write(context, first, &rows)?,
            None => {
                if let Some((first, count)) = self.range.take() {
                    state.arena_ranges.give(first, count);
                }
                let first = state.store(context, &rows)?;
                self.range = (!rows.is_empty()).then_some((first, rows.len() as u32));
            }
        }
        (self.rows, self.places) = (rows, places);
        Ok(())
    }
}
