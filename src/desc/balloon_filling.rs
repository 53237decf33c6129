//! What a balloon is filled with, and the sheet around it.

use super::{PliantBalloonDesc, PliantClothDesc};
use crate::error::{Error, Result};

impl PliantBalloonDesc {
    /// Fails if it is filled with a gas and with something else at once.
    pub(super) fn check_filling(&self) -> Result<()> {
        if self.gas_pressure > 0.0 && self.volume_factor != 1.0 {
            return Err(Error::argument(format!(
                "model_desc.gas_pressure is {} and model_desc.volume_factor is {}: a gas finds its own volume; set gas_pressure to 0, or leave volume_factor at 1 and change gas_pressure",
                self.gas_pressure, self.volume_factor
            )));
        }
        if self.gas_pressure > 0.0 && self.bulk_modulus > 0.0 {
            return Err(Error::argument(format!(
                "model_desc.gas_pressure is {} and model_desc.bulk_modulus is {}: a gas has its own; set one of them to 0",
                self.gas_pressure, self.bulk_modulus
            )));
        }
        Ok(())
    }

    /// Its skin as cloth.
    pub fn skin(&self) -> PliantClothDesc {
        PliantClothDesc {
            stretch_stiffness: self.stretch_stiffness,
            bending_stiffness: self.bending_stiffness,
            area_density: self.area_density,
            thickness: self.thickness,
            damping: self.damping,
            drag: self.drag,
            lift: self.lift,
            ..PliantClothDesc::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_out_of_range_is_named() {
        type Change = fn(&mut PliantBalloonDesc);
        let cases: [(&str, Change); 7] = [
            ("stretch_stiffness", |d| d.stretch_stiffness = -1.0),
            ("volume_factor", |d| d.volume_factor = -0.5),
            ("volume_factor", |d| d.volume_factor = f32::NAN),
            ("bulk_modulus", |d| d.bulk_modulus = -1.0),
            ("gas_pressure", |d| d.gas_pressure = f32::NAN),
            ("gas_pressure", |d| d.gas_pressure = -1.0),
            ("outside_pressure", |d| d.outside_pressure = -1.0),
        ];
        for (name, change) in cases {
            let mut desc = PliantBalloonDesc::default();
            change(&mut desc);
            let message = desc.checked().unwrap_err().message;
            let start = format!("model_desc.{name} is ");
            assert!(message.starts_with(&start), "{message}");
        }
    }

    #[test]
    fn a_gas_has_no_volume_and_no_modulus_beside_it() {
        let gas = PliantBalloonDesc {
            gas_pressure: 2e3,
            ..PliantBalloonDesc::default()
        };
        assert!(gas.checked().is_ok());
        for (word, desc) in [
            (
                "volume_factor",
                PliantBalloonDesc {
                    volume_factor: 2.0,
                    ..gas
                },
            ),
            (
                "bulk_modulus",
                PliantBalloonDesc {
                    bulk_modulus: 1e5,
                    ..gas
                },
            ),
        ] {
            let message = desc.checked().unwrap_err().message;
            assert!(
                message.contains(word) && message.contains("set "),
                "{message}"
            );
        }
    }
}
