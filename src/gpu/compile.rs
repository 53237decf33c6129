//! Compiles kernels: what a plan lacks at once, on several threads, and what may come to be needed in the background.

use super::cache::Cache;
use super::guarded::guarded;
use super::kernel::{Kernel, KernelSource, Layout};
use super::recorder::become_recorder;
use crate::error::{Error, Result, Status};
use parking_lot::{Condvar, Mutex, MutexGuard};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{Builder, JoinHandle, available_parallelism, scope};
use std::time::{Duration, Instant};

/// The most threads that compile at once, unless the caller says otherwise.
const MOST_THREADS: usize = 8;
/// How long a wait for the background sleeps between looks.
const NAP: Duration = Duration::from_millis(2);

/// What compiles for a device, and what it has made.
pub struct Compiler {
    device: wgpu::Device,
    permutes: bool,
    cache: Option<Cache>,
    kernels: Mutex<HashMap<String, Arc<Kernel>>>,
    layouts: Mutex<Vec<Arc<Layout>>>,
    /// By label. A text is parsed once, by the first thread that needs it.
    modules: Mutex<HashMap<&'static str, Arc<Mutex<Option<wgpu::ShaderModule>>>>>,
    queue: Mutex<Queue>,
    /// A thread of the background has finished a kernel.
    advanced: Condvar,
    /// Pipelines that were made.
    #[cfg(test)]
    pub compiled: AtomicUsize,
}

/// The work of the background.
#[derive(Default)]
struct Queue {
    /// The next is the last.
    waiting: Vec<Job>,
    busy: Vec<Arc<Kernel>>,
    threads: Vec<JoinHandle<()>>,
    /// Threads that look for work.
    working: usize,
}

struct Job {
    /// The number of the world that asked.
    owner: u32,
    haste: Haste,
    kernel: Arc<Kernel>,
}

/// How soon somebody needs a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Haste {
    /// Perhaps never.
    Foreseen,
    /// Somebody waits for it.
    Asked,
}

/// Threads for those who name no number.
pub fn default_threads() -> usize {
    available_parallelism().map_or(1, |n| n.get().min(MOST_THREADS))
}

fn is_among(kernel: &Arc<Kernel>, all: &[Arc<Kernel>]) -> bool {
    all.iter().any(|other| Arc::ptr_eq(kernel, other))
}

impl Compiler {
    pub fn new(device: wgpu::Device, permutes: bool, cache: Option<Cache>) -> Self {
        Self {
            device,
            permutes,
            cache,
            kernels: Mutex::default(),
            layouts: Mutex::default(),
            modules: Mutex::default(),
            queue: Mutex::default(),
            advanced: Condvar::new(),
            #[cfg(test)]
            compiled: AtomicUsize::new(0),
        }
    }

    /// The kernel of an entry point and constants.
    pub fn kernel(
        &self,
        source: &'static KernelSource,
        entry: &'static str,
        constants: &[(&str, u32)],
    ) -> Arc<Kernel> {
        let kernel = Kernel::new(source, entry, constants);
        let mut kernels = self.kernels.lock();
        let known = kernels.entry(kernel.key());
        known.or_insert_with(|| Arc::new(kernel)).clone()
    }

    /// The layout of a kernel; kernels with equal bindings share it.
    pub fn layout(&self, source: &'static KernelSource) -> Arc<Layout> {
        let mut layouts = self.layouts.lock();
        if let Some(layout) = layouts.iter().find(|l| l.is_of(source.bindings)) {
            return layout.clone();
        }
        let layout = Arc::new(Layout::new(&self.device, source));
        layouts.push(layout.clone());
        layout
    }

