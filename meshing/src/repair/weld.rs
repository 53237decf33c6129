//! Welds vertices.
//!
//! First those with equal positions, as at texture seams. Then those that were rounded differently, within a radius.
//! Three bounds keep real gaps open:
//!
//! - Only vertices on open edges move, so thin closed plates and gaps between closed bodies stay as they are.
//! - The radius is 10⁻⁵ of the diagonal, the last digit of numbers written with six, or, far from the origin, two
//!   roundings to 32 bits.
//! - It is at most a quarter of the shortest edge at either vertex, so no edge collapses and no strip is flattened.

use super::report::RepairReport;
use glam::DVec3;
use pliant_geometry::SurfaceMesh;
use pliant_geometry::{edges, surface::point};
use std::collections::HashMap;

/// The largest relative difference of two roundings to six digits [1].
const SIX_DIGITS: f64 = 1e-5;
/// The same for two roundings to f32, half a unit in the last place each, along three axes [1].
const TWO_ROUNDINGS: f64 = 2.0 * f32::EPSILON as f64;
/// Vertices that a cell keeps as targets. More within one radius form a cloud, and stay apart.
const MOST_IN_CELL: usize = 16;

/// A surface without duplicate positions. Triangles index these "places".
pub struct Welded {
    pub positions: Vec<[f32; 3]>,
    pub triangles: Vec<[u32; 3]>,
    pub place_from_given: Vec<u32>,
    pub given_from_place: Vec<u32>,
}

/// Welds vertices with equal positions, numbered in order of first appearance.
pub fn exact(given: &SurfaceMesh, report: &mut RepairReport) -> Welded {
    let bits = |p: &[f32; 3]| p.map(|c| (c + 0.0).to_bits());
    let mut sorted: Vec<([u32; 3], u32)> = (given.positions.iter().zip(0..))
        .map(|(p, v)| (bits(p), v))
        .collect();
    sorted.sort_unstable();
    let mut first = vec![0; given.positions.len()];
    for group in sorted.chunk_by(|a, b| a.0 == b.0) {
        group
            .iter()
            .for_each(|(_, v)| first[*v as usize] = group[0].1);
    }
    let (place_from_given, given_from_place) = numbered(&first);
    let mut used = vec![false; first.len()];
    given
        .triangles
        .iter()
        .flatten()
        .for_each(|v| used[*v as usize] = true);
    for v in (0..first.len()).filter(|v| !used[*v]) {
        report.unreferenced.add(v);
    }
    report.given = [given.positions.len(), given.triangles.len()];
    report.welded_exactly = first.len() - given_from_place.len();
    let mut triangles = Vec::with_capacity(given.triangles.len());
    for (t, triangle) in given.triangles.iter().enumerate() {
        let [a, b, c] = triangle.map(|v| place_from_given[v as usize]);
        match a == b || b == c || c == a {
            true => report.degenerate.add(t),
            false => triangles.push([a, b, c]),
        }
    }
    Welded {
        positions: given_from_place
            .iter()
            .map(|v| given.positions[*v as usize])
            .collect(),
        triangles,
        place_from_given,
        given_from_place,
    }
}

/// From the first member of each one's group: (group of each, first of each group), groups ordered by first members.
fn numbered(first: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let (mut group, mut firsts) = (Vec::with_capacity(first.len()), Vec::new());
    for (v, &f) in first.iter().enumerate() {
        if f as usize == v {
            group.push(firsts.len() as u32);
            firsts.push(f);
        } else {
            group.push(group[f as usize]);
        }
    }
    (group, firsts)
}

/// Welds open vertices that are near each other; false if there are none.
pub fn near(welded: &mut Welded, report: &mut RepairReport) -> bool {
    let most = radius(welded);
    report.weld_radius = most;
    let radii = radii(welded, most);
    let mut in_cell: HashMap<u64, Vec<u32>> = HashMap::new();
    let mut first: Vec<u32> = (0..welded.positions.len() as u32).collect();
    let mut count = 0;
    for v in (0..first.len() as u32).filter(|v| radii[*v as usize] > 0.0) {
        let p = point(&welded.positions, v);
        // A ball of half a cell touches two cells along each axis: those around the nearest cell corner.
        let corner = (p / (2.0 * most)).round();
        let around = (0..8).filter_map(|n| {
            let below = DVec3::new(f64::from(n & 1), f64::from(n >> 1 & 1), f64::from(n >> 2));
            in_cell.get(&cell(corner - below))
        });
        let nearest = around
            .flatten()
            .map(|w| (point(&welded.positions, *w).distance(p), *w))
            .filter(|(d, w)| *d <= radii[v as usize].min(radii[*w as usize]))
            .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        if let Some((_, w)) = nearest {
            first[v as usize] = w;
            count += 1;
        } else {
            let here = in_cell.entry(cell((p / (2.0 * most)).floor())).or_default();
            if here.len() < MOST_IN_CELL {
                here.push(v);
            }
        }
    }
    report.welded_nearly = count;
    if count > 0 {
        renumber(welded, &first);
    }
    count > 0
}

/// A hash of a cell. Collisions are harmless, as distances are compared.
fn cell(at: DVec3) -> u64 {
    let mixed = |h: u64, c: f64| {
        (h ^ (c + 0.0).to_bits())
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(29)
    };
    at.to_array().into_iter().fold(0, mixed)
}

fn renumber(welded: &mut Welded, first: &[u32]) {
    let (group, firsts) = numbered(first);
    let gather = |items: &[u32]| firsts.iter().map(|f| items[*f as usize]).collect();
    welded.positions = firsts
        .iter()
        .map(|f| welded.positions[*f as usize])
        .collect();
    welded.given_from_place = gather(&welded.given_from_place);
    for place in welded
        .triangles
        .as_flattened_mut()
        .iter_mut()
        .chain(&mut welded.place_from_given)
    {
        *place = group[*place as usize];
    }
}

/// The largest radius [length unit]. Unused vertices, which may lie anywhere, do not count.
fn radius(welded: &Welded) -> f64 {
    let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    for v in welded.triangles.as_flattened() {
        let p = &welded.positions[*v as usize];
        for axis in 0..3 {
            low[axis] = low[axis].min(f64::from(p[axis]));
            high[axis] = high[axis].max(f64::from(p[axis]));
        }
    }
    let squared = |axis: usize| (high[axis] - low[axis]).powi(2);
    let diagonal = (0..3).map(squared).sum::<f64>().sqrt();
    let farthest = low
        .iter()
        .chain(&high)
        .fold(0.0, |m: f64, c| m.max(c.abs()));
    (SIX_DIGITS * diagonal)
        .max(TWO_ROUNDINGS * farthest)
        .max(f64::MIN_POSITIVE)
}

/// The radius of each open vertex; 0 for others.
fn radii(welded: &Welded, most: f64) -> Vec<f64> {
    let mut radii = vec![0.0; welded.positions.len()];
    let sorted = edges::sorted(&welded.triangles);
    for open in edges::groups(&sorted).filter(|group| group.len() == 1) {
        for v in edges::ends(open[0].0) {
            radii[v as usize] = most;
        }
    }
    for group in edges::groups(&sorted) {
        let [a, b] = edges::ends(group[0].0);
        let length = point(&welded.positions, a).distance(point(&welded.positions, b));
        for v in [a, b] {
            radii[v as usize] = radii[v as usize].min(length / 4.0);
        }
    }
    radii
}
