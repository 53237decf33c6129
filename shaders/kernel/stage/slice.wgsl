//#use kernel/stage/free.wgsl
//#use kernel/stage/gather.wgsl
//#use kernel/stage/sweep.wgsl
//#use kernel/stage/work.wgsl
//#needs kernel/body
//#needs kernel/own
// One slice of one colour of a large body, on visit params.part of the substep. 32 threads or a multiple of them call it:
// `shares` of them sum one vertex.
fn slice_visit(work: WorkSlice, thread: u32, shares: u32) {
    let body = bodies[work.body];
    let part = thread / 32u;
    let lane = row_lane(body, work.slice, thread % 32u);
    // A stopped body is swept like the others and put back by wide_next: to ask would cost each thread a wait.
    let number = substep_at(body, params.substep);
    let visits = palindrome_visits(body.iterations, body.colours);
    let near_end = min(params.part, visits - 1u - params.part);
    let sub = free_known(substep_of(work.body, body, number));
    // Coarse corrections stand in for the second sweep from each end.
    let rests = sub.corrected && near_end / body.colours == 1u;
    let alive = lane.alive && number != SUBSTEP_NONE && !rests;
    let vertex = body.first_vertex + lane.vertex;
    var own: SweepVertex;
    let x = state[state_row(STATE_POSITION, vertex)];
    if alive {
        if part == 0u {
            own = sweep_vertex(body, vertex, false);
        }
        gather_store(thread, sweep_sum(body, lane, x.xyz, part, shares));
    }
    workgroupBarrier();
    if alive && part == 0u {
        var sum = gather_sum(thread, 32u, shares);
        if sum.squeezed > 0.0 {
            sweep_drawn(body, &sum, x.xyz, lane);
        }
        let mirrored = palindrome_mirrored(near_end, body.iterations, body.colours);
        let relaxation = palindrome_relaxation(mirrored, body.iterations, sub.corrected);
        let last = params.part + body.colours >= visits;
        let p = sweep_solve(sub, vertex, x.xyz, own, sum, relaxation, last, false);
        state[state_row(STATE_POSITION, vertex)] = vec4<f32>(p, x.w);
    }
}
