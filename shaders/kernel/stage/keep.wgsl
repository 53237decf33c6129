//#use kernel/stage/limit.wgsl
// What a vertex keeps of its candidates for an epoch: the nearest planes, and the rows that it bears a part of. Its slots
// are in no order, so nothing here depends on their order.

const KEEP_MOST_PLANES: u32 = 64u; // of a sheet that slides fast along another
const KEEP_MOST_ROWS: u32 = 256u; // one that bears more stays where it is
const KEEP_MOST_NEAR: u32 = 256u; // planes within the reach that are compared with each other
const KEEP_SHORTEST: f32 = 0.01;  // part of the reach; one that has too many planes there stays where it is
const KEEP_AT_ONCE: u32 = 4u; // slots that are fetched together, so that their reads are in flight

// The start of a substep for a vertex: what binds it. The first of an epoch gathers its planes and rows.
fn keep_begin(vertex: u32, sub: Substep) {
    if LIMIT_WANTED == 0u {
        return;
    }
    let row = limit_vertex(vertex);
    if !limit_is_near(sub.body) {
        limit_set(row + TOUCH_NOW, vec4<f32>(vec3<f32>(0.0), TOUCH_FAR));
        touch[row + TOUCH_LIST] = vec4<u32>(0u);
        return;
    }
    let each = substep_each(bodies[sub.body]);
    let within = sub.number % each;
    let reference = limit_floats(row + TOUCH_REF + limit_parity(sub.number / each));
    var reach = reference.w;
    if within == 0u {
        reach = keep_gather(vertex, reach);
    } else {
        reach = limit_floats(row + TOUCH_NOW).w;
    }
    let way = limit_floats(limit_body(sub.body) + TOUCH_WAY).xyz / f32(params.epochs);
    let left = way * (1.0 - f32(within + 1u) / f32(each));
    limit_set(row + TOUCH_NOW, vec4<f32>(reference.xyz - left, reach));
}

// A candidate as one of its corners sees it.
struct KeepSlot {
    number: u32,       // 4 candidate + corner
    plane: vec4<f32>,  // (n, s), where n u + s >= 0; s is negative if no plane parts the pair
    flags: u32,
}

fn keep_slot(place: u32) -> KeepSlot {
    let number = touch_slot(place);
    let row = frames.touch.plane_row + TOUCH_PLANE_ROWS * (number / 4u);
    let normal = touch[row];
    let corner = number % 4u;
    let is_edges = (normal.w & TOUCH_CROSSED) != 0u;
    let is_second = corner >= select(1u, 2u, is_edges);
    let n = bitcast<vec3<f32>>(normal.xyz);
    let s = bitcast<f32>(touch[row + 1u][corner]);
    let parts = (normal.w & TOUCH_FROZEN) == 0u;
    return KeepSlot(number, vec4<f32>(select(n, -n, is_second), select(-1.0, s, parts)), normal.w);
}

// What has been found of a vertex.
struct KeepFound {
    reach: f32,
    nearest: vec4<f32>, // of its planes
    near: u32,          // planes within the reach
    left: u32,          // those that do not follow from the nearest
    rows: u32,
}

// The first of those planes. They are read often, and this memory is nearer than the buffer, which holds the others.
const KEEP_ROOM: u32 = 40u;
var<private> keep_left: array<vec4<f32>, KEEP_ROOM>;

fn keep_load(list: u32, k: u32) -> vec4<f32> {
    if k < KEEP_ROOM {
        return keep_left[k];
    }
    return limit_floats(list + k);
}

fn keep_store(list: u32, k: u32, plane: vec4<f32>) {
    if k < KEEP_ROOM {
        keep_left[k] = plane;
    } else {
        limit_set(list + k, plane);
    }
}

