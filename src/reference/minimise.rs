//! Newton's method with a line search, for equilibria and implicit steps.

use super::body::{Body, gather};
use super::linear::{Matrix, dot};
use glam::{DMat3, DVec3};

/// What Newton's method found.
#[derive(Clone, Debug)]
pub struct Solution {
    /// Positions [m].
    pub positions: Vec<DVec3>,
    /// Largest remaining force on a free vertex [N].
    pub residual: f64,
    /// Newton steps taken.
    pub iterations: usize,
    /// Whether the residual is below 1e-9 of the balancing forces, or within the rounding of positions.
    pub converged: bool,
}

/// The inertia of an implicit step: adds m/(2h²)|x − y|² to the potential.
pub(super) struct Inertia<'a> {
    /// Where each vertex would go without elastic forces and gravity [m].
    pub(super) target: &'a [DVec3],
    /// 1/h² [1/s²].
    pub(super) weight: f64,
}

/// The equilibrium under gravity and elastic forces: a minimum of the potential, searched from `start` [m], whose held
/// vertices stay. A free body must be balanced without moving as a whole.
pub fn equilibrium(body: &Body, start: &[DVec3]) -> Solution {
    minimise(body, start, None, None)
}

/// [`equilibrium`] to a coarser tolerance, for large meshes. It converges when the forces left on free vertices are at
/// most `part` of the weight, both as Euclidean norms over all vertices.
///
/// A displacement u·load, u being the response to a unit load at the observed point, is then off by at most
/// `part`·|u||load|: for the tip of a clamped beam, less than 2 `part` of itself. Newton's steps are inexact (Dembo,
/// Eisenstat and Steihaug: Inexact Newton Methods, SIAM J. Numer. Anal. 19(2), 1982).
pub fn equilibrium_within(body: &Body, start: &[DVec3], part: f64) -> Solution {
    minimise(body, start, None, Some(part * weight(body)))
}

/// The Euclidean norm [N] of the weights of all free vertices.
fn weight(body: &Body) -> f64 {
    let free = body.masses.iter().zip(&body.fixed).filter(|(_, f)| !**f);
    let squares: f64 = free.map(|(mass, _)| mass * mass).sum();
    squares.sqrt() * body.gravity.length()
}

/// Minimises the potential, or stops when the norm of the remaining forces falls below `enough` [N].
pub(super) fn minimise(
    body: &Body,
    start: &[DVec3],
    inertia: Option<&Inertia>,
    enough: Option<f64>,
) -> Solution {
    let mut x = start.to_vec();
    let mut matrix = Matrix::with_pattern_of(body);
    let mut iterations = 0;
    let rounding = Rounding::of(body);
    let mut solution = loop {
        let force = total_force(body, &x, inertia);
        let residual = force.iter().map(|f| f.length()).fold(0.0, f64::max);
        let norm = dot(&force, &force).sqrt();
        let converged = residual <= rounding.force.max(1e-9 * force_scale(body, &x, inertia))
            || enough.is_some_and(|enough| norm <= enough);
        // Solving a step beyond 1 % gains nothing while the body still turns much.
        let tolerance = enough.map_or(1e-8, |enough| (0.3 * enough / norm).clamp(1e-2, 0.3));
        if converged || iterations == 200 {
            break Solution {
                positions: Vec::new(),
                residual,
                iterations,
                converged,
            };
        }
        iterations += 1;
        let step = newton_step(body, &x, inertia, (&force, tolerance), &mut matrix);
        if !line_search(body, &mut x, inertia, &force, &step, &rounding) {
            break Solution {
                positions: Vec::new(),
                residual,
                iterations,
                converged,
            };
        }
    };
    solution.positions = x;
    solution
}

/// Solves with the exact second derivative where it is positive definite, else without its geometric part.
fn newton_step(
    body: &Body,
    x: &[DVec3],
    inertia: Option<&Inertia>,
    (force, tolerance): (&[DVec3], f64),
    matrix: &mut Matrix,
) -> Vec<DVec3> {
    for geometric in [1.0, 0.0] {
        assemble(body, x, inertia, geometric, matrix);
        if let Some(step) = matrix.solve(force, tolerance) {
            return step;
        }
    }
    force.to_vec() // steepest descent; not reached while elements keep the first part semidefinite
}

