//#use kernel/stage/own_position.wgsl
//#use kernel/stage/begin.wgsl
//#use kernel/stage/sweep.wgsl
//#use kernel/stage/gather.wgsl
//#use kernel/stage/reduce.wgsl
//#use kernel/stage/tally.wgsl
//#use kernel/stage/wide_motion.wgsl
// Wide executor of vertex block descent: all large bodies share one dispatch a colour.

const SWEEP_AHEAD: bool = false;
const SLOTS: u32 = 128u; // partial sums kept: one a thread
var<workgroup> tail: array<vec2<f32>, SLOTS>;

var<private> first_vertex: u32;

fn at(vertex: u32) -> vec3<f32> {
    return position[first_vertex + vertex].xyz;
}

// One slice of one colour of one sweep: four threads share a vertex.
@compute @workgroup_size(128)
fn wide_sweep(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = arena[params.work.x + group.x];
    let body = bodies[work.x];
    let part = thread / 32u;
    let lane = row_lane(body, work.y, thread % 32u);
    // A body that has stopped is swept like others, and put back by wide_next: asking would cost each thread a wait.
    let idle = params.work.z >= body.schedule.x || params.work.w >= body.schedule.y;
    let alive = lane.alive && !idle;
    first_vertex = body.range.x;
    let vertex = first_vertex + lane.vertex;
    var own: SweepVertex;
    let x = position[vertex];
    if alive {
        if part == 0u {
            own = sweep_vertex(body, vertex);
        }
        gather_store(thread, sweep_sum(body, lane, x.xyz, part, 4u));
    }
    workgroupBarrier();
    if alive && part == 0u {
        var sum = gather_sum(thread, 32u, 4u);
        if sum.squeezed > 0.0 {
            sweep_drawn(body, &sum, x.xyz, lane);
        }
        let relaxation = sweep_relaxation(params.work.w, body.schedule.y);
        let p = sweep_solve(work.x, vertex, x.xyz, own, sum, relaxation, params.work.w + 1u == body.schedule.y, params.work.z);
        position[vertex] = vec4<f32>(p, x.w);
    }
}

const WIDE_NEXT_END: u32 = 1u;   // params.partials.w: only end a substep, and note where vertices are for their faces
const WIDE_NEXT_BEGIN: u32 = 2u; // only begin one; zero: both at once

// The rigid motion with which substep z - 1 ends; all threads call it.
fn wide_end(thread: u32, chunk: vec4<u32>, body: Body) -> FinishRigid {
    let none = params.work.z == 0u || params.work.z > body.schedule.x || params.partials.w == WIDE_NEXT_BEGIN;
    if none || (body.schedule.w & BODY_FREE) == 0u {
        return finish_still();
    }
    if BOUNCE_WANTED != 0u {
        return wide_rigid(chunk.w);
    }
    return wide_motion(thread, body, arena[params.work.x + params.work.y + chunk.w]).rigid;
}

fn wide_end_vertex(chunk: vec4<u32>, vertex: u32, rigid: FinishRigid) {
    let x = finish_vertex(vertex, position[vertex].xyz, wide_substep(chunk.x, params.work.z - 1u), rigid);
    position[vertex] = vec4<f32>(x, position[vertex].w);
}

