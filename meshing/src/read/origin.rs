//! Meshes far from the origin, such as those in map coordinates, are moved near it before they are rounded to f32.
//! The rule and its reasons: `docs/decisions/0013-readers.md`.

use glam::{DVec3, Vec3};
use pliant_geometry::error::{Result, measured};
use pliant_geometry::{SurfaceMesh, TetMesh};

/// The most that rounding to f32 may move a vertex, as part of the mesh's diagonal [1].
const MOST_LOST: f64 = 1e-4;
/// Rounding to f32 moves a coordinate by at most this part of it [1].
const ROUNDING: f64 = 1.0 / (1 << 24) as f64;
/// The offset is a multiple of the power of two below the middle, divided by this. So files of one place are moved
/// alike.
const STEPS: f64 = 1024.0;
/// Each pass gains 10 bits, and f64 has 53.
const MOST_PASSES: usize = 6;

/// A mesh with positions.
pub trait Placed {
    /// Positions, and the indices of those that elements use.
    fn used(&self) -> (&[[f32; 3]], &[u32]);
}

impl Placed for SurfaceMesh {
    fn used(&self) -> (&[[f32; 3]], &[u32]) {
        (&self.positions, self.triangles.as_flattened())
    }
}

impl Placed for TetMesh {
    fn used(&self) -> (&[[f32; 3]], &[u32]) {
        (&self.positions, self.tets.as_flattened())
    }
}

/// Reads a mesh, and reads it again near the origin if it lies too far away for f32. `read` subtracts its argument from
/// all positions in f64; the first time it is zero. A warning in the log says what was subtracted from the mesh called
/// `name`.
///
/// # Errors
/// Those of `read`.
pub fn near<M: Placed>(name: &str, read: impl Fn(DVec3) -> Result<M>) -> Result<M> {
    let first = read(DVec3::ZERO)?;
    let Some(mut by) = Extent::of(&first).shift() else {
        return Ok(first);
    };
    let mut origin = DVec3::ZERO;
    for _ in 0..MOST_PASSES {
        origin += by;
        let mesh = read(origin)?;
        let extent = Extent::of(&mesh);
        match extent.shift() {
            Some(more) => by = more,
            // All vertices in one place: nothing is gained.
            None if extent.diagonal() == 0.0 => break,
            None => {
                let far = Extent::of(&first).farthest();
                log::warn!(
                    "{name}: the mesh is {} across and reaches {} from the origin, where 32-bit positions are off by up to \
                     {}; {origin} was subtracted from all positions",
                    measured(extent.diagonal()),
                    measured(far),
                    measured(far * ROUNDING)
                );
                return Ok(mesh);
            }
        }
    }
    Ok(first)
}

/// The bounding box of the vertices that elements use.
struct Extent {
    low: DVec3,
    high: DVec3,
}

impl Extent {
    fn of(mesh: &impl Placed) -> Self {
        let (positions, indices) = mesh.used();
        let (mut low, mut high) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        for index in indices {
            let position = Vec3::from_array(positions[*index as usize]);
            (low, high) = (low.min(position), high.max(position));
        }
        let [low, high] = [low, high].map(Vec3::as_dvec3);
        Self { low, high }
    }

    fn diagonal(&self) -> f64 {
        self.low.distance(self.high)
    }

    /// The largest coordinate.
    fn farthest(&self) -> f64 {
        self.low.abs().max(self.high.abs()).max_element()
    }

    /// What to subtract, if rounding to f32 loses too much.
    fn shift(&self) -> Option<DVec3> {
        if self.farthest() * ROUNDING <= MOST_LOST * self.diagonal() {
            return None;
        }
        let middle = (self.low + self.high) / 2.0;
        let step = middle.abs().max_element().log2().floor().exp2() / STEPS;
        Some((middle / step).round() * step)
    }
}
