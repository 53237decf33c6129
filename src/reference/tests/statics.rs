use crate::asset::lattice::Split;
use crate::material::{Method, Parameters};
use crate::reference::cantilever::*;
use crate::reference::*;

#[test]
fn explore() {
    for cells in [[4, 1, 1], [8, 2, 2], [16, 4, 4]] {
        for split in [Split::Six, Split::Five] {
            for nu in [0.3, 0.45, 0.49] {
                let p = Parameters {
                    young_modulus: 1e9,
                    poisson_ratio: nu,
                    ..Default::default()
                };
                let t = std::time::Instant::now();
                let (b, s) = rest(cells, split, Method::NeoHookean, &p);
                let d = tip_displacement(&b, &s.positions);
                println!(
                    "{cells:?} {split:?} {nu} {:.4} {d:?} {} {} {:e} {:?} detF {}",
                    -d.y / euler_bernoulli(&p),
                    s.iterations,
                    s.converged,
                    s.residual,
                    t.elapsed(),
                    min_deformation_determinant(&b, &s.positions)
                );
            }
        }
    }
}
