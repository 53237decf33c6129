//#use contact/broad/pair_filter.wgsl
//#use contact/broad/swept_bounds.wgsl
// The broad phase: the colliders with bounds and the bodies near each body in the step. Objects are bodies, in boxes that
// they will not leave, and colliders, in boxes swept over the step. All objects enter a hash grid (lib/hash_grid.wgsl). Each
// looks for objects of its own size or larger, so that a pair is found once. Counts are integer atomics, and each list is
// sorted at the end, so the result does not depend on the order of threads. Few objects are compared with one another by one
// workgroup. Of many, one workgroup fills the grid, and many search it and sort the lists.

// Makes the writes of all threads to buffers visible to all.
fn broad_phase_wait() {
    storageBarrier();
    workgroupBarrier();
}

// Turns the counts of buckets into the index of each bucket's first entry.
fn broad_phase_scan_buckets(thread: u32) {
    let share = (frames.world.nearby_buckets + PROXY_WIDTH - 1u) / PROXY_WIDTH;
    let first = min(thread * share, frames.world.nearby_buckets);
    let end = min(first + share, frames.world.nearby_buckets);
    var sum = 0u;
    for (var b = first; b < end; b++) {
        sum += atomicLoad(&nearby[frames.world.nearby_bucket + b]);
    }
    var index = proxy_before(thread, sum);
    for (var b = first; b < end; b++) {
        let count = atomicLoad(&nearby[frames.world.nearby_bucket + b]);
        atomicStore(&nearby[frames.world.nearby_bucket + b], index);
        index += count;
    }
}

// Word of an entry: the entries follow the buckets.
fn broad_phase_entry(index: u32) -> u32 {
    return frames.world.nearby_bucket + frames.world.nearby_buckets + index;
}

// Writes each object into its bucket. The word of a bucket is then its end, which is where the next one begins.
fn broad_phase_enter(thread: u32) {
    let objects = proxy_count();
    for (var i = thread; i < objects; i += PROXY_WIDTH) {
        let object = proxy_of(i);
        if object.level != 0u {
            let index = atomicAdd(&nearby[proxy_bucket(object.level, proxy_cell(object))], 1u);
            atomicStore(&nearby[broad_phase_entry(index)], i);
        }
    }
}

// Up to this many objects are compared with one another, which has fewer memory round trips than the grid.
const BROAD_PHASE_FEW: u32 = 96u;

var<workgroup> broad_phase_low: array<vec4<f32>, BROAD_PHASE_FEW>; // of an object's box; w: 1 if it is in the grid
var<workgroup> broad_phase_high: array<vec4<f32>, BROAD_PHASE_FEW>;
var<workgroup> broad_phase_cell: array<vec4<i32>, BROAD_PHASE_FEW>;

// Loads few objects into workgroup memory; a barrier must follow.
fn broad_phase_fetch(thread: u32) {
    if thread < proxy_count() {
        let object = proxy_of(thread);
        broad_phase_low[thread] = vec4<f32>(object.box.low, select(0.0, 1.0, object.level != 0u));
        broad_phase_high[thread] = vec4<f32>(object.box.high, 0.0);
        broad_phase_cell[thread] = vec4<i32>(object.cell, 0);
    }
}

// Compares each body with the bodies after it, if bodies touch each other, and with all colliders.
fn broad_phase_compare(thread: u32, is_filling: bool) {
    let skipped = select(0u, proxy_bodies(), frames.contacts.nearby_room == 0u);
    let columns = proxy_count() - skipped;
    for (var i = thread; i < proxy_bodies() * columns; i += PROXY_WIDTH) {
        let first = i / columns;
        let second = skipped + i % columns;
        let are_there = second > first && broad_phase_low[first].w * broad_phase_low[second].w > 0.0;
        let box = BoundingBox(broad_phase_low[first].xyz, broad_phase_high[first].xyz);
        let other = BoundingBox(broad_phase_low[second].xyz, broad_phase_high[second].xyz);
        if are_there && bounding_box_meets(box, bounding_box_in_cell(other, broad_phase_cell[second].xyz, broad_phase_cell[first].xyz)) {
            broad_phase_found(first, second, is_filling);
        }
    }
}

