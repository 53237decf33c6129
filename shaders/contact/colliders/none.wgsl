//#use contact/detection/half_space_reach.wgsl
//#use contact/detection/vertex_reach.wgsl
//#use contact/filter/plane_hits.wgsl
//#needs memory/position
//#needs memory/scratch
// A world without colliders. A vertex still stays within its reach, so that its bits are those of a world with no collider
// near.

struct CollidersBound {
    reach: f32,
}

fn colliders_near(body: u32) -> bool {
    return false;
}

fn colliders_note(vertex: u32, start: vec3<f32>, goal: vec3<f32>, sub: Substep) {}

fn colliders_faces(body: Body, sub: Substep, thread: u32, threads: u32) {}

fn colliders_detect(vertex: u32, start: vec3<f32>, guess: vec3<f32>, sub: Substep) -> u32 {
    scratch_set_bound(vertex, vertex_reach_of(start, guess, sub));
    return 0u;
}

fn colliders_bound(vertex: u32, has_planes: bool) -> CollidersBound {
    return CollidersBound(scratch_bound(vertex));
}

fn colliders_push(
    vertex: u32, p: vec3<f32>, start: vec3<f32>, planes: u32, block: MathSym3, inverse: MathSym3, bound: CollidersBound,
) -> vec3<f32> {
    return p;
}

fn colliders_push_first(p: vec3<f32>, start: vec3<f32>, block: MathSym3, inverse: MathSym3, bound: CollidersBound) -> vec3<f32> {
    return p;
}

fn colliders_outside(vertex: u32, p: vec3<f32>, start: vec3<f32>, planes: u32, bound: CollidersBound) -> vec3<f32> {
    return vertex_reach_within(p, start, bound.reach, 1.0);
}

fn colliders_touched(vertex: u32) -> bool {
    return false;
}

fn colliders_least(vertex: u32, x: vec3<f32>, planes: u32) -> f32 {
    return 3.4e38;
}

fn colliders_end(
    vertex: u32, start: vec4<f32>, x: vec3<f32>, old: vec3<f32>, v: vec3<f32>, sub: Substep, body: Body, what: u32,
) -> vec3<f32> {
    return v;
}

fn colliders_hit(vertex: u32, x: vec3<f32>, old: vec3<f32>, sub: Substep, body: Body) {}

fn colliders_surface(vertex: u32, x: vec3<f32>, size: f32) -> vec3<f32> {
    return vec3<f32>(0.0);
}

fn colliders_add_hits(sums: ptr<function, PlaneHits>, vertex: u32, x: vec3<f32>, r: vec3<f32>, displacement: vec3<f32>) {}

fn colliders_meets(body: u32) -> u32 {
    return HALF_SPACE_REACH_NONE;
}

fn colliders_plane(vertex: u32, slot: u32) -> ResponsePlane {
    return ResponsePlane();
}

fn colliders_part(vertex: u32, p: vec3<f32>, start: vec3<f32>, planes: u32) -> f32 {
    return 1.0;
}
