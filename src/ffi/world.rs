//! Worlds and adapters.

use super::pointer::{Out, OutStruct, bytes, copy_out, init, read, text, vector};
use super::registry;
use crate::desc::{PliantWorldDesc, WorldOptions};
use crate::error::{Error, Status};
use crate::ids::PliantWorldId;
use crate::view::{PliantAdapterInfo, PliantStageTime, PliantWorldStats};
use crate::world::{Edit, list_adapters};

/// Writes the defaults of a world's description.
///
/// `desc` must not be NULL; `struct_size` is `sizeof(PliantWorldDesc)`. Thread: any. Errors: INVALID_ARGUMENT. Cost: none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_world_desc_init(
    desc: *mut PliantWorldDesc,
    struct_size: u32,
) -> i32 {
    entry!("pliant_world_desc_init", init(desc, struct_size))
}

/// Makes an empty world on a GPU.
///
/// `desc` from `pliant_world_desc_init`; its texts may be NULL and are not kept. No other pointer may be NULL. The
/// caller owns the world and ends it with `pliant_world_destroy`. At most 255 worlds live at once, and 16 million in a
/// process. Thread: any, many
/// at once. Errors: INVALID_ARGUMENT, VERSION, NO_DEVICE, OUT_OF_MEMORY, CAPACITY. Cost: the first world of an
/// adapter opens the device and compiles the shaders, up to a second; further ones are cheap.
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

/// Ends a world with everything in it; all its handles and mapped results are invalid from then on.
///
/// Thread: any; while another one is inside a function of the world, the handles are invalid at once, and the world ends when
/// that function returns. Errors: INVALID_HANDLE. Cost: frees its GPU memory, after the steps in progress.
#[unsafe(no_mangle)]
pub extern "C" fn pliant_world_destroy(world: PliantWorldId) -> i32 {
    entry!("pliant_world_destroy", registry::destroy(world))
}

/// Queues one step and returns; the GPU works on it meanwhile.
///
/// `dt` [s]: 1e-9 to 0.2; for a pause, do not step. `out_frame`, which may be NULL, gets the number of the step; the first
/// is 1. Thread: one at a time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE, CAPACITY if what was added needs more
/// than the adapter or the method has (a body that needs too many substeps stops all of its world; the sentence names it),
/// BUSY, OUT_OF_MEMORY, GPU, DEVICE_LOST. Cost: about 0.02 ms of CPU time (c03190f, on virtual machines with an H200; 0.03
/// with thousands of bodies); 0.09 to 0.2 ms where 16 dispatches or more are recorded in the call: in the first two steps
/// after a change, in a step of another `dt` than the two before (in every one, where a game hands over the time of its
/// frames instead of a fixed step), in steps called right after one another, and in worlds with PLIANT_WORLD_TIMESTAMPS.
/// Otherwise a thread of the world's, which ends with the world, recorded them while the GPU worked.
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

/// Waits until the newest step is finished, for tests and tools; a game maps results instead.
///
/// `timeout_ns` [ns]; 0 only looks. Returns NOT_READY when the time is over. Thread: one at a time per world.
/// Errors: INVALID_HANDLE, BUSY, GPU, DEVICE_LOST. Cost: blocks.
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

/// Writes numbers about the world: counts, frames, memory, times.
///
/// `out_stats` with its `struct_size` set; not NULL. Thread: one at a time per world. Errors: INVALID_ARGUMENT,
/// INVALID_HANDLE, BUSY. Cost: small; does not wait.
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
/// `stage` counts from 0 to below `stage_count`, which every successful call writes; the first 32 stages are measured. `out_time`
/// with its `struct_size` set; not NULL. Returns NOT_READY before a step has finished. Thread: one at a time per world.
/// Errors: INVALID_ARGUMENT, also when there is no such stage, INVALID_HANDLE, INVALID_STATE if times are not measured,
/// BUSY. Cost: small; does not wait. Measuring itself makes a step slower: stages do not overlap any more.
///
/// A stage is all that the bodies of one method and one executor run in a step, or all skinning, and not a single dispatch: GPUs
/// note times at the ends of a compute pass, and the 63 and more dispatches of a large body are one pass. A pass each would add
/// to each more time than many of them take.
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

