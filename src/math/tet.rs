//! The linear tetrahedron in f64: rest shape, deformation gradient, volume and its derivatives.

use glam::{DMat3, DVec3};

/// For each corner, the other three, ordered so that their right-hand normal points to it.
pub const FACES: [[usize; 3]; 4] = [[1, 3, 2], [0, 2, 3], [0, 3, 1], [0, 1, 2]];
/// The six edges of a tetrahedron as pairs of corners.
pub const EDGES: [[usize; 2]; 6] = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];

/// The rest shape of a linear tetrahedron.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TetShape {
    /// Rest volume V [m³], above zero for a valid tet.
    pub volume: f64,
    /// Gradients ∇N_i of the four shape functions in the rest pose [1/m]; they sum to zero.
    pub gradients: [DVec3; 4],
}

impl TetShape {
    /// The shape of a tet whose corners rest at `rest` [m]. A flat tet gives non-finite gradients.
    pub fn new(rest: [DVec3; 4]) -> Self {
        let volume = tet_volume(rest);
        // N_i is 1 at corner i and 0 on the opposite face, so its gradient is dV/dx_i over the volume.
        Self {
            volume,
            gradients: tet_volume_gradients(rest).map(|g| g / volume),
        }
    }

    /// The deformation gradient F = Σ x_i ⊗ ∇N_i [1] of the corners `x` [m].
    pub fn deformation_gradient(&self, x: [DVec3; 4]) -> DMat3 {
        (0..4).map(|i| outer(x[i], self.gradients[i])).sum()
    }
}

/// The signed volume [m³] of a tet with corners `x` [m].
pub fn tet_volume(x: [DVec3; 4]) -> f64 {
    (x[1] - x[0]).cross(x[2] - x[0]).dot(x[3] - x[0]) / 6.0
}

/// The derivative of [`tet_volume`] by each corner [m²]: a third of the opposite face's area, along its normal towards
/// the corner. They sum to zero, because a tet's faces close.
pub fn tet_volume_gradients(x: [DVec3; 4]) -> [DVec3; 4] {
    FACES.map(|[a, b, c]| (x[b] - x[a]).cross(x[c] - x[a]) / 6.0)
}

/// The second derivative of [`tet_volume`] by corners `i` and `j` [m]: the cross-product matrix of a sixth of the edge
/// that touches neither. Zero for `i == j`, since volume is linear in each corner.
pub fn tet_volume_hessian(x: [DVec3; 4], i: usize, j: usize) -> DMat3 {
    let Some(at) = FACES[i].iter().position(|corner| *corner == j) else {
        return DMat3::ZERO;
    };
    cross_matrix(x[FACES[i][(at + 2) % 3]] - x[FACES[i][(at + 1) % 3]]) * (1.0 / 6.0)
}

/// The matrix a bᵀ.
pub fn outer(a: DVec3, b: DVec3) -> DMat3 {
    DMat3::from_cols(a * b.x, a * b.y, a * b.z)
}

/// The matrix whose product with d is a × d.
pub fn cross_matrix(a: DVec3) -> DMat3 {
    DMat3::from_cols(a.cross(DVec3::X), a.cross(DVec3::Y), a.cross(DVec3::Z))
}

/// Sums `value(tet, corner, corner)` over the tets around each edge.
///
/// `edges` have the lower index first, each once. Tet edges not in the list are ignored. Linear time in the tets.
/// Returns one sum per edge, in the order of `edges`; terms are added in the order of the tets.
pub fn sum_over_edges(
    edges: &[[u32; 2]],
    tets: &[[u32; 4]],
    value: impl Fn(usize, usize, usize) -> f64,
) -> Vec<f64> {
    let vertex_count = edges
        .iter()
        .map(|edge| edge[1] as usize + 1)
        .max()
        .unwrap_or(0);
    // Edges grouped by their lower vertex (counting sort), so that a lookup reads few neighbours.
    let mut starts = vec![0_usize; vertex_count + 1];
    edges
        .iter()
        .for_each(|edge| starts[edge[0] as usize + 1] += 1);
    (0..vertex_count).for_each(|vertex| starts[vertex + 1] += starts[vertex]);
    let mut next = starts.clone();
    let mut grouped = vec![0_usize; edges.len()];
    for (number, edge) in edges.iter().enumerate() {
        grouped[next[edge[0] as usize]] = number;
        next[edge[0] as usize] += 1;
    }
    let mut sums = vec![0.0; edges.len()];
    for (tet_number, tet) in tets.iter().enumerate() {
        for [a, b] in EDGES {
            let (low, high) = (tet[a].min(tet[b]), tet[a].max(tet[b]));
            if low as usize >= vertex_count {
                continue;
            }
            let group = &grouped[starts[low as usize]..starts[low as usize + 1]];
            if let Some(edge) = group.iter().find(|edge| edges[**edge][1] == high) {
                sums[*edge] += value(tet_number, a, b);
            }
        }
    }
    sums
}

/// The edges of `tets`, lower index first, each once, in ascending order.
pub fn edges_of(tets: &[[u32; 4]]) -> Vec<[u32; 2]> {
    let mut edges: Vec<[u32; 2]> = tets
        .iter()
        .flat_map(|tet| EDGES.map(|[a, b]| [tet[a].min(tet[b]), tet[a].max(tet[b])]))
        .collect();
    edges.sort_unstable();
    edges.dedup();
    edges
}
