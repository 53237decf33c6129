//! Large bodies of solvers whose loops are in `shaders/executor/wide.wgsl`.

use super::scheduled::Scheduled;
use super::steps::{own_rows, steps};
use super::wide_lists::{HELD_LATER, WideLists, attach, clear};
use super::work_list::{Epochs, Row, SolverKernel, Work, label};
use crate::element::group_kind::{Items, SUM_PART};
use crate::element::groups::kinds_of;
use crate::error::Result;
use crate::gpu::context::Context;
use crate::gpu::kernel::Kernel;
use crate::gpu::plan::Dispatch;
use crate::gpu::vertices::CHUNK;
use std::collections::BTreeMap;
use std::sync::Arc;

const _: () = assert!(SUM_PART == CHUNK, "a workgroup of wide_part sums a part");

/// A dispatch a step and iteration, two for a step that sums, and three more a substep, shared by all. One more if a body is
/// held, two if a free body is damped; and two a step if a body is free.
pub fn driven(
    context: &Context,
    work: &mut Work,
    bodies: &[&Scheduled],
    family: &'static SolverKernel,
) -> Result<Epochs> {
    if bodies.is_empty() {
        return Ok(Epochs::new());
    }
    let wide = Wide::new(context, work, bodies, family)?;
    let (lists, vertices) = (&wide.lists, wide.own.vertices);
    let substeps = lists.epochs * lists.substeps;
    let mut epochs = vec![Vec::new(); lists.epochs as usize];
    epochs[0].push(wide.dispatch(&wide.open, vertices, [0, 0]));
    for substep in 0..substeps {
        epochs[(substep / lists.substeps) as usize].extend(wide.substep(substep));
    }
    if let Some(end) = epochs.last_mut() {
        if bodies.iter().any(|b| b.free) {
            end.extend(wide.motion(substeps - lists.substeps)); // a substep that no body skips
        }
        end.push(clear(context, lists));
        end.push(wide.dispatch(&wide.close, vertices, [substeps, 0]));
    }
    Ok(epochs)
}

/// A kernel of a step, and its list.
type StepKernel = (Arc<Kernel>, (u32, u32));

/// The parts of the dispatches of wide bodies.
struct Wide {
    lists: WideLists,
    own: OwnLists,
    attach: Arc<Kernel>,
    open: Arc<Kernel>,
    begin: Arc<Kernel>,
    start: Arc<Kernel>,
    /// The dispatches of each step of an iteration.
    steps: Vec<Vec<StepKernel>>,
    /// How many steps, from the first, go backwards in odd iterations.
    turning: usize,
    end: Arc<Kernel>,
    motion: [Arc<Kernel>; 2],
    close: Arc<Kernel>,
    /// The most iterations of a substep.
    iterations: u32,
    /// Whether damping needs motions within a step.
    is_damped: bool,
}

impl Wide {
    fn new(
        context: &Context,
        work: &mut Work,
        bodies: &[&Scheduled],
        family: &'static SolverKernel,
    ) -> Result<Self> {
        let lists = WideLists::with_faces(context, work, bodies, u32::MAX)?;
        let own = OwnLists::new(work, bodies);
        let of = |name, constants: &[_]| {
            work.solver_kernel(context, family, label(family, name), constants)
        };
        let kernel = |name| of(name, &[]);
        let kinds = bodies.iter().fold(0, |set, body| set | body.kinds);
        // Kinds with elements are included even without a load: with one kind alone `element_is` does not test an element's
        // kind.
        let opening = kinds_of(kinds).filter(|kind| kind.opens || kind.items == Items::Elements);
        let opening = opening.fold(0, |set, kind| set | kind.bit());
        let of_kind = |((items, kind, _), lists): (&StepKey, &StepLists)| {
            let of = |name| of(name, &[("ELEMENT_KINDS", 1 << kind)]);
            match items {
                Items::Sum => vec![
                    (of("wide_part"), lists.items),
                    (of("wide_total"), lists.bodies),
                ],
                Items::Elements | Items::Vertices => vec![(of("wide_item"), lists.items)],
            }
        };
        Ok(Self {
            attach: attach(context),
            open: kernel("wide_open"),
            begin: of("wide_begin", &[("ELEMENT_KINDS", opening)]),
            start: kernel("wide_start"),
            steps: own.steps.iter().map(of_kind).collect(),
            turning: own
                .steps
                .keys()
                .filter(|key| key.0 == Items::Elements)
                .count(),
            end: kernel("wide_end"),
            motion: ["wide_reduce", "wide_resolve"].map(kernel),
            close: kernel("wide_close"),
            iterations: bodies.iter().map(|b| b.iterations).max().unwrap_or(0),
            is_damped: bodies.iter().any(|b| b.damped && b.free),
            lists,
            own,
        })
    }

