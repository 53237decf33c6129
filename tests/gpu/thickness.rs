//! The distance that a body keeps from colliders and from other bodies.

use super::common::*;
use pliant::desc::*;
use pliant::ids::PliantBodyId;
use pliant::math::PliantPose;
use pliant::world::World;

const EDGE: f32 = 0.4;

/// A cube of a model whose lowest corner is here, with a thickness.
fn cube_at(world: &mut World, number: u32, place: [f64; 3], thickness: f32) -> PliantBodyId {
    let mut desc = BodyOptions {
        model: Model::default_of(number).expect("a model"),
        pose: PliantPose::at(place),
        layers: 1,
        mask: u32::MAX,
        thickness,
        ..body_desc()
    };
    if number != PLIANT_MODEL_RIGID {
        desc.set_damping(5.0);
    }
    add(world, &cube(3, EDGE), desc)
}

/// The lowest and the highest of a body.
fn heights(world: &mut World, body: PliantBodyId) -> (f64, f64) {
    let (x, _) = particles(world, body);
    let all = x.iter().map(|x| f64::from(x[1]));
    all.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), y| {
        (low.min(y), high.max(y))
    })
}

/// One cube on another on a floor: the floor is a thickness away, the cubes the sum of both.
#[test]
fn bodies_keep_their_thicknesses() {
    let mut world = world();
    add_floor(&mut world, 0.0);
    let (thick, thin) = (0.03_f32, 0.01_f32);
    let (floor, both) = (f64::from(thick), f64::from(thick + thin));
    let mut stack = |number: u32| {
        let x = f64::from(number);
        let below = cube_at(&mut world, number, [x, floor, 0.0], thick);
        let over = floor + f64::from(EDGE) + both;
        (below, cube_at(&mut world, number, [x, over, 0.0], thin))
    };
    let stacks = TET_MODELS.map(|number| (number, stack(number)));
    run(&mut world, 200, HZ);
    for (number, (below, above)) in stacks {
        let (low, high) = heights(&mut world, below);
        let (next, _) = heights(&mut world, above);
        let between = next - high;
        println!("model {number}: {low:.5} from the floor, {between:.5} between");
        // A row gives way where it is pressed: by less than a tenth of what it keeps.
        assert!((low - floor).abs() < 0.1 * floor, "model {number}: {low}");
        // A matched body under load keeps less from other bodies (docs/limits.md).
        let least = if number == PLIANT_MODEL_SHAPE_MATCHING {
            0.4
        } else {
            0.9
        };
        assert!(
            (least..1.1).contains(&(between / both)),
            "model {number}: {between}"
        );
    }
}
