//! Groups of render vertices that share a geometric normal, so that smooth surfaces do not crack at texture seams.

use super::SurfaceMesh;
use glam::{DVec3, Vec3};
use pliant_geometry::incidence::Rows;
use std::collections::HashMap;

/// Wanted normals within one degree are the same.
const SAME_NORMAL_COSINE: f64 = 0.999_847_695;
/// Area normals whose sum is below this part of their areas point to no side.
const CANCELLED: f64 = 1e-3;

/// For each vertex the first one within `radius`, which may be itself. Depends on order and positions only.
pub fn weld(positions: &[[f32; 3]], radius: f64) -> Vec<u32> {
    let radius = radius.max(f64::MIN_POSITIVE);
    let mut first_in_cell: HashMap<[i64; 3], Vec<u32>> = HashMap::new();
    let mut welded = Vec::with_capacity(positions.len());
    for (i, &position) in positions.iter().enumerate() {
        let p = Vec3::from_array(position).as_dvec3();
        // Cells are as wide as the radius, so all near vertices are in this cell or a neighbour.
        let cell = (p / radius).floor().to_array().map(|c| c as i64);
        let around = (0..27i64).map(|n| {
            let offset = [n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1];
            std::array::from_fn::<_, 3, _>(|a| cell[a].saturating_add(offset[a]))
        });
        let near = |v: &u32| {
            let q = positions[*v as usize];
            q == position || Vec3::from_array(q).as_dvec3().distance(p) <= radius
        };
        let found = around
            .filter_map(|cell| first_in_cell.get(&cell))
            .flat_map(|firsts| firsts.iter().copied().filter(near))
            .min();
        welded.push(found.unwrap_or(i as u32));
        if found.is_none() {
            first_in_cell.entry(cell).or_default().push(i as u32);
        }
    }
    welded
}

/// Groups of a surface at rest.
pub struct Groups {
    /// The group of each vertex.
    pub group: Vec<u32>,
    /// Triangles around each group, ascending; none without a geometric normal.
    pub triangles: Rows,
    /// Unit geometric normal of each group, or zero.
    pub normals: Vec<DVec3>,
}

/// Groups welded vertices with the same wanted normal. `wanted`: unit or zero, one per vertex. Areas below
/// `smallest_area` [length unit²] count as none.
pub fn groups(
    surface: &SurfaceMesh,
    welded: &[u32],
    wanted: &[DVec3],
    smallest_area: f64,
) -> Groups {
    let (positions, triangles) = (&surface.positions, &surface.triangles);
    let mut group = group_vertices(welded, wanted, |_| false);
    let mut rows = triangles_around(&group, triangles);
    let sums = |rows: &Rows| area_normals(positions, triangles, rows);
    let is_cancelled = |(sum, area): &(DVec3, f64)| sum.length() <= CANCELLED * area;
    let first = sums(&rows);
    if first.iter().any(is_cancelled) {
        // A sheet without thickness has both sides at one place: there each vertex is its own group.
        let split = |v: usize| is_cancelled(&first[group[v] as usize]);
        group = group_vertices(welded, wanted, split);
        rows = triangles_around(&group, triangles);
    }
    let normal = |s: &(DVec3, f64)| match is_cancelled(s) || s.0.length() <= smallest_area {
        true => DVec3::ZERO,
        false => s.0.normalize(),
    };
    let normals: Vec<DVec3> = sums(&rows).iter().map(normal).collect();
    let triangles = without(rows, |g| normals[g] == DVec3::ZERO);
    Groups {
        group,
        triangles,
        normals,
    }
}

/// Numbers groups by their first vertices. A vertex that `is_alone` gets its own.
fn group_vertices(welded: &[u32], wanted: &[DVec3], is_alone: impl Fn(usize) -> bool) -> Vec<u32> {
    let mut groups_at: HashMap<u32, Vec<(u32, DVec3)>> = HashMap::new();
    let mut group = Vec::with_capacity(welded.len());
    let mut next = 0;
    for (v, (&place, &normal)) in welded.iter().zip(wanted).enumerate() {
        let here = groups_at.entry(place).or_default();
        let same = |n: DVec3| n == normal || n.dot(normal) >= SAME_NORMAL_COSINE;
        let known = here.iter().find(|(_, n)| same(*n)).map(|(g, _)| *g);
        let known = known.filter(|_| !is_alone(v));
        group.push(known.unwrap_or(next));
        if known.is_none() {
            here.push((next, normal));
            next += 1;
        }
    }
    group
}

fn triangles_around(group: &[u32], triangles: &[[u32; 3]]) -> Rows {
    let count = group.iter().max().map_or(0, |&g| g as usize + 1);
    let mut around = vec![Vec::new(); count];
    for (t, triangle) in triangles.iter().enumerate() {
        for g in triangle.map(|v| group[v as usize]) {
            let row: &mut Vec<u32> = &mut around[g as usize];
            if row.last() != Some(&(t as u32)) {
                row.push(t as u32);
            }
        }
    }
    let mut starts = vec![0];
    for row in &around {
        starts.push(starts[starts.len() - 1] + row.len() as u32);
    }
    Rows {
        starts,
        items: around.concat(),
    }
}

fn without(rows: Rows, is_empty: impl Fn(usize) -> bool) -> Rows {
    let (mut starts, mut items) = (vec![0], Vec::with_capacity(rows.items.len()));
    for i in 0..rows.row_count() {
        if !is_empty(i) {
            items.extend_from_slice(rows.row(i));
        }
        starts.push(items.len() as u32);
    }
    Rows { starts, items }
}

/// For each group twice the sum of its triangles' area normals, and the sum of their lengths.
fn area_normals(positions: &[[f32; 3]], triangles: &[[u32; 3]], rows: &Rows) -> Vec<(DVec3, f64)> {
    let area_normal = |t: &u32| {
        let [a, b, c] =
            triangles[*t as usize].map(|v| Vec3::from_array(positions[v as usize]).as_dvec3());
        (b - a).cross(c - a)
    };
    let sum = |i: usize| {
        rows.row(i)
            .iter()
            .map(area_normal)
            .fold((DVec3::ZERO, 0.0), |(s, m), n| (s + n, m + n.length()))
    };
    (0..rows.row_count()).map(sum).collect()
}
