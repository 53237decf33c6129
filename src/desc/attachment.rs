//! How vertices of a body are held.

use super::mesh::stride;
use super::{choices, flag, in_range, one_of, reserved, vertex_count_in_range};
use crate::error::{Error, Result};
use crate::ids::PliantFrameId;
use crate::math::{finite, place};

/// Teleport: attachments of the body to the world move along and hold their vertices at the new positions.
pub const PLIANT_TELEPORT_PINS_FOLLOW: u32 = 0;
/// Teleport: attachments of the body to the world are released.
pub const PLIANT_TELEPORT_PINS_DROP: u32 = 1;

const TELEPORT_PINS: &[(u32, &str)] =
    choices!(PLIANT_TELEPORT_PINS_FOLLOW, PLIANT_TELEPORT_PINS_DROP);

/// Fails with `InvalidArgument` unless it is a `PLIANT_TELEPORT_PINS_…`.
pub fn check_teleport_pins(pins: u32) -> Result<()> {
    one_of("pins", pins, TELEPORT_PINS)
}

/// How to hold vertices of a body. Choose the vertices in one of three ways: `vertex_count` vertices by index, the
/// vertices at `surface_point_count` surface points, or, with both counts 0, the vertices at `surface_point`.
///
/// A point inside a tet selects the four vertices of the tet. Together, these vertices hold the render mesh exactly at
/// the point. Where parts overlap, the point selects one tet of each part. A point outside all tets selects the three
/// vertices of the nearest boundary triangle.
///
/// Store an object's pins as points of its render mesh: points stay valid at every resolution and after a new import,
/// indices do not. Points near each other may share vertices of a coarse cage. Therefore use one attachment for all
/// points of one frame.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PliantAttachmentDesc {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// Number of entries in `vertices`; 0 to attach by points.
    pub vertex_count: u32,
    /// Indices into the mesh given to the asset, each once. NULL when `vertex_count` is 0. Copied.
    pub vertices: *const u32,
    /// A point on or near the body's surface at rest [length unit, asset coordinates before scale], such as a vertex of
    /// the render mesh. Used when `vertices` and `surface_points` are both absent.
    pub surface_point: [f32; 3],
    /// Spring stiffness of each vertex [N/m]. Range 0 to 1e12. 0 is rigid: the vertices follow the frame exactly. A
    /// vertex with inverse mass 0 follows only a rigid attachment.
    pub stiffness: f32,
    /// The frame that the vertices follow; the null handle holds the vertices in the world.
    pub frame: PliantFrameId,
    /// 1: the attached point moves to `target`. 0: the vertices keep their present offset from the frame or the world.
    pub use_target: u32,
    /// Reserved, zero.
    pub reserved: u32,
    /// Target of the attached point [length unit, frame or world]. Used when `use_target` is 1.
    pub target: [f64; 3],
    /// For the caller's use: a value that `pliant_attachment_info` returns.
    pub user_data: u64,
    /// Three floats per point, as in `surface_point`. NULL when `surface_point_count` is 0. Copied.
    pub surface_points: *const f32,
    /// Number of points. Range 0 to 2,097,152. `use_target` needs a single point.
    pub surface_point_count: u32,
    /// Bytes from one point to the next. Default (0): 12.
    pub surface_point_stride: u32,
}

impl Default for PliantAttachmentDesc {
    fn default() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            vertex_count: 0,
            vertices: std::ptr::null(),
            surface_point: [0.0; 3],
            stiffness: 0.0,
            frame: PliantFrameId { bits: 0 },
            use_target: 0,
            reserved: 0,
            target: [0.0; 3],
            user_data: 0,
            surface_points: std::ptr::null(),
            surface_point_count: 0,
            surface_point_stride: 12,
        }
    }
}

impl PliantAttachmentDesc {
    /// Validates and fills in the stride. Fails with `InvalidArgument`, or `Capacity` for too many vertices.
    pub fn checked(&self) -> Result<Self> {
        vertex_count_in_range("vertex_count", self.vertex_count, 0)?;
        if self.vertex_count == 0 && !self.vertices.is_null() {
            // An empty selection by index must not silently become a selection by point.
            let why = "vertex_count is 0 but vertices is not NULL; expected NULL to attach by surface_point";
            return Err(Error::argument(why));
        }
        let points = self.surface_point_count;
        vertex_count_in_range("surface_point_count", points, 0)?;
        if points == 0 && !self.surface_points.is_null() {
            let why = "surface_point_count is 0 but surface_points is not NULL; expected NULL to attach by surface_point";
            return Err(Error::argument(why));
        }
        if points > 0 && self.vertex_count > 0 {
            let why = "both vertices and surface_points are given, expected one of them";
            return Err(Error::argument(why));
        }
        finite(&self.surface_point, "surface_point")?;
        in_range("stiffness", self.stiffness, 0.0, 1e12)?;
        flag("use_target", self.use_target)?;
        reserved("reserved", self.reserved)?;
        place(&self.target, "target")?;
        Ok(Self {
            surface_point_stride: stride("surface_point_stride", self.surface_point_stride, 12)?,
            ..*self
        })
    }
}
