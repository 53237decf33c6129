//#use kernel/stage/carry.wgsl
//#use kernel/stage/confine.wgsl
//#use lib/response.wgsl
// The planes that a vertex keeps, and moves that respect them; a part of stage/contact.wgsl.

// Planes a vertex has room for.
fn contact_room() -> u32 {
    return select(SCRATCH_PLANES, SCRATCH_FACE_PLANES, FACE_WANTED != 0u);
}

// Friction in steps of 1/1024 and bounce in steps of 1/1000 as one whole number below 2^24, exact in f32. (Bits packed
// into a float may be a denormal, which some GPUs flush to zero.)
fn contact_pack(friction: f32, bounce: f32) -> f32 {
    return round(friction * 1024.0) * 1024.0 + round(bounce * 1000.0);
}

fn contact_plane(vertex: u32, slot: u32) -> ResponsePlane {
    let row = scratch_row(SCRATCH_PLANE + 2u * slot, vertex);
    let second = scratch[row + params.counts.w];
    return ResponsePlane(scratch[row], second.xyz, floor(second.w / 1024.0) / 1024.0);
}

fn contact_bounce(vertex: u32, slot: u32) -> f32 {
    let row = scratch_row(SCRATCH_PLANE + 2u * slot, vertex) + params.counts.w;
    let packed = scratch[row].w;
    return (packed - floor(packed / 1024.0) * 1024.0) / 1000.0;
}

// The bounds of a vertex with so many planes.
fn contact_bound(vertex: u32, planes: u32) -> ConfineBound {
    var bound: ConfineBound;
    if planes > 0u {
        bound.first = contact_plane(vertex, 0u);
    }
    bound.reach = own_reach(vertex);
    return bound;
}

// The only way to a new position: from x by `way` (which includes the carry), then contact with friction, then whatever
// is left over by plain projection; never through a kept plane, never past the reach. `planes` is what contact_detect
// returned.
fn contact_move(vertex: u32, x: vec3<f32>, way: vec3<f32>, start: vec3<f32>, planes: u32, block: MathSym3, inverse: MathSym3, bound: ConfineBound) -> vec3<f32> {
    let wanted = carry_move(vertex, x, way);
    var p = wanted;
    if planes > 0u {
        p = response_push(p, start, block, inverse, bound.first);
    }
    for (var k = 1u; k < planes; k++) {
        p = response_push(p, start, block, inverse, contact_plane(vertex, k));
    }
    p = confine_position(vertex, p, start, planes, bound);
    if any(p != wanted) {
        contact_mark(vertex);
    }
    return p;
}

// Contact has acted on the vertex in this substep. Its position has no carry any more.
fn contact_mark(vertex: u32) {
    carry_drop(vertex);
    own_mark(vertex);
}

fn contact_marked(vertex: u32) -> bool {
    return own_marked(vertex);
}

// The same without friction, for moves that are no step of a solver.
fn contact_slide(vertex: u32, x: vec3<f32>, way: vec3<f32>, start: vec3<f32>, planes: u32) -> vec3<f32> {
    let wanted = carry_move(vertex, x, way);
    let p = confine_position(vertex, wanted, start, planes, contact_bound(vertex, planes));
    if any(p != wanted) {
        contact_mark(vertex);
    }
    return p;
}
