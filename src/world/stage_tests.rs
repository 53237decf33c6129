//! The stages of contact between bodies, each against f64 (src/reference/contact): planes, contacts, projection.

use super::candidate_tests::sheet;
use super::test_stages::{Candidate, Seen, Stages};
use super::test_worlds::{DT, cube};
use super::*;
use crate::desc::{
    BodyOptions, Model, PLIANT_EXECUTOR_RESIDENT, PLIANT_EXECUTOR_WIDE, PLIANT_MODEL_CLOTH,
    PLIANT_MODEL_MASS_SPRING, PLIANT_MODEL_NEO_HOOKEAN, PLIANT_MODEL_RIGID,
    PLIANT_MODEL_SHAPE_MATCHING,
};
use crate::math::PliantPose;
use crate::reference::contact::{self, Pair};
use crate::share::{
    CONTACTS_DISPLACEMENT, CONTACTS_FROZEN, CONTACTS_HAS_FORCE, CONTACTS_OWN, CONTACTS_PLANE_ROWS,
    CONTACTS_REFERENCE, CONTACTS_WEIGHTS,
};
use glam::{DQuat, DVec3};
use std::collections::BTreeMap;

const PLANES: &str = "contact: planes";
pub const ISLANDS: &str = "islands";

/// Models of three bodies and where they run. Each solver is in one of them.
pub const MEETINGS: [(u32, [u32; 3]); 3] = [
    (
        PLIANT_EXECUTOR_WIDE,
        [
            PLIANT_MODEL_NEO_HOOKEAN,
            PLIANT_MODEL_MASS_SPRING,
            PLIANT_MODEL_SHAPE_MATCHING,
        ],
    ),
    (
        PLIANT_EXECUTOR_RESIDENT,
        [
            PLIANT_MODEL_NEO_HOOKEAN,
            PLIANT_MODEL_RIGID,
            PLIANT_MODEL_CLOTH,
        ],
    ),
    (
        PLIANT_EXECUTOR_RESIDENT,
        [
            PLIANT_MODEL_SHAPE_MATCHING,
            PLIANT_MODEL_SHAPE_MATCHING,
            PLIANT_MODEL_CLOTH,
        ],
    ),
];

/// A body to be: a cube of half a metre or a sheet of .3 m, about a place.
#[derive(Clone, Copy)]
pub struct Thrown {
    pub executor: u32,
    pub model: u32,
    pub turn: DQuat,
    pub at: DVec3,
    pub velocity: DVec3,
    pub restitution: f32,
}

pub fn put(world: &mut World, thrown: Thrown, spin: [f32; 3]) {
    let (model, turn) = (thrown.model, thrown.turn);
    let is_sheet = model == PLIANT_MODEL_CLOTH;
    let asset = if is_sheet { sheet(3) } else { cube(2) };
    let middle = match is_sheet {
        true => DVec3::new(0.15, 0.0, 0.15),
        false => DVec3::splat(0.25),
    };
    let desc = BodyOptions {
        model: Model::default_of(model).unwrap(),
        executor: if model == PLIANT_MODEL_RIGID {
            0
        } else {
            thrown.executor
        },
        pose: PliantPose {
            position: (thrown.at - turn * middle).to_array(),
            rotation: turn.as_quat().to_array(),
        },
        linear_velocity: thrown.velocity.as_vec3().to_array(),
        angular_velocity: spin,
        restitution: thrown.restitution,
        ..BodyOptions::default()
    };
    world.apply(Edit::AddBody { asset, desc }).unwrap();
}

/// A cube, above it one that stands on an edge, and above that a third that comes with an edge across, or a sheet: 2 mm
/// apart and 1 m/s fast. They touch in the first epoch, by points and by edges.
pub fn meeting((executor, models): (u32, [u32; 3])) -> World {
    let mut world = World::new(WorldOptions::default()).unwrap();
    let mut add = |k: usize, turn, at: [f64; 3], velocity: [f64; 3]| {
        let thrown = Thrown {
            executor,
            model: models[k],
            turn,
            at: at.into(),
            velocity: velocity.into(),
            restitution: 0.0,
        };
        put(&mut world, thrown, [0.3, -0.2, 0.5]);
    };
    let quarter = std::f64::consts::FRAC_PI_4;
    let half = 0.25 * 2_f64.sqrt();
    add(
        0,
        DQuat::from_rotation_y(0.3),
        [0.0, -0.25, 0.0],
        [0.0, 1.0, 0.0],
    );
    let turn = DQuat::from_rotation_x(quarter);
    add(1, turn, [0.03, half + 0.002, 0.02], [0.0, 0.0, 0.2]);
    let top = 2.0 * half + 0.002;
    match models[2] == PLIANT_MODEL_CLOTH {
        // It has waves of 4 cm.
        true => add(
            2,
            DQuat::IDENTITY,
            [0.0, top + 0.045, 0.0],
            [0.2, -1.0, 0.0],
        ),
        false => {
            let turn = DQuat::from_rotation_y(0.1) * DQuat::from_rotation_z(quarter);
            add(2, turn, [0.07, top + 0.002 + half, 0.06], [0.2, -1.0, 0.0]);
        }
    }
    world
}

