//! Whether the boundary of a tet mesh is a closed surface, and splitting of edges that it meets twice.

use super::field::{Work, part};
use glam::DVec3;
use pliant_geometry::error::Result;
use pliant_geometry::incidence::{Rows, boundary_of_some, incidence};
use pliant_geometry::parallel;
use pliant_geometry::sets::Sets;

/// Rounds of splitting; each splits all edges that share no tet.
const ROUNDS: i32 = 64;

const CHUNK: usize = 1024;

/// Where a boundary touches itself, in ascending order.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Pinched {
    /// Edges with more than two triangles, lower vertex first.
    pub edges: Vec<[u32; 2]>,
    /// Vertices with more than one fan of triangles.
    pub vertices: Vec<u32>,
}

#[derive(Default)]
struct Room {
    /// Another vertex of a triangle, and the triangle's index in the row.
    ends: Vec<[u32; 2]>,
    fans: Sets,
}

impl Pinched {
    fn add(&mut self, v: u32, triangles: &[[u32; 3]], row: &[u32], room: &mut Room) {
        let Room { ends, fans } = room;
        ends.clear();
        for (number, place) in (0..).zip(row) {
            let others = triangles[*place as usize / 3].into_iter();
            ends.extend(others.filter(|w| *w != v).map(|w| [w, number]));
        }
        ends.sort_unstable();
        // Triangles that share another vertex are in one fan.
        fans.reset(row.len());
        let mut fan_count = row.len();
        for edge in ends.chunk_by(|x, y| x[0] == y[0]) {
            let joins = edge.windows(2);
            fan_count -= joins
                .filter(|pair| fans.join(pair[0][1], pair[1][1]))
                .count();
            let other = edge[0][0];
            self.edges
                .extend((edge.len() != 2 && v < other).then_some([v, other]));
        }
        self.vertices.extend((fan_count > 1).then_some(v));
    }
}

pub fn pinched(triangles: &[[u32; 3]], vertex_count: usize, work: &Work) -> Result<Pinched> {
    let rows = incidence(triangles, vertex_count);
    let chunks = vertex_count.div_ceil(CHUNK);
    let found = parallel::map(chunks, 1, work.threads, &work.progress, |chunk| {
        let (mut found, mut room) = (Pinched::default(), Room::default());
        for v in chunk * CHUNK..vertex_count.min((chunk + 1) * CHUNK) {
            found.add(v as u32, triangles, rows.row(v), &mut room);
        }
        found
    })?;
    let mut all = Pinched::default();
    for own in found {
        all.edges.extend(own.edges);
        all.vertices.extend(own.vertices);
    }
    Ok(all)
}

pub fn boundary_of(tets: &[[u32; 4]], vertex_count: usize, work: &Work) -> Result<Vec<[u32; 3]>> {
    let incident = incidence(tets, vertex_count);
    let chunks = tets.len().div_ceil(CHUNK);
    let found = parallel::map(chunks, 1, work.threads, &work.progress, |chunk| {
        let some = chunk * CHUNK..tets.len().min((chunk + 1) * CHUNK);
        boundary_of_some(tets, &incident, some)
    })?;
    Ok(found.concat())
}

/// Splits edges at which tets meet without a chain of shared faces around the edge. Each chain gets its own vertex at
/// the midpoint, so chains share only the ends. Returns how many edges were split.
pub fn open_edges(
    positions: &mut Vec<DVec3>,
    tets: &mut Vec<[u32; 4]>,
    work: &Work,
) -> Result<usize> {
    let mut opened = 0;
    for round in 0..ROUNDS {
        let work = work.round(round);
        let triangles = boundary_of(tets, positions.len(), &part(&work, 0.0, 0.6))?;
        let edges = pinched(&triangles, positions.len(), &part(&work, 0.6, 1.0))?.edges;
        if edges.is_empty() {
            break;
        }
        let incident = incidence(tets, positions.len());
        let mut is_changed = vec![false; tets.len()];
        let before = opened;
        for edge in edges {
            let around = around(tets, &incident, edge);
            let chains = chains(tets, &around, edge);
            if chains.len() < 2 || around.iter().any(|t| is_changed[*t as usize]) {
                continue;
            }
            around.iter().for_each(|t| is_changed[*t as usize] = true);
            opened += 1;
            let middle = 0.5 * (positions[edge[0] as usize] + positions[edge[1] as usize]);
            for chain in chains {
                let vertex = positions.len() as u32;
                positions.push(middle);
                for t in chain {
                    let with =
                        |end: u32| tets[t as usize].map(|v| if v == end { vertex } else { v });
                    let (first, second) = (with(edge[0]), with(edge[1]));
                    tets[t as usize] = first;
                    tets.push(second);
                }
            }
        }
        if opened == before {
            break;
        }
    }
    Ok(opened)
}

fn around(tets: &[[u32; 4]], incident: &Rows, [a, b]: [u32; 2]) -> Vec<u32> {
    let row = incident.row(a as usize).iter().map(|place| place / 4);
    row.filter(|t| tets[*t as usize].contains(&b)).collect()
}

fn chains(tets: &[[u32; 4]], around: &[u32], edge: [u32; 2]) -> Vec<Vec<u32>> {
    let mut ends: Vec<(u32, u32)> = Vec::new();
    for (number, t) in around.iter().enumerate() {
        let others = tets[*t as usize].into_iter().filter(|v| !edge.contains(v));
        ends.extend(others.map(|v| (v, number as u32)));
    }
    ends.sort_unstable();
    let mut sets = Sets::new(around.len());
    ends.windows(2)
        .filter(|pair| pair[0].0 == pair[1].0)
        .for_each(|pair| {
            sets.join(pair[0].1, pair[1].1);
        });
    let (number, count) = sets.number();
    let mut chains = vec![Vec::new(); count];
    around
        .iter()
        .zip(number)
        .for_each(|(t, chain)| chains[chain as usize].push(*t));
    chains
}

#[cfg(test)]
mod tests {
    use super::*;
    use pliant_geometry::incidence::boundary;
    use pliant_geometry::lattice::{Split, beam_lattice};

    const TWO: Work = Work {
        threads: 2,
        ..Work::ALONE
    };

    /// Also for faces between tets of two chunks. Triangles are in the order of their tets.
    #[test]
    fn the_boundary_of_several_chunks_is_that_of_all_tets() {
        let beam = beam_lattice([9, 10, 11], [1.0; 3], Split::Six);
        let count = beam.positions.len();
        assert!(beam.tets.len() > 5 * CHUNK);
        let found = boundary_of(&beam.tets, count, &TWO).unwrap();
        assert_eq!(found.len(), 4 * (9 * 10 + 10 * 11 + 11 * 9));
        assert!(found == boundary(&beam.tets, &incidence(&beam.tets, count)));
        assert_eq!(pinched(&found, count, &TWO), Ok(Pinched::default()));
    }

    /// Tets that share an edge (0, 1), a vertex (6), a face, or nothing.
    #[test]
    fn shared_edges_and_vertices_are_where_a_boundary_touches_itself() {
        let tets = [
            [0, 1, 2, 3],
            [0, 1, 4, 5],
            [6, 7, 8, 9],
            [6, 10, 11, 12],
            [10, 11, 12, 13],
        ];
        let triangles = boundary_of(&tets, 14, &TWO).unwrap();
        assert_eq!(triangles.len(), 4 * 5 - 2);
        let found = pinched(&triangles, 14, &TWO).unwrap();
        assert_eq!((found.edges, found.vertices), (vec![[0, 1]], vec![6]));
    }
}
