//! Clamped beams that swing without damping: 4 x 5 by sweeps alone, and with the coarse correction.

use super::sag::{Held, Sag};
use super::{adapter_name, median};
use pliant::asset::lattice::{Split, beam_lattice};
use pliant::asset::{CookOptions, cook::cook};
use pliant::desc::*;
use pliant::ids::PliantBodyId;
use pliant::world::{Applied, Edit, World};
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Instant;

/// Cells, modulus [Pa], and how low explicit f64 on the same tets has the tip after 2 s [m].
const BEAMS: [([usize; 3], f32, f64); 6] = [
    ([24, 6, 6], 1e7, 0.0109),
    ([24, 6, 6], 1e6, 2.461),
    ([40, 10, 10], 1e7, -0.0018),
    ([40, 10, 10], 1e6, 2.6702),
    ([64, 16, 16], 1e7, -0.0016),
    ([64, 16, 16], 1e6, 2.7589),
];
/// Steps: 2.6 s, in which a beam of 1e7 Pa is lowest three times.
const STEPS: usize = 156;

/// A beam of 4 x 1 x 1 m, held at x = 0.
struct Beam {
    world: World,
    body: PliantBodyId,
}

impl Beam {
    fn new(held: &Held, sweeps_only: bool, readback_particles: u32) -> Self {
        let mut world = World::new(options(sweeps_only)).expect("a world");
        let asset = held.asset.clone();
        let mut model = held.model;
        model.damping = 0.0;
        let desc = BodyOptions {
            readback_particles,
            model: model.into(),
            ..BodyOptions::default()
        };
        let added = world.apply(Edit::AddBody { asset, desc });
        let Ok(Applied::Body(body)) = added else {
            panic!("adding a body gave {added:?}")
        };
        let mut beam = Self { world, body };
        beam.hold(held);
        beam
    }

    fn hold(&mut self, held: &Held) {
        let vertices = held.held();
        let inverse_masses = vec![0.0; vertices.len()];
        let edit = Edit::SetInverseMasses {
            body: self.body,
            vertices,
            inverse_masses,
        };
        self.world.apply(edit).expect("inverse masses");
    }

    /// Wall time of an edit of a running world that solves for the slowest motions of a beam held elsewhere [ms].
    fn edit(mut self, held: &Held) -> f64 {
        self.world.step(1.0 / 60.0).expect("a step");
        let edit = Edit::SetInverseMasses {
            body: self.body,
            vertices: held.held().split_off(1),
            inverse_masses: vec![-1.0; held.held().len() - 1],
        };
        let started = Instant::now();
        self.world.apply(edit).expect("inverse masses");
        started.elapsed().as_secs_f64() * 1e3
    }

    /// Median wall time of a step [ms].
    fn time(mut self, frames: usize) -> f64 {
        let mut frame = || {
            let started = Instant::now();
            self.world.step(1.0 / 60.0).expect("a step");
            self.world.wait(u64::MAX / 2).expect("the end of a step");
            started.elapsed().as_secs_f64() * 1e3
        };
        let all: Vec<f64> = (0..10 + frames).map(|_| frame()).collect();
        median(all[10..].to_vec())
    }

    /// How low the tip is after each step [m].
    fn tips(mut self, held: &Held) -> Vec<f64> {
        let tips = (0..STEPS).map(|_| {
            self.world.step(1.0 / 60.0).expect("a step");
            let positions = self.world.copy_positions(self.body).expect("positions");
            held.sag_at(|i| f64::from(positions[i][1]))
        });
        tips.collect()
    }
}

/// Four epochs of one substep with five iterations.
fn options(sweeps_only: bool) -> WorldOptions {
    WorldOptions {
        iterations: 5,
        sweeps_only,
        ..WorldOptions::default()
    }
}

