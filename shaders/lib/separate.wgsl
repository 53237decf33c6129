// Planes that part two features: a point from a triangle, or an edge from an edge. A plane that all four points stay
// behind on their own side, to the last bit, makes a crossing impossible, whatever else happens (Divide-and-Truncate,
// and the certificate of docs/decisions/0033-contact.md).

const SEPARATE_UNIT: f32 = 1.1920929e-7; // 2^-23: WGSL may round either way

// Four points, from a place near them; the first side is the first of them, or the first two.
struct SeparatePair {
    x: array<vec3<f32>, 4>,   // at x_ref
    way: array<vec3<f32>, 4>, // where the epoch's motion would take them
    far: f32,     // largest coordinate of a point in its body [unit]
    reach: f32,   // the farthest that one may go [unit]
    least: f32,   // gap that must stay [unit]
    is_edges: bool,
    carried: vec2<bool>, // whether a side goes all of its way, whatever is there
}

// A plane: its normal, from the second side to the first, and how far each point may go towards it. Below zero: how far it
// must go from it.
struct SeparatePlane {
    n: vec3<f32>,
    s: vec4<f32>,
    score: f32,
    parts: bool,
}

fn separate_is_second(pair: SeparatePair, k: u32) -> bool {
    return k >= select(1u, 2u, pair.is_edges);
}

// Bound of the error of n·x for these points, wherever they go.
fn separate_margin(pair: SeparatePair) -> f32 {
    var extent = vec3<f32>(0.0);
    for (var k = 1u; k < 4u; k++) {
        extent = max(extent, abs(pair.x[k] - pair.x[0]));
    }
    let size = max(extent.x, max(extent.y, extent.z));
    return SEPARATE_UNIT * (4.5 * pair.far + 24.0 * (size + pair.reach));
}

// The plane of a given unit normal. Each side gets as much of the gap as it comes, and half of what is left. Without that
// half, sides at rest would be braked by where rounding puts the plane. A side that is carried takes its way, and leaves
// the other one all else.
fn separate_try(pair: SeparatePair, n: vec3<f32>, margin: f32) -> SeparatePlane {
    var first_level = 3.4e38;
    var second_level = -3.4e38;
    var comes = vec2<f32>(0.0);
    var level: vec4<f32>;
    for (var k = 0u; k < 4u; k++) {
        level[k] = dot(n, pair.x[k] - pair.x[0]);
        let along = dot(n, pair.way[k]);
        if separate_is_second(pair, k) {
            second_level = max(second_level, level[k]);
            comes.y = max(comes.y, along);
        } else {
            first_level = min(first_level, level[k]);
            comes.x = max(comes.x, -along);
        }
    }
    let gap = first_level - second_level;
    let both = comes.x + comes.y;
    let spare = max(gap - both, 0.0);
    let share = clamp((comes.x + 0.5 * spare) / max(both + spare, 1e-30), 0.05, 0.95);
    var middle = first_level - share * gap;
    let is_carried = any(pair.carried);
    if is_carried {
        let kept = 2.0 * margin + 0.5 * pair.least;
        middle = select(second_level + comes.y + kept, first_level - comes.x - kept, pair.carried.x);
    }
    var plane = SeparatePlane(n, vec4<f32>(0.0), 0.0, gap > 4.0 * margin);
    for (var k = 0u; k < 4u; k++) {
        let s = select(level[k] - middle, middle - level[k], separate_is_second(pair, k));
        plane.parts = plane.parts && (is_carried || s >= 2.0 * margin);
        plane.s[k] = s - 2.0 * margin - 0.5 * pair.least;
        if !is_carried {
            plane.s[k] = max(plane.s[k], 0.0);
        }
    }
    plane.score = min(gap - pair.least - both, 0.0) + 0.001 * gap;
    return plane;
}

// The better of two planes; one that parts nothing is no plane.
fn separate_better(best: SeparatePlane, other: SeparatePlane) -> SeparatePlane {
    let takes = other.parts && (!best.parts || other.score > best.score);
    if takes {
        return other;
    }
    return best;
}

// Among planes along `nearest` (the way between the closest points), across the relative motion, and of the face or of
// both edges, the one that hinders the motion least.
fn separate_best(pair: SeparatePair, nearest: vec3<f32>, distance: f32) -> SeparatePlane {
    let margin = separate_margin(pair);
    var best = SeparatePlane();
    if distance > 1e-12 {
        let n = nearest / distance;
        best = separate_try(pair, n, margin);
        let relative = separate_relative(pair);
        let speed = dot(relative, relative);
        if speed > 0.0 {
            let across = n - relative * (dot(n, relative) / speed);
            if dot(across, across) > 0.0025 {
                best = separate_better(best, separate_try(pair, normalize(across), margin));
            }
        }
    }
    let flat_normal = separate_normal(pair);
    let size = dot(flat_normal, flat_normal);
    if size > 1e-37 {
        let n = flat_normal * inverseSqrt(size);
        best = separate_better(best, separate_try(pair, n, margin));
        best = separate_better(best, separate_try(pair, -n, margin));
    }
    return best;
}

// Mean motion of the first side less that of the second.
fn separate_relative(pair: SeparatePair) -> vec3<f32> {
    if pair.is_edges {
        return 0.5 * (pair.way[0] + pair.way[1] - pair.way[2] - pair.way[3]);
    }
    return pair.way[0] - (pair.way[1] + pair.way[2] + pair.way[3]) / 3.0;
}

// Across both edges, or the face's.
fn separate_normal(pair: SeparatePair) -> vec3<f32> {
    if pair.is_edges {
        return cross(pair.x[1] - pair.x[0], pair.x[3] - pair.x[2]);
    }
    return cross(pair.x[2] - pair.x[1], pair.x[3] - pair.x[1]);
}

// Whether one plane (n, s) of a point, where n u + s >= 0 for its way u, follows from another: no way within the reach is
// behind it and not behind the other. With the angle between them: w cosine + sine sqrt(reach² - w²) <= s, w of the other.
// Both come from the difference of the normals: 1 - cosine² is rounding alone where planes are all but parallel.
fn separate_follows(plane: vec4<f32>, other: vec4<f32>, reach: f32) -> bool {
    let apart = plane.xyz - other.xyz;
    let square = dot(apart, apart);
    let left = (plane.w - other.w) + 0.5 * square * other.w;
    let far_squared = max(reach * reach - other.w * other.w, 0.0);
    let sine_squared = max(square * (1.0 - 0.25 * square), 0.0);
    return other.w < reach * (1.0 - 0.5 * square) && left >= 0.0 && sine_squared * far_squared <= left * left;
}
