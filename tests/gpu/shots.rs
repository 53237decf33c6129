//! Shots at walls one triangle thick: nothing gets through, at 1 to 1,000 m/s in steps of 1/240 to 0.2 s.

use super::common::*;
use super::exact::{Piece, random};
use super::stage::{Stage, touching_desc};
use glam::{DQuat, DVec3, Vec3};
use pliant::asset::lattice::{Split, beam_lattice};
use pliant::asset::shape::{self, ShapeAsset};
use pliant::asset::shell::cook_shell;
use pliant::asset::{Asset, CookOptions, SurfaceMesh, TetMesh};
use pliant::desc::*;
use pliant::math::PliantPose;
use pliant::world::Edit;
use std::sync::Arc;

/// Half the edge of a wall, and the distance from one wall to the next [m].
const HALF: f64 = 2.0;
const SPACING: f64 = 40.0;
/// The edge of what is shot [m].
const EDGE: f32 = 0.1;
/// Shots of different groups have no layer in common: a fast one's way passes many walls.
const GROUPS: u32 = 16;
/// Steps of a volley. Each shot arrives in the first two.
const STEPS: usize = 4;

/// What a shot is aimed at. All are squares in one plane, which is turned at random.
#[derive(Clone, Copy, PartialEq)]
enum Wall {
    /// A collider: two triangles.
    Mesh,
    /// One of so many vertices that its box stands for it (kernel/proximity_sets.wgsl).
    Fine,
    /// Cloth that is held everywhere.
    Held,
    /// Cloth that is held along its border.
    Pinned,
}

/// The stage's number of what flies, and of the wall where it is cloth.
struct Shot {
    body: usize,
    wall: Option<usize>,
    /// The middle of the wall, and the side of the plane that the shot comes from.
    middle: DVec3,
    side: f64,
    velocity: DVec3,
}

/// What became of shots.
#[derive(Clone, Copy, Debug, Default)]
struct Outcome {
    shots: usize,
    /// Shots of which a vertex was behind its wall at the end of a step.
    tunnels: usize,
    /// Pairs of triangles that cross at the end of a step, most of a volley.
    crossing: usize,
    /// Shots whose velocity the wall changed by a tenth.
    hits: usize,
    /// Bodies that no longer move since a number was not finite, and those that recover or are squeezed.
    stopped: usize,
    recovering: usize,
    /// Candidates without room, and tets turned inside out in a step, most of a volley.
    dropped: u64,
    inverted: usize,
}

/// A square sheet of n² vertices about the origin in the plane y = 0.
fn square(n: usize) -> SurfaceMesh {
    let at = |k: usize| (HALF * (2.0 * k as f64 / (n - 1) as f64 - 1.0)) as f32;
    let mut mesh = SurfaceMesh {
        positions: (0..n * n).map(|k| [at(k % n), 0.0, at(k / n)]).collect(),
        ..SurfaceMesh::default()
    };
    for (j, i) in (0..n - 1).flat_map(|j| (0..n - 1).map(move |i| (j, i))) {
        let corner = |i: usize, j: usize| (j * n + i) as u32;
        let [a, b, c, d] = [
            corner(i, j),
            corner(i + 1, j),
            corner(i + 1, j + 1),
            corner(i, j + 1),
        ];
        mesh.triangles.extend([[a, c, b], [a, d, c]]);
    }
    mesh
}

/// A cube about the origin.
fn cube(cells: usize) -> TetMesh {
    let mut mesh = beam_lattice([cells; 3], [EDGE; 3], Split::Five);
    for p in &mut mesh.positions {
        *p = (Vec3::from(*p) - 0.5 * EDGE).to_array();
    }
    mesh
}

/// All that walls and shots are made of.
struct Range {
    /// Meshes of few and of many vertices.
    walls: [(SurfaceMesh, Arc<ShapeAsset>); 2],
    cloth: Arc<Asset>,
    soft: TetMesh,
    /// A rigid body needs a vertex in its middle.
    rigid: TetMesh,
}

