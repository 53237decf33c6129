//! Tet formats, each in small files.

use super::tests::refused;
use super::*;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;

const POINTS: [[f32; 3]; 4] = [
    [0.0, 0.0, 0.0],
    [1.0, 0.0, 0.0],
    [0.0, 1.0, 0.0],
    [0.0, 0.0, 1.0],
];

#[track_caller]
fn one_tet(result: Result<TetMesh>) {
    let mesh = result.unwrap();
    assert_eq!(
        (&mesh.positions[..], &mesh.tets[..]),
        (&POINTS[..], &[[0, 1, 2, 3]][..])
    );
}

const MEDIT: &str = "MeshVersionFormatted 2\n# by hand\nDimension\n3\nVertices\n4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 7\n\
    Triangles\n1\n1 2 3 5\nRequiredVertices 1\n1\nHexahedra\n0\nTetrahedra\n1\n1 2 3 4 0\nEnd\n";

#[test]
fn medit_and_neutral_meshes() {
    one_tet(parse_mesh(MEDIT.as_bytes(), "x"));
    one_tet(parse_mesh(
        b"4\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n1\n1 1 2 3 4\n1\n1 1 2 3\n",
        "x",
    ));
    let wrong = |from: &str, to: &str| parse_mesh(MEDIT.replace(from, to).as_bytes(), "x");
    refused(
        wrong("1 2 3 4 0", "1 2 3 0 0"),
        Status::MeshIndex,
        "x, line 20: expected a vertex from 1 to 4, found 0",
    );
    refused(
        wrong("Vertices\n4", "Vertices\n99999999999"),
        Status::Format,
        "x, line 11: expected an x coordinate, found \"Triangles\"",
    );
    refused(
        wrong("Hexahedra\n0", "Hexahedra\n1\n1 2 3 4 5 6 7 8 0"),
        Status::MeshUnsupported,
        "Hexahedra",
    );
    refused(
        wrong("Dimension\n3", "Dimension 2"),
        Status::MeshUnsupported,
        "expected dimension 3, found 2",
    );
    refused(
        wrong("Tetrahedra\n1\n1 2 3 4 0", ""),
        Status::MeshEmpty,
        "no tetrahedra",
    );
    refused(
        wrong("1 2 3 5", "1 2 -x 5"),
        Status::Format,
        "a number or a keyword",
    );
    refused(parse_mesh(b"", "x"), Status::Format, "MeshVersionFormatted");
}

#[test]
fn t_lines() {
    let text = "Vertex 0 0 0 0\nVertex 1 1 0 0\nVertex 2 0 1 0\nVertex 3 0 0 1\nTet 0 0 1 2 3\n";
    one_tet(parse_t(text.as_bytes(), "x"));
    let wrong = |from: &str, to: &str| parse_t(text.replace(from, to).as_bytes(), "x");
    refused(
        wrong("Vertex 2", "Vertex 3"),
        Status::Format,
        "x, line 3: expected vertex 2, found 3",
    );
    refused(
        wrong("1 2 3\n", "1 2 4\n"),
        Status::MeshIndex,
        "expected a vertex from 0 to 3, found 4",
    );
    refused(
        wrong("Tet", "Tri"),
        Status::Format,
        "x, line 5: expected Vertex, found \"Tri\"",
    );
    refused(
        parse_t(b"Vertex 0 0 0 0\n", "x"),
        Status::MeshEmpty,
        "no tetrahedra",
    );
}

const VTK: &str = "# vtk DataFile Version 2.0\nany title, even BINARY\nASCII\nDATASET UNSTRUCTURED_GRID\n\
    FIELD FieldData 1\nTIME 1 2 double\n0.5 1\nPOINTS 4 float\n0 0 0 1 0 0 0 1 0 0 0 1\n\
    CELLS 2 9\n3 0 1 2\n4 0 1 2 3\nCELL_TYPES 2\n5\n10\nCELL_DATA 2\nSCALARS a int 1\nLOOKUP_TABLE default\n1 2\n";

