//! A world: bodies, colliders, frames and skins. Edits change it, steps advance it.
//!
//! Its parts do not know it: each holds its own fields, and is given the others that it reads.

#[cfg(test)]
mod active_planes_tests;
mod adapters;
#[cfg(test)]
mod ahead_tests;
#[cfg(test)]
mod broad_phase_tests;
#[cfg(test)]
mod candidate_tests;
#[cfg(test)]
mod cell_tests;
#[cfg(test)]
mod compiled_tests;
mod edits;
#[cfg(test)]
mod energy_tests;
#[cfg(test)]
mod fault_tests;
mod identity;
#[cfg(test)]
mod island_tests;
#[cfg(test)]
mod kept_rows_tests;
#[cfg(test)]
mod kinematic_surface_tests;
#[cfg(test)]
mod loss_tests;
mod planner;
#[cfg(test)]
mod prepare_tests;
mod queries;
mod queue;
mod results;
mod scene;
mod snapshot;
#[cfg(test)]
mod stage_tests;
mod step;
mod store;
#[cfg(test)]
mod test_stages;
#[cfg(test)]
mod test_worlds;
#[cfg(test)]
mod wish_tests;
#[cfg(test)]
mod work_tests;

#[cfg(test)]
pub(crate) use crate::gpu::recorder::become_recorder;
pub(crate) use crate::gpu::recorder::is_recorder;
pub use adapters::{adapter_view, list_adapters};
pub use edits::{Applied, Edit, Selection};
pub use planner::PrepareOptions;
pub use queries::Overlaps;
pub use results::Maps;
pub use scene::Partner;
pub use scene::physical::default_model;

use crate::desc::{
    CcdFeatures, CcdSweep, PLIANT_MAP_WAIT, PLIANT_POWER_LOW, PLIANT_POWER_SOFTWARE,
    PLIANT_WORLD_PORTABLE_LIMITS, PLIANT_WORLD_TIMESTAMPS, PliantPointQuery, PliantRay,
    PliantShapeQuery, WorldOptions, check_ccd_sweeps, check_prepare,
};
use crate::error::{Error, Result};
use crate::gpu::context::{self, Context, Power, Selection as AdapterSelection};
use crate::ids::{
    PliantAttachmentId, PliantBodyId, PliantColliderId, PliantFrameId, PliantMapId, PliantTicketId,
    next_world,
};
use crate::skin::Skins;
use crate::view::{
    PliantAdapterInfo, PliantAttachmentInfo, PliantBodyInfo, PliantBodyMotion, PliantColliderInfo,
    PliantEventView, PliantFrameInfo, PliantHit, PliantImpulseView, PliantParticleView,
    PliantPrepareState, PliantStageTime, PliantVertexView, PliantWorldStats,
};
use identity::Identity;
use planner::Planner;
use queries::Spatial;
use queue::Queue;
use results::Results;
use scene::Scene;
use std::sync::Arc;
use store::Store;

/// After the GPU refused something: how long to wait for a device loss that may explain it.
const LAST_WORDS: std::time::Duration = std::time::Duration::from_secs(1);

/// A simulated world. Call it from one thread at a time; different worlds run in parallel.
pub struct World {
    id: Identity,
    scene: Scene,
    store: Store,
    planner: Planner,
    queue: Queue,
    results: Results,
    skins: Skins,
    queries: Spatial,
}

impl World {
    /// An empty world.
    pub fn new(options: WorldOptions) -> Result<Self> {
        let context = context::acquire(&adapter(&options))?;
        Self::on(context, options, next_world()?, 0)
    }

    /// An empty world after this step.
    fn on(context: Arc<Context>, options: WorldOptions, number: u32, step: u64) -> Result<Self> {
        let id = Identity::new(number, context, options);
        let (context, options) = (id.context(), id.options());
        let timed = options.flags & PLIANT_WORLD_TIMESTAMPS != 0;
        Ok(Self {
            scene: Scene::new(number, options.gravity),
            store: Store::new(context, options)?,
            planner: Planner::new(context, options, number),
            queue: Queue::new(context, timed, step)?,
            results: Results::new(context, options, number),
            skins: Skins::new(context)?,
            queries: Spatial::new(context, number),
            id,
        })
    }

