//! One body against colliders: rest, friction, bounce, filters, and colliders that move.

use super::barrier::*;
use super::common::*;
use glam::{DVec3, Quat, Vec3};
use pliant::asset::Asset;
use pliant::asset::lattice::{Split, beam_lattice};
use pliant::desc::*;
use pliant::ids::PliantBodyId;
use pliant::math::PliantPose;
use pliant::world::{Edit, World};
use std::sync::Arc;

/// A firm body: its weight strains a cube of half a metre by 2 %.
fn firm(method: u32, executor: u32) -> BodyOptions {
    let mut desc = BodyOptions {
        executor,
        ..body_desc()
    };
    desc.set_model(method);
    desc.set_young(2.5e5);
    desc.set_damping(10.0);
    desc
}

/// The pose that puts a cube of this edge with its bottom's middle at `p`, turned about the world's z.
fn standing(edge: f32, p: Vec3, turn: f32) -> PliantPose {
    let rotation = Quat::from_rotation_z(turn);
    PliantPose {
        rotation: rotation.to_array(),
        ..PliantPose::at(
            (p + rotation * Vec3::new(-0.5 * edge, 0.0, -0.5 * edge))
                .as_dvec3()
                .to_array(),
        )
    }
}

#[test]
fn an_implicit_body_comes_to_rest_on_every_shape_without_sinking() {
    let still = rest_on_every_shape(PLIANT_MODEL_NEO_HOOKEAN);
    // It lands at 1 m/s. A slow rocking as a whole may remain, which nothing damps: a hundredth of that speed is 1e-4
    // of the energy.
    assert!(still < 1e-2, "{still}");
}

#[test]
fn an_explicit_body_comes_to_rest_on_every_shape() {
    let still = rest_on_every_shape(PLIANT_MODEL_MASS_SPRING);
    assert!(still < 1e-2, "{still}");
}

/// On a capsule the planes of the lower vertices turn as the other corners of their faces move. A lift out of such a
/// plane is no motion; counted as one, it wakes a body at rest again and again. The limit is what gravity adds in one
/// substep, the resolution of an explicit velocity in contact.
#[test]
fn an_explicit_body_stays_at_rest_on_a_capsule() {
    let asset = cube(4, 0.5);
    let mut world = world();
    let barrier = add_barrier(&mut world, shapes(1.0)[2]);
    let mut desc = firm(PLIANT_MODEL_MASS_SPRING, PLIANT_EXECUTOR_WIDE);
    desc.pose = standing(0.5, Vec3::new(0.0, 0.05, 0.0), 0.0);
    let body = add(&mut world, &asset, desc);
    run(&mut world, 240, HZ);
    let fastest = (0..120)
        .map(|_| watch(&mut world, body, &[barrier], 0.5, 1, HZ).speed)
        .fold(0.0, f64::max);
    let substeps = world.body_info(body).expect("a body's info").substeps;
    let rest = 9.81 * f64::from(HZ) / f64::from(substeps);
    println!("stays: {fastest:e}, rest {rest:e}, {substeps} substeps");
    assert!(fastest < rest, "{fastest}");
}

/// Drops a cube from 50 mm on each shape. Returns the speed of the fastest vertex after 3 s [m/s].
fn rest_on_every_shape(method: u32) -> f64 {
    let asset = cube(4, 0.5);
    let mut fastest = 0.0_f64;
    let mut sweep = Sweep::every(5);
    for shape in shapes(1.0) {
        for executor in [PLIANT_EXECUTOR_RESIDENT, PLIANT_EXECUTOR_WIDE] {
            if !sweep.takes() {
                continue;
            }
            let mut world = world();
            let barrier = add_barrier(&mut world, shape);
            let mut desc = firm(method, executor);
            desc.pose = standing(0.5, Vec3::new(0.0, 0.05, 0.0), 0.0);
            let body = add(&mut world, &asset, desc);
            let seen = watch(&mut world, body, &[barrier], 0.5, 180, HZ);
            let info = world.body_info(body).expect("info");
            let (x, v) = particles(&mut world, body);
            let (c, _) = centre(&asset, &x, &v);
            println!(
                "rest: method {method} executor {executor} shape {}: {seen:?} touching {} centre {c}",
                shape.shape, info.touching_vertex_count
            );
            assert_eq!(seen.broken, 0);
            assert!(seen.depth <= 1e-3, "{seen:?}");
            assert!(info.touching_vertex_count > 0);
            fastest = fastest.max(seen.speed);
        }
    }
    fastest
}

