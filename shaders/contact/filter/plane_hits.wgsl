//#use contact/filter/collider_projection.wgsl
//#needs memory/scratch
// Sums over the planes of colliders that vertices are behind.

// Sums over planes that vertices are behind by a depth d. A vertex at r moves by u along a surface with friction μ.
//   masses: Σ d r² and Σ d (ry rz, rz rx, rx ry) are added to the first two columns
//   hits:   (Σ d n, Σ d), (Σ d r, Σ d²), (Σ d u, Σ d μ), (hits, zero, zero, zero)
struct PlaneHits {
    masses: mat4x4<f32>,
    hits: mat4x4<f32>,
}

// Adds the planes of a vertex at x. `r`: from the origin of the sums to x; `displacement`: of the vertex in the substep.
fn plane_hits_add(sums: ptr<function, PlaneHits>, vertex: u32, x: vec3<f32>, r: vec3<f32>, displacement: vec3<f32>) {
    let planes = scratch_planes(vertex);
    for (var k = 0u; k < planes; k++) {
        let met = collider_projection_plane(vertex, k);
        let depth = max(met.plane.w - dot(met.plane.xyz, x), 0.0);
        (*sums).masses[0] += vec4<f32>(depth * r * r, 0.0);
        (*sums).masses[1] += vec4<f32>(depth * r.yzx * r.zxy, 0.0);
        (*sums).hits += depth * mat4x4<f32>(
            vec4<f32>(met.plane.xyz, 1.0), vec4<f32>(r, depth), vec4<f32>(displacement - met.slip, met.friction),
            vec4<f32>(0.0),
        );
        (*sums).hits[3].x += select(0.0, 1.0, depth > 0.0);
    }
}
