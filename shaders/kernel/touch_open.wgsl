//#use kernel/body/world.wgsl
//#use kernel/own/scratch.wgsl
//#use kernel/stage/drift.wgsl
//#use kernel/stage/neighbour.wgsl
//#use kernel/stage/recover.wgsl
//#use kernel/stage/roam.wgsl
//#use kernel/stage/work.wgsl
// Contact opens a frame: where vertices may go in it. A workgroup a body.

const TOUCH_OPEN_WIDTH: u32 = 128u;

@compute @workgroup_size(TOUCH_OPEN_WIDTH)
fn touch_open(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let slot = work_index(group.x);
    let body = bodies[slot];
    if thread == 0u {
        let crowded = (atomicLoad(&report[slot * REPORT_WORDS + REPORT_TOUCH]) & TOUCH_CROWDED) != 0u;
        atomicStore(&report[slot * REPORT_WORDS + REPORT_PAIRS], select(0u, 1u, crowded));
        recover_open(slot);
    }
    let room = touch_open_neighbours(thread, slot);
    for (var number = thread; number < body.vertex_count; number += TOUCH_OPEN_WIDTH) {
        touch_open_vertex(slot, body, number, room);
    }
}

var<workgroup> touch_open_meets: atomic<u32>;
var<workgroup> touch_open_room: atomic<u32>; // bits

// Marks those of other clusters as apart from a body for the step. Returns how much farther vertices of a body may go that
// meets none: half of what is left to the nearest. All threads call it.
fn touch_open_neighbours(thread: u32, slot: u32) -> f32 {
    if thread == 0u {
        atomicStore(&touch_open_meets, 0u);
        atomicStore(&touch_open_room, bitcast<u32>(TOUCH_FAR));
    }
    workgroupBarrier();
    let list = neighbour_list(slot);
    let root = drift_root(slot);
    for (var k = thread; k < list.y; k += TOUCH_OPEN_WIDTH) {
        let meets = drift_root(neighbour_body(list.x + k)) == root;
        neighbour_set_flag(list.x + k, select(TOUCH_APART, 0u, meets));
        if meets {
            atomicStore(&touch_open_meets, 1u);
        }
    }
    workgroupBarrier();
    let meets_none = atomicLoad(&touch_open_meets) == 0u;
    for (var k = thread; meets_none && k < list.y; k += TOUCH_OPEN_WIDTH) {
        atomicMin(&touch_open_room, bitcast<u32>(max(0.5 * drift_spare(slot, list.x + k), 0.0))); // in the order of its bits
    }
    workgroupBarrier();
    if thread == 0u {
        // An impact that is not over is looked at once more, also where they part.
        let is_over = atomicLoad(&report[slot * REPORT_WORDS + REPORT_IMPACTS]) != params.step;
        if is_over && meets_none {
            atomicAnd(&report[slot * REPORT_WORDS + REPORT_TOUCH], ~TOUCH_NEAR);
        }
    }
    return select(0.0, bitcast<f32>(atomicLoad(&touch_open_room)), meets_none);
}

// Opens a vertex, counted in the body. One that no triangle has is not bound.
fn touch_open_vertex(slot: u32, body: Body, number: u32, room: f32) {
    let vertex = body.first_vertex + number;
    let row = limit_vertex(vertex);
    let edge = body.scale * bitcast<f32>(arena[facet_of(body).rest_row + number].w);
    let carried = body_is_carrier(body);
    let leeway = select(touch_leeway(edge), 0.0, carried); // a carrier goes where its frame takes it
    let cluster = limit_floats(limit_body(slot) + TOUCH_WAY).xyz;
    var ball = vec4<f32>(state[state_row(STATE_POSITION, vertex)].xyz, TOUCH_FAR);
    if edge > 0.0 {
        ball = roam_ball(slot, body, vertex, leeway, room, cluster);
    }
    limit_set(row + TOUCH_FRAME, ball);
    limit_set(row + TOUCH_NOW, ball);
    limit_set(row + TOUCH_REF, vec4<f32>(0.0, 0.0, 0.0, TOUCH_FAR));
    limit_set(row + TOUCH_REF + 1u, vec4<f32>(0.0, 0.0, 0.0, TOUCH_FAR));
    touch[row + TOUCH_LIST] = vec4<u32>(0u);
    touch[row + TOUCH_OWN].y = bitcast<u32>(leeway);
    touch[row + TOUCH_OWN].z = bitcast<u32>(ball.w);
    var share = touch_share(body.margin, leeway);
    if carried {
        share = touch_open_ahead(vertex, edge, cluster);
    }
    touch[row + TOUCH_OWN].w = bitcast<u32>(share);
}

// What a carrier keeps off: as far as it goes in an epoch beside its cluster, so that it presses before it is there. Its
// triangles may be large, so at rest it is nothing.
fn touch_open_ahead(vertex: u32, edge: f32, cluster: vec3<f32>) -> f32 {
    let ahead = length(drift_way(vertex) - cluster) / f32(params.epochs);
    return min(ahead, touch_share(0.0, touch_leeway(edge)));
}
