//! Surfaces of colliders: meshes, convex hulls, heightfields.

use super::form::{Form, ShapeAsset, Surface};
use crate::asset::{MAX_VERTICES, SurfaceMesh};
use crate::desc::{PLIANT_SHAPE_CONVEX, PLIANT_SHAPE_HEIGHTFIELD, PLIANT_SHAPE_MESH};
use pliant_geometry::error::{Error, Result, Status, number};
use pliant_geometry::hull::convex_hull;
use pliant_geometry::surface::{check_surface, has_area};
use pliant_geometry::used;
use std::collections::BTreeMap;

/// A heightfield: points above the x-z plane, in rows along x.
#[derive(Clone, Debug, PartialEq)]
pub struct HeightOptions<'a> {
    /// Points along x, and along z.
    pub counts: [u32; 2],
    /// From one to the next along x, and along z [length unit].
    pub spacing: [f32; 2],
    /// Heights along y [length unit], row by row; NaN is a hole.
    pub heights: &'a [f32],
    /// Cells are cut from (1, 0) to (0, 1) instead of from (0, 0) to (1, 1).
    pub other_diagonal: bool,
}

/// A shape of any triangles. They may be open, cross each other and face any way. Vertices at one place become one;
/// triangles without area and vertices without triangle are left out.
///
/// # Errors
/// `MeshEmpty`, also if no triangle has area, `MeshIndex`, `MeshNotFinite`, `Capacity`.
pub fn mesh(given: &SurfaceMesh) -> Result<ShapeAsset> {
    check_surface(given)?;
    let (positions, triangles) = joined(given);
    let surface = from_triangles(PLIANT_SHAPE_MESH, &positions, &triangles)?;
    ShapeAsset::new(Form::Surface(surface))
}

/// The convex hull of points.
///
/// # Errors
/// `MeshEmpty` (fewer than four), `MeshZeroVolume` (all in a plane), `MeshNotFinite`, `Capacity`.
pub fn convex(points: &[[f32; 3]]) -> Result<ShapeAsset> {
    room(points.len())?;
    let hull = convex_hull(points)?;
    let surface = from_triangles(PLIANT_SHAPE_CONVEX, &hull.positions, &hull.triangles)?;
    ShapeAsset::new(Form::Surface(surface))
}

/// A heightfield whose first point is at the origin, with x along its rows, z from row to row and y up.
///
/// # Errors
/// `InvalidArgument` (counts, spacing, an infinite height), `MeshEmpty` (holes everywhere), `Capacity`.
pub fn heightfield(given: &HeightOptions) -> Result<ShapeAsset> {
    let [columns, rows] = given.counts;
    for (name, count) in [("column_count", columns), ("row_count", rows)] {
        if count < 2 {
            return Err(Error::argument(format!(
                "{name} is {count}, expected 2 or more"
            )));
        }
    }
    for (name, value) in ["spacing[0]", "spacing[1]"].into_iter().zip(given.spacing) {
        if !(value > 0.0 && value.is_finite()) {
            let value = number(value);
            let message = format!("{name} is {value}, expected a finite number above 0");
            return Err(Error::argument(message));
        }
    }
    let count = u64::from(columns) * u64::from(rows);
    room(usize::try_from(count).unwrap_or(usize::MAX))?;
    if given.heights.len() as u64 != count {
        let message = format!(
            "there are {} heights, expected {columns} times {rows}",
            given.heights.len()
        );
        return Err(Error::argument(message));
    }
    if let Some(at) = given.heights.iter().position(|h| h.is_infinite()) {
        let message =
            format!("heights[{at}] is infinite, expected a finite number, or NaN for a hole");
        return Err(Error::argument(message));
    }
    let [along, across] = given.spacing;
    let point = |at: u32| {
        let (column, row) = (at % columns, at / columns);
        [
            column as f32 * along,
            given.heights[at as usize],
            row as f32 * across,
        ]
    };
    let positions: Vec<[f32; 3]> = (0..columns * rows).map(point).collect();
    let cells =
        (0..rows - 1).flat_map(|row| (0..columns - 1).map(move |column| row * columns + column));
    let cut = |at: u32| {
        let [a, b, c, d] = [at, at + 1, at + columns, at + columns + 1];
        match given.other_diagonal {
            false => [[a, d, b], [a, c, d]],
            true => [[a, c, b], [b, c, d]],
        }
    };
    let is_there = |t: &[u32; 3]| t.iter().all(|v| given.heights[*v as usize].is_finite());
    let triangles: Vec<[u32; 3]> = cells.flat_map(cut).filter(is_there).collect();
    if triangles.is_empty() {
        let message = "heights has holes everywhere: no triangle has three heights";
        return Err(Error::new(Status::MeshEmpty, message));
    }
    let surface = from_triangles(PLIANT_SHAPE_HEIGHTFIELD, &positions, &triangles)?;
    ShapeAsset::new(Form::Surface(surface))
}

/// Vertices at one place as one. Render meshes repeat them along seams.
fn joined(given: &SurfaceMesh) -> (Vec<[f32; 3]>, Vec<[u32; 3]>) {
    let mut places = BTreeMap::new();
    let mut positions = Vec::new();
    let joined: Vec<u32> = given
        .positions
        .iter()
        .map(|p| {
            let bits = p.map(|c| (c + 0.0).to_bits()); // -0 is 0
            *places.entry(bits).or_insert_with(|| {
                positions.push(*p);
                positions.len() as u32 - 1
            })
        })
        .collect();
    let triangle = |t: &[u32; 3]| t.map(|v| joined[v as usize]);
    (positions, given.triangles.iter().map(triangle).collect())
}

fn from_triangles(kind: u32, positions: &[[f32; 3]], triangles: &[[u32; 3]]) -> Result<Surface> {
    let sound: Vec<[u32; 3]> = triangles
        .iter()
        .copied()
        .filter(|t| has_area(positions, *t))
        .collect();
    if sound.is_empty() {
        let message = "no triangle has an area beyond rounding";
        return Err(Error::new(Status::MeshEmpty, message));
    }
    let kept = used(positions, &sound);
    room(kept.positions.len())?;
    Ok(Surface {
        kind,
        positions: kept.positions,
        triangles: kept.triangles,
    })
}

fn room(vertices: usize) -> Result<()> {
    if vertices <= MAX_VERTICES {
        return Ok(());
    }
    let message = format!("the shape has {vertices} vertices, expected at most {MAX_VERTICES}");
    Err(Error::new(Status::Capacity, message))
}

/// Checks a surface from outside.
pub fn check(surface: &Surface) -> Result<()> {
    let kinds = [
        PLIANT_SHAPE_MESH,
        PLIANT_SHAPE_CONVEX,
        PLIANT_SHAPE_HEIGHTFIELD,
    ];
    if !kinds.contains(&surface.kind) {
        return Err(Error::argument(format!("{} is no surface", surface.kind)));
    }
    room(surface.positions.len())?;
    check_surface(&SurfaceMesh {
        positions: surface.positions.clone(),
        triangles: surface.triangles.clone(),
        ..SurfaceMesh::default()
    })
}
