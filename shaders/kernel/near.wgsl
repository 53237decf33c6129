//#use kernel/stage/pairing.wgsl
//#use kernel/stage/swept.wgsl
// The broad phase: which colliders with bounds and which bodies each body may meet in the step. Objects are bodies, in boxes that they
// will not leave, and colliders, in boxes swept over the step. All are put into a hash grid (lib/grid.wgsl), and each
// looks for others of its own size or larger, so that a pair is found once. Integer atomics count and place, and at the end
// each list is sorted, so the result does not depend on the order of threads. Of few objects one workgroup does all, and
// compares them all. Of many it opens and places, and others look and close.

// Makes what all threads have written to buffers visible to all.
fn near_wait() {
    storageBarrier();
    workgroupBarrier();
}

// Makes the counts of buckets the places of their first entries.
fn near_scan_buckets(thread: u32) {
    let share = (frames.world.near_buckets + OBJECT_WIDTH - 1u) / OBJECT_WIDTH;
    let first = min(thread * share, frames.world.near_buckets);
    let end = min(first + share, frames.world.near_buckets);
    var sum = 0u;
    for (var b = first; b < end; b++) {
        sum += atomicLoad(&contact[frames.world.near_bucket + b]);
    }
    var place = object_before(thread, sum);
    for (var b = first; b < end; b++) {
        let count = atomicLoad(&contact[frames.world.near_bucket + b]);
        atomicStore(&contact[frames.world.near_bucket + b], place);
        place += count;
    }
}

// Word of an entry: the entries follow the buckets.
fn near_entry(place: u32) -> u32 {
    return frames.world.near_bucket + frames.world.near_buckets + place;
}

// Writes each object into its bucket. A bucket's word then says where it ends, which is where the next one begins.
fn near_enter(thread: u32) {
    let objects = object_count();
    for (var i = thread; i < objects; i += OBJECT_WIDTH) {
        let object = object_of(i);
        if object.level != 0u {
            let place = atomicAdd(&contact[object_bucket(object.level, object_cell(object))], 1u);
            atomicStore(&contact[near_entry(place)], i);
        }
    }
}

// Up to this many objects are compared with one another: that takes fewer waits for memory than the grid.
const NEAR_FEW: u32 = 96u;

var<workgroup> near_low: array<vec4<f32>, NEAR_FEW>;  // of an object's box; w: 1 if it is in the grid
var<workgroup> near_high: array<vec4<f32>, NEAR_FEW>;
var<workgroup> near_cell: array<vec4<i32>, NEAR_FEW>;

// Fetches few objects; a barrier must follow.
fn near_fetch(thread: u32) {
    if thread < object_count() {
        let object = object_of(thread);
        near_low[thread] = vec4<f32>(object.box.low, select(0.0, 1.0, object.level != 0u));
        near_high[thread] = vec4<f32>(object.box.high, 0.0);
        near_cell[thread] = vec4<i32>(object.cell, 0);
    }
}

// Compares each body with the bodies after it, if bodies touch, and with all colliders.
fn near_compare(thread: u32, is_filling: bool) {
    let skipped = select(0u, object_bodies(), frames.touch.near_room == 0u);
    let columns = object_count() - skipped;
    for (var i = thread; i < object_bodies() * columns; i += OBJECT_WIDTH) {
        let first = i / columns;
        let second = skipped + i % columns;
        let are_there = second > first && near_low[first].w * near_low[second].w > 0.0;
        let box = BoundBox(near_low[first].xyz, near_high[first].xyz);
        let other = BoundBox(near_low[second].xyz, near_high[second].xyz);
        if are_there && bound_meets(box, bound_in_cell(other, near_cell[second].xyz, near_cell[first].xyz)) {
            near_found(first, second, is_filling);
        }
    }
}

// Each object looks into up to 27 cells of its own and every coarser level, one cell a thread.
fn near_look(first: u32, stride: u32, is_filling: bool) {
    let looks = 27u * object_count();
    for (var i = first; i < looks; i += stride) {
        let object = object_of(i / 27u);
        if object.level == 0u {
            continue;
        }
        let step = vec3<i32>(vec3<u32>(i % 3u, i / 3u % 3u, i / 9u % 3u));
        for (var level = object_level(object.level); level < 256u; level = object_level(level + 1u)) {
            let corner = grid_first(level, object.cell, object.box.low);
            if all(step <= grid_last(level, object.cell, object.box.high) - corner) {
                near_look_in(object, i / 27u, level, corner + step, is_filling);
            }
        }
    }
}

// Objects of a bucket that are looked at. What looks into a larger one counts as crowded, and so do those in it, since
// they look there too: many at one place must not hang a GPU.
const NEAR_MOST: u32 = 1024u;
const NEAR_CROWDED: u32 = 0x80000000u; // a bit of NEAR_FOUND

// A body that is too crowded to know what is near it.
fn near_crowd(index: u32, is_filling: bool) {
    if index >= object_bodies() {
        return;
    }
    if is_filling {
        pairing_crowd(object_slot(index));
    } else {
        atomicOr(&contact[object_slot(index) * NEAR_WORDS + NEAR_FOUND], NEAR_CROWDED);
    }
}

