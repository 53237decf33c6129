//! Which faces of a cage's cells are glued together.
//!
//! A face is glued to at most one other, since with three cells at a face the boundary would not be a surface. If
//! several pieces want the same face, as two fingers above a palm do, the best connected one gets it. The others are
//! held by their neighbours, or else take one of the face's two triangles. A piece that finds no triangle either is
//! merged with a piece of its own cell, and counted.

use super::across::add_up;
use super::pieces::Pieces;
use pliant_geometry::error::Result;
use pliant_geometry::incidence::incidence;
use pliant_geometry::progress::Progress;
use pliant_geometry::sets::Sets;

const FREE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glue {
    /// The piece on the low side, then the one on the high side.
    pub pieces: [u32; 2],
    pub axis: usize,
    pub triangles: [bool; 2],
}

impl Glue {
    pub fn whole(pieces: [u32; 2], axis: usize) -> Self {
        Self {
            pieces,
            axis,
            triangles: [true; 2],
        }
    }
}

pub struct Glued {
    pub glues: Vec<Glue>,
    /// For each piece, axis and side, the glue of each triangle, or `FREE`.
    slots: Vec<[u32; 2]>,
}

impl Glued {
    fn slot(piece: u32, axis: usize, side: usize) -> usize {
        piece as usize * 6 + axis * 2 + side
    }

    pub fn is_free(&self, piece: u32, axis: usize, side: usize) -> bool {
        self.slots[Self::slot(piece, axis, side)] == [FREE; 2]
    }

    /// Whether two pieces are glued at their whole common face, the low one first.
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

    pub fn add_piece(&mut self) {
        self.slots.extend([[FREE; 2]; 6]);
    }

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

