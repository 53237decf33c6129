//! Results of finished steps. Only callers that ask to wait do wait.

use super::events::dropped;
use super::frames::near_colliders;
use super::{Results, World};
use crate::desc::{
    PLIANT_BODY_ACTIVE, PLIANT_BODY_NOT_FINITE, PLIANT_BODY_TOO_STIFF, PLIANT_EXECUTOR_RESIDENT,
    PLIANT_EXECUTOR_WIDE,
};
use crate::desc::{PLIANT_MAP_LATEST, PLIANT_MAP_WAIT, check_map_mode};
use crate::error::{Error, Result, Status};
use crate::gpu::context;
use crate::gpu::readback::{Frame, Key, PATIENCE};
use crate::gpu::run::TICKS;
use crate::ids::{self, Kind, PliantAttachmentId, PliantBodyId, PliantColliderId, PliantFrameId};
use crate::share::{
    self, REPORT_CELL, REPORT_CLAMPED, REPORT_CONTACT, REPORT_DROPPED, REPORT_HASH, REPORT_HIGH,
    REPORT_LOW, REPORT_PAIRS, REPORT_RECOVERS, REPORT_RISES, REPORT_SQUEEZED, REPORT_STATUS,
    REPORT_SUBSTEP, REPORT_TOUCHING, REPORT_WORDS,
};
use crate::view::{PliantAdapterInfo, PliantBodyInfo, PliantStageTime, PliantWorldStats};
use glam::DVec3;
use std::time::Duration;

pub const REPORT: Key = (0, 0);
pub const SKIN_VERTICES: Key = (0, 1);
pub const SKIN_BOUNDS: Key = (0, 2);
pub const REACTIONS: Key = (0, 3);
pub const EVENTS: Key = (0, 4);
pub const SENSORS: Key = (0, 5);

/// Positions and inverse masses of a body's particles.
pub fn positions_of(body: PliantBodyId) -> Key {
    (body.bits, 0)
}

/// Velocities of a body's particles.
pub fn velocities_of(body: PliantBodyId) -> Key {
    (body.bits, 1)
}

/// Maps a float to an integer with the same order; see kernel/bindings.wgsl.
pub fn ordered(value: f32) -> u32 {
    let bits = value.to_bits();
    if bits & 0x8000_0000 != 0 {
        !bits
    } else {
        bits ^ 0x8000_0000
    }
}

fn unordered(bits: u32) -> f32 {
    f32::from_bits(if bits & 0x8000_0000 == 0 {
        !bits
    } else {
        bits ^ 0x8000_0000
    })
}

/// The point that three ordered integers encode.
pub fn point(words: &[u32]) -> [f32; 3] {
    [
        unordered(words[0]),
        unordered(words[1]),
        unordered(words[2]),
    ]
}

/// The corner of the cell that a body's positions are in, by its report.
pub fn corner_of(report: &[u32]) -> DVec3 {
    let at = REPORT_CELL as usize;
    share::corner([0, 1, 2].map(|axis| report[at + axis] as i32))
}

/// A corner of a body's bounds in the world.
fn world_point(report: &[u32], corner: u32) -> [f64; 3] {
    let inside = point(&report[corner as usize..]).map(f64::from);
    (corner_of(report) + DVec3::from(inside)).to_array()
}

pub fn report<'a>(frame: &'a Frame, index: u32) -> Option<&'a [u32]> {
    let words: &[u32] = bytemuck::try_cast_slice(frame.piece(REPORT)?).ok()?;
    words.get((index * REPORT_WORDS) as usize..((index + 1) * REPORT_WORDS) as usize)
}

/// Pairs that found no room in a step. They are counted at one of the two, which may be a part of a collider. The report of a
/// body that has stopped is of an older step.
fn dropped_pairs(frame: &Frame, scene: &super::scene::Scene, touches: bool) -> u64 {
    let bodies = scene.bodies().map(|(_, b)| (b.index, b.data.jumped));
    let colliders = scene.colliders.values();
    let carriers = colliders.flat_map(|collider| &collider.carriers);
    let all = bodies.chain(carriers.map(|c| (c.index, c.since)));
    all.filter(|(_, jumped)| touches && frame.number() >= *jumped)
        .filter_map(|(index, _)| report(frame, index))
        .filter(|words| words[REPORT_STATUS as usize] == 0)
        .map(|words| u64::from(words[REPORT_PAIRS as usize]))
        .sum()
}

