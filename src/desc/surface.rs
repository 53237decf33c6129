//! Surfaces that become bodies.

use super::mesh::{stride, triangles_in_range};
use super::{choices, in_range, one_of, or_default};
use crate::error::{Error, Result, Status, number};

/// Surface mode: a coarse cage of lattice cells around what encloses a volume, a shell if nothing does. The cheapest that looks
/// right: for games.
pub const PLIANT_SURFACE_CAGE: u32 = 0;
/// Surface mode: tets whose boundary follows the surface of what encloses a volume, a shell if nothing does.
pub const PLIANT_SURFACE_CONFORMING: u32 = 1;
/// Surface mode: a shell, whatever it encloses. For who knows that a mesh is cloth.
pub const PLIANT_SURFACE_SHELL: u32 = 2;

const MODES: &[(u32, &str)] = choices!(
    PLIANT_SURFACE_CAGE,
    PLIANT_SURFACE_CONFORMING,
    PLIANT_SURFACE_SHELL
);

/// The most triangles of a surface to be cooked; half-edges are numbered in 32 bits.
pub const PLIANT_MAX_SURFACE_TRIANGLES: u32 = 1 << 28;
/// The most levels of detail of one surface.
pub const PLIANT_MAX_SURFACE_LEVELS: u32 = 8;
/// The most regions of one surface.
pub const PLIANT_MAX_SURFACE_REGIONS: u32 = 1024;

const _: () = assert!(PLIANT_MAX_SURFACE_TRIANGLES as usize == pliant_geometry::MAX_TRIANGLES);

const LARGEST_VERTEX_COUNT: u32 = PLIANT_MAX_SURFACE_TRIANGLES;
const LARGEST_INDEX_COUNT: u32 = 3 * PLIANT_MAX_SURFACE_TRIANGLES;

/// A surface inside which a body is stiffer, softer, heavier or lighter. It need not be clean or closed.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PliantRegionDesc {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// How many vertices. Range 1 to 268,435,456.
    pub vertex_count: u32,
    /// Three floats a vertex [length unit], in the coordinates of the surface to be cooked. Required. Not kept.
    pub positions: *const f32,
    /// Bytes between positions. Default (0): 12.
    pub position_stride: u32,
    /// How many indices, three a triangle. Range 3 to 805,306,368.
    pub index_count: u32,
    /// Triangle indices. Required. Not kept.
    pub indices: *const u32,
    /// Stiffness factor of the tets inside [1]. Range 1e-3 to 1e3. Default (0): 1.
    pub stiffness: f32,
    /// Density factor of the tets inside [1]. Range 1e-3 to 1e3. Default (0): 1.
    pub density: f32,
}

/// A triangle surface, such as a render mesh, to be repaired, filled with tets and cooked. Arrays are pointer + count + stride.
///
/// It may be open, tangled, in parts, turned either way, with vertices split at seams: what was done about it is in the report. The
/// mesh itself stays as it is and is bound to the asset afterwards with `pliant_skin_asset_create`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PliantSurfaceDesc {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// How many vertices. Range 1 to 268,435,456.
    pub vertex_count: u32,
    /// Three floats a vertex [length unit]. Required. Not kept.
    pub positions: *const f32,
    /// Bytes between positions. Default (0): 12.
    pub position_stride: u32,
    /// How many indices, three a triangle. Range 3 to 805,306,368.
    pub index_count: u32,
    /// Triangle indices. Required. Not kept.
    pub indices: *const u32,
    /// `PLIANT_SURFACE_…`. Default (0): a cage.
    pub mode: u32,
    /// Wanted tets, of a body that fills many cells met within some 15 %. A conforming mesh has up to twice as many, and somewhat more, where walls,
    /// necks or limbs are not resolved with so few, and each body of a cage has a cell of five at the least, and more where its thin or near
    /// parts keep apart. A sentence says where a number named here is missed by more than 15 %, and why; none does where none is named, or
    /// `cell_size` counts. Range 1 to 16,777,216. Default (0): 2,000 in a cage,
    /// 50,000 in a conforming mesh, which then takes up to some 200,000 where it needs them to be within 1 % of the surface's
    /// diagonal and 2 % of its volume, and 400,000 where a mesh of those misses a limb or does not resolve walls or necks (at most 15 % over). More
    /// follow the shape more closely, and cost time in proportion here and in every step. Of a shell it says nothing.
    pub element_count: u32,
    /// Edge of a lattice cell [length unit], instead of a wanted count; a cage's cells are no longer than that (but for 0.03 %), so that whole ones fit into
    /// the box around the body with a little room. `element_count` then only bounds (by twice it) what a conforming mesh may spend on thin
    /// walls. Default (0): found from `element_count`.
    pub cell_size: f32,
    /// How many levels of detail are made, finest first; of each an eighth of the tets is wanted that is wanted of the one
    /// before, or cells are twice as large. What is coarser than a conforming level in which a body became a cage is a cage
    /// too. Range 1 to 8, and the last must have a tet. Default (0): 1.
    pub level_count: u32,
    /// One stiffness factor a vertex [1], each in 1e-3 to 1e3, or NULL for 1: a tet has that of the nearest place of the
    /// surface. Not kept.
    pub vertex_stiffness: *const f32,
    /// One density factor a vertex [1], each in 1e-3 to 1e3, or NULL for 1. Not kept.
    pub vertex_density: *const f32,
    /// Bytes between stiffness factors, which may be a channel of a vertex. Default (0): 4.
    pub vertex_stiffness_stride: u32,
    /// Bytes between density factors. Default (0): 4.
    pub vertex_density_stride: u32,
    /// Regions, one after the other, `regions[0].struct_size` bytes apart, or NULL if there are none: their factors multiply those
    /// of the vertices; where regions overlap, the last one counts. Not kept.
    pub regions: *const PliantRegionDesc,
    /// How many regions. Range 0 to 1024.
    pub region_count: u32,
    /// Threads that cook; the result has the same bits whatever their number. Range 1 to 64. Default (0): as many as the
    /// machine has.
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
    /// The description with strides and factors filled in. Fails with `MeshEmpty`, `Capacity` or `InvalidArgument`.
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
    /// The description with strides and the number of levels filled in. Fails with `MeshEmpty`, `Capacity` or `InvalidArgument`.
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
