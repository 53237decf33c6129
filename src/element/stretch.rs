//! The length of an edge: C = |a − b| − rest.

use super::row::Row;
use glam::DVec3;

/// The row of the edge from a to b with the rest length `rest`. An edge without length has no direction: its gradients
/// are zero.
pub fn row([a, b]: [DVec3; 2], rest: f64) -> Row {
    let way = a - b;
    let along = way.normalize_or_zero();
    Row {
        value: way.length() - rest,
        gradients: [along, -along, DVec3::ZERO, DVec3::ZERO],
    }
}

/// A triangle's part of the stiffness of each of its edges, as a factor on the stretch stiffness of the sheet: 3 A/Σl².
///
/// Three equal springs k on edges l store ½ k Σ l² ε² at a uniform strain ε. A sheet of stretch stiffness E with Poisson's
/// ratio 1/3, the only one of springs, stores ½ 3 E ε² an area. So uniform strain is right in any mesh. Strips are right in
/// equilateral meshes and in grids whose diagonals alternate: there the springs add up to an isotropic sheet. In a grid with
/// all diagonals one way a strip also shears as it stretches, and is up to a quarter too soft along the grid if it is free
/// to shear.
pub fn factor(lengths: [f64; 3], area: f64) -> f64 {
    3.0 * area / lengths.iter().map(|l| l * l).sum::<f64>()
}
