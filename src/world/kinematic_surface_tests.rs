//! Surfaces of colliders on the GPU: where their frames put them, and that they are no bodies to the caller.

use super::scene::Collider;
use super::test_worlds::cube;
use super::*;
use crate::asset::shape::{self, HeightOptions, PartOptions, ShapeAsset};
use crate::desc::*;
use crate::gpu::readback;
use crate::ids::PliantColliderId;
use crate::math::PliantPose;
use crate::share;
use crate::state::Channel;
use glam::{DQuat, DVec3, Quat, Vec3};

const DT: f32 = 1.0 / 60.0;

fn terrain() -> Arc<ShapeAsset> {
    let heights: Vec<f32> = (0..63).map(|k| (0.3 * k as f32).sin()).collect();
    let options = HeightOptions {
        counts: [9, 7],
        spacing: [0.5, 0.25],
        heights: &heights,
        other_diagonal: false,
    };
    Arc::new(shape::heightfield(&options).unwrap())
}

fn add_shape(
    world: &mut World,
    shape: &Arc<ShapeAsset>,
    desc: PliantColliderDesc,
) -> PliantColliderId {
    let desc = PliantColliderDesc {
        shape: shape.kind(),
        ..desc
    };
    let shape = shape.clone();
    match world.apply(Edit::AddShape { desc, shape }).unwrap() {
        Applied::Collider(id) => id,
        other => panic!("{other:?}"),
    }
}

fn add_body(world: &mut World) {
    let desc = BodyOptions {
        pose: PliantPose::at([0.0, 50.0, 0.0]),
        ..BodyOptions::default()
    };
    let asset = cube(2);
    world.apply(Edit::AddBody { asset, desc }).unwrap();
}

/// Rows of a channel of a collider's vertices, and where their cell is.
fn rows(world: &World, collider: &Collider, channel: Channel) -> (Vec<[f32; 4]>, DVec3) {
    let kinematic = &collider.kinematic_surfaces[0];
    let (_, surface, _) = collider.surfaces().next().unwrap();
    let count = surface.positions.len() as u32;
    let (offset, length) =
        world
            .store
            .state()
            .vertices
            .place(channel, kinematic.first_vertex, count);
    let pieces = [readback::Piece {
        key: (0, 0),
        source: world.store.state().vertices.buffer.clone(),
        offset,
        length,
    }];
    let all = readback::download(world.id.context(), &pieces).unwrap();
    let [pose, _] = collider.poses(&collider.parts[kinematic.part]);
    let (cell, _) = share::placed(DVec3::from(pose.position));
    (bytemuck::pod_collect_to_vec(&all[0]), share::corner(cell))
}

/// What a pose and a scale make of the asset's points, in f64.
fn expected(collider: &Collider, pose: &PliantPose) -> Vec<DVec3> {
    let (part, surface, _) = collider.surfaces().next().unwrap();
    let [x, y, z, w] = pose.rotation.map(f64::from);
    let turn = DQuat::from_xyzw(x, y, z, w).normalize();
    let points = surface.positions.iter();
    let scaled = points.map(|p| (Vec3::from(*p) * Vec3::from(part.scale)).as_dvec3());
    scaled
        .map(|p| turn * p + DVec3::from(pose.position))
        .collect()
}

/// Vertices lie where their frame is, to the rounding of f32 in its cell; their velocity is the way of the step.
#[test]
fn frames_carry_surfaces_and_bring_them_to_rest() {
    let mut world = World::new(WorldOptions::default()).unwrap();
    add_body(&mut world);
    let pose = |k: f64| PliantPose {
        position: [1e5 + 0.3 * k, 2.0 - 0.1 * k, 7.0],
        rotation: Quat::from_rotation_y(0.2 * k as f32).to_array(),
    };
    let desc = PliantColliderDesc {
        pose: pose(0.0),
        scale: [1.0, -2.0, 3.0],
        ..Default::default()
    };
    let id = add_shape(&mut world, &terrain(), desc);
    // It stands, moves twice, stands, is placed elsewhere, stands.
    let goals = [0.0, 1.0, 2.0, 2.0, 2.0, 5.0, 5.0, 5.0];
    let mut before = pose(0.0);
    for (step, goal) in goals.into_iter().enumerate() {
        let teleport = goal == 5.0 && step == 5;
        if teleport || goal != goals[step.max(1) - 1] {
            let edit = Edit::MoveCollider {
                collider: id,
                pose: pose(goal),
                teleport,
            };
            world.apply(edit).unwrap();
        }
        if teleport {
            before = pose(goal);
        }
        world.step(DT).unwrap();
        let collider = world.scene.collider(id).unwrap();
        let (positions, corner) = rows(&world, collider, Channel::POSITION);
        let (velocities, _) = rows(&world, collider, Channel::VELOCITY);
        let [old, new] = [before, pose(goal)].map(|pose| expected(collider, &pose));
        for (i, (x, v)) in positions.iter().zip(&velocities).enumerate() {
            let place = Vec3::from_slice(&x[..3]).as_dvec3() + corner;
            assert!(
                place.distance(new[i]) < 4e-6,
                "step {step}: {place} {}",
                new[i]
            );
            let speed = Vec3::from_slice(&v[..3]).as_dvec3();
            let way = (new[i] - old[i]) / f64::from(DT);
            assert!(speed.distance(way) < 1e-3, "step {step}: {speed} {way}");
            assert_eq!(x[3], 0.0);
        }
        before = pose(goal);
    }
    assert!(world.scene.collider(id).unwrap().kinematic_surfaces[0].rests);
}

