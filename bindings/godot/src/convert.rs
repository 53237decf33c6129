//! Godot's types as Pliant's and back. Both have metres, y up and right hands; triangles wind the other way.

use glam::{Quat, Vec3};
use godot::builtin::{Aabb, Basis, Transform3D, Vector3};
use pliant::math::PliantPose;

/// A vector of the engine.
pub fn vector(from: [f32; 3]) -> Vector3 {
    Vector3::new(from[0], from[1], from[2])
}

/// Its numbers.
pub fn array(from: Vector3) -> [f32; 3] {
    [from.x, from.y, from.z]
}

/// As a vector of glam.
pub fn vec3(from: Vector3) -> Vec3 {
    Vec3::from(array(from))
}

/// Three doubles as the engine's floats.
pub fn point(from: [f64; 3]) -> Vector3 {
    vector(from.map(|value| value as f32))
}

/// A box from its corners.
pub fn bounds(low: [f32; 3], high: [f32; 3]) -> Aabb {
    Aabb::new(vector(low), vector(high) - vector(low))
}

/// A transform as a rigid motion and the scale that comes before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    pub rotation: Quat,
    pub position: Vec3,
    /// Along the local axes; all negative ones mirror.
    pub scale: Vec3,
}

impl Placed {
    /// `None` if the transform flattens space, or is not finite. A mirrored one has a negative scale along x.
    pub fn new(transform: &Transform3D) -> Option<Self> {
        let columns = [0, 1, 2].map(|at| vec3(column(&transform.basis, at)));
        let mut scale = Vec3::from(columns.map(Vec3::length));
        if !(scale.min_element() > 1e-12 && scale.is_finite()) {
            return None;
        }
        let x = columns[0] / scale.x;
        let mut y = columns[1] / scale.y;
        // Against rounding, and shear.
        y = (y - x * x.dot(y)).try_normalize()?;
        let mut z = x.cross(y);
        let mut first = x;
        if z.dot(columns[2]) < 0.0 {
            (first, scale.x) = (-x, -scale.x);
            z = first.cross(y);
        }
        let axes = glam::Mat3::from_cols(first, y, z);
        Some(Self {
            rotation: Quat::from_mat3(&axes).normalize(),
            position: vec3(transform.origin),
            scale,
        })
    }

    /// As the library wants it.
    pub fn pose(&self) -> PliantPose {
        PliantPose {
            position: self.position.as_dvec3().to_array(),
            rotation: self.rotation.to_array(),
        }
    }

    /// The scale if it is the same along all axes, to a thousandth.
    pub fn uniform_scale(&self) -> Option<f32> {
        let Vec3 { x, y, z } = self.scale;
        let even = |other: f32| (other - x).abs() <= 1e-3 * x.abs();
        (x > 0.0 && even(y) && even(z)).then_some(x)
    }

    /// Back to a transform.
    pub fn transform(&self) -> Transform3D {
        let axes = glam::Mat3::from_quat(self.rotation);
        let column = |at: usize| vector((axes.col(at) * self.scale[at]).to_array());
        Transform3D {
            basis: Basis::from_cols(column(0), column(1), column(2)),
            origin: vector(self.position.to_array()),
        }
    }
}

fn column(basis: &Basis, at: usize) -> Vector3 {
    let [a, b, c] = basis.rows;
    let pick = |row: Vector3| array(row)[at];
    Vector3::new(pick(a), pick(b), pick(c))
}

/// Turns each triangle over. The engine's fronts wind clockwise, Pliant's cross(b − a, c − a) points outwards.
pub fn flip(indices: &mut [u32]) {
    for triangle in indices.chunks_exact_mut(3) {
        triangle.swap(1, 2);
    }
}

/// How far two transforms are apart, as places of points up to a metre from the origin [m].
pub fn distance(a: &Transform3D, b: &Transform3D) -> f32 {
    let axes = (0..3).map(|at| (a.basis.rows[at] - b.basis.rows[at]).length());
    axes.fold((a.origin - b.origin).length(), f32::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use godot::builtin::Quaternion;

    fn turned() -> Transform3D {
        let basis = Basis::from_quaternion(Quaternion::new(0.1, -0.7, 0.3, 0.64).normalized());
        Transform3D::new(basis, Vector3::new(1.0, 2.0, 3.0))
    }

    #[test]
    fn a_transform_comes_back() {
        let scaled = turned()
            * Transform3D::new(
                Basis::from_scale(Vector3::new(2.0, 0.5, 3.0)),
                Vector3::ZERO,
            );
        let placed = Placed::new(&scaled).expect("it has a volume");
        assert!(
            (placed.scale - Vec3::new(2.0, 0.5, 3.0)).length() < 1e-5,
            "{}",
            placed.scale
        );
        assert!(distance(&placed.transform(), &scaled) < 1e-5);
        assert_eq!(placed.uniform_scale(), None);
    }

    #[test]
    fn a_pose_moves_points_as_the_engine_does() {
        let transform = turned();
        let placed = Placed::new(&transform).expect("it has a volume");
        let there = placed.pose().transform_point(Vec3::new(0.3, -1.0, 2.0));
        let engine = transform * Vector3::new(0.3, -1.0, 2.0);
        assert!(
            (there.as_vec3() - vec3(engine)).length() < 1e-5,
            "{there} {engine}"
        );
        assert!((placed.uniform_scale().expect("it is 1") - 1.0).abs() < 1e-5);
    }

    #[test]
    fn a_mirror_is_a_negative_scale() {
        let mirrored = turned()
            * Transform3D::new(
                Basis::from_scale(Vector3::new(1.0, 1.0, -1.0)),
                Vector3::ZERO,
            );
        let placed = Placed::new(&mirrored).expect("it has a volume");
        assert!(placed.scale.x < 0.0 && placed.uniform_scale().is_none());
        assert!((placed.scale.abs() - Vec3::ONE).length() < 1e-5);
    }

    #[test]
    fn a_flat_transform_is_refused() {
        let flat = Transform3D::new(
            Basis::from_scale(Vector3::new(1.0, 0.0, 1.0)),
            Vector3::ZERO,
        );
        assert_eq!(Placed::new(&flat), None);
    }

    #[test]
    fn flipped_triangles_of_the_engine_face_outwards() {
        // The face z = 1 of a cube as Godot draws it, clockwise seen from outside, which is from +z.
        let corners = [
            [0.0, 0.0, 1.0],
            [0.0, 1.0, 1.0],
            [1.0, 1.0, 1.0],
            [1.0, 0.0, 1.0],
        ]
        .map(Vec3::from);
        let mut indices = vec![0, 1, 2, 0, 2, 3];
        flip(&mut indices);
        for triangle in indices.chunks_exact(3) {
            let [a, b, c] = [0, 1, 2].map(|at| corners[triangle[at] as usize]);
            assert!((b - a).cross(c - a).z > 0.0);
        }
    }
}