/// A program may end right after its last world. Mesa's software drivers then crash if they still work: they run in threads of
/// the program, and tear down what its compiler needs. So a world there ends with its steps.
impl Drop for World {
    fn drop(&mut self) {
        if self.context.is_software() {
            let _ = self.wait(10_000_000_000);
        }
    }
}

impl World {
    /// Waits until the newest step has finished; false on timeout.
    pub fn wait(&mut self, timeout_ns: u64) -> Result<bool> {
        self.check()?;
        let (done, ring, frame) = (&self.done, &self.ring, self.frame);
        let timeout = Duration::from_nanos(timeout_ns);
        self.context
            .wait_until(timeout, || done.all() && !ring.is_in_flight(frame))
    }

    /// Collects results as `mode` says. Fails with `NotReady` if the wanted step is not finished, and with
    /// `InvalidState` if it cannot arrive because every slot is mapped.
    pub(super) fn settle(&mut self, mode: u32) -> Result<()> {
        check_map_mode(mode)?;
        self.check()?;
        if self.frame == self.loaded {
            return Err(Error::new(
                Status::NotReady,
                "the world has not been stepped yet; call pliant_world_step first",
            ));
        }
        if mode == PLIANT_MAP_WAIT {
            if !self.wait(PATIENCE.as_nanos() as u64)? {
                return Err(Error::new(
                    Status::NotReady,
                    format!("the GPU has not finished within {} s", PATIENCE.as_secs()),
                ));
            }
        } else {
            self.check()?;
            self.context.poll()?;
        }
        let wanted = self.frame;
        let late = self
            .ring
            .newest()
            .map_or(true, |frame| frame.number() < wanted);
        if mode == PLIANT_MAP_WAIT && late {
            // The step was queued while all slots were in use.
            self.copy_results()?;
            self.wait(PATIENCE.as_nanos() as u64)?;
        }
        let newest = self.ring.newest()?.number();
        if mode != PLIANT_MAP_LATEST && newest < wanted {
            // Waiting longer cannot help when slots are mapped, so this is not NOT_READY.
            let (status, message) = match (mode, self.newest) {
                (PLIANT_MAP_WAIT, Results::Gone) => (
                    Status::InvalidState,
                    "the newest step's results are lost: an edit overwrote them while every slot was mapped; call pliant_unmap and step again",
                ),
                (PLIANT_MAP_WAIT, _) => (
                    Status::InvalidState,
                    "the newest step's results cannot be copied because every slot is mapped; call pliant_unmap",
                ),
                _ => (Status::NotReady, "the newest step has not finished yet"),
            };
            return Err(Error::new(status, message));
        }
        Ok(())
    }

    /// Properties and state of a body as of the newest finished step.
    pub fn body_info(&mut self, id: PliantBodyId) -> Result<PliantBodyInfo> {
        let body = self.scene.bodies.get(id)?;
        let (substeps, iterations) = self.schedule_of(id)?;
        let resident = self.resident(id)?;
        let desc = &body.data.desc;
        let mut info = PliantBodyInfo {
            struct_size: size_of::<PliantBodyInfo>() as u32,
            state: if body.is_too_stiff {
                PLIANT_BODY_TOO_STIFF
            } else {
                PLIANT_BODY_ACTIVE
            },
            vertex_count: body.asset.rest_positions.len() as u32,
            tet_count: body.asset.tets.len() as u32,
            user_data: desc.user_data,
            substeps,
            iterations,
            executor: if resident {
                PLIANT_EXECUTOR_RESIDENT
            } else {
                PLIANT_EXECUTOR_WIDE
            },
            mass: body.mass,
            model: desc.model.number(),
            ..Default::default()
        };
        let (index, jumped) = (body.index, body.data.jumped);
        self.check()?;
        self.context.poll()?;
        let Ok(frame) = self.ring.newest() else {
            return Ok(info);
        };
        if let Some(words) = report(&frame, index).filter(|_| frame.number() >= jumped) {
            info.frame = frame.number();
            if words[REPORT_STATUS as usize] != 0 {
                info.state = PLIANT_BODY_NOT_FINITE;
            }
            info.stopped_substep = words[REPORT_SUBSTEP as usize];
            info.touching_vertex_count = words[REPORT_TOUCHING as usize];
            info.clamped_vertex_count = words[REPORT_CLAMPED as usize];
            info.energy_rise_count = words[REPORT_RISES as usize];
            // Where bodies do not touch, none looks whether they still cross.
            let known = if self.touch.near_room > 0 {
                REPORT_RECOVERS
            } else {
                0
            };
            info.contact = words[REPORT_CONTACT as usize] & (known | REPORT_SQUEEZED);
            info.near_collider_count = near_colliders(&self.record, words).0;
            info.low = world_point(words, REPORT_LOW);
            info.high = world_point(words, REPORT_HIGH);
        }
        Ok(info)
    }

