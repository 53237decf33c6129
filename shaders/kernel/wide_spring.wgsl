//#use kernel/stage/own_position.wgsl
//#use kernel/stage/spring.wgsl
//#use kernel/stage/reduce.wgsl
//#use kernel/stage/wide.wgsl
// Wide executor of the mass-spring method: forces from the old positions, then the new positions.

var<private> first_vertex: u32;

fn at(vertex: u32) -> vec3<f32> {
    return position[first_vertex + vertex].xyz;
}

@compute @workgroup_size(128)
fn wide_spring_open(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let chunk = arena[dispatch.work.x + group.x];
    if thread < chunk.z {
        spring_release(bodies[chunk.x].range.x + chunk.y + thread);
    }
}

@compute @workgroup_size(64)
fn wide_spring_kick(@builtin(global_invocation_id) id: vec3<u32>) {
    let row = id.x / 32u;
    if row >= dispatch.work.y {
        return;
    }
    let work = arena[dispatch.work.x + row];
    let body = bodies[work.x];
    let lane = row_lane(body, work.y, id.x % 32u);
    if dispatch.work.z >= body.schedule.x || !lane.alive || report_stopped(work.x) {
        return;
    }
    first_vertex = body.range.x;
    spring_kick(body, lane, wide_substep(work.x, dispatch.work.z), wide_undamped(body, work.z), dispatch.work.z);
}

@compute @workgroup_size(128)
fn wide_spring_drift(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let chunk = arena[dispatch.work.x + group.x];
    let body = bodies[chunk.x];
    if thread >= chunk.z || dispatch.work.z >= body.schedule.x || report_stopped(chunk.x) {
        return;
    }
    first_vertex = body.range.x;
    let local = chunk.y + thread;
    let x = spring_drift(chunk.x, local, wide_substep(chunk.x, dispatch.work.z), dispatch.work.z);
    position[first_vertex + local] = vec4<f32>(x, position[first_vertex + local].w);
}

// Rows of a wide body after the sums of chunks: the motion that damping leaves alone, what the body had at the start of the
// step, what the step gives back. Mirrored by RIGID_ROWS in src/solver/schedule.rs.
const WIDE_SPRING_ROWS: u32 = 11u;

// Which sums a reduction is of: dispatch.work.w.
const WIDE_SPRING_FIRST: u32 = 0u;   // at the start of a step, about the first vertex
const WIDE_SPRING_START: u32 = 1u;   // at the start of a step, as all that follow about what that found
const WIDE_SPRING_DAMPING: u32 = 2u; // after a substep
const WIDE_SPRING_END: u32 = 3u;     // at the end of a step

fn wide_spring_row(index: u32) -> u32 {
    return dispatch.partials.y + WIDE_SPRING_ROWS * index;
}

// The motion that damping leaves alone; of an undamped body nobody has found it.
fn wide_undamped(body: Body, index: u32) -> FinishRigid {
    if body.shape.w <= 0.0 || dispatch.work.z == 0u || (body.schedule.w & BODY_FREE) == 0u {
        return finish_still();
    }
    let row = wide_spring_row(index);
    return FinishRigid(scratch[row], scratch[row + 1u], scratch[row + 2u], scratch[row + 3u], scratch[row + 4u]);
}

fn wide_old(index: u32) -> SpringMomentum {
    let row = wide_spring_row(index) + 5u;
    return SpringMomentum(scratch[row], scratch[row + 1u], scratch[row + 2u]);
}

fn wide_origin(body: Body, index: u32) -> FinishOrigin {
    if dispatch.work.w == WIDE_SPRING_FIRST {
        return finish_origin(position[body.range.x].xyz, body.range.x);
    }
    return spring_origin(wide_old(index));
}

// Sums of one chunk for the motion of its body.
@compute @workgroup_size(128)
fn wide_spring_reduce(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let chunk = arena[dispatch.work.x + group.x];
    let body = bodies[chunk.x];
    let grip = select(0.0, SPRING_GRIP, dispatch.work.w == WIDE_SPRING_DAMPING);
    var sums = mat4x4<f32>();
    var touched = mat4x4<f32>();
    if thread < chunk.z {
        let vertex = body.range.x + chunk.y + thread;
        sums = spring_sums(body, vertex, position[vertex].xyz, wide_origin(body, chunk.w), grip);
        touched = spring_touched(vertex);
    }
    let total = reduce_sums(thread, 128u, 64u, sums);
    let total_touched = reduce_sums(thread, 128u, 64u, touched);
    if thread == 0u {
        wide_store(dispatch.partials.x + 7u * group.x, total, total_touched);
    }
}

// The motion of one body from the sums of its chunks.
@compute @workgroup_size(128)
fn wide_spring_resolve(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let item = arena[dispatch.work.x + group.x];
    let body = bodies[item.x];
    var sums = mat4x4<f32>();
    var touched = mat4x4<f32>();
    for (var k = thread; k < item.z; k += 128u) {
        sums += wide_load(dispatch.partials.x + 7u * (item.y + k));
        touched += wide_load_old(dispatch.partials.x + 7u * (item.y + k));
    }
    let total = reduce_sums(thread, 128u, 64u, sums);
    let total_touched = reduce_sums(thread, 128u, 64u, touched);
    if thread != 0u {
        return;
    }
    let free = (body.schedule.w & BODY_FREE) != 0u;
    let origin = wide_origin(body, group.x);
    let row = wide_spring_row(group.x);
    if dispatch.work.w == WIDE_SPRING_DAMPING {
        wide_store_rigid(row, spring_motion(total, origin, free));
    } else if dispatch.work.w == WIDE_SPRING_END {
        let give = spring_return(total, origin, wide_old(group.x), free && total_touched[0].w == 0.0);
        scratch[row + 8u] = give.shift;
        scratch[row + 9u] = give.spin;
        scratch[row + 10u] = give.centre;
    } else {
        let old = spring_momentum(total, origin);
        scratch[row + 5u] = old.centre;
        scratch[row + 6u] = old.speed;
        scratch[row + 7u] = old.spin;
    }
}

@compute @workgroup_size(128)
fn wide_spring_close(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let chunk = arena[dispatch.work.x + group.x];
    let body = bodies[chunk.x];
    if thread >= chunk.z {
        return;
    }
    let vertex = body.range.x + chunk.y + thread;
    let row = wide_spring_row(chunk.w);
    let give = SpringReturn(scratch[row + 8u], scratch[row + 9u], scratch[row + 10u]);
    let v = spring_close(chunk.x, body, vertex, position[vertex].xyz, wide_undamped(body, chunk.w), give);
    velocity[vertex] = vec4<f32>(v, 1.0);
}
