//! What is copied back after a step.

use super::{World, query};
use crate::gpu::buffer::Buffer;
use crate::gpu::readback::{Key, Piece};
use crate::share;
use crate::solver;
use crate::state::Channel;

impl World {
    /// The buffer ranges to copy back after a step.
    pub(super) fn results(&self) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let report = u64::from(share::REPORT_WORDS) * 4 * u64::from(self.state.body_ranges.end());
        let mut push = |key, source: &Buffer, offset, length| {
            if length > 0 {
                pieces.push(Piece {
                    key,
                    source: source.clone(),
                    offset,
                    length,
                });
            }
        };
        push(query::REPORT, &self.state.report.buffer, 0, report);
        let [vertices, bounds] = self.skins.results();
        push(query::SKIN_VERTICES, vertices.0, 0, vertices.1);
        push(query::SKIN_BOUNDS, bounds.0, 0, bounds.1);
        self.finds(&mut push);
        for (id, body) in self
            .scene
            .bodies()
            .filter(|(_, b)| b.data.desc.readback_particles != 0)
        {
            let count = body.asset.rest_positions.len() as u32;
            let kept = [
                (Channel::POSITION, query::positions_of(id)),
                (Channel::VELOCITY, query::velocities_of(id)),
            ];
            for (channel, key) in kept {
                let (offset, length) = self.state.vertices.place(channel, body.first_vertex, count);
                push(key, &self.state.vertices.buffer, offset, length);
            }
        }
        let stages = self.program.as_ref().map_or(0, |p| p.plan.stages.len());
        pieces.extend(
            self.timer
                .as_ref()
                .filter(|_| stages > 0)
                .map(|timer| timer.piece(stages)),
        );
        pieces
    }

    /// What the world asked to be found.
    fn finds(&self, push: &mut impl FnMut(Key, &Buffer, u64, u64)) {
        let (Some(program), asked) = (&self.program, self.asked()) else {
            return;
        };
        let bodies = self.planned.len() as u32;
        let mut rows = |key, buffer: &Buffer, first: Option<u32>, rows: u32| {
            if let Some(first) = first {
                push(key, buffer, 16 * u64::from(first), 16 * u64::from(rows));
            }
        };
        let state = &self.state.vertices.buffer;
        let momentum = solver::reaction_row(&program.plan).filter(|_| asked.momentum);
        rows(
            query::REACTIONS,
            state,
            momentum,
            share::REACTION_ROWS * bodies,
        );
        let each = solver::sensor_rows(asked.sensors.1);
        rows(
            query::SENSORS,
            state,
            solver::sensor_row(&program.plan),
            each * bodies,
        );
        let room = self.touch.event_room;
        let table = (room > 0).then_some(self.touch.event_row);
        let count = 1 + share::TOUCH_EVENT_ROWS * room;
        rows(query::EVENTS, &self.state.touch.buffer, table, count);
    }
}
