//#use kernel/stage/resident.wgsl
// A sweep of the resident executor whose threads sum whole vertices, colour by colour. It keeps no partial sums, so
// that two bodies fit a processor and one computes while the other waits: for many bodies at once. Another thread
// than the one that begins and finishes a vertex solves it, so barriers on storage lie between; warps read whole
// slices.

// One sweep; all threads call it.
fn whole_sweep(body: Body, sub: Substep, iteration: u32, thread: u32) {
    let relaxation = sweep_relaxation(iteration, body.iterations);
    let last = iteration + 1u == body.iterations;
    if iteration == 0u {
        storageBarrier();
    }
    for (var k = 0u; k < body.colours; k++) {
        let colour = arena[body.colour_row + k]; // first slice, end, first vertex, vertices
        for (var i = thread; i < colour.w; i += GROUP_WIDTH) {
            let lane = row_lane(body, colour.x + i / 32u, i % 32u);
            var sum = sweep_sum(body, lane, body_at(lane.vertex), 0u, 1u);
            if sum.squeezed > 0.0 {
                sweep_drawn(body, &sum, body_at(lane.vertex), lane);
            }
            // Fetched after the sums: before them it costs 2 % of the step.
            let own = sweep_vertex(body, body_first + lane.vertex, false);
            resident_solve(body, sub, lane.vertex, own, sum, relaxation, last, false);
        }
        workgroupBarrier();
    }
    if last {
        storageBarrier();
    }
}
