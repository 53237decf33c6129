//#needs contact/narrow/pair_sink
//#use contact/narrow/patch.wgsl
//#use lib/closest_points.wgsl
// Feature pairs of a patch: its points against triangles, and its edges against edges, of patches near it. Boxes of features
// near the patch are staged in workgroup memory. Pairs whose boxes are near are listed there too, so that each thread has
// one to test. Found pairs are bits, so the order of threads does not matter.

const FEATURE_PAIRS_STAGED: u32 = 128u; // features that are staged at once: at least one a thread
const FEATURE_PAIRS_PAIRS: u32 = 256u;  // pairs that are listed at once

var<workgroup> feature_pairs_low: array<vec4<f32>, FEATURE_PAIRS_STAGED>;    // boxes of staged features; w: reach
var<workgroup> feature_pairs_high: array<vec4<f32>, FEATURE_PAIRS_STAGED>;   // w: thickness
var<workgroup> feature_pairs_staged: array<vec2<u32>, FEATURE_PAIRS_STAGED>; // index in narrow_others, number in its body
var<workgroup> feature_pairs_found: array<atomic<u32>, 768>;                 // a bit a pair: 192 a kind, in 4 words
var<workgroup> feature_pairs_list: array<vec2<u32>, FEATURE_PAIRS_PAIRS>;    // word of feature_pairs_found, staged feature
var<workgroup> feature_pairs_listed: atomic<u32>;
var<workgroup> feature_pairs_first: u32;

// The primaries of a patch of one kind.
struct FeaturePairsKind {
    kind: u32, // CONTACTS_TRIANGLE: points; CONTACTS_EDGES: edges
    count: u32,
    staged: u32, // features that are staged
}

// The feature that a thread stages.
struct FeaturePairsFeature {
    is_near: bool, // it exists, and is near the patch
    place: u32,    // in narrow_others
    number: u32,
    low: vec4<f32>,
    high: vec4<f32>,
}

// Tests points of the patch against triangles of this many patches near it, or edges against edges. Features near the patch
// are staged in rounds, in their order, and tested when there is no more room, and after the last round. All threads call
// it.
fn feature_pairs_kind(thread: u32, own: NarrowPatch, others: u32, kind_number: u32) {
    let is_edges = kind_number == CONTACTS_EDGES;
    var kind = FeaturePairsKind(kind_number, select(own.points, own.edges, is_edges), 0u);
    let rounds = select((others + 1u) / 2u, 2u * others, is_edges);
    for (var round = 0u; round <= rounds; round++) {
        if is_edges && round < rounds && !feature_pairs_has_edges(own, round) {
            continue;
        }
        var at: FeaturePairsPlace;
        if round < rounds && is_edges {
            at = feature_pairs_edge(thread, round);
        } else if round < rounds {
            at = feature_pairs_triangle(thread, others, round);
        }
        var feature: FeaturePairsFeature;
        if at.is_there {
            feature = feature_pairs_feature(own, kind_number, at.place, at.number);
        }
        let rank = narrow_rank(thread, feature.is_near);
        if round == rounds || kind.staged + rank.y > FEATURE_PAIRS_STAGED {
            feature_pairs_try(thread, own, kind);
            kind.staged = 0u;
        }
        if feature.is_near {
            feature_pairs_low[kind.staged + rank.x] = feature.low;
            feature_pairs_high[kind.staged + rank.x] = feature.high;
            feature_pairs_staged[kind.staged + rank.x] = vec2<u32>(feature.place, feature.number);
        }
        kind.staged += rank.y;
    }
}

// The index of a feature that a thread may stage.
struct FeaturePairsPlace {
    is_there: bool,
    place: u32,  // in narrow_others
    number: u32, // in its body
}

// A triangle of the two patches of a round.
fn feature_pairs_triangle(thread: u32, others: u32, round: u32) -> FeaturePairsPlace {
    let index = 2u * round + thread / CONTACTS_PATCH;
    if index >= others {
        return FeaturePairsPlace();
    }
    let number = CONTACTS_PATCH * narrow_others[index].y + thread % CONTACTS_PATCH;
    return FeaturePairsPlace(number < arena[narrow_others[index].w].y, index, number);
}

