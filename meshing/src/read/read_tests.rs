use super::*;
use crate::test_meshes::{bytes, data, tets};

const TETGEN_NODE: &str =
    "# points\n5 3 1 1\n1 0 0 0 0.5 0\n2 1 0 0 0.5 0\n3 0 1 0 0.5 1\n4 0 0 1 0.5 1\n5 1 1 1 0 1\n";
const TETGEN_ELE: &str = "2 4 0\n1 1 2 3 4\n2 2 3 4 5 # the last\n";

/// Asserts that the result is an error with this status and these words.
#[track_caller]
pub fn refused<T: std::fmt::Debug>(result: Result<T>, status: Status, words: &str) {
    let error = result.unwrap_err();
    assert_eq!(error.status, status, "{error}");
    assert!(
        error.message.contains(words),
        "{words:?} is not in {:?}",
        error.message
    );
}

fn status(result: Result<TetMesh>) -> Status {
    result.unwrap_err().status
}

#[test]
fn tetgen_files_start_at_one_or_zero() {
    let one = parse_tetgen(TETGEN_NODE.as_bytes(), TETGEN_ELE.as_bytes(), "x").unwrap();
    assert_eq!(one.tets, [[0, 1, 2, 3], [1, 2, 3, 4]]);
    assert_eq!(one.positions[4], [1.0; 3]);
    let node = "4 3 0 0\n0 0 0 0\n1 1 0 0\n2 0 1 0\n3 0 0 1\n";
    let zero = parse_tetgen(node.as_bytes(), b"1 4 1\n0 0 1 2 3 7\n", "x").unwrap();
    assert_eq!(zero.tets, [[0, 1, 2, 3]]);
}

#[test]
fn tetgen_errors_name_the_file_the_line_and_what_was_expected() {
    let parse = |ele: &str| parse_tetgen(TETGEN_NODE.as_bytes(), ele.as_bytes(), "dir/body");
    let error = parse("2 4 0\n1 1 2 3 4\n2 2 3 4 6\n").unwrap_err();
    assert_eq!(error.status, Status::MeshIndex);
    assert_eq!(
        error.message,
        "dir/body.ele, line 3: expected a point from 1 to 5, found 6"
    );
    let error = parse("2 4 0\n1 1 2 3 4\n2 2 3 x 5\n").unwrap_err();
    assert_eq!(
        error.message,
        "dir/body.ele, line 3: expected the index of a point, found \"x\""
    );
    assert_eq!(status(parse("1 10 0\n")), Status::MeshUnsupported);
    assert_eq!(status(parse("0 4 0\n")), Status::MeshEmpty);
    assert_eq!(status(parse("9999999999999 4 0\n")), Status::Format);
    assert_eq!(
        status(parse("1 4 0\n1 1 2 3 4\n2 2 3 4 5\n")),
        Status::Format
    );
    let gap = "2 3 0 0\n0 0 0 0\n2 1 0 0\n";
    let error = parse_tetgen(gap.as_bytes(), b"", "x").unwrap_err();
    assert_eq!(error.message, "x.node, line 3: expected point 1, found 2");
}

#[test]
fn gmsh_two_with_gaps_in_the_node_numbers() {
    let text = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Comments\nfree $Nodes text\n$EndComments\n$Nodes\n4\n\
        10 0 0 0\n7 1 0 0\n30 0 1 0\n4 0 0 1\n$EndNodes\n$Elements\n2\n1 15 2 0 0 7\n2 4 3 9 9 9 10 7 30 4\n$EndElements\n";
    assert_eq!(
        parse_msh(text.as_bytes(), "x").unwrap().tets,
        [[0, 1, 2, 3]]
    );
    let unknown = text.replace("10 7 30 4\n", "10 7 30 5\n");
    let error = parse_msh(unknown.as_bytes(), "x").unwrap_err();
    assert_eq!(error.status, Status::MeshIndex);
    assert_eq!(
        error.message,
        "x: tetrahedron 0 names node 5, which is not in the file"
    );
    // Comments and unknown sections may come before the version.
    for section in [
        "$Comments\n$Nodes of a person\n$EndComments\n",
        "$Mine\n1\n$EndMine\n$Comments\n$EndComments\n",
    ] {
        let first = format!("{section}{text}");
        assert_eq!(
            parse_msh(first.as_bytes(), "x").unwrap().tets,
            [[0, 1, 2, 3]]
        );
    }
    let twice = text.replace("30 0 1 0", "7 0 1 0");
    assert_eq!(status(parse_msh(twice.as_bytes(), "x")), Status::Format);
    let error = parse_msh(text.replace("1 0 0\n", "1 zero 0\n").as_bytes(), "x").unwrap_err();
    assert_eq!(
        error.message,
        "x, line 10: expected a y coordinate, found \"zero\""
    );
    assert_eq!(
        status(parse_msh(text.replace("2.2", "3").as_bytes(), "x")),
        Status::MeshUnsupported
    );
    assert_eq!(
        status(parse_msh(text.replace("4 3 9", "5 3 9").as_bytes(), "x")),
        Status::MeshUnsupported
    );
    assert_eq!(status(parse_msh(b"", "x")), Status::Format);
}

