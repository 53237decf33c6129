//! Crates on crates: towers, a masonry arch and a house of cards, which stand or fall as friction and weights say.

use super::common::*;
use super::crates::{box_of, rigid};
use super::exact::Verdict;
use super::files;
use super::scenes::build::Running;
use super::scenes::file::{Placed, SceneFile};
use super::stage::Stage;
use super::touching::worse;
use glam::{DMat3, DQuat, DVec3};
use pliant::desc::*;
use pliant::math::PliantPose;

/// How far the body that moved the farthest has gone.
fn farthest(stage: &Stage, from: &[DVec3]) -> f64 {
    let ways = from.iter().enumerate();
    ways.map(|(k, x)| stage.mean(k, |s| &s.positions).distance(*x))
        .fold(0.0, f64::max)
}

fn places(stage: &Stage) -> Vec<DVec3> {
    (0..stage.actors.len())
        .map(|k| stage.mean(k, |s| &s.positions))
        .collect()
}

/// A masonry arch of 25 stones between two steps settles and stands with a friction of 0.5. (With 0.2 it should fall, and does
/// not: docs/limits.md.)
#[test]
fn an_arch_stands() {
    let Some(folder) = files::data() else { return };
    let mut file = SceneFile::read(&folder, "arch-mu-0.5");
    file.thickness = 7e-4; // stones are 1.46 mm apart at the start
    let mut running = Running::new(&folder, &file, &[PLIANT_MODEL_RIGID]);
    let first = places(&running.stage);
    let mut worst = running.stage.judge();
    let frames = if is_whole() { 60 } else { 15 };
    for _ in 0..frames {
        running.step(f64::from(HZ));
        running.stage.read();
        worst = worse(worst, running.stage.judge());
    }
    let (way, kinetic) = (
        farthest(&running.stage, &first),
        running.stage.sums().kinetic,
    );
    println!("arch: {way:.5} m, {kinetic:.2e} J, {worst:?}");
    assert!(
        worst.is_clean() && running.stage.depth() < 1e-6,
        "{worst:?}"
    );
    // All its gaps closed let it sag by a few times their sum.
    assert!(way < 0.02 && kinetic < 2e-2, "{way} {kinetic}");
}

/// A box instead of a mesh, where a scene places it.
fn boxed(
    stage: &mut Stage,
    folder: &std::path::Path,
    placed: &Placed,
    friction: f32,
    thickness: f32,
) {
    let mesh = files::tets(&folder.join(&placed.mesh)).expect("tets");
    let points = mesh.positions.iter().map(|p| DVec3::from(p.map(f64::from)));
    let (low, high) = points.fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(a, b), p| {
        (a.min(p), b.max(p))
    });
    let rows = placed.matrix.map(|row| DVec3::new(row[0], row[1], row[2]));
    let matrix = DMat3::from_cols(rows[0], rows[1], rows[2]).transpose();
    let scale = DVec3::new(
        matrix.x_axis.length(),
        matrix.y_axis.length(),
        matrix.z_axis.length(),
    );
    let turn = DQuat::from_mat3(&(matrix * DMat3::from_diagonal(1.0 / scale)));
    let edges = (high - low) * scale;
    let shift = DVec3::from(placed.matrix.map(|row| row[3]));
    let desc = BodyOptions {
        pose: PliantPose {
            position: (matrix * ((low + high) / 2.0) + shift).to_array(),
            rotation: turn.as_quat().to_array(),
        },
        friction,
        thickness,
        ..rigid((1000.0 * edges.element_product()) as f32)
    };
    stage.add(&box_of(edges.as_vec3().to_array()), desc);
}

/// A house of seven cards stands until two cubes that fall hit it.
#[test]
fn a_house_of_cards_stands_until_it_is_hit() {
    let Some(folder) = files::data() else { return };
    let file = SceneFile::read(&folder, "card-house-hit");
    let mut stage = Stage::new(file.gravity);
    for wall in &file.half_spaces {
        stage.add_plane(
            DVec3::from(wall.point),
            DVec3::from(wall.normal),
            wall.friction,
        );
    }
    for placed in &file.bodies {
        boxed(&mut stage, &folder, placed, file.self_friction, 1e-3);
    }
    let mut worst = stage.judge();
    let first = places(&stage);
    let mut cards = Vec::new();
    for _ in 0..60 {
        stage.step(HZ);
        worst = worse(worst, stage.judge());
        let now = places(&stage);
        cards.push(
            (0..7)
                .map(|c| now[c].distance(first[c]))
                .fold(0.0, f64::max),
        );
    }
    println!(
        "cards {:.5} m at {:.5}, {:.2e} J, {worst:?}",
        cards[35],
        cards[59],
        stage.sums().kinetic
    );
    assert!(worst.is_clean(), "{worst:?}");
    // Within the sum of both sides' thickness they settle; cubes are there after 41 frames.
    assert!(cards[35] < 2e-3 && cards[59] > 0.05, "{cards:?}");
}

