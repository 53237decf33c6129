//! Decides which tet carries a render vertex where parts of a cage overlap in space: two bodies, or two fingers of one
//! body, that are less than a cell apart.
//!
//! The render mesh knows. A vertex inside one part only belongs to it. Along each edge of the render mesh a walk
//! through the cage crosses tet faces; the part at its end belongs with the part at its start. So choices at
//! overlapping vertices are joined, and known neighbours vote on them. Single votes may be wrong: between two fingers,
//! the lower cells join only one of them. If one connected part of the cage contains a whole body of the render mesh,
//! it carries that body without votes.

use super::SurfaceMesh;
use super::cage::{Cage, Carrier, are_apart};
use glam::{DVec3, Vec3};
use pliant_geometry::bodies::bodies_as_drawn;
use pliant_geometry::incidence::{FACES, Rows, incidence};
use pliant_geometry::sets::Sets;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Gives each vertex in several parts the tet that most of its neighbours vote for. Without votes, a body that overlaps
/// everywhere gets a part that nothing uses yet. Other vertices keep their tets.
pub fn settle(cage: &Cage, surface: &SurfaceMesh, welded: &[u32], carriers: &mut [Carrier]) {
    let mut choices = Choices {
        cage,
        surface,
        starts: vec![0],
        tets: Vec::new(),
        whole: Vec::new(),
    };
    for (v, first) in welded.iter().enumerate() {
        if *first as usize == v && carriers[v].distance <= cage.same_place() {
            let parts = choices.parts(v);
            if parts.len() > 1 {
                choices.tets.extend(parts);
            }
        }
        choices.starts.push(choices.tets.len() as u32);
    }
    if choices.tets.is_empty() {
        return;
    }
    let mut walker = Walker::new(cage);
    choices.keep_whole(welded, carriers, &walker);
    let edges = choices.edges(welded);
    let (mut sets, votes) = choices.ask(&edges, carriers, &mut walker);
    choices.choose(welded, carriers, &mut sets, &votes, &walker.part);
    for (v, first) in welded.iter().enumerate() {
        carriers[v].tet = carriers[*first as usize].tet;
    }
}

/// The choices of each vertex in several parts: one tet of each part.
struct Choices<'a, 'b> {
    cage: &'a Cage<'b>,
    surface: &'a SurfaceMesh,
    /// Where each vertex's choices start; one more at the end.
    starts: Vec<u32>,
    tets: Vec<u32>,
    /// The render body of each vertex, if some part of the cage contains all of it.
    whole: Vec<Option<u32>>,
}

impl Choices<'_, '_> {
    fn point(&self, v: usize) -> DVec3 {
        Vec3::from_array(self.surface.positions[v]).as_dvec3()
    }

    fn of(&self, v: usize) -> std::ops::Range<usize> {
        self.starts[v] as usize..self.starts[v + 1] as usize
    }

    fn are_apart(&self, v: usize, one: u32, other: u32) -> bool {
        let cage = self.cage;
        are_apart(cage.asset, cage.same_place(), self.point(v), one, other)
    }

    /// A tet of each part around a vertex; the first one carries it.
    fn parts(&self, v: usize) -> Vec<u32> {
        let mut parts: Vec<u32> = Vec::new();
        for tet in self.cage.around(self.point(v)) {
            if parts.iter().all(|part| self.are_apart(v, *part, tet)) {
                parts.push(tet);
            }
        }
        parts
    }

