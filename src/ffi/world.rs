//! Worlds and adapters.

use super::pointer::{Out, OutStruct, bytes, copy_out, init, place, read, text, vector};
use super::registry;
use crate::desc::{PliantWorldDesc, WorldOptions};
use crate::error::{Error, Status};
use crate::ids::PliantWorldId;
use crate::view::{
    PliantAdapterInfo, PliantEventView, PliantImpulseView, PliantStageTime, PliantWorldStats,
};
use crate::world::{Edit, list_adapters};

/// Writes the defaults of a world's description.
///
/// `desc` must not be NULL; `struct_size` is `sizeof(PliantWorldDesc)`. Thread: any. Errors: INVALID_ARGUMENT. Cost:
/// none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_world_desc_init(
    desc: *mut PliantWorldDesc,
    struct_size: u32,
) -> i32 {
    entry!("pliant_world_desc_init", init(desc, struct_size))
}

/// Makes an empty world on a GPU.
///
/// `desc`: from `pliant_world_desc_init`. The strings in `desc` may be NULL and are not kept. No other pointer may be
/// NULL. The caller owns the world and ends the world with `pliant_world_destroy`. At most 255 worlds live at once; a
/// process can make 16 million. Thread: any, many at once. Errors: INVALID_ARGUMENT, VERSION, NO_DEVICE, OUT_OF_MEMORY,
/// CAPACITY. Cost: the first world on an adapter opens the device, up to a second. Further worlds are cheap. Kernels
/// are compiled later: see `pliant_world_prepare`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_world_create(
    desc: *const PliantWorldDesc,
    out_world: *mut PliantWorldId,
) -> i32 {
    entry!("pliant_world_create", {
        let out = Out::new(out_world, "out_world")?;
        let desc = read(desc, "desc")?;
        let name = text(desc.adapter_name, "desc->adapter_name")?;
        let bus = text(desc.adapter_pci_bus_id, "desc->adapter_pci_bus_id")?;
        let options = WorldOptions::from_desc(&desc, name, bus)?;
        out.set(registry::create(options)?);
        Ok(())
    })
}

/// Destroys a world and all objects in the world. All handles and mapped results of the world become invalid.
///
/// Thread: any. If another thread is inside a function of the world, the handles become invalid at once, and the world
/// ends when that function returns. Errors: INVALID_HANDLE. Cost: frees the world's GPU memory after the steps in
/// progress. The last world of a device waits for kernels that are being compiled.
#[unsafe(no_mangle)]
pub extern "C" fn pliant_world_destroy(world: PliantWorldId) -> i32 {
    entry!("pliant_world_destroy", registry::destroy(world))
}

/// Queues one step and returns while the GPU works on the step. The call waits only if eight steps are queued already.
///
/// `dt` [s]: 1e-9 to 0.2. For a pause, do not step. `out_frame`: receives the number of the step, counted from 1; may be
/// NULL. Thread: one at a time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE, BUSY, OUT_OF_MEMORY, GPU (also if none
/// of eight steps finishes within 60 s; 600 s on a software adapter, here and wherever a call waits), DEVICE_LOST, and
/// CAPACITY if the world needs more than the adapter has room for; the error message says what. A body that needs too
/// many substeps stays where it is (`PLIANT_BODY_TOO_STIFF`), and the world goes on.
///
/// A step compiles missing kernels and waits for them: the first step, and each step with something new. The wait lasts
/// seconds if the driver has no kernels cached. `pliant_world_prepare` compiles kernels ahead.
///
/// Cost: about 0.02 ms of CPU time, 0.03 ms with thousands of bodies (measured on virtual machines with an H200). A
/// thread of the world records the commands of the next step while the GPU works. The thread ends with the world. In
/// some steps, the call itself records the commands, and takes 0.09 to 0.2 ms from 16 dispatches on: in the first two
/// steps after a change, if `dt` differs from `dt` of the two steps before, if steps are called right after one
/// another, and in worlds with PLIANT_WORLD_TIMESTAMPS. A game that passes its frame time instead of a fixed step pays
/// this cost in every step.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_world_step(
    world: PliantWorldId,
    dt: f32,
    out_frame: *mut u64,
) -> i32 {
    entry!("pliant_world_step", {
        let frame = registry::with(world, |world| world.step(dt))?;
        if !out_frame.is_null() {
            Out::new(out_frame, "out_frame")?.set(frame);
        }
        Ok(())
    })
}