/// Runs two steps of each meeting, and shows what `look` asks for in each epoch.
pub fn watch(mut look: impl FnMut(&mut World, &mut Stages, u32)) {
    for models in MEETINGS {
        let mut world = meeting(models);
        for _ in 0..2 {
            let mut step = Stages::begin(&mut world, DT);
            for epoch in 0..world.id.options().epochs {
                look(&mut world, &mut step, epoch);
            }
            step.end(&mut world);
        }
    }
}

/// A pair of an epoch as its plane's f64 twin sees it, and the distance that contact keeps.
fn pair_of(world: &World, seen: &Seen, c: &Candidate) -> (Pair, f64) {
    let epochs = f64::from(world.id.options().epochs);
    let h = f64::from(DT) / epochs;
    let gravity = DVec3::from(world.scene.gravity().map(f64::from));
    let (mut x, mut displacement) = ([DVec3::ZERO; 4], [DVec3::ZERO; 4]);
    for (k, v) in c.corners.into_iter().enumerate() {
        let slot = seen.body_of(v).index;
        let of_set = seen.row(seen.body_row(slot, CONTACTS_DISPLACEMENT));
        let of_set = DVec3::from_slice(&of_set[..3]) / epochs;
        let velocity = seen.velocity(v);
        let falls = velocity[3].clamp(0.0, 1.0);
        x[k] = seen.position(v) + of_set;
        displacement[k] = h * (DVec3::from_slice(&velocity[..3]) + h * falls * gravity) - of_set;
    }
    let part = c
        .corners
        .map(|v| seen.row(seen.vertex_row(v, CONTACTS_OWN))[3]);
    let radius = match c.is_edges {
        true => 0.5 * part.iter().sum::<f64>(),
        false => part[0] + (part[1] + part[2] + part[3]) / 3.0,
    };
    let pair = Pair {
        x,
        displacement,
        is_edges: c.is_edges,
        least: 0.05 * radius,
    };
    (pair, radius)
}

/// The plane of a candidate as it is stored: normal, how far each corner may go, flags.
pub fn stored_plane(seen: &Seen, c: &Candidate) -> (DVec3, [f64; 4], u32) {
    let row = seen.contacts.plane_row + CONTACTS_PLANE_ROWS * c.number;
    let n = DVec3::from_slice(&seen.row(row)[..3]);
    (n, seen.row(row + 1), seen.words(row)[3])
}

/// Each plane parts its pair, wherever the corners go on their side. No other of the normals hinders the motion less.
#[test]
fn planes_part_pairs_and_hinder_them_least() {
    let mut counts = [0, 0];
    watch(|world, step, _| {
        assert!(step.until(world, PLANES));
        let seen = Seen::of(world);
        for c in seen.candidates() {
            let (pair, _) = pair_of(world, &seen, &c);
            let (n, s, flags) = stored_plane(&seen, &c);
            assert_eq!(flags & CONTACTS_FROZEN, 0, "{c:?}");
            assert!((n.length() - 1.0).abs() < 1e-6, "{n}");
            let room = |second: bool| {
                let corners = (0..4).filter(move |k| pair.is_second(*k) == second);
                let side = if second { -1.0 } else { 1.0 };
                corners.map(move |k| side * n.dot(pair.x[k] - pair.x[0]) - s[k])
            };
            // The first side stays above, the second below.
            let apart = room(false).chain([f64::MAX]).fold(f64::MAX, f64::min)
                + room(true).fold(f64::MAX, f64::min);
            assert!(apart > 0.0, "{c:?}: {apart}");
            // Coordinates of a metre in f32, and a margin for them: 2^-23 (4.5 m + 24 (size + reach)), twice.
            let plane = pair.with_normal(n.normalize());
            for (known, expected) in s.into_iter().zip(plane.s) {
                assert!((known - expected).abs() < 2e-5, "{c:?}: {s:?} {plane:?}");
            }
            let best = pair.best().expect("a plane").score;
            assert!(plane.score > best - 2e-6, "{c:?}: {} {best}", plane.score);
            counts[usize::from(c.is_edges)] += 1;
        }
    });
    println!("{counts:?} planes");
    assert!(counts.iter().all(|count| *count > 1000), "{counts:?}");
}

