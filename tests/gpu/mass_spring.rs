//! The explicit method: its phase, its stability limit, and the same substeps as the reference.

use super::common::*;
use super::oracle::*;
use glam::DVec3;
use pliant::asset::lattice::{Split, beam_lattice};
use pliant::asset::{Asset, TetMesh};
use pliant::desc::*;
use pliant::ids::PliantBodyId;
use pliant::reference::{Body, State, damp, verlet_step, volume};
use pliant::world::{Edit, Selection, World};
use std::sync::Arc;

/// A regular tet round the origin: all masses are equal, and breathing is an eigenvector.
fn regular_tet() -> TetMesh {
    let a = 0.25;
    TetMesh {
        positions: vec![[a, a, a], [a, -a, -a], [-a, a, -a], [-a, -a, a]],
        tets: vec![[0, 2, 1, 3]],
        ..TetMesh::default()
    }
}

fn spring_desc(executor: u32) -> BodyOptions {
    let mut desc = BodyOptions {
        executor,
        ..body_desc()
    };
    desc.set_model(PLIANT_MODEL_MASS_SPRING);
    desc.set_young(1e4);
    desc
}

/// ω² = uᵀHu / uᵀMu of the breathing mode u from the reference's second derivative.
fn breathing_frequency(body: &Body) -> f64 {
    let (mut stiffness, mut mass) = (0.0, 0.0);
    for element in &body.elements {
        let mut x = [DVec3::ZERO; 4];
        element
            .vertices()
            .iter()
            .zip(&mut x)
            .for_each(|(i, x)| *x = body.rest[*i as usize]);
        let blocks = element.hessian(&x, 1.0);
        let count = element.vertices().len();
        for i in 0..count {
            for j in 0..count {
                stiffness += x[i].dot(blocks[i][j] * x[j]);
            }
        }
    }
    for (x, m) in body.rest.iter().zip(&body.masses) {
        mass += m * x.length_squared();
    }
    (stiffness / mass).sqrt()
}

/// The breathing tet, enlarged by `amplitude` and released at rest, with the given hω and h times the damping rate, one
/// substep a step.
fn breathing(
    executor: u32,
    [h_omega, h_damping]: [f64; 2],
    amplitude: f64,
) -> (World, PliantBodyId, Arc<Asset>, Body, f32) {
    let mesh = regular_tet();
    let asset = cooked(&mesh);
    let mut desc = BodyOptions {
        substeps: 1,
        ..spring_desc(executor)
    };
    let body = reference_body(&mesh, &desc);
    let h = (h_omega / breathing_frequency(&body)) as f32;
    desc.set_damping(h_damping as f32 / h);
    let mut world = weightless_in_one();
    let id = add(&mut world, &asset, desc);
    let targets = (0..4).map(|i| (i, body.rest[i as usize] * (1.0 + amplitude)));
    let held = hold_at(&mut world, id, targets);
    run(&mut world, 2, h); // one step to get there, one to be still
    release(&mut world, held);
    (world, id, asset, body, h)
}

/// How much the tet is enlarged, relative to its size.
fn swelling(body: &Body, state: &State) -> f64 {
    let parts = state.positions.iter().zip(&body.rest);
    parts
        .map(|(x, rest)| (*x - *rest).dot(*rest) / rest.length_squared())
        .sum::<f64>()
        / 4.0
}

