//! How far a mesh and the surface that it follows are from each other, and where.

use super::field::{Work, part as part_of};
use super::input::InputBody;
use super::parallel;
use super::part::Part;
use super::progress::{Meter, Progress};
use crate::asset::solid::{Solid, Tree};
use crate::error::Result;
use glam::{DVec3, I64Vec3};
use std::collections::{HashMap, HashSet};

/// How far corners and middles of the boundary triangles are from the surface, at most.
///
/// # Errors
/// `Cancelled`.
pub fn farthest(part: &Part, solid: &Solid, work: &Work) -> Result<f64> {
    work.progress.report(0.0)?;
    let triangles = part.boundary();
    let rest = work.progress.part(0.2, 1.0);
    let squares = parallel::map(triangles.len(), 256, work.threads, &rest, |t| {
        let [a, b, c] = triangles[t];
        let near = |p| {
            solid
                .tree
                .nearest(p, f64::INFINITY)
                .map_or(0.0, |(_, squared, _)| squared)
        };
        [a, b, c, (a + b + c) / 3.0]
            .map(near)
            .into_iter()
            .fold(0.0, f64::max)
    })?;
    Ok(squares.into_iter().fold(0.0, f64::max).sqrt())
}

/// Sides of the surface are told this far off it [diagonal].
const JUST_OFF: f64 = 1e-5;
/// Components of a body that are nearer to each other than this touch: between them is no boundary [diagonal].
const SLIT: f64 = 1e-3;
/// The radius that a ball in a slit must have, of the slit's width: half of it, but for rounding and curvature.
const ROOM: f64 = 0.45;
/// Samples along an edge of a triangle, and of all triangles beside vertices and middles, at most: long thin triangles have many.
const SAMPLES: usize = 64;
const ALL_SAMPLES: f64 = (1 << 19) as f64;
/// Samples that are asked together whether they are on the boundary.
const AT_ONCE: usize = 1024;
/// Places of a cell that are asked, until one is on the boundary, at most.
const ASKED: usize = 64;
/// Sides of those on edges and corners are told in the triangle, where it has a normal: so far from there towards the middle [diagonal], at
/// blades and tips already in the thick, but by a share of the way in these bounds.
const INTO: f64 = 1e-3;
const SHARE: [f64; 2] = [1e-3, 0.25];

/// How far points of a body's surface are from the boundary of its mesh, at most: the vertices, and places of the triangles that are at
/// most half a `spacing` apart in triangles of up to 64 of them, farther where they would be more than half a million. Parts of the
/// surface inside the body, and slits, are no boundary and do not count.
///
/// # Errors
/// `Cancelled`.
pub fn missed(part: &Part, body: &InputBody, spacing: f64, work: &Work) -> Result<f64> {
    let (samples, far) = distances(
        &part.boundary(),
        body,
        0.5 * spacing,
        &part_of(work, 0.0, 0.8),
    )?;
    let work = part_of(work, 0.8, 1.0);
    // Parts of the surface inside the body can be farther from the mesh's boundary than what counts.
    for (round, chunk) in far.chunks(AT_ONCE).enumerate() {
        let progress = work.progress.round(round as i32);
        let counts = parallel::map(chunk.len(), 32, work.threads, &progress, |n| {
            is_at_boundary(body, samples[chunk[n].1])
        })?;
        if let Some(first) = counts.iter().position(|is_boundary| *is_boundary) {
            return Ok(chunk[first].0.sqrt());
        }
    }
    Ok(0.0)
}

/// What is wrong with a mesh at a place of its surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It lacks a piece of the solid.
    Lacking,
    /// It filled a gap.
    Filled,
    /// Components that touch are in several pieces.
    Parted,
}

/// A place of a surface that its mesh missed.
pub struct Place {
    /// Where [length unit].
    pub at: DVec3,
    /// What is wrong there.
    pub fault: Fault,
}

impl Place {
    /// The cell, half a spacing wide, that it is in: of a cell there is one place.
    pub fn cell(&self, spacing: f64) -> I64Vec3 {
        cell_of(self.at, spacing)
    }
}

fn cell_of(p: DVec3, spacing: f64) -> I64Vec3 {
    (p / (0.5 * spacing)).floor().as_i64vec3()
}

/// The places that `missed` asks for and that are farther than the limit of their fault, the farthest of those that are nearer together than
/// half a spacing.
///
/// # Errors
/// `Cancelled`.
pub fn missed_places(
    part: &Part,
    body: &InputBody,
    spacing: f64,
    [lacking, filled]: [f64; 2],
    work: &Work,
) -> Result<Vec<Place>> {
    let triangles = part.boundary();
    let (samples, far) = distances(&triangles, body, 0.5 * spacing, &part_of(work, 0.0, 0.7))?;
    let far = far
        .into_iter()
        .take_while(|(squared, _)| *squared > lacking.min(filled).powi(2));
    let far: Vec<_> = far.map(|(squared, s)| (squared, samples[s])).collect();
    let mesh = (!triangles.is_empty()).then(|| Solid::new(&triangles));
    let mut asked: HashMap<_, Cell> = HashMap::new();
    let mut places = Vec::new();
    let work = part_of(work, 0.8, 1.0);
    // A place inside the body, which is none, must not hide one of the boundary in the same cell.
    for (round, chunk) in far.chunks(AT_ONCE).enumerate() {
        let chunk: Vec<_> = chunk
            .iter()
            .filter(|(_, (_, p))| asked.entry(cell_of(*p, spacing)).or_default().may_ask())
            .collect();
        let progress = work.progress.round(round as i32);
        let found = parallel::map(chunk.len(), 32, work.threads, &progress, |n| {
            let (squared, sample @ (_, at)) = *chunk[n];
            let (fault, limit) = match mesh.as_ref().is_some_and(|mesh| mesh.contains(at)) {
                true => (Fault::Filled, filled),
                false => (Fault::Lacking, lacking),
            };
            let counts = squared > limit * limit && is_at_boundary(body, sample);
            counts.then_some(Place { at, fault })
        })?;
        for place in found.into_iter().flatten() {
            let cell = asked.entry(place.cell(spacing)).or_default();
            if !std::mem::replace(&mut cell.is_taken, true) {
                places.push(place);
            }
        }
    }
    Ok(places)
}

