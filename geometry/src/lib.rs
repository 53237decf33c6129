//! What the simulation and the mesher share: meshes as arrays, errors, progress, and the geometry of triangles and tets.

pub mod bodies;
mod boundary;
pub mod check;
pub mod edges;
pub mod error;
pub mod file;
pub mod incidence;
pub mod lattice;
mod mesh;
pub mod parallel;
pub mod progress;
pub mod sets;
#[cfg(any(test, feature = "shapes"))]
pub mod shapes;
pub mod solid;
pub mod surface;
pub mod triangle;

pub use incidence::EMPTY;
pub use mesh::{SurfaceMesh, TetMesh, diagonal, used};

/// The most vertices a body can have: indices are packed in 21 bits on the GPU.
pub const MAX_VERTICES: usize = 1 << 21;
/// The most tets a body can have: `4 * tet + corner` and the number of its edges stay below 2^31.
pub const MAX_TETS: usize = 1 << 24;
/// The most triangles a surface can have: half-edges are numbered in 32 bits, and holes add some.
pub const MAX_TRIANGLES: usize = 1 << 28;
