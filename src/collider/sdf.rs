//! Signed distances on a grid, blended between its points.

use super::nearest::Nearest;
use glam::{DVec3, UVec3, Vec3};
use serde::{Deserialize, Serialize};

/// The most points of a grid: their rows take 256 MiB.
pub const MOST_POINTS: u64 = 1 << 24;

/// Signed distances at the points of a grid.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Grid {
    /// The first point [length unit].
    pub low: [f32; 3],
    /// From one point to the next [length unit].
    pub spacing: f32,
    /// Points along x, y and z, two or more each.
    pub counts: [u32; 3],
    /// Distances [length unit], negative inside; x runs fastest, then y.
    pub values: Vec<f32>,
}

impl Grid {
    fn value(&self, at: UVec3) -> f64 {
        let [x, y, _] = self.counts;
        f64::from(self.values[((at.z * y + at.y) * x + at.x) as usize])
    }

    /// The last point [length unit].
    pub fn high(&self) -> Vec3 {
        let cells = UVec3::from(self.counts) - UVec3::ONE;
        Vec3::from(self.low) + cells.as_vec3() * self.spacing
    }

    /// Half extents of a box about the origin that holds the grid [length unit].
    pub fn half_extents(&self) -> Vec3 {
        Vec3::from(self.low).abs().max(self.high().abs())
    }

    /// The distance of a point, by trilinear blending. Outside the grid it is less than or equal to the true one, since
    /// all of the solid is inside: `p`, the nearest point of the grid and any point of the solid make a triangle that is
    /// not acute there.
    pub fn distance(&self, p: DVec3) -> Nearest {
        let (low, spacing) = (Vec3::from(self.low).as_dvec3(), f64::from(self.spacing));
        let last = (UVec3::from(self.counts) - UVec3::ONE).as_dvec3();
        let q = (p - low) / spacing;
        let inside = q.clamp(DVec3::ZERO, last);
        let cell = inside.as_uvec3().min(UVec3::from(self.counts) - 2);
        let t = inside - cell.as_dvec3();
        let corner = |x, y, z| self.value(cell + UVec3::new(x, y, z));
        let at = |t: DVec3| {
            let [below, above] = [0, 1].map(|z| {
                let [near, far] =
                    [0, 1].map(|y| corner(0, y, z) + t.x * (corner(1, y, z) - corner(0, y, z)));
                near + t.y * (far - near)
            });
            below + t.z * (above - below)
        };
        // It is linear along each axis, so differences across the cell are derivatives.
        let slope = DVec3::from_array([0, 1, 2].map(|axis| {
            let (mut one, mut other) = (t, t);
            (one[axis], other[axis]) = (0.0, 1.0);
            (at(other) - at(one)) / spacing
        }));
        let normal = slope.try_normalize().unwrap_or(DVec3::Y);
        let distance = at(t);
        let beyond = spacing * (q - inside);
        if beyond == DVec3::ZERO {
            return Nearest { normal, distance };
        }
        let way = beyond + distance.max(0.0) * normal;
        Nearest {
            normal: way.try_normalize().unwrap_or(normal),
            distance: beyond.length().hypot(distance.max(0.0)),
        }
    }

    /// Arena rows: the first point and the spacing; the counts; then for each layer of points and each cell in it the
    /// distances at its corners: here, along x, along y, across.
    pub fn rows(&self) -> Vec<[u32; 4]> {
        let [x, y, z] = self.low.map(f32::to_bits);
        let [columns, lines, layers] = self.counts;
        let mut rows = vec![
            [x, y, z, self.spacing.to_bits()],
            [columns, lines, layers, 0],
        ];
        for layer in 0..layers {
            for line in 0..lines - 1 {
                for column in 0..columns - 1 {
                    let first = ((layer * lines + line) * columns + column) as usize;
                    let next = first + columns as usize;
                    let corners = [first, first + 1, next, next + 1];
                    rows.push(corners.map(|at| self.values[at].to_bits()));
                }
            }
        }
        rows
    }
}
