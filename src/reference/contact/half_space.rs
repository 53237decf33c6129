//! The plane that parts two features for an epoch (docs/decisions/0033-contact.md).

use super::closest::nearest;
use glam::DVec3;

/// Two features: a point and a triangle, or two edges.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    /// Where the corners begin.
    pub x: [DVec3; 4],
    /// Where the epoch's motion would take them from there.
    pub displacement: [DVec3; 4],
    pub is_edges: bool,
    /// The gap that must stay.
    pub least: f64,
}

/// A plane whose normal goes from the second side to the first.
#[derive(Clone, Copy, Debug)]
pub struct HalfSpace {
    /// How far each corner may go towards it.
    pub s: [f64; 4],
    /// The larger, the less it hinders the motion.
    pub score: f64,
    /// Between the two sides along the normal.
    pub gap: f64,
}

impl Pair {
    pub fn is_second(&self, corner: usize) -> bool {
        corner >= if self.is_edges { 2 } else { 1 }
    }

    /// The plane of a normal. Each side gets as much of the gap as it comes, and half of what is left.
    pub fn with_normal(&self, n: DVec3) -> HalfSpace {
        let level = self.x.map(|x| n.dot(x - self.x[0]));
        let (mut first, mut second) = (f64::MAX, f64::MIN);
        let mut comes = [0.0_f64; 2];
        for (k, level) in level.iter().enumerate() {
            let along = n.dot(self.displacement[k]);
            if self.is_second(k) {
                second = second.max(*level);
                comes[1] = comes[1].max(along);
            } else {
                first = first.min(*level);
                comes[0] = comes[0].max(-along);
            }
        }
        let (gap, both) = (first - second, comes[0] + comes[1]);
        let spare = (gap - both).max(0.0);
        let part = ((comes[0] + 0.5 * spare) / (both + spare).max(1e-300)).clamp(0.05, 0.95);
        let middle = first - part * gap;
        let room = |k: usize| match self.is_second(k) {
            true => middle - level[k],
            false => level[k] - middle,
        };
        HalfSpace {
            s: [0, 1, 2, 3].map(|k| (room(k) - 0.5 * self.least).max(0.0)),
            score: (gap - self.least - both).min(0.0) + 0.001 * gap,
            gap,
        }
    }

    /// The normals among which the plane is chosen: along the nearest points, across the relative motion, of the face or of
    /// both edges.
    pub fn normals(&self) -> Vec<DVec3> {
        let between = nearest(self.x, self.is_edges);
        let [a, b, c, d] = self.displacement;
        let relative = match self.is_edges {
            true => 0.5 * (a + b - c - d),
            false => a - (b + c + d) / 3.0,
        };
        let n = between.normalize_or_zero();
        let across = n - relative * (n.dot(relative) / relative.length_squared().max(1e-300));
        let flat = match self.is_edges {
            true => (self.x[1] - self.x[0]).cross(self.x[3] - self.x[2]),
            false => (self.x[2] - self.x[1]).cross(self.x[3] - self.x[1]),
        };
        let flat = flat.normalize_or_zero();
        let is_across = across.length_squared() > 0.0025 && relative != DVec3::ZERO;
        let across = if is_across { across.normalize() } else { n };
        let all = [n, across, flat, -flat];
        all.into_iter().filter(|n| *n != DVec3::ZERO).collect()
    }

    /// The plane that hinders the motion least of those that part the sides.
    pub fn best(&self) -> Option<HalfSpace> {
        let planes = self.normals().into_iter().map(|n| self.with_normal(n));
        let parting = planes.filter(|plane| plane.gap > 0.0);
        parting.max_by(|a, b| a.score.total_cmp(&b.score))
    }
}
