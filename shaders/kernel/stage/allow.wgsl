//#use kernel/stage/crate.wgsl
//#use kernel/stage/group.wgsl
//#use kernel/stage/stance.wgsl
// How far a rigid body may go along its way, so that every vertex stays within its bounds.

var<workgroup> allow_part: atomic<u32>; // bits of the least part of its way that a vertex may go
var<workgroup> allow_kept: f32;         // that part

// What bounds the way of vertices.
const ALLOW_PLANES: u32 = 0u; // planes of colliders
const ALLOW_REACH: u32 = 1u;
const ALLOW_LIMITS: u32 = 2u; // planes and reach of other bodies

const ALLOW_TRIES: u32 = 4u; // to come to a part of the way that all vertices may go

// The least part of the way to a stance that any vertex may go, by one of its bounds. All threads call it.
fn allow_least(body: Body, solid: StanceBody, stance: Stance, bound: u32, thread: u32) -> f32 {
    if thread == 0u {
        atomicStore(&allow_part, bitcast<u32>(1.0));
    }
    workgroupBarrier();
    var part = 1.0;
    for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
        let vertex = body.first_vertex + i;
        let p = crate_at(body, solid, stance, i);
        if bound == ALLOW_PLANES {
            part = min(part, crate_part(vertex, p));
        } else if bound == ALLOW_REACH {
            part = min(part, crate_part_of_reach(vertex, p));
        } else {
            part = min(part, crate_part_of_limits(vertex, p));
        }
    }
    atomicMin(&allow_part, bitcast<u32>(max(part, 0.0))); // not negative, so in the order of its bits
    workgroupBarrier();
    if thread == 0u {
        allow_kept = bitcast<f32>(atomicLoad(&allow_part));
    }
    return workgroupUniformLoad(&allow_kept);
}

// The part of the way from one stance to another that all vertices may go; zero if none is found.
fn allow_way(body: Body, solid: StanceBody, base: Stance, goal: Stance, bound: u32, thread: u32) -> f32 {
    var part = 1.0;
    for (var k = 0u; k < ALLOW_TRIES; k++) {
        let least = allow_least(body, solid, stance_between(base, goal, part), bound, thread);
        if least == 1.0 {
            return part;
        }
        part *= least;
    }
    return 0.0;
}
