//! The broad phase: which colliders a body looks at.

use super::common::*;
use pliant::desc::*;
use pliant::math::PliantPose;
use pliant::world::Edit;
use std::collections::BTreeMap;
use std::time::Instant;

/// A body dropped through a thousand balls, in ten layers of a hundred, half a metre apart: near it are at most those
/// within its box. The body is 0.2 m a side; at the end it falls at 10 m/s at most, so its box is 0.2 + 2 (2/6 + 0.035)
/// high and 0.27 to 0.94 m wide, since it grows alike on all sides. Balls are 0.1 m wide and half a metre apart: at
/// most 3 fit along an axis, 27 in all.
#[test]
fn a_body_among_a_thousand_colliders_looks_at_few() {
    let mut world = world();
    for i in 0..1000_i32 {
        let at = |k: i32| 0.5 * (k % 10) as f32 - 2.25;
        let desc = PliantColliderDesc {
            shape: PLIANT_SHAPE_SPHERE,
            size: [0.05, 0.0, 0.0],
            pose: PliantPose::at([at(i), at(i / 10) - 3.0, at(i / 100)]),
            ..PliantColliderDesc::default()
        };
        world.apply(Edit::AddCollider { desc }).expect("a ball");
    }
    let mut desc = body_desc();
    desc.pose = PliantPose::at([-0.1, 0.0, -0.1]);
    let body = add(&mut world, &cube(1, 0.2), desc);
    let mut most = 0;
    for _ in 0..60 {
        run(&mut world, 1, HZ);
        world.wait(u64::MAX).expect("a finished step");
        most = most.max(world.body_info(body).expect("info").near_collider_count);
    }
    let info = world.body_info(body).expect("info");
    println!("near: {most} of 1000 at most, lowest at {}", info.low[1]);
    assert!(most > 0 && most <= 27, "{most} near");
    assert_eq!(world.stats().unlisted_body_count, 0);
    assert!(
        info.low[1] < -0.5,
        "it did not fall among them: {}",
        info.low[1]
    );
}

/// Time of 64 bodies among 13 colliders by stages, for a person to read.
#[test]
#[ignore = "a measurement"]
fn time_of_rain() {
    let scene = scenes::all().iter().find(|s| s.name == "rain64");
    let scene = scene.expect("the scene");
    let options = WorldOptions {
        flags: PLIANT_WORLD_TIMESTAMPS,
        ..WorldOptions::default()
    };
    let mut stage = scene.build(options).expect("a stage");
    let mut sums: BTreeMap<String, f64> = BTreeMap::new();
    for block in 0..4 {
        let start = Instant::now();
        sums.clear();
        for _ in 0..12 {
            stage.step(scene.step_s).expect("a step");
            stage.world.wait(u64::MAX).expect("a finished step");
            for number in 0.. {
                let Ok(time) = stage.world.stage_time(number) else {
                    break;
                };
                let label = time.label.iter().take_while(|c| **c != 0);
                let label = label.map(|c| char::from(*c)).collect();
                *sums.entry(label).or_default() += time.nanoseconds as f64 / 12e6;
            }
        }
        let hash = stage.world.state_hash().expect("a hash");
        let ms = start.elapsed().as_secs_f64() * 1e3 / 12.0;
        println!(
            "steps {}: {ms:.1} ms a step, hash {hash:x}",
            12 * (block + 1)
        );
        sums.iter()
            .for_each(|(label, ms)| println!("  {ms:.3} ms {label}"));
        let infos = stage
            .actors
            .iter()
            .map(|actor| stage.world.body_info(actor.body));
        let infos: Vec<_> = infos.map(|info| info.expect("info")).collect();
        let near: u32 = infos.iter().map(|info| info.near_collider_count).sum();
        let touching = infos
            .iter()
            .filter(|info| info.touching_vertex_count > 0)
            .count();
        let most = infos.iter().map(|info| info.substeps).max();
        println!("  {near} near, {touching} touching, substeps {most:?}");
    }
}
