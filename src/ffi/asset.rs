//! Cooked assets.

use super::pointer::{
    Out, OutStruct, array, bytes, copy_out, factors, floats, init, read, required_text,
};
use super::shared::{ASSETS, Kept};
use crate::asset::file::{extension, read_tets};
use crate::asset::saved::{self, EXTENSION, Saved};
use crate::asset::{self, Asset, CookOptions, TetMesh};
use crate::desc::{PliantAssetDesc, flag};
use crate::error::{Error, Result, Status};
use crate::ids::PliantAssetId;
use crate::view::{PLIANT_ASSET_BODY, PLIANT_ASSET_SHELL, PliantAssetInfo};
use std::ffi::c_char;
use std::path::Path;
use std::sync::Arc;

/// Writes the defaults of a tet mesh's description: no mesh.
///
/// `desc` must not be NULL; `struct_size` is `sizeof(PliantAssetDesc)`. Thread: any. Errors: INVALID_ARGUMENT. Cost:
/// none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_asset_desc_init(
    desc: *mut PliantAssetDesc,
    struct_size: u32,
) -> i32 {
    entry!("pliant_asset_desc_init", init(desc, struct_size))
}

/// Cooks a tet mesh into a body that worlds share.
///
/// `desc`: the fields give the ranges. The arrays are read during the call and not kept. No other pointer may be NULL.
/// The caller holds the asset and releases it with `pliant_asset_release`. Bodies made of the asset keep the asset
/// alive. Thread: any, many at once. Errors: INVALID_ARGUMENT, VERSION, MESH_… (the message names the first fault),
/// CAPACITY, OUT_OF_MEMORY. Cost: about 3 µs of CPU time a tet. Save the result with `pliant_asset_save`.
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
    ASSETS.insert(Kept::new(Arc::new(asset), sentences))
}

fn keep(loaded: Asset) -> Result<PliantAssetId> {
    ASSETS.insert(Kept::new(Arc::new(loaded), String::new()))
}

/// Names the file in an error about its mesh.
pub(super) fn in_file(error: Error, path: &str) -> Error {
    Error::new(error.status, format!("{path}: {}", error.message))
}

/// Reads a tet mesh file and cooks it, or loads a .pliant file, written by `pliant_asset_save` or `pliant cook`.
///
/// Tet meshes: Gmsh .msh 1.0, 2.2 or 4.1, TetGen .node or .ele, Medit or NETGEN .mesh, VTK .vtk or .vtu, .t and .tet.
/// `path`: UTF-8, not NULL. `drop_unreferenced`: as in `PliantAssetDesc`; no effect on a .pliant file. The rest is as
/// for `pliant_asset_create` and `pliant_asset_load`. Further errors: IO, FORMAT, MESH_UNSUPPORTED.
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
        let file = Path::new(path);
        let made = if extension(file) == EXTENSION {
            Asset::try_from(saved::read(file)?).and_then(keep)
        } else {
            cook(&read_tets(file)?, drop_unreferenced)
        };
        out.set(made.map_err(|e| in_file(e, path))?);
        Ok(())
    })
}

/// Loads an asset, a body or a shell, from the bytes of `pliant_asset_save`.
///
/// `bytes`: `size` bytes, not NULL, not kept, checked as untrusted data. The caller holds the asset as after
/// `pliant_asset_create`. Thread: any, many at once. Errors: INVALID_ARGUMENT, FORMAT, VERSION, OUT_OF_MEMORY. Cost: a
/// tenth of cooking.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_asset_load(
    bytes: *const u8,
    size: u64,
    out_asset: *mut PliantAssetId,
) -> i32 {
    entry!("pliant_asset_load", {
        let out = Out::new(out_asset, "out_asset")?;
        let loaded = Saved::from_bytes(self::bytes(bytes, size, "bytes")?)?.try_into()?;
        out.set(keep(loaded)?);
        Ok(())
    })
}

/// Saves an asset as bytes.
///
/// Call the function twice. The first call, with `buffer` NULL and `capacity` 0, writes the size [byte] to `out_size`.
/// The second call fills a buffer of this size. `out_size` must not be NULL. Thread: any. Errors: INVALID_ARGUMENT,
/// INVALID_HANDLE, CAPACITY if `capacity` is too small. Cost: a copy of the asset.
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
/// `out_info`: not NULL, its `struct_size` set. Thread: any. Errors: INVALID_ARGUMENT, INVALID_HANDLE. Cost: one pass
/// over the vertices.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_asset_info(
    asset: PliantAssetId,
    out_info: *mut PliantAssetInfo,
) -> i32 {
    entry!("pliant_asset_info", {
        let out = OutStruct::new(out_info, "out_info")?;
        out.set(info(&ASSETS.get(asset)?.cooked));
        Ok(())
    })
}

