//! Proves that features meet. Integers of any size decide the signs, and it shares nothing with what it judges.

use super::super::exact::{point_triangle, segments};
use glam::DVec3;
use num_bigint::BigInt;
use pliant::desc::{CcdFeatures as Features, CcdSweep as Sweep};

/// Times are counted in units of 2^-40.
const UNITS: u64 = 1 << 40;
/// Half of the width of the times between which a meeting is proved, in units.
const MARGIN: u64 = 1 << 4;
/// How far inside both features a meeting is, as a part of their sizes, and how far from degenerate they are.
const INSIDE: f64 = 1e-3;

fn points(sweep: &Sweep, t: f64) -> [DVec3; 4] {
    let [from, to] = [0, 4].map(|first| -> [DVec3; 4] {
        std::array::from_fn(|k| DVec3::from(sweep[first + k].map(f64::from)))
    });
    std::array::from_fn(|k| from[k] * (1.0 - t) + to[k] * t)
}

/// At a time: how far the features are apart, the farthest way of a difference of their points so far, and the largest
/// coordinate of one in the step.
pub fn apart(features: Features, sweep: &Sweep, t: f64) -> [f64; 3] {
    let [a, b, c, d] = points(sweep, t);
    let (distance, own) = match features {
        Features::VertexTriangle => (point_triangle(a, [b, c, d]), 1),
        Features::EdgeEdge => (segments([[a, b], [c, d]]), 2),
    };
    let pairs = (0..own).flat_map(|i| (own..4).map(move |j| (i, j)));
    let (mut way, mut size) = (0.0_f64, 0.0_f64);
    for (i, j) in pairs {
        let [start, end] = [0.0, 1.0].map(|t| points(sweep, t)).map(|p| p[i] - p[j]);
        way = way.max(t * start.distance(end));
        size = size.max(start.abs().max(end.abs()).max_element());
    }
    [distance, way, size]
}

/// Six times the volume of the four points. Where it is zero they are in one plane, and only then can they meet.
fn volume(sweep: &Sweep, t: f64) -> f64 {
    let [a, b, c, d] = points(sweep, t);
    (d - a).dot((b - a).cross(c - a))
}

/// The exact sign of that volume at a time in units.
fn sign(sweep: &Sweep, t: u64) -> i32 {
    let bits = |x: f32| {
        let (mantissa, exponent) = (x.to_bits() & 0x7F_FFFF, x.to_bits() >> 23 & 0xFF);
        match exponent {
            0 => (mantissa, 1),
            _ => (mantissa | 1 << 23, exponent),
        }
    };
    let all = sweep.as_flattened().iter().filter(|x| **x != 0.0);
    let least = all.map(|x| bits(*x).1).min().unwrap_or(1);
    let integer = |x: f32| {
        let (mantissa, exponent) = bits(x);
        let size = BigInt::from(mantissa) << exponent.saturating_sub(least);
        if x < 0.0 { -size } else { size }
    };
    let at = |k: usize, axis: usize| {
        integer(sweep[k][axis]) * BigInt::from(UNITS - t)
            + integer(sweep[k + 4][axis]) * BigInt::from(t)
    };
    let corner: [BigInt; 3] = std::array::from_fn(|axis| at(0, axis));
    let [u, v, w] = [1, 2, 3]
        .map(|k| -> [BigInt; 3] { std::array::from_fn(|axis| at(k, axis) - &corner[axis]) });
    let minor = |i: usize, j: usize| &u[i] * &v[j] - &u[j] * &v[i];
    let whole = &w[0] * minor(1, 2) + &w[1] * minor(2, 0) + &w[2] * minor(0, 1);
    match whole.sign() {
        num_bigint::Sign::Minus => -1,
        num_bigint::Sign::NoSign => 0,
        num_bigint::Sign::Plus => 1,
    }
}

