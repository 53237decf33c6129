//! Polygons that are not convex, against their areas.

use super::origin_tests::said;
use super::polygon::{cut, fan, strip};
use glam::{DQuat, DVec3};
use std::collections::HashMap;
use std::f64::consts::PI;

/// Of area 1; the triangles of its fan have areas 2 and -1.
const DART: [[f64; 2]; 4] = [[0.0, 0.0], [4.0, 0.0], [1.0, 1.0], [2.25, 0.25]];

/// The triangles of a polygon in a plane.
fn cut_flat(points: &[[f64; 2]]) -> Vec<[u32; 3]> {
    let mut triangles = Vec::new();
    let corners: Vec<u32> = (0..points.len() as u32).collect();
    cut(&mut triangles, &corners, |i| {
        let [x, y] = points[i as usize];
        DVec3::new(x, y, 0.0)
    });
    triangles
}

fn signed_area(points: &[[f64; 2]], corners: impl IntoIterator<Item = usize>) -> f64 {
    let corners: Vec<[f64; 2]> = corners.into_iter().map(|i| points[i]).collect();
    let next = corners.iter().cycle().skip(1);
    let doubled = corners
        .iter()
        .zip(next)
        .map(|(a, b)| a[0] * b[1] - a[1] * b[0]);
    doubled.sum::<f64>() / 2.0
}

/// Asserts that the triangles cover a polygon once, and that their boundary is its edges.
#[track_caller]
fn assert_covered(points: &[[f64; 2]]) {
    let triangles = cut_flat(points);
    assert_eq!(triangles.len(), points.len() - 2);
    let area = signed_area(points, 0..points.len());
    let mut sum = 0.0;
    for triangle in &triangles {
        let part = signed_area(points, triangle.map(|i| i as usize)) * area.signum();
        assert!(part >= -1e-12 * area.abs(), "{triangle:?} is turned over");
        sum += part;
    }
    assert!((sum - area.abs()).abs() < 1e-9 * sum, "{sum} of {area}");
    let mut edges = HashMap::new();
    for [a, b, c] in triangles {
        for [from, to] in [[a, b], [b, c], [c, a]] {
            *edges.entry((from.min(to), from.max(to))).or_insert(0) +=
                if from < to { 1 } else { -1 };
        }
    }
    let last = points.len() as u32 - 1;
    for ((from, to), times) in edges {
        let expected = match (from, to) {
            (0, to) if to == last => -1,
            (from, to) if to == from + 1 => 1,
            _ => 0,
        };
        assert_eq!(times, expected, "edge {from} {to}");
    }
}

/// A band of width 1/2 and three turns.
fn spiral() -> Vec<[f64; 2]> {
    let at = |i: usize, more: f64| {
        let angle = i as f64 * PI / 8.0;
        let radius = 1.0 + angle / (2.0 * PI) + more;
        [radius * angle.cos(), radius * angle.sin()]
    };
    let outer = (0..48).map(|i| at(i, 0.5));
    let inner = (0..48).rev().map(|i| at(i, 0.0));
    outer.chain(inner).collect()
}

#[test]
fn polygons_that_are_not_convex_are_covered_once() {
    assert_covered(&DART);
    assert_covered(&DART.map(|[x, y]| [y, x]));
    assert_covered(&spiral());
    assert_covered(&spiral().into_iter().rev().collect::<Vec<_>>());
    // A comb of 1000 teeth.
    let tooth = |i: usize| {
        let x = i as f64;
        [[x, 0.0], [x + 0.25, 1.0], [x + 0.5, 1.0], [x + 0.75, 0.0]]
    };
    let mut comb: Vec<_> = (0..1000).flat_map(tooth).collect();
    comb.extend([[1000.0, -1.0], [0.0, -1.0]]);
    comb.reverse();
    assert_covered(&comb);
}

#[test]
fn corners_on_straight_edges_and_bridges_to_holes_are_kept() {
    // An L, with more corners on its edges than where it turns.
    let turns = [
        [0.0, 0.0],
        [4.0, 0.0],
        [4.0, 1.0],
        [1.0, 1.0],
        [1.0, 4.0],
        [0.0, 4.0],
    ];
    let next = turns.iter().cycle().skip(1);
    let between = |(a, b): (&[f64; 2], &[f64; 2])| {
        [0.0, 0.25, 0.5, 0.75].map(|t| [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t])
    };
    assert_covered(&turns.iter().zip(next).flat_map(between).collect::<Vec<_>>());
    // A square with a square hole: one polygon that goes to the hole and back along a line.
    let hole = [[1.0, 1.0], [1.0, 2.0], [2.0, 2.0], [2.0, 1.0], [1.0, 1.0]];
    let square = [[0.0, 0.0], [3.0, 0.0], [3.0, 3.0], [0.0, 3.0], [0.0, 0.0]];
    assert_covered(&[&square[..], &hole[..]].concat());
    // Two corners at one place.
    let [a, b, c, d] = DART;
    assert_covered(&[a, b, c, d, d]);
    assert_covered(&[d, d, a, b, b, c]);
}

