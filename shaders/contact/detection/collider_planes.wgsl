//#needs contact/detection/collider_list
//#use collider/collider.wgsl
//#use contact/detection/collider_entry.wgsl
//#use contact/detection/vertex_reach.wgsl
//#use contact/filter/collider_projection.wgsl
//#use memory/report.wgsl
//#needs memory/scratch
// Contact of one vertex with the colliders near its body in one substep: the planes that bind the vertex, and its reach.
// contact/filter/collider_projection.wgsl projects the vertex onto them.

// A start this deep, in sizes of the body, still counts as lying on the surface: it may be rounding.
const COLLIDER_PLANES_SKIN: f32 = 1e-4;

// Most planes against one collider: walls of a corner.
const COLLIDER_PLANES_MOST: u32 = 3u;

// The planes of a vertex, and its reach, during the search.
struct ColliderPlanesList {
    start: vec3<f32>,
    reach: f32, // the farthest it may move from `start`
    kept: u32,  // planes
}

// Finds the planes of the nearest colliders within reach and stores them. A collider for which there is no room shortens the
// reach to its distance, so that the vertex cannot cross it. The report counts such planes.
fn collider_planes_find(
    vertex: u32, start: vec3<f32>, guess: vec3<f32>, near: ColliderListList, sub: Substep,
) -> ColliderPlanesList {
    let body = bodies[sub.body];
    var list = ColliderPlanesList(start, collider_planes_bound(start, guess, near, sub), 0u);
    for (var k = 0u; k < collider_list_count(near); k++) {
        let number = collider_list_index(near, k);
        let collider = collider_entry_of(number, sub);
        if collider_mask_meets(number, collider.record, body) {
            collider_planes_add(vertex, guess, collider, sub, &list);
        }
    }
    return list;
}

// Ends the search for planes of a vertex. Returns the number of its planes.
fn collider_planes_kept(vertex: u32, list: ColliderPlanesList) -> u32 {
    scratch_set_bound(vertex, list.reach);
    return list.kept;
}

// The reach of a vertex from `start`, before contact shortens it.
fn collider_planes_bound(start: vec3<f32>, guess: vec3<f32>, near: ColliderListList, sub: Substep) -> f32 {
    let reach = vertex_reach_of(start, guess, sub) + collider_planes_push(start, near, sub);
    return collider_list_reach(sub.body, near, start, reach);
}

// The farthest that a moving collider can push a vertex from `start` in the substep. The reach includes it, or a fast
// collider would pass the vertex.
fn collider_planes_push(start: vec3<f32>, near: ColliderListList, sub: Substep) -> f32 {
    var push = 0.0;
    if frames.world.moving == 0u {
        return push;
    }
    let body = bodies[sub.body];
    for (var k = 0u; k < collider_list_count(near); k++) {
        let number = collider_list_index(near, k);
        let record = scene_collider(number);
        let frame = frames.list[record.frame];
        if !frame_moves(frame) || !collider_mask_meets(number, record, body) {
            continue;
        }
        let local = pose_to_local(pose_at(frame, sub.begin, sub.cell), start);
        let slip = length(pose_to_world(pose_at(frame, sub.end, sub.cell), local) - start);
        let gap = collider_list_distance(record, local).w;
        // A bounded collider may hit a face around the vertex, which reaches at most one size of the body away.
        push = max(push, slip - max(gap - collider_list_around(record, body), 0.0));
    }
    return push;
}

