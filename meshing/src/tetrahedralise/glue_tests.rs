//! Glue against brute-force versions of its rules.

use super::*;
use crate::tetrahedralise::field::Work;
use crate::tetrahedralise::input::Input;
use crate::tetrahedralise::pieces::pieces;
use crate::tetrahedralise::spacing::cage_grid;
use pliant_geometry::SurfaceMesh;
use pliant_geometry::progress::Progress;
use pliant_geometry::shapes::heap;
use std::collections::{BTreeMap, BTreeSet};

fn pieces_of(mesh: &SurfaceMesh, spacing: f64) -> Pieces {
    let input = Input::new(mesh, &Progress::NONE).unwrap();
    let grid = cage_grid(&input.bodies[0], spacing).unwrap();
    pieces(&input.bodies[0].shape(), &grid, &Work::ALONE).unwrap()
}

fn faces(glue: &Glue) -> [(u32, usize, usize); 2] {
    [
        (glue.pieces[0], glue.axis, 1),
        (glue.pieces[1], glue.axis, 0),
    ]
}

/// The contested glues in order: by the links of their sheets, then as they come.
fn contested_in_order(pieces: &Pieces) -> Vec<Glue> {
    let wanted = pieces.joins.iter().map(|(pair, _)| wish(pieces, *pair));
    let wanted: Vec<Glue> = wanted.collect();
    let competes = |a: &Glue, b: &Glue| a != b && faces(a).iter().any(|f| faces(b).contains(f));
    let is_contested = |a: &&(Glue, u32)| wanted.iter().any(|b| competes(&a.0, b));
    let with_links = wanted.iter().zip(&pieces.joins).map(|(g, (_, n))| (*g, *n));
    let with_links: Vec<(Glue, u32)> = with_links.collect();
    let contested: Vec<&(Glue, u32)> = with_links.iter().filter(is_contested).collect();
    let joined: BTreeSet<[u32; 2]> = pieces.joins.iter().map(|(pair, _)| *pair).collect();
    let is_beside = |p: u32, q: u32| joined.contains(&[p.min(q), p.max(q)]);
    let mut sheet: Vec<usize> = (0..contested.len()).collect();
    loop {
        let before = sheet.clone();
        for i in 0..contested.len() {
            for j in 0..contested.len() {
                let ([a, b], [c, d]) = (contested[i].0.pieces, contested[j].0.pieces);
                if is_beside(a, c) && is_beside(b, d) {
                    let least = sheet[i].min(sheet[j]);
                    (sheet[i], sheet[j]) = (least, least);
                }
            }
        }
        if sheet == before {
            break;
        }
    }
    let mut links: BTreeMap<usize, u32> = BTreeMap::new();
    let each = sheet.iter().zip(&contested);
    each.for_each(|(sheet, (_, n))| *links.entry(*sheet).or_default() += n);
    let mut order: Vec<usize> = (0..contested.len()).collect();
    order.sort_by_key(|i| (u32::MAX - links[&sheet[*i]], sheet[*i], *i));
    order.into_iter().map(|i| contested[i].0).collect()
}

/// The triangles of all pieces, each with the pieces that have it.
fn triangles(pieces: &Pieces, glued: &Glued) -> BTreeMap<[u32; 3], Vec<u32>> {
    let (vertex_of, _) = vertices(pieces, glued);
    let mut all: BTreeMap<_, Vec<u32>> = BTreeMap::new();
    for (number, piece) in (0..).zip(&pieces.pieces) {
        for (axis, side) in (0..6).map(|face| (face / 2, face % 2)) {
            let corners = face_corners(axis, side);
            let inner = corners.map(|c| is_inner(c, parity(piece.cell)));
            for third in (0..4).filter(|i| !inner[*i]) {
                let own = (0..4).filter(|i| inner[*i] || *i == third);
                let mut own: Vec<u32> = own
                    .map(|i| vertex_of[8 * number as usize + corners[i]])
                    .collect();
                own.sort_unstable();
                all.entry([own[0], own[1], own[2]])
                    .or_default()
                    .push(number);
            }
        }
    }
    all
}

fn assert_crowded(pieces: &Pieces, glued: &Glued) -> usize {
    let cell = |piece: u32| pieces.pieces[piece as usize].cell;
    let shares = |group: &Vec<u32>, [a, b]: [u32; 2]| group.contains(&a) && group.contains(&b);
    let all = triangles(pieces, glued);
    let is_crowded = |group: &&Vec<u32>| {
        let mut pairs = group
            .iter()
            .flat_map(|a| group.iter().map(move |b| [*a, *b]));
        pairs.any(|[a, b]| a != b && cell(a) == cell(b))
    };
    let crowded_triangles: Vec<&Vec<u32>> = all.values().filter(is_crowded).collect();
    let pairs = crowded(pieces, glued);
    assert_eq!(pairs.len(), crowded_triangles.len());
    for (pair, group) in pairs.iter().zip(crowded_triangles) {
        assert!(pair[0] != pair[1] && cell(pair[0]) == cell(pair[1]));
        assert!(shares(group, *pair), "{pair:?} {group:?}");
    }
    pairs.len()
}

#[test]
fn contested_faces_are_given_by_sheets_and_crowds_are_found_as_every_two_pieces_say() {
    let (mut contested, mut found) = (0, 0);
    for seed in 0..4 {
        let mut pieces = pieces_of(&heap(seed), 0.09);
        loop {
            let expected = contested_in_order(&pieces);
            let wanted = by_sheet(&pieces);
            assert_eq!(wanted[wanted.len() - expected.len()..], expected);
            assert_eq!(wanted.len(), pieces.joins.len());
            contested += expected.len();
            let (glued, rivals) = try_glue(&pieces);
            found += assert_crowded(&pieces, &glued);
            if rivals.is_empty() {
                break;
            }
            let joins = pieces.joins.clone();
            merge(&mut pieces, &rivals);
            assert!(pieces.joins.is_sorted_by(|a, b| a.0 < b.0));
            let links = |joins: &[([u32; 2], u32)]| joins.iter().map(|j| j.1).sum::<u32>();
            assert_eq!(links(&pieces.joins), links(&joins));
        }
    }
    assert!(contested > 100 && found > 10, "{contested} {found}");
}
