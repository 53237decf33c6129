//! Parameters of `PLIANT_MODEL_MASS_SPRING`. Written by `cargo xtask bindings`; do not edit.

use super::{PLIANT_MODEL_MASS_SPRING, in_range, or_default, reserved};
use crate::error::Result;
use bytemuck::{Pod, Zeroable};
use serde::{Deserialize, Serialize};

/// Parameters of `PLIANT_MODEL_MASS_SPRING`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable, Serialize, Deserialize)]
pub struct PliantMassSpringDesc {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// The model of this struct; the init function sets the field. Default (0): not checked. Another model is refused.
    #[serde(skip)] // `Model` says it
    pub model: u32,
    /// Young's modulus E of the springs [Pa]. With the default volume stiffness, the solid has a modulus of 1.11 E and
    /// a Poisson's ratio of 0.39. A larger modulus needs more substeps. Range 1 to 1e12. Default (0): 1e6.
    pub young_modulus: f32,
    /// Mass density [kg/m³]. Range 1e-3 to 1e6. Default (0): 1000.
    pub density: f32,
    /// Decay rate of deforming motion [1/s]. Translation and rotation of the whole body are not damped. Range 0 to 1e4.
    /// Default 0.
    pub damping: f32,
    /// Volume stiffness D_v [1], as a multiple of the springs' modulus. Range 0 to 100. Default of
    /// `pliant_mass_spring_desc_init`: 1.
    pub volume_stiffness: f32,
    /// Reserved, zero.
    pub reserved: u32,
}

impl Default for PliantMassSpringDesc {
    fn default() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            model: PLIANT_MODEL_MASS_SPRING,
            young_modulus: 1e6,
            density: 1000.0,
            damping: 0.0,
            volume_stiffness: 1.0,
            reserved: 0,
        }
    }
}

impl PliantMassSpringDesc {
    /// Validates and fills in defaults. Fails with `InvalidArgument` for a value out of range.
    pub fn checked(&self) -> Result<Self> {
        let desc = Self {
            struct_size: size_of::<Self>() as u32,
            model: PLIANT_MODEL_MASS_SPRING,
            young_modulus: or_default(self.young_modulus, 1e6),
            density: or_default(self.density, 1000.0),
            ..*self
        };
        in_range("model_desc.young_modulus", desc.young_modulus, 1.0, 1e12)?;
        in_range("model_desc.density", desc.density, 1e-3, 1e6)?;
        in_range("model_desc.damping", desc.damping, 0.0, 1e4)?;
        in_range(
            "model_desc.volume_stiffness",
            desc.volume_stiffness,
            0.0,
            100.0,
        )?;
        reserved("model_desc.reserved", desc.reserved)?;
        Ok(desc)
    }
}