    /// The pipeline of a kernel. The first to ask compiles it; others wait for that kernel only.
    pub fn pipeline(&self, kernel: &Kernel) -> Result<wgpu::ComputePipeline> {
        if let Some(pipeline) = kernel.pipeline.get() {
            return Ok(pipeline.clone());
        }
        let _alone = kernel.compiling.lock();
        if let Some(pipeline) = kernel.pipeline.get() {
            return Ok(pipeline.clone());
        }
        #[cfg(test)]
        self.compiled.fetch_add(1, Ordering::Relaxed);
        let layout = self.layout(kernel.source);
        let module = self.module(kernel.source)?;
        let cache = self.cache.as_ref().map(Cache::pipelines);
        let what = format!("compiling {}", kernel.source.label);
        let pipeline = guarded(&self.device, &what, || {
            kernel.compile(&self.device, &layout, &module, cache)
        })?;
        Ok(kernel.pipeline.get_or_init(|| pipeline).clone())
    }

    fn module(&self, source: &'static KernelSource) -> Result<wgpu::ShaderModule> {
        let slot = self.modules.lock().entry(source.label).or_default().clone();
        let mut slot = slot.lock();
        if let Some(module) = &*slot {
            return Ok(module.clone());
        }
        let what = format!("reading {}", source.label);
        let parse = || source.module(&self.device, self.permutes);
        let module = guarded(&self.device, &what, parse)?;
        Ok(slot.insert(module).clone())
    }

