//! Small surfaces that each need one rule of repair.

use super::invariants::check_invariants;
use super::*;
use glam::IVec3;
use pliant_geometry::lattice::box_surface;
use pliant_geometry::shapes::mesh;

fn repaired(given: &SurfaceMesh, kind: Option<Kind>) -> (Repaired, RepairReport) {
    let (found, report) = repair(given, &RepairOptions { kind }).unwrap();
    check_invariants(given, &found);
    (found, report)
}

/// A sack of 1 × 1 × h, open on a narrow side, lacks h / (2 + 4 h), far below a quarter. It is a solid if 3 V / A = 3 h
/// / (2 + 3 h) is at least a quarter of the mouth's radius (1 + h) / π: 0.070 against 0.084 at h = 0.05, 0.130 against
/// 0.088 at 0.1.
#[test]
fn a_flat_sack_is_a_shell_and_a_thick_one_a_solid() {
    for (height, kind) in [(0.05, Kind::Shell), (0.1, Kind::Solid)] {
        let mut sack = box_surface([3, 3, 1], [1.0, 1.0, height]);
        let positions = sack.positions.clone();
        let is_open = |t: &[u32; 3]| t.iter().all(|v| positions[*v as usize][0] == 1.0);
        sack.triangles.retain(|t| !is_open(t));
        let (found, report) = repaired(&sack, None);
        assert_eq!((found.parts[0].kind, report.loops), (kind, 1), "{height}");
    }
}

/// A cube of 0.4 at 10⁷, where floats are 1 apart, is a point. A cube pressed to a line is flat anywhere.
#[test]
fn what_has_no_area_is_told_why() {
    let cube = box_surface([1; 3], [0.4; 3]);
    let at = |scale: [f32; 3], by: f32| {
        let mut given = cube.clone();
        for p in &mut given.positions {
            *p = std::array::from_fn(|a| p[a] * scale[a] + by);
        }
        repair(&given, &RepairOptions::default()).map_err(|error| error.message)
    };
    assert!(at([1.0; 3], 0.0).is_ok() && at([1.0; 3], 10.0).is_ok());
    let far = at([1.0; 3], 1e7).unwrap_err();
    let why = "of the surface has an area; it is 0 length units across at a coordinate of 1e7, where 32-bit positions are 1 apart";
    assert!(far.contains(why), "{far}");
    for by in [0.0, 1.0] {
        let flat = at([1.0, 0.0, 0.0], by).unwrap_err();
        assert!(flat.contains("has an area; is its scale zero?"), "{flat}");
    }
}

/// Two faces of a tetrahedron that meet at the edge 0 2. The least area would close each face alone and double that
/// edge (1 against 1.22). Only the chord 1 3 makes the tetrahedron, of volume 1/6.
#[test]
fn a_cap_uses_no_edge_that_is_there() {
    let given = mesh(
        vec![[0.0; 3], [0.5, 1.0, 0.0], [1.0, 0.0, 0.0], [0.5, 0.0, 1.0]],
        vec![[0, 1, 2], [0, 2, 3]],
    );
    let (found, report) = repaired(&given, Some(Kind::Solid));
    assert_eq!((report.cap_triangles, found.parts[0].euler), (2, 2));
    assert!((found.parts[0].volume - 1.0 / 6.0).abs() < 1e-12);
    let one_sided = |t: &[u32; 3]| t.contains(&1) && t.contains(&3);
    assert_eq!(
        found
            .surface
            .triangles
            .iter()
            .filter(|t| one_sided(t))
            .count(),
        2
    );
}

/// The surface of unit cubes with these lowest corners; every square has its own vertices.
fn cubes(at: &[IVec3]) -> SurfaceMesh {
    let mut all = mesh(Vec::new(), Vec::new());
    for &cell in at {
        for axis in 0..3 {
            for side in [-1, 1] {
                let mut out = IVec3::ZERO;
                out[axis] = side;
                if at.contains(&(cell + out)) {
                    continue;
                }
                let first = all.positions.len() as u32;
                for (u, v) in [(0, 0), (1, 0), (1, 1), (0, 1)] {
                    let mut p = cell;
                    p[axis] += i32::from(side > 0);
                    p[(axis + 1) % 3] += u;
                    p[(axis + 2) % 3] += v;
                    all.positions.push(p.as_vec3().to_array());
                }
                let [a, b, c, d] = [0, 1, 2, 3].map(|i| first + i);
                all.triangles.extend(match side > 0 {
                    true => [[a, b, c], [a, c, d]],
                    false => [[a, c, b], [a, d, c]],
                });
            }
        }
    }
    all
}

/// Two cubes touch in an edge whose ends are connected by three cubes above and three below. Without a vertex in its
/// middle the cut edge would still have four squares. 8 cubes have volume 8 and 6 squares each, less two for each of 8
/// common faces. A ring that touches itself has V − E + F = 0.
#[test]
fn sheets_of_one_part_that_share_an_edge_are_parted_by_a_vertex() {
    let ends = [1, -1].map(|z| [[0, 0, z], [1, 0, z], [1, 1, z]].map(IVec3::from_array));
    let middle = [[0, 0, 0], [1, 1, 0]].map(IVec3::from_array);
    let given = cubes(&[ends[0].as_slice(), &middle, &ends[1]].concat());
    let (found, report) = repaired(&given, None);
    let part = &found.parts[0];
    assert_eq!(
        (found.parts.len(), part.kind, part.euler),
        (1, Kind::Solid, 0)
    );
    assert!((part.volume - 8.0).abs() < 1e-12 && (part.area - 32.0).abs() < 1e-12);
    assert_eq!((report.cut_edges.count, report.loops), (1, 0));
    // The vertex is in both halves of one sheet.
    assert_eq!(report.separated, 2);
    assert_eq!(
        found
            .given_from_repaired
            .iter()
            .filter(|g| **g == pliant_geometry::EMPTY)
            .count(),
        1
    );
}
