//! A running body changes its model.

use super::common::*;
use super::momentum::{motion, stretched_and_spun};
use super::oracle::*;
use glam::DVec3;
use pliant::asset::lattice::{Split, beam_lattice};
use pliant::desc::*;
use pliant::error::Status;
use pliant::reference::{Body, State};
use pliant::world::Edit;

fn centre(body: &Body, state: &State) -> DVec3 {
    let mass: f64 = body.masses.iter().sum();
    let terms = state.positions.iter().zip(&body.masses);
    terms.map(|(x, m)| *x * *m / mass).sum()
}

/// A model with this number, which draws a bar together within some steps.
fn firm(number: u32) -> Model {
    match number {
        PLIANT_MODEL_SHAPE_MATCHING => PliantShapeMatchingDesc {
            deformation: PLIANT_DEFORMATION_QUADRATIC,
            ..PliantShapeMatchingDesc::default()
        }
        .into(),
        _ => model(number, 1e6),
    }
}

/// A stretched bar that flies and turns goes from each of three models to each other. No internal force changes its
/// momentum or its angular momentum, and all solvers restore them in each step, so over each switch they stay to
/// rounding: 1e-4 is a thousand times f32's. The centre goes on by velocity times the step, to 1e-5 of the bar's metre.
/// No vertex jumps: in the step it leaves the way of its velocity by less than a tenth of what the bar was stretched at the start.
#[test]
fn a_switch_keeps_momentum_and_place() {
    let stretch = 0.2;
    for executor in EXECUTORS {
        let mut world = weightless();
        let desc = desc_for(executor, PLIANT_MODEL_NEO_HOOKEAN, 1e6);
        let (body, asset, reference) = stretched_and_spun(&mut world, desc, stretch);
        run(&mut world, 1, HZ);
        let [neo, spring, shape] = SOFT_MODELS;
        for number in [spring, shape, neo, shape, spring, neo] {
            run(&mut world, 5, HZ);
            let before = state(&mut world, body, &asset);
            let model = firm(number);
            let edit = Edit::SetModel { body, model };
            world.apply(edit).expect("another model");
            world.step(HZ).expect("a step");
            let after = state(&mut world, body, &asset);
            let info = world.body_info(body).expect("info");
            assert_eq!((info.model, info.state), (number, PLIANT_BODY_ACTIVE));

            let [m0, m1] = [&before, &after].map(|state| motion(&reference, state));
            let linear = (m1.linear - m0.linear).length() / m0.linear.length();
            let angular = (m1.angular - m0.angular).length() / m0.angular.length();
            let mass: f64 = reference.masses.iter().sum();
            let way = m0.linear / mass * f64::from(HZ);
            let jump = centre(&reference, &after) - centre(&reference, &before) - way;
            let ways = before.positions.iter().zip(&before.velocities);
            let ways: Vec<DVec3> = ways.map(|(x, v)| *x + *v * f64::from(HZ)).collect();
            let off = farthest(&after.positions, &ways);
            println!(
                "executor {executor}, to {number}: linear {linear:.1e}, angular {angular:.1e}, jump {:.1e} m, {off:.1e} m",
                jump.length()
            );
            assert!(linear < 1e-4 && angular < 1e-4, "{linear} {angular}");
            assert!(jump.length() < 1e-5, "{jump}");
            assert!(off < f64::from(stretch) / 10.0, "{off}");
        }
    }
}

/// After a switch a body is as one that had the model from the start: at rest under its weight it finds the same shape,
/// to 1 % of the sag. The tables of the old model are gone: there and back needs no more GPU memory.
#[test]
fn a_switched_body_comes_to_rest_as_one_that_began_so() {
    let mesh = beam_lattice([4, 2, 2], [1.0, 0.5, 0.5], Split::Five);
    let asset = cooked(&mesh);
    let sag = |first: u32| {
        let mut world = world();
        let mut desc = desc_for(PLIANT_EXECUTOR_WIDE, first, 1e6);
        desc.set_damping(10.0);
        let body = add(&mut world, &asset, desc);
        set_inverse_mass(&mut world, body, vertices(&mesh, |p| p[0] == 0.0), 0.0);
        let mut bytes = Vec::new();
        for number in [PLIANT_MODEL_NEO_HOOKEAN, PLIANT_MODEL_MASS_SPRING].repeat(4) {
            desc.set_model(number);
            let model = desc.model;
            world
                .apply(Edit::SetModel { body, model })
                .expect("a model");
            run(&mut world, 2, HZ);
            bytes.push(world.stats().gpu_bytes);
        }
        assert_eq!(bytes[2], bytes[7], "tables are left over");
        run(&mut world, 180, HZ);
        let now = state(&mut world, body, &asset);
        let end = vertices(&mesh, |p| p[0] == 1.0)[0] as usize;
        f64::from(mesh.positions[end][1]) - now.positions[end].y
    };
    let [switched, same] = [PLIANT_MODEL_NEO_HOOKEAN, PLIANT_MODEL_MASS_SPRING].map(sag);
    println!("sag {switched:.5} and {same:.5} m");
    assert!(same > 1e-3 && (switched / same - 1.0).abs() < 0.01);
}

/// What cannot be is refused in a sentence, and the body goes on as it is.
#[test]
fn a_model_without_a_solver_or_with_too_many_substeps_is_refused() {
    let mut world = weightless();
    let mut desc = desc_for(PLIANT_EXECUTOR_DEFAULT, PLIANT_MODEL_MASS_SPRING, 1e4);
    desc.substeps = 100;
    let asset = cube(2, 1.0);
    let body = add(&mut world, &asset, desc);
    run(&mut world, 1, HZ);
    let mut set = |model: Model| world.apply(Edit::SetModel { body, model });
    let many = set(Model::default()).expect_err("100 substeps");
    assert_eq!(many.status, Status::InvalidArgument);
    assert!(many.message.contains("substeps is 100"), "{}", many.message);
    let cloth = set(PliantClothDesc::default().into()).expect_err("a cube of cloth");
    assert!(
        cloth.message.contains("PLIANT_MODEL_CLOTH"),
        "{}",
        cloth.message
    );
    let info = world.body_info(body).expect("info");
    let each = (info.model, info.substeps / WorldOptions::default().epochs);
    assert_eq!(each, (PLIANT_MODEL_MASS_SPRING, 100));
    run(&mut world, 1, HZ);
}