// Keeps planes and rows of a vertex. Returns its reach: one of a pair that no plane could part stays where it is, and what
// finds no room among the planes shortens the reach to it. One that stays anyway needs neither. Half the reach has fewer
// planes.
fn keep_gather(vertex: u32, given: f32) -> f32 {
    let row = limit_vertex(vertex);
    let list = touch[row + TOUCH_LIST];
    var found = keep_within(list.xy, given);
    for (var reach = 0.5 * given; found.near > KEEP_MOST_NEAR; reach *= 0.5) {
        found = keep_within(list.xy, select(0.0, reach, reach > KEEP_SHORTEST * given));
    }
    if found.rows > KEEP_MOST_ROWS {
        found.rows = 0u;
        found.reach = 0.0;
    }
    var planes = 0u;
    if found.nearest.w < found.reach {
        keep_scan(list.xy, true, &found);
        planes = keep_nearest(frames.touch.kept_row + list.x, &found);
    }
    keep_sort_rows(list.x, found.rows);
    touch[row + TOUCH_LIST] = vec4<u32>(list.xy, planes, found.rows);
    touch[row + TOUCH_OWN].z = bitcast<u32>(min(found.reach, found.nearest.w));
    return found.reach;
}

// What a list (first, count) has within a reach: how many planes, the nearest, and rows.
fn keep_within(list: vec2<u32>, reach: f32) -> KeepFound {
    var found = KeepFound(reach, vec4<f32>(0.0, 0.0, 0.0, TOUCH_FAR), 0u, 0u, 0u);
    keep_scan(list, false, &found);
    return found;
}

// Looks at all slots of a list. `again`: for what does not follow from the nearest plane.
fn keep_scan(list: vec2<u32>, again: bool, found: ptr<function, KeepFound>) {
    let end = list.x + select(0u, list.y, (*found).reach > 0.0);
    for (var place = list.x; place < end; place += KEEP_AT_ONCE) {
        let a = keep_slot(place);
        let b = keep_slot(min(place + 1u, end - 1u));
        let c = keep_slot(min(place + 2u, end - 1u));
        let d = keep_slot(min(place + 3u, end - 1u));
        keep_look(list.x, a, again, true, found);
        keep_look(list.x, b, again, place + 1u < end, found);
        keep_look(list.x, c, again, place + 2u < end, found);
        keep_look(list.x, d, again, place + 3u < end, found);
    }
}

// Looks at a slot. `counts`: it is in the list.
fn keep_look(first: u32, slot: KeepSlot, again: bool, counts: bool, found: ptr<function, KeepFound>) {
    if !counts {
        return;
    }
    let plane = slot.plane;
    if again {
        let is_near = plane.w < (*found).reach && any(plane != (*found).nearest);
        if is_near && !keep_follows(plane, (*found).nearest, (*found).reach) {
            keep_store(frames.touch.kept_row + first, (*found).left, plane);
            (*found).left += 1u;
        }
        return;
    }
    if plane.w < 0.0 {
        (*found).reach = 0.0;
    } else {
        (*found).near += select(0u, 1u, plane.w < (*found).reach);
        if keep_is_before(plane, (*found).nearest) {
            (*found).nearest = plane;
        }
    }
    if (slot.flags & TOUCH_HAS_ROW) == 0u {
        return;
    }
    if limit_floats(limit_contact(slot.number / 4u) + TOUCH_WEIGHTS)[slot.number % 4u] > 0.0 {
        let link = slot.number | select(0u, LIMIT_EDGES, (slot.flags & TOUCH_CROSSED) != 0u);
        limit_set_word(frames.touch.link_row, first + (*found).rows, link);
        (*found).rows += 1u;
    }
}

// Sorts rows by their slots: few.
fn keep_sort_rows(first: u32, count: u32) {
    for (var i = 1u; i < count; i++) {
        let value = limit_word(frames.touch.link_row, first + i);
        var k = i;
        while k > 0u && limit_word(frames.touch.link_row, first + k - 1u) > value {
            limit_set_word(frames.touch.link_row, first + k, limit_word(frames.touch.link_row, first + k - 1u));
            k -= 1u;
        }
        limit_set_word(frames.touch.link_row, first + k, value);
    }
}

