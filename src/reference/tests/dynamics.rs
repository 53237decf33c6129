use super::Numbers;
use crate::asset::TetMesh;
use crate::asset::lattice::{Split, beam_lattice};
use crate::element::mass_spring::{
    STRETCH_RESERVE, Spring, VolumeTet, frequency_bound, springs, stable_step, volume_tets,
};
use crate::element::{Material, Parameters, Rest};
use crate::math::tet::edges_of;
use crate::reference::{
    Body, State, angular_momentum, damp, elastic_energy, implicit_euler_step, kinetic_energy,
    linear_momentum, start_verlet, verlet_step, volume,
};
use glam::DVec3;
use std::f64::consts::TAU;

/// Two particles of 1 kg on a spring: their distance oscillates at ω = √(2k/m). Along the spring the force is linear.
fn two_particles(frequency: f64, damping: f64) -> Body {
    let stiffness = 0.5 * frequency * frequency;
    Body {
        rest: vec![DVec3::ZERO, DVec3::X],
        tets: Vec::new(),
        masses: vec![1.0; 2],
        fixed: vec![false; 2],
        gravity: DVec3::ZERO,
        elements: vec![Box::new(Spring {
            vertices: [0, 1],
            stiffness,
            rest_length: 1.0,
            damping,
        })],
    }
}

fn stretched(body: &Body, by: f64) -> State {
    State::still(vec![
        body.rest[0] - DVec3::X * (0.5 * by),
        body.rest[1] + DVec3::X * (0.5 * by),
    ])
}

fn stretch(state: &State) -> f64 {
    state.positions[1].x - state.positions[0].x - 1.0
}

#[test]
fn verlet_turns_by_its_own_phase() {
    let (frequency, h) = (10.0, 0.05);
    let body = two_particles(frequency, 0.0);
    let mut state = stretched(&body, 0.1);
    start_verlet(&body, &mut state, h);
    let phase = (1.0 - 0.5 * (h * frequency).powi(2)).acos();
    for n in 1..=200 {
        verlet_step(&body, &mut state, h);
        let expected = 0.1 * (f64::from(n) * phase).cos();
        assert!((stretch(&state) - expected).abs() < 1e-4 * 0.1, "step {n}"); // exact but for rounding
    }
}

#[test]
fn verlet_is_stable_up_to_two_over_omega() {
    let frequency = 10.0;
    let largest = |h: f64, damping: f64| {
        let body = two_particles(frequency, damping);
        let mut state = stretched(&body, 1e-3);
        start_verlet(&body, &mut state, h);
        let mut largest: f64 = 0.0;
        for _ in 0..400 {
            verlet_step(&body, &mut state, h);
            largest = largest.max(stretch(&state).abs());
        }
        largest
    };
    assert_eq!(stable_step(frequency, 0.0), 0.2);
    // Below the limit the amplitude stays; 1 % above it grows by about e^0.28 per step.
    assert!(largest(0.99 * stable_step(frequency, 0.0), 0.0) < 1.01e-3);
    assert!(largest(1.01 * stable_step(frequency, 0.0), 0.0) > 0.1);
    // A damper of 4 kg/s on particles of 1 kg has the rate 4/s: the limit falls to 2/(d + √(d² + ω²)).
    assert!(stable_step(frequency, 4.0) < 0.14);
    assert!(largest(0.99 * stable_step(frequency, 4.0), 4.0) < 2e-3);
    assert!(largest(1.01 * stable_step(frequency, 4.0), 4.0) > 0.1);
}

#[test]
fn verlet_with_a_damper_dies_away_at_its_rate() {
    // z² − (2 − 2dh − h²ω²) z + (1 − 2dh) = 0: complex roots of modulus √(1 − 2dh).
    let (frequency, rate, h) = (10.0, 0.5, 1e-3);
    let body = two_particles(frequency, rate);
    let mut state = stretched(&body, 0.1);
    start_verlet(&body, &mut state, h);
    let mut last_period: f64 = 0.0;
    for n in 0..10_000 {
        verlet_step(&body, &mut state, h);
        if f64::from(n) * h > 10.0 - TAU / frequency {
            last_period = last_period.max(stretch(&state).abs());
        }
    }
    // The largest stretch of the last period is its first peak, known to half a period.
    let (early, late) = (10.0 - TAU / frequency, 10.0);
    assert!(last_period < 0.1 * (-rate * early).exp() && last_period > 0.1 * (-rate * late).exp());
}

