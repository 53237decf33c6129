//! Which pairs touch, what they give each other, sensors, and pairs that are ignored.

use super::carriers::add_shape;
use super::common::*;
use super::stage::touching_desc;
use glam::{DVec3, Vec3};
use pliant::asset::lattice::box_surface;
use pliant::asset::shape;
use pliant::desc::*;
use pliant::error::Status;
use pliant::ids::{PliantBodyId, PliantColliderId};
use pliant::math::PliantPose;
use pliant::view::{PLIANT_EVENT_SENSOR, PliantEvent};
use pliant::world::{Applied, Edit, Partner, World};
use std::sync::Arc;

const ALL: u32 = PLIANT_EVENT_BEGIN | PLIANT_EVENT_STAY | PLIANT_EVENT_END;

fn telling(capacity: u32) -> World {
    world_with(|options| {
        options.flags |= PLIANT_WORLD_EVENTS;
        options.event_capacity = capacity;
    })
}

fn told(world: &mut World) -> (Vec<PliantEvent>, u32) {
    let view = world.events(PLIANT_MAP_WAIT).expect("events");
    // SAFETY: the library says that it points to this many until the next call.
    let events = unsafe { std::slice::from_raw_parts(view.events, view.count as usize) }.to_vec();
    (events, view.dropped_count)
}

/// A cube of 0.4 m whose low corner is at a point.
fn cube_at(
    world: &mut World,
    place: [f64; 3],
    events: u32,
    change: fn(&mut BodyOptions),
) -> PliantBodyId {
    let mut desc = BodyOptions {
        model: model(PLIANT_MODEL_NEO_HOOKEAN, 2.5e5),
        pose: PliantPose::at(place),
        events,
        user_data: place[1].to_bits(),
        ..touching_desc()
    };
    desc.set_damping(10.0);
    change(&mut desc);
    add(world, &cube(2, 0.4), desc)
}

fn collider(world: &mut World, desc: PliantColliderDesc) -> PliantColliderId {
    match world.apply(Edit::AddCollider { desc }) {
        Ok(Applied::Collider(id)) => id,
        other => panic!("adding a collider gave {other:?}"),
    }
}

fn floor(world: &mut World) -> PliantColliderId {
    collider(
        world,
        PliantColliderDesc {
            user_data: 7,
            ..PliantColliderDesc::default()
        },
    )
}

fn weight(world: &mut World, body: PliantBodyId) -> f64 {
    f64::from(world.body_info(body).expect("info").mass) * G * f64::from(HZ)
}

fn kinds_of(events: &[PliantEvent], body: PliantBodyId, other: PliantBodyId) -> Vec<u32> {
    let pair = |e: &&PliantEvent| e.body == body && e.other_body == other && e.collider.bits == 0;
    events.iter().filter(pair).map(|e| e.kind).collect()
}

