//#use solver/vbd/vbd_resident.wgsl
//#use memory/record.wgsl
// Sweeps of the resident executor whose threads sum whole vertices, colour by colour. Without partial sums two bodies fit a
// processor, and one computes while the other waits: for many bodies at once. A thread solves vertices that another one
// begins and finishes, so storage barriers separate the two; warps read whole slices.

fn order_open(body: Body, thread: u32) {}

// One pass of a substep's sweeps; all threads call it. `ahead` must be false.
fn order_run(body: Body, sub: Substep, pass_index: u32, thread: u32, ahead: bool) {
    let sweeps = body.iterations;
    let order = palindrome_pass(pass_index, sweeps, record_colours(body), sub.corrected);
    if pass_index == 0u {
        storageBarrier();
    }
    for (var k = 0u; k < order.count; k++) {
        let row = record_colour(body, palindrome_step(order, k));
        let colour = arena[row]; // first slice, end, first vertex, vertices
        for (var i = thread; i < colour.w; i += WORKGROUP_WIDTH) {
            let lane = record_lane(body, colour.x + i / 32u, i % 32u);
            var sum = sweep_sum(body, lane, position_at(lane.vertex), 0u, 1u);
            if sum.squeezed > 0.0 {
                sweep_drawn(body, &sum, position_at(lane.vertex), lane);
            }
            // Loaded after the sums: a load before them costs 2 % of the step.
            let own = sweep_vertex(body, position_first + lane.vertex, ahead);
            vbd_resident_solve(body, sub, lane.vertex, own, sum, order.relaxation, k >= order.last, ahead);
        }
        workgroupBarrier();
    }
    if pass_index + 1u == palindrome_passes(sweeps) {
        storageBarrier();
    }
}
