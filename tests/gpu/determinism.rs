//! The same inputs give the same bits: run after run, beside other worlds, and after a restore.
//!
//! The full count is 10 runs of 600 steps of each scene; `counts` says what other machines and shorter tests run.

use super::balloon;
use super::carriers::{add_shape, kinds_of_shape};
use super::common::*;
use super::one_world::one_world;
use super::oracle::*;
use super::scene::*;
use super::sheets;
use super::stage::touching_desc;
use glam::{DQuat, DVec3};
use pliant::asset::hash::hash_bytes;
use pliant::desc::*;
use pliant::error::Status;
use pliant::math::PliantPose;
use pliant::world::Edit;
use std::collections::BTreeSet;

/// Small bodies of three sizes rain on a ball over a floor.
fn rain() -> Scene {
    let mut scene = Scene::new(nothing);
    add_floor(&mut scene.world, 0.0);
    add_ball(&mut scene.world, PliantPose::at([0.3, 0.2, 0.3]), 0.4);
    let assets = [cube(1, 0.2), cube(2, 0.25), cube(4, 0.3)];
    for i in 0..12_u8 {
        let f = f32::from(i);
        let mut desc = BodyOptions {
            pose: PliantPose::at([0.35 * (f % 3.0), 0.6 + 0.25 * f, 0.3 * (f % 2.0)]),
            angular_velocity: [f, 1.0, -0.5 * f],
            restitution: 0.3,
            ..body_desc()
        };
        desc.set_young(1e5);
        let body = add(&mut scene.world, &assets[usize::from(i) % 3], desc);
        scene.bodies.push(body);
    }
    scene
}

/// A wide body shaken by a frame.
fn shaken() -> Scene {
    fn shake(scene: &mut Scene, step: usize) {
        let angle = step as f32 * 0.1;
        let pose = PliantPose::at([0.0, 1.0 + 0.2 * angle.sin(), 0.1 * angle.cos()]);
        let frame = scene.frames[0];
        scene
            .world
            .apply(Edit::MoveFrame {
                frame,
                pose,
                teleport: false,
            })
            .expect("moved");
    }
    let mut scene = Scene::new(shake);
    add_floor(&mut scene.world, 0.0);
    let mesh = pliant::asset::lattice::beam_lattice(
        [6, 3, 3],
        [1.0, 0.4, 0.4],
        pliant::asset::lattice::Split::Six,
    );
    let desc = BodyOptions {
        executor: PLIANT_EXECUTOR_WIDE,
        pose: PliantPose::at([0.0, 1.0, 0.0]),
        ..body_desc()
    };
    let body = add(&mut scene.world, &cooked(&mesh), desc);
    let frame = add_frame(&mut scene.world, PliantPose::at([0.0, 1.0, 0.0]));
    attach(
        &mut scene.world,
        body,
        vertices(&mesh, |p| p[0] == 0.0),
        Some(frame),
    );
    scene.bodies.push(body);
    scene.frames.push(frame);
    scene
}

/// Both methods in both executors, dropped together, and stiff cubes that touch the floor from the first steps on.
fn methods() -> Scene {
    let mut scene = Scene::new(nothing);
    add_floor(&mut scene.world, 0.0);
    let asset = cube(3, 0.4);
    for (i, executor) in EXECUTORS.into_iter().enumerate() {
        for (k, method) in MODELS.into_iter().enumerate() {
            let mut desc = BodyOptions {
                executor,
                pose: PliantPose::at([i as f32, 0.3, k as f32]),
                angular_velocity: [1.0, 2.0, 3.0],
                ..body_desc()
            };
            desc.set_model(method);
            desc.set_young(3e4);
            desc.set_damping(0.5);
            let body = add(&mut scene.world, &asset, desc);
            scene.bodies.push(body);
        }
        let mut desc = BodyOptions {
            executor,
            pose: PliantPose::at([i as f32, 0.001, -1.0]),
            angular_velocity: [0.0, 0.0, 0.5],
            ..body_desc()
        };
        desc.set_young(1e7);
        let body = add(&mut scene.world, &asset, desc);
        scene.bodies.push(body);
    }
    let rigid = BodyOptions {
        model: PliantRigidDesc::default().into(),
        pose: PliantPose::at([2.0, 0.3, 0.0]),
        angular_velocity: [1.0, 2.0, 3.0],
        ..body_desc()
    };
    let body = add(&mut scene.world, &asset, rigid);
    scene.bodies.push(body);
    let balloon = BodyOptions {
        model: PliantBalloonDesc::default().into(),
        pose: PliantPose::at([2.0, 0.2, 1.0]),
        angular_velocity: [1.0, 2.0, 3.0],
        ..body_desc()
    };
    let body = add(&mut scene.world, &balloon::ball(2), balloon);
    scene.bodies.push(body);
    scene
}

