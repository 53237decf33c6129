//! Records a plan as commands and submits them.

use super::buffer;
use super::context::Context;
use super::done::Done;
use super::kernel::Layout;
use super::plan::{Dispatch, Group, Plan};
use super::readback::{Key, Labels, Piece, Ring};
use super::upload::Belt;
use crate::error::Result;
use crate::share::ParamsStep;
use std::sync::Arc;

/// The most stages timed in one step.
const MAX_TIMED_STAGES: u32 = 32;

pub struct Bound(wgpu::BindGroup);

impl Bound {
    /// Binds the buffers, in order, to group 0 of all kernels with this layout.
    pub fn new(context: &Context, layout: &Layout, buffers: &[wgpu::BufferBinding]) -> Self {
        let entries: Vec<_> = buffers
            .iter()
            .enumerate()
            .map(|(i, buffer)| wgpu::BindGroupEntry {
                binding: i as u32,
                resource: wgpu::BindingResource::Buffer(buffer.clone()),
            })
            .collect();
        Self(
            context
                .device
                .create_bind_group(&wgpu::BindGroupDescriptor {
                    label: Some(layout.label),
                    layout: &layout.groups[0],
                    entries: &entries,
                }),
        )
    }

    pub fn group(&self) -> &wgpu::BindGroup {
        &self.0
    }
}

/// Bind groups for the current buffers.
pub struct Groups {
    pub simulation: Bound,
    /// The simulation's buffers, with the commands in place of the arena.
    pub commands: Bound,
    /// The simulation's buffers as the broad phase binds them.
    pub near: Bound,
    pub skins: Option<Bound>,
}

impl Groups {
    fn of(&self, group: Group) -> &Bound {
        match (group, &self.skins) {
            (Group::Commands, _) => &self.commands,
            (Group::Near, _) => &self.near,
            (Group::Skins, Some(skins)) => skins,
            _ => &self.simulation,
        }
    }
}

/// One submission: writes, commands, a step, then copies of results into the ring. It borrows everything, so a step
/// allocates no lists.
pub struct Submission<'a> {
    /// Host data and target buffers, written from their start; multiples of 4 bytes.
    pub writes: &'a [(&'a wgpu::Buffer, &'a [u8])],
    /// Edits that only the GPU can apply.
    pub commands: Option<&'a Program>,
    pub step: Option<&'a Program>,
    /// The step's commands, if already recorded.
    pub ahead: Option<wgpu::CommandBuffer>,
    pub groups: &'a Groups,
    /// Parameters shared by all dispatches.
    pub params: &'a ParamsStep,
    pub timer: Option<&'a Timer>,
    /// Results to copy back and their step number. `None` leaves the ring alone.
    pub results: Option<(u64, &'a [Piece])>,
}

/// Key of a timed step's ticks.
pub const TICKS: Key = (0, u32::MAX);

/// Records and submits. False if the ring had no room for the results.
pub fn submit(
    context: &Context,
    belt: &mut Belt,
    ring: &mut Ring,
    done: &mut Done,
    mut work: Submission,
) -> Result<bool> {
    let mut encoder = context.device.create_command_encoder(&Default::default());
    belt.write(context, &mut encoder, work.writes)?;
    let room = match work.results {
        Some((_, pieces)) => ring.make_room(context, pieces),
        None => Ok(false),
    };
    if room.is_err() {
        belt.after_submit(); // nothing is submitted, so the staging memory is free at once
    }
    let copied = room? || work.results.is_none();
    // Nothing below fails.
    if let Some(commands) = work.commands {
        commands.record(&mut encoder, work.groups, work.params);
    }
    let ahead = work.ahead.take();
    match (&ahead, work.step, work.timer) {
        (None, Some(step), Some(timer)) => step.record_timed(&mut encoder, &work, timer),
        (None, Some(step), None) => step.record(&mut encoder, work.groups, work.params),
        _ => {}
    }
    let edited = !work.writes.is_empty() || work.commands.is_some();
    let before = (edited && ahead.is_some()).then(|| {
        let after = context.device.create_command_encoder(&Default::default());
        std::mem::replace(&mut encoder, after).finish()
    });
    if let Some((frame, pieces)) = work.results.filter(|_| copied) {
        let timed = work.timer.zip(work.step);
        if let Some((timer, program)) = timed {
            timer.resolve(&mut encoder, program.plan.stages.len() as u32);
        }
        let labels = timed.map(|(_, program)| &program.labels);
        ring.record(&mut encoder, frame, pieces, labels);
    }
    let after = Some(encoder.finish());
    let parts = [before, ahead, after];
    context.queue.submit(parts.into_iter().flatten());
    belt.after_submit();
    ring.after_submit();
    done.after_submit(context);
    Ok(copied)
}

