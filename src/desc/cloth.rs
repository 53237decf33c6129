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
    /// The model of this struct; its init function writes it. Default (0): not checked. Another model is refused.
    #[serde(skip)] // `Model` says it
    pub model: u32,
    /// Stretch stiffness [N/m]: the force on a strip of 1 m width per unit of strain, Young's modulus times thickness.
    /// Larger needs more substeps. Range 1e-3 to 1e9. Default (0): 1e4.
    pub stretch_stiffness: f32,
    /// Bending stiffness [N·m]: the moment on an edge of 1 m per unit of curvature [1/m]. Range 0 to 1e6. Default of
    /// `pliant_cloth_desc_init`: 1e-4.
    pub bending_stiffness: f32,
    /// Mass of an area [kg/m²]. Range 1e-6 to 1e5. Default (0): 0.2.
    pub area_density: f32,
    /// Distance kept from colliders [length unit]; two bodies keep the sum of theirs. `PliantBodyDesc.thickness`
    /// overrides it. Above 0, at most 1e6. Default (0): 1 mm.
    pub thickness: f32,
    /// Decay rate of deforming motion [1/s]; falling and turning as a whole are not damped. Range 0 to 1e4. Default 0.
    pub damping: f32,
    /// Drag coefficient of the triangles, along the wind [1]. Without drag and lift the wind has no effect. Range 0 to
    /// 100. Default of `pliant_cloth_desc_init`: 1.
    pub drag: f32,
    /// Lift coefficient of the triangles, across the wind [1]. Range 0 to 100. Default of `pliant_cloth_desc_init`:
    /// 0.5.
    pub lift: f32,
    /// Largest stretch from what holds the cloth [1]: no vertex gets farther from a rigid attachment or a fixed vertex than
    /// 1 + `max_stretch` times the shortest path to it over the cloth at rest. One iteration is enough, at any
    /// resolution; below the limit `stretch_stiffness` acts alone. Bodies that lie on the cloth can push it a little beyond the
    /// limit. It does nothing for a cloth that nothing holds. 0: no limit. Range 0 to 10. Default 0.
    pub max_stretch: f32,
    /// To how many attachments, the nearest, `max_stretch` ties each vertex. One attachment that holds apart counts as
    /// several. Fewer cost less and sag more. Range 1 to 16. Default (0): 4.
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
