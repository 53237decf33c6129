//! Surfaces as other programs write them: concave polygons, byte order marks, capitals, missing normals.

use super::origin_tests::said;
use super::surface_tests::SQUARE;
use super::tests::refused;
use super::*;

/// A dart of area 1, in lines that begin with `before`. The triangles of its fan have an area of 3.
fn dart(before: &str) -> String {
    ["0 0 0", "4 0 0", "1 1 0", "2.25 0.25 0"]
        .map(|line| format!("{before}{line}\n"))
        .concat()
}

#[test]
fn a_dart_of_area_1_has_area_1_in_each_format() {
    let ply = format!(
        "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement face 1\n\
         property list uchar int vertex_indices\nend_header\n{}4 0 1 2 3\n",
        dart("")
    );
    let x = format!(
        "xof 0303txt 0032\nMesh {{ 4; {} 1; 4; 0,1,2,3; }}",
        dart("")
    );
    let mirrored = x.replace(
        "Mesh",
        "Frame { FrameTransformMatrix { 1,0,0,0, 0,-1,0,0, 0,0,1,0, 0,0,0,1; } Mesh",
    ) + "}";
    for (format, mesh) in [
        (
            "OBJ",
            parse_obj((dart("v ") + "f 1 2 3 4\n").as_bytes(), "x"),
        ),
        (
            "OFF",
            parse_off(
                format!("OFF\n4 1 0\n{}4 0 1 2 3\n", dart("")).as_bytes(),
                "x",
            ),
        ),
        ("PLY", parse_ply(ply.as_bytes(), "x")),
        (".x", parse_x(x.as_bytes(), "x")),
        ("mirrored .x", parse_x(mirrored.as_bytes(), "x")),
    ] {
        let mesh = mesh.unwrap();
        assert_eq!((mesh.triangles.len(), mesh.area()), (2, 1.0), "{format}");
    }
}

const FACET: &str =
    "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\nendloop\nendfacet\n";

#[test]
fn stl_text_may_be_in_capitals() {
    let text = format!("solid part one\n{FACET}endsolid part one\n");
    let mesh = parse_stl(text.as_bytes(), "x").unwrap();
    assert_eq!(mesh.positions, SQUARE[..3]);
    let mixed = text
        .replace("solid", "Solid")
        .replace("facet normal", "Facet Normal");
    for text in [text.to_uppercase(), mixed] {
        assert_eq!(parse_stl(text.as_bytes(), "x").unwrap(), mesh);
    }
}

#[test]
fn binary_stl_may_start_with_solid_and_end_with_more() {
    for header in [
        &b"solid"[..],
        b"SOLID with spaces up to the end of the header, as some programs write it",
    ] {
        for after in [0, 7] {
            let mut binary = header.to_vec();
            binary.resize(80, b' ');
            binary.extend(1u32.to_le_bytes());
            binary.extend([0; 12]);
            let numbers = SQUARE[..3].as_flattened().iter();
            numbers.for_each(|c| binary.extend(c.to_le_bytes()));
            binary.extend(vec![0; 2 + after]);
            assert_eq!(parse_stl(&binary, "x").unwrap().positions, SQUARE[..3]);
        }
    }
}

#[test]
fn a_byte_order_mark_changes_nothing() {
    let stl = format!("solid\n{FACET}endsolid\n");
    let ply = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\n\
        property list uchar int vertex_index\nend_header\n0 0 0\n1 0 0\n0 7 0\n3 0 1 2\n";
    let gltf = r#"{"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
        "accessors":[{"componentType":5126,"count":3,"type":"VEC3"}]}"#;
    for (extension, text) in [
        ("obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"),
        ("off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"),
        ("off", "3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"),
        ("ply", ply),
        ("stl", &stl),
        (
            "x",
            "xof 0303txt 0032\nMesh { 3; 0;0;0;, 1;0;0;, 0;7;0;; 1; 3;0,1,2;; }\n",
        ),
        ("gltf", gltf),
    ] {
        let parse = surface_parser(extension).unwrap();
        let mesh = parse(text.as_bytes(), "x", None).unwrap();
        let marked = format!("\u{feff}{text}");
        assert_eq!(parse(marked.as_bytes(), "x", None), Ok(mesh), "{extension}");
    }
}

const CORNERS: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nvt 0.5 0.5\nvn 0 0 1\n";

#[test]
fn obj_corners_that_name_missing_normals_or_coordinates_get_zeros() {
    let read =
        |faces: &str| said(|| parse_obj(format!("{CORNERS}{faces}\n").as_bytes(), "x").unwrap());
    let (mesh, log) = read("f 1/1/1 2/1/2 3/-5/1\nf 3/0/1 2/1/9 1/1/1");
    assert_eq!(mesh.positions, [SQUARE[0], SQUARE[1], SQUARE[2]]);
    assert_eq!(mesh.normals, [[0.0, 0.0, 1.0], [0.0; 3], [0.0, 0.0, 1.0]]);
    assert_eq!(mesh.uvs, [[0.5; 2], [0.5; 2], [0.0; 2]]);
    // Only the first of each kind is reported.
    assert_eq!(
        log,
        [
            "x, line 6: a corner names normal 2, which is not defined before it, so it gets zeros",
            "x, line 6: a corner names texture coordinate -5, which is not defined before it, so it gets zeros"
        ]
    );
    // If none is defined, the mesh has none.
    let (mesh, log) = read("f 1/7/8 2/7/8 3/7/8\nl 1/9 2/9");
    assert!(mesh.normals.is_empty() && mesh.uvs.is_empty());
    assert_eq!(log.len(), 2);
    assert_eq!(read("f 1/1/1 2/1/1 3/1/1\nl 1/9 2/9").1, [""; 0]);
    refused(
        parse_obj(format!("{CORNERS}f 1/1/1 2/1/1 4/1/1\n").as_bytes(), "x"),
        Status::Format,
        "x, line 6: expected the number of one of 3 positions, found 4",
    );
}

#[test]
fn directx_faces_that_name_missing_normals_keep_their_positions() {
    let read = |more: &str| {
        let text = format!(
            "xof 0303txt 0032\nMesh {{ 3; 0;0;0;, 1;0;0;, 1;1;0;; 1; 3;0,1,2;;\n {more} }}\n"
        );
        said(|| parse_x(text.as_bytes(), "x").unwrap())
    };
    let (mesh, log) = read("MeshNormals { 1; 0;0;2;; 1; 3;0,7,0;; }");
    assert_eq!(mesh.positions, SQUARE[..3]);
    assert_eq!(mesh.normals, [[0.0, 0.0, 1.0], [0.0; 3], [0.0, 0.0, 1.0]]);
    assert_eq!(
        log,
        ["x, line 3: corners name normals that are not there, and get zeros"]
    );
    let (mesh, log) =
        read("MeshNormals { 1; 0;0;2;; 1; 4;0,0,0,0;; } MeshTextureCoords { 1; 0;0;; }");
    assert_eq!(mesh.positions, SQUARE[..3]);
    assert!(mesh.normals.is_empty() && mesh.uvs.is_empty());
    assert_eq!(
        log,
        [
            "x, line 3: the faces have other numbers of normals than of corners, so the normals are left out",
            "x, line 3: 3 vertices have 1 texture coordinates, so these are left out"
        ]
    );
}
