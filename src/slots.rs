//! A table whose entries are named by generation-checked handles. Iteration order is slot order, so it is
//! the same for the same sequence of insertions and removals.

use crate::error::{Error, Result, Status};
use crate::ids::{Handle, Parts, pack, unpack};
use serde::{Deserialize, Serialize};

/// Objects of one kind, addressed by handles `H`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Slots<T> {
    world: u8,
    entries: Vec<(u16, Option<T>)>,
    free: Vec<u32>,
}

impl<T> Slots<T> {
    /// An empty table for the world with this number (zero for what worlds share).
    pub fn new(world: u8) -> Self {
        Self {
            world,
            entries: Vec::new(),
            free: Vec::new(),
        }
    }

    /// Stores `value` and names it.
    pub fn insert<H: Handle>(&mut self, value: T) -> H {
        let slot = match self.free.pop() {
            Some(slot) => slot,
            None => {
                self.entries.push((1, None));
                (self.entries.len() - 1) as u32
            }
        };
        let entry = &mut self.entries[slot as usize];
        entry.1 = Some(value);
        H::from_bits(pack(Parts {
            slot,
            generation: entry.0,
            kind: H::KIND as u8,
            world: self.world,
        }))
    }

    fn slot_of<H: Handle>(&self, handle: H) -> Result<usize> {
        let refuse = |why: String| Err(Error::new(Status::InvalidHandle, why));
        let kind = H::KIND;
        let Some(parts) = unpack(handle.bits()) else {
            return refuse(format!("the {kind:?} handle is null"));
        };
        if parts.kind != kind as u8 {
            return refuse(format!(
                "handle {:#018x} does not name a {kind:?} (its kind is {})",
                handle.bits(),
                parts.kind
            ));
        }
        if parts.world != self.world {
            return refuse(format!(
                "{kind:?} handle {:#018x} belongs to another world",
                handle.bits()
            ));
        }
        match self.entries.get(parts.slot as usize) {
            Some((generation, Some(_))) if *generation == parts.generation => {
                Ok(parts.slot as usize)
            }
            _ => refuse(format!(
                "{kind:?} handle {:#018x} is stale: what it named was removed",
                handle.bits()
            )),
        }
    }

    /// The object a handle names.
    pub fn get<H: Handle>(&self, handle: H) -> Result<&T> {
        let slot = self.slot_of(handle)?;
        self.entries[slot]
            .1
            .as_ref()
            .ok_or_else(|| Error::new(Status::Internal, "empty slot"))
    }

    /// The object a handle names, to change it.
    pub fn get_mut<H: Handle>(&mut self, handle: H) -> Result<&mut T> {
        let slot = self.slot_of(handle)?;
        self.entries[slot]
            .1
            .as_mut()
            .ok_or_else(|| Error::new(Status::Internal, "empty slot"))
    }

    /// Takes the object out; its handle is stale from now on.
    pub fn remove<H: Handle>(&mut self, handle: H) -> Result<T> {
        let slot = self.slot_of(handle)?;
        let entry = &mut self.entries[slot];
        // A slot whose generation is spent is retired rather than reused, so no handle is ever valid twice.
        if let Some(next) = entry.0.checked_add(1) {
            entry.0 = next;
            self.free.push(slot as u32);
        }
        entry
            .1
            .take()
            .ok_or_else(|| Error::new(Status::Internal, "empty slot"))
    }

    /// All objects with their handles, in slot order.
    pub fn iter<H: Handle>(&self) -> impl Iterator<Item = (H, &T)> {
        let world = self.world;
        self.entries
            .iter()
            .enumerate()
            .filter_map(move |(slot, (generation, value))| {
                let parts = Parts {
                    slot: slot as u32,
                    generation: *generation,
                    kind: H::KIND as u8,
                    world,
                };
                value
                    .as_ref()
                    .map(|value| (H::from_bits(pack(parts)), value))
            })
    }

    /// All objects, to change them, in slot order.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.entries
            .iter_mut()
            .filter_map(|(_, value)| value.as_mut())
    }

    /// All objects in slot order.
    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.entries.iter().filter_map(|(_, value)| value.as_ref())
    }

    /// The same handles, in a world with another number, for other objects.
    pub fn try_map<U>(self, world: u8, mut change: impl FnMut(T) -> Result<U>) -> Result<Slots<U>> {
        let mut entries = Vec::with_capacity(self.entries.len());
        for (generation, value) in self.entries {
            entries.push((generation, value.map(&mut change).transpose()?));
        }
        Ok(Slots {
            world,
            entries,
            free: self.free,
        })
    }

    /// Whether the free list names exactly the empty slots that can be used again; what was read from outside must.
    pub fn is_sound(&self) -> bool {
        let mut free = self.free.clone();
        free.sort_unstable();
        free.dedup();
        let empty = |slot: &u32| {
            self.entries
                .get(*slot as usize)
                .is_some_and(|(_, value)| value.is_none())
        };
        free.len() == self.free.len()
            && free.iter().all(empty)
            && self.entries.iter().all(|(g, _)| *g > 0)
    }

    /// How many objects there are.
    pub fn len(&self) -> usize {
        self.values().count()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{PliantBodyId, PliantColliderId};

    #[test]
    fn a_removed_slot_gives_a_stale_handle_and_a_new_generation() {
        let mut slots = Slots::new(3);
        let a: PliantBodyId = slots.insert("a");
        assert_eq!(*slots.get(a).unwrap(), "a");
        slots.remove(a).unwrap();
        let b: PliantBodyId = slots.insert("b");
        assert_ne!(a, b);
        assert_eq!(slots.get(a).unwrap_err().status, Status::InvalidHandle);
        assert_eq!(*slots.get(b).unwrap(), "b");
    }

    #[test]
    fn null_foreign_and_wrong_kind_handles_are_refused() {
        let mut slots = Slots::new(3);
        let a: PliantBodyId = slots.insert(1);
        let other: Slots<i32> = Slots::new(4);
        for handle in [PliantBodyId::default(), PliantBodyId { bits: u64::MAX }] {
            assert_eq!(slots.get(handle).unwrap_err().status, Status::InvalidHandle);
        }
        assert_eq!(other.get(a).unwrap_err().status, Status::InvalidHandle);
        let wrong = PliantColliderId { bits: a.bits };
        assert_eq!(slots.get(wrong).unwrap_err().status, Status::InvalidHandle);
    }

    #[test]
    fn a_slot_is_retired_when_its_generations_are_spent() {
        let mut slots = Slots::new(0);
        let mut seen = std::collections::HashSet::new();
        for _ in 0..70_000 {
            let id: PliantBodyId = slots.insert(());
            assert!(seen.insert(id.bits), "a handle was issued twice");
            slots.remove(id).unwrap();
        }
    }
}