/// Waits until the newest step is finished. For tests and tools; a game maps results instead.
///
/// `timeout_ns` [ns]: 0 does not wait. Returns NOT_READY if the step is not finished after this time. Thread: one at a
/// time per world. Errors: INVALID_HANDLE, BUSY, GPU, DEVICE_LOST. Cost: blocks.
#[unsafe(no_mangle)]
pub extern "C" fn pliant_world_wait(world: PliantWorldId, timeout_ns: u64) -> i32 {
    entry!("pliant_world_wait", {
        match registry::with(world, |world| world.wait(timeout_ns))? {
            true => Ok(()),
            false => Err(Error::new(
                Status::NotReady,
                format!("the step is not finished after {timeout_ns} ns"),
            )),
        }
    })
}

/// Writes counts, frames, memory and times of a world.
///
/// `out_stats`: not NULL, its `struct_size` set. Thread: one at a time per world. Errors: INVALID_ARGUMENT,
/// INVALID_HANDLE, BUSY. Cost: small; never waits.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_world_stats(
    world: PliantWorldId,
    out_stats: *mut PliantWorldStats,
) -> i32 {
    entry!("pliant_world_stats", {
        let out = OutStruct::new(out_stats, "out_stats")?;
        out.set(registry::with(world, |world| Ok(world.stats()))?);
        Ok(())
    })
}

/// Writes the GPU time of one stage of the newest finished step. The world must have `PLIANT_WORLD_TIMESTAMPS`.
///
/// `stage`: 0 to below `stage_count`, which every successful call writes. The first 32 stages are measured. `out_time`:
/// not NULL, its `struct_size` set. Returns NOT_READY before a step has finished. Thread: one at a time per world.
/// Errors: INVALID_ARGUMENT, also for a stage that does not exist, INVALID_HANDLE, INVALID_STATE if times are not
/// measured, BUSY. Cost: small; never waits. Measuring makes a step slower, because stages no longer overlap.
///
/// A stage is one of three: the work of all bodies of one method and one executor, in a step, or in an epoch where
/// bodies may touch each other; a part of the contact between bodies; or all skinning. A stage is not a single
/// dispatch: GPUs measure times at the ends of a compute pass, and the 63 or more dispatches of a large body are one
/// pass. A pass for each dispatch would cost more time than many dispatches take.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_world_stage_time(
    world: PliantWorldId,
    stage: u32,
    out_time: *mut PliantStageTime,
) -> i32 {
    entry!("pliant_world_stage_time", {
        let out = OutStruct::new(out_time, "out_time")?;
        out.set(registry::with(world, |world| world.stage_time(stage))?);
        Ok(())
    })
}

/// Shows the impulse and angular impulse of all bodies on each collider in the newest finished step. The world must have
/// `PLIANT_WORLD_IMPULSES`.
///
/// The sum over all colliders is the momentum that the bodies lose, without gravity's part. The impulse of a body that
/// touches several colliders is divided among them by their normals. Bodies held by attachments or fixed vertices are
/// left out (`dropped`). Wind on cloth counts as contact. `mode`: `PLIANT_MAP_…`; only `PLIANT_MAP_WAIT` waits.
/// `out_view`: not NULL, its `struct_size` set. The data of the view belong to the library and are valid until the next
/// step, the next call of this function, a restore or the end of the world. Returns NOT_READY before a step has
/// finished. Thread: one at a time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE, INVALID_STATE if the world
/// measures no impulses, BUSY, DEVICE_LOST. Cost: small.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_world_impulses(
    world: PliantWorldId,
    mode: u32,
    out_view: *mut PliantImpulseView,
) -> i32 {
    entry!("pliant_world_impulses", {
        let out = OutStruct::new(out_view, "out_view")?;
        out.set(registry::with(world, |world| world.impulses(mode))?);
        Ok(())
    })
}

/// Shows which pairs began, continued or ceased to touch in the newest finished step, and which bodies are in sensors. The
/// world must have `PLIANT_WORLD_EVENTS`; bodies and colliders choose their events (`PliantBodyDesc.events`).
///
/// The step is compared with the last reported step. Each step is reported once: a second call without a new step shows
/// no events. Call the function after each step; steps between two calls are not reported (`skipped_step_count`). A
/// touching pair ceases to touch when its distance exceeds twice the distance that contact keeps. Impulses between
/// bodies are the impulses of contact forces, without momentum that was restored to an island of bodies. Impulses on
/// colliders are divided as in `pliant_world_impulses`. After a restore, all touching pairs begin again. `mode`:
/// `PLIANT_MAP_…`; only `PLIANT_MAP_WAIT` waits. `out_view`: not NULL, its `struct_size` set. The data of the view
/// belong to the library and are valid until the next step, the next call of this function, a restore or the end of the
/// world. Returns NOT_READY before a step has finished. Thread: one at a time per world. Errors: INVALID_ARGUMENT,
/// INVALID_HANDLE, INVALID_STATE if the world finds no events, BUSY, DEVICE_LOST. Cost: small.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_world_events(
    world: PliantWorldId,
    mode: u32,
    out_view: *mut PliantEventView,
) -> i32 {
    entry!("pliant_world_events", {
        let out = OutStruct::new(out_view, "out_view")?;
        out.set(registry::with(world, |world| world.events(mode))?);
        Ok(())
    })
}

