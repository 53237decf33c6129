//! Eigenvalues of symmetric matrices of any size in f64, the same bits on all machines.

/// A square matrix, row by row.
#[derive(Clone, Debug, PartialEq)]
pub struct Square {
    /// Rows.
    pub size: usize,
    /// Entries.
    pub entries: Vec<f64>,
}

impl Square {
    /// A matrix of zeros.
    pub fn zeros(size: usize) -> Self {
        Self {
            size,
            entries: vec![0.0; size * size],
        }
    }

    /// The entry in a row and a column.
    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.entries[row * self.size + column]
    }

    /// The same, to change it.
    pub fn at_mut(&mut self, row: usize, column: usize) -> &mut f64 {
        &mut self.entries[row * self.size + column]
    }

    /// A row.
    pub fn row(&self, row: usize) -> &[f64] {
        &self.entries[row * self.size..][..self.size]
    }
}

/// The lower triangle L with L Lᵀ = `matrix`; `None` if it is not positive definite.
pub fn cholesky(matrix: &Square) -> Option<Square> {
    let mut lower = Square::zeros(matrix.size);
    for i in 0..matrix.size {
        for j in 0..=i {
            let known = dot(&lower.row(i)[..j], &lower.row(j)[..j]);
            let rest = matrix.at(i, j) - known;
            *lower.at_mut(i, j) = match i == j {
                true if rest > 0.0 => rest.sqrt(),
                true => return None,
                false => rest / lower.at(j, j),
            };
        }
    }
    Some(lower)
}

