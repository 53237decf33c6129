//! Bodies that hit, carry and rub each other: the table of the prototype that scheme R was chosen by. Cubes of 0.4 m,
//! 4³ cells of five tets, 2e5 Pa, ν 0.4, 1,000 kg/m³, at 60 Hz. Each run is measured in f64 from what is read back.

use super::common::*;
use super::exact::random;
use super::measured::EDGE;
pub use super::measured::{HEAD, Measured, measure, row, worse};
use super::stage::{Stage, touching_desc};
use glam::{DQuat, DVec3};
use pliant::asset::TetMesh;
use pliant::asset::lattice::{Split, beam_lattice};
use pliant::desc::*;
use pliant::math::PliantPose;
use pliant::world::Edit;

const CELL: f32 = 0.1;
/// The contact distance of such cubes [m]: 0.02 of their edges' mean length.
const RADIUS: f64 = 0.002;

/// A box of cells, its centre at the origin.
pub fn lattice(cells: [usize; 3]) -> TetMesh {
    let size = cells.map(|n| n as f32 * CELL);
    let mut mesh = beam_lattice(cells, size, Split::Five);
    for p in mesh.positions.iter_mut() {
        *p = std::array::from_fn(|i| p[i] - size[i] / 2.0);
    }
    mesh
}

/// A cube's place, motion and material.
#[derive(Clone, Copy, Debug)]
pub struct Cube {
    pub at: DVec3,
    pub turn: DQuat,
    pub velocity: DVec3,
    pub density: f32,
    pub young: f32,
    pub friction: f32,
}

impl Cube {
    pub fn at(x: f64, y: f64, z: f64) -> Self {
        Cube {
            at: DVec3::new(x, y, z),
            turn: DQuat::IDENTITY,
            velocity: DVec3::ZERO,
            density: 1000.0,
            young: 2e5,
            friction: 0.5,
        }
    }

    pub fn desc(&self) -> BodyOptions {
        let material = PliantNeoHookeanDesc {
            young_modulus: self.young,
            poisson_ratio: 0.4,
            density: self.density,
            ..PliantNeoHookeanDesc::default()
        };
        BodyOptions {
            model: material.into(),
            pose: PliantPose {
                position: self.at.to_array(),
                rotation: self.turn.as_quat().to_array(),
            },
            linear_velocity: self.velocity.as_vec3().to_array(),
            friction: self.friction,
            executor: std::env::var("PLIANT_EXEC")
                .ok()
                .map_or(0, |v| v.parse().unwrap_or(0)),
            ..touching_desc()
        }
    }
}

/// The same, of another model.
pub fn add_cube_as(stage: &mut Stage, cube: Cube, model: u32) -> usize {
    let desc = BodyOptions {
        model: match model {
            PLIANT_MODEL_SHAPE_MATCHING => PliantShapeMatchingDesc::default().into(),
            _ => super::common::model(model, cube.young),
        },
        ..cube.desc()
    };
    stage.add_like(&lattice([4; 3]), desc, &cube.desc())
}

pub fn add_cube(stage: &mut Stage, cube: Cube) -> usize {
    stage.add(&lattice([4; 3]), cube.desc())
}

/// A cube flies at another, off its centre and a little turned; the other is `ratio` times as dense.
pub fn impact(speed: f64, ratio: f32) -> Stage {
    let mut stage = Stage::new([0.0; 3]);
    let mut first = Cube::at(-0.25, 0.0, 0.0);
    first.velocity = DVec3::X * speed;
    first.friction = 0.3;
    let axis = DVec3::new(0.3, 1.0, 0.2).normalize();
    let second = Cube {
        turn: DQuat::from_axis_angle(axis, 0.1),
        density: 1000.0 * ratio,
        friction: 0.3,
        ..Cube::at(0.25, 0.07, 0.028)
    };
    add_cube(&mut stage, first);
    add_cube(&mut stage, second);
    stage
}

/// Three cubes above each other, a contact distance apart, move alike.
pub fn fall(speed: f64) -> Stage {
    let mut stage = Stage::new([0.0; 3]);
    for k in 0..3 {
        let mut cube = Cube::at(0.0, 0.2 + f64::from(k) * (EDGE + RADIUS), 0.0);
        cube.velocity = DVec3::Y * speed;
        add_cube(&mut stage, cube);
    }
    stage
}

