//! The kernels that a world may need later: those of other plans for its bodies. Building a plan compiles nothing, so all
//! these plans are built, and the kernels of their dispatches are collected.

use super::step_plan::step_plan;
use super::{can_be_resident, can_finish};
use crate::contact::broad;
use crate::desc::{PLIANT_EXECUTOR_RESIDENT, PLIANT_EXECUTOR_WIDE};
use crate::error::Result;
use crate::executor::size_class::{CLASSES, CROWD, MEDIUM, class_of};
use crate::executor::{
    CoarseSize, ColliderKinds, ContactFeatures, Scheduled, ScheduledSurface, StepRequests,
    SurfaceContact, Work,
};
use crate::gpu::context::Context;
use crate::gpu::kernel::Kernel;
use std::sync::Arc;

/// The fewest iterations whose substeps have all kinds of visits.
const ITERATIONS: u32 = 5;

/// The features of a world beside its bodies, present or possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Outlook {
    /// Contact features without counts.
    pub kinds: ColliderKinds,
    pub touches: SurfaceContact,
    pub rebounds: bool,
    /// Whether the world requests momentum of bodies, and events.
    pub momentum: bool,
    pub events: bool,
}

impl Outlook {
    /// The outlook of a world with these features and requests.
    pub fn new(features: ContactFeatures, requests: StepRequests) -> Self {
        Self {
            kinds: features.kinds(),
            touches: features.touches,
            rebounds: features.rebounds,
            momentum: requests.momentum,
            events: requests.events > 0,
        }
    }

    /// Work with one of each feature.
    fn work(&self) -> Work {
        let bounded = u32::from(self.kinds > ColliderKinds::HalfSpaces);
        let surface = ScheduledSurface {
            index: 0,
            vertices: 1,
            patches: 1,
        };
        let surfaces = usize::from(self.touches == SurfaceContact::Surfaces);
        Work {
            features: ContactFeatures {
                colliders: u32::from(self.kinds > ColliderKinds::None) + bounded,
                bounded,
                grids: u32::from(self.kinds == ColliderKinds::Grid),
                touches: self.touches,
                rebounds: self.rebounds,
            },
            kinematic: vec![surface; surfaces],
            requests: StepRequests {
                momentum: self.momentum,
                events: u32::from(self.events),
                sensors: (0, u32::from(self.events)),
            },
            epochs: 1,
            ..Work::default()
        }
    }
}

/// The kernels of all plans for bodies like these: each alone, in a crowd and beside the others, free and held.
pub fn foresee(
    context: &Context,
    outlook: &Outlook,
    bodies: &[Scheduled],
) -> Result<Vec<Arc<Kernel>>> {
    let mut all = Vec::new();
    let mut plan = |bodies: &[Scheduled], is_resident: bool| {
        let resident = vec![is_resident; bodies.len()];
        let plan = step_plan(context, &mut outlook.work(), bodies, &resident, |_, _| {
            Ok(())
        })?;
        all.extend(plan.dispatches().map(|dispatch| dispatch.kernel.clone()));
        Ok(())
    };
    let mut together = Vec::new();
    for body in bodies {
        let [free, held] = [true, false].map(|is_free| typical(body, is_free));
        let [resident, wide] = executors(context, body, &outlook.work().features);
        if resident {
            plan(&[free, held], true)?;
            plan(&[free; CROWD], true)?;
            together.push(free);
        }
        if wide {
            plan(&[free, held], false)?;
        }
    }
    // Bodies of two methods may share a dispatch.
    if together.len() > 1 && together.len() <= CROWD {
        plan(&together, true)?;
    }
    let meets_objects = outlook.kinds > ColliderKinds::HalfSpaces || outlook.touches.any();
    if meets_objects && !bodies.is_empty() {
        all.extend(broad::kernels(context));
    }
    Ok(all)
}

/// A body like this one with every property that may add a dispatch to a plan.
fn typical<'a>(body: &Scheduled<'a>, is_free: bool) -> Scheduled<'a> {
    Scheduled {
        substeps: 1,
        iterations: ITERATIONS,
        attachments: (0, u32::from(!is_free)),
        coarse: CoarseSize { parts: 1, nodes: 1 },
        free: is_free,
        damped: true,
        patches: 1,
        ..*body
    }
}

/// Whether a body may be resident, and wide; see `is_resident`.
fn executors(context: &Context, body: &Scheduled, features: &ContactFeatures) -> [bool; 2] {
    let size = class_of(context, body.asset, false);
    let Some(size) = size.filter(|_| can_be_resident(context, body)) else {
        return [false, true];
    };
    let varies = CLASSES[size].whole || body.asset.rest_positions.len() as u32 > MEDIUM;
    match (body.executor, context.is_software()) {
        (PLIANT_EXECUTOR_WIDE, _) => [false, true],
        (PLIANT_EXECUTOR_RESIDENT, true) => {
            let is_within = can_finish(context, body, false, *features);
            [is_within, !is_within]
        }
        (PLIANT_EXECUTOR_RESIDENT, false) => [true, false],
        (_, true) => [false, true],
        (_, false) => [true, varies],
    }
}
