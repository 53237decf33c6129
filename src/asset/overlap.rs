//! Which tet carries a render vertex where parts of a cage overlap in space: cells of two bodies, or of two fingers of one, that
//! are nearer to each other than a cell.
//!
//! The cage cannot tell, but the render mesh can. A vertex that lies in one part only is of that part. From a vertex to a neighbour the
//! cage is walked from tet to tet across faces, along the edge of the render mesh: what is reached at the end is of the same part.
//! So the parts at vertices that overlap are joined from vertex to vertex, and the vertices around them that are known vote. One
//! vote may be wrong: where two fingers part, the cells below are joined to those of one finger only. What one connected part of the cage
//! holds all of, as the cage of a body does its surface, is not asked: edges as long as the body say little of what is along them.

use super::SurfaceMesh;
use super::cage::{Cage, Carrier, are_apart};
use glam::{DVec3, Vec3};
use pliant_geometry::bodies::bodies_as_drawn;
use pliant_geometry::incidence::{FACES, Rows, incidence};
use pliant_geometry::sets::Sets;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Has every vertex that lies in tets of several parts carried by the one that most of its surroundings speak for. Where nothing speaks, in
/// a body of the render mesh that overlaps everywhere, it is a part that nothing goes with yet. All other vertices keep their tets.
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

/// What each vertex can choose from: one tet of each part, for the vertices that lie in several; none for the others.
struct Choices<'a, 'b> {
    cage: &'a Cage<'b>,
    surface: &'a SurfaceMesh,
    /// Where the choices of each vertex start; one more at the end.
    starts: Vec<u32>,
    tets: Vec<u32>,
    /// The body of the render mesh that each vertex is of, if there is a part of the cage that holds all of it.
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

    /// A tet of each part that a vertex lies in, the one that carries it first.
    fn parts(&self, v: usize) -> Vec<u32> {
        let mut parts: Vec<u32> = Vec::new();
        for tet in self.cage.around(self.point(v)) {
            if parts.iter().all(|part| self.are_apart(v, *part, tet)) {
                parts.push(tet);
            }
        }
        parts
    }

    /// What a connected part of the cage holds all of, each body of the render mesh by itself, goes with that part: its vertices have no
    /// other choice, though they lie in other parts as well.
    fn keep_whole(&mut self, welded: &[u32], carriers: &mut [Carrier], walker: &Walker) {
        let mut bodies = self.bodies(welded);
        // The parts that hold what was seen of each body, and the box around that.
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

    /// The vertices of each body, which the mesher makes one part for: connected components that cross or hold each other.
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

    /// The connected parts of the cage that a vertex lies in.
    fn parts_at(&self, v: usize, carrier: &Carrier, walker: &Walker) -> Vec<u32> {
        let choices = &self.tets[self.of(v)];
        match choices.is_empty() {
            false => choices.iter().map(|tet| walker.part_of(*tet)).collect(),
            true if carrier.distance <= self.cage.same_place() => vec![walker.part_of(carrier.tet)],
            true => Vec::new(),
        }
    }

    /// The edges of the render mesh that a vertex with choices is at, each once.
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

    /// The choices that belong together, and the votes for each set of them.
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
                // Two parts that lead into one say nothing.
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

    /// The choice that a walk from a tet at one end of an edge ends in or, if the edge leaves the cage, the one that is connected
    /// at all; if it is one.
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

    /// Chooses, vertex by vertex: what has most votes, then what a neighbour chose, then what nothing goes with. Where several parts hold all of a
    /// body, its first vertex chooses for it.
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

/// So many parts are asked to make room for one body at most: each asks the next.
const ASKED: usize = 64;

/// Leaves bodies that several parts hold all of one part each, a different one as far as that goes: those with the least choice and the
/// largest are asked first, and others move on to make room for the next (Kuhn 1955).
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

/// Whether a body finds a part that was not asked for yet and whose owner, if it has one, finds another.
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

/// Walks through the cage.
struct Walker<'a, 'b> {
    cage: &'a Cage<'b>,
    /// Tets at each vertex of the cage.
    tets: Rows,
    /// The connected part of each vertex of the cage, its least vertex.
    part: Vec<u32>,
    /// The walk that came to each tet last, and the number of walks.
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

    /// Comes to the tets that a line touches and that are joined to the first one by faces there.
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

    /// Whether the last walk came to a tet.
    fn was_seen(&self, tet: u32) -> bool {
        self.seen[tet as usize] == self.walks
    }

    fn part_of(&self, tet: u32) -> u32 {
        self.part[self.cage.asset.tets[tet as usize][0] as usize]
    }
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
