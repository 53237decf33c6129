use super::{Deformation, RestShape, rotation};
use glam::{DMat3, DQuat, DVec3};

/// Numbers from -1 to 1, the same in every run (multiples of powers of an irrational number, Roberts 2018).
fn number(k: usize) -> f64 {
    let step = [
        0.819_172_513_396_164_5,
        0.671_043_606_703_789_1,
        0.549_700_477_901_970_2,
    ][k % 3];
    ((k / 3 + 1) as f64 * step).fract() * 2.0 - 1.0
}

fn vector(k: usize) -> DVec3 {
    DVec3::new(number(3 * k), number(3 * k + 1), number(3 * k + 2))
}

fn turn(k: usize) -> DMat3 {
    let q = DQuat::from_xyzw(
        number(4 * k),
        number(4 * k + 1),
        number(4 * k + 2),
        number(4 * k + 3),
    );
    DMat3::from_quat(q.normalize())
}

fn apart(a: DMat3, b: DMat3) -> f64 {
    let entries = (a - b).to_cols_array();
    entries.iter().fold(0.0, |most, x| most.max(x.abs()))
}

/// Offsets from their weighted centre, and weights.
struct Particles {
    offsets: Vec<DVec3>,
    weights: Vec<f64>,
    shape: RestShape,
}

/// A cluster of `count` particles in a box of these half edges.
fn particles(count: usize, half: DVec3) -> Particles {
    let raw: Vec<f64> = (0..count).map(|k| 1.5 + number(7 * k)).collect();
    let points = (0..count).map(|k| half * vector(k)).collect();
    made(points, &raw)
}

/// The same with as many particles again across the centre: then the linear part of a quadratic field is its best
/// linear fit.
fn paired(count: usize, half: DVec3) -> Particles {
    let raw = (0..2 * count).map(|k| 1.5 + number(7 * (k % count)));
    let sign = |k: usize| if k < count { 1.0 } else { -1.0 };
    let points = (0..2 * count).map(|k| half * vector(k % count) * sign(k));
    made(points.collect(), &raw.collect::<Vec<_>>())
}

fn made(points: Vec<DVec3>, raw: &[f64]) -> Particles {
    let total: f64 = raw.iter().sum();
    let weights: Vec<f64> = raw.iter().map(|w| w / total).collect();
    let centre = mean(&points, &weights);
    let offsets: Vec<DVec3> = points.iter().map(|p| *p - centre).collect();
    let shape = RestShape::new(&offsets, &weights);
    Particles {
        offsets,
        weights,
        shape,
    }
}

fn mean(points: &[DVec3], weights: &[f64]) -> DVec3 {
    points.iter().zip(weights).map(|(p, w)| *p * *w).sum()
}

impl Particles {
    fn goals(&self, x: &[DVec3], scale: f64, soft: (Deformation, f64)) -> Vec<DVec3> {
        self.shape
            .goals(&self.offsets, &self.weights, x, scale, soft)
    }

    fn moved(&self, by: impl Fn(DVec3) -> DVec3) -> Vec<DVec3> {
        self.offsets.iter().map(|q| by(*q)).collect()
    }
}

fn farthest(a: &[DVec3], b: &[DVec3]) -> f64 {
    let distances = a.iter().zip(b).map(|(a, b)| a.distance(*b));
    distances.fold(0.0, f64::max)
}

#[test]
fn the_rotation_of_a_turned_stretch_is_its_turn() {
    for k in 0..200 {
        let wanted = turn(k);
        let sides = DVec3::new(
            1.0,
            10f64.powi(-(k as i32 % 5)),
            10f64.powi(-(k as i32 % 3)),
        );
        let axes = turn(k + 500);
        let stretch = axes * DMat3::from_diagonal(sides) * axes.transpose();
        // Conditioned by the ratio of the second smallest to the largest stretch, 1e-4 at worst.
        let error = apart(rotation(wanted * stretch * 3e-7), wanted);
        assert!(error < 1e-10, "{k}: {error}");
    }
}

