//! The split of a resident body's sweep among the threads of a workgroup.
//!
//! A vertex has four to forty tets, so with one thread per vertex most threads would wait for a few. Instead, a vertex's
//! tets and edges are cut into *shares* of equal size, one per thread. A *round* is the vertices of one colour whose shares
//! are summed in parallel. A round costs its longest share plus two barriers and solves.

use super::banks;
use super::record::{EdgeValues, edge_pair_records, tet_record};
use crate::asset::{Asset, EMPTY, SLICE_WIDTH};
use crate::executor::Row;
use crate::executor::size_class::MOST_ROUNDS;

/// Candidates for the most tets per share: the cheapest is taken. Edge records (of two edges) are half as many.
const SIZES: [usize; 6] = [4, 8, 12, 16, 32, usize::MAX];
/// Cost of a round besides its share, in tets: barriers, gathering and solving, measured on an H200.
const ROUND: usize = 10;

#[derive(Clone, Default)]
struct Incident {
    tets: Vec<Row>,
    edges: Vec<Row>,
}

/// The tets and edges of one vertex that one thread sums.
struct Share<'a> {
    vertex: u32,
    tets: &'a [Row],
    edges: &'a [Row],
}

impl Incident {
    /// Number of shares of at most `size` tets.
    fn shares(&self, size: usize) -> usize {
        let tets = self.tets.len().div_ceil(size);
        tets.max(self.edges.len().div_ceil((size / 2).max(1)))
            .max(1)
    }

    /// Share `k` of `n` nearly equal ones.
    fn share(&self, vertex: usize, k: usize, n: usize) -> Share<'_> {
        let cut = |len: usize| len * k / n..len * (k + 1) / n;
        Share {
            vertex: vertex as u32,
            tets: &self.tets[cut(self.tets.len())],
            edges: &self.edges[cut(self.edges.len())],
        }
    }
}

/// Vertices of one colour whose shares are summed in parallel.
struct Round {
    vertices: std::ops::Range<usize>,
    shares: usize,
}

pub struct Table {
    /// All rows; heads count from row `base`.
    pub rows: Vec<Row>,
    /// First row of the rounds, their number, first rows of the heads (one per 32 shares) and of the vertices' lists of
    /// shares.
    pub tables: [u32; 4],
}

/// Lays out a body for workgroups with `width` threads and `slots` partial sums. The rows will start at `base`.
pub fn table(asset: &Asset, edges: &[EdgeValues], width: u32, slots: u32, base: u32) -> Table {
    let incident = incident(asset, edges);
    let most = width.min(slots) as usize;
    let cost = |size: &usize| {
        let rounds = rounds(asset, &incident, *size, slots as usize, most);
        let longest = |r: &Round| {
            r.vertices
                .clone()
                .map(|v| longest_share(&incident[v], *size))
        };
        let cost: usize = rounds
            .iter()
            .map(|r| ROUND + longest(r).max().unwrap_or(0))
            .sum();
        (rounds.len() > MOST_ROUNDS as usize, cost)
    };
    let size = SIZES
        .iter()
        .min_by_key(|s| cost(s))
        .copied()
        .unwrap_or(usize::MAX);
    lay_out(
        &rounds(asset, &incident, size, slots as usize, most),
        &incident,
        size,
        base,
    )
}

fn longest_share(incident: &Incident, size: usize) -> usize {
    let n = incident.shares(size);
    incident
        .tets
        .len()
        .div_ceil(n)
        .max(2 * incident.edges.len().div_ceil(n))
}

