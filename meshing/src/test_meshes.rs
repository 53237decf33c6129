//! Meshes and files for tests.

use pliant_geometry::error::Result;
use pliant_geometry::{SurfaceMesh, TetMesh};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The folder of test meshes; `None`, with a message, if it is not set.
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

pub use pliant_geometry::shapes::is_long;

/// A file's bytes, unpacked if only `FILE.xz` exists.
pub fn bytes(path: &Path) -> Vec<u8> {
    let packed = PathBuf::from(format!("{}.xz", path.display()));
    if path.exists() {
        return std::fs::read(path).unwrap();
    }
    let mut unpacked = Vec::new();
    lzma_rs::xz_decompress(&mut &std::fs::read(packed).unwrap()[..], &mut unpacked).unwrap();
    unpacked
}

/// Reads a tet mesh, packed or not. VTK and Medit files are read by other readers than the library's, which are tested
/// against them.
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

/// Reads the tets of a Medit file.
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

/// Reads the triangles of a PLY file, by another crate.
pub fn ply_surface(path: &Path) -> SurfaceMesh {
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
    SurfaceMesh {
        positions: ply.payload["vertex"].iter().map(position).collect(),
        triangles: ply.payload["face"].iter().map(triangle).collect(),
        ..Default::default()
    }
}
