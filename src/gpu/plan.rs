//! A step as data: which kernels run, in which order, on how much. A plan is rebuilt only when topology or capacity
//! changes. A golden test compares its text, so reviewers see every added pass.

use super::kernel::Kernel;
use crate::share::ParamsPass;
use std::fmt::Write;
use std::sync::Arc;

/// The set of buffers a kernel uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// The simulation's buffers.
    Simulation,
    /// The simulation's buffers, with the commands in place of the attachments.
    Commands,
    /// The buffers of skinning.
    Skins,
}

/// One launch of a kernel.
#[derive(Clone)]
pub struct Dispatch {
    /// The kernel.
    pub kernel: Arc<Kernel>,
    /// Its buffers.
    pub group: Group,
    /// Number of workgroups.
    pub workgroups: u32,
    /// Its own parameters.
    pub pass: Option<ParamsPass>,
}

/// Dispatches under one name, timed together.
#[derive(Clone)]
pub struct Stage {
    /// The name, for people and timings.
    pub label: &'static str,
    /// The dispatches, in order.
    pub dispatches: Vec<Dispatch>,
}

/// A whole step.
#[derive(Clone, Default)]
pub struct Plan {
    /// The stages, in order.
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

    /// Number of dispatches.
    pub fn dispatch_count(&self) -> u32 {
        let counts = self.stages.iter().map(|stage| stage.dispatches.len());
        counts.sum::<usize>() as u32
    }

    /// The plan as text: one line per dispatch, runs of equal lines counted.
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