/// A plan and its pipelines.
pub struct Program {
    pub plan: Plan,
    /// Of each stage, in the order of its dispatches.
    pipelines: Vec<Vec<wgpu::ComputePipeline>>,
    labels: Labels,
    /// How many kernels had to be compiled for it.
    pub compiled: u32,
}

impl Program {
    /// Compiles what the plan lacks, several kernels at once.
    pub fn new(context: &Context, plan: Plan) -> Result<Self> {
        let kernels = plan.dispatches().map(|dispatch| dispatch.kernel.clone());
        let compiled = context.compiler.all(kernels)?;
        let pipelines = plan.stages.iter().map(|stage| {
            let kernels = stage.dispatches.iter().map(|dispatch| &dispatch.kernel);
            kernels.map(|k| context.compiler.pipeline(k)).collect()
        });
        let timed = plan.stages.iter().take(MAX_TIMED_STAGES as usize);
        Ok(Self {
            pipelines: pipelines.collect::<Result<_>>()?,
            labels: timed.map(|stage| stage.label).collect(),
            plan,
            compiled,
        })
    }

    /// What a stage runs in a step of this number.
    fn in_step(
        &self,
        stage: usize,
        step: u32,
    ) -> impl Iterator<Item = (&Dispatch, &wgpu::ComputePipeline)> {
        let dispatches = self.plan.stages[stage].in_step(step);
        dispatches.iter().zip(&self.pipelines[stage])
    }

    /// Records all dispatches of the step in one compute pass.
    pub fn record(&self, encoder: &mut wgpu::CommandEncoder, groups: &Groups, params: &ParamsStep) {
        let mut pass = encoder.begin_compute_pass(&Default::default());
        let stages = 0..self.plan.stages.len();
        let dispatches = stages.flat_map(|stage| self.in_step(stage, params.step));
        dispatch_all(&mut pass, dispatches, groups, params);
    }

    /// Records each stage as a compute pass with timestamps.
    fn record_timed(&self, encoder: &mut wgpu::CommandEncoder, work: &Submission, timer: &Timer) {
        for (i, stage) in self.plan.stages.iter().enumerate() {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
                label: Some(stage.label),
                timestamp_writes: timer.writes(i as u32),
            });
            let dispatches = self.in_step(i, work.params.step);
            dispatch_all(&mut pass, dispatches, work.groups, work.params);
        }
    }
}

fn dispatch_all<'a>(
    pass: &mut wgpu::ComputePass<'_>,
    dispatches: impl Iterator<Item = (&'a Dispatch, &'a wgpu::ComputePipeline)>,
    groups: &Groups,
    params: &ParamsStep,
) {
    let (mut bound, mut running) = (None, std::ptr::null());
    for (dispatch, pipeline) in dispatches {
        if running != Arc::as_ptr(&dispatch.kernel) {
            pass.set_pipeline(pipeline);
            running = Arc::as_ptr(&dispatch.kernel);
        }
        if bound != Some(dispatch.group) {
            pass.set_bind_group(0, &groups.of(dispatch.group).0, &[]);
            // Immediates are lost when the layout changes, and it changes with the group.
            pass.set_immediates(ParamsStep::OFFSET, bytemuck::bytes_of(params));
            bound = Some(dispatch.group);
        }
        if let Some(parameters) = &dispatch.pass {
            pass.set_immediates(0, bytemuck::bytes_of(parameters));
        }
        pass.dispatch_workgroups(dispatch.workgroups, 1, 1);
    }
}

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

    fn resolve(&self, encoder: &mut wgpu::CommandEncoder, stages: u32) {
        encoder.resolve_query_set(
            &self.queries,
            0..2 * stages.min(MAX_TIMED_STAGES),
            &self.resolved,
            0,
        );
    }

    /// The ticks of this many stages: start and end, 8 bytes each.
    pub fn piece(&self, stages: usize) -> Piece {
        let length = 16 * (stages as u64).min(u64::from(MAX_TIMED_STAGES));
        Piece {
            key: TICKS,
            source: self.resolved.clone(),
            offset: 0,
            length,
        }
    }
}