#[test]
fn legacy_vtk_in_text() {
    one_tet(parse_vtk(VTK.as_bytes(), "x"));
    let wrong = |from: &str, to: &str| {
        assert!(VTK.contains(from), "{from}");
        parse_vtk(VTK.replace(from, to).as_bytes(), "x")
    };
    refused(
        wrong("4 0 1 2 3", "4 0 1 2 4"),
        Status::MeshIndex,
        "cell 1: expected vertices below 4, found 4",
    );
    refused(
        wrong("4 0 1 2 3", "5 0 1 2 3"),
        Status::Format,
        "expected cell 1 of at most 4 vertices, found 5",
    );
    refused(
        wrong("\n5\n10", "\n5\n12"),
        Status::MeshUnsupported,
        "cell 1 is of type 12 (hexahedron)",
    );
    refused(
        wrong("\n5\n10", "\n10\n10"),
        Status::Format,
        "cell 0: expected 4 vertices of a tetrahedron, found 3",
    );
    refused(
        wrong("\n5\n10", "\n5\n5"),
        Status::MeshEmpty,
        "no tetrahedra",
    );
    refused(
        wrong("CELL_TYPES 2", "CELL_TYPES 1"),
        Status::Format,
        "2 cells and 1 types",
    );
    refused(
        wrong("CELLS 2 9", "CELLS 3 9"),
        Status::Format,
        "expected 3 cells, found 2",
    );
    refused(
        wrong("POINTS 4", "POINTS 18446744073709551615"),
        Status::Format,
        "expected a coordinate, found \"CELLS\"",
    );
    refused(
        wrong("UNSTRUCTURED_GRID", "POLYDATA"),
        Status::MeshUnsupported,
        "x, line 4",
    );
    refused(
        wrong("float", "bit"),
        Status::Format,
        "expected a type such as float or int, found bit",
    );
}

#[test]
fn legacy_vtk_in_binary_before_and_after_version_five() {
    let points = |file: &mut Vec<u8>| {
        file.extend(b"BINARY\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 double\n");
        POINTS
            .as_flattened()
            .iter()
            .for_each(|c| file.extend(f64::from(*c).to_be_bytes()));
        file.extend(b"\nMETADATA\nINFORMATION 0\n\nCELLS 2 ");
    };
    let ints = |values: &[i32]| {
        values
            .iter()
            .flat_map(|v| v.to_be_bytes())
            .collect::<Vec<_>>()
    };
    let longs = |values: &[i64]| {
        values
            .iter()
            .flat_map(|v| v.to_be_bytes())
            .collect::<Vec<_>>()
    };
    let mut old = b"# vtk DataFile Version 3.0\nx\n".to_vec();
    points(&mut old);
    old.extend(
        [
            b"7\n",
            &ints(&[1, 3, 4, 0, 1, 2, 3])[..],
            b"\nCELL_TYPES 2\n",
            &ints(&[1, 10]),
        ]
        .concat(),
    );
    one_tet(parse_vtk(&old, "x"));
    let mut new = b"# vtk DataFile Version 5.1\nx\n".to_vec();
    points(&mut new);
    new.truncate(new.len() - 2);
    new.extend([b"3 5\nOFFSETS vtktypeint64\n", &longs(&[0, 1, 5])[..]].concat());
    new.extend(
        [
            b"\nCONNECTIVITY vtktypeint64\n",
            &longs(&[3, 0, 1, 2, 3])[..],
        ]
        .concat(),
    );
    new.extend([b"\nCELL_TYPES 2\n", &ints(&[1, 10])[..]].concat());
    one_tet(parse_vtk(&new, "x"));
    new.truncate(new.len() - 1);
    // The place of the number whose last byte is missing.
    let place = format!("byte {}: expected the type of a cell", new.len() - 3);
    refused(parse_vtk(&new, "x"), Status::Format, &place);
}

/// How arrays may be stored.
#[derive(Clone, Copy, PartialEq)]
enum Stored {
    Text,
    Inline,
    AppendedText,
    AppendedRaw,
}

