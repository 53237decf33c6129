//! Runs test kernels of a few lines: rows in, as many rows out.

use super::batch;
use super::context::Context;
use super::kernel::{Binding, BindingKind, KernelSource};

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

/// The output of the kernel for these input rows, in as many rows.
pub fn answers(
    context: &Context,
    source: &'static KernelSource,
    samples: usize,
    rows: &[[f32; 4]],
) -> Vec<[f32; 4]> {
    let entry = source.entry_points[0].name;
    let groups = (samples as u32).div_ceil(64);
    let (input, bytes) = (bytemuck::cast_slice(rows), 16 * rows.len() as u64);
    let bytes = batch::run(context, source, entry, input, (bytes, groups)).unwrap();
    bytemuck::pod_collect_to_vec(&bytes)
}
