//! Edits of what all bodies feel, and of the origin of render vertices.

use super::Applied;
use crate::error::Result;
use crate::math::{finite, place};
use crate::world::World;

impl World {
    pub(super) fn set_gravity(&mut self, gravity: [f32; 3]) -> Result<Applied> {
        finite(&gravity, "gravity")?;
        self.scene.set_gravity(gravity);
        self.planner.disturb();
        Ok(Applied::Done)
    }

    pub(super) fn set_wind(&mut self, wind: [f32; 3]) -> Result<Applied> {
        finite(&wind, "wind")?;
        self.scene.set_wind(wind);
        Ok(Applied::Done)
    }

    pub(super) fn set_origin(&mut self, origin: [f64; 3]) -> Result<Applied> {
        place(&origin, "origin")?;
        let step = self.queue.step() + 1;
        self.scene.origin_mut().move_to(origin, step);
        Ok(Applied::Done)
    }
}
