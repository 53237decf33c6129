//! The passes of a step as text. `PLIANT_BLESS=1` rewrites the golden files.

use super::common::*;
use glam::Vec3;
use pliant::asset::TetMesh;
use pliant::asset::lattice::{Split, beam_lattice, box_surface};
use pliant::asset::skin::bind_skin;
use pliant::desc::*;
use pliant::math::PliantPose;
use pliant::world::{Edit, World};
use std::sync::Arc;

/// Compares a plan in which small bodies of two methods share a dispatch. On a software adapter they do not.
fn compare_shared(name: &str, world: &mut World) {
    let adapter = if is_software(world) { "_software" } else { "" };
    compare(&format!("{name}{adapter}"), world);
}

fn compare(name: &str, world: &mut World) {
    let path = format!(
        "{}/tests/golden/plan_{name}.txt",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = world.plan_text().expect("a plan");
    if std::env::var_os("PLIANT_BLESS").is_some() {
        std::fs::write(&path, &text).expect("written");
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        text, golden,
        "{path} differs; PLIANT_BLESS=1 accepts the new plan"
    );
}

/// Skinned bodies of several sizes, up to 512 vertices, and both methods, on a floor.
fn small_bodies() -> World {
    let mut world = world();
    add_floor(&mut world, 0.0);
    for (i, n) in [1_usize, 2, 4, 6, 7].into_iter().enumerate() {
        let asset = cube(n, 0.5);
        let skin = Arc::new(bind_skin(&asset, &box_surface([6; 3], [0.5; 3])).expect("a skin"));
        for method in [PLIANT_MODEL_NEO_HOOKEAN, PLIANT_MODEL_MASS_SPRING] {
            let mut desc = BodyOptions {
                executor: PLIANT_EXECUTOR_RESIDENT,
                pose: PliantPose::at([i as f32, 1.0, method as f32]),
                ..body_desc()
            };
            desc.set_model(method);
            desc.set_young(1e4);
            let body = add(&mut world, &asset, desc);
            let layout = PliantVertexLayout::default();
            let edit = Edit::AddSkin {
                body,
                skin: skin.clone(),
                layout,
            };
            world.apply(edit).expect("skinned");
        }
    }
    world
}

#[test]
fn small_bodies_take_the_short_golden_plan() {
    let mut world = world();
    add_floor(&mut world, 0.0);
    for n in [1, 3] {
        let asset = cube(n, 0.5);
        let skin = Arc::new(bind_skin(&asset, &box_surface([2; 3], [0.5; 3])).expect("a skin"));
        let desc = BodyOptions {
            executor: PLIANT_EXECUTOR_RESIDENT,
            ..body_desc()
        };
        let body = add(&mut world, &asset, desc);
        let layout = PliantVertexLayout::default();
        world
            .apply(Edit::AddSkin { body, skin, layout })
            .expect("skinned");
    }
    compare("small", &mut world);
}

/// A world of two epochs.
fn two_epochs(together: bool) -> World {
    world_with(|o| (o.epochs, o.together) = (2, together))
}

/// A cube of each method and executor, one substep of three iterations an epoch.
fn add_each_method(world: &mut World, executors: &[u32], restitution: f32) {
    for method in [PLIANT_MODEL_NEO_HOOKEAN, PLIANT_MODEL_MASS_SPRING] {
        for executor in executors.iter().copied() {
            let mut desc = BodyOptions {
                executor,
                iterations: 3,
                restitution,
                ..body_desc()
            };
            desc.set_model(method);
            desc.set_young(1e4);
            add(world, &cube(5, 1.0), desc);
        }
    }
}

/// The mesh with a vertex in the middle of its first tet, which then becomes four. Its five vertices need five colours.
fn with_a_centre(mut mesh: TetMesh) -> TetMesh {
    let tet = mesh.tets[0];
    let corners = tet.map(|v| Vec3::from_array(mesh.positions[v as usize]));
    let centre = mesh.positions.len() as u32;
    let middle = corners.iter().sum::<Vec3>() / 4.0;
    mesh.positions.push(middle.to_array());
    for corner in 0..4 {
        let mut part = tet;
        part[corner] = centre;
        mesh.tets.push(part);
    }
    mesh.tets.swap_remove(0);
    mesh
}

/// The dispatches of a colour serve all bodies that have so many, and those of a coarse correction all that have one.
#[test]
fn wide_bodies_take_a_dispatch_a_colour_as_the_golden_plan_says() {
    let mut world = two_epochs(false);
    add_each_method(&mut world, &[PLIANT_EXECUTOR_WIDE], 0.0);
    let plain = beam_lattice([4; 3], [1.0; 3], Split::Six);
    let colours = [plain.clone(), with_a_centre(plain)].map(|mesh| {
        let asset = cooked(&mesh);
        let desc = BodyOptions {
            executor: PLIANT_EXECUTOR_WIDE,
            iterations: 5,
            ..body_desc()
        };
        add(&mut world, &asset, desc);
        asset.colour_slices.len()
    });
    assert!(colours[0] < colours[1], "{colours:?}");
    compare("wide", &mut world);
}

/// Where bodies wait for each other, every solver takes its turn in each epoch.
#[test]
fn bodies_that_wait_for_each_other_take_the_golden_plan_of_epochs() {
    let mut world = two_epochs(true);
    let both = [PLIANT_EXECUTOR_RESIDENT, PLIANT_EXECUTOR_WIDE];
    add_each_method(&mut world, &both, 0.0);
    compare_shared("epochs", &mut world);
}

/// However many small bodies there are, a frame with skins takes at most 12 dispatches.
#[test]
fn a_frame_of_small_bodies_takes_at_most_twelve_dispatches() {
    let mut world = small_bodies();
    run(&mut world, 1, 1.0 / 60.0);
    let stats = world.stats();
    println!(
        "{} bodies, {} skins: {} dispatches",
        stats.body_count, stats.skin_count, stats.dispatch_count
    );
    assert!((stats.body_count, stats.skin_count) == (10, 10));
    assert!(
        stats.dispatch_count > 0 && stats.dispatch_count <= 12,
        "{} dispatches",
        stats.dispatch_count
    );
    let before = stats.dispatch_count;
    for i in 0..20_u8 {
        let pose = PliantPose::at([f32::from(i), 4.0, 0.0]);
        add(
            &mut world,
            &cube(2, 0.5),
            BodyOptions {
                executor: PLIANT_EXECUTOR_RESIDENT,
                pose,
                ..body_desc()
            },
        );
    }
    run(&mut world, 1, 1.0 / 60.0);
    assert_eq!(
        world.stats().dispatch_count,
        before,
        "more bodies made more dispatches"
    );
}

/// A collider that meets faces costs one dispatch a substep of the implicit method: vertices start after all faces have
/// ended.
#[test]
fn bodies_that_meet_faces_take_the_golden_plan() {
    let mut world = two_epochs(false);
    add_floor(&mut world, 0.0);
    let desc = PliantColliderDesc {
        shape: PLIANT_SHAPE_SPHERE,
        size: [0.1, 0.0, 0.0],
        ..PliantColliderDesc::default()
    };
    world.apply(Edit::AddCollider { desc }).expect("a ball");
    add_each_method(
        &mut world,
        &[PLIANT_EXECUTOR_RESIDENT, PLIANT_EXECUTOR_WIDE],
        0.0,
    );
    compare_shared("faces", &mut world);
}

/// Restitution costs five dispatches a step, whatever the bodies.
#[test]
fn bodies_that_bounce_take_the_golden_plan() {
    let mut world = two_epochs(false);
    add_floor(&mut world, 0.0);
    add_each_method(
        &mut world,
        &[PLIANT_EXECUTOR_RESIDENT, PLIANT_EXECUTOR_WIDE],
        0.5,
    );
    compare_shared("bounce", &mut world);
}

/// Reading the plan of the coming step changes nothing: the first step takes the substeps for its own length, not for
/// the length that the text assumes.
#[test]
fn a_look_at_the_plan_changes_nothing() {
    let hash = |looks: bool| {
        let mut world = world();
        let mut desc = body_desc();
        desc.set_model(PLIANT_MODEL_MASS_SPRING);
        desc.set_young(1e6);
        let body = add(&mut world, &cube(3, 0.5), desc);
        if looks {
            assert!(!world.plan_text().expect("a plan").is_empty());
        }
        run(&mut world, 3, 1.0 / 100.0);
        let substeps = world.body_info(body).expect("info").substeps;
        assert!(substeps > 2, "{substeps} substeps show nothing");
        (substeps, world.state_hash().expect("a hash"))
    };
    assert_eq!(hash(true), hash(false));
}
