//! Everything works at the default limits of WebGPU, and what does not fit is an error.

use super::common::*;
use super::oracle::*;
use pliant::asset::{Asset, skin::bind_skin};
use pliant::desc::*;
use pliant::error::{Error, Status};
use pliant::ids::PliantBodyId;
use pliant::math::PliantPose;
use pliant::world::{Applied, Edit, World, list_adapters};
use std::sync::Arc;

const DT: f32 = 1.0 / 60.0;

/// Bodies of each method in each executor, with a skin, 1 m above a floor.
fn drop_all(flags: u32) -> (World, Vec<(PliantBodyId, u32)>) {
    let asset = cube(4, 0.4);
    let skin = Arc::new(bind_skin(&asset, &asset.surface()).expect("a skin"));
    let mut world = world_with(|o| o.flags |= flags);
    add_floor(&mut world, 0.0);
    let mut bodies = Vec::new();
    for (i, executor) in EXECUTORS.into_iter().enumerate() {
        for (k, method) in MODELS.into_iter().enumerate() {
            let pose = PliantPose::at([i as f32, 1.0, k as f32]);
            let mut desc = BodyOptions {
                executor,
                pose,
                ..body_desc()
            };
            desc.set_model(method);
            desc.set_young(1e5);
            let body = add(&mut world, &asset, desc);
            let (skin, layout) = (skin.clone(), PliantVertexLayout::default());
            let applied = world.apply(Edit::AddSkin { body, skin, layout });
            assert_eq!(applied.expect("a skin"), Applied::Skin(0));
            bodies.push((body, executor));
        }
    }
    (world, bodies)
}

/// They fall by g t²/2. After they hit the floor they are bit for bit where they are at the adapter's own limits: the
/// same kernels run. The skins are where the bodies are.
#[test]
fn bodies_and_skins_work_at_the_default_limits() {
    let (mut world, bodies) = drop_all(PLIANT_WORLD_PORTABLE_LIMITS);
    assert_eq!(world.adapter_info().max_workgroup_storage_bytes, 16384);
    run(&mut world, 20, DT);
    for (body, executor) in &bodies {
        let low = lowest(&particles(&mut world, *body).0);
        // n substeps of semi-implicit Euler of length h fall by g h² n (n + 1)/2: g t²/2 and at most 5 % more.
        let fallen = (1.0 - low) / (9.81 / 18.0);
        assert!(
            (1.0..1.05).contains(&(fallen + 1e-4)),
            "fell {fallen} of g t²/2"
        );
        assert_eq!(world.body_info(*body).expect("info").executor, *executor);
    }
    run(&mut world, 10, DT);
    let (mut other, _) = drop_all(0);
    run(&mut other, 30, DT);
    assert_eq!(
        world.state_hash().expect("a hash"),
        other.state_hash().expect("a hash")
    );
    for (body, _) in bodies {
        let low = lowest(&particles(&mut world, body).0);
        let view = world
            .map_vertices(body, 0, PLIANT_MAP_WAIT)
            .expect("a skin");
        assert!(
            (view.low[1] - low).abs() < 1e-5,
            "the skin is at {}",
            view.low[1]
        );
        world.unmap(view.map).expect("unmapped");
        // Without the floor they would be 0.23 m below it by now.
        assert!((-1e-3..0.2).contains(&low), "the lowest vertex is at {low}");
    }
}

fn lowest(rows: &[[f32; 4]]) -> f32 {
    rows.iter().map(|x| x[1]).fold(f32::MAX, f32::min)
}

/// Adds bodies until the world is full, and returns them with the error.
fn fill(world: &mut World, asset: &Arc<Asset>) -> (Vec<PliantBodyId>, Error) {
    let mut bodies = Vec::new();
    loop {
        let (asset, desc) = (asset.clone(), body_desc());
        match world.apply(Edit::AddBody { asset, desc }) {
            Ok(Applied::Body(added)) => bodies.push(added),
            Ok(other) => panic!("{other:?}"),
            Err(error) => return (bodies, error),
        }
        // A binding of 128 MiB holds 16 bytes for each of some rows a vertex.
        assert!(world.stats().vertex_count < 1 << 23, "nothing is full");
    }
}

/// Faces need 33 / 17 of the memory a vertex. A full world that gets a ball cannot step, and can after 55 % of its
/// bodies are removed, whatever is queued for them.
#[test]
fn a_world_too_full_for_a_ball_steps_once_bodies_are_gone() {
    let mut world = world_with(|o| o.flags |= PLIANT_WORLD_PORTABLE_LIMITS);
    let (bodies, _) = fill(&mut world, &cube(10, 1.0));
    for body in &bodies {
        let edit = Edit::ImpulseBody {
            body: *body,
            impulse: [0.1; 3],
            point: None,
        };
        world.apply(edit).expect("a push");
    }
    let desc = PliantColliderDesc {
        shape: PLIANT_SHAPE_SPHERE,
        size: [0.1, 0.0, 0.0],
        ..PliantColliderDesc::default()
    };
    world.apply(Edit::AddCollider { desc }).expect("a ball");
    let refused = world.step(DT).expect_err("more than fits");
    assert_eq!(refused.status, Status::Capacity);
    for body in &bodies[bodies.len() * 45 / 100..] {
        let edit = Edit::RemoveBody { body: *body };
        world.apply(edit).expect("removed");
    }
    run(&mut world, 1, DT);
}

/// A body too large for the default workgroup memory runs wide, and is refused where it names the resident executor.
/// State beyond the largest binding is refused, and the world goes on.
#[test]
fn what_does_not_fit_the_default_limits_says_so() {
    let large = cube(10, 1.0);
    assert!(large.rest_positions.len() > 1000);
    let mut world = world_with(|o| o.flags |= PLIANT_WORLD_PORTABLE_LIMITS);
    let resident = BodyOptions {
        executor: PLIANT_EXECUTOR_RESIDENT,
        ..body_desc()
    };
    let refused = world.apply(Edit::AddBody {
        asset: large.clone(),
        desc: resident,
    });
    let refused = refused.expect_err("too large for a workgroup");
    assert_eq!(refused.status, Status::Capacity);
    assert!(
        refused.message.contains("PLIANT_EXECUTOR_DEFAULT"),
        "{}",
        refused.message
    );
    let body = add(&mut world, &large, body_desc());
    run(&mut world, 2, DT);
    let info = world.body_info(body).expect("info");
    assert_eq!(info.executor, PLIANT_EXECUTOR_WIDE);
    let (bodies, full) = fill(&mut world, &large);
    let last = bodies.last().copied();
    assert_eq!(full.status, Status::Capacity);
    let held = world.stats().vertex_count;
    assert!(world.stats().gpu_bytes < 1 << 30);
    println!("{held} vertices fit: {}", full.message);
    let body = last.expect("a body");
    world.apply(Edit::RemoveBody { body }).expect("removed");
    add(&mut world, &large, BodyOptions::default());
    assert_eq!(world.stats().vertex_count, held);
    // A world can step everything that it accepted.
    run(&mut world, 2, DT);
}

/// An adapter reports the same in the list and in use.
#[test]
fn the_list_knows_the_adapter_of_a_world() {
    let used = world().adapter_info();
    let listed = list_adapters();
    let same = listed.iter().find(|info| info.name == used.name);
    let same = same.expect("the adapter is in the list");
    assert!(used.max_workgroup_storage_bytes >= 16 << 10);
    assert_eq!(
        (same.max_workgroup_storage_bytes, same.supports_timestamps),
        (used.max_workgroup_storage_bytes, used.supports_timestamps)
    );
}
