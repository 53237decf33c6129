//! A cluster of particles that is pulled to its rest shape, turned and deformed to fit.
//!
//! After Müller, Heidelberger, Teschner, Gross: Meshless deformations based on shape matching (ACM TOG 24(3), 2005), and the
//! form of Chentanez for GPUs with overlapping clusters. With weights w that sum to 1, rest offsets q about the rest centre
//! and positions p about the centre, A = Σ w p qᵀ. The rotation R is that of the polar decomposition of A. The linear fit is
//! A (Σ w q qᵀ)⁻¹; the quadratic fit uses the nine features of q in place of q. Goals are the rotated rest shape, blended
//! with a fit that keeps the volume.
//!
//! Four things differ from the papers, for the sake of energy, of f32 and of clusters of any shape:
//! - The papers keep the volume by F/∛det F. A force towards it has no potential: a body that is shaken or lies flat
//!   gains energy without end. Here the goal is the nearest map of the rest volume to F: both agree for a map that has
//!   the volume, or the shape, and every force is that of a distance.
//! - Offsets are given by coordinates c along the principal axes of the rest shape, in units of its standard deviation
//!   there: q = B c and Σ w c cᵀ = 1. So the linear fit is Σ w p cᵀ itself, and thin clusters lose no digits.
//! - Squares and products among the features are taken about their weighted mean. Then a fit keeps the centre, and any
//!   quadratic field is recovered.
//! - Where the rest shape is flat or has few particles, the pseudo-inverse fits what it can. R gives the rest.
//!
//! Every goal keeps momentum: Σ w g = Σ w x and Σ w x × (g − x) = 0, since A Rᵀ and the moments of fits are symmetric.

use crate::math::symmetric::{Symmetric, eigen, pseudo_inverse};
use glam::{DMat3, DVec3};

/// Variances of the rest shape below this part of the largest count as zero: a thousandth in thickness.
const FLAT: f64 = 1e-6;
/// The same for the nine features, whose variances are about 1 except in clusters of few particles. A smaller part would
/// amplify the rounding of f32.
const SCARCE: f64 = 1e-3;
/// How the goals of a cluster may differ from its rest shape.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deformation {
    /// Moved and turned.
    Rigid = 1,
    /// Stretched and sheared too.
    Linear = 2,
    /// Bent and twisted too.
    Quadratic = 3,
}

/// The rest shape of a cluster.
#[derive(Clone, Debug, PartialEq)]
pub struct RestShape {
    /// Dimensions of the shape: 3, 2 if flat, 1 if a line, 0 if a point.
    pub rank: u32,
    /// B [length unit]: columns along the principal axes, the longest first, each as long as the standard deviation along
    /// it. Columns beyond `rank` are as long as the first one, or 1 if there is none.
    pub axes: DMat3,
    /// Weighted means of the squares x², y², z² and of the products xy, yz, zx of coordinates [1].
    pub means: [DVec3; 2],
    /// The pseudo-inverse of the moments of the nine features.
    pub inverse: Symmetric<9>,
    /// The part of the coordinates that the inverse misses: the first three rows of 1 − moments · inverse.
    pub missing: [[f64; 9]; 3],
}

impl RestShape {
    /// The rest shape of particles with these offsets from their weighted centre, and weights that sum to 1.
    pub fn new(offsets: &[DVec3], weights: &[f64]) -> Self {
        let (rank, axes) = principal_axes(offsets, weights);
        let mut shape = Self {
            rank,
            axes,
            means: [DVec3::ZERO; 2],
            inverse: [[0.0; 9]; 9],
            missing: [[0.0; 9]; 3],
        };
        let coordinates: Vec<DVec3> = offsets.iter().map(|q| shape.coordinates(*q)).collect();
        let weighted = || coordinates.iter().zip(weights);
        shape.means = [
            weighted().map(|(c, w)| squares(*c) * *w).sum(),
            weighted().map(|(c, w)| products(*c) * *w).sum(),
        ];
        let mut moments = [[0.0; 9]; 9];
        for (c, w) in weighted() {
            let features = shape.features(*c);
            for (row, feature) in moments.iter_mut().zip(features) {
                for (sum, other) in row.iter_mut().zip(features) {
                    *sum += w * feature * other;
                }
            }
        }
        shape.inverse = pseudo_inverse(moments, SCARCE).0;
        for (i, row) in shape.missing.iter_mut().enumerate() {
            for (j, entry) in row.iter_mut().enumerate() {
                let kept: f64 = (0..9).map(|k| moments[i][k] * shape.inverse[k][j]).sum();
                *entry = f64::from(u8::from(i == j)) - kept;
            }
        }
        shape
    }

    /// The coordinates of a rest offset along the axes.
    pub fn coordinates(&self, offset: DVec3) -> DVec3 {
        let along = |axis: DVec3| axis.dot(offset) / axis.length_squared();
        DVec3::new(
            along(self.axes.x_axis),
            along(self.axes.y_axis),
            along(self.axes.z_axis),
        )
    }

