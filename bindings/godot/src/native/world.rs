//! Worlds, and what a step tells of them.

use super::{Result, check, ready, size};
use pliant::desc::{
    PLIANT_MAP_LATEST, PLIANT_MAP_WAIT, PLIANT_WORLD_EVENTS, PLIANT_WORLD_IMPULSES, PliantRay,
    PliantWorldDesc,
};
use pliant::ffi::query::{
    pliant_query_drop, pliant_query_fetch, pliant_query_rays, pliant_query_wait,
};
use pliant::ffi::world::{
    pliant_adapter_count, pliant_adapter_get, pliant_shutdown, pliant_world_adapter,
    pliant_world_create, pliant_world_destroy, pliant_world_events, pliant_world_impulses,
    pliant_world_set_gravity, pliant_world_set_wind, pliant_world_stats, pliant_world_step,
    pliant_world_wait,
};
use pliant::ids::{PliantTicketId, PliantWorldId};
use pliant::view::{
    PliantAdapterInfo, PliantColliderImpulse, PliantEvent, PliantEventView, PliantHit,
    PliantImpulseView, PliantWorldStats,
};
use std::ffi::CString;

/// An event as the library tells it.
pub type Touch = PliantEvent;

/// A world on a GPU. It ends when it is dropped, with all that is in it.
#[derive(Debug)]
pub struct World(PliantWorldId);

impl World {
    /// Makes a world that tells of impulses and events. `adapter`: part of an adapter's name, or empty.
    pub fn new(mut desc: PliantWorldDesc, adapter: &str) -> Result<Self> {
        let name = CString::new(adapter).map_err(|_| "the adapter's name has a zero in it")?;
        if !adapter.is_empty() {
            desc.adapter_name = name.as_ptr();
        }
        desc.flags |= PLIANT_WORLD_IMPULSES | PLIANT_WORLD_EVENTS;
        let mut id = PliantWorldId::default();
        // SAFETY: the description and its text live during the call.
        check(unsafe { pliant_world_create(&desc, &mut id) })?;
        Ok(Self(id))
    }

    pub(super) fn id(&self) -> PliantWorldId {
        self.0
    }

    /// Queues a step of `dt` [s]; gives its number.
    pub fn step(&self, dt: f32) -> Result<u64> {
        let mut frame = 0;
        // SAFETY: the output lives during the call.
        check(unsafe { pliant_world_step(self.0, dt, &mut frame) })?;
        Ok(frame)
    }

    /// Waits for the newest step.
    pub fn wait(&self) -> Result<()> {
        check(pliant_world_wait(self.0, u64::MAX))
    }

    /// Sets gravity [m/s²].
    pub fn set_gravity(&self, gravity: [f32; 3]) -> Result<()> {
        // SAFETY: the array has three numbers.
        check(unsafe { pliant_world_set_gravity(self.0, gravity.as_ptr()) })
    }

    /// Sets the velocity of the air [m/s].
    pub fn set_wind(&self, wind: [f32; 3]) -> Result<()> {
        // SAFETY: the array has three numbers.
        check(unsafe { pliant_world_set_wind(self.0, wind.as_ptr()) })
    }

    /// Counts, frames and times.
    pub fn stats(&self) -> Result<PliantWorldStats> {
        let mut stats = PliantWorldStats {
            struct_size: size::<PliantWorldStats>(),
            ..Default::default()
        };
        // SAFETY: the struct has the size that it says.
        check(unsafe { pliant_world_stats(self.0, &mut stats) })?;
        Ok(stats)
    }

    /// The adapter's name with its driver.
    pub fn adapter(&self) -> Result<String> {
        let mut info = blank();
        // SAFETY: the struct has the size that it says.
        check(unsafe { pliant_world_adapter(self.0, &mut info) })?;
        Ok(shown(&info))
    }

