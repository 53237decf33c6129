//! Assets cooked from surfaces.

use super::cooking;
use super::pointer::{Out, OutStruct, copy_out, init, read};
use super::shared::ASSETS;
use crate::desc::{PliantRegionDesc, PliantSurfaceDesc};
use crate::error::{Error, Status};
use crate::ids::PliantAssetId;
use crate::view::PliantSurfaceReport;
use std::ffi::c_void;

/// Writes the defaults of a surface's description: no mesh, a cage of 2,000 tets.
///
/// `desc` must not be NULL; `struct_size` is `sizeof(PliantSurfaceDesc)`. Thread: any. Errors: INVALID_ARGUMENT. Cost:
/// none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_surface_desc_init(
    desc: *mut PliantSurfaceDesc,
    struct_size: u32,
) -> i32 {
    entry!("pliant_surface_desc_init", init(desc, struct_size))
}

/// Writes the defaults of a region's description: no mesh, factors of 1.
///
/// `desc` must not be NULL; `struct_size` is `sizeof(PliantRegionDesc)`. Thread: any. Errors: INVALID_ARGUMENT. Cost:
/// none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_region_desc_init(
    desc: *mut PliantRegionDesc,
    struct_size: u32,
) -> i32 {
    entry!("pliant_region_desc_init", init(desc, struct_size))
}

/// Repairs a surface, fills it with tets and cooks them into assets that worlds share: one for each level of detail.
///
/// A surface may be open, tangled or in parts. A surface without volume becomes a shell (`PliantAssetInfo.kind`). The
/// same description gives the same bits. `pliant_asset_surface_report`, `pliant_asset_report_text` and messages of
/// level `PLIANT_LOG_INFO` describe the repairs and the result.
///
/// `desc`: the fields give the ranges. The arrays are read before the work begins and not kept. `out_assets`: room for
/// `desc->level_count` handles, finest level first; not NULL. The caller holds each asset and releases it with
/// `pliant_asset_release`. A shell has one level: all handles are then equal, and each counts as one holder.
///
/// `progress`: NULL, or a function called on the calling thread now and then. `done` is the fraction done, rising from
/// 0 to 1; `user_data` is passed on and may be NULL. The function returns 0 to continue. Any other value stops the
/// work: the call returns CANCELLED and leaves nothing behind. Calls come some hundredths of a second apart at the
/// default counts, and up to a second apart for a million triangles or tets; thousands of nested parts take longer. The
/// function may call the library, which holds no lock meanwhile. Messages of such calls are logged before the next call
/// of the function (`pliant_log_set`). The function must not throw, unwind or jump out of the call: catch a C++ or C#
/// exception inside the function, and throw the exception again after the call, as pliant.hpp and Pliant.cs do.
///
/// Thread: any, many at once. Errors: INVALID_ARGUMENT, VERSION, MESH_EMPTY, MESH_INDEX, MESH_NOT_FINITE,
/// MESH_ZERO_VOLUME for a mesh scaled to nothing, CAPACITY, OUT_OF_MEMORY, CANCELLED. Cost: tenths of a second for
/// 2,000 tets of a common render mesh, a second for 50,000. Save the result with `pliant_asset_save`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_asset_create_from_surface(
    desc: *const PliantSurfaceDesc,
    progress: Option<unsafe extern "C" fn(done: f32, user_data: *mut c_void) -> i32>,
    user_data: *mut c_void,
    out_assets: *mut PliantAssetId,
) -> i32 {
    entry!("pliant_asset_create_from_surface", {
        let out = Out::new(out_assets, "out_assets")?;
        let desc = read(desc, "desc")?.checked()?;
        // SAFETY: the caller promised a function that takes these, on this thread, and does not unwind.
        let told = |done| progress.is_none_or(|tell| unsafe { tell(done, user_data) } == 0);
        out.set_all(&cooking::create(&desc, &told)?);
        Ok(())
    })
}

/// Writes the report of cooking an asset's surface, in numbers.
///
/// `out_report`: not NULL, its `struct_size` set. The report belongs to the handle; `pliant_asset_save` does not save
/// the report. Thread: any. Errors: INVALID_ARGUMENT, INVALID_HANDLE, INVALID_STATE for an asset that was made of tets
/// or loaded. Cost: none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_asset_surface_report(
    asset: PliantAssetId,
    out_report: *mut PliantSurfaceReport,
) -> i32 {
    entry!("pliant_asset_surface_report", {
        let out = OutStruct::new(out_report, "out_report")?;
        let report = ASSETS.get(asset)?.report;
        let why = "the asset was made of tets or loaded; only pliant_asset_create_from_surface reports about a surface";
        out.set(report.ok_or_else(|| Error::new(Status::InvalidState, why))?);
        Ok(())
    })
}

/// Writes the report of cooking as text, a sentence a line: UTF-8 without a zero at the end. The text is empty if there
/// is nothing to report or the asset was loaded.
///
/// Call the function twice. The first call, with `buffer` NULL and `capacity` 0, writes the size [byte] to `out_size`.
/// The second call fills a buffer of this size. `out_size` must not be NULL. Thread: any. Errors: INVALID_ARGUMENT,
/// INVALID_HANDLE, CAPACITY. Cost: a copy.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_asset_report_text(
    asset: PliantAssetId,
    buffer: *mut u8,
    capacity: u64,
    out_size: *mut u64,
) -> i32 {
    entry!("pliant_asset_report_text", {
        let asset = ASSETS.get(asset)?;
        copy_out(
            asset.sentences.as_bytes(),
            buffer,
            capacity,
            out_size,
            "out_size",
        )
    })
}
