//! Shapes that colliders share.

use super::mesh::{stride, triangles_in_range};
use super::{PLIANT_MAX_BODY_VERTICES, flag, in_range, or_default, reserved};
use crate::error::{Error, Result, Status};
use crate::ids::PliantShapeId;
use crate::math::PliantPose;

/// The most parts of a compound. A compound inside counts as its own parts.
pub const PLIANT_MAX_SHAPE_PARTS: u32 = 1024;

/// Three times the most triangles of a shape.
const MOST_INDICES: u32 = 50_331_648;

/// A mesh of triangles that collide from both sides. The mesh may be open. Its triangles may intersect each other and
/// face either side. Vertices at the same position are merged. Triangles without area are left out.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PliantShapeMeshDesc {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// Number of vertices. Range 1 to 2,097,152.
    pub vertex_count: u32,
    /// Three floats per vertex [length unit]. Required. Copied.
    pub positions: *const f32,
    /// Bytes from one position to the next. Default (0): 12.
    pub position_stride: u32,
    /// Number of indices, three per triangle. Range 3 to 50,331,648.
    pub index_count: u32,
    /// Triangle indices. Required. Copied.
    pub indices: *const u32,
}

/// Points whose convex hull collides.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PliantShapeConvexDesc {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// Number of points. Range 4 to 2,097,152.
    pub vertex_count: u32,
    /// Three floats per point [length unit]. Required. Copied.
    pub positions: *const f32,
    /// Bytes from one point to the next. Default (0): 12.
    pub position_stride: u32,
    /// Reserved, zero.
    pub reserved: u32,
}

/// A terrain: heights along y over the points of a grid. The first point is at the origin of the collider's frame.
/// Columns follow x and rows follow z.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PliantShapeHeightfieldDesc {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// Number of points along x: 2 or more. `column_count` times `row_count` is at most 2,097,152.
    pub column_count: u32,
    /// Number of points along z: 2 or more.
    pub row_count: u32,
    /// The diagonal that divides each cell. 0: from the first corner to the opposite corner. 1: between the other two
    /// corners. Default 0.
    pub other_diagonal: u32,
    /// Distance between columns, and between rows [length unit]. Default (zeros): 1.
    pub spacing: [f32; 2],
    /// Heights [length unit], row by row; NaN is a hole. Required. Copied.
    pub heights: *const f32,
    /// Bytes from one height to the next. Default (0): 4.
    pub height_stride: u32,
    /// Reserved, zero.
    pub reserved: u32,
}

/// Signed distances at the points of a grid: either measured from a closed surface, or given.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PliantShapeSdfDesc {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// Number of vertices of the surface. Range 1 to 2,097,152. 0 if `values` are given.
    pub vertex_count: u32,
    /// Three floats per vertex [length unit]. NULL if `values` are given. Copied.
    pub positions: *const f32,
    /// Bytes from one position to the next. Default (0): 12.
    pub position_stride: u32,
    /// Number of indices, three per triangle. Range 3 to 50,331,648.
    pub index_count: u32,
    /// Triangle indices of the surface, which must enclose a volume. Copied.
    pub indices: *const u32,
    /// Number of cells along the longest side of the surface's box. Twice the number takes eight times the memory and
    /// time, and halves the rounding of corners. Range 4 to 256. Default (0): 32.
    pub cell_count: u32,
    /// Number of points of the grid along x, y and z, if `values` are given: 2 or more each, at most 16,777,216 in all.
    pub counts: [u32; 3],
    /// Signed distances [length unit], negative inside; x runs fastest, then y. NULL to measure a surface. The whole
    /// solid must be inside the grid. If values grow faster than distance anywhere, all values are scaled down. Copied.
    pub values: *const f32,
    /// The grid's first point [length unit].
    pub low: [f32; 3],
    /// Distance between neighbouring points [length unit].
    pub spacing: f32,
}

/// A shape in a compound.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PliantShapePartDesc {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// `PLIANT_SHAPE_…`. Default of the init function: a sphere. 0 is refused.
    pub shape: u32,
    /// Pose: compound from part.
    pub pose: PliantPose,
    /// As in `PliantColliderDesc`.
    pub size: [f32; 3],
    /// As in `PliantColliderDesc`.
    pub scale: [f32; 3],
    /// As in `PliantColliderDesc`. The compound keeps the shape alive.
    pub shape_asset: PliantShapeId,
}

/// Several shapes that move as one.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PliantShapeCompoundDesc {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// Number of parts. Range 1 to 1024.
    pub part_count: u32,
    /// Parts, `parts[0].struct_size` bytes apart. Required. Copied.
    pub parts: *const PliantShapePartDesc,
}

impl Default for PliantShapeMeshDesc {
    fn default() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            vertex_count: 0,
            positions: std::ptr::null(),
            position_stride: 12,
            index_count: 0,
            indices: std::ptr::null(),
        }
    }
}

impl Default for PliantShapeConvexDesc {
    fn default() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            vertex_count: 0,
            positions: std::ptr::null(),
            position_stride: 12,
            reserved: 0,
        }
    }
}

