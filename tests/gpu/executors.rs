//! Both executors of a method give the same motion: each size class of the resident one against the wide one.

use super::barrier::*;
use super::common::*;
use pliant::asset::Asset;
use pliant::desc::*;
use pliant::error::Status;
use pliant::math::PliantPose;
use pliant::world::{Applied, Edit, Selection};
use std::sync::Arc;

/// Cells along an edge of a cube: 125, 216, 343, 1,331 and 2,197 vertices. Software adapters have no room for the last
/// cube. They have room for 1,331 vertices only where threads sum whole vertices, which a GPU does in a crowd (see
/// below).
const CELLS: [usize; 5] = [4, 5, 6, 10, 12];

/// A spinning cube falls onto a half-space and the edge of a box, with friction and damping, for a quarter of a second;
/// it is on the box for the last tenth. The executors do the same arithmetic in another order, so they differ by
/// rounding (6e-8) and by what contact makes of it. The implicit method damps that: the limit is a thousandth of a way
/// of 0.1 m, or, of many vertices, three times what a rounding of the start makes of it. With the explicit method a vertex that touches one substep earlier moves on by the way of one substep at 1
/// m/s, 4 mm; the mean over all vertices stays below a tenth of that.
#[test]
fn resident_and_wide_bodies_move_alike() {
    let mut sweep = Sweep::every(3);
    // The larger ones take a software adapter minutes.
    let count = if amount() == Amount::Brief {
        3
    } else {
        CELLS.len()
    };
    for cells in CELLS.into_iter().take(count) {
        let asset = cube(cells, 0.5);
        for method in [PLIANT_MODEL_NEO_HOOKEAN, PLIANT_MODEL_MASS_SPRING] {
            if !sweep.takes() {
                continue;
            }
            let Some(resident) = fall(&asset, method, PLIANT_EXECUTOR_RESIDENT, HEIGHT) else {
                skip(&format!(
                    "{cells} cells, method {method}: no room for a resident body on this adapter"
                ));
                continue;
            };
            let wide_from = |height| {
                fall(&asset, method, PLIANT_EXECUTOR_WIDE, height).expect("wide bodies always fit")
            };
            let wide = wide_from(HEIGHT);
            let (mean, most) = apart(&resident, &wide);
            println!("executors: {cells} cells method {method}: mean {mean:.1e}, most {most:.1e}");
            let (limit, what) = match method {
                PLIANT_MODEL_NEO_HOOKEAN if most < 1e-4 => (1e-4, most),
                PLIANT_MODEL_NEO_HOOKEAN => {
                    let starts = [HEIGHT.next_down(), HEIGHT.next_up()];
                    let rounded = starts.map(|height| apart(&wide, &wide_from(height)).1);
                    println!("executors: a rounding of the start makes {rounded:?} of it");
                    (3.0 * rounded[0].max(rounded[1]), most)
                }
                _ => (4e-4, mean),
            };
            assert!(
                what < limit && most < 4e-3,
                "{cells} cells method {method}: {mean} {most}"
            );
        }
    }
}

/// How far two states are apart: the mean over their vertices, and the most.
fn apart(first: &[[f32; 4]], second: &[[f32; 4]]) -> (f64, f64) {
    let distance = |(a, b): (&[f32; 4], &[f32; 4])| {
        (0..3)
            .map(|i| f64::from(a[i] - b[i]).powi(2))
            .sum::<f64>()
            .sqrt()
    };
    let pairs = || first.iter().zip(second).map(distance);
    (
        pairs().sum::<f64>() / first.len() as f64,
        pairs().fold(0.0, f64::max),
    )
}

/// Height of the cube's corner at the start [m].
const HEIGHT: f32 = 0.25;

