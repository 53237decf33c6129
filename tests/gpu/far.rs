//! Far from the world's origin everything is as at it. Places are multiples of a cell, so the same numbers enter at any of
//! them, and the same bits come out.

use super::cloth::sheet;
use super::common::*;
use super::one_world::one_world_at;
use super::oracle::*;
use super::scene::*;
use super::skins;
use glam::{DVec3, Quat, Vec3};
use pliant::asset::Asset;
use pliant::asset::lattice::box_surface;
use pliant::desc::*;
use pliant::ids::PliantBodyId;
use pliant::math::PliantPose;
use pliant::world::{Edit, Selection, World};
use std::sync::Arc;

/// 100 m, 4 km, 16 km and 100 km away.
const PLACES: [[f64; 3]; 4] = [
    [100.0, 0.0, 0.0],
    [4000.0, 30.0, -250.0],
    [-9000.0, 9000.0, 9000.0],
    [1e5, -1e5, 5e4],
];

/// Positions of a body's particles in the world.
fn places(world: &mut World, body: PliantBodyId) -> Vec<DVec3> {
    let view = world
        .map_particles(body, PLIANT_MAP_WAIT)
        .expect("particles");
    let count = view.vertex_count as usize;
    // SAFETY: the library says that the array holds this many rows of four floats until it is unmapped.
    let rows = unsafe { std::slice::from_raw_parts(view.positions.cast::<[f32; 4]>(), count) };
    let point = |p: &[f32; 4]| DVec3::from(view.origin) + Vec3::from_slice(p).as_dvec3();
    let points = rows.iter().map(point).collect();
    world.unmap(view.map).expect("unmap");
    points
}

fn middle(points: &[DVec3]) -> DVec3 {
    points.iter().sum::<DVec3>() / points.len() as f64
}

/// Positions of all bodies relative to where the scene is.
fn relative(scene: &mut Scene) -> Vec<Vec<DVec3>> {
    let at = scene.at;
    let all = scene.bodies.clone().into_iter();
    all.map(|body| {
        let points = places(&mut scene.world, body);
        points.into_iter().map(|p| p - at).collect()
    })
    .collect()
}

/// Eleven bodies of all models, in both executors, among colliders that move and stand, held by frames and by the world,
/// in the wind, pushed, saved and restored in the middle.
#[test]
fn all_models_move_to_the_bit_as_at_the_origin() {
    let run = |at: DVec3| {
        let mut scene = one_world_at(at);
        scene.run(0, 4);
        let saved = scene.world.save().expect("saved");
        scene.world.restore(&saved).expect("restored");
        let body = scene.bodies[0];
        let edit = Edit::ImpulseBody {
            body,
            impulse: [1.0, 2.0, 0.0],
            point: Some(scene.pose([0.1, 0.5, 0.2]).position),
        };
        scene.world.apply(edit).expect("pushed");
        let target = Some(scene.pose([1.7, 0.8, 0.0]).position);
        let corner = Selection::Vertices(vec![0]);
        attach_with(&mut scene.world, scene.bodies[3], corner, None, target, 1e3);
        let edit = Edit::TeleportBody {
            body: scene.bodies[1],
            pose: scene.pose([0.5, 1.2, -0.5]),
            linear_velocity: [0.0, -3.0, 0.0],
            angular_velocity: [0.0; 3],
            pins: PLIANT_TELEPORT_PINS_FOLLOW,
        };
        scene.world.apply(edit).expect("there");
        scene.run(4, 8);
        relative(&mut scene)
    };
    let _device = world(); // keeps its kernels
    let near = run(DVec3::ZERO);
    let places = match amount() {
        Amount::Brief => &PLACES[3..],
        _ => &PLACES[..],
    };
    for at in places {
        let far = run(DVec3::from(*at));
        for (k, (near, far)) in near.iter().zip(&far).enumerate() {
            assert_eq!(near, far, "body {k} at {at:?}");
        }
    }
}

