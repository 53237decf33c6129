//! What bodies give colliders.

use super::barrier::*;
use super::carriers::{add_shape, kinds_of_shape};
use super::common::*;
use glam::{DVec3, Quat, Vec3};
use pliant::desc::*;
use pliant::error::Status;
use pliant::ids::{PliantBodyId, PliantColliderId};
use pliant::math::PliantPose;
use pliant::view::PliantColliderImpulse;
use pliant::world::{Edit, World};

fn asking() -> World {
    world_with(|options| options.flags |= PLIANT_WORLD_IMPULSES)
}

/// A cube of 0.4 m at rest whose bottom's middle is at a point.
fn cube_on(world: &mut World, kind: (u32, u32), place: [f64; 3], turn: Quat) -> PliantBodyId {
    let mut desc = desc_for(kind.1, kind.0, 2.5e5);
    desc.set_damping(10.0);
    desc.friction = 1.0;
    let corner = turn * Vec3::new(-0.2, 0.0, -0.2);
    desc.pose = PliantPose {
        position: (DVec3::from(place) + corner.as_dvec3()).to_array(),
        rotation: turn.to_array(),
    };
    add(world, &cube(2, 0.4), desc)
}

fn impulses(world: &mut World) -> Vec<PliantColliderImpulse> {
    let view = world.impulses(PLIANT_MAP_WAIT).expect("impulses");
    // SAFETY: the library says that it points to this many until the next call.
    unsafe { std::slice::from_raw_parts(view.impulses, view.count as usize) }.to_vec()
}

/// The mean impulse and angular impulse of a step on one collider, over some steps.
fn mean(world: &mut World, id: PliantColliderId, steps: usize) -> (DVec3, DVec3) {
    let mut sums = (DVec3::ZERO, DVec3::ZERO);
    for _ in 0..steps {
        world.step(HZ).expect("a step");
        let all = impulses(world);
        let found = all
            .iter()
            .find(|found| found.collider == id)
            .expect("the collider");
        assert_eq!(found.dropped, 0);
        sums.0 += Vec3::from(found.impulse).as_dvec3();
        sums.1 += Vec3::from(found.angular_impulse).as_dvec3();
    }
    (sums.0 / steps as f64, sums.1 / steps as f64)
}

fn weight(world: &mut World, body: PliantBodyId) -> f64 {
    f64::from(world.body_info(body).expect("info").mass) * G * f64::from(HZ)
}

/// At rest a box bears the weight of what lies on it, with its moment about the box's origin; on a slope the plane bears
/// the same with friction. A slow swing of the cube may be left, a hundredth of the weight.
#[test]
fn a_collider_bears_the_weight_of_what_lies_on_it() {
    for kind in kinds(0) {
        let mut world = asking();
        let desc = PliantColliderDesc {
            pose: PliantPose::at([0.3, -0.5, 0.0]),
            friction: 1.0,
            ..shapes(1.0)[3]
        };
        let bottom = add_barrier(&mut world, desc).id;
        let body = cube_on(&mut world, kind, [0.0, 0.001, 0.0], Quat::IDENTITY);
        run(&mut world, 60, HZ);
        let weight = weight(&mut world, body);
        let (impulse, twist) = mean(&mut world, bottom, 30);
        println!("rest: {kind:?}: {impulse} and {twist}, weight {weight}");
        assert!(
            impulse.distance(DVec3::NEG_Y * weight) < 0.01 * weight,
            "{impulse} {weight}"
        );
        let moment = DVec3::Z * 0.3 * weight;
        assert!(twist.distance(moment) < 0.01 * weight, "{twist} {moment}");
    }
    let mut world = asking();
    let turn = Quat::from_rotation_z(0.3);
    let pose = PliantPose {
        rotation: turn.to_array(),
        ..PliantPose::default()
    };
    let slope = add_barrier(
        &mut world,
        PliantColliderDesc {
            pose,
            friction: 1.0,
            ..shapes(1.0)[0]
        },
    )
    .id;
    let body = cube_on(&mut world, KINDS[1], [0.0; 3], turn);
    run(&mut world, 60, HZ);
    let weight = weight(&mut world, body);
    let (impulse, _) = mean(&mut world, slope, 30);
    println!("slope: {impulse}, weight {weight}");
    assert!(
        impulse.distance(DVec3::NEG_Y * weight) < 0.01 * weight,
        "{impulse} {weight}"
    );
}

