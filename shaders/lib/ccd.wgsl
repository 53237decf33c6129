//#use lib/triangle.wgsl
// Continuous collision detection: the time until which two features whose points move linearly are certainly apart.
//
// The differences of their points, each of the same two points at every time, span a triangle (vertex against triangle) or a
// parallelogram (edge against edge). The features touch when it contains the origin. A direction n separates it from the
// origin while n·r > 0 for every corner r. Since r moves linearly, two products a corner give the interval of times for
// that. The search steps from one such interval to the next, as conservative advancement does (Mirtich 1996, Impulse-based
// Dynamic Simulation of Rigid Body Systems), but rounding does not add up: each interval is proved from the given points.
// The choice of n needs no care, for a bad n proves nothing.

// The answer for features that do not touch in the step.
const CCD_FREE: f32 = 2.0;
// Intervals before the search returns the time reached.
const CCD_INTERVALS: u32 = 64u;
// The search ends when an interval adds less than this part of the time.
const CCD_ARRIVED: f32 = 1e-3;
// The largest rounding error of n·r, as a part of Σ|n r|, for rounding either way (2^-23 an operation): two operations a
// difference, three a product, two when the bound is subtracted, and the products of these errors.
const CCD_ROUNDING: f32 = 10.0 * 1.1920929e-7;
// The rounding error of a quotient of two such numbers, whose division may be off by 2.5 units.
const CCD_QUOTIENT: f32 = 8.0 * 1.1920929e-7;
// An upper bound of what flushing to zero takes, where the farthest corner is at 1 and was at 2^-60 at least.
const CCD_LEAST: f32 = 1e-18;

// The corners at the start and at the end of the step. A parallelogram's are in rows; a triangle repeats its last.
struct CcdMotion {
    start: mat4x3<f32>,
    end: mat4x3<f32>,
}

// A time at or before the first contact of a vertex (the first point) and a triangle (the others). Points are at the start
// and at the end of the step, times from 0 to 1, or CCD_FREE without contact. Coordinates are finite; at distances below
// 2^-60 or above 2^60 the answer is 0.
fn ccd_vertex_triangle(start: mat4x3<f32>, end: mat4x3<f32>) -> f32 {
    return ccd_time(CcdMotion(ccd_from_triangle(start), ccd_from_triangle(end)));
}

// ccd_vertex_triangle for an edge (the first two points) and another edge.
fn ccd_edge_edge(start: mat4x3<f32>, end: mat4x3<f32>) -> f32 {
    return ccd_time(CcdMotion(ccd_from_edge(start), ccd_from_edge(end)));
}

fn ccd_from_triangle(p: mat4x3<f32>) -> mat4x3<f32> {
    return mat4x3<f32>(p[0] - p[1], p[0] - p[2], p[0] - p[3], p[0] - p[3]);
}

fn ccd_from_edge(p: mat4x3<f32>) -> mat4x3<f32> {
    return mat4x3<f32>(p[0] - p[2], p[0] - p[3], p[1] - p[2], p[1] - p[3]);
}

fn ccd_time(given: CcdMotion) -> f32 {
    let size = max(ccd_farthest(given.start), ccd_farthest(given.end));
    if !(size > 0x1p-60 && size < 0x1p60) {
        return 0.0;
    }
    let scale = 1.0 / size;
    let motion = CcdMotion(given.start * scale, given.end * scale);
    var time = 0.0;
    for (var i = 0u; i < CCD_INTERVALS; i++) {
        let next = ccd_advance(motion, time);
        if next >= 1.0 {
            return CCD_FREE;
        }
        let has_arrived = next - time <= CCD_ARRIVED * next;
        time = next;
        if has_arrived {
            break;
        }
    }
    return time;
}