// Looks into one cell. Two objects of one level see each other: the pair is that of the lower number.
fn near_look_in(object: Object, index: u32, level: u32, cell: vec3<i32>, is_filling: bool) {
    let word = object_bucket(level, cell);
    var place = 0u;
    if word > frames.world.near_bucket {
        place = atomicLoad(&contact[word - 1u]);
    }
    let end = atomicLoad(&contact[word]);
    if end - place > NEAR_MOST {
        near_crowd(index, is_filling);
        return;
    }
    for (; place < end; place++) {
        let index2 = atomicLoad(&contact[near_entry(place)]);
        if level == object.level && index2 <= index {
            continue;
        }
        let other = object_of(index2);
        let is_there = other.level == level && all(object_cell(other) == cell);
        if is_there && object_meets(object, other) {
            near_found(min(index, index2), max(index, index2), is_filling);
        }
    }
}

// Takes a pair of objects. Bodies come before colliders.
fn near_found(first: u32, second: u32, is_filling: bool) {
    if first >= object_bodies() {
        return;
    }
    let slot = object_slot(first);
    let word = slot * NEAR_WORDS;
    if second < object_bodies() {
        pairing_found(first, second, is_filling);
        return;
    }
    let index = frames.world.half_spaces + second - object_bodies();
    let is_carrier = (bodies[slot].flags & BODY_CARRIER) != 0u;
    let is_ignored = search_ignores(bodies[slot], index);
    if is_carrier || is_ignored || !search_meets(search_collider(index), bodies[slot]) {
        return;
    }
    let place = atomicAdd(&contact[word + NEAR_FOUND], 1u);
    let list = atomicLoad(&contact[word + NEAR_FIRST]);
    if is_filling && list != NEAR_ALL {
        atomicStore(&contact[list + place], index);
    }
}

// Gives each body room for its list. A body that finds none, or that is not in the grid, meets all colliders.
fn near_scan_bodies(thread: u32) {
    let share = (object_bodies() + OBJECT_WIDTH - 1u) / OBJECT_WIDTH;
    let first = min(thread * share, object_bodies());
    let end = min(first + share, object_bodies());
    var sum = 0u;
    for (var i = first; i < end; i++) {
        sum += atomicLoad(&contact[object_slot(i) * NEAR_WORDS + NEAR_FOUND]) & ~NEAR_CROWDED;
    }
    var place = object_before(thread, sum);
    let all_of_them = frames.world.colliders - frames.world.half_spaces;
    for (var i = first; i < end; i++) {
        let word = object_slot(i) * NEAR_WORDS;
        let found = atomicExchange(&contact[word + NEAR_FOUND], 0u);
        let count = found & ~NEAR_CROWDED;
        let has_room = count == 0u || place + count <= frames.world.near_room;
        let fits = has_room && count == found && object_of(i).level != 0u;
        atomicStore(&contact[word + NEAR_FIRST], select(NEAR_ALL, frames.world.near_list + place, fits));
        atomicStore(&contact[word + NEAR_COUNT], select(all_of_them, count, fits));
        place += count;
    }
}

// Sorts each list and reports its length. Some threads share the bodies near a body.
fn near_close(first: u32, stride: u32) {
    for (var i = first; i < PAIRING_TEAM * object_bodies(); i += stride) {
        let slot = object_slot(i / PAIRING_TEAM);
        pairing_enter(slot, i % PAIRING_TEAM);
        if i % PAIRING_TEAM != 0u {
            continue;
        }
        let list = atomicLoad(&contact[slot * NEAR_WORDS + NEAR_FIRST]);
        let count = atomicLoad(&contact[slot * NEAR_WORDS + NEAR_COUNT]);
        atomicStore(&report[slot * REPORT_WORDS + REPORT_NEAR], select(count, NEAR_ALL, list == NEAR_ALL));
        if list != NEAR_ALL {
            object_sort(list, count);
        }
        pairing_close(slot);
    }
}

// Puts all objects into the grid, or at hand if they are few.
fn near_open(thread: u32) {
    swept_clear(thread);
    near_wait();
    swept_colliders(thread);
    swept_held(thread);
    near_wait();
    swept_bodies(thread);
    near_wait();
    if object_count() > NEAR_FEW {
        near_scan_buckets(thread);
        near_wait();
        near_enter(thread);
        object_fetch(thread);
    } else {
        near_fetch(thread);
    }
    near_wait();
}

// Gives each body room for what has been found of it.
fn near_place(thread: u32) {
    pairing_selves(thread, false);
    near_wait();
    near_scan_bodies(thread);
    pairing_scan(thread);
    near_wait();
    pairing_selves(thread, true);
}

@compute @workgroup_size(OBJECT_WIDTH)
fn near(@builtin(local_invocation_index) thread: u32) {
    near_open(thread);
    for (var pass_number = 0u; pass_number < 2u; pass_number++) {
        if object_count() > NEAR_FEW {
            near_look(thread, OBJECT_WIDTH, pass_number == 1u);
        } else {
            near_compare(thread, pass_number == 1u);
        }
        if pass_number == 0u {
            near_place(thread);
        }
    }
    near_wait();
    near_close(thread, OBJECT_WIDTH);
}

// The same for many objects, in five dispatches. params.part: what one workgroup does, or whether pairs are written.
@compute @workgroup_size(OBJECT_WIDTH)
fn near_alone(@builtin(local_invocation_index) thread: u32) {
    if params.part == 0u {
        near_open(thread);
    } else {
        near_place(thread);
    }
}

@compute @workgroup_size(OBJECT_WIDTH)
fn near_search(
    @builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    object_fetch(thread);
    workgroupBarrier();
    near_look(OBJECT_WIDTH * group.x + thread, OBJECT_WIDTH * groups.x, params.part == 1u);
}

@compute @workgroup_size(OBJECT_WIDTH)
fn near_end(
    @builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    near_close(OBJECT_WIDTH * group.x + thread, OBJECT_WIDTH * groups.x);
}
