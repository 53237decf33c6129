use super::*;
use crate::asset::cook::cook;
use crate::asset::validate::validate_skin;
use crate::asset::{CookOptions, TetMesh};
use glam::{Mat3, Quat};
use pliant_geometry::shapes::lattice;

pub fn cooked(mesh: &TetMesh) -> Asset {
    cook(
        mesh,
        &CookOptions {
            drop_unreferenced: true,
        },
    )
    .unwrap()
    .0
}

pub fn bound(asset: &Asset, surface: &SurfaceMesh) -> SkinAsset {
    let skin = bind_skin(asset, surface).unwrap();
    assert_eq!(validate_skin(&skin), Ok(()));
    skin.check_fits(asset).unwrap();
    skin
}

pub struct Skinned {
    pub position: Vec3,
    pub normal: Vec3,
    pub tangent: Vec3,
}

/// `any_perpendicular` as on the GPU.
fn perpendicular(v: Vec3) -> Vec3 {
    let m = v.abs();
    let axis = if m.x <= m.y && m.x <= m.z {
        Vec3::X
    } else if m.y <= m.z {
        Vec3::Y
    } else {
        Vec3::Z
    };
    v.cross(axis).normalize()
}

/// The five steps at the head of skin.rs, in f32.
pub fn skinned(skin: &SkinAsset, cage: &[[f32; 3]]) -> Vec<Skinned> {
    let x = |v: usize| skin.cage_vertices[v].map(|i| Vec3::from_array(cage[i as usize]));
    let count = skin.cage_vertices.len();
    let position = |v: usize| (0..4).map(|i| x(v)[i] * skin.weights[v][i]).sum::<Vec3>();
    let positions: Vec<Vec3> = (0..count).map(position).collect();
    let frame = |v: usize| {
        let axis: Vec3 = (1..4)
            .map(|i| (x(v)[i] - x(v)[0]) * skin.tangent_weights[v][i])
            .sum();
        let group = skin.normal_group[v] as usize;
        let around = skin.group_starts[group] as usize..skin.group_starts[group + 1] as usize;
        let area_normal = |t: &u32| {
            let [a, b, c] = skin.triangles[*t as usize].map(|v| positions[v as usize]);
            (b - a).cross(c - a)
        };
        let sum: Vec3 = skin.group_triangles[around].iter().map(area_normal).sum();
        let n = sum.try_normalize().unwrap_or_else(|| perpendicular(axis));
        let t = (axis - n * n.dot(axis))
            .try_normalize()
            .unwrap_or_else(|| perpendicular(n));
        Mat3::from_cols(t, n.cross(t), n)
    };
    let vertex = |v: usize| {
        let [x, y, z, _] = skin.tangent_in_frame[v];
        Skinned {
            position: positions[v],
            normal: frame(v) * Vec3::from_array(skin.normal_in_frame[v]),
            tangent: frame(v) * Vec3::new(x, y, z),
        }
    };
    (0..count).map(vertex).collect()
}

