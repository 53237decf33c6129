//! Fourteen small scenes whose bits are kept: each solver and executor, and each kind of thing that a body meets.

use super::carriers::{add_shape, kinds_of_shape};
use super::cloth::sheet;
use super::clusters::{DEFORMATIONS, shape_desc};
use super::common::*;
use super::crates::box_of;
use super::golden_parts::*;
use super::oracle::*;
use super::scene::*;
use super::solids::{bowl, two_halves};
use super::stage::touching_desc;
use glam::{DVec3, Quat};
use pliant::asset::lattice::{Split, beam_lattice};
use pliant::desc::*;
use pliant::ids::PliantBodyId;
use pliant::math::PliantPose;
use pliant::world::Edit;

/// A scene, and what its hashes cover beside positions and velocities.
pub struct Golden {
    pub scene: Scene,
    /// Bodies with a skin.
    pub skinned: Vec<PliantBodyId>,
    /// Whether events and impulses are told.
    pub tells: bool,
    /// Whether a part of the run happens twice, the second time from a snapshot.
    pub restores: bool,
}

impl From<Scene> for Golden {
    fn from(scene: Scene) -> Self {
        Golden {
            scene,
            skinned: Vec::new(),
            tells: false,
            restores: false,
        }
    }
}

/// What builds a scene.
type Build = fn() -> Golden;

/// Their names and how they are built. No name changes: it finds the hashes in the golden file.
pub const SCENES: [(&str, Build); 14] = [
    ("vbd_resident", || vbd_resident().into()),
    ("vbd_wide", || vbd_wide().into()),
    ("springs", || springs().into()),
    ("shape_matching", || shape_matching().into()),
    ("cloth", || cloth().into()),
    ("rigid", || rigid().into()),
    ("solids", || solids().into()),
    ("grids", || grids().into()),
    ("touching", touching),
    ("recovering", || recovering().into()),
    ("driven", driven),
    ("far", || far().into()),
    ("restitution", restitution),
    ("restored", restored),
];

/// Vertex block descent in one workgroup a body: one vertex a thread, several, and whole vertices.
fn vbd_resident() -> Scene {
    let mut scene = Scene::new(sway);
    floor_and_slope(&mut scene);
    let desc = |young| {
        let model = model(PLIANT_MODEL_NEO_HOOKEAN, young);
        thrown(PLIANT_EXECUTOR_RESIDENT, model)
    };
    add_held_beam(
        &mut scene,
        [4, 2, 2],
        PLIANT_EXECUTOR_RESIDENT,
        PLIANT_MODEL_NEO_HOOKEAN,
    );
    put(&mut scene, &cube(2, 0.3), [1.2, 0.3, 0.0], desc(3e4));
    put(&mut scene, &cube(6, 0.4), [0.3, 0.2, 0.8], desc(5e4));
    put(&mut scene, &cube(8, 0.4), [-0.6, 0.2, 0.8], desc(1e5));
    scene
}

/// Vertex block descent of the whole GPU: bodies with coarse corrections, and damping.
fn vbd_wide() -> Scene {
    let mut scene = Scene::new(sway);
    floor_and_slope(&mut scene);
    add_held_beam(
        &mut scene,
        [6, 3, 3],
        PLIANT_EXECUTOR_WIDE,
        PLIANT_MODEL_NEO_HOOKEAN,
    );
    let mut desc = thrown(PLIANT_EXECUTOR_WIDE, model(PLIANT_MODEL_NEO_HOOKEAN, 1e5));
    put(&mut scene, &cube(8, 0.5), [-0.6, 0.3, 0.8], desc);
    desc.set_damping(2.0);
    put(&mut scene, &cube(2, 0.3), [1.2, 0.4, 0.0], desc);
    scene
}

