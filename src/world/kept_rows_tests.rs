//! Kept rows, by a solver that keeps some: a kernel finds them and adds to them, and they are there after all that moves them.

use super::test_worlds::cube;
use super::*;
use crate::desc::{BodyOptions, Model, PLIANT_MODEL_MASS_SPRING, PLIANT_MODEL_NEO_HOOKEAN};
use crate::element::Terms;
use crate::error::Status;
use crate::gpu::kernel::{EDIT, EntryPoint, KernelSource};
use crate::solver::{IN_PLACE, Solver, solver_of};
use crate::state::{Kept, Per};

const DT: f32 = 1.0 / 60.0;

/// What it keeps, named as in snapshots: one row, then three quarters of a row a vertex.
const KEPT: [Kept; 2] = [
    Kept {
        name: "age",
        per: Per::Body,
        words: 1,
    },
    Kept {
        name: "load",
        per: Per::Vertices,
        words: 3,
    },
];

/// Adds its number, from one, to each kept row of each body.
static KEEP: KernelSource = KernelSource {
    label: "keep",
    declarations: &[
        include_str!("../../shaders/share/body.wgsl"),
        "
        @group(0) @binding(1) var<storage, read> bodies: array<Body>;
        @group(0) @binding(3) var<storage, read_write> state: array<vec4<f32>>;

        @compute @workgroup_size(64)
        fn keep(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
            let body = bodies[group.x];
            let rows = 1u + (3u * body.vertex_count + 3u) / 4u;
            for (var row = thread; row < rows; row += 64u) {
                state[body.kept_row + row] += f32(1u + row) * vec4<f32>(1.0, 2.0, 3.0, 4.0);
            }
        }
        ",
    ],
    parts: &[0, 1],
    bindings: EDIT.bindings,
    entry_points: &[EntryPoint::named("keep")],
    overrides: &[],
};

/// Gives bodies of this thread a solver that keeps rows, or the usual one.
fn keep_rows(keeps: bool) {
    IN_PLACE.set(None);
    let usual = solver_of(Terms::Blocks).unwrap();
    let keeping = Solver {
        kept: |_| KEPT.to_vec(),
        ..*usual
    };
    IN_PLACE.set(keeps.then(|| &*Box::leak(Box::new(keeping))));
}

fn world() -> World {
    keep_rows(true);
    World::new(WorldOptions::default()).unwrap()
}

fn add(world: &mut World, cells: usize) -> PliantBodyId {
    let asset = cube(cells);
    let mut desc = BodyOptions {
        model: Model::default_of(PLIANT_MODEL_NEO_HOOKEAN).unwrap(),
        ..BodyOptions::default()
    };
    (desc.substeps, desc.iterations, desc.layers) = (1, 1, 0);
    let Ok(Applied::Body(body)) = world.apply(Edit::AddBody { asset, desc }) else {
        panic!("no body");
    };
    body
}

/// Steps the world, then lets the kernel add to what its bodies keep; none may have been removed.
fn step(world: &mut World) {
    world.step(DT).unwrap();
    let (context, state) = (world.id.context(), world.store.state());
    let layout = context.layout(&KEEP);
    let pipeline = context.pipeline(&KEEP, "keep").unwrap();
    let bound = state.bind(context, &layout, false);
    let mut encoder = context.device.create_command_encoder(&Default::default());
    let mut pass = encoder.begin_compute_pass(&Default::default());
    pass.set_pipeline(&pipeline);
    pass.set_bind_group(0, bound.group(), &[]);
    pass.dispatch_workgroups(world.scene.body_slots().len() as u32, 1, 1);
    drop(pass);
    context.queue.submit([encoder.finish()]);
}

/// Checks how often the kernel has added to what each body keeps.
fn check(world: &World, times: &[u32]) {
    let states = world.store.body_states(&world.scene).unwrap();
    assert_eq!(states.len(), times.len());
    for (((_, body), (_, rows)), times) in world.scene.bodies().zip(states).zip(times) {
        let load = 3 * body.vertices().len();
        let mut row = 0;
        for (name, rows_of_it) in [("age", 1), ("load", load.div_ceil(4))] {
            let (_, bytes) = rows.iter().find(|(other, _)| other == name).unwrap();
            let found: Vec<[f32; 4]> = bytemuck::pod_collect_to_vec(bytes);
            assert_eq!(found.len(), rows_of_it);
            for found in found {
                row += 1;
                let whole = (times * row) as f32;
                assert_eq!(
                    found,
                    [1.0, 2.0, 3.0, 4.0].map(|k| k * whole),
                    "{name} {row}"
                );
            }
        }
    }
}

