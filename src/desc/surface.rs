//! Surfaces that become bodies.

use super::mesh::{stride, triangles_in_range};
use super::{choices, in_range, one_of, or_default};
use crate::error::{Error, Result, Status, number};

/// Surface mode: a coarse cage of lattice cells around the parts that enclose a volume; a shell if no part does. The
/// cheapest mode that looks right, for games.
pub const PLIANT_SURFACE_CAGE: u32 = 0;
/// Surface mode: tets whose boundary follows the parts that enclose a volume; a shell if no part does.
pub const PLIANT_SURFACE_CONFORMING: u32 = 1;
/// Surface mode: always a shell. For a mesh known to be cloth.
pub const PLIANT_SURFACE_SHELL: u32 = 2;

const MODES: &[(u32, &str)] = choices!(
    PLIANT_SURFACE_CAGE,
    PLIANT_SURFACE_CONFORMING,
    PLIANT_SURFACE_SHELL
);

/// The most triangles of a surface to be cooked: half-edges are numbered in 32 bits.
pub const PLIANT_MAX_SURFACE_TRIANGLES: u32 = 1 << 28;
/// The most levels of detail of one surface.
pub const PLIANT_MAX_SURFACE_LEVELS: u32 = 8;
/// The most regions of one surface.
pub const PLIANT_MAX_SURFACE_REGIONS: u32 = 1024;

const _: () = assert!(PLIANT_MAX_SURFACE_TRIANGLES as usize == pliant_geometry::MAX_TRIANGLES);

const LARGEST_VERTEX_COUNT: u32 = PLIANT_MAX_SURFACE_TRIANGLES;
const LARGEST_INDEX_COUNT: u32 = 3 * PLIANT_MAX_SURFACE_TRIANGLES;

/// A surface inside which a body is stiffer, softer, heavier or lighter. The surface may be dirty or open.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PliantRegionDesc {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// Number of vertices. Range 1 to 268,435,456.
    pub vertex_count: u32,
    /// Three floats per vertex [length unit], in the coordinates of the surface to be cooked. Required. Copied.
    pub positions: *const f32,
    /// Bytes from one position to the next. Default (0): 12.
    pub position_stride: u32,
    /// Number of indices, three per triangle. Range 3 to 805,306,368.
    pub index_count: u32,
    /// Triangle indices. Required. Copied.
    pub indices: *const u32,
    /// Stiffness factor of the tets inside [1]. Range 1e-3 to 1e3. Default (0): 1.
    pub stiffness: f32,
    /// Density factor of the tets inside [1]. Range 1e-3 to 1e3. Default (0): 1.
    pub density: f32,
}

/// A triangle surface, such as a render mesh, to be repaired, filled with tets and cooked. Arrays are pointer, count
/// and stride.
///
/// The surface may be open, tangled, in parts, inside out, or split at seams. The report lists the repairs. Bind the
/// original mesh to the asset afterwards with `pliant_skin_asset_create`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PliantSurfaceDesc {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// Number of vertices. Range 1 to 268,435,456.
    pub vertex_count: u32,
    /// Three floats per vertex [length unit]. Required. Copied.
    pub positions: *const f32,
    /// Bytes from one position to the next. Default (0): 12.
    pub position_stride: u32,
    /// Number of indices, three per triangle. Range 3 to 805,306,368.
    pub index_count: u32,
    /// Triangle indices. Required. Copied.
    pub indices: *const u32,
    /// `PLIANT_SURFACE_…`. Default (0): a cage.
    pub mode: u32,
    /// Wanted number of tets; a body that fills many cells usually gets this number within 15 %. More tets follow the shape
    /// more closely. Time for cooking and for every step grows in proportion. Range 1 to 16,777,216. Ignored by a shell.
    ///
    /// A cage gives each body at least one cell (five tets), and more where thin or close parts must stay apart.
    /// Default (0): 2,000.
    ///
    /// A conforming mesh may take a little over twice the number to resolve walls, necks or limbs. Default (0): 50,000.
    /// The default grows to 200,000 tets where needed to stay within 1 % of the surface's diagonal and 2 % of its
    /// volume, and to 400,000 (plus 15 %) where 200,000 still miss a limb, wall or neck.
    ///
    /// Unless `cell_size` is set, the report says where and why the number of tets differs from `element_count` by more
    /// than 15 %.
    pub element_count: u32,
    /// Edge of a lattice cell [length unit]; overrides `element_count`. Cells of a cage may be shorter, so that a whole
    /// number of cells fits the body's box with a little room. Cells are at most 0.03 % longer. With a cell size,
    /// `element_count` only limits the tets that a conforming mesh adds for thin walls: to twice `element_count`.
    /// Default (0): derived from `element_count`.
    pub cell_size: f32,
    /// Number of levels of detail, finest first. Each level is to have an eighth of the tets of the level before, or
    /// cells twice as large. A body that became a cage in a conforming level is a cage in all coarser levels. Range 1
    /// to 8; the last level must still have a tet. Default (0): 1.
    pub level_count: u32,
    /// One stiffness factor per vertex [1], each in 1e-3 to 1e3, or NULL for 1. A tet takes the value at the nearest
    /// point of the surface. Copied.
    pub vertex_stiffness: *const f32,
    /// One density factor per vertex [1], each in 1e-3 to 1e3, or NULL for 1. Copied.
    pub vertex_density: *const f32,
    /// Bytes from one stiffness factor to the next, such as the stride of a vertex channel. Default (0): 4.
    pub vertex_stiffness_stride: u32,
    /// Bytes from one density factor to the next. Default (0): 4.
    pub vertex_density_stride: u32,
    /// Regions, `regions[0].struct_size` bytes apart, or NULL for none. The factors of regions multiply the factors of
    /// vertices. Where regions overlap, the last region counts. Copied.
    pub regions: *const PliantRegionDesc,
    /// Number of regions. Range 0 to 1024.
    pub region_count: u32,
    /// Threads that cook. The result is bit-identical for any number. Range 1 to 64. Default (0): one per processor.
    pub thread_count: u32,
}

