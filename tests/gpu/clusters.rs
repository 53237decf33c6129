//! Bodies of shape matching for tests, and their clusters in f64.

use super::common::*;
use super::oracle::*;
use glam::{DVec3, Vec3};
use pliant::asset::clusters::default_clusters;
use pliant::asset::{Asset, TetMesh};
use pliant::desc::*;
use pliant::element::{Deformation, RestShape};
use pliant::ids::PliantBodyId;
use pliant::world::World;

pub const DEFORMATIONS: [(u32, Deformation); 3] = [
    (PLIANT_DEFORMATION_RIGID, Deformation::Rigid),
    (PLIANT_DEFORMATION_LINEAR, Deformation::Linear),
    (PLIANT_DEFORMATION_QUADRATIC, Deformation::Quadratic),
];

pub fn shape_desc(executor: u32, deformation: u32, alpha: f32, beta: f32) -> BodyOptions {
    let shape = PliantShapeMatchingDesc {
        deformation,
        alpha,
        beta,
        ..PliantShapeMatchingDesc::default()
    };
    BodyOptions {
        executor,
        model: shape.into(),
        ..body_desc()
    }
}

/// Takes the vertices of a body, by user index, to these places, at rest.
pub fn pose(world: &mut World, body: PliantBodyId, places: &[DVec3]) {
    let held = hold_at(world, body, (0..).zip(places.iter().copied()));
    run(world, 3, HZ);
    release(world, held);
}

pub fn rest(mesh: &TetMesh) -> Vec<DVec3> {
    let point = |p: &[f32; 3]| Vec3::from_array(*p).as_dvec3();
    mesh.positions.iter().map(point).collect()
}

/// Numbers from -1 to 1, the same in every run.
pub fn number(k: usize) -> f64 {
    let step = [
        0.819_172_513_396_164_5,
        0.671_043_606_703_789_1,
        0.549_700_477_901_970_2,
    ][k % 3];
    ((k / 3 + 1) as f64 * step).fract() * 2.0 - 1.0
}

/// The clusters of an asset.
pub struct Matched {
    clusters: Vec<Cluster>,
    /// How many clusters have each particle.
    counts: Vec<f64>,
    /// Mass of each particle over the density.
    masses: Vec<f64>,
}

struct Cluster {
    members: Vec<usize>,
    /// Its part of each member's mass, by their sum.
    weights: Vec<f64>,
    mass: f64,
    offsets: Vec<DVec3>,
    shape: RestShape,
}

impl Cluster {
    fn new(members: Vec<usize>, points: &[DVec3], masses: &[f64]) -> Self {
        let mass: f64 = masses.iter().sum();
        let weights: Vec<f64> = masses.iter().map(|m| m / mass).collect();
        let weighted = members.iter().zip(&weights);
        let centre: DVec3 = weighted.map(|(v, w)| points[*v] * *w).sum();
        let offsets: Vec<DVec3> = members.iter().map(|v| points[*v] - centre).collect();
        let shape = RestShape::new(&offsets, &weights);
        Self {
            members,
            weights,
            mass,
            offsets,
            shape,
        }
    }

    fn goals(&self, x: &[DVec3], soft: (Deformation, f64)) -> Vec<DVec3> {
        let here: Vec<DVec3> = self.members.iter().map(|v| x[*v]).collect();
        let (offsets, weights) = (&self.offsets, &self.weights);
        self.shape.goals(offsets, weights, &here, 1.0, soft)
    }
}

impl Matched {
    pub fn new(asset: &Asset) -> Self {
        let clusters = default_clusters(asset);
        let point = |p: &[f32; 3]| Vec3::from_array(*p).as_dvec3();
        let points: Vec<DVec3> = asset.rest_positions.iter().map(point).collect();
        let places = clusters.places(points.len());
        let counts: Vec<f64> = (0..points.len()).map(|v| places.count(v) as f64).collect();
        let masses: Vec<f64> = asset
            .vertex_measures
            .iter()
            .map(|m| f64::from(*m))
            .collect();
        let cluster = |c: usize| {
            let members = clusters.members[clusters.span(c)]
                .iter()
                .map(|v| *v as usize);
            let members: Vec<usize> = members.collect();
            let parts: Vec<f64> = members.iter().map(|v| masses[*v] / counts[*v]).collect();
            Cluster::new(members, &points, &parts)
        };
        Self {
            clusters: (0..clusters.shapes.len()).map(cluster).collect(),
            counts,
            masses,
        }
    }

    /// The mean of each particle's goals, by internal index.
    pub fn goals(&self, x: &[DVec3], soft: (Deformation, f64)) -> Vec<DVec3> {
        let mut sums = vec![DVec3::ZERO; x.len()];
        for cluster in &self.clusters {
            for (v, goal) in cluster.members.iter().zip(cluster.goals(x, soft)) {
                sums[*v] += goal / self.counts[*v];
            }
        }
        sums
    }

    /// Kinetic energy over the density [m²/s²·volume].
    pub fn kinetic(&self, v: &[DVec3]) -> f64 {
        let terms = v.iter().zip(&self.masses);
        terms.map(|(v, m)| 0.5 * m * v.length_squared()).sum()
    }

    /// Half the squared distances to the goals by mass over the density: to those of the deformation the share β of
    /// it, to those of the turned rest shape the others.
    pub fn distance(&self, x: &[DVec3], (deformation, beta): (Deformation, f64)) -> f64 {
        let rigid = (1.0 - beta, (Deformation::Rigid, 0.0));
        let part = |(share, soft): (f64, (Deformation, f64))| -> f64 {
            let of = |cluster: &Cluster| {
                let goals = cluster.goals(x, soft);
                let members = cluster.members.iter().zip(&cluster.weights).zip(goals);
                let squares = members.map(|((v, w), goal)| w * x[*v].distance_squared(goal));
                0.5 * cluster.mass * squares.sum::<f64>()
            };
            share * self.clusters.iter().map(of).sum::<f64>()
        };
        part(rigid) + part((beta, (deformation, 1.0)))
    }
}

/// How far a body is from its rest shape, moved and turned to fit [m].
pub fn misfit(world: &mut World, body: PliantBodyId, asset: &Asset) -> f64 {
    let (x, _) = particles(world, body);
    let point = |x: &[f32; 4]| Vec3::from_slice(&x[..3]).as_dvec3();
    let x: Vec<DVec3> = x.iter().map(point).collect();
    let masses: Vec<f64> = asset
        .vertex_measures
        .iter()
        .map(|v| f64::from(*v))
        .collect();
    let rest = |p: &[f32; 3]| Vec3::from_array(*p).as_dvec3();
    let points: Vec<DVec3> = asset.rest_positions.iter().map(rest).collect();
    let whole = Cluster::new((0..x.len()).collect(), &points, &masses);
    farthest(&x, &whole.goals(&x, (Deformation::Rigid, 0.0)))
}
