use super::Numbers;
use crate::asset::TetMesh;
use crate::asset::lattice::{Split, beam_lattice};
use crate::element::{Material, Parameters};
use crate::reference::cantilever::{body, euler_bernoulli, mesh, rest, tip_displacement};
use crate::reference::{Body, equilibrium, equilibrium_within, min_deformation_determinant};
use glam::{DMat3, DVec3};

fn solid(young_modulus: f64, poisson_ratio: f64) -> Parameters {
    Parameters {
        young_modulus,
        poisson_ratio,
        ..Parameters::default()
    }
}

#[test]
fn affine_boundary_gives_an_affine_interior() {
    let mut mesh = beam_lattice([3, 3, 3], [1.0; 3], Split::Five);
    let inside = |p: &[f32; 3]| p.iter().all(|c| *c > 0.0 && *c < 1.0);
    let mut numbers = Numbers(1);
    for p in mesh.positions.iter_mut().filter(|p| inside(p)) {
        p.iter_mut()
            .for_each(|c| *c += 0.08 * numbers.next() as f32);
    }
    let map = DMat3::from_cols_array(&[1.2, 0.1, -0.2, 0.3, 0.9, 0.1, 0.0, 0.2, 1.1]);
    let body = Body::new(&mesh, Material::NeoHookean, &solid(1e6, 0.4));
    let body = body.with_fixed(|p| [p.x, p.y, p.z].iter().any(|c| *c == 0.0 || *c == 1.0));
    assert_eq!(body.fixed.iter().filter(|fixed| !**fixed).count(), 8);
    let affine: Vec<DVec3> = body.rest.iter().map(|p| map * *p).collect();
    let start = |(i, x): (usize, &DVec3)| {
        if body.fixed[i] {
            *x
        } else {
            *x + numbers.vector() * 0.05
        }
    };
    let start: Vec<DVec3> = affine.iter().enumerate().map(start).collect();
    let solution = equilibrium(&body, &start);
    assert!(solution.converged);
    let error = solution
        .positions
        .iter()
        .zip(&affine)
        .map(|(x, y)| x.distance(*y))
        .fold(0.0, f64::max);
    assert!(error < 1e-8, "{error}"); // the residual, 1e-9 of the forces, over a stiffness of order 1
}

#[test]
fn hanging_bar_stretches_and_narrows_as_hooke_says() {
    let (length, nu, young_modulus) = (1.0, 0.3, 1e8);
    let mesh = beam_lattice([20, 2, 2], [1.0, 0.1, 0.1], Split::Five);
    let body = Body::new(&mesh, Material::NeoHookean, &solid(young_modulus, nu));
    let body = body
        .with_gravity(DVec3::X * 9.81)
        .with_fixed(|p| p.x == 0.0);
    let solution = equilibrium(&body, &body.rest);
    assert!(solution.converged);
    let mean = |at: f64, value: &dyn Fn(usize) -> f64| {
        let ring: Vec<usize> = (0..body.rest.len())
            .filter(|i| (body.rest[*i].x - at).abs() < 1e-6)
            .collect();
        ring.iter().map(|i| value(*i)).sum::<f64>() / ring.len() as f64
    };
    let stretch = mean(length, &|i| solution.positions[i].x - body.rest[i].x);
    let expected = 1000.0 * 9.81 * length * length / (2.0 * young_modulus);
    // 3 %: the clamp also holds the width, which stiffens about one width of the bar.
    assert!(
        (stretch / expected - 1.0).abs() < 0.03,
        "{}",
        stretch / expected
    );
    // Strain falls linearly from the clamp to the free end. Lateral strain by least squares of y over a section.
    let (x0, half) = (0.5, 0.05);
    let offset = |i: usize| body.rest[i].y - half;
    let moment = mean(x0, &|i| offset(i) * offset(i));
    let narrowing = mean(x0, &|i| {
        offset(i) * (solution.positions[i].y - body.rest[i].y)
    }) / moment;
    let strain = 1000.0 * 9.81 * (length - x0) / young_modulus;
    assert!(
        (narrowing / (-nu * strain) - 1.0).abs() < 0.03,
        "{}",
        narrowing / (-nu * strain)
    );
}

/// Tip / Euler-Bernoulli of linear tets from a separate finite element program: six tets per cell at ν = .3 and .45,
/// five at .3 and .45. Six tets have their long diagonal along (+1, +1, +1), the beam is along x, gravity along -y, and
/// the tip is the mean over the end. Three digits. See `cantilever` on other splits.
#[expect(clippy::approx_constant, reason = "0.318 is not 1/π here")]
const TABLE: [([usize; 3], [f64; 4]); 3] = [
    ([4, 1, 1], [0.271, 0.169, 0.380, 0.318]),
    ([8, 2, 2], [0.548, 0.342, 0.694, 0.604]),
    ([16, 4, 4], [0.828, 0.622, 0.920, 0.849]),
];

