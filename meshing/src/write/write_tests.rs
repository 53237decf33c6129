use super::*;
use crate::read::{parse_msh, parse_obj, parse_ply, parse_vtu, read_surface, read_tets};
use crate::test_meshes::{bytes, data, tets};
use pliant_geometry::shapes::lattice;

/// Coordinates of every kind: denormal, largest, negative zero, with long decimals.
const HARD: [f32; 8] = [
    1.0e-45,
    -3.4028235e38,
    -0.0,
    0.1,
    16777217.0,
    1.1754944e-38,
    9.8607613e-32,
    1.0 / 3.0,
];

fn hard_tets() -> TetMesh {
    let mut mesh = lattice([2, 1, 1], 0.1);
    for (coordinate, hard) in mesh.positions.as_flattened_mut().iter_mut().zip(HARD) {
        *coordinate = hard;
    }
    mesh
}

/// No triangle uses the last vertex.
fn hard_surface() -> SurfaceMesh {
    let tets = hard_tets();
    let normal = |i: usize| {
        let normal = glam::Vec3::new(i as f32, 1.0, -0.3);
        normal.normalize().to_array()
    };
    let count = tets.positions.len();
    SurfaceMesh {
        positions: tets.positions,
        normals: (0..count).map(normal).collect(),
        uvs: (0..count).map(|i| [HARD[i % 8], i as f32 / 7.0]).collect(),
        tangents: (0..count)
            .map(|i| [HARD[i % 8], 0.5, 1.0 / 3.0, -1.0])
            .collect(),
        triangles: tets
            .tets
            .iter()
            .flat_map(|t| [[t[0], t[2], t[1]], [t[1], t[2], t[3]]])
            .filter(|triangle| !triangle.contains(&(count as u32 - 1)))
            .collect(),
    }
}

/// The bits, so that -0 and 0 differ.
fn bits<const N: usize>(vectors: &[[f32; N]]) -> Vec<u32> {
    vectors.as_flattened().iter().map(|c| c.to_bits()).collect()
}

fn assert_same_tets(a: &TetMesh, b: &TetMesh) {
    assert_eq!(bits(&a.positions), bits(&b.positions));
    assert_eq!(a.tets, b.tets);
    assert_eq!(a.tet_stiffness, b.tet_stiffness);
    assert_eq!(a.tet_density, b.tet_density);
}

fn assert_same_surface(a: &SurfaceMesh, b: &SurfaceMesh) {
    assert_eq!(bits(&a.positions), bits(&b.positions));
    assert_eq!(bits(&a.normals), bits(&b.normals));
    assert_eq!(bits(&a.uvs), bits(&b.uvs));
    assert_eq!(bits(&a.tangents), bits(&b.tangents));
    assert_eq!(a.triangles, b.triangles);
}

#[test]
fn written_tets_read_as_they_were() {
    let mut mesh = hard_tets();
    assert_same_tets(&parse_msh(&msh_bytes(&mesh).unwrap(), "x").unwrap(), &mesh);
    assert_same_tets(&parse_vtu(&vtu_bytes(&mesh).unwrap(), "x").unwrap(), &mesh);
    mesh.tet_stiffness = (0..mesh.tets.len())
        .map(|i| 1.0 / (i as f32 + 3.0))
        .collect();
    assert_same_tets(&parse_vtu(&vtu_bytes(&mesh).unwrap(), "x").unwrap(), &mesh);
    mesh.tet_density = mesh.tet_stiffness.iter().map(|s| s + 1.0).collect();
    assert_same_tets(&parse_vtu(&vtu_bytes(&mesh).unwrap(), "x").unwrap(), &mesh);
    mesh.tet_stiffness.clear();
    assert_same_tets(&parse_vtu(&vtu_bytes(&mesh).unwrap(), "x").unwrap(), &mesh);
    assert_eq!(
        msh_bytes(&mesh).unwrap_err().status,
        Status::MeshUnsupported
    );
}

#[test]
fn written_surfaces_read_as_they_were() {
    for parts in 0..8 {
        let mut mesh = hard_surface();
        if parts & 1 == 0 {
            mesh.normals.clear();
        }
        if parts & 2 == 0 {
            mesh.uvs.clear();
        }
        if parts & 4 == 0 {
            mesh.tangents.clear();
        }
        assert_same_surface(&parse_ply(&ply_bytes(&mesh).unwrap(), "x").unwrap(), &mesh);
        let read = parse_obj(&obj_bytes(&mesh).unwrap(), "x").unwrap();
        mesh.tangents.clear();
        assert_same_surface(&read, &mesh);
    }
}

