//! Candidates of contact against brute force in f64.

use super::test_stages::{corner, words};
use super::test_worlds::{DT, Random, cube};
use super::*;
use crate::asset::shell::cook_shell;
use crate::asset::{Asset, CookOptions, SurfaceMesh};
use crate::contact::pack_surface;
use crate::desc::{BodyOptions, Model, PLIANT_MODEL_CLOTH};
use crate::math::PliantPose;
use crate::share::{
    CONTACTS_BODY_ROWS, CONTACTS_CANDIDATE_ROWS, CONTACTS_EDGES, CONTACTS_LIST,
    CONTACTS_MOTION_BOUND, CONTACTS_PAIR_ROWS, CONTACTS_STATE, CONTACTS_TRIANGLE,
    CONTACTS_VERTEX_ROWS, Contacts, REPORT_PAIRS, REPORT_WORDS,
};
use glam::{DVec3, Quat};
use std::collections::BTreeMap;

/// A wavy sheet of n² squares of a tenth of a metre.
pub fn sheet(n: usize) -> Arc<Asset> {
    let at = |i: usize, j: usize| (j * (n + 1) + i) as u32;
    let mut mesh = SurfaceMesh::default();
    for j in 0..=n {
        for i in 0..=n {
            let wave = 0.04 * ((i * 7 + j * 3) as f32).sin();
            mesh.positions.push([0.1 * i as f32, wave, 0.1 * j as f32]);
        }
    }
    for j in 0..n {
        for i in 0..n {
            let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            mesh.triangles.extend([[a, c, b], [a, d, c]]);
        }
    }
    Arc::new(cook_shell(&mesh, &CookOptions::default()).unwrap().0)
}

/// Cubes and sheets of several sizes, turned and moving, about a place.
pub fn heap(seed: u64, count: usize, place: DVec3, options: WorldOptions) -> World {
    let mut random = Random(seed);
    let mut world = World::new(options).unwrap();
    let assets = [cube(3), cube(1), sheet(9), cube(2)];
    for i in 0..count {
        let near = place + 0.8 * random.vector().as_dvec3();
        let mut desc = BodyOptions {
            pose: PliantPose {
                rotation: Quat::from_scaled_axis(3.0 * random.vector()).to_array(),
                ..PliantPose::at(near)
            },
            scale: 1.0 + 0.4 * random.next(),
            linear_velocity: (1.5 * random.vector()).to_array(),
            angular_velocity: (8.0 * random.vector()).to_array(),
            ..BodyOptions::default()
        };
        let asset = assets[i % assets.len()].clone();
        if asset.sheet.is_some() {
            desc.model = Model::default_of(PLIANT_MODEL_CLOTH).unwrap();
        }
        world.apply(Edit::AddBody { asset, desc }).unwrap();
    }
    world
}

/// The point of the segment ab nearest to p.
fn on_segment(a: DVec3, b: DVec3, p: DVec3) -> DVec3 {
    a + (b - a) * ((p - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0)
}

fn point_triangle(p: DVec3, [a, b, c]: [DVec3; 3]) -> f64 {
    let n = (b - a).cross(c - a);
    let inside = |from: DVec3, to: DVec3| (to - from).cross(p - from).dot(n) >= 0.0;
    if inside(a, b) && inside(b, c) && inside(c, a) {
        return n.normalize().dot(p - a).abs();
    }
    let sides = [(a, b), (b, c), (c, a)];
    let far = sides.map(|(from, to)| on_segment(from, to, p).distance(p));
    far.into_iter().fold(f64::MAX, f64::min)
}

/// By minimising along one segment the distance from the other, which is convex.
fn edge_edge([a, b]: [DVec3; 2], [c, d]: [DVec3; 2]) -> f64 {
    let far = |s: f64| {
        let p = a + s * (b - a);
        on_segment(c, d, p).distance_squared(p)
    };
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let (s, t) = (
            low + 0.381_966 * (high - low),
            low + 0.618_034 * (high - low),
        );
        if far(s) < far(t) { high = t } else { low = s }
    }
    far(0.5 * (low + high)).min(far(0.0)).min(far(1.0)).sqrt()
}