impl Default for PliantRegionDesc {
    fn default() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            vertex_count: 0,
            positions: std::ptr::null(),
            position_stride: 12,
            index_count: 0,
            indices: std::ptr::null(),
            stiffness: 1.0,
            density: 1.0,
        }
    }
}

impl Default for PliantSurfaceDesc {
    fn default() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            vertex_count: 0,
            positions: std::ptr::null(),
            position_stride: 12,
            index_count: 0,
            indices: std::ptr::null(),
            mode: PLIANT_SURFACE_CAGE,
            element_count: 0,
            cell_size: 0.0,
            level_count: 1,
            vertex_stiffness: std::ptr::null(),
            vertex_density: std::ptr::null(),
            vertex_stiffness_stride: 4,
            vertex_density_stride: 4,
            regions: std::ptr::null(),
            region_count: 0,
            thread_count: 0,
        }
    }
}

impl PliantRegionDesc {
    /// Validates and fills in strides and factors. Fails with `MeshEmpty`, `Capacity` or `InvalidArgument`.
    pub fn checked(&self) -> Result<Self> {
        let (vertices, indices) = (self.vertex_count, self.index_count);
        triangles_in_range(vertices, indices, LARGEST_VERTEX_COUNT, LARGEST_INDEX_COUNT)?;
        let factor = |name: &str, value: f32| {
            let value = or_default(value, 1.0);
            in_range(name, value, 1e-3, 1e3).map(|()| value)
        };
        Ok(Self {
            position_stride: stride("position_stride", self.position_stride, 12)?,
            stiffness: factor("stiffness", self.stiffness)?,
            density: factor("density", self.density)?,
            ..*self
        })
    }
}

impl PliantSurfaceDesc {
    /// Validates and fills in strides and the number of levels. Fails with `MeshEmpty`, `Capacity` or
    /// `InvalidArgument`.
    pub fn checked(&self) -> Result<Self> {
        let (vertices, indices) = (self.vertex_count, self.index_count);
        triangles_in_range(vertices, indices, LARGEST_VERTEX_COUNT, LARGEST_INDEX_COUNT)?;
        one_of("mode", self.mode, MODES)?;
        if self.element_count > super::PLIANT_MAX_BODY_TETS {
            let (wanted, most) = (self.element_count, super::PLIANT_MAX_BODY_TETS);
            let message = format!("element_count is {wanted}, a body has at most {most} tets");
            return Err(Error::new(Status::Capacity, message));
        }
        if !(self.cell_size >= 0.0 && self.cell_size.is_finite()) {
            let size = number(self.cell_size);
            let message = format!(
                "cell_size is {size}, expected a length above 0, or 0 to find it from element_count"
            );
            return Err(Error::argument(message));
        }
        let levels = or_default(self.level_count, 1);
        in_range("level_count", levels, 1, PLIANT_MAX_SURFACE_LEVELS)?;
        in_range(
            "region_count",
            self.region_count,
            0,
            PLIANT_MAX_SURFACE_REGIONS,
        )?;
        in_range("thread_count", self.thread_count, 0, 64)?;
        let factors = |name: &str, given: u32| stride(name, given, 4);
        Ok(Self {
            position_stride: stride("position_stride", self.position_stride, 12)?,
            vertex_stiffness_stride: factors(
                "vertex_stiffness_stride",
                self.vertex_stiffness_stride,
            )?,
            vertex_density_stride: factors("vertex_density_stride", self.vertex_density_stride)?,
            level_count: levels,
            ..*self
        })
    }
}
