//#use kernel/stage/own_position.wgsl
//#use kernel/stage/spring.wgsl
//#use kernel/stage/spring_impact.wgsl
//#use kernel/stage/spring_slide.wgsl
//#use kernel/stage/reduce.wgsl
//#use kernel/stage/tally.wgsl
//#use kernel/stage/wide.wgsl
//#use kernel/stage/wide_spring_rows.wgsl
// Wide executor of the mass-spring method: forces from the old positions, then the new positions.

var<private> first_vertex: u32;

fn at(vertex: u32) -> vec3<f32> {
    return position[first_vertex + vertex].xyz;
}

@compute @workgroup_size(128)
fn wide_spring_open(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let chunk = arena[params.work.x + group.x];
    if thread < chunk.z {
        spring_release(bodies[chunk.x].range.x + chunk.y + thread);
    }
}

@compute @workgroup_size(64)
fn wide_spring_kick(@builtin(global_invocation_id) id: vec3<u32>) {
    let row = id.x / 32u;
    if row >= params.work.y {
        return;
    }
    let work = arena[params.work.x + row];
    let body = bodies[work.x];
    let lane = row_lane(body, work.y, id.x % 32u);
    if params.work.z >= body.schedule.x || !lane.alive || report_stopped(work.x) {
        return;
    }
    first_vertex = body.range.x;
    let sub = wide_substep(work.x, params.work.z);
    spring_kick(body, lane, sub, wide_undamped(body, work.z), wide_bounce(body, work.z), params.work.z);
}

@compute @workgroup_size(128)
fn wide_spring_drift(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let chunk = arena[params.work.x + group.x];
    let body = bodies[chunk.x];
    if thread >= chunk.z || params.work.z >= body.schedule.x || report_stopped(chunk.x) {
        return;
    }
    first_vertex = body.range.x;
    let local = chunk.y + thread;
    let x = spring_drift(chunk.x, local, wide_substep(chunk.x, params.work.z), params.work.z);
    position[first_vertex + local] = vec4<f32>(x, position[first_vertex + local].w);
}

fn wide_origin(body: Body, index: u32) -> FinishOrigin {
    if params.work.w == WIDE_SPRING_FIRST {
        return finish_origin(position[body.range.x].xyz, body.range.x);
    }
    return spring_origin(wide_old(index));
}

// Sums of one chunk for the motion of its body.
@compute @workgroup_size(128)
fn wide_spring_reduce(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let chunk = arena[params.work.x + group.x];
    let body = bodies[chunk.x];
    let grip = select(0.0, SPRING_GRIP, params.work.w == WIDE_SPRING_DAMPING);
    var sums = mat4x4<f32>();
    var second = mat4x4<f32>();
    var hits = mat4x4<f32>();
    if thread < chunk.z {
        let vertex = body.range.x + chunk.y + thread;
        let x = position[vertex].xyz;
        let origin = wide_origin(body, chunk.w);
        sums = spring_sums(body, vertex, x, origin, grip);
        if params.work.w == WIDE_SPRING_IMPACT {
            second = spring_sums_before(vertex, x, origin);
            hits = spring_hits(vertex, x, origin.place, params.gravity.w / f32(body.schedule.x), body.shape.y);
        } else if params.work.w == WIDE_SPRING_DAMPING {
            second = spring_slide_sums(body, vertex, x, origin);
        } else {
            second = spring_touched(vertex);
        }
    }
    let row = params.partials.x + SCRATCH_SUM_ROWS * group.x;
    let total = reduce_sums(thread, 128u, 64u, sums);
    let total_second = reduce_sums(thread, 128u, 64u, second);
    if thread == 0u {
        wide_store(row, total, total_second);
    }
    if params.work.w == WIDE_SPRING_IMPACT {
        let total_hits = reduce_sums(thread, 128u, 64u, hits);
        if thread == 0u {
            wide_store_hits(row, total_hits);
        }
    }
}

// The motion of one body from the sums of its chunks.
@compute @workgroup_size(128)
fn wide_spring_resolve(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let item = arena[params.work.x + group.x];
    let body = bodies[item.x];
    var sums = mat4x4<f32>();
    var second = mat4x4<f32>();
    var hits = mat4x4<f32>();
    for (var k = thread; k < item.z; k += 128u) {
        let chunk = params.partials.x + SCRATCH_SUM_ROWS * (item.y + k);
        sums += wide_load(chunk);
        second += wide_load(chunk + 4u);
        if params.work.w == WIDE_SPRING_IMPACT {
            hits += wide_load(chunk + WIDE_HITS);
        }
    }
    let total = reduce_sums(thread, 128u, 64u, sums);
    let total_second = reduce_sums(thread, 128u, 64u, second);
    if params.work.w == WIDE_SPRING_IMPACT {
        hits = reduce_sums(thread, 128u, 64u, hits);
    }
    if thread != 0u {
        return;
    }
    let free = (body.schedule.w & BODY_FREE) != 0u;
    let origin = wide_origin(body, group.x);
    let row = wide_spring_row(group.x);
    if params.work.w == WIDE_SPRING_DAMPING {
        let h = params.gravity.w / f32(body.schedule.x);
        wide_store_rigid(row, spring_sliding(spring_motion(total, origin, free), total_second, origin, h));
    } else if params.work.w == WIDE_SPRING_IMPACT {
        if free && params.work.z < body.schedule.x && !report_stopped(item.x) {
            let h = params.gravity.w / f32(body.schedule.x);
            let end = spring_struck(impact_load(item.x), total, total_second, hits, origin, h);
            impact_store(item.x, end.kept);
            wide_set_return(group.x, 11u, spring_give(end, total, origin));
            scratch[row + 7u].w = select(scratch[row + 7u].w, 1.0, any(end.shift != vec3<f32>(0.0)));
        }
    } else if params.work.w == WIDE_SPRING_END {
        let old = wide_old(group.x);
        let untouched = total_second[0].w == 0.0 && old.spin.w == 0.0;
        wide_set_return(group.x, 8u, spring_return(total, origin, old, free && untouched));
    } else {
        let old = spring_momentum(total, origin);
        scratch[row + 5u] = old.centre;
        scratch[row + 6u] = old.speed;
        scratch[row + 7u] = old.spin;
    }
}

// The end of the step, and what it reports.
@compute @workgroup_size(128)
fn wide_spring_close(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let chunk = arena[params.work.x + group.x];
    let body = bodies[chunk.x];
    tally_clear(thread);
    workgroupBarrier();
    if thread < chunk.z {
        let vertex = body.range.x + chunk.y + thread;
        let x = position[vertex].xyz;
        let v = spring_close(
            chunk.x, body, vertex, x, wide_undamped(body, chunk.w), wide_bounce(body, chunk.w), wide_return(chunk.w, 8u),
        );
        velocity[vertex] = vec4<f32>(v, 1.0);
        let touching = finish_touching(vertex, x, u32(own_start(vertex).w), body.shape.y);
        tally_add(chunk.y + thread, x, v, touching);
    }
    workgroupBarrier();
    tally_merge(thread, chunk.x);
}
