//! States that linear tets represent exactly, and the hanging bar.

use super::common::*;
use super::oracle::*;
use glam::{DMat3, DVec3};
use pliant::asset::TetMesh;
use pliant::asset::lattice::{Split, beam_lattice};
use pliant::desc::*;
use pliant::math::tet::tet_volume;
use pliant::reference::equilibrium;

/// A unit box of 4³ cells whose inner vertices are moved off the lattice by up to a fifth of a cell.
fn irregular_box() -> TetMesh {
    let mut mesh = beam_lattice([4; 3], [1.0; 3], Split::Five);
    let mut seed = 1_u32;
    let mut random = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) as f32 / (1 << 24) as f32 - 0.5
    };
    for p in mesh.positions.iter_mut().filter(|p| !on_boundary(**p)) {
        *p = p.map(|c| c + 0.1 * random());
    }
    let corner = |i: u32| DVec3::from(mesh.positions[i as usize].map(f64::from));
    assert!(
        mesh.tets
            .iter()
            .all(|tet| tet_volume(tet.map(corner)) > 0.0)
    );
    mesh
}

fn on_boundary(p: [f32; 3]) -> bool {
    p.iter().any(|c| *c == 0.0 || *c == 1.0)
}

/// Boundary vertices are held at an affine image of the rest pose. The same map then balances the inside of any mesh,
/// since every tet has the same stress. The tolerance is 1e-4 of the size.
#[test]
fn an_affine_boundary_makes_an_affine_inside() {
    let mesh = irregular_box();
    let asset = cooked(&mesh);
    let map = DMat3::from_cols(
        DVec3::new(1.15, 0.05, 0.0),
        DVec3::new(0.10, 0.90, -0.05),
        DVec3::new(0.0, 0.08, 1.05),
    );
    let affine: Vec<DVec3> = mesh
        .positions
        .iter()
        .map(|p| map * DVec3::from(p.map(f64::from)) + DVec3::new(0.2, -0.1, 0.3))
        .collect();
    let mut sweep = Sweep::every(5);
    for executor in EXECUTORS {
        for poisson in [0.0, 0.3, 0.45] {
            if !sweep.takes() {
                continue;
            }
            let mut world = weightless();
            let mut desc = BodyOptions {
                executor,
                ..body_desc()
            };
            desc.set_poisson(poisson);
            desc.set_damping(5.0);
            let body = add(&mut world, &asset, desc);
            let held = vertices(&mesh, on_boundary);
            assert!(held.len() < mesh.positions.len());
            hold_at(
                &mut world,
                body,
                held.iter().map(|i| (*i, affine[*i as usize])),
            );
            run(&mut world, 120, 1.0 / 60.0);
            let off = farthest(&state(&mut world, body, &asset).positions, &affine);
            println!("executor {executor} nu {poisson}: {off:.2e}");
            assert!(
                off < 1e-4,
                "executor {executor} nu {poisson}: off by {off:e}"
            );
        }
    }
}

/// A bar hung by its end is longer by ρg(L − y)/E at depth y, ρgL²/(2E) in all, and thinner by ν times that. Its end is
/// also held sideways, which costs up to W/L of it, so the bar is eight times as long as wide. 3 % covers that and the
/// second order of strains of half a per cent. The f64 equilibrium of the same mesh must agree far better.
#[test]
fn a_hanging_bar_is_longer_and_thinner_as_hooke_says() {
    let (length, width, young, poisson) = (2.0_f32, 0.25_f32, 4e6_f32, 0.3_f32);
    let mesh = beam_lattice([2, 16, 2], [width, length, width], Split::Five);
    let asset = cooked(&mesh);
    for executor in EXECUTORS {
        let mut world = world();
        let mut desc = BodyOptions {
            executor,
            ..body_desc()
        };
        desc.set_young(young);
        desc.set_poisson(poisson);
        desc.set_damping(20.0);
        let body = add(&mut world, &asset, desc);
        set_inverse_mass(&mut world, body, vertices(&mesh, |p| p[1] == length), 0.0);
        let time = settle(&mut world, body, &asset, 1.0 / 60.0, (1e-5, 10.0));
        let now = state(&mut world, body, &asset).positions;
        let oracle = reference_body(&mesh, &desc)
            .with_gravity(DVec3::new(0.0, -9.81, 0.0))
            .with_fixed(|p| p.y == f64::from(length));
        let exact = equilibrium(&oracle, &oracle.rest).positions;
        let mean = |x: &[DVec3], chosen: &dyn Fn([f32; 3]) -> bool, axis: usize| {
            let list = vertices(&mesh, chosen);
            list.iter()
                .map(|i| x[*i as usize][axis] - oracle.rest[*i as usize][axis])
                .sum::<f64>()
                / list.len() as f64
        };
        let strain = 1000.0 * 9.81 * f64::from(length / young); // at the held end
        let elongation = -mean(&now, &|p| p[1] == 0.0, 1);
        let expected = strain * f64::from(length) / 2.0;
        let narrowing = mean(&now, &|p| p[1] == 1.0 && p[0] == 0.0, 0)
            - mean(&now, &|p| p[1] == 1.0 && p[0] == width, 0);
        let thinner = f64::from(poisson * width) * strain / 2.0;
        let off = farthest(&now, &exact) / expected;
        println!(
            "executor {executor}: longer {:.4}, thinner {:.4} of Hooke's, {off:.2e} from the reference, rest after {time} s",
            elongation / expected,
            narrowing / thinner
        );
        assert!(
            (elongation / expected - 1.0).abs() < 0.03,
            "longer by {elongation}, expected {expected}"
        );
        assert!(
            (narrowing / thinner - 1.0).abs() < 0.03,
            "thinner by {narrowing}, expected {thinner}"
        );
        assert!(off < 5e-3, "off the reference by {off} of the elongation");
    }
}
