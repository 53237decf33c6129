//! A step compiles what a new plan needs, and the background what other plans for the same bodies would.

use super::test_worlds::{cube, own_device};
use super::*;
use crate::asset::{Asset, cook::cook, lattice};
use crate::desc::{
    BodyOptions, Model, PLIANT_EXECUTOR_RESIDENT, PLIANT_EXECUTOR_WIDE, PLIANT_MODEL_MASS_SPRING,
    PLIANT_MODEL_NEO_HOOKEAN, PLIANT_SHAPE_SPHERE, PliantColliderDesc,
};
use std::sync::atomic::Ordering;

/// Pipelines that the world's device has compiled, once the background has nothing left.
fn compiled(world: &World) -> usize {
    world.id.context().compiler.settle();
    world.id.context().compiler.compiled.load(Ordering::Relaxed)
}

fn body(model: u32, executor: u32, restitution: f32) -> BodyOptions {
    BodyOptions {
        model: Model::default_of(model).unwrap(),
        executor,
        restitution,
        // They meet colliders, not each other.
        layers: 2,
        mask: 1,
        ..BodyOptions::default()
    }
}

fn add(world: &mut World, asset: &Arc<Asset>, desc: BodyOptions) -> PliantBodyId {
    let asset = asset.clone();
    match world.apply(Edit::AddBody { asset, desc }) {
        Ok(Applied::Body(body)) => body,
        other => panic!("adding a body gave {other:?}"),
    }
}

/// Applies an edit and steps. Only something new is compiled late, and by the step.
fn edit(world: &mut World, edit: Edit, is_new: bool) {
    let before = (compiled(world), world.stats().late_kernel_count);
    let what = format!("{edit:?}");
    world.apply(edit).unwrap();
    assert_eq!(compiled(world), before.0, "{what} compiled");
    world.step(1.0 / 60.0).unwrap();
    let late = world.stats().late_kernel_count - before.1;
    assert_eq!(late > 0, is_new, "{late} kernels were late after {what}");
    assert_eq!(compiled(world) > before.0, is_new, "{what}");
}

#[test]
fn a_step_compiles_only_what_is_new() {
    let mut world = World::new(own_device()).unwrap();
    let asset = cube(1);
    let resident = body(PLIANT_MODEL_NEO_HOOKEAN, PLIANT_EXECUTOR_RESIDENT, 0.0);
    let id = add(&mut world, &asset, resident);
    let collider = |shape, restitution| Edit::AddCollider {
        desc: PliantColliderDesc {
            shape,
            size: [0.1; 3],
            restitution,
            ..PliantColliderDesc::default()
        },
    };
    let plane = PliantColliderDesc::default().shape;
    world.apply(collider(plane, 0.0)).unwrap();
    assert_eq!(compiled(&world), 0, "nothing is known to be needed yet");
    world.step(1.0 / 60.0).unwrap();
    assert!(compiled(&world) > 0);
    assert_eq!(world.stats().late_kernel_count, 0, "the first step has to");
    let add = |desc: &BodyOptions| Edit::AddBody {
        asset: asset.clone(),
        desc: *desc,
    };
    edit(&mut world, add(&resident), false);
    edit(&mut world, attach(id, &[1, 2]), false);
    let wide = body(PLIANT_MODEL_MASS_SPRING, PLIANT_EXECUTOR_WIDE, 0.0);
    edit(&mut world, add(&wide), true);
    edit(&mut world, collider(plane, 0.5), true);
    let bouncy = body(PLIANT_MODEL_NEO_HOOKEAN, PLIANT_EXECUTOR_RESIDENT, 0.5);
    edit(&mut world, add(&bouncy), false);
    edit(&mut world, collider(PLIANT_SHAPE_SPHERE, 0.0), true);
    edit(&mut world, collider(PLIANT_SHAPE_SPHERE, 0.5), false);
    let model = Model::default_of(PLIANT_MODEL_MASS_SPRING).unwrap();
    edit(&mut world, Edit::SetModel { body: id, model }, true);
    let push = Edit::ImpulseBody {
        body: id,
        impulse: [0.0, 1.0, 0.0],
        point: None,
    };
    edit(&mut world, push.clone(), false);
    edit(&mut world, push, false);
    let vertices = vec![5];
    let fix = Edit::SetInverseMasses {
        body: id,
        vertices,
        inverse_masses: vec![0.0],
    };
    edit(&mut world, fix, false);
}

/// Motions of coarse corrections that the world has solved for, with those that it keeps for later.
fn solved(world: &World) -> usize {
    world.store.coarse().len()
}

