//! The part of a glTF document that a surface needs, after the JSON schema of the specification.
//! <https://registry.khronos.org/glTF/specs/2.0/glTF-2.0.html>

use crate::read::common::short;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::BTreeMap;

/// The extension that compresses primitives.
pub const DRACO: &str = "KHR_draco_mesh_compression";

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Document {
    pub scene: Option<usize>,
    pub scenes: Vec<Scene>,
    pub nodes: Vec<Node>,
    pub meshes: Vec<Mesh>,
    pub skins: Vec<Skin>,
    pub accessors: Vec<Accessor>,
    pub buffer_views: Vec<BufferView>,
    pub buffers: Vec<Buffer>,
    pub extensions_required: Vec<String>,
}

impl Document {
    /// Reads a document, or says what is wrong and where.
    pub fn parse(json: &[u8]) -> Result<Self, String> {
        // Serde takes an array for a struct, its items for the fields.
        if json.trim_ascii_start().starts_with(b"[") {
            return Err("expected a glTF document, a JSON object, found a JSON array".into());
        }
        serde_json::from_slice(json).map_err(|e| {
            let (line, column) = (e.line(), e.column());
            let place = format!("line {line}, column {column}");
            let behind = format!(" at line {line} column {column}");
            let text = e.to_string();
            let why = plain(text.strip_suffix(&behind).unwrap_or(&text));
            let why = short(why);
            format!("{place} of the JSON: expected a glTF document, {why}")
        })
    }
}

/// Serde's message with the terms of JSON instead of Rust's.
fn plain(said: &str) -> String {
    let begins = [
        ("invalid type: ", ""),
        ("invalid value: ", ""),
        ("invalid length ", "an array of length "),
    ];
    let rest = |(begin, of)| said.strip_prefix(begin).map(|rest| (of, rest));
    let parts = begins.into_iter().find_map(rest);
    let parts = parts.and_then(|(of, rest)| Some((of, rest.rsplit_once(", expected ")?)));
    let Some((of, (found, expected))) = parts else {
        return said.into();
    };
    let expected = match expected {
        "usize" | "u32" | "u64" => "a whole number from 0 on",
        "f64" => "a number",
        "a sequence" => "an array",
        "a map" => "an object",
        name if name.starts_with("struct ") => "an object",
        other => other,
    };
    let found = match found {
        "sequence" => "an array",
        "map" => "an object",
        other => other,
    };
    format!("which has {expected} here, found {of}{found}")
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Scene {
    pub nodes: Vec<usize>,
}

/// The fields are boxed because an empty node has only two bytes in a file.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Node {
    pub mesh: Option<usize>,
    /// 32 bits, to keep nodes small.
    pub skin: Option<u32>,
    pub children: Vec<usize>,
    pub matrix: Option<Box<[f64; 16]>>,
    pub translation: Option<Box<[f64; 3]>>,
    pub rotation: Option<Box<[f64; 4]>>,
    pub scale: Option<Box<[f64; 3]>>,
    /// Weights of morph targets, which replace those of the mesh.
    pub weights: Option<Box<[f64]>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Skin {
    pub inverse_bind_matrices: Option<usize>,
    #[serde(default)]
    pub joints: Vec<usize>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Mesh {
    pub primitives: Vec<Primitive>,
    /// Weights of the morph targets of all primitives.
    pub weights: Vec<f64>,
}

#[derive(Deserialize)]
pub struct Primitive {
    #[serde(default)]
    pub attributes: BTreeMap<String, usize>,
    pub indices: Option<usize>,
    #[serde(default = "triangles")]
    pub mode: u32,
    #[serde(default)]
    pub targets: Vec<Target>,
    #[serde(default)]
    pub extensions: Extensions,
}

/// Accessors of the displacements of a morph target.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "UPPERCASE")]
pub struct Target {
    pub position: Option<usize>,
    pub normal: Option<usize>,
    pub tangent: Option<usize>,
}

/// Extensions of a primitive.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Extensions {
    #[serde(rename = "KHR_draco_mesh_compression")]
    pub draco: Option<IgnoredAny>,
}

fn triangles() -> u32 {
    4
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Accessor {
    pub buffer_view: Option<usize>,
    #[serde(default)]
    pub byte_offset: u64,
    pub component_type: u32,
    #[serde(default)]
    pub normalized: bool,
    pub count: u64,
    #[serde(rename = "type")]
    pub shape: String,
    pub sparse: Option<Box<Sparse>>,
}

#[derive(Deserialize)]
pub struct Sparse {
    pub count: u64,
    pub indices: SparsePart,
    pub values: SparsePart,
}

/// Only indices have a component type; values have that of their accessor.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SparsePart {
    pub buffer_view: usize,
    #[serde(default)]
    pub byte_offset: u64,
    #[serde(default)]
    pub component_type: u32,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BufferView {
    pub buffer: usize,
    #[serde(default)]
    pub byte_offset: u64,
    pub byte_length: u64,
    pub byte_stride: Option<u64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Buffer {
    pub byte_length: u64,
    pub uri: Option<String>,
}
