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
    spring_kick(body, lane, wide_substep(work.x, dispatch.work.z));
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

// Sums for the damping of one chunk, about the position of the body's first vertex.
@compute @workgroup_size(128)
fn wide_spring_reduce(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let chunk = arena[dispatch.work.x + group.x];
    let body = bodies[chunk.x];
    let origin = finish_origin(own_start(body.range.x).xyz, body.range.x);
    var sums = finish_zero();
    if thread < chunk.z {
        let vertex = body.range.x + chunk.y + thread;
        finish_add(&sums, vertex, position[vertex].xyz, velocity[vertex].xyz, origin, body.shape.y);
    }
    let total = reduce_sums(thread, 128u, sums);
    if thread == 0u {
        wide_store(dispatch.partials.x + 7u * group.x, total);
    }
}

// Damping, once a step; wide_resolve has found the rigid motion, which is not damped.
@compute @workgroup_size(128)
fn wide_spring_close(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let chunk = arena[dispatch.work.x + group.x];
    let body = bodies[chunk.x];
    if thread >= chunk.z {
        return;
    }
    let vertex = body.range.x + chunk.y + thread;
    let rigid = wide_rigid(body, chunk.w);
    let v = velocity[vertex].xyz;
    let kept = v - finish_damped(position[vertex].xyz, v, body.shape.w * params.gravity.w, rigid);
    velocity[vertex] = vec4<f32>(finish_kept(chunk.x, kept), 1.0);
}
