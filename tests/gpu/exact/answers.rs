//! The judge against known answers, and against rational arithmetic over all pairs.

use super::pair::{distance, relation};
use super::*;
use num_rational::Ratio;

type Number = Ratio<i128>;
type Point = [i128; 3];

/// Numbers below 1 from a linear congruential generator.
pub fn random(seed: u32) -> impl FnMut() -> f64 {
    let mut state = seed;
    move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(state >> 8) / f64::from(1 << 24)
    }
}

fn minus(a: Point, b: Point) -> Point {
    std::array::from_fn(|i| a[i] - b[i])
}

fn dot(a: Point, b: Point) -> i128 {
    (0..3).map(|i| a[i] * b[i]).sum()
}

fn cross(a: Point, b: Point) -> Point {
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        a[j] * b[k] - a[k] * b[j]
    })
}

fn normal(t: [Point; 3]) -> Point {
    cross(minus(t[1], t[0]), minus(t[2], t[0]))
}

/// What the plane of `other` cuts out of a triangle, along a line: its ends, and whether it is inside.
fn cut(t: [Point; 3], other: [Point; 3], along: Point) -> Option<(Number, Number, bool)> {
    let n = normal(other);
    let height = t.map(|p| dot(n, minus(p, other[0])));
    let mut ends = Vec::new();
    for i in 0..3 {
        let j = (i + 1) % 3;
        let (x, y) = (dot(along, t[i]), dot(along, t[j]));
        if height[i] == 0 {
            ends.push(Number::from(x));
        }
        if height[i] * height[j] < 0 {
            let part = Number::new(height[i], height[i] - height[j]);
            ends.push(Number::from(x) + part * Number::from(y - x));
        }
    }
    let is_inside = height.iter().any(|h| *h > 0) && height.iter().any(|h| *h < 0);
    Some((*ends.iter().min()?, *ends.iter().max()?, is_inside))
}

/// Whether two triangles of one plane share a point: no edge's normal separates them.
fn overlap_in_plane(a: [Point; 3], b: [Point; 3]) -> bool {
    let n = normal(a);
    let separates = |t: [Point; 3], i: usize| {
        let axis = cross(n, minus(t[(i + 1) % 3], t[i]));
        let (x, y) = (a.map(|p| dot(axis, p)), b.map(|p| dot(axis, p)));
        x.iter().max() < y.iter().min() || y.iter().max() < x.iter().min()
    };
    !(0..3).any(|i| separates(a, i) || separates(b, i))
}

fn relation_by_rationals(a: [Point; 3], b: [Point; 3]) -> Relation {
    let along = cross(normal(a), normal(b));
    if along == [0; 3] {
        let is_one_plane = dot(normal(a), minus(b[0], a[0])) == 0;
        return match is_one_plane && overlap_in_plane(a, b) {
            true => Relation::Touching,
            false => Relation::Apart,
        };
    }
    let (Some(x), Some(y)) = (cut(a, b, along), cut(b, a, along)) else {
        return Relation::Apart;
    };
    let (from, to) = (x.0.max(y.0), x.1.min(y.1));
    match (x.2 && y.2 && from < to, from <= to) {
        (true, _) => Relation::Crossing,
        (_, true) => Relation::Touching,
        _ => Relation::Apart,
    }
}

