//! A GPU error becomes a status of the worlds it concerns, and of no others.

use super::test_worlds::{cube, own_device};
use super::*;
use crate::desc::{BodyOptions, PLIANT_MAP_LATEST, PLIANT_MAP_WAIT, PLIANT_WORLD_PORTABLE_LIMITS};
use crate::error::Status;
use crate::gpu::buffer::{self, Rows};
use crate::share::Command;

const DT: f32 = 1.0 / 60.0;

fn with_body(options: &WorldOptions) -> (World, PliantBodyId) {
    let mut world = World::new(options.clone()).unwrap();
    let desc = BodyOptions {
        readback_particles: 1,
        ..BodyOptions::default()
    };
    let asset = cube(2);
    let Ok(Applied::Body(body)) = world.apply(Edit::AddBody { asset, desc }) else {
        panic!("no body");
    };
    (world, body)
}

/// The status of every call that can fail.
fn statuses(world: &mut World, body: PliantBodyId) -> Vec<Option<Status>> {
    let gravity = [0.0; 3];
    let results = [
        world.step(DT).map(drop),
        world.apply(Edit::SetGravity { gravity }).map(drop),
        world.apply(Edit::RemoveBody { body }).map(drop),
        world.wait(1_000_000).map(drop),
        world.map_particles(body, PLIANT_MAP_WAIT).map(drop),
        world.map_particles(body, PLIANT_MAP_LATEST).map(drop),
        world.copy_positions(body).map(drop),
        world.state_hash().map(drop),
        world.save().map(drop),
        world.restore(&[]),
        world.plan_text().map(drop),
        world.body_info(body).map(drop),
    ];
    let messages = results.iter().filter_map(|r| r.as_ref().err());
    assert!(messages.clone().all(|e| e.message.len() > 20));
    results.map(|r| r.err().map(|e| e.status)).to_vec()
}

#[test]
fn a_lost_device_is_a_status_of_all_its_worlds_and_a_new_world_works() {
    let options = own_device();
    let ((mut one, body), (mut two, other)) = (with_body(&options), with_body(&options));
    assert!(Arc::ptr_eq(one.id.context(), two.id.context()));
    one.step(DT).unwrap();
    let map = one.map_particles(body, PLIANT_MAP_WAIT).unwrap().map;
    one.step(DT).unwrap();
    one.id.context().device.destroy();
    // A destroyed device reports the loss after its work is done. A step before that fails without a panic or a hang.
    assert_eq!(one.step(DT).unwrap_err().status, Status::DeviceLost);
    while one.id.context().fault().is_none() {
        let _ = one.id.context().poll();
    }
    let lost = vec![Some(Status::DeviceLost); 12];
    assert_eq!(statuses(&mut one, body), lost);
    assert_eq!(statuses(&mut two, other), lost);
    assert_eq!(one.is_lost().map(|e| e.status), Some(Status::DeviceLost));
    one.unmap(map).unwrap();
    let (mut fresh, body) = with_body(&options);
    fresh.step(DT).unwrap();
    assert_eq!(fresh.map_particles(body, PLIANT_MAP_WAIT).unwrap().frame, 1);
    drop((one, two));
    fresh.step(DT).unwrap();
}

#[test]
fn a_command_that_the_gpu_refuses_is_the_fault_of_its_world_alone() {
    let options = own_device();
    let ((mut bad, body), (mut good, other)) = (with_body(&options), with_body(&options));
    assert!(Arc::ptr_eq(bad.id.context(), good.id.context()));
    bad.step(DT).unwrap();
    // A copy from beyond its buffer.
    bad.results.pieces_mut()[0].offset = 1 << 40;
    let error = bad.step(DT).unwrap_err();
    assert_eq!(error.status, Status::Gpu);
    assert!(error.message.contains("a step"), "{}", error.message);
    assert_eq!(statuses(&mut bad, body), vec![Some(Status::Gpu); 12]);
    good.step(DT).unwrap();
    assert_eq!(good.map_particles(other, PLIANT_MAP_WAIT).unwrap().frame, 1);
    assert!(good.is_lost().is_none());
    let (mut third, _) = with_body(&options);
    assert!(Arc::ptr_eq(third.id.context(), good.id.context()));
    third.step(DT).unwrap();
}

/// A huge buffer is refused, whether by the adapter's limits or its memory, and the world goes on.
#[test]
fn a_buffer_that_does_not_fit_is_an_error_and_changes_nothing() {
    let (mut world, body) = with_body(&own_device());
    let context = world.id.context().clone();
    let huge = buffer::storage(&context, "huge", 1 << 50).unwrap_err();
    assert_eq!(huge.status, Status::Capacity);
    let uses = buffer::BufferUsages::UNIFORM;
    let refused = buffer::create(&context, "huge", 1 << 50, uses).unwrap_err();
    assert!(matches!(refused.status, Status::Gpu | Status::OutOfMemory));
    let rows = (context.limits.max_storage_buffer_binding_size / 16) as u32;
    let state = world.store.state_mut();
    let refused = state.take_vertices(&context, rows, 2).unwrap_err();
    assert_eq!(refused.status, Status::Capacity);
    world.step(DT).unwrap();
    assert_eq!(world.map_particles(body, PLIANT_MAP_WAIT).unwrap().frame, 1);
}