/// The final positions, or nothing if the adapter has no room for the executor.
fn fall(asset: &Arc<Asset>, method: u32, executor: u32, height: f32) -> Option<Vec<[f32; 4]>> {
    let mut world = world();
    add_barrier(&mut world, PliantColliderDesc::default());
    let table = PliantColliderDesc {
        shape: PLIANT_SHAPE_CUBOID,
        size: [0.3, 0.1, 1.0],
        pose: PliantPose::at([0.35, 0.1, 0.0]),
        ..PliantColliderDesc::default()
    };
    add_barrier(&mut world, table);
    let mut desc = BodyOptions {
        executor,
        pose: PliantPose::at([-0.25, height, -0.25]),
        angular_velocity: [0.3, 1.0, -0.5],
        friction: 0.5,
        ..body_desc()
    };
    desc.set_model(method);
    desc.set_young(2e5);
    desc.set_damping(5.0);
    let added = world.apply(Edit::AddBody {
        asset: asset.clone(),
        desc,
    });
    let body = match added {
        Ok(Applied::Body(body)) => body,
        Err(error) if error.status == Status::Capacity => return None,
        other => panic!("adding a body gave {other:?}"),
    };
    name_executor(body, executor);
    run(&mut world, 15, 1.0 / 60.0);
    Some(particles(&mut world, body).0)
}

/// How a cube is thrown: substeps and iterations, and the numbers of half-spaces and spheres, all out of its reach.
#[derive(Clone, Copy, Debug)]
struct Thrown {
    method: u32,
    schedule: [u32; 2],
    colliders: [usize; 2],
}

impl Thrown {
    /// Two steps of the turning cube: final positions, state and executor.
    fn run(self, executor: u32) -> (Vec<[f32; 4]>, [u32; 2]) {
        let mut world = world_with(|o| o.epochs = 1);
        let shapes = [PLIANT_SHAPE_PLANE, PLIANT_SHAPE_SPHERE];
        for (shape, count) in shapes.into_iter().zip(self.colliders) {
            for _ in 0..count {
                let desc = PliantColliderDesc {
                    shape,
                    size: [0.5, 0.0, 0.0],
                    pose: PliantPose::at([0.0, -3.0, 0.0]),
                    ..PliantColliderDesc::default()
                };
                world.apply(Edit::AddCollider { desc }).expect("a collider");
            }
        }
        let mut desc = BodyOptions {
            executor,
            substeps: self.schedule[0],
            iterations: self.schedule[1],
            angular_velocity: [0.3, 1.0, -0.5],
            ..body_desc()
        };
        desc.set_model(self.method);
        desc.set_young(1e4);
        let body = add(&mut world, &cube(4, 0.5), desc);
        any_executor(body);
        run(&mut world, 2, 1.0 / 60.0);
        let (positions, _) = particles(&mut world, body);
        let info = world.body_info(body).expect("info");
        (positions, [info.state, info.executor])
    }
}

/// Mesa's software driver ends all loops of a kernel after 65,535 passes. A resident body that would need more, for its
/// sweeps or for its colliders, runs wide there, with the bits of a wide body. On a GPU it stays resident. Below that
/// limit it is resident everywhere and moves as the wide one does, to rounding.
#[test]
fn no_number_of_sweeps_or_colliders_stops_a_resident_body() {
    let info = world().adapter_info();
    let software = info.device_type == 4;
    let cases = [
        (PLIANT_MODEL_NEO_HOOKEAN, [4, 10], [0, 0], false),
        (PLIANT_MODEL_NEO_HOOKEAN, [4, 200], [0, 0], true),
        (PLIANT_MODEL_NEO_HOOKEAN, [64, 20], [0, 0], true),
        (PLIANT_MODEL_NEO_HOOKEAN, [4, 10], [50, 5], false),
        (PLIANT_MODEL_NEO_HOOKEAN, [4, 10], [12_000, 0], true),
        (PLIANT_MODEL_NEO_HOOKEAN, [4, 10], [0, 2_000], true),
        (PLIANT_MODEL_MASS_SPRING, [16, 0], [0, 0], false),
        (PLIANT_MODEL_MASS_SPRING, [4096, 0], [0, 0], true),
        (PLIANT_MODEL_MASS_SPRING, [16, 0], [20, 1], false),
        (PLIANT_MODEL_MASS_SPRING, [16, 0], [0, 600], true),
    ];
    let mut sweep = Sweep::every(3);
    for (method, schedule, colliders, many) in cases {
        if !sweep.takes() {
            continue;
        }
        let thrown = Thrown {
            method,
            schedule,
            colliders,
        };
        let (wide, [state, _]) = thrown.run(PLIANT_EXECUTOR_WIDE);
        assert_eq!(state, PLIANT_BODY_ACTIVE, "{thrown:?}");
        let (there, [state, executor]) = thrown.run(PLIANT_EXECUTOR_RESIDENT);
        assert_eq!(state, PLIANT_BODY_ACTIVE, "{thrown:?}");
        let moved = software && many;
        let expected = match moved {
            true => PLIANT_EXECUTOR_WIDE,
            false => PLIANT_EXECUTOR_RESIDENT,
        };
        assert_eq!(executor, expected, "{thrown:?}");
        assert!(
            !moved || there == wide,
            "{thrown:?}: another executor's bits"
        );
        let apart = there.iter().flatten().zip(wide.iter().flatten());
        let apart = apart.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        println!("executors: {thrown:?}: apart by {apart:e}");
        assert!(apart < 1e-4, "{thrown:?}: apart by {apart}");
    }
}

