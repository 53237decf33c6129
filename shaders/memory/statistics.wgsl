//#use memory/bindings.wgsl
//#use lib/math.wgsl
// A workgroup's report on its vertices: bounds, touching vertices and a hash of the state. Sums and extremes of integers do
// not depend on the order of threads, so the result is the same in every run.
var<workgroup> statistics: array<atomic<u32>, STATISTICS_WORDS>;
const STATISTICS_WORDS: u32 = 14u;   // the first words of a report, and two more:
const STATISTICS_BEHIND: u32 = 12u;  // 1 if no position satisfies all planes of a vertex
const STATISTICS_CLAMPED: u32 = 13u; // vertices whose move other bodies limit

// Contact of a vertex at the end of a step.
struct StatisticsContact {
    touches: bool,    // a collider
    is_behind: bool,  // a collider: no position satisfies all its planes
    is_clamped: bool, // other bodies limit its move
}

fn statistics_clear(thread: u32) {
    if thread < STATISTICS_WORDS {
        let low = thread >= REPORT_LOW && thread < REPORT_LOW + 3u;
        atomicStore(&statistics[thread], select(0u, 0xFFFFFFFFu, low));
    }
}

// One round of a 32-bit mixing function (multiply, xor-shift), applied word by word.
fn statistics_mix(hash: u32, word: u32) -> u32 {
    var h = (hash ^ word) * 0x9E3779B1u;
    h ^= h >> 15u;
    h *= 0x85EBCA77u;
    return h ^ (h >> 13u);
}

fn statistics_hash(seed: u32, x: vec3<f32>, v: vec3<f32>) -> u32 {
    let a = bitcast<vec3<u32>>(x);
    let b = bitcast<vec3<u32>>(v);
    var h = seed;
    h = statistics_mix(h, a.x);
    h = statistics_mix(h, a.y);
    h = statistics_mix(h, a.z);
    h = statistics_mix(h, b.x);
    h = statistics_mix(h, b.y);
    return statistics_mix(h, b.z);
}

fn statistics_add(local: u32, x: vec3<f32>, v: vec3<f32>, place: StatisticsContact) {
    let ordered = math_ordered(x);
    for (var axis = 0u; axis < 3u; axis++) {
        atomicMin(&statistics[REPORT_LOW + axis], ordered[axis]);
        atomicMax(&statistics[REPORT_HIGH + axis], ordered[axis]);
    }
    atomicAdd(&statistics[REPORT_TOUCHING], select(0u, 1u, place.touches));
    atomicMax(&statistics[STATISTICS_BEHIND], select(0u, 1u, place.is_behind));
    atomicAdd(&statistics[STATISTICS_CLAMPED], select(0u, 1u, place.is_clamped));
    statistics_add_motion(local, x, v);
}

// The words of a report that depend on velocities.
fn statistics_add_motion(local: u32, x: vec3<f32>, v: vec3<f32>) {
    atomicMax(&statistics[REPORT_SPEED], bitcast<u32>(length(v))); // not negative, so in the order of its bits
    atomicAdd(&statistics[REPORT_HASH], statistics_hash(2u * local + 1u, x, v));
    atomicAdd(&statistics[REPORT_HASH + 1u], statistics_hash(2u * local + 0x80000000u, x, v));
}

// Merges the workgroup's statistics into the body's report, which must have been cleared.
fn statistics_merge(thread: u32, body: u32) {
    if thread == 0u && atomicLoad(&statistics[STATISTICS_BEHIND]) != 0u {
        atomicOr(&report[body * REPORT_WORDS + REPORT_CONTACT_FAULTS], REPORT_SQUEEZED);
    }
    if thread == STATISTICS_CLAMPED {
        atomicAdd(&report[body * REPORT_WORDS + REPORT_CLAMPED], atomicLoad(&statistics[STATISTICS_CLAMPED]));
    }
    if thread >= REPORT_TOUCHING && thread <= REPORT_SPEED && thread != REPORT_DROPPED {
        let word = body * REPORT_WORDS + thread;
        let value = atomicLoad(&statistics[thread]);
        if thread >= REPORT_HIGH {
            atomicMax(&report[word], value);
        } else if thread >= REPORT_LOW {
            atomicMin(&report[word], value);
        } else {
            atomicAdd(&report[word], value);
        }
    }
}

// Clears the words that statistics_merge adds to and those that are zero between steps, and sets the cell of the bounds.
// Moves the count of dropped planes to where the host reads it.
fn statistics_reset(thread: u32, body: u32) {
    if thread == REPORT_DROPPED {
        let dropped = atomicExchange(&report[body * REPORT_WORDS + REPORT_DROPPING], 0u);
        atomicStore(&report[body * REPORT_WORDS + REPORT_DROPPED], dropped);
    }
    if thread == REPORT_TOUCHING {
        let before = atomicLoad(&report[body * REPORT_WORDS + REPORT_TOUCHING]);
        atomicStore(&report[body * REPORT_WORDS + REPORT_TOUCHING_BEFORE], before);
    }
    if thread >= REPORT_TOUCHING && thread <= REPORT_SPEED && thread != REPORT_DROPPED {
        let low = thread >= REPORT_LOW && thread < REPORT_LOW + 3u;
        atomicStore(&report[body * REPORT_WORDS + thread], select(0u, 0xFFFFFFFFu, low));
    }
    if thread == 0u {
        atomicStore(&report[body * REPORT_WORDS + REPORT_PUSHED], 0u);
        atomicStore(&report[body * REPORT_WORDS + REPORT_CLAMPED], 0u);
        atomicAnd(&report[body * REPORT_WORDS + REPORT_CONTACT_FAULTS], ~REPORT_SQUEEZED);
    }
    if thread < 3u {
        let cell = atomicLoad(&report[body * REPORT_WORDS + REPORT_CELL + thread]);
        atomicStore(&report[body * REPORT_WORDS + REPORT_BOUNDS_CELL + thread], cell);
    }
}

// Clears the words that statistics_merge_motion adds to.
fn statistics_forget_motion(body: u32) {
    let word = body * REPORT_WORDS;
    atomicStore(&report[word + REPORT_HASH], 0u);
    atomicStore(&report[word + REPORT_HASH + 1u], 0u);
    atomicStore(&report[word + REPORT_SPEED], 0u);
}

// Merges the words of statistics_add_motion.
fn statistics_merge_motion(thread: u32, body: u32) {
    let word = body * REPORT_WORDS + thread;
    if thread == REPORT_SPEED {
        atomicMax(&report[word], atomicLoad(&statistics[thread]));
    } else if thread == REPORT_HASH || thread == REPORT_HASH + 1u {
        atomicAdd(&report[word], atomicLoad(&statistics[thread]));
    }
}
