//! Events as dispatches: which bodies touched each other, and which sensors they are in.

use super::record::Row;
use super::work::{Meets, Scheduled, Work};
use crate::error::Result;
use crate::gpu::context::Context;
use crate::gpu::kernel::{EVENT, Kernel, KernelSource, SENSOR};
use crate::gpu::plan::{Dispatch, Group, Plan};
use crate::share::{ParamsPass, SENSOR_BITS, SENSOR_NUMBERS};
use std::sync::Arc;

const SENSE: &str = "sensor";

/// What runs at the end of a step for events. Nothing where nobody asks.
pub fn dispatches(
    context: &Context,
    work: &mut Work,
    bodies: &[Scheduled],
) -> Result<Vec<Dispatch>> {
    let mut all = pairs(context, work, bodies)?;
    all.extend(sensors(context, work, bodies)?);
    Ok(all)
}

/// Finds pairs of bodies, and adds up what they gave each other.
fn pairs(context: &Context, work: &mut Work, bodies: &[Scheduled]) -> Result<Vec<Dispatch>> {
    if work.asked.events == 0 || !work.meets.touches.any() {
        return Ok(Vec::new());
    }
    let own = bodies.iter().map(|body| (body.index, body.patches));
    let carried = work.carried.iter().map(|s| (s.index, s.patches));
    let touching = own.chain(carried).filter(|(_, patches)| *patches > 0);
    let rows: Vec<Row> = touching.map(|(index, _)| [index, 0, 0, 0]).collect();
    let list = work.list(rows);
    let [find, sum] = compile_pairs(context, work.meets)?;
    let dispatch = |kernel, workgroups| Dispatch {
        kernel,
        group: Group::Simulation,
        workgroups,
        pass: Some(ParamsPass {
            work_row: list.0,
            work_count: list.1,
            epochs: work.epochs,
            ..ParamsPass::default()
        }),
    };
    Ok(vec![dispatch(find, 1), dispatch(sum, work.asked.events)])
}

fn compile_pairs(context: &Context, meets: Meets) -> Result<[Arc<Kernel>; 2]> {
    let work = Work::new(meets, 1);
    let kernel = |entry| context.kernel(&EVENT, entry, &work.constants());
    Ok([kernel("event_find")?, kernel("event_sum")?])
}

/// Rows of the state that say which of this many sensors a body is in.
pub fn sensor_rows(sensors: u32) -> u32 {
    sensors.div_ceil(SENSOR_BITS * SENSOR_NUMBERS)
}

/// Finds the sensors that each body is in.
fn sensors(context: &Context, work: &mut Work, bodies: &[Scheduled]) -> Result<Option<Dispatch>> {
    let (first, count) = work.asked.sensors;
    if work.asked.events == 0 || count == 0 || bodies.is_empty() {
        return Ok(None);
    }
    let rows: Vec<Row> = bodies
        .iter()
        .map(|body| [body.index, first, count, 0])
        .collect();
    let list = work.list(rows);
    let sum_row = work.partials[0];
    work.partials[0] += sensor_rows(count) * list.1;
    Ok(Some(Dispatch {
        kernel: compile_sensors(context)?,
        group: Group::Simulation,
        workgroups: list.1,
        pass: Some(ParamsPass {
            work_row: list.0,
            work_count: list.1,
            sum_row,
            epochs: work.epochs,
            ..ParamsPass::default()
        }),
    }))
}

fn compile_sensors(context: &Context) -> Result<Arc<Kernel>> {
    let source: &KernelSource = &SENSOR;
    // Sensors may be distances on a grid.
    context.kernel(source, SENSE, &[("NEARBY_BOUNDED", 2)])
}

/// Compiles what the dispatches need. `touches`: bodies may touch each other.
pub fn compile(context: &Context, meets: Meets) -> Result<()> {
    if meets.touches.any() {
        compile_pairs(context, meets)?;
    }
    compile_sensors(context).map(drop)
}

/// The first state row of what sensors found, in the order of the plan.
pub fn row(plan: &Plan) -> Option<u32> {
    let found = plan.dispatches().find(|d| d.kernel.label == SENSE);
    found.and_then(|dispatch| Some(dispatch.pass?.sum_row))
}