/// A body as brute force sees it.
pub struct Seen {
    index: u32,
    pub first_vertex: u32,
    first_edge: u32,
    touches_itself: bool,
    /// Bodies that it crosses and recovers from: they have no candidates.
    recovers: Vec<u32>,
    /// Place, reach and part of the contact distance of each vertex.
    vertices: Vec<(DVec3, f64, f64)>,
    pub points: Vec<u32>,
    triangles: Vec<[u32; 3]>,
    edges: Vec<[u32; 2]>,
}

/// What was found: the kind, the other slot and the number in it, with the corners and the place.
type Found = BTreeMap<(u32, u32, u32), ([u32; 4], u32)>;

/// A download of a world's lists.
pub struct Lists {
    pub contacts: Contacts,
    pub rows: Vec<[u32; 4]>,
    half: u32,
}

impl Lists {
    pub fn new(world: &World) -> Self {
        let words = words(world, &world.store.state().contacts.buffer);
        let contacts = *world.store.contacts();
        Self {
            contacts,
            rows: bytemuck::cast_slice(&words).to_vec(),
            half: contacts.room * (world.queue.step() as u32 & 1),
        }
    }

    pub fn vertex(&self, vertex: u32, row: u32) -> [u32; 4] {
        self.rows[(self.contacts.vertex_row + CONTACTS_VERTEX_ROWS * vertex + row) as usize]
    }

    /// The candidates of the primary at a row, which are sorted.
    fn of(&self, row: u32) -> Found {
        let [first, count, ..] = self.rows[row as usize];
        let mut found = Found::new();
        let mut last = None;
        for c in first..first + count {
            let at = self.contacts.candidate_row + CONTACTS_CANDIDATE_ROWS * (self.half + c);
            let [corners, [kind, slot, number, _]] = [0, 1].map(|k| self.rows[(at + k) as usize]);
            let key = Some((slot, number));
            assert!(key > last, "a list is not sorted");
            last = key;
            found.insert((kind & 255, slot, number), (corners, c));
        }
        found
    }

    /// The bodies that one recovers from.
    fn recovers(&self, index: u32) -> Vec<u32> {
        let state = self.contacts.body_row + CONTACTS_BODY_ROWS * index + CONTACTS_STATE;
        let [first, count, ..] = self.rows[state as usize];
        let entries =
            (first..first + count).map(|k| self.contacts.pair_row + CONTACTS_PAIR_ROWS * k + 1);
        let entries = entries.map(|row| self.rows[row as usize]);
        entries.filter(|e| e[2] != 0).map(|e| e[0]).collect()
    }

    pub fn bodies(&self, world: &World) -> Vec<Seen> {
        let reports = words(world, &world.store.state().report.buffer);
        let all = world.scene.bodies();
        all.map(|(_, body)| {
            let asset = &body.asset;
            let packed = pack_surface(&asset.rest_positions, &asset.surface_triangles);
            let head = packed.head;
            let table =
                |first: u32, count: u32| packed.rows[first as usize..][..count as usize].iter();
            let corner = corner(&reports, body.index);
            let number = |bits: u32| f64::from(f32::from_bits(bits));
            let vertex = |v: u32| {
                let start = self.vertex(body.first_vertex + v, CONTACTS_MOTION_BOUND);
                let edge = packed.rows[(head.rest_row + v) as usize][3];
                let place = DVec3::new(number(start[0]), number(start[1]), number(start[2]));
                let desc = &body.data.desc;
                let share = match scene::physical::margin(desc, world.id.options().length_unit_m) {
                    margin if margin > 0.0 => f64::from(margin),
                    _ => 0.01 * f64::from(desc.scale) * number(edge),
                };
                (corner + place, number(start[3]), share)
            };
            Seen {
                index: body.index,
                first_vertex: body.first_vertex,
                first_edge: body.surface.unwrap().first_edge,
                touches_itself: body.touches_itself(),
                recovers: self.recovers(body.index),
                vertices: (0..asset.rest_positions.len() as u32).map(vertex).collect(),
                points: table(head.point_row, head.points).map(|r| r[0]).collect(),
                triangles: table(head.triangle_row, head.triangles)
                    .map(|r| [r[0], r[1], r[2]])
                    .collect(),
                edges: table(head.edge_row, head.edges)
                    .map(|r| [r[0], r[1]])
                    .collect(),
            }
        })
        .collect()
    }
}

