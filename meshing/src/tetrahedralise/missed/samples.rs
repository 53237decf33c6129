//! Sample points of a body's surface.

use crate::tetrahedralise::input::InputBody;
use glam::DVec3;
use pliant_geometry::error::Result;
use pliant_geometry::progress::{Meter, Progress};
use std::collections::HashSet;
use std::ops::Range;

/// The most samples along an edge of a triangle, and of all triangles besides vertices and centroids.
const SAMPLES: usize = 64;
const ALL_SAMPLES: f64 = (1 << 19) as f64;

/// At least one point for each triangle. There can be a million, so they are not stored.
pub struct Samples<'a> {
    body: &'a InputBody,
    /// The distance of samples in triangles below `SAMPLES` [length unit].
    spacing: f64,
    /// Which corners each triangle samples, one bit each.
    corners: Vec<u8>,
}

/// A point of a triangle, in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sample {
    pub triangle: u32,
    at: At,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum At {
    Corner(u8),
    Middle,
    /// In rows along the longest edge, from it to the opposite corner.
    Row {
        row: u8,
        step: u8,
    },
}

impl<'a> Samples<'a> {
    pub fn of(body: &'a InputBody, spacing: f64, progress: &Progress) -> Result<Self> {
        let mut meter = Meter::new(progress, body.corners.len());
        let mut is_taken = HashSet::new();
        let mut corners = vec![0; body.corners.len()];
        for ((own, [a, b, c]), triangle) in
            corners.iter_mut().zip(&body.corners).zip(&body.triangles)
        {
            meter.add(1)?;
            // A triangle without a normal cannot tell sides, so another one has to take its corners.
            let has_normal = (b - a).cross(c - a).normalize_or_zero() != DVec3::ZERO;
            for (corner, v) in triangle.iter().enumerate() {
                if has_normal && is_taken.insert(*v) {
                    *own |= 1 << corner;
                }
            }
        }
        Ok(Self {
            body,
            spacing: coarse_enough(body, spacing),
            corners,
        })
    }

    pub fn of_triangles(&self, triangles: Range<usize>, mut visit: impl FnMut(Sample, DVec3)) {
        for triangle in triangles {
            self.of_triangle(triangle as u32, &mut visit);
        }
    }

    fn of_triangle(&self, triangle: u32, visit: &mut impl FnMut(Sample, DVec3)) {
        let corners = self.body.corners[triangle as usize];
        let mut add = |at, p| visit(Sample { triangle, at }, p);
        for (corner, p) in (0..).zip(corners) {
            if self.corners[triangle as usize] >> corner & 1 == 1 {
                add(At::Corner(corner), p);
            }
        }
        let [long, high] = along(corners, self.spacing);
        if [long, high] == [1, 1] {
            return add(At::Middle, corners.iter().sum::<DVec3>() / 3.0);
        }
        for row in 0..high {
            let (ends, count) = of_row(corners, [long, high], row);
            let is_corner = |step: usize| row == 0 && (step == 0 || step == count);
            for step in (0..=count).filter(|step| !is_corner(*step)) {
                let p = ends[0].lerp(ends[1], step as f64 / count as f64);
                let [row, step] = [row, step].map(|n| n as u8);
                add(At::Row { row, step }, p);
            }
        }
    }

    pub fn point(&self, sample: Sample) -> DVec3 {
        let corners = self.body.corners[sample.triangle as usize];
        match sample.at {
            At::Corner(corner) => corners[usize::from(corner)],
            At::Middle => corners.iter().sum::<DVec3>() / 3.0,
            At::Row { row, step } => {
                let steps = along(corners, self.spacing);
                let (ends, count) = of_row(corners, steps, usize::from(row));
                ends[0].lerp(ends[1], f64::from(step) / count as f64)
            }
        }
    }
}

/// The ends of a row of samples, and the number of steps.
fn of_row(corners: [DVec3; 3], [long, high]: [usize; 2], row: usize) -> ([DVec3; 2], usize) {
    let [a, b, c] = longest_first(corners);
    let up = row as f64 / high as f64;
    let count = ((long as f64 * (1.0 - up)).ceil() as usize).max(1);
    ([a.lerp(c, up), b.lerp(c, up)], count)
}

/// The corners, starting with those of the longest edge.
pub fn longest_first([a, b, c]: [DVec3; 3]) -> [DVec3; 3] {
    let [ab, bc, ca] = [a.distance(b), b.distance(c), c.distance(a)];
    match (ab >= bc && ab >= ca, bc >= ca) {
        (true, _) => [a, b, c],
        (_, true) => [b, c, a],
        _ => [c, a, b],
    }
}

/// Steps along the longest edge of a triangle, and from there to the opposite corner.
fn along(corners: [DVec3; 3], spacing: f64) -> [usize; 2] {
    let [a, b, c] = longest_first(corners);
    let long = a.distance(b);
    let high = (b - a).cross(c - a).length() / long.max(f64::MIN_POSITIVE);
    [long, high].map(|length| ((length / spacing).ceil() as usize).clamp(1, SAMPLES))
}

/// The spacing, or a larger one with at most `ALL_SAMPLES`.
fn coarse_enough(body: &InputBody, mut spacing: f64) -> f64 {
    loop {
        let counts = body.corners.iter().map(|t| along(*t, spacing));
        let counts = counts.filter(|steps| *steps != [1, 1]);
        let inner: f64 = counts.map(|[long, high]| (long * high) as f64).sum();
        if inner <= ALL_SAMPLES {
            return spacing;
        }
        spacing *= (inner / ALL_SAMPLES).sqrt().max(1.1);
    }
}
