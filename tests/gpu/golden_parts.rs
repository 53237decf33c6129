//! What the golden scenes are made of.

use super::carriers::{add_shape, kinds_of_shape};
use super::cloth::sheet;
use super::clusters::shape_desc;
use super::common::*;
use super::crates::box_of;
use super::oracle::*;
use super::scene::*;
use super::stage::touching_desc;
use glam::Quat;
use pliant::asset::Asset;
use pliant::asset::lattice::{Split, beam_lattice};
use pliant::asset::skin::bind_skin;
use pliant::desc::*;
use pliant::ids::PliantBodyId;
use pliant::math::PliantPose;
use pliant::world::Edit;
use std::sync::Arc;

pub const ALL_EVENTS: u32 = PLIANT_EVENT_BEGIN | PLIANT_EVENT_STAY | PLIANT_EVENT_END;

/// A body that turns as it falls and meets colliders only.
pub fn thrown(executor: u32, model: Model) -> BodyOptions {
    BodyOptions {
        executor,
        model,
        linear_velocity: [0.3, -1.0, 0.2],
        angular_velocity: [1.0, -2.0, 0.5],
        ..body_desc()
    }
}

/// The same, which meets other bodies too.
pub fn touching_body(executor: u32, model: Model) -> BodyOptions {
    let BodyOptions { layers, mask, .. } = touching_desc();
    BodyOptions {
        layers,
        mask,
        ..thrown(executor, model)
    }
}

/// Adds a body whose pose is that of a point of the scene.
pub fn put(
    scene: &mut Scene,
    asset: &Arc<Asset>,
    place: [f32; 3],
    desc: BodyOptions,
) -> PliantBodyId {
    let pose = scene.pose(place);
    let body = add(&mut scene.world, asset, BodyOptions { pose, ..desc });
    scene.bodies.push(body);
    body
}

pub fn place(scene: &mut Scene, desc: PliantColliderDesc) {
    scene
        .world
        .apply(Edit::AddCollider { desc })
        .expect("a collider");
}

/// A level floor and a slope that rises along x.
pub fn floor_and_slope(scene: &mut Scene) {
    let slope = Quat::from_rotation_z(0.4);
    for (point, rotation) in [([0.0; 3], Quat::IDENTITY), ([2.0, 0.0, 0.0], slope)] {
        let pose = PliantPose {
            rotation: rotation.to_array(),
            ..scene.pose(point)
        };
        let desc = PliantColliderDesc {
            shape: PLIANT_SHAPE_PLANE,
            friction: 0.4,
            pose,
            ..PliantColliderDesc::default()
        };
        place(scene, desc);
    }
}

/// The first frame sways and turns.
pub fn sway(scene: &mut Scene, step: usize) {
    let angle = 0.15 * step as f32;
    let pose = PliantPose {
        rotation: Quat::from_rotation_x(0.2 * angle.sin()).to_array(),
        ..scene.pose([0.0, 1.0 + 0.1 * angle.sin(), 0.0])
    };
    let frame = scene.frames[0];
    let teleport = false;
    let edit = Edit::MoveFrame {
        frame,
        pose,
        teleport,
    };
    scene.world.apply(edit).expect("moved");
}

/// A beam that the first frame holds at one end.
pub fn add_held_beam(scene: &mut Scene, cells: [usize; 3], executor: u32, number: u32) {
    let mesh = beam_lattice(cells, [0.8, 0.3, 0.3], Split::Six);
    let desc = desc_for(executor, number, 1e5);
    let body = put(scene, &cooked(&mesh), [0.0, 1.0, 0.0], desc);
    let hook = scene.pose([0.0, 1.0, 0.0]);
    let frame = add_frame(&mut scene.world, hook);
    scene.frames.push(frame);
    attach(
        &mut scene.world,
        body,
        vertices(&mesh, |p| p[0] == 0.0),
        Some(frame),
    );
}