/// A cube falls onto another one on a floor. Each pair begins once and goes on; at rest the floor bears the weight of both,
/// the lower cube that of the upper one, within a hundredth: at 10/s a swing of a thousandth of g is left. Normals point up, to the
/// body, and points lie in the faces. A push ends the upper pair alone.
#[test]
fn pairs_begin_go_on_and_end_with_their_impulses() {
    let mut world = telling(1024);
    let ground = floor(&mut world);
    let low = cube_at(&mut world, [0.0, 0.001, 0.0], ALL, |_| {});
    let high = cube_at(&mut world, [0.05, 0.43, 0.05], 0, |_| {});
    let own = weight(&mut world, low);
    let mut history = Vec::new();
    let mut last = Vec::new();
    for _ in 0..90 {
        world.step(HZ).expect("a step");
        last = told(&mut world).0;
        history.extend(kinds_of(&last, low, high));
    }
    let begins = history
        .iter()
        .filter(|kind| **kind == PLIANT_EVENT_BEGIN)
        .count();
    assert_eq!((history[0], begins), (PLIANT_EVENT_BEGIN, 1), "{history:?}");
    assert!(!history.contains(&PLIANT_EVENT_END), "{history:?}");
    assert_eq!(told(&mut world).0.len(), 0, "a step is told once");
    let pair = last
        .iter()
        .find(|e| e.other_body == high)
        .expect("the pair");
    let bottom = last
        .iter()
        .find(|e| e.collider == ground)
        .expect("the floor");
    println!("pair: {pair:?}\nfloor: {bottom:?}\nweight {own}");
    assert_eq!(
        (pair.kind, bottom.kind, bottom.other_user_data),
        (PLIANT_EVENT_STAY, PLIANT_EVENT_STAY, 7)
    );
    let impulse = |e: &PliantEvent| Vec3::from(e.impulse).as_dvec3();
    assert!(impulse(pair).distance(DVec3::NEG_Y * own) < 0.01 * own);
    assert!(impulse(bottom).distance(DVec3::Y * 2.0 * own) < 0.01 * 2.0 * own);
    assert!(pair.normal[1] < -0.99 && bottom.normal[1] > 0.99);
    let [x, y, z] = pair.point;
    let inside = 0.05..0.4;
    assert!(
        inside.contains(&x) && inside.contains(&z) && (y - 0.4).abs() < 0.02,
        "{:?}",
        pair.point
    );
    a_push_ends(&mut world, low, high);
}

/// A push of its upper body ends a pair for good.
fn a_push_ends(world: &mut World, low: PliantBodyId, high: PliantBodyId) {
    let mass = f64::from(world.body_info(high).expect("info").mass);
    let push = Edit::ImpulseBody {
        body: high,
        impulse: [0.0, 3.0 * mass as f32, 0.0],
        point: None,
    };
    world.apply(push).expect("a push");
    let mut ends = Vec::new();
    for _ in 0..5 {
        world.step(HZ).expect("a step");
        ends.extend(kinds_of(&told(world).0, low, high));
    }
    let end = ends
        .iter()
        .position(|kind| *kind == PLIANT_EVENT_END)
        .expect("an end");
    assert_eq!(end + 1, ends.len(), "{ends:?}");
}

/// Two cubes hit each other at 2 m/s without gravity. The sum of the impulses that events tell is what each one's momentum
/// has changed by, to the rounding of sums in f32.
#[test]
fn events_of_a_hit_add_up_to_the_change_of_momentum() {
    let mut world = world_with(|options| {
        options.flags |= PLIANT_WORLD_EVENTS;
        options.gravity = [0.0; 3];
    });
    let one = cube_at(&mut world, [0.0; 3], ALL, |desc| {
        desc.linear_velocity = [2.0, 0.0, 0.0]
    });
    let two = cube_at(&mut world, [0.45, 0.1, 0.0], 0, |_| {});
    let mut sum = DVec3::ZERO;
    for _ in 0..20 {
        world.step(HZ).expect("a step");
        for event in told(&mut world).0 {
            assert_eq!((event.body, event.other_body), (one, two));
            sum += Vec3::from(event.impulse).as_dvec3();
        }
    }
    let momentum = |world: &mut World, body| {
        let (x, v) = particles(world, body);
        let parts = masses_and_motion(&x, &v);
        parts.iter().map(|(m, _, v)| *m * *v).sum::<DVec3>()
    };
    let mass = f64::from(world.body_info(one).expect("info").mass);
    let change = momentum(&mut world, one) - DVec3::X * 2.0 * mass;
    println!("hit: {sum}, the momentum changed by {change}");
    assert!(
        sum.distance(change) < 1e-3 * change.length(),
        "{sum} {change}"
    );
    assert!(change.x < -mass, "they did not hit");
}

