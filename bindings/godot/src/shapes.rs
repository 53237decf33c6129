//! Godot's collision shapes as Pliant's.

use crate::convert::{self, Placed};
use crate::native::Shape;
use glam::{Quat, Vec3};
use godot::builtin::{Transform3D, Vector3};
use godot::classes::{
    BoxShape3D, CapsuleShape3D, ConcavePolygonShape3D, ConvexPolygonShape3D, CylinderShape3D,
    HeightMapShape3D, Shape3D, SphereShape3D, WorldBoundaryShape3D,
};
use godot::obj::Gd;
use pliant::desc::{
    PLIANT_SHAPE_CAPSULE, PLIANT_SHAPE_CONVEX, PLIANT_SHAPE_CUBOID, PLIANT_SHAPE_HEIGHTFIELD,
    PLIANT_SHAPE_MESH, PLIANT_SHAPE_PLANE, PLIANT_SHAPE_SPHERE,
};
use pliant::math::PliantPose;

/// Sides of the prism that stands for a cylinder: off the circle by at most 0.5 % of the radius.
const CYLINDER_SIDES: usize = 32;

/// A shape in the engine's own frame.
pub enum Form {
    /// Radius [m].
    Sphere(f32),
    /// Half extents [m].
    Cuboid(Vec3),
    /// Radius, and half the height between the centres of the caps [m].
    Capsule { radius: f32, half: f32 },
    /// Its normal and its distance from the origin along that [m].
    Plane { normal: Vec3, distance: f32 },
    /// Of a convex hull, or a mesh.
    Made { kind: u32, shape: Shape },
    /// A terrain of points one metre apart, around the origin.
    Terrain { shape: Shape, corner: Vec3 },
}

/// A shape in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// `PLIANT_SHAPE_…`.
    pub kind: u32,
    pub size: [f32; 3],
    pub scale: [f32; 3],
}

impl Form {
    /// Reads a shape. It may have numbers that make no shape, or be of a kind that Pliant has not.
    pub fn read(shape: &Gd<Shape3D>) -> Result<Self, String> {
        let shape = shape.clone();
        let shape = match shape.try_cast::<SphereShape3D>() {
            Ok(ball) => return Ok(Self::Sphere(ball.get_radius())),
            Err(other) => other,
        };
        let shape = match shape.try_cast::<BoxShape3D>() {
            Ok(cuboid) => return Ok(Self::Cuboid(convert::vec3(cuboid.get_size()) * 0.5)),
            Err(other) => other,
        };
        let shape = match shape.try_cast::<CapsuleShape3D>() {
            Ok(capsule) => {
                let radius = capsule.get_radius();
                let half = (capsule.get_height() * 0.5 - radius).max(0.0);
                return Ok(Self::Capsule { radius, half });
            }
            Err(other) => other,
        };
        let shape = match shape.try_cast::<CylinderShape3D>() {
            Ok(round) => {
                let points = prism(round.get_radius(), round.get_height());
                return made(PLIANT_SHAPE_CONVEX, Shape::convex(&points));
            }
            Err(other) => other,
        };
        let shape = match shape.try_cast::<ConvexPolygonShape3D>() {
            Ok(hull) => {
                let points = hull.get_points();
                let points: Vec<_> = points
                    .as_slice()
                    .iter()
                    .map(|p| convert::array(*p))
                    .collect();
                return made(PLIANT_SHAPE_CONVEX, Shape::convex(&points));
            }
            Err(other) => other,
        };
        let shape = match shape.try_cast::<ConcavePolygonShape3D>() {
            Ok(mesh) => return Self::of_faces(mesh.get_faces().as_slice()),
            Err(other) => other,
        };
        let shape = match shape.try_cast::<WorldBoundaryShape3D>() {
            Ok(boundary) => {
                let plane = boundary.get_plane();
                let (normal, distance) = (convert::vec3(plane.normal), plane.d);
                return Ok(Self::Plane { normal, distance });
            }
            Err(other) => other,
        };
        match shape.try_cast::<HeightMapShape3D>() {
            Ok(map) => Self::terrain(&map),
            Err(other) => Err(format!(
                "a {} does not touch soft bodies",
                other.get_class()
            )),
        }
    }

