//! A table addressed by generation-checked handles. Iteration is in slot order, so it is deterministic for a given
//! sequence of insertions and removals.

use crate::error::{Error, Result, Status};
use crate::ids::{Handle, MAX_SLOTS, Parts, pack, parts_of, shown};
use serde::{Deserialize, Serialize};

/// Objects of one kind, addressed by handles `H`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Slots<T> {
    world: u32,
    entries: Vec<Entry<T>>,
    /// Free slots; the next one to use is last.
    free: Vec<u32>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Entry<T> {
    /// The highest generation this slot ever had. It survives going back to an earlier state.
    newest: u16,
    /// The object and its generation.
    held: Option<(u16, T)>,
}

impl<T> Slots<T> {
    /// An empty table for the world with this number (zero for shared objects).
    pub fn new(world: u32) -> Self {
        Self {
            world,
            entries: Vec::new(),
            free: Vec::new(),
        }
    }

    /// Fails when every slot is in use or worn out.
    pub fn check_room(&self) -> Result<()> {
        if self.free.is_empty() && self.entries.len() as u32 >= MAX_SLOTS {
            let message = format!(
                "all {MAX_SLOTS} slots for this kind of object are in use or worn out; remove objects, or use another world"
            );
            return Err(Error::new(Status::Capacity, message));
        }
        Ok(())
    }

    /// Stores `value` and returns its handle. Fails with `Capacity` when there is no room.
    pub fn insert<H: Handle>(&mut self, value: T) -> Result<H> {
        self.check_room()?;
        let slot = match self.free.pop() {
            Some(slot) => slot,
            None => {
                self.entries.push(Entry {
                    newest: 0,
                    held: None,
                });
                (self.entries.len() - 1) as u32
            }
        };
        let entry = &mut self.entries[slot as usize];
        entry.newest += 1;
        entry.held = Some((entry.newest, value));
        let generation = entry.newest;
        Ok(handle_of(self.world, slot, generation))
    }

    fn slot_of<H: Handle>(&self, handle: H) -> Result<usize> {
        let refuse = |why: &str| {
            let message = format!("{} {why}", shown(handle));
            Err(Error::new(Status::InvalidHandle, message))
        };
        let parts = parts_of(handle)?;
        if parts.world != self.world {
            return refuse("belongs to another world");
        }
        let held = self.entries.get(parts.slot as usize);
        match held.and_then(|entry| entry.held.as_ref()) {
            Some((generation, _)) if *generation == parts.generation => Ok(parts.slot as usize),
            _ => refuse("is stale: its object was removed"),
        }
    }

    /// The object a handle names.
    pub fn get<H: Handle>(&self, handle: H) -> Result<&T> {
        let slot = self.slot_of(handle)?;
        let held = self.entries[slot].held.as_ref();
        held.map(|(_, value)| value).ok_or_else(empty)
    }

    /// Mutable access to the object a handle names.
    pub fn get_mut<H: Handle>(&mut self, handle: H) -> Result<&mut T> {
        let slot = self.slot_of(handle)?;
        let held = self.entries[slot].held.as_mut();
        held.map(|(_, value)| value).ok_or_else(empty)
    }

    /// Removes the object; its handle becomes stale.
    pub fn remove<H: Handle>(&mut self, handle: H) -> Result<T> {
        let slot = self.slot_of(handle)?;
        let entry = &mut self.entries[slot];
        let (_, value) = entry.held.take().ok_or_else(empty)?;
        // A slot that has used all generations is retired, so no handle is ever valid twice.
        if entry.newest < u16::MAX {
            self.free.push(slot as u32);
        }
        Ok(value)
    }

    /// All objects with their handles, in slot order.
    pub fn iter<H: Handle>(&self) -> impl Iterator<Item = (H, &T)> {
        self.entries.iter().zip(0..).filter_map(|(entry, slot)| {
            let (generation, value) = entry.held.as_ref()?;
            Some((handle_of(self.world, slot, *generation), value))
        })
    }

    /// The same, mutable.
    pub fn iter_mut<H: Handle>(&mut self) -> impl Iterator<Item = (H, &mut T)> {
        let world = self.world;
        self.entries
            .iter_mut()
            .zip(0..)
            .filter_map(move |(entry, slot)| {
                let (generation, value) = entry.held.as_mut()?;
                Some((handle_of(world, slot, *generation), value))
            })
    }

