//! What a call may not do: panic, hang, or hold more memory than it may.

use super::count::peak;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// A case takes a few milliseconds, the dearest one that ends in an error six seconds of processor time (tests are built with little
/// optimisation); where threads share a core's units and caches it takes up to twice as long.
pub const SLOWEST: Duration = Duration::from_secs(12);
/// A hang takes for ever: this much processor time, five times what a case may take.
const HANGS: Duration = Duration::from_secs(60);

/// A call that runs.
#[derive(Clone, PartialEq)]
struct Call {
    start: Instant,
    /// Where the system says how long its thread has worked, and how long that was at the start.
    thread: PathBuf,
    before: Duration,
    place: String,
}

impl Call {
    fn new(place: &str) -> Self {
        let start = Instant::now();
        let thread = std::fs::read_link("/proc/thread-self").unwrap_or_default();
        let thread = Path::new("/proc").join(thread);
        Self {
            start,
            before: worked_by(&thread, start),
            thread,
            place: place.to_owned(),
        }
    }

    fn worked(&self) -> Duration {
        worked_by(&self.thread, self.start).saturating_sub(self.before)
    }
}

/// The calls that run, for the thread that ends the program if one hangs: a thread cannot be stopped, so nothing less would tell.
static RUNNING: Mutex<Vec<Call>> = Mutex::new(Vec::new());

fn watch_all() {
    loop {
        std::thread::sleep(Duration::from_secs(5));
        let running = RUNNING.lock().expect("no case panics while it holds this");
        if let Some(call) = running.iter().find(|call| call.worked() > HANGS) {
            eprintln!("{}: hangs since {:?}", call.place, call.start.elapsed());
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
    let call_now = Call::new(place);
    let running = || RUNNING.lock().expect("no case panics while it holds this");
    running().push(call_now.clone());
    let (result, held) = peak(|| std::panic::catch_unwind(call));
    let took = call_now.worked();
    running().retain(|other| *other != call_now);
    let Ok(result) = result else {
        panic!("{place}: panicked, see above");
    };
    (result, held, took)
}

/// How long this thread has had a processor, where the system says it (Linux), or since `start`: a case that waits for its turn on a
/// loaded machine is not slow.
pub fn worked(start: Instant) -> Duration {
    worked_by(Path::new("/proc/thread-self"), start)
}

fn worked_by(thread: &Path, start: Instant) -> Duration {
    let said = std::fs::read_to_string(thread.join("schedstat")).ok();
    let nanoseconds = said.and_then(|said| said.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| start.elapsed(), Duration::from_nanos)
}
