//! Makes the plan, its program and its bind groups.

use super::Planner;
use super::scheduled::{kinematic, scheduled};
use crate::error::Result;
use crate::executor::{ContactFeatures, Scheduled, StepRequests};
use crate::gpu::kernel::{BROAD_PHASE, EDIT};
use crate::gpu::plan::{Dispatch, Group, Plan};
use crate::gpu::run::{Groups, Program};
use crate::schedule::{self, Outlook};
use crate::share::ParamsPass;
use crate::skin::Skins;
use crate::world::queue::Launch;
use crate::world::scene::Scene;
use crate::world::store::Store;
use std::sync::Arc;

impl Planner {
    /// Makes the plan of a scene whose lists are stored. Its attachments begin in the arena row `first_held`.
    pub fn plan(
        &mut self,
        scene: &Scene,
        (store, skins): (&mut Store, &Skins),
        features: ContactFeatures,
        requests: StepRequests,
        first_held: u32,
    ) -> Result<()> {
        let bouncy = scene.has_bouncy_colliders();
        let iterations = self.options.iterations;
        let bodies: Vec<Scheduled> = scene
            .bodies_and_attachments()
            .filter(|(body, _)| !body.is_too_stiff)
            .map(|(body, (first, count))| {
                let held = (first_held + first, count);
                scheduled(store, body, held, (bouncy, iterations))
            })
            .collect();
        let context = &self.context;
        if features.bounded > 0 {
            store.state_mut().reserve_faces(context)?;
        }
        let epochs = match self.options.together || features.touches.any() {
            true => self.options.epochs,
            false => 1,
        };
        let resident = schedule::is_resident(context, &bodies, features)?;
        let kinematic = kinematic(scene, features.touches.any());
        let (plan, range) = schedule::schedule(
            context,
            store.state_mut(),
            &bodies,
            &resident,
            (features, kinematic, requests),
            epochs,
            |work, plan| skins.plan(context, work, plan),
        )?;
        let members = bodies.iter().zip(resident);
        let members = members.filter_map(|(body, owned)| owned.then_some(body.index));
        self.resident = members.collect();
        self.resident.sort_unstable();
        self.planned = bodies.iter().map(|b| b.index).collect();
        store.set_work(range);
        self.compiled.plan(Outlook::new(features, requests));
        self.program = Some(Arc::new(self.compiled_program(plan)?));
        self.dirty.plan = false;
        self.dirty.bodies = true;
        self.groups = None; // they belong to the old plan
        Ok(())
    }

    /// A program of this plan. What it lacks is compiled at once.
    pub fn compiled_program(&mut self, plan: Plan) -> Result<Program> {
        let program = Program::new(&self.context, plan)?;
        self.compiled.fresh += program.compiled;
        Ok(program)
    }

    /// A program that launches commands.
    pub fn command_program(&mut self, launches: Vec<Launch>) -> Result<Program> {
        let mut plan = Plan::default();
        for launch in launches {
            let dispatch = Dispatch {
                kernel: self.context.kernel(&EDIT, launch.entry, &[]),
                group: Group::Commands,
                workgroups: launch.workgroups,
                pass: Some(ParamsPass {
                    work_row: launch.work[0],
                    work_count: launch.work[1],
                    ..ParamsPass::default()
                }),
            };
            plan.push(launch.entry, vec![dispatch]);
        }
        self.compiled_program(plan)
    }

    /// Whether there are bind groups, and no buffer was replaced.
    pub fn is_bound(&self, store: &Store, skins: &Skins) -> bool {
        matches!(&self.groups, Some((bound, _)) if *bound == identity(store, skins))
    }

    /// Makes bind groups, if there are none or a buffer was replaced. Returns whether it made any.
    pub fn bind(&mut self, store: &Store, skins: &Skins) -> bool {
        if self.is_bound(store, skins) {
            return false;
        }
        let state = store.state();
        // All simulation kernels share one layout but the broad phase.
        let [layout, near] = [&EDIT, &BROAD_PHASE].map(|source| self.context.layout(source));
        let groups = Groups {
            simulation: state.bind(&self.context, &layout, false),
            commands: state.bind(&self.context, &layout, true),
            near: state.bind(&self.context, &near, false),
            skins: (skins.count() > 0).then(|| skins.bind(&self.context, state)),
        };
        self.groups = Some((identity(store, skins), Arc::new(groups)));
        true
    }
}

/// Sums over the buffers that bind groups name; it changes whenever one is replaced.
fn identity(store: &Store, skins: &Skins) -> u64 {
    store.state().identity() + skins.identity()
}
