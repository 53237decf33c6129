//! Cloth that moves: air, colliders, frames, energy, skins, hashes.

use super::balloon;
use super::cloth::{cloth_desc, executors, fix, places, sheet, sized};
use super::common::*;
use super::oracle::{attach, attach_with};
use glam::{DQuat, DVec3, Quat, Vec3};
use pliant::asset::skin::bind_skin;
use pliant::asset::{Asset, SkinAsset};
use pliant::desc::*;
use pliant::ids::PliantBodyId;
use pliant::math::PliantPose;
use pliant::world::{Applied, Edit, Selection, World};
use std::sync::Arc;

fn mean(all: impl ExactSizeIterator<Item = DVec3>) -> DVec3 {
    let count = all.len() as f64;
    all.sum::<DVec3>() / count
}

/// The mean velocity of the vertices.
fn velocity(world: &mut World, body: PliantBodyId) -> DVec3 {
    let (_, v) = particles(world, body);
    mean(v.iter().map(|v| Vec3::from_slice(&v[..3]).as_dvec3()))
}

fn add_ball(world: &mut World, radius: f32, friction: f32) {
    let desc = PliantColliderDesc {
        shape: PLIANT_SHAPE_SPHERE,
        size: [radius, 0.0, 0.0],
        friction,
        ..PliantColliderDesc::default()
    };
    world.apply(Edit::AddCollider { desc }).expect("a ball");
}

/// A sheet that falls on a ball with friction stays on it, and no vertex comes nearer than its thickness; what rounding
/// takes of that in a substep it gets back in the next.
#[test]
fn cloth_lies_on_a_ball() {
    let cells = sized(8, 20);
    for executor in executors() {
        let mut world = world();
        add_ball(&mut world, 0.3, 1.0);
        let asset = sheet([cells; 2], 1.0 / cells as f32);
        let cloth = PliantClothDesc {
            damping: 4.0,
            thickness: 0.005,
            ..PliantClothDesc::default()
        };
        let desc = BodyOptions {
            pose: PliantPose::at([-0.5, 0.31, -0.5]),
            friction: 1.0,
            substeps: sized(1, 0),
            ..cloth_desc(executor, cloth)
        };
        let body = add(&mut world, &asset, desc);
        let mut centres = Vec::new();
        for steps in sized([45, 10], [180, 60]) {
            run(&mut world, steps, HZ);
            let x = places(&mut world, body);
            let nearest = x.iter().map(|p| p.length()).fold(f64::INFINITY, f64::min);
            // f32 keeps these places to 3e-8 m.
            println!("nearest {nearest:.6}");
            assert!(nearest > 0.305 - 1e-6, "{nearest}");
            centres.push(mean(x.iter().copied()));
        }
        let apart = centres[1] - centres[0];
        println!("{executor}: {:.4}, moved {apart:.5}", centres[1]);
        assert!(apart.length() < 0.01 && centres[1].y > -0.2);
        assert!(centres[1].with_y(0.0).length() < 0.02, "{}", centres[1]);
    }
}

/// A sheet on a slope of slope s = 0.75 with friction μ: at rest if μ > s, or else g cos (s - μ) faster each second, to
/// 1e-3 of g, once it has come to touch all over.
#[test]
fn friction_holds_cloth_on_a_slope_or_slows_it() {
    let (up, along) = (Vec3::new(0.6, 0.8, 0.0), DVec3::new(0.8, -0.6, 0.0));
    for executor in executors() {
        for friction in [0.3, 1.0] {
            let mut world = world();
            let turn = Quat::from_rotation_arc(Vec3::Y, up);
            let slope = PliantPose {
                rotation: turn.to_array(),
                ..PliantPose::at([0.0; 3])
            };
            let plane = PliantColliderDesc {
                shape: PLIANT_SHAPE_PLANE,
                pose: slope,
                friction,
                ..PliantColliderDesc::default()
            };
            let added = world.apply(Edit::AddCollider { desc: plane });
            added.expect("a slope");
            let asset = sheet([3, 3], 0.1);
            // The distance kept from colliders.
            let pose = PliantPose {
                position: (1e-3 * up).as_dvec3().to_array(),
                ..slope
            };
            let cloth = PliantClothDesc {
                drag: 0.0,
                lift: 0.0,
                ..PliantClothDesc::default()
            };
            let desc = BodyOptions {
                pose,
                friction,
                ..cloth_desc(executor, cloth)
            };
            let body = add(&mut world, &asset, desc);
            run(&mut world, 6, HZ);
            let before = velocity(&mut world, body).dot(along);
            run(&mut world, 12, HZ);
            let gained = (velocity(&mut world, body).dot(along) - before) / 0.2;
            let expected = (G * 0.8 * (0.75 - f64::from(friction))).max(0.0);
            println!("{executor} {friction}: {before:.5}, then {gained:.5} of {expected:.5}");
            assert!((gained - expected).abs() < 1e-3 * G, "{gained}");
        }
    }
}

