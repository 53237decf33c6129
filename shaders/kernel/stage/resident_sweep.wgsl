//#use kernel/stage/sweep.wgsl
//#use kernel/stage/gather.wgsl
// A sweep of the resident executor whose threads share vertices, a part of stage/resident.wgsl: round by round, see
// src/solver/rounds.rs. Thread t also solves the vertices that it begins and finishes: nobody else touches what they keep.
override SLOTS: u32 = 128u; // partial sums kept at once; PARTIALS is 2 SLOTS + 32, and WIDTH a power of two

// Most rounds of a sweep, see src/solver/rounds.rs.
const RESIDENT_ROUNDS: u32 = 64u;

var<workgroup> tail: array<vec2<f32>, SLOTS>;
var<workgroup> rounds: array<vec4<u32>, RESIDENT_ROUNDS>; // first head, shares, first vertex, vertices

fn resident_open(body: Body, thread: u32) {
    for (var k = thread; k < body.shares.y; k += WIDTH) {
        rounds[k] = arena[body.shares.x + k];
    }
}

// The vertex of the range [first, first + count) that a thread owns, if there is one; count is at most WIDTH.
fn resident_mine(first: u32, thread: u32) -> u32 {
    return first + (thread + WIDTH - first % WIDTH) % WIDTH;
}

fn resident_sweep(index: u32, body: Body, iteration: u32, substep: u32, thread: u32) {
    let relaxation = sweep_relaxation(iteration, body.schedule.y);
    for (var k = 0u; k < body.shares.y; k++) {
        let round = rounds[k];
        let mine = resident_mine(round.z, thread);
        let solves = mine < round.z + round.w;
        // Fetched now, so that it is there when the sums are.
        var own: SweepVertex;
        var slots = 0u;
        if solves {
            own = sweep_vertex(body, first_vertex + mine);
            slots = arena[body.shares.w + mine / 4u][mine % 4u];
        }
        for (var share = thread; share < round.y; share += WIDTH) {
            gather_store(share, resident_share(body, round.x, share));
        }
        workgroupBarrier();
        if solves {
            var sum = gather_sum(slots & 0xFFFFu, 1u, slots >> 16u);
            if sum.squeezed > 0.0 {
                resident_drawn(body, &sum, round.x, slots);
            }
            resident_solve(index, body, mine, own, sum, relaxation, iteration + 1u == body.schedule.y, substep);
        }
        workgroupBarrier();
    }
}

// The sum of one share of a round.
fn resident_share(body: Body, first_head: u32, share: u32) -> BlockSum {
    let rows = resident_rows(body, first_head, share);
    return sweep_sum(body, rows, at(rows.vertex), 0u, 1u);
}

// What drawn tets add to the sum of a vertex with these slots.
fn resident_drawn(body: Body, sum: ptr<function, BlockSum>, first_head: u32, slots: u32) {
    let first = slots & 0xFFFFu;
    for (var share = first; share < first + (slots >> 16u); share++) {
        let rows = resident_rows(body, first_head, share);
        sweep_drawn(body, sum, at(rows.vertex), rows);
    }
}

// Where a share's rows are. A group of 32 shares is: their vertices, four a row; tet records; edge records.
fn resident_rows(body: Body, first_head: u32, share: u32) -> RowLane {
    let head = arena[body.shares.z + first_head + share / 32u];
    let lane = share % 32u;
    let block = body.tables.x + head.x;
    let vertex = arena[block + lane / 4u][lane % 4u];
    return RowLane(vertex, true, block + 8u + lane, head.y, block + 8u + 32u * head.y + lane, head.z);
}
