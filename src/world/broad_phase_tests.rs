//! The broad phase against brute force in f64.

use super::test_stages::{corner, words};
use super::test_worlds::{DT, Random, cube};
use super::*;
use crate::collider::Shape;
use crate::desc::{BodyOptions, PLIANT_SHAPE_CUBOID, PliantColliderDesc};
use crate::math::PliantPose;
use crate::share::{NEARBY_ALL, NEARBY_COUNT, NEARBY_FIRST, NEARBY_HIGH, NEARBY_LOW, NEARBY_WORDS};
use glam::{DQuat, DVec3, Quat, Vec3};

#[derive(Clone, Copy, Debug)]
struct Bounds {
    low: DVec3,
    high: DVec3,
}

impl Bounds {
    fn grown(self, by: f64) -> Self {
        Self {
            low: self.low - by,
            high: self.high + by,
        }
    }

    fn moved(self, by: DVec3) -> Self {
        Self {
            low: self.low + by,
            high: self.high + by,
        }
    }

    fn meets(&self, other: &Self) -> bool {
        self.low.cmple(other.high).all() && other.low.cmple(self.high).all()
    }
}

fn bodies(world: &mut World, random: &mut Random, count: usize, within: f32) {
    let asset = cube(1); // half a metre
    for _ in 0..count {
        let desc = BodyOptions {
            pose: random.pose(within),
            scale: random.length(0.05),
            linear_velocity: (5.0 * random.vector()).to_array(),
            layers: 1 + u32::from(random.next() > 0.5),
            ..BodyOptions::default()
        };
        let asset = asset.clone();
        world.apply(Edit::AddBody { asset, desc }).unwrap();
    }
}

/// Half of them move in the coming step, and half of those turn, but no half-space does.
fn colliders(world: &mut World, random: &mut Random, count: usize, within: f32) {
    for i in 0..count {
        let desc = PliantColliderDesc {
            shape: 1 + i as u32 % PLIANT_SHAPE_CUBOID,
            size: [(); 3].map(|()| random.length(0.02)),
            pose: random.pose(within),
            mask: [1, 2, 3][i % 3],
            ..PliantColliderDesc::default()
        };
        let Applied::Collider(collider) = world.apply(Edit::AddCollider { desc }).unwrap() else {
            panic!("no collider");
        };
        if i % 2 == 0 {
            let near = |p: [f64; 3], by: Vec3| DVec3::from(p) + by.as_dvec3();
            let turn = Quat::from_scaled_axis(0.2 * random.vector());
            let spins = i % 4 == 2;
            let rotation = Quat::from_array(desc.pose.rotation);
            let pose = PliantPose {
                rotation: if spins { turn * rotation } else { rotation }.to_array(),
                ..PliantPose::at(near(desc.pose.position, 0.1 * random.vector()))
            };
            let edit = Edit::MoveCollider {
                collider,
                pose,
                teleport: false,
            };
            world.apply(edit).unwrap();
        }
    }
}

fn turned(pose: &PliantPose) -> DQuat {
    Quat::from_array(pose.rotation).as_dquat()
}

fn placed(pose: &PliantPose) -> DVec3 {
    DVec3::from(pose.position)
}

/// How far the collider moves what is this far from its frame's origin.
fn way(from: &PliantPose, to: &PliantPose, distance: f64) -> f64 {
    let half = turned(from).dot(turned(to)).abs().min(1.0);
    placed(from).distance(placed(to)) + 2.0 * (1.0 - half * half).sqrt() * distance
}

/// A bounded collider's box over the step, and how it moves: by this, and by this for each unit of distance.
fn swept(collider: &scene::Collider) -> Option<(Bounds, f64, f64)> {
    let shape = Shape::from_number(collider.desc.shape).unwrap();
    let size = Vec3::from(collider.desc.size).as_dvec3();
    let radius = shape.bounding_radius(size)?;
    let (from, to) = (&collider.desc.pose, &collider.goal);
    let extent = |axis: DVec3| shape.support(size, turned(from).inverse() * axis);
    let half = if from.rotation == to.rotation {
        DVec3::new(extent(DVec3::X), extent(DVec3::Y), extent(DVec3::Z))
    } else {
        DVec3::splat(radius)
    };
    let bounds = Bounds {
        low: placed(from).min(placed(to)) - half,
        high: placed(from).max(placed(to)) + half,
    };
    let turn = way(from, to, 1.0) - way(from, to, 0.0);
    Some((bounds, way(from, to, radius), turn))
}

