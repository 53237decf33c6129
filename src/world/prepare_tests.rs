//! After a world is prepared, no step compiles while it stays within what was said.

use super::test_worlds::{cube, own_device};
use super::*;
use crate::asset::Asset;
use crate::asset::shape;
use crate::asset::shell::cook_shell;
use crate::desc::*;
use crate::view::PliantPrepareState;
use std::sync::atomic::Ordering;

const DT: f32 = 1.0 / 60.0;
const PATIENCE: u64 = 600_000_000_000;

/// Pipelines that the world's device has compiled.
fn compiled(world: &World) -> usize {
    world.id.context().compiler.compiled.load(Ordering::Relaxed)
}

fn prepared(world: &mut World, options: &PrepareOptions) -> PliantPrepareState {
    let (is_done, state) = world.prepare_kernels(options, PATIENCE).unwrap();
    assert!(
        is_done && state.done_count == state.kernel_count,
        "{state:?}"
    );
    state
}

/// Steps three times, and none compiles.
fn step(world: &mut World, what: &str) {
    let before = compiled(world);
    for _ in 0..3 {
        world.step(DT).unwrap();
    }
    let late = world.stats().late_kernel_count;
    assert_eq!((late, compiled(world)), (0, before), "{what}");
}

fn sheet() -> Arc<Asset> {
    let mesh = pliant_geometry::shapes::grid([3, 3], 0.25);
    Arc::new(cook_shell(&mesh, &Default::default()).unwrap().0)
}

fn ball() -> Arc<Asset> {
    let mesh = pliant_geometry::shapes::sphere(1, 0.25);
    Arc::new(cook_shell(&mesh, &Default::default()).unwrap().0)
}

/// A body of each model: a cube, a sheet or a ball of cloth.
fn bodies() -> Vec<(Arc<Asset>, Model)> {
    let (tets, sheet, ball) = (cube(1), sheet(), ball());
    let of = |model: &Model| match (model, model.needs()) {
        (Model::Balloon(_), _) => ball.clone(),
        (_, Section::Tets | Section::Clusters) => tets.clone(),
        (_, Section::Sheet) => sheet.clone(),
    };
    let all = Model::all().into_iter();
    all.map(|model| (of(&model), model)).collect()
}

fn add(world: &mut World, (asset, model): &(Arc<Asset>, Model), place: f64, restitution: f32) {
    let desc = BodyOptions {
        model: *model,
        restitution,
        pose: crate::math::PliantPose {
            position: [3.0 * place, 1.0, 0.0],
            ..Default::default()
        },
        ..BodyOptions::default()
    };
    world
        .apply(Edit::AddBody {
            asset: asset.clone(),
            desc,
        })
        .unwrap();
}

/// A collider of a kind: what it is called, its shape, and the flag that says it.
fn colliders() -> Vec<(&'static str, u32, Edit)> {
    let desc = |shape, y| PliantColliderDesc {
        shape,
        size: [0.1; 3],
        pose: crate::math::PliantPose::at([0.0, y, 0.0]),
        ..PliantColliderDesc::default()
    };
    let plane = PliantColliderDesc::default().shape;
    let sphere = Edit::AddCollider {
        desc: desc(PLIANT_SHAPE_SPHERE, -1.0),
    };
    let mut distances = vec![1.0; 27];
    distances[13] = -0.5;
    let grid = shape::grid([3; 3], [0.0; 3], 1.0, distances).unwrap();
    let options = shape::HeightOptions {
        counts: [2, 2],
        spacing: [1.0; 2],
        heights: &[0.0; 4],
        other_diagonal: false,
    };
    let field = shape::heightfield(&options).unwrap();
    let shaped = |shape: shape::ShapeAsset| Edit::AddShape {
        desc: desc(shape.kind(), -2.0),
        shape: Arc::new(shape),
    };
    vec![
        (
            "a plane",
            0,
            Edit::AddCollider {
                desc: desc(plane, -3.0),
            },
        ),
        ("a sphere", PLIANT_PREPARE_SOLIDS, sphere),
        ("a grid", PLIANT_PREPARE_GRIDS, shaped(grid)),
        ("a heightfield", PLIANT_PREPARE_MESHES, shaped(field)),
    ]
}

/// All models, each kind of collider, with restitution and without, prepared for what is there.
#[test]
fn what_is_in_a_world_is_compiled_before_its_first_step() {
    let options = own_device();
    for (kind, _, collider) in colliders() {
        for restitution in [0.0, 0.5] {
            let mut world = World::new(options.clone()).unwrap();
            for (body, place) in bodies().iter().zip(0..) {
                add(&mut world, body, f64::from(place), restitution);
            }
            world.apply(collider.clone()).unwrap();
            let state = prepared(&mut world, &PrepareOptions::default());
            assert!(state.kernel_count > 20, "{state:?}");
            step(&mut world, &format!("{kind}, restitution {restitution}"));
        }
    }
}

/// The world holds the first vertex of a body.
fn attach(world: &mut World, body: PliantBodyId) {
    let selection = Selection::Vertices(vec![0]);
    let (frame, target, stiffness, user_data) = (None, None, 0.0, 0);
    let attach = Edit::Attach {
        body,
        selection,
        frame,
        target,
        stiffness,
        user_data,
    };
    world.apply(attach).unwrap();
}

