//! Packs the triangles of a body into arena rows, in the layout of `shaders/share/surface.wgsl`.

use crate::share::{CONTACTS_PATCH, SURFACE_BORDER, SURFACE_ROWS, Surface};
use glam::Vec3;

type Row = [u32; 4];

/// The rows of a surface, the head included.
pub struct SurfaceTable {
    pub rows: Vec<Row>,
    pub head: Surface,
}

/// An edge: its ends in order, the opposite corners of its first two triangles, and the first triangle.
struct Edge {
    ends: [u32; 2],
    across: [u32; 2],
    triangle: u32,
}

/// Packs triangles of points. All corners are below the number of positions, which are finite.
pub fn pack(positions: &[[f32; 3]], triangles: &[[u32; 3]]) -> SurfaceTable {
    let order = patches(positions, triangles);
    let triangles: Vec<[u32; 3]> = order.iter().map(|t| triangles[*t as usize]).collect();
    let patch_count = (triangles.len() as u32).div_ceil(CONTACTS_PATCH);
    let edges = edges(&triangles);
    let lengths = lengths(positions, &edges);
    let owners = owners(positions.len(), &triangles);
    let mut points: Vec<u32> = (0..positions.len() as u32).collect();
    points.retain(|vertex| owners[*vertex as usize] < patch_count);
    points.sort_by_key(|vertex| owners[*vertex as usize]);
    let point_patch = |k: &u32| owners[*k as usize];
    let edge_patch = |edge: &Edge| edge.triangle / CONTACTS_PATCH;
    let patch_rows = (0..patch_count).map(|patch| {
        let [p, q] =
            [patch, patch + 1].map(|next| points.partition_point(|k| point_patch(k) < next) as u32);
        let [e, f] =
            [patch, patch + 1].map(|next| edges.partition_point(|k| edge_patch(k) < next) as u32);
        [p, q - p, e, f - e]
    });
    let patch_rows: Vec<Row> = patch_rows.collect();
    let mut next = SURFACE_ROWS;
    let mut place = |count: usize| {
        let first = next;
        next += count as u32;
        first
    };
    let head = Surface {
        points: points.len() as u32,
        triangles: triangles.len() as u32,
        edges: edges.len() as u32,
        patches: patch_count,
        point_row: place(points.len()),
        triangle_row: place(triangles.len()),
        edge_row: place(edges.len()),
        patch_row: place(patch_rows.len()),
        rest_row: place(positions.len()),
        ..Surface::default()
    };
    let mut rows: Vec<Row> = bytemuck::cast::<Surface, [Row; SURFACE_ROWS as usize]>(head).to_vec();
    let length = |vertex: u32| lengths[vertex as usize].to_bits();
    rows.extend(points.iter().map(|v| [*v, length(*v), 0, 0]));
    let numbered = triangles.iter().zip(0..);
    rows.extend(numbered.map(|([a, b, c], t)| [*a, *b, *c, t / CONTACTS_PATCH]));
    let row = |e: &Edge| [e.ends[0], e.ends[1], e.across[0], e.across[1]];
    rows.extend(edges.iter().map(row));
    rows.extend(patch_rows);
    let rest = positions.iter().zip(&lengths);
    rows.extend(rest.map(|([x, y, z], length)| [x, y, z, length].map(|value| value.to_bits())));
    SurfaceTable { rows, head }
}

/// The triangles patch by patch: they are split across their longest extent until parts have at most 64, so that patches are
/// compact and only the last has fewer.
fn patches(positions: &[[f32; 3]], triangles: &[[u32; 3]]) -> Vec<u32> {
    let point = |v: u32| Vec3::from_array(positions[v as usize]);
    let corners = triangles.iter();
    let centres: Vec<Vec3> = corners
        .map(|t| t.iter().map(|v| point(*v)).sum::<Vec3>() / 3.0)
        .collect();
    let mut order: Vec<u32> = (0..triangles.len() as u32).collect();
    let mut parts = vec![&mut order[..]];
    while let Some(part) = parts.pop() {
        if part.len() <= CONTACTS_PATCH as usize {
            part.sort_unstable();
            continue;
        }
        let places = || part.iter().map(|t| centres[*t as usize]);
        let low = places().fold(Vec3::MAX, Vec3::min);
        let extent = places().fold(Vec3::MIN, Vec3::max) - low;
        let longest = extent.max_position();
        part.sort_unstable_by(|a, b| {
            let [x, y] = [a, b].map(|t| centres[*t as usize][longest]);
            x.total_cmp(&y).then(a.cmp(b))
        });
        let half = (part.len() / 2).next_multiple_of(CONTACTS_PATCH as usize);
        let (first, second) = part.split_at_mut(half);
        parts.extend([first, second]);
    }
    order
}

/// The edges of triangles, by the patch of their first triangle.
fn edges(triangles: &[[u32; 3]]) -> Vec<Edge> {
    let mut sides: Vec<([u32; 2], u32, u32)> = Vec::with_capacity(3 * triangles.len());
    for (t, [a, b, c]) in (0..).zip(triangles) {
        for (from, to, across) in [(a, b, c), (b, c, a), (c, a, b)] {
            sides.push(([*from.min(to), *from.max(to)], t, *across));
        }
    }
    sides.sort_unstable();
    let edges = sides.chunk_by(|one, other| one.0 == other.0).map(|around| {
        let second = around.get(1).map_or(SURFACE_BORDER, |side| side.2);
        Edge {
            ends: around[0].0,
            across: [around[0].2, second],
            triangle: around[0].1,
        }
    });
    let mut edges: Vec<Edge> = edges.collect();
    edges.sort_by_key(|edge| edge.triangle / CONTACTS_PATCH);
    edges
}

