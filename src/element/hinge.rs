//! The angle of a hinge: C = 4 tan(Δ/4), where Δ is the turn between the normals of its triangles less that at rest. C is Δ
//! to 1 % up to 40° and rises up to a hinge that is folded flat.

use super::row::Row;
use glam::DVec3;

/// The row of the hinge of the triangles (a, b, c) and (b, a, d). `rest` is [`quarter`] of its rest angle. A triangle
/// without height on the edge has no angle: value and gradients are zero.
pub fn row([a, b, c, d]: [DVec3; 4], rest: f64) -> Row {
    let edge = b - a;
    let (n1, n2) = (edge.cross(c - a), (d - a).cross(edge));
    let square = edge.length_squared();
    let (q1, q2) = (n1.length_squared(), n2.length_squared());
    if q1.min(q2) <= 1e-8 * square * square || square < 1e-30 {
        return Row::default();
    }
    let size = square.sqrt();
    let angle = n1.cross(n2).dot(edge / size).atan2(n1.dot(n2));
    let apart = angle - 4.0 * rest.atan();
    // The smaller angle.
    let turn = std::f64::consts::TAU;
    let apart = apart - turn * (apart / turn).round();
    let quarter = (apart / 4.0).tan();
    let slope = 1.0 + quarter * quarter;
    let (by_c, by_d) = (n1 * (-slope * size / q1), n2 * (-slope * size / q2));
    let (along_c, along_d) = ((c - a).dot(edge) / square, (d - a).dot(edge) / square);
    let by_b = -(along_c * by_c + along_d * by_d);
    Row {
        value: 4.0 * quarter,
        gradients: [-(by_b + by_c + by_d), by_b, by_c, by_d],
    }
}

/// The tangent of a quarter of the angle with this cosine and sine: -1 to 1, with the same bits on all machines.
pub fn quarter(cosine: f64, sine: f64) -> f64 {
    let half = ((1.0 + cosine) / 2.0).max(0.0).sqrt();
    // Near a fold, half the sine over a small cosine would lose digits.
    let sine_half = match cosine >= 0.0 {
        true => sine / (2.0 * half),
        false => ((1.0 - cosine) / 2.0).sqrt().copysign(sine),
    };
    sine_half / (1.0 + half)
}

/// The stiffness of a hinge's angle as a factor on the bending stiffness of the sheet: l²/A, for the edge's length l and
/// the area A of both triangles.
///
/// A sheet bent to the curvature κ stores ½ k κ² an area. Bent along the rows of a grid, where A = l², an edge turns by κ l
/// and stores ½ k κ² A. The same factor is right in an equilateral mesh (Seung and Nelson 1988: 2/√3). Bent across its
/// diagonals, a grid of alternating diagonals is twice as stiff.
pub fn factor(length: f64, area: f64) -> f64 {
    length * length / area
}
