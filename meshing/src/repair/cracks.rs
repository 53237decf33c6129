//! What is across the open edges of sheets: nothing, or another triangle behind a crack.

use super::Repaired;
use glam::DVec3;
use pliant_geometry::error::Result;
use pliant_geometry::progress::{Meter, Progress};
use pliant_geometry::solid::Tree;
use pliant_geometry::triangle::nearest_on_triangle;
use pliant_geometry::{edges, sets, surface::normal2, surface::point};

/// The largest width of a crack [edge]. Neighbours along the edge are farther from its middle.
const REACH: f64 = 0.25;
/// A point whose direction is more inward than this (a cosine) belongs to the sheet itself.
const INWARD: f64 = 0.5;
/// An open edge of the other sheet this close is the other side of the crack [edge].
const BESIDE: f64 = 1.0 / 16.0;
const NODES: usize = 128;
const ITEMS: usize = 4;

pub struct OpenEdge {
    pub part: u32,
    /// Its group, once known.
    pub group: u32,
    /// Its ends. One vertex represents all that coincide, also across cracks.
    pub ends: [u32; 2],
    /// Its length [length unit]. Single precision is enough and saves memory.
    pub length: f32,
    pub beyond: Option<Beyond>,
}

/// The other side of a crack.
#[derive(Clone, Copy)]
pub struct Beyond {
    pub part: u32,
    /// The width of the crack at the middle of the edge [length unit].
    pub gap: f32,
    /// From 1 (both sheets face the same way) to -1 (opposite ways) [1].
    pub agreement: f32,
}

struct Sheets<'a> {
    positions: &'a [[f32; 3]],
    triangles: Vec<[u32; 3]>,
    part_of: Vec<u32>,
    is_open: Vec<bool>,
}

/// The open edges of some parts, and what is across them.
pub fn open_edges(
    repaired: &Repaired,
    parts: &[u32],
    progress: &Progress,
) -> Result<Vec<OpenEdge>> {
    let mut sheets = Sheets::new(repaired, parts);
    progress.report(0.0)?;
    let corners: Vec<_> = sheets
        .triangles
        .iter()
        .map(|t| sheets.corners(*t))
        .collect();
    let tree = Tree::with_progress(&corners, &progress.part(0.1, 0.4))?;
    let sorted = edges::sorted(&sheets.triangles);
    let alone = edges::groups(&sorted).filter(|group| group.len() == 1);
    let alone: Vec<u32> = alone.map(|group| group[0].1).collect();
    alone
        .iter()
        .for_each(|h| sheets.is_open[*h as usize] = true);
    let mut meter = Meter::new(&progress.part(0.4, 1.0), ITEMS * alone.len());
    let mut all = Vec::with_capacity(alone.len());
    let mut places = sets::Sets::new(repaired.surface.positions.len());
    for h in alone {
        meter.add(ITEMS)?;
        let [a, b] = sheets.ends(h);
        all.push(OpenEdge {
            group: 0,
            part: sheets.part_of[h as usize / 3],
            ends: edges::half_edge(&sheets.triangles, h),
            length: a.distance(b) as f32,
            beyond: sheets.beyond(h, &tree, &mut places),
        });
    }
    for edge in &mut all {
        edge.ends = edge.ends.map(|v| places.find(v));
    }
    Ok(all)
}

impl<'a> Sheets<'a> {
    fn new(repaired: &'a Repaired, parts: &[u32]) -> Self {
        let (mut triangles, mut part_of) = (Vec::new(), Vec::new());
        for &p in parts {
            let range = &repaired.parts[p as usize].triangles;
            let own = &repaired.surface.triangles[range.start as usize..range.end as usize];
            triangles.extend_from_slice(own);
            part_of.extend(own.iter().map(|_| p));
        }
        Self {
            positions: &repaired.surface.positions,
            is_open: vec![false; 3 * triangles.len()],
            triangles,
            part_of,
        }
    }

    fn corners(&self, triangle: [u32; 3]) -> [DVec3; 3] {
        triangle.map(|v| point(self.positions, v))
    }

    fn ends(&self, h: u32) -> [DVec3; 2] {
        edges::half_edge(&self.triangles, h).map(|v| point(self.positions, v))
    }

    fn beyond(&self, h: u32, tree: &Tree, places: &mut sets::Sets) -> Option<Beyond> {
        let own = self.triangles[h as usize / 3];
        let ends = self.ends(h);
        let (middle, length) = (0.5 * (ends[0] + ends[1]), ends[0].distance(ends[1]));
        let along = (ends[1] - ends[0]).normalize_or_zero();
        let inward = normal2(self.positions, own)
            .normalize_or_zero()
            .cross(along);
        let is_beyond = |t: u32, q: DVec3| {
            t != h / 3 && (q - middle).dot(inward) <= INWARD * q.distance(middle)
        };
        let (q, squared, other) = tree.nearest_of(middle, REACH * length, NODES, is_beyond)?;
        for (v, at) in edges::half_edge(&self.triangles, h).into_iter().zip(ends) {
            let reach = (REACH * length).powi(2);
            let is_there = |v: &u32| point(self.positions, *v).distance_squared(at) < reach;
            let there = self.triangles[other as usize].into_iter().filter(is_there);
            for other in there {
                places.join(v, other);
            }
        }
        let across = || {
            let [own, other] = [own, self.triangles[other as usize]];
            let normal = |t| normal2(self.positions, t).normalize_or_zero();
            normal(own).dot(normal(other))
        };
        Some(Beyond {
            part: self.part_of[other as usize],
            gap: squared.sqrt() as f32,
            // Neighbours that face the same way traverse their common edge in opposite directions.
            agreement: match self.open_edge_at(other, q, BESIDE * length) {
                Some([from, to]) => -along.dot((to - from).normalize_or_zero()) as f32,
                None => across() as f32,
            },
        })
    }

    /// The nearest open edge of a triangle within `reach`.
    fn open_edge_at(&self, t: u32, p: DVec3, reach: f64) -> Option<[DVec3; 2]> {
        let open = (3 * t..3 * t + 3).filter(|h| self.is_open[*h as usize]);
        let near = open.map(|h| {
            let [a, b] = self.ends(h);
            (
                p.distance_squared(nearest_on_triangle(p, [a, b, b])),
                [a, b],
            )
        });
        let near = near.filter(|(squared, _)| *squared < reach * reach);
        near.min_by(|x, y| x.0.total_cmp(&y.0))
            .map(|(_, ends)| ends)
    }
}
