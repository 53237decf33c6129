//! Bodies that a frame drags, and that touch themselves.

use super::balloon::ball;
use super::cloth::sheet;
use super::common::*;
use super::oracle::{add_frame, attach, move_frame};
use super::sheets::desc;
use super::stage::Stage;
use glam::{DQuat, DVec3, Quat};
use pliant::asset::Asset;
use pliant::desc::*;
use pliant::math::PliantPose;
use std::sync::Arc;

/// A world with a body of sheets in it.
fn stage_of(asset: &Arc<Asset>, model: Model) -> Stage {
    let mut stage = Stage::new([0.0, -9.81, 0.0]);
    let options = BodyOptions {
        model,
        ..desc(DVec3::ZERO, DQuat::IDENTITY)
    };
    stage.add_sheet(asset, options);
    stage
}

/// A frame holds these vertices and is at `pose` after each step of the time since the start [s]. Nothing crosses in any step.
fn drag(
    name: &str,
    stage: &mut Stage,
    held: Vec<u32>,
    steps: u32,
    pose: impl Fn(f64) -> PliantPose,
) {
    let body = stage.actors[0].body;
    let frame = add_frame(&mut stage.world, pose(0.0));
    attach(&mut stage.world, body, held, Some(frame));
    for step in 1..=steps {
        let time = f64::from(step) * f64::from(HZ);
        move_frame(&mut stage.world, frame, pose(time));
        stage.step(HZ);
        let verdict = stage.judge();
        assert_eq!(verdict.self_crossing, 0, "{name}: step {step}");
    }
}

/// The vertices whose rest position satisfies `is_held`, as the caller numbers them.
fn chosen(asset: &Asset, is_held: impl Fn([f32; 3]) -> bool) -> Vec<u32> {
    let own = (0..).zip(&asset.internal_from_user);
    let own = own.filter(|(_, v)| is_held(asset.rest_positions[**v as usize]));
    own.map(|(user, _)| user).collect()
}

/// The longest edge, in lengths at rest.
fn longest(stage: &Stage, asset: &Asset) -> f64 {
    let x = &stage.actors[0].state.positions;
    let own = asset.sheet.as_ref().expect("a sheet");
    let lengths = asset.edges.iter().zip(&own.edge_lengths);
    let stretch = |(e, l): (&[u32; 2], &f32)| {
        let [a, b] = e.map(|v| x[v as usize]);
        a.distance(b) / f64::from(*l)
    };
    lengths.map(stretch).fold(0.0, f64::max)
}

/// An acceleration that is over before the first step [m/s²].
const AT_ONCE: f64 = 1e9;

/// How far something has gone that comes to this speed [m/s] with this acceleration [m/s²].
fn gone(speed: f64, acceleration: f64, time: f64) -> f64 {
    let until = speed / acceleration;
    match time < until {
        true => 0.5 * acceleration * time * time,
        false => speed * (time - 0.5 * until),
    }
}

/// A hand takes a sheet by a corner, or a balloon by its top, and goes off at once, or with 20 m/s²: after 0.75 s the whole
/// body goes along, no edge is a fifth too long, and nothing has crossed. If the planes between a body's own features stay
/// where they are, they hold it back, and edges are 19 to 98 times too long.
#[test]
fn a_dragged_body_goes_along() {
    let cloth = || (sheet([16, 16], 0.03), PliantClothDesc::default().into());
    let balloon = || (ball(3), PliantBalloonDesc::default().into());
    let cases = [
        ("cloth", cloth(), 2.0, AT_ONCE),
        ("balloon", balloon(), 2.0, AT_ONCE),
        ("balloon", balloon(), 5.0, 20.0),
    ];
    for (name, (asset, model), speed, acceleration) in cases {
        let mut stage = stage_of(&asset, model);
        let at = |t: f64| PliantPose::at([gone(speed, acceleration, t), 0.0, 0.0]);
        drag(name, &mut stage, vec![0, 1, 2], 45, at);
        let found = stage.mean(0, |state| &state.velocities).x;
        let longest = longest(&stage, &asset);
        println!("{name}: {found} of {speed} m/s, longest edge {longest}");
        assert!((found / speed - 1.0).abs() < 0.1, "{name}: {found} m/s");
        assert!(longest < 1.2, "{name}: an edge of {longest}");
    }
}

/// A cape whose upper edge is on a runner, who comes to 5 m/s with 100 m/s² and turns by 3 rad/s.
#[test]
fn a_cape_follows_its_runner() {
    let asset = sheet([12, 12], 0.05);
    let mut stage = stage_of(&asset, PliantClothDesc::default().into());
    let edge = chosen(&asset, |p| p[2] < 1e-3);
    let pose = |t: f64| PliantPose {
        rotation: Quat::from_rotation_y(3.0 * t as f32).to_array(),
        ..PliantPose::at([0.0, 0.0, -gone(5.0, 100.0, t)])
    };
    drag("cape", &mut stage, edge, 45, pose);
    let longest = longest(&stage, &asset);
    println!("longest edge {longest}");
    assert!(longest < 1.2, "an edge of {longest}");
}
