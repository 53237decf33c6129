//! Real surfaces, against counts of third-party readers in the README's tables.

use super::invariants::check_invariants;
use super::*;
use crate::read::parse_obj;
use crate::test_meshes::{bytes, data};
use std::path::{Path, PathBuf};

fn ply(bytes: &[u8]) -> SurfaceMesh {
    use ply_rs_bw::parser::Parser;
    use ply_rs_bw::ply::{DefaultElement, Property};
    let file = Parser::<DefaultElement>::new()
        .read_ply(&mut &bytes[..])
        .unwrap();
    let number = |p: &Property| match p {
        Property::Float(v) => *v,
        Property::Double(v) => *v as f32,
        other => panic!("{other:?}"),
    };
    let position = |e: &DefaultElement| ["x", "y", "z"].map(|axis| number(&e[axis]));
    let corners = |e: &DefaultElement| -> Vec<u32> {
        let list = e
            .get("vertex_indices")
            .or_else(|| e.get("vertex_index"))
            .unwrap();
        match list {
            Property::ListInt(v) => v.iter().map(|i| *i as u32).collect(),
            Property::ListUInt(v) => v.clone(),
            other => panic!("{other:?}"),
        }
    };
    let fan = |c: Vec<u32>| (2..c.len()).map(move |i| [c[0], c[i - 1], c[i]]);
    SurfaceMesh {
        positions: file.payload["vertex"].iter().map(position).collect(),
        triangles: file.payload["face"]
            .iter()
            .map(corners)
            .flat_map(fan)
            .collect(),
        ..Default::default()
    }
}

fn read(path: &Path) -> Option<SurfaceMesh> {
    let bytes = bytes(path);
    match path.extension()?.to_str()? {
        "obj" => parse_obj(&bytes, "").ok(),
        "ply" => Some(ply(&bytes)),
        _ => None,
    }
}

/// For each file of the README's tables: parts, Euler number, open edges, edges of three or more triangles.
fn table(root: &Path) -> Vec<(PathBuf, [i64; 4])> {
    let text = std::fs::read_to_string(root.join("README.md")).unwrap();
    let (mut folder, mut rows) = (PathBuf::new(), Vec::new());
    for line in text.lines() {
        if line.starts_with("## ") {
            folder = line
                .split('`')
                .nth(1)
                .map(PathBuf::from)
                .unwrap_or_default();
        }
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let numbers: Option<Vec<i64>> = cells
            .get(4..8)
            .and_then(|c| c.iter().map(|c| c.parse().ok()).collect());
        let is_surface = folder.starts_with("surfaces") || folder.starts_with("obstacles");
        if let Some([parts, euler, open, crowded]) = numbers.as_deref()
            && is_surface
        {
            let file = Path::new(cells[1].trim_end_matches(".xz"));
            let folder = Path::new(folder.components().next().unwrap().as_os_str());
            rows.push((
                root.join(folder).join(file),
                [*parts, *euler, *open, *crowded],
            ));
        }
    }
    rows
}

/// The table counts the surface without duplicate vertices and degenerate triangles, but with duplicate triangles.
#[test]
fn welded_surfaces_have_the_counts_of_other_readers() {
    let Some(root) = data() else { return };
    let mut compared = 0;
    for (path, expected) in table(&root) {
        let Some(mesh) = read(&path) else { continue };
        let welded = weld::exact(&mesh, &mut RepairReport::default());
        let found = super::topology::topology(&welded.triangles);
        let counts = [found.parts, found.boundary_edges, found.non_manifold_edges];
        let [parts, open, crowded] = counts.map(|n| n as i64);
        assert_eq!([parts, found.euler(), open, crowded], expected, "{path:?}");
        compared += 1;
    }
    assert!(compared > 60, "{compared} files");
}

/// Every surface keeps all invariants and gives the same bits each time.
#[test]
fn every_surface_is_repaired() {
    let Some(root) = data() else { return };
    for (path, _) in table(&root) {
        let Some(mesh) = read(&path) else { continue };
        let begun = std::time::Instant::now();
        let (found, report) = repair(&mesh, &RepairOptions::default()).unwrap();
        println!(
            "{}: {:.1} ms\n{report}",
            path.display(),
            1e3 * begun.elapsed().as_secs_f64()
        );
        check_invariants(&mesh, &found);
        let again = repair(&mesh, &RepairOptions::default()).unwrap();
        assert_eq!(again, (found, report), "{path:?}");
    }
}
