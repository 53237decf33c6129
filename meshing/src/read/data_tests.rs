//! Every mesh of the test data against the list of their counts; `docs/testing.md` describes the folder.

use super::*;
use crate::test_meshes::{bytes, data, ply_surface, tets};
use serde_json::Value;
use std::collections::HashSet;

/// The entries of a kind: the name of the file without `.xz`, and its counts.
fn listed(folder: &Path, kind: &str) -> Vec<(String, Value)> {
    let list = std::fs::read(folder.join("MANIFEST.json")).unwrap();
    let list: Vec<Value> = serde_json::from_slice(&list).unwrap();
    let of_kind = list.into_iter().filter(|entry| {
        let found = entry["kind"].as_str().unwrap();
        found == kind || found.starts_with(&format!("{kind}/"))
    });
    of_kind
        .map(|entry| {
            let path = entry["path"].as_str().unwrap();
            (
                path.trim_end_matches(".xz").to_owned(),
                entry["stats"].clone(),
            )
        })
        .collect()
}

fn surface(folder: &Path, file: &str) -> Result<SurfaceMesh> {
    let path = folder.join(file);
    let parse = surface_parser(&extension(&path)).unwrap();
    parse(&bytes(&path), file, path.parent())
}

/// The bounding box must be the listed one, within the rounding to f32 and the six digits of the list.
fn assert_box(positions: &[[f32; 3]], stats: &Value, file: &str) {
    let of = |corner: usize, axis: usize| stats["bbox"][corner][axis].as_f64().unwrap();
    let size = (0..3)
        .map(|axis| of(0, axis).abs().max(of(1, axis).abs()))
        .fold(0.0, f64::max);
    for axis in 0..3 {
        let all = || positions.iter().map(|p| f64::from(p[axis]));
        let found = [
            all().fold(f64::MAX, f64::min),
            all().fold(f64::MIN, f64::max),
        ];
        for corner in 0..2 {
            let wrong = (found[corner] - of(corner, axis)).abs();
            assert!(
                wrong <= 1e-5 * size,
                "{file}: {found:?} along {axis}, listed {}",
                stats["bbox"]
            );
        }
    }
}

#[test]
fn every_listed_surface_has_the_listed_counts() {
    let Some(folder) = data() else { return };
    for (file, stats) in listed(&folder, "surfaces") {
        let mesh = surface(&folder, &file).unwrap();
        let distinct: HashSet<_> = mesh.positions.iter().map(|p| p.map(f32::to_bits)).collect();
        assert!(
            mesh.triangles
                .as_flattened()
                .iter()
                .all(|i| (*i as usize) < mesh.positions.len())
        );
        let Some(listed) = stats["v"].as_u64() else {
            // No counts are listed, because the reference readers fail on negative indices: a cube of six quads.
            assert_eq!(
                (file.as_str(), distinct.len()),
                ("surfaces/nasty/negative_indices.obj", 8)
            );
            assert_eq!(mesh.triangles.len(), 12);
            continue;
        };
        assert_eq!(
            Some(mesh.triangles.len() as u64),
            stats["f"].as_u64(),
            "{file}"
        );
        assert_box(&mesh.positions, &stats, &file);
        // For OBJ the list counts positions, which seams split into more vertices. Its duplicates are those within a
        // tolerance.
        let is_split = file.ends_with(".obj") && !(mesh.normals.is_empty() && mesh.uvs.is_empty());
        let found = distinct.len() as u64;
        match is_split || file.ends_with("multibody.stl") {
            true => {
                let duplicates = stats["dupv"].as_u64().unwrap();
                assert!(
                    (listed - duplicates..=listed).contains(&found),
                    "{file}: {found} of {listed}"
                );
            }
            false => assert_eq!(mesh.positions.len() as u64, listed, "{file}"),
        }
    }
}

#[test]
fn every_listed_tet_mesh_has_the_listed_counts() {
    let Some(folder) = data() else { return };
    for (file, stats) in listed(&folder, "tets") {
        let path = folder.join(&file);
        let mesh = match extension(&path).as_str() {
            "node" | "ele" => {
                let [node, ele] = ["node", "ele"].map(|e| bytes(&path.with_extension(e)));
                parse_tetgen(&node, &ele, &file).unwrap()
            }
            other => tets_parser(other).unwrap()(&bytes(&path), &file).unwrap(),
        };
        assert_eq!(
            Some(mesh.positions.len() as u64),
            stats["v"].as_u64(),
            "{file}"
        );
        assert_eq!(Some(mesh.tets.len() as u64), stats["t"].as_u64(), "{file}");
        assert_box(&mesh.positions, &stats, &file);
    }
}

