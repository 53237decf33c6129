//! Shapes of colliders that are more than a few numbers: surfaces, distances on a grid, and several shapes in one.
//! Immutable, shared by any number of colliders, and saved as bytes.

mod bounds;
mod compound;
mod form;
mod grid;
mod saved;
mod surface;
#[cfg(test)]
mod tests;

pub use compound::{PartOptions, compound, joined};
pub use form::{Form, Part, ShapeAsset, Surface};
pub use grid::{check_room, grid, grid_of_surface};
pub use surface::{HeightOptions, convex, heightfield, mesh};