/// 300 mm wide and 75 mm high. On the slope below its weight stays within the middle third of its base, so no edge
/// lifts.
fn plate() -> Arc<Asset> {
    cooked(&beam_lattice([4, 1, 4], [0.3, 0.075, 0.3], Split::Five))
}

/// A slope of tan θ = 0.5 down along +x, and a body of this modulus that stands on it.
fn slope(
    asset: &Arc<Asset>,
    mu: f32,
    young: f32,
    (method, executor): (u32, u32),
) -> (World, PliantBodyId) {
    // Ten sweeps: five of a palindrome leave several per cent.
    let mut world = world_with(|o| o.iterations = 10);
    let turn = -(0.5_f32).atan();
    let body_friction = 0.9;
    add_barrier(
        &mut world,
        PliantColliderDesc {
            pose: PliantPose {
                rotation: Quat::from_rotation_z(turn).to_array(),
                ..PliantPose::at([0.0; 3])
            },
            friction: mu * mu / body_friction,
            ..PliantColliderDesc::default()
        },
    );
    let mut desc = firm(method, executor);
    desc.set_young(young);
    desc.friction = body_friction;
    desc.pose = standing(0.3, Vec3::ZERO, turn);
    let body = add(&mut world, asset, desc);
    (world, body)
}

/// Distance and speed along the slope.
fn down(asset: &Asset, world: &mut World, body: PliantBodyId) -> (f64, f64) {
    let (x, v) = particles(world, body);
    let (x, v) = centre(asset, &x, &v);
    let along = DVec3::new(1.0, -0.5, 0.0).normalize();
    (along.dot(x), along.dot(v))
}

/// A sticking vertex is put back exactly where it was. Only the rounding of the positions above it remains.
#[test]
fn a_body_sticks_on_a_slope_below_its_friction() {
    let asset = plate();
    for kind in kinds(0) {
        let implicit = kind.0 == PLIANT_MODEL_NEO_HOOKEAN;
        for (mu, young) in [(0.6, 2.5e5), (0.51, 2.5e5), (0.6, 1e7)] {
            // An explicit body slides a little when it is put down. Near the limit friction hardly slows it and makes
            // it vibrate, as Coulomb friction does with any elastic body, so it never sticks.
            if (mu, young) != (0.6, 2.5e5) && !implicit {
                continue;
            }
            let (mut world, body) = slope(&asset, mu, young, kind);
            run(&mut world, 60, HZ);
            let (before, _) = down(&asset, &mut world, body);
            run(&mut world, 120, HZ);
            let (after, _) = down(&asset, &mut world, body);
            let creep = (after - before).abs() / 0.3;
            println!("stick: {kind:?} friction {mu} E {young:e} creep {creep:e}");
            assert!(
                creep < 1e-6,
                "{kind:?} friction {mu} E {young:e}: creeps by {creep} of its size in 2 s"
            );
        }
    }
}

/// Coulomb: a = g (sin θ - μ cos θ). The coefficient is kept in steps of 1/1024, which is 0.5 % of a here.
#[test]
fn a_body_slides_down_a_slope_as_coulomb_says() {
    let asset = cube(3, 0.3);
    for kind in kinds(1) {
        let (mut world, body) = slope(&asset, 0.4, 2.5e5, kind);
        run(&mut world, 60, HZ);
        let (_, before) = down(&asset, &mut world, body);
        run(&mut world, 60, HZ);
        let (_, after) = down(&asset, &mut world, body);
        let theta = 0.5_f64.atan();
        let expected = G * (theta.sin() - 0.4 * theta.cos());
        let off = (after - before) / expected - 1.0;
        println!("slide: {kind:?} a {} off {off:e}", after - before);
        assert!(off.abs() < 0.02, "{kind:?}: off by {off}");
    }
}

