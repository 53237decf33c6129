// One skin of one body. Mirrored by src/share/skin.rs.
struct Skin {
    source: vec4<u32>,  // first body vertex, render vertices, number of the step in which the body last jumped, body
    tables: vec4<u32>,  // arena rows: bindings (SKIN_ROWS a vertex), groups, triangles around groups, triangles
    output: vec4<u32>,  // first output word, words a vertex, word of the position, word of the normal
    extra: vec4<u32>,   // word of the tangent, word of the previous position, first word of the bounds, zero
}

const SKIN_ROWS: u32 = 5u;             // arena rows a render vertex
const SKIN_ABSENT: u32 = 0xFFFFFFFFu;  // attribute left out
