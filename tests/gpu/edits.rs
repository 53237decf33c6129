//! Changes of a running world act as documented, at the right step, and change nothing else.

use super::common::*;
use super::oracle::*;
use glam::{DVec3, Quat, Vec3};
use pliant::asset::lattice::{Split, beam_lattice};
use pliant::asset::{Asset, TetMesh};
use pliant::desc::*;
use pliant::ids::PliantBodyId;
use pliant::math::PliantPose;
use pliant::reference::{angular_momentum, linear_momentum};
use pliant::world::{Applied, Edit, World};
use std::sync::Arc;

pub const DT: f32 = 1.0 / 60.0;

pub fn bar() -> (TetMesh, Arc<Asset>) {
    let mesh = beam_lattice([4, 2, 2], [1.0, 0.5, 0.5], Split::Five);
    let asset = cooked(&mesh);
    (mesh, asset)
}

fn push(world: &mut World, body: PliantBodyId, impulse: DVec3, point: Option<DVec3>) {
    let (impulse, point) = (impulse.as_vec3().to_array(), point.map(|p| p.to_array()));
    let edit = Edit::ImpulseBody {
        body,
        impulse,
        point,
    };
    world.apply(edit).expect("pushed");
}

/// An impulse p at r changes Σ m v by p and Σ m x × v by r × p, to the rounding of the sums (1e-5). Two in one step add
/// up.
#[test]
fn an_impulse_changes_momentum_by_itself() {
    let (mesh, asset) = bar();
    for executor in EXECUTORS {
        for method in MODELS {
            let mut world = weightless();
            let desc = BodyOptions {
                angular_velocity: [0.5, -1.0, 0.3],
                linear_velocity: [0.2, 0.1, 0.0],
                pose: PliantPose::at([0.3, -0.2, 0.1]),
                ..desc_for(executor, method, 1e5)
            };
            let body = add(&mut world, &asset, desc);
            let oracle = reference_body(&mesh, &desc);
            run(&mut world, 5, DT);
            let before = state(&mut world, body, &asset);
            let pushes = [
                (
                    DVec3::new(40.0, -20.0, 70.0),
                    Some(DVec3::new(1.2, 0.1, 0.4)),
                ),
                (DVec3::new(-10.0, 60.0, 5.0), None),
            ];
            let mass: f64 = oracle.masses.iter().sum();
            let weighted = before
                .positions
                .iter()
                .zip(&oracle.masses)
                .map(|(x, m)| *x * *m);
            let centre = weighted.sum::<DVec3>() / mass;
            let (mut linear, mut angular) = (DVec3::ZERO, DVec3::ZERO);
            for (impulse, point) in pushes {
                push(&mut world, body, impulse, point);
                linear += impulse;
                angular += point.unwrap_or(centre).cross(impulse);
            }
            // A step of almost no time shows the velocities after the pushes.
            run(&mut world, 1, 1e-9);
            let after = state(&mut world, body, &asset);
            let gained = linear_momentum(&oracle, &after) - linear_momentum(&oracle, &before);
            let turned = angular_momentum(&oracle, &after) - angular_momentum(&oracle, &before);
            let off = [
                (gained - linear).length() / linear.length(),
                (turned - angular).length() / angular.length(),
            ];
            println!(
                "executor {executor} method {method}: off {:.1e} and {:.1e}",
                off[0], off[1]
            );
            assert!(
                off[0] < 1e-5 && off[1] < 1e-5,
                "gained {gained} of {linear}, {turned} of {angular}"
            );
        }
    }
}

