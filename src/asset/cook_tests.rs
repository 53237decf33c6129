use super::*;
use crate::asset::validate::validate_asset;
use pliant_geometry::error::Status;
use pliant_geometry::shapes::lattice;
use pliant_mesh::test_meshes::{data, tets};
use std::collections::{BTreeMap, BTreeSet};

fn refused(mesh: &TetMesh, status: Status, words: &[&str]) {
    let error = cook(mesh, &CookOptions::default()).unwrap_err();
    assert_eq!(error.status, status, "{error}");
    for word in words {
        assert!(
            error.message.contains(word),
            "{word:?} is not in {:?}",
            error.message
        );
    }
}

fn good(mesh: &TetMesh) -> (Asset, CookReport) {
    let (asset, report) = cook(mesh, &CookOptions::default()).unwrap();
    assert_eq!(validate_asset(&asset), Ok(()));
    (asset, report)
}

#[test]
fn each_broken_mesh_gives_its_named_error_with_count_and_first_offender() {
    let whole = lattice([2, 2, 2], 1.0);
    let with = |change: fn(&mut TetMesh)| {
        let mut mesh = whole.clone();
        change(&mut mesh);
        mesh
    };
    refused(&TetMesh::default(), Status::MeshEmpty, &[]);
    refused(
        &with(|m| m.tets[7][2] = 27),
        Status::MeshIndex,
        &["1 ", "tetrahedron 7", "27"],
    );
    refused(
        &with(|m| m.positions[5][1] = f32::NAN),
        Status::MeshNotFinite,
        &["vertex 5"],
    );
    let huge = with(|m| m.positions.iter_mut().flatten().for_each(|c| *c *= 1e20));
    refused(&huge, Status::MeshNotFinite, &["40 of 40", "tetrahedron 0"]);
    refused(
        &with(|m| m.tets[3].swap(0, 1)),
        Status::MeshInverted,
        &["1 of 40", "tetrahedron 3"],
    );
    let flat = with(|m| m.tets[4][1] = m.tets[4][0]);
    refused(
        &flat,
        Status::MeshZeroVolume,
        &["1 of 40", "tetrahedron 4", "twice"],
    );
    refused(
        &with(|m| m.positions.push([9.0; 3])),
        Status::MeshUnreferenced,
        &["1 of 28", "vertex 27"],
    );
    refused(
        &with(|m| m.tet_stiffness = vec![1.0; 3]),
        Status::InvalidArgument,
        &["3 entries", "40"],
    );
    refused(
        &with(|m| m.tet_stiffness = vec![f32::NAN; 40]),
        Status::InvalidArgument,
        &["[0]", "NaN"],
    );
    refused(
        &with(|m| m.tet_stiffness = vec![2e3; 40]),
        Status::InvalidArgument,
        &["2000"],
    );
    refused(
        &with(|m| m.tet_density = vec![1e-4; 40]),
        Status::InvalidArgument,
        &["tet_density[0]", "0.0001"],
    );
}

/// Broken tets get advice; zeros beyond a wrong count get other advice.
#[test]
fn what_to_do_about_broken_tets_is_said() {
    let whole = lattice([2, 2, 2], 1.0);
    let with = |change: fn(&mut TetMesh)| {
        let mut mesh = whole.clone();
        change(&mut mesh);
        mesh
    };
    let way = "write its boundary with `pliant convert`";
    let inverted = with(|m| m.tets[3].swap(0, 1));
    refused(&inverted, Status::MeshInverted, &[way]);
    let flat = with(|m| m.tets[3] = [5, 7, 7, 7]);
    let named = "tetrahedron 3 with vertices [5, 7, 7, 7], which names vertex 7 three times";
    refused(&flat, Status::MeshZeroVolume, &[named, way]);
    let beyond = with(|m| m.tets.extend([[0; 4]; 2]));
    let named = "2 of 42 tetrahedra have no volume";
    let asked = "tetrahedron 40 with vertices [0, 0, 0, 0], which names vertex 0 four times: is tet_count larger";
    refused(&beyond, Status::MeshZeroVolume, &[named, asked]);
}