/// Mass-spring bodies of both executors and two sizes.
fn springs() -> Scene {
    let mut scene = Scene::new(sway);
    floor_and_slope(&mut scene);
    add_held_beam(
        &mut scene,
        [4, 2, 2],
        PLIANT_EXECUTOR_RESIDENT,
        PLIANT_MODEL_MASS_SPRING,
    );
    for (row, executor) in (0_u8..).zip(EXECUTORS) {
        let z = 0.5 + 0.7 * f32::from(row);
        let desc = thrown(executor, model(PLIANT_MODEL_MASS_SPRING, 3e4));
        put(&mut scene, &cube(2, 0.3), [1.2, 0.4, z], desc);
        put(&mut scene, &cube(6, 0.4), [0.0, 0.2, z], desc);
    }
    scene
}

/// Shape matching of each deformation in each executor.
fn shape_matching() -> Scene {
    let mut scene = Scene::new(nothing);
    floor_and_slope(&mut scene);
    let asset = cooked(&beam_lattice([4, 3, 3], [0.4, 0.3, 0.3], Split::Five));
    for (row, executor) in (0_u8..).zip(EXECUTORS) {
        for (column, (deformation, _)) in (0_u8..).zip(DEFORMATIONS) {
            let place = [0.7 * f32::from(column), 0.35, 0.6 * f32::from(row)];
            let desc = shape_desc(executor, deformation, 0.3, 0.5);
            let desc = thrown(executor, desc.model);
            put(&mut scene, &asset, place, desc);
        }
    }
    scene
}

/// Sheets of each executor in the wind: one held by a frame, one that falls.
fn cloth() -> Scene {
    let mut scene = Scene::new(sway);
    floor_and_slope(&mut scene);
    let hook = scene.pose([0.0, 1.0, 0.0]);
    let frame = add_frame(&mut scene.world, hook);
    scene.frames.push(frame);
    let wind = Edit::SetWind {
        wind: [3.0, 0.0, -2.0],
    };
    scene.world.apply(wind).expect("a wind");
    let asset = sheet([7, 6], 0.08);
    for (row, executor) in (0_u8..).zip(EXECUTORS) {
        let z = 0.7 * f32::from(row);
        let held = put(
            &mut scene,
            &asset,
            [0.0, 1.0, z],
            BodyOptions {
                executor,
                model: cloth_model(),
                ..body_desc()
            },
        );
        attach(&mut scene.world, held, vec![0, 7], Some(frame));
        put(
            &mut scene,
            &asset,
            [1.2, 0.3, z],
            thrown(executor, cloth_model()),
        );
    }
    scene
}

/// Crates that fall on each other, on a slope and on a ball.
fn rigid() -> Scene {
    let mut scene = Scene::new(nothing);
    floor_and_slope(&mut scene);
    add_ball(&mut scene.world, PliantPose::at([0.5, 0.1, 0.6]), 0.2);
    let asset = cooked(&box_of([0.3, 0.2, 0.25]));
    let crate_ = BodyOptions {
        model: PliantRigidDesc::default().into(),
        ..touching_desc()
    };
    for k in 0..3_u8 {
        let k = f32::from(k);
        let place = [0.02 * k, 0.105 + 0.21 * k, 0.01 * k];
        put(&mut scene, &asset, place, crate_);
    }
    let thrown = touching_body(PLIANT_EXECUTOR_DEFAULT, crate_.model);
    put(&mut scene, &asset, [0.5, 0.6, 0.6], thrown);
    put(&mut scene, &asset, [2.3, 0.5, 0.0], thrown);
    scene
}

