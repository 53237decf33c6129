//! Real meshes of the test data. See docs/testing.md for the folder.

use pliant::asset::{SurfaceMesh, TetMesh, read};
use pliant::error::Result;
use std::path::{Path, PathBuf};

/// The folder of real test meshes, or `None` after a loud line.
pub fn data() -> Option<PathBuf> {
    let folder = std::env::var_os("PLIANT_TEST_DATA").map(PathBuf::from);
    if folder.is_none() {
        eprintln!("SKIPPED: set PLIANT_TEST_DATA to the folder of test meshes to run this test");
    }
    folder
}

/// A file's bytes, unpacked if only `FILE.xz` is there.
pub fn bytes(path: &Path) -> Vec<u8> {
    if path.exists() {
        return std::fs::read(path).expect("a readable file");
    }
    let packed = PathBuf::from(format!("{}.xz", path.display()));
    let packed = std::fs::read(packed).expect("a readable file");
    let mut unpacked = Vec::new();
    lzma_rs::xz_decompress(&mut &packed[..], &mut unpacked).expect("a sound archive");
    unpacked
}

/// Reads tets by the library's readers or, for VTK, which the library does not read, by the one below.
pub fn tets(path: &Path) -> Result<TetMesh> {
    let name = path.display().to_string();
    match path.extension().and_then(|e| e.to_str()) {
        Some("ele") => {
            read::parse_tetgen(&bytes(&path.with_extension("node")), &bytes(path), &name)
        }
        Some("vtk" | "vtu") => Ok(vtk_tets(path)),
        _ => read::parse_msh(&bytes(path), &name),
    }
}

fn vtk_tets(path: &Path) -> TetMesh {
    use vtkio::model::{DataSet, Piece, Vtk};
    let data = bytes(path);
    let is_xml = path.extension().is_some_and(|e| e == "vtu");
    let file = match is_xml {
        true => Vtk::parse_xml(&data[..]),
        false => Vtk::parse_legacy_be(&data[..]),
    };
    let DataSet::UnstructuredGrid { pieces, .. } = file.expect("a VTK file").data else {
        panic!("{path:?} holds no unstructured grid")
    };
    let mut mesh = TetMesh::default();
    for piece in pieces {
        let Piece::Inline(piece) = piece else {
            panic!("{path:?} refers to other files")
        };
        let points = piece.points.cast_into::<f32>().expect("numbers");
        mesh.positions.extend_from_slice(points.as_chunks().0);
        let (_, cells) = piece.cells.cell_verts.into_legacy();
        let mut rest = &cells[..];
        while let [count, tail @ ..] = rest {
            let (cell, tail) = tail.split_at(*count as usize);
            mesh.tets.extend(<[u32; 4]>::try_from(cell));
            rest = tail;
        }
    }
    mesh
}

/// Reads triangles: OBJ by the library, PLY here.
pub fn surface(path: &Path) -> SurfaceMesh {
    use ply_rs_bw::ply::{DefaultElement, Property};
    let data = bytes(path);
    if path.extension().is_some_and(|e| e == "obj") {
        return read::parse_obj(&data, &path.display().to_string()).expect("a surface");
    }
    let parser = ply_rs_bw::parser::Parser::<DefaultElement>::new();
    let ply = parser.read_ply(&mut &data[..]).expect("a PLY file");
    let number = |p: &Property| match *p {
        Property::Float(v) => v,
        Property::Double(v) => v as f32,
        _ => panic!("{p:?} is no coordinate"),
    };
    let triangle = |e: &DefaultElement| match e.values().next() {
        Some(Property::ListInt(l)) => [l[0] as u32, l[1] as u32, l[2] as u32],
        Some(Property::ListUInt(l)) => [l[0], l[1], l[2]],
        other => panic!("{other:?} is no face"),
    };
    SurfaceMesh {
        positions: ply.payload["vertex"]
            .iter()
            .map(|e| ["x", "y", "z"].map(|axis| number(&e[axis])))
            .collect(),
        triangles: ply.payload["face"].iter().map(triangle).collect(),
        ..Default::default()
    }
}
