//! A thread that records the next step while the GPU runs this one (docs/decisions/0020).

use super::context::Context;
use super::recorder::become_recorder;
use super::run::{Groups, Program};
use crate::share::ParamsStep;
use parking_lot::{Condvar, Mutex, MutexGuard};
#[cfg(test)]
use std::cell::Cell;
use std::mem;
use std::sync::Arc;
use std::thread::{Builder, JoinHandle, sleep};
use std::time::Duration;

/// Recording a plan with fewer dispatches takes less time than waking a thread.
const WORTH: u32 = 16;
/// How long the thread waits before it starts. Without a free processor it wakes on the caller's, whose step is not
/// quite over.
const PAUSE: Duration = Duration::from_micros(50);

/// Everything that determines a step's commands.
#[derive(Clone)]
pub struct Recipe {
    pub program: Arc<Program>,
    pub groups: Arc<Groups>,
    /// Parameters shared by all dispatches.
    pub params: ParamsStep,
}

impl Recipe {
    /// The recipe of the next step if nothing changes.
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
        // An error here occurs again, and is reported, when the step records itself.
        context.guarded("a step ahead", record).ok()
    }
}

impl PartialEq for Recipe {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.program, &other.program)
            && Arc::ptr_eq(&self.groups, &other.groups)
            // Compares bits: -0 equals 0 as a number.
            && bytemuck::bytes_of(&self.params) == bytemuck::bytes_of(&other.params)
    }
}

/// The hand-over between the two threads.
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
    /// Puts down a recording, unless the world has moved on. Returns what is left over.
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

/// Records a world's steps ahead. The thread starts with the first plan worth it.
#[derive(Default)]
pub struct Ahead {
    expected: Option<Recipe>,
    shared: Arc<Shared>,
    /// `Some(None)`: the machine gave no thread.
    thread: Option<Option<JoinHandle<()>>>,
    /// Number of steps whose commands were ready.
    #[cfg(test)]
    pub taken: Cell<usize>,
}

impl Ahead {
    /// The commands of this step, if ready; never waits. Drops a recording of another step.
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

    /// Call after submitting a step. If it was the expected one, the next is likely to be too and is recorded.
    pub fn after_submit(&mut self, context: &Arc<Context>, done: Recipe) {
        let steady = self.expected.as_ref() == Some(&done);
        let next = done.next();
        if steady && next.program.plan.dispatch_count() >= WORTH && self.is_open(context) {
            *self.shared.desk.lock() = Desk::Wanted(next.clone());
            self.shared.changed.notify_one();
        }
        self.expected = Some(next);
    }

    #[cfg(test)]
    pub fn settle(&self) {
        self.wait_while(|desk| matches!(desk, Desk::Wanted(_) | Desk::InWork));
    }

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

    /// Acts as if the machine gave no thread.
    #[cfg(test)]
    pub fn refuse(&mut self) {
        self.thread = Some(None);
    }

    /// Drops a recording that refers to old buffers.
    pub fn forget(&mut self) {
        self.expected = None;
        drop(mem::take(&mut *self.shared.desk.lock()));
    }

    /// Whether there is a thread. Without one, steps are recorded when called.
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
                // Dropping may free large buffers, so it happens outside the lock.
                let unwanted = desk.put(done);
                MutexGuard::unlocked(&mut desk, || drop(unwanted));
            }
            _ => {} // the world took it back
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A world that ends during a recording has closed the desk.
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
