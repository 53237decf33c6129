//! A small valid file of every format.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use pliant::asset::write::{msh_bytes, obj_bytes, ply_bytes, vtu_bytes};
use pliant::asset::{SurfaceMesh, TetMesh, read};
use pliant::error::Result;

/// The result of a reader.
pub enum Mesh {
    Tets(TetMesh),
    Surface(SurfaceMesh),
}

/// A file and its reader.
pub struct Sample {
    pub name: &'static str,
    pub bytes: Vec<u8>,
    pub parse: fn(&[u8]) -> Result<Mesh>,
    /// Memory that its reader may take beyond what the length of the file allows [byte].
    pub more_memory: usize,
}

impl Sample {
    /// The first word of its name. All files of a format have one reader.
    pub fn format(&self) -> &'static str {
        self.name.split(' ').next().unwrap_or(self.name)
    }
}

/// A short glTF file can place a mesh many times and imply zeros: 2^20 items of up to 3 numbers in f64 and f32, in
/// vectors that double [byte].
const PLACED: usize = 128 << 20;
/// Deflate expands up to 1032 times, and each byte can become a number of 8 bytes in a vector that doubles [byte].
const INFLATED: usize = 1 << 22;

const NODE: &str =
    "5 3 1 1\n1 0 0 0 0.5 0\n2 1 0 0 0.5 0\n3 0 1 0 0.5 1\n4 0 0 1 0.5 1\n5 1 1 1 0 1\n";
const ELE: &str = "2 4 0\n1 1 2 3 4\n2 2 3 4 5 # the last\n";

/// Two tets with stiffness factors.
fn tets() -> TetMesh {
    TetMesh {
        positions: vec![
            [0.0; 3],
            [1.0, 0.0, 0.0],
            [0.0, 1.0, 0.0],
            [0.0, 0.0, 1.0],
            [1.0; 3],
        ],
        tets: vec![[0, 1, 2, 3], [1, 2, 3, 4]],
        tet_density: Vec::new(),
        tet_stiffness: vec![1.0, 0.5],
    }
}

/// A square with all attributes.
fn square() -> SurfaceMesh {
    SurfaceMesh {
        positions: vec![[0.0; 3], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]],
        normals: vec![[0.0, 0.0, 1.0]; 4],
        uvs: vec![[0.0; 2], [1.0, 0.0], [1.0; 2], [0.0, 1.0]],
        tangents: vec![[1.0, 0.0, 0.0, 1.0]; 4],
        triangles: vec![[0, 1, 2], [0, 2, 3]],
    }
}

macro_rules! tets {
    ($parse:path) => {
        |bytes| $parse(bytes, "sample").map(Mesh::Tets)
    };
}
macro_rules! surface {
    ($parse:path) => {
        |bytes| $parse(bytes, "sample").map(Mesh::Surface)
    };
}

fn gltf(bytes: &[u8]) -> Result<Mesh> {
    read::parse_gltf(bytes, "sample", None).map(Mesh::Surface)
}

/// All samples.
pub fn samples() -> Vec<Sample> {
    let all = tets_samples().into_iter().chain(surface_samples());
    all.map(|(name, bytes, parse)| Sample {
        name,
        bytes,
        parse,
        more_memory: match name {
            name if name.starts_with("glTF") => PLACED,
            name if name.contains("packed") => INFLATED,
            _ => 0,
        },
    })
    .collect()
}

