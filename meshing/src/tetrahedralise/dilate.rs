//! A solid with a moved boundary: a little thicker where a mesh missed a tip, a neck or a sheet, and thinner where it
//! filled a gap. The offset is a part of the tolerance near those places and tapers off around them, so the lattice
//! gets points in what it missed. The bounds on angles hold for any solid.
//!
//! Points outside within the offset of the surface become inside points, unless the gap there would close. Points
//! inside within it become outside points, unless the wall would break.

use super::bcc::{Site, Sites};
use super::bits::Grid;
use super::field::Work;
use super::input::InputBody;
use super::joints::Joints;
use super::missed::{Fault, Place, SLIT, is_boundary, longest_first};
use glam::DVec3;
use pliant_geometry::error::Result;
use pliant_geometry::parallel;
use pliant_geometry::solid::{Look, Solid, Tree};
use std::sync::Arc;

/// The slope with which an offset tapers off. A point d beyond the offset is at least d / (1 + 2 · TAPER) from the
/// moved boundary, since offsets of both signs may taper off together.
const TAPER: f64 = 0.45;
/// The offset is full within this distance of a place [spacing].
const WHOLE: f64 = 0.7;
/// The most steps along an edge towards the moved boundary, and the distance at which they stop [edge].
const STEPS: usize = 64;
const CLOSE: f64 = 1e-4;
/// Bisection steps for an edge with both offsets.
const HALVINGS: usize = 20;
/// Where a ray from the surface starts [its length].
const OFF: f64 = 1e-3;

/// The least gap between moved boundaries, and the least wall [spacing]. One of √5/2 has a lattice point everywhere.
const GAP: f64 = 0.5;
const WALL: f64 = 1.1;

/// Places with the same offset.
#[derive(Clone)]
struct Layer {
    /// Degenerate triangles; `None` for an offset of the whole boundary.
    places: Option<Arc<Tree>>,
    /// Positive where the solid gets thicker [length unit].
    by: f64,
    /// The offset is full within this distance [length unit].
    whole: f64,
    /// Whether it joins touching components. Then it is not shrunk.
    joins: bool,
}

impl Layer {
    /// The distance at which the offset ends.
    fn reach(&self) -> f64 {
        self.whole + self.by.abs() / TAPER
    }

    fn size(&self, p: DVec3) -> f64 {
        let Some(places) = &self.places else {
            return self.by.abs();
        };
        let nearest = places.nearest(p, self.reach());
        nearest.map_or(0.0, |(_, squared, _)| {
            self.by.abs() - TAPER * (squared.sqrt() - self.whole).max(0.0)
        })
    }
}

#[derive(Clone)]
pub struct Dilated<'a> {
    pub solid: &'a Solid,
    layers: Vec<Layer>,
    /// The surface near places where it gets thinner, without parts inside the solid.
    boundary: Option<Arc<Tree>>,
    joints: Option<Arc<Joints>>,
    /// For each triangle, which pieces were already tested for being boundary, sorted.
    asked: Arc<Vec<Vec<(Path, bool)>>>,
}

/// A piece of a triangle: 1, then one binary digit for each bisection.
type Path = u64;

impl<'a> Dilated<'a> {
    pub fn new(solid: &'a Solid) -> Self {
        Self {
            solid,
            layers: Vec::new(),
            boundary: None,
            joints: None,
            asked: Arc::default(),
        }
    }

    /// The largest outward offset [length unit].
    pub fn reach(&self) -> f64 {
        let all = self.layers.iter().map(|layer| layer.by);
        all.fold(0.0, f64::max) + self.of_joints(Joints::reach)
    }

    /// The largest offset in either direction [length unit].
    pub fn most(&self) -> f64 {
        let all = self.layers.iter().map(|layer| layer.by.abs());
        all.fold(self.of_joints(Joints::thickness), f64::max)
    }

    fn of_joints(&self, length: impl Fn(&Joints) -> f64) -> f64 {
        self.joints.as_ref().map_or(0.0, |joints| length(joints))
    }

    pub fn joined(&self, ways: &[[DVec3; 2]], grid: &Grid) -> Self {
        let joints = Joints::along(ways, grid, self.joints.as_deref());
        Self {
            joints: Some(Arc::new(joints)),
            ..self.clone()
        }
    }

