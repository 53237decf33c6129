//! The neo-Hookean solid below J₀, where its barrier acts.

use super::Element;
use super::neo_hookean::{BARRIER_START, FLATTEST, NeoHookean, NeoHookeanTet};
use crate::math::tet::{TetShape, tet_volume};
use glam::{DMat3, DVec3};

const RATIOS: [f64; 5] = [0.0, 0.2, 0.3, 0.45, 0.49];
const REST: [DVec3; 4] = [
    DVec3::new(0.1, 0.0, -0.1),
    DVec3::new(1.0, 0.1, 0.0),
    DVec3::new(0.2, 0.9, 0.1),
    DVec3::new(0.0, 0.2, 1.1),
];

fn tet(poisson_ratio: f64) -> NeoHookeanTet {
    NeoHookeanTet {
        vertices: [0, 1, 2, 3],
        shape: TetShape::new(REST),
        material: NeoHookean::new(2.0, poisson_ratio),
    }
}

/// The corners squeezed along y, by a shear and a stretch with determinant `j`.
fn squeezed(j: f64) -> [DVec3; 4] {
    REST.map(|p| DVec3::new(0.8 * p.x + 0.3 * p.y, j * p.y, 1.25 * p.z - 0.2 * p.x))
}

/// Central differences of polynomials of degree six on shapes of size 1: ε^(2/3) = 3.7e-11 times derivatives up to the
/// barrier's size, 50.
#[test]
fn energy_force_and_blocks_agree_on_both_sides_and_inside_out() {
    const STEP: f64 = 6e-6;
    for ratio in RATIOS {
        let tet = tet(ratio);
        for j in [0.9, 0.31, 0.29, 0.1, 0.0, -0.2, -1.0] {
            let x = squeezed(j);
            assert!((tet_volume(x) / tet.shape.volume - j).abs() < 1e-12);
            let gradient = tet.gradient(&x);
            let blocks = tet.hessian(&x, 1.0);
            for vertex in 0..4 {
                for axis in 0..3 {
                    let at = |offset: f64| {
                        let mut moved = x;
                        moved[vertex][axis] += offset;
                        moved
                    };
                    let energy = (tet.energy(&at(STEP)) - tet.energy(&at(-STEP))) / (2.0 * STEP);
                    assert!(
                        (energy - gradient[vertex][axis]).abs() < 1e-8,
                        "{ratio} {j}"
                    );
                    let (after, before) = (tet.gradient(&at(STEP)), tet.gradient(&at(-STEP)));
                    for other in 0..4 {
                        let column = (after[other] - before[other]) / (2.0 * STEP);
                        let off = (column - blocks[other][vertex].col(axis)).length();
                        assert!(off < 1e-8, "{ratio} {j}: {off}");
                    }
                    let block = tet.vertex_block(x, vertex);
                    assert!((block.col(axis) - blocks[vertex][vertex].col(axis)).length() < 1e-12);
                }
            }
        }
    }
}

#[test]
fn nothing_changes_above_the_start_of_the_barrier() {
    for ratio in RATIOS {
        let material = NeoHookean::new(2.0, ratio);
        for j in [BARRIER_START, 0.5, 1.0, 3.0] {
            assert_eq!(material.pressure(j), material.lambda * (j - material.alpha));
        }
        assert_eq!(material.bulk(BARRIER_START), material.lambda);
        assert_eq!(
            material.barrier > 0.0,
            material.lambda * material.alpha < material.mu / FLATTEST
        );
    }
}

/// At stretch s along y and w across, the stress across is w (μ + s p(s w²)) for the pressure p: it pushes outwards
/// from a line exactly while μ/s < -p(0). Without the barrier, that ends at s = μ/(λ'α), 0.29 at ν = 0.3.
#[test]
fn a_squeezed_solid_keeps_a_width_down_to_the_flattest() {
    for ratio in RATIOS {
        let material = NeoHookean::new(2.0, ratio);
        let across = |s: f64, w: f64| {
            material
                .stress(DMat3::from_diagonal(DVec3::new(w, s, w)))
                .x_axis
                .x
        };
        let least = material.mu / -material.pressure(0.0);
        assert!(least <= FLATTEST * (1.0 + 1e-12), "{ratio}");
        assert!(across(1.01 * least, 1e-3) < 0.0, "{ratio}: pushed together");
        assert!(
            across(0.99 * least, 1e-3) > 0.0,
            "{ratio}: the limit is elsewhere"
        );
        // Finds the rest width by bisection: the only w with p(s w²) = -μ/s, p being piecewise linear.
        for s in [1.1 * FLATTEST, 0.25, 0.28, 0.5] {
            let (mut low, mut high) = (1e-3, 10.0);
            for _ in 0..60 {
                let middle = 0.5 * (low + high);
                *(if across(s, middle) < 0.0 {
                    &mut low
                } else {
                    &mut high
                }) = middle;
            }
            assert!((material.pressure(s * low * low) * s / material.mu + 1.0).abs() < 1e-9);
            let below = (-material.mu / s - material.pressure(0.0)) / material.bulk(0.0);
            let above = material.alpha - material.mu / (material.lambda * s);
            let volume = if below < BARRIER_START { below } else { above };
            let expected = (volume / s).sqrt();
            assert!(
                (low - expected).abs() < 1e-9,
                "ν {ratio}: {low} wide at {s}, not {expected}"
            );
        }
    }
}

/// Deterministic numbers in -1 to 1 (a linear congruential generator with Knuth's constants).
struct Numbers(u64);

impl Numbers {
    fn vector(&mut self) -> DVec3 {
        let mut next = || {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
        };
        DVec3::new(next(), next(), next())
    }
}

/// Solvers move one vertex at a time by its block, which does not bound the energy when a tet crosses J₀ downwards. The tet
/// crosses once and returns by the stiffer block, so the moves still reach the minimum from anywhere.
#[test]
fn moves_of_one_vertex_end_at_its_minimum_from_anywhere() {
    let mut numbers = Numbers(5);
    let mut most = 0;
    for trial in 0..3000 {
        let ratio = RATIOS[trial % RATIOS.len()];
        // Up to 8 tets share the vertex 0 of each; their other corners are anywhere.
        let star: Vec<(NeoHookeanTet, [DVec3; 4])> = (0..1 + trial % 8)
            .map(|_| (tet(ratio), REST.map(|p| p + numbers.vector())))
            .collect();
        let mut x = numbers.vector() * 3.0;
        let placed = |corners: &[DVec3; 4], x: DVec3| [x, corners[1], corners[2], corners[3]];
        let mut moves = 0;
        loop {
            let (mut force, mut block) = (DVec3::ZERO, DMat3::ZERO);
            for (tet, corners) in &star {
                force -= tet.gradient(&placed(corners, x))[0];
                block += tet.vertex_block(placed(corners, x), 0);
            }
            let way = block.inverse() * force;
            if way.length() < 1e-9 {
                break;
            }
            x += way;
            moves += 1;
            assert!(moves < 20, "trial {trial}: still moves by {way}");
        }
        most = most.max(moves);
    }
    println!("at most {most} moves");
}
