//! Swings of held bodies without damping, against explicit f64 on the same tets.

use super::common::*;
use super::files;
use super::oracle::*;
use glam::{DVec3, Quat, Vec3};
use pliant::asset::TetMesh;
use pliant::asset::lattice::{Split, beam_lattice};
use pliant::desc::*;
use pliant::math::PliantPose;
use pliant::reference::{State, verlet_step};
use pliant::world::{Edit, Selection};

/// What holds the body.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Clamp {
    /// No inverse mass.
    Pinned,
    /// A frame that stands still.
    Frame,
    /// No inverse mass, and a floor a little lower than the body swings.
    AboveFloor,
    /// A frame, and a wall at its place, which the held end touches.
    Wall,
}

/// Chooses vertices by their rest position.
type Chosen = fn([f32; 3]) -> bool;

/// A body held at one end and let go at rest.
struct Held {
    mesh: TetMesh,
    young: f32,
    /// Whether a vertex is held, and whether it belongs to the tip.
    is_held: Chosen,
    is_tip: Chosen,
    steps: usize,
    /// Substeps in each of four epochs.
    substeps: u32,
}

/// Heights of the tip's rest place above its place after each step [m].
struct Swing {
    tips: Vec<f64>,
}

impl Held {
    /// A beam of 4 x 1 x 1 m, clamped at x = 0.
    fn beam(cells: [usize; 3], young: f32, steps: usize) -> Self {
        Self {
            mesh: beam_lattice(cells, [4.0, 1.0, 1.0], Split::Five),
            young,
            is_held: |p| p[0] == 0.0,
            is_tip: |p| p[0] == 4.0,
            steps,
            substeps: 1,
        }
    }

    fn desc(&self) -> BodyOptions {
        let mut desc = body_desc();
        desc.substeps = self.substeps;
        desc.set_young(self.young);
        desc.set_poisson(0.4);
        desc.set_damping(0.0);
        desc
    }

    fn tip(&self, now: &State) -> f64 {
        let end = vertices(&self.mesh, self.is_tip);
        let drop =
            |i: &u32| f64::from(self.mesh.positions[*i as usize][1]) - now.positions[*i as usize].y;
        end.iter().map(drop).sum::<f64>() / end.len() as f64
    }

