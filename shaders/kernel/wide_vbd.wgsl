//#use kernel/stage/own_position.wgsl
//#use kernel/stage/begin.wgsl
//#use kernel/stage/sweep.wgsl
//#use kernel/stage/gather.wgsl
//#use kernel/stage/reduce.wgsl
//#use kernel/stage/wide.wgsl
// Wide executor of vertex block descent: all large bodies share one dispatch a colour.

override WIDTH: u32 = 128u;  // threads of a workgroup of the sweep
override THREADS: u32 = 4u;  // threads a vertex

var<private> first_vertex: u32;

fn at(vertex: u32) -> vec3<f32> {
    return position[first_vertex + vertex].xyz;
}

// One colour of one sweep: a workgroup does WIDTH / (32 THREADS) slices, one a work row; THREADS threads share a vertex.
@compute @workgroup_size(WIDTH)
fn wide_sweep(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let row = group.x * (WIDTH / (32u * THREADS)) + thread / (32u * THREADS);
    let part = (thread / 32u) % THREADS;
    let work = arena[dispatch.work.x + min(row, dispatch.work.y - 1u)];
    let body = bodies[work.x];
    let lane = row_lane(body, work.y, thread % 32u);
    let idle = dispatch.work.z >= body.schedule.x || dispatch.work.w >= body.schedule.y;
    let alive = row < dispatch.work.y && !idle && lane.alive && !report_stopped(work.x);
    first_vertex = body.range.x;
    let vertex = first_vertex + lane.vertex;
    var sum = NeoHookeanSum(vec3<f32>(0.0), vec3<f32>(0.0), vec3<f32>(0.0));
    var own: SweepVertex;
    let x = position[vertex];
    if alive {
        if part == 0u {
            own = sweep_vertex(body, vertex);
        }
        sum = sweep_sum(body, lane, x.xyz, part, THREADS);
    }
    if THREADS > 1u {
        sum = gather_parts(sum, thread, part);
    }
    if alive && part == 0u {
        let relaxation = sweep_relaxation(dispatch.work.w, body.schedule.y, body.elastic.w);
        let p = sweep_solve(work.x, vertex, x.xyz, own, sum, relaxation, dispatch.work.z);
        position[vertex] = vec4<f32>(p, x.w);
    }
}

const WIDE_NEXT_END: u32 = 1u;   // dispatch.partials.w: only end a substep, and note where vertices are for their faces
const WIDE_NEXT_BEGIN: u32 = 2u; // only begin one; zero: both at once

// Ends substep z - 1 and begins substep z of the vertices of one chunk.
@compute @workgroup_size(128)
fn wide_next(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let chunk = arena[dispatch.work.x + group.x];
    let body = bodies[chunk.x];
    let substep = dispatch.work.z;
    if thread >= chunk.z || substep > body.schedule.x {
        return;
    }
    let vertex = body.range.x + chunk.y + thread;
    let part = dispatch.partials.w;
    if part != WIDE_NEXT_BEGIN && substep == 0u && report_stopped(chunk.x) {
        // A stopped body does not begin; what ends its substeps puts it back to where this says.
        own_set_start(vertex, vec4<f32>(position[vertex].xyz, 0.0));
    }
    if part != WIDE_NEXT_BEGIN && substep > 0u {
        let rigid = wide_rigid(body, chunk.w);
        let x = finish_vertex(vertex, position[vertex].xyz, wide_substep(chunk.x, substep - 1u), rigid);
        position[vertex] = vec4<f32>(x, position[vertex].w);
    }
    if substep < body.schedule.x && !report_stopped(chunk.x) {
        let sub = wide_substep(chunk.x, substep);
        if part == WIDE_NEXT_END {
            begin_note(vertex, sub);
        } else {
            let x = begin_vertex(vertex, sub);
            position[vertex] = vec4<f32>(x, position[vertex].w);
        }
    }
}

// One attachment of a wide body, after wide_next.
@compute @workgroup_size(64)
fn wide_attach(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x >= dispatch.work.y {
        return;
    }
    let index = arena[dispatch.work.x + id.x].x;
    let link = attachments[index].link;
    if dispatch.work.z >= bodies[link.z].schedule.x || report_stopped(link.z) {
        return;
    }
    let guess = position[link.x];
    let p = begin_attachment(index, wide_substep(link.z, dispatch.work.z), guess.xyz);
    // partials.z: an explicit method moves its held vertices itself, after the forces.
    if dispatch.partials.z == 0u {
        position[link.x] = vec4<f32>(p, guess.w);
    }
}

// Sums of one chunk for the momentum of its body.
@compute @workgroup_size(128)
fn wide_reduce(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let chunk = arena[dispatch.work.x + group.x];
    let body = bodies[chunk.x];
    let h = params.gravity.w / f32(body.schedule.x);
    let origin = finish_origin(own_start(body.range.x).xyz, body.range.x);
    var sums = finish_zero();
    if thread < chunk.z {
        let vertex = body.range.x + chunk.y + thread;
        let x = position[vertex].xyz;
        let v = finish_velocity(vertex, x, h);
        finish_add(&sums, vertex, x, v, origin, body.shape.y);
    }
    let total = reduce_sums(thread, 128u, sums);
    if thread == 0u {
        wide_store(dispatch.partials.x + 7u * group.x, total);
    }
}

// The rigid motion of one body from the sums of its chunks, and (work.z = 0) what restores its momentum.
@compute @workgroup_size(128)
fn wide_resolve(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let item = arena[dispatch.work.x + group.x];
    let body = bodies[item.x];
    var sums = finish_zero();
    for (var k = thread; k < item.z; k += 128u) {
        wide_load(dispatch.partials.x + 7u * (item.y + k), &sums);
    }
    let origin = finish_origin(own_start(body.range.x).xyz, body.range.x);
    let free = (body.schedule.w & BODY_FREE) != 0u;
    let h = params.gravity.w / f32(body.schedule.x);
    let rigid = finish_rigid(reduce_sums(thread, 128u, sums), origin, h, free, dispatch.work.z == 0u);
    if thread == 0u {
        wide_store_rigid(dispatch.partials.y + 5u * group.x, rigid);
    }
}