    /// Statistics of the world.
    pub fn stats(&mut self) -> PliantWorldStats {
        let _ = self.context.poll();
        let bodies: Vec<(u32, u64)> = self
            .scene
            .bodies()
            .map(|(_, b)| (b.index, b.data.jumped))
            .collect();
        let mut stats = PliantWorldStats {
            struct_size: size_of::<PliantWorldStats>() as u32,
            body_count: bodies.len() as u32,
            collider_count: self.scene.colliders.len() as u32,
            skin_count: self.skins.count(),
            vertex_count: self
                .scene
                .bodies()
                .map(|(_, b)| b.asset.rest_positions.len() as u64)
                .sum(),
            tet_count: self
                .scene
                .bodies()
                .map(|(_, b)| b.asset.tets.len() as u64)
                .sum(),
            frame: self.frame,
            dispatch_count: self.program.as_ref().map_or(0, |p| p.plan.dispatch_count()),
            readback_skipped_count: self.skipped,
            gpu_bytes: self.state.bytes() + self.skins.bytes() + self.spatial.bytes(),
            step_cpu_ns: self.step_cpu_ns,
            ..Default::default()
        };
        let period = self.context.timestamp_period();
        let Ok(frame) = self.ring.newest() else {
            return stats;
        };
        stats.finished_frame = frame.number();
        for (index, _) in bodies
            .iter()
            .filter(|(_, jumped)| frame.number() >= *jumped)
        {
            let Some(words) = report(&frame, *index) else {
                continue;
            };
            let stopped = words[REPORT_STATUS as usize].min(1);
            stats.stopped_body_count += stopped;
            stats.unlisted_body_count += u32::from(near_colliders(&self.record, words).1);
            // A stopped body's report is of an older step.
            stats.dropped_plane_count += u64::from(words[REPORT_DROPPED as usize] * (1 - stopped));
        }
        stats.dropped_pair_count = dropped_pairs(&frame, &self.scene, self.touch.room > 0);
        stats.dropped_event_count = u64::from(frame.piece(EVENTS).map_or(0, dropped));
        if let Some(ticks) = frame.piece(TICKS) {
            let ticks: Vec<u64> = bytemuck::pod_collect_to_vec(ticks);
            let (first, last) = (
                ticks.first().copied().unwrap_or(0),
                ticks.last().copied().unwrap_or(0),
            );
            stats.gpu_step_ns = (last.saturating_sub(first) as f64 * period) as u64;
        }
        stats
    }

    /// GPU time of one stage of the newest finished step.
    pub fn stage_time(&mut self, stage: u32) -> Result<PliantStageTime> {
        if self.timer.is_none() {
            let why = "times are not measured: create the world with PLIANT_WORLD_TIMESTAMPS on an adapter that supports timestamps";
            return Err(Error::new(Status::InvalidState, why));
        }
        self.context.poll()?;
        let period = self.context.timestamp_period();
        let frame = self.ring.newest()?;
        let absent = || Error::new(Status::NotReady, "no finished step was measured yet");
        let ticks = frame.piece(TICKS).filter(|_| !frame.labels().is_empty());
        let ticks: Vec<[u64; 2]> = bytemuck::pod_collect_to_vec(ticks.ok_or_else(absent)?);
        let (count, stage) = (frame.labels().len(), stage as usize);
        let (Some(label), Some([start, end])) = (frame.labels().get(stage), ticks.get(stage))
        else {
            let why = format!(
                "stage is {stage}, expected below {count}, the number of stages of the step"
            );
            return Err(Error::argument(why));
        };
        Ok(PliantStageTime {
            stage_count: count as u32,
            frame: frame.number(),
            nanoseconds: (end.saturating_sub(*start) as f64 * period) as u64,
            label: text(label),
            ..Default::default()
        })
    }

