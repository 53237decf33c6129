//! What is asked of a world's places.

use super::{PLIANT_SHAPE_CUBOID, PLIANT_SHAPE_PLANE, in_range, known_bits, or_default, reserved};
use crate::desc::PliantColliderDesc;
use crate::error::{Error, Result, Status, grouped};
use crate::math::{PliantPose, finite, place};
use glam::DVec3;

/// Flag of a query: find colliders too.
pub const PLIANT_QUERY_COLLIDERS: u32 = 1;
/// The most queries of a batch.
pub const PLIANT_MAX_QUERIES: u32 = 1_048_576;
/// The most batches of a world whose answers are not fetched yet.
pub const PLIANT_MAX_TICKETS: u32 = 64;
/// The most overlaps that a query reports for a shape.
pub const PLIANT_MAX_OVERLAPS: u32 = 64;

/// The longest ray and the largest radius [unit].
const FARTHEST: f32 = 1e18;

/// A ray. The query finds the first surface along the ray.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PliantRay {
    /// Start of the ray [length unit, world].
    pub origin: [f64; 3],
    /// Direction, of any length above zero [1].
    pub direction: [f32; 3],
    /// Length of the ray [length unit]. Above 0, up to 1e18; infinity counts as 1e18.
    pub length: f32,
    /// Layers of bodies and colliders that the query finds. Default (0): all layers. 0 cannot mean no layer.
    pub mask: u32,
    /// `PLIANT_QUERY_…` bits.
    pub flags: u32,
}

/// A point. The query finds the nearest point on any surface.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PliantPointQuery {
    /// The point [length unit, world].
    pub point: [f64; 3],
    /// Search radius [length unit]. Above 0, up to 1e18; infinity counts as 1e18.
    pub radius: f32,
    /// Layers of bodies and colliders that the query finds. Default (0): all layers. 0 cannot mean no layer.
    pub mask: u32,
    /// `PLIANT_QUERY_…` bits.
    pub flags: u32,
    /// Reserved, zero.
    pub reserved: u32,
}

/// A sphere, capsule or cuboid. The query finds the bodies whose surfaces the shape overlaps.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PliantShapeQuery {
    /// Pose: world from shape.
    pub pose: PliantPose,
    /// Size [length unit]. `PLIANT_SHAPE_…` says which entries a shape uses. Each used entry is above zero.
    pub size: [f32; 3],
    /// `PLIANT_SHAPE_SPHERE`, `PLIANT_SHAPE_CAPSULE` or `PLIANT_SHAPE_CUBOID`.
    pub shape: u32,
    /// Layers of bodies and colliders that the query finds. Default (0): all layers. 0 cannot mean no layer.
    pub mask: u32,
    /// `PLIANT_QUERY_…` bits.
    pub flags: u32,
}

fn flags(name: &str, flags: u32) -> Result<()> {
    let known = &[(PLIANT_QUERY_COLLIDERS, "PLIANT_QUERY_COLLIDERS")];
    known_bits(&format!("{name}.flags"), flags, known)
}

/// A distance that is above zero.
fn reach(name: &str, value: f32) -> Result<f32> {
    in_range(name, value, f32::MIN_POSITIVE, f32::INFINITY)?;
    Ok(value.min(FARTHEST))
}

/// Fails with `Capacity` above [`PLIANT_MAX_QUERIES`].
pub fn query_count_in_range(count: u32) -> Result<()> {
    let most = PLIANT_MAX_QUERIES;
    if count <= most {
        return Ok(());
    }
    let most = grouped(most as usize);
    let why = format!("count is {count}, a batch has at most {most} queries");
    Err(Error::new(Status::Capacity, why))
}

impl PliantRay {
    /// Validates, brings the direction to length 1 and fills in defaults. `name` goes into messages.
    pub fn checked(&self, name: &str) -> Result<Self> {
        place(&self.origin, format!("{name}.origin"))?;
        finite(&self.direction, format!("{name}.direction"))?;
        let way = DVec3::from(self.direction.map(f64::from));
        let Some(direction) = way.try_normalize() else {
            let why = format!("{name}.direction is zero, expected a length above 0");
            return Err(Error::argument(why));
        };
        flags(name, self.flags)?;
        Ok(Self {
            direction: direction.as_vec3().to_array(),
            length: reach(&format!("{name}.length"), self.length)?,
            mask: or_default(self.mask, u32::MAX),
            ..*self
        })
    }
}

impl PliantPointQuery {
    /// Validates and fills in defaults. `name` goes into messages.
    pub fn checked(&self, name: &str) -> Result<Self> {
        place(&self.point, format!("{name}.point"))?;
        flags(name, self.flags)?;
        reserved(&format!("{name}.reserved"), self.reserved)?;
        Ok(Self {
            radius: reach(&format!("{name}.radius"), self.radius)?,
            mask: or_default(self.mask, u32::MAX),
            ..*self
        })
    }
}

impl PliantShapeQuery {
    /// Validates, normalises the rotation and fills in defaults. `name` goes into messages.
    pub fn checked(&self, name: &str) -> Result<Self> {
        flags(name, self.flags)?;
        if !(PLIANT_SHAPE_PLANE + 1..=PLIANT_SHAPE_CUBOID).contains(&self.shape) {
            let why = format!(
                "{name}.shape is {}, expected PLIANT_SHAPE_SPHERE, PLIANT_SHAPE_CAPSULE or PLIANT_SHAPE_CUBOID",
                self.shape
            );
            return Err(Error::argument(why));
        }
        let named = |e: Error| Error::new(e.status, format!("{name}.{}", e.message));
        let shape = PliantColliderDesc {
            shape: self.shape,
            pose: self.pose,
            size: self.size,
            ..PliantColliderDesc::default()
        };
        let shape = shape.checked().map_err(named)?;
        Ok(Self {
            pose: shape.pose,
            mask: or_default(self.mask, u32::MAX),
            ..*self
        })
    }
}
