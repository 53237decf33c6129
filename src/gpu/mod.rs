//! The only place that names wgpu.

pub mod ahead;
pub mod batch;
pub mod buffer;
pub mod cache;
pub mod compile;
pub mod context;
pub mod done;
mod guarded;
mod interop;
pub mod kernel;
mod permute;
pub mod plan;
#[cfg(test)]
pub mod probe;
pub mod query;
pub mod readback;
pub mod recorder;
pub mod run;
pub mod state;
pub mod table_cache;
pub mod upload;
pub mod vertices;
pub mod warm;
