//! Meshes in map coordinates, in every format.

use super::origin::near;
use super::*;
use glam::{DVec3, Vec3};
use std::cell::RefCell;

thread_local! {
    static SAID: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

struct Keep;

impl log::Log for Keep {
    fn enabled(&self, _: &log::Metadata) -> bool {
        true
    }

    fn log(&self, record: &log::Record) {
        SAID.with_borrow_mut(|said| said.push(record.args().to_string()));
    }

    fn flush(&self) {}
}

/// What `call` returns, and the warnings that it wrote to the log.
pub fn said<T>(call: impl FnOnce() -> T) -> (T, Vec<String>) {
    static START: std::sync::Once = std::sync::Once::new();
    START.call_once(|| {
        log::set_logger(&Keep).unwrap();
        log::set_max_level(log::LevelFilter::Warn);
    });
    SAID.take();
    (call(), SAID.take())
}

/// A corner of a tet of edge 0.25 in the coordinates of a map [m].
const PLACE: [f64; 3] = [500_123.1, 4_649_276.3, 120.7];
/// The offset there: multiples of 4096, which is 2²² / 1024.
const ORIGIN: [f64; 3] = [499_712.0, 4_648_960.0, 0.0];
const EDGE: f64 = 0.25;

fn corners() -> [[f64; 3]; 4] {
    let corner =
        |i: usize| std::array::from_fn(|axis| PLACE[axis] + if i == axis + 1 { EDGE } else { 0.0 });
    [0, 1, 2, 3].map(corner)
}

/// The corners as words, in lines that begin with `before` and end with `after`.
fn lines(before: impl Fn(usize) -> String, after: &str) -> String {
    let line = |(i, [x, y, z]): (usize, [f64; 3])| format!("{}{x} {y} {z}{after}\n", before(i));
    corners().into_iter().enumerate().map(line).collect()
}

/// Asserts that only rounding near the origin is lost, and that the log says what was subtracted.
#[track_caller]
fn assert_moved(positions: &[[f32; 3]], said: &[String]) {
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(
        said[0].starts_with("x: the mesh is 0.433 across"),
        "{said:?}"
    );
    let subtracted = "[499712, 4648960, 0] was subtracted from all positions";
    assert!(said[0].contains(subtracted), "{said:?}");
    for (found, expected) in positions.iter().zip(corners()) {
        let expected = DVec3::from_array(expected) - DVec3::from_array(ORIGIN);
        let wrong = Vec3::from_array(*found).as_dvec3() - expected;
        // Half a unit in the last place of 411.
        assert!(wrong.abs().max_element() <= 1.6e-5, "{found:?}, {expected}");
    }
}

#[track_caller]
fn tets(parse: impl Fn(&[u8]) -> Result<TetMesh>, file: impl AsRef<[u8]>) {
    let (mesh, said) = said(|| parse(file.as_ref()).unwrap());
    assert_eq!(mesh.tets, [[0, 1, 2, 3]]);
    assert_moved(&mesh.positions, &said);
}

#[track_caller]
fn surface(parse: impl Fn(&[u8]) -> Result<SurfaceMesh>, file: impl AsRef<[u8]>) {
    let (mesh, said) = said(|| parse(file.as_ref()).unwrap());
    assert_moved(&mesh.positions, &said);
}

#[test]
fn surfaces_in_map_coordinates_are_moved_near_the_origin() {
    let bare = || lines(|_| String::new(), "");
    surface(
        |b| parse_obj(b, "x"),
        lines(|_| "v ".into(), "") + "f 1 2 3\nf 1 2 4\n",
    );
    surface(
        |b| parse_off(b, "x"),
        format!("OFF\n4 2 0\n{}3 0 1 2\n3 0 1 3\n", bare()),
    );
    for kind in ["float", "double"] {
        let head = format!(
            "ply\nformat ascii 1.0\nelement vertex 4\nproperty {kind} x\nproperty {kind} y\nproperty {kind} z\n\
             element face 2\nproperty list uchar int vertex_index\nend_header\n"
        );
        surface(|b| parse_ply(b, "x"), head + &bare() + "3 0 1 2\n3 0 1 3\n");
    }
    let loops = lines(|_| "vertex ".into(), "");
    let [a, b, c, d]: [&str; 4] = std::array::from_fn(|i| loops.lines().nth(i).unwrap());
    let facet = |of: [&str; 3]| {
        let corners = of.join("\n");
        format!("facet normal 0 0 1\nouter loop\n{corners}\nendloop\nendfacet\n")
    };
    let text = format!("solid\n{}{}endsolid\n", facet([a, b, c]), facet([d, a, b]));
    surface(|b| parse_stl(b, "x"), text);
    let text = format!(
        "xof 0303txt 0032\nMesh {{ 4; {} 2; 3; 0,1,2; 3; 0,1,3; }}",
        bare()
    );
    surface(|b| parse_x(b, "x"), text);
}

#[test]
fn transforms_to_map_coordinates_are_followed_in_f64() {
    let [x, y, z] = PLACE;
    let part = "4; 0;0;0; 0.25;0;0; 0;0.25;0; 0;0;0.25; 2; 3; 0,1,2; 3; 0,1,3;";
    let frame = format!("FrameTransformMatrix {{ 1,0,0,0, 0,1,0,0, 0,0,1,0, {x},{y},{z},1; }}");
    let text = format!("xof 0303txt 0032\nFrame {{ {frame} Mesh {{ {part} }} }}");
    surface(|b| parse_x(b, "x"), text);
    use base64::Engine;
    let mut bytes = Vec::new();
    for corner in corners() {
        let own: [f64; 3] = std::array::from_fn(|axis| corner[axis] - PLACE[axis]);
        own.iter()
            .for_each(|c| bytes.extend((*c as f32).to_le_bytes()));
    }
    let data = base64::prelude::BASE64_STANDARD.encode(bytes);
    let text = format!(
        r#"{{"nodes":[{{"mesh":0,"translation":[{x},{y},{z}]}}],"meshes":[{{"primitives":[{{"mode":5,"attributes":{{"POSITION":0}}}}]}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"}}],
        "bufferViews":[{{"buffer":0,"byteLength":48}}],"buffers":[{{"byteLength":48,"uri":"data:;base64,{data}"}}]}}"#
    );
    surface(|b| parse_gltf(b, "x", None), text);
}

