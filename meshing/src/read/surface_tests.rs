//! Surface formats, each in small files.

use super::tests::refused;
use super::*;

pub const SQUARE: [[f32; 3]; 4] = [
    [0.0, 0.0, 0.0],
    [1.0, 0.0, 0.0],
    [1.0, 1.0, 0.0],
    [0.0, 1.0, 0.0],
];
const TWO: [[u32; 3]; 2] = [[0, 1, 2], [0, 2, 3]];

#[test]
fn obj_colours_weights_joined_lines_and_foreign_comments_do_no_harm() {
    let text = b"# caf\xe9\nv 0 0 0 1 nan nan\nv 1 0 0 0.5\nv 1 1 \\\n0 1 1 1\nv 0 1 0\r\nf 1 2 \\\n 3 4\n";
    let mesh = parse_obj(text, "x").unwrap();
    assert_eq!(
        (&mesh.positions[..], &mesh.triangles[..]),
        (&SQUARE[..], &TWO[..])
    );
    refused(
        parse_obj(b"v 0 0 0\nv 1 0\n", "x"),
        Status::Format,
        "x, line 2: expected a z coordinate",
    );
    refused(
        parse_obj(b"vt\n", "x"),
        Status::Format,
        "x, line 1: expected a texture coordinate u",
    );
    refused(
        parse_obj(b"v 1 2 3\np 1\n", "x"),
        Status::MeshEmpty,
        "x, line 3: no faces until the end, only 1 position",
    );
    refused(
        parse_obj(b"v 0 0 0\nv 0 NaN 0\nv 1e39 0 0\n", "x"),
        Status::Format,
        "x, line 2: expected a y coordinate that is finite, found NaN",
    );
    refused(
        parse_obj(b"\x89PNG\r\n\0\0\0\rIHDR", "x"),
        Status::Format,
        "x: expected Wavefront OBJ text, found zero bytes",
    );
}

#[test]
fn obj_positions_that_no_face_names_keep_their_place() {
    let [first, second, third, fourth] = SQUARE;
    let positions = "v 0 0 0\nv 7 7 7\nv 1 0 0\nv 1 1 0\nv 8 8 8\nv 0 1 0\nv 9 9 9\n";
    let mesh = parse_obj(format!("{positions}f 1 3 4 6\n").as_bytes(), "x").unwrap();
    let expected = [first, [7.0; 3], second, third, [8.0; 3], fourth, [9.0; 3]];
    assert_eq!(mesh.positions, expected);
    assert_eq!(mesh.triangles, [[0, 2, 3], [0, 3, 5]]);
    assert!(mesh.normals.is_empty() && mesh.uvs.is_empty());
    // All corners share a normal; two texture coordinates split the first position.
    let text =
        format!("{positions}vn 0 0 1\nvt 0 0\nvt 1 0\nf 1/1/1 3/1/1 4/1/1\nf 1/2/1 4/1/1 6/1/1\n");
    let mesh = parse_obj(text.as_bytes(), "x").unwrap();
    assert_eq!(mesh.positions[..3], [first, first, [7.0; 3]]);
    assert_eq!(mesh.triangles, [[0, 3, 4], [1, 4, 6]]);
    assert_eq!(mesh.normals[1..3], [[0.0, 0.0, 1.0], [0.0; 3]]);
    assert_eq!(mesh.uvs[..3], [[0.0; 2], [1.0, 0.0], [0.0; 2]]);
}

#[test]
fn obj_vertices_keep_the_order_of_the_file() {
    let text = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvn 0 0 1\nvn 0 0 1\nf 3//1 4//2 1//1\nf 3//2 1//2 2//1\n";
    let mesh = parse_obj(text.as_bytes(), "x").unwrap();
    // Equal normals with different numbers split nothing.
    assert_eq!(mesh.positions, SQUARE);
    assert_eq!(mesh.triangles, [[2, 3, 0], [2, 0, 1]]);
}