/// The error of each file in the folder `malformed`.
const REFUSED: [(&str, Status, &str); 19] = [
    ("P2.msh", Status::MeshUnsupported, "higher order"),
    ("cube-hex.msh", Status::MeshUnsupported, "hexahedra"),
    (
        "malformed_cube_22_ascii_missing_element.msh",
        Status::Format,
        "line 46: expected an element number",
    ),
    (
        "malformed_cube_22_ascii_missing_node.msh",
        Status::Format,
        "line 19: expected a node number",
    ),
    (
        "malformed_cube_22_ascii_missing_num_nodes.msh",
        Status::Format,
        "line 5: expected a node number",
    ),
    (
        "malformed_cube_41_ascii_missing_element.msh",
        Status::Format,
        "line 66: expected an element tag",
    ),
    (
        "malformed_cube_41_ascii_missing_node_header.msh",
        Status::Format,
        "line 16: expected a node block",
    ),
    (
        "malformed_cube_41_ascii_mismatch_between_max_nodes_and_nodes_in_block.msh",
        Status::Format,
        "line 38: the header says node tags 1 to 100",
    ),
    (
        "cube_22_ascii_surf_gmshApp.msh",
        Status::MeshEmpty,
        "line 47: no tetrahedra, only 24 points, lines and faces; a surface is read from .obj",
    ),
    (
        "cube_41_binary_surf_gmshApp.msh",
        Status::MeshEmpty,
        "byte 1525: no tetrahedra, only 24 points, lines and faces",
    ),
    (
        "Armadillo_Tetra_4406_for_test_broken.vtu",
        Status::Format,
        "byte 234: expected 4335 numbers in Points, found 4338",
    ),
    (
        "liver_for_test_broken.vtk",
        Status::MeshUnsupported,
        "line 4: expected a data set UNSTRUCTURED_GRID",
    ),
    ("ply_empty_header.ply", Status::MeshEmpty, "no faces"),
    ("obj_empty.obj", Status::MeshEmpty, "no faces"),
    ("stl_empty_ascii.stl", Status::MeshEmpty, "no triangles"),
    ("stl_empty_bin.stl", Status::MeshEmpty, "no triangles"),
    (
        "notenoughindices.obj",
        Status::Format,
        "line 9: expected a face of 3 corners",
    ),
    (
        "empty_nodes.glb",
        Status::MeshEmpty,
        "no triangles in the default scene: 3 nodes, 0 of them with a mesh",
    ),
    ("obj_points.obj", Status::MeshEmpty, "no faces"),
];

#[test]
fn every_malformed_file_is_refused_for_what_is_wrong() {
    let Some(folder) = data() else { return };
    for (file, _) in listed(&folder, "malformed") {
        let path = folder.join(&file);
        let error = match tets_parser(&extension(&path)) {
            Some(parse) => parse(&bytes(&path), &file).unwrap_err(),
            None => surface(&folder, &file).unwrap_err(),
        };
        println!("{error}");
        let expected = REFUSED.iter().find(|refused| path.ends_with(refused.0));
        let (_, status, words) = expected.unwrap_or_else(|| panic!("no verdict on {file}"));
        assert_eq!(error.status, *status, "{error}");
        assert!(error.message.contains(words), "{error}");
    }
}

#[test]
fn other_readers_agree_on_every_listed_ply_and_vtk_file() {
    let Some(folder) = data() else { return };
    for (file, _) in listed(&folder, "surfaces")
        .iter()
        .filter(|(file, _)| file.ends_with(".ply"))
    {
        let (ours, theirs) = (
            surface(&folder, file).unwrap(),
            ply_surface(&folder.join(file)),
        );
        assert!(
            ours.positions == theirs.positions && ours.triangles == theirs.triangles,
            "{file}"
        );
    }
    for (file, _) in listed(&folder, "tets")
        .iter()
        .filter(|(file, _)| file.contains(".vt"))
    {
        let path = folder.join(file);
        let ours = tets_parser(&extension(&path)).unwrap()(&bytes(&path), file).unwrap();
        let theirs = tets(&path).unwrap();
        assert!(ours.positions == theirs.positions, "{file}");
        // The other reader takes every cell of four vertices for a tet, quads too.
        assert!(
            ours.tets == theirs.tets || file.ends_with("SOFA_volume.vtk"),
            "{file}"
        );
    }
}