/// A step that finds no room for queued commands fails, and the next one applies them: an impulse of mass × 1 m/s gives
/// the body 1 m/s, within f32 rounding of its position (1e-6 m after 1/60 s).
#[test]
fn what_is_queued_waits_on_when_a_step_fails() {
    let mut options = own_device();
    options.flags = PLIANT_WORLD_PORTABLE_LIMITS;
    options.gravity = [0.0; 3];
    let (mut world, body) = with_body(&options);
    let context = world.id.context().clone();
    let impulse = [world.body_info(body).unwrap().mass, 0.0, 0.0];
    let edit = Edit::ImpulseBody {
        body,
        impulse,
        point: None,
    };
    let before = world.body_info(body).unwrap().low[0];
    world.apply(edit).unwrap();
    // Two of these rows exceed the 128 MiB of a binding.
    world.store.state_mut().commands = Rows::new(&context, "few", 8 << 20, 0).unwrap();
    for vertex in 0..20 {
        let change = queue::VertexChange::Capture;
        world.queue.commands_mut().change(0, vertex, change, None);
    }
    assert_eq!(world.step(DT).unwrap_err().status, Status::Capacity);
    assert!(!world.queue.commands().is_empty());
    let bytes = size_of::<Command>() as u64;
    world.store.state_mut().commands = Rows::new(&context, "enough", bytes, 64).unwrap();
    world.planner.change_plan();
    world.step(DT).unwrap();
    assert!(world.queue.commands().is_empty());
    world.state_hash().unwrap();
    let moved = world.body_info(body).unwrap().low[0] - before;
    assert!((moved - f64::from(DT)).abs() < 1e-6, "moved {moved} m");
}

/// A body too large for any workgroup that insists on one breaks the plan. It can be removed even while impulses are
/// pending.
#[test]
fn a_body_that_breaks_the_plan_can_be_removed() {
    let (mut world, other) = with_body(&own_device());
    let (asset, desc) = (cube(13), BodyOptions::default());
    let Ok(Applied::Body(body)) = world.apply(Edit::AddBody { asset, desc }) else {
        panic!("no body");
    };
    world.step(DT).unwrap();
    let broken = &mut world.scene.body_mut(body).unwrap().data;
    broken.desc.executor = crate::desc::PLIANT_EXECUTOR_RESIDENT;
    let (impulse, point) = ([1.0, 0.0, 0.0], None);
    for body in [other, body] {
        let edit = Edit::ImpulseBody {
            body,
            impulse,
            point,
        };
        world.apply(edit).unwrap();
    }
    world.planner.change_plan();
    assert_eq!(world.step(DT).unwrap_err().status, Status::Capacity);
    world.apply(Edit::RemoveBody { body }).unwrap();
    assert!(
        !world.queue.commands().is_empty(),
        "the other's push is lost"
    );
    world.step(DT).unwrap();
    assert!(world.queue.commands().is_empty());
}

/// A step whose results find no memory fails each time, and the next step reuses its staging memory.
#[test]
fn staging_memory_comes_back_when_a_step_fails() {
    let (mut world, _) = with_body(&own_device());
    world.step(DT).unwrap();
    world.wait(60_000_000_000).unwrap();
    let length = std::mem::replace(&mut world.results.pieces_mut()[0].length, 1 << 50);
    for _ in 0..5 {
        world.store.forget_frames(); // as if something had moved: else nothing is staged
        world.step(DT).unwrap_err();
        world.wait(60_000_000_000).unwrap();
    }
    assert_eq!(world.queue.belt().chunks(), 1);
    world.results.pieces_mut()[0].length = length;
    world.step(DT).unwrap();
}

/// A stopped body reports the same after a restore.
#[test]
fn a_snapshot_keeps_what_a_body_reports() {
    use crate::share::{REPORT_DROPPED, REPORT_STATUS, REPORT_SUBSTEP, REPORT_TOUCHING};
    let (mut world, body) = with_body(&own_device());
    let edit = Edit::SetSchedule {
        body,
        substeps: 1,
        iterations: 5,
    };
    world.apply(edit).unwrap();
    world.scene.body_mut(body).unwrap().data.desc.executor = crate::desc::PLIANT_EXECUTOR_RESIDENT;
    world.step(DT).unwrap();
    let slot = world.scene.body(body).unwrap().index;
    assert!(world.planner.is_resident(slot));
    let report = |world: &World| world.store.body_states(&world.scene).unwrap()[0].0;
    let mut words = report(&world);
    let marks = [
        (REPORT_STATUS, 1),
        (REPORT_TOUCHING, 5),
        (REPORT_DROPPED, 2),
        (REPORT_SUBSTEP, 3),
    ];
    for (word, value) in marks {
        words[word as usize] = value;
    }
    let index = world.scene.body(body).unwrap().index;
    let written = world
        .store
        .state_mut()
        .report
        .write(world.id.context(), index, &[words]);
    written.unwrap();
    let saved = world.save().unwrap();
    world.restore(&saved).unwrap();
    assert_eq!(report(&world), words);
    world.step(DT).unwrap();
    world.wait(60_000_000_000).unwrap();
    let info = world.body_info(body).unwrap();
    assert_eq!(info.state, crate::desc::PLIANT_BODY_NOT_FINITE);
    assert_eq!((info.stopped_substep, info.touching_vertex_count), (3, 5));
    // The report is of a step long ago.
    assert_eq!(world.stats().dropped_plane_count, 0);
}