    /// A mesh from corners of triangles, as a ConcavePolygonShape3D holds them.
    pub fn of_faces(faces: &[Vector3]) -> Result<Self, String> {
        let corners: Vec<_> = faces.iter().map(|p| convert::array(*p)).collect();
        made(PLIANT_SHAPE_MESH, Shape::mesh(&corners))
    }

    fn terrain(map: &Gd<HeightMapShape3D>) -> Result<Self, String> {
        let (columns, rows) = (map.get_map_width(), map.get_map_depth());
        let heights = map.get_map_data();
        let shape = Shape::heightfield(columns as u32, rows as u32, heights.as_slice())?;
        let corner = Vec3::new(1.0 - columns as f32, 0.0, 1.0 - rows as f32) * 0.5;
        Ok(Self::Terrain { shape, corner })
    }

    /// What the shape is made of, if its kind needs that.
    pub fn shape(&self) -> Option<&Shape> {
        match self {
            Self::Made { shape, .. } | Self::Terrain { shape, .. } => Some(shape),
            _ => None,
        }
    }

    /// Where it is, as the library wants it: `placed` is the engine's frame of the shape in the world.
    pub fn pose(&self, placed: &Placed) -> PliantPose {
        let mut there = *placed;
        match self {
            Self::Plane { normal, distance } => {
                let normal = normal.try_normalize().unwrap_or(Vec3::Y);
                there.position += placed.rotation * (normal * *distance * placed.scale.abs());
                there.rotation = placed.rotation * Quat::from_rotation_arc(Vec3::Y, normal);
            }
            Self::Terrain { corner, .. } => {
                there.position += placed.rotation * (*corner * placed.scale);
            }
            _ => {}
        }
        there.pose()
    }

    /// Kind, size and scale in the world. As in the engine, a ball takes its largest scale and a capsule the larger one
    /// across its axis.
    pub fn standing(&self, scale: Vec3) -> Standing {
        let size = scale.abs();
        let simple = |kind, size: [f32; 3]| Standing {
            kind,
            size,
            scale: [0.0; 3],
        };
        let made = |kind| Standing {
            kind,
            size: [0.0; 3],
            scale: scale.to_array(),
        };
        match *self {
            Self::Sphere(radius) => {
                simple(PLIANT_SHAPE_SPHERE, [radius * size.max_element(), 0.0, 0.0])
            }
            Self::Cuboid(half) => simple(PLIANT_SHAPE_CUBOID, (half * size).to_array()),
            Self::Capsule { radius, half } => {
                let (radius, half) = (radius * size.x.max(size.z), half * size.y);
                match half > 0.0 {
                    true => simple(PLIANT_SHAPE_CAPSULE, [radius, half, 0.0]),
                    false => simple(PLIANT_SHAPE_SPHERE, [radius, 0.0, 0.0]),
                }
            }
            Self::Plane { .. } => simple(PLIANT_SHAPE_PLANE, [0.0; 3]),
            Self::Made { kind, .. } => made(kind),
            Self::Terrain { .. } => made(PLIANT_SHAPE_HEIGHTFIELD),
        }
    }
}

fn made(kind: u32, shape: Result<Shape, String>) -> Result<Form, String> {
    shape.map(|shape| Form::Made { kind, shape })
}