#[test]
fn layers_and_masks_choose_who_meets() {
    let asset = cube(1, 0.2);
    let (a, b) = (0b01, 0b10);
    // (body layers, body mask, collider layers, collider mask)
    for (filters, meets) in [
        ([a, a, a, a], true),
        ([a, b, a, a], false),
        ([a, a, b, a], false),
        ([a, a, a, b], false),
        ([b, a, a, b], true),
        ([a | b, a, a | b, b], true),
    ] {
        let mut world = world();
        let desc = PliantColliderDesc {
            layers: filters[2],
            mask: filters[3],
            ..PliantColliderDesc::default()
        };
        let barrier = add_barrier(&mut world, desc);
        let mut desc = firm(PLIANT_MODEL_NEO_HOOKEAN, PLIANT_EXECUTOR_DEFAULT);
        (desc.layers, desc.mask) = (filters[0], filters[1]);
        desc.pose = standing(0.2, Vec3::new(0.0, 0.1, 0.0), 0.0);
        let body = add(&mut world, &asset, desc);
        let seen = watch(&mut world, body, &[barrier], 0.2, 30, HZ);
        // Half a second of fall is 1.2 m, six body sizes.
        assert_eq!(seen.depth < 1e-3, meets, "{filters:?}: {seen:?}");
        assert!(meets || seen.depth > 1.0, "{filters:?}: {seen:?}");
    }
}

#[test]
fn a_moving_wall_pushes_a_body_ahead_of_it() {
    let asset = cube(3, 0.3);
    for kind in kinds(0) {
        let mut world = world();
        let floor = PliantColliderDesc {
            friction: 0.0,
            ..PliantColliderDesc::default()
        };
        let floor = add_barrier(&mut world, floor);
        let start = Vec3::new(-0.8, 0.5, 0.0);
        let mut wall = add_barrier(
            &mut world,
            PliantColliderDesc {
                shape: PLIANT_SHAPE_CUBOID,
                size: [0.1, 0.4, 0.4],
                pose: PliantPose::at(start),
                friction: 0.0,
                ..PliantColliderDesc::default()
            },
        );
        let mut desc = firm(kind.0, kind.1);
        desc.pose = standing(0.3, Vec3::ZERO, 0.0);
        let body = add(&mut world, &asset, desc);
        let mut worst = Watch::default();
        for step in 1..=120 {
            let x = start.x + step as f32 * HZ;
            wall.send(&mut world, PliantPose::at([x, 0.5, 0.0]));
            let seen = watch(&mut world, body, &[floor, wall], 0.3, 1, HZ);
            worst.depth = worst.depth.max(seen.depth);
            worst.broken += seen.broken;
        }
        let (x, v) = particles(&mut world, body);
        let (c, v) = centre(&asset, &x, &v);
        let ahead = c.x - wall.desc.pose.position[0] - 0.1;
        println!("push: {kind:?} depth {:e} v {v} ahead {ahead}", worst.depth);
        assert_eq!(worst.broken, 0);
        assert!(worst.depth < 1e-3, "{kind:?}: {worst:?}");
        // At least half the edge: in the end the wall only keeps up with it.
        assert!(v.x > 0.99, "{kind:?}: {v}");
        assert!(ahead > 0.14, "{kind:?}: {ahead}");
    }
}

/// A platform that speeds up by 2 m/s² carries a body whose friction allows 4.9.
#[test]
fn a_platform_carries_a_body_by_friction() {
    let asset = plate();
    for kind in kinds(1) {
        let mut world = world();
        let at = |x: f32| PliantPose::at([x, -0.1, 0.0]);
        let mut platform = add_barrier(
            &mut world,
            PliantColliderDesc {
                shape: PLIANT_SHAPE_CUBOID,
                size: [1.0, 0.1, 1.0],
                pose: at(0.0),
                ..PliantColliderDesc::default()
            },
        );
        let mut desc = firm(kind.0, kind.1);
        desc.pose = standing(0.3, Vec3::ZERO, 0.0);
        let body = add(&mut world, &asset, desc);
        run(&mut world, 60, HZ);
        let (x, v) = particles(&mut world, body);
        let (before, _) = centre(&asset, &x, &v);
        let (mut place, mut speed) = (0.0, 0.0);
        for step in 0..120 {
            if step < 30 {
                speed += 2.0 * HZ;
            }
            place += speed * HZ;
            platform.send(&mut world, at(place));
            world.step(HZ).expect("a step");
        }
        let (x, v) = particles(&mut world, body);
        let (after, v) = centre(&asset, &x, &v);
        let slip = after.x - before.x - f64::from(place);
        println!("carry: {kind:?} slip {slip:e} v {v}");
        // A thousandth of the way, 1.75 m; without friction it would be all of it.
        assert!(
            slip.abs() < 1e-3 * f64::from(place),
            "{kind:?}: slips by {slip}"
        );
        assert!((v.x - 1.0).abs() < 0.01, "{kind:?}: {v}");
    }
}

