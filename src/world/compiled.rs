//! Kernels are compiled in a world's first step, or when an edit makes them necessary, so that no later step waits for
//! one.

use crate::error::Result;
use crate::gpu::context::Context;
use crate::solver::{
    Bounded, KernelClass, Meets, Scheduled, Touched, compile_near, compile_restitution,
    compile_touch,
};
use std::collections::BTreeSet;

/// The kernels that a world has compiled.
#[derive(Default)]
pub struct Compiled {
    classes: BTreeSet<KernelClass>,
    /// What colliders the last plan or edit knew of.
    bounded: Bounded,
    /// What it knew that bodies may touch.
    touches: Touched,
    /// Whether a plan has been made. Before, edits compile nothing: what they add may be the last thing missing.
    pub started: bool,
}

impl Compiled {
    /// Compiles what a world's first plan needs and may come to need, and notes what later plans meet.
    pub fn start(
        &mut self,
        context: &Context,
        meets: Meets,
        bouncy: bool,
        bodies: &[Scheduled],
    ) -> Result<()> {
        self.bounded = meets.kinds();
        self.touches = meets.touches;
        if std::mem::replace(&mut self.started, true) {
            return Ok(());
        }
        self.colliders(context, self.bounded, bouncy, bodies)
    }

    /// Compiles what a body needs.
    pub fn body(&mut self, context: &Context, body: &Scheduled) -> Result<()> {
        let class = KernelClass::of(context, body, self.bounded, self.touches);
        if self.classes.insert(class) {
            class.compile(context, body)?;
            if self.classes.iter().any(|other| class.shares_with(other)) {
                class.compile_shared(context, body)?;
            }
        }
        if body.bounces {
            compile_restitution(context)?;
        }
        Ok(())
    }

    /// Compiles what all bodies need once some of them may touch.
    pub fn touch(&mut self, context: &Context, meets: Meets, bodies: &[Scheduled]) -> Result<()> {
        self.touches = meets.touches;
        if meets.touches.any() {
            compile_near(context)?;
            compile_touch(context, meets)?;
        }
        bodies.iter().try_for_each(|body| self.body(context, body))
    }

    /// What bodies may touch, as far as kernels are compiled.
    pub fn touches(&self) -> Touched {
        self.touches
    }

    /// Compiles what all bodies need among other colliders. `bouncy`: some have a restitution.
    pub fn colliders(
        &mut self,
        context: &Context,
        bounded: Bounded,
        bouncy: bool,
        bodies: &[Scheduled],
    ) -> Result<()> {
        self.bounded = bounded;
        if bounded > Bounded::None {
            compile_near(context)?;
        }
        if bouncy {
            compile_restitution(context)?;
        }
        bodies.iter().try_for_each(|body| self.body(context, body))
    }

    /// What colliders kernels are compiled for.
    pub fn bounded(&self) -> Bounded {
        self.bounded
    }
}
