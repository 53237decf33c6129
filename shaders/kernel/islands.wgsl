//#use memory/position/world.wgsl
//#use memory/scratch/buffers.wgsl
//#use memory/workgroup.wgsl
//#use contact/island/island.wgsl
//#use contact/narrow/recovery.wgsl
//#use memory/statistics.wgsl
//#use memory/work_list.wgsl
// Islands: bodies that press one another in the epoch. Unconverged sweeps lose momentum, each side by itself. One common
// rigid change of velocity restores an island's momentum and keeps the relative motion of its bodies
// (docs/decisions/0033-contact.md). islands_sum computes sums of bodies and islands, islands_apply applies the change to
// bodies.

// params.part: the time of the sums.
const ISLANDS_BEFORE: u32 = 0u; // at the start of a step
const ISLANDS_AFTER: u32 = 1u;  // at the end of an epoch

// Sums over a body. A workgroup a body.
@compute @workgroup_size(128)
fn islands_sum(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let index = work_list_index(workgroup_id.x);
    if !filter_is_near(index) {
        return;
    }
    let total = islands_total(index, thread);
    if thread == 0u {
        island_set_sums(index, params.part == ISLANDS_BEFORE, total);
        if params.part == ISLANDS_BEFORE && frames.contacts.impact_row > 0u {
            island_store(frames.contacts.start_row + 4u * index, total);
        }
    }
    storageBarrier();
    workgroupBarrier();
    if params.part == ISLANDS_AFTER {
        island_bring(index, thread);
    }
}

fn islands_total(index: u32, thread: u32) -> mat4x4<f32> {
    let body = bodies[index];
    let position = island_origin(body);
    var sums = mat4x4<f32>();
    for (var i = thread; i < body.vertex_count; i += 128u) {
        sums += island_sums(body.first_vertex + i, position);
    }
    return workgroup_sums(thread, sums);
}

// Applies the change of its island to each body, and sums the body's motion again. A workgroup a body.
@compute @workgroup_size(128)
fn islands_apply(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let index = work_list_index(workgroup_id.x);
    if !filter_is_near(index) {
        return;
    }
    let body = bodies[index];
    let root = disjoint_sets_root(index);
    island_fetch(root, thread);
    statistics_clear(thread);
    workgroupBarrier();
    let change = island_change(root, index);
    let is_last = params.substep + 1u == params.epochs;
    let push = recovery_push(index, is_last);
    let acts = change.acts || any(push != vec3<f32>(0.0));
    let is_rigid = change.acts && body_is_rigid(body);
    var part = 0.0;
    if is_rigid {
        part = island_part(body, change, thread);
    }
    if acts {
        for (var i = thread; i < body.vertex_count; i += 128u) {
            if is_rigid {
                island_turn(body.first_vertex + i, change, part);
            } else if change.acts {
                island_move(body.first_vertex + i, change);
            }
            recovery_move(body.first_vertex + i, push);
        }
        if is_last && thread == 0u {
            statistics_forget_motion(index);
        }
    }
    storageBarrier();
    workgroupBarrier();
    if acts && is_last {
        for (var i = thread; i < body.vertex_count; i += 128u) {
            let vertex = body.first_vertex + i;
            let x = state[state_row(STATE_POSITION, vertex)].xyz;
            statistics_add(i, x, state[state_row(STATE_VELOCITY, vertex)].xyz, StatisticsContact());
        }
    }
    let total = islands_total(index, thread);
    if acts && is_last {
        statistics_merge(thread, index);
    }
    if thread == 0u {
        if is_last {
            recovery_close(index);
        }
        island_set_sums(index, true, total);
        atomicAnd(&report[index * REPORT_WORDS + REPORT_CONTACT_FLAGS], ~CONTACTS_PRESSED);
    }
}
