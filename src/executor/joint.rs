//! Small bodies of two solvers in one dispatch. Dispatches run one after the other, so a few bodies of each solver would
//! leave most of a GPU idle twice; in one dispatch they run at the same time.

use super::resident;
use super::scheduled::Scheduled;
use super::size_class::{CLASSES, CROWD, class_of};
use super::work_list::{Epochs, SolverKernel, Work};
use crate::element::Terms;
use crate::error::Result;
use crate::gpu::context::Context;
use std::collections::BTreeSet;

/// Two solvers and their joint kernel.
#[derive(Debug)]
pub struct Joint {
    /// Name of the stage.
    pub label: &'static str,
    /// Terms of the two solvers.
    pub terms: [Terms; 2],
    pub kernel: &'static SolverKernel,
    pub entry: &'static str,
    /// Own state rows of a body.
    pub own_rows: fn(&Scheduled) -> u32,
}

impl Joint {
    /// The size class of a body, by which bodies share a dispatch, and which of the two solves it. `None` if it shares no
    /// dispatch. On a software adapter none does: no processor idles there, and the joint kernel takes 20 s to compile.
    fn side(&self, context: &Context, body: &Scheduled) -> Option<(usize, usize)> {
        if context.is_software() {
            return None;
        }
        let class = class_of(context, body.asset, false)?;
        let place = self.terms.iter().position(|terms| *terms == body.terms)?;
        CLASSES[class].one_a_thread().then_some((class, place))
    }

    /// The bodies that share dispatches: none if there are enough to fill a GPU.
    pub fn shares(&self, context: &Context, bodies: &[Scheduled], resident: &[bool]) -> Vec<bool> {
        let sides: Vec<Option<(usize, usize)>> = bodies
            .iter()
            .zip(resident)
            .map(|(body, is_resident)| self.side(context, body).filter(|_| *is_resident))
            .collect();
        let present: BTreeSet<(usize, usize)> = sides.iter().flatten().copied().collect();
        let few = sides.iter().flatten().count() <= CROWD;
        let shares = |side: &Option<(usize, usize)>| {
            side.is_some_and(|(class, place)| present.contains(&(class, 1 - place)))
        };
        sides.iter().map(|side| few && shares(side)).collect()
    }

    /// The joint dispatches.
    pub fn dispatches(
        &self,
        context: &Context,
        work: &mut Work,
        bodies: &[&Scheduled],
    ) -> Result<Epochs> {
        let kernel = (self.kernel, self.entry);
        resident::dispatches(context, work, bodies, false, self.own_rows, |_| kernel)
    }
}
