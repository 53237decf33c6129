//! Parameters of `PLIANT_MODEL_NEO_HOOKEAN`. Written by `cargo xtask bindings`; do not edit.

use super::{PLIANT_MODEL_NEO_HOOKEAN, in_range, or_default, reserved};
use crate::error::Result;
use bytemuck::{Pod, Zeroable};
use serde::{Deserialize, Serialize};

/// Parameters of `PLIANT_MODEL_NEO_HOOKEAN`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable, Serialize, Deserialize)]
pub struct PliantNeoHookeanDesc {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// The model of this struct; the init function sets the field. Default (0): not checked. Another model is refused.
    #[serde(skip)] // `Model` says it
    pub model: u32,
    /// Young's modulus E [Pa]. A larger modulus makes the body stiffer and needs more iterations. Range 1 to 1e12.
    /// Default (0): 1e6.
    pub young_modulus: f32,
    /// Poisson's ratio ν [1]. With 0, a squeezed body does not bulge. With 0.49, the body nearly keeps its volume.
    /// Range 0 to 0.495. Default of `pliant_neo_hookean_desc_init`: 0.3.
    pub poisson_ratio: f32,
    /// Mass density [kg/m³]. Range 1e-3 to 1e6. Default (0): 1000.
    pub density: f32,
    /// Decay rate of deforming motion [1/s]. Translation and rotation of the whole body are not damped. Range 0 to 1e4.
    /// Default 0.
    pub damping: f32,
    /// Reserved, zero.
    pub reserved: u32,
}

impl Default for PliantNeoHookeanDesc {
    fn default() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            model: PLIANT_MODEL_NEO_HOOKEAN,
            young_modulus: 1e6,
            poisson_ratio: 0.3,
            density: 1000.0,
            damping: 0.0,
            reserved: 0,
        }
    }
}

impl PliantNeoHookeanDesc {
    /// Validates and fills in defaults. Fails with `InvalidArgument` for a value out of range.
    pub fn checked(&self) -> Result<Self> {
        let desc = Self {
            struct_size: size_of::<Self>() as u32,
            model: PLIANT_MODEL_NEO_HOOKEAN,
            young_modulus: or_default(self.young_modulus, 1e6),
            density: or_default(self.density, 1000.0),
            ..*self
        };
        in_range("model_desc.young_modulus", desc.young_modulus, 1.0, 1e12)?;
        in_range("model_desc.poisson_ratio", desc.poisson_ratio, 0.0, 0.495)?;
        in_range("model_desc.density", desc.density, 1e-3, 1e6)?;
        in_range("model_desc.damping", desc.damping, 0.0, 1e4)?;
        reserved("model_desc.reserved", desc.reserved)?;
        Ok(desc)
    }
}