/// The tet in binary of version 4.1.
fn binary_msh_4() -> Vec<u8> {
    let mut four = b"$MeshFormat\n4.1 1 8\n\x01\0\0\0\n$EndMeshFormat\n$Nodes\n".to_vec();
    let ints = |values: &[i32]| {
        values
            .iter()
            .flat_map(|v| v.to_le_bytes())
            .collect::<Vec<_>>()
    };
    let sizes = |values: &[u64]| {
        values
            .iter()
            .flat_map(|v| v.to_le_bytes())
            .collect::<Vec<_>>()
    };
    four.extend(
        [
            sizes(&[1, 4, 1, 4]),
            ints(&[3, 1, 0]),
            sizes(&[4, 1, 2, 3, 4]),
        ]
        .concat(),
    );
    let numbers = corners().concat();
    four.extend(numbers.iter().flat_map(|c| c.to_le_bytes()));
    four.extend(b"\n$EndNodes\n$Elements\n");
    four.extend(
        [
            sizes(&[1, 1, 1, 1]),
            ints(&[3, 1, 4]),
            sizes(&[1, 1, 1, 2, 3, 4]),
        ]
        .concat(),
    );
    four.extend(b"\n$EndElements\n");
    four
}

#[test]
fn tets_in_map_coordinates_are_moved_near_the_origin() {
    let bare = || lines(|_| String::new(), "");
    let numbered = |first: usize| lines(move |i| format!("{} ", i + first), "");
    tets(
        |b| parse_msh(b, "x"),
        format!(
            "$NOD\n4\n{}$ENDNOD\n$ELM\n1\n1 4 1 1 4 1 2 3 4\n$ENDELM\n",
            numbered(1)
        ),
    );
    let two = format!(
        "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n{}$EndNodes\n$Elements\n1\n1 4 0 1 2 3 4\n$EndElements\n",
        numbered(1)
    );
    tets(|b| parse_msh(b, "x"), two);
    tets(|b| parse_msh(b, "x"), binary_msh_4());
    let ele = b"1 4 0\n0 0 1 2 3\n";
    tets(
        |b| parse_tetgen(b, ele, "x"),
        format!("4 3 0 0\n{}", numbered(0)),
    );
    let medit = lines(|_| String::new(), " 0");
    tets(
        |b| parse_mesh(b, "x"),
        format!(
            "MeshVersionFormatted 2\nDimension 3\nVertices 4\n{medit}Tetrahedra 1\n1 2 3 4 0\nEnd\n"
        ),
    );
    tets(
        |b| parse_mesh(b, "x"),
        format!("4\n{}1\n1 1 2 3 4\n0\n", bare()),
    );
    tets(
        |b| parse_t(b, "x"),
        lines(|i| format!("Vertex {i} "), "") + "Tet 0 0 1 2 3\n",
    );
}

