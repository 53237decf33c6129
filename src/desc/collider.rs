//! How a collider is added.

use super::{above_zero, check_events, choices, flag, in_range, one_of, or_default};
use crate::error::{Error, Result, choice, number};
use crate::ids::PliantShapeId;
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

/// Collider shape: the triangles of `shape_asset` (`pliant_shape_create_mesh`). Both sides of a triangle collide.
pub const PLIANT_SHAPE_MESH: u32 = 5;
/// Collider shape: the convex hull of `shape_asset` (`pliant_shape_create_convex`).
pub const PLIANT_SHAPE_CONVEX: u32 = 6;
/// Collider shape: the terrain of `shape_asset` (`pliant_shape_create_heightfield`).
pub const PLIANT_SHAPE_HEIGHTFIELD: u32 = 7;
/// Collider shape: the signed distances on a grid of `shape_asset` (`pliant_shape_create_sdf`).
pub const PLIANT_SHAPE_SDF: u32 = 8;
/// Collider shape: the compound of several shapes in `shape_asset` (`pliant_shape_create_compound`).
pub const PLIANT_SHAPE_COMPOUND: u32 = 9;

const SHAPES: &[(u32, &str)] = choices!(
    PLIANT_SHAPE_PLANE,
    PLIANT_SHAPE_SPHERE,
    PLIANT_SHAPE_CAPSULE,
    PLIANT_SHAPE_CUBOID,
    PLIANT_SHAPE_MESH,
    PLIANT_SHAPE_CONVEX,
    PLIANT_SHAPE_HEIGHTFIELD,
    PLIANT_SHAPE_SDF,
    PLIANT_SHAPE_COMPOUND
);

/// How many entries of `size` a shape uses.
fn sizes(shape: u32) -> usize {
    match shape {
        PLIANT_SHAPE_SPHERE => 1,
        PLIANT_SHAPE_CAPSULE => 2,
        PLIANT_SHAPE_CUBOID => 3,
        _ => 0,
    }
}

/// Checks a shape, its size and its scale; returns the scale with its default filled in.
pub fn check_shape(shape: u32, size: &[f32; 3], scale: &[f32; 3]) -> Result<[f32; 3]> {
    one_of("shape", shape, SHAPES)?;
    finite(size, "size")?;
    for (axis, &value) in size.iter().enumerate().take(sizes(shape)) {
        above_zero(&format!("size[{axis}]"), value)?;
    }
    finite(scale, "scale")?;
    let scale = or_default(*scale, [1.0; 3]);
    let shown = || {
        format!(
            "({}, {}, {})",
            number(scale[0]),
            number(scale[1]),
            number(scale[2])
        )
    };
    let is_uniform = scale[0] > 0.0 && scale.iter().all(|s| *s == scale[0]);
    match shape {
        PLIANT_SHAPE_MESH | PLIANT_SHAPE_CONVEX | PLIANT_SHAPE_HEIGHTFIELD => {
            if let Some(axis) = scale.iter().position(|s| *s == 0.0) {
                return Err(Error::argument(format!(
                    "scale[{axis}] is 0, expected any other number"
                )));
            }
        }
        PLIANT_SHAPE_SDF | PLIANT_SHAPE_COMPOUND if !is_uniform => {
            let (shown, shape) = (shown(), choice(shape, SHAPES));
            let message = format!(
                "scale is {shown}, but {shape} takes a uniform one above 0: other scales change distances"
            );
            return Err(Error::argument(message));
        }
        PLIANT_SHAPE_SDF | PLIANT_SHAPE_COMPOUND => {}
        _ if scale != [1.0; 3] => {
            let (shown, shape) = (shown(), choice(shape, SHAPES));
            let message = format!("scale is {shown}, but {shape} has none: put it into size");
            return Err(Error::argument(message));
        }
        _ => {}
    }
    Ok(scale)
}

/// Whether a shape is that of an asset. `kind`: that of the asset that came with it.
pub fn check_shape_asset(shape: u32, kind: Option<u32>) -> Result<()> {
    let named = |shape| choice(shape, SHAPES);
    let message = match kind {
        Some(kind) if kind == shape => return Ok(()),
        None if shape < PLIANT_SHAPE_MESH => return Ok(()),
        None => format!("shape_asset is null, but {} needs one", named(shape)),
        Some(kind) => format!(
            "shape is {}, but shape_asset is a {}",
            named(shape),
            named(kind)
        ),
    };
    Err(Error::argument(message))
}

