//! Duplicate triangles.

use super::report::RepairReport;
use pliant_geometry::edges;

/// The sorted corners, and whether that took an odd number of swaps: the side that the triangle faces.
pub fn key([a, b, c]: [u32; 3]) -> ([u32; 3], bool) {
    let odd = (a > b) ^ (b > c) ^ (a > c);
    let mut corners = [a, b, c];
    corners.sort_unstable();
    (corners, odd)
}

/// Keeps one triangle for each set of corners and side. Opposite sides stay: they may be a sheet drawn from both sides
/// or a wall between two touching bodies, which shows only later.
pub fn drop_duplicates(triangles: &mut Vec<[u32; 3]>, report: &mut RepairReport) {
    let keyed = triangles.iter().zip(0..).map(|(t, i)| (key(*t), i));
    let keyed: Vec<_> = edges::sorted_by_vertex(keyed.collect(), |k| k.0.0[0]);
    let mut dropped: Vec<u32> = (keyed.chunk_by(|a, b| a.0 == b.0))
        .flat_map(|same| same[1..].iter().map(|(_, i)| *i))
        .collect();
    dropped.sort_unstable();
    dropped
        .iter()
        .for_each(|i| report.duplicate.add(*i as usize));
    drop_listed(triangles, &dropped);
}

pub fn drop_listed(triangles: &mut Vec<[u32; 3]>, listed: &[u32]) {
    let (mut i, mut listed) = (0, listed.iter().peekable());
    triangles.retain(|_| {
        let drop = listed.next_if_eq(&&i).is_some();
        i += 1;
        !drop
    });
}

/// Pairs of triangles with the same corners that face opposite ways, ordered by the second one.
pub fn two_sided(triangles: &[[u32; 3]]) -> Vec<[u32; 2]> {
    let keyed = triangles.iter().zip(0..).map(|(t, i)| (key(*t).0, i));
    let keyed: Vec<([u32; 3], u32)> = edges::sorted_by_vertex(keyed.collect(), |k| k.0[0]);
    let same = keyed.chunk_by(|a, b| a.0 == b.0).filter(|s| s.len() == 2);
    let mut pairs: Vec<[u32; 2]> = same.map(|s| [s[0].1, s[1].1]).collect();
    pairs.sort_unstable_by_key(|p| p[1]);
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_orders_of_the_corners_face_one_side_and_three_the_other() {
        for (side, orders) in [
            (false, [[1, 2, 3], [2, 3, 1], [3, 1, 2]]),
            (true, [[1, 3, 2], [3, 2, 1], [2, 1, 3]]),
        ] {
            assert!(orders.iter().all(|order| key(*order) == ([1, 2, 3], side)));
        }
    }
}