/// Of a mesh, a hull and a heightfield pairs are told as of bodies: a cube at rest gives its weight.
#[test]
fn surfaces_of_colliders_are_told_with_their_impulses() {
    let mut crate_ = box_surface([4, 1, 4], [2.0, 0.5, 2.0]);
    for p in &mut crate_.positions {
        *p = (Vec3::from(*p) - Vec3::new(1.0, 0.5, 1.0)).to_array();
    }
    let mut world = telling(1024);
    let shape = Arc::new(shape::convex(&crate_.positions).expect("a hull"));
    let desc = PliantColliderDesc {
        shape: shape.kind(),
        events: PLIANT_EVENT_BEGIN | PLIANT_EVENT_STAY,
        event_threshold: 1.0,
        ..PliantColliderDesc::default()
    };
    let Ok(Applied::Collider(hull)) = world.apply(Edit::AddShape { desc, shape }) else {
        panic!("no hull");
    };
    let body = cube_at(&mut world, [-0.2, 0.003, -0.2], 0, |_| {});
    run(&mut world, 60, HZ);
    let (begins, _) = told(&mut world);
    assert_eq!(begins[0].kind, PLIANT_EVENT_BEGIN, "nobody looked before");
    run(&mut world, 1, HZ);
    let (events, _) = told(&mut world);
    let own = weight(&mut world, body);
    let [event] = events[..] else {
        panic!("{events:?}");
    };
    println!("hull: {event:?}, weight {own}");
    assert_eq!(
        (event.body, event.collider, event.kind),
        (body, hull, PLIANT_EVENT_STAY)
    );
    let impulse = Vec3::from(event.impulse).as_dvec3();
    assert!(
        impulse.distance(DVec3::Y * own) < 0.01 * own,
        "{impulse} {own}"
    );
}

/// Whether events are asked for changes nothing: not the motion, and a cube that lies on two meshes is in no trouble.
#[test]
fn events_change_nothing() {
    let run = |events| {
        let mut world = telling(64);
        let cube = cube_at(&mut world, [-0.2, 0.02, -0.2], events, |_| {});
        for side in [-0.5, 0.5] {
            let plate = box_surface([1, 1, 2], [1.0, 0.2, 2.0]);
            let shape = Arc::new(shape::mesh(&plate).expect("a mesh"));
            let desc = PliantColliderDesc {
                pose: PliantPose::at([side - 0.5, -0.2, -1.0]),
                ..PliantColliderDesc::default()
            };
            add_shape(&mut world, &shape, desc);
        }
        super::common::run(&mut world, 30, HZ);
        let info = world.body_info(cube).expect("info");
        (info.contact, world.state_hash().expect("a hash"))
    };
    let silent = run(0);
    assert_eq!(silent.0, 0);
    assert_eq!(run(ALL), silent);
}

/// A cube falls through sensors of each shape as if they were not there, to the bit. Each begins in the first step at whose end a vertex is in
/// it, and ends in the first at whose end none is.
#[test]
fn sensors_tell_what_is_in_them_and_touch_nothing() {
    let fall = |sensors: &[PliantColliderDesc]| {
        let mut world = telling(1024);
        let ids: Vec<_> = sensors
            .iter()
            .map(|desc| collider(&mut world, *desc))
            .collect();
        let body = cube_at(&mut world, [-0.2, 1.0, -0.2], ALL, |_| {});
        let mut seen = vec![Vec::new(); ids.len()];
        let mut truth = vec![Vec::new(); ids.len()];
        let mut was = vec![false; ids.len()];
        for step in 0..50 {
            world.step(HZ).expect("a step");
            for event in told(&mut world).0 {
                let at = ids
                    .iter()
                    .position(|id| *id == event.collider)
                    .expect("a sensor");
                assert_eq!((event.body, event.flags), (body, PLIANT_EVENT_SENSOR));
                if event.kind != PLIANT_EVENT_STAY {
                    seen[at].push((step, event.kind));
                }
            }
            let (x, _) = particles(&mut world, body);
            for (at, desc) in sensors.iter().enumerate() {
                let inside = |p: &[f32; 4]| is_inside(desc, Vec3::from_slice(&p[..3]).as_dvec3());
                let now = x.iter().any(inside);
                match (was[at], now) {
                    (false, true) => truth[at].push((step, PLIANT_EVENT_BEGIN)),
                    (true, false) => truth[at].push((step, PLIANT_EVENT_END)),
                    _ => {}
                }
                was[at] = now;
            }
        }
        (seen, truth, world.state_hash().expect("a hash"))
    };
    let base = PliantColliderDesc {
        is_sensor: 1,
        ..PliantColliderDesc::default()
    };
    let at = |shape, size, y| PliantColliderDesc {
        shape,
        size,
        pose: PliantPose::at([0.0, y, 0.0]),
        ..base
    };
    let sensors = [
        at(PLIANT_SHAPE_PLANE, [0.0; 3], -1.0),
        at(PLIANT_SHAPE_SPHERE, [0.3; 3], 0.5),
        at(PLIANT_SHAPE_CAPSULE, [0.25, 0.2, 0.0], 0.0),
        at(PLIANT_SHAPE_CUBOID, [0.5, 0.1, 0.5], -0.5),
    ];
    let (seen, truth, hash) = fall(&sensors);
    println!("sensors: {seen:?}");
    assert_eq!(seen, truth);
    assert!(truth[1..].iter().all(|events| events.len() == 2) && truth[0].len() == 1);
    assert_eq!(hash, fall(&[]).2);
}

