//! Attachments hold vertices to frames: rigidly, or by springs.

use super::common::*;
use super::edits::{DT, bar};
use super::oracle::*;
use glam::{DVec3, Quat, Vec3};
use pliant::desc::*;
use pliant::math::PliantPose;
use pliant::reference::linear_momentum;
use pliant::world::{Edit, Selection};

/// An attached vertex is at its frame's place at the end of each step, to the rounding of the transform.
#[test]
fn attached_vertices_follow_their_frame() {
    let (mesh, asset) = bar();
    let mut sweep = Sweep::every(3);
    for executor in EXECUTORS {
        for method in MODELS {
            if !sweep.takes() {
                continue;
            }
            let mut world = world();
            let body = add(&mut world, &asset, desc_for(executor, method, 1e5));
            let from = PliantPose::at([0.0, 0.25, 0.25]);
            let frame = add_frame(&mut world, from);
            let held = vertices(&mesh, |p| p[0] == 0.0);
            let attachment = attach(&mut world, body, held.clone(), Some(frame));
            let mut pose = from;
            for step in 1..=30 {
                let t = step as f32 * DT;
                pose = PliantPose {
                    rotation: (Quat::from_rotation_y(2.0 * t) * Quat::from_rotation_x(t))
                        .to_array(),
                    ..PliantPose::at([0.3 * t, 0.25 + 0.5 * (4.0 * t).sin(), 0.25])
                };
                move_frame(&mut world, frame, pose);
                run(&mut world, 1, DT);
                let now = state(&mut world, body, &asset);
                for i in &held {
                    let rest = Vec3::from_array(mesh.positions[*i as usize]);
                    let offset = from.inverse_transform_point(rest.as_dvec3());
                    let there = pose.transform_point(offset);
                    let off = now.positions[*i as usize].distance(there);
                    assert!(
                        off < 1e-6,
                        "executor {executor} method {method} step {step}: {off} off"
                    );
                }
            }
            // Released, it falls: nothing follows the frame any more, and only its weight adds momentum.
            release(&mut world, [attachment]);
            let start = state(&mut world, body, &asset);
            pose.position[0] += 5.0;
            move_frame(&mut world, frame, pose);
            run(&mut world, 30, DT);
            let end = state(&mut world, body, &asset);
            let oracle = reference_body(&mesh, &desc_for(executor, method, 1e5));
            let gained = linear_momentum(&oracle, &end) - linear_momentum(&oracle, &start);
            let weight = DVec3::new(0.0, -9.81 * 0.5 * oracle.masses.iter().sum::<f64>(), 0.0);
            assert!(
                gained.distance(weight) < 1e-3 * weight.length(),
                "gained {gained}, weight {weight}"
            );
            assert!(
                world.apply(Edit::Release { attachment }).is_err(),
                "released twice"
            );
        }
    }
}

