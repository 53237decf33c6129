//! How far a world is prepared.

/// Progress of `pliant_world_prepare`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct PliantPrepareState {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// Kernels that are ready, for a loading bar.
    pub done_count: u32,
    /// Number of kernels requested. The number changes only with the request and the content of the world.
    pub kernel_count: u32,
    /// Reserved, zero.
    pub reserved: u32,
}
