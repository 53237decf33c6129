//! A thread that records the next step while the GPU works on this one and the caller goes on (docs/decisions/0020).

use super::context::Context;
use super::run::{Groups, Program};
use crate::share::ParamsStep;
use parking_lot::{Condvar, Mutex, MutexGuard};
use std::cell::Cell;
use std::mem;
use std::sync::Arc;
use std::thread::{Builder, JoinHandle, sleep};
use std::time::Duration;

/// Plans of fewer dispatches are recorded sooner than a thread is woken and its commands submitted beside others.
const WORTH: u32 = 16;
/// How long the thread waits before it begins. Where no processor is free it was woken on that of the caller, whose step is not quite
/// over.
const PAUSE: Duration = Duration::from_micros(50);

thread_local! {
    static RECORDS: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread records ahead: it holds locks of wgpu's when something is said on it, and is waited for.
pub fn is_recorder() -> bool {
    RECORDS.get()
}

/// Makes this thread one.
pub fn become_recorder() {
    RECORDS.set(true);
}

/// All that the commands of a step are made from.
#[derive(Clone)]
pub struct Recipe {
    /// The plan.
    pub program: Arc<Program>,
    /// What it is bound to.
    pub groups: Arc<Groups>,
    /// What all dispatches share.
    pub params: ParamsStep,
}

impl Recipe {
    /// That of the next step if nothing changes.
    fn next(mut self) -> Self {
        self.params.step = self.params.step.wrapping_add(1);
        self
    }

    fn record(&self, context: &Context) -> Option<wgpu::CommandBuffer> {
        let record = || {
            let mut encoder = context.device.create_command_encoder(&Default::default());
            self.program
                .record(&mut encoder, &self.groups, &self.params);
            encoder.finish()
        };
        // What is refused here is refused again, and reported, where the step records itself.
        context.guarded("a step ahead", record).ok()
    }
}

impl PartialEq for Recipe {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.program, &other.program)
            && Arc::ptr_eq(&self.groups, &other.groups)
            // Not as numbers: -0 is 0, but not the same bits.
            && bytemuck::bytes_of(&self.params) == bytemuck::bytes_of(&other.params)
    }
}

/// What lies between the two threads.
#[derive(Default)]
enum Desk {
    #[default]
    Empty,
    Wanted(Recipe),
    InWork,
    Ready(Recipe, wgpu::CommandBuffer),
    Closed,
}

impl Desk {
    /// Puts down what was recorded, unless the world has done without it meanwhile; gives back what nobody wants.
    fn put(&mut self, done: Desk) -> Desk {
        match self {
            Desk::InWork => mem::replace(self, done),
            _ => done,
        }
    }
}

#[derive(Default)]
struct Shared {
    desk: Mutex<Desk>,
    changed: Condvar,
}

/// A world's recordings ahead. It has a thread from the first that is worth one.
#[derive(Default)]
pub struct Ahead {
    expected: Option<Recipe>,
    shared: Arc<Shared>,
    /// None in it: the machine gave no thread.
    thread: Option<Option<JoinHandle<()>>>,
    /// How many steps it had the commands of.
    #[cfg(test)]
    pub taken: Cell<usize>,
}

impl Ahead {
    /// The commands of this step if they are there; never waits. Others that are there are dropped.
    pub fn take(&self, recipe: &Recipe) -> Option<wgpu::CommandBuffer> {
        let found = mem::take(&mut *self.shared.desk.lock());
        match found {
            Desk::Ready(made, commands) if made == *recipe => {
                #[cfg(test)]
                self.taken.set(self.taken.get() + 1);
                Some(commands)
            }
            _ => None,
        }
    }

    /// To be called after a step was submitted: if it was as expected, so may be the next, which is then recorded.
    pub fn after_submit(&mut self, context: &Arc<Context>, done: Recipe) {
        let steady = self.expected.as_ref() == Some(&done);
        let next = done.next();
        if steady && next.program.plan.dispatch_count() >= WORTH && self.is_open(context) {
            *self.shared.desk.lock() = Desk::Wanted(next.clone());
            self.shared.changed.notify_one();
        }
        self.expected = Some(next);
    }

    /// Waits for what is being recorded.
    #[cfg(test)]
    pub fn settle(&self) {
        self.wait_while(|desk| matches!(desk, Desk::Wanted(_) | Desk::InWork));
    }

    /// Waits until it is.
    #[cfg(test)]
    pub fn begin(&self) {
        self.wait_while(|desk| matches!(desk, Desk::Wanted(_)));
    }

    #[cfg(test)]
    fn wait_while(&self, is_so: fn(&Desk) -> bool) {
        let is_alive = || matches!(&self.thread, Some(Some(thread)) if !thread.is_finished());
        while is_so(&self.shared.desk.lock()) && is_alive() {
            std::thread::yield_now();
        }
    }

    /// As if the machine gave no thread.
    #[cfg(test)]
    pub fn refuse(&mut self) {
        self.thread = Some(None);
    }

    /// Drops what was made of buffers that are no more.
    pub fn forget(&mut self) {
        self.expected = None;
        drop(mem::take(&mut *self.shared.desk.lock()));
    }

    /// Whether there is a thread; a machine that gives none has its steps recorded where they are called.
    fn is_open(&mut self, context: &Arc<Context>) -> bool {
        let thread = self.thread.get_or_insert_with(|| {
            let (shared, context) = (self.shared.clone(), context.clone());
            let thread = Builder::new().name("pliant record".into());
            thread.spawn(move || work(&shared, &context)).ok()
        });
        thread.as_ref().is_some_and(|t| !t.is_finished())
    }
}

impl Drop for Ahead {
    fn drop(&mut self) {
        *self.shared.desk.lock() = Desk::Closed;
        self.shared.changed.notify_one();
        if let Some(thread) = self.thread.take().flatten() {
            let _ = thread.join();
        }
    }
}

fn work(shared: &Shared, context: &Context) {
    become_recorder();
    let mut desk = shared.desk.lock();
    loop {
        let idle = |desk: &mut Desk| !matches!(desk, Desk::Wanted(_) | Desk::Closed);
        shared.changed.wait_while(&mut desk, idle);
        if let Desk::Wanted(_) = *desk {
            MutexGuard::unlocked(&mut desk, || sleep(PAUSE));
        }
        match mem::take(&mut *desk) {
            Desk::Closed => return,
            Desk::Wanted(recipe) => {
                *desk = Desk::InWork;
                let made = MutexGuard::unlocked(&mut desk, || recipe.record(context));
                let done = made.map_or(Desk::Empty, |commands| Desk::Ready(recipe, commands));
                // What is dropped can be the last of large buffers.
                let unwanted = desk.put(done);
                MutexGuard::unlocked(&mut desk, || drop(unwanted));
            }
            _ => {} // the world has done without it
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A world that ends while its step is recorded has said so on the desk.
    #[test]
    fn a_recording_that_comes_too_late_is_dropped() {
        let mut desk = Desk::Closed;
        assert!(matches!(desk.put(Desk::Empty), Desk::Empty));
        assert!(matches!(desk, Desk::Closed));
        let mut desk = Desk::InWork;
        assert!(matches!(desk.put(Desk::Empty), Desk::InWork));
        assert!(matches!(desk, Desk::Empty));
    }
}
