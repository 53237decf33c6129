//! Colours vertices so that no two of a colour share a tet. Each colour is a barrier on the GPU, so few colours matter
//! most, then equal sizes.
//!
//! DSATUR (Brélaz 1979, "New methods to color the vertices of a graph") finds four colours for alternating 5-tet
//! lattices. Iterated greedy (Culberson 1992, "Iterated greedy graph coloring") may then lose colours and never needs
//! more.

use pliant_geometry::error::Result;
use pliant_geometry::incidence::Rows;
use pliant_geometry::progress::{Meter, Progress};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

const NONE: u32 = u32::MAX;
/// Rounds of moving vertices to smaller colours.
const BALANCES: usize = 3;

/// The colour of each vertex: 0 for the largest class, without gaps. `neighbours` has a row per vertex.
///
/// # Errors
/// `Cancelled`.
pub fn colour(neighbours: &Rows, progress: &Progress) -> Result<Vec<u32>> {
    let mut colours = saturation_colouring(neighbours, &progress.part(0.0, 0.5))?;
    // A budget of visited neighbours, not of time: results must not depend on the machine.
    let rounds = (12_000_000 / neighbours.items.len().max(1)).min(40);
    for round in 0..rounds {
        let progress = step(&progress.part(0.5, 0.9), round, rounds);
        colours = recolour(neighbours, &colours, round, &progress)?;
    }
    for round in 0..BALANCES {
        let progress = step(&progress.part(0.9, 1.0), round, BALANCES);
        balance(neighbours, &mut colours, &progress)?;
    }
    let by_size = class_order(&sizes(&colours), |size, class| (Reverse(size), class));
    let rank = super::order::inverse(&by_size);
    Ok(colours.iter().map(|&c| rank[c as usize]).collect())
}

fn step<'a>(progress: &Progress<'a>, round: usize, of: usize) -> Progress<'a> {
    let [from, to] = [round, round + 1].map(|n| n as f32 / of as f32);
    progress.part(from, to)
}

/// Vertices of each colour.
pub fn sizes(colours: &[u32]) -> Vec<usize> {
    let count = colours.iter().max().map_or(0, |&c| c as usize + 1);
    let mut sizes = vec![0; count];
    for &c in colours {
        sizes[c as usize] += 1;
    }
    sizes
}

/// The smallest colour that no neighbour has. `taken[c] == stamp` marks the neighbours' colours.
fn free_colour(around: &[u32], colours: &[u32], taken: &mut Vec<u32>, stamp: u32) -> u32 {
    for &w in around {
        let c = colours[w as usize];
        if c != NONE {
            if c as usize >= taken.len() {
                taken.resize(c as usize + 1, NONE);
            }
            taken[c as usize] = stamp;
        }
    }
    taken
        .iter()
        .position(|&t| t != stamp)
        .unwrap_or(taken.len()) as u32
}

/// Brélaz' order; ties go to more neighbours, then to the lower index. Only the first 128 colours count as saturation.
fn saturation_colouring(neighbours: &Rows, progress: &Progress) -> Result<Vec<u32>> {
    let count = neighbours.row_count();
    let mut colours = vec![NONE; count];
    let mut around = vec![0u128; count];
    let mut taken = Vec::new();
    let mut meter = Meter::new(progress, count);
    // Stale entries stay: a newer one with more saturation comes out first.
    let entry = |around: u128, v: u32| {
        (
            around.count_ones(),
            neighbours.count(v as usize) as u32,
            Reverse(v),
        )
    };
    let mut queue: BinaryHeap<_> = (0..count as u32).map(|v| entry(0, v)).collect();
    while let Some((_, _, Reverse(v))) = queue.pop() {
        if colours[v as usize] != NONE {
            continue;
        }
        meter.add(1)?;
        let row = neighbours.row(v as usize);
        let c = free_colour(row, &colours, &mut taken, v);
        colours[v as usize] = c;
        let bit = 1u128.checked_shl(c).unwrap_or(0);
        for &w in row {
            if colours[w as usize] == NONE && around[w as usize] & bit != bit {
                around[w as usize] |= bit;
                queue.push(entry(around[w as usize], w));
            }
        }
    }
    Ok(colours)
}

fn class_order<K: Ord>(sizes: &[usize], key: impl Fn(usize, u32) -> K) -> Vec<u32> {
    let mut order: Vec<u32> = (0..sizes.len() as u32).collect();
    order.sort_by_key(|&class| key(sizes[class as usize], class));
    order
}