/// A cube from `low`, with split faces (24 vertices and normals) or whole (8 vertices).
fn cube(low: Vec3, edge: f32, split: bool) -> SurfaceMesh {
    let mut mesh = SurfaceMesh::default();
    for axis in 0..3 {
        for side in [0.0, 1.0] {
            let base = mesh.positions.len() as u32;
            for (u, v) in [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)] {
                let mut p = [0.0; 3];
                (p[axis], p[(axis + 1) % 3], p[(axis + 2) % 3]) = (side, u, v);
                mesh.positions
                    .push((low + Vec3::from_array(p) * edge).to_array());
                let mut n = [0.0; 3];
                n[axis] = side * 2.0 - 1.0;
                mesh.normals.push(n);
                let mut t = [0.0, 0.0, 0.0, -1.0];
                t[(axis + 1) % 3] = 1.0;
                mesh.tangents.push(t);
            }
            let quad = if side > 0.0 {
                [0, 1, 2, 3]
            } else {
                [0, 3, 2, 1]
            };
            let [a, b, c, d] = quad.map(|i| base + i);
            mesh.triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    if !split {
        let first = |p: &[f32; 3]| mesh.positions.iter().position(|q| q == p).unwrap() as u32;
        let map: Vec<u32> = mesh.positions.iter().map(first).collect();
        mesh.triangles
            .iter_mut()
            .flatten()
            .for_each(|v| *v = map[*v as usize]);
        (mesh.normals, mesh.tangents) = (Vec::new(), Vec::new());
    }
    mesh
}

fn near(a: Vec3, b: impl Into<[f32; 3]>, tolerance: f32) {
    let b = Vec3::from_array(b.into());
    assert!(
        a.distance(b) <= tolerance,
        "{a} is {} from {b}",
        a.distance(b)
    );
}

#[test]
fn a_cube_with_split_normals_is_reproduced_and_turns_with_its_cage() {
    let asset = cooked(&lattice([3, 3, 3], 1.0));
    // Partly outside the cage on three sides.
    let surface = cube(Vec3::splat(-0.25), 2.5, true);
    let skin = bound(&asset, &surface);
    assert_eq!(skin.group_starts.len(), 25);
    let turn = Quat::from_euler(glam::EulerRot::XYZ, 0.7, -1.1, 2.0);
    let turned: Vec<[f32; 3]> = asset
        .rest_positions
        .iter()
        .map(|&p| (turn * Vec3::from_array(p) + Vec3::new(1.0, 2.0, 3.0)).to_array())
        .collect();
    for (at_rest, map, shift) in [
        (true, Quat::IDENTITY, Vec3::ZERO),
        (false, turn, Vec3::new(1.0, 2.0, 3.0)),
    ] {
        let cage = if at_rest {
            &asset.rest_positions
        } else {
            &turned
        };
        for (v, got) in skinned(&skin, cage).iter().enumerate() {
            // Coordinates up to 6 and a few f32 operations: 10 ulp are 5e-6.
            near(
                got.position,
                map * Vec3::from_array(surface.positions[v]) + shift,
                1e-5,
            );
            near(got.normal, map * Vec3::from_array(surface.normals[v]), 1e-5);
            let [x, y, z, w] = surface.tangents[v];
            near(got.tangent, map * Vec3::new(x, y, z), 1e-5);
            assert_eq!(skin.tangent_in_frame[v][3], w);
        }
    }
    // From the corner (-0.25, -0.25, -0.25) to the corner of the cage.
    assert!((f64::from(skin.farthest_outside) - 0.25 * 3f64.sqrt() / 27f64.sqrt()).abs() < 1e-6);
}

#[test]
fn a_sheared_and_stretched_cage_keeps_flat_faces_normal() {
    let asset = cooked(&lattice([2, 2, 2], 1.0));
    let surface = cube(Vec3::splat(0.25), 1.5, true);
    let skin = bound(&asset, &surface);
    let f = Mat3::from_cols(
        Vec3::new(2.0, 0.3, 0.0),
        Vec3::new(0.0, 0.5, 0.4),
        Vec3::new(0.7, 0.0, 1.5),
    );
    let cage: Vec<[f32; 3]> = asset
        .rest_positions
        .iter()
        .map(|&p| (f * Vec3::from_array(p)).to_array())
        .collect();
    // Nanson: area normals are transformed by the cofactors det F · F⁻ᵀ, exactly where wanted and geometric normals
    // agree.
    let cofactor = f.inverse().transpose();
    for (v, got) in skinned(&skin, &cage).iter().enumerate() {
        let expected = (cofactor * Vec3::from_array(surface.normals[v])).normalize();
        near(got.normal, expected, 1e-5);
        assert!(
            (got.tangent.length() - 1.0).abs() < 1e-5 && got.tangent.dot(got.normal).abs() < 1e-5
        );
    }
}

#[test]
fn a_whole_cube_without_normals_gets_smooth_ones() {
    let asset = cooked(&lattice([2, 2, 2], 1.0));
    let surface = cube(Vec3::splat(0.5), 1.0, false);
    let skin = bound(&asset, &surface);
    for (v, got) in skinned(&skin, &asset.rest_positions).iter().enumerate() {
        if surface.triangles.iter().flatten().any(|&i| i as usize == v) {
            // One or two triangles per face at a corner: each component is 1 or 2 parts outward.
            let outward = (Vec3::from_array(surface.positions[v]) - 1.0) * 2.0;
            assert!(
                (got.normal * outward).min_element() > 0.3,
                "{v}: {}",
                got.normal
            );
        }
        assert!((got.normal.length() - 1.0).abs() < 1e-5);
    }
}

#[test]
fn both_sides_of_a_texture_seam_bind_identically() {
    let asset = cooked(&lattice([2, 2, 2], 1.0));
    let mut surface = cube(Vec3::splat(-0.1), 2.2, false);
    // Each vertex twice with other texture coordinates; some copies moved by less than the welding radius of 1e-6 of
    // the diagonal, 3.8e-6.
    let count = surface.positions.len();
    surface.positions.extend_from_within(..);
    surface.uvs = (0..2 * count).map(|v| [v as f32, 0.0]).collect();
    for (t, triangle) in surface
        .triangles
        .iter_mut()
        .enumerate()
        .filter(|(t, _)| t % 2 == 1)
    {
        triangle.iter_mut().for_each(|v| *v += count as u32);
        assert!(t % 2 == 1);
    }
    for v in (count..2 * count).step_by(3) {
        surface.positions[v][0] += 1e-6;
    }
    let skin = bound(&asset, &surface);
    let rest = skinned(&skin, &asset.rest_positions);
    for v in 0..count {
        let copy = v + count;
        assert_eq!(skin.cage_vertices[v], skin.cage_vertices[copy]);
        assert_eq!(skin.tangent_weights[v], skin.tangent_weights[copy]);
        assert_eq!(skin.normal_group[v], skin.normal_group[copy]);
        assert_eq!(rest[v].normal, rest[copy].normal);
        if surface.positions[v] == surface.positions[copy] {
            assert_eq!(skin.weights[v], skin.weights[copy]);
        }
    }
    // 8 corners, one group each.
    assert_eq!(skin.group_starts.len(), 9);
}

#[test]
fn degenerate_triangles_zero_normals_and_loose_vertices_give_no_nan() {
    let asset = cooked(&lattice([1, 1, 1], 1.0));
    let mut surface = SurfaceMesh {
        positions: vec![
            [0.0; 3],
            [0.5, 0.0, 0.0],
            [1.0, 0.0, 0.0],
            [0.3, 0.4, 0.5],
            [1.9, 0.2, 0.2],
        ],
        triangles: vec![[0, 1, 2], [3, 3, 3], [0, 0, 1]],
        ..Default::default()
    };
    // The last vertex is outside by 0.9, but not drawn.
    assert_eq!(bound(&asset, &surface).farthest_outside, 0.0);
    for normals in [vec![], vec![[0.0; 3]; 5], vec![[0.0, 0.6, 0.8]; 5]] {
        surface.normals = normals;
        surface.tangents = surface.normals.iter().map(|_| [0.0; 4]).collect();
        let skin = bound(&asset, &surface);
        for (v, got) in skinned(&skin, &asset.rest_positions).iter().enumerate() {
            near(got.position, surface.positions[v], 1e-6);
            assert!(
                (got.normal.length() - 1.0).abs() < 1e-5,
                "{v}: {}",
                got.normal
            );
            assert!(
                (got.tangent.length() - 1.0).abs() < 1e-5
                    && got.tangent.dot(got.normal).abs() < 1e-5
            );
            if let Some(&[0.0, y, z]) = surface.normals.get(v).filter(|n| n[1] > 0.0) {
                near(got.normal, [0.0, y, z], 1e-5);
            }
        }
    }
}

#[test]
fn the_two_sides_of_a_sheet_have_opposite_normals() {
    let asset = cooked(&lattice([1, 1, 1], 1.0));
    let corners = [[0.2, 0.2, 0.5], [0.8, 0.2, 0.5], [0.2, 0.8, 0.5]];
    let surface = SurfaceMesh {
        positions: [corners, corners].concat(),
        triangles: vec![[0, 1, 2], [3, 5, 4]],
        ..Default::default()
    };
    for (v, got) in skinned(&bound(&asset, &surface), &asset.rest_positions)
        .iter()
        .enumerate()
    {
        near(got.normal, [0.0, 0.0, if v < 3 { 1.0 } else { -1.0 }], 1e-5);
    }
}

#[test]
fn places_welded_across_a_face_of_the_cage_go_with_one_tet() {
    let asset = cooked(&lattice([2, 2, 2], 1.0));
    // The first two vertices are 1e-6 apart, on both sides of the plane x = 1 between two cells; the welding radius is
    // 2.2e-6.
    let surface = SurfaceMesh {
        positions: vec![
            [1.0 - 5e-7, 0.3, 0.2],
            [1.0 + 5e-7, 0.3, 0.2],
            [2.0, 0.0, 0.0],
            [0.0, 1.0, 0.0],
        ],
        triangles: vec![[0, 2, 3], [1, 2, 3]],
        ..Default::default()
    };
    let skin = bound(&asset, &surface);
    assert_eq!(skin.cage_vertices[0], skin.cage_vertices[1]);
    let alone = |v: usize| {
        let positions = [v, 2, 3].map(|v| surface.positions[v]).to_vec();
        let part = SurfaceMesh {
            positions,
            triangles: vec![[0, 1, 2]],
            ..Default::default()
        };
        bound(&asset, &part).cage_vertices[0]
    };
    assert_ne!(alone(0), alone(1), "the places do not lie in two tets");
}

#[test]
fn a_fold_without_a_side_has_no_geometric_normal_and_keeps_its_wanted_ones() {
    let asset = cooked(&lattice([1, 1, 1], 1.0));
    // Two triangles 1e-4 apart: their area normals nearly cancel.
    let normals = vec![[0.6, 0.0, 0.8]; 4];
    let surface = SurfaceMesh {
        positions: vec![
            [0.2, 0.2, 0.5],
            [0.8, 0.2, 0.5],
            [0.2, 0.8, 0.5],
            [0.8, 0.2, 0.5001],
        ],
        triangles: vec![[0, 1, 2], [0, 2, 3]],
        normals,
        ..Default::default()
    };
    let skin = bound(&asset, &surface);
    let rest = skinned(&skin, &asset.rest_positions);
    let triangles_of = |v: usize| {
        let group = skin.normal_group[v] as usize;
        skin.group_starts[group + 1] - skin.group_starts[group]
    };
    assert_eq!([0, 1, 2, 3].map(triangles_of), [0, 1, 0, 1]);
    for got in &rest {
        near(got.normal, [0.6, 0.0, 0.8], 1e-5);
    }
}

#[test]
fn a_point_over_a_sliver_goes_with_a_well_shaped_neighbour() {
    // A good tet with a sliver of height 1e-4 on its top edge.
    let positions = vec![
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.0, 0.0, -1.0],
        [0.3, 0.3, 1e-4],
    ];
    let mesh = TetMesh {
        positions,
        tets: vec![[0, 2, 1, 3], [0, 1, 2, 4]],
        ..Default::default()
    };
    let asset = cooked(&mesh);
    let surface = SurfaceMesh {
        positions: vec![[0.3, 0.3, 0.1], [0.31, 0.3, 0.1], [0.3, 0.31, 0.1]],
        triangles: vec![[0, 1, 2]],
        ..Default::default()
    };
    // The sum of magnitudes is about 2·0.1/1e-4 = 2000 with the sliver, 1.2 with the other.
    let skin = bound(&asset, &surface);
    for w in &skin.weights {
        assert!(w.iter().map(|w| w.abs()).sum::<f32>() < 1.5, "{w:?}");
    }
}

