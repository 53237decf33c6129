//! Open parts that enclose a volume together, or alone though caps would not show it: halves that do not quite meet,
//! faces cut in different ways, loose triangles with cracks between them, a surface full of holes.
//!
//! The rules are those for one part (`kind.rs`), without caps. A crack counts as an opening only if it is wider than a
//! quarter of the thickness. The share of directions behind a sheet that hit nothing is 1 − 2 w, with the winding
//! number w on the sheet (the mean of both sides): 0 for a closed surface, 1 for a flat sheet. A quarter may be open.
//! For a bowl both rules agree within 1 %; for a tube this one is stricter.

use super::cracks::{Beyond, OpenEdge, open_edges};
use super::kind::{QUARTER, is_thick};
use super::report::RepairReport;
use super::{Assembly, Kind, RepairOptions, Repaired};
use glam::DVec3;
use pliant_geometry::error::Result;
use pliant_geometry::progress::{Meter, Progress};
use pliant_geometry::solid::Solid;
use pliant_geometry::{sets, surface::point};
use std::collections::HashMap;

/// The most points at which the winding number is evaluated.
const SAMPLES: usize = 256;
/// Samples lie this far off their triangle, on both sides [square root of the area].
const OFF: f64 = 1e-6;
const ITEMS: usize = 16;
/// Openings that differ by less count as equal; half of this may face the wrong way.
const EQUAL: f64 = 0.01;

/// Finds such groups and turns them outward. Returns whether each faced inward; `None` if in no particular way.
pub fn find(
    repaired: &mut Repaired,
    options: &RepairOptions,
    report: &mut RepairReport,
    progress: &Progress,
) -> Result<Vec<Option<bool>>> {
    let numbered = (0..).zip(&repaired.parts);
    let shells = numbered.filter(|(_, part)| part.kind == Kind::Shell);
    let shells: Vec<u32> = shells.map(|(p, _)| p).collect();
    if shells.is_empty() || options.kind.is_some() {
        return Ok(Vec::new());
    }
    let mut open = open_edges(repaired, &shells, &progress.part(0.0, 0.5))?;
    let mut members = groups(repaired, &shells, &mut open);
    let progress = progress.part(0.5, 1.0);
    let is_one = |a: &Member, b: &Member| a.group == b.group;
    let work = |own: &[Member]| {
        let triangles = triangle_count(repaired, own);
        let times = 1 + usize::from(own.iter().any(|member| member.turned));
        times * (2 * ITEMS * sample_count(triangles) + triangles)
    };
    let mut meter = Meter::new(&progress, members.chunk_by(is_one).map(work).sum());
    let mut were_inward = Vec::new();
    for own in members.chunk_by_mut(is_one) {
        let group = own[0].group;
        let [from, to] = [
            open.partition_point(|edge| edge.group < group),
            open.partition_point(|edge| edge.group <= group),
        ];
        if let Some(measure) = measure_either(repaired, own, &open[from..to], &mut meter)? {
            let faced = is_one_way(repaired, own).then_some(measure.is_inward);
            were_inward.push(faced);
            take(repaired, own, &measure, faced, report);
        }
    }
    Ok(were_inward)
}

/// A part of a group: parts with only cracks between them.
struct Member {
    group: u32,
    part: u32,
    turned: bool,
}

fn triangle_count(repaired: &Repaired, group: &[Member]) -> usize {
    let parts = group.iter().map(|m| &repaired.parts[m.part as usize]);
    parts.map(|part| part.triangles.len()).sum()
}

/// Groups parts across cracks, those first that show most clearly how both face. Members and edges are sorted by group.
fn groups(repaired: &Repaired, shells: &[u32], open: &mut [OpenEdge]) -> Vec<Member> {
    let mut sides = Sides::new(repaired.parts.len());
    let weight = |edge: &OpenEdge, beyond: Beyond| edge.length * beyond.agreement.abs();
    let cracks = (0..).zip(open.iter());
    let cracks = cracks.filter_map(|(e, edge)| Some((weight(edge, edge.beyond?), e)));
    let mut cracks: Vec<(f32, u32)> = cracks.collect();
    cracks.sort_unstable_by(|x, y| y.0.total_cmp(&x.0).then(x.1.cmp(&y.1)));
    for (_, e) in cracks {
        let edge = &open[e as usize];
        if let Some(beyond) = edge.beyond {
            sides.join(edge.part, beyond.part, beyond.agreement < 0.0);
        }
    }
    let member = |&part: &u32| {
        let (group, turned) = sides.find(part);
        Member {
            group,
            part,
            turned,
        }
    };
    let mut members: Vec<_> = shells.iter().map(member).collect();
    members.sort_by_key(|member| member.group);
    (open.iter_mut()).for_each(|edge| edge.group = sides.find(edge.part).0);
    open.sort_by_key(|edge| edge.group);
    for own in members.chunk_by_mut(|a, b| a.group == b.group) {
        face_as_most(repaired, own);
    }
    members
}

