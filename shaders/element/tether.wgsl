// A tether of a vertex to a held one: C = |x - anchor| - length <= 0, hard (Kim, Chentanez and Müller-Fischer 2012). Mirrored
// by src/element/tether.rs.

// x, or the nearest point within the length.
fn tether_within(x: vec3<f32>, anchor: vec3<f32>, length: f32) -> vec3<f32> {
    let apart = x - anchor;
    let square = dot(apart, apart);
    return select(x, anchor + apart * (length * inverseSqrt(square)), square > length * length);
}
