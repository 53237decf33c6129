//! Runs test kernels of a few lines: rows in, as many rows out.

use super::buffer;
use super::context::Context;
use super::kernel::{Binding, BindingKind, KernelSource};
use super::readback::{self, Piece};

/// What a test kernel binds.
pub const STORAGE: [Binding; 2] = [
    Binding {
        group: 0,
        binding: 0,
        name: "sample",
        kind: BindingKind::StorageRead,
    },
    Binding {
        group: 0,
        binding: 1,
        name: "answer",
        kind: BindingKind::StorageReadWrite,
    },
];

fn entry(binding: u32, buffer: &buffer::Buffer) -> wgpu::BindGroupEntry<'_> {
    wgpu::BindGroupEntry {
        binding,
        resource: buffer.as_entire_binding(),
    }
}

/// The output of the kernel for these input rows, in as many rows.
pub fn answers(
    context: &Context,
    source: &'static KernelSource,
    samples: usize,
    rows: &[[f32; 4]],
) -> Vec<[f32; 4]> {
    let bytes = 16 * rows.len() as u64;
    let kernel = context
        .kernel(source, source.entry_points[0].name, &[])
        .unwrap();
    let input = buffer::storage(context, "sample", bytes).unwrap();
    let output = buffer::storage(context, "answer", bytes).unwrap();
    context
        .queue
        .write_buffer(&input, 0, bytemuck::cast_slice(rows));
    let group = context
        .device
        .create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &context.layout(source).groups[0],
            entries: &[entry(0, &input), entry(1, &output)],
        });
    let mut encoder = context.device.create_command_encoder(&Default::default());
    {
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(&kernel.pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.dispatch_workgroups((samples as u32).div_ceil(64), 1, 1);
    }
    context.queue.submit([encoder.finish()]);
    let piece = Piece {
        key: (0, 0),
        source: output,
        offset: 0,
        length: bytes,
    };
    let bytes = readback::download(context, &[piece]).unwrap().remove(0);
    bytemuck::pod_collect_to_vec(&bytes)
}
