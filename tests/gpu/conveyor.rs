//! Colliders whose surface runs, as a belt does.

use super::barrier::*;
use super::common::*;
use glam::{DVec3, Quat};
use pliant::desc::*;
use pliant::math::PliantPose;
use pliant::world::Edit;

/// Friction of the belt and of the body [1].
const FRICTION: f64 = 0.5;
/// Speed of the belt [m/s].
const SPEED: f64 = 1.0;

/// A belt that runs along its own x, turned about the vertical: a plane, or the upper side of a box.
fn belt(shape: u32, turn: f32) -> PliantColliderDesc {
    PliantColliderDesc {
        shape,
        size: [10.0, 0.5, 10.0],
        pose: PliantPose {
            rotation: Quat::from_rotation_y(turn).to_array(),
            ..PliantPose::at([
                0.0,
                if shape == PLIANT_SHAPE_CUBOID {
                    -0.5
                } else {
                    0.0
                },
                0.0,
            ])
        },
        friction: FRICTION as f32,
        // What is along the normal has no effect.
        surface_velocity: [SPEED as f32, 3.0, 0.0],
        ..PliantColliderDesc::default()
    }
}

/// A box that stands on a belt is dragged at μg until it has the belt's speed v, and lags behind by v²/(2μg) then.
/// Friction is kept in steps of 1/1024 (0.2 %), contact is good to 2 % as on a slope, and the last substep of the drag
/// may be any part of one: v h / 2 = 2 mm, 2 % of the lag.
#[test]
fn a_belt_takes_a_box_along_at_its_own_speed() {
    let asset = cube(3, 0.3);
    let mut sweep = Sweep::every(3);
    for kind in KINDS {
        for (shape, turn) in [(PLIANT_SHAPE_PLANE, 0.0), (PLIANT_SHAPE_CUBOID, 0.7)] {
            if !sweep.takes() {
                continue;
            }
            let mut world = world();
            let desc = belt(shape, turn);
            world.apply(Edit::AddCollider { desc }).expect("a belt");
            let mut desc = desc_for(kind.1, kind.0, 2.5e5);
            desc.set_damping(10.0);
            desc.friction = FRICTION as f32;
            desc.pose = PliantPose::at([-0.15, 0.0, -0.15]);
            let body = add(&mut world, &asset, desc);
            let along = DVec3::new(f64::from(turn).cos(), 0.0, -f64::from(turn).sin());
            run(&mut world, 60, HZ);
            let (x, v) = particles(&mut world, body);
            let (place, velocity) = centre(&asset, &x, &v);
            let lag = SPEED - along.dot(place); // it began in the middle
            let expected = SPEED * SPEED / (2.0 * FRICTION * G);
            println!(
                "belt: {kind:?} shape {shape}: lag {lag}, expected {expected}, velocity {velocity}"
            );
            assert!(
                (velocity - SPEED * along).length() < 1e-2,
                "{kind:?} shape {shape}: {velocity}"
            );
            assert!(
                (lag / expected - 1.0).abs() < 0.042,
                "{kind:?} shape {shape}: lags by {lag} m, not {expected}"
            );
        }
    }
}