// The end of an interval from `time` on in which the features are apart, or `time`.
fn ccd_advance(motion: CcdMotion, time: f32) -> f32 {
    let now = ccd_at(motion, time);
    let origin = vec3<f32>(0.0);
    let first = triangle_at_point(now[0], now[1], now[3], origin);
    let second = triangle_at_point(now[0], now[3], now[2], origin);
    let nearest = triangle_nearer(first, second, origin, origin);
    let normal = cross(now[1] - now[0], now[2] - now[0]);
    var until = ccd_free_until(motion, nearest, time);
    until = max(until, ccd_free_until(motion, select(normal, -normal, dot(normal, now[0]) < 0.0), time));
    if until >= 1.0 || until - time > 0.5 * max(time, CCD_ARRIVED) {
        return until;
    }
    // If these directions gain little, one may separate the features for the rest of the time, or for a part of it.
    var step = 1.0 - time;
    for (var i = 0u; i < 4u && step > until - time; i++) {
        until = max(until, ccd_free_over(motion, now, nearest, time, time + step));
        if until >= time + step {
            break;
        }
        step *= 0.25;
    }
    return until;
}

// The corners at a time, rounded.
fn ccd_at(motion: CcdMotion, time: f32) -> mat4x3<f32> {
    return motion.start * (1.0 - time) + motion.end * time;
}

// The time until which, from `time` on, the direction n certainly keeps all corners on its side of the origin; `time` if it
// does not.
fn ccd_free_until(motion: CcdMotion, n: vec3<f32>, time: f32) -> f32 {
    let displacement = n / max(ccd_largest(n), 1e-30);
    let start = ccd_least_products(displacement, motion.start);
    let end = ccd_least_products(displacement, motion.end);
    // A product is at least start (1 - t) + end t, which is zero at this time.
    let change = start - end;
    let is_steep = abs(change) > vec4<f32>(CCD_LEAST);
    let zero = start / select(vec4<f32>(1.0), change, is_steep);
    let starts_apart = start > vec4<f32>(0.0);
    let ends_apart = end > vec4<f32>(0.0);
    let falls = starts_apart & !ends_apart;
    let rises = !starts_apart & ends_apart;
    if !all(starts_apart | ends_apart) || any((falls | rises) & !is_steep) {
        return time;
    }
    let untils = select(vec4<f32>(1.0), zero * (1.0 - CCD_QUOTIENT), falls);
    let froms = select(vec4<f32>(0.0), zero * (1.0 + CCD_QUOTIENT), rises);
    let until = min(min(untils.x, untils.y), min(untils.z, untils.w));
    let since = max(max(froms.x, froms.y), max(froms.z, froms.w));
    return select(time, until, since <= time && time < until);
}

// Lower bounds of n·r for all corners r.
fn ccd_least_products(n: vec3<f32>, corners: mat4x3<f32>) -> vec4<f32> {
    let sizes = mat4x3<f32>(abs(corners[0]), abs(corners[1]), abs(corners[2]), abs(corners[3]));
    return n * corners - CCD_ROUNDING * (abs(n) * sizes) - CCD_LEAST;
}

// The time until which one direction separates the features. It is sought for all times up to `end`: the point nearest to
// the origin in the hull of all corners at both ends (Gilbert 1966, An Iterative Procedure for Computing the Minimum of a
// Quadratic Form on a Convex Set).
fn ccd_free_over(motion: CcdMotion, now: mat4x3<f32>, nearest: vec3<f32>, time: f32, end: f32) -> f32 {
    let then = ccd_at(motion, end);
    var until = time;
    var n = nearest;
    for (var i = 0u; i < 8u; i++) {
        let before = n * now;
        let after = n * then;
        var lowest = now[0];
        var least = before.x;
        for (var k = 0u; k < 4u; k++) {
            lowest = select(lowest, now[k], before[k] < least);
            least = min(least, before[k]);
            lowest = select(lowest, then[k], after[k] < least);
            least = min(least, after[k]);
        }
        if least > 0.0 {
            until = max(until, ccd_free_until(motion, n, time));
            if until >= end {
                break;
            }
        }
        n = triangle_on_edge(n, lowest, vec3<f32>(0.0));
    }
    return until;
}

fn ccd_farthest(corners: mat4x3<f32>) -> f32 {
    return max(
        max(ccd_largest(corners[0]), ccd_largest(corners[1])),
        max(ccd_largest(corners[2]), ccd_largest(corners[3])),
    );
}

// The largest size of a coordinate.
fn ccd_largest(v: vec3<f32>) -> f32 {
    let sizes = abs(v);
    return max(sizes.x, max(sizes.y, sizes.z));
}
