//! Host work grows with what changed or exists, never with the product of two counts. Counted, not timed.

use super::scene::{CHOSEN, LOOKS};
use super::test_worlds::{cube, own_device};
use super::*;
use crate::asset::Asset;
use crate::desc::{
    BodyOptions, Model, PLIANT_EXECUTOR_RESIDENT, PLIANT_EXECUTOR_WIDE, PLIANT_MODEL_MASS_SPRING,
    PLIANT_MODEL_NEO_HOOKEAN, PliantMassSpringDesc, PliantNeoHookeanDesc,
};
use crate::gpu::readback::DOWNLOADS;
use crate::ids::PliantAttachmentId;
use crate::math::PliantPose;
use scene::physical::WEIGHED;

const DT: f32 = 1.0 / 60.0;
const BODIES: usize = 40;

fn add(world: &mut World, asset: &Arc<Asset>) -> PliantBodyId {
    let (asset, desc) = (asset.clone(), BodyOptions::default());
    match world.apply(Edit::AddBody { asset, desc }) {
        Ok(Applied::Body(body)) => body,
        other => panic!("adding a body gave {other:?}"),
    }
}

fn attach(world: &mut World, body: PliantBodyId, vertex: u32) -> PliantAttachmentId {
    let pose = PliantPose::default();
    let frame = match world.apply(Edit::AddFrame { pose, user_data: 0 }) {
        Ok(Applied::Frame(frame)) => Some(frame),
        other => panic!("adding a frame gave {other:?}"),
    };
    let edit = Edit::Attach {
        body,
        selection: Selection::Vertices(vec![vertex]),
        frame,
        target: None,
        stiffness: 0.0,
        user_data: 0,
    };
    match world.apply(edit) {
        Ok(Applied::Attachment(attachment)) => attachment,
        other => panic!("attaching gave {other:?}"),
    }
}

/// Number of attachments and masses that `work` visits.
fn counted(work: impl FnOnce()) -> (usize, usize) {
    let before = (LOOKS.get(), WEIGHED.get());
    work();
    (LOOKS.get() - before.0, WEIGHED.get() - before.1)
}

/// A world whose bodies are each held at two vertices by their own frames.
fn held() -> (World, Vec<PliantBodyId>) {
    let mut world = World::new(WorldOptions::default()).unwrap();
    let asset = cube(1);
    let bodies: Vec<_> = (0..BODIES).map(|_| add(&mut world, &asset)).collect();
    for body in bodies.iter().rev() {
        attach(&mut world, *body, 0);
        attach(&mut world, *body, 1);
    }
    (world, bodies)
}

/// A rebuild visits each attachment three times (schedule, rows, records); an edit visits those of its own body. A
/// product of counts would be 40 times as much.
#[test]
fn attachments_are_looked_at_once_each_not_once_a_body() {
    let (mut world, bodies) = held();
    let (looks, masses) = counted(|| {
        world.step(DT).unwrap();
    });
    assert_eq!((looks, masses), (3 * 2 * BODIES, 0));
    let (looks, _) = counted(|| {
        world.step(DT).unwrap();
    });
    assert_eq!(looks, 0, "a step that nothing was edited in");
    let mut third = Default::default();
    let (looks, _) = counted(|| third = attach(&mut world, bodies[7], 2));
    assert!(looks <= 2 + 3, "attaching looked at {looks}");
    let attachment = third;
    let edit = Edit::Release { attachment };
    let (looks, _) = counted(|| {
        world.apply(edit).unwrap();
    });
    assert!(looks <= 2, "releasing looked at {looks}");
    let saved = world.save().unwrap();
    let (looks, _) = counted(|| world.restore(&saved).unwrap());
    assert!(looks <= 3 * 2 * BODIES, "restoring looked at {looks}");
}

/// Substeps are chosen only after an edit or a change of step length.
#[test]
fn a_steady_step_looks_at_no_body() {
    let (mut world, bodies) = held();
    let mut chosen = |edit: Option<Edit>, dt| {
        edit.map(|edit| world.apply(edit).unwrap());
        let before = CHOSEN.get();
        world.step(dt).unwrap();
        CHOSEN.get() - before
    };
    chosen(None, DT);
    chosen(None, DT); // the first has changed the plan
    assert_eq!(chosen(None, DT), 0);
    let gravity = [0.0, -1.0, 0.0];
    assert_eq!(chosen(Some(Edit::SetGravity { gravity }), DT), 0);
    assert_eq!(chosen(None, 0.5 * DT), BODIES);
    assert_eq!(chosen(None, 0.5 * DT), 0);
    let body = bodies[7];
    assert!(chosen(Some(Edit::RemoveBody { body }), 0.5 * DT) > 0);
}