/// A bar slides over the edge of a table without friction. Only the bend of its free end pushes it along, by a
/// thousandth of its speed. Damping may change the speed by a tenth of that.
#[test]
fn damping_takes_no_speed_of_a_body_that_slides_over_an_edge() {
    let asset = cooked(&beam_lattice([8, 2, 2], [0.8, 0.2, 0.2], Split::Five));
    for kind in kinds(0) {
        let speed = |damping: f32| {
            let mut world = world();
            add_barrier(
                &mut world,
                PliantColliderDesc {
                    shape: PLIANT_SHAPE_CUBOID,
                    size: [1.0, 0.1, 1.0],
                    pose: PliantPose::at([-1.0, -0.1, 0.0]),
                    friction: 0.0,
                    ..PliantColliderDesc::default()
                },
            );
            let mut desc = firm(kind.0, kind.1);
            desc.set_damping(damping);
            desc.linear_velocity = [1.0, 0.0, 0.0];
            desc.pose = PliantPose::at([-1.0, 0.0, -0.1]);
            let body = add(&mut world, &asset, desc);
            run(&mut world, 24, HZ);
            let (x, v) = particles(&mut world, body);
            centre(&asset, &x, &v).1.x
        };
        let speeds = [0.0, 10.0, 50.0].map(speed);
        println!("edge: {kind:?} {speeds:?}");
        let off = speeds.map(|speed| (speed - speeds[0]).abs());
        assert!(off[1].max(off[2]) < 1e-4, "{kind:?}: {speeds:?}");
    }
}

/// A collider that moves by more than its size in a step still pushes everything ahead of it.
#[test]
fn a_fast_collider_does_not_pass_through_a_body() {
    let asset = cube(3, 0.3);
    let mut sweep = Sweep::every(5);
    for kind in KINDS {
        for speed in [20.0, 100.0, 1000.0] {
            if !sweep.takes() {
                continue;
            }
            let mut world = world_with(|o| o.gravity = [0.0; 3]);
            let start = -0.55 * speed * HZ - 0.3;
            let mut wall = add_barrier(
                &mut world,
                PliantColliderDesc {
                    shape: PLIANT_SHAPE_CUBOID,
                    size: [0.1, 2.0, 2.0],
                    pose: PliantPose::at([start, 0.0, 0.0]),
                    ..PliantColliderDesc::default()
                },
            );
            let mut desc = firm(kind.0, kind.1);
            desc.pose = PliantPose::at([-0.15; 3]);
            let body = add(&mut world, &asset, desc);
            for step in 1..=6 {
                let x = start + speed * HZ * step as f32;
                wall.send(&mut world, PliantPose::at([x, 0.0, 0.0]));
                let seen = watch(&mut world, body, &[wall], 0.3, 1, HZ);
                let (p, _) = particles(&mut world, body);
                let last = p.iter().map(|p| p[0]).fold(f32::MAX, f32::min);
                assert_eq!(seen.broken, 0, "{kind:?} {speed} m/s step {step}");
                // Coordinates reach 100 m, of which f32 keeps 8e-6.
                assert!(
                    last >= x + 0.1 - 1e-3 * 0.3,
                    "{kind:?} {speed} m/s step {step}: {last} behind {x}"
                );
            }
        }
    }
}

/// A small ball under the middle of a coarse face: the face must stay above it.
#[test]
fn a_small_collider_does_not_poke_through_a_face() {
    let asset = cooked(&beam_lattice([1, 1, 1], [1.0; 3], Split::Five));
    let mut world = world();
    let ball = PliantColliderDesc {
        shape: PLIANT_SHAPE_SPHERE,
        size: [0.1, 0.0, 0.0],
        ..PliantColliderDesc::default()
    };
    let ball = add_barrier(&mut world, ball);
    add_floor(&mut world, -0.05);
    let mut desc = firm(PLIANT_MODEL_NEO_HOOKEAN, PLIANT_EXECUTOR_DEFAULT);
    desc.pose = standing(1.0, Vec3::new(0.05, 0.15, 0.03), 0.0);
    let body = add(&mut world, &asset, desc);
    run(&mut world, 60, HZ);
    let (x, _) = particles(&mut world, body);
    // Points of the faces on a grid of a fiftieth of an edge.
    let mut inside = Vec::new();
    for triangle in &asset.surface_triangles {
        let [a, b, c] =
            triangle.map(|i| Vec3::new(x[i as usize][0], x[i as usize][1], x[i as usize][2]));
        for i in 0..=50 {
            for j in 0..=50 - i {
                let p = a + (b - a) * (i as f32 / 50.0) + (c - a) * (j as f32 / 50.0);
                inside.push(p.extend(0.0).to_array());
            }
        }
    }
    let depth = ball.depth(&inside);
    println!("poke: faces are {depth} inside a ball of 0.1");
    assert!(depth <= 1e-3, "a face is {depth} deep in the ball");
}