/// Corners on a grid of 4³ points share planes, lines and corners all the time.
#[test]
fn triangles_on_a_grid_lie_as_rational_arithmetic_says() {
    let mut next = random(7);
    let mut counts = [0; 3];
    for _ in 0..40_000 {
        let mut triangle =
            || -> [Point; 3] { [(); 3].map(|()| [(); 3].map(|()| (next() * 4.0) as i128)) };
        let (a, b) = (triangle(), triangle());
        if normal(a) == [0; 3] || normal(b) == [0; 3] {
            continue;
        }
        let floats = |t: [Point; 3]| t.map(|p| DVec3::from(p.map(|x| x as f64)));
        let expected = relation_by_rationals(a, b);
        let found = relation(floats(a), floats(b));
        assert_eq!(found, expected, "{a:?} {b:?}");
        assert_eq!(found, relation(floats(b), floats(a)), "{a:?} {b:?}");
        counts[expected as usize] += 1;
        // The distance is zero where they meet, and at least this where they do not: both are on the grid.
        let apart = distance(floats(a), floats(b));
        match expected {
            Relation::Apart => assert!(apart > 1e-3, "{a:?} {b:?}: {apart}"),
            Relation::Touching => assert!(apart < 1e-12, "{a:?} {b:?}: {apart}"),
            Relation::Crossing => (),
        }
    }
    assert!(counts.iter().all(|n| *n > 1000), "{counts:?}");
}

#[test]
fn what_is_closer_than_rounding_is_still_told_apart() {
    let flat = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]].map(|[x, y]| DVec3::new(x, y, 0.0));
    let above = |z: f64| [[0.25, 0.25, z], [0.3, 0.2, 1.0], [0.2, 0.3, 1.0]].map(DVec3::from);
    let least = f64::MIN_POSITIVE;
    assert_eq!(relation(flat, above(least)), Relation::Apart);
    assert_eq!(relation(flat, above(0.0)), Relation::Touching);
    assert_eq!(relation(flat, above(-least)), Relation::Crossing);
}

#[test]
fn distances_are_those_of_closed_forms_and_below_all_samples() {
    let xy = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(DVec3::from);
    let over_face = [[0.2, 0.2, 0.5], [0.2, 0.2, 2.0], [0.3, 0.2, 2.0]].map(DVec3::from);
    let over_edge = [[0.5, -1.0, 0.25], [0.5, 1.0, 0.25], [0.5, 0.0, 2.0]].map(DVec3::from);
    let at_corner = [[4.0, 0.0, 4.0], [9.0, 1.0, 4.0], [9.0, -1.0, 4.0]].map(DVec3::from);
    assert_eq!(distance(xy, over_face), 0.5);
    assert_eq!(distance(over_edge, xy), 0.25);
    assert_eq!(distance(xy, at_corner), 5.0);
    let mut next = random(3);
    let n = 12;
    for _ in 0..200 {
        let mut triangle = || [(); 3].map(|()| DVec3::new(next(), next(), next()));
        let (a, b) = (triangle(), triangle());
        if relation(a, b) != Relation::Apart {
            continue;
        }
        let found = distance(a, b);
        let samples = |t: [DVec3; 3]| -> Vec<DVec3> {
            let at = |i: usize, j: usize| {
                let (u, v) = (i as f64 / n as f64, j as f64 / n as f64);
                t[0] + u * (t[1] - t[0]) + v * (t[2] - t[0])
            };
            let row = |i: usize| (0..=n - i).map(move |j| at(i, j));
            (0..=n).flat_map(row).collect()
        };
        let others = samples(b);
        let nearest = |p: DVec3| others.iter().map(move |q| p.distance(*q));
        let least = samples(a).into_iter().flat_map(nearest).fold(9.0, f64::min);
        // A sample lies within √3/n of every point of either.
        assert!(found <= least + 1e-12 && least < found + 2.0 * 1.8 / n as f64);
    }
}

/// A cube with a corner there, of 12 triangles and 5 tets.
fn cube(at: DVec3, edge: f64) -> Piece {
    let corner =
        |i: usize| at + edge * DVec3::new((i & 1) as f64, (i >> 1 & 1) as f64, (i >> 2) as f64);
    let tets = vec![
        [0, 1, 2, 4],
        [3, 2, 1, 7],
        [5, 4, 7, 1],
        [6, 7, 4, 2],
        [1, 2, 4, 7],
    ];
    Piece {
        positions: (0..8).map(corner).collect(),
        triangles: boundary(&tets),
        tets,
        is_collider: false,
    }
}

