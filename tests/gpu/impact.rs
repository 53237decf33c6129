//! Restitution: a body leaves what it hit as a rigid body would.

use super::barrier::*;
use super::common::*;
use super::rigid::Rigid;
use glam::{DQuat, DVec3, Quat, Vec3};
use pliant::desc::*;
use pliant::ids::PliantBodyId;
use pliant::math::PliantPose;
use pliant::world::{Applied, Edit, Selection, World};

/// A stiff body that slides freely.
fn stiff((method, executor): (u32, u32), restitution: f32) -> PliantBodyDesc {
    let mut desc = PliantBodyDesc {
        executor,
        restitution,
        friction: 0.0,
        ..body_desc()
    };
    desc.material.method = method;
    desc.material.young_modulus = 1e7;
    desc.material.damping = 10.0;
    desc
}

/// Sweeps that converge; mass-spring has none.
fn iterations((method, _): (u32, u32)) -> u32 {
    if method == PLIANT_METHOD_NEO_HOOKEAN {
        60
    } else {
        0
    }
}

/// The pose that puts the middle of a cube of this edge at `p`, turned.
fn middle(edge: f32, p: Vec3, rotation: Quat) -> PliantPose {
    PliantPose {
        position: (p - rotation * Vec3::splat(0.5 * edge)).to_array(),
        rotation: rotation.to_array(),
    }
}

/// A body as a rigid one.
fn rigid(world: &mut World, body: PliantBodyId) -> Rigid {
    let (x, v) = particles(world, body);
    Rigid::of(&masses_and_motion(&x, &v))
}

/// Newton's law for the body as a whole, within 5 %. With e = 0 that is what a converged solve in substeps longer than sound
/// takes through the body makes of it (at the default 5 sweeps the cube leaves with 6 %). An elastic body may give more of its own: the vertices of one cell that
/// touch are half its mass and lose their motion, so of its own it leaves with less than √½ of its speed.
#[test]
fn a_body_bounces_by_its_restitution() {
    let asset = cube(1, 0.1);
    for kind in KINDS {
        for restitution in [0.0, 0.5, 1.0] {
            let mut world = world_with(|o| o.gravity = [0.0; 3]);
            add_floor(&mut world, 0.0);
            let mut desc = stiff(kind, restitution);
            desc.friction = 0.5;
            desc.iterations = iterations(kind);
            desc.linear_velocity = [0.0, -2.0, 0.0];
            desc.pose = middle(0.1, Vec3::new(0.0, 0.15, 0.0), Quat::IDENTITY);
            let body = add(&mut world, &asset, desc);
            run(&mut world, 30, HZ);
            let rigid = rigid(&mut world, body);
            let (up, spin) = (rigid.velocity.y / 2.0, rigid.spin);
            println!("bounce: {kind:?} e {restitution}: {up} spin {spin}");
            let off = up - f64::from(restitution);
            let elastic = kind.0 == PLIANT_METHOD_MASS_SPRING && restitution == 0.0;
            let most = if elastic { 0.5_f64.sqrt() } else { 0.05 };
            assert!(
                -0.05 < off && off < most,
                "{kind:?} e {restitution}: off by {off}"
            );
        }
    }
}

/// J = 2 v / (1/m + (r × n)·I⁻¹(r × n)) at the corner r, e = 1, without friction. The body turns while it is in touch, for some
/// 4 L/c = 0.8 ms at 10⁹ Pa, by 0.004 rad: the corner's arm, 0.03 m, goes by 0.6 mm, half of which acts, so the spin by
/// 1 %. The arm makes a twentieth of the sum, so the impulse goes by 0.1 %, and the velocity it leaves by twice that.
#[test]
fn a_body_that_hits_with_a_corner_turns_as_a_rigid_one() {
    let asset = cube(2, 0.2);
    for kind in KINDS {
        let mut world = world_with(|o| o.gravity = [0.0; 3]);
        add_floor(&mut world, 0.0);
        let turn = DQuat::from_rotation_z(0.5) * DQuat::from_rotation_x(0.7);
        let corner = turn * DVec3::new(-0.1, -0.1, 0.1);
        let mut desc = stiff(kind, 1.0);
        desc.material.young_modulus = 1e9;
        desc.linear_velocity = [0.0, -2.0, 0.0];
        let height = 0.001 - corner.y as f32;
        desc.pose = middle(0.2, Vec3::new(0.0, height, 0.0), turn.as_quat());
        let body = add(&mut world, &asset, desc);
        run(&mut world, 1, 1e-6);
        let still = rigid(&mut world, body);
        run(&mut world, 25, 1e-4);
        let rigid = rigid(&mut world, body);
        let arm = corner.cross(DVec3::Y);
        let inverse = still.inertia.inverse();
        let impulse = 4.0 / (1.0 / still.mass + arm.dot(inverse * arm));
        let v = DVec3::Y * (impulse / still.mass - 2.0);
        let spin = inverse * arm * impulse;
        let off = [
            rigid.velocity.distance(v) / 2.0,
            rigid.spin.distance(spin) / spin.length(),
        ];
        println!("corner: {kind:?}: {off:?} off {v} {spin}");
        assert!(off[0] < 0.005 && off[1] < 0.02, "{kind:?}: off by {off:?}");
    }
}

