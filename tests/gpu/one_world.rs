//! All models in one world, in both executors, with colliders, frames and wind.

use super::cloth::sheet;
use super::common::*;
use super::oracle::*;
use super::scene::*;
use glam::DVec3;
use pliant::asset::clusters::ClusterOptions;
use pliant::asset::points::{PointSet, cook_points};
use pliant::desc::*;
use pliant::math::PliantPose;
use pliant::world::{Edit, Selection};
use std::sync::Arc;

/// Cells along the edges of a cloth.
const CELLS: usize = 6;

/// The frame sways, the ball goes up and down, and the wind turns. Once in a while a body is pushed.
fn stir(scene: &mut Scene, step: usize) {
    let angle = step as f32 * 0.1;
    let (frame, collider) = (scene.frames[0], scene.colliders[0]);
    let turn = glam::Quat::from_rotation_y(0.3 * angle.sin()).to_array();
    let edits = [
        Edit::MoveFrame {
            frame,
            pose: PliantPose {
                rotation: turn,
                ..scene.pose([0.1 * angle.sin(), 1.0 + 0.1 * angle.cos(), 0.0])
            },
            teleport: false,
        },
        Edit::MoveCollider {
            collider,
            pose: scene.pose([0.5, 0.2 + 0.1 * angle.sin(), 0.5]),
            teleport: false,
        },
        Edit::SetWind {
            wind: [6.0 * angle.cos(), 0.0, 6.0 * angle.sin()],
        },
    ];
    for edit in edits {
        scene.world.apply(edit).expect("stirred");
    }
    if step % 16 == 9 {
        let body = scene.bodies[step / 16 % scene.bodies.len()];
        let (impulse, point) = ([0.3, 1.0, -0.5], None);
        let push = Edit::ImpulseBody {
            body,
            impulse,
            point,
        };
        scene.world.apply(push).expect("pushed");
    }
}

/// A body of each solid model in each executor falls on a belt, a box and a ball that moves.
fn solids(scene: &mut Scene) {
    let asset = cube(3, 0.4);
    for (row, executor) in EXECUTORS.into_iter().enumerate() {
        let neo = PliantNeoHookeanDesc {
            young_modulus: 5e4,
            ..PliantNeoHookeanDesc::default()
        };
        let spring = PliantMassSpringDesc {
            young_modulus: 3e4,
            ..PliantMassSpringDesc::default()
        };
        let shape = |deformation| PliantShapeMatchingDesc {
            deformation,
            alpha: 0.3,
            beta: 0.5,
            ..PliantShapeMatchingDesc::default()
        };
        let models: [Model; 4] = [
            neo.into(),
            spring.into(),
            shape(PLIANT_DEFORMATION_LINEAR).into(),
            shape(PLIANT_DEFORMATION_QUADRATIC).into(),
        ];
        for (column, model) in models.into_iter().enumerate() {
            let desc = BodyOptions {
                executor,
                model,
                pose: scene.pose([0.5 * column as f32, 0.35, 0.6 * row as f32]),
                angular_velocity: [1.0, -2.0, 0.5 * column as f32],
                linear_velocity: [0.0, -1.0, 0.0],
                restitution: 0.2 * column as f32,
                ..body_desc()
            };
            let body = add(&mut scene.world, &asset, desc);
            scene.bodies.push(body);
        }
    }
}

/// Cloth in each executor, one held by the frame and one by the world, over particles that a soft pin holds.
fn cloth_and_points(scene: &mut Scene) {
    let asset = sheet([CELLS; 2], 0.1);
    for (k, executor) in EXECUTORS.into_iter().enumerate() {
        let cloth = PliantClothDesc {
            damping: 0.5,
            ..PliantClothDesc::default()
        };
        let desc = BodyOptions {
            executor,
            model: cloth.into(),
            pose: scene.pose([0.4 * k as f32, 0.9 - 0.3 * k as f32, 0.1]),
            ..body_desc()
        };
        let body = add(&mut scene.world, &asset, desc);
        let frame = (k == 0).then_some(scene.frames[0]);
        attach(&mut scene.world, body, vec![0, CELLS as u32], frame);
        scene.bodies.push(body);
    }
    let at = |k: u32| [k % 3, k / 3 % 3, k / 9].map(|i| 0.1 * i as f32);
    let points = PointSet {
        positions: (0..27).map(at).collect(),
        ..PointSet::default()
    };
    let asset = Arc::new(cook_points(&points, &ClusterOptions::default()).expect("an asset"));
    let desc = BodyOptions {
        model: PliantShapeMatchingDesc::default().into(),
        pose: scene.pose([-0.4, 0.5, 0.3]),
        ..body_desc()
    };
    let body = add(&mut scene.world, &asset, desc);
    let corner = Selection::Vertices(vec![26]);
    attach_with(&mut scene.world, body, corner, None, None, 500.0);
    scene.bodies.push(body);
}

/// Eleven bodies of all models among a belt, a box and a ball that moves, with a frame that sways, in the wind.
pub fn one_world() -> Scene {
    one_world_at(DVec3::ZERO)
}

/// The same at another place.
pub fn one_world_at(at: DVec3) -> Scene {
    let mut scene = Scene::new(stir);
    scene.at = at;
    let belt = PliantColliderDesc {
        shape: PLIANT_SHAPE_PLANE,
        pose: scene.pose([0.0; 3]),
        surface_velocity: [0.5, 0.0, 0.2],
        ..PliantColliderDesc::default()
    };
    let block = PliantColliderDesc {
        shape: PLIANT_SHAPE_CUBOID,
        size: [0.3, 0.1, 0.3],
        pose: scene.pose([1.3, 0.1, 0.3]),
        ..PliantColliderDesc::default()
    };
    for desc in [belt, block] {
        scene
            .world
            .apply(Edit::AddCollider { desc })
            .expect("a collider");
    }
    let (ball, hook) = (scene.pose([0.5, 0.2, 0.5]), scene.pose([0.0, 1.0, 0.0]));
    let ball = add_ball(&mut scene.world, ball, 0.25);
    let frame = add_frame(&mut scene.world, hook);
    scene.colliders.push(ball);
    scene.frames.push(frame);
    solids(&mut scene);
    cloth_and_points(&mut scene);
    scene
}
