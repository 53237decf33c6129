//! Which solid parts are cavities of others.
//!
//! All solid parts face outward by now. One that faced the other way than what is around it, as given, was meant to take
//! matter away; it is turned inward again if there is matter around it. What faced the same way is a body in a body and
//! stays. A family whose outermost part was inward is mirrored as a whole, and what counts is how parts faced
//! relative to that one.

use super::report::RepairReport;
use super::{Kind, Repaired, point};
use crate::asset::solid::Solid;
use glam::DVec3;
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};

/// Vertices of a part that are asked whether they lie inside another one; most of them decide.
const SAMPLES: usize = 3;

struct Enclosure {
    low: DVec3,
    high: DVec3,
    volume: f64,
}

impl Enclosure {
    fn of(repaired: &Repaired, part: usize) -> Self {
        let each = repaired.parts[part]
            .vertices
            .clone()
            .map(|v| point(&repaired.surface.positions, v));
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

/// What has been found out about a solid part.
#[derive(Clone, Copy, Default)]
struct Place {
    /// How often it and the parts around it go round its inside.
    inside: i32,
    /// The outermost part around it was inward as given.
    mirrored: bool,
}

/// Turns cavities inward.
pub fn find_cavities(repaired: &mut Repaired, was_inward: &[bool], report: &mut RepairReport) {
    if !was_inward.contains(&true) {
        return;
    }
    let mut places = vec![Place::default(); repaired.parts.len()];
    for (p, parent) in parents(repaired) {
        let around = parent.map(|q| places[q]);
        let outside = around.map_or(0, |q| q.inside);
        let mirrored = around.map_or(was_inward[p], |q| q.mirrored);
        let takes_away = was_inward[p] != mirrored && outside > 0;
        let inside = outside + if takes_away { -1 } else { 1 };
        places[p] = Place { inside, mirrored };
        if takes_away {
            turn_inward(repaired, p, parent);
            report.cavities.add(p);
        } else if was_inward[p] {
            report.inside_out.add(p);
        }
    }
}

/// The solid parts, each with the smallest one around it and after that.
fn parents(repaired: &Repaired) -> Vec<(usize, Option<usize>)> {
    let is_solid = |p: &usize| repaired.parts[*p].kind == Kind::Solid;
    let mut solids: Vec<usize> = (0..repaired.parts.len()).filter(is_solid).collect();
    let boxes: Vec<Enclosure> = (0..repaired.parts.len())
        .map(|p| Enclosure::of(repaired, p))
        .collect();
    // Large before small: a part comes after those around it.
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
            let surface = surfaces[q].get_or_insert_with(|| Solid::of(&repaired.part(q)));
            is_inside(repaired, p, surface)
        });
        parents.push((p, parent));
    }
    parents
}

/// Whether most of some vertices of part `p` lie inside a surface.
fn is_inside(repaired: &Repaired, p: usize, surface: &Solid) -> bool {
    let vertices = &repaired.parts[p].vertices;
    let sample = |i: usize| vertices.start + (vertices.len() * i / SAMPLES) as u32;
    let inside = |i: &usize| surface.contains(point(&repaired.surface.positions, sample(*i)));
    2 * (0..SAMPLES).filter(inside).count() > SAMPLES
}

fn turn_inward(repaired: &mut Repaired, p: usize, parent: Option<usize>) {
    let part = &mut repaired.parts[p];
    part.volume = -part.volume;
    part.cavity_of = parent.map(|q| q as u32);
    let triangles = part.triangles.start as usize..part.triangles.end as usize;
    repaired.surface.triangles[triangles]
        .iter_mut()
        .for_each(|t| t.swap(1, 2));
}
