//! What is done to a mesh before it is simulated: files read and written, surfaces repaired, volumes filled with tets.
//!
//! Nothing here is needed while a game runs; the library carries it as its feature `cook`.

pub mod read;
pub mod repair;
#[cfg(any(test, feature = "test_meshes"))]
pub mod test_meshes;
pub mod tetrahedralise;
pub mod volume;
pub mod write;
