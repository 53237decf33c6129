//#use kernel/stage/given.wgsl
//#use kernel/stage/group.wgsl
//#use kernel/stage/neighbour.wgsl
//#use kernel/stage/report.wgsl
//#use kernel/stage/work.wgsl
//#use lib/cell.wgsl
// Which bodies touched each other in the step, where, and what they gave: a table for the host, in the order of the bodies.
// stage/settle.wgsl has noted what each row gave. event_find lists the pairs, event_sum adds up each of them.

const EVENT_WIDTH: u32 = 256u; // threads of event_find

var<workgroup> event_partial: array<u32, EVENT_WIDTH>;

// The first of the rows of a pair; before the first pair is a row that says how many there are.
fn event_row(place: u32) -> u32 {
    return frames.touch.event_row + 1u + TOUCH_EVENT_ROWS * place;
}

// Whether the host asks for an entry of the bodies near a body. Of two bodies the one with the lower slot has the pair.
fn event_is_told(index: u32, entry: u32) -> bool {
    let other = neighbour_body(entry);
    if other < index || !any(neighbour_marks(entry) != vec2<u32>(0u)) {
        return false;
    }
    return event_asks(index, other);
}

fn event_asks(index: u32, other: u32) -> bool {
    return ((bodies[index].flags | bodies[other].flags) & BODY_TELLS) != 0u;
}

// Lists the pairs of a body from a place on, and returns the next place.
fn event_list(index: u32, from_place: u32, is_filling: bool) -> u32 {
    let list = neighbour_list(index);
    var place = from_place;
    for (var k = 0u; k < list.y; k++) {
        let entry = list.x + k;
        if event_is_told(index, entry) {
            if is_filling && place < frames.touch.event_room {
                touch[event_row(place)] = vec4<u32>(index, neighbour_body(entry), neighbour_marks(entry).x, 0u);
            }
            place += 1u;
        }
    }
    return place;
}

// Whether a pair of a body was not told.
fn event_is_partial(index: u32) -> bool {
    let list = neighbour_list(index);
    for (var k = 0u; k < list.y; k++) {
        let other = neighbour_body(list.x + k);
        let entry = neighbour_find(min(index, other), max(index, other));
        let presses = entry != TOUCH_NONE && neighbour_marks(entry).x != 0u;
        if other != index && presses && !event_asks(index, other) {
            return true;
        }
    }
    return false;
}

// The sum over the threads before this one. All threads call it.
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

// One workgroup for all bodies.
@compute @workgroup_size(EVENT_WIDTH)
fn event_find(@builtin(local_invocation_index) thread: u32) {
    let share = (params.work_count + EVENT_WIDTH - 1u) / EVENT_WIDTH;
    let first = min(thread * share, params.work_count);
    let end = min(first + share, params.work_count);
    var count = 0u;
    for (var i = first; i < end; i++) {
        count = event_list(work_index(i), count, false);
    }
    var place = event_before(thread, count);
    for (var i = first; i < end; i++) {
        place = event_list(work_index(i), place, true);
    }
    if thread == EVENT_WIDTH - 1u {
        touch[frames.touch.event_row] = vec4<u32>(place, 0u, 0u, 0u);
    }
}

// A workgroup a pair.
@compute @workgroup_size(128)
fn event_sum(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    if group.x >= touch[frames.touch.event_row].x {
        return;
    }
    let row = event_row(group.x);
    let pair = touch[row];
    // Points are seen from a vertex, so that sums round little.
    let place = state[state_row(STATE_POSITION, bodies[pair.x].first_vertex)].xyz;
    var sums = given_sums(pair.x, pair.y, -place, 1.0, false, thread);
    if pair.x != pair.y {
        let shift = cell_between(report_cell(pair.x), report_cell(pair.y));
        sums += given_sums(pair.y, pair.x, shift - place, -1.0, false, thread);
    }
    let total = group_sums(thread, sums);
    if thread == 0u {
        let partial_first = select(0u, 1u, event_is_partial(pair.x));
        touch[row].w = partial_first | select(0u, 2u, event_is_partial(pair.y));
        limit_set(row + 1u, total[0]);
        limit_set(row + 2u, vec4<f32>(place + total[1].xyz / max(total[1].w, 1e-30), 0.0));
        limit_set(row + 3u, total[2]);
    }
}
