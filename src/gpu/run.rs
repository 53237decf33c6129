//! Turns a plan into commands.

use super::buffer;
use super::context::Context;
use super::plan::{Group, Plan};
use crate::error::Result;
use crate::share::ParamsPass;

/// Stages that can be timed in one step.
const MAX_TIMED_STAGES: u32 = 32;

/// A plan's own buffers: the parameters of its dispatches.
pub struct Program {
    /// The plan.
    pub plan: Plan,
    passes: wgpu::BindGroup,
    stride: u32,
}

impl Program {
    /// Uploads a plan's parameters; `layout` is the layout of bind group 1.
    pub fn new(context: &Context, plan: Plan, layout: &wgpu::BindGroupLayout) -> Result<Self> {
        let size = size_of::<ParamsPass>() as u32;
        let stride = size.next_multiple_of(context.limits.min_uniform_buffer_offset_alignment);
        let count = plan.dispatches().filter(|d| d.pass.is_some()).count() as u32;
        let mut bytes = vec![0u8; (stride * count.max(1)) as usize];
        for (i, pass) in plan.dispatches().filter_map(|d| d.pass).enumerate() {
            let at = i * stride as usize;
            bytes[at..at + size as usize].copy_from_slice(bytemuck::bytes_of(&pass));
        }
        let parameters = buffer::uniform(context, "dispatch parameters", bytes.len() as u64)?;
        context.queue.write_buffer(&parameters, 0, &bytes);
        let passes = context.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("dispatch parameters"),
            layout,
            entries: &[wgpu::BindGroupEntry {
                binding: 0,
                resource: wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                    buffer: &parameters,
                    offset: 0,
                    size: std::num::NonZeroU64::new(u64::from(size)),
                }),
            }],
        });
        Ok(Self { plan, passes, stride })
    }

    /// Records all dispatches: one compute pass, or one a stage when they are timed.
    pub fn record(&self, encoder: &mut wgpu::CommandEncoder, groups: &dyn Fn(Group) -> wgpu::BindGroup, timer: Option<&Timer>) {
        let mut next = 0;
        if let Some(timer) = timer {
            for (i, stage) in self.plan.stages.iter().enumerate() {
                let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
                    label: Some(stage.label),
                    timestamp_writes: timer.writes(i as u32),
                });
                self.dispatch(&mut pass, &stage.dispatches, groups, &mut next);
            }
        } else {
            let mut pass = encoder.begin_compute_pass(&Default::default());
            for stage in &self.plan.stages {
                self.dispatch(&mut pass, &stage.dispatches, groups, &mut next);
            }
        }
    }

    fn dispatch(
        &self,
        pass: &mut wgpu::ComputePass<'_>,
        dispatches: &[super::plan::Dispatch],
        groups: &dyn Fn(Group) -> wgpu::BindGroup,
        next: &mut u32,
    ) {
        let mut bound = None;
        for dispatch in dispatches {
            pass.set_pipeline(&dispatch.kernel.pipeline);
            if bound != Some(dispatch.group) {
                pass.set_bind_group(0, &groups(dispatch.group), &[]);
                bound = Some(dispatch.group);
            }
            if dispatch.pass.is_some() {
                pass.set_bind_group(1, &self.passes, &[*next * self.stride]);
                *next += 1;
            }
            pass.dispatch_workgroups(dispatch.workgroups, 1, 1);
        }
    }
}

/// Timestamps around each stage.
pub struct Timer {
    queries: wgpu::QuerySet,
    resolved: wgpu::Buffer,
}

impl Timer {
    /// A timer, if the adapter has timestamps.
    pub fn new(context: &Context) -> Result<Option<Self>> {
        if !context.timestamps {
            return Ok(None);
        }
        let count = 2 * MAX_TIMED_STAGES;
        let queries = context.device.create_query_set(&wgpu::QuerySetDescriptor {
            label: Some("stages"),
            ty: wgpu::QueryType::Timestamp,
            count,
        });
        let usage = wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC;
        let resolved = buffer::create(context, "stage times", u64::from(count) * 8, usage)?;
        Ok(Some(Self { queries, resolved }))
    }

    fn writes(&self, stage: u32) -> Option<wgpu::ComputePassTimestampWrites<'_>> {
        (stage < MAX_TIMED_STAGES).then_some(wgpu::ComputePassTimestampWrites {
            query_set: &self.queries,
            beginning_of_pass_write_index: Some(2 * stage),
            end_of_pass_write_index: Some(2 * stage + 1),
        })
    }

    /// Writes the ticks of `stages` stages where they can be copied from: start and end, 8 bytes each.
    pub fn resolve(&self, encoder: &mut wgpu::CommandEncoder, stages: u32) -> (&wgpu::Buffer, u64) {
        let count = 2 * stages.min(MAX_TIMED_STAGES);
        encoder.resolve_query_set(&self.queries, 0..count, &self.resolved, 0);
        (&self.resolved, u64::from(count) * 8)
    }
}