/// A frame carries the two rows that it holds to their place, to the rounding of the transform, and the sheet comes after.
#[test]
fn frames_carry_cloth() {
    let asset = sheet([4, 4], 0.1);
    let held: Vec<u32> = (0..10).collect();
    for executor in executors() {
        let mut world = world_with(|o| o.gravity = [0.0; 3]);
        let cloth = PliantClothDesc {
            bending_stiffness: 0.1,
            damping: 20.0,
            drag: 0.0,
            lift: 0.0,
            ..PliantClothDesc::default()
        };
        let body = add(&mut world, &asset, cloth_desc(executor, cloth));
        let pose = PliantPose::at([0.0; 3]);
        let made = world.apply(Edit::AddFrame { pose, user_data: 0 });
        let Ok(Applied::Frame(frame)) = made else {
            panic!("{made:?}");
        };
        attach(&mut world, body, held.clone(), Some(frame));
        let [turn, way] = [0.5_f32, 0.2];
        for part in (1..=10).map(|k| k as f32 / 10.0) {
            let pose = PliantPose {
                rotation: Quat::from_rotation_y(part * turn).to_array(),
                ..PliantPose::at([0.0, part * way, 0.0])
            };
            let moved = Edit::MoveFrame {
                frame,
                pose,
                teleport: false,
            };
            world.apply(moved).expect("moved");
            run(&mut world, 1, HZ);
        }
        run(&mut world, 45, HZ);
        let x = places(&mut world, body);
        let turned = DQuat::from_rotation_y(turn.into());
        let mut worst = [0.0_f64; 2];
        for (v, internal) in asset.internal_from_user.iter().enumerate() {
            let rest = Vec3::from_array(asset.rest_positions[*internal as usize]).as_dvec3();
            let error = x[*internal as usize].distance(turned * rest + DVec3::Y * f64::from(way));
            let is_free = usize::from(v >= held.len());
            worst[is_free] = worst[is_free].max(error);
        }
        println!("{executor}: held {:e}, free {:e}", worst[0], worst[1]);
        assert!(worst[0] < 1e-6 && worst[1] < 0.01, "{worst:?}");
    }
}

/// Springs of stiffness k at n vertices let a sheet of weight m g hang m g/(n k) lower.
#[test]
fn springs_hold_cloth() {
    let asset = sheet([4, 4], 0.1);
    let mut world = world();
    let cloth = PliantClothDesc {
        damping: 20.0,
        ..PliantClothDesc::default()
    };
    let body = add(
        &mut world,
        &asset,
        cloth_desc(PLIANT_EXECUTOR_DEFAULT, cloth),
    );
    let all = Selection::Vertices((0..25).collect());
    attach_with(&mut world, body, all, None, None, 2.0);
    run(&mut world, 60, HZ);
    let x = places(&mut world, body);
    let low = -mean(x.into_iter()).y;
    let expected = 0.2 * 0.16 * G / (25.0 * 2.0);
    println!("on springs {:.5} of mg/(nk)", low / expected);
    assert!((low / expected - 1.0).abs() < 1e-3, "{low}");
}

/// A flat sheet in still air falls with v = V tanh(g t/V), V² = 2 ρ g/(ρ_air c). Euler's steps h are late by up to
/// g h/V = 0.5 % of V. Blown at V from below, it hovers.
#[test]
fn a_flat_sheet_falls_as_air_lets_it() {
    for executor in executors() {
        let asset = sheet([4, 4], 0.1);
        let cloth = PliantClothDesc {
            bending_stiffness: 1.0,
            ..PliantClothDesc::default()
        };
        let terminal = (2.0_f64 * 0.2 * G / 1.225).sqrt();
        let fall = terminal * (G * 0.2 / terminal).tanh();
        for (wind, expected) in [(0.0, -fall), (terminal, 0.0)] {
            let mut world = world();
            let body = add(&mut world, &asset, cloth_desc(executor, cloth));
            let wind = [0.0, wind as f32, 0.0];
            world.apply(Edit::SetWind { wind }).expect("wind");
            run(&mut world, 12, HZ);
            let speed = velocity(&mut world, body).y;
            println!("{executor}: {speed:.5}, expected {expected:.5}");
            assert!((speed - expected).abs() < 0.005 * terminal);
        }
    }
}

/// The same positions and velocities after the same steps, on both executors, and after a snapshot in the middle.
#[test]
fn cloth_is_deterministic_and_is_restored() {
    let half = sized(5, 30);
    let mut found = Vec::new();
    for (executor, restores) in [
        (PLIANT_EXECUTOR_RESIDENT, false),
        (PLIANT_EXECUTOR_RESIDENT, true),
        (PLIANT_EXECUTOR_WIDE, false),
        (PLIANT_EXECUTOR_WIDE, true),
    ] {
        let mut world = world();
        let wind = [2.0, 0.0, 1.0];
        world.apply(Edit::SetWind { wind }).expect("wind");
        let asset = sheet([8, 8], 0.05);
        let desc = BodyOptions {
            iterations: 2,
            substeps: 1,
            ..cloth_desc(executor, PliantClothDesc::default())
        };
        let body = add(&mut world, &asset, desc);
        fix(&mut world, body, &asset, |p| p.z < 1e-4);
        add_floor(&mut world, -0.02);
        run(&mut world, half, HZ);
        if restores {
            let bytes = world.save().expect("a snapshot");
            run(&mut world, 2, HZ);
            world.restore(&bytes).expect("restored");
        }
        run(&mut world, half, HZ);
        found.push(particles(&mut world, body));
    }
    for other in &found[1..] {
        assert!(found[0] == *other, "other bits");
    }
}

