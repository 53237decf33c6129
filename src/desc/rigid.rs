//! Parameters of rigid bodies.

use super::{PLIANT_MODEL_RIGID, in_range, or_default};
use crate::error::{Error, Result, number};
use bytemuck::{Pod, Zeroable};
use serde::{Deserialize, Serialize};

/// Parameters of `PLIANT_MODEL_RIGID`: a crate that contact moves within the step, as it moves soft bodies.
///
/// Its inertia is that of the solid that its tets fill, as far as positive masses at their vertices can have it: a mesh with
/// a vertex inside has it exactly, and one with corners alone has too much.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable, Serialize, Deserialize)]
pub struct PliantRigidDesc {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// The model whose struct this is, as its init function writes it. Default (0): not said. Another is refused.
    #[serde(skip)] // `Model` says it
    pub model: u32,
    /// Mass density [kg/m³]; without effect if `mass` is given. Range 1e-3 to 1e6. Default (0): 1000.
    pub density: f32,
    /// Mass [kg]. Range 1e-6 to 1e9. Default (0): the density times the volume.
    pub mass: f32,
}

impl Default for PliantRigidDesc {
    fn default() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            model: PLIANT_MODEL_RIGID,
            density: 1000.0,
            mass: 0.0,
        }
    }
}

impl PliantRigidDesc {
    /// Validates and fills in defaults. Fails with `InvalidArgument` for a value out of range.
    pub fn checked(&self) -> Result<Self> {
        let desc = Self {
            struct_size: size_of::<Self>() as u32,
            model: PLIANT_MODEL_RIGID,
            density: or_default(self.density, 1000.0),
            ..*self
        };
        in_range("model_desc.density", desc.density, 1e-3, 1e6)?;
        if desc.mass != 0.0 && !(1e-6..=1e9).contains(&desc.mass) {
            return Err(Error::argument(format!(
                "model_desc.mass is {}, expected 0, or 1e-6 to 1e9",
                number(desc.mass)
            )));
        }
        Ok(desc)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_out_of_range_is_named() {
        let good = PliantRigidDesc::default();
        for bad in [-1.0, f32::NAN, 1e10] {
            let density = PliantRigidDesc {
                density: bad,
                ..good
            };
            let mass = PliantRigidDesc { mass: bad, ..good };
            for (name, desc) in [("density", density), ("mass", mass)] {
                let message = desc.checked().unwrap_err().message;
                assert!(
                    message.starts_with(&format!("model_desc.{name}")),
                    "{message}"
                );
            }
        }
        let zero = PliantRigidDesc {
            density: 0.0,
            ..good
        };
        assert_eq!(zero.checked().unwrap(), good);
    }
}