/// Bodies that come and go and are pushed, changed and put elsewhere.
fn edited() -> Scene {
    fn edit(scene: &mut Scene, step: usize) {
        let body = scene.bodies[step % scene.bodies.len()];
        let world = &mut scene.world;
        match step % 12 {
            3 => {
                let (impulse, point) = ([5.0, 20.0, -3.0], Some([0.1, 0.4, 0.2]));
                world
                    .apply(Edit::ImpulseBody {
                        body,
                        impulse,
                        point,
                    })
                    .expect("pushed");
            }
            5 => {
                let model = model(PLIANT_MODEL_NEO_HOOKEAN, 1e5 * (1.0 + (step % 7) as f32));
                let edit = Edit::SetModel { body, model };
                world.apply(edit).expect("changed");
            }
            7 => {
                world.apply(Edit::RemoveBody { body }).expect("removed");
                let desc = BodyOptions {
                    pose: PliantPose::at([0.1 * (step % 5) as f32, 1.0, 0.0]),
                    ..body_desc()
                };
                let place = step % scene.bodies.len();
                scene.bodies[place] = add(world, &cube(2, 0.3), desc);
            }
            11 => {
                let pose = PliantPose::at([0.0, 0.8, 0.3]);
                let edit = Edit::TeleportBody {
                    body,
                    pose,
                    linear_velocity: [1.0, 0.0, 0.0],
                    angular_velocity: [0.0, 5.0, 0.0],
                    pins: PLIANT_TELEPORT_PINS_FOLLOW,
                };
                world.apply(edit).expect("teleported");
            }
            _ => {}
        }
    }
    let mut scene = Scene::new(edit);
    add_floor(&mut scene.world, 0.0);
    for i in 0..5_u8 {
        let desc = BodyOptions {
            pose: PliantPose::at([0.5 * f32::from(i), 0.2, 0.0]),
            ..body_desc()
        };
        let body = add(&mut scene.world, &cube(2, 0.3), desc);
        scene.bodies.push(body);
    }
    scene
}

/// Bodies of all models that lie on each other and on a surface, and two that begin inside each other. A body that is gone
/// and a surface came before them, so that places on the GPU are in no order.
fn touching() -> Scene {
    let mut scene = Scene::new(nothing);
    let gone = add(&mut scene.world, &cube(1, 0.2), touching_desc());
    add_shape(
        &mut scene.world,
        &kinds_of_shape()[0],
        PliantColliderDesc::default(),
    );
    for (k, model) in [
        PLIANT_MODEL_NEO_HOOKEAN,
        PLIANT_MODEL_SHAPE_MATCHING,
        PLIANT_MODEL_MASS_SPRING,
    ]
    .into_iter()
    .enumerate()
    {
        let mut desc = BodyOptions {
            pose: PliantPose::at([-0.3, 0.001 + 0.302 * k as f64, 0.02 * k as f64]),
            linear_velocity: [0.0, -0.2, 0.0],
            ..touching_desc()
        };
        desc.model = Model::default_of(model).expect("a model");
        scene
            .bodies
            .push(add(&mut scene.world, &cube(2, 0.3), desc));
        if k == 0 {
            let edit = Edit::RemoveBody { body: gone };
            scene.world.apply(edit).expect("removed");
        }
    }
    for x in [0.2, 0.4] {
        let pose = PliantPose::at([x, 0.001, -0.1]);
        let desc = BodyOptions {
            pose,
            ..touching_desc()
        };
        scene
            .bodies
            .push(add(&mut scene.world, &cube(2, 0.3), desc));
    }
    let desc = sheets::desc(DVec3::new(0.3, 0.304, 0.04), DQuat::IDENTITY);
    let body = add(&mut scene.world, &sheets::sheet(5, 0.0, 0.0), desc);
    scene.bodies.push(body);
    scene
}

