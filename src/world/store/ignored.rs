//! Rows of the pairs that do not touch although their layers meet.

use super::Store;
use super::ranges::IgnoredRows;
use crate::error::Result;
use crate::executor::Row;
use crate::share::BODY_IGNORED;
use crate::world::scene::{Partner, Scene};
use std::collections::BTreeMap;

impl Store {
    /// Stores what bodies ignore in the arena.
    pub fn store_ignored(&mut self, scene: &Scene) -> Result<()> {
        if let Some((first, rows)) = self.lists.ignored.take() {
            self.state.arena_ranges.give(first, rows);
        }
        self.lists.ignored_rows.clear();
        if scene.ignored().is_empty() {
            return Ok(());
        }
        let numbers = scene.part_numbers();
        let mut keys: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for (body, partner) in scene.ignored() {
            let own = keys.entry(scene.body(*body)?.index).or_default();
            match partner {
                Partner::Body(other) => {
                    own.push(BODY_IGNORED | scene.body(*other)?.index);
                }
                Partner::Collider(collider) => {
                    let kinematic_surfaces = &scene.collider(*collider)?.kinematic_surfaces;
                    own.extend(kinematic_surfaces.iter().map(|c| BODY_IGNORED | c.index));
                    let parts = numbers.iter().filter(|(owner, _)| owner == collider);
                    own.extend(parts.map(|(_, number)| *number));
                }
            }
        }
        let mut rows: Vec<Row> = Vec::new();
        let mut places = IgnoredRows::new();
        for (slot, keys) in &keys {
            places.insert(*slot, (rows.len() as u32, keys.len() as u32));
            rows.extend(keys.chunks(4).map(|part| {
                let mut row = [u32::MAX; 4];
                row[..part.len()].copy_from_slice(part);
                row
            }));
        }
        let first = self.state.store(&self.context, &rows)?;
        places.values_mut().for_each(|(row, _)| *row += first);
        self.lists.ignored = Some((first, rows.len() as u32));
        self.lists.ignored_rows = places;
        Ok(())
    }
}
