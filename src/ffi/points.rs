//! Assets of particles, and clusters of assets.

use super::pointer::{Out, array, floats, init, read};
use super::shared::{ASSETS, Kept};
use crate::asset::clusters::{ClusterOptions, lists_of};
use crate::asset::points::{PointSet, cook_points, with_clusters};
use crate::desc::{PliantClusterDesc, PliantPointsDesc};
use crate::error::{Result, Status};
use crate::ids::PliantAssetId;
use std::sync::Arc;

/// Writes the defaults of a description of clusters: about 30 particles each before they overlap.
///
/// `desc` must not be NULL; `struct_size` is `sizeof(PliantClusterDesc)`. Thread: any. Errors: INVALID_ARGUMENT. Cost:
/// none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_cluster_desc_init(
    desc: *mut PliantClusterDesc,
    struct_size: u32,
) -> i32 {
    entry!("pliant_cluster_desc_init", init(desc, struct_size))
}

/// Writes the defaults of a description of particles: none.
///
/// `desc` must not be NULL; `struct_size` is `sizeof(PliantPointsDesc)`. Thread: any. Errors: INVALID_ARGUMENT. Cost:
/// none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_points_desc_init(
    desc: *mut PliantPointsDesc,
    struct_size: u32,
) -> i32 {
    entry!("pliant_points_desc_init", init(desc, struct_size))
}

/// Cooks particles without tetrahedra into an asset for `PLIANT_MODEL_SHAPE_MATCHING`.
///
/// `desc`: the fields give the ranges. The arrays are read during the call and not kept. No other pointer may be NULL.
/// The caller holds the asset as after `pliant_asset_create`. Particles collide as points, without a surface between
/// them. Thread: any, many at once. Errors: INVALID_ARGUMENT, VERSION, MESH_EMPTY, MESH_NOT_FINITE, CAPACITY,
/// OUT_OF_MEMORY. Cost: about 20 µs of CPU time a particle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_asset_create_from_points(
    desc: *const PliantPointsDesc,
    out_asset: *mut PliantAssetId,
) -> i32 {
    entry!("pliant_asset_create_from_points", {
        let out = Out::new(out_asset, "out_asset")?;
        let desc = read(desc, "desc")?.checked()?;
        let (count, stride) = (desc.vertex_count, desc.position_stride);
        let lost = Status::MeshNotFinite;
        let volumes: Vec<[f32; 1]> = match desc.volumes.is_null() {
            true => Vec::new(),
            false => array(desc.volumes, count, 4, "volumes")?,
        };
        let (options, clusters) = match desc.clusters.is_null() {
            true => (ClusterOptions::default(), Vec::new()),
            false => clusters(desc.clusters, "desc->clusters")?,
        };
        let points = PointSet {
            positions: floats(desc.positions, count, stride, "positions", lost)?,
            volumes: volumes.into_iter().flatten().collect(),
            clusters,
        };
        let asset = Arc::new(cook_points(&points, &options)?);
        out.set(ASSETS.insert(Kept::new(asset, String::new()))?);
        Ok(())
    })
}

/// Copies an asset, with other clusters.
///
/// An asset without clusters needs no call of this function: a body with `PLIANT_MODEL_SHAPE_MATCHING` then makes
/// default clusters. `asset` itself does not change. `desc`: the fields give the ranges. The arrays are read during the
/// call and not kept. `out_asset`: not NULL; the caller holds the new asset as after `pliant_asset_create`. Thread:
/// any. Errors: INVALID_ARGUMENT, INVALID_HANDLE, VERSION, MESH_UNSUPPORTED for a sheet, which has no volume, CAPACITY,
/// OUT_OF_MEMORY. Cost: a copy, and about 20 µs of CPU time a vertex.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_asset_create_with_clusters(
    asset: PliantAssetId,
    desc: *const PliantClusterDesc,
    out_asset: *mut PliantAssetId,
) -> i32 {
    entry!("pliant_asset_create_with_clusters", {
        let out = Out::new(out_asset, "out_asset")?;
        let kept = ASSETS.get(asset)?;
        let (options, lists) = clusters(desc, "desc")?;
        let made = Arc::new(with_clusters(&kept.cooked, &lists, &options)?);
        out.set(ASSETS.insert(Kept::new(made, String::new()))?);
        Ok(())
    })
}

/// How to make clusters, and those given by hand.
///
/// # Safety
/// `pointer` is NULL or a description whose arrays are as long as it says.
unsafe fn clusters(
    pointer: *const PliantClusterDesc,
    name: &str,
) -> Result<(ClusterOptions, Vec<Vec<u32>>)> {
    // SAFETY: the caller promised a description here.
    let desc = unsafe { read(pointer, name) }?.checked()?;
    let options = ClusterOptions {
        size: desc.cluster_size,
        count: desc.cluster_count,
        seed: desc.seed,
    };
    if desc.starts.is_null() {
        return Ok((options, Vec::new()));
    }
    // SAFETY: the caller promised arrays of these lengths.
    let starts: Vec<[u32; 1]> =
        unsafe { array(desc.starts, desc.cluster_count + 1, 4, "clusters.starts") }?;
    // SAFETY: as above.
    let vertices: Vec<[u32; 1]> =
        unsafe { array(desc.vertices, desc.vertex_count, 4, "clusters.vertices") }?;
    let flat = |entries: Vec<[u32; 1]>| -> Vec<u32> { entries.into_iter().flatten().collect() };
    Ok((options, lists_of(&flat(starts), &flat(vertices))?))
}
