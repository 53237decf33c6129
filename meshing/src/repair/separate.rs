//! Separates sheets along cut edges whose ends stay connected elsewhere. By its vertices such an edge would still have
//! three or more triangles, so all sheets but the first get a vertex in its middle.

use pliant_geometry::EMPTY;
use pliant_geometry::edges;
use std::collections::HashMap;

/// Splits edges of one part whose half-edges are not each other's `partner`; `middle_of` makes a vertex between two.
/// Returns the open half-edges (from, to) and the number of split sides.
pub fn separate(
    triangles: &mut Vec<[u32; 3]>,
    partner: &[u32],
    mut middle_of: impl FnMut(u32, u32) -> u32,
) -> (Vec<[u32; 2]>, usize) {
    let (mut middle, mut centre) = (HashMap::new(), HashMap::new());
    let mut is_open: Vec<bool> = partner.iter().map(|p| *p == EMPTY).collect();
    let sorted = edges::sorted(triangles);
    for group in edges::groups(&sorted).filter(|g| g.len() > 1) {
        if group.len() == 2 && partner[group[0].1 as usize] == group[1].1 {
            continue;
        }
        let mut left: Vec<u32> = group.iter().rev().map(|(_, h)| *h).collect();
        let mut is_first = true;
        while let Some(h) = left.pop() {
            let from = edges::half_edge(triangles, h)[0];
            let opposite =
                |o: &u32| is_open[*o as usize] && edges::half_edge(triangles, *o)[0] != from;
            let other = match is_open[h as usize] {
                false => Some(partner[h as usize]),
                true => left.iter().copied().rfind(opposite),
            };
            left.retain(|o| Some(*o) != other);
            if !std::mem::take(&mut is_first) {
                let [a, b] = edges::ends(group[0].0);
                let vertex = middle_of(a, b);
                middle.insert(h, vertex);
                other.map(|o| middle.insert(o, vertex));
                // Two sides of one triangle would share the cut through it.
                let across = |h: u32| edges::half_edge(triangles, edges::next(h))[1];
                if other.is_some_and(|o| across(o) == across(h)) {
                    centre
                        .entry(h / 3)
                        .or_insert_with(|| middle_of(vertex, across(h)));
                }
            }
            if let Some(other) = other {
                (is_open[h as usize], is_open[other as usize]) = (false, false);
            }
        }
    }
    let open = (0..partner.len() as u32).filter(|h| is_open[*h as usize]);
    let halves = |h: u32| {
        let [a, b] = edges::half_edge(triangles, h);
        match middle.get(&h) {
            Some(&m) => vec![[a, m], [m, b]],
            None => vec![[a, b]],
        }
    };
    let open = open.flat_map(halves).collect();
    let separated = middle.len();
    if separated > 0 {
        let cut = (0..)
            .zip(triangles.iter())
            .flat_map(|(t, triangle)| pieces(t, *triangle, &middle, centre.get(&t)));
        *triangles = cut.collect();
    }
    (open, separated)
}

/// A triangle, or its pieces if edges have middles: a fan around its centre, else around the first middle.
fn pieces(
    t: u32,
    triangle: [u32; 3],
    middle: &HashMap<u32, u32>,
    centre: Option<&u32>,
) -> Vec<[u32; 3]> {
    let on_edge = [0, 1, 2].map(|c| middle.get(&(3 * t + c as u32)).copied());
    let Some(first) = on_edge.iter().position(Option::is_some) else {
        return vec![triangle];
    };
    let mut ring = Vec::with_capacity(6);
    for c in [0, 1, 2].map(|c| (first + c) % 3) {
        ring.push(triangle[c]);
        ring.extend(on_edge[c]);
    }
    if let Some(centre) = centre {
        let next = |i: usize| ring[(i + 1) % ring.len()];
        return (0..ring.len())
            .map(|i| [*centre, ring[i], next(i)])
            .collect();
    }
    ring.rotate_left(1);
    (1..ring.len() - 1)
        .map(|i| [ring[0], ring[i], ring[i + 1]])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two triangles at an edge, and both sides of a third one, which share all their edges.
    #[test]
    fn both_sides_of_a_triangle_come_away_from_an_edge() {
        let mut triangles = vec![[0, 1, 3], [1, 0, 4], [0, 1, 2], [1, 0, 2]];
        let partner = [3, EMPTY, EMPTY, 0, EMPTY, EMPTY, 9, 11, 10, 6, 8, 7];
        let mut count = 5;
        let (open, separated) = separate(&mut triangles, &partner, |_, _| {
            count += 1;
            count - 1
        });
        assert_eq!((open.len(), separated), (4, 2));
        // The middle of the edge, and the centre of one side.
        assert_eq!((count, triangles.len()), (7, 2 + 2 + 4));
        let found = super::super::topology::topology(&triangles);
        assert_eq!((found.non_manifold_edges, found.boundary_edges), (0, 4));
    }
}
