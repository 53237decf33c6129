//! What the simulation and the mesher share: meshes as arrays, errors, progress, and the geometry of triangles and tets.

pub mod bodies;
mod boundary;
pub mod check;
pub mod edges;
pub mod error;
pub mod file;
pub mod hull;
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

/// The most vertices of a body: indices are packed in 21 bits on the GPU.
pub const MAX_VERTICES: usize = 1 << 21;
/// The most tets of a body: `4 * tet + corner` and the number of edges stay below 2^31.
pub const MAX_TETS: usize = 1 << 24;
/// The most triangles of a surface: half-edges have 32-bit numbers, and closing holes adds some.
pub const MAX_TRIANGLES: usize = 1 << 28;
