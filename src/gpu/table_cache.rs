//! Tables in the arena that several users share. A key of words says what a table is made of.

use super::context::Context;
use super::state::State;
use crate::error::Result;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What a table is made of, as words.
pub type Key = Arc<[u64]>;

/// The rows of a table, and what the host knows of it.
type Made<T> = (Vec<[u32; 4]>, T);

/// A table in the arena.
pub struct Table<T> {
    /// Its first row; a table without rows has none.
    pub first: u32,
    rows: u32,
    users: u32,
    /// When it last lost a user.
    last_use: u64,
    /// What the host knows of it.
    pub note: T,
}

/// Tables of one kind.
pub struct TableCache<T> {
    tables: BTreeMap<Key, Table<T>>,
    /// The most tables without users that stay: those that had users last.
    spare: usize,
}

impl<T> TableCache<T> {
    /// An empty cache that keeps at most `spare` tables without users.
    pub fn new(spare: usize) -> Self {
        let tables = BTreeMap::new();
        Self { tables, spare }
    }

    /// Adds a user to a table; makes and stores it, if it is not there. An error changes nothing.
    pub fn share(
        &mut self,
        context: &Context,
        state: &mut State,
        key: &Key,
        make: impl FnOnce() -> Result<Made<T>>,
    ) -> Result<&Table<T>> {
        let table = self.stored(context, state, key, make)?;
        table.users += 1;
        Ok(table)
    }

    /// The same for a cache that has a single user, which may ask again for what it has.
    pub fn hold(
        &mut self,
        context: &Context,
        state: &mut State,
        key: &Key,
        make: impl FnOnce() -> Result<Made<T>>,
    ) -> Result<&Table<T>> {
        let table = self.stored(context, state, key, make)?;
        table.users = 1;
        Ok(table)
    }

    fn stored(
        &mut self,
        context: &Context,
        state: &mut State,
        key: &Key,
        make: impl FnOnce() -> Result<Made<T>>,
    ) -> Result<&mut Table<T>> {
        match self.tables.entry(key.clone()) {
            Entry::Occupied(table) => Ok(table.into_mut()),
            Entry::Vacant(room) => {
                let (rows, note) = make()?;
                let first = match rows.is_empty() {
                    true => 0,
                    false => state.store(context, &rows)?,
                };
                Ok(room.insert(Table {
                    first,
                    rows: rows.len() as u32,
                    users: 0,
                    last_use: 0,
                    note,
                }))
            }
        }
    }

    /// Takes a user from a table at the time `now`, which does not fall. Tables without users go, but for the spare ones.
    pub fn release(&mut self, state: &mut State, key: &[u64], now: u64) {
        let Some(table) = self.tables.get_mut(key) else {
            return;
        };
        table.users = table.users.saturating_sub(1);
        table.last_use = now;
        if table.users > 0 {
            return;
        }
        let unused = self.tables.iter().filter(|(_, table)| table.users == 0);
        let mut unused: Vec<(u64, Key)> = unused.map(|(k, t)| (t.last_use, k.clone())).collect();
        unused.sort_unstable();
        let surplus = unused.len().saturating_sub(self.spare);
        for (_, key) in &unused[..surplus] {
            self.drop_table(state, key);
        }
    }

    /// Drops tables that are not wanted, whoever uses them.
    pub fn keep(&mut self, state: &mut State, wanted: &BTreeSet<Key>) {
        self.drop_all(state, |key, _| !wanted.contains(key));
    }

    /// Drops tables without users whose note says that nobody will want them.
    pub fn forget(&mut self, state: &mut State, is_dead: impl Fn(&T) -> bool) {
        self.drop_all(state, |_, table| table.users == 0 && is_dead(&table.note));
    }

    /// A table that is there.
    pub fn get(&self, key: &[u64]) -> Option<&Table<T>> {
        self.tables.get(key)
    }

    /// Tables that are there, those without users included.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.tables.len()
    }

    fn drop_all(&mut self, state: &mut State, goes: impl Fn(&Key, &Table<T>) -> bool) {
        for (_, table) in self.tables.extract_if(.., |key, table| goes(key, table)) {
            give(state, &table);
        }
    }

    fn drop_table(&mut self, state: &mut State, key: &[u64]) {
        if let Some(table) = self.tables.remove(key) {
            give(state, &table);
        }
    }
}

fn give<T>(state: &mut State, table: &Table<T>) {
    if table.rows > 0 {
        state.arena_ranges.give(table.first, table.rows);
    }
}

#[cfg(test)]
#[path = "table_cache_tests.rs"]
mod tests;
