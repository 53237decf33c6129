//! Invariants of every repaired surface, counted independently with maps.

use super::*;
use glam::Vec3;
use pliant_geometry::EMPTY;
use pliant_geometry::surface::{normal2, point};
use std::collections::HashMap;

/// Parts are contiguous, the maps lead to equal positions, and each part's measures are right.
pub fn check_invariants(given: &SurfaceMesh, found: &Repaired) {
    let surface = &found.surface;
    let (mut vertex, mut triangle) = (0, 0);
    for (p, part) in found.parts.iter().enumerate() {
        assert_eq!(
            (part.vertices.start, part.triangles.start),
            (vertex, triangle),
            "part {p}"
        );
        (vertex, triangle) = (part.vertices.end, part.triangles.end);
        check_manifold(p, part, &found.part(p));
        check_measures(p, part, &found.part(p));
    }
    check_assemblies(found);
    let counts = (surface.positions.len(), surface.triangles.len());
    assert_eq!((vertex as usize, triangle as usize), counts);
    assert_eq!(found.given_from_repaired.len(), surface.positions.len());
    for (v, &g) in found
        .given_from_repaired
        .iter()
        .enumerate()
        .filter(|(_, g)| **g != EMPTY)
    {
        assert_eq!(surface.positions[v], given.positions[g as usize]);
    }
    assert_eq!(found.repaired_from_given.len(), given.positions.len());
    // Above the largest weld radius.
    let reach = (given.positions.as_flattened().iter()).fold(0.0, |m: f32, c| m.max(c.abs()));
    for (g, &v) in found
        .repaired_from_given
        .iter()
        .enumerate()
        .filter(|(_, v)| **v != EMPTY)
    {
        let place = |p: [f32; 3]| Vec3::from_array(p).as_dvec3();
        let [a, b] = [surface.positions[v as usize], given.positions[g]].map(place);
        assert!(a.distance(b) <= 4e-5 * f64::from(reach), "vertex {g}");
    }
}

/// Assemblies consist of open parts, each in only one, and enclose something.
fn check_assemblies(found: &Repaired) {
    let mut named = vec![None; found.parts.len()];
    for (own, assembly) in (0..).zip(&found.assemblies) {
        assert!(assembly.opening < 1.0);
        assert!(assembly.parts.is_sorted() && !assembly.parts.is_empty());
        for p in &assembly.parts {
            assert_eq!(
                named[*p as usize].replace(own),
                None,
                "part {p} is there twice"
            );
        }
    }
    for (part, named) in found.parts.iter().zip(named) {
        assert_eq!(part.assembly, named);
        assert!(named.is_none() || (part.kind == Kind::Shell && part.open_loops > 0));
    }
}

/// An oriented manifold: each directed edge once, closed if solid, with the stated Euler number and loops.
fn check_manifold(p: usize, part: &Part, alone: &SurfaceMesh) {
    let mut directed: HashMap<[u32; 2], usize> = HashMap::new();
    for t in &alone.triangles {
        (0..3).for_each(|c| *directed.entry([t[c], t[(c + 1) % 3]]).or_default() += 1);
    }
    assert!(
        directed.values().all(|n| *n == 1),
        "part {p}: an edge runs twice one way"
    );
    let open = directed
        .keys()
        .filter(|[a, b]| !directed.contains_key(&[*b, *a]))
        .count();
    assert_eq!(open == 0, part.open_loops == 0, "part {p}");
    assert!(
        part.kind == Kind::Shell || open == 0,
        "part {p} is a solid with {open} open edges"
    );
    let edges = (directed.len() + open) / 2;
    let euler = alone.positions.len() as i64 - edges as i64 + alone.triangles.len() as i64;
    assert_eq!(euler, part.euler, "part {p}");
}

/// Area and volume are right to f64 sums. Only cavities have negative volumes.
fn check_measures(p: usize, part: &Part, alone: &SurfaceMesh) {
    let (mut area, mut volume) = (0.0, 0.0);
    let origin = point(&alone.positions, 0);
    for t in &alone.triangles {
        let normal = normal2(&alone.positions, *t);
        area += normal.length() / 2.0;
        volume += (point(&alone.positions, t[0]) - origin).dot(normal) / 6.0;
    }
    assert!((area - part.area).abs() <= 1e-12 * area, "part {p}");
    if part.kind == Kind::Solid {
        assert!(
            (volume - part.volume).abs() <= 1e-12 * area.powf(1.5),
            "part {p}: {volume}, {}",
            part.volume
        );
        assert_eq!(part.volume < 0.0, part.cavity_of.is_some(), "part {p}");
    } else {
        assert_eq!(part.volume, 0.0, "part {p}");
        assert!(
            part.cavity_of.is_none() || part.assembly.is_some(),
            "part {p}"
        );
    }
}