    /// The nine features of coordinates.
    fn features(&self, c: DVec3) -> [f64; 9] {
        let (s, p) = (squares(c) - self.means[0], products(c) - self.means[1]);
        [c.x, c.y, c.z, s.x, s.y, s.z, p.x, p.y, p.z]
    }

    /// The goals of the particles. `offsets` and `weights` are those of [`RestShape::new`], `positions` the particles' own;
    /// `scale` is that of the body, `beta` the weight of the fit, 0 to 1.
    pub fn goals(
        &self,
        offsets: &[DVec3],
        weights: &[f64],
        positions: &[DVec3],
        scale: f64,
        (deformation, beta): (Deformation, f64),
    ) -> Vec<DVec3> {
        let centre: DVec3 = positions.iter().zip(weights).map(|(x, w)| *x * *w).sum();
        let coordinates: Vec<DVec3> = offsets.iter().map(|q| self.coordinates(*q)).collect();
        let mut sums = [DVec3::ZERO; 9];
        for ((c, w), x) in coordinates.iter().zip(weights).zip(positions) {
            for (sum, feature) in sums.iter_mut().zip(self.features(*c)) {
                *sum += (*x - centre) * (*w * feature);
            }
        }
        let moments = DMat3::from_cols(sums[0], sums[1], sums[2]);
        let turn = rotation(moments * self.axes.transpose()) * self.axes * scale;
        let fit = self.fit(&sums, turn, deformation);
        let goal = |c: &DVec3| {
            let soft: DVec3 = fit.iter().zip(self.features(*c)).map(|(a, f)| *a * f).sum();
            centre + turn * *c * (1.0 - beta) + soft * beta
        };
        coordinates.iter().map(goal).collect()
    }

    /// The fit to the moments `sums` = Σ w p ψᵀ, by columns; `turn` maps coordinates to the turned rest shape.
    fn fit(&self, sums: &[DVec3; 9], turn: DMat3, deformation: Deformation) -> [DVec3; 9] {
        let rank = self.rank as usize;
        let kept = keep_volume([sums[0], sums[1], sums[2]], turn, rank);
        let mut fit = [DVec3::ZERO; 9];
        for (j, column) in fit.iter_mut().enumerate() {
            *column = match deformation {
                Deformation::Quadratic => {
                    let missing = DVec3::from_array([0, 1, 2].map(|i| self.missing[i][j]));
                    let fitted: DVec3 = (0..9).map(|k| sums[k] * self.inverse[k][j]).sum();
                    let change = if j < rank {
                        kept[j] - sums[j]
                    } else {
                        DVec3::ZERO
                    };
                    fitted + turn * missing + change
                }
                Deformation::Linear if j < 3 => kept[j],
                _ if j < 3 => turn.col(j),
                _ => DVec3::ZERO,
            };
        }
        fit
    }
}

/// The map nearest to these columns that has the volume of `turn`; of a flat shape its area, of a line its length. The
/// columns beyond the rank are those of `turn`.
fn keep_volume(columns: [DVec3; 3], turn: DMat3, rank: usize) -> [DVec3; 3] {
    if rank < 2 {
        return [turn.x_axis, turn.y_axis, turn.z_axis];
    }
    let third = if rank == 3 { columns[2] } else { DVec3::ZERO };
    let m = DMat3::from_cols(columns[0], columns[1], third);
    let (values, vectors) = eigen((m.transpose() * m).to_cols_array_2d());
    let mut order = [0, 1, 2];
    order.sort_by(|a, b| values[*b].total_cmp(&values[*a]));
    let column = |k: usize| DVec3::from_array([0, 1, 2].map(|i| vectors[i][order[k]]));
    let (v0, v1) = (column(0), column(1));
    let v2 = v0.cross(v1);
    let along = m * v0;
    let u0 = if along.length() > 0.0 {
        along.normalize()
    } else {
        turn.x_axis.normalize()
    };
    let across = m * v1 - u0 * u0.dot(m * v1);
    let least = 1e-6 * turn.x_axis.length();
    let u1 = if across.length() > least {
        across.normalize()
    } else {
        u0.any_orthonormal_vector()
    };
    let u2 = u0.cross(u1);
    let stretches = [u0.dot(m * v0), u1.dot(m * v1), u2.dot(m * v2)];
    let area = turn.x_axis.cross(turn.y_axis).length();
    let kept = match rank {
        2 => nearest_stretches([stretches[0], f64::INFINITY, stretches[1]], area),
        _ => nearest_stretches(stretches, turn.determinant()),
    };
    let change = |k: usize, kept: f64, u: DVec3, v: DVec3| {
        let by = u * (kept - stretches[k]);
        DMat3::from_cols(by * v.x, by * v.y, by * v.z)
    };
    let mut near = m + change(0, kept[0], u0, v0);
    if rank == 2 {
        near += change(1, kept[2], u1, v1);
        return [near.x_axis, near.y_axis, turn.z_axis];
    }
    near += change(1, kept[1], u1, v1) + change(2, kept[2], u2, v2);
    [near.x_axis, near.y_axis, near.z_axis]
}

