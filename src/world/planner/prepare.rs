//! Compiling before a step needs it.

use super::Planner;
use super::compiled::{Preparation, Wanted};
use super::scheduled::typical_bodies;
use crate::asset::Asset;
use crate::desc::{
    Model, PLIANT_EXECUTOR_DEFAULT, PLIANT_MODEL_DEFAULT, PLIANT_PREPARE_EVENTS,
    PLIANT_PREPARE_GRIDS, PLIANT_PREPARE_MESHES, PLIANT_PREPARE_QUERIES,
    PLIANT_PREPARE_RESTITUTION, PLIANT_PREPARE_SKINS, PLIANT_PREPARE_SOLIDS, PLIANT_PREPARE_TOUCH,
    check_model,
};
use crate::error::Result;
use crate::executor::{ColliderKinds, Scheduled, StepRequests, SurfaceContact};
use crate::gpu::compile::{Haste, default_threads};
use crate::gpu::kernel::Kernel;
use crate::gpu::query::Queries;
use crate::gpu::warm;
use crate::schedule::{Outlook, foresee};
use crate::skin::Skins;
use crate::view::PliantPrepareState;
use crate::world::queue::Queue;
use crate::world::scene::{Scene, physical};
use crate::world::store::Store;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// How long a wait sleeps between looks at the GPU.
const NAP: Duration = Duration::from_millis(1);
/// Kernels that a software adapter is given at once. It makes code of each when it first runs, and steps wait behind that.
const SOFTWARE_BATCH: usize = 4;

/// What a world will have beside what it has.
#[derive(Clone, Default)]
pub struct PrepareOptions {
    /// `PLIANT_PREPARE_…` bits.
    pub flags: u32,
    /// Assets of bodies to come, each with its `PLIANT_MODEL_…`.
    pub bodies: Vec<(Arc<Asset>, u32)>,
    /// Threads that compile, 0 to 64; 0: as many as the processor has, at most 8.
    pub thread_count: u32,
}

impl Planner {
    /// Compiles the kernels for what is in the scene and what `options` say, and waits up to `timeout_ns` for them. Returns
    /// whether all are there. Meanwhile the world may step.
    pub fn prepare_kernels(
        &mut self,
        scene: &Scene,
        (store, skins): (&Store, &Skins),
        requests: StepRequests,
        queue: &mut Queue,
        (options, timeout_ns): (&PrepareOptions, u64),
    ) -> Result<(bool, PliantPrepareState)> {
        self.want(scene, (store, skins), requests, options)?;
        let Some(mut preparation) = self.compiled.preparation.take() else {
            return Ok((true, PliantPrepareState::default()));
        };
        let state = self.pursue(queue, &mut preparation, options, timeout_ns);
        self.compiled.preparation = Some(preparation);
        let state = state?;
        let is_done = state.done_count == state.kernel_count;
        self.compiled.started |= is_done;
        Ok((is_done, state))
    }

    /// Finds the kernels, unless they are the same as in the last call.
    fn want(
        &mut self,
        scene: &Scene,
        (store, skins): (&Store, &Skins),
        requests: StepRequests,
        options: &PrepareOptions,
    ) -> Result<()> {
        let has = |flag| options.flags & flag != 0;
        let bouncy = has(PLIANT_PREPARE_RESTITUTION);
        let mut bodies = typical_bodies(scene, store, (bouncy, self.options.iterations));
        for (asset, model) in &options.bodies {
            let body = told_body(asset, *model, bouncy)?;
            let class = (
                body.terms,
                asset.content_hash,
                body.executor,
                bouncy,
                body.kinds,
            );
            if bodies.iter().all(|(known, _)| *known != class) {
                bodies.push((class, body));
            }
        }
        let wanted = Wanted {
            outlooks: outlooks(scene, requests, options.flags),
            bodies: bodies.iter().map(|(class, _)| *class).collect(),
            skins: has(PLIANT_PREPARE_SKINS) || skins.count() > 0,
            queries: has(PLIANT_PREPARE_QUERIES),
        };
        if self
            .compiled
            .preparation
            .as_ref()
            .is_some_and(|p| p.wanted == wanted)
        {
            return Ok(());
        }
        let scheduled: Vec<Scheduled> = bodies.iter().map(|(_, body)| *body).collect();
        let mut kernels = self.kernels_beside(wanted.skins);
        for outlook in &wanted.outlooks {
            kernels.extend(foresee(&self.context, outlook, &scheduled)?);
        }
        if wanted.queries {
            kernels.extend(Queries::kernels(&self.context));
        }
        kernels.sort_by_key(Arc::as_ptr);
        kernels.dedup_by(|a, b| Arc::ptr_eq(a, b));
        self.compiled.preparation = Some(Preparation {
            wanted,
            kernels,
            running: Vec::new(),
            submission: 0,
        });
        Ok(())
    }