fn info(asset: &Asset) -> PliantAssetInfo {
    PliantAssetInfo {
        user_vertex_count: asset.internal_from_user.len() as u32,
        tet_count: asset.tets.len() as u32,
        edge_count: asset.edges.len() as u32,
        surface_triangle_count: asset.surface_triangles.len() as u32,
        colour_count: asset.colour_slices.len().saturating_sub(1) as u32,
        volume: asset.tet_volumes.iter().map(|&v| f64::from(v)).sum::<f64>() as f32,
        centroid: asset.centroid,
        kind: match asset.sheet {
            Some(_) => PLIANT_ASSET_SHELL,
            None => PLIANT_ASSET_BODY,
        },
        content_hash: asset.content_hash,
        ..bounds(&asset.rest_positions)
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

/// Adds a holder of the asset.
///
/// Thread: any. Errors: INVALID_HANDLE, CAPACITY. Cost: none.
#[unsafe(no_mangle)]
pub extern "C" fn pliant_asset_retain(asset: PliantAssetId) -> i32 {
    entry!("pliant_asset_retain", ASSETS.retain(asset))
}

/// Removes a holder of the asset. After the last holder is removed, the handle is invalid. Bodies made of the asset remain.
///
/// Thread: any. Errors: INVALID_HANDLE. Cost: frees the asset if no body uses the asset.
#[unsafe(no_mangle)]
pub extern "C" fn pliant_asset_release(asset: PliantAssetId) -> i32 {
    entry!("pliant_asset_release", ASSETS.release(asset))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asset::lattice::{Split, beam_lattice};
    use crate::ffi::error::pliant_last_error;
    use crate::ffi::skin::pliant_skin_asset_read_file;
    use crate::ids::PliantSkinAssetId;
    use std::ffi::{CStr, CString};

    fn last_error() -> String {
        let mut text = [0_u8; 1025];
        // SAFETY: the buffer is as long as said, and what is written ends with a zero.
        unsafe { pliant_last_error(text.as_mut_ptr().cast(), text.len() as u64) };
        let text = CStr::from_bytes_until_nul(&text).unwrap();
        text.to_str().unwrap().to_owned()
    }

    fn read(path: &Path) -> std::result::Result<u64, (i32, String)> {
        let (path, mut asset) = (
            CString::new(path.to_str().unwrap()).unwrap(),
            Default::default(),
        );
        // SAFETY: text and handle outlive the call.
        match unsafe { pliant_asset_read_file(path.as_ptr(), 0, &raw mut asset) } {
            0 => {
                let body = Arc::clone(&ASSETS.get(asset).unwrap().cooked);
                assert_eq!(pliant_asset_release(asset), 0);
                Ok(body.content_hash)
            }
            status => Err((status, last_error())),
        }
    }

    #[test]
    fn a_cooked_file_is_loaded_and_a_damaged_one_named() {
        let (body, _) = asset::cook::cook(
            &beam_lattice([1; 3], [1.0; 3], Split::Five),
            &CookOptions::default(),
        )
        .unwrap();
        let folder = std::env::temp_dir().join(format!("pliant-cooked-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let [whole, cut] = ["whole.pliant", "cut.PLIANT"].map(|name| folder.join(name));
        let mut bytes = body.to_bytes();
        std::fs::write(&whole, &bytes).unwrap();
        assert_eq!(read(&whole), Ok(body.content_hash));
        bytes.pop();
        std::fs::write(&cut, &bytes).unwrap();
        let (status, said) = read(&cut).unwrap_err();
        assert_eq!(status, Status::Format as i32, "{said}");
        assert!(
            said.starts_with(&format!("pliant_asset_read_file: {}: ", cut.display())),
            "{said}"
        );
        assert_eq!(
            read(&folder.join("none.pliant")).unwrap_err().0,
            Status::Io as i32
        );
        // It is no render mesh; the error says which function loads a bound one.
        let asset = ASSETS
            .insert(Kept::new(Arc::new(body), String::new()))
            .unwrap();
        let (path, mut skin) = (
            CString::new(whole.to_str().unwrap()).unwrap(),
            PliantSkinAssetId::default(),
        );
        // SAFETY: text and handle outlive the call.
        let status = unsafe { pliant_skin_asset_read_file(asset, path.as_ptr(), &raw mut skin) };
        assert_eq!(status, Status::Format as i32);
        assert!(
            last_error().contains("pliant_skin_asset_load"),
            "{}",
            last_error()
        );
        assert_eq!(pliant_asset_release(asset), 0);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
