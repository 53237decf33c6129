// The length of an edge: C = |a - b| - rest. Mirrored by src/constraint/stretch.rs.

struct StretchRow {
    value: f32,           // C [unit]
    gradient: vec3<f32>,  // by a; by b it is the negative; zero for an edge without length, which has no direction
}

fn stretch_row(a: vec3<f32>, b: vec3<f32>, rest: f32) -> StretchRow {
    let way = a - b;
    let size = length(way);
    return StretchRow(size - rest, select(vec3<f32>(0.0), way / size, size > 1e-30));
}
