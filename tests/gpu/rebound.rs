//! Restitution between bodies: Newton's law, e times the approach, and never more energy than at the start.

use super::carriers::{add_shape, kinds_of_shape};
use super::common::{is_whole, short_or};
use super::stage::Stage;
use super::touching::{Cube, add_cube, lattice, measure};
use glam::DVec3;
use pliant::desc::*;

const SPEED: f64 = 2.0;

fn add(stage: &mut Stage, cube: Cube, model: u32, restitution: f32) -> usize {
    add_in(stage, cube, model, restitution, PLIANT_EXECUTOR_DEFAULT)
}

fn add_in(stage: &mut Stage, cube: Cube, model: u32, restitution: f32, executor: u32) -> usize {
    let mut desc = BodyOptions {
        restitution,
        executor,
        ..cube.desc()
    };
    match model {
        NEO => {}
        PLIANT_MODEL_SHAPE_MATCHING => desc.model = PliantShapeMatchingDesc::default().into(),
        PLIANT_MODEL_RIGID => desc.model = PliantRigidDesc::default().into(),
        _ => desc.model = super::common::model(model, cube.young),
    }
    stage.add_like(&lattice([4; 3]), desc, &cube.desc())
}

/// Two cubes fly at each other along the line of their centres; `aside` [m] from it.
fn pair(young: f32, models: [u32; 2], restitution: [f32; 2], aside: f64) -> Stage {
    pair_in(PLIANT_EXECUTOR_DEFAULT, young, models, restitution, aside)
}

fn pair_in(
    executor: u32,
    young: f32,
    models: [u32; 2],
    restitution: [f32; 2],
    aside: f64,
) -> Stage {
    let mut stage = Stage::new([0.0; 3]);
    for k in [0, 1] {
        let side = if k == 0 { -1.0 } else { 1.0 };
        let mut cube = Cube::at(0.25 * side, 0.5 * aside * side, 0.3 * aside * side);
        cube.velocity = DVec3::X * (-0.5 * SPEED * side);
        cube.young = young;
        add_in(&mut stage, cube, models[k], restitution[k], executor);
    }
    stage
}

fn parting(stage: &Stage) -> f64 {
    let [a, b] = [0, 1].map(|k| stage.mean(k, |s| &s.velocities).x);
    b - a
}

const NEO: u32 = PLIANT_MODEL_NEO_HOOKEAN;

#[test]
fn two_bodies_part_at_e_times_their_approach() {
    // The greater restitution counts. A GPU makes such bodies resident by itself; a software adapter compiles that for a
    // minute.
    let resident = match is_whole() {
        true => PLIANT_EXECUTOR_RESIDENT,
        false => PLIANT_EXECUTOR_DEFAULT,
    };
    let runs = [
        (0.8, [0.8, 0.8], resident),
        (0.4, [0.0, 0.4], PLIANT_EXECUTOR_WIDE),
        (1.0, [1.0, 0.2], PLIANT_EXECUTOR_DEFAULT),
    ];
    for (e, restitution, executor) in runs {
        let mut stage = pair_in(executor, 2e7, [NEO; 2], restitution, 0.0);
        let run = measure(&mut stage, 40);
        let speed = parting(&stage);
        let energy = run.most_energy / run.first.energy;
        println!(
            "e {e}: {speed:.4} m/s, energy {energy:.5}, {:.1e}",
            run.momentum_error()
        );
        assert!((speed - e * SPEED).abs() < 0.1 * e * SPEED, "{e}: {speed}");
        assert!(energy < 1.0 + 1e-5, "{e}: {energy}");
        assert!(run.momentum_error() < 1e-4 && run.angular_error() < 1e-4);
        assert_eq!(run.worst.crossing, 0);
    }
}