/// Corners of a prism around a cylinder along y: its sides touch the circle in the middle of the error.
fn prism(radius: f32, height: f32) -> Vec<[f32; 3]> {
    let step = std::f32::consts::TAU / CYLINDER_SIDES as f32;
    // Half of the sides' sag lies outside, half inside.
    let radius = radius * 2.0 / (1.0 + (step * 0.5).cos());
    let rim = (0..CYLINDER_SIDES).map(|side| (side as f32 * step).sin_cos());
    rim.flat_map(|(sin, cos)| {
        let (x, z) = (radius * cos, radius * sin);
        [[x, -height * 0.5, z], [x, height * 0.5, z]]
    })
    .collect()
}

/// The frame of a shape in the world, or a sentence.
pub fn placed(transform: &Transform3D) -> Result<Placed, String> {
    Placed::new(transform).ok_or_else(|| "its transform has a scale of 0".into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use godot::builtin::Basis;

    fn at(basis: Basis, origin: Vector3) -> Placed {
        placed(&Transform3D::new(basis, origin)).expect("it has a volume")
    }

    #[test]
    fn a_boundary_stands_on_its_plane() {
        let normal = Vec3::new(0.6, 0.8, 0.0);
        let form = Form::Plane {
            normal,
            distance: 2.0,
        };
        let turn = Basis::from_axis_angle(Vector3::UP, 1.0);
        let there = at(turn, Vector3::new(1.0, 0.0, 0.0));
        let pose = form.pose(&there);
        let world_normal = convert::vec3(turn * Vector3::new(0.6, 0.8, 0.0));
        assert!((pose.up().as_vec3() - world_normal).length() < 1e-6);
        let from_origin = Vec3::X.dot(world_normal) + 2.0;
        let place = glam::DVec3::from(pose.position).as_vec3();
        assert!(
            (place.dot(world_normal) - from_origin).abs() < 1e-6,
            "{place}"
        );
        assert_eq!(form.standing(there.scale).kind, PLIANT_SHAPE_PLANE);
    }

    #[test]
    fn a_boundary_that_looks_down_turns_over() {
        let form = Form::Plane {
            normal: Vec3::NEG_Y,
            distance: 0.0,
        };
        let pose = form.pose(&at(Basis::IDENTITY, Vector3::ZERO));
        assert!((pose.up().as_vec3() - Vec3::NEG_Y).length() < 1e-6);
    }

    #[test]
    fn a_capsule_that_is_a_ball_becomes_one() {
        let ball = Form::Capsule {
            radius: 0.5,
            half: 0.0,
        }
        .standing(Vec3::ONE);
        assert_eq!(
            (ball.kind, ball.size),
            (PLIANT_SHAPE_SPHERE, [0.5, 0.0, 0.0])
        );
        let long = Form::Capsule {
            radius: 0.5,
            half: 0.25,
        }
        .standing(Vec3::new(2.0, 4.0, 1.0));
        assert_eq!(
            (long.kind, long.size),
            (PLIANT_SHAPE_CAPSULE, [1.0, 1.0, 0.0])
        );
    }

    #[test]
    fn a_prism_is_as_wide_as_its_cylinder() {
        let points = prism(2.0, 3.0);
        let across = |p: &[f32; 3]| p[0].hypot(p[2]);
        let corner = points.iter().map(across).fold(0.0, f32::max);
        let middle = corner * (std::f32::consts::PI / CYLINDER_SIDES as f32).cos();
        // Corners stand out by as much as the middles of sides stay within: a quarter of 1 − cos(π/32) each.
        assert!((corner - 2.0 + middle - 2.0).abs() < 1e-5);
        assert!(corner - 2.0 < 0.005 * 2.0);
        assert!(points.iter().all(|p| p[1].abs() == 1.5));
    }

    #[test]
    fn a_box_takes_each_scale() {
        let cuboid = Form::Cuboid(Vec3::new(1.0, 2.0, 3.0)).standing(Vec3::new(-2.0, 1.0, 0.5));
        assert_eq!(
            (cuboid.kind, cuboid.size),
            (PLIANT_SHAPE_CUBOID, [2.0, 2.0, 1.5])
        );
    }
}