/// The mean rest length of the edges of each vertex; zero for a vertex without.
fn lengths(positions: &[[f32; 3]], edges: &[Edge]) -> Vec<f32> {
    let mut sums = vec![(0.0, 0.0); positions.len()];
    let point = |v: u32| Vec3::from_array(positions[v as usize]).as_dvec3();
    for edge in edges {
        let [a, b] = edge.ends;
        for end in edge.ends {
            let (sum, count) = &mut sums[end as usize];
            *sum += point(a).distance(point(b));
            *count += 1.0;
        }
    }
    let mean = |(sum, count): (f64, f64)| (sum / count.max(1.0)) as f32;
    sums.into_iter().map(mean).collect()
}

/// The first patch with each vertex; the greatest number for a vertex of no triangle.
fn owners(vertices: usize, triangles: &[[u32; 3]]) -> Vec<u32> {
    let mut owners = vec![u32::MAX; vertices];
    for (t, triangle) in (0..).zip(triangles) {
        for vertex in triangle {
            let owner = &mut owners[*vertex as usize];
            *owner = (*owner).min(t / CONTACTS_PATCH);
        }
    }
    owners
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asset::lattice::box_surface;
    use std::collections::BTreeSet;

    /// The rows of a table.
    fn table(table: &SurfaceTable, first: u32, count: u32) -> &[Row] {
        &table.rows[first as usize..][..count as usize]
    }

    /// A box of 6³ squares: 432 triangles, V - E + F = 2, and every part is owned once.
    #[test]
    fn every_part_of_a_surface_is_owned_by_one_patch() {
        let surface = box_surface([6; 3], [0.5; 3]);
        let packed = pack(&surface.positions, &surface.triangles);
        let head = packed.head;
        assert_eq!((head.triangles, head.patches), (432, 7));
        assert_eq!(head.points as i64 - head.edges as i64 + 432, 2);
        let end = head.rest_row + surface.positions.len() as u32;
        assert_eq!(packed.rows.len() as u32, end);
        let mut found: Vec<[u32; 3]> = table(&packed, head.triangle_row, head.triangles)
            .iter()
            .zip(0..)
            .map(|(row, t)| {
                assert_eq!(row[3], t / CONTACTS_PATCH);
                [row[0], row[1], row[2]]
            })
            .collect();
        found.sort_unstable();
        let mut given = surface.triangles.clone();
        given.sort_unstable();
        assert_eq!(found, given);
        let points = table(&packed, head.point_row, head.points);
        let edges = table(&packed, head.edge_row, head.edges);
        let triangles = table(&packed, head.triangle_row, head.triangles);
        let all: BTreeSet<u32> = points.iter().map(|row| row[0]).collect();
        assert_eq!(all.len() as u32, head.points);
        let all: BTreeSet<[u32; 2]> = edges.iter().map(|row| [row[0], row[1]]).collect();
        assert_eq!(all.len() as u32, head.edges);
        let (mut point, mut edge) = (0, 0);
        for (p, row) in (0..).zip(table(&packed, head.patch_row, head.patches)) {
            assert_eq!((row[0], row[2]), (point, edge));
            (point, edge) = (point + row[1], edge + row[3]);
            let own = &triangles[(CONTACTS_PATCH * p) as usize..];
            let own = &own[..own.len().min(CONTACTS_PATCH as usize)];
            let has = |v: u32| own.iter().any(|t| t[..3].contains(&v));
            assert!(
                points[row[0] as usize..point as usize]
                    .iter()
                    .all(|r| has(r[0]))
            );
            let sides = &edges[row[2] as usize..edge as usize];
            assert!(sides.iter().all(|r| r[0] < r[1] && has(r[0]) && has(r[1])));
        }
        assert_eq!((point, edge), (head.points, head.edges));
        for row in edges {
            let has = |t: &&Row| t[..3].contains(&row[0]) && t[..3].contains(&row[1]);
            let around: Vec<&Row> = triangles.iter().filter(has).collect();
            let across = around.iter().flat_map(|t| &t[..3]);
            let mut across: Vec<u32> = across.filter(|v| !row[..2].contains(v)).copied().collect();
            let mut listed = row[2..].to_vec();
            across.sort_unstable();
            listed.sort_unstable();
            assert_eq!(across, listed);
        }
        // A twelfth of a metre along the axes, and √2 of it across squares.
        let lengths = points.iter().map(|row| f32::from_bits(row[1]));
        assert!(lengths.into_iter().all(|l| l > 0.0833 && l < 0.118));
    }

    #[test]
    fn a_lone_triangle_has_borders() {
        let corners = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [5.0; 3]];
        let packed = pack(&corners, &[[0, 2, 1]]);
        let head = packed.head;
        assert_eq!((head.points, head.edges, head.patches), (3, 3, 1));
        let edges = table(&packed, head.edge_row, 3);
        assert!(edges.iter().all(|row| row[3] == SURFACE_BORDER));
        assert_eq!(packed.rows[head.rest_row as usize + 3][3], 0);
    }
}