/// How to add a collider. Bodies never move colliders.
#[repr(C)]
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct PliantColliderDesc {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// `PLIANT_SHAPE_…`. Default of the init function: a plane. 0 is refused.
    pub shape: u32,
    /// Pose: world from collider.
    pub pose: PliantPose,
    /// Size [length unit]. `PLIANT_SHAPE_…` says which entries a shape uses. Each used entry is above zero. Shapes with
    /// a `shape_asset` ignore the size.
    pub size: [f32; 3],
    /// Scale of `shape_asset` along its axes [1]. Meshes, convex hulls and heightfields take any values but 0; a
    /// negative value mirrors the shape. SDFs and compounds take three equal values above 0. Shapes without a
    /// `shape_asset` take no scale. Default (zeros): 1.
    pub scale: [f32; 3],
    /// Friction coefficient [1]. Range 0 to 10. Default of the init function: 0.5.
    pub friction: f32,
    /// Restitution [1], see `PliantBodyDesc`. A contact uses the larger value of body and collider. Range 0 to 1.
    /// Default 0. After the first value above 0 in a world, the next step recompiles the world's kernels. Wide
    /// mass-spring bodies then take two more dispatches per substep.
    pub restitution: f32,
    /// Layers that this collider is on, one bit each. Default (0): bit 0.
    pub layers: u32,
    /// Layers of the bodies that this collider touches. Default (0): all layers. 0 cannot mean no layer: to touch
    /// nothing, use a layer that is in no mask.
    pub mask: u32,
    /// Velocity of the surface in the collider's frame [length unit/s], as of a conveyor belt. Friction moves the
    /// bodies on the surface; the collider does not move. The component along the contact normal has no effect. Meshes,
    /// convex hulls and heightfields ignore the velocity. Default: zero.
    pub surface_velocity: [f32; 3],
    /// 1: the collider is a sensor. Bodies pass through a sensor. Events report the bodies in the sensor, if the
    /// collider or the body asks for events. Meshes, convex hulls and heightfields cannot be sensors. Default 0.
    pub is_sensor: u32,
    /// Data of the shape, for `PLIANT_SHAPE_MESH` and all later values of `shape`; null for earlier values. The
    /// collider keeps the data alive.
    pub shape_asset: PliantShapeId,
    /// For the caller's use: a value that `pliant_collider_info` returns.
    pub user_data: u64,
    /// `PLIANT_EVENT_…` bits: the events that the collider's contacts report, as in `PliantBodyDesc`. Default 0: no events.
    pub events: u32,
    /// Smallest impulse in a step that counts as touching [N s], as in `PliantBodyDesc`. Default 0: any impulse.
    pub event_threshold: f32,
}

impl Default for PliantColliderDesc {
    /// A plane: the half-space below y = 0.
    fn default() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            shape: PLIANT_SHAPE_PLANE,
            pose: PliantPose::default(),
            size: [0.0; 3],
            scale: [1.0; 3],
            friction: 0.5,
            restitution: 0.0,
            layers: 1,
            mask: u32::MAX,
            surface_velocity: [0.0; 3],
            is_sensor: 0,
            shape_asset: PliantShapeId::default(),
            user_data: 0,
            events: 0,
            event_threshold: 0.0,
        }
    }
}

impl PliantColliderDesc {
    /// Validates, normalises the rotation and fills in defaults. Fails with `InvalidArgument` for a value out of range
    /// or not finite. Whether `shape_asset` suits the shape is checked where the asset is known.
    pub fn checked(&self) -> Result<Self> {
        let desc = Self {
            pose: self.pose.checked("pose")?,
            layers: or_default(self.layers, 1),
            mask: or_default(self.mask, u32::MAX),
            scale: check_shape(self.shape, &self.size, &self.scale)?,
            ..*self
        };
        finite(&desc.surface_velocity, "surface_velocity")?;
        in_range("friction", desc.friction, 0.0, 10.0)?;
        in_range("restitution", desc.restitution, 0.0, 1.0)?;
        flag("is_sensor", desc.is_sensor)?;
        check_events(desc.events, desc.event_threshold)?;
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
            ("shape", PliantColliderDesc { shape: 10, ..good }),
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
