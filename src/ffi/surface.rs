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
/// `desc` must not be NULL; `struct_size` is `sizeof(PliantSurfaceDesc)`. Thread: any. Errors: INVALID_ARGUMENT. Cost: none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_surface_desc_init(
    desc: *mut PliantSurfaceDesc,
    struct_size: u32,
) -> i32 {
    entry!("pliant_surface_desc_init", init(desc, struct_size))
}

/// Writes the defaults of a region's description: no mesh, factors of 1.
///
/// `desc` must not be NULL; `struct_size` is `sizeof(PliantRegionDesc)`. Thread: any. Errors: INVALID_ARGUMENT. Cost: none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_region_desc_init(
    desc: *mut PliantRegionDesc,
    struct_size: u32,
) -> i32 {
    entry!("pliant_region_desc_init", init(desc, struct_size))
}

/// Repairs a surface, fills it with tets and cooks them into assets that worlds share: one, or one for each level of detail.
/// What encloses no volume becomes a shell (`PliantAssetInfo.kind`). Nothing is refused for being open, tangled or in parts.
///
/// `desc`: see its fields; arrays are read before the work begins and not kept. `out_assets`: room for `desc->level_count`
/// handles, finest level first, not NULL; the caller holds each and lets go of it with `pliant_asset_release`. A shell has one
/// level: all handles are then the same one, held once for each.
///
/// `progress`: NULL, or called now and then with how much is done (`done`, 0 to 1, rising) and `user_data`, on the calling
/// thread, which holds no lock of the library; it may call the library. It returns 0 to go on; anything else stops the work
/// there, and the call returns CANCELLED, has made nothing and kept nothing. Calls come some hundredths of a second apart at
/// the default counts, and up to a second for a million triangles or tets; thousands of parts inside each other take longer.
/// It must not throw, unwind or jump out of the call: a C++ or C# exception is caught in the callback and thrown again after
/// the call, as pliant.hpp and Pliant.cs do. `user_data` may be NULL and is passed on. Messages of calls that it makes are
/// logged before the next call of it (`pliant_log_set`).
///
/// What was done is told by `pliant_asset_surface_report` and `pliant_asset_report_text`, and logged (`PLIANT_LOG_INFO`). The
/// same description gives the same bits. Thread: any, many at once. Errors: INVALID_ARGUMENT, VERSION, MESH_EMPTY, MESH_INDEX,
/// MESH_NOT_FINITE, MESH_ZERO_VOLUME (a mesh scaled to nothing), CAPACITY, OUT_OF_MEMORY, CANCELLED. Cost: tenths of a second
/// for 2,000 tets of a common render mesh, a second for 50,000; save the result with `pliant_asset_save`.
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
        // SAFETY: the caller promised a function that may be called with these, on this thread, and does not unwind.
        let told = |done| progress.is_none_or(|tell| unsafe { tell(done, user_data) } == 0);
        out.set_all(&cooking::create(&desc, &told)?);
        Ok(())
    })
}

/// Writes what cooking did to the surface that an asset was made of, in numbers.
///
/// `out_report` with its `struct_size` set; not NULL. It is kept with the handle, not in what `pliant_asset_save` writes.
/// Thread: any. Errors: INVALID_ARGUMENT, INVALID_HANDLE, INVALID_STATE for an asset of tets or one that was loaded. Cost:
/// none.
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

/// Writes what cooking did as text for people: sentences, one a line, UTF-8 without a zero at the end; empty if there was nothing
/// to say, or if the asset was loaded.
///
/// Call it twice: with `buffer` NULL and `capacity` 0 to get the size [byte] in `out_size`, then with that much room.
/// `out_size` must not be NULL. Thread: any. Errors: INVALID_ARGUMENT, INVALID_HANDLE, CAPACITY. Cost: a copy.
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
