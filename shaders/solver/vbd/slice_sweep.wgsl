//#use solver/vbd/free_motion.wgsl
//#use memory/partial_sum.wgsl
//#use solver/vbd/sweep.wgsl
//#use memory/work_list.wgsl
//#needs memory/position
//#needs memory/scratch
// One slice of one colour of a large body, on visit params.part of the substep. 32 threads or a multiple of them call it:
// `portions` of them sum one vertex.
fn slice_sweep_visit(work: WorkListSlice, thread: u32, portions: u32) {
    let body = bodies[work.body];
    let part = thread / 32u;
    let lane = record_lane(body, work.slice, thread % 32u);
    // A stopped body is swept too, and wide_next restores it: a test here would cost each thread a wait.
    let number = substep_at(body, params.substep);
    let visits = palindrome_visits(body.iterations, record_colours(body));
    let near_end = min(params.part, visits - 1u - params.part);
    let sub = free_motion_known(substep_of(work.body, body, number));
    // Coarse corrections replace the second sweep from each end.
    let rests = sub.corrected && near_end / record_colours(body) == 1u;
    let alive = lane.alive && number != SUBSTEP_NONE && !rests;
    let vertex = body.first_vertex + lane.vertex;
    var own: SweepVertex;
    let x = state[state_row(STATE_POSITION, vertex)];
    if alive {
        if part == 0u {
            own = sweep_vertex(body, vertex, false);
        }
        partial_sum_store(thread, sweep_sum(body, lane, x.xyz, part, portions));
    }
    workgroupBarrier();
    if alive && part == 0u {
        var sum = partial_sum_total(thread, 32u, portions);
        if sum.squeezed > 0.0 {
            sweep_drawn(body, &sum, x.xyz, lane);
        }
        let mirrored = palindrome_mirrored(near_end, body.iterations, record_colours(body));
        let relaxation = palindrome_relaxation(mirrored, body.iterations, sub.corrected);
        let last = params.part + record_colours(body) >= visits;
        let p = sweep_solve(sub, vertex, x.xyz, own, sum, relaxation, last, false);
        state[state_row(STATE_POSITION, vertex)] = vec4<f32>(p, x.w);
    }
}