/// A place, a reach and a part of the contact distance for each corner of a feature.
type Corners = [(DVec3, f64, f64)];

/// How far the vertices of two features may go together, and beyond that how near they are looked for.
fn near(a: &Corners, b: &Corners) -> [f64; 2] {
    let reach = |of: &Corners| of.iter().map(|v| v.1).fold(0.0, f64::max);
    let share = |of: &Corners| of.iter().map(|v| v.2).sum::<f64>() / of.len() as f64;
    [reach(a) + reach(b), share(a) + share(b)]
}

/// What is looked up: a kind and the other body's slot, and whether all candidates found room.
#[derive(Clone, Copy)]
struct Wanted {
    kind: u32,
    slot: u32,
    all: bool,
}

/// Compares the candidates of a primary with those of brute force, as (number, distance, how far is near). Distances of
/// a few metres are within 1e-5 m in f32. Where some found no room, the others' corners must not reach each other.
fn compare(
    found: &Found,
    wanted: Wanted,
    all: impl Iterator<Item = (u32, f64, [f64; 2])>,
) -> usize {
    let mut known = 0;
    for (number, far, [reach, more]) in all {
        let is_listed = found.contains_key(&(wanted.kind, wanted.slot, number));
        let within = if wanted.all { reach + more } else { reach };
        assert!(
            is_listed || far > within - 1e-5,
            "{number} of {}: {far} of {within} is missing",
            wanted.slot
        );
        assert!(
            !is_listed || !wanted.all || far < within + 1e-5,
            "{number} of {}: {far} of {within} is too far",
            wanted.slot
        );
        known += usize::from(is_listed);
    }
    known
}

/// The candidates of a point, and how many of them are known.
fn check_point(own: &Seen, point: u32, bodies: &[Seen], found: &Found, all: bool) -> usize {
    let p = own.vertices[point as usize];
    let others = bodies
        .iter()
        .filter(|o| o.index != own.index || own.touches_itself)
        .filter(|o| !own.recovers.contains(&o.index));
    let known = others.map(|other| {
        let is_apart = |t: &[u32; 3]| other.index != own.index || !t.contains(&point);
        let triangles = (0..).zip(&other.triangles).filter(|(_, t)| is_apart(t));
        let pairs = triangles.map(|(number, t)| {
            let t = t.map(|v| other.vertices[v as usize]);
            (number, point_triangle(p.0, t.map(|v| v.0)), near(&[p], &t))
        });
        let (kind, slot) = (CONTACTS_TRIANGLE, other.index);
        compare(found, Wanted { kind, slot, all }, pairs)
    });
    known.sum()
}

