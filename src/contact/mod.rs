//! Contact between bodies: what the GPU knows of their surfaces.

mod stored;
mod surface;

#[cfg(test)]
mod separate_tests;

pub use stored::{StoredSurface, SurfacePlace, Surfaces};
pub use surface::pack as pack_surface;
