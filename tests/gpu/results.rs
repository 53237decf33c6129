//! Results belong to one step, whatever is edited after it. Also what handles name after a restore.

use super::common::*;
use glam::{Quat, Vec3};
use pliant::desc::*;
use pliant::error::Status;
use pliant::ids::{PliantBodyId, PliantFrameId, PliantMapId};
use pliant::math::PliantPose;
use pliant::world::{Applied, Edit, World};

const DT: f32 = 1.0 / 60.0;

/// In another world the same slots carry its number. What was gone when it was saved stays gone, and what is no object
/// of the world has no handle.
#[test]
fn a_save_restored_in_another_world_can_be_named() {
    let asset = cube(1, 0.2);
    let mut world = world();
    let gone = add(&mut world, &asset, body_desc());
    let kept = add(&mut world, &asset, body_desc());
    let frame = match world.apply(Edit::AddFrame {
        pose: PliantPose::default(),
        user_data: 0,
    }) {
        Ok(Applied::Frame(frame)) => frame,
        other => panic!("adding a frame gave {other:?}"),
    };
    world.apply(Edit::RemoveBody { body: gone }).expect("gone");
    let saved = world.save().expect("saved");
    let mut other = self::world();
    other.restore(&saved).expect("restored");
    let stale = |result: Result<u64, pliant::error::Error>| {
        assert_eq!(result.expect_err("no handle").status, Status::InvalidHandle);
    };
    let here = PliantBodyId {
        bits: other.translate(kept.bits).expect("a body"),
    };
    assert_ne!(here, kept);
    other.body_info(here).expect("the body");
    stale(other.body_info(kept).map(|_| 0));
    let frame = PliantFrameId {
        bits: other.translate(frame.bits).expect("a frame"),
    };
    let pose = PliantPose::default();
    other
        .apply(Edit::MoveFrame {
            frame,
            pose,
            teleport: false,
        })
        .expect("moved");
    stale(other.translate(gone.bits));
    stale(other.translate(0));
    stale(other.translate(u64::MAX));
}

/// A handle given out after the save names nothing after the restore, however many bodies are added: the slot of a body
/// continues counting from where the later world was.
#[test]
fn a_restore_brings_no_later_handle_back_to_life() {
    let asset = cube(1, 0.2);
    let mut world = world();
    let kept = add(&mut world, &asset, body_desc());
    let freed = add(&mut world, &asset, body_desc());
    world.apply(Edit::RemoveBody { body: freed }).expect("gone");
    let saved = world.save().expect("saved");
    let late: Vec<PliantBodyId> = (0..3)
        .map(|_| add(&mut world, &asset, body_desc()))
        .collect();
    for body in &late {
        world
            .apply(Edit::RemoveBody { body: *body })
            .expect("gone again");
    }
    world.restore(&saved).expect("restored");
    world.body_info(kept).expect("the handle of the save");
    for _ in 0..4 {
        let new = add(&mut world, &asset, body_desc());
        assert!(!late.contains(&new) && new != freed, "given out twice");
    }
    for stale in late.iter().chain([&freed]) {
        let error = world.body_info(*stale).expect_err("a stale handle");
        assert_eq!(error.status, Status::InvalidHandle);
    }
}

fn teleport(world: &mut World, body: PliantBodyId) {
    let edit = Edit::TeleportBody {
        body,
        pose: PliantPose::at([3.0; 3]),
        linear_velocity: [1.0; 3],
        angular_velocity: [0.0; 3],
        pins: PLIANT_TELEPORT_PINS_FOLLOW,
    };
    world.apply(edit).expect("put elsewhere");
}

/// A push, which a save applies immediately.
fn push(world: &mut World, body: PliantBodyId) {
    let (impulse, point) = ([9.0; 3], None);
    let edit = Edit::ImpulseBody {
        body,
        impulse,
        point,
    };
    world.apply(edit).expect("pushed");
    world.save().expect("saved, with the push");
}

/// Another body takes the memory of this one.
fn replace(world: &mut World, body: PliantBodyId) {
    world.apply(Edit::RemoveBody { body }).expect("removed");
    add(world, &cube(2, 0.4), body_desc());
}

fn add_another(world: &mut World, _: PliantBodyId) {
    add(world, &cube(2, 0.3), body_desc());
}

/// Runs four steps and maps the results of each.
fn map_four(world: &mut World, body: PliantBodyId) -> Vec<PliantMapId> {
    let mut maps = Vec::new();
    for _ in 0..4 {
        world.step(DT).expect("a step");
        let view = world.map_particles(body, PLIANT_MAP_WAIT);
        maps.push(view.expect("particles").map);
    }
    maps
}

