//! The default thickness of cloth, which depends on the length unit.

use super::{PliantClothDesc, or_default};

/// Default thickness [m].
const THICKNESS_M: f32 = 1e-3;

impl PliantClothDesc {
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