fn attach(body: PliantBodyId, vertices: &[u32]) -> Edit {
    Edit::Attach {
        body,
        selection: Selection::Vertices(vertices.to_vec()),
        frame: None,
        target: None,
        stiffness: 0.0,
        user_data: 0,
    }
}

/// Edits solve for nothing, the step after them once for each body that they have left in need, and what was solved once
/// is kept.
#[test]
fn a_step_solves_for_the_motions_that_edits_have_left() {
    let mut world = World::new(WorldOptions::default()).unwrap();
    let asset = cube(3);
    let desc = body(PLIANT_MODEL_NEO_HOOKEAN, PLIANT_EXECUTOR_WIDE, 0.0);
    let id = add(&mut world, &asset, desc);
    assert_eq!(solved(&world), 0, "nothing is known to be needed yet");
    let count = |world: &mut World, edit: Edit, expected: usize| {
        let before = solved(world);
        let applied = world.apply(edit).unwrap();
        assert_eq!(solved(world), before, "an edit solved for motions");
        world.step(1.0 / 60.0).unwrap();
        assert_eq!(solved(world), expected);
        applied
    };
    let pin = attach(id, &[0, 1, 2]);
    world.step(1.0 / 60.0).unwrap();
    assert_eq!(solved(&world), 1);
    let Applied::Attachment(attachment) = count(&mut world, pin.clone(), 2) else {
        panic!("no attachment");
    };
    count(&mut world, Edit::Release { attachment }, 2);
    count(&mut world, pin, 2);
    let mut model = desc.model;
    if let Model::NeoHookean(desc) = &mut model {
        desc.poisson_ratio = 0.2;
    }
    count(&mut world, Edit::SetModel { body: id, model }, 3);
    let asset = cube(4);
    count(&mut world, Edit::AddBody { asset, desc }, 4);
    // Ten pins one by one are one solve.
    for vertex in 10..20 {
        world.apply(attach(id, &[vertex])).unwrap();
    }
    let count_of = |world: &mut World, expected| {
        assert_eq!(solved(world), expected);
        world.step(1.0 / 60.0).unwrap();
        assert_eq!(solved(world), expected + 1);
    };
    count_of(&mut world, 4);
}

/// Of the corrections that no body uses, those that were used last are kept.
#[test]
fn motions_that_were_used_last_are_kept() {
    let mut world = World::new(WorldOptions::default()).unwrap();
    let asset = cube(3);
    let desc = body(PLIANT_MODEL_NEO_HOOKEAN, PLIANT_EXECUTOR_WIDE, 0.0);
    let id = add(&mut world, &asset, desc);
    world.step(1.0 / 60.0).unwrap();
    let key = |world: &World| world.scene.body(id).unwrap().coarse.clone().unwrap();
    let mut keys = vec![key(&world)];
    let mut pin = None;
    for place in 0..20 {
        if let Some(Applied::Attachment(attachment)) = pin {
            world.apply(Edit::Release { attachment }).unwrap();
        }
        // In an order that is not that of the keys.
        pin = world.apply(attach(id, &[7 * place % 20])).ok();
        world.step(1.0 / 60.0).unwrap();
        keys.push(key(&world));
    }
    let kept: Vec<bool> = keys
        .iter()
        .map(|k| world.store.coarse().get(k).is_some())
        .collect();
    // The last is in use, and 16 before it.
    let expected: Vec<bool> = (0..21).map(|place| place >= 4).collect();
    assert_eq!(kept, expected);
}

/// From 128 on, bodies that suit whole vertices take another kernel.
#[test]
fn the_body_that_makes_a_crowd_compiles_nothing() {
    let mut world = World::new(own_device()).unwrap();
    let mesh = lattice::beam_lattice([10; 3], [1.0; 3], lattice::Split::Five);
    let asset = Arc::new(cook(&mesh, &Default::default()).unwrap().0);
    let mut desc = body(PLIANT_MODEL_NEO_HOOKEAN, PLIANT_EXECUTOR_RESIDENT, 0.0);
    (desc.substeps, desc.iterations) = (1, 1);
    for _ in 0..127 {
        add(&mut world, &asset, desc);
    }
    world.plan_text().unwrap();
    // A step looks ahead. A software adapter has one kernel for both, and would take long.
    if !world.id.context().is_software() {
        world.step(1.0 / 60.0).unwrap();
    }
    let before = compiled(&world);
    add(&mut world, &asset, desc);
    // Where workgroups have little memory, it was the only kernel that fits before.
    assert!(world.plan_text().unwrap().contains("resident_vbd_whole"));
    assert_eq!(compiled(&world), before);
}