impl Default for PliantShapeHeightfieldDesc {
    fn default() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            column_count: 0,
            row_count: 0,
            other_diagonal: 0,
            spacing: [1.0; 2],
            heights: std::ptr::null(),
            height_stride: 4,
            reserved: 0,
        }
    }
}

impl Default for PliantShapeSdfDesc {
    fn default() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            vertex_count: 0,
            positions: std::ptr::null(),
            position_stride: 12,
            index_count: 0,
            indices: std::ptr::null(),
            cell_count: 32,
            counts: [0; 3],
            values: std::ptr::null(),
            low: [0.0; 3],
            spacing: 0.0,
        }
    }
}

impl Default for PliantShapePartDesc {
    fn default() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            shape: super::PLIANT_SHAPE_SPHERE,
            pose: PliantPose::default(),
            size: [0.0; 3],
            scale: [1.0; 3],
            shape_asset: PliantShapeId::default(),
        }
    }
}

impl Default for PliantShapeCompoundDesc {
    fn default() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            part_count: 0,
            parts: std::ptr::null(),
        }
    }
}

impl PliantShapeMeshDesc {
    /// Validates and fills in the stride. Fails with `MeshEmpty`, `Capacity` or `InvalidArgument`.
    pub fn checked(&self) -> Result<Self> {
        let (vertices, indices) = (self.vertex_count, self.index_count);
        triangles_in_range(vertices, indices, PLIANT_MAX_BODY_VERTICES, MOST_INDICES)?;
        Ok(Self {
            position_stride: stride("position_stride", self.position_stride, 12)?,
            ..*self
        })
    }
}

impl PliantShapeConvexDesc {
    /// Validates and fills in the stride. Fails with `MeshEmpty`, `Capacity` or `InvalidArgument`.
    pub fn checked(&self) -> Result<Self> {
        if self.vertex_count < 4 {
            let message = format!(
                "vertex_count is {}, a convex hull needs 4 points or more",
                self.vertex_count
            );
            return Err(Error::new(Status::MeshEmpty, message));
        }
        within("vertex_count", u64::from(self.vertex_count))?;
        reserved("reserved", self.reserved)?;
        Ok(Self {
            position_stride: stride("position_stride", self.position_stride, 12)?,
            ..*self
        })
    }
}

impl PliantShapeHeightfieldDesc {
    /// Validates and fills in stride and spacing. Fails with `Capacity` or `InvalidArgument`.
    pub fn checked(&self) -> Result<Self> {
        let most = PLIANT_MAX_BODY_VERTICES;
        in_range("column_count", self.column_count, 2, most)?;
        in_range("row_count", self.row_count, 2, most)?;
        let count = u64::from(self.column_count) * u64::from(self.row_count);
        within("column_count times row_count", count)?;
        flag("other_diagonal", self.other_diagonal)?;
        reserved("reserved", self.reserved)?;
        Ok(Self {
            spacing: or_default(self.spacing, [1.0; 2]),
            height_stride: stride("height_stride", self.height_stride, 4)?,
            ..*self
        })
    }
}

impl PliantShapeSdfDesc {
    /// Validates and fills in the stride and the number of cells. Fails with `MeshEmpty`, `Capacity` or
    /// `InvalidArgument`.
    pub fn checked(&self) -> Result<Self> {
        if self.values.is_null() {
            let (vertices, indices) = (self.vertex_count, self.index_count);
            triangles_in_range(vertices, indices, PLIANT_MAX_BODY_VERTICES, MOST_INDICES)?;
        } else if self.vertex_count != 0 || self.index_count != 0 {
            let message = "values are given and a surface too, expected one of them";
            return Err(Error::argument(message));
        }
        let cells = or_default(self.cell_count, 32);
        in_range("cell_count", cells, 4, 256)?;
        Ok(Self {
            position_stride: stride("position_stride", self.position_stride, 12)?,
            cell_count: cells,
            ..*self
        })
    }
}

impl PliantShapeCompoundDesc {
    /// Validates. Fails with `MeshEmpty` or `Capacity`.
    pub fn checked(&self) -> Result<Self> {
        if self.part_count == 0 {
            return Err(Error::new(
                Status::MeshEmpty,
                "part_count is 0, a compound needs a part or more",
            ));
        }
        if self.part_count > PLIANT_MAX_SHAPE_PARTS {
            let (count, most) = (self.part_count, PLIANT_MAX_SHAPE_PARTS);
            return Err(Error::new(
                Status::Capacity,
                format!("part_count is {count}, expected at most {most}"),
            ));
        }
        Ok(*self)
    }
}

/// Fails with `Capacity` above the most vertices of a shape.
fn within(name: &str, count: u64) -> Result<()> {
    if count > u64::from(PLIANT_MAX_BODY_VERTICES) {
        let message = format!("{name} is {count}, expected at most {PLIANT_MAX_BODY_VERTICES}");
        return Err(Error::new(Status::Capacity, message));
    }
    Ok(())
}
