//! What a world knows of its kernels.

use crate::element::Terms;
use crate::gpu::kernel::Kernel;
use crate::schedule::Outlook;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What decides which kernels a body needs: what finds its solver, asset, executor, whether it bounces, kinds of its groups.
pub type BodyClass = (Terms, u64, u32, bool, u32);

/// What a world knows of its kernels.
#[derive(Default)]
pub struct Compiled {
    /// For whom other plans were asked.
    pub foreseen: BTreeSet<(Outlook, BodyClass)>,
    /// Whether other kernels than those of bodies were.
    pub others: [bool; 2],
    /// Whether all was there once: a step has run, or the world is prepared. What is compiled from then on is late.
    pub started: bool,
    /// Kernels that the running step had to compile.
    pub fresh: u32,
    /// Those that all steps had to.
    pub late: u64,
    /// The outlook of the plan.
    outlook: Option<Outlook>,
    /// Why the running step has to compile.
    cause: &'static str,
    /// What the log knows.
    told: BTreeSet<&'static str>,
    /// Whether the running step has a new plan.
    is_new: bool,
    pub preparation: Option<Preparation>,
}

/// What kernels hang on.
#[derive(PartialEq)]
pub struct Wanted {
    pub outlooks: BTreeSet<Outlook>,
    pub bodies: Vec<BodyClass>,
    pub skins: bool,
    pub queries: bool,
}

/// A preparation in progress.
pub struct Preparation {
    pub wanted: Wanted,
    pub kernels: Vec<Arc<Kernel>>,
    /// Those that the GPU was given, and the submission.
    pub running: Vec<Arc<Kernel>>,
    pub submission: u64,
}

impl Compiled {
    /// What goes on in a world that is restored.
    pub fn restored(&mut self) -> Self {
        Self {
            foreseen: BTreeSet::new(),
            others: [false; 2],
            preparation: None,
            ..std::mem::take(self)
        }
    }

    /// A plan is made of this outlook.
    pub fn plan(&mut self, outlook: Outlook) {
        self.is_new = true;
        self.cause = match self.outlook.replace(outlook) {
            Some(last) if last.touches != outlook.touches => {
                "bodies may touch other things than before"
            }
            Some(last) if last.kinds != outlook.kinds => "there are other colliders than before",
            Some(last) if last.rebounds != outlook.rebounds => "bodies may bounce off each other",
            _ => "there are other bodies than before, or other edits",
        };
    }

    /// A step begins.
    pub fn begin(&mut self) {
        self.fresh = 0;
    }

    /// Counts the kernels that a step had to wait for. Returns whether it had a new plan.
    pub fn end(&mut self, step: u64) -> bool {
        let was_new = std::mem::take(&mut self.is_new);
        if !std::mem::replace(&mut self.started, true) || self.fresh == 0 {
            return was_new;
        }
        self.late += u64::from(self.fresh);
        if self.told.insert(self.cause) {
            let (count, cause) = (self.fresh, self.cause);
            log::info!(
                "step {step} waited for {count} kernels to compile, because {cause}; pliant_world_prepare compiles them before"
            );
        }
        was_new
    }
}
