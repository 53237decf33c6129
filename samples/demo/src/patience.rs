//! Waits for an adapter, says how far it is, and gives up late.

use anyhow::Result;
use indicatif::ProgressBar;
use pliant::world::{PrepareOptions, World};
use std::time::{Duration, Instant};

/// How long a step of a GPU may take. One that takes longer hangs.
const GPU_S: f64 = 60.0;
/// The same on a software adapter. It never hangs, and on a loaded machine it compiles kernels for minutes.
const SOFTWARE_S: f64 = 600.0;
/// How long one look at the adapter lasts.
const LOOK: Duration = Duration::from_millis(250);
/// From one line to the next, where no line can be written again.
const PAUSE: Duration = Duration::from_secs(5);
/// How long a late step may go on before the next scene begins, on a software adapter.
const REST: Duration = Duration::from_secs(600);

/// How long a scene waits for its adapter, and where it says so.
pub struct Patience<'a> {
    limit: Duration,
    bar: &'a ProgressBar,
    name: &'a str,
}

impl<'a> Patience<'a> {
    /// Of `limit` seconds, or of what suits the world's adapter.
    pub fn new(world: &World, limit: Option<f64>, name: &'a str, bar: &'a ProgressBar) -> Self {
        let usual = if is_software(world) {
            SOFTWARE_S
        } else {
            GPU_S
        };
        // Beyond what a duration holds: no limit.
        let limit = Duration::try_from_secs_f64(limit.unwrap_or(usual)).unwrap_or(Duration::MAX);
        Self { limit, bar, name }
    }

    /// Compiles the kernels of what is in the world. Returns what was late, if anything.
    pub fn prepare(&self, world: &mut World) -> Result<Option<String>> {
        self.until("compiling its kernels", |look| {
            let (is_done, state) = world.prepare_kernels(&PrepareOptions::default(), look)?;
            let [done, all] = [state.done_count, state.kernel_count];
            Ok((!is_done).then(|| format!("compiling kernels, {done} of {all} are there")))
        })
    }

    /// Waits until the newest step has ended. Returns what was late, if anything.
    pub fn finish(&self, world: &mut World) -> Result<Option<String>> {
        self.until("a step", |look| {
            Ok((!world.wait(look)?).then(|| "waiting for a step".to_owned()))
        })
    }

    /// Looks until there is nothing to wait for.
    fn until(
        &self,
        what: &str,
        mut look: impl FnMut(u64) -> Result<Option<String>>,
    ) -> Result<Option<String>> {
        let (begun, mut said) = (Instant::now(), Instant::now());
        loop {
            let left = self.limit.saturating_sub(begun.elapsed());
            let Some(doing) = look(left.min(LOOK).as_nanos() as u64)? else {
                return Ok(None);
            };
            if begun.elapsed() >= self.limit {
                let limit = self.limit.as_secs_f64();
                return Ok(Some(format!("{what} took more than {limit} s")));
            }
            let line = format!("{}: {doing}, {} s", self.name, begun.elapsed().as_secs());
            match self.bar.is_hidden() {
                false => self.bar.set_message(line),
                true if said.elapsed() >= PAUSE => {
                    println!("{line}");
                    said = Instant::now();
                }
                true => {}
            }
        }
    }
}

/// Lets a software adapter end the step that was late, since what follows waits behind it, and a program must not end before.
pub fn rest(world: &mut World, name: &str, bar: &ProgressBar) -> Result<()> {
    let patience = Patience {
        limit: REST,
        bar,
        name,
    };
    if is_software(world) {
        patience.finish(world)?;
    }
    Ok(())
}

fn is_software(world: &World) -> bool {
    world.adapter_info().device_type == 4
}