impl Range {
    fn new() -> Self {
        let walls = [2, 17].map(|n| {
            let wall = square(n);
            let shape = shape::mesh(&wall).expect("a shape");
            (wall, Arc::new(shape))
        });
        let cloth = cook_shell(&square(6), &CookOptions::default()).expect("a sheet");
        Range {
            cloth: Arc::new(cloth.0),
            soft: cube(1),
            rigid: cube(2),
            walls,
        }
    }

    /// Adds a wall. Returns its number if it is cloth.
    fn add_wall(
        &self,
        stage: &mut Stage,
        wall: Wall,
        (middle, turn): (DVec3, DQuat),
        (layers, mask): (u32, u32),
    ) -> Option<usize> {
        let pose = PliantPose {
            position: (turn * middle).to_array(),
            rotation: turn.as_quat().to_array(),
        };
        if matches!(wall, Wall::Mesh | Wall::Fine) {
            let (mesh, shape) = &self.walls[usize::from(wall == Wall::Fine)];
            let desc = PliantColliderDesc {
                shape: shape.kind(),
                pose,
                layers,
                mask,
                ..PliantColliderDesc::default()
            };
            let shape = shape.clone();
            let added = stage.world.apply(Edit::AddShape { desc, shape });
            added.expect("a wall");
            let corners = mesh.positions.iter();
            let place = |p: &[f32; 3]| turn * (Vec3::from(*p).as_dvec3() + middle);
            stage.obstacles.push(Piece {
                positions: corners.map(place).collect(),
                triangles: mesh.triangles.clone(),
                tets: Vec::new(),
                is_collider: true,
            });
            return None;
        }
        let desc = BodyOptions {
            model: PliantClothDesc::default().into(),
            pose,
            layers,
            mask,
            ..touching_desc()
        };
        let number = stage.add_sheet(&self.cloth, desc);
        let is_border = |p: DVec3| {
            let p = turn.inverse() * p - middle;
            p.x.abs().max(p.z.abs()) > HALF - 1e-3
        };
        stage.fix(number, |p| wall == Wall::Held || is_border(p));
        Some(number)
    }

    /// What is shot at the wall around `middle`, so that it arrives within two steps.
    fn aim(
        &self,
        number: usize,
        (middle, turn, dt): (DVec3, DQuat, f64),
        (layers, mask): (u32, u32),
        next: &mut impl FnMut() -> f64,
    ) -> (&TetMesh, BodyOptions, Shot) {
        let speed = 1000.0_f64.powf(next());
        let side = if next() < 0.5 { 1.0 } else { -1.0 };
        // Up to 45° from the normal.
        let (angle, slope) = (std::f64::consts::TAU * next(), next());
        let way = DVec3::new(slope * angle.cos(), -side, slope * angle.sin()).normalize();
        let target = middle + HALF * DVec3::new(next() - 0.5, 0.0, next() - 0.5);
        let axis = DVec3::new(next() - 0.5, next() - 0.5, next() - 0.5).normalize();
        let spin = DQuat::from_axis_angle(axis, 3.0 * next());
        let model_number = TET_MODELS[number % TET_MODELS.len()];
        let mesh = match model_number {
            PLIANT_MODEL_RIGID => &self.rigid,
            _ => &self.soft,
        };
        let corners = mesh.positions.iter();
        let heights = corners.map(|p| side * (spin * Vec3::from(*p).as_dvec3()).y);
        let lowest = heights.fold(f64::INFINITY, f64::min);
        let away = (0.001 - lowest) / way.y.abs() + 1.9 * next() * speed * dt;
        let desc = BodyOptions {
            model: match model_number {
                PLIANT_MODEL_RIGID | PLIANT_MODEL_SHAPE_MATCHING => {
                    Model::default_of(model_number).expect("a model")
                }
                _ => model(model_number, 1e6),
            },
            pose: PliantPose {
                position: (turn * (target - away * way)).to_array(),
                rotation: (turn * spin).as_quat().to_array(),
            },
            linear_velocity: (turn * way * speed).as_vec3().to_array(),
            angular_velocity: [0; 3].map(|_| 20.0 * (next() - 0.5) as f32),
            layers,
            mask,
            ..touching_desc()
        };
        let shot = Shot {
            body: 0,
            wall: None,
            middle,
            side,
            velocity: turn * way * speed,
        };
        (mesh, desc, shot)
    }
}

