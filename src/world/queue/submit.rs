//! Submits a step, commands, or copies of results.

use super::Queue;
use crate::error::Result;
use crate::gpu::ahead::Recipe;
use crate::gpu::buffer::Buffer;
use crate::gpu::readback::Piece;
use crate::gpu::run::{self, Groups, Program, Submission};
use crate::share::ParamsStep;
use std::sync::Arc;

/// What to submit. Nothing but copies of results by default.
pub struct Work<'a> {
    pub groups: &'a Arc<Groups>,
    pub params: ParamsStep,
    /// A buffer, and bytes that are written at its start.
    pub write: Option<(&'a Buffer, &'a [u8])>,
    pub commands: Option<&'a Program>,
    pub step: Option<&'a Arc<Program>>,
    /// Results to copy back, and the number of their step.
    pub results: Option<(u64, &'a [Piece])>,
}

impl Queue {
    /// Submits it. False if the ring had no room for the results.
    pub fn submit(&mut self, work: Work) -> Result<bool> {
        let recipe = self.recipe(&work);
        let writes = work.write.as_slice();
        let submission = Submission {
            writes,
            commands: work.commands,
            step: work.step.map(Arc::as_ref),
            ahead: recipe.as_ref().and_then(|r| self.ahead.take(r)),
            groups: work.groups,
            params: &work.params,
            timer: self.timer.as_ref().filter(|_| work.step.is_some()),
            results: work.results,
        };
        let (belt, ring, done) = (&mut self.belt, &mut self.ring, &mut self.done);
        let copied = run::submit(&self.context, belt, ring, done, submission)?;
        if work.commands.is_some() {
            self.commands.clear();
        }
        if let Some(recipe) = recipe {
            self.ahead.after_submit(&self.context, recipe);
        }
        Ok(copied)
    }

    /// What a step is recorded from. Timed steps are not recorded ahead.
    fn recipe(&self, work: &Work) -> Option<Recipe> {
        let program = work.step.filter(|_| self.timer.is_none())?;
        Some(Recipe {
            program: program.clone(),
            groups: work.groups.clone(),
            params: work.params,
        })
    }
}
