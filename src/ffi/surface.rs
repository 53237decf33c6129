//! Assets cooked from surfaces.

use super::log;
use super::pointer::{Out, OutStruct, array, copy_out, factors, floats, init, read};
use super::shared::{ASSETS, Kept};
use crate::asset::SurfaceMesh;
use crate::asset::from_surface::{
    Cooked, Mode, Region, SurfaceOptions, SurfaceReport, cook_levels,
};
use crate::asset::tetrahedralise::Progress;
use crate::desc::*;
use crate::error::{Error, Result, Status};
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
/// A surface may be open, tangled or in parts. If it encloses no volume it becomes a shell (`PliantAssetInfo.kind`).
/// The same description gives the same bits. `pliant_asset_surface_report` and `pliant_asset_report_text` say what was
/// done, and so do messages of level `PLIANT_LOG_INFO`.
///
/// `desc`: see its fields. Its arrays are read before the work begins and not kept. `out_assets`: room for
/// `desc->level_count` handles, finest level first; not NULL. The caller holds each and lets go of it with
/// `pliant_asset_release`. A shell has one level: all handles are then equal, and each counts as one holder.
///
/// `progress`: NULL, or a function called on the calling thread now and then. `done` is the share that is done, 0 to 1,
/// rising; `user_data` is passed on and may be NULL. The function returns 0 to go on. Any other value stops the work:
/// the call returns CANCELLED and leaves nothing behind. Calls come some hundredths of a second apart at the default
/// counts, and up to a second apart for a million triangles or tets; thousands of nested parts take longer. The
/// function may call the library, which holds no lock meanwhile; messages of those calls are logged before its next
/// call (`pliant_log_set`). It must not throw, unwind or jump out of the call: catch a C++ or C# exception in it, and
/// throw it again after the call, as pliant.hpp and Pliant.cs do.
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
        let given = Given::read(&desc)?;
        let regions = given.regions();
        let options = given.options(&desc, &regions);
        // SAFETY: the caller promised a function that takes these, on this thread, and does not unwind.
        let told = |done| progress.is_none_or(|tell| unsafe { tell(done, user_data) } == 0);
        let goes_on = |done| {
            log::hand_out_said(); // otherwise messages of calls that the callback makes wait for the end
            told(done)
        };
        let levels = desc.level_count as usize;
        let made = cook_levels(&given.surface, &options, levels, &Progress::new(&goes_on))?;
        out.set_all(&handles(made, levels)?);
        Ok(())
    })
}

/// The contents of a description's arrays.
struct Given {
    surface: SurfaceMesh,
    vertex_stiffness: Vec<f32>,
    vertex_density: Vec<f32>,
    regions: Vec<(SurfaceMesh, PliantRegionDesc)>,
}

impl Given {
    /// # Safety
    /// The arrays of `desc` are as long as it says.
    unsafe fn read(desc: &PliantSurfaceDesc) -> Result<Self> {
        let count = desc.vertex_count;
        let (stiffness, density) = (desc.vertex_stiffness, desc.vertex_density);
        // SAFETY: whoever calls this promised the arrays.
        unsafe {
            Ok(Self {
                surface: surface(
                    desc.positions,
                    count,
                    desc.position_stride,
                    desc.indices,
                    desc.index_count,
                )?,
                vertex_stiffness: factors(
                    stiffness,
                    count,
                    desc.vertex_stiffness_stride,
                    "vertex_stiffness",
                )?,
                vertex_density: factors(
                    density,
                    count,
                    desc.vertex_density_stride,
                    "vertex_density",
                )?,
                regions: regions(desc)?,
            })
        }
    }

    fn regions(&self) -> Vec<Region<'_>> {
        let all = self.regions.iter().map(|(surface, desc)| Region {
            surface,
            stiffness: desc.stiffness,
            density: desc.density,
        });
        all.collect()
    }

    fn options<'a>(
        &'a self,
        desc: &PliantSurfaceDesc,
        regions: &'a [Region<'a>],
    ) -> SurfaceOptions<'a> {
        SurfaceOptions {
            mode: match desc.mode {
                PLIANT_SURFACE_CONFORMING => Mode::Conforming,
                PLIANT_SURFACE_SHELL => Mode::Shell,
                _ => Mode::Cage,
            },
            elements: desc.element_count as usize,
            spacing: f64::from(desc.cell_size),
            vertex_stiffness: &self.vertex_stiffness,
            vertex_density: &self.vertex_density,
            regions,
            threads: desc.thread_count as usize,
        }
    }
}