/// For x_(n+1) − 2x_n + x_(n−1) = −h²ω² x_n every step turns the phase by θ with cos θ = 1 − h²ω²/2. A least-squares
/// fit of cos θ to 200 steps is free of the rounding of single positions. At an amplitude of 3e-4 the curvature of the
/// force shifts cos θ by about 1e-6, unless θ is near 120°, where its second harmonic coincides with the motion itself.
/// The closed form ω² = 15E/(ρR²) follows from k = Ev₀/l² and κ = E/v₀.
#[test]
fn a_step_turns_the_phase_as_verlets_method_does() {
    let mut sweep = Sweep::every(5);
    for executor in EXECUTORS {
        for h_omega in [0.3, 0.7, 1.0] {
            if !sweep.takes() {
                continue;
            }
            let (mut world, id, asset, body, h) = breathing(executor, [h_omega, 0.0], 3e-4);
            let closed = (15.0 * 1e4 / (1000.0 * 3.0 * 0.0625_f64)).sqrt();
            assert!((breathing_frequency(&body) / closed - 1.0).abs() < 1e-9);
            let product = f64::from(h) * closed;
            let mut x = Vec::new();
            for _ in 0..200 {
                run(&mut world, 1, h);
                x.push(swelling(&body, &state(&mut world, id, &asset)));
            }
            let taken = world.body_info(id).expect("a body").substeps;
            assert_eq!(taken, 1, "a step of h omega {h_omega} is no substep");
            let inner = 1..x.len() - 1;
            let over: f64 = inner.clone().map(|n| x[n] * (x[n + 1] + x[n - 1])).sum();
            let under: f64 = inner.map(|n| 2.0 * x[n] * x[n]).sum();
            let (found, wanted) = (over / under, 1.0 - product * product / 2.0);
            println!(
                "executor {executor} h omega {h_omega}: cos {found} wanted {wanted}, off {:.1e}",
                found - wanted
            );
            assert!(
                (found - wanted).abs() < 1e-4,
                "cos theta is {found}, expected {wanted}"
            );
            // The amplitude stays: x² − 2cos θ x x' + x'² is A² sin² θ.
            let size =
                |n: usize| x[n] * x[n] - 2.0 * wanted * x[n] * x[n + 1] + x[n + 1] * x[n + 1];
            let kept = size(197) / size(0);
            assert!(
                (kept - 1.0).abs() < 0.02,
                "the square of the amplitude went by {kept}"
            );
        }
    }
}

/// One substep is stable up to hω = 2, and with damping, which takes the share c of the velocity of half a step before,
/// up to h²ω² = 4 − 2c. (The reference's own test shows the limit.) A step near it or beyond is taken in more substeps
/// than the one given, so that the amplitude stays. A substep of hω < 1.9 bounds it by 1/cos(θ/2) = 3.2.
#[test]
fn a_step_beyond_two_over_omega_is_taken_in_more_substeps() {
    let damped = 3.6_f64.sqrt();
    let mut sweep = Sweep::every(3);
    for executor in EXECUTORS {
        for (h_omega, h_damping) in [(1.99, 0.0), (2.01, 0.0), (1.01 * damped, 0.25), (5.0, 0.0)] {
            if !sweep.takes() {
                continue;
            }
            let amplitude = 1e-4;
            let (mut world, id, asset, body, h) =
                breathing(executor, [h_omega, h_damping], amplitude);
            let mut widest = 0.0_f64;
            for _ in 0..60 {
                run(&mut world, 1, h);
                let now = swelling(&body, &state(&mut world, id, &asset)).abs();
                widest = widest.max(if now.is_finite() { now } else { f64::INFINITY });
            }
            let taken = world.body_info(id).expect("a body").substeps;
            let grown = widest / amplitude;
            println!("executor {executor} h omega {h_omega}: {taken} substeps, {grown:.1} times");
            assert!(
                taken >= (h_omega / 1.9).ceil() as u32 && grown < 3.3,
                "{grown} times in {taken} substeps"
            );
        }
    }
}

