//! Queries of places against f64 brute force over the positions that are read back.

mod edits;

use super::common::*;
use glam::{DQuat, DVec3};
use pliant::asset::Asset;
use pliant::desc::*;
use pliant::ids::{PliantBodyId, PliantTicketId};
use pliant::math::PliantPose;
use pliant::view::PliantHit;
use pliant::world::{Edit, World};
use std::sync::Arc;

/// Uniform numbers.
struct Random(u64);

impl Random {
    /// From -1 to 1.
    fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    fn vector(&mut self) -> DVec3 {
        DVec3::new(self.next(), self.next(), self.next())
    }

    fn direction(&mut self) -> DVec3 {
        loop {
            let v = self.vector();
            if v.length() < 1.0 && v.length() > 0.1 {
                return v.normalize();
            }
        }
    }
}

/// Bodies in the air around a place, some steps after they were dropped.
struct Crowd {
    world: World,
    asset: Arc<Asset>,
    ids: Vec<PliantBodyId>,
    centre: DVec3,
    /// Of each body, from the centre.
    positions: Vec<Vec<DVec3>>,
}

/// Number of bodies of a crowd; each has 768 triangles in 12 patches, so that the tree has two levels.
const BODIES: usize = 12;

fn crowd(centre: [f64; 3], permutes: bool) -> Crowd {
    let mut world = world_with(|options| options.permutes = permutes);
    let centre = DVec3::from(centre);
    world
        .apply(Edit::SetOrigin {
            origin: centre.to_array(),
        })
        .expect("an origin");
    let asset = cube(8, 0.5);
    let mut random = Random(7);
    let mut ids = Vec::new();
    for k in 0..BODIES {
        let turn = DQuat::from_axis_angle(random.direction(), 3.0 * random.next());
        let desc = BodyOptions {
            pose: PliantPose {
                position: (centre + 1.5 * random.vector()).to_array(),
                rotation: turn.as_quat().to_array(),
            },
            layers: 1 << (k % 3),
            mask: 8,
            angular_velocity: [3.0, -2.0, 1.0],
            substeps: 1,
            iterations: 1,
            user_data: 100 + k as u64,
            ..body_desc()
        };
        ids.push(add(&mut world, &asset, desc));
    }
    run(&mut world, 1, HZ);
    let read = |id: &PliantBodyId| {
        let rows = world.copy_positions(*id).expect("positions");
        rows.iter()
            .map(|x| DVec3::new(x[0].into(), x[1].into(), x[2].into()))
            .collect()
    };
    let positions = ids.iter().map(read).collect();
    Crowd {
        world,
        asset,
        ids,
        centre,
        positions,
    }
}

impl Crowd {
    /// Triangles with the number of their body, from the centre.
    fn triangles(&self, mask: u32) -> impl Iterator<Item = (usize, [DVec3; 3])> {
        let seen = (0..BODIES).filter(move |k| mask & (1 << (k % 3)) != 0);
        seen.flat_map(move |k| {
            let corners = self.asset.surface_triangles.iter();
            corners.map(move |t| (k, t.map(|v| self.positions[k][v as usize])))
        })
    }

    /// The place that a hit's weights give, and its body.
    fn place(&self, hit: &PliantHit) -> (usize, DVec3, DVec3) {
        let k = self
            .ids
            .iter()
            .position(|id| *id == hit.body)
            .expect("a body of the crowd");
        assert_eq!(hit.user_data, 100 + k as u64);
        let corner = |i: usize| {
            let internal = self.asset.internal_from_user[hit.vertices[i] as usize];
            self.positions[k][internal as usize]
        };
        let [a, b, c] = [corner(0), corner(1), corner(2)];
        let [u, v, w] = hit.weights.map(f64::from);
        assert!(u >= 0.0 && v >= 0.0 && w >= 0.0 && (u + v + w - 1.0).abs() < 1e-6);
        (k, u * a + v * b + w * c, (b - a).cross(c - a).normalize())
    }
}

/// Where a ray meets a triangle, grown by `slack` of its heights.
fn meets(origin: DVec3, way: DVec3, [a, b, c]: [DVec3; 3], slack: f64) -> Option<f64> {
    let n = (b - a).cross(c - a);
    let t = n.dot(a - origin) / n.dot(way);
    let p = origin + t * way;
    let weight = |u: DVec3, v: DVec3| (v - u).cross(p - u).dot(n) / n.length_squared();
    let inside = weight(a, b) >= -slack && weight(b, c) >= -slack && weight(c, a) >= -slack;
    (inside && (0.0..=LENGTH).contains(&t)).then_some(t)
}