    /// What bodies gave colliders in the newest finished step, or in the newest step, for which `wait` waits. Gives the
    /// step's number; 0 before the first.
    pub fn impulses(
        &self,
        wait: bool,
        mut each: impl FnMut(u64, &PliantColliderImpulse),
    ) -> Result<u64> {
        // SAFETY: all zeros is a valid view: it has no pointer to read.
        let mut view: PliantImpulseView = unsafe { std::mem::zeroed() };
        view.struct_size = size::<PliantImpulseView>();
        let mode = if wait {
            PLIANT_MAP_WAIT
        } else {
            PLIANT_MAP_LATEST
        };
        // SAFETY: the struct has the size that it says.
        if !ready(unsafe { pliant_world_impulses(self.0, mode, &mut view) })? {
            return Ok(0);
        }
        for at in 0..view.count as usize {
            // SAFETY: the view has `count` entries `stride` bytes apart, until the next call about this world.
            let entry = unsafe { read_at(view.impulses, at, view.stride) };
            each(view.frame, &entry);
        }
        Ok(view.frame)
    }

    /// Pairs that began or ended to touch in the newest finished step, each told once.
    pub fn events(&self, mut each: impl FnMut(&Touch)) -> Result<()> {
        // SAFETY: all zeros is a valid view: it has no pointer to read.
        let mut view: PliantEventView = unsafe { std::mem::zeroed() };
        view.struct_size = size::<PliantEventView>();
        // SAFETY: the struct has the size that it says.
        if !ready(unsafe { pliant_world_events(self.0, PLIANT_MAP_LATEST, &mut view) })? {
            return Ok(());
        }
        for at in 0..view.count as usize {
            // SAFETY: the view has `count` entries `stride` bytes apart, until the next call about this world.
            let entry = unsafe { read_at(view.events, at, view.stride) };
            each(&entry);
        }
        Ok(())
    }

    /// The first surface that a ray meets; waits for the GPU.
    pub fn ray_cast(&self, ray: &PliantRay) -> Result<Option<PliantHit>> {
        let mut ticket = PliantTicketId::default();
        // SAFETY: there is one ray.
        check(unsafe { pliant_query_rays(self.0, ray, 1, &mut ticket) })?;
        let mut hit = PliantHit::default();
        let mut count = 0;
        let fetched = check(pliant_query_wait(ticket)).and_then(|()| {
            // SAFETY: there is room for one hit.
            check(unsafe { pliant_query_fetch(ticket, &mut hit, 1, &mut count) })
        });
        if fetched.is_err() {
            pliant_query_drop(ticket);
        }
        fetched?;
        let found = hit.body.bits != 0 || hit.collider.bits != 0;
        Ok(found.then_some(hit))
    }
}

impl Drop for World {
    fn drop(&mut self) {
        pliant_world_destroy(self.0);
    }
}

/// Entry `at` of an array whose entries lie `stride` bytes apart.
///
/// # Safety
/// The array has that entry.
unsafe fn read_at<T: Copy>(first: *const T, at: usize, stride: u32) -> T {
    // SAFETY: as promised by the caller; the library promises no alignment.
    unsafe { first.byte_add(at * stride as usize).read_unaligned() }
}

fn blank() -> PliantAdapterInfo {
    // SAFETY: all zeros is valid: numbers and empty texts.
    let mut info: PliantAdapterInfo = unsafe { std::mem::zeroed() };
    info.struct_size = size::<PliantAdapterInfo>();
    info
}

fn shown(info: &PliantAdapterInfo) -> String {
    let text = |bytes: &[u8]| {
        let end = bytes.iter().position(|byte| *byte == 0);
        String::from_utf8_lossy(&bytes[..end.unwrap_or(bytes.len())]).into_owned()
    };
    format!(
        "{} ({}, {})",
        text(&info.name),
        text(&info.backend),
        text(&info.driver)
    )
}

/// The adapters that worlds can run on, best first.
pub fn adapters() -> Result<Vec<String>> {
    let mut count = 0;
    // SAFETY: the output lives during the call.
    check(unsafe { pliant_adapter_count(&mut count) })?;
    let each = (0..count).map(|index| {
        let mut info = blank();
        // SAFETY: the struct has the size that it says.
        check(unsafe { pliant_adapter_get(index, &mut info) })?;
        Ok(shown(&info))
    });
    each.collect()
}

/// Closes the GPU at the end of the program.
pub fn shutdown() {
    pliant_shutdown();
}
