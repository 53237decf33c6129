//! Poses and small numeric checks on the host.

pub mod eigen;
pub mod symmetric;
pub mod tet;

pub use pliant_geometry::triangle;

use crate::error::{Error, Result, number};
use glam::{DQuat, DVec3, Quat, Vec3};
use serde::{Deserialize, Serialize};

/// A rigid transform. A point `p` of the body moves to `rotation * p + position`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PliantPose {
    /// Translation [length unit of the world]. Precision at 10⁷ length units is the same as at the origin.
    pub position: [f64; 3],
    /// Unit quaternion, x y z w. A quaternion with a length from 0.5 to 2 is normalised; other lengths are refused. All
    /// zeros: the identity.
    pub rotation: [f32; 4],
}

/// A point in single or double floats.
pub trait Point {
    /// Its coordinates.
    fn point(self) -> [f64; 3];
}

impl Point for [f64; 3] {
    fn point(self) -> [f64; 3] {
        self
    }
}

impl Point for [f32; 3] {
    fn point(self) -> [f64; 3] {
        self.map(f64::from)
    }
}

impl Point for DVec3 {
    fn point(self) -> [f64; 3] {
        self.to_array()
    }
}

impl Point for Vec3 {
    fn point(self) -> [f64; 3] {
        self.as_dvec3().to_array()
    }
}

impl Default for PliantPose {
    fn default() -> Self {
        Self {
            position: [0.0; 3],
            rotation: [0.0, 0.0, 0.0, 1.0],
        }
    }
}

impl PliantPose {
    /// A translation without rotation.
    pub fn at(position: impl Point) -> Self {
        Self {
            position: position.point(),
            ..Self::default()
        }
    }

    /// The pose with a unit rotation. Fails when it is not finite or not a rotation; `name` goes into the message.
    pub fn checked(self, name: &str) -> Result<Self> {
        place(&self.position, format_args!("{name}.position"))?;
        finite(&self.rotation, format_args!("{name}.rotation"))?;
        let q = Quat::from_array(self.rotation);
        if self.rotation == [0.0; 4] {
            return Ok(Self {
                rotation: Quat::IDENTITY.to_array(),
                ..self
            });
        }
        let length = q.length();
        if !(0.5..=2.0).contains(&length) {
            return Err(Error::argument(format!(
                "{name}.rotation has length {}, expected a unit quaternion x y z w (a length of 0.5 to 2 is brought to 1)",
                number(length)
            )));
        }
        Ok(Self {
            rotation: q.normalize().to_array(),
            ..self
        })
    }

    /// Transforms a point from the body's frame to the world's.
    pub fn transform_point(&self, p: Vec3) -> DVec3 {
        (Quat::from_array(self.rotation) * p).as_dvec3() + DVec3::from(self.position)
    }

    /// Transforms a point from the world's frame to the body's.
    pub fn inverse_transform_point(&self, p: DVec3) -> Vec3 {
        let apart = (p - DVec3::from(self.position)).as_vec3();
        Quat::from_array(self.rotation).conjugate() * apart
    }

    /// The frame's y axis in the world.
    pub fn up(&self) -> DVec3 {
        let [x, y, z, w] = self.rotation.map(f64::from);
        DQuat::from_xyzw(x, y, z, w).normalize() * DVec3::Y
    }
}

/// Fails when a coordinate of a point of the world is not finite or beyond f32; `name` goes into the message.
pub fn place(point: &[f64; 3], name: impl std::fmt::Display) -> Result<()> {
    finite(&point.map(|x| x as f32), name)
}

/// Fails when a value is NaN or infinite; `name` goes into the message.
pub fn finite(values: &[f32], name: impl std::fmt::Display) -> Result<()> {
    let Some(at) = values.iter().position(|v| !v.is_finite()) else {
        return Ok(());
    };
    let value = number(values[at]);
    Err(Error::argument(format!(
        "{name}[{at}] is {value}, expected a finite number"
    )))
}
