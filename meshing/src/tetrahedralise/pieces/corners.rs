//! Connections between cells that share only an edge or a corner: added cells turn them into faces.

use super::{Piece, Pieces};
use crate::tetrahedralise::across::add_up;
use pliant_geometry::sets::Sets;

/// Connects such pieces by added cells, if nothing else connects them.
pub fn connect(found: &mut Pieces, diagonal: &[[u32; 2]]) {
    let mut sets = Sets::new(found.pieces.len());
    for ([a, b], _) in &found.joins {
        sets.join(*a, *b);
    }
    let own = found.pieces.len();
    for &[a, b] in diagonal {
        if !sets.join(a, b) {
            continue;
        }
        let mut from = a;
        for cell in between(found.pieces[a as usize].cell, found.pieces[b as usize].cell) {
            let new = found.pieces.len() as u32;
            found.pieces.push(Piece { cell });
            found.joins.push(([from, new], 1));
            from = new;
        }
        found.joins.push(([from, b], 1));
    }
    if found.pieces.len() > own {
        sort(found);
    }
}

/// The cells from one cell to another, each beside the previous one.
fn between(from: [i32; 3], to: [i32; 3]) -> Vec<[i32; 3]> {
    let mut at = from;
    let mut way: Vec<[i32; 3]> = Vec::new();
    for axis in 0..3 {
        if at[axis] != to[axis] {
            at[axis] = to[axis];
            way.push(at);
        }
    }
    way.pop();
    way
}

fn sort(found: &mut Pieces) {
    let mut order: Vec<u32> = (0..found.pieces.len() as u32).collect();
    order.sort_by_key(|p| found.pieces[*p as usize].cell);
    let mut number_of = vec![0; order.len()];
    (0..)
        .zip(&order)
        .for_each(|(new, old)| number_of[*old as usize] = new);
    found.pieces = order.iter().map(|p| found.pieces[*p as usize]).collect();
    for (pair, _) in &mut found.joins {
        *pair = pair.map(|piece| number_of[piece as usize]);
    }
    add_up(&mut found.joins);
}
