//! The only place that names wgpu.

pub mod kernel;
