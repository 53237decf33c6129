//! Events as dispatches: the pairs of bodies that touched each other, and the sensors that bodies are in.

use crate::error::Result;
use crate::executor::{Row, Scheduled, Work};
use crate::gpu::context::Context;
use crate::gpu::kernel::{EVENT, SENSOR};
use crate::gpu::plan::{Dispatch, Group, Plan};
use crate::share::{ParamsPass, SENSOR_BITS, SENSOR_NUMBERS};

const SENSE: &str = "sensor";

/// The dispatches at the end of a step for events. None if no event is asked for.
pub fn dispatches(
    context: &Context,
    work: &mut Work,
    bodies: &[Scheduled],
) -> Result<Vec<Dispatch>> {
    let mut all = pairs(context, work, bodies)?;
    all.extend(sensors(context, work, bodies)?);
    Ok(all)
}

/// Finds pairs of bodies, and sums the impulses of each pair.
fn pairs(context: &Context, work: &mut Work, bodies: &[Scheduled]) -> Result<Vec<Dispatch>> {
    if work.requests.events == 0 || !work.features.touches.any() {
        return Ok(Vec::new());
    }
    let own = bodies.iter().map(|body| (body.index, body.patches));
    let kinematic = work.kinematic.iter().map(|s| (s.index, s.patches));
    let touching = own.chain(kinematic).filter(|(_, patches)| *patches > 0);
    let rows: Vec<Row> = touching.map(|(index, _)| [index, 0, 0, 0]).collect();
    let list = work.list(rows);
    let kernel = |entry| context.kernel(&EVENT, entry, &work.constants());
    let [find, sum] = ["event_find", "event_sum"].map(kernel);
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
    Ok(vec![dispatch(find, 1), dispatch(sum, work.requests.events)])
}

/// Rows of the state for the result of this many sensors a body.
pub fn sensor_rows(sensors: u32) -> u32 {
    sensors.div_ceil(SENSOR_BITS * SENSOR_NUMBERS)
}

/// Finds the sensors that each body is in.
fn sensors(context: &Context, work: &mut Work, bodies: &[Scheduled]) -> Result<Option<Dispatch>> {
    let (first, count) = work.requests.sensors;
    if work.requests.events == 0 || count == 0 || bodies.is_empty() {
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
        // Sensors may have shapes on a grid.
        kernel: context.kernel(&SENSOR, SENSE, &[("SOLID_DISTANCE_GRIDS", 1)]),
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

/// The first state row of the sensors' result, in the order of the plan.
pub fn row(plan: &Plan) -> Option<u32> {
    let found = plan.dispatches().find(|d| d.kernel.label == SENSE);
    found.and_then(|dispatch| Some(dispatch.pass?.sum_row))
}
