//! What edits write over in the state of a body.

use super::Store;
use crate::error::Result;
use crate::gpu::buffer;
use crate::share::{
    Command, REPORT_ENERGY_STAGE, REPORT_IMPACT, REPORT_IMPACT_WORDS, REPORT_WORDS,
};
use crate::state::Channel;
use crate::world::scene::Body;

impl Store {
    /// Stores the rows of commands.
    pub fn write_commands(&mut self, rows: &[Command]) -> Result<()> {
        let commands = &mut self.state.commands;
        commands.reserve(&self.context, rows.len() as u32)?;
        commands.write(&self.context, 0, rows)
    }

    /// Lets the energy of a body be compared anew: an edit has changed it.
    pub fn forget_energy(&self, index: u32) -> Result<()> {
        let at = 4 * u64::from(REPORT_WORDS * index + REPORT_ENERGY_STAGE);
        buffer::write(
            &self.context,
            "reports",
            &self.state.report.buffer,
            at,
            &[0; 4],
        )
    }

    /// Forgets what was carried from move to move: rigid bodies keep friction there.
    pub fn forget_carry(&self, body: &Body) -> Result<()> {
        let rows = vec![[0.0; 4]; body.asset.rest_positions.len()];
        let (vertices, first) = (&self.state.vertices, body.first_vertex);
        vertices.write(&self.context, Channel::CARRY, first, &rows)
    }

    /// Ends an impact that is not over: another solver would count its touches anew.
    pub fn forget_impact(&self, index: u32) -> Result<()> {
        let words = [0_u32; REPORT_IMPACT_WORDS as usize];
        let at = 4 * u64::from(REPORT_WORDS * index + REPORT_IMPACT);
        let bytes = bytemuck::cast_slice(&words);
        buffer::write(
            &self.context,
            "reports",
            &self.state.report.buffer,
            at,
            bytes,
        )
    }
}