/// A save with pending commands uploads a changed material's records, as a step does. The next step still chooses
/// substeps for it: ten times the modulus means √10 times the wave speed and substeps, rounded up to whole epochs.
#[test]
fn a_save_between_a_change_and_a_step_leaves_the_choice_of_substeps() {
    let mut world = World::new(WorldOptions::default()).unwrap();
    let mut spring = PliantMassSpringDesc::default();
    let desc = BodyOptions {
        model: spring.into(),
        ..BodyOptions::default()
    };
    let asset = cube(1);
    let Ok(Applied::Body(body)) = world.apply(Edit::AddBody { asset, desc }) else {
        panic!("no body");
    };
    world.step(DT).unwrap();
    world.step(DT).unwrap();
    let before = world.body_info(body).unwrap().substeps;
    spring.young_modulus *= 10.0;
    let model = spring.into();
    world.apply(Edit::SetModel { body, model }).unwrap();
    let push = Edit::ImpulseBody {
        body,
        impulse: [1.0, 0.0, 0.0],
        point: None,
    };
    world.apply(push).unwrap();
    world.save().unwrap();
    world.step(DT).unwrap();
    let after = world.body_info(body).unwrap().substeps;
    let faster = 10.0_f32.sqrt();
    let epochs = WorldOptions::default().epochs;
    let [low, high] = [before - epochs, before].map(|n| faster * n as f32);
    assert!(
        (low..high + epochs as f32).contains(&(after as f32)),
        "{before}, then {after}"
    );
}

/// Only changed body records are uploaded, and only a body whose density changes is weighed.
#[test]
fn a_change_of_one_body_is_the_work_of_one() {
    let (mut world, bodies) = held();
    world.step(DT).unwrap();
    assert!(world.store.changed_records(&world.scene).is_empty());
    let index = world.scene.body(bodies[7]).unwrap().index;
    let light = PliantNeoHookeanDesc {
        density: 0.5 * PliantNeoHookeanDesc::default().density,
        ..PliantNeoHookeanDesc::default()
    };
    let before = world.body_info(bodies[7]).unwrap().mass;
    let (body, model) = (bodies[7], light.into());
    let (_, masses) = counted(|| {
        world.apply(Edit::SetModel { body, model }).unwrap();
    });
    assert_eq!(masses, 1);
    let mut changed = Vec::new();
    let (_, masses) = counted(|| {
        changed = world
            .store
            .changed_records(&world.scene)
            .into_iter()
            .collect()
    });
    assert_eq!((masses, changed.len(), changed[0].0), (0, 1, index));
    let half = 0.5 * before;
    let halved = |mass: f32| (mass - half).abs() <= f32::EPSILON * before;
    assert!(halved(changed[0].1.mass) && halved(world.body_info(body).unwrap().mass));
    world.step(DT).unwrap();
    assert!(world.store.changed_records(&world.scene).is_empty());
    // One new body: its record, and only its own mass.
    let asset = cube(1);
    let (_, masses) = counted(|| {
        add(&mut world, &asset);
    });
    assert_eq!(
        (masses, world.store.changed_records(&world.scene).len()),
        (1, 1)
    );
    let (_, masses) = counted(|| {
        world.step(DT).unwrap();
    });
    assert_eq!(masses, 0);
}

/// A save waits for the GPU as often for any number of bodies, with a gap from a removed one, and saves the true state: once
/// for their states, and where bodies may touch twice for contact, since lists say where forces are.
#[test]
fn a_save_waits_three_times() {
    let (mut world, bodies) = held();
    world.apply(Edit::RemoveBody { body: bodies[3] }).unwrap();
    for _ in 0..3 {
        world.step(DT).unwrap();
    }
    let before = DOWNLOADS.get();
    let saved = world.save().unwrap();
    assert_eq!(DOWNLOADS.get() - before, 3);
    let there = world.store.body_states(&world.scene).unwrap();
    assert_eq!(there.len(), BODIES - 1);
    for ((_, body), (_, rows)) in world.scene.bodies().zip(&there) {
        assert!(
            rows.iter()
                .all(|(_, r)| r.len() == 16 * body.vertices().len())
        );
    }
    world.restore(&saved).unwrap();
    assert_eq!(world.store.body_states(&world.scene).unwrap(), there);
}

/// A second world on the device compiles nothing for another body of the same model and executor: up to 128 vertices
/// share a size class.
#[test]
fn a_second_world_with_another_body_compiles_nothing() {
    let options = own_device();
    let compiled = |cells, executor, model| {
        let mut world = World::new(options.clone()).unwrap();
        let mut desc = BodyOptions {
            executor,
            ..BodyOptions::default()
        };
        desc.model = Model::default_of(model).unwrap();
        let asset = cube(cells);
        world.apply(Edit::AddBody { asset, desc }).unwrap();
        world.step(DT).unwrap();
        world.state_hash().unwrap();
        world.id.context().compiler.settle();
        let compiled = &world.id.context().compiler.compiled;
        compiled.load(std::sync::atomic::Ordering::Relaxed)
    };
    let mut before = 0;
    for executor in [PLIANT_EXECUTOR_RESIDENT, PLIANT_EXECUTOR_WIDE] {
        for model in [PLIANT_MODEL_NEO_HOOKEAN, PLIANT_MODEL_MASS_SPRING] {
            let first = compiled(1, executor, model);
            assert!(first > before, "it is the first of its kind");
            assert_eq!(compiled(3, executor, model), first);
            before = first;
        }
    }
}
