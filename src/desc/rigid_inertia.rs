//! What inertia a rigid body can have.

use super::PliantRigidDesc;
use crate::error::{Error, Result};

impl PliantRigidDesc {
    /// Whether some body could have this inertia: no second moment of its mass is negative.
    pub(super) fn check_inertia(&self) -> Result<()> {
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