/// Two walls meet at 20 degrees. A thin plate between them is thrown and pressed into the wedge, then pulled out.
#[test]
fn a_body_pressed_into_an_acute_wedge_stays_in_it_and_comes_out() {
    let asset = cooked(&beam_lattice([1, 4, 4], [0.05, 0.6, 0.6], Split::Five));
    for kind in kinds(1) {
        let mut world = world_with(|o| o.gravity = [0.0, -100.0, 0.0]);
        let walls = [-80.0_f32, 80.0].map(|turn| {
            let mut desc = PliantColliderDesc::default();
            desc.pose.rotation = Quat::from_rotation_z(turn.to_radians()).to_array();
            desc.friction = 0.0;
            add_barrier(&mut world, desc)
        });
        let mut desc = firm(kind.0, kind.1);
        desc.pose = PliantPose::at([-0.02, 0.4, -0.3]);
        desc.linear_velocity = [0.0, -20.0, 0.0];
        let body = add(&mut world, &asset, desc);
        let (mut worst, mut lowest) = (0.0_f64, f32::MAX);
        for step in 0..90 {
            if step == 60 {
                let gravity = [0.0, 100.0, 0.0];
                world.apply(Edit::SetGravity { gravity }).expect("gravity");
            }
            world.step(HZ).expect("a step");
            let (x, _) = particles(&mut world, body);
            let depth = walls.iter().map(|wall| wall.depth(&x)).fold(0.0, f64::max);
            // As a part of the rounding: 4 ulp of the terms of a plane's distance. They are relative to the body's cell,
            // which has its corner where the middle of the body was at first.
            let corner = 0.7_f32;
            let terms = x
                .iter()
                .map(|p| p[0].abs() + (p[1] - corner).abs() + p[2].abs() + corner);
            worst = worst.max(depth / (2.4e-7 * f64::from(terms.fold(0.0, f32::max))));
            lowest = x.iter().map(|p| p[1]).fold(lowest, f32::min);
        }
        let (x, _) = particles(&mut world, body);
        let out = x.iter().map(|p| p[1]).fold(f32::MAX, f32::min);
        println!("wedge: {kind:?} {worst:.3} of rounding deep, down to {lowest}, then up to {out}");
        assert!(worst <= 1.0, "{kind:?}: {worst} times what rounding leaves");
        // Undeformed it would stop at a height of 0.142, where the wedge is as wide as the plate.
        assert!(lowest < 0.12, "{kind:?}: never pressed in, {lowest}");
        assert!(out > 2.0, "{kind:?}: stuck at {out}");
    }
}

/// With few sweeps most forces are unbalanced. A guess of gravity from the last motion of a vertex then acts on the way
/// down and not on the way up, and the body hops for ever. Rounding decides how long it hops from corner to corner: up
/// to eight seconds. Once at rest it stays there.
#[test]
fn a_finely_cut_stiff_body_comes_to_rest() {
    // Of few cells, and in one dispatch a step, it takes a software adapter seconds instead of minutes.
    let (cells, executor) = match amount() {
        Amount::Brief => (4, PLIANT_EXECUTOR_RESIDENT),
        _ => (10, PLIANT_EXECUTOR_WIDE),
    };
    let asset = cube(cells, 0.2);
    let mut world = world();
    add_floor(&mut world, 0.0);
    let mut desc = firm(PLIANT_MODEL_NEO_HOOKEAN, executor);
    desc.set_young(2e6);
    desc.set_damping(5.0);
    let turn = Quat::from_axis_angle(Vec3::new(1.0, 0.3, 0.8).normalize(), 0.7);
    desc.pose = PliantPose {
        rotation: turn.to_array(),
        ..PliantPose::at([0.0, 0.3, 0.0])
    };
    let body = add(&mut world, &asset, desc);
    run(&mut world, 720, HZ);
    let (x, v) = particles(&mut world, body);
    let particles = masses_and_motion(&x, &v);
    let energy: f64 = particles
        .iter()
        .map(|(m, _, v)| 0.5 * m * v.length_squared())
        .sum();
    let fallen = 8.0 * G * 0.2;
    println!("finely cut: {energy:.1e} J of {fallen:.1} J are left");
    assert!(energy < 1e-6 * fallen, "{energy} J are left");
}