/// Solutions of K v = λ M v, by rising λ, with M-orthonormal v; K and M symmetric. `None` if M is not positive definite.
pub fn generalised(stiffness: &Square, mass: &Square) -> Option<Vec<(f64, Vec<f64>)>> {
    let size = stiffness.size;
    let lower = cholesky(mass)?;
    let forward = |values: &[f64]| {
        let mut solved = values.to_vec();
        for i in 0..size {
            solved[i] = (solved[i] - dot(&lower.row(i)[..i], &solved[..i])) / lower.at(i, i);
        }
        solved
    };
    // L⁻¹ K L⁻ᵀ: rows, then rows of the transpose.
    let halved: Vec<Vec<f64>> = (0..size).map(|i| forward(stiffness.row(i))).collect();
    let column = |j: usize| halved.iter().map(|row| row[j]).collect::<Vec<f64>>();
    let mut reduced = Square::zeros(size);
    for j in 0..size {
        reduced.entries[j * size..][..size].copy_from_slice(&forward(&column(j)));
    }
    let (values, vectors) = symmetric(reduced);
    let back = |k: usize| {
        let mut v = vectors.row(k).to_vec();
        for i in (0..size).rev() {
            let known: f64 = (i + 1..size).map(|j| lower.at(j, i) * v[j]).sum();
            v[i] = (v[i] - known) / lower.at(i, i);
        }
        v
    };
    let mut found: Vec<(f64, Vec<f64>)> = (0..size).map(|k| (values[k], back(k))).collect();
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    Some(found)
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Eigenvalues, and a matrix whose rows are the eigenvectors: reduced to three diagonals by reflections (Householder), then
/// by QL steps with shifts (Golub and Van Loan, Matrix Computations, sections 8.3.1 and 8.3.3).
pub fn symmetric(mut a: Square) -> (Vec<f64>, Square) {
    let size = a.size;
    let mut vectors = Square::zeros(size);
    (0..size).for_each(|i| *vectors.at_mut(i, i) = 1.0);
    for k in 0..size.saturating_sub(2) {
        if let Some(normal) = reflect(&mut a, k) {
            // The rows of `vectors` become those of Q_k ... Q_1.
            turn_rows(&mut vectors, &normal, k + 1);
        }
    }
    let mut diagonal: Vec<f64> = (0..size).map(|i| a.at(i, i)).collect();
    let mut beside: Vec<f64> = (1..size).map(|i| a.at(i, i - 1)).collect();
    beside.push(0.0);
    for first in 0..size {
        while let Some(end) = coupled(&diagonal, &beside, first) {
            ql_step(&mut diagonal, &mut beside, &mut vectors, first, end);
        }
    }
    (diagonal, vectors)
}

/// Reflects rows and columns below `k` so that column k has one entry below the diagonal. Returns the unit normal.
fn reflect(a: &mut Square, k: usize) -> Option<Vec<f64>> {
    let size = a.size;
    let mut normal: Vec<f64> = (k + 1..size).map(|i| a.at(i, k)).collect();
    let length = dot(&normal, &normal).sqrt();
    if dot(&normal[1..], &normal[1..]) == 0.0 {
        return None;
    }
    normal[0] += length.copysign(normal[0]);
    let scale = 1.0 / dot(&normal, &normal).sqrt();
    normal.iter_mut().for_each(|n| *n *= scale);
    // A - 2 n wᵀ - 2 w nᵀ with w = A n - (nᵀ A n) n.
    let mut w = vec![0.0; size];
    for (i, w) in w.iter_mut().enumerate().skip(k) {
        *w = dot(&a.row(i)[k + 1..], &normal);
    }
    let part = dot(&w[k + 1..], &normal);
    (w[k + 1..].iter_mut().zip(&normal)).for_each(|(w, n)| *w -= part * n);
    let n_of = |i: usize| if i > k { normal[i - k - 1] } else { 0.0 };
    for i in k..size {
        for j in k..size {
            *a.at_mut(i, j) -= 2.0 * (n_of(i) * w[j] + w[i] * n_of(j));
        }
    }
    Some(normal)
}

/// Reflects the rows from `first` on.
fn turn_rows(vectors: &mut Square, normal: &[f64], first: usize) {
    for column in 0..vectors.size {
        let along: f64 = (normal.iter().enumerate())
            .map(|(i, n)| n * vectors.at(first + i, column))
            .sum();
        for (i, n) in normal.iter().enumerate() {
            *vectors.at_mut(first + i, column) -= 2.0 * along * n;
        }
    }
}

/// The end of the block that `first` is coupled to; `None` if it stands alone.
fn coupled(diagonal: &[f64], beside: &[f64], first: usize) -> Option<usize> {
    let small = |m: usize| {
        beside[m].abs() <= f64::EPSILON * (diagonal[m].abs() + diagonal[m + 1].abs())
            || !beside[m].is_finite()
    };
    let end = (first..diagonal.len() - 1)
        .find(|m| small(*m))
        .unwrap_or(diagonal.len() - 1);
    (end > first).then_some(end)
}

/// One implicit QL step on the block from `first` to `end`, with Wilkinson's shift.
fn ql_step(
    diagonal: &mut [f64],
    beside: &mut [f64],
    vectors: &mut Square,
    first: usize,
    end: usize,
) {
    let half = (diagonal[first + 1] - diagonal[first]) / (2.0 * beside[first]);
    let root = (half * half + 1.0).sqrt();
    let mut g = diagonal[end] - diagonal[first] + beside[first] / (half + root.copysign(half));
    let (mut s, mut c, mut p) = (1.0, 1.0, 0.0);
    for i in (first..end).rev() {
        let (f, b) = (s * beside[i], c * beside[i]);
        let length = (f * f + g * g).sqrt();
        beside[i + 1] = length;
        if length == 0.0 {
            diagonal[i + 1] -= p;
            beside[end] = 0.0;
            return;
        }
        (s, c) = (f / length, g / length);
        let g_next = diagonal[i + 1] - p;
        let r = (diagonal[i] - g_next) * s + 2.0 * c * b;
        p = s * r;
        diagonal[i + 1] = g_next + p;
        g = c * r - b;
        let size = vectors.size;
        let (upper, lower) = vectors.entries.split_at_mut((i + 1) * size);
        for (x, y) in upper[i * size..].iter_mut().zip(lower) {
            (*x, *y) = (c * *x - s * *y, s * *x + c * *y);
        }
    }
    diagonal[first] -= p;
    beside[first] = g;
    beside[end] = 0.0;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(size: usize, seed: usize) -> Square {
        let mut matrix = Square::zeros(size);
        for i in 0..size {
            for j in 0..=i {
                let entry = ((seed * (i + 3) * (j + 5) + i * i) % 23) as f64 - 11.0;
                (*matrix.at_mut(i, j), *matrix.at_mut(j, i)) = (entry, entry);
            }
        }
        matrix
    }

    /// Both equations hold to rounding, 2⁻⁵³ of the norm times the size.
    #[test]
    fn solutions_satisfy_both_equations() {
        for size in [1, 2, 3, 7, 30] {
            let stiffness = sample(size, 7);
            let mut mass = sample(size, 5);
            (0..size).for_each(|i| *mass.at_mut(i, i) += 20.0 * size as f64);
            let found = generalised(&stiffness, &mass).unwrap();
            let times = |m: &Square, v: &[f64]| -> Vec<f64> {
                (0..size).map(|i| dot(m.row(i), v)).collect()
            };
            for (k, (value, v)) in found.iter().enumerate() {
                assert!(k == 0 || found[k - 1].0 <= *value);
                let (left, right) = (times(&stiffness, v), times(&mass, v));
                for (left, right) in left.iter().zip(&right) {
                    assert!((left - value * right).abs() < 1e-11, "{size}");
                }
                for (j, (_, other)) in found.iter().enumerate() {
                    let wanted = if j == k { 1.0 } else { 0.0 };
                    assert!((dot(other, &right) - wanted).abs() < 1e-11, "{size}");
                }
            }
        }
    }

    #[test]
    fn a_matrix_that_is_not_positive_has_no_cholesky_factor() {
        let mut matrix = Square::zeros(2);
        (*matrix.at_mut(0, 0), *matrix.at_mut(1, 1)) = (1.0, -1.0);
        assert!(cholesky(&matrix).is_none());
    }
}
