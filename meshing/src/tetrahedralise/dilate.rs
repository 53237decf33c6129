//! A solid that is a little thicker where a mesh of it missed a tip, a neck or a sheet, and a little thinner where it filled a
//! gap: its boundary is moved by an offset that is some of the tolerance near those places and runs out to nothing around them. The
//! lattice then has points in what it did not see. Bounds of angles hold for any solid: they know cuts of edges only.
//!
//! Outside, points within the offset of the surface are inside too, but not where the next surface across the gap is so near that the
//! gap would close. Inside, points within it are outside, but not where the wall would break.

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

/// The offset falls by this much of a way, so a point that is by d farther from the surface than the offset has no point of the moved
/// boundary within d / (1 + 2 · TAPER): offsets of two signs may fall together.
const TAPER: f64 = 0.45;
/// Around a place the offset is whole for this many spacings.
const WHOLE: f64 = 0.7;
/// Steps along an edge towards the moved boundary, and how near they have to come [edge].
const STEPS: usize = 64;
const CLOSE: f64 = 1e-4;
/// Halvings of an edge that has both offsets.
const HALVINGS: usize = 20;
/// What a ray from the surface starts off it, of its length.
const OFF: f64 = 1e-3;

/// A gap that stays open between moved boundaries is this wide, and a wall that stays this thick [spacing]: one of √5/2 surely has a point
/// of the lattice everywhere.
const GAP: f64 = 0.5;
const WALL: f64 = 1.1;

/// Places with one offset.
#[derive(Clone)]
struct Layer {
    /// Triangles without extent; none for one that is whole everywhere.
    places: Option<Arc<Tree>>,
    /// Above zero where the solid is thicker [length unit].
    by: f64,
    /// Whole up to here [length unit].
    whole: f64,
    /// It joins components that touch: it is not made thinner.
    joins: bool,
}

impl Layer {
    /// How far from its places the offset ends.
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

/// A solid whose boundary is moved near some places.
#[derive(Clone)]
pub struct Dilated<'a> {
    /// The solid as it is.
    pub solid: &'a Solid,
    layers: Vec<Layer>,
    /// The surface near places where it is thinner: parts of it inside the solid are no boundary.
    boundary: Option<Arc<Tree>>,
    /// What holds pieces together.
    joints: Option<Arc<Joints>>,
    /// For each triangle of the surface the pieces, in order, of which it was asked whether they are boundary.
    asked: Arc<Vec<Vec<(Path, bool)>>>,
}

/// To a piece of a triangle: 1, and a binary digit more each time that a piece is halved.
type Path = u64;

impl<'a> Dilated<'a> {
    /// The solid as it is.
    pub fn new(solid: &'a Solid) -> Self {
        Self {
            solid,
            layers: Vec::new(),
            boundary: None,
            joints: None,
            asked: Arc::default(),
        }
    }

    /// How far the solid reaches out of its surface, at most [length unit].
    pub fn reach(&self) -> f64 {
        let all = self.layers.iter().map(|layer| layer.by);
        all.fold(0.0, f64::max) + self.of_joints(Joints::reach)
    }

    /// How far the boundary is moved at most, either way [length unit].
    pub fn most(&self) -> f64 {
        let all = self.layers.iter().map(|layer| layer.by.abs());
        all.fold(self.of_joints(Joints::thickness), f64::max)
    }

    fn of_joints(&self, length: impl Fn(&Joints) -> f64) -> f64 {
        self.joints.as_ref().map_or(0.0, |joints| length(joints))
    }

    /// The same with chains of a lattice's vertices along some ways, too.
    pub fn joined(&self, ways: &[[DVec3; 2]], grid: &Grid) -> Self {
        let joints = Joints::along(ways, grid, self.joints.as_deref());
        Self {
            joints: Some(Arc::new(joints)),
            ..self.clone()
        }
    }

    /// Moves the boundary near places of the body's surface that a mesh of a lattice missed: out where it lacks a piece, inwards where it
    /// filled a gap, and out where components came apart, each by so much.
    ///
    /// # Errors
    /// `Cancelled`.
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

    /// Finds the boundary that walls are told from, of layers or for a lattice that are others.
    ///
    /// # Errors
    /// `Cancelled`.
    pub fn follow(&mut self, body: &InputBody, spacing: f64, work: &Work) -> Result<()> {
        if self.layers.iter().any(|layer| layer.by < 0.0) {
            self.find_boundary(body, spacing, work)?;
        }
        Ok(())
    }

