//! The clamped beam under its own weight against the f64 reference.
//!
//! A beam at rest must not depend on how it got there: steps a second, substeps and iterations may change the damped way
//! down, not the rest. 2 % is what the reference and the table of the method's description are compared with elsewhere;
//! nothing here is tuned per case except how long a case may take to come to rest.

use super::common::*;
use super::oracle::*;
use pliant::asset::lattice::Split;
use pliant::desc::*;
use pliant::reference::cantilever;
use pliant::world::World;
use std::time::Instant;

const CELLS: [usize; 3] = [16, 4, 4];

struct Case {
    executor: u32,
    young: f32,
    poisson: f32,
    hz: f32,
    schedule: (u32, u32),
}

fn describe(case: &Case) -> PliantBodyDesc {
    let mut desc = PliantBodyDesc {
        executor: case.executor,
        substeps: case.schedule.0,
        iterations: case.schedule.1,
        ..body_desc()
    };
    desc.material.young_modulus = case.young;
    desc.material.poisson_ratio = case.poisson;
    // Near critical for the slowest mode, whose frequency goes with the root of E (7.6 rad/s at 1e6 Pa).
    desc.material.damping = (10.0 * (case.young / 1e6).sqrt()).clamp(3.0, 10.0);
    desc
}

/// Where the tip comes to rest, the seconds it took and the f64 tip.
fn tip_at_rest(world: &mut World, cells: [usize; 3], case: &Case) -> ([f64; 2], f64) {
    let mesh = cantilever::mesh(cells, Split::Five);
    let asset = cooked(&mesh);
    let desc = describe(case);
    let body = add(world, &asset, desc);
    set_inverse_mass(world, body, vertices(&mesh, |p| p[0] == 0.0), 0.0);
    let oracle = reference_body(&mesh, &desc);
    // At rest: a hundredth of a per cent of the sag in a second.
    let sag = cantilever::euler_bernoulli(&parameters(case)).min(1.0);
    let time = settle(world, body, &asset, 1.0 / case.hz, (1e-4 * sag, 12.0));
    let state = state(world, body, &asset);
    let tip = cantilever::tip_displacement(&oracle, &state.positions);
    ([tip.x, tip.y], time)
}

fn parameters(case: &Case) -> pliant::material::Parameters {
    pliant::material::Parameters {
        young_modulus: f64::from(case.young),
        poisson_ratio: f64::from(case.poisson),
        ..Default::default()
    }
}

#[test]
fn probe() {
    for executor in EXECUTORS {
        for young in [1e5, 1e6, 1e7, 1e8] {
            let started = Instant::now();
            let (body, solution) = cantilever::rest(
                CELLS,
                Split::Five,
                pliant::material::Method::NeoHookean,
                &parameters(&Case {
                    executor,
                    young,
                    poisson: 0.3,
                    hz: 60.0,
                    schedule: (4, 5),
                }),
            );
            let tip = cantilever::tip_displacement(&body, &solution.positions);
            println!("E {young:e} reference {:?} in {:?}", tip, started.elapsed());
            for hz in [30.0, 60.0, 120.0] {
                for schedule in [(4, 5), (2, 10)] {
                    let started = Instant::now();
                    let case = Case {
                        executor,
                        young,
                        poisson: 0.3,
                        hz,
                        schedule,
                    };
                    let (t, time) = tip_at_rest(&mut world(), CELLS, &case);
                    let off = ((t[0] - tip.x).powi(2) + (t[1] - tip.y).powi(2)).sqrt();
                    println!(
                        "ex {executor} E {young:e} {hz} Hz {schedule:?}: {t:.6?} off {:.3} % rest after {time} s, {:?}",
                        100.0 * off / tip.length(),
                        started.elapsed()
                    );
                }
            }
        }
    }
}