// Ends substep z - 1 and begins substep z of the vertices of one chunk. The list of bodies follows that of chunks.
@compute @workgroup_size(128)
fn wide_next(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let chunk = arena[params.work.x + group.x];
    let body = bodies[chunk.x];
    let substep = params.work.z;
    let part = params.partials.w;
    let rigid = wide_end(thread, chunk, body);
    if thread >= chunk.z || substep > body.schedule.x {
        return;
    }
    let vertex = body.range.x + chunk.y + thread;
    if part != WIDE_NEXT_BEGIN && substep == 0u && report_stopped(chunk.x) {
        // A stopped body does not begin; what ends its substeps puts it back to where this says.
        own_set_start(vertex, vec4<f32>(position[vertex].xyz, 0.0));
    }
    if part != WIDE_NEXT_BEGIN && substep > 0u {
        wide_end_vertex(chunk, vertex, rigid);
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

// Ends the last substep, of bodies that have so many, and reports on the vertices of one chunk.
@compute @workgroup_size(128)
fn wide_last(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let chunk = arena[params.work.x + group.x];
    let body = bodies[chunk.x];
    tally_clear(thread);
    let rigid = wide_end(thread, chunk, body);
    workgroupBarrier();
    if thread < chunk.z {
        let vertex = body.range.x + chunk.y + thread;
        if params.work.z <= body.schedule.x {
            wide_end_vertex(chunk, vertex, rigid);
        }
        let x = position[vertex].xyz;
        let planes = u32(own_start(vertex).w);
        tally_add(chunk.y + thread, x, own_velocity(vertex).xyz, finish_touching(vertex, x, planes, body.shape.y));
    }
    workgroupBarrier();
    tally_merge(thread, chunk.x);
}

// Sums for the momentum of a body, over some of its vertices, see WideLists in src/solver/schedule.rs. In the last substep (w: 1) it
// clears what wide_last reports: nothing reads the old bounds any more.
@compute @workgroup_size(128)
fn wide_reduce(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let some = arena[params.work.x + group.x]; // body, first vertex, vertices
    let body = bodies[some.x];
    if params.work.w != 0u && some.y == 0u {
        tally_reset(thread, some.x);
    }
    let h = params.gravity.w / f32(body.schedule.x);
    let origin = finish_origin(own_start(body.range.x).xyz, body.range.x);
    var sums = mat4x4<f32>();
    var old = mat4x4<f32>();
    var hits = mat4x4<f32>();
    for (var i = thread; i < some.z; i += 128u) {
        let vertex = body.range.x + some.y + i;
        let x = position[vertex].xyz;
        let touching = finish_touched(vertex, x, u32(own_start(vertex).w), body.shape.y);
        sums += finish_sums(vertex, x, finish_velocity(vertex, x, h), origin);
        old += finish_sums_old(vertex, touching, origin);
        if BOUNCE_WANTED != 0u {
            hits += impact_sums(vertex, x, own_velocity(vertex).xyz, touching, origin.place, h, body.shape.y);
        }
    }
    let row = params.partials.x + SCRATCH_SUM_ROWS * group.x;
    let total = reduce_sums(thread, 128u, 64u, sums);
    var total_old = reduce_sums(thread, 128u, 64u, old);
    if thread == 0u {
        if some.y == 0u {
            total_old = wide_with_origin(total_old, origin);
        }
        wide_store(row, total, total_old);
    }
    if BOUNCE_WANTED != 0u {
        let total_hits = reduce_sums(thread, 128u, 64u, hits);
        if thread == 0u {
            wide_store_hits(row, total_hits);
        }
    }
}

// The rigid motion of one body with what an impact gives it, where something bounces: what is kept of an impact is written
// once a substep.
@compute @workgroup_size(128)
fn wide_resolve(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let item = arena[params.work.x + group.x];
    let body = bodies[item.x];
    let motion = wide_motion(thread, body, item);
    var hits = mat4x4<f32>();
    for (var k = thread; k < item.z; k += 128u) {
        hits += wide_load(params.partials.x + SCRATCH_SUM_ROWS * (item.y + k) + WIDE_HITS);
    }
    let total = reduce_sums(thread, 128u, 64u, hits);
    if thread != 0u {
        return;
    }
    var rigid = motion.rigid;
    if (body.schedule.w & BODY_FREE) != 0u && params.work.z < body.schedule.x && !report_stopped(item.x) {
        let h = params.gravity.w / f32(body.schedule.x);
        let moves = impact_body(motion.sums, motion.before, motion.origin, rigid.linear.xyz, rigid.angular.xyz);
        let end = impact_resolve(impact_load(item.x), total, moves, h, h);
        impact_store(item.x, end.kept);
        rigid = finish_struck(rigid, end);
    }
    wide_store_rigid(params.partials.y + 5u * group.x, rigid);
}