    /// The body's own rows are counted from the first of all sums.
    fn dispatch(&self, kernel: &Arc<Kernel>, list: (u32, u32), step: [u32; 2]) -> Dispatch {
        let mut made = self.lists.dispatch(kernel, list, 1, step);
        made.pass.iter_mut().for_each(|pass| pass.rigid_row = 0);
        made
    }

    fn substep(&self, substep: u32) -> Vec<Dispatch> {
        let (lists, vertices) = (&self.lists, self.own.vertices);
        let of_vertices = |kernel| self.dispatch(kernel, vertices, [substep, 0]);
        let mut dispatches = Vec::new();
        if lists.attachments.1 > 0 {
            let hold = [substep, HELD_LATER]; // the solver moves held vertices itself
            dispatches.push(lists.dispatch(&self.attach, lists.attachments, 64, hold));
        }
        dispatches.push(of_vertices(&self.begin));
        dispatches.extend(lists.find_faces(substep));
        dispatches.push(of_vertices(&self.start));
        for iteration in 0..self.iterations {
            let mut steps: Vec<_> = self.steps.iter().collect();
            if iteration % 2 == 1 {
                steps[..self.turning].reverse(); // see executor/resident.wgsl
            }
            let step = [substep, iteration];
            let steps = steps.into_iter().flatten();
            dispatches.extend(steps.map(|(kernel, list)| self.dispatch(kernel, *list, step)));
        }
        dispatches.push(of_vertices(&self.end));
        if self.is_damped {
            dispatches.extend(self.motion(substep));
        }
        dispatches
    }

    /// Finds the rigid motions of bodies.
    fn motion(&self, substep: u32) -> [Dispatch; 2] {
        let lists = [self.own.vertices, self.own.bodies];
        [0, 1].map(|k| self.dispatch(&self.motion[k], lists[k], [substep, 0]))
    }
}

/// The key by which steps of several bodies share a dispatch: their items, their kind, and their number among the steps of
/// that kind.
type StepKey = (Items, u32, u32);

/// Work lists whose rows end with the first of a body's own state rows.
struct OwnLists {
    /// (body, first vertex, vertices, own row); each makes one sum.
    vertices: (u32, u32),
    /// (body, first sum, sums, own row).
    bodies: (u32, u32),
    steps: BTreeMap<StepKey, StepLists>,
}

/// The lists of a step: the items of all its bodies, and the bodies, which only a sum needs. A row: (body, first item, items
/// or 1, and 65,536 times the number of the step, own row).
struct StepLists {
    items: (u32, u32),
    bodies: (u32, u32),
}

impl OwnLists {
    fn new(work: &mut Work, bodies: &[&Scheduled]) -> Self {
        let [mut vertices, mut items]: [Vec<Row>; 2] = Default::default();
        let mut lists: BTreeMap<StepKey, [Vec<Row>; 2]> = BTreeMap::new();
        for body in bodies {
            let own = work.partials[0];
            work.partials[0] += own_rows(body);
            let chunks = |from: u32, end: u32, step: u32| {
                let firsts = (from..end).step_by(CHUNK as usize);
                firsts
                    .map(move |first| [body.index, first, CHUNK.min(end - first) | step << 16, own])
            };
            let first_sum = vertices.len() as u32;
            vertices.extend(chunks(0, body.asset.rest_positions.len() as u32, 0));
            let sums = vertices.len() as u32 - first_sum;
            items.push([body.index, first_sum, sums, own]);
            let mut before: BTreeMap<(Items, u32), u32> = BTreeMap::new();
            for (number, step) in (0..).zip(steps(body)) {
                let place = before.entry((step.items, step.kind)).or_default();
                let list = lists.entry((step.items, step.kind, *place)).or_default();
                *place += 1;
                list[0].extend(chunks(step.first, step.first + step.count, number));
                if step.items == Items::Sum {
                    list[1].push([body.index, 0, 1 | number << 16, own]);
                }
            }
        }
        let [vertices, bodies] = [vertices, items].map(|list| work.list(list));
        let lists = lists.into_iter().map(|(key, of)| {
            let [items, bodies] = of.map(|list| work.list(list));
            (key, StepLists { items, bodies })
        });
        Self {
            vertices,
            bodies,
            steps: lists.collect(),
        }
    }
}
