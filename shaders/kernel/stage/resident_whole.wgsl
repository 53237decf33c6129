//#use kernel/stage/sweep.wgsl
// A sweep of the resident executor whose threads sum whole vertices, colour by colour, a part of stage/resident.wgsl. It keeps no
// partial sums, so that two bodies fit a processor and one computes while the other waits: for many bodies at once.
// A vertex is solved by another thread than the one that begins and finishes it, so barriers on storage lie between; warps read
// whole slices.

fn resident_open(body: Body, thread: u32) {}

fn resident_sweep(index: u32, body: Body, iteration: u32, substep: u32, thread: u32) {
    let relaxation = sweep_relaxation(iteration, body.schedule.y);
    let last = iteration + 1u == body.schedule.y;
    if iteration == 0u {
        storageBarrier();
    }
    for (var k = 0u; k < body.schedule.z; k++) {
        let colour = arena[body.tables.x + k]; // first slice, end, first vertex, vertices
        for (var i = thread; i < colour.w; i += WIDTH) {
            let lane = row_lane(body, colour.x + i / 32u, i % 32u);
            var sum = sweep_sum(body, lane, at(lane.vertex), 0u, 1u);
            if sum.squeezed > 0.0 {
                sweep_drawn(body, &sum, at(lane.vertex), lane);
            }
            let own = sweep_vertex(body, first_vertex + lane.vertex); // fetched before the sums it costs 2 % of the step
            resident_solve(index, body, lane.vertex, own, sum, relaxation, last, substep);
        }
        workgroupBarrier();
    }
    if last {
        storageBarrier();
    }
}