/// Whether the points' lines or foot are well inside both features at this time, as far as that depends on where they are
/// along the plane. Inside by a thousandth, of features a thousandth away from degenerate, cannot change in 2^-35 of a step.
fn is_inside(features: Features, sweep: &Sweep, t: f64) -> bool {
    let p = points(sweep, t);
    let size = p.iter().map(|x| x.distance(p[0])).fold(0.0, f64::max);
    let speed = (0..4).map(|k| {
        DVec3::from(sweep[k + 4].map(f64::from)).distance(DVec3::from(sweep[k].map(f64::from)))
    });
    let speeds: Vec<f64> = speed.collect();
    let fastest = speeds.iter().copied().fold(0.0, f64::max);
    let normal = match features {
        Features::VertexTriangle => (p[2] - p[1]).cross(p[3] - p[1]),
        Features::EdgeEdge => (p[1] - p[0]).cross(p[3] - p[2]),
    };
    if normal.length() < INSIDE * size * size || fastest > 1e3 * size {
        return false;
    }
    let part = |a: DVec3, b: DVec3| a.cross(b).dot(normal) / normal.length_squared();
    let parts = match features {
        Features::VertexTriangle => {
            let [a, b, c] = [p[1] - p[0], p[2] - p[0], p[3] - p[0]];
            vec![part(b, c), part(c, a), part(a, b)]
        }
        Features::EdgeEdge => {
            let between = p[2] - p[0];
            let (s, t) = (part(between, p[3] - p[2]), part(between, p[1] - p[0]));
            vec![s, 1.0 - s, t, 1.0 - t]
        }
    };
    parts.into_iter().all(|x| x > INSIDE)
}

/// Two times between which the features certainly meet, the earliest that can be proved.
pub fn meeting(features: Features, sweep: &Sweep) -> Option<[f64; 2]> {
    // The volume is a cubic: between the zeros of its slope it rises or falls.
    let at = [0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0].map(|t| volume(sweep, t));
    let d1 = (-11.0 * at[0] + 18.0 * at[1] - 9.0 * at[2] + 2.0 * at[3]) / 2.0;
    let d2 = 9.0 * (2.0 * at[0] - 5.0 * at[1] + 4.0 * at[2] - at[3]);
    let d3 = 27.0 * (at[3] - 3.0 * at[2] + 3.0 * at[1] - at[0]);
    let (a, b, c) = (d3 / 2.0, d2, d1);
    let root = (b * b - 4.0 * a * c).max(0.0).sqrt();
    let q = -(b + root.copysign(b)) / 2.0;
    let mut ends: Vec<f64> = [q / a, c / q]
        .into_iter()
        .filter(|t| (0.0..1.0).contains(t))
        .collect();
    ends.extend([0.0, 1.0]);
    ends.sort_by(f64::total_cmp);
    ends.windows(2)
        .find_map(|pair| proved(features, sweep, [pair[0], pair[1]]))
}

fn proved(features: Features, sweep: &Sweep, [mut low, mut high]: [f64; 2]) -> Option<[f64; 2]> {
    let first = volume(sweep, low);
    if first * volume(sweep, high) > 0.0 {
        return None;
    }
    for _ in 0..50 {
        let middle = (low + high) / 2.0;
        match first * volume(sweep, middle) > 0.0 {
            true => low = middle,
            false => high = middle,
        }
    }
    if !is_inside(features, sweep, low) {
        return None;
    }
    let unit = (low * UNITS as f64) as u64;
    let (from, to) = (unit.saturating_sub(MARGIN), (unit + MARGIN).min(UNITS));
    let is_crossed = sign(sweep, from) * sign(sweep, to) < 0;
    is_crossed.then(|| [from, to].map(|t| t as f64 / UNITS as f64))
}

#[test]
fn what_is_proved_is_known() {
    // A point falls onto a triangle and passes it at 0.4; onto nothing beside it.
    let fall = |x: f32| -> Sweep {
        let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
        [
            [x, 2.0, 0.25],
            corners[0],
            corners[1],
            corners[2],
            [x, -3.0, 0.25],
            corners[0],
            corners[1],
            corners[2],
        ]
    };
    let [from, to] = meeting(Features::VertexTriangle, &fall(0.25)).expect("a hit");
    assert!(from < 0.4 && 0.4 < to && to - from < 1e-10);
    assert_eq!(meeting(Features::VertexTriangle, &fall(0.9)), None);
    // Crossed edges pass each other at 0.5; one of them too short does not.
    let pass = |end: f32| -> Sweep {
        let edge = [[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]];
        [
            edge[0],
            edge[1],
            [0.5, 1.0, -1.0],
            [0.5, 1.0, end],
            edge[0],
            edge[1],
            [0.5, -1.0, -1.0],
            [0.5, -1.0, end],
        ]
    };
    let [from, to] = meeting(Features::EdgeEdge, &pass(1.0)).expect("a hit");
    assert!(from < 0.5 && 0.5 < to);
    assert_eq!(meeting(Features::EdgeEdge, &pass(-0.25)), None);
}