/// The candidates of an edge, and how many of them are known.
fn check_edge(own: &Seen, e: u32, bodies: &[Seen], found: &Found, all: bool) -> usize {
    let edge = own.edges[e as usize];
    let ends = edge.map(|v| own.vertices[v as usize]);
    let is_later = |o: &&Seen| o.index > own.index || (o.index == own.index && own.touches_itself);
    let bodies = bodies.iter().filter(|o| !own.recovers.contains(&o.index));
    let known = bodies.filter(is_later).map(|other| {
        let is_apart = |f: u32, o: &[u32; 2]| {
            other.index != own.index || (f > e && !o.contains(&edge[0]) && !o.contains(&edge[1]))
        };
        let edges = (0..).zip(&other.edges).filter(|(f, o)| is_apart(*f, o));
        let pairs = edges.map(|(number, o)| {
            let o = o.map(|v| other.vertices[v as usize]);
            let within = near(&ends, &o);
            // Most are far apart; then their middles tell.
            let middle = |of: &[(DVec3, f64, f64); 2]| 0.5 * (of[0].0 + of[1].0);
            let half = |of: &[(DVec3, f64, f64); 2]| 0.5 * of[0].0.distance(of[1].0);
            let least = middle(&ends).distance(middle(&o)) - half(&ends) - half(&o);
            match least > within[0] + within[1] + 1e-3 {
                true => (number, least, within),
                false => (number, edge_edge(ends.map(|v| v.0), o.map(|v| v.0)), within),
            }
        });
        let (kind, slot) = (CONTACTS_EDGES, other.index);
        compare(found, Wanted { kind, slot, all }, pairs)
    });
    known.sum()
}

/// All candidates of a world are those of brute force, but for those without room; returns how many there are. `all`:
/// there is room.
fn check(world: &World, all: bool) -> [usize; 2] {
    let lists = Lists::new(world);
    let bodies = lists.bodies(world);
    let mut counts = [0, 0];
    let mut roles: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for own in &bodies {
        for point in &own.points {
            let found = lists.of(lists.contacts.point_row + own.first_vertex + point);
            let known = check_point(own, *point, &bodies, &found, all);
            assert_eq!(known, found.len(), "pairs that brute force does not know");
            counts[0] += known;
            note(&found, &mut roles);
        }
        for e in 0..own.edges.len() as u32 {
            let found = lists.of(lists.contacts.edge_row + own.first_edge + e);
            let known = check_edge(own, e, &bodies, &found, all);
            assert_eq!(known, found.len(), "pairs that brute force does not know");
            counts[1] += known;
            note(&found, &mut roles);
        }
    }
    check_roles(&lists, &bodies, roles);
    counts
}

/// Notes candidates in the roles of their corners.
fn note(found: &Found, roles: &mut BTreeMap<u32, Vec<u32>>) {
    for (corners, c) in found.values() {
        for (corner, vertex) in (0..).zip(corners) {
            roles.entry(*vertex).or_default().push(4 * c + corner);
        }
    }
}

/// The roles of each vertex are those of its candidates, in any order.
fn check_roles(lists: &Lists, bodies: &[Seen], mut roles: BTreeMap<u32, Vec<u32>>) {
    for own in bodies {
        for point in &own.points {
            let vertex = own.first_vertex + point;
            let [first, count, ..] = lists.vertex(vertex, CONTACTS_LIST);
            let word =
                |s: u32| lists.rows[(lists.contacts.role_row + s / 4) as usize][(s % 4) as usize];
            let mut expected = roles.remove(&vertex).unwrap_or_default();
            expected.sort_unstable();
            let mut known: Vec<u32> = (first..first + count).map(word).collect();
            known.sort_unstable();
            assert_eq!(known, expected, "the roles of vertex {vertex}");
        }
    }
    assert!(roles.is_empty());
}

/// Candidates that found no room in the last step.
fn dropped(world: &World) -> u32 {
    let reports = words(world, &world.store.state().report.buffer);
    let of = |body: &scene::Body| reports[(REPORT_WORDS * body.index + REPORT_PAIRS) as usize];
    world.scene.body_slots().values().map(of).sum()
}

/// Bodies of 12 to 400 triangles, some of them sheets that touch themselves, at the origin and far from it.
#[test]
fn candidates_are_those_of_brute_force() {
    let far = DVec3::new(1e5, -3e4, 7e4);
    for (seed, place) in [(1, DVec3::ZERO), (2, far)] {
        let mut world = heap(seed, 6, place, WorldOptions::default());
        world.step(DT).unwrap();
        assert_eq!(dropped(&world), 0);
        let counts = check(&world, true);
        println!("seed {seed}: {counts:?} pairs");
        assert!(counts.iter().all(|count| *count > 100), "{counts:?}");
    }
}

