//#use contact/narrow/surface_table.wgsl
//#use contact/filter/half_space_filter.wgsl
//#use lib/math.wgsl
// The box of each patch for the step, grown by the bounds of its vertices. A workgroup a patch.

var<workgroup> patch_bounds_box: array<atomic<u32>, 6>; // as ordered integers
var<workgroup> patch_bounds_grown: atomic<u32>;         // largest bound of a vertex plus its thickness, as bits

@compute @workgroup_size(64)
fn patch_bounds(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let own = contacts_patch_of(workgroup_id.x);
    let body = bodies[own.body];
    let surface = surface_table_of(body);
    if thread < 6u {
        atomicStore(&patch_bounds_box[thread], select(0u, 0xFFFFFFFFu, thread < 3u));
    }
    if thread == 6u {
        atomicStore(&patch_bounds_grown, 0u);
    }
    if thread == 7u && workgroup_id.x == 0u {
        atomicStore(&report[frames.contacts.found_word], 0u); // the narrow phase has found nothing yet
    }
    workgroupBarrier();
    let number = CONTACTS_PATCH * own.number + thread;
    if number < surface.triangles {
        let corners = arena[surface.triangle_row + number];
        for (var k = 0u; k < 3u; k++) {
            patch_bounds_corner(body.first_vertex + corners[k]);
        }
    }
    workgroupBarrier();
    if thread < 2u {
        patch_bounds_store(body.first_patch + own.number, thread);
    }
}

fn patch_bounds_corner(vertex: u32) {
    let row = filter_vertex_row(vertex);
    let start = contacts_load(row + CONTACTS_MOTION_BOUND);
    let thickness = bitcast<f32>(contacts[row + CONTACTS_OWN].w);
    let x = math_ordered(start.xyz);
    for (var axis = 0u; axis < 3u; axis++) {
        atomicMin(&patch_bounds_box[axis], x[axis]);
        atomicMax(&patch_bounds_box[3u + axis], x[axis]);
    }
    atomicMax(&patch_bounds_grown, bitcast<u32>(start.w + thickness)); // not negative: floats have the order of their bits
}

// Writes the lower or the upper corner of the box, grown also by the rounding error of f32.
fn patch_bounds_store(patch_number: u32, corner: u32) {
    let first = 3u * corner;
    let x = math_from_ordered(vec3<u32>(
        atomicLoad(&patch_bounds_box[first]), atomicLoad(&patch_bounds_box[first + 1u]),
        atomicLoad(&patch_bounds_box[first + 2u]),
    ));
    let by = vec3<f32>(bitcast<f32>(atomicLoad(&patch_bounds_grown))) + 1e-6 * abs(x);
    contacts_store(
        frames.contacts.patch_row + CONTACTS_PATCH_ROWS * patch_number + corner,
        vec4<f32>(select(x - by, x + by, vec3<bool>(corner == 1u)), 0.0),
    );
}
