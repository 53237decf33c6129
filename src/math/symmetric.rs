//! Eigenvalues and pseudo-inverses of small symmetric matrices in f64, the same bits on all machines.

/// A symmetric matrix.
pub type Symmetric<const N: usize> = [[f64; N]; N];

/// Sweeps of Jacobi's method: it converges quadratically, a 9×9 matrix within eight.
const SWEEPS: usize = 16;

/// Eigenvalues, and the matrix whose columns are the eigenvectors (Jacobi 1846; Golub and Van Loan, Matrix
/// Computations, section 8.5).
pub fn eigen<const N: usize>(matrix: Symmetric<N>) -> ([f64; N], Symmetric<N>) {
    let mut a = matrix;
    let mut vectors = [[0.0; N]; N];
    for (i, row) in vectors.iter_mut().enumerate() {
        row[i] = 1.0;
    }
    for _ in 0..SWEEPS {
        for p in 0..N {
            for q in p + 1..N {
                rotate(&mut a, &mut vectors, p, q);
            }
        }
    }
    let mut values = [0.0; N];
    for (i, value) in values.iter_mut().enumerate() {
        *value = a[i][i];
    }
    (values, vectors)
}

/// Turns the axes p and q so that the entry between them vanishes.
fn rotate<const N: usize>(a: &mut Symmetric<N>, vectors: &mut Symmetric<N>, p: usize, q: usize) {
    let (apart, off) = (a[q][q] - a[p][p], 2.0 * a[p][q]);
    let length = (apart * apart + off * off).sqrt();
    if off == 0.0 || length == 0.0 {
        return;
    }
    let sign = if apart < 0.0 { -1.0 } else { 1.0 };
    let t = sign * off / (apart.abs() + length);
    let c = 1.0 / (t * t + 1.0).sqrt();
    let s = t * c;
    let turned = |first: f64, second: f64| (c * first - s * second, s * first + c * second);
    for row in a.iter_mut().chain(vectors) {
        (row[p], row[q]) = turned(row[p], row[q]);
    }
    if let Ok([upper, lower]) = a.get_disjoint_mut([p, q]) {
        for (x, y) in upper.iter_mut().zip(lower) {
            (*x, *y) = turned(*x, *y);
        }
    }
    (a[p][q], a[q][p]) = (0.0, 0.0);
}

/// The pseudo-inverse of a positive semidefinite matrix, and its rank. Eigenvalues up to `limit` times the largest
/// count as zero.
pub fn pseudo_inverse<const N: usize>(matrix: Symmetric<N>, limit: f64) -> (Symmetric<N>, u32) {
    let (values, vectors) = eigen(matrix);
    let least = limit * values.iter().fold(0.0, |most: f64, value| most.max(*value));
    let mut inverse = [[0.0; N]; N];
    let mut rank = 0;
    for (k, value) in values.iter().enumerate() {
        if *value <= least || !value.is_finite() {
            continue;
        }
        rank += 1;
        for (i, row) in inverse.iter_mut().enumerate() {
            for (j, entry) in row.iter_mut().enumerate() {
                *entry += vectors[i][k] * vectors[j][k] / value;
            }
        }
    }
    (inverse, rank)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times<const N: usize>(a: &Symmetric<N>, b: &Symmetric<N>) -> Symmetric<N> {
        let mut product = [[0.0; N]; N];
        for (i, row) in product.iter_mut().enumerate() {
            for (j, entry) in row.iter_mut().enumerate() {
                *entry = (0..N).map(|k| a[i][k] * b[k][j]).sum();
            }
        }
        product
    }

    fn apart<const N: usize>(a: &Symmetric<N>, b: &Symmetric<N>) -> f64 {
        let entries = a.as_flattened().iter().zip(b.as_flattened());
        entries.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    }

    /// The sum of v vᵀ over a few vectors, which has at most their number as rank.
    fn gram<const N: usize>(count: usize) -> Symmetric<N> {
        let mut sum = [[0.0; N]; N];
        for k in 0..count {
            let entry = |i: usize| (((7 * k + 3) * (i + 2)) % 11) as f64 - 5.0;
            for (i, row) in sum.iter_mut().enumerate() {
                for (j, sum) in row.iter_mut().enumerate() {
                    *sum += entry(i) * entry(j);
                }
            }
        }
        sum
    }

    #[test]
    fn eigenvectors_diagonalise_a_nine_by_nine_matrix() {
        let matrix: Symmetric<9> = gram(12);
        let (values, vectors) = eigen(matrix);
        let scaled = vectors.map(|row| {
            let mut row = row;
            row.iter_mut()
                .zip(values)
                .for_each(|(x, value)| *x *= value);
            row
        });
        // Backward stable: rounding of 2⁻⁵³ times the norm, about 1000, times a few dozen operations an entry.
        assert!(apart(&times(&matrix, &vectors), &scaled) < 1e-10);
    }

    #[test]
    fn the_pseudo_inverse_satisfies_the_penrose_conditions_at_every_rank() {
        for count in 0..=5 {
            let matrix: Symmetric<5> = gram(count);
            let (inverse, rank) = pseudo_inverse(matrix, 1e-9);
            assert!(rank as usize <= count, "{rank} of {count}");
            // Condition numbers are below 1e4, entries below 200.
            let again = times(&times(&matrix, &inverse), &matrix);
            assert!(apart(&again, &matrix) < 1e-9, "rank {rank}");
            let again = times(&times(&inverse, &matrix), &inverse);
            assert!(apart(&again, &inverse) < 1e-9, "rank {rank}");
        }
    }
}