    /// Runs `work`. An unexpected GPU error in it becomes the fault of this world, not of others on the same device.
    fn scoped<T>(&mut self, what: &str, work: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.check()?;
        let context = self.id.context().clone();
        let result = context
            .guarded(what, || work(self))
            .unwrap_or_else(|refused| {
                // A lost device also refuses, but reports the loss only after its work is done.
                let _ = context.wait_until(LAST_WORDS, || self.queue.is_done());
                let message = format!("{}; destroy the world", refused.message);
                let fault = Error::new(refused.status, message);
                self.id.break_with(&fault);
                Err(fault)
            });
        // A device loss explains every other error.
        context.check()?;
        result
    }

    fn check(&self) -> Result<()> {
        self.id.check()
    }

    /// Fails if the world is broken, and hears what the GPU has finished.
    fn hear(&self) -> Result<()> {
        self.check()?;
        self.id.context().poll()
    }

    /// The number in its handles, unique in the process.
    pub fn number(&self) -> u32 {
        self.id.number()
    }

    /// The error that broke the world or its device, if any. Every call fails from then on.
    pub fn is_lost(&self) -> Option<Error> {
        self.check().err()
    }

    /// The adapter the world runs on.
    pub fn adapter_info(&self) -> PliantAdapterInfo {
        let context = self.id.context();
        let mut view = adapters::adapter_view(&context.info);
        view.max_workgroup_storage_bytes = context.limits.max_compute_workgroup_storage_size;
        view.supports_timestamps = u32::from(context.timestamps);
        view
    }

    /// Compiles the kernels for what is in the world and what `options` say, and waits up to `timeout_ns` for them. Returns whether
    /// all are there. Meanwhile the world may step.
    pub fn prepare_kernels(
        &mut self,
        options: &PrepareOptions,
        timeout_ns: u64,
    ) -> Result<(bool, PliantPrepareState)> {
        check_prepare(options.flags, options.thread_count)?;
        self.scoped("preparing kernels", |world| {
            let (parts, requests) = ((&world.store, &world.skins), world.requests());
            let wish = (options, timeout_ns);
            let (scene, queue) = (&world.scene, &mut world.queue);
            world
                .planner
                .prepare_kernels(scene, parts, requests, queue, wish)
        })
    }

    /// Converts a handle of a saved world, after restoring the save here. Slots and generations are saved; only the
    /// world's number differs.
    ///
    /// # Errors
    /// `InvalidHandle` if it is not here, or is no body, collider, frame or attachment.
    pub fn translate(&self, saved: u64) -> Result<u64> {
        self.scene.translate(saved, self.number())
    }
}

/// What the host knows.
impl World {
    /// A collider as it is now.
    pub fn collider_info(&self, id: PliantColliderId) -> Result<PliantColliderInfo> {
        self.scene.collider_info(id)
    }

    /// A frame as it is now.
    pub fn frame_info(&self, id: PliantFrameId) -> Result<PliantFrameInfo> {
        self.scene.frame_info(id)
    }

    /// An attachment as it is now.
    pub fn attachment_info(&self, id: PliantAttachmentId) -> Result<PliantAttachmentInfo> {
        self.scene.attachment_info(id)
    }
}

/// Results of finished steps. Only callers that ask to wait do wait.
impl World {
    /// Properties and state of a body as of the newest finished step.
    pub fn body_info(&mut self, id: PliantBodyId) -> Result<PliantBodyInfo> {
        self.scene.body(id)?;
        self.hear()?;
        let parts = (&self.store, &self.planner);
        self.results
            .body_info(id, &self.scene, parts, &mut self.queue)
    }

    /// How a rigid body stands and moves after the newest finished step. Never waits.
    pub fn body_motion(&mut self, id: PliantBodyId) -> Result<PliantBodyMotion> {
        self.scene.body(id)?.check_rigid()?;
        self.hear()?;
        Results::body_motion(id, &self.scene, &mut self.queue)
    }