fn incident(asset: &Asset, edges: &[EdgeValues]) -> Vec<Incident> {
    let mut incident = vec![Incident::default(); asset.rest_positions.len()];
    for slice in &asset.slices {
        for lane in 0..slice.vertex_count {
            let at = |first: u32, row: u32| (SLICE_WIDTH as u32 * (first + row) + lane) as usize;
            let vertex = &mut incident[(slice.first_vertex + lane) as usize];
            let tets = (0..slice.tet_row_count).map(|r| asset.tet_rows[at(slice.first_tet_row, r)]);
            vertex.tets = tets
                .filter(|e| *e != EMPTY)
                .map(|e| tet_record(asset, e))
                .collect();
            let ends =
                (0..slice.edge_row_count).map(|r| asset.edge_rows[at(slice.first_edge_row, r)]);
            let ends: Vec<u32> = ends.filter(|e| *e != EMPTY).collect();
            vertex.edges = edge_pair_records(asset, edges, &ends);
        }
    }
    incident
}

fn rounds(
    asset: &Asset,
    incident: &[Incident],
    size: usize,
    slots: usize,
    most: usize,
) -> Vec<Round> {
    let mut rounds: Vec<Round> = Vec::new();
    for colour in asset.colour_slices.windows(2) {
        let mut open: Option<Round> = None;
        let slices = &asset.slices[colour[0] as usize..colour[1] as usize];
        let first = |s: &crate::asset::Slice| s.first_vertex as usize;
        for v in slices
            .iter()
            .flat_map(|s| first(s)..first(s) + s.vertex_count as usize)
        {
            let more = incident[v].shares(size).min(slots);
            match &mut open {
                Some(round) if round.shares + more <= slots && round.vertices.len() < most => {
                    round.vertices.end = v + 1;
                    round.shares += more;
                }
                _ => rounds.extend(open.replace(Round {
                    vertices: v..v + 1,
                    shares: more,
                })),
            }
        }
        rounds.extend(open);
    }
    rounds
}

fn lay_out(rounds: &[Round], incident: &[Incident], size: usize, base: u32) -> Table {
    let (mut heads, mut blocks, mut first) = (Vec::new(), Vec::new(), Vec::new());
    let mut gathers = vec![0u32; incident.len()];
    for round in rounds {
        first.push([
            heads.len() as u32,
            round.shares as u32,
            round.vertices.start as u32,
            round.vertices.len() as u32,
        ]);
        let mut shares = Vec::new();
        for v in round.vertices.clone() {
            let n = incident[v].shares(size).min(round.shares);
            gathers[v] = shares.len() as u32 | (n as u32) << 16;
            shares.extend((0..n).map(|k| incident[v].share(v, k, n)));
        }
        for group in shares.chunks(SLICE_WIDTH) {
            let tets = group.iter().map(|s| s.tets.len()).max().unwrap_or(0);
            let edges = group.iter().map(|s| s.edges.len()).max().unwrap_or(0);
            heads.push([blocks.len() as u32, tets as u32, edges as u32, 0]);
            blocks.extend(block(group, tets, edges));
        }
    }
    let tables = [
        0,
        first.len(),
        first.len() + heads.len(),
        incident.len().div_ceil(4),
    ];
    let vertices = tables[2] as u32;
    let first_block = base + vertices + tables[3] as u32;
    heads.iter_mut().for_each(|h| h[0] += first_block);
    let mut rows = first;
    rows.extend(heads);
    rows.extend(gathers.chunks(4).map(padded));
    rows.extend(blocks);
    Table {
        rows,
        tables: [0, tables[1] as u32, tables[1] as u32, vertices],
    }
}

fn padded(words: &[u32]) -> Row {
    let mut row = [0; 4];
    row[..words.len()].copy_from_slice(words);
    row
}

/// The rows of 32 shares: their vertices, four per row; then tet records and edge records, 32 per row.
fn block(group: &[Share], tets: usize, edges: usize) -> Vec<Row> {
    let mut vertices: Vec<u32> = group.iter().map(|share| share.vertex).collect();
    vertices.resize(SLICE_WIDTH, 0);
    let mut rows: Vec<Row> = vertices.chunks(4).map(padded).collect();
    let first = rows.len();
    rows.extend(table_of(group.iter().map(|share| share.tets), tets));
    let second = rows.len();
    rows.extend(table_of(group.iter().map(|share| share.edges), edges));
    banks::spread_tets(&mut rows[first..second]);
    banks::spread_edge_pairs(&mut rows[second..]);
    rows
}