#[test]
fn every_matrix_has_a_rotation_that_no_small_turn_improves() {
    let flat = [
        DVec3::ONE,
        DVec3::new(1.0, 0.6, 0.0),
        DVec3::new(1.0, 0.0, 0.0),
        DVec3::ZERO,
    ];
    let inverted = [
        DVec3::new(1.0, 0.7, -0.4),
        DVec3::new(-1.0, 1.0, 1.0),
        DVec3::NEG_ONE,
    ];
    for (k, sides) in flat
        .into_iter()
        .chain(inverted)
        .enumerate()
        .cycle()
        .take(70)
    {
        let a = turn(k) * DMat3::from_diagonal(sides) * turn(k + 31).transpose();
        let r = rotation(a);
        assert!(
            apart(r * r.transpose(), DMat3::IDENTITY) < 1e-12,
            "{sides}: {r}"
        );
        assert!((r.determinant() - 1.0).abs() < 1e-12, "{sides}: {r}");
        let trace = |m: DMat3| m.x_axis.x + m.y_axis.y + m.z_axis.z;
        let reached = trace(r.transpose() * a);
        for other in 0..50 {
            let axis = vector(other).normalize();
            let small = DMat3::from_axis_angle(axis, 0.03 * (1.0 + other as f64));
            let better = trace((small * r).transpose() * a) - reached;
            assert!(better < 1e-12, "{sides}: {better}");
        }
    }
}

#[test]
fn fields_that_a_deformation_allows_are_their_own_goals() {
    let many = paired(30, DVec3::new(0.5, 0.3, 0.2));
    let (r, place) = (turn(9), DVec3::new(3.0, -2.0, 7.0));
    let x = many.moved(|q| r * q * 1.7 + place);
    for soft in [
        (Deformation::Rigid, 0.0),
        (Deformation::Linear, 0.6),
        (Deformation::Quadratic, 0.6),
    ] {
        let error = farthest(&many.goals(&x, 1.7, soft), &x);
        assert!(error < 1e-12, "rigid, {soft:?}: {error}");
    }
    // Shears keep the volume.
    let shear = DMat3::from_cols(
        DVec3::X,
        DVec3::new(0.5, 1.0, 0.0),
        DVec3::new(-0.2, 0.3, 1.0),
    );
    let x = many.moved(|q| r * shear * q + place);
    for soft in [(Deformation::Linear, 1.0), (Deformation::Quadratic, 1.0)] {
        let error = farthest(&many.goals(&x, 1.0, soft), &x);
        assert!(error < 1e-12, "linear, {soft:?}: {error}");
    }
    let bend = |q: DVec3| {
        DVec3::new(
            0.4 * q.y * q.y - 0.3 * q.x * q.z,
            0.2 * q.x * q.x,
            0.5 * q.y * q.z,
        )
    };
    let x = many.moved(|q| r * (shear * q + bend(q)) + place);
    let goals = many.goals(&x, 1.0, (Deformation::Quadratic, 1.0));
    assert!(
        farthest(&goals, &x) < 1e-12,
        "quadratic: {}",
        farthest(&goals, &x)
    );
}

/// The volume of a map over that of the rest shape, and its distance from another, in the norm Σ w |x|².
fn volume_and_distance(some: &Particles, goals: &[DVec3], x: &[DVec3]) -> (f64, f64) {
    let moments = |x: &[DVec3]| {
        let mut sum = DMat3::ZERO;
        for ((q, w), x) in some.offsets.iter().zip(&some.weights).zip(x) {
            let c = some.shape.coordinates(*q) * *w;
            sum += DMat3::from_cols(*x * c.x, *x * c.y, *x * c.z);
        }
        sum
    };
    let squares = goals.iter().zip(x).zip(&some.weights);
    let square: f64 = squares.map(|((g, x), w)| w * g.distance_squared(*x)).sum();
    (
        moments(goals).determinant() / some.shape.axes.determinant(),
        square.sqrt(),
    )
}

