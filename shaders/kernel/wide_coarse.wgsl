//#use memory/position/world.wgsl
//#use memory/scratch/buffers.wgsl
//#use solver/vbd/coarse_correction.wgsl
//#use solver/vbd/slice_sweep.wgsl
//#open contact/colliders contact/bodies
// Visits of the second sweep from each end of large bodies, or the coarse correction that replaces it. Its four stages take
// four visits; a tet mesh has four colours or more. So corrections need no dispatch of their own.
//
// A row of the list is a slice, whose third number is zero, or a stage of a body: (body, first, count and 256 times the
// stage, first of the body's own state rows).

const WIDE_COARSE_FORCE: u32 = 1u; // some vertices
const WIDE_COARSE_SUM: u32 = 2u;   // some corners of parts
const WIDE_COARSE_SOLVE: u32 = 3u; // the nodes
const WIDE_COARSE_MOVE: u32 = 4u;  // some vertices

@compute @workgroup_size(128)
fn wide_coarse(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let list = work_list_chunk(workgroup_id.x);
    let stage = list.count / 256u;
    let body = bodies[list.body];
    position_first = body.first_vertex;
    if stage == 0u {
        slice_sweep_visit(work_list_slice(workgroup_id.x), thread, 4u);
        return;
    }
    let number = substep_at(body, params.substep);
    let sub = free_motion_known(substep_of(list.body, body, number));
    if number == SUBSTEP_NONE || !sub.corrected {
        return;
    }
    let tables = coarse_correction_tables(body, params.sum_row + list.item);
    let item = list.first + thread;
    let alive = thread < list.count % 256u;
    if stage == WIDE_COARSE_SOLVE {
        wide_coarse_solve(body, sub, tables, thread);
    } else if stage == WIDE_COARSE_MOVE {
        wide_coarse_move(body, tables, item, alive, thread);
    } else if alive && stage == WIDE_COARSE_FORCE {
        coarse_correction_force(list.body, body, tables, item);
    } else if alive {
        coarse_correction_sum(body, tables, item);
    }
}

fn wide_coarse_solve(body: Body, sub: Substep, tables: CoarseCorrectionTables, thread: u32) {
    let sums = coarse_correction_node_sums(tables, thread);
    var turn: mat3x3<f32>;
    if thread < tables.nodes {
        turn = coarse_correction_node(body, tables, thread, sums);
    }
    coarse_correction_solve(body, sub, tables, turn, thread);
    if thread < tables.nodes {
        state[tables.way_row + thread] = workgroup_partial[thread];
    }
}

fn wide_coarse_move(body: Body, tables: CoarseCorrectionTables, local: u32, alive: bool, thread: u32) {
    if thread < tables.nodes {
        workgroup_partial[thread] = state[tables.way_row + thread];
    }
    workgroupBarrier();
    if alive {
        position_set(local, coarse_correction_move(body, tables, local));
    }
}