#[test]
fn more_vertices_than_the_limit_are_refused() {
    let mut mesh = TetMesh {
        positions: vec![[0.0; 3]; MAX + 1],
        ..Default::default()
    };
    const MAX: usize = crate::asset::MAX_VERTICES;
    mesh.tets = (0..=MAX as u32).map(|v| [v; 4]).collect();
    refused(&mesh, Status::Capacity, &["2097153", "2097152"]);
}

#[test]
fn more_tets_than_the_header_allows_are_refused_alike_wherever_they_come_from() {
    const MOST: usize = crate::desc::PLIANT_MAX_BODY_TETS as usize;
    let says = "the mesh has 16777217 tets, a body has at most 16777216";
    let desc = crate::desc::PliantAssetDesc {
        vertex_count: 4,
        tet_count: MOST as u32 + 1,
        ..Default::default()
    };
    let error = desc.checked().unwrap_err();
    assert_eq!(error.status, Status::Capacity);
    assert_eq!(error.message, says);
    let tets = vec![[0; 4]; MOST + 1];
    let (mut asset, _) = good(&lattice([1; 3], 1.0));
    asset.tets = tets.clone();
    assert_eq!(validate_asset(&asset).unwrap_err(), says);
    let mesh = TetMesh {
        tets,
        ..Default::default()
    };
    refused(&mesh, Status::Capacity, &[says]);
}

#[test]
fn zero_volume_does_not_depend_on_the_scale() {
    // Corner 3 is `height` above the unit triangle: 6 V / L³ = height / √8, as edges are at most √2.
    for scale in [1e-4f32, 1.0, 1e4] {
        for (height, flat) in [(1e-6, true), (1e-5, false)] {
            let corners = [
                [0.0, 0.0, 0.0],
                [1.0, 0.0, 0.0],
                [0.0, 1.0, 0.0],
                [0.0, 0.0, height],
            ];
            let mesh = TetMesh {
                positions: corners.map(|p: [f32; 3]| p.map(|c| c * scale)).to_vec(),
                tets: vec![[0, 1, 2, 3]],
                ..Default::default()
            };
            let result = cook(&mesh, &CookOptions::default());
            assert_eq!(
                result.err().map(|e| e.status),
                flat.then_some(Status::MeshZeroVolume)
            );
        }
    }
}

#[test]
fn a_mirrored_mesh_is_flipped_and_says_so() {
    let mut mesh = lattice([2, 3, 2], 1.0);
    let (straight, report) = good(&mesh);
    assert!(!report.all_flipped);
    mesh.positions.iter_mut().for_each(|p| p[0] = -p[0]);
    let (mirrored, report) = good(&mesh);
    assert!(report.all_flipped);
    let total = |a: &Asset| a.tet_volumes.iter().sum::<f32>();
    assert_eq!(total(&straight), total(&mirrored));
}

#[test]
fn dropped_vertices_leave_the_maps_right() {
    let mut mesh = lattice([2, 2, 1], 1.0);
    mesh.positions.insert(0, [7.0; 3]);
    mesh.tets.iter_mut().flatten().for_each(|v| *v += 1);
    let options = CookOptions {
        drop_unreferenced: true,
    };
    let (asset, report) = cook(&mesh, &options).unwrap();
    assert_eq!(validate_asset(&asset), Ok(()));
    assert_eq!(report.dropped_vertices, 1);
    assert_eq!(asset.internal_from_user[0], EMPTY);
    assert_eq!(asset.user_from_internal.len(), mesh.positions.len() - 1);
    for (internal, &user) in asset.user_from_internal.iter().enumerate() {
        assert_eq!(
            asset.rest_positions[internal],
            mesh.positions[user as usize]
        );
    }
}

