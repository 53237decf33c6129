//! Which solids are cavities of others: solid parts, and assemblies of open parts.
//!
//! By now all face outward. One that faced the other way than the solid around it was meant as a cavity and is turned
//! inward again; otherwise it is a body in a body. If the outermost one faced inward, all were mirrored.

use super::report::RepairReport;
use super::{Kind, Repaired};
use glam::DVec3;
use pliant_geometry::solid::Solid;
use pliant_geometry::surface::point;
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};

/// Vertices of a solid that are tested for lying inside another one. The majority decides.
const SAMPLES: usize = 3;

/// The parts that enclose one volume.
struct Unit {
    parts: Vec<u32>,
    /// `None` if it faced no particular way.
    was_inward: Option<bool>,
}

impl Unit {
    fn all(repaired: &Repaired, was_inward: &[bool], were_inward: &[Option<bool>]) -> Vec<Self> {
        let numbered = (0..).zip(&repaired.parts).zip(was_inward);
        let solids = numbered.filter(|((_, part), _)| part.kind == Kind::Solid);
        let solids = solids.map(|((p, _), inward)| (vec![p], Some(*inward)));
        let assemblies = repaired.assemblies.iter().zip(were_inward);
        let assemblies = assemblies.map(|(own, inward)| (own.parts.clone(), *inward));
        let unit = |(parts, was_inward)| Self { parts, was_inward };
        let mut all: Vec<Self> = solids.chain(assemblies).map(unit).collect();
        all.sort_by_key(|unit| unit.parts[0]);
        all
    }

    fn solid(&self, repaired: &Repaired) -> Solid {
        let parts = self.parts.iter().map(|p| &repaired.parts[*p as usize]);
        let ranges = parts.map(|part| part.triangles.start as usize..part.triangles.end as usize);
        let triangles = ranges.flat_map(|range| &repaired.surface.triangles[range]);
        let corners = triangles.map(|t| t.map(|v| point(&repaired.surface.positions, v)));
        Solid::new(&corners.collect::<Vec<_>>())
    }

    /// Whether most sampled vertices lie inside a surface.
    fn is_inside(&self, repaired: &Repaired, surface: &Solid) -> bool {
        let sample = |i: usize| {
            let part = self.parts[self.parts.len() * i / SAMPLES];
            let vertices = &repaired.parts[part as usize].vertices;
            vertices.start + (vertices.len() * i / SAMPLES) as u32
        };
        let inside = |i: &usize| surface.contains(point(&repaired.surface.positions, sample(*i)));
        2 * (0..SAMPLES).filter(inside).count() > SAMPLES
    }

    fn turn_inward(&self, repaired: &mut Repaired, around: Option<&Unit>) {
        for p in &self.parts {
            let part = &mut repaired.parts[*p as usize];
            part.volume = -part.volume;
            part.cavity_of = around.map(|unit| unit.parts[0]);
            let triangles = part.triangles.start as usize..part.triangles.end as usize;
            repaired.surface.triangles[triangles]
                .iter_mut()
                .for_each(|t| t.swap(1, 2));
        }
    }
}

struct Enclosure {
    low: DVec3,
    high: DVec3,
    volume: f64,
}

impl Enclosure {
    fn of(repaired: &Repaired, unit: &Unit) -> Self {
        let vertices =
            (unit.parts.iter()).flat_map(|p| repaired.parts[*p as usize].vertices.clone());
        let each = vertices.map(|v| point(&repaired.surface.positions, v));
        let empty = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        let (low, high) = each.fold(empty, |(low, high), p| (low.min(p), high.max(p)));
        let [x, y, z] = (high - low).to_array();
        Self {
            low,
            high,
            volume: x * y * z,
        }
    }

    fn holds(&self, other: &Enclosure) -> bool {
        self.low.cmple(other.low).all() && self.high.cmpge(other.high).all()
    }
}

#[derive(Clone, Copy, Default)]
struct Place {
    /// The winding number inside it.
    inside: i32,
    /// Whether the outermost unit around it faced inward.
    mirrored: bool,
}

/// Turns cavities inward, given how each part and each assembly faced.
pub fn find_cavities(
    repaired: &mut Repaired,
    was_inward: &[bool],
    were_inward: &[Option<bool>],
    report: &mut RepairReport,
) {
    if !was_inward.contains(&true) && !were_inward.contains(&Some(true)) {
        return;
    }
    let units = Unit::all(repaired, was_inward, were_inward);
    let mut places = vec![Place::default(); units.len()];
    for (p, parent) in parents(repaired, &units) {
        let (unit, around) = (&units[p], parent.map(|q| places[q]));
        let outside = around.map_or(0, |q| q.inside);
        let mirrored = around.map_or(unit.was_inward == Some(true), |q| q.mirrored);
        let takes_away = unit.was_inward == Some(!mirrored) && outside > 0;
        let inside = outside + if takes_away { -1 } else { 1 };
        places[p] = Place { inside, mirrored };
        if takes_away {
            unit.turn_inward(repaired, parent.map(|q| &units[q]));
            report.cavities.add(unit.parts[0] as usize);
        } else if unit.was_inward == Some(true) {
            report.inside_out.add(unit.parts[0] as usize);
        }
    }
}

/// Each unit with the smallest one around it. Outer ones come first.
fn parents(repaired: &Repaired, units: &[Unit]) -> Vec<(usize, Option<usize>)> {
    let mut solids: Vec<usize> = (0..units.len()).collect();
    let boxes: Vec<Enclosure> = units.iter().map(|u| Enclosure::of(repaired, u)).collect();
    // Large before small, so that those around come first.
    solids.sort_by(|a, b| boxes[*b].volume.total_cmp(&boxes[*a].volume).then(a.cmp(b)));
    let leaf = |(rank, p): (usize, &usize)| {
        let Enclosure { low, high, .. } = &boxes[*p];
        GeomWithData::new(
            Rectangle::from_corners(low.to_array(), high.to_array()),
            rank,
        )
    };
    let tree = RTree::bulk_load(solids.iter().enumerate().map(leaf).collect());
    let mut surfaces: Vec<Option<Solid>> = boxes.iter().map(|_| None).collect();
    let mut parents = Vec::with_capacity(solids.len());
    for (rank, &p) in solids.iter().enumerate() {
        let corner = AABB::from_point(boxes[p].low.to_array());
        let found = tree
            .locate_in_envelope_intersecting(corner)
            .map(|found| found.data);
        let mut around: Vec<usize> = found
            .filter(|q| *q < rank && boxes[solids[*q]].holds(&boxes[p]))
            .collect();
        around.sort_unstable();
        let parent = around.iter().rev().map(|q| solids[*q]).find(|&q| {
            let surface = surfaces[q].get_or_insert_with(|| units[q].solid(repaired));
            units[p].is_inside(repaired, surface)
        });
        parents.push((p, parent));
    }
    parents
}