/// Four cubes in a row slide on a floor without friction.
pub fn train(speed: f64) -> Stage {
    let mut stage = Stage::new([0.0, -9.81, 0.0]);
    stage.add_plane(DVec3::ZERO, DVec3::Y, 0.0);
    for k in 0..4 {
        let mut cube = Cube::at(f64::from(k) * (EDGE + RADIUS), 0.2, 0.0);
        cube.velocity = DVec3::X * speed;
        cube.friction = 0.0;
        add_cube(&mut stage, cube);
    }
    stage
}

/// Cubes on each other, not quite in line; the uppermost is `ratio` times as dense.
pub fn stack(count: usize, young: f32, ratio: f32) -> Stage {
    let mut stage = Stage::new([0.0, -9.81, 0.0]);
    stage.add_plane(DVec3::ZERO, DVec3::Y, 0.5);
    for k in 0..count {
        let height = 0.2 + RADIUS + k as f64 * (EDGE + 0.003);
        let cube = Cube {
            young,
            density: if k == count - 1 {
                1000.0 * ratio
            } else {
                1000.0
            },
            ..Cube::at(0.003 * (k % 2) as f64, height, 0.002 * (k % 3) as f64)
        };
        add_cube(&mut stage, cube);
    }
    stage
}

/// Cubes fall, turned at random, into a box 1.4 m wide.
pub fn pile(count: usize, seed: u32) -> Stage {
    let mut stage = Stage::new([0.0, -9.81, 0.0]);
    stage.add_plane(DVec3::ZERO, DVec3::Y, 0.5);
    for normal in [DVec3::X, DVec3::NEG_X, DVec3::Z, DVec3::NEG_Z] {
        stage.add_plane(-0.7 * normal, normal, 0.5);
    }
    let mut next = random(seed);
    for k in 0..count {
        let [x, y, z] = [k % 2, k / 4, k / 2 % 2].map(|i| i as f64);
        let axis = DVec3::new(next() - 0.5, next() - 0.5, next() - 0.5);
        let (dx, dz) = (0.02 * next(), 0.02 * next());
        let at = [(x - 0.5) * 0.72 + dx, 0.4 + y * 0.75, (z - 0.5) * 0.72 + dz];
        let cube = Cube {
            turn: DQuat::from_axis_angle(axis.normalize(), 3.0 * next()),
            ..Cube::at(at[0], at[1], at[2])
        };
        add_cube(&mut stage, cube);
    }
    stage
}

/// Gravity turned as on a slope of this tangent.
fn tilted(tangent: f64) -> [f32; 3] {
    let angle = tangent.atan();
    [angle.sin() * G, -angle.cos() * G, 0.0].map(|g| g as f32)
}

/// A cube on a slab that is held from below, on a slope of this tangent. The pair's friction is that of both.
pub fn slope(tangent: f64, friction: f32) -> Stage {
    let mut stage = Stage::new(tilted(tangent));
    let mut slab = Cube::at(0.0, -0.1, 0.0);
    slab.friction = friction;
    let mesh = lattice([20, 2, 6]);
    let number = stage.add(&mesh, slab.desc());
    stage.fix(number, |p| p.y < -0.19);
    let mut cube = Cube::at(-0.4, 0.2 + RADIUS, 0.013);
    cube.friction = friction;
    add_cube(&mut stage, cube);
    stage
}

/// Contact cuts no body short that nothing is in the way of, not even beside others that move alike; in an impact it does.
#[test]
fn vertices_cut_short_are_counted() {
    let most = |mut stage: Stage| {
        let step = |_| {
            stage.step(HZ);
            stage.clamped()
        };
        (0..6).map(step).fold(0.0, f64::max)
    };
    assert_eq!(most(fall(5.0)), 0.0);
    let hit = most(impact(20.0, 1.0));
    assert!(hit > 0.0 && hit < 0.5, "{hit}");
}

