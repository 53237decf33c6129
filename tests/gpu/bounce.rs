//! Restitution of cloth and of shape matching: how high a body rises after a fall.

use super::cloth::{cloth_desc, sheet};
use super::clusters::shape_desc;
use super::common::*;
use super::oracle::EXECUTORS;
use pliant::desc::*;
use pliant::ids::PliantBodyId;
use pliant::math::PliantPose;
use pliant::world::World;

/// How far a body falls [m].
const HEIGHT: f64 = 0.3;

/// Height of the centre of mass [m].
fn height(world: &mut World, body: PliantBodyId) -> f64 {
    let (x, v) = particles(world, body);
    let all = masses_and_motion(&x, &v);
    let mass: f64 = all.iter().map(|(m, ..)| m).sum();
    all.iter().map(|(m, x, _)| m * x.y).sum::<f64>() / mass
}

/// The highest that a body rises over where it lands, and the least time of a substep [s].
fn rise(desc: BodyOptions, is_cloth: bool) -> (f64, f64) {
    let mut world = world_with(|o| o.epochs = 16);
    add_floor(&mut world, 0.0);
    let asset = match is_cloth {
        true => sheet([3, 3], 0.1),
        false => cube(2, 0.2),
    };
    let desc = BodyOptions {
        pose: PliantPose::at([0.0, HEIGHT as f32, 0.0]),
        ..desc
    };
    let body = add(&mut world, &asset, desc);
    let rest = if is_cloth { 0.0 } else { 0.1 };
    let fall = (2.0 * HEIGHT / G).sqrt();
    let landed = (fall / f64::from(HZ)).ceil() as usize;
    run(&mut world, landed + 1, HZ);
    let mut most = 0.0_f64;
    for _ in 0..(desc.restitution * fall as f32 / HZ) as usize + 3 {
        most = most.max(height(&mut world, body) - rest);
        run(&mut world, 1, HZ);
    }
    let substeps = world.body_info(body).expect("info").substeps;
    (most, f64::from(HZ) / f64::from(substeps))
}

/// A body that falls from h with restitution e rises to e² h. Euler's steps end the fall up to 1.5 g h' too slow, h' being
/// the substep, which costs 1.5 e² h' v of the height, and a rise with u = e v loses u h'/2. Heights are read once a step:
/// g dt²/8 too low.
#[test]
fn cloth_and_matched_bodies_rise_by_their_restitution() {
    let still = PliantClothDesc {
        drag: 0.0,
        lift: 0.0,
        ..PliantClothDesc::default()
    };
    for executor in EXECUTORS {
        for restitution in [0.5, 0.9] {
            for is_cloth in [true, false] {
                let model = match is_cloth {
                    true => cloth_desc(executor, still),
                    false => shape_desc(executor, PLIANT_DEFORMATION_RIGID, 1.0, 0.0),
                };
                let desc = BodyOptions {
                    restitution,
                    friction: 0.0,
                    ..model
                };
                let (found, h) = rise(desc, is_cloth);
                let e = f64::from(restitution);
                let wanted = e * e * HEIGHT;
                let v = (2.0 * G * HEIGHT).sqrt();
                let slack = 1.5 * e * e * h * v + 0.5 * e * v * h + G * f64::from(HZ).powi(2) / 8.0;
                println!(
                    "{executor} cloth {is_cloth}, e {e}: {found:.4} of {wanted:.4}, slack {slack:.4}"
                );
                assert!((found - wanted).abs() < slack, "{found}");
            }
        }
    }
}
