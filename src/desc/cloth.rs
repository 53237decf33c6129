//! Parameters of `PLIANT_MODEL_CLOTH`. Written by `cargo xtask bindings`; do not edit.

use super::{PLIANT_MODEL_CLOTH, in_range, or_default};
use crate::error::Result;
use bytemuck::{Pod, Zeroable};
use serde::{Deserialize, Serialize};

/// Parameters of `PLIANT_MODEL_CLOTH`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable, Serialize, Deserialize)]
pub struct PliantClothDesc {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// The model of this struct; the init function sets the field. Default (0): not checked. Another model is refused.
    #[serde(skip)] // `Model` says it
    pub model: u32,
    /// Stretch stiffness [N/m]: Young's modulus times thickness. This product is the force on a strip of 1 m width per
    /// unit of strain. A larger stiffness needs more substeps. Range 1e-3 to 1e9. Default (0): 1e4.
    pub stretch_stiffness: f32,
    /// Bending stiffness [N·m]: the moment on an edge of 1 m per unit of curvature [1/m]. Range 0 to 1e6. Default of
    /// `pliant_cloth_desc_init`: 1e-4.
    pub bending_stiffness: f32,
    /// Mass per area [kg/m²]. Range 1e-6 to 1e5. Default (0): 0.2.
    pub area_density: f32,
    /// Distance that the cloth keeps from colliders [length unit]. Two bodies keep the sum of their distances.
    /// `PliantBodyDesc.thickness` overrides this distance. Above 0, at most 1e6. Default (0): 1 mm.
    pub thickness: f32,
    /// Decay rate of deforming motion [1/s]. Translation and rotation of the whole body are not damped. Range 0 to 1e4.
    /// Default 0.
    pub damping: f32,
    /// Drag coefficient of the triangles, along the wind [1]. If drag and lift are 0, the wind has no effect. Range 0
    /// to 100. Default of `pliant_cloth_desc_init`: 1.
    pub drag: f32,
    /// Lift coefficient of the triangles, across the wind [1]. Range 0 to 100. Default of `pliant_cloth_desc_init`:
    /// 0.5.
    pub lift: f32,
    /// Largest stretch, as a limit on the distance from held vertices [1]. The distance of a vertex from a rigid
    /// attachment or a fixed vertex is at most (1 + `max_stretch`) times the shortest path between the two over the
    /// cloth at rest. One iteration is enough, at any resolution. Below the limit, `stretch_stiffness` acts alone.
    /// Bodies that lie on the cloth can push it a little beyond the limit. The field has no effect on a cloth that
    /// nothing holds. 0: no limit. Range 0 to 10. Default 0.
    pub max_stretch: f32,
    /// Number of attachments, the nearest ones, from which `max_stretch` limits the distance of each vertex. An
    /// attachment whose vertices are not connected by edges counts once for each connected part. Fewer attachments cost
    /// less, and the cloth sags more. Range 1 to 16. Default (0): 4.
    pub tether_count: u32,
}

impl Default for PliantClothDesc {
    /// Its thickness is 0: 1 mm in any length unit.
    fn default() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            model: PLIANT_MODEL_CLOTH,
            stretch_stiffness: 1e4,
            bending_stiffness: 1e-4,
            area_density: 0.2,
            thickness: 0.0,
            damping: 0.0,
            drag: 1.0,
            lift: 0.5,
            max_stretch: 0.0,
            tether_count: 4,
        }
    }
}

impl PliantClothDesc {
    /// Validates and fills in defaults. Fails with `InvalidArgument` for a value out of range.
    pub fn checked(&self) -> Result<Self> {
        let desc = Self {
            struct_size: size_of::<Self>() as u32,
            model: PLIANT_MODEL_CLOTH,
            stretch_stiffness: or_default(self.stretch_stiffness, 1e4),
            area_density: or_default(self.area_density, 0.2),
            tether_count: or_default(self.tether_count, 4),
            ..*self
        };
        in_range(
            "model_desc.stretch_stiffness",
            desc.stretch_stiffness,
            1e-3,
            1e9,
        )?;
        in_range(
            "model_desc.bending_stiffness",
            desc.bending_stiffness,
            0.0,
            1e6,
        )?;
        in_range("model_desc.area_density", desc.area_density, 1e-6, 1e5)?;
        in_range("model_desc.thickness", desc.thickness, 0.0, 1e6)?;
        in_range("model_desc.damping", desc.damping, 0.0, 1e4)?;
        in_range("model_desc.drag", desc.drag, 0.0, 100.0)?;
        in_range("model_desc.lift", desc.lift, 0.0, 100.0)?;
        in_range("model_desc.max_stretch", desc.max_stretch, 0.0, 10.0)?;
        in_range("model_desc.tether_count", desc.tether_count, 1, 16)?;
        Ok(desc)
    }
}