/// An empty world is prepared for what will come, and gets it piece by piece.
#[test]
fn what_was_said_is_compiled_before_it_comes() {
    let mut world = World::new(own_device()).unwrap();
    let (plane, sphere) = (colliders().remove(0).2, colliders().remove(1).2);
    let body = bodies().remove(0);
    let options = PrepareOptions {
        flags: PLIANT_PREPARE_TOUCH | PLIANT_PREPARE_SOLIDS | PLIANT_PREPARE_RESTITUTION,
        bodies: vec![(body.0.clone(), body.1.number())],
        thread_count: 3,
    };
    prepared(&mut world, &options);
    step(&mut world, "nothing");
    add(&mut world, &body, 0.0, 0.0);
    step(&mut world, "a body");
    world.apply(plane).unwrap();
    step(&mut world, "a plane");
    add(&mut world, &body, 1.0, 0.5);
    step(&mut world, "a second body");
    let Ok(Applied::Collider(collider)) = world.apply(sphere) else {
        panic!("no collider");
    };
    step(&mut world, "a sphere");
    let (id, _) = world.scene.bodies().next().unwrap();
    attach(&mut world, id);
    step(&mut world, "an attachment");
    let impulse = [0.0, 0.1, 0.0];
    world
        .apply(Edit::ImpulseBody {
            body: id,
            impulse,
            point: None,
        })
        .unwrap();
    step(&mut world, "an impulse");
    world.apply(Edit::RemoveCollider { collider }).unwrap();
    step(&mut world, "no sphere");
    // What was not said is late.
    let before = world.stats().late_kernel_count;
    add(&mut world, &bodies().remove(1), 2.0, 0.0);
    world.step(DT).unwrap();
    assert!(world.stats().late_kernel_count > before);
}

/// Nothing holds the sheet yet when its kernels are compiled.
#[test]
fn a_limit_of_stretch_is_compiled_before_anything_holds_the_sheet() {
    let mut world = World::new(own_device()).unwrap();
    let limited = PliantClothDesc {
        max_stretch: 0.1,
        ..PliantClothDesc::default()
    };
    add(&mut world, &(sheet(), limited.into()), 0.0, 0.0);
    prepared(&mut world, &PrepareOptions::default());
    step(&mut world, "a sheet that falls");
    let (body, _) = world.scene.bodies().next().unwrap();
    attach(&mut world, body);
    step(&mut world, "a sheet that is held");
}

/// A call without a wait returns at once, and the world steps between calls.
#[test]
fn a_world_steps_while_it_is_prepared() {
    let mut world = World::new(own_device()).unwrap();
    add(&mut world, &bodies().remove(0), 0.0, 0.0);
    let options = PrepareOptions::default();
    let (is_done, first) = world.prepare_kernels(&options, 0).unwrap();
    assert!(
        !is_done && first.done_count < first.kernel_count,
        "{first:?}"
    );
    let mut last = first;
    for _ in 0..100_000 {
        world.step(DT).unwrap();
        let (is_done, state) = world.prepare_kernels(&options, 1_000_000).unwrap();
        assert!(state.done_count >= last.done_count && state.kernel_count == first.kernel_count);
        last = state;
        if is_done {
            break;
        }
    }
    assert_eq!(last.done_count, first.kernel_count);
    assert!(
        world.prepare_kernels(&options, 0).unwrap().0,
        "it stays prepared"
    );
}

/// Results do not depend on how kernels were compiled.
#[test]
fn threads_do_not_change_results() {
    let hash = |threads: Option<u32>| {
        let mut world = World::new(own_device()).unwrap();
        for (body, place) in bodies().iter().zip(0..) {
            add(&mut world, body, 0.1 * f64::from(place), 0.5);
        }
        if let Some(thread_count) = threads {
            let options = PrepareOptions {
                thread_count,
                ..PrepareOptions::default()
            };
            prepared(&mut world, &options);
        }
        for _ in 0..4 {
            world.step(DT).unwrap();
        }
        world.state_hash().unwrap()
    };
    let alone = hash(Some(1));
    assert_eq!([hash(Some(8)), hash(None)], [alone; 2]);
}

/// What cannot be prepared is named.
#[test]
fn a_wrong_preparation_is_refused() {
    let mut world = World::new(WorldOptions::default()).unwrap();
    let good = PrepareOptions::default();
    let of = |asset, model| vec![(asset, model)];
    for (name, options) in [
        (
            "flags",
            PrepareOptions {
                flags: 256,
                ..good.clone()
            },
        ),
        (
            "thread_count",
            PrepareOptions {
                thread_count: 65,
                ..good.clone()
            },
        ),
        (
            "model",
            PrepareOptions {
                bodies: of(cube(1), 99),
                ..good.clone()
            },
        ),
        (
            "model",
            PrepareOptions {
                bodies: of(sheet(), PLIANT_MODEL_RIGID),
                ..good.clone()
            },
        ),
    ] {
        let error = world.prepare_kernels(&options, 0).unwrap_err();
        assert!(error.message.starts_with(name), "{}", error.message);
    }
    assert!(
        prepared(&mut world, &good).kernel_count > 0,
        "edits have kernels"
    );
}