/// After a teleport the body has its rest shape at the pose and the given velocities; the next step is free flight.
#[test]
fn a_teleport_puts_the_rest_shape_at_the_pose() {
    let (_, asset) = bar();
    for executor in EXECUTORS {
        let mut world = world();
        let body = add(
            &mut world,
            &asset,
            desc_for(executor, PLIANT_MODEL_NEO_HOOKEAN, 1e5),
        );
        run(&mut world, 20, DT);
        let pose = PliantPose {
            rotation: Quat::from_rotation_z(0.7).to_array(),
            ..PliantPose::at([3.0, 5.0, -2.0])
        };
        world
            .apply(Edit::TeleportBody {
                body,
                pose,
                linear_velocity: [1.0, 2.0, 3.0],
                angular_velocity: [0.0; 3],
                pins: PLIANT_TELEPORT_PINS_FOLLOW,
            })
            .expect("teleported");
        run(&mut world, 1, 1e-6);
        let now = state(&mut world, body, &asset);
        for (user, x) in now.positions.iter().enumerate() {
            let rest =
                Vec3::from_array(asset.rest_positions[asset.internal_from_user[user] as usize]);
            let expected = pose.transform_point(rest);
            assert!(x.distance(expected) < 1e-5, "{x} is not at {expected}");
            let v = now.velocities[user];
            assert!(v.distance(DVec3::new(1.0, 2.0, 3.0)) < 1e-3, "velocity {v}");
        }
    }
}

/// The mean height of the vertices at the far end of the bar clamped at x = 0, after it has come to rest.
fn sag(world: &mut World, body: PliantBodyId, mesh: &TetMesh, asset: &Asset) -> f64 {
    run(world, 120, DT);
    let now = state(world, body, asset);
    let end = vertices(mesh, |p| p[0] == 1.0);
    let fallen = end
        .iter()
        .map(|i| f64::from(mesh.positions[*i as usize][1]) - now.positions[*i as usize].y);
    fallen.sum::<f64>() / end.len() as f64
}

/// Small sags go with ρ/E: twice the modulus halves it, twice the density brings it back, half the gravity halves it
/// again. The sag is 5 % of the length, where the next order is some (sag/length)², far below 1 %.
#[test]
fn model_and_gravity_change_while_running() {
    let (mesh, asset) = bar();
    for executor in EXECUTORS {
        let mut world = world();
        let mut desc = desc_for(executor, PLIANT_MODEL_NEO_HOOKEAN, 1e6);
        desc.set_damping(10.0);
        let body = add(&mut world, &asset, desc);
        set_inverse_mass(&mut world, body, vertices(&mesh, |p| p[0] == 0.0), 0.0);
        let first = sag(&mut world, body, &mesh, &asset);
        desc.set_young(2e6);
        let model = desc.model;
        world
            .apply(Edit::SetModel { body, model })
            .expect("stiffer");
        let stiff = sag(&mut world, body, &mesh, &asset);
        desc.set_density(2000.0);
        let model = desc.model;
        world
            .apply(Edit::SetModel { body, model })
            .expect("heavier");
        let heavy = sag(&mut world, body, &mesh, &asset);
        world
            .apply(Edit::SetGravity {
                gravity: [0.0, -4.905, 0.0],
            })
            .expect("lighter");
        let light = sag(&mut world, body, &mesh, &asset);
        println!(
            "executor {executor}: sag {first:.5}, stiffer {:.4}, heavier {:.4}, lighter {:.4}",
            stiff / first,
            heavy / first,
            light / first
        );
        assert!(first > 2e-3, "no sag: {first}");
        assert!(
            (stiff / first - 0.5).abs() < 0.01
                && (heavy / first - 1.0).abs() < 0.02
                && (light / first - 0.5).abs() < 0.01
        );
        let info = world.body_info(body).expect("info");
        assert!(
            (info.mass - 500.0).abs() < 0.01,
            "the mass is {}",
            info.mass
        );
    }
}

