//#use kernel/stage/facet.wgsl
//#use kernel/stage/limit.wgsl
//#use lib/math.wgsl
// The box of each patch for the frame, with how far its vertices may go. A workgroup a patch.

var<workgroup> touch_refit_box: array<atomic<u32>, 6>; // as ordered integers
var<workgroup> touch_refit_grown: atomic<u32>;         // the farthest that a vertex goes, with its share, as bits

@compute @workgroup_size(64)
fn touch_refit(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let own = touch_patch_of(group.x);
    let body = bodies[own.body];
    let surface = facet_of(body);
    if thread < 6u {
        atomicStore(&touch_refit_box[thread], select(0u, 0xFFFFFFFFu, thread < 3u));
    }
    if thread == 6u {
        atomicStore(&touch_refit_grown, 0u);
    }
    if thread == 7u && group.x == 0u {
        atomicStore(&report[frames.touch.found_word], 0u); // the narrow phase has found nothing yet
    }
    workgroupBarrier();
    let number = TOUCH_PATCH * own.number + thread;
    if number < surface.triangles {
        let corners = arena[surface.triangle_row + number];
        for (var k = 0u; k < 3u; k++) {
            touch_refit_corner(body.first_vertex + corners[k]);
        }
    }
    workgroupBarrier();
    if thread < 2u {
        touch_refit_store(body.first_patch + own.number, thread);
    }
}

fn touch_refit_corner(vertex: u32) {
    let row = limit_vertex(vertex);
    let start = limit_floats(row + TOUCH_FRAME);
    let share = bitcast<f32>(touch[row + TOUCH_OWN].w);
    let x = math_ordered(start.xyz);
    for (var axis = 0u; axis < 3u; axis++) {
        atomicMin(&touch_refit_box[axis], x[axis]);
        atomicMax(&touch_refit_box[3u + axis], x[axis]);
    }
    atomicMax(&touch_refit_grown, bitcast<u32>(start.w + share)); // not negative: in the order of its bits
}

// Writes the lower or the upper corner of the box, grown also by what f32 rounds off.
fn touch_refit_store(patch_number: u32, corner: u32) {
    let first = 3u * corner;
    let x = math_from_ordered(vec3<u32>(
        atomicLoad(&touch_refit_box[first]), atomicLoad(&touch_refit_box[first + 1u]),
        atomicLoad(&touch_refit_box[first + 2u]),
    ));
    let by = vec3<f32>(bitcast<f32>(atomicLoad(&touch_refit_grown))) + 1e-6 * abs(x);
    limit_set(
        frames.touch.patch_row + TOUCH_PATCH_ROWS * patch_number + corner,
        vec4<f32>(select(x - by, x + by, vec3<bool>(corner == 1u)), 0.0),
    );
}