fn is_inside(desc: &PliantColliderDesc, p: DVec3) -> bool {
    let p = p - DVec3::from(desc.pose.position);
    let size = desc.size.map(f64::from);
    match desc.shape {
        PLIANT_SHAPE_PLANE => p.y <= 0.0,
        PLIANT_SHAPE_SPHERE => p.length() <= size[0],
        PLIANT_SHAPE_CAPSULE => (p - DVec3::Y * p.y.clamp(-size[1], size[1])).length() <= size[0],
        _ => p.abs().cmple(DVec3::from(size)).all(),
    }
}

/// A sensor of triangles has no inside that is tested.
#[test]
fn a_mesh_is_refused_as_a_sensor() {
    let mut world = telling(1024);
    let surface = box_surface([1; 3], [1.0; 3]);
    let shape = Arc::new(shape::mesh(&surface).expect("a mesh"));
    let desc = PliantColliderDesc {
        shape: shape.kind(),
        is_sensor: 1,
        ..PliantColliderDesc::default()
    };
    let refused = world
        .apply(Edit::AddShape { desc, shape })
        .expect_err("a refusal");
    assert_eq!(refused.status, Status::InvalidArgument);
    assert!(
        refused.message.starts_with("is_sensor"),
        "{}",
        refused.message
    );
}

/// A stack of four whose events are told from the start, with room for this many pairs.
fn told_of_a_stack(capacity: u32, permutes: bool) -> (Vec<String>, Vec<PliantEvent>, u32) {
    let mut world = world_with(|options| {
        options.flags |= PLIANT_WORLD_EVENTS;
        (options.event_capacity, options.permutes) = (capacity, permutes);
    });
    floor(&mut world);
    for y in [0.0, 0.402, 0.804, 1.206] {
        cube_at(&mut world, [0.0, 0.001 + y, 0.0], ALL, |_| {});
    }
    let mut history = Vec::new();
    let mut last = (Vec::new(), 0);
    for _ in 0..20 {
        world.step(HZ).expect("a step");
        last = told(&mut world);
        let text = |e: &PliantEvent| {
            let names = (e.kind, e.user_data, e.other_user_data);
            format!("{names:?} {:?} {:?} {:?}", e.point, e.normal, e.impulse)
        };
        history.extend(last.0.iter().map(text));
    }
    assert_eq!(world.stats().dropped_event_count, u64::from(last.1));
    (history, last.0, last.1)
}

/// All events are the same, to the bit, where the threads of each workgroup run in another order. A software adapter compiles
/// all kernels of a step again for that, so there it takes the long tests.
#[test]
fn events_do_not_depend_on_the_order_of_threads() {
    if short_or(true, false) {
        return;
    }
    let (history, events, dropped) = told_of_a_stack(1024, false);
    assert!(
        history.len() > 20 && events.len() == 4 && dropped == 0,
        "{events:?}"
    );
    assert_eq!(history, told_of_a_stack(1024, true).0);
}

