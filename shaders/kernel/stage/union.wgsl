//#use kernel/bindings.wgsl
// Sets of bodies that are joined, and sums over them. Neither depends on the order of threads: the root of a set is its
// lowest body, and numbers are added as integers, digit by digit, so that sums are exact. The words are behind those of
// reports, since they must be atomic.

const UNION_PARENT: u32 = 0u; // a body of the same set with a lower number, or itself
const UNION_KNOWN: u32 = 1u;  // flags
const UNION_COUNT: u32 = 2u;  // bodies
const UNION_LEAST: u32 = 4u;  // four words: the least of some numbers, as ordered integers
const UNION_SUMS: u32 = 8u;   // digits of sums, UNION_DIGITS each, the lowest first

// Digits are of 16 bits; the lowest counts in units of 2^-64. A word holds the sum of those of
// UNION_MOST_BODIES.
const UNION_DIGITS: u32 = 8u;
const UNION_TOP: f32 = 281474976710656.0; // 2^48, the unit of the highest digit

const UNION_MOST_SUMS: u32 = 32u;
const UNION_MOST_BODIES: u32 = 16384u; // of which sums are right

// A flag: the sums are not to be used.
const UNION_STANDS: u32 = 1u;

fn union_word(body: u32, word: u32) -> u32 {
    return frames.touch.union_word + TOUCH_UNION_WORDS * body + word;
}

// Empties what a set has, but for its bodies: word by word from `first` on, up to this many sums.
fn union_clear(body: u32, first: u32, stride: u32, sums: u32) {
    for (var word = UNION_KNOWN + first; word < UNION_SUMS + UNION_DIGITS * sums; word += stride) {
        let is_least = word >= UNION_LEAST && word < UNION_SUMS;
        atomicStore(&report[union_word(body, word)], select(0u, 0xFFFFFFFFu, is_least));
    }
}

// Makes a body a set of its own.
fn union_open(body: u32) {
    atomicStore(&report[union_word(body, UNION_PARENT)], body);
}

// Whether a body has been joined to one with a lower number.
fn union_is_joined(body: u32) -> bool {
    return atomicLoad(&report[union_word(body, UNION_PARENT)]) != body;
}

// The lowest body of a set, if no thread joins sets at the same time.
fn union_root(body: u32) -> u32 {
    var at = body;
    var parent = atomicLoad(&report[union_word(at, UNION_PARENT)]);
    while parent != at {
        let next = atomicLoad(&report[union_word(parent, UNION_PARENT)]);
        atomicMin(&report[union_word(at, UNION_PARENT)], next);
        at = parent;
        parent = next;
    }
    return at;
}

// Joins the sets of two bodies. Threads may do so at the same time: parents only become lower, and where a word was no
// root any more, what it held is joined too.
fn union_join(a: u32, b: u32) {
    var one = union_root(a);
    var other = union_root(b);
    while one != other {
        let high = max(one, other);
        let low = min(one, other);
        let old = atomicMin(&report[union_word(high, UNION_PARENT)], low);
        one = union_root(low);
        other = union_root(select(old, low, old == high));
    }
}

fn union_note(body: u32, flags: u32) {
    if flags != 0u {
        atomicOr(&report[union_word(body, UNION_KNOWN)], flags);
    }
}

fn union_known(body: u32) -> u32 {
    return atomicLoad(&report[union_word(body, UNION_KNOWN)]);
}

// Adds to one of the sums of a root. What is too large for the digits makes the sums void.
fn union_add(root: u32, number: u32, value: f32) {
    var left = value / UNION_TOP;
    if !(abs(left) < 65536.0) {
        union_note(root, UNION_STANDS);
        return;
    }
    for (var digit = UNION_DIGITS; digit > 0u; digit--) {
        let whole = trunc(left);
        if whole != 0.0 {
            let word = UNION_SUMS + UNION_DIGITS * number + digit - 1u;
            atomicAdd(&report[union_word(root, word)], bitcast<u32>(i32(whole)));
        }
        left = (left - whole) * 65536.0;
    }
}

// One of the sums of a root.
fn union_total(root: u32, number: u32) -> f32 {
    var carry = 0;
    var digits: array<i32, UNION_DIGITS>;
    for (var k = 0u; k < UNION_DIGITS; k++) {
        let word = UNION_SUMS + UNION_DIGITS * number + k;
        let digit = bitcast<i32>(atomicLoad(&report[union_word(root, word)])) + carry;
        digits[k] = digit & 0xFFFF;
        carry = digit >> 16u;
    }
    var unit = UNION_TOP;
    var total = f32(carry) * 65536.0 * unit;
    for (var k = UNION_DIGITS; k > 0u; k--) {
        total += f32(digits[k - 1u]) * unit;
        unit /= 65536.0;
    }
    return total;
}
