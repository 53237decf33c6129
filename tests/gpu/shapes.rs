//! Shape matching against the clusters in f64, and what its bodies must do.

use super::clusters::*;
use super::common::*;
use super::momentum::motion;
use super::oracle::*;
use glam::{DMat3, DQuat, DVec3, Vec3};
use pliant::asset::Asset;
use pliant::asset::clusters::{ClusterOptions, default_clusters};
use pliant::asset::lattice::{Split, beam_lattice};
use pliant::asset::points::{PointSet, cook_points};
use pliant::desc::*;
use pliant::element::Deformation;
use pliant::math::PliantPose;
use pliant::world::{Edit, World};
use std::sync::Arc;

/// A world of one epoch, without gravity.
fn one_epoch() -> World {
    world_with(|o| {
        o.gravity = [0.0; 3];
        o.epochs = 1;
    })
}

/// One substep from rest takes every particle the share α towards the mean of the goals that f64 finds: to 1e-5 of
/// the body's metre, a hundred times f32's resolution.
#[test]
fn one_substep_goes_to_the_goals_of_the_reference() {
    let mesh = beam_lattice([4, 3, 3], [1.0, 0.75, 0.75], Split::Five);
    let asset = cooked(&mesh);
    assert!(default_clusters(&asset).shapes.len() >= 2);
    let rough = |(k, p): (usize, DVec3)| {
        DVec3::new(p.x + 0.3 * p.y * p.y, 0.8 * p.y, p.z + 0.2 * p.x)
            + 0.03 * DVec3::new(number(3 * k), number(3 * k + 1), number(3 * k + 2))
    };
    let places: Vec<DVec3> = rest(&mesh).into_iter().enumerate().map(rough).collect();
    for executor in EXECUTORS {
        for (number, deformation) in DEFORMATIONS {
            let (alpha, beta) = (0.6, 0.7);
            let mut world = one_epoch();
            let desc = BodyOptions {
                substeps: 1,
                ..shape_desc(executor, number, alpha, beta)
            };
            let body = add(&mut world, &asset, desc);
            pose(&mut world, body, &places);
            run(&mut world, 1, HZ);
            let (found, _) = particles(&mut world, body);
            let user = &asset.user_from_internal;
            let x: Vec<DVec3> = user.iter().map(|u| places[*u as usize]).collect();
            let goals = Matched::new(&asset).goals(&x, (deformation, f64::from(beta)));
            let wanted: Vec<DVec3> = x
                .iter()
                .zip(goals)
                .map(|(x, g)| *x + (g - *x) * f64::from(alpha))
                .collect();
            let found: Vec<DVec3> = found
                .iter()
                .map(|x| Vec3::from_slice(&x[..3]).as_dvec3())
                .collect();
            let error = farthest(&found, &wanted);
            println!("executor {executor}, {deformation:?}: {error:.1e} m");
            assert!(error < 1e-5, "{error}");
        }
    }
}

/// A field that a deformation allows stays as it is with β = 1, to 1e-4 of the body's metre after twenty steps.
#[test]
fn fields_that_a_deformation_allows_stay() {
    let mesh = beam_lattice([4, 3, 3], [1.0, 0.75, 0.75], Split::Five);
    let asset = cooked(&mesh);
    let turn = DMat3::from_quat(DQuat::from_xyzw(0.3, -0.5, 0.7, 0.4).normalize());
    let shear = DMat3::from_cols(
        DVec3::X,
        DVec3::new(0.4, 1.0, 0.0),
        DVec3::new(0.1, -0.2, 1.0),
    );
    let bend = |q: DVec3| DVec3::new(0.3 * q.y * q.y, 0.2 * q.x * q.z, -0.2 * q.x * q.x);
    for executor in EXECUTORS {
        for (number, deformation) in DEFORMATIONS {
            let field = |p: DVec3| {
                let q = p - DVec3::new(0.5, 0.375, 0.375);
                match deformation {
                    Deformation::Rigid => turn * q,
                    Deformation::Linear => turn * (shear * q),
                    Deformation::Quadratic => turn * (shear * q + bend(q)),
                }
            };
            // One cluster: in overlapping ones the linear part of a bend is different, and its volume too.
            let mesh = match deformation {
                Deformation::Quadratic => beam_lattice([2, 2, 2], [1.0, 0.75, 0.75], Split::Five),
                _ => mesh.clone(),
            };
            let asset = if mesh.positions.len() == asset.rest_positions.len() {
                asset.clone()
            } else {
                cooked(&mesh)
            };
            let places: Vec<DVec3> = rest(&mesh).into_iter().map(field).collect();
            let mut world = weightless();
            let body = add(&mut world, &asset, shape_desc(executor, number, 0.9, 1.0));
            pose(&mut world, body, &places);
            run(&mut world, 20, HZ);
            let now = state(&mut world, body, &asset);
            let error = farthest(&now.positions, &places);
            println!("executor {executor}, {deformation:?}: {error:.1e} m");
            assert!(error < 1e-4, "{error}");
        }
    }
}