#[test]
fn other_readers_agree_on_what_is_written() {
    use ply_rs_bw::ply::{DefaultElement, Property};
    use vtkio::model::{DataSet, Piece, Vtk};
    let mesh = hard_tets();
    let file = Vtk::parse_xml(&vtu_bytes(&mesh).unwrap()[..]).unwrap();
    let DataSet::UnstructuredGrid { pieces, .. } = file.data else {
        panic!()
    };
    let Piece::Inline(piece) = &pieces[0] else {
        panic!()
    };
    let points = piece.points.clone().cast_into::<f32>().unwrap();
    assert_eq!(bits(points.as_chunks::<3>().0), bits(&mesh.positions));
    assert_eq!(piece.cells.types.len(), mesh.tets.len());
    let surface = hard_surface();
    let parser = ply_rs_bw::parser::Parser::<DefaultElement>::new();
    let ply = parser
        .read_ply(&mut &ply_bytes(&surface).unwrap()[..])
        .unwrap();
    assert_eq!(ply.payload["face"].len(), surface.triangles.len());
    for (vertex, tangent) in ply.payload["vertex"].iter().zip(&surface.tangents) {
        assert_eq!(vertex["tangent_z"], Property::Float(tangent[2]));
    }
}

#[test]
fn meshes_that_no_reader_would_take_are_not_written() {
    let mut mesh = hard_surface();
    mesh.uvs.pop();
    assert_eq!(
        obj_bytes(&mesh).unwrap_err().status,
        Status::InvalidArgument
    );
    mesh.uvs.clear();
    mesh.triangles[3][1] = mesh.positions.len() as u32;
    let error = ply_bytes(&mesh).unwrap_err();
    assert_eq!(error.status, Status::MeshIndex);
    assert!(error.message.contains("element 3"), "{error}");
    assert_eq!(
        vtu_bytes(&TetMesh::default()).unwrap_err().status,
        Status::MeshEmpty
    );
}

#[test]
fn files_are_written_by_extension() {
    let folder = std::env::temp_dir().join(format!("pliant-write-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (mesh, mut surface) = (hard_tets(), hard_surface());
    surface.tangents.clear();
    for name in ["a.msh", "a.VTU"] {
        write_tets(&folder.join(name), &mesh).unwrap();
        assert_same_tets(&read_tets(&folder.join(name)).unwrap(), &mesh);
    }
    for name in ["a.obj", "a.ply"] {
        write_surface(&folder.join(name), &surface).unwrap();
        assert_same_surface(&read_surface(&folder.join(name)).unwrap(), &surface);
    }
    let error = write_tets(&folder.join("a.stl"), &mesh).unwrap_err();
    assert_eq!(error.status, Status::Format);
    let error = write_tets(&folder.join("nowhere/a.msh"), &mesh).unwrap_err();
    assert_eq!(error.status, Status::Io);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn real_meshes_survive_the_way_through_a_file() {
    let Some(folder) = data() else { return };
    for file in ["tets/P1.msh", "tets/spot-14k.ele", "tets/torus.mesh"] {
        let mesh = tets(&folder.join(file)).unwrap();
        assert_same_tets(&parse_msh(&msh_bytes(&mesh).unwrap(), file).unwrap(), &mesh);
        assert_same_tets(&parse_vtu(&vtu_bytes(&mesh).unwrap(), file).unwrap(), &mesh);
    }
    for file in [
        "surfaces/clean/spot_triangulated.obj",
        "surfaces/nasty/leoTest1.obj",
    ] {
        let mesh = parse_obj(&bytes(&folder.join(file)), file).unwrap();
        assert_same_surface(&parse_ply(&ply_bytes(&mesh).unwrap(), file).unwrap(), &mesh);
        assert_same_surface(&parse_obj(&obj_bytes(&mesh).unwrap(), file).unwrap(), &mesh);
    }
    // No face uses 18 of 262 vertices.
    let file = "surfaces/nasty/two-cubes-far.ply";
    let mesh = parse_ply(&bytes(&folder.join(file)), file).unwrap();
    assert_eq!(mesh.positions.len(), 262);
    assert_same_surface(&parse_obj(&obj_bytes(&mesh).unwrap(), file).unwrap(), &mesh);
}
