//#use kernel/detect.wgsl
//#use lib/closest.wgsl
// The narrow phase of a patch: its points against the triangles of patches near it, and its edges against their edges.
// These features are staged in workgroup memory, 64 at a time. The first pass counts the candidates of each primary, the
// second writes them in the same order.

// Passes: params.part.
const NARROW_COUNT: u32 = 0u;
const NARROW_FILL: u32 = 1u;

// A body near that of the patch.
struct NarrowOther {
    slot: u32,
    is_same: bool,    // it is the patch's own
    is_after: bool,   // its slot is higher, so that pairs of edges are found from here
    entry: u32,       // of the list of bodies near bodies
    shift: vec3<f32>, // from the cell of the patch's body to its own
    body: Body,
    surface: Surface,
}

// A point or an edge of the patch.
struct NarrowPrimary {
    number: u32,              // in the patch: points, then edges
    vertices: vec2<u32>,      // of the world; a point twice
    a: vec3<f32>,
    b: vec3<f32>,
    reach: f32,               // the farthest that an end may go
    share: f32,               // of the contact distance, mean of its ends
}

// A box from the cell of the patch's body.
struct NarrowBox {
    low: vec3<f32>,
    high: vec3<f32>,
}

// Candidates of a primary that are kept. A thread goes through them, so there must be a bound.
const NARROW_MOST: u32 = 2048u;

const NARROW_PRIMARIES: u32 = 384u; // most points and edges of a patch: three a triangle each

var<workgroup> narrow_low: array<vec4<f32>, DETECT_WIDTH>;  // boxes of staged features; w: reach
var<workgroup> narrow_high: array<vec4<f32>, DETECT_WIDTH>; // w: share of the contact distance
var<workgroup> narrow_a: array<vec4<f32>, DETECT_WIDTH>;    // their corners; w: the vertex, as bits
var<workgroup> narrow_b: array<vec4<f32>, DETECT_WIDTH>;
var<workgroup> narrow_c: array<vec4<f32>, DETECT_WIDTH>;
var<workgroup> narrow_number: array<u32, DETECT_WIDTH>;     // of its kind in its body
var<workgroup> narrow_bits: array<atomic<u32>, 2>;          // a bit a thread whose feature is staged
var<workgroup> narrow_reach: array<vec2<f32>, NARROW_PRIMARIES>; // of each primary: the farthest an end may go, its share
var<workgroup> narrow_next: array<u32, NARROW_PRIMARIES>;   // of each primary: its candidates so far, or the next one
var<workgroup> narrow_end: array<u32, NARROW_PRIMARIES>;    // the one behind its last

fn narrow_corner(other: NarrowOther, number: u32) -> vec4<f32> {
    let vertex = other.body.first_vertex + number;
    return vec4<f32>(detect_middle(vertex) + other.shift, bitcast<f32>(vertex));
}

// Stages a feature by its corners, counted in its body, if it is near the box of the patch; an edge has its second one
// twice. All threads call it, `alive` if they have a feature: this one, of those of its kind in the body. Returns how many
// are staged, in the order of threads.
fn narrow_stage(thread: u32, other: NarrowOther, box: NarrowBox, corners: vec3<u32>, number: u32, alive: bool) -> u32 {
    workgroupBarrier();
    if thread < 2u {
        atomicStore(&narrow_bits[thread], 0u);
    }
    workgroupBarrier();
    var reach = 0.0;
    var share = vec3<f32>(0.0);
    for (var k = 0u; k < select(0u, 3u, alive); k++) {
        let vertex = other.body.first_vertex + corners[k];
        reach = max(reach, detect_reach(vertex));
        share[k] = detect_share(vertex);
    }
    let mean = select((share.x + share.y + share.z) / 3.0, 0.5 * (share.x + share.y), corners.y == corners.z);
    let a = narrow_corner(other, corners.x);
    let b = narrow_corner(other, corners.y);
    let c = narrow_corner(other, corners.z);
    let feature = NarrowBox(min(a.xyz, min(b.xyz, c.xyz)), max(a.xyz, max(b.xyz, c.xyz)));
    let is_near = alive && narrow_meets(feature, reach + mean, box);
    if is_near {
        atomicOr(&narrow_bits[thread / 32u], 1u << (thread % 32u));
    }
    workgroupBarrier();
    let bits = vec2<u32>(atomicLoad(&narrow_bits[0]), atomicLoad(&narrow_bits[1]));
    if is_near {
        let before = (1u << (thread % 32u)) - 1u;
        let place = select(countOneBits(bits.x & before), countOneBits(bits.x) + countOneBits(bits.y & before), thread >= 32u);
        narrow_low[place] = vec4<f32>(feature.low, reach);
        narrow_high[place] = vec4<f32>(feature.high, mean);
        narrow_a[place] = a;
        narrow_b[place] = b;
        narrow_c[place] = c;
        narrow_number[place] = number;
    }
    workgroupBarrier();
    return countOneBits(bits.x) + countOneBits(bits.y);
}

