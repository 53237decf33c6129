//! Faces of coarse bodies against colliders smaller than a face.

use super::barrier::*;
use super::common::*;
use glam::{DVec3, Quat, Vec3};
use pliant::asset::Asset;
use pliant::asset::lattice::{Split, beam_lattice};
use pliant::desc::*;
use pliant::math::PliantPose;
use std::sync::Arc;

/// The depth that a face may have in a collider: 5e-4 of the body's diagonal by contract, and the rounding of a plane's
/// n·x − w at coordinates up to 1 km. Roundings of 2^-24: three numbers of a corner, before and after a move (6); a
/// normal that was normalised and turned (12); the products and their sums (5); and w.
fn allowed(farthest: f32) -> f64 {
    5e-4 * 3.0_f64.sqrt() + 24.0 * f64::from(farthest) * 2.0_f64.powi(-24)
}

/// A metre a side, one cell: faces as large as the body.
fn coarse() -> Arc<Asset> {
    cooked(&beam_lattice([1, 1, 1], [1.0; 3], Split::Five))
}

fn firm((method, executor): (u32, u32)) -> BodyOptions {
    let mut desc = BodyOptions {
        executor,
        ..body_desc()
    };
    desc.set_model(method);
    desc.set_young(1e5);
    desc.set_damping(10.0);
    desc
}

/// The pose that puts the middle of the coarse cube at `p`.
fn middle(p: Vec3, rotation: Quat) -> PliantPose {
    PliantPose {
        rotation: rotation.to_array(),
        ..PliantPose::at(p - rotation * Vec3::splat(0.5))
    }
}

fn of(shape: u32, size: [f32; 3], rotation: Quat) -> PliantColliderDesc {
    PliantColliderDesc {
        shape,
        size,
        pose: PliantPose {
            rotation: rotation.to_array(),
            ..PliantPose::at([0.0; 3])
        },
        ..PliantColliderDesc::default()
    }
}

fn farthest(x: &[[f32; 4]]) -> f32 {
    let size = |p: &[f32; 4]| p[..3].iter().fold(0.0_f32, |m, c| m.max(c.abs()));
    x.iter().map(size).fold(0.0, f32::max)
}

/// A cube that stands on an edge, and one on a corner, below the middle of a coarse face, off its diagonal.
#[test]
fn an_edge_or_a_corner_under_a_coarse_face_holds_it() {
    let asset = coarse();
    let on_edge = Quat::from_rotation_x(std::f32::consts::FRAC_PI_4);
    let on_corner = Quat::from_rotation_arc(Vec3::ONE.normalize(), Vec3::Y);
    let mut sweep = Sweep::every(3);
    for kind in KINDS {
        for (rotation, top) in [(on_edge, 2.0_f64.sqrt()), (on_corner, 3.0_f64.sqrt())] {
            if !sweep.takes() {
                continue;
            }
            let mut world = world();
            let half = 0.2;
            let mut desc = of(PLIANT_SHAPE_CUBOID, [half; 3], rotation);
            desc.friction = 1.0;
            let barrier = add_barrier(&mut world, desc);
            let height = 0.5 + half * top as f32 + 0.02;
            let mut desc = firm(kind);
            desc.pose = middle(Vec3::new(0.1, height, 0.06), Quat::IDENTITY);
            let body = add(&mut world, &asset, desc);
            let (mut worst, mut lowest) = (0.0_f64, f64::MAX);
            for _ in 0..45 {
                run(&mut world, 1, HZ);
                let (x, v) = particles(&mut world, body);
                worst = worst.max(barrier.faces_depth(&asset, &x));
                lowest = lowest.min(centre(&asset, &x, &v).0.y);
            }
            println!("edge and corner: {kind:?} top {top:.2}: {worst:e} deep, centre {lowest}");
            assert!(worst <= allowed(1.0), "{kind:?} top {top}: {worst} deep");
            // In three quarters of a second a free body falls 2.8 m.
            assert!(lowest > f64::from(height) - 0.5, "{kind:?}: {lowest}");
        }
    }
}