/// Lowest places [m] and their times [s], of the parabola through three steps.
fn lows(tips: &[f64]) -> Vec<(f64, f64)> {
    let three = tips.windows(3).zip(1..);
    let lowest = three.filter(|(t, _)| t[1] > t[0] && t[1] >= t[2]);
    let all = lowest.map(|(t, step): (&[f64], i32)| {
        let ahead = 0.5 * (t[0] - t[2]) / (t[0] - 2.0 * t[1] + t[2]);
        let low = t[1] - 0.25 * (t[0] - t[2]) * ahead;
        (low, (f64::from(step + 1) + ahead) / 60.0)
    });
    all.collect()
}

/// Figures of one beam.
struct Row {
    wall_ms: f64,
    edit_ms: f64,
    tips: Vec<f64>,
    /// Nothing at 1e6 Pa, where a swing takes 3 s.
    lows: Vec<(f64, f64)>,
    sag: Sag,
}

impl Row {
    fn new(held: &Held, young: f32, sweeps_only: bool, frames: usize) -> Self {
        let wall_ms = Beam::new(held, sweeps_only, 0).time(frames);
        let edit_ms = Beam::new(held, sweeps_only, 0).edit(held);
        let tips = Beam::new(held, sweeps_only, 1).tips(held);
        let lows = match young {
            1e7 => lows(&tips),
            _ => Vec::new(),
        };
        Self {
            wall_ms,
            edit_ms,
            lows,
            tips,
            sag: held.run(options(sweeps_only), PLIANT_EXECUTOR_DEFAULT),
        }
    }

    /// Wall time and time of the edit [ms], tip at 2 s, first and third lowest place [m], first period [s], sag [m].
    fn figures(&self) -> [f64; 7] {
        let low = |k: usize| self.lows.get(k).map_or(f64::NAN, |low| low.0);
        let period = match self.lows[..] {
            [(_, first), (_, second), ..] => second - first,
            _ => f64::NAN,
        };
        let tip = self.tips[119];
        let sag = self.sag.last();
        [self.wall_ms, self.edit_ms, tip, low(0), low(2), period, sag]
    }
}

/// Measures all beams, prints them, and returns them as CSV.
pub fn run(frames: usize) -> String {
    println!("\nbeams of 4 x 1 x 1 m without damping, Poisson's ratio 0.4, 4x5");
    println!(
        "{:>7} {:>6} {:12} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}",
        "tets",
        "E",
        "",
        "wall ms",
        "edit ms",
        "tip 2 s",
        "low 1",
        "low 3",
        "period",
        "sag m",
        "f64 tip"
    );
    let mut csv = String::from(
        "\nadapter,tets,young,corrected,wall_ms,edit_ms,tip_m,low1_m,low3_m,period_s,sag_m,f64_tip_m\n",
    );
    for (cells, young, truth) in BEAMS {
        let mesh = beam_lattice(cells, [4.0, 1.0, 1.0], Split::Five);
        let asset = Arc::new(cook(&mesh, &CookOptions::default()).expect("a beam").0);
        let tets = asset.tets.len();
        let model = PliantNeoHookeanDesc {
            young_modulus: young,
            poisson_ratio: 0.4,
            ..Default::default()
        };
        let held = Held::new(&asset, model);
        for sweeps_only in [true, false] {
            let name = adapter_name(&Beam::new(&held, sweeps_only, 0).world);
            let row = Row::new(&held, young, sweeps_only, frames);
            let what = if sweeps_only {
                "sweeps alone"
            } else {
                "corrected"
            };
            print!("{tets:>7} {young:>6.0e} {what:12}");
            row.figures().iter().for_each(|n| print!(" {n:9.4}"));
            println!(" {truth:9.4}{}", row.sag.warning());
            let _ = write!(csv, "\"{name}\",{tets},{young:e},{}", !sweeps_only);
            for n in row.figures() {
                let _ = write!(csv, ",{n:.4}");
            }
            let _ = writeln!(csv, ",{truth}");
        }
    }
    csv
}