/// The stretches nearest to the given ones with the product `volume`; the smallest is last and may be negative. An infinite
/// second stretch is ignored.
///
/// Lagrange's condition s (s − given) is the same for all stretches. The last one, s = t, determines the others, and their
/// product rises from 0 with t.
fn nearest_stretches(given: [f64; 3], volume: f64) -> [f64; 3] {
    let [a, b, c] = given;
    let at = |t: f64| {
        let other = |s: f64| 0.5 * (s + (s * s + 4.0 * t * (t - c)).max(0.0).sqrt());
        let second = if b.is_finite() { other(b) } else { 1.0 };
        [other(a), second, t]
    };
    let root = if b.is_finite() {
        volume.cbrt()
    } else {
        volume.sqrt()
    };
    let (mut low, mut high) = (0.0, c.max(0.0) + root);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        let product: f64 = at(middle).iter().product();
        if product < volume {
            low = middle
        } else {
            high = middle
        }
    }
    at(0.5 * (low + high))
}

/// The rank and the axes of a rest shape; see [`RestShape`].
fn principal_axes(offsets: &[DVec3], weights: &[f64]) -> (u32, DMat3) {
    let mut moments = [[0.0; 3]; 3];
    for (q, w) in offsets.iter().zip(weights) {
        for (row, q_row) in moments.iter_mut().zip(q.to_array()) {
            for (sum, q_column) in row.iter_mut().zip(q.to_array()) {
                *sum += w * q_row * q_column;
            }
        }
    }
    let (values, vectors) = eigen(moments);
    let mut order = [0, 1, 2];
    order.sort_by(|a, b| values[*b].total_cmp(&values[*a]));
    let largest = values[order[0]];
    let column = |k: usize| DVec3::from_array([0, 1, 2].map(|i| vectors[i][order[k]])).normalize();
    let (x, y) = (column(0), column(1));
    let is_flat = |k: usize| values[order[k]] <= FLAT * largest || largest <= 0.0;
    let length = |k: usize| match (is_flat(k), largest > 0.0) {
        (false, _) => values[order[k]].sqrt(),
        (true, true) => largest.sqrt(),
        (true, false) => 1.0,
    };
    let rank = (0..3).filter(|k| !is_flat(*k)).count() as u32;
    (
        rank,
        DMat3::from_cols(x * length(0), y * length(1), x.cross(y) * length(2)),
    )
}

fn squares(q: DVec3) -> DVec3 {
    q * q
}

fn products(q: DVec3) -> DVec3 {
    DVec3::new(q.x * q.y, q.y * q.z, q.z * q.x)
}

/// The rotation R that is nearest to A: it maximises tr(RᵀA).
///
/// The eigenvector v of AᵀA with the largest eigenvalue gives R v = A v / |A v|. In the planes across, the nearest rotation
/// has a closed form. So every A has a rotation: a flat shape; a line, with the least turn about it; a point, with the
/// identity; and a shape turned inside out.
pub fn rotation(a: DMat3) -> DMat3 {
    let largest = a
        .to_cols_array()
        .iter()
        .fold(0.0, |most: f64, x| most.max(x.abs()));
    if !(largest > 0.0 && largest.is_finite()) {
        return DMat3::IDENTITY;
    }
    let a = a * (1.0 / largest);
    let square = (a.transpose() * a).to_cols_array_2d();
    let (values, vectors) = eigen(square);
    let most = (1..3).fold(0, |most, k| if values[k] > values[most] { k } else { most });
    let column = |k: usize| DVec3::from_array([0, 1, 2].map(|i| vectors[i][k % 3]));
    let v = column(most).normalize();
    let f = column(most + 1);
    let f = (f - v * v.dot(f)).normalize();
    let g = v.cross(f);
    let u = (a * v).normalize();
    // f turned by the least turn from v to u, or to -u if nearer.
    let near = if u.dot(v) < 0.0 { -u } else { u };
    let e = f - (near + v) * (near.dot(f) / (1.0 + near.dot(v)));
    let e = (e - u * u.dot(e)).normalize();
    let d = u.cross(e);
    let (af, ag) = (a * f, a * g);
    let (mut c, mut s) = (e.dot(af) + d.dot(ag), d.dot(af) - e.dot(ag));
    let length = c.hypot(s);
    (c, s) = if length > 1e-6 {
        (c / length, s / length)
    } else {
        (1.0, 0.0)
    };
    DMat3::from_cols(u, e * c + d * s, d * c - e * s) * DMat3::from_cols(v, f, g).transpose()
}