#[test]
fn implicit_euler_shrinks_and_lags_as_it_must() {
    let (frequency, h) = (10.0_f64, 0.02_f64);
    let body = two_particles(frequency, 0.0);
    let mut state = stretched(&body, 0.1);
    let (shrink, lag) = (
        (1.0 + (h * frequency).powi(2)).powf(-0.5),
        (h * frequency).atan(),
    );
    for n in 1..=100 {
        assert!(implicit_euler_step(&body, &mut state, h).converged);
        let expected = 0.1 * shrink.powi(n) * (f64::from(n) * lag).cos();
        assert!((stretch(&state) - expected).abs() < 1e-8, "step {n}"); // residual 1e-9 of the forces, 100 times
    }
}

#[test]
fn errors_fall_with_the_order_of_the_method() {
    let (frequency, time) = (10.0_f64, 1.0);
    let error = |steps: u32, step: &dyn Fn(&Body, &mut State, f64), second_order: bool| {
        let (body, h) = (two_particles(frequency, 0.0), time / f64::from(steps));
        let mut state = stretched(&body, 0.1);
        if second_order {
            start_verlet(&body, &mut state, h);
        }
        (0..steps).for_each(|_| step(&body, &mut state, h));
        (stretch(&state) - 0.1 * (frequency * time).cos()).abs()
    };
    let verlet = |steps| error(steps, &|b, s, h| verlet_step(b, s, h), true);
    let semi_implicit = |steps| error(steps, &|b, s, h| verlet_step(b, s, h), false);
    let euler = |steps| error(steps, &|b, s, h| drop(implicit_euler_step(b, s, h)), false);
    // ±10 %: the next term of the error is a few hω = 0.01 of the first.
    assert!((verlet(1000) / verlet(2000) - 4.0).abs() < 0.4);
    assert!((semi_implicit(1000) / semi_implicit(2000) - 2.0).abs() < 0.2);
    assert!((euler(1000) / euler(2000) - 2.0).abs() < 0.2);
}

#[test]
fn free_fall_is_the_semi_implicit_parabola() {
    let mesh = beam_lattice([2, 1, 1], [1.0, 0.5, 0.5], Split::Five);
    let (g, v0, h) = (DVec3::new(0.0, -9.81, 0.0), DVec3::new(1.0, 2.0, 3.0), 0.01);
    for method in Material::ALL {
        for implicit in [false, true] {
            let body = Body::new(&mesh, method, &Parameters::default()).with_gravity(g);
            let mut state = State::still(body.rest.clone());
            state.velocities.fill(v0);
            for _ in 0..50 {
                if implicit {
                    implicit_euler_step(&body, &mut state, h);
                } else {
                    // Explicit steps of 0.01 s are too long for this stiffness: rounding would grow. So each is cut
                    // into short ones.
                    (0..100).for_each(|_| verlet_step(&body, &mut state, h / 100.0));
                }
            }
            let (t, h) = (0.5, if implicit { h } else { h / 100.0 });
            let moved = v0 * t + g * (0.5 * t * t + 0.5 * h * t);
            for (x, rest) in state.positions.iter().zip(&body.rest) {
                assert!(
                    (*x - *rest - moved).length() < 1e-8,
                    "{method:?} {implicit}"
                );
            }
        }
    }
}

