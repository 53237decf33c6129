//#use kernel/stage/gather.wgsl
//#use kernel/stage/resident.wgsl
// Sweeps of the resident executor whose threads share vertices, round by round (src/solver/rounds.rs). In a round
// each thread sums shares of vertices; then thread t solves the vertex of the round that it also begins and finishes,
// so nobody else touches what that vertex keeps. GROUP_WIDTH is a power of two here.

// Most rounds of a sweep, see src/solver/rounds.rs.
const PASS_ROUNDS: u32 = 64u;

var<workgroup> pass_list: array<vec4<u32>, PASS_ROUNDS>; // first head, shares, first vertex, vertices

// Fetches the rounds of a body; a barrier must follow.
fn pass_open(body: Body, thread: u32) {
    for (var k = thread; k < body.round_count; k += GROUP_WIDTH) {
        pass_list[k] = arena[body.round_row + k];
    }
}

// The vertex of the range [first, first + count) that a thread owns, if there is one; count is at most GROUP_WIDTH.
fn pass_mine(first: u32, thread: u32) -> u32 {
    return first + (thread + GROUP_WIDTH - first % GROUP_WIDTH) % GROUP_WIDTH;
}

// One pass of a substep's sweeps; all threads call it. `ahead`: see sweep_vertex.
fn pass_run(body: Body, sub: Substep, pass_index: u32, thread: u32, ahead: bool) {
    let sweeps = palindrome_sweeps(body.iterations, sub.corrected);
    let order = palindrome_pass(pass_index, sweeps, body.round_count, sub.corrected);
    for (var k = 0u; k < order.count; k++) {
        let round = pass_list[palindrome_step(order, k)];
        let mine = pass_mine(round.z, thread);
        let solves = mine < round.z + round.w;
        // Fetched now, so that the reads overlap with the sums.
        var own: SweepVertex;
        var slots = 0u;
        if solves {
            own = sweep_vertex(body, body_first + mine, ahead);
            slots = arena[body.gather_row + mine / 4u][mine % 4u];
        }
        for (var share = thread; share < round.y; share += GROUP_WIDTH) {
            gather_store(share, pass_share(body, round.x, share));
        }
        workgroupBarrier();
        if solves {
            var sum = gather_sum(slots & 0xFFFFu, 1u, slots >> 16u);
            if sum.squeezed > 0.0 {
                pass_drawn(body, &sum, round.x, slots);
            }
            resident_solve(body, sub, mine, own, sum, order.relaxation, k >= order.last, ahead);
        }
        workgroupBarrier();
    }
}

// The sum of one share of a round.
fn pass_share(body: Body, first_head: u32, share: u32) -> BlockSum {
    let rows = pass_rows(body, first_head, share);
    return sweep_sum(body, rows, body_at(rows.vertex), 0u, 1u);
}

// Adds what drawn tets do to the sum of a vertex with these slots.
fn pass_drawn(body: Body, sum: ptr<function, BlockSum>, first_head: u32, slots: u32) {
    let first = slots & 0xFFFFu;
    for (var share = first; share < first + (slots >> 16u); share++) {
        let rows = pass_rows(body, first_head, share);
        sweep_drawn(body, sum, body_at(rows.vertex), rows);
    }
}

// Where a share's rows are. A group of 32 shares is: their vertices, four a row; tet records; edge records.
fn pass_rows(body: Body, first_head: u32, share: u32) -> RowLane {
    let head = arena[body.head_row + first_head + share / 32u];
    let lane = share % 32u;
    let block = body.colour_row + head.x;
    let vertex = arena[block + lane / 4u][lane % 4u];
    return RowLane(vertex, true, block + 8u + lane, head.y, block + 8u + 32u * head.y + lane, head.z);
}