/// Writes a hash of all positions and velocities after the newest step; equal runs on one device have equal hashes. Every step
/// computes it.
/// What was edited since that step does not show in it.
///
/// `out_hash` must not be NULL. Returns NOT_READY before the first step. INVALID_STATE: the results of four steps are mapped,
/// or were until an edit overwrote the newest. Thread: one at a time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE,
/// INVALID_STATE, BUSY, DEVICE_LOST. Cost: waits for the newest step.
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
/// Call it twice: with `buffer` NULL and `capacity` 0 to get the size [byte] in `out_size`, then with that much room.
/// `out_size` must not be NULL. Thread: one at a time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE, CAPACITY if
/// the room is too small, NOT_READY if the GPU takes longer than a minute, BUSY; and since edits that wait are applied
/// first, what `pliant_world_step` says: CAPACITY, OUT_OF_MEMORY, GPU, DEVICE_LOST. Cost: waits for the newest step and
/// reads everything back; the second call uses what the first one read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_world_save(
    world: PliantWorldId,
    buffer: *mut u8,
    capacity: u64,
    out_size: *mut u64,
) -> i32 {
    entry!("pliant_world_save", {
        // Seen before the save, which is not cheap.
        Out::new(out_size, "out_size")?;
        let size_only = buffer.is_null();
        registry::with_saved(
            world,
            |saved| copy_out(saved, buffer, capacity, out_size, "out_size"),
            size_only,
        )
    })
}

/// Brings a world back to what was saved; handles from the time of the save are valid again, others are not. In another
/// world than the one that was saved, `pliant_world_translate` makes valid handles of them.
///
/// `bytes` from `pliant_world_save`, `size` [byte]; not NULL, not kept, and not trusted. A failure leaves the world as
/// it was. Thread: one at a time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE, INVALID_STATE while a result is
/// mapped, FORMAT, also for a snapshot of another version, CAPACITY, BUSY, OUT_OF_MEMORY, GPU, DEVICE_LOST. Cost: builds
/// the world anew.
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

/// Writes the handle in this world of what a handle from the time of a save named in the saved world, once that save was
/// restored here: in another process, or after the device was lost.
///
/// `saved`: a body's, collider's, frame's or attachment's; `out_handle` of the same type, not NULL. What was added to this world
/// since the restore may have a place that a handle from after the save names too. Thread: one at a time per world. Errors:
/// INVALID_ARGUMENT, INVALID_HANDLE if this world has no such thing, BUSY. Cost: none.
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

/// Says which adapter the world runs on.
///
/// `out_info` with its `struct_size` set; not NULL. Thread: one at a time per world. Errors: INVALID_ARGUMENT,
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

/// Writes the GPU passes of the next step as text for people, UTF-8 without a zero at the end.
///
/// Before the first step it is the plan of a step of 1/60 s. The two calls of `pliant_world_save`. Thread: one at a time
/// per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE, CAPACITY, BUSY, OUT_OF_MEMORY, GPU, DEVICE_LOST. Cost: for tools,
/// not for each frame.
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
/// `out_count` must not be NULL. Thread: any. Errors: INVALID_ARGUMENT. Cost: asks the drivers; tens of milliseconds.
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
/// `index` below the count of `pliant_adapter_count`; the best comes first: discrete, integrated, virtual, other, software.
/// `out_info` with its `struct_size` set; not NULL. Thread: any. Errors: INVALID_ARGUMENT. Cost: asks the drivers; tens of
/// milliseconds.
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

/// Closes the devices that no world uses any more; the next world opens one again. For the end of a program, before
/// the library is unloaded; destroy all worlds before it, since a world may have a thread that runs this library's code.
///
/// On Linux the library stays in memory after it was unloaded (`dlclose`) until every thread has ended that called a function
/// of a world or of adapters: libraries underneath (pollster for one) leave thread-local values there, whose destructors are
/// this library's code. An editor that loads it anew makes such calls in threads that it ends before. Asking for versions or
/// errors holds nothing.
///
/// Thread: any. Errors: none. Cost: waits for the drivers.
#[unsafe(no_mangle)]
pub extern "C" fn pliant_shutdown() -> i32 {
    entry!("pliant_shutdown", {
        crate::world::shutdown();
        Ok(())
    })
}