    /// Takes one triangle from glues that have both.
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

/// The vertex of each corner of each piece, and the number of vertices. Corners of glued faces coincide.
pub fn vertices(found: &Pieces, glued: &Glued) -> (Vec<u32>, usize) {
    corner_sets(found, glued).number()
}

/// Merges the corners of glued triangles. Corner `c` of piece `p` is `8 p + c`.
fn corner_sets(found: &Pieces, glued: &Glued) -> Sets {
    let mut corners = Sets::new(8 * found.pieces.len());
    let of_faces = [0, 1].map(|parity| [0, 1, 2].map(|axis| cut_corners(axis, 1, parity)));
    for glue in &glued.glues {
        let [low, high] = glue.pieces.map(|piece| 8 * piece);
        let parity = parity(found.pieces[glue.pieces[0] as usize].cell);
        let [first, second] = glue.triangles;
        let is_glued = [true, true, first, second];
        for (c, _) in of_faces[parity][glue.axis]
            .iter()
            .zip(is_glued)
            .filter(|(_, is)| *is)
        {
            let across = c & !(1 << glue.axis);
            corners.join(low + *c as u32, high + across as u32);
        }
    }
    corners
}

/// 0 for cells whose indices sum to an even number, else 1.
pub fn parity(cell: [i32; 3]) -> usize {
    (cell[0] + cell[1] + cell[2]).rem_euclid(2) as usize
}

/// The corners of a face, by the bits of the two axes after `axis`.
fn face_corners(axis: usize, side: usize) -> [usize; 4] {
    let (b, c) = ((axis + 1) % 3, (axis + 2) % 3);
    [0, 1, 2, 3].map(|bits| side << axis | (bits & 1) << b | (bits >> 1) << c)
}

/// The corners of a face. The first two belong to the cell's inner tet: the face is cut along the diagonal between
/// them. The third completes its first triangle.
fn cut_corners(axis: usize, side: usize, parity: usize) -> [usize; 4] {
    let [a, b, c, d] = face_corners(axis, side);
    match is_inner(a, parity) {
        true => [a, d, b, c],
        false => [b, c, a, d],
    }
}

/// Whether a corner belongs to its cell's inner tet.
fn is_inner(corner: usize, parity: usize) -> bool {
    (corner.count_ones() as usize + parity).is_multiple_of(2)
}

/// Pairs of pieces of one cell that share a triangle, because other glues made their corners coincide.
pub fn crowded(found: &Pieces, glued: &Glued) -> Vec<[u32; 2]> {
    let mut vertex_of = corner_sets(found, glued);
    let mut triangles: Vec<([u32; 3], u32)> = Vec::new();
    // A triangle lies between two cells, so of three pieces two are in one cell.
    for number in found.crowds().into_iter().flatten() {
        let parity = parity(found.pieces[number as usize].cell);
        for face in 0..6 {
            let [a, b, c, d] = cut_corners(face / 2, face % 2, parity);
            for triangle in [[a, b, c], [a, b, d]] {
                let mut triangle =
                    triangle.map(|corner| vertex_of.find(8 * number + corner as u32));
                triangle.sort_unstable();
                triangles.push((triangle, number));
            }
        }
    }
    triangles.sort_unstable();
    let cell = |piece: u32| found.pieces[piece as usize].cell;
    let groups = triangles.chunk_by(|x, y| x.0 == y.0);
    let pairs = groups.filter_map(|group| {
        let mut pairs = (1..group.len()).flat_map(|j| (0..j).map(move |i| [i, j]));
        pairs.find_map(|pair| {
            let [a, b] = pair.map(|i| group[i].1);
            (a != b && cell(a) == cell(b)).then_some([a, b])
        })
    });
    pairs.collect()
}

/// Glues the pieces; returns how many were merged with another one of their cell.
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

/// Also returns pairs of pieces that cannot both get the glue they need.
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

/// All wanted glues: uncontested ones, then contested ones, best connected first. Where pieces compete along a line, as
/// two fingers along their crotch, the glues of one finger form a sheet, which wins or loses as a whole. Otherwise the
/// winner could change along the crotch, and the loser's corners would stick to the palm.
fn by_sheet(pieces: &Pieces) -> Vec<Glue> {
    let wanted = pieces.joins.iter().map(|(pair, _)| wish(pieces, *pair));
    let wanted: Vec<Glue> = wanted.collect();
    let slots = |glue: &Glue| {
        let [low, high] = glue.pieces;
        [
            Glued::slot(low, glue.axis, 1),
            Glued::slot(high, glue.axis, 0),
        ]
    };
    let mut wants = vec![0u32; 6 * pieces.pieces.len()];
    wanted
        .iter()
        .flat_map(slots)
        .for_each(|slot| wants[slot] += 1);
    let is_contested = |glue: &Glue| slots(glue).iter().any(|slot| wants[*slot] > 1);
    let all = wanted.iter().zip(&pieces.joins);
    let contested = all.filter(|(glue, _)| is_contested(glue));
    let (pairs, links): (Vec<[u32; 2]>, Vec<u32>) = contested.map(|(_, join)| *join).unzip();
    let mut sheets = sheets(pieces, &pairs);
    let mut links_of = vec![0; pairs.len()];
    for (number, links) in links.into_iter().enumerate() {
        links_of[sheets.find(number as u32) as usize] += links;
    }
    let mut order: Vec<(u32, u32, usize)> = (0..pairs.len())
        .map(|number| {
            let sheet = sheets.find(number as u32);
            (u32::MAX - links_of[sheet as usize], sheet, number)
        })
        .collect();
    order.sort_unstable();
    let alone = wanted.iter().filter(|glue| !is_contested(glue)).copied();
    let contested = order
        .into_iter()
        .map(|(.., number)| wish(pieces, pairs[number]));
    alone.chain(contested).collect()
}

/// Groups contested joins into sheets: joins between neighbours of both pieces are in one sheet. Pairs ascend.
fn sheets(pieces: &Pieces, contested: &[[u32; 2]]) -> Sets {
    let mut sheets = Sets::new(contested.len());
    if contested.is_empty() {
        return sheets;
    }
    let all: Vec<[u32; 2]> = pieces.joins.iter().map(|(pair, _)| *pair).collect();
    let rows = incidence(&all, pieces.pieces.len());
    let neighbours = |piece: u32| {
        let places = rows.row(piece as usize).iter().map(|place| *place as usize);
        places.map(|place| all[place / 2][1 - place % 2])
    };
    let from = |piece: u32| {
        let first = contested.partition_point(|pair| pair[0] < piece);
        let rest = &contested[first..];
        first..first + rest.partition_point(|pair| pair[0] == piece)
    };
    for (number, [a, b]) in contested.iter().enumerate() {
        for beside_a in neighbours(*a) {
            let range = from(beside_a);
            for beside_b in neighbours(*b).filter(|_| !range.is_empty()) {
                let same = contested[range.clone()].binary_search_by_key(&beside_b, |pair| pair[1]);
                if let Ok(place) = same {
                    sheets.join(number as u32, (range.start + place) as u32);
                }
            }
        }
    }
    sheets
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

/// A refused piece and the piece of its cell that has the face.
fn rival(glued: &Glued, glue: &Glue, owners: [[u32; 2]; 2]) -> Option<[u32; 2]> {
    // The owner of the high piece's face is the low piece's rival, and vice versa.
    [0, 1].into_iter().find_map(|side| {
        let owner = owners[1 - side].into_iter().find(|owner| *owner != FREE)?;
        let (other, own) = (glued.glues[owner as usize].pieces[side], glue.pieces[side]);
        (other != own).then_some([other, own])
    })
}

/// Merges pairs of pieces. Pieces stay sorted by cell.
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
    for (pair, _) in &mut pieces.joins {
        *pair = pair.map(|piece| number[piece as usize]);
    }
    // Mostly sorted already, which a stable sort exploits.
    pieces
        .joins
        .iter_mut()
        .for_each(|(pair, _)| pair.sort_unstable());
    pieces.joins.sort();
    add_up(&mut pieces.joins);
}

#[cfg(test)]
#[path = "glue_tests.rs"]
mod tests;