// Looks for each object in up to 27 cells of its own and of every coarser level, one cell a thread.
fn broad_phase_look(first: u32, stride: u32, is_filling: bool) {
    let looks = 27u * proxy_count();
    for (var i = first; i < looks; i += stride) {
        let object = proxy_of(i / 27u);
        if object.level == 0u {
            continue;
        }
        let step = vec3<i32>(vec3<u32>(i % 3u, i / 3u % 3u, i / 9u % 3u));
        for (var level = proxy_level(object.level); level < 256u; level = proxy_level(level + 1u)) {
            let corner = hash_grid_first(level, object.cell, object.box.low);
            if all(step <= hash_grid_last(level, object.cell, object.box.high) - corner) {
                broad_phase_look_in(object, i / 27u, level, corner + step, is_filling);
            }
        }
    }
}

// Objects that are tested in a bucket. An object that looks into a larger bucket is crowded, and so are the objects in it,
// since they look there too: many objects at one place must not hang a GPU.
const BROAD_PHASE_MOST: u32 = 1024u;
const BROAD_PHASE_CROWDED: u32 = 0x80000000u; // a bit of NEARBY_FOUND

// Marks a body as crowded: the objects near it are unknown.
fn broad_phase_crowd(index: u32, is_filling: bool) {
    if index >= proxy_bodies() {
        return;
    }
    if is_filling {
        pair_filter_crowd(proxy_slot(index));
    } else {
        atomicOr(&nearby[proxy_slot(index) * NEARBY_WORDS + NEARBY_FOUND], BROAD_PHASE_CROWDED);
    }
}

// Looks into one cell. Two objects of one level find each other: the lower number keeps the pair.
fn broad_phase_look_in(object: Proxy, index: u32, level: u32, cell: vec3<i32>, is_filling: bool) {
    let word = proxy_bucket(level, cell);
    var place = 0u;
    if word > frames.world.nearby_bucket {
        place = atomicLoad(&nearby[word - 1u]);
    }
    let end = atomicLoad(&nearby[word]);
    if end - place > BROAD_PHASE_MOST {
        broad_phase_crowd(index, is_filling);
        return;
    }
    for (; place < end; place++) {
        let index2 = atomicLoad(&nearby[broad_phase_entry(place)]);
        if level == object.level && index2 <= index {
            continue;
        }
        let other = proxy_of(index2);
        let is_there = other.level == level && all(proxy_cell(other) == cell);
        if is_there && proxy_overlaps(object, other) {
            broad_phase_found(min(index, index2), max(index, index2), is_filling);
        }
    }
}

// Adds a pair of objects. Bodies come before colliders.
fn broad_phase_found(first: u32, second: u32, is_filling: bool) {
    if first >= proxy_bodies() {
        return;
    }
    let slot = proxy_slot(first);
    let word = slot * NEARBY_WORDS;
    if second < proxy_bodies() {
        pair_filter_found(first, second, is_filling);
        return;
    }
    let index = frames.world.half_spaces + second - proxy_bodies();
    let is_kinematic = (bodies[slot].flags & BODY_KINEMATIC) != 0u;
    let is_ignored = nearby_ignores(bodies[slot], index);
    if is_kinematic || is_ignored || !nearby_may_touch(nearby_collider(index), bodies[slot]) {
        return;
    }
    let place = atomicAdd(&nearby[word + NEARBY_FOUND], 1u);
    let list = atomicLoad(&nearby[word + NEARBY_FIRST]);
    if is_filling && list != NEARBY_ALL {
        atomicStore(&nearby[list + place], index);
    }
}

// Allocates each body's list of colliders. A body without room, or outside the grid, is tested against all colliders.
fn broad_phase_scan_bodies(thread: u32) {
    let share = (proxy_bodies() + PROXY_WIDTH - 1u) / PROXY_WIDTH;
    let first = min(thread * share, proxy_bodies());
    let end = min(first + share, proxy_bodies());
    var sum = 0u;
    for (var i = first; i < end; i++) {
        sum += atomicLoad(&nearby[proxy_slot(i) * NEARBY_WORDS + NEARBY_FOUND]) & ~BROAD_PHASE_CROWDED;
    }
    var index = proxy_before(thread, sum);
    let all_of_them = frames.world.colliders - frames.world.half_spaces;
    for (var i = first; i < end; i++) {
        let word = proxy_slot(i) * NEARBY_WORDS;
        let found = atomicExchange(&nearby[word + NEARBY_FOUND], 0u);
        let count = found & ~BROAD_PHASE_CROWDED;
        let has_room = count == 0u || index + count <= frames.world.nearby_room;
        let fits = has_room && count == found && proxy_of(i).level != 0u;
        atomicStore(&nearby[word + NEARBY_FIRST], select(NEARBY_ALL, frames.world.nearby_list + index, fits));
        atomicStore(&nearby[word + NEARBY_COUNT], select(all_of_them, count, fits));
        index += count;
    }
}

