//! Boxes around shapes.

use super::form::{Form, Part, ShapeAsset};
use crate::collider::Shape;
use glam::{DVec3, Quat, Vec3};

impl ShapeAsset {
    /// Corners of the box around it [length unit]. A compound with a half-space has no bounds: infinite ones.
    pub fn bounds(&self) -> [Vec3; 2] {
        match &self.form {
            Form::Surface(surface) => of_points(&surface.positions),
            Form::Grid(grid) => [Vec3::from(grid.low), grid.high()],
            Form::Compound(parts) => of_parts(parts),
        }
    }
}

/// Corners of the box around points.
pub fn of_points(points: &[[f32; 3]]) -> [Vec3; 2] {
    let points = || points.iter().map(|p| Vec3::from(*p));
    [
        points().fold(Vec3::INFINITY, Vec3::min),
        points().fold(Vec3::NEG_INFINITY, Vec3::max),
    ]
}

fn of_parts(parts: &[Part]) -> [Vec3; 2] {
    let boxes = parts.iter().map(|part| {
        let (centre, turn) = (
            DVec3::from(part.pose.position).as_vec3(),
            Quat::from_array(part.pose.rotation),
        );
        let Some(asset) = &part.asset else {
            let size = Vec3::from(part.size).as_dvec3();
            let Some(shape) =
                Shape::from_number(part.shape).filter(|s| s.bounding_radius(size).is_some())
            else {
                return [Vec3::NEG_INFINITY, Vec3::INFINITY];
            };
            let along = [Vec3::X, Vec3::Y, Vec3::Z];
            let reach =
                along.map(|axis| shape.support(size, (turn.conjugate() * axis).as_dvec3()) as f32);
            return [centre - Vec3::from(reach), centre + Vec3::from(reach)];
        };
        let [low, high] = asset.bounds().map(|corner| corner * Vec3::from(part.scale));
        let (middle, half) = (0.5 * (low + high), 0.5 * (high - low).abs());
        let axes = [turn * Vec3::X, turn * Vec3::Y, turn * Vec3::Z].map(Vec3::abs);
        let reach = axes[0] * half.x + axes[1] * half.y + axes[2] * half.z;
        let middle = centre + turn * middle;
        [middle - reach, middle + reach]
    });
    boxes.fold(
        [Vec3::INFINITY, Vec3::NEG_INFINITY],
        |[low, high], [a, b]| [low.min(a), high.max(b)],
    )
}
