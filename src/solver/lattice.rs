//! The lattice that a body's coarse correction moves: few nodes over the box of its rest shape.

use crate::asset::Asset;
use glam::{DVec3, Vec3};

/// The most nodes: one thread each, and workgroup memory for them.
pub const MOST_NODES: usize = 45;
/// Vertices that a cell has on average at least.
const VERTICES_A_CELL: usize = 12;
/// A cell with fewer vertices gives them to its neighbour, whose field is extrapolated.
const FEWEST: usize = 8;
/// Fewest vertices of a body with a lattice. Sweeps alone reach across smaller bodies.
const SMALLEST_BODY: usize = 16;

/// A lattice of box-shaped cells. Cells without vertices, and nodes of no cell, are left out.
#[derive(Clone, Debug)]
pub struct Lattice {
    /// Size of a cell [length unit of the asset].
    pub cell_size: DVec3,
    /// The eight nodes of each cell: bit k of the corner is its side along axis k.
    pub corners: Vec<[u32; 8]>,
    /// Nodes.
    pub nodes: usize,
    /// The cell of each vertex.
    pub cell_of: Vec<u32>,
    /// Position of each vertex in its cell, 0 to 1 along each axis; outside this range for a sparse neighbour's vertex.
    pub places: Vec<DVec3>,
}

impl Lattice {
    /// The finest lattice that suits an asset; `None` if the body is too small.
    pub fn new(asset: &Asset) -> Option<Self> {
        let points: Vec<DVec3> = asset
            .rest_positions
            .iter()
            .map(|p| Vec3::from_array(*p).as_dvec3())
            .collect();
        if !Self::suits(asset) {
            return None;
        }
        (1..=8).rev().find_map(|along| Self::of(&points, along))
    }

    /// Whether a body is large enough for a lattice.
    pub fn suits(asset: &Asset) -> bool {
        asset.rest_positions.len() >= SMALLEST_BODY
    }

    /// The lattice with this many cells along the longest side, if it has few enough nodes and enough vertices.
    fn of(points: &[DVec3], along: usize) -> Option<Self> {
        let low = points.iter().fold(DVec3::INFINITY, |low, p| low.min(*p));
        let high = points.iter().fold(-DVec3::INFINITY, |high, p| high.max(*p));
        let size = (high - low).max(DVec3::splat(1e-6 * (high - low).max_element()));
        let edge = size.max_element() / along as f64;
        let counts = size
            .to_array()
            .map(|s| ((s / edge).round() as usize).max(1));
        let cell_size = size / DVec3::from_array(counts.map(|c| c as f64));
        let nodes: usize = counts.iter().map(|c| c + 1).product();
        let cells: usize = counts.iter().product();
        if nodes > 8 * MOST_NODES {
            return None; // most of its cells would have to be empty
        }
        let place = |p: &DVec3| (*p - low) / cell_size;
        let cell_at = |p: &DVec3| {
            let place = place(p).to_array();
            let at = |k: usize| (place[k] as usize).min(counts[k] - 1);
            [at(0), at(1), at(2)]
        };
        let number = |c: [usize; 3]| (c[2] * counts[1] + c[1]) * counts[0] + c[0];
        let mut members = vec![0; cells];
        let all: Vec<[usize; 3]> = points.iter().map(cell_at).collect();
        all.iter().for_each(|cell| members[number(*cell)] += 1);
        let filled = members.iter().filter(|count| **count > 0).count();
        if along > 1 && VERTICES_A_CELL * filled > points.len() {
            return None;
        }
        let sparse: usize = members.iter().filter(|count| **count < FEWEST).sum();
        if 4 * sparse > points.len() {
            return None; // too many vertices would be in a neighbour's cell
        }
        let takers = takers(counts, &members)?;
        let used: Vec<usize> = (0..cells).filter(|c| members[*c] >= FEWEST).collect();
        let (corners, nodes) = number_nodes(counts, &used);
        if nodes > MOST_NODES {
            return None;
        }
        let mut lattice = Self {
            cell_size,
            corners,
            nodes,
            cell_of: Vec::new(),
            places: Vec::new(),
        };
        for (p, cell) in points.iter().zip(&all) {
            let taker = takers[number(*cell)];
            let origin = DVec3::from_array(cell_of(counts, taker).map(|c| c as f64));
            lattice.places.push(place(p) - origin);
            let known = used.binary_search(&taker).ok()?;
            lattice.cell_of.push(known as u32);
        }
        Some(lattice)
    }

