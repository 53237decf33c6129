//! Gives pending commands to the GPU.

use super::World;
use crate::error::Result;
use crate::gpu::kernel::EDIT;
use crate::gpu::plan::{Dispatch, Group, Plan};
use crate::gpu::run::Program;
use crate::share::ParamsPass;

/// The most pending rows before they are applied. 64 MiB, half of what every WebGPU adapter can bind.
const MOST_ROWS: usize = 1 << 21;

impl World {
    /// The program that applies pending commands, if any. They stay pending until it is submitted.
    pub(super) fn command_program(&mut self) -> Result<Option<Program>> {
        if self.commands.is_empty() {
            return Ok(None);
        }
        let most = self.context.limits.max_compute_workgroups_per_dimension;
        let (rows, launches) = self.commands.pack(most, self.frame_places());
        self.state
            .commands
            .reserve(&self.context, rows.len() as u32)?;
        self.state.commands.write(&self.context, 0, &rows)?;
        self.bind()?;
        let mut plan = Plan::default();
        for launch in launches {
            let dispatch = Dispatch {
                kernel: self.context.kernel(&EDIT, launch.entry, &[])?,
                group: Group::Commands,
                workgroups: launch.workgroups,
                pass: Some(ParamsPass {
                    work_row: launch.work[0],
                    work_count: launch.work[1],
                    ..ParamsPass::default()
                }),
            };
            plan.push(launch.entry, vec![dispatch]);
        }
        Ok(Some(Program::new(plan)))
    }

    /// Applies pending commands now, before an edit that must follow them.
    pub(super) fn flush_commands(&mut self) -> Result<()> {
        if self.commands.is_empty() {
            return Ok(());
        }
        self.keep_results()?;
        self.prepare()?;
        let commands = self.command_program()?;
        self.submit(1.0 / 60.0, commands, false)
    }

    pub(super) fn make_room(&mut self, commands: usize) -> Result<()> {
        if self.commands.rows() + 2 * commands > MOST_ROWS {
            self.flush_commands()?;
        }
        Ok(())
    }
}
