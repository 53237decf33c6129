//! Compiling ahead: the kernels that a body may need, whatever the bodies beside it.

use super::class::{CLASSES, MEDIUM, class_of};
use super::coarse_table::CoarseSize;
use super::energy;
use super::method::SOLVERS;
use super::mixed::{self, Side};
use super::recentre;
use super::work::{Bounded, CROWD, Meets, Scheduled, Touched, Work};
use crate::asset::Asset;
use crate::desc::{PLIANT_EXECUTOR_RESIDENT, PLIANT_EXECUTOR_WIDE};
use crate::error::Result;
use crate::gpu::context::Context;
use crate::material::Hook;

/// What decides which kernels a body needs. Bodies of one class need the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct KernelClass {
    /// Place of its solver in the registry.
    solver: usize,
    /// Its size class, alone and in a crowd.
    sizes: [Option<usize>; 2],
    /// Whether it may be resident, and wide.
    executors: [bool; 2],
    /// What colliders there are.
    bounded: Bounded,
    /// What bodies may touch.
    touches: Touched,
    /// Whom it may share a dispatch with.
    side: Option<Side>,
}

impl KernelClass {
    /// The class of a body among such colliders. `touches`: what they may touch.
    pub fn of(context: &Context, body: &Scheduled, bounded: Bounded, touches: Touched) -> Self {
        let sizes = [false, true].map(|crowd| class_of(context, body.asset, crowd));
        let solver = SOLVERS.iter().position(|s| s.needs == body.solver.needs);
        Self {
            solver: solver.unwrap_or(0),
            sizes,
            executors: executors(context, body.asset, body.executor, sizes[0]),
            bounded,
            touches,
            side: Side::of(context, body),
        }
    }

    /// Whether bodies of both classes may share a dispatch.
    pub fn shares_with(&self, other: &Self) -> bool {
        let meet = self.executors[0]
            && other.executors[0]
            && self.bounded == other.bounded
            && self.touches == other.touches;
        meet && self.side.is_some() && self.side == other.side.map(Side::other)
    }

    /// Compiles what its bodies run if others share their dispatch. `body` is one of this class.
    pub fn compile_shared(&self, context: &Context, body: &Scheduled) -> Result<()> {
        mixed::resident(context, &mut self.work(), &[body]).map(drop)
    }

    fn work(&self) -> Work {
        let bounded = u32::from(self.bounded > Bounded::None);
        let meets = Meets {
            colliders: bounded,
            bounded,
            grids: u32::from(self.bounded == Bounded::Grid),
            touches: self.touches,
            rebounds: false, // classes of solvers do not know of it
        };
        Work::new(meets, 1)
    }

    /// Compiles its kernels. `body` is one of this class. What a body takes only if others of its size surround it, or if
    /// something holds it, is compiled too.
    pub fn compile(&self, context: &Context, body: &Scheduled) -> Result<()> {
        let solver = SOLVERS[self.solver];
        let work = || self.work();
        recentre::compile(context, &work())?;
        if solver.needs == Hook::Block {
            energy::compile(context, &work())?;
        }
        for free in [true, false] {
            let body = Scheduled {
                substeps: 1,
                iterations: 1,
                coarse: CoarseSize { parts: 1, nodes: 1 },
                free,
                ..*body
            };
            if self.executors[0] {
                for count in [1, CROWD] {
                    (solver.resident.1)(context, &mut work(), &vec![&body; count])?;
                }
            }
            if self.executors[1] {
                (solver.wide.1)(context, &mut work(), &[&body])?;
            }
        }
        Ok(())
    }
}

/// Whether a body may be resident, and wide; see `is_resident`.
fn executors(context: &Context, asset: &Asset, wish: u32, size: Option<usize>) -> [bool; 2] {
    let Some(size) = size else {
        return [false, true];
    };
    let varies = CLASSES[size].whole || asset.rest_positions.len() as u32 > MEDIUM;
    match (wish, context.is_software()) {
        (PLIANT_EXECUTOR_WIDE, _) => [false, true],
        (PLIANT_EXECUTOR_RESIDENT, _) => [true, false],
        (_, true) => [false, true],
        (_, false) => [true, varies],
    }
}