/// Equal bodies thrown from the same place onto a floor, free or held by a spring: positions of the first and the last
/// body, and the plan. Nothing if there is no room.
fn crowd(asset: &Arc<Asset>, count: usize, held: bool) -> Option<([Vec<[f32; 4]>; 2], String)> {
    let mut world = world_with(|o| o.epochs = 1);
    add_floor(&mut world, 0.0);
    let mut desc = BodyOptions {
        executor: PLIANT_EXECUTOR_RESIDENT,
        pose: PliantPose::at([0.0, 0.01, 0.0]),
        linear_velocity: [0.0, -1.0, 0.0],
        angular_velocity: [0.3, 1.0, -0.5],
        restitution: 0.7,
        substeps: 2,
        iterations: 2,
        ..body_desc()
    };
    desc.set_young(1e5);
    let mut bodies = Vec::new();
    for _ in 0..count {
        let asset = asset.clone();
        match world.apply(Edit::AddBody { asset, desc }) {
            Ok(Applied::Body(body)) => {
                name_executor(body, desc.executor);
                bodies.push(body);
            }
            Err(error) if error.status == Status::Capacity => return None,
            other => panic!("adding a body gave {other:?}"),
        }
    }
    for body in bodies.iter().filter(|_| held) {
        let spring = Edit::Attach {
            body: *body,
            selection: Selection::Vertices(vec![0, 1, 2]),
            frame: None,
            target: None,
            stiffness: 1e3,
            user_data: 0,
        };
        world.apply(spring).expect("a spring");
    }
    // A software adapter takes five seconds for a step of the crowd.
    let steps = if amount() == Amount::Brief { 2 } else { 4 };
    run(&mut world, steps, 1.0 / 60.0);
    let mut at = |body| particles(&mut world, body).0;
    let ends = [at(bodies[0]), at(*bodies.last()?)];
    Some((ends, world.plan_text().expect("a plan")))
}

/// In a crowd of 128 bodies of 1,000 vertices each thread sums whole vertices. One body alone shares its vertices
/// between threads where a workgroup has 46 KiB. The arithmetic is the same in another order: a few hundred roundings
/// (3e-8) of coordinates of half a metre.
#[test]
fn a_body_in_a_crowd_moves_as_one_alone() {
    let asset = cube(9, 0.5);
    let mut sweep = Sweep::every(2);
    for held in [true, false] {
        if !sweep.takes() {
            continue;
        }
        let (Some(([alone, _], plan)), Some((many, crowded))) =
            (crowd(&asset, 1, held), crowd(&asset, 128, held))
        else {
            skip("no room for a crowd of resident bodies on this adapter");
            return;
        };
        assert!(crowded.contains("resident_vbd_whole"), "{crowded}");
        let room = world().adapter_info().max_workgroup_storage_bytes;
        assert_eq!(
            plan.contains("resident_vbd_whole"),
            room < 46 << 10,
            "{plan}"
        );
        for of_many in many {
            let pairs = alone.iter().zip(&of_many);
            let apart = pairs.flat_map(|(a, b)| (0..3).map(|i| (a[i] - b[i]).abs()));
            let apart = apart.fold(0.0, f32::max);
            println!("crowd: held {held}: apart by {apart:e}");
            assert!(apart < 1e-5, "held {held}: apart by {apart}");
        }
    }
}
