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
    spring_kick(body, lane, params.gravity.w / f32(body.schedule.x), wide_undamped(body, work.z), dispatch.work.z);
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

// The motion that damping leaves alone; of an undamped body nobody has found it.
fn wide_undamped(body: Body, index: u32) -> FinishRigid {
    if body.shape.w <= 0.0 || dispatch.work.z == 0u {
        return finish_still();
    }
    return wide_rigid(body, index);
}

// What sums of a body are taken about: its first vertex.
fn wide_origin(body: Body) -> FinishOrigin {
    return finish_origin(position[body.range.x].xyz, body.range.x);
}

// Sums of one chunk for the motion of its body.
@compute @workgroup_size(128)
fn wide_spring_reduce(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let chunk = arena[dispatch.work.x + group.x];
    let body = bodies[chunk.x];
    var sums = finish_zero();
    if thread < chunk.z {
        let vertex = body.range.x + chunk.y + thread;
        spring_add(&sums, body, vertex, position[vertex].xyz, wide_origin(body));
    }
    let total = reduce_sums(thread, 128u, sums);
    if thread == 0u {
        wide_store(dispatch.partials.x + 7u * group.x, total);
    }
}

// The rigid motion of one body from the sums of its chunks: it is not damped.
@compute @workgroup_size(128)
fn wide_spring_resolve(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let item = arena[dispatch.work.x + group.x];
    let body = bodies[item.x];
    var sums = finish_zero();
    for (var k = thread; k < item.z; k += 128u) {
        wide_load(dispatch.partials.x + 7u * (item.y + k), &sums);
    }
    let free = (body.schedule.w & BODY_FREE) != 0u;
    let total = reduce_sums(thread, 128u, sums);
    if thread == 0u {
        let rigid = finish_rigid(total, wide_origin(body), params.gravity.w, free, false);
        wide_store_rigid(dispatch.partials.y + 5u * group.x, rigid);
    }
}

// The end of a step: the last share of damping. A body that stopped stands still.
@compute @workgroup_size(128)
fn wide_spring_close(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let chunk = arena[dispatch.work.x + group.x];
    let body = bodies[chunk.x];
    if thread >= chunk.z {
        return;
    }
    let vertex = body.range.x + chunk.y + thread;
    let h = params.gravity.w / f32(body.schedule.x);
    let v = velocity[vertex].xyz;
    let kept = v - finish_damped(position[vertex].xyz, v, body.shape.w * h, wide_undamped(body, chunk.w));
    velocity[vertex] = vec4<f32>(finish_kept(chunk.x, kept), 1.0);
}
