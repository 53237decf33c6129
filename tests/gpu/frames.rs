//! A frame that moves: where it is in each substep.

use super::common::*;
use super::oracle::*;
use glam::{DQuat, DVec3};
use pliant::asset::lattice::{Split, beam_lattice};
use pliant::desc::*;
use pliant::math::PliantPose;
use pliant::reference::{Body, State, implicit_euler_step, verlet_step};

const DT: f32 = 1.0 / 60.0;
const SUBSTEPS: u32 = 4;
/// The motion of the frame in the step: a turn about the axis x [rad] and a way [m].
const TURN: f64 = 0.3;
const WAY: DVec3 = DVec3::new(0.05, 0.1, -0.02);
/// Where forces are taken in a body that moves freely and swings slowly (docs/decisions/0027-coarse-correction.md): the
/// lattice at 5 rad/s, 0.02 in a substep.
const THETA: f64 = 0.6;

/// Moves held vertices to where the frame is at the part `t` of the step. Its quaternion is on the chord between the
/// two poses.
fn carry(oracle: &Body, state: &mut State, t: f64) {
    let turn = DQuat::IDENTITY.lerp(DQuat::from_rotation_x(TURN), t);
    for (i, x) in state.positions.iter_mut().enumerate() {
        if oracle.fixed[i] {
            *x = turn * oracle.rest[i] + t * WAY;
        }
    }
}

/// A substep h [s] of the theta method from the part `t` of the step to the part `end`: forces are taken at θ of the way,
/// where the frame's vertices are at θ of theirs, and the rest of the way is extrapolated.
fn theta_step(oracle: &Body, state: &mut State, h: f64, end: f64) {
    let start = state.clone();
    carry(oracle, state, end);
    let held = state.positions.clone();
    let at_theta = |i: usize| start.positions[i].lerp(held[i], THETA);
    for i in (0..held.len()).filter(|i| oracle.fixed[*i]) {
        state.positions[i] = at_theta(i);
    }
    assert!(implicit_euler_step(oracle, state, THETA * h).converged);
    for (i, held) in held.iter().enumerate() {
        let (x, v) = (start.positions[i], start.velocities[i]);
        if oracle.fixed[i] {
            state.positions[i] = *held;
        } else {
            state.positions[i] = x + (state.positions[i] - x) / THETA;
            state.velocities[i] = v + (state.velocities[i] - v) / THETA;
        }
    }
}

/// A step of the reference with a frame that moves evenly from its old pose to its new one. Implicit Euler takes forces
/// at the end of a substep, or before it where the body moves freely, Verlet at its start.
fn reference_step(oracle: &Body, state: &mut State, method: u32, is_free: bool) {
    let h = f64::from(DT) / f64::from(SUBSTEPS);
    for substep in 1..=SUBSTEPS {
        let t = f64::from(substep) / f64::from(SUBSTEPS);
        if method == PLIANT_MODEL_MASS_SPRING {
            verlet_step(oracle, state, h);
            carry(oracle, state, t);
        } else if is_free {
            theta_step(oracle, state, h, t);
        } else {
            carry(oracle, state, t);
            assert!(implicit_euler_step(oracle, state, h).converged);
        }
    }
}

/// One step of four substeps of a lattice at rest, one end of which a frame moves and turns, against the f64 reference.
/// Converged sweeps leave only rounding: 1e-5 of the size. A frame that was at its end from the first substep on would
/// pull the lattice four times as fast. With a floor in reach and without.
#[test]
fn a_frame_moves_evenly_over_the_substeps() {
    let mesh = beam_lattice([4, 2, 2], [1.0, 0.5, 0.5], Split::Five);
    let asset = cooked(&mesh);
    let each = |is_free: bool| KINDS.map(|kind| (kind, is_free));
    for ((method, executor), is_free) in each(false).into_iter().chain(each(true)) {
        let mut world = weightless();
        let mut desc = BodyOptions {
            executor,
            iterations: 256,
            ..body_desc()
        };
        desc.set_model(method);
        desc.set_young(1e5);
        let body = add(&mut world, &asset, desc);
        if !is_free {
            add_floor(&mut world, -0.02); // within reach, so that forces are those at the end of a substep
        }
        let frame = add_frame(&mut world, PliantPose::default());
        let end = vertices(&mesh, |p| p[0] == 0.0);
        attach(&mut world, body, end, Some(frame));
        run(&mut world, 1, DT);
        let what = format!("method {method} executor {executor}, free: {is_free}");
        if runs_wide_instead(&mut world, body, &format!("frames: {what}")) {
            continue;
        }
        let pose = PliantPose {
            rotation: DQuat::from_rotation_x(TURN).as_quat().to_array(),
            ..PliantPose::at(WAY.as_vec3())
        };
        move_frame(&mut world, frame, pose);
        run(&mut world, 1, DT);
        let oracle = reference_body(&mesh, &desc).with_fixed(|p| p.x == 0.0);
        let mut expected = State::still(oracle.rest.clone());
        reference_step(&oracle, &mut expected, method, is_free);
        let now = state(&mut world, body, &asset);
        let off = farthest(&now.positions, &expected.positions);
        let free = (0..oracle.rest.len()).filter(|i| !oracle.fixed[*i]);
        let moved = free
            .map(|i| now.positions[i].distance(oracle.rest[i]))
            .fold(0.0, f64::max);
        println!("{what}: free vertices moved {moved:.3}, off {off:.2e}");
        assert!(
            moved > 0.01 && off < 1e-5,
            "{what}: moved {moved}, off the reference by {off}"
        );
    }
}
