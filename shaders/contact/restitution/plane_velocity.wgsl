//#use contact/restitution/hit_record.wgsl
//#use memory/substep.wgsl
//#needs memory/position
//#needs memory/scratch
// The change of a vertex's velocity by planes of colliders.

const PLANE_VELOCITY_LIFT: u32 = 1u; // see CONTACT_LIFT, CONTACT_STOP and CONTACT_RESTITUTION
const PLANE_VELOCITY_STOP: u32 = 2u;
const PLANE_VELOCITY_RESTITUTION: u32 = 4u;

// See contact_end.
fn plane_velocity_end(
    vertex: u32, start: vec4<f32>, x: vec3<f32>, old: vec3<f32>, given: vec3<f32>, sub: Substep, body: Body, what: u32,
) -> vec3<f32> {
    var v = given;
    let planes = u32(start.w);
    for (var k = 0u; k < planes; k++) {
        let contact = collider_projection_plane(vertex, k);
        if (what & PLANE_VELOCITY_LIFT) != 0u {
            v = plane_velocity_unlifted(contact, start.xyz, v, sub.h);
        }
        if (what & (PLANE_VELOCITY_STOP | PLANE_VELOCITY_RESTITUTION)) == 0u {
            continue;
        }
        let bounce = collider_projection_bounce(vertex, k);
        if bounce > 0.0 || (what & PLANE_VELOCITY_STOP) != 0u {
            v = plane_velocity_stopped(contact, bounce, x, old, v, sub.h, body);
        }
    }
    return v;
}

// Stops the velocity of a vertex into a plane that it approached and lies on. A held body has no rigid motion of its own to
// bounce with, so its vertices bounce by themselves.
fn plane_velocity_stopped(
    contact: ResponsePlane, bounce: f32, x: vec3<f32>, old: vec3<f32>, v: vec3<f32>, h: f32, body: Body,
) -> vec3<f32> {
    let n = contact.plane.xyz;
    let surface = dot(n, contact.slip) / h;
    let before = dot(n, old) - surface;
    if dot(n, x) - contact.plane.w > 1e-5 * body.size || before > -rest_speed_of(h) {
        return v;
    }
    var wanted = 0.0;
    if !body_is_free(body) {
        wanted = -bounce * before;
    }
    return v + n * max(wanted - (dot(n, v) - surface), 0.0);
}

// The velocity without the lift of a vertex out of a plane that it began behind. Planes of faces turn as the other corners
// move. In a substep of a millisecond the lift of a rounding error would be a kick, and the body would never rest.
fn plane_velocity_unlifted(contact: ResponsePlane, x: vec3<f32>, v: vec3<f32>, h: f32) -> vec3<f32> {
    let n = contact.plane.xyz;
    let lift = max(contact.plane.w - dot(n, x + contact.slip), 0.0) / h;
    return v - n * min(lift, max(dot(n, v) - dot(n, contact.slip) / h, 0.0));
}

// The displacement in the substep of the surface that a vertex at x lies on.
fn plane_velocity_surface(vertex: u32, x: vec3<f32>, size: f32) -> vec3<f32> {
    var slip = vec3<f32>(0.0);
    let planes = scratch_planes(vertex);
    for (var k = 0u; k < planes; k++) {
        let contact = collider_projection_plane(vertex, k);
        if dot(contact.plane.xyz, x) - contact.plane.w < 1e-5 * size {
            slip = contact.slip;
        }
    }
    return slip;
}
