//! Queries beside edits, of colliders, wrong ones, and what is grabbed.

use super::*;
use pliant::asset::lattice::box_surface;
use pliant::asset::shape::{ShapeAsset, mesh};
use pliant::error::Status;
use pliant::world::Applied;

#[test]
fn a_batch_sees_edits_before_it_and_not_those_after() {
    let mut world = world();
    let ray = PliantRay {
        origin: [0.3, 5.0, 0.2],
        direction: [0.0, -1.0, 0.0],
        length: f32::INFINITY,
        flags: PLIANT_QUERY_COLLIDERS,
        ..PliantRay::default()
    };
    let ask = |world: &mut World| {
        let ticket = world.query_rays(&[ray]).expect("a ticket");
        hits(world, ticket)[0]
    };
    assert_eq!(ask(&mut world), PliantHit::default(), "an empty world");
    add_floor(&mut world, -1.0);
    let hit = ask(&mut world);
    assert!(hit.collider.bits != 0 && hit.body.bits == 0 && (hit.distance - 6.0).abs() < 1e-9);
    let asset = cube(1, 1.0);
    let id = add(&mut world, &asset, body_desc());
    let top = ask(&mut world);
    assert!(top.body == id && top.collider.bits == 0 && top.normal == [0.0, 1.0, 0.0]);
    let before = top.point[1];
    let ticket = world.query_rays(&[ray]).expect("a ticket");
    let pose = PliantPose::at([0.0, 0.5, 0.0]);
    world
        .apply(Edit::TeleportBody {
            body: id,
            pose,
            linear_velocity: [0.0; 3],
            angular_velocity: [0.0; 3],
            pins: 0,
        })
        .expect("a teleport");
    assert!((ask(&mut world).point[1] - before - 0.5).abs() < 1e-6);
    assert_eq!(
        hits(&mut world, ticket)[0],
        top,
        "asked before the teleport"
    );
    let ticket = world.query_rays(&[ray]).expect("a ticket");
    world.apply(Edit::RemoveBody { body: id }).expect("removed");
    assert_eq!(
        hits(&mut world, ticket)[0].body,
        id,
        "asked while it was there"
    );
    assert!(ask(&mut world).body.bits == 0);
    let error = world.fetch_hits(ticket).expect_err("fetched already");
    assert_eq!(error.status, Status::InvalidHandle);
    let none = world.query_rays(&[]).expect("a ticket of nothing");
    assert!(world.fetch_hits(none).expect("nothing").is_empty());
}

#[test]
fn wrong_queries_are_refused_and_name_the_field() {
    let mut world = world();
    let good = PliantRay {
        direction: [1.0, 0.0, 0.0],
        length: 1.0,
        ..PliantRay::default()
    };
    let cases = [
        (
            "rays[1].origin",
            PliantRay {
                origin: [0.0, f64::NAN, 0.0],
                ..good
            },
        ),
        (
            "rays[1].direction is zero",
            PliantRay {
                direction: [0.0; 3],
                ..good
            },
        ),
        (
            "rays[1].direction",
            PliantRay {
                direction: [f32::INFINITY; 3],
                ..good
            },
        ),
        (
            "rays[1].length",
            PliantRay {
                length: 0.0,
                ..good
            },
        ),
        (
            "rays[1].length",
            PliantRay {
                length: f32::NAN,
                ..good
            },
        ),
        ("rays[1].flags", PliantRay { flags: 2, ..good }),
    ];
    for (name, ray) in cases {
        let error = world.query_rays(&[good, ray]).expect_err(name);
        assert_eq!(error.status, Status::InvalidArgument);
        assert!(error.message.starts_with(name), "{}", error.message);
    }
}

#[test]
fn tickets_are_of_their_question_and_not_too_many() {
    let mut world = world();
    let good = PliantRay {
        direction: [1.0, 0.0, 0.0],
        length: 1.0,
        ..PliantRay::default()
    };
    let shape = PliantShapeQuery {
        shape: PLIANT_SHAPE_PLANE,
        size: [1.0; 3],
        ..PliantShapeQuery::default()
    };
    let error = world.query_shapes(&[shape]).expect_err("a half-space");
    assert!(
        error.message.starts_with("shapes[0].shape is 1"),
        "{}",
        error.message
    );
    let tickets: Vec<_> = (0..PLIANT_MAX_TICKETS)
        .map(|_| world.query_rays(&[good]).expect("a ticket"))
        .collect();
    assert_eq!(
        world.query_rays(&[good]).expect_err("too many").status,
        Status::Capacity
    );
    assert_eq!(
        world.fetch_overlaps(tickets[0]).expect_err("rays").status,
        Status::InvalidState
    );
    world.drop_ticket(tickets[0]).expect("dropped");
    world.query_rays(&[good]).expect("room again");
}

