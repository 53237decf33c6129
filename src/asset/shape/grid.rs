//! Signed distances on a grid: given, or measured from a closed surface.

use super::bounds;
use super::form::{Form, ShapeAsset};
use super::surface;
use crate::asset::SurfaceMesh;
use crate::collider::{Grid, MOST_POINTS};
use glam::{DVec3, UVec3, Vec3};
use pliant_geometry::error::{Error, Result, Status, number};
use pliant_geometry::parallel;
use pliant_geometry::progress::Progress;
use pliant_geometry::solid::Solid;
use pliant_geometry::surface::{check_surface, point};

/// Cells between the surface and the end of the grid, so that the solid is inside the grid.
const MARGIN: u32 = 2;

/// A shape of distances that the caller measured at `counts` points, `spacing` apart, from `low` on; x runs fastest. Where they grow faster than distance does, all are scaled down.
///
/// # Errors
/// `InvalidArgument` (counts, spacing, numbers), `MeshEmpty` (no distance is below zero), `Capacity`.
pub fn grid(counts: [u32; 3], low: [f32; 3], spacing: f32, values: Vec<f32>) -> Result<ShapeAsset> {
    let mut given = Grid {
        low,
        spacing,
        counts,
        values,
    };
    check(&given)?;
    if !given.values.iter().any(|d| *d < 0.0) {
        let message = "no distance is below 0: the shape has no inside";
        return Err(Error::new(Status::MeshEmpty, message));
    }
    let steepest = steepest(&given);
    if steepest > 1.0 {
        let value = |d: &mut f32| *d = (f64::from(*d) / steepest) as f32;
        given.values.iter_mut().for_each(value);
    }
    ShapeAsset::new(Form::Grid(given))
}

/// A shape of distances to a closed surface, with `cells` cells along its longest side.
///
/// # Errors
/// `MeshEmpty`, `MeshIndex`, `MeshNotFinite`, `MeshUnsupported` (an open surface), `MeshZeroVolume`, `Capacity`.
pub fn grid_of_surface(given: &SurfaceMesh, cells: u32) -> Result<ShapeAsset> {
    check_surface(given)?;
    let mesh = surface::mesh(given)?;
    let Form::Surface(surface) = &mesh.form else {
        return Err(Error::new(Status::Internal, "a mesh is no surface"));
    };
    let corners = surface.triangles.iter();
    let corners: Vec<[DVec3; 3]> = corners
        .map(|t| t.map(|v| point(&surface.positions, v)))
        .collect();
    let solid = Solid::of_mesh(&corners, &surface.triangles, &Progress::NONE)?;
    if !solid.is_closed {
        let message = "the surface is open: a distance field needs one that encloses a volume; an open one can be a mesh";
        return Err(Error::new(Status::MeshUnsupported, message));
    }
    let [low, high] = bounds::of_points(&surface.positions);
    let extent = high - low;
    let spacing = extent.max_element() / cells as f32;
    if !(spacing > 0.0 && spacing.is_finite()) {
        let message = "the surface has no extent that f32 can divide into cells";
        return Err(Error::new(Status::MeshZeroVolume, message));
    }
    let counts = (extent / spacing).ceil().as_uvec3() + (1 + 2 * MARGIN);
    check_room(counts.to_array())?;
    // The surface is in the middle.
    let size = (counts - 1).as_vec3() * spacing;
    let low = 0.5 * (low + high) - 0.5 * size;
    let far = 4.0 * f64::from(size.length());
    let measure = |at: usize| {
        let at = at as u32;
        let place = UVec3::new(
            at % counts.x,
            at / counts.x % counts.y,
            at / counts.x / counts.y,
        );
        let p = low.as_dvec3() + place.as_dvec3() * f64::from(spacing);
        let distance = solid
            .tree
            .nearest(p, far)
            .map_or(far, |(_, square, _)| square.sqrt());
        let inside = solid.contains(p);
        (if inside { -distance } else { distance }) as f32
    };
    let count = counts.as_usizevec3().element_product();
    let threads = parallel::thread_count(0);
    let values = parallel::map(count, 1024, threads, &Progress::NONE, measure)?;
    if !values.iter().any(|d| *d < 0.0) {
        let message = format!(
            "no point of the grid is inside the surface: {cells} cells are too few for its thinnest part, or it has no volume"
        );
        return Err(Error::new(Status::MeshZeroVolume, message));
    }
    ShapeAsset::new(Form::Grid(Grid {
        low: low.to_array(),
        spacing,
        counts: counts.to_array(),
        values,
    }))
}

/// Whether there may be so many points.
pub fn check_room(counts: [u32; 3]) -> Result<()> {
    let counts = UVec3::from(counts);
    let points: u64 = counts.to_array().map(u64::from).iter().product();
    if points > MOST_POINTS {
        let message = format!(
            "the grid has {} times {} times {} points, expected at most {MOST_POINTS} in all",
            counts.x, counts.y, counts.z
        );
        return Err(Error::new(Status::Capacity, message));
    }
    Ok(())
}

/// The most that distances grow along an axis, per length. At most 1 for true distances.
fn steepest(grid: &Grid) -> f64 {
    let counts = grid.counts.map(|c| c as usize);
    let strides = [1, counts[0], counts[0] * counts[1]];
    let mut most = 0.0_f64;
    for (at, value) in grid.values.iter().enumerate() {
        for axis in 0..3 {
            if at / strides[axis] % counts[axis] + 1 < counts[axis] {
                let rise = f64::from(grid.values[at + strides[axis]]) - f64::from(*value);
                most = most.max(rise.abs());
            }
        }
    }
    // What f32 rounds off is no rise.
    most / f64::from(grid.spacing) / (1.0 + 1e-5)
}

/// Checks a grid from outside.
pub fn check(grid: &Grid) -> Result<()> {
    let few = grid.counts.iter().position(|c| *c < 2);
    if let Some(axis) = few {
        let count = grid.counts[axis];
        let message = format!("counts[{axis}] is {count}, expected 2 or more");
        return Err(Error::argument(message));
    }
    check_room(grid.counts)?;
    let count: u64 = grid.counts.map(u64::from).iter().product();
    if grid.values.len() as u64 != count {
        let message = format!("there are {} values, expected {count}", grid.values.len());
        return Err(Error::argument(message));
    }
    if !(grid.spacing > 0.0 && grid.spacing.is_finite()) {
        let spacing = number(grid.spacing);
        let message = format!("spacing is {spacing}, expected a finite number above 0");
        return Err(Error::argument(message));
    }
    crate::math::finite(&grid.low, "low")?;
    crate::math::finite(&grid.values, "values")?;
    if !Vec3::from(grid.low).is_finite() || !grid.high().is_finite() {
        return Err(Error::argument("the grid reaches beyond f32"));
    }
    Ok(())
}