/// The same for surfaces of triangles, whose rows bear it. What is left is the cube's swing over the steps of the mean.
#[test]
fn a_surface_of_triangles_bears_the_weight_of_what_lies_on_it() {
    let mut sweep = Sweep::every(3);
    for shape in kinds_of_shape() {
        if !sweep.takes() {
            continue;
        }
        let mut world = asking();
        let desc = PliantColliderDesc {
            pose: PliantPose::at([0.3, 0.0, 0.0]),
            ..Default::default()
        };
        let surface = add_shape(&mut world, &shape, desc);
        let middle = match shape.kind() {
            PLIANT_SHAPE_HEIGHTFIELD => 1.0,
            _ => 0.0,
        };
        let mut desc = desc_for(PLIANT_EXECUTOR_WIDE, PLIANT_MODEL_NEO_HOOKEAN, 2.5e5);
        desc.set_damping(10.0);
        desc.friction = 1.0;
        desc.pose = PliantPose::at([middle - 0.2, 0.01, middle - 0.2]);
        let body = add(&mut world, &cube(2, 0.4), desc);
        run(&mut world, 60, HZ);
        let weight = weight(&mut world, body);
        let (impulse, twist) = mean(&mut world, surface, 30);
        println!(
            "surface {}: {impulse} and {twist}, weight {weight}",
            shape.kind()
        );
        assert!(
            impulse.distance(DVec3::NEG_Y * weight) < 1e-3 * weight,
            "{impulse} {weight}"
        );
        let arm = DVec3::new(middle - 0.3, 0.0, middle);
        let moment = arm.cross(DVec3::NEG_Y * weight);
        assert!(twist.distance(moment) < 0.01 * weight, "{twist} {moment}");
    }
}

fn momentum(world: &mut World, body: PliantBodyId) -> DVec3 {
    let (x, v) = particles(world, body);
    let parts = masses_and_motion(&x, &v);
    parts.iter().map(|(m, _, v)| *m * *v).sum()
}

/// In a fall, a hit with restitution, and a slide the colliders get what the body's momentum loses beside gravity's
/// part: Newton's third law, to the rounding of momenta in f32. The body hits a floor and a wall.
#[test]
fn colliders_get_what_the_momentum_of_bodies_loses() {
    for kind in KINDS {
        let mut world = asking();
        let desc = PliantColliderDesc {
            restitution: 0.5,
            friction: 0.3,
            ..shapes(1.0)[0]
        };
        let floor = add_barrier(&mut world, desc).id;
        let wall = PliantColliderDesc {
            shape: PLIANT_SHAPE_CUBOID,
            size: [0.5, 5.0, 5.0],
            pose: PliantPose::at([1.2, 0.0, 0.0]),
            ..desc
        };
        let wall = add_barrier(&mut world, wall).id;
        let body = cube_on(
            &mut world,
            kind,
            [0.0, 0.2, 0.0],
            Quat::from_rotation_z(0.2),
        );
        let push = Edit::ImpulseBody {
            body,
            impulse: [100.0, 0.0, 0.0],
            point: None,
        };
        world.step(HZ).expect("a step");
        world.apply(push).expect("a push");
        world.step(HZ).expect("a step");
        let before = momentum(&mut world, body);
        let (mut floor_sum, mut wall_sum) = (DVec3::ZERO, DVec3::ZERO);
        for _ in 0..60 {
            world.step(HZ).expect("a step");
            for found in impulses(&mut world) {
                let sum = if found.collider == floor {
                    &mut floor_sum
                } else {
                    &mut wall_sum
                };
                assert!(found.collider == floor || found.collider == wall);
                *sum += Vec3::from(found.impulse).as_dvec3();
            }
        }
        let after = momentum(&mut world, body);
        let fallen = DVec3::NEG_Y * weight(&mut world, body) * 60.0;
        let lost = before + fallen - after;
        let sum = floor_sum + wall_sum;
        println!("hits: {kind:?}: floor {floor_sum}, wall {wall_sum}, lost {lost}");
        assert!(
            sum.distance(lost) < 1e-4 * fallen.length(),
            "{kind:?}: {sum} {lost}"
        );
        assert!(
            wall_sum.x > 0.2 * before.x && floor_sum.y < 0.0,
            "{kind:?}: {wall_sum} {floor_sum}"
        );
    }
}

#[test]
fn impulses_are_measured_only_where_they_are_asked_for() {
    let mut world = world();
    world.step(HZ).expect("a step");
    let refused = world.impulses(PLIANT_MAP_WAIT).expect_err("a refusal");
    assert_eq!(refused.status, Status::InvalidState);
    let mut world = asking();
    assert_eq!(
        world
            .impulses(PLIANT_MAP_LATEST)
            .expect_err("none yet")
            .status,
        Status::NotReady
    );
    world.step(HZ).expect("a step");
    assert!(impulses(&mut world).is_empty(), "there are no colliders");
}
