//#use kernel/stage/own_position.wgsl
//#use kernel/stage/spring.wgsl
//#use kernel/stage/reduce.wgsl
//#use kernel/stage/tally.wgsl
// Resident executor of the mass-spring method: one workgroup owns one body and runs all its substeps.
override WIDTH: u32 = 128u;    // threads of the workgroup
override CAPACITY: u32 = 512u; // vertices that fit
override PARTIALS: u32 = 384u; // a seventh of it is how many sums run side by side

var<workgroup> place: array<vec4<f32>, CAPACITY>;
var<workgroup> partial: array<vec4<f32>, PARTIALS>;
var<workgroup> halted: u32;

fn at(vertex: u32) -> vec3<f32> {
    return place[vertex].xyz;
}

@compute @workgroup_size(WIDTH)
fn resident_spring(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let index = arena[dispatch.work.x + group.x].x;
    let body = bodies[index];
    if thread == 0u {
        halted = select(0u, 1u, report_stopped(index));
    }
    if workgroupUniformLoad(&halted) != 0u {
        return;
    }
    for (var i = thread; i < body.range.y; i += WIDTH) {
        place[i] = vec4<f32>(position[body.range.x + i].xyz, 0.0);
        spring_release(body.range.x + i);
    }
    tally_clear(thread);
    storageBarrier();
    workgroupBarrier();
    let substeps = body.schedule.x;
    let h = params.gravity.w / f32(substeps);
    for (var s = 0u; s < substeps; s++) {
        let sub = ContactSubstep(index, f32(s) / f32(substeps), f32(s + 1u) / f32(substeps), h);
        resident_substep(index, body, sub, s, thread);
    }
    resident_close(index, body, thread);
}

fn resident_substep(index: u32, body: Body, sub: ContactSubstep, substep: u32, thread: u32) {
    for (var k = thread; k < body.range.w; k += WIDTH) {
        let local = attachments[body.range.z + k].link.x - body.range.x;
        begin_attachment(body.range.z + k, sub, at(local));
    }
    storageBarrier();
    workgroupBarrier();
    let slices = arena[body.tables.x + body.schedule.z].x;
    for (var slice = thread / 32u; slice < slices; slice += WIDTH / 32u) {
        let lane = row_lane(body, slice, thread % 32u);
        if lane.alive {
            spring_kick(body, lane, sub);
        }
    }
    storageBarrier();
    workgroupBarrier();
    for (var i = thread; i < body.range.y; i += WIDTH) {
        place[i] = vec4<f32>(spring_drift(index, i, sub, substep), 0.0);
    }
    storageBarrier();
    workgroupBarrier();
}

// Damping, once a step, and the state back to the world.
fn resident_close(index: u32, body: Body, thread: u32) {
    storageBarrier();
    workgroupBarrier();
    let origin = finish_origin(at(0u), body.range.x);
    let parts = min(WIDTH, PARTIALS / 7u);
    var sums = finish_zero();
    if thread < parts {
        for (var i = thread; i < body.range.y; i += parts) {
            let vertex = body.range.x + i;
            finish_add(&sums, vertex, at(i), velocity[vertex].xyz, origin, body.shape.y);
        }
    }
    let free = (body.schedule.w & BODY_FREE) != 0u;
    let rigid = finish_rigid(reduce_sums(thread, parts, sums), origin, params.gravity.w, free, false);
    tally_reset(thread, index);
    for (var i = thread; i < body.range.y; i += WIDTH) {
        let vertex = body.range.x + i;
        let x = at(i);
        var v = velocity[vertex].xyz;
        v -= finish_damped(x, v, body.shape.w * params.gravity.w, rigid);
        v = finish_kept(index, v);
        velocity[vertex] = vec4<f32>(v, 1.0);
        position[vertex] = vec4<f32>(x, position[vertex].w);
        let planes = u32(own_start(vertex).w);
        tally_add(i, x, v, finish_touching(vertex, x, planes, body.shape.y));
    }
    workgroupBarrier();
    tally_merge(thread, index);
}
