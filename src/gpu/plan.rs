//! A step as data: which kernels run, in which order, on how much. A plan is rebuilt only when topology or capacity
//! changes. A golden test compares its text, so reviewers see every added pass.

use super::kernel::Kernel;
use crate::share::ParamsPass;
use std::fmt::Write;
use std::sync::Arc;

/// The set of buffers a kernel uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    Simulation,
    /// The simulation's buffers, with the commands in place of the arena.
    Commands,
    Skins,
    /// The simulation's buffers as the broad phase binds them.
    Near,
}

#[derive(Clone)]
pub struct Dispatch {
    pub kernel: Arc<Kernel>,
    pub group: Group,
    pub workgroups: u32,
    pub pass: Option<ParamsPass>,
}

/// Dispatches under one name, timed together.
#[derive(Clone)]
pub struct Stage {
    pub label: &'static str,
    /// It runs in steps whose number is a multiple of this.
    pub every: u32,
    /// The epoch it is in, and how many there are.
    pub epoch: Option<(u32, u32)>,
    pub dispatches: Vec<Dispatch>,
}

#[derive(Clone, Default)]
pub struct Plan {
    pub stages: Vec<Stage>,
    epoch: Option<(u32, u32)>,
}

impl Stage {
    /// Its dispatches in a step of this number.
    pub fn in_step(&self, step: u32) -> &[Dispatch] {
        match step.is_multiple_of(self.every) {
            true => &self.dispatches,
            false => &[],
        }
    }
}

impl Plan {
    /// Adds a stage of every step unless it is empty.
    pub fn push(&mut self, label: &'static str, dispatches: Vec<Dispatch>) {
        self.push_every(1, label, dispatches);
    }

    /// Adds a stage that runs in steps whose number is a multiple of `every`, unless it is empty.
    pub fn push_every(&mut self, every: u32, label: &'static str, dispatches: Vec<Dispatch>) {
        if !dispatches.is_empty() {
            let epoch = self.epoch;
            self.stages.push(Stage {
                label,
                every,
                epoch,
                dispatches,
            });
        }
    }

    /// The stages that follow belong to epoch `number`, from 0, of `count`.
    pub fn begin_epoch(&mut self, number: u32, count: u32) {
        self.epoch = Some((number, count));
    }

    /// The stages that follow belong to the whole step.
    pub fn end_epochs(&mut self) {
        self.epoch = None;
    }

    pub fn dispatches(&self) -> impl Iterator<Item = &Dispatch> {
        self.stages.iter().flat_map(|stage| &stage.dispatches)
    }

    pub fn dispatch_count(&self) -> u32 {
        let counts = self.stages.iter().map(|stage| stage.dispatches.len());
        counts.sum::<usize>() as u32
    }

    /// The plan as text: one line per dispatch, runs of equal lines counted. Epochs are named if there are several.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        let mut last = None;
        for stage in &self.stages {
            if let Some((number, count)) = stage.epoch.filter(|e| Some(*e) != last && e.1 > 1) {
                let _ = writeln!(text, "epoch {} of {count}", number + 1);
            }
            last = stage.epoch;
            let count = stage.dispatches.len();
            let _ = match stage.every {
                1 => writeln!(text, "{} ({count} dispatches)", stage.label),
                n => writeln!(
                    text,
                    "{} ({count} dispatches, every {n} steps)",
                    stage.label
                ),
            };
            let mut lines: Vec<(String, u32)> = Vec::new();
            for dispatch in &stage.dispatches {
                let line = format!("  {} x {}", dispatch.kernel.label, dispatch.workgroups);
                match lines.last_mut() {
                    Some((last, count)) if *last == line => *count += 1,
                    _ => lines.push((line, 1)),
                }
            }
            for (line, count) in lines {
                let _ = if count > 1 {
                    writeln!(text, "{line}, {count} times")
                } else {
                    writeln!(text, "{line}")
                };
            }
        }
        text
    }
}