/// A world begins with room for 1024 vertices and no kept rows.
#[test]
fn kept_rows_survive_growth_and_new_plans() {
    let mut world = world();
    let body = add(&mut world, 1);
    check(&world, &[0]);
    step(&mut world);
    step(&mut world);
    check(&world, &[2]);
    // More kept rows, in the room for as many vertices.
    add(&mut world, 5);
    step(&mut world);
    check(&world, &[3, 1]);
    let row = |world: &World| world.store.records()[0].kept_row;
    let before = row(&world);
    // More vertices: the kept rows move.
    add(&mut world, 10);
    step(&mut world);
    check(&world, &[4, 2, 1]);
    assert_ne!(row(&world), before);
    // Another plan.
    let schedule = Edit::SetSchedule {
        body,
        substeps: 2,
        iterations: 2,
    };
    world.apply(schedule).unwrap();
    step(&mut world);
    check(&world, &[5, 3, 2]);
    // More channels: they move again.
    let before = row(&world);
    let context = world.id.context().clone();
    world.store.state_mut().reserve_faces(&context).unwrap();
    world.planner.change_plan();
    step(&mut world);
    check(&world, &[6, 4, 3]);
    assert_ne!(row(&world), before);
}

#[test]
fn snapshots_hold_kept_rows_by_name() {
    let mut world = world();
    add(&mut world, 1);
    add(&mut world, 2);
    step(&mut world);
    step(&mut world);
    let saved = world.save().unwrap();
    step(&mut world);
    check(&world, &[3, 3]);
    world.restore(&saved).unwrap();
    check(&world, &[2, 2]);
    step(&mut world);
    check(&world, &[3, 3]);
    let mut other = World::new(WorldOptions::default()).unwrap();
    add(&mut other, 4);
    other.restore(&saved).unwrap();
    check(&other, &[2, 2]);
    // A snapshot without the rows that a solver keeps is refused.
    keep_rows(false);
    let mut without = World::new(WorldOptions::default()).unwrap();
    add(&mut without, 1);
    let saved = without.save().unwrap();
    keep_rows(true);
    let refused = other.restore(&saved).unwrap_err();
    assert_eq!(refused.status, Status::Format);
    assert!(refused.message.contains("the age of a body"), "{refused}");
    check(&other, &[2, 2]);
}

/// They are zero where a body is placed, and go with it or with its solver.
#[test]
fn kept_rows_begin_and_end_with_their_body() {
    let mut world = world();
    let bodies = [add(&mut world, 1), add(&mut world, 2)];
    let end = world.store.state().kept_ranges.end();
    step(&mut world);
    check(&world, &[1, 1]);
    let still = [0.0; 3];
    let moved = Edit::TeleportBody {
        body: bodies[0],
        pose: Default::default(),
        linear_velocity: still,
        angular_velocity: still,
        pins: 0,
    };
    world.apply(moved).unwrap();
    check(&world, &[0, 1]);
    // Springs keep nothing.
    for model in [PLIANT_MODEL_MASS_SPRING, PLIANT_MODEL_NEO_HOOKEAN] {
        let model = Model::default_of(model).unwrap();
        let body = bodies[1];
        world.apply(Edit::SetModel { body, model }).unwrap();
    }
    check(&world, &[0, 0]);
    assert_eq!(world.store.state().kept_ranges.end(), end);
    step(&mut world);
    check(&world, &[1, 1]);
    for body in bodies {
        world.apply(Edit::RemoveBody { body }).unwrap();
    }
    assert_eq!(world.store.state().kept_ranges.end(), 0);
    add(&mut world, 2);
    check(&world, &[0]);
}

/// More rows than the adapter has room for are an error, and leave no trace.
#[test]
fn kept_rows_without_room_are_refused() {
    let mut world = world();
    add(&mut world, 1);
    step(&mut world);
    let before = world.store.state().kept_ranges.end();
    let context = world.id.context().clone();
    let refused = world.store.state_mut().take_kept(&context, u32::MAX / 2);
    assert_eq!(refused.unwrap_err().status, Status::Capacity);
    assert_eq!(world.store.state().kept_ranges.end(), before);
    step(&mut world);
    check(&world, &[2]);
}
