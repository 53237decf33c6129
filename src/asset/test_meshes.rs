//! Meshes and files for the tests of this folder.

use super::TetMesh;
use crate::error::Result;
use std::io::Write;
use std::path::{Path, PathBuf};

/// A box of `n` unit cells an axis, scaled by `size`, in the alternating 5-tet split: even cells and odd cells are
/// mirror images, so the diagonals of neighbours meet.
pub fn lattice(n: [u32; 3], size: f32) -> TetMesh {
    let index = |x: u32, y: u32, z: u32| (z * (n[1] + 1) + y) * (n[0] + 1) + x;
    let mut mesh = TetMesh::default();
    for z in 0..=n[2] {
        for y in 0..=n[1] {
            for x in 0..=n[0] {
                mesh.positions.push([x, y, z].map(|c| c as f32 * size));
            }
        }
    }
    for z in 0..n[2] {
        for y in 0..n[1] {
            for x in 0..n[0] {
                let flip = (x + y + z) % 2;
                // Corner bits are x, y, z; exchanging the x bit mirrors the cell.
                let at = |c: u32| {
                    let c = c ^ flip;
                    index(x + (c & 1), y + (c >> 1 & 1), z + (c >> 2))
                };
                for [a, b, c, d] in [
                    [0, 3, 5, 6],
                    [1, 0, 3, 5],
                    [2, 3, 0, 6],
                    [4, 0, 5, 6],
                    [7, 5, 3, 6],
                ] {
                    let tet = [at(a), at(b), at(c), at(d)];
                    mesh.tets.push(positive(&mesh.positions, tet));
                }
            }
        }
    }
    mesh
}

/// The tet, with two corners exchanged if its volume is negative.
fn positive(positions: &[[f32; 3]], tet: [u32; 4]) -> [u32; 4] {
    let [a, b, c, d] = tet;
    match super::check::volume6(super::check::corners(positions, tet)).0 < 0.0 {
        true => [a, c, b, d],
        false => tet,
    }
}

/// The folder of real test meshes, or `None` after a line that says SKIPPED.
pub fn data() -> Option<PathBuf> {
    let folder = std::env::var_os("PLIANT_TEST_DATA").map(PathBuf::from);
    if folder.is_none() {
        // Past the test runner, which hides what passing tests print.
        let _ = writeln!(
            std::io::stdout(),
            "SKIPPED: set PLIANT_TEST_DATA to the folder of test meshes to run this test"
        );
    }
    folder
}

/// Whether the long sweeps run. They have more cases, of which the same is asserted.
pub fn is_long() -> bool {
    std::env::var_os("PLIANT_LONG_TESTS").is_some_and(|v| v == "1")
}

/// A file's bytes, unpacked if only `FILE.xz` is there.
pub fn bytes(path: &Path) -> Vec<u8> {
    let packed = PathBuf::from(format!("{}.xz", path.display()));
    if path.exists() {
        return std::fs::read(path).unwrap();
    }
    let mut unpacked = Vec::new();
    lzma_rs::xz_decompress(&mut &std::fs::read(packed).unwrap()[..], &mut unpacked).unwrap();
    unpacked
}

/// Reads a tet mesh of the test data, packed or not; VTK and Medit files by readers that are not the library's, which is
/// compared with them.
pub fn tets(path: &Path) -> Result<TetMesh> {
    let name = path.display().to_string();
    match path.extension().and_then(|e| e.to_str()) {
        Some("ele") => {
            let node = bytes(&path.with_extension("node"));
            super::read::parse_tetgen(&node, &bytes(path), &name)
        }
        Some("vtk" | "vtu") => Ok(vtk_tets(path)),
        Some("mesh") => Ok(medit_tets(path)),
        _ => super::read::parse_msh(&bytes(path), &name),
    }
}

/// Reads the tets of a Medit file. Test-only.
fn medit_tets(path: &Path) -> TetMesh {
    let text = String::from_utf8(bytes(path)).unwrap();
    let section = |name: &str, width: usize| -> Vec<Vec<f64>> {
        let mut words = text.split_whitespace().skip_while(|w| *w != name).skip(1);
        let count: usize = words.next().unwrap().parse().unwrap();
        let mut row = || {
            words
                .by_ref()
                .take(width + 1)
                .map(|w| w.parse().unwrap())
                .collect()
        };
        (0..count).map(|_| row()).collect()
    };
    TetMesh {
        positions: section("Vertices", 3)
            .iter()
            .map(|r| [r[0], r[1], r[2]].map(|c| c as f32))
            .collect(),
        tets: section("Tetrahedra", 4)
            .iter()
            .map(|r| [r[0], r[1], r[2], r[3]].map(|v| v as u32 - 1))
            .collect(),
        ..Default::default()
    }
}

/// Reads the tets of a VTK file, legacy or XML, by another crate.
fn vtk_tets(path: &Path) -> TetMesh {
    use vtkio::model::{DataSet, Piece, Vtk};
    let data = bytes(path);
    let file = match path.extension().is_some_and(|e| e == "vtu") {
        true => Vtk::parse_xml(&data[..]).unwrap(),
        false => Vtk::parse_legacy_be(&data[..]).unwrap(),
    };
    let DataSet::UnstructuredGrid { pieces, .. } = file.data else {
        panic!("{path:?}")
    };
    let mut mesh = TetMesh::default();
    for piece in pieces {
        let Piece::Inline(piece) = piece else {
            panic!("{path:?}")
        };
        let points = piece.points.cast_into::<f32>().unwrap();
        mesh.positions.extend_from_slice(points.as_chunks().0);
        let (_, cells) = piece.cells.cell_verts.into_legacy();
        let mut rest = &cells[..];
        while let [count, tail @ ..] = rest {
            let (cell, tail) = tail.split_at(*count as usize);
            if let [a, b, c, d] = *cell {
                mesh.tets.push([a, b, c, d]);
            }
            rest = tail;
        }
    }
    mesh
}

/// Reads the triangles of a PLY file. Test-only.
pub fn ply_surface(path: &Path) -> super::SurfaceMesh {
    use ply_rs_bw::ply::{DefaultElement, Property};
    let parser = ply_rs_bw::parser::Parser::<DefaultElement>::new();
    let ply = parser.read_ply(&mut &bytes(path)[..]).unwrap();
    let number = |p: &Property| match *p {
        Property::Float(v) => v,
        Property::Double(v) => v as f32,
        _ => panic!("{p:?}"),
    };
    let position = |e: &DefaultElement| ["x", "y", "z"].map(|axis| number(&e[axis]));
    let triangle = |e: &DefaultElement| match e.values().next().unwrap() {
        Property::ListInt(l) => [l[0] as u32, l[1] as u32, l[2] as u32],
        Property::ListUInt(l) => [l[0], l[1], l[2]],
        p => panic!("{p:?}"),
    };
    super::SurfaceMesh {
        positions: ply.payload["vertex"].iter().map(position).collect(),
        triangles: ply.payload["face"].iter().map(triangle).collect(),
        ..Default::default()
    }
}