#[test]
fn cubes_are_judged_as_they_stand() {
    let base = cube(DVec3::ZERO, 1.0);
    let volume: f64 = base
        .tets
        .iter()
        .map(|t| pair::volume(t.map(|v| base.positions[v as usize])))
        .sum();
    assert_eq!(
        (base.triangles.len(), volume),
        (12, 6.0),
        "six times the volume"
    );
    let with = |other: Piece| judge(&[base.clone(), other]);
    let apart = with(cube(DVec3::new(0.2, 1.25, 0.3), 1.0));
    assert!(apart.is_clean() && apart.gap == 0.25, "{apart:?}");
    let on_top = with(cube(DVec3::Y, 1.0));
    assert!(
        on_top.crossing == 0 && on_top.touching > 0 && on_top.gap == 0.0,
        "{on_top:?}"
    );
    let into = with(cube(DVec3::new(0.3, 0.9, 0.4), 1.0));
    assert!(into.crossing > 0 && into.gap == 0.0, "{into:?}");
    let mut collider = cube(DVec3::new(0.3, 0.9, 0.4), 1.0);
    collider.is_collider = true;
    assert_eq!(with(collider.clone()).crossing, into.crossing);
    let still = Piece {
        is_collider: true,
        ..base.clone()
    };
    assert_eq!(judge(&[still, collider]).crossing, 0, "colliders may cross");
    let mut turned = base.clone();
    turned.positions[0] = DVec3::splat(2.0);
    let turned = judge(&[turned]);
    assert!(
        turned.inverted == 1 && turned.self_crossing > 0,
        "{turned:?}"
    );
}

/// Heaps of random triangles: the tree finds what all pairs hold.
#[test]
fn the_tree_finds_what_all_pairs_hold() {
    let mut next = random(11);
    for (size, shift) in [(0.3, 0.0), (0.05, 0.0), (0.3, 1.31)] {
        let mut heap = |at: f64| {
            let mut piece = Piece::default();
            for k in 0..150 {
                let mut point = || DVec3::new(next(), next(), next());
                let centre = point() + DVec3::X * at;
                piece
                    .positions
                    .extend([(); 3].map(|()| centre + size * (point() - 0.5)));
                piece.triangles.push([3 * k, 3 * k + 1, 3 * k + 2]);
            }
            piece
        };
        let pieces = [heap(0.0), heap(shift)];
        let found = judge(&pieces);
        let all = facets(&pieces);
        let (mut counts, mut gap) = ([0; 2], f64::INFINITY);
        for (i, a) in all.iter().enumerate() {
            for b in &all[..i] {
                let is_same = a.piece == b.piece;
                if relation(a.corners, b.corners) == Relation::Crossing {
                    counts[usize::from(is_same)] += 1;
                } else if !is_same {
                    gap = gap.min(distance(a.corners, b.corners));
                }
            }
        }
        if counts[0] > 0 {
            gap = 0.0;
        }
        let result = (found.crossing, found.self_crossing, found.gap);
        assert_eq!(
            result,
            (counts[0], counts[1], gap),
            "size {size} shift {shift}"
        );
        let is_dense = size > 0.1 && shift < 1.0;
        assert_eq!(is_dense, found.crossing > 0, "{found:?}");
    }
}

#[test]
fn points_of_far_cells_keep_their_bits() {
    let corner = [1e5, -64.015625, 0.0];
    let (point, is_exact) = point_from(corner, [99_999.0, 0.0, 0.5], [0.1, 1.0, 2.0]);
    assert!(is_exact);
    assert_eq!(point, DVec3::new(1.0 + f64::from(0.1_f32), -63.015625, 1.5));
    let (_, is_exact) = point_from(corner, [0.0; 3], [1e-20, 0.0, 0.0]);
    assert!(!is_exact);
}
