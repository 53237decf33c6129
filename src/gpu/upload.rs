//! What changes every step goes up through a ring of staging buffers, recorded into the step's own commands.

use super::context::Context;

/// Bytes of one staging buffer; larger writes get their own.
const CHUNK: u64 = 1 << 16;

/// The ring.
pub struct Belt(wgpu::util::StagingBelt);

impl Belt {
    /// An empty ring.
    pub fn new(context: &Context) -> Self {
        Self(wgpu::util::StagingBelt::new(context.device.clone(), CHUNK))
    }

    /// Records a write of `data` (a multiple of 4 bytes) to the start of a buffer.
    pub fn write(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        target: &wgpu::Buffer,
        data: &[u8],
    ) {
        if let Some(size) = wgpu::BufferSize::new(data.len() as u64) {
            self.0
                .write_buffer(encoder, target, 0, size)
                .copy_from_slice(data);
        }
    }

    /// Before the submission.
    pub fn finish(&mut self) {
        self.0.finish();
    }

    /// After the submission: buffers come back when the GPU is done with them.
    pub fn recall(&mut self) {
        self.0.recall();
    }
}