    fn swing(&self, executor: u32, clamp: Clamp) -> Swing {
        let asset = cooked(&self.mesh);
        let mut world = world();
        let body = add(
            &mut world,
            &asset,
            BodyOptions {
                executor,
                ..self.desc()
            },
        );
        let held = vertices(&self.mesh, self.is_held);
        match clamp {
            Clamp::Frame | Clamp::Wall => {
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
        if clamp == Clamp::Wall {
            let up_is_x = Quat::from_rotation_z(-std::f32::consts::FRAC_PI_2);
            let pose = PliantPose {
                rotation: up_is_x.to_array(),
                ..PliantPose::default()
            };
            let desc = PliantColliderDesc {
                shape: PLIANT_SHAPE_PLANE,
                pose,
                ..PliantColliderDesc::default()
            };
            world.apply(Edit::AddCollider { desc }).expect("a wall");
        }
        let tips = (0..self.steps).map(|_| {
            run(&mut world, 1, HZ);
            self.tip(&state(&mut world, body, &asset))
        });
        Swing {
            tips: tips.collect(),
        }
    }

    /// Explicit f64 (leapfrog). The held end goes evenly from `height` to `height`.
    fn explicit(&self, gravity: f64, height: impl Fn(f64) -> f64) -> Swing {
        let oracle = reference_body(&self.mesh, &self.desc())
            .with_fixed(|p| (self.is_held)(p.as_vec3().to_array()))
            .with_gravity(DVec3::new(0.0, -gravity, 0.0));
        let mut now = State::still(oracle.rest.clone());
        let dt = f64::from(HZ);
        let parts = self.parts();
        let tips = (0..self.steps).map(|step| {
            let [from, to] = [step, step + 1].map(|step| height(step as f64 * dt));
            for part in 1..=parts {
                verlet_step(&oracle, &mut now, dt / f64::from(parts));
                let height = from + (to - from) * f64::from(part) / f64::from(parts);
                for i in (0..oracle.rest.len()).filter(|i| oracle.fixed[*i]) {
                    now.positions[i] = oracle.rest[i] + height * DVec3::Y;
                }
            }
            self.tip(&now)
        });
        Swing {
            tips: tips.collect(),
        }
    }

    /// Explicit substeps in a step: a third of the time that sound takes through the smallest height of a tet.
    fn parts(&self) -> u32 {
        let heights = self.mesh.tets.iter().map(|tet| {
            let [a, b, c, d] = tet.map(|i| Vec3::from(self.mesh.positions[i as usize]));
            let volume = (b - a).cross(c - a).dot(d - a).abs();
            let faces = [
                [b - a, c - a],
                [b - a, d - a],
                [c - a, d - a],
                [c - b, d - b],
            ];
            let area = faces
                .iter()
                .map(|[u, v]| u.cross(*v).length())
                .fold(0.0, f32::max);
            volume / area
        });
        let sound = (2.15 * self.young / 1000.0).sqrt(); // at a Poisson's ratio of 0.4
        (3.0 * HZ * sound / heights.fold(f32::INFINITY, f32::min)).ceil() as u32
    }
}

impl Swing {
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

    /// Asserts that lowest places and period are within 5 % of the `expected` ones over three periods, of which reading
    /// them off steps of 1/60 s takes one.
    #[track_caller]
    fn is_like(&self, what: &str, expected: &[(f64, f64)]) {
        let peaks = self.peaks();
        println!("{what}: {peaks:.4?}, expected {expected:.4?}");
        for (peak, wanted) in peaks[..3].iter().zip(expected) {
            let amplitude = peak.0 / wanted.0;
            assert!((amplitude - 1.0).abs() < 0.05, "{what}: {peaks:?}");
        }
        let period = |peaks: &[(f64, f64)]| peaks[2].1 - peaks[0].1;
        let period = period(&peaks) / period(expected);
        assert!((period - 1.0).abs() < 0.05, "{what}: {period}");
    }
}

/// A beam, and what explicit f64 makes of the same tets (leapfrog at a fifth of a cell's time of sound).
struct Beam {
    cells: [usize; 3],
    /// Modulus [Pa].
    young: f32,
    /// How low the tip is after 2 s [m].
    tip: f64,
    /// Its lowest places [m] and their times [s], where three periods are looked at.
    peaks: &'static [(f64, f64)],
}

const fn beam(cells: [usize; 3], young: f32, tip: f64, peaks: &'static [(f64, f64)]) -> Beam {
    Beam {
        cells,
        young,
        tip,
        peaks,
    }
}

const BEAMS: [Beam; 6] = [
    beam(
        [24, 6, 6],
        1e7,
        0.0109,
        &[(0.7125, 0.4859), (0.7157, 1.4577), (0.7188, 2.43)],
    ),
    beam([24, 6, 6], 1e6, 2.459, &[]),
    beam(
        [40, 10, 10],
        1e7,
        -0.0018,
        &[(0.744, 0.4963), (0.7453, 1.4892), (0.7468, 2.494)],
    ),
    beam([40, 10, 10], 1e6, 2.669, &[]),
    beam(
        [64, 16, 16],
        1e7,
        -0.0016,
        &[(0.7567, 0.5), (0.7573, 1.5023), (0.7589, 2.5157)],
    ),
    beam([64, 16, 16], 1e6, 2.7589, &[]),
];

/// The tip is within 0.05 m after two seconds; see `is_like`. Explicit f64 loses nothing; backward Euler of the same
/// substeps loses 8 % in three periods; sweeps alone end up 0.5 m off.
#[test]
fn a_clamped_beam_swings_as_explicit_f64() {
    // The smallest of the table takes a software adapter half a minute: without the long tests a smaller one swings.
    if short_or(true, false) {
        let beam = Held::beam([8, 2, 2], 1e7, 160);
        let expected = beam.explicit(G, |_| 0.0).peaks();
        let swing = beam.swing(PLIANT_EXECUTOR_WIDE, Clamp::Pinned);
        return swing.is_like("small", &expected);
    }
    for (number, beam) in BEAMS.iter().enumerate() {
        for executor in EXECUTORS {
            let is_small = number == 0 && executor == PLIANT_EXECUTOR_WIDE;
            if !is_small
                && (amount() == Amount::Brief || (number > 1 && executor != PLIANT_EXECUTOR_WIDE))
            {
                continue;
            }
            let steps = if beam.peaks.is_empty() { 120 } else { 160 };
            let swing = Held::beam(beam.cells, beam.young, steps).swing(executor, Clamp::Pinned);
            let (what, tip) = (
                format!("{:?} {:e} Pa", beam.cells, beam.young),
                swing.tips[119],
            );
            println!("{what}: tip at {tip:.4}, expected {}", beam.tip);
            assert!((tip - beam.tip).abs() < 0.05, "{what}: {tip}");
            if !beam.peaks.is_empty() {
                swing.is_like(&what, beam.peaks);
            }
        }
    }
}

/// Cells of a beam that is compared with explicit f64 on the same cells.
fn small() -> [usize; 3] {
    short_or([8, 2, 2], [16, 4, 4])
}

/// A beam that a frame holds, and one above a floor that it does not reach, swing as explicit f64.
#[test]
fn a_frame_or_a_floor_out_of_reach_leaves_a_swing_as_it_is() {
    let beam = Held::beam(small(), 1e7, 160);
    let expected = beam.explicit(G, |_| 0.0).peaks();
    for clamp in [Clamp::Frame, Clamp::AboveFloor] {
        let swing = beam.swing(PLIANT_EXECUTOR_WIDE, clamp);
        swing.is_like(&format!("{clamp:?}"), &expected);
    }
}

/// A beam fixed to a wall. Beside a collider forces are taken at the end of a substep h: backward Euler, which leaves
/// exp(-ω² h t / 2) of a swing about the sag at rest. Lowest places are within 2 % of that, period within 2 %. Sweeps
/// alone end up 0.5 m off.
#[test]
fn a_beam_on_a_wall_swings_but_for_what_backward_euler_takes() {
    let beam = Held::beam(small(), 1e7, 160);
    let expected = beam.explicit(G, |_| 0.0).peaks();
    let period = |peaks: &[(f64, f64)]| 0.5 * (peaks[2].1 - peaks[0].1);
    let h = f64::from(HZ) / 4.0;
    let rate = 0.5 * h * (std::f64::consts::TAU / period(&expected)).powi(2);
    for executor in EXECUTORS {
        let peaks = beam.swing(executor, Clamp::Wall).peaks();
        println!("wall, executor {executor}: {peaks:.4?}, expected {expected:.4?}");
        for (peak, wanted) in peaks[..3].iter().zip(&expected) {
            let drop = 0.5 * wanted.0 * (1.0 + (-rate * wanted.1).exp());
            assert!((peak.0 / drop - 1.0).abs() < 0.02, "{peak:?}, not {drop} m");
        }
        let slow = period(&peaks) / period(&expected);
        assert!((slow - 1.0).abs() < 0.02, "{slow}");
    }
}

/// A real mesh, held at one end.
#[test]
fn an_irregular_mesh_swings_as_explicit_f64() {
    let liver = |p: [f32; 3]| p[0] > 1.0;
    if let Some(body) = real("liver.msh", 4e6, |p| p[0] < -3.0, liver, 1) {
        let expected = body.explicit(G, |_| 0.0).peaks();
        let swing = body.swing(PLIANT_EXECUTOR_WIDE, Clamp::Pinned);
        swing.is_like("liver.msh", &expected);
    }
}

/// What `Held::explicit` makes of banana.vtk, in 1,150,200 steps and a quarter of an hour.
const BANANA: [(f64, f64); 3] = [(0.1008, 0.1698), (0.1021, 0.5287), (0.101, 0.8875)];

/// Another, with slivers, for a GPU. At 8 substeps a swing takes 170 of them; at 4 it would lose 11 % (docs/limits.md).
#[test]
fn a_mesh_with_slivers_swings_as_explicit_f64() {
    if amount() == Amount::Brief {
        return;
    }
    let tip = |p: [f32; 3]| p[0] > 0.1;
    if let Some(body) = real("banana.vtk", 2.5e5, |p| p[0] < -0.09, tip, 2) {
        let swing = body.swing(PLIANT_EXECUTOR_WIDE, Clamp::Pinned);
        swing.is_like("banana.vtk", &BANANA);
    }
}

/// A mesh of the test data, if that is there, for three seconds.
fn real(name: &str, young: f32, is_held: Chosen, is_tip: Chosen, substeps: u32) -> Option<Held> {
    let path = files::data()?.join("tets").join(name);
    Some(Held {
        mesh: files::tets(&path).expect("a mesh"),
        young,
        is_held,
        is_tip,
        steps: 180,
        substeps,
    })
}

/// A frame pulls the lower face of a cube down by springs, from rest and at 24 m/s, so that no collider seems within
/// reach when the step begins. In the last substep, which takes forces at 0.6 of its way, the face hits a floor after a
/// hundredth of a metre. What contact has stopped stays: its vertices lie on the floor at rest. If the rest of their way
/// were added, they would leave it at 14 m/s.
#[test]
fn vertices_that_a_floor_stops_in_free_motion_stay_there() {
    let mesh = beam_lattice([4; 3], [2.0; 3], Split::Five);
    let asset = cooked(&mesh);
    let face = vertices(&mesh, |p| p[1] == 0.0);
    for executor in EXECUTORS {
        let mut world = weightless_in_one();
        let mut desc = BodyOptions {
            executor,
            substeps: 4,
            ..body_desc()
        };
        desc.set_young(3e4);
        let body = add(&mut world, &asset, desc);
        let frame = add_frame(&mut world, PliantPose::default());
        let springs = Selection::Vertices(face.clone());
        attach_with(&mut world, body, springs, Some(frame), None, 1e9);
        add_floor(&mut world, -0.31);
        run(&mut world, 1, HZ);
        move_frame(&mut world, frame, PliantPose::at([0.0, -0.4, 0.0]));
        run(&mut world, 1, HZ);
        let now = state(&mut world, body, &asset);
        for i in &face {
            let (height, v) = (now.positions[*i as usize].y, now.velocities[*i as usize].y);
            assert!((height + 0.31).abs() < 1e-4, "{height} m");
            assert!(v.abs() < 1e-3, "{v} m/s");
        }
    }
}

/// Height of the shaken frame after a time [m].
fn shaken(time: f64) -> f64 {
    0.05 * (std::f64::consts::TAU * 1.5 * time).sin()
}

/// A stiff beam on a frame that goes up and down 1.5 times a second, above its own 1 Hz, follows explicit f64. A
/// frequency that is 2 % off makes a phase that is 0.25 off after two seconds, of a swing of about half the size. Sweeps
/// alone are 0.37 of the size off.
#[test]
fn a_stiff_beam_on_a_shaken_frame_follows_explicit_f64() {
    let beam = Held::beam([16, 4, 4], 1e7, 120);
    let expected = beam.explicit(0.0, shaken);
    let asset = cooked(&beam.mesh);
    for executor in EXECUTORS {
        let mut world = weightless();
        let body = add(
            &mut world,
            &asset,
            BodyOptions {
                executor,
                ..beam.desc()
            },
        );
        let frame = add_frame(&mut world, PliantPose::default());
        attach(
            &mut world,
            body,
            vertices(&beam.mesh, beam.is_held),
            Some(frame),
        );
        let (mut off, mut size) = (0.0, 0.0f64);
        for (step, expected) in (1..).zip(&expected.tips) {
            let height = shaken(f64::from(step) * f64::from(HZ)) as f32;
            move_frame(&mut world, frame, PliantPose::at([0.0, height, 0.0]));
            run(&mut world, 1, HZ);
            let tip = beam.tip(&state(&mut world, body, &asset));
            off = f64::max(off, (tip - expected).abs());
            size = size.max(expected.abs());
        }
        println!("executor {executor}: off by {off:.4} m of {size:.4}");
        assert!(off < 0.1 * size, "off by {off} of {size}");
    }
}

/// A held beam that hits a floor comes to rest on it: its vertices move less than a thousandth of its size a second. With
/// corrections right after a touch it would bounce at its own size a second for ever.
#[test]
fn a_held_beam_that_hits_a_floor_comes_to_rest_on_it() {
    let mut beam = Held::beam(small(), 1e6, 300);
    for p in &mut beam.mesh.positions {
        *p = p.map(|c| 0.1 * c);
    }
    let asset = cooked(&beam.mesh);
    for executor in EXECUTORS {
        let mut world = world();
        let mut desc = BodyOptions {
            executor,
            ..beam.desc()
        };
        desc.set_poisson(0.3);
        let body = add(&mut world, &asset, desc);
        let held = vertices(&beam.mesh, beam.is_held);
        set_inverse_mass(&mut world, body, held, 0.0);
        add_floor(&mut world, -0.01);
        run(&mut world, beam.steps, HZ);
        let mut most = 0.0_f64;
        for _ in 0..20 {
            run(&mut world, 1, HZ);
            let now = state(&mut world, body, &asset);
            most = now
                .velocities
                .iter()
                .map(|v| v.length())
                .fold(most, f64::max);
        }
        println!("held beam on a floor, executor {executor}: {most:.1e} m/s");
        assert!(most < 1e-4, "{most} m/s");
    }
}