    /// Binds each render body that a connected part of the cage contains to that part only.
    fn keep_whole(&mut self, welded: &[u32], carriers: &mut [Carrier], walker: &Walker) {
        let mut bodies = self.bodies(welded);
        // For each body the parts that contain it, and its bounding box.
        let mut holding: Vec<Option<Vec<u32>>> = vec![None; welded.len()];
        let mut boxes = vec![[DVec3::INFINITY, DVec3::NEG_INFINITY]; welded.len()];
        for (v, _) in (0..).zip(welded).filter(|(v, first)| v == *first) {
            let parts = self.parts_at(v as usize, &carriers[v as usize], walker);
            let (body, p) = (bodies.find(v) as usize, self.point(v as usize));
            boxes[body] = [boxes[body][0].min(p), boxes[body][1].max(p)];
            match &mut holding[body] {
                Some(all) => all.retain(|part| parts.contains(part)),
                none => *none = Some(parts),
            }
        }
        let sizes: Vec<f64> = boxes.iter().map(|[a, b]| a.distance(*b)).collect();
        one_each(&mut holding, &sizes);
        let (mut starts, mut tets) = (vec![0], Vec::new());
        for (v, carrier) in carriers.iter_mut().enumerate() {
            let body = bodies.find(v as u32);
            let whole = holding[body as usize].as_ref();
            let whole = whole.filter(|parts| !parts.is_empty());
            self.whole.push(whole.map(|_| body));
            let is_left = |tet: &u32| whole.is_none_or(|all| all.contains(&walker.part_of(*tet)));
            let own = self.tets[self.of(v)].iter().copied();
            let left: Vec<u32> = own.filter(is_left).collect();
            match left[..] {
                [only] => carrier.tet = only,
                _ => tets.extend(left),
            }
            starts.push(tets.len() as u32);
        }
        (self.starts, self.tets) = (starts, tets);
    }

    /// The bodies as the mesher forms them: components that cross or contain each other are one.
    fn bodies(&self, welded: &[u32]) -> Sets {
        let triangles = self.surface.triangles.iter();
        let triangles: Vec<_> = triangles.map(|t| t.map(|v| welded[v as usize])).collect();
        let positions: Vec<_> = (0..welded.len()).map(|v| self.point(v)).collect();
        let mut bodies = Sets::new(welded.len());
        let mut first_of = BTreeMap::new();
        for (body, [a, b, c]) in bodies_as_drawn(&positions, &triangles)
            .iter()
            .zip(&triangles)
        {
            let first = *first_of.entry(body).or_insert(*a);
            for v in [a, b, c] {
                bodies.join(first, *v);
            }
        }
        bodies
    }

    fn parts_at(&self, v: usize, carrier: &Carrier, walker: &Walker) -> Vec<u32> {
        let choices = &self.tets[self.of(v)];
        match choices.is_empty() {
            false => choices.iter().map(|tet| walker.part_of(*tet)).collect(),
            true if carrier.distance <= self.cage.same_place() => vec![walker.part_of(carrier.tet)],
            true => Vec::new(),
        }
    }

    fn edges(&self, welded: &[u32]) -> Vec<[u32; 2]> {
        let is_open = |v: u32| !self.of(v as usize).is_empty();
        let mut edges = Vec::new();
        for triangle in &self.surface.triangles {
            let [a, b, c] = triangle.map(|v| welded[v as usize]);
            let sides = [[a, b], [b, c], [c, a]].map(|[a, b]| [a.min(b), a.max(b)]);
            edges.extend(
                sides
                    .into_iter()
                    .filter(|e| e[0] != e[1] && e.iter().any(|v| is_open(*v))),
            );
        }
        edges.sort_unstable();
        edges.dedup();
        edges
    }

    /// Joins choices that belong together; returns their sets and the votes for each.
    fn ask(
        &self,
        edges: &[[u32; 2]],
        carriers: &[Carrier],
        walker: &mut Walker,
    ) -> (Sets, Vec<u32>) {
        let mut sets = Sets::new(self.tets.len());
        let mut single = vec![0; self.tets.len()];
        for edge in edges {
            let [a, b] = edge.map(|v| v as usize);
            let [from, to] = if self.of(b).is_empty() {
                [b, a]
            } else {
                [a, b]
            };
            if self.of(from).is_empty() {
                if let Some(reached) = self.reached(from, carriers[from].tet, to, walker) {
                    single[reached] += 1;
                }
                continue;
            }
            let ends = self
                .of(from)
                .map(|c| (c, self.reached(from, self.tets[c], to, walker)));
            let ends: Vec<_> = ends.filter_map(|(c, end)| Some((c, end?))).collect();
            for (choice, end) in &ends {
                // Choices whose walks end at the same one say nothing.
                if ends.iter().filter(|other| other.1 == *end).count() == 1 {
                    sets.join(*choice as u32, *end as u32);
                }
            }
        }
        let mut votes = vec![0; self.tets.len()];
        for (choice, count) in (0..).zip(single) {
            votes[sets.find(choice) as usize] += count;
        }
        (sets, votes)
    }