// The edges of a patch near the patch: (first, count).
fn feature_pairs_edges(index: u32) -> vec2<u32> {
    let other = narrow_others[index];
    return arena[other.w + arena[other.w + 1u].w + other.y].zw;
}

// Whether a round stages edges: two rounds a patch. The body of the lower slot finds the pairs of two bodies.
fn feature_pairs_has_edges(own: NarrowPatch, round: u32) -> bool {
    return narrow_others[round / 2u].x >= own.slot && feature_pairs_edges(round / 2u).y > NARROW_WIDTH * (round % 2u);
}

fn feature_pairs_edge(thread: u32, round: u32) -> FeaturePairsPlace {
    let parts = feature_pairs_edges(round / 2u);
    let edge = NARROW_WIDTH * (round % 2u) + thread;
    return FeaturePairsPlace(edge < parts.y, round / 2u, parts.x + edge);
}

fn feature_pairs_feature(own: NarrowPatch, kind: u32, index: u32, number: u32) -> FeaturePairsFeature {
    let feature = narrow_feature(narrow_corners(index, kind, number), narrow_shifts[index].xyz);
    let box = NarrowBox(min(feature.a, min(feature.b, feature.c)), max(feature.a, max(feature.b, feature.c)));
    return FeaturePairsFeature(
        narrow_meets(box, feature.reach + feature.thickness, own.box), index, number, vec4<f32>(box.low, feature.reach),
        vec4<f32>(box.high, feature.thickness),
    );
}

// Tests all pairs of primaries and staged features. A thread has one primary and 32 features at a time.
fn feature_pairs_try(thread: u32, own: NarrowPatch, kind: FeaturePairsKind) {
    workgroupBarrier();
    let items = kind.count * ((kind.staged + 31u) / 32u);
    if items == 0u {
        return;
    }
    for (var first = 0u; first < items; first += NARROW_WIDTH) {
        let item = first + thread;
        var near = 0u;
        if item < items {
            near = feature_pairs_near(own, kind, item);
            atomicStore(&feature_pairs_found[item], 0u);
        }
        feature_pairs_look(thread, own, kind, item, near);
    }
    feature_pairs_save(thread, own, kind, items);
}

// The features, out of 32, whose boxes are near that of a primary: one bit each.
fn feature_pairs_near(own: NarrowPatch, kind: FeaturePairsKind, item: u32) -> u32 {
    let primary = narrow_feature(narrow_primary(own, kind.kind, item % kind.count), vec3<f32>(0.0));
    let low = min(primary.a, primary.b);
    let high = max(primary.a, primary.b);
    let first = 32u * (item / kind.count);
    var near = 0u;
    for (var k = first; k < min(first + 32u, kind.staged); k++) {
        let within = primary.reach + feature_pairs_low[k].w + primary.thickness + feature_pairs_high[k].w;
        let gap = max(max(feature_pairs_low[k].xyz - high, low - feature_pairs_high[k].xyz), vec3<f32>(0.0));
        near |= select(0u, 1u << (k - first), dot(gap, gap) <= within * within);
    }
    return near;
}

// Tests the pairs that threads have set as bits. All threads call it.
fn feature_pairs_look(thread: u32, own: NarrowPatch, kind: FeaturePairsKind, item: u32, near: u32) {
    if thread == 0u {
        atomicStore(&feature_pairs_listed, 0u);
    }
    workgroupBarrier();
    var index = atomicAdd(&feature_pairs_listed, countOneBits(near));
    workgroupBarrier();
    let listed = atomicLoad(&feature_pairs_listed);
    var left = near;
    for (var first = 0u; first < listed; first += FEATURE_PAIRS_PAIRS) {
        while left != 0u && index < first + FEATURE_PAIRS_PAIRS {
            feature_pairs_list[index - first] = vec2<u32>(item, 32u * (item / kind.count) + countTrailingZeros(left));
            left &= left - 1u;
            index++;
        }
        workgroupBarrier();
        for (var k = thread; k < min(listed - first, FEATURE_PAIRS_PAIRS); k += NARROW_WIDTH) {
            if feature_pairs_is_found(own, kind, feature_pairs_list[k].x % kind.count, feature_pairs_list[k].y) {
                atomicOr(&feature_pairs_found[feature_pairs_list[k].x], 1u << (feature_pairs_list[k].y % 32u));
            }
        }
        workgroupBarrier();
    }
    workgroupBarrier();
}

