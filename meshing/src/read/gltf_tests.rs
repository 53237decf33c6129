//! glTF documents: what they may hold, and what is refused.

use super::surface_tests::SQUARE;
use super::tests::refused;
use super::*;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;

/// A strip under a node that mirrors, with its numbers in a buffer called `uri`.
fn document(uri: &str) -> String {
    format!(
        r#"{{"asset":{{"version":"2.0"}},"nodes":[{{"children":[1],"translation":[1,0,0]}},{{"mesh":0,"scale":[-2,1,1]}}],
        "meshes":[{{"primitives":[{{"mode":5,"attributes":{{"POSITION":0,"NORMAL":1,"TEXCOORD_0":2,"TANGENT":3}},"indices":4}}]}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"}},
        {{"bufferView":0,"byteOffset":12,"componentType":5126,"count":4,"type":"VEC3","sparse":{{"count":1,
        "indices":{{"bufferView":1,"byteOffset":3,"componentType":5121}},"values":{{"bufferView":0,"byteOffset":24}}}}}},
        {{"bufferView":2,"componentType":5121,"normalized":true,"count":4,"type":"VEC2"}},
        {{"bufferView":3,"componentType":5120,"normalized":true,"count":4,"type":"VEC4"}},
        {{"bufferView":1,"componentType":5121,"count":4,"type":"SCALAR"}}],
        "bufferViews":[{{"buffer":0,"byteLength":60}},{{"buffer":0,"byteOffset":60,"byteLength":4}},
        {{"buffer":0,"byteOffset":64,"byteLength":16,"byteStride":4}},{{"buffer":0,"byteOffset":64,"byteLength":16}}],
        "buffers":[{{"byteLength":80,"uri":"{uri}"}}]}}"#
    )
}

fn buffer() -> Vec<u8> {
    let mut bytes: Vec<u8> = SQUARE
        .as_flattened()
        .iter()
        .flat_map(|c| c.to_le_bytes())
        .collect();
    bytes.extend([0; 12]);
    // Corners of the strip; the last is also the index of the sparse normal.
    bytes.extend([1, 2, 0, 3]);
    // Texture coordinates in the first two of four bytes, tangents in all.
    for _ in 0..4 {
        bytes.extend([127, 0, 0, 127]);
    }
    bytes
}

#[test]
fn gltf_strips_under_a_mirror_with_all_attributes_and_sparse_ones() {
    let text = document(&format!(
        "data:application/octet-stream;base64,{}",
        BASE64_STANDARD.encode(buffer())
    ));
    let mesh = parse_gltf(text.as_bytes(), "x", None).unwrap();
    // x goes to 1 - 2x.
    assert_eq!(
        mesh.positions,
        SQUARE.map(|[x, y, z]| [1.0 - 2.0 * x, y, z])
    );
    // The strip 1 2 0 3, each triangle turned by the mirror.
    assert_eq!(mesh.triangles, [[1, 0, 2], [2, 0, 3]]);
    assert_eq!(mesh.uvs, [[127.0 / 255.0, 0.0]; 4]);
    assert_eq!(mesh.tangents, [[-1.0, 0.0, 0.0, -1.0]; 4]);
    // The first normal is (1, 0, 0), the last is the sparse (1, 1, 0); the inverse of the scale acts on both.
    assert_eq!(mesh.normals[0], [-1.0, 0.0, 0.0]);
    let last = glam::Vec3::new(-0.5, 1.0, 0.0).normalize();
    assert!(
        (glam::Vec3::from(mesh.normals[3]) - last).length() < 1e-6,
        "{:?}",
        mesh.normals
    );
}

/// Also in an accessor without a buffer view, which is zero elsewhere.
#[test]
fn gltf_corners_may_be_given_sparsely() {
    let uri = BASE64_STANDARD.encode(buffer());
    let text = document(&format!("data:application/octet-stream;base64,{uri}"));
    let with = |corners: &str| {
        let stored = r#"{"bufferView":1,"componentType":5121,"count":4,"type":"SCALAR"}"#;
        let changed = text.replace(stored, corners);
        assert_ne!(changed, text);
        parse_gltf(changed.as_bytes(), "x", None)
    };
    let sparse = r#"{"componentType":5121,"count":4,"type":"SCALAR","sparse":{"count":4,
        "indices":{"bufferView":1,"componentType":5121},"values":{"bufferView":1}}}"#;
    // Items 1, 2, 0 and 3 get their own numbers: the strip 0 1 2 3.
    assert_eq!(with(sparse).unwrap().triangles, [[0, 2, 1], [1, 2, 3]]);
    let error = with(r#"{"componentType":9999,"count":4,"type":"SCALAR"}"#).unwrap_err();
    assert!(error.message.contains("found 9999"), "{error}");
}