/// A body at a place, in a world of one epoch and this gravity.
fn alone(
    gravity: f32,
    at: [f64; 3],
    asset: &Arc<Asset>,
    desc: BodyOptions,
) -> (World, PliantBodyId) {
    let mut world = world_with(|o| {
        o.gravity = [0.0, -gravity, 0.0];
        o.epochs = 1;
    });
    let desc = BodyOptions {
        pose: PliantPose::at(at),
        ..desc
    };
    let body = add(&mut world, asset, desc);
    (world, body)
}

/// How far the middle of a body goes in so many steps.
fn way(world: &mut World, body: PliantBodyId, steps: usize) -> DVec3 {
    run(world, 1, HZ);
    let start = middle(&places(world, body));
    run(world, steps, HZ);
    middle(&places(world, body)) - start
}

/// Steps below the resolution of the coordinates add up: 0.01 m/s at 4 km; and 10 μm/s, in substeps of 2.6 nm where
/// coordinates of 0.2 m have steps of 15 nm. In the last case a compiler that drops the carry leaves the body where it
/// is.
#[test]
fn slow_bodies_arrive() {
    let (asset, _device) = (cube(2, 0.4), world());
    for (k, (at, substeps, speed)) in [(4000.0, 4, 0.01), (100.0, 16, 0.01), (1e5, 64, 1e-5)]
        .into_iter()
        .enumerate()
    {
        for (number, executor) in kinds(k % 2) {
            let (at, mut desc) = ([at, 0.0, -at], desc_for(executor, number, 1e5));
            desc.substeps = substeps;
            desc.linear_velocity = [speed as f32, 0.0, -speed as f32];
            let (mut world, body) = alone(0.0, at, &asset, desc);
            let way = way(&mut world, body, 30);
            let off = (way - 0.5 * DVec3::new(speed, 0.0, -speed)).length();
            // Half a step of the coordinates, and the rounding of 1920 additions to the velocity.
            assert!(
                off < 1e-4 * speed + 1e-8,
                "{number} {executor} at {at:?}: {way:?}"
            );
        }
    }
}

/// Free fall at 16 km in 64 substeps, through many cells: ½ g t (t + h) from rest.
#[test]
fn bodies_fall_as_far_as_they_should() {
    let (solid, _device) = (cube(1, 0.1), world());
    let mut cases: Vec<(Arc<Asset>, BodyOptions)> = kinds(0)
        .into_iter()
        .map(|(number, executor)| (solid.clone(), desc_for(executor, number, 1e5)))
        .collect();
    let vacuum = PliantClothDesc {
        drag: 0.0,
        lift: 0.0,
        ..PliantClothDesc::default()
    };
    let models: [(Arc<Asset>, Model); 2] = [
        (solid.clone(), PliantShapeMatchingDesc::default().into()),
        (sheet([1; 2], 0.1), vacuum.into()),
    ];
    for (asset, model) in models {
        cases.push((
            asset,
            BodyOptions {
                model,
                ..body_desc()
            },
        ));
    }
    for (asset, mut desc) in cases {
        let at = [16_000.0, 16_000.0, 0.0];
        desc.substeps = 64;
        let (mut world, body) = alone(G as f32, at, &asset, desc);
        let steps = match amount() {
            Amount::Brief => 29,
            _ => 59,
        };
        let way = way(&mut world, body, steps);
        // Without what it falls in the first step.
        let fallen = |step: usize| {
            let t = step as f64 / 60.0;
            0.5 * G * t * (t + 1.0 / 3840.0)
        };
        let expected = fallen(steps + 1) - fallen(1);
        assert!(
            (way.y + expected).abs() < 1e-3 && way.x.abs() < 1e-5,
            "{desc:?}: {way:?}, expected {expected}"
        );
    }
}

