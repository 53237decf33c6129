//! How far a mesh and its surface are from each other, and where.

mod samples;

pub use samples::longest_first;

use super::field::{Work, part as part_of};
use super::input::InputBody;
use super::part::Part;
use glam::{DVec3, I64Vec3};
use pliant_geometry::error::Result;
use pliant_geometry::parallel;
use pliant_geometry::solid::{Nearby, Solid, Tree};
use samples::{Sample, Samples};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

/// The largest distance of corners and centroids of a mesh's boundary triangles from the surface, or `at_least`.
pub fn farthest(boundary: &[[DVec3; 3]], solid: &Solid, at_least: f64, work: &Work) -> Result<f64> {
    let most = Most::new(at_least);
    let chunks: Vec<_> = boundary.chunks(BOUNDARY_CHUNK).collect();
    parallel::map(chunks.len(), 1, work.threads, &work.progress, |chunk| {
        let mut nearby = Nearby::default();
        let of_triangle = |[a, b, c]: &[DVec3; 3]| [*a, *b, *c, (*a + *b + *c) / 3.0];
        for p in chunks[chunk].iter().flat_map(of_triangle) {
            if nearby.is_near(&solid.tree, p, most.below()) {
                continue;
            }
            let nearest = solid.tree.nearest(p, f64::INFINITY);
            most.raise(nearest.map_or(0.0, |(_, squared, _)| squared.sqrt()));
        }
    })?;
    Ok(most.get())
}

/// A maximum over all threads. Skipping what is surely smaller does not depend on their order.
struct Most(AtomicU64);

impl Most {
    fn new(at_least: f64) -> Self {
        Self(AtomicU64::new(at_least.to_bits()))
    }

    fn get(&self) -> f64 {
        f64::from_bits(self.0.load(Ordering::Relaxed))
    }

    /// Smaller distances are surely not the maximum, even with rounding.
    fn below(&self) -> f64 {
        (1.0 - 1e-9) * self.get()
    }

    /// Non-negative floats are ordered like their bits.
    fn raise(&self, distance: f64) {
        self.0.fetch_max(distance.to_bits(), Ordering::Relaxed);
    }
}

/// Distance off the surface at which its sides are tested [diagonal].
const JUST_OFF: f64 = 1e-5;
/// Components of a body that are closer than this touch; there is no boundary between them [diagonal].
pub const SLIT: f64 = 1e-3;
/// The radius that a ball in a slit has at least [slit's width]: half of it, less rounding and curvature.
const ROOM: f64 = 0.45;
const CHUNK: usize = 8;
const BOUNDARY_CHUNK: usize = 256;
/// The most samples of a cell that are tested until one is on the boundary.
const ASKED: i32 = 64;
/// Samples on edges and corners, where there is no normal, are tested this far towards the middle of the triangle
/// [diagonal], within bounds relative to the middle's distance. At blades and tips this is already inside.
const INTO: f64 = 1e-3;
const SHARE: [f64; 2] = [1e-3, 0.25];

/// The samples of a surface that are far from a mesh's boundary, farthest first.
pub struct Far<'a> {
    samples: Samples<'a>,
    all: Vec<FarSample>,
}

struct FarSample {
    squared: f64,
    sample: Sample,
    /// Whether it is on the solid's boundary, if that was tested.
    is_at_boundary: Option<bool>,
}

pub struct Missed<'a> {
    pub most: f64,
    pub far: Far<'a>,
}

/// The largest distance of a body's surface from the `boundary` of its mesh. Sampled are the vertices, and points of
/// triangles at most half a `spacing` apart, with up to 64 along an edge and about half a million in all. Parts of the
/// surface inside the body, and slits, do not count. Samples at or beyond `limit` are kept.
pub fn missed<'a>(
    boundary: &[[DVec3; 3]],
    body: &'a InputBody,
    spacing: f64,
    limit: f64,
    work: &Work,
) -> Result<Missed<'a>> {
    work.progress.report(0.0)?;
    let tree = match boundary {
        [] => None,
        _ => Some(Tree::with_progress(
            boundary,
            &work.progress.part(0.1, 0.2),
        )?),
    };
    let samples = Samples::of(body, 0.5 * spacing, &work.progress.part(0.2, 0.3))?;
    let most = Most::new(0.0);
    let rest = work.progress.part(0.3, 1.0);
    let count = body.corners.len();
    let chunks = count.div_ceil(CHUNK);
    let far = parallel::map(chunks, 1, work.threads, &rest, |chunk| {
        let (mut far, mut nearby) = (Vec::new(), Nearby::default());
        let triangles = chunk * CHUNK..count.min((chunk + 1) * CHUNK);
        samples.of_triangles(triangles, |sample, p| {
            let reach = most.below().min(limit);
            let is_near = |tree: &Tree| nearby.is_near(tree, p, reach);
            if tree.as_ref().is_some_and(is_near) {
                return;
            }
            let nearest = tree
                .as_ref()
                .and_then(|tree| tree.nearest(p, f64::INFINITY));
            let squared = nearest.map_or(f64::INFINITY, |(_, squared, _)| squared);
            // Parts of the surface inside the body can be farther than what counts.
            let is_more = squared.sqrt() > most.get();
            let is_at_boundary = is_more.then(|| is_at_boundary(body, sample.triangle as usize, p));
            if is_at_boundary == Some(true) {
                most.raise(squared.sqrt());
            }
            if squared >= limit * limit {
                far.push(FarSample {
                    squared,
                    sample,
                    is_at_boundary,
                });
            }
        });
        far
    })?;
    let mut all = Vec::with_capacity(far.iter().map(Vec::len).sum());
    far.into_iter().for_each(|far| all.extend(far));
    all.sort_unstable_by(|a: &FarSample, b| {
        let by_distance = b.squared.total_cmp(&a.squared);
        by_distance.then(a.sample.cmp(&b.sample))
    });
    Ok(Missed {
        most: most.get(),
        far: Far { samples, all },
    })
}

