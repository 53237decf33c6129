//! Parameters of `PLIANT_MODEL_RIGID`. Written by `cargo xtask bindings`; do not edit.

use super::{PLIANT_MODEL_RIGID, in_range, or_default, zero_or_in_range};
use crate::error::Result;
use bytemuck::{Pod, Zeroable};
use serde::{Deserialize, Serialize};

/// Parameters of `PLIANT_MODEL_RIGID`: a rigid body, such as a crate. Contact moves the body within the step, like a
/// soft body.
///
/// The inertia is the inertia of the solid that the tets fill, as far as positive masses at the vertices can represent it.
/// A mesh with a vertex inside has the exact inertia. With corners alone, the inertia is too large.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable, Serialize, Deserialize)]
pub struct PliantRigidDesc {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// The model of this struct; the init function sets the field. Default (0): not checked. Another model is refused.
    #[serde(skip)] // `Model` says it
    pub model: u32,
    /// Mass density [kg/m³]. No effect if `mass` is given. Range 1e-3 to 1e6. Default (0): 1000.
    pub density: f32,
    /// Mass [kg]. Range 1e-6 to 1e9. Default (0): the density times the volume.
    pub mass: f32,
    /// Moments of inertia about the centre of mass, along x, y and z of the mesh [kg length unit²]. No moment may
    /// exceed the sum of the other two. Moments that positive masses at the vertices cannot represent are refused. In a
    /// box with vertices only at the corners and in the middle, the ratio of the second moments of mass is fixed. A box
    /// of 2 × 2 × 2 cells can represent the inertia of any masses within the box. Default (0, 0, 0): the moments of the
    /// solid.
    pub inertia: [f32; 3],
    /// Elements yz, zx and xy of the inertia tensor [kg length unit²]. No effect if `inertia` is zero. Default 0.
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
        zero_or_in_range("model_desc.mass", desc.mass, 1e-6, 1e9)?;
        desc.check_inertia()?;
        Ok(desc)
    }
}
