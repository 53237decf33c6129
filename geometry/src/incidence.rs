//! Compressed rows, neighbours, edges and boundary triangles.

use std::ops::Range;

/// Marks an empty entry in a table of indices.
pub const EMPTY: u32 = u32::MAX;

/// Compressed rows: row `i` is `items[starts[i]..starts[i + 1]]`.
pub struct Rows {
    /// Where each row starts, and the end of the last one.
    pub starts: Vec<u32>,
    /// All rows, one after the other.
    pub items: Vec<u32>,
}

impl Rows {
    /// Row `i`.
    pub fn row(&self, i: usize) -> &[u32] {
        &self.items[self.starts[i] as usize..self.starts[i + 1] as usize]
    }

    /// Entries of row `i`.
    pub fn count(&self, i: usize) -> usize {
        (self.starts[i + 1] - self.starts[i]) as usize
    }

    /// How many rows.
    pub fn row_count(&self) -> usize {
        self.starts.len() - 1
    }
}

/// For each vertex the corners that use it, as `N * element + corner`, ascending (a counting sort).
pub fn incidence<const N: usize>(elements: &[[u32; N]], vertex_count: usize) -> Rows {
    let mut starts = vec![0u32; vertex_count + 1];
    for &v in elements.as_flattened() {
        starts[v as usize + 1] += 1;
    }
    for i in 0..vertex_count {
        starts[i + 1] += starts[i];
    }
    let mut next = starts.clone();
    let mut items = vec![0; elements.len() * N];
    for (place, &v) in elements.as_flattened().iter().enumerate() {
        items[next[v as usize] as usize] = place as u32;
        next[v as usize] += 1;
    }
    Rows { starts, items }
}

/// For each vertex the vertices that share a tet with it, ascending.
pub fn neighbours(tets: &[[u32; 4]], incident: &Rows) -> Rows {
    let count = incident.row_count();
    let mut starts = Vec::with_capacity(count + 1);
    let mut items: Vec<u32> = Vec::with_capacity(tets.len() * 3);
    // `seen[w] == v`: w is already in the row of v.
    let mut seen = vec![EMPTY; count];
    starts.push(0);
    for v in 0..count {
        let first = items.len();
        for &place in incident.row(v) {
            for &w in &tets[place as usize / 4] {
                if w as usize != v && seen[w as usize] != v as u32 {
                    seen[w as usize] = v as u32;
                    items.push(w);
                }
            }
        }
        items[first..].sort_unstable();
        starts.push(items.len() as u32);
    }
    Rows { starts, items }
}

/// The undirected edges, lower index first, in lexicographic order.
pub fn edges(neighbours: &Rows) -> Vec<[u32; 2]> {
    let mut edges = Vec::with_capacity(neighbours.items.len() / 2);
    for v in 0..neighbours.row_count() {
        let upper = neighbours.row(v).iter().filter(|w| **w as usize > v);
        edges.extend(upper.map(|&w| [v as u32, w]));
    }
    edges
}

/// The faces of a tet with positive volume, each counter-clockwise seen from outside; face `i` lies opposite corner `i`.
pub const FACES: [[usize; 3]; 4] = [[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]];

/// Triangles that belong to exactly one tet, counter-clockwise seen from outside, ordered by tet.
pub fn boundary(tets: &[[u32; 4]], incident: &Rows) -> Vec<[u32; 3]> {
    boundary_of_some(tets, incident, 0..tets.len())
}

/// The same for some tets: triangles of one of them that no other tet has.
pub fn boundary_of_some(tets: &[[u32; 4]], incident: &Rows, some: Range<usize>) -> Vec<[u32; 3]> {
    let mut triangles = Vec::new();
    // Faces found to be shared with an earlier tet, one bit each.
    let mut known = vec![0u8; some.len()];
    for (own, t) in some.clone().enumerate() {
        let tet = tets[t];
        for (number, face) in FACES.into_iter().enumerate() {
            if known[own] >> number & 1 == 1 {
                continue;
            }
            let triangle = face.map(|corner| tet[corner]);
            let mut by_count = triangle;
            by_count.sort_unstable_by_key(|&v| (incident.count(v as usize), v));
            let [a, b, c] = by_count;
            let mut others = incident.row(a as usize).iter().map(|&p| p as usize / 4);
            let shared = others
                .find(|&other| other != t && tets[other].contains(&b) && tets[other].contains(&c));
            match shared {
                None => triangles.push(triangle),
                Some(other) if some.contains(&other) => {
                    let across = tets[other].iter().position(|v| !triangle.contains(v));
                    known[other - some.start] |= across.map_or(0, |corner| 1 << corner);
                }
                Some(_) => {}
            }
        }
    }
    triangles
}