/// Whether a point, in the plane's frame, is behind the wall: a ray towards the side that the shot came from meets the wall
/// an odd number of times. What is beside the wall is not behind it.
fn is_behind(p: DVec3, shot: &Shot, wall: &[[DVec3; 3]]) -> bool {
    let r = p - shot.middle;
    if r.x.abs().max(r.z.abs()) > HALF {
        return false;
    }
    let is_met = |[a, b, c]: &&[DVec3; 3]| {
        // Twice the areas of the corners with p, seen along y.
        let area = |a: DVec3, b: DVec3| (a.x - p.x) * (b.z - p.z) - (a.z - p.z) * (b.x - p.x);
        let [u, v, w] = [area(*b, *c), area(*c, *a), area(*a, *b)];
        let is_inside = (u > 0.0 && v > 0.0 && w > 0.0) || (u < 0.0 && v < 0.0 && w < 0.0);
        let height = (u * a.y + v * b.y + w * c.y) / (u + v + w);
        is_inside && (height - p.y) * shot.side > 0.0
    };
    wall.iter().filter(is_met).count() % 2 == 1
}

/// Shoots as many at as many walls, all in steps of one length, or of them those of one group alone.
fn volley(count: usize, dt: f64, seed: u32, alone: Option<u32>) -> Outcome {
    let mut next = random(seed);
    let range = Range::new();
    let mut stage = Stage::new([0.0; 3]);
    let axis = DVec3::new(next() - 0.5, next() - 0.5, next() - 0.5).normalize();
    // As the world has it: to rounding in f32.
    let turn = DQuat::from_axis_angle(axis, 3.0 * next()).as_quat();
    let turn = DQuat::from_array(turn.to_array().map(f64::from)).normalize();
    let side = (count as f64).sqrt().ceil() as usize;
    let mut shots = Vec::new();
    for k in 0..count {
        let group = k as u32 % GROUPS;
        let (own, other) = (1 << group, 1 << (GROUPS + group));
        let place = |i: usize| SPACING * (i as f64 - 0.5 * side as f64);
        let middle = DVec3::new(place(k % side), 0.0, place(k / side));
        let wall = match k / TET_MODELS.len() % 4 {
            0 => Wall::Mesh,
            2 => Wall::Fine,
            1 => Wall::Held,
            _ => Wall::Pinned,
        };
        let (mesh, desc, shot) = range.aim(k, (middle, turn, dt), (own, other), &mut next);
        if alone.is_none_or(|alone| alone == group) {
            let wall = range.add_wall(&mut stage, wall, (middle, turn), (other, own));
            let body = stage.add(mesh, desc);
            shots.push(Shot { wall, body, ..shot });
        }
    }
    fly(&mut stage, &shots, turn, dt)
}

/// The triangles of a shot's wall, in the frame of the planes.
fn wall_of(stage: &Stage, shot: &Shot, turn: DQuat) -> Vec<[DVec3; 3]> {
    match shot.wall {
        Some(number) => {
            let actor = &stage.actors[number];
            let at = |v: u32| turn.inverse() * actor.state.positions[v as usize];
            actor
                .asset
                .surface_triangles
                .iter()
                .map(|t| t.map(at))
                .collect()
        }
        None => {
            let [a, b] = [-1.0, 1.0].map(|z| HALF * z);
            let at = |x, z| shot.middle + DVec3::new(x, 0.0, z);
            vec![
                [at(a, a), at(b, b), at(b, a)],
                [at(a, a), at(a, b), at(b, b)],
            ]
        }
    }
}