/// The chosen number of substeps is stable: a stiff body keeps its energy.
#[test]
fn the_chosen_substeps_are_stable() {
    let mesh = beam_lattice([4, 2, 2], [1.0, 0.5, 0.5], Split::Five);
    let asset = cooked(&mesh);
    for executor in EXECUTORS {
        let mut world = weightless();
        let mut desc = BodyOptions {
            angular_velocity: [2.0, 1.0, 0.0],
            ..spring_desc(executor)
        };
        desc.set_young(1e6);
        let body = add(&mut world, &asset, desc);
        let oracle = reference_body(&mesh, &desc);
        run(&mut world, 1, 1.0 / 60.0);
        let energy = |state: &State| {
            pliant::reference::kinetic_energy(&oracle, &state.velocities)
                + pliant::reference::elastic_energy(&oracle, &state.positions)
        };
        let first = energy(&state(&mut world, body, &asset));
        run(&mut world, 300, 1.0 / 60.0);
        let last = energy(&state(&mut world, body, &asset));
        println!("executor {executor}: energy {first} to {last}");
        // Leapfrog's energy oscillates by (hω)²/8 of the energy of the fast modes, without drift.
        assert!(
            (last / first - 1.0).abs() < 0.02,
            "energy went from {first} to {last}"
        );
    }
}

/// Too few substeps given are the least number: the body takes as many as by default, however they come, and does not
/// blow up. One that has been neo-Hookean is as safe. More than it needs are taken as given.
#[test]
fn too_few_substeps_are_only_the_least() {
    let asset = cube(2, 0.5);
    let mut stiff = spring_desc(PLIANT_EXECUTOR_WIDE);
    stiff.set_young(1e7);
    let mut solid = stiff;
    solid.set_model(PLIANT_MODEL_NEO_HOOKEAN);
    solid.substeps = 2;
    let few = BodyOptions {
        substeps: 1,
        ..stiff
    };
    let many = BodyOptions {
        substeps: 40,
        ..stiff
    };
    let mut world = world();
    let bodies = [stiff, few, stiff, solid, many].map(|desc| add(&mut world, &asset, desc));
    run(&mut world, 1, HZ);
    let scheduled = Edit::SetSchedule {
        body: bodies[2],
        substeps: 1,
        iterations: 5,
    };
    world.apply(scheduled).expect("scheduled");
    let changed = Edit::SetModel {
        body: bodies[3],
        model: stiff.model,
    };
    world.apply(changed).expect("changed");
    run(&mut world, 20, HZ);
    world.wait(60_000_000_000).expect("its end");
    let epochs = WorldOptions::default().epochs;
    let infos = bodies.map(|body| world.body_info(body).expect("a body"));
    let needed = infos[0].substeps;
    assert!(needed > 2 * epochs, "{needed} are no test");
    for (body, info) in bodies.into_iter().zip(&infos) {
        assert_eq!(info.state, PLIANT_BODY_ACTIVE);
        // In free fall nothing moves faster than it fell.
        let now = state(&mut world, body, &asset);
        let speed = now
            .velocities
            .iter()
            .map(|v| v.length())
            .fold(0.0, f64::max);
        assert!(speed < 9.81 * 21.0 / 60.0 * 1.01, "{speed} m/s");
    }
    let taken = infos.map(|info| info.substeps);
    assert_eq!(taken, [needed, needed, needed, needed, 40 * epochs]);
}

/// A body damped from its second step on moves as one damped from the first, in which only rounding deformed it: 1e-4
/// of velocities of about 10 m/s in 100 substeps.
#[test]
fn damping_turned_on_later_is_the_same_damping() {
    let mesh = beam_lattice([4, 2, 2], [1.0, 0.5, 0.5], Split::Five);
    let asset = cooked(&mesh);
    for executor in EXECUTORS {
        let run_with = |first: f32| {
            let mut world = weightless_in_one();
            let mut desc = spring_desc(executor);
            desc.substeps = 10;
            desc.set_damping(first);
            let body = add(&mut world, &asset, desc);
            run(&mut world, 1, 1.0 / 60.0);
            desc.set_damping(5.0);
            let model = desc.model;
            world.apply(Edit::SetModel { body, model }).expect("damped");
            let pushed = Edit::ImpulseBody {
                body,
                impulse: [100.0, 300.0, -50.0],
                point: Some([0.9, 0.4, 0.1]),
            };
            world.apply(pushed).expect("pushed");
            run(&mut world, 10, 1.0 / 60.0);
            state(&mut world, body, &asset)
        };
        let [later, first] = [0.0, 5.0].map(|first| run_with(first).velocities);
        let off = farthest(&later, &first);
        println!("executor {executor}: off {off:.2e}");
        assert!(off < 1e-4, "executor {executor}: velocities off by {off}");
    }
}

