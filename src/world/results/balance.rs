//! Impulses of pairs that agree with what each body got.
//!
//! What rows of contact tell of a pair is as exact as sweeps converge; what a free body got in a step is known exactly.
//! The least change of the pairs' impulses, in squares by their size, that gives each body what it got, or as nearly as can
//! be: conjugate gradients for least squares (Hestenes and Stiefel 1952).

use glam::DVec3;

/// An impulse between two bodies, or of something without a body.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// Numbers of bodies.
    pub ends: [Option<usize>; 2],
    /// On the first.
    pub impulse: DVec3,
}

/// Rounds after which what is left is left.
const ROUNDS: usize = 100;

/// Changes the impulses. `got`: of each body, if it is known.
pub fn balance(edges: &mut [Edge], got: &[Option<DVec3>]) {
    let roots: Vec<f64> = edges
        .iter()
        .map(|edge| edge.impulse.length().sqrt())
        .collect();
    let least = 1e-12
        * edges
            .iter()
            .map(|edge| edge.impulse.length_squared())
            .sum::<f64>();
    let unknown = |sums: &mut [DVec3]| {
        let unknown = sums.iter_mut().zip(got).filter(|(_, got)| got.is_none());
        unknown.for_each(|(sum, _)| *sum = DVec3::ZERO);
    };
    let square = |of: &[DVec3]| of.iter().map(|v| v.length_squared()).sum::<f64>();
    let mut left: Vec<DVec3> = got.iter().map(|got| got.unwrap_or_default()).collect();
    for edge in edges.iter() {
        give(&mut left, edge.ends, -edge.impulse);
    }
    unknown(&mut left);
    let mut way = vec![DVec3::ZERO; edges.len()];
    let mut slope = f64::INFINITY;
    for _ in 0..ROUNDS {
        let pull = |(edge, root): (&Edge, &f64)| *root * difference(&left, edge.ends);
        let pulls: Vec<DVec3> = edges.iter().zip(&roots).map(pull).collect();
        let turn = square(&pulls) / slope;
        slope = square(&pulls);
        way.iter_mut()
            .zip(&pulls)
            .for_each(|(way, pull)| *way = *pull + turn * *way);
        let mut flow = vec![DVec3::ZERO; got.len()];
        for ((edge, root), way) in edges.iter().zip(&roots).zip(&way) {
            give(&mut flow, edge.ends, *root * *way);
        }
        unknown(&mut flow);
        let length = square(&flow);
        if square(&left) <= least || slope <= 0.0 || length <= 0.0 {
            break;
        }
        let step = slope / length;
        for ((edge, root), way) in edges.iter_mut().zip(&roots).zip(&way) {
            edge.impulse += step * *root * *way;
        }
        left.iter_mut()
            .zip(&flow)
            .for_each(|(left, flow)| *left -= step * *flow);
    }
}

/// Adds an impulse on the first end to the sums of both.
fn give(sums: &mut [DVec3], ends: [Option<usize>; 2], impulse: DVec3) {
    for (end, sign) in ends.into_iter().zip([1.0, -1.0]) {
        if let Some(body) = end {
            sums[body] += sign * impulse;
        }
    }
}

fn difference(of: &[DVec3], ends: [Option<usize>; 2]) -> DVec3 {
    let [first, second] = ends.map(|end| end.map_or(DVec3::ZERO, |body| of[body]));
    first - second
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stack of three on a floor: whatever was guessed, each contact bears what is above it.
    #[test]
    fn a_stack_bears_what_is_above() {
        let got = [1.0, 2.0, 3.0].map(|weight| Some(DVec3::Y * weight));
        let guess = |first, second, size| Edge {
            ends: [Some(first), second],
            impulse: DVec3::new(0.1, size, 0.0),
        };
        let mut edges = [
            guess(0, Some(1), 0.7),
            guess(1, Some(2), 3.4),
            guess(2, None, 5.0),
        ];
        balance(&mut edges, &got);
        for (edge, weight) in edges.iter().zip([1.0, 3.0, 6.0]) {
            assert!(edge.impulse.distance(DVec3::Y * weight) < 1e-5, "{edge:?}");
        }
    }

    /// Where paths are many, the sum still holds, and larger pairs take more of what was missing.
    #[test]
    fn a_body_on_two_shares_by_size() {
        let got = [Some(DVec3::Y * 8.0), None];
        let guess = |second, size| Edge {
            ends: [Some(0), second],
            impulse: DVec3::Y * size,
        };
        let mut edges = [guess(Some(1), 1.0), guess(None, 3.0)];
        balance(&mut edges, &got);
        assert!((edges[0].impulse.y - 2.0).abs() < 1e-6, "{edges:?}");
        assert!((edges[1].impulse.y - 6.0).abs() < 1e-6, "{edges:?}");
    }

    /// What no pair can give both is met halfway.
    #[test]
    fn what_does_not_add_up_is_met_halfway() {
        let got = [Some(DVec3::X), Some(DVec3::X * 2.0)];
        let mut edges = [Edge {
            ends: [Some(0), Some(1)],
            impulse: DVec3::X,
        }];
        balance(&mut edges, &got);
        assert!((edges[0].impulse.x + 0.5).abs() < 1e-6, "{edges:?}");
    }
}
