//! Skins and morph targets of glTF, against their closed forms.

use super::origin_tests::said;
use super::surface_tests::SQUARE;
use super::tests::refused;
use super::*;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use std::f32::consts::FRAC_1_SQRT_2;

/// Accessors, each with a buffer of its own.
#[derive(Default)]
struct Buffers {
    accessors: Vec<String>,
    buffers: Vec<String>,
}

impl Buffers {
    /// Adds an accessor and gives its number.
    fn add(&mut self, component: &str, shape: &str, count: usize, bytes: &[u8]) -> usize {
        let i = self.buffers.len();
        let length = bytes.len();
        self.accessors.push(format!(
            r#"{{"bufferView":{i},"componentType":{component},"count":{count},"type":"{shape}"}}"#
        ));
        let data = BASE64_STANDARD.encode(bytes);
        self.buffers.push(format!(
            r#"{{"byteLength":{length},"uri":"data:;base64,{data}"}}"#
        ));
        i
    }

    fn floats<const N: usize>(&mut self, shape: &str, vectors: &[[f32; N]]) -> usize {
        let numbers = vectors.as_flattened().iter();
        let bytes: Vec<u8> = numbers.flat_map(|c| c.to_le_bytes()).collect();
        self.add("5126", shape, vectors.len(), &bytes)
    }

    /// The document with these members and the buffers.
    fn document(&self, members: &str) -> String {
        let views: Vec<String> = (self.buffers.iter().enumerate())
            .map(|(i, buffer)| {
                format!(
                    "{{\"buffer\":{i},{}",
                    buffer[1..].split_once(",\"uri").unwrap().0
                )
            })
            .map(|view| view + "}")
            .collect();
        format!(
            r#"{{{members},"accessors":[{}],"bufferViews":[{}],"buffers":[{}]}}"#,
            self.accessors.join(","),
            views.join(","),
            self.buffers.join(",")
        )
    }
}

#[track_caller]
fn assert_near<const N: usize>(found: &[[f32; N]], expected: &[[f32; N]]) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.as_flattened().iter().zip(expected.as_flattened()) {
        assert!((found - expected).abs() < 1e-6, "{found} is not {expected}");
    }
}

/// The node of the mesh is moved by 100, which is ignored. Two joints are at z = 5. The second is at x = 1, turned by
/// 90 degrees about z.
const NODES: &str = r#""nodes":[{"mesh":0,"skin":0,"translation":[100,0,0]},{"children":[2,3],"translation":[0,0,5]},
    {},{"translation":[1,0,0],"rotation":[0,0,0.7071067811865476,0.7071067811865476]}],"scenes":[{"nodes":[0,1]}]"#;
/// The inverse bind matrix of the second joint, which was bound without the turn.
const MOVED_BACK: [f32; 16] = [
    1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, -1.0, 0.0, 0.0, 1.0,
];
const IDENTITY: [f32; 16] = [
    1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0,
];
/// The corners of the square follow the first joint, the second, both and the first. The third's weights sum to 4.
const WEIGHTS: [[f32; 4]; 4] = [
    [1.0, 0.0, 0.0, 0.0],
    [0.0, 1.0, 0.0, 0.0],
    [2.0, 2.0, 0.0, 0.0],
    [1.0, 0.0, 0.0, 0.0],
];
const SKINNED: [[f32; 3]; 4] = [
    [0.0, 0.0, 5.0],
    [1.0, 0.0, 5.0],
    [0.5, 0.5, 5.0],
    [0.0, 1.0, 5.0],
];

/// A skinned square with the attributes `more` beside its positions.
fn skinned(buffers: &Buffers, nodes: &str, skin: &str, more: &str) -> String {
    buffers.document(&format!(
        r#"{nodes},"skins":[{skin}],"meshes":[{{"primitives":[{{"mode":6,"attributes":{{"POSITION":0{more}}}}}]}}]"#
    ))
}

/// Positions, bind matrices, and attributes of the skinned square.
fn square() -> (Buffers, &'static str, &'static str) {
    let mut buffers = Buffers::default();
    buffers.floats("VEC3", &SQUARE);
    buffers.floats("MAT4", &[IDENTITY, MOVED_BACK]);
    buffers.floats("VEC4", &WEIGHTS);
    // Joints without weight are not there.
    buffers.add("5121", "VEC4", 4, &[0, 1, 9, 9].repeat(4));
    buffers.floats("VEC3", &[[0.0, 0.0, 1.0]; 4]);
    buffers.floats("VEC4", &[[1.0, 0.0, 0.0, -1.0]; 4]);
    let skin = r#"{"inverseBindMatrices":1,"joints":[2,3]}"#;
    (
        buffers,
        skin,
        r#","WEIGHTS_0":2,"JOINTS_0":3,"NORMAL":4,"TANGENT":5"#,
    )
}

