//! Uploads per-step data through staging buffers that stay mapped until used. Copies are recorded into the step's own
//! commands. (wgpu's `StagingBelt` panics when the device is lost.)

use super::context::Context;
use crate::error::{Error, Result, Status};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// Size of the smallest staging buffer [byte].
const SMALLEST: u64 = 1 << 14;

const MAPPED: u8 = 0;
const AWAY: u8 = 1;
const FAILED: u8 = 2;

struct Chunk {
    buffer: wgpu::Buffer,
    state: Arc<AtomicU8>,
}

/// The staging buffers: one per submission in flight.
#[derive(Default)]
pub struct Belt {
    chunks: Vec<Chunk>,
    recorded: Option<usize>,
}

impl Belt {
    /// Records writes of data (multiples of 4 bytes) to the starts of buffers. Call `after_submit` after the
    /// submission.
    pub fn write(
        &mut self,
        context: &Context,
        encoder: &mut wgpu::CommandEncoder,
        writes: &[(&wgpu::Buffer, &[u8])],
    ) -> Result<()> {
        let room = |data: &[u8]| data.len().next_multiple_of(8);
        let bytes: usize = writes.iter().map(|(_, data)| room(data)).sum();
        if bytes == 0 {
            return Ok(());
        }
        let index = self.take(context, bytes as u64)?;
        let chunk = &self.chunks[index];
        {
            let range = chunk.buffer.slice(..bytes as u64).get_mapped_range_mut();
            let mut view = range.map_err(|e| {
                let why = format!("staging memory cannot be mapped: {e}");
                Error::new(Status::DeviceLost, why)
            })?;
            let mut at = 0;
            for (_, data) in writes {
                view.slice(at..at + data.len()).copy_from_slice(data);
                at += room(data);
            }
        }
        chunk.buffer.unmap();
        chunk.state.store(AWAY, Ordering::Release);
        let mut at = 0;
        for (target, data) in writes {
            encoder.copy_buffer_to_buffer(&chunk.buffer, at, target, 0, data.len() as u64);
            at += room(data) as u64;
        }
        self.recorded = Some(index);
        Ok(())
    }

    #[cfg(test)]
    pub fn chunks(&self) -> usize {
        self.chunks.len()
    }

    /// A mapped buffer of at least this many bytes.
    fn take(&mut self, context: &Context, bytes: u64) -> Result<usize> {
        let useless = |c: &Chunk| match c.state.load(Ordering::Acquire) {
            MAPPED => c.buffer.size() < bytes,
            state => state == FAILED,
        };
        self.chunks.retain(|chunk| !useless(chunk));
        let mapped = |c: &Chunk| c.state.load(Ordering::Acquire) == MAPPED;
        if let Some(index) = self.chunks.iter().position(mapped) {
            return Ok(index);
        }
        let buffer = context.guarded("staging memory", || {
            context.device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("staging"),
                size: bytes.next_power_of_two().max(SMALLEST),
                usage: wgpu::BufferUsages::MAP_WRITE | wgpu::BufferUsages::COPY_SRC,
                mapped_at_creation: true,
            })
        })?;
        let state = Arc::new(AtomicU8::new(MAPPED));
        self.chunks.push(Chunk { buffer, state });
        Ok(self.chunks.len() - 1)
    }

    /// Maps the buffer again once the GPU is done with it. Call it also when nothing was submitted.
    pub fn after_submit(&mut self) {
        let Some(index) = self.recorded.take() else {
            return;
        };
        let chunk = &self.chunks[index];
        let state = chunk.state.clone();
        let back = move |result: std::result::Result<(), wgpu::BufferAsyncError>| {
            let now = if result.is_ok() { MAPPED } else { FAILED };
            state.store(now, Ordering::Release);
        };
        chunk.buffer.slice(..).map_async(wgpu::MapMode::Write, back);
    }
}
