//! A surface of the caller's made into assets.

use super::log;
use super::pointer::{array, factors, floats, read};
use super::shared::{ASSETS, Kept};
use crate::asset::Asset;
use crate::asset::SurfaceMesh;
use crate::asset::from_surface::{Mode, Region, SurfaceOptions, SurfaceReport, cook_levels};
use crate::asset::progress::Progress;
use crate::desc::*;
use crate::error::{Error, Result, Status};
use crate::ids::PliantAssetId;
use std::sync::Arc;

/// Cooks every level of a description; `told` hears how much is done and says whether to go on.
///
/// # Safety
/// The arrays of `desc` are as long as it says.
pub(super) unsafe fn create(
    desc: &PliantSurfaceDesc,
    told: &dyn Fn(f32) -> bool,
) -> Result<Vec<PliantAssetId>> {
    // SAFETY: whoever calls this promised the arrays.
    let given = unsafe { Given::read(desc)? };
    let regions = given.regions();
    let options = given.options(desc, &regions);
    let goes_on = |done| {
        log::hand_out_said(); // otherwise messages of calls that the callback makes wait for the end
        told(done)
    };
    let levels = desc.level_count as usize;
    let made = cook_levels(&given.surface, &options, levels, &Progress::new(&goes_on))?;
    handles(made, levels)
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
fn handles(made: Vec<(Arc<Asset>, SurfaceReport)>, levels: usize) -> Result<Vec<PliantAssetId>> {
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

fn kept(cooked: Arc<Asset>, report: &SurfaceReport, level: u32) -> Kept {
    let sentences = report.sentences();
    sentences.iter().for_each(|s| ::log::info!("cooked: {s}"));
    Kept {
        report: Some(report.numbers(level)),
        sentences: sentences.join("\n"),
        cooked,
    }
}