    /// The only choice at the end of an edge that a walk from `start` reaches; if the walk leaves the cage, the only
    /// one connected to `start`.
    fn reached(&self, from: usize, start: u32, to: usize, walker: &mut Walker) -> Option<usize> {
        let ends = [from, to].map(|v| self.point(v));
        walker.walk(start, ends);
        let around = self.cage.around(ends[1]);
        let is_of = |choice: &usize, tet: u32| !self.are_apart(to, self.tets[*choice], tet);
        let one_of = |is_kin: &dyn Fn(u32) -> bool| {
            let kin: Vec<u32> = around.iter().copied().filter(|tet| is_kin(*tet)).collect();
            let mut found = self
                .of(to)
                .filter(|choice| kin.iter().any(|tet| is_of(choice, *tet)));
            (!kin.is_empty()).then(|| found.next().filter(|_| found.next().is_none()))
        };
        let walked = one_of(&|tet| walker.was_seen(tet));
        let joined = || one_of(&|tet| walker.part_of(tet) == walker.part_of(start));
        walked.or_else(joined).flatten()
    }

    /// Chooses by votes, then by neighbours' choices, then what is least used. The first vertex of a body that several
    /// parts contain chooses for all of it.
    fn choose(
        &self,
        welded: &[u32],
        carriers: &mut [Carrier],
        sets: &mut Sets,
        votes: &[u32],
        part: &[u32],
    ) {
        let tets = &self.cage.asset.tets;
        let (mut used, mut used_parts) = (vec![false; part.len()], vec![false; part.len()]);
        let mut chosen = vec![false; self.tets.len()];
        let mut of_whole = vec![None; carriers.len()];
        let part_of = |choice: usize| part[tets[self.tets[choice] as usize][0] as usize];
        let mark = |tet: u32, used: &mut [bool], used_parts: &mut [bool]| {
            for v in tets[tet as usize] {
                used[v as usize] = true;
                used_parts[part[v as usize] as usize] = true;
            }
        };
        for (v, first) in welded.iter().enumerate() {
            if *first as usize == v && self.of(v).is_empty() {
                mark(carriers[v].tet, &mut used, &mut used_parts);
            }
        }
        for (v, carrier) in carriers.iter_mut().enumerate() {
            let whole = self.whole[v].map(|body| body as usize);
            let fixed = whole.and_then(|body| of_whole[body]);
            let left =
                (self.of(v)).filter(|choice| fixed.is_none_or(|own| part_of(*choice) == own));
            let best = left.min_by_key(|choice| {
                let set = sets.find(*choice as u32) as usize;
                let vertices = tets[self.tets[*choice] as usize];
                let uses = vertices.iter().filter(|v| used[**v as usize]).count();
                let is_used = used_parts[part_of(*choice) as usize];
                (Reverse((votes[set], chosen[set])), is_used, uses)
            });
            if let Some(best) = best {
                if let Some(body) = whole {
                    of_whole[body] = Some(part_of(best));
                }
                chosen[sets.find(best as u32) as usize] = true;
                carrier.tet = self.tets[best];
                mark(self.tets[best], &mut used, &mut used_parts);
            }
        }
    }
}

/// The most parts asked to make room for one body.
const ASKED: usize = 64;