/// From h it comes back to e²h: within 3 %, since the velocity it hits with is one of the whole substeps, g h = 0.04 m/s
/// apart, and what it leaves with goes with it. With e = 1 it goes on doing so and never gets higher.
#[test]
fn a_dropped_body_comes_back_to_the_square_of_its_restitution() {
    let asset = cube(2, 0.1);
    for kind in KINDS {
        for restitution in [0.8_f32, 1.0] {
            let mut world = world();
            add_floor(&mut world, 0.0);
            let mut desc = stiff(kind, restitution);
            desc.pose = middle(0.1, Vec3::new(0.0, 0.55, 0.0), Quat::IDENTITY);
            let body = add(&mut world, &asset, desc);
            let (mut tops, mut last, mut rising) = (Vec::new(), 0.5, false);
            for _ in 0..120 {
                run(&mut world, 1, HZ);
                let y = rigid(&mut world, body).centre.y - 0.05;
                if rising && y < last {
                    tops.push(last);
                }
                (rising, last) = (y > last, y);
            }
            println!(
                "drop: {kind:?} e {restitution}: tops {:.4?}",
                &tops[..tops.len().min(5)]
            );
            let wanted = 0.5 * f64::from(restitution).powi(2);
            assert!(
                (tops[0] / wanted - 1.0).abs() < 0.03,
                "{kind:?} e {restitution}: {tops:?}"
            );
            assert!(
                tops.iter().all(|top| *top < 0.51),
                "{kind:?} e {restitution}: {tops:?}"
            );
        }
    }
}

/// A cube that tumbles with e = 1, where corner after corner hits, with friction and without: the energy of its rigid motion
/// and its weight never grows. (Semi-implicit Euler keeps v²/2 + g y - g h v/2 in flight, so a bounce that keeps the energy
/// lowers that by g h v; sums over the body round at 1e-4.)
#[test]
fn a_perfectly_bouncing_body_gains_no_energy() {
    let asset = cube(2, 0.2);
    let neo_hookean = (PLIANT_METHOD_NEO_HOOKEAN, PLIANT_EXECUTOR_RESIDENT);
    let mass_spring = (PLIANT_METHOD_MASS_SPRING, PLIANT_EXECUTOR_WIDE);
    for (kind, friction) in [neo_hookean, mass_spring]
        .into_iter()
        .flat_map(|k| [(k, 0.0), (k, 0.5)])
    {
        let mut world = world();
        add_floor(&mut world, 0.0);
        let mut desc = stiff(kind, 1.0);
        desc.friction = friction;
        desc.iterations = iterations(kind);
        desc.pose = middle(0.2, Vec3::new(0.0, 0.6, 0.0), Quat::from_rotation_x(0.4));
        desc.linear_velocity = [1.0, 0.0, 0.0];
        desc.angular_velocity = [0.5, 0.2, -3.0];
        let body = add(&mut world, &asset, desc);
        let mut energies = Vec::new();
        for _ in 0..180 {
            run(&mut world, 1, HZ);
            let rigid = rigid(&mut world, body);
            energies.push(rigid.kinetic() + rigid.mass * G * rigid.centre.y);
        }
        let most = energies.iter().copied().fold(0.0, f64::max) / energies[0];
        let last = energies[179] / energies[0];
        println!("tumble: {kind:?} friction {friction}: at most {most}, at last {last}");
        assert!(most < 1.001, "{kind:?} friction {friction}: {most}");
        // Without restitution next to nothing is left; vibration takes a part.
        assert!(friction > 0.0 || last > 0.5, "{kind:?}: {last}");
    }
}

/// A body that bounces comes to rest all the same.
#[test]
fn a_bouncing_body_comes_to_rest() {
    let asset = cube(3, 0.3);
    for kind in KINDS {
        for young in [2.5e5, 1e7] {
            let mut world = world();
            add_floor(&mut world, 0.0);
            let mut desc = stiff(kind, 0.5);
            desc.material.young_modulus = young;
            desc.friction = 0.5;
            desc.pose = middle(0.3, Vec3::new(0.0, 0.2, 0.0), Quat::IDENTITY);
            let body = add(&mut world, &asset, desc);
            run(&mut world, 180, HZ);
            let (_, v) = particles(&mut world, body);
            let speeds = v.iter().map(|v| Vec3::from_slice(&v[..3]).length());
            let fastest = speeds.fold(0.0, f32::max);
            println!("rest: {kind:?} {young} {fastest:e}");
            assert!(fastest < 1e-2, "{kind:?} {young}: {fastest}");
        }
    }
}

