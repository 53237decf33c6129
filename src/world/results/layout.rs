//! What is copied back after a step.

use super::{Results, keys};
use crate::executor::StepRequests;
use crate::gpu::buffer::Buffer;
use crate::gpu::readback::{Key, Piece};
use crate::share;
use crate::skin::Skins;
use crate::state::Channel;
use crate::world::planner::Planner;
use crate::world::queue::Queue;
use crate::world::scene::{Body, Scene};
use crate::world::store::Store;

impl Results {
    /// Notes the buffer ranges to copy back after a step.
    pub fn lay_out(
        &mut self,
        scene: &Scene,
        (store, skins): (&Store, &Skins),
        (planner, requests): (&Planner, StepRequests),
        queue: &Queue,
    ) {
        let state = store.state();
        let mut pieces = Vec::new();
        let report = u64::from(share::REPORT_WORDS) * 4 * u64::from(state.body_ranges.end());
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
        push(keys::REPORT, &state.report.buffer, 0, report);
        let [vertices, bounds] = skins.results();
        push(keys::SKIN_VERTICES, vertices.0, 0, vertices.1);
        push(keys::SKIN_BOUNDS, bounds.0, 0, bounds.1);
        finds(store, planner, requests, &mut push);
        let read_back = |body: &Body| body.data.desc.readback_particles != 0;
        for (id, body) in scene.bodies().filter(|(_, b)| read_back(b)) {
            let count = body.asset.rest_positions.len() as u32;
            let kept = [
                (Channel::POSITION, keys::positions_of(id)),
                (Channel::VELOCITY, keys::velocities_of(id)),
            ];
            for (channel, key) in kept {
                let (offset, length) = state.vertices.place(channel, body.first_vertex, count);
                push(key, &state.vertices.buffer, offset, length);
            }
        }
        let stages = planner.program().map_or(0, |p| p.plan.stages.len());
        pieces.extend(queue.ticks(stages));
        self.pieces = pieces;
    }
}

/// What the world asked to be found.
fn finds(
    store: &Store,
    planner: &Planner,
    requests: StepRequests,
    push: &mut impl FnMut(Key, &Buffer, u64, u64),
) {
    let Some(program) = planner.program() else {
        return;
    };
    let bodies = planner.planned().len() as u32;
    let mut rows = |key, buffer: &Buffer, first: Option<u32>, rows: u32| {
        if let Some(first) = first {
            push(key, buffer, 16 * u64::from(first), 16 * u64::from(rows));
        }
    };
    let state = &store.state().vertices.buffer;
    let momentum = crate::contact::reaction_row(&program.plan).filter(|_| requests.momentum);
    rows(
        keys::REACTIONS,
        state,
        momentum,
        share::REACTION_ROWS * bodies,
    );
    let each = crate::contact::sensor_rows(requests.sensors.1);
    rows(
        keys::SENSORS,
        state,
        crate::contact::sensor_row(&program.plan),
        each * bodies,
    );
    let room = store.contacts().event_room;
    let table = (room > 0).then_some(store.contacts().event_row);
    let count = 1 + share::CONTACTS_EVENT_ROWS * room;
    rows(keys::EVENTS, &store.state().contacts.buffer, table, count);
}