type Row = (&'static str, Vec<u8>, fn(&[u8]) -> Result<Mesh>);

fn tets_samples() -> [Row; 16] {
    let stiff = vtu_bytes(&tets()).expect("a valid mesh is written");
    let plain = TetMesh {
        tet_stiffness: Vec::new(),
        ..tets()
    };
    let plain = msh_bytes(&plain).expect("a valid mesh is written");
    [
        ("Gmsh 1.0", MSH1.into(), tets!(read::parse_msh)),
        ("Gmsh 2.2", MSH2.into(), tets!(read::parse_msh)),
        ("Gmsh 4.1", MSH4.into(), tets!(read::parse_msh)),
        ("Gmsh 2.2 binary", msh2_binary(), tets!(read::parse_msh)),
        ("Gmsh 4.1 binary", plain, tets!(read::parse_msh)),
        ("TetGen node", NODE.into(), |bytes| {
            read::parse_tetgen(bytes, ELE.as_bytes(), "sample").map(Mesh::Tets)
        }),
        ("TetGen ele", ELE.into(), |bytes| {
            read::parse_tetgen(NODE.as_bytes(), bytes, "sample").map(Mesh::Tets)
        }),
        ("Medit", MEDIT.into(), tets!(read::parse_mesh)),
        ("NETGEN neutral", NEUTRAL.into(), tets!(read::parse_mesh)),
        ("t", T.into(), tets!(read::parse_t)),
        ("VTK 2.0", VTK2.into(), tets!(read::parse_vtk)),
        ("VTK 5.1 binary", vtk5_binary(), tets!(read::parse_vtk)),
        ("vtu", stiff, tets!(read::parse_vtu)),
        ("vtu text", vtu(VtuKind::Text), tets!(read::parse_vtu)),
        ("vtu raw", vtu(VtuKind::Raw), tets!(read::parse_vtu)),
        ("vtu packed", vtu(VtuKind::Packed), tets!(read::parse_vtu)),
    ]
}

fn surface_samples() -> [Row; 11] {
    let obj = obj_bytes(&square()).expect("a valid mesh is written");
    let ply = ply_bytes(&square()).expect("a valid mesh is written");
    let (json, buffer) = document();
    let uri = format!(
        ",\"uri\":\"data:;base64,{}\"",
        BASE64_STANDARD.encode(&buffer)
    );
    [
        ("OBJ", obj, surface!(read::parse_obj)),
        ("OBJ by hand", OBJ.into(), surface!(read::parse_obj)),
        ("PLY", ply, surface!(read::parse_ply)),
        ("PLY text", PLY.into(), surface!(read::parse_ply)),
        ("STL", stl_binary(), surface!(read::parse_stl)),
        ("STL text", STL.into(), surface!(read::parse_stl)),
        ("OFF", OFF.into(), surface!(read::parse_off)),
        ("X", X.into(), surface!(read::parse_x)),
        ("glTF", json.replace("@", &uri).into(), gltf),
        ("glTF binary", glb(&json.replace("@", ""), &buffer), gltf),
        (
            "glTF skinned",
            skinned(&json).replace("@", &uri).into(),
            gltf,
        ),
    ]
}

const MSH1: &str = "$NOD\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n$ENDNOD\n$ELM\n2\n1 2 1 1 3 1 2 3\n2 4 1 1 4 1 2 3 4\n$ENDELM\n";
const MSH2: &str = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n10 0 0 0\n7 1 0 0\n30 0 1 0\n4 0 0 1\n$EndNodes\n\
    $Elements\n2\n1 15 2 0 0 7\n2 4 3 9 9 9 10 7 30 4\n$EndElements\n";
const MSH4: &str = "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 4 1 4\n3 1 0 4\n1\n2\n3\n4\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n\
    $EndNodes\n$Elements\n1 1 1 1\n3 1 4 1\n1 1 2 3 4\n$EndElements\n";
const MEDIT: &str = "MeshVersionFormatted 2\nDimension 3\nVertices 4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 7\nTriangles 1\n\
    1 2 3 5\nTetrahedra 1\n1 2 3 4 0\nEnd\n";
const NEUTRAL: &str = "4\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n1\n1 1 2 3 4\n1\n1 1 2 3\n";
const T: &str = "Vertex 0 0 0 0\nVertex 1 1 0 0\nVertex 2 0 1 0\nVertex 3 0 0 1\nTet 0 0 1 2 3\n";
const VTK2: &str = "# vtk DataFile Version 2.0\nt\nASCII\nDATASET UNSTRUCTURED_GRID\nFIELD FieldData 1\nTIME 1 2 double\n0.5 1\n\
    POINTS 4 float\n0 0 0 1 0 0 0 1 0 0 0 1\nCELLS 2 9\n3 0 1 2\n4 0 1 2 3\nCELL_TYPES 2\n5\n10\n";
const OBJ: &str = "v 0 0 0 1 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvn 0 0 1\ng a b\nusemtl c\n\
    f 1/1/1 2/-1/1 -2/1/1 \\\n4/1/1\ns 1\nl 1 2\n";
const PLY: &str = "ply\nformat ascii 1.0\ncomment c\nelement vertex 4\nproperty double x\nproperty float y\nproperty float z\n\
    element camera 1\nproperty list uchar int bits\nproperty float f\nelement face 1\nproperty list uchar int vertex_index\n\
    element tristrips 1\nproperty list int int vertex_indices\nend_header\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n2 7 7 0.5\n4 0 1 2 3\n\
    5 0 1 2 -1 3\n";
const STL: &str = "solid one two\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\nendloop\nendfacet\n\
    endsolid one two\nsolid\nendsolid\n";
const OFF: &str = "NOFF # a square\n4 2 0\n0 0 0 0 0 1\n1 0 0 0 0 1 0.1\n1 1 0 0 0 1\n0 1 0 0 0 1\n4 0 1 2 3 255 0 0\n2 0 1\n";
const X: &str = "xof 0303txt 0032\nFrame Root { FrameTransformMatrix { 1,0,0,0, 0,1,0,0, 0,0,-1,0, 5,0,0,1;; }\n\
    Mesh cube { 4; 0;0;0;, 1;0;0;, 1;1;0;, 0;1;0;; // four\n1; 4;0,1,2,3;; { Material0 } TextureFilename { \"a.png\"; }\n\
    MeshNormals { 1; 0;0;2;; 1; 4;0,0,0,0;; } MeshTextureCoords { 4; 0;0;, 1;0;, 1;1;, 0;1;; } } }\n";

fn little(values: &[i32]) -> Vec<u8> {
    values.iter().flat_map(|v| v.to_le_bytes()).collect()
}

fn msh2_binary() -> Vec<u8> {
    let mut file = b"$MeshFormat\n2.2 1 8\n\x01\0\0\0\n$EndMeshFormat\n$Nodes\n4\n".to_vec();
    for (i, position) in (1..).zip(&tets().positions[..4]) {
        file.extend(little(&[i]));
        position
            .iter()
            .for_each(|c| file.extend(f64::from(*c).to_le_bytes()));
    }
    file.extend(b"\n$EndNodes\n$Elements\n2\n");
    file.extend(little(&[15, 1, 1, 1, 9, 1, 4, 1, 2, 2, 7, 7, 1, 2, 3, 4]));
    file.extend(b"\n$EndElements\n");
    file
}

fn vtk5_binary() -> Vec<u8> {
    let mut file =
        b"# vtk DataFile Version 5.1\nt\nBINARY\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 float\n"
            .to_vec();
    tets().positions[..4]
        .as_flattened()
        .iter()
        .for_each(|c| file.extend(c.to_be_bytes()));
    file.extend(b"\nMETADATA\nINFORMATION 0\n\nCELLS 3 5\nOFFSETS vtktypeint64\n");
    [0i64, 1, 5]
        .iter()
        .for_each(|v| file.extend(v.to_be_bytes()));
    file.extend(b"\nCONNECTIVITY vtktypeint64\n");
    [3i64, 0, 1, 2, 3]
        .iter()
        .for_each(|v| file.extend(v.to_be_bytes()));
    file.extend(b"\nCELL_TYPES 2\n\0\0\0\x01\0\0\0\x0a\n");
    file
}

#[derive(Clone, Copy)]
enum VtuKind {
    Text,
    Raw,
    Packed,
}

/// One tet. Its arrays are text, appended raw, or compressed by zlib in base64. Indices are floats for brevity.
fn vtu(kind: VtuKind) -> Vec<u8> {
    const POINTS: &[f32] = &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
    let mut appended = Vec::new();
    let mut array = |name: &str, numbers: &[f32]| {
        let bytes: Vec<u8> = numbers.iter().flat_map(|n| n.to_le_bytes()).collect();
        let length = bytes.len() as i32;
        let tag = format!("<DataArray type=\"Float32\" Name=\"{name}\" format=");
        match kind {
            VtuKind::Text => {
                let words: Vec<_> = numbers.iter().map(f32::to_string).collect();
                format!("{tag}\"ascii\">{}</DataArray>", words.join(" "))
            }
            VtuKind::Raw => {
                let offset = appended.len();
                appended.extend([little(&[length]), bytes].concat());
                format!("{tag}\"appended\" offset=\"{offset}\"/>")
            }
            VtuKind::Packed => {
                let packed = miniz_oxide::deflate::compress_to_vec_zlib(&bytes, 6);
                let head = little(&[1, length, 0, packed.len() as i32]);
                let [head, packed] = [head, packed].map(|part| BASE64_STANDARD.encode(part));
                format!("{tag}\"binary\">{head}{packed}</DataArray>")
            }
        }
    };
    let mut file = "<VTKFile type=\"UnstructuredGrid\" byte_order=\"LittleEndian\" compressor=\"vtkZLibDataCompressor\">\
        <UnstructuredGrid><Piece NumberOfPoints=\"4\" NumberOfCells=\"1\"><Points>".to_owned();
    file += &array("Points", POINTS);
    file += "</Points><Cells>";
    file += &array("connectivity", &[0.0, 1.0, 2.0, 3.0]);
    file += &array("offsets", &[4.0]);
    file += &array("types", &[10.0]);
    file += "</Cells></Piece></UnstructuredGrid><AppendedData encoding=\"raw\">_";
    if !matches!(kind, VtuKind::Packed) {
        file = file.replace(" compressor=\"vtkZLibDataCompressor\"", "");
    }
    let mut file = file.into_bytes();
    file.extend(appended);
    file.extend(b"</AppendedData></VTKFile>");
    file
}

fn stl_binary() -> Vec<u8> {
    let mut file = vec![b' '; 80];
    file.extend(little(&[2]));
    for i in 0..2u8 {
        file.extend([0; 12]);
        (0..9u8).for_each(|c| file.extend(f32::from(c * i).to_le_bytes()));
        file.extend([0; 2]);
    }
    file
}

/// A glTF document, with `@` in place of the URI of its buffer, and the buffer.
fn document() -> (String, Vec<u8>) {
    let square = square();
    let mut buffer: Vec<u8> = square
        .positions
        .as_flattened()
        .iter()
        .flat_map(|c| c.to_le_bytes())
        .collect();
    square
        .normals
        .as_flattened()
        .iter()
        .for_each(|c| buffer.extend(c.to_le_bytes()));
    [0u16, 1, 2, 0, 2, 3]
        .iter()
        .for_each(|i| buffer.extend(i.to_le_bytes()));
    let json = r#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],
        "nodes":[{"children":[1,2],"rotation":[0,0,0,1]},{"mesh":0,"scale":[-2,1,1]},{"mesh":1,"translation":[1,2,3]}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0,"NORMAL":1},"indices":2}]},
        {"primitives":[{"mode":5,"attributes":{"POSITION":0,"NORMAL":3}}]}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"},
        {"bufferView":0,"byteOffset":48,"componentType":5126,"count":4,"type":"VEC3"},
        {"bufferView":1,"componentType":5123,"count":6,"type":"SCALAR"},
        {"componentType":5126,"count":4,"type":"VEC3","sparse":{"count":2,"indices":{"bufferView":1,"componentType":5123},
        "values":{"bufferView":0,"byteOffset":48}}}],
        "bufferViews":[{"buffer":0,"byteLength":96},{"buffer":0,"byteOffset":96,"byteLength":12}],
        "buffers":[{"byteLength":108@}]}"#;
    (json.to_owned(), buffer)
}