// Whether a primary and a staged feature are a candidate.
fn feature_pairs_is_found(own: NarrowPatch, kind: FeaturePairsKind, number: u32, k: u32) -> bool {
    let ends = narrow_primary(own, kind.kind, number);
    let staged = feature_pairs_staged[k];
    let corners = narrow_corners(staged.x, kind.kind, staged.y);
    if any(corners == ends.xxx) || any(corners == ends.yyy) {
        return false;
    }
    // The lower edge finds a pair of two edges of one body.
    let is_later = narrow_others[staged.x].x != own.slot || staged.y > own.first_edge + number;
    if kind.kind == CONTACTS_EDGES && !is_later {
        return false;
    }
    let a = narrow_feature(ends, vec3<f32>(0.0));
    let b = narrow_feature(corners, narrow_shifts[staged.x].xyz);
    let within = a.reach + b.reach + a.thickness + b.thickness;
    var displacement: vec3<f32>;
    if kind.kind == CONTACTS_TRIANGLE {
        displacement = closest_points_triangle(a.a, b.a, b.b, b.c).displacement;
    } else {
        displacement = closest_points_segments(a.a, a.b, b.a, b.b).displacement;
    }
    return dot(displacement, displacement) <= within * within;
}

// Writes the found pairs: allocates room for all, writes each with its rank among the pairs of its primary, and adds up the
// ranks. All threads call it.
fn feature_pairs_save(thread: u32, own: NarrowPatch, kind: FeaturePairsKind, items: u32) {
    if thread == 0u {
        atomicStore(&feature_pairs_listed, 0u);
    }
    workgroupBarrier();
    var count = 0u;
    for (var item = thread; item < items; item += NARROW_WIDTH) {
        count += countOneBits(atomicLoad(&feature_pairs_found[item]));
    }
    var index = atomicAdd(&feature_pairs_listed, count);
    workgroupBarrier();
    if thread == 0u && atomicLoad(&feature_pairs_listed) > 0u {
        feature_pairs_first = pair_sink_take(atomicLoad(&feature_pairs_listed));
    }
    index += workgroupUniformLoad(&feature_pairs_first);
    let offset = select(own.points, 0u, kind.kind == CONTACTS_TRIANGLE);
    for (var item = thread; item < items; item += NARROW_WIDTH) {
        let number = item % kind.count;
        var rank = narrow_next[offset + number];
        for (var before = number; before < item; before += kind.count) {
            rank += countOneBits(atomicLoad(&feature_pairs_found[before]));
        }
        for (var bits = atomicLoad(&feature_pairs_found[item]); bits != 0u; bits &= bits - 1u) {
            feature_pairs_write(own, kind, number, 32u * (item / kind.count) + countTrailingZeros(bits), index, rank);
            index++;
            rank++;
        }
    }
    workgroupBarrier();
    for (var number = thread; number < kind.count; number += NARROW_WIDTH) {
        for (var item = number; item < items; item += kind.count) {
            narrow_next[offset + number] += countOneBits(atomicLoad(&feature_pairs_found[item]));
        }
    }
    workgroupBarrier();
}

// Writes a found pair: the two rows of a candidate, but the last word holds the finding patch and the rank of the pair among
// those of its primary. A rank of the last 12 bits of CONTACTS_NONE: beyond NARROW_MOST.
fn feature_pairs_write(own: NarrowPatch, kind: FeaturePairsKind, number: u32, k: u32, index: u32, rank: u32) {
    let staged = feature_pairs_staged[k];
    let ends = narrow_primary(own, kind.kind, number);
    let corners = narrow_corners(staged.x, kind.kind, staged.y);
    let is_edge = kind.kind == CONTACTS_EDGES;
    let edge = select(0u, own.first_edge + number, is_edge);
    pair_sink_keep(
        index, select(vec4<u32>(ends.x, corners), vec4<u32>(ends.xy, corners.xy), is_edge),
        vec4<u32>(
            kind.kind | (edge << 8u), narrow_others[staged.x].x, staged.y,
            own.row | (select(rank, CONTACTS_NONE, rank >= NARROW_MOST) << 20u),
        ),
    );
}