/// Prints the prototype's table. Brief: an impact, the fall and the train for a tenth of a second. `PLIANT_ONLY` is a part
/// of the names to run, `PLIANT_FRAMES` for how long. Nothing crosses. Up to 20 m/s free bodies keep their momentum to 1e-4
/// and gain no energy beyond the rounding of its sum in f32 positions.
#[test]
fn the_table_of_the_prototype() {
    println!("{HEAD}");
    let frames = |brief, whole| if is_whole() { whole } else { brief };
    let only = std::env::var("PLIANT_ONLY").unwrap_or_default();
    let frames_only: Option<usize> = std::env::var("PLIANT_FRAMES")
        .ok()
        .and_then(|v| v.parse().ok());
    let show = |name: &str, mut stage: Stage, frames: usize| {
        let skip = !name.contains(&only);
        let frames = if skip {
            1
        } else {
            frames_only.unwrap_or(frames)
        };
        let measured = measure(&mut stage, frames);
        println!("{}", row(name, &stage, &measured));
        assert_eq!(measured.worst.crossing, 0, "{name}");
        if stage.rounded > 0 {
            println!("{} positions rounded", stage.rounded);
        }
        measured
    };
    for (speed, ratio) in [
        (2.0, 1.0),
        (2.0, 10.0),
        (20.0, 1.0),
        (20.0, 10.0),
        (100.0, 1.0),
        (100.0, 10.0),
    ] {
        if is_whole() || (speed == 20.0 && ratio == 1.0) {
            let name = format!("impact {speed} m/s, 1:{ratio}");
            let m = show(&name, impact(speed, ratio), frames(6, 60));
            if speed < 50.0 {
                assert!(m.momentum_error() < 1e-4, "{name}");
                assert!(m.most_energy < 1.0001 * m.first.energy, "{name}");
                assert_eq!(m.worst.inverted, 0, "{name}");
            }
        }
    }
    let m = show("fall of three, 5 m/s", fall(5.0), frames(6, 60));
    assert!(m.momentum_error() < 1e-4 && m.most_energy < 1.0001 * m.first.energy);
    show("train of four, 2 m/s", train(2.0), frames(6, 60));
    if is_whole() {
        let m = show("stack of 8, 1e7 Pa", stack(8, 1e7, 1.0), 240);
        let is_run = |m: &Measured| m.trail.len() > 1;
        assert!(!is_run(&m) || m.rest.is_some_and(|t| t < 2.0));
        assert!(m.most_energy < 1.0001 * m.first.energy && m.worst.gap > 0.9 * RADIUS);
        show("100:1 on one, 2e7 Pa", stack(2, 2e7, 100.0), 240);
        let m = show("pile of 8", pile(8, 1), 600);
        assert!(!is_run(&m) || m.rest.is_some_and(|t| t < 10.0));
        assert!(m.most_energy < 1.0001 * m.first.energy);
    }
}

/// A cube slides down a slope of 0.5 with friction 0.45, and stays on one with friction 0.5 that tilts so slowly that it
/// is settled. Sweeps that have not converged (4 by 5) lose a part of its speed: a prototype of the method on a CPU slides
/// with 0.91 of g (sin - 0.45 cos), and with 0.97 at 16 by 5.
#[test]
fn a_cube_slides_or_stays_as_friction_says() {
    let mut stage = slope(0.5, 0.45);
    let m = measure(&mut stage, if is_whole() { 120 } else { 70 });
    assert_eq!(m.worst.crossing, 0);
    let speedup = (m.slide(0.6) - m.slide(0.4)) / (0.2 * 0.5);
    let exact = G * (0.5_f64.atan().sin() - 0.45 * 0.5_f64.atan().cos());
    println!("slides with {speedup:.3} m/s², exact {exact:.3}");
    assert!((0.8..1.1).contains(&(speedup / exact)), "{speedup} m/s²");
    if !is_whole() {
        return;
    }
    let mut stage = slope(0.0, 0.5);
    for frame in 0..240 {
        let tangent = 0.5 * (f64::from(frame) / 180.0).min(1.0);
        let gravity = tilted(tangent);
        let tilt = stage.world.apply(Edit::SetGravity { gravity });
        tilt.expect("gravity");
        stage.step(HZ);
    }
    let m = measure(&mut stage, 600);
    let way = m.trail[599].x - m.trail[0].x;
    println!("slides {:.3} mm in 10 s", 1e3 * way);
    assert!(way.abs() < 1e-3, "{way} m");
}

