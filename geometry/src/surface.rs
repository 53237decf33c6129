//! Checks of triangles and surfaces.

use crate::MAX_TRIANGLES;
use crate::SurfaceMesh;
use crate::error::{Error, Result, Status, counted, numbers};
use glam::{DVec3, Vec3};

/// A vertex in double precision.
pub fn point(positions: &[[f32; 3]], v: u32) -> DVec3 {
    Vec3::from_array(positions[v as usize]).as_dvec3()
}

/// Whether a triangle has an area that rounding to f32 cannot explain.
pub fn has_area(positions: &[[f32; 3]], triangle: [u32; 3]) -> bool {
    longest_if_flat(positions, triangle).is_none()
}

/// Twice the area normal of a triangle [length unit²].
pub fn normal2(positions: &[[f32; 3]], triangle: [u32; 3]) -> DVec3 {
    let [a, b, c] = triangle.map(|v| point(positions, v));
    (b - a).cross(c - a)
}

/// Checks that triangles, indices and positions are valid.
///
/// # Errors
/// `MeshEmpty`, `Capacity`, `MeshIndex`, `MeshNotFinite`.
pub fn check_surface(given: &SurfaceMesh) -> Result<()> {
    let (vertices, triangles) = (given.positions.len(), given.triangles.len());
    if triangles == 0 {
        return Err(Error::new(
            Status::MeshEmpty,
            "the surface has no triangles",
        ));
    }
    if triangles > MAX_TRIANGLES {
        let message = format!("the surface has {triangles} triangles, the most is {MAX_TRIANGLES}");
        return Err(Error::new(Status::Capacity, message));
    }
    let past = |t: &[u32; 3]| t.iter().any(|v| *v as usize >= vertices);
    if let Some(first) = given.triangles.iter().position(past) {
        let count = given.triangles.iter().filter(|t| past(t)).count();
        let message = format!(
            "{} a vertex that does not exist, first triangle {first}, counted from 0, with vertices {:?} of {vertices}",
            counted(count, "triangle[ names|s name]"),
            given.triangles[first]
        );
        return Err(Error::new(Status::MeshIndex, message));
    }
    let bad = |p: &[f32; 3]| !p.iter().all(|c| c.is_finite());
    if let Some(first) = given.positions.iter().position(bad) {
        let count = given.positions.iter().filter(|p| bad(p)).count();
        let message = format!(
            "{} a position that is not finite, first vertex {first}, counted from 0, at {}",
            counted(count, "vert[ex has|ices have]"),
            numbers(&given.positions[first])
        );
        return Err(Error::new(Status::MeshNotFinite, message));
    }
    Ok(())
}

/// The first corner of a flat triangle's longest edge. `None` if its height is more than rounding to f32 can explain.
pub fn longest_if_flat(positions: &[[f32; 3]], triangle: [u32; 3]) -> Option<usize> {
    let p = triangle.map(|v| point(positions, v));
    let lengths = [0, 1, 2].map(|c| p[c].distance(p[(c + 1) % 3]));
    let longest = (0..3).max_by(|a, b| lengths[*a].total_cmp(&lengths[*b]))?;
    let farthest = p.iter().map(|p| p.abs().max_element()).fold(0.0, f64::max);
    let hidden = f64::from(f32::EPSILON) * farthest;
    (normal2(positions, triangle).length() <= hidden * lengths[longest]).then_some(longest)
}