#[test]
fn the_nearest_point_of_a_tet_agrees_with_dense_sampling() {
    let corners = [
        [0.0, 0.0, 0.0],
        [1.0, 0.1, 0.0],
        [0.2, 0.9, 0.1],
        [0.3, 0.2, 1.1],
    ];
    let mesh = TetMesh {
        positions: corners.to_vec(),
        tets: vec![[0, 1, 2, 3]],
        ..Default::default()
    };
    let asset = cooked(&mesh);
    let cage = Cage::new(&asset);
    let p = corners.map(|c| Vec3::from_array(c).as_dvec3());
    // Barycentric samples 1/40 apart: at most 1/40 of an edge (1.5) too far.
    let steps = 40;
    let mut samples = Vec::new();
    for i in 0..=steps {
        for j in 0..=steps - i {
            for k in 0..=steps - i - j {
                let w = [i, j, k, steps - i - j - k].map(|w| f64::from(w) / f64::from(steps));
                samples.push((0..4).map(|c| p[c] * w[c]).sum::<DVec3>());
            }
        }
    }
    let mut seed = 1u32;
    let mut random = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(seed >> 8) / f64::from(1 << 24) * 3.0 - 1.0
    };
    for _ in 0..300 {
        let q = DVec3::new(random(), random(), random());
        let sampled = samples
            .iter()
            .map(|s| s.distance(q))
            .fold(f64::INFINITY, f64::min);
        let exact = cage.carrier(q).distance;
        assert!(
            exact <= sampled + 1e-12 && sampled <= exact + 1.5 / f64::from(steps),
            "{q}: {exact} {sampled}"
        );
    }
}