    /// Moves the boundary near missed places: by `out` where the mesh lacks something, by `inwards` where it filled a
    /// gap, and by `joint` where components came apart.
    pub fn add(
        &mut self,
        places: &[Place],
        [out, inwards, joint]: [f64; 3],
        spacing: f64,
        body: &InputBody,
        work: &Work,
    ) -> Result<()> {
        let faults = [
            (Fault::Lacking, out),
            (Fault::Filled, -inwards),
            (Fault::Parted, joint),
        ];
        for (fault, by) in faults {
            let of_fault = places.iter().filter(|place| place.fault == fault);
            let points: Vec<_> = of_fault.map(|place| [place.at; 3]).collect();
            if points.is_empty() {
                continue;
            }
            let joins = fault == Fault::Parted;
            self.layers.push(Layer {
                places: Some(Arc::new(Tree::new(&points))),
                by,
                whole: if joins { 0.0 } else { WHOLE * spacing },
                joins,
            });
        }
        self.follow(body, spacing, work)
    }

    /// Finds the boundary again after the layers or the spacing changed.
    pub fn follow(&mut self, body: &InputBody, spacing: f64, work: &Work) -> Result<()> {
        if self.layers.iter().any(|layer| layer.by < 0.0) {
            self.find_boundary(body, spacing, work)?;
        }
        Ok(())
    }

    /// Moves the whole boundary outwards, farther with each call, up to `most`.
    pub fn thicken(&mut self, by: f64, most: f64) {
        let place = self.layers.iter().position(|layer| layer.places.is_none());
        let before = place.map_or(0.0, |place| self.layers.remove(place).by);
        self.layers.push(Layer {
            places: None,
            by: (before + by).min(most),
            whole: 0.0,
            joins: false,
        });
    }

    /// Finds the boundary where the solid gets thinner, in pieces with a radius of at most half a spacing.
    fn find_boundary(&mut self, body: &InputBody, spacing: f64, work: &Work) -> Result<()> {
        let found = parallel::map(body.corners.len(), 16, work.threads, &work.progress, |t| {
            let (mut near, mut asked) = (Vec::new(), Vec::new());
            let mut rest = vec![(1, body.corners[t])];
            while let Some((path, piece)) = rest.pop() {
                let (middle, radius) = middle_and_radius(piece);
                if !self.is_near_thinner(middle, radius, spacing) {
                    continue;
                }
                if radius > 0.5 * spacing {
                    let [first, second] = halves(piece);
                    rest.extend([(2 * path, first), (2 * path + 1, second)]);
                    continue;
                }
                let known = self.known(t, path);
                let is_boundary = known.unwrap_or_else(|| is_boundary(body, t, middle));
                near.extend(is_boundary.then_some(piece));
                asked.push((path, is_boundary));
            }
            asked.sort_unstable();
            (near, asked)
        })?;
        let (near, asked): (Vec<_>, Vec<_>) = found.into_iter().unzip();
        let mut all = Vec::with_capacity(near.iter().map(Vec::len).sum());
        near.into_iter().for_each(|own| all.extend(own));
        self.boundary = (!all.is_empty()).then(|| Arc::new(Tree::new(&all)));
        self.asked = Arc::new(asked);
        Ok(())
    }

    fn known(&self, triangle: usize, path: Path) -> Option<bool> {
        let asked = self.asked.get(triangle)?;
        let at = asked.binary_search_by_key(&path, |(path, _)| *path);
        at.ok().map(|at| asked[at].1)
    }

    /// Whether a ball reaches something that affects a place where the solid gets thinner.
    fn is_near_thinner(&self, middle: DVec3, radius: f64, spacing: f64) -> bool {
        let mut thinner = self.layers.iter().filter(|layer| layer.by < 0.0);
        thinner.any(|layer| {
            // As far as `is_cut_off` looks: to the other side of the wall.
            let reach = layer.reach() - 2.0 * layer.by + WALL * spacing + radius;
            let places = layer.places.as_ref();
            places.is_some_and(|places| places.is_near(middle, reach))
        })
    }

