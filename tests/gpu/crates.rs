//! Rigid bodies: crates that contact moves within the step.

use super::common::*;
use super::stage::{Stage, touching_desc};
use super::touching::lattice;
use glam::{DQuat, DVec3, Quat, Vec3};
use pliant::asset::TetMesh;
use pliant::asset::lattice::{Split, beam_lattice};
use pliant::desc::*;
use pliant::error::Status;
use pliant::ids::{PliantBodyId, PliantColliderId};
use pliant::math::PliantPose;
use pliant::view::PliantBodyMotion;
use pliant::world::{Applied, Edit, World};

/// A box with these edges, its centre at the origin, and a vertex there.
pub fn box_of(edges: [f32; 3]) -> TetMesh {
    let half = Vec3::from(edges) / 2.0;
    let mut positions = vec![[0.0; 3]];
    for k in 0..8 {
        let side = |axis: usize| if k >> axis & 1 == 1 { 1.0 } else { -1.0 };
        positions.push((half * Vec3::new(side(0), side(1), side(2))).to_array());
    }
    // Each face by the corners of two triangles, seen from outside against the clock.
    let faces: [[u32; 4]; 6] = [
        [0, 4, 6, 2],
        [1, 3, 7, 5],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 2, 3, 1],
        [4, 5, 7, 6],
    ];
    let mut tets = Vec::new();
    for [a, b, c, d] in faces {
        tets.push([0, a + 1, b + 1, c + 1]);
        tets.push([0, a + 1, c + 1, d + 1]);
    }
    TetMesh {
        positions,
        tets,
        ..TetMesh::default()
    }
}

pub fn rigid(mass: f32) -> BodyOptions {
    BodyOptions {
        model: PliantRigidDesc {
            mass,
            ..PliantRigidDesc::default()
        }
        .into(),
        ..touching_desc()
    }
}

/// Momentum and angular momentum of a body.
fn momenta(stage: &mut Stage, number: usize) -> (DVec3, DVec3) {
    let body = stage.actors[number].body;
    let (x, v) = particles(&mut stage.world, body);
    let parts = masses_and_motion(&x, &v);
    let sum = parts.iter().map(|(m, _, v)| *m * *v).sum();
    (sum, parts.iter().map(|(m, x, v)| *m * x.cross(*v)).sum())
}

/// The largest speed of a vertex.
fn fastest(stage: &Stage, number: usize) -> f64 {
    let speeds = stage.actors[number].state.velocities.iter();
    speeds.map(|v| v.length()).fold(0.0, f64::max)
}

fn impulse(world: &mut World, id: PliantColliderId) -> DVec3 {
    let view = world.impulses(PLIANT_MAP_WAIT).expect("impulses");
    // SAFETY: the library says that it points to this many until the next call.
    let all = unsafe { std::slice::from_raw_parts(view.impulses, view.count as usize) };
    let found = all.iter().find(|found| found.collider == id);
    Vec3::from(found.expect("the collider").impulse).as_dvec3()
}

/// In substeps of h a fall by v += g h, x += v h goes g t (t + h)/2. On the floor the crate keeps 2e-5 of its size, and the
/// floor bears m g dt a step; what is left are positions rounded to f32 in a substep of 1/240 s.
#[test]
fn a_crate_falls_lands_and_rests() {
    let mut world = world_with(|options| options.flags |= PLIANT_WORLD_IMPULSES);
    let floor = PliantColliderDesc {
        shape: PLIANT_SHAPE_PLANE,
        friction: 0.5,
        ..PliantColliderDesc::default()
    };
    let Ok(Applied::Collider(floor)) = world.apply(Edit::AddCollider { desc: floor }) else {
        panic!("no floor")
    };
    let mut desc = rigid(100.0);
    desc.pose = PliantPose::at([0.0, 0.7, 0.0]);
    let body = add(&mut world, &cooked(&box_of([0.5, 0.4, 0.6])), desc);
    assert_eq!(
        world.body_motion(body).unwrap_err().status,
        Status::NotReady
    );
    // What is read is of a step that has arrived, and a fast queue leaves some out.
    run(&mut world, 14, HZ);
    settled(&mut world, body);
    run(&mut world, 1, HZ);
    let motion = settled(&mut world, body);
    let t = 15.0 / 60.0;
    let fallen = 0.7 - motion.pose.position[1];
    assert!(
        (fallen - G * t * (t + 1.0 / 240.0) / 2.0).abs() < 2e-6,
        "{fallen}"
    );
    assert!((f64::from(motion.linear_velocity[1]) + G * t).abs() < 2e-6);
    run(&mut world, 45, HZ);
    let mut sum = DVec3::ZERO;
    for _ in 0..10 {
        world.step(HZ).expect("a step");
        sum += impulse(&mut world, floor) / 10.0;
    }
    let motion = settled(&mut world, body);
    let gap = motion.pose.position[1] - 0.2;
    let speed =
        Vec3::from(motion.linear_velocity).length() + Vec3::from(motion.angular_velocity).length();
    println!("rest: gap {gap:e}, speed {speed:e}, impulse {sum}");
    assert!((0.0..2.1e-5).contains(&gap), "{gap}");
    assert!(speed < 1e-4, "{speed}");
    let weight = DVec3::NEG_Y * 100.0 * G * f64::from(HZ);
    assert!(sum.distance(weight) < 1e-3 * weight.length(), "{sum}");
}

