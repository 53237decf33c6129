//! Compares the simulation with the f64 reference: states are in the order of the given mesh.

use super::common::*;
use glam::{DVec3, Vec3};
use pliant::asset::{Asset, TetMesh};
use pliant::desc::*;
use pliant::ids::{PliantAttachmentId, PliantBodyId, PliantFrameId};
use pliant::math::PliantPose;
use pliant::reference::{Body, State};
use pliant::world::{Applied, Edit, Selection, World};
use std::sync::Arc;

pub const EXECUTORS: [u32; 2] = [PLIANT_EXECUTOR_RESIDENT, PLIANT_EXECUTOR_WIDE];
pub const MODELS: [u32; 2] = [PLIANT_MODEL_NEO_HOOKEAN, PLIANT_MODEL_MASS_SPRING];

/// Metres, no gravity.
pub fn weightless() -> World {
    world_with(|o| o.gravity = [0.0; 3])
}

/// A weightless world whose steps have one epoch.
pub fn weightless_in_one() -> World {
    world_with(|o| {
        o.gravity = [0.0; 3];
        o.epochs = 1;
    })
}

/// The reference's body for a description.
pub fn reference_body(mesh: &TetMesh, desc: &BodyOptions) -> Body {
    let (material, parameters) = desc.model.material(1.0).expect("a material");
    Body::new(mesh, material, &parameters)
}

/// Positions and velocities of a body after the newest step, by user index.
pub fn state(world: &mut World, body: PliantBodyId, asset: &Asset) -> State {
    let (origin, positions, velocities) = particles_at(world, body);
    let user = |rows: &[[f32; 4]], from: DVec3| -> Vec<DVec3> {
        let point = |i: &u32| {
            let [x, y, z, _] = rows[*i as usize];
            Vec3::new(x, y, z).as_dvec3() + from
        };
        asset.internal_from_user.iter().map(point).collect()
    };
    State {
        positions: user(&positions, DVec3::from_array(origin)),
        velocities: user(&velocities, DVec3::ZERO),
    }
}

/// The vertices whose rest position satisfies `chosen`.
pub fn vertices(mesh: &TetMesh, chosen: impl Fn([f32; 3]) -> bool) -> Vec<u32> {
    (0..mesh.positions.len() as u32)
        .filter(|i| chosen(mesh.positions[*i as usize]))
        .collect()
}

/// Sets the same inverse mass for vertices: 0 fixes them, -1 gives them back their mass.
pub fn set_inverse_mass(world: &mut World, body: PliantBodyId, vertices: Vec<u32>, value: f32) {
    let inverse_masses = vec![value; vertices.len()];
    world
        .apply(Edit::SetInverseMasses {
            body,
            vertices,
            inverse_masses,
        })
        .expect("inverse masses");
}

/// Attaches vertices rigidly where they are, to a frame or the world.
pub fn attach(
    world: &mut World,
    body: PliantBodyId,
    vertices: Vec<u32>,
    frame: Option<PliantFrameId>,
) -> PliantAttachmentId {
    attach_with(world, body, Selection::Vertices(vertices), frame, None, 0.0)
}

pub fn attach_with(
    world: &mut World,
    body: PliantBodyId,
    selection: Selection,
    frame: Option<PliantFrameId>,
    target: Option<[f64; 3]>,
    stiffness: f32,
) -> PliantAttachmentId {
    let attached = world.apply(Edit::Attach {
        body,
        selection,
        frame,
        target,
        stiffness,
        user_data: 0,
    });
    match attached {
        Ok(Applied::Attachment(attachment)) => attachment,
        other => panic!("attaching gave {other:?}"),
    }
}