#[test]
fn volumes_centroid_edges_and_surface_of_a_box_are_the_closed_forms() {
    let n = [3u32, 4, 5];
    let (asset, _) = good(&lattice(n, 0.5));
    let volume = 60.0 * 0.125;
    // 60 cells of exact binary fractions; sums of f32 quarters lose at most 1e-6.
    let sum = |v: &[f32]| v.iter().map(|&x| f64::from(x)).sum::<f64>();
    assert!((sum(&asset.tet_volumes) - volume).abs() < 1e-6 * volume);
    assert!((sum(&asset.vertex_measures) - volume).abs() < 1e-6 * volume);
    for (c, half) in asset.centroid.iter().zip([0.75, 1.0, 1.25]) {
        assert!((c - half).abs() < 1e-6);
    }
    // In the 5-tet split each cell face has one diagonal, and a cell has no inner edge.
    let [x, y, z] = n;
    let axis_edges = x * (y + 1) * (z + 1) + (x + 1) * y * (z + 1) + (x + 1) * (y + 1) * z;
    let diagonals = x * y * (z + 1) + x * (y + 1) * z + (x + 1) * y * z;
    assert_eq!(asset.edges.len() as u32, axis_edges + diagonals);
    assert_eq!(
        asset.surface_triangles.len() as u32,
        4 * (x * y + y * z + z * x)
    );
    // Gauss: the enclosed volume is 1/6 Σ a·(b×c) over the outward surface.
    let p = |v: u32| Vec3::from_array(asset.rest_positions[v as usize]).as_dvec3();
    let flux: f64 = asset
        .surface_triangles
        .iter()
        .map(|t| p(t[0]).dot(p(t[1]).cross(p(t[2]))))
        .sum();
    assert!((flux / 6.0 - volume).abs() < 1e-9);
}

#[test]
fn five_tet_lattices_come_out_with_four_or_five_colours_of_like_size() {
    for n in [[1, 1, 1], [4, 4, 4], [16, 4, 4], [10, 10, 10], [30, 12, 9]] {
        let (asset, report) = good(&lattice(n, 1.0));
        let colours = report.colour_sizes.len();
        assert!(
            (4..=5).contains(&colours),
            "{n:?}: {:?}",
            report.colour_sizes
        );
        if asset.rest_positions.len() > 100 {
            let (low, high) = (report.colour_sizes[colours - 1], report.colour_sizes[0]);
            assert!(low * 2 >= high, "{n:?}: {:?}", report.colour_sizes);
        }
    }
}

#[test]
fn tables_name_the_tets_and_edges_of_the_mesh_as_given() {
    let mut mesh = lattice([3, 2, 2], 1.0);
    mesh.tet_stiffness = (0..mesh.tets.len()).map(|t| 1.0 + t as f32).collect();
    let (asset, _) = good(&mesh);
    let sorted = |tet: [u32; 4], map: &dyn Fn(u32) -> u32| {
        let mut t = tet.map(map);
        t.sort_unstable();
        t
    };
    let given: BTreeMap<_, _> = mesh
        .tets
        .iter()
        .zip(&mesh.tet_stiffness)
        .map(|(t, s)| (sorted(*t, &|v| v), *s))
        .collect();
    for (tet, stiffness) in asset.tets.iter().zip(&asset.tet_stiffness) {
        let user = sorted(*tet, &|v| asset.user_from_internal[v as usize]);
        assert_eq!(given.get(&user), Some(stiffness));
    }
}

#[test]
fn density_factors_weigh_the_mass_of_each_tet() {
    let mut mesh = lattice([3, 2, 2], 1.0);
    mesh.tet_density = (0..mesh.tets.len()).map(|t| 1.0 + t as f32).collect();
    let (asset, _) = good(&mesh);
    let mut masses = vec![0.0; mesh.positions.len()];
    for (tet, density) in mesh.tets.iter().zip(&mesh.tet_density) {
        let volume = volume6(corners(&mesh.positions, *tet)).0 / 6.0;
        for v in tet {
            masses[*v as usize] += f64::from(*density) * volume / 4.0;
        }
    }
    for (internal, user) in asset.user_from_internal.iter().enumerate() {
        let (found, mass) = (asset.vertex_measures[internal], masses[*user as usize]);
        // One rounding to f32, and f64 sums in another order.
        assert!((f64::from(found) - mass).abs() <= mass * f64::from(f32::EPSILON));
    }
}

#[test]
fn cooking_twice_gives_the_same_hash_and_a_moved_vertex_another() {
    let mut mesh = lattice([4, 3, 2], 1.0);
    let first = good(&mesh).0;
    assert_eq!(good(&mesh).0.content_hash, first.content_hash);
    mesh.positions[3][0] += 1e-3;
    assert_ne!(good(&mesh).0.content_hash, first.content_hash);
}

