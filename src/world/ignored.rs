//! Pairs that do not touch although their layers meet.

use super::partner::{IgnoredRows, Pair, Partner, ordered};
use super::{Applied, World};
use crate::error::{Error, Result};
use crate::ids::PliantBodyId;
use crate::share::BODY_IGNORED;
use crate::solver::Row;
use std::collections::BTreeMap;

impl World {
    /// Lets a body pass through another body or a collider, or touch it again.
    pub(super) fn ignore(&mut self, (body, partner): Pair, ignored: bool) -> Result<Applied> {
        self.scene.bodies.get(body)?;
        match partner {
            Partner::Body(other) if other == body => {
                let why = "other is the body itself: see PliantBodyDesc.self_contact";
                return Err(Error::argument(why));
            }
            Partner::Body(other) => self.scene.bodies.get(other).map(drop)?,
            Partner::Collider(collider) => self.scene.colliders.get(collider).map(drop)?,
        }
        let pair = ordered(body, partner);
        let is_changed = match ignored {
            true => self.scene.ignored.insert(pair),
            false => self.scene.ignored.remove(&pair),
        };
        self.dirty.plan |= is_changed;
        Ok(Applied::Done)
    }

    /// Stores what bodies ignore in the arena.
    pub(super) fn store_ignored(&mut self) -> Result<()> {
        if let Some((first, rows)) = self.ignored_range.take() {
            self.state.arena_ranges.give(first, rows);
        }
        self.ignored_rows.clear();
        if self.scene.ignored.is_empty() {
            return Ok(());
        }
        let numbers = self.part_numbers();
        let mut keys: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for (body, partner) in &self.scene.ignored {
            let own = keys.entry(self.scene.bodies.get(*body)?.index).or_default();
            match partner {
                Partner::Body(other) => {
                    own.push(BODY_IGNORED | self.scene.bodies.get(*other)?.index);
                }
                Partner::Collider(collider) => {
                    let carriers = &self.scene.colliders.get(*collider)?.carriers;
                    own.extend(carriers.iter().map(|c| BODY_IGNORED | c.index));
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
        self.ignored_range = Some((first, rows.len() as u32));
        self.ignored_rows = places;
        Ok(())
    }

    /// Forgets the pairs of a body that is removed.
    pub(super) fn forget_ignored(&mut self, gone: Partner) {
        let is_gone = |(body, partner): &(PliantBodyId, Partner)| {
            *partner == gone || Partner::Body(*body) == gone
        };
        self.scene.ignored.retain(|pair| !is_gone(pair));
    }
}