/// A binary 4.1 file of one tet, in either byte order.
fn binary_41(big: bool) -> Vec<u8> {
    let mut file = b"$MeshFormat\n4.1 1 8\n".to_vec();
    let int = |file: &mut Vec<u8>, v: i32| {
        file.extend(if big {
            v.to_be_bytes()
        } else {
            v.to_le_bytes()
        })
    };
    let size = |file: &mut Vec<u8>, v: u64| {
        file.extend(if big {
            v.to_be_bytes()
        } else {
            v.to_le_bytes()
        })
    };
    int(&mut file, 1);
    file.extend(b"\n$EndMeshFormat\n$Nodes\n");
    let _ = [1, 4, 1, 4].map(|v| size(&mut file, v));
    let _ = [3, 1, 1].map(|v| int(&mut file, v));
    let _ = [4, 1, 2, 3, 4].map(|v| size(&mut file, v));
    for p in [
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.0, 0.0, 1.0],
    ] {
        // Three coordinates and, in a parametric block, three parameters.
        for c in p.into_iter().chain([0.5; 3]) {
            size(&mut file, f64::to_bits(c));
        }
    }
    file.extend(b"\n$EndNodes\n$Elements\n");
    let _ = [1, 1, 1, 1].map(|v| size(&mut file, v));
    let _ = [3, 1, 4].map(|v| int(&mut file, v));
    let _ = [1, 1, 1, 2, 3, 4].map(|v| size(&mut file, v));
    file.extend(b"\n$EndElements\n");
    file
}

#[test]
fn gmsh_binary_in_both_byte_orders_and_every_truncation() {
    for big in [false, true] {
        let file = binary_41(big);
        let mesh = parse_msh(&file, "x").unwrap();
        assert_eq!(mesh.tets, [[0, 1, 2, 3]]);
        assert_eq!(mesh.positions[3], [0.0, 0.0, 1.0]);
        // The last byte is a line feed, which may be missing.
        for length in 0..file.len() - 1 {
            assert_eq!(
                status(parse_msh(&file[..length], "x")),
                Status::Format,
                "{length}"
            );
        }
        for bit in 0..file.len() * 8 {
            let mut flipped = file.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            // Any result will do, but no panic.
            let _ = parse_msh(&flipped, "x");
        }
    }
}

#[test]
fn gmsh_one_reads_its_own_syntax() {
    let text = "$NOD\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n$ENDNOD\n\
        $ELM\n2\n1 2 1 1 3 1 2 3\n2 4 1 1 4 1 2 3 4\n$ENDELM\n";
    let mesh = parse_msh(text.as_bytes(), "x").unwrap();
    assert_eq!(mesh.tets, [[0, 1, 2, 3]]);
    assert_eq!(mesh.positions[2], [0.0, 1.0, 0.0]);
    let wrong = text.replace("2 4 1 1 4", "2 4 1 1 3");
    let error = parse_msh(wrong.as_bytes(), "x").unwrap_err();
    assert_eq!(
        error.message,
        "x, line 11: expected 4 nodes for an element of type 4, found 3"
    );
}

#[test]
fn wrong_tag_ranges_are_refused_and_flipped_bits_in_text_never_panic() {
    let msh = "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 4 1 4\n3 1 0 4\n1\n2\n3\n4\n0 0 0\n1 0 0\n\
        0 1 0\n0 0 1\n$EndNodes\n$Elements\n1 1 1 1\n3 1 4 1\n1 1 2 3 4\n$EndElements\n";
    let obj = "v 0 0 0\nv 1 0 0\nv 1 1 0\nvt 0 0\nvn 0 0 1\ng a b\nusemtl c\nf 1/1/1 2/-1/1 -1/1/1\ns 1\nl 1 2\n";
    assert!(parse_msh(msh.as_bytes(), "x").is_ok() && parse_obj(obj.as_bytes(), "x").is_ok());
    // The highest node tag or the lowest element tag is wrong.
    for wrong in [
        msh.replace("1 4 1 4", "1 4 1 5"),
        msh.replace("1 1 1 1", "1 1 0 1"),
    ] {
        assert_eq!(status(parse_msh(wrong.as_bytes(), "x")), Status::Format);
    }
    let flips = |text: &str, parse: &dyn Fn(&[u8])| {
        for bit in 0..text.len() * 8 {
            let mut flipped = text.as_bytes().to_vec();
            flipped[bit / 8] ^= 1 << (bit % 8);
            parse(&flipped);
        }
    };
    flips(msh, &|b| drop(parse_msh(b, "x")));
    flips(obj, &|b| drop(parse_obj(b, "x")));
    flips(TETGEN_NODE, &|b| {
        drop(parse_tetgen(b, TETGEN_ELE.as_bytes(), "x"))
    });
    flips(TETGEN_ELE, &|b| {
        drop(parse_tetgen(TETGEN_NODE.as_bytes(), b, "x"))
    });
}

