//! Sheets that callers pass as arrays.

use super::flag;
use super::mesh::{PLIANT_MAX_BODY_VERTICES, stride, triangles_in_range};
use crate::error::Result;

/// A surface without volume, to be cooked for cloth. An edge has at most two triangles. Both triangles must face the
/// same side.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PliantSheetDesc {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// Number of vertices. Range 1 to 2,097,152.
    pub vertex_count: u32,
    /// Three floats per vertex [length unit]: the rest shape. Required. Copied.
    pub positions: *const f32,
    /// Bytes from one position to the next. Default (0): 12.
    pub position_stride: u32,
    /// Number of indices, three per triangle. Range 3 to 201,326,592.
    pub index_count: u32,
    /// Triangle indices. Required. Copied.
    pub indices: *const u32,
    /// 1: vertices that belong to no triangle are dropped. 0: a mesh with such vertices is refused. Default 0.
    pub drop_unreferenced: u32,
    /// Reserved, zero.
    pub reserved: u32,
}

/// Three times the most triangles of a sheet.
const MOST_INDICES: u32 = 201_326_592;

impl Default for PliantSheetDesc {
    fn default() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            vertex_count: 0,
            positions: std::ptr::null(),
            position_stride: 12,
            index_count: 0,
            indices: std::ptr::null(),
            drop_unreferenced: 0,
            reserved: 0,
        }
    }
}

impl PliantSheetDesc {
    /// Validates and fills in the stride. Fails with `MeshEmpty`, `Capacity` or `InvalidArgument`.
    pub fn checked(&self) -> Result<Self> {
        triangles_in_range(
            self.vertex_count,
            self.index_count,
            PLIANT_MAX_BODY_VERTICES,
            MOST_INDICES,
        )?;
        flag("drop_unreferenced", self.drop_unreferenced)?;
        super::reserved("reserved", self.reserved)?;
        Ok(Self {
            position_stride: stride("position_stride", self.position_stride, 12)?,
            ..*self
        })
    }
}
