//! How vertices are held.

use super::mesh::stride;
use super::{flag, in_range, vertex_count_in_range};
use crate::error::{Error, Result};
use crate::ids::PliantFrameId;
use crate::math::finite;

/// How to hold vertices of a body: `vertex_count` vertices by index; or what is at `surface_point_count` points of the
/// surface; or, both being 0, what is at `surface_point`. At a point are the four vertices of the tet around it, which hold
/// exactly that place of a render mesh (of one tet of each part where parts overlap), or, where no tet is, the three of the
/// nearest boundary triangle.
///
/// Points mean the same place of whatever is cooked of a surface, coarse or fine, now or after it was imported again; indices
/// do not. So store an object's pins as points of its render mesh. Points near each other share vertices on a coarse cage:
/// hold those that one frame carries by one attachment.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PliantAttachmentDesc {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// How many entries `vertices` has; 0 to attach by points.
    pub vertex_count: u32,
    /// Indices into the mesh as it was given to the asset, each once. Not kept. NULL when `vertex_count` is 0.
    pub vertices: *const u32,
    /// A point on or near the body's surface in its rest pose [length unit, asset coordinates before scale], such as a vertex
    /// of the render mesh. Used if there are no `vertices` and no `surface_points`.
    pub surface_point: [f32; 3],
    /// Spring stiffness a vertex [N/m]; 0 holds rigidly: the vertices go wherever the frame goes, also those with an inverse
    /// mass of 0, which no spring moves. Range 0 to 1e12.
    pub stiffness: f32,
    /// The frame that carries the vertices; the null handle holds them where they are in the world.
    pub frame: PliantFrameId,
    /// 1: the attached point goes to `target` (a world point, or a point of the frame); 0: the vertices keep their
    /// present offset from the frame or the world.
    pub use_target: u32,
    /// Where the attached point goes [length unit]; used if `use_target` is 1.
    pub target: [f32; 3],
    /// The caller's; `pliant_attachment_info` returns it.
    pub user_data: u64,
    /// Three floats a point, as `surface_point`. Not kept. NULL when `surface_point_count` is 0.
    pub surface_points: *const f32,
    /// How many points; with more than one there is no target. Range 0 to 2,097,152.
    pub surface_point_count: u32,
    /// Bytes between points. Default (0): 12.
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
            target: [0.0; 3],
            user_data: 0,
            surface_points: std::ptr::null(),
            surface_point_count: 0,
            surface_point_stride: 12,
        }
    }
}

impl PliantAttachmentDesc {
    /// The description, if its numbers are in range. Fails with `InvalidArgument`, or `Capacity` for too many vertices.
    pub fn checked(&self) -> Result<Self> {
        vertex_count_in_range("vertex_count", self.vertex_count, 0)?;
        if self.vertex_count == 0 && !self.vertices.is_null() {
            // A selection that happens to be empty must not become another one.
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
        finite(&self.target, "target")?;
        Ok(Self {
            surface_point_stride: stride("surface_point_stride", self.surface_point_stride, 12)?,
            ..*self
        })
    }
}
