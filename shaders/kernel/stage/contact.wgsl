//#use kernel/stage/contact_move.wgsl
//#use kernel/stage/face.wgsl
//#use collider/collider.wgsl
// Contact of one vertex with all colliders in one substep: which planes bind it, and how far it may go.

struct ContactSubstep {
    body: u32,
    begin: f32, // fraction of the step at the start of the substep
    end: f32,   // and at its end
    h: f32,
}

// Starting this deep, relative to the body's size, still counts as lying on the surface (rounding).
const CONTACT_SKIN: f32 = 1e-4;

// How far a vertex may go beyond its inertia in a substep, whether there is something to meet or not: at the most a tenth of the
// body's size, and in short substeps so many sizes a second. More makes more vertices look for planes.
const CONTACT_LEEWAY: f32 = 0.1;
const CONTACT_LEEWAY_RATE: f32 = 12.0;

// What a vertex collects while it looks for its planes.
struct ContactList {
    start: vec3<f32>,
    reach: f32, // the farthest it may go
    kept: u32,  // planes
}

// Keeps the planes of the nearest colliders within reach. A collider that finds no room shortens the reach to its
// distance, so that nothing is ever passed through; the report counts such planes. Returns the planes kept.
fn contact_detect(vertex: u32, start: vec3<f32>, guess: vec3<f32>, sub: ContactSubstep) -> u32 {
    let body = bodies[sub.body];
    var list = ContactList(start, contact_reach(start, guess, sub), 0u);
    for (var m = 0u; m < params.counts.y; m++) {
        let mover = movers[m];
        if !contact_meets(mover, body) {
            continue;
        }
        let pose0 = collider_pose(mover, sub.begin);
        let pose1 = collider_pose(mover, sub.end);
        let span = mover.size.w + list.reach + distance(pose0.position, pose1.position);
        if mover.size.w >= 0.0 && distance(start, pose0.position) > span {
            continue;
        }
        let local = collider_to_local(pose0, start);
        let near = collider_distance(mover.filters.x, mover.size.xyz, local);
        let slip = collider_to_world(pose1, local) - start;
        if near.w - length(slip) > list.reach {
            continue;
        }
        let plane = contact_find(mover, sub, local, near, collider_to_local(pose1, guess));
        contact_keep(vertex, &list, mover, sub, pose1, plane, slip);
    }
    if FACE_WANTED != 0u {
        face_detect(vertex, sub, &list);
    }
    own_set_reach(vertex, list.reach);
    return list.kept;
}

// The farthest a vertex may go from `start`, before anything shortens it.
fn contact_reach(start: vec3<f32>, guess: vec3<f32>, sub: ContactSubstep) -> f32 {
    let leeway = min(CONTACT_LEEWAY, CONTACT_LEEWAY_RATE * sub.h) * bodies[sub.body].shape.y;
    return 2.0 * distance(start, guess) + leeway + contact_push(start, sub);
}

fn contact_meets(mover: Mover, body: Body) -> bool {
    return (mover.filters.y & body.filters.y) != 0u && (mover.filters.z & body.filters.x) != 0u;
}

// The farthest that a moving collider can push a vertex from `start` in the substep: a vertex must be allowed to go
// that way, or a fast collider would pass over it.
fn contact_push(start: vec3<f32>, sub: ContactSubstep) -> f32 {
    let body = bodies[sub.body];
    var push = 0.0;
    for (var m = 0u; m < params.counts.y; m++) {
        let mover = movers[m];
        if mover.filters.w == 0u || !contact_meets(mover, body) {
            continue;
        }
        let local = collider_to_local(collider_pose(mover, sub.begin), start);
        let slip = length(collider_to_world(collider_pose(mover, sub.end), local) - start);
        let near = collider_distance(mover.filters.x, mover.size.xyz, local);
        // A bounded collider may hit a face around the vertex: no farther away than the body is large.
        let around = select(0.0, body.shape.y, mover.size.w >= 0.0);
        push = max(push, slip - max(near.w - around, 0.0));
    }
    return push;
}

// The plane of one collider for a vertex that goes from `local` to `end`, in the collider's frame.
fn contact_find(mover: Mover, sub: ContactSubstep, local: vec3<f32>, near: vec4<f32>, end: vec3<f32>) -> vec4<f32> {
    let body = bodies[sub.body];
    if near.w < -CONTACT_SKIN * body.shape.y {
        let centre = collider_to_local(collider_pose(mover, sub.begin), report_centre(sub.body));
        return collider_exit_plane(mover.filters.x, mover.size.xyz, local, centre, body.contact.z * sub.h);
    }
    let plane = collider_plane(near, local);
    if mover.size.w < 0.0 {
        return plane; // a half-space has no other
    }
    return collider_separating_plane(mover.filters.x, mover.size.xyz, local, end, plane, near.w);
}

// Adds a plane, given in the collider's frame, as it stands in the world at the end of the substep, where the collider is
// at `pose`.
fn contact_keep(vertex: u32, list: ptr<function, ContactList>, mover: Mover, sub: ContactSubstep, pose: ColliderPose, local: vec4<f32>, slip: vec3<f32>) {
    let n = math_rotate(pose.rotation, local.xyz);
    let plane = vec4<f32>(n, local.w + dot(n, pose.position));
    let gap = dot(n, (*list).start) - plane.w;
    if gap > (*list).reach {
        return;
    }
    let friction = sqrt(mover.position0.w * bodies[sub.body].contact.x);
    let bounce = max(mover.position1.w, bodies[sub.body].contact.y);
    let surface = vec4<f32>(slip, contact_pack(friction, bounce));
    // The same plane again, of another face or of a collider beside: the higher one says it all.
    var slot = (*list).kept;
    var farthest = gap;
    for (var k = 0u; k < (*list).kept; k++) {
        let row = scratch_row(SCRATCH_PLANE + 2u * k, vertex);
        let other = scratch[row];
        let apart = other.xyz - n;
        if dot(apart, apart) < 1e-10 && all(scratch[row + params.counts.w] == surface) {
            scratch[row].w = max(other.w, plane.w);
            return;
        }
        let other_gap = dot(other.xyz, (*list).start) - other.w;
        if (*list).kept == contact_room() && other_gap > farthest {
            farthest = other_gap;
            slot = k;
        }
    }
    if (*list).kept == contact_room() {
        // No room: drop the farthest of all, and let the reach stop short of it.
        (*list).reach = min((*list).reach, max(farthest, 0.0));
        atomicAdd(&report[sub.body * REPORT_WORDS + REPORT_DROPPING], 1u);
        if slot == (*list).kept {
            return;
        }
    } else {
        (*list).kept += 1u;
    }
    let row = scratch_row(SCRATCH_PLANE + 2u * slot, vertex);
    scratch[row] = plane;
    scratch[row + params.counts.w] = surface;
}