#[test]
fn gmsh_files_of_one_content_give_one_mesh() {
    let Some(folder) = data() else { return };
    let mesh = |v: &str| tets(&folder.join(format!("tets/cube_{v}_vol_gmshApp.msh"))).unwrap();
    let first = mesh("22_ascii");
    for other in ["22_binary", "41_ascii", "41_binary"] {
        let other = mesh(other);
        assert_eq!(other.tets.len(), first.tets.len());
        for (a, b) in other.positions.iter().zip(&first.positions) {
            // The ASCII files have at most 16 digits; f32 rounds numbers up to 1 within 1e-6.
            assert!((0..3).all(|i| (a[i] - b[i]).abs() < 1e-6), "{a:?} {b:?}");
        }
    }
}

#[test]
fn damaged_and_unsupported_files_are_refused_with_the_reason() {
    let Some(folder) = data() else { return };
    let expected = [
        ("P2.msh", Status::MeshUnsupported, "higher order"),
        ("cube-hex.msh", Status::MeshUnsupported, "hexahedra"),
        (
            "cube_22_ascii_surf_gmshApp.msh",
            Status::MeshEmpty,
            "24 points, lines and faces",
        ),
        (
            "cube_41_binary_surf_gmshApp.msh",
            Status::MeshEmpty,
            "no tetrahedra",
        ),
        (
            "malformed_cube_22_ascii_missing_element.msh",
            Status::Format,
            "$EndElements",
        ),
        (
            "malformed_cube_22_ascii_missing_node.msh",
            Status::Format,
            "$EndNodes",
        ),
        (
            "malformed_cube_22_ascii_missing_num_nodes.msh",
            Status::Format,
            "a node number",
        ),
        (
            "malformed_cube_41_ascii_missing_element.msh",
            Status::Format,
            "$EndElements",
        ),
        (
            "malformed_cube_41_ascii_missing_node_header.msh",
            Status::Format,
            "node block",
        ),
        (
            "malformed_cube_41_ascii_mismatch_between_max_nodes_and_nodes_in_block.msh",
            Status::Format,
            "1 to 100",
        ),
    ];
    for (file, status, words) in expected {
        let error = read_tets(&folder.join("malformed").join(file)).unwrap_err();
        println!("{error}");
        assert_eq!(error.status, status, "{error}");
        assert!(
            error.message.contains(words),
            "{words:?} is not in {:?}",
            error.message
        );
    }
}

#[test]
fn an_obj_keeps_split_seams_and_fans_polygons() {
    let text = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvn 0 0 2\nusemtl one\nf 1/1/1 2/1/1 3/1/1 4/1/1\n\
        usemtl two\nf -4/2/1 -2/1/1 -1/1/1\n";
    let mesh = parse_obj(text.as_bytes(), "x").unwrap();
    // Vertex 1 is there twice, once for each texture coordinate; the others once, though two materials use them.
    assert_eq!(mesh.positions.len(), 5);
    assert_eq!(mesh.triangles, [[0, 2, 3], [0, 3, 4], [1, 3, 4]]);
    assert_eq!(mesh.uvs[0], [0.0, 0.0]);
    assert_eq!(mesh.uvs[1], [1.0, 0.0]);
    assert_eq!(mesh.normals, [[0.0, 0.0, 1.0]; 5]);
    // One corner without a normal: the mesh has none.
    let part = text.replace("f -4/2/1", "f -4/2");
    assert!(parse_obj(part.as_bytes(), "x").unwrap().normals.is_empty());
}

