//! Parameters of the models of tets.

use super::{PLIANT_MODEL_MASS_SPRING, PLIANT_MODEL_NEO_HOOKEAN, in_range, or_default, reserved};
use crate::error::Result;
use bytemuck::{Pod, Zeroable};
use serde::{Deserialize, Serialize};

/// Parameters of `PLIANT_MODEL_NEO_HOOKEAN`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable, Serialize, Deserialize)]
pub struct PliantNeoHookeanDesc {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// The model whose struct this is, as its init function writes it. Default (0): not said. Another is refused.
    #[serde(skip)] // `Model` says it
    pub model: u32,
    /// Young's modulus E [Pa]. Larger is stiffer and needs more iterations. Range 1 to 1e12. Default (0): 1e6.
    pub young_modulus: f32,
    /// Poisson's ratio ν [1]: 0 squeezes without bulging, 0.49 nearly keeps volume. Range 0 to 0.495. Default of
    /// `pliant_neo_hookean_desc_init`: 0.3.
    pub poisson_ratio: f32,
    /// Mass density [kg/m³]. Range 1e-3 to 1e6. Default (0): 1000.
    pub density: f32,
    /// Decay rate of deforming motion [1/s]; falling and turning as a whole are not damped. Range 0 to 1e4. Default 0.
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
        check_solid(desc.young_modulus, desc.density, desc.damping)?;
        in_range("model_desc.poisson_ratio", desc.poisson_ratio, 0.0, 0.495)?;
        reserved("model_desc.reserved", desc.reserved)?;
        Ok(desc)
    }
}

/// Parameters of `PLIANT_MODEL_MASS_SPRING`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable, Serialize, Deserialize)]
pub struct PliantMassSpringDesc {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// The model whose struct this is, as its init function writes it. Default (0): not said. Another is refused.
    #[serde(skip)] // `Model` says it
    pub model: u32,
    /// Young's modulus E [Pa] of the springs; with the default volume stiffness the solid has 1.11 E, and 0.39 as
    /// Poisson's ratio. Larger needs more substeps. Range 1 to 1e12. Default (0): 1e6.
    pub young_modulus: f32,
    /// Mass density [kg/m³]. Range 1e-3 to 1e6. Default (0): 1000.
    pub density: f32,
    /// Decay rate of deforming motion [1/s]; falling and turning as a whole are not damped. Range 0 to 1e4. Default 0.
    pub damping: f32,
    /// Volume stiffness D_v as a multiple of the springs' modulus [1]. Range 0 to 100. Default of
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
        check_solid(desc.young_modulus, desc.density, desc.damping)?;
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

fn check_solid(young_modulus: f32, density: f32, damping: f32) -> Result<()> {
    in_range("model_desc.young_modulus", young_modulus, 1.0, 1e12)?;
    in_range("model_desc.density", density, 1e-3, 1e6)?;
    in_range("model_desc.damping", damping, 0.0, 1e4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_mean_choose_for_me_except_where_zero_has_a_meaning() {
        let zeros = PliantNeoHookeanDesc {
            struct_size: 0,
            model: 0,
            young_modulus: 0.0,
            poisson_ratio: 0.0,
            density: 0.0,
            damping: 0.0,
            reserved: 0,
        };
        let once = zeros.checked().unwrap();
        assert_eq!((once.young_modulus, once.density), (1e6, 1000.0));
        assert_eq!(once.poisson_ratio, 0.0);
        assert_eq!(once.checked().unwrap(), once);
    }

    type Change<T> = fn(&mut T);

    /// Asserts that each change is refused with the name of its field.
    fn refuses<T: Default>(check: fn(&T) -> Result<T>, cases: &[(&str, Change<T>)]) {
        for (name, change) in cases {
            let mut desc = T::default();
            change(&mut desc);
            let message = check(&desc).err().unwrap().message;
            let start = format!("model_desc.{name} is ");
            assert!(message.starts_with(&start), "{message}");
        }
    }

    #[test]
    fn each_number_out_of_range_is_named() {
        refuses(
            PliantNeoHookeanDesc::checked,
            &[
                ("young_modulus", |d| d.young_modulus = f32::NAN),
                ("poisson_ratio", |d| d.poisson_ratio = 0.5),
                ("density", |d| d.density = -1.0),
                ("damping", |d| d.damping = -1.0),
                ("reserved", |d| d.reserved = 1),
            ],
        );
        refuses(
            PliantMassSpringDesc::checked,
            &[
                ("young_modulus", |d| d.young_modulus = 2e12),
                ("density", |d| d.density = f32::NAN),
                ("damping", |d| d.damping = 2e4),
                ("volume_stiffness", |d| d.volume_stiffness = 101.0),
                ("reserved", |d| d.reserved = 1),
            ],
        );
    }
}