/// Keeps the orientation of most of the area.
fn face_as_most(repaired: &Repaired, group: &mut [Member]) {
    let mut areas = [0.0; 2];
    for member in group.iter() {
        areas[usize::from(member.turned)] += repaired.parts[member.part as usize].area;
    }
    let most = areas[1] > areas[0];
    group.iter_mut().for_each(|member| member.turned ^= most);
}

/// Whether at most a quarter of the area is flipped. Otherwise the group faced no particular way.
fn is_one_way(repaired: &Repaired, group: &[Member]) -> bool {
    let area = |m: &&Member| repaired.parts[m.part as usize].area;
    let all: f64 = group.iter().map(|m| area(&m)).sum();
    let turned: f64 = group.iter().filter(|m| m.turned).map(|m| area(&m)).sum();
    turned <= QUARTER * all
}

fn corners(repaired: &Repaired, group: &[Member]) -> Vec<[DVec3; 3]> {
    let mut all = Vec::with_capacity(triangle_count(repaired, group));
    for member in group {
        let range = &repaired.parts[member.part as usize].triangles;
        let own = &repaired.surface.triangles[range.start as usize..range.end as usize];
        all.extend(own.iter().map(|t| {
            let [a, b, c] = t.map(|v| point(&repaired.surface.positions, v));
            if member.turned { [a, c, b] } else { [a, b, c] }
        }));
    }
    all
}

/// The length of the longest opening, from edges with nothing within `width` [length unit].
fn longest_opening(open: &[OpenEdge], width: f64) -> f64 {
    let is_crack = |beyond: Beyond| f64::from(beyond.gap) <= width;
    let is_open = |edge: &&OpenEdge| !edge.beyond.is_some_and(is_crack);
    let open: Vec<_> = open.iter().filter(is_open).collect();
    let mut number_of = HashMap::new();
    for place in open.iter().flat_map(|edge| edge.ends) {
        let next = number_of.len() as u32;
        number_of.entry(place).or_insert(next);
    }
    let mut chains = sets::Sets::new(number_of.len());
    for [a, b] in open.iter().map(|edge| edge.ends) {
        chains.join(number_of[&a], number_of[&b]);
    }
    let mut lengths = vec![0.0_f64; number_of.len()];
    for edge in open {
        lengths[chains.find(number_of[&edge.ends[0]]) as usize] += f64::from(edge.length);
    }
    lengths.into_iter().fold(0.0, f64::max)
}

struct Measure {
    is_inward: bool,
    /// See `openness`.
    opening: f64,
    /// See `openness`.
    twice: f64,
}

/// Measures a group both as its cracks orient it and as given. The given orientation wins if it is as closed but
/// overlaps itself: where two boxes of loose triangles intersect, cracks run along the intersection, and flipping to
/// agree across them would subtract each box from the other. A group that overlaps itself too much is no body.
fn measure_either(
    repaired: &Repaired,
    group: &mut [Member],
    open: &[OpenEdge],
    meter: &mut Meter,
) -> Result<Option<Measure>> {
    let mut found = measure(repaired, group, open, meter)?;
    let are_turned: Vec<bool> = group.iter().map(|member| member.turned).collect();
    if are_turned.contains(&true) {
        group.iter_mut().for_each(|member| member.turned = false);
        let given = measure(repaired, group, open, meter)?;
        let is_through = |given: &Measure| match &found {
            Some(turned) => {
                given.opening <= turned.opening + EQUAL && given.twice > turned.twice + EQUAL
            }
            None => true,
        };
        if given.as_ref().is_some_and(is_through) {
            found = given;
        } else {
            (group.iter_mut().zip(are_turned)).for_each(|(member, turned)| member.turned = turned);
        }
    }
    Ok(found.filter(|measure| measure.twice <= 2.0 * QUARTER))
}