/// A scene's name and how it is built.
type Named = (&'static str, fn() -> Scene);

const SCENES: [Named; 6] = [
    ("rain", rain),
    ("shaken", shaken),
    ("methods", methods),
    ("edited", edited),
    ("one world", one_world),
    ("touching", touching),
];

/// All scenes, or without the long tests, on a software adapter, two that have all models between them.
fn scenes_here() -> impl Iterator<Item = Named> {
    let named = |name| short_or(["methods", "one world"].contains(&name), true);
    SCENES.into_iter().filter(move |(name, _)| named(*name))
}

/// Runs of a scene, and steps of a run.
fn counts() -> (usize, usize) {
    match amount() {
        Amount::Brief => (2, 20),
        Amount::Long => (3, 120),
        Amount::Full => (10, 600),
    }
}

/// Whether the second run of a scene has threads in another order: all on a GPU. A software adapter compiles for half a minute
/// for each, so there it is the scene with all solvers, and with the long tests those with contact too.
fn permutes(name: &str) -> bool {
    let named = short_or(&["one world"][..], &["one world", "touching"]);
    amount() != Amount::Brief || named.contains(&name)
}

/// All models are there, and no body has stopped. The second run has the threads of each workgroup in another order. A
/// software adapter runs them one after the other, so that shows barriers that are missing; a GPU runs them as it likes in
/// every run.
#[test]
fn runs_give_the_same_hashes() {
    let (runs, steps) = counts();
    let mut models = BTreeSet::new();
    for (name, scene) in scenes_here() {
        let mut begun = scene();
        let first = begun.run(0, steps);
        for body in begun.bodies {
            let info = begun.world.body_info(body).expect("info");
            assert_eq!(info.state, PLIANT_BODY_ACTIVE, "{name}: {body:?}");
            models.insert(info.model);
        }
        let mut distinct = first.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert!(distinct.len() > 3, "{name}: the hash hardly changes");
        for round in 1..runs {
            PERMUTES.set(round == 1 && permutes(name));
            let again = scene().run(0, steps);
            PERMUTES.set(false);
            assert_eq!(again, first, "{name}, run {round}");
        }
    }
    let all: Vec<u32> = Model::all().iter().map(Model::number).collect();
    assert_eq!(models.into_iter().collect::<Vec<_>>(), all);
}

/// The same for the shown scenes, whose bodies carry skins. A software adapter takes seconds for ten steps of each, so
/// it runs nine, and of few scenes.
#[test]
fn runs_of_the_shown_scenes_give_the_same_hashes() {
    let (runs, steps, hashed) = match amount() {
        Amount::Full => (counts().0, counts().1, 10),
        Amount::Long => (2, 30, 10),
        Amount::Brief => (2, 9, 3),
    };
    let mut sweep = Sweep::every(3);
    for scene in scenes::all() {
        // Steps of 64 bodies take a software adapter longer than those of all other scenes.
        if scene.name == "rain64" && amount() == Amount::Brief || !sweep.takes() {
            continue;
        }
        let hashes = || -> Vec<u64> {
            let mut stage = scene.build(WorldOptions::default()).expect("a stage");
            let mut hash = |_| {
                for _ in 0..hashed {
                    stage.step(scene.step_s).expect("a step");
                }
                stage.world.state_hash().expect("a hash")
            };
            (0..steps / hashed).map(&mut hash).collect()
        };
        let first = hashes();
        let mut distinct = first.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert!(
            distinct.len() > 2,
            "{}: the hash hardly changes",
            scene.name
        );
        for round in 1..runs {
            assert_eq!(hashes(), first, "{}, run {round}", scene.name);
        }
    }
}

#[test]
fn a_world_beside_changes_nothing() {
    let (_, steps) = match amount() {
        Amount::Brief => (0, 20),
        _ => counts(),
    };
    // In brief the last scene, which has all models.
    let fewest = match amount() {
        Amount::Brief => SCENES.len() - 1,
        _ => 0,
    };
    for (name, scene) in &SCENES[fewest..] {
        let alone = scene().run(0, steps);
        let beside = std::thread::spawn(move || methods().run(0, 2 * steps));
        assert_eq!(scene().run(0, steps), alone, "{name}");
        beside.join().expect("the other world");
    }
}

#[test]
fn the_hash_sees_the_last_bit() {
    let hash = |speed: f32| {
        let mut world = world();
        let desc = BodyOptions {
            linear_velocity: [speed, 0.0, 0.0],
            ..body_desc()
        };
        add(&mut world, &cube(2, 1.0), desc);
        run(&mut world, 1, DT);
        world.state_hash().expect("a hash")
    };
    assert_ne!(hash(1.0), hash(1.0 + f32::EPSILON));
}

#[test]
fn a_restored_world_goes_on_as_the_saved_one() {
    // Hashes before the save and after it.
    let each = match amount() {
        Amount::Brief => 1,
        _ => 10,
    };
    let (save, end) = (each * HASHED, 2 * each * HASHED);
    for (name, scene) in scenes_here() {
        let whole = scene().run(0, end);
        let mut saved = scene();
        assert_eq!(saved.run(0, save), whole[..each], "{name}");
        let bytes = saved.world.save().expect("saved");
        assert_eq!(
            saved.run(save, end),
            whole[each..],
            "{name}: saving changed the world"
        );
        if name == "edited" {
            continue; // the scene's own list of bodies has moved on
        }
        saved.world.restore(&bytes).expect("restored");
        assert_eq!(
            saved.run(save, end),
            whole[each..],
            "{name}: restored in place"
        );
        // Handles of another world carry another number, so the scene's own list does not name its bodies.
        if !matches!(name, "shaken" | "one world") {
            let mut other = Scene::new(nothing);
            other.world.restore(&bytes).expect("restored elsewhere");
            assert_eq!(
                other.run(save, end),
                whole[each..],
                "{name}: restored in another world"
            );
        }
    }
}

#[test]
fn damaged_snapshots_are_refused_and_the_world_goes_on() {
    let mut scene = methods();
    let whole = methods().run(0, 60);
    assert_eq!(scene.run(0, 30), whole[..6]);
    let bytes = scene.world.save().expect("saved");
    let refused = |scene: &mut Scene, damaged: &[u8], what: &str| match scene.world.restore(damaged)
    {
        Err(e) => assert_eq!(e.status, Status::Format, "{what}: {}", e.message),
        Ok(()) => panic!("{what}: restored"),
    };
    for at in (0..bytes.len()).step_by(bytes.len() / 97) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (at % 8);
        refused(&mut scene, &damaged, &format!("bit flipped in byte {at}"));
        refused(&mut scene, &bytes[..at], &format!("cut to {at} bytes"));
    }
    for back in 1..=8 {
        let mut damaged = bytes.clone();
        let at = bytes.len() - back;
        damaged[at] ^= 0x10;
        refused(
            &mut scene,
            &damaged,
            &format!("bit flipped {back} bytes before the end"),
        );
        refused(&mut scene, &bytes[..at], &format!("cut by {back} bytes"));
    }
    let mut longer = bytes.clone();
    longer.push(0);
    refused(&mut scene, &longer, "a byte more");
    assert_eq!(
        scene.run(30, 60),
        whole[6..],
        "a refused snapshot changed the world"
    );
}

