//! Cooked bodies and render meshes bound to them.

use super::{Result, bytes_of, check, size};
use pliant::desc::{
    PLIANT_SURFACE_CAGE, PLIANT_SURFACE_CONFORMING, PliantSheetDesc, PliantSkinAssetDesc,
    PliantSurfaceDesc,
};
use pliant::error::Status;
use pliant::ffi::asset::{
    pliant_asset_info, pliant_asset_load, pliant_asset_release, pliant_asset_save,
};
use pliant::ffi::sheet::pliant_asset_create_from_sheet;
use pliant::ffi::skin::{pliant_skin_asset_create, pliant_skin_asset_release};
use pliant::ffi::surface::{pliant_asset_create_from_surface, pliant_asset_report_text};
use pliant::ids::{PliantAssetId, PliantSkinAssetId};
use pliant::view::PliantAssetInfo;
use std::ffi::c_void;

/// A triangle mesh as Pliant wants it: cross(b − a, c − a) points outwards.
#[derive(Clone, Copy, Debug)]
pub struct Triangles<'a> {
    /// [m]
    pub positions: &'a [[f32; 3]],
    /// Empty: to be computed.
    pub normals: &'a [[f32; 3]],
    /// Unit tangent and handedness. Empty: none.
    pub tangents: &'a [[f32; 4]],
    /// Three a triangle.
    pub indices: &'a [u32],
}

/// How to cook a surface.
#[derive(Clone, Copy, Debug)]
pub struct Cook {
    /// Tets to aim for; 0 for the mode's default.
    pub element_count: u32,
    /// Whether the tets' boundary follows the surface, else they are a cage.
    pub conforming: bool,
}

/// A cooked body. Worlds keep it alive.
#[derive(Debug)]
pub struct Asset(PliantAssetId);

/// Calls the closure that `user_data` points to.
unsafe extern "C" fn progress<F: FnMut(f32) -> bool>(done: f32, user_data: *mut c_void) -> i32 {
    // SAFETY: `cook` passes a pointer to a closure of this type, which lives until the cook ends.
    let go_on = unsafe { &mut *user_data.cast::<F>() };
    i32::from(!go_on(done))
}

impl Asset {
    /// Fills a surface with tets. `go_on` hears the share that is done and says whether to go on; `Ok(None)` if not.
    pub fn cook<F: FnMut(f32) -> bool>(
        mesh: &Triangles,
        how: Cook,
        mut go_on: F,
    ) -> Result<Option<Self>> {
        let desc = PliantSurfaceDesc {
            vertex_count: mesh.positions.len() as u32,
            positions: mesh.positions.as_ptr().cast(),
            index_count: mesh.indices.len() as u32,
            indices: mesh.indices.as_ptr(),
            element_count: how.element_count,
            mode: match how.conforming {
                true => PLIANT_SURFACE_CONFORMING,
                false => PLIANT_SURFACE_CAGE,
            },
            ..Default::default()
        };
        let mut id = PliantAssetId::default();
        let user_data = (&raw mut go_on).cast();
        // SAFETY: the arrays live during the call, as long as the description says; so does the closure, which is
        // called on this thread only. The description asks for one level, for which there is room.
        let status = unsafe {
            pliant_asset_create_from_surface(&desc, Some(progress::<F>), user_data, &mut id)
        };
        if status == Status::Cancelled as i32 {
            return Ok(None);
        }
        check(status)?;
        Ok(Some(Self(id)))
    }

    /// Makes a sheet for cloth.
    pub fn sheet(positions: &[[f32; 3]], indices: &[u32]) -> Result<Self> {
        let desc = PliantSheetDesc {
            vertex_count: positions.len() as u32,
            positions: positions.as_ptr().cast(),
            index_count: indices.len() as u32,
            indices: indices.as_ptr(),
            drop_unreferenced: 1,
            ..Default::default()
        };
        let mut id = PliantAssetId::default();
        // SAFETY: the arrays live during the call, as long as the description says.
        check(unsafe { pliant_asset_create_from_sheet(&desc, &mut id) })?;
        Ok(Self(id))
    }

    /// Loads what `save` or `pliant cook` wrote.
    pub fn load(bytes: &[u8]) -> Result<Self> {
        let mut id = PliantAssetId::default();
        // SAFETY: the bytes live during the call, as many as it is told.
        check(unsafe { pliant_asset_load(bytes.as_ptr(), bytes.len() as u64, &mut id) })?;
        Ok(Self(id))
    }

    /// The bytes of a `.pliant` file.
    pub fn save(&self) -> Result<Vec<u8>> {
        // SAFETY: the buffer is NULL or as long as it is told.
        bytes_of(|buffer, room, size| unsafe { pliant_asset_save(self.0, buffer, room, size) })
    }

    /// What cooking did, in sentences.
    pub fn report(&self) -> Result<String> {
        // SAFETY: the buffer is NULL or as long as it is told.
        let text = bytes_of(|buffer, room, size| unsafe {
            pliant_asset_report_text(self.0, buffer, room, size)
        })?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// Counts and bounds.
    pub fn info(&self) -> Result<PliantAssetInfo> {
        let mut info = PliantAssetInfo {
            struct_size: size::<PliantAssetInfo>(),
            ..Default::default()
        };
        // SAFETY: the struct has the size that it says.
        check(unsafe { pliant_asset_info(self.0, &mut info) })?;
        Ok(info)
    }

    pub(super) fn id(&self) -> PliantAssetId {
        self.0
    }
}

impl Drop for Asset {
    fn drop(&mut self) {
        pliant_asset_release(self.0);
    }
}

/// A render mesh bound to an asset. Bodies keep it alive.
#[derive(Debug)]
pub struct SkinAsset(PliantSkinAssetId);

impl SkinAsset {
    /// Binds a mesh.
    pub fn new(asset: &Asset, mesh: &Triangles) -> Result<Self> {
        let desc = PliantSkinAssetDesc {
            vertex_count: mesh.positions.len() as u32,
            positions: mesh.positions.as_ptr().cast(),
            normals: pointer(mesh.normals),
            tangents: pointer(mesh.tangents),
            index_count: mesh.indices.len() as u32,
            indices: mesh.indices.as_ptr(),
            ..Default::default()
        };
        let mut id = PliantSkinAssetId::default();
        // SAFETY: the arrays live during the call, as long as the description says; normals and tangents may be NULL.
        check(unsafe { pliant_skin_asset_create(asset.id(), &desc, &mut id) })?;
        Ok(Self(id))
    }

    pub(super) fn id(&self) -> PliantSkinAssetId {
        self.0
    }
}

impl Drop for SkinAsset {
    fn drop(&mut self) {
        pliant_skin_asset_release(self.0);
    }
}

/// The first number, or NULL for none.
fn pointer<const N: usize>(values: &[[f32; N]]) -> *const f32 {
    match values.is_empty() {
        true => std::ptr::null(),
        false => values.as_ptr().cast(),
    }
}
