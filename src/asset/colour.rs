//! Colours the vertices so that no two of one colour share a tet. A colour is a barrier on the GPU: few matter most,
//! then that they are of like size.
//!
//! DSATUR (Brélaz 1979, "New methods to color the vertices of a graph") colours next the vertex that has the most
//! colours around it. On a mesh it walks from tet to tet along shared faces, where three colours force the fourth, so
//! alternating 5-tet lattices come out with four colours. Iterated greedy (Culberson 1992, "Iterated greedy graph
//! coloring") then tries to lose colours: recolouring class by class never needs more than before.

use super::incidence::Rows;
use super::progress::Progress;
use crate::error::Result;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

const NONE: u32 = u32::MAX;

/// A colour a vertex, colours counted from 0 without gaps, largest class first. `neighbours` has one row a vertex.
///
/// # Errors
/// `Cancelled`.
pub fn colour(neighbours: &Rows, progress: &Progress) -> Result<Vec<u32>> {
    let mut colours = saturation_colouring(neighbours);
    // Rounds by a budget of visited neighbours, not by the clock: results must not depend on the machine.
    let rounds = (12_000_000 / neighbours.items.len().max(1)).min(40);
    for round in 0..rounds {
        progress.report(0.5 + 0.5 * round as f32 / rounds as f32)?;
        colours = recolour(neighbours, &colours, round);
    }
    for _ in 0..3 {
        balance(neighbours, &mut colours);
    }
    let by_size = class_order(&sizes(&colours), |size, class| (Reverse(size), class));
    let rank = super::order::inverse(&by_size);
    Ok(colours.iter().map(|&c| rank[c as usize]).collect())
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

/// The smallest colour that no neighbour has; `taken[c] == stamp` marks the colours around the vertex.
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

/// Brélaz' order; ties go to the vertex with more uncoloured neighbours, then to the lower index. Colours past the
/// first 128 do not count towards the saturation (a mesh that needs them is no mesh of a solid).
fn saturation_colouring(neighbours: &Rows) -> Vec<u32> {
    let count = neighbours.row_count();
    let mut colours = vec![NONE; count];
    let mut around = vec![0u128; count];
    let mut taken = Vec::new();
    // Entries are not removed when they grow stale: a newer one with more saturation comes out first.
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
    colours
}

/// Classes sorted by a key of their size and number.
fn class_order<K: Ord>(sizes: &[usize], key: impl Fn(usize, u32) -> K) -> Vec<u32> {
    let mut order: Vec<u32> = (0..sizes.len() as u32).collect();
    order.sort_by_key(|&class| key(sizes[class as usize], class));
    order
}

/// Greedy once more, a whole class after the other. Culberson's mix: mostly reverse order, now and then largest first.
fn recolour(neighbours: &Rows, old: &[u32], round: usize) -> Vec<u32> {
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
    for &v in &sequence {
        colours[v as usize] = free_colour(neighbours.row(v as usize), &colours, &mut taken, v);
    }
    colours
}

/// Moves vertices from large classes to the smallest one they may have.
fn balance(neighbours: &Rows, colours: &mut [u32]) {
    let mut sizes = sizes(colours);
    let mut taken = vec![NONE; sizes.len()];
    for v in 0..colours.len() {
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
}