// Writes the planes that count, the nearest first, and returns how many. One that follows from a nearer one does not count.
// What finds no room shortens the reach.
fn keep_nearest(list: u32, found: ptr<function, KeepFound>) -> u32 {
    var last = (*found).nearest;
    limit_set(list, last);
    var count = 1u;
    var rest = KeepRest((*found).left, 0u, last, 0u);
    loop {
        keep_sift(list, last, (*found).reach, count > 1u, &rest);
        if rest.left == 0u {
            break;
        }
        if count == KEEP_MOST_PLANES {
            (*found).reach = min((*found).reach, rest.nearest.w);
            break;
        }
        last = rest.nearest;
        rest.left -= 1u;
        keep_store(list, rest.place, keep_load(list, rest.left));
        limit_set(list + count, last);
        count += 1u;
    }
    return count;
}

// The planes that are left.
struct KeepRest {
    left: u32,
    passed: u32,         // while they are sifted
    nearest: vec4<f32>,
    place: u32,          // of that one
}

// Drops those that follow from a plane, and finds the nearest of the others. Four at a time: each alone would be waited
// for.
fn keep_sift(list: u32, from_plane: vec4<f32>, reach: f32, drops: bool, rest: ptr<function, KeepRest>) {
    let left = (*rest).left;
    (*rest).passed = 0u;
    (*rest).nearest = vec4<f32>(0.0, 0.0, 0.0, TOUCH_FAR);
    for (var k = 0u; k < left; k += KEEP_AT_ONCE) {
        let a = keep_load(list, k);
        let b = keep_load(list, min(k + 1u, left - 1u));
        let c = keep_load(list, min(k + 2u, left - 1u));
        let d = keep_load(list, min(k + 3u, left - 1u));
        let leaves = vec4<bool>(
            keep_follows(a, from_plane, reach), keep_follows(b, from_plane, reach),
            keep_follows(c, from_plane, reach), keep_follows(d, from_plane, reach),
        );
        keep_pass(list, a, !(drops && leaves.x), rest);
        keep_pass(list, b, k + 1u < left && !(drops && leaves.y), rest);
        keep_pass(list, c, k + 2u < left && !(drops && leaves.z), rest);
        keep_pass(list, d, k + 3u < left && !(drops && leaves.w), rest);
    }
    (*rest).left = (*rest).passed;
}

fn keep_pass(list: u32, plane: vec4<f32>, passes: bool, rest: ptr<function, KeepRest>) {
    if !passes {
        return;
    }
    if keep_is_before(plane, (*rest).nearest) {
        (*rest).nearest = plane;
        (*rest).place = (*rest).passed;
    }
    keep_store(list, (*rest).passed, plane);
    (*rest).passed += 1u;
}

// An order of planes: by distance, and of those alike by direction. It does not depend on where they stand.
fn keep_is_before(a: vec4<f32>, b: vec4<f32>) -> bool {
    if a.w != b.w {
        return a.w < b.w;
    }
    if a.x != b.x {
        return a.x < b.x;
    }
    return select(a.y < b.y, a.z < b.z, a.y == b.y);
}

// Whether one plane of a vertex, within the reach, follows from another: no place within the reach is behind it and not
// behind the other. With sine and cosine of the angle between them: w cosine + sine sqrt(reach² - w²) <= s.
fn keep_follows(plane: vec4<f32>, from_plane: vec4<f32>, reach: f32) -> bool {
    let cosine = dot(plane.xyz, from_plane.xyz);
    let left = plane.w - from_plane.w * cosine;
    let far_squared = max(reach * reach - from_plane.w * from_plane.w, 0.0);
    let sine_squared = max(1.0 - cosine * cosine, 0.0);
    return from_plane.w < reach * cosine && left >= 0.0 && sine_squared * far_squared <= left * left;
}