pub fn cloth_model() -> Model {
    let cloth = PliantClothDesc {
        damping: 0.5,
        ..PliantClothDesc::default()
    };
    cloth.into()
}

/// A soft body of each solver, a sheet and a crate.
pub fn one_of_each(executor: u32) -> [(Arc<Asset>, BodyOptions); 5] {
    let shape = shape_desc(executor, PLIANT_DEFORMATION_LINEAR, 0.4, 0.4);
    let cube = cube(2, 0.3);
    [
        (cube.clone(), model(PLIANT_MODEL_NEO_HOOKEAN, 5e4)),
        (cube.clone(), model(PLIANT_MODEL_MASS_SPRING, 3e4)),
        (cube, shape.model),
        (sheet([4, 4], 0.08), cloth_model()),
        (
            cooked(&box_of([0.3, 0.2, 0.25])),
            PliantRigidDesc::default().into(),
        ),
    ]
    .map(|(asset, model)| {
        let executor = match model {
            Model::Rigid(_) => PLIANT_EXECUTOR_DEFAULT,
            _ => executor,
        };
        (asset, touching_body(executor, model))
    })
}

/// One of each, by turns resident and wide. Scenes that take other constants of the kernels than most use these alone, since
/// each more is minutes of compiling on a software adapter.
pub fn by_turns(first: u32, second: u32) -> [(Arc<Asset>, BodyOptions); 5] {
    let (even, odd) = (one_of_each(first), one_of_each(second));
    std::array::from_fn(|k| [&even, &odd][k % 2][k].clone())
}

/// The same bodies, which meet colliders only.
pub fn apart(bodies: [(Arc<Asset>, BodyOptions); 5]) -> [(Arc<Asset>, BodyOptions); 5] {
    bodies.map(|(asset, desc)| {
        let BodyOptions { layers, mask, .. } = body_desc();
        let desc = BodyOptions {
            layers,
            mask,
            ..desc
        };
        (asset, desc)
    })
}

/// A column of bodies that lie on each other.
pub fn column(scene: &mut Scene, x: f32, bodies: [(Arc<Asset>, BodyOptions); 5]) {
    for (k, (asset, desc)) in (0_u8..).zip(bodies) {
        let (k, shift) = (f32::from(k), 0.02 * f32::from(k));
        let desc = BodyOptions {
            events: ALL_EVENTS,
            angular_velocity: [0.0, 0.3, 0.0],
            ..desc
        };
        put(scene, &asset, [x + shift, 0.02 + 0.33 * k, shift], desc);
    }
}

/// A column of resident bodies of all solvers beside a column of wide ones.
pub fn heap(scene: &mut Scene) {
    for (x, executor) in [0.0, 0.33].into_iter().zip(EXECUTORS) {
        column(scene, x, one_of_each(executor));
    }
}

/// A ball and a mesh below a heap. With both, worlds take one set of constants of the kernels.
pub fn ball_and_mesh(scene: &mut Scene) {
    let (ball, mesh) = (scene.pose([0.2, -0.1, 0.1]), scene.pose([0.0, -0.2, 0.8]));
    add_ball(&mut scene.world, ball, 0.15);
    let desc = PliantColliderDesc {
        pose: mesh,
        ..PliantColliderDesc::default()
    };
    add_shape(&mut scene.world, &kinds_of_shape()[0], desc);
}

pub fn telling(before: fn(&mut Scene, usize)) -> Scene {
    Scene::with(before, |options| {
        options.flags |= PLIANT_WORLD_EVENTS | PLIANT_WORLD_IMPULSES;
    })
}

/// Adds a body's own surface as its skin.
pub fn add_skin(scene: &mut Scene, asset: &Arc<Asset>, body: PliantBodyId) {
    let skin = Arc::new(bind_skin(asset, &asset.surface()).expect("a skin"));
    let layout = PliantVertexLayout::default();
    let edit = Edit::AddSkin { body, skin, layout };
    scene.world.apply(edit).expect("a skin");
}
