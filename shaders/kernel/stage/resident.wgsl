//#use kernel/stage/begin.wgsl
//#use kernel/stage/resident_finish.wgsl
//#use kernel/stage/reduce.wgsl
//#use kernel/stage/tally.wgsl
// Resident executor of vertex block descent: one workgroup owns one body and runs the whole step, positions in
// workgroup memory. Thread t begins and finishes the vertices t, t + WIDTH, .... The kernel that includes this file says where what a vertex keeps is (own.wgsl, own_register.wgsl) and
// how the threads share a sweep (resident_sweep.wgsl, resident_whole.wgsl).
override WIDTH: u32 = 128u;    // threads of the workgroup: 128 or more, a multiple of PARTS
override CAPACITY: u32 = 128u; // vertices that fit
override PARTIALS: u32 = 288u; // 4 PARTS + 32 or more
override PARTS: u32 = 64u;     // sums over the body kept at once: a power of two

var<workgroup> place: array<vec4<f32>, CAPACITY>;
var<workgroup> partial: array<vec4<f32>, PARTIALS>;
var<workgroup> speed: vec3<f32>; // of the first vertex at the start of the substep
var<workgroup> halted: atomic<u32>; // the body has stopped
var<workgroup> touched: array<atomic<u32>, 2>; // RESIDENT_... of this substep and, at the other place, the next
var<private> first_vertex: u32;
var<private> momentum: FinishMomentum; // of a free body after the last substep, relative to rest at the world's origin
var<private> momentum_known: bool;     // not at the start of a step, nor after contact
var<workgroup> impact: Impact;         // all threads find the same, the first one writes it

// A position and inverse mass: in workgroup memory.
fn own_position(vertex: u32) -> vec4<f32> {
    return place[vertex - first_vertex];
}

fn own_stop(body: u32, substep: u32) {
    report_stop(body, substep);
    atomicStore(&halted, 1u);
}

fn own_stopped(body: u32) -> bool {
    return atomicLoad(&halted) != 0u;
}

fn at(vertex: u32) -> vec3<f32> {
    return place[vertex].xyz;
}

fn resident_step(index: u32, thread: u32) {
    let body = bodies[index];
    if thread == 0u {
        atomicStore(&halted, select(0u, 1u, report_stopped(index)));
    }
    if BOUNCE_WANTED != 0u && thread == 0u {
        impact = impact_load(index);
    }
    workgroupBarrier();
    if own_stopped(index) {
        return;
    }
    first_vertex = body.range.x;
    for (var i = thread; i < body.range.y; i += WIDTH) {
        place[i] = position[first_vertex + i];
        own_open(first_vertex + i);
    }
    resident_open(body, thread);
    if thread < 2u {
        atomicStore(&touched[thread], 0u);
    }
    tally_clear(thread);
    let substeps = body.schedule.x;
    let h = params.gravity.w / f32(substeps);
    for (var s = 0u; s < substeps; s++) {
        let sub = ContactSubstep(index, f32(s) / f32(substeps), f32(s + 1u) / f32(substeps), h);
        resident_begin(body, sub, thread);
        if thread == 0u {
            atomicStore(&touched[(s + 1u) % 2u], 0u); // all have read what it was in the last substep
        }
        for (var k = 0u; k < body.schedule.y; k++) {
            resident_sweep(index, body, k, s, thread);
        }
        resident_finish(body, sub, s, thread);
    }
    resident_close(index, body, thread);
}

fn resident_begin(body: Body, sub: ContactSubstep, thread: u32) {
    if thread == 0u {
        speed = own_velocity(first_vertex).xyz;
    }
    if FACE_WANTED != 0u {
        for (var i = thread; i < body.range.y; i += WIDTH) {
            begin_note(first_vertex + i, sub);
        }
        storageBarrier();
        workgroupBarrier();
    }
    for (var i = thread; i < body.range.y; i += WIDTH) {
        let x = begin_vertex(first_vertex + i, sub);
        place[i] = vec4<f32>(x, place[i].w);
    }
    if body.range.w > 0u {
        resident_attach(body, sub, thread);
    }
    workgroupBarrier();
}

fn resident_attach(body: Body, sub: ContactSubstep, thread: u32) {
    storageBarrier();
    workgroupBarrier();
    for (var k = thread; k < body.range.w; k += WIDTH) {
        begin_attachment(body.range.z + k, sub);
    }
    storageBarrier();
    workgroupBarrier();
    for (var i = thread; i < body.range.y; i += WIDTH) {
        place[i] = vec4<f32>(begin_held(first_vertex + i, at(i)), place[i].w);
    }
}

fn resident_close(index: u32, body: Body, thread: u32) {
    tally_reset(thread, index);
    for (var i = thread; i < body.range.y; i += WIDTH) {
        let vertex = first_vertex + i;
        position[vertex] = place[i];
        own_close(vertex);
        let planes = u32(own_start(vertex).w);
        tally_add(i, at(i), own_velocity(vertex).xyz, finish_touching(vertex, at(i), planes, body.shape.y));
    }
    workgroupBarrier();
    tally_merge(thread, index);
    if BOUNCE_WANTED != 0u && thread == 0u && (body.schedule.w & BODY_FREE) != 0u {
        impact_store(index, impact);
    }
}

// Moves a vertex by its own minimum, and notes what contact did to it when no more sweeps follow.
fn resident_solve(index: u32, body: Body, i: u32, own: SweepVertex, sum: BlockSum, relaxation: f32, last: bool, substep: u32) {
    let x = place[i];
    let vertex = first_vertex + i;
    let p = sweep_solve(index, vertex, x.xyz, own, sum, relaxation, last, substep);
    place[i] = vec4<f32>(p, x.w);
    if last && (body.schedule.w & BODY_FREE) != 0u {
        resident_note(body, vertex, p, substep);
    }
}