/// The nearest point of a triangle, by projection onto its plane and sides.
fn nearest(p: DVec3, [a, b, c]: [DVec3; 3]) -> DVec3 {
    let n = (b - a).cross(c - a).normalize();
    let flat = p - n * n.dot(p - a);
    let outside = |u: DVec3, v: DVec3| (v - u).cross(flat - u).dot(n) < 0.0;
    if !outside(a, b) && !outside(b, c) && !outside(c, a) {
        return flat;
    }
    let on = |u: DVec3, v: DVec3| {
        u + (v - u) * ((p - u).dot(v - u) / (v - u).length_squared()).clamp(0.0, 1.0)
    };
    let sides = [on(a, b), on(b, c), on(c, a)];
    sides
        .into_iter()
        .min_by(|x, y| x.distance(p).total_cmp(&y.distance(p)))
        .expect("three")
}

/// Fetches once the GPU is done.
fn hits(world: &mut World, ticket: PliantTicketId) -> Vec<PliantHit> {
    world.wait_for(ticket).expect("an answer");
    world.fetch_hits(ticket).expect("hits")
}

/// Positions are f32 within 4 of a cell's corner, so 2.4e-7 off; a ray of 6 turns by 6e-8 of that. 2e-6 has room for both
/// and for slanting triangles.
const EXACT: f64 = 2e-6;

/// Of rays.
const LENGTH: f64 = 6.0;

fn rays_of(crowd: &Crowd, count: usize) -> Vec<PliantRay> {
    let mut random = Random(11);
    let ray = |k| {
        let way = random.direction();
        let target = 1.5 * random.vector();
        PliantRay {
            origin: (crowd.centre + target - 3.0 * way).to_array(),
            direction: (2.5 * way).as_vec3().to_array(),
            length: LENGTH as f32,
            mask: if k % 4 == 0 { 3 } else { 0 },
            flags: 0,
        }
    };
    (0..count).map(ray).collect()
}

fn first_hits_are_those_of_brute_force(centre: [f64; 3], permutes: bool) {
    let mut crowd = crowd(centre, permutes);
    let rays = rays_of(&crowd, 200);
    let ticket = crowd.world.query_rays(&rays).expect("a ticket");
    let found = hits(&mut crowd.world, ticket);
    let (mut met, mut doubtful) = (0, 0);
    for (ray, hit) in rays.iter().zip(&found) {
        let origin = DVec3::from(ray.origin) - crowd.centre;
        let way = DVec3::from(ray.direction.map(f64::from)).normalize();
        let mask = if ray.mask == 0 { 7 } else { ray.mask };
        let first = |slack: f64| {
            let all = crowd
                .triangles(mask)
                .filter_map(|(_, t)| meets(origin, way, t, slack));
            all.fold(f64::INFINITY, f64::min)
        };
        let distance = if hit.body.bits == 0 {
            f64::INFINITY
        } else {
            hit.distance
        };
        let expected = first(0.0);
        let (least, most) = (first(1e-4), first(-1e-4));
        if least != most {
            doubtful += 1;
            assert!(distance > least - EXACT && distance < most + EXACT);
        } else if expected.is_infinite() {
            assert!(distance.is_infinite());
        } else {
            assert!(
                (distance - expected).abs() < EXACT,
                "{distance} for {expected}"
            );
        }
        if hit.body.bits != 0 {
            met += 1;
            let (_, place, normal) = crowd.place(hit);
            let point = DVec3::from(hit.point) - crowd.centre;
            assert!(point.distance(place) < EXACT);
            assert!(point.distance(origin + hit.distance * way) < EXACT);
            let said = DVec3::from(hit.normal.map(f64::from));
            assert!(said.distance(normal) < 1e-4, "{said} for {normal}");
        }
    }
    assert!(
        met > 60 && met < 190 && doubtful < 10,
        "{met} met, {doubtful} doubtful"
    );
}

#[test]
fn rays_find_what_brute_force_finds() {
    first_hits_are_those_of_brute_force([0.0; 3], false);
}

#[test]
fn rays_find_the_same_at_100_km_and_with_threads_in_another_order() {
    first_hits_are_those_of_brute_force([1e5, -2e4, 7e4], true);
}

