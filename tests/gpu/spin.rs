//! How much a spin enlarges a body, by the virial theorem; and whether a body recovered.

use super::barrier::*;
use super::common::*;
use super::oracle::EXECUTORS;
use super::torture::{metre, rubber, unharmed};
use glam::{DVec3, Vec3};
use pliant::asset::Asset;
use pliant::desc::*;
use pliant::ids::PliantBodyId;
use pliant::world::World;

/// How much the motion about its centre enlarges a body of `rubber`. By the virial theorem its mean tension has the
/// trace Σ m v² / V, and the volume grows by (1 − 2ν)/E of that.
fn larger_by_motion(asset: &Asset, v: &[[f32; 4]]) -> f64 {
    let weights = || asset.vertex_measures.iter().map(|w| f64::from(*w));
    let at = |v: &[f32; 4]| Vec3::new(v[0], v[1], v[2]).as_dvec3();
    let whole: f64 = weights().sum();
    let mean = weights().zip(v).map(|(w, v)| w * at(v)).sum::<DVec3>() / whole;
    let square: f64 = weights()
        .zip(v)
        .map(|(w, v)| w * (at(v) - mean).length_squared())
        .sum();
    let desc = rubber(PLIANT_MODEL_NEO_HOOKEAN, PLIANT_EXECUTOR_DEFAULT);
    let [young, poisson, density] = [desc.young(), desc.poisson(), desc.density()].map(f64::from);
    (1.0 - 2.0 * poisson) / young * density * square / whole
}

/// A body within its load limits recovers: no tet is inverted, and its volume is back within 1 % and what its spin adds
/// at most.
#[track_caller]
pub fn came_back(world: &mut World, body: PliantBodyId, asset: &Asset, what: &str) {
    let (x, v) = particles(world, body);
    let (now, inverted) = volume(asset, &x);
    let spin = larger_by_motion(asset, &v);
    println!("{what}: volume {now}, {spin:.4} of it by its spin, {inverted} inverted");
    assert!(now > 0.99 && now < 1.01 + spin, "{what}: volume {now}");
    assert_eq!(inverted, 0, "{what}");
}

/// A free body, for which the closed form holds: within 10 % in short substeps (a larger body turns more slowly, and its
/// damped ringing is over after a second), and by the square of what a substep turns it by more in long ones, a third
/// at most. Far beyond small strain it stays finite.
#[test]
fn a_spinning_body_is_as_large_as_its_spin_makes_it() {
    let asset = metre();
    let mut sweep = Sweep::every(5);
    for executor in EXECUTORS {
        for dt in [HZ, 0.1, 0.2] {
            for speed in [5.0f32, 10.0, 60.0] {
                if !sweep.takes() {
                    continue;
                }
                // Ten sweeps: five of a palindrome leave several per cent.
                let mut world = world_with(|o| o.iterations = 10);
                let mut desc = rubber(PLIANT_MODEL_NEO_HOOKEAN, executor);
                desc.angular_velocity = [0.5 * speed, speed, 0.3 * speed];
                let body = add(&mut world, &asset, desc);
                let spin = Vec3::from(desc.angular_velocity);
                let turn = spin.length() * dt / 4.0;
                let within = f64::from(0.1 + turn * turn).min(0.33);
                let turning = |x: &[f32; 3]| spin.cross(Vec3::from(*x)).extend(0.0).to_array();
                let v: Vec<_> = asset.rest_positions.iter().map(turning).collect();
                let expected = larger_by_motion(&asset, &v);
                let seen = watch(&mut world, body, &[], 1.0, 60, dt);
                let what = format!("spin {speed} rad/s at {dt} s: executor {executor}");
                unharmed(&seen, &what);
                let (x, _) = particles(&mut world, body);
                let larger = volume(&asset, &x).0 - 1.0;
                println!("{what}: larger by {larger:.5}, expected {expected:.5}");
                let is_small = expected < 0.02;
                assert!(
                    !is_small || (larger / expected - 1.0).abs() < within,
                    "{what}: {larger}"
                );
                assert!(larger > 0.0 && larger < 1.05 * expected, "{what}: {larger}");
            }
        }
    }
}
