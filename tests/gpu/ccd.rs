//! Continuous collision detection on the GPU against exact answers.

mod oracle;

use super::common::*;
use super::exact::random;
use super::files::data;
use glam::{DMat3, DVec3};
use pliant::desc::{CcdFeatures as Features, CcdSweep as Sweep, PLIANT_CCD_FREE};
use pliant::reference::ccd;
use pliant::world::World;

const FEATURES: [Features; 2] = [Features::VertexTriangle, Features::EdgeEdge];

/// The f64 answer of the same method.
fn reference(features: Features, sweep: &Sweep) -> f64 {
    let at = |first: usize| -> [DVec3; 4] {
        std::array::from_fn(|k| DVec3::from(sweep[first + k].map(f64::from)))
    };
    match features {
        Features::VertexTriangle => ccd::vertex_triangle(at(0), at(4)),
        Features::EdgeEdge => ccd::edge_edge(at(0), at(4)),
    }
}

/// A query of the test data with its exact answer.
struct Known {
    features: Features,
    sweep: Sweep,
    name: String,
    /// Bounds of the first meeting.
    meets: Option<[f64; 2]>,
    is_plain: bool,
}

fn known(line: &str) -> Known {
    let fields: Vec<&str> = line.split(',').collect();
    let number = |k: usize| fields[k].parse::<f64>().expect("a time");
    let bits = |k: usize| f32::from_bits(u32::from_str_radix(fields[k], 16).expect("bits"));
    let point = |k: usize| [0, 1, 2].map(|axis| bits(9 + 3 * k + axis));
    Known {
        features: match fields[0] {
            "vf" => Features::VertexTriangle,
            _ => Features::EdgeEdge,
        },
        sweep: std::array::from_fn(point),
        name: format!("{} {} {}", fields[0], fields[1], fields[2]),
        meets: (fields[3] == "1").then(|| [number(4), number(5)]),
        is_plain: fields[6] == "generic",
    }
}

/// Features and their motion.
type Query<'a> = (Features, &'a Sweep);

/// How answers compare with what is known.
#[derive(Default)]
struct Score {
    meeting: usize,
    /// Meetings that are not seen, and times after them.
    missed: usize,
    late: usize,
    plain: usize,
    /// Plain meetings whose time is at least 0.8 of the true one.
    near: usize,
    apart: usize,
    /// Features that stay apart and get a time, and those of them that are farther apart at that time than [`far`].
    alarms: usize,
    far: usize,
}

/// How far apart features may be at a time that they get, by how far they have gone and how large they are. The answer
/// stops where an interval adds less than a thousandth of the time, unless 64 intervals end it. Along the way between the
/// nearest points the distance falls no faster than points go, so it is a thousandth of their way, and what rounding takes:
/// 10·2^-23 of Σ|n r| in the proof, and as much again in the products. Σ|n r| is at most √3 of the largest coordinate.
fn far(way: f64, size: f64) -> f64 {
    1e-3 * way + 2.0 * 10.0 * f64::from(f32::EPSILON) * 3.0_f64.sqrt() * size
}

impl Score {
    fn count(&mut self, query: &Query, time: f64, meets: Option<[f64; 2]>, is_plain: bool) {
        let is_free = time > 1.0;
        let Some([from, to]) = meets else {
            self.apart += 1;
            self.alarms += usize::from(!is_free);
            let [distance, way, size] = oracle::apart(query.0, query.1, time.min(1.0));
            self.far += usize::from(!is_free && distance > far(way, size));
            return;
        };
        self.meeting += 1;
        self.missed += usize::from(is_free);
        self.late += usize::from(!is_free && time > to);
        if is_plain {
            self.plain += 1;
            self.near += usize::from(!is_free && time >= 0.8 * from);
        }
    }

    /// Prints, and asserts that nothing is missed or late and 99 % of plain times are near.
    #[track_caller]
    fn assert(&self, what: &str) {
        let share = self.near as f64 / self.plain.max(1) as f64;
        println!(
            "{what}: {} meet, {} missed, {} late; {:.2} % of {} plain times at least 0.8; {} of {} that stay apart get a time, {} of them far",
            self.meeting,
            self.missed,
            self.late,
            100.0 * share,
            self.plain,
            self.alarms,
            self.apart,
            self.far
        );
        assert!(
            self.meeting > 0 && self.missed == 0 && self.late == 0,
            "{what}"
        );
        assert!(share >= 0.99, "{what}: {share}");
    }
}

