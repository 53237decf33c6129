//! Cooked assets.

use super::pointer::{
    Out, OutStruct, array, bytes, copy_out, factors, floats, init, read, required_text,
};
use super::shared::{ASSETS, Kept};
use crate::asset::from_surface::Cooked;
use crate::asset::{self, Asset, CookOptions, TetMesh, shell::ShellAsset};
use crate::desc::{PliantAssetDesc, flag};
use crate::error::{Error, Result, Status};
use crate::ids::PliantAssetId;
use crate::view::{PLIANT_ASSET_BODY, PLIANT_ASSET_SHELL, PliantAssetInfo};
use std::ffi::c_char;
use std::path::Path;
use std::sync::Arc;

/// Writes the defaults of a tet mesh's description: no mesh.
///
/// `desc` must not be NULL; `struct_size` is `sizeof(PliantAssetDesc)`. Thread: any. Errors: INVALID_ARGUMENT. Cost: none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_asset_desc_init(
    desc: *mut PliantAssetDesc,
    struct_size: u32,
) -> i32 {
    entry!("pliant_asset_desc_init", init(desc, struct_size))
}

/// Cooks a tet mesh into a body that worlds share.
///
/// `desc`: see its fields; arrays are read during the call and not kept. No other pointer may be NULL. The caller
/// holds the asset and lets go of it with `pliant_asset_release`; bodies made of it keep it alive. Thread: any, many at
/// once. Errors: INVALID_ARGUMENT, VERSION, MESH_… with the first offender, CAPACITY, OUT_OF_MEMORY. Cost: about
/// 3 µs of CPU time a tet; save the result with `pliant_asset_save`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_asset_create(
    desc: *const PliantAssetDesc,
    out_asset: *mut PliantAssetId,
) -> i32 {
    entry!("pliant_asset_create", {
        let out = Out::new(out_asset, "out_asset")?;
        let desc = read(desc, "desc")?.checked()?;
        let (vertices, tets, stride) = (desc.vertex_count, desc.tet_count, desc.position_stride);
        let mesh = TetMesh {
            positions: floats(
                desc.positions,
                vertices,
                stride,
                "positions",
                Status::MeshNotFinite,
            )?,
            tets: array(desc.tets, tets, 16, "tets")?,
            tet_stiffness: factors(desc.tet_stiffness, tets, 4, "tet_stiffness")?,
            tet_density: factors(desc.tet_density, tets, 4, "tet_density")?,
        };
        out.set(cook(&mesh, desc.drop_unreferenced)?);
        Ok(())
    })
}

fn cook(mesh: &TetMesh, drop_unreferenced: u32) -> Result<PliantAssetId> {
    let (asset, report) = asset::cook::cook(
        mesh,
        &CookOptions {
            drop_unreferenced: drop_unreferenced == 1,
        },
    )?;
    ::log::info!("cooked: {report:?}");
    let sentences = report.sentences().join("\n");
    ASSETS.insert(Kept::new(Cooked::Body(Arc::new(asset)), sentences))
}

/// What is wrong with a mesh that came from a file.
pub(super) fn in_file(error: Error, path: &str) -> Error {
    Error::new(error.status, format!("{path}: {}", error.message))
}

/// Reads a tet mesh file (Gmsh .msh 1.0, 2.2 or 4.1, TetGen .node or .ele, Medit or NETGEN .mesh, VTK .vtk or .vtu, .t)
/// and cooks it.
///
/// `path`: UTF-8; not NULL. `drop_unreferenced` as in `PliantAssetDesc`. Otherwise as `pliant_asset_create`.
/// Errors also: IO, FORMAT, MESH_UNSUPPORTED.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_asset_read_file(
    path: *const c_char,
    drop_unreferenced: u32,
    out_asset: *mut PliantAssetId,
) -> i32 {
    entry!("pliant_asset_read_file", {
        let out = Out::new(out_asset, "out_asset")?;
        flag("drop_unreferenced", drop_unreferenced)?;
        let path = required_text(path, "path")?;
        let mesh = asset::read::read_tets(Path::new(path))?;
        out.set(cook(&mesh, drop_unreferenced).map_err(|e| in_file(e, path))?);
        Ok(())
    })
}

/// Loads an asset, a body or a shell, from what `pliant_asset_save` wrote.
///
/// `bytes` and `size` [byte]: not NULL, not kept, and not trusted. The caller holds the asset as after
/// `pliant_asset_create`. Thread: any, many at once. Errors: INVALID_ARGUMENT, FORMAT, VERSION, OUT_OF_MEMORY.
/// Cost: a tenth of cooking.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_asset_load(
    bytes: *const u8,
    size: u64,
    out_asset: *mut PliantAssetId,
) -> i32 {
    entry!("pliant_asset_load", {
        let out = Out::new(out_asset, "out_asset")?;
        let cooked = Cooked::from_bytes(self::bytes(bytes, size, "bytes")?)?;
        out.set(ASSETS.insert(Kept::new(cooked, String::new()))?);
        Ok(())
    })
}

