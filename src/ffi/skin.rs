//! Render meshes bound to cooked bodies.

use super::asset::in_file;
use super::pointer::{Out, OutStruct, array, bytes, copy_out, floats, init, read, required_text};
use super::shared::{ASSETS, SKINS};
use crate::asset::{self, SkinAsset, SurfaceMesh};
use crate::desc::PliantSkinAssetDesc;
use crate::error::{Result, Status};
use crate::ids::{PliantAssetId, PliantSkinAssetId};
use crate::view::PliantSkinAssetInfo;
use std::ffi::c_char;
use std::path::Path;

/// Writes the defaults of a render mesh's description: no mesh.
///
/// `desc` must not be NULL; `struct_size` is `sizeof(PliantSkinAssetDesc)`. Thread: any. Errors: INVALID_ARGUMENT.
/// Cost: none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_skin_asset_desc_init(
    desc: *mut PliantSkinAssetDesc,
    struct_size: u32,
) -> i32 {
    entry!("pliant_skin_asset_desc_init", init(desc, struct_size))
}

/// Binds a render mesh to an asset: each render vertex follows the tets around it, inside or outside the tet mesh.
///
/// `desc`: the fields give the ranges. The arrays are read during the call and not kept. No other pointer may be NULL.
/// The caller holds the skin and releases it with `pliant_skin_asset_release`. Bodies with the skin keep the skin
/// alive. Thread: any, many at once. Errors: INVALID_ARGUMENT, INVALID_HANDLE, VERSION, MESH_…, CAPACITY,
/// OUT_OF_MEMORY. Cost: microseconds a render vertex. Save the result with `pliant_skin_asset_save`.
///
/// A message of level `PLIANT_LOG_WARN` reports a mesh that may not belong to the tets: a vertex is outside the tets by
/// more than a tenth of the tets' diagonal, or the mesh is smaller than a thirtieth of the tets. The mesh is bound
/// nevertheless.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_skin_asset_create(
    asset: PliantAssetId,
    desc: *const PliantSkinAssetDesc,
    out_skin: *mut PliantSkinAssetId,
) -> i32 {
    entry!("pliant_skin_asset_create", {
        let out = Out::new(out_skin, "out_skin")?;
        let desc = read(desc, "desc")?.checked()?;
        let mesh = surface(&desc)?;
        out.set(SKINS.insert(asset::skin::bind_skin(&ASSETS.get(asset)?.cooked, &mesh)?)?);
        Ok(())
    })
}

/// # Safety
/// The arrays of `desc` are as long as it says.
unsafe fn surface(desc: &PliantSkinAssetDesc) -> Result<SurfaceMesh> {
    let (count, invalid) = (desc.vertex_count, Status::MeshNotFinite);
    // SAFETY: whoever calls this promised the arrays.
    unsafe {
        Ok(SurfaceMesh {
            positions: floats(
                desc.positions,
                count,
                desc.position_stride,
                "positions",
                invalid,
            )?,
            normals: match desc.normals.is_null() {
                true => Vec::new(),
                false => floats(desc.normals, count, desc.normal_stride, "normals", invalid)?,
            },
            uvs: Vec::new(),
            tangents: match desc.tangents.is_null() {
                true => Vec::new(),
                false => floats(
                    desc.tangents,
                    count,
                    desc.tangent_stride,
                    "tangents",
                    invalid,
                )?,
            },
            triangles: array(desc.indices, desc.index_count / 3, 12, "indices")?,
        })
    }
}

/// Reads a render mesh file and binds it: Wavefront .obj, glTF .gltf or .glb, .ply, .stl, .off, or DirectX .x as text.
///
/// All meshes of the file become one mesh. Vertices keep their order. `path`: UTF-8, not NULL. The rest is as for
/// `pliant_skin_asset_create`. Further errors: IO, FORMAT, MESH_UNSUPPORTED, CAPACITY for a glTF file with too many
/// instances of its meshes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_skin_asset_read_file(
    asset: PliantAssetId,
    path: *const c_char,
    out_skin: *mut PliantSkinAssetId,
) -> i32 {
    entry!("pliant_skin_asset_read_file", {
        let out = Out::new(out_skin, "out_skin")?;
        let asset = ASSETS.get(asset)?;
        let path = required_text(path, "path")?;
        let mesh = asset::file::read_surface(Path::new(path))?;
        let bound = asset::skin::bind_skin(&asset.cooked, &mesh).map_err(|e| in_file(e, path))?;
        out.set(SKINS.insert(bound)?);
        Ok(())
    })
}