/// All f32 queries of the test data, on the GPU and in the reference.
#[test]
fn known_queries_are_never_missed_or_late() {
    let Some(folder) = data() else { return };
    let mut world = world();
    for file in ["published-f32.csv", "cloth-ball-92-93-f32.csv"] {
        let text = std::fs::read_to_string(folder.join("ccd").join(file)).expect("queries");
        let all: Vec<Known> = text.lines().skip(1).map(known).collect();
        let (mut on_gpu, mut in_f64) = (Score::default(), Score::default());
        for features in FEATURES {
            let some: Vec<&Known> = all.iter().filter(|k| k.features == features).collect();
            let sweeps: Vec<Sweep> = some.iter().map(|k| k.sweep).collect();
            let times = world.ccd(features, &sweeps).expect("times");
            for (known, time) in some.iter().zip(times) {
                let time = f64::from(time);
                let query = (features, &known.sweep);
                on_gpu.count(&query, time, known.meets, known.is_plain);
                if let Some([from, to]) = known.meets
                    && !(0.8 * from..=to).contains(&time)
                {
                    println!("{}: {time}, meets at {from} to {to}", known.name);
                }
                let time = reference(features, &known.sweep);
                in_f64.count(&query, time, known.meets, known.is_plain);
            }
        }
        on_gpu.assert(&format!("{file} on the GPU"));
        in_f64.assert(&format!("{file} in f64"));
        assert_eq!((on_gpu.far, in_f64.far), (0, 0), "{file}");
    }
}

/// Kinds of random motion.
const KINDS: [&str; 6] = ["anywhere", "slow", "flat", "sliding", "far", "spinning"];

/// A random query. The first `own` points belong to one feature.
fn sample(kind: usize, own: usize, next: &mut impl FnMut() -> f64) -> Sweep {
    let mut point = |size: f64| size * DVec3::new(next() - 0.5, next() - 0.5, next() - 0.5);
    let from: [DVec3; 4] = std::array::from_fn(|_| point(1.0));
    let ways: [DVec3; 4] = std::array::from_fn(|_| point(1.0));
    let way = point(1.5);
    let angle = 2.0 * next();
    let spin = DMat3::from_rotation_z(angle);
    let moved = |k: usize| -> [DVec3; 2] {
        let is_own = k < own;
        let side = if is_own { 1.0 } else { -1.0 };
        match KINDS[kind] {
            "anywhere" => [from[k], from[k] + ways[k] + way],
            "slow" => [from[k], from[k] + 0.1 * ways[k] + 0.1 * way],
            // Both nearly in one plane, and through each other.
            "flat" => [
                DVec3::new(from[k].x, side * 0.005 * (from[k].y + 0.6), from[k].z),
                DVec3::new(from[k].x, side * 0.01 * (ways[k].y - 0.4), from[k].z) + 0.02 * ways[k],
            ],
            "sliding" => [
                DVec3::new(
                    from[k].x - 0.5 * side,
                    side * 0.005 * (from[k].y + 0.6),
                    from[k].z,
                ),
                DVec3::new(
                    from[k].x + 0.5 * side,
                    side * 0.01 * (ways[k].y - 0.4),
                    from[k].z,
                ),
            ],
            "far" => [from[k] + 100.0, from[k] + 100.0 + ways[k] + way],
            _ if is_own => [from[k], spin * from[k] + way],
            _ => [from[k], from[k]],
        }
    };
    std::array::from_fn(|k| moved(k % 4)[k / 4].as_vec3().to_array())
}

fn judge_random(world: &mut World, count: usize, seed: u32) {
    let mut next = random(seed);
    for features in FEATURES {
        let own = 1 + usize::from(features == Features::EdgeEdge);
        for (kind, name) in KINDS.iter().enumerate() {
            let sweeps: Vec<Sweep> = (0..count).map(|_| sample(kind, own, &mut next)).collect();
            let times = world.ccd(features, &sweeps).expect("times");
            let mut score = Score::default();
            for (sweep, time) in sweeps.iter().zip(times) {
                let meets = oracle::meeting(features, sweep);
                // What is not proved to meet counts as apart if the reference proves it.
                if meets.is_some() || reference(features, sweep) > 1.0 {
                    score.count(&(features, sweep), f64::from(time), meets, true);
                }
            }
            score.assert(&format!("{count} {features:?} {name}"));
            // Few motions chosen at random come so near.
            assert!(score.alarms as f64 <= 0.02 * score.apart as f64, "{name}");
        }
    }
}

