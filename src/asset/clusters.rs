//! Overlapping clusters of a body's particles, for shape matching.
//!
//! Particles are grouped by k-means; then each group takes its neighbours in, so that groups overlap and hold together
//! (Chentanez and Müller). Or a caller gives the clusters. A particle's mass is shared out evenly among its clusters:
//! then the mean of its goals moves no centre of mass.

use super::format::{Sink, Source, put};
use super::k_means::k_means;
use super::near::Near;
use super::validate::{Found, below, finite, length, require};
use super::{Asset, ClusterShape, Clusters, EMPTY};
use crate::element::RestShape;
use glam::{DVec3, Vec3};
use pliant_geometry::error::{Error, Result};
use pliant_geometry::incidence::{Rows, incidence};

/// Default number of particles in a cluster before neighbours are added.
pub const DEFAULT_CLUSTER_SIZE: u32 = 30;
/// Particles that count as the neighbours of a particle without tets.
const NEIGHBOURS: usize = 8;

/// How to make clusters.
#[derive(Clone, Copy, Debug)]
pub struct ClusterOptions {
    /// Wanted particles of a group, before it takes its neighbours in. Larger clusters deform less and cost less.
    pub size: u32,
    /// Wanted number of clusters; 0: as `size` says.
    pub count: u32,
    /// Chooses among equally good groupings.
    pub seed: u64,
}

impl Default for ClusterOptions {
    fn default() -> Self {
        Self {
            size: DEFAULT_CLUSTER_SIZE,
            count: 0,
            seed: 0,
        }
    }
}

/// Which particles a group takes in.
#[derive(Clone, Copy, Debug)]
pub enum Ring<'a> {
    /// Those on the other end of an edge.
    Edges(&'a [[u32; 2]]),
    /// The nearest eight, and all as far as the eighth.
    Nearest,
}

impl<'a> Ring<'a> {
    /// What suits an asset: its edges, if it has any.
    pub fn of(asset: &'a Asset) -> Self {
        match asset.edges.is_empty() {
            true => Self::Nearest,
            false => Self::Edges(&asset.edges),
        }
    }
}

/// Particles with rest positions [length unit] and their parts of the mass, above zero.
#[derive(Clone, Copy, Debug)]
pub struct Particles<'a> {
    /// Rest positions [length unit].
    pub positions: &'a [[f32; 3]],
    /// Parts of the mass, above zero.
    pub measures: &'a [f32],
}

impl<'a> Particles<'a> {
    /// The particles of an asset.
    pub fn of(asset: &'a Asset) -> Self {
        Self {
            positions: &asset.rest_positions,
            measures: &asset.vertex_measures,
        }
    }

    fn points(&self) -> Vec<DVec3> {
        let point = |p: &[f32; 3]| Vec3::from_array(*p).as_dvec3();
        self.positions.iter().map(point).collect()
    }
}

/// Groups particles into overlapping clusters, the same ones on all machines. There is at least one particle.
pub fn cook_clusters(particles: &Particles, ring: Ring, options: &ClusterOptions) -> Clusters {
    let points = particles.points();
    let weights: Vec<f64> = particles.measures.iter().map(|m| f64::from(*m)).collect();
    let count = match options.count {
        0 => points.len() / options.size.max(1) as usize,
        count => count as usize,
    };
    let groups = k_means(&points, &weights, count, options.seed);
    let neighbours = match ring {
        Ring::Edges(edges) => across(edges, points.len()),
        Ring::Nearest => nearest(&points),
    };
    let mut lists = vec![Vec::new(); groups.iter().max().map_or(0, |last| *last as usize + 1)];
    for (particle, group) in (0..).zip(&groups) {
        let list: &mut Vec<u32> = &mut lists[*group as usize];
        list.push(particle);
        list.extend(neighbours.row(particle as usize));
    }
    measured(&points, &weights, lists)
}

