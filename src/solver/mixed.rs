//! Small bodies of vertex block descent and of the mass-spring method in one dispatch. Dispatches run one after the other,
//! so a few bodies of each leave most of a GPU idle twice; together they run at the same time.

use super::class::{CLASSES, class_of};
use super::work::{self, CROWD, Epochs, Scheduled, Work};
use crate::error::Result;
use crate::gpu::context::Context;
use crate::gpu::kernel::RESIDENT_MIXED;
use crate::material::Hook;

/// Name of the stage.
pub const LABEL: &str = "small bodies, resident";

/// Whether a resident body can share a dispatch, and if so, whether its solver is the explicit one.
pub fn side(context: &Context, body: &Scheduled) -> Option<bool> {
    let class = class_of(context, body.asset, false)?;
    let is_small = CLASSES[class].one_a_thread();
    let is_known = matches!(body.solver.needs, Hook::Block | Hook::Force);
    (is_small && is_known).then(|| body.solver.is_explicit())
}

/// Which of the bodies share dispatches: none if all are of one method, or if there are enough of them to fill a GPU.
pub fn shares(context: &Context, bodies: &[Scheduled], resident: &[bool]) -> Vec<bool> {
    let sides: Vec<Option<bool>> = bodies
        .iter()
        .zip(resident)
        .map(|(body, is_resident)| side(context, body).filter(|_| *is_resident))
        .collect();
    let count = |of: bool| sides.iter().filter(|side| **side == Some(of)).count();
    let (implicit, explicit) = (count(false), count(true));
    let mixes = implicit > 0 && explicit > 0 && implicit + explicit <= CROWD;
    sides.iter().map(|side| mixes && side.is_some()).collect()
}

/// Their dispatches.
pub fn resident(context: &Context, work: &mut Work, bodies: &[&Scheduled]) -> Result<Epochs> {
    work::resident(
        context,
        work,
        bodies,
        false,
        |_| 0,
        |_| (&RESIDENT_MIXED, "resident_mixed"),
    )
}