    /// Moves all of the boundary outwards, farther each time, but no farther than `most`.
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

    /// Finds the boundary near places where the solid is thinner, in pieces with a radius of at most half a spacing: parts of a triangle can be
    /// inside the solid.
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

    /// What is known of a piece of a triangle.
    fn known(&self, triangle: usize, path: Path) -> Option<bool> {
        let asked = self.asked.get(triangle)?;
        let at = asked.binary_search_by_key(&path, |(path, _)| *path);
        at.ok().map(|at| asked[at].1)
    }

    /// Whether a ball meets what is within the reach of a place where the solid is thinner.
    fn is_near_thinner(&self, middle: DVec3, radius: f64, spacing: f64) -> bool {
        let mut thinner = self.layers.iter().filter(|layer| layer.by < 0.0);
        thinner.any(|layer| {
            // As far as `reaches` looks from what is thinner: to the wall's other side, moved towards it.
            let reach = layer.reach() - 2.0 * layer.by + WALL * spacing + radius;
            let places = layer.places.as_ref();
            places.is_some_and(|places| places.is_near(middle, reach))
        })
    }

    /// The offset at a point [length unit].
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

    /// Moves the boundary out less, but where components that touch came apart.
    pub fn shrink(&mut self, factor: f64) {
        let is_thicker = |layer: &&mut Layer| layer.by > 0.0 && !layer.joins;
        let thicker = self.layers.iter_mut().filter(is_thicker);
        thicker.for_each(|layer| layer.by *= factor);
    }

    /// Takes the lattice's vertices that are inside the solid as it is to those inside the moved boundary.
    ///
    /// # Errors
    /// `Cancelled`.
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

    /// Whether a point is inside the moved boundary, if it `is_inside` the solid as it is.
    fn is_in(&self, p: DVec3, is_inside: bool, spacing: f64) -> bool {
        let by = self.by(p);
        match (is_inside, &self.boundary) {
            (false, _) => by > 0.0 && reaches(&self.solid.tree, p, by, GAP * spacing),
            (true, Some(boundary)) => by >= 0.0 || !is_cut_off(boundary, p, -by, WALL * spacing),
            (true, None) => true,
        }
    }

    /// Where the segment from `a`, inside, to `b`, outside, leaves the moved boundary, from 0 to 1.
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

    /// Where the way between two points inside the moved boundary leaves it first and comes back last, from 0 to 1, if it does, and not
    /// only across slits.
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

    /// Whether a vertex of the lattice is inside to hold together what touches.
    pub fn holds_together(&self, p: DVec3) -> bool {
        let mut joining = self.layers.iter().filter(|layer| layer.joins);
        self.is_joint(p) || joining.any(|layer| layer.size(p) > 0.0)
    }

    /// Whether a vertex of the lattice is one of a chain.
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

    /// Where the way from a point that is farther than the offset from a surface first comes as near as that: steps are no longer than the
    /// boundary is surely away (Hart 1996, sphere tracing). None where it does not, or starts nearer.
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
            // No farther from there than from here and the way between.
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

/// Whether the surface is nearer to a point than `by`, and the next surface on the way from it through the point is not so near that
/// both, moved towards each other, would leave less than `room` between them.
fn reaches(tree: &Tree, p: DVec3, by: f64, room: f64) -> bool {
    seen_through(tree, p, by, room).is_some_and(|(_, across)| across.is_none())
}

/// Whether the boundary is nearer to a point inside than `by`, and than what leaves `room` of the wall that it is in: half of the rest, for the
/// other side may be moved as far.
fn is_cut_off(tree: &Tree, p: DVec3, by: f64, room: f64) -> bool {
    let is_near =
        |(near, across): (f64, Option<f64>)| across.is_none_or(|thick| 2.0 * near < thick - room);
    seen_through(tree, p, by, room).is_some_and(is_near)
}

/// How far a surface nearer to a point than `by` is, and how far from it the next one is on the way through the point, if it is nearer than
/// `2 by + room`. On the surface itself there is no such way.
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

/// A triangle cut in the middle of its longest edge.
fn halves(corners: [DVec3; 3]) -> [[DVec3; 3]; 2] {
    let [a, b, c] = longest_first(corners);
    let middle = 0.5 * (a + b);
    [[a, middle, c], [middle, b, c]]
}

#[cfg(test)]
#[path = "dilate_tests.rs"]
mod tests;