/// A rigid attachment overrides an inverse mass of 0: the vertex follows its frame, to the rounding of the transform. A
/// spring does not move such a vertex. Released, the first vertex stays where the frame left it.
#[test]
fn a_vertex_of_inverse_mass_zero_follows_a_rigid_attachment_and_no_spring() {
    let (mesh, asset) = bar();
    let mut sweep = Sweep::every(3);
    for (executor, method) in EXECUTORS.into_iter().flat_map(|e| MODELS.map(|m| (e, m))) {
        if !sweep.takes() {
            continue;
        }
        let mut world = world();
        let body = add(&mut world, &asset, desc_for(executor, method, 1e5));
        let frame = add_frame(&mut world, PliantPose::default());
        let (rigid, soft) = (
            vertices(&mesh, |p| p[0] == 0.0),
            vertices(&mesh, |p| p[0] == 1.0),
        );
        let attachment = attach(&mut world, body, rigid.clone(), Some(frame));
        let sprung = Selection::Vertices(soft.clone());
        attach_with(&mut world, body, sprung, Some(frame), None, 1e4);
        let fixed = rigid.iter().chain(&soft).copied().collect();
        set_inverse_mass(&mut world, body, fixed, 0.0);
        let mut there = DVec3::ZERO;
        for step in 1..=20 {
            there = DVec3::new(0.01, 0.02, -0.01) * f64::from(step);
            let pose = PliantPose::at(there.as_vec3().to_array());
            move_frame(&mut world, frame, pose);
            run(&mut world, 1, DT);
            let now = state(&mut world, body, &asset);
            let rest = |i: u32| Vec3::from_array(mesh.positions[i as usize]).as_dvec3();
            for i in &rigid {
                let off = now.positions[*i as usize].distance(rest(*i) + there);
                let case = format!("executor {executor} method {method} step {step}");
                assert!(off < 1e-6, "{case}: {off} off");
            }
            for i in &soft {
                assert_eq!(now.positions[*i as usize], rest(*i));
            }
        }
        release(&mut world, [attachment]);
        run(&mut world, 5, DT);
        let now = state(&mut world, body, &asset);
        for i in &rigid {
            let rest = Vec3::from_array(mesh.positions[*i as usize]).as_dvec3();
            assert!(now.positions[*i as usize].distance(rest + there) < 1e-6);
        }
    }
}

/// A body hung by springs of stiffness k at n vertices rests mg/(nk) below their targets on average.
#[test]
fn a_soft_attachment_stretches_by_the_weight_over_its_stiffness() {
    let (mesh, asset) = bar();
    let mut sweep = Sweep::every(3);
    for executor in EXECUTORS {
        for method in MODELS {
            if !sweep.takes() {
                continue;
            }
            let mut world = world();
            let mut desc = desc_for(executor, method, 1e6);
            desc.set_damping(10.0);
            let body = add(&mut world, &asset, desc);
            let held = vertices(&mesh, |p| p[1] == 0.5);
            let stiffness = 2000.0_f32;
            attach_with(
                &mut world,
                body,
                Selection::Vertices(held.clone()),
                None,
                None,
                stiffness,
            );
            run(&mut world, 300, DT);
            let now = state(&mut world, body, &asset);
            let below = held
                .iter()
                .map(|i| 0.5 - now.positions[*i as usize].y)
                .sum::<f64>()
                / held.len() as f64;
            let expected = 1000.0 * 0.25 * 9.81 / (f64::from(stiffness) * held.len() as f64);
            println!(
                "executor {executor} method {method}: {:.5} of mg/k",
                below / expected
            );
            assert!(
                (below / expected - 1.0).abs() < 1e-3,
                "{below} below, expected {expected}"
            );
        }
    }
}

/// A surface point moves to a point of a frame and stays there.
#[test]
fn a_surface_point_goes_to_its_target() {
    let (_, asset) = bar();
    let mut world = world();
    let body = add(
        &mut world,
        &asset,
        desc_for(PLIANT_EXECUTOR_DEFAULT, PLIANT_MODEL_NEO_HOOKEAN, 1e5),
    );
    let frame = add_frame(&mut world, PliantPose::at([0.0, 2.0, 0.0]));
    let selection = Selection::SurfacePoints(vec![[0.5, 0.6, 0.3]]);
    attach_with(
        &mut world,
        body,
        selection,
        Some(frame),
        Some([0.1, 0.2, 0.3]),
        0.0,
    );
    run(&mut world, 60, DT);
    // The point is outside: the nearest surface triangle holds (0.5, 0.5, 0.3); its corners keep their rest offsets from that point.
    let now = state(&mut world, body, &asset);
    let target = DVec3::new(0.1, 2.2, 0.3);
    let point = DVec3::new(0.5, 0.5, 0.3);
    let at_place = (0..now.positions.len()).filter(|user| {
        let rest = asset.rest_positions[asset.internal_from_user[*user] as usize];
        let there = target + Vec3::from_array(rest).as_dvec3() - point;
        now.positions[*user].distance(there) < 1e-5
    });
    assert_eq!(at_place.count(), 3);
}