// Sorts each list and reports its length. A team of threads shares a body's list of bodies.
fn broad_phase_close(first: u32, stride: u32) {
    for (var i = first; i < PAIR_FILTER_TEAM * proxy_bodies(); i += stride) {
        let slot = proxy_slot(i / PAIR_FILTER_TEAM);
        pair_filter_enter(slot, i % PAIR_FILTER_TEAM);
        if i % PAIR_FILTER_TEAM != 0u {
            continue;
        }
        let list = atomicLoad(&nearby[slot * NEARBY_WORDS + NEARBY_FIRST]);
        let count = atomicLoad(&nearby[slot * NEARBY_WORDS + NEARBY_COUNT]);
        atomicStore(&report[slot * REPORT_WORDS + REPORT_NEAR], select(count, NEARBY_ALL, list == NEARBY_ALL));
        if list != NEARBY_ALL {
            proxy_sort(list, count);
        }
        pair_filter_close(slot);
    }
}

// Fills the grid with all objects, or loads them if they are few.
fn broad_phase_open(thread: u32) {
    swept_bounds_clear(thread);
    broad_phase_wait();
    swept_bounds_colliders(thread);
    swept_bounds_held(thread);
    broad_phase_wait();
    swept_bounds_bodies(thread);
    broad_phase_wait();
    if proxy_count() > BROAD_PHASE_FEW {
        broad_phase_scan_buckets(thread);
        broad_phase_wait();
        broad_phase_enter(thread);
        proxy_fetch(thread);
    } else {
        broad_phase_fetch(thread);
    }
    broad_phase_wait();
}

// Allocates the lists of each body for the pairs that were counted.
fn broad_phase_insert(thread: u32) {
    pair_filter_selves(thread, false);
    broad_phase_wait();
    broad_phase_scan_bodies(thread);
    pair_filter_scan(thread);
    broad_phase_wait();
    pair_filter_selves(thread, true);
}

@compute @workgroup_size(PROXY_WIDTH)
fn broad_phase(@builtin(local_invocation_index) thread: u32) {
    broad_phase_open(thread);
    for (var pass_number = 0u; pass_number < 2u; pass_number++) {
        if proxy_count() > BROAD_PHASE_FEW {
            broad_phase_look(thread, PROXY_WIDTH, pass_number == 1u);
        } else {
            broad_phase_compare(thread, pass_number == 1u);
        }
        if pass_number == 0u {
            broad_phase_insert(thread);
        }
    }
    broad_phase_wait();
    broad_phase_close(thread, PROXY_WIDTH);
}

// The broad phase for many objects, in five dispatches. params.part: the stage of the single workgroup, or whether pairs are
// written.
@compute @workgroup_size(PROXY_WIDTH)
fn broad_phase_alone(@builtin(local_invocation_index) thread: u32) {
    if params.part == 0u {
        broad_phase_open(thread);
    } else {
        broad_phase_insert(thread);
    }
}

@compute @workgroup_size(PROXY_WIDTH)
fn broad_phase_search(
    @builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(num_workgroups) workgroup_count: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    proxy_fetch(thread);
    workgroupBarrier();
    broad_phase_look(PROXY_WIDTH * workgroup_id.x + thread, PROXY_WIDTH * workgroup_count.x, params.part == 1u);
}

@compute @workgroup_size(PROXY_WIDTH)
fn broad_phase_end(
    @builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(num_workgroups) workgroup_count: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    broad_phase_close(PROXY_WIDTH * workgroup_id.x + thread, PROXY_WIDTH * workgroup_count.x);
}