/// The hash and the particles after a fifth step, with `change` made after it. `skip` keeps every slot mapped during
/// the step and frees one before the change.
fn results_of_the_fifth_step(
    change: Option<fn(&mut World, PliantBodyId)>,
    skip: bool,
) -> (u64, Vec<[f32; 4]>) {
    let asset = cube(2, 0.4);
    let mut world = world();
    let bodies = [0.0, 1.0].map(|x| {
        let pose = PliantPose::at([x, 0.0, 0.0]);
        add(
            &mut world,
            &asset,
            BodyOptions {
                pose,
                ..body_desc()
            },
        )
    });
    let mut maps = map_four(&mut world, bodies[0]);
    if !skip {
        maps.drain(..)
            .for_each(|map| world.unmap(map).expect("unmapped"));
    }
    world.step(DT).expect("a step");
    assert_eq!(world.stats().readback_skipped_count, u64::from(skip));
    if skip {
        let refused = world.state_hash().expect_err("every slot is mapped");
        assert_eq!(refused.status, Status::InvalidState);
        world.unmap(maps.remove(0)).expect("unmapped");
    }
    if let Some(change) = change {
        change(&mut world, bodies[1]);
    }
    let hash = world.state_hash().expect("a hash");
    (hash, particles(&mut world, bodies[0]).0)
}

/// Also when every slot was mapped at the step, so that its results are copied later.
#[test]
fn results_are_those_of_the_step_whatever_is_edited_after_it() {
    let expected = results_of_the_fifth_step(None, false);
    for change in [teleport, push, replace, add_another] {
        for skip in [false, true] {
            assert_eq!(results_of_the_fifth_step(Some(change), skip), expected);
        }
    }
}

#[test]
fn results_that_an_edit_overwrote_are_said_to_be_lost() {
    let mut world = world();
    let body = add(&mut world, &cube(2, 0.4), body_desc());
    let maps = map_four(&mut world, body);
    world.step(DT).expect("a step");
    teleport(&mut world, body);
    for map in maps {
        world.unmap(map).expect("unmapped");
    }
    let lost = [
        world.state_hash().map(|_| ()),
        world.map_particles(body, PLIANT_MAP_WAIT).map(|_| ()),
    ];
    for lost in lost.map(|result| result.expect_err("lost")) {
        assert_eq!(lost.status, Status::InvalidState);
        assert!(lost.message.contains("lost"), "{}", lost.message);
    }
    let older = world.map_particles(body, PLIANT_MAP_LATEST);
    assert_eq!(older.expect("an older step").frame, 4);
    world.step(DT).expect("a step");
    world.state_hash().expect("the hash of a new step");
}

/// A vertex keeps three planes. Four planes, leaning about a cube's corner, come within reach of that corner and of no
/// other vertex. So each substep drops one, in this step and the next, and none once a plane is removed.
#[test]
fn dropped_planes_are_those_of_the_last_step() {
    const SUBSTEPS: u32 = 4;
    let asset = cube(1, 0.5);
    for (method, executor) in KINDS {
        let mut world = world_with(|options| options.gravity = [0.0; 3]);
        let planes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0; 3]].map(|lean| {
            let normal = (Vec3::ONE + 0.2 * Vec3::from_array(lean)).normalize();
            let turn = Quat::from_rotation_arc(Vec3::Y, normal);
            let pose = PliantPose {
                rotation: turn.to_array(),
                ..PliantPose::at(-0.01 * normal)
            };
            let desc = PliantColliderDesc {
                pose,
                ..PliantColliderDesc::default()
            };
            match world.apply(Edit::AddCollider { desc }) {
                Ok(Applied::Collider(collider)) => collider,
                other => panic!("adding a collider gave {other:?}"),
            }
        });
        let mut desc = BodyOptions {
            executor,
            ..body_desc()
        };
        desc.set_model(method);
        desc.set_young(1e4);
        add(&mut world, &asset, desc);
        let dropped = |world: &mut World| {
            world.step(DT).expect("a step");
            world.wait(60_000_000_000).expect("its end");
            world.stats().dropped_plane_count
        };
        let what = format!("method {method} executor {executor}");
        let full = u64::from(SUBSTEPS);
        for _ in 0..2 {
            assert_eq!(dropped(&mut world), full, "{what}");
        }
        let collider = planes[1];
        let edit = Edit::RemoveCollider { collider };
        world.apply(edit).expect("a plane less");
        assert_eq!(dropped(&mut world), 0, "{what}");
    }
}