    fn by(&self, p: DVec3) -> f64 {
        let (mut thicker, mut thinner) = (0.0f64, 0.0f64);
        for layer in &self.layers {
            match layer.by > 0.0 {
                true => thicker = thicker.max(layer.size(p)),
                false => thinner = thinner.max(layer.size(p)),
            }
        }
        thicker - thinner
    }

    /// Reduces outward offsets, except those that join components.
    pub fn shrink(&mut self, factor: f64) {
        let is_thicker = |layer: &&mut Layer| layer.by > 0.0 && !layer.joins;
        let thicker = self.layers.iter_mut().filter(is_thicker);
        thicker.for_each(|layer| layer.by *= factor);
    }

    /// Updates the set of inside vertices for the moved boundary.
    pub fn change(&self, sites: &mut Sites, work: &Work) -> Result<()> {
        let mut near: Vec<Site> = Vec::new();
        for layer in &self.layers {
            match &layer.places {
                Some(places) => places.triangles.iter().for_each(|[place, ..]| {
                    sites.for_each_near(*place, layer.reach(), |site| near.push(site));
                }),
                None => sites.for_each_around(|site| near.push(site)),
            }
            near.sort_unstable();
            near.dedup();
        }
        let is_in = parallel::map(near.len(), 64, work.threads, &work.progress, |number| {
            let site = near[number];
            self.is_in(sites.position(site), sites.has(site), sites.spacing())
        })?;
        for (site, is_in) in near.into_iter().zip(is_in) {
            sites.set(site, is_in);
        }
        if let Some(joints) = &self.joints {
            joints.insert(sites);
        }
        Ok(())
    }

    /// Whether a point is inside the moved boundary. `is_inside` tells whether it is inside the original solid.
    fn is_in(&self, p: DVec3, is_inside: bool, spacing: f64) -> bool {
        let by = self.by(p);
        match (is_inside, &self.boundary) {
            (false, _) => by > 0.0 && reaches(&self.solid.tree, p, by, GAP * spacing),
            (true, Some(boundary)) => by >= 0.0 || !is_cut_off(boundary, p, -by, WALL * spacing),
            (true, None) => true,
        }
    }

    /// Where the segment from `a` (inside) to `b` (outside) leaves the moved boundary, from 0 to 1.
    pub fn way_out(&self, a: DVec3, b: DVec3, spacing: f64, look: &mut Look) -> f64 {
        match self.joints.as_ref().filter(|joints| joints.has(a)) {
            Some(joints) => {
                let is_in = self.is_in(a, self.solid.contains(a), spacing);
                let own = is_in.then(|| self.moved_way_out(a, b, spacing, look));
                own.unwrap_or(0.0).max(joints.least_way_out(a, b))
            }
            None => self.moved_way_out(a, b, spacing, look),
        }
    }

    /// Where the segment between two inside points first leaves the moved boundary and last re-enters it, from 0 to 1.
    /// `None` if it does not, or only crosses slits.
    pub fn air_between(
        &self,
        a: DVec3,
        b: DVec3,
        spacing: f64,
        look: &mut Look,
    ) -> Option<[f64; 2]> {
        look.along(a, b, &self.solid.tree);
        if look.found.is_empty() || (self.is_joint(a) && self.is_joint(b)) {
            return None;
        }
        let [low, high] = self.solid.tree.bounds();
        let slit = SLIT * low.distance(high) / a.distance(b);
        let ends = look.found.iter().map(|crossing| crossing.at).chain([1.0]);
        let (mut from, mut air) = (0.0, None);
        for to in ends {
            let p = a.lerp(b, 0.5 * (from + to));
            if to - from > slit && !self.is_in(p, self.solid.contains(p), spacing) {
                air = Some([air.map_or(from, |[first, _]: [f64; 2]| first), to]);
            }
            from = to;
        }
        air
    }

    /// Whether a vertex is inside only to hold touching parts together.
    pub fn holds_together(&self, p: DVec3) -> bool {
        let mut joining = self.layers.iter().filter(|layer| layer.joins);
        self.is_joint(p) || joining.any(|layer| layer.size(p) > 0.0)
    }

