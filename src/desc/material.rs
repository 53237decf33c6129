//! What a body is made of.

use super::{choices, in_range, one_of, or_default, reserved};
use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};

/// Simulation method: the default, neo-Hookean.
pub const PLIANT_METHOD_DEFAULT: u32 = 0;
/// Simulation method: stable neo-Hookean solid, implicit, solved by vertex block descent.
pub const PLIANT_METHOD_NEO_HOOKEAN: u32 = 1;
/// Simulation method: mass-spring system on the tet edges with a volume force, explicit Verlet. In one substep a force,
/// soft attachments included, moves a vertex by at most its longest rest edge; the excess is cut off.
pub const PLIANT_METHOD_MASS_SPRING: u32 = 2;

/// The methods with their C names.
pub(crate) const METHODS: &[(u32, &str)] = choices!(
    PLIANT_METHOD_DEFAULT,
    PLIANT_METHOD_NEO_HOOKEAN,
    PLIANT_METHOD_MASS_SPRING
);

/// The elastic material of a body.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PliantMaterialDesc {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// `PLIANT_METHOD_…`. Default (0): neo-Hookean. Fixed while the body lives.
    pub method: u32,
    /// Young's modulus E [Pa]. Larger is stiffer and needs more iterations. Range 1 to 1e12. Default (0): 1e6.
    pub young_modulus: f32,
    /// Poisson's ratio ν [1]: 0 squeezes without bulging, 0.49 nearly keeps volume. Range 0 to 0.495. Default of
    /// `pliant_material_desc_init`: 0.3.
    pub poisson_ratio: f32,
    /// Mass density [kg/m³]. Range 1e-3 to 1e6. Default (0): 1000.
    pub density: f32,
    /// Decay rate of deforming motion [1/s]; falling and turning as a whole are not damped. Range 0 to 1e4. Default 0.
    pub damping: f32,
    /// Mass-spring only: volume stiffness D_v as a multiple of the springs' modulus [1]. Range 0 to 100. Default of
    /// `pliant_material_desc_init`: 1.
    pub volume_stiffness: f32,
    /// Reserved, zero.
    pub reserved: u32,
}

impl Default for PliantMaterialDesc {
    fn default() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            method: PLIANT_METHOD_NEO_HOOKEAN,
            young_modulus: 1e6,
            poisson_ratio: 0.3,
            density: 1000.0,
            damping: 0.0,
            volume_stiffness: 1.0,
            reserved: 0,
        }
    }
}

impl PliantMaterialDesc {
    /// Validates and fills in defaults. Fails with `InvalidArgument` for a value out of range.
    pub fn checked(&self) -> Result<Self> {
        let material = Self {
            struct_size: or_default(self.struct_size, size_of::<Self>() as u32),
            method: or_default(self.method, PLIANT_METHOD_NEO_HOOKEAN),
            young_modulus: or_default(self.young_modulus, 1e6),
            density: or_default(self.density, 1000.0),
            ..*self
        };
        // A material nested in a body's description has a fixed size, so it cannot be of another version.
        if material.struct_size != size_of::<Self>() as u32 {
            return Err(Error::argument(format!(
                "material.struct_size is {}, expected sizeof(PliantMaterialDesc), which is {}, or 0",
                material.struct_size,
                size_of::<Self>()
            )));
        }
        one_of("material.method", material.method, METHODS)?;
        in_range("material.young_modulus", material.young_modulus, 1.0, 1e12)?;
        in_range("material.poisson_ratio", material.poisson_ratio, 0.0, 0.495)?;
        in_range("material.density", material.density, 1e-3, 1e6)?;
        in_range("material.damping", material.damping, 0.0, 1e4)?;
        in_range(
            "material.volume_stiffness",
            material.volume_stiffness,
            0.0,
            100.0,
        )?;
        reserved("material.reserved", material.reserved)?;
        Ok(material)
    }
}