/// # Safety
/// The arrays are as long as the counts say.
unsafe fn surface(
    positions: *const f32,
    vertices: u32,
    stride: u32,
    indices: *const u32,
    index_count: u32,
) -> Result<SurfaceMesh> {
    // SAFETY: whoever calls this promised the arrays.
    unsafe {
        Ok(SurfaceMesh {
            positions: floats(
                positions,
                vertices,
                stride,
                "positions",
                Status::MeshNotFinite,
            )?,
            triangles: array(indices, index_count / 3, 12, "indices")?,
            ..Default::default()
        })
    }
}

/// # Safety
/// `desc.regions` holds as many regions as the description says, each as large as the first, and their arrays are as long as
/// they say.
unsafe fn regions(desc: &PliantSurfaceDesc) -> Result<Vec<(SurfaceMesh, PliantRegionDesc)>> {
    let (first, count) = (desc.regions, desc.region_count as usize);
    if count > 0 && first.is_null() {
        let message = format!("regions is NULL, expected {count} entries");
        return Err(Error::argument(message));
    }
    if count == 0 && !first.is_null() {
        let why = "region_count is 0 but regions is not NULL; expected NULL for no regions";
        return Err(Error::argument(why));
    }
    let mut all = Vec::with_capacity(count);
    for i in 0..count {
        let named = |e: Error| Error::new(e.status, format!("region {i}: {}", e.message));
        // SAFETY: whoever calls this promised the regions, every one of which starts with its size.
        let region = unsafe {
            let size = first.cast::<u32>().read_unaligned() as usize;
            let own = first.byte_add(i * size);
            let own_size = own.cast::<u32>().read_unaligned() as usize;
            if own_size != size {
                let message = format!(
                    "regions[{i}].struct_size is {own_size} and regions[0].struct_size {size}, expected the same of all"
                );
                return Err(Error::argument(message));
            }
            read(own, &format!("(regions + {i})"))?
        };
        let region = region.checked().map_err(named)?;
        // SAFETY: whoever calls this promised the arrays.
        let mesh = unsafe {
            surface(
                region.positions,
                region.vertex_count,
                region.position_stride,
                region.indices,
                region.index_count,
            )
        };
        all.push((mesh.map_err(named)?, region));
    }
    Ok(all)
}

/// Handles of all levels. If one finds no room, none is kept.
fn handles(made: Vec<(Cooked, SurfaceReport)>, levels: usize) -> Result<Vec<PliantAssetId>> {
    let mut handles: Vec<PliantAssetId> = Vec::with_capacity(levels);
    let inserted = made
        .into_iter()
        .enumerate()
        .try_for_each(|(level, (cooked, report))| {
            handles.push(ASSETS.insert(kept(cooked, &report, level as u32))?);
            Ok(())
        });
    // A shell has one level.
    let all = inserted.and_then(|()| {
        while handles.len() < levels {
            let last = handles[handles.len() - 1];
            ASSETS.retain(last)?;
            handles.push(last);
        }
        Ok(())
    });
    match all {
        Ok(()) => Ok(handles),
        Err(why) => {
            handles.into_iter().try_for_each(|h| ASSETS.release(h))?;
            Err(why)
        }
    }
}

fn kept(cooked: Cooked, report: &SurfaceReport, level: u32) -> Kept {
    let sentences = report.sentences();
    sentences.iter().for_each(|s| ::log::info!("cooked: {s}"));
    Kept {
        report: Some(report.numbers(level)),
        sentences: sentences.join("\n"),
        cooked,
    }
}

/// Writes what cooking did to an asset's surface, in numbers.
///
/// `out_report`: not NULL, its `struct_size` set. The report belongs to the handle; `pliant_asset_save` does not write
/// it. Thread: any. Errors: INVALID_ARGUMENT, INVALID_HANDLE, INVALID_STATE for an asset that was made of tets or
/// loaded. Cost: none.
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

/// Writes what cooking did in sentences, one a line: UTF-8 without a zero at the end. It is empty if there was nothing
/// to say, or if the asset was loaded.
///
/// Call it twice. The first call, with `buffer` NULL and `capacity` 0, writes the size [byte] to `out_size`; the second
/// fills a buffer of that size. `out_size` must not be NULL. Thread: any. Errors: INVALID_ARGUMENT, INVALID_HANDLE,
/// CAPACITY. Cost: a copy.
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