/// Header and body of an array, plain or in two blocks; the last one may be smaller.
fn pack(bytes: &[u8], packed: bool) -> (Vec<u8>, Vec<u8>) {
    let big = |n: usize| (n as u32).to_be_bytes();
    if !packed {
        return (Vec::new(), [&big(bytes.len())[..], bytes].concat());
    }
    let block = bytes.len().div_ceil(2);
    let blocks: Vec<Vec<u8>> = bytes
        .chunks(block)
        .map(|b| miniz_oxide::deflate::compress_to_vec_zlib(b, 6))
        .collect();
    let mut head = [big(blocks.len()), big(block), big(bytes.len() % block)].concat();
    blocks.iter().for_each(|b| head.extend(big(b.len())));
    (head, blocks.concat())
}

/// Two pieces with a tet each. Numbers are big-endian and headers have 32 bits, unlike in files that we write.
fn vtu(stored: Stored, packed: bool) -> Vec<u8> {
    let compressor = ["", "compressor=\"vtkZLibDataCompressor\""][packed as usize];
    let mut file = format!(
        "<?xml version=\"1.0\"?><!-- made <by> hand --><VTKFile type=\"UnstructuredGrid\" byte_order=\"BigEndian\" {compressor}><UnstructuredGrid>"
    );
    let mut appended = Vec::new();
    let mut array = |name: &str, kind: &str, text: &str, bytes: Vec<u8>| {
        let (head, body) = pack(&bytes, packed);
        let coded = BASE64_STANDARD.encode(&head) + &BASE64_STANDARD.encode(&body);
        let tag = format!("<DataArray type=\"{kind}\" Name=\"{name}\"");
        let tag = match stored {
            Stored::Text => format!(
                "{tag} format=\"ascii\"> <InformationKey>8 8</InformationKey> {text} </DataArray>"
            ),
            Stored::Inline => format!("{tag} format=\"binary\">\n  {coded}\n</DataArray>"),
            _ => format!("{tag} format=\"appended\" offset=\"{}\"/>", appended.len()),
        };
        match stored {
            Stored::AppendedText => appended.extend(coded.bytes()),
            Stored::AppendedRaw => appended.extend([head, body].concat()),
            _ => {}
        }
        tag
    };
    for _ in 0..2 {
        file += "<Piece NumberOfPoints=\"4\" NumberOfCells=\"2\"><PointData><DataArray/></PointData><Points>";
        let bytes = POINTS
            .as_flattened()
            .iter()
            .flat_map(|c| f64::from(*c).to_be_bytes())
            .collect();
        file += &array("Points", "Float64", "0 0 0 1 0 0 0 1 0 0 0 1", bytes);
        file += "</Points><Cells>";
        let shorts = |v: &[u16]| v.iter().flat_map(|v| v.to_be_bytes()).collect();
        file += &array(
            "connectivity",
            "UInt16",
            "2 0 1 2 3",
            shorts(&[2, 0, 1, 2, 3]),
        );
        file += &array("offsets", "UInt16", "1 5", shorts(&[1, 5]));
        file += &array("types", "UInt8", "1 10", vec![1, 10]);
        file += "</Cells></Piece>";
    }
    file += "</UnstructuredGrid>";
    match stored {
        Stored::AppendedText => file += "<AppendedData encoding=\"base64\">\n _",
        Stored::AppendedRaw => file += "<AppendedData encoding=\"raw\">\n _",
        _ => {}
    }
    let mut file = file.into_bytes();
    if stored == Stored::AppendedText || stored == Stored::AppendedRaw {
        file.extend(appended);
        file.extend(b"\n</AppendedData>");
    }
    file.extend(b"</VTKFile>\n");
    file
}

#[test]
fn vtu_in_every_way_of_storing_arrays() {
    for packed in [false, true] {
        for stored in [
            Stored::Text,
            Stored::Inline,
            Stored::AppendedText,
            Stored::AppendedRaw,
        ] {
            let mesh = parse_vtu(&vtu(stored, packed), "x").unwrap();
            assert_eq!(mesh.positions, [POINTS, POINTS].concat());
            assert_eq!(mesh.tets, [[0, 1, 2, 3], [4, 5, 6, 7]]);
        }
    }
}

