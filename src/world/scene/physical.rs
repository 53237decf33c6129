//! Converts the caller's units and descriptions to what the solvers use: kilograms, seconds and length units.

use super::{Body, BodyData};
use crate::asset::Asset;
use crate::asset::inertia::{measures_with, solid_measures};
use crate::desc::{BodyOptions, Model, PliantRigidDesc, Section};
use crate::element::{Material, OF_VOLUME, Rest, open_edges};
use crate::error::{Error, Result, Status};
use crate::math::PliantPose;
use crate::solver::pack::EdgeValues;
use crate::solver::{Solver, Units, cloth_step, required_solver, rest_volume};
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
    let solver = required_solver(model.terms(), || model.shown())?;
    let Some([what, calls]) = lacks(asset, model.needs()) else {
        return Ok(solver);
    };
    let message = format!(
        "model is {}, which needs {what}, and the asset has none: choose another model, or make the asset by {calls}",
        model.shown()
    );
    Err(Error::new(Status::MeshUnsupported, message))
}

/// Distance that a body keeps from colliders, and its part of that from bodies [length unit]. Zero: nothing from colliders,
/// and what its edges say from bodies.
pub fn margin(desc: &BodyOptions, length_unit_m: f32) -> f32 {
    match &desc.model {
        _ if desc.thickness > 0.0 => desc.thickness,
        model => model
            .sheet()
            .map_or(0.0, |cloth| cloth.thickness_in(length_unit_m)),
    }
}

/// Masses of the vertices [kg], by internal index.
pub fn masses(asset: &Asset, desc: &BodyOptions, length_unit_m: f32) -> Vec<f32> {
    if let Model::Rigid(rigid) = &desc.model {
        let solid = solid_measures(asset);
        let mass = rigid_mass(&solid, rigid, desc, length_unit_m);
        let measures = given_measures(asset, rigid, desc, mass).unwrap_or(solid);
        let each = mass / measures.iter().sum::<f64>();
        return measures.iter().map(|v| (each * v) as f32).collect();
    }
    let density = desc.model.mass_per_measure(length_unit_m, desc.scale);
    asset
        .vertex_measures
        .iter()
        .map(|v| (density * f64::from(*v)) as f32)
        .collect()
}

/// The mass of a rigid body whose vertices have these measures [kg].
fn rigid_mass(
    measures: &[f64],
    rigid: &PliantRigidDesc,
    desc: &BodyOptions,
    length_unit_m: f32,
) -> f64 {
    let density = desc.model.mass_per_measure(length_unit_m, desc.scale);
    match rigid.mass > 0.0 {
        true => f64::from(rigid.mass),
        false => density * measures.iter().sum::<f64>(),
    }
}

/// Measures of a rigid body of this mass with the inertia that the caller has said; none if it has said none, or if no
/// positive measures have it.
fn given_measures(
    asset: &Asset,
    rigid: &PliantRigidDesc,
    desc: &BodyOptions,
    mass: f64,
) -> Option<Vec<f64>> {
    let scale = f64::from(desc.scale);
    let moments = rigid.moments(mass)?;
    measures_with(asset, moments.map(|m| m / (scale * scale)))
}

/// Fails if the model is filled and the asset cannot be: it is open, or its triangles face inward.
pub fn check_closed(asset: &Asset, model: &Model) -> Result<()> {
    let fault = |why: String| {
        let message = format!(
            "model is {}, which needs a closed surface: {why}",
            model.shown()
        );
        Err(Error::new(Status::MeshUnsupported, message))
    };
    if model.kinds() & OF_VOLUME == 0 {
        return Ok(());
    }
    match open_edges(&asset.surface_triangles) {
        0 if rest_volume(asset) > 0.0 => Ok(()),
        0 => fault("the triangles face inward; swap two corners of each, so that they are counter-clockwise seen from outside".into()),
        open => fault(format!(
            "{open} edges have a triangle on one side only; fill the holes, and weld vertices that lie on each other, as along seams of a render mesh"
        )),
    }
}

/// Fails if masses at the vertices cannot have the inertia that the caller has said.
pub fn check_inertia(asset: &Asset, desc: &BodyOptions, length_unit_m: f32) -> Result<()> {
    let Model::Rigid(rigid) = &desc.model else {
        return Ok(());
    };
    let mass = rigid_mass(&solid_measures(asset), rigid, desc, length_unit_m);
    if rigid.moments(mass).is_some() && given_measures(asset, rigid, desc, mass).is_none() {
        return Err(Error::argument(format!(
            "model_desc.inertia is {:?}, with products {:?}, which masses at the vertices of the body, {mass} kg in all, cannot have; \
             give the mesh more vertices, farther out, or inside",
            rigid.inertia, rigid.inertia_products
        )));
    }
    Ok(())
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
pub fn inverse_masses(asset: &Asset, body: &BodyData, length_unit_m: f32) -> Vec<f32> {
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
    if let Some(cloth) = desc.model.sheet() {
        let units = Units { length_unit_m };
        let inverse = inverse_masses(&body.asset, &body.data, length_unit_m);
        return cloth_step(&body.asset, (&cloth, &units), desc.scale, &inverse);
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