    /// Statistics of the world.
    pub fn stats(&mut self) -> PliantWorldStats {
        let _ = self.id.context().poll();
        let (parts, plans) = ((&self.store, &self.skins), (&self.planner, &self.queries));
        self.results
            .stats(&self.scene, parts, plans, &mut self.queue)
    }

    /// GPU time of one stage of the newest finished step.
    pub fn stage_time(&mut self, stage: u32) -> Result<PliantStageTime> {
        self.results.stage_time(&mut self.queue, stage)
    }

    /// Waits for the newest step and hashes the bits of all its positions and velocities. Later edits do not change the
    /// hash.
    pub fn state_hash(&mut self) -> Result<u64> {
        self.settle(PLIANT_MAP_WAIT)?;
        self.results.state_hash(&mut self.queue)
    }

    /// The mapped results; other threads may use them too.
    pub fn maps(&self) -> Arc<Maps> {
        self.results.maps().clone()
    }

    /// Releases a mapped result.
    pub fn unmap(&self, map: PliantMapId) -> Result<()> {
        self.results.maps().unmap(map)
    }

    /// Maps the vertices of one of a body's skins.
    pub fn map_vertices(
        &mut self,
        id: PliantBodyId,
        skin: u32,
        mode: u32,
    ) -> Result<PliantVertexView> {
        self.scene.body(id)?.skin(skin)?;
        self.results.maps().make_ready(self.queue.ring_mut())?;
        self.settle(mode)?;
        let parts = (&self.scene, &self.skins);
        self.results
            .map_vertices((id, skin), parts, &mut self.queue)
    }

    /// Maps the particles of a body that was added with `readback_particles`.
    pub fn map_particles(&mut self, id: PliantBodyId, mode: u32) -> Result<PliantParticleView> {
        self.scene.body(id)?.check_particles()?;
        self.results.maps().make_ready(self.queue.ring_mut())?;
        self.settle(mode)?;
        self.results.map_particles(id, &self.scene, &mut self.queue)
    }

    /// Waits for the newest step and copies one skin's vertices: bytes in the skin's layout.
    pub fn copy_vertices(&mut self, id: PliantBodyId, skin: u32) -> Result<Vec<u8>> {
        self.scene.body(id)?.skin(skin)?;
        self.settle(PLIANT_MAP_WAIT)?;
        let parts = (&self.scene, &self.skins);
        Results::copy_vertices((id, skin), parts, &mut self.queue)
    }

    /// Waits for the newest step and copies a body's positions [length unit, from the world's origin for render vertices]
    /// and inverse masses [1/kg], by internal index. The body must have been added with `readback_particles`.
    pub fn copy_positions(&mut self, id: PliantBodyId) -> Result<Vec<[f32; 4]>> {
        self.scene.body(id)?.check_particles()?;
        self.settle(PLIANT_MAP_WAIT)?;
        Results::copy_positions(id, &self.scene, &mut self.queue)
    }

    /// Impulses that bodies gave colliders in a finished step, as `mode` says.
    pub fn impulses(&mut self, mode: u32) -> Result<PliantImpulseView> {
        self.results.check_impulses()?;
        self.settle(mode)?;
        self.results.impulses(&mut self.queue)
    }

    /// Events of a finished step, as `mode` says. The events of a step are told once.
    pub fn events(&mut self, mode: u32) -> Result<PliantEventView> {
        self.results.check_events()?;
        self.settle(mode)?;
        self.results.events(&mut self.queue)
    }
}

/// Queries of places.
impl World {
    /// Asks what rays meet first. Returns at once; [`World::fetch_hits`] gives the answers.
    pub fn query_rays(&mut self, rays: &[PliantRay]) -> Result<PliantTicketId> {
        self.ask(queries::rays(&self.scene, rays)?)
    }

    /// Asks for the places of surfaces that are nearest to points. As [`World::query_rays`].
    pub fn query_points(&mut self, points: &[PliantPointQuery]) -> Result<PliantTicketId> {
        self.ask(queries::points(&self.scene, points)?)
    }

    /// Asks which bodies shapes overlap. Returns at once; [`World::fetch_overlaps`] gives the answers.
    pub fn query_shapes(&mut self, shapes: &[PliantShapeQuery]) -> Result<PliantTicketId> {
        self.ask(queries::shapes(&self.scene, shapes)?)
    }

