//! How the threads of one workgroup share a sweep over a resident body.
//!
//! A vertex has four to forty tets, so one thread a vertex would leave most threads waiting for a few. Here a vertex's tets
//! and edges are cut into *shares* of equal size, one a thread; the vertices of a colour whose shares are summed side by
//! side are a *round*. A round costs its longest share and, twice, a barrier and a solve.

use super::banks;
use super::pack::{EdgeValues, Row, edge_pair_records, tet_record};
use crate::asset::{Asset, EMPTY, SLICE_WIDTH};

/// Tets a share has at most; edge records (of two edges) half as many. The cheapest for a body is taken.
const SIZES: [usize; 6] = [4, 8, 12, 16, 32, usize::MAX];
/// What a round costs beside its share, in tets: barriers, gathering and solving, measured on an H200.
const ROUND: usize = 10;
/// Rounds that fit a body's place in workgroup memory.
pub const MOST_ROUNDS: u32 = 64;

/// The incident records of one vertex.
#[derive(Clone, Default)]
struct Incident {
    tets: Vec<Row>,
    edges: Vec<Row>,
}

impl Incident {
    fn shares(&self, size: usize) -> usize {
        let tets = self.tets.len().div_ceil(size);
        tets.max(self.edges.len().div_ceil((size / 2).max(1)))
            .max(1)
    }

    /// Share `k` of `n`: as even as can be.
    fn share(&self, k: usize, n: usize) -> (&[Row], &[Row]) {
        let cut = |len: usize| len * k / n..len * (k + 1) / n;
        (
            &self.tets[cut(self.tets.len())],
            &self.edges[cut(self.edges.len())],
        )
    }
}

/// Vertices whose shares are summed side by side: all of one colour.
struct Round {
    vertices: std::ops::Range<usize>,
    shares: usize,
}

/// The tables of a resident body: rows, and where in them stand the rounds, how many there are, the heads of groups of 32
/// shares, and what each vertex gathers.
pub struct Table {
    /// All rows; heads count from row `base`.
    pub rows: Vec<Row>,
    /// Rounds, their number, heads, vertices.
    pub tables: [u32; 4],
}

/// Lays a body out for workgroups that keep `slots` partial sums and have `width` threads. `base` is where the rows will
/// stand among the asset's others.
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
            shares.extend((0..n).map(|k| (v as u32, incident[v].share(k, n))));
        }
        for group in shares.chunks(SLICE_WIDTH) {
            let tets = group.iter().map(|(_, (t, _))| t.len()).max().unwrap_or(0);
            let edges = group.iter().map(|(_, (_, e))| e.len()).max().unwrap_or(0);
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

/// The rows of 32 shares: their vertices, four a row; then the tet records and the edge records, 32 a row.
fn block(group: &[(u32, (&[Row], &[Row]))], tets: usize, edges: usize) -> Vec<Row> {
    let mut vertices: Vec<u32> = group.iter().map(|(v, _)| *v).collect();
    vertices.resize(SLICE_WIDTH, 0);
    let mut rows: Vec<Row> = vertices.chunks(4).map(padded).collect();
    let mut fill = |count: usize, pick: fn(&(&[Row], &[Row]), usize) -> Option<Row>| {
        let first = rows.len();
        for r in 0..count {
            rows.extend((0..SLICE_WIDTH).map(|lane| {
                group
                    .get(lane)
                    .and_then(|(_, s)| pick(s, r))
                    .unwrap_or([0; 4])
            }));
        }
        first
    };
    let first = fill(tets, |s, r| s.0.get(r).copied());
    let second = fill(edges, |s, r| s.1.get(r).copied());
    banks::spread_tets(&mut rows[first..second]);
    banks::spread_edge_pairs(&mut rows[second..]);
    rows
}
