//#needs kernel/sifting
//#use kernel/stage/narrow.wgsl
//#use lib/closest.wgsl
// The pairs of a patch: its points against the triangles of patches near it, and its edges against their edges. The boxes
// of those features that are near the patch are staged in workgroup memory. Pairs whose boxes are near are listed there, so
// that each thread has one to look at. What is near is a bit, so the order of threads does not matter.

const SIFT_STAGED: u32 = 128u; // features that are staged at once: no fewer than threads
const SIFT_PAIRS: u32 = 256u;  // pairs that are listed at once

var<workgroup> sift_low: array<vec4<f32>, SIFT_STAGED>;     // boxes of staged features; w: reach
var<workgroup> sift_high: array<vec4<f32>, SIFT_STAGED>;    // w: share of the contact distance
var<workgroup> sift_staged: array<vec2<u32>, SIFT_STAGED>;  // place in narrow_others, and the number in its body
var<workgroup> sift_found: array<atomic<u32>, 768>;         // a bit a primary and staged feature: 192 of each kind, in 4 words
var<workgroup> sift_list: array<vec2<u32>, SIFT_PAIRS>;     // word of sift_found, and the staged feature
var<workgroup> sift_listed: atomic<u32>;
var<workgroup> sift_first: u32;

// Primaries of a patch that meet features of other patches.
struct SiftKind {
    kind: u32,   // TOUCH_TRIANGLE: points; TOUCH_EDGES: edges
    count: u32,
    staged: u32, // features that are staged
}

// What a thread stages.
struct SiftFeature {
    is_near: bool, // it is there, and near the patch
    place: u32,    // in narrow_others
    number: u32,
    low: vec4<f32>,
    high: vec4<f32>,
}

// Points of the patch against the triangles of this many patches near it, or its edges against their edges. Features that
// are near the patch are staged a round at a time, in the order in which they come, and looked at when there is no more
// room, and after the last round. All threads call it.
fn sift_kind(thread: u32, own: NarrowPatch, others: u32, kind_number: u32) {
    let is_edges = kind_number == TOUCH_EDGES;
    var kind = SiftKind(kind_number, select(own.points, own.edges, is_edges), 0u);
    let rounds = select((others + 1u) / 2u, 2u * others, is_edges);
    for (var round = 0u; round <= rounds; round++) {
        if is_edges && round < rounds && !sift_has_edges(own, round) {
            continue;
        }
        var feature: SiftFeature;
        if round < rounds && is_edges {
            feature = sift_edge(thread, own, round);
        } else if round < rounds {
            feature = sift_triangle(thread, own, others, round);
        }
        let rank = narrow_rank(thread, feature.is_near);
        if round == rounds || kind.staged + rank.y > SIFT_STAGED {
            sift_try(thread, own, kind);
            kind.staged = 0u;
        }
        if feature.is_near {
            sift_low[kind.staged + rank.x] = feature.low;
            sift_high[kind.staged + rank.x] = feature.high;
            sift_staged[kind.staged + rank.x] = vec2<u32>(feature.place, feature.number);
        }
        kind.staged += rank.y;
    }
}

// A triangle of the two patches of a round.
fn sift_triangle(thread: u32, own: NarrowPatch, others: u32, round: u32) -> SiftFeature {
    let place = 2u * round + thread / TOUCH_PATCH;
    var feature: SiftFeature;
    if place < others {
        let number = TOUCH_PATCH * narrow_others[place].y + thread % TOUCH_PATCH;
        if number < arena[narrow_others[place].w].y {
            feature = sift_feature(own, TOUCH_TRIANGLE, place, number);
        }
    }
    return feature;
}

// The edges of a patch near the patch: (first, count).
fn sift_edges(place: u32) -> vec2<u32> {
    let other = narrow_others[place];
    return arena[other.w + arena[other.w + 1u].w + other.y].zw;
}

// Whether edges are looked at in a round: two rounds a patch. Pairs of bodies are found from the lower slot.
fn sift_has_edges(own: NarrowPatch, round: u32) -> bool {
    return narrow_others[round / 2u].x >= own.slot && sift_edges(round / 2u).y > NARROW_WIDTH * (round % 2u);
}

fn sift_edge(thread: u32, own: NarrowPatch, round: u32) -> SiftFeature {
    let parts = sift_edges(round / 2u);
    let edge = NARROW_WIDTH * (round % 2u) + thread;
    var feature: SiftFeature;
    if edge < parts.y {
        feature = sift_feature(own, TOUCH_EDGES, round / 2u, parts.x + edge);
    }
    return feature;
}

fn sift_feature(own: NarrowPatch, kind: u32, place: u32, number: u32) -> SiftFeature {
    let feature = narrow_feature(narrow_corners(place, kind, number), narrow_shifts[place].xyz);
    let box = NarrowBox(min(feature.a, min(feature.b, feature.c)), max(feature.a, max(feature.b, feature.c)));
    return SiftFeature(
        narrow_meets(box, feature.reach + feature.share, own.box), place, number, vec4<f32>(box.low, feature.reach),
        vec4<f32>(box.high, feature.share),
    );
}

// Looks at all pairs of primaries and staged features. A thread has a primary and 32 features at a time.
fn sift_try(thread: u32, own: NarrowPatch, kind: SiftKind) {
    workgroupBarrier();
    let items = kind.count * ((kind.staged + 31u) / 32u);
    if items == 0u {
        return;
    }
    for (var first = 0u; first < items; first += NARROW_WIDTH) {
        let item = first + thread;
        var near = 0u;
        if item < items {
            near = sift_near(own, kind, item);
            atomicStore(&sift_found[item], 0u);
        }
        sift_look(thread, own, kind, item, near);
    }
    sift_save(thread, own, kind, items);
}

