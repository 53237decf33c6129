//! The oracle: the same physics in f64, slow and simple. Only tests and benches use it.
//!
//! A body is a list of elements ([`crate::element::Element`]). The oracle finds its equilibrium ([`equilibrium`], and
//! [`equilibrium_within`] for large meshes), a step of implicit Euler ([`implicit_euler_step`]) and a step of Verlet
//! ([`verlet_step`]). Of contact there are single pairs and bodies, in [`contact`]. Units are SI: a length unit of the mesh is a metre.

mod body;
mod linear;
mod measure;
mod minimise;
mod sheet;
mod state;
mod step;
#[cfg(test)]
mod tests;

pub mod cantilever;
pub mod ccd;
#[cfg(test)]
pub(crate) mod contact;

pub use body::{Body, elastic_energy};
pub use measure::{
    angular_momentum, kinetic_energy, linear_momentum, min_deformation_determinant, volume,
};
pub use minimise::{Solution, equilibrium, equilibrium_within};
pub use sheet::{SheetStiffness, sheet_body};
pub use state::State;
pub use step::{damp, implicit_euler_step, start_verlet, verlet_step};
