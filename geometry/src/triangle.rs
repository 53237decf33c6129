//! The nearest point on a triangle, in f64.

use glam::DVec3;

/// The point of a triangle nearest to `p`, by the Voronoi regions of its corners, edges and face (Ericson 2005,
/// "Real-Time Collision Detection", 5.1.5). A triangle without area counts as its longest edge.
pub fn nearest_on_triangle(p: DVec3, [a, b, c]: [DVec3; 3]) -> DVec3 {
    let (ab, ac, ap, bp, cp) = (b - a, c - a, p - a, p - b, p - c);
    if ab.cross(ac) == DVec3::ZERO {
        return nearest_on_edges(p, [a, b, c]);
    }
    let (d1, d2) = (ab.dot(ap), ac.dot(ap));
    if d1 <= 0.0 && d2 <= 0.0 {
        return a;
    }
    let (d3, d4) = (ab.dot(bp), ac.dot(bp));
    if d3 >= 0.0 && d4 <= d3 {
        return b;
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return a + ab * (d1 / (d1 - d3));
    }
    let (d5, d6) = (ab.dot(cp), ac.dot(cp));
    if d6 >= 0.0 && d5 <= d6 {
        return c;
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return a + ac * (d2 / (d2 - d6));
    }
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && d4 >= d3 && d5 >= d6 {
        return b + (c - b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6)));
    }
    a + (ab * vb + ac * vc) / (va + vb + vc)
}

fn nearest_on_edges(p: DVec3, [a, b, c]: [DVec3; 3]) -> DVec3 {
    let on = |from: DVec3, to: DVec3| {
        let way = to - from;
        let along = way.dot(p - from) / way.length_squared();
        // Both ends may coincide.
        from + way * if along > 0.0 { along.min(1.0) } else { 0.0 }
    };
    let nearer = |x: DVec3, y: DVec3| {
        if y.distance_squared(p) < x.distance_squared(p) {
            y
        } else {
            x
        }
    };
    nearer(nearer(on(a, b), on(b, c)), on(c, a))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The nearest of a fine grid of points of the triangle: at most half a cell farther than the nearest point.
    fn sampled(p: DVec3, [a, b, c]: [DVec3; 3]) -> f64 {
        const N: i32 = 200;
        let points = (0..=N).flat_map(|i| (0..=N - i).map(move |j| (i, j)));
        let at = |(i, j): (i32, i32)| {
            a + (b - a) * (f64::from(i) / f64::from(N)) + (c - a) * (f64::from(j) / f64::from(N))
        };
        points
            .map(|ij| at(ij).distance(p))
            .fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn it_is_the_nearest_also_of_a_triangle_without_area() {
        let x = |x: f64| DVec3::new(x, 0.0, 0.0);
        let (o, y) = (DVec3::ZERO, DVec3::Y);
        let triangles = [
            [o, x(1.0), y],
            [y, x(-2.0), DVec3::new(0.3, -1.0, 2.0)],
            // Two equal corners; three corners on a line; three equal corners.
            [o, o, x(1.0)],
            [o, x(1.0), o],
            [x(1.0), o, o],
            [o, x(1.0), x(3.0)],
            [x(1.0), o, x(3.0)],
            [o, x(3.0), x(1.0)],
            [y, y, y],
        ];
        let steps = [-1.5, -0.4, 0.0, 0.2, 0.5, 1.0, 2.5];
        for triangle in triangles {
            for p in steps.map(|i| steps.map(|j| [-0.7, 0.0, 1.1].map(|k| DVec3::new(i, j, k)))) {
                for p in p.into_iter().flatten() {
                    let nearest = nearest_on_triangle(p, triangle);
                    let (found, best) = (nearest.distance(p), sampled(p, triangle));
                    // Grid cells have edges of at most 4.3 / 200.
                    assert!(
                        found <= best + 1e-12 && best <= found + 0.022,
                        "{p} {triangle:?}: {found} against {best}"
                    );
                }
            }
        }
    }
}