/// Clusters given as lists of particles by user index.
///
/// # Errors
/// `InvalidArgument`: no list, an empty one, an index out of range, a particle in no list.
pub fn clusters_by_hand(
    particles: &Particles,
    internal_from_user: &[u32],
    lists: &[Vec<u32>],
) -> Result<Clusters> {
    let count = internal_from_user.len();
    let internal = |(c, list): (usize, &Vec<u32>)| {
        if list.is_empty() {
            return Err(Error::argument(format!(
                "clusters[{c}] is empty, expected at least one vertex"
            )));
        }
        let vertex = |user: &u32| match internal_from_user.get(*user as usize) {
            Some(internal) if *internal != EMPTY => Ok(*internal),
            Some(_) => Err(Error::argument(format!(
                "clusters[{c}] has vertex {user}, which was dropped, since nothing uses it"
            ))),
            None => Err(Error::argument(format!(
                "clusters[{c}] has vertex {user}, expected below {count}, the number of vertices"
            ))),
        };
        list.iter().map(vertex).collect()
    };
    let lists: Vec<Vec<u32>> = lists
        .iter()
        .enumerate()
        .map(internal)
        .collect::<Result<_>>()?;
    let mut used = vec![false; particles.positions.len()];
    lists
        .iter()
        .flatten()
        .for_each(|v| used[*v as usize] = true);
    let is_missing = |v: &&u32| **v != EMPTY && !used[**v as usize];
    if let Some(v) = internal_from_user.iter().find(is_missing) {
        let user = internal_from_user
            .iter()
            .position(|other| other == v)
            .unwrap_or(0);
        return Err(Error::argument(format!(
            "no cluster has vertex {user}, expected every vertex in at least one: add it to a cluster"
        )));
    }
    let weights: Vec<f64> = particles.measures.iter().map(|m| f64::from(*m)).collect();
    Ok(measured(&particles.points(), &weights, lists))
}

/// Lists of particles from where each starts, with one more at the end.
///
/// # Errors
/// `InvalidArgument`: starts that do not rise from 0 to the number of vertices.
pub fn lists_of(starts: &[u32], vertices: &[u32]) -> Result<Vec<Vec<u32>>> {
    let count = vertices.len();
    if starts.first() != Some(&0) || starts.last().map(|last| *last as usize) != Some(count) {
        return Err(Error::argument(format!(
            "clusters.starts goes from {:?} to {:?}, expected from 0 to {count}, the number of vertices",
            starts.first().copied().unwrap_or(0),
            starts.last().copied().unwrap_or(0)
        )));
    }
    let span = |(c, w): (usize, &[u32])| {
        let list = vertices.get(w[0] as usize..w[1] as usize);
        list.filter(|list| !list.is_empty())
            .map(<[u32]>::to_vec)
            .ok_or_else(|| {
                Error::argument(format!(
                    "clusters.starts[{}] is {}, expected {} to {count}: a cluster has at least one vertex",
                    c + 1,
                    w[1],
                    u64::from(w[0]) + 1
                ))
            })
    };
    starts.windows(2).enumerate().map(span).collect()
}

/// The other ends of the edges at each particle.
fn across(edges: &[[u32; 2]], count: usize) -> Rows {
    let mut rows = incidence(edges, count);
    for end in &mut rows.items {
        *end = edges[*end as usize / 2][1 - *end as usize % 2];
    }
    rows
}

fn nearest(points: &[DVec3]) -> Rows {
    let near = Near::new(points);
    let mut rows = Rows {
        starts: vec![0],
        items: Vec::new(),
    };
    for p in points {
        // The particle itself comes first.
        rows.items.extend(near.nearest_few(*p, NEIGHBOURS + 1));
        rows.starts.push(rows.items.len() as u32);
    }
    rows
}

/// Sorts the lists and measures rest shapes in f64.
fn measured(points: &[DVec3], weights: &[f64], lists: Vec<Vec<u32>>) -> Clusters {
    let mut clusters = Clusters {
        starts: vec![0],
        ..Clusters::default()
    };
    for mut list in lists {
        list.sort_unstable();
        list.dedup();
        clusters.members.extend(list);
        clusters.starts.push(clusters.members.len() as u32);
    }
    let mut shared = vec![0.0; points.len()];
    clusters
        .members
        .iter()
        .for_each(|v| shared[*v as usize] += 1.0);
    for span in clusters.starts.windows(2) {
        let members = &clusters.members[span[0] as usize..span[1] as usize];
        let masses: Vec<f64> = members
            .iter()
            .map(|v| weights[*v as usize] / shared[*v as usize])
            .collect();
        let total: f64 = masses.iter().sum();
        let weights: Vec<f64> = masses.iter().map(|m| m / total).collect();
        // Relative to a member, so that bodies far from the origin keep their digits.
        let origin = points[members[0] as usize];
        let arms = members.iter().map(|v| points[*v as usize] - origin);
        let arms: Vec<DVec3> = arms.collect();
        let centre: DVec3 = arms.iter().zip(&weights).map(|(r, w)| *r * *w).sum();
        let offsets: Vec<DVec3> = arms.iter().map(|r| *r - centre).collect();
        let shape = RestShape::new(&offsets, &weights);
        let member = |(q, w): (&DVec3, &f64)| {
            let c = shape.coordinates(*q).as_vec3();
            [c.x, c.y, c.z, *w as f32]
        };
        clusters
            .coordinates
            .extend(offsets.iter().zip(&weights).map(member));
        clusters.shapes.push(rounded(&shape));
    }
    clusters
}

