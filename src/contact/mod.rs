//! Contact as dispatches, the layout of its buffers, and the surfaces in GPU memory.

pub mod broad;
pub mod event;
pub mod kinematic;
mod layout;
pub mod reaction;
pub mod restitution;
pub mod stages;
mod stored;
mod surface;

#[cfg(test)]
mod separating_plane_tests;

pub use broad::lay_out as lay_out_nearby;
pub use event::{row as sensor_row, sensor_rows};
pub use layout::{Extent as ContactExtent, lay_out as lay_out_contacts};
pub use reaction::row as reaction_row;
pub use stored::{SurfacePlace, Surfaces};
pub use surface::pack as pack_surface;
