//! A body of the oracle, its energy and forces.

use crate::asset::TetMesh;
use crate::element::{Element, Material, Parameters, Rest};
use crate::math::tet::{edges_of, tet_volume};
use glam::DVec3;

/// A body of the oracle.
pub struct Body {
    /// Rest positions [m], as in the mesh.
    pub rest: Vec<DVec3>,
    /// Tets, as in the mesh.
    pub tets: Vec<[u32; 4]>,
    /// Vertex masses [kg]: a quarter of the mass of each tet around a vertex.
    pub masses: Vec<f64>,
    /// `true` for each held vertex.
    pub fixed: Vec<bool>,
    /// Acceleration of gravity [m/s²].
    pub gravity: DVec3,
    /// Every term of the elastic energy.
    pub elements: Vec<Box<dyn Element>>,
}

impl Body {
    /// A free body without gravity. The mesh must have valid indices and positive volumes.
    pub fn new(mesh: &TetMesh, method: Material, parameters: &Parameters) -> Self {
        let rest: Vec<DVec3> = mesh
            .positions
            .iter()
            .map(|p| DVec3::from(p.map(f64::from)))
            .collect();
        let mut masses = vec![0.0; rest.len()];
        for tet in &mesh.tets {
            let share = parameters.density * tet_volume(tet.map(|i| rest[i as usize])) / 4.0;
            tet.iter().for_each(|i| masses[*i as usize] += share);
        }
        let tet_stiffness: Vec<f64> = mesh.tet_stiffness.iter().map(|s| f64::from(*s)).collect();
        let edges = edges_of(&mesh.tets);
        let pose = Rest {
            positions: &rest,
            tets: &mesh.tets,
            tet_stiffness: &tet_stiffness,
            edges: &edges,
            masses: &masses,
        };
        let elements = method.elements(&pose, parameters);
        let fixed = vec![false; rest.len()];
        Self {
            tets: mesh.tets.clone(),
            masses,
            fixed,
            gravity: DVec3::ZERO,
            elements,
            rest,
        }
    }

    /// The same body under gravity [m/s²].
    pub fn with_gravity(self, gravity: DVec3) -> Self {
        Self { gravity, ..self }
    }

    /// The same body with every vertex held whose rest position [m] satisfies `held`.
    pub fn with_fixed(mut self, held: impl Fn(DVec3) -> bool) -> Self {
        self.fixed
            .iter_mut()
            .zip(&self.rest)
            .for_each(|(fixed, rest)| *fixed |= held(*rest));
        self
    }

    /// Elastic plus gravitational energy [J] at positions `x` [m].
    pub fn potential(&self, x: &[DVec3]) -> f64 {
        let weight = |(x, mass): (&DVec3, &f64)| mass * self.gravity.dot(*x);
        elastic_energy(self, x) - x.iter().zip(&self.masses).map(weight).sum::<f64>()
    }

    /// Elastic and gravitational forces [N] on every vertex, held ones included, at positions `x` [m].
    pub fn forces(&self, x: &[DVec3]) -> Vec<DVec3> {
        let mut forces: Vec<DVec3> = self
            .masses
            .iter()
            .map(|mass| self.gravity * *mass)
            .collect();
        for element in &self.elements {
            let gradient = element.gradient(&gather(element.as_ref(), x));
            element
                .vertices()
                .iter()
                .zip(gradient)
                .for_each(|(i, g)| forces[*i as usize] -= g);
        }
        forces
    }

    /// Damper forces [N] at positions `x` [m] and velocities `v` [m/s].
    pub fn damping_forces(&self, x: &[DVec3], v: &[DVec3]) -> Vec<DVec3> {
        let mut forces = vec![DVec3::ZERO; x.len()];
        for element in &self.elements {
            let force =
                element.damping_force(&gather(element.as_ref(), x), &gather(element.as_ref(), v));
            element
                .vertices()
                .iter()
                .zip(force)
                .for_each(|(i, f)| forces[*i as usize] += f);
        }
        forces
    }
}

/// Elastic energy [J] at positions `x` [m], without gravity.
pub fn elastic_energy(body: &Body, x: &[DVec3]) -> f64 {
    body.elements
        .iter()
        .map(|element| element.energy(&gather(element.as_ref(), x)))
        .sum()
}

/// The values of an element's vertices, padded with zeros.
pub(super) fn gather(element: &dyn Element, values: &[DVec3]) -> [DVec3; 4] {
    let mut gathered = [DVec3::ZERO; 4];
    element
        .vertices()
        .iter()
        .zip(&mut gathered)
        .for_each(|(i, value)| *value = values[*i as usize]);
    gathered
}