/// A platform that rises by 1 m/s meets a body that comes by 1 m/s: it leaves by 1 m/s over the platform's, if e is 0.5. An
/// elastic one leaves faster, but by no more than what it came with.
#[test]
fn a_rising_platform_adds_its_speed() {
    let asset = cube(2, 0.2);
    for kind in KINDS {
        let mut world = world_with(|o| o.gravity = [0.0; 3]);
        let at = |y: f32| PliantPose::at([0.0, y - 0.1, 0.0]);
        let desc = PliantColliderDesc {
            shape: PLIANT_SHAPE_CUBOID,
            size: [1.0, 0.1, 1.0],
            restitution: 0.5,
            pose: at(0.0),
            ..PliantColliderDesc::default()
        };
        let mut platform = add_barrier(&mut world, desc);
        let mut desc = stiff(kind, 0.0);
        desc.linear_velocity = [0.0, -1.0, 0.0];
        desc.pose = middle(0.2, Vec3::new(0.0, 0.3, 0.0), Quat::IDENTITY);
        let body = add(&mut world, &asset, desc);
        for step in 1..=20 {
            platform.send(&mut world, at(step as f32 * HZ));
            world.step(HZ).expect("a step");
        }
        let rigid = rigid(&mut world, body);
        println!("platform: {kind:?}: {} spin {}", rigid.velocity, rigid.spin);
        let most = if kind.0 == PLIANT_METHOD_MASS_SPRING {
            3.0
        } else {
            2.02
        };
        assert!(
            (1.98..most).contains(&rigid.velocity.y),
            "{kind:?}: {}",
            rigid.velocity
        );
    }
}

/// A jelly that is being pressed together, before the step in which it leaves the floor.
fn pressed(kind: (u32, u32)) -> (World, PliantBodyId) {
    let mut world = world();
    add_floor(&mut world, 0.0);
    let body = add_jelly(&mut world, kind, Vec3::ZERO);
    run(&mut world, 6, HZ);
    (world, body)
}

/// A jelly that comes down on a floor, in a frame that moves.
fn add_jelly(world: &mut World, kind: (u32, u32), frame: Vec3) -> PliantBodyId {
    let asset = cube(3, 0.4);
    let mut desc = stiff(kind, 0.9);
    desc.material.young_modulus = 2e4;
    desc.linear_velocity = (frame - 3.0 * Vec3::Y).to_array();
    desc.pose = middle(0.4, Vec3::new(0.0, 0.25, 0.0), Quat::from_rotation_z(0.2));
    add(world, &asset, desc)
}

/// What an impact came with outlives a step, and a snapshot.
#[test]
fn a_snapshot_keeps_an_impact_that_is_not_over() {
    for kind in KINDS {
        let (mut world, body) = pressed(kind);
        let bytes = world.save().expect("saved");
        let on = |world: &mut World| -> Vec<u64> {
            let step = |_| {
                run(world, 1, HZ);
                world.state_hash().expect("a hash")
            };
            (0..12).map(step).collect()
        };
        let before = rigid(&mut world, body).velocity.y;
        let whole = on(&mut world);
        // The rest of its speed came after the save.
        let after = rigid(&mut world, body).velocity.y;
        println!("kept: {kind:?}: {before} m/s at the save, then {after}");
        assert!(before < 1.0 && after > 1.0, "{kind:?}: {before} {after}");
        let mut other = world_with(|_| {});
        other.restore(&bytes).expect("restored");
        assert_eq!(on(&mut other), whole, "{kind:?}");
    }
}

/// A body that is put elsewhere while it is being pressed together owes nothing to what it had hit.
#[test]
fn a_teleport_forgets_an_impact() {
    for kind in KINDS {
        let (mut world, body) = pressed(kind);
        let pose = PliantPose::at([0.0, 5.0, 0.0]);
        let put = Edit::TeleportBody {
            body,
            pose,
            linear_velocity: [0.0; 3],
            angular_velocity: [0.0; 3],
        };
        world.apply(put).expect("put");
        run(&mut world, 12, HZ);
        let v = rigid(&mut world, body).velocity;
        println!("teleport: {kind:?}: {v}");
        // Free fall, to rounding.
        assert!(v.distance(DVec3::NEG_Y * G * 0.2) < 1e-4, "{kind:?}: {v}");
    }
}