    /// Waits for the newest step and hashes the bits of all its positions and velocities. Later edits do not change the
    /// hash.
    pub fn state_hash(&mut self) -> Result<u64> {
        self.settle(PLIANT_MAP_WAIT)?;
        let frame = self.ring.newest()?;
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for (order, index) in self.stepped.iter().enumerate() {
            let Some(words) = report(&frame, *index) else {
                continue;
            };
            // The positions of a stopped body are unspecified; only the fact that it stopped counts.
            let stopped = words[REPORT_STATUS as usize] != 0;
            let half = |i| {
                if stopped {
                    0
                } else {
                    words[REPORT_HASH as usize + i]
                }
            };
            let cell = REPORT_CELL as usize;
            let cell = [0, 1, 2].map(|axis| if stopped { 0 } else { words[cell + axis] });
            let body = [order as u32, u32::from(stopped), half(0), half(1)];
            for word in body.into_iter().chain(cell) {
                hash = (hash ^ u64::from(word)).wrapping_mul(0x0000_0100_0000_01b3);
                hash ^= hash >> 29;
            }
        }
        Ok(hash)
    }

    /// Converts a handle of a saved world, after restoring the save here. Slots and generations are saved; only the
    /// world's number differs.
    ///
    /// # Errors
    /// `InvalidHandle` if it is not here, or is no body, collider, frame or attachment.
    pub fn translate(&self, saved: u64) -> Result<u64> {
        let kinds = [Kind::Body, Kind::Collider, Kind::Frame, Kind::Attachment];
        let parts = ids::unpack(saved);
        let kind = parts.and_then(|parts| kinds.into_iter().find(|kind| *kind as u8 == parts.kind));
        let (Some(parts), Some(kind)) = (parts, kind) else {
            let message = format!("{saved:#018x} names no body, collider, frame or attachment");
            return Err(Error::new(Status::InvalidHandle, message));
        };
        let world = self.number;
        let (scene, bits) = (&self.scene, ids::pack(ids::Parts { world, ..parts }));
        match kind {
            Kind::Body => scene.bodies.get(PliantBodyId { bits }).map(drop),
            Kind::Collider => scene.colliders.get(PliantColliderId { bits }).map(drop),
            Kind::Frame => scene.frames.get(PliantFrameId { bits }).map(drop),
            _ => scene
                .attachments()
                .get(PliantAttachmentId { bits })
                .map(drop),
        }?;
        Ok(bits)
    }

    /// The adapter the world runs on.
    pub fn adapter_info(&self) -> PliantAdapterInfo {
        let mut view = adapter_view(&self.context.info);
        view.max_workgroup_storage_bytes = self.context.limits.max_compute_workgroup_storage_size;
        view.supports_timestamps = u32::from(self.context.timestamps);
        view
    }
}

/// Every adapter this machine has, best first.
pub fn list_adapters() -> Vec<PliantAdapterInfo> {
    let view = |found: &context::Found| PliantAdapterInfo {
        max_workgroup_storage_bytes: found.workgroup_bytes,
        supports_timestamps: u32::from(found.timestamps),
        ..adapter_view(&found.info)
    };
    context::adapters().iter().map(view).collect()
}

/// A zero-terminated string for the caller, cut at a character boundary.
fn text<const N: usize>(from: &str) -> [u8; N] {
    let mut bytes = [0; N];
    let mut end = from.len().min(N - 1);
    while !from.is_char_boundary(end) {
        end -= 1;
    }
    bytes[..end].copy_from_slice(&from.as_bytes()[..end]);
    bytes
}

/// An adapter's properties for the caller.
pub fn adapter_view(info: &context::AdapterInfo) -> PliantAdapterInfo {
    PliantAdapterInfo {
        struct_size: size_of::<PliantAdapterInfo>() as u32,
        device_type: context::device_type_number(info),
        vendor: info.vendor,
        device: info.device,
        name: text(&info.name),
        driver: text(&format!("{} {}", info.driver, info.driver_info)),
        pci_bus_id: text(&info.device_pci_bus_id),
        backend: text(&info.backend.to_string()),
        max_workgroup_storage_bytes: 0,
        supports_timestamps: 0,
    }
}
