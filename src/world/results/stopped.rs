//! Says which bodies have stopped.

use super::Results;
use super::keys::report;
use crate::ids::{PliantBodyId, shown};
use crate::share::{REPORT_STATUS, REPORT_SUBSTEP};
use crate::world::queue::Queue;
use crate::world::scene::Scene;

/// Bodies that a step looks at, in turn: visiting thousands would take longer than the rest of the call.
const BODIES_A_STEP: usize = 64;

impl Results {
    /// Warns of bodies that are stopped in the newest finished step, of each once until it is revived.
    pub fn warn_of_stopped(&mut self, scene: &Scene, queue: &mut Queue) {
        let Ok(frame) = queue.newest() else {
            return;
        };
        if self.watched >= self.stepped.len() {
            self.watched = 0;
        }
        for index in self.stepped.iter().skip(self.watched).take(BODIES_A_STEP) {
            let Some(words) = report(&frame, *index) else {
                continue;
            };
            if words[REPORT_STATUS as usize] == 0 || self.stopped.contains(index) {
                continue;
            }
            let mut bodies = scene.bodies();
            let Some((id, body)) = bodies.find(|(_, body)| body.index == *index) else {
                continue;
            };
            if frame.number() < body.data.jumped {
                continue; // this is of the body that had its slot, or of the time before its teleport
            }
            self.stopped.insert(*index);
            let (name, user_data) = (shown::<PliantBodyId>(id), body.data.desc.user_data);
            let substep = words[REPORT_SUBSTEP as usize];
            log::warn!(
                "{name} (user_data {user_data}) has stopped (PLIANT_BODY_NOT_FINITE): in substep {substep} a position or velocity was no longer finite, as after input out of all bounds or a jump of what holds it; pliant_body_teleport revives it"
            );
        }
        self.watched += BODIES_A_STEP;
    }
}
