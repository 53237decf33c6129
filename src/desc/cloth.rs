//! Parameters of cloth.

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
    /// The model whose struct this is, as its init function writes it. Default (0): not said. Another is refused.
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
    /// Distance kept from colliders, and its part of that from bodies, unless `PliantBodyDesc.thickness` is set [length
    /// unit]. Above 0, at most 1e6. Default (0): 1 mm.
    pub thickness: f32,
    /// Decay rate of deforming motion [1/s]; falling and turning as a whole are not damped. Range 0 to 1e4. Default 0.
    pub damping: f32,
    /// Drag coefficient of the triangles in the wind, along it [1]. With no drag and no lift the wind has no effect. Range
    /// 0 to 100. Default of `pliant_cloth_desc_init`: 1.
    pub drag: f32,
    /// Lift coefficient of the triangles in the wind, across it [1]. Range 0 to 100. Default of
    /// `pliant_cloth_desc_init`: 0.5.
    pub lift: f32,
}

/// Default thickness [m].
const THICKNESS_M: f32 = 1e-3;

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
        Ok(desc)
    }

    /// Distance kept from colliders [length unit].
    pub fn thickness_in(&self, length_unit_m: f32) -> f32 {
        or_default(self.thickness, THICKNESS_M / length_unit_m)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_out_of_range_is_named() {
        type Change = fn(&mut PliantClothDesc);
        let cases: [(&str, Change); 7] = [
            ("stretch_stiffness", |d| d.stretch_stiffness = 1e-4),
            ("bending_stiffness", |d| d.bending_stiffness = -1.0),
            ("area_density", |d| d.area_density = f32::NAN),
            ("thickness", |d| d.thickness = -1.0),
            ("damping", |d| d.damping = -1.0),
            ("drag", |d| d.drag = -1.0),
            ("lift", |d| d.lift = 101.0),
        ];
        for (name, change) in cases {
            let mut desc = PliantClothDesc::default();
            change(&mut desc);
            let message = desc.checked().unwrap_err().message;
            let start = format!("model_desc.{name} is ");
            assert!(message.starts_with(&start), "{message}");
        }
    }

    #[test]
    fn the_default_thickness_is_a_millimetre_in_any_unit() {
        let good = PliantClothDesc::default();
        assert!((good.thickness_in(0.01) - 0.1).abs() < 1e-6, "1 mm in cm");
        let thick = PliantClothDesc {
            thickness: 2.0,
            ..good
        };
        assert_eq!(thick.thickness_in(0.01), 2.0);
    }
}
