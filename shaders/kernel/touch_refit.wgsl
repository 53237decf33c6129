//#use kernel/stage/roam.wgsl
// The box of each patch for the frame, and how far its points may go now that the ways of clusters are known.

var<workgroup> touch_refit_box: array<atomic<u32>, 6>; // as ordered integers
var<workgroup> touch_refit_grown: atomic<u32>;         // the farthest that a vertex goes, and its share, as bits

@compute @workgroup_size(64)
fn touch_refit(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let own = touch_patch_of(group.x);
    let body = bodies[own.body];
    let surface = touch_surface(body);
    let cluster = bitcast<vec3<f32>>(touch[touch_body_row(own.body, TOUCH_WAY)].xyz);
    if thread < 6u {
        atomicStore(&touch_refit_box[thread], select(0u, 0xFFFFFFFFu, thread < 3u));
    }
    if thread == 6u {
        atomicStore(&touch_refit_grown, 0u);
    }
    workgroupBarrier();
    let number = TOUCH_PATCH * own.number + thread;
    if number < surface.triangles {
        let corners = touch_part(body, surface.triangle_row, number);
        for (var k = 0u; k < 3u; k++) {
            touch_refit_corner(own.body, body, surface, corners[k], cluster);
        }
    }
    let parts = touch_part(body, surface.patch_row, own.number);
    for (var p = thread; p < parts.y; p += TOUCH_PATCH) {
        let point = touch_part(body, surface.point_row, parts.x + p).x;
        let vertex = body.first_vertex + point;
        let edge = body.scale * touch_rest(body, surface, point).w;
        let reach = bitcast<u32>(roam_reach(own.body, body, vertex, edge, cluster));
        touch[touch_vertex_row(vertex, TOUCH_REF)].w = reach;
        touch[touch_vertex_row(vertex, TOUCH_FRAME)].w = reach;
    }
    workgroupBarrier();
    if thread < 2u {
        touch_refit_store(body.first_patch + own.number, thread);
    }
}

fn touch_refit_corner(slot: u32, body: Body, surface: Surface, number: u32, cluster: vec3<f32>) {
    let vertex = body.first_vertex + number;
    let edge = body.scale * touch_rest(body, surface, number).w;
    let reach = roam_reach(slot, body, vertex, edge, cluster);
    let x = math_ordered(state[state_row(STATE_POSITION, vertex)].xyz);
    for (var axis = 0u; axis < 3u; axis++) {
        atomicMin(&touch_refit_box[axis], x[axis]);
        atomicMax(&touch_refit_box[3u + axis], x[axis]);
    }
    atomicMax(&touch_refit_grown, bitcast<u32>(reach + touch_share(edge))); // not negative: in the order of its bits
}

// Writes the lower or the upper corner of the box, grown also by what f32 rounds off.
fn touch_refit_store(patch_number: u32, corner: u32) {
    let first = 3u * corner;
    let x = math_from_ordered(vec3<u32>(
        atomicLoad(&touch_refit_box[first]), atomicLoad(&touch_refit_box[first + 1u]),
        atomicLoad(&touch_refit_box[first + 2u]),
    ));
    let by = bitcast<f32>(atomicLoad(&touch_refit_grown)) + 1e-6 * abs(x);
    let grown = select(x - by, x + by, corner == 1u);
    touch[frames.touch.patch_row + TOUCH_PATCH_ROWS * patch_number + corner] = vec4<u32>(bitcast<vec3<u32>>(grown), 0u);
}