    /// Mutable access to all objects, in slot order.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        let held = self.entries.iter_mut().filter_map(|e| e.held.as_mut());
        held.map(|(_, value)| value)
    }

    /// All objects in slot order.
    pub fn values(&self) -> impl Iterator<Item = &T> {
        let held = self.entries.iter().filter_map(|e| e.held.as_ref());
        held.map(|(_, value)| value)
    }

    /// Converts all objects, keeping their handles but for the world's number.
    pub fn try_map<U>(
        self,
        world: u32,
        mut change: impl FnMut(T) -> Result<U>,
    ) -> Result<Slots<U>> {
        let mut entries = Vec::with_capacity(self.entries.len());
        for Entry { newest, held } in self.entries {
            let held = match held {
                Some((generation, value)) => Some((generation, change(value)?)),
                None => None,
            };
            entries.push(Entry { newest, held });
        }
        Ok(Slots {
            world,
            entries,
            free: self.free,
        })
    }

    /// Ensures that handles issued by `later` are never issued again. Call it when this table, an earlier state of
    /// `later`, replaces it. New objects still get the slots they would have got.
    pub fn follow<U>(&mut self, later: &Slots<U>) {
        for (entry, other) in self.entries.iter_mut().zip(&later.entries) {
            entry.newest = entry.newest.max(other.newest);
        }
        let known = self.entries.len();
        self.entries
            .extend(later.entries.iter().skip(known).map(|other| Entry {
                newest: other.newest,
                held: None,
            }));
        let more = (known..self.entries.len()).rev().map(|slot| slot as u32);
        self.free.splice(0..0, more);
        let entries = &self.entries;
        self.free
            .retain(|slot| entries[*slot as usize].newest < u16::MAX);
    }

    /// Whether insertions and removals could have made this table. Tables read from outside must pass.
    pub fn is_sound(&self) -> bool {
        let mut free = self.free.clone();
        free.sort_unstable();
        free.dedup();
        let usable = |slot: &u32| {
            let entry = self.entries.get(*slot as usize);
            entry.is_some_and(|entry| entry.held.is_none() && entry.newest < u16::MAX)
        };
        let known = |entry: &Entry<T>| {
            let held = entry.held.as_ref();
            held.is_none_or(|(generation, _)| (1..=entry.newest).contains(generation))
        };
        free.len() == self.free.len()
            && free.iter().all(usable)
            && self.entries.len() as u32 <= MAX_SLOTS
            && self.entries.iter().all(known)
    }

    /// Number of objects.
    pub fn len(&self) -> usize {
        self.values().count()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

fn empty() -> Error {
    Error::new(Status::Internal, "empty slot")
}

fn handle_of<H: Handle>(world: u32, slot: u32, generation: u16) -> H {
    H::from_bits(pack(Parts {
        slot,
        generation,
        kind: H::KIND as u8,
        world,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{PliantBodyId, PliantColliderId, unpack};

    #[test]
    fn a_removed_slot_gives_a_stale_handle_and_a_new_generation() {
        let mut slots = Slots::new(3);
        let a: PliantBodyId = slots.insert("a").unwrap();
        assert_eq!(*slots.get(a).unwrap(), "a");
        slots.remove(a).unwrap();
        let b: PliantBodyId = slots.insert("b").unwrap();
        assert_ne!(a, b);
        assert_eq!(slots.get(a).unwrap_err().status, Status::InvalidHandle);
        assert_eq!(*slots.get(b).unwrap(), "b");
    }

    #[test]
    fn null_foreign_and_wrong_kind_handles_are_refused() {
        let mut slots = Slots::new(3);
        let a: PliantBodyId = slots.insert(1).unwrap();
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
            let id: PliantBodyId = slots.insert(()).unwrap();
            assert!(seen.insert(id.bits), "a handle was issued twice");
            slots.remove(id).unwrap();
        }
    }

    #[test]
    fn going_back_to_an_earlier_state_brings_no_stale_handle_back() {
        let mut slots = Slots::new(1);
        let (a, b): (PliantBodyId, PliantBodyId) =
            (slots.insert("a").unwrap(), slots.insert("b").unwrap());
        slots.remove(b).unwrap();
        let mut earlier = slots.clone();
        // After the save, the freed slot is reused and freed again, and a new slot is added.
        let late: [PliantBodyId; 2] = [slots.insert("c").unwrap(), slots.insert("d").unwrap()];
        slots.remove(a).unwrap();
        let reused: PliantBodyId = slots.insert("e").unwrap();
        earlier.follow(&slots);
        assert!(earlier.is_sound());
        assert_eq!(*earlier.get(a).unwrap(), "a", "the handle of the save");
        let mut new: Vec<PliantBodyId> = (0..3).map(|_| earlier.insert("f").unwrap()).collect();
        // The earlier state would have used these slots.
        let places: Vec<u64> = new.iter().map(|id| id.bits & 0xf_ffff).collect();
        assert_eq!(places, [2, 3, 4]);
        earlier.remove(a).unwrap();
        new.push(earlier.insert("g").unwrap());
        for stale in late.into_iter().chain([b, reused]) {
            assert!(!new.contains(&stale), "{:#x} was given twice", stale.bits);
            assert!(earlier.get(stale).is_err(), "{:#x} is alive", stale.bits);
        }
    }

    #[test]
    fn parts_come_back_from_the_bits() {
        let parts = Parts {
            slot: MAX_SLOTS - 1,
            generation: u16::MAX,
            kind: 15,
            world: crate::ids::MAX_WORLDS,
        };
        assert_eq!(unpack(pack(parts)), Some(parts));
        let parts = Parts {
            slot: 0,
            generation: 1,
            kind: 1,
            world: 1,
        };
        assert_eq!(unpack(pack(parts)), Some(parts));
        assert_eq!(unpack(0), None);
    }
}