fn settled(world: &mut World, body: PliantBodyId) -> PliantBodyMotion {
    assert!(world.wait(60_000_000_000).expect("a world"));
    world.body_motion(body).expect("a motion")
}

/// On a slope of tangent 0.5 a crate holds with a friction of 0.55, and slides by g (sin - mu cos) with 0.3, which kernels
/// round to 307/1024.
#[test]
fn a_crate_on_a_slope_holds_or_slides_as_friction_says() {
    let angle = 0.5_f64.atan();
    let n = DVec3::new(angle.sin(), angle.cos(), 0.0);
    // Turned about the normal, corners have no places that round alike.
    for (mu, turn) in [(0.55_f32, 0.0), (0.55, 0.3), (0.3, 0.0)] {
        let mut stage = Stage::new([0.0, -9.81, 0.0]);
        stage.add_plane(DVec3::ZERO, n, mu);
        let mut desc = rigid(100.0);
        desc.friction = mu;
        desc.pose = PliantPose {
            position: (0.20001 * n).to_array(),
            rotation: (DQuat::from_rotation_arc(DVec3::Y, n) * DQuat::from_rotation_y(turn))
                .as_quat()
                .to_array(),
        };
        let number = stage.add(&box_of([0.5, 0.4, 0.6]), desc);
        (0..20).for_each(|_| stage.step(HZ));
        let [x, v] = [
            stage.mean(number, |s| &s.positions),
            stage.mean(number, |s| &s.velocities),
        ];
        (0..60).for_each(|_| stage.step(HZ));
        let way = stage.mean(number, |s| &s.positions).distance(x);
        let gained = stage.mean(number, |s| &s.velocities).length() - v.length();
        println!("slope: mu {mu}, turned {turn}: way {way:e}, gained {gained}");
        if mu > 0.5 {
            assert!(way < 1e-4, "1 mm in 10 s: {way}");
            continue;
        }
        let wanted = G * (angle.sin() - 307.0 / 1024.0 * angle.cos());
        assert!((gained / wanted - 1.0).abs() < 1e-3, "{gained} {wanted}");
    }
}

/// A crate that falls on a corner, turning, comes to rest on a face, and is never below the floor.
#[test]
fn a_tumbling_crate_comes_to_rest_on_a_face() {
    let mut stage = Stage::new([0.0, -9.81, 0.0]);
    stage.add_plane(DVec3::ZERO, DVec3::Y, 0.5);
    let mut desc = rigid(100.0);
    desc.pose = PliantPose {
        position: [0.0, 0.6, 0.0],
        rotation: Quat::from_euler(glam::EulerRot::XYZ, 0.5, 0.3, 0.4).to_array(),
    };
    desc.angular_velocity = [1.0, 2.0, 3.0];
    let number = stage.add(&box_of([0.5, 0.4, 0.6]), desc);
    for _ in 0..60 {
        stage.step(HZ);
        assert!(stage.depth() < 1e-6, "{}", stage.depth());
    }
    let height = stage.mean(number, |s| &s.positions).y;
    let on_face = [0.25, 0.2, 0.3]
        .iter()
        .any(|half| (height - half).abs() < 1e-4);
    assert!(on_face, "{height}");
    assert!(fastest(&stage, number) < 1e-3);
    let [a, b] = [1, 8].map(|k| stage.actors[number].state.positions[k]);
    let diagonal = Vec3::new(0.5, 0.4, 0.6).length();
    assert!((a.distance(b) / f64::from(diagonal) - 1.0).abs() < 1e-6);
}

