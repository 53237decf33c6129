//! What a call may not do: panic, hang, or hold more memory than it may.

use super::count::peak;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// A case takes a few milliseconds, the dearest ones seconds; a loaded machine takes longer.
pub const SLOWEST: Duration = Duration::from_secs(20);
/// A hang takes for ever.
const HANGS: Duration = Duration::from_secs(240);

/// The calls that run, for the thread that ends the program if one hangs: a thread cannot be stopped, so nothing less would tell.
static RUNNING: Mutex<Vec<(Instant, String)>> = Mutex::new(Vec::new());

fn watch_all() {
    loop {
        std::thread::sleep(Duration::from_secs(5));
        let running = RUNNING.lock().expect("no case panics while it holds this");
        if let Some((start, place)) = running.iter().find(|(start, _)| start.elapsed() > HANGS) {
            eprintln!("{place}: hangs since {:?}", start.elapsed());
            std::process::exit(1);
        }
    }
}

/// What `call` returns, how many bytes it held at most, and how long it worked.
///
/// # Panics
/// If the call panics; a call that does not return ends the program. `place` says which case it was.
pub fn watched<T>(
    place: &str,
    call: impl FnOnce() -> T + std::panic::UnwindSafe,
) -> (T, usize, Duration) {
    static WATCH: std::sync::Once = std::sync::Once::new();
    WATCH.call_once(|| drop(std::thread::spawn(watch_all)));
    let start = Instant::now();
    let entry = (start, place.to_owned());
    RUNNING
        .lock()
        .expect("no case panics while it holds this")
        .push(entry.clone());
    let before = worked(start);
    let (result, held) = peak(|| std::panic::catch_unwind(call));
    let took = worked(start).saturating_sub(before);
    RUNNING
        .lock()
        .expect("no case panics while it holds this")
        .retain(|other| *other != entry);
    let Ok(result) = result else {
        panic!("{place}: panicked, see above");
    };
    (result, held, took)
}

/// How long this thread has had a processor, where the system says it (Linux), or since `start`: a case that waits for its turn on a
/// loaded machine is not slow.
pub fn worked(start: Instant) -> Duration {
    let said = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = said.and_then(|said| said.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| start.elapsed(), Duration::from_nanos)
}