#[test]
fn the_goal_of_a_linear_fit_is_the_nearest_map_of_the_rest_volume() {
    let many = particles(40, DVec3::new(1.0, 0.6, 0.8));
    let maps = [
        DVec3::splat(0.5),
        DVec3::new(2.0, 1.0, 1.5),
        DVec3::new(0.01, 2.0, 2.0),
        DVec3::new(1.0, 1.0, -0.5),
        DVec3::new(9.0, 0.3, 0.2),
        DVec3::new(3.0, 2.0, 1e-4),
    ];
    for map in maps {
        let x = many.moved(|q| turn(5) * (map * q));
        let goals = many.goals(&x, 1.0, (Deformation::Linear, 1.0));
        let (volume, distance) = volume_and_distance(&many, &goals, &x);
        assert!((volume - 1.0).abs() < 1e-9, "{map}: {volume}");
        // No other map of that volume is nearer: not those next to it, and not the papers'.
        for k in 0..200 {
            let s = 0.2 * DVec3::new(number(3 * k), number(3 * k + 1), number(3 * k + 2));
            let other = DMat3::from_diagonal(DVec3::new(s.x.exp(), s.y.exp(), (-s.x - s.y).exp()));
            let other = turn(k)
                * other
                * turn(k).transpose()
                * DMat3::from_axis_angle(vector(k).normalize(), s.z);
            let near: Vec<DVec3> = goals.iter().map(|g| other * *g).collect();
            let (volume, farther) = volume_and_distance(&many, &near, &x);
            assert!((volume - 1.0).abs() < 1e-6);
            assert!(farther > distance - 1e-9, "{map} {k}: {farther} {distance}");
        }
    }
    // A uniform change of volume of an isotropic shape is undone uniformly, as in the papers.
    let corner = |k: usize| [0, 1, 2].map(|i| if k >> i & 1 == 0 { -1.0 } else { 1.0 });
    let even = made(
        (0..8).map(|k| DVec3::from_array(corner(k))).collect(),
        &[1.0; 8],
    );
    let x = even.moved(|q| turn(6) * q * 1.4);
    let goals = even.goals(&x, 1.0, (Deformation::Linear, 1.0));
    assert!(farthest(&goals, &even.moved(|q| turn(6) * q)) < 1e-12);
}

#[test]
fn a_flat_cluster_keeps_its_area_and_a_line_its_length() {
    let flat = particles(20, DVec3::new(1.0, 1.0, 0.0));
    assert_eq!(flat.shape.rank, 2);
    let x = flat.moved(|q| turn(4) * (q * DVec3::new(0.7, 0.4, 1.0)));
    let goals = flat.goals(&x, 1.0, (Deformation::Linear, 1.0));
    // The area is unchanged where the goals are linear in the rest offsets.
    let again = flat.goals(&goals, 1.0, (Deformation::Linear, 1.0));
    assert!(farthest(&again, &goals) < 1e-9);
    assert!(farthest(&goals, &x) > 0.1);
    let line = particles(5, DVec3::new(1.0, 0.0, 0.0));
    assert_eq!(line.shape.rank, 1);
    let x = line.moved(|q| turn(3) * q * 0.6);
    let wanted = line.moved(|q| turn(3) * q);
    assert!(farthest(&line.goals(&x, 1.0, (Deformation::Linear, 1.0)), &wanted) < 1e-12);
}

