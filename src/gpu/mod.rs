//! The only place that names wgpu.

pub mod ahead;
pub mod batch;
pub mod buffer;
pub mod context;
pub mod done;
mod interop;
pub mod kernel;
mod permute;
pub mod plan;
#[cfg(test)]
pub mod probe;
pub mod query;
pub mod readback;
pub mod run;
pub mod state;
pub mod upload;
pub mod vertices;
