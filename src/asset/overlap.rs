//! Which tet carries a render vertex where parts of a cage overlap in space: cells of two bodies, or of two fingers of one, that
//! are nearer to each other than a cell.
//!
//! The cage cannot tell, but the render mesh can. A vertex that lies in one part only is of that part. From such a vertex to a neighbour the
//! cage is walked from tet to tet across faces, along the edge of the render mesh: what is reached at the end is of the same part.

use super::SurfaceMesh;
use super::cage::{Cage, Carrier, are_apart};
use super::incidence::{FACES, Rows, incidence};
use super::tetrahedralise::union::Sets;
use glam::{DVec3, Vec3};
use std::collections::VecDeque;

/// Has every vertex that lies in tets of several parts carried by the part that its neighbours go with. Vertices without
/// triangles, and all vertices where nothing overlaps, keep their tets.
///
/// A walk that could end in several parts tells nothing. A patch of the render mesh of which no vertex is known takes the part
/// that nothing goes with yet.
pub fn settle(cage: &Cage, surface: &SurfaceMesh, welded: &[u32], carriers: &mut [Carrier]) {
    let point = |v: usize| Vec3::from_array(surface.positions[v]).as_dvec3();
    let is_open = |v: usize| {
        if welded[v] as usize != v || carriers[v].distance > cage.same_place() {
            return false;
        }
        overlap(cage, point(v), &cage.around(point(v)))
    };
    let open: Vec<bool> = (0..welded.len()).map(is_open).collect();
    if open.contains(&true) {
        Flood::new(cage, surface, welded, open, carriers).run();
        for (v, first) in welded.iter().enumerate() {
            carriers[v].tet = carriers[*first as usize].tet;
        }
    }
}

/// Decisions spread from vertex to vertex.
struct Flood<'a, 'b> {
    cage: &'a Cage<'b>,
    surface: &'a SurfaceMesh,
    /// Triangles between places, a place being its first vertex, and the corners at each.
    triangles: Vec<[u32; 3]>,
    corners: Rows,
    carriers: &'a mut [Carrier],
    /// Places whose tet is not decided.
    open: Vec<bool>,
    /// Tets at each vertex of the cage.
    tets: Rows,
    /// Connected part of the cage, by vertex, and the parts and vertices that places go with.
    part: Vec<u32>,
    used_parts: Vec<bool>,
    used: Vec<bool>,
    /// The walk that looked at each tet last, and the number of walks.
    seen: Vec<u32>,
    walks: u32,
}

impl<'a, 'b> Flood<'a, 'b> {
    fn new(
        cage: &'a Cage<'b>,
        surface: &'a SurfaceMesh,
        welded: &[u32],
        open: Vec<bool>,
        carriers: &'a mut [Carrier],
    ) -> Self {
        let asset = cage.asset;
        let count = asset.rest_positions.len();
        let mut sets = Sets::new(count);
        for [a, others @ ..] in &asset.tets {
            for b in others {
                sets.join(*a, *b);
            }
        }
        let places = |t: &[u32; 3]| t.map(|v| welded[v as usize]);
        let triangles: Vec<_> = surface.triangles.iter().map(places).collect();
        Self {
            cage,
            surface,
            corners: incidence(&triangles, welded.len()),
            triangles,
            carriers,
            open,
            tets: incidence(&asset.tets, count),
            part: (0..count as u32).map(|v| sets.find(v)).collect(),
            used_parts: vec![false; count],
            used: vec![false; count],
            seen: vec![0; asset.tets.len()],
            walks: 0,
        }
    }

    fn run(&mut self) {
        let shown = (0..self.open.len()).filter(|v| self.corners.count(*v) > 0);
        let (mut unknown, mut queue) = (Vec::new(), VecDeque::new());
        for v in shown {
            match self.open[v] {
                true => unknown.push(v),
                false => queue.push_back(v),
            }
        }
        for v in &queue {
            self.mark(self.carriers[*v].tet);
        }
        self.spread(&mut queue);
        for v in unknown {
            if self.open[v] {
                let tet = self.least_used(v);
                self.decide(v, tet, &mut queue);
                self.spread(&mut queue);
            }
        }
    }

    fn point(&self, place: usize) -> DVec3 {
        Vec3::from_array(self.surface.positions[place]).as_dvec3()
    }

    fn spread(&mut self, queue: &mut VecDeque<usize>) {
        while let Some(v) = queue.pop_front() {
            for at in self.corners.row(v).to_vec() {
                for next in self.triangles[at as usize / 3].map(|v| v as usize) {
                    if self.open[next]
                        && let Some(tet) = self.evidence(v, next)
                    {
                        self.decide(next, tet, queue);
                    }
                }
            }
        }
    }

