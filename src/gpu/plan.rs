//! A step as data: which kernels run, in which order, on how much. A plan is rebuilt only when topology or capacity
//! changes, and its text is compared with a golden, so a reviewer sees every pass that is added.

use super::kernel::Kernel;
use crate::share::ParamsPass;
use std::fmt::Write;
use std::sync::Arc;

/// Which set of buffers a kernel reads and writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// The simulation's buffers.
    Simulation,
    /// The same with the commands in the place of the attachments.
    Commands,
    /// The buffers of skinning.
    Skins,
}

/// One launch of a kernel.
#[derive(Clone)]
pub struct Dispatch {
    /// What runs.
    pub kernel: Arc<Kernel>,
    /// On which buffers.
    pub group: Group,
    /// On how many workgroups.
    pub workgroups: u32,
    /// With which parameters of its own.
    pub pass: Option<ParamsPass>,
}

/// Dispatches under one name; a stage is what is timed.
#[derive(Clone)]
pub struct Stage {
    /// For people and timings.
    pub label: &'static str,
    /// What runs, in order.
    pub dispatches: Vec<Dispatch>,
}

/// A whole step.
#[derive(Clone, Default)]
pub struct Plan {
    /// In order.
    pub stages: Vec<Stage>,
}

impl Plan {
    /// Adds a stage unless it is empty.
    pub fn push(&mut self, label: &'static str, dispatches: Vec<Dispatch>) {
        if !dispatches.is_empty() {
            self.stages.push(Stage { label, dispatches });
        }
    }

    /// All dispatches in order.
    pub fn dispatches(&self) -> impl Iterator<Item = &Dispatch> {
        self.stages.iter().flat_map(|stage| &stage.dispatches)
    }

    /// How many there are.
    pub fn dispatch_count(&self) -> u32 {
        let counts = self.stages.iter().map(|stage| stage.dispatches.len());
        counts.sum::<usize>() as u32
    }

    /// The plan for people: a line a dispatch, runs of equal lines counted.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for stage in &self.stages {
            let _ = writeln!(
                text,
                "{} ({} dispatches)",
                stage.label,
                stage.dispatches.len()
            );
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