#[test]
fn a_free_body_keeps_its_momentum() {
    let mesh = beam_lattice([3, 2, 1], [1.0, 0.5, 0.3], Split::Six);
    let parameters = Parameters {
        young_modulus: 1e5,
        spring_damping: 2.0,
        ..Parameters::default()
    };
    for method in Material::ALL {
        let body = Body::new(&mesh, method, &parameters);
        let mut numbers = Numbers(29);
        let mut state = State::still(body.rest.clone());
        let spin = DVec3::new(0.0, 1.0, 2.0);
        state
            .velocities
            .iter_mut()
            .zip(&body.rest)
            .for_each(|(v, p)| *v = spin.cross(*p) + numbers.vector());
        let (linear, angular) = (
            linear_momentum(&body, &state),
            angular_momentum(&body, &state),
        );
        let energy = kinetic_energy(&body, &state.velocities);
        for _ in 0..1000 {
            verlet_step(&body, &mut state, 1e-3);
            damp(&body, &mut state, 0.5, 1e-3);
        }
        // Rounding of 1000 sums of 24 terms.
        assert!((linear_momentum(&body, &state) - linear).length() < 1e-11 * linear.length());
        assert!((angular_momentum(&body, &state) - angular).length() < 1e-11 * angular.length());
        assert!(elastic_energy(&body, &state.positions) > 1e-3 * energy); // it did deform
        let before = linear_momentum(&body, &state);
        (0..5).for_each(|_| drop(implicit_euler_step(&body, &mut state, 0.01)));
        assert!((linear_momentum(&body, &state) - before).length() < 1e-6 * before.length()); // residual × time
    }
}

#[test]
fn damping_of_a_body_leaves_rigid_motion_and_takes_the_rest() {
    let mesh = beam_lattice([2, 2, 1], [1.0, 0.5, 0.3], Split::Five);
    let body = Body::new(&mesh, Material::NeoHookean, &Parameters::default());
    let mut state = State::still(body.rest.clone());
    let rigid: Vec<DVec3> = body
        .rest
        .iter()
        .map(|p| DVec3::ONE + DVec3::new(0.3, -2.0, 1.0).cross(*p))
        .collect();
    state.velocities.clone_from(&rigid);
    damp(&body, &mut state, 5.0, 0.1);
    assert!(
        state
            .velocities
            .iter()
            .zip(&rigid)
            .all(|(v, r)| v.distance(*r) < 1e-13)
    );
    // A motion without momentum: opposite vertices of a symmetric body move apart.
    let centre = DVec3::new(0.5, 0.25, 0.15);
    state.velocities = body
        .rest
        .iter()
        .zip(&rigid)
        .map(|(p, r)| *r + (*p - centre) * 0.7)
        .collect();
    damp(&body, &mut state, 5.0, 0.1);
    for ((v, r), p) in state.velocities.iter().zip(&rigid).zip(&body.rest) {
        assert!(v.distance(*r + (*p - centre) * 0.7 / 1.5) < 1e-6); // positions are rounded to f32
    }
    let held =
        Body::new(&mesh, Material::NeoHookean, &Parameters::default()).with_fixed(|p| p.x == 0.0);
    state.velocities.clone_from(&rigid);
    damp(&held, &mut state, 5.0, 0.1);
    assert!(
        state
            .velocities
            .iter()
            .zip(&rigid)
            .all(|(v, r)| v.distance(*r / 1.5) < 1e-13)
    );
}

#[test]
fn mass_spring_steps_of_its_frequency_bound_are_stable_and_not_far_too_short() {
    for (split, volume_stiffness) in [
        (Split::Five, 0.0),
        (Split::Five, 1.0),
        (Split::Six, 1.0),
        (Split::Six, 20.0),
    ] {
        let mesh = beam_lattice([4, 2, 2], [1.0, 0.25, 0.25], split);
        let parameters = Parameters {
            volume_stiffness,
            ..Parameters::default()
        };
        let body = Body::new(&mesh, Material::MassSpring, &parameters);
        let edges = edges_of(&mesh.tets);
        let rest = Rest {
            positions: &body.rest,
            tets: &mesh.tets,
            tet_stiffness: &[],
            edges: &edges,
            masses: &body.masses,
        };
        for scale in [1.0, STRETCH_RESERVE] {
            let bound = frequency_bound(
                &rest,
                &springs(&rest, &parameters),
                &volume_tets(&rest, &parameters),
                scale,
            );
            let pose: Vec<DVec3> = body.rest.iter().map(|p| *p * scale).collect();
            let highest = highest_frequency(&body, &pose);
            assert!(
                highest <= bound,
                "{split:?} {scale}: {highest} above {bound}"
            );
            assert!(
                bound < 2.0 * highest,
                "{split:?} {scale}: {bound} is a loose bound of {highest}"
            );
        }
    }
}

