//! A nearly incompressible beam twisted by a full turn.

use super::common::*;
use super::oracle::*;
use glam::{DVec3, Quat, Vec3};
use pliant::asset::TetMesh;
use pliant::asset::lattice::{Split, beam_lattice};
use pliant::desc::*;
use pliant::math::PliantPose;
use pliant::reference::{min_deformation_determinant, volume};
use std::f32::consts::TAU;

const STEPS: usize = 240;
const AXIS: Vec3 = Vec3::new(0.0, 0.125, 0.125);

/// The largest distance of these vertices from where their frame, which started on the axis, carries them.
fn off_frame(mesh: &TetMesh, held: &[u32], pose: &PliantPose, now: &[DVec3]) -> f64 {
    let off = held.iter().map(|i| {
        let rest = Vec3::from_array(mesh.positions[*i as usize]) - AXIS;
        pose.transform_point(rest).distance(now[*i as usize])
    });
    off.fold(0.0, f64::max)
}

/// The executors that twist the beam: one of them where time is short.
fn executors_tried() -> Vec<u32> {
    match amount() {
        Amount::Brief => vec![PLIANT_EXECUTOR_WIDE],
        _ => EXECUTORS.to_vec(),
    }
}

/// One end is held, the other turns once about the beam's axis in four seconds. With ν = 0.49 no tet may be inverted,
/// and the volume stays within 1 %. The turning end follows its frame.
#[test]
fn a_beam_twisted_by_a_turn_keeps_its_volume() {
    // Eight layers, of 45° each, do not share the turn evenly.
    let mesh = beam_lattice(
        short_or([12, 2, 2], [16, 4, 4]),
        [1.0, 0.25, 0.25],
        Split::Five,
    );
    let asset = cooked(&mesh);
    for executor in executors_tried() {
        let mut world = weightless();
        let mut desc = BodyOptions {
            executor,
            ..body_desc()
        };
        desc.set_poisson(0.49);
        desc.set_damping(5.0);
        let body = add(&mut world, &asset, desc);
        let frame = add_frame(&mut world, PliantPose::at(AXIS));
        attach(&mut world, body, vertices(&mesh, |p| p[0] == 0.0), None);
        let turned = vertices(&mesh, |p| p[0] == 1.0);
        attach(&mut world, body, turned.clone(), Some(frame));
        let oracle = reference_body(&mesh, &desc);
        let (mut lowest, mut now) = (f64::INFINITY, Vec::new());
        for step in 1..=STEPS + 60 {
            let angle = TAU * step.min(STEPS) as f32 / STEPS as f32;
            let pose = PliantPose {
                rotation: Quat::from_rotation_x(angle).to_array(),
                ..PliantPose::at(AXIS)
            };
            move_frame(&mut world, frame, pose);
            run(&mut world, 1, 1.0 / 60.0);
            now = state(&mut world, body, &asset).positions;
            lowest = lowest.min(min_deformation_determinant(&oracle, &now));
            assert!(
                lowest > 0.0,
                "an inverted tet in step {step}: det F {lowest}"
            );
            if step % 30 == 0 {
                let worst = off_frame(&mesh, &turned, &pose, &now);
                assert!(
                    worst < 1e-6,
                    "the turned end is {worst} off its frame at {angle} rad"
                );
            }
        }
        let whole = volume(&oracle, &now) / 0.0625;
        println!("executor {executor}: smallest det F {lowest:.3}, volume {whole:.5}");
        assert!(
            (whole - 1.0).abs() < 0.01,
            "the volume is {whole} of the first"
        );
        // The twist is spread along the beam: its middle has turned by half a turn.
        let middle = vertices(&mesh, |p| p == [0.5, 0.25, 0.125])[0];
        let turned = now[middle as usize].y - 0.125;
        assert!(
            (turned / 0.125 + 1.0).abs() < 0.1,
            "the middle is at {turned}"
        );
    }
}