/// Random queries against proofs by exact arithmetic: 240,000; with the long tests ten million
/// on a GPU, and 2,880,000 on a software adapter.
#[test]
fn random_queries_are_never_missed_or_late() {
    let mut world = world();
    match is_long() {
        true if is_software(&world) => {
            (0..12).for_each(|k| judge_random(&mut world, 20_000, 100 + k));
        }
        true => (0..42).for_each(|k| judge_random(&mut world, 20_000, 100 + k)),
        false => judge_random(&mut world, 20_000, 1),
    }
}

fn triangle_and(point: [f32; 3], way: [f32; 3]) -> Sweep {
    let [a, b, c] = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
    let end = std::array::from_fn(|i| point[i] + way[i]);
    [point, a, b, c, end, a, b, c]
}

/// A way straight onto a face is known to rounding at every scale, and what touches meets.
#[test]
fn plain_ways_have_their_closed_forms_at_every_scale() {
    let mut world = world();
    for exponent in [-50, -20, -3, 0, 3, 20, 50] {
        let scale = f32::powi(2.0, exponent);
        let scaled = |s: Sweep| s.map(|p| p.map(|x| x * scale));
        let sweeps = [
            triangle_and([0.25, 1.0, 0.25], [0.0, -4.0, 0.0]), // at 0.25
            triangle_and([0.25, 1.0, 0.25], [0.0, -0.999, 0.0]), // not
            triangle_and([0.25, 0.0, 0.25], [0.0, 1.0, 0.0]),  // at the start
            triangle_and([2.0, 0.0, 0.25], [-2.0, 0.0, 0.0]), // into an edge, in the plane: at 0.625
            triangle_and([2.0, 1.0, 2.0], [-2.0, 0.0, -2.0]), // past it
        ];
        let times = world
            .ccd(Features::VertexTriangle, &sweeps.map(scaled))
            .expect("times");
        let expected = [0.25, PLIANT_CCD_FREE, 0.0, 0.625, PLIANT_CCD_FREE];
        for (time, expected) in times.iter().zip(expected) {
            let is_right = *time <= expected && *time >= expected - 1e-5;
            assert!(is_right, "scale {scale:e}: {times:?}");
        }
    }
}

/// Features without area or length, and ways that are none.
#[test]
fn degenerate_features_are_no_exception() {
    let mut world = world();
    let p = |x: f32, y: f32| [x, y, 0.0];
    let still = |points: [[f32; 3]; 4]| -> Sweep { std::array::from_fn(|k| points[k % 4]) };
    // A point and a triangle that is a segment or a point, falling onto it or resting beside it.
    let segment = [p(0.5, 1.0), p(0.0, 0.0), p(1.0, 0.0), p(0.25, 0.0)];
    let mut onto = still(segment);
    onto[4] = p(0.5, -1.0);
    let mut onto_point = still([p(0.0, 1.0), p(0.0, 0.0), p(0.0, 0.0), p(0.0, 0.0)]);
    onto_point[4] = p(0.0, -3.0);
    let same = still([p(1.0, 1.0); 4]);
    let sweeps = [onto, onto_point, still(segment), same];
    let times = world.ccd(Features::VertexTriangle, &sweeps).expect("times");
    assert!(
        (0.4..=0.5).contains(&times[0]) && (0.2..=0.25).contains(&times[1]),
        "{times:?}"
    );
    assert_eq!(times[2..], [PLIANT_CCD_FREE, 0.0]);
    // Parallel edges, one on the other's line, that meet end to end at a half.
    let mut ends = still([p(0.0, 0.0), p(1.0, 0.0), p(2.0, 0.0), p(3.0, 0.0)]);
    (ends[6], ends[7]) = (p(0.0, 0.0), p(1.0, 0.0));
    let times = world.ccd(Features::EdgeEdge, &[ends]).expect("times");
    assert!((0.4..=0.5).contains(&times[0]), "{times:?}");
}

#[test]
fn bad_coordinates_are_refused_and_none_is_none() {
    let mut world = world();
    for bad in [f32::NAN, f32::INFINITY, -1e19] {
        let sweep = triangle_and([0.25, bad, 0.25], [0.0; 3]);
        let good = triangle_and([0.25, 1.0, 0.25], [0.0; 3]);
        let error = world
            .ccd(Features::VertexTriangle, &[good, sweep])
            .unwrap_err();
        assert!(
            error.message.starts_with("query 1 point 0 coordinate 1"),
            "{}",
            error.message
        );
    }
    let times = world.ccd(Features::EdgeEdge, &[]).expect("nothing");
    assert!(times.is_empty());
}
