//! How a collider is added.

use super::{above_zero, choices, in_range, one_of, or_default};
use crate::error::Result;
use crate::math::{PliantPose, finite};
use serde::{Deserialize, Serialize};

/// Collider shape: the half-space below y = 0 of the collider's frame; local +y is outside.
pub const PLIANT_SHAPE_PLANE: u32 = 1;
/// Collider shape: sphere; `size[0]` is the radius.
pub const PLIANT_SHAPE_SPHERE: u32 = 2;
/// Collider shape: capsule along local y; `size[0]` is the radius, `size[1]` the half height between the cap centres.
pub const PLIANT_SHAPE_CAPSULE: u32 = 3;
/// Collider shape: cuboid; `size` holds the half extents.
pub const PLIANT_SHAPE_CUBOID: u32 = 4;

const SHAPES: &[(u32, &str)] = choices!(
    PLIANT_SHAPE_PLANE,
    PLIANT_SHAPE_SPHERE,
    PLIANT_SHAPE_CAPSULE,
    PLIANT_SHAPE_CUBOID
);

/// How to add a collider. Bodies never move colliders.
#[repr(C)]
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct PliantColliderDesc {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// `PLIANT_SHAPE_…`. Default of the init function: a plane. 0 is refused.
    pub shape: u32,
    /// World from collider.
    pub pose: PliantPose,
    /// Size [length unit], as `PLIANT_SHAPE_…` says. Each used entry is above zero.
    pub size: [f32; 3],
    /// Friction coefficient [1]. Range 0 to 10. Default of the init function: 0.5.
    pub friction: f32,
    /// Restitution [1], see `PliantBodyDesc`. A contact uses the larger value of body and collider. Range 0 to 1.
    /// Default 0. The first value above 0 in a world recompiles its kernels in the next step; wide mass-spring bodies
    /// then take two more dispatches per substep.
    pub restitution: f32,
    /// Layers this collider is on. Default (0): bit 0.
    pub layers: u32,
    /// Body layers this collider touches. Default (0): all.
    pub mask: u32,
    /// Velocity of its surface in its own frame [length unit/s], as of a conveyor belt: friction takes along what lies
    /// on it, while the collider stays where it is. The part along a contact's normal has no effect. Default: zero.
    pub surface_velocity: [f32; 3],
    /// For the caller's use; `pliant_collider_info` returns it.
    pub user_data: u64,
}

impl Default for PliantColliderDesc {
    /// A plane: the half-space below y = 0.
    fn default() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            shape: PLIANT_SHAPE_PLANE,
            pose: PliantPose::default(),
            size: [0.0; 3],
            friction: 0.5,
            restitution: 0.0,
            layers: 1,
            mask: u32::MAX,
            surface_velocity: [0.0; 3],
            user_data: 0,
        }
    }
}

impl PliantColliderDesc {
    /// Validates, normalises the rotation and fills in defaults. Fails with `InvalidArgument` for a value out of range
    /// or not finite.
    pub fn checked(&self) -> Result<Self> {
        let desc = Self {
            pose: self.pose.checked("pose")?,
            layers: or_default(self.layers, 1),
            mask: or_default(self.mask, u32::MAX),
            ..*self
        };
        one_of("shape", desc.shape, SHAPES)?;
        let used = match desc.shape {
            PLIANT_SHAPE_PLANE => 0,
            PLIANT_SHAPE_SPHERE => 1,
            PLIANT_SHAPE_CAPSULE => 2,
            _ => 3,
        };
        finite(&desc.size, "size")?;
        for (axis, &value) in desc.size.iter().enumerate().take(used) {
            above_zero(&format!("size[{axis}]"), value)?;
        }
        finite(&desc.surface_velocity, "surface_velocity")?;
        in_range("friction", desc.friction, 0.0, 10.0)?;
        in_range("restitution", desc.restitution, 0.0, 1.0)?;
        Ok(desc)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_used_size_must_be_above_zero() {
        for (shape, used) in [(1, 0), (2, 1), (3, 2), (4, 3)] {
            for axis in 0..3 {
                let mut size = [1.0; 3];
                size[axis] = 0.0;
                let desc = PliantColliderDesc {
                    shape,
                    size,
                    ..Default::default()
                };
                assert_eq!(
                    desc.checked().is_ok(),
                    axis >= used,
                    "shape {shape} axis {axis}"
                );
            }
        }
    }

    #[test]
    fn each_number_out_of_range_is_named() {
        let good = PliantColliderDesc::default();
        let cases = [
            (
                "pose.rotation",
                PliantColliderDesc {
                    pose: PliantPose {
                        rotation: [9.0; 4],
                        ..good.pose
                    },
                    ..good
                },
            ),
            ("shape", PliantColliderDesc { shape: 0, ..good }),
            ("shape", PliantColliderDesc { shape: 5, ..good }),
            (
                "size",
                PliantColliderDesc {
                    size: [f32::NAN; 3],
                    ..good
                },
            ),
            (
                "friction",
                PliantColliderDesc {
                    friction: f32::NAN,
                    ..good
                },
            ),
            (
                "restitution",
                PliantColliderDesc {
                    restitution: -1.0,
                    ..good
                },
            ),
            (
                "surface_velocity",
                PliantColliderDesc {
                    surface_velocity: [0.0, f32::INFINITY, 0.0],
                    ..good
                },
            ),
        ];
        for (name, desc) in cases {
            let message = desc.checked().unwrap_err().message;
            assert!(message.starts_with(name), "{message}");
        }
    }
}
