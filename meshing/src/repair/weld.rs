//! One vertex a place.
//!
//! First exactly: split seams carry the same bits on both sides, and nothing that is apart is joined. Then, for what
//! was rounded differently on its two sides, within a radius; three bounds keep that from closing a real gap:
//!
//! - only open vertices (at an edge with one triangle) move, so a closed thin plate, a gap between closed bodies and
//!   the layers of a closed shape stay as they are;
//! - the radius is 10⁻⁵ of the diagonal, the last place of numbers written with six digits, or, far from the origin,
//!   what two roundings to 32 bits can differ by;
//! - it is at most a quarter of the shortest edge at either vertex. Both ends of an edge go by at most its quarter, so
//!   no edge collapses and no strip is flattened, however thin.

use super::report::RepairReport;
use glam::DVec3;
use pliant_geometry::SurfaceMesh;
use pliant_geometry::{edges, surface::point};
use std::collections::HashMap;

/// Two roundings of a number written with six digits differ by at most this part of it [1].
const SIX_DIGITS: f64 = 1e-5;
/// Two roundings of a coordinate to f32, at either side half a unit in the last place, along three axes [1].
const TWO_ROUNDINGS: f64 = 2.0 * f32::EPSILON as f64;
/// A cell keeps this many vertices to weld to; more within one radius are a cloud, and are left apart.
const MOST_IN_CELL: usize = 16;

/// A surface with one vertex a place. Triangles name places.
pub struct Welded {
    /// One a place.
    pub positions: Vec<[f32; 3]>,
    /// Triangles of three different places.
    pub triangles: Vec<[u32; 3]>,
    /// The place of each vertex as given.
    pub place_from_given: Vec<u32>,
    /// The first vertex as given of each place.
    pub given_from_place: Vec<u32>,
}

/// Welds vertices whose positions are equal, numbered in the order in which they first come.
pub fn exact(given: &SurfaceMesh, report: &mut RepairReport) -> Welded {
    // Adding zero turns -0 into 0.
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

/// From the first of each group to (group of each, first of each group), groups in the order of their firsts.
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

/// Welds open vertices that are near each other; says whether there were any.
pub fn near(welded: &mut Welded, report: &mut RepairReport) -> bool {
    let most = radius(welded);
    report.weld_radius = most;
    let radii = radii(welded, most);
    let mut in_cell: HashMap<u64, Vec<u32>> = HashMap::new();
    let mut first: Vec<u32> = (0..welded.positions.len() as u32).collect();
    let mut count = 0;
    for v in (0..first.len() as u32).filter(|v| radii[*v as usize] > 0.0) {
        let p = point(&welded.positions, v);
        // A ball of half a cell touches two cells an axis: those around the corner nearest to its middle.
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

/// A number for a cell. Two cells may have one: distances are looked at in any case.
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

/// The most that any vertex may move [length unit]; vertices of no triangle, which may lie anywhere, do not count.
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

/// The radius of each open vertex; 0 for the others.
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
