//! What vertices keep of their planes, against all planes in f64.

use super::candidate_tests::{Lists, heap, sheet};
use super::test_worlds::{DT, Random};
use super::*;
use crate::desc::{BodyOptions, Model, PLIANT_MODEL_CLOTH};
use crate::math::PliantPose;
use crate::share::{CONTACTS_LIST, CONTACTS_NOW, CONTACTS_PLANE_ROWS};
use glam::DVec3;

/// Bits of a plane's flags: no plane parts the pair, and it is of two edges (share/contacts.wgsl).
const FROZEN: u32 = 1;
const CROSSED: u32 = 4;

/// Part of its distance that a plane that gives some of it for others has left (contact/filter/plane_reduction.wgsl).
const LEAST: f64 = 0.9375;

/// A normal, and how far a vertex may go against it.
type Plane = (DVec3, f64);

fn plane(row: [u32; 4], s: u32) -> Plane {
    let [x, y, z] = [row[0], row[1], row[2]].map(|bits| f64::from(f32::from_bits(bits)));
    (DVec3::new(x, y, z), f64::from(f32::from_bits(s)))
}

/// A vertex: its reach, all planes of its pairs, and those that it keeps. `None` if a pair has none.
fn planes_of(lists: &Lists, vertex: u32) -> Option<(f64, Vec<Plane>, Vec<Plane>)> {
    let reach = f64::from(f32::from_bits(lists.vertex(vertex, CONTACTS_NOW)[3]));
    let [first, count, kept, _] = lists.vertex(vertex, CONTACTS_LIST);
    let contacts = &lists.contacts;
    let mut all = Vec::new();
    for k in first..first + count {
        let role = lists.rows[(contacts.role_row + k / 4) as usize][(k % 4) as usize];
        let at = (contacts.plane_row + CONTACTS_PLANE_ROWS * (role / 4)) as usize;
        let normal = lists.rows[at];
        if normal[3] & FROZEN != 0 {
            return None;
        }
        let second = if normal[3] & CROSSED != 0 { 2 } else { 1 };
        let (n, s) = plane(normal, lists.rows[at + 1][(role % 4) as usize]);
        all.push((if role % 4 >= second { -n } else { n }, s));
    }
    let rows = first..first + kept;
    let rows = rows.map(|k| lists.rows[(contacts.kept_row + k) as usize]);
    Some((reach, all, rows.map(|row| plane(row, row[3])).collect()))
}

/// How far one may go from x_ref in a direction.
fn free(reach: f64, kept: &[Plane], along: DVec3) -> f64 {
    let parts = kept.iter().map(|(n, s)| match -n.dot(along) {
        deep if deep > 1e-9 => s / deep,
        _ => f64::MAX,
    });
    parts.fold(reach, f64::min)
}

/// The place within the reach and outside of a plane that is the farthest against a direction.
fn deepest(reach: f64, (m, s): &Plane, n: DVec3) -> DVec3 {
    let along = (n.dot(*m) * *m - n).normalize_or_zero();
    (reach * reach - s * s).max(0.0).sqrt() * along - *s * *m
}

/// Checks each vertex: no place within the reach and outside of the kept planes is behind any plane of its pairs. Returns
/// how many planes it does not keep though they are within the reach, and how many vertices have walls.
fn check(world: &World) -> [usize; 2] {
    let lists = Lists::new(world);
    let mut random = Random(9);
    let mut counts = [0, 0];
    for body in lists.bodies(world) {
        for point in &body.points {
            let Some((reach, all, kept)) = planes_of(&lists, body.first_vertex + point) else {
                continue;
            };
            assert!(kept.len() <= 64 && kept.is_sorted_by(|a, b| LEAST * a.1 <= b.1));
            counts[1] += usize::from(kept.iter().any(|k| all.iter().all(|a| a.0 != k.0)));
            for (n, s) in all.iter().filter(|p| p.1 < reach && !kept.contains(p)) {
                counts[0] += 1;
                let random = (0..24).map(|k| random.vector().as_dvec3() * 0.1 * f64::from(k) - *n);
                let deepest = kept.iter().map(|kept| deepest(reach, kept, *n));
                for along in random.chain(deepest).map(DVec3::normalize_or_zero) {
                    let deep = -n.dot(along) * free(reach, &kept, along);
                    assert!(deep <= s + 1e-6 * reach, "{deep} behind a plane at {s}");
                }
            }
        }
    }
    counts
}

/// A heap; and two wavy sheets, 10 cm apart, that slide past each other by 2 m/s to either side: their vertices have so many
/// planes that they need walls.
#[test]
fn planes_that_are_left_out_bind_nothing() {
    let mut world = heap(1, 6, DVec3::ZERO, WorldOptions::default());
    world.step(DT).unwrap();
    assert!(check(&world)[0] > 100);
    let mut world = World::new(WorldOptions::default()).unwrap();
    let asset = sheet(12);
    for side in [-1.0, 1.0] {
        let desc = BodyOptions {
            model: Model::default_of(PLIANT_MODEL_CLOTH).unwrap(),
            pose: PliantPose::at(0.05 * side * DVec3::Y),
            linear_velocity: [10.0 * side as f32, 0.0, 0.0],
            ..BodyOptions::default()
        };
        let asset = asset.clone();
        world.apply(Edit::AddBody { asset, desc }).unwrap();
    }
    world.step(DT).unwrap();
    let [left_out, walled] = check(&world);
    assert!(left_out > 1000 && walled > 0, "{left_out}, {walled}");
}
