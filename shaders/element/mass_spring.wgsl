// Mass-spring system on the tet edges with a volume force (Georgii, Echtler, Westermann 2005).
//   spring   f = k (|d| - L) u,   u = d/|d|, d = x_j - x_i
//   volume   f = -D (v - v0) n,   n along the area vector of the opposite face
// The area vectors of a tet's faces sum to zero, so the volume force keeps momentum exactly.

// Factors of a body, from src/element/mass_spring.rs.
struct MassSpringFactors {
    edges: f32,  // factor of the edges' stiffness
    volume: f32, // factor of the volume's stiffness
    scale: f32,
}

fn mass_spring_factors(elastic: vec4<f32>) -> MassSpringFactors {
    return MassSpringFactors(elastic.x, elastic.y, elastic.z);
}

// A record of an edge is (other vertex, stiffness k [N/m], rest length L [unit]).
fn mass_spring_spring(x: vec3<f32>, other: vec3<f32>, stiffness: f32, rest: f32) -> vec3<f32> {
    let d = other - x;
    let square = dot(d, d);
    if square <= 0.0 {
        return vec3<f32>(0.0); // coincident particles: no direction to push along
    }
    return d * (stiffness * (1.0 - rest * inverseSqrt(square)));
}

// Volume force on the vertex opposite to a, b, c. stiffness multiplies v/v0 - 1 and twice the face's area vector.
fn mass_spring_volume(
    x: vec3<f32>, a: vec3<f32>, b: vec3<f32>, c: vec3<f32>, inverse_6v: f32, stiffness: f32,
) -> vec3<f32> {
    let area = cross(b - a, c - a);
    return -area * (stiffness * (dot(area, x - a) * inverse_6v - 1.0));
}
