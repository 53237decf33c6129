//! Swings of a clamped beam without damping, against explicit f64 on the same tets.

use super::common::*;
use super::oracle::*;
use pliant::asset::lattice::{Split, beam_lattice};
use pliant::desc::*;

/// Tips of a beam after each step: how far its free end is below its rest shape [m].
struct Swing {
    tips: Vec<f64>,
}

impl Swing {
    /// A beam of 4 x 1 x 1 m, ν = 0.4, clamped at x = 0, let go at rest.
    fn of(cells: [usize; 3], young: f32, executor: u32, steps: usize) -> Self {
        let mesh = beam_lattice(cells, [4.0, 1.0, 1.0], Split::Five);
        let asset = cooked(&mesh);
        let mut world = world_with(|o| o.gravity = [0.0, -9.81, 0.0]);
        let mut desc = BodyOptions {
            executor,
            ..body_desc()
        };
        desc.set_young(young);
        desc.set_poisson(0.4);
        desc.set_damping(0.0);
        let body = add(&mut world, &asset, desc);
        set_inverse_mass(&mut world, body, vertices(&mesh, |p| p[0] == 0.0), 0.0);
        let end: Vec<usize> = (0..asset.rest_positions.len())
            .filter(|v| asset.rest_positions[*v][0] == 4.0)
            .collect();
        let tip = |x: &[[f32; 4]]| {
            let drop = |v: &usize| f64::from(asset.rest_positions[*v][1] - x[*v][1]);
            end.iter().map(drop).sum::<f64>() / end.len() as f64
        };
        let tips = (0..steps).map(|_| {
            run(&mut world, 1, HZ);
            tip(&particles(&mut world, body).0)
        });
        Self {
            tips: tips.collect(),
        }
    }

    /// The lowest points, in order: drop [m] and time [s], of the parabola through three steps.
    fn peaks(&self) -> Vec<(f64, f64)> {
        let three = self.tips.windows(3).zip(1..);
        three
            .filter(|(t, _)| t[1] > t[0] && t[1] >= t[2])
            .map(|(t, step)| {
                let bend = t[0] - 2.0 * t[1] + t[2];
                let ahead = 0.5 * (t[0] - t[2]) / bend;
                let drop = t[1] - 0.25 * (t[0] - t[2]) * ahead;
                (drop, (f64::from(step + 1) + ahead) * f64::from(HZ))
            })
            .collect()
    }
}

#[test]
fn a_clamped_beam_swings_as_explicit_f64() {
    for (young, tip) in [(1e7, 0.011), (1e6, 2.459)] {
        for executor in EXECUTORS {
            let swing = Swing::of([24, 6, 6], young, executor, 180);
            println!(
                "{young:e} {executor}: {:.4} {:.4?}",
                swing.tips[119],
                swing.peaks()
            );
            assert!((swing.tips[119] - tip).abs() < 0.05, "{}", swing.tips[119]);
        }
    }
}
