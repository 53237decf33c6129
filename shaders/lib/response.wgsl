//#use lib/math.wgsl
// Contact as a half-space a vertex may not leave. The vertex's local problem is the quadratic ½ dᵀHd + gᵀd, so the
// constrained minimum and its multiplier (the contact force) are closed forms; there is no penalty and no stiffness to tune.

struct ResponsePlane {
    plane: vec4<f32>, // n, offset: n·x >= offset outside
    slip: vec3<f32>,  // how far the collider's surface moves in the substep
    friction: f32,
}

// Moves p to the constrained minimum along n, then opposes sliding relative to the surface with at most friction times
// the normal force (Coulomb). `start` is the position at the start of the substep.
fn response_push(p: vec3<f32>, start: vec3<f32>, inverse: MathSym3, contact: ResponsePlane) -> vec3<f32> {
    let n = contact.plane.xyz;
    let depth = contact.plane.w - dot(n, p);
    if depth <= 0.0 {
        return p;
    }
    let along_n = math_sym3_mul(inverse, n);
    let force = depth / dot(n, along_n);
    let pushed = p + along_n * force;
    let slide = pushed - start - contact.slip;
    let tangential = slide - n * dot(n, slide);
    let distance = length(tangential);
    if contact.friction <= 0.0 || distance <= 0.0 {
        return pushed;
    }
    let t = tangential / distance;
    let along_t = math_sym3_mul(inverse, t);
    let stop = distance / dot(t, along_t);
    return pushed - along_t * min(stop, contact.friction * force);
}