/// What was asked of the places in a cell.
#[derive(Default)]
struct Cell {
    asked: usize,
    is_taken: bool,
}

impl Cell {
    fn may_ask(&mut self) -> bool {
        self.asked += 1;
        !self.is_taken && self.asked <= ASKED
    }
}

/// Whether a sample is on the boundary, which is told a little way off edges and corners.
fn is_at_boundary(body: &InputBody, (t, p): Sample) -> bool {
    let [a, b, c] = body.corners[t];
    let middle = (a + b + c) / 3.0;
    let share = INTO * body.diagonal() / p.distance(middle).max(f64::MIN_POSITIVE);
    is_boundary(body, t, p.lerp(middle, share.clamp(SHARE[0], SHARE[1])))
}

/// Whether a point of triangle `t` is on the boundary of the solid: the solid is on one side only, and on the other no slit, with another
/// component behind it.
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

/// A triangle of a surface and a point of it.
type Sample = (usize, DVec3);
/// The squared distance of a sample, and which.
type Far = (f64, usize);

/// Points of a body's surface, each with its triangle, and their squared distances from a mesh's boundary, the farthest first.
fn distances(
    triangles: &[[DVec3; 3]],
    body: &InputBody,
    spacing: f64,
    work: &Work,
) -> Result<(Vec<Sample>, Vec<Far>)> {
    work.progress.report(0.0)?;
    let tree = match triangles {
        [] => None,
        _ => Some(Tree::with_progress(
            triangles,
            &work.progress.part(0.1, 0.2),
        )?),
    };
    let samples = samples(body, spacing, &work.progress.part(0.2, 0.3))?;
    let work = part_of(work, 0.3, 1.0);
    let mut far = parallel::map(samples.len(), 256, work.threads, &work.progress, |s| {
        let nearest = tree
            .as_ref()
            .and_then(|tree| tree.nearest(samples[s].1, f64::INFINITY));
        (nearest.map_or(f64::INFINITY, |(_, squared, _)| squared), s)
    })?;
    far.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    Ok((samples, far))
}

/// Points of a surface, one with each of its triangles at least.
fn samples(body: &InputBody, spacing: f64, progress: &Progress) -> Result<Vec<Sample>> {
    let mut meter = Meter::new(progress, body.corners.len());
    let spacing = coarse_enough(body, spacing);
    let mut is_taken = HashSet::new();
    let mut samples = Vec::new();
    for (number, [a, b, c]) in body.corners.iter().copied().enumerate() {
        meter.add(1)?;
        // One without a normal tells no sides: another triangle has to.
        let has_normal = (b - a).cross(c - a).normalize_or_zero() != DVec3::ZERO;
        for (v, p) in body.triangles[number].into_iter().zip([a, b, c]) {
            if has_normal && is_taken.insert(v) {
                samples.push((number, p));
            }
        }
        let [long, high] = along([a, b, c], spacing);
        if [long, high] == [1, 1] {
            samples.push((number, (a + b + c) / 3.0));
            continue;
        }
        // Rows along the longest edge, from it to the corner across.
        let [a, b, c] = longest_first([a, b, c]);
        for row in 0..high {
            let up = row as f64 / high as f64;
            let [from, to] = [a.lerp(c, up), b.lerp(c, up)];
            let count = ((long as f64 * (1.0 - up)).ceil() as usize).max(1);
            let is_corner = |i: usize| row == 0 && (i == 0 || i == count);
            for i in (0..=count).filter(|i| !is_corner(*i)) {
                let p = from.lerp(to, i as f64 / count as f64);
                samples.push((number, p));
            }
        }
    }
    Ok(samples)
}

/// The corners, the longest edge from the first to the second.
pub fn longest_first([a, b, c]: [DVec3; 3]) -> [DVec3; 3] {
    let [ab, bc, ca] = [a.distance(b), b.distance(c), c.distance(a)];
    match (ab >= bc && ab >= ca, bc >= ca) {
        (true, _) => [a, b, c],
        (_, true) => [b, c, a],
        _ => [c, a, b],
    }
}

/// Steps of a spacing along the longest edge of a triangle, and from it to the corner across.
fn along(corners: [DVec3; 3], spacing: f64) -> [usize; 2] {
    let [a, b, c] = longest_first(corners);
    let long = a.distance(b);
    let high = (b - a).cross(c - a).length() / long.max(f64::MIN_POSITIVE);
    [long, high].map(|length| ((length / spacing).ceil() as usize).clamp(1, SAMPLES))
}

/// The spacing, or a larger one at which there are no more than `ALL_SAMPLES`.
fn coarse_enough(body: &InputBody, mut spacing: f64) -> f64 {
    loop {
        let counts = body.corners.iter().map(|t| along(*t, spacing));
        let counts = counts.filter(|steps| *steps != [1, 1]);
        let inner: f64 = counts.map(|[long, high]| (long * high) as f64).sum();
        if inner <= ALL_SAMPLES {
            return spacing;
        }
        spacing *= (inner / ALL_SAMPLES).sqrt().max(1.1);
    }
}
