//#use kernel/stage/group.wgsl
//#use kernel/stage/roam.wgsl
// Contact opens a frame: where vertices start, and what a body makes of its way. A workgroup a body.

var<workgroup> touch_open_box: array<atomic<u32>, 6>; // as ordered integers

@compute @workgroup_size(128)
fn touch_open(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let slot = work_index(group.x);
    let body = bodies[slot];
    if thread < 6u {
        atomicStore(&touch_open_box[thread], select(0u, 0xFFFFFFFFu, thread < 3u));
    }
    workgroupBarrier();
    var sums = mat4x4<f32>();
    let surface = touch_surface(body);
    for (var v = thread; v < body.vertex_count; v += GROUP_WIDTH) {
        sums[0] += touch_open_vertex(slot, body, surface, v);
    }
    let total = group_sums(thread, sums);
    if thread != 0u {
        return;
    }
    let is_alone = contact[(slot * NEAR_WORDS + NEAR_BODIES) / 4u][NEAR_BODIES % 4u] == 0u;
    touch[touch_body_row(slot, TOUCH_STATE)].x = select(0u, TOUCH_ALONE, is_alone);
    atomicStore(&report[slot * REPORT_WORDS + REPORT_PAIRS], 0u);
    touch[touch_body_row(slot, TOUCH_LOW)] = vec4<u32>(touch_open_corner(0u), 0u);
    touch[touch_body_row(slot, TOUCH_HIGH)] = vec4<u32>(touch_open_corner(3u), 0u);
    touch[touch_body_row(slot, TOUCH_SUMS)] = bitcast<vec4<u32>>(total[0]);
}

fn touch_open_corner(first: u32) -> vec3<u32> {
    let bits = vec3<u32>(
        atomicLoad(&touch_open_box[first]), atomicLoad(&touch_open_box[first + 1u]),
        atomicLoad(&touch_open_box[first + 2u]),
    );
    return bitcast<vec3<u32>>(math_from_ordered(bits));
}

// Opens a vertex, counted in the body. Returns its part of (Σ m way, Σ m).
fn touch_open_vertex(slot: u32, body: Body, surface: Surface, number: u32) -> vec4<f32> {
    let vertex = body.first_vertex + number;
    let x = state[state_row(STATE_POSITION, vertex)];
    let edge = body.scale * touch_rest(body, surface, number).w;
    var reach = ROAM_FREE;
    if edge > 0.0 {
        reach = roam_reach(slot, body, vertex, edge, vec3<f32>(0.0));
        let low = math_ordered(x.xyz - reach);
        let high = math_ordered(x.xyz + reach);
        for (var axis = 0u; axis < 3u; axis++) {
            atomicMin(&touch_open_box[axis], low[axis]);
            atomicMax(&touch_open_box[3u + axis], high[axis]);
        }
    }
    let start = bitcast<vec4<u32>>(vec4<f32>(x.xyz, reach));
    touch[touch_vertex_row(vertex, TOUCH_REF)] = start;
    touch[touch_vertex_row(vertex, TOUCH_FRAME)] = start;
    touch[touch_vertex_row(vertex, TOUCH_LIST)] = vec4<u32>(0u);
    let mass = select(0.0, 1.0 / x.w, x.w > 0.0);
    return vec4<f32>(mass * roam_way(vertex, body), mass);
}