#[test]
fn off_polygons_comments_colours_and_normals() {
    let text = "COFF # a square\n# and nothing more\n\n4 2 0\n0 0 0 255 0 0\n1 0 0 0.1 nan\n1 1 0\n0 1 0 # last\n\
        4 0 1 2 3 255 0 0\n2 0 1\n";
    let mesh = parse_off(text.as_bytes(), "x").unwrap();
    assert_eq!(
        (&mesh.positions[..], &mesh.triangles[..]),
        (&SQUARE[..], &TWO[..])
    );
    let normals = "NOFF 3 1\n0 0 0 0 0 2\n1 0 0 0 0 1\n1 1 0 0 0 1 7 7 7\n3 0 1 2\n";
    assert_eq!(
        parse_off(normals.as_bytes(), "x").unwrap().normals,
        [[0.0, 0.0, 1.0]; 3]
    );
    // The keyword may be missing.
    let bare = "4 1 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n";
    assert_eq!(parse_off(bare.as_bytes(), "x").unwrap().triangles, TWO);
    let wrong = |from: &str, to: &str| parse_off(text.replace(from, to).as_bytes(), "x");
    refused(
        wrong("4 0 1 2 3", "4 0 1 2 4"),
        Status::MeshIndex,
        "x, line 9: expected a vertex from 0 to 3, found 4",
    );
    refused(
        wrong("4 0 1 2 3", "3 0 1 x"),
        Status::Format,
        "x, line 9: expected the index of a vertex, found \"x\"",
    );
    refused(
        wrong("COFF", "4OFF"),
        Status::MeshUnsupported,
        "three coordinates",
    );
    refused(
        wrong("COFF", "OFF BINARY"),
        Status::MeshUnsupported,
        "OFF BINARY",
    );
    refused(
        wrong("4 2 0", "99999999999 2 0"),
        Status::Format,
        "coordinate",
    );
    refused(wrong("4 2 0", "4 0 0"), Status::MeshEmpty, "no faces");
}

#[test]
fn stl_solids_in_text_and_a_binary_file_that_starts_with_solid() {
    let facet = "facet normal 0 -nan 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\nendloop\nendfacet\n";
    let text = format!("solid one two\n{facet}endsolid one two\nsolid\n{facet}endsolid\n");
    let mesh = parse_stl(text.as_bytes(), "x").unwrap();
    assert_eq!(mesh.triangles, [[0, 1, 2], [3, 4, 5]]);
    assert_eq!(mesh.positions[3..], SQUARE[..3]);
    let broken = text.replacen("endloop", "vertex 1 2 3", 1);
    refused(
        parse_stl(broken.as_bytes(), "x"),
        Status::Format,
        "x, line 7: expected endloop, found \"vertex\"",
    );
    let mut binary = b"solid, but binary".to_vec();
    binary.resize(80, b' ');
    binary.extend(1u32.to_le_bytes());
    binary.extend([0; 12]);
    SQUARE[..3]
        .as_flattened()
        .iter()
        .for_each(|c| binary.extend(c.to_le_bytes()));
    binary.extend([0; 2]);
    assert_eq!(parse_stl(&binary, "x").unwrap().positions, SQUARE[..3]);
    binary[80..84].fill(255);
    binary[0] = b'S';
    refused(
        parse_stl(&binary, "x"),
        Status::Format,
        "x, byte 134: expected a normal of 12 bytes, found 0",
    );
}

const PLY: &str = "ply\nformat ascii 1.0\ncomment by hand\nelement vertex 4\nproperty double x\nproperty float y\n\
    property float z\nproperty uchar red\nelement camera 1\nproperty list uchar int bits\nproperty float f\n\
    element nothing 99999999999999\nelement face 1\nproperty uchar flags\nproperty list uchar int vertex_index\n\
    end_header\n0 0 0 255\n1 0 0 255\n1 1 0 255\n0 1 0 255\n2 7 7 0.5\n1 4 0 1 2 3\n";

#[test]
fn ply_skips_what_it_does_not_know() {
    let mesh = parse_ply(PLY.as_bytes(), "x").unwrap();
    assert_eq!(
        (&mesh.positions[..], &mesh.triangles[..]),
        (&SQUARE[..], &TWO[..])
    );
    let wrong = |from: &str, to: &str| parse_ply(PLY.replace(from, to).as_bytes(), "x");
    refused(
        wrong("4 0 1 2 3", "4 0 1 2 -1"),
        Status::MeshIndex,
        "expected a vertex from 0 to 3, found -1",
    );
    refused(
        wrong("vertex 4", "vertex 99999999999"),
        Status::Format,
        "x, line 23: expected z, found the end of the file",
    );
    refused(
        wrong("double x", "quad x"),
        Status::Format,
        "x, line 5: expected a type such as float or uchar, found quad",
    );
    refused(
        wrong("float z", "float w"),
        Status::Format,
        "the properties x, y and z",
    );
    refused(
        wrong("vertex_index", "corners"),
        Status::Format,
        "a list vertex_indices in element face",
    );
    refused(
        wrong("element face 1", "element face 0"),
        Status::MeshEmpty,
        "no faces",
    );
}

