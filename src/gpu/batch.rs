//! A kernel that reads one buffer and writes another, outside of steps: submitted at once and waited for.

use super::buffer;
use super::context::Context;
use super::kernel::KernelSource;
use super::readback::{self, Piece};
use crate::error::Result;

/// What the kernel writes for this input: as many bytes, by this many workgroups.
pub fn run(
    context: &Context,
    source: &'static KernelSource,
    name: &'static str,
    input: &[u8],
    (bytes, workgroups): (u64, u32),
) -> Result<Vec<u8>> {
    let pipeline = context.pipeline(source, name)?;
    let given = buffer::storage(context, source.label, input.len() as u64)?;
    let written = buffer::storage(context, source.label, bytes)?;
    buffer::write(context, source.label, &given, 0, input)?;
    let entries = [entry_of(0, &given), entry_of(1, &written)];
    let layout = &context.layout(source).groups[0];
    let group = context
        .device
        .create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some(source.label),
            layout,
            entries: &entries,
        });
    let mut encoder = context.device.create_command_encoder(&Default::default());
    {
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.dispatch_workgroups(workgroups, 1, 1);
    }
    context.queue.submit([encoder.finish()]);
    let piece = Piece {
        key: (0, 0),
        source: written,
        offset: 0,
        length: bytes,
    };
    Ok(readback::download(context, &[piece])?.remove(0))
}

fn entry_of(binding: u32, buffer: &buffer::Buffer) -> wgpu::BindGroupEntry<'_> {
    wgpu::BindGroupEntry {
        binding,
        resource: buffer.as_entire_binding(),
    }
}
