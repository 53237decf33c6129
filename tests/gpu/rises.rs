//! The counter of rises of a body's energy (`energy_rise_count`).

use super::common::*;
use super::oracle::*;
use glam::{DVec3, Quat};
use pliant::asset::TetMesh;
use pliant::asset::lattice::{Split, beam_lattice};
use pliant::desc::*;
use pliant::ids::PliantBodyId;
use pliant::math::PliantPose;
use pliant::reference::{State, kinetic_energy};
use pliant::world::{Edit, Selection, World};

fn rises(world: &mut World, body: PliantBodyId) -> u32 {
    world.wait(u64::MAX / 2).expect("the end of a step");
    world.body_info(body).expect("info").energy_rise_count
}

fn beam() -> TetMesh {
    beam_lattice([4, 1, 1], [2.0, 0.5, 0.5], Split::Five)
}

/// A body that is stretched counts nothing while it swings freely, and everything that an edit gives it begins anew. A
/// stiffer material under the same stretch is more energy, so a counter that missed the edit would count.
#[test]
fn free_bodies_are_counted_no_rise_of_energy() {
    let mut world = world();
    let mut desc = body_desc();
    desc.set_young(1e5);
    desc.angular_velocity = [0.0, 6.0, 2.0];
    let body = add(&mut world, &cube(4, 1.0), desc);
    run(&mut world, 40, HZ);
    assert_eq!(rises(&mut world, body), 0, "free fall");
    let impulse = Edit::ImpulseBody {
        body,
        impulse: [0.0, 5000.0, 0.0],
        point: Some([0.5, -2.0, 0.0]),
    };
    world.apply(impulse).expect("an impulse");
    desc.set_young(3e5);
    let model = desc.model;
    let edit = Edit::SetModel { body, model };
    world.apply(edit).expect("a model");
    run(&mut world, 40, HZ);
    assert_eq!(rises(&mut world, body), 0, "pushed and made stiffer");
}

/// Five seconds of fall at 300 m/s, a turn a second. f32 is 3e-5 m/s wide there: a frame that summed up gravity by itself
/// would be some 1e-2 m/s off. One by a single vertex would then show a part of the body's motion as a gain, for one of
/// the two turns.
#[test]
fn a_long_spinning_fall_counts_nothing() {
    for spin in [-6.2, 6.2] {
        let mut world = world();
        let mut desc = body_desc();
        desc.set_young(1e4);
        desc.set_damping(20.0); // or what a swing loses would hide it
        desc.angular_velocity = [0.0, 0.0, spin];
        desc.linear_velocity = [0.0, -300.0, 0.0];
        let body = add(&mut world, &cube(1, 1.0), desc);
        run(&mut world, 300, HZ);
        assert_eq!(rises(&mut world, body), 0, "{spin}");
    }
}

/// What holds a body in the world does no work, and sweeps that converge give it no energy.
#[test]
fn held_bodies_are_counted_no_rise_of_energy() {
    let mesh = beam();
    let end = || vertices(&mesh, |p| p[0] == 0.0);
    let mut sweep = Sweep::every(3);
    for executor in EXECUTORS {
        for how in ["fixed", "pinned", "on springs", "by a corner"] {
            if !sweep.takes() {
                continue;
            }
            let mut world = world();
            let desc = desc_for(executor, PLIANT_MODEL_NEO_HOOKEAN, 1e5);
            let body = add(&mut world, &cooked(&mesh), desc);
            let (held, stiffness) = match how {
                "on springs" => (end(), 1e4),
                "by a corner" => (vec![0], 0.0),
                _ => (end(), 0.0),
            };
            match how {
                "fixed" => set_inverse_mass(&mut world, body, held, 0.0),
                _ => {
                    let held = Selection::Vertices(held);
                    attach_with(&mut world, body, held, None, None, stiffness);
                }
            }
            run(&mut world, 60, HZ);
            // One of the two raises the energy.
            for gravity in [[3.0, -20.0, 1.0], [0.0, -9.81, 0.0]] {
                world.apply(Edit::SetGravity { gravity }).expect("gravity");
                run(&mut world, 15, HZ);
            }
            assert_eq!(rises(&mut world, body), 0, "{executor} {how}");
            any_executor(body);
        }
    }
}

/// Planes at rest do no work, with friction or without, at a hit at 6 m/s, on a slope, and where they are put into the
/// body, which they then drive out.
#[test]
fn bodies_on_planes_are_counted_no_rise_of_energy() {
    let asset = cooked(&beam());
    let mut sweep = Sweep::every(2);
    for executor in EXECUTORS {
        for (friction, speed, tilt) in [(0.5, 6.0, 0.0), (0.0, 3.0, 0.0), (0.2, 1.0, 0.4)] {
            if !sweep.takes() {
                continue;
            }
            let mut world = world();
            let rotation = Quat::from_rotation_z(tilt).to_array();
            let mut plane = PliantColliderDesc {
                shape: PLIANT_SHAPE_PLANE,
                friction,
                ..PliantColliderDesc::default()
            };
            plane.pose.rotation = rotation;
            world
                .apply(Edit::AddCollider { desc: plane })
                .expect("a plane");
            let mut desc = desc_for(executor, PLIANT_MODEL_NEO_HOOKEAN, 1e5);
            desc.friction = friction;
            desc.linear_velocity = [1.0, -speed, 0.0];
            desc.pose = PliantPose {
                rotation: Quat::from_rotation_z(0.8).to_array(),
                ..PliantPose::at([0.0, 1.5, 0.0])
            };
            let body = add(&mut world, &asset, desc);
            run(&mut world, 60, HZ);
            plane.pose.position[1] = 0.3;
            world
                .apply(Edit::AddCollider { desc: plane })
                .expect("a plane");
            run(&mut world, 30, HZ);
            assert_eq!(
                rises(&mut world, body),
                0,
                "{executor} {friction} {speed} {tilt}"
            );
            any_executor(body);
        }
    }
}

