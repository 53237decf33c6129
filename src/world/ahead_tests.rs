//! A step recorded ahead equals the step recorded at the call.

use super::test_worlds::{cube, own_device};
use super::*;
use crate::desc::{
    BodyOptions, PLIANT_EXECUTOR_RESIDENT, PLIANT_EXECUTOR_WIDE, PliantColliderDesc,
};
use crate::gpu::ahead::Ahead;
use crate::math::PliantPose;

const DT: f32 = 1.0 / 60.0;

fn add_body(world: &mut World, height: f32) -> PliantBodyId {
    add_body_of(world, height, PLIANT_EXECUTOR_WIDE)
}

fn add_body_of(world: &mut World, height: f32, executor: u32) -> PliantBodyId {
    let (asset, mut desc) = (cube(2), BodyOptions::default());
    desc.executor = executor;
    desc.pose = PliantPose::at([0.0, height, 0.0]);
    match world.apply(Edit::AddBody { asset, desc }) {
        Ok(Applied::Body(body)) => body,
        other => panic!("adding a body gave {other:?}"),
    }
}

/// Steps a world with one edit of each kind between steps, each after `prepare`. Returns its hash and the steps that
/// were recorded ahead.
fn run(flags: u32, prepare: fn(&mut Ahead, u64)) -> (u64, Vec<u64>) {
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
        prepare(world.queue.ahead_mut(), step);
        let before = world.queue.ahead_mut().taken.get();
        assert_eq!(world.step(dt).unwrap(), step);
        if world.queue.ahead_mut().taken.get() > before {
            taken.push(step);
        }
    }
    (world.state_hash().unwrap(), taken)
}

/// Steady steps are recorded ahead from the second on. Impulses and moved colliders keep a step's commands; gravity,
/// the step length and a new body change them.
#[test]
fn steps_recorded_ahead_have_the_bits_of_others() {
    let (hash, taken) = run(0, |ahead, _| ahead.settle());
    let (alone, none) = run(0, |ahead, _| ahead.forget());
    assert!(none.is_empty());
    assert_eq!(hash, alone);
    let steady = |step: &u64| !matches!(step, 1 | 2 | 10 | 11 | 14..=16 | 18 | 19);
    assert_eq!(taken, (1..=24).filter(steady).collect::<Vec<_>>());
    // A step called while it is being recorded leaves the next recording as it is.
    let (hurried, taken) = run(0, |ahead, step| match step % 2 {
        0 => ahead.settle(),
        _ => ahead.begin(),
    });
    assert_eq!(hurried, alone);
    let settled = |step: &u64| step.is_multiple_of(2) && steady(step);
    assert!(
        (1..=24).filter(settled).all(|step| taken.contains(&step)),
        "{taken:?}"
    );
    let (refused, taken) = run(0, |ahead, _| ahead.refuse());
    assert!(refused == alone && taken.is_empty(), "{taken:?}");
}

/// -0 equals 0 but gives products of another sign, so a recording with one does not serve the other.
#[test]
fn a_zero_of_another_sign_is_another_step() {
    let mut world = World::new(WorldOptions::default()).unwrap();
    add_body(&mut world, 0.0);
    let mut taken = Vec::new();
    for zero in [0.0, 0.0, 0.0, -0.0] {
        let gravity = [zero; 3];
        world.apply(Edit::SetGravity { gravity }).unwrap();
        world.queue.ahead_mut().settle();
        world.step(DT).unwrap();
        taken.push(world.queue.ahead_mut().taken.get());
    }
    assert_eq!(taken, [0, 0, 1, 1]);
}

/// Rebinding frees the old buffers, after a rebuild and after a buffer was replaced.
#[test]
fn a_recording_does_not_outlive_what_it_is_bound_to() {
    let mut world = World::new(WorldOptions::default()).unwrap();
    add_body(&mut world, 0.0);
    let changes: [fn(&mut World); 2] = [
        |world| world.planner.change_plan(),
        |world| {
            let context = world.id.context().clone();
            world
                .store
                .state_mut()
                .bodies
                .reserve(&context, 1000)
                .unwrap();
        },
    ];
    for change in changes {
        for _ in 0..3 {
            world.step(DT).unwrap();
        }
        world.queue.ahead_mut().settle();
        let bound = world.planner.groups().map(Arc::downgrade);
        change(&mut world);
        world.prepare().unwrap();
        assert!(bound.is_ok_and(|bound| bound.upgrade().is_none()));
    }
}

/// Timed stages have a pass each.
#[test]
fn timed_steps_are_not_recorded_ahead() {
    let (_, taken) = run(crate::desc::PLIANT_WORLD_TIMESTAMPS, |ahead, _| {
        ahead.settle()
    });
    assert!(taken.is_empty(), "{taken:?}");
}

/// A world's thread ends with it and moves to a restored world. Steps with few dispatches have none.
#[test]
fn a_world_takes_its_thread_along() {
    let options = own_device();
    let others = context::acquire(&adapter(&options)).unwrap();
    let alone = Arc::strong_count(&others);
    for steps in 1..8 {
        let mut world = World::new(options.clone()).unwrap();
        add_body(&mut world, 0.0);
        let parts = Arc::strong_count(&others) - alone;
        for _ in 0..steps {
            world.step(DT).unwrap();
        }
        let threads = usize::from(steps > 1);
        assert_eq!(Arc::strong_count(&others), alone + parts + threads);
        let saved = world.save().unwrap();
        world.restore(&saved).unwrap();
        assert_eq!(Arc::strong_count(&others), alone + parts + threads);
        drop(world);
        assert_eq!(Arc::strong_count(&others), alone);
    }
    let mut world = World::new(options).unwrap();
    let body = add_body_of(&mut world, 0.0, PLIANT_EXECUTOR_RESIDENT);
    let parts = Arc::strong_count(&others) - alone;
    for _ in 0..4 {
        world.step(DT).unwrap();
    }
    let slot = world.scene.body(body).unwrap().index;
    assert!(world.planner.is_resident(slot));
    assert_eq!(Arc::strong_count(&others), alone + parts);
}