// Finds the planes of one collider. A collider on a grid need not be convex, so it may have several.
fn collider_planes_add(
    vertex: u32, guess: vec3<f32>, collider: ColliderEntry, sub: Substep, list: ptr<function, ColliderPlanesList>,
) {
    let start = (*list).start;
    let body = bodies[sub.body];
    let local = pose_to_local(collider.begin, start);
    let near = collider_list_distance(collider.record, local);
    let slip = collider_entry_displacement(collider, start);
    if near.w - length(slip) > (*list).reach + body.margin {
        return;
    }
    var goal = pose_to_local(collider.end, guess);
    for (var k = 0u; k < COLLIDER_PLANES_MOST; k++) {
        var hit: ColliderListHit;
        if near.w < -COLLIDER_PLANES_SKIN * body.size {
            let bounds = cell_between(sub.cell, report_bounds_cell(sub.body));
            let centre = pose_to_local(collider.begin, report_centre(sub.body) + bounds);
            hit.plane = collider_list_exit(collider.record, local, near, centre, body.exit_speed * sub.h);
        } else {
            hit = collider_list_hit(collider.record, local, near, goal);
        }
        if hit.comes || k == 0u {
            collider_planes_keep(vertex, list, collider, sub, hit.plane, slip);
        }
        if !hit.comes {
            break;
        }
        goal += hit.plane.xyz * max(hit.plane.w - dot(hit.plane.xyz, goal), 0.0);
    }
}

// The part of its margin that a vertex regains in a substep. If rounding took more, a sheet at rest would sink.
const COLLIDER_PLANES_REGAIN: f32 = 0.01;

// The offset of a plane for a body with a margin. A vertex nearer than that, at this distance along the normal, stays where
// it is and moves out slowly: a push in one substep would throw it.
fn collider_planes_kept_off(margin: f32, offset: f32, vertex_at: f32) -> f32 {
    return max(offset, min(offset + margin, vertex_at + COLLIDER_PLANES_REGAIN * margin));
}

// Stores a plane, given in the collider's frame, at its position in the world at the end of the substep. `slip`:
// displacement of the collider at the vertex.
fn collider_planes_keep(
    vertex: u32, list: ptr<function, ColliderPlanesList>, collider: ColliderEntry, sub: Substep, local: vec4<f32>,
    slip: vec3<f32>,
) {
    let record = collider.record;
    let n = math_rotate(collider.end.rotation, local.xyz);
    let offset = local.w + dot(n, collider.end.position);
    let plane = vec4<f32>(n, collider_planes_kept_off(bodies[sub.body].margin, offset, dot(n, (*list).start + slip)));
    let gap = dot(n, (*list).start) - plane.w;
    if gap > (*list).reach {
        return;
    }
    let friction = sqrt(collider_friction(record) * bodies[sub.body].friction);
    let bounce = max(record.restitution, bodies[sub.body].restitution);
    // A moving surface transports bodies by friction alone, so only its velocity along the plane counts.
    let run = sub.h * math_rotate(collider.end.rotation, record.surface.xyz);
    let surface = vec4<f32>(slip + (run - n * dot(n, run)), collider_projection_pack(friction, bounce));
    // If the plane is already stored, from another face or collider, the higher offset is enough.
    var slot = (*list).kept;
    var farthest = gap;
    for (var k = 0u; k < (*list).kept; k++) {
        let row = state_row(STATE_PLANE + 2u * k, vertex);
        let other = state[row];
        let apart = other.xyz - n;
        if dot(apart, apart) < 1e-10 && all(state[row + params.state_rows] == surface) {
            state[row].w = max(other.w, plane.w);
            return;
        }
        let other_gap = dot(other.xyz, (*list).start) - other.w;
        if (*list).kept == COLLIDER_LIST_PLANES && other_gap > farthest {
            farthest = other_gap;
            slot = k;
        }
    }
    if (*list).kept == COLLIDER_LIST_PLANES {
        // No room: drop the farthest of all, and let the reach stop short of it.
        (*list).reach = min((*list).reach, max(farthest, 0.0));
        atomicAdd(&report[sub.body * REPORT_WORDS + REPORT_DROPPING], 1u);
        if slot == (*list).kept {
            return;
        }
    } else {
        (*list).kept += 1u;
    }
    let row = state_row(STATE_PLANE + 2u * slot, vertex);
    state[row] = plane;
    state[row + params.state_rows] = surface;
}