    fn decide(&mut self, place: usize, tet: u32, queue: &mut VecDeque<usize>) {
        self.carriers[place].tet = tet;
        self.open[place] = false;
        self.mark(tet);
        queue.push_back(place);
    }

    /// The tet for a place beside a decided one, if what speaks for it speaks for one part only: the walk along their edge, or, if that
    /// leaves the cage, being connected at all.
    fn evidence(&mut self, from: usize, to: usize) -> Option<u32> {
        let end = self.point(to);
        let around = self.cage.around(end);
        let start = self.carriers[from].tet;
        let walked = self.walk(start, self.point(from), end);
        let is_reached = |tet: &u32| self.seen[*tet as usize] == self.walks;
        let mut kin: Vec<u32> = around.iter().copied().filter(is_reached).collect();
        if kin.is_empty() {
            kin = around;
            kin.retain(|tet| self.part_of(*tet) == self.part_of(start));
        }
        let first = *kin.first()?;
        if overlap(self.cage, end, &kin) {
            return None;
        }
        walked.into_iter().for_each(|tet| self.mark(tet));
        Some(first)
    }

    /// The tets along an edge of the render mesh that are joined to the one at its start by faces there.
    fn walk(&mut self, start: u32, from: DVec3, to: DVec3) -> Vec<u32> {
        self.walks += 1;
        self.seen[start as usize] = self.walks;
        let mut walked = vec![start];
        let mut next = 0;
        while let Some(&tet) = walked.get(next) {
            next += 1;
            for face in FACES {
                let face = face.map(|c| self.cage.asset.tets[tet as usize][c]);
                for other in across(&self.cage.asset.tets, &self.tets, face) {
                    let seen = &mut self.seen[other as usize];
                    if *seen != self.walks && touches(self.cage, other, from, to) {
                        *seen = self.walks;
                        walked.push(other);
                    }
                }
            }
        }
        walked
    }

    fn part_of(&self, tet: u32) -> u32 {
        self.part[self.cage.asset.tets[tet as usize][0] as usize]
    }

    /// Of the tets around a place the one of a part that nothing goes with, or else with the fewest vertices that something goes with.
    fn least_used(&self, place: usize) -> u32 {
        let around = self.cage.around(self.point(place));
        let key = |tet: &u32| {
            let vertices = self.cage.asset.tets[*tet as usize];
            let used = vertices.iter().filter(|v| self.used[**v as usize]).count();
            (self.used_parts[self.part_of(*tet) as usize], used)
        };
        let least = around.into_iter().min_by_key(key);
        least.unwrap_or(self.carriers[place].tet)
    }

    /// Notes that something goes with a tet.
    fn mark(&mut self, tet: u32) {
        let part = self.part_of(tet);
        self.used_parts[part as usize] = true;
        for v in self.cage.asset.tets[tet as usize] {
            self.used[v as usize] = true;
        }
    }
}

/// Whether some of the tets around a point are of another part than the first.
fn overlap(cage: &Cage, point: DVec3, around: &[u32]) -> bool {
    let near = cage.same_place();
    let is_other = |tet: &u32| are_apart(cage.asset, near, point, around[0], *tet);
    around.iter().any(is_other)
}

/// The tets on the other side of a face of a tet; several where a cell stands below two copies of one.
fn across(tets: &[[u32; 4]], at_vertices: &Rows, face: [u32; 3]) -> impl Iterator<Item = u32> {
    let [a, b, c] = face;
    // Seen from its other side, a face turns the other way.
    let turned = [[a, c, b], [c, b, a], [b, a, c]];
    let is_across = move |tet: &u32| {
        let tet = tets[*tet as usize];
        FACES.iter().any(|f| turned.contains(&f.map(|i| tet[i])))
    };
    let at_vertex = at_vertices.row(a as usize).iter();
    at_vertex.map(|place| place / 4).filter(is_across)
}

/// Whether the line between two points touches a tet: it is cut off at the plane of each face.
fn touches(cage: &Cage, tet: u32, from: DVec3, to: DVec3) -> bool {
    let affine = cage.affine(tet);
    let (begin, end) = (affine.depths(from), affine.depths(to));
    let (mut low, mut high) = (0.0_f64, 1.0_f64);
    for (begin, end) in begin.into_iter().zip(end) {
        let [begin, end] = [begin, end].map(|depth| depth + cage.same_place());
        match (begin < 0.0, end < 0.0) {
            (true, true) => return false,
            (true, false) => low = low.max(begin / (begin - end)),
            (false, true) => high = high.min(begin / (begin - end)),
            (false, false) => (),
        }
    }
    low <= high
}
