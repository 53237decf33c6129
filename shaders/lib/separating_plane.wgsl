// Separating planes of two features: a point and a triangle, or two edges. If all four points stay on their own side of a
// plane, exact to the last bit, the features cannot cross, whatever else happens (Divide-and-Truncate, and the certificate
// of docs/decisions/0033-contact.md).

const SEPARATING_PLANE_UNIT: f32 = 1.1920929e-7; // 2^-23: WGSL may round either way

// Four points, relative to a position near them; the first side is the first point, or the first two.
struct SeparatingPlanePair {
    x: array<vec3<f32>, 4>,            // at x_ref
    displacement: array<vec3<f32>, 4>, // predicted for the epoch
    far: f32,   // largest coordinate of a point in its body [unit]
    reach: f32, // the farthest that a point may move [unit]
    least: f32, // gap that must remain [unit]
    is_edges: bool,
    kinematic: vec2<bool>, // whether a side makes all of its displacement, in spite of contact
}

// A plane: its normal, from the second side to the first, and how far each point may move towards it. Below zero: how far
// the point must move away.
struct SeparatingPlane {
    n: vec3<f32>,
    s: vec4<f32>,
    score: f32,
    parts: bool,
}

fn separating_plane_is_second(pair: SeparatingPlanePair, k: u32) -> bool {
    return k >= select(1u, 2u, pair.is_edges);
}

// Bound of the error of n·x for these points at any position in reach.
fn separating_plane_margin(pair: SeparatingPlanePair) -> f32 {
    var extent = vec3<f32>(0.0);
    for (var k = 1u; k < 4u; k++) {
        extent = max(extent, abs(pair.x[k] - pair.x[0]));
    }
    let size = max(extent.x, max(extent.y, extent.z));
    return SEPARATING_PLANE_UNIT * (4.5 * pair.far + 24.0 * (size + pair.reach));
}

// The plane of a given unit normal. Each side gets as much of the gap as it approaches, and half of the rest. Without that
// half, rounding of the plane would brake sides at rest. A kinematic side makes its displacement, and leaves the rest of the
// gap to the other.
fn separating_plane_try(pair: SeparatingPlanePair, n: vec3<f32>, margin: f32) -> SeparatingPlane {
    var first_level = 3.4e38;
    var second_level = -3.4e38;
    var comes = vec2<f32>(0.0);
    var level: vec4<f32>;
    for (var k = 0u; k < 4u; k++) {
        level[k] = dot(n, pair.x[k] - pair.x[0]);
        let along = dot(n, pair.displacement[k]);
        if separating_plane_is_second(pair, k) {
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
    let is_kinematic = any(pair.kinematic);
    if is_kinematic {
        let kept = 2.0 * margin + 0.5 * pair.least;
        middle = select(second_level + comes.y + kept, first_level - comes.x - kept, pair.kinematic.x);
    }
    var plane = SeparatingPlane(n, vec4<f32>(0.0), 0.0, gap > 4.0 * margin);
    for (var k = 0u; k < 4u; k++) {
        let s = select(level[k] - middle, middle - level[k], separating_plane_is_second(pair, k));
        plane.parts = plane.parts && (is_kinematic || s >= 2.0 * margin);
        plane.s[k] = s - 2.0 * margin - 0.5 * pair.least;
        if !is_kinematic {
            plane.s[k] = max(plane.s[k], 0.0);
        }
    }
    plane.score = min(gap - pair.least - both, 0.0) + 0.001 * gap;
    return plane;
}

// The better of two planes; a plane that does not separate the sides never is.
fn separating_plane_better(best: SeparatingPlane, other: SeparatingPlane) -> SeparatingPlane {
    let takes = other.parts && (!best.parts || other.score > best.score);
    if takes {
        return other;
    }
    return best;
}

// The best of several planes for the motion: along `nearest` (between the closest points), the same direction perpendicular
// to the relative motion, and along the normal of the face or of both edges.
fn separating_plane_best(pair: SeparatingPlanePair, nearest: vec3<f32>, distance: f32) -> SeparatingPlane {
    let margin = separating_plane_margin(pair);
    var best = SeparatingPlane();
    for (var k = 0u; k < 4u; k++) { // separating_plane_try in one place: drivers copy it to each call
        var n: vec3<f32>;
        if k < 2u {
            n = separating_plane_nearest(pair, nearest, distance, k == 1u);
        } else {
            n = separating_plane_flat(pair, k == 3u);
        }
        if all(n == vec3<f32>(0.0)) {
            continue;
        }
        let plane = separating_plane_try(pair, n, margin);
        if k == 0u {
            best = plane;
        } else {
            best = separating_plane_better(best, plane);
        }
    }
    return best;
}

// The direction between the closest points, or its part perpendicular to the relative motion. Zero: there is none.
fn separating_plane_nearest(pair: SeparatingPlanePair, nearest: vec3<f32>, distance: f32, is_across: bool) -> vec3<f32> {
    if !(distance > 1e-12) {
        return vec3<f32>(0.0);
    }
    let n = nearest / distance;
    if !is_across {
        return n;
    }
    let relative = separating_plane_relative(pair);
    let speed = dot(relative, relative);
    let across = n - relative * (dot(n, relative) / speed);
    if speed > 0.0 && dot(across, across) > 0.0025 {
        return normalize(across);
    }
    return vec3<f32>(0.0);
}

// The normal of the face or of both edges, or its opposite. Zero: there is none.
fn separating_plane_flat(pair: SeparatingPlanePair, is_opposite: bool) -> vec3<f32> {
    let flat_normal = separating_plane_normal(pair);
    let size = dot(flat_normal, flat_normal);
    if !(size > 1e-37) {
        return vec3<f32>(0.0);
    }
    let n = flat_normal * inverseSqrt(size);
    return select(n, -n, is_opposite);
}

// Mean motion of the first side less that of the second.
fn separating_plane_relative(pair: SeparatingPlanePair) -> vec3<f32> {
    if pair.is_edges {
        return 0.5 * (pair.displacement[0] + pair.displacement[1] - pair.displacement[2] - pair.displacement[3]);
    }
    return pair.displacement[0] - (pair.displacement[1] + pair.displacement[2] + pair.displacement[3]) / 3.0;
}

// The normal of the face, or the cross product of both edges.
fn separating_plane_normal(pair: SeparatingPlanePair) -> vec3<f32> {
    if pair.is_edges {
        return cross(pair.x[1] - pair.x[0], pair.x[3] - pair.x[2]);
    }
    return cross(pair.x[2] - pair.x[1], pair.x[3] - pair.x[1]);
}

// The largest distance to which another plane may move while this plane of a point still follows from it. A plane (n, s)
// holds if n u + s >= 0 for the point's displacement u. With the angle a of the plane, where s = reach cos a, and the angle
// b between both normals: reach cos(a + b). Both come from the difference of the normals: 1 - cosine² is rounding alone if
// planes are almost parallel.
fn separating_plane_follows(plane: vec4<f32>, other: vec4<f32>, reach: f32) -> f32 {
    let apart = plane.xyz - other.xyz;
    let square = dot(apart, apart);
    let cosine = 1.0 - 0.5 * square;
    let sine = sqrt(max(square * (1.0 - 0.25 * square), 0.0));
    let wanted = plane.w * cosine - sine * sqrt(max(reach * reach - plane.w * plane.w, 0.0));
    return select(wanted, -reach, plane.w < -reach * cosine); // a + b is more than half a turn
}
