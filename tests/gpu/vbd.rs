//! A converged step of vertex block descent is a step of implicit Euler.

use super::common::*;
use super::oracle::*;
use glam::DVec3;
use pliant::asset::lattice::{Split, beam_lattice};
use pliant::desc::*;
use pliant::reference::{implicit_euler_step, min_deformation_determinant};
use pliant::world::Edit;

/// Steps of one substep and 256 sweeps of a clamped, pushed lattice against Newton's method in f64. The sweeps leave
/// only rounding: 1e-5 of the size. A floor that it does not reach is near, so it is not in free motion, whose forces are
/// those of another instant (docs/decisions/0027-coarse-correction.md).
#[test]
fn a_converged_step_is_implicit_euler() {
    let mesh = beam_lattice([4, 2, 2], [1.0, 0.5, 0.5], Split::Five);
    let asset = cooked(&mesh);
    let mut sweep = Sweep::every(5);
    for executor in EXECUTORS {
        for (young, poisson) in [(1e4, 0.3), (1e5, 0.3), (1e5, 0.45)] {
            if !sweep.takes() {
                continue;
            }
            let mut world = world_with(|o| o.epochs = 1);
            add_floor(&mut world, -0.1);
            let mut desc = BodyOptions {
                executor,
                substeps: 1,
                iterations: 256,
                ..body_desc()
            };
            desc.set_young(young);
            desc.set_poisson(poisson);
            let body = add(&mut world, &asset, desc);
            set_inverse_mass(&mut world, body, vertices(&mesh, |p| p[0] == 0.0), 0.0);
            let pushed = Edit::ImpulseBody {
                body,
                impulse: [200.0, 600.0, -100.0],
                point: Some([0.9, 0.4, 0.1]),
            };
            world.apply(pushed).expect("pushed");
            run(&mut world, 1, 1e-9);
            let mut expected = state(&mut world, body, &asset);
            let oracle = reference_body(&mesh, &desc)
                .with_gravity(DVec3::new(0.0, -9.81, 0.0))
                .with_fixed(|p| p.x == 0.0);
            expected.positions.clone_from(&oracle.rest);
            for step in 1..=3 {
                run(&mut world, 1, 1.0 / 60.0);
                let solution =
                    implicit_euler_step(&oracle, &mut expected, f64::from(1.0_f32 / 60.0));
                assert!(solution.converged);
                let now = state(&mut world, body, &asset);
                let moved = farthest(&now.positions, &oracle.rest);
                let off = farthest(&now.positions, &expected.positions);
                println!(
                    "executor {executor} E {young:e} nu {poisson} step {step}: moved {moved:.3}, off {off:.2e}"
                );
                assert!(moved > 0.02, "moved only {moved}");
                assert!(
                    off < 1e-5,
                    "executor {executor} E {young:e} nu {poisson}: off by {off}"
                );
            }
        }
    }
}

/// The same where the barrier acts: two frames squeeze a lattice to 28 % of its length in 20 steps, and each further
/// step is compared.
#[test]
fn a_converged_step_is_implicit_euler_below_the_barrier_too() {
    let mesh = beam_lattice([3, 2, 2], [1.0, 0.5, 0.5], Split::Five);
    let asset = cooked(&mesh);
    let is_end = |x: f64| x == 0.0 || x == 1.0;
    for executor in EXECUTORS {
        let Some((mut world, body, desc)) = squeezed(executor, &mesh, &asset, 0.28) else {
            continue;
        };
        let oracle = reference_body(&mesh, &desc).with_fixed(|p| is_end(p.x));
        for step in 1..=3 {
            let mut expected = state(&mut world, body, &asset);
            let start = expected.positions.clone();
            for (v, fixed) in expected.velocities.iter_mut().zip(&oracle.fixed) {
                *v = if *fixed { DVec3::ZERO } else { *v };
            }
            run(&mut world, 1, 1.0 / 60.0);
            let solution = implicit_euler_step(&oracle, &mut expected, f64::from(1.0_f32 / 60.0));
            let least = min_deformation_determinant(&oracle, &expected.positions);
            let now = state(&mut world, body, &asset);
            let moved = farthest(&now.positions, &start);
            let off = farthest(&now.positions, &expected.positions);
            println!(
                "executor {executor} step {step}: least determinant {least:.3}, moved {moved:.3}, off {off:.2e}"
            );
            assert!(solution.converged && moved > 1e-3, "moved only {moved}");
            assert!(least < 0.29, "the barrier does not act: {least}");
            assert!(off < 1e-5, "executor {executor}: off by {off}");
        }
    }
}