/// Colliders smaller than a face, hit by the middle of one, off every symmetry: a ball, a thin long capsule, a box with
/// a corner up.
fn small() -> [PliantColliderDesc; 3] {
    let lying = Quat::from_rotation_z(1.4) * Quat::from_rotation_x(0.1);
    let corner = Quat::from_rotation_arc(Vec3::ONE.normalize(), Vec3::Y);
    [
        of(PLIANT_SHAPE_SPHERE, [0.05, 0.0, 0.0], Quat::IDENTITY),
        of(PLIANT_SHAPE_CAPSULE, [0.01, 20.0, 0.0], lying),
        of(PLIANT_SHAPE_CUBOID, [0.05; 3], corner),
    ]
}

/// A flight towards a collider: no face may be deeper than allowed, and the body may not get behind it. A mass-spring
/// body, and any body at 1,000 m/s, is hit many times faster than sound travels in it: it wraps around the collider and
/// whirls off to a side that rounding chooses. It may be behind if it is aside by more than its size.
fn flight(kind: (u32, u32), shape: PliantColliderDesc, speed: f32, dt: f32, moving: bool) {
    let asset = coarse();
    let mut world = world_with(|o| o.gravity = [0.0; 3]);
    let way = Vec3::Y * speed * dt;
    let mut barrier = {
        let mut desc = shape;
        if moving {
            desc.pose.position = (-1.5 * way - 0.6 * Vec3::Y).as_dvec3().to_array();
        }
        add_barrier(&mut world, desc)
    };
    let mut desc = firm(kind);
    let start = Vec3::new(0.1, 0.0, 0.06);
    desc.pose = middle(start, Quat::IDENTITY);
    if !moving {
        desc.pose = middle(start + 1.5 * way + 0.6 * Vec3::Y, Quat::IDENTITY);
        desc.linear_velocity = [0.0, -speed, 0.0];
    }
    let body = add(&mut world, &asset, desc);
    let what = format!(
        "flight: {kind:?} shape {} {speed} m/s dt {dt} moving {moving}",
        shape.shape
    );
    let (mut worst, mut passed) = (0.0_f64, false);
    for step in 0..8 {
        if moving {
            let at = DVec3::from(barrier.desc.pose.position) + way.as_dvec3();
            let pose = PliantPose {
                position: at.to_array(),
                ..barrier.desc.pose
            };
            barrier.send(&mut world, pose);
        }
        run(&mut world, 1, dt);
        let (x, _) = particles(&mut world, body);
        let state = world.body_info(body).expect("info").state;
        assert_eq!(state, PLIANT_BODY_ACTIVE, "{what}: stopped in step {step}");
        // The kernels' coordinates are from where the body was when the step began.
        let (_, from_cell, _) = particles_at(&mut world, body);
        let coordinate = farthest(&x).max(farthest(&from_cell));
        let over = barrier.faces_depth(&asset, &x) - allowed(coordinate);
        worst = worst.max(over);
        let top = barrier.desc.pose.position[1] as f32;
        let aside = |p: &[f32; 4]| barrier.distance([p[0], top, p[2], 0.0]) > 1.0;
        let is_far_too_fast = kind.0 == PLIANT_MODEL_MASS_SPRING || speed >= 1000.0;
        let is_flung = is_far_too_fast && x.iter().all(aside);
        passed |= x.iter().all(|p| p[1] < top - 0.1) && !is_flung;
    }
    println!("{what}: {worst:e} too deep, passed {passed}");
    assert!(worst <= 0.0, "{what}: {worst} deeper than allowed");
    assert!(!passed, "{what}: passed");
}

