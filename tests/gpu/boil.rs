//! Bodies at rest stay at rest, at every stiffness, Poisson's ratio, size and schedule.

use super::common::*;
use super::oracle::EXECUTORS;
use glam::Vec3;
use pliant::desc::*;
use pliant::math::PliantPose;

/// A cube of 4 x 4 x 4 cells and how it is stepped.
#[derive(Clone, Copy, Debug)]
struct Case {
    executor: u32,
    /// Epochs of a step, and iterations.
    schedule: [u32; 2],
    /// Young's modulus [Pa], Poisson's ratio, size [m].
    cube: [f32; 3],
    /// On a floor, from a hundredth of its size; else without weight.
    on_floor: bool,
}

impl Case {
    /// Whether it still swings after three seconds on a floor: a pressure wave takes more than three substeps to cross
    /// the cube, of 1,000 kg/m³.
    fn swings(&self) -> bool {
        let [young, poisson, size] = self.cube;
        let stiffness = young * (1.0 - poisson) / ((1.0 + poisson) * (1.0 - 2.0 * poisson));
        let h = HZ / self.schedule[0] as f32;
        (stiffness / 1000.0).sqrt() * h < 0.3 * size
    }
}

/// Greatest speed after a time [s], in sizes a second.
fn fastest(case: Case, time: f32) -> f32 {
    let [young, poisson, size] = case.cube;
    let mut world = world_with(|o| {
        o.gravity = [0.0, if case.on_floor { -9.81 } else { 0.0 }, 0.0];
        [o.epochs, o.iterations] = case.schedule;
    });
    if case.on_floor {
        add_floor(&mut world, 0.0);
    }
    let mut desc = BodyOptions {
        executor: case.executor,
        pose: PliantPose::at([0.0, f64::from(0.01 * size), 0.0]),
        ..body_desc()
    };
    desc.set_young(young);
    desc.set_poisson(poisson);
    desc.set_damping(5.0);
    let body = add(&mut world, &cube(4, size), desc);
    run(&mut world, (time / HZ).round() as usize, HZ);
    any_executor(body);
    let (_, v) = particles(&mut world, body);
    let rises = world.body_info(body).expect("info").energy_rise_count;
    assert!(rises == 0 || case.on_floor, "{case:?}: its energy rose");
    let speed = |v: &[f32; 4]| Vec3::from_slice(&v[..3]).length();
    v.iter().map(speed).fold(0.0, f32::max) / size
}

/// Rounding puts some 1e-7 of a size into each substep. Sweeps that all run forwards multiply that by 1.049 a substep at
/// ν = 0.49: by 1e9 in two seconds. What palindromes leave is rounding over the substep, at most 1e-3 sizes a second at four
/// substeps, and more the shorter they are.
#[test]
fn bodies_left_alone_do_not_move() {
    let mut sweep = Sweep::every(37);
    // The last takes 64 times as long for a step.
    let schedules = [[1, 1], [10, 1], [4, 5], [10, 5], [64, 1], [64, 20]];
    let count = if is_long() { 6 } else { 4 };
    for executor in EXECUTORS {
        for schedule in schedules.into_iter().take(count) {
            for poisson in [0.3, 0.45, 0.49, 0.495] {
                for young in [1e3, 1e5, 1e7, 1e9] {
                    for size in [1e-3, 1e-2, 1.0, 100.0] {
                        if !sweep.takes() {
                            continue;
                        }
                        let case = Case {
                            executor,
                            schedule,
                            cube: [young, poisson, size],
                            on_floor: false,
                        };
                        // As many substeps as two seconds have at four a step.
                        let time = 2.0 / (schedule[0] as f32 / 4.0).max(1.0);
                        let speed = fastest(case, time);
                        println!("{case:?}: {speed:e} sizes/s");
                        let most = 2.5e-4 * (schedule[0] as f32).max(4.0);
                        assert!(speed < most, "{case:?}: {speed}");
                    }
                }
            }
        }
    }
}

/// A cube that falls on a floor by a hundredth of its size comes to rest. It lands at most at 4.4 sizes a second. Rounding
/// leaves 1e-4. Soft ones rise again, more often than damping takes their swing, and have 1 % of that. Without a rigid
/// motion that leads (decision 31) stiff small ones shake at up to ten sizes a second.
#[test]
fn bodies_on_a_floor_come_to_rest() {
    let mut sweep = Sweep::every(29);
    for executor in EXECUTORS {
        for schedule in [[4, 5], [10, 1]] {
            for poisson in [0.3, 0.49, 0.495] {
                for young in [1e3, 1e5, 1e7] {
                    for size in [0.01, 0.1, 1.0] {
                        if !sweep.takes() {
                            continue;
                        }
                        let case = Case {
                            executor,
                            schedule,
                            cube: [young, poisson, size],
                            on_floor: true,
                        };
                        let speed = fastest(case, 3.0);
                        println!("{case:?}: {speed:e} sizes/s");
                        let most = if case.swings() { 0.1 } else { 5e-4 };
                        assert!(speed < most, "{case:?}: {speed}");
                    }
                }
            }
        }
    }
}
