//! Wide bodies of few and of many chunks of 128 vertices. Each chunk adds up the partial sums of its body, of which
//! there are at most 160, so those of a larger body cover several chunks.

use super::common::*;
use super::rigid::Rigid;
use glam::DVec3;
use pliant::asset::Asset;
use pliant::asset::lattice::{Split, beam_lattice};
use pliant::desc::*;
use pliant::math::PliantPose;
use std::sync::Arc;

const DT: f32 = 1.0 / 60.0;

/// A plate of one layer of cubes with edges of 0.02 m.
fn plate(cells: [usize; 2]) -> Arc<Asset> {
    let edge = |n: usize| 0.02 * n as f32;
    let (cells, size) = (
        [cells[0], 1, cells[1]],
        [edge(cells[0]), 0.02, edge(cells[1])],
    );
    cooked(&beam_lattice(cells, size, Split::Five))
}

/// 32,942 vertices: 258 chunks.
fn large() -> Arc<Asset> {
    let asset = plate([90, 180]);
    assert_eq!(asset.rest_positions.len().div_ceil(128), 258);
    asset
}

/// A soft body that flies and turns. One sweep a substep does not keep its momentum by itself.
fn flying(place: f32) -> BodyOptions {
    let mut desc = BodyOptions {
        executor: PLIANT_EXECUTOR_WIDE,
        iterations: 1,
        pose: PliantPose::at([place, 0.0, 0.0]),
        linear_velocity: [1.0, 2.0, -3.0],
        angular_velocity: [3.0, 0.1 * place, -2.0],
        ..body_desc()
    };
    desc.set_young(1e6);
    desc
}

/// The bits of the vertices of these bodies after some steps in one world, with or without one that bounces far away.
fn fly(assets: &[(Arc<Asset>, f32)], bouncing: bool) -> Vec<Vec<[u32; 8]>> {
    let mut world = world_with(|o| o.gravity = [0.0; 3]);
    let bodies: Vec<_> = assets
        .iter()
        .map(|(asset, place)| add(&mut world, asset, flying(*place)))
        .collect();
    if bouncing {
        let restitution = 0.5;
        let desc = BodyOptions {
            restitution,
            ..flying(1e3)
        };
        add(&mut world, &plate([2, 2]), desc);
    }
    run(&mut world, 2, DT);
    let bits = |body| {
        let (x, v) = particles(&mut world, body);
        let both = x.iter().zip(&v).map(|(x, v)| [*x, *v].concat());
        both.map(|row| std::array::from_fn(|i| row[i].to_bits()))
            .collect()
    };
    bodies.into_iter().map(bits).collect()
}

/// Each body finds its own sums, whatever the sizes of the others, and whether one bounces.
#[test]
fn wide_bodies_of_any_size_move_together_as_each_alone() {
    let bodies = [
        (plate([20, 20]), 0.0),
        (large(), 10.0),
        (plate([40, 30]), 20.0),
    ];
    let [together, beside] = [false, true].map(|bouncing| fly(&bodies, bouncing));
    for (k, body) in bodies.iter().enumerate() {
        let alone = fly(std::slice::from_ref(body), false);
        assert_eq!(alone[0], together[k], "body {k}");
        assert_eq!(alone[0], beside[k], "body {k} beside one that bounces");
    }
}

/// No external force acts. Each substep restores its momentum to rounding: 2^-24 of each number of a vertex, which
/// mostly cancels over thousands of vertices, and the rounding of the f32 sums that measure the loss.
#[test]
fn a_body_of_many_chunks_keeps_its_momentum() {
    let mut world = world_with(|o| o.gravity = [0.0; 3]);
    let body = add(&mut world, &large(), flying(5.0));
    let mut after = |steps| {
        run(&mut world, steps, DT);
        let (x, v) = particles(&mut world, body);
        let rigid = Rigid::of(&masses_and_motion(&x, &v));
        [rigid.velocity, rigid.inertia * rigid.spin]
    };
    let [first, last] = [after(1), after(2)];
    for (before, after) in first.into_iter().zip(last) {
        let off = before.distance(after) / before.length();
        println!("many chunks: {before} off by {off:.1e}");
        assert!(off < 1e-5, "{before} became {after}");
    }
}

/// As for small bodies (impact.rs), with the impact summed over all chunks. It lands flat and leaves at half its speed,
/// without a turn, to the rounding of sums.
#[test]
fn a_body_of_many_chunks_bounces_by_its_restitution() {
    let mut world = world_with(|o| o.gravity = [0.0; 3]);
    add_floor(&mut world, 0.0);
    let mut desc = BodyOptions {
        restitution: 0.5,
        friction: 0.0,
        pose: PliantPose::at([0.0, 0.02, 0.0]),
        linear_velocity: [0.0, -2.0, 0.0],
        ..body_desc()
    };
    desc.set_young(1e7);
    desc.set_damping(10.0);
    let body = add(&mut world, &large(), desc);
    run(&mut world, 6, DT);
    let (x, v) = particles(&mut world, body);
    let rigid = Rigid::of(&masses_and_motion(&x, &v));
    println!("many chunks: {} {}", rigid.velocity, rigid.spin);
    assert!(rigid.velocity.distance(DVec3::Y) < 1e-4);
    assert!(rigid.spin.length() < 1e-4);
}
