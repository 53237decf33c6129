//! Parameters of `PLIANT_MODEL_SHAPE_MATCHING`. Written by `cargo xtask bindings`; do not edit.

use super::{
    DEFORMATIONS, PLIANT_DEFORMATION_LINEAR, PLIANT_MODEL_SHAPE_MATCHING, above_to, in_range,
    one_of, or_default,
};
use crate::error::Result;
use bytemuck::{Pod, Zeroable};
use serde::{Deserialize, Serialize};

/// Parameters of `PLIANT_MODEL_SHAPE_MATCHING` (Müller, Heidelberger, Teschner, Gross: Meshless deformations based on
/// shape matching, ACM TOG 24(3), 2005).
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable, Serialize, Deserialize)]
pub struct PliantShapeMatchingDesc {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// The model of this struct; the init function sets the field. Default (0): not checked. Another model is refused.
    #[serde(skip)] // `Model` says it
    pub model: u32,
    /// `PLIANT_DEFORMATION_…`. Default (0): linear.
    pub deformation: u32,
    /// Stiffness α [1]: the fraction of the distance to its goal that a particle moves in a substep of 1/60 s. In
    /// shorter substeps, particles move less, so that the sag stays equal. The sag is about g/k with k = 3600 α / (1 −
    /// α) [1/s²], and more where few particles carry the body. 1 is stiffest. `iterations` has no effect. Above 0, at
    /// most 1. Default (0): 0.5.
    pub alpha: f32,
    /// Softness β [1]. The goal of a particle is a weighted mean of two fits: the linear or quadratic fit, which keeps
    /// the volume, has the weight β; the rigid fit has the weight 1 − β. With a larger β, the body follows deformation
    /// more and recovers more slowly. Use 0.9 or less: with 1, only the volume recovers, and a body flows apart under
    /// its own weight. 0: rigid. Range 0 to 1. Default of `pliant_shape_matching_desc_init`: 0.3.
    pub beta: f32,
    /// Mass density [kg/m³]. Range 1e-3 to 1e6. Default (0): 1000.
    pub density: f32,
    /// Decay rate of deforming motion [1/s]. Translation and rotation of the whole body are not damped. Range 0 to 1e4.
    /// Default 0.
    pub damping: f32,
}

impl Default for PliantShapeMatchingDesc {
    fn default() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            model: PLIANT_MODEL_SHAPE_MATCHING,
            deformation: PLIANT_DEFORMATION_LINEAR,
            alpha: 0.5,
            beta: 0.3,
            density: 1000.0,
            damping: 0.0,
        }
    }
}

impl PliantShapeMatchingDesc {
    /// Validates and fills in defaults. Fails with `InvalidArgument` for a value out of range.
    pub fn checked(&self) -> Result<Self> {
        let desc = Self {
            struct_size: size_of::<Self>() as u32,
            model: PLIANT_MODEL_SHAPE_MATCHING,
            deformation: or_default(self.deformation, PLIANT_DEFORMATION_LINEAR),
            alpha: or_default(self.alpha, 0.5),
            density: or_default(self.density, 1000.0),
            ..*self
        };
        one_of("model_desc.deformation", desc.deformation, DEFORMATIONS)?;
        above_to("model_desc.alpha", desc.alpha, 0.0, 1.0)?;
        in_range("model_desc.beta", desc.beta, 0.0, 1.0)?;
        in_range("model_desc.density", desc.density, 1e-3, 1e6)?;
        in_range("model_desc.damping", desc.damping, 0.0, 1e4)?;
        Ok(desc)
    }
}
