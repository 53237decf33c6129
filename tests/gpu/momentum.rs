//! Momentum of a body that nothing holds. Contact and damping aside, no method may change it: every internal force has
//! its opposite, and vertex block descent, whose sweeps do not converge, sets the body's rigid motion back.

use super::common::*;
use super::oracle::*;
use glam::DVec3;
use pliant::asset::lattice::{Split, beam_lattice};
use pliant::desc::*;
use pliant::math::PliantPose;
use pliant::reference::{Body, State, elastic_energy};
use pliant::world::{Edit, World};

const STEPS: usize = 1000;

/// Momentum, and angular momentum about the centre of mass.
struct Motion {
    linear: DVec3,
    angular: DVec3,
}

fn motion(body: &Body, state: &State) -> Motion {
    let mass: f64 = body.masses.iter().sum();
    let sum = |values: &[DVec3]| -> DVec3 {
        let terms = values.iter().zip(&body.masses).map(|(x, m)| *x * *m);
        terms.sum::<DVec3>()
    };
    let centre = sum(&state.positions) / mass;
    let linear = sum(&state.velocities);
    let terms = state
        .positions
        .iter()
        .zip(&state.velocities)
        .zip(&body.masses);
    let angular = terms
        .map(|((x, v), m)| (*x - centre).cross(*v - linear / mass) * *m)
        .sum();
    Motion { linear, angular }
}

/// A bar pulled longer, let go, then pushed off its centre so that it flies and turns.
fn stretched_and_spun(
    world: &mut World,
    desc: PliantBodyDesc,
    stretch: f32,
) -> (
    pliant::ids::PliantBodyId,
    std::sync::Arc<pliant::asset::Asset>,
    Body,
) {
    let mesh = beam_lattice([8, 2, 2], [1.0, 0.25, 0.25], Split::Five);
    let asset = cooked(&mesh);
    let body = add(world, &asset, desc);
    let mut attachments = Vec::new();
    for (x, to) in [(0.0, -0.5 * stretch), (1.0, 0.5 * stretch)] {
        let frame = add_frame(world, PliantPose::default());
        attachments.push(attach(
            world,
            body,
            vertices(&mesh, |p| p[0] == x),
            Some(frame),
        ));
        let pose = PliantPose::at([to, 0.0, 0.0]);
        world.apply(Edit::MoveFrame { frame, pose }).expect("moved");
    }
    run(world, 10, 1.0 / 60.0);
    release(world, attachments);
    let mass: f32 = 1000.0 * 0.0625;
    for (impulse, point) in [
        ([3.0, 0.0, 2.0], [0.5, 0.125, 0.125]),
        ([0.0, 8.0, 5.0], [0.9, 0.2, 0.0]),
    ] {
        let impulse = impulse.map(|p: f32| p * mass / 62.5);
        let point = Some(point);
        world
            .apply(Edit::ImpulseBody {
                body,
                impulse,
                point,
            })
            .expect("pushed");
    }
    run(world, 1, 1.0 / 60.0);
    (body, asset, reference_body(&mesh, &desc))
}

/// 1,000 steps of 1/60 s; both momenta within 1e-4 of their first value. Gravity adds m g t to one and nothing to the other.
fn keeps_momentum(gravity: f32) {
    for executor in EXECUTORS {
        // A mass-spring body of 1e7 Pa is left out: it takes 100 kicks a step, and what f32 rounds off each of them adds up
        // to some 2e-4 of its momentum, which nothing sets back.
        for (method, young) in [
            (PLIANT_METHOD_NEO_HOOKEAN, 1e6),
            (PLIANT_METHOD_NEO_HOOKEAN, 1e7),
            (PLIANT_METHOD_MASS_SPRING, 1e6),
        ] {
            let mut world = world_with(|o| o.gravity = [0.0, gravity, 0.0]);
            let mut desc = PliantBodyDesc {
                executor,
                ..body_desc()
            };
            desc.material.method = method;
            desc.material.young_modulus = young;
            let stretch = if method == PLIANT_METHOD_MASS_SPRING {
                0.02
            } else {
                0.2
            };
            let (id, asset, body) = stretched_and_spun(&mut world, desc, stretch);
            let mass: f64 = body.masses.iter().sum();
            let start = state(&mut world, id, &asset);
            let first = motion(&body, &start);
            assert!(
                elastic_energy(&body, &start.positions) > 1.0,
                "nothing is stretched"
            );
            assert!(first.linear.length() > 3.0 && first.angular.length() > 2.0);
            let (mut worst, mut scale) = ([0.0_f64; 2], 0.0_f64);
            for block in 1..=10 {
                run(&mut world, STEPS / 10, 1.0 / 60.0);
                let time = f64::from(block as u32 * (STEPS / 10) as u32) / 60.0;
                let now = motion(&body, &state(&mut world, id, &asset));
                let gained = DVec3::new(0.0, f64::from(gravity) * mass * time, 0.0);
                scale = scale.max(now.linear.length());
                worst[0] = worst[0].max((now.linear - first.linear - gained).length());
                worst[1] = worst[1].max((now.angular - first.angular).length());
            }
            let (linear, angular) = (worst[0] / scale, worst[1] / first.angular.length());
            println!(
                "gravity {gravity} executor {executor} method {method} E {young:e}: linear {linear:.2e}, angular {angular:.2e} ({:?})",
                first.angular
            );
            assert!(
                linear < 1e-4 && angular < 1e-4,
                "gravity {gravity} executor {executor} method {method} E {young:e}: momentum off by {linear:e}, angular momentum by {angular:e}"
            );
        }
    }
}

#[test]
fn a_free_body_keeps_its_momentum() {
    keeps_momentum(0.0);
}

/// The body falls 14 m in the 1,000 steps: far enough to see gravity, near enough that f32 keeps its coordinates to 1e-6.
#[test]
fn gravity_adds_its_own_momentum_and_no_spin() {
    keeps_momentum(-0.1);
}
