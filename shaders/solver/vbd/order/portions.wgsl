//#use memory/partial_sum.wgsl
//#use solver/vbd/vbd_resident.wgsl
//#use memory/record.wgsl
//#use solver/vbd/vbd_record.wgsl
// Sweeps of the resident executor whose threads share vertices, round by round (src/solver/rounds.rs). In a round each
// thread sums portions of vertices. Then thread t solves the vertex of the round that it also begins and finishes, so no
// other thread touches the vertex's scratch. WORKGROUP_WIDTH is a power of two here.

// Most rounds of a sweep, see src/executor/size_class.rs.
const ORDER_ROUNDS: u32 = 64u;

var<workgroup> order_list: array<vec4<u32>, ORDER_ROUNDS>; // first head, portions, first vertex, vertices

// Loads the rounds of a body; a barrier must follow.
fn order_open(body: Body, thread: u32) {
    for (var k = thread; k < vbd_rounds(body); k += WORKGROUP_WIDTH) {
        order_list[k] = arena[vbd_round_row(body) + k];
    }
}

// The vertex of the range [first, first + count) that a thread owns, if there is one; count is at most WORKGROUP_WIDTH.
fn order_mine(first: u32, thread: u32) -> u32 {
    return first + (thread + WORKGROUP_WIDTH - first % WORKGROUP_WIDTH) % WORKGROUP_WIDTH;
}

// One pass of a substep's sweeps; all threads call it. `ahead`: see sweep_vertex.
fn order_run(body: Body, sub: Substep, pass_index: u32, thread: u32, ahead: bool) {
    let sweeps = body.iterations;
    let order = palindrome_pass(pass_index, sweeps, vbd_rounds(body), sub.corrected);
    for (var k = 0u; k < order.count; k++) {
        let round = order_list[palindrome_step(order, k)];
        let mine = order_mine(round.z, thread);
        let solves = mine < round.z + round.w;
        // Loaded before the sums, so that the reads overlap with them.
        var own: SweepVertex;
        var slots = 0u;
        if solves {
            own = sweep_vertex(body, position_first + mine, ahead);
            slots = arena[vbd_gather_row(body) + mine / 4u][mine % 4u];
        }
        for (var portion = thread; portion < round.y; portion += WORKGROUP_WIDTH) {
            partial_sum_store(portion, order_portion(body, round.x, portion));
        }
        workgroupBarrier();
        if solves {
            var sum = partial_sum_total(slots & 0xFFFFu, 1u, slots >> 16u);
            if sum.squeezed > 0.0 {
                order_drawn(body, &sum, round.x, slots);
            }
            vbd_resident_solve(body, sub, mine, own, sum, order.relaxation, k >= order.last, ahead);
        }
        workgroupBarrier();
    }
}

// The sum of one portion of a round.
fn order_portion(body: Body, first_head: u32, portion: u32) -> BlockSum {
    let rows = order_records(body, first_head, portion);
    return sweep_sum(body, rows, position_at(rows.vertex), 0u, 1u);
}

// Adds the barrier of drawn tets to the sum of a vertex with these slots.
fn order_drawn(body: Body, sum: ptr<function, BlockSum>, first_head: u32, slots: u32) {
    let first = slots & 0xFFFFu;
    for (var portion = first; portion < first + (slots >> 16u); portion++) {
        let rows = order_records(body, first_head, portion);
        sweep_drawn(body, sum, position_at(rows.vertex), rows);
    }
}

// The rows of a portion. A group of 32 portions holds their vertices, four a row, then tet records, then edge records.
fn order_records(body: Body, first_head: u32, portion: u32) -> RecordLane {
    let head = arena[vbd_head_row(body) + first_head + portion / 32u];
    let lane = portion % 32u;
    let block = record_colour(body, head.x);
    let vertex = arena[block + lane / 4u][lane % 4u];
    return RecordLane(vertex, true, block + 8u + lane, head.y, block + 8u + 32u * head.y + lane, head.z);
}