fn parse(text: &str) -> Result<SurfaceMesh> {
    parse_gltf(text.as_bytes(), "x", None)
}

#[test]
fn joints_place_a_skin_and_its_node_does_not() {
    let (buffers, skin, attributes) = square();
    let mesh = parse(&skinned(&buffers, NODES, skin, attributes)).unwrap();
    assert_near(&mesh.positions, &SKINNED);
    assert_near(&mesh.normals, &[[0.0, 0.0, 1.0]; 4]);
    let (still, half) = ([1.0, 0.0, 0.0, -1.0], FRAC_1_SQRT_2);
    let turned = [0.0, 1.0, 0.0, -1.0];
    assert_near(
        &mesh.tangents,
        &[still, turned, [half, half, 0.0, -1.0], still],
    );
    assert_eq!(mesh.triangles, [[0, 1, 2], [0, 2, 3]]);
    // A primitive without joints stays with its node.
    let bare = parse(&skinned(&buffers, NODES, skin, "")).unwrap();
    assert_near(&bare.positions, &SQUARE.map(|[x, y, z]| [x + 100.0, y, z]));
}

#[test]
fn joints_may_be_integers_in_two_sets_without_bind_matrices() {
    let (mut buffers, ..) = square();
    let short = |values: [u16; 4]| values.map(u16::to_le_bytes).concat();
    let joints = buffers.add("5123", "VEC4", 4, &short([7, 7, 7, 1]).repeat(4));
    let more = buffers.add("5123", "VEC4", 4, &short([0, 7, 7, 7]).repeat(4));
    let weight = |corner: [u8; 4], slot: usize| {
        corner.map(|w| std::array::from_fn(|i| if i == slot { w } else { 0 }))
    };
    let second: [[u8; 4]; 4] = weight([0, 255, 100, 0], 3);
    let first: [[u8; 4]; 4] = weight([255, 0, 100, 255], 0);
    let weights = [second, first].map(|w| buffers.add("5121", "VEC4", 4, w.as_flattened()));
    for weights in weights {
        let accessor = &mut buffers.accessors[weights];
        *accessor = accessor.replace("\"count\"", "\"normalized\":true,\"count\"");
    }
    let [a, b] = weights;
    let attributes =
        format!(r#","JOINTS_0":{joints},"WEIGHTS_0":{a},"JOINTS_1":{more},"WEIGHTS_1":{b}"#);
    let mesh = parse(&skinned(
        &buffers,
        NODES,
        r#"{"joints":[2,3]}"#,
        &attributes,
    ))
    .unwrap();
    // The second joint takes (x, y) to (1 - y, x).
    let half = [(1.0 + 0.0) / 2.0, (1.0 + 1.0) / 2.0, 5.0];
    let expected = [[0.0, 0.0, 5.0], [1.0, 1.0, 5.0], half, [0.0, 1.0, 5.0]];
    assert_near(&mesh.positions, &expected);
}

#[test]
fn mirrored_joints_turn_triangles_and_zero_weights_take_the_first_joint() {
    let (mut buffers, skin, attributes) = square();
    let mirrored = NODES.replace("\"translation\":[0,0,5]", "\"scale\":[1,1,-1]");
    let mesh = parse(&skinned(&buffers, &mirrored, skin, attributes)).unwrap();
    assert_eq!(mesh.triangles, [[0, 2, 1], [0, 3, 2]]);
    assert_near(&mesh.normals, &[[0.0, 0.0, -1.0]; 4]);
    assert_eq!(mesh.tangents[0], [1.0, 0.0, 0.0, 1.0]);
    let none = buffers.floats("VEC4", &[[0.0; 4]; 4]);
    let attributes = format!(r#","WEIGHTS_0":{none},"JOINTS_0":3"#);
    let mesh = parse(&skinned(&buffers, NODES, skin, &attributes)).unwrap();
    assert_near(&mesh.positions, &SQUARE.map(|[x, y, _]| [x, y, 5.0]));
}

#[test]
fn skins_that_lie_are_refused_with_the_reason() {
    let (mut buffers, skin, attributes) = square();
    let wrong = |nodes: &str, skin: &str| parse(&skinned(&buffers, nodes, skin, attributes));
    refused(
        wrong(NODES, r#"{"inverseBindMatrices":1,"joints":[2]}"#),
        Status::MeshIndex,
        "x: accessor 3, item 1: expected an index below 1, found 1",
    );
    refused(
        wrong(NODES, r#"{"inverseBindMatrices":1,"joints":[2,7]}"#),
        Status::Format,
        "x: skin 0 names joint 7, which is not a node of the scene",
    );
    refused(
        wrong(NODES, r#"{"inverseBindMatrices":1,"joints":[2,3,1]}"#),
        Status::Format,
        "x: expected 3 matrices in accessor 1, one for each joint, found 2",
    );
    refused(
        wrong(&NODES.replace("\"skin\":0", "\"skin\":2"), skin),
        Status::Format,
        "x: expected a skin below 1, found 2",
    );
    refused(
        wrong(&NODES.replace("[0,1]}]", "[0]}]"), skin),
        Status::Format,
        "skin 0 names joint 2, which is not a node of the scene",
    );
    let nan = buffers.floats("VEC4", &[[f32::NAN; 4]; 4]);
    let attributes = format!(r#","WEIGHTS_0":{nan},"JOINTS_0":{nan}"#);
    let buffers_with_joints = skinned(&buffers, NODES, skin, &attributes);
    refused(
        parse(&buffers_with_joints),
        Status::MeshIndex,
        "expected an index below 2, found NaN",
    );
    let attributes = format!(r#","WEIGHTS_0":{nan},"JOINTS_0":2"#);
    refused(
        parse(&skinned(
            &buffers,
            NODES,
            r#"{"joints":[2,3,2]}"#,
            &attributes,
        )),
        Status::Format,
        "x: accessor 0, item 0: expected a finite position",
    );
}

#[test]
fn morph_targets_with_weights_are_added() {
    let mut buffers = Buffers::default();
    buffers.floats("VEC3", &SQUARE);
    buffers.floats("VEC3", &[[0.0, 0.0, 1.0]; 4]);
    buffers.floats("VEC4", &[[1.0, 0.0, 0.0, -1.0]; 4]);
    let up = [[0.0; 3], [0.0; 3], [0.0, 0.0, 2.0], [0.0; 3]];
    buffers.floats("VEC3", &up);
    buffers.floats("VEC3", &[[1.0, 0.0, 0.0]; 4]);
    let read = |mesh: &str, node: &str| {
        let members = format!(
            r#""nodes":[{{"mesh":0,"translation":[0,0,1]{node}}}],"meshes":[{{"primitives":[{{"mode":6,
            "attributes":{{"POSITION":0,"NORMAL":1,"TANGENT":2}},
            "targets":[{{"POSITION":99}},{{"POSITION":3,"NORMAL":4,"TANGENT":4}},{{"POSITION":4}}]}}]{mesh}}}]"#
        );
        parse(&buffers.document(&members))
    };
    let raised = |by: f32, along: f32| {
        let up = |i: usize| if i == 2 { by } else { 0.0 };
        std::array::from_fn::<_, 4, _>(|i| [SQUARE[i][0] + along, SQUARE[i][1], 1.0 + up(i)])
    };
    // Without weights, and with zeros, no target is read: the first names an accessor that is not there.
    for mesh in ["", r#","weights":[0,0,0]"#] {
        assert_eq!(read(mesh, "").unwrap().positions, raised(0.0, 0.0));
    }
    let mesh = read(r#","weights":[0,1,0.5]"#, "").unwrap();
    assert_near(&mesh.positions, &raised(2.0, 0.5));
    assert_near(&mesh.normals, &[[FRAC_1_SQRT_2, 0.0, FRAC_1_SQRT_2]; 4]);
    assert_near(&mesh.tangents, &[[1.0, 0.0, 0.0, -1.0]; 4]);
    // The weights of the node replace those of the mesh.
    let mesh = read(r#","weights":[1,1,1]"#, r#","weights":[0,-0.25,0]"#).unwrap();
    assert_near(&mesh.positions, &raised(-0.5, 0.0));
    refused(
        read(r#","weights":[1]"#, ""),
        Status::Format,
        "x: expected an accessor below 5, found 99",
    );
    refused(
        read(r#","weights":[0,1e300]"#, ""),
        Status::Format,
        "x: accessor 0, item 2: expected a finite position",
    );
}

#[test]
fn attributes_that_cannot_be_read_are_left_out_with_a_warning() {
    let (buffers, ..) = square();
    let attributes = r#","NORMAL":77,"TEXCOORD_0":0,"TANGENT":5"#;
    let nodes = r#""nodes":[{"mesh":0}]"#;
    let (mesh, said) = said(|| parse(&skinned(&buffers, nodes, "", attributes)).unwrap());
    assert_eq!(mesh.positions, SQUARE);
    assert!(mesh.normals.is_empty() && mesh.uvs.is_empty());
    assert_eq!(mesh.tangents.len(), 4);
    assert_eq!(
        said,
        [
            "x: expected an accessor below 6, found 77; NORMAL is left out",
            "x: expected VEC2 in accessor 0, found VEC3; TEXCOORD_0 is left out"
        ]
    );
}
