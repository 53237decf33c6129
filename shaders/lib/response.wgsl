//#use lib/math.wgsl
// Contact as a half-space that a vertex may not leave. The vertex's local problem is the quadratic ½ dᵀHd + gᵀd, so the
// constrained minimum and its multiplier (the contact force) are closed forms: no penalty, no stiffness to tune.

struct ResponsePlane {
    plane: vec4<f32>, // n, offset: n·x >= offset outside
    slip: vec3<f32>,  // how far the collider's surface moves in the substep [unit]
    friction: f32,
}

// The constrained minimum with Coulomb friction. `wanted`: the free minimum; `start`: the position at the start of the
// substep. A vertex sticks if the force for that, H (stuck - wanted), is within the friction cone. Otherwise it moves
// towards the frictionless result until the force is: between the two the force changes linearly and opposes the motion.
// (With the normal force first and friction after it, a vertex at rest would creep, since H couples the two.)
fn response_push(
    wanted: vec3<f32>, start: vec3<f32>, block: MathSym3, inverse: MathSym3, contact: ResponsePlane,
) -> vec3<f32> {
    let n = contact.plane.xyz;
    let depth = contact.plane.w - dot(n, wanted);
    if depth <= 0.0 {
        return wanted;
    }
    let along_n = math_sym3_mul(inverse, n);
    let press = depth / dot(n, along_n);
    let sliding = wanted + along_n * press;
    if contact.friction <= 0.0 {
        return sliding;
    }
    let met = start + contact.slip;
    let stuck = met + n * (contact.plane.w - dot(n, met));
    let force = math_sym3_mul(block, stuck - wanted);
    let normal = dot(n, force);
    let excess = length(force - n * normal) - contact.friction * normal;
    if excess <= 0.0 {
        return stuck;
    }
    return stuck + (sliding - stuck) * (excess / (excess + contact.friction * press));
}
