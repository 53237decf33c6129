//! The order in which changes reach a body.

use super::common::*;
use super::oracle::*;
use pliant::desc::*;
use pliant::ids::PliantBodyId;
use pliant::world::{Edit, World};

fn push(world: &mut World, body: PliantBodyId, impulse: f64) {
    let (impulse, point) = ([impulse as f32, 0.0, 0.0], None);
    let edit = Edit::ImpulseBody {
        body,
        impulse,
        point,
    };
    world.apply(edit).expect("pushed");
}

/// A push p of a body of mass m gives p/m: 1 m/s here, or 2 m/s if the body was made half as heavy before the push. To
/// the rounding of the sums (1e-5, as for the momentum of an impulse).
#[test]
fn changes_of_a_body_apply_in_the_order_they_came() {
    let asset = cube(2, 0.5);
    let count = asset.rest_positions.len() as u32;
    for executor in EXECUTORS {
        // The velocity after a push of p = mass [N·s] along x, at inverse masses of 1 or 2 over those at rest.
        let speed = |lighter_first: bool| {
            let mut world = weightless();
            let desc = BodyOptions {
                executor,
                ..body_desc()
            };
            let body = add(&mut world, &asset, desc);
            let mass = f64::from(world.body_info(body).expect("info").mass);
            let masses: Vec<f64> = asset
                .internal_from_user
                .iter()
                .map(|i| 1000.0 * f64::from(asset.vertex_measures[*i as usize]))
                .collect();
            let lighten = |world: &mut World| {
                let edit = Edit::SetInverseMasses {
                    body,
                    vertices: (0..count).collect(),
                    inverse_masses: masses.iter().map(|m| (2.0 / m) as f32).collect(),
                };
                world.apply(edit).expect("lighter");
            };
            if lighter_first {
                lighten(&mut world);
            }
            push(&mut world, body, mass);
            if !lighter_first {
                lighten(&mut world);
            }
            let total: f64 = masses.iter().sum();
            let mean = |world: &mut World| {
                run(world, 1, 1e-9); // next to no time: it shows the velocities
                let now = state(world, body, &asset);
                let gains = now.velocities.iter().zip(&masses);
                gains.map(|(v, m)| v.x * m).sum::<f64>() / total
            };
            let first = mean(&mut world);
            // Two pushes in one step are two rounds.
            push(&mut world, body, mass);
            push(&mut world, body, -mass);
            let again = mean(&mut world);
            assert!((again - first).abs() < 1e-5, "{first} then {again}");
            first
        };
        let (after, before) = (speed(false), speed(true));
        assert!(
            (after - 1.0).abs() < 1e-5,
            "pushed, then lighter: {after} m/s"
        );
        assert!(
            (before - 2.0).abs() < 1e-5,
            "lighter, then pushed: {before} m/s"
        );
    }
}