#[test]
fn vtk_files_in_map_coordinates_are_moved_near_the_origin() {
    let bare = lines(|_| String::new(), "");
    for kind in ["float", "double"] {
        tets(
            |b| parse_vtk(b, "x"),
            format!(
                "# vtk DataFile Version 2.0\nt\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 {kind}\n{bare}\
                 CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n10\n"
            ),
        );
    }
    for kind in ["Float32", "Float64"] {
        tets(
            |b| parse_vtu(b, "x"),
            format!(
                "<VTKFile type=\"UnstructuredGrid\"><UnstructuredGrid><Piece NumberOfPoints=\"4\" NumberOfCells=\"1\"><Points>\
                 <DataArray type=\"{kind}\" format=\"ascii\">{bare}</DataArray></Points><Cells>\
                 <DataArray type=\"Int32\" Name=\"connectivity\" format=\"ascii\">0 1 2 3</DataArray>\
                 <DataArray type=\"Int32\" Name=\"offsets\" format=\"ascii\">4</DataArray>\
                 <DataArray type=\"UInt8\" Name=\"types\" format=\"ascii\">10</DataArray>\
                 </Cells></Piece></UnstructuredGrid></VTKFile>"
            ),
        );
    }
}

/// A right triangle at `place` with legs `size`, through `near`: the mesh, the last origin and the log.
fn triangle(place: [f64; 3], size: f64) -> ((SurfaceMesh, DVec3), Vec<String>) {
    let origins = RefCell::new(Vec::new());
    let read = |origin: DVec3| {
        origins.borrow_mut().push(origin);
        let corner = |by: DVec3| {
            (DVec3::from_array(place) + by - origin)
                .as_vec3()
                .to_array()
        };
        Ok(SurfaceMesh {
            positions: vec![
                corner(DVec3::ZERO),
                corner(DVec3::X * size),
                corner(DVec3::Y * size),
                // No triangle names it.
                [0.0; 3],
            ],
            triangles: vec![[0, 1, 2]],
            ..SurfaceMesh::default()
        })
    };
    let (mesh, said) = said(|| near("x", read).unwrap());
    let last = *origins.borrow().last().unwrap();
    ((mesh, last), said)
}

#[test]
fn only_what_rounding_would_harm_is_moved() {
    // The limit: a diagonal of 1.4 loses 1e-4 of it where coordinates are 2372.
    for (place, is_moved) in [(2370.0, false), (2374.0, true)] {
        let ((_, origin), said) = triangle([place, 0.0, -place], 1.0);
        assert_eq!(
            (origin != DVec3::ZERO, said.len()),
            (is_moved, usize::from(is_moved))
        );
    }
    // A mesh without size gains nothing.
    let ((mesh, _), said) = triangle([1e3, 1e-3, 7.7], 0.0);
    assert_eq!(mesh.positions[0], [1e3, 1e-3, 7.7]);
    assert!(said.is_empty());
    // So small that it takes two passes, with steps of 4096 and 1/4.
    let ((mesh, origin), said) = triangle(PLACE, 1e-3);
    let [a, b, ..] = mesh.positions[..] else {
        panic!()
    };
    assert!((f64::from(b[0] - a[0]) - 1e-3).abs() < 2e-8, "{a:?} {b:?}");
    assert!((origin - DVec3::from_array(PLACE)).abs().max_element() < 0.2);
    assert_eq!(said.len(), 1);
}

#[test]
fn meshes_of_one_place_are_moved_alike() {
    let ((_, origin), _) = triangle(PLACE, 0.3);
    assert_eq!(origin.to_array(), ORIGIN);
    for (by, size) in [(0.1, 0.25), (-3.0, 5.0), (20.0, 100.0)] {
        let ((_, other), _) = triangle(PLACE.map(|c| c + by), size);
        assert_eq!(origin, other);
    }
}
