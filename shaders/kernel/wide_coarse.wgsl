//#use kernel/body/world.wgsl
//#use kernel/own/scratch.wgsl
//#use kernel/stage/coarse.wgsl
//#use kernel/stage/free.wgsl
//#use kernel/stage/work.wgsl
// The coarse correction of large bodies, between the sweeps of wide.wgsl. The fourth number of a row of a list is the
// first of the body's own state rows.

struct WideCoarse {
    list: WorkChunk,
    body: Body,
    sub: Substep,
    alive: bool, // not if the body rests, or has sweeps only
    tables: CoarseTables,
}

fn wide_coarse_of(group: u32) -> WideCoarse {
    let list = work_chunk(group);
    let body = bodies[list.body];
    body_first = body.first_vertex;
    let tables = coarse_tables(body, params.sum_row + list.item);
    let number = substep_at(body, params.substep);
    let sub = free_known(substep_of(list.body, body, number));
    return WideCoarse(list, body, sub, number != SUBSTEP_NONE && sub.corrected, tables);
}

// The forces on the vertices of one chunk.
@compute @workgroup_size(128)
fn wide_coarse_force(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = wide_coarse_of(group.x);
    if work.alive && thread < work.list.count {
        coarse_force(work.list.body, work.body, work.tables, work.list.first + thread);
    }
}

// The sums of some corners of parts.
@compute @workgroup_size(128)
fn wide_coarse_sum(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = wide_coarse_of(group.x);
    if work.alive && thread < work.list.count {
        coarse_sum(work.body, work.tables, work.list.first + thread);
    }
}

// The ways of the nodes of one body.
@compute @workgroup_size(128)
fn wide_coarse_solve(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = wide_coarse_of(group.x);
    if !work.alive {
        return;
    }
    var turn: mat3x3<f32>;
    if thread < work.tables.nodes {
        turn = coarse_node(work.body, work.tables, thread);
    }
    coarse_solve(work.body, work.sub, work.tables, turn, thread);
    if thread < work.tables.nodes {
        state[work.tables.way_row + thread] = group_partial[thread];
    }
}

// Moves the vertices of one chunk with their nodes.
@compute @workgroup_size(128)
fn wide_coarse_move(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = wide_coarse_of(group.x);
    if !work.alive {
        return;
    }
    if thread < work.tables.nodes {
        group_partial[thread] = state[work.tables.way_row + thread];
    }
    workgroupBarrier();
    if thread < work.list.count {
        let local = work.list.first + thread;
        body_set(local, coarse_move(work.body, work.tables, local));
    }
}
