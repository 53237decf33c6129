//! Converts the caller's units and descriptions to what the solvers use: kilograms, seconds and length units.

use super::scene::Body;
use crate::asset::Asset;
use crate::desc::{PliantBodyDesc, PliantMaterialDesc};
use crate::material::{Method, Parameters, Rest};
use crate::math::PliantPose;
use crate::solver::pack::EdgeValues;
use glam::{DVec3, Vec3};

/// Material parameters in length units: 1 Pa is 1 kg/(m·s²).
pub fn parameters(material: &PliantMaterialDesc, length_unit_m: f32) -> Parameters {
    let unit = f64::from(length_unit_m);
    Parameters {
        young_modulus: f64::from(material.young_modulus) * unit,
        poisson_ratio: f64::from(material.poisson_ratio),
        density: f64::from(material.density) * unit.powi(3),
        spring_damping: 0.0,
        volume_stiffness: f64::from(material.volume_stiffness),
    }
}

pub fn method(desc: &PliantBodyDesc) -> Method {
    Method::from_number(desc.material.method).unwrap_or(Method::DEFAULT)
}

/// The method's four constants; see its shader.
pub fn elastic(desc: &PliantBodyDesc, length_unit_m: f32) -> [f32; 4] {
    let (method, p) = (method(desc), parameters(&desc.material, length_unit_m));
    (method.kind().constants)(&p, desc.scale)
}

/// Masses of the vertices [kg], by internal index.
pub fn masses(asset: &Asset, desc: &PliantBodyDesc, length_unit_m: f32) -> Vec<f32> {
    let density = parameters(&desc.material, length_unit_m).density * f64::from(desc.scale).powi(3);
    asset
        .vertex_measures
        .iter()
        .map(|v| (density * f64::from(*v)) as f32)
        .collect()
}

#[cfg(test)]
thread_local! {
    /// Number of bodies this thread weighed.
    pub static WEIGHED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// The mass of a body [kg], ignoring masses set by the caller.
pub fn mass(asset: &Asset, desc: &PliantBodyDesc, length_unit_m: f32) -> f32 {
    #[cfg(test)]
    WEIGHED.set(WEIGHED.get() + 1);
    masses(asset, desc, length_unit_m).iter().sum()
}

/// Inverse masses [1/kg], including those set by the caller.
pub fn inverse_masses(
    asset: &Asset,
    body: &super::scene::BodyData,
    length_unit_m: f32,
) -> Vec<f32> {
    let mut inverse: Vec<f32> = masses(asset, &body.desc, length_unit_m)
        .iter()
        .map(|m| 1.0 / m)
        .collect();
    for (vertex, value) in &body.inverse_masses {
        inverse[*vertex as usize] = *value;
    }
    inverse
}

/// The arena's values of each edge for a method, at unit modulus.
pub fn edge_values(asset: &Asset, method: Method) -> Vec<EdgeValues> {
    let owned = OwnedRest::new(asset, 1.0, vec![1.0; asset.rest_positions.len()]);
    (method.kind().edge_values)(&owned.rest())
}

/// The longest stable step [s] of a body; infinite for an implicit method. `stiffness` is that of its stiffest soft
/// attachment [N/m].
pub fn stable_step(body: &Body, stiffness: f32, length_unit_m: f32) -> f64 {
    let desc = &body.data.desc;
    let Some(longest_step) = method(desc).kind().longest_step else {
        return f64::INFINITY;
    };
    let inverse = inverse_masses(&body.asset, &body.data, length_unit_m);
    let masses = inverse
        .iter()
        .map(|w| if *w > 0.0 { 1.0 / f64::from(*w) } else { 0.0 })
        .collect();
    let owned = OwnedRest::new(&body.asset, f64::from(desc.scale), masses);
    let p = parameters(&desc.material, length_unit_m);
    let damping = f64::from(desc.material.damping);
    longest_step(&owned.rest(), &p, f64::from(stiffness), damping)
}

/// An asset's rest pose in f64, at a scale.
struct OwnedRest<'a> {
    asset: &'a Asset,
    positions: Vec<DVec3>,
    stiffness: Vec<f64>,
    masses: Vec<f64>,
}

impl<'a> OwnedRest<'a> {
    fn new(asset: &'a Asset, scale: f64, masses: Vec<f64>) -> Self {
        let point = |p: &[f32; 3]| Vec3::from_array(*p).as_dvec3() * scale;
        Self {
            asset,
            positions: asset.rest_positions.iter().map(point).collect(),
            stiffness: asset.tet_stiffness.iter().map(|s| f64::from(*s)).collect(),
            masses,
        }
    }

    fn rest(&self) -> Rest<'_> {
        Rest {
            positions: &self.positions,
            tets: &self.asset.tets,
            tet_stiffness: &self.stiffness,
            edges: &self.asset.edges,
            masses: &self.masses,
        }
    }
}

/// Positions and velocities of a body placed at a pose: the scaled rest shape, moving rigidly about its centre of mass.
pub fn placed(
    asset: &Asset,
    scale: f32,
    pose: &PliantPose,
    linear: [f32; 3],
    angular: [f32; 3],
) -> (Vec<Vec3>, Vec<Vec3>) {
    let centre = pose.transform_point(Vec3::from_array(asset.centroid) * scale);
    let at = |p: &[f32; 3]| pose.transform_point(Vec3::from_array(*p) * scale);
    let positions: Vec<Vec3> = asset.rest_positions.iter().map(at).collect();
    let (linear, angular) = (Vec3::from_array(linear), Vec3::from_array(angular));
    let velocities = positions
        .iter()
        .map(|x| linear + angular.cross(*x - centre))
        .collect();
    (positions, velocities)
}

/// Diagonal of an asset's rest bounds [length unit].
pub fn diagonal(asset: &Asset) -> f32 {
    let points = asset.rest_positions.iter().map(|p| Vec3::from_array(*p));
    let (low, high) = points.fold((Vec3::MAX, Vec3::MIN), |(low, high), p| {
        (low.min(p), high.max(p))
    });
    low.distance(high)
}