/// Energies are summed after every eighth step.
const EVERY: usize = 8;

/// Sums from the fourth on at which the f64 energy is this much above the least since the third.
fn count(energies: &[f64], limit: f64) -> u32 {
    let mut least = energies[2];
    let rises = energies[3..].iter().filter(|energy| {
        least = least.min(**energy);
        **energy - least > limit
    });
    rises.count() as u32
}

/// One sweep a step leaves a stiff beam that swings with more energy than it had, and one that falls on a floor perhaps.
/// The f64 energy of the same states says how often, to the rounding of f32: a tenth of the limit.
#[test]
fn rises_are_those_of_the_f64_energy() {
    let mesh = beam();
    let asset = cooked(&mesh);
    let mut sweep = Sweep::every(3);
    for executor in EXECUTORS {
        for is_held in [true, false] {
            if !sweep.takes() {
                continue;
            }
            let mut world = world_with(|o| (o.epochs, o.iterations) = (1, 1));
            let young = if is_held { 1e6 } else { 1e7 };
            let mut desc = desc_for(executor, PLIANT_MODEL_NEO_HOOKEAN, young);
            desc.pose.rotation = Quat::from_rotation_z(0.4).to_array();
            let body = add(&mut world, &asset, desc);
            let mut same = reference_body(&mesh, &desc).with_gravity(DVec3::NEG_Y * G);
            if is_held {
                set_inverse_mass(&mut world, body, vertices(&mesh, |p| p[0] == 0.0), 0.0);
                same = same.with_fixed(|p| p.x == 0.0);
            } else {
                add_floor(&mut world, -1.0);
            }
            let mut energy = || {
                run(&mut world, EVERY, HZ);
                let State {
                    positions,
                    velocities,
                } = state(&mut world, body, &asset);
                same.potential(&positions) + kinetic_energy(&same, &velocities)
            };
            let energies: Vec<f64> = (0..20).map(|_| energy()).collect();
            let size = DVec3::new(2.0, 0.5, 0.5).length();
            let (mu, mass) = (f64::from(young) / 2.6, 1e3 * 0.5);
            let whole = size * (size * (0.125 * mu * size + mass) + mass * G);
            let limit = whole * 4096.0 / 16_777_216.0;
            let [most, least] = [0.9, 1.1].map(|part| count(&energies, part * limit));
            let counted = rises(&mut world, body);
            println!("{executor} {is_held}: {counted} of {least} to {most}");
            assert!((least..=most).contains(&counted));
            assert!(least > 0 || !is_held, "nothing rises, so nothing is shown");
            any_executor(body);
        }
    }
}

/// A clamped bar that gravity bends has no more energy than in the beginning, at any number of sweeps. The sums of f32
/// positions round at 1e-6 of it. Were its guess given gravity where sweeps alone move it, three sweeps would let it fall
/// to 0.46 m in the first swing and to 0.8 m in the end: 1.6 times the 0.29 m that its weight can take it to.
#[test]
fn a_clamped_bar_of_few_sweeps_gains_no_energy() {
    let mesh = beam_lattice([8, 2, 2], [1.0, 0.1, 0.1], Split::Six);
    let asset = cooked(&mesh);
    let mut sweep = Sweep::every(5);
    for executor in EXECUTORS {
        for schedule in [[4, 3], [1, 1], [3, 3], [1, 2], [5, 1], [4, 2], [3, 1]] {
            if !sweep.takes() {
                continue;
            }
            let mut world = world_with(|o| [o.epochs, o.iterations] = schedule);
            let desc = desc_for(executor, PLIANT_MODEL_NEO_HOOKEAN, 1e7);
            let body = add(&mut world, &asset, desc);
            set_inverse_mass(&mut world, body, vertices(&mesh, |p| p[0] == 0.0), 0.0);
            let same = reference_body(&mesh, &desc)
                .with_gravity(DVec3::NEG_Y * G)
                .with_fixed(|p| p.x == 0.0);
            let begun = same.potential(&same.rest);
            let whole = 10.0 * G * 0.3;
            let mut most = f64::MIN;
            for _ in 0..60 {
                run(&mut world, 5, HZ);
                let now = state(&mut world, body, &asset);
                let energy =
                    same.potential(&now.positions) + kinetic_energy(&same, &now.velocities);
                most = most.max((energy - begun) / whole);
            }
            println!("{executor} {schedule:?}: {most:e}");
            assert!(most < 1e-4, "{executor} {schedule:?}: {most}");
            assert_eq!(rises(&mut world, body), 0, "{executor} {schedule:?}");
            any_executor(body);
        }
    }
}
