//! Meshes that callers pass as arrays.

use super::{flag, in_range, reserved};
use crate::error::{Error, Result, Status};

/// A tetrahedral mesh, to be cooked. Arrays are pointer, count and stride.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PliantAssetDesc {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// Number of vertices. Range 1 to 2,097,152.
    pub vertex_count: u32,
    /// Three floats per vertex [length unit]. Required. Copied.
    pub positions: *const f32,
    /// Bytes from one position to the next. Default (0): 12.
    pub position_stride: u32,
    /// Number of tetrahedra. Range 1 to 16,777,216.
    pub tet_count: u32,
    /// Four indices per tetrahedron. If every tetrahedron has negative volume, the mesh counts as mirrored, and all
    /// tetrahedra are flipped. Required. Copied.
    pub tets: *const u32,
    /// One stiffness factor per tetrahedron [1], each in 1e-3 to 1e3, or NULL for 1. Copied.
    pub tet_stiffness: *const f32,
    /// 1: vertices that belong to no tetrahedron are dropped. 0: a mesh with such vertices is refused. Default 0.
    pub drop_unreferenced: u32,
    /// Reserved, zero.
    pub reserved: u32,
    /// One density factor per tetrahedron [1], each in 1e-3 to 1e3, or NULL for 1. Copied.
    pub tet_density: *const f32,
}

/// A render mesh in the asset's coordinates, to be bound to the asset. Arrays are pointer, count and stride.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PliantSkinAssetDesc {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// Number of vertices. Range 1 to 16,777,215.
    pub vertex_count: u32,
    /// Three floats per vertex [length unit]. Required. Copied.
    pub positions: *const f32,
    /// Bytes from one position to the next. Default (0): 12.
    pub position_stride: u32,
    /// Bytes from one normal to the next. Default (0): 12.
    pub normal_stride: u32,
    /// Three floats per vertex, or NULL to compute smooth normals. Vertices at the same position then share a normal.
    /// Copied.
    pub normals: *const f32,
    /// Four floats per vertex (unit tangent, handedness ±1), or NULL for any tangent perpendicular to the normal.
    /// Copied.
    pub tangents: *const f32,
    /// Bytes from one tangent to the next. Default (0): 16.
    pub tangent_stride: u32,
    /// Number of indices, three per triangle. Range 3 to 100,000,000.
    pub index_count: u32,
    /// Triangle indices. Required. Copied.
    pub indices: *const u32,
}

/// The most vertices of a body.
pub const PLIANT_MAX_BODY_VERTICES: u32 = 2_097_152;
// Keeps `4 * tet + corner` and the number of its edges below 2^31.
/// The most tetrahedra of a body.
pub const PLIANT_MAX_BODY_TETS: u32 = 16_777_216;

/// Fails with `Capacity` above a body's vertex limit, with `InvalidArgument` below `least`.
pub fn vertex_count_in_range(name: &str, count: u32, least: u32) -> Result<()> {
    if count > PLIANT_MAX_BODY_VERTICES {
        let most = PLIANT_MAX_BODY_VERTICES;
        return Err(Error::new(
            Status::Capacity,
            format!("{name} is {count}, a body has at most {most} vertices"),
        ));
    }
    in_range(name, count, least, PLIANT_MAX_BODY_VERTICES)
}

const _: () = assert!(PLIANT_MAX_BODY_VERTICES as usize == pliant_geometry::MAX_VERTICES);
const _: () = assert!(PLIANT_MAX_BODY_TETS as usize == pliant_geometry::MAX_TETS);

impl Default for PliantAssetDesc {
    fn default() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            vertex_count: 0,
            positions: std::ptr::null(),
            position_stride: 12,
            tet_count: 0,
            tets: std::ptr::null(),
            tet_stiffness: std::ptr::null(),
            drop_unreferenced: 0,
            reserved: 0,
            tet_density: std::ptr::null(),
        }
    }
}

impl PliantAssetDesc {
    /// Validates and fills in the stride. Fails with `MeshEmpty`, `Capacity` or `InvalidArgument`.
    pub fn checked(&self) -> Result<Self> {
        if self.vertex_count == 0 || self.tet_count == 0 {
            let (vertices, tets) = (self.vertex_count, self.tet_count);
            let message = format!(
                "vertex_count is {vertices} and tet_count {tets}, expected at least one tet and its vertices"
            );
            return Err(Error::new(Status::MeshEmpty, message));
        }
        vertex_count_in_range("vertex_count", self.vertex_count, 1)?;
        pliant_geometry::check::tet_count_in_range(self.tet_count as usize)?;
        flag("drop_unreferenced", self.drop_unreferenced)?;
        reserved("reserved", self.reserved)?;
        Ok(Self {
            position_stride: stride("position_stride", self.position_stride, 12)?,
            ..*self
        })
    }
}

impl Default for PliantSkinAssetDesc {
    fn default() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            vertex_count: 0,
            positions: std::ptr::null(),
            position_stride: 12,
            normal_stride: 12,
            normals: std::ptr::null(),
            tangents: std::ptr::null(),
            tangent_stride: 16,
            index_count: 0,
            indices: std::ptr::null(),
        }
    }
}

impl PliantSkinAssetDesc {
    /// Validates and fills in the strides. Fails with `MeshEmpty`, `Capacity` or `InvalidArgument`.
    pub fn checked(&self) -> Result<Self> {
        triangles_in_range(
            self.vertex_count,
            self.index_count,
            LARGEST_SKIN_VERTEX_COUNT,
            LARGEST_SKIN_INDEX_COUNT,
        )?;
        Ok(Self {
            position_stride: stride("position_stride", self.position_stride, 12)?,
            normal_stride: stride("normal_stride", self.normal_stride, 12)?,
            tangent_stride: stride("tangent_stride", self.tangent_stride, 16)?,
            ..*self
        })
    }
}

const LARGEST_SKIN_VERTEX_COUNT: u32 = 16_777_215;
const LARGEST_SKIN_INDEX_COUNT: u32 = 100_000_000;

/// Fails with `MeshEmpty` without a triangle, `Capacity` for too many vertices or indices, `InvalidArgument` for an
/// index count that is not a multiple of 3.
pub(super) fn triangles_in_range(
    vertices: u32,
    indices: u32,
    most_vertices: u32,
    most_indices: u32,
) -> Result<()> {
    let counts = format!("vertex_count is {vertices} and index_count {indices}");
    if vertices == 0 || indices == 0 {
        let message = format!("{counts}, expected at least one triangle and its vertices");
        return Err(Error::new(Status::MeshEmpty, message));
    }
    if vertices > most_vertices || indices > most_indices {
        let message = format!("{counts}, expected at most {most_vertices} and {most_indices}");
        return Err(Error::new(Status::Capacity, message));
    }
    if !indices.is_multiple_of(3) {
        return Err(Error::argument(format!(
            "index_count is {indices}, expected a multiple of 3"
        )));
    }
    Ok(())
}

/// A stride with its default filled in. Fails when it is smaller than an entry.
pub(super) fn stride(name: &str, value: u32, entry: u32) -> Result<u32> {
    let value = if value == 0 { entry } else { value };
    if value < entry {
        return Err(Error::argument(format!(
            "{name} is {value}, expected {entry} bytes or more, or 0 for {entry}"
        )));
    }
    Ok(value)
}