#[test]
fn broken_surfaces_give_named_errors() {
    let asset = cooked(&lattice([1, 1, 1], 1.0));
    let whole = cube(Vec3::splat(0.25), 0.5, true);
    let refused = |change: fn(&mut SurfaceMesh), status, word: &str| {
        let mut surface = whole.clone();
        change(&mut surface);
        let error = bind_skin(&asset, &surface).unwrap_err();
        assert_eq!(error.status, status);
        assert!(error.message.contains(word), "{error}");
    };
    refused(|s| s.triangles.clear(), Status::MeshEmpty, "0 triangles");
    refused(
        |s| *s = SurfaceMesh::default(),
        Status::MeshEmpty,
        "0 vertices",
    );
    refused(|s| s.triangles[3][1] = 24, Status::MeshIndex, "triangle 3");
    refused(
        |s| s.positions[7][2] = f32::INFINITY,
        Status::MeshNotFinite,
        "vertex 7",
    );
    refused(
        |s| s.normals[5][0] = f32::NAN,
        Status::MeshNotFinite,
        "normal",
    );
    refused(
        |s| s.tangents.truncate(3),
        Status::InvalidArgument,
        "tangents",
    );
    refused(
        |s| s.positions[0] = [3e38; 3],
        Status::MeshNotFinite,
        "vertex 0",
    );
}

#[test]
fn a_skin_comes_back_as_it_was_and_damage_is_refused() {
    let asset = cooked(&lattice([1, 1, 1], 1.0));
    let skin = bound(&asset, &cube(Vec3::splat(0.25), 0.5, true));
    let bytes = skin.to_bytes();
    assert_eq!(SkinAsset::from_bytes(&bytes).unwrap(), skin);
    for length in 0..bytes.len() {
        assert!(SkinAsset::from_bytes(&bytes[..length]).is_err());
    }
    for bit in 0..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        assert!(SkinAsset::from_bytes(&flipped).is_err(), "bit {bit}");
    }
    let mut hostile = skin.clone();
    hostile.cage_vertices[3][2] = 8;
    let read = SkinAsset::from_bytes(&hostile.to_bytes()).unwrap();
    assert!(
        read.check_fits(&asset)
            .unwrap_err()
            .message
            .contains("cage vertex 8")
    );
    let other = cooked(&lattice([2, 1, 1], 1.0));
    assert!(skin.check_fits(&other).is_err());
}