#[test]
fn absurd_obj_faces_are_refused() {
    let start = "v 0 0 0\nv 1 0 0\nv 1 1 0\nvt 0 0\nvn 0 0 1\n";
    let faces = [
        "f 1 2 4",
        "f 0 1 2",
        "f 1 2 -4",
        "f 1 2",
        "f 1/1/1/1 2 3",
        "f a b c",
        "f 99999999999999999999 1 2",
    ];
    for face in faces {
        let error = parse_obj(format!("{start}{face}\n").as_bytes(), "x").unwrap_err();
        assert_eq!(error.status, Status::Format, "{face}");
        assert!(
            error.message.starts_with("x, line 6: expected"),
            "{face}: {error}"
        );
    }
    assert_eq!(
        parse_obj(start.as_bytes(), "x").unwrap_err().status,
        Status::MeshEmpty
    );
    assert_eq!(
        parse_obj(b"v 1 2\nf 1 1 1\n", "x").unwrap_err().status,
        Status::Format
    );
    // Bytes of another encoding are unknown words, which are skipped.
    assert_eq!(
        parse_obj(b"\xff\xfe\n", "x").unwrap_err().status,
        Status::MeshEmpty
    );
}

#[test]
fn real_obj_files_are_read_or_refused() {
    let Some(folder) = data() else { return };
    for (file, faces) in [
        ("surfaces/clean/spot_triangulated.obj", 5856),
        ("surfaces/clean/blub_triangulated.obj", 14208),
        ("surfaces/clean/3holes.obj", 3982),
    ] {
        let mesh = parse_obj(&bytes(&folder.join(file)), file).unwrap();
        assert_eq!(mesh.triangles.len(), faces, "{file}");
    }
    for (file, status) in [
        ("malformed/obj_empty.obj", Status::MeshEmpty),
        ("malformed/obj_points.obj", Status::MeshEmpty),
        ("malformed/notenoughindices.obj", Status::Format),
    ] {
        assert_eq!(
            read_surface(&folder.join(file)).unwrap_err().status,
            status,
            "{file}"
        );
    }
    for entry in std::fs::read_dir(folder.join("surfaces/nasty")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if name.contains(".obj") {
            let path = folder
                .join("surfaces/nasty")
                .join(name.trim_end_matches(".xz"));
            match parse_obj(&bytes(&path), &name) {
                Ok(mesh) => println!("{name}: {} triangles", mesh.triangles.len()),
                Err(error) => println!("{error}"),
            }
        }
    }
}

#[test]
fn files_are_found_by_extension() {
    let missing = read_tets(Path::new("nowhere/body.msh")).unwrap_err();
    assert_eq!(missing.status, Status::Io);
    assert!(missing.message.contains("nowhere/body.msh"));
    assert_eq!(status(read_tets(Path::new("body.stl"))), Status::Format);
    assert_eq!(
        read_surface(Path::new("body.MSH")).unwrap_err().status,
        Status::Format
    );
}

#[test]
fn any_mesh_is_read_by_its_extension() {
    let folder = std::env::temp_dir().join(format!("pliant-any-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let at = |name: &str| folder.join(name);
    std::fs::write(at("a.node"), TETGEN_NODE).unwrap();
    std::fs::write(at("a.ele"), TETGEN_ELE).unwrap();
    std::fs::write(at("a.OBJ"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").unwrap();
    for name in ["a.node", "a.ele"] {
        assert!(matches!(read_mesh(&at(name)), Ok(AnyMesh::Tets(t)) if t.tets.len() == 2));
    }
    assert!(matches!(read_mesh(&at("a.OBJ")), Ok(AnyMesh::Surface(s)) if s.triangles.len() == 1));
    // Empty files.
    for name in ["e.obj", "e.glb", "e.ply", "e.stl", "e.msh", "e.vtu"] {
        std::fs::write(at(name), "").unwrap();
        refused(read_mesh(&at(name)), Status::MeshEmpty, "the file is empty");
    }
    let error = read_mesh(&at("a.png")).unwrap_err();
    assert_eq!(error.status, Status::Format);
    assert!(error.message.contains(TETS_FILES) && error.message.contains(SURFACE_FILES));
    std::fs::create_dir(at("b.msh")).unwrap();
    for path in [folder.clone(), at("b.msh")] {
        let said = format!("{} is a folder, expected a file", path.display());
        for error in [read_mesh(&path).unwrap_err(), read_tets(&path).unwrap_err()] {
            assert_eq!((error.status, error.message), (Status::Io, said.clone()));
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
    // The sentences name the extensions that have parsers.
    for (files, surfaces) in [(TETS_FILES, false), (SURFACE_FILES, true)] {
        let words = files.split([',', ' ']).filter_map(|w| w.strip_prefix('.'));
        for extension in words {
            let is_tetgen = matches!(extension, "node" | "ele");
            assert!(is_mesh(extension), "{extension}");
            assert_eq!(surface_parser(extension).is_some(), surfaces, "{extension}");
            assert_eq!(
                tets_parser(extension).is_some(),
                !surfaces && !is_tetgen,
                "{extension}"
            );
        }
    }
}
