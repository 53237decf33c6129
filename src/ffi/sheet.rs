//! Assets of sheets.

use super::pointer::{Out, array, floats, init, read};
use super::shared::{ASSETS, Kept};
use crate::asset::shell::cook_shell;
use crate::asset::{CookOptions, SurfaceMesh};
use crate::desc::PliantSheetDesc;
use crate::error::Status;
use crate::ids::PliantAssetId;
use std::sync::Arc;

/// Writes the defaults of a sheet's description: no mesh.
///
/// `desc` must not be NULL; `struct_size` is `sizeof(PliantSheetDesc)`. Thread: any. Errors: INVALID_ARGUMENT. Cost:
/// none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_sheet_desc_init(
    desc: *mut PliantSheetDesc,
    struct_size: u32,
) -> i32 {
    entry!("pliant_sheet_desc_init", init(desc, struct_size))
}

/// Cooks a surface without volume into an asset for `PLIANT_MODEL_CLOTH`.
///
/// `desc`: the fields give the ranges. The arrays are read during the call and not kept. No other pointer may be NULL.
/// The mesh is not repaired. To repair a mesh, call `pliant_asset_create_from_surface` with `PLIANT_SURFACE_SHELL`. The
/// caller holds the asset as after `pliant_asset_create`. Thread: any, many at once. Errors: INVALID_ARGUMENT, VERSION,
/// MESH_… (the message names the first fault), CAPACITY, OUT_OF_MEMORY. Cost: about 3 µs of CPU time a triangle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_asset_create_from_sheet(
    desc: *const PliantSheetDesc,
    out_asset: *mut PliantAssetId,
) -> i32 {
    entry!("pliant_asset_create_from_sheet", {
        let out = Out::new(out_asset, "out_asset")?;
        let desc = read(desc, "desc")?.checked()?;
        let (count, stride) = (desc.vertex_count, desc.position_stride);
        let lost = Status::MeshNotFinite;
        let mesh = SurfaceMesh {
            positions: floats(desc.positions, count, stride, "positions", lost)?,
            triangles: array(desc.indices, desc.index_count / 3, 12, "indices")?,
            ..SurfaceMesh::default()
        };
        let options = CookOptions {
            drop_unreferenced: desc.drop_unreferenced == 1,
        };
        let (asset, report) = cook_shell(&mesh, &options)?;
        ::log::info!("cooked: {report:?}");
        out.set(ASSETS.insert(Kept::new(Arc::new(asset), String::new()))?);
        Ok(())
    })
}