/// Colours greedily again, class by class: mostly in reverse order, sometimes largest first (Culberson).
fn recolour(neighbours: &Rows, old: &[u32], round: usize, progress: &Progress) -> Result<Vec<u32>> {
    progress.report(0.0)?;
    let sizes = sizes(old);
    let order = if round % 3 == 2 {
        class_order(&sizes, |size, class| (Reverse(size), class))
    } else {
        class_order(&sizes, |_, class| (Reverse(class as usize), 0))
    };
    let mut rank_starts = vec![0usize; sizes.len()];
    let mut next = 0;
    for &class in &order {
        rank_starts[class as usize] = next;
        next += sizes[class as usize];
    }
    let mut sequence = vec![0u32; old.len()];
    for (v, &class) in old.iter().enumerate() {
        sequence[rank_starts[class as usize]] = v as u32;
        rank_starts[class as usize] += 1;
    }
    let (mut colours, mut taken) = (vec![NONE; old.len()], Vec::new());
    let mut meter = Meter::new(progress, old.len());
    for &v in &sequence {
        meter.add(1)?;
        colours[v as usize] = free_colour(neighbours.row(v as usize), &colours, &mut taken, v);
    }
    Ok(colours)
}

/// Moves vertices to the smallest colour they may have.
fn balance(neighbours: &Rows, colours: &mut [u32], progress: &Progress) -> Result<()> {
    progress.report(0.0)?;
    let mut sizes = sizes(colours);
    let mut taken = vec![NONE; sizes.len()];
    let mut meter = Meter::new(progress, colours.len());
    for v in 0..colours.len() {
        meter.add(1)?;
        for &w in neighbours.row(v) {
            taken[colours[w as usize] as usize] = v as u32;
        }
        let own = colours[v] as usize;
        let allowed = (0..sizes.len()).filter(|&c| taken[c] != v as u32);
        if let Some(best) = allowed.min_by_key(|&c| (sizes[c], c))
            && sizes[best] + 1 < sizes[own]
        {
            sizes[own] -= 1;
            sizes[best] += 1;
            colours[v] = best as u32;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use pliant_geometry::error::Status;
    use std::cell::RefCell;

    /// Each point has 14 neighbours: 6 along the axes and 8 across the corners.
    fn lattice(n: usize) -> Rows {
        let ways = (0..27).map(|w| [w % 3, w / 3 % 3, w / 9].map(|c| c as isize - 1));
        let is_way = |w: &[isize; 3]| matches!(w.iter().filter(|c| **c != 0).count(), 1 | 3);
        let ways: Vec<_> = ways.filter(is_way).collect();
        let (mut starts, mut items) = (vec![0], Vec::new());
        for v in 0..n * n * n {
            let at = [v % n, v / n % n, v / n / n].map(|c| c as isize);
            let around = ways
                .iter()
                .map(|w| [0, 1, 2].map(|axis| at[axis] + w[axis]));
            let inside = around.filter(|p| p.iter().all(|c| (0..n as isize).contains(c)));
            items.extend(inside.map(|[i, j, k]| (i + n as isize * (j + n as isize * k)) as u32));
            starts.push(items.len() as u32);
        }
        Rows { starts, items }
    }

    #[test]
    fn every_stage_of_a_large_mesh_tells_and_can_be_stopped() {
        let neighbours = lattice(41);
        let strides = neighbours.row_count() >> 14;
        let rounds = 12_000_000 / neighbours.items.len();
        let run = |most: usize| {
            let told = RefCell::new(Vec::new());
            let tell = |done: f32| {
                told.borrow_mut().push(done);
                told.borrow().len() < most
            };
            let made = colour(&neighbours, &Progress::new(&tell));
            (told.into_inner(), made.map_err(|error| error.status))
        };
        let (told, colours) = run(usize::MAX);
        let colours = colours.unwrap();
        assert!(told.is_sorted());
        let within = |from: f32, to: f32| told.iter().filter(move |done| (from..to).contains(done));
        assert_eq!(within(0.0, 0.5).count(), strides);
        assert_eq!(within(0.5, 0.9).count(), rounds * (1 + strides));
        assert_eq!(within(0.9, 1.1).count(), BALANCES * (1 + strides));
        for v in 0..neighbours.row_count() {
            let row = neighbours.row(v);
            assert!(row.iter().all(|w| colours[*w as usize] != colours[v]));
        }
        for stop in (1..=told.len()).step_by(7) {
            let (told, made) = run(stop);
            assert_eq!((told.len(), made), (stop, Err(Status::Cancelled)));
        }
    }
}