/// Writes a hash of all positions and velocities after the newest step. Equal runs on one device have equal hashes.
///
/// Every step computes the hash. Later edits do not change the hash. `out_hash` must not be NULL. Returns NOT_READY
/// before the first step. Thread: one at a time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE, BUSY, DEVICE_LOST,
/// and INVALID_STATE if the results of four steps are mapped, or were mapped when an edit overwrote the newest step.
/// Cost: waits for the newest step.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_world_state_hash(world: PliantWorldId, out_hash: *mut u64) -> i32 {
    entry!("pliant_world_state_hash", {
        let out = Out::new(out_hash, "out_hash")?;
        out.set(registry::with(world, |world| world.state_hash())?);
        Ok(())
    })
}

/// Saves the whole world as bytes.
///
/// Call the function twice. The first call, with `buffer` NULL and `capacity` 0, writes the size [byte] to `out_size`.
/// The second call fills a buffer of this size. `out_size` must not be NULL. Thread: one at a time per world. Errors:
/// INVALID_ARGUMENT, INVALID_HANDLE, CAPACITY if `capacity` is too small, NOT_READY if the GPU takes longer than a
/// minute, BUSY. Waiting edits are applied first. Their application can also fail with CAPACITY, OUT_OF_MEMORY, GPU,
/// DEVICE_LOST, as `pliant_world_step` does. Cost: waits for the newest step and reads everything back; the second call
/// uses the data that the first call read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_world_save(
    world: PliantWorldId,
    buffer: *mut u8,
    capacity: u64,
    out_size: *mut u64,
) -> i32 {
    entry!("pliant_world_save", {
        // Checked before the save, which is not cheap.
        Out::new(out_size, "out_size")?;
        let size_only = buffer.is_null();
        registry::with_saved(
            world,
            |saved| copy_out(saved, buffer, capacity, out_size, "out_size"),
            size_only,
        )
    })
}

/// Restores a saved world. Handles from the time of the save are valid again; all other handles are invalid. In a world
/// other than the saved world, `pliant_world_translate` turns saved handles into valid handles. A save does not contain the
/// contact forces between bodies. Therefore bodies that touch each other continue with other bits than without the restore.
///
/// `bytes`: `size` bytes from `pliant_world_save`, not NULL, not kept, checked as untrusted data. A failure leaves the
/// world as it was. Thread: one at a time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE, INVALID_STATE while a
/// result is mapped, FORMAT, also for a save of another version, CAPACITY, BUSY, OUT_OF_MEMORY, GPU, DEVICE_LOST. Cost:
/// builds the world anew.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_world_restore(
    world: PliantWorldId,
    bytes: *const u8,
    size: u64,
) -> i32 {
    entry!("pliant_world_restore", {
        let saved = self::bytes(bytes, size, "bytes")?;
        registry::with(world, |world| world.restore(saved))
    })
}

/// Translates a handle of a saved world into the handle of the same object in this world, after the save was restored
/// here. For a restore in another process, or after the device was lost.
///
/// `saved`: the handle of a body, collider, frame or attachment, from before the save. A handle from after the save may
/// be mistaken for the handle of an object that was added here since the restore. `out_handle`: of the same type, not
/// NULL. Thread: one at a time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE if this world has no such object,
/// BUSY. Cost: none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_world_translate(
    world: PliantWorldId,
    saved: u64,
    out_handle: *mut u64,
) -> i32 {
    entry!("pliant_world_translate", {
        let out = Out::new(out_handle, "out_handle")?;
        out.set(registry::with(world, |world| world.translate(saved))?);
        Ok(())
    })
}

/// Sets gravity from the next step on.
///
/// `gravity`: three floats [length unit/s²], not NULL, not kept. Thread: one at a time per world.
/// Errors: INVALID_ARGUMENT, INVALID_HANDLE, BUSY. Cost: none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_world_set_gravity(
    world: PliantWorldId,
    gravity: *const f32,
) -> i32 {
    entry!("pliant_world_set_gravity", {
        let gravity = vector(gravity, "gravity")?;
        registry::with(world, |world| world.apply(Edit::SetGravity { gravity }))?;
        Ok(())
    })
}

