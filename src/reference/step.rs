//! Time steps.

use super::body::Body;
use super::measure::{angular_momentum, linear_momentum};
use super::minimise::{Inertia, Solution, minimise};
use super::state::State;
use crate::math::tet::outer;
use glam::{DMat3, DVec3};

/// A step h [s] of implicit Euler: x' = x + h v', v' = v + h M⁻¹ f(x'). Ignores dampers. Held vertices stay.
pub fn implicit_euler_step(body: &Body, state: &mut State, h: f64) -> Solution {
    let target: Vec<DVec3> = state
        .positions
        .iter()
        .zip(&state.velocities)
        .map(|(x, v)| *x + *v * h)
        .collect();
    let solution = minimise(
        body,
        &state.positions,
        Some(&Inertia {
            target: &target,
            weight: 1.0 / (h * h),
        }),
        None,
    );
    for (i, x) in solution.positions.iter().enumerate() {
        state.velocities[i] = if body.fixed[i] {
            DVec3::ZERO
        } else {
            (*x - state.positions[i]) / h
        };
        state.positions[i] = *x;
    }
    solution
}

/// A step h [s] of Verlet's method in leapfrog form: v' = v + h M⁻¹ f(x, v), x' = x + h v'. Held vertices stay.
///
/// Dampers use the velocity v half a step before. Without them x'' − 2x' + x = h² M⁻¹ f(x'), Verlet's own form.
pub fn verlet_step(body: &Body, state: &mut State, h: f64) {
    kick(body, state, h);
    for (x, v) in state.positions.iter_mut().zip(&state.velocities) {
        *x += *v * h;
    }
}

/// Converts velocities [m/s] at the time of the positions to half a step h [s] before, which second-order Verlet needs.
/// Omitting it is the semi-implicit Euler start and costs one order.
pub fn start_verlet(body: &Body, state: &mut State, h: f64) {
    kick(body, state, -0.5 * h);
}

fn kick(body: &Body, state: &mut State, h: f64) {
    let forces = body.forces(&state.positions);
    let damping = body.damping_forces(&state.positions, &state.velocities);
    for (i, v) in state.velocities.iter_mut().enumerate() {
        *v = if body.fixed[i] {
            DVec3::ZERO
        } else {
            *v + (forces[i] + damping[i]) * (h / body.masses[i])
        };
    }
}

/// Damps a whole body at `rate` [1/s] over `time` [s]: removes rate·time/(1 + rate·time) of the deforming motion of a
/// free body, or of all motion of a held one. Conserves a free body's momentum and angular momentum.
pub fn damp(body: &Body, state: &mut State, rate: f64, time: f64) {
    let mass: f64 = body.masses.iter().sum();
    let centre = state
        .positions
        .iter()
        .zip(&body.masses)
        .map(|(x, m)| *x * *m)
        .sum::<DVec3>()
        / mass;
    let (mut linear, mut angular) = (DVec3::ZERO, DVec3::ZERO);
    if !body.fixed.contains(&true) {
        linear = linear_momentum(body, state) / mass;
        let inertia = |(x, m): (&DVec3, &f64)| {
            let r = *x - centre;
            (DMat3::from_diagonal(DVec3::splat(r.length_squared())) - outer(r, r)) * *m
        };
        let inertia: DMat3 = state.positions.iter().zip(&body.masses).map(inertia).sum();
        angular = inertia.inverse() * (angular_momentum(body, state) - centre.cross(linear) * mass);
    }
    let taken = rate * time / (1.0 + rate * time);
    for (x, v) in state.positions.iter().zip(&mut state.velocities) {
        *v -= (*v - linear - angular.cross(*x - centre)) * taken;
    }
}