/// A vertex of inverse mass 0 stays exactly. With its own mass again it falls with the others.
#[test]
fn fixed_vertices_stay_until_they_are_given_back() {
    let (mesh, asset) = bar();
    let mut sweep = Sweep::every(3);
    for executor in EXECUTORS {
        for method in MODELS {
            if !sweep.takes() {
                continue;
            }
            let mut world = world();
            let body = add(&mut world, &asset, desc_for(executor, method, 1e5));
            let held = vertices(&mesh, |p| p[0] == 0.0);
            set_inverse_mass(&mut world, body, held.clone(), 0.0);
            run(&mut world, 60, DT);
            let now = state(&mut world, body, &asset);
            for i in &held {
                let rest = Vec3::from_array(mesh.positions[*i as usize]).as_dvec3();
                assert_eq!(now.positions[*i as usize], rest);
            }
            set_inverse_mass(&mut world, body, held.clone(), -1.0);
            let start = state(&mut world, body, &asset);
            run(&mut world, 60, DT);
            let end = state(&mut world, body, &asset);
            let oracle = reference_body(&mesh, &desc_for(executor, method, 1e5));
            let fallen = linear_momentum(&oracle, &end).y - linear_momentum(&oracle, &start).y;
            let weight: f64 = -9.81 * oracle.masses.iter().sum::<f64>();
            assert!(
                (fallen / weight - 1.0).abs() < 1e-3,
                "gained {fallen} in a second, weight {weight}"
            );
        }
    }
}

/// Adding and removing bodies leaves the others' bits alone.
#[test]
fn bodies_that_come_and_go_do_not_touch_the_others() {
    let (_, asset) = bar();
    let small = cube(2, 0.4);
    for executor in EXECUTORS {
        let build = |world: &mut World| -> Vec<PliantBodyId> {
            add_floor(world, -0.5);
            MODELS
                .iter()
                .map(|method| add(world, &asset, desc_for(executor, *method, 1e5)))
                .collect()
        };
        let mut alone = world();
        let kept = build(&mut alone);
        run(&mut alone, 60, DT);
        let mut busy = world();
        let early = add(
            &mut busy,
            &small,
            desc_for(executor, PLIANT_MODEL_NEO_HOOKEAN, 1e6),
        );
        let stays = build(&mut busy);
        for step in 0..60 {
            if step == 20 {
                busy.apply(Edit::RemoveBody { body: early })
                    .expect("removed");
                assert!(busy.body_info(early).is_err(), "a removed body answers");
            }
            if step == 30 {
                for method in MODELS {
                    add(&mut busy, &small, desc_for(3 - executor, method, 1e6));
                }
            }
            run(&mut busy, 1, DT);
        }
        for (a, b) in kept.iter().zip(&stays) {
            assert_eq!(
                particles(&mut alone, *a),
                particles(&mut busy, *b),
                "executor {executor}"
            );
        }
        assert_eq!(busy.stats().body_count, 4);
    }
}

/// Substeps and iterations of a body may change while it runs; its state continues.
#[test]
fn the_schedule_of_a_body_changes() {
    let (_, asset) = bar();
    let mut world = world_with(|o| o.epochs = 1);
    let body = add(
        &mut world,
        &asset,
        desc_for(PLIANT_EXECUTOR_DEFAULT, PLIANT_MODEL_NEO_HOOKEAN, 1e7),
    );
    run(&mut world, 1, DT);
    let applied = world.apply(Edit::SetSchedule {
        body,
        substeps: 7,
        iterations: 3,
    });
    assert_eq!(applied.expect("scheduled"), Applied::Done);
    run(&mut world, 59, DT);
    let info = world.body_info(body).expect("info");
    assert_eq!((info.substeps, info.iterations), (7, 3));
    // Semi-implicit Euler: one step of one substep, then 59 of seven.
    let (h, k) = (1.0 / 60.0, 1.0 / 420.0);
    let first = -9.81 * h * h;
    let n = 59.0 * 7.0;
    let later = n * k * (-9.81 * h) - 9.81 * k * k * n * (n + 1.0) / 2.0;
    let fallen = state(&mut world, body, &asset).positions[0].y;
    assert!(
        (fallen - first - later).abs() < 5e-5,
        "fell {fallen}, expected {}",
        first + later
    );
}
