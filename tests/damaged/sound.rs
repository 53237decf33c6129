//! Properties of every body that is cooked from a surface.

use glam::{DVec3, Vec3};
use pliant::asset::check::{ZERO_VOLUME_RATIO, corners, volume6};
use pliant::asset::{Asset, SkinAsset, SurfaceMesh, TetMesh};
use pliant_geometry::incidence::FACES;
use std::collections::HashMap;

/// Bounds of dihedral angles, in exact arithmetic [degree]: proved for isosurface stuffing (Labelle & Shewchuk 2007).
/// Those of cage cells lie well inside.
const DIHEDRAL: [f64; 2] = [10.5, 163.8];
/// Relative rounding error of f32.
const ROUNDING: f64 = 1.0 / (1 << 24) as f64;

/// Dihedral angle at the edge from `a` to `b` [degree]: the angle between the directions from the edge to `c` and to
/// `d`.
fn dihedral([a, b, c, d]: [DVec3; 4]) -> f64 {
    let along = (b - a).normalize();
    let off = |p: DVec3| (p - a) - along * (p - a).dot(along);
    let (p, q) = (off(c), off(d));
    p.cross(q).length().atan2(p.dot(q)).to_degrees()
}

/// Smallest height of the faces of a tet.
fn least_height(p: [DVec3; 4]) -> f64 {
    let height = |face: [usize; 3]| {
        let [a, b, c] = face.map(|i| p[i]);
        (b - a).cross(c - a).length() / a.distance(b).max(b.distance(c)).max(c.distance(a))
    };
    FACES.map(height).into_iter().fold(f64::INFINITY, f64::min)
}

/// No tet is inverted, flat or out of the bounds of dihedral angles, with positions rounded to f32.
pub fn assert_angles(mesh: &TetMesh, place: &str) {
    for tet in &mesh.tets {
        let p = corners(&mesh.positions, *tet);
        let (det, ratio) = volume6(p);
        assert!(
            det > 0.0 && ratio > ZERO_VOLUME_RATIO,
            "{place}: {tet:?} has {det}"
        );
        // Moving a corner by d turns a face by up to d / height. Two faces with three corners each make the angle.
        let reach = p.iter().map(|p| p.length()).fold(0.0, f64::max);
        let turned = (6.0 * ROUNDING * reach / least_height(p)).to_degrees();
        let [a, b, c, d] = p;
        let edges = [
            [a, b, c, d],
            [a, c, b, d],
            [a, d, b, c],
            [b, c, a, d],
            [b, d, a, c],
            [c, d, a, b],
        ];
        for angle in edges.map(dihedral) {
            assert!(
                angle > DIHEDRAL[0] - turned && angle < DIHEDRAL[1] + turned,
                "{place}: {tet:?} has an angle of {angle} degrees, rounding turns it by up to {turned}"
            );
        }
    }
}

/// Each face belongs to one tet, or to two on opposite sides. Each edge of the boundary has two triangles, unless the
/// report counts places where the boundary touches itself.
pub fn assert_closed(mesh: &TetMesh, pinched: usize, place: &str) {
    let mut faces: HashMap<[u32; 3], [usize; 2]> = HashMap::new();
    for tet in &mesh.tets {
        for face in FACES.map(|face| face.map(|c| tet[c])) {
            let mut sorted = face;
            sorted.sort_unstable();
            let turns = [0, 1, 2]
                .into_iter()
                .position(|i| face[i] == sorted[0])
                .expect("a corner");
            let is_even = face[(turns + 1) % 3] == sorted[1];
            faces.entry(sorted).or_default()[usize::from(is_even)] += 1;
        }
    }
    assert!(
        faces.values().all(|sides| sides.iter().all(|n| *n <= 1)),
        "{place}: tets overlap at a face"
    );
    let mut edges: HashMap<[u32; 2], usize> = HashMap::new();
    for ([a, b, c], _) in faces.iter().filter(|(_, sides)| sides[0] != sides[1]) {
        for edge in [[*a, *b], [*b, *c], [*a, *c]] {
            *edges.entry(edge).or_default() += 1;
        }
    }
    assert!(
        pinched > 0 || edges.values().all(|n| *n == 2),
        "{place}: an edge of the boundary has not two triangles"
    );
}

/// All numbers of the binding are finite, and at rest it reproduces the render mesh.
pub fn assert_bound(asset: &Asset, skin: &SkinAsset, surface: &SurfaceMesh, place: &str) {
    let fours = [&skin.weights, &skin.tangent_weights, &skin.tangent_in_frame];
    let fours = fours.into_iter().flatten().flatten();
    let all = fours.chain(skin.normal_in_frame.iter().flatten());
    assert!(
        all.chain([&skin.farthest_outside]).all(|x| x.is_finite()),
        "{place}: a binding that is not finite"
    );
    for (v, (tet, weights)) in skin.cage_vertices.iter().zip(&skin.weights).enumerate() {
        let p = Vec3::from_array(surface.positions[v]).as_dvec3();
        let corners = corners(&asset.rest_positions, *tet);
        let terms = [0, 1, 2, 3].map(|i| f64::from(weights[i]) * corners[i]);
        // Weights are computed in f64, in tets as flat as 1e-6 (`ZERO_VOLUME_RATIO`): an error of about 4·2^-53 / 1e-6.
        let reach = corners
            .map(|c| c.distance(p))
            .into_iter()
            .fold(0.0, f64::max);
        let found = 1e-9 * reach;
        // Each weight is rounded to f32, and the largest once more so that they sum to 1.
        let most = found + 4.0 * ROUNDING * terms.iter().map(|t| t.length()).sum::<f64>();
        let off = terms.into_iter().sum::<DVec3>().distance(p);
        assert!(
            off <= most,
            "{place}: vertex {v} lies {off} from its place, {most} allowed"
        );
    }
}
