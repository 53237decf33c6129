//! Orders the records of a slice so that threads reading workgroup memory together use different banks.
//!
//! Each thread reads its own list of records and the corners in them, 16 bytes each. A GPU serves eight reads at once if
//! they use different 16-byte banks or the same word. The order changes sums only by rounding.

use crate::asset::SLICE_WIDTH;
use crate::executor::Row;

/// Lanes served together, and banks of 16 bytes.
const GROUP: usize = 8;
/// Bits of an index in a tet record.
const INDEX: u32 = 0x001F_FFFF;

/// The index that each bank of a group already reads at a place, or none.
type Taken = [Option<u32>; GROUP];

/// Number of reads whose bank already reads another index.
fn clashes<const PORTS: usize>(taken: &[Taken; PORTS], reads: [u32; PORTS]) -> usize {
    let clash = |(taken, read): (&Taken, u32)| {
        taken[read as usize % GROUP].is_some_and(|other| other != read)
    };
    taken.iter().zip(reads).filter(|pair| clash(*pair)).count()
}

/// Assigns each lane's records to places. `items` holds the lanes' records; `ways` lists the forms of a record with the
/// reads of each. Returns the row for each place and lane.
fn spread<const PORTS: usize>(
    items: &[Vec<Row>],
    places: usize,
    ways: impl Fn(Row) -> Vec<(Row, [u32; PORTS])>,
) -> Vec<Vec<Option<Row>>> {
    let mut taken = vec![[[None; GROUP]; PORTS]; places];
    let mut chosen = vec![vec![None; items.len()]; places];
    for (lane, records) in items.iter().enumerate() {
        let mut open: Vec<Vec<(Row, [u32; PORTS])>> = records.iter().map(|r| ways(*r)).collect();
        for place in 0..places {
            let cheapest = open.iter().enumerate().flat_map(|(i, ways)| {
                let cost = |reads| clashes(&taken[place], reads);
                ways.iter().map(move |way| (cost(way.1), i, *way))
            });
            let Some((cost, i, (row, reads))) = cheapest.min_by_key(|(cost, i, _)| (*cost, *i))
            else {
                break;
            };
            // A place may stay empty while spare places are left.
            if cost > 0 && places - place > open.len() {
                continue;
            }
            for (taken, read) in taken[place].iter_mut().zip(reads) {
                taken[read as usize % GROUP].get_or_insert(read);
            }
            chosen[place][lane] = Some(row);
            open.swap_remove(i);
        }
    }
    chosen
}

/// The non-empty records of one group of lanes.
fn lanes_of(rows: &[Row], first: usize) -> Vec<Vec<Row>> {
    let lane = |l: usize| rows.iter().skip(first + l).step_by(SLICE_WIDTH);
    (0..GROUP)
        .map(|l| lane(l).filter(|r| **r != [0; 4]).copied().collect())
        .collect()
}

pub fn corners(record: Row) -> [u32; 3] {
    let second = (record[0] >> 21) | ((record[1] & 0x3FF) << 11);
    [record[0] & INDEX, second, record[1] >> 10]
}

fn with_corners(record: Row, [a, b, c]: [u32; 3]) -> Row {
    [a | (b << 21), (b >> 11) | (c << 10), record[2], record[3]]
}

/// The cyclic rotations of a tet record's corners; they keep the signed volume.
fn turned(record: Row) -> Vec<(Row, [u32; 3])> {
    let [a, b, c] = corners(record);
    [[a, b, c], [b, c, a], [c, a, b]]
        .map(|corners| (with_corners(record, corners), corners))
        .to_vec()
}

/// Orders the tet records of one slice. Empty records read the same vertices as a neighbour.
pub fn spread_tets(rows: &mut [Row]) {
    let places = rows.len() / SLICE_WIDTH;
    for first in (0..SLICE_WIDTH).step_by(GROUP) {
        let chosen = spread(&lanes_of(rows, first), places, turned);
        for (place, lanes) in chosen.iter().enumerate() {
            let borrowed = lanes.iter().flatten().next();
            let borrowed = borrowed.map_or([0; 3], |record| corners(*record));
            for (lane, record) in lanes.iter().enumerate() {
                rows[place * SLICE_WIDTH + first + lane] =
                    record.unwrap_or_else(|| with_corners([0; 4], borrowed));
            }
        }
    }
}

/// Orders the edges of one slice's edge pairs.
pub fn spread_edge_pairs(rows: &mut [Row]) {
    let places = 2 * rows.len() / SLICE_WIDTH;
    let halves = |record: Row| [[record[0], record[1], 0, 0], [record[2], record[3], 0, 0]];
    for first in (0..SLICE_WIDTH).step_by(GROUP) {
        let edges = |lane: Vec<Row>| lane.into_iter().flat_map(halves).filter(|e| *e != [0; 4]);
        let items: Vec<Vec<Row>> = lanes_of(rows, first)
            .into_iter()
            .map(|l| edges(l).collect())
            .collect();
        let chosen = spread(&items, places, |edge| vec![(edge, [edge[0]])]);
        for (place, lanes) in chosen.iter().enumerate() {
            let borrowed = lanes.iter().flatten().next().map_or(0, |edge| edge[0]);
            for (lane, edge) in lanes.iter().enumerate() {
                let row = &mut rows[place / 2 * SLICE_WIDTH + first + lane];
                let edge = edge.unwrap_or([borrowed, 0, 0, 0]);
                row[2 * (place % 2)..][..2].copy_from_slice(&edge[..2]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asset::lattice::{Split, beam_lattice};
    use crate::asset::{CookOptions, cook::cook};
    use crate::solver::record::tet_record;

    /// Cycles per read of tet corners, over the minimum: groups of eight lanes, 16-byte banks.
    fn cycles_a_read(rows: &[Row]) -> f64 {
        let (mut cycles, mut reads) = (0, 0);
        for row in rows.chunks_exact(SLICE_WIDTH) {
            for group in row.chunks_exact(GROUP) {
                for port in 0..3 {
                    let mut banks = vec![std::collections::BTreeSet::new(); GROUP];
                    for record in group {
                        let read = corners(*record)[port];
                        banks[read as usize % GROUP].insert(read);
                    }
                    cycles += banks.iter().map(|b| b.len()).max().unwrap();
                    reads += 1;
                }
            }
        }
        cycles as f64 / reads as f64
    }

    #[test]
    fn reads_of_a_group_fall_into_different_banks() {
        let mesh = beam_lattice([8, 8, 16], [1.0; 3], Split::Five);
        let asset = cook(&mesh, &CookOptions::default()).expect("a lattice").0;
        let mut rows: Vec<Row> = asset
            .tet_rows
            .iter()
            .map(|e| tet_record(&asset, *e))
            .collect();
        let before = cycles_a_read(&rows);
        for slice in &asset.slices {
            let first = SLICE_WIDTH * slice.first_tet_row as usize;
            spread_tets(&mut rows[first..first + SLICE_WIDTH * slice.tet_row_count as usize]);
        }
        let after = cycles_a_read(&rows);
        println!("cycles a read: {before} -> {after}");
        assert!(after < 1.5 && after < before, "{before} -> {after}");
    }
}
