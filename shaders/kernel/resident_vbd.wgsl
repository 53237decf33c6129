//#use kernel/stage/own.wgsl
//#use kernel/stage/begin.wgsl
//#use kernel/stage/sweep.wgsl
//#use kernel/stage/reduce.wgsl
//#use kernel/stage/gather.wgsl
//#use kernel/stage/tally.wgsl
// Resident executor of vertex block descent: one workgroup owns one body and runs the whole step, positions in
// workgroup memory. THREADS threads share a vertex: each sums a part of its rows, the first one solves.
override WIDTH: u32 = 128u;    // threads of the workgroup
override THREADS: u32 = 4u;    // threads a vertex
override CAPACITY: u32 = 512u; // vertices that fit
override PARTIALS: u32 = 384u; // at least 3 WIDTH when THREADS > 1; a seventh of it is how many sums run side by side

var<workgroup> place: array<vec4<f32>, CAPACITY>;
var<workgroup> partial: array<vec4<f32>, PARTIALS>;
var<workgroup> halted: u32;
var<private> first_vertex: u32;

// A position and inverse mass: in workgroup memory.
fn own_position(vertex: u32) -> vec4<f32> {
    return place[vertex - first_vertex];
}

fn at(vertex: u32) -> vec3<f32> {
    return place[vertex].xyz;
}

@compute @workgroup_size(WIDTH)
fn resident_vbd(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let index = arena[dispatch.work.x + group.x].x;
    let body = bodies[index];
    if thread == 0u {
        halted = select(0u, 1u, report_stopped(index));
    }
    if workgroupUniformLoad(&halted) != 0u {
        return;
    }
    first_vertex = body.range.x;
    for (var i = thread; i < body.range.y; i += WIDTH) {
        place[i] = position[first_vertex + i];
    }
    tally_clear(thread);
    workgroupBarrier();
    let substeps = body.schedule.x;
    let h = params.gravity.w / f32(substeps);
    for (var s = 0u; s < substeps; s++) {
        let sub = ContactSubstep(index, f32(s) / f32(substeps), f32(s + 1u) / f32(substeps), h);
        resident_begin(body, sub, thread);
        for (var k = 0u; k < body.schedule.y; k++) {
            resident_sweep(index, body, k, s, thread);
        }
        resident_finish(body, sub, thread);
    }
    tally_reset(thread, index);
    for (var i = thread; i < body.range.y; i += WIDTH) {
        let vertex = body.range.x + i;
        position[vertex] = place[i];
        let planes = u32(own_start(vertex).w);
        tally_add(i, at(i), velocity[vertex].xyz, finish_touching(vertex, at(i), planes, body.shape.y));
    }
    workgroupBarrier();
    tally_merge(thread, index);
}

fn resident_begin(body: Body, sub: ContactSubstep, thread: u32) {
    if FACE_WANTED != 0u {
        for (var i = thread; i < body.range.y; i += WIDTH) {
            begin_note(body.range.x + i, sub);
        }
        storageBarrier();
        workgroupBarrier();
    }
    for (var i = thread; i < body.range.y; i += WIDTH) {
        let x = begin_vertex(body.range.x + i, sub);
        place[i] = vec4<f32>(x, place[i].w);
    }
    storageBarrier();
    workgroupBarrier();
    for (var k = thread; k < body.range.w; k += WIDTH) {
        let local = attachments[body.range.z + k].link.x - body.range.x;
        place[local] = vec4<f32>(begin_attachment(body.range.z + k, sub, at(local)), place[local].w);
    }
    storageBarrier();
    workgroupBarrier();
}

fn resident_sweep(index: u32, body: Body, iteration: u32, substep: u32, thread: u32) {
    let relaxation = sweep_relaxation(iteration, body.schedule.y, body.elastic.w);
    let lane = thread % 32u;
    let part = (thread / 32u) % THREADS;
    let which = thread / (32u * THREADS);
    let at_once = WIDTH / (32u * THREADS);
    for (var colour = 0u; colour < body.schedule.z; colour++) {
        let slices = arena[body.tables.x + colour];
        for (var base = slices.x; base < slices.y; base += at_once) {
            let slice = base + which;
            let place_of = row_lane(body, min(slice, slices.y - 1u), lane);
            let alive = place_of.alive && slice < slices.y;
            var sum = NeoHookeanSum(vec3<f32>(0.0), vec3<f32>(0.0), vec3<f32>(0.0));
            var own: SweepVertex;
            let vertex = body.range.x + place_of.vertex;
            if alive {
                if part == 0u {
                    own = sweep_vertex(body, vertex);
                }
                sum = sweep_sum(body, place_of, at(place_of.vertex), part, THREADS);
            }
            if THREADS > 1u {
                sum = gather_parts(sum, thread, part);
            }
            if alive && part == 0u {
                let p = sweep_solve(index, vertex, at(place_of.vertex), own, sum, relaxation, substep);
                place[place_of.vertex] = vec4<f32>(p, place[place_of.vertex].w);
            }
        }
        workgroupBarrier();
    }
}

fn resident_finish(body: Body, sub: ContactSubstep, thread: u32) {
    storageBarrier(); // carries and the stop of the body were written by the threads that swept
    workgroupBarrier();
    let free = (body.schedule.w & BODY_FREE) != 0u;
    var rigid = finish_still();
    if free {
        let origin = finish_origin(at(0u), body.range.x);
        let parts = min(WIDTH, PARTIALS / 7u);
        var sums = finish_zero();
        if thread < parts {
            for (var i = thread; i < body.range.y; i += parts) {
                let vertex = body.range.x + i;
                finish_add(&sums, vertex, at(i), finish_velocity(vertex, at(i), sub.h), origin, body.shape.y);
            }
        }
        rigid = finish_rigid(reduce_sums(thread, parts, sums), origin, sub.h, free, true);
    }
    for (var i = thread; i < body.range.y; i += WIDTH) {
        let vertex = body.range.x + i;
        let x = finish_vertex(vertex, at(i), sub, rigid);
        place[i] = vec4<f32>(x, place[i].w);
    }
    storageBarrier();
    workgroupBarrier();
}