    pub fn is_joint(&self, p: DVec3) -> bool {
        self.joints.as_ref().is_some_and(|joints| joints.has(p))
    }

    fn moved_way_out(&self, a: DVec3, b: DVec3, spacing: f64, look: &mut Look) -> f64 {
        let by = [self.by(a), self.by(b)];
        if by == [0.0; 2] {
            return self.solid.way_out(a, b, look);
        }
        let out = || self.march(&self.solid.tree, b, a, |p| self.by(p));
        let thinner = |boundary| self.march(boundary, a, b, |p| -self.by(p));
        let at = match (&self.boundary, by.iter().all(|by| *by >= 0.0)) {
            (_, true) => out().map(|at| 1.0 - at),
            (Some(boundary), _) if by.iter().all(|by| *by <= 0.0) => thinner(boundary),
            _ => None,
        };
        at.unwrap_or_else(|| self.halve(a, b, spacing))
    }

    /// Where the segment first comes within the offset of the surface, by sphere tracing (Hart 1996).
    fn march(&self, tree: &Tree, from: DVec3, to: DVec3, by: impl Fn(DVec3) -> f64) -> Option<f64> {
        let length = from.distance(to);
        let (mut way, mut reach) = (0.0, f64::INFINITY);
        for _ in 0..STEPS {
            let p = from.lerp(to, way / length);
            let (_, squared, _) = tree.nearest(p, reach)?;
            let distance = squared.sqrt();
            let left = distance - by(p);
            if left <= CLOSE * length {
                return (way > 0.0).then_some(way / length);
            }
            let step = left / (1.0 + 2.0 * TAPER);
            reach = 1.001 * (distance + step);
            way += step;
            if way >= length {
                return None;
            }
        }
        Some(way / length)
    }

    fn halve(&self, a: DVec3, b: DVec3, spacing: f64) -> f64 {
        let (mut inside, mut outside) = (0.0, 1.0);
        for _ in 0..HALVINGS {
            let middle = 0.5 * (inside + outside);
            let p = a.lerp(b, middle);
            match self.is_in(p, self.solid.contains(p), spacing) {
                true => inside = middle,
                false => outside = middle,
            }
        }
        0.5 * (inside + outside)
    }
}

/// Whether a surface is within `by`, and the next one beyond the point leaves `room` if both are moved.
fn reaches(tree: &Tree, p: DVec3, by: f64, room: f64) -> bool {
    seen_through(tree, p, by, room).is_some_and(|(_, across)| across.is_none())
}

/// Whether the boundary is within `by`, and within half of what the wall can lose while `room` is left.
fn is_cut_off(tree: &Tree, p: DVec3, by: f64, room: f64) -> bool {
    let is_near =
        |(near, across): (f64, Option<f64>)| across.is_none_or(|thick| 2.0 * near < thick - room);
    seen_through(tree, p, by, room).is_some_and(is_near)
}

/// The distance to a surface within `by`, and from there through the point to the next surface, if that is within `2 by
/// + room`. A point on the surface has no next one.
fn seen_through(tree: &Tree, p: DVec3, by: f64, room: f64) -> Option<(f64, Option<f64>)> {
    let (foot, squared, _) = tree.nearest(p, by)?;
    if squared == 0.0 {
        return Some((0.0, None));
    }
    let way = (p - foot) / squared.sqrt() * (2.0 * by + room);
    let mut found = Vec::new();
    tree.crossings(foot + OFF * way, foot + way, &mut found);
    let across = |at: f64| (OFF + (1.0 - OFF) * at) * way.length();
    Some((squared.sqrt(), found.first().map(|first| across(first.at))))
}

fn middle_and_radius([a, b, c]: [DVec3; 3]) -> (DVec3, f64) {
    let middle = (a + b + c) / 3.0;
    let radius = [a, b, c].map(|p| p.distance(middle));
    (middle, radius.into_iter().fold(0.0, f64::max))
}

fn halves(corners: [DVec3; 3]) -> [[DVec3; 3]; 2] {
    let [a, b, c] = longest_first(corners);
    let middle = 0.5 * (a + b);
    [[a, middle, c], [middle, b, c]]
}

#[cfg(test)]
#[path = "dilate_tests.rs"]
mod tests;
