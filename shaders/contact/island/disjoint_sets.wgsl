//#use memory/bindings.wgsl
// Disjoint sets of bodies (union-find), and sums over them. Neither depends on the order of threads: the root of a set is
// its lowest body, and sums are exact, of integers digit by digit. The words are behind those of reports, since they must be
// atomic.

const DISJOINT_SETS_PARENT: u32 = 0u; // a body of the same set with a lower number, or itself
const DISJOINT_SETS_KNOWN: u32 = 1u;  // flags
const DISJOINT_SETS_COUNT: u32 = 2u;  // bodies
const DISJOINT_SETS_LEAST: u32 = 4u;  // four words: the least of some numbers, as ordered integers
const DISJOINT_SETS_SUMS: u32 = 8u;   // digits of sums, DISJOINT_SETS_DIGITS each, the lowest first

// Digits have 16 bits; the lowest counts in units of 2^-64. A word has room for the digits of DISJOINT_SETS_MOST_BODIES.
const DISJOINT_SETS_DIGITS: u32 = 8u;
const DISJOINT_SETS_TOP: f32 = 281474976710656.0; // 2^48, the unit of the highest digit

const DISJOINT_SETS_MOST_SUMS: u32 = 32u;
const DISJOINT_SETS_MOST_BODIES: u32 = 16384u; // sums of more bodies overflow

// A flag: the sums of this set are void.
const DISJOINT_SETS_STANDS: u32 = 1u;

fn disjoint_sets_word(body: u32, word: u32) -> u32 {
    return frames.contacts.set_word + CONTACTS_SET_WORDS * body + word;
}

// Clears all of a set except its parent: word by word from `first` on, up to this many sums.
fn disjoint_sets_clear(body: u32, first: u32, stride: u32, sums: u32) {
    for (var word = DISJOINT_SETS_KNOWN + first; word < DISJOINT_SETS_SUMS + DISJOINT_SETS_DIGITS * sums; word += stride) {
        let is_least = word >= DISJOINT_SETS_LEAST && word < DISJOINT_SETS_SUMS;
        atomicStore(&report[disjoint_sets_word(body, word)], select(0u, 0xFFFFFFFFu, is_least));
    }
}

// Makes a body a set of its own.
fn disjoint_sets_open(body: u32) {
    atomicStore(&report[disjoint_sets_word(body, DISJOINT_SETS_PARENT)], body);
}

// Whether a body has been joined to a body with a lower number.
fn disjoint_sets_is_joined(body: u32) -> bool {
    return atomicLoad(&report[disjoint_sets_word(body, DISJOINT_SETS_PARENT)]) != body;
}

// The root of a set: its lowest body, if no thread joins sets at the same time.
fn disjoint_sets_root(body: u32) -> u32 {
    var at = body;
    var parent = atomicLoad(&report[disjoint_sets_word(at, DISJOINT_SETS_PARENT)]);
    while parent != at {
        let next = atomicLoad(&report[disjoint_sets_word(parent, DISJOINT_SETS_PARENT)]);
        atomicMin(&report[disjoint_sets_word(at, DISJOINT_SETS_PARENT)], next);
        at = parent;
        parent = next;
    }
    return at;
}

// Joins the sets of two bodies. Threads may join at the same time: parents only become lower, and where a body was no root
// any more, its former parent is joined too.
fn disjoint_sets_join(a: u32, b: u32) {
    var one = disjoint_sets_root(a);
    var other = disjoint_sets_root(b);
    while one != other {
        let high = max(one, other);
        let low = min(one, other);
        let old = atomicMin(&report[disjoint_sets_word(high, DISJOINT_SETS_PARENT)], low);
        one = disjoint_sets_root(low);
        other = disjoint_sets_root(select(old, low, old == high));
    }
}

fn disjoint_sets_note(body: u32, flags: u32) {
    if flags != 0u {
        atomicOr(&report[disjoint_sets_word(body, DISJOINT_SETS_KNOWN)], flags);
    }
}

fn disjoint_sets_known(body: u32) -> u32 {
    return atomicLoad(&report[disjoint_sets_word(body, DISJOINT_SETS_KNOWN)]);
}

// Adds to one of the sums of a root. A value too large for the digits makes the sums void.
fn disjoint_sets_add(root: u32, number: u32, value: f32) {
    var left = value / DISJOINT_SETS_TOP;
    if !(abs(left) < 65536.0) {
        disjoint_sets_note(root, DISJOINT_SETS_STANDS);
        return;
    }
    for (var digit = DISJOINT_SETS_DIGITS; digit > 0u; digit--) {
        let whole = trunc(left);
        if whole != 0.0 {
            let word = DISJOINT_SETS_SUMS + DISJOINT_SETS_DIGITS * number + digit - 1u;
            atomicAdd(&report[disjoint_sets_word(root, word)], bitcast<u32>(i32(whole)));
        }
        left = (left - whole) * 65536.0;
    }
}

// One of the sums of a root.
fn disjoint_sets_total(root: u32, number: u32) -> f32 {
    var carry = 0;
    var digits: array<i32, DISJOINT_SETS_DIGITS>;
    for (var k = 0u; k < DISJOINT_SETS_DIGITS; k++) {
        let word = DISJOINT_SETS_SUMS + DISJOINT_SETS_DIGITS * number + k;
        let digit = bitcast<i32>(atomicLoad(&report[disjoint_sets_word(root, word)])) + carry;
        digits[k] = digit & 0xFFFF;
        carry = digit >> 16u;
    }
    var unit = DISJOINT_SETS_TOP;
    var total = f32(carry) * 65536.0 * unit;
    for (var k = DISJOINT_SETS_DIGITS; k > 0u; k--) {
        total += f32(digits[k - 1u]) * unit;
        unit /= 65536.0;
    }
    return total;
}
