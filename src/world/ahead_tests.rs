//! A step that was recorded ahead is the step that would have been recorded when it was called.

use super::test_worlds::{cube, own_device};
use super::*;
use crate::desc::{PLIANT_EXECUTOR_WIDE, PliantBodyDesc, PliantColliderDesc};
use crate::math::PliantPose;

const DT: f32 = 1.0 / 60.0;

fn add_body(world: &mut World, height: f32) -> PliantBodyId {
    let (asset, mut desc) = (cube(2), PliantBodyDesc::default());
    desc.executor = PLIANT_EXECUTOR_WIDE;
    desc.pose = PliantPose::at([0.0, height, 0.0]);
    match world.apply(Edit::AddBody { asset, desc }) {
        Ok(Applied::Body(body)) => body,
        other => panic!("adding a body gave {other:?}"),
    }
}

/// Steps a world with an edit of each sort between its steps; gives its hash and which steps were recorded ahead.
fn run(flags: u32, ahead: bool) -> (u64, Vec<u64>) {
    let options = WorldOptions {
        flags,
        ..WorldOptions::default()
    };
    let mut world = World::new(options).unwrap();
    let body = add_body(&mut world, 0.1);
    let desc = PliantColliderDesc::default();
    let Ok(Applied::Collider(floor)) = world.apply(Edit::AddCollider { desc }) else {
        panic!("no floor");
    };
    let mut taken = Vec::new();
    for step in 1..=24 {
        let mut dt = DT;
        let edit = match step {
            6 => Some(Edit::ImpulseBody {
                body,
                impulse: [1.0, 2.0, 3.0],
                point: None,
            }),
            8 => Some(Edit::MoveCollider {
                collider: floor,
                pose: PliantPose::at([0.0, 0.01, 0.0]),
                teleport: false,
            }),
            10 => Some(Edit::SetGravity {
                gravity: [1.0, -9.0, 0.0],
            }),
            _ => None,
        };
        edit.map(|edit| world.apply(edit).unwrap());
        match step {
            14 => dt = 0.5 * DT,
            18 => {
                add_body(&mut world, 2.0);
            }
            _ => {}
        }
        match ahead {
            true => world.ahead.settle(),
            false => world.ahead.forget(),
        }
        let before = world.ahead.taken.get();
        assert_eq!(world.step(dt).unwrap(), step);
        if world.ahead.taken.get() > before {
            taken.push(step);
        }
    }
    (world.state_hash().unwrap(), taken)
}

/// What is steady is recorded ahead from the second step on. An impulse and a moved collider change nothing of a step's
/// commands; gravity and the length of a step do, and so does a body more.
#[test]
fn steps_recorded_ahead_have_the_bits_of_others() {
    let (hash, taken) = run(0, true);
    let (alone, none) = run(0, false);
    assert!(none.is_empty());
    assert_eq!(hash, alone);
    let steady = |step: &u64| !matches!(step, 1 | 2 | 10 | 11 | 14..=16 | 18 | 19);
    assert_eq!(taken, (1..=24).filter(steady).collect::<Vec<_>>());
}

/// Stages that are timed get a pass each.
#[test]
fn timed_steps_are_not_recorded_ahead() {
    let (_, taken) = run(crate::desc::PLIANT_WORLD_TIMESTAMPS, true);
    assert!(taken.is_empty(), "{taken:?}");
}

/// Nor does a world wait for the end of anything but one recording.
#[test]
fn a_world_takes_its_thread_along() {
    let options = own_device();
    let others = context::acquire(&adapter(&options)).unwrap();
    let alone = Arc::strong_count(&others);
    for steps in 1..8 {
        let mut world = World::new(options.clone()).unwrap();
        add_body(&mut world, 0.0);
        for _ in 0..steps {
            world.step(DT).unwrap();
        }
        let threads = usize::from(steps > 1);
        assert_eq!(Arc::strong_count(&others), alone + 1 + threads);
        drop(world);
        assert_eq!(Arc::strong_count(&others), alone);
    }
}
