//! The nearest points of two features.

use glam::DVec3;

/// From the nearest point of the second side to that of the first: of the corner 0 and the triangle of the others, or of the
/// edges of corners 0 and 1, and 2 and 3. The shortest of all ways that may be.
pub fn nearest(x: [DVec3; 4], is_edges: bool) -> DVec3 {
    let all = if is_edges { edges(x) } else { triangle(x) };
    let ways = all.into_iter().map(|weights| -> DVec3 {
        let is_second = |k: usize| k >= if is_edges { 2 } else { 1 };
        let sign = |k: usize| if is_second(k) { -1.0 } else { 1.0 };
        (0..4).map(|k| sign(k) * weights[k] * x[k]).sum()
    });
    let shorter = |a: &DVec3, b: &DVec3| a.length_squared().total_cmp(&b.length_squared());
    ways.min_by(shorter).expect("a way")
}

/// How far along ab the point nearest to p is, from 0 to 1.
fn along(a: DVec3, b: DVec3, p: DVec3) -> f64 {
    let d = b - a;
    ((p - a).dot(d) / d.length_squared().max(1e-300)).clamp(0.0, 1.0)
}

fn triangle([p, a, b, c]: [DVec3; 4]) -> Vec<[f64; 4]> {
    let [s, t, u] = [along(a, b, p), along(b, c, p), along(c, a, p)];
    let mut all = vec![
        [1.0, 1.0 - s, s, 0.0],
        [1.0, 0.0, 1.0 - t, t],
        [1.0, u, 0.0, 1.0 - u],
    ];
    let n = (b - a).cross(c - a);
    let inner = [(b, c), (c, a), (a, b)].map(|(q, r)| (q - p).cross(r - p).dot(n));
    let sum: f64 = inner.iter().sum();
    if sum > 0.0 && inner.iter().all(|w| *w >= 0.0) {
        let [x, y, z] = inner.map(|w| w / sum);
        all.push([1.0, x, y, z]);
    }
    all
}

fn edges([a, b, c, d]: [DVec3; 4]) -> Vec<[f64; 4]> {
    let weights = |s: f64, t: f64| [1.0 - s, s, 1.0 - t, t];
    let mut all = vec![
        weights(0.0, along(c, d, a)),
        weights(1.0, along(c, d, b)),
        weights(along(a, b, c), 0.0),
        weights(along(a, b, d), 1.0),
    ];
    let (u, v, r) = (b - a, d - c, a - c);
    let [uu, uv, vv] = [u.dot(u), u.dot(v), v.dot(v)];
    let det = uu * vv - uv * uv;
    if det > 1e-12 * uu * vv {
        let s = ((r.dot(v) * uv - r.dot(u) * vv) / det).clamp(0.0, 1.0);
        all.push(weights(s, along(c, d, a + s * u)));
    }
    all
}