#[test]
fn ply_in_both_byte_orders_and_strips() {
    for big in [false, true] {
        let order = if big { "big" } else { "little" };
        let mut file = format!(
            "ply\nformat binary_{order}_endian 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n\
             element tristrips 1\nproperty list int int vertex_indices\nend_header\n"
        )
        .into_bytes();
        let mut push = |bytes: [u8; 4]| file.extend(bytes);
        SQUARE.as_flattened().iter().for_each(|c| {
            push(if big {
                c.to_be_bytes()
            } else {
                c.to_le_bytes()
            })
        });
        for i in [8i32, 1, 2, 0, 3, -1, 0, 1, 2] {
            push(if big {
                i.to_be_bytes()
            } else {
                i.to_le_bytes()
            });
        }
        let mesh = parse_ply(&file, "x").unwrap();
        assert_eq!(mesh.positions, SQUARE);
        assert_eq!(mesh.triangles, [[1, 2, 0], [2, 3, 0], [0, 1, 2]]);
    }
}

const X: &str = "xof 0303txt 0032\n# made by hand\ntemplate Header { <3D82AB43-62DA-11cf> DWORD major; [...] }\n\
    Frame Root {\n FrameTransformMatrix { 1,0,0,0, 0,1,0,0, 0,0,1,0, 5,0,0,1;; }\n Frame {\n  FrameTransformMatrix {\n\
    2,0,0,0, 0,1,0,0, 0,0,-1,0, 0,0,0,1;; }\n  Mesh cube { 4; 0;0;0;, 1;0;0;, 1;1;0;, 0;1;0;; // four\n\
    1; 4;0,1,2,3;; { Material0 }\n MeshMaterialList { 1; 1; 0;; Material { 1;1;1;1;; 0; TextureFilename { \"a}b.png\"; } } }\n\
    MeshNormals { 1; 0;0;2;; 1; 4;0,0,0,0;; }\n MeshTextureCoords { 4; 0;0;, 1;0;, 1;1;, 0;1;; } } } }\n\
    AnimationSet { Animation { { Root } } }\n";

#[test]
fn directx_frames_place_their_meshes() {
    let mesh = parse_x(X.as_bytes(), "x").unwrap();
    assert_eq!(mesh.positions.len(), 4);
    // x goes to 2x + 5, z is mirrored: the quad is turned.
    for corner in mesh.triangles.as_flattened() {
        let (position, uv) = (mesh.positions[*corner as usize], mesh.uvs[*corner as usize]);
        assert_eq!(position, [2.0 * uv[0] + 5.0, uv[1], 0.0]);
    }
    let [a, b, c] = mesh.triangles[0].map(|i| glam::Vec3::from(mesh.positions[i as usize]));
    assert!((b - a).cross(c - a).z < 0.0);
    assert_eq!(mesh.normals, [[0.0, 0.0, -1.0]; 4]);
    let wrong = |from: &str, to: &str| {
        assert!(X.contains(from), "{from}");
        parse_x(X.replacen(from, to, 1).as_bytes(), "x")
    };
    refused(
        wrong("0,1,2,3", "0,1,2,4"),
        Status::MeshIndex,
        "x, line 10: expected a vertex from 0 to 3, found 4",
    );
    refused(
        wrong("Mesh cube { 4", "Mesh cube { 99999999999"),
        Status::Format,
        "expected a coordinate of a vertex",
    );
    refused(
        wrong("1;0;0;,", "1;0;zero;,"),
        Status::Format,
        "x, line 9: expected a coordinate of a vertex, found \"zero\"",
    );
    refused(
        wrong("txt ", "bin "),
        Status::MeshUnsupported,
        "found a binary or packed one",
    );
    refused(wrong("xof", "fox"), Status::Format, "xof 0303txt 0032");
    refused(
        wrong("Mesh cube", "Mush cube"),
        Status::MeshEmpty,
        "no faces",
    );
    refused(
        parse_x(
            format!("{}{}", &X[..16], "Frame {".repeat(100_000)).as_bytes(),
            "x",
        ),
        Status::Format,
        "at most 256 frames",
    );
}
