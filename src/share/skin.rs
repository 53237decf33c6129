//! Skinning data shared with the GPU.
