//! Swings of a clamped beam without damping, against explicit f64 on the same tets.

use super::common::*;
use super::oracle::*;
use glam::DVec3;
use pliant::asset::TetMesh;
use pliant::asset::lattice::{Split, beam_lattice};
use pliant::desc::*;
use pliant::math::PliantPose;
use pliant::reference::{State, verlet_step};

/// What holds the end at x = 0.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Clamp {
    /// No inverse mass.
    Pinned,
    /// A frame that stands still.
    Frame,
    /// No inverse mass, and a floor a little lower than the beam swings.
    AboveFloor,
}

/// Tips of a beam after each step: how far its free end is below its rest shape [m].
struct Swing {
    tips: Vec<f64>,
}

impl Swing {
    /// A beam of 4 x 1 x 1 m, ν = 0.4, clamped at x = 0, let go at rest.
    fn of(cells: [usize; 3], young: f32, executor: u32, steps: usize, clamp: Clamp) -> Self {
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
        let held = vertices(&mesh, |p| p[0] == 0.0);
        match clamp {
            Clamp::Frame => {
                let frame = add_frame(&mut world, PliantPose::default());
                attach(&mut world, body, held, Some(frame));
            }
            Clamp::Pinned | Clamp::AboveFloor => {
                set_inverse_mass(&mut world, body, held, 0.0);
            }
        }
        if clamp == Clamp::AboveFloor {
            add_floor(&mut world, -0.85);
        }
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

/// Cells, modulus [Pa], and how low the tip is after 2 s [m] in explicit f64 on the same tets.
const BEAMS: [([usize; 3], f32, f64); 5] = [
    ([24, 6, 6], 1e7, 0.011),
    ([24, 6, 6], 1e6, 2.459),
    ([40, 10, 10], 1e7, -0.002),
    ([40, 10, 10], 1e6, 2.669),
    ([64, 16, 16], 1e6, 2.758),
];

/// The tip is within 0.05 m after two seconds. At 10⁷ Pa explicit f64 swings to 0.71 m (0.74 of 20,000 tets) with a period
/// of 0.98 s, and loses nothing: peaks and period are within 5 %, of which reading peaks off steps of 1/60 s takes one.
/// Backward Euler of the same substeps loses 8 % in three periods; sweeps alone end up 0.5 m off.
#[test]
fn a_clamped_beam_swings_as_explicit_f64() {
    for (number, (cells, young, tip)) in BEAMS.into_iter().enumerate() {
        for executor in EXECUTORS {
            let is_small = number == 0 && executor == PLIANT_EXECUTOR_WIDE;
            if !is_small
                && (amount() == Amount::Brief || (number > 1 && executor != PLIANT_EXECUTOR_WIDE))
            {
                continue;
            }
            let steps = if young == 1e7 { 160 } else { 120 };
            let swing = Swing::of(cells, young, executor, steps, Clamp::Pinned);
            let peaks = swing.peaks();
            println!(
                "{cells:?} {young:e} {executor}: {:.4} {peaks:.4?}",
                swing.tips[119]
            );
            assert!((swing.tips[119] - tip).abs() < 0.05, "{}", swing.tips[119]);
            if young == 1e7 {
                let first = if cells[0] == 24 { 0.715 } else { 0.742 };
                assert!((peaks[0].0 / first - 1.0).abs() < 0.05, "{peaks:?}");
                assert!((peaks[2].0 / peaks[0].0 - 1.0).abs() < 0.05, "{peaks:?}");
                let period = (peaks[2].1 - peaks[0].1) / 2.0;
                assert!((period / 0.98 - 1.0).abs() < 0.05, "{period}");
            }
        }
    }
}

/// A beam that a frame holds, and one above a floor that it does not reach, swing as a pinned one: 0.715 m low at most,
/// with a period of 0.98 s, in explicit f64. The tolerance is that of the pinned one.
#[test]
fn a_frame_or_a_floor_out_of_reach_leaves_a_swing_as_it_is() {
    for clamp in [Clamp::Frame, Clamp::AboveFloor] {
        let swing = Swing::of([24, 6, 6], 1e7, PLIANT_EXECUTOR_WIDE, 160, clamp);
        let peaks = swing.peaks();
        println!("{clamp:?}: {:.4} {peaks:.4?}", swing.tips[119]);
        assert!((swing.tips[119] - 0.011).abs() < 0.05, "{clamp:?}");
        assert!((peaks[0].0 / 0.715 - 1.0).abs() < 0.05, "{peaks:?}");
        assert!((peaks[2].0 / peaks[0].0 - 1.0).abs() < 0.05, "{peaks:?}");
        let period = (peaks[2].1 - peaks[0].1) / 2.0;
        assert!((period / 0.98 - 1.0).abs() < 0.05, "{period}");
    }
}

/// Height of the shaken frame after a time [m].
fn shaken(time: f64) -> f64 {
    0.05 * (std::f64::consts::TAU * 1.5 * time).sin()
}

/// Explicit f64: height of the tip after each step, of a beam whose held end goes evenly from pose to pose.
fn shaken_oracle(mesh: &TetMesh, desc: &BodyOptions, steps: usize) -> Vec<f64> {
    let oracle = reference_body(mesh, desc).with_fixed(|p| p.x == 0.0);
    let mut now = State::still(oracle.rest.clone());
    let (dt, parts) = (f64::from(HZ), 64);
    let end: Vec<usize> = (0..oracle.rest.len()).filter(|i| oracle.rest[*i].x == 4.0).collect();
    (0..steps)
        .map(|step| {
            let [from, to] = [step, step + 1].map(|step| shaken(step as f64 * dt));
            for part in 1..=parts {
                verlet_step(&oracle, &mut now, dt / f64::from(parts));
                let height = from + (to - from) * f64::from(part) / f64::from(parts);
                for i in (0..oracle.rest.len()).filter(|i| oracle.fixed[*i]) {
                    now.positions[i] = oracle.rest[i] + height * DVec3::Y;
                }
            }
            end.iter().map(|i| now.positions[*i].y - oracle.rest[*i].y).sum::<f64>() / end.len() as f64
        })
        .collect()
}

/// A stiff beam on a frame that goes up and down 1.5 times a second, above its own 1 Hz, follows explicit f64.
#[test]
fn a_stiff_beam_on_a_shaken_frame_follows_explicit_f64() {
    let mesh = beam_lattice([16, 4, 4], [4.0, 1.0, 1.0], Split::Five);
    let asset = cooked(&mesh);
    let mut desc = body_desc();
    desc.set_young(1e7);
    desc.set_poisson(0.4);
    desc.set_damping(0.0);
    let steps = 120;
    let expected = shaken_oracle(&mesh, &desc, steps);
    for executor in EXECUTORS {
        let mut world = weightless();
        let body = add(&mut world, &asset, BodyOptions { executor, ..desc });
        let frame = add_frame(&mut world, PliantPose::default());
        attach(&mut world, body, vertices(&mesh, |p| p[0] == 0.0), Some(frame));
        let end = vertices(&mesh, |p| p[0] == 4.0);
        let (mut off, mut size) = (0.0, 0.0f64);
        for (step, expected) in (1..).zip(&expected) {
            let height = shaken(f64::from(step) * f64::from(HZ)) as f32;
            move_frame(&mut world, frame, PliantPose::at([0.0, height, 0.0]));
            run(&mut world, 1, HZ);
            let now = state(&mut world, body, &asset);
            let tip = |i: &u32| now.positions[*i as usize].y - f64::from(mesh.positions[*i as usize][1]);
            let tip = end.iter().map(tip).sum::<f64>() / end.len() as f64;
            off = f64::max(off, (tip - expected).abs());
            size = size.max(expected.abs());
        }
        println!("executor {executor}: off by {off:.4} m of {size:.4}");
        assert!(off < 0.2 * size, "off by {off} of {size}");
    }
}
