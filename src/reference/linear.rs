//! A sparse symmetric matrix of 3×3 blocks and conjugate gradients on it.

use super::body::Body;
use glam::{DMat3, DVec3};

/// One row of blocks per vertex: (column, block), ascending columns.
pub(super) struct Matrix {
    rows: Vec<Vec<(u32, DMat3)>>,
}

impl Matrix {
    /// A zero matrix with the sparsity pattern of the body's elements.
    pub(super) fn with_pattern_of(body: &Body) -> Self {
        let mut columns: Vec<Vec<u32>> = (0..body.rest.len() as u32).map(|i| vec![i]).collect();
        for element in &body.elements {
            for i in element.vertices() {
                columns[*i as usize].extend(element.vertices());
            }
        }
        let rows = columns.into_iter().map(|mut row| {
            row.sort_unstable();
            row.dedup();
            row.into_iter()
                .map(|column| (column, DMat3::ZERO))
                .collect()
        });
        Self {
            rows: rows.collect(),
        }
    }

    /// Sets every block to zero.
    pub(super) fn clear(&mut self) {
        self.rows
            .iter_mut()
            .flatten()
            .for_each(|(_, block)| *block = DMat3::ZERO);
    }

    /// Adds to a block of the pattern; other blocks are ignored.
    pub(super) fn add(&mut self, row: u32, column: u32, block: DMat3) {
        let row = &mut self.rows[row as usize];
        if let Ok(at) = row.binary_search_by_key(&column, |entry| entry.0) {
            row[at].1 += block;
        }
    }

    /// Replaces the rows and columns of held vertices by those of the identity.
    pub(super) fn hold(&mut self, fixed: &[bool]) {
        for (row, entries) in self.rows.iter_mut().enumerate() {
            for (column, block) in entries {
                if fixed[row] || fixed[*column as usize] {
                    *block = if row == *column as usize {
                        DMat3::IDENTITY
                    } else {
                        DMat3::ZERO
                    };
                }
            }
        }
    }

    fn multiply(&self, x: &[DVec3]) -> Vec<DVec3> {
        let product = |row: &Vec<(u32, DMat3)>| {
            row.iter()
                .map(|(column, block)| *block * x[*column as usize])
                .sum()
        };
        self.rows.iter().map(product).collect()
    }

    fn inverse_diagonal(&self) -> Vec<DMat3> {
        let inverse = |(row, entries): (usize, &Vec<(u32, DMat3)>)| {
            let diagonal = entries
                .iter()
                .find(|entry| entry.0 as usize == row)
                .map_or(DMat3::IDENTITY, |entry| entry.1);
            if diagonal.determinant() > 0.0 {
                diagonal.inverse()
            } else {
                DMat3::IDENTITY
            }
        };
        self.rows.iter().enumerate().map(inverse).collect()
    }

    /// Solves A x = b by conjugate gradients, preconditioned with the inverse diagonal blocks, until |residual| ≤
    /// `tolerance` |b|. `None` if a direction of negative curvature shows that A is indefinite.
    pub(super) fn solve(&self, b: &[DVec3], tolerance: f64) -> Option<Vec<DVec3>> {
        let preconditioner = self.inverse_diagonal();
        let apply = |r: &[DVec3]| -> Vec<DVec3> {
            preconditioner.iter().zip(r).map(|(m, r)| *m * *r).collect()
        };
        let mut x = vec![DVec3::ZERO; b.len()];
        let mut residual = b.to_vec();
        let mut direction = apply(&residual);
        let mut rho = dot(&residual, &direction);
        let target = tolerance * tolerance * dot(b, b);
        for _ in 0..30 * b.len() {
            if dot(&residual, &residual) <= target {
                break;
            }
            let image = self.multiply(&direction);
            let curvature = dot(&direction, &image);
            if curvature <= 0.0 {
                return None;
            }
            let step = rho / curvature;
            for i in 0..x.len() {
                x[i] += direction[i] * step;
                residual[i] -= image[i] * step;
            }
            let preconditioned = apply(&residual);
            let next = dot(&residual, &preconditioned);
            for i in 0..x.len() {
                direction[i] = preconditioned[i] + direction[i] * (next / rho);
            }
            rho = next;
        }
        Some(x)
    }
}

pub(super) fn dot(a: &[DVec3], b: &[DVec3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a.dot(*b)).sum()
}
