//! Continuous collision detection in f64, as `shaders/lib/ccd.wgsl` does it in f32.

use crate::math::triangle::nearest_on_triangle;
use glam::DVec3;

/// The answer for features that do not meet in the step.
pub const FREE: f64 = 2.0;
const INTERVALS: usize = 2000;
const ARRIVED: f64 = 1e-9;
/// As in the shader, of f64: rounding to nearest is half of this an operation.
const UNIT: f64 = f64::EPSILON;
const ROUNDING: f64 = 10.0 * UNIT;
const QUOTIENT: f64 = 8.0 * UNIT;
const LEAST: f64 = 1e-150;
/// Below and above these distances the answer is 0.
const SIZES: [f64; 2] = [1e-100, 1e100];

/// Differences of points of both features at the start and at the end: corners of a triangle, the last one twice, or of
/// a parallelogram.
#[derive(Clone, Copy)]
struct Motion {
    start: [DVec3; 4],
    end: [DVec3; 4],
}

/// When a vertex (the first point) may first meet a triangle (the others), not after they do: from 0 to 1, or [`FREE`].
/// Points at the start and at the end of the step, between which they move linearly.
pub fn vertex_triangle(start: [DVec3; 4], end: [DVec3; 4]) -> f64 {
    let corners = |[p, a, b, c]: [DVec3; 4]| [p - a, p - b, p - c, p - c];
    time(corners(start), corners(end))
}

/// The same for an edge (the first two points) and another.
pub fn edge_edge(start: [DVec3; 4], end: [DVec3; 4]) -> f64 {
    let corners = |[a, b, c, d]: [DVec3; 4]| [a - c, a - d, b - c, b - d];
    time(corners(start), corners(end))
}

fn time(start: [DVec3; 4], end: [DVec3; 4]) -> f64 {
    let sizes = start.iter().chain(&end).map(|r| r.abs().max_element());
    let size = sizes.fold(0.0, f64::max);
    if !(SIZES[0]..SIZES[1]).contains(&size) {
        return 0.0;
    }
    let scaled = |corners: [DVec3; 4]| corners.map(|r| r * (1.0 / size));
    let motion = Motion {
        start: scaled(start),
        end: scaled(end),
    };
    let mut time = 0.0;
    for _ in 0..INTERVALS {
        let next = motion.advance(time);
        if next >= 1.0 {
            return FREE;
        }
        let has_arrived = next - time <= ARRIVED * next;
        time = next;
        if has_arrived {
            break;
        }
    }
    time
}

impl Motion {
    /// The end of an interval from `time` on in which the features are apart, or `time`.
    fn advance(&self, time: f64) -> f64 {
        let now = self.at(time);
        let halves = [[now[0], now[1], now[3]], [now[0], now[3], now[2]]];
        let [first, second] = halves.map(|t| nearest_on_triangle(DVec3::ZERO, t));
        let nearest = match second.length_squared() < first.length_squared() {
            true => second,
            false => first,
        };
        let normal = (now[1] - now[0]).cross(now[2] - now[0]);
        let outwards = if normal.dot(now[0]) < 0.0 {
            -normal
        } else {
            normal
        };
        let until = self.apart_until(nearest, time);
        let mut until = until.max(self.apart_until(outwards, time));
        if until >= 1.0 || until - time > 0.5 * time.max(1e-3) {
            return until;
        }
        let mut step = 1.0 - time;
        for _ in 0..12 {
            if step <= until - time {
                break;
            }
            until = until.max(self.apart_over(&now, nearest, time, time + step));
            if until >= time + step {
                break;
            }
            step *= 0.25;
        }
        until
    }

    fn at(&self, time: f64) -> [DVec3; 4] {
        std::array::from_fn(|k| self.start[k] * (1.0 - time) + self.end[k] * time)
    }

    /// Until when, from `time` on, a direction certainly keeps all corners on its side of the origin.
    fn apart_until(&self, n: DVec3, time: f64) -> f64 {
        let way = n / n.abs().max_element().max(1e-300);
        let least = |r: DVec3| way.dot(r) - ROUNDING * way.abs().dot(r.abs()) - LEAST;
        let (mut since, mut until) = (0.0_f64, 1.0_f64);
        for (start, end) in self.start.iter().zip(&self.end) {
            let (start, end) = (least(*start), least(*end));
            let change = start - end;
            match (start > 0.0, end > 0.0) {
                (true, true) => continue,
                (false, false) => return time,
                _ if change.abs() <= LEAST => return time,
                (true, false) => until = until.min(start / change * (1.0 - QUOTIENT)),
                (false, true) => since = since.max(start / change * (1.0 + QUOTIENT)),
            }
        }
        match since <= time && time < until {
            true => until,
            false => time,
        }
    }

    /// Until when the features are apart by one direction that is sought for all times up to `end`.
    fn apart_over(&self, now: &[DVec3; 4], nearest: DVec3, time: f64, end: f64) -> f64 {
        let then = self.at(end);
        let (mut until, mut n) = (time, nearest);
        for _ in 0..20 {
            let corners = now.iter().chain(&then);
            let lowest = corners.min_by(|a, b| n.dot(**a).total_cmp(&n.dot(**b)));
            let Some(lowest) = lowest else { break };
            if n.dot(*lowest) > 0.0 {
                until = until.max(self.apart_until(n, time));
                if until >= end {
                    break;
                }
            }
            let along = *lowest - n;
            let part = -n.dot(along) / along.length_squared().max(1e-300);
            n += along * part.clamp(0.0, 1.0);
        }
        until
    }
}