/// A finer mesh bound to a bent sheet: vertices at places of the sheet's own are there, the others on its triangles, so
/// within the box of the sheet and at most a cell's diagonal from the nearest vertex.
#[test]
fn a_finer_mesh_follows_the_sheet() {
    let coarse = sheet([6, 6], 1.0 / 6.0);
    let mesh = sheet([24, 24], 1.0 / 24.0).surface();
    let skin = Arc::new(bind_skin(&coarse, &mesh).expect("a skin"));
    let mut world = world_with(|o| o.gravity = [0.0, -5.0, 8.5]);
    let desc = cloth_desc(PLIANT_EXECUTOR_DEFAULT, PliantClothDesc::default());
    let body = add(&mut world, &coarse, desc);
    fix(&mut world, body, &coarse, |p| p.z < 1e-4);
    let layout = PliantVertexLayout::default();
    let added = world.apply(Edit::AddSkin {
        body,
        skin: skin.clone(),
        layout,
    });
    added.expect("a skin");
    run(&mut world, 20, HZ);
    let x = places(&mut world, body);
    let drawn = drawn(&mut world, body, &skin);
    let worst = worst_follower(&coarse, &x, &mesh.positions, &drawn);
    println!(
        "own places {:e}, others {:e} from the triangles",
        worst[0], worst[1]
    );
    assert!(worst[0] < 1e-6 && worst[1] < 1e-6, "{worst:?}");
}

/// Positions of render vertices.
fn drawn(world: &mut World, body: PliantBodyId, skin: &SkinAsset) -> Vec<DVec3> {
    let view = world
        .map_vertices(body, 0, PLIANT_MAP_WAIT)
        .expect("a skin");
    // SAFETY: the library says `data` holds `byte_count` bytes, aligned to 4, until they are unmapped.
    let words = unsafe {
        std::slice::from_raw_parts(view.data.cast::<f32>(), view.byte_count as usize / 4)
    };
    let rows = words.chunks(6).map(|row| Vec3::from_slice(&row[..3]));
    let all: Vec<DVec3> = rows.map(Vec3::as_dvec3).collect();
    world.unmap(view.map).expect("unmap");
    assert_eq!(all.len(), skin.cage_vertices.len());
    all
}

/// The largest distances of render vertices from the sheet's vertices at the same place at rest, and of the others from
/// where the triangle around them at rest takes them.
fn worst_follower(asset: &Asset, x: &[DVec3], rest: &[[f32; 3]], drawn: &[DVec3]) -> [f64; 2] {
    let home = |v: u32| Vec3::from_array(asset.rest_positions[v as usize]).as_dvec3();
    let mut worst = [0.0_f64; 2];
    for (p, found) in rest.iter().zip(drawn) {
        let p = Vec3::from_array(*p).as_dvec3();
        let mut all = asset.surface_triangles.iter().map(|t| {
            let [a, b, c] = t.map(home);
            let whole = (b - a).cross(c - a).y;
            let w = [
                (b - p).cross(c - p),
                (c - p).cross(a - p),
                (a - p).cross(b - p),
            ];
            (t, w.map(|w| w.y / whole))
        });
        let around = all.find(|(_, w)| w.iter().all(|w| *w > -1e-6));
        let (t, w) = around.expect("a triangle around it");
        let place: DVec3 = t.iter().zip(w).map(|(v, w)| x[*v as usize] * w).sum();
        let is_other = usize::from(w.iter().all(|w| *w < 0.9999));
        worst[is_other] = worst[is_other].max(place.distance(*found));
    }
    worst
}

/// A large ball of cloth whose vertices stop sliding where it touches the floor, and each step asks whether it does. A count
/// that is cleared and taken anew while others read it gave other bits from the step on in which it lands.
#[test]
fn sheets_that_land_give_the_same_hashes() {
    for executor in executors() {
        let run = || -> Vec<u64> {
            let mut world = world();
            add_floor(&mut world, 0.0);
            let desc = BodyOptions {
                executor,
                pose: PliantPose::at([0.0, 0.25, 0.0]),
                model: PliantClothDesc::default().into(),
                self_contact: PLIANT_SELF_CONTACT_OFF,
                ..body_desc()
            };
            add(&mut world, &balloon::ball(3), desc);
            let step = |_| {
                world.step(HZ).expect("a step");
                world.state_hash().expect("a hash")
            };
            (0..16).map(step).collect()
        };
        let first = run();
        for _ in 0..3 {
            assert_eq!(run(), first, "executor {executor}");
        }
    }
}