/// A body laid flat, on a line or turned inside out comes back to its shape, to 1 % of its metre.
#[test]
fn flat_and_inverted_bodies_come_back() {
    let mesh = beam_lattice([4, 3, 3], [1.0, 0.75, 0.75], Split::Five);
    let asset = cooked(&mesh);
    let maps = [
        DVec3::new(1.0, 1.0, 0.0),
        DVec3::new(1.0, 0.0, 0.0),
        DVec3::new(1.0, 1.0, -1.0),
        DVec3::NEG_ONE,
    ];
    let mut sweep = Sweep::every(5);
    for map in maps {
        for (number, _) in DEFORMATIONS {
            for executor in EXECUTORS {
                if !sweep.takes() {
                    continue;
                }
                let mut world = weightless();
                let mut desc = shape_desc(executor, number, 0.5, 0.5);
                desc.set_damping(5.0);
                let body = add(&mut world, &asset, desc);
                let places: Vec<DVec3> = rest(&mesh).iter().map(|p| *p * map).collect();
                pose(&mut world, body, &places);
                run(&mut world, 180, HZ);
                let error = misfit(&mut world, body, &asset);
                println!("executor {executor}, {number}, {map}: {error:.1e} m");
                assert!(error < 0.01, "{map}: {error}");
            }
        }
    }
}

/// Momentum and angular momentum of a deformed body that flies and turns stay to 1e-5 of what they are.
#[test]
fn a_free_body_keeps_its_momentum() {
    let mesh = beam_lattice([4, 3, 3], [1.0, 0.75, 0.75], Split::Five);
    let asset = cooked(&mesh);
    let reference = reference_body(&mesh, &body_desc());
    for executor in EXECUTORS {
        for (number, _) in DEFORMATIONS {
            let mut world = weightless();
            let desc = BodyOptions {
                linear_velocity: [1.0, 2.0, -0.5],
                angular_velocity: [1.0, -2.0, 3.0],
                ..shape_desc(executor, number, 0.3, 0.6)
            };
            let body = add(&mut world, &asset, desc);
            // A blow to one vertex deforms it.
            let (impulse, point) = ([0.0, 300.0, 100.0], Some([1.0, 0.75, 0.75]));
            world
                .apply(Edit::ImpulseBody {
                    body,
                    impulse,
                    point,
                })
                .expect("a blow");
            run(&mut world, 1, HZ);
            let now = state(&mut world, body, &asset);
            let before = motion(&reference, &now);
            run(&mut world, 100, HZ);
            let after = motion(&reference, &state(&mut world, body, &asset));
            let linear = (after.linear - before.linear).length() / before.linear.length();
            let angular = (after.angular - before.angular).length() / before.angular.length();
            println!("executor {executor}, {number}: linear {linear:.1e}, angular {angular:.1e}");
            assert!(linear < 1e-5 && angular < 1e-5, "{linear} {angular}");
        }
    }
}

fn add_box(world: &mut World, at: [f32; 3], half: [f32; 3]) {
    let desc = PliantColliderDesc {
        shape: PLIANT_SHAPE_CUBOID,
        size: half,
        pose: PliantPose::at(at),
        ..PliantColliderDesc::default()
    };
    world.apply(Edit::AddCollider { desc }).expect("a box");
}

