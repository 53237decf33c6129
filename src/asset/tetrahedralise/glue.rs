//! Which faces of the cells of a cage are glued together.
//!
//! A face is glued to one other at most, else three cells would meet at it and the boundary would not be a surface. Where
//! several pieces want the same face, as two fingers above a palm do, the best connected one gets it; the others hang on by
//! their neighbours. One that has no other hold takes one of the two triangles of the face. Only a piece that finds no
//! triangle either is merged with a piece of its own cell, and counted.

use super::pieces::Pieces;
use super::progress::Progress;
use super::union::Sets;
use crate::error::Result;
use std::collections::BTreeMap;

const FREE: u32 = u32::MAX;

/// Two pieces glued at the face between their cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glue {
    /// The piece on the low side and the one on the high side.
    pub pieces: [u32; 2],
    /// The axis across the face.
    pub axis: usize,
    /// Which of the face's two triangles are glued.
    pub triangles: [bool; 2],
}

impl Glue {
    /// Of both triangles of the face.
    pub fn whole(pieces: [u32; 2], axis: usize) -> Self {
        Self {
            pieces,
            axis,
            triangles: [true; 2],
        }
    }
}

/// The glues of a cage, and who owns each face.
pub struct Glued {
    /// All glues.
    pub glues: Vec<Glue>,
    /// For each piece, axis and side the glue of each triangle, or `u32::MAX`.
    slots: Vec<[u32; 2]>,
}

impl Glued {
    fn slot(piece: u32, axis: usize, side: usize) -> usize {
        piece as usize * 6 + axis * 2 + side
    }

    /// Whether nothing is glued to a face.
    pub fn is_free(&self, piece: u32, axis: usize, side: usize) -> bool {
        self.slots[Self::slot(piece, axis, side)] == [FREE; 2]
    }

    /// Whether two pieces are glued at the whole face between them, the low one first.
    pub fn is_whole(&self, [low, high]: [u32; 2], axis: usize) -> bool {
        let slots = [Self::slot(low, axis, 1), Self::slot(high, axis, 0)];
        let [[a, b], other] = slots.map(|slot| self.slots[slot]);
        a != FREE && a == b && [a, b] == other
    }

    fn owners(&self, glue: &Glue) -> [[u32; 2]; 2] {
        let [low, high] = glue.pieces;
        [
            self.slots[Self::slot(low, glue.axis, 1)],
            self.slots[Self::slot(high, glue.axis, 0)],
        ]
    }

    /// Makes room for one piece more.
    pub fn add_piece(&mut self) {
        self.slots.extend([[FREE; 2]; 6]);
    }

    /// Adds a glue between free faces.
    pub fn put(&mut self, glue: Glue) {
        let number = self.glues.len() as u32;
        for (piece, side) in [(glue.pieces[0], 1), (glue.pieces[1], 0)] {
            let slot = &mut self.slots[Self::slot(piece, glue.axis, side)];
            (0..2)
                .filter(|k| glue.triangles[*k])
                .for_each(|k| slot[k] = number);
        }
        self.glues.push(glue);
    }

    /// Takes one triangle from those who have both of them.
    fn steal(&mut self, glue: &Glue) -> Option<[bool; 2]> {
        let owners = self.owners(glue);
        let gives = |owner: u32| owner == FREE || self.glues[owner as usize].triangles == [true; 2];
        let k = (0..2).find(|k| gives(owners[0][*k]) && gives(owners[1][*k]))?;
        for owner in [owners[0][k], owners[1][k]]
            .into_iter()
            .filter(|owner| *owner != FREE)
        {
            let other = self.glues[owner as usize];
            self.glues[owner as usize].triangles[k] = false;
            self.slots[Self::slot(other.pieces[0], other.axis, 1)][k] = FREE;
            self.slots[Self::slot(other.pieces[1], other.axis, 0)][k] = FREE;
        }
        Some([k == 0, k == 1])
    }
}

/// The vertex of each corner of each piece, and how many vertices there are. Corners of glued faces are one vertex.
pub fn vertices(found: &Pieces, glued: &Glued) -> (Vec<u32>, usize) {
    let mut corners = Sets::new(8 * found.pieces.len());
    for glue in &glued.glues {
        let parity = parity(found.pieces[glue.pieces[0] as usize].cell);
        for (low, high) in glued_corners(glue, parity) {
            corners.join(
                glue.pieces[0] * 8 + low as u32,
                glue.pieces[1] * 8 + high as u32,
            );
        }
    }
    corners.number()
}

