//! Compiling before a step needs it.

use super::pointer::{OutStruct, array, init, read, required_text};
use super::registry::with;
use super::shared::ASSETS;
use crate::desc::{PLIANT_MODEL_DEFAULT, PliantPrepareDesc, check_prepare_count};
use crate::error::{Error, Result, Status};
use crate::ids::{PliantAssetId, PliantWorldId};
use crate::view::PliantPrepareState;
use crate::world::{self, PrepareOptions};
use std::ffi::c_char;

/// Writes the defaults of a description for `pliant_world_prepare`: the world's present content.
///
/// `desc` must not be NULL; `struct_size` is `sizeof(PliantPrepareDesc)`. Thread: any. Errors: INVALID_ARGUMENT. Cost: none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_prepare_desc_init(
    desc: *mut PliantPrepareDesc,
    struct_size: u32,
) -> i32 {
    entry!("pliant_prepare_desc_init", init(desc, struct_size))
}

/// Compiles the GPU programs, called kernels, for the world's content and the assets and features of `desc`. Returns
/// NOT_READY until all kernels are compiled, then OK. A game calls the function in each frame, draws a loading bar, and
/// may step the world meanwhile.
///
/// After OK, no step compiles as long as the world only has the assets and models that `desc` names or that the world
/// had before, in any number, held or not, and only features that the flags allow. Without this call, the first step
/// and each later step that needs new kernels compile them, which can take seconds. The log and
/// `PliantWorldStats.late_kernel_count` report such kernels.
///
/// `desc`: from `pliant_prepare_desc_init`; NULL for the world's present content. Pass the same description in each
/// call. `timeout_ns` [ns]: how long to wait; 0 does not wait. Other calls of this world get BUSY during the wait.
/// `out_state`: its `struct_size` set; may be NULL. Thread: one at a time per world. Errors: INVALID_ARGUMENT,
/// INVALID_HANDLE, CAPACITY for more than 4096 assets, MESH_UNSUPPORTED if an asset lacks the data that its model
/// needs, VERSION, BUSY, OUT_OF_MEMORY, GPU, DEVICE_LOST. Cost: threads of the library compile, for seconds where the
/// driver has no kernels cached. These threads continue without further calls, until the world is destroyed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_world_prepare(
    world: PliantWorldId,
    desc: *const PliantPrepareDesc,
    timeout_ns: u64,
    out_state: *mut PliantPrepareState,
) -> i32 {
    entry!("pliant_world_prepare", {
        let out = match out_state.is_null() {
            true => None,
            false => Some(OutStruct::new(out_state, "out_state")?),
        };
        let options = match desc.is_null() {
            true => PrepareOptions::default(),
            false => options(&read(desc, "desc")?)?,
        };
        let (is_done, state) = with(world, |world| world.prepare_kernels(&options, timeout_ns))?;
        if let Some(out) = out {
            out.set(state);
        }
        match is_done {
            true => Ok(()),
            false => Err(Error::new(
                Status::NotReady,
                format!(
                    "{} of {} kernels are ready; call again",
                    state.done_count, state.kernel_count
                ),
            )),
        }
    })
}

/// # Safety
/// The arrays of `desc` are as long as it says.
unsafe fn options(desc: &PliantPrepareDesc) -> Result<PrepareOptions> {
    let count = desc.asset_count;
    check_prepare_count(count)?;
    // SAFETY: whoever calls this promised the arrays.
    let (assets, models) = unsafe {
        let assets = array::<PliantAssetId, 1>(desc.assets, count, 8, "assets")?.into_flattened();
        let models = match desc.models.is_null() {
            true => vec![PLIANT_MODEL_DEFAULT; assets.len()],
            false => array::<u32, 1>(desc.models, count, 4, "models")?.into_flattened(),
        };
        (assets, models)
    };
    let bodies = assets.into_iter().zip(models);
    let bodies = bodies.map(|(asset, model)| Ok((ASSETS.get(asset)?.cooked.clone(), model)));
    Ok(PrepareOptions {
        flags: desc.flags,
        bodies: bodies.collect::<Result<_>>()?,
        thread_count: desc.thread_count,
    })
}

/// Stores compiled kernels in a folder. The next start of the program reads the kernels instead of compiling: tenths of
/// a second instead of seconds. Call the function once per process, before the first world.
///
/// `folder`: a path in UTF-8, not NULL and not empty, not kept. The folder is made if it is missing. Only programs that
/// you trust may write to the folder, because a driver runs the code in the files. Each adapter and version of the
/// library has a file of at most 64 MB; files of old versions may be deleted. A damaged file is no error: the log
/// reports the damage, and the library writes a new file. Files are written when nothing is left to compile, and by
/// `pliant_shutdown`.
///
/// Only Vulkan gives its kernels to a program. On Metal and Direct3D 12 the call succeeds, the log says that the driver's
/// own cache is used, and the folder stays empty. Thread: any. Errors: INVALID_ARGUMENT, INVALID_STATE if a world was made
/// or a cache opened before, IO if the folder cannot be written. Cost: writes a small file and deletes it; the first world
/// on an adapter reads the kernels.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_cache_open(folder: *const c_char) -> i32 {
    entry!("pliant_cache_open", {
        world::open_cache(required_text(folder, "folder")?)
    })
}