    fn ask(&mut self, asked: queries::Asked) -> Result<PliantTicketId> {
        self.queries.check_room()?;
        self.scoped("queries", |world| {
            world.queries.open()?;
            let touches = world.scene.features().touches.any();
            let store = &mut world.store;
            store.refresh_surfaces(&mut world.scene, touches, true)?;
            let (ticket, is_submitted) = world.queries.ask(asked, &world.scene, store)?;
            if is_submitted {
                world.queue.note_submission();
            }
            Ok(ticket)
        })
    }

    /// [`World::hits`], and ends the ticket.
    pub fn fetch_hits(&mut self, id: PliantTicketId) -> Result<Vec<PliantHit>> {
        let hits = self.hits(id)?;
        self.drop_ticket(id)?;
        Ok(hits)
    }

    /// [`World::overlaps`], and ends the ticket.
    pub fn fetch_overlaps(&mut self, id: PliantTicketId) -> Result<Overlaps> {
        let overlaps = self.overlaps(id)?;
        self.drop_ticket(id)?;
        Ok(overlaps)
    }

    /// The answers of rays or points, one each. `NotReady` until they are there.
    pub fn hits(&self, id: PliantTicketId) -> Result<Vec<PliantHit>> {
        self.check()?;
        self.queries.hits(id)
    }

    /// The answers of shapes. `NotReady` until they are there.
    pub fn overlaps(&self, id: PliantTicketId) -> Result<Overlaps> {
        self.check()?;
        self.queries.overlaps(id)
    }

    /// Waits for a batch.
    pub fn wait_for(&self, id: PliantTicketId) -> Result<()> {
        self.check()?;
        self.queries.wait_for(id)?;
        self.check()
    }

    /// Forgets a batch.
    pub fn drop_ticket(&mut self, id: PliantTicketId) -> Result<()> {
        self.queries.drop_ticket(id)
    }

    /// Until when features are certainly apart: a time from 0 to 1 that is not after they first meet, or
    /// [`crate::desc::PLIANT_CCD_FREE`]. Touching is meeting. Fails with `InvalidArgument` for a coordinate that is not
    /// finite or beyond 1e18. Waits for the GPU.
    pub fn ccd(&mut self, features: CcdFeatures, sweeps: &[CcdSweep]) -> Result<Vec<f32>> {
        check_ccd_sweeps(sweeps)?;
        self.scoped("queries of continuous collision detection", |world| {
            queries::ccd(world.id.context(), features, sweeps)
        })
    }
}

/// A program may end right after its last world. Mesa's software drivers then crash if they still work: they run in threads of
/// the program, and tear down what its compiler needs. So a world there ends with its steps.
impl Drop for World {
    fn drop(&mut self) {
        let context = self.id.context().clone();
        context.compiler.forget(self.number());
        if context.is_software() {
            let _ = self.wait(10_000_000_000);
        }
    }
}

fn adapter(options: &WorldOptions) -> AdapterSelection {
    let text = |given: &Option<String>| given.clone().unwrap_or_default();
    AdapterSelection {
        power: match options.power_preference {
            PLIANT_POWER_LOW => Power::Low,
            PLIANT_POWER_SOFTWARE => Power::Software,
            _ => Power::High,
        },
        name: text(&options.adapter_name).to_lowercase(),
        pci_bus_id: text(&options.adapter_pci_bus_id),
        portable: options.flags & PLIANT_WORLD_PORTABLE_LIMITS != 0,
        permutes: options.permutes,
    }
}

/// Keeps what drivers make of kernels in this folder. Once a process, before its first world.
///
/// # Errors
/// `InvalidArgument` for an empty path, `InvalidState` if there was a world or an open cache, `Io` if the folder cannot be written.
pub fn open_cache(folder: &str) -> Result<()> {
    crate::gpu::cache::open(folder)
}

/// Drops cached devices that no world uses.
pub fn shutdown() {
    context::shutdown();
}

/// Number of GPU objects (buffers, bind groups, …) on all devices.
pub fn resource_count() -> u64 {
    context::resource_count()
}
