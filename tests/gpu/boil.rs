//! Bodies at rest stay at rest, at every stiffness, Poisson's ratio, size and schedule.

use super::common::*;
use super::oracle::EXECUTORS;
use glam::Vec3;
use pliant::desc::*;

/// Greatest speed of a free weightless cube of 4 x 4 x 4 cells that is left alone for this long [s], in its sizes a
/// second.
fn fastest(
    executor: u32,
    [young, poisson, size]: [f32; 3],
    [epochs, iterations]: [u32; 2],
    time: f32,
) -> f32 {
    let mut world = world_with(|o| {
        o.gravity = [0.0; 3];
        (o.epochs, o.iterations) = (epochs, iterations);
    });
    let mut desc = BodyOptions {
        executor,
        ..body_desc()
    };
    desc.set_young(young);
    desc.set_poisson(poisson);
    desc.set_damping(5.0);
    let body = add(&mut world, &cube(4, size), desc);
    run(&mut world, (time / HZ) as usize, HZ);
    any_executor(body);
    let (_, v) = particles(&mut world, body);
    let rises = world.body_info(body).expect("info").energy_rise_count;
    assert_eq!(rises, 0, "its energy rose");
    let speed = |v: &[f32; 4]| Vec3::from_slice(&v[..3]).length();
    v.iter().map(speed).fold(0.0, f32::max) / size
}

/// Rounding puts some 1e-7 of a size into each substep. Sweeps that all run forwards multiply that by 1.049 a substep at
/// ν = 0.49: by 1e9 in two seconds. What palindromes leave is rounding over the substep, at most 1e-3 sizes a second.
#[test]
fn bodies_left_alone_do_not_move() {
    let mut sweep = Sweep::every(37);
    for executor in EXECUTORS {
        for schedule in [[1, 1], [10, 1], [4, 5], [10, 5]] {
            for poisson in [0.3, 0.45, 0.49, 0.495] {
                for young in [1e3, 1e5, 1e7, 1e9] {
                    for size in [1e-3, 1e-2, 1.0, 100.0] {
                        if !sweep.takes() {
                            continue;
                        }
                        let what = [young, poisson, size];
                        let speed = fastest(executor, what, schedule, 2.0);
                        println!("{executor} {schedule:?} {what:?}: {speed:e} sizes/s");
                        assert!(speed < 1e-3, "{executor} {schedule:?} {what:?}: {speed}");
                    }
                }
            }
        }
    }
}
