//! Prepares meshes for simulation: reads and writes files, repairs surfaces, fills volumes with tets.
//!
//! Games do not need this at run time; the library includes it as its feature `cook`.

pub mod read;
pub mod repair;
#[cfg(any(test, feature = "test_meshes"))]
pub mod test_meshes;
pub mod tetrahedralise;
pub mod volume;
pub mod write;