/// A free crate keeps its angular momentum, but for what f32 rounds in 480 substeps, and its energy as far as the midpoint
/// rule does. About the middle axis it turns over.
#[test]
fn a_spinning_crate_keeps_angular_momentum_and_energy() {
    let mut stage = Stage::new([0.0; 3]);
    let mut desc = rigid(100.0);
    desc.angular_velocity = [5.0, 0.1, 0.1];
    let number = stage.add(&box_of([0.5, 0.4, 0.6]), desc);
    let mut first = None;
    for _ in 0..120 {
        stage.step(HZ);
        let (_, spin) = momenta(&mut stage, number);
        let body = stage.actors[number].body;
        let (x, v) = particles(&mut stage.world, body);
        let parts = masses_and_motion(&x, &v);
        let energy: f64 = parts
            .iter()
            .map(|(m, _, v)| 0.5 * m * v.length_squared())
            .sum();
        let (spin0, energy0) = *first.get_or_insert((spin, energy));
        assert!(
            spin.distance(spin0) < 2e-4 * spin0.length(),
            "{spin} {spin0}"
        );
        assert!((energy / energy0 - 1.0).abs() < 1e-2, "{energy} {energy0}");
    }
    let motion = settled(&mut stage.world, stage.actors[number].body);
    // The solid's moment of inertia along x: m (b² + c²)/12.
    let inertia = 100.0 * (0.4_f64.powi(2) + 0.6_f64.powi(2)) / 12.0;
    let (spin, _) = first.expect("a step");
    assert!((spin.x / (inertia * 5.0) - 1.0).abs() < 1e-3, "{spin}");
    let speed = Vec3::from(motion.angular_velocity);
    assert!((speed.length() - 5.0).abs() < 0.2, "{speed}");
}

/// A crate hits a soft cube off its centre: momentum stays within 1e-4, nothing crosses, and energy is not gained.
#[test]
fn momentum_of_a_crate_and_a_soft_cube_stays() {
    for ratio in [0.1_f32, 10.0] {
        let mut stage = Stage::new([0.0; 3]);
        let mut desc = rigid(64.0 * ratio);
        desc.pose = PliantPose::at([-0.42, 0.05, 0.03]);
        desc.linear_velocity = [2.0, 0.0, 0.0];
        stage.add(&box_of([0.4; 3]), desc);
        let mut soft = BodyOptions {
            model: model(PLIANT_MODEL_NEO_HOOKEAN, 2e5),
            ..touching_desc()
        };
        soft.pose = PliantPose::at([-0.2; 3]);
        stage.add(&beam_lattice([3; 3], [0.4; 3], Split::Five), soft);
        let start = DVec3::X * 128.0 * f64::from(ratio);
        for _ in 0..20 {
            stage.step(HZ);
            let verdict = stage.judge();
            assert!(
                verdict.crossing == 0 && verdict.inverted == 0,
                "{verdict:?}"
            );
        }
        let parts = [0, 1].map(|k| momenta(&mut stage, k).0);
        let error = (parts[0] + parts[1]).distance(start) / start.length();
        println!(
            "impact: {} and {}, momentum off by {error:e}",
            parts[0], parts[1]
        );
        assert!(error < 1e-4, "{error}");
        assert!(parts[1].x > 0.1 * start.x.min(128.0), "they did not touch");
        let kinetic = parts[0].length_squared() / f64::from(128.0 * ratio);
        assert!(kinetic < start.length_squared() / f64::from(128.0 * ratio));
    }
}

/// A crate on a column of jelly of its own width comes to rest, without jitter, where the column has given way by its own
/// weight and the crate's, rho g L²/2E + m g / (E A / L), but for the square of strains of 3 %.
#[test]
fn a_crate_settles_on_jelly() {
    let [area, long, young, mass] = [0.36, 0.4, 5e4, 37.0];
    let mut stage = Stage::new([0.0, -9.81, 0.0]);
    stage.add_plane(DVec3::ZERO, DVec3::Y, 0.0);
    let material = PliantNeoHookeanDesc {
        young_modulus: young as f32,
        poisson_ratio: 0.0,
        density: 200.0,
        damping: 20.0,
        ..PliantNeoHookeanDesc::default()
    };
    let soft = BodyOptions {
        model: material.into(),
        friction: 0.5,
        pose: PliantPose::at([-0.3, 0.0, -0.3]),
        ..touching_desc()
    };
    let jelly = stage.add(&beam_lattice([2; 3], [0.6, 0.4, 0.6], Split::Five), soft);
    let mut desc = rigid(mass as f32);
    desc.friction = 0.5;
    desc.pose = PliantPose::at([0.0, 0.56, 0.0]);
    let number = stage.add(&box_of([0.6, 0.3, 0.6]), desc);
    let mut last = DVec3::ZERO;
    for k in 0..90 {
        stage.step(HZ);
        let x = stage.mean(number, |s| &s.positions);
        if k > 70 {
            let fastest = fastest(&stage, number);
            assert!(fastest < 1e-3, "{fastest}");
            assert!(x.distance(last) < 2e-5, "it jitters");
        }
        last = x;
    }
    assert_eq!(stage.judge().crossing, 0);
    let tops = stage.actors[jelly].state.positions.iter();
    let tops: Vec<f64> = tops.map(|p| p.y).filter(|y| *y > 0.3).collect();
    let sag = long - tops.iter().sum::<f64>() / tops.len() as f64;
    let wanted = mass * G / (young * area / long) + 200.0 * G * long * long / (2.0 * young);
    println!("jelly: gives way by {sag}, the column by {wanted}");
    assert!((sag / wanted - 1.0).abs() < 0.05, "{sag} {wanted}");
}

