// One skin of one body. Mirrored by src/share/skin.rs.
struct Skin {
    first_vertex: u32, // of the body
    vertex_count: u32, // render vertices
    jump_step: u32,    // number of the step in which the body last jumped
    body: u32,
    binding_row: u32,   // arena rows: of the bindings of vertices, SKIN_ROWS a vertex
    group_row: u32,     // of the groups of vertices that share a normal
    around_row: u32,    // of the triangles around groups
    triangle_row: u32,  // of the triangles
    first_word: u32,    // of the output
    vertex_words: u32,  // words a vertex
    position_word: u32, // in a vertex, as the next three; SKIN_ABSENT: left out
    normal_word: u32,
    tangent_word: u32,
    previous_word: u32, // of the position after the last step
    bounds_word: u32,   // first word of the bounds
    unused: u32,
}

const SKIN_ROWS: u32 = 5u;            // arena rows a render vertex
const SKIN_ABSENT: u32 = 0xFFFFFFFFu; // attribute left out
