// The order of a substep's sweeps. Half of them run the steps (colours, or rounds) forwards, the other half run the same
// backwards, with the same weights: F F R R. A substep then is implicit Euler with a mass larger than the true one where
// sweeps do not reach, and is symmetric, so that no schedule adds energy (docs/decisions/0025-palindromic-sweeps.md).
// Mirrored by src/solver/palindrome.rs.
//
// An odd number of sweeps has a half sweep on each side of the middle, over the first half of the steps. A single sweep
// becomes two. Sweeps that are `corrected`, four or more, have a coarse correction in place of the second pass from each
// end, or one in place of both middle passes of four. No pass is relaxed then, since corrections converge better than
// relaxation.

// One pass over steps.
struct PalindromePass {
    first: u32, // step
    count: u32, // of steps
    back: bool, // the steps run downwards from `first`
    relaxation: f32,
    last: u32, // from this index of the pass on, a step is the last one for its vertices
}

// Passes of a substep.
fn palindrome_passes(sweeps: u32) -> u32 {
    return 2u * max((sweeps + 1u) / 2u, 1u);
}

// Whether a pass is skipped if sweeps are corrected.
fn palindrome_rests(pass_index: u32, passes: u32) -> bool {
    return min(pass_index, passes - 1u - pass_index) == 1u;
}

// Whether a skipped pass has a correction in its place.
fn palindrome_corrects(pass_index: u32, passes: u32) -> bool {
    return pass_index == 1u || passes > 4u;
}

// Steps of a pass of the first half. The innermost pass of an odd number of sweeps is a half one.
fn palindrome_length(pass_index: u32, sweeps: u32, steps: u32) -> u32 {
    let half = sweeps > 1u && sweeps % 2u == 1u && pass_index + 1u == palindrome_passes(sweeps) / 2u;
    return select(steps, (steps + 1u) / 2u, half);
}

fn palindrome_pass(pass_index: u32, sweeps: u32, steps: u32, corrected: bool) -> PalindromePass {
    let passes = palindrome_passes(sweeps);
    let mirrored = min(pass_index, passes - 1u - pass_index);
    let length = palindrome_length(mirrored, sweeps, steps);
    let relaxation = palindrome_relaxation(mirrored, sweeps, corrected);
    let back = pass_index > mirrored;
    // At the turn, the pass before ended with the same step, and a plain step twice would change nothing.
    let turns = relaxation == 1.0 && !corrected;
    if back {
        let turn = select(0u, 1u, turns && pass_index == mirrored + 1u);
        let last = select(length, 0u, pass_index + 1u == passes);
        return PalindromePass(length - 1u - turn, length - turn, back, relaxation, last);
    }
    return PalindromePass(0u, length, back, relaxation, length - select(0u, 1u, turns && passes == 2u));
}

// Step `k` of a pass.
fn palindrome_step(pass_order: PalindromePass, k: u32) -> u32 {
    return select(pass_order.first + k, pass_order.first - k, pass_order.back);
}

// The pass of the first half with visit number `visit`, counted from the nearer end of the substep.
fn palindrome_mirrored(visit: u32, sweeps: u32, steps: u32) -> u32 {
    return min(visit / steps, palindrome_passes(sweeps) / 2u - 1u);
}

// Visits of a substep: the steps of all passes.
fn palindrome_visits(sweeps: u32, steps: u32) -> u32 {
    let inner = palindrome_passes(sweeps) / 2u - 1u;
    let turn = select(0u, 1u, palindrome_relaxation(inner, sweeps, false) == 1.0);
    return 2u * (inner * steps + palindrome_length(inner, sweeps, steps)) - turn;
}

// The square of the spectral radius that the Chebyshev weights assume, 0.9. Every value below 1 is stable.
const PALINDROME_RHO_SQUARED: f32 = 0.81;

// Over-relaxation of pass k from the nearer end: the Chebyshev recurrence w1 = 1, w2 = 2/(2 - rho²), w = 4/(4 - rho² w).
// While no barrier acts, the energy is quadratic in each vertex, so each sweep with 0 < w < 2 lowers it (Ostrowski-Reich).
// The last sweep is not relaxed: over-relaxation leaves rough errors, which would become velocity and, with two sweeps,
// never die out. The first sweep, its mirror image, is not relaxed either.
fn palindrome_relaxation(k: u32, sweeps: u32, corrected: bool) -> f32 {
    var w = 1.0;
    if sweeps < 5u || corrected {
        return w;
    }
    for (var i = 0u; i < min(k, 32u); i++) {
        w = select(4.0 / (4.0 - PALINDROME_RHO_SQUARED * w), 2.0 / (2.0 - PALINDROME_RHO_SQUARED), i == 0u);
    }
    return w;
}