// Whether a box meets another one that is grown already, when it is grown by this.
fn narrow_meets(feature: NarrowBox, by: f32, box: NarrowBox) -> bool {
    return all(feature.low - by <= box.high) && all(feature.high + by >= box.low);
}

// A primary between two vertices, counted in the body of the patch.
fn narrow_primary(own: DetectPatch, number: u32, ends: vec2<u32>) -> NarrowPrimary {
    let vertices = ends + vec2<u32>(own.body.first_vertex);
    return NarrowPrimary(
        number, vertices, detect_middle(vertices.x), detect_middle(vertices.y), narrow_reach[number].x,
        narrow_reach[number].y,
    );
}

// Keeps how far a primary may go. Its thread is the one that goes through it.
fn narrow_keep_reach(own: DetectPatch, number: u32, ends: vec2<u32>) {
    let vertices = ends + vec2<u32>(own.body.first_vertex);
    narrow_reach[number] = vec2<f32>(
        max(detect_reach(vertices.x), detect_reach(vertices.y)),
        0.5 * (detect_share(vertices.x) + detect_share(vertices.y)),
    );
}

// Whether a primary is near a patch, by its box.
fn narrow_is_by(primary: NarrowPrimary, box: NarrowBox) -> bool {
    return narrow_meets(NarrowBox(min(primary.a, primary.b), max(primary.a, primary.b)), primary.reach + primary.share, box);
}

// How near a primary and a staged feature are looked for.
fn narrow_within(primary: NarrowPrimary, k: u32) -> f32 {
    return primary.reach + narrow_low[k].w + primary.share + narrow_high[k].w;
}

// Whether the boxes of a primary and of a staged feature are within a distance.
fn narrow_is_near(primary: NarrowPrimary, k: u32, within: f32) -> bool {
    let low = min(primary.a, primary.b);
    let high = max(primary.a, primary.b);
    let gap = max(max(narrow_low[k].xyz - high, low - narrow_high[k].xyz), vec3<f32>(0.0));
    return dot(gap, gap) <= within * within;
}

// Points of the patch against staged triangles of the patch with this box.
fn narrow_points(thread: u32, own: DetectPatch, other: NarrowOther, box: NarrowBox, count: u32) {
    for (var p = thread; p < own.parts.y; p += DETECT_WIDTH) {
        let point = detect_part(own.body, own.surface.point_row, own.parts.x + p).x;
        let primary = narrow_primary(own, p, vec2<u32>(point));
        if !narrow_is_by(primary, box) {
            continue;
        }
        let v = primary.vertices.x;
        for (var k = 0u; k < count; k++) {
            let within = narrow_within(primary, k);
            if !narrow_is_near(primary, k, within) {
                continue;
            }
            let corners = bitcast<vec3<u32>>(vec3<f32>(narrow_a[k].w, narrow_b[k].w, narrow_c[k].w));
            if any(corners == vec3<u32>(v)) {
                continue;
            }
            let way = closest_triangle(primary.a, narrow_a[k].xyz, narrow_b[k].xyz, narrow_c[k].xyz).way;
            if dot(way, way) <= within * within {
                narrow_found(own, other, primary, k, vec4<u32>(v, corners), vec2<u32>(TOUCH_TRIANGLE, narrow_number[k]), length(way));
            }
        }
    }
}