/// Bodies of all solvers on a belt, a box, a capsule and a ball that goes up and down. They meet no body.
fn solids() -> Scene {
    fn stir(scene: &mut Scene, step: usize) {
        let edit = Edit::MoveCollider {
            collider: scene.colliders[0],
            pose: scene.pose([0.5, 0.2 + 0.1 * (0.1 * step as f32).sin(), 0.3]),
            teleport: false,
        };
        scene.world.apply(edit).expect("moved");
    }
    let mut scene = Scene::new(stir);
    let belt = PliantColliderDesc {
        surface_velocity: [0.5, 0.0, 0.2],
        ..PliantColliderDesc::default()
    };
    let block = PliantColliderDesc {
        shape: PLIANT_SHAPE_CUBOID,
        size: [0.3, 0.1, 0.3],
        pose: scene.pose([1.4, 0.1, 0.3]),
        ..PliantColliderDesc::default()
    };
    let rod = PliantColliderDesc {
        shape: PLIANT_SHAPE_CAPSULE,
        size: [0.1, 0.4, 0.0],
        pose: scene.pose([-0.3, 0.1, 0.3]),
        ..PliantColliderDesc::default()
    };
    for desc in [belt, block, rod] {
        place(&mut scene, desc);
    }
    let ball = scene.pose([0.5, 0.2, 0.3]);
    let ball = add_ball(&mut scene.world, ball, 0.25);
    scene.colliders.push(ball);
    let bodies = apart(by_turns(PLIANT_EXECUTOR_RESIDENT, PLIANT_EXECUTOR_WIDE));
    for (k, (asset, desc)) in (0_u8..).zip(bodies) {
        let x = 0.45 * f32::from(k) - 0.5;
        put(&mut scene, &asset, [x, 0.5, 0.0], desc);
        put(&mut scene, &asset, [x + 0.1, 0.9, 0.2], desc);
    }
    scene
}

/// Bodies of all solvers fall into the distance field of a bowl and on a compound. They meet no body.
fn grids() -> Scene {
    let mut scene = Scene::new(nothing);
    let field = bowl();
    for (shape, place) in [(field, [0.0; 3]), (two_halves(), [4.0, -0.5, 0.0])] {
        let desc = PliantColliderDesc {
            shape: shape.kind(),
            pose: scene.pose(place),
            friction: 0.3,
            ..PliantColliderDesc::default()
        };
        let edit = Edit::AddShape { desc, shape };
        scene.world.apply(edit).expect("a collider");
    }
    let bodies = apart(by_turns(PLIANT_EXECUTOR_WIDE, PLIANT_EXECUTOR_RESIDENT));
    for (k, (asset, desc)) in (0_u8..).zip(bodies) {
        let x = 0.2 * f32::from(k) - 0.5;
        put(&mut scene, &asset, [x, -0.3, 0.1 - 0.1 * x], desc);
        put(&mut scene, &asset, [4.0 + 1.5 * x, 0.2, 0.3 * x], desc);
    }
    scene
}

/// Bodies of all solvers that lie on each other and on a mesh, with a skin, events, impulses and a sensor.
fn touching() -> Golden {
    let mut scene = telling(nothing);
    add_shape(
        &mut scene.world,
        &kinds_of_shape()[0],
        PliantColliderDesc::default(),
    );
    let sensor = PliantColliderDesc {
        shape: PLIANT_SHAPE_SPHERE,
        size: [0.3, 0.0, 0.0],
        is_sensor: 1,
        ..PliantColliderDesc::default()
    };
    place(&mut scene, sensor);
    add_ball(&mut scene.world, PliantPose::at([-0.5, 0.1, 0.3]), 0.15);
    heap(&mut scene);
    let (asset, desc) = one_of_each(PLIANT_EXECUTOR_RESIDENT)[0].clone();
    let skinned = put(&mut scene, &asset, [-0.4, 0.01, 0.0], desc);
    add_skin(&mut scene, &asset, skinned);
    Golden {
        skinned: vec![skinned],
        tells: true,
        ..scene.into()
    }
}

/// Bodies that begin inside each other, and a sheet that begins across one.
fn recovering() -> Scene {
    let mut scene = Scene::new(nothing);
    floor_and_slope(&mut scene);
    ball_and_mesh(&mut scene);
    for (row, executor) in (0_u8..).zip(EXECUTORS) {
        let z = 0.8 * f32::from(row);
        let [neo, spring, _, sheet, _] = one_of_each(executor);
        for (shift, (asset, desc)) in [(0.0, neo), (0.2, spring)] {
            put(&mut scene, &asset, [shift, 0.01, z + 0.3 * shift], desc);
        }
        let (asset, desc) = sheet;
        put(&mut scene, &asset, [-0.2, 0.15, z], desc);
    }
    scene
}

