//#use memory/position/world.wgsl
//#use memory/scratch/buffers.wgsl
//#use solver/shape_matching/shape_matching.wgsl
//#open contact/colliders contact/bodies
// Shape matching of large bodies: four dispatches, each shared by all large bodies, between wide_next, which begins a
// substep, and wide_reduce, which sums for its end. A thread has a vertex, a part of a cluster, a cluster, a vertex.

// Some vertices, parts or clusters of a body.
struct WideShapeWork {
    body: u32,
    first: u32,
    count: u32,
    row: u32, // first of the body's own state rows
}

// The work of this thread; not `alive`: none.
struct WideShape {
    alive: bool,
    index: u32, // of the vertex, part or cluster
    body: Body,
    sub: Substep,
    tables: ShapeMatchingTables,
    factors: ShapeMatchingFactors,
}

fn wide_shape_of(workgroup_id: u32, thread: u32) -> WideShape {
    let list = arena[params.work_row + workgroup_id];
    let work = WideShapeWork(list.x, list.y, list.z, list.w);
    let body = bodies[work.body];
    let number = substep_at(body, params.substep);
    let alive = thread < work.count && number != SUBSTEP_NONE && !report_stopped(work.body);
    position_first = body.first_vertex;
    return WideShape(
        alive, work.first + thread, body, substep_of(work.body, body, number),
        shape_matching_tables(body, params.sum_row + work.row), shape_matching_factors(body),
    );
}

fn wide_shape_set(vertex: u32, p: vec3<f32>) {
    let row = state_row(STATE_POSITION, vertex);
    state[row] = vec4<f32>(p, state[row].w);
}

@compute @workgroup_size(128)
fn wide_shape_predict(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = wide_shape_of(workgroup_id.x, thread);
    if work.alive {
        let vertex = position_first + work.index;
        wide_shape_set(vertex, shape_matching_predict(vertex, position_at(work.index)));
    }
}

@compute @workgroup_size(128)
fn wide_shape_sum(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = wide_shape_of(workgroup_id.x, thread);
    if work.alive {
        shape_matching_sum(work.tables, work.factors, work.index);
    }
}

@compute @workgroup_size(128)
fn wide_shape_fit(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = wide_shape_of(workgroup_id.x, thread);
    if work.alive {
        shape_matching_fit(work.tables, work.factors, work.index);
    }
}

@compute @workgroup_size(128)
fn wide_shape_pull(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = wide_shape_of(workgroup_id.x, thread);
    if work.alive {
        wide_shape_set(position_first + work.index, shape_matching_pull(work.body, work.sub, work.tables, work.factors, work.index));
    }
}