/// Off their middles bodies also turn, so only what holds for any hit is known: momentum, energy, and that e speeds them.
#[test]
fn a_bounce_off_the_middle_keeps_momentum_and_gains_no_energy() {
    let models = [
        NEO,
        PLIANT_MODEL_MASS_SPRING,
        PLIANT_MODEL_SHAPE_MATCHING,
        PLIANT_MODEL_RIGID,
    ];
    // The impulse itself is the same for all models (src/world/island_tests.rs).
    for model in models[short_or(2, 0)..].iter().copied() {
        let (mut kinetic, mut turns) = (Vec::new(), Vec::new());
        for e in [0.0, 0.9] {
            let mut stage = pair(2e5, [model, NEO], [e, 0.0], 0.08);
            let run = measure(&mut stage, 40);
            // Of what springs store nothing is known here.
            let energy = match model {
                NEO => run.most_energy / run.first.energy,
                _ => run.last.kinetic / run.first.kinetic,
            };
            kinetic.push(run.last.kinetic / run.first.kinetic);
            println!(
                "{model} {e}: {kinetic:.3?} energy {energy:.5}, {:.1e} {:.1e}",
                run.momentum_error(),
                run.angular_error()
            );
            assert!(energy < 1.0 + 1e-5, "{model}: {energy}");
            assert!(run.momentum_error() < 1e-4);
            turns.push(run.angular_error());
            assert_eq!(run.worst.crossing, 0);
        }
        assert!(kinetic[1] > kinetic[0], "{model}: {kinetic:?}");
        // Both sides get the same moment: no more is lost than without a bounce. Contact of crates loses some by itself.
        let room = if model == PLIANT_MODEL_RIGID {
            2e-2
        } else {
            1e-4
        };
        assert!(turns[1] < turns[0] + room, "{model}: {turns:?}");
    }
}

/// One that flies at two that are all but in touch: several impacts at once, and no more energy than at the start.
#[test]
fn a_row_of_bodies_gains_no_energy() {
    let mut stage = Stage::new([0.0; 3]);
    for k in 0..3 {
        let mut cube = Cube::at(
            f64::from(k) * 0.41 - if k == 0 { 0.05 } else { 0.0 },
            0.0,
            0.0,
        );
        cube.velocity = DVec3::X * if k == 0 { SPEED } else { 0.0 };
        cube.young = 2e5;
        add(&mut stage, cube, NEO, 1.0);
    }
    let run = measure(&mut stage, 40);
    let speeds = [0, 1, 2].map(|k| stage.mean(k, |s| &s.velocities).x);
    let energy = run.most_energy / run.first.energy;
    println!(
        "{speeds:.3?}, energy {energy:.5}, {:.1e}",
        run.momentum_error()
    );
    assert!(energy < 1.0 + 1e-5 && run.momentum_error() < 1e-4);
    assert_eq!(run.worst.crossing, 0);
}

/// A surface has a restitution too: a cube comes up from it at e times the speed of its fall.
#[test]
fn a_body_bounces_off_surfaces() {
    for shape in kinds_of_shape() {
        let mut stage = Stage::new([0.0, -9.81, 0.0]);
        let mut cube = Cube::at(0.0, 0.25, 0.0);
        cube.velocity = DVec3::Y * -SPEED;
        cube.young = 2e7;
        add_cube(&mut stage, cube);
        let desc = PliantColliderDesc {
            restitution: 0.8,
            ..PliantColliderDesc::default()
        };
        add_shape(&mut stage.world, &shape, desc);
        let mut up = f64::NEG_INFINITY;
        for _ in 0..15 {
            stage.step(1.0 / 60.0);
            up = up.max(stage.mean(0, |s| &s.velocities).y);
        }
        println!("{up:.3} m/s up");
        // It may hit and leave within two steps of the bounce: gravity takes 0.33 m/s.
        assert!(
            up > 0.9 * 0.8 * SPEED - 0.33 && up < 0.8 * SPEED + 0.33,
            "{up}"
        );
    }
}

/// Bodies without restitution move as in a world where nothing bounces, to the bit.
#[test]
fn what_does_not_bounce_moves_as_ever() {
    let run = |bounces: f32| {
        let mut stage = pair(2e7, [NEO; 2], [0.0; 2], 0.05);
        let mut far = Cube::at(0.0, 20.0, 0.0);
        far.young = 2e7;
        add(&mut stage, far, NEO, bounces);
        for _ in 0..20 {
            stage.step(1.0 / 60.0);
        }
        [0, 1].map(|k| stage.actors[k].state.clone())
    };
    let (plain, beside) = (run(0.0), run(0.9));
    for (a, b) in plain.iter().zip(&beside) {
        assert!(a.positions == b.positions && a.velocities == b.velocities);
    }
}