/// Holds each of these vertices at a point of the world.
pub fn hold_at(
    world: &mut World,
    body: PliantBodyId,
    targets: impl IntoIterator<Item = (u32, DVec3)>,
) -> Vec<PliantAttachmentId> {
    let hold = |(vertex, target): (u32, DVec3)| {
        let selection = Selection::Vertices(vec![vertex]);
        let target = Some(target.to_array());
        attach_with(world, body, selection, None, target, 0.0)
    };
    targets.into_iter().map(hold).collect()
}

pub fn release(world: &mut World, attachments: impl IntoIterator<Item = PliantAttachmentId>) {
    for attachment in attachments {
        world.apply(Edit::Release { attachment }).expect("released");
    }
}

pub fn add_frame(world: &mut World, pose: PliantPose) -> PliantFrameId {
    match world.apply(Edit::AddFrame { pose, user_data: 0 }) {
        Ok(Applied::Frame(frame)) => frame,
        other => panic!("adding a frame gave {other:?}"),
    }
}

/// Moves a frame to a pose over the next step.
pub fn move_frame(world: &mut World, frame: PliantFrameId, pose: PliantPose) {
    let teleport = false;
    let edit = Edit::MoveFrame {
        frame,
        pose,
        teleport,
    };
    world.apply(edit).expect("moved");
}

/// A lattice 1 m long along x, squeezed by two frames to this part of its length, with a schedule that converges from then
/// on. `None`, and SKIPPED is said, if that runs in another executor on this adapter.
pub fn squeezed(
    executor: u32,
    mesh: &TetMesh,
    asset: &Arc<Asset>,
    part: f32,
) -> Option<(World, PliantBodyId, BodyOptions)> {
    let mut world = weightless_in_one();
    let mut desc = BodyOptions {
        executor,
        iterations: 256,
        ..body_desc()
    };
    desc.set_young(1e5);
    let body = add(&mut world, asset, desc);
    run(&mut world, 1, HZ);
    let what = "a squeezed resident body of 256 iterations";
    if runs_wide_instead(&mut world, body, what) {
        return None;
    }
    let iterate = |world: &mut World, iterations| {
        let edit = Edit::SetSchedule {
            body,
            substeps: 0,
            iterations,
        };
        world.apply(edit).expect("a schedule");
    };
    iterate(&mut world, 16);
    squeeze(&mut world, body, mesh, part);
    iterate(&mut world, 256);
    Some((world, body, desc))
}

/// Holds one end of a lattice a metre long along x, and moves the other to this part of its length in 20 steps.
fn squeeze(world: &mut World, body: PliantBodyId, mesh: &TetMesh, part: f32) {
    let [_, moved] = [0.0, 1.0].map(|x| {
        let frame = add_frame(world, PliantPose::default());
        attach(world, body, vertices(mesh, |p| p[0] == x), Some(frame));
        frame
    });
    for step in 1..=20 {
        let pose = PliantPose::at([(part - 1.0) * step as f32 / 20.0, 0.0, 0.0]);
        move_frame(world, moved, pose);
        run(world, 1, HZ);
    }
}

/// Steps until all speeds are below `speed` [m/s] at two checks in a row, a quarter of a second apart, or `most`
/// seconds have passed. Returns the seconds.
pub fn settle(
    world: &mut World,
    body: PliantBodyId,
    asset: &Asset,
    dt: f32,
    (speed, most): (f64, f64),
) -> f64 {
    let steps = (0.25 / dt).round() as usize;
    let (mut time, mut quiet) = (0.0, 0);
    while time < most && quiet < 2 {
        run(world, steps, dt);
        time += steps as f64 * f64::from(dt);
        let now = state(world, body, asset);
        let fastest = now
            .velocities
            .iter()
            .map(|v| v.length())
            .fold(0.0, f64::max);
        quiet = if fastest < speed { quiet + 1 } else { 0 };
    }
    time
}

/// The farthest that two sets of positions are apart.
pub fn farthest(a: &[DVec3], b: &[DVec3]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter()
        .zip(b)
        .map(|(a, b)| a.distance(*b))
        .fold(0.0, f64::max)
}