#[test]
fn gltf_buffers_lie_beside_the_file_and_nowhere_else() {
    let folder = std::env::temp_dir().join(format!("pliant-gltf-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("parts")).unwrap();
    std::fs::write(folder.join("parts/a b.bin"), buffer()).unwrap();
    std::fs::write(folder.join("a.gltf"), document("parts/a%20b.bin")).unwrap();
    assert_eq!(
        read_surface(&folder.join("a.gltf"))
            .unwrap()
            .triangles
            .len(),
        2
    );
    let parse = |uri: &str| parse_gltf(document(uri).as_bytes(), "x", Some(&folder.join("parts")));
    for uri in [
        "../parts/a b.bin",
        "https://example.com/a.bin",
        "/etc/passwd",
        "C:/a.bin",
        "..%2Fparts/a b.bin",
        "a%5C..%5Cb",
    ] {
        refused(parse(uri), Status::Format, "a file beside this one");
    }
    refused(
        parse("missing.bin"),
        Status::Io,
        "missing.bin, buffer 0, cannot be read",
    );
    refused(parse(""), Status::Io, "it is not a file");
    refused(
        parse_gltf(document("a b.bin").as_bytes(), "x", None),
        Status::Format,
        "a file beside this one",
    );
    let twice = document("a b.bin").replace(
        "\"buffers\":[",
        "\"buffers\":[{\"byteLength\":1,\"uri\":\"./a b.bin\"},",
    );
    refused(
        parse_gltf(twice.as_bytes(), "x", Some(&folder.join("parts"))),
        Status::Io,
        "another buffer named it already",
    );
    std::fs::write(folder.join("parts/short.bin"), b"1234").unwrap();
    refused(
        parse("short.bin"),
        Status::Format,
        "expected 80 bytes in buffer 0, found 4",
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn gltf_that_lies_is_refused_with_the_reason() {
    let text = document(&format!(
        "data:;base64,{}",
        BASE64_STANDARD.encode(buffer())
    ));
    let wrong = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        parse_gltf(text.replacen(from, to, 1).as_bytes(), "x", None)
    };
    let huge = "\"componentType\":5126,\"count\":18446744073709551615";
    refused(
        wrong("\"componentType\":5126,\"count\":4", huge),
        Status::Format,
        "accessor 0: expected 18446744073709551615 items of 12 bytes",
    );
    refused(
        wrong("\"count\":4", "\"count\":6"),
        Status::Format,
        "expected 6 items of 12 bytes",
    );
    refused(
        wrong("\"children\":[1]", "\"children\":[1,1]"),
        Status::Format,
        "node 1 is placed by node 0 and again by node 0",
    );
    refused(
        wrong("\"mesh\":0", "\"mesh\":3"),
        Status::Format,
        "node 1 names mesh 3",
    );
    refused(
        wrong(
            "{\"buffer\":0,\"byteLength\":60}",
            "{\"buffer\":0,\"byteLength\":60,\"byteStride\":1}",
        ),
        Status::Format,
        "each 1 after the other",
    );
    refused(
        wrong("\"mode\":5", "\"mode\":4"),
        Status::Format,
        "expected whole triangles, found 4 corners",
    );
    refused(
        wrong("\"mode\":5", "\"mode\":1"),
        Status::MeshEmpty,
        "no triangles in the default scene: 2 nodes, 1 of them with a mesh",
    );
    refused(
        wrong("{\"version\"", "\"version\""),
        Status::Format,
        "x: line 1, column 19 of the JSON: expected a glTF document, expected `,` or `}`",
    );
    let draco = "\"extensionsRequired\":[\"KHR_draco_mesh_compression\"],\"asset\"";
    refused(
        wrong("\"asset\"", draco),
        Status::MeshUnsupported,
        "KHR_draco_mesh_compression",
    );
}

#[test]
fn gltf_with_wrong_corners_or_endless_copies_is_refused() {
    let text = document(&format!(
        "data:;base64,{}",
        BASE64_STANDARD.encode(buffer())
    ));
    let corner = text.replace(&BASE64_STANDARD.encode(buffer()), &{
        let mut bytes = buffer();
        bytes[62] = 4;
        BASE64_STANDARD.encode(bytes)
    });
    refused(
        parse_gltf(corner.as_bytes(), "x", None),
        Status::MeshIndex,
        "accessor 4, item 2: expected an index below 4, found 4",
    );
    // Very many nodes with one mesh, of a few bytes each.
    let nodes = format!(
        "\"nodes\":[{}{{\"mesh\":0}},",
        "{\"mesh\":0},".repeat(60_000)
    );
    let copies = text.replacen("\"nodes\":[", &nodes, 1);
    refused(
        parse_gltf(copies.as_bytes(), "x", None),
        Status::Capacity,
        "more often",
    );
}

/// Reads the document with its buffer inside, after these replacements.
fn read(replaced: &[(&str, &str)]) -> Result<SurfaceMesh> {
    let data = BASE64_STANDARD.encode(buffer());
    let mut text = document(&format!("data:;base64,{data}"));
    for (from, to) in replaced {
        assert!(text.contains(from), "{from}");
        text = text.replacen(from, to, 1);
    }
    parse_gltf(text.as_bytes(), "x", None)
}

#[test]
fn gltf_positions_must_be_finite() {
    let data = |bytes: &[u8]| {
        let text = document(&format!("data:;base64,{}", BASE64_STANDARD.encode(bytes)));
        parse_gltf(text.as_bytes(), "x", None)
    };
    let mut bytes = buffer();
    data(&bytes).unwrap();
    // The z of the second position.
    bytes[20..24].copy_from_slice(&f32::INFINITY.to_le_bytes());
    refused(
        data(&bytes),
        Status::Format,
        "x: accessor 0, item 1: expected a finite position, found [1.0, 0.0, inf]",
    );
}

#[test]
fn json_of_the_wrong_kind_is_told_in_its_own_words() {
    let array = "x: expected a glTF document, a JSON object, found a JSON array";
    refused(parse_gltf(b"\n[[1]]", "x", None), Status::Format, array);
    for (text, said) in [
        (
            "7",
            "line 1, column 1 of the JSON: expected a glTF document, which has an object here, found integer `7`",
        ),
        (
            "{\n\"scene\":[0]}",
            "line 2, column 8 of the JSON: expected a glTF document, which has a whole number from 0 on here, found an array",
        ),
        ("{\"nodes\":{}}", "which has an array here, found an object"),
        (
            "{\"nodes\":[{\"children\":[-1]}]}",
            "which has a whole number from 0 on here, found integer `-1`",
        ),
        (
            "{\"nodes\":[{\"scale\":[0,\", expected f64\",0]}]}",
            "which has a number here, found string \", expected f64\"",
        ),
        (
            "{\"accessors\":[[]]}",
            "which has an object here, found an array of length 0",
        ),
        (
            "{\"meshes\":[{\"primitives\":[7]}]}",
            "which has an object here, found integer `7`",
        ),
    ] {
        let error = parse_gltf(text.as_bytes(), "x", None).unwrap_err();
        assert!(error.message.ends_with(said), "{error}");
    }
}

#[test]
fn nodes_that_are_no_tree_are_told_how() {
    for (nodes, scene, said) in [
        ("{\"children\":[0]}", "[0]", "node 0 is its own child"),
        (
            "{\"children\":[1]},{\"children\":[2]},{\"children\":[1]}",
            "[0]",
            "nodes make a circle: node 1 is a child of node 2, which is below it",
        ),
        (
            "{\"children\":[2]},{\"children\":[2]},{}",
            "[0,1]",
            "node 2 is placed by node 0 and again by node 1",
        ),
        (
            "{\"children\":[1]},{}",
            "[0,1]",
            "node 1 is placed by node 0 and again by the scene",
        ),
    ] {
        let scenes = format!("{{\"nodes\":[{nodes}],\"scenes\":[{{\"nodes\":{scene}}}]}}");
        let whole = format!("x: expected a tree of nodes, but {said}");
        refused(
            parse_gltf(scenes.as_bytes(), "x", None),
            Status::Format,
            &whole,
        );
    }
    // Without scenes.
    for (nodes, said) in [
        ("{},{\"children\":[1]}", "node 1 is its own child"),
        (
            "{},{},{\"children\":[1,3]},{\"children\":[2]}",
            "nodes make a circle: node 2 is a child of node 3, which is below it",
        ),
    ] {
        let text = format!("{{\"nodes\":[{nodes}]}}");
        refused(parse_gltf(text.as_bytes(), "x", None), Status::Format, said);
    }
}

#[test]
fn accessors_without_bytes_are_zeros_but_not_endless_ones() {
    let without = (
        "{\"bufferView\":2,\"componentType\":5121,\"normalized\":true,",
        "{\"componentType\":5126,",
    );
    let mesh = read(&[without]).unwrap();
    assert_eq!(mesh.uvs, [[0.0; 2]; 4]);
    assert_eq!(mesh.triangles, [[1, 0, 2], [2, 0, 3]]);
    let endless = (
        "5126,\"count\":4,\"type\":\"VEC2\"",
        "5126,\"count\":18446744073709551615,\"type\":\"VEC2\"",
    );
    refused(
        read(&[without, endless]),
        Status::Capacity,
        "more often than a file of this size may",
    );
    // Draco's data stands for such an accessor, even if the file does not require the extension.
    let points = ("{\"bufferView\":0,", "{");
    let packed = (
        "{\"mode\"",
        "{\"extensions\":{\"KHR_draco_mesh_compression\":{}},\"mode\"",
    );
    assert_eq!(read(&[points]).unwrap().positions, [[1.0, 0.0, 0.0]; 4]);
    assert_eq!(read(&[packed]).unwrap().positions[1], [-1.0, 0.0, 0.0]);
    let said = "the extension KHR_draco_mesh_compression is not supported";
    refused(read(&[points, packed]), Status::MeshUnsupported, said);
}