fn assemble(
    body: &Body,
    x: &[DVec3],
    inertia: Option<&Inertia>,
    geometric: f64,
    matrix: &mut Matrix,
) {
    matrix.clear();
    for element in &body.elements {
        let blocks = element.hessian(&gather(element.as_ref(), x), geometric);
        for (i, row) in element.vertices().iter().zip(&blocks) {
            for (j, block) in element.vertices().iter().zip(row) {
                matrix.add(*i, *j, *block);
            }
        }
    }
    if let Some(inertia) = inertia {
        for (i, mass) in body.masses.iter().enumerate() {
            let weight = DMat3::from_diagonal(DVec3::splat(mass * inertia.weight));
            matrix.add(i as u32, i as u32, weight);
        }
    }
    matrix.hold(&body.fixed);
}

/// Halves the step until the potential falls by Armijo's rule or, near the end where rounding hides differences of the
/// potential, until the force shrinks. `false` if no step does.
fn line_search(
    body: &Body,
    x: &mut Vec<DVec3>,
    inertia: Option<&Inertia>,
    force: &[DVec3],
    step: &[DVec3],
    rounding: &Rounding,
) -> bool {
    let start = total_potential(body, x, inertia);
    let slope = dot(force, step);
    let mut length = 1.0;
    for _ in 0..40 {
        let trial: Vec<DVec3> = x.iter().zip(step).map(|(x, s)| *x + *s * length).collect();
        let falls = total_potential(body, &trial, inertia) <= start - 1e-4 * length * slope;
        let shrinks = || {
            let after = total_force(body, &trial, inertia);
            slope.abs() <= (1e-9 * start.abs()).max(1e3 * rounding.energy)
                && dot(&after, &after) < dot(force, force)
        };
        if falls || shrinks() {
            *x = trial;
            return true;
        }
        length *= 0.5;
    }
    false
}

fn total_potential(body: &Body, x: &[DVec3], inertia: Option<&Inertia>) -> f64 {
    let kinetic = inertia.map_or(0.0, |inertia| {
        let terms = x.iter().zip(inertia.target).zip(&body.masses);
        terms
            .map(|((x, y), mass)| 0.5 * mass * inertia.weight * x.distance_squared(*y))
            .sum()
    });
    body.potential(x) + kinetic
}

/// The negative gradient of the potential, zero at held vertices.
fn total_force(body: &Body, x: &[DVec3], inertia: Option<&Inertia>) -> Vec<DVec3> {
    let mut force = body.forces(x);
    for (i, force) in force.iter_mut().enumerate() {
        if let Some(inertia) = inertia {
            *force -= (x[i] - inertia.target[i]) * (body.masses[i] * inertia.weight);
        }
        if body.fixed[i] {
            *force = DVec3::ZERO;
        }
    }
    force
}

/// The size of the forces that balance at a vertex: elastic forces of single elements, gravity and inertia.
fn force_scale(body: &Body, x: &[DVec3], inertia: Option<&Inertia>) -> f64 {
    let elastic = body
        .elements
        .iter()
        .flat_map(|element| element.gradient(&gather(element.as_ref(), x)));
    let elastic = elastic.map(|g| g.length()).fold(0.0, f64::max);
    let other = body.masses.iter().enumerate().map(|(i, mass)| {
        let pull = inertia.map_or(0.0, |inertia| {
            inertia.weight * (x[i] - inertia.target[i]).length()
        });
        mass * (body.gravity.length() + pull)
    });
    other.fold(elastic, f64::max)
}

/// Effects of rounding positions.
struct Rounding {
    /// On a force [N]: 64 ε times the largest stiffness times the extent.
    force: f64,
    /// On the energy [J]: 64 ε times the elements' energy at strain 1.
    energy: f64,
}

impl Rounding {
    fn of(body: &Body) -> Self {
        let extent = body.rest.iter().map(|x| x.length()).fold(0.0, f64::max);
        let stiffness = body.elements.iter().map(|element| {
            let x = gather(element.as_ref(), &body.rest);
            let length = element
                .vertices()
                .iter()
                .zip(&x)
                .map(|(_, p)| p.distance(x[0]));
            let blocks = element.hessian(&x, 0.0);
            let largest = (0..4)
                .map(|i| blocks[i][i].x_axis.length())
                .fold(0.0, f64::max);
            (largest, largest * length.fold(0.0, f64::max).powi(2))
        });
        let (largest, sum) = stiffness.fold((0.0_f64, 0.0), |(a, b), (k, e)| (a.max(k), b + e));
        let unit = 64.0 * f64::EPSILON;
        Self {
            force: unit * largest * extent,
            energy: unit * sum,
        }
    }
}