#[test]
fn mass_spring_frequency_bound_is_exact_for_one_spring_and_for_one_regular_tet() {
    let corners = [
        [1.0, 1.0, 1.0],
        [-1.0, 1.0, -1.0],
        [1.0, -1.0, -1.0],
        [-1.0, -1.0, 1.0],
    ];
    let (positions, masses) = (corners.map(DVec3::from), [0.5; 4]);
    let rest = Rest {
        positions: &positions,
        tets: &[],
        tet_stiffness: &[],
        edges: &[],
        masses: &masses,
    };
    // Two masses on a spring: ω² = 2k/m.
    let spring = Spring {
        vertices: [0, 1],
        stiffness: 3.0,
        rest_length: 1.0,
        damping: 0.0,
    };
    assert!((frequency_bound(&rest, &[spring], &[], 1.0) - 12.0_f64.sqrt()).abs() < 1e-14);
    // A swelling motion: ω² = κ Σ|∂v/∂x|²/m, with |∂v/∂x| a third of a face of area 2√3.
    let tet = VolumeTet {
        vertices: [0, 1, 2, 3],
        stiffness: 3.0,
        rest_volume: 8.0 / 3.0,
    };
    let expected: f64 = 3.0 * 4.0 * (2.0 * 3.0_f64.sqrt() / 3.0).powi(2) / 0.5;
    assert!((frequency_bound(&rest, &[], &[tet], 1.0) - expected.sqrt()).abs() < 1e-13);
    // Held vertices do not move: with both ends held nothing is left.
    let held = Rest {
        masses: &[0.0; 4],
        ..rest
    };
    assert_eq!(frequency_bound(&held, &[spring], &[tet], 1.0), 0.0);
}

/// The true highest frequency at a pose, by power iteration on M⁻¹K with force differences.
fn highest_frequency(body: &Body, pose: &[DVec3]) -> f64 {
    let mut numbers = Numbers(31);
    let mut mode: Vec<DVec3> = pose.iter().map(|_| numbers.vector()).collect();
    let mut square = 0.0;
    for _ in 0..500 {
        let at = |sign: f64| {
            body.forces(
                &pose
                    .iter()
                    .zip(&mode)
                    .map(|(x, d)| *x + *d * (sign * 1e-6))
                    .collect::<Vec<_>>(),
            )
        };
        let (after, before) = (at(1.0), at(-1.0));
        for (i, d) in mode.iter_mut().enumerate() {
            *d = (before[i] - after[i]) / (2e-6 * body.masses[i]);
        }
        square = mode.iter().map(|d| d.length_squared()).sum::<f64>().sqrt();
        mode.iter_mut().for_each(|d| *d /= square);
    }
    square.sqrt()
}

#[test]
fn mass_spring_turns_a_flipped_tet_back() {
    let mesh = TetMesh {
        positions: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        tets: vec![[0, 1, 2, 3]],
        ..TetMesh::default()
    };
    let parameters = Parameters {
        young_modulus: 1e4,
        spring_damping: 5.0,
        ..Parameters::default()
    };
    let settled = |volume_stiffness: f64| {
        let parameters = Parameters {
            volume_stiffness,
            ..parameters
        };
        let body = Body::new(&mesh, Material::MassSpring, &parameters);
        let mut state = State::still(body.rest.clone());
        state.positions[3] = DVec3::new(0.3, 0.2, -0.6);
        assert!(volume(&body, &state.positions) < 0.0);
        (0..40_000).for_each(|_| verlet_step(&body, &mut state, 1e-3));
        volume(&body, &state.positions) * 6.0
    };
    assert!((settled(1.0) - 1.0).abs() < 1e-3);
    // Springs alone cannot tell inside from outside: they settle in the mirror image.
    assert!((settled(0.0) + 1.0).abs() < 1e-3);
}
