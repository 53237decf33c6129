//! A step: upload changes, run the plan, copy results back.

use super::World;
use crate::desc::{PLIANT_MAP_LATEST, PLIANT_MAP_WAIT, check_map_mode};
use crate::error::{Error, Result, Status, number};
use crate::executor::StepRequests;
use crate::gpu::run::Program;
use crate::share::ParamsStep;
use crate::world::queue::Work;
use std::time::{Duration, Instant};

/// Shortest step [s]: the square of a substep must not underflow f32.
const SHORTEST_STEP: f32 = 1e-9;
const LONGEST_STEP: f32 = 0.2;
/// The most pending rows of commands before they are applied. 64 MiB, half of what every WebGPU adapter can bind.
const MOST_ROWS: usize = 1 << 21;

impl World {
    /// Queues one step of `dt` seconds, 1e-9 to 0.2, and returns its number. Waits only for a GPU that is far behind.
    pub fn step(&mut self, dt: f32) -> Result<u64> {
        if !(SHORTEST_STEP..=LONGEST_STEP).contains(&dt) {
            return Err(Error::argument(format!(
                "dt is {}, expected {} to {} s",
                number(dt),
                number(SHORTEST_STEP),
                number(LONGEST_STEP)
            )));
        }
        self.check()?;
        self.queue.keep_up()?;
        let started = Instant::now();
        self.results.warn_of_stopped(&self.scene, &mut self.queue);
        self.planner.begin_step();
        self.scoped("a step", |world| {
            world.planner.choose_substeps(&mut world.scene, dt);
            world.prepare()?;
            let commands = world.command_program()?;
            world.submit(dt, commands, true)
        })?;
        let step = self.queue.end_step();
        if self.planner.count_late_kernels(step) {
            let _ = self.compile_ahead(); // if this fails, the step that needs it says so
        }
        self.results.note_bodies(self.planner.planned());
        self.results.note_impulses(&self.scene, step);
        self.results.note_events(&self.scene, step, dt);
        self.planner.end_step();
        self.scene.arrive();
        self.results.note_time(started.elapsed());
        Ok(step)
    }

    /// What steps find for the host.
    pub(super) fn requests(&self) -> StepRequests {
        StepRequests {
            momentum: self.results.wants_momentum(),
            events: self.results.event_room(),
            sensors: (
                self.store.sensor_row(),
                self.scene.sensor_parts().count() as u32,
            ),
        }
    }

    fn compile_ahead(&mut self) -> Result<()> {
        let requests = self.requests();
        let parts = (&self.store, &self.skins);
        self.planner.compile_ahead(&self.scene, parts, requests)
    }

    /// Updates plan, lists and body records.
    pub(super) fn prepare(&mut self) -> Result<()> {
        self.planner.forget_choice();
        if self.planner.wants_plan() {
            self.plan()?;
        }
        // Records name rows of buffers, which may have been replaced.
        if self.planner.wants_bodies() || !self.planner.is_bound(&self.store, &self.skins) {
            self.store.write_records(&self.scene)?;
            self.planner.bodies_are_written();
        }
        self.skins.flush(self.id.context())?;
        self.bind();
        Ok(())
    }

    fn plan(&mut self) -> Result<()> {
        let (scene, store, step) = (&mut self.scene, &mut self.store, self.queue.step());
        store.refresh_coarse(scene, step)?;
        let features = scene.features();
        let touches = features.touches.any();
        store.refresh_surfaces(scene, touches, self.queries.is_used())?;
        store.lay_out_contacts(scene, touches, (self.results.event_room(), step))?;
        let first_held = store.store_lists(scene, features)?;
        let requests = self.requests();
        let parts = (&mut self.store, &self.skins);
        self.planner
            .plan(&self.scene, parts, features, requests, first_held)
    }

    /// Makes bind groups and the list of results, if there are none or a buffer was replaced.
    fn bind(&mut self) {
        if !self.planner.bind(&self.store, &self.skins) {
            return;
        }
        self.queue.forget_recordings();
        let (parts, requests) = ((&self.store, &self.skins), self.requests());
        let plan = (&self.planner, requests);
        self.results.lay_out(&self.scene, parts, plan, &self.queue);
    }

    /// The program that applies pending commands, if any. They stay pending until it is submitted.
    pub(super) fn command_program(&mut self) -> Result<Option<Program>> {
        if self.queue.commands().is_empty() {
            return Ok(None);
        }
        let most = self
            .id
            .context()
            .limits
            .max_compute_workgroups_per_dimension;
        let frame_of = self.scene.frame_places();
        let (rows, launches) = self.queue.commands().pack(most, frame_of);
        self.store.write_commands(&rows)?;
        self.bind();
        self.planner.command_program(launches).map(Some)
    }