/// A box of edge 1 around the origin, of triangles.
fn unit_box() -> Arc<ShapeAsset> {
    let mut surface = box_surface([6; 3], [1.0; 3]);
    for position in &mut surface.positions {
        *position = position.map(|x| x - 0.5);
    }
    Arc::new(mesh(&surface).expect("a mesh"))
}

/// A box of triangles, stretched and turned, is found where the box of that size is, which the host answers for in f64.
#[test]
fn a_collider_of_triangles_is_found_where_it_is() {
    let rotation = DQuat::from_axis_angle(DVec3::new(1.0, 2.0, 3.0).normalize(), 0.7);
    let centre = DVec3::new(1e5, -3.0, 7.0);
    let pose = PliantPose {
        position: centre.to_array(),
        rotation: rotation.as_quat().to_array(),
    };
    let shape = unit_box();
    let mut triangles = world();
    let desc = PliantColliderDesc {
        shape: PLIANT_SHAPE_MESH,
        pose,
        scale: [2.0, 1.0, 0.5],
        layers: 4,
        user_data: 5,
        ..PliantColliderDesc::default()
    };
    triangles
        .apply(Edit::AddShape { desc, shape })
        .expect("a collider");
    let mut solid = world();
    let desc = PliantColliderDesc {
        shape: PLIANT_SHAPE_CUBOID,
        pose,
        size: [1.0, 0.5, 0.25],
        ..PliantColliderDesc::default()
    };
    solid.apply(Edit::AddCollider { desc }).expect("a collider");
    let mut random = Random(17);
    let mut ray = |k: u32| {
        let way = random.direction();
        PliantRay {
            origin: (centre + random.vector() - 3.0 * way).to_array(),
            direction: way.as_vec3().to_array(),
            length: 9.0,
            mask: 0,
            flags: u32::from(k > 3),
        }
    };
    let rays: Vec<PliantRay> = (0..60).map(&mut ray).collect();
    let [found, expected] = [&mut triangles, &mut solid].map(|world| {
        let ticket = world.query_rays(&rays).expect("a ticket");
        hits(world, ticket)
    });
    let mut met = 0;
    for ((ray, a), b) in rays.iter().zip(&found).zip(&expected) {
        assert_eq!(a.collider.bits != 0, b.collider.bits != 0);
        assert!(ray.flags == 1 || a.collider.bits == 0);
        assert!(
            (a.distance - b.distance).abs() < EXACT,
            "{} for {}",
            a.distance,
            b.distance
        );
        assert_eq!(a.user_data, if a.collider.bits != 0 { 5 } else { 0 });
        met += u32::from(a.collider.bits != 0);
    }
    assert!(met > 10 && met < 50, "{met} met");
}

/// The spring pulls by its stiffness times its way, shared by weight: a free body gains the momentum k d dt of the first
/// small step, to the second order of its frequency times dt: (k / m) dt² = 1e-4.
#[test]
fn a_grabbed_place_is_pulled_as_by_one_spring() {
    let mut world = world_with(|options| options.gravity = [0.0; 3]);
    let asset = cube(2, 0.5);
    let id = add(
        &mut world,
        &asset,
        BodyOptions {
            substeps: 1,
            ..body_desc()
        },
    );
    run(&mut world, 1, HZ);
    let ray = PliantRay {
        origin: [0.3, 5.0, 0.2],
        direction: [0.0, -1.0, 0.0],
        length: 9.0,
        ..PliantRay::default()
    };
    let ticket = world.query_rays(&[ray]).expect("a ticket");
    let hit = hits(&mut world, ticket)[0];
    assert_eq!(hit.body, id);
    let (stiffness, way, dt) = (100.0, DVec3::new(0.1, 0.3, -0.2), 1e-3);
    let grab = |stiffness, weights| {
        let hit = PliantHit { weights, ..hit };
        Edit::Grab { hit, stiffness }
    };
    let Ok(Applied::Frame(frame)) = world.apply(grab(stiffness, hit.weights)) else {
        panic!("no grab");
    };
    let again = world
        .apply(grab(stiffness, hit.weights))
        .expect_err("held already");
    assert_eq!(again.status, Status::InvalidState);
    run(&mut world, 1, dt); // its vertices are noted in the frame
    let pose = PliantPose::at(DVec3::from(hit.point) + way);
    world
        .apply(Edit::MoveFrame {
            frame,
            pose,
            teleport: true,
        })
        .expect("moved");
    run(&mut world, 1, dt);
    let (x, v) = particles(&mut world, id);
    let momentum: DVec3 = masses_and_motion(&x, &v)
        .iter()
        .map(|(m, _, v)| *m * *v)
        .sum();
    let expected = f64::from(stiffness) * way * f64::from(dt);
    assert!(
        momentum.distance(expected) < 0.01 * expected.length(),
        "{momentum} for {expected}"
    );
    world.apply(Edit::RemoveFrame { frame }).expect("let go");
}