// The features whose boxes are near that of a primary, of 32: a bit each.
fn sift_near(own: NarrowPatch, kind: SiftKind, item: u32) -> u32 {
    let primary = narrow_feature(narrow_primary(own, kind.kind, item % kind.count), vec3<f32>(0.0));
    let low = min(primary.a, primary.b);
    let high = max(primary.a, primary.b);
    let first = 32u * (item / kind.count);
    var near = 0u;
    for (var k = first; k < min(first + 32u, kind.staged); k++) {
        let within = primary.reach + sift_low[k].w + primary.share + sift_high[k].w;
        let gap = max(max(sift_low[k].xyz - high, low - sift_high[k].xyz), vec3<f32>(0.0));
        near |= select(0u, 1u << (k - first), dot(gap, gap) <= within * within);
    }
    return near;
}

// Looks at the pairs that threads have noted, as bits. All threads call it.
fn sift_look(thread: u32, own: NarrowPatch, kind: SiftKind, item: u32, near: u32) {
    if thread == 0u {
        atomicStore(&sift_listed, 0u);
    }
    workgroupBarrier();
    var place = atomicAdd(&sift_listed, countOneBits(near));
    workgroupBarrier();
    let listed = atomicLoad(&sift_listed);
    var left = near;
    for (var first = 0u; first < listed; first += SIFT_PAIRS) {
        while left != 0u && place < first + SIFT_PAIRS {
            sift_list[place - first] = vec2<u32>(item, 32u * (item / kind.count) + countTrailingZeros(left));
            left &= left - 1u;
            place++;
        }
        workgroupBarrier();
        for (var k = thread; k < min(listed - first, SIFT_PAIRS); k += NARROW_WIDTH) {
            if sift_is_found(own, kind, sift_list[k].x % kind.count, sift_list[k].y) {
                atomicOr(&sift_found[sift_list[k].x], 1u << (sift_list[k].y % 32u));
            }
        }
        workgroupBarrier();
    }
    workgroupBarrier();
}

// Whether a primary and a staged feature are a candidate.
fn sift_is_found(own: NarrowPatch, kind: SiftKind, number: u32, k: u32) -> bool {
    let ends = narrow_primary(own, kind.kind, number);
    let staged = sift_staged[k];
    let corners = narrow_corners(staged.x, kind.kind, staged.y);
    if any(corners == ends.xxx) || any(corners == ends.yyy) {
        return false;
    }
    // Two edges of a body are found from the lower number.
    let is_later = narrow_others[staged.x].x != own.slot || staged.y > own.first_edge + number;
    if kind.kind == TOUCH_EDGES && !is_later {
        return false;
    }
    let a = narrow_feature(ends, vec3<f32>(0.0));
    let b = narrow_feature(corners, narrow_shifts[staged.x].xyz);
    let within = a.reach + b.reach + a.share + b.share;
    var way: vec3<f32>;
    if kind.kind == TOUCH_TRIANGLE {
        way = closest_triangle(a.a, b.a, b.b, b.c).way;
    } else {
        way = closest_segments(a.a, a.b, b.a, b.b).way;
    }
    return dot(way, way) <= within * within;
}

// Keeps what is found: takes room for all of it, writes it with its rank among the finds of its feature, and counts those
// on. All threads call it.
fn sift_save(thread: u32, own: NarrowPatch, kind: SiftKind, items: u32) {
    if thread == 0u {
        atomicStore(&sift_listed, 0u);
    }
    workgroupBarrier();
    var count = 0u;
    for (var item = thread; item < items; item += NARROW_WIDTH) {
        count += countOneBits(atomicLoad(&sift_found[item]));
    }
    var place = atomicAdd(&sift_listed, count);
    workgroupBarrier();
    if thread == 0u && atomicLoad(&sift_listed) > 0u {
        sift_first = sifting_take(atomicLoad(&sift_listed));
    }
    place += workgroupUniformLoad(&sift_first);
    let offset = select(own.points, 0u, kind.kind == TOUCH_TRIANGLE);
    for (var item = thread; item < items; item += NARROW_WIDTH) {
        let number = item % kind.count;
        var rank = narrow_next[offset + number];
        for (var before = number; before < item; before += kind.count) {
            rank += countOneBits(atomicLoad(&sift_found[before]));
        }
        for (var bits = atomicLoad(&sift_found[item]); bits != 0u; bits &= bits - 1u) {
            sift_write(own, kind, number, 32u * (item / kind.count) + countTrailingZeros(bits), place, rank);
            place++;
            rank++;
        }
    }
    workgroupBarrier();
    for (var number = thread; number < kind.count; number += NARROW_WIDTH) {
        for (var item = number; item < items; item += kind.count) {
            narrow_next[offset + number] += countOneBits(atomicLoad(&sift_found[item]));
        }
    }
    workgroupBarrier();
}

// Keeps what is found: the rows of a candidate, but for the last word. That says which patch has found it, and where it is
// among those of its primary; the last 12 bits of TOUCH_NONE: too far behind.
fn sift_write(own: NarrowPatch, kind: SiftKind, number: u32, k: u32, place: u32, rank: u32) {
    let staged = sift_staged[k];
    let ends = narrow_primary(own, kind.kind, number);
    let corners = narrow_corners(staged.x, kind.kind, staged.y);
    let is_edge = kind.kind == TOUCH_EDGES;
    let edge = select(0u, own.first_edge + number, is_edge);
    sifting_keep(
        place, select(vec4<u32>(ends.x, corners), vec4<u32>(ends.xy, corners.xy), is_edge),
        vec4<u32>(
            kind.kind | (edge << 8u), narrow_others[staged.x].x, staged.y,
            own.row | (select(rank, TOUCH_NONE, rank >= NARROW_MOST) << 20u),
        ),
    );
}
