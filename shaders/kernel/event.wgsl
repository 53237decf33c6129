//#use contact/force/contact_impulse.wgsl
//#use memory/workgroup.wgsl
//#use contact/broad/body_pairs.wgsl
//#use memory/report.wgsl
//#use memory/work_list.wgsl
//#use lib/cell.wgsl
// The pairs of bodies that touched each other in the step, with points and impulses: a table for the host, in the order of
// the bodies. contact/force/multiplier_update.wgsl has stored the impulse of each contact. event_find lists the pairs,
// event_sum sums each of them.

const EVENT_WIDTH: u32 = 256u; // threads of event_find

var<workgroup> event_partial: array<u32, EVENT_WIDTH>;

// The first row of a pair. The row before the first pair holds the number of pairs.
fn event_row(index: u32) -> u32 {
    return frames.contacts.event_row + 1u + CONTACTS_EVENT_ROWS * index;
}

// Whether the host asks for an entry. The body with the lower slot has the pair.
fn event_is_told(index: u32, entry: u32) -> bool {
    let other = body_pairs_body(entry);
    if other < index || !any(body_pairs_marks(entry) != vec2<u32>(0u)) {
        return false;
    }
    return event_asks(index, other);
}

fn event_asks(index: u32, other: u32) -> bool {
    return ((bodies[index].flags | bodies[other].flags) & BODY_ASKS_EVENTS) != 0u;
}

// Lists the pairs of a body, from an index on. Returns the next index.
fn event_list(index: u32, from_place: u32, is_filling: bool) -> u32 {
    let list = body_pairs_list(index);
    var place = from_place;
    for (var k = 0u; k < list.y; k++) {
        let entry = list.x + k;
        if event_is_told(index, entry) {
            if is_filling && place < frames.contacts.event_room {
                contacts[event_row(place)] = vec4<u32>(index, body_pairs_body(entry), body_pairs_marks(entry).x, 0u);
            }
            place += 1u;
        }
    }
    return place;
}

// Whether a body has a pressed pair that events do not list.
fn event_is_partial(index: u32) -> bool {
    let list = body_pairs_list(index);
    for (var k = 0u; k < list.y; k++) {
        let other = body_pairs_body(list.x + k);
        let entry = body_pairs_find(min(index, other), max(index, other));
        let presses = entry != CONTACTS_NONE && body_pairs_marks(entry).x != 0u;
        if other != index && presses && !event_asks(index, other) {
            return true;
        }
    }
    return false;
}

// The sum of values over the threads before this one. All threads call it.
fn event_before(thread: u32, value: u32) -> u32 {
    event_partial[thread] = value;
    workgroupBarrier();
    for (var step = 1u; step < EVENT_WIDTH; step *= 2u) {
        var other = 0u;
        if thread >= step {
            other = event_partial[thread - step];
        }
        workgroupBarrier();
        event_partial[thread] += other;
        workgroupBarrier();
    }
    return event_partial[thread] - value;
}

// Lists the pairs of all bodies in one workgroup.
@compute @workgroup_size(EVENT_WIDTH)
fn event_find(@builtin(local_invocation_index) thread: u32) {
    let share = (params.work_count + EVENT_WIDTH - 1u) / EVENT_WIDTH;
    let first = min(thread * share, params.work_count);
    let end = min(first + share, params.work_count);
    var count = 0u;
    for (var i = first; i < end; i++) {
        count = event_list(work_list_index(i), count, false);
    }
    var index = event_before(thread, count);
    for (var i = first; i < end; i++) {
        index = event_list(work_list_index(i), index, true);
    }
    if thread == EVENT_WIDTH - 1u {
        contacts[frames.contacts.event_row] = vec4<u32>(index, 0u, 0u, 0u);
    }
}

// Sums the impulses of a pair. A workgroup a pair.
@compute @workgroup_size(128)
fn event_sum(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    if workgroup_id.x >= contacts[frames.contacts.event_row].x {
        return;
    }
    let row = event_row(workgroup_id.x);
    let pair = contacts[row];
    // Points are relative to a vertex, so that sums round little.
    let position = state[state_row(STATE_POSITION, bodies[pair.x].first_vertex)].xyz;
    var sums = contact_impulse_sums(pair.x, pair.y, -position, 1.0, false, thread);
    if pair.x != pair.y {
        let shift = cell_between(report_cell(pair.x), report_cell(pair.y));
        sums += contact_impulse_sums(pair.y, pair.x, shift - position, -1.0, false, thread);
    }
    let total = workgroup_sums(thread, sums);
    if thread == 0u {
        let partial_first = select(0u, 1u, event_is_partial(pair.x));
        contacts[row].w = partial_first | select(0u, 2u, event_is_partial(pair.y));
        contacts_store(row + 1u, total[0]);
        contacts_store(row + 2u, vec4<f32>(position + total[1].xyz / max(total[1].w, 1e-30), 0.0));
        contacts_store(row + 3u, total[2]);
    }
}