/// 0 for the cells whose indices sum to an even number, 1 for the others.
pub fn parity(cell: [i32; 3]) -> usize {
    (cell[0] + cell[1] + cell[2]).rem_euclid(2) as usize
}

/// The corners of a face, by the bits of the two axes after `axis`.
fn face_corners(axis: usize, side: usize) -> [usize; 4] {
    let (b, c) = ((axis + 1) % 3, (axis + 2) % 3);
    [0, 1, 2, 3].map(|bits| side << axis | (bits & 1) << b | (bits >> 1) << c)
}

/// The corners that a glue makes one: those of both triangles, or of one. A face is cut along the diagonal between corners
/// of the cell's inner tet, the first triangle has the first of the other two corners.
fn glued_corners(glue: &Glue, parity: usize) -> Vec<(usize, usize)> {
    let low = face_corners(glue.axis, 1);
    let high = face_corners(glue.axis, 0);
    let mut outer = 0;
    let mut pairs = Vec::with_capacity(4);
    for (low, high) in low.into_iter().zip(high) {
        if is_inner(low, parity) {
            pairs.push((low, high));
            continue;
        }
        if glue.triangles[outer] {
            pairs.push((low, high));
        }
        outer += 1;
    }
    pairs
}

/// Whether a corner is one of the inner tet of its cell.
fn is_inner(corner: usize, parity: usize) -> bool {
    (corner.count_ones() as usize + parity).is_multiple_of(2)
}

/// Pairs of pieces of one cell that share a triangle, with a third piece or without: their corners became one on the way round by
/// other glues.
pub fn crowded(found: &Pieces, glued: &Glued) -> Vec<[u32; 2]> {
    let (vertex_of_corner, _) = vertices(found, glued);
    let mut triangles: Vec<([u32; 3], u32)> = Vec::with_capacity(12 * found.pieces.len());
    for (number, piece) in found.pieces.iter().enumerate() {
        let parity = parity(piece.cell);
        for face in 0..6 {
            let (inner, outer): (Vec<usize>, Vec<usize>) = face_corners(face / 2, face % 2)
                .into_iter()
                .partition(|corner| is_inner(*corner, parity));
            for third in outer {
                let mut triangle =
                    [inner[0], inner[1], third].map(|corner| vertex_of_corner[8 * number + corner]);
                triangle.sort_unstable();
                triangles.push((triangle, number as u32));
            }
        }
    }
    triangles.sort_unstable();
    let cell = |piece: u32| found.pieces[piece as usize].cell;
    let groups = triangles.chunk_by(|x, y| x.0 == y.0);
    // A triangle lies between two cells, so two of three pieces are of one cell.
    let pairs = groups.filter_map(|group| {
        let mut pairs = (1..group.len()).flat_map(|j| (0..j).map(move |i| [i, j]));
        pairs.find_map(|pair| {
            let [a, b] = pair.map(|i| group[i].1);
            (a != b && cell(a) == cell(b)).then_some([a, b])
        })
    });
    pairs.collect()
}

/// Glues the pieces; returns how many had to be merged with another of their cell.
///
/// # Errors
/// `Cancelled`.
pub fn glue(pieces: &mut Pieces, progress: &Progress) -> Result<(Glued, usize)> {
    let before = pieces.pieces.len();
    let mut round = 0;
    loop {
        progress.round(round).report(0.0)?;
        round += 1;
        let (glued, rivals) = try_glue(pieces);
        if rivals.is_empty() {
            return Ok((glued, before - pieces.pieces.len()));
        }
        merge(pieces, &rivals);
    }
}

/// Also returns pairs of pieces that cannot both be glued as they need.
fn try_glue(pieces: &Pieces) -> (Glued, Vec<[u32; 2]>) {
    let count = pieces.pieces.len();
    let mut glued = Glued {
        glues: Vec::new(),
        slots: vec![[FREE; 2]; 6 * count],
    };
    let mut connected = Sets::new(count);
    let wanted = by_sheet(pieces);
    let mut refused = Vec::new();
    for glue in wanted {
        if glued.owners(&glue) == [[FREE; 2]; 2] {
            glued.put(glue);
            connected.join(glue.pieces[0], glue.pieces[1]);
        } else {
            refused.push(glue);
        }
    }
    let mut rivals = Vec::new();
    for mut glue in refused {
        let [low, high] = glue.pieces;
        if connected.find(low) == connected.find(high) {
            continue;
        }
        let owners = glued.owners(&glue);
        match glued.steal(&glue) {
            Some(triangles) => {
                glue.triangles = triangles;
                glued.put(glue);
                connected.join(low, high);
            }
            None => rivals.extend(rival(&glued, &glue, owners)),
        }
    }
    rivals.extend(crowded(pieces, &glued));
    (glued, rivals)
}