/// Of the triangles of a body that are near a point the nearest one has a contact, and edges have one only where they meet
/// within both. It lies between the nearest points, and both sides bear it in series; multipliers and sheets make it stiffer.
#[test]
fn contacts_lie_between_nearest_points() {
    let mut counts = [0, 0];
    watch(|world, step, epoch| {
        if epoch > 0 {
            return;
        }
        assert!(step.until(world, PLANES));
        let seen = Seen::of(world);
        let mut points: BTreeMap<(u32, u32), Vec<(f64, bool)>> = BTreeMap::new();
        for c in seen.candidates() {
            let (pair, radius) = pair_of(world, &seen, &c);
            let gap = contact::nearest(pair.x, c.is_edges).length();
            let has_force = stored_plane(&seen, &c).2 & CONTACTS_HAS_FORCE != 0;
            if !c.is_edges {
                let of = points.entry((c.corners[0], c.bodies[1])).or_default();
                of.push((gap, has_force));
            }
            if !has_force {
                continue;
            }
            counts[usize::from(c.is_edges)] += 1;
            let row = seen.force_row(c.number);
            let [x, y, z, along] = seen.row(row);
            let weights = seen.row(row + CONTACTS_WEIGHTS);
            let [stiffness, friction, kept, _] = seen.row(row + 3);
            let side = |second: bool| {
                let corners = (0..4).filter(move |k| pair.is_second(*k) == second);
                corners.map(|k| weights[k] * pair.x[k]).sum::<DVec3>()
            };
            let between = side(false) - side(true);
            assert!((between.length() - gap).abs() < 1e-6, "{c:?}: {gap}");
            let n = DVec3::new(x, y, z);
            assert!((n.dot(between) - along).abs() < 1e-6, "{c:?}: {along}");
            let towards = if gap > radius {
                stored_plane(&seen, &c).0
            } else {
                between / gap
            };
            assert!(
                gap < 1e-4 || n.distance(towards) < 1e-6 / gap.min(1e-2),
                "{c:?}: {n}"
            );
            assert!(
                (kept - radius).abs() < 1e-6 * radius && friction == 0.5,
                "{c:?}"
            );
            let sides = stiffness_of(world, &seen, &c, &pair, weights);
            let wanted = 2.0 * sides[0] * sides[1] / (sides[0] + sides[1]);
            assert!(stiffness > 0.999 * wanted, "{c:?}: {stiffness} of {wanted}");
        }
        for ((point, body), of) in points {
            let least = of.iter().map(|p| p.0).fold(f64::MAX, f64::min);
            let known: Vec<f64> = of.iter().filter(|p| p.1).map(|p| p.0).collect();
            let is_nearest = known.len() == 1 && known[0] < least + 1e-6;
            assert!(is_nearest, "{point}, {body}: {known:?}, nearest {least}");
        }
    });
    println!("{counts:?} contacts");
    assert!(counts[0] > 100 && counts[1] > 0, "{counts:?}");
}

/// How stiff each side of a pair is: what its solver last said, or inertia.
fn stiffness_of(
    world: &World,
    seen: &Seen,
    c: &Candidate,
    pair: &Pair,
    weights: [f64; 4],
) -> [f64; 2] {
    let h = f64::from(DT) / f64::from(world.id.options().epochs);
    let mut sides = [0.0; 2];
    for (k, v) in c.corners.into_iter().enumerate() {
        let told = seen.row(seen.vertex_row(v, CONTACTS_OWN))[0];
        let own = if told > 0.0 {
            told
        } else {
            1.0 / (seen.inverse_mass(v) * h * h)
        };
        sides[usize::from(pair.is_second(k))] += weights[k] * own;
    }
    sides
}

/// The row of the reference of a vertex in an epoch: x_ref, and how far it may go.
pub fn reference(world: &World, seen: &Seen, vertex: u32, epoch: u32) -> [f64; 4] {
    let parity = (seen.step * world.id.options().epochs + epoch) & 1;
    seen.row(seen.vertex_row(vertex, CONTACTS_REFERENCE + parity))
}

/// No vertex is behind a plane of one of its pairs, of all pairs and not only of those that it keeps, nor beyond its reach.
fn assert_filtered(world: &World, seen: &Seen, epoch: u32) {
    for c in seen.candidates() {
        let (n, s, _) = stored_plane(seen, &c);
        for (k, v) in c.corners.into_iter().enumerate() {
            let from = reference(world, seen, v, epoch);
            let way = seen.position(v) - seen.placed(v, from);
            let is_second = k >= if c.is_edges { 2 } else { 1 };
            let room = s[k] + if is_second { -n.dot(way) } else { n.dot(way) };
            // Rounding of the position in f32.
            assert!(room > -2e-7, "{v} in epoch {epoch}: {room} behind {c:?}");
            assert!(
                way.length() < from[3] + 2e-7,
                "{v}: {} of {}",
                way.length(),
                from[3]
            );
        }
    }
}

/// After the solvers of each epoch, and after the islands.
#[test]
fn every_move_stays_within_its_planes_and_its_reach() {
    watch(|world, step, epoch| {
        assert!(step.until(world, ISLANDS));
        assert_filtered(world, &Seen::of(world), epoch);
        step.one(world);
        assert_filtered(world, &Seen::of(world), epoch);
    });
}