/// Assigns a different part to each body that several parts contain, as far as possible. Bodies with few choices and
/// large ones go first; others move to make room (Kuhn 1955).
fn one_each(holding: &mut [Option<Vec<u32>>], sizes: &[f64]) {
    let count = |body: usize| holding[body].as_ref().map_or(0, Vec::len);
    let mut order: Vec<usize> = (0..holding.len()).filter(|body| count(*body) > 0).collect();
    order.sort_by(|a, b| (count(*a).cmp(&count(*b))).then(sizes[*b].total_cmp(&sizes[*a])));
    let mut owner = BTreeMap::new();
    for body in order {
        makes_room(body, holding, &mut owner, &mut BTreeSet::new());
    }
    for (part, body) in owner {
        holding[body] = Some(vec![part]);
    }
}

/// Whether a body gets a part that is free or whose owner can move.
fn makes_room(
    body: usize,
    holding: &[Option<Vec<u32>>],
    owner: &mut BTreeMap<u32, usize>,
    asked: &mut BTreeSet<u32>,
) -> bool {
    for part in holding[body].iter().flatten() {
        if asked.len() == ASKED || !asked.insert(*part) {
            continue;
        }
        let other = owner.get(part).copied();
        if other.is_none_or(|other| makes_room(other, holding, owner, asked)) {
            owner.insert(*part, body);
            return true;
        }
    }
    false
}

struct Walker<'a, 'b> {
    cage: &'a Cage<'b>,
    tets: Rows,
    /// The connected part of each cage vertex: its lowest vertex.
    part: Vec<u32>,
    /// The last walk that reached each tet, and the number of walks.
    seen: Vec<u32>,
    walks: u32,
}

impl<'a, 'b> Walker<'a, 'b> {
    fn new(cage: &'a Cage<'b>) -> Self {
        let asset = cage.asset;
        let count = asset.rest_positions.len();
        let mut sets = Sets::new(count);
        for [a, others @ ..] in &asset.tets {
            for b in others {
                sets.join(*a, *b);
            }
        }
        Self {
            cage,
            tets: incidence(&asset.tets, count),
            part: (0..count as u32).map(|v| sets.find(v)).collect(),
            seen: vec![0; asset.tets.len()],
            walks: 0,
        }
    }

    /// Reaches the tets that touch `line` and connect to `start` through faces there.
    fn walk(&mut self, start: u32, line: [DVec3; 2]) {
        self.walks += 1;
        self.seen[start as usize] = self.walks;
        let mut left = vec![start];
        while let Some(tet) = left.pop() {
            for face in FACES {
                let face = face.map(|c| self.cage.asset.tets[tet as usize][c]);
                for other in across(&self.cage.asset.tets, &self.tets, face) {
                    let seen = &mut self.seen[other as usize];
                    if *seen != self.walks && touches(self.cage, other, line) {
                        *seen = self.walks;
                        left.push(other);
                    }
                }
            }
        }
    }

    fn was_seen(&self, tet: u32) -> bool {
        self.seen[tet as usize] == self.walks
    }

    fn part_of(&self, tet: u32) -> u32 {
        self.part[self.cage.asset.tets[tet as usize][0] as usize]
    }
}

/// The tets across a face; several where a cell adjoins two copies of another.
fn across(tets: &[[u32; 4]], at_vertices: &Rows, face: [u32; 3]) -> impl Iterator<Item = u32> {
    let [a, b, c] = face;
    // The neighbour has the same face, turned the other way.
    let turned = [[a, c, b], [c, b, a], [b, a, c]];
    let is_across = move |tet: &u32| {
        let tet = tets[*tet as usize];
        FACES.iter().any(|f| turned.contains(&f.map(|i| tet[i])))
    };
    let at_vertex = at_vertices.row(a as usize).iter();
    at_vertex.map(|place| place / 4).filter(is_across)
}

/// Whether a line touches a tet: clips it at each face plane.
fn touches(cage: &Cage, tet: u32, [from, to]: [DVec3; 2]) -> bool {
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

#[cfg(all(test, feature = "cook"))]
#[path = "overlap_tests.rs"]
mod tests;