/// Prints the time of a frame of crowds of cubes that fall into a box and settle for three seconds, and what became of the
/// first of them. Only when long: it is meant for a GPU. `PLIANT_CROWD` says how many cubes at most.
#[test]
fn crowds_of_cubes_settle() {
    if !is_whole() && std::env::var_os("PLIANT_CROWD").is_none() {
        return;
    }
    println!(
        "| cubes | ms a frame, median | slowest | first 60 | last 60 | stopped | without room | lowest [m] | fastest |\n|---|---|---|---|---|---|---|---|---|"
    );
    let most = std::env::var("PLIANT_CROWD").map_or(4096, |v| v.parse().expect("a number"));
    for (side, layers) in [(4, 4), (8, 8), (16, 16)] {
        let count = side * side * layers;
        if count > most {
            continue;
        }
        let (times, line) = crowd(side, layers);
        let median = |part: &[f64]| {
            let mut sorted = part.to_vec();
            sorted.sort_by(f64::total_cmp);
            sorted[sorted.len() / 2]
        };
        let slowest = times.iter().copied().fold(0.0, f64::max);
        let [all, first, last] = [&times[..], &times[..60], &times[120..]].map(median);
        println!("| {count} | {all:.2} | {slowest:.2} | {first:.2} | {last:.2} | {line} |");
    }
}

/// Times of 180 frames [ms] of so many cubes, and what to print of them.
fn crowd(side: usize, layers: usize) -> (Vec<f64>, String) {
    let half = 0.31 * side as f64;
    let mut stage = Stage::new([0.0, -9.81, 0.0]);
    stage.world = world_with(|o| o.flags |= PLIANT_WORLD_TIMESTAMPS);
    stage.add_plane(DVec3::ZERO, DVec3::Y, 0.5);
    for axis in [DVec3::X, DVec3::Z] {
        for sign in [-1.0, 1.0] {
            stage.add_plane(axis * sign * half, -axis * sign, 0.5);
        }
    }
    let asset = cooked(&lattice([4; 3]));
    let (mut ids, mut times, mut lost) = (Vec::new(), Vec::new(), 0);
    for k in 0..side * side * layers {
        let (i, j, layer) = (k % side, k / side % side, k / side / side);
        let middle = (side as f64 - 1.0) / 2.0;
        let at = DVec3::new(
            0.58 * (i as f64 - middle),
            0.35 + 0.62 * layer as f64,
            0.58 * (j as f64 - middle),
        );
        let share = |rate: f64| (k as f64 * rate).fract() - 0.5;
        let turn = DVec3::new(share(0.324), share(0.127), share(0.911)) * 0.3;
        let cube = Cube {
            turn: DQuat::from_scaled_axis(turn),
            ..Cube::at(at.x, at.y, at.z)
        };
        let desc = BodyOptions {
            readback_particles: u32::from(k % 64 == 0),
            ..cube.desc()
        };
        ids.push(add(&mut stage.world, &asset, desc));
    }
    for _ in 0..180 {
        let start = std::time::Instant::now();
        stage.world.step(HZ).expect("a step");
        stage.world.wait(u64::MAX).expect("a wait");
        times.push(1e3 * start.elapsed().as_secs_f64());
        lost += stage.world.stats().dropped_pair_count;
    }
    let stages = (0..64).map_while(|k| stage.world.stage_time(k).ok());
    let stages = stages.map(|time| {
        let label: Vec<u8> = time.label.iter().copied().take_while(|c| *c != 0).collect();
        let label = String::from_utf8_lossy(&label).into_owned();
        format!("{label} {:.3}, ", 1e-6 * time.nanoseconds as f64)
    });
    println!("ms: {}", stages.collect::<String>());
    let stopped = stage.world.stats().stopped_body_count;
    let (mut lowest, mut fastest) = (f64::MAX, 0.0_f64);
    for id in ids.iter().step_by(64) {
        let (corner, x, v) = particles_at(&mut stage.world, *id);
        for (x, v) in x.iter().zip(&v) {
            lowest = lowest.min(corner[1] + f64::from(x[1]));
            fastest = fastest.max(glam::Vec3::from_slice(&v[..3]).as_dvec3().length());
        }
    }
    (
        times,
        format!("{stopped} | {lost} | {lowest:.4} | {fastest:.3} m/s"),
    )
}
