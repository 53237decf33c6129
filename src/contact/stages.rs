//! Contact between bodies as dispatches.

use crate::error::Result;
use crate::executor::{Scheduled, Work};
use crate::gpu::context::Context;
use crate::gpu::kernel::{
    CANDIDATE_SCAN, CANDIDATE_WRITE, CONTACT_UPDATE, CROSSING_TEST, ISLANDS, Kernel, KernelSource,
    MULTIPLIERS, NARROW_PHASE, PAIR_RESTITUTION, PATCH_BOUNDS, PROXIMITY_SETS, STEP_BOUNDS,
    VERTEX_LISTS, VERTEX_PLANES,
};
use crate::gpu::plan::{Dispatch, Group};
use crate::share::ParamsPass;
use std::sync::Arc;

/// The most workgroups that share the points of a patch in vertex_planes.
const MOST_SHARES: u32 = 8;

/// The dispatches of a step for contact between bodies. All are empty in a world without touching bodies.
#[derive(Default)]
pub struct Stages {
    /// Before the first epoch: proximity sets of bodies that may touch in the step.
    pub proximity_sets: Vec<Dispatch>,
    /// Candidates: pairs of features that may touch.
    pub candidates: Vec<Dispatch>,
    /// Lists of candidates by vertex, and sums over bodies.
    pub lists: Vec<Dispatch>,
    /// Before the solvers of each epoch: planes and contacts, and then those of each vertex.
    update: Vec<Dispatch>,
    keep: Vec<Dispatch>,
    /// After the solvers of each epoch.
    islands: Vec<Dispatch>,
    /// After the last epoch: the bounce of two bodies. Empty if none has a restitution.
    pub pair_restitution: Vec<Dispatch>,
}

impl Stages {
    /// Planes and contacts of an epoch.
    pub fn update(&self, epoch: u32) -> Vec<Dispatch> {
        in_epoch(&self.update, epoch)
    }

    /// Planes and contacts that vertices keep.
    pub fn keep(&self, epoch: u32) -> Vec<Dispatch> {
        in_epoch(&self.keep, epoch)
    }

    /// Momentum of bodies that press each other, after the solvers of an epoch.
    pub fn islands(&self, epoch: u32) -> Vec<Dispatch> {
        in_epoch(&self.islands, epoch)
    }
}

fn in_epoch(dispatches: &[Dispatch], epoch: u32) -> Vec<Dispatch> {
    let mut dispatches = dispatches.to_vec();
    let passes = dispatches.iter_mut().filter_map(|d| d.pass.as_mut());
    passes.for_each(|pass| pass.substep = epoch); // see `Params::substep`
    dispatches
}

/// Parts of islands_sum: before the first epoch, and after each.
const SUM_BEFORE: u32 = 0;
const SUM_AFTER: u32 = 1;

/// The slots of bodies with surfaces that touch others, and their numbers of patches.
fn touching(work: &Work, bodies: &[Scheduled]) -> Vec<(u32, u32)> {
    let bodies = bodies.iter().map(|body| (body.index, body.patches));
    let kinematic = work.kinematic.iter().map(|s| (s.index, s.patches));
    let all = bodies.chain(kinematic);
    all.filter(|(_, patches)| *patches > 0).collect()
}

/// The dispatches of all stages.
pub fn dispatches(context: &Context, work: &mut Work, bodies: &[Scheduled]) -> Result<Stages> {
    if !work.features.touches.any() {
        return Ok(Stages::default());
    }
    // Rows of the lists: (body, patch); (body).
    let touching = touching(work, bodies);
    let rows = |&(index, patches): &(u32, u32)| (0..patches).map(move |k| [index, k, 0, 0]);
    let patches = work.list(touching.iter().flat_map(rows));
    let all = work.list(touching.iter().map(|(index, _)| [*index, 0, 0, 0]));
    let dispatch = |entry, list: (u32, u32), workgroups, part| Dispatch {
        kernel: kernel(context, entry, work),
        group: Group::Simulation,
        workgroups,
        pass: Some(ParamsPass {
            work_row: list.0,
            work_count: list.1,
            epochs: work.epochs,
            part,
            ..ParamsPass::default()
        }),
    };
    let shares = shares_of(context, patches.1);
    let planes = dispatch("vertex_planes", patches, shares * patches.1, shares);
    let each = |entry, part| dispatch(entry, all, all.1, part);
    let one = |entry| dispatch(entry, all, 1, 0);
    let patch = |entry, part| dispatch(entry, patches, patches.1, part);
    let bounces = ["pair_restitution_find", "pair_restitution_apply"].into_iter();
    let bounces = bounces.filter(|_| work.features.rebounds);
    Ok(Stages {
        proximity_sets: vec![
            each("proximity_sets_motion", 0),
            each("proximity_sets_separation", 0),
            one("proximity_sets_join"),
        ],
        candidates: vec![
            each("step_bounds", 0),
            patch("patch_bounds", 0),
            patch("crossing_test", 0),
            patch("narrow_phase", 0),
            dispatch("candidate_scan", patches, 1, 0),
            patch("candidate_write", 0),
        ],
        lists: vec![
            patch("vertex_lists_place", 0),
            patch("vertex_lists_fill", 0),
            each("islands_sum", SUM_BEFORE),
        ],
        update: vec![patch("contact_update", 0)],
        keep: vec![planes],
        islands: vec![
            patch("multipliers", 0),
            each("islands_sum", SUM_AFTER),
            each("islands_apply", 0),
        ],
        pair_restitution: bounces.map(|entry| each(entry, 0)).collect(),
    })
}

/// Workgroups that share each patch in vertex_planes.
fn shares_of(context: &Context, patches: u32) -> u32 {
    let most = context.limits.max_compute_workgroups_per_dimension;
    (most / patches.max(1)).clamp(1, MOST_SHARES)
}

/// All kernels and their files.
const KERNELS: [(&str, &KernelSource); 18] = [
    ("proximity_sets_motion", &PROXIMITY_SETS),
    ("proximity_sets_separation", &PROXIMITY_SETS),
    ("proximity_sets_join", &PROXIMITY_SETS),
    ("step_bounds", &STEP_BOUNDS),
    ("patch_bounds", &PATCH_BOUNDS),
    ("crossing_test", &CROSSING_TEST),
    ("narrow_phase", &NARROW_PHASE),
    ("candidate_scan", &CANDIDATE_SCAN),
    ("candidate_write", &CANDIDATE_WRITE),
    ("vertex_lists_place", &VERTEX_LISTS),
    ("vertex_lists_fill", &VERTEX_LISTS),
    ("contact_update", &CONTACT_UPDATE),
    ("vertex_planes", &VERTEX_PLANES),
    ("multipliers", &MULTIPLIERS),
    ("islands_sum", &ISLANDS),
    ("islands_apply", &ISLANDS),
    ("pair_restitution_find", &PAIR_RESTITUTION),
    ("pair_restitution_apply", &PAIR_RESTITUTION),
];

fn kernel(context: &Context, entry: &'static str, work: &Work) -> Arc<Kernel> {
    let known = KERNELS.iter().find(|(name, _)| *name == entry);
    let source = known.map_or(&CONTACT_UPDATE, |(_, source)| *source);
    context.kernel(source, entry, &work.constants())
}
