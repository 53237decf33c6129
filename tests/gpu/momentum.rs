//! Momentum of a free body. Without contact and damping no method may change it: every internal force has its opposite,
//! and what unconverged sweeps and rounding take is given back.

use super::common::*;
use super::oracle::*;
use glam::{DVec3, Vec3Swizzles};
use pliant::asset::lattice::{Split, beam_lattice};
use pliant::desc::*;
use pliant::math::PliantPose;
use pliant::reference::{Body, State, elastic_energy};
use pliant::world::{Edit, World};

/// Steps of a run: a thousand, in brief fewer.
fn step_count() -> usize {
    if amount() == Amount::Brief { 100 } else { 1000 }
}

/// Momentum, and angular momentum about the centre of mass.
pub struct Motion {
    pub linear: DVec3,
    pub angular: DVec3,
}

pub fn motion(body: &Body, state: &State) -> Motion {
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

/// A stretched bar is released, then pushed off its centre, so that it flies and turns.
pub fn stretched_and_spun(
    world: &mut World,
    desc: BodyOptions,
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
        move_frame(world, frame, pose);
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

/// The variance of each component of the angular momentum after the random walk that rounding makes in `steps` steps.
/// When a body's momentum is restored, its vertices are rounded after the sums were taken: velocities by both methods,
/// positions by vertex block descent, once in each of four substeps. An error uniform within half a unit in the last
/// place has the deviation of that unit over √12, and each number has its own unit. Positions are from the corner of a
/// cell that is four sizes of the body away at most.
fn rounding(body: &Body, state: &State, method: u32, steps: f64) -> DVec3 {
    let ulp = |x: f64| f64::powi(2.0, x.abs().max(1e-30).log2().floor() as i32 - 23);
    let mass: f64 = body.masses.iter().sum();
    let mean = |values: &[DVec3]| -> DVec3 {
        let terms = values.iter().zip(&body.masses).map(|(x, m)| *x * *m);
        terms.sum::<DVec3>() / mass
    };
    // m a × e for an arm a and an error e with independent components: the variance of each component.
    let walk = |arms: &[DVec3], rounded: &[DVec3]| -> DVec3 {
        let centre = mean(arms);
        let terms = arms.iter().zip(rounded).zip(&body.masses);
        let variance = |((arm, value), m): ((&DVec3, &DVec3), &f64)| {
            let arm = *m * (*arm - centre);
            let arm = arm * arm;
            let error = DVec3::from_array(value.to_array().map(|x| ulp(x).powi(2) / 12.0));
            arm.yzx() * error.zxy() + arm.zxy() * error.yzx()
        };
        terms.map(variance).sum()
    };
    let velocities = walk(&state.positions, &state.velocities);
    let farthest = vec![DVec3::splat(4.0); state.positions.len()];
    let positions = walk(&state.velocities, &farthest);
    let variance = match method {
        PLIANT_MODEL_NEO_HOOKEAN => 4.0 * (velocities + positions),
        _ => velocities,
    };
    steps * variance
}

/// Steps of 1/60 s keep both momenta within 1e-4 of their largest value, the angular one by component. Gravity
/// adds m g t to one and nothing to the other, but the body gets so fast that rounding counts.
fn keeps_momentum(gravity: f32, cases: &[(u32, f32, f32)]) {
    let mut sweep = Sweep::every(if gravity == 0.0 { 5 } else { 3 });
    for executor in EXECUTORS {
        for (method, young, stretch) in cases.iter().copied() {
            if !sweep.takes() {
                continue;
            }
            let mut world = world_with(|o| o.gravity = [0.0, gravity, 0.0]);
            let mut desc = BodyOptions {
                executor,
                ..body_desc()
            };
            desc.set_model(method);
            desc.set_young(young);
            let (id, asset, body) = stretched_and_spun(&mut world, desc, stretch);
            let mass: f64 = body.masses.iter().sum();
            let start = state(&mut world, id, &asset);
            let first = motion(&body, &start);
            assert!(
                elastic_energy(&body, &start.positions) > 1.0,
                "nothing is stretched"
            );
            assert!(first.linear.length() > 3.0 && first.angular.length() > 2.0);
            let (mut worst, mut scale, mut walk) = (0.0_f64, 0.0_f64, DVec3::ZERO);
            let mut turned = DVec3::ZERO;
            for block in 1..=10 {
                run(&mut world, step_count() / 10, 1.0 / 60.0);
                let steps = f64::from(block as u32 * (step_count() / 10) as u32);
                let time = steps * f64::from(1.0_f32 / 60.0);
                let state = state(&mut world, id, &asset);
                let now = motion(&body, &state);
                let gained = DVec3::new(0.0, f64::from(gravity) * mass * time, 0.0);
                scale = scale.max(now.linear.length());
                if gravity != 0.0 {
                    walk += rounding(&body, &state, method, (step_count() / 10) as f64);
                }
                worst = worst.max((now.linear - first.linear - gained).length());
                turned = turned.max((now.angular - first.angular).abs());
            }
            let size = first.angular.length();
            // Three standard deviations of the walk, and a part for everything else.
            let (linear, limit) = (
                worst / scale,
                DVec3::splat(1e-4 * size) + 3.0 * walk.powf(0.5),
            );
            let what = format!(
                "gravity {gravity} executor {executor} method {method} E {young:e} stretch {stretch}"
            );
            println!("{what}: linear {linear:.2e}, angular {turned:.6} of {limit:.6}");
            assert!(linear < 1e-4, "{what}: momentum off by {linear:e}");
            assert!(
                turned.cmplt(limit).all(),
                "{what}: angular momentum off by {turned:.6}, more than {limit:.6}"
            );
        }
    }
}

#[test]
fn a_free_body_keeps_its_momentum() {
    let cases = [
        (PLIANT_MODEL_NEO_HOOKEAN, 1e6, 0.2),
        (PLIANT_MODEL_NEO_HOOKEAN, 1e7, 0.05),
        (PLIANT_MODEL_NEO_HOOKEAN, 1e7, 0.2),
        (PLIANT_MODEL_MASS_SPRING, 1e6, 0.1),
        (PLIANT_MODEL_MASS_SPRING, 1e7, 0.02),
        (PLIANT_MODEL_MASS_SPRING, 1e7, 0.1),
    ];
    keeps_momentum(0.0, &cases);
}

/// In 1,000 steps the body falls 1.4 km and reaches 164 m/s.
#[test]
fn gravity_adds_its_own_momentum_and_no_spin() {
    let cases = [
        (PLIANT_MODEL_NEO_HOOKEAN, 1e7, 0.2),
        (PLIANT_MODEL_MASS_SPRING, 1e7, 0.1),
    ];
    keeps_momentum(-9.81, &cases);
}