fn fly(stage: &mut Stage, shots: &[Shot], turn: DQuat, dt: f64) -> Outcome {
    let mut outcome = Outcome {
        shots: shots.len(),
        ..Outcome::default()
    };
    // The step after which they were first behind.
    let mut through = vec![None; shots.len()];
    for step in 1..=STEPS {
        stage.step(dt as f32);
        let verdict = stage.judge();
        outcome.crossing = outcome.crossing.max(verdict.crossing);
        outcome.inverted = outcome.inverted.max(verdict.inverted);
        outcome.dropped += stage.world.stats().dropped_pair_count;
        for (shot, through) in shots.iter().zip(&mut through) {
            let wall = wall_of(stage, shot, turn);
            let points = &stage.actors[shot.body].state.positions;
            let behind = |p: &DVec3| is_behind(turn.inverse() * *p, shot, &wall);
            if through.is_none() && points.iter().any(behind) {
                *through = Some(step);
            }
        }
    }
    outcome.tunnels = through.iter().flatten().count();
    for (k, shot) in shots.iter().enumerate() {
        let Some(step) = through[k] else { continue };
        println!(
            "shot {k}, {}, in step {step}, side {}, velocity {}: {:?}",
            shot.body,
            shot.side,
            turn.inverse() * shot.velocity,
            turn.inverse() * stage.mean(shot.body, |s| &s.positions) - shot.middle,
        );
    }
    for shot in shots {
        let info = stage
            .world
            .body_info(stage.actors[shot.body].body)
            .expect("info");
        outcome.stopped += usize::from(info.state != PLIANT_BODY_ACTIVE);
        outcome.recovering += usize::from(info.contact != 0);
        let change = stage.mean(shot.body, |s| &s.velocities) - shot.velocity;
        outcome.hits += usize::from(change.length() > 0.1 * shot.velocity.length());
    }
    outcome
}

/// No shot gets through a wall one triangle thick, and nearly all hit it. Brief: 64 shots in steps of two lengths. Long: 10,000
/// in steps of twenty. Faster than ten sizes a substep, a shot comes half of its way nearer in each epoch: it may arrive
/// after the last step.
#[test]
fn no_shot_gets_through_a_wall() {
    let mut next = random(5);
    // A volley alone, by its number, or a group of it, as `16,3`.
    let text = std::env::var("PLIANT_VOLLEY").unwrap_or_default();
    let only: Vec<u32> = text.split(',').filter_map(|n| n.parse().ok()).collect();
    let is_many = is_whole() || !only.is_empty();
    let (volleys, count) = if is_many { (20, 500) } else { (2, 32) };
    let mut sum = Outcome::default();
    for seed in 0..volleys {
        let dt = (1.0 / 240.0) * 48.0_f64.powf(next());
        let started = std::time::Instant::now();
        if only.first().is_some_and(|only| *only != seed) {
            continue;
        }
        let one = volley(count, dt, seed, only.get(1).copied());
        let seconds = started.elapsed().as_secs_f64();
        println!("steps of {:.1} ms, {seconds:.1} s: {one:?}", 1e3 * dt);
        sum.shots += one.shots;
        sum.tunnels += one.tunnels;
        sum.hits += one.hits;
        sum.stopped += one.stopped;
        sum.recovering += one.recovering;
        sum.dropped += one.dropped;
        sum.inverted = sum.inverted.max(one.inverted);
        sum.crossing = sum.crossing.max(one.crossing);
    }
    println!("{sum:?}");
    assert_eq!(
        (sum.tunnels, sum.crossing, sum.stopped),
        (0, 0, 0),
        "{sum:?}"
    );
    assert!(sum.hits * 100 > 90 * sum.shots, "{sum:?}");
}
