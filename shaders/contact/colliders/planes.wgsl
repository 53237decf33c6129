//#use contact/detection/collider_list/half_spaces.wgsl
//#use contact/detection/collider_planes.wgsl
//#use contact/filter/colliders.wgsl
//#needs memory/position
//#needs memory/scratch
// Colliders that are half-spaces: only vertices touch them, never faces.

fn colliders_near(body: u32) -> bool {
    return false;
}

fn colliders_note(vertex: u32, start: vec3<f32>, goal: vec3<f32>, sub: Substep) {}

fn colliders_faces(body: Body, sub: Substep, thread: u32, threads: u32) {}

// Planes and reach of a vertex. `guess`: its position if nothing is in its way.
fn colliders_detect(vertex: u32, start: vec3<f32>, guess: vec3<f32>, sub: Substep) -> u32 {
    return collider_planes_kept(vertex, collider_planes_find(vertex, start, guess, collider_list_list(sub.body), sub));
}
