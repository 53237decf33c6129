//! Positions that are not finite, or too large for f32, are refused, and the error tells the place.

use super::tests::refused;
use super::*;

/// `bytes` with the first `from` replaced.
fn replaced(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let at = bytes.windows(from.len()).position(|w| w == from).unwrap();
    [&bytes[..at], to, &bytes[at + from.len()..]].concat()
}

/// Asserts that `parse` reads the text, and refuses it with another number in the place of `7`.
#[track_caller]
fn text<T: std::fmt::Debug>(parse: impl Fn(&[u8]) -> Result<T>, text: &str, place: &str) {
    parse(text.as_bytes()).unwrap();
    for (number, shown) in [("nan", "nan"), ("1e39", "1e39"), ("-inf", "-inf")] {
        let wrong = replaced(text.as_bytes(), b"7", number.as_bytes());
        let words = format!("x, {place}that is finite, found \"{shown}\"");
        refused(parse(&wrong), Status::Format, &words);
    }
}

#[test]
fn texts_of_words_name_the_line_and_the_word() {
    let points = "0 0 0\n1 0 0\n0 7 0\n0 0 1\n";
    text(
        |b| parse_off(b, "x"),
        &format!("OFF\n4 1 0\n{points}3 0 1 2\n"),
        "line 5: expected a y coordinate ",
    );
    let loops = "facet normal nan 0 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 0\n 7\nendloop\nendfacet\n";
    text(
        |b| parse_stl(b, "x"),
        &format!("solid\n{loops}endsolid\n"),
        "line 7: expected a z coordinate ",
    );
    text(
        |b| parse_mesh(b, "x"),
        &format!("4\n{points}1\n1 1 2 3 4\n1\n1 1 2 3\n"),
        "line 4: expected a y coordinate ",
    );
    let medit = "MeshVersionFormatted 2\nDimension 3\nVertices 4\n0 0 0 0\n1 0 0 0\n0 7 0 0\n0 0 1 0\nTetrahedra 1\n1 2 3 4 0\nEnd\n";
    text(
        |b| parse_mesh(b, "x"),
        medit,
        "line 6: expected a y coordinate ",
    );
    let nodes = "$NOD\n4\n1 0 0 0\n2 1 0 0\n3 0 7 0\n4 0 0 1\n$ENDNOD\n$ELM\n1\n1 4 1 1 4 1 2 3 4\n$ENDELM\n";
    text(
        |b| parse_msh(b, "x"),
        nodes,
        "line 5: expected a y coordinate ",
    );
    let elements = b"1 4 0\n0 0 1 2 3\n";
    let parse = |b: &[u8]| parse_tetgen(b, elements, "x");
    let nodes = "4 3 0 0\n0 0 0 0\n1 1 0 0\n2 0 7 0\n3 0 0 1\n";
    parse(nodes.as_bytes()).unwrap();
    let wrong = nodes.replace('7', "NaN");
    let words = "x.node, line 4: expected a y coordinate that is finite, found \"NaN\"";
    refused(parse(wrong.as_bytes()), Status::Format, words);
}

#[test]
fn formats_of_rows_and_arrays_name_the_line_or_the_item() {
    let ply = "ply\nformat ascii 1.0\nelement vertex 3\nproperty double x\nproperty float y\nproperty float z\nelement face 1\n\
        property list uchar int vertex_index\nend_header\n0 0 0\n1 0 0\n0 7 0\n3 0 1 2\n";
    parse_ply(ply.as_bytes(), "x").unwrap();
    refused(
        parse_ply(ply.replace('7', "nan").as_bytes(), "x"),
        Status::Format,
        "x, line 12: expected x, y and z that are finite, found 0 NaN 0",
    );
    let x = "xof 0303txt 0032\nMesh { 3; 0;0;0;,\n 1;0;0;,\n 0;7;0;;\n1; 3;0,1,2;; }\n";
    parse_x(x.as_bytes(), "x").unwrap();
    refused(
        parse_x(x.replace('7', "1e39").as_bytes(), "x"),
        Status::Format,
        "x, line 4: expected a coordinate of a vertex that is finite",
    );
    let vtk = "# vtk DataFile Version 2.0\nt\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 float\n0 0 0 1 0 0 0 7 0 0 0 1\n\
        CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n10\n";
    parse_vtk(vtk.as_bytes(), "x").unwrap();
    refused(
        parse_vtk(vtk.replace('7', "nan").as_bytes(), "x"),
        Status::Format,
        "x: point 2: expected coordinates that are finite, found [0.0, NaN, 0.0]",
    );
}

#[test]
fn binary_numbers_name_the_byte() {
    let mut stl = [0; 84].to_vec();
    stl[80] = 1;
    stl.extend([0; 12]);
    for c in [0.0f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 7.0, 0.0] {
        stl.extend(c.to_le_bytes());
    }
    stl.extend([0; 2]);
    parse_stl(&stl, "x").unwrap();
    let wrong = replaced(&stl, &7f32.to_le_bytes(), &f32::NAN.to_le_bytes());
    // A head of 84 bytes, a normal of 12, and seven numbers before it.
    refused(
        parse_stl(&wrong, "x"),
        Status::Format,
        "x, byte 124: expected a y coordinate that is finite, found \"NaN\"",
    );
}