/// A tower of crates, the topmost of another mass and speed.
fn tower(count: usize, at: DVec3, top: f32, speed: f32) -> Stage {
    let mut stage = Stage::new([0.0, -9.81, 0.0]);
    stage.origin = at.to_array();
    stage.add_plane(at, DVec3::Y, 0.5);
    for k in 0..count {
        let is_top = k + 1 == count;
        let mut desc = rigid(if is_top { top } else { 100.0 });
        desc.friction = 0.5;
        desc.thickness = 1e-3;
        let place = DVec3::new(0.01 * k as f64, 0.201 + 0.4025 * k as f64, 0.0);
        desc.pose = PliantPose::at((at + place).to_array());
        if is_top {
            desc.linear_velocity = [0.0, -speed, 0.0];
        }
        stage.add(&box_of([0.5, 0.4, 0.5]), desc);
    }
    stage
}

fn run(stage: &mut Stage, frames: usize) -> Verdict {
    let mut worst = stage.judge();
    for _ in 0..frames {
        stage.step(HZ);
        worst = worse(worst, stage.judge());
    }
    worst
}

/// Four crates on each other rest, with a topmost one of the same mass and of ten times the mass.
#[test]
fn a_tower_of_crates_rests() {
    for top in [100.0, 1000.0] {
        let mut stage = tower(4, DVec3::ZERO, top, 0.0);
        let mut worst = run(&mut stage, 60);
        let before = places(&stage);
        worst = worse(worst, run(&mut stage, 30));
        let way = farthest(&stage, &before);
        let kinetic = stage.sums().kinetic;
        let heights = places(&stage).iter().map(|x| x.y).collect::<Vec<_>>();
        println!(
            "top of {top} kg: {way:.2e} m in 0.5 s, {kinetic:.2e} J, gap {:.2e}, {heights:.5?}",
            worst.gap
        );
        assert!(worst.is_clean() && stage.depth() < 1e-6, "{worst:?}");
        // Under ten times its own mass a tower swings by its contact for four seconds.
        let room = if top > 100.0 { 1e-3 } else { 1e-5 };
        assert!(way < room && kinetic < 10.0 * room, "{way} {kinetic}");
    }
}

/// A crate that falls on another at 10 m/s does not come through, and energy is not gained.
#[test]
fn a_fast_crate_stops_on_another() {
    let mut stage = tower(2, DVec3::ZERO, 100.0, 10.0);
    let start = stage.sums().energy;
    for _ in 0..20 {
        stage.step(HZ);
        let verdict = stage.judge();
        assert!(verdict.is_clean() && stage.depth() < 1e-6, "{verdict:?}");
        assert!(
            stage.sums().energy < start + 1e-3 * start.abs(),
            "{} {start}",
            stage.sums().energy
        );
    }
    println!("10 m/s: {:?}", places(&stage));
}

/// 100 km from the origin a tower stands as at the origin: cells are multiples of 1/64, so to the bit.
#[test]
fn crates_far_away_move_as_at_the_origin() {
    let far = DVec3::new(100_000.0, 0.0, -100_000.0);
    let ends = [DVec3::ZERO, far].map(|at| {
        let mut stage = tower(2, at, 100.0, 1.0);
        run(&mut stage, 20);
        let relative = |k: usize| stage.actors[k].state.positions.clone();
        [relative(0), relative(1)].concat()
    });
    let apart = ends[0].iter().zip(&ends[1]).map(|(a, b)| a.distance(*b));
    let apart = apart.fold(0.0, f64::max);
    println!("100 km away: apart by {apart:e}");
    assert!(apart == 0.0, "{apart}");
}