    /// Compiles those that are not, the largest first, and waits. Returns how many there were.
    pub fn all(self: &Arc<Self>, kernels: impl IntoIterator<Item = Arc<Kernel>>) -> Result<u32> {
        let lacking = lacking(kernels);
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some(kernel) = lacking.get(next.fetch_add(1, Ordering::Relaxed)) {
                self.pipeline(kernel)?;
            }
            Ok(())
        };
        let others = default_threads().min(lacking.len());
        scope(|scope| {
            let help = || {
                become_recorder();
                work()
            };
            // A machine that gives no thread leaves all to this one.
            let spawn = |_| {
                Builder::new()
                    .name("pliant compile".into())
                    .spawn_scoped(scope, help)
                    .ok()
            };
            let others: Vec<_> = (1..others).filter_map(spawn).collect();
            let mine = work();
            let ends = others
                .into_iter()
                .map(|t| t.join().unwrap_or_else(|e| resume_unwind(e)));
            ends.fold(mine, Result::and)
        })?;
        if self.cache.is_some() && !lacking.is_empty() {
            self.engage(&mut self.queue.lock(), 1); // which saves
        }
        Ok(lacking.len() as u32)
    }

    /// Lets the background compile those that are not, with at most so many threads.
    pub fn later(
        self: &Arc<Self>,
        owner: u32,
        kernels: impl IntoIterator<Item = Arc<Kernel>>,
        haste: Haste,
        threads: usize,
    ) {
        let mut queue = self.queue.lock();
        let wanted = lacking(kernels).into_iter();
        let wanted: Vec<_> = wanted.filter(|k| !is_among(k, &queue.busy)).collect();
        let stays = |job: &Job| job.haste > haste || !is_among(&job.kernel, &wanted);
        queue.waiting.retain(stays);
        let jobs = wanted.into_iter().map(|kernel| Job {
            owner,
            haste,
            kernel,
        });
        let jobs: Vec<_> = jobs
            .filter(|j| {
                !queue
                    .waiting
                    .iter()
                    .any(|w| Arc::ptr_eq(&w.kernel, &j.kernel))
            })
            .collect();
        queue.waiting.extend(jobs);
        queue
            .waiting
            .sort_by_cached_key(|job| (job.haste, job.kernel.source.text().len()));
        let threads = threads.min(queue.waiting.len());
        self.engage(&mut queue, threads);
        // A machine that gives no thread leaves all to this one, if somebody waits for it.
        if queue.working == 0 && haste == Haste::Asked {
            queue.working = 1;
            drop(queue);
            self.work();
        }
    }

    /// Starts threads until so many work.
    fn engage(self: &Arc<Self>, queue: &mut Queue, threads: usize) {
        queue.threads.retain(|thread| !thread.is_finished());
        while queue.working < threads {
            let compiler = self.clone();
            let work = move || {
                become_recorder();
                compiler.work();
            };
            match Builder::new().name("pliant compile".into()).spawn(work) {
                Ok(thread) => queue.threads.push(thread),
                Err(_) => return, // whoever needs a kernel compiles it
            }
            queue.working += 1;
        }
    }

    /// Compiles what waits. The last thread to find nothing saves what was made.
    fn work(&self) {
        let mut queue = self.queue.lock();
        loop {
            if let Some(job) = queue.waiting.pop() {
                queue.busy.push(job.kernel.clone());
                MutexGuard::unlocked(&mut queue, || self.attempt(&job.kernel));
                queue
                    .busy
                    .retain(|kernel| !Arc::ptr_eq(kernel, &job.kernel));
                self.advanced.notify_all();
                continue;
            }
            if queue.working == 1 {
                // A panic here would leave a thread that others wait for.
                let save = || catch_unwind(AssertUnwindSafe(|| self.save()));
                let _ = MutexGuard::unlocked(&mut queue, save);
            }
            if queue.waiting.is_empty() {
                queue.working -= 1;
                self.advanced.notify_all();
                return;
            }
        }
    }

    /// Compiles a kernel and notes on it why that failed.
    fn attempt(&self, kernel: &Kernel) {
        let made = catch_unwind(AssertUnwindSafe(|| self.pipeline(kernel).map(drop)));
        let panicked = |_| {
            let why = format!("a defect was caught while compiling {}", kernel.label);
            Err(Error::new(Status::Internal, why))
        };
        *kernel.failure.lock() = made.unwrap_or_else(panicked).err();
    }

    /// Waits until the background has compiled all of these, one has failed, or the time is over.
    pub fn wait(&self, kernels: &[Arc<Kernel>], timeout: Duration) {
        let start = Instant::now();
        let is_over = || {
            let failed = kernels.iter().any(|k| k.failure.lock().is_some());
            failed || kernels.iter().all(|k| k.is_compiled()) || start.elapsed() >= timeout
        };
        let mut queue = self.queue.lock();
        while !is_over() && (queue.working > 0 || !queue.waiting.is_empty()) {
            self.advanced
                .wait_for(&mut queue, NAP.max(timeout / 64).min(timeout));
        }
    }

    /// Forgets what a world has asked for. If nothing is left, waits for the kernels at work: a program may end right after its
    /// last world, and tear down what a compiler needs.
    pub fn forget(&self, owner: u32) {
        let mut queue = self.queue.lock();
        queue.waiting.retain(|job| job.owner != owner);
        while queue.waiting.is_empty() && queue.working > 0 {
            self.advanced.wait(&mut queue);
        }
    }

    /// Ends all threads and saves what they made.
    pub fn end(&self) {
        let mut queue = self.queue.lock();
        queue.waiting.clear();
        let threads = std::mem::take(&mut queue.threads);
        drop(queue);
        threads.into_iter().for_each(|thread| drop(thread.join()));
        self.save();
    }

    /// Waits until nothing is left to compile.
    #[cfg(test)]
    pub fn settle(&self) {
        let mut queue = self.queue.lock();
        while queue.working > 0 {
            self.advanced.wait(&mut queue);
        }
    }

    fn save(&self) {
        self.cache.iter().for_each(Cache::save);
    }
}

/// Those that are not compiled, each once, the largest text first.
fn lacking(kernels: impl IntoIterator<Item = Arc<Kernel>>) -> Vec<Arc<Kernel>> {
    let kernels = kernels.into_iter().filter(|kernel| !kernel.is_compiled());
    let mut all: Vec<_> = kernels.collect();
    all.sort_by_key(Arc::as_ptr);
    all.dedup_by(|a, b| Arc::ptr_eq(a, b));
    all.sort_by_cached_key(|kernel| (Reverse(kernel.source.text().len()), kernel.key()));
    all
}
