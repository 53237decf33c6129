//! Which kernels an edit makes necessary.

use super::scene::Body;
use super::{Applied, World};
use crate::error::Result;
use crate::gpu::kernel::EDIT;
use crate::ids::PliantBodyId;
use crate::solver::{Bounded, Scheduled, compile_events};

impl World {
    /// Compiles what an edit of a running world has made necessary. `turned`: a body that got another model.
    pub(super) fn compile_ahead(
        &mut self,
        applied: Applied,
        turned: Option<PliantBodyId>,
    ) -> Result<()> {
        if !self.compiled.started {
            return Ok(());
        }
        if !self.commands.is_empty() {
            for entry in ["edit_vertices", "edit_impulse"] {
                self.context.kernel(&EDIT, entry, &[])?;
            }
        }
        match (applied, turned) {
            (Applied::Body(id), _) | (Applied::Done, Some(id)) => self.compile_for_body(id),
            (Applied::Collider(id), _) => {
                let collider = self.scene.colliders.get(id)?;
                let bouncy = collider.desc.restitution > 0.0;
                let bounded = self.compiled.bounded().max(collider.meets().kinds());
                self.compile_for_colliders(bounded, bouncy)
            }
            (Applied::Skin(_), _) => self.skins.compile(&self.context),
            _ => Ok(()),
        }
    }

    /// Compiles what a removed collider has made necessary.
    pub(super) fn compile_without_collider(&mut self) -> Result<()> {
        let bounded = self.compiled.bounded().min(self.scene.meets().kinds());
        match self.compiled.started {
            true => self.compile_for_colliders(bounded, false),
            false => Ok(()),
        }
    }

    fn compile_for_body(&mut self, id: PliantBodyId) -> Result<()> {
        let body = self.scene.bodies.get(id)?;
        let held = body.attachments.len() as u32;
        let scheduled = self.scheduled(body, (0, held), 0, false);
        self.compiled.body(&self.context, &scheduled)?;
        let meets = self.scene.meets();
        let changed = meets.touches != self.compiled.touches();
        let all = self.scene.bodies.values().filter(|_| changed);
        let bodies: Vec<Scheduled> = all.map(|b| self.scheduled(b, (0, 0), 0, false)).collect();
        self.compiled.touch(&self.context, meets, &bodies)?;
        match self.events {
            Some(_) => compile_events(&self.context, meets),
            None => Ok(()),
        }
    }

    fn compile_for_colliders(&mut self, bounded: Bounded, bouncy: bool) -> Result<()> {
        let meets = self.scene.meets();
        let touched = meets.touches != self.compiled.touches();
        let changed = touched || bounded != self.compiled.bounded();
        let all = self.scene.bodies.values().filter(|_| changed);
        let bodies: Vec<Scheduled> = all.map(|b| self.scheduled(b, (0, 0), 0, false)).collect();
        if touched || meets.rebounds {
            self.compiled.touch(&self.context, meets, &[])?;
        }
        self.compiled
            .colliders(&self.context, bounded, bouncy, &bodies)
    }

    /// A body as the schedule sees it. `attachments`: the first, counted from that in the arena row `first_held`, and
    /// their number. `bouncy`: some colliders have a restitution.
    pub(super) fn scheduled<'a>(
        &self,
        body: &'a Body,
        attachments: (u32, u32),
        first_held: u32,
        bouncy: bool,
    ) -> Scheduled<'a> {
        Scheduled {
            index: body.index,
            asset: &body.asset,
            solver: body.solver,
            executor: body.data.desc.executor,
            substeps: body.substeps,
            iterations: self.iterations(body),
            coarse: self.coarse_use(body).size,
            attachments: (first_held + attachments.0, attachments.1),
            rounds: body.tables.shares[1],
            clusters: body.tables.clusters,
            free: body.is_free(attachments.1),
            damped: body.data.desc.model.damping() > 0.0,
            bounces: body.bounces(attachments.1, bouncy),
            patches: body.surface.map_or(0, |surface| surface.patches),
        }
    }

    /// Iterations that a body currently runs with.
    pub(super) fn iterations(&self, body: &Body) -> u32 {
        match body.data.desc.iterations {
            0 => body.solver.iterations.unwrap_or(self.options.iterations),
            given => given,
        }
    }
}
