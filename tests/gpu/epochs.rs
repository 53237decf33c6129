//! A step in epochs, with bodies that wait for each other, is the step that each body takes at once.

use super::common::*;
use glam::Vec3;
use pliant::desc::*;
use pliant::math::PliantPose;

/// Positions and velocities of a body, as the GPU keeps them.
type Rows = (Vec<[f32; 4]>, Vec<[f32; 4]>);

/// Cubes of three schedules in one world, falling and turning: their particles in the end.
fn run_cubes(kind: (u32, u32), together: bool) -> Vec<Rows> {
    let mut world = world_with(|o| o.together = together);
    // A hit makes much of rounding, so only bodies that keep their bits meet the floor.
    if kind.1 == PLIANT_EXECUTOR_WIDE {
        add_floor(&mut world, 0.0);
    }
    let asset = cube(3, 0.5);
    let mut bodies = Vec::new();
    for (place, substeps) in [0.0, 2.0, 4.0].into_iter().zip([1, 3, 2]) {
        let mut desc = BodyOptions {
            executor: kind.1,
            pose: PliantPose::at([place, 0.2, 0.0]),
            angular_velocity: [0.3, 1.0, -0.5],
            // Springs of 1e4 Pa need 1 substep an epoch here.
            substeps,
            ..body_desc()
        };
        desc.set_model(kind.0);
        desc.set_young(1e4);
        desc.set_damping(2.0);
        bodies.push(add(&mut world, &asset, desc));
    }
    let steps = if kind.1 == PLIANT_EXECUTOR_WIDE {
        30
    } else {
        1
    };
    run(&mut world, steps, HZ);
    bodies
        .into_iter()
        .map(|body| particles(&mut world, body))
        .collect()
}

/// Between epochs a body is only put away and fetched. Wide bodies live in buffers all along, so they get the same
/// bits. A resident body forgets what it knows of its momentum and sums it anew, which rounds differently: in one step of
/// four epochs by four units in the last place of a coordinate of 4.5 m, 1.9e-6 m.
#[test]
fn a_step_in_epochs_is_the_step_at_once() {
    for kind in KINDS {
        let [alone, together] = [false, true].map(|together| run_cubes(kind, together));
        for ((x, v), (y, w)) in alone.iter().zip(&together) {
            if kind.1 == PLIANT_EXECUTOR_WIDE {
                assert!(x == y && v == w, "{kind:?}: wide bodies differ");
            }
            let at = |row: &[f32; 4]| Vec3::from_slice(&row[..3]);
            let off = x.iter().zip(y).map(|(a, b)| at(a).distance(at(b)));
            let worst = off.fold(0.0, f32::max);
            println!("{kind:?}: {worst:e} m");
            assert!(worst < 1.9e-6, "{kind:?}: {worst} m");
        }
    }
}