/// Wanted glues, best connected first. Where pieces compete for faces, as two fingers along their crotch do, the glues of one
/// finger are a sheet: pieces of neighbouring cells, each glued to the next. A sheet wins or loses as a whole, else the
/// winner would change along the crotch and tie the loser's corners to the palm.
fn by_sheet(pieces: &Pieces) -> Vec<Glue> {
    let mut neighbours = vec![Vec::new(); pieces.pieces.len()];
    for [a, b] in pieces.joins.keys() {
        neighbours[*a as usize].push(*b);
        neighbours[*b as usize].push(*a);
    }
    let wanted: Vec<(Glue, u32)> = pieces
        .joins
        .iter()
        .map(|(pair, links)| (wish(pieces, *pair), *links))
        .collect();
    let mut wants = BTreeMap::new();
    for (glue, _) in &wanted {
        *wants
            .entry(Glued::slot(glue.pieces[0], glue.axis, 1))
            .or_insert(0) += 1;
        *wants
            .entry(Glued::slot(glue.pieces[1], glue.axis, 0))
            .or_insert(0) += 1;
    }
    let is_contested = |glue: &Glue| {
        wants[&Glued::slot(glue.pieces[0], glue.axis, 1)] > 1
            || wants[&Glued::slot(glue.pieces[1], glue.axis, 0)] > 1
    };
    let contested: BTreeMap<[u32; 2], u32> = (wanted.iter().enumerate())
        .filter(|(_, (glue, _))| is_contested(glue))
        .map(|(number, (glue, _))| (glue.pieces, number as u32))
        .collect();
    let mut sheets = Sets::new(wanted.len());
    for ([a, b], number) in &contested {
        for beside_a in &neighbours[*a as usize] {
            for beside_b in &neighbours[*b as usize] {
                if let Some(other) = contested.get(&[*beside_a, *beside_b]) {
                    sheets.join(*number, *other);
                }
            }
        }
    }
    let mut links_of = vec![0; wanted.len()];
    (wanted.iter().enumerate())
        .for_each(|(number, (_, links))| links_of[sheets.find(number as u32) as usize] += links);
    let mut order: Vec<(u32, u32, usize)> = (0..wanted.len())
        .map(|number| {
            let sheet = sheets.find(number as u32);
            (u32::MAX - links_of[sheet as usize], sheet, number)
        })
        .collect();
    order.sort_unstable();
    order
        .into_iter()
        .map(|(_, _, number)| wanted[number].0)
        .collect()
}

fn wish(pieces: &Pieces, [a, b]: [u32; 2]) -> Glue {
    let (p, q) = (
        pieces.pieces[a as usize].cell,
        pieces.pieces[b as usize].cell,
    );
    let axis = (0..3).find(|axis| p[*axis] != q[*axis]).unwrap_or(0);
    let pair = if p[axis] < q[axis] { [a, b] } else { [b, a] };
    Glue::whole(pair, axis)
}

/// The refused piece and the one of its cell that has the face it wants.
fn rival(glued: &Glued, glue: &Glue, owners: [[u32; 2]; 2]) -> Option<[u32; 2]> {
    // An owner at the high piece's face is a rival of the low piece, and the other way round.
    [0, 1].into_iter().find_map(|side| {
        let owner = owners[1 - side].into_iter().find(|owner| *owner != FREE)?;
        let (other, own) = (glued.glues[owner as usize].pieces[side], glue.pieces[side]);
        (other != own).then_some([other, own])
    })
}

/// Makes one piece of each pair; pieces stay ordered by cell.
pub fn merge(pieces: &mut Pieces, pairs: &[[u32; 2]]) {
    let mut sets = Sets::new(pieces.pieces.len());
    for [a, b] in pairs {
        sets.join(*a, *b);
    }
    let (number, _) = sets.number();
    let kept = pieces
        .pieces
        .iter()
        .enumerate()
        .filter(|(p, _)| sets.find(*p as u32) == *p as u32);
    pieces.pieces = kept.map(|(_, piece)| *piece).collect();
    let mut joins = BTreeMap::new();
    for ([a, b], links) in std::mem::take(&mut pieces.joins) {
        let (a, b) = (number[a as usize], number[b as usize]);
        *joins.entry([a.min(b), a.max(b)]).or_default() += links;
    }
    pieces.joins = joins;
}