/// A world that is saved and restored while crates lie and fall goes on with the same bits, and so does another run.
#[test]
fn crates_are_the_same_after_a_snapshot() {
    let filled = || {
        let mut world = world();
        add_floor(&mut world, 0.0);
        for k in 0..2 {
            let mut desc = rigid(10.0);
            desc.layers = 2;
            desc.mask = 1;
            desc.pose = PliantPose {
                position: [f64::from(k), 0.3, 0.0],
                rotation: Quat::from_rotation_z(0.3).to_array(),
            };
            add(&mut world, &cooked(&box_of([0.4; 3])), desc);
        }
        world
    };
    let [mut one, mut other] = [filled(), filled()];
    run(&mut one, 20, HZ);
    run(&mut other, 20, HZ);
    let mut restored = world();
    let bytes = one.save().expect("saved");
    restored.restore(&bytes).expect("restored");
    for world in [&mut one, &mut other, &mut restored] {
        run(world, 20, HZ);
    }
    let hash = one.state_hash().expect("a hash");
    assert_eq!(other.state_hash().expect("a hash"), hash);
    assert_eq!(restored.state_hash().expect("a hash"), hash);
}

/// A cube of eight cells with an inertia of its own.
fn with_inertia(inertia: [f32; 3], inertia_products: [f32; 3]) -> BodyOptions {
    BodyOptions {
        model: PliantRigidDesc {
            mass: 100.0,
            inertia,
            inertia_products,
            ..PliantRigidDesc::default()
        }
        .into(),
        ..touching_desc()
    }
}

/// A symmetric top with moments a, a, c turns by exp(L t / a) exp(e (1 - c / a) w t), where L is its angular momentum and w its
/// speed about its own axis e (Euler). Midpoints of substeps turn it by up to θ³/12 too little, 4e-4 in a second. As the
/// solid it is it would turn about one axis, and be off by 0.9.
#[test]
fn a_crate_turns_by_the_inertia_that_it_is_given() {
    let (a, c) = (0.55_f32, 0.75_f32);
    let mut stage = Stage::new([0.0; 3]);
    let mut desc = with_inertia([a, a, c], [0.0; 3]);
    desc.angular_velocity = [2.0, 0.0, 6.0];
    let number = stage.add(&lattice([2; 3]), desc);
    let body = stage.actors[number].body;
    super::common::run(&mut stage.world, 60, HZ);
    settled(&mut stage.world, body);
    stage.step(HZ);
    let turn = settled(&mut stage.world, body).pose.rotation;
    let (a, c, t) = (f64::from(a), f64::from(c), 61.0 / 60.0);
    let momentum = DVec3::new(a * 2.0, 0.0, c * 6.0);
    let own = DQuat::from_rotation_z((1.0 - c / a) * 6.0 * t);
    let wanted = DQuat::from_scaled_axis(momentum / a * t) * own;
    let turn = DQuat::from_array(turn.map(f64::from)).normalize();
    let off = 2.0 * DVec3::from_slice(&(turn.inverse() * wanted).to_array()).length();
    println!("top: off by {off:e}");
    assert!(off < 2e-3, "{off}");
}

/// L = I w, with products of inertia too; and moments that no masses at the vertices have are refused.
#[test]
fn a_crate_has_the_inertia_that_it_is_given() {
    let mut stage = Stage::new([0.0; 3]);
    let mut desc = with_inertia([0.6, 0.7, 0.8], [0.05, -0.04, 0.1]);
    desc.angular_velocity = [1.0, -2.0, 3.0];
    desc.scale = 0.9;
    let number = stage.add(&lattice([2; 3]), desc);
    stage.step(1e-4);
    let (_, spin) = momenta(&mut stage, number);
    let wanted = DVec3::new(
        0.6 - 2.0 * 0.1 - 3.0 * 0.04,
        0.1 - 2.0 * 0.7 + 3.0 * 0.05,
        -0.04 - 2.0 * 0.05 + 3.0 * 0.8,
    );
    println!("spin {spin} of {wanted}");
    assert!(
        spin.distance(wanted) < 1e-4 * wanted.length(),
        "{spin} {wanted}"
    );
    let asset = cooked(&lattice([2; 3]));
    for inertia in [[3.0, 3.0, 3.0], [0.1, 0.1, 0.3]] {
        let desc = with_inertia(inertia, [0.0; 3]);
        let asset = asset.clone();
        let refused = stage.world.apply(Edit::AddBody { asset, desc });
        let error = refused.expect_err("no body has this inertia");
        assert_eq!(error.status, Status::InvalidArgument);
        assert!(error.message.contains("inertia"), "{error:?}");
    }
}