    /// The weights of a vertex at the corners of its cell. They sum to one.
    pub fn parts(&self, vertex: usize) -> [f64; 8] {
        let place = self.places[vertex].to_array();
        std::array::from_fn(|corner| {
            let part = |k: usize| match corner >> k & 1 {
                0 => 1.0 - place[k],
                _ => place[k],
            };
            part(0) * part(1) * part(2)
        })
    }

    /// The position of a vertex relative to a corner of its cell, in cells.
    pub fn seen_from(&self, vertex: usize, corner: usize) -> DVec3 {
        let bit = |k: usize| (corner >> k & 1) as f64;
        self.places[vertex] - DVec3::new(bit(0), bit(1), bit(2))
    }
}

fn cell_of(counts: [usize; 3], cell: usize) -> [usize; 3] {
    let [x, y, _] = counts;
    [cell % x, cell / x % y, cell / (x * y)]
}

/// The cell that takes the vertices of each cell: itself, or the nearest full one if it has few. `None` if all have few.
fn takers(counts: [usize; 3], members: &[usize]) -> Option<Vec<usize>> {
    let is_full = |cell: &usize| members[*cell] >= FEWEST;
    let apart = |a: usize, b: usize| {
        let (a, b) = (cell_of(counts, a), cell_of(counts, b));
        (0..3).map(|k| a[k].abs_diff(b[k]).pow(2)).sum::<usize>()
    };
    (0..members.len())
        .map(|cell| {
            let full = (0..members.len()).filter(is_full);
            full.min_by_key(|other| (apart(cell, *other), *other))
        })
        .collect()
}

/// The corners of the used cells, and their number of nodes.
fn number_nodes(counts: [usize; 3], used: &[usize]) -> (Vec<[u32; 8]>, usize) {
    let [x, y, _] = counts.map(|c| c + 1);
    let raw = |cell: usize, corner: usize| {
        let at = cell_of(counts, cell);
        let at = |k: usize| at[k] + (corner >> k & 1);
        (at(2) * y + at(1)) * x + at(0)
    };
    let mut nodes: Vec<usize> = (used.iter())
        .flat_map(|cell| (0..8).map(|corner| raw(*cell, corner)))
        .collect();
    nodes.sort_unstable();
    nodes.dedup();
    let known = |node: usize| nodes.partition_point(|other| *other < node) as u32;
    let corners = (used.iter())
        .map(|cell| std::array::from_fn(|corner| known(raw(*cell, corner))))
        .collect();
    (corners, nodes.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asset::lattice::{Split, beam_lattice};
    use crate::asset::{CookOptions, cook::cook};

    fn of_beam(cells: [usize; 3]) -> Option<Lattice> {
        let size = cells.map(|c| c as f32);
        let mesh = beam_lattice(cells, size, Split::Five);
        Lattice::new(&cook(&mesh, &CookOptions::default()).expect("a lattice").0)
    }

    #[test]
    fn a_body_has_8_to_45_nodes_and_tiny_ones_none() {
        let nodes = |cells| of_beam(cells).map(|l| l.nodes);
        assert_eq!(nodes([1, 1, 2]), None);
        assert_eq!(nodes([1, 1, 3]), Some(8));
        assert_eq!(nodes([2, 2, 2]), Some(8));
        assert_eq!(nodes([6, 6, 6]), Some(27));
        assert_eq!(nodes([24, 6, 6]), Some(24));
        assert!(nodes([40, 10, 10]).is_some_and(|n| n <= MOST_NODES));
    }

    /// The weights of a vertex reproduce every linear field, such as the vertex's position.
    #[test]
    fn corners_give_back_linear_fields() {
        let lattice = of_beam([9, 4, 3]).expect("a lattice");
        for v in 0..lattice.places.len() {
            let parts = lattice.parts(v);
            let sum: f64 = parts.iter().sum();
            let shift: DVec3 = (0..8).map(|c| parts[c] * lattice.seen_from(v, c)).sum();
            assert!((sum - 1.0).abs() < 1e-12 && shift.length() < 1e-12);
        }
    }
}