/// Beside a surface a body takes the kernel that knows contact. A GPU's compiler may round that otherwise, so only a software
/// adapter has to give the same bits.
#[test]
fn surfaces_of_colliders_are_no_bodies_to_the_caller() {
    let hash = |with: bool| {
        let mut world = World::new(WorldOptions::default()).unwrap();
        add_body(&mut world);
        if with {
            add_shape(&mut world, &terrain(), PliantColliderDesc::default());
        }
        world.step(DT).unwrap();
        let stats = world.stats();
        assert_eq!((stats.body_count, stats.vertex_count), (1, 27));
        assert_eq!(stats.collider_count, u32::from(with));
        (
            world.state_hash().unwrap(),
            world.id.context().is_software(),
        )
    };
    let ((beside, is_software), (alone, _)) = (hash(true), hash(false));
    assert!(beside == alone || !is_software, "{beside} {alone}");
}

#[test]
fn a_removed_surface_gives_its_room_back_and_a_restored_world_has_it() {
    let mut world = World::new(WorldOptions::default()).unwrap();
    add_body(&mut world);
    let parts = [PLIANT_SHAPE_HEIGHTFIELD; 3].map(|shape| PartOptions {
        shape,
        size: [0.0; 3],
        pose: PliantPose::at([0.0, -3.0, 0.0]),
        scale: [0.0; 3],
        asset: Some(terrain()),
    });
    let compound = Arc::new(shape::compound(&parts).unwrap());
    let ends = |world: &World| {
        let state = world.store.state();
        (state.vertex_ranges.end(), state.body_ranges.end())
    };
    let id = add_shape(&mut world, &compound, PliantColliderDesc::default());
    let full = ends(&world);
    assert_eq!(full, (27 + 3 * 63, 4));
    for _ in 0..3 {
        world.step(DT).unwrap();
    }
    let saved = world.save().unwrap();
    world.restore(&saved).unwrap();
    world.step(DT).unwrap();
    assert_eq!(
        world.scene.collider(id).unwrap().kinematic_surfaces.len(),
        3
    );
    let edit = Edit::RemoveCollider { collider: id };
    world.apply(edit).unwrap();
    world.step(DT).unwrap();
    let id = add_shape(&mut world, &compound, PliantColliderDesc::default());
    assert_eq!(ends(&world), full, "what was given back is taken again");
    world.step(DT).unwrap();
    assert_eq!(
        world.collider_info(id).unwrap().shape,
        PLIANT_SHAPE_COMPOUND
    );
}

/// What finds no room is counted, also where the vertex or edge that looks for it is one of a collider.
#[test]
fn what_finds_no_room_is_counted_of_colliders_too() {
    let last = |room: Option<u32>| {
        let mut world = World::new(WorldOptions::default()).unwrap();
        let desc = BodyOptions {
            pose: PliantPose::at([-0.5, 0.02, -0.5]),
            ..BodyOptions::default()
        };
        let asset = cube(2);
        world.apply(Edit::AddBody { asset, desc }).unwrap();
        let options = HeightOptions {
            counts: [17, 17],
            spacing: [0.15; 2],
            heights: &[0.0; 17 * 17],
            other_diagonal: false,
        };
        let floor = Arc::new(shape::heightfield(&options).unwrap());
        add_shape(&mut world, &floor, PliantColliderDesc::default());
        world.step(DT).unwrap();
        if let Some(room) = room {
            world.store.contacts_mut().room = room;
        }
        world.step(DT).unwrap();
        world.wait(u64::MAX).unwrap();
        let piece = readback::Piece {
            key: (0, 0),
            source: world.store.state().contacts.buffer.clone(),
            offset: 16 * u64::from(world.store.contacts().sum_row),
            length: 4,
        };
        let slots: Vec<u32> = bytemuck::pod_collect_to_vec(
            &readback::download(world.id.context(), &[piece]).unwrap()[0],
        );
        let index = world
            .scene
            .collider_slots()
            .values()
            .next()
            .unwrap()
            .kinematic_surfaces[0]
            .index;
        let frame = world.queue.newest().unwrap();
        let pairs = results::report(&frame, index).unwrap()[share::REPORT_PAIRS as usize];
        (slots[0] / 4, pairs, world.stats().dropped_pair_count)
    };
    let (all, none, zero) = last(None);
    assert_eq!((none, zero), (0, 0));
    let (kept, of_collider, dropped) = last(Some(1));
    println!("{dropped} of {all} have no room, {of_collider} of them of the collider");
    assert!(of_collider > 0 && kept == 1);
    assert_eq!(dropped, u64::from(all - kept));
}
