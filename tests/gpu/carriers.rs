//! Meshes, convex hulls and heightfields as colliders.

use super::common::*;
use glam::{DVec3, Quat, Vec3};
use pliant::asset::lattice::box_surface;
use pliant::asset::shape::{self, HeightOptions, ShapeAsset};
use pliant::desc::*;
use pliant::ids::{PliantBodyId, PliantColliderId};
use pliant::math::PliantPose;
use pliant::world::{Applied, Edit, World};
use std::sync::Arc;

pub fn add_shape(
    world: &mut World,
    shape: &Arc<ShapeAsset>,
    desc: PliantColliderDesc,
) -> PliantColliderId {
    let desc = PliantColliderDesc {
        shape: shape.kind(),
        friction: 1.0,
        ..desc
    };
    match world.apply(Edit::AddShape {
        desc,
        shape: shape.clone(),
    }) {
        Ok(Applied::Collider(id)) => id,
        other => panic!("adding a collider gave {other:?}"),
    }
}

/// One of each kind, with a flat top at y = 0 around the origin.
pub fn kinds_of_shape() -> [Arc<ShapeAsset>; 3] {
    let mut crate_ = box_surface([4, 1, 4], [2.0, 0.5, 2.0]);
    for p in &mut crate_.positions {
        *p = (Vec3::from(*p) - Vec3::new(1.0, 0.5, 1.0)).to_array();
    }
    let heights: Vec<f32> = (0..49)
        .map(|k| if k % 7 == 6 { 0.5 } else { 0.0 })
        .collect();
    let terrain = HeightOptions {
        counts: [7, 7],
        spacing: [0.4; 2],
        heights: &heights,
        other_diagonal: false,
    };
    [
        shape::mesh(&crate_).expect("a mesh"),
        shape::convex(&crate_.positions).expect("a hull"),
        shape::heightfield(&terrain).expect("a terrain"),
    ]
    .map(Arc::new)
}

fn cube_at(world: &mut World, place: [f64; 3]) -> PliantBodyId {
    let mut desc = desc_for(PLIANT_EXECUTOR_WIDE, PLIANT_MODEL_NEO_HOOKEAN, 2.5e5);
    desc.set_damping(10.0);
    desc.friction = 1.0;
    desc.pose = PliantPose::at(place.map(|x| x - 0.2));
    add(world, &cube(2, 0.4), desc)
}

fn bottom(world: &mut World, body: PliantBodyId) -> (f64, DVec3) {
    let (x, _) = particles(world, body);
    let points: Vec<DVec3> = x
        .iter()
        .map(|x| Vec3::from_slice(&x[..3]).as_dvec3())
        .collect();
    let low = points.iter().map(|p| p.y).fold(f64::INFINITY, f64::min);
    (low, points.iter().sum::<DVec3>() / points.len() as f64)
}

/// A cube lands on a surface and rests a contact distance above it, a hundredth of its mean edge, less what its weight
/// presses; it does not sink.
#[test]
fn a_cube_rests_on_each_kind_of_surface() {
    let mut sweep = Sweep::every(2);
    for shape in kinds_of_shape() {
        for turn in [0.0_f32, 0.5] {
            if !sweep.takes() {
                continue;
            }
            let mut world = world();
            let middle = if shape.kind() == PLIANT_SHAPE_HEIGHTFIELD {
                1.0
            } else {
                0.0
            };
            let turn = Quat::from_rotation_y(turn);
            let away = turn * Vec3::new(-middle, 0.0, -middle);
            let pose = PliantPose {
                position: (away.as_dvec3() + DVec3::Y).to_array(),
                rotation: turn.to_array(),
            };
            add_shape(
                &mut world,
                &shape,
                PliantColliderDesc {
                    pose,
                    ..Default::default()
                },
            );
            let body = cube_at(&mut world, [0.0, 1.25, 0.0]);
            run(&mut world, 60, HZ);
            let (low, centre) = bottom(&mut world, body);
            println!(
                "surface {}: bottom {:e}, centre {centre}",
                shape.kind(),
                low - 1.0
            );
            assert!(
                (0.0..0.02).contains(&(low - 1.0)),
                "{}: {low}",
                shape.kind()
            );
            assert!(centre.x.hypot(centre.z) < 0.02, "{centre}");
        }
    }
}

/// Large triangles keep nothing off: the contact distance is the body's own, a hundredth of its mean edge.
#[test]
fn a_cube_rests_on_large_triangles_as_on_small_ones() {
    let mut floor = box_surface([1, 1, 1], [40.0, 1.0, 40.0]);
    for p in &mut floor.positions {
        *p = (Vec3::from(*p) - Vec3::new(19.0, 1.0, 17.0)).to_array();
    }
    let mut world = world();
    let floor = Arc::new(shape::mesh(&floor).expect("a mesh"));
    add_shape(&mut world, &floor, PliantColliderDesc::default());
    let body = cube_at(&mut world, [0.0, 0.3, 0.0]);
    run(&mut world, 60, HZ);
    // The longest edges are the diagonals of its cells, of 0.2 m.
    let (low, centre) = bottom(&mut world, body);
    assert!((0.0..0.01 * 0.2 * 2f64.sqrt()).contains(&low), "{low:e}");
    assert!(centre.x.hypot(centre.z) < 0.02, "{centre}");
}

/// A platform of triangles that rises takes along what lies on it.
#[test]
fn a_rising_surface_lifts_what_lies_on_it() {
    let mut world = world();
    let [mesh, ..] = kinds_of_shape();
    let lift = add_shape(&mut world, &mesh, PliantColliderDesc::default());
    let body = cube_at(&mut world, [0.0, 0.21, 0.0]);
    run(&mut world, 10, HZ);
    let mut height = 0.0;
    for _ in 0..60 {
        height += 0.5 / 60.0;
        let edit = Edit::MoveCollider {
            collider: lift,
            pose: PliantPose::at([0.0, height, 0.0]),
            teleport: false,
        };
        world.apply(edit).expect("a move");
        world.step(HZ).expect("a step");
    }
    let (low, _) = bottom(&mut world, body);
    assert!((0.0..0.03).contains(&(low - height)), "{low} {height}");
}

/// Layers keep a body and a surface apart.
#[test]
fn a_surface_of_other_layers_lets_a_body_through() {
    let mut world = world();
    let [mesh, ..] = kinds_of_shape();
    add_shape(
        &mut world,
        &mesh,
        PliantColliderDesc {
            layers: 2,
            ..Default::default()
        },
    );
    let mut desc = desc_for(PLIANT_EXECUTOR_WIDE, PLIANT_MODEL_NEO_HOOKEAN, 2.5e5);
    desc.mask = 1;
    desc.pose = PliantPose::at([-0.2, 0.05, -0.2]);
    let body = add(&mut world, &cube(2, 0.4), desc);
    run(&mut world, 40, HZ);
    let (low, _) = bottom(&mut world, body);
    assert!(low < -1.0, "{low}");
}
