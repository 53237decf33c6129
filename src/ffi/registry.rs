//! From a handle to its world. A world takes one thread at a time and never makes another one wait.

use super::{guard, log};
use crate::desc::WorldOptions;
use crate::error::{Error, Result, Status};
use crate::ids::{Handle, Kind, Parts, PliantWorldId, pack, unpack};
use crate::world::World;
use parking_lot::{Mutex, RwLock};
use std::sync::Arc;

/// How many worlds there can be at once: a handle has 8 bits for its world, and 0 means none.
const CAPACITY: usize = 255;

/// A world and what is known about it beside it.
struct Entry {
    generation: u16,
    user_data: u64,
    state: Mutex<State>,
}

struct State {
    world: World,
    /// Why the world cannot be used any more; only a caught defect sets it here.
    lost: Option<Error>,
    /// What the first call of the two-call pattern saved, for the second; any other call drops it.
    saved: Option<Vec<u8>>,
}

#[derive(Clone)]
enum Place {
    Free,
    Reserved,
    Used(Arc<Entry>),
}

struct Table {
    places: [Place; CAPACITY],
    /// Of the next world at each place; 0 retires the place.
    generations: [u16; CAPACITY],
    /// Where the search for a free place starts: a number comes back as late as possible, so that handles into
    /// destroyed worlds stay stale as long as possible.
    next: usize,
}

static TABLE: RwLock<Table> = RwLock::new(Table {
    places: [const { Place::Free }; CAPACITY],
    generations: [1; CAPACITY],
    next: 0,
});

/// Makes a world and names it.
pub(super) fn create(options: WorldOptions) -> Result<PliantWorldId> {
    let user_data = options.user_data;
    let (place, generation) = reserve()?;
    // Made with the table unlocked: a world can take a second to be ready, and others go on meanwhile.
    let made = guard::catch(|| World::new(options, place as u8 + 1));
    let adapter = made.as_ref().ok().map(World::adapter_info);
    let mut table = TABLE.write();
    match made {
        Ok(world) => {
            let state = Mutex::new(State {
                world,
                lost: None,
                saved: None,
            });
            table.places[place] = Place::Used(Arc::new(Entry {
                generation,
                user_data,
                state,
            }));
            let parts = Parts {
                slot: place as u32,
                generation,
                kind: Kind::World as u8,
                world: place as u8 + 1,
            };
            drop(table);
            log::about(pack(parts), user_data);
            if let Some(adapter) = adapter {
                ::log::info!("world made on {}", text_of(&adapter.name));
            }
            Ok(PliantWorldId { bits: pack(parts) })
        }
        Err(error) => {
            table.places[place] = Place::Free;
            Err(error)
        }
    }
}

/// What stands before the zero.
fn text_of(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|&b| b == 0).unwrap_or(bytes.len());
    String::from_utf8_lossy(&bytes[..end]).into_owned()
}

fn reserve() -> Result<(usize, u16)> {
    let mut table = TABLE.write();
    let free = |table: &Table, place: usize| {
        matches!(table.places[place], Place::Free) && table.generations[place] != 0
    };
    let order = (table.next..CAPACITY).chain(0..table.next);
    let Some(place) = order.into_iter().find(|&place| free(&table, place)) else {
        return Err(Error::new(
            Status::Capacity,
            format!("there are {CAPACITY} worlds already"),
        ));
    };
    table.places[place] = Place::Reserved;
    table.next = (place + 1) % CAPACITY;
    Ok((place, table.generations[place]))
}

/// Destroys a world.
pub(super) fn destroy(id: PliantWorldId) -> Result<()> {
    let entry = entry_of(id)?;
    let place = usize::from((id.bits >> 56) as u8) - 1;
    {
        // Whoever is inside keeps the world; a second destroy finds the place empty or of another generation.
        let _state = entry.state.try_lock().ok_or_else(busy)?;
        let mut table = TABLE.write();
        if !matches!(&table.places[place], Place::Used(there) if Arc::ptr_eq(there, &entry)) {
            return Err(stale(id.bits));
        }
        table.places[place] = Place::Free;
        table.generations[place] = entry.generation.checked_add(1).unwrap_or(0);
    }
    log::about(id.bits, entry.user_data);
    drop(entry);
    Ok(())
}

/// Calls `body` with the world that `handle` names or lives in. A second thread gets `Busy`; a panic marks the world
/// lost.
pub(super) fn with<H: Handle, T>(
    handle: H,
    body: impl FnOnce(&mut World) -> Result<T>,
) -> Result<T> {
    locked(handle, |state| {
        state.saved = None;
        body(&mut state.world)
    })
}

/// The bytes of a save for `use_bytes`; they are kept for one more call, so that asking for the size first costs one save.
pub(super) fn with_saved<T>(
    world: PliantWorldId,
    use_bytes: impl FnOnce(&[u8]) -> Result<T>,
    keep: bool,
) -> Result<T> {
    locked(world, |state| {
        let saved = match state.saved.take() {
            Some(saved) => saved,
            None => state.world.save()?,
        };
        let result = use_bytes(&saved);
        if keep || result.is_err() {
            state.saved = Some(saved);
        }
        result
    })
}

fn locked<H: Handle, T>(handle: H, body: impl FnOnce(&mut State) -> Result<T>) -> Result<T> {
    let entry = entry_of(handle)?;
    let mut state = entry.state.try_lock().ok_or_else(busy)?;
    if let Some(lost) = &state.lost {
        return Err(lost.clone());
    }
    log::about(handle.bits(), entry.user_data);
    let mut returned = false;
    let result = guard::catch(|| {
        let result = body(&mut state);
        returned = true;
        result
    });
    if let (false, Err(error)) = (returned, &result) {
        let message = format!("the world is lost since an earlier call: {}", error.message);
        state.lost = Some(Error::new(Status::Internal, message));
    }
    result
}

fn entry_of<H: Handle>(handle: H) -> Result<Arc<Entry>> {
    let kind = H::KIND;
    let refuse = |why: String| Err(Error::new(Status::InvalidHandle, why));
    let bits = handle.bits();
    let Some(parts) = unpack(bits) else {
        return refuse(format!("the {kind:?} handle is null"));
    };
    if parts.kind != kind as u8 {
        return refuse(format!(
            "handle {bits:#018x} does not name a {kind:?} (its kind is {})",
            parts.kind
        ));
    }
    let Some(place) = usize::from(parts.world).checked_sub(1) else {
        return refuse(format!("{kind:?} handle {bits:#018x} names no world"));
    };
    let found = TABLE.read().places[place].clone();
    let Place::Used(entry) = found else {
        return Err(stale(bits));
    };
    if kind == Kind::World && (parts.generation != entry.generation || parts.slot as usize != place)
    {
        return Err(stale(bits));
    }
    Ok(entry)
}

fn stale(bits: u64) -> Error {
    Error::new(
        Status::InvalidHandle,
        format!("handle {bits:#018x} is stale: its world was destroyed"),
    )
}

fn busy() -> Error {
    Error::new(
        Status::Busy,
        "another thread, or a callback, is inside a function of the same world",
    )
}