/// Bodies of several chunks go through a cell a step, and keep their shape and their way.
#[test]
fn fast_bodies_change_cells() {
    let asset = cube(6, 0.1);
    for (number, executor) in kinds(1) {
        let mut desc = desc_for(executor, number, 1e3);
        desc.linear_velocity = [30.0, -40.0, 0.0];
        let (mut world, body) = alone(0.0, [1e5, 0.0, 0.0], &asset, desc);
        run(&mut world, 1, HZ);
        let start = places(&mut world, body);
        run(&mut world, 20, HZ);
        let end = places(&mut world, body);
        let way = DVec3::new(30.0, -40.0, 0.0) * 20.0 / 60.0;
        let off = start.iter().zip(&end).map(|(a, b)| (b - a - way).length());
        let worst = off.fold(0.0, f64::max);
        // Two roundings of coordinates up to four sizes away, and 20 of the way's.
        assert!(worst < 2e-5, "{number} {executor}: off by {worst}");
    }
}

/// A body lies on a slope whose frame is 100 km away, along the slope.
#[test]
fn a_plane_is_where_it_is_however_far_its_frame() {
    let slope = PliantPose {
        rotation: Quat::from_euler(glam::EulerRot::XYZ, 0.3, 0.2, -0.4).to_array(),
        ..PliantPose::default()
    };
    let up = slope.up();
    let along = up.cross(DVec3::new(0.3, -0.5, 0.8)).normalize();
    let height = |distance: f64| {
        let mut world = world_with(|o| o.gravity = (-9.81 * up.as_vec3()).to_array());
        let desc = PliantColliderDesc {
            pose: slope,
            ..PliantColliderDesc::default()
        };
        world.apply(Edit::AddCollider { desc }).expect("a slope");
        let place = distance * along + 0.01 * up;
        let desc = BodyOptions {
            pose: PliantPose {
                position: place.to_array(),
                ..slope
            },
            ..body_desc()
        };
        let body = add(&mut world, &cube(1, 0.2), desc);
        run(&mut world, 40, HZ);
        let points = places(&mut world, body);
        points.iter().map(|p| p.dot(up)).fold(f64::MAX, f64::min)
    };
    for distance in [0.0, 1e5] {
        let height = height(distance);
        // 2⁻³¹ of 100 km along each axis, and the depth of contact.
        assert!(height.abs() < 2e-4, "{distance}: {height}");
    }
}

/// Render vertices are relative to the world's origin for them, and those of the step before to the same one.
#[test]
fn a_floating_origin_carries_render_vertices() {
    let run = |at: DVec3| {
        let surface = box_surface([4; 3], [0.4; 3]);
        let desc = BodyOptions {
            pose: PliantPose::at(at),
            ..body_desc()
        };
        let mut scene = skins::scene(&cube(2, 0.4), &surface, 9.81, desc);
        let mut steps = Vec::new();
        for step in 0..3 {
            let origin = at + DVec3::new(0.0, 0.0, -0.25 * f64::from(step));
            let origin = origin.to_array();
            let edit = Edit::SetOrigin { origin };
            scene.world.apply(edit).expect("an origin");
            scene.world.step(HZ).expect("a step");
            let drawn = skins::drawn(&mut scene.world, scene.body);
            let view = scene.world.map_vertices(scene.body, 0, PLIANT_MAP_WAIT);
            let view = view.expect("a view");
            assert_eq!(view.origin, origin);
            scene.world.unmap(view.map).expect("unmap");
            let copied = scene.world.copy_positions(scene.body).expect("positions");
            steps.push((drawn.positions, drawn.previous, copied));
        }
        steps
    };
    let near = run(DVec3::ZERO);
    for at in PLACES {
        assert!(near == run(DVec3::from(at)), "{at:?}");
    }
    let lowest = |points: &[Vec3]| points.iter().map(|p| p.z).fold(f32::MAX, f32::min);
    for (step, (now, before, copied)) in near.iter().enumerate() {
        // The body falls along y only, and the origin moves along z.
        let z = 0.25 * step as f32;
        let copied = copied.iter().map(|p| p[2]).fold(f32::MAX, f32::min);
        for found in [lowest(now), lowest(before), copied] {
            assert!((found - z).abs() < 1e-6, "step {step}: {found}");
        }
    }
}