/// The box that a body gets, from the state before the step.
fn room(world: &World, body: &scene::Body) -> Bounds {
    let desc = &body.data.desc;
    let (positions, _) = scene::physical::placed(
        &body.asset,
        desc.scale,
        &desc.pose,
        desc.linear_velocity,
        [0.0; 3],
    );
    let start = Bounds {
        low: positions.iter().fold(DVec3::MAX, |m, p| m.min(*p)),
        high: positions.iter().fold(DVec3::MIN, |m, p| m.max(*p)),
    };
    let (size, dt) = (f64::from(body.size), f64::from(DT));
    let speed = Vec3::from(desc.linear_velocity).as_dvec3().length();
    let exit = (2.0 * 9.81 * 0.1 * size).sqrt();
    let way_of_it = dt * (speed + exit + dt * 9.81);
    let reached = start.grown(way_of_it);
    let moving = world.scene.collider_slots().values().filter_map(swept);
    let moving: Vec<_> = moving.filter(|(_, shift, _)| *shift > 0.0).collect();
    let all = moving.iter().map(|(bounds, ..)| *bounds);
    let all = all.reduce(|a, b| Bounds {
        low: a.low.min(b.low),
        high: a.high.max(b.high),
    });
    let most = |of: fn(&(Bounds, f64, f64)) -> f64| moving.iter().map(of).fold(0.0, f64::max);
    let mut push = match all {
        Some(all) if all.meets(&reached) => most(|m| m.1) + most(|m| m.2) * size,
        _ => 0.0,
    };
    let (middle, half) = (
        0.5 * (reached.low + reached.high),
        0.5 * (reached.high - reached.low),
    );
    for plane in world
        .scene
        .collider_slots()
        .values()
        .filter(|c| swept(c).is_none())
    {
        if plane.desc.mask & desc.layers != 0 {
            let far = placed(&plane.desc.pose).distance(middle) + half.length();
            push = push.max(way(&plane.desc.pose, &plane.goal, far));
        }
    }
    start.grown(2.0 * (way_of_it + push) + 0.1 * size)
}

/// The list of a body in a download, and its box in its cell.
fn list(words: &[u32], index: u32) -> (Option<Vec<u32>>, Bounds) {
    let record = &words[(index * NEARBY_WORDS) as usize..][..NEARBY_WORDS as usize];
    let corner = |first: u32| {
        let at = |axis: u32| f64::from(f32::from_bits(record[(first + axis) as usize]));
        DVec3::new(at(0), at(1), at(2))
    };
    let bounds = Bounds {
        low: corner(NEARBY_LOW),
        high: corner(NEARBY_HIGH),
    };
    let (first, count) = (record[NEARBY_FIRST as usize], record[NEARBY_COUNT as usize]);
    let listed = (first != NEARBY_ALL).then(|| words[first as usize..][..count as usize].to_vec());
    (listed, bounds)
}

/// Boxes from 2 cm to 3 m and bodies from 2 cm to 3 m: the lists are those of brute force, but for pairs whose boxes
/// come within the rounding of f32: coordinates up to 10 m, a few operations.
#[test]
fn lists_are_those_of_brute_force() {
    for seed in 1..4 {
        let mut random = Random(seed);
        let mut world = World::new(WorldOptions::default()).unwrap();
        bodies(&mut world, &mut random, 60, 6.0);
        colliders(&mut world, &mut random, 120, 6.0);
        let rooms: Vec<(u32, u32, Bounds)> = world
            .scene
            .bodies()
            .map(|(_, body)| (body.index, body.data.desc.layers, room(&world, body)))
            .collect();
        let unbounded =
            (world.scene.features().colliders - world.scene.features().bounded) as usize;
        let of_world = world.scene.collider_slots().values();
        let bounded: Vec<(u32, Bounds)> = of_world
            .filter_map(|c| Some((c.desc.mask, swept(c)?.0)))
            .collect();
        world.step(DT).unwrap();
        let reports = words(&world, &world.store.state().report.buffer);
        let words = words(&world, &world.store.state().nearby.buffer);
        let mut pairs = 0;
        for (index, layers, expected) in rooms {
            let (found, bounds) = list(&words, index);
            let bounds = bounds.moved(corner(&reports, index));
            let found = found.expect("a list");
            let off = (bounds.low - expected.low)
                .abs()
                .max((bounds.high - expected.high).abs());
            assert!(
                off.max_element() < 1e-4,
                "{bounds:?}, expected {expected:?}"
            );
            assert!(found.is_sorted() && found.windows(2).all(|w| w[0] < w[1]));
            for (k, (mask, swept)) in bounded.iter().enumerate() {
                let is_listed = found.contains(&(unbounded + k).try_into().unwrap());
                let meets = |slack: f64| mask & layers != 0 && swept.meets(&expected.grown(slack));
                assert!(
                    is_listed || !meets(-1e-4),
                    "body {index} misses {k}: {swept:?} {expected:?}"
                );
                assert!(
                    !is_listed || meets(1e-4),
                    "body {index} lists {k}: {swept:?} {expected:?}"
                );
            }
            pairs += found.len();
        }
        println!("seed {seed}: {pairs} pairs");
        assert!(pairs > 100 && world.stats().unlisted_body_count == 0);
    }
}

/// Where lists find no room, bodies look at everything: the same bits as with room.
#[test]
fn without_room_for_lists_bodies_meet_the_same() {
    let hash = |crowded: bool| {
        let mut random = Random(9);
        let mut world = World::new(WorldOptions::default()).unwrap();
        bodies(&mut world, &mut random, 6, 1.5);
        colliders(&mut world, &mut random, 40, 1.5);
        world.step(DT).unwrap();
        if crowded {
            world.store.record_mut().nearby_room = 2;
        }
        world.step(DT).unwrap();
        let hash = world.state_hash().unwrap();
        assert_eq!(world.stats().unlisted_body_count > 0, crowded);
        hash
    };
    assert_eq!(hash(false), hash(true));
}