/// Four cubes in a stack touch in three pairs. With room for one the others are counted, and the same one is told in
/// each run.
#[test]
fn pairs_without_room_are_counted() {
    let (history, events, dropped) = told_of_a_stack(1, false);
    let pairs = events.iter().filter(|e| e.collider.bits == 0);
    assert_eq!((pairs.count(), dropped), (1, 2), "{events:?}");
    assert_eq!(history, told_of_a_stack(1, false).0);
}

/// A cube falls through a cube and a floor that it ignores, as in free fall, and lands on the floor once that is over. Handles of what was removed are refused.
#[test]
fn ignored_pairs_pass_through_each_other() {
    let mut world = telling(1024);
    let ground = floor(&mut world);
    let low = cube_at(&mut world, [0.0, 0.001, 0.0], 0, |_| {});
    let high = cube_at(&mut world, [0.03, 0.6, 0.03], ALL, |_| {});
    let ignore = |world: &mut World, partner, ignored| {
        let pair = (high, partner);
        world.apply(Edit::Ignore { pair, ignored })
    };
    for partner in [Partner::Body(low), Partner::Collider(ground)] {
        ignore(&mut world, partner, true).expect("an ignored pair");
    }
    run(&mut world, 30, HZ);
    let middle = |world: &mut World| {
        let (x, _) = particles(world, high);
        x.iter().map(|p| f64::from(p[1])).sum::<f64>() / x.len() as f64
    };
    // Implicit Euler in four epochs falls by g h² n (n + 1)/2.
    let (h, n) = (f64::from(HZ) / 4.0, 120.0);
    let fallen = 0.8 - G * h * h * n * (n + 1.0) / 2.0;
    let y = middle(&mut world);
    println!("fallen to {y}, free fall {fallen}");
    assert!((y - fallen).abs() < 1e-3, "{y} {fallen}");
    let saved = world.save().expect("a save");
    let [whole, restored] = [false, true].map(|restores| {
        if restores {
            world.restore(&saved).expect("a restore");
        }
        run(&mut world, 5, HZ);
        middle(&mut world)
    });
    assert_eq!(whole, restored, "snapshots hold what is ignored");
    let place = Edit::TeleportBody {
        body: high,
        pose: PliantPose::at([1.0, 0.1, 0.0]),
        linear_velocity: [0.0; 3],
        angular_velocity: [0.0; 3],
        pins: 0,
    };
    world.apply(place).expect("a teleport");
    ignore(&mut world, Partner::Collider(ground), false).expect("a pair");
    run(&mut world, 60, HZ);
    let y = middle(&mut world);
    assert!((y - 0.2).abs() < 0.02, "it lies on the floor: {y}");
    let refused = ignore(&mut world, Partner::Body(high), true).expect_err("itself");
    assert_eq!(refused.status, Status::InvalidArgument);
    world
        .apply(Edit::RemoveBody { body: low })
        .expect("removed");
    let refused = ignore(&mut world, Partner::Body(low), false).expect_err("a stale handle");
    assert_eq!(refused.status, Status::InvalidHandle);
    run(&mut world, 1, HZ);
}

/// Who does not ask gets an error, and no dispatch.
#[test]
fn events_are_found_only_where_they_are_asked_for() {
    let mut world = world();
    floor(&mut world);
    cube_at(&mut world, [0.0, 0.1, 0.0], ALL, |_| {});
    cube_at(&mut world, [0.0, 0.6, 0.0], ALL, |_| {});
    let plan = world.plan_text().expect("a plan");
    assert!(
        !plan.contains("event_") && !plan.contains("sensor"),
        "{plan}"
    );
    let refused = world.events(PLIANT_MAP_WAIT).expect_err("a refusal");
    assert_eq!(refused.status, Status::InvalidState);
}
