//#use kernel/body/world.wgsl
//#use kernel/own/scratch.wgsl
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
    for (var number = thread; number < body.vertex_count; number += TOUCH_OPEN_WIDTH) {
        touch_open_vertex(slot, body, number);
    }
}

// Opens a vertex, counted in the body. One that no triangle has is not bound.
fn touch_open_vertex(slot: u32, body: Body, number: u32) {
    let vertex = body.first_vertex + number;
    let row = limit_vertex(vertex);
    let edge = body.scale * bitcast<f32>(arena[facet_of(body).rest_row + number].w);
    let carried = body_is_carrier(body);
    let leeway = select(touch_leeway(edge), 0.0, carried); // a carrier goes where its frame takes it
    let cluster = limit_floats(limit_body(slot) + TOUCH_WAY);
    var ball = vec4<f32>(state[state_row(STATE_POSITION, vertex)].xyz, TOUCH_FAR);
    if edge > 0.0 {
        ball = roam_ball(slot, body, vertex, leeway, cluster);
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
        share = touch_open_ahead(vertex, edge, cluster.xyz);
    }
    touch[row + TOUCH_OWN].w = bitcast<u32>(share);
}

// What a carrier keeps off: as far as it goes in an epoch beside its cluster, so that it presses before it is there. Its
// triangles may be large, so at rest it is nothing.
fn touch_open_ahead(vertex: u32, edge: f32, cluster: vec3<f32>) -> f32 {
    let ahead = length(drift_way(vertex) - cluster) / f32(params.epochs);
    return min(ahead, touch_share(0.0, touch_leeway(edge)));
}