    /// Applies pending commands now, before an edit that must follow them.
    pub(super) fn flush_commands(&mut self) -> Result<()> {
        if self.queue.commands().is_empty() {
            return Ok(());
        }
        self.keep_results()?;
        self.prepare()?;
        let commands = self.command_program()?;
        self.submit(1.0 / 60.0, commands, false)
    }

    /// Makes room for so many more commands.
    pub(super) fn make_room(&mut self, commands: usize) -> Result<()> {
        if self.queue.commands().rows() + 2 * commands > MOST_ROWS {
            self.flush_commands()?;
        }
        Ok(())
    }

    /// Submits commands, and a step if it is `whole`.
    pub(super) fn submit(&mut self, dt: f32, commands: Option<Program>, whole: bool) -> Result<()> {
        self.queries.spoil();
        let is_disturbed = self.planner.is_disturbed();
        self.store.lay_out_frames(&self.scene, is_disturbed);
        let step = self.queue.step() + 1;
        let params = ParamsStep {
            gravity: self.scene.gravity(),
            dt,
            step: step as u32,
            state_rows: self.store.state().vertices.capacity(),
            ..ParamsStep::default()
        };
        let write = self.store.changed_frames(); // usually nothing moves
        let has_moved = write.is_some();
        let work = Work {
            groups: self.planner.groups()?,
            params,
            write,
            commands: commands.as_ref(),
            step: self.planner.program().filter(|_| whole),
            results: whole.then_some((step, self.results.pieces())),
        };
        self.results.maps().settle(self.queue.ring_mut());
        let copied = self.queue.submit(work)?;
        if has_moved {
            self.store.frames_are_sent();
        }
        if whole {
            self.results.count_step(copied);
        }
        self.id.context().check()
    }

    /// Copies the newest step's results to the host, if it found no free slot then and one is free now.
    fn copy_results(&mut self) -> Result<()> {
        self.scoped("copying results", Self::copy_waiting)
    }

    fn copy_waiting(&mut self) -> Result<()> {
        let groups = self.planner.groups();
        let Some(groups) = groups.ok().filter(|_| self.results.is_waiting()) else {
            return Ok(());
        };
        let work = Work {
            groups,
            params: ParamsStep::default(),
            write: None,
            commands: None,
            step: None,
            results: Some((self.queue.step(), self.results.pieces())),
        };
        self.results.maps().settle(self.queue.ring_mut());
        let copied = self.queue.submit(work)?;
        self.results.are_copied(copied);
        self.id.context().check()
    }

    /// Call before writing positions, velocities or reports outside a step: the last chance to copy the newest results.
    pub(super) fn keep_results(&mut self) -> Result<()> {
        self.queries.spoil();
        self.copy_results()?;
        self.results.overwrite();
        Ok(())
    }

    /// Waits until the newest step has finished; false on timeout.
    pub fn wait(&mut self, timeout_ns: u64) -> Result<bool> {
        self.check()?;
        self.queue.wait(Duration::from_nanos(timeout_ns))
    }

    /// Collects results as `mode` says. Fails with `NotReady` if the wanted step is not finished, and with
    /// `InvalidState` if it cannot arrive because every slot is mapped.
    pub(super) fn settle(&mut self, mode: u32) -> Result<()> {
        check_map_mode(mode)?;
        self.check()?;
        let wanted = self.queue.step();
        self.results.check_stepped(wanted)?;
        let patience = self.id.context().patience();
        let waits = mode == PLIANT_MAP_WAIT;
        if !waits {
            self.id.context().poll()?;
        } else if !self.queue.wait(patience)? {
            return Err(Error::new(
                Status::NotReady,
                format!("the GPU has not finished within {} s", patience.as_secs()),
            ));
        }
        let newest = self.queue.newest();
        if waits && newest.map_or(true, |frame| frame.number() < wanted) {
            // The step was queued while all slots were in use.
            self.copy_results()?;
            self.check()?;
            self.queue.wait(patience)?;
        }
        let newest = self.queue.newest()?.number();
        match mode != PLIANT_MAP_LATEST && newest < wanted {
            true => Err(self.results.absence(waits)),
            false => Ok(()),
        }
    }

    /// The passes of the next step as text. Before the first step it assumes 1/60 s.
    pub fn plan_text(&mut self) -> Result<String> {
        self.scoped("a plan", |world| {
            if world.queue.step() > 0 {
                world.prepare()?;
                return Ok(world.planner.to_text());
            }
            // Substeps chosen for this text must not affect the first step.
            let bodies = world.scene.body_slots().values();
            let chosen: Vec<u32> = bodies.map(|b| b.substeps).collect();
            world.planner.choose_substeps(&mut world.scene, 1.0 / 60.0);
            let prepared = world.prepare();
            let text = world.planner.to_text();
            for ((_, body), substeps) in world.scene.bodies_mut().zip(chosen) {
                body.substeps = substeps;
            }
            world.planner.change_plan();
            prepared.map(|()| text)
        })
    }
}