#[test]
fn cantilever_sags_as_the_table_of_linear_tets_says() {
    for (cells, row) in TABLE {
        let columns = [
            (Split::Six, 0.3),
            (Split::Six, 0.45),
            (Split::Five, 0.3),
            (Split::Five, 0.45),
        ];
        for ((split, nu), expected) in columns.into_iter().zip(row) {
            let parameters = solid(1e8, nu); // sags by 0.2 % of the length
            let (body, solution) = rest(cells, split, Material::NeoHookean, &parameters);
            let ratio =
                -tip_displacement(&body, &solution.positions).y / euler_bernoulli(&parameters);
            assert!(solution.converged);
            assert!(
                (ratio / expected - 1.0).abs() < 0.01,
                "{cells:?} {split:?} ν = {nu}: {ratio}"
            );
        }
    }
}

/// Bench bodies; the larger ones use only the coarser tolerance. Both the forces left and the sag are within it.
#[test]
fn a_coarser_equilibrium_leaves_the_forces_and_the_error_that_it_says() {
    for cells in [[4, 4, 4], [8, 8, 16]] {
        let longest = cells[2] as f32;
        let mesh = beam_lattice(cells, cells.map(|n| n as f32 / longest), Split::Five);
        let body = Body::new(&mesh, Material::NeoHookean, &solid(1e6, 0.3))
            .with_gravity(DVec3::new(0.0, -9.81, 0.0))
            .with_fixed(|p| p.z == 0.0);
        let free = |i: &usize| !body.fixed[*i];
        let end = |i: &usize| body.rest[*i].z == 1.0;
        let all = 0..body.rest.len();
        let sag = |x: &[DVec3]| -> f64 {
            let ends = all.clone().filter(end);
            ends.map(|i| body.rest[i].y - x[i].y).sum::<f64>()
                / all.clone().filter(end).count() as f64
        };
        let weight = all
            .clone()
            .filter(free)
            .map(|i| (9.81 * body.masses[i]).powi(2));
        let weight = weight.sum::<f64>().sqrt();
        let exact = equilibrium(&body, &body.rest);
        assert!(exact.converged);
        for part in [1e-2, 1e-4] {
            let coarse = equilibrium_within(&body, &body.rest, part);
            let forces = body.forces(&coarse.positions);
            let left = all.clone().filter(free).map(|i| forces[i].length_squared());
            let left = left.sum::<f64>().sqrt() / weight;
            assert!(coarse.converged && left <= part, "{cells:?}: {left} left");
            let error = sag(&coarse.positions) / sag(&exact.positions) - 1.0;
            assert!(error.abs() < 2.0 * part, "{cells:?} {part}: off by {error}");
        }
    }
}

#[test]
fn cantilever_of_six_tets_sags_alike_in_all_four_directions() {
    // Kuhn's split is symmetric under exchange of y and z and inversion through the cell's centre, and a linear
    // response is odd in the load: small sags agree to 0.2 %, the ratio of sag to length.
    let sag = |direction: DVec3| {
        let body = body(
            &mesh([8, 2, 2], Split::Six),
            Material::NeoHookean,
            &solid(1e8, 0.3),
        );
        let body = body.with_gravity(direction * 9.81);
        let solution = equilibrium(&body, &body.rest);
        tip_displacement(&body, &solution.positions).dot(direction)
    };
    let sags = [DVec3::NEG_Y, DVec3::Y, DVec3::NEG_Z, DVec3::Z].map(sag);
    assert!(
        sags.iter().all(|sag| (sag / sags[0] - 1.0).abs() < 2e-3),
        "{sags:?}"
    );
}

#[test]
fn soft_cantilever_comes_to_rest_without_inversion() {
    let parameters = solid(1e5, 0.3);
    for split in [Split::Five, Split::Six] {
        let (body, solution) = rest([16, 4, 4], split, Material::NeoHookean, &parameters);
        let tip = tip_displacement(&body, &solution.positions);
        assert!(
            solution.converged && min_deformation_determinant(&body, &solution.positions) > 0.0
        );
        // It hangs far down, but at most by the beam's length plus some stretch.
        assert!(tip.y < -0.6 && tip.y > -1.2 && tip.x < 0.0, "{tip}");
        // At rest, any small move raises the potential.
        let mut numbers = Numbers(23);
        let least = body.potential(&solution.positions);
        for _ in 0..10 {
            let shake = |(i, x): (usize, &DVec3)| {
                if body.fixed[i] {
                    *x
                } else {
                    *x + numbers.vector() * 1e-4
                }
            };
            let moved: Vec<DVec3> = solution.positions.iter().enumerate().map(shake).collect();
            assert!(body.potential(&moved) > least);
        }
    }
}

#[test]
fn stiffness_factors_shift_the_sag_as_the_modulus_does() {
    let mut mesh = mesh([4, 1, 1], Split::Five);
    let sag = |mesh: &TetMesh, young_modulus: f64, method: Material| {
        let body = body(mesh, method, &solid(young_modulus, 0.3));
        let solution = equilibrium(&body, &body.rest);
        assert!(solution.converged, "{method:?}");
        tip_displacement(&body, &solution.positions).y
    };
    for method in Material::ALL {
        mesh.tet_stiffness = Vec::new();
        let stiff = sag(&mesh, 4e6, method);
        mesh.tet_stiffness = vec![4.0; mesh.tets.len()];
        assert!((sag(&mesh, 1e6, method) / stiff - 1.0).abs() < 1e-6); // both to the residual's 1e-9, times condition
    }
}