#[test]
fn vtu_that_lies_is_refused_with_the_reason() {
    let text = String::from_utf8(vtu(Stored::Text, false)).unwrap();
    let wrong = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        parse_vtu(text.replacen(from, to, 1).as_bytes(), "x")
    };
    refused(
        wrong("Points=\"4\"", "Points=\"4000000000\""),
        Status::Format,
        "expected 12000000000 numbers in Points, found 12",
    );
    refused(
        wrong("2 0 1 2 3", "2 0 1 2 4"),
        Status::MeshIndex,
        "cell 1: expected vertices below 4, found 4",
    );
    refused(
        wrong("1 5 <", "1 6 <"),
        Status::Format,
        "expected the end of cell 1 from 1 to 5, found 6",
    );
    refused(
        wrong("1 10", "1 24"),
        Status::MeshUnsupported,
        "tetrahedron of higher order",
    );
    refused(
        wrong("0 0 0 1", "0 0 zero 1"),
        Status::Format,
        "x, line 1: expected a number, found \"zero\"",
    );
    refused(
        wrong("Name=\"types\"", "Name=\"kinds\""),
        Status::Format,
        "expected one array types in Cells",
    );
    refused(
        wrong("UInt8", "String"),
        Status::Format,
        "expected a type such as Float32, found String",
    );
    refused(
        wrong("UnstructuredGrid\" byte", "PolyData\" byte"),
        Status::MeshUnsupported,
        "found PolyData",
    );
    refused(
        wrong("</VTKFile>", ""),
        Status::Format,
        "expected the end of VTKFile",
    );
    refused(wrong("</Cells>", "</Cell>"), Status::Format, "expected XML");
    refused(
        parse_vtu(b"", "x"),
        Status::Format,
        "expected a VTKFile with a Piece",
    );
}

#[test]
fn vtu_of_other_compressors_and_of_shared_bytes_is_refused() {
    let packed = String::from_utf8(vtu(Stored::Inline, true)).unwrap();
    let lz4 = packed.replace("ZLib", "LZ4");
    refused(
        parse_vtu(lz4.as_bytes(), "x"),
        Status::MeshUnsupported,
        "vtkZLibDataCompressor",
    );
    // Two pieces with the same bytes: a small file could have a million.
    let raw = vtu(Stored::AppendedRaw, false);
    let pieces = "<Piece NumberOfPoints=\"9\" NumberOfCells=\"0\"><Points><DataArray type=\"Float32\" format=\"appended\" offset=\"0\"/></Points></Piece>";
    let at = raw.windows(9).position(|w| w == b"</Unstruc").unwrap();
    let shared = [&raw[..at], pieces.as_bytes(), &raw[at..]].concat();
    refused(parse_vtu(&shared, "x"), Status::Format, "expected");
}

#[test]
fn a_byte_order_mark_changes_nothing() {
    let marked = |bytes: &[u8]| [b"\xef\xbb\xbf", bytes].concat();
    let msh1 = "$NOD\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n$ENDNOD\n$ELM\n1\n1 4 1 1 4 1 2 3 4\n$ENDELM\n";
    let msh2 = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n$EndNodes\n\
        $Elements\n1\n1 4 0 1 2 3 4\n$EndElements\n";
    let t = "Vertex 0 0 0 0\nVertex 1 1 0 0\nVertex 2 0 1 0\nVertex 3 0 0 1\nTet 0 0 1 2 3\n";
    for text in [msh1, msh2] {
        one_tet(parse_msh(&marked(text.as_bytes()), "x"));
    }
    one_tet(parse_mesh(&marked(MEDIT.as_bytes()), "x"));
    let neutral = b"4\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n1\n1 1 2 3 4\n0\n";
    one_tet(parse_mesh(&marked(neutral), "x"));
    one_tet(parse_t(&marked(t.as_bytes()), "x"));
    one_tet(parse_vtk(&marked(VTK.as_bytes()), "x"));
    let node = marked(b"4 3 0 0\n0 0 0 0\n1 1 0 0\n2 0 1 0\n3 0 0 1\n");
    one_tet(parse_tetgen(&node, &marked(b"1 4 0\n0 0 1 2 3\n"), "x"));
    for stored in [
        Stored::Text,
        Stored::Inline,
        Stored::AppendedText,
        Stored::AppendedRaw,
    ] {
        let mesh = parse_vtu(&marked(&vtu(stored, false)), "x").unwrap();
        assert_eq!(mesh.tets, [[0, 1, 2, 3], [4, 5, 6, 7]]);
    }
}
