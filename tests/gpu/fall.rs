//! Free fall and free motion, which need no elasticity.

use super::common::*;
use pliant::desc::*;

/// Semi-implicit Euler with step h gives x₀ + v₀t + ½gt² + ½ght exactly. f32 leaves 1e-5 of each way, or of 1 m where
/// there is none.
#[test]
fn a_free_body_falls_as_the_integrator_says() {
    let mut sweep = Sweep::every(3);
    for executor in [PLIANT_EXECUTOR_RESIDENT, PLIANT_EXECUTOR_WIDE] {
        for method in [PLIANT_MODEL_NEO_HOOKEAN, PLIANT_MODEL_MASS_SPRING] {
            if !sweep.takes() {
                continue;
            }
            let mut world = world();
            let asset = cube(3, 0.5);
            let mut desc = BodyOptions {
                executor,
                linear_velocity: [1.0, 2.0, 0.0],
                ..body_desc()
            };
            desc.set_model(method);
            // A stiff block takes its forces at the end of a substep (solver/vbd/free_motion.wgsl). Springs as soft take four.
            let is_block = method == PLIANT_MODEL_NEO_HOOKEAN;
            desc.set_young(if is_block { 1e6 } else { 1e4 });
            let body = add(&mut world, &asset, desc);
            run(&mut world, 60, 1.0 / 60.0);
            let (positions, _) = particles(&mut world, body);
            let (h, t) = (1.0 / 240.0, 1.0);
            let expected = 2.0 * t - 0.5 * 9.81 * t * t - 0.5 * 9.81 * h * t;
            let ways = [1.0, expected, 0.0];
            let mut worst: f64 = 0.0;
            for (p, rest) in positions.iter().zip(&asset.rest_positions) {
                for (axis, way) in ways.into_iter().enumerate() {
                    let error = f64::from(p[axis]) - f64::from(rest[axis]) - way;
                    let allowed = 1e-5 * way.abs().max(1.0);
                    worst = worst.max(error.abs() / allowed);
                    assert!(
                        error.abs() < allowed,
                        "method {method} executor {executor} axis {axis}: off by {error:e} m of {way}"
                    );
                }
            }
            println!("fall: method {method} executor {executor}: {worst:.2} of what is allowed");
        }
    }
}

/// With forces at θ of a substep (docs/decisions/0027-coarse-correction.md) a fall is ½gt² + (θ - ½)ght. θ is 0.6 for a
/// body as soft as this one, the same for all vertices and in all substeps.
#[test]
fn a_soft_block_falls_by_the_theta_method() {
    let mut world = world();
    let asset = cube(3, 0.5);
    let mut desc = body_desc();
    desc.set_young(1e3);
    let body = add(&mut world, &asset, desc);
    run(&mut world, 60, 1.0 / 60.0);
    let (positions, _) = particles(&mut world, body);
    let (h, t) = (1.0 / 240.0, 1.0);
    let thetas = positions
        .iter()
        .zip(&asset.rest_positions)
        .map(|(p, rest)| {
            let fall = f64::from(rest[1]) - f64::from(p[1]);
            (fall / (9.81 * t) - 0.5 * t) / h + 0.5
        });
    let [low, high] = thetas.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], theta| {
        [low.min(theta), high.max(theta)]
    });
    println!("fall: theta {low:.5} to {high:.5}");
    // f32 leaves 1e-5 of the way.
    let rounding = 1e-5 * 0.5 * t / h;
    assert!(
        low > 0.6 - rounding && high < 0.6 + rounding,
        "{low} to {high}"
    );
}