/// Lists in adjacent lanes, `rows` rows of 32; empty places are zero.
fn table_of<'a>(lists: impl Iterator<Item = &'a [Row]>, rows: usize) -> Vec<Row> {
    let mut table = vec![[0; 4]; rows * SLICE_WIDTH];
    for (lane, list) in lists.enumerate() {
        for (row, record) in list.iter().enumerate() {
            table[row * SLICE_WIDTH + lane] = *record;
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asset::lattice::{Split, beam_lattice};
    use crate::asset::{CookOptions, cook::cook};
    use crate::solver::banks::corners;

    fn assert_incident(asset: &Asset, vertex: u32, mut tets: Vec<[u32; 3]>, mut others: Vec<u32>) {
        let others_of = |tet: &[u32; 4]| {
            let mut rest: Vec<u32> = tet.iter().copied().filter(|v| *v != vertex).collect();
            rest.sort_unstable();
            [rest[0], rest[1], rest[2]]
        };
        let around = asset.tets.iter().filter(|t| t.contains(&vertex));
        let mut wanted: Vec<[u32; 3]> = around.map(others_of).collect();
        wanted.sort_unstable();
        tets.sort_unstable();
        assert_eq!(tets, wanted);
        let ends = asset.edges.iter().filter(|e| e.contains(&vertex));
        let mut wanted: Vec<u32> = ends.map(|e| e[0] + e[1] - vertex).collect();
        wanted.sort_unstable();
        others.sort_unstable();
        assert_eq!(others, wanted);
    }

    /// Each tet and edge of a vertex is in one share of the vertex, in a round of its colour.
    #[test]
    fn shares_hold_each_record_once() {
        let mesh = beam_lattice([5, 4, 6], [1.0; 3], Split::Five);
        let asset = cook(&mesh, &CookOptions::default()).expect("a lattice").0;
        let edges = vec![[1.0; 2]; asset.edges.len()];
        for (width, slots) in [(128, 128), (256, 256), (512, 512), (512, 128)] {
            let table = table(&asset, &edges, width, slots, 0);
            let [first, rounds, heads, gathers] = table.tables.map(|row| row as usize);
            let mut seen = vec![(Vec::new(), Vec::new()); asset.rest_positions.len()];
            let mut done = 0;
            for round in &table.rows[first..first + rounds] {
                let [head, shares, start, count] = round.map(|word| word as usize);
                assert!(shares <= slots as usize && count <= width.min(slots) as usize);
                assert_eq!(start, done, "rounds hold the vertices in turn");
                done += count;
                for share in 0..shares {
                    let [block, tets, pairs, _] = table.rows[heads + head + share / 32];
                    let lane = share % 32;
                    let vertex = table.rows[block as usize + lane / 4][lane % 4] as usize;
                    let gather = table.rows[gathers + vertex / 4][vertex % 4] as usize;
                    let slots = (gather & 0xFFFF)..(gather & 0xFFFF) + (gather >> 16);
                    assert!((start..done).contains(&vertex) && slots.contains(&share));
                    let rows = block as usize + 8..;
                    let at = |row: usize| table.rows[rows.start + 32 * row + lane];
                    let kept = |record: &Row| record[2] != 0;
                    let records = (0..tets as usize).map(at).filter(kept);
                    seen[vertex].0.extend(records.map(|record| {
                        let mut others = corners(record);
                        others.sort_unstable();
                        others
                    }));
                    for record in (0..pairs as usize).map(|row| at(tets as usize + row)) {
                        let halves = [[record[0], record[1]], [record[2], record[3]]];
                        seen[vertex]
                            .1
                            .extend(halves.iter().filter(|h| h[1] != 0).map(|h| h[0]));
                    }
                }
            }
            assert_eq!(done, asset.rest_positions.len());
            for (vertex, (tets, others)) in seen.into_iter().enumerate() {
                assert_incident(&asset, vertex as u32, tets, others);
            }
        }
    }
}