/// A mesh, a hull and a heightfield that rise, tilt and slide under bodies.
fn driven() -> Golden {
    fn drive(scene: &mut Scene, step: usize) {
        let angle = 0.12 * step as f32;
        for (k, collider) in (0_u8..).zip(scene.colliders.clone()) {
            let phase = angle + f32::from(k);
            let at = [2.5 * f32::from(k), 0.1 * phase.sin(), 0.05 * angle];
            let pose = PliantPose {
                rotation: Quat::from_rotation_x(0.15 * phase.cos()).to_array(),
                ..scene.pose(at)
            };
            let teleport = step == 0;
            let edit = Edit::MoveCollider {
                collider,
                pose,
                teleport,
            };
            scene.world.apply(edit).expect("moved");
        }
    }
    let mut scene = telling(drive);
    add_ball(&mut scene.world, PliantPose::at([0.6, 0.0, 0.0]), 0.15);
    for shape in kinds_of_shape() {
        let id = add_shape(&mut scene.world, &shape, PliantColliderDesc::default());
        scene.colliders.push(id);
    }
    let executors = EXECUTORS.into_iter().cycle();
    for (k, executor) in (0_u8..3).zip(executors) {
        for (i, (asset, desc)) in (0_u8..).zip(one_of_each(executor)) {
            let (column, row) = (f32::from(i % 2), f32::from(i / 2));
            let x = 2.5 * f32::from(k) - 0.4 + 0.5 * column;
            put(&mut scene, &asset, [x, 0.3, 0.5 * row - 0.4], desc);
        }
    }
    Golden {
        tells: true,
        ..scene.into()
    }
}

/// A heap 16 km away, across the border of cells.
fn far() -> Scene {
    let mut scene = Scene::new(nothing);
    scene.at = DVec3::new(-9000.13, 9000.0, 9000.4);
    floor_and_slope(&mut scene);
    ball_and_mesh(&mut scene);
    heap(&mut scene);
    scene
}

/// Bodies of all solvers that bounce: on planes, on a ball, on a mesh and on each other.
fn restitution() -> Golden {
    let mut scene = telling(nothing);
    floor_and_slope(&mut scene);
    ball_and_mesh(&mut scene);
    let ball = PliantColliderDesc {
        shape: PLIANT_SHAPE_SPHERE,
        size: [0.3, 0.0, 0.0],
        pose: scene.pose([-1.0, 0.0, 0.0]),
        restitution: 0.7,
        ..PliantColliderDesc::default()
    };
    place(&mut scene, ball);
    for (row, executor) in (0_u8..).zip(EXECUTORS) {
        for (k, (asset, desc)) in (0_u8..).zip(one_of_each(executor)) {
            let desc = BodyOptions {
                restitution: 0.4 + 0.1 * f32::from(k),
                linear_velocity: [0.0, -2.0, 0.0],
                ..desc
            };
            let z = 0.6 * f32::from(row);
            let place = [0.5 * f32::from(k) - 1.1, 0.4, z];
            put(&mut scene, &asset, place, desc);
            if k == 0 {
                put(&mut scene, &asset, [0.1, 0.9, z + 0.05], desc);
            }
        }
    }
    Golden {
        tells: true,
        ..scene.into()
    }
}

/// A column among planes alone that is saved and restored, beside a skinned body that bounces and one that is held.
fn restored() -> Golden {
    let mut scene = telling(nothing);
    floor_and_slope(&mut scene);
    let bodies = by_turns(PLIANT_EXECUTOR_WIDE, PLIANT_EXECUTOR_RESIDENT);
    let (asset, desc) = bodies[0].clone();
    column(&mut scene, 0.0, bodies);
    let desc = BodyOptions {
        restitution: 0.5,
        ..desc
    };
    let skinned = put(&mut scene, &asset, [-0.6, 0.3, 0.0], desc);
    add_skin(&mut scene, &asset, skinned);
    let hanging = put(&mut scene, &asset, [-1.2, 0.5, 0.0], desc);
    attach(&mut scene.world, hanging, vec![0, 1], None);
    Golden {
        skinned: vec![skinned],
        tells: true,
        restores: true,
        ..scene.into()
    }
}
