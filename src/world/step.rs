//! A step: upload changes, run the plan, copy results back.

use super::scene::Body;
use super::{Results, World, physical};
use crate::desc::Model;
use crate::error::{Error, Result, Status, number};
use crate::gpu::ahead::Recipe;
use crate::gpu::kernel::{NEAR, WIDE};
use crate::gpu::readback::PATIENCE;
use crate::gpu::run::{self, Groups, Program, Submission};
use crate::ids::PliantBodyId;
use crate::material::Hook;
use crate::share::{self, ParamsStep};
use crate::solver::{self, Meets, Scheduled, pack};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

/// Shortest step [s]: the square of a substep must not underflow f32.
const SHORTEST_STEP: f32 = 1e-9;
const LONGEST_STEP: f32 = 0.2;
/// Submissions that a GPU may be behind. It always has work, and a game on a slow one runs slowly instead of ever later.
const MOST_BEHIND: u64 = 8;

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
        self.keep_up()?;
        let started = Instant::now();
        self.warn_of_stopped();
        self.scoped("a step", |world| {
            world.choose_substeps(dt);
            world.prepare()?;
            let commands = world.command_program()?;
            world.submit(dt, commands, true)
        })?;
        self.frame += 1;
        self.stepped.clone_from(&self.planned);
        self.note_impulses();
        self.note_events(dt);
        self.arrive();
        self.step_cpu_ns = started.elapsed().as_nanos() as u64;
        Ok(self.frame)
    }

    /// Hears what has finished, and waits while too much has not.
    fn keep_up(&mut self) -> Result<()> {
        let done = &self.done;
        let is_near = || done.unfinished() < MOST_BEHIND;
        if self.context.wait_until(PATIENCE, is_near)? {
            return Ok(());
        }
        let patience = PATIENCE.as_secs();
        Err(Error::new(
            Status::Gpu,
            format!("the GPU has {MOST_BEHIND} steps to do and finished none within {patience} s"),
        ))
    }

    /// Updates plan, lists and body records.
    pub(super) fn prepare(&mut self) -> Result<()> {
        if self.dirty.plan || self.dirty.bodies {
            self.chosen_for = None;
        }
        if std::mem::take(&mut self.dirty.plan) {
            if let Err(e) = self.rebuild() {
                (self.dirty.plan, self.dirty.bodies) = (true, true);
                return Err(e);
            }
            self.dirty.bodies = true;
            self.groups = None; // they belong to the old plan
        }
        if self.dirty.bodies {
            self.write_records()?;
            self.dirty.bodies = false;
        }
        self.skins.flush(&self.context)?;
        self.bind()
    }

    fn rebuild(&mut self) -> Result<()> {
        self.refresh_coarse()?;
        let meets = self.scene.meets();
        self.refresh_surfaces(meets.touches.any())?;
        self.lay_out_touch(meets.touches.any())?;
        let first_held = self.store_lists(meets)?;
        let bouncy = self.scene.has_bouncy_colliders();
        let bodies: Vec<Scheduled> = self
            .scene
            .bodies_and_attachments()
            .filter(|(body, _)| !body.is_too_stiff)
            .map(|(body, held)| self.scheduled(body, held, first_held, bouncy))
            .collect();
        let (skins, context) = (&self.skins, &self.context);
        self.compiled.start(context, meets, bouncy, &bodies)?;
        if meets.bounded > 0 {
            self.state.reserve_faces(context)?;
        }
        let epochs = match self.options.together || meets.touches.any() {
            true => self.options.epochs,
            false => 1,
        };
        let resident = solver::is_resident(context, &bodies, meets)?;
        let carried = self.carried(meets.touches.any());
        let asked = self.asked();
        if asked.events > 0 {
            solver::compile_events(context, meets)?;
        }
        let (plan, range) = solver::schedule(
            context,
            &mut self.state,
            &bodies,
            &resident,
            (meets, carried, asked),
            epochs,
            |work, plan| skins.plan(context, work, plan),
        )?;
        let members = bodies.iter().zip(resident);
        let members = members.filter_map(|(body, owned)| owned.then_some(body.index));
        let mut resident: Vec<u32> = members.collect();
        resident.sort_unstable();
        self.resident_bodies = resident;
        self.planned = bodies.iter().map(|b| b.index).collect();
        self.work_range = Some(range);
        self.program = Some(Arc::new(Program::new(plan)));
        Ok(())
    }

    /// Stores attachments and colliders in the arena, and notes where they are. Returns the first attachment's row.
    fn store_lists(&mut self, meets: Meets) -> Result<u32> {
        let ranges = [
            self.work_range.take(),
            self.held_range.take(),
            self.collider_range.take(),
            self.carrier_range.take(),
            self.sensor_range.take(),
        ];
        for (first, rows) in ranges.into_iter().flatten() {
            self.state.arena_ranges.give(first, rows);
        }
        let held = self.attachment_rows();
        let attachment_row = self
            .state
            .store(&self.context, bytemuck::cast_slice(&held))?;
        self.held_range = Some((attachment_row, held.len() as u32));
        self.store_grids()?;
        let colliders = self.collider_rows();
        let rows: &[[u32; 4]] = bytemuck::cast_slice(&colliders);
        let collider_row = self.state.store(&self.context, rows)?;
        self.collider_range = Some((collider_row, rows.len() as u32));
        self.store_ignored()?;
        let carriers = self.carrier_rows();
        let rows: &[[u32; 4]] = bytemuck::cast_slice(&carriers);
        let first = self.state.store(&self.context, rows)?;
        self.carrier_range = Some((first, rows.len() as u32));
        let sensors = self.sensor_rows();
        let rows: &[[u32; 4]] = bytemuck::cast_slice(&sensors);
        let first = self.state.store(&self.context, rows)?;
        self.sensor_range = Some((first, rows.len() as u32));
        self.record = share::World {
            collider_row,
            half_spaces: meets.colliders - meets.bounded,
            colliders: meets.colliders,
            attachment_row,
            attachments: held.len() as u32,
            ..share::World::default()
        };
        let slots = self.state.body_ranges.end();
        let bodies = (self.scene.bodies.len() + carriers.len()) as u32;
        let rows = solver::lay_out(&mut self.record, &mut self.touch, slots, bodies, meets);
        self.state.contact.reserve(&self.context, rows)?;
        Ok(attachment_row)
    }

    /// Body records that differ from the GPU's, by slot.
    pub(super) fn changed_records(&self) -> BTreeMap<u32, share::Body> {
        let all = self.scene.bodies_and_attachments();
        let bouncy = self.scene.has_bouncy_colliders();
        let records = all.map(|(body, held)| (body.index, self.body_record(body, held, bouncy)));
        let known = |index: u32| self.records.get(index as usize);
        records
            .chain(self.carrier_records())
            .filter(|(index, record)| known(*index) != Some(record))
            .collect()
    }

    /// Uploads changed records, one write per run of neighbours.
    fn write_records(&mut self) -> Result<()> {
        let changed: Vec<_> = self.changed_records().into_iter().collect();
        let end = self.state.body_ranges.end() as usize;
        self.records.resize(end, share::Body::default());
        for run in changed.chunk_by(|(a, _), (b, _)| a + 1 == *b) {
            let (first, rows) = (run[0].0, run.iter().map(|(_, record)| *record));
            let rows: Vec<share::Body> = rows.collect();
            self.state.bodies.write(&self.context, first, &rows)?;
            self.records[first as usize..][..rows.len()].copy_from_slice(&rows);
        }
        Ok(())
    }

    fn attachment_rows(&self) -> Vec<share::Attachment> {
        let mut rows = Vec::new();
        let frame_of = self.frame_places();
        for (id, body) in self.scene.bodies() {
            for (_, attachment) in self.scene.attachments_of(id) {
                let frame = frame_of(attachment.frame);
                rows.extend(attachment.vertices.iter().map(|vertex| share::Attachment {
                    vertex: body.first_vertex + vertex,
                    frame,
                    body: body.index,
                    stiffness: attachment.stiffness,
                }));
            }
        }
        rows
    }

    fn body_record(&self, body: &Body, attachments: (u32, u32), bouncy: bool) -> share::Body {
        let desc = &body.data.desc;
        let (size, mass) = (body.size, body.mass);
        let coarse = self.coarse_use(body);
        let ignored = self.ignored_rows.get(&body.index).copied();
        let (ignored_row, ignored_count) = ignored.unwrap_or_default();
        let colours = body.asset.colour_slices.len().saturating_sub(1) as u32;
        let [colour_row, slice_row, tet_row, edge_row] = body.tables.sweeps;
        let [round_row, round_count, head_row, gather_row] = body.tables.shares;
        share::Body {
            first_vertex: body.first_vertex,
            vertex_count: body.asset.rest_positions.len() as u32,
            first_attachment: self.held_range.map_or(0, |held| held.0) + attachments.0,
            attachment_count: attachments.1,
            colour_row,
            slice_row,
            tet_row,
            edge_row,
            round_row,
            round_count,
            head_row,
            gather_row,
            substeps: body.substeps,
            iterations: self.iterations(body),
            colours,
            flags: self.body_flags(body, attachments.1, bouncy),
            layers: desc.layers,
            mask: desc.mask,
            face_row: body.tables.faces,
            face_count: pack::placed_faces(&body.asset),
            elastic: physical::elastic(desc, self.options.length_unit_m),
            margin: physical::margin(desc, self.options.length_unit_m),
            inverse_scale_cubed: desc.scale.powi(-3),
            size,
            mass,
            damping: desc.model.damping(),
            friction: desc.friction,
            restitution: desc.restitution,
            exit_speed: self.exit_speed(size),
            scale: desc.scale,
            coarse_row: coarse.row,
            coarse_rate: coarse.rate,
            coarse_weight: coarse.weight,
            frequency: coarse.frequency,
            sound: physical::sound(desc, size, self.options.length_unit_m),
            surface_row: self.surfaces.row(body.asset.content_hash),
            first_patch: body.surface.map_or(0, |surface| surface.first_patch),
            first_edge: body.surface.map_or(0, |surface| surface.first_edge),
            carrier_row: 0,
            ignored_row,
            ignored_count,
        }
    }

    fn body_flags(&self, body: &Body, attachments: u32, bouncy: bool) -> u32 {
        let is_free = body.is_free(attachments);
        let flags = [
            (share::BODY_FREE, is_free),
            (share::BODY_BOUNCES, body.bounces(attachments, bouncy)),
            (share::BODY_COARSE, self.coarse_use(body).size.is_some()),
            (share::BODY_CARRIED, self.scene.is_carried(body)),
            (share::BODY_SELF, body.touches_itself()),
            (share::BODY_SOLID, !body.asset.tets.is_empty()),
            (
                share::BODY_RIGID,
                matches!(body.data.desc.model, Model::Rigid(_)),
            ),
            (share::BODY_TELLS, body.data.desc.events != 0),
            (
                share::BODY_PUSHED,
                is_free && body.solver.needs == Hook::Block,
            ),
        ];
        let set = flags.iter().filter(|(_, on)| *on);
        set.fold(0, |all, (bit, _)| all | bit)
    }

    /// Speed at which a body leaves a collider it was placed in [length unit/s]. It keeps that speed, so this is a hop
    /// of a tenth of its size under Earth's gravity.
    fn exit_speed(&self, size: f32) -> f32 {
        (2.0 * 9.81 * 0.1 * size / self.options.length_unit_m).sqrt()
    }

    /// Makes bind groups and the result list, if there are none or a buffer was replaced.
    pub(super) fn bind(&mut self) -> Result<()> {
        let identity = self.state.identity() + self.skins.identity();
        if matches!(&self.groups, Some((bound, _)) if *bound == identity) {
            return Ok(());
        }
        // All simulation kernels share one layout but the broad phase.
        let [layout, near] = [&WIDE, &NEAR].map(|source| self.context.layout(source));
        let skinned = self.skins.count() > 0;
        let skins = skinned.then(|| self.skins.bind(&self.context, &self.state));
        let groups = Groups {
            simulation: self.state.bind(&self.context, &layout, false),
            commands: self.state.bind(&self.context, &layout, true),
            near: self.state.bind(&self.context, &near, false),
            skins,
        };
        self.groups = Some((identity, Arc::new(groups)));
        self.ahead.forget();
        self.results = self.results();
        Ok(())
    }

    pub(super) fn submit(&mut self, dt: f32, commands: Option<Program>, whole: bool) -> Result<()> {
        self.spatial.spoil();
        let mut frames = std::mem::take(&mut self.frame_rows);
        self.frames(&mut frames);
        self.frame_rows = frames;
        let params = ParamsStep {
            gravity: self.scene.gravity,
            dt,
            step: (self.frame + 1) as u32,
            state_rows: self.state.vertices.capacity(),
            ..ParamsStep::default()
        };
        let results = whole.then_some((self.frame + 1, self.results.as_slice()));
        let Some((_, groups)) = &self.groups else {
            return Err(Error::new(Status::Internal, "nothing is bound"));
        };
        let recipe = self.recipe(groups, params).filter(|_| whole);
        // Usually nothing moves.
        let frames = [(
            &self.state.frames.buffer,
            bytemuck::cast_slice(&self.frame_rows),
        )];
        let sent: &[u8] = bytemuck::cast_slice(&self.frames_sent);
        let moved = bytemuck::cast_slice::<_, u8>(&self.frame_rows) != sent;
        let work = Submission {
            writes: if moved { &frames } else { &[] },
            commands: commands.as_ref(),
            step: self.program.as_deref().filter(|_| whole),
            ahead: recipe.as_ref().and_then(|r| self.ahead.take(r)),
            groups,
            params: &params,
            timer: self.timer.as_ref().filter(|_| whole),
            results,
        };
        self.maps.settle(&mut self.ring);
        let (belt, ring, done) = (&mut self.belt, &mut self.ring, &mut self.done);
        let copied = run::submit(&self.context, belt, ring, done, work)?;
        if moved {
            self.frames_sent.clone_from(&self.frame_rows);
        }
        if commands.is_some() {
            self.commands.clear();
        }
        if let Some(recipe) = recipe {
            self.ahead.after_submit(&self.context, recipe);
        }
        if whole {
            self.skipped += u64::from(!copied);
            self.newest = if copied {
                Results::Copied
            } else {
                Results::Waiting
            };
        }
        self.context.check()
    }

    /// What a step is recorded from. Timed steps are not recorded ahead.
    fn recipe(&self, groups: &Arc<Groups>, params: ParamsStep) -> Option<Recipe> {
        let program = self.program.as_ref().filter(|_| self.timer.is_none())?;
        Some(Recipe {
            program: program.clone(),
            groups: groups.clone(),
            params,
        })
    }

    /// Copies the newest step's results to the host, if it found no free slot then and one is free now.
    pub(super) fn copy_results(&mut self) -> Result<()> {
        self.scoped("copying results", Self::copy_waiting)
    }

    fn copy_waiting(&mut self) -> Result<()> {
        let (Results::Waiting, Some((_, groups))) = (self.newest, &self.groups) else {
            return Ok(());
        };
        let work = Submission {
            writes: &[],
            commands: None,
            step: None,
            ahead: None,
            groups,
            params: &ParamsStep::default(),
            timer: None,
            results: Some((self.frame, self.results.as_slice())),
        };
        self.maps.settle(&mut self.ring);
        let (belt, ring, done) = (&mut self.belt, &mut self.ring, &mut self.done);
        let copied = run::submit(&self.context, belt, ring, done, work)?;
        if copied {
            self.newest = Results::Copied;
        }
        self.context.check()
    }

    /// Call before writing positions, velocities or reports outside a step: the last chance to copy the newest results.
    pub(super) fn keep_results(&mut self) -> Result<()> {
        self.spatial.spoil();
        self.copy_results()?;
        if self.newest == Results::Waiting {
            self.newest = Results::Gone;
        }
        Ok(())
    }

    /// The passes of the next step as text. Before the first step it assumes 1/60 s.
    pub fn plan_text(&mut self) -> Result<String> {
        self.scoped("a plan", |world| {
            if world.frame > 0 {
                world.prepare()?;
                return Ok(world.plan_as_text());
            }
            // Substeps chosen for this text must not affect the first step.
            let chosen: Vec<u32> = world.scene.bodies.values().map(|b| b.substeps).collect();
            world.choose_substeps(1.0 / 60.0);
            let prepared = world.prepare();
            let text = world.plan_as_text();
            for (body, substeps) in world.scene.bodies.values_mut().zip(chosen) {
                body.substeps = substeps;
            }
            world.dirty.plan = true;
            prepared.map(|()| text)
        })
    }

    fn plan_as_text(&self) -> String {
        let program = self.program.as_ref();
        program.map(|p| p.plan.to_text()).unwrap_or_default()
    }

    /// Substeps and iterations a body currently runs with.
    pub(super) fn schedule_of(&self, id: PliantBodyId) -> Result<(u32, u32)> {
        let body = self.scene.bodies.get(id)?;
        Ok((body.substeps, self.iterations(body)))
    }
}