/// What is wrong with a mesh at a point of its surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A piece of the solid is missing.
    Lacking,
    /// A gap is filled.
    Filled,
    /// Touching components are in different pieces.
    Parted,
}

pub struct Place {
    pub at: DVec3,
    pub fault: Fault,
}

impl Place {
    /// Its cell, half a spacing wide. Each cell has at most one place.
    pub fn cell(&self, spacing: f64) -> I64Vec3 {
        cell_of(self.at, spacing)
    }
}

fn cell_of(p: DVec3, spacing: f64) -> I64Vec3 {
    (p / (0.5 * spacing)).floor().as_i64vec3()
}

/// Of the samples in `far`, those beyond the limit of their fault: the farthest one of each cell.
pub fn missed_places(
    part: &Part,
    body: &InputBody,
    far: &Far,
    spacing: f64,
    [lacking, filled]: [f64; 2],
    work: &Work,
) -> Result<Vec<Place>> {
    work.progress.report(0.0)?;
    let mesh = part.solid(&part_of(work, 0.1, 0.3))?;
    let least = lacking.min(filled).powi(2);
    let far_count = far.all.partition_point(|far| far.squared > least);
    let at = |number: u32| far.samples.point(far.all[number as usize].sample);
    let mut waiting = Waiting::new((0..far_count as u32).map(|n| cell_of(at(n), spacing)));
    let mut places = Vec::new();
    let work = part_of(work, 0.3, 1.0);
    for round in 0..ASKED {
        let chosen = waiting.next_of_each();
        if chosen.is_empty() {
            break;
        }
        let progress = work.progress.round(round);
        let found = parallel::map(chosen.len(), 32, work.threads, &progress, |n| {
            let (far, at) = (&far.all[chosen[n] as usize], at(chosen[n]));
            let ask = || is_at_boundary(body, far.sample.triangle as usize, at);
            if !far.is_at_boundary.unwrap_or_else(ask) {
                return None;
            }
            let (fault, limit) = match mesh.as_ref().is_some_and(|mesh| mesh.contains(at)) {
                true => (Fault::Filled, filled),
                false => (Fault::Lacking, lacking),
            };
            (far.squared > limit * limit).then_some(Place { at, fault })
        })?;
        for (number, place) in chosen.into_iter().zip(found) {
            if let Some(place) = place {
                waiting.take(number);
                places.push((number, place));
            }
        }
    }
    places.sort_unstable_by_key(|(number, _)| *number);
    Ok(places.into_iter().map(|(_, place)| place).collect())
}

/// Samples still to be tested. One inside the body must not hide one on the boundary in the same cell.
struct Waiting {
    cell: Vec<u32>,
    is_taken: Vec<bool>,
    left: Vec<u32>,
}

impl Waiting {
    fn new(cells: impl Iterator<Item = I64Vec3>) -> Self {
        let mut numbers = HashMap::new();
        let number = |cell| {
            let next = numbers.len() as u32;
            *numbers.entry(cell).or_insert(next)
        };
        let cell: Vec<u32> = cells.map(number).collect();
        Self {
            left: (0..cell.len() as u32).collect(),
            is_taken: vec![false; numbers.len()],
            cell,
        }
    }

    /// The first remaining sample of each cell without a place.
    fn next_of_each(&mut self) -> Vec<u32> {
        let (mut chosen, mut is_chosen) = (Vec::new(), self.is_taken.clone());
        self.left.retain(|number| {
            let cell = self.cell[*number as usize] as usize;
            if !std::mem::replace(&mut is_chosen[cell], true) {
                chosen.push(*number);
                return false;
            }
            !self.is_taken[cell]
        });
        chosen
    }

    fn take(&mut self, number: u32) {
        self.is_taken[self.cell[number as usize] as usize] = true;
    }
}

/// Whether a sample is on the boundary, tested a little off edges and corners.
fn is_at_boundary(body: &InputBody, t: usize, p: DVec3) -> bool {
    let [a, b, c] = body.corners[t];
    let middle = (a + b + c) / 3.0;
    let share = INTO * body.diagonal() / p.distance(middle).max(f64::MIN_POSITIVE);
    is_boundary(body, t, p.lerp(middle, share.clamp(SHARE[0], SHARE[1])))
}

/// Whether a point of triangle `t` is on the solid's boundary: solid on one side only, and no slit with another
/// component behind it on the other.
pub fn is_boundary(body: &InputBody, t: usize, p: DVec3) -> bool {
    let diagonal = body.diagonal();
    let [a, b, c] = body.corners[t];
    let normal = (b - a).cross(c - a).normalize_or_zero() * diagonal;
    let (solid, tree) = (&body.solid, &body.solid.tree);
    let own = body.component_of(t as u32);
    let is_slit = |side: f64| {
        let q = p + side * 0.5 * SLIT * normal;
        let is_shut = || tree.is_near(q, ROOM * SLIT * diagonal) || solid.contains(q);
        let nearest = || tree.nearest(q, 0.5 * SLIT * diagonal);
        let is_other = |(_, _, u): (DVec3, f64, u32)| body.component_of(u) != own;
        body.starts.len() > 1 && is_shut() && nearest().is_some_and(is_other)
    };
    match [1.0, -1.0].map(|side| solid.contains(p + side * JUST_OFF * normal)) {
        [true, false] => !is_slit(-1.0),
        [false, true] => !is_slit(1.0),
        _ => false,
    }
}