/// Bodies of every α and β, thrown on heights of boxes, stay finite; without weight again they come back to their
/// shape, to 2 % of the body's metre: linear deformation with β = 1 has no shape to come back to but a volume.
#[test]
fn bodies_thrown_on_boxes_stay_finite_and_come_back() {
    let asset = cube(3, 1.0);
    let mut sweep = Sweep::every(7);
    for alpha in [0.1, 0.4, 1.0] {
        for beta in [0.1, 0.5, 0.9, 1.0] {
            for (number, _) in DEFORMATIONS {
                for executor in EXECUTORS {
                    if !sweep.takes() {
                        continue;
                    }
                    let mut world = world();
                    for k in 0..4 {
                        let (x, z) = ((k % 2) as f32 - 0.5, (k / 2) as f32 - 0.5);
                        add_box(&mut world, [x, 0.1 * k as f32, z], [0.5, 0.5, 0.5]);
                    }
                    add_floor(&mut world, 0.0);
                    let mut desc = BodyOptions {
                        pose: PliantPose::at([-0.4, 2.0, -0.3]),
                        linear_velocity: [2.0, -8.0, 1.0],
                        angular_velocity: [3.0, 1.0, -2.0],
                        ..shape_desc(executor, number, alpha, beta)
                    };
                    desc.set_damping(5.0);
                    let body = add(&mut world, &asset, desc);
                    run(&mut world, 60, HZ);
                    let pressed = misfit(&mut world, body, &asset);
                    let gravity = [0.0, 0.5, 0.0];
                    world.apply(Edit::SetGravity { gravity }).expect("lifted");
                    run(&mut world, 300, HZ);
                    let info = world.body_info(body).expect("info");
                    assert_eq!(info.state, PLIANT_BODY_ACTIVE, "{alpha} {beta} {number}");
                    let error = misfit(&mut world, body, &asset);
                    println!(
                        "executor {executor}, {number}, α {alpha}, β {beta}: {pressed:.1e} -> {error:.1e} m"
                    );
                    if beta < 1.0 || number == PLIANT_DEFORMATION_RIGID {
                        assert!(error < 0.02, "{alpha} {beta} {number}: {error}");
                    }
                }
            }
        }
    }
}

/// A body that hangs at rest has the same shape at any step and schedule. Goals are those of where inertia takes a
/// particle, so the part h² k of the sag, k = 3600 α / (1 - α), hangs on the substep h.
#[test]
fn the_shape_at_rest_does_not_hang_on_the_step() {
    let mesh = beam_lattice([3; 3], [1.0; 3], Split::Five);
    let asset = cooked(&mesh);
    let alpha = 0.3;
    let sag = |executor: u32, dt: f32, substeps: u32| {
        let mut world = world();
        let mut desc = BodyOptions {
            substeps,
            ..shape_desc(executor, PLIANT_DEFORMATION_LINEAR, alpha, 0.3)
        };
        desc.set_damping(8.0);
        let body = add(&mut world, &asset, desc);
        attach(&mut world, body, vertices(&mesh, |p| p[1] == 1.0), None);
        run(&mut world, (4.0 / dt) as usize, dt);
        let now = state(&mut world, body, &asset);
        let fastest = now
            .velocities
            .iter()
            .map(|v| v.length())
            .fold(0.0, f64::max);
        let low = now.positions.iter().map(|x| x.y).fold(1.0, f64::min);
        println!("executor {executor}, dt {dt}, {substeps}: low {low}, fastest {fastest:.1e}");
        assert!(fastest < 1e-3, "{fastest}");
        -low
    };
    // Four epochs of one substep.
    let first = sag(PLIANT_EXECUTOR_RESIDENT, HZ, 1);
    assert!(first > 0.01, "{first}");
    let square = |dt: f32, substeps: u32| f64::from(dt / (4 * substeps) as f32).powi(2);
    let stiffness = f64::from(3600.0 * alpha / (1.0 - alpha));
    for (executor, dt, substeps) in [
        (PLIANT_EXECUTOR_WIDE, HZ, 1),
        (PLIANT_EXECUTOR_RESIDENT, 1.0 / 30.0, 1),
        (PLIANT_EXECUTOR_RESIDENT, 1.0 / 120.0, 1),
        (PLIANT_EXECUTOR_RESIDENT, HZ, 3),
    ] {
        let other = sag(executor, dt, substeps);
        let part = stiffness * (square(dt, substeps) - square(HZ, 1)).abs() + 1e-4;
        assert!(
            (other / first - 1.0).abs() < part,
            "{first} {other}, {part}"
        );
    }
}

/// Particles without tets fall as one body onto a floor: they come to rest there, in their shape.
#[test]
fn bare_particles_fall_and_rest() {
    let at = |k: u32| [k % 4, k / 4 % 5, k / 20].map(|i| 0.2 * i as f32);
    let points = PointSet {
        positions: (0..80).map(at).collect(),
        ..PointSet::default()
    };
    let asset = cook_points(&points, &ClusterOptions::default()).expect("an asset");
    let asset = Arc::new(asset);
    for executor in EXECUTORS {
        let mut world = world();
        add_floor(&mut world, 0.0);
        let mut desc = BodyOptions {
            pose: PliantPose::at([0.0, 0.5, 0.0]),
            ..shape_desc(executor, PLIANT_DEFORMATION_LINEAR, 0.9, 0.3)
        };
        desc.set_damping(5.0);
        let body = add(&mut world, &asset, desc);
        run(&mut world, 120, HZ);
        let now = state(&mut world, body, &asset);
        let low = now.positions.iter().map(|x| x.y).fold(1.0, f64::min);
        let error = misfit(&mut world, body, &asset);
        println!("executor {executor}: low {low}, {error:.1e} m");
        assert!(low.abs() < 1e-3 && error < 0.01, "{low} {error}");
        let info = world.body_info(body).expect("info");
        // 80 particles, each a cube of 0.2 m of water.
        assert!((info.mass - 640.0).abs() < 0.01, "{}", info.mass);
    }
}

