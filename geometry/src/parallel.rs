//! One function for many indices on several threads. Results are in the order of the indices.

use super::progress::{Progress, cancelled};
use crate::error::{Error, Result, Status};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Most threads that are started.
pub const MAX_THREADS: usize = 64;

/// The number of threads to use; 0 means as many as the machine has. At most 64.
pub fn thread_count(wanted: usize) -> usize {
    let machine = || std::thread::available_parallelism().map_or(1, usize::from);
    if wanted == 0 { machine() } else { wanted }.clamp(1, MAX_THREADS)
}

/// `f(0), f(1), … f(count - 1)`, in chunks of `chunk` indices.
///
/// # Errors
/// `Cancelled`.
pub fn map<T: Send>(
    count: usize,
    chunk: usize,
    threads: usize,
    progress: &Progress,
    f: impl Fn(usize) -> T + Sync,
) -> Result<Vec<T>> {
    let chunk = chunk.max(1);
    let chunk_count = count.div_ceil(chunk);
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let done = Mutex::new(Vec::with_capacity(chunk_count));
    // Takes chunks until none is left. `tell` returns whether to go on.
    let work = |tell: &dyn Fn(usize) -> bool| {
        while !stop.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= chunk_count {
                break;
            }
            let indices = number * chunk..((number + 1) * chunk).min(count);
            let results: Vec<T> = indices.map(&f).collect();
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            done.push((number, results));
            let finished = done.len();
            drop(done);
            if !tell(finished) {
                stop.store(true, Ordering::Relaxed);
            }
        }
    };
    let panicked = std::thread::scope(|scope| {
        let others = threads.clamp(1, chunk_count.max(1)) - 1;
        // If the host cannot start a thread, the others do its work.
        let start = |_| {
            std::thread::Builder::new()
                .spawn_scoped(scope, || work(&|_| true))
                .ok()
        };
        let others: Vec<_> = (0..others).filter_map(start).collect();
        work(&|finished| progress.goes_on(finished as f32 / chunk_count as f32));
        others.into_iter().filter_map(|t| t.join().err()).count() > 0
    });
    if panicked {
        let message = "a thread of the tetrahedraliser panicked; this is a defect of the library";
        return Err(Error::new(Status::Internal, message));
    }
    // If the other threads took all chunks, this is the first call.
    if stop.load(Ordering::Relaxed) || !progress.goes_on(1.0) {
        return Err(cancelled());
    }
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_unstable_by_key(|(number, _)| *number);
    let mut all = Vec::with_capacity(count);
    done.into_iter()
        .for_each(|(_, results)| all.extend(results));
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_stand_in_order_whatever_the_number_of_threads() {
        let square = |i: usize| i * i;
        let expected: Vec<usize> = (0..1001).map(square).collect();
        for threads in [1, 2, 7] {
            assert_eq!(
                map(1001, 10, threads, &Progress::NONE, square),
                Ok(expected.clone())
            );
        }
        assert_eq!(map(0, 10, 3, &Progress::NONE, square), Ok(Vec::new()));
    }

    #[test]
    fn the_caller_can_stop_it() {
        let stop_at_half = |done: f32| done < 0.5;
        let progress = Progress::new(&stop_at_half);
        let stopped = map(1000, 10, 2, &progress, |i| i);
        assert_eq!(stopped.map_err(|e| e.status), Err(Status::Cancelled));
    }
}