#[test]
fn a_mesh_whose_vertices_all_meet_needs_a_colour_each() {
    // Points on a moment curve (t, t², t³): in the cyclic polytope every two vertices share an edge.
    let count = 12u32;
    let moment = |t: f32| [t, t * t / 12.0, t * t * t / 144.0];
    let positions = (0..count).map(|t| moment(t as f32)).collect();
    let mut mesh = TetMesh {
        positions,
        ..Default::default()
    };
    for a in 0..count {
        for b in a + 1..count {
            let (c, d) = ((a + 5) % count, (b + 7) % count);
            let mut tet = [a, b, c, d];
            tet.sort_unstable();
            if tet.windows(2).all(|w| w[0] != w[1]) {
                mesh.tets.push(tet);
            }
        }
    }
    let corners = |t: &[u32; 4]| {
        let t = *t;
        (0..4).flat_map(move |i| (0..i).map(move |j| (t[j], t[i])))
    };
    let pairs: BTreeSet<_> = mesh.tets.iter().flat_map(corners).collect();
    assert_eq!(
        pairs.len() as u32,
        count * (count - 1) / 2,
        "the test mesh misses an edge"
    );
    let (_, report) = good(&mesh);
    assert_eq!(report.colour_sizes, vec![1; count as usize]);
}

/// Files with vertices of no tet, and how many.
const UNREFERENCED: [(&str, usize); 2] = [("raptorTetra_8418.vtu", 3), ("torus.mesh", 27)];

#[test]
fn files_with_loose_vertices_are_refused_with_their_number() {
    let Some(folder) = data() else { return };
    for (file, count) in UNREFERENCED {
        let mesh = tets(&folder.join("tets").join(file)).unwrap();
        refused(&mesh, Status::MeshUnreferenced, &[&format!("{count} of ")]);
    }
}

#[test]
fn every_valid_tet_file_cooks_with_the_counts_of_its_table() {
    let Some(folder) = data() else { return };
    let table = std::fs::read_to_string(folder.join("README.md")).unwrap();
    let mut cooked = 0;
    for row in table.lines().filter(|l| l.starts_with("| ")) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let formats = ["Gmsh", "TetGen", "VTK", "Medit"];
        let ours = cells
            .get(2)
            .is_some_and(|c| formats.iter().any(|f| c.starts_with(f)));
        if cells.len() < 12 || !ours || cells[1] == "P1.msh" {
            continue;
        }
        let file = cells[1]
            .trim_end_matches(".xz")
            .replace("{node,ele}", "ele");
        let mesh = tets(&folder.join("tets").join(&file)).unwrap();
        let options = CookOptions {
            drop_unreferenced: UNREFERENCED.iter().any(|u| u.0 == file),
        };
        let (asset, report) = cook(&mesh, &options).unwrap_or_else(|e| panic!("{file}: {e}"));
        assert_eq!(validate_asset(&asset), Ok(()), "{file}");
        let given = asset.rest_positions.len() + report.dropped_vertices;
        let counts = [given, asset.tets.len(), asset.surface_triangles.len()];
        assert_eq!(counts.map(|c| c.to_string())[..], cells[3..6], "{file}");
        println!(
            "{file}: {counts:?} colours {:?} padding {:.3}",
            report.colour_sizes,
            { report.empty_tet_entries as f64 / asset.tet_rows.len() as f64 }
        );
        cooked += 1;
    }
    assert!(cooked >= 49, "only {cooked} rows of the table were found");
    for i in 1..=25 {
        let mesh = tets(&folder.join(format!("tets/arch/largeArch.{i:02}.msh"))).unwrap();
        assert_eq!(
            (good(&mesh).0.rest_positions.len(), mesh.tets.len()),
            (8, 6)
        );
    }
}

#[test]
fn the_file_with_eight_inverted_tets_is_refused_with_that_count() {
    let Some(folder) = data() else { return };
    let mesh = tets(&folder.join("tets/P1.msh")).unwrap();
    refused(&mesh, Status::MeshInverted, &["8 of 6414"]);
}