/// Bodies of all deformations among boxes and a moving floor, and their hashes after some steps.
fn fall(executor: u32) -> World {
    let mut world = world();
    add_floor(&mut world, 0.0);
    add_box(&mut world, [0.5, 0.3, 0.5], [0.3, 0.3, 0.3]);
    let assets: [Arc<Asset>; 2] = [cube(2, 0.6), cube(4, 1.0)];
    for (k, (number, _)) in DEFORMATIONS.into_iter().cycle().take(5).enumerate() {
        let desc = BodyOptions {
            pose: PliantPose::at([0.1 * k as f32, 0.8 + 1.2 * k as f32, 0.07 * k as f32]),
            angular_velocity: [1.0, k as f32, -1.0],
            restitution: 0.1 * k as f32,
            ..shape_desc(executor, number, 0.3, 0.5)
        };
        add(&mut world, &assets[k % 2], desc);
    }
    world
}

#[test]
fn runs_and_restored_runs_have_the_same_bits() {
    for executor in EXECUTORS {
        let hashes = |world: &mut World| -> Vec<u64> {
            let mut hash = |_| {
                run(world, 10, HZ);
                world.state_hash().expect("a hash")
            };
            (0..4).map(&mut hash).collect()
        };
        let mut world = fall(executor);
        let first = hashes(&mut world);
        let bytes = world.save().expect("saved");
        let second = hashes(&mut world);
        let mut again = fall(executor);
        assert_eq!(hashes(&mut again), first);
        assert_eq!(hashes(&mut again), second);
        world.restore(&bytes).expect("restored");
        assert_eq!(hashes(&mut world), second);
    }
}

/// A cube whose clusters are its own mirror images falls flat and rises again without a turn: each particle stays the
/// mirror image of the one across the middle, to 1e-4 of its metre. (Clusters by k-means lie unevenly: docs/limits.md.)
#[test]
fn a_cube_of_even_clusters_falls_flat_without_a_tumble() {
    const N: u32 = 5;
    let place = |v: u32| [v % N, v / N % N, v / (N * N)];
    let octant = |o: u32| -> Vec<u32> {
        let is_in = |axis: usize, i: u32| match o >> axis & 1 {
            0 => i <= N / 2,
            _ => i >= N / 2,
        };
        let inside = |v: &u32| (0..3).all(|axis| is_in(axis, place(*v)[axis]));
        (0..N.pow(3)).filter(inside).collect()
    };
    let points = PointSet {
        positions: (0..N.pow(3))
            .map(|v| place(v).map(|i| 0.25 * i as f32))
            .collect(),
        clusters: (0..8).map(octant).collect(),
        ..PointSet::default()
    };
    let asset = cook_points(&points, &ClusterOptions::default()).expect("an asset");
    let asset = Arc::new(asset);
    for executor in EXECUTORS {
        let mut world = world();
        add_floor(&mut world, 0.0);
        let desc = BodyOptions {
            pose: PliantPose::at([-0.5, 0.2, -0.5]),
            ..shape_desc(executor, PLIANT_DEFORMATION_LINEAR, 0.5, 0.3)
        };
        let body = add(&mut world, &asset, desc);
        let mut risen = 0.0_f64;
        for step in 0..50 {
            run(&mut world, 1, HZ);
            let x = state(&mut world, body, &asset).positions;
            let low = x.iter().map(|x| x.y).fold(f64::INFINITY, f64::min);
            risen = if step > 20 { risen.max(low) } else { risen };
            for v in 0..N.pow(3) {
                let [i, j, k] = place(v);
                let across = x[((N - 1 - i) + N * (j + N * k)) as usize];
                let off = (x[v as usize] - across * DVec3::new(-1.0, 1.0, 1.0)).length();
                assert!(off < 1e-4, "executor {executor}, step {step}: {off} m");
            }
        }
        assert!(risen > 0.05, "executor {executor}: it rose by {risen} m");
    }
}