/// Measures a group; `None` if it encloses no volume. Cheap tests come first.
fn measure(
    repaired: &Repaired,
    group: &[Member],
    open: &[OpenEdge],
    meter: &mut Meter,
) -> Result<Option<Measure>> {
    meter.add(triangle_count(repaired, group))?;
    let corners = corners(repaired, group);
    let (mut vector, mut area, mut centre, mut reach) = (DVec3::ZERO, 0.0, DVec3::ZERO, 0.0_f64);
    for [a, b, c] in &corners {
        let own = (b - a).cross(c - a) / 2.0;
        vector += own;
        area += own.length();
        centre += own.length() * (a + b + c) / 3.0;
        reach = reach.max(a.abs().max_element());
    }
    centre /= area;
    let volume = corners
        .iter()
        .map(|[a, b, c]| (b - a).cross(c - a).dot(*a - centre) / 6.0);
    let volume: f64 = volume.sum();
    let thickness = 3.0 * volume.abs() / area;
    let rounding = f64::from(f32::EPSILON) * reach;
    // A lower bound of the area of caps.
    let least = vector.length();
    let length = longest_opening(open, QUARTER * thickness);
    if !(thickness > rounding && least <= QUARTER * (area + least) && is_thick(thickness, length)) {
        return Ok(None);
    }
    let solid = Solid::new(&corners);
    let [opening, twice] = openness(&solid, &corners, area, volume < 0.0, meter)?;
    if opening > QUARTER {
        return Ok(None);
    }
    Ok(Some(Measure {
        is_inward: volume < 0.0,
        opening,
        twice,
    }))
}

/// The mean share of directions behind the surface that hit nothing, and the share that hits it once too often.
fn openness(
    solid: &Solid,
    corners: &[[DVec3; 3]],
    area: f64,
    is_inward: bool,
    meter: &mut Meter,
) -> Result<[f64; 2]> {
    let count = sample_count(corners.len());
    let (mut sums, mut before, mut next) = ([0.0, 0.0], 0.0, 0);
    for &[a, b, c] in corners {
        let normal = (b - a).cross(c - a);
        before += normal.length() / 2.0;
        while next < count && (next as f64 + 0.5) * area <= before * count as f64 {
            meter.add(2 * ITEMS)?;
            let [u, v] = spread_out(next);
            let p = a + u * (b - a) + v * (c - a);
            let off = OFF * normal.length().sqrt() * normal.normalize_or_zero();
            let winding = 0.5 * (solid.winding(p + off) + solid.winding(p - off));
            let open = 1.0 - 2.0 * if is_inward { -winding } else { winding };
            sums[usize::from(open < 0.0)] += open.abs();
            next += 1;
        }
    }
    Ok(sums.map(|sum| sum / next.max(1) as f64))
}

fn sample_count(triangles: usize) -> usize {
    SAMPLES.min(4 * triangles)
}

/// A low-discrepancy sequence (Roberts 2018, "The unreasonable effectiveness of quasirandom sequences").
fn spread_out(n: usize) -> [f64; 2] {
    const STEP: [f64; 2] = [0.754_877_666_246_692_7, 0.569_840_290_998_053_2];
    let [u, v] = STEP.map(|step| (0.5 + step * n as f64).fract());
    if u + v > 1.0 {
        [1.0 - u, 1.0 - v]
    } else {
        [u, v]
    }
}

/// Makes an assembly of the group and turns it outward. The report counts parts that faced against the group; a group
/// that was inward as a whole is reported with the cavities.
fn take(
    repaired: &mut Repaired,
    group: &[Member],
    measure: &Measure,
    faced: Option<bool>,
    report: &mut RepairReport,
) {
    let number = repaired.assemblies.len() as u32;
    for &Member {
        part: p, turned, ..
    } in group
    {
        let part = &mut repaired.parts[p as usize];
        part.assembly = Some(number);
        let triangles = part.triangles.start as usize..part.triangles.end as usize;
        for t in triangles.filter(|_| turned != measure.is_inward) {
            repaired.surface.triangles[t].swap(1, 2);
        }
        if turned != (faced.is_none() && measure.is_inward) {
            report.parts_turned.add(p as usize);
        }
    }
    repaired.assemblies.push(Assembly {
        parts: group.iter().map(|member| member.part).collect(),
        opening: measure.opening,
    });
}

/// Sets of parts with relative orientations: each part stores whether it must be flipped to agree with its parent.
struct Sides {
    above: Vec<(u32, bool)>,
    size: Vec<u32>,
}

impl Sides {
    fn new(count: usize) -> Self {
        Self {
            above: (0..count as u32).map(|p| (p, false)).collect(),
            size: vec![1; count],
        }
    }

    /// The set's representative, and whether the part disagrees with it.
    fn find(&self, mut p: u32) -> (u32, bool) {
        let mut turned = false;
        while self.above[p as usize].0 != p {
            let (above, disagree) = self.above[p as usize];
            (p, turned) = (above, turned ^ disagree);
        }
        (p, turned)
    }

    fn join(&mut self, a: u32, b: u32, opposite: bool) {
        let ([a, b], turned) = {
            let ((a, x), (b, y)) = (self.find(a), self.find(b));
            ([a, b], x ^ y ^ opposite)
        };
        if a == b {
            return;
        }
        let [small, large] = if self.size[a as usize] < self.size[b as usize] {
            [a, b]
        } else {
            [b, a]
        };
        self.above[small as usize] = (large, turned);
        self.size[large as usize] += self.size[small as usize];
    }
}
