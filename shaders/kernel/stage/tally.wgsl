//#use kernel/bindings.wgsl
//#use lib/math.wgsl
// What a workgroup reports of its vertices: bounds, touching vertices and a hash of the state. Sums and extremes of
// integers do not depend on the order of threads, so the result is the same in every run.
var<workgroup> tally: array<atomic<u32>, TALLY_WORDS>;
const TALLY_WORDS: u32 = 14u;   // the first words of a report, and two more:
const TALLY_BEHIND: u32 = 12u;  // 1 if no place satisfies all that holds a vertex
const TALLY_CLAMPED: u32 = 13u; // vertices that other bodies cut short

// How a vertex stands at the end of a step.
struct TallyPlace {
    touches: bool,    // a collider
    is_behind: bool,  // a collider: no place satisfies all that holds it
    is_clamped: bool, // other bodies cut it short
}

fn tally_clear(thread: u32) {
    if thread < TALLY_WORDS {
        let low = thread >= REPORT_LOW && thread < REPORT_LOW + 3u;
        atomicStore(&tally[thread], select(0u, 0xFFFFFFFFu, low));
    }
}

// One round of a 32-bit mixing function (multiply, xor-shift), applied word by word.
fn tally_mix(hash: u32, word: u32) -> u32 {
    var h = (hash ^ word) * 0x9E3779B1u;
    h ^= h >> 15u;
    h *= 0x85EBCA77u;
    return h ^ (h >> 13u);
}

fn tally_hash(seed: u32, x: vec3<f32>, v: vec3<f32>) -> u32 {
    let a = bitcast<vec3<u32>>(x);
    let b = bitcast<vec3<u32>>(v);
    var h = seed;
    h = tally_mix(h, a.x);
    h = tally_mix(h, a.y);
    h = tally_mix(h, a.z);
    h = tally_mix(h, b.x);
    h = tally_mix(h, b.y);
    return tally_mix(h, b.z);
}

fn tally_add(local: u32, x: vec3<f32>, v: vec3<f32>, place: TallyPlace) {
    let ordered = math_ordered(x);
    for (var axis = 0u; axis < 3u; axis++) {
        atomicMin(&tally[REPORT_LOW + axis], ordered[axis]);
        atomicMax(&tally[REPORT_HIGH + axis], ordered[axis]);
    }
    atomicAdd(&tally[REPORT_TOUCHING], select(0u, 1u, place.touches));
    atomicMax(&tally[TALLY_BEHIND], select(0u, 1u, place.is_behind));
    atomicAdd(&tally[TALLY_CLAMPED], select(0u, 1u, place.is_clamped));
    tally_add_motion(local, x, v);
}

// The words of a report that depend on velocities.
fn tally_add_motion(local: u32, x: vec3<f32>, v: vec3<f32>) {
    atomicMax(&tally[REPORT_SPEED], bitcast<u32>(length(v))); // not negative, so in the order of its bits
    atomicAdd(&tally[REPORT_HASH], tally_hash(2u * local + 1u, x, v));
    atomicAdd(&tally[REPORT_HASH + 1u], tally_hash(2u * local + 0x80000000u, x, v));
}

// Merges the workgroup's tally into the body's report, which must have been cleared.
fn tally_merge(thread: u32, body: u32) {
    if thread == 0u && atomicLoad(&tally[TALLY_BEHIND]) != 0u {
        atomicOr(&report[body * REPORT_WORDS + REPORT_CONTACT], REPORT_SQUEEZED);
    }
    if thread == TALLY_CLAMPED {
        atomicAdd(&report[body * REPORT_WORDS + REPORT_CLAMPED], atomicLoad(&tally[TALLY_CLAMPED]));
    }
    if thread >= REPORT_TOUCHING && thread <= REPORT_SPEED && thread != REPORT_DROPPED {
        let word = body * REPORT_WORDS + thread;
        let value = atomicLoad(&tally[thread]);
        if thread >= REPORT_HIGH {
            atomicMax(&report[word], value);
        } else if thread >= REPORT_LOW {
            atomicMin(&report[word], value);
        } else {
            atomicAdd(&report[word], value);
        }
    }
}

// Clears what tally_merge adds to, in the body's cell, and what is zero between steps. Moves what contact counted to where the host reads it.
fn tally_reset(thread: u32, body: u32) {
    if thread == REPORT_DROPPED {
        let dropped = atomicExchange(&report[body * REPORT_WORDS + REPORT_DROPPING], 0u);
        atomicStore(&report[body * REPORT_WORDS + REPORT_DROPPED], dropped);
    }
    if thread >= REPORT_TOUCHING && thread <= REPORT_SPEED && thread != REPORT_DROPPED {
        let low = thread >= REPORT_LOW && thread < REPORT_LOW + 3u;
        atomicStore(&report[body * REPORT_WORDS + thread], select(0u, 0xFFFFFFFFu, low));
    }
    if thread == 0u {
        atomicStore(&report[body * REPORT_WORDS + REPORT_PUSHED], 0u);
        atomicStore(&report[body * REPORT_WORDS + REPORT_CLAMPED], 0u);
        atomicAnd(&report[body * REPORT_WORDS + REPORT_CONTACT], ~REPORT_SQUEEZED);
    }
    if thread < 3u {
        let cell = atomicLoad(&report[body * REPORT_WORDS + REPORT_CELL + thread]);
        atomicStore(&report[body * REPORT_WORDS + REPORT_BOUNDS_CELL + thread], cell);
    }
}

// Clears what tally_merge_motion adds to.
fn tally_forget_motion(body: u32) {
    let word = body * REPORT_WORDS;
    atomicStore(&report[word + REPORT_HASH], 0u);
    atomicStore(&report[word + REPORT_HASH + 1u], 0u);
    atomicStore(&report[word + REPORT_SPEED], 0u);
}

// Merges what tally_add_motion found.
fn tally_merge_motion(thread: u32, body: u32) {
    let word = body * REPORT_WORDS + thread;
    if thread == REPORT_SPEED {
        atomicMax(&report[word], atomicLoad(&tally[thread]));
    } else if thread == REPORT_HASH || thread == REPORT_HASH + 1u {
        atomicAdd(&report[word], atomicLoad(&tally[thread]));
    }
}
