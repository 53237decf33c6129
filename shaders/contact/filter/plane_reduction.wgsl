//#use memory/bindings.wgsl
//#use lib/separating_plane.wgsl
//#use share/contacts.wgsl
// Plane reduction: the planes that bind a vertex, without those that follow from others within its bound. The nearest plane
// is chosen first, then the nearest of those that do not follow from it, and so on. Where two faces meet, dozens of planes
// differ by a fraction of a degree. So if moving a chosen plane closer, by at most 1/16 of its distance, makes another plane
// redundant, the chosen plane moves and the other is dropped. The result does not depend on the order of planes.

const PLANE_REDUCTION_WIDTH: u32 = 32u; // threads, which share the planes
const PLANE_REDUCTION_ROOM: u32 = 256u; // planes that are compared with each other; at most 32 a thread
const PLANE_REDUCTION_MOST: u32 = 64u;  // chosen
const PLANE_REDUCTION_GIVES: f32 = 0.0625; // part of its distance by which a plane may move closer

var<workgroup> plane_reduction_planes: array<vec4<f32>, PLANE_REDUCTION_ROOM>; // (n, s), where n u + s >= 0
var<workgroup> plane_reduction_count: atomic<u32>;                             // planes, also those beyond the room
var<workgroup> plane_reduction_chosen: array<u32, PLANE_REDUCTION_MOST>;       // indices of the chosen planes
var<workgroup> plane_reduction_brought: array<atomic<u32>, PLANE_REDUCTION_MOST>; // distance that each chosen plane moved to
// Two rounds each, used in turn: the least distance, and one bit for each thread that has a plane at that distance.
var<workgroup> plane_reduction_first: array<atomic<u32>, 2>;
var<workgroup> plane_reduction_have: array<atomic<u32>, 2>;
var<workgroup> plane_reduction_nearest: array<u32, PLANE_REDUCTION_WIDTH>; // indices of the nearest planes of these threads

// The chosen planes.
struct PlaneReductionChosen {
    planes: u32,  // PLANE_REDUCTION_MOST + 1: more than there is room for
    nearest: f32, // lower bound of the distances of all planes
    cut: f32,     // distance of the first plane without room
}

fn plane_reduction_none() -> PlaneReductionChosen {
    return PlaneReductionChosen(0u, CONTACTS_FAR, CONTACTS_FAR);
}

// The k-th chosen plane.
fn plane_reduction_plane(k: u32) -> vec4<f32> {
    let plane = plane_reduction_planes[plane_reduction_chosen[k]];
    return vec4<f32>(plane.xyz, min(plane.w, bitcast<f32>(atomicLoad(&plane_reduction_brought[k]))));
}

// Clears the planes; barriers must be before and after.
fn plane_reduction_clear(thread: u32) {
    for (var k = thread; k < PLANE_REDUCTION_MOST; k += PLANE_REDUCTION_WIDTH) {
        atomicStore(&plane_reduction_brought[k], bitcast<u32>(CONTACTS_FAR));
    }
    if thread == 0u {
        atomicStore(&plane_reduction_count, 0u);
        plane_reduction_begin(0u);
    }
}

fn plane_reduction_begin(round: u32) {
    atomicStore(&plane_reduction_first[round % 2u], 0xFFFFFFFFu);
    atomicStore(&plane_reduction_have[round % 2u], 0u);
}

fn plane_reduction_add(plane: vec4<f32>) {
    let index = atomicAdd(&plane_reduction_count, 1u);
    if index < PLANE_REDUCTION_ROOM {
        plane_reduction_planes[index] = plane;
    }
}

// The planes of a thread: every PLANE_REDUCTION_WIDTH-th one.
struct PlaneReductionOwn {
    open: u32, // bits of those that follow from no chosen plane so far
    place: u32, // index of the nearest of those
    plane: vec4<f32>,
}