/// The document with a skin of one joint and a morph target.
fn skinned(json: &str) -> String {
    [
        (r#"{"mesh":0,"#, r#"{"mesh":0,"skin":0,"#),
        (
            r#""NORMAL":1},"indices":2}]}"#,
            r#""NORMAL":1,"JOINTS_0":4,"WEIGHTS_0":5},"indices":2,"targets":[{"POSITION":1,"NORMAL":1}]}],"weights":[0.5]}"#,
        ),
        (
            r#""bufferViews""#,
            r#""skins":[{"inverseBindMatrices":6,"joints":[2]}],"bufferViews""#,
        ),
        (
            r#""byteOffset":48}}}],"#,
            r#""byteOffset":48}}},{"componentType":5121,"count":4,"type":"VEC4"},
            {"bufferView":0,"componentType":5126,"count":4,"type":"VEC4"},
            {"bufferView":0,"componentType":5126,"count":1,"type":"MAT4"}],"#,
        ),
    ]
    .iter()
    .fold(json.to_owned(), |json, (from, to)| {
        assert!(json.contains(from), "{from}");
        json.replacen(from, to, 1)
    })
}

fn glb(json: &str, buffer: &[u8]) -> Vec<u8> {
    let mut json = json.to_owned();
    json.extend(std::iter::repeat_n(
        ' ',
        json.len().next_multiple_of(4) - json.len(),
    ));
    let mut file = b"glTF".to_vec();
    file.extend(little(&[
        2,
        (28 + json.len() + buffer.len()) as i32,
        json.len() as i32,
    ]));
    file.extend(b"JSON");
    file.extend(json.bytes());
    file.extend(little(&[buffer.len() as i32]));
    file.extend(b"BIN\0");
    file.extend(buffer);
    file
}
