//! Results that are mapped for reading, until they are dropped.

use super::{Result, ready, size};
use pliant::desc::PLIANT_MAP_LATEST;
use pliant::ffi::map::{pliant_body_map_particles, pliant_body_map_vertices, pliant_unmap};
use pliant::ids::PliantBodyId;
use pliant::view::{PliantParticleView, PliantVertexView};

/// Render vertices of the newest finished step.
pub struct Vertices(PliantVertexView);

impl Vertices {
    /// Maps them; `None` before the first step.
    pub fn map(body: PliantBodyId) -> Result<Option<Self>> {
        // SAFETY: all zeros is a valid view: it has no pointer to read.
        let mut view: PliantVertexView = unsafe { std::mem::zeroed() };
        view.struct_size = size::<PliantVertexView>();
        // SAFETY: the view is a struct of the size that it says.
        let status = unsafe { pliant_body_map_vertices(body, 0, PLIANT_MAP_LATEST, &mut view) };
        Ok(ready(status)?.then_some(Self(view)))
    }

    /// The step they belong to.
    pub fn frame(&self) -> u64 {
        self.0.frame
    }

    /// Floats from one vertex to the next.
    pub fn stride(&self) -> usize {
        self.0.stride as usize / size_of::<f32>()
    }

    /// All floats, relative to `origin` [m].
    pub fn floats(&self) -> &[f32] {
        let count = self.0.byte_count as usize / size_of::<f32>();
        if count == 0 {
            return &[];
        }
        // SAFETY: the library keeps `byte_count` bytes of floats there until the view is unmapped, which drop does.
        unsafe { std::slice::from_raw_parts(self.0.data.cast(), count) }
    }

    /// What positions are relative to [m, world].
    pub fn origin(&self) -> [f64; 3] {
        self.0.origin
    }

    /// Corners of the box around them [m, from `origin`].
    pub fn bounds(&self) -> ([f32; 3], [f32; 3]) {
        (self.0.low, self.0.high)
    }
}

impl Drop for Vertices {
    fn drop(&mut self) {
        pliant_unmap(self.0.map);
    }
}

/// Simulated particles of the newest finished step.
pub struct Particles(PliantParticleView);

impl Particles {
    /// Maps them; `None` before the first step.
    pub fn map(body: PliantBodyId) -> Result<Option<Self>> {
        // SAFETY: all zeros is a valid view: it has no pointer to read.
        let mut view: PliantParticleView = unsafe { std::mem::zeroed() };
        view.struct_size = size::<PliantParticleView>();
        // SAFETY: the view is a struct of the size that it says.
        let status = unsafe { pliant_body_map_particles(body, PLIANT_MAP_LATEST, &mut view) };
        Ok(ready(status)?.then_some(Self(view)))
    }

    /// What positions are relative to [m, world].
    pub fn origin(&self) -> [f64; 3] {
        self.0.origin
    }

    /// Position [m, from `origin`] with the inverse mass [1/kg] as fourth number, and velocity [m/s].
    pub fn each(&self) -> impl Iterator<Item = (&[f32; 4], &[f32; 4])> {
        let count = self.0.vertex_count as usize;
        if count == 0 {
            return [].iter().zip(&[]);
        }
        // SAFETY: the library keeps four floats a particle at both places until the view is unmapped, which drop does.
        let (places, velocities) = unsafe {
            (
                std::slice::from_raw_parts(self.0.positions.cast::<[f32; 4]>(), count),
                std::slice::from_raw_parts(self.0.velocities.cast::<[f32; 4]>(), count),
            )
        };
        places.iter().zip(velocities)
    }
}

impl Drop for Particles {
    fn drop(&mut self) {
        pliant_unmap(self.0.map);
    }
}