/// A snapshot's length unit has the range of a description's.
#[test]
fn a_snapshot_with_a_length_unit_no_world_has_is_refused() {
    let unit: f32 = 0.731;
    let mut world = world_with(|options| options.length_unit_m = unit);
    let bytes = world.save().expect("saved");
    let places = bytes.windows(4).filter(|w| *w == unit.to_le_bytes());
    assert_eq!(places.count(), 1);
    let mut restored = |metres: f32| {
        let mut changed = bytes.clone();
        let at = bytes.windows(4).position(|w| w == unit.to_le_bytes());
        changed[at.expect("a place")..][..4].copy_from_slice(&metres.to_le_bytes());
        let hash = hash_bytes(&changed[20..]).to_le_bytes();
        changed[12..20].copy_from_slice(&hash);
        world.restore(&changed).map_err(|e| e.status)
    };
    for metres in [0.0, -1.0, 1e-30, 0.99e-6, 1.01e6, f32::INFINITY, f32::NAN] {
        assert_eq!(restored(metres), Err(Status::Format), "{metres}");
    }
    for metres in [1e-6, unit, 1e6] {
        assert_eq!(restored(metres), Ok(()), "{metres}");
    }
}

/// Wrong bytes under a right hash give an error or a world, never a panic.
#[test]
fn resealed_snapshots_do_no_harm() {
    let mut scene = methods();
    scene.run(0, 10);
    let bytes = scene.world.save().expect("saved");
    let (mut refused, mut taken) = (0, 0);
    for at in (20..bytes.len()).step_by((bytes.len() - 20) / 150) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x81_u8.rotate_left(at as u32 % 8);
        let hash = hash_bytes(&damaged[20..]).to_le_bytes();
        damaged[12..20].copy_from_slice(&hash);
        match scene.world.restore(&damaged) {
            Err(_) => refused += 1,
            Ok(()) => {
                taken += 1;
                let _ = scene.world.step(DT);
                let _ = scene.world.wait(10_000_000_000);
            }
        }
    }
    println!("{refused} refused, {taken} taken");
    assert!(refused > 0);
    scene.world.restore(&bytes).expect("restored");
    scene.world.step(DT).expect("a step");
}
