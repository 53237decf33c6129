//! The cooked body: immutable, shared, saved, and ready for every solver. It is a container of sections: particles,
//! tets, surface triangles, a sheet.
//!
//! Cooking checks the mesh and colours its vertices so that no two of a colour share a tet. It sorts them by colour and
//! valence, and stores their tets and edges in sliced ELL, where 32 threads read 32 neighbouring words.

pub mod cage;
pub mod clusters;
pub mod colour;
mod container;
pub mod cook;
mod cooked;
#[cfg(feature = "cook")]
pub mod factors;
pub mod file;
#[cfg(feature = "cook")]
pub mod fit;
pub mod format;
#[cfg(feature = "cook")]
pub mod from_surface;
pub mod grip;
pub mod hash;
pub mod inertia;
mod joints;
mod k_means;
pub mod misfit;
mod near;
pub mod normal_group;
pub mod order;
mod overlap;
pub mod points;
pub mod saved;
pub mod shape;
mod sheet_cage;
pub mod shell;
pub mod skin;
mod slices;
mod surface;
#[cfg(feature = "cook")]
mod surface_report;
pub mod validate;

pub use cooked::{
    Asset, ClusterShape, Clusters, CookOptions, SLICE_WIDTH, Sheet, SkinAsset, Slice,
};
pub use pliant_geometry::incidence::EMPTY;
pub use pliant_geometry::{MAX_TETS, MAX_VERTICES, SurfaceMesh, TetMesh, diagonal};
pub use pliant_geometry::{check, lattice, progress};
#[cfg(feature = "cook")]
pub use pliant_mesh::{read, repair, tetrahedralise, write};