// Chooses among `count` planes, the nearest first, and at most one more than there is room for. All threads call it; a
// barrier must be before.
fn plane_reduction_choose(thread: u32, count: u32, reach: f32) -> PlaneReductionChosen {
    var own = PlaneReductionOwn();
    own.open = (1u << ((count + PLANE_REDUCTION_WIDTH - 1u - thread) / PLANE_REDUCTION_WIDTH)) - 1u;
    _ = plane_reduction_close(thread, vec4<f32>(0.0), reach, false, &own);
    var chosen = plane_reduction_none();
    for (var round = 0u; round < count; round++) {
        let index = plane_reduction_next(thread, round, own);
        if index == PLANE_REDUCTION_ROOM {
            break;
        }
        let plane = plane_reduction_planes[index];
        if round == 0u {
            chosen.nearest = plane_reduction_least(plane);
        }
        chosen.planes += 1u;
        if chosen.planes > PLANE_REDUCTION_MOST {
            chosen.cut = max(plane.w, 0.0);
            break;
        }
        if thread == 0u {
            plane_reduction_chosen[round] = index;
        }
        if index % PLANE_REDUCTION_WIDTH == thread {
            own.open ^= 1u << (index / PLANE_REDUCTION_WIDTH);
        }
        let brought = plane_reduction_close(thread, plane, reach, true, &own);
        if brought < plane.w {
            atomicMin(&plane_reduction_brought[round], bitcast<u32>(brought));
        }
    }
    workgroupBarrier(); // before the chosen planes are read
    return chosen;
}

// The index of the nearest open plane; PLANE_REDUCTION_ROOM if there is none. All threads call it.
fn plane_reduction_next(thread: u32, round: u32, own: PlaneReductionOwn) -> u32 {
    let word = round % 2u;
    let distance = plane_reduction_key(own.plane.w);
    if own.open != 0u {
        atomicMin(&plane_reduction_first[word], distance);
    }
    workgroupBarrier();
    if own.open != 0u && distance == atomicLoad(&plane_reduction_first[word]) {
        plane_reduction_nearest[thread] = own.place;
        atomicOr(&plane_reduction_have[word], 1u << thread);
    }
    if thread == 0u {
        plane_reduction_begin(round + 1u); // all threads have finished the last round
    }
    workgroupBarrier();
    var bits = atomicLoad(&plane_reduction_have[word]);
    if bits == 0u {
        return PLANE_REDUCTION_ROOM;
    }
    var index = plane_reduction_nearest[firstTrailingBit(bits)];
    bits &= bits - 1u;
    for (; bits != 0u; bits &= bits - 1u) {
        let other = plane_reduction_nearest[firstTrailingBit(bits)];
        if plane_reduction_is_before(plane_reduction_planes[other], plane_reduction_planes[index]) {
            index = other;
        }
    }
    return index;
}

// Closes the thread's planes that follow from a chosen plane, and finds the nearest of the others. Returns the distance that
// the chosen plane moves to. `closes` false: only finds the nearest.
fn plane_reduction_close(thread: u32, from_plane: vec4<f32>, reach: f32, closes: bool, own: ptr<function, PlaneReductionOwn>) -> f32 {
    var brought = from_plane.w;
    var open = 0u;
    for (var left = (*own).open; left != 0u; left &= left - 1u) {
        let bit = firstTrailingBit(left);
        let index = thread + PLANE_REDUCTION_WIDTH * bit;
        let plane = plane_reduction_planes[index];
        let wanted = separating_plane_follows(plane, from_plane, reach);
        // A driven vertex may not cross a plane below zero, so no plane that separates it from others may follow from that
        // plane.
        let least = select(plane_reduction_least(from_plane), max(plane_reduction_least(from_plane), 0.0), plane.w >= 0.0);
        if closes && wanted >= least {
            brought = min(brought, wanted);
            continue;
        }
        if open == 0u || plane_reduction_is_before(plane, (*own).plane) {
            (*own).place = index;
            (*own).plane = plane;
        }
        open |= 1u << bit;
    }
    (*own).open = open;
    return brought;
}

// The least distance that a plane may move to. A plane that a frame drives the vertex away from does not move.
fn plane_reduction_least(plane: vec4<f32>) -> f32 {
    return plane.w - PLANE_REDUCTION_GIVES * max(plane.w, 0.0);
}

// An integer with the order of distances.
fn plane_reduction_key(distance: f32) -> u32 {
    let bits = bitcast<u32>(distance);
    let key = select(bits | 0x80000000u, ~bits, distance < 0.0);
    return select(key, 0x80000000u, distance == 0.0);
}

// An order of planes: by distance, then by direction.
fn plane_reduction_is_before(a: vec4<f32>, b: vec4<f32>) -> bool {
    let by_y = select(a.z < b.z, a.y < b.y, a.y != b.y);
    let by_x = select(by_y, a.x < b.x, a.x != b.x);
    return select(by_x, a.w < b.w, a.w != b.w);
}