/// One that is taken hold of while it is being pressed together, carried off and let go, neither.
#[test]
fn a_hold_forgets_an_impact() {
    for kind in KINDS {
        let (mut world, body) = pressed(kind);
        let frame = match world.apply(Edit::AddFrame {
            pose: PliantPose::default(),
            user_data: 0,
        }) {
            Ok(Applied::Frame(frame)) => frame,
            other => panic!("adding a frame gave {other:?}"),
        };
        let held = Edit::Attach {
            body,
            selection: Selection::Vertices(vec![0, 1, 2]),
            frame: Some(frame),
            target: None,
            stiffness: 0.0,
            user_data: 0,
        };
        let attachment = match world.apply(held) {
            Ok(Applied::Attachment(attachment)) => attachment,
            other => panic!("attaching gave {other:?}"),
        };
        for step in 1..=60 {
            // No higher than what it came with would take it, or the cap on its energy would hide what is owed.
            let pose = PliantPose::at([step as f32 / 60.0, step as f32 / 200.0, 0.0]);
            world.apply(Edit::MoveFrame { frame, pose }).expect("moved");
            run(&mut world, 1, HZ);
        }
        let before = rigid(&mut world, body);
        world.apply(Edit::Release { attachment }).expect("let go");
        run(&mut world, 1, HZ);
        let after = rigid(&mut world, body);
        let gained = after.velocity - before.velocity;
        println!("hold: {kind:?}: {gained}");
        // Gravity alone, and a floor that may carry some of it, change its momentum by no more than its weight does.
        let weight = G * f64::from(HZ);
        assert!(gained.length() < 1.001 * weight, "{kind:?}: {gained}");
    }
}

/// A jelly bounces as ever where it moves along the floor while it is pressed, without friction, and where the floor itself
/// moves up or down (Galileo).
#[test]
fn a_bounce_is_the_same_seen_from_a_moving_frame() {
    for kind in KINDS {
        let bounce = |frame: Vec3| {
            let mut world = world();
            let mut floor = add_barrier(&mut world, PliantColliderDesc::default());
            let body = add_jelly(&mut world, kind, frame);
            for step in 1..=18 {
                let height = frame.y * step as f32 * HZ;
                floor.send(&mut world, PliantPose::at([0.0, height, 0.0]));
                run(&mut world, 1, HZ);
            }
            let rigid = rigid(&mut world, body);
            (rigid.velocity - frame.as_dvec3(), rigid.spin)
        };
        let still = bounce(Vec3::ZERO);
        assert!(still.0.y > 1.0, "{kind:?}: {still:?}");
        for frame in [4.0 * Vec3::X, 5.0 * Vec3::Y, -2.0 * Vec3::Y] {
            let moving = bounce(frame);
            println!("frame: {kind:?} {frame}: {still:.4?} {moving:.4?}");
            let lost = still.0.y - moving.0.y;
            assert!(lost.abs() < 0.01 * still.0.y, "{kind:?} {frame}: {lost}");
            let turned = 0.2 * still.1.distance(moving.1);
            assert!(turned < 0.01 * still.0.y, "{kind:?} {frame}: {turned}");
        }
    }
}

/// How a soft body bounces is its own affair: one that leaves by more than its restitution is the same bit for bit as one
/// without, and one that would leave by less gets the rest when it leaves.
#[test]
fn a_jelly_bounces_at_least_by_its_restitution() {
    let asset = cube(4, 0.5);
    for kind in KINDS {
        let peak = |young: f32, restitution: f32| {
            let mut world = world();
            add_floor(&mut world, 0.0);
            let mut desc = stiff(kind, restitution);
            desc.material.young_modulus = young;
            desc.material.damping = 2.0;
            desc.pose = middle(0.5, Vec3::new(0.0, 0.75, 0.0), Quat::from_rotation_z(0.3));
            let body = add(&mut world, &asset, desc);
            run(&mut world, 15, HZ);
            let seen = (0..45).map(|_| {
                run(&mut world, 1, HZ);
                rigid(&mut world, body).velocity.y
            });
            seen.fold(f64::MIN, f64::max)
        };
        let seen = [5e3, 2e4].map(|young| [0.0, 0.2, 0.5, 0.9].map(|e| peak(young, e)));
        println!("jelly: {kind:?} {seen:.3?}");
        // It falls by 0.75 - 0.25 (sin 0.3 + cos 0.3), and leaves turning a little.
        let came = (2.0 * G * 0.437_f64).sqrt();
        for (young, e, wanted) in [(0, 2, 0.5), (0, 3, 0.9), (1, 3, 0.9)] {
            let part = seen[young][e] / came;
            assert!(
                part > wanted - 0.1 && part < wanted + 0.05,
                "{kind:?} {wanted}: {part}"
            );
        }
        assert_eq!(seen[1][0], seen[1][1], "{kind:?}");
    }
}