/// A tet turned inside out recovers, because the volume force knows inside from outside. So must an implicit one.
#[test]
fn a_flipped_tet_recovers() {
    let mesh = TetMesh {
        positions: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        tets: vec![[0, 1, 2, 3]],
        ..TetMesh::default()
    };
    let asset = cooked(&mesh);
    let mut sweep = Sweep::every(3);
    for executor in EXECUTORS {
        for method in MODELS {
            if !sweep.takes() {
                continue;
            }
            let mut world = weightless();
            let mut desc = spring_desc(executor);
            desc.set_model(method);
            desc.set_damping(2.0);
            let oracle = reference_body(&mesh, &desc);
            let body = add(&mut world, &asset, desc);
            let mut wanted = oracle.rest.clone();
            wanted[3] = DVec3::new(0.3, 0.2, -0.6);
            let held = hold_at(&mut world, body, (0..4).map(|i| (i, wanted[i as usize])));
            run(&mut world, 2, 1.0 / 60.0);
            let flipped = volume(&oracle, &state(&mut world, body, &asset).positions) * 6.0;
            assert!(flipped < -0.5, "the tet is not flipped: {flipped}");
            release(&mut world, held);
            run(&mut world, 600, 1.0 / 60.0);
            let now = volume(&oracle, &state(&mut world, body, &asset).positions) * 6.0;
            println!("executor {executor} method {method}: volume {now}");
            assert!(
                (now - 1.0).abs() < 1e-3,
                "executor {executor} method {method}: volume {now} of 1"
            );
        }
    }
}

/// 100 substeps of a falling, turning lattice, clamped or free, against the same leapfrog in f64. Damping acts after
/// every substep: on all motion of a clamped body, on the deformation of a free one. 1e-5 of the size: f32 keeps
/// positions to 6e-8, and the motion is too short and smooth to amplify that.
#[test]
fn a_hundred_substeps_are_those_of_the_reference() {
    let mesh = beam_lattice([4, 2, 2], [1.0, 0.5, 0.5], Split::Five);
    let asset = cooked(&mesh);
    let mut sweep = Sweep::every(3);
    for executor in EXECUTORS {
        for (clamped, damping) in [(true, 0.0), (true, 5.0), (false, 0.0), (false, 5.0)] {
            if !sweep.takes() {
                continue;
            }
            let mut world = world_with(|o| o.epochs = 1);
            let mut desc = BodyOptions {
                substeps: 10,
                ..spring_desc(executor)
            };
            desc.set_damping(damping);
            let body = add(&mut world, &asset, desc);
            let mut oracle = reference_body(&mesh, &desc).with_gravity(DVec3::new(0.0, -9.81, 0.0));
            if clamped {
                set_inverse_mass(&mut world, body, vertices(&mesh, |p| p[0] == 0.0), 0.0);
                oracle = oracle.with_fixed(|p| p.x == 0.0);
            }
            let pushed = Edit::ImpulseBody {
                body,
                impulse: [100.0, 300.0, -50.0],
                point: Some([0.9, 0.4, 0.1]),
            };
            world.apply(pushed).expect("pushed");
            // The push acts in the first step. A step of almost no time shows the velocities after it.
            run(&mut world, 1, 1e-9);
            let mut expected = state(&mut world, body, &asset);
            assert!(expected.velocities.iter().any(|v| v.length() > 1.0));
            expected.positions.clone_from(&oracle.rest);
            run(&mut world, 10, 1.0 / 60.0);
            let h = f64::from(1.0_f32 / 60.0) / 10.0;
            for _ in 0..100 {
                verlet_step(&oracle, &mut expected, h);
                damp(&oracle, &mut expected, f64::from(damping), h);
            }
            let now = state(&mut world, body, &asset);
            let moved = farthest(&now.positions, &oracle.rest);
            let off = farthest(&now.positions, &expected.positions);
            let what = format!("executor {executor} clamped {clamped} damping {damping}");
            println!("{what}: moved {moved:.3}, off {off:.2e}");
            assert!(
                moved > 0.1 && off < 1e-5,
                "{what}: moved {moved}, off the reference by {off}"
            );
        }
    }
}

