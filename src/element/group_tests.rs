//! The table of groups names each element of a sheet.

use super::super::sheet_edge;
use super::*;

/// Two triangles (0, 1, 2) and (1, 0, 3): five edges, of which 0-1 has a hinge.
const EDGES: [[u32; 2]; 5] = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3]];

fn sheet() -> SheetRest<'static> {
    SheetRest {
        positions: &[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, -1.0, 0.0]],
        triangles: &[[0, 1, 2], [1, 0, 3]],
        areas: &[0.5; 2],
        edges: &EDGES,
        lengths: &[1.0, 1.0, 1.4, 1.4, 1.0],
        hinges: &[[0, 1, 2, 3]],
        turns: &[[1.0, 0.0]],
        by_colour: &[0, 1, 4, 2, 3],
        colours: &[0, 1, 3, 5],
    }
}

#[test]
fn every_corner_finds_its_element() {
    let (sheet, set) = (sheet(), sheet_edge::KIND.bit());
    let table = pack(set, &sheet, 5);
    let [groups, steps, around] = table.places.map(|row| row as usize);
    let [kind, count, elements, own] = table.rows[groups].map(|n| n as usize);
    assert_eq!((kind, count, own), (1, EDGES.len(), 5));
    assert_eq!((table.steps, table.multiplier_rows), ([3, 3], 3));
    assert_eq!(
        table.rows[steps..][..3],
        [[0, 0, 0, 1], [0, 0, 1, 2], [0, 0, 3, 2]]
    );
    let mut found = 0;
    for vertex in 0..sheet.positions.len() {
        let [first, entries, ..] = table.rows[around + vertex];
        for k in 0..entries as usize {
            let entry = table.rows[around + first as usize + k / 4][k % 4];
            let [element, group, corner] = [entry >> 8, entry >> 3 & 31, entry & 7];
            let corners = table.rows[elements + 2 * element as usize];
            assert_eq!((group, corners[corner as usize]), (0, vertex as u32));
            found += 1;
        }
    }
    assert_eq!(found, 4 + 4 * 2, "a hinge and four edges");
}

#[test]
fn kinds_have_numbers_of_their_own_in_order() {
    assert!(GROUP_KINDS.is_sorted_by_key(|kind| kind.number));
    assert!(GROUP_KINDS.iter().all(|kind| kind.number < 32));
}
