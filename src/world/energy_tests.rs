//! The counter of rises of a body's energy: what no edit gives a body is written into its state.

use super::test_worlds::cube;
use super::*;
use crate::desc::{BodyOptions, PLIANT_SHAPE_PLANE, PliantColliderDesc};
use crate::math::PliantPose;
use crate::state::Channel;

/// A body with a metre's edge, which falls, hangs by a fixed vertex, or lies on the floor.
fn posed(how: &str) -> (World, PliantBodyId) {
    let mut world = World::new(WorldOptions::default()).unwrap();
    let mut desc = BodyOptions::default();
    if how == "falling" {
        desc.angular_velocity = [1.0, 2.0, 3.0];
    }
    let asset = cube(2);
    let Applied::Body(body) = world.apply(Edit::AddBody { asset, desc }).unwrap() else {
        panic!("no body");
    };
    if how == "hanging" {
        let (vertices, inverse_masses) = (vec![0], vec![0.0]);
        let edit = Edit::SetInverseMasses {
            body,
            vertices,
            inverse_masses,
        };
        world.apply(edit).unwrap();
    }
    if how == "lying" {
        let desc = PliantColliderDesc {
            shape: PLIANT_SHAPE_PLANE,
            friction: 0.5,
            pose: PliantPose::at([0.0, -0.5, 0.0]),
            ..PliantColliderDesc::default()
        };
        world.apply(Edit::AddCollider { desc }).unwrap();
    }
    (world, body)
}

/// Steps of this length [s], and the count after them.
fn counted(world: &mut World, body: PliantBodyId, steps: usize, dt: f32) -> u32 {
    for _ in 0..steps {
        world.step(dt).unwrap();
    }
    world.wait(u64::MAX / 2).unwrap();
    world.body_info(body).unwrap().energy_rise_count
}

/// Rows of a channel of a body.
fn rows(world: &World, body: PliantBodyId, channel: Channel) -> Vec<[f32; 4]> {
    let (_, kept) = world.store.body_states(&world.scene).unwrap().remove(0);
    let (_, bytes) = kept.iter().find(|(name, _)| name == channel.name).unwrap();
    let rows = bytemuck::pod_collect_to_vec(bytes);
    assert_eq!(rows.len(), world.scene.body(body).unwrap().vertices().len());
    rows
}

fn write(world: &World, body: PliantBodyId, channel: Channel, rows: &[[f32; 4]]) {
    let first = world.scene.body(body).unwrap().first_vertex;
    let vertices = &world.store.state().vertices;
    vertices
        .write(world.id.context(), channel, first, rows)
        .unwrap();
}

/// The counter looks at every eighth step, and needs three looks to begin.
const LOOKS: usize = 8;

/// A push of 4 m/s to one side, which nothing gave the body, counts. What an edit gives does not: it is the same push and
/// more, and a model.
#[test]
fn a_gain_from_nowhere_is_counted() {
    for how in ["falling", "hanging", "lying"] {
        let (mut world, body) = posed(how);
        assert_eq!(
            counted(&mut world, body, 12 * LOOKS - 1, 1.0 / 60.0),
            0,
            "{how}"
        );
        let mut pushed = rows(&world, body, Channel::VELOCITY);
        pushed.iter_mut().for_each(|v| v[0] += 4.0);
        write(&world, body, Channel::VELOCITY, &pushed);
        let after = counted(&mut world, body, 1, 1.0 / 60.0);
        assert_eq!(after, 1, "{how}");
        let impulse = [1e3, 0.0, 0.0];
        let point = None;
        let edit = Edit::ImpulseBody {
            body,
            impulse,
            point,
        };
        world.apply(edit).unwrap();
        let model = BodyOptions::default().model;
        world.apply(Edit::SetModel { body, model }).unwrap();
        assert_eq!(counted(&mut world, body, 5 * LOOKS, 1.0 / 60.0), 1, "{how}");
    }
}

/// A body that begins at a tenth of its size has its tets drawn together. Their barrier throws it apart with an energy of
/// its own: 18 times the shear modulus in each unit of volume.
#[test]
fn what_drawn_tets_give_back_is_not_counted() {
    let (mut world, body) = posed("falling");
    let mut drawn = rows(&world, body, Channel::POSITION);
    for x in drawn.iter_mut().flat_map(|x| &mut x[..3]) {
        *x *= 0.1;
    }
    write(&world, body, Channel::POSITION, &drawn);
    assert_eq!(counted(&mut world, body, 120, 1.0 / 4000.0), 0);
}
