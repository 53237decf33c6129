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
    planes: u32,
    rows: u32,
}

// Keeps planes and rows of a vertex. Returns its reach: one of a pair that no plane could part stays where it is, and what
// finds no room among the planes shortens the reach to it. One that stays anyway needs neither. Half the reach has fewer
// planes.
fn keep_gather(vertex: u32, given: f32) -> f32 {
    let row = limit_vertex(vertex);
    let list = touch[row + TOUCH_LIST];
    var found = keep_within(list.xy, given);
    for (var reach = 0.5 * given; found.planes > KEEP_MOST_NEAR; reach *= 0.5) {
        found = keep_within(list.xy, select(0.0, reach, reach > KEEP_SHORTEST * given));
    }
    if found.rows > KEEP_MOST_ROWS {
        found = KeepFound(0.0, 0u, 0u);
    } else if found.reach <= 0.0 {
        found = KeepFound(0.0, 0u, found.rows);
    }
    keep_sort_rows(list.x, found.rows);
    keep_nearest(list.x, &found);
    touch[row + TOUCH_LIST] = vec4<u32>(list.xy, found.planes, found.rows);
    var least = found.reach;
    if found.planes > 0u {
        least = min(least, limit_floats(frames.touch.kept_row + list.x).w);
    }
    touch[row + TOUCH_OWN].z = bitcast<u32>(least);
    return found.reach;
}

// What a list (first, count) has within a reach, in the order of its slots.
fn keep_within(list: vec2<u32>, reach: f32) -> KeepFound {
    var found = KeepFound(reach, 0u, 0u);
    let end = list.x + select(0u, list.y, reach > 0.0);
    for (var place = list.x; place < end; place += KEEP_AT_ONCE) {
        let a = keep_slot(place);
        let b = keep_slot(min(place + 1u, end - 1u));
        let c = keep_slot(min(place + 2u, end - 1u));
        let d = keep_slot(min(place + 3u, end - 1u));
        keep_take(list.x, a, reach, true, &found);
        keep_take(list.x, b, reach, place + 1u < end, &found);
        keep_take(list.x, c, reach, place + 2u < end, &found);
        keep_take(list.x, d, reach, place + 3u < end, &found);
    }
    return found;
}

// Takes what a slot has within the reach. `counts`: it is in the list.
fn keep_take(first: u32, slot: KeepSlot, given: f32, counts: bool, found: ptr<function, KeepFound>) {
    if !counts {
        return;
    }
    if slot.plane.w < 0.0 {
        (*found).reach = 0.0;
    } else if slot.plane.w < given {
        limit_set(frames.touch.kept_row + first + (*found).planes, slot.plane);
        (*found).planes += 1u;
    }
    if (slot.flags & TOUCH_HAS_ROW) == 0u {
        return;
    }
    if limit_floats(limit_contact(slot.number / 4u) + TOUCH_WEIGHTS)[slot.number % 4u] > 0.0 {
        limit_set_word(frames.touch.link_row, first + (*found).rows, slot.number);
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

// Puts the planes that count to the front, the nearest first. One that follows from a nearer one does not count. What
// finds no room shortens the reach.
fn keep_nearest(first: u32, found: ptr<function, KeepFound>) {
    let list = frames.touch.kept_row + first;
    var left = (*found).planes;
    var count = 0u;
    var last = vec4<f32>(0.0);
    while count < left {
        var nearest = vec4<f32>(0.0, 0.0, 0.0, TOUCH_FAR);
        var place = count;
        var k = count;
        while k < left {
            let plane = limit_floats(list + k);
            if count > 0u && keep_follows(plane, last, (*found).reach) {
                left -= 1u;
                touch[list + k] = touch[list + left];
                continue;
            }
            if keep_is_before(plane, nearest) {
                nearest = plane;
                place = k;
            }
            k += 1u;
        }
        if count == left {
            break;
        }
        if count == KEEP_MOST_PLANES {
            (*found).reach = min((*found).reach, nearest.w);
            break;
        }
        touch[list + place] = touch[list + count];
        limit_set(list + count, nearest);
        last = nearest;
        count += 1u;
    }
    (*found).planes = count;
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

// Whether one plane of a vertex follows from another: no place within the reach is behind it and not behind the other.
fn keep_follows(plane: vec4<f32>, from_plane: vec4<f32>, reach: f32) -> bool {
    let cosine = dot(plane.xyz, from_plane.xyz);
    if from_plane.w >= reach * cosine {
        return plane.w >= reach;
    }
    let sine = sqrt(max(1.0 - cosine * cosine, 0.0));
    let far = sqrt(max(reach * reach - from_plane.w * from_plane.w, 0.0));
    return from_plane.w * cosine + sine * far <= plane.w;
}
