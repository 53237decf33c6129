//! The counter of rises of a body's energy.

use super::test_worlds::cube;
use super::*;
use crate::desc::BodyOptions;
use crate::gpu::buffer;
use crate::share::{REPORT_ENERGY_LEAST, REPORT_WORDS};

/// What a body flying freely had is made less than what it has, so it seems to gain the difference. Each step counts, and
/// none once an edit makes the counter begin anew.
#[test]
fn a_rise_of_energy_is_counted_in_each_step() {
    let mut world = World::new(WorldOptions::default()).unwrap();
    let desc = BodyOptions {
        angular_velocity: [1.0, 2.0, 3.0],
        ..BodyOptions::default()
    };
    let model = desc.model;
    let asset = cube(2);
    let Applied::Body(body) = world.apply(Edit::AddBody { asset, desc }).unwrap() else {
        panic!("no body");
    };
    let steps = |world: &mut World, count: usize| {
        for _ in 0..count {
            world.step(1.0 / 60.0).unwrap();
        }
        world.wait(u64::MAX / 2).unwrap();
        world.body_info(body).unwrap().energy_rise_count
    };
    assert_eq!(steps(&mut world, 4), 0);
    let index = world.scene.bodies.get(body).unwrap().index;
    let at = 4 * u64::from(REPORT_WORDS * index + REPORT_ENERGY_LEAST);
    let least = (-1_000_000_i32).to_le_bytes();
    let report = &world.state.report.buffer;
    buffer::write(&world.context, "reports", report, at, &least).unwrap();
    assert_eq!(steps(&mut world, 3), 3);
    world.apply(Edit::SetModel { body, model }).unwrap();
    assert_eq!(steps(&mut world, 3), 3);
}
