//! Parameters of `PLIANT_MODEL_BALLOON`. Written by `cargo xtask bindings`; do not edit.

use super::{PLIANT_MODEL_BALLOON, in_range, or_default, zero_or_in_range};
use crate::error::Result;
use bytemuck::{Pod, Zeroable};
use serde::{Deserialize, Serialize};

/// Parameters of `PLIANT_MODEL_BALLOON`: a skin like cloth, and one constraint on the volume inside (Bender, Müller, Macklin:
/// Position-based simulation methods in computer graphics, Eurographics tutorials, 2015). The sheet must be closed. Seen from
/// outside, the triangles are counter-clockwise. `pliant_body_set_model` may change all parameters in each step, for example
/// `volume_factor` to inflate the balloon. `PliantBodyInfo` contains the pressure and the volume.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable, Serialize, Deserialize)]
pub struct PliantBalloonDesc {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// The model of this struct; the init function sets the field. Default (0): not checked. Another model is refused.
    #[serde(skip)] // `Model` says it
    pub model: u32,
    /// Stretch stiffness of the skin [N/m]: Young's modulus times thickness. This product is the force on a strip of 1
    /// m width per unit of strain. A larger stiffness needs more substeps. Range 1e-3 to 1e9. Default (0): 300.
    pub stretch_stiffness: f32,
    /// Bending stiffness of the skin [N·m]: the moment on an edge of 1 m per unit of curvature [1/m]. Range 0 to 1e6.
    /// Default of `pliant_balloon_desc_init`: 1e-5.
    pub bending_stiffness: f32,
    /// Mass per area of the skin [kg/m²]. The filling has no mass. Range 1e-6 to 1e5. Default (0): 0.3.
    pub area_density: f32,
    /// Distance that the skin keeps from colliders [length unit]. Two bodies keep the sum of their distances.
    /// `PliantBodyDesc.thickness` overrides this distance. Above 0, at most 1e6. Default (0): 1 mm.
    pub thickness: f32,
    /// Decay rate of deforming motion [1/s]. Translation and rotation of the whole body are not damped. Range 0 to 1e4.
    /// Default of `pliant_balloon_desc_init`: 2.
    pub damping: f32,
    /// Drag coefficient of the triangles, along the wind [1]. If drag and lift are 0, the wind has no effect. Range 0
    /// to 100. Default of `pliant_balloon_desc_init`: 0.5.
    pub drag: f32,
    /// Lift coefficient of the triangles, across the wind [1]. Range 0 to 100. Default 0.
    pub lift: f32,
    /// Volume of the filling, in volumes at rest [1]. Above 1, the skin is under tension, and the balloon is firm.
    /// Below 1, the skin is slack. A new factor is reached at 4 a second at most: a doubling takes 0.17 s. Must be 1
    /// with a gas. Range 1e-3 to 1000. Default (0): 1.
    pub volume_factor: f32,
    /// Bulk modulus κ of the filling [Pa]. The pressure is κ (`volume_factor` − V/V₀), with the volume V and the volume
    /// at rest V₀. A smaller modulus yields more. Default 0: hard, the volume is exactly `volume_factor` V₀. Range 0 to
    /// 1e12.
    pub bulk_modulus: f32,
    /// Gauge pressure of a gas inside, at the volume at rest [Pa]: the pressure above `outside_pressure`. The gas keeps
    /// its temperature: (`outside_pressure` + pressure) times volume is constant. A larger pressure inflates the
    /// balloon further. Default 0: no gas, `volume_factor` sets the volume. Range 0 to 1e9.
    pub gas_pressure: f32,
    /// Absolute pressure around the balloon [Pa], with a gas. At the pressure of the atmosphere, the gas is hard to
    /// squeeze; at a smaller pressure, the gas is soft. 0: empty space. Range 0 to 1e9. Default of
    /// `pliant_balloon_desc_init`: 1.01325e5.
    pub outside_pressure: f32,
}

impl Default for PliantBalloonDesc {
    /// Latex 0.3 mm thick, filled to its volume at rest. Its thickness is 0: 1 mm in any length unit.
    fn default() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            model: PLIANT_MODEL_BALLOON,
            stretch_stiffness: 300.0,
            bending_stiffness: 1e-5,
            area_density: 0.3,
            thickness: 0.0,
            damping: 2.0,
            drag: 0.5,
            lift: 0.0,
            volume_factor: 1.0,
            bulk_modulus: 0.0,
            gas_pressure: 0.0,
            outside_pressure: 1.01325e5,
        }
    }
}

impl PliantBalloonDesc {
    /// Validates and fills in defaults. Fails with `InvalidArgument` for a value out of range.
    pub fn checked(&self) -> Result<Self> {
        let desc = Self {
            struct_size: size_of::<Self>() as u32,
            model: PLIANT_MODEL_BALLOON,
            stretch_stiffness: or_default(self.stretch_stiffness, 300.0),
            area_density: or_default(self.area_density, 0.3),
            volume_factor: or_default(self.volume_factor, 1.0),
            ..*self
        };
        in_range(
            "model_desc.stretch_stiffness",
            desc.stretch_stiffness,
            1e-3,
            1e9,
        )?;
        in_range(
            "model_desc.bending_stiffness",
            desc.bending_stiffness,
            0.0,
            1e6,
        )?;
        in_range("model_desc.area_density", desc.area_density, 1e-6, 1e5)?;
        in_range("model_desc.thickness", desc.thickness, 0.0, 1e6)?;
        in_range("model_desc.damping", desc.damping, 0.0, 1e4)?;
        in_range("model_desc.drag", desc.drag, 0.0, 100.0)?;
        in_range("model_desc.lift", desc.lift, 0.0, 100.0)?;
        in_range("model_desc.volume_factor", desc.volume_factor, 1e-3, 1000.0)?;
        zero_or_in_range("model_desc.bulk_modulus", desc.bulk_modulus, 0.0, 1e12)?;
        zero_or_in_range("model_desc.gas_pressure", desc.gas_pressure, 0.0, 1e9)?;
        in_range(
            "model_desc.outside_pressure",
            desc.outside_pressure,
            0.0,
            1e9,
        )?;
        desc.check_filling()?;
        Ok(desc)
    }
}