/// Binds an asset's own boundary, for callers without a render mesh: smooth normals, no texture coordinates.
///
/// `out_skin` must not be NULL. Thread: any, many at once. Errors: INVALID_ARGUMENT, INVALID_HANDLE, OUT_OF_MEMORY. The
/// rest is as for `pliant_skin_asset_create`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_skin_asset_from_surface(
    asset: PliantAssetId,
    out_skin: *mut PliantSkinAssetId,
) -> i32 {
    entry!("pliant_skin_asset_from_surface", {
        let out = Out::new(out_skin, "out_skin")?;
        let asset = ASSETS.get(asset)?;
        let body = &asset.cooked;
        out.set(SKINS.insert(asset::skin::bind_skin(body, &body.surface())?)?);
        Ok(())
    })
}

/// Loads a skin from the bytes of `pliant_skin_asset_save`.
///
/// `bytes`: `size` bytes, not NULL, not kept, checked as untrusted data. Thread: any, many at once. Errors:
/// INVALID_ARGUMENT, FORMAT, VERSION, OUT_OF_MEMORY. Cost: a copy.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_skin_asset_load(
    bytes: *const u8,
    size: u64,
    out_skin: *mut PliantSkinAssetId,
) -> i32 {
    entry!("pliant_skin_asset_load", {
        let out = Out::new(out_skin, "out_skin")?;
        out.set(SKINS.insert(SkinAsset::from_bytes(self::bytes(bytes, size, "bytes")?)?)?);
        Ok(())
    })
}

/// Saves a skin as bytes.
///
/// Call the function twice. The first call, with `buffer` NULL and `capacity` 0, writes the size [byte] to `out_size`.
/// The second call fills a buffer of this size. `out_size` must not be NULL. Thread: any. Errors: INVALID_ARGUMENT,
/// INVALID_HANDLE, CAPACITY. Cost: a copy.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_skin_asset_save(
    skin: PliantSkinAssetId,
    buffer: *mut u8,
    capacity: u64,
    out_size: *mut u64,
) -> i32 {
    entry!("pliant_skin_asset_save", {
        copy_out(
            &SKINS.get(skin)?.to_bytes(),
            buffer,
            capacity,
            out_size,
            "out_size",
        )
    })
}

/// Copies the triangle indices of a skin, three a triangle, in the order of its file or description.
///
/// Call the function twice. The first call, with `buffer` NULL and `capacity` 0, writes the number of indices to
/// `out_count`. The second call fills a buffer of this size. `out_count` must not be NULL. Thread: any. Errors:
/// INVALID_ARGUMENT, INVALID_HANDLE, CAPACITY. Cost: a copy.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_skin_asset_indices(
    skin: PliantSkinAssetId,
    buffer: *mut u32,
    capacity: u64,
    out_count: *mut u64,
) -> i32 {
    entry!("pliant_skin_asset_indices", {
        copy_out(
            SKINS.get(skin)?.triangles.as_flattened(),
            buffer,
            capacity,
            out_count,
            "out_count",
        )
    })
}

/// Writes counts and hashes of a skin.
///
/// `out_info`: not NULL, its `struct_size` set. Thread: any. Errors: INVALID_ARGUMENT, INVALID_HANDLE. Cost: none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_skin_asset_info(
    skin: PliantSkinAssetId,
    out_info: *mut PliantSkinAssetInfo,
) -> i32 {
    entry!("pliant_skin_asset_info", {
        let out = OutStruct::new(out_info, "out_info")?;
        let skin = SKINS.get(skin)?;
        out.set(PliantSkinAssetInfo {
            struct_size: 0,
            vertex_count: skin.cage_vertices.len() as u32,
            index_count: skin.triangles.len() as u32 * 3,
            farthest_outside: skin.farthest_outside,
            asset_hash: skin.asset_hash,
            content_hash: skin.content_hash,
        });
        Ok(())
    })
}

/// Adds a holder of the skin.
///
/// Thread: any. Errors: INVALID_HANDLE, CAPACITY. Cost: none.
#[unsafe(no_mangle)]
pub extern "C" fn pliant_skin_asset_retain(skin: PliantSkinAssetId) -> i32 {
    entry!("pliant_skin_asset_retain", SKINS.retain(skin))
}

/// Removes a holder of the skin. After the last holder is removed, the handle is invalid. Bodies with the skin remain.
///
/// Thread: any. Errors: INVALID_HANDLE. Cost: frees the skin if no body has the skin.
#[unsafe(no_mangle)]
pub extern "C" fn pliant_skin_asset_release(skin: PliantSkinAssetId) -> i32 {
    entry!("pliant_skin_asset_release", SKINS.release(skin))
}
