//! Bodies that begin inside each other come apart; what cannot is told.

use super::common::*;
use super::stage::Stage;
use super::touching::{Cube, add_cube};
use glam::DVec3;
use pliant::desc::*;

/// What the GPU says of a body's contact.
fn contact(stage: &mut Stage, number: usize) -> u32 {
    let body = stage.actors[number].body;
    stage.world.body_info(body).expect("an info").contact
}

fn floor() -> Stage {
    let mut stage = Stage::new([0.0, -9.81, 0.0]);
    stage.add_plane(DVec3::ZERO, DVec3::Y, 0.5);
    stage
}

/// Two cubes that overlap by a third are apart and at rest within two seconds.
#[test]
fn cubes_that_overlap_come_apart_and_rest() {
    let mut stage = floor();
    add_cube(&mut stage, Cube::at(0.0, 0.203, 0.0));
    add_cube(&mut stage, Cube::at(0.267, 0.207, 0.013));
    let start = stage.sums().energy;
    let mut last = 0;
    for step in 1..=120 {
        stage.step(HZ);
        let verdict = stage.judge();
        let flags = [contact(&mut stage, 0), contact(&mut stage, 1)];
        println!("{step}: {flags:?} {verdict:?} {:.3?}", stage.sums());
        if flags != [0, 0] {
            last = step;
        }
    }
    println!("{start} {last}");
}
