//! Energy of free bodies of shape matching.

use super::clusters::*;
use super::common::*;
use super::oracle::*;
use glam::{DVec3, Vec3};
use pliant::asset::TetMesh;
use pliant::asset::lattice::{Split, beam_lattice};
use pliant::desc::*;
use pliant::element::Deformation;
use pliant::ids::PliantBodyId;
use pliant::math::PliantPose;
use pliant::world::World;

/// Parts of a step, each a substep.
const EPOCHS: u32 = 4;

/// A body and what is measured of it.
struct Case {
    body: PliantBodyId,
    name: String,
    soft: (Deformation, f64),
    /// Energy of a squared distance by mass [1/s²].
    stiffness: f64,
    start: f64,
    most: f64,
    last: f64,
}

impl Case {
    /// The energy that an implicit step never raises where the goals are linear in the positions: kinetic, and half the
    /// squared distance to the goals times 1 / (h² + c). For a mode that goals do not follow, with s = h² / (h² + c)
    /// and h = 1, a substep takes x, v to (1 - s) (x + v), (1 - s) v - s x; and v² + s x² less what it becomes is a
    /// form with the determinant s⁴ (1 - s), so never negative.
    fn energy(&self, world: &mut World, matched: &Matched) -> f64 {
        let (x, v) = particles(world, self.body);
        let point = |row: &[f32; 4]| Vec3::from_slice(&row[..3]).as_dvec3();
        let x: Vec<DVec3> = x.iter().map(point).collect();
        let v: Vec<DVec3> = v.iter().map(point).collect();
        matched.kinetic(&v) + self.stiffness * matched.distance(&x, self.soft)
    }
}

/// All α and β from 0.1 to 1, and deformations; rigid ones have no β.
fn parameters() -> Vec<(f32, f32, (u32, Deformation))> {
    let mut all = Vec::new();
    for alpha in [0.1, 0.4, 0.8, 1.0] {
        for beta in [0.1, 0.5, 0.9, 1.0] {
            for deformation in DEFORMATIONS {
                if beta == 0.1 || deformation.1 != Deformation::Rigid {
                    all.push((alpha, beta, deformation));
                }
            }
        }
    }
    all
}

/// How bodies are deformed at the start: sheared and crumpled, pressed flat, turned inside out, stretched twofold.
const STARTS: [fn(usize, DVec3) -> DVec3; 4] = [
    |k, p| {
        let noise = DVec3::new(number(3 * k), number(3 * k + 1), number(3 * k + 2));
        DVec3::new(p.x + 0.4 * p.y, p.y + 0.3 * p.x * p.z, 0.8 * p.z) + 0.1 * noise
    },
    |_, p| DVec3::new(p.x, 0.02 * p.y, p.z + 0.2 * p.x * p.x),
    |_, p| DVec3::new(p.x, p.y, -p.z),
    |_, p| DVec3::new(2.0 * p.x, p.y, 0.7 * p.z),
];

/// A weightless world with a body for some of the parameters, held in shapes and let go at once.
fn let_go(executor: u32, mesh: &TetMesh, sweep: &mut Sweep) -> (World, Vec<Case>) {
    let mut world = world_with(|o| {
        o.gravity = [0.0; 3];
        o.epochs = EPOCHS;
    });
    let asset = cooked(mesh);
    let (mut cases, mut held) = (Vec::new(), Vec::new());
    for (place, (alpha, beta, (number, deformation))) in parameters().into_iter().enumerate() {
        if !sweep.takes() {
            continue;
        }
        // Apart, so that each can turn and be stretched.
        let at = [place % 6, place / 6 % 3, place / 18].map(|k| 3.0 * k as f32 - 4.0);
        let desc = BodyOptions {
            pose: PliantPose::at(at),
            substeps: 1,
            ..shape_desc(executor, number, alpha, beta)
        };
        let body = add(&mut world, &asset, desc);
        let start = place % STARTS.len();
        let moved = |(k, p)| STARTS[start](k, p) + Vec3::from_array(at).as_dvec3();
        let places = rest(mesh).into_iter().enumerate().map(moved);
        held.extend(hold_at(&mut world, body, (0..).zip(places)));
        let (h, a) = (f64::from(HZ) / f64::from(EPOCHS), f64::from(alpha));
        let rigid = deformation == Deformation::Rigid;
        cases.push(Case {
            body,
            name: format!(
                "executor {executor}, start {start}, α {alpha}, β {beta}, {deformation:?}"
            ),
            soft: (deformation, if rigid { 0.0 } else { f64::from(beta) }),
            stiffness: 1.0 / (h * h + (1.0 - a) / (3600.0 * a)),
            start: 0.0,
            most: 0.0,
            last: 0.0,
        });
    }
    run(&mut world, 3, HZ);
    release(&mut world, held);
    (world, cases)
}

/// Bodies that are let go deformed never have more energy than at the start, in 20 s (in brief, 5 s). Sums in f32 are
/// right to 1e-5 of the largest terms.
#[test]
fn free_bodies_gain_no_energy() {
    let mesh = beam_lattice([4, 3, 3], [1.0, 0.75, 0.75], Split::Five);
    let matched = Matched::new(&cooked(&mesh));
    let blocks = if amount() == Amount::Brief { 15 } else { 60 };
    let mut sweep = Sweep::every(11);
    for executor in EXECUTORS {
        let (mut world, mut cases) = let_go(executor, &mesh, &mut sweep);
        for case in &mut cases {
            case.start = case.energy(&mut world, &matched);
        }
        for _ in 0..blocks {
            run(&mut world, 20, HZ);
            for case in &mut cases {
                case.last = case.energy(&mut world, &matched);
                case.most = case.most.max(case.last);
            }
        }
        for case in &cases {
            let (most, last) = (case.most / case.start, case.last / case.start);
            println!("{}: most {most:.6}, last {last:.2e}", case.name);
        }
        for case in &cases {
            let most = case.most / case.start;
            assert!(most < 1.00001, "{}: {most}", case.name);
        }
    }
}
