//! Converts the caller's units and descriptions to what the solvers use: kilograms, seconds and length units.

use super::scene::Body;
use crate::asset::Asset;
use crate::asset::inertia::solid_measures;
use crate::desc::{BodyOptions, Model, Section};
use crate::error::{Error, Result, Status};
use crate::material::{Material, Rest};
use crate::math::PliantPose;
use crate::solver::pack::EdgeValues;
use crate::solver::{Solver, cloth_constants, cloth_step, required_solver, shape_constants};
use glam::{DVec3, Vec3};

/// The model that an asset is made for, with default parameters. Clusters can be made of all particles, so that comes
/// last.
pub fn default_model(asset: &Asset) -> Model {
    let mut all = Model::all();
    all.sort_by_key(|model| model.needs() == Section::Clusters);
    let made_for = |model: &Model| lacks(asset, model.needs()).is_none();
    all.into_iter().find(made_for).unwrap_or_default()
}

/// What an asset lacks of this, as words, and the calls that make an asset with it.
fn lacks(asset: &Asset, section: Section) -> Option<[&'static str; 2]> {
    let (has, what, calls) = match section {
        Section::Tets => (
            !asset.tets.is_empty(),
            "tetrahedra",
            "pliant_asset_create, or of a closed surface by pliant_asset_create_from_surface in mode PLIANT_SURFACE_CAGE or PLIANT_SURFACE_CONFORMING",
        ),
        Section::Sheet => (
            asset.sheet.is_some(),
            "a sheet",
            "pliant_asset_create_from_sheet, or pliant_asset_create_from_surface in mode PLIANT_SURFACE_SHELL",
        ),
        // The solver makes clusters of any particles with a volume.
        Section::Clusters => (
            asset.sheet.is_none(),
            "particles of a volume",
            "pliant_asset_create_from_points, or by those that make tetrahedra",
        ),
    };
    (!has).then_some([what, calls])
}

/// The solver of a model on an asset. Fails with `InvalidState` for a model without a solver, and with
/// `MeshUnsupported` if the asset lacks what the model needs.
pub fn solver(asset: &Asset, model: &Model) -> Result<&'static Solver> {
    let solver = required_solver(model.hook(), || model.shown())?;
    let Some([what, calls]) = lacks(asset, model.needs()) else {
        return Ok(solver);
    };
    let message = format!(
        "model is {}, which needs {what}, and the asset has none: choose another model, or make the asset by {calls}",
        model.shown()
    );
    Err(Error::new(Status::MeshUnsupported, message))
}

/// The model's four constants, see its shader; zeros if it has none.
pub fn elastic(desc: &BodyOptions, length_unit_m: f32) -> [f32; 4] {
    if let Model::ShapeMatching(shape) = &desc.model {
        return shape_constants(shape.alpha, shape.beta, shape.deformation, desc.scale);
    }
    if let Model::Cloth(cloth) = &desc.model {
        return cloth_constants(cloth, length_unit_m);
    }
    let material = desc.model.material(length_unit_m);
    material.map_or([0.0; 4], |(material, parameters)| {
        (material.kind().constants)(&parameters, desc.scale)
    })
}

/// How often pressure waves, of speed √((λ + 2μ)/ρ), cross a solid of this size [length unit] in a second [1/s]; zero for
/// what is no elastic solid.
pub fn sound(desc: &BodyOptions, size: f32, length_unit_m: f32) -> f32 {
    let Some((_, solid)) = desc.model.material(length_unit_m) else {
        return 0.0;
    };
    let poisson = solid.poisson_ratio;
    let stiffer = (1.0 - poisson) / ((1.0 + poisson) * (1.0 - 2.0 * poisson));
    ((solid.young_modulus * stiffer / solid.density).sqrt() / f64::from(size)) as f32
}

/// Distance that a body keeps from colliders, and its part of that from bodies [length unit]. Zero: nothing from colliders,
/// and what its edges say from bodies.
pub fn margin(desc: &BodyOptions, length_unit_m: f32) -> f32 {
    match &desc.model {
        _ if desc.thickness > 0.0 => desc.thickness,
        Model::Cloth(cloth) => cloth.thickness_in(length_unit_m),
        _ => 0.0,
    }
}

/// Masses of the vertices [kg], by internal index.
pub fn masses(asset: &Asset, desc: &BodyOptions, length_unit_m: f32) -> Vec<f32> {
    let density = desc.model.mass_per_measure(length_unit_m, desc.scale);
    if let Model::Rigid(rigid) = &desc.model {
        let measures = solid_measures(asset);
        let given = f64::from(rigid.mass) / measures.iter().sum::<f64>();
        let each = if rigid.mass > 0.0 { given } else { density };
        return measures.iter().map(|v| (each * v) as f32).collect();
    }
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
pub fn mass(asset: &Asset, desc: &BodyOptions, length_unit_m: f32) -> f32 {
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

/// The arena's values of each edge for a material, at unit modulus.
pub fn edge_values(asset: &Asset, material: Material) -> Vec<EdgeValues> {
    let owned = OwnedRest::new(asset, 1.0, vec![1.0; asset.rest_positions.len()]);
    (material.kind().edge_values)(&owned.rest())
}

/// The longest stable step [s] of a body; infinite for an implicit solver. Attachments do not count: solvers take their
/// pull implicitly.
pub fn stable_step(body: &Body, length_unit_m: f32) -> f64 {
    let desc = &body.data.desc;
    if let Model::Cloth(cloth) = &desc.model {
        let [_, bending, ..] = cloth_constants(cloth, length_unit_m);
        let inverse = inverse_masses(&body.asset, &body.data, length_unit_m);
        return cloth_step(&body.asset, bending, desc.scale, &inverse);
    }
    let material = desc.model.material(length_unit_m);
    let explicit = material.and_then(|(kind, p)| Some((kind.kind().longest_step?, p)));
    let Some((longest_step, p)) = explicit else {
        return f64::INFINITY;
    };
    let inverse = inverse_masses(&body.asset, &body.data, length_unit_m);
    let masses = inverse
        .iter()
        .map(|w| if *w > 0.0 { 1.0 / f64::from(*w) } else { 0.0 })
        .collect();
    let owned = OwnedRest::new(&body.asset, f64::from(desc.scale), masses);
    let damping = f64::from(desc.model.damping());
    longest_step(&owned.rest(), &p, damping)
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
) -> (Vec<DVec3>, Vec<Vec3>) {
    let centre = pose.transform_point(Vec3::from_array(asset.centroid) * scale);
    let at = |p: &[f32; 3]| pose.transform_point(Vec3::from_array(*p) * scale);
    let positions: Vec<DVec3> = asset.rest_positions.iter().map(at).collect();
    let (linear, angular) = (Vec3::from_array(linear), Vec3::from_array(angular));
    let velocities = positions
        .iter()
        .map(|x| linear + angular.cross((*x - centre).as_vec3()))
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