fn rounded(shape: &RestShape) -> ClusterShape {
    let vector = |v: DVec3| v.as_vec3().to_array();
    let axes = [shape.axes.x_axis, shape.axes.y_axis, shape.axes.z_axis];
    ClusterShape {
        rank: shape.rank,
        axes: axes.map(vector),
        squares: vector(shape.means[0]),
        products: vector(shape.means[1]),
        inverse: shape.inverse.map(|row| row.map(|x| x as f32)),
        missing: shape.missing.map(|row| row.map(|x| x as f32)),
    }
}

impl Clusters {
    /// The members of a cluster, by their place in `members`.
    pub fn span(&self, cluster: usize) -> std::ops::Range<usize> {
        self.starts[cluster] as usize..self.starts[cluster + 1] as usize
    }

    /// The places in `members` of each particle, ascending.
    pub fn places(&self, particles: usize) -> Rows {
        let members: Vec<[u32; 1]> = self.members.iter().map(|v| [*v]).collect();
        incidence(&members, particles)
    }

    /// The cluster of each place in `members`.
    pub fn owners(&self) -> Vec<u32> {
        let spans = self.starts.windows(2).map(|w| (w[1] - w[0]) as usize);
        let owners = (0..).zip(spans);
        owners
            .flat_map(|(c, count)| std::iter::repeat_n(c, count))
            .collect()
    }

    /// Writes the section.
    pub(super) fn put(&self, sink: &mut dyn Sink) {
        put(sink, &self.starts);
        put(sink, &self.members);
        put(sink, &self.coordinates);
        put(sink, &self.shapes);
    }

    /// Reads the section.
    pub(super) fn read(source: &mut Source) -> Result<Self> {
        Ok(Self {
            starts: source.array("cluster_starts")?,
            members: source.array("cluster_members")?,
            coordinates: source.array("cluster_coordinates")?,
            shapes: source.array("cluster_shapes")?,
        })
    }

    /// Everything the solver relies on: sizes, ranges, and that every particle has a cluster.
    pub(super) fn validate(&self, particles: usize) -> Found {
        let (count, members) = (self.shapes.len(), self.members.len());
        require(count > 0, || "no clusters".into())?;
        length("cluster_starts", &self.starts, count + 1)?;
        length("cluster_coordinates", &self.coordinates, members)?;
        let whole = self.starts[0] == 0 && self.starts[count] as usize == members;
        let is_filled = self.starts.windows(2).all(|w| w[0] < w[1]);
        require(whole && is_filled, || {
            "cluster_starts do not cut cluster_members into parts".into()
        })?;
        below("cluster_members", &self.members, particles)?;
        for c in 0..count {
            let members = &self.members[self.span(c)];
            require(members.is_sorted_by(|a, b| a < b), || {
                format!("the members of cluster {c} are not in order")
            })?;
        }
        finite("cluster_coordinates", self.coordinates.as_flattened())?;
        for (c, shape) in self.shapes.iter().enumerate() {
            require(shape.rank <= 3, || {
                format!(
                    "the rank of cluster {c} is {}, expected at most 3",
                    shape.rank
                )
            })?;
        }
        // The first word of a shape, its rank, is a finite number too.
        finite("cluster_shapes", bytemuck::cast_slice(&self.shapes))?;
        let mut used = vec![false; particles];
        self.members.iter().for_each(|v| used[*v as usize] = true);
        require(used.iter().all(|used| *used), || {
            "a vertex is in no cluster".into()
        })
    }
}

/// The clusters that an asset has unless it was given others: about [`DEFAULT_CLUSTER_SIZE`] particles each before
/// they overlap.
pub fn default_clusters(asset: &Asset) -> Clusters {
    cook_clusters(
        &Particles::of(asset),
        Ring::of(asset),
        &ClusterOptions::default(),
    )
}

#[cfg(test)]
#[path = "clusters_tests.rs"]
mod tests;