/// One of two bodies is too stiff for any allowed number of substeps. It stays where it is and says so; the other one is
/// stepped. Once steps are short enough it falls, by g h² as every body does in its first substep or two.
#[test]
fn a_body_that_no_step_is_short_enough_for_stays_and_the_world_goes_on() {
    let mut world = world();
    let asset = cube(2, 0.01);
    let desc = spring_desc(PLIANT_EXECUTOR_RESIDENT);
    let soft = add(&mut world, &asset, desc);
    let mut stiff = desc;
    stiff.set_young(1e12);
    let stiff = add(&mut world, &asset, stiff);
    let fallen = |world: &mut World, body| {
        let info = world.body_info(body).expect("a body");
        (info.state, info.low[1])
    };
    run(&mut world, 2, 0.1);
    world.wait(60_000_000_000).expect("its end");
    assert_eq!(fallen(&mut world, stiff), (PLIANT_BODY_TOO_STIFF, 0.0));
    let (state, low) = fallen(&mut world, soft);
    assert!(state == PLIANT_BODY_ACTIVE && low < -0.15, "{low}");
    run(&mut world, 1, 1e-6);
    world.wait(60_000_000_000).expect("its end");
    assert_eq!(fallen(&mut world, stiff).0, PLIANT_BODY_ACTIVE);
}

/// A cube hangs by soft attachments, each as stiff as this [N/m], at one face. Any stiffness is stable: the cube comes
/// to rest (it is damped), and the attachments have stretched by their part of the weight, m g / (n k).
#[test]
fn attachments_of_any_stiffness_hold_still() {
    let mesh = beam_lattice([2, 2, 2], [0.5; 3], Split::Five);
    let asset = cooked(&mesh);
    let mut sweep = Sweep::every(2);
    for executor in EXECUTORS {
        for stiffness in [1e4, 1e8, 1e12] {
            if !sweep.takes() {
                continue;
            }
            let mut world = world();
            let mut desc = spring_desc(executor);
            desc.set_young(1e5);
            desc.set_damping(10.0);
            let body = add(&mut world, &asset, desc);
            let top = vertices(&mesh, |p| p[1] == 0.5);
            let (count, mass) = (
                top.len() as f64,
                f64::from(world.body_info(body).unwrap().mass),
            );
            let attach = Edit::Attach {
                body,
                selection: Selection::Vertices(top.clone()),
                frame: None,
                target: None,
                stiffness,
                user_data: 0,
            };
            world.apply(attach).expect("attached");
            run(&mut world, 120, HZ);
            let now = state(&mut world, body, &asset);
            let stretch = top.iter().map(|v| 0.5 - now.positions[*v as usize].y);
            let stretch = stretch.sum::<f64>() / count;
            let expected = mass * G / (count * f64::from(stiffness));
            let fastest = now
                .velocities
                .iter()
                .map(|v| v.length())
                .fold(0.0, f64::max);
            println!("{executor} {stiffness:e}: {stretch:e} of {expected:e} m, {fastest:e} m/s");
            // What is left of the swing after 2 s at 10/s is below 1e-3 of it; rounding of 0.5 m is 3e-8 m.
            assert!((stretch - expected).abs() < 0.01 * expected + 1e-7);
            assert!(fastest < 1e-3, "{fastest} m/s");
        }
    }
}
