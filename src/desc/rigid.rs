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
    /// Moments of inertia about the centre of mass, along x, y and z of the mesh [kg length unit²]. They are those of
    /// masses at the vertices, and moments that no such masses have are refused: of a box with corners and a middle alone the
    /// second moments of the mass keep their ratio; one of 2 × 2 × 2 cells can have all that lie within it. None may exceed
    /// the sum of the others. Default (0, 0, 0): those of the solid.
    pub inertia: [f32; 3],
    /// Elements yz, zx and xy of the inertia tensor [kg length unit²]; without effect if `inertia` is zero. Default 0.
    pub inertia_products: [f32; 3],
}

impl Default for PliantRigidDesc {
    fn default() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            model: PLIANT_MODEL_RIGID,
            density: 1000.0,
            mass: 0.0,
            inertia: [0.0; 3],
            inertia_products: [0.0; 3],
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
        desc.check_inertia()?;
        Ok(desc)
    }

    /// Whether some body could have this inertia: no second moment of its mass is negative.
    fn check_inertia(&self) -> Result<()> {
        let [x, y, z] = self.inertia;
        let all = self.inertia.iter().chain(&self.inertia_products);
        let fits = |own: f32, a: f32, b: f32| own > 0.0 && own <= (a + b) * (1.0 + 1e-6);
        let good = fits(x, y, z) && fits(y, z, x) && fits(z, x, y);
        if all.clone().any(|v| !v.is_finite()) || (self.inertia != [0.0; 3] && !good) {
            return Err(Error::argument(format!(
                "model_desc.inertia is {:?}, with products {:?}; expected zeros, or three positive moments of which none exceeds the sum of the others",
                self.inertia, self.inertia_products
            )));
        }
        Ok(())
    }

    /// Second moments of a mass of 1 about its centre (xx, yy, zz, yz, zx, xy), if the caller has said the inertia of this
    /// mass.
    pub fn moments(&self, mass: f64) -> Option<[f64; 6]> {
        if self.inertia == [0.0; 3] {
            return None;
        }
        let [x, y, z] = self.inertia.map(|i| f64::from(i) / mass);
        let [yz, zx, xy] = self.inertia_products.map(|i| -f64::from(i) / mass);
        let half = 0.5 * (x + y + z);
        Some([half - x, half - y, half - z, yz, zx, xy])
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
            let inertia = PliantRigidDesc {
                inertia: [1.0, 1.0, bad],
                ..good
            };
            for (name, desc) in [("density", density), ("mass", mass), ("inertia", inertia)] {
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
