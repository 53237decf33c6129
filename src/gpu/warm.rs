//! Runs new kernels with no workgroups, so that a driver which makes code only when a kernel first runs does it then.

use super::buffer;
use super::context::Context;
use super::kernel::{Kernel, Layout};
use super::run::Bound;
use crate::error::Result;
use crate::share::Params;
use std::sync::Arc;

/// Size of what each binding is given [byte]: more than a kernel's largest struct.
const BYTES: u64 = 1 << 12;

/// Submits them. They are compiled.
pub fn submit(context: &Context, kernels: &[Arc<Kernel>]) -> Result<()> {
    let mut encoder = context.device.create_command_encoder(&Default::default());
    {
        let mut pass = encoder.begin_compute_pass(&Default::default());
        for kernel in kernels {
            let pipeline = context.compiler.pipeline(kernel)?;
            let layout = context.layout(kernel.source);
            pass.set_pipeline(&pipeline);
            pass.set_bind_group(0, bound(context, &layout)?.group(), &[]);
            pass.set_immediates(0, bytemuck::bytes_of(&Params::default()));
            pass.dispatch_workgroups(0, 1, 1);
        }
    }
    context.queue.submit([encoder.finish()]);
    Ok(())
}

/// Buffers that nothing reads or writes.
fn bound(context: &Context, layout: &Layout) -> Result<Bound> {
    let buffers = (0..layout.buffers()).map(|_| buffer::storage(context, "unused", BYTES));
    let buffers: Vec<_> = buffers.collect::<Result<_>>()?;
    let bindings = buffers.iter().map(|b| b.as_entire_buffer_binding());
    Ok(Bound::new(context, layout, &bindings.collect::<Vec<_>>()))
}
