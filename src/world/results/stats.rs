//! Counters, times and the hash of the newest finished step.

use super::Results;
use super::bodies::near_colliders;
use super::events::dropped;
use super::keys::{EVENTS, report};
use crate::error::{Error, Result, Status};
use crate::gpu::readback::Frame;
use crate::gpu::run::TICKS;
use crate::share::{REPORT_CELL, REPORT_DROPPED, REPORT_HASH, REPORT_PAIRS, REPORT_STATUS};
use crate::skin::Skins;
use crate::view::{PliantStageTime, PliantWorldStats};
use crate::world::adapters::text;
use crate::world::planner::Planner;
use crate::world::queries::Spatial;
use crate::world::queue::Queue;
use crate::world::scene::Scene;
use crate::world::store::Store;

impl Results {
    /// Statistics of the world.
    pub fn stats(
        &self,
        scene: &Scene,
        (store, skins): (&Store, &Skins),
        (planner, queries): (&Planner, &Spatial),
        queue: &mut Queue,
    ) -> PliantWorldStats {
        let bodies: Vec<(u32, u64)> = scene
            .bodies()
            .map(|(_, b)| (b.index, b.data.jumped))
            .collect();
        let mut stats = PliantWorldStats {
            struct_size: size_of::<PliantWorldStats>() as u32,
            body_count: bodies.len() as u32,
            collider_count: scene.collider_slots().len() as u32,
            skin_count: skins.count(),
            vertex_count: scene
                .bodies()
                .map(|(_, b)| b.asset.rest_positions.len() as u64)
                .sum(),
            tet_count: scene.bodies().map(|(_, b)| b.asset.tets.len() as u64).sum(),
            frame: queue.step(),
            dispatch_count: planner.program().map_or(0, |p| p.plan.dispatch_count()),
            readback_skipped_count: self.skipped,
            gpu_bytes: store.state().bytes() + skins.bytes() + queries.bytes(),
            step_cpu_ns: self.step_time.as_nanos() as u64,
            late_kernel_count: planner.late_kernels(),
            ..Default::default()
        };
        let period = self.context.timestamp_period();
        let Ok(frame) = queue.newest() else {
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
            stats.unlisted_body_count += u32::from(near_colliders(store.record(), words).1);
            // A stopped body's report is of an older step.
            stats.dropped_plane_count += u64::from(words[REPORT_DROPPED as usize] * (1 - stopped));
        }
        stats.dropped_pair_count = dropped_pairs(&frame, scene, store.contacts().room > 0);
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
    pub fn stage_time(&self, queue: &mut Queue, stage: u32) -> Result<PliantStageTime> {
        if !queue.is_timed() {
            let why = "times are not measured: create the world with PLIANT_WORLD_TIMESTAMPS on an adapter that supports timestamps";
            return Err(Error::new(Status::InvalidState, why));
        }
        self.context.poll()?;
        let period = self.context.timestamp_period();
        let frame = queue.newest()?;
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

    /// The hash of the bits of all positions and velocities in the newest finished step.
    pub fn state_hash(&self, queue: &mut Queue) -> Result<u64> {
        let frame = queue.newest()?;
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
}

/// Pairs that found no room in a step. They are counted at one of the two, which may be a part of a collider. The report of a
/// body that has stopped is of an older step.
fn dropped_pairs(frame: &Frame, scene: &Scene, touches: bool) -> u64 {
    let bodies = scene.bodies().map(|(_, b)| (b.index, b.data.jumped));
    let colliders = scene.collider_slots().values();
    let kinematic_surfaces = colliders.flat_map(|collider| &collider.kinematic_surfaces);
    let all = bodies.chain(kinematic_surfaces.map(|c| (c.index, c.since)));
    all.filter(|(_, jumped)| touches && frame.number() >= *jumped)
        .filter_map(|(index, _)| report(frame, index))
        .filter(|words| words[REPORT_STATUS as usize] == 0)
        .map(|words| u64::from(words[REPORT_PAIRS as usize]))
        .sum()
}