#[test]
fn turned_inside_out_tet_comes_back() {
    let mesh = TetMesh {
        positions: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        tets: vec![[0, 1, 2, 3]],
        ..TetMesh::default()
    };
    let body = Body::new(&mesh, Material::NeoHookean, &solid(1e5, 0.3)).with_fixed(|p| p.z == 0.0);
    let mut start = body.rest.clone();
    start[3] = DVec3::new(0.1, 0.2, -0.8);
    assert!(min_deformation_determinant(&body, &start) < 0.0);
    let solution = equilibrium(&body, &start);
    assert!(solution.converged && solution.positions[3].distance(body.rest[3]) < 1e-8);
}

#[test]
fn scrambled_box_comes_back() {
    // Half of the tets start inverted, and the second derivative is indefinite.
    let mesh = beam_lattice([3, 2, 2], [1.5, 1.0, 1.0], Split::Five);
    let body = Body::new(&mesh, Material::NeoHookean, &solid(1e5, 0.3)).with_fixed(|p| p.x == 0.0);
    let mut numbers = Numbers(37);
    let start = |(i, p): (usize, &DVec3)| if body.fixed[i] { *p } else { numbers.vector() };
    let start: Vec<DVec3> = body.rest.iter().enumerate().map(start).collect();
    assert!(min_deformation_determinant(&body, &start) < -1.0);
    let solution = equilibrium(&body, &start);
    // The definite part takes 28 steps; steepest descent instead would take 84.
    assert!(
        solution.converged && solution.iterations < 50,
        "{solution:?}"
    );
    let error = solution
        .positions
        .iter()
        .zip(&body.rest)
        .map(|(x, p)| x.distance(*p))
        .fold(0.0, f64::max);
    // 64 ε of a stiffness, times a condition number below 1e4.
    assert!(error < 1e-9, "{error}");
}

/// Tip of a heavy elastica (a thin rod under its own weight): EI θ'' = −q (L − s) cos θ, θ(0) = 0, θ'(L) = 0, clamped
/// level, weight q [N/m] downwards. Shooting for the moment at the clamp, midpoint steps.
fn elastica_tip(stiffness: f64, weight: f64, length: f64) -> (f64, f64) {
    let steps = 2000;
    let h = length / f64::from(steps);
    let shoot = |curvature: f64| {
        let (mut angle, mut bend, mut x, mut y) = (0.0_f64, curvature, 0.0, 0.0);
        for n in 0..steps {
            let slope = |s: f64, angle: f64| -weight * (length - s) * angle.cos() / stiffness;
            let s = f64::from(n) * h;
            let (middle, bend_middle) = (angle + 0.5 * h * bend, bend + 0.5 * h * slope(s, angle));
            (x, y) = (x + h * middle.cos(), y + h * middle.sin());
            bend += h * slope(s + 0.5 * h, middle);
            angle += h * bend_middle;
        }
        (bend, x, y)
    };
    // The clamp's curvature is at most that of the straight beam.
    let (mut low, mut high) = (0.0, 0.5 * weight * length * length / stiffness);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        *(if shoot(middle).0 > 0.0 {
            &mut high
        } else {
            &mut low
        }) = middle;
    }
    let (_, x, y) = shoot(low);
    (x, y)
}

#[test]
fn cantilever_bends_back_as_an_elastica_does() {
    // At 1e6 Pa the beam sags by a fifth of its length. The elastica gets the bending stiffness these meshes show at
    // small sags (the table's ratio).
    for (split, ratio) in [(Split::Five, 0.920), (Split::Six, 0.828)] {
        let bending = 1e6 * 0.25_f64.powi(4) / 12.0 / ratio;
        let (x, y) = elastica_tip(bending, 1000.0 * 9.81 * 0.0625, 1.0);
        let (body, solution) = rest([16, 4, 4], split, Material::NeoHookean, &solid(1e6, 0.3));
        let tip = tip_displacement(&body, &solution.positions);
        // The elastica lacks the stretch, ρgL/2E = 0.5 % along the beam, and outer fibres at 3 % strain deviate from
        // Hooke's law. A linear beam would be 3 % off in y and not move in x.
        assert!((tip.y / -y - 1.0).abs() < 0.015, "{split:?}: {} {y}", tip.y);
        assert!(
            (tip.x / (x - 1.0) - 1.0).abs() < 0.1,
            "{split:?}: {} {x}",
            tip.x
        );
    }
}

#[test]
fn converged_sags_are_those_of_the_design() {
    // Six tets per cell, from the separate program that compared the solvers; three digits, tip at one vertex.
    for (young_modulus, sag) in [(1e6, 0.1914), (1e8, 0.00196)] {
        let (body, solution) = rest(
            [16, 4, 4],
            Split::Six,
            Material::NeoHookean,
            &solid(young_modulus, 0.3),
        );
        let tip = tip_displacement(&body, &solution.positions);
        assert!((-tip.y / sag - 1.0).abs() < 0.01, "{tip}");
    }
}