#[test]
fn fans_stay_where_they_are_right() {
    let circle: Vec<_> = (0..9)
        .map(|i| (f64::from(i) * PI / 4.5).sin_cos().into())
        .collect();
    let mut expected = Vec::new();
    fan(&mut expected, &[0, 1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(cut_flat(&circle), expected);
    // The fan around its inner corner is right.
    let [a, b, c, d] = DART;
    assert_eq!(cut_flat(&[d, a, b, c]), [[0, 1, 2], [0, 2, 3]]);
    // Polygons without area, that cross themselves, or that are not finite.
    let star: Vec<_> = (0..5)
        .map(|i| (f64::from(2 * i) * PI / 2.5).sin_cos().into())
        .collect();
    for points in [
        &[[0.0, 0.0], [1.0, 1.0], [2.0, 2.0], [0.5, 0.5]][..],
        &[[7.0, 7.0]; 5],
        &star,
        &[[0.0, 0.0], [1.0, 0.0], [f64::NAN, 1.0], [0.0, 1.0]],
        &[[0.0, 0.0], [2.0, 2.0], [2.0, 0.0], [0.0, 1.0]],
    ] {
        let mut expected = Vec::new();
        fan(&mut expected, &(0..points.len() as u32).collect::<Vec<_>>());
        assert_eq!(cut_flat(points), expected, "{points:?}");
    }
}

#[test]
fn polygons_out_of_every_plane_are_seen_along_their_normal() {
    let turn = DQuat::from_axis_angle(DVec3::new(0.6, 0.0, 0.8), 1.234);
    // The inner corner of the dart is out of its plane.
    let bent = DART.map(|[x, y]| turn * DVec3::new(x, y, if x == 2.25 { 0.3 } else { 0.0 }));
    for scale in [1e-30, 1.0, 1e30] {
        let mut triangles = Vec::new();
        cut(&mut triangles, &[3, 0, 1, 2], |i: usize| {
            bent[(i + 1) % 4] * scale
        });
        // The edge between the inner corner and the one opposite.
        assert_eq!(triangles.len(), 2);
        for triangle in triangles {
            assert!(
                triangle.contains(&2) && triangle.contains(&0),
                "{triangle:?}"
            );
        }
    }
    // A bent quad whose outline is convex stays a fan.
    let saddle = [
        [0.0, 0.0, 1.0],
        [1.0, 0.0, 0.0],
        [1.0, 1.0, 1.0],
        [0.0, 1.0, 0.0],
    ];
    let mut triangles = Vec::new();
    cut(&mut triangles, &[0, 1, 2, 3], |i: usize| saddle[i].into());
    assert_eq!(triangles, [[0, 1, 2], [0, 2, 3]]);
}

#[test]
fn polygons_of_very_many_corners_stay_fans_with_a_warning() {
    let zigzag = |i: u32| {
        let x = f64::from(i);
        let y = if i.is_multiple_of(2) { 0.0 } else { 0.5 };
        DVec3::new(x, y, 0.0)
    };
    let place = |i: u32| {
        if i == 5000 {
            DVec3::new(2500.0, 1e4, 0.0)
        } else {
            zigzag(i)
        }
    };
    let mut triangles = Vec::new();
    let (_, said) = said(|| cut(&mut triangles, &(0..=5000).collect::<Vec<_>>(), place));
    assert_eq!(triangles[7], [0, 8, 9]);
    assert!(said[0].starts_with("a polygon of 5001 corners"), "{said:?}");
}

#[test]
fn strips_keep_their_side_and_drop_joints() {
    let mut triangles = Vec::new();
    // A square of two triangles, a joint, and one triangle more.
    strip(&mut triangles, &[0, 1, 2, 3, 3, 4, 4, 5, 6]);
    assert_eq!(triangles, [[0, 1, 2], [1, 3, 2], [4, 5, 6]]);
    triangles.clear();
    fan(&mut triangles, &[7, 8, 9, 5]);
    fan(&mut triangles, &[1, 2]);
    fan(&mut triangles, &[]);
    assert_eq!(triangles, [[7, 8, 9], [7, 9, 5]]);
}
