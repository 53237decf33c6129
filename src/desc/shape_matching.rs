//! Parameters of shape matching.

use super::{PLIANT_MODEL_SHAPE_MATCHING, choices, in_range, one_of, or_default};
use crate::error::{Error, Result, number};
use bytemuck::{Pod, Zeroable};
use serde::{Deserialize, Serialize};

/// Deformation of a cluster: it turns and moves.
pub const PLIANT_DEFORMATION_RIGID: u32 = 1;
/// Deformation of a cluster: it also stretches and shears, and keeps its volume.
pub const PLIANT_DEFORMATION_LINEAR: u32 = 2;
/// Deformation of a cluster: it also bends and twists.
pub const PLIANT_DEFORMATION_QUADRATIC: u32 = 3;

const DEFORMATIONS: &[(u32, &str)] = choices!(
    PLIANT_DEFORMATION_RIGID,
    PLIANT_DEFORMATION_LINEAR,
    PLIANT_DEFORMATION_QUADRATIC
);

/// Parameters of `PLIANT_MODEL_SHAPE_MATCHING` (Müller, Heidelberger, Teschner, Gross: Meshless deformations based on
/// shape matching, ACM TOG 24(3), 2005).
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable, Serialize, Deserialize)]
pub struct PliantShapeMatchingDesc {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// The model whose struct this is, as its init function writes it. Default (0): not said. Another is refused.
    #[serde(skip)] // `Model` says it
    pub model: u32,
    /// `PLIANT_DEFORMATION_…`. Default (0): linear.
    pub deformation: u32,
    /// Stiffness α [1]: the share of the way to their goals that particles go in a substep of 1/60 s. Shorter substeps go
    /// less, so that what a body sags stays: about g/k with k = 3600 α / (1 − α) [1/s²], more where few particles bear
    /// it. 1 is stiffest. `iterations` has no effect. Above 0, at most 1. Default (0): 0.5.
    pub alpha: f32,
    /// Softness β [1]: the share of the linear or quadratic fit, which keeps the volume, in a goal; the rest is rigid. More
    /// follows deformation and returns more slowly. Stay at 0.9 or below: with 1 a fit returns to its volume only, and a body
    /// under its weight flows apart. 0: rigid. Range 0 to 1. Default of `pliant_shape_matching_desc_init`: 0.3.
    pub beta: f32,
    /// Mass density [kg/m³]. Range 1e-3 to 1e6. Default (0): 1000.
    pub density: f32,
    /// Decay rate of deforming motion [1/s]; falling and turning as a whole are not damped. Range 0 to 1e4. Default 0.
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
        if !(desc.alpha > 0.0 && desc.alpha <= 1.0) {
            return Err(Error::argument(format!(
                "model_desc.alpha is {}, expected a number above 0, at most 1",
                number(desc.alpha)
            )));
        }
        in_range("model_desc.beta", desc.beta, 0.0, 1.0)?;
        in_range("model_desc.density", desc.density, 1e-3, 1e6)?;
        in_range("model_desc.damping", desc.damping, 0.0, 1e4)?;
        Ok(desc)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_out_of_range_is_named() {
        let good = PliantShapeMatchingDesc::default();
        let cases = [
            (
                "deformation",
                PliantShapeMatchingDesc {
                    deformation: 4,
                    ..good
                },
            ),
            ("alpha", PliantShapeMatchingDesc { alpha: 1.5, ..good }),
            (
                "beta",
                PliantShapeMatchingDesc {
                    beta: f32::NAN,
                    ..good
                },
            ),
            (
                "density",
                PliantShapeMatchingDesc {
                    density: 1e-4,
                    ..good
                },
            ),
            (
                "damping",
                PliantShapeMatchingDesc {
                    damping: -1.0,
                    ..good
                },
            ),
        ];
        for (name, desc) in cases {
            let message = desc.checked().unwrap_err().message;
            assert!(
                message.starts_with(&format!("model_desc.{name}")),
                "{message}"
            );
        }
        let zero = PliantShapeMatchingDesc {
            deformation: 0,
            alpha: 0.0,
            density: 0.0,
            ..good
        };
        let once = zero.checked().unwrap();
        assert_eq!(
            (once.deformation, once.alpha, once.density),
            (2, 0.5, 1000.0)
        );
    }
}
