//! Small bodies of vertex block descent and of the mass-spring method in one dispatch. Dispatches run one after the other,
//! so a few bodies of each leave most of a GPU idle twice; together they run at the same time.

use super::class::{CLASSES, class_of};
use super::work::{self, CROWD, Epochs, Scheduled, Work};
use crate::error::Result;
use crate::gpu::context::Context;
use crate::gpu::kernel::RESIDENT_MIXED;
use crate::material::Hook;
use std::collections::BTreeSet;

/// Name of the stage.
pub const LABEL: &str = "small bodies, resident";

/// What decides who shares a dispatch with whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Side {
    /// Size class.
    class: usize,
    /// Whether its solver is the explicit one.
    explicit: bool,
}

impl Side {
    /// The side of a body, if it is resident; `None` if its kind of body shares no dispatch. On a software adapter none
    /// does: no processor idles there, and the joint kernel takes it 20 s to compile.
    pub fn of(context: &Context, body: &Scheduled) -> Option<Self> {
        if context.is_software() {
            return None;
        }
        let class = class_of(context, body.asset, false)?;
        let is_known = matches!(body.solver.needs, Hook::Block | Hook::Force);
        let explicit = body.solver.is_explicit();
        (is_known && CLASSES[class].one_a_thread()).then_some(Self { class, explicit })
    }

    /// The side that it shares dispatches with.
    pub fn other(self) -> Self {
        let explicit = !self.explicit;
        Self { explicit, ..self }
    }
}

/// Which of the bodies share dispatches: none if there are enough to fill a GPU.
pub fn shares(context: &Context, bodies: &[Scheduled], resident: &[bool]) -> Vec<bool> {
    let sides: Vec<Option<Side>> = bodies
        .iter()
        .zip(resident)
        .map(|(body, is_resident)| Side::of(context, body).filter(|_| *is_resident))
        .collect();
    let present: BTreeSet<Side> = sides.iter().flatten().copied().collect();
    let few = sides.iter().flatten().count() <= CROWD;
    let shares = |side: &Option<Side>| side.is_some_and(|side| present.contains(&side.other()));
    sides.iter().map(|side| few && shares(side)).collect()
}

/// Their dispatches.
pub fn resident(context: &Context, work: &mut Work, bodies: &[&Scheduled]) -> Result<Epochs> {
    work::resident(
        context,
        work,
        bodies,
        false,
        |body| body.coarse_rows(),
        |_| (&RESIDENT_MIXED, "resident_mixed"),
    )
}
