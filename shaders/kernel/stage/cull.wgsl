//#use kernel/bindings.wgsl
//#use lib/separate.wgsl
//#use share/touch.wgsl
// Which of the planes of a vertex count. The nearest does, then the nearest of those that do not follow from it within the
// reach, and so on. One that follows if the nearer one stands a little nearer still brings it there: where two faces meet,
// dozens of planes differ by a fraction of a degree. Planes come in any order, and nothing depends on it.

const CULL_WIDTH: u32 = 32u; // threads, which share the planes
const CULL_ROOM: u32 = 256u; // planes that are compared with each other; at most 32 a thread
const CULL_MOST: u32 = 64u;  // chosen
const CULL_GIVES: f32 = 0.0625; // part of its distance that a plane gives for others

var<workgroup> cull_planes: array<vec4<f32>, CULL_ROOM>; // (n, s), where n u + s >= 0
var<workgroup> cull_count: atomic<u32>;                  // planes, also those beyond the room
var<workgroup> cull_chosen: array<u32, CULL_MOST>;       // places of those that count
var<workgroup> cull_brought: array<atomic<u32>, CULL_MOST>; // distance that others bring each of them to
// Of two rounds, one after the other: the least distance, and a bit for each thread that has a plane there.
var<workgroup> cull_first: array<atomic<u32>, 2>;
var<workgroup> cull_have: array<atomic<u32>, 2>;
var<workgroup> cull_nearest: array<u32, CULL_WIDTH>; // places of the nearest planes of these threads

// The planes that count.
struct CullChosen {
    planes: u32,  // CULL_MOST + 1: there are more
    nearest: f32, // none is nearer than this
    cut: f32,     // distance of the first that has no room
}

fn cull_none() -> CullChosen {
    return CullChosen(0u, TOUCH_FAR, TOUCH_FAR);
}

// The k-th plane that counts.
fn cull_plane(k: u32) -> vec4<f32> {
    let plane = cull_planes[cull_chosen[k]];
    return vec4<f32>(plane.xyz, min(plane.w, bitcast<f32>(atomicLoad(&cull_brought[k]))));
}

// Readies it for new planes; barriers must stand before and behind.
fn cull_clear(thread: u32) {
    for (var k = thread; k < CULL_MOST; k += CULL_WIDTH) {
        atomicStore(&cull_brought[k], bitcast<u32>(TOUCH_FAR));
    }
    if thread == 0u {
        atomicStore(&cull_count, 0u);
        cull_begin(0u);
    }
}

fn cull_begin(round: u32) {
    atomicStore(&cull_first[round % 2u], 0xFFFFFFFFu);
    atomicStore(&cull_have[round % 2u], 0u);
}

fn cull_add(plane: vec4<f32>) {
    let place = atomicAdd(&cull_count, 1u);
    if place < CULL_ROOM {
        cull_planes[place] = plane;
    }
}

// The planes of a thread: every CULL_WIDTH-th one.
struct CullOwn {
    open: u32, // bits of those that follow from none that counts so far
    place: u32, // of the nearest of those
    plane: vec4<f32>,
}

// Chooses those of `count` planes that count, the nearest first, and at most one more than there is room for. All threads
// call it; a barrier must stand before.
fn cull_choose(thread: u32, count: u32, reach: f32) -> CullChosen {
    var own = CullOwn();
    own.open = (1u << ((count + CULL_WIDTH - 1u - thread) / CULL_WIDTH)) - 1u;
    _ = cull_close(thread, vec4<f32>(0.0), reach, false, &own);
    var chosen = cull_none();
    for (var round = 0u; round < count; round++) {
        let place = cull_next(thread, round, own);
        if place == CULL_ROOM {
            break;
        }
        let plane = cull_planes[place];
        if round == 0u {
            chosen.nearest = cull_least(plane);
        }
        chosen.planes += 1u;
        if chosen.planes > CULL_MOST {
            chosen.cut = max(plane.w, 0.0);
            break;
        }
        if thread == 0u {
            cull_chosen[round] = place;
        }
        if place % CULL_WIDTH == thread {
            own.open ^= 1u << (place / CULL_WIDTH);
        }
        let brought = cull_close(thread, plane, reach, true, &own);
        if brought < plane.w {
            atomicMin(&cull_brought[round], bitcast<u32>(brought));
        }
    }
    workgroupBarrier(); // before what was chosen is read
    return chosen;
}

// The place of the nearest open plane; CULL_ROOM: there is none. All threads call it.
fn cull_next(thread: u32, round: u32, own: CullOwn) -> u32 {
    let word = round % 2u;
    let distance = cull_key(own.plane.w);
    if own.open != 0u {
        atomicMin(&cull_first[word], distance);
    }
    workgroupBarrier();
    if own.open != 0u && distance == atomicLoad(&cull_first[word]) {
        cull_nearest[thread] = own.place;
        atomicOr(&cull_have[word], 1u << thread);
    }
    if thread == 0u {
        cull_begin(round + 1u); // all are through with the last round
    }
    workgroupBarrier();
    var bits = atomicLoad(&cull_have[word]);
    if bits == 0u {
        return CULL_ROOM;
    }
    var place = cull_nearest[firstTrailingBit(bits)];
    bits &= bits - 1u;
    for (; bits != 0u; bits &= bits - 1u) {
        let other = cull_nearest[firstTrailingBit(bits)];
        if cull_is_before(cull_planes[other], cull_planes[place]) {
            place = other;
        }
    }
    return place;
}

// Closes the thread's planes that follow from one that counts, and finds the nearest of the others. Returns what distance
// they bring it to. `closes` false: only finds.
fn cull_close(thread: u32, from_plane: vec4<f32>, reach: f32, closes: bool, own: ptr<function, CullOwn>) -> f32 {
    var brought = from_plane.w;
    var open = 0u;
    for (var left = (*own).open; left != 0u; left &= left - 1u) {
        let bit = firstTrailingBit(left);
        let place = thread + CULL_WIDTH * bit;
        let plane = cull_planes[place];
        let wanted = separate_wanted(plane, from_plane, reach);
        // A driven vertex may not get past a plane below zero. What parts it from others must not follow from that.
        let least = select(cull_least(from_plane), max(cull_least(from_plane), 0.0), plane.w >= 0.0);
        if closes && wanted >= least {
            brought = min(brought, wanted);
            continue;
        }
        if open == 0u || cull_is_before(plane, (*own).plane) {
            (*own).place = place;
            (*own).plane = plane;
        }
        open |= 1u << bit;
    }
    (*own).open = open;
    return brought;
}

// How near a plane may be brought. One that a frame drives a vertex away by gives nothing.
fn cull_least(plane: vec4<f32>) -> f32 {
    return plane.w - CULL_GIVES * max(plane.w, 0.0);
}

// A word that is ordered as distances are.
fn cull_key(distance: f32) -> u32 {
    let bits = bitcast<u32>(distance);
    let key = select(bits | 0x80000000u, ~bits, distance < 0.0);
    return select(key, 0x80000000u, distance == 0.0);
}

// An order of planes: by distance, and of those alike by direction.
fn cull_is_before(a: vec4<f32>, b: vec4<f32>) -> bool {
    let by_y = select(a.z < b.z, a.y < b.y, a.y != b.y);
    let by_x = select(by_y, a.x < b.x, a.x != b.x);
    return select(by_x, a.w < b.w, a.w != b.w);
}
