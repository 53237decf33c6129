//! From a handle to its world. A world takes one thread at a time; another one gets an error instead of waiting. Any
//! thread may unmap a result or destroy a world.

use super::{guard, log};
use crate::desc::WorldOptions;
use crate::error::{Error, Result, Status};
use crate::ids::{Handle, Kind, Parts, PliantMapId, PliantWorldId, pack, parts_of, shown};
use crate::world::{Maps, World};
use parking_lot::{Mutex, RwLock};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How many worlds there can be at once.
const CAPACITY: usize = 255;

/// A world, and what can be asked without its lock.
struct Entry {
    id: PliantWorldId,
    user_data: u64,
    maps: Arc<Maps>,
    state: Mutex<State>,
}

struct State {
    world: World,
    /// Why the world can no longer be used. Only a caught defect sets it.
    lost: Option<Error>,
    /// What the first call of a save made, for the second one. Any other call drops it.
    saved: Option<Vec<u8>>,
}

/// Worlds by their numbers, and how many are being made.
struct Table {
    worlds: BTreeMap<u32, Arc<Entry>>,
    reserved: usize,
}

static TABLE: RwLock<Table> = RwLock::new(Table {
    worlds: BTreeMap::new(),
    reserved: 0,
});

/// Makes a world and returns its handle.
pub(super) fn create(options: WorldOptions) -> Result<PliantWorldId> {
    let user_data = options.user_data;
    reserve()?;
    // The table is unlocked meanwhile, because making a world can take a second.
    let made = guard::catch(|| World::new(options));
    let mut table = TABLE.write();
    table.reserved -= 1;
    let world = made?;
    let adapter = world.adapter_info();
    let (number, maps) = (world.number(), world.maps());
    let id = PliantWorldId {
        bits: pack(Parts {
            slot: 0,
            generation: 1,
            kind: Kind::World as u8,
            world: number,
        }),
    };
    let state = Mutex::new(State {
        world,
        lost: None,
        saved: None,
    });
    let entry = Entry {
        id,
        user_data,
        maps,
        state,
    };
    table.worlds.insert(number, Arc::new(entry));
    drop(table);
    log::about(id.bits, user_data);
    ::log::info!("world made on {}", text_of(&adapter.name));
    Ok(id)
}

/// The text before the zero.
fn text_of(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|&b| b == 0).unwrap_or(bytes.len());
    String::from_utf8_lossy(&bytes[..end]).into_owned()
}

fn reserve() -> Result<()> {
    let mut table = TABLE.write();
    if table.worlds.len() + table.reserved >= CAPACITY {
        return Err(Error::new(
            Status::Capacity,
            format!("there are {CAPACITY} worlds already"),
        ));
    }
    table.reserved += 1;
    Ok(())
}

/// Destroys a world. A thread that is inside keeps it until it leaves; no other one gets in.
pub(super) fn destroy(id: PliantWorldId) -> Result<()> {
    let entry = entry_of(id)?;
    let number = parts_of(id)?.world;
    // If two threads destroy it at once, one of them gets the error.
    let removed = TABLE.write().worlds.remove(&number);
    log::about(id.bits, entry.user_data);
    removed.map(drop).ok_or_else(|| stale(id))
}

/// Unmaps a result, also while a thread is inside the world or when the world is lost.
pub(super) fn unmap(map: PliantMapId) -> Result<()> {
    let (maps, user_data) = {
        let entry = entry_of(map)?;
        (entry.maps.clone(), entry.user_data)
    };
    log::about(map.bits, user_data);
    maps.unmap(map)
}

/// Calls `body` with the world that `handle` names or lives in. A second thread gets `Busy`. A panic marks the world as
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

/// Calls `use_bytes` with a save of the world. With `keep` the bytes are kept for the next call, so that asking for the
/// size first costs no second save.
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
    if let Some(lost) = state.world.is_lost() {
        return Err(lost);
    }
    log::about(handle.bits(), entry.user_data);
    let mut returned = false;
    let result = guard::catch(|| {
        let result = body(&mut state);
        returned = true;
        result
    });
    // wgpu panics in some calls if the device is lost meanwhile; that is no defect of the library.
    if let (false, Some(lost)) = (returned, state.world.is_lost()) {
        return Err(lost);
    }
    if let (false, Err(error)) = (returned, &result) {
        let message = format!("the world is lost since an earlier call: {}", error.message);
        state.lost = Some(Error::new(Status::Internal, message));
    }
    // If the world was destroyed meanwhile, it ends with this call, and so does what a result points to.
    result.and_then(|value| entry_of(handle).map(|_| value))
}

fn entry_of<H: Handle>(handle: H) -> Result<Arc<Entry>> {
    let parts = parts_of(handle)?;
    let found = TABLE.read().worlds.get(&parts.world).cloned();
    match found {
        Some(entry) if H::KIND != Kind::World || entry.id.bits == handle.bits() => Ok(entry),
        _ => Err(stale(handle)),
    }
}

fn stale<H: Handle>(handle: H) -> Error {
    let message = format!("{} is stale: its world is gone", shown(handle));
    Error::new(Status::InvalidHandle, message)
}

fn busy() -> Error {
    Error::new(
        Status::Busy,
        "another thread, or a callback, is inside a function of the same world",
    )
}