/// Sets the origin of render vertices, from the next step on: a floating origin. Single floats have 24 bits: they
/// resolve 1 mm at 8 km and 0.01 mm at 100 m. A large world keeps the origin near the camera. The simulation does not
/// depend on the origin. The first origin is zero.
///
/// Views of vertices name the origin of their step. `previous_position` is relative to the new origin at once.
///
/// `origin`: three doubles [length unit, world], not NULL, not kept. Thread: one at a time per world. Errors:
/// INVALID_ARGUMENT, INVALID_HANDLE, BUSY. Cost: none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_world_set_origin(world: PliantWorldId, origin: *const f64) -> i32 {
    entry!("pliant_world_set_origin", {
        let origin = place(origin, "origin")?;
        registry::with(world, |world| world.apply(Edit::SetOrigin { origin }))?;
        Ok(())
    })
}

/// Sets the velocity of the air from the next step on. The air moves cloth by drag and lift (`PliantClothDesc`).
/// Default: still air.
///
/// `wind`: three floats [length unit/s], not NULL, not kept. Thread: one at a time per world. Errors: INVALID_ARGUMENT,
/// INVALID_HANDLE, BUSY. Cost: none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_world_set_wind(world: PliantWorldId, wind: *const f32) -> i32 {
    entry!("pliant_world_set_wind", {
        let wind = vector(wind, "wind")?;
        registry::with(world, |world| world.apply(Edit::SetWind { wind }))?;
        Ok(())
    })
}

/// Describes the adapter that the world runs on.
///
/// `out_info`: not NULL, its `struct_size` set. Thread: one at a time per world. Errors: INVALID_ARGUMENT,
/// INVALID_HANDLE, BUSY. Cost: none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_world_adapter(
    world: PliantWorldId,
    out_info: *mut PliantAdapterInfo,
) -> i32 {
    entry!("pliant_world_adapter", {
        let out = OutStruct::new(out_info, "out_info")?;
        out.set(registry::with(world, |world| Ok(world.adapter_info()))?);
        Ok(())
    })
}

/// Writes the GPU passes of the next step as text for people: UTF-8 without a zero at the end.
///
/// Before the first step, the text describes a step of 1/60 s. Call the function twice, as `pliant_world_save`. Thread:
/// one at a time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE, CAPACITY, BUSY, OUT_OF_MEMORY, GPU, DEVICE_LOST.
/// Cost: too high for each frame; for tools.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_world_plan_text(
    world: PliantWorldId,
    buffer: *mut u8,
    capacity: u64,
    out_size: *mut u64,
) -> i32 {
    entry!("pliant_world_plan_text", {
        let text = registry::with(world, |world| world.plan_text())?;
        copy_out(text.as_bytes(), buffer, capacity, out_size, "out_size")
    })
}

/// Counts the adapters that worlds can run on.
///
/// `out_count` must not be NULL. Thread: any. Errors: INVALID_ARGUMENT. Cost: a query of the drivers, tens of
/// milliseconds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_adapter_count(out_count: *mut u32) -> i32 {
    entry!("pliant_adapter_count", {
        let out = Out::new(out_count, "out_count")?;
        out.set(list_adapters().len() as u32);
        Ok(())
    })
}

/// Describes an adapter.
///
/// `index`: below the count of `pliant_adapter_count`. The best adapter comes first: discrete, integrated, virtual,
/// other, software. `out_info`: not NULL, its `struct_size` set. Thread: any. Errors: INVALID_ARGUMENT. Cost: a query
/// of the drivers, tens of milliseconds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_adapter_get(index: u32, out_info: *mut PliantAdapterInfo) -> i32 {
    entry!("pliant_adapter_get", {
        let out = OutStruct::new(out_info, "out_info")?;
        let adapters = list_adapters();
        let count = adapters.len();
        let found = adapters.into_iter().nth(index as usize);
        out.set(found.ok_or_else(|| {
            Error::argument(format!(
                "index is {index}, expected below {count}, the number of adapters"
            ))
        })?);
        Ok(())
    })
}

/// Closes the devices that no world uses. The next world opens a device again.
///
/// Call the function at the end of a program, or before the library is unloaded. Destroy all worlds first: a world may
/// have a thread that runs code of this library. Thread: any. Errors: none. Cost: waits for the drivers and for threads
/// that compile, and writes the files of `pliant_cache_open`.
///
/// On Linux the library stays in memory after `dlclose` until every thread that called a function of a world or of adapters
/// has ended. Dependencies such as pollster leave thread-local values on these threads, and the destructors are code of
/// this library. An editor that reloads the library should make such calls on threads that end before the reload. Calls
/// about versions or errors leave no such values.
#[unsafe(no_mangle)]
pub extern "C" fn pliant_shutdown() -> i32 {
    entry!("pliant_shutdown", {
        crate::world::shutdown();
        Ok(())
    })
}