/// Where candidates find no room, their vertices stay so near that they cannot meet.
#[test]
fn what_finds_no_room_is_held_back() {
    let mut world = heap(1, 6, DVec3::ZERO, WorldOptions::default());
    world.step(DT).unwrap();
    world.store.contacts_mut().room = 100;
    world.step(DT).unwrap();
    assert!(dropped(&world) > 100, "{} have no room", dropped(&world));
    let counts = check(&world, false);
    assert_eq!(counts[0] + counts[1], 100);
}

/// Cubes beside each other, so fast that each pair of features is near. What finds no room is counted and held back, whatever
/// the order of threads.
#[test]
fn what_is_too_near_to_too_much_stays_there() {
    let long = std::env::var_os("PLIANT_LONG_TESTS").is_some_and(|v| v == "1");
    let (count, cells, steps) = if long { (216, 4, 3) } else { (24, 2, 2) };
    let crowd = |permutes| {
        let mut random = Random(3);
        let mut world = World::new(WorldOptions {
            permutes,
            ..WorldOptions::default()
        })
        .unwrap();
        let asset = cube(cells);
        let side = if long { 6 } else { 3 };
        for k in 0..count {
            let place = [k % side, k / side % side, k / side / side].map(|i| 0.55 * f64::from(i));
            let desc = BodyOptions {
                pose: PliantPose::at(place),
                linear_velocity: (240.0 * random.vector()).to_array(),
                ..BodyOptions::default()
            };
            let asset = asset.clone();
            world.apply(Edit::AddBody { asset, desc }).unwrap();
        }
        let start = std::time::Instant::now();
        for step in 0..steps {
            world.step(DT).unwrap();
            // What is held back is slow in the next one.
            assert!(step > 0 || dropped(&world) > 0, "all found room");
        }
        world.wait(u64::MAX).unwrap();
        println!("{count} in a crowd: {steps} steps in {:?}", start.elapsed());
        assert_eq!(world.stats().stopped_body_count, 0);
        let bodies = Lists::new(&world).bodies(&world);
        let places = bodies.iter().flat_map(|b| &b.vertices);
        let farthest = places.map(|v| v.0.length()).fold(0.0, f64::max);
        // Where the farthest corner begins, and how far the fastest cube flies.
        let start = (0.55 * f64::from(side - 1) + 1.0) * 3f64.sqrt();
        let flight = f64::from(steps) * f64::from(DT) * 240.0 * 3f64.sqrt();
        assert!(farthest < start + flight, "{farthest} m away");
        world.state_hash().unwrap()
    };
    assert_eq!(crowd(false), crowd(true));
}

/// Two runs, threads in another order, and a narrow phase that has no room to keep what it finds give the same lists.
#[test]
fn lists_do_not_depend_on_the_order_of_threads() {
    let lists = |permutes, found_room| {
        let options = WorldOptions {
            permutes,
            ..WorldOptions::default()
        };
        let mut world = heap(1, 6, DVec3::ZERO, options);
        world.step(DT).unwrap();
        if let Some(room) = found_room {
            world.store.contacts_mut().found_room = room;
        }
        world.step(DT).unwrap();
        let lists = Lists::new(&world);
        let bodies = lists.bodies(&world);
        let points = bodies.iter().flat_map(|b| {
            b.points
                .iter()
                .map(|p| lists.contacts.point_row + b.first_vertex + p)
        });
        let edges = bodies.iter().flat_map(|b| {
            (0..b.edges.len() as u32).map(|e| lists.contacts.edge_row + b.first_edge + e)
        });
        let all: Vec<Found> = points.chain(edges).map(|row| lists.of(row)).collect();
        all
    };
    let first = lists(false, None);
    assert!(first.iter().any(|found| !found.is_empty()));
    assert!(first == lists(false, None), "a second run differs");
    assert!(first == lists(true, None), "another order differs");
    assert!(first == lists(false, Some(100)), "finding twice differs");
}