fn flights(kinds: &[(u32, u32)], dt: f32) {
    let mut sweep = Sweep::every(5);
    for kind in kinds {
        for shape in small() {
            for moving in [false, true] {
                for speed in [10.0, 100.0, 1000.0] {
                    if !sweep.takes() {
                        continue;
                    }
                    flight(*kind, shape, speed, dt, moving);
                }
            }
        }
    }
}

#[test]
fn small_colliders_and_coarse_faces_never_pass_each_other_implicit() {
    flights(&KINDS[..2], HZ);
}

#[test]
fn small_colliders_and_coarse_faces_never_pass_each_other_in_long_steps_implicit() {
    flights(&KINDS[..2], 0.2);
}

#[test]
fn small_colliders_and_coarse_faces_never_pass_each_other_explicit() {
    flights(&KINDS[2..], HZ);
}

#[test]
fn small_colliders_and_coarse_faces_never_pass_each_other_in_long_steps_explicit() {
    flights(&KINDS[2..], 0.2);
}

/// One substep a step, so that the whole path is known: faces stay outside the collider at every moment of it.
#[test]
fn faces_stay_outside_at_every_moment_of_a_substep() {
    let asset = coarse();
    let mut sweep = Sweep::every(5);
    for kind in &KINDS[..2] {
        for shape in small() {
            for (speed, dt) in [(10.0, HZ), (100.0, HZ), (1000.0, HZ), (1000.0, 0.2)] {
                if !sweep.takes() {
                    continue;
                }
                let mut world = super::oracle::weightless_in_one();
                let barrier = add_barrier(&mut world, shape);
                let mut desc = firm(*kind);
                desc.substeps = 1;
                desc.linear_velocity = [0.02 * speed, -speed, 0.01 * speed];
                let ahead = 0.6 + 1.5 * speed * dt;
                let start = Vec3::new(0.1 - 0.02 * ahead, ahead, 0.06 - 0.01 * ahead);
                desc.pose = middle(start, Quat::IDENTITY);
                let body = add(&mut world, &asset, desc);
                run(&mut world, 1, dt);
                let (mut before, _) = particles(&mut world, body);
                for step in 0..6 {
                    run(&mut world, 1, dt);
                    let (now, _) = particles(&mut world, body);
                    let deep = barrier.ways_depth(&asset, &before, &now);
                    let most = allowed(farthest(&before).max(farthest(&now)));
                    let what = format!(
                        "ways: {kind:?} shape {} {speed} m/s step {step}",
                        shape.shape
                    );
                    println!("{what}: {deep:e} of {most:e}");
                    assert!(deep <= most, "{what}: {deep} deep");
                    before = now;
                }
            }
        }
    }
}

/// A frictionless body slides off a table at full speed: faces over the edge do not catch on it.
#[test]
fn the_edge_of_a_table_does_not_catch_a_sliding_body() {
    let asset = cube(3, 0.3);
    for kind in kinds(0) {
        let mut world = world();
        let mut table = of(PLIANT_SHAPE_CUBOID, [0.5, 0.1, 1.0], Quat::IDENTITY);
        table.pose = PliantPose::at([-0.5, -0.1, 0.0]);
        table.friction = 0.0;
        let barrier = add_barrier(&mut world, table);
        let mut desc = firm(kind);
        desc.set_young(2.5e5);
        // Damping of a touching body also brakes its motion against the surface (docs/limits.md).
        desc.set_damping(0.0);
        desc.linear_velocity = [1.0, 0.0, 0.0];
        desc.pose = PliantPose::at([-0.5, 0.0, -0.15]);
        let body = add(&mut world, &asset, desc);
        for step in 1..=60 {
            run(&mut world, 1, HZ);
            let (x, v) = particles(&mut world, body);
            let (c, v) = centre(&asset, &x, &v);
            // Its middle is over the edge after 0.35 s; then it tips and falls.
            let before = step <= 20;
            if step % 10 == 0 {
                println!("table: {kind:?} step {step} centre {c} velocity {v}");
            }
            assert!(
                !before || (v.x - 1.0).abs() < 0.01,
                "{kind:?} step {step}: {v}"
            );
            assert!(barrier.faces_depth(&asset, &x) <= 0.3 * allowed(1.0));
        }
        let (x, v) = particles(&mut world, body);
        let (c, _) = centre(&asset, &x, &v);
        assert!(c.y < -0.5, "{kind:?}: still on the table at {c}");
    }
}