/// Saves an asset as bytes.
///
/// Call it twice: with `buffer` NULL and `capacity` 0 to get the size [byte] in `out_size`, then with that much room.
/// `out_size` must not be NULL. Thread: any. Errors: INVALID_ARGUMENT, INVALID_HANDLE, CAPACITY if the room is too
/// small. Cost: a copy of the asset.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_asset_save(
    asset: PliantAssetId,
    buffer: *mut u8,
    capacity: u64,
    out_size: *mut u64,
) -> i32 {
    entry!("pliant_asset_save", {
        copy_out(
            &ASSETS.get(asset)?.cooked.to_bytes(),
            buffer,
            capacity,
            out_size,
            "out_size",
        )
    })
}

/// Writes counts, bounds and hash of an asset.
///
/// `out_info` with its `struct_size` set; not NULL. Thread: any. Errors: INVALID_ARGUMENT, INVALID_HANDLE.
/// Cost: one pass over its vertices.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_asset_info(
    asset: PliantAssetId,
    out_info: *mut PliantAssetInfo,
) -> i32 {
    entry!("pliant_asset_info", {
        let out = OutStruct::new(out_info, "out_info")?;
        out.set(match &ASSETS.get(asset)?.cooked {
            Cooked::Body(asset) => body_info(asset),
            Cooked::Shell(shell) => shell_info(shell),
        });
        Ok(())
    })
}

/// `PLIANT_ASSET_…`.
pub(super) fn kind(cooked: &Cooked) -> u32 {
    match cooked {
        Cooked::Body(_) => PLIANT_ASSET_BODY,
        Cooked::Shell(_) => PLIANT_ASSET_SHELL,
    }
}

fn body_info(asset: &Asset) -> PliantAssetInfo {
    PliantAssetInfo {
        user_vertex_count: asset.internal_from_user.len() as u32,
        tet_count: asset.tets.len() as u32,
        edge_count: asset.edges.len() as u32,
        surface_triangle_count: asset.surface_triangles.len() as u32,
        colour_count: asset.colour_slices.len().saturating_sub(1) as u32,
        volume: asset.tet_volumes.iter().map(|&v| f64::from(v)).sum::<f64>() as f32,
        centroid: asset.centroid,
        kind: PLIANT_ASSET_BODY,
        content_hash: asset.content_hash,
        ..bounds(&asset.rest_positions)
    }
}

fn shell_info(shell: &ShellAsset) -> PliantAssetInfo {
    PliantAssetInfo {
        user_vertex_count: shell.internal_from_user.len() as u32,
        edge_count: shell.edges.len() as u32,
        surface_triangle_count: shell.triangles.len() as u32,
        colour_count: shell.colour_starts.len().saturating_sub(1) as u32,
        centroid: shell.centroid,
        kind: PLIANT_ASSET_SHELL,
        content_hash: shell.content_hash,
        ..bounds(&shell.rest_positions)
    }
}

/// How many positions there are, and the box around them.
fn bounds(positions: &[[f32; 3]]) -> PliantAssetInfo {
    let bound = |pick: fn(f32, f32) -> f32, start: f32| {
        positions.iter().fold([start; 3], |b, p| {
            std::array::from_fn(|axis| pick(b[axis], p[axis]))
        })
    };
    PliantAssetInfo {
        vertex_count: positions.len() as u32,
        low: bound(f32::min, f32::INFINITY),
        high: bound(f32::max, f32::NEG_INFINITY),
        ..Default::default()
    }
}

/// Counts one more holder of the asset.
///
/// Thread: any. Errors: INVALID_HANDLE, CAPACITY. Cost: none.
#[unsafe(no_mangle)]
pub extern "C" fn pliant_asset_retain(asset: PliantAssetId) -> i32 {
    entry!("pliant_asset_retain", ASSETS.retain(asset))
}

/// Counts one holder less; the handle is invalid after the last. Bodies made of the asset go on.
///
/// Thread: any. Errors: INVALID_HANDLE. Cost: frees the asset if no body uses it.
#[unsafe(no_mangle)]
pub extern "C" fn pliant_asset_release(asset: PliantAssetId) -> i32 {
    entry!("pliant_asset_release", ASSETS.release(asset))
}