    /// Goes on until all is there or the time is over.
    fn pursue(
        &self,
        queue: &mut Queue,
        preparation: &mut Preparation,
        options: &PrepareOptions,
        timeout_ns: u64,
    ) -> Result<PliantPrepareState> {
        let start = Instant::now();
        let timeout = Duration::from_nanos(timeout_ns);
        let threads = match options.thread_count {
            0 => default_threads(),
            given => given as usize,
        };
        let (context, kernels) = (self.context.clone(), preparation.kernels.clone());
        let compiler = &context.compiler;
        let wanted = kernels.iter().cloned();
        compiler.later(self.number, wanted, Haste::Asked, threads);
        loop {
            let failures = kernels.iter().map(|kernel| kernel.failure.lock().take());
            if let Some(failure) = failures.flatten().next() {
                return Err(failure);
            }
            context.poll()?;
            if queue.has_finished(preparation.submission) && !self.run_next(queue, preparation)? {
                break;
            }
            let left = timeout.checked_sub(start.elapsed());
            let Some(left) = left.filter(|left| !left.is_zero()) else {
                break;
            };
            match preparation.running.is_empty() {
                true => compiler.wait(&kernels, left.min(NAP)),
                false => std::thread::sleep(left.min(NAP)),
            }
        }
        let done = kernels.iter().filter(|k| k.has_run.load(Ordering::Relaxed));
        Ok(PliantPrepareState {
            done_count: done.count() as u32,
            kernel_count: kernels.len() as u32,
            ..PliantPrepareState::default()
        })
    }

    /// Runs the next compiled kernels with no workgroups, once those before have run. False if none is left.
    fn run_next(&self, queue: &mut Queue, preparation: &mut Preparation) -> Result<bool> {
        for kernel in preparation.running.drain(..) {
            kernel.has_run.store(true, Ordering::Relaxed);
        }
        let has_run = |kernel: &&Arc<Kernel>| kernel.has_run.load(Ordering::Relaxed);
        let rest = preparation.kernels.iter().filter(|k| !has_run(k));
        let batch = match self.context.is_software() {
            true => SOFTWARE_BATCH,
            false => usize::MAX,
        };
        let ready = rest.clone().filter(|k| k.is_compiled()).take(batch);
        let ready = ready.cloned().collect();
        let is_left = rest.count() > 0;
        preparation.running = ready;
        if !preparation.running.is_empty() {
            warm::submit(&self.context, &preparation.running)?;
            preparation.submission = queue.note_submission();
        }
        Ok(is_left)
    }
}

/// What the world meets now and may come to meet: each of what was said may be there or not.
fn outlooks(scene: &Scene, requests: StepRequests, flags: u32) -> BTreeSet<Outlook> {
    let now = Outlook::new(scene.features(), requests);
    let has = |flag| flags & flag != 0;
    // A half-space may always come, and others go.
    let mut kinds: BTreeSet<ColliderKinds> = [now.kinds, ColliderKinds::HalfSpaces].into();
    kinds.extend(has(PLIANT_PREPARE_SOLIDS).then_some(ColliderKinds::Convex));
    kinds.extend(has(PLIANT_PREPARE_GRIDS).then_some(ColliderKinds::Grid));
    let mut touches: BTreeSet<SurfaceContact> = [now.touches].into();
    touches.extend(has(PLIANT_PREPARE_TOUCH).then_some(SurfaceContact::Bodies));
    touches.extend(has(PLIANT_PREPARE_MESHES).then_some(SurfaceContact::Surfaces));
    if touches.len() > 1 {
        touches.insert(SurfaceContact::None);
    }
    let all = kinds
        .iter()
        .flat_map(|k| touches.iter().map(move |t| (*k, *t)));
    all.map(|(kinds, touches)| Outlook {
        kinds,
        touches,
        rebounds: touches.any() && (now.rebounds || has(PLIANT_PREPARE_RESTITUTION)),
        momentum: now.momentum || has(PLIANT_PREPARE_EVENTS),
        events: now.events || has(PLIANT_PREPARE_EVENTS),
    })
    .collect()
}

/// A body to come, as far as kernels hang on it.
fn told_body(asset: &Asset, model: u32, bounces: bool) -> Result<Scheduled<'_>> {
    check_model(model)?;
    let model = match model {
        PLIANT_MODEL_DEFAULT => physical::default_model(asset),
        number => Model::default_of(number).unwrap_or_default(),
    };
    let terms = physical::solver(asset, &model)?.terms;
    Ok(Scheduled {
        index: 0,
        asset,
        terms,
        kinds: model.kinds(),
        multiplier_rows: 1,
        executor: PLIANT_EXECUTOR_DEFAULT,
        substeps: 1,
        iterations: 1,
        attachments: (0, 0),
        rounds: 0,
        coarse: Default::default(),
        clusters: [1; 2],
        free: true,
        damped: true,
        bounces,
        patches: 1,
    })
}