/// A body slides without friction over a ball larger than its faces: the ball holds it, not the planes of the last
/// substep.
#[test]
fn a_body_slides_off_a_ball() {
    let asset = cube(3, 0.3);
    for kind in kinds(1) {
        let mut world = world();
        let mut ball = of(PLIANT_SHAPE_SPHERE, [0.5, 0.0, 0.0], Quat::IDENTITY);
        ball.friction = 0.0;
        let barrier = add_barrier(&mut world, ball);
        let mut desc = firm(kind);
        desc.set_young(2.5e5);
        desc.linear_velocity = [0.3, 0.0, 0.0];
        desc.pose = PliantPose::at([-0.1, 0.505, -0.15]);
        let body = add(&mut world, &asset, desc);
        let mut worst = 0.0_f64;
        for step in 0..75 {
            run(&mut world, 1, HZ);
            let (x, v) = particles(&mut world, body);
            worst = worst.max(barrier.faces_depth(&asset, &x));
            if step % 15 == 14 {
                let (c, v) = centre(&asset, &x, &v);
                println!("off a ball: {kind:?} step {step} centre {c} velocity {v} deep {worst:e}");
            }
        }
        let (x, v) = particles(&mut world, body);
        let (c, _) = centre(&asset, &x, &v);
        assert!(worst <= 0.3 * allowed(1.0), "{kind:?}: {worst} deep");
        assert!(c.y < 0.0, "{kind:?}: still on the ball at {c}");
    }
}

/// A cube of 1 m stands on a ball of 0.1 m, with its middle 0.3 m aside: how far its middle fell after half a second
/// and after one second.
fn tips(cells: usize, young: f32, (method, executor): (u32, u32)) -> [f64; 2] {
    let asset = cube(cells, 1.0);
    let mut world = world();
    let mut ball = of(PLIANT_SHAPE_SPHERE, [0.1, 0.0, 0.0], Quat::IDENTITY);
    ball.friction = 1.0;
    add_barrier(&mut world, ball);
    let mut desc = firm((method, executor));
    desc.set_young(young);
    desc.friction = 1.0;
    desc.pose = middle(Vec3::new(0.3, 0.6, 0.0), Quat::IDENTITY);
    let body = add(&mut world, &asset, desc);
    let fallen = [0, 1].map(|_| {
        run(&mut world, 30, HZ);
        let (x, v) = particles(&mut world, body);
        0.6 - centre(&asset, &x, &v).0.y
    });
    println!("tips: {cells} cells, {young} Pa, {method} {executor}: falls {fallen:?}");
    fallen
}

/// A rigid cube turns about the ball by α = m g 0.3 / (m (1/6 + 0.5² + 0.3²)) = 5.8 rad/s² at first, so its middle
/// falls by 0.3 α t²/2 = 0.22 m in half a second. After one second it is off the ball and has fallen more than 0.3 m.
#[test]
fn a_body_tips_off_a_ball_beside_its_middle() {
    for kind in kinds(0) {
        let [half, whole] = tips(4, 1e6, kind);
        assert!(half > 0.22 && whole > 0.6, "{kind:?}: {half} {whole}");
    }
}

#[test]
#[ignore = "a stiff body stands on the face that touches, whose corners hold it, and falls 0.01 m in half a second, not 0.2: decision 5"]
fn a_stiff_body_of_one_cell_tips_off_a_ball() {
    for kind in KINDS {
        let [half, _] = tips(1, 1e7, kind);
        assert!(half > 0.15, "{kind:?}: {half}");
    }
}