/// The force towards the goals has a potential: half the squared distance to them, for each part alone. Along any closed
/// path the force does no work.
#[test]
fn no_energy_is_made_on_a_closed_path() {
    let some = particles(12, DVec3::new(0.6, 0.5, 0.3));
    let at = |angle: f64| -> Vec<DVec3> {
        let (sine, cosine) = angle.sin_cos();
        let bend = |q: DVec3| {
            DVec3::new(
                0.8 * sine * q.y,
                0.5 * cosine * q.y * q.y,
                0.4 * cosine * q.z + sine * q.x * q.z,
            )
        };
        some.moved(|q| q + bend(q))
    };
    for soft in [
        (Deformation::Rigid, 0.0),
        (Deformation::Linear, 1.0),
        (Deformation::Quadratic, 0.8),
    ] {
        let (steps, mut work, mut size) = (2000, 0.0, 0.0);
        for k in 0..steps {
            let angle = |k: f64| k / steps as f64 * std::f64::consts::TAU;
            let [before, here, after] = [-0.5, 0.0, 0.5].map(|d| at(angle(k as f64 + d)));
            let goals = some.goals(&here, 1.0, soft);
            for i in 0..here.len() {
                let w = some.weights[i] * (goals[i] - here[i]).dot(after[i] - before[i]);
                work += w;
                size += w.abs();
            }
        }
        // The midpoint rule on a periodic path converges faster than any power.
        assert!(work.abs() < 1e-9 * size, "{soft:?}: {work} of {size}");
    }
}

#[test]
fn goals_keep_momentum_and_angular_momentum_for_any_positions() {
    let halves = [DVec3::ONE, DVec3::new(1.0, 1.0, 0.0), DVec3::X];
    let counts = [40, 9, 5, 2, 1];
    let softs = [
        (Deformation::Rigid, 0.0),
        (Deformation::Linear, 0.7),
        (Deformation::Quadratic, 0.9),
    ];
    for half in halves {
        for count in counts {
            for soft in softs {
                let some = particles(count, half);
                let x: Vec<DVec3> = (0..count).map(|k| vector(k + 400) * 2.0).collect();
                let goals = some.goals(&x, 1.3, soft);
                let pulls: Vec<DVec3> = goals.iter().zip(&x).map(|(g, x)| *g - *x).collect();
                let torques: Vec<DVec3> = pulls.iter().zip(&x).map(|(d, x)| x.cross(*d)).collect();
                let (force, torque) = (mean(&pulls, &some.weights), mean(&torques, &some.weights));
                let case = format!("{half} {count} {soft:?}");
                assert!(force.length() < 1e-11, "{case}: {force}");
                assert!(torque.length() < 1e-11, "{case}: {torque}");
            }
        }
    }
}

/// The distance of the particles from the rest shape, moved and turned to fit.
fn misfit(some: &Particles, x: &[DVec3]) -> f64 {
    farthest(&some.goals(x, 1.0, (Deformation::Rigid, 0.0)), x)
}

#[test]
fn flattened_and_inverted_clusters_come_back() {
    let many = particles(30, DVec3::new(0.6, 0.5, 0.4));
    let maps = [
        DVec3::new(1.0, 1.0, 0.0),
        DVec3::new(1.0, 0.0, 0.0),
        DVec3::new(1.0, 1.0, -1.0),
        DVec3::new(-1.0, -1.0, -1.0),
        DVec3::new(0.1, 1.0, -3.0),
    ];
    for map in maps {
        for soft in [
            (Deformation::Rigid, 0.0),
            (Deformation::Linear, 0.8),
            (Deformation::Quadratic, 0.8),
        ] {
            let mut x = many.moved(|q| turn(2) * (q * map));
            for _ in 0..200 {
                let goals = many.goals(&x, 1.0, soft);
                x.iter_mut()
                    .zip(goals)
                    .for_each(|(x, g)| *x += (g - *x) * 0.5);
            }
            // A round leaves at most 1 - 0.5 (1 - 0.8) = 0.9 of a deformation, and 0.9²⁰⁰ is 7e-10.
            assert!(
                misfit(&many, &x) < 1e-8,
                "{map} {soft:?}: {}",
                misfit(&many, &x)
            );
        }
    }
}