// Edges of the patch against staged edges of the patch with this box.
fn narrow_edges(thread: u32, own: DetectPatch, other: NarrowOther, box: NarrowBox, count: u32) {
    for (var e = thread; e < own.parts.w; e += DETECT_WIDTH) {
        let number = own.parts.z + e;
        let ends = detect_part(own.body, own.surface.edge_row, number).xy;
        let primary = narrow_primary(own, own.parts.y + e, ends);
        if !narrow_is_by(primary, box) {
            continue;
        }
        let v = primary.vertices;
        for (var k = 0u; k < count; k++) {
            let within = narrow_within(primary, k);
            let is_later = !other.is_same || narrow_number[k] > number;
            if !is_later || !narrow_is_near(primary, k, within) {
                continue;
            }
            let corners = bitcast<vec2<u32>>(vec2<f32>(narrow_a[k].w, narrow_b[k].w));
            if any(corners == v) || any(corners.yx == v) {
                continue;
            }
            let way = closest_segments(primary.a, primary.b, narrow_a[k].xyz, narrow_b[k].xyz).way;
            if dot(way, way) <= within * within {
                narrow_found(own, other, primary, k, vec4<u32>(v, corners), vec2<u32>(TOUCH_EDGES, narrow_number[k]), length(way));
            }
        }
    }
}

// A primary finds a candidate: four vertices of the world, its kind and the other feature's number, and the distance.
fn narrow_found(
    own: DetectPatch, other: NarrowOther, primary: NarrowPrimary, k: u32, corners: vec4<u32>, about: vec2<u32>, far: f32,
) {
    let candidate = narrow_next[primary.number];
    if params.part == NARROW_COUNT {
        narrow_next[primary.number] = min(candidate + 1u, NARROW_MOST);
        return;
    }
    narrow_list(own.slot);
    narrow_list(other.slot);
    if candidate >= narrow_end[primary.number] {
        let gap = touch_gap(primary.share + narrow_high[k].w);
        narrow_drop(own.slot, corners, 0.5 * (far - gap));
        atomicOr(&report[other.slot * REPORT_WORDS + REPORT_TOUCH], TOUCH_LOST);
        return;
    }
    narrow_next[primary.number] = candidate + 1u;
    let word = detect_candidate(candidate);
    detect_store(word, corners);
    let edge = select(0u, own.parts.z + primary.number - own.parts.y, about.x == TOUCH_EDGES);
    detect_store(word + 4u, vec4<u32>(about.x | (edge << 8u), other.slot, about.y, own.slot));
    // Its planes have no flags yet.
    atomicStore(&touch[4u * (frames.touch.plane_row + TOUCH_PLANE_ROWS * candidate) + 3u], 0u);
    for (var corner = 0u; corner < 4u; corner++) {
        atomicAdd(&touch[detect_vertex(corners[corner], TOUCH_LIST) + 1u], 1u);
    }
}

// Notes that a body has candidates.
fn narrow_list(slot: u32) {
    let word = slot * REPORT_WORDS + REPORT_TOUCH;
    if (atomicLoad(&report[word]) & TOUCH_LISTED) == 0u {
        atomicOr(&report[word], TOUCH_LISTED);
    }
}

// A candidate that finds no room: its vertices may not go so far that it would be needed, and stay where they are if one
// starts farther from its middle.
fn narrow_drop(slot: u32, corners: vec4<u32>, reach: f32) {
    var bits = bitcast<u32>(max(reach, 0.0)); // in the order of the numbers
    for (var k = 0u; k < 4u; k++) {
        let starts = distance(detect_place(corners[k]), detect_middle(corners[k]));
        bits = select(bits, 0u, starts > reach);
    }
    for (var k = 0u; k < 4u; k++) {
        atomicMin(&touch[detect_vertex(corners[k], TOUCH_FRAME) + 3u], bits);
    }
    detect_lose(slot, TOUCH_LOST);
}
