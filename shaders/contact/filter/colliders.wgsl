//#use contact/detection/half_space_reach.wgsl
//#use contact/filter/plane_hits.wgsl
//#use contact/restitution/plane_velocity.wgsl
//#needs memory/position
//#needs memory/scratch
// The functions that contact/colliders/planes and solids share: moves and velocities by the planes of a vertex.

alias CollidersBound = ColliderProjectionBound;

fn colliders_bound(vertex: u32, has_planes: bool) -> CollidersBound {
    return collider_projection_bound(vertex, has_planes);
}

fn colliders_push(
    vertex: u32, p: vec3<f32>, start: vec3<f32>, planes: u32, block: MathSym3, inverse: MathSym3, bound: CollidersBound,
) -> vec3<f32> {
    return collider_projection_push(vertex, p, start, planes, block, inverse, bound);
}

fn colliders_push_first(p: vec3<f32>, start: vec3<f32>, block: MathSym3, inverse: MathSym3, bound: CollidersBound) -> vec3<f32> {
    return response_push(p, start, block, inverse, bound.first);
}

fn colliders_outside(vertex: u32, p: vec3<f32>, start: vec3<f32>, planes: u32, bound: CollidersBound) -> vec3<f32> {
    return collider_projection_outside(vertex, p, start, planes, bound);
}

fn colliders_touched(vertex: u32) -> bool {
    return collider_projection_touched(vertex);
}

fn colliders_least(vertex: u32, x: vec3<f32>, planes: u32) -> f32 {
    return collider_projection_least(vertex, x, planes);
}

fn colliders_end(
    vertex: u32, start: vec4<f32>, x: vec3<f32>, old: vec3<f32>, v: vec3<f32>, sub: Substep, body: Body, what: u32,
) -> vec3<f32> {
    return plane_velocity_end(vertex, start, x, old, v, sub, body, what);
}

fn colliders_hit(vertex: u32, x: vec3<f32>, old: vec3<f32>, sub: Substep, body: Body) {
    hit_record_note(vertex, x, old, sub, body);
}

fn colliders_surface(vertex: u32, x: vec3<f32>, size: f32) -> vec3<f32> {
    return plane_velocity_surface(vertex, x, size);
}

fn colliders_add_hits(sums: ptr<function, PlaneHits>, vertex: u32, x: vec3<f32>, r: vec3<f32>, displacement: vec3<f32>) {
    plane_hits_add(sums, vertex, x, r, displacement);
}

fn colliders_meets(body: u32) -> u32 {
    return half_space_reach_of(body);
}

// For contact/list.wgsl.
fn colliders_plane(vertex: u32, slot: u32) -> ResponsePlane {
    return collider_projection_plane(vertex, slot);
}

fn colliders_part(vertex: u32, p: vec3<f32>, start: vec3<f32>, planes: u32) -> f32 {
    return collider_projection_part(vertex, p, start, planes);
}
