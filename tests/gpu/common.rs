//! Worlds and bodies for tests.

use glam::{DVec3, Vec3};
use pliant::asset::lattice::{Split, beam_lattice};
use pliant::asset::{Asset, CookOptions, TetMesh, cook::cook};
use pliant::desc::*;
use pliant::ids::PliantBodyId;
use pliant::world::{Applied, Edit, World};
use std::sync::Arc;

/// A step [s].
pub const HZ: f32 = 1.0 / 60.0;
/// Gravity [m/s²].
pub const G: f64 = 9.81;
/// Each method on each executor.
pub const KINDS: [(u32, u32); 4] = [
    (PLIANT_METHOD_NEO_HOOKEAN, PLIANT_EXECUTOR_RESIDENT),
    (PLIANT_METHOD_NEO_HOOKEAN, PLIANT_EXECUTOR_WIDE),
    (PLIANT_METHOD_MASS_SPRING, PLIANT_EXECUTOR_RESIDENT),
    (PLIANT_METHOD_MASS_SPRING, PLIANT_EXECUTOR_WIDE),
];

/// Mass, position and velocity of each particle of a body that nothing fixes.
pub fn masses_and_motion(x: &[[f32; 4]], v: &[[f32; 4]]) -> Vec<(f64, DVec3, DVec3)> {
    let point = |row: &[f32; 4]| Vec3::from_slice(&row[..3]).as_dvec3();
    let rows = x.iter().zip(v);
    rows.map(|(x, v)| (1.0 / f64::from(x[3]), point(x), point(v)))
        .collect()
}

/// A world with no gravity scale of its own: 9.81 m/s² towards -y.
pub fn world() -> World {
    world_with(|_| {})
}

pub fn world_with(change: impl FnOnce(&mut WorldOptions)) -> World {
    let mut options = WorldOptions::default();
    change(&mut options);
    World::new(options).expect("a world")
}

pub fn cooked(mesh: &TetMesh) -> Arc<Asset> {
    Arc::new(
        cook(mesh, &CookOptions::default())
            .expect("a cooked mesh")
            .0,
    )
}

/// A box of n³ cells and the given edge, cooked.
pub fn cube(n: usize, edge: f32) -> Arc<Asset> {
    cooked(&beam_lattice([n; 3], [edge; 3], Split::Five))
}

/// A body description whose particles come back.
pub fn body_desc() -> PliantBodyDesc {
    PliantBodyDesc {
        readback_particles: 1,
        ..PliantBodyDesc::default()
    }
}

pub fn add(world: &mut World, asset: &Arc<Asset>, desc: PliantBodyDesc) -> PliantBodyId {
    match world.apply(Edit::AddBody {
        asset: asset.clone(),
        desc,
    }) {
        Ok(Applied::Body(body)) => body,
        other => panic!("adding a body gave {other:?}"),
    }
}

pub fn add_floor(world: &mut World, height: f32) {
    let desc = PliantColliderDesc {
        shape: PLIANT_SHAPE_PLANE,
        pose: pliant::math::PliantPose::at([0.0, height, 0.0]),
        ..PliantColliderDesc::default()
    };
    world.apply(Edit::AddCollider { desc }).expect("a floor");
}

/// Positions (w: inverse mass) and velocities by internal index, after waiting for the newest step.
pub fn particles(world: &mut World, body: PliantBodyId) -> (Vec<[f32; 4]>, Vec<[f32; 4]>) {
    let view = world
        .map_particles(body, PLIANT_MAP_WAIT)
        .expect("particles");
    let count = view.vertex_count as usize;
    // SAFETY: the library says both arrays hold this many rows of four floats until they are unmapped.
    let read = |from: *const f32| unsafe {
        std::slice::from_raw_parts(from.cast::<[f32; 4]>(), count).to_vec()
    };
    let result = (read(view.positions), read(view.velocities));
    world.unmap(view.map).expect("unmap");
    result
}

pub fn run(world: &mut World, steps: usize, dt: f32) {
    for _ in 0..steps {
        world.step(dt).expect("a step");
    }
}
