//! Bodies and frames that are put elsewhere at once, with what holds them.

use super::common::*;
use glam::{DVec3, Vec3};
use pliant::desc::*;
use pliant::ids::{PliantBodyId, PliantFrameId};
use pliant::math::PliantPose;
use pliant::world::{Applied, Edit, Selection, World};

/// Far from where it was [m].
const THERE: [f32; 3] = [50.0, 20.0, -10.0];

fn teleport(world: &mut World, body: PliantBodyId, pins: u32) {
    let edit = Edit::TeleportBody {
        body,
        pose: PliantPose::at(THERE),
        linear_velocity: [0.0; 3],
        angular_velocity: [0.0; 3],
        pins,
    };
    world.apply(edit).expect("a teleport");
}

/// Holds the side x = 0 of a cube of 4 × 4 × 4 cells where it is.
fn hold(world: &mut World, body: PliantBodyId, frame: Option<PliantFrameId>, stiffness: f32) {
    let edit = Edit::Attach {
        body,
        selection: Selection::Vertices((0..125).step_by(5).collect()),
        frame,
        target: None,
        stiffness,
        user_data: 0,
    };
    world.apply(edit).expect("held");
}

/// The fastest vertex over some steps [m/s], and how far any gets from the cube's place there [m].
fn fastest(world: &mut World, body: PliantBodyId, steps: usize) -> (f32, f32) {
    let (mut speed, mut away) = (0.0_f32, 0.0_f32);
    for _ in 0..steps {
        run(world, 1, HZ);
        let (x, v) = particles(world, body);
        let length = |row: &[f32; 4]| Vec3::from_slice(&row[..3]).length();
        speed = v.iter().map(length).fold(speed, f32::max);
        let off = |row: &[f32; 4]| (Vec3::from_slice(&row[..3]) - Vec3::from(THERE)).length();
        away = x.iter().map(off).fold(away, f32::max);
    }
    (speed, away)
}

fn cantilever((model, executor): (u32, u32)) -> (World, PliantBodyId) {
    let mut world = world();
    let mut desc = desc_for(executor, model, 1e6);
    desc.set_damping(5.0);
    let body = add(&mut world, &cube(4, 0.4), desc);
    (world, body)
}

/// A cube held on one side sags by 3 mm: ρ g L² / E times a few. Its speeds are those of a fall from there, 0.2 m/s;
/// where its pins stay behind, it flies back at 100 m/s. It ends within its own diagonal, 0.7 m, of where it was put.
#[test]
fn pins_go_along_with_a_body_that_is_teleported() {
    for kind in kinds(0) {
        for stiffness in [0.0, 1e4] {
            let (mut world, body) = cantilever(kind);
            hold(&mut world, body, None, stiffness);
            run(&mut world, 10, HZ);
            teleport(&mut world, body, PLIANT_TELEPORT_PINS_FOLLOW);
            let (speed, away) = fastest(&mut world, body, 20);
            println!("pins follow: {kind:?} {stiffness}: {speed} m/s, {away} m");
            assert!(
                speed < 0.5 && away < 0.75,
                "{kind:?}: {speed} m/s, {away} m away"
            );
        }
    }
}

/// Without its pins the body falls: its centre at g t after a third of a second.
#[test]
fn pins_are_dropped_where_the_teleport_says_so() {
    for kind in kinds(1) {
        let (mut world, body) = cantilever(kind);
        hold(&mut world, body, None, 0.0);
        run(&mut world, 10, HZ);
        teleport(&mut world, body, PLIANT_TELEPORT_PINS_DROP);
        run(&mut world, 20, HZ);
        let (x, v) = particles(&mut world, body);
        let all = masses_and_motion(&x, &v);
        let mass: f64 = all.iter().map(|(m, ..)| m).sum();
        let mean = all.iter().map(|(m, _, v)| *m * *v).sum::<DVec3>() / mass;
        let expected = -G / 3.0;
        let off = (mean - DVec3::Y * expected).length();
        println!("pins dropped: {kind:?}: off by {off} m/s of {expected}");
        assert!(off < 1e-3, "{kind:?}: off by {off}");
    }
}

/// A body and the frame that holds it are put elsewhere together: nothing is stretched. Moved through the step instead,
/// the frame leaves the body by 50 m and tears at it with 2,950 m/s.
#[test]
fn a_frame_is_placed_with_its_body() {
    for kind in kinds(0) {
        for stiffness in [0.0, 1e4] {
            let (mut world, body) = cantilever(kind);
            let pose = PliantPose::at([0.1, 0.2, 0.3]);
            let Ok(Applied::Frame(frame)) = world.apply(Edit::AddFrame { pose, user_data: 0 })
            else {
                panic!("no frame");
            };
            hold(&mut world, body, Some(frame), stiffness);
            run(&mut world, 10, HZ);
            let place = |k: usize| pose.position[k] + f64::from(THERE[k]);
            let edit = Edit::MoveFrame {
                frame,
                pose: PliantPose::at([place(0), place(1), place(2)]),
                teleport: true,
            };
            world.apply(edit).expect("placed");
            teleport(&mut world, body, PLIANT_TELEPORT_PINS_FOLLOW);
            let info = world.frame_info(frame).expect("info");
            assert_eq!(info.pose, info.goal);
            let (speed, away) = fastest(&mut world, body, 20);
            println!("frame placed: {kind:?} {stiffness}: {speed} m/s, {away} m");
            assert!(
                speed < 0.5 && away < 0.75,
                "{kind:?}: {speed} m/s, {away} m away"
            );
        }
    }
}