#[test]
fn points_find_the_nearest_place() {
    let mut crowd = crowd([1e5, 0.0, 0.0], false);
    let mut random = Random(3);
    let point = |k: u32| PliantPointQuery {
        point: (crowd.centre + 2.5 * random.vector()).to_array(),
        radius: if k.is_multiple_of(2) {
            0.1
        } else {
            f32::INFINITY
        },
        mask: k % 3,
        ..PliantPointQuery::default()
    };
    let points: Vec<_> = (0..100).map(point).collect();
    let ticket = crowd.world.query_points(&points).expect("a ticket");
    let found = hits(&mut crowd.world, ticket);
    let mut none = 0;
    for (query, hit) in points.iter().zip(&found) {
        let p = DVec3::from(query.point) - crowd.centre;
        let mask = if query.mask == 0 { 7 } else { query.mask };
        let far = crowd
            .triangles(mask)
            .map(|(_, t)| nearest(p, t).distance(p));
        let far = far.fold(f64::INFINITY, f64::min);
        if hit.body.bits == 0 {
            none += 1;
            assert!(far > f64::from(query.radius) - EXACT);
            continue;
        }
        assert!(
            (hit.distance - far).abs() < EXACT,
            "{} for {far}",
            hit.distance
        );
        let (_, place, _) = crowd.place(hit);
        assert!(place.distance(p) < far + EXACT && far < f64::from(query.radius) + EXACT);
    }
    assert!(none > 10 && none < 60, "{none} found nothing");
}

/// How far a triangle is from a shape's middle line or box, by alternating projections: convex sets.
fn gap(shape: &PliantShapeQuery, centre: DVec3, triangle: [DVec3; 3]) -> f64 {
    let [x, y, z, w] = shape.pose.rotation.map(f64::from);
    let turn = DQuat::from_xyzw(x, y, z, w).normalize();
    let position = DVec3::from(shape.pose.position) - centre;
    let size = DVec3::from(shape.size.map(f64::from));
    let (half, radius) = match shape.shape {
        PLIANT_SHAPE_SPHERE => (DVec3::ZERO, size.x),
        PLIANT_SHAPE_CAPSULE => (DVec3::new(0.0, size.y, 0.0), size.x),
        _ => (size, 0.0),
    };
    let into = |p: DVec3| {
        let local = turn.inverse() * (p - position);
        turn * local.clamp(-half, half) + position
    };
    let mut p = position;
    for _ in 0..200 {
        p = into(nearest(p, triangle));
    }
    p.distance(nearest(p, triangle)) - radius
}

#[test]
fn shapes_find_the_bodies_that_they_meet() {
    let mut crowd = crowd([-1e5, 3.0, 1e5], false);
    let mut random = Random(5);
    let shape = |k: u32| PliantShapeQuery {
        pose: PliantPose {
            position: (crowd.centre + 1.5 * random.vector()).to_array(),
            rotation: DQuat::from_axis_angle(random.direction(), 2.0 * random.next())
                .as_quat()
                .to_array(),
        },
        size: [0.2, 0.6, 0.1],
        shape: 2 + k % 3,
        mask: if k.is_multiple_of(5) { 6 } else { 0 },
        flags: 0,
    };
    let shapes: Vec<_> = (0..30).map(shape).collect();
    let ticket = crowd.world.query_shapes(&shapes).expect("a ticket");
    crowd.world.wait_for(ticket).expect("an answer");
    let answer = crowd.world.fetch_overlaps(ticket).expect("overlaps");
    assert_eq!(answer.dropped, 0);
    assert!(answer.list.is_sorted_by_key(|o| (o.query, o.user_data)));
    let mut met = 0;
    for (shape, query) in shapes.iter().zip(0..) {
        let mask = if shape.mask == 0 { 7 } else { shape.mask };
        let mut gaps = [f64::INFINITY; BODIES];
        let position = DVec3::from(shape.pose.position) - crowd.centre;
        // No shape reaches farther than 0.8.
        let near = crowd
            .triangles(mask)
            .filter(|(_, t)| nearest(position, *t).distance(position) < 0.9);
        for (k, triangle) in near {
            gaps[k] = gaps[k].min(gap(shape, crowd.centre, triangle));
        }
        for (k, gap) in gaps.into_iter().enumerate() {
            let of = |o: &&pliant::view::PliantOverlap| o.query == query && o.body == crowd.ids[k];
            let told = answer.list.iter().filter(of).count();
            assert!(told <= 1, "a body twice");
            // Projections come within 1e-3 of gaps that are no more than touching.
            assert!(
                told == 0 || gap < 1e-3,
                "shape {query} does not meet body {k}: {gap}"
            );
            assert!(
                told == 1 || gap > -1e-6 && gap != 0.0,
                "shape {query} meets body {k}: {gap}"
            );
            met += told;
        }
    }
    assert!(met > 4, "{met} overlaps");
}
