//! GPU times, stage by stage.

use super::common::*;
use pliant::asset::skin::bind_skin;
use pliant::desc::*;
use pliant::error::Status;
use pliant::world::Edit;
use std::sync::Arc;

const DT: f32 = 1.0 / 60.0;

/// Every stage of the plan has a time under its name, and their sum is at most the time of the whole step.
#[test]
fn each_stage_of_a_step_has_its_gpu_time() {
    let mut world = world_with(|o| o.flags |= PLIANT_WORLD_TIMESTAMPS);
    if world.adapter_info().supports_timestamps == 0 {
        skip("the adapter has no timestamps");
        return;
    }
    let asset = cube(4, 0.4);
    let wide = BodyOptions {
        executor: PLIANT_EXECUTOR_WIDE,
        ..body_desc()
    };
    let body = add(&mut world, &asset, wide);
    let skin = Arc::new(bind_skin(&asset, &asset.surface()).expect("a skin"));
    let layout = PliantVertexLayout::default();
    world
        .apply(Edit::AddSkin { body, skin, layout })
        .expect("a skin");
    assert_eq!(
        world.stage_time(0).expect_err("no step").status,
        Status::NotReady
    );
    run(&mut world, 3, DT);
    world.state_hash().expect("waited");
    let plan = world.plan_text().expect("a plan");
    let stages: Vec<&str> = plan.lines().filter(|l| !l.starts_with(' ')).collect();
    let mut sum = 0;
    for (i, line) in stages.iter().enumerate() {
        let time = world.stage_time(i as u32).expect("a time");
        assert_eq!((time.stage_count as usize, time.frame), (stages.len(), 3));
        let end = time.label.iter().position(|b| *b == 0).expect("a zero");
        let label = std::str::from_utf8(&time.label[..end]).expect("UTF-8");
        assert_eq!(line.split(" (").next(), Some(label));
        println!("{label}: {} ns", time.nanoseconds);
        assert!(time.nanoseconds > 0);
        sum += time.nanoseconds;
    }
    let whole = world.stats().gpu_step_ns;
    assert!(sum <= whole + stages.len() as u64, "{sum} of {whole} ns");
    let refused = world.stage_time(stages.len() as u32).expect_err("no stage");
    assert_eq!(refused.status, Status::InvalidArgument);
    let mut plain = crate::gpu::common::world();
    assert_eq!(
        plain.stage_time(0).expect_err("not measured").status,
        Status::InvalidState
    );
}
