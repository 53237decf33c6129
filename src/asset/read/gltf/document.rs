//! The part of a glTF document that a surface needs, as the specification's JSON schema has it.
//! <https://registry.khronos.org/glTF/specs/2.0/glTF-2.0.html>

use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Document {
    pub scene: Option<usize>,
    pub scenes: Vec<Scene>,
    pub nodes: Vec<Node>,
    pub meshes: Vec<Mesh>,
    pub accessors: Vec<Accessor>,
    pub buffer_views: Vec<BufferView>,
    pub buffers: Vec<Buffer>,
    pub extensions_required: Vec<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Scene {
    pub nodes: Vec<usize>,
}

/// Boxes, because an empty node takes two bytes in a file and must not take a kilobyte here.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Node {
    pub mesh: Option<usize>,
    pub children: Vec<usize>,
    pub matrix: Option<Box<[f64; 16]>>,
    pub translation: Option<Box<[f64; 3]>>,
    pub rotation: Option<Box<[f64; 4]>>,
    pub scale: Option<Box<[f64; 3]>>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Mesh {
    pub primitives: Vec<Primitive>,
}

#[derive(Deserialize)]
pub struct Primitive {
    #[serde(default)]
    pub attributes: BTreeMap<String, usize>,
    pub indices: Option<usize>,
    #[serde(default = "triangles")]
    pub mode: u32,
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

/// Indices have a component type, values that of their accessor.
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
