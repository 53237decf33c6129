//! What a world is prepared for.

use super::{choices, in_range, known_bits};
use crate::error::{Error, Result, Status};
use crate::ids::PliantAssetId;

/// Prepare flag: bodies that touch each other or themselves.
pub const PLIANT_PREPARE_TOUCH: u32 = 1;
/// Prepare flag: sphere, capsule and cuboid colliders.
pub const PLIANT_PREPARE_SOLIDS: u32 = 2;
/// Prepare flag: SDF colliders.
pub const PLIANT_PREPARE_GRIDS: u32 = 4;
/// Prepare flag: mesh, convex hull and heightfield colliders.
pub const PLIANT_PREPARE_MESHES: u32 = 8;
/// Prepare flag: bodies or colliders with a restitution above 0.
pub const PLIANT_PREPARE_RESTITUTION: u32 = 16;
/// Prepare flag: events and sensors, of a world with `PLIANT_WORLD_EVENTS`.
pub const PLIANT_PREPARE_EVENTS: u32 = 32;
/// Prepare flag: skins on bodies.
pub const PLIANT_PREPARE_SKINS: u32 = 64;
/// Prepare flag: rays, closest points and overlaps.
pub const PLIANT_PREPARE_QUERIES: u32 = 128;

const FLAGS: &[(u32, &str)] = choices!(
    PLIANT_PREPARE_TOUCH,
    PLIANT_PREPARE_SOLIDS,
    PLIANT_PREPARE_GRIDS,
    PLIANT_PREPARE_MESHES,
    PLIANT_PREPARE_RESTITUTION,
    PLIANT_PREPARE_EVENTS,
    PLIANT_PREPARE_SKINS,
    PLIANT_PREPARE_QUERIES
);

/// The most threads that a caller can ask for.
const MOST_THREADS: u32 = 64;

/// The most assets that a call can name.
const MOST_ASSETS: u32 = 4096;

/// Assets and features that a world will get.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PliantPrepareDesc {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// `PLIANT_PREPARE_…` bits. Default 0: half-spaces and the world's present features. Each bit may double the number
    /// of kernels: kernels with and without the feature.
    pub flags: u32,
    /// Assets of future bodies; NULL for none. Not kept.
    pub assets: *const PliantAssetId,
    /// `PLIANT_MODEL_…` of each asset; NULL for `PLIANT_MODEL_DEFAULT`. Not kept. List an asset with two models twice.
    pub models: *const u32,
    /// Number of `assets`, and of `models`. Range 0 to 4096. Default 0.
    pub asset_count: u32,
    /// Threads that compile. Range 1 to 64. Default (0): as many as the processor has, at most 8. Use 1 for drivers
    /// that fail when several threads compile.
    pub thread_count: u32,
}

impl Default for PliantPrepareDesc {
    fn default() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            flags: 0,
            assets: std::ptr::null(),
            models: std::ptr::null(),
            asset_count: 0,
            thread_count: 0,
        }
    }
}

/// Fails for unknown flags and for too many threads.
pub fn check_prepare(flags: u32, thread_count: u32) -> Result<()> {
    known_bits("flags", flags, FLAGS)?;
    in_range("thread_count", thread_count, 0, MOST_THREADS)
}

/// Fails for more assets than a call can name.
pub fn check_prepare_count(count: u32) -> Result<()> {
    match count <= MOST_ASSETS {
        true => Ok(()),
        false => Err(Error::new(
            Status::Capacity,
            format!("asset_count is {count}, expected at most {MOST_ASSETS}"),
        )),
    }
}
